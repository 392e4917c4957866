//! Questions to the corners of a convex polygon, answered by bisection.
//!
//! Corners run counter-clockwise from the lowest (of those the leftmost), so that the directions of the edges ascend
//! through one full turn.

use crate::Point;

/// A direction or difference, in units.
pub(super) type Vector = (i64, i64);

pub(super) fn vector(from: Point, to: Point) -> Vector {
    (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
}

pub(super) fn cross(a: Vector, b: Vector) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

pub(super) fn dot(a: Vector, b: Vector) -> i64 {
    a.0 * b.0 + a.1 * b.1
}

/// The direction a quarter turn to the left.
pub(super) fn left_of(direction: Vector) -> Vector {
    (-direction.1, direction.0)
}

/// The direction a quarter turn to the right.
pub(super) fn right_of(direction: Vector) -> Vector {
    (direction.1, -direction.0)
}

fn in_second_half(v: Vector) -> bool {
    v.1 < 0 || (v.1 == 0 && v.0 < 0)
}

/// A direction to look in, with a guess which corner of a round outline lies furthest that way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heading {
    pub(super) towards: Vector,
    guess: usize,
}

/// Round outlines have this many corners, and their corners the same places.
const ROUND: usize = 64;

impl Heading {
    /// The direction, with a guess taken from one of the outlines at hand.
    pub(super) fn new(towards: Vector, like: &[Point]) -> Heading {
        Heading { towards, guess: if like.len() == ROUND { furthest(like, towards) } else { 0 } }
    }

    /// The corner that is furthest this way; of two, the first counter-clockwise.
    pub(super) fn furthest(self, corners: &[Point]) -> usize {
        if corners.len() != ROUND {
            return furthest(corners, self.towards);
        }
        let mut best = self.guess;
        let gain = |from: usize, to: usize| dot(vector(corners[from], corners[to]), self.towards);
        while gain(best, after(corners, best)) > 0 {
            best = after(corners, best);
        }
        while gain(best, before(corners, best)) >= 0 {
            best = before(corners, best);
        }
        best
    }

    /// How far the furthest corner lies this way.
    pub(super) fn reach(self, corners: &[Point]) -> i64 {
        let corner = corners[self.furthest(corners)];
        dot(self.towards, (i64::from(corner.x), i64::from(corner.y)))
    }
}

/// The corner that is furthest in a direction; of two, the first counter-clockwise.
pub(super) fn furthest(corners: &[Point], direction: Vector) -> usize {
    let along = left_of(direction);
    let late = in_second_half(along);
    let comes_before = |index: usize| {
        let edge = vector(corners[index], corners[after(corners, index)]);
        match (in_second_half(edge), late) {
            (false, true) => true,
            (true, false) => false,
            _ => cross(edge, along) > 0,
        }
    };
    let (mut low, mut high) = (0, corners.len());
    while low < high {
        let middle = low.midpoint(high);
        if comes_before(middle) { low = middle + 1 } else { high = middle }
    }
    if low == corners.len() { 0 } else { low }
}

/// The index after this one, going round.
pub(super) fn after(corners: &[Point], index: usize) -> usize {
    if index + 1 == corners.len() { 0 } else { index + 1 }
}

/// The index before this one, going round.
pub(super) fn before(corners: &[Point], index: usize) -> usize {
    if index == 0 { corners.len() - 1 } else { index - 1 }
}

/// A run of corners, counter-clockwise from the first to the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    first: u32,
    count: u32,
}

impl Chain {
    /// Every corner that is furthest in some direction from `first` counter-clockwise to `last`, which is less than half
    /// a turn on.
    pub(super) fn facing(corners: &[Point], first: Heading, last: Heading) -> Chain {
        let start = first.furthest(corners);
        let mut end = last.furthest(corners);
        if dot(vector(corners[end], corners[after(corners, end)]), last.towards) == 0 {
            end = after(corners, end);
        }
        let count = if end >= start { end - start } else { end + corners.len() - start } + 1;
        Chain { first: start as u32, count: count as u32 }
    }

    /// The indices of the corners.
    pub(super) fn indices(self, corners: &[Point]) -> impl Iterator<Item = usize> + use<> {
        let length = corners.len();
        let first = self.first as usize;
        (first..first + self.count as usize).map(move |index| if index >= length { index - length } else { index })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Length, Shape};

    proptest! {
        #[test]
        fn the_furthest_corner_is_no_nearer_than_any(
            points in prop::collection::vec((-50..50_i32, -50..50_i32), 1..20),
            dx in -9..9_i64, dy in -9..9_i64,
        ) {
            prop_assume!((dx, dy) != (0, 0));
            let points: Vec<Point> = points.into_iter().map(Point::from).collect();
            let shape = Shape::hull(&points, Length::ZERO).unwrap();
            let corners = shape.corners();
            let reach = |corner: Point| i64::from(corner.x) * dx + i64::from(corner.y) * dy;
            let best = corners.iter().map(|&corner| reach(corner)).max().unwrap();
            let found = furthest(corners, (dx, dy));
            prop_assert_eq!(reach(corners[found]), best);
            if corners.len() > 2 {
                prop_assert!(reach(corners[before(corners, found)]) < best);
            }
        }
    }
}
