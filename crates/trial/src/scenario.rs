//! Scenario files: a situation, the answers, the dice, and what must come of it.
//!
//! A scenario is a text that a player of the game can read and write; `docs/scenarios.md` is its grammar. It knows no
//! ruleset and is played over the façades, with dice that the text says. It is strict: everything that is scripted must
//! be used, nothing that is not scripted may be asked, and every rule it claims to prove must turn up in its trace.
//!
//! ```
//! use trial::scenario::Scenario;
//!
//! let text = "scenario: Red bids high\ngame: duel\nseats: Red, Blue\nplay:\n  Red: 2\n  dice 4 1\n  stop\n";
//! let scenario = Scenario::parse(text).unwrap();
//! assert_eq!(Scenario::parse(&scenario.to_string()).unwrap(), scenario);
//! ```

mod files;
mod line;
mod parse;
mod print;
mod run;
mod sight;
mod trace;

use std::fmt;

use engine::{Leaving, Order, Scope};
use ground::{Length, Pose};
use vocabulary::{Adjustment, ModelId, Query, Ref, RuleId, Seat, Viewer, Word};

pub use files::{Theatre, Verdict, run_paths, summary};
pub use run::{Passed, Stage};

/// A scenario as it is written: nothing in it has been held against a ruleset yet.
///
/// It prints as a text that is read back to an equal scenario, as long as its texts hold no line break, no quotation
/// mark and no `#`.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What it shows, in a sentence.
    pub title: String,
    /// The game.
    pub game: At<Word>,
    /// The rules it proves, at most [`Scenario::MOST_PROVEN`].
    pub proves: Vec<At<RuleId>>,
    /// The names of the players, in the order of their seats: one word each, with a capital letter.
    pub seats: Vec<At<String>>,
    /// The texts of packs, each beginning on the line below; without comments and indents.
    pub packs: Vec<At<String>>,
    /// The armies of seats.
    pub armies: Vec<At<(Seat, Source)>>,
    /// What is played on.
    pub field: Option<At<Source>>,
    /// Settings unlike the default: name and value, as typed.
    pub settings: Vec<At<(String, String)>>,
    /// The rule by which this set-up must be refused; nothing is played then.
    pub refused: Option<At<Cited>>,
    /// How the position differs from the beginning.
    pub given: Vec<At<Adjustment>>,
    /// What is played and expected, in order.
    pub play: Vec<At<Statement>>,
}

impl Scenario {
    /// A scenario that claims to prove more proves nothing in particular.
    pub const MOST_PROVEN: usize = 5;

    /// Whether a text can be the name of a seat: a capital letter sets it apart from all other words.
    pub fn is_name(text: &str) -> bool {
        text.starts_with(char::is_uppercase) && text.chars().all(|c| c.is_alphanumeric() || c == '-')
    }

    /// The name of a seat, or the way to write a seat that has none.
    fn name(&self, seat: Seat) -> String {
        self.seats.get(seat.index()).map_or_else(|| Ref::Seat(seat).to_string(), |name| name.what.clone())
    }
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, counted in characters.
    pub column: u32,
}

/// Something and where it stands. Things are equal wherever they stand.
#[derive(Clone, Copy, Debug, Default)]
pub struct At<T> {
    /// What it is.
    pub what: T,
    /// Where it stands.
    pub place: Place,
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &At<T>) -> bool {
        self.what == other.what
    }
}

impl<T> From<T> for At<T> {
    fn from(what: T) -> At<T> {
        At { what, place: Place::default() }
    }
}

/// Where an army or a battlefield is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One that is ready, by its id.
    Ready(Word),
    /// A battlefield that is made, from this seed.
    Seed(u64),
    /// The text of its file, which begins on the line below; without comments and indents.
    Written(String),
}

impl Source {
    /// The text of a file that is written out.
    fn written(&mut self) -> Option<&mut String> {
        match self {
            Source::Written(file) => Some(file),
            Source::Ready(_) | Source::Seed(_) => None,
        }
    }
}

