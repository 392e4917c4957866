//! Runs tests on broken code, as few as will do.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use super::side_by_side::{self, progress};
use crate::messages::Executable;
use crate::{files_below, read, root, shown_path, timed};

/// Tests that play every scenario once more.
const SAID_ALREADY: &str = "every_scenario_";

/// A run may take this much longer than it takes when nothing is broken, and this long in any case.
const PATIENCE: (u32, Duration) = (5, Duration::from_secs(10));

/// How many tests are run first; then four times as many, and so on. Most mutants are noticed by the first.
const FIRST: usize = 4;

/// One test: a scenario, or a function.
#[derive(Clone, Debug)]
pub(super) struct Test {
    /// Which of the executables runs it.
    executable: usize,
    /// Its file, or the name of the function.
    name: String,
    /// The rules it names, if it is a scenario.
    proves: BTreeSet<String>,
    /// How long it takes when nothing is broken.
    time: Duration,
    /// The mutants that would have made a difference to it, if only to a value that nobody looks at.
    reaches: BTreeSet<u32>,
}

/// All tests.
pub(super) struct Suite {
    /// What runs them.
    pub(super) executables: Vec<Executable>,
    tests: Vec<Test>,
}

impl Suite {
    /// Lists the tests of what was built.
    pub(super) fn new(executables: Vec<Executable>) -> Result<Suite, String> {
        let mut tests = Vec::new();
        for (executable, built) in executables.iter().enumerate() {
            let names = if built.is_test { functions(built)? } else { scenarios() };
            for name in names.into_iter().filter(|name| !name.starts_with(SAID_ALREADY)) {
                let proves = if built.is_test { BTreeSet::new() } else { proves(&read(&root().join(&name))?) };
                tests.push(Test { executable, name, proves, time: Duration::ZERO, reaches: BTreeSet::new() });
            }
        }
        Ok(Suite { executables, tests })
    }

    /// Runs every test with nothing broken, and notes which mutants it reaches.
    pub(super) fn observe(&mut self, folder: &Path, jobs: usize) -> Result<(), String> {
        let noted = |at: usize| folder.join(format!("reached-{at}"));
        let bar = progress(self.tests.len(), "tests with nothing broken");
        let seen = side_by_side::run(jobs, self.tests.len(), |at| {
            let _ = fs::remove_file(noted(at));
            let test = &self.tests[at];
            let mut command = self.command(test.executable, &[test]);
            let (passed, time) = timed(|| passes(command.env("MUTANTS_REACHED", noted(at)), Duration::from_secs(600)));
            let reached = fs::read(noted(at)).unwrap_or_default();
            let _ = fs::remove_file(noted(at));
            bar.inc(1);
            (passed, Duration::from_secs_f64(time), numbers(&reached))
        });
        bar.finish_and_clear();
        for (test, (passed, time, reaches)) in self.tests.iter_mut().zip(seen) {
            if !passed {
                return Err(format!("{} fails before anything is broken", test.name));
            }
            (test.time, test.reaches) = (time, reaches);
        }
        Ok(())
    }

    /// Whether some test reaches a mutant.
    pub(super) fn reaches(&self, number: u32) -> bool {
        self.tests.iter().any(|test| test.reaches.contains(&number))
    }

