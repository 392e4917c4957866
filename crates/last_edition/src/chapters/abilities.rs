//! Abilities: when they can be used, what they cost, and what they do.

use engine::{Flow, Table};
use serde::Serialize;
use vocabulary::{Seat, Text, UnitId};

use crate::LastEdition;
use crate::chapters::dice::Changes;
use crate::fact::Happening;
use crate::forces::ability::{AttackKind, Value};
use crate::prompt::Question;
use crate::state::{State, Units};
use crate::words::voice::Voice;

/// Questions of this chapter.
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {}

/// What happens in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {}

/// What holds for a unit for a while.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lasting {}

impl Lasting {
    pub(crate) fn end_phase(&mut self) {}

    pub(crate) fn end_turn(&mut self) {}

    pub(crate) fn end_round(&mut self) {}
}

/// Command abilities of a player, of some units only where it is a reaction.
pub(crate) fn command(_: &mut Table<LastEdition>, _: Seat, _: Option<&Units>) -> Flow<()> {
    Ok(())
}

impl State {
    /// What abilities add to a value of a unit, as it counts in attacks of a kind.
    pub(crate) fn changed(&self, _: UnitId, _: Value, _: Option<AttackKind>) -> Changes {
        Changes::new()
    }

    /// Whether an ability gives a unit Protected.
    pub(crate) fn gains_protection(&self, _: UnitId) -> bool {
        false
    }

    /// Whether an ability keeps shooting from targeting a unit.
    pub(crate) fn is_untargetable(&self, _: UnitId) -> bool {
        false
    }

    /// Whether an ability gives a unit objective security.
    pub(crate) fn gains_objective_security(&self, _: UnitId) -> bool {
        false
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
