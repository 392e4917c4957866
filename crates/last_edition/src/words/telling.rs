//! Dice in words.

use vocabulary::{Roll, Text, Viewer};

use crate::state::State;
use crate::words::voice::Voice;

/// What a viewer hears of dice.
pub(crate) fn narrate_roll(state: &State, roll: &Roll, viewer: Viewer) -> Text {
    let say = Voice::new(state, viewer);
    let shown: Vec<String> = roll.dice.iter().map(|die| die.shows.to_string()).collect();
    let need = roll.need.map_or_else(String::new, |need| format!(", needing {need}+"));
    Text::new(format!("{} {}{need}", say.plays(roll.seat, "rolls", "roll"), shown.join(", ")))
}
