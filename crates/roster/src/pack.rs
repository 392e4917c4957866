//! Packs: files that add to what lists can name, read with the line of everything that is wrong in them.
//!
//! A game says how its files are written and what is wrong with a card; that every fault is found at once, with its
//! line, that armies in a pack are read like army files, and that no id is there twice, is the same for all games.

use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use vocabulary::{Fault, List, ListUnit, Pack, ReadyList, Ref, RuleId, Word};

use crate::text::{ReadError, line_and_column, name_fault, read_within, text_fault};

/// No more faults of a pack than this are named one by one.
const MOST_FAULTS: usize = 100;
/// Most armies in a pack.
const MOST_ARMIES: usize = 20;

/// Something wrong with a pack, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct PackFault {
    /// The name of the file.
    pub file: String,
    /// The line, from 1; none where the file as a whole is meant.
    pub line: Option<usize>,
    /// What is wrong.
    pub sentence: String,
}

/// As editors understand it: `exiles.toml:12: …`.
impl fmt::Display for PackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.sentence),
            None => write!(f, "{}: {}", self.file, self.sentence),
        }
    }
}

/// An army in a pack: what a file of its own would say, and an id. Game and faction go without saying.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyTable {
    id: Word,
    game: Option<Word>,
    name: String,
    #[serde(default)]
    text: String,
    faction: Option<Word>,
    formation: Option<Word>,
    #[serde(default)]
    marks: Vec<Word>,
    #[serde(rename = "unit", default)]
    units: Vec<Spanned<ListUnit>>,
}

/// A pack that is being read: its text, and what was found to be wrong so far.
#[derive(Debug)]
pub struct Reading<'a> {
    file: &'a str,
    text: &'a str,
    faults: Vec<PackFault>,
}

impl<'a> Reading<'a> {
    /// Reads a file as the game writes it. `file` is what it is called in faults.
    ///
    /// # Errors
    /// The first word that does not belong there.
    pub fn open<T: DeserializeOwned>(file: &'a str, text: &'a str) -> Result<(T, Reading<'a>), Vec<PackFault>> {
        let mut reading = Reading { file, text, faults: Vec::new() };
        match read_within(Pack::LONGEST, text) {
            Ok(read) => return Ok((read, reading)),
            Err(ReadError::At { line, sentence, .. }) => reading.fault(Some(line), sentence),
            Err(error @ ReadError::TooLong(_)) => reading.fault(None, error.to_string()),
        }
        Err(reading.faults)
    }

    /// The line in which something begins.
    pub fn line<T>(&self, of: &Spanned<T>) -> Option<usize> {
        Some(line_and_column(self.text, of.span().start).0)
    }

    /// Notes what is wrong in a line.
    pub fn fault(&mut self, line: Option<usize>, sentence: impl Into<String>) {
        self.faults.push(PackFault { file: self.file.to_owned(), line, sentence: sentence.into() });
    }

    /// Notes what is wrong with something, if anything is; each sentence begins with what it is.
    pub fn faults<T>(&mut self, of: &Spanned<T>, what: &str, sentences: Vec<String>) {
        let line = self.line(of);
        for sentence in sentences {
            self.fault(line, format!("{what}: {sentence}"));
        }
    }

    /// Goes on only if nothing was found to be wrong so far.
    ///
    /// # Errors
    /// All that was.
    pub fn sound(&mut self) -> Result<(), Vec<PackFault>> {
        if self.faults.is_empty() { Ok(()) } else { Err(std::mem::take(&mut self.faults)) }
    }

    /// Notes it if a name or a text cannot be shown as one.
    pub fn heading(&mut self, name: &Spanned<String>, text: &Spanned<String>) {
        for (of, wrong) in [(name, name_fault(name.get_ref())), (text, text_fault(text.get_ref()))] {
            if let Some(sentence) = wrong {
                self.fault(self.line(of), sentence);
            }
        }
    }

