//! The Actions.

use chance::Faces;
use engine::{Flow, Table};
use ground::{Length, Shape, Side};
use troops::Aim;
use vocabulary::{Answer, ModelId, Ref, Roll, Token, UnitId};

use crate::Aot;
use crate::battlefield::Terrain;
use crate::chapters::charging;
use crate::chapters::dice::throw;
use crate::chapters::movement::{Gait, Move, Paths, Placed};
use crate::chapters::reaction::cut_down;
use crate::chapters::shooting;
use crate::chapters::transport;
use crate::fact::{Action, Fact};
use crate::forces::ability::Ability;
use crate::prompt::Prompt;
use crate::state::{State, Units};

/// A unit performs its Action. Carries out `aot.ruling.action-table`.
pub(crate) fn perform(t: &mut Table<Aot>, unit: UnitId, action: Action) -> Flow<()> {
    match action {
        Action::MoveAndShoot => {
            walk(t, unit, Length::ZERO, action)?;
            shooting::shoot(t, unit, None)
        }
        Action::MoveAndCharge => {
            walk(t, unit, Length::ZERO, action)?;
            charging::charge(t, unit)
        }
        Action::Advance => advance(t, unit),
        // Carries out `aot.action.hold`, `aot.action.hold-no-reaction`.
        Action::Hold => Ok(()),
        Action::Enter => enter(t, unit),
        Action::FiringRetreat => firing_retreat(t, unit),
        Action::Scrum => scrum(t, unit),
        // Carries out `aot.transport.move-disembark.no-reaction`.
        Action::MoveAndDisembark => {
            walk(t, unit, Length::ZERO, action)?;
            transport::disembark(t, unit, false)
        }
        // Carries out `aot.transport.scrum-disembark.steps`, `aot.transport.scrum-disembark.no-reaction`.
        Action::ScrumAndDisembark => {
            go(t, &Move { unit, gait: Gait::Shift { from: t.state.engaged_with(unit) } })?;
            transport::disembark(t, unit, true)
        }
    }
}

/// Asks how a unit moves, and moves it. Whether it moved at all.
pub(crate) fn go(t: &mut Table<Aot>, walk: &Move) -> Flow<bool> {
    let seat = t.state.seat_of(walk.unit);
    let Answer::Move { paths, .. } = t.ask(seat, Prompt::Move { walk: walk.clone() })? else {
        unreachable!("a checked answer moves models")
    };
    let ends: Placed = paths.iter().filter_map(|(model, path)| Some((*model, *path.legs.last()?))).collect();
    let ready = walk.ready(&t.state);
    let costs = paths.iter().filter_map(|(model, path)| Some(ready.price(*model, path)?.0));
    let far = costs.max().unwrap_or(Length::ZERO);
    let rules = ["aot.move.single-point", "aot.move.no-through-bases", "aot.ruling.move-path"];
    tell_moved(t, walk.unit, &ends, far, &rules);
    Ok(!paths.is_empty())
}

