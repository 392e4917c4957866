//! Everything a contributor runs, as `cargo xtask COMMAND`.

#![expect(clippy::print_stdout, reason = "this is a command line")]

mod against;
mod books;
mod ci;
mod cited;
mod decisions;
mod fuzz;
mod ids;
mod links;
mod measure;
mod messages;
mod mutants;
mod proven;
mod web;
mod words;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Parser, Subcommand};

/// What a contributor to Muster runs.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Run every check that a change must pass, in order, and stop at the first failure.
    #[command(alias = "test")]
    Ci(ci::Arguments),
    /// Check that rule ids, links and paths in code, scenarios and docs lead somewhere.
    Ids,
    /// Check that server, page and command line know no word of any rulebook.
    Words,
    Bench(measure::Bench),
    /// Break the functions that carry out rules, and see whether the tests that name the rules notice.
    Mutants(mutants::Arguments),
    /// Feed hostile input to one fuzz target, or to each in turn.
    Fuzz(fuzz::Arguments),
    /// Run a check in large numbers and write down the result.
    Campaign(measure::Campaign),
    /// Write the types that the page shares with the server.
    Types,
    /// Take pictures of the main views of the page, for the README.
    Screenshots,
}

/// What a task gives: nothing, or a sentence that says what is wrong.
type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Task::Ci(arguments) => return ci::run_all(&arguments),
        Task::Ids => ids::check(),
        Task::Words => words::check(),
        Task::Bench(arguments) => measure::bench(&arguments),
        Task::Mutants(arguments) => mutants::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Campaign(arguments) => measure::campaign(&arguments),
        Task::Screenshots => web::screenshots(),
        Task::Types => run(&mut cargo(["run", "--locked", "--package", "server", "--example", "types"])),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("error: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the repository.
fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

/// Cargo with these arguments, to be run in the folder of the repository.
fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).current_dir(root());
    command
}

/// The folder of builds of this workspace.
fn target_folder() -> Result<PathBuf, String> {
    #[derive(serde::Deserialize)]
    struct Metadata {
        target_directory: PathBuf,
    }
    let output = cargo(["metadata", "--no-deps", "--format-version=1"]).output();
    let output = output.map_err(|error| format!("cargo could not be started: {error}"))?;
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(metadata.target_directory)
}

/// The command line. It was built beside this program.
fn muster() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(here.with_file_name(format!("muster{}", std::env::consts::EXE_SUFFIX)))
}

/// Runs a command to its end. What it prints goes to whoever started the task.
fn run(command: &mut Command) -> Outcome {
    let shown = shown(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("`{shown}` failed")),
        Err(error) => Err(format!("`{shown}` could not be started: {error}")),
    }
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// Whether a command runs and succeeds; what it prints is not shown.
fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Every file below a folder whose name ends like this, in the order of their paths. Folders of builds are left out.
fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = folder.read_dir() else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
            if path.is_dir() && !["target", "node_modules", "dist"].contains(&name) && !name.starts_with('.') {
                folders.push(path);
            } else if path.is_file() && name.ends_with(ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The text of a file.
fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", shown_path(path)))
}

/// A path as people name it: from the folder of the repository on.
fn shown_path(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Does something, and says how many seconds it took.
#[expect(clippy::disallowed_types, reason = "how long something takes is shown, or waited, and decides nothing else")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = std::time::Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64())
}

/// Prints what is wrong, line by line, and sums it up.
fn report(faults: &[String], what: &str) -> Outcome {
    for fault in faults {
        println!("{fault}");
    }
    match faults.len() {
        0 => Ok(()),
        1 => Err(format!("there is 1 {what}")),
        n => Err(format!("there are {n} {what}s")),
    }
}
