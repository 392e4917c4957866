//! The Minkowski sum of two convex polygons: what one covers when its middle is taken all over the other.

use smallvec::SmallVec;

use crate::Point;
use crate::vector::{cross, vector};

/// Room for the sum of an oval of 64 corners and a segment without an allocation.
pub(crate) type Corners = SmallVec<[Point; 68]>;

/// Adds the corners of the sum of two convex polygons to `sum`. All three are counter-clockwise from the lowest,
/// leftmost corner, and the edges of the sum are those of both, sorted by direction.
pub(crate) fn add_sum(a: &[Point], b: &[Point], sum: &mut impl Extend<Point>) {
    let (mut i, mut j) = (0, 0);
    let after =
        |corners: &[Point], index: usize| if index + 1 < corners.len() { corners[index + 1] } else { corners[0] };
    let at = |corners: &[Point], index: usize| if index < corners.len() { corners[index] } else { corners[0] };
    while i < a.len() || j < b.len() {
        let (a_here, b_here) = (at(a, i), at(b, j));
        sum.extend([Point::new(a_here.x + b_here.x, a_here.y + b_here.y)]);
        // Parallel edges become one. The two are never opposite: the earlier one would have been taken before.
        let turn = match (i < a.len(), j < b.len()) {
            (true, true) => cross(vector(a_here, after(a, i)), vector(b_here, after(b, j))),
            (true, false) => 1,
            _ => -1,
        };
        i += usize::from(turn >= 0);
        j += usize::from(turn <= 0);
    }
}

/// A polygon seen from behind: every corner on the other side of the origin.
pub(crate) fn mirrored(corners: &[Point]) -> Corners {
    let first = (0..corners.len()).max_by_key(|&index| (corners[index].y, corners[index].x)).unwrap_or(0);
    corners[first..].iter().chain(&corners[..first]).map(|corner| Point::new(-corner.x, -corner.y)).collect()
}

/// The straight line from the origin to a point, as a polygon of one or two corners.
pub(crate) fn line_to(to: Point) -> SmallVec<[Point; 2]> {
    let origin = Point::default();
    if to == origin {
        SmallVec::from_slice(&[origin])
    } else if (to.y, to.x) < (0, 0) {
        SmallVec::from_slice(&[to, origin])
    } else {
        SmallVec::from_slice(&[origin, to])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::shape::convex_hull;

    fn sum(a: &[Point], b: &[Point]) -> Vec<Point> {
        let mut sum = Vec::new();
        add_sum(a, b, &mut sum);
        sum
    }

    fn some_points() -> impl Strategy<Value = Vec<Point>> {
        prop::collection::vec((-9..9_i32, -9..9_i32).prop_map(Point::from), 1..7)
    }

    proptest! {
        #[test]
        fn a_sum_is_the_hull_of_all_sums(a in some_points(), b in some_points()) {
            let (a, b) = (convex_hull(&a), convex_hull(&b));
            let all: Vec<Point> =
                a.iter().flat_map(|p| b.iter().map(|q| Point::new(p.x + q.x, p.y + q.y))).collect();
            prop_assert_eq!(sum(&a, &b), convex_hull(&all).to_vec());
        }

        #[test]
        fn a_mirrored_polygon_begins_with_its_lowest_corner(a in some_points()) {
            let turned: Vec<Point> = a.iter().map(|p| Point::new(-p.x, -p.y)).collect();
            prop_assert_eq!(mirrored(&convex_hull(&a)).to_vec(), convex_hull(&turned).to_vec());
        }
    }

    #[test]
    fn a_line_begins_with_its_lower_end() {
        assert_eq!(line_to(Point::new(-1, 0)).as_slice(), [Point::new(-1, 0), Point::new(0, 0)]);
        assert_eq!(line_to(Point::new(-1, 2)).as_slice(), [Point::new(0, 0), Point::new(-1, 2)]);
        assert_eq!(line_to(Point::new(0, 0)).as_slice(), [Point::new(0, 0)]);
    }
}
