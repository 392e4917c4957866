//! The bodies of requests and responses over HTTP.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use store::{Kept, Token};
use utoipa::ToSchema;
use vocabulary::{Event, Fault, Lesson, List, Order, Outcome, Seat, Setting, Setup, Term, View, Word};

use crate::problem::Problem;

/// A game, with all that a page needs to know of it before a match.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct GameInfo {
    /// Its id.
    #[schema(value_type = String)]
    pub id: Word,
    /// The version of its rules.
    pub version: u32,
    /// What it is called.
    pub name: String,
    /// What it is, in a sentence or two.
    pub text: String,
    /// The fewest and the most that can play.
    #[schema(value_type = Vec<u8>)]
    pub seats: (u8, u8),
    /// The form of its settings.
    #[schema(value_type = Vec<Object>)]
    pub settings: Vec<Setting>,
    /// Its words.
    #[schema(value_type = Vec<Object>)]
    pub terms: Vec<Term>,
    /// Ready-made armies.
    pub armies: Vec<ArmyInfo>,
    /// Whether people can bring packs with factions of their own.
    pub packs: bool,
    /// Ready-made battlefields: their names, and what they are like.
    pub fields: Vec<Recap>,
    /// The levels of bots, the weakest first.
    #[schema(value_type = Vec<Object>)]
    pub bots: Vec<Term>,
    /// The standing orders that seats may give.
    #[schema(value_type = Vec<Object>)]
    pub orders: Vec<Term>,
    /// Those of somebody who wants to play at once, with all preparation done.
    #[schema(value_type = Vec<Object>)]
    pub quick_start: Vec<Order>,
    /// What a first-time player is told, step by step.
    #[schema(value_type = Vec<Object>)]
    pub lessons: Vec<Lesson>,
    /// The titles of rules, by their ids.
    pub titles: BTreeMap<String, String>,
}

/// A ready-made army.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct ArmyInfo {
    /// Its id.
    #[schema(value_type = String)]
    pub id: Word,
    /// How it plays, in a sentence or two.
    pub text: String,
    /// What its faction is called.
    pub faction: String,
    /// What it costs.
    pub cost: i32,
    /// The list.
    #[schema(value_type = Object)]
    pub list: List,
}

/// Something that can be picked by its id.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct Recap {
    /// Its id.
    pub id: String,
    /// What it is called or like.
    pub text: String,
}

/// What a match would look like before anything happens.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct Opening {
    /// What everybody would see, if it can be played.
    #[schema(value_type = Option<Object>)]
    pub view: Option<View>,
    /// All that is wrong with it, each with its rule.
    #[schema(value_type = Vec<Object>)]
    pub faults: Vec<Fault>,
}

/// The armies available with the packs that someone brings.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct Armies {
    /// All ready-made armies, if the packs are fine.
    pub armies: Vec<ArmyInfo>,
    /// All that is wrong with the packs, each with its file, its line and its rule.
    #[schema(value_type = Vec<Object>)]
    pub faults: Vec<Fault>,
}

/// A promise about dice, made before anyone adds to them.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct Promise {
    /// The id to name when the match starts.
    pub id: String,
    /// The hash of the secret.
    pub commitment: String,
}

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, ts_rs::TS)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum HolderChoice {
    /// A person at this page.
    Person,
    /// A bot of this level.
    Bot {
        /// The level.
        #[schema(value_type = String)]
        level: Word,
    },
}

/// Where the dice of a match come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, ts_rs::TS)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum DiceFrom {
    /// From a secret that was promised, mixed with what the seats add: one text for each.
    Promised {
        /// The promise.
        promise: String,
        /// What each seat adds.
        contributions: Vec<String>,
    },
    /// From people, who type in what real dice show.
    Typed,
}

/// A match to start.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The game.
    #[schema(value_type = String)]
    pub game: Word,
    /// Players, armies, settings and battlefield.
    #[schema(value_type = Object)]
    pub setup: Setup,
    /// Who holds each seat.
    pub holders: Vec<HolderChoice>,
    /// Where the dice come from.
    pub dice: DiceFrom,
    /// Standing orders that seats give before anything else, as far as the match does not end before somebody is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    pub orders: Vec<(Seat, Order)>,
}

