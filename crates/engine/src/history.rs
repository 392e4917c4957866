//! The history of a match: answers and dice by value, and what the players agreed on.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{Adjustment, Answer, AskId, Outcome, Seat, Word};

/// One thing that came into the match from outside, or a mark that lets it be checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// A seat answered an ask.
    Answer {
        /// The ask.
        ask: AskId,
        /// The seat.
        seat: Seat,
        /// Its answer.
        gives: Answer,
        /// Who gave it in the seat's name.
        #[serde(default, skip_serializing_if = "By::is_player")]
        by: By,
    },
    /// Dice fell.
    Dice {
        /// The number of the first die; the others follow.
        first: u32,
        /// What they show.
        shown: Throws,
    },
    /// A seat left a standing order, or withdrew it.
    Standing {
        /// The seat.
        seat: Seat,
        /// The order.
        order: Order,
        /// Whether it is given, not withdrawn.
        given: bool,
    },
    /// The match stands again as it did after the first so many entries.
    ///
    /// Taking this very entry back brings back what it undid: undo and redo are the same thing.
    Undone {
        /// How many entries.
        to: u32,
        /// Who agreed, in ascending order.
        agreed: Vec<Seat>,
    },
    /// The players agreed to change the position.
    Adjusted {
        /// The changes.
        changes: Vec<Adjustment>,
        /// Who agreed, in ascending order.
        agreed: Vec<Seat>,
    },
    /// A seat left.
    Left {
        /// The seat.
        seat: Seat,
        /// How.
        how: Leaving,
    },
    /// A point from which the state alone says how to go on.
    Checkpoint {
        /// The fingerprint of all facts told so far.
        facts: Fingerprint,
    },
    /// The match ended.
    Over {
        /// How.
        outcome: Outcome,
        /// The fingerprint of all facts told.
        facts: Fingerprint,
    },
}

/// Who gave an answer in a seat's name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Whoever holds the seat.
    #[default]
    Player,
    /// The engine, because there was no other legal answer.
    Rules,
    /// A standing order of the seat.
    Order,
    /// Nobody: the seat has left, or all others have.
    Absence,
}

impl By {
    fn is_player(&self) -> bool {
        *self == By::Player
    }
}

/// A standing order: an answer given in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Which of the ruleset's orders.
    pub order: Word,
    /// Its number, where it has one: a length in units, a count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// How long it holds.
    #[serde(default, skip_serializing_if = "Scope::is_match")]
    pub scope: Scope,
}

/// How long a standing order holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Until it is withdrawn.
    #[default]
    Match,
    /// Until the next checkpoint.
    Step,
}

impl Scope {
    fn is_match(&self) -> bool {
        *self == Scope::Match
    }
}

/// How a seat left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leaving {
    /// It gave up.
    Conceded,
    /// Its time ran out.
    OutOfTime,
    /// It was not seen again.
    Vanished,
}

/// A hash of facts, SipHash-1-3 of their compact form, written as sixteen hexadecimal digits.
///
/// It shows where a replay goes another way. It guards against no forger: facts follow from answers and dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u64);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Fingerprint {
    type Err = String;

    fn from_str(text: &str) -> Result<Fingerprint, String> {
        let plain = text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let read = if plain { u64::from_str_radix(text, 16).ok() } else { None };
        read.map(Fingerprint).ok_or_else(|| "a fingerprint has sixteen hexadecimal digits".to_owned())
    }
}

/// Dice as they fell, written `d6 4 2 6 d3 1`: a side is counted from 1 in the order of the die's faces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Throws(pub SmallVec<[Face; 8]>);

/// One die as it fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// How many sides the die has.
    pub sides: u16,
    /// Which of them it shows, counted from 0.
    pub side: u16,
}

impl fmt::Display for Throws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sides = 0;
        for (at, face) in self.0.iter().enumerate() {
            if face.sides != sides {
                sides = face.sides;
                write!(f, "{}d{sides}", if at > 0 { " " } else { "" })?;
            }
            write!(f, " {}", u32::from(face.side) + 1)?;
        }
        Ok(())
    }
}

impl FromStr for Throws {
    type Err = String;

    fn from_str(text: &str) -> Result<Throws, String> {
        let unreadable = || "dice are written like d6 4 2 6".to_owned();
        let mut throws = Throws::default();
        let mut sides: u16 = 0;
        for part in text.split(' ') {
            if let Some(number) = part.strip_prefix('d') {
                sides = number.parse().map_err(|_| unreadable())?;
                continue;
            }
            let shown: u32 = part.parse().map_err(|_| unreadable())?;
            if !(1..=u32::from(sides)).contains(&shown) {
                return Err(format!("a die with {sides} sides cannot show {shown}"));
            }
            throws.0.push(Face { sides, side: u16::try_from(shown - 1).map_err(|_| unreadable())? });
        }
        Ok(throws)
    }
}

chance::serde_as_text!(Fingerprint, Throws);

