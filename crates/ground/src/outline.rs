//! Outlines and regions: the shapes that verdicts show and pages draw.

use serde::{Deserialize, Serialize};

use crate::{Length, Point};

/// A shape: corners (one, two or many) widened by a radius, less its holes.
///
/// One corner and a radius is a disc; four corners and no radius a rectangle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Outline {
    /// The corners, counter-clockwise.
    pub corners: Vec<Point>,
    /// How far the shape reaches beyond its corners and edges.
    #[serde(default)]
    pub radius: Length,
    /// Parts that are cut out, each without holes of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Outline>,
}

impl Outline {
    /// A disc.
    pub fn disc(at: Point, radius: Length) -> Outline {
        Outline { corners: vec![at], radius, holes: Vec::new() }
    }

    /// A rectangle with sides along the axes.
    pub fn rectangle(low: Point, high: Point) -> Outline {
        let corners = vec![low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
        Outline { corners, ..Outline::default() }
    }
}

/// Several outlines taken together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "Array<Outline>"))]
#[serde(transparent)]
pub struct Region {
    /// The parts; they may overlap.
    pub outlines: Vec<Outline>,
}

impl From<Outline> for Region {
    fn from(outline: Outline) -> Region {
        Region { outlines: vec![outline] }
    }
}
