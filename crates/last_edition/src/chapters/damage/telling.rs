//! What comes of attacks, and how it is told.

use vocabulary::{Ref, Text, UnitId};

use crate::chapters::damage::Facts;
use crate::fact::Happening;
use crate::state::State;
use crate::words::voice::{Voice, counted};

impl Happening for Facts {
    fn apply(&self, state: &mut State) {
        match self {
            Facts::Removal(facts) => facts.apply(state),
            Facts::Hurt { model, points } => {
                let model = &mut state.models[model.index()];
                model.health = model.health.saturating_sub(*points);
            }
            Facts::Hit { .. }
            | Facts::Wounded { .. }
            | Facts::Saved { .. }
            | Facts::Defenceless { .. }
            | Facts::Prevented { .. }
            | Facts::Wasted { .. }
            | Facts::Deflected { .. } => {}
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        let about = |text: String, unit: UnitId| Text::new(text).about(Ref::Unit(unit));
        Some(match self {
            Facts::Removal(facts) => return facts.say(say),
            Facts::Hit { unit, attacks, hits } => {
                let attacks = counted(i32::from(*attacks), "attack", "attacks");
                about(format!("{hits} of {attacks} on {} hit", say.called(*unit)), *unit)
            }
            Facts::Wounded { unit, hits, wounds } => {
                let hits = counted(i32::from(*hits), "hit", "hits");
                about(format!("{wounds} of {hits} on {} wound", say.called(*unit)), *unit)
            }
            Facts::Saved { unit, wounds, saved } => {
                let wounds = counted(i32::from(*wounds), "wound", "wounds");
                about(format!("{} {saved} of {wounds}", say.unit_does(*unit, "saves", "save")), *unit)
            }
            Facts::Defenceless { unit, wounds } => {
                let wounds = counted(i32::from(*wounds), "wound", "wounds");
                about(format!("{} no save against {wounds}", say.unit_does(*unit, "has", "have")), *unit)
            }
            Facts::Prevented { unit, points } => {
                let points = counted(i32::from(*points), "point", "points");
                about(format!("Pure saves of {} prevent {points} of damage", say.called(*unit)), *unit)
            }
            Facts::Hurt { model, points } => {
                let health = say.model(*model).health;
                let points = counted(i32::from(*points), "point", "points");
                let left = if health == 0 { "none".to_owned() } else { health.to_string() };
                let loses = say.model_does(*model, "loses", "lose");
                Text::new(format!("{loses} {points} of health; {left} left")).about(Ref::Model(*model))
            }
            Facts::Wasted { unit, attacks } => {
                let attacks = counted(i32::from(*attacks), "attack is", "attacks are");
                about(format!("{attacks} lost: nobody of {} is left to suffer", say.called(*unit)), *unit)
            }
            Facts::Deflected { unit, attacker, attacks } => {
                let attacks = counted(i32::from(*attacks), "attack", "attacks");
                let does = say.unit_does(*unit, "answers", "answer");
                let text = format!("{does} rolls of 1 with {attacks} at {}", say.called(*attacker));
                about(text, *unit).about(Ref::Unit(*attacker))
            }
        })
    }
}
