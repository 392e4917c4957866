//! Whether anything lies between two shapes: in the hull around both, which all straight lines between them fill.

use crate::rooted::sign;
use crate::vector::{Vector, cross, dot, vector};
use crate::{Length, Point, Polygon, Shape};

impl Shape {
    /// Whether any straight line from one shape to another runs through this one: whether it shares ground with the hull
    /// around both. A line that only touches it does not count. Of a rounded shape the inscribed polygon counts.
    ///
    /// Unlike lines of sight, it knows round bases as they are, and not by their corners.
    ///
    /// ```
    /// use ground::{Length, Point, Rect, Shape};
    ///
    /// let here = Shape::disc(Point::inches(0, 0), Length::mm(16));
    /// let there = Shape::disc(Point::inches(9, 0), Length::mm(16));
    /// let bush = |low: i32| Shape::rectangle(Rect::new(Point::new(9_000, low), Point::new(12_000, 9_000)));
    /// assert!(bush(1_599).is_between(&here, &there));
    /// assert!(!bush(1_600).is_between(&here, &there), "it only touches the outermost line");
    /// ```
    pub fn is_between(&self, one: &Shape, other: &Shape) -> bool {
        if !self.bounds().overlaps(one.bounds().joined(other.bounds())) {
            return false;
        }
        if self.radius() > Length::ZERO {
            return self.angular().is_between(one, other);
        }
        if one.radius() == other.radius() {
            let corners: Vec<Point> = one.corners().iter().chain(other.corners()).copied().collect();
            return Shape::of_convex(crate::shape::convex_hull(&corners), one.radius()).overlaps(self);
        }
        !Parting { core: self.corners(), ends: [one, other] }.is_found()
    }
}

impl Polygon {
    /// Whether any straight line from one shape to another runs through the inside, as [`Shape::is_between`] has it.
    pub fn is_between(&self, one: &Shape, other: &Shape) -> bool {
        self.pieces().iter().any(|piece| piece.is_between(one, other))
    }
}

/// A search for a line with a polygon on one side and two shapes of different roundness on the other.
///
/// If there is any, then also one along an edge of the polygon, one that touches a corner of it square to the way to a
/// corner of a shape, or one that touches the shapes along an edge or touches both of them.
struct Parting<'a> {
    core: &'a [Point],
    ends: [&'a Shape; 2],
}

impl Parting<'_> {
    fn is_found(&self) -> bool {
        self.is_along_edge() || self.is_at_corners() || self.is_along_ends() || self.touches_both()
    }

    /// Every corner of the two shapes, with the radius about it.
    fn corners(&self) -> impl Iterator<Item = (Point, i64)> + '_ {
        self.ends.iter().flat_map(|shape| shape.corners().iter().map(|corner| (*corner, i64::from(shape.radius().0))))
    }

    /// Whether both shapes lie where `out` leads from the line through `at`, moved in by a radius, and the polygon does not.
    fn parts(&self, out: Vector, at: Point, inset: i64) -> bool {
        let root = dot(out, out).into();
        let depth = |corner: Point, less: i64| sign(dot(out, vector(at, corner)).into(), (-less).into(), root);
        self.corners().all(|(corner, radius)| depth(corner, radius - inset).is_ge())
            && self.core.iter().all(|corner| depth(*corner, -inset).is_le())
    }

    fn is_along_edge(&self) -> bool {
        edges(self.core).any(|(at, (dx, dy))| self.parts((dy, -dx), at, 0))
    }

    fn is_at_corners(&self) -> bool {
        let corner_parts =
            |at: &Point| self.corners().any(|(corner, _)| corner != *at && self.parts(vector(*at, corner), *at, 0));
        self.core.iter().any(corner_parts)
    }

    fn is_along_ends(&self) -> bool {
        let of_shape = |shape: &&Shape| {
            let inset = i64::from(shape.radius().0);
            edges(shape.corners()).any(|(at, (dx, dy))| self.parts((-dy, dx), at, inset))
        };
        self.ends.iter().any(of_shape)
    }

    /// Whether a line does that touches the one shape near one of its corners, and the other near one of its.
    fn touches_both(&self) -> bool {
        let [one, other] = self.ends;
        let pairs = one.corners().iter().flat_map(|a| other.corners().iter().map(move |b| (*a, *b)));
        let mut tangents = pairs.flat_map(|(a, b)| [(a, b, 1), (a, b, -1)]);
        tangents.any(|(a, b, turn)| self.is_parted_by_tangent(a, b, turn))
    }

    /// The same for the line that has a disc about a corner of each on its left, or on its right.
    fn is_parted_by_tangent(&self, a: Point, b: Point, turn: i128) -> bool {
        let [near, far] = self.ends.map(|shape| i128::from(shape.radius().0));
        let (along, widens) = (vector(a, b), far - near);
        let square = i128::from(dot(along, along));
        // The way out has the length `square`: so much along, and the root of the rest across.
        let root = square - widens * widens;
        if root <= 0 {
            return false;
        }
        let depth = |corner: Point, less: i128| {
            let to = vector(a, corner);
            sign(widens * i128::from(dot(along, to)) - less * square, turn * i128::from(cross(along, to)), root)
        };
        self.corners().all(|(corner, radius)| depth(corner, i128::from(radius) - near).is_ge())
            && self.core.iter().all(|corner| depth(*corner, -near).is_le())
    }
}

