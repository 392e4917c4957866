//! Checks in large numbers. `cargo xtask campaign NAME` runs them.
//!
//! ```text
//! campaign aot|armies|charges|drivers|odds|record-bytes [--write FOLDER | --part N]
//! ```
//!
//! With a folder the whole campaign runs and its result is written there; without one an Nth of it runs, a hundredth if
//! nothing is said.

#![expect(clippy::print_stdout, reason = "this is a command line")]

mod armies;
#[path = "../../sweeps/odds.rs"]
mod attacks;
mod battles;
mod charges;
mod odds;
#[path = "../../sweeps/charges.rs"]
mod sweep;

use std::fs;
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;

use bots::Random;
use chance::Key;
use duel::Duel;
use engine::{Match, Origin, RecordError, Rules};
use indicatif::{ParallelProgressIterator, ProgressBar};
use rayon::prelude::*;
use trial::playout::{random_setup, suite};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (name, part, folder) = match arguments.as_slice() {
        [name] => (*name, 100, None),
        [name, "--part", part] => (*name, part.parse().map_or(100, |part: u64| part.clamp(1, 100)), None),
        [name, "--write", folder] => (*name, 1, Some(PathBuf::from(folder))),
        _ => ("", 100, None),
    };
    let report = match name {
        "aot" => battles::campaign(part),
        "armies" => armies::campaign(part),
        "charges" => charges::campaign(part),
        "drivers" => drivers(10_000 / part),
        "odds" => odds::campaign(part),
        "record-bytes" => record_bytes(100 / part),
        _ => {
            eprintln!(
                "error: name a campaign, aot, armies, charges, drivers, odds or record-bytes, and perhaps --write FOLDER or --part N"
            );
            return ExitCode::FAILURE;
        }
    };
    println!("{}", report.text);
    if let Some(folder) = folder {
        let path = folder.join(format!("{name}.md"));
        if let Err(error) = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, &report.text)) {
            eprintln!("error: {}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    if report.holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What came of a campaign, as a page.
struct Report {
    text: String,
    holds: bool,
}

fn progress(length: u64) -> ProgressBar {
    if std::io::stderr().is_terminal() { ProgressBar::new(length) } else { ProgressBar::hidden() }
}

/// A finished game of random players.
fn play(seed: u64) -> Match<Duel> {
    let setup = Duel::prepare(&random_setup::<Duel>(seed)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let game = Match::new(setup, Origin::Seeded { seed });
    let mut game = game.unwrap_or_else(|faults| panic!("{faults:?}"));
    game.run(&mut Random::new(Key::from_seed("campaign", seed)), &mut ());
    game
}

/// Every law of the playout suite, on a game for each seed.
fn drivers(seeds: u64) -> Report {
    let run = |seed| {
        let law = catch_unwind(|| suite::<Duel>(&random_setup::<Duel>(seed), seed..=seed));
        let broken = match law {
            Ok(law) => law.err().map(|broken| broken.to_string()),
            Err(_) => Some(format!("seed {seed}: it panics")),
        };
        (play(seed).history().entries().len(), broken)
    };
    let games: Vec<(usize, Option<String>)> =
        (0..seeds).into_par_iter().progress_with(progress(seeds)).map(run).collect();
    let entries: usize = games.iter().map(|(entries, _)| entries).sum();
    let broken: Vec<&String> = games.iter().filter_map(|(_, broken)| broken.as_ref()).collect();
    let mut text = format!(
        "# Campaign: drivers\n\n\
         Every law of the playout suite (`crates/trial/src/playout.rs`) on whole games of Duel between random players. The \
         number of seats is random for each game, and so are the settings for every other game. Each game is played \
         inline, suspended at every ask, loaded anew at every entry, and with answers undone and redone; the facts \
         and the history must be the same. Every option offered must be legal, changes must add up to views, secrets must not \
         leak, and the record must verify.\n\n\
         | | |\n| --- | --- |\n\
         | command | `cargo xtask campaign drivers --full` |\n\
         | seeds | 0 to {} |\n\
         | games | {seeds} |\n\
         | entries per game, on average | {} |\n\
         | games that break a law | {} |\n",
        seeds - 1,
        entries / games.len().max(1),
        broken.len()
    );
    for line in &broken {
        text += &format!("\n- {line}");
    }
    Report { text, holds: broken.is_empty() }
}

/// How changed records were refused.
#[derive(Clone, Copy, Default)]
struct Refused {
    bytes: u64,
    changes: u64,
    not_text: u64,
    malformed: u64,
    unsealed: u64,
    other_rules: u64,
    later: u64,
    accepted: u64,
    panicked: u64,
}

impl Refused {
    fn add(self, other: Refused) -> Refused {
        Refused {
            bytes: self.bytes + other.bytes,
            changes: self.changes + other.changes,
            not_text: self.not_text + other.not_text,
            malformed: self.malformed + other.malformed,
            unsealed: self.unsealed + other.unsealed,
            other_rules: self.other_rules + other.other_rules,
            later: self.later + other.later,
            accepted: self.accepted + other.accepted,
            panicked: self.panicked + other.panicked,
        }
    }

    fn count(&mut self, bytes: &[u8]) {
        self.changes += 1;
        let Ok(text) = std::str::from_utf8(bytes) else {
            self.not_text += 1;
            return;
        };
        let counter = match catch_unwind(AssertUnwindSafe(|| engine::verify::<Duel>(text))) {
            Err(_) => &mut self.panicked,
            Ok(Ok(_)) => &mut self.accepted,
            Ok(Err(RecordError::Malformed { .. })) => &mut self.malformed,
            Ok(Err(RecordError::Changed)) => &mut self.unsealed,
            Ok(Err(RecordError::OtherRules { .. })) => &mut self.other_rules,
            Ok(Err(_)) => &mut self.later,
        };
        *counter += 1;
    }
}

/// Every byte of a record, changed to every other value.
fn record_bytes(records: u64) -> Report {
    let texts: Vec<Vec<u8>> = (0..records).map(|seed| play(seed).record().to_text().into_bytes()).collect();
    let places: Vec<(usize, usize)> =
        texts.iter().enumerate().flat_map(|(at, text)| (0..text.len()).map(move |place| (at, place))).collect();
    let change = |&(at, place): &(usize, usize)| {
        let mut refused = Refused { bytes: 1, ..Refused::default() };
        let mut bytes = texts[at].clone();
        for value in (0..=u8::MAX).filter(|value| *value != texts[at][place]) {
            bytes[place] = value;
            refused.count(&bytes);
        }
        refused
    };
    let bar = progress(places.len() as u64);
    let all = places.par_iter().progress_with(bar).map(change).reduce(Refused::default, Refused::add);
    let text = format!(
        "# Campaign: record-bytes\n\n\
         Every byte of the records of {records} games of Duel, changed to each of the 255 other values, one at a time. Each \
         change must be found by `engine::verify`, and none may make it panic.\n\n\
         | | |\n| --- | --- |\n\
         | command | `cargo xtask campaign record-bytes --full` |\n\
         | seeds | 0 to {} |\n\
         | bytes | {} |\n\
         | changes | {} |\n\
         | refused: no longer text | {} |\n\
         | refused: not the form of a record | {} |\n\
         | refused: not what was sealed | {} |\n\
         | refused: from another game or version | {} |\n\
         | refused: cannot be played | {} |\n\
         | accepted | {} |\n\
         | panics | {} |\n",
        records - 1,
        all.bytes,
        all.changes,
        all.not_text,
        all.malformed,
        all.unsealed,
        all.other_rules,
        all.later,
        all.accepted,
        all.panicked
    );
    Report { text, holds: all.accepted == 0 && all.panicked == 0 }
}
