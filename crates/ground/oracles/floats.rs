//! The same shapes for `geo` and `parry2d`, in floats.

use geo::{Coord, LineString};
use ground::{Outline, Point, Polygon, Region, Shape};
use parry2d_f64::math::{Pose, Vector};
use parry2d_f64::shape::{Ball, ConvexPolygon, Segment, SharedShape};

/// A point for `geo`.
pub(crate) fn coord(point: Point) -> Coord {
    Coord { x: f64::from(point.x), y: f64::from(point.y) }
}

/// A point for `parry2d`.
pub(crate) fn vector(point: Point) -> Vector {
    Vector::new(f64::from(point.x), f64::from(point.y))
}

/// A polygon for `geo`.
pub(crate) fn polygon(corners: &[Point]) -> geo::Polygon {
    geo::Polygon::new(LineString::new(corners.iter().map(|&corner| coord(corner)).collect()), Vec::new())
}

/// The core of a shape for `geo`, without its radius.
pub(crate) fn geometry(corners: &[Point]) -> geo::Geometry {
    match *corners {
        [point] => geo::Point::from(coord(point)).into(),
        [a, b] => geo::Line::new(coord(a), coord(b)).into(),
        _ => polygon(corners).into(),
    }
}

/// The core of a shape for `parry2d`, without its radius; a point is a ball of radius zero.
pub(crate) fn core(corners: &[Point]) -> (Pose, SharedShape) {
    match *corners {
        [point] => (Pose::translation(f64::from(point.x), f64::from(point.y)), SharedShape::new(Ball::new(0.0))),
        [a, b] => (Pose::identity(), SharedShape::new(Segment::new(vector(a), vector(b)))),
        _ => (Pose::identity(), SharedShape::new(convex(corners))),
    }
}

/// A convex polygon for `parry2d`.
pub(crate) fn convex(corners: &[Point]) -> ConvexPolygon {
    let points = corners.iter().map(|&corner| vector(corner)).collect();
    ConvexPolygon::from_convex_polyline_unmodified(points).expect("three corners or more")
}

/// A shape for `parry2d`: a ball where it is round, otherwise a polygon; only those two have no radius left over.
pub(crate) fn solid(shape: &Shape) -> (Pose, SharedShape) {
    match *shape.corners() {
        [at] => {
            let ball = Ball::new(f64::from(shape.radius().0));
            (Pose::translation(f64::from(at.x), f64::from(at.y)), SharedShape::new(ball))
        }
        _ => core(shape.corners()),
    }
}

/// The convex pieces of a polygon for `parry2d`.
pub(crate) fn pieces(polygon: &Polygon) -> Vec<ConvexPolygon> {
    polygon.pieces().iter().map(|piece| convex(piece.corners())).collect()
}

/// A region of outlines without a radius for `geo`.
pub(crate) fn region(region: &Region) -> geo::MultiPolygon {
    let ring =
        |outline: &Outline| LineString::new(outline.corners.iter().map(|&corner| coord(corner)).collect::<Vec<_>>());
    let polygon = |outline: &Outline| geo::Polygon::new(ring(outline), outline.holes.iter().map(ring).collect());
    region.outlines.iter().map(polygon).collect()
}