/// The edges of a convex polygon, each as its start and the way to its end.
fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Vector)> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).filter(|(a, b)| a != b).map(|(a, b)| (*a, vector(*a, *b)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Footprint, Pose, Rect};

    #[test]
    fn what_lies_behind_or_beside_is_not_between() {
        let (one, other) = (Shape::disc(Point::new(0, 0), Length(100)), Shape::disc(Point::new(1_000, 0), Length(300)));
        let square = |x: i32, y: i32| Shape::rectangle(Rect::new(Point::new(x, y), Point::new(x + 50, y + 50)));
        assert!(square(500, 0).is_between(&one, &other));
        assert!(square(500, 190).is_between(&one, &other), "the outermost line is 200 and more up there");
        assert!(!square(100, 190).is_between(&one, &other));
        assert!(!square(-200, 0).is_between(&one, &other));
        assert!(!square(-150, 0).is_between(&one, &other), "it touches the one base");
        assert!(square(-149, 0).is_between(&one, &other));
        assert!(!square(1_300, -25).is_between(&one, &other));
        assert!(square(1_299, -25).is_between(&one, &other));
        assert!(square(1_000, 0).is_between(&one, &other), "what a base stands on is");
    }

    #[test]
    fn a_disc_within_another_adds_nothing() {
        let (one, other) = (Shape::disc(Point::new(0, 0), Length(10)), Shape::disc(Point::new(5, 0), Length(300)));
        let square = |x: i32| Shape::rectangle(Rect::new(Point::new(x, -5), Point::new(x + 50, 5)));
        assert!(square(304).is_between(&one, &other) && !square(305).is_between(&one, &other));
        assert!(square(-344).is_between(&one, &other) && !square(-345).is_between(&one, &other));
    }

    fn bases() -> impl Strategy<Value = Shape> {
        let place = (-900..900_i32, -900..900_i32, 0..1_024_u16);
        let footprint = prop_oneof![
            (0..300_i32).prop_map(|radius| Footprint::Round { radius: Length(radius) }),
            (60..600_i32, 60..600_i32)
                .prop_map(|(length, width)| Footprint::Hull { length: Length(length), width: Length(width) }),
            (60..600_i32, 60..600_i32)
                .prop_map(|(length, width)| Footprint::Oval { length: Length(length), width: Length(width) }),
        ];
        (place, footprint)
            .prop_map(|((x, y, facing), footprint)| footprint.at(Pose { facing, ..Pose::at(Point::new(x, y)) }))
    }

    /// How far the hull of two shapes and a polygon are apart, below zero where they overlap, as directions all around
    /// tell it: no direction parts them further than the right one.
    fn apart(core: &Shape, ends: [&Shape; 2]) -> f64 {
        let furthest = |shape: &Shape, x: f64, y: f64| {
            let corner = |corner: &Point| f64::from(corner.x) * x + f64::from(corner.y) * y;
            shape.corners().iter().map(corner).fold(f64::MIN, f64::max) + f64::from(shape.radius().0)
        };
        let gap = |step: u32| {
            let (y, x) = (f64::from(step) * std::f64::consts::TAU / 7_200.0).sin_cos();
            -furthest(core, -x, -y) - furthest(ends[0], x, y).max(furthest(ends[1], x, y))
        };
        (0..7_200).map(gap).fold(f64::MIN, f64::max)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]
        #[test]
        fn what_is_between_is_what_no_direction_parts(
            one in bases(), other in bases(), x in -900..900_i32, y in -900..900_i32, half in 5..300_i32, facing in 0..1_024_u16,
        ) {
            let piece = Footprint::Hull { length: Length(half * 2), width: Length(half) };
            let piece = piece.at(Pose { facing, ..Pose::at(Point::new(x, y)) });
            let (found, gap) = (piece.is_between(&one, &other), apart(&piece, [&one, &other]));
            prop_assert_eq!(piece.is_between(&other, &one), found, "the same both ways");
            // Between two of the directions, the gap may be a little wider than seen.
            prop_assert!(!found || gap < 0.1, "{} apart", gap);
            prop_assert!(found || gap > -1.5, "{} deep", gap);
        }

        #[test]
        fn every_line_that_is_crossed_says_so(
            one in bases(), other in bases(), x in -900..900_i32, y in -900..900_i32, half in 5..300_i32, facing in 0..1_024_u16,
        ) {
            let piece = Footprint::Hull { length: Length(half * 2), width: Length(half) };
            let piece = piece.at(Pose { facing, ..Pose::at(Point::new(x, y)) });
            let (ends, others) = (one.angular(), other.angular());
            let crossed = ends.corners().iter().step_by(3).any(|a| {
                others.corners().iter().step_by(3).any(|b| crate::polygon::crosses(piece.corners(), *a, *b))
            });
            prop_assert!(!crossed || piece.is_between(&one, &other));
        }
    }
}
