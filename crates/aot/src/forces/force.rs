//! Forces: what Commanders bring, and whether they may.

use engine::house;
use ground::Footprint;
use roster::{Judging, LONGEST_NAME, MOST_UNITS, at_unit, joined};
use serde::{Deserialize, Serialize};
use vocabulary::{Fault, Judgement, List, ListUnit, Pack, Settings, Word};

use crate::forces::card::{Card, Rank, Size};
use crate::forces::doctrine::Doctrine;
use crate::forces::house::FORM;
use crate::forces::pack::{self, Faction};

/// The agreements that forces are judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForceRules {
    /// The most that a force may cost.
    pub limit: u32,
    /// Whether models of which nobody names a base stand on the smallest of their class.
    pub smallest_bases: bool,
    /// Whether Roughnecks have the Rank Soldiers; otherwise they are Elites.
    pub roughnecks_are_soldiers: bool,
    /// Which edition is played: 1, 2 or 3.
    pub edition: u8,
}

impl Default for ForceRules {
    /// What holds when nothing is said. Carries out `aot.ruling.requisition-default`.
    fn default() -> ForceRules {
        ForceRules::of(&Settings::new())
    }
}

impl ForceRules {
    /// Reads them from the settings of a match, which are the same for all Commanders.
    ///
    /// Carries out `aot.setup.agree-requisition`, `aot.ruling.requisition-default`.
    pub fn of(settings: &Settings) -> ForceRules {
        let chose = |knob, option| house::read(&FORM, settings, knob) == Some(Word::new(option));
        ForceRules {
            limit: house::read(&FORM, settings, "force.requisition-limit").unwrap_or(0),
            smallest_bases: chose("base.defaults", "smallest"),
            roughnecks_are_soldiers: chose("card.roughnecks-rank", "soldiers"),
            edition: house::read(&FORM, settings, "edition").unwrap_or(0),
        }
    }
}

/// A viable force, by value: it goes into the record of a match, and does not change when cards do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// What it is called.
    pub name: String,
    /// Its faction.
    pub faction: Word,
    /// Its formation.
    pub formation: Word,
    /// What it has of both in play.
    #[serde(default)]
    pub doctrine: Doctrine,
    /// Its units, as they are in battle: a character and its Soldiers are one.
    pub units: Vec<ForceUnit>,
}

/// A unit of a force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceUnit {
    /// What it is called; no two units of a force are called alike.
    pub name: String,
    /// What it is made of: one part, or the character first and then its Soldiers.
    pub parts: Vec<Part>,
}

/// Models of one card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The card.
    pub card: Card,
    /// How many models.
    pub models: u16,
    /// The base of each.
    pub base: Footprint,
}

/// Judges a list under the settings of a match, with the packs that somebody brings.
pub fn judge_list(list: &List, settings: &Settings, packs: &[Pack]) -> Judgement {
    let rules = ForceRules::of(settings);
    match pack::read(packs) {
        Ok(brought) => judge_with(list, &rules, &brought).1,
        Err(faults) => roster::unjudged(rules.limit, faults),
    }
}

/// What stands between the names of a character and its Soldiers.
pub(crate) const WITH: &str = " with ";

/// A unit of a list with its card.
type Row<'l> = roster::Row<'l, Card>;

/// The rule by which lists are written.
const WRITTEN: &str = "aot.setup.present-forces";

/// The Rank of a unit whose card is known.
fn rank(row: &Row) -> Option<Rank> {
    row.card.as_ref().map(|card| card.rank)
}

/// Judges a list: the force that it makes, if there is no fault, and every fault at once.
///
/// Carries out `aot.setup.present-forces`.
pub fn judge(list: &List, rules: &ForceRules) -> (Option<Force>, Judgement) {
    judge_with(list, rules, &[])
}

