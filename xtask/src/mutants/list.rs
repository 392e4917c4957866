//! The ways in which functions can be broken, as cargo-mutants lists them.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::Deserialize;

use crate::{Outcome, cargo, read, root, run, succeeds};

/// One way to break a function.
#[derive(Clone, Debug)]
pub(super) struct Mutant {
    /// As cargo-mutants calls it.
    pub(super) name: String,
    /// The file, from the folder of the repository on.
    pub(super) file: String,
    /// The function: its file and its name.
    pub(super) function: String,
    /// What kind of change it is.
    pub(super) genre: Genre,
    /// The bytes of the file that are replaced.
    pub(super) range: Range<usize>,
    /// What they are replaced with.
    pub(super) replacement: String,
}

/// The kinds of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) enum Genre {
    /// The function returns this value at once.
    FnValue,
    /// Another operator stands between two operands.
    BinaryOperator,
    /// A `!` or `-` is gone.
    UnaryOperator,
    /// An arm of a match is gone.
    MatchArm,
    /// The guard of an arm always holds, or never does.
    MatchArmGuard,
    /// A field is taken from the base of a struct.
    StructField,
    /// Something that a later cargo-mutants knows.
    #[serde(other)]
    Other,
}

/// Every mutant of these functions, which are named as `crate::cited` names them.
pub(super) fn of(package: &str, functions: &BTreeSet<&str>) -> Result<Vec<Mutant>, String> {
    must_be_installed()?;
    let mut list = cargo(["mutants", "--list", "--json", "--package", package]);
    let output = list.output().map_err(|error| format!("cargo-mutants could not be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo-mutants lists nothing: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let listed: Vec<Listed> =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("the list of cargo-mutants: {error}"))?;
    let mut mutants = Vec::new();
    for listed in listed.into_iter().filter_map(Listed::knowing_flow) {
        let Some(function) = &listed.function else { continue };
        let function = format!("{}::{}", listed.file, function.function_name);
        if functions.contains(function.as_str()) {
            mutants.push(listed.into_mutant(function)?);
        }
    }
    Ok(mutants)
}

fn must_be_installed() -> Outcome {
    if succeeds(&mut cargo(["mutants", "--version"])) {
        return Ok(());
    }
    println!("cargo-mutants is not installed; installing it");
    run(&mut cargo(["install", "cargo-mutants", "--locked"]))
}

#[derive(Deserialize)]
struct Listed {
    name: String,
    file: String,
    function: Option<Function>,
    genre: Genre,
    replacement: String,
    span: Span,
}

#[derive(Deserialize)]
struct Function {
    function_name: String,
}

#[derive(Deserialize)]
struct Span {
    start: Place,
    end: Place,
}

/// A place in a text: line and column, both from 1, the column in characters.
#[derive(Clone, Copy, Deserialize)]
struct Place {
    line: usize,
    column: usize,
}

/// What the rules return that may stop and ask: a `Result` under another name.
const FLOW: &str = "-> Flow<";

impl Listed {
    /// A way that knows what a `Flow` is. cargo-mutants takes it for some container, and guesses how one is made: of these
    /// guesses, which do not compile, the one that holds a single value becomes `Ok` of it, and the others are left out.
    fn knowing_flow(mut self) -> Option<Listed> {
        if self.genre != Genre::FnValue || !self.name.contains(FLOW) {
            return Some(self);
        }
        let value = self.replacement.strip_prefix("Flow::new(")?.strip_suffix(')').filter(|value| !value.is_empty())?;
        let result = format!("Ok({value})");
        self.name = self.name.replace(&self.replacement, &result);
        self.replacement = result;
        Some(self)
    }

    fn into_mutant(self, function: String) -> Result<Mutant, String> {
        let text = read(&root().join(&self.file))?;
        let place = |place| offset(&text, place).ok_or_else(|| format!("{} is not in the file", self.name));
        let range = place(self.span.start)?..place(self.span.end)?;
        let Listed { name, file, genre, replacement, .. } = self;
        Ok(Mutant { name, file, function, genre, range, replacement })
    }
}

/// How many bytes stand before a place.
fn offset(text: &str, place: Place) -> Option<usize> {
    let line_start = match place.line {
        1 => 0,
        line => text.match_indices('\n').nth(line.checked_sub(2)?)?.0 + 1,
    };
    let line = text[line_start..].split('\n').next()?;
    let ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    ends.into_iter().nth(place.column.checked_sub(1)?).map(|column| line_start + column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flow_is_a_result() {
        let listed = |returns: &str, replacement: &str| {
            let place = Place { line: 1, column: 1 };
            let listed = Listed {
                name: format!("a.rs:1:1: replace f -> {returns} with {replacement}"),
                file: "a.rs".to_owned(),
                function: None,
                genre: Genre::FnValue,
                replacement: replacement.to_owned(),
                span: Span { start: place, end: place },
            };
            listed.knowing_flow().map(|listed| (listed.name, listed.replacement))
        };
        let as_is = |returns: &str, with: &str| {
            Some((format!("a.rs:1:1: replace f -> {returns} with {with}"), with.to_owned()))
        };
        assert_eq!(listed("Flow<()>", "Flow::new(())"), as_is("Flow<()>", "Ok(())"));
        assert_eq!(listed("Flow<Option<u8>>", "Flow::new(Some(1))"), as_is("Flow<Option<u8>>", "Ok(Some(1))"));
        for guess in ["Flow::new()", "Flow::from(())", "Flow::from_iter([()])"] {
            assert_eq!(listed("Flow<()>", guess), None);
        }
        assert_eq!(listed("Vec<u8>", "Vec::new()"), as_is("Vec<u8>", "Vec::new()"));
    }

    #[test]
    fn a_place_is_found_by_its_line_and_its_column_in_characters() {
        let text = "one\nzwölf = 1;\n";
        let at = |line, column| offset(text, Place { line, column });
        assert_eq!(at(1, 1), Some(0));
        assert_eq!(at(2, 1), Some(4));
        assert_eq!(at(2, 7).map(|at| &text[at..]), Some("= 1;\n"));
        assert_eq!(at(2, 11).map(|at| &text[at..]), Some("\n"));
        assert_eq!(at(2, 30), None);
        assert_eq!(at(9, 1), None);
    }
}