/// All entries, and which of them still count.
///
/// Entries are only ever added. `live` lists those that were not undone; rules read them from `cursor` on and add new
/// ones when there are none left.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The number of the first entry kept here; a fork leaves out what lies before its checkpoint.
    base: u32,
    entries: Vec<Entry>,
    live: Vec<u32>,
    /// How many live entries the rules have read.
    cursor: usize,
    /// How many live entries are known to be legal.
    checked: usize,
    /// How many dice have fallen, undone ones included.
    thrown: u32,
    /// How often something was undone.
    pub(crate) undone: usize,
    /// How many answers players gave.
    decisions: u64,
    /// Whether nothing is kept: entries are counted and forgotten.
    forgets: bool,
}

impl History {
    /// No match has more entries: a longer text is not worth reading.
    pub(crate) const MOST_ENTRIES: usize = 1 << 17;
    /// No match takes back more often, because each of them is played again when a record is verified.
    pub(crate) const MOST_UNDONE: usize = 300;

    /// A history without entries, with room for those of a short match.
    pub(crate) fn new() -> History {
        History { entries: Vec::with_capacity(64), live: Vec::with_capacity(64), ..History::default() }
    }

    /// A history that only counts.
    pub(crate) fn forgetful() -> History {
        History { forgets: true, ..History::default() }
    }

    /// Whether nothing is kept.
    pub fn forgets(&self) -> bool {
        self.forgets
    }

    /// How many answers players gave, undone ones included.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// A history read from outside; nothing in it is taken to be legal.
    ///
    /// # Errors
    /// A sentence, and the number of the entry it is about.
    pub(crate) fn from_outside(entries: Vec<Entry>) -> Result<History, (u32, String)> {
        let mut history = History::default();
        if entries.len() > History::MOST_ENTRIES {
            return Err((0, format!("a match has at most {} entries", History::MOST_ENTRIES)));
        }
        for (at, entry) in (0..).zip(entries) {
            match &entry {
                Entry::Undone { .. } if history.undone >= History::MOST_UNDONE => {
                    return Err((at, format!("a match can be taken back at most {} times", History::MOST_UNDONE)));
                }
                Entry::Adjusted { changes, .. } if !changes.iter().all(Adjustment::is_sane) => {
                    return Err((at, "its changes are too large".to_owned()));
                }
                Entry::Undone { to, .. } if *to >= at => {
                    return Err((at, format!("it goes back to entry {to}, which does not lie before it")));
                }
                Entry::Dice { first, .. } if *first != history.thrown => {
                    return Err((at, format!("its first die has number {first}, but {} have fallen", history.thrown)));
                }
                Entry::Answer { gives, .. } if !gives.is_sane() => {
                    return Err((at, "its answer is too large".to_owned()));
                }
                _ => {}
            }
            history.add(entry);
        }
        Ok(history)
    }

    /// Starts reading from the beginning.
    pub(crate) fn rewind(&mut self, cursor: usize) {
        self.cursor = cursor;
    }

    /// The number of the next ask: where its answer will stand, unless something else comes in between.
    pub(crate) fn next_ask(&self) -> AskId {
        self.live.get(self.cursor).copied().unwrap_or_else(|| self.end())
    }

    /// One past the number of the last entry.
    pub(crate) fn end(&self) -> u32 {
        self.base + self.entries.len() as u32
    }

    pub(crate) fn cursor(&self) -> usize {
        self.cursor
    }

    /// How many dice have fallen, undone ones included.
    pub fn thrown(&self) -> u32 {
        self.thrown
    }

    /// The next entry the rules have not read.
    #[inline]
    pub(crate) fn peek(&self) -> Option<&Entry> {
        self.live.get(self.cursor).map(|at| &self.entries[(at - self.base) as usize])
    }

    /// Takes every entry for one that was checked: whoever kept it vouches for it.
    pub(crate) fn trust(&mut self) {
        self.checked = self.live.len();
    }

    /// Whether the next entry must be checked before it counts.
    pub(crate) fn is_unchecked(&self) -> bool {
        self.cursor >= self.checked
    }

