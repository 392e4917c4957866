//! Lists that are being judged: what every game finds in one before it judges it by rules of its own.
//!
//! A game says what its cards are and what an army may be made of. That cards are found by their ids, that no two units
//! are called alike, that every fault is found at once and stands at its unit, and what the whole of it costs, is the same
//! for all games.

use std::collections::BTreeMap;

use ground::Footprint;
use vocabulary::{Fault, Judgement, List, ListUnit, Priced, Ref, RuleId, UnitId, Word};

use crate::army::MOST_UNITS;
use crate::stock::{Faction, Stock};
use crate::text::{LONGEST_NAME, is_name, printable};

/// A card that units of a list are of.
pub trait Card {
    /// What a unit is called that nobody gave a name.
    fn name(&self) -> &str;
    /// What kind of unit it is, as the book calls it.
    fn kind(&self) -> &str;
    /// How many models a unit has if nobody says it.
    fn fewest(&self) -> u16;
    /// The base of its models, if the card names one.
    fn base(&self) -> Option<&Footprint>;
    /// What a unit of so many models costs with these options, of which the card may not have every one.
    fn cost(&self, models: u16, options: &BTreeMap<Word, u16>) -> i64;
}

/// A unit of a list with what is known of it.
#[derive(Clone, Debug)]
pub struct Row<'l, C> {
    /// The unit as it is listed.
    pub unit: &'l ListUnit,
    /// What it is called; no two units of a list are called alike.
    pub name: String,
    /// Its card, if there is one.
    pub card: Option<C>,
    /// How many models it has.
    pub models: u16,
    /// The base of its models, if the list or the card names one.
    pub base: Option<Footprint>,
}

impl<C: Card> Row<'_, C> {
    /// What it costs.
    pub fn cost(&self) -> i64 {
        self.card.as_ref().map_or(0, |card| card.cost(self.models, &self.unit.options))
    }

    fn priced(&self) -> Priced {
        let kind = self.card.as_ref().map_or("no card", Card::kind).to_owned();
        Priced { name: self.name.clone(), kind, models: self.models, cost: as_number(self.cost()) }
    }
}

/// A list that is being judged, with what was found to be wrong so far.
#[derive(Debug)]
pub struct Judging<'l> {
    list: &'l List,
    /// The rule by which lists are written: a name that cannot be printed breaks it.
    written: &'static str,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

impl<'l> Judging<'l> {
    /// Begins with the length and the name of a list; `written` is the rule by which lists are written.
    ///
    /// # Errors
    /// A list that is so long that nobody should judge it.
    pub fn open(list: &'l List, written: &'static str) -> Result<Judging<'l>, Vec<Fault>> {
        if list.units.len() > MOST_UNITS {
            let text = format!("{} units; an army can have at most {MOST_UNITS}", list.units.len());
            return Err(vec![Fault::new(written, text)]);
        }
        let faults = misnamed("the force", &list.name, written).into_iter().collect();
        Ok(Judging { list, written, faults })
    }

    /// The faction that the list names, of those that come with the game and those that somebody brings.
    pub fn faction<'f, F: Faction>(
        &mut self,
        stock: &'f Stock<F>,
        brought: &'f [F],
        rule: &'static str,
    ) -> Option<&'f F> {
        let faction = stock.find(brought, self.list.faction);
        if faction.is_none() {
            let there_are = joined(stock.factions().iter().chain(brought).map(Faction::id));
            let text = format!("there is no faction '{}'; choose from {there_are}", self.list.faction);
            self.faults.push(Fault::new(rule, text));
        }
        faction
    }

    /// Notes whatever the list says that only other games have words for: a commander, options, marks.
    pub fn plain(&mut self) {
        if let Some(mark) = self.list.marks.first() {
            self.faults.push(Fault::new(self.written, format!("an army of this game is not marked '{mark}'")));
        }
        for (at, unit) in self.list.units.iter().enumerate() {
            if unit.commander {
                self.faults.push(at_unit(at, self.written, "an army of this game does not name its commander"));
            }
            if let Some(option) = unit.options.keys().next() {
                let text = format!("cards of this game have no options such as '{option}'");
                self.faults.push(at_unit(at, self.written, text));
            }
        }
    }

    /// The units of the list with their cards, of which `find` knows those of the faction. Units of the same name get
    /// numbers.
    pub fn rows<F: Faction, C: Card>(
        &mut self,
        faction: Option<&F>,
        rule: &'static str,
        find: impl Fn(&F, Word) -> Option<C>,
    ) -> Vec<Row<'l, C>> {
        let mut rows: Vec<Row<'l, C>> = Vec::new();
        for (at, unit) in self.list.units.iter().enumerate() {
            let card = faction.and_then(|faction| find(faction, unit.card));
            if let (None, Some(faction)) = (&card, faction) {
                let there_are = joined(faction.cards());
                let text = format!("{} has no card '{}'; choose from {there_are}", faction.name(), unit.card);
                self.faults.push(at_unit(at, rule, text));
            }
            if let Some(fault) = unit.name.as_ref().and_then(|name| misnamed("a unit", name, self.written)) {
                self.faults.push(Fault { at: Some(unit_at(at)), ..fault });
            }
            let on_card = || card.as_ref().map_or_else(|| unit.card.to_string(), |card| card.name().to_owned());
            let name = unit.name.as_ref().map_or_else(on_card, |name| printable(name, LONGEST_NAME));
            let models = unit.models.unwrap_or_else(|| card.as_ref().map_or(0, Card::fewest));
            let base = unit.base.as_ref().or_else(|| card.as_ref().and_then(Card::base)).cloned();
            rows.push(Row { unit, name, card, models, base });
        }
        let names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
        for (row, name) in rows.iter_mut().zip(numbered(&names)) {
            row.name = name;
        }
        rows
    }

    /// What is to be said of the list: what its units cost, and all that is wrong with it.
    pub fn judgement<C: Card>(self, rows: &[Row<'_, C>], limit: u32) -> Judgement {
        let cost = as_number(rows.iter().map(Row::cost).sum());
        Judgement { cost, units: rows.iter().map(Row::priced).collect(), ..unjudged(limit, self.faults) }
    }
}