/// A match that was started.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct Begun {
    /// Its id.
    pub id: String,
}

/// A match, as a list of matches shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct MatchInfo {
    /// Its id.
    pub id: String,
    /// The game.
    #[schema(value_type = String)]
    pub game: Word,
    /// What the players are called, in the order of their seats.
    pub names: Vec<String>,
    /// Who holds each seat.
    pub holders: Vec<HolderChoice>,
    /// The seats of the browser that asks.
    #[schema(value_type = Vec<u8>)]
    pub mine: Vec<Seat>,
    /// Whether dice are typed in.
    pub typed: bool,
    /// When it was started, in seconds since 1970.
    #[ts(type = "number")]
    pub made: i64,
    /// When something last happened in it.
    #[ts(type = "number")]
    pub touched: i64,
    /// Which round it is in.
    pub round: u16,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub outcome: Option<Outcome>,
    /// Whether its saved data cannot be read; if so, only its id is known.
    pub damaged: bool,
}

impl MatchInfo {
    /// A match of which only the id can be read.
    pub(crate) fn damaged(id: String) -> MatchInfo {
        MatchInfo {
            id,
            game: Word::new("unknown"),
            names: Vec::new(),
            holders: Vec::new(),
            mine: Vec::new(),
            typed: false,
            made: 0,
            touched: 0,
            round: 0,
            outcome: None,
            damaged: true,
        }
    }

    /// A match that is kept, as the browser that asks sees it.
    pub(crate) fn of(kept: &Kept, token: Token) -> Result<MatchInfo, Problem> {
        let damaged = |_| Problem::damaged();
        Ok(MatchInfo {
            id: kept.id.clone(),
            game: kept.game.parse().map_err(|_| Problem::damaged())?,
            names: serde_json::from_str(&kept.names).map_err(damaged)?,
            holders: serde_json::from_str(&kept.holders).map_err(damaged)?,
            mine: kept.seats_of(token).map(Seat).collect(),
            typed: kept.typed,
            made: kept.made,
            touched: kept.touched,
            round: kept.round,
            outcome: kept.outcome.as_deref().map(serde_json::from_str).transpose().map_err(damaged)?,
            damaged: false,
        })
    }
}

/// A match to play again.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Rematch {
    /// Where the dice come from; what the seats add goes by the new order of the seats.
    pub dice: DiceFrom,
}

/// One viewpoint of a replay.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct Viewpoint {
    /// The seat; none for a spectator.
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
    /// All that it heard.
    #[schema(value_type = Vec<Object>)]
    pub events: Vec<Event>,
}

/// A match to replay.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct Replay {
    /// The game.
    #[schema(value_type = String)]
    pub game: Word,
    /// What the players are called.
    pub names: Vec<String>,
    /// How it ended, if it has.
    #[schema(value_type = Option<Object>)]
    pub outcome: Option<Outcome>,
    /// What came of checking it: how many answers and dice were compared, or what is wrong.
    pub checked: String,
    /// Whether every answer, die and fact is as it should be.
    pub sound: bool,
    /// The match through the eyes of a spectator, then of each seat.
    pub viewpoints: Vec<Viewpoint>,
}

/// A rulebook.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct Book {
    /// The id of its game.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Its rules and rulings, in its order.
    pub entries: Vec<BookEntry>,
}

/// A rule or a ruling.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct BookEntry {
    /// Its id.
    pub id: String,
    /// Its title, or the question that it decides.
    pub title: String,
    /// What sort of entry it is: `play`, `definition`, `advice`, `physical`, or `ruling`.
    pub kind: String,
    /// What it says.
    pub text: String,
    /// Why it was decided so, and how else it may be played, a sentence each.
    pub notes: Vec<String>,
    /// Related rules and rulings.
    pub see: Vec<String>,
}

/// What a search for words found, best first.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct Found {
    /// How many there are in all.
    pub count: usize,
    /// The best of them.
    pub entries: Vec<BookEntry>,
}

/// Why a request was refused.
#[derive(Clone, Debug, Serialize, ToSchema, ts_rs::TS)]
pub struct Trouble {
    /// A sentence.
    pub trouble: String,
    /// All that is wrong with a set-up, each with its rule.
    #[schema(value_type = Vec<Object>)]
    pub faults: Vec<Fault>,
}
