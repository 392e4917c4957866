//! Gaps between convex shapes, beside those that `geo` and `parry2d` compute in floats.

use geo::coordinate_position::CoordPos;
use geo::dimensions::Dimensions;
use geo::{Distance, Euclidean, Geometry, Relate};
use ground::{Length, Point, Polygon, Shape};
use parry2d_f64::math::Pose;
use parry2d_f64::query;
use parry2d_f64::shape::SharedShape;

use super::fields::{Field, draws};
use super::floats;
use super::tally::Tally;

/// A float is that much beside the truth at most: 53 bits for products of coordinates of a battlefield.
const GEO: f64 = 1e-7;
/// The iteration of `parry2d` stops at a gap this close to the truth.
const PARRY: f64 = 1e-2;

const BESIDE_GEO: &str = "geo: the exact gap is the bound itself, and the float falls beside it";
const BESIDE_PARRY: &str = "parry2d: its iteration stops near the truth, and the bound lies in between";

/// A shape three times.
struct Thrice<'a> {
    ours: &'a Shape,
    geo: Geometry,
    parry: (Pose, SharedShape),
}

pub(crate) fn check(field: &Field, tally: &mut Tally) {
    let pieces = field.terrain.iter().flat_map(Polygon::pieces);
    let shapes: Vec<Thrice<'_>> = field
        .models
        .iter()
        .map(|model| &model.shape)
        .chain(pieces)
        .map(|ours| Thrice { ours, geo: floats::geometry(ours.corners()), parry: floats::core(ours.corners()) })
        .collect();
    let mut draws = draws("gaps", u64::from(field.size.x.unsigned_abs()));
    for first in 0..field.models.len() {
        for _ in 0..4 {
            let second = draws.below(shapes.len());
            if first != second {
                check_pair(&shapes[first], &shapes[second], draws.number(0, field.size.x), tally);
            }
        }
        let at = draws.point(field.size);
        check_point(&shapes[first], at, tally);
    }
    check_order(&shapes, tally);
}

fn check_pair(a: &Thrice<'_>, b: &Thrice<'_>, somewhere: i32, tally: &mut Tally) {
    let radii = f64::from((a.ours.radius() + b.ours.radius()).0);
    let geo = Euclidean.distance(&a.geo, &b.geo) - radii;
    let parry = query::distance(&a.parry.0, &*a.parry.1, &b.parry.0, &*b.parry.1).map_or(f64::NAN, |d| d.distance);
    let parry = parry - radii;
    tally.deviates("parry2d beside geo", parry - geo);
    let apart = a.ours.apart(b.ours);
    let about = || format!("{:?} and {:?}, geo {geo}, parry2d {parry}", a.ours, b.ours);
    let close = |float: f64, bound: f64, by: f64| (float - bound).abs() <= by;

    for gap in [somewhere, apart.up().0, apart.down().0, apart.up().0 - 1, apart.up().0 + 1] {
        let ours = a.ours.within(b.ours, Length(gap));
        let bound = f64::from(gap);
        // Shapes that overlap are within any length that is not negative; below zero the two kernels count differently.
        if gap >= 0 {
            tally.same_unless("within, geo", ours, geo <= bound, (BESIDE_GEO, close(geo, bound, GEO)), about);
            tally.same_unless(
                "within, parry2d",
                ours,
                parry <= bound,
                (BESIDE_PARRY, close(parry, bound, PARRY)),
                about,
            );
            tally.same("within, by the gap", ours, apart.within(Length(gap)), about);
        }
        tally.same("within, the other way", ours, b.ours.within(a.ours, Length(gap)), about);
    }
    let up = (geo - GEO).max(0.0).ceil()..=(geo + GEO).max(0.0).ceil();
    tally.holds("gap rounded up, geo", up.contains(&f64::from(apart.up().0)), about);
    let down = (geo - GEO).max(0.0).floor()..=(geo + GEO).max(0.0).floor();
    tally.holds("gap rounded down, geo", down.contains(&f64::from(apart.down().0)), about);

    let overlaps = a.ours.overlaps(b.ours);
    tally.same("overlaps, the other way", overlaps, b.ours.overlaps(a.ours), about);
    if close(geo, 0.0, GEO) {
        if radii == 0.0 {
            let flat = a.ours.corners().len() < 3 && b.ours.corners().len() < 3;
            let common = a.geo.relate(&b.geo).get(CoordPos::Inside, CoordPos::Inside) != Dimensions::Empty;
            let reason = ("geo: two segments or points on one line cover no ground, yet share their insides", flat);
            tally.same_unless("overlaps, geo's relation", overlaps, common, reason, about);
        }
    } else {
        tally.same("overlaps, geo", overlaps, geo < 0.0, about);
    }
    let touches = a.ours.touches(b.ours);
    tally.same("touches, the other way", touches, b.ours.touches(a.ours), about);
    let beside = close(geo, 0.0, GEO) || close(geo, 1.0, GEO);
    tally.same_unless("touches, geo", touches, (0.0..1.0).contains(&geo) && !overlaps, (BESIDE_GEO, beside), about);
    tally.same(
        "touching, overlapping, or a unit apart",
        u8::from(touches) + u8::from(overlaps),
        u8::from(apart.within(Length::ZERO) || apart.touches()),
        about,
    );
}

fn check_point(shape: &Thrice<'_>, at: Point, tally: &mut Tally) {
    let radius = f64::from(shape.ours.radius().0);
    let geo = Euclidean.distance(&shape.geo, &Geometry::from(geo::Point::from(floats::coord(at)))) - radius;
    let reason = (BESIDE_GEO, geo.abs() <= GEO);
    tally
        .same_unless("contains, geo", shape.ours.contains(at), geo <= 0.0, reason, || format!("{:?} {at}", shape.ours));
}

/// Gaps compare as their floats do.
fn check_order(shapes: &[Thrice<'_>], tally: &mut Tally) {
    let gap = |index: usize| {
        let (a, b) = (&shapes[index], &shapes[index + 1]);
        let radii = f64::from((a.ours.radius() + b.ours.radius()).0);
        (a.ours.apart(b.ours), Euclidean.distance(&a.geo, &b.geo) - radii)
    };
    for index in 0..shapes.len().saturating_sub(2).min(8) {
        let ((ours, geo), (other, other_geo)) = (gap(index), gap(index + 1));
        let reason = (BESIDE_GEO, (geo - other_geo).abs() <= 2.0 * GEO);
        tally.same_unless("which gap is longer, geo", ours < other, geo < other_geo, reason, || {
            format!("{ours:?} {other:?} {geo} {other_geo}")
        });
        tally.same("which gap is longer, asked in turn", ours.cmp(&other), other.cmp(&ours).reverse(), || {
            format!("{ours:?} {other:?}")
        });
    }
}
