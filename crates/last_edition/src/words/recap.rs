//! What a step came to, in a sentence or two.

use vocabulary::{Text, Viewer};

use crate::fact::Fact;
use crate::state::State;

pub(crate) fn recap(_: &State, _: &[Fact], _: Viewer) -> Option<Text> {
    None
}
