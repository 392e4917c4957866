//! The games there are. The only place that names a ruleset.

use engine::{Game, Ruleset};

use crate::failure::Failure;

static DUEL: Game<duel::Duel, bots::Levels> = Game::new();

/// Every game, the one to play when nothing is said first.
pub(crate) static GAMES: [&dyn Ruleset; 1] = [&DUEL];

/// The game of this id, or the first one.
pub(crate) fn find(id: Option<&str>) -> Result<&'static dyn Ruleset, Failure> {
    let Some(id) = id else { return Ok(GAMES[0]) };
    GAMES.into_iter().find(|game| game.id().as_str() == id).ok_or_else(|| {
        let ids: Vec<String> = GAMES.iter().map(|game| game.id().to_string()).collect();
        Failure::usage(format!("there is no game called '{id}'; there is {}", ids.join(", ")))
    })
}

/// The game that a record is of.
pub(crate) fn of_record(text: &str) -> Result<&'static dyn Ruleset, String> {
    let id = engine::game_of(text).map_err(|error| error.to_string())?;
    let game = GAMES.into_iter().find(|game| game.id() == id);
    game.ok_or_else(|| format!("this is a record of '{id}', which is not among the games here"))
}
