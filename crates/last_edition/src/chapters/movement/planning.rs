//! What a move must be if it can be, and moves that come to mind.
//!
//! Where a rule asks whether something is possible, this is the word that counts.

use engine::Drafted;
use ground::{Path, Point, Shape};
use troops::{Aim, Guide, Models};
use vocabulary::{Answer, LimitKind, ModelId, Ref, Refusal, UnitId, Wish};

use super::{Gait, Move, Paths};
use crate::chapters::placing::WORDS;
use crate::state::{MELEE_RANGE, State};
use crate::words::voice::Voice;

/// What shuts a model in that falls back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShutIn {
    /// Whatever stands there.
    Everything,
    /// Enemy models, and the edge of the battlefield.
    EnemyModels,
}

/// The answer that moves models like this.
pub(super) fn moved(paths: Paths) -> Answer {
    Answer::Move { paths, placed: smallvec::SmallVec::new() }
}

impl Move {
    /// Whether models may go like this.
    ///
    /// # Errors
    /// What is wrong with it, as a refusal.
    pub(crate) fn judge(&self, state: &State, paths: &[(ModelId, Path)]) -> Result<(), Refusal> {
        let ready = self.judged(state);
        if let Err(misfit) = ready.check(paths) {
            let must = matches!(self.gait, Gait::Charge { .. }) && paths.is_empty();
            if must && self.charge_plan(state).is_none() {
                return Ok(());
            }
            return Err(ready.refuse(&misfit, paths));
        }
        let after = self.after(state, paths);
        self.check_walls(state, &after, paths)?;
        match self.gait {
            Gait::FallBack => self.check_left_behind(&after, paths),
            _ => Ok(()),
        }
    }

    /// The position when models have gone like this.
    fn after(&self, state: &State, paths: &[(ModelId, Path)]) -> State {
        let mut after = state.clone();
        for (model, path) in paths {
            if let Some(end) = path.legs.last() {
                after.put(*model, *end);
            }
        }
        after
    }

