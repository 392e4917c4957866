//! What each fact changes in the position.

use std::sync::{Arc, OnceLock};

use ground::Pose;
use vocabulary::{ModelId, Seat, UnitId};

use super::{Fact, settle};
use crate::chapters::effects::Effect;
use crate::chapters::modifiers::{AllTimed, Modifier, Source, Timed, Until};
use crate::chapters::transport::hulk;
use crate::state::{Stage, State, Units, Whereabouts};

/// Carries a fact out. Nothing else changes the position.
pub(crate) fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Refused { number, .. } => propose_another(state, *number),
        Fact::Accepted => state.stage = Stage::Zones,
        Fact::ZonesRolled { order } | Fact::Ordered { order } | Fact::SetOrder { order } => {
            state.order.clone_from(order);
        }
        Fact::ZoneTaken { seat, zone } | Fact::SetZone { seat, zone } => {
            state.sides[seat.index()].zone = Some(*zone);
        }
        Fact::Placed { model, pose } => put(state, *model, *pose),
        Fact::Moved { to, .. } => to.iter().for_each(|(model, pose)| put(state, *model, *pose)),
        Fact::SetUp { unit } => state.units[unit.index()].at = Whereabouts::OnField,
        Fact::HeldBack { unit } => hold_back(state, *unit),
        Fact::SetVanguard { unit } => {
            state.roll_call(*unit).for_each(|model| revive(state, model));
            hold_back(state, *unit);
        }
        Fact::SetEntered { unit, entered } => {
            state.units[unit.index()].entered = entered.then_some(state.round);
        }
        Fact::SetFled { unit, fled } => state.units[unit.index()].flees = *fled,
        Fact::Embarked { unit, transport } => {
            go_aboard(state, *unit, *transport);
            state.units[unit.index()].boarded = Some(state.round);
        }
        Fact::SetAboard { unit, transport } => {
            state.roll_call(*unit).for_each(|model| revive(state, model));
            go_aboard(state, *unit, *transport);
        }
        Fact::SetBoarded { unit, boarded } => {
            state.units[unit.index()].boarded = boarded.then_some(state.round);
        }
        Fact::Disembarked { unit, .. } => disembark(state, *unit),
        Fact::ThrownOut { unit } => throw_out(state, *unit),
        Fact::NoRoom { unit } => state.units[unit.index()].at = Whereabouts::Gone,
        Fact::SetUpNext { place } => state.stage = place.map_or(Stage::RoundStart, Stage::Deploying),
        Fact::RoundBegan { round } => begin_round(state, *round),
        Fact::Woke { archive, effect } | Fact::SetEffect { archive, effect } => wake(state, *archive, *effect),
        Fact::Selected { unit, .. } => {
            state.units[unit.index()].spent = true;
            forget_passes(state);
        }
        Fact::Channelled { model } => {
            state.models[model.index()].channelled = true;
            forget_passes(state);
        }
        Fact::Cast { model, spell, .. } => state.models[model.index()].soul -= spell.cost(),
        Fact::Negated { model, spell, .. } => {
            let cost = state.negate_cost(*model, *spell);
            state.models[model.index()].soul -= cost;
        }
        Fact::FeatPoint { seat, .. } | Fact::FeatPointKept { seat } => state.sides[seat.index()].feat_points += 1,
        Fact::Lapsed { unit } => {
            let over: AllTimed = state.for_shooting(*unit).collect();
            state.units[unit.index()].timed.retain(|timed| !over.contains(timed));
        }
        Fact::FeatPerformed { unit, .. } => {
            let seat = state.seat_of(*unit);
            state.sides[seat.index()].feat_points -= 1;
        }
        Fact::SetFeatPoints { seat, points } => state.sides[seat.index()].feat_points = *points,
        Fact::Given { unit, timed } | Fact::SetTimed { unit, timed, on: true } => give(state, *unit, *timed),
        Fact::SetTimed { unit, timed, .. } => state.units[unit.index()].timed.retain(|given| given != timed),
        Fact::SoulRegained { model, points, .. } => state.models[model.index()].soul += points,
        Fact::SetSoul { model, soul } => state.models[model.index()].soul = *soul,
        Fact::SetChannelled { model, channelled } => state.models[model.index()].channelled = *channelled,
        Fact::Flees { unit } => state.fleeing = Some(*unit),
        Fact::Stopped { seat } => state.sides[seat.index()].stopped = true,
        Fact::Passed { seat } => state.sides[seat.index()].passed = true,
        Fact::TurnNext { place } => {
            state.fleeing = None;
            lapse(state);
            state.stage = place.map_or(Stage::Battle, Stage::Turn);
        }
        Fact::Entered { unit } => enter(state, *unit),
        // Carries out `aot.action.not-after-reaction`, `aot.ruling.cut-down-costs-action`.
        Fact::Reacted { unit, .. } => {
            let unit = &mut state.units[unit.index()];
            (unit.spent, unit.reacted) = (true, true);
        }
        Fact::Hurt { model, points } => {
            let model = &mut state.models[model.index()];
            model.health = model.health.saturating_sub(*points);
        }
        // It takes nothing more, and is removed when its time has come.
        Fact::Backfired { model } => state.models[model.index()].health = 0,
        Fact::Destroyed { model } | Fact::RanOff { model } => {
            leave_wreck(state, *model);
            remove(state, *model);
        }
        Fact::Scored { seat, .. } => state.sides[seat.index()].points += 1,
        Fact::BattleBegan => {}
        Fact::BattleEnded => {
            lapse(state);
            state.stage = Stage::Aftermath;
        }
        Fact::ControlBegan => {
            state.fleeing = None;
            state.stage = Stage::Control;
        }
        Fact::Healed { model, points, .. } => state.models[model.index()].health += points,
        Fact::Returned { model, pose, health, .. } => {
            state.models[model.index()].health = *health;
            put(state, *model, *pose);
        }
        // Carries out `aot.ruling.spell-duration`.
        Fact::ControlEnded => {
            state.units.iter_mut().for_each(|unit| unit.timed.clear());
            state.stage = Stage::RoundEnd;
        }
        Fact::Extended => state.extended = true,
        Fact::NextRound => state.stage = Stage::RoundStart,
        Fact::Ended { outcome } => {
            state.outcome = Some(outcome.clone());
            state.stage = Stage::RoundEnd;
        }
        Fact::Left { seat, .. } => leave(state, *seat),
        Fact::SetPose { model, pose } => {
            revive(state, *model);
            put(state, *model, *pose);
            let unit = state.unit_of(*model);
            state.units[unit.index()].at = Whereabouts::OnField;
        }
        Fact::SetGone { models } => take_out_of_play(state, models),
        Fact::SetHealth { model, health } => state.models[model.index()].health = *health,
        Fact::SetPoints { seat, points } => state.sides[seat.index()].points = *points,
        Fact::SetSpent { unit, spent } => state.units[unit.index()].spent = *spent,
        Fact::SetMoment { round, stage, order } => {
            (state.round, state.stage) = (*round, *stage);
            state.order.clone_from(order);
            settle::settle(state);
        }
        Fact::Fled { unit } => end_flight(state, *unit),
        Fact::StaysAboard { .. }
        | Fact::Fizzled { .. }
        | Fact::Stricken { .. }
        | Fact::Further { .. }
        | Fact::TookAim { .. }
        | Fact::Charged { .. }
        | Fact::Declined { .. }
        | Fact::Unscored { .. }
        | Fact::Fearless { .. }
        | Fact::Attacked { .. }
        | Fact::Aimed { .. }
        | Fact::Burst { .. }
        | Fact::Blast { .. }
        | Fact::FriendlyFire { .. }
        | Fact::Resisted { .. }
        | Fact::Ignored { .. }
        | Fact::Vigor { .. }
        | Fact::ChargeWon { .. }
        | Fact::ChargeFailed { .. }
        | Fact::Impact { .. }
        | Fact::RetreatBlocked { .. }
        | Fact::NoTarget { .. }
        | Fact::Irradiated { .. }
        | Fact::Terrified { .. } => {}
    }
}

