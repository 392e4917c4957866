//! `muster rules --coverage`: how many rules are carried out by code, exercised by scenarios, and proven by mutants, and
//! which options of settings matter to a scenario.

mod options;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use books::{Book, Entry};
use comfy_table::Table;
use comfy_table::presets::UTF8_BORDERS_ONLY;
use serde::{Deserialize, Serialize};
use trial::scenario::Theatre;
use vocabulary::{RuleId, Value};

use self::options::Options;
use crate::arguments::Rules;
use crate::failure::Failure;
use crate::games::{self, GAMES};
use crate::paragraph::{count, width, wrap};
use crate::{json, rules};

/// What the build found: ids that rulesets cite, scenarios, and the results of mutants.
mod found {
    include!(concat!(env!("OUT_DIR"), "/coverage.rs"));
}

/// How a rulebook is covered. Rules and rulings count alike; what is open are rules of play, and rulings that code
/// carries out, that nothing exercises.
#[derive(Debug, Serialize)]
struct Coverage {
    book: &'static str,
    rules: usize,
    carried_out: usize,
    exercised: usize,
    proven: usize,
    open: Vec<&'static str>,
    options: Options,
}

/// The form of the file in which the results of mutants are kept.
#[derive(Default, Deserialize)]
struct Proofs {
    #[serde(default)]
    rules: BTreeMap<String, Proof>,
}

#[derive(Deserialize)]
struct Proof {
    /// In how many ways the rule was broken.
    mutants: u64,
    /// The ways that no test noticed.
    survivors: Vec<String>,
}

/// Counts, and fails on open rules where that is wanted.
pub(crate) fn run(rules: &Rules, out: &mut dyn Write) -> Result<(), Failure> {
    let proofs: Proofs = serde_json::from_str(found::PROVEN)
        .map_err(|error| Failure::Check(format!("docs/proven.json could not be read when this was built: {error}")))?;
    let Played { exercised, decided_by, broken } = play_all();
    let books = rules::chosen(rules)?;
    let coverage = books.into_iter().map(|book| Coverage {
        options: options::cover(book.id, &decided_by),
        ..cover(&in_scope(book, rules), book.id, &exercised, &proofs)
    });
    let coverage: Vec<Coverage> = coverage.collect();
    if rules.json {
        json::write(out, &coverage)?;
    } else {
        show(&coverage, out)?;
    }
    for broken in &broken {
        crate::complain(&format!("a scenario fails: {broken}"));
    }
    if rules.check {
        let playable =
            |book: &&Coverage| GAMES.iter().any(|game| game.id().as_str() == book.book && games::is_finished(*game));
        let open: usize = coverage.iter().filter(playable).map(|book| book.open.len()).sum();
        if open > 0 {
            let rules = count(open, "rule", "rules");
            return Err(Failure::Check(format!("no scenario exercises {rules} of playable games")));
        }
        let idle: usize = coverage.iter().filter(playable).map(|book| book.options.idle.len()).sum();
        if idle > 0 {
            let options = count(idle, "option", "options");
            return Err(Failure::Check(format!("{options} of settings make no difference in any scenario")));
        }
        if !broken.is_empty() {
            return Err(Failure::Reported);
        }
    }
    Ok(())
}

/// What playing the embedded scenarios shows.
#[derive(Default)]
struct Played {
    /// Every rule that turns up.
    exercised: BTreeSet<String>,
    /// The rulings whose setting decides a scenario, with the value that does.
    decided_by: BTreeSet<(RuleId, Value)>,
    /// What is wrong with those that fail.
    broken: Vec<String>,
}

fn play_all() -> Played {
    let theatre = Theatre::new(&GAMES);
    let mut played = Played::default();
    for (name, text) in found::SCENARIOS {
        match theatre.run(name, text).result {
            Ok(passed) => {
                played.exercised.extend(passed.trace.iter().map(ToString::to_string));
                played.decided_by.extend(theatre.decided_by(text));
            }
            Err(errors) => played.broken.extend(errors.iter().map(ToString::to_string)),
        }
    }
    played
}

fn is_cited(id: &str) -> bool {
    found::CITED.binary_search(&id).is_ok()
}

/// What is counted of a book. Rulings and tables belong to no part of it; with a part those count that code carries out.
fn in_scope(book: &'static Book, wanted: &Rules) -> Vec<&'static Entry> {
    let of_edition = |entry: &Entry| {
        let editions = entry.editions();
        wanted.edition.is_none_or(|edition| editions.is_empty() || editions.contains(&edition))
    };
    let of_module = |entry: &Entry| match (&wanted.module, entry.module()) {
        (None, _) => true,
        (Some(wanted), Some(module)) => wanted == module,
        (Some(_), None) => is_cited(entry.id()),
    };
    book.entries.iter().filter(|entry| of_edition(entry) && of_module(entry)).collect()
}

fn cover(entries: &[&'static Entry], book: &'static str, exercised: &BTreeSet<String>, proofs: &Proofs) -> Coverage {
    let has = |wanted: &dyn Fn(&str) -> bool| entries.iter().filter(|entry| wanted(entry.id())).count();
    let counts = |entry: &Entry| match entry {
        Entry::Rule(_) => entry.is_play(),
        Entry::Ruling(_) => is_cited(entry.id()),
    };
    let open = entries.iter().filter(|entry| counts(entry) && !exercised.contains(entry.id()));
    Coverage {
        book,
        rules: entries.len(),
        carried_out: has(&is_cited),
        exercised: has(&|id| exercised.contains(id)),
        proven: has(&|id| proofs.rules.get(id).is_some_and(|proof| proof.mutants > 0 && proof.survivors.is_empty())),
        open: open.map(|entry| entry.id()).collect(),
        options: Options::default(),
    }
}

fn show(coverage: &[Coverage], out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = Table::new();
    table.load_preset(UTF8_BORDERS_ONLY);
    let columns = ["book", "rules and rulings", "carried out", "exercised", "proven", "open", "options", "idle"];
    table.set_header(columns);
    for book in coverage {
        let counts = [book.rules, book.carried_out, book.exercised, book.proven, book.open.len()];
        let counts = counts.into_iter().chain([book.options.all, book.options.idle.len()]);
        let mut row = vec![book.book.to_owned()];
        row.extend(counts.map(|count| count.to_string()));
        table.add_row(row);
    }
    writeln!(out, "{table}")?;
    if let [book] = coverage {
        if !book.open.is_empty() {
            writeln!(out, "rules that no scenario exercises:\n{}", wrap(&book.open.join(" "), width(), 2))?;
        }
        if !book.options.idle.is_empty() {
            let idle: String = book.options.idle.iter().map(|idle| format!("  {idle}\n")).collect();
            write!(out, "settings that make no difference in any scenario:\n{idle}")?;
        }
    }
    Ok(())
}