    /// The move as answers are judged: where walls cut melee range, being near is not being in it, so that nobody has to
    /// get away from an enemy behind a wall.
    fn judged<'a>(&self, state: &'a State) -> super::Walk<'a> {
        if self.gait != Gait::FallBack || !state.house().wall_blocks_melee_range {
            return self.ready(state);
        }
        let movers = self.movers(state);
        let mut limits = self.limits(state, &movers);
        limits.retain(|limit| limit.kind != LimitKind::KeepAway);
        self.terms(state, Models::new(), &movers, limits)
    }

    /// Where walls cut melee range, what limits say of distances is not enough. Carries out `tle.ruling.wall-melee`.
    fn check_walls(&self, state: &State, after: &State, paths: &[(ModelId, Path)]) -> Result<(), Refusal> {
        if !state.house().wall_blocks_melee_range {
            return Ok(());
        }
        if self.gait == Gait::FallBack {
            return match paths.iter().find(|(model, _)| after.is_model_in_melee(*model)) {
                Some((model, _)) => {
                    let text = format!("{} would still be in {}", state.model_name(*model), WORDS.near);
                    Err(Refusal::new("tle.order.fall-back", text).about(Ref::Model(*model)))
                }
                None => Ok(()),
            };
        }
        for model in self.movers(state) {
            let left = |enemy: &UnitId| !after.is_in_reach_of(after.shape(model), *enemy);
            if let Some(enemy) = state.model_in_melee_with(model).into_iter().find(left) {
                let (name, enemy) = (state.model_name(model), state.unit_name(enemy));
                let text = format!("a wall would part {name} from {enemy}, in whose {} it must stay", WORDS.near);
                return Err(Refusal::new("tle.phase.movement.leave-melee", text).about(Ref::Model(model)));
            }
        }
        match self.gait {
            Gait::Charge { target, .. } if !after.units_in_melee(self.unit, target) => {
                let text = format!("walls part every model from {}", state.unit_name(target));
                Err(Refusal::new("tle.charge.end-in-melee", text).about(Ref::Unit(target)))
            }
            _ => Ok(()),
        }
    }

    // Fall back.

    /// Whoever is left in melee range must not be able to get out.
    ///
    /// Carries out `tle.order.fall-back-trapped`, `tle.ruling.fall-back-trapped`, `tle.ruling.legal-arrangement`.
    fn check_left_behind(&self, after: &State, paths: &[(ModelId, Path)]) -> Result<(), Refusal> {
        let moves = |model: &ModelId| paths.iter().any(|(other, _)| other == model);
        let left = after.living(self.unit).filter(|model| !moves(model) && after.is_model_in_melee(*model));
        for model in left.collect::<Models>() {
            if self.way_out(after, model, ShutIn::Everything).is_some() {
                let text = format!("{} can get out of {}, so it must", after.model_name(model), WORDS.near);
                return Err(Refusal::new("tle.ruling.fall-back-trapped", text).about(Ref::Model(model)));
            }
        }
        Ok(())
    }

    /// A way out of melee range for one model, the others standing as they do: any at all, if there is one.
    ///
    /// Carries out `tle.ruling.fall-back-trapped`, `tle.ruling.legal-arrangement`.
    pub(crate) fn way_out(&self, state: &State, model: ModelId, by: ShutIn) -> Option<Path> {
        let movers = [model];
        match by {
            ShutIn::Everything => self.ready_for(state, &movers).way_of_one(model),
            ShutIn::EnemyModels => {
                let limits = self.limits_by_enemies(state);
                self.terms(state, Models::new(), &movers, limits).way_of_one(model)
            }
        }
    }

    /// A way for the unit to fall back that leaves nobody behind who can get out.
    pub(crate) fn way_back(&self, state: &State) -> Paths {
        let enemies = state.in_melee_with(self.unit);
        let threats: Vec<Shape> =
            enemies.iter().flat_map(|enemy| state.standing(*enemy)).map(|model| state.shape(model).clone()).collect();
        if threats.is_empty() {
            return Paths::new();
        }
        let together = self.ready(state).plan(Aim::Away(&threats));
        if let Some(paths) = together.filter(|paths| self.judge(state, paths).is_ok()) {
            return paths;
        }
        let (mut now, mut paths) = (state.clone(), Paths::new());
        let mut stuck: Models = now.living(self.unit).filter(|model| now.is_model_in_melee(*model)).collect();
        // Each time round, whoever got out may have made room.
        loop {
            let before = stuck.len();
            stuck.retain(|model| {
                let Some(path) = self.way_out(&now, *model, ShutIn::Everything) else { return true };
                if let Some(end) = path.legs.last() {
                    now.put(*model, *end);
                }
                paths.push((*model, path));
                false
            });
            if stuck.is_empty() || stuck.len() == before {
                return paths;
            }
        }
    }

    // Charges.

    /// A charge move, if there is one: for some model as everybody stands exactly, otherwise as the planner finds it.
    ///
    /// Carries out `tle.charge.move`, `tle.charge.end-in-melee`, `tle.ruling.charge-move`,
    /// `tle.ruling.legal-arrangement`.
    pub(crate) fn charge_plan(&self, state: &State) -> Option<Paths> {
        let Gait::Charge { target, roll } = self.gait else { return None };
        let turning = state.living(self.unit).map(|model| state.base(model).turning()).max()?;
        if !state.units_within(self.unit, target, roll + MELEE_RANGE + turning) {
            return None;
        }
        let fits = |paths: &Paths| !paths.is_empty() && self.fits_charge(state, paths);
        let mut shapes: Vec<Shape> = state.standing(target).map(|model| state.shape(model).clone()).collect();
        let ready = self.planned(state);
        let near = |shape: &Shape| state.living(self.unit).map(|model| state.shape(model).apart(shape)).min();
        shapes.sort_by_cached_key(near);
        let together = || {
            // Into contact if that can be had, otherwise as near as the roll allows: melee range is enough.
            ready.plan(Aim::Contact(&shapes)).filter(fits).or_else(|| {
                let goal = shapes.first()?.bounds().centre();
                ready.plan(Aim::Towards(goal)).filter(fits)
            })
        };
        let alone = || {
            let mut models: Models = state.living(self.unit).collect();
            let away = |model: &ModelId| shapes.iter().map(|shape| state.shape(*model).apart(shape)).min();
            models.sort_by_cached_key(away);
            let whole = self.ready(state);
            models.into_iter().find_map(|model| whole.approach_of_one(model).filter(fits))
        };
        let stays = || Some(Paths::new()).filter(|paths| self.fits_charge(state, paths));
        together().or_else(alone).or_else(stays)
    }

    /// Whether a charge move reaches what it must; unlike [`Move::judge`], it never asks for a plan.
    fn fits_charge(&self, state: &State, paths: &Paths) -> bool {
        self.ready(state).check(paths).is_ok() && self.check_walls(state, &self.after(state, paths), paths).is_ok()
    }

    // Moves that come to mind.

    /// The move of those that melee range does not hold.
    fn planned<'a>(&self, state: &'a State) -> super::Walk<'a> {
        let free = |model: &ModelId| !state.is_model_in_melee(*model);
        let movers: Models = self.movers(state).into_iter().filter(free).collect();
        self.ready_for(state, &movers)
    }

    /// A combat move: each model in turn as near as it gets to the enemy that is nearest.
    pub(crate) fn closing_in(&self, state: &State) -> Paths {
        let (mut now, mut paths) = (state.clone(), Paths::new());
        let mut movers = self.movers(state);
        let away = |model: &ModelId| {
            state.nearest_enemies(*model).first().map(|enemy| state.shape(*model).apart(state.shape(*enemy)))
        };
        movers.sort_by_cached_key(away);
        for model in movers {
            let targets: Vec<Shape> =
                state.nearest_enemies(model).iter().map(|enemy| state.shape(*enemy).clone()).collect();
            let ready = self.ready_for(&now, &[model]);
            let Some(found) = ready.plan(Aim::Contact(&targets)).filter(|found| !found.is_empty()) else { continue };
            paths.extend(found.iter().cloned());
            now = self.after(&now, &found);
        }
        if self.judge(state, &paths).is_ok() { paths } else { Paths::new() }
    }

    /// A move at random, if one is found.
    pub(super) fn at_random(&self, state: &State, stream: &mut chance::Stream) -> Option<Paths> {
        const TRIES: usize = 6;
        let found = match self.gait {
            Gait::FallBack => Some(self.way_back(state)),
            Gait::Charge { .. } => self.charge_plan(state),
            Gait::Combat => Some(self.closing_in(state)),
            Gait::Normal | Gait::Advance { .. } | Gait::Ability { .. } => {
                let ready = self.planned(state);
                let reach = ready.sure_reach().0.max(1) as u32;
                (0..TRIES).find_map(|_| {
                    let far = Point::new(1 + stream.below(reach) as i32, 0);
                    ready.shift(far.turned(stream.below(1_024) as u16))
                })
            }
        };
        found.filter(|paths| self.judge(state, paths).is_ok())
    }

    /// Moves worth offering.
    pub(super) fn ideas(&self, state: &State) -> Vec<(String, Answer)> {
        let mut ideas: Vec<(String, Answer)> = Vec::new();
        match self.gait {
            Gait::FallBack => ideas.push(("fall back".to_owned(), moved(self.way_back(state)))),
            Gait::Charge { .. } => {
                ideas.extend(self.charge_plan(state).map(|paths| ("charge home".to_owned(), moved(paths))));
            }
            Gait::Combat => ideas.push(("close in".to_owned(), moved(self.closing_in(state)))),
            Gait::Normal | Gait::Advance { .. } | Gait::Ability { .. } => self.goals(state, &mut ideas),
        }
        // Whoever may stay although it should go can pass; looking for that twice takes long.
        if !matches!(self.gait, Gait::FallBack | Gait::Charge { .. }) {
            ideas.push(("stay".to_owned(), moved(Paths::new())));
        }
        ideas
    }

    /// Towards the nearest enemy and the objectives, the nearest first.
    fn goals(&self, state: &State, ideas: &mut Vec<(String, Answer)>) {
        const OBJECTIVES: usize = 3;
        let ready = self.planned(state);
        if ready.movers().is_empty() {
            return;
        }
        let mut guide = Guide::new(&ready);
        let centre = state.bounds(self.unit).centre();
        let field = state.battlefield();
        let mut objectives: Vec<(usize, Point)> = (0..field.objectives.len())
            .filter(|place| !state.objectives[*place].destroyed)
            .map(|place| (place, field.objectives[place].bounds().centre()))
            .collect();
        objectives.sort_by_key(|(place, at)| (at.distance_squared(centre), *place));
        for (place, at) in objectives.into_iter().take(OBJECTIVES) {
            let label = format!("towards {}", field.area_name(field.objective_id(place)));
            ideas.extend(guide.towards(at).map(|paths| (label, moved(paths))));
        }
        let seat = state.seat_of(self.unit);
        let away = |enemy: &UnitId| state.bounds(*enemy).centre().distance_squared(centre);
        if let Some(enemy) = state.enemies_of(seat).min_by_key(away) {
            let label = format!("towards {}", Voice::of_seat(state, seat).called(enemy));
            ideas.extend(guide.towards(state.bounds(enemy).centre()).map(|paths| (label, moved(paths))));
        }
        if ideas.is_empty() {
            const EIGHTH: u16 = 128;
            let around = (0..8).filter_map(|eighth| ready.aside(EIGHTH * eighth));
            ideas.extend(around.take(2).map(|paths| ("step aside".to_owned(), moved(paths))));
        }
    }

    /// What comes of models that a hand drags.
    pub(super) fn draft(&self, state: &State, wish: &Wish) -> Drafted {
        self.ready(state).draft(wish, None)
    }
}
