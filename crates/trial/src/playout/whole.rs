//! Whole games, from the first die to the last.

use engine::{Match, Origin, Pending, Players, Record, Rules, Watch};

use vocabulary::Setup;

use super::waits_for_somebody;

/// Plays a game from a set-up to its end: it has one, its record verifies, and wherever it is broken
/// off it waits for somebody who can answer.
///
/// # Errors
/// What is wrong with it.
pub fn plays_through<R: Rules>(
    setup: &Setup,
    seed: u64,
    players: &mut dyn Players<R>,
    watch: &mut dyn Watch<R>,
) -> Result<Record<R>, String> {
    let setup = R::prepare(setup).map_err(|faults| format!("{faults:?}"))?;
    let game = Match::<R>::new(setup, Origin::Seeded { seed });
    let mut game = game.map_err(|faults| format!("{faults:?}"))?;
    game.run(players, watch);
    if !matches!(game.pending(), Pending::Over(_)) {
        return Err(format!("it is not finished: {:?}", game.pending()));
    }
    let record = game.record();
    let report = engine::verify::<R>(&record.to_text()).map_err(|error| error.to_string())?;
    if report.outcome.as_ref() != game.outcome() || !report.dice_checked {
        return Err(format!("its record says something else: {report:?}"));
    }
    waits_for_somebody(&record, seed)?;
    Ok(record)
}
