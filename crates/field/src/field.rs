//! Battlefields: size, terrain, zones and objectives.

use std::collections::BTreeMap;

use ground::{FACINGS, Motion, Point};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::piece::Piece;
use crate::size::Size;
use crate::zone::{Objective, Zone};

/// A battlefield. It can be read and written; whether one can play on it, [`check`](Field::check) says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Sheet", into = "Sheet")]
pub struct Field {
    /// What it is called.
    pub name: String,
    /// What it is for, in a sentence; often empty.
    pub text: String,
    /// How large it is.
    pub size: Size,
    /// The number that it was made from, if it was made from one.
    pub seed: Option<u64>,
    /// What it promises about its two halves.
    pub symmetry: Symmetry,
    /// The terrain.
    pub pieces: Vec<Piece>,
    /// Where sides deploy.
    pub zones: Vec<Zone>,
    /// What they fight over.
    pub objectives: Vec<Objective>,
}

/// What maps a battlefield onto itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetry {
    /// Nothing.
    #[default]
    None,
    /// Half a turn about the middle.
    HalfTurn,
    /// Left and right swapped.
    LeftRight,
    /// Top and bottom swapped.
    TopBottom,
}

impl Symmetry {
    /// The motion for a battlefield of this size; none where nothing is promised.
    pub fn motion(self, size: Size) -> Option<Motion> {
        match self {
            Symmetry::None => None,
            Symmetry::HalfTurn => Some(Motion::half_turn(size.corner())),
            Symmetry::LeftRight => Some(Motion::left_for_right(size.corner())),
            Symmetry::TopBottom => Some(Motion::top_for_bottom(size.corner())),
        }
    }

    /// The word for it in files.
    pub const fn word(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::LeftRight => "left-right",
            Symmetry::TopBottom => "top-bottom",
        }
    }

    /// What it is called in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Symmetry::None => "no symmetry",
            Symmetry::HalfTurn => "half-turn symmetry",
            Symmetry::LeftRight => "mirrored left and right",
            Symmetry::TopBottom => "mirrored top and bottom",
        }
    }
}

/// How a whole battlefield can be turned over or about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Half a turn.
    Half,
    /// A quarter turn, counter-clockwise: what was wide is deep.
    Left,
    /// A quarter turn, clockwise.
    Right,
    /// Left and right swapped.
    LeftForRight,
    /// Top and bottom swapped.
    TopForBottom,
}

impl Turn {
    /// All of them.
    pub const ALL: [Turn; 5] = [Turn::Half, Turn::Left, Turn::Right, Turn::LeftForRight, Turn::TopForBottom];

    /// The turn that takes this one back.
    pub fn back(self) -> Turn {
        match self {
            Turn::Left => Turn::Right,
            Turn::Right => Turn::Left,
            turn => turn,
        }
    }

    fn motion(self, size: Size) -> Motion {
        let corner = size.corner();
        match self {
            Turn::Half => Motion::half_turn(corner),
            Turn::Left => Motion::quarter_turn(corner),
            Turn::Right => Motion { mirrored: false, quarters: 3, shift: Point::new(0, corner.x) },
            Turn::LeftForRight => Motion::left_for_right(corner),
            Turn::TopForBottom => Motion::top_for_bottom(corner),
        }
    }
}

/// Directions that people name zones after, counter-clockwise.
const COMPASS: [&str; 8] = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];

/// What a zone is called after a motion: what was the south need not be the south any more.
fn name_after(name: &str, motion: Motion) -> String {
    let step = FACINGS / COMPASS.len() as u16;
    match COMPASS.iter().zip(0..).find(|(word, _)| **word == name) {
        Some((_, place)) => COMPASS[usize::from(motion.facing(place * step) / step)].to_owned(),
        None => name.to_owned(),
    }
}

impl Field {
    /// Longest text, in characters.
    pub const LONGEST_TEXT: usize = 300;
    /// Most pieces of terrain.
    pub const MOST_PIECES: usize = 120;
    /// Most zones.
    pub const MOST_ZONES: usize = 8;
    /// Most objectives.
    pub const MOST_OBJECTIVES: usize = 24;

    /// A battlefield with nothing on it.
    pub fn bare(name: impl Into<String>, size: Size) -> Field {
        let (pieces, zones, objectives) = (Vec::new(), Vec::new(), Vec::new());
        let (name, text) = (name.into(), String::new());
        Field { name, text, size, seed: None, symmetry: Symmetry::None, pieces, zones, objectives }
    }

