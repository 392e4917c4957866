//! Polygons, beside `geo`.

use geo::coordinate_position::CoordPos;
use geo::dimensions::Dimensions;
use geo::{Area as _, Contains, Covers, Distance, Euclidean, Geometry, Intersects, Line, Relate};
use ground::{Area, Length, Motion, Outline, Point, Polygon, Region, Shape};

use super::brute;
use super::fields::{Draws, Field, draws};
use super::floats;
use super::tally::Tally;

/// See the same constant for gaps.
const GEO: f64 = 1e-7;
const BESIDE: &str = "geo: the exact gap is the bound itself, and the float falls beside it";
const CUT: &str = "geo: the point where two lines cross is rounded, so a touch counts as crossing or the other way";

pub(crate) fn check(field: &Field, tally: &mut Tally) {
    let mut draws = draws("outlines", field.terrain.len() as u64);
    let polygons: Vec<geo::Polygon> = field.terrain.iter().map(|polygon| floats::polygon(polygon.corners())).collect();
    for (index, (ours, theirs)) in field.terrain.iter().zip(&polygons).enumerate() {
        check_pieces(ours, theirs, tally);
        for _ in 0..3 {
            check_point(ours, theirs, near(ours, &mut draws), tally);
            let (a, b) = (near(ours, &mut draws), near(ours, &mut draws));
            check_segment(ours, theirs, a, b, tally);
        }
        let model = &field.models[draws.below(field.models.len())].shape;
        check_shape(ours, theirs, &nearby(model, ours, &mut draws), tally);
        check_shape(ours, theirs, model, tally);
        let other = draws.below(field.terrain.len());
        if other != index {
            check_area(ours, &field.terrain[other], near(ours, &mut draws), tally);
            check_polygons((ours, theirs), (&field.terrain[other], &polygons[other]), tally);
        }
    }
}

/// A point in the box of a polygon or a little outside, often a corner or in line with one.
fn near(polygon: &Polygon, draws: &mut Draws) -> Point {
    let corner = polygon.corners()[draws.below(polygon.corners().len())];
    let bounds = polygon.bounds();
    let x = draws.number(bounds.low.x - 1, bounds.high.x + 1);
    let y = draws.number(bounds.low.y - 1, bounds.high.y + 1);
    match draws.below(6) {
        0 => corner,
        1 => Point::new(corner.x, y),
        2 => Point::new(x, corner.y),
        _ => Point::new(x, y),
    }
}

/// A shape put somewhere about a polygon.
fn nearby(shape: &Shape, polygon: &Polygon, draws: &mut Draws) -> Shape {
    let (at, from) = (near(polygon, draws), shape.bounds().centre());
    shape.shifted(at.x - from.x, at.y - from.y)
}

fn check_pieces(ours: &Polygon, theirs: &geo::Polygon, tally: &mut Tally) {
    let about = || format!("{:?}", ours.corners());
    tally.same("area, geo", ours.twice_area() as f64, theirs.unsigned_area() * 2.0, about);
    let area = |piece: &Shape| Polygon::new(piece.corners()).map_or(0, |piece| piece.twice_area());
    tally.same("pieces add up", ours.pieces().iter().map(area).sum::<i64>(), ours.twice_area(), about);
    for (index, piece) in ours.pieces().iter().enumerate() {
        let hull = Shape::hull(piece.corners(), Length::ZERO);
        tally.same("pieces are convex", hull.as_ref(), Ok(piece), about);
        let apart = ours.pieces()[index + 1..].iter().all(|other| !other.overlaps(piece));
        tally.holds("pieces share no ground", apart, about);
        tally.holds("pieces lie inside, geo", theirs.covers(&floats::polygon(piece.corners())), about);
    }
}

fn check_point(ours: &Polygon, theirs: &geo::Polygon, at: Point, tally: &mut Tally) {
    let about = || format!("{:?} {at:?}", ours.corners());
    let inside = theirs.intersects(&geo::Point::from(floats::coord(at)));
    tally.same("polygon contains, geo", ours.contains(at), inside, about);
    tally.same("polygon contains, crossings counted", ours.contains(at), brute::holds(ours.corners(), at), about);
    let turned = Motion { mirrored: true, quarters: 3, shift: Point::new(7, -11) };
    tally.same("polygon contains, moved", ours.moved(turned).contains(turned.apply(at)), ours.contains(at), about);
}

fn check_segment(ours: &Polygon, theirs: &geo::Polygon, a: Point, b: Point, tally: &mut Tally) {
    let about = || format!("{:?} {a:?} to {b:?}", ours.corners());
    let crossed = ours.crossed_by(a, b);
    tally.same("polygon crossed, cut exactly", crossed, brute::crossed(ours.corners(), a, b), about);
    tally.same("polygon crossed, the other way", crossed, ours.crossed_by(b, a), about);
    if a != b {
        let line = Line::new(floats::coord(a), floats::coord(b));
        let common = line.relate(theirs).get(CoordPos::Inside, CoordPos::Inside) != Dimensions::Empty;
        // The exact cut above has already said who is right.
        tally.same_unless("polygon crossed, geo", crossed, common, (CUT, true), about);
    }
}

