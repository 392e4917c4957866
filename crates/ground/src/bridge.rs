//! The shortest way from one shape to another, and whether walls cut it.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::rooted::sign;
use crate::vector::{Vector, cross, dot, vector};
use crate::{Length, Point, Shape};

/// The shortest segments between two convex shapes that do not overlap: one, or as many as there are places along two
/// sides that face each other.
///
/// All of them lead the same way. It is exact: where a round base ends, the segment does, be that at a root.
///
/// ```
/// use ground::{Length, Point, Shape};
///
/// let guard = Shape::disc(Point::inches(0, 0), Length::mm(16));
/// let captain = Shape::disc(Point::inches(3, 0), Length::mm(16));
/// let bridge = guard.bridge(&captain).unwrap();
/// let wall = |from: i32, to: i32| (Point::new(3_810, from), Point::new(3_810, to));
/// assert!(bridge.is_cut_by(&[wall(0, 9_000)]), "it begins just on the way");
/// assert!(!bridge.is_cut_by(&[wall(1, 9_000)]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bridge {
    /// Depths are reckoned along the way from this point, and sides across it, both times the length of `along`.
    origin: Point,
    /// Which way it leads.
    along: Vector,
    /// The depths at which the cores end and begin, and how far the shapes reach beyond them.
    depths: [i64; 2],
    radii: [Length; 2],
    /// The first and the last segment, by their sides.
    sides: [i64; 2],
}

/// A number: `(whole + part * √root) / over`, with the same root for all that belongs to a bridge, and `over` above zero.
#[derive(Clone, Copy, Debug)]
struct Rooted {
    whole: i128,
    part: i128,
    over: i128,
}

impl Rooted {
    fn whole(number: i64) -> Rooted {
        Rooted { whole: number.into(), part: 0, over: 1 }
    }

    fn cmp(self, other: Rooted, root: i128) -> Ordering {
        sign(self.whole * other.over - other.whole * self.over, self.part * other.over - other.part * self.over, root)
    }
}

impl Shape {
    /// The shortest segments from this shape to another; nothing where they overlap.
    pub fn bridge(&self, other: &Shape) -> Option<Bridge> {
        if self.overlaps(other) {
            return None;
        }
        let along = match shortest(self.corners(), other.corners()) {
            // Cores that touch have no way between them: what parts them tells where they do.
            (0, 0) => parting(self.corners(), other.corners()),
            along => along,
        };
        let origin = self.corners()[0];
        let depth = |corner: &Point| dot(along, vector(origin, *corner));
        let side = |corner: &Point| cross(along, vector(origin, *corner));
        let ends = self.corners().iter().map(depth).max()?;
        let begins = other.corners().iter().map(depth).min()?;
        // The sides of what faces the other shape.
        let facing = |shape: &Shape, at: i64| {
            let sides = shape.corners().iter().filter(|corner| depth(corner) == at).map(side);
            sides.fold((i64::MAX, i64::MIN), |(low, high), side| (low.min(side), high.max(side)))
        };
        let (mine, others) = (facing(self, ends), facing(other, begins));
        let sides = [mine.0.max(others.0), mine.1.min(others.1)];
        Some(Bridge { origin, along, depths: [ends, begins], radii: [self.radius(), other.radius()], sides })
    }
}

impl Bridge {
    /// Whether walls without thickness, given by their ends, cut every one of the shortest segments. A wall cuts what it
    /// has a point in common with, ends included.
    ///
    /// For shapes whose sides are no longer than a thinkable base, no product overflows.
    pub fn is_cut_by(&self, walls: &[(Point, Point)]) -> bool {
        let root = self.root();
        let cuts: SmallVec<[(Rooted, Rooted); 4]> = walls.iter().filter_map(|wall| self.cut(*wall)).collect();
        let [mut so_far, last] = self.sides.map(Rooted::whole);
        let mut is_first = true;
        loop {
            // Of all that go on from here, the one that goes furthest.
            let going_on = cuts.iter().filter(|(low, high)| {
                let onwards = high.cmp(so_far, root);
                low.cmp(so_far, root).is_le() && (onwards.is_gt() || is_first && onwards.is_eq())
            });
            let Some((_, furthest)) = going_on.max_by(|a, b| a.1.cmp(b.1, root)) else { return false };
            if furthest.cmp(last, root).is_ge() {
                return true;
            }
            (so_far, is_first) = (*furthest, false);
        }
    }