/// Judges a list, as [`judge`] does, that may also be of a faction that somebody brings.
pub fn judge_with(list: &List, rules: &ForceRules, brought: &[Faction]) -> (Option<Force>, Judgement) {
    let mut judging = match Judging::open(list, WRITTEN) {
        Ok(judging) => judging,
        Err(faults) => return (None, roster::unjudged(rules.limit, faults)),
    };
    let faction = judging.faction(&pack::STOCK, brought, "aot.ruling.faction-data");
    judging.plain();
    let formation = find_formation(list, faction, &mut judging.faults);
    let rows = judging.rows(faction, "aot.ruling.faction-data", |faction, id| find_card(faction, id, rules));
    let faults = &mut judging.faults;
    for (at, row) in rows.iter().enumerate() {
        if let Some(card) = &row.card {
            check_size(&row.name, card, row.models, at, faults);
            if let Some(base) = &row.base {
                check_base(&row.name, card.rank, base, at, faults);
            }
        }
    }
    let ranks: Vec<(usize, Rank)> = rows.iter().enumerate().filter_map(|(at, row)| Some((at, rank(row)?))).collect();
    // Without a faction there are no cards, and so no Ranks.
    if faction.is_some() {
        check_ranks(&ranks, |at| rows[at].unit.joins.is_some(), faults);
    }
    let companions = companions(&rows, faults);
    check_cost(rows.iter().map(Row::cost).sum(), rules, faults);

    let judgement = judging.judgement(&rows, rules.limit);
    let (Some(formation), true) = (formation, judgement.faults.is_empty()) else { return (None, judgement) };
    let units = muster(&rows, &companions, rules);
    let doctrine = faction.map(|faction| faction.doctrine(formation)).unwrap_or_default();
    (Some(Force { name: list.name.clone(), faction: list.faction, formation, doctrine, units }), judgement)
}

impl Force {
    /// All that is wrong with a force that comes from a record, which somebody may have changed. Its cards are judged
    /// as they are: those of the packs may have changed since.
    pub fn faults(&self, rules: &ForceRules) -> Vec<Fault> {
        if self.units.len() > MOST_UNITS {
            return vec![Fault::new(WRITTEN, format!("more than {MOST_UNITS} units"))];
        }
        let mut faults = Vec::new();
        faults.extend(roster::misnamed("the force", &self.name, WRITTEN));
        let mut ranks = Vec::new();
        let mut cost = 0;
        for (at, unit) in self.units.iter().enumerate() {
            // Twice the length: a character and its Soldiers, each with a name of its own.
            let is_long = unit.name.chars().count() > 2 * LONGEST_NAME + 20;
            if is_long || unit.name.trim().is_empty() || unit.name.chars().any(char::is_control) {
                faults.push(at_unit(at, WRITTEN, "the name of a unit is missing, too long or cannot be printed"));
            }
            if self.units[..at].iter().any(|other| other.name == unit.name) {
                faults.push(at_unit(at, WRITTEN, "two units have the same name"));
            }
            for part in &unit.parts {
                let wrong = part.card.faults().into_iter();
                faults.extend(wrong.map(|text| at_unit(at, "aot.ruling.faction-data", text)));
                check_size(&unit.name, &part.card, part.models, at, &mut faults);
                check_base(&unit.name, part.card.rank, &part.base, at, &mut faults);
                ranks.push((at, part.card.rank));
                cost += part.card.cost(part.models);
            }
            let together = match &unit.parts[..] {
                [_] => true,
                [first, second] => first.card.rank.may_be_accompanied() && second.card.rank == Rank::Soldiers,
                _ => false,
            };
            if !together {
                let text = format!("{} is neither one kind of model nor a character with Soldiers", unit.name);
                faults.push(at_unit(at, "aot.accompany.one-soldiers-each", text));
            }
        }
        check_ranks(&ranks, |at| self.units[at].parts.len() > 1, &mut faults);
        check_cost(cost, rules, &mut faults);
        faults
    }

    /// A list that makes this force again, as long as its cards are those of the packs.
    pub(crate) fn list(&self, rules: &ForceRules) -> List {
        let mut units = Vec::new();
        for unit in &self.units {
            // Wherever the name of a character and its Soldiers is cut, joined again it is the same.
            let cut = unit.name.split_once(WITH).filter(|_| unit.parts.len() > 1);
            let names = cut.map_or([unit.name.as_str(); 2], |(character, soldiers)| [character, soldiers]);
            for (place, (part, name)) in unit.parts.iter().zip(names).enumerate() {
                let usual = || part.card.rank.size().unnamed_base(rules.smallest_bases);
                let base = part.card.base.clone().unwrap_or_else(usual);
                units.push(ListUnit {
                    name: (name != part.card.name).then(|| name.to_owned()),
                    models: Some(part.models),
                    base: (part.base != base).then(|| part.base.clone()),
                    joins: (place > 0).then(|| unit.parts[0].card.id),
                    ..ListUnit::of(part.card.id)
                });
            }
        }
        List { formation: Some(self.formation), units, ..List::new(&self.name, self.faction) }
    }

    /// What it costs. Carries out `aot.force.requisition-limit`, `aot.spec.requisition`.
    pub fn cost(&self) -> i64 {
        self.units.iter().flat_map(|unit| &unit.parts).map(|part| part.card.cost(part.models)).sum()
    }
}

