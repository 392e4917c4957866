//! Rings as a search sees them: convex polygons that no leg may run through.

use crate::shape::orient;
use crate::{Length, Point, Rect};

/// The ring of an obstacle: the nodes `first..end`, counter-clockwise; none as long as nothing came near to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    pub(super) first: u32,
    pub(super) end: u32,
    /// A box around the ring; before it is made, one that is large enough for it.
    pub(super) bounds: Rect,
    /// How much further out than it must it lies at most.
    pub(super) further: Length,
    /// Whether it was found in the way, so that ways around it are looked for.
    pub(super) in_the_way: bool,
    /// Whether it holds the goal, in the sliver between itself and its obstacle.
    pub(super) holds_goal: bool,
}

impl Ring {
    /// A ring that will lie further out than this box by no more than so much.
    pub(super) fn unmade(bounds: Rect, further: Length) -> Ring {
        Ring { first: 0, end: 0, bounds: bounds.grown(further), further, in_the_way: false, holds_goal: false }
    }

    pub(super) fn is_made(self) -> bool {
        self.first != self.end
    }

    pub(super) fn next(self, node: u32) -> u32 {
        if node + 1 == self.end { self.first } else { node + 1 }
    }

    pub(super) fn before(self, node: u32) -> u32 {
        if node == self.first { self.end - 1 } else { node - 1 }
    }

    /// Its corners among the places of all nodes.
    pub(super) fn corners(self, places: &[Point]) -> &[Point] {
        &places[self.first as usize..self.end as usize]
    }
}

/// Whether a point lies within a convex ring, and not on its edge.
pub(super) fn is_inside(ring: &[Point], point: Point) -> bool {
    let next = |index: usize| ring[if index + 1 == ring.len() { 0 } else { index + 1 }];
    ring.len() > 2 && (0..ring.len()).all(|index| orient(ring[index], next(index), point) > 0)
}

/// Whether a straight line runs through the inside of a convex ring; along its edge is not through it.
pub(super) fn runs_through(ring: &[Point], a: Point, b: Point) -> bool {
    let (mut left, mut right) = (false, false);
    for &corner in ring {
        let side = orient(a, b, corner);
        left |= side > 0;
        right |= side < 0;
    }
    // The endless line does; so the line itself does, unless it lies wholly outside of one edge.
    left && right && {
        let mut before = ring[ring.len() - 1];
        ring.iter().all(|&corner| {
            let outside = orient(before, corner, a) <= 0 && orient(before, corner, b) <= 0;
            before = corner;
            !outside
        })
    }
}

/// The two corners at which lines from a point touch a convex ring, the left one first. From its edge these are the
/// next corners on either side; from within there are none.
pub(super) fn touching(ring: &[Point], from: Point) -> Option<[usize; 2]> {
    let count = ring.len();
    let next = |index: usize| if index + 1 == count { 0 } else { index + 1 };
    let faces = |index: usize| orient(from, ring[index], ring[next(index)]) < 0;
    // The sides that face the point follow each other: four steps at a time rarely step over them all.
    let first = faces(0);
    let other = (0..count).step_by(4).find(|&index| faces(index) != first);
    let Some(other) = other.or_else(|| (0..count).find(|&index| faces(index) != first)) else {
        return from_edge(ring, from);
    };
    let turn = |mut low: usize, mut high: usize| {
        let low_faces = faces(low);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if faces(if middle < count { middle } else { middle - count }) == low_faces {
                low = middle;
            } else {
                high = middle;
            }
        }
        if high < count { high } else { high - count }
    };
    let (one, two) = (turn(0, other), turn(other, count));
    Some(if first { [two, one] } else { [one, two] })
}

fn from_edge(ring: &[Point], from: Point) -> Option<[usize; 2]> {
    let count = ring.len();
    let lies_on = |index: usize| orient(from, ring[index], ring[(index + 1) % count]) == 0;
    let edge = (0..count).find(|&index| lies_on(index)).filter(|_| count > 2)?;
    if lies_on((edge + count - 1) % count) {
        return Some([(edge + count - 1) % count, (edge + 1) % count]);
    }
    let last = if lies_on((edge + 1) % count) { edge + 2 } else { edge + 1 };
    Some([edge, last % count])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Apart;
    use crate::shape::convex_hull;

    fn some_ring() -> impl Strategy<Value = Vec<Point>> {
        let points = prop::collection::vec((0..12_i32, 0..12_i32).prop_map(Point::from), 3..12);
        points.prop_map(|points| convex_hull(&points).to_vec()).prop_filter("no area", |ring| ring.len() > 2)
    }

    proptest! {
        #[test]
        fn lines_touch_a_ring_at_corners_that_have_it_on_one_side(
            ring in some_ring(), from in (-3..15_i32, -3..15_i32).prop_map(Point::from),
        ) {
            match touching(&ring, from) {
                None => prop_assert!(is_inside(&ring, from)),
                Some([left, right]) => {
                    prop_assert!(!is_inside(&ring, from));
                    prop_assert!(ring[left] != from && ring[right] != from);
                    prop_assert!(ring.iter().all(|&corner| orient(from, ring[left], corner) <= 0));
                    prop_assert!(ring.iter().all(|&corner| orient(from, ring[right], corner) >= 0));
                }
            }
        }

        #[test]
        fn a_line_runs_through_a_ring_if_it_overlaps_it(
            ring in some_ring(),
            a in (-3..15_i32, -3..15_i32).prop_map(Point::from), b in (-3..15_i32, -3..15_i32).prop_map(Point::from),
        ) {
            let overlaps = Apart::between(&convex_hull(&[a, b]), &ring, Length::ZERO).overlaps();
            prop_assert_eq!(a != b && runs_through(&ring, a, b), a != b && overlaps);
        }
    }
}
