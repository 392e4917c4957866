//! The battle phase: who acts, and at whom.

use engine::{Flow, Table};
use serde::Serialize;
use vocabulary::{Seat, Text};

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

/// The battle phase begins.
pub(crate) fn begin(t: &mut Table<LastEdition>) -> Flow<()> {
    go(t, Stage::Battle(t.state.active));
    Ok(())
}

/// A player chooses a unit or passes.
pub(crate) fn choose(t: &mut Table<LastEdition>, _: Seat) -> Flow<()> {
    go(t, Stage::Coherency(Who::Active));
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
