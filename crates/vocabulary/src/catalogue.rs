//! What armies are made of: factions, their formations, and their cards.

use serde::{Deserialize, Serialize};

use crate::{Card, ReadyList, Term, Word};

/// All that army lists of a game can name, and lists that are ready; empty in a game without armies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// The factions.
    pub factions: Vec<Faction>,
    /// Armies that are ready to be played, those of packs last.
    pub armies: Vec<ReadyList>,
}

/// What a list's cards are taken from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// Its id, as lists name it.
    pub id: Word,
    /// What it is called.
    pub name: String,
    /// Who they are, in a sentence or two.
    pub text: String,
    /// The kinds of army within it, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formations: Vec<Term>,
    /// Its cards.
    pub entries: Vec<Entry>,
}

/// A card that lists can name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its id within the faction, as lists name it.
    pub id: Word,
    /// Who they are, in a sentence or two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The fewest models of a unit.
    pub fewest: u16,
    /// The most models of a unit.
    pub most: u16,
    /// Whose numbers are on the card.
    pub numbers: Numbers,
    /// The card; it costs so much for each model.
    pub card: Card,
}

/// Whose numbers are on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Numbers {
    /// The book prints them.
    Book,
    /// They are ours.
    Ours,
}