/// Models of a unit have moved: by the rules of their move, and those of where they end.
pub(crate) fn tell_moved(t: &mut Table<Aot>, unit: UnitId, to: &Placed, far: Length, by: &[&'static str]) {
    if to.is_empty() {
        return;
    }
    t.tell_with(Fact::Moved { unit, to: to.clone(), far }, |state| {
        let agile = state.has(unit, Ability::Agile);
        let ends_on = |model: ModelId, counts: fn(&Terrain) -> bool| {
            let mut pieces = state.battlefield().terrain.iter().filter(|piece| counts(piece));
            state.stands(model) && pieces.any(|piece| piece.polygon.overlaps_shape(state.shape(model)))
        };
        let any = |holds: &dyn Fn(ModelId) -> bool| to.iter().any(|(model, _)| holds(*model));
        let mut rules = by.to_vec();
        if to.iter().any(|(_, pose)| pose.level > 0) {
            rules.push(if agile { "aot.ability.agile.horizontal" } else { "aot.move.vertical" });
            rules.push("aot.ruling.vertical-moves");
        }
        if agile && any(&|model| ends_on(model, |piece| piece.rules.obstacle)) {
            rules.extend(["aot.ability.agile.ignores-terrain", "aot.ruling.agile-ending-on-obstacle"]);
        }
        if agile && any(&|model| state.is_hulking(model) && ends_on(model, |piece| piece.rules.cover)) {
            rules.push("aot.ruling.agile-and-hulking");
        }
        if state.info(unit).character.is_some() {
            rules.push("aot.accompany.lowest-speed");
        }
        rules
    });
}

/// A Basic Move. Carries out `aot.move.basic-move`, `aot.ruling.move-and-shoot-sequence`,
/// `aot.ruling.move-and-charge-sequence`.
fn walk(t: &mut Table<Aot>, unit: UnitId, extra: Length, action: Action) -> Flow<()> {
    go(t, &Move { unit, gait: Gait::Basic { extra, action } })?;
    Ok(())
}

/// Carries out `aot.action.advance-move`, `aot.action.advance-no-reaction`, `aot.ruling.advance-roll`.
fn advance(t: &mut Table<Aot>, unit: UnitId) -> Flow<()> {
    let seat = t.state.seat_of(unit);
    let roll = throw(t, Roll::new("aot.action.advance-move", seat).die_for(Faces::D6, Ref::Unit(unit)))?;
    let by = Length::inches(roll.dice[0].shows.into());
    t.tell_by(Fact::Further { unit, by }, ["aot.action.advance-move", "aot.ruling.advance-roll"]);
    walk(t, unit, by, Action::Advance)
}

/// Carries out `aot.ability.vanguard.enter-edge`, `aot.ability.vanguard.is-action`, `aot.ruling.vanguard-entry`.
fn enter(t: &mut Table<Aot>, unit: UnitId) -> Flow<()> {
    let seat = t.state.seat_of(unit);
    let chosen = t.ask(seat, Prompt::Edge { unit })?.token().and_then(Token::item);
    let side = chosen.and_then(Side::numbered).unwrap_or(Side::South);
    if go(t, &Move { unit, gait: Gait::Enter { side } })? {
        let rules = [
            "aot.ability.vanguard.enter-edge",
            "aot.ability.vanguard.enter-round-two",
            "aot.ability.vanguard.is-action",
            "aot.ruling.vanguard-entry",
            "aot.ruling.leaving-table",
        ];
        t.tell_by(Fact::Entered { unit }, rules);
    }
    Ok(())
}

/// A Retreat Move that the planner finds, as if it were made now. Carries out `aot.ruling.retreat-impossible`.
pub(crate) fn way_out(state: &State, unit: UnitId) -> Option<Paths> {
    let from = state.engaged_with(unit);
    way_from(state, &Move { unit, gait: Gait::Retreat { from: from.clone() } }, &from)
}

/// A move away from some units that the planner finds.
pub(crate) fn way_from(state: &State, walk: &Move, units: &[UnitId]) -> Option<Paths> {
    let threats: Vec<Shape> =
        units.iter().flat_map(|enemy| state.standing(*enemy)).map(|model| state.shape(model).clone()).collect();
    let ready = walk.ready(state);
    ready.plan(Aim::Away(&threats)).or_else(|| {
        // Straight away from everybody may not be towards the terrain.
        let Gait::Evade { piece, .. } = walk.gait else { return None };
        let terrain = &state.battlefield().terrain[usize::from(piece)];
        ready.plan(Aim::Towards(terrain.polygon.bounds().centre()))
    })
}

/// Carries out `aot.action.firing-retreat-declare`, `aot.action.firing-retreat-move`,
/// `aot.action.firing-retreat-shoot`, `aot.ruling.retreat-without-guns`, `aot.ruling.retreat-shooting-reactions`.
fn firing_retreat(t: &mut Table<Aot>, unit: UnitId) -> Flow<()> {
    let mut from: Units = t.state.engaged_with(unit);
    cut_down(t, unit, &from)?;
    if !t.state.is_on_field(unit) || t.state.outcome.is_some() {
        return Ok(());
    }
    // Survivors of a wreck may have come into Battle Range by now.
    let newcomers = t.state.engaged_with(unit).into_iter().filter(|enemy| !from.contains(enemy));
    from.extend(newcomers.collect::<Units>());
    let walk = Move { unit, gait: Gait::Retreat { from: from.clone() } };
    let engaged = t.state.is_engaged(unit);
    let moved = go(t, &walk)?;
    if !moved && engaged {
        let rules = ["aot.ruling.retreat-impossible", "aot.ruling.legal-arrangement"];
        t.tell_by(Fact::RetreatBlocked { unit }, rules);
        return Ok(());
    }
    shooting::shoot(t, unit, Some(&from))
}

/// Carries out `aot.action.scrum-move`, `aot.action.scrum-no-reaction`.
fn scrum(t: &mut Table<Aot>, unit: UnitId) -> Flow<()> {
    go(t, &Move { unit, gait: Gait::Scrum })?;
    Ok(())
}
