//! The games there are. The only place that names a ruleset.

use engine::{Game, Ruleset};
use trial::scenario::Scenario;

use crate::failure::Failure;

static AOT: Game<aot::Aot, bots::Tacticians> = Game::new();
static DUEL: Game<duel::Duel, bots::Levels> = Game::new();
static LAST_EDITION: Game<last_edition::LastEdition, bots::Tacticians> = Game::new();

/// Every game, the one to play when nothing is said first.
pub(crate) static GAMES: [&dyn Ruleset; 3] = [&AOT, &LAST_EDITION, &DUEL];

/// The id of the first game.
pub(crate) const FIRST: &str = "aot";

/// Whether a game is there for those who write games, and not for players: the worked example, and books that are not
/// finished.
pub(crate) fn is_for_developers(game: &dyn Ruleset) -> bool {
    [DUEL.id(), LAST_EDITION.id()].contains(&game.id())
}

/// Whether a book is carried out whole, so that there must be a scenario for each of its rules.
pub(crate) fn is_finished(game: &dyn Ruleset) -> bool {
    game.id() != LAST_EDITION.id()
}

/// The game of this id.
pub(crate) fn find(id: &str) -> Result<&'static dyn Ruleset, Failure> {
    GAMES.into_iter().find(|game| game.id().as_str() == id).ok_or_else(|| {
        let ids: Vec<String> = GAMES.iter().map(|game| game.id().to_string()).collect();
        Failure::usage(format!("there is no game called '{id}'; choose from {}", ids.join(", ")))
    })
}

/// The game that a record is of.
pub(crate) fn of_record(text: &str) -> Result<&'static dyn Ruleset, String> {
    let id = engine::game_of(text).map_err(|error| error.to_string())?;
    let game = GAMES.into_iter().find(|game| game.id() == id);
    game.ok_or_else(|| format!("this is a record of '{id}', which is not one of the games here"))
}

/// The file of a battlefield that is ready in some game, by its name.
pub(crate) fn ready_field(name: &str) -> Option<String> {
    let mut ready = GAMES.iter().flat_map(|game| game.manual().fields);
    ready.find(|field| field.id.as_str() == name).map(|field| field.file)
}

/// Writes a record of a game as a scenario.
type Report = fn(&str, Option<&str>) -> Result<Scenario, String>;

/// How records become scenarios, game by game; it takes the rules themselves to play candidates.
static REPORTS: [(&dyn Ruleset, Report); 3] = [
    (&AOT, trial::shrink::report::<aot::Aot>),
    (&LAST_EDITION, trial::shrink::report::<last_edition::LastEdition>),
    (&DUEL, trial::shrink::report::<duel::Duel>),
];

/// A record as a scenario; with words, shrunk to where they are said.
pub(crate) fn to_scenario(text: &str, words: Option<&str>) -> Result<Scenario, String> {
    let game = of_record(text)?;
    match REPORTS.iter().find(|(of, _)| of.id() == game.id()) {
        Some((_, report)) => report(text, words),
        None => Err(format!("records of {} cannot be written as scenarios", game.id())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `cargo xtask words` looks for them where none may stand, and cannot ask the games.
    #[test]
    fn the_words_of_every_game_are_listed() {
        let mut expected = "# The terms of every game, as code and as its book spells them. A test of the command line holds this list against\n\
             # the games; `cargo xtask words` looks for them in server, page and command line.\n"
            .to_owned();
        for game in GAMES {
            let mut terms: Vec<String> = game
                .manual()
                .terms
                .iter()
                .chain(&game.standing_orders())
                .map(|term| format!("{} {}\n", term.id, term.label))
                .collect();
            terms.sort();
            terms.dedup();
            expected += &format!("\n# {}\n{}", game.id(), terms.concat());
        }
        let listed = include_str!("../../../xtask/words.txt");
        assert!(listed == expected, "xtask/words.txt should say:\n{expected}");
    }

    #[test]
    fn the_game_to_play_when_nothing_is_said_is_the_first() {
        assert_eq!(GAMES[0].id().as_str(), FIRST);
    }
}
