//! What attacks do: wounds, saves, damage and casualties.

use serde::Serialize;
use vocabulary::Text;

use crate::fact::Happening;
use crate::prompt::Question;
use crate::state::State;
use crate::words::voice::Voice;

/// Questions of this chapter.
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {}

/// What happens in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match *self {}
    }

    fn text(&self, _: Voice<'_>) -> String {
        match *self {}
    }
}

impl Happening for Facts {
    fn apply(&self, _: &mut State) {
        match *self {}
    }

    fn say(&self, _: Voice<'_>) -> Option<Text> {
        match *self {}
    }
}