/// What is to be said of a list that could not be judged.
pub fn unjudged(limit: u32, faults: Vec<Fault>) -> Judgement {
    Judgement { limit: as_number(limit.into()), faults, ..Judgement::default() }
}

/// A fault of a unit, by its place in the list.
pub fn at_unit(at: usize, rule: impl Into<RuleId>, text: impl Into<String>) -> Fault {
    Fault { at: Some(unit_at(at)), ..Fault::new(rule, text) }
}

fn unit_at(at: usize) -> Ref {
    Ref::Unit(UnitId(u16::try_from(at).unwrap_or(u16::MAX)))
}

/// What is wrong with the name of a force or unit, if anything is.
pub fn misnamed(what: &str, name: &str, rule: &'static str) -> Option<Fault> {
    let text = || format!("the name of {what} must have 1 to {LONGEST_NAME} printable characters");
    (!is_name(name)).then(|| Fault::new(rule, text()))
}

/// A sum as the vocabulary counts; nobody pays as much as would not fit.
fn as_number(sum: i64) -> i32 {
    i32::try_from(sum).unwrap_or(i32::MAX)
}

/// Ids as a sentence lists them.
pub fn joined(ids: impl Iterator<Item = Word>) -> String {
    ids.map(|id| id.to_string()).collect::<Vec<_>>().join(", ")
}

/// Names of which several are the same, told apart by numbers that no other is told by already.
pub fn numbered(names: &[String]) -> Vec<String> {
    let mut told = Vec::new();
    for (at, name) in names.iter().enumerate() {
        if names.iter().filter(|other| *other == name).count() == 1 {
            told.push(name.clone());
            continue;
        }
        let before = names[..at].iter().filter(|other| *other == name).count();
        let mut free = (1..).map(|n: usize| format!("{name} {n}")).filter(|numbered| !names.contains(numbered));
        told.push(free.nth(before).unwrap_or_else(|| name.clone()));
    }
    told
}

#[cfg(test)]
mod tests {
    use vocabulary::ReadyList;

    use super::*;

    const RULES: &str = "chess.army";

    struct Piece;

    impl Card for Piece {
        fn name(&self) -> &str {
            "Pawn"
        }

        fn kind(&self) -> &str {
            "small"
        }

        fn fewest(&self) -> u16 {
            2
        }

        fn base(&self) -> Option<&Footprint> {
            None
        }

