//! Lines of sight among 24 pieces of terrain and 100 bases, one by one.

use std::hint::black_box;

use ground::{Blockers, Owner, Point, Scratch, Screen, Sight, Silhouette};
use parry2d_f64::math::Pose;
use parry2d_f64::query::{Ray, RayCast};
use parry2d_f64::shape::{Compound, SharedShape};

use crate::figures::{Figures, nanoseconds};
use crate::oracles::fields::{self, Field};
use crate::oracles::floats;

const FIELDS: u64 = 12;
const BASES: usize = 100;
const ROUNDS: usize = 5;
/// Terrain has the ids from here on; models those from zero.
const TERRAIN: u16 = 1_000;

/// A pair of models with how long it takes to look from one to the other.
struct Look {
    from: usize,
    to: usize,
    sight: Sight,
    centre_is_open: bool,
    nanoseconds: f64,
}

/// A field with everything made ready.
struct Ready {
    field: Field,
    blockers: Blockers,
    outlines: Vec<Silhouette>,
}

impl Ready {
    fn new(seed: u64, with_bases: bool) -> Ready {
        let field = fields::orderly(seed, 24, BASES, &["25mm", "32mm", "32mm", "40mm", "60x35mm oval"]);
        let mut blockers = Blockers::new();
        for (id, piece) in field.terrain.iter().enumerate() {
            blockers.add_polygon(TERRAIN + id as u16, piece);
        }
        for (id, model) in field.models.iter().enumerate().filter(|_| with_bases) {
            blockers.add_shape(id as u16, &model.shape);
        }
        let outlines = field.models.iter().map(|model| Silhouette::of(&model.shape)).collect();
        Ready { field, blockers, outlines }
    }

    fn look(&self, from: usize, to: usize, scratch: &mut Scratch) -> Sight {
        let screen =
            |id: Owner| (usize::from(id.number()) != from && usize::from(id.number()) != to).then_some(Screen::Hard);
        self.blockers.sight(&self.outlines[from], &self.outlines[to], screen, scratch)
    }

    /// Whether a straight line from middle to middle is open, which is tried first and decides at once.
    fn centre_is_open(&self, from: usize, to: usize, with_bases: bool) -> bool {
        let (a, b) = (self.field.models[from].pose.at, self.field.models[to].pose.at);
        let line = ground::Shape::hull(&[a, b], ground::Length::ZERO).expect("two points");
        let in_the_way = |&(id, model): &(usize, &fields::Model)| {
            id != from && id != to && Silhouette::of(&model.shape).shape().overlaps(&line)
        };
        let by_terrain = self.field.terrain.iter().any(|piece| piece.crossed_by(a, b));
        let by_bases = with_bases && self.field.models.iter().enumerate().any(|model| in_the_way(&model));
        !by_terrain && !by_bases
    }

    /// Every pair of the first half of the models with the second, timed.
    fn looks(&self, with_bases: bool) -> Vec<Look> {
        let mut scratch = Scratch::default();
        let mut looks = Vec::new();
        for from in 0..BASES / 2 {
            for to in BASES / 2..BASES {
                let sight = self.look(from, to, &mut scratch);
                let centre_is_open = self.centre_is_open(from, to, with_bases);
                looks.push(Look { from, to, sight, centre_is_open, nanoseconds: 0.0 });
            }
        }
        let mut rounds: Vec<[f64; ROUNDS]> = vec![[0.0; ROUNDS]; looks.len()];
        for round in 0..ROUNDS {
            for (look, times) in looks.iter().zip(&mut rounds) {
                times[round] = nanoseconds(|| {
                    black_box(self.look(look.from, look.to, &mut scratch));
                });
            }
        }
        for (look, mut times) in looks.iter_mut().zip(rounds) {
            times.sort_by(f64::total_cmp);
            look.nanoseconds = times[ROUNDS / 2];
        }
        looks
    }
}

pub(crate) fn measure(figures: &mut Figures) {
    for with_bases in [true, false] {
        let what = if with_bases { "24 polygons and 98 bases" } else { "24 polygons" };
        let (mut closed, mut open, mut sampled) = (Vec::new(), Vec::new(), Vec::new());
        let (mut seen, mut unseen, mut missed, mut contradicted) = (0, 0, 0, 0);
        for seed in 0..FIELDS {
            let ready = Ready::new(seed, with_bases);
            let samples = Samples::new(&ready, with_bases);
            for look in ready.looks(with_bases) {
                if look.centre_is_open {
                    open.push(look.nanoseconds);
                    continue;
                }
                closed.push(look.nanoseconds);
                let mut found = false;
                sampled.push(nanoseconds(|| found = samples.look(look.from, look.to)));
                seen += usize::from(look.sight.is_open());
                unseen += usize::from(!look.sight.is_open());
                missed += usize::from(look.sight.is_open() && !found);
                contradicted += usize::from(!look.sight.is_open() && found);
            }
        }
        figures.percentiles(&format!("sight among {what}, centre line open"), open);
        figures.percentiles(&format!("sight among {what}, centre line closed"), closed);
        figures.note(format!("{seen} of them are seen, {unseen} are not"));
        figures.percentiles(&format!("the same, 8 x 8 lines over parry2d, {what}"), sampled);
        figures.note(format!("it misses {missed} of the {seen} that are seen, and finds {contradicted} that are not"));
    }
}

/// Eight points on the edge of each model, and everything for `parry2d`.
struct Samples {
    terrain: Compound,
    bases: Vec<(Pose, SharedShape)>,
    points: Vec<Vec<Point>>,
}

impl Samples {
    fn new(ready: &Ready, with_bases: bool) -> Samples {
        let pieces = ready.field.terrain.iter().flat_map(floats::pieces);
        let terrain = Compound::new(pieces.map(|piece| (Pose::identity(), SharedShape::new(piece))).collect());
        let bases = ready.field.models.iter().filter(|_| with_bases).map(|model| floats::solid(&model.shape)).collect();
        let eight = |outline: &Silhouette| outline.shape().corners().iter().step_by(8).copied().collect();
        Samples { terrain, bases, points: ready.outlines.iter().map(eight).collect() }
    }

    fn look(&self, from: usize, to: usize) -> bool {
        let open = |a: Point, b: Point| {
            let ray = Ray::new(floats::vector(a), floats::vector(b) - floats::vector(a));
            let others = self.bases.iter().enumerate().filter(|&(id, _)| id != from && id != to);
            !self.terrain.intersects_local_ray(&ray, 1.0)
                && !others.into_iter().any(|(_, (pose, base))| base.intersects_ray(pose, &ray, 1.0))
        };
        self.points[from].iter().any(|&a| self.points[to].iter().any(|&b| open(a, b)))
    }
}
