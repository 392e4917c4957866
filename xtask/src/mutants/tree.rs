//! A copy of the workspace in which code is broken.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::messages::{self, Executable, Message};
use crate::{Outcome, cargo, files_below, root, shown_path, target_folder};

/// The profile of builds: quick, but with every check left on, as in tests.
const PROFILE: [&str; 6] = [
    "profile.mutants.inherits=\"release\"",
    "profile.mutants.lto=\"off\"",
    "profile.mutants.codegen-units=16",
    "profile.mutants.debug=false",
    "profile.mutants.debug-assertions=true",
    "profile.mutants.overflow-checks=true",
];

/// What is not in the copy. Scenarios are played from where they are; the command line would be built again for each that
/// changes, and for every rule that is proven.
const NOT_COPIED: [&str; 3] = ["fuzz", "scenarios", "docs/proven.json"];

/// The copy, which is kept from run to run, so that only what changes is built.
pub(super) struct Tree {
    /// The folder of the copy.
    pub(super) root: PathBuf,
    /// The folder of builds.
    target: PathBuf,
    /// The folder for all that is about mutants.
    pub(super) folder: PathBuf,
    /// What belongs to the workspace, by its path from its folder on.
    files: BTreeSet<PathBuf>,
}

impl Tree {
    /// The copy, below the folder of builds of this workspace; nothing is written yet.
    pub(super) fn new() -> Result<Tree, String> {
        let target = &target_folder()?;
        let files = files_below(&root(), "").into_iter().filter(|path| !path.starts_with(target));
        let files = files.filter_map(|path| Some(path.strip_prefix(root()).ok()?.to_owned()));
        let files = files.filter(|path| !NOT_COPIED.iter().any(|other| path.starts_with(other))).collect();
        let folder = target.join("mutants");
        Ok(Tree { root: folder.join("tree"), target: folder.join("build"), folder, files })
    }

    /// Makes the copy what the workspace is, but for these files. A file that is the same already is not touched: cargo
    /// would build again what depends on it.
    pub(super) fn write(&self, changed: &BTreeMap<PathBuf, String>) -> Outcome {
        // The command line looks there when it is built.
        fs::create_dir_all(self.root.join("scenarios")).map_err(|error| format!("the copy: {error}"))?;
        for old in files_below(&self.root, "") {
            let path = old.strip_prefix(&self.root).unwrap_or(&old);
            if !self.files.contains(path) && !changed.contains_key(path) {
                fs::remove_file(&old).map_err(|error| format!("{}: {error}", old.display()))?;
            }
        }
        for path in self.files.iter().chain(changed.keys()) {
            let text = match changed.get(path) {
                Some(text) => text.clone().into_bytes(),
                None => fs::read(root().join(path)).map_err(|error| format!("{}: {error}", shown_path(path)))?,
            };
            write_if_new(&self.root.join(path), &text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }

    /// A hash of all code, of what it depends on, and of what breaks it.
    pub(super) fn hash(&self) -> Result<String, String> {
        let mut hash = Sha256::new();
        let counts = |path: &&PathBuf| ["crates", "xtask", "Cargo.lock"].iter().any(|part| path.starts_with(part));
        for path in self.files.iter().filter(counts) {
            let text = fs::read(root().join(path)).map_err(|error| format!("{}: {error}", shown_path(path)))?;
            hash.update(path.display().to_string());
            hash.update(text.len().to_le_bytes());
            hash.update(text);
        }
        Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Builds what runs the tests that name rules: the command line, which plays scenarios, these tests of a ruleset, and
    /// the test of scenarios. Gives what is to be run, or errors in the code.
    pub(super) fn build(
        &self,
        package: &str,
        tests: &[String],
    ) -> Result<Result<Vec<Executable>, Vec<Message>>, String> {
        let mut build = cargo(["build", "--locked", "--profile=mutants", "--message-format=json"]);
        build.args(PROFILE.iter().flat_map(|setting| ["--config", setting]));
        build.args(["--package=trial", "--package=muster", "--bin=muster", "--test=scenarios", "--test=golden"]);
        build.arg(format!("--package={package}")).args(tests.iter().map(|test| format!("--test={test}")));
        let output = build.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target).output();
        let output = output.map_err(|error| format!("cargo could not be started: {error}"))?;
        let said = messages::read(&String::from_utf8_lossy(&output.stdout));
        if output.status.success() {
            Ok(Ok(said.executables))
        } else if said.errors.is_empty() {
            Err(format!("the copy cannot be built: {}", String::from_utf8_lossy(&output.stderr)))
        } else {
            Ok(Err(said.errors))
        }
    }
}

fn write_if_new(path: &Path, text: &[u8]) -> std::io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, text)
}
