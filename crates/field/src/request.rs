//! What a battlefield is to be made of.

use std::fmt;
use std::str::FromStr;

use chance::Stream;

use crate::field::Field;
use crate::kind::{Kind, UnknownKind};
use crate::size::Size;

/// What somebody wants to play on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number that everything not said here follows from; below 2⁶³, so that it can be written in a file.
    pub seed: u64,
    /// How large.
    pub size: Size,
    /// Which terrain.
    pub terrain: Terrain,
    /// How the two halves are to be alike.
    pub balance: Balance,
    /// Where sides deploy.
    pub zones: ZonePlan,
    /// How many objectives, at most [`Request::MOST_OBJECTIVES`].
    pub objectives: u8,
    /// What it is called; something is made up if nothing is said.
    pub name: Option<String>,
}

impl Request {
    /// Most objectives that can be asked for.
    pub const MOST_OBJECTIVES: u8 = 6;
    /// Most pieces that can be asked for.
    pub const MOST_PIECES: usize = 60;

    /// What is made from a seed when nothing else is said.
    pub fn of_seed(seed: u64) -> Request {
        Request {
            seed,
            size: Size::inches(60, 44),
            terrain: Terrain::Mixed(None, Density::Usual),
            balance: Balance::HalfTurn,
            zones: ZonePlan::LongEdges,
            objectives: 3,
            name: None,
        }
    }
}

/// Which terrain is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// A mix, or one that follows from the seed, and how much of it.
    Mixed(Option<Mix>, Density),
    /// Exactly so many of each kind.
    Listed(Vec<(Kind, u8)>),
}

/// Terrain that goes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    /// Ruins, a house or two, walls and rubble.
    Town,
    /// Woods, a hill, crops and hedges.
    Country,
    /// Containers, halls and barricades.
    Works,
    /// Woods, rocks, wet ground and craters.
    Wilds,
    /// Some of everything.
    Mixed,
}

impl Mix {
    /// All of them.
    pub const ALL: [Mix; 5] = [Mix::Town, Mix::Country, Mix::Works, Mix::Wilds, Mix::Mixed];

    /// How many of each kind are usual on 60 by 44 inches.
    fn usual(self) -> &'static [(Kind, u32)] {
        use Kind::*;
        match self {
            Mix::Town => &[(Ruin, 6), (Building, 2), (Wall, 2), (Rubble, 2), (Barricade, 4), (Crater, 2)],
            Mix::Country => &[(Wood, 4), (Hill, 2), (Building, 2), (Crops, 2), (Hedge, 4), (Wall, 2)],
            Mix::Works => &[(Building, 2), (Container, 6), (Ruin, 2), (Barricade, 4), (Rubble, 2), (Wall, 2)],
            Mix::Wilds => &[(Wood, 4), (Rocks, 4), (Hill, 2), (Marsh, 2), (Crater, 2), (Water, 2)],
            Mix::Mixed => &[(Ruin, 4), (Wood, 4), (Hill, 2), (Wall, 2), (Barricade, 2), (Crater, 2), (Rocks, 2)],
        }
    }
}

/// How much terrain is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Density {
    /// About two thirds of what is usual.
    Sparse,
    /// What most people play on.
    #[default]
    Usual,
    /// About a third more than usual.
    Dense,
}

/// How two halves are alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Balance {
    /// By half a turn.
    #[default]
    HalfTurn,
    /// By mirroring along the line between the zones.
    Mirror,
    /// Not at all.
    None,
}

/// Where two sides deploy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ZonePlan {
    /// Strips along the long edges.
    #[default]
    LongEdges,
    /// Strips along the short edges.
    ShortEdges,
    /// Opposite quarters, less a disc in the middle.
    Quarters,
    /// Triangles in opposite corners.
    Corners,
}

