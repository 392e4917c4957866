//! What happens in the power phase, and how it is told.

use vocabulary::{Ref, Text};

use super::{Facts, is_blocked};
use crate::fact::Happening;
use crate::state::State;
use crate::words::voice::{Voice, counted};

impl Happening for Facts {
    /// Carries out `tle.phase.power.cost`, `tle.phase.power.one-attempt`, `tle.phase.power.block-once`,
    /// `tle.ruling.power-secret`: dice are spent whatever comes of them.
    fn apply(&self, state: &mut State) {
        match self {
            Facts::Gathered { seat, dice } => state.sides[seat.index()].power_dice = *dice,
            Facts::Attempted { of, .. } => {
                state.units[of.unit.index()].acted = true;
                let seat = state.seat_of(of.unit);
                let side = &mut state.sides[seat.index()];
                side.caster = Some(of.unit);
                side.attempted.push(*of);
                state.note_use(*of);
            }
            Facts::Paid { seat, dice } | Facts::Commits { seat, dice } => {
                let side = &mut state.sides[seat.index()];
                side.power_dice = side.power_dice.saturating_sub(*dice);
            }
            Facts::Blocks { unit, .. } => {
                let unit = &mut state.units[unit.index()];
                (unit.blocked, unit.acted) = (true, true);
            }
            Facts::Contested { .. } => {}
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        let dice = |dice: u8| counted(i32::from(dice), "power die", "power dice");
        Some(match self {
            Facts::Gathered { seat, dice: gathered } => {
                let has = say.plays(*seat, "has", "have");
                Text::new(format!("{has} {}", dice(*gathered))).about(Ref::Seat(*seat))
            }
            Facts::Attempted { of, target } => {
                let name = say.state.ability(*of).map_or("", |power| &power.name);
                let mut text = format!("{} {name}", say.unit_does(of.unit, "attempts", "attempt"));
                if let Some(target) = target.filter(|target| *target != of.unit) {
                    text = format!("{text} on {}", say.called(target));
                }
                let text = Text::new(text).about(Ref::Unit(of.unit));
                target.iter().fold(text, |text, target| text.about(Ref::Unit(*target)))
            }
            Facts::Paid { seat, dice: paid } => {
                let pays = say.plays(*seat, "pays", "pay");
                Text::new(format!("{pays} {}", dice(*paid))).about(Ref::Seat(*seat))
            }
            Facts::Blocks { unit, .. } => say.of_unit(*unit, "tries to block it", "try to block it"),
            Facts::Commits { seat, dice: chosen } => {
                let uses = say.plays(*seat, "uses", "use");
                Text::new(format!("{uses} {}", dice(*chosen))).about(Ref::Seat(*seat))
            }
            Facts::Contested { of, blocker, cast, block } => {
                let name = say.state.ability(*of).map_or("", |power| &power.name);
                let comes = if is_blocked(*cast, *block) { "is blocked" } else { "takes effect" };
                let text = Text::new(format!("{name} {comes}: {cast} for it, {block} against it"));
                text.about(Ref::Unit(of.unit)).about(Ref::Unit(*blocker))
            }
        })
    }

    fn reveals(&self) -> bool {
        matches!(self, Facts::Commits { .. })
    }
}
