//! Whether a straight line meets any of 24 pieces of terrain.

use geo::{Intersects, Line};
use ground::{Blockers, Point, Polygon};
use parry2d_f64::math::Pose;
use parry2d_f64::query::{Ray, RayCast};
use parry2d_f64::shape::{Compound, ConvexPolygon, SharedShape};

use crate::figures::{Figures, Way};
use crate::oracles::{fields, floats};

const SEGMENTS: usize = 10_000;

pub(crate) fn measure(figures: &mut Figures) {
    let mixed = fields::orderly(1, 24, 0, &["32mm"]).terrain;
    let first_piece = |polygon: &Polygon| Polygon::new(polygon.pieces()[0].corners()).expect("a piece is a polygon");
    let convex: Vec<Polygon> = mixed.iter().map(first_piece).collect();
    compare(figures, "whether a segment runs through any of 24 convex polygons (60 x 44 in)", &convex);
    compare(figures, "whether a segment runs through any of 24 polygons, some not convex (60 x 44 in)", &mixed);
}

fn compare(figures: &mut Figures, title: &str, terrain: &[Polygon]) {
    let mut draws = fields::draws("segments", 0);
    let size = Point::inches(60, 44);
    let ends: Vec<(Point, Point)> = (0..SEGMENTS).map(|_| (draws.point(size), draws.point(size))).collect();
    let polygons: Vec<geo::Polygon> = terrain.iter().map(|piece| floats::polygon(piece.corners())).collect();
    let lines: Vec<Line> = ends.iter().map(|&(a, b)| Line::new(floats::coord(a), floats::coord(b))).collect();
    let pieces: Vec<ConvexPolygon> = terrain.iter().flat_map(floats::pieces).collect();
    let together =
        Compound::new(pieces.iter().map(|piece| (Pose::identity(), SharedShape::new(piece.clone()))).collect());
    let rays: Vec<Ray> =
        ends.iter().map(|&(a, b)| Ray::new(floats::vector(a), floats::vector(b) - floats::vector(a))).collect();

    let mut blockers = Blockers::new();
    for (id, polygon) in terrain.iter().enumerate() {
        blockers.add_polygon(id as u16, polygon);
    }
    let ours = |&(a, b): &(Point, Point)| terrain.iter().any(|piece| piece.crossed_by(a, b));
    let flat = |&(a, b): &(Point, Point)| blockers.first_crossed(a, b).is_some();
    let with_geo = |line: &Line| polygons.iter().any(|polygon| polygon.intersects(line));
    let with_parry = |ray: &Ray| pieces.iter().any(|piece| piece.intersects_local_ray(ray, 1.0));
    let with_tree = |ray: &Ray| together.intersects_local_ray(ray, 1.0);
    let closed = ends.iter().filter(|ends| ours(ends)).count();
    figures.compare(
        title,
        SEGMENTS,
        &mut [
            Way { name: "ours, Blockers::first_crossed", work: &mut || ends.iter().filter(|ends| flat(ends)).count() },
            Way { name: "ours, Polygon::crossed_by", work: &mut || ends.iter().filter(|ends| ours(ends)).count() },
            Way { name: "geo", work: &mut || lines.iter().filter(|line| with_geo(line)).count() },
            Way { name: "parry2d, piece by piece", work: &mut || rays.iter().filter(|ray| with_parry(ray)).count() },
            Way { name: "parry2d, as one with a tree", work: &mut || rays.iter().filter(|ray| with_tree(ray)).count() },
        ],
    );
    figures.note(format!("{closed} of {SEGMENTS} segments run through something"));
}
