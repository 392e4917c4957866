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
    /// The sizes of a unit with what it costs in all, where not every size is allowed or a unit has a price as a whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<EntrySize>,
    /// What units can have besides, in groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<OptionGroup>,
    /// Whose numbers are on the card.
    pub numbers: Numbers,
    /// The card; it costs so much for each model unless `sizes` say otherwise.
    pub card: Card,
}

/// A size that a unit can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EntrySize {
    /// How many models.
    pub models: u16,
    /// What they cost together, without options.
    pub cost: i32,
}

/// Options of a card that limit each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct OptionGroup {
    /// How many different options of the group a unit can take; any number of them if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u16>,
    /// The options.
    pub options: Vec<EntryOption>,
}

/// Something that a unit, or some of its models, can have instead of or besides what all have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EntryOption {
    /// Its id within the card, as lists name it.
    pub id: Word,
    /// What it is called.
    pub name: String,
    /// What it changes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What it costs: for each model that has it, or once for an option of the whole unit.
    pub cost: i32,
    /// How many models can have it; an option of the whole unit if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<OptionModels>,
}

/// How many models of a unit can have an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct OptionModels {
    /// So many at most,
    pub most: u16,
    /// for each full group of so many models; in the whole unit if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<u16>,
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
