//! The golden games.

use std::fs;
use std::path::Path;

use bots::{Levels, Tacticians};
use duel::Duel;
use engine::Game;
use trial::golden::{GoldenError, check, write};
use trial::playout::random_setup;
use vocabulary::Word;

static DUEL: Game<Duel, Levels> = Game::new();
static AOT: Game<aot::Aot, Tacticians> = Game::new();

#[test]
fn the_golden_games_of_duel_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/duel");
    let games = check(&folder, &DUEL).unwrap_or_else(|error| panic!("{error}"));
    assert!(games >= 8, "only {games}");
}

#[test]
fn the_golden_games_of_archives_of_tomorrow_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/aot");
    let games = check(&folder, &AOT).unwrap_or_else(|error| panic!("{error}"));
    assert!(games >= 3, "only {games}");
}

#[test]
fn a_log_that_says_something_else_is_found_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &DUEL, Word::new("random"), 3..=3, random_setup::<Duel>).unwrap();
    assert_eq!(check(folder.path(), &DUEL).unwrap(), 1);
    let path = folder.path().join("3.log");
    let log = fs::read_to_string(&path).unwrap();
    fs::write(&path, log.replacen("Round 1 begins", "Round 1 starts", 1)).unwrap();
    let error = check(folder.path(), &DUEL).unwrap_err();
    assert!(matches!(&error, GoldenError::Log { kept, .. } if kept.starts_with("Round 1 starts")), "{error}");
}
