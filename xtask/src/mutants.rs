//! Breaking rules, to see whether tests notice.

mod breaking;
mod list;
mod places;
mod schemata;
mod side_by_side;
mod tree;
mod trials;

use std::collections::{BTreeMap, BTreeSet};

use self::breaking::Fate;
use self::list::Mutant;
use crate::books::{BOOKS, all_ids};
use crate::cited::{self, Cited};
use crate::proven::{Finding, Proven, Worth};
use crate::{Outcome, timed};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Rules to break; when none is named, all that are not proven or have changed since.
    #[arg(value_name = "ID")]
    rules: Vec<String>,
    /// Break every rule, also those that are proven.
    #[arg(long, conflicts_with = "rules")]
    all: bool,
    /// Break only rules of this book, such as `duel`.
    #[arg(long, value_name = "ID", conflicts_with = "rules")]
    game: Option<String>,
    /// Run so many tests at a time; as many as there are cores, when not said.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Break nothing; only see that what is kept in docs/proven.json makes sense, and say what it is worth.
    #[arg(long, conflicts_with_all = ["rules", "all", "game", "jobs"])]
    check: bool,
    /// Break nothing; drop what was found in code that has changed since.
    #[arg(long, conflicts_with_all = ["rules", "all", "check", "game", "jobs"])]
    forget: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    if arguments.check {
        return check();
    }
    if arguments.forget {
        return forget();
    }
    let all = cited::all()?;
    let by_rule = cited::by_rule(&all);
    let mut proven = Proven::load()?;
    let wanted = wanted(arguments, &by_rule, &proven)?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let jobs = arguments.jobs.unwrap_or(cores);
    let (tried, seconds) = timed(|| break_rules(&wanted, &all, &mut proven, jobs));
    let tried = tried?;
    print_table(&wanted, &proven, &by_rule, &tried);
    println!("\n{}, in {seconds:.0} s", summary(&tried));
    Ok(())
}

/// Breaks rules, book by book, and keeps what was found.
fn break_rules(
    wanted: &[&str],
    all: &[Cited],
    proven: &mut Proven,
    jobs: usize,
) -> Result<Vec<(Mutant, Fate)>, String> {
    let by_rule = cited::by_rule(all);
    let mut tried = Vec::new();
    for book in &BOOKS {
        let rules: Vec<&str> = wanted.iter().copied().filter(|rule| book.has(rule)).collect();
        let functions: BTreeSet<&str> =
            rules.iter().flat_map(|rule| &by_rule[rule]).map(|cited| cited.name.as_str()).collect();
        if functions.is_empty() {
            continue;
        }
        let mutants = breaking::run(book.code, &functions, all, jobs)?;
        for rule in rules {
            proven.rules.insert(rule.to_owned(), finding(&by_rule[rule], &mutants));
        }
        proven.save()?;
        tried.extend(mutants);
    }
    Ok(tried)
}

/// Drops what was found in code that has changed since.
fn forget() -> Outcome {
    let all = cited::all()?;
    let by_rule = cited::by_rule(&all);
    let mut proven = Proven::load()?;
    let now = |rule: &str| by_rule.get(rule).map_or(&[][..], Vec::as_slice);
    proven.rules.retain(|rule, finding| finding.worth(now(rule)) != Worth::Stale);
    proven.save()
}

/// What is kept makes sense: the file is readable, names rules that exist, and speaks of the code as it is, so that
/// nothing counts as proven that was proven of other code.
pub(crate) fn check() -> Outcome {
    let all = cited::all()?;
    let by_rule = cited::by_rule(&all);
    let proven = Proven::load()?;
    let rules = all_ids()?;
    let mut worth = BTreeMap::from([(Worth::Proven, 0), (Worth::Open, 0), (Worth::Stale, 0)]);
    for (rule, finding) in &proven.rules {
        if !rules.contains(rule) {
            return Err(format!("docs/proven.json names {rule}, but there is no such rule"));
        }
        let now = by_rule.get(rule.as_str()).map_or(&[][..], Vec::as_slice);
        *worth.entry(finding.worth(now)).or_default() += 1;
    }
    let [proven, open, stale] = [Worth::Proven, Worth::Open, Worth::Stale].map(|kind| worth[&kind]);
    println!("{} rules are carried out by code; {proven} proven, {open} open, {stale} changed since", by_rule.len());
    if stale > 0 {
        return Err("some rules changed since they were broken; `cargo xtask mutants` breaks them again, and \
                    `cargo xtask mutants --forget` drops what was found"
            .to_owned());
    }
    Ok(())
}