/// Another battlefield is proposed, where there is one.
fn propose_another(state: &mut State, number: u8) {
    if let Some(battlefield) = state.fixed.setup.another(number, &state.fixed.house) {
        state.battlefield = battlefield;
        state.blockers = OnceLock::new();
    }
    state.stage = Stage::Proposal(number);
}

/// A model that the players put into play has Health again.
fn revive(state: &mut State, model: ModelId) {
    let full = state.card(model).health;
    let health = &mut state.models[model.index()].health;
    *health = if *health == 0 { full } else { *health };
}

/// The players take models out of play, and units of which none is left.
fn take_out_of_play(state: &mut State, models: &[ModelId]) {
    for model in models {
        remove(state, *model);
        let unit = state.unit_of(*model);
        if state.roll_call(unit).all(|model| state.model(model).health == 0) {
            state.units[unit.index()].at = Whereabouts::Gone;
        }
    }
    settle::lose_stranded(state);
}

fn wake(state: &mut State, archive: u8, effect: Effect) {
    let known = state.battlefield().archives().len();
    state.effects.resize(known, Effect::Stabilize);
    state.effects[usize::from(archive)] = effect;
}

/// Passes count in succession only. Carries out `aot.ruling.no-passing`.
fn forget_passes(state: &mut State) {
    for side in &mut state.sides {
        side.passed = false;
    }
}

/// A unit comes in from Vanguard, and with it whoever is aboard. Carries out `aot.ability.vanguard.no-vp`.
fn enter(state: &mut State, unit: UnitId) {
    let round = Some(state.round);
    for inside in state.passengers(unit).collect::<Units>() {
        state.units[inside.index()].entered = round;
    }
    let unit = &mut state.units[unit.index()];
    (unit.at, unit.entered) = (Whereabouts::OnField, round);
}

