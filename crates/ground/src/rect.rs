//! Boxes with sides along the axes: the first, quick look at everything.

use crate::{Length, Point};

/// A box; its edge belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rect {
    /// The lower left corner.
    pub low: Point,
    /// The upper right corner.
    pub high: Point,
}

impl Rect {
    /// The box from one corner to the other.
    pub const fn new(low: Point, high: Point) -> Rect {
        Rect { low, high }
    }

    /// The smallest box around these points; at the origin when there are none.
    pub fn around(points: &[Point]) -> Rect {
        let Some((&first, rest)) = points.split_first() else { return Rect::new(Point::default(), Point::default()) };
        rest.iter().fold(Rect::new(first, first), |rect, &point| rect.joined(Rect::new(point, point)))
    }

    /// The smallest box around both.
    pub fn joined(self, other: Rect) -> Rect {
        Rect {
            low: Point::new(self.low.x.min(other.low.x), self.low.y.min(other.low.y)),
            high: Point::new(self.high.x.max(other.high.x), self.high.y.max(other.high.y)),
        }
    }

    /// The box moved out by `by` on all sides.
    pub fn grown(self, by: Length) -> Rect {
        Rect {
            low: Point::new(self.low.x - by.0, self.low.y - by.0),
            high: Point::new(self.high.x + by.0, self.high.y + by.0),
        }
    }

    /// Whether a point lies in the box or on its edge.
    pub fn contains(self, point: Point) -> bool {
        self.low.x <= point.x && point.x <= self.high.x && self.low.y <= point.y && point.y <= self.high.y
    }

    /// Whether all of another box lies in this one.
    pub fn covers(self, other: Rect) -> bool {
        self.contains(other.low) && self.contains(other.high)
    }

    /// How far another box sticks out of this one, on the side where it does so most; nothing where this one covers it.
    pub fn short_of(self, other: Rect) -> Length {
        let low = (self.low.x - other.low.x).max(self.low.y - other.low.y);
        let high = (other.high.x - self.high.x).max(other.high.y - self.high.y);
        Length(low.max(high).max(0))
    }

    /// Whether the two boxes have a point in common, be it on their edges.
    pub fn meets(self, other: Rect) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    /// Whether the two boxes cover common ground; touching is not overlapping.
    pub fn overlaps(self, other: Rect) -> bool {
        self.low.x < other.high.x && other.low.x < self.high.x && self.low.y < other.high.y && other.low.y < self.high.y
    }

    /// The point of the box that is nearest to a point.
    pub fn nearest(self, to: Point) -> Point {
        // Not `clamp`, which panics for a box turned inside out.
        Point::new(to.x.min(self.high.x).max(self.low.x), to.y.min(self.high.y).max(self.low.y))
    }

    /// From left to right.
    pub fn width(self) -> Length {
        Length(self.high.x - self.low.x)
    }

    /// From bottom to top.
    pub fn height(self) -> Length {
        Length(self.high.y - self.low.y)
    }

    /// The middle, rounded down.
    pub fn centre(self) -> Point {
        Point::new((self.low.x + self.high.x).div_euclid(2), (self.low.y + self.high.y).div_euclid(2))
    }

    /// The four corners, counter-clockwise from the lower left one.
    pub fn corners(self) -> [Point; 4] {
        [self.low, Point::new(self.high.x, self.low.y), self.high, Point::new(self.low.x, self.high.y)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_touch_meet_but_do_not_overlap() {
        let left = Rect::new(Point::new(0, 0), Point::new(10, 10));
        let right = Rect::new(Point::new(10, 10), Point::new(20, 20));
        assert!(left.meets(right) && !left.overlaps(right));
        assert!(left.grown(Length(1)).overlaps(right));
    }

    #[test]
    fn the_box_around_points_covers_them() {
        let rect = Rect::around(&[Point::new(3, 9), Point::new(-1, 4), Point::new(0, 0)]);
        assert_eq!(rect, Rect::new(Point::new(-1, 0), Point::new(3, 9)));
        assert_eq!((rect.width(), rect.height(), rect.centre()), (Length(4), Length(9), Point::new(1, 4)));
    }
}
