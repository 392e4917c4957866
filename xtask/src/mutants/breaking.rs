//! Breaks functions of a crate in every way there is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::list::{self, Mutant};
use super::schemata::{LeftOut, Schemata, numbered};
use super::side_by_side::{self, progress};
use super::tree::Tree;
use super::trials::Suite;
use crate::cited::Cited;
use crate::messages::Executable;
use crate::{Outcome, read, root};

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
struct Breaking<'a> {
    /// The folder of its crate.
    code: &'static str,
    /// The tests that it has itself.
    tests: Vec<String>,
    tree: Tree,
    /// Every mutant of a function that carries out rules, also of those that are not to be tried: then the next build is
    /// the same, whichever rules are wanted.
    mutants: Vec<Mutant>,
    /// The functions to be broken.
    functions: &'a BTreeSet<&'a str>,
    /// The rules that each function carries out.
    rules: BTreeMap<&'a str, &'a BTreeSet<String>>,
    jobs: usize,
}

/// Breaks functions of a crate, named as `crate::cited` names them, in every way that cargo-mutants lists. The tests are
/// all scenarios, which say what they prove, the golden games, and those in the `tests` folder of the crate.
///
/// All mutants are built at once and chosen when the tests run; those that cannot stand beside others are built alone.
pub(super) fn run(
    code: &'static str,
    functions: &BTreeSet<&str>,
    cited: &[Cited],
    jobs: usize,
) -> Result<Vec<(Mutant, Fate)>, String> {
    let rules: BTreeMap<&str, &BTreeSet<String>> =
        cited.iter().map(|cited| (cited.name.as_str(), &cited.rules)).collect();
    let mutants = list::of(package(code), &rules.keys().copied().collect())?;
    let breaking = Breaking { code, tests: tests_of(code), tree: Tree::new()?, mutants, functions, rules, jobs };
    println!("{code}: {} mutants of {} functions", breaking.wanted().len(), functions.len());
    let (mut left_out, executables) = breaking.build()?;
    let mut suite = Suite::new(executables)?;
    suite.observe(&breaking.tree.folder, jobs)?;
    let mut fates = breaking.try_together(&suite, &left_out)?;
    breaking.try_alone(&mut suite, &mut left_out, &mut fates)?;
    Ok(breaking.wanted().into_iter().map(|(number, mutant)| (mutant.clone(), fates[&number])).collect())
}

impl Breaking<'_> {
    /// The mutants to be tried, with their numbers.
    fn wanted(&self) -> Vec<(u32, &Mutant)> {
        let wanted = |mutant: &Mutant| self.functions.contains(mutant.function.as_str());
        numbered(&self.mutants).filter(|(_, mutant)| wanted(mutant)).collect()
    }

    /// Builds the code with all mutants. Those that do not compile are found by what the compiler says, and left out.
    fn build(&self) -> Result<(LeftOut, Vec<Executable>), String> {
        let mut left_out = self.remembered()?.load();
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
                Ok(executables) => {
                    self.remembered()?.save(&left_out)?;
                    return Ok((left_out, executables));
                }
                Err(errors) if schemata.learn(&errors, &mut left_out) => {}
                Err(errors) => return Err(errors.into_iter().map(|error| error.text).collect()),
            }
        }
    }

    /// Tries the mutants that were built together.
    fn try_together(&self, suite: &Suite, left_out: &LeftOut) -> Result<BTreeMap<u32, Fate>, String> {
        let wanted = self.wanted();
        let bar = progress(wanted.len(), "mutants");
        let fates = side_by_side::run(self.jobs, wanted.len(), |at| {
            let (number, mutant) = wanted[at];
            let fate = if left_out.unviable.contains(&number) || left_out.alone.contains(&number) {
                Ok(Fate::Unviable)
            } else if !suite.reaches(number) {
                Ok(Fate::Unreached)
            } else {
                self.fate(suite, Some(number), mutant)
            };
            bar.inc(1);
            fate
        });
        bar.finish_and_clear();
        wanted.iter().zip(fates).map(|((number, _), fate)| Ok((*number, fate?))).collect()
    }

    fn fate(&self, suite: &Suite, number: Option<u32>, mutant: &Mutant) -> Result<Fate, String> {
        let noticed = suite.notices(number, self.rules[mutant.function.as_str()])?;
        Ok(if noticed { Fate::Noticed } else { Fate::Survived })
    }

    /// Tries the mutants that cannot stand beside others, with a build for each.
    fn try_alone(
        &self,
        suite: &mut Suite,
        left_out: &mut LeftOut,
        fates: &mut BTreeMap<u32, Fate>,
    ) -> Result<(), String> {
        let alone = left_out.alone.clone();
        for (number, mutant) in self.wanted().into_iter().filter(|(number, _)| alone.contains(number)) {
            println!("building alone: {}", mutant.name);
            let mut text = read(&root().join(&mutant.file))?;
            text.replace_range(mutant.range.clone(), &mutant.replacement);
            self.tree.write(&[(PathBuf::from(&mutant.file), text)].into())?;
            if let Ok(executables) = self.tree.build(package(self.code), &self.tests)? {
                suite.executables = executables;
                fates.insert(number, self.fate(suite, None, mutant)?);
            } else {
                left_out.alone.remove(&number);
                left_out.unviable.insert(number);
                self.remembered()?.save(left_out)?;
            }
        }
        Ok(())
    }

    fn remembered(&self) -> Result<Remembered, String> {
        let path = self.tree.folder.join(format!("left-out-{}.json", package(self.code)));
        Ok(Remembered { path, code: format!("{} {}", self.tree.hash()?, self.mutants.len()) })
    }
}

/// Which mutants were left out when this very code was built last, so that they need not be found again.
struct Remembered {
    path: PathBuf,
    /// The hash of the code, and how many mutants it has.
    code: String,
}

impl Remembered {
    fn load(&self) -> LeftOut {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        let kept: Option<(String, LeftOut)> = serde_json::from_str(&text).ok();
        kept.filter(|(code, _)| *code == self.code).map(|(_, left_out)| left_out).unwrap_or_default()
    }

    fn save(&self, left_out: &LeftOut) -> Outcome {
        let text = serde_json::to_string(&(&self.code, left_out)).map_err(|error| error.to_string())?;
        fs::write(&self.path, text).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

/// The name of the crate in a folder.
fn package(code: &str) -> &str {
    code.trim_start_matches("crates/")
}

/// The tests in the `tests` folder of a crate.
fn tests_of(code: &str) -> Vec<String> {
    let folder = root().join(code).join("tests");
    let tests = crate::files_below(&folder, ".rs");
    // A test is a file, or a folder of files that are its modules.
    let name = |path: &PathBuf| {
        let part = path.strip_prefix(&folder).ok()?.components().next()?;
        Some(Path::new(part.as_os_str()).file_stem()?.to_str()?.to_owned())
    };
    let names: BTreeSet<String> = tests.iter().filter_map(name).collect();
    names.into_iter().collect()
}
