//! The coherency phase.

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

/// Units are made coherent.
pub(crate) fn restore(t: &mut Table<LastEdition>, who: Who) -> Flow<()> {
    go(
        t,
        match who {
            Who::Active => Stage::Coherency(Who::Reactive),
            Who::Reactive => Stage::TurnEnd,
        },
    );
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