        fn cost(&self, models: u16, _: &BTreeMap<Word, u16>) -> i64 {
            i64::from(models) * 10
        }
    }

    struct Side;

    impl Faction for Side {
        fn id(&self) -> Word {
            Word::new("white")
        }

        fn name(&self) -> &str {
            "White"
        }

        fn cards(&self) -> impl Iterator<Item = Word> {
            std::iter::once(Word::new("pawn"))
        }

        fn armies(&self) -> &[ReadyList] {
            &[]
        }
    }

    fn unit(card: &'static str, name: Option<&str>, models: Option<u16>) -> ListUnit {
        ListUnit { name: name.map(str::to_owned), models, ..ListUnit::of(Word::new(card)) }
    }

    fn judged(units: Vec<ListUnit>) -> Judgement {
        let list = List { units, ..List::new("Army", Word::new("white")) };
        let mut judging = Judging::open(&list, RULES).expect("the list is short");
        let rows =
            judging.rows(Some(&Side), "chess.cards", |side, id| side.cards().any(|own| own == id).then_some(Piece));
        judging.judgement(&rows, 100)
    }

    #[test]
    fn units_are_named_counted_and_priced() {
        let judgement =
            judged(vec![unit("pawn", None, None), unit("pawn", None, Some(5)), unit("pawn", Some("Ann"), None)]);
        let said: Vec<(&str, u16, i32)> =
            judgement.units.iter().map(|unit| (unit.name.as_str(), unit.models, unit.cost)).collect();
        assert_eq!(said, [("Pawn 1", 2, 20), ("Pawn 2", 5, 50), ("Ann", 2, 20)]);
        assert_eq!((judgement.cost, judgement.limit, judgement.faults), (90, 100, Vec::new()));
    }

    #[test]
    fn faults_stand_at_their_units() {
        let judgement = judged(vec![unit("pawn", None, None), unit("rook", Some("\u{7}"), None)]);
        let said: Vec<(Option<Ref>, String)> =
            judgement.faults.iter().map(|fault| (fault.at, fault.to_string())).collect();
        let second = Some(Ref::Unit(UnitId(1)));
        let no_card = "White has no card 'rook'; choose from pawn (chess.cards)".to_owned();
        let no_name = "the name of a unit must have 1 to 40 printable characters (chess.army)".to_owned();
        assert_eq!(said, [(second, no_card), (second, no_name)]);
        assert_eq!((judgement.units[1].name.as_str(), judgement.units[1].kind.as_str()), ("?", "no card"));
    }

    #[test]
    fn what_only_other_games_have_words_for_is_a_fault() {
        let commander = ListUnit { commander: true, ..ListUnit::of(Word::new("pawn")) };
        let crowned =
            ListUnit { options: BTreeMap::from([(Word::new("crown"), 1)]), ..ListUnit::of(Word::new("pawn")) };
        let (marks, units) = (vec![Word::new("painted")], vec![commander, crowned]);
        let list = List { marks, units, ..List::new("Army", Word::new("white")) };
        let mut judging = Judging::open(&list, RULES).expect("the list is short");
        judging.plain();
        let said: Vec<(Option<Ref>, &str)> =
            judging.faults.iter().map(|fault| (fault.at, fault.text.as_str())).collect();
        let at = |unit| Some(Ref::Unit(UnitId(unit)));
        assert_eq!(
            said,
            [
                (None, "an army of this game is not marked 'painted'"),
                (at(0), "an army of this game does not name its commander"),
                (at(1), "cards of this game have no options such as 'crown'"),
            ]
        );
    }

    #[test]
    fn a_list_that_is_too_long_is_not_judged() {
        let units = vec![unit("pawn", None, None); MOST_UNITS + 1];
        let list = List { units, ..List::new("", Word::new("white")) };
        let faults = Judging::open(&list, RULES).expect_err("too long");
        assert_eq!(unjudged(100, faults).faults[0].text, "201 units; an army can have at most 200");
    }

    #[test]
    fn units_of_one_name_get_numbers_that_nobody_else_is_called_by() {
        let names = ["Pawn", "Queen", "Pawn", "Pawn 1", "Pawn"].map(str::to_owned);
        assert_eq!(numbered(&names), ["Pawn 2", "Queen", "Pawn 3", "Pawn 1", "Pawn 4"]);
    }
}