    /// Whether some test fails with a mutant, or does not end. Scenarios that name these rules are tried first. Without a
    /// number the code itself is broken, and every test may reach it.
    pub(super) fn notices(&self, number: Option<u32>, rules: &BTreeSet<String>) -> bool {
        let may = |test: &&Test| number.is_none_or(|number| test.reaches.contains(&number));
        let mut tests: Vec<&Test> = self.tests.iter().filter(may).collect();
        tests.sort_by_key(|test| (test.proves.is_disjoint(rules), test.time));
        let mut rest = tests.as_slice();
        let mut many = FIRST;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(many.min(rest.len()));
            if self.some_fail(number, now) {
                return true;
            }
            (rest, many) = (later, many * 4);
        }
        false
    }

    fn some_fail(&self, number: Option<u32>, tests: &[&Test]) -> bool {
        (0..self.executables.len()).any(|executable| {
            let own: Vec<&Test> = tests.iter().copied().filter(|test| test.executable == executable).collect();
            let time: Duration = own.iter().map(|test| test.time).sum();
            let mut command = self.command(executable, &own);
            command.env("MUTANT", number.unwrap_or(0).to_string());
            !own.is_empty() && !passes(&mut command, PATIENCE.1 + time * PATIENCE.0)
        })
    }

    /// Runs tests of one executable.
    fn command(&self, executable: usize, tests: &[&Test]) -> Command {
        let executable = &self.executables[executable];
        let mut command = limited(&executable.path);
        if executable.is_test {
            command.args(["--exact", "--quiet", "--test-threads=1"]).current_dir(&executable.package);
        } else {
            command.arg("scenario").current_dir(root());
        }
        command.args(tests.iter().map(|test| &test.name));
        command
    }
}

/// A command that may not take all memory: code that never ends may also gather without end.
fn limited(path: &Path) -> Command {
    if cfg!(unix) {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -c 0; ulimit -v 4194304; exec \"$0\" \"$@\""]).arg(path);
        command
    } else {
        Command::new(path)
    }
}

/// Whether a command succeeds in this time. What it prints is not shown.
fn passes(command: &mut Command, limit: Duration) -> bool {
    command.env("RUST_BACKTRACE", "0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let ended = ends(&mut child, limit);
    if !ended {
        let _ = child.kill();
    }
    let status = child.wait();
    ended && status.is_ok_and(|status| status.success())
}

/// Whether a child closes its output in this time, as it does when it ends.
fn ends(child: &mut Child, limit: Duration) -> bool {
    let Some(mut output) = child.stdout.take() else { return true };
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let _ = io::copy(&mut output, &mut io::sink());
        let _ = sender.send(());
    });
    receiver.recv_timeout(limit).is_ok()
}

/// The functions of a file of tests.
fn functions(executable: &Executable) -> Result<Vec<String>, String> {
    let output = Command::new(&executable.path).args(["--list", "--format=terse"]).output();
    let output = output.map_err(|error| format!("{} could not be started: {error}", executable.name))?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(lines.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// All scenarios, by their paths from the folder of the repository on.
fn scenarios() -> Vec<String> {
    files_below(&root().join("scenarios"), ".scenario").iter().map(|path| shown_path(path)).collect()
}

/// The rules that a scenario names.
fn proves(text: &str) -> BTreeSet<String> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("proves:"));
    lines.flat_map(|line| line.split(',')).map(|rule| rule.trim().to_owned()).collect()
}

/// The numbers in a file in which mutants were noted.
fn numbers(noted: &[u8]) -> BTreeSet<u32> {
    let (fours, _) = noted.as_chunks::<4>();
    fours.iter().map(|four| u32::from_le_bytes(*four)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_that_a_scenario_names_are_read() {
        let text = "scenario: A test\nproves: duel.a, duel.b-c\nplay:\n";
        assert_eq!(proves(text), ["duel.a", "duel.b-c"].map(str::to_owned).into());
    }

    #[test]
    fn numbers_are_read_as_they_are_noted() {
        let noted: Vec<u8> = [3_u32, 70_000].iter().flat_map(|number| number.to_le_bytes()).collect();
        assert_eq!(numbers(&noted), [3, 70_000].into());
    }

    #[cfg(unix)]
    #[test]
    fn what_fails_and_what_does_not_end_does_not_pass() {
        let shell = |script: &str| passes(Command::new("sh").args(["-c", script]), Duration::from_millis(300));
        assert!(shell("exit 0"));
        assert!(!shell("exit 1"));
        assert!(!shell("exec sleep 10"));
    }
}
