//! What moves must keep to: the limits that players see, each with its rule.

use ground::{Length, Outline};
use vocabulary::{Limit, LimitKind, ModelId, Ref, UnitId, Who};

use super::{Gait, Move};
use crate::state::{MELEE_RANGE, State};

fn units(list: impl Iterator<Item = UnitId>) -> Vec<Ref> {
    list.map(Ref::Unit).collect()
}

/// Adds a limit that regards something, unless there is nothing.
fn add(limits: &mut Vec<Limit>, limit: Limit) {
    if !limit.from.is_empty() {
        limits.push(limit);
    }
}

pub(crate) fn through(rule: &'static str, from: Vec<Ref>) -> Limit {
    Limit::new("through", LimitKind::NotThrough, Length::ZERO, rule).from(from)
}

pub(crate) fn out_of_melee_range(rule: &'static str, from: Vec<Ref>) -> Limit {
    Limit::new("melee-range", LimitKind::KeepAway, MELEE_RANGE, rule).from(from)
}

fn in_melee_range(rule: &'static str, enemy: UnitId) -> Limit {
    let within = Limit::new("melee-range", LimitKind::EndWithin, MELEE_RANGE, rule);
    Limit { who: Who::AtLeast(1), ..within.from(vec![Ref::Unit(enemy)]) }
}

/// The edge of the battlefield. Carries out `tle.ruling.movement-measure`.
fn edge(state: &State) -> Limit {
    let bounds = state.battlefield().bounds;
    let edge = Limit::new("edge", LimitKind::EndWithin, Length::ZERO, "tle.ruling.movement-measure");
    Limit { at: vec![Outline::rectangle(bounds.low, bounds.high)], ..edge }
}

impl Move {
    /// All that holds for where the models go and end, besides how far they may go.
    pub(super) fn limits(&self, state: &State, movers: &[ModelId]) -> Vec<Limit> {
        // Those of terrain stand first: their numbers are kept small.
        let mut limits = state.battlefield().moving_limits(state.is_flying(self.unit));
        self.models(state, &mut limits);
        limits.push(edge(state));
        self.melee_range(state, movers, &mut limits);
        self.goal(state, movers, &mut limits);
        limits
    }

    /// Other models are in the way; flying ones pass them, and cannot end on them.
    ///
    /// Carries out `tle.phase.movement.no-passing`, `tle.models.no-stacking`, `tle.keyword.flying`.
    fn models(&self, state: &State, limits: &mut Vec<Limit>) {
        let all = units(state.fielded());
        let limit = match state.is_flying(self.unit) {
            true => through("tle.models.no-stacking", all).also("tle.keyword.flying-end"),
            false => through("tle.phase.movement.no-passing", all).on_the_way().also("tle.models.no-stacking"),
        };
        add(limits, limit);
    }

    /// Who may come into melee range, and who must stay in it.
    ///
    /// Carries out `tle.phase.movement.leave-melee`, `tle.ruling.move-into-melee`, `tle.ruling.advance-melee`,
    /// `tle.ruling.charge-from-melee`, `tle.order.fall-back`, `tle.ruling.fall-back-timing`.
    fn melee_range(&self, state: &State, movers: &[ModelId], limits: &mut Vec<Limit>) {
        let seat = state.seat_of(self.unit);
        if self.gait == Gait::FallBack {
            add(limits, out_of_melee_range("tle.order.fall-back", units(state.enemies_of(seat))));
            return;
        }
        let is_normal = matches!(self.gait, Gait::Normal | Gait::Advance { .. } | Gait::Ability { .. });
        if is_normal && !state.house().may_enter_melee_range {
            let met = state.in_melee_with(self.unit);
            let others = state.enemies_of(seat).filter(|enemy| !met.contains(enemy));
            add(limits, out_of_melee_range("tle.ruling.move-into-melee", units(others)));
        }
        for model in movers {
            for enemy in state.model_in_melee_with(*model) {
                let stay = in_melee_range("tle.phase.movement.leave-melee", enemy).also("tle.ruling.move-into-melee");
                limits.push(Limit { models: vec![*model], ..stay });
            }
        }
    }

    /// Where a move must lead to.
    ///
    /// Carries out `tle.charge.end-in-melee`, `tle.ruling.charge-move`, `tle.melee.combat-move-closer`,
    /// `tle.ruling.combat-move`.
    fn goal(&self, state: &State, movers: &[ModelId], limits: &mut Vec<Limit>) {
        match self.gait {
            Gait::Charge { target, .. } => {
                limits.push(in_melee_range("tle.charge.end-in-melee", target).also("tle.ruling.charge-move"));
            }
            Gait::Combat => {
                for model in movers {
                    let nearest = state.nearest_enemies(*model).into_iter().map(Ref::Model).collect();
                    let kind = LimitKind::EndCloser { strictly: true };
                    let closer = Limit::new("closer", kind, Length::ZERO, "tle.melee.combat-move-closer");
                    let closer = closer.from(nearest).also("tle.ruling.combat-move");
                    limits.push(Limit { models: vec![*model], any: true, ..closer });
                }
            }
            _ => {}
        }
    }

    /// What holds for a model that falls back where nothing but enemy models and the edge is in its way.
    ///
    /// Carries out `tle.order.fall-back-trapped`, `tle.ruling.fall-back-trapped`.
    pub(super) fn limits_by_enemies(&self, state: &State) -> Vec<Limit> {
        let enemies = || units(state.enemies_of(state.seat_of(self.unit)));
        let mut limits = Vec::new();
        let passing = through("tle.order.fall-back-trapped", enemies());
        add(&mut limits, if state.is_flying(self.unit) { passing } else { passing.on_the_way() });
        add(&mut limits, out_of_melee_range("tle.order.fall-back", enemies()));
        limits
    }
}
