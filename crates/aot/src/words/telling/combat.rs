//! What is told of attacks, charges, damage, Terror and healing.

use vocabulary::{ModelId, Ref, Text, UnitId};

use super::{of_model, on_level};
use crate::fact::Fact;
use crate::forces::ability::Ability;
use crate::state::Stage;
use crate::words::voice::{Voice, capital, counted};

/// The sentence of a fact of combat.
pub(super) fn told(say: Voice<'_>, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::TookAim { unit, targets, .. } => {
            let text = format!("{} at {}", say.unit_does(*unit, "shoots", "shoot"), say.called_all(targets));
            let text = Text::new(text).about(Ref::Unit(*unit));
            targets.iter().fold(text, |text, target| text.about(Ref::Unit(*target)))
        }
        Fact::Attacked { unit, target, weapon, attacks, hits } => {
            attacked(say, *unit, *target, weapon, [*attacks, *hits])
        }
        Fact::Aimed { unit, model } => {
            let text = format!("{} at {}", say.unit_does(*unit, "aims", "aim"), say.model_called(*model));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Model(*model))
        }
        Fact::Burst { unit, target, hits } => {
            let more = counted(*hits, "more hit", "more hits");
            let text = format!("{more} on {} from Critical Hits", say.called(*target));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
        }
        Fact::Blast { unit, target, hits } => {
            let strike = counted(*hits, "hit strikes", "hits strike");
            let text = format!("{strike} {}, too", say.called(*target));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
        }
        Fact::Backfired { model } => {
            let text = format!("A weapon explodes in the hands of {}", say.model_called(*model));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::FriendlyFire { unit, target, hits } => {
            let misses = counted(*hits, "Critical Miss strikes", "Critical Misses strike");
            let text = format!("{misses} {} instead", say.called(*target));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
        }
        Fact::Resisted { unit, hits, resisted } => resisted_hits(say, *unit, *hits, *resisted),
        Fact::Ignored { unit, points: 0 } => {
            Text::new(say.unit_does(*unit, "ignores no damage", "ignore no damage")).about(Ref::Unit(*unit))
        }
        Fact::Ignored { unit, points } => {
            let points = counted(*points, "point", "points");
            let text = format!("{} {points} of damage", say.unit_does(*unit, "ignores", "ignore"));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Hurt { model, points } => hurt(say, *model, *points),
        Fact::Destroyed { model } => of_model(say, *model, "is destroyed", "are destroyed"),
        Fact::Charged { .. }
        | Fact::Vigor { .. }
        | Fact::ChargeWon { .. }
        | Fact::ChargeFailed { .. }
        | Fact::Impact { .. } => charging(say, fact)?,
        Fact::BattleBegan => Text::new("The Battle Phase begins"),
        Fact::BattleEnded => Text::new("The fighting is over"),
        Fact::Irradiated { unit, by, points } => {
            let damage = counted(*points, "point", "points");
            let suffers = say.unit_does(*unit, "suffers", "suffer");
            let text = format!("{suffers} {damage} of Severe Damage from {}", say.called(*by));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*by))
        }
        Fact::Fearless { unit } => {
            let why = if say.has(*unit, Ability::Terror) {
                say.unit_does(*unit, "spreads Terror itself", "spread Terror themselves")
            } else if say.has_leader(*unit) {
                say.unit_does(*unit, "has a Leader", "have a Leader")
            } else {
                say.unit_does(*unit, "is under Calm", "are under Calm")
            };
            let feels = say.does(*unit, "feels", "feel");
            Text::new(format!("{why}, and {feels} no Terror")).about(Ref::Unit(*unit))
        }
        Fact::Terrified { unit, fails: true } => {
            Text::new(say.unit_does(*unit, "is overcome by Terror", "are overcome by Terror")).about(Ref::Unit(*unit))
        }
        Fact::Terrified { unit, .. } => {
            let text = say.unit_does(*unit, "stands firm against Terror", "stand firm against Terror");
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Flees { unit } => {
            Text::new(say.unit_does(*unit, "turns and runs", "turn and run")).about(Ref::Unit(*unit))
        }
        Fact::Fled { unit } => fled(say, *unit),
        Fact::RanOff { model } => {
            if say.is_transport(say.unit_of(*model)) {
                let wrecked = "runs off the battlefield and is wrecked at the edge";
                of_model(say, *model, wrecked, "run off the battlefield and are wrecked at the edge")
            } else {
                let lost = "runs off the battlefield and is lost";
                of_model(say, *model, lost, "run off the battlefield and are lost")
            }
        }
        Fact::Healed { model, points, .. } => {
            let text = format!("{} {points} Health", say.model_does(*model, "regains", "regain"));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::Returned { model, pose, health, .. } => {
            let comes = say.model_does(*model, "comes back", "come back");
            let text = format!("{comes}{} with {health} Health", on_level(pose.level));
            Text::new(text).about(Ref::Model(*model))
        }
        _ => return None,
    })
}