/// The formation that a list names; one that a faction nobody knows has cannot be judged.
///
/// Carries out `aot.force.formation`, `aot.faction.three-formations`.
fn find_formation(list: &List, faction: Option<&Faction>, faults: &mut Vec<Fault>) -> Option<Word> {
    let there_are = faction.map(|faction| joined(faction.formations.iter().map(|formation| formation.id)));
    let of_them = there_are.map(|ids| format!(": {ids}")).unwrap_or_default();
    let (rule, text) = match list.formation {
        None => ("aot.force.formation", format!("no formation; choose one of the three of the faction{of_them}")),
        Some(id) if faction.is_some_and(|faction| faction.formation(id).is_none()) => (
            "aot.faction.three-formations",
            format!("'{id}' is no formation of {}; choose one of its three{of_them}", list.faction),
        ),
        Some(id) => return Some(id),
    };
    faults.push(Fault::new(rule, text));
    None
}

/// The card of this id, with the Rank that was agreed on. Carries out `aot.ruling.roughnecks-rank`.
fn find_card(faction: &Faction, id: Word, rules: &ForceRules) -> Option<Card> {
    let mut card = faction.card(id, rules.edition)?.clone();
    let is_roughnecks = (faction.id, card.id) == (Word::new("exiles"), Word::new("roughnecks"));
    if is_roughnecks && rules.roughnecks_are_soldiers {
        card.rank = Rank::Soldiers;
    }
    Some(card)
}

/// How many models a unit has. Carries out `aot.rank.leader-size`, `aot.rank.elder-size`, `aot.rank.alchemist-size`,
/// `aot.rank.initiate-size`, `aot.rank.assassin-size`, `aot.rank.elites-size`, `aot.rank.soldiers-size`,
/// `aot.rank.dregs-size`, `aot.rank.abomination-size`, `aot.rank.transport-size`.
fn check_size(name: &str, card: &Card, models: u16, at: usize, faults: &mut Vec<Fault>) {
    let (fewest, most) = card.rank.models();
    if (fewest..=most).contains(&models) {
        return;
    }
    let allowed = match (fewest, most) {
        (1, 1) => counted(1),
        (fewest, most) => format!("{fewest} to {most} models"),
    };
    let text = format!("{name}: {}; a unit of Rank {} has {allowed}", counted(models), card.rank.label());
    faults.push(at_unit(at, card.rank.rule(), text));
}

/// `1 model`, `5 models`.
fn counted(models: u16) -> String {
    if models == 1 { "1 model".to_owned() } else { format!("{models} models") }
}

/// The base that a card or a list names: it must fall into a class, and that class be the one of the Rank.
///
/// Carries out `aot.base.small`, `aot.base.medium`, `aot.base.large`, `aot.ruling.base-size-gaps`, and the sizes of the
/// Ranks as [`check_size`] does.
fn check_base(name: &str, rank: Rank, base: &Footprint, at: usize, faults: &mut Vec<Fault>) {
    let wanted = rank.size();
    let asked = format!("Rank {} stands on {} bases: {}", rank.label(), wanted.label(), wanted.bases());
    match Size::of(base) {
        Some(size) if size == wanted => {}
        Some(size) => {
            let text = format!("{name}: a base of {base} is {}; {asked}", size.label());
            faults.push(at_unit(at, rank.rule(), text));
        }
        None => {
            let text = format!("{name}: a base of {base} is neither Small nor Medium nor Large; {asked}");
            faults.push(at_unit(at, "aot.ruling.base-size-gaps", text));
        }
    }
}

