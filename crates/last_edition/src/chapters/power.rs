//! The power phase: power dice, powers, and blocking them.

use engine::{Flow, Table};
use serde::Serialize;
use vocabulary::Text;

use crate::LastEdition;
use crate::chapters::round::go;
use crate::fact::Happening;
use crate::prompt::Question;
use crate::state::{Stage, State};
use crate::words::voice::Voice;

/// Questions of this chapter.
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {}

/// What happens in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {}

/// Power dice are gathered.
pub(crate) fn gather(t: &mut Table<LastEdition>) -> Flow<()> {
    go(t, Stage::Power);
    Ok(())
}

/// Powers are used.
pub(crate) fn use_powers(t: &mut Table<LastEdition>) -> Flow<()> {
    go(t, Stage::BattleStart);
    Ok(())
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
    fn apply(&self, _: &mut State) {
        match *self {}
    }

    fn say(&self, _: Voice<'_>) -> Option<Text> {
        match *self {}
    }
}
