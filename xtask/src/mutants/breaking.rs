//! Breaks functions of a crate in every way there is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::list::{self, Mutant};
use super::messages::Executable;
use super::schemata::{LeftOut, Schemata, numbered};
use super::side_by_side::{self, progress};
use super::tree::Tree;
use super::trials::Suite;
use crate::cited::Cited;
use crate::{read, root};

/// What came of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// A test failed, or did not end.
    Noticed,
    /// No test noticed.
    Survived,
    /// No test even runs the code where it stands.
    Unreached,
    /// It does not compile, and so breaks nothing.
    Unviable,
}

/// A ruleset that is broken.
struct Breaking {
    /// The folder of its crate.
    code: &'static str,
    /// The tests that it has itself.
    tests: Vec<String>,
    tree: Tree,
    mutants: Vec<Mutant>,
    /// The rules that each function carries out.
    rules: BTreeMap<String, BTreeSet<String>>,
    jobs: usize,
}

/// Breaks functions of a crate, named as `crate::cited` names them, in every way that cargo-mutants lists. The tests are
/// those that name rules: all scenarios, which say what they prove, and those in the `tests` folder of the crate.
///
/// All mutants are built at once and chosen when the tests run; those that cannot stand beside others are built alone.
pub(super) fn run(
    code: &'static str,
    functions: &BTreeSet<&str>,
    cited: &[Cited],
    jobs: usize,
) -> Result<Vec<(Mutant, Fate)>, String> {
    let mutants = list::of(package(code), functions)?;
    let rules = cited.iter().map(|cited| (cited.name.clone(), cited.rules.clone())).collect();
    let breaking = Breaking { code, tests: tests_of(code), tree: Tree::new()?, mutants, rules, jobs };
    println!("{code}: {} mutants of {} functions", breaking.mutants.len(), functions.len());
    let (left_out, executables) = breaking.build()?;
    let mut suite = Suite::new(executables, &breaking.tree.root)?;
    suite.observe(&breaking.tree.folder, jobs)?;
    let mut fates = breaking.try_together(&suite, &left_out);
    breaking.try_alone(&mut suite, &left_out, &mut fates)?;
    Ok(breaking.mutants.into_iter().zip(fates.into_values()).collect())
}

impl Breaking {
    /// Builds the code with all mutants. Those that do not compile are found by what the compiler says, and left out.
    fn build(&self) -> Result<(LeftOut, Vec<Executable>), String> {
        let mut left_out = LeftOut::default();
        loop {
            let schemata = Schemata::new(self.code, &self.mutants, &mut left_out)?;
            println!(
                "building all but {} that do not compile and {} to be tried alone",
                left_out.unviable.len(),
                left_out.alone.len()
            );
            let texts = schemata.files.iter().map(|(path, file)| (PathBuf::from(path), file.text.clone()));
            self.tree.write(&texts.collect())?;
            match self.tree.build(package(self.code), &self.tests)? {
                Ok(executables) => return Ok((left_out, executables)),
                Err(errors) if schemata.learn(&errors, &mut left_out) => {}
                Err(errors) => return Err(errors.into_iter().map(|error| error.text).collect()),
            }
        }
    }

    /// Tries the mutants that were built together.
    fn try_together(&self, suite: &Suite, left_out: &LeftOut) -> BTreeMap<u32, Fate> {
        let all: Vec<(u32, &Mutant)> = numbered(&self.mutants).collect();
        let bar = progress(all.len(), "mutants");
        let fates = side_by_side::run(self.jobs, all.len(), |at| {
            let (number, mutant) = all[at];
            let fate = if left_out.unviable.contains(&number) || left_out.alone.contains(&number) {
                Fate::Unviable
            } else if !suite.reaches(number) {
                Fate::Unreached
            } else {
                self.fate(suite, Some(number), mutant)
            };
            bar.inc(1);
            fate
        });
        bar.finish_and_clear();
        all.iter().map(|(number, _)| *number).zip(fates).collect()
    }

    fn fate(&self, suite: &Suite, number: Option<u32>, mutant: &Mutant) -> Fate {
        let none = BTreeSet::new();
        let rules = self.rules.get(&mutant.function).unwrap_or(&none);
        if suite.notices(number, rules) { Fate::Noticed } else { Fate::Survived }
    }

    /// Tries the mutants that cannot stand beside others, with a build for each.
    fn try_alone(&self, suite: &mut Suite, left_out: &LeftOut, fates: &mut BTreeMap<u32, Fate>) -> Result<(), String> {
        for (number, mutant) in numbered(&self.mutants).filter(|(number, _)| left_out.alone.contains(number)) {
            println!("building alone: {}", mutant.name);
            let mut text = read(&root().join(&mutant.file))?;
            text.replace_range(mutant.range.clone(), &mutant.replacement);
            self.tree.write(&[(PathBuf::from(&mutant.file), text)].into())?;
            if let Ok(executables) = self.tree.build(package(self.code), &self.tests)? {
                suite.executables = executables;
                fates.insert(number, self.fate(suite, None, mutant));
            }
        }
        Ok(())
    }
}

/// The name of the crate in a folder.
fn package(code: &str) -> &str {
    code.trim_start_matches("crates/")
}

/// The files in the `tests` folder of a crate.
fn tests_of(code: &str) -> Vec<String> {
    let tests = crate::files_below(&root().join(code).join("tests"), ".rs");
    tests.iter().filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}
