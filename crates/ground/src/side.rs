//! The four sides of a battlefield.

use std::fmt;

use crate::{Length, Outline, Point, Rect};

/// A side of a battlefield, as on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Below.
    South,
    /// To the right.
    East,
    /// Above.
    North,
    /// To the left.
    West,
}

impl Side {
    /// All of them, around the battlefield.
    pub const ALL: [Side; 4] = [Side::South, Side::East, Side::North, Side::West];

    /// Its place among all.
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// The side at this place among all.
    pub fn numbered(number: usize) -> Option<Side> {
        Side::ALL.get(number).copied()
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Side::South => "south",
            Side::East => "east",
            Side::North => "north",
            Side::West => "west",
        }
    }

    /// Whether it runs from west to east.
    pub const fn is_level(self) -> bool {
        matches!(self, Side::South | Side::North)
    }

    /// The coordinate of a point that changes along this side.
    pub const fn along(self, at: Point) -> i32 {
        if self.is_level() { at.x } else { at.y }
    }

    /// Where it begins and ends along the battlefield, the lower first.
    pub const fn span(self, field: Rect) -> (i32, i32) {
        (self.along(field.low), self.along(field.high))
    }

    /// The side itself, as a line.
    pub fn line(self, field: Rect) -> Outline {
        let Rect { low, high } = field;
        let corners = match self {
            Side::South => [low, Point::new(high.x, low.y)],
            Side::East => [Point::new(high.x, low.y), high],
            Side::North => [high, Point::new(low.x, high.y)],
            Side::West => [Point::new(low.x, high.y), low],
        };
        Outline { corners: corners.to_vec(), ..Outline::default() }
    }

    /// The place so far along it and so deep in the battlefield; less than nothing is off it.
    pub const fn place(self, field: Rect, along: i32, deep: Length) -> Point {
        match self {
            Side::South => Point::new(along, field.low.y + deep.0),
            Side::East => Point::new(field.high.x - deep.0, along),
            Side::North => Point::new(along, field.high.y - deep.0),
            Side::West => Point::new(field.low.x + deep.0, along),
        }
    }

    /// The part of the battlefield that is no deeper than this.
    pub fn strip(self, field: Rect, deep: Length) -> Rect {
        let (from, to) = self.span(field);
        let corners = [self.place(field, from, Length::ZERO), self.place(field, to, deep)];
        let [low, high] = [i32::min, i32::max]
            .map(|pick| Point::new(pick(corners[0].x, corners[1].x), pick(corners[0].y, corners[1].y)));
        Rect { low, high }
    }

    /// The point of it that is nearest to a point.
    pub fn nearest(self, field: Rect, to: Point) -> Point {
        self.place(field, self.along(field.nearest(to)), Length::ZERO)
    }

    /// Whether a point lies on it.
    pub fn holds(self, field: Rect, at: Point) -> bool {
        self.nearest(field, at) == at
    }

    /// How far a box is from it; less than nothing where it reaches beyond.
    pub const fn gap(self, field: Rect, within: Rect) -> Length {
        Length(match self {
            Side::South => within.low.y - field.low.y,
            Side::East => field.high.x - within.high.x,
            Side::North => field.high.y - within.high.y,
            Side::West => within.low.x - field.low.x,
        })
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: Rect = Rect { low: Point::new(0, 0), high: Point::new(60, 44) };

    #[test]
    fn strips_begin_at_their_side_and_run_along_all_of_it() {
        let strips = Side::ALL.map(|side| side.strip(FIELD, Length(10)));
        let rect = |low: (i32, i32), high: (i32, i32)| Rect { low: low.into(), high: high.into() };
        assert_eq!(
            strips,
            [rect((0, 0), (60, 10)), rect((50, 0), (60, 44)), rect((0, 34), (60, 44)), rect((0, 0), (10, 44)),]
        );
    }

    #[test]
    fn the_nearest_point_of_a_side_lies_on_it_and_on_no_other() {
        for at in [Point::new(20, 30), Point::new(-5, 90), Point::new(70, 2)] {
            for side in Side::ALL {
                let nearest = side.nearest(FIELD, at);
                assert!(side.holds(FIELD, nearest));
                assert_eq!(side.gap(FIELD, Rect { low: nearest, high: nearest }), Length::ZERO);
            }
        }
        assert!(!Side::West.holds(FIELD, Point::new(1, 20)));
        assert!(!Side::South.holds(FIELD, Point::new(61, 0)));
    }

    #[test]
    fn what_is_so_deep_has_that_gap_and_is_below_nothing_beyond_the_side() {
        for side in Side::ALL {
            for deep in [-3, 0, 7] {
                let at = side.place(FIELD, 20, Length(deep));
                assert_eq!(side.gap(FIELD, Rect { low: at, high: at }), Length(deep));
                assert_eq!(side.along(at), 20);
            }
        }
    }
}
