//! The bad luck pool at the table: rolls that feed it or are replaced from it.

use engine::{Flow, Table};
use serde::Serialize;
use vocabulary::{Roll, Text};

use crate::LastEdition;
use crate::fact::Happening;
use crate::forces::house::BadLuckSource;
use crate::prompt::Question;
use crate::state::State;
use crate::words::voice::Voice;

/// Questions about the pool.
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {}

/// What happens to the pool.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {}

/// Throws dice of a kind that the pool may know.
pub(crate) fn throw(t: &mut Table<LastEdition>, _: BadLuckSource, roll: Roll) -> Flow<Roll> {
    t.roll(roll)
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
