//! Runs tests on broken code, as few as will do.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use super::side_by_side::{self, progress};
use crate::messages::Executable;
use crate::{files_below, read, root, shown_path, timed};

/// Tests that play every scenario once more.
const SAID_ALREADY: &str = "every_scenario_";

/// A run may take this much more time of the processor than it takes when nothing is broken, and this much in any case.
const PATIENCE: (u32, Duration) = (5, Duration::from_secs(10));

/// A run that waits instead of working ends after this long.
const WAITING: Duration = Duration::from_secs(600);

/// How often a run is begun again that was ended from outside.
const TRIES: usize = 5;

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
            let mut command = self.command(test.executable, &[test], WAITING);
            let (passed, time) = timed(|| passes(command.env("MUTANTS_REACHED", noted(at)), WAITING));
            let reached = fs::read(noted(at)).unwrap_or_default();
            let _ = fs::remove_file(noted(at));
            bar.inc(1);
            (passed, Duration::from_secs_f64(time), numbers(&reached))
        });
        bar.finish_and_clear();
        for (test, (passed, time, reaches)) in self.tests.iter_mut().zip(seen) {
            if !passed? {
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
    pub(super) fn notices(&self, number: Option<u32>, rules: &BTreeSet<String>) -> Result<bool, String> {
        let may = |test: &&Test| number.is_none_or(|number| test.reaches.contains(&number));
        let mut tests: Vec<&Test> = self.tests.iter().filter(may).collect();
        tests.sort_by_key(|test| (test.proves.is_disjoint(rules), test.time));
        let mut rest = tests.as_slice();
        let mut many = FIRST;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(many.min(rest.len()));
            if self.some_fail(number, now)? {
                return Ok(true);
            }
            (rest, many) = (later, many * 4);
        }
        Ok(false)
    }

    fn some_fail(&self, number: Option<u32>, tests: &[&Test]) -> Result<bool, String> {
        for executable in 0..self.executables.len() {
            let own: Vec<&Test> = tests.iter().copied().filter(|test| test.executable == executable).collect();
            if own.is_empty() {
                continue;
            }
            let time: Duration = own.iter().map(|test| test.time).sum();
            let run = || {
                let mut command = self.command(executable, &own, PATIENCE.1 + time * PATIENCE.0);
                passes(command.env("MUTANT", number.unwrap_or(0).to_string()), WAITING)
            };
            // A machine that is short of room or memory for a moment must not pass for a test that noticed.
            if !run()? && !run()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Runs tests of one executable, with no more than this time of the processor.
    fn command(&self, executable: usize, tests: &[&Test], time: Duration) -> Command {
        let executable = &self.executables[executable];
        let mut command = limited(&executable.path, time);
        if executable.is_test {
            command.args(["--exact", "--quiet", "--test-threads=1"]).current_dir(&executable.package);
        } else {
            command.arg("scenario").current_dir(root());
        }
        command.args(tests.iter().map(|test| &test.name));
        command
    }
}

/// A command that may take neither all memory nor more than this time of the processor: code that never ends may also
/// gather without end. What else the machine has to do does not count against it.
fn limited(path: &Path, time: Duration) -> Command {
    if cfg!(unix) {
        let mut command = Command::new("sh");
        let limits = "ulimit -c 0; ulimit -v 4194304; ulimit -S -t \"$1\"; shift; exec \"$0\" \"$@\"";
        command.args(["-c", limits]).arg(path).arg(time.as_secs().max(1).to_string());
        command
    } else {
        Command::new(path)
    }
}

/// Whether a command succeeds before this limit. What it prints is not shown. A command that was ended from outside said
/// nothing and runs again, in the end to no avail.
fn passes(command: &mut Command, limit: Duration) -> Result<bool, String> {
    command.env("RUST_BACKTRACE", "0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    for _ in 0..TRIES {
        let mut child = command.spawn().map_err(|error| format!("a test could not be started: {error}"))?;
        if !ends(&mut child, limit) {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(false);
        }
        let status = child.wait().map_err(|error| format!("a test was lost: {error}"))?;
        if !ended_from_outside(status) {
            return Ok(status.success());
        }
    }
    Err(format!("a test was ended from outside {TRIES} times, so what it would have found is not known"))
}

/// Whether somebody else ended a process: a person, a script, or a system that is short of memory. A test that fails ends
/// with a number, one that breaks down or has used up its time with a signal of its own.
#[cfg(unix)]
fn ended_from_outside(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    const HANGUP: i32 = 1;
    const INTERRUPT: i32 = 2;
    const KILL: i32 = 9;
    const TERMINATE: i32 = 15;
    status.signal().is_some_and(|signal| [HANGUP, INTERRUPT, KILL, TERMINATE].contains(&signal))
}

#[cfg(not(unix))]
fn ended_from_outside(_: ExitStatus) -> bool {
    false
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
        assert_eq!(shell("exit 0"), Ok(true));
        assert_eq!(shell("exit 1"), Ok(false));
        assert_eq!(shell("exec sleep 10"), Ok(false));
        assert_eq!(shell("kill -ABRT $$"), Ok(false));
    }

    #[cfg(unix)]
    #[test]
    fn a_test_ended_from_outside_is_run_again_and_found_nothing() {
        let ended = |signal: &str| passes(Command::new("sh").args(["-c", signal]), Duration::from_secs(60));
        for signal in ["kill -KILL $$", "kill -TERM $$", "kill -INT $$", "kill -HUP $$"] {
            assert!(ended(signal).is_err(), "{signal}");
        }
        let once = std::env::temp_dir().join(format!("muster-ended-once-{}", std::process::id()));
        let script = format!("test -e '{0}' && exit 0; touch '{0}'; kill -KILL $$", once.display());
        let second = ended(&script);
        let _ = fs::remove_file(once);
        assert_eq!(second, Ok(true));
    }

    #[cfg(unix)]
    #[test]
    fn a_test_that_works_without_end_uses_up_its_time() {
        let mut endless = limited(Path::new("sh"), Duration::from_secs(1));
        assert_eq!(passes(endless.args(["-c", "while :; do :; done"]), Duration::from_secs(60)), Ok(false));
    }
}
