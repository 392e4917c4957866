//! The view of a seat: all that it may know, whole.

use ground::{Length, Outline, Point, Pose};
use serde::{Deserialize, Serialize};

use crate::{AreaId, CardId, Die, ModelId, Outcome, Ref, RuleId, Seat, Settings, UnitId, WeaponId, Word};

/// What a seat or a spectator may know of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The ruleset.
    pub game: Word,
    /// The settings that are unlike the default.
    pub settings: Settings,
    /// The sides.
    pub seats: Vec<SeatView>,
    /// Where the match stands.
    pub moment: Moment,
    /// What is played on.
    pub field: Battlefield,
    /// Terrain, zones, objectives and markers.
    pub areas: Vec<Area>,
    /// The units.
    pub units: Vec<Unit>,
    /// The models.
    pub models: Vec<Model>,
    /// The cards in use.
    pub cards: Vec<Card>,
}

/// The size of what is played on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Battlefield {
    /// The upper right corner; the lower left one is the origin.
    pub size: Point,
}

/// One side of the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SeatView {
    /// Which one.
    pub id: Seat,
    /// What the player is called.
    pub name: String,
    /// What is counted for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Counter>,
    /// Dice laid aside for later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pool: Vec<Die>,
    /// What the viewer knows to exist, but not to see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<Hidden>,
    /// What applies to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// Whether it has left.
    #[serde(default)]
    pub gone: bool,
}

/// Where a match stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// The round, from 1; 0 before the first.
    pub round: u16,
    /// The last round, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u16>,
    /// The phase, and the part of it.
    pub phase: Vec<Word>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<Seat>,
    /// The order of the seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Seat>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// Terrain, a zone, an objective, a marker or an aura.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Which one.
    pub id: AreaId,
    /// What it is.
    pub term: Word,
    /// What it is called, where it has a name of its own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What it is made of, as battlefield files call it: `wood`, `ruin`. Only for how it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenery: Option<Word>,
    /// Its shape.
    pub outline: Outline,
    /// The walls on its sides, each from one end to the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<(Point, Point)>,
    /// How high above the ground its floors are: level 1, level 2 and so on. Models stand on them if the rules let them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub floors: Vec<Length>,
    /// The rules that hold there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Word>,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// What is counted for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Counter>,
    /// What applies to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Which one.
    pub id: UnitId,
    /// Whose it is.
    pub seat: Seat,
    /// Its card.
    pub card: CardId,
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub place: Place,
    /// The model that leads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<ModelId>,
    /// What is counted for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Counter>,
    /// What applies to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Place {
    /// On the battlefield.
    OnField,
    /// Carried by something.
    Inside(Ref),
    /// Waiting beside the battlefield.
    Aside(Word),
    /// Out of the match.
    Gone,
}

/// A model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Which one.
    pub id: ModelId,
    /// The unit it belongs to; none for a marker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// What it is called.
    pub name: String,
    /// Where it stands; nowhere while it is not on the battlefield.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pose: Option<Pose>,
    /// The shape of its base around the origin.
    pub outline: Outline,
    /// Its weapons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<WeaponId>,
    /// What is counted for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Counter>,
    /// What applies to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// The values of a kind of unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Which one.
    pub id: CardId,
    /// What it is called.
    pub name: String,
    /// Its keywords.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Word>,
    /// Its values.
    pub stats: Vec<Stat>,
    /// Its weapons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Weapon>,
    /// What it can do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Word>,
    /// What it costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<i32>,
}

/// A value on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Stat {
    /// What it is.
    pub term: Word,
    /// As printed.
    pub printed: String,
    /// As it is now, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// Why it differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<RuleId>,
}

/// A weapon on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Which one.
    pub id: WeaponId,
    /// What it is called.
    pub name: String,
    /// Its values.
    pub stats: Vec<Stat>,
    /// Its keywords.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Word>,
}

/// Something counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// What.
    pub term: Word,
    /// How much of it.
    pub value: i32,
    /// Of how much, where there is a most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<i32>,
    /// Where it is shown.
    pub shown: Shown,
}

/// Where a counter is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// On the base.
    Base,
    /// In the panel of the seat.
    Panel,
    /// On the card.
    Card,
}

impl Counter {
    /// A counter without a most.
    pub fn new(term: Word, value: i32, shown: Shown) -> Counter {
        Counter { term, value, of: None, shown }
    }

    /// The counter with a most.
    #[must_use]
    pub fn of(mut self, most: i32) -> Counter {
        self.of = Some(most);
        self
    }
}

/// Something that applies for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// What.
    pub term: Word,
    /// Until when, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Word>,
    /// Where it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Ref>,
}

impl Mark {
    /// A mark that says no more than its term.
    pub fn new(term: Word) -> Mark {
        Mark { term, until: None, from: None }
    }
}

/// Something that the viewer knows to exist, but does not see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Hidden {
    /// What.
    pub term: Word,
    /// How many.
    pub count: u16,
}