/// A unit has fled. Carries out `aot.ruling.terror-and-action`, `aot.terror.counts-as-action`.
fn end_flight(state: &mut State, unit: UnitId) {
    let costs_next = state.fixed.house.flight_costs_next_action;
    let in_turn = matches!(state.stage, Stage::Turn(_));
    let unit = &mut state.units[unit.index()];
    unit.reacted = true;
    unit.spent |= in_turn;
    unit.flees |= !in_turn && costs_next;
    state.fleeing = None;
}

/// A unit gets out, which is its Action. Carries out `aot.transport.move-disembark.is-action`,
/// `aot.transport.scrum-disembark.is-action`, `aot.transport.disembarked-separate`.
fn disembark(state: &mut State, unit: UnitId) {
    get_out(state, unit);
    state.units[unit.index()].spent = true;
}

/// The survivors of a wreck can still act, even after their Commander had stopped. Carries out
/// `aot.ruling.skip-when-finished`, `aot.ruling.destroyed-transport-action`.
fn throw_out(state: &mut State, unit: UnitId) {
    get_out(state, unit);
    if !state.unit(unit).spent {
        let seat = state.seat_of(unit);
        state.sides[seat.index()].stopped = false;
    }
}

/// Carries out `aot.action.one-per-round`: every Action of the Round is there again.
fn begin_round(state: &mut State, round: u16) {
    state.round = round;
    state.effects.clear();
    for side in &mut state.sides {
        (side.stopped, side.passed) = (false, false);
    }
    for unit in &mut state.units {
        unit.spent = std::mem::take(&mut unit.flees);
        unit.reacted = false;
    }
    // Carries out `aot.soul.extra-action`.
    state.models.iter_mut().for_each(|model| model.channelled = false);
}

/// Modifiers for the Activation or phase at hand are over.
fn lapse(state: &mut State) {
    for unit in state.units.iter_mut().filter(|unit| !unit.timed.is_empty()) {
        unit.timed.retain(|timed| timed.until == Until::Round);
    }
}

/// Carries out `aot.ruling.spell-stacking`.
fn give(state: &mut State, unit: UnitId, timed: Timed) {
    let stacks = state.fixed.house.spells_stack && matches!(timed.from, Source::Spell(_)) && timed.modifier.adds_up();
    let there = &mut state.units[unit.index()].timed;
    if stacks || !there.contains(&timed) {
        there.push(timed);
    }
}

fn put(state: &mut State, model: ModelId, pose: Pose) {
    state.troops.put(model, pose);
    forget_blockers(state, model);
}

/// What blocks lines of sight changes with Hulking models.
fn forget_blockers(state: &mut State, model: ModelId) {
    if state.is_hulking(model) {
        state.blockers = OnceLock::new();
    }
}

/// A model is on the battlefield no more.
fn take_up(state: &mut State, model: ModelId) {
    state.troops.take_up(model);
    forget_blockers(state, model);
}

/// A destroyed Transport stays as an Obstacle. Carries out `aot.transport.destroyed-obstacle`.
fn leave_wreck(state: &mut State, model: ModelId) {
    let unit = state.unit_of(model);
    if !state.is_transport(unit) || !state.stands(model) {
        return;
    }
    if let Some(polygon) = hulk(state.shape(model)) {
        let name = format!("wreck of {}", state.unit_name(unit));
        Arc::make_mut(&mut state.battlefield).add_wreck(name, polygon);
        state.blockers = OnceLock::new();
    }
}

/// A unit leaves its Transport. Carries out `aot.transport.not-in-and-out`.
fn get_out(state: &mut State, unit: UnitId) {
    let round = state.round;
    let unit = &mut state.units[unit.index()];
    (unit.at, unit.boarded) = (Whereabouts::OnField, Some(round));
}

/// Carries out `aot.transport.embarked-off-table`.
fn go_aboard(state: &mut State, unit: UnitId, transport: UnitId) {
    state.units[unit.index()].at = Whereabouts::Aboard(transport);
    for model in state.roll_call(unit) {
        take_up(state, model);
    }
}

fn remove(state: &mut State, model: ModelId) {
    let unit = state.unit_of(model);
    state.models[model.index()].health = 0;
    take_up(state, model);
    // Carries out the end of `aot.spell.shroud`.
    if state.picked_out(unit).is_none() {
        state.units[unit.index()].timed.retain(|timed| timed.modifier != Modifier::Shroud);
    }
    let left = match state.unit(unit).at {
        Whereabouts::OnField => state.standing(unit).next().is_some(),
        Whereabouts::Aboard(_) => state.alive(unit).next().is_some(),
        _ => true,
    };
    if !left {
        state.units[unit.index()].at = Whereabouts::Gone;
    }
}

fn hold_back(state: &mut State, unit: UnitId) {
    state.units[unit.index()].at = Whereabouts::Vanguard;
    for model in state.roll_call(unit) {
        take_up(state, model);
    }
}

/// A Commander who has left has no units any more; points that were scored stay.
fn leave(state: &mut State, seat: Seat) {
    state.sides[seat.index()].left = true;
    let units: Units = state.units_of(seat).collect();
    for unit in units {
        for model in state.roll_call(unit) {
            state.models[model.index()].health = 0;
            take_up(state, model);
        }
        state.units[unit.index()].at = Whereabouts::Gone;
    }
}
