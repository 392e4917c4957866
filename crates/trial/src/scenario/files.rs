//! Scenario files on disk: found, read, played, and counted.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use engine::Ruleset;
use vocabulary::{RuleId, Value, Word};

use super::parse::LONGEST;
use super::{At, Passed, Place, Scenario, ScenarioError, Stage};

/// What came of a scenario.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The file.
    pub name: String,
    /// The trace of a scenario that passed, or what is wrong with it.
    pub result: Result<Passed, Vec<ScenarioError>>,
}

/// The games that scenarios are played with.
pub struct Theatre<'a> {
    stages: BTreeMap<Word, Stage<'a>>,
}

impl<'a> Theatre<'a> {
    /// A stage for each of these games.
    pub fn new(games: &[&'a dyn Ruleset]) -> Theatre<'a> {
        Theatre { stages: games.iter().map(|game| (game.id(), Stage::new(*game))).collect() }
    }

    /// Plays the scenario in a text with the game it is of. Rules that panic fail the scenario, and no other.
    pub fn run(&self, name: &str, text: &str) -> Verdict {
        let result = Scenario::parse(text).and_then(|scenario| self.play(&scenario));
        let named = |error| ScenarioError { name: name.to_owned(), ..error };
        let result = result.map_err(|errors| errors.into_iter().map(named).collect());
        Verdict { name: name.to_owned(), result }
    }

    /// The settings that decide the scenario in a text, each by its ruling, with the values it gives them: as soon as
    /// one of them is left at its default, the set-up is refused, or something that is played or expected does not hold.
    /// That a given position is not possible without it decides nothing.
    pub fn decided_by(&self, text: &str) -> Vec<(RuleId, Value)> {
        let Ok(scenario) = Scenario::parse(text) else { return Vec::new() };
        let without = |setting: &At<(String, String)>| Scenario {
            settings: scenario.settings.iter().filter(|other| *other != setting).cloned().collect(),
            proves: Vec::new(),
            ..scenario.clone()
        };
        let given: BTreeSet<u32> = scenario.given.iter().map(|given| given.place.line).collect();
        let decides = |setting: &&At<(String, String)>| {
            let played = self.play(&without(setting));
            played.is_err_and(|errors| errors.iter().all(|error| !given.contains(&error.place.line)))
        };
        let deciding = scenario.settings.iter().filter(decides);
        deciding.filter_map(|setting| self.stages[&scenario.game.what].read(&setting.what)).collect()
    }

    fn play(&self, scenario: &Scenario) -> Result<Passed, Vec<ScenarioError>> {
        let Some(stage) = self.stages.get(&scenario.game.what) else {
            let games: Vec<String> = self.stages.keys().map(ToString::to_string).collect();
            let text = format!("there is no game called '{}'; choose from {}", scenario.game.what, games.join(", "));
            return Err(vec![ScenarioError::new(scenario.game.place, text)]);
        };
        let at = Cell::default();
        let played = catch_unwind(AssertUnwindSafe(|| scenario.run_on(stage, &at)));
        played.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            Err(vec![ScenarioError::new(at.get(), format!("the rules panicked: {text}"))])
        })
    }
}

/// Plays every scenario file at or below these paths, in the order of their names.
///
/// A path that cannot be read, or below which there is no scenario, is a verdict of its own.
pub fn run_paths<P: AsRef<Path>>(paths: &[P], games: &[&dyn Ruleset]) -> Vec<Verdict> {
    let theatre = Theatre::new(games);
    let mut verdicts = Vec::new();
    for path in paths {
        let path = path.as_ref();
        let mut files = Vec::new();
        if let Err(error) = find(path, &mut files) {
            verdicts.push(unreadable(path, &plain(&error)));
        } else if files.is_empty() {
            verdicts.push(unreadable(path, "there is no scenario file here"));
        }
        files.sort();
        for file in files {
            verdicts.push(match read(&file) {
                Ok(text) => theatre.run(&file.display().to_string(), &text),
                Err(error) => unreadable(&file, &plain(&error)),
            });
        }
    }
    verdicts
}

/// The last line of a report: `7 passed, 0 failed`.
pub fn summary(verdicts: &[Verdict]) -> String {
    let passed = verdicts.iter().filter(|verdict| verdict.result.is_ok()).count();
    format!("{passed} passed, {} failed", verdicts.len() - passed)
}

/// Reads a file as far as a scenario can be long, and a little further, so that one that is longer is known.
fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    fs::File::open(path)?.take(LONGEST as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}

/// Why a file cannot be read, as people say it.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::InvalidData => "this is not text".to_owned(),
        _ => error.to_string(),
    }
}

fn unreadable(path: &Path, why: &str) -> Verdict {
    let name = path.display().to_string();
    let error = ScenarioError { name: name.clone(), place: Place { line: 1, column: 1 }, text: why.to_owned() };
    Verdict { name, result: Err(vec![error]) }
}

/// A path that is named counts whatever it is called; below a folder only `*.scenario` does.
fn find(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "scenario") {
            files.push(path);
        }
    }
    Ok(())
}
