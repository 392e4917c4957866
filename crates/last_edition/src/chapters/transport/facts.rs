//! What happens to transports and to those aboard.

use serde::Serialize;
use troops::{Models, Placed};
use vocabulary::{Ref, Text, UnitId};

use crate::fact::Happening;
use crate::state::{State, Whereabouts};
use crate::words::voice::{Voice, counted};

/// What happens to transports and to those aboard.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// A unit gets out of its transport.
    Disembarked { unit: UnitId, transport: UnitId, placed: Placed },
    /// A unit that was selected to get out stays aboard.
    StaysAboard { unit: UnitId },
    /// A unit boards a transport.
    Embarked { unit: UnitId, transport: UnitId },
    /// Survivors of a unit stand where their transport was destroyed.
    ThrownOut { unit: UnitId, placed: Placed },
}

impl Happening for Facts {
    /// Carries out `tle.transport.carried`, `tle.transport.off-board`.
    fn apply(&self, state: &mut State) {
        let turn = state.turn;
        match self {
            Facts::Disembarked { unit, placed, .. } => {
                placed.iter().for_each(|(model, pose)| state.put(*model, *pose));
                let unit = &mut state.units[unit.index()];
                unit.at = Whereabouts::OnField;
                unit.last.disembarked = turn;
            }
            Facts::StaysAboard { unit } => state.units[unit.index()].acted = true,
            Facts::Embarked { unit, transport } => {
                let models: Models = state.standing(*unit).collect();
                models.into_iter().for_each(|model| state.troops.take_up(model));
                state.units[unit.index()].at = Whereabouts::Aboard(*transport);
            }
            Facts::ThrownOut { unit, placed } => {
                placed.iter().for_each(|(model, pose)| state.put(*model, *pose));
                let unit = &mut state.units[unit.index()];
                unit.at = Whereabouts::OnField;
                unit.last.thrown_out = turn;
            }
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        let of_both = |text: String, unit: UnitId, other: UnitId| {
            Text::new(format!("{text} {}", say.called(other))).about(Ref::Unit(unit)).about(Ref::Unit(other))
        };
        Some(match self {
            Facts::Disembarked { unit, transport, .. } => {
                of_both(say.unit_does(*unit, "gets out of", "get out of"), *unit, *transport)
            }
            Facts::StaysAboard { unit } => say.of_unit(*unit, "stays aboard", "stay aboard"),
            Facts::Embarked { unit, transport } => of_both(say.unit_does(*unit, "boards", "board"), *unit, *transport),
            Facts::ThrownOut { placed, .. } if placed.is_empty() => return None,
            Facts::ThrownOut { unit, placed } => {
                let count = counted(placed.len() as i32, "model", "models");
                let text = format!("{} the wreck with {count}", say.unit_does(*unit, "gets out of", "get out of"));
                Text::new(text).about(Ref::Unit(*unit))
            }
        })
    }
}
