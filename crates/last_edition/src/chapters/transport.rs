//! Transports: boarding, leaving, and what becomes of passengers when one is destroyed.

use engine::{Flow, Table};
use serde::Serialize;
use vocabulary::{Text, UnitId};

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

/// Units leave their transports.
pub(crate) fn disembark(t: &mut Table<LastEdition>) -> Flow<()> {
    go(t, Stage::Moving(Who::Active));
    Ok(())
}

/// Units board transports.
pub(crate) fn embark(t: &mut Table<LastEdition>, who: Who) -> Flow<()> {
    go(
        t,
        match who {
            Who::Active => Stage::Embarking(Who::Reactive),
            Who::Reactive => Stage::Acts,
        },
    );
    Ok(())
}

impl State {
    /// Whether a transport has room for a whole unit.
    pub(crate) fn has_room_for(&self, _: UnitId, _: UnitId) -> bool {
        false
    }

    /// Whether a unit that was thrown out of a transport in a turn cannot react yet.
    pub(crate) fn is_too_shaken(&self, turn: u16) -> bool {
        self.is_this_turn(turn)
    }
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
