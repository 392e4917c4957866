//! Breaking rules, to see whether tests notice.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use crate::books::BOOKS;
use crate::cited::{self, Cited};
use crate::proven::{Finding, Proven, Worth};
use crate::{Outcome, cargo, files_below, read, root, run as run_command, succeeds};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Rules to break; when none is named, all that are not proven or have changed since.
    #[arg(value_name = "ID")]
    rules: Vec<String>,
    /// Break every rule, also those that are proven.
    #[arg(long, conflicts_with = "rules")]
    all: bool,
    /// Break nothing; only see that what is kept in docs/proven.json makes sense, and say what it is worth.
    #[arg(long, conflicts_with_all = ["rules", "all"])]
    check: bool,
    /// Break nothing; drop what was found in code that has changed since.
    #[arg(long, conflicts_with_all = ["rules", "all", "check"])]
    forget: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    if arguments.check {
        return check();
    }
    if arguments.forget {
        return forget();
    }
    must_be_installed()?;
    let all = cited::all()?;
    let by_rule = cited::by_rule(&all);
    let mut proven = Proven::load()?;
    let wanted = wanted(arguments, &by_rule, &proven)?;
    for book in &BOOKS {
        let rules: Vec<&str> =
            wanted.iter().copied().filter(|rule| rule.starts_with(&format!("{}.", book.prefix))).collect();
        let functions: BTreeSet<&str> =
            rules.iter().flat_map(|rule| &by_rule[rule]).map(|cited| cited.name.as_str()).collect();
        if functions.is_empty() {
            continue;
        }
        let mutants = break_functions(book.code, &functions)?;
        for rule in rules {
            proven.rules.insert(rule.to_owned(), finding(&by_rule[rule], &mutants));
        }
        proven.save()?;
    }
    print_table(&wanted, &proven, &by_rule);
    Ok(())
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
    let mut rules = BTreeSet::new();
    for book in &BOOKS {
        rules.extend(book.rules()?);
    }
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

fn must_be_installed() -> Outcome {
    if succeeds(&mut cargo(["mutants", "--version"])) {
        return Ok(());
    }
    println!("cargo-mutants is not installed; installing it");
    run_command(&mut cargo(["install", "cargo-mutants", "--locked"]))
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
    Ok(by_rule.iter().filter(|(rule, now)| arguments.all || !done(rule, now)).map(|(rule, _)| *rule).collect())
}

/// One way in which a function was broken.
struct Mutant {
    /// The function: its file and its name.
    function: String,
    /// As cargo-mutants calls it.
    name: String,
    noticed: bool,
}

/// Breaks functions of a crate in every way cargo-mutants knows. The tests are those that name rules: all scenarios, which
/// say what they prove, and those in the `tests` folder of the crate.
fn break_functions(code: &str, functions: &BTreeSet<&str>) -> Result<Vec<Mutant>, String> {
    let package = code.trim_start_matches("crates/");
    let output = root().join("target");
    // A target folder of their own, kept from run to run.
    let target = ("CARGO_TARGET_DIR", output.join("mutants"));
    let tests: Vec<String> = tests_of(code).iter().map(|test| format!("--test={test}")).collect();
    let mut before = cargo(["test", "--quiet", "--package", package, "--package", "trial"]);
    run_command(before.args(&tests).env(target.0, &target.1))
        .map_err(|_| "the tests fail before anything is broken".to_owned())?;

    let mut command = cargo(["mutants", "--baseline", "skip", "--no-shuffle", "--jobs", "1", "--timeout", "60"]);
    command.args(["--build-timeout", "600", "--colors", "never", "--output"]).arg(&output);
    command.args(["--package", package, "--test-package", &format!("{package},trial")]);
    // The tests are named to every call of cargo: otherwise all there are would be built for each mutant.
    command.args(tests.iter().map(|test| format!("--cargo-arg={test}")));
    for (file, name) in functions.iter().filter_map(|name| name.split_once("::")) {
        // Mutants are called `replace NAME -> Type with …`, or `… in NAME`.
        command.args(["--file", file, "--re", &format!(" {}( ->| with|$)", escape(name))]);
    }
    // It ends with 2 if some mutant survived and with 3 if some test did not end; otherwise it was broken off.
    let status = command.env(target.0, &target.1).status().map_err(|error| error.to_string())?;
    if !matches!(status.code(), Some(0 | 2 | 3)) {
        return Err("cargo-mutants did not come to its end".to_owned());
    }
    let mutants = read_outcomes(&output.join("mutants.out/outcomes.json"))?;
    Ok(mutants.into_iter().filter(|mutant| functions.contains(mutant.function.as_str())).collect())
}

/// The tests that name rules of a ruleset.
fn tests_of(code: &str) -> Vec<String> {
    let own = files_below(&root().join(code).join("tests"), ".rs");
    let own = own.iter().filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    own.chain(["scenarios".to_owned()]).collect()
}

fn escape(name: &str) -> String {
    name.chars()
        .flat_map(|c| (!c.is_alphanumeric() && c != '_' && c != ' ').then_some('\\').into_iter().chain([c]))
        .collect()
}

#[derive(Deserialize)]
struct Outcomes {
    outcomes: Vec<Tried>,
}

#[derive(Deserialize)]
struct Tried {
    scenario: Scenario,
    summary: String,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant(Change),
}

#[derive(Deserialize)]
struct Change {
    name: String,
    file: String,
    function: Option<Function>,
}

#[derive(Deserialize)]
struct Function {
    function_name: String,
}

/// Reads what cargo-mutants found. What does not compile breaks nothing and is left out; a test that no longer ends has
/// noticed.
fn read_outcomes(path: &Path) -> Result<Vec<Mutant>, String> {
    let outcomes: Outcomes = serde_json::from_str(&read(path)?).map_err(|error| format!("outcomes.json: {error}"))?;
    let mut mutants = Vec::new();
    for tried in outcomes.outcomes {
        match (tried.scenario, tried.summary.as_str()) {
            (Scenario::Baseline, _) | (Scenario::Mutant(_), "Unviable") => {}
            (Scenario::Mutant(Change { name, file, function: Some(function) }), summary) => {
                let noticed = matches!(summary, "CaughtMutant" | "Timeout");
                mutants.push(Mutant { function: format!("{file}::{}", function.function_name), name, noticed });
            }
            (Scenario::Mutant(_), _) => {}
        }
    }
    Ok(mutants)
}

fn finding(cited: &[&Cited], mutants: &[Mutant]) -> Finding {
    let functions: BTreeMap<String, String> =
        cited.iter().map(|cited| (cited.name.clone(), cited.hash.clone())).collect();
    let own = || mutants.iter().filter(|mutant| functions.contains_key(&mutant.function));
    let survivors = own().filter(|mutant| !mutant.noticed).map(|mutant| mutant.name.clone()).collect();
    Finding { mutants: own().count(), survivors, functions }
}

fn print_table(rules: &[&str], proven: &Proven, by_rule: &BTreeMap<&str, Vec<&Cited>>) {
    println!("\n{:<40} {:>7} {:>9}", "rule", "mutants", "survivors");
    for rule in rules {
        let Some(finding) = proven.rules.get(*rule) else { continue };
        let proven = if finding.worth(&by_rule[rule]) == Worth::Proven { "proven" } else { "" };
        println!("{rule:<40} {:>7} {:>9} {proven}", finding.mutants, finding.survivors.len());
        for survivor in &finding.survivors {
            println!("    {survivor}");
        }
    }
}
