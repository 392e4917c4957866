//! How far two convex shapes are apart, exactly.

use std::cmp::Ordering;

use crate::point::root;
use crate::rooted::wide;
use crate::shape::orient;
use crate::vector::{Vector, cross, dot, vector};
use crate::{Length, Point};

/// The gap between two convex shapes: a root of a fraction, less both radii.
///
/// It compares with lengths and with other gaps without being rounded. Gaps order by size; shapes that overlap have a
/// gap below zero.
#[derive(Clone, Copy, Debug)]
pub struct Apart {
    /// The square of the distance between the cores, times `over`.
    square: i128,
    over: i64,
    /// Both radii together.
    radii: i64,
    /// Whether the cores alone share ground, so that no distance tells it.
    deep: bool,
}

impl Apart {
    /// The gap between two cores, given by their corners, each widened by its radius.
    pub(crate) fn between(a: &[Point], b: &[Point], radii: Length) -> Apart {
        let radii = i64::from(radii.0);
        match (a, b) {
            ([a], [b]) => Apart { square: i128::from(a.distance_squared(*b)), over: 1, radii, deep: false },
            ([point], polygon) | (polygon, [point]) => around_point(*point, polygon).apart(radii),
            _ => around_both(a, b).apart(radii),
        }
    }

    /// Whether the two shapes cover common ground; touching is not overlapping.
    pub fn overlaps(self) -> bool {
        self.deep || self.square < squared(self.radii) * i128::from(self.over)
    }

    /// Whether the gap is at most this long; the length itself is within.
    pub fn within(self, gap: Length) -> bool {
        let reach = self.radii + i64::from(gap.0);
        self.deep || (reach >= 0 && self.square <= squared(reach) * i128::from(self.over))
    }

    /// Whether the gap is this long or longer.
    pub fn at_least(self, gap: Length) -> bool {
        let reach = self.radii + i64::from(gap.0);
        !self.deep && (reach < 0 || self.square >= squared(reach) * i128::from(self.over))
    }

    /// Whether the shapes do not overlap and the gap is under one unit: that is contact.
    pub fn touches(self) -> bool {
        !self.overlaps() && self.square < squared(self.radii + 1) * i128::from(self.over)
    }

    /// The gap rounded up to a unit; zero when the shapes touch or overlap.
    pub fn up(self) -> Length {
        let down = self.core_down();
        let up = if squared(down) * i128::from(self.over) < self.square { down + 1 } else { down };
        Length((up - self.radii).max(0) as i32)
    }

    /// The gap rounded down to a unit; zero when the shapes touch or overlap.
    pub fn down(self) -> Length {
        Length((self.core_down() - self.radii).max(0) as i32)
    }

    fn core_down(self) -> i64 {
        // Most gaps are between corners, and 64 bits are quick.
        match i64::try_from(self.square) {
            Ok(square) if self.over == 1 => root(square),
            _ => (self.square / i128::from(self.over)).isqrt() as i64,
        }
    }
}

fn squared(length: i64) -> i128 {
    i128::from(length * length)
}

/// `√(a/p) - r` against `√(b/q) - s`, decided without a root: coordinates are small enough for squares of 128 bits.
impl Ord for Apart {
    fn cmp(&self, other: &Apart) -> Ordering {
        if self.radii < other.radii {
            return other.cmp(self).reverse();
        }
        // √(a/p) against √(b/q) + k, with k ≥ 0: compare squares twice.
        let k = self.radii - other.radii;
        let (a, p) = (self.square, i128::from(self.over));
        let (b, q) = (other.square, i128::from(other.over));
        let rest = a * q - b * p - squared(k) * p * q;
        if rest <= 0 || k == 0 {
            return if rest == 0 && k > 0 && b > 0 { Ordering::Less } else { rest.cmp(&0) };
        }
        wide(rest, rest).cmp(&wide(4 * squared(k) * b, p * p * q))
    }
}

