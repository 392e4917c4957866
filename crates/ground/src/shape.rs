//! Convex shapes: what a base, a hull or a piece of terrain covers.

use smallvec::SmallVec;

use crate::vector::{cross, vector};
use crate::{Apart, Base, Length, Motion, Outline, Point, Rect};

/// No coordinate is further out than this many units (about 206 in): far enough for every battlefield, and near enough
/// that no product overflows.
pub const FURTHEST: i32 = 1 << 19;

/// A convex shape: every point that is no further than the radius from the hull of the corners.
///
/// One corner and a radius is a round base; four corners without a radius a rectangle. Two shapes compare by the
/// exact gap between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Counter-clockwise, none in line with its neighbours, beginning with the lowest (of those the leftmost).
    corners: SmallVec<[Point; 4]>,
    radius: Length,
    bounds: Rect,
}

/// Why something cannot be a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeFault {
    /// Occurs when there is not even one corner.
    #[error("a shape needs at least one corner")]
    Empty,
    /// Occurs when a corner or the radius reaches further than any battlefield.
    #[error("the corner {at} is further out than any battlefield reaches", at = .0.about())]
    TooFar(Point),
    /// Occurs when the radius is below zero, or larger than any battlefield.
    #[error("a radius of {0} makes no shape")]
    Radius(Length),
}

impl Shape {
    /// A disc.
    pub fn disc(at: Point, radius: Length) -> Shape {
        Shape { corners: SmallVec::from_slice(&[at]), radius, bounds: Rect::new(at, at).grown(radius) }
    }

    /// The hull of any points, widened by a radius. Points inside the hull, doubled and in line vanish.
    pub fn hull(points: &[Point], radius: Length) -> Result<Shape, ShapeFault> {
        if points.is_empty() {
            return Err(ShapeFault::Empty);
        }
        if radius < Length::ZERO || radius.0 > FURTHEST {
            return Err(ShapeFault::Radius(radius));
        }
        if let Some(&far) = points.iter().find(|point| !point.is_near()) {
            return Err(ShapeFault::TooFar(far));
        }
        Ok(Shape::of_convex(convex_hull(points), radius))
    }

    /// A shape from corners that already are as a shape keeps them.
    pub(crate) fn of_convex(corners: SmallVec<[Point; 4]>, radius: Length) -> Shape {
        let bounds = Rect::around(&corners).grown(radius);
        Shape { corners, radius, bounds }
    }

    /// A rectangle with sides along the axes.
    pub fn rectangle(rect: Rect) -> Shape {
        Shape::of_convex(convex_hull(&rect.corners()), Length::ZERO)
    }

    /// A straight line from one point to another, without any width: a wall, for one.
    pub fn segment((from, to): (Point, Point)) -> Shape {
        Shape::of_convex(convex_hull(&[from, to]), Length::ZERO)
    }

    /// The corners, counter-clockwise.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The same, to be drawn or stored.
    pub fn outline(&self) -> Outline {
        Outline { corners: self.corners.to_vec(), radius: self.radius, ..Outline::default() }
    }

    /// How far the shape reaches beyond its corners and edges.
    pub fn radius(&self) -> Length {
        self.radius
    }

    /// The smallest box around it.
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// The exact gap to another shape.
    pub fn apart(&self, other: &Shape) -> Apart {
        Apart::between(&self.corners, &other.corners, self.radius + other.radius)
    }

    /// Whether the gap is at most this long; the length itself is within.
    pub fn within(&self, other: &Shape, gap: Length) -> bool {
        if let ([a], [b]) = (self.corners(), other.corners()) {
            let base = |at: Point, shape: &Shape| Base { at, radius: shape.radius };
            return base(*a, self).within(base(*b, other), gap);
        }
        self.bounds.grown(gap).meets(other.bounds) && self.apart(other).within(gap)
    }

    /// Whether the two cover common ground; touching is not overlapping.
    pub fn overlaps(&self, other: &Shape) -> bool {
        self.bounds.meets(other.bounds) && self.apart(other).overlaps()
    }

    /// Whether the two are in contact: not overlapping, with a gap under one unit.
    pub fn touches(&self, other: &Shape) -> bool {
        self.bounds.grown(Length(1)).meets(other.bounds) && self.apart(other).touches()
    }

    /// Whether a point lies in the shape or on its edge.
    pub fn contains(&self, point: Point) -> bool {
        self.bounds.contains(point) && Apart::between(&[point], &self.corners, self.radius).within(Length::ZERO)
    }

    /// Whether all of another shape lies in this one; it may touch the edge from inside.
    pub fn covers(&self, other: &Shape) -> bool {
        let spare = self.radius - other.radius;
        if spare >= Length::ZERO {
            return other
                .corners
                .iter()
                .all(|&corner| Apart::between(&[corner], &self.corners, spare).within(Length::ZERO));
        }
        // The other is rounder: its corners must keep a distance from every edge.
        let keep = i128::from(spare.0) * i128::from(spare.0);
        let edges = || self.corners.iter().zip(self.corners.iter().cycle().skip(1));
        let inside = |a: &Point, b: &Point, corner: &Point| {
            let side = i128::from(orient(*a, *b, *corner));
            side > 0 && side * side >= keep * i128::from(a.distance_squared(*b))
        };
        self.corners.len() > 2 && other.corners.iter().all(|corner| edges().all(|(a, b)| inside(a, b, corner)))
    }

