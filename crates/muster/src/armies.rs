//! `muster army`: armies that are ready, army lists from files, and unit cards.

pub(crate) mod cards;
mod check;
mod show;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::Path;

use engine::Ruleset;
use roster::{Army, Lines, ReadError, printable};
use vocabulary::{Judgement, List, Pack, Word};

use crate::arguments::{ArmyCommand, ArmyGame};
use crate::failure::{Failure, plain};
use crate::games::GAMES;
use crate::text_file;

/// Runs what was asked for.
pub(crate) fn run(army: &crate::arguments::Army, out: &mut dyn Write) -> Result<(), Failure> {
    run_with(&GAMES, &army.command, out)
}

/// Runs what was asked for, with these games.
fn run_with(games: &[&dyn Ruleset], command: &ArmyCommand, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        ArmyCommand::List(list) => show::list(games, list, out),
        ArmyCommand::Show(show) => show::run(games, show, out),
        ArmyCommand::Check(check) => check::run(games, check, out),
        ArmyCommand::Cards(cards) => cards::run(games, cards, out),
    }
}

/// A name from a file or a sentence about it, as it may be shown.
fn shown(text: &str) -> String {
    printable(text, 500)
}

/// The game that is meant, which must have armies: the one that was said, or the first that has any.
fn choose<'g>(games: &[&'g dyn Ruleset], of: &ArmyGame) -> Result<&'g dyn Ruleset, Failure> {
    let catalogue = |game: &dyn Ruleset| game.catalogue(&[]).unwrap_or_default();
    let has_armies = |game: &dyn Ruleset| !game.manual().armies.is_empty() || !catalogue(game).factions.is_empty();
    let found = match &of.game {
        Some(id) => games.iter().find(|game| game.id().as_str() == id),
        None => games.iter().find(|game| has_armies(**game)).or_else(|| games.first()),
    };
    match (found, &of.game) {
        (Some(game), _) if has_armies(*game) => Ok(*game),
        (Some(game), _) => Err(Failure::usage(format!("{} has no armies", game.id()))),
        (None, id) => {
            let ids: Vec<String> = games.iter().map(|game| game.id().to_string()).collect();
            let id = id.as_deref().unwrap_or_default();
            Err(Failure::usage(format!("there is no game called '{id}'; choose from {}", ids.join(", "))))
        }
    }
}

/// What a game makes of a list.
fn judged(game: &dyn Ruleset, list: &List, of: &ArmyGame, packs: &[Pack]) -> Result<Judgement, Failure> {
    let judgement = game.judge(list, &of.agreed.settings(game)?, packs);
    judgement.ok_or_else(|| Failure::usage(format!("{} has no armies", game.id())))
}

/// An army from a file, and where its units stand.
struct Opened {
    army: Army,
    lines: Lines,
}

/// Why there is no army where one was wanted.
struct Unread {
    /// The line, if it is known.
    line: Option<usize>,
    /// Where to look: the file, and the line and column if they are known.
    place: String,
    sentence: String,
    /// Whether the file is there and holds something else.
    is_faulty: bool,
}

impl From<Unread> for Failure {
    fn from(unread: Unread) -> Failure {
        let sentence = format!("{}: {}", unread.place, unread.sentence);
        if unread.is_faulty { Failure::Check(sentence) } else { Failure::Usage(sentence) }
    }
}

/// The list of an army file that is to play a game.
pub(crate) fn read(game: &dyn Ruleset, path: &str) -> Result<List, Failure> {
    let army = open(Path::new(path))?.army;
    if army.game != game.id() {
        return Err(Failure::usage(format!("{path} is an army of {}, not of {}", army.game, game.id())));
    }
    Ok(army.list)
}

/// Reads an army list from a file.
fn open(path: &Path) -> Result<Opened, Unread> {
    let place = path.display().to_string();
    let text = text_file::read(path, roster::LONGEST).map_err(|error| {
        let is_faulty = error.kind() == std::io::ErrorKind::InvalidData;
        Unread { line: None, place: place.clone(), sentence: plain(&error), is_faulty }
    })?;
    let army = Army::from_toml(&text).map_err(|error| match error {
        ReadError::At { line, column, sentence } => {
            Unread { line: Some(line), place: format!("{place}:{line}:{column}"), sentence, is_faulty: true }
        }
        ReadError::TooLong(_) => Unread { line: None, place, sentence: error.to_string(), is_faulty: true },
    })?;
    Ok(Opened { army, lines: Lines::of_toml(&text) })
}

/// The game of an army file, which must be the one that was said, if one was.
fn game_of<'g>(games: &[&'g dyn Ruleset], file: Word, of: &ArmyGame) -> Result<&'g dyn Ruleset, String> {
    if let Some(said) = of.game.as_ref().filter(|said| **said != file.as_str()) {
        return Err(format!("this is an army for {file}, not for {said}"));
    }
    let game = games.iter().find(|game| game.id() == file).copied();
    game.ok_or_else(|| format!("this is an army for '{file}', which is not one of the games here"))
}
