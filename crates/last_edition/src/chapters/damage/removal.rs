//! Models leave the battlefield as casualties, and units with them: what that is worth, and what else it brings about.

use engine::{Flow, Table};
use serde::Serialize;
use troops::Models;
use vocabulary::{ModelId, Ref, Text, UnitId};

use crate::LastEdition;
use crate::chapters::scoring::{self, Worth};
use crate::chapters::{coherency, transport};
use crate::fact::{Fact, Happening};
use crate::state::{State, Units, Whereabouts};
use crate::words::voice::{Voice, counted};

/// What happens to casualties.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// Models of a unit are dead, wherever they are.
    Removed { unit: UnitId, models: Models },
    /// Nobody of a unit is left.
    Destroyed { unit: UnitId },
}

/// Models are dead and leave the battlefield, by some rules: they count as killed by the enemy.
///
/// Carries out `tle.models.unit`, `tle.coherency.kill-credit`, `tle.ruling.cowards`, `tle.transport.destroyed-roll`.
pub(crate) fn remove(t: &mut Table<LastEdition>, models: &[ModelId], rules: &[&'static str]) -> Flow<()> {
    let mut units = Units::new();
    for unit in models.iter().map(|model| t.state.unit_of(*model)) {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    for unit in units {
        let own: Models = models.iter().copied().filter(|model| t.state.unit_of(*model) == unit).collect();
        strike_off(t, unit, own, rules)?;
    }
    coherency::flee_at_once(t)
}

/// Nobody of a unit is left, wherever it is; whoever is in it is lost with it.
///
/// Carries out `tle.keyword.shock-teleport-late`, `tle.ruling.reserve-leftover`, `tle.ruling.transport-capacity`.
pub(crate) fn lose(t: &mut Table<LastEdition>, unit: UnitId, rules: &[&'static str]) {
    let aboard: Units = t.state.aboard(unit).collect();
    for passenger in aboard {
        lose(t, passenger, rules);
    }
    let models: Models = t.state.survivors(unit).collect();
    t.tell_by(Fact::Damage(super::Facts::Removal(Facts::Removed { unit, models })), rules.iter().copied());
    destroyed(t, unit, rules);
}

fn strike_off(t: &mut Table<LastEdition>, unit: UnitId, models: Models, rules: &[&'static str]) -> Flow<()> {
    // Where it stood last is where its passengers get out.
    let hull = models.iter().copied().rfind(|model| t.state.stands(*model));
    t.tell_by(Fact::Damage(super::Facts::Removal(Facts::Removed { unit, models })), rules.iter().copied());
    if !t.state.is_alive(unit) || t.state.survivors(unit).next().is_some() {
        return Ok(());
    }
    destroyed(t, unit, rules);
    match hull {
        Some(hull) => transport::destroyed(t, unit, hull),
        None => Ok(()),
    }
}

/// A unit counts as killed by the enemy; one that was killed before is worth a bounty instead.
///
/// Carries out `tle.directive.deus-ex-machina-bounty`, `tle.directive.deus-ex-machina-still-killed`,
/// `tle.ruling.deus-ex-bounty`, `tle.ruling.deus-ex-scoring`.
fn destroyed(t: &mut Table<LastEdition>, unit: UnitId, rules: &[&'static str]) {
    let pays = t.state.unit(unit).returned;
    t.tell_by(Fact::Damage(super::Facts::Removal(Facts::Destroyed { unit })), rules.iter().copied());
    if pays {
        let seat = State::enemy_of(t.state.seat_of(unit));
        let points = bounty(t.state.info(unit).cost);
        let rules = ["tle.directive.deus-ex-machina-bounty", "tle.ruling.deus-ex-bounty"];
        t.tell_by(Fact::Scoring(scoring::Facts::Scored { seat, points, worth: Worth::Bounty }), rules);
    }
}

/// What killing a unit again is worth. Carries out `tle.ruling.deus-ex-bounty`.
fn bounty(cost: u32) -> i32 {
    (cost / 50) as i32 + 1
}

impl Happening for Facts {
    fn apply(&self, state: &mut State) {
        match self {
            Facts::Removed { models, .. } => {
                for model in models {
                    state.troops.take_up(*model);
                    state.models[model.index()].health = 0;
                }
            }
            Facts::Destroyed { unit } => {
                let (cost, enemy) = (state.info(*unit).cost, State::enemy_of(state.seat_of(*unit)));
                let gone = &mut state.units[unit.index()];
                gone.at = Whereabouts::Gone;
                gone.orders.clear();
                // The first kill stays on record; the second adds nothing to it.
                if !gone.returned {
                    state.sides[enemy.index()].destroyed += cost;
                }
            }
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        Some(match self {
            Facts::Removed { unit, models } if say.roll_call(*unit).count() == 1 => {
                let model = *models.first()?;
                Text::new(say.model_does(model, "is removed", "are removed")).about(Ref::Unit(*unit))
            }
            Facts::Removed { unit, models } => {
                let count = counted(models.len() as i32, "model", "models");
                let text = format!("{} {count}", say.unit_does(*unit, "loses", "lose"));
                models.iter().fold(Text::new(text), |text, model| text.about(Ref::Model(*model)))
            }
            Facts::Destroyed { unit } => say.of_unit(*unit, "is destroyed", "are destroyed"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bounty_is_a_point_and_one_more_for_each_50_points_of_the_cost() {
        assert_eq!([0, 49, 50, 99, 100, 365].map(bounty), [1, 1, 2, 2, 3, 8]);
    }
}
