//! Whether two bases are within a length of each other.

use std::hint::black_box;

use geo::{Distance, Euclidean};
use ground::{Base, Length, Shape};
use parry2d_f64::math::Pose;
use parry2d_f64::query;
use parry2d_f64::shape::{Ball, SharedShape};

use crate::figures::{Figures, Way};
use crate::oracles::{fields, floats};

const BASES: usize = 1_000;
const NEIGHBOURS: usize = 100;

pub(crate) fn measure(figures: &mut Figures) {
    round(figures);
    cornered(figures, "60x35mm oval");
    cornered(figures, "100x60mm hull");
}

/// How many pairs pass, each base with those that follow it.
fn pairs<T>(things: &[T], mut passes: impl FnMut(&T, &T) -> bool) -> usize {
    let mut count = 0;
    for first in 0..things.len() {
        for step in 1..=NEIGHBOURS {
            let second = (first + step * 7) % things.len();
            count += usize::from(passes(&things[first], &things[second]));
        }
    }
    count
}

fn models(footprint: &str, count: usize) -> Vec<fields::Model> {
    let mut draws = fields::draws("distances", 0);
    let size = ground::Point::inches(60, 44);
    (0..count).map(|_| draws.model(footprint.parse().expect("a base"), size)).collect()
}

fn round(figures: &mut Figures) {
    let gap = black_box(Length::inches(12));
    let reach = f64::from(gap.0);
    let models = models("32mm", BASES);
    let shapes: Vec<Shape> = models.iter().map(|model| model.shape.clone()).collect();
    let bases: Vec<Base> = shapes.iter().map(|shape| Base { at: shape.corners()[0], radius: shape.radius() }).collect();
    let points: Vec<(geo::Point, f64)> =
        bases.iter().map(|base| (floats::coord(base.at).into(), f64::from(base.radius.0))).collect();
    let balls: Vec<(Pose, Ball)> = bases
        .iter()
        .map(|base| (Pose::from_translation(floats::vector(base.at)), Ball::new(f64::from(base.radius.0))))
        .collect();
    figures.compare(
        "whether two round bases are within 12 in",
        BASES * NEIGHBOURS,
        &mut [
            Way { name: "ours, Base::within", work: &mut || pairs(&bases, |a, b| a.within(*b, gap)) },
            Way { name: "ours, Shape::within", work: &mut || pairs(&shapes, |a, b| a.within(b, gap)) },
            Way { name: "geo", work: &mut || pairs(&points, |a, b| Euclidean.distance(a.0, b.0) - a.1 - b.1 <= reach) },
            Way {
                name: "parry2d",
                work: &mut || {
                    pairs(&balls, |a, b| {
                        query::distance(&a.0, &a.1, &b.0, &b.1).is_ok_and(|apart| apart.distance <= reach)
                    })
                },
            },
        ],
    );
}

fn cornered(figures: &mut Figures, footprint: &str) {
    const FEWER: usize = 100;
    let gap = black_box(Length::inches(12));
    let reach = f64::from(gap.0);
    let shapes: Vec<Shape> = models(footprint, FEWER).into_iter().map(|model| model.shape).collect();
    let polygons: Vec<geo::Polygon> = shapes.iter().map(|shape| floats::polygon(shape.corners())).collect();
    let solids: Vec<(Pose, SharedShape)> = shapes.iter().map(floats::solid).collect();
    figures.compare(
        &format!("whether two bases ({footprint}) are within 12 in"),
        FEWER * NEIGHBOURS,
        &mut [
            Way { name: "ours, Shape::within", work: &mut || pairs(&shapes, |a, b| a.within(b, gap)) },
            Way { name: "ours, Shape::apart, compared", work: &mut || pairs(&shapes, |a, b| a.apart(b).within(gap)) },
            Way { name: "geo", work: &mut || pairs(&polygons, |a, b| Euclidean.distance(a, b) <= reach) },
            Way {
                name: "parry2d",
                work: &mut || {
                    pairs(&solids, |a, b| {
                        query::distance(&a.0, &*a.1, &b.0, &*b.1).is_ok_and(|apart| apart.distance <= reach)
                    })
                },
            },
        ],
    );
}
