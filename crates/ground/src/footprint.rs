//! What a model covers wherever it stands: a round base, an oval, or a hull.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::facing::on_ellipse;
use crate::shape::{convex_hull, orient};
use crate::{Base, FACINGS, Length, Point, Pose, Shape, ShapeFault};

/// The corners of the polygon that an oval is, and of the one that stands for a round base where only corners count.
const ROUND_CORNERS: u16 = 64;

/// Corners lie no further out than this: beyond [`FURTHEST`](crate::FURTHEST) by more than any base reaches, and near
/// enough that lines of sight can still be reckoned with.
const OUTERMOST: i32 = crate::FURTHEST / 8 * 9;

/// A base or hull, without a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub enum Footprint {
    /// A round base.
    Round {
        /// Half its diameter.
        radius: Length,
    },
    /// An oval base: a polygon of 64 corners on an ellipse, its long axis in the direction the model faces.
    Oval {
        /// From front to back.
        length: Length,
        /// From side to side.
        width: Length,
    },
    /// A model without a base: the rectangle it fills, its length in the direction it faces.
    Hull {
        /// From front to back.
        length: Length,
        /// From side to side.
        width: Length,
    },
}

impl Footprint {
    /// A round base of this diameter; an odd diameter is rounded up to the next whole radius.
    pub const fn round(diameter: Length) -> Footprint {
        Footprint::Round { radius: Length((diameter.0 + 1) / 2) }
    }

    /// What it covers when it stands like this.
    pub fn at(&self, pose: Pose) -> Shape {
        match *self {
            Footprint::Round { radius } => Shape::disc(pose.at, radius),
            Footprint::Oval { length, width } => {
                let corner = |n| on_ellipse(length.0 / 2, width.0 / 2, n * (FACINGS / ROUND_CORNERS), pose.facing);
                placed(&(0..ROUND_CORNERS).map(corner).collect::<SmallVec<[Point; 64]>>(), pose.at)
            }
            Footprint::Hull { length, width } => {
                let (x, y) = (length.0 / 2, width.0 / 2);
                let corners = [(x, y), (-x, y), (-x, -y), (x, -y)];
                placed(&corners.map(|corner| Point::from(corner).turned(pose.facing)), pose.at)
            }
        }
    }

    /// Whether it looks the same however it is turned.
    pub const fn is_round(&self) -> bool {
        matches!(self, Footprint::Round { .. })
    }

    /// The longest way across it.
    pub fn longest(&self) -> Length {
        match *self {
            Footprint::Round { radius } => radius * 2,
            Footprint::Oval { length, width } | Footprint::Hull { length, width } => length.max(width),
        }
    }

    /// The shortest way across it.
    pub fn shortest(&self) -> Length {
        match *self {
            Footprint::Round { radius } => radius * 2,
            Footprint::Oval { length, width } | Footprint::Hull { length, width } => length.min(width),
        }
    }

    /// How much further at most it reaches in any direction once it is turned about its middle.
    pub fn turning(&self) -> Length {
        match *self {
            Footprint::Round { .. } => Length::ZERO,
            // Between its corners the polygon lies a hair inside of the oval.
            Footprint::Oval { length, width } => Length((length - width).0.abs() / 2 + self.longest().0 / 1_000 + 1),
            Footprint::Hull { length, width } => {
                let corner = Point::new(length.0 / 2, width.0 / 2).distance_up(Point::default());
                corner - Length(length.min(width).0 / 2)
            }
        }
    }
}

fn placed(corners: &[Point], at: Point) -> Shape {
    let there: SmallVec<[Point; 64]> =
        corners.iter().map(|corner| Point::new(corner.x + at.x, corner.y + at.y)).collect();
    // Corners come in their order, and only those of tiny ovals are rounded into each other.
    let turns = |index: usize| {
        let after = |by: usize| there[(index + by) % there.len()];
        orient(there[index], after(1), after(2)) > 0
    };
    if !(0..there.len()).all(turns) {
        return Shape::of_convex(convex_hull(&there), Length::ZERO);
    }
    let first = (0..there.len()).min_by_key(|&index| (there[index].y, there[index].x)).unwrap_or(0);
    Shape::of_convex(there[first..].iter().chain(&there[..first]).copied().collect(), Length::ZERO)
}