fn attacked(say: Voice<'_>, unit: UnitId, target: UnitId, weapon: &str, [attacks, hits]: [u16; 2]) -> Text {
    let attacks = counted(attacks, "attack", "attacks");
    let hits = counted(hits, "hit", "hits");
    let by = format!("{}, {weapon}", capital(&say.called(unit)));
    let text = format!("{by}: {attacks} on {}, {hits}", say.called(target));
    Text::new(text).about(Ref::Unit(unit)).about(Ref::Unit(target))
}

fn resisted_hits(say: Voice<'_>, unit: UnitId, hits: u16, resisted: u16) -> Text {
    let text = match (resisted, hits) {
        (0, 1) => say.unit_does(unit, "does not resist the hit", "do not resist the hit"),
        (1, 1) => say.unit_does(unit, "resists the hit", "resist the hit"),
        (0, hits) => format!("{} none of {hits} hits", say.unit_does(unit, "resists", "resist")),
        (resisted, hits) => format!("{} {resisted} of {hits} hits", say.unit_does(unit, "resists", "resist")),
    };
    Text::new(text).about(Ref::Unit(unit))
}

fn hurt(say: Voice<'_>, model: ModelId, points: u8) -> Text {
    let left = say.model(model).health;
    let left = if left == 0 { "no".to_owned() } else { left.to_string() };
    let (suffers, has) = (say.model_does(model, "suffers", "suffer"), say.model_verb(model, "has", "have"));
    let text = format!("{suffers} {} of damage and {has} {left} Health left", counted(points, "point", "points"));
    Text::new(text).about(Ref::Model(model))
}

fn charging(say: Voice<'_>, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::Charged { unit, targets } => {
            let text = format!("{} {}", say.unit_does(*unit, "charges", "charge"), say.called_all(targets));
            let text = Text::new(text).about(Ref::Unit(*unit));
            targets.iter().fold(text, |text, target| text.about(Ref::Unit(*target)))
        }
        Fact::Vigor { unit, vigor } => {
            let text = format!("{} a Charge Vigor of {vigor}", say.unit_does(*unit, "has", "have"));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::ChargeWon { unit, .. } => {
            let text = say.unit_does(*unit, "makes the charge", "make the charge");
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::ChargeFailed { unit, rivals } => {
            let met = match rivals {
                0 => "",
                1 => ", and so does the Counter Charge",
                _ => ", and so do the Counter Charges",
            };
            let text = format!("The charge of {} fails{met}", say.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Impact { unit, target, points } => {
            let damage = counted(*points, "point", "points");
            let who = say.unit_does(*unit, "does", "do");
            let text = format!("{who} {damage} of Severe Damage to {} on impact", say.called(*target));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
        }
        _ => return None,
    })
}

fn fled(say: Voice<'_>, unit: UnitId) -> Text {
    let in_turn = matches!(say.stage, Stage::Turn(_));
    let text = match (say.is_on_field(unit), in_turn) {
        (true, true) => say.unit_does(unit, "has fled, which is its Action", "have fled, which is their Action"),
        (true, false) => say.unit_does(unit, "has fled", "have fled"),
        (false, _) => say.unit_does(unit, "is out of the battle", "are out of the battle"),
    };
    Text::new(text).about(Ref::Unit(unit))
}
