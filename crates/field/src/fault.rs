//! What is wrong with a battlefield, in sentences.

use ground::{Length, Point, PolygonFault};

use crate::field::Symmetry;
use crate::part::Part;
use crate::size::{Size, SizeError};
use crate::zone::Objective;

/// Why nobody should play on a battlefield as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Occurs when a side of the battlefield is too short or too long.
    #[error("{}", SizeError::OutOfBounds(.0.to_string()))]
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
    #[error("{0} needs a name of 1 to {most} printable characters", most = crate::check::LONGEST_NAME)]
    Name(Part),
    /// Occurs when two things are called alike.
    #[error("there is another {0}")]
    Twice(Part),
    /// Occurs when a tag is no plain word.
    #[error("{0} has the tag '{1}': a tag is a word of up to 24 lower-case letters, digits and hyphens")]
    Tag(Part, String),
    /// Occurs when corners make no outline.
    #[error("{0} has no outline: {1}")]
    Outline(Part, PolygonFault),
    /// Occurs when something lies partly or wholly beyond the edge.
    #[error("{what} reaches {by} beyond the edge of the field", by = by.about())]
    OffTheField {
        /// What does.
        what: Part,
        /// How far.
        by: Length,
    },
    /// Occurs when a marker is larger than any marker.
    #[error("{0} has a radius of {1}; it can be at most {most}", most = Objective::LARGEST)]
    Marker(Part, Length),
    /// Occurs when a height is below the ground or above the clouds.
    #[error("{0} is {1} high; terrain is from 0 in to {most} high", most = crate::check::HIGHEST)]
    Height(Part, Length),
    /// Occurs when floors are not in order, or above the roof.
    #[error("the levels of {0} must rise, from above the ground to at most its height")]
    Levels(Part),
    /// Occurs when a wall is on a side that there is not.
    #[error("{piece} has a wall on side {side}, but only {sides} sides")]
    Wall {
        /// Which piece.
        piece: Part,
        /// The side.
        side: u8,
        /// How many there are.
        sides: usize,
    },
    /// Occurs when a side bears two walls.
    #[error("{0} has two walls on side {1}")]
    WallTwice(Part, u8),
    /// Occurs when two pieces cover common ground, and neither is a hill that the other stands on.
    #[error("{0} and {1} overlap")]
    Overlap(Part, Part),
    /// Occurs when zones of different seats cover common ground.
    #[error("{0} and {1} overlap, and belong to different seats")]
    ZonesOverlap(Part, Part),
    /// Occurs when nothing of a zone is free.
    #[error("{0} has no room for any model: terrain fills it, or it is all cut out")]
    ZoneBlocked(Part),
    /// Occurs when a marker lies where no model can stand.
    #[error("{objective} lies in {piece}, where no model can stand")]
    ObjectiveBuried {
        /// Which objective.
        objective: Part,
        /// What it lies in.
        piece: Part,
    },
    /// Occurs when two markers cover common ground.
    #[error("{0} and {1} overlap")]
    ObjectivesOverlap(Part, Part),
    /// Occurs when a base cannot walk to something.
    #[error("{0} cannot be reached from most of the field by a base of {width}", width = crate::walk::BASE)]
    OutOfReach(Part),
    /// Occurs when a battlefield says that it is symmetric and is not.
    #[error("{0} has no counterpart, although the field says {words}", words = .1.word())]
    Lopsided(Part, Symmetry),
}

impl Fault {
    /// What it is about: one part, two, or nothing that has a place in a file.
    pub fn parts(&self) -> Vec<&Part> {
        match self {
            Fault::Size(_) | Fault::TooMany { .. } => vec![],
            Fault::Name(part)
            | Fault::Twice(part)
            | Fault::Tag(part, _)
            | Fault::Outline(part, _)
            | Fault::OffTheField { what: part, .. }
            | Fault::Marker(part, _)
            | Fault::Height(part, _)
            | Fault::Levels(part)
            | Fault::Wall { piece: part, .. }
            | Fault::WallTwice(part, _)
            | Fault::ZoneBlocked(part)
            | Fault::OutOfReach(part)
            | Fault::Lopsided(part, _) => vec![part],
            Fault::ObjectiveBuried { objective: first, piece: second }
            | Fault::Overlap(first, second)
            | Fault::ZonesOverlap(first, second)
            | Fault::ObjectivesOverlap(first, second) => vec![first, second],
        }
    }
}

/// What players should know before they play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// Occurs when one can shoot too far from zone to zone.
    #[error("the line from {from} to {to} is open: {long} from zone to zone without crossing anything soft or hard", from = .0.about(), to = .1.about(), long = .0.distance_up(*.1).about())]
    OpenLane(Point, Point),
    /// Occurs when there is hardly anything between two zones.
    #[error("{open} of 100 lines from zone to zone are open: they cross nothing soft or hard")]
    TooOpen {
        /// How many of a hundred.
        open: usize,
    },
    /// Occurs when zones of different seats are close.
    #[error("{0} and {1} are only {gap} apart", gap = .2.about())]
    ZonesClose(Part, Part, Length),
    /// Occurs when much of a zone is closed.
    #[error("only {free} of 100 points of {zone} are free")]
    ZoneCrowded {
        /// Which zone.
        zone: Part,
        /// How many of a hundred points.
        free: usize,
    },
    /// Occurs when markers are close.
    #[error("{0} and {1} are only {gap} apart", gap = .2.about())]
    ObjectivesClose(Part, Part, Length),
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

impl Warning {
    /// What it is about: one part, two, or nothing that has a place in a file.
    pub fn parts(&self) -> Vec<&Part> {
        match self {
            Warning::OpenLane(..) | Warning::TooOpen { .. } | Warning::Pocket { .. } | Warning::NoZones => vec![],
            Warning::ZoneCrowded { zone, .. } => vec![zone],
            Warning::ZonesClose(first, second, _) | Warning::ObjectivesClose(first, second, _) => vec![first, second],
        }
    }
}