fn wanted<'a>(
    arguments: &'a Arguments,
    by_rule: &BTreeMap<&'a str, Vec<&Cited>>,
    proven: &Proven,
) -> Result<Vec<&'a str>, String> {
    if let Some(unknown) = arguments.rules.iter().find(|rule| !by_rule.contains_key(rule.as_str())) {
        return Err(format!("no function says that it carries out {unknown}"));
    }
    if !arguments.rules.is_empty() {
        return Ok(arguments.rules.iter().map(String::as_str).collect());
    }
    let done = |rule: &str, now: &[&Cited]| proven.rules.get(rule).is_some_and(|kept| kept.worth(now) == Worth::Proven);
    let book = match &arguments.game {
        Some(game) => Some(BOOKS.iter().find(|book| book.prefix == game).ok_or_else(|| no_book(game))?),
        None => None,
    };
    let rules = by_rule.iter().filter(|(rule, _)| book.is_none_or(|book| book.has(rule)));
    Ok(rules.filter(|(rule, now)| arguments.all || !done(rule, now)).map(|(rule, _)| *rule).collect())
}

fn no_book(game: &str) -> String {
    let books: Vec<&str> = BOOKS.iter().map(|book| book.prefix).collect();
    format!("there is no book called {game}; choose from {}", books.join(", "))
}

fn finding(cited: &[&Cited], mutants: &[(Mutant, Fate)]) -> Finding {
    let functions: BTreeMap<String, String> =
        cited.iter().map(|cited| (cited.name.clone(), cited.hash.clone())).collect();
    let own = || mutants.iter().filter(|(mutant, _)| functions.contains_key(&mutant.function));
    let with = |fates: &'static [Fate]| own().filter(|(_, fate)| fates.contains(fate));
    let survivors = with(&[Fate::Survived, Fate::Unreached]).map(|(mutant, _)| mutant.name.clone()).collect();
    let count = with(&[Fate::Noticed, Fate::Survived, Fate::Unreached]).count();
    Finding { mutants: count, survivors, functions }
}

fn print_table(rules: &[&str], proven: &Proven, by_rule: &BTreeMap<&str, Vec<&Cited>>, tried: &[(Mutant, Fate)]) {
    let unreached = tried.iter().filter(|(_, fate)| *fate == Fate::Unreached);
    let unreached: BTreeSet<&str> = unreached.map(|(mutant, _)| mutant.name.as_str()).collect();
    println!("\n{:<40} {:>7} {:>9}", "rule", "mutants", "survivors");
    for rule in rules {
        let Some(finding) = proven.rules.get(*rule) else { continue };
        let proven = if finding.worth(&by_rule[rule]) == Worth::Proven { "proven" } else { "" };
        println!("{rule:<40} {:>7} {:>9} {proven}", finding.mutants, finding.survivors.len());
        for survivor in &finding.survivors {
            let never = if unreached.contains(survivor.as_str()) { " (never reached)" } else { "" };
            println!("    {survivor}{never}");
        }
    }
}

/// How many mutants came to what.
fn summary(tried: &[(Mutant, Fate)]) -> String {
    let count = |of: Fate| tried.iter().filter(|(_, fate)| *fate == of).count();
    let [caught, survived, unreached, unviable] =
        [Fate::Noticed, Fate::Survived, Fate::Unreached, Fate::Unviable].map(count);
    format!(
        "{} mutants: {caught} caught, {} survived ({unreached} never reached), {unviable} unviable",
        tried.len(),
        survived + unreached
    )
}
