//! Links in pages, and paths that are named in backticks, lead to files that exist.

use std::path::Path;

use crate::{root, shown_path};

/// What a path that is named begins with.
const FOLDERS: [&str; 7] = [".ci/", "crates/", "docs/", "fuzz/", "rulebook/", "scenarios/", "xtask/"];
/// Made by tools, and not kept.
const MADE: [&str; 3] = ["fuzz/artifacts", "fuzz/corpus", "fuzz/target"];

/// The links and paths in a file that lead nowhere; only lines of prose are looked at.
pub(crate) fn broken(path: &Path, text: &str, is_prose: fn(&str) -> bool) -> Vec<String> {
    let folder = path.parent().unwrap_or(path);
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| is_prose(line)) {
        let links = targets(line).map(|target| (target, folder.join(target).exists()));
        let paths = named_paths(line).map(|named| (named, root().join(named).exists()));
        for (target, exists) in links.chain(paths) {
            if !exists {
                faults.push(format!("{}:{number}: there is no {target}", shown_path(path)));
            }
        }
    }
    faults
}

/// The files that links lead to; what lies elsewhere, and places in the same page, are left out.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    let after = line.split("](").skip(1);
    let targets = after.filter_map(|rest| rest.split([')', '#', ' ']).next());
    targets.filter(|target| !target.is_empty() && !target.contains(':') && !target.contains("::"))
}

fn named_paths(line: &str) -> impl Iterator<Item = &str> {
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-/".contains(&b));
    let is_path = move |text: &&str| FOLDERS.iter().any(|folder| text.starts_with(folder)) && plain(text);
    line.split('`').skip(1).step_by(2).filter(is_path).filter(|text| !MADE.iter().any(|made| text.starts_with(made)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_are_found() {
        let line = "[a](b.md#c) [d](https://e) [f](#g) ![h](../i.svg) [j](k.md \"l\")";
        assert_eq!(targets(line).collect::<Vec<_>>(), ["b.md", "../i.svg", "k.md"]);
    }

    #[test]
    fn named_paths_are_found_unless_they_are_patterns_or_made() {
        let line = "`docs/a.md`, docs/b.md, `crates/*/src`, `rulebook/<game>.toml`, `fuzz/corpus/x`, `xtask/src`";
        assert_eq!(named_paths(line).collect::<Vec<_>>(), ["docs/a.md", "xtask/src"]);
    }
}
