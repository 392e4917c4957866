//! Rule ids, links and paths lead somewhere.

use std::collections::BTreeSet;
use std::path::Path;

use crate::books::{all_ids, looks_like_id, unlisted};
use crate::{Outcome, decisions, files_below, links, read, report, root, shown_path};

/// Checks everything that is cited in code, scenarios and docs.
pub(crate) fn check() -> Outcome {
    let known = all_ids()?;
    let mut faults = unlisted();
    let mut cited = 0;
    for ending in [".rs", ".md", ".scenario"] {
        for path in files_below(&root(), ending) {
            let text = read(&path)?;
            let found = match ending {
                ".rs" => in_code(&text, is_test(&path)),
                ".md" => in_prose(&text),
                _ => in_scenario(&text),
            };
            cited += found.len();
            faults.extend(unknown(&path, &found, &known));
            match ending {
                ".rs" => faults.extend(links::broken(&path, &text, |line| line.trim_start().starts_with("//"))),
                ".md" => faults.extend(links::broken(&path, &text, |_| true)),
                _ => {}
            }
        }
    }
    faults.extend(decisions::faults()?);
    println!("{cited} citations of {} ids", known.len());
    report(&faults, "dangling citation")
}

type Citation<'a> = (usize, &'a str);

fn unknown(path: &Path, found: &[Citation<'_>], known: &BTreeSet<String>) -> Vec<String> {
    let unknown = found.iter().filter(|(_, id)| !known.contains(*id));
    unknown.map(|(line, id)| format!("{}:{line}: there is no rule {id}", shown_path(path))).collect()
}

fn is_test(path: &Path) -> bool {
    path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "tests")
}

/// Ids in backticks in comments, and in quotation marks outside of tests, which may name rules that do not exist.
fn in_code(text: &str, mut test: bool) -> Vec<Citation<'_>> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        test |= line.trim() == "#[cfg(test)]";
        if line.trim_start().starts_with("//") {
            found.extend(between(line, '`').map(|id| (number, id)));
        } else if !test {
            found.extend(between(line, '"').map(|id| (number, id)));
        }
    }
    found
}

fn in_prose(text: &str) -> Vec<Citation<'_>> {
    let lines = (1..).zip(text.lines());
    lines.flat_map(|(number, line)| between(line, '`').map(move |id| (number, id))).collect()
}

fn in_scenario(text: &str) -> Vec<Citation<'_>> {
    let lines = (1..).zip(text.lines());
    let words = lines.flat_map(|(number, line)| {
        line.split(|c: char| c.is_whitespace() || ",:;()`\"".contains(c)).map(move |word| (number, word))
    });
    words.filter(|(_, word)| looks_like_id(word)).collect()
}

/// Ids that stand alone between two of these marks.
fn between(line: &str, mark: char) -> impl Iterator<Item = &str> {
    // The first and the last part lie between no two marks.
    let inner = line.split(mark).count().saturating_sub(2);
    line.split(mark).skip(1).take(inner).filter(|part| looks_like_id(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(found: &[Citation<'_>], ids: &[&str]) {
        assert_eq!(found.iter().map(|(_, id)| *id).collect::<Vec<_>>(), ids);
    }

    #[test]
    fn ids_are_found_where_they_stand_alone() {
        check(
            &in_prose("see `duel.a.b-c`, `aot.d.ed1-2` and `rulebook/duel.toml`, `duel.toml`"),
            &["duel.a.b-c", "aot.d.ed1-2"],
        );
        check(&in_prose("duel.a.b and `duel.a.* rest`"), &[]);
        check(&in_scenario("proves: duel.a, duel.b # as in duel.c"), &["duel.a", "duel.b", "duel.c"]);
    }

    #[test]
    fn tests_may_name_rules_that_do_not_exist() {
        let code = "/// `duel.a`\nof(\"duel.b\")\n#[cfg(test)]\n/// `duel.c`\nof(\"duel.d\")\n";
        check(&in_code(code, false), &["duel.a", "duel.b", "duel.c"]);
        check(&in_code(code, true), &["duel.a", "duel.c"]);
    }

    #[test]
    fn an_expression_is_not_an_id() {
        check(&in_code("let n = duel.state.round; // \"a\" duel.b \"c\"", false), &[]);
    }
}
