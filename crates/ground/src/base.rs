//! Round bases: a centre and a radius.

use crate::vector::{cross, dot, vector};
use crate::{Length, Point};

/// A round base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Base {
    /// Its centre.
    pub at: Point,
    /// Half its diameter.
    pub radius: Length,
}

impl Base {
    /// A base of this diameter; an odd diameter is rounded up to the next whole radius.
    pub const fn round(at: Point, diameter: Length) -> Base {
        Base { at, radius: Length((diameter.0 + 1) / 2) }
    }

    /// Whether the gap between the two bases is at most `gap`; `gap` itself is within.
    pub fn within(self, other: Base, gap: Length) -> bool {
        let reach = i64::from(gap.0) + i64::from(self.radius.0) + i64::from(other.radius.0);
        reach >= 0 && self.at.distance_squared(other.at) <= reach * reach
    }

    /// Whether the two bases cover common ground; touching is not overlapping.
    pub fn overlaps(self, other: Base) -> bool {
        let reach = i64::from(self.radius.0) + i64::from(other.radius.0);
        self.at.distance_squared(other.at) < reach * reach
    }

    /// The gap between the edges, rounded up to a unit; zero when they touch or overlap.
    pub fn gap_up(self, other: Base) -> Length {
        let gap = self.at.distance_up(other.at) - self.radius - other.radius;
        gap.max(Length::ZERO)
    }

    /// Whether this base, moved in a straight line from its place to `to`, passes over `other`.
    ///
    /// Touching on the way is not passing over. Exact: the squared distance of a point to a segment is compared as
    /// a fraction, without dividing.
    pub fn sweeps_over(self, to: Point, other: Base) -> bool {
        let reach = i64::from(self.radius.0) + i64::from(other.radius.0);
        let reach_squared = i128::from(reach * reach);
        let (leg, there) = (vector(self.at, to), vector(self.at, other.at));
        let (along, length_squared) = (dot(leg, there), dot(leg, leg));
        if along <= 0 || length_squared == 0 {
            return i128::from(dot(there, there)) < reach_squared;
        }
        if along >= length_squared {
            return i128::from(to.distance_squared(other.at)) < reach_squared;
        }
        let across = i128::from(cross(leg, there));
        across * across < reach_squared * i128::from(length_squared)
    }

    /// Whether the whole base lies in the rectangle from the lower left corner `low` to the upper right one `high`.
    pub fn wholly_in(self, low: Point, high: Point) -> bool {
        let r = self.radius.0;
        self.at.x - r >= low.x && self.at.y - r >= low.y && self.at.x + r <= high.x && self.at.y + r <= high.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(x: i32, y: i32, radius: i32) -> Base {
        Base { at: Point::new(x, y), radius: Length(radius) }
    }

    #[test]
    fn within_includes_the_distance_itself() {
        assert!(base(0, 0, 10).within(base(50, 0, 10), Length(30)));
        assert!(!base(0, 0, 10).within(base(51, 0, 10), Length(30)));
    }

    #[test]
    fn touching_bases_do_not_overlap() {
        assert!(!base(0, 0, 10).overlaps(base(20, 0, 10)));
        assert!(base(0, 0, 10).overlaps(base(19, 0, 10)));
    }

    #[test]
    fn the_gap_is_rounded_up_and_never_negative() {
        assert_eq!(base(0, 0, 10).gap_up(base(30, 1, 10)), Length(11));
        assert_eq!(base(0, 0, 10).gap_up(base(5, 0, 10)), Length::ZERO);
    }

    #[test]
    fn a_base_that_slides_past_in_contact_does_not_pass_over() {
        let mover = base(0, 0, 10);
        assert!(!mover.sweeps_over(Point::new(100, 0), base(50, 20, 10)));
        assert!(mover.sweeps_over(Point::new(100, 0), base(50, 19, 10)));
        assert!(!mover.sweeps_over(Point::new(30, 0), base(50, 0, 10)));
        assert!(mover.sweeps_over(Point::new(31, 0), base(50, 0, 10)));
        assert!(!mover.sweeps_over(Point::new(0, 0), base(20, 0, 10)));
    }

    #[test]
    fn wholly_in_counts_the_edge_of_the_base() {
        let (low, high) = (Point::new(0, 0), Point::new(100, 100));
        assert!(base(10, 10, 10).wholly_in(low, high));
        assert!(!base(9, 10, 10).wholly_in(low, high));
        assert!(!base(50, 91, 10).wholly_in(low, high));
    }
}
