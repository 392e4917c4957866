//! Dice: how they are thrown and read, and the rules behind that.

use engine::{Flow, Table};
use vocabulary::Roll;

use crate::Aot;
use crate::state::State;

/// Whether a die succeeds: what it shows counts, a 6 always and a 1 never.
///
/// Carries out `aot.dice.x-plus`, `aot.crit.six-succeeds`, `aot.crit.one-fails`, `aot.ruling.natural-results`.
pub(crate) fn succeeds(shows: i16, need: i16) -> bool {
    shows == 6 || (shows != 1 && shows >= need)
}

/// Whether a die of a roll shows this.
pub(crate) fn shows(roll: &Roll, face: i16) -> bool {
    roll.dice.iter().any(|die| die.shows == face)
}

/// Throws dice. Carries out `aot.dice.d6`, `aot.dice.xd6`.
pub(crate) fn throw(t: &mut Table<Aot>, roll: Roll) -> Flow<Roll> {
    throw_with(t, roll, |_, _| Vec::new())
}

/// Throws dice with further rules behind them than those of dice as such; these may depend on what the dice show.
pub(crate) fn throw_with(
    t: &mut Table<Aot>,
    roll: Roll,
    further: impl FnOnce(&State, &Roll) -> Vec<&'static str>,
) -> Flow<Roll> {
    t.roll_with(roll, |state, roll| {
        let mut rules = reading(roll);
        rules.extend(further(state, roll));
        if roll.modifiers.len() > 1 {
            rules.push("aot.ruling.modifiers-stack");
        }
        rules
    })
}

/// The rules by which dice of a roll are read, as [`succeeds`] reads them where something is needed.
fn reading(roll: &Roll) -> Vec<&'static str> {
    let mut rules = vec![if roll.dice.len() > 1 { "aot.dice.xd6" } else { "aot.dice.d6" }];
    if let Some(need) = roll.need {
        rules.push("aot.dice.x-plus");
        if need > 6 && shows(roll, 6) {
            rules.extend(["aot.crit.six-succeeds", "aot.ruling.natural-results"]);
        }
        if shows(roll, 1) {
            rules.push("aot.crit.one-fails");
        }
    }
    rules
}

/// Throws a D6 that stands for a D3. Carries out `aot.dice.d3`.
pub(crate) fn throw_d3(t: &mut Table<Aot>, roll: Roll) -> Flow<u8> {
    let roll = t.roll_with(roll, |_, _| ["aot.dice.d3"])?;
    Ok(((roll.dice[0].shows + 1) / 2) as u8)
}
