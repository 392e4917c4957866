//! What comes of models that a hand drags.

use engine::Drafted;
use vocabulary::{Answer, Wish};

use crate::prompt::Prompt;
use crate::state::State;

/// What comes of a wish.
pub(crate) fn draft(state: &State, prompt: &Prompt, wish: &Wish) -> Drafted {
    match prompt {
        Prompt::Move { walk } => walk.ready(state).draft(wish, state.entry(walk).as_ref()),
        Prompt::Place { unit } => state.set_up_in_zone(*unit).draft(wish),
        Prompt::Disembark { unit, transport, close, .. } => {
            state.getting_out(*unit, state.alive(*unit).collect(), state.hull(*transport), *close).draft(wish)
        }
        Prompt::Survivors { unit, hull } => {
            let named = wish.iter().map(|(model, _)| *model).collect();
            state.thrown_out(*unit, named, *hull).draft(wish)
        }
        Prompt::Return { unit, model, .. } => state.coming_back(*unit, *model).draft(wish),
        _ => Answer::Place(wish.iter().copied().collect()).into(),
    }
}
