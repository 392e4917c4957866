//! What happens in the battle phase, and how it is told.

use vocabulary::{Ref, Text};

use crate::chapters::battle::Facts;
use crate::chapters::sequence::Manner;
use crate::fact::Happening;
use crate::state::State;
use crate::words::voice::{Voice, counted};

impl Happening for Facts {
    fn apply(&self, state: &mut State) {
        let turn = state.turn;
        match self {
            Facts::Begins { seat, limit } => state.sides[seat.index()].may_react = *limit,
            Facts::Acts { unit, reacts, .. } => {
                let seat = state.seat_of(*unit);
                let acting = &mut state.units[unit.index()];
                acting.acted = true;
                acting.reacts |= reacts;
                acting.last.fought = turn;
                state.sides[seat.index()].reacted += u8::from(*reacts);
            }
            Facts::Passed { seat, forced } => {
                state.sides[seat.index()].passed = !forced || state.house().forced_pass_final;
            }
            Facts::Shot { units } => {
                for unit in units {
                    state.units[unit.index()].last.shot = turn;
                }
            }
            Facts::Charged { unit, .. } => state.units[unit.index()].last.charged = turn,
            Facts::Over
            | Facts::Aimed { .. }
            | Facts::NoTarget { .. }
            | Facts::Charges { .. }
            | Facts::ChargeRolled { .. }
            | Facts::NoWay { .. } => {}
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        Some(match self {
            Facts::Begins { seat, limit } => {
                let may = say.plays(*seat, "may react", "may react");
                let count = counted(i32::from(*limit), "unit", "units");
                Text::new(format!("{may} with up to {count}")).about(Ref::Seat(*seat))
            }
            Facts::Acts { unit, shoots: true, .. } => {
                say.of_unit(*unit, "is selected to shoot", "are selected to shoot")
            }
            Facts::Acts { unit, .. } => say.of_unit(*unit, "is selected to fight", "are selected to fight"),
            Facts::Passed { seat, forced: true } => {
                say.of_player(*seat, "has no unit that could act, and passes", "have no unit that could act, and pass")
            }
            Facts::Passed { seat, .. } => say.of_player(*seat, "passes", "pass"),
            Facts::Aimed { units, targets, manner, .. } => {
                let (one, many) = match manner {
                    Manner::Shooting => ("shoots at", "shoot at"),
                    Manner::Counterfire => ("fires before the charge at", "fire before the charge at"),
                    Manner::ChargeShot => ("shoots while charging at", "shoot while charging at"),
                    Manner::TriggerShot => ("shoots in melee at", "shoot in melee at"),
                    Manner::Fighting => ("attacks", "attack"),
                    Manner::Deflecting => ("strikes back at", "strike back at"),
                };
                let does = match units.as_slice() {
                    [unit] => say.unit_does(*unit, one, many),
                    several => crate::words::voice::capital(&format!("{} {many}", say.called_all(several))),
                };
                let text = Text::new(format!("{does} {}", say.called_all(targets)));
                units.iter().chain(targets).fold(text, |text, unit| text.about(Ref::Unit(*unit)))
            }
            Facts::Shot { .. } | Facts::Over => return None,
            Facts::NoTarget { unit } => say.of_unit(*unit, "attacks nobody", "attack nobody"),
            Facts::Charges { unit, target } => {
                let text = format!("{} {}", say.unit_does(*unit, "charges", "charge"), say.called(*target));
                Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
            }
            Facts::Charged { unit, target } => {
                let text = format!("{} {}", say.unit_does(*unit, "has charged", "have charged"), say.called(*target));
                Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
            }
            Facts::NoWay { unit, target } => {
                let finds = say.unit_does(*unit, "finds", "find");
                let text = format!("{finds} no way to {}: the charge fails", say.called(*target));
                Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
            }
            Facts::ChargeRolled { unit, target, inches, reached } => {
                let called = say.called(*target);
                let rolls = say.unit_does(*unit, "rolls", "roll");
                let text = if *reached {
                    format!("{rolls} {inches} in and can reach {called}")
                } else {
                    format!("{rolls} {inches} in: not enough to reach {called}")
                };
                Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
            }
        })
    }
}
