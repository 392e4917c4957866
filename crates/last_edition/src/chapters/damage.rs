//! What attacks do: wounds, saves, damage and casualties.
//!
//! [`remove`] takes dead models off the battlefield, whatever killed them, with all that follows: units that are destroyed,
//! passengers that are thrown out, bounties, cowards. [`lose`] does so with a unit that is not on the battlefield.

use serde::Serialize;
use vocabulary::Text;

use crate::fact::Happening;
use crate::prompt::Question;
use crate::state::State;
use crate::words::voice::Voice;

mod removal;

pub(crate) use removal::{lose, remove};

/// Questions of this chapter.
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {}

/// What happens in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// Casualties leave the battlefield.
    Removal(removal::Facts),
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match *self {}
    }

    fn text(&self, _: Voice<'_>) -> String {
        match *self {}
    }
}

impl Happening for Facts {
    fn apply(&self, state: &mut State) {
        match self {
            Facts::Removal(facts) => facts.apply(state),
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        match self {
            Facts::Removal(facts) => facts.say(say),
        }
    }
}