    /// The shape moved without turning.
    pub fn shifted(&self, dx: i32, dy: i32) -> Shape {
        self.moved(Motion::shift(dx, dy))
    }

    /// The shape as something carries it along from one place to another without turning.
    pub(crate) fn carried(&self, from: Point, to: Point) -> Shape {
        self.shifted(to.x - from.x, to.y - from.y)
    }

    /// The shape after a motion.
    pub fn moved(&self, motion: Motion) -> Shape {
        let corners: SmallVec<[Point; 4]> = self.corners.iter().map(|&corner| motion.apply(corner)).collect();
        Shape::of_convex(
            if motion.mirrored || motion.quarters != 0 { convex_hull(&corners) } else { corners },
            self.radius,
        )
    }

    /// The shape widened all round.
    pub fn grown(&self, by: Length) -> Shape {
        Shape { corners: self.corners.clone(), radius: self.radius + by, bounds: self.bounds.grown(by) }
    }

    /// What the shape covers on its way when it is moved straight by this much.
    pub fn swept(&self, dx: i32, dy: i32) -> Shape {
        let there = self.corners.iter().map(|corner| Point::new(corner.x + dx, corner.y + dy));
        let both: SmallVec<[Point; 8]> = self.corners.iter().copied().chain(there).collect();
        Shape::of_convex(convex_hull(&both), self.radius)
    }
}

impl From<Base> for Shape {
    fn from(base: Base) -> Shape {
        Shape::disc(base.at, base.radius)
    }
}

/// Twice the area of the triangle from `a` to `b` to `c`: above zero when the turn is to the left.
pub(crate) fn orient(a: Point, b: Point, c: Point) -> i64 {
    cross(vector(a, b), vector(a, c))
}

/// The convex hull, counter-clockwise from the lowest, leftmost corner, without corners in line.
pub(crate) fn convex_hull(points: &[Point]) -> SmallVec<[Point; 4]> {
    hull_of::<8, 4>(points)
}

/// As [`convex_hull`], with room for so many points and corners before anything must be allocated.
pub(crate) fn hull_of<const POINTS: usize, const CORNERS: usize>(points: &[Point]) -> SmallVec<[Point; CORNERS]> {
    let mut sorted: SmallVec<[Point; POINTS]> = SmallVec::from_slice(points);
    sorted.sort_unstable_by_key(|point| (point.y, point.x));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted.iter().copied().collect();
    }
    let mut hull: SmallVec<[Point; CORNERS]> = SmallVec::new();
    let chain = |hull: &mut SmallVec<[Point; CORNERS]>, points: &mut dyn Iterator<Item = Point>| {
        let floor = hull.len();
        for point in points {
            while hull.len() >= floor + 2 && orient(hull[hull.len() - 2], hull[hull.len() - 1], point) <= 0 {
                hull.pop();
            }
            hull.push(point);
        }
        hull.pop();
    };
    chain(&mut hull, &mut sorted.iter().copied());
    chain(&mut hull, &mut sorted.iter().rev().copied());
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hull_drops_what_is_inside_doubled_or_in_line() {
        let points = [(0, 0), (10, 0), (5, 0), (10, 10), (0, 10), (0, 0), (4, 4), (0, 5)].map(Point::from);
        let shape = Shape::hull(&points, Length::ZERO).unwrap();
        assert_eq!(shape.corners(), [(0, 0), (10, 0), (10, 10), (0, 10)].map(Point::from));
        assert_eq!(shape, Shape::rectangle(Rect::new(Point::new(0, 0), Point::new(10, 10))));
    }

    #[test]
    fn points_in_line_make_a_segment_and_equal_points_a_disc() {
        let line = [(3, 3), (0, 0), (9, 9), (6, 6)].map(Point::from);
        assert_eq!(Shape::hull(&line, Length(2)).unwrap().corners(), [(0, 0), (9, 9)].map(Point::from));
        assert_eq!(Shape::hull(&[Point::new(1, 1); 5], Length(2)), Ok(Shape::disc(Point::new(1, 1), Length(2))));
    }

    #[test]
    fn what_makes_no_shape_is_refused_with_a_sentence() {
        assert_eq!(Shape::hull(&[], Length(1)).unwrap_err().to_string(), "a shape needs at least one corner");
        let far = Shape::hull(&[Point::new(i32::MAX, 0)], Length(1)).unwrap_err();
        assert!(far.to_string().ends_with("is further out than any battlefield reaches"), "{far}");
        assert!(Shape::hull(&[Point::new(0, 0)], Length(-1)).is_err());
    }

    #[test]
    fn a_sweep_covers_start_end_and_what_lies_between() {
        let sweep = Shape::disc(Point::new(0, 0), Length(10)).swept(100, 0);
        assert!(sweep.contains(Point::new(50, 10)) && sweep.contains(Point::new(110, 0)));
        assert!(!sweep.contains(Point::new(50, 11)));
    }
}