    /// Goes past the next entry, which is now known to be legal.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.cursor += 1;
        self.checked = self.checked.max(self.cursor);
    }

    /// Adds an entry the rules have read already.
    #[inline]
    pub(crate) fn push_read(&mut self, entry: Entry) {
        debug_assert!(self.cursor == self.live.len(), "something is left to be read");
        self.add(entry);
        self.pass();
    }

    /// Adds an answer that was given just now.
    #[inline]
    pub(crate) fn push_answer(&mut self, ask: AskId, seat: Seat, answer: &Answer, by: By) {
        if self.forgets {
            self.base += 1;
            self.decisions += u64::from(by == By::Player);
        } else {
            self.push_read(Entry::Answer { ask, seat, gives: answer.clone(), by });
        }
    }

    /// Adds dice that fell just now.
    #[inline]
    pub(crate) fn push_dice(&mut self, first: u32, shown: Throws) {
        if self.forgets {
            self.base += 1;
            self.thrown += shown.0.len() as u32;
        } else {
            self.push_read(Entry::Dice { first, shown });
        }
    }

    /// Adds an entry that is known to be legal and still to be read.
    pub(crate) fn push_checked(&mut self, entry: Entry) {
        self.add(entry);
        self.checked = self.live.len();
    }

    #[inline]
    fn add(&mut self, entry: Entry) {
        debug_assert!(!self.forgets, "a match that keeps no history is played by players who always answer");
        match &entry {
            Entry::Answer { by: By::Player, .. } => self.decisions += 1,
            Entry::Dice { shown, .. } => self.thrown += shown.0.len() as u32,
            Entry::Undone { to, .. } => {
                self.live = self.live_after(*to);
                self.undone += 1;
                self.checked = self.checked.min(self.live.len());
                self.entries.push(entry);
                return;
            }
            _ => {}
        }
        self.live.push(self.end());
        self.entries.push(entry);
    }

    /// The entries that counted after the first `end` ones.
    fn live_after(&self, end: u32) -> Vec<u32> {
        let mut live = Vec::new();
        let mut at = end;
        while at > self.base {
            if let Entry::Undone { to, .. } = &self.entries[(at - self.base) as usize - 1] {
                at = *to;
            } else {
                at -= 1;
                live.push(at);
            }
        }
        live.reverse();
        live
    }

    /// All entries that count, in order.
    pub fn live(&self) -> impl DoubleEndedIterator<Item = (u32, &Entry)> {
        self.live.iter().map(|at| (*at, &self.entries[(at - self.base) as usize]))
    }

    /// The entries that would no longer count if the match went back to `to`.
    pub(crate) fn lost_by_going_back(&self, to: u32) -> impl Iterator<Item = &Entry> {
        let kept = self.live_after(to);
        self.live().filter(move |(at, _)| kept.binary_search(at).is_err()).map(|(_, entry)| entry)
    }

    /// Every entry, undone ones included.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// A copy that begins at the live entry `cursor` and forgets what lies before.
    pub(crate) fn tail(&self, cursor: usize) -> History {
        let live: Vec<u32> = self.live[cursor..].to_vec();
        let base = live.first().copied().unwrap_or_else(|| self.end());
        let entries = self.entries[(base - self.base) as usize..].to_vec();
        History { base, entries, checked: live.len(), live, cursor: 0, ..self.clone_counts() }
    }

    fn clone_counts(&self) -> History {
        let (thrown, undone, decisions) = (self.thrown, self.undone, self.decisions);
        History { thrown, undone, decisions, ..History::default() }
    }

    /// Drops entries at the end that count and that are not wanted; only a fork may forget.
    pub(crate) fn drop_from_end(&mut self, unwanted: impl Fn(u32, &Entry) -> bool) {
        let (base, entries) = (self.base, &self.entries);
        self.live.retain(|at| !unwanted(*at, &entries[(at - base) as usize]));
        self.checked = self.live.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: i32) -> Entry {
        Entry::Answer { ask: 0, seat: Seat(0), gives: Answer::Number(n), by: By::Player }
    }

    fn undone(to: u32) -> Entry {
        Entry::Undone { to, agreed: vec![Seat(0)] }
    }

    fn check(entries: Vec<Entry>, live: &[u32]) {
        let history = History::from_outside(entries).unwrap();
        assert_eq!(history.live, live);
    }

    #[test]
    fn going_back_drops_what_came_later() {
        check(vec![number(1), number(2), undone(1), number(3)], &[0, 3]);
    }

    #[test]
    fn going_back_before_an_undo_brings_back_what_it_undid() {
        check(vec![number(1), number(2), undone(1), number(3), undone(2)], &[0, 1]);
        check(vec![number(1), number(2), undone(0), undone(2), number(4)], &[0, 1, 4]);
    }

    #[test]
    fn dice_are_numbered_on_through_what_was_undone() {
        let dice = |first| Entry::Dice { first, shown: "d6 1 2".parse().unwrap() };
        let history = History::from_outside(vec![dice(0), undone(0), dice(2)]).unwrap();
        assert_eq!(history.thrown(), 4);
        assert!(History::from_outside(vec![dice(0), undone(0), dice(0)]).is_err());
    }

    #[test]
    fn a_history_that_goes_back_to_its_own_future_is_refused() {
        assert!(History::from_outside(vec![undone(0)]).is_err());
        assert!(History::from_outside(vec![number(1), undone(7)]).is_err());
    }

    #[test]
    fn dice_are_printed_and_read_back() {
        for text in ["d6 4 2 6", "d6 4 d3 1 d6 6", "d65535 65535"] {
            assert_eq!(text.parse::<Throws>().unwrap().to_string(), text);
        }
        for bad in ["", "4", "d6 7", "d6 0", "d0 1", "d6 x", "d 1", "d99999 1"] {
            assert!(bad.parse::<Throws>().is_err(), "{bad}");
        }
    }
}
