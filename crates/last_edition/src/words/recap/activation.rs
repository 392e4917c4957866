//! What a unit's part in the battle phase came to: its shots, its charge, its fight, and what was lost.

use vocabulary::UnitId;

use super::toll::Toll;
use crate::chapters::sequence::Manner;
use crate::chapters::{battle, damage};
use crate::fact::Fact;
use crate::state::Units;
use crate::words::voice::{Voice, counted, joined};

/// Attacks that were made together.
struct Volley {
    units: Units,
    targets: Units,
    manner: Manner,
    /// The hits on each target, where any attack on it was resolved.
    hits: Vec<(UnitId, u16)>,
}

/// What came of the part of a unit that was selected to act.
pub(super) fn activation(say: Voice<'_>, unit: UnitId, facts: &[Fact]) -> Vec<String> {
    let mut toll = Toll::of(say, facts);
    let mut sentences = Vec::new();
    let mut volleys: Vec<Volley> = Vec::new();
    let mut tell = |volleys: &mut Vec<Volley>, sentences: &mut Vec<String>| {
        sentences.extend(volleys.drain(..).map(|volley| shots(say, &volley, &mut toll)));
    };
    for fact in facts {
        match fact {
            Fact::Battle(battle::Facts::Aimed { units, targets, manner, .. }) => {
                let (units, targets) = (units.clone(), targets.clone());
                volleys.push(Volley { units, targets, manner: *manner, hits: Vec::new() });
            }
            Fact::Damage(damage::Facts::Hit { unit, hits, .. }) => {
                let Some(volley) = volleys.last_mut() else { continue };
                match volley.hits.iter_mut().find(|(target, _)| target == unit) {
                    Some((_, sum)) => *sum += hits,
                    None => volley.hits.push((*unit, *hits)),
                }
            }
            Fact::Battle(battle::Facts::Charges { unit, target }) => {
                tell(&mut volleys, &mut sentences);
                let charges = say.does(*unit, "charges", "charge");
                sentences.push(format!("{} {charges} {}", say.called(*unit), say.called(*target)));
            }
            Fact::Battle(battle::Facts::ChargeRolled { inches, reached, .. }) => {
                // Whoever fired first was spoken of last.
                let it = match (volleys.is_empty(), say.sheet(unit).is_plural()) {
                    (false, _) => say.called(unit),
                    (true, true) => "they".to_owned(),
                    (true, false) => "it".to_owned(),
                };
                tell(&mut volleys, &mut sentences);
                sentences.push(match reached {
                    true => format!("{it} {} there with {inches} in", say.does(unit, "gets", "get")),
                    false => format!("{it} {} short with {inches} in", say.does(unit, "falls", "fall")),
                });
            }
            Fact::Battle(battle::Facts::NoTarget { unit }) => {
                let attacks = say.does(*unit, "attacks", "attack");
                sentences.push(format!("{} {attacks} nobody", say.called(*unit)));
            }
            _ => {}
        }
    }
    tell(&mut volleys, &mut sentences);
    sentences.extend(toll.rest());
    sentences
}

/// Attacks with what came of them: `Ann's Reapers shoot at your Wardens: 4 hits, 2 models lost`.
fn shots(say: Voice<'_>, volley: &Volley, toll: &mut Toll<'_>) -> String {
    let (one, many) = match volley.manner {
        Manner::Shooting => ("shoots at", "shoot at"),
        Manner::Counterfire => ("fires first at", "fire first at"),
        Manner::ChargeShot => ("shoots meanwhile at", "shoot meanwhile at"),
        Manner::TriggerShot => ("shoots in melee at", "shoot in melee at"),
        Manner::Fighting | Manner::Deflecting => ("attacks", "attack"),
    };
    let lead = match volley.units.as_slice() {
        [unit] => format!("{} {}", say.called(*unit), say.does(*unit, one, many)),
        several => format!("{} {many}", say.called_all(several)),
    };
    let mut came_of = |target: UnitId| {
        let hits = volley.hits.iter().find(|(unit, _)| *unit == target).map_or(0, |(_, hits)| *hits);
        match (hits, if hits > 0 { toll.tell(target) } else { None }) {
            (0, _) => "no hits".to_owned(),
            (hits, Some(harm)) => format!("{}, {harm}", counted(i32::from(hits), "hit", "hits")),
            (hits, None) => format!("{}, no damage", counted(i32::from(hits), "hit", "hits")),
        }
    };
    match volley.targets.as_slice() {
        [only] => format!("{lead} {}: {}", say.called(*only), came_of(*only)),
        several => {
            let each: Vec<String> =
                several.iter().map(|target| format!("{} ({})", say.called(*target), came_of(*target))).collect();
            format!("{lead} {}", joined(&each, "and"))
        }
    }
}
