//! Runs any ruleset: asks players, rolls dice, tells facts, and keeps the record from which all of it can be had again.
//!
//! A ruleset implements [`Rules`]. Its procedure runs at a [`Table`] and touches the world in three ways only: it asks,
//! rolls and tells. A [`Match`] is its set-up and its history; whatever else there is to know follows from playing
//! the history again. When nobody answers, the procedure leaves with a [`Pending`] ask and is run again from the last
//! checkpoint once the answer is there, so that rules stay straight-line code whoever plays.
//!
//! - [`Rules`], [`Table`], [`Flow`]: what a ruleset is written with;
//! - [`Match`], [`Players`], [`Situation`]: what plays it;
//! - [`Record`]: what is kept, as text, with its hashes;
//! - [`Ruleset`], [`Hosted`]: the façades for whoever knows no ruleset;
//! - [`Choices`]: questions that are a choice of tokens;
//! - [`mod@house`]: the settings of a match, from the rulebook;
//! - [`mod@terms`]: the words of a game, each stated once.
//!
//! There is no I/O, no clock and no randomness here but the dice of the match.

mod choosing;
mod codes;
mod history;
mod host;
pub mod house;
mod matches;
mod odds;
mod orders;
mod players;
mod record;
mod rules;
mod ruleset;
mod table;
mod tactics;
pub mod terms;

pub use choosing::{Choices, Several, Tokens};
pub use codes::{no_odds, no_packs};
pub use history::{By, Entry, Face, Fingerprint, History, Leaving, Throws};
pub use host::{Host, Hosted, Waiting};
pub use matches::{Diverged, Match, Pending};
pub use odds::{Clash, Contingent, Figure, Forecast};
pub use orders::{ASK_EVERYTHING, standing_orders};
pub use players::{Nobody, Players, Situation, Watch, hear, hear_roll};
pub use record::{LONGEST as LONGEST_RECORD, Origin, Record, RecordError, Report, game_of, sealed, verify};
pub use rules::{Drafted, Flow, Manual, Options, PackForm, Pause, Progress, Rules, Told};
pub use ruleset::{Bots, Game, Holder, Playout, Ruleset, StartError};
pub use table::{Seen, Table};
pub use tactics::{Idea, Tactics};
pub use vocabulary::{Offer, Order, Scope};
