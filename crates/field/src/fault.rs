//! What is wrong with a battlefield, in sentences.

use ground::{Length, Point, PolygonFault};

use crate::field::Symmetry;
use crate::size::Size;

/// Why nobody should play on a battlefield as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Occurs when a side of the battlefield is too short or too long.
    #[error("{0} is not a size to play on: each side is from {least} to {most}", least = Size::LEAST, most = Size::MOST)]
    Size(Size),
    /// Occurs when there are more things than anybody can check.
    #[error("there are more than {most} {what}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// Occurs when a name is empty, too long, or holds something that cannot be printed.
    #[error("{0} needs a name of 1 to {most} characters that can be printed", most = crate::check::LONGEST_NAME)]
    Name(String),
    /// Occurs when two things are called alike.
    #[error("there are two of {0}")]
    Twice(String),
    /// Occurs when a tag is no plain word.
    #[error("{0} has the tag '{1}': a tag is a word of small letters, digits and hyphens, 24 at most")]
    Tag(String, String),
    /// Occurs when corners make no outline.
    #[error("{0} has no outline: {1}")]
    Outline(String, PolygonFault),
    /// Occurs when something lies partly or wholly beyond the edge.
    #[error("{what} reaches {by} beyond the edge of the field", by = by.about())]
    OffTheField {
        /// What does.
        what: String,
        /// How far.
        by: Length,
    },
    /// Occurs when a height is below the ground or above the clouds.
    #[error("{0} is {1} high; terrain is from 0 in to {most} high", most = crate::check::HIGHEST)]
    Height(String, Length),
    /// Occurs when floors are not in order, or above the roof.
    #[error("{0} has levels that do not rise from above the ground to at most its height")]
    Levels(String),
    /// Occurs when a wall is on a side that there is not.
    #[error("{piece} has a wall on side {side}, but only {sides} sides")]
    Wall {
        /// Which piece.
        piece: String,
        /// The side.
        side: u8,
        /// How many there are.
        sides: usize,
    },
    /// Occurs when a side bears two walls.
    #[error("{0} has two walls on side {1}")]
    WallTwice(String, u8),
    /// Occurs when two pieces cover common ground, and neither is a hill that the other stands on.
    #[error("{0} and {1} overlap")]
    Overlap(String, String),
    /// Occurs when zones of different seats cover common ground.
    #[error("{0} and {1} overlap, and belong to different seats")]
    ZonesOverlap(String, String),
    /// Occurs when nothing of a zone is free.
    #[error("{0} has no room for anybody: terrain fills it, or it is all cut out")]
    ZoneBlocked(String),
    /// Occurs when a marker lies where no model can stand.
    #[error("{objective} lies in {piece}, where no model can stand")]
    ObjectiveBuried {
        /// Which objective.
        objective: String,
        /// What it lies in.
        piece: String,
    },
    /// Occurs when two markers cover common ground.
    #[error("{0} and {1} overlap")]
    ObjectivesOverlap(String, String),
    /// Occurs when a base cannot walk to something.
    #[error("{0} cannot be reached from {1} by a base of {width}", width = crate::walk::BASE)]
    OutOfReach(String, String),
    /// Occurs when a battlefield says that it is symmetric and is not.
    #[error("{0} has no counterpart, although the field says {words}", words = word(*.1))]
    Lopsided(String, Symmetry),
}

/// What players should know before they play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// Occurs when one can shoot too far from zone to zone.
    #[error("the line from {from} to {to} is open: {long} from zone to zone with nothing in between", from = .0.about(), to = .1.about(), long = .0.distance_up(*.1).about())]
    OpenLane(Point, Point),
    /// Occurs when there is hardly anything between two zones.
    #[error("{open} of 100 lines from zone to zone are open")]
    TooOpen {
        /// How many of a hundred.
        open: usize,
    },
    /// Occurs when zones of different seats are close.
    #[error("{0} and {1} are only {gap} apart", gap = .2.about())]
    ZonesClose(String, String, Length),
    /// Occurs when much of a zone is closed.
    #[error("only {free} of 100 points of {zone} are free")]
    ZoneCrowded {
        /// Which zone.
        zone: String,
        /// How many of a hundred points.
        free: usize,
    },
    /// Occurs when markers are close.
    #[error("{0} and {1} are only {gap} apart", gap = .2.about())]
    ObjectivesClose(String, String, Length),
    /// Occurs when a place is shut in.
    #[error("about {squares} square inches around {at} cannot be reached by a base of {width}", at = at.about(), width = crate::walk::BASE)]
    Pocket {
        /// Somewhere in it.
        at: Point,
        /// How large it is.
        squares: usize,
    },
    /// Occurs when only one seat, or none, has a zone.
    #[error("there are no zones for two seats")]
    NoZones,
}

fn word(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::None => "none",
        Symmetry::HalfTurn => "half-turn",
        Symmetry::LeftRight => "left-right",
        Symmetry::TopBottom => "top-bottom",
    }
}