/// The corners of a regular polygon of 64 corners inside a circle about the origin, rounded towards its middle, so that
/// what stays outside the circle stays outside the polygon.
pub(crate) fn inscribed(radius: Length) -> SmallVec<[Point; 64]> {
    let inwards = |units: i64| (i128::from(units) * i128::from(radius.0) / i128::from(crate::facing::ONE)) as i32;
    let corner = |n: u16| {
        let facing = n * (FACINGS / ROUND_CORNERS);
        Point::new(inwards(crate::facing::cosine(facing)), inwards(crate::facing::sine(facing)))
    };
    (0..ROUND_CORNERS).map(corner).collect()
}

impl Shape {
    /// The shape as corners alone: a radius becomes an inscribed polygon of 64 corners, within 0.12 % of the radius or a
    /// unit. What reaches out of every battlefield is cut off there.
    pub fn angular(&self) -> Shape {
        if self.radius() == Length::ZERO {
            return self.clone();
        }
        let round = inscribed(self.radius());
        let near = |x: i32, r: i32| x.saturating_add(r).clamp(-OUTERMOST, OUTERMOST);
        let points =
            |corner: &Point| round.iter().map(|r| Point::new(near(corner.x, r.x), near(corner.y, r.y))).collect();
        let points: Vec<Point> = self.corners().iter().flat_map::<SmallVec<[Point; 64]>, _>(points).collect();
        Shape::of_convex(convex_hull(&points), Length::ZERO)
    }
}

impl From<Base> for Footprint {
    fn from(base: Base) -> Footprint {
        Footprint::Round { radius: base.radius }
    }
}

/// Why a text is no footprint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FootprintError {
    /// Occurs when the text is none of the ways to write one.
    #[error("'{0}' is no base: write 32mm for a round one, 60x35mm oval, or 100x60mm hull")]
    NotABase(String),
    /// Occurs when a side is nothing, or longer than any model.
    #[error("'{0}' is no base: it must be at least 1 mm and at most 500 mm across")]
    Size(String),
    /// Occurs when a size makes no shape.
    #[error(transparent)]
    Shape(#[from] ShapeFault),
}

/// Reads `32mm`, `60x35mm oval` and `100x60mm hull`; inches work as well.
impl FromStr for Footprint {
    type Err = FootprintError;

    fn from_str(text: &str) -> Result<Footprint, FootprintError> {
        let fault = || FootprintError::NotABase(text.to_owned());
        let size = |length: &str| {
            let length: Length = length.trim().parse().map_err(|_| fault())?;
            let sane = (Length::mm(1)..=Length::mm(500)).contains(&length);
            if sane { Ok(length) } else { Err(FootprintError::Size(text.to_owned())) }
        };
        let sides = |sides: &str| {
            let (length, width) = sides.split_once('x').ok_or_else(fault)?;
            let unit = if sides.trim_end().ends_with("mm") { "mm" } else { "in" };
            let length = if length.ends_with(|last: char| last.is_ascii_digit()) {
                size(&format!("{length}{unit}"))?
            } else {
                size(length)?
            };
            Ok::<_, FootprintError>((length, size(width)?))
        };
        let trimmed = text.trim();
        if let Some(oval) = trimmed.strip_suffix("oval") {
            let (length, width) = sides(oval)?;
            Ok(Footprint::Oval { length, width })
        } else if let Some(hull) = trimmed.strip_suffix("hull") {
            let (length, width) = sides(hull)?;
            Ok(Footprint::Hull { length, width })
        } else {
            Ok(Footprint::round(size(trimmed.strip_suffix("round").unwrap_or(trimmed))?))
        }
    }
}

impl TryFrom<String> for Footprint {
    type Error = FootprintError;

    fn try_from(text: String) -> Result<Footprint, FootprintError> {
        text.parse()
    }
}

impl From<Footprint> for String {
    fn from(footprint: Footprint) -> String {
        footprint.to_string()
    }
}