/// A rule, and a part of the sentence that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// The rule.
    pub rule: RuleId,
    /// What must occur in the sentence, where anything must.
    pub text: Option<String>,
}

/// A line of what is played. Answers stay as typed: only the ask at hand says in which form they are to be read.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// A seat answers the ask it has.
    Answer(Seat, At<String>),
    /// A seat tries an answer that is refused, and nothing changes.
    Tries(Seat, At<String>, Cited),
    /// The dice that are waited for show this.
    Dice(Vec<i16>),
    /// A seat leaves a standing order, perhaps about one thing only.
    Stands(Seat, Word, Option<Ref>, Option<Amount>, Scope),
    /// A seat withdraws a standing order.
    Withdraws(Seat, Word, Option<Ref>),
    /// A seat leaves the match.
    Leaves(Seat, Leaving),
    /// A seat takes its last answer back, and all agree.
    TakesBack(Seat),
    /// The players agree to change the position.
    Agreed(Adjustment),
    /// Something must be so.
    Expect(Expect),
    /// The scenario ends although the match does not.
    Stop,
}

/// The number of a standing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A count.
    Number(i32),
    /// A length.
    Length(Length),
}

/// What must be so.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// A seat is asked something by this rule.
    Asked(Seat, Cited),
    /// A seat is asked nothing.
    NotAsked(Seat),
    /// An answer is legal, or is not.
    May(Seat, bool, At<String>),
    /// Since the last line that was played, a seat heard of this, or did not.
    Hears(Seat, bool, Cited),
    /// A viewer sees this.
    Sees(Viewer, Claim),
    /// A question about the position is answered by this rule.
    Shows(Query, Cited),
    /// The last roll needs this.
    Need(i16),
    /// The last roll is modified like this by a rule, or not at all.
    Modifier(RuleId, Option<i16>),
    /// The match is over, and these seats won or share a draw.
    Over(Vec<Seat>, Option<RuleId>),
}

/// Something about a position. Most claims can be expected as well as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A counter has this value.
    Counter(Ref, Word, i32),
    /// There is no such counter, or it is not to be seen.
    NoCounter(Ref, Word),
    /// So many things of a seat are known to exist, but not seen.
    Hides(Ref, Word, u16),
    /// A seat has laid aside dice that show this, in this order.
    Pool(Ref, Vec<i16>),
    /// A model stands here.
    Stands(ModelId, Pose),
    /// A seat, unit or model is out of play, or is not.
    Gone(Ref, bool),
    /// Something bears a mark, or does not.
    Marked(Ref, Word, bool),
    /// The match stands in this round and this phase.
    Moment(Option<u16>, Option<Word>),
}

/// What is wrong with a scenario, and where; without a name of its file it begins with the line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScenarioError {
    /// The file.
    pub name: String,
    /// Where in it.
    pub place: Place,
    /// A sentence.
    pub text: String,
}

impl ScenarioError {
    fn new(place: Place, text: impl Into<String>) -> ScenarioError {
        ScenarioError { name: String::new(), place, text: text.into() }
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = if self.name.is_empty() { "" } else { ":" };
        write!(f, "{}{between}{}:{}: {}", self.name, self.place.line, self.place.column, self.text)
    }
}

/// The words for how a seat leaves.
const LEAVINGS: [(&str, Leaving); 3] =
    [("conceded", Leaving::Conceded), ("out-of-time", Leaving::OutOfTime), ("vanished", Leaving::Vanished)];

/// The order as the engine takes it.
fn order_of(order: Word, about: Option<Ref>, amount: Option<Amount>, scope: Scope) -> Order {
    let value = amount.map(|amount| match amount {
        Amount::Number(n) => n,
        Amount::Length(length) => length.0,
    });
    Order { order, about, value, scope }
}

#[cfg(test)]
mod tests;
