//! Points of a battlefield, from its lower left corner.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{FURTHEST, Length};

/// A point, in units to the right and upwards from the lower left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "[number, number]"))]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Upwards.
    pub y: i32,
}

impl Point {
    /// A point given in units.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// A point given in whole inches.
    pub const fn inches(x: i32, y: i32) -> Point {
        Point { x: Length::inches(x).0, y: Length::inches(y).0 }
    }

    /// The point in inches rounded to two decimals, for sentences; not for anything that is read back.
    pub fn about(self) -> String {
        format!("({}, {})", Length(self.x).about(), Length(self.y).about())
    }

    /// Whether the point is one that can be computed with; whatever comes from outside must be.
    pub fn is_near(self) -> bool {
        let near = |x: i32| (-FURTHEST..=FURTHEST).contains(&x);
        near(self.x) && near(self.y)
    }

    /// The square of the distance to another point; exact.
    pub fn distance_squared(self, other: Point) -> i64 {
        let (dx, dy) = (i64::from(other.x) - i64::from(self.x), i64::from(other.y) - i64::from(self.y));
        dx * dx + dy * dy
    }

    /// The distance to another point, rounded up to a unit.
    pub fn distance_up(self, other: Point) -> Length {
        let square = self.distance_squared(other);
        let down = root(square);
        let up = if down * down < square { down + 1 } else { down };
        Length(i32::try_from(up).unwrap_or(i32::MAX))
    }
}

/// The root of a square, rounded down; exact.
///
/// The processor's own root is several times as quick as one in whole numbers. It is right to the last of its 53 bits on
/// every machine, and what it may be off by after rounding is put right.
pub(crate) fn root(square: i64) -> i64 {
    let guess = (square as f64).sqrt() as i64;
    if guess * guess > square {
        guess - 1
    } else if (guess + 1) * (guess + 1) <= square {
        guess + 1
    } else {
        guess
    }
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Point {
        Point { x, y }
    }
}

impl From<Point> for (i32, i32) {
    fn from(point: Point) -> (i32, i32) {
        (point.x, point.y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", Length(self.x), Length(self.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_rounded_up_and_never_down() {
        assert_eq!(Point::new(0, 0).distance_up(Point::new(3, 4)), Length(5));
        assert_eq!(Point::new(0, 0).distance_up(Point::new(1, 1)), Length(2));
    }

    proptest::proptest! {
        #[test]
        fn the_root_is_rounded_down_exactly(root in 0..3_000_000_000_i64, more in 0..6_000_000_000_i64) {
            let square = root * root + more.min(2 * root);
            proptest::prop_assert_eq!(super::root(square), root);
        }
    }

    #[test]
    fn absurd_coordinates_do_not_overflow() {
        let far = Point::new(1 << 20, -(1 << 20));
        assert!(far.distance_up(Point::new(-(1 << 20), 1 << 20)) > Length(1 << 20));
    }
}