impl Terrain {
    /// How many of each kind, on a battlefield of this size.
    pub(crate) fn counts(&self, size: Size, stream: &mut Stream) -> Vec<(Kind, u32)> {
        match self {
            Terrain::Listed(list) => list.iter().map(|(kind, count)| (*kind, u32::from(*count))).collect(),
            Terrain::Mixed(mix, density) => {
                let drawn = *stream.pick(&Mix::ALL).unwrap_or(&Mix::Mixed);
                let share = match density {
                    Density::Sparse => 65,
                    Density::Usual => 100,
                    Density::Dense => 135,
                };
                let square = |size: Size| i64::from(size.width.0) * i64::from(size.depth.0);
                let (area, usual) = (square(size), square(Size::inches(60, 44)));
                // In pairs, so that any symmetry can be had; from four fifths of a piece on there is one.
                let pairs = |count: u32| (i64::from(count) * share * area * 5 + 600 * usual) / (1_000 * usual);
                let scaled = |count: u32| 2 * pairs(count) as u32;
                let all = mix.unwrap_or(drawn).usual().iter();
                let mut counts: Vec<(Kind, u32)> = all.map(|(kind, count)| (*kind, scaled(*count))).collect();
                // On the largest fields a dense mix would be more than a battlefield may hold.
                while counts.iter().map(|(_, count)| *count as usize).sum::<usize>() > Field::MOST_PIECES {
                    counts.iter_mut().for_each(|(_, count)| *count = count.saturating_sub(2));
                }
                counts.retain(|(_, count)| *count > 0);
                counts
            }
        }
    }
}

/// Why a list of terrain cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TerrainError {
    /// Occurs when a part is not a kind and a number.
    #[error("'{0}' does not say how many: write kinds with their number, as in ruin=4,wood=3")]
    NotCounted(String),
    /// Occurs when a kind is not known.
    #[error(transparent)]
    Unknown(#[from] UnknownKind),
    /// Occurs when a kind is listed twice.
    #[error("{0} is listed twice")]
    Twice(Kind),
    /// Occurs when there are too many pieces.
    #[error("{0} pieces are too many: you can ask for at most {most}", most = Request::MOST_PIECES)]
    TooMany(usize),
}

/// Reads `ruin=4,wood=3`.
impl FromStr for Terrain {
    type Err = TerrainError;

    fn from_str(text: &str) -> Result<Terrain, TerrainError> {
        let mut list: Vec<(Kind, u8)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()).take(Kind::ALL.len() + 1) {
            let not_counted = || TerrainError::NotCounted(part.chars().take(40).collect());
            let (kind, count) = part.split_once('=').ok_or_else(not_counted)?;
            let kind: Kind = kind.trim().parse()?;
            let count: u8 = count.trim().parse().map_err(|_| not_counted())?;
            if list.iter().any(|(other, _)| *other == kind) {
                return Err(TerrainError::Twice(kind));
            }
            list.push((kind, count));
        }
        let total = list.iter().map(|(_, count)| usize::from(*count)).sum();
        if total > Request::MOST_PIECES {
            return Err(TerrainError::TooMany(total));
        }
        Ok(Terrain::Listed(list))
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mix::Town => "town",
            Mix::Country => "country",
            Mix::Works => "works",
            Mix::Wilds => "wilds",
            Mix::Mixed => "mixed",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terrain_is_listed_by_kind_and_number() {
        let list = vec![(Kind::Ruin, 4), (Kind::Wood, 3)];
        assert_eq!("ruin=4, wood=3,".parse(), Ok(Terrain::Listed(list)));
        assert_eq!("".parse(), Ok(Terrain::Listed(Vec::new())));
    }

    #[test]
    fn a_list_that_makes_no_sense_is_refused_with_a_sentence() {
        let check = |text: &str, sentence: &str| {
            let error = text.parse::<Terrain>().unwrap_err().to_string();
            assert!(error.contains(sentence), "{error}");
        };
        check("ruin", "'ruin' does not say how many");
        check("ruin=many", "'ruin=many' does not say how many");
        check("ruin=-1", "does not say how many");
        check("castle=1", "there is no terrain called 'castle'; choose from building");
        check("ruin=1,ruin=2", "ruin is listed twice");
        check("ruin=61", "61 pieces are too many");
        check("ruin=300", "does not say how many");
    }
}
