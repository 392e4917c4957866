//! Questions to the corners of a convex polygon, answered by bisection.
//!
//! Corners run counter-clockwise from the lowest (of those the leftmost), so that the directions of the edges ascend
//! through one full turn.

use crate::Point;
use crate::vector::{Vector, cross, dot, vector};

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
/// Up to so many corners, looking at all of them is quicker than bisecting: nothing has to be foretold.
const FEW: usize = 8;

impl Heading {
    /// The direction from one outline to another; if one of them is round, it tells the guess.
    pub(super) fn between(from: &[Point], to: &[Point], towards: Vector) -> Heading {
        let round = [from, to].into_iter().find(|corners| corners.len() == ROUND);
        Heading { towards, guess: round.map_or(0, |corners| furthest(corners, towards)) }
    }

    /// A quarter turn to the left of a direction not far from this one.
    pub(super) fn left_of(self, direction: Vector) -> Heading {
        Heading { towards: left_of(direction), guess: (self.guess + ROUND / 4) % ROUND }
    }

    /// A quarter turn to the right of a direction not far from this one.
    pub(super) fn right_of(self, direction: Vector) -> Heading {
        Heading { towards: right_of(direction), guess: (self.guess + ROUND / 4 * 3) % ROUND }
    }

    /// The opposite direction.
    pub(super) fn back(self) -> Heading {
        Heading { towards: (-self.towards.0, -self.towards.1), guess: (self.guess + ROUND / 2) % ROUND }
    }

    /// The corner that is furthest this way; of two, the first counter-clockwise.
    pub(super) fn furthest(self, corners: &[Point]) -> usize {
        let mut best = match corners.len() {
            ROUND => self.guess,
            ..=FEW => of_few(corners, self.towards),
            _ => furthest(corners, self.towards),
        };
        let gain = |from: usize, to: usize| dot(vector(corners[from], corners[to]), self.towards);
        while gain(best, after(corners, best)) > 0 {
            best = after(corners, best);
        }
        while gain(best, before(corners, best)) > 0 {
            best = before(corners, best);
        }
        let level = gain(best, before(corners, best)) == 0 && corners.len() > 2;
        if level { before(corners, best) } else { best }
    }

    /// How far the furthest corner lies this way.
    pub(super) fn reach(self, corners: &[Point]) -> i64 {
        let corner = corners[self.furthest(corners)];
        dot(self.towards, (i64::from(corner.x), i64::from(corner.y)))
    }
}

/// A corner that is furthest in a direction, found by looking at all.
fn of_few(corners: &[Point], direction: Vector) -> usize {
    let reach = |corner: Point| dot(direction, (i64::from(corner.x), i64::from(corner.y)));
    let (mut best, mut most) = (0, reach(corners[0]));
    for (index, &corner) in corners.iter().enumerate().skip(1) {
        let here = reach(corner);
        best = if here > most { index } else { best };
        most = most.max(here);
    }
    best
}

/// The corner that is furthest in a direction; of two, the first counter-clockwise.
fn furthest(corners: &[Point], direction: Vector) -> usize {
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
            dx in -9..9_i64, dy in -9..9_i64, guess in 0..ROUND,
        ) {
            prop_assume!((dx, dy) != (0, 0));
            let points: Vec<Point> = points.into_iter().map(Point::from).collect();
            let shape = Shape::hull(&points, Length::ZERO).unwrap();
            let corners = shape.corners();
            let reach = |corner: Point| i64::from(corner.x) * dx + i64::from(corner.y) * dy;
            let best = corners.iter().map(|&corner| reach(corner)).max().unwrap();
            let heading = Heading { towards: (dx, dy), guess };
            let found = heading.furthest(corners);
            prop_assert!(corners.len() < 3 || found == furthest(corners, (dx, dy)));
            prop_assert_eq!(reach(corners[found]), best);
            if corners.len() > 2 {
                prop_assert!(reach(corners[before(corners, found)]) < best);
            }
        }
    }
}