    /// The ends of the middle one of the shortest segments, to the nearest unit or so: for drawing.
    pub fn ends(&self) -> (Point, Point) {
        let root = self.root();
        let middle = i128::from(self.sides[0]) + i128::from(self.sides[1]);
        let place = |depth: i64, radius: i128| {
            let reach = (radius * radius * root).isqrt() * radius.signum();
            let depth = 2 * (i128::from(depth) + reach);
            let (x, y) = (i128::from(self.along.0), i128::from(self.along.1));
            let rounded = |value: i128| (value + root).div_euclid(2 * root) as i32;
            let (right, up) = (rounded(depth * x - middle * y), rounded(depth * y + middle * x));
            Point::new(self.origin.x + right, self.origin.y + up)
        };
        let [first, second] = self.radii.map(|radius| i128::from(radius.0));
        (place(self.depths[0], first), place(self.depths[1], -second))
    }

    /// The square of the length of `along`: what all roots are drawn of.
    fn root(&self) -> i128 {
        dot(self.along, self.along).into()
    }

    /// From which to which side a wall cuts; nothing if it does not reach between the shapes.
    fn cut(&self, (a, b): (Point, Point)) -> Option<(Rooted, Rooted)> {
        let root = self.root();
        let depth = |point: Point| dot(self.along, vector(self.origin, point));
        let side = |point: Point| i128::from(cross(self.along, vector(self.origin, point)));
        let (a, b) = if depth(a) <= depth(b) { (a, b) } else { (b, a) };
        let [low, high] = [a, b].map(|end| Rooted::whole(depth(end)));
        let reach = |place: usize, out: i128| Rooted {
            part: out * i128::from(self.radii[place].0),
            ..Rooted::whole(self.depths[place])
        };
        let (ends, begins) = (reach(0, 1), reach(1, -1));
        let first = if low.cmp(ends, root).is_lt() { ends } else { low };
        let last = if high.cmp(begins, root).is_gt() { begins } else { high };
        if first.cmp(last, root).is_gt() {
            return None;
        }
        let (deep, wide) = (high.whole - low.whole, side(b) - side(a));
        // Depths here are over one.
        let side_at = |at: Rooted| match deep {
            0 => Rooted { whole: side(a), part: 0, over: 1 },
            _ => Rooted { whole: side(a) * deep + wide * (at.whole - low.whole), part: wide * at.part, over: deep },
        };
        let (one, other) = match deep {
            0 => (side_at(first), Rooted { whole: side(b), part: 0, over: 1 }),
            _ => (side_at(first), side_at(last)),
        };
        Some(if one.cmp(other, root).is_le() { (one, other) } else { (other, one) })
    }
}

/// The edges of a core, each as its start and the way to its end; of a point none.
fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Vector)> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).filter(|(a, b)| a != b).map(|(a, b)| (*a, vector(*a, *b)))
}

/// To the right of an edge: out of a core whose corners run counter-clockwise.
fn outwards((x, y): Vector) -> Vector {
    (y, -x)
}

fn turned_back((x, y): Vector) -> Vector {
    (-x, -y)
}

/// Which way the shortest segment from one core to another leads; zero where they touch or overlap.
fn shortest(from: &[Point], to: &[Point]) -> Vector {
    // The square of the distance, as a fraction.
    let mut best: Option<(i128, i128, Vector)> = None;
    let mut take = |square: i128, over: i128, along: Vector| {
        if best.is_none_or(|(other, beneath, _)| square * beneath < other * over) {
            best = Some((square, over, if square == 0 { (0, 0) } else { along }));
        }
    };
    for a in from {
        for b in to {
            let along = vector(*a, *b);
            take(dot(along, along).into(), 1, along);
        }
    }
    let mut take_edges = |edges_of: &[Point], points: &[Point], is_first: bool| {
        for (start, edge) in edges(edges_of) {
            let (out, length) = (outwards(edge), dot(edge, edge));
            for point in points {
                let to = vector(start, *point);
                let (away, ahead) = (dot(out, to), dot(edge, to));
                if away >= 0 && ahead > 0 && ahead < length {
                    let along = if is_first { out } else { turned_back(out) };
                    take(i128::from(away) * i128::from(away), length.into(), along);
                }
            }
        }
    };
    take_edges(from, to, true);
    take_edges(to, from, false);
    best.map_or((0, 0), |(_, _, along)| along)
}

