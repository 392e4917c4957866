//! The pages on decisions sort every rule of their book.

use std::collections::BTreeSet;

use crate::books::{BOOKS, looks_like_id};
use crate::{read, root};

const NO_CHOICE: &str = "## No choice";

/// Rules that a page leaves out, or that it lists both as a decision and as no choice.
pub(crate) fn faults() -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    for book in &BOOKS {
        let Some(page) = book.decisions else { continue };
        let (rules, text) = (book.rules()?, read(&root().join(page))?);
        faults.extend(sorting_faults(&rules, &text).into_iter().map(|fault| format!("{page}: {fault}")));
    }
    Ok(faults)
}

fn sorting_faults(rules: &BTreeSet<String>, page: &str) -> Vec<String> {
    let is_heading = |line: &&str| line.trim() == NO_CHOICE;
    let above: BTreeSet<&str> = page.lines().take_while(|line| !is_heading(line)).flat_map(ids).collect();
    let section = page.lines().skip_while(|line| !is_heading(line)).skip(1).take_while(|line| !line.starts_with("## "));
    let below: BTreeSet<&str> = section.flat_map(ids).collect();
    let missing = rules.iter().map(String::as_str).filter(|id| !above.contains(id) && !below.contains(id));
    let missing = missing.map(|id| format!("{id} is not on this page"));
    let twice = below.intersection(&above).map(|id| format!("{id} is a decision and also under '{NO_CHOICE}'"));
    missing.chain(twice).collect()
}

fn ids(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2).filter(|part| looks_like_id(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str, faults: &[&str]) {
        let rules = ["aot.a", "aot.b"].map(str::to_owned).into();
        assert_eq!(sorting_faults(&rules, page), faults);
    }

    #[test]
    fn every_rule_must_be_sorted_once() {
        check("| x | `aot.a` |\n## No choice\n- `aot.b`\n", &[]);
        check("| x | `aot.a` |\n## No choice\n", &["aot.b is not on this page"]);
        check("`aot.a` `aot.b`\n## No choice\n`aot.b`\n", &["aot.b is a decision and also under '## No choice'"]);
        check("`aot.a`\n## No choice\n`aot.b`\n## Open points\n`aot.a`\n", &[]);
    }
}
