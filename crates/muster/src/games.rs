//! The games there are. The only place that names a ruleset, or a word of one.

use engine::{Game, Record, Rules, Ruleset};
use trial::scenario::Scenario;
use vocabulary::{FieldChoice, Seat, Setup, Word};

use crate::failure::Failure;

static AOT: Game<aot::Aot, bots::Tacticians> = Game::new();
static DUEL: Game<duel::Duel, bots::Levels> = Game::new();

/// Every game, the one to play when nothing is said first.
pub(crate) static GAMES: [&dyn Ruleset; 2] = [&AOT, &DUEL];

/// The id of the first game.
pub(crate) const FIRST: &str = "aot";

/// The game of this id.
pub(crate) fn find(id: &str) -> Result<&'static dyn Ruleset, Failure> {
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

/// How ground looks on a map where these rules hold, or where it is this; the first line that fits counts.
static LOOKS: [(&[&str], char); 6] = [
    (&["obstacle"], '█'),
    (&["cover", "unstable"], '░'),
    (&["cover"], '▒'),
    (&["unstable"], '≈'),
    (&["vantage-point"], '^'),
    (&["zone"], '·'),
];

/// The character for ground with these words, where a game has said so.
pub(crate) fn look(words: &[Word]) -> Option<char> {
    let holds = |wanted: &&str| words.iter().any(|word| word.as_str() == *wanted);
    LOOKS.iter().find(|(wanted, _)| wanted.iter().all(&holds)).map(|(_, glyph)| *glyph)
}

/// Writes a record of a game as a scenario.
type Report = fn(&str, Option<&str>) -> Result<Scenario, String>;

/// How records become scenarios, game by game; it takes the rules themselves to play candidates.
static REPORTS: [(&dyn Ruleset, Report); 2] = [(&AOT, report_of_battle), (&DUEL, trial::shrink::report::<duel::Duel>)];

/// A record as a scenario; with words, shrunk to where they are said.
pub(crate) fn to_scenario(text: &str, words: Option<&str>) -> Result<Scenario, String> {
    let game = of_record(text)?;
    match REPORTS.iter().find(|(of, _)| of.id() == game.id()) {
        Some((_, report)) => report(text, words),
        None => Err(format!("records of {} cannot be written as scenarios", game.id())),
    }
}

/// A battle as a scenario, which names the armies and the battlefield if they are not those of every battle.
fn report_of_battle(text: &str, words: Option<&str>) -> Result<Scenario, String> {
    let setup = Record::<aot::Aot>::from_text(text).map_err(|error| error.to_string())?.setup;
    let names: Vec<&str> = setup.commanders.iter().map(|commander| commander.name.as_str()).collect();
    let plain = Setup { settings: setup.settings.clone(), ..Setup::of(&names) };
    let usual = aot::Aot::prepare(&plain).ok();
    let manual = AOT.manual();
    let mut armies = Vec::new();
    for (at, commander) in setup.commanders.iter().enumerate() {
        let has = |made: &aot::Setup| made.commanders[at].force == commander.force;
        if usual.as_ref().is_some_and(has) {
            continue;
        }
        let ready = manual.armies.iter().find(|army| {
            let mut with = plain.clone();
            with.players[at].army = Some(army.list.clone());
            aot::Aot::prepare(&with).is_ok_and(|made| has(&made))
        });
        let ready = ready.ok_or_else(|| unwritable(&format!("the army of {}", commander.name)))?;
        armies.push((Seat(at as u8), ready.id).into());
    }
    let has = |made: &aot::Setup| (&made.field, made.seed) == (&setup.field, setup.seed);
    let field = if usual.as_ref().is_some_and(has) {
        None
    } else {
        let ready = manual.fields.iter().find(|field| {
            let with = Setup { field: Some(FieldChoice::Text(field.file.clone())), ..plain.clone() };
            aot::Aot::prepare(&with).is_ok_and(|made| has(&made))
        });
        Some(ready.ok_or_else(|| unwritable("its battlefield"))?.id.into())
    };
    let scenario = trial::shrink::report::<aot::Aot>(text, words)?;
    Ok(Scenario { armies, field, ..scenario })
}

/// Why a record cannot be a scenario.
fn unwritable(what: &str) -> String {
    format!("this record cannot be written as a scenario yet: {what} is none of those that are ready")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_to_play_when_nothing_is_said_is_the_first() {
        assert_eq!(GAMES[0].id().as_str(), FIRST);
    }
}