/// How many units of each Rank there are. Soldiers that accompany somebody count.
///
/// Carries out `aot.force.one-leader`, `aot.force.max-one-elder`, `aot.force.max-one-alchemist`,
/// `aot.force.initiate-or-assassin`, `aot.force.max-soldiers`, `aot.force.max-other-ranks`,
/// `aot.ruling.accompanying-count`.
fn check_ranks(ranks: &[(usize, Rank)], joins: impl Fn(usize) -> bool, faults: &mut Vec<Fault>) {
    if !ranks.iter().any(|(_, rank)| *rank == Rank::Leader) {
        faults.push(Fault::new("aot.force.one-leader", "no Leader; a force has exactly 1"));
    }
    let mut at_most = |of: &[Rank], most: usize, rule: &'static str, what: &str, allowed: &str| {
        let places: Vec<usize> = ranks.iter().filter(|(_, rank)| of.contains(rank)).map(|(at, _)| *at).collect();
        if let Some(beyond) = places.get(most) {
            faults.push(at_unit(*beyond, rule, format!("{} {what}; a force has {allowed}", places.len())));
        }
    };
    at_most(&[Rank::Leader], 1, "aot.force.one-leader", "Leaders", "exactly 1");
    at_most(&[Rank::Elder], 1, "aot.force.max-one-elder", "Elders", "at most 1");
    at_most(&[Rank::Alchemist], 1, "aot.force.max-one-alchemist", "Alchemists", "at most 1");
    let either = [Rank::Initiate, Rank::Assassin];
    let rule = "aot.force.initiate-or-assassin";
    at_most(&either, 1, rule, "Initiates and Assassins together", "at most 1 Initiate or 1 Assassin");
    let apart = ranks.iter().filter(|(at, rank)| *rank == Rank::Soldiers && !joins(*at)).count();
    let (rule, what) = if apart > 5 {
        ("aot.force.max-soldiers", "units of Soldiers")
    } else {
        ("aot.ruling.accompanying-count", "units of Soldiers, counting those that accompany somebody")
    };
    at_most(&[Rank::Soldiers], 5, rule, what, "at most 5");
    for rank in [Rank::Elites, Rank::Dregs, Rank::Abomination, Rank::Transport] {
        let what = format!("units of Rank {}", rank.label());
        at_most(&[rank], 3, "aot.force.max-other-ranks", &what, "at most 3");
    }
}

/// Which units accompany which, as places in the list: Soldiers, and the character.
///
/// Carries out `aot.accompany.choice`, `aot.accompany.one-soldiers-each`, `aot.rank.soldiers-accompany`.
fn companions(rows: &[Row], faults: &mut Vec<Fault>) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let Some(joins) = row.unit.joins else { continue };
        if let Some(rank) = rank(row).filter(|rank| *rank != Rank::Soldiers) {
            let text = format!("{} has Rank {}; only Soldiers accompany anybody", row.name, rank.label());
            faults.push(at_unit(at, "aot.rank.soldiers-accompany", text));
        }
        let Some(with) = rows.iter().position(|other| other.card.as_ref().is_some_and(|card| card.id == joins)) else {
            let text = format!("{} cannot accompany '{joins}', which is not in the list", row.name);
            faults.push(at_unit(at, "aot.accompany.choice", text));
            continue;
        };
        let character = &rows[with];
        if let Some(rank) = rank(character).filter(|rank| !rank.may_be_accompanied()) {
            let text = format!(
                "{} cannot accompany {}, which has Rank {}; Soldiers accompany a Leader, an Elder or an Alchemist",
                row.name,
                character.name,
                rank.label()
            );
            faults.push(at_unit(at, "aot.accompany.choice", text));
        }
        if let Some((first, _)) = pairs.iter().find(|(_, other)| *other == with) {
            let (first, name) = (&rows[*first].name, &character.name);
            let text = format!("{} and {first} cannot both accompany {name}; only one unit of Soldiers can", row.name);
            faults.push(at_unit(at, "aot.accompany.one-soldiers-each", text));
        }
        pairs.push((at, with));
    }
    pairs
}

/// What a force costs. Carries out `aot.force.requisition-limit`, `aot.ruling.requisition-default`.
fn check_cost(cost: i64, rules: &ForceRules, faults: &mut Vec<Fault>) {
    let over = cost - i64::from(rules.limit);
    if over > 0 {
        let text = format!("costs {cost} Requisition, {over} over the limit of {}", rules.limit);
        faults.push(Fault::new("aot.force.requisition-limit", text));
    }
}

/// The units of a force as they are in battle, in the order of the list. Carries out `aot.ruling.accompanying-count`.
fn muster(rows: &[Row], companions: &[(usize, usize)], rules: &ForceRules) -> Vec<ForceUnit> {
    let part = |row: &Row| {
        let card = row.card.clone()?;
        let base = row.base.clone().unwrap_or_else(|| card.rank.size().unnamed_base(rules.smallest_bases));
        Some(Part { card, models: row.models, base })
    };
    let (mut names, mut parts) = (Vec::new(), Vec::new());
    for (at, row) in rows.iter().enumerate() {
        if companions.iter().any(|(soldiers, _)| *soldiers == at) {
            continue;
        }
        let soldiers = companions.iter().find(|(_, with)| *with == at).map(|(soldiers, _)| &rows[*soldiers]);
        names.push(match soldiers {
            Some(soldiers) => format!("{}{WITH}{}", row.name, soldiers.name),
            None => row.name.clone(),
        });
        parts.push(part(row).into_iter().chain(soldiers.and_then(part)).collect());
    }
    // Once more, because a player may call a unit just as a character with its Soldiers is called.
    roster::numbered(&names).into_iter().zip(parts).map(|(name, parts)| ForceUnit { name, parts }).collect()
}