    /// Notes it if there are more of something than there may be in `within`; says whether there are not.
    pub fn at_most<T>(&mut self, most: usize, all: &[Spanned<T>], what: &str, within: &str) -> bool {
        if let Some(beyond) = all.get(most) {
            let sentence = format!("{} {what}; {within} has at most {most}", all.len());
            self.fault(self.line(beyond), sentence);
        }
        all.len() <= most
    }

    /// Notes it if there are more armies than a pack may have.
    pub fn count_armies(&mut self, armies: &[Spanned<ArmyTable>]) {
        self.at_most(MOST_ARMIES, armies, "armies", "a pack");
    }

    /// Notes it if another has the id of something already.
    pub fn free(&mut self, line: Option<usize>, what: &str, id: Word, taken: impl Fn(Word) -> bool) {
        if taken(id) {
            self.fault(line, format!("there is already {what} '{id}'; choose another id"));
        }
    }

    /// The armies of a pack for a game, of its faction. `judge` finds what is wrong with a list; no army may have the id
    /// of another, nor one of those that are `taken`.
    pub fn armies(
        &mut self,
        armies: Vec<Spanned<ArmyTable>>,
        (game, faction): (Word, Word),
        judge: impl Fn(&List) -> Vec<Fault>,
        taken: impl Fn(Word) -> bool,
    ) -> Vec<ReadyList> {
        let (before, mut ready): (usize, Vec<(ReadyList, Option<usize>)>) = (self.faults.len(), Vec::new());
        for army in armies {
            let here = self.line(&army);
            let own = army.into_inner();
            if ready.iter().any(|(other, _)| other.id == own.id) {
                self.fault(here, format!("there are two armies '{}'", own.id));
            }
            let list = own.list(faction);
            let mut wrong: Vec<(Option<usize>, String)> = Vec::new();
            if let Some(game) = own.game.filter(|named| *named != game) {
                wrong.push((here, format!("this is an army for '{game}', but the pack is for another game")));
            } else if list.faction != faction {
                wrong.push((here, format!("this is an army of '{}', but the pack is '{faction}'", list.faction)));
            } else {
                let line_of = |fault: &Fault| match fault.at {
                    Some(Ref::Unit(unit)) => own.units.get(unit.index()).and_then(|unit| self.line(unit)).or(here),
                    _ => here,
                };
                wrong.extend(judge(&list).iter().map(|fault| (line_of(fault), fault.to_string())));
            }
            wrong.extend(text_fault(&own.text).map(|sentence| (here, sentence)));
            for (line, sentence) in wrong {
                self.fault(line, format!("army '{}': {sentence}", own.id));
            }
            ready.push((ReadyList { id: own.id, list, text: own.text }, here));
        }
        // Of armies that are wrong otherwise this would only be more to read.
        if self.faults.len() == before {
            for (army, line) in &ready {
                self.free(*line, "an army", army.id, &taken);
            }
        }
        ready.into_iter().map(|(army, _)| army).collect()
    }
}

impl ArmyTable {
    /// The list, of the faction of the pack unless it names another.
    fn list(&self, faction: Word) -> List {
        let units = self.units.iter().map(|unit| unit.get_ref().clone()).collect();
        List {
            name: self.name.clone(),
            faction: self.faction.unwrap_or(faction),
            formation: self.formation,
            marks: self.marks.clone(),
            units,
        }
    }
}