    /// The battlefield turned. It does not keep its seed, which would make the one that was not turned. Zones that are
    /// called after a direction are called after the one that they lie in then.
    pub fn turned(&self, turn: Turn) -> Field {
        let motion = turn.motion(self.size);
        let quarter = matches!(turn, Turn::Left | Turn::Right);
        let symmetry = match self.symmetry {
            Symmetry::LeftRight if quarter => Symmetry::TopBottom,
            Symmetry::TopBottom if quarter => Symmetry::LeftRight,
            symmetry => symmetry,
        };
        let zone = |zone: &Zone| Zone { name: name_after(&zone.name, motion), ..zone.moved(motion) };
        Field {
            name: self.name.clone(),
            text: self.text.clone(),
            size: if quarter { self.size.turned() } else { self.size },
            seed: None,
            symmetry,
            pieces: self.pieces.iter().map(|piece| piece.moved(motion)).collect(),
            zones: self.zones.iter().map(zone).collect(),
            objectives: self.objectives.iter().map(|objective| objective.moved(motion)).collect(),
        }
    }
}

/// A battlefield as it stands in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, deserialize_with = "read_text", skip_serializing_if = "String::is_empty")]
    text: String,
    size: Size,
    #[serde(default, deserialize_with = "read_seed", skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(default)]
    symmetry: Symmetry,
    #[serde(rename = "zone", default, skip_serializing_if = "Vec::is_empty")]
    zones: Vec<Zone>,
    #[serde(rename = "objective", default, skip_serializing_if = "Vec::is_empty")]
    objectives: Vec<Objective>,
    #[serde(rename = "piece", default, skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<Piece>,
}

/// A text that can be printed, checked where the place in the file is still known.
fn read_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.chars().count() > Field::LONGEST_TEXT || text.chars().any(char::is_control) {
        let sentence = format!("a text can have at most {} characters, all printable", Field::LONGEST_TEXT);
        return Err(D::Error::custom(sentence));
    }
    Ok(text)
}

/// A seed that TOML can hold. It is checked here, where the place in the file is still known.
fn read_seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let seed = Option::<u64>::deserialize(deserializer)?;
    match seed {
        Some(seed) if i64::try_from(seed).is_err() => {
            Err(D::Error::custom("a seed must be a number below 9223372036854775808"))
        }
        seed => Ok(seed),
    }
}

impl TryFrom<Sheet> for Field {
    type Error = String;

    fn try_from(sheet: Sheet) -> Result<Field, String> {
        let Sheet { name, text, size, seed, symmetry, mut zones, mut objectives, mut pieces } = sheet;
        let most = |what: &str, count: usize, most: usize| match count > most {
            true => Err(format!("a battlefield can have at most {most} {what}, not {count}")),
            false => Ok(()),
        };
        most("pieces", pieces.len(), Field::MOST_PIECES)?;
        most("zones", zones.len(), Field::MOST_ZONES)?;
        most("objectives", objectives.len(), Field::MOST_OBJECTIVES)?;
        name_pieces(&mut pieces);
        for (zone, n) in zones.iter_mut().zip(1..) {
            fill(&mut zone.name, || format!("zone {n}"));
        }
        for (objective, n) in objectives.iter_mut().zip(1..) {
            fill(&mut objective.name, || format!("{n}"));
        }
        Ok(Field { name, text, size, seed, symmetry, pieces, zones, objectives })
    }
}

/// A piece without a name is called by its kind and number.
pub(crate) fn name_pieces(pieces: &mut [Piece]) {
    let mut counts = BTreeMap::new();
    for piece in pieces {
        let count = counts.entry(piece.kind).or_insert(0);
        *count += 1;
        fill(&mut piece.name, || format!("{} {count}", piece.kind));
    }
}

fn fill(name: &mut String, usual: impl FnOnce() -> String) {
    if name.is_empty() {
        *name = usual();
    }
}

impl From<Field> for Sheet {
    fn from(field: Field) -> Sheet {
        let Field { name, text, size, seed, symmetry, pieces, zones, objectives } = field;
        Sheet { name, text, size, seed, symmetry, zones, objectives, pieces }
    }
}
