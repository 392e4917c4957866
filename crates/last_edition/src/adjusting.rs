//! What players change by consent.

use vocabulary::{Adjustment, Refusal, Text};

use crate::fact::{Change, Fact};
use crate::state::State;
use crate::words::voice::Voice;

/// A change as a fact.
pub(crate) fn adjust(_: &State, _: &Adjustment) -> Result<Fact, Refusal> {
    Err(Refusal::new("tle.ruling.dispute-digital", "this cannot be changed yet"))
}

/// Makes a change.
pub(crate) fn apply(_: &mut State, _: &Change) {}

/// A change in words.
pub(crate) fn say(_: Voice<'_>, _: &Change) -> Option<Text> {
    None
}
