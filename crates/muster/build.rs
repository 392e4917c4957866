//! Gathers what `muster rules --coverage` counts: the ids that rulesets cite, the scenarios, and what is proven.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The crates that carry out a rulebook, and how the ids of that book begin.
const RULESETS: [(&str, &str); 4] =
    [("duel", "duel."), ("aot", "aot."), ("firefight", "firefight."), ("last_edition", "tle.")];

fn main() -> io::Result<()> {
    // Asked for when it runs: a build folder may serve several copies of the project.
    let here = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let root = here.join("../..");
    let mut cited = BTreeSet::new();
    for (folder, prefix) in RULESETS {
        let source = root.join("crates").join(folder).join("src");
        if source.is_dir() {
            watch(&source);
            for file in files(&source, "rs")? {
                cite(&fs::read_to_string(file)?, prefix, &mut cited);
            }
        }
    }
    // A new ruleset is a new line there.
    watch(&root.join("Cargo.toml"));
    let scenarios = root.join("scenarios");
    watch(&scenarios);
    let proven = root.join("docs/proven.json");
    watch(&root.join("docs"));

    let mut text = String::from("pub(super) static CITED: &[&str] = &[\n");
    for id in &cited {
        text += &format!("    {id:?},\n");
    }
    text += "];\npub(super) static SCENARIOS: &[(&str, &str)] = &[\n";
    for file in files(&scenarios, "scenario")? {
        let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
        text += &format!("    ({name:?}, include_str!({:?})),\n", file.canonicalize()?);
    }
    text += "];\n";
    let proven = if proven.is_file() { fs::read_to_string(proven)? } else { "{}".to_owned() };
    text += &format!("pub(super) static PROVEN: &str = {proven:?};\n");
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("coverage.rs"), text)
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

/// The files below a folder with this ending, sorted.
fn files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        if !folder.is_dir() {
            continue;
        }
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|other| other == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Gathers the ids in the doc comments of a source file.
fn cite(source: &str, prefix: &str, cited: &mut BTreeSet<String>) {
    for line in source.lines().map(str::trim_start) {
        if !line.starts_with("///") && !line.starts_with("//!") {
            continue;
        }
        for word in line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-')) {
            let word = word.trim_end_matches('.');
            if word.starts_with(prefix) {
                cited.insert(word.to_owned());
            }
        }
    }
}
