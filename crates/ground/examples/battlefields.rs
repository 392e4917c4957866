//! Every question about a battlefield, asked in large numbers and answered in more than one way.
//! `cargo xtask campaign ground` runs it.
//!
//! ```text
//! battlefields ground [--write FOLDER | --part N]
//! ```
//!
//! With a folder the whole campaign runs and its result is written there; without one an Nth of it runs, a hundredth if
//! nothing is said.

#![expect(clippy::print_stdout, reason = "this is a command line")]

#[path = "../oracles/mod.rs"]
#[allow(dead_code, reason = "the benchmark uses the rest")]
mod oracles;

use std::fs;
use std::io::IsTerminal;
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::process::ExitCode;

use indicatif::{ParallelProgressIterator, ProgressBar};
use oracles::tally::Tally;
use rayon::prelude::*;

const BATTLEFIELDS: u64 = 120_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (part, folder) = match arguments.as_slice() {
        ["ground"] => (100, None),
        ["ground", "--part", part] => (part.parse().map_or(100, |part: u64| part.clamp(1, 100)), None),
        ["ground", "--write", folder] => (1, Some(PathBuf::from(folder))),
        _ => {
            eprintln!("error: name the campaign, ground, and perhaps --write FOLDER or --part N");
            return ExitCode::FAILURE;
        }
    };
    let seeds = BATTLEFIELDS / part;
    let bar = if std::io::stderr().is_terminal() { ProgressBar::new(seeds) } else { ProgressBar::hidden() };
    let run = |seed: u64| {
        catch_unwind(|| oracles::check(seed)).unwrap_or_else(|_| {
            let mut tally = Tally::new(seed);
            tally.holds("nothing panics", false, String::new);
            tally
        })
    };
    let tally = (0..seeds).into_par_iter().progress_with(bar).map(run).reduce(Tally::default, Tally::add);
    let rest = Rest::check();
    let text = page(&tally, seeds, &rest);
    println!("{text}");
    if let Some(folder) = folder {
        let path = folder.join("ground.md");
        if let Err(error) = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, &text)) {
            eprintln!("error: {}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    if tally.wrong_answers() == 0 && rest.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What came of it, as a page.
fn page(tally: &Tally, seeds: u64, rest: &Rest) -> String {
    let mut text = format!(
        "# Campaign: ground\n\n\
         Random battlefields, with many questions that are answered in more than one way. Even seeds make \
         battlefields of the usual sizes with 4 to 24 pieces of terrain and 6 to 16 models; odd seeds make \
         battlefields a few units across, where everything touches and lines up all the time. The oracles are `geo` \
         and `parry2d` in floats, `shapely` if it is installed, and exact brute force (`crates/ground/oracles`). Laws \
         that need no oracle are tried as well: asked the other way round, moved, turned, mirrored, with something \
         taken away.\n\n\
         | | |\n| --- | --- |\n\
         | command | `cargo xtask campaign ground --full` |\n\
         | seeds | 0 to {} |\n\
         | battlefields | {seeds} |\n\
         | questions | {} |\n\
         | wrong answers | {} |\n\
         | largest difference between `parry2d` and `geo`, in units | {:.6} |\n\
         | answers that are the same in every build | {} |\n\
         | third oracle | {} |\n",
        seeds - 1,
        tally.questions(),
        tally.wrong_answers(),
        tally.largest.values().copied().fold(0.0, f64::max),
        rest.identical.0,
        rest.shapely.0,
    );
    text += "\n## Answers that differ, with the reason\n\nEach is counted only if the reason holds; otherwise the \
         answer is wrong.\n\n| reason | answers |\n| --- | --- |\n";
    for (reason, count) in &tally.explained {
        text += &format!("| {reason} | {count} |\n");
    }
    text += "\n## Questions\n\n| question | asked |\n| --- | --- |\n";
    for (question, count) in tally.asked.iter().filter(|(question, _)| **question != "battlefields") {
        text += &format!("| {question} | {count} |\n");
    }
    text + &tally.faults()
}

/// What is checked once, not on every battlefield: a sentence, and whether it holds.
struct Rest {
    identical: (String, bool),
    shapely: (String, bool),
}

impl Rest {
    fn check() -> Rest {
        let given = oracles::digest::given();
        let same = given == oracles::digest::EXPECTED;
        let count = oracles::digest::questions(&given);
        let sentence = if same {
            format!("{count}, the same in this build as in `crates/ground/oracles/answers.txt`")
        } else {
            format!("{count}, and this build gives other ones: {}", given.replace('\n', "; "))
        };
        Rest { identical: (sentence, same), shapely: oracles::shapely::compare() }
    }

    fn holds(&self) -> bool {
        self.identical.1 && self.shapely.1
    }
}
