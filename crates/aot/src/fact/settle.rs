//! What makes a position whole that players have put together.

use vocabulary::UnitId;

use crate::state::{Stage, State, Units, Whereabouts};

/// Whoever is aboard a Transport that is not in play is out of play as well.
pub(super) fn lose_stranded(state: &mut State) {
    let ready = |transport| matches!(state.unit(transport).at, Whereabouts::OnField | Whereabouts::Vanguard);
    let stranded: Units = state.all_units().filter(|unit| state.carrier(*unit).is_some_and(|by| !ready(by))).collect();
    for unit in stranded {
        for model in state.roll_call(unit) {
            state.models[model.index()].health = 0;
        }
        state.units[unit.index()].at = Whereabouts::Gone;
    }
}

/// Makes a position whole that the players have put together, so that the battle can go on from its stage: in a Round
/// whatever does not stand on the battlefield or wait in Vanguard is gone, and everybody has a zone.
pub(super) fn settle(state: &mut State) {
    match state.stage {
        Stage::Proposal(_) | Stage::Zones => {
            state.sides.iter_mut().for_each(|side| side.zone = None);
            return;
        }
        _ => {}
    }
    for seat in state.seats() {
        let taken = |zone: &u8| state.sides.iter().any(|side| side.zone == Some(*zone));
        if state.side(seat).zone.is_none() {
            let mut free = (0..state.battlefield().zones.len() as u8).filter(|zone| !taken(zone));
            let zone = free.next();
            state.sides[seat.index()].zone = zone;
        }
    }
    if matches!(state.stage, Stage::Deploying(_)) {
        return;
    }
    lose_stranded(state);
    for place in 0..state.units.len() {
        let at = state.units[place].at;
        if matches!(at, Whereabouts::Vanguard | Whereabouts::Aboard(_)) {
            continue;
        }
        if at == Whereabouts::Waiting {
            state.units[place].at = Whereabouts::Gone;
        }
        for model in state.roll_call(UnitId(place as u16)) {
            if !state.stands(model) {
                state.models[model.index()].health = 0;
            }
        }
    }
}
