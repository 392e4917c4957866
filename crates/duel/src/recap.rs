//! What each step of Duel came to, in a sentence.

use vocabulary::{ModelId, Ref, Text};

use crate::Fact;
use crate::state::State;

/// What a step came to: a band is placed, a round begins, somebody has a turn.
pub(crate) fn recap(state: &State, facts: &[Fact]) -> Option<Text> {
    facts.iter().rev().find_map(|fact| match fact {
        Fact::BandPlaced { seat } => {
            Some(Text::new(format!("The band of {} is placed.", state.name(*seat))).about(Ref::Seat(*seat)))
        }
        Fact::Ordered { order } => {
            let names: Vec<&str> = order.iter().map(|seat| state.name(*seat)).collect();
            Some(Text::new(format!("The order of round {} is {}.", state.round, names.join(", "))))
        }
        Fact::TurnEnded { seat } => Some(turn(state, facts, state.name(*seat)).about(Ref::Seat(*seat))),
        _ => None,
    })
}

/// What somebody did with a turn, and whom it hurt.
fn turn(state: &State, facts: &[Fact], who: &str) -> Text {
    let moves = facts.iter().any(|fact| matches!(fact, Fact::Marched { .. } | Fact::Followed { .. }));
    let attacked = facts.iter().find_map(|fact| match fact {
        Fact::Attacked { target, .. } => Some(*target),
        _ => None,
    });
    let Some(target) = attacked else {
        return Text::new(format!("{who} {}.", if moves { "moves" } else { "stays put" }));
    };
    let lead = if moves { "moves and attacks" } else { "attacks" };
    let mut ends: Vec<String> = facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Damaged { hits: 1, damage, .. } => Some(format!("1 hit, {damage} damage")),
            Fact::Damaged { hits, damage, .. } => Some(format!("{hits} hits, {damage} damage")),
            _ => None,
        })
        .collect();
    let down = facts.iter().filter_map(|fact| match fact {
        Fact::StruckDown { model, .. } => Some(*model),
        _ => None,
    });
    let down: Vec<ModelId> = down.collect();
    ends.extend(down.iter().map(|model| format!("{} is struck down", state.model_name(*model))));
    let text = format!("{who} {lead} {}: {}.", state.model_name(target), ends.join(", "));
    down.iter().fold(Text::new(text).about(Ref::Model(target)), |text, model| text.about(Ref::Model(*model)))
}
