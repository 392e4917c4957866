//! Units that arrive from outside the battlefield.

use engine::{Flow, Table};
use serde::Serialize;
use vocabulary::Text;

use crate::LastEdition;
use crate::chapters::round::go;
use crate::fact::Happening;
use crate::prompt::Question;
use crate::state::{Stage, State, Who};
use crate::words::voice::Voice;

/// Questions of this chapter.
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {}

/// What happens in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {}

/// Units arrive.
pub(crate) fn arrive(t: &mut Table<LastEdition>) -> Flow<()> {
    go(t, Stage::Moving(Who::Reactive));
    Ok(())
}

/// Units that are still in reserve after the last round are lost.
pub(crate) fn lose_all(_: &mut Table<LastEdition>) -> Flow<()> {
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