/// A direction in which one core ends where another begins, if they touch: across an edge of one of them.
fn parting(from: &[Point], to: &[Point]) -> Vector {
    let parts = |along: &Vector| {
        let depth = |corner: &Point| dot(*along, vector(from[0], *corner));
        from.iter().map(depth).max() <= to.iter().map(depth).min()
    };
    let mine = edges(from).map(|(_, edge)| outwards(edge));
    let others = edges(to).map(|(_, edge)| turned_back(outwards(edge)));
    // Two points in one place lie in every direction.
    mine.chain(others).find(parts).unwrap_or((1, 0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Footprint, Pose};

    fn disc(x: i32, y: i32, radius: i32) -> Shape {
        Shape::disc(Point::new(x, y), Length(radius))
    }

    fn square(x: i32, y: i32, half: i32) -> Shape {
        let corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)];
        Shape::hull(&corners.map(Point::from), Length::ZERO).unwrap()
    }

    fn cut(one: &Shape, other: &Shape, walls: &[[(i32, i32); 2]]) -> bool {
        let walls: Vec<(Point, Point)> = walls.iter().map(|[a, b]| (Point::from(*a), Point::from(*b))).collect();
        let cut = one.bridge(other).unwrap().is_cut_by(&walls);
        assert_eq!(other.bridge(one).unwrap().is_cut_by(&walls), cut, "the way back is the same");
        cut
    }

    #[test]
    fn a_wall_under_a_base_is_not_between_two_bases() {
        let (one, other) = (disc(0, 0, 100), disc(400, 0, 100));
        assert!(cut(&one, &other, &[[(200, -10), (200, 10)]]));
        assert!(!cut(&one, &other, &[[(99, -10), (99, 10)]]));
        assert!(cut(&one, &other, &[[(100, -10), (100, 10)]]), "the end of the segment counts");
        assert!(cut(&one, &other, &[[(0, 0), (100, 0)]]), "a wall in line with it that ends where it begins");
        assert!(!cut(&one, &other, &[[(0, 0), (99, 0)]]));
    }

    #[test]
    fn ends_at_roots_are_compared_exactly() {
        // One unit along the diagonal is 0.707 each way: the base ends between (70, 70) and (71, 71).
        let (one, other) = (disc(0, 0, 100), disc(300, 300, 100));
        assert!(!cut(&one, &other, &[[(0, 140), (140, 0)]]));
        assert!(cut(&one, &other, &[[(0, 142), (142, 0)]]));
        assert!(!cut(&one, &other, &[[(0, 0), (70, 70)]]));
        assert!(cut(&one, &other, &[[(0, 0), (71, 71)]]));
    }

    #[test]
    fn of_several_shortest_segments_each_must_be_cut() {
        let (one, other) = (square(0, 0, 100), square(400, 40, 100));
        assert!(!cut(&one, &other, &[[(200, -100), (200, 99)]]), "those above the wall are left");
        assert!(cut(&one, &other, &[[(200, -60), (200, 100)]]));
        assert!(
            cut(&one, &other, &[[(200, -60), (200, 10)], [(250, 10), (250, 100)]]),
            "two walls, one behind the other"
        );
        assert!(!cut(&one, &other, &[[(200, -60), (200, 10)], [(250, 11), (250, 100)]]));
        assert!(cut(&one, &other, &[[(110, -200), (290, 200)]]), "a slanted wall");
    }

    #[test]
    fn shapes_that_touch_have_a_bridge_without_length() {
        let (one, other) = (disc(0, 0, 100), disc(200, 0, 100));
        assert!(cut(&one, &other, &[[(100, 0), (100, 50)]]));
        assert!(!cut(&one, &other, &[[(100, 1), (100, 50)]]));
        let (one, other) = (square(0, 0, 100), square(200, 200, 100));
        assert!(cut(&one, &other, &[[(100, 100), (900, 100)]]));
        assert!(!cut(&one, &other, &[[(101, 100), (900, 100)]]));
        assert!(disc(0, 0, 100).bridge(&disc(199, 0, 100)).is_none(), "what overlaps has none");
    }

    fn bases() -> impl Strategy<Value = Shape> {
        let place = (-6_000..6_000_i32, -6_000..6_000_i32, 0..1_024_u16);
        let footprint = prop_oneof![
            (300..2_500_i32).prop_map(|radius| Footprint::Round { radius: Length(radius) }),
            (300..4_000_i32, 300..4_000_i32)
                .prop_map(|(length, width)| Footprint::Oval { length: Length(length), width: Length(width) }),
            (300..4_000_i32, 300..4_000_i32)
                .prop_map(|(length, width)| Footprint::Hull { length: Length(length), width: Length(width) }),
        ];
        (place, footprint)
            .prop_map(|((x, y, facing), footprint)| footprint.at(Pose { facing, ..Pose::at(Point::new(x, y)) }))
    }

    /// The distance of two segments, and whether they cross with this much to spare on both sides of each.
    fn segments(a: Point, b: Point, c: Point, d: Point) -> (f64, bool) {
        let at = |point: Point| (f64::from(point.x), f64::from(point.y));
        let to_segment = |p: Point, a: Point, b: Point| {
            let ((px, py), (ax, ay), (bx, by)) = (at(p), at(a), at(b));
            let square = (bx - ax).powi(2) + (by - ay).powi(2);
            let part = if square == 0.0 { 0.0 } else { ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / square };
            let part = part.clamp(0.0, 1.0);
            (px - ax - part * (bx - ax)).hypot(py - ay - part * (by - ay))
        };
        let opposite = |a: Point, b: Point, c: Point, d: Point| {
            let side = |point: Point| crate::shape::orient(a, b, point).signum();
            side(c) * side(d) < 0
        };
        let crossing = opposite(a, b, c, d) && opposite(c, d, a, b);
        let ends = [to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b)];
        let nearest = ends.into_iter().fold(f64::MAX, f64::min);
        (if crossing { 0.0 } else { nearest }, crossing && nearest > 5.0)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]
        #[test]
        fn a_bridge_is_as_long_as_the_gap_and_is_cut_by_what_crosses_it(
            one in bases(), other in bases(),
            a in (-6_000..6_000_i32, -6_000..6_000_i32), b in (-6_000..6_000_i32, -6_000..6_000_i32),
        ) {
            let Some(bridge) = one.bridge(&other) else {
                prop_assert!(one.overlaps(&other));
                return Ok(());
            };
            let (from, to) = bridge.ends();
            for (shape, end) in [(&one, from), (&other, to)] {
                prop_assert!(shape.within(&Shape::disc(end, Length::ZERO), Length(2)), "{:?} is off {:?}", end, shape);
            }
            let gap = one.apart(&other).up();
            prop_assert!((from.distance_up(to) - gap).0.abs() <= 4, "{} for {}", from.distance_up(to), gap);
            // With one shortest segment, what certainly crosses it cuts it, and what is certainly away does not.
            let (away, crosses) = segments(from, to, a.into(), b.into());
            let is_cut = bridge.is_cut_by(&[(a.into(), b.into())]);
            prop_assert_eq!(other.bridge(&one).unwrap().is_cut_by(&[(a.into(), b.into())]), is_cut);
            if bridge.sides[0] == bridge.sides[1] {
                prop_assert!(!crosses || is_cut);
                prop_assert!(away < 5.0 || !is_cut);
            }
        }

        #[test]
        fn facing_sides_are_cut_where_every_place_between_them_is(
            low in -20..20_i32, high in 1..30_i32, beside in 0..60_i32, other_high in 1..30_i32,
            walls in prop::collection::vec(((1..9_i32, -30..40_i32), (1..9_i32, -30..40_i32)), 0..6),
        ) {
            let rect = |x: i32, low: i32, high: i32| {
                let corners = [(x, low), (x + 5, low), (x + 5, low + high), (x, low + high)];
                Shape::hull(&corners.map(Point::from), Length::ZERO).unwrap()
            };
            let other_low = low - other_high + beside % (high + other_high + 1);
            let (one, other) = (rect(-5, low, high), rect(10, other_low, other_high));
            let (from, to) = (low.max(other_low), (low + high).min(other_low + other_high));
            // The walls lie wholly between the two, so that one touches the line at a height, in quarters of a unit,
            // exactly where its ends are not both above or both below.
            let cuts = |((_, a), (_, b)): &((i32, i32), (i32, i32)), y: i32| (4 * a.min(b)..=4 * a.max(b)).contains(&y);
            let all = (from * 4..=to * 4).all(|y| walls.iter().any(|wall| cuts(wall, y)));
            let walls: Vec<(Point, Point)> =
                walls.iter().map(|(a, b)| (Point::from(*a), Point::from(*b))).collect();
            prop_assert_eq!(one.bridge(&other).unwrap().is_cut_by(&walls), all);
        }
    }
}
