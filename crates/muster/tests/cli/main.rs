//! The command line as its users meet it: what goes in, what comes out, and the exit code.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

mod army;
mod battle;
mod field;
mod odds;
mod pack;
mod play;
mod replay;
mod rules;
mod scenario;
mod serve;
mod simulate;
mod usage;

/// What a run left behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn muster_in(folder: &Path, arguments: &[&str], typed: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that ends early reads no more; what is left over is nobody's loss.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn muster(arguments: &[&str]) -> Run {
    muster_in(Path::new(env!("CARGO_TARGET_TMPDIR")), arguments, "")
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}{}", run.out, run.err))
}

/// Checks that something is refused with this code and a sentence that says this.
fn check_refused(arguments: &[&str], code: i32, sentence: &str) {
    let run = muster(arguments);
    assert_eq!(run.code, code, "{arguments:?}: {}{}", run.out, run.err);
    assert!(run.err.contains(sentence), "{arguments:?}: {}", run.err);
    assert!(!run.err.contains("panicked") && !run.err.contains("bug"), "{arguments:?}: {}", run.err);
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}
