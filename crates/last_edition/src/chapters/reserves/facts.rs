//! What happens to units that arrive.

use serde::Serialize;
use troops::Placed;
use vocabulary::{ModelId, Ref, Text, UnitId};

use crate::fact::Happening;
use crate::state::{State, Whereabouts};
use crate::words::voice::Voice;

/// What happens to units that arrive.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// A unit arrives from reserve, with whoever is aboard.
    Arrived { unit: UnitId, placed: Placed },
    /// A unit that was selected to arrive stays in reserve.
    StaysAway { unit: UnitId },
    /// A unit that was destroyed is back.
    Returned { unit: UnitId, placed: Placed },
    /// A unit that was destroyed does not come back.
    StaysDead { unit: UnitId },
}

fn land(state: &mut State, unit: UnitId, placed: &Placed) {
    placed.iter().for_each(|(model, pose)| state.put(*model, *pose));
    let turn = state.turn;
    let unit = &mut state.units[unit.index()];
    unit.at = Whereabouts::OnField;
    unit.last.arrived = turn;
    unit.joker = false;
}

impl Happening for Facts {
    /// Carries out `tle.reserve.counts-as-moved`, `tle.ruling.deus-ex-return`: it returns in full health.
    fn apply(&self, state: &mut State) {
        match self {
            Facts::Arrived { unit, placed } => land(state, *unit, placed),
            Facts::StaysAway { unit } => state.units[unit.index()].acted = true,
            Facts::Returned { unit, placed } => {
                let heal = |state: &mut State, model: ModelId| {
                    state.models[model.index()].health = state.profile(model).health;
                };
                placed.iter().for_each(|(model, _)| heal(state, *model));
                land(state, *unit, placed);
                let unit = &mut state.units[unit.index()];
                unit.returned = true;
                unit.lasting = crate::chapters::abilities::Lasting::default();
            }
            Facts::StaysDead { .. } => {}
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        Some(match self {
            Facts::Arrived { unit, .. } => say.of_unit(*unit, "arrives", "arrive"),
            Facts::StaysAway { unit } => say.of_unit(*unit, "stays in reserve", "stay in reserve"),
            Facts::Returned { unit, .. } => {
                Text::new(say.unit_does(*unit, "is back from the dead", "are back from the dead"))
                    .about(Ref::Unit(*unit))
            }
            Facts::StaysDead { unit } => say.of_unit(*unit, "doesn't come back", "don't come back"),
        })
    }
}
