//! Golden games: records kept in the repository, each with the log it must give.
//!
//! A record `NAME.muster` stands beside `NAME.log`, which a person can read. Both are compared to the letter, so that no
//! change of rules, sentences or engine goes unnoticed: whoever means the change writes them anew and looks at the
//! difference.

use std::fmt::Write as _;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use engine::{Hosted, Ruleset, StartError};
use vocabulary::{Event, Setup, Viewer, Word};

/// Why a golden game is not as it was.
#[derive(Debug, thiserror::Error)]
pub enum GoldenError {
    /// Occurs when a file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// Occurs when a record cannot be played.
    #[error("{0}: {1}")]
    Record(PathBuf, String),
    /// Occurs when the log is another; the line is the first that differs.
    #[error("{path}:{line}: the log says '{found}', it used to say '{kept}'")]
    Log {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What it says now.
        found: String,
        /// What it used to say.
        kept: String,
    },
    /// Occurs when there is no golden game at all.
    #[error("{0}: there is no golden game here")]
    None(PathBuf),
}

/// The log of a match as a spectator hears it, a line an event, with rules and dice; `=` marks what a step came to.
pub fn log(host: &dyn Hosted) -> String {
    let mut text = String::new();
    for event in host.events_since(Viewer::Spectator, 0) {
        write_event(&mut text, event);
    }
    if let Some(outcome) = host.waiting(Viewer::Spectator).outcome {
        let _ = writeln!(text, "outcome: winners {:?}, scores {:?}", outcome.winners, outcome.scores);
    }
    text
}

fn write_event(text: &mut String, event: &Event) {
    let Some(said) = &event.text else { return };
    let rules: Vec<&str> = said.rules.iter().map(vocabulary::RuleId::as_str).collect();
    // Writing to a string cannot fail.
    if event.since.is_some() {
        let _ = writeln!(text, "= {}", said.sentence);
        return;
    }
    let _ = write!(text, "{} [{}]", said.sentence, rules.join(" "));
    if let Some(roll) = &event.roll {
        let dice: Vec<String> = roll.dice.iter().map(|die| format!("{}:{}={}", die.id, die.faces, die.shows)).collect();
        let _ = write!(text, " {{{}}}", dice.join(" "));
        for modifier in &roll.modifiers {
            let _ = write!(text, " {:+} {}", modifier.by, modifier.rule);
        }
    }
    text.push('\n');
}

/// Compares every golden game of a folder, and says how many there are.
///
/// # Errors
/// The first that is not as it was, or that there is none.
pub fn check(folder: &Path, ruleset: &dyn Ruleset) -> Result<usize, GoldenError> {
    let unreadable = |path: &Path, error| GoldenError::File(path.to_owned(), error);
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
    let mut records: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    records.retain(|path| path.extension().is_some_and(|extension| extension == "muster"));
    records.sort();
    if records.is_empty() {
        return Err(GoldenError::None(folder.to_owned()));
    }
    for path in &records {
        let record = fs::read_to_string(path).map_err(|error| unreadable(path, error))?;
        ruleset.verify(&record).map_err(|error| GoldenError::Record(path.clone(), error.to_string()))?;
        let host = ruleset.load(&record, &[]).map_err(|error| GoldenError::Record(path.clone(), error.to_string()))?;
        let kept_path = path.with_extension("log");
        let kept = fs::read_to_string(&kept_path).map_err(|error| unreadable(&kept_path, error))?;
        compare(&kept_path, &log(&*host), &kept)?;
    }
    Ok(records.len())
}

fn compare(path: &Path, found: &str, kept: &str) -> Result<(), GoldenError> {
    if found == kept {
        return Ok(());
    }
    let same = found.lines().zip(kept.lines()).take_while(|(a, b)| a == b).count();
    let at = |text: &str| text.lines().nth(same).unwrap_or_default().to_owned();
    Err(GoldenError::Log { path: path.to_owned(), line: same + 1, found: at(found), kept: at(kept) })
}

/// Plays a game for each seed, from the set-up that a function makes of it, and keeps its record and its log.
///
/// # Errors
/// If a file cannot be written or a game cannot be played.
pub fn write(
    folder: &Path,
    ruleset: &dyn Ruleset,
    level: Word,
    seeds: RangeInclusive<u64>,
    setup: impl Fn(u64) -> Setup,
) -> Result<(), GoldenError> {
    fs::create_dir_all(folder).map_err(|error| GoldenError::File(folder.to_owned(), error))?;
    for seed in seeds {
        let path = folder.join(format!("{seed}.muster"));
        let unplayable = |error: StartError| GoldenError::Record(path.clone(), error.to_string());
        let setup = setup(seed);
        let levels = vec![level; setup.players.len()];
        let played = ruleset.play_out(&setup, seed, &levels, true).map_err(unplayable)?;
        let record = played.record.unwrap_or_default();
        let host = ruleset.load(&record, &[]).map_err(unplayable)?;
        let keep =
            |path: &Path, text: &str| fs::write(path, text).map_err(|error| GoldenError::File(path.to_owned(), error));
        keep(&path, &record)?;
        keep(&path.with_extension("log"), &log(&*host))?;
    }
    Ok(())
}