/// Reads the packs that somebody brings, one after the other: `open` reads one and knows those before it.
///
/// # Errors
/// Every fault of every pack, by the rule that lets packs be brought; each begins with the file and the line. Of a pack
/// with very many, the first ones and how many more there are: a file from anywhere must not flood a screen.
pub fn bring<T>(
    packs: &[Pack],
    rule: &RuleId,
    open: impl Fn(&[T], &Pack) -> Result<T, Vec<PackFault>>,
) -> Result<Vec<T>, Vec<Fault>> {
    let mut faults = Pack::faults(packs, rule);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut brought: Vec<T> = Vec::new();
    for pack in packs {
        match open(&brought, pack) {
            Ok(read) => brought.push(read),
            Err(wrong) => {
                let fault = |text: String| Fault { rule: rule.clone(), at: None, text };
                faults.extend(wrong.iter().take(MOST_FAULTS).map(|wrong| fault(wrong.to_string())));
                if wrong.len() > MOST_FAULTS {
                    faults.push(fault(format!("{}: and {} more faults", pack.file, wrong.len() - MOST_FAULTS)));
                }
            }
        }
    }
    if faults.is_empty() { Ok(brought) } else { Err(faults) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Word = Word::new("chess");
    const RULE: RuleId = RuleId::of("chess.packs");

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        id: Spanned<Word>,
        #[serde(rename = "army", default)]
        armies: Vec<Spanned<ArmyTable>>,
    }

    /// A pack of a game in which an army of more than one unit is too large.
    fn open(brought: &[(Word, Vec<ReadyList>)], pack: &Pack) -> Result<(Word, Vec<ReadyList>), Vec<PackFault>> {
        let (file, mut reading): (File, Reading) = Reading::open(&pack.file, &pack.text)?;
        reading.count_armies(&file.armies);
        reading.sound()?;
        let judge = |list: &List| {
            let at = Some(Ref::Unit(vocabulary::UnitId(1)));
            list.units.iter().skip(1).map(|_| Fault { at, ..Fault::new("chess.one", "one is enough") }).collect()
        };
        let taken = |id| brought.iter().any(|(_, armies)| armies.iter().any(|army| army.id == id));
        let armies = reading.armies(file.armies, (GAME, *file.id.get_ref()), judge, taken);
        reading.sound()?;
        Ok((file.id.into_inner(), armies))
    }

    fn said(texts: &[&str]) -> Vec<String> {
        let packs: Vec<Pack> = texts
            .iter()
            .zip(1..)
            .map(|(text, n)| Pack { file: format!("{n}.toml"), text: (*text).to_owned() })
            .collect();
        bring(&packs, &RULE, open)
            .map_or_else(|faults| faults.into_iter().map(|fault| fault.text).collect(), |_| vec![])
    }

    #[test]
    fn every_fault_of_every_pack_has_its_file_and_line() {
        let army = "[[army]]\nid = \"white\"\nname = \"White\"\n";
        let unit = "[[army.unit]]\ncard = \"pawn\"\n";
        assert_eq!(said(&[&format!("id = \"a\"\n{army}{unit}")]), [""; 0]);
        let large = format!("id = \"a\"\n{army}{unit}{unit}");
        let other = "id = \"b\"\ncolour = \"red\"";
        let faults = said(&[&large, other]);
        assert_eq!(faults[0], "1.toml:7: army 'white': one is enough (chess.one)");
        assert!(faults[1].starts_with("2.toml:2: unknown field `colour`"), "{faults:?}");
        let twice = format!("id = \"a\"\n{army}{army}");
        assert_eq!(said(&[&twice]), ["1.toml:5: there are two armies 'white'"]);
        let elsewhere = format!("id = \"a\"\n{army}faction = \"b\"");
        assert_eq!(said(&[&elsewhere]), ["1.toml:2: army 'white': this is an army of 'b', but the pack is 'a'"]);
        let for_draughts = format!("id = \"a\"\n{army}game = \"draughts\"");
        assert!(said(&[&for_draughts])[0].starts_with("1.toml:2: army 'white': this is an army for 'draughts'"));
    }

    #[test]
    fn an_id_that_is_taken_is_named_in_a_pack_that_is_fine_otherwise() {
        let pack = "id = \"a\"\n[[army]]\nid = \"white\"\nname = \"White\"";
        assert_eq!(said(&[pack, pack]), ["2.toml:2: there is already an army 'white'; choose another id"]);
    }

    #[test]
    fn very_many_faults_are_counted() {
        let units = "[[army.unit]]\ncard = \"pawn\"\n".repeat(120);
        let faults = said(&[&format!("id = \"a\"\n[[army]]\nid = \"white\"\nname = \"White\"\n{units}")]);
        assert_eq!((faults.len(), faults[100].as_str()), (101, "1.toml: and 19 more faults"));
    }
}
