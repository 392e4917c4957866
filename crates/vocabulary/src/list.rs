//! Army lists: what a player brings to a match.

use std::collections::BTreeMap;

use ground::Footprint;
use serde::{Deserialize, Serialize};

use crate::{Counter, Fault, Word};

/// An army list as a player writes it. Whether it is a legal army is for the rules to judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct List {
    /// What the army is called.
    pub name: String,
    /// The faction that its cards are taken from.
    pub faction: Word,
    /// The kind of army within the faction, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<Word>,
    /// What else is said of the army, where the game has words for it, such as `painted`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Word>,
    /// The units, in the order they are written.
    #[serde(rename = "unit", default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<ListUnit>,
}

/// A unit of an army list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ListUnit {
    /// The card.
    pub card: Word,
    /// What the player calls it; otherwise it is called as its card is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How many models; the fewest that the card allows when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<u16>,
    /// The base of its models, where it is unlike that of the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Footprint>,
    /// The card of the unit that this one joins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joins: Option<Word>,
    /// Whether it commands the army, where the game wants to know.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub commander: bool,
    /// The options of its card that it takes: how many models have each, or 1 for one of the whole unit.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<Word, u16>,
}

impl List {
    /// A list without units.
    pub fn new(name: impl Into<String>, faction: Word) -> List {
        List { name: name.into(), faction, formation: None, marks: Vec::new(), units: Vec::new() }
    }
}

impl ListUnit {
    /// A unit of a card, of which nothing else is said.
    pub const fn of(card: Word) -> ListUnit {
        ListUnit { card, name: None, models: None, base: None, joins: None, commander: false, options: BTreeMap::new() }
    }
}

/// What the rules say of an army list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// What it costs.
    pub cost: i32,
    /// What it may cost.
    pub limit: i32,
    /// What each unit costs and is, in the order of the list.
    pub units: Vec<Priced>,
    /// What else the game counts in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Counter>,
    /// All that is wrong with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

/// A unit of a list with what it costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Priced {
    /// What it is called.
    pub name: String,
    /// What kind of unit it is, as the book calls it.
    pub kind: String,
    /// How many models.
    pub models: u16,
    /// What it costs in all.
    pub cost: i32,
}

/// A battlefield that is ready to be played on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReadyField {
    /// Its id.
    pub id: Word,
    /// What it is like, in a sentence.
    pub text: String,
    /// The text of its file.
    pub file: String,
}

/// An army list that is ready to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReadyList {
    /// Its id.
    pub id: Word,
    /// How it plays, in a sentence or two.
    pub text: String,
    /// The list.
    pub list: List,
}
