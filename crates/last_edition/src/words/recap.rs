//! What each step of a battle came to, in a sentence or two: who did what to whom, and what was lost.
//!
//! The log shows this in place of all that was told in the step. It is read off the facts of the step, so it says no more
//! than they do, and names no place: the map shows those. Steps that are a sentence anyway have none.

mod activation;
#[cfg(test)]
mod tests;
mod toll;

use vocabulary::{Ref, Text, UnitId, Viewer};

use self::activation::activation;
use self::toll::Toll;
use crate::chapters::movement::{self, Kind};
use crate::chapters::orders::Order;
use crate::chapters::{battle, damage};
use crate::fact::{self, Fact};
use crate::state::State;
use crate::words::voice::{Voice, capital, joined};

/// What a step came to.
pub(crate) fn recap(state: &State, facts: &[Fact], viewer: Viewer) -> Option<Text> {
    let say = Voice::new(state, viewer);
    let mut sentences = facts.iter().find_map(|fact| begun(say, fact, facts))?;
    let told = |fact: &Fact| fact::narrate(state, fact, viewer).map(|text| text.sentence);
    sentences.extend(facts.iter().filter(|fact| ends_it(fact)).filter_map(told));
    let text = Text::new(paragraph(&sentences)?);
    Some(refs(state, facts).into_iter().fold(text, Text::about))
}

/// What came of a step that began with a fact, if that is how a step begins.
fn begun(say: Voice<'_>, fact: &Fact, facts: &[Fact]) -> Option<Vec<String>> {
    match fact {
        Fact::Battle(battle::Facts::Acts { unit, .. }) => Some(activation(say, *unit, facts)),
        Fact::Movement(movement::Facts::Selected { unit }) => Some(vec![moved(say, *unit, facts)]),
        _ => None,
    }
}

/// What a unit did in the movement phase: `Ann's Reapers move and advance`.
fn moved(say: Voice<'_>, unit: UnitId, facts: &[Fact]) -> String {
    let mut does: Vec<&'static str> = Vec::new();
    for fact in facts {
        match fact {
            Fact::Movement(movement::Facts::Moved { kind, to, .. }) if !to.is_empty() => does.push(match kind {
                Kind::Advance => say.does(unit, "advances", "advance"),
                Kind::FallBack => say.does(unit, "falls back", "fall back"),
                _ => say.does(unit, "moves", "move"),
            }),
            Fact::Movement(movement::Facts::Ordered { order: Order::Concentrate, .. }) => {
                does.push(say.does(unit, "concentrates", "concentrate"));
            }
            Fact::Movement(movement::Facts::Ordered { order: Order::TakeCover, .. }) => {
                does.push(say.does(unit, "takes cover", "take cover"));
            }
            _ => {}
        }
    }
    if does.is_empty() {
        does.push(say.does(unit, "stays where it is", "stay where they are"));
    }
    let does: Vec<String> = does.into_iter().map(str::to_owned).collect();
    let lost = Toll::of(say, facts).tell(unit).map_or_else(String::new, |harm| format!(": {harm}"));
    format!("{} {}{lost}", say.called(unit), joined(&does, "and"))
}

/// Whether a fact is told as it is in the log, whatever the step.
fn ends_it(fact: &Fact) -> bool {
    matches!(fact, Fact::Scoring(_) | Fact::Coherency(_) | Fact::Left { .. } | Fact::Ended { .. })
}

/// What a step is about: units, in the order in which they turn up.
fn refs(state: &State, facts: &[Fact]) -> Vec<Ref> {
    let mut refs: Vec<Ref> = Vec::new();
    let mut note = |unit: UnitId| {
        if !refs.contains(&Ref::Unit(unit)) {
            refs.push(Ref::Unit(unit));
        }
    };
    for fact in facts {
        match fact {
            Fact::Battle(battle::Facts::Acts { unit, .. }) | Fact::Movement(movement::Facts::Selected { unit }) => {
                note(*unit);
            }
            Fact::Battle(battle::Facts::Charges { unit, target }) => [*unit, *target].into_iter().for_each(&mut note),
            Fact::Battle(battle::Facts::Aimed { units, targets, .. }) => {
                units.iter().chain(targets).copied().for_each(&mut note);
            }
            Fact::Damage(damage::Facts::Hurt { model, .. }) => note(state.unit_of(*model)),
            _ => {}
        }
    }
    refs
}

/// Sentences after each other, each with a capital letter and a full stop; nothing where there are none.
fn paragraph(sentences: &[String]) -> Option<String> {
    let whole: Vec<String> = sentences.iter().map(|sentence| format!("{}.", capital(sentence))).collect();
    (!whole.is_empty()).then(|| whole.join(" "))
}