fn check_shape(ours: &Polygon, theirs: &geo::Polygon, shape: &Shape, tally: &mut Tally) {
    let about = || format!("{:?} and {shape:?}", ours.corners());
    let core = floats::geometry(shape.corners());
    let whole = Geometry::from(theirs.clone());
    let gap = Euclidean.distance(&whole, &core) - f64::from(shape.radius().0);
    let up = ours.distance_up_to_shape(shape);
    let range = (gap - GEO).max(0.0).ceil()..=(gap + GEO).max(0.0).ceil();
    tally.holds("polygon to shape, rounded up, geo", range.contains(&f64::from(up.0)), || format!("{} {gap}", about()));
    for bound in [up.0 - 1, up.0, up.0 + 1, 100].into_iter().filter(|&bound| bound >= 0) {
        let reason = (BESIDE, (gap - f64::from(bound)).abs() <= GEO);
        let within = ours.within_of_shape(shape, Length(bound));
        tally.same_unless("polygon within of shape, geo", within, gap <= f64::from(bound), reason, about);
    }
    let overlaps = ours.overlaps_shape(shape);
    if gap.abs() > GEO {
        tally.same("polygon overlaps shape, geo", overlaps, gap < 0.0, about);
        tally.same(
            "polygon touches shape, geo",
            ours.touches_shape(shape),
            gap > 0.0 && up <= Length(1) && gap < 1.0,
            about,
        );
    } else if shape.radius() == Length::ZERO {
        let common = whole.relate(&core).get(CoordPos::Inside, CoordPos::Inside) != Dimensions::Empty;
        tally.same("polygon overlaps shape, geo's relation", overlaps, common, about);
    }
    let inside = theirs.covers(&core);
    let boundary = theirs.exterior();
    let room = match &core {
        Geometry::Point(point) => Euclidean.distance(point, boundary),
        core => Euclidean.distance(core, &Geometry::from(boundary.clone())),
    };
    let covered = inside && room >= f64::from(shape.radius().0);
    let reason = (BESIDE, (room - f64::from(shape.radius().0)).abs() <= GEO && shape.radius() != Length::ZERO);
    tally.same_unless("polygon covers shape, geo", ours.covers(shape), covered, reason, || {
        format!("{} inside {inside}, room {room}", about())
    });
}

/// An area is what lies in an outline and not strictly in its hole.
fn check_area(outline: &Polygon, hole: &Polygon, at: Point, tally: &mut Tally) {
    let body = |polygon: &Polygon| Outline { corners: polygon.corners().to_vec(), ..Outline::default() };
    let region = Region::from(Outline { holes: vec![body(hole)], ..body(outline) });
    let cut_out = floats::polygon(hole.corners()).contains(&geo::Point::from(floats::coord(at)));
    let expected = brute::holds(outline.corners(), at) && !cut_out;
    let area = Area::new(&region).map(|area| area.contains(at));
    tally.same("area contains, geo", area, Ok(expected), || format!("{:?} less {:?}: {at:?}", outline, hole));
}

fn check_polygons(a: (&Polygon, &geo::Polygon), b: (&Polygon, &geo::Polygon), tally: &mut Tally) {
    let about = || format!("{:?} and {:?}", a.0.corners(), b.0.corners());
    let gap = Euclidean.distance(a.1, b.1);
    let up = a.0.distance_up(b.0);
    let range = (gap - GEO).max(0.0).ceil()..=(gap + GEO).ceil();
    tally.holds("polygon to polygon, rounded up, geo", range.contains(&f64::from(up.0)), || {
        format!("{} {gap}", about())
    });
    tally.same("polygon to polygon, the other way", up, b.0.distance_up(a.0), about);
    for bound in [up.0 - 1, up.0, up.0 + 1].into_iter().filter(|&bound| bound >= 0) {
        let reason = (BESIDE, (gap - f64::from(bound)).abs() <= GEO);
        let within = a.0.within(b.0, Length(bound));
        tally.same_unless("polygon within of polygon, geo", within, gap <= f64::from(bound), reason, about);
    }
    let common = a.1.relate(b.1).get(CoordPos::Inside, CoordPos::Inside) != Dimensions::Empty;
    tally.same_unless("polygon overlaps polygon, geo", a.0.overlaps(b.0), common, (CUT, gap <= GEO), about);
    tally.same("polygon overlaps polygon, the other way", a.0.overlaps(b.0), b.0.overlaps(a.0), about);
}