impl PartialOrd for Apart {
    fn partial_cmp(&self, other: &Apart) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Apart {
    fn eq(&self, other: &Apart) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Apart {}

/// The nearest point of a convex polygon to the origin, found edge by edge.
///
/// Of an edge that the origin does not lie behind, either the foot of the perpendicular is the nearest point of all, or
/// one of its ends may be.
struct Nearest {
    corner: i64,
    /// The cross product and the square of the length of the edge that has the foot.
    foot: Option<(i64, i64)>,
    outside: bool,
}

impl Nearest {
    fn new() -> Nearest {
        Nearest { corner: i64::MAX, foot: None, outside: false }
    }

    /// Takes in the edge from `p` by `edge`, both seen from the origin.
    fn take(&mut self, p: Vector, edge: Vector) {
        let side = cross(p, edge);
        if side > 0 {
            return;
        }
        self.outside = true;
        let (along, length) = (-dot(p, edge), dot(edge, edge));
        if along > 0 && along < length {
            self.foot = Some((side, length));
            return;
        }
        let end = if along <= 0 { p } else { (p.0 + edge.0, p.1 + edge.1) };
        self.corner = self.corner.min(dot(end, end));
    }

    fn apart(&self, radii: i64) -> Apart {
        match self.foot {
            Some((cross, length)) => Apart { square: squared_wide(cross), over: length, radii, deep: false },
            None if self.outside => Apart { square: i128::from(self.corner), over: 1, radii, deep: false },
            None => Apart { square: 0, over: 1, radii, deep: true },
        }
    }
}

fn squared_wide(value: i64) -> i128 {
    i128::from(value) * i128::from(value)
}

/// Of polygons with more corners than this, only the edges that lead to the nearest point are looked at.
const FEW: usize = 8;

fn around_point(point: Point, polygon: &[Point]) -> Nearest {
    if polygon.len() > FEW {
        return walk_to(point, polygon);
    }
    let mut nearest = Nearest::new();
    for index in 0..polygon.len() {
        let (corner, next) = edge_of(polygon, index);
        nearest.take(vector(point, corner), vector(corner, next));
        if nearest.foot.is_some() {
            break;
        }
    }
    nearest
}

/// The corner with this number, and the next one.
fn edge_of(polygon: &[Point], index: usize) -> (Point, Point) {
    (polygon[index], polygon[if index + 1 == polygon.len() { 0 } else { index + 1 }])
}

/// The same for many corners: from an edge that the point lies in front of, along the polygon as long as that leads nearer.
fn walk_to(point: Point, polygon: &[Point]) -> Nearest {
    let mut nearest = Nearest::new();
    let Some(mut index) = edge_facing(point, polygon) else { return nearest };
    loop {
        let (corner, next) = edge_of(polygon, index);
        let edge = vector(corner, next);
        nearest.take(vector(point, corner), edge);
        if nearest.foot.is_some() {
            return nearest;
        }
        let ahead = dot(vector(corner, point), edge) > 0;
        index = match (ahead, index) {
            (true, index) if index + 1 == polygon.len() => 0,
            (true, index) => index + 1,
            (false, 0) => polygon.len() - 1,
            (false, index) => index - 1,
        };
        // An edge whose near end is nearest leads away again.
        let (corner, next) = edge_of(polygon, index);
        let edge = vector(corner, next);
        if ahead && dot(vector(corner, point), edge) <= 0 || !ahead && dot(vector(next, point), edge) >= 0 {
            return nearest;
        }
    }
}

/// An edge that a point lies in front of or on; none if the point is inside.
fn edge_facing(point: Point, polygon: &[Point]) -> Option<usize> {
    let turn = |index: usize| orient(polygon[0], polygon[index], point);
    let last = polygon.len() - 1;
    if turn(1) <= 0 {
        return Some(0);
    }
    if turn(last) >= 0 {
        return Some(last);
    }
    // Seen from the first corner, the point lies between two neighbours.
    let (mut right, mut left) = (1, last);
    while left - right > 1 {
        let middle = usize::midpoint(right, left);
        if turn(middle) >= 0 {
            right = middle;
        } else {
            left = middle;
        }
    }
    (orient(polygon[right], polygon[left], point) <= 0).then_some(right)
}

/// Walks round the Minkowski difference of two polygons, whose corners begin with the lowest, left one: its edges are
/// those of both, sorted by direction.
fn around_both(a: &[Point], b: &[Point]) -> Nearest {
    let mut nearest = Nearest::new();
    let first_b = (0..b.len()).max_by_key(|&index| (b[index].y, b[index].x)).unwrap_or(0);
    let a_at = |step: usize| a[step % a.len()];
    let b_at = |step: usize| b[(first_b + step) % b.len()];
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let corner = vector(b_at(j), a_at(i));
        let edge_a = vector(a_at(i), a_at(i + 1));
        let edge_b = vector(b_at(j + 1), b_at(j));
        let turn = cross(edge_a, edge_b);
        // Parallel edges become one. The two are never opposite: the earlier one would have been taken before.
        let take_a = i < a.len() && (turn >= 0 || j == b.len());
        let take_b = j < b.len() && (turn <= 0 || i == a.len());
        let part = |taken: bool, edge: Vector| if taken { edge } else { (0, 0) };
        let (part_a, part_b) = (part(take_a, edge_a), part(take_b, edge_b));
        nearest.take(corner, (part_a.0 + part_b.0, part_a.1 + part_b.1));
        if nearest.foot.is_some() {
            break;
        }
        i += usize::from(take_a);
        j += usize::from(take_b);
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn shape(corners: &[(i32, i32)], radius: i32) -> Shape {
        let corners: Vec<Point> = corners.iter().map(|&corner| Point::from(corner)).collect();
        Shape::hull(&corners, Length(radius)).unwrap()
    }

    fn square(low: i32, high: i32) -> Shape {
        shape(&[(low, low), (high, low), (high, high), (low, high)], 0)
    }

    #[test]
    fn squares_apart_by_a_side_or_a_corner() {
        assert_eq!(square(0, 10).apart(&square(13, 20)).up(), Length(5));
        let beside = shape(&[(14, 2), (20, 2), (20, 8), (14, 8)], 0);
        assert_eq!(square(0, 10).apart(&beside).up(), Length(4));
        assert_eq!(beside.apart(&square(0, 10)), square(0, 10).apart(&beside));
    }

    #[test]
    fn squares_that_share_a_side_touch_and_do_not_overlap() {
        let beside = shape(&[(10, 2), (20, 2), (20, 8), (10, 8)], 0);
        let apart = square(0, 10).apart(&beside);
        assert!(apart.touches() && !apart.overlaps() && apart.within(Length::ZERO));
        let deeper = shape(&[(9, 2), (20, 2), (20, 8), (9, 8)], 0);
        assert!(square(0, 10).overlaps(&deeper));
    }

    #[test]
    fn a_gap_is_within_its_own_length_and_at_least_that() {
        let apart = square(0, 10).apart(&square(13, 20));
        // The corners are 3 and 3 away, which is a little more than 4 units.
        assert!(apart.at_least(Length(4)) && !apart.within(Length(4)));
        assert!(!apart.at_least(Length(5)) && apart.within(Length(5)));
        let beside = square(0, 10).apart(&shape(&[(14, 2), (20, 2), (20, 8), (14, 8)], 0));
        assert!(beside.at_least(Length(4)) && beside.within(Length(4)));
        let inside = square(0, 10).apart(&Shape::disc(Point::new(5, 5), Length::ZERO));
        assert!(!inside.at_least(Length::ZERO));
    }

    #[test]
    fn a_point_inside_is_deep() {
        let inside = Shape::disc(Point::new(5, 5), Length::ZERO);
        assert!(square(0, 10).overlaps(&inside));
        assert!(!square(0, 10).overlaps(&Shape::disc(Point::new(10, 5), Length::ZERO)));
    }

    #[test]
    fn crossing_segments_overlap_and_parallel_ones_do_not() {
        let one = shape(&[(0, 0), (10, 10)], 0);
        assert!(one.overlaps(&shape(&[(0, 10), (10, 0)], 0)));
        assert_eq!(one.apart(&shape(&[(20, 10), (30, 20)], 0)).up(), Length(10));
        assert_eq!(one.apart(&shape(&[(13, 14), (30, 31)], 0)).up(), Length(5));
        let collinear = shape(&[(13, 13), (20, 20)], 0);
        assert_eq!(one.apart(&collinear).up(), Length(5));
    }

    #[test]
    fn a_slanted_edge_is_measured_across() {
        let diamond = shape(&[(0, -10), (10, 0), (0, 10), (-10, 0)], 0);
        let disc = Shape::disc(Point::new(10, 10), Length(2));
        let apart = diamond.apart(&disc);
        assert_eq!((apart.down(), apart.up()), (Length(5), Length(6)));
        assert!(apart.within(Length(6)) && !apart.within(Length(5)));
    }

    #[test]
    fn gaps_compare_exactly_also_between_different_radii() {
        let origin = Shape::disc(Point::new(0, 0), Length(10));
        let near = origin.apart(&Shape::disc(Point::new(100, 0), Length(20)));
        let same = origin.apart(&Shape::disc(Point::new(0, 90), Length(10)));
        let barely = origin.apart(&Shape::disc(Point::new(1, 90), Length(10)));
        assert_eq!(near, same);
        assert!(near < barely && barely > same);
    }

    /// The nearest point as a look at every edge finds it.
    fn by_every_edge(point: Point, polygon: &[Point]) -> Apart {
        let mut nearest = Nearest::new();
        for index in 0..polygon.len() {
            let (corner, next) = edge_of(polygon, index);
            nearest.take(vector(point, corner), vector(corner, next));
        }
        nearest.apart(0)
    }

    proptest::proptest! {
        #[test]
        fn a_walk_along_a_polygon_finds_what_a_look_at_every_edge_does(
            points in proptest::collection::vec((-60..60_i32, -60..60_i32), 9..60),
            length in 40..900_i32, width in 40..900_i32, facing in 0..crate::FACINGS,
            x in -1_000..1_000_i32, y in -1_000..1_000_i32,
        ) {
            let points: Vec<Point> = points.into_iter().map(Point::from).collect();
            let oval = crate::Footprint::Oval { length: Length(length), width: Length(width) };
            let oval = oval.at(crate::Pose { facing, ..crate::Pose::default() });
            let mut sum = Vec::new();
            crate::sum::add_sum(&crate::shape::convex_hull(&points), oval.corners(), &mut sum);
            for polygon in [&sum, &crate::shape::convex_hull(&points).to_vec(), &oval.corners().to_vec()] {
                let near = |corner: &Point| Point::new(corner.x + x / 300, corner.y + y / 300);
                let asked = polygon.iter().map(near).chain([(x, y), (x / 16, y / 16)].map(Point::from));
                for point in asked.filter(|_| polygon.len() > 2) {
                    let (walked, looked) = (walk_to(point, polygon).apart(0), by_every_edge(point, polygon));
                    proptest::prop_assert!(walked == looked && walked.deep == looked.deep, "{point:?} {polygon:?}");
                }
            }
        }

        #[test]
        fn gaps_order_as_their_roots_do(
            ax in -5_000..5_000_i32, ay in -5_000..5_000_i32, r in 0..2_000,
            bx in -5_000..5_000_i32, by in -5_000..5_000_i32, s in 0..2_000,
        ) {
            let origin = Shape::disc(Point::new(0, 0), Length(0));
            let a = origin.apart(&Shape::disc(Point::new(ax, ay), Length(r)));
            let b = origin.apart(&Shape::disc(Point::new(bx, by), Length(s)));
            let gap = |x: i32, y: i32, r: i32| f64::from(x).hypot(f64::from(y)) - f64::from(r);
            let (fa, fb) = (gap(ax, ay, r), gap(bx, by, s));
            if (fa - fb).abs() > 1e-6 {
                proptest::prop_assert_eq!(a < b, fa < fb);
            }
            proptest::prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        }
    }
}