/// As people write it, in millimetres; reading it back gives the same footprint.
impl fmt::Display for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mm = |length: Length| length.in_mm();
        match *self {
            Footprint::Round { radius } => write!(f, "{}mm", mm(radius * 2)),
            Footprint::Oval { length, width } => write!(f, "{}x{}mm oval", mm(length), mm(width)),
            Footprint::Hull { length, width } => write!(f, "{}x{}mm hull", mm(length), mm(width)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn footprint(text: &str) -> Footprint {
        text.parse().unwrap()
    }

    #[test]
    fn bases_are_read_and_printed_as_people_write_them() {
        for text in ["32mm", "60x35mm oval", "100x60mm hull", "28.5mm"] {
            assert_eq!(footprint(text).to_string(), text);
        }
        assert_eq!(footprint("32 mm round"), footprint("32mm"));
        assert_eq!(footprint("2x1 in hull"), Footprint::Hull { length: Length::inches(2), width: Length::inches(1) });
    }

    #[test]
    fn what_is_no_base_is_refused_with_a_sentence() {
        for text in ["", "oval", "32x", "x mm oval", "-3mm", "0mm", "9999mm", "32mm square"] {
            assert!(text.parse::<Footprint>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_hull_turns_with_its_facing() {
        let tank = footprint("100x60mm hull");
        let east = tank.at(Pose::at(Point::new(0, 0)));
        assert_eq!((east.bounds().high.x, east.bounds().high.y), (5_000, 3_000));
        let north = tank.at(Pose { facing: 256, ..Pose::default() });
        assert_eq!((north.bounds().high.x, north.bounds().high.y), (3_000, 5_000));
    }

    #[test]
    fn an_absurd_radius_is_cut_off() {
        let absurd = Shape::hull(&[Point::new(crate::FURTHEST, 0)], Length(crate::FURTHEST)).unwrap().angular();
        assert!(absurd.bounds().high.x == OUTERMOST && absurd.corners().len() < 64);
    }

    #[test]
    fn an_oval_has_64_corners_whichever_way_it_faces() {
        for facing in 0..FACINGS {
            let oval = footprint("60x35mm oval").at(Pose { at: Point::new(70_000, 9_000), facing, level: 0 });
            assert_eq!(oval.corners().len(), 64, "facing {facing}");
        }
    }

    #[test]
    fn a_turned_base_reaches_no_further_than_is_said() {
        for text in ["2x1mm oval", "170x109mm oval", "35x60mm oval", "100x60mm hull", "40mm"] {
            let base = footprint(text);
            let bounds = |facing: u16| base.at(Pose { facing, ..Pose::default() }).bounds();
            let turned: Vec<crate::Rect> = (0..FACINGS).map(bounds).collect();
            let widths = || turned.iter().map(|bounds| bounds.high.x);
            let gain = widths().max().unwrap() - widths().min().unwrap();
            let said = base.turning().0;
            assert!((gain..=gain + Length::mm(1).0).contains(&said), "{text}: {gain}, said {said}");
        }
    }

    #[test]
    fn bases_of_every_size_have_the_corners_of_their_hull() {
        for text in ["1x1mm oval", "2x1mm oval", "3x40mm oval", "60x35mm oval", "170x109mm oval", "100x60mm hull"] {
            for facing in 0..FACINGS {
                let shape = footprint(text).at(Pose { at: Point::new(-70, 9_000), facing, level: 0 });
                assert_eq!(shape.corners(), convex_hull(shape.corners()).as_slice(), "{text}, facing {facing}");
            }
        }
    }

    #[test]
    fn the_polygon_for_a_round_base_lies_inside_it_and_close() {
        for radius in [1_250, 1_600, 2_000, 3_000, 5_000] {
            let round = Shape::disc(Point::new(0, 0), Length(radius)).angular();
            let furthest =
                round.corners().iter().map(|corner| corner.distance_squared(Point::default())).max().unwrap();
            assert!(furthest <= i64::from(radius) * i64::from(radius));
            let inner = Shape::disc(Point::new(0, 0), Length(radius * 9_980 / 10_000));
            let beyond = |a: Point, b: Point| Shape::hull(&[a, b], Length::ZERO).unwrap().overlaps(&inner);
            let corners = round.corners();
            let edges = corners.iter().zip(corners.iter().cycle().skip(1));
            assert!(!edges.into_iter().any(|(&a, &b)| beyond(a, b)), "radius {radius}");
        }
    }
}
