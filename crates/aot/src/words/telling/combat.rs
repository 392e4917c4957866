//! What is told of attacks, charges, damage, Terror and healing.

use vocabulary::{ModelId, Ref, Text, UnitId};

use super::{capital, counted, of_unit, place};
use crate::fact::Fact;
use crate::forces::ability::Ability;
use crate::state::{Stage, State};

/// The sentence of a fact of combat.
pub(super) fn told(state: &State, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::TookAim { unit, targets, .. } => {
            let (who, name) = (of_unit(state, *unit), state.unit_name(*unit));
            let text = Text::new(format!("{who} lets {name} shoot at {}", state.called_all(targets)));
            targets.iter().fold(text.about(Ref::Unit(*unit)), |text, target| text.about(Ref::Unit(*target)))
        }
        Fact::Attacked { unit, target, weapon, attacks, hits } => {
            attacked(state, *unit, *target, weapon, [*attacks, *hits])
        }
        Fact::Aimed { unit, model } => {
            let aims = state.does(*unit, "aims", "aim");
            let text = format!("{} {aims} at {}", state.called(*unit), state.model_called(*model));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Model(*model))
        }
        Fact::Burst { unit, target, hits } => {
            let more = counted(*hits, "more hit", "more hits");
            let text = format!("Critical Hits bring {more} on {}", state.called(*target));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
        }
        Fact::Blast { unit, target, hits } => {
            let reach = counted(*hits, "hit reaches", "hits reach");
            let text = format!("{reach} {}, too", state.called(*target));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
        }
        Fact::Backfired { model } => {
            let text = format!("The own weapon of {} goes off", state.model_called(*model));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::FriendlyFire { unit, target, hits } => {
            let misses = counted(*hits, "Critical Miss strikes", "Critical Misses strike");
            Text::new(format!("{misses} {} instead", state.called(*target)))
                .about(Ref::Unit(*unit))
                .about(Ref::Unit(*target))
        }
        Fact::Resisted { unit, hits, resisted } => {
            let text = format!("{} of {} on {} resisted", resisted, counted(*hits, "hit", "hits"), state.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Ignored { unit, points } => {
            let text = format!("{} of damage to {} ignored", counted(*points, "point", "points"), state.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Hurt { model, points } => hurt(state, *model, *points),
        Fact::Destroyed { model } => {
            Text::new(format!("{} is destroyed", capital(&state.model_called(*model)))).about(Ref::Model(*model))
        }
        Fact::Charged { .. }
        | Fact::Vigor { .. }
        | Fact::ChargeWon { .. }
        | Fact::ChargeFailed { .. }
        | Fact::Impact { .. } => charging(state, fact)?,
        Fact::BattleBegan => Text::new("The Battle Phase begins"),
        Fact::BattleEnded => Text::new("The fighting is over; now what its end brings"),
        Fact::Irradiated { unit, by, points } => {
            let damage = counted(*points, "point", "points");
            let (who, suffers) = (state.called(*unit), state.does(*unit, "suffers", "suffer"));
            let text = format!("{who} {suffers} {damage} of Severe Damage from {}", state.called(*by));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*by))
        }
        Fact::Fearless { unit } => {
            let why = if state.has(*unit, Ability::Terror) {
                state.does(*unit, "spreads Terror itself", "spread Terror themselves")
            } else if state.has_leader(*unit) {
                state.does(*unit, "has a Leader", "have a Leader")
            } else {
                state.does(*unit, "is under Calm", "are under Calm")
            };
            let feels = state.does(*unit, "feels", "feel");
            let text = format!("{} {why}, and {feels} no Terror", state.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Terrified { unit, fails } => {
            let does = match fails {
                true => state.does(*unit, "is overcome by Terror", "are overcome by Terror"),
                false => state.does(*unit, "stands firm against Terror", "stand firm against Terror"),
            };
            Text::new(format!("{} {does}", state.called(*unit))).about(Ref::Unit(*unit))
        }
        Fact::Flees { unit } => {
            let text = format!("{} {}", state.called(*unit), state.does(*unit, "turns and runs", "turn and run"));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Fled { unit } => fled(state, *unit),
        Fact::RanOff { model } => {
            let wrecked = state.is_transport(state.unit_of(*model));
            let end = if wrecked { "is wrecked at its edge" } else { "is lost" };
            let text = format!("{} runs off the battlefield and {end}", capital(&state.model_called(*model)));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::Healed { model, points, .. } => {
            let text = format!("{} wins back {points} Health", capital(&state.model_called(*model)));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::Returned { model, pose, health, .. } => {
            let name = capital(&state.model_called(*model));
            let text = Text::new(format!("{name} comes back with {health} Health, at {}", place(*pose)));
            text.about(Ref::Model(*model))
        }
        _ => return None,
    })
}

fn attacked(state: &State, unit: UnitId, target: UnitId, weapon: &str, [attacks, hits]: [u16; 2]) -> Text {
    let attacks = counted(attacks, "attack", "attacks");
    let hits = counted(hits, "hit", "hits");
    let by = format!("{}, {weapon}", state.called(unit));
    let text = format!("{by}: {attacks} on {}, {hits}", state.called(target));
    Text::new(text).about(Ref::Unit(unit)).about(Ref::Unit(target))
}

fn hurt(state: &State, model: ModelId, points: u8) -> Text {
    let left = state.model(model).health;
    let name = capital(&state.model_called(model));
    let text = format!("{name} suffers {} and has {left} Health left", counted(points, "point", "points"));
    Text::new(text).about(Ref::Model(model))
}

fn charging(state: &State, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::Charged { unit, targets } => {
            let (who, name) = (of_unit(state, *unit), state.unit_name(*unit));
            let text = format!("{who} lets {name} charge {}", state.called_all(targets));
            let text = Text::new(text);
            targets.iter().fold(text.about(Ref::Unit(*unit)), |text, target| text.about(Ref::Unit(*target)))
        }
        Fact::Vigor { unit, vigor } => {
            let has = state.does(*unit, "has", "have");
            let text = Text::new(format!("{} {has} a Charge Vigor of {vigor}", state.called(*unit)));
            text.about(Ref::Unit(*unit))
        }
        Fact::ChargeWon { unit, .. } => {
            let is = state.does(*unit, "is", "are");
            let text = Text::new(format!("{} {is} the Successful Charger", state.called(*unit)));
            text.about(Ref::Unit(*unit))
        }
        Fact::ChargeFailed { unit, rivals } => {
            let met = match rivals {
                0 => "",
                1 => ", and so does the Counter Charge",
                _ => ", and so do the Counter Charges",
            };
            let text = format!("The charge of {} fails{met}", state.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Impact { unit, target, points } => {
            let damage = counted(*points, "point", "points");
            let text = format!(
                "The impact of {} does {damage} of Severe Damage to {}",
                state.called(*unit),
                state.called(*target)
            );
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
        }
        _ => return None,
    })
}

fn fled(state: &State, unit: UnitId) -> Text {
    let in_turn = matches!(state.stage, Stage::Turn(_));
    let does = match (state.is_on_field(unit), in_turn) {
        (true, true) => state.does(unit, "flees; its Action is gone", "flee; their Action is gone"),
        (true, false) => state.does(unit, "flees", "flee"),
        (false, _) => state.does(unit, "is out of the battle", "are out of the battle"),
    };
    let text = format!("{} {does}", state.called(unit));
    Text::new(text).about(Ref::Unit(unit))
}
