//! Whether one model can get to where a charge must take it: exactly, the others standing where they end.
//!
//! A spot is looked for at every place that can settle it ([`ground::Search`]), and each that is found is tested like one
//! that a player shows. What is not exact: bases that are not round are turned in steps, and spots of theirs are tried a
//! tenth of a millimetre apart; ways around something keep a hair more distance than they must.

use ground::{FACINGS, Footprint, Mover, Path, Pose, Rim, Search, Shape};
use vocabulary::{ModelId, UnitId};

use super::ways::{Goal, Guide};
use super::{Ends, Gait, Move, Paths, limits};
use crate::state::{BATTLE_RANGE, COHERENCY, State};

/// How many ways a base that is not round is turned, in half a turn.
const TURNS: u16 = 8;

impl Move {
    /// A way of a model into Battle Range of a charge target, if there is one, the others of its unit standing where they
    /// end.
    pub(super) fn way_into_range(&self, state: &State, model: ModelId, ends: &Ends) -> Option<Path> {
        let Gait::Charge { targets, .. } = &self.gait else { return None };
        let all = targets.iter().flat_map(|target| state.standing(*target)).map(|enemy| state.shape(enemy)).collect();
        way_near(state, self, model, &[all], ends)
    }

    /// A charge of a unit that is a single model, if there is one.
    pub(crate) fn charge_of_one(&self, state: &State, model: ModelId) -> Option<Paths> {
        let Gait::Charge { targets, .. } = &self.gait else { return None };
        let of = |target: &UnitId| state.standing(*target).map(|enemy| state.shape(enemy)).collect();
        let groups: Vec<Vec<&Shape>> = targets.iter().map(of).collect();
        let path = way_near(state, self, model, &groups, &Ends::new())?;
        Some(Paths::from_iter([(model, path)]))
    }
}

/// A way of a model into Battle Range of one of each of these groups, if there is one, the others of its unit standing
/// where they end and the whole unit in Unit Coherency.
///
/// Carries out `aot.charge.move`, `aot.ruling.charge-reach`, `aot.ruling.legal-arrangement`.
fn way_near(state: &State, walk: &Move, model: ModelId, groups: &[Vec<&Shape>], ends: &Ends) -> Option<Path> {
    let start = state.pose(model)?;
    let mut guide = Guide::past(state, walk, ends.iter().filter(|(other, ..)| *other != model));
    let (base, within) = (state.base(model), guide.reach().open);
    let reach = within + BATTLE_RANGE + base.turning();
    let is_near = |shape: &&Shape| shape.within(state.shape(model), reach);
    let mut near: Vec<Vec<Rim<'_>>> = Vec::with_capacity(groups.len());
    for group in groups {
        let shapes = group.iter().copied().filter(is_near);
        near.push(shapes.map(|shape| Rim { shape, gap: BATTLE_RANGE }).collect());
    }
    if near.iter().any(Vec::is_empty) {
        return None;
    }
    let others = ends.iter().filter(|(other, ..)| *other != model);
    let comrades: Vec<Rim<'_>> = others.map(|(_, _, shape)| Rim { shape, gap: COHERENCY }).collect();
    // Whoever has comrades ends near to one of them.
    let beside = (!comrades.is_empty()).then_some(comrades.as_slice());
    let near: Vec<&[Rim<'_>]> = near.iter().map(Vec::as_slice).chain(beside).collect();
    let without = walk.without(state, model, start);
    let mover = Mover::new(base).without(&without);
    let coherent = |end: Pose| {
        let ends: Ends = ends.iter().filter(|(other, ..)| *other != model).cloned().collect();
        let ends: Ends = ends.into_iter().chain([(model, end, base.at(end))]).collect();
        limits::are_coherent(state, &ends)
    };
    let (obstacles, is_round) = (guide.obstacles().clone(), base.is_round());
    // Whoever can go straight need not look for a way around anything.
    let mut hidden: Vec<Goal> = Vec::new();
    for facing in facings(base, start) {
        let search = Search { mover, start: Pose { facing, ..start }, within, near: &near };
        let straight = search.first(&obstacles, |pose| {
            standings(state, model, start, pose).map(|end| Goal::open(model, start, end)).find_map(|goal| {
                let is_known = hidden.iter().any(|known| known.is_beside(&goal));
                // Of a base that is turned in steps anyway, one of many spots side by side says enough.
                if is_known && !is_round || !coherent(goal.end) {
                    return None;
                }
                let path = guide.straight(&goal);
                if path.is_none() && !is_known {
                    hidden.push(goal);
                }
                path
            })
        });
        if straight.is_some() {
            return straight;
        }
    }
    hidden.iter().find_map(|goal| guide.legal_way_around(goal))
}

/// The facings to try: a round base looks the same from all sides.
fn facings(base: &Footprint, start: Pose) -> impl Iterator<Item = u16> {
    let turns = if base.is_round() { 1 } else { TURNS };
    (0..turns).map(move |turn| (start.facing + turn * (FACINGS / 2 / TURNS)) % FACINGS)
}

/// A pose on every level that a model can stand on there, the one without climbing first.
fn standings(state: &State, model: ModelId, start: Pose, pose: Pose) -> impl Iterator<Item = Pose> {
    let shape = state.base(model).at(pose);
    let first = state.grounded(model, start, pose);
    let levels =
        (0..).take_while(move |level| *level == 0 || state.battlefield().piece_under(&shape, *level).is_some());
    let others = levels.map(move |level| Pose { level, ..pose }).filter(move |other| *other != first);
    std::iter::once(first).chain(others)
}
