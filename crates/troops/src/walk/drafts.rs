//! What comes of models that a hand drags: as they are wished where that is legal, otherwise close to it, otherwise as
//! wished with what would be legal instead.

use engine::Drafted;
use ground::{Length, Path, Point, Pose};
use smallvec::SmallVec;
use vocabulary::{Answer, ModelId, Wish};

use super::{Aim, Misfit, Paths, Walk};
use crate::placing::Placing;

/// No model is put further than this from where it is wished: room to step past the base of a comrade, and no more.
const STRAY: Length = Length::inches(2);
/// The middle of all is put no further than this from where it is wished, so that the group still is where the hand is.
const DRIFT: Length = Length::inches(1);

/// Whether a wish is for these models, each once, and can be computed with.
pub(crate) fn makes_sense(wish: &Wish, models: &[ModelId]) -> bool {
    let once = |at: usize| !wish[..at].iter().any(|(model, _)| *model == wish[at].0);
    wish.iter().enumerate().all(|(at, (model, pose))| models.contains(model) && once(at) && pose.is_sane())
}

/// Whether models end near enough to where they are wished, and on the same level, to be what was meant.
pub(crate) fn is_near(wish: &[(ModelId, Pose)], end: impl Fn(ModelId) -> Option<Pose>) -> bool {
    let within = |a: Point, b: Point, most: Length| a.distance_squared(b) <= i64::from(most.0).pow(2);
    let (mut dx, mut dy) = (0_i64, 0_i64);
    for (model, wished) in wish {
        let meant = |end: &Pose| end.level == wished.level && within(end.at, wished.at, STRAY);
        let Some(end) = end(*model).filter(meant) else { return false };
        dx += i64::from(end.at.x - wished.at.x);
        dy += i64::from(end.at.y - wished.at.y);
    }
    dx * dx + dy * dy <= (i64::from(DRIFT.0) * wish.len() as i64).pow(2)
}

/// The middle of where models are wished.
pub(crate) fn middle(wish: &[(ModelId, Pose)]) -> Point {
    let count = wish.len().max(1) as i64;
    let mean = |value: fn(Point) -> i32| wish.iter().map(|(_, pose)| i64::from(value(pose.at))).sum::<i64>() / count;
    Point::new(mean(|at| at.x) as i32, mean(|at| at.y) as i32)
}

fn walked(paths: Paths) -> Answer {
    Answer::Move { paths, placed: SmallVec::new() }
}

impl<T> Walk<'_, T> {
    /// What comes of where somebody would like models to stand; `standing` says where those that enter can.
    pub fn draft(&self, wish: &Wish, standing: Option<&Placing<'_, T>>) -> Drafted {
        let (troops, laid) = (self.scene.troops, self.scene.laid);
        if !makes_sense(wish, &self.movers()) {
            return walked(wish.iter().map(|(model, pose)| (*model, Path::straight(*pose))).collect()).into();
        }
        let on_level = |(model, pose): &(ModelId, Pose)| {
            (*model, laid.levelled(troops.base(*model), troops.pose(*model).unwrap_or(*pose), *pose))
        };
        let stays = |(model, pose): &(ModelId, Pose)| troops.pose(*model) == Some(*pose);
        let wish: Wish = wish.iter().map(on_level).filter(|wished| !stays(wished)).collect();
        let paths = self.ways(&wish);
        let misfit = match self.check(&paths) {
            Err(misfit) if !paths.is_empty() => misfit,
            _ => return walked(paths).into(),
        };
        let nearest = match standing {
            Some(standing) => self.nearest_entry(standing, &wish),
            None => self.nearest_move(&wish, &paths),
        };
        // Whoever drags too far wants to know by how much. A way that is too long because it leads around may be shortened.
        let straight = |model: &ModelId| paths.iter().any(|(other, path)| other == model && self.is_straight(path));
        let too_far = matches!(&misfit, Misfit::TooLong { model, .. } if straight(model));
        let is_meant = |found: &Paths| {
            let end = |model: ModelId| match found.iter().find(|(other, _)| *other == model) {
                Some((_, path)) => path.legs.last().copied(),
                None => troops.pose(model),
            };
            !too_far && is_near(&wish, end)
        };
        match nearest {
            Some(found) if is_meant(&found) => walked(found).into(),
            nearest => Drafted { answer: walked(paths), nearest: nearest.map(walked) },
        }
    }

    fn is_straight(&self, path: &Path) -> bool {
        path.legs.len() <= 1 + usize::from(self.terms.enters.is_some())
    }

    /// The nearest legal move to a wish that the planner finds.
    fn nearest_move(&self, wish: &Wish, paths: &Paths) -> Option<Paths> {
        let targets = self.targets(wish, paths);
        let found = self.plan(Aim::Each(&targets)).filter(|paths| !paths.is_empty())?;
        let raised = |(model, path): &(ModelId, Path)| {
            let mut path = path.clone();
            if let Some(end) = path.legs.last_mut() {
                *end = self.scene.raised(wish, *model, *end);
            }
            (*model, path)
        };
        let raised: Paths = found.iter().map(raised).collect();
        Some(if self.check(&raised).is_ok() { raised } else { found })
    }

    /// The nearest legal way in to a wish that the planner finds.
    fn nearest_entry(&self, standing: &Placing<'_, T>, wish: &Wish) -> Option<Paths> {
        let (side, _) = self.terms.enters?;
        let whole = wish.len() == self.terms.movers.len();
        let found = whole.then(|| self.enter_near(standing, wish)).flatten();
        found.or_else(|| self.enter_along(standing, side.along(middle(wish))))
    }
}
