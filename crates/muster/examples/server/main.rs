//! The server, killed, without room on its disk, and among hostile clients. `cargo xtask campaign server` runs it.
//!
//! ```text
//! server server [--write FOLDER]
//! ```
//!
//! With a folder the whole campaign runs and its result is written there; without one a short form runs. It starts the
//! `muster` that was built beside it, and connects to loopback addresses only.

#![expect(clippy::print_stdout, reason = "this is a command line")]

#[path = "campaign.rs"]
mod campaign;

use std::path::PathBuf;
use std::process::ExitCode;

use campaign::{Size, run};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let folder = match arguments.as_slice() {
        ["server"] => None,
        ["server", "--write", folder] => Some(PathBuf::from(folder)),
        _ => {
            eprintln!("error: write server, and perhaps --write FOLDER");
            return ExitCode::FAILURE;
        }
    };
    let here = std::env::current_exe().unwrap_or_default();
    let built = here.parent().and_then(|examples| examples.parent()).map(|built| built.join("muster"));
    let report = run(&built.unwrap_or_default(), &Size::new(folder.is_some()));
    println!("{}", report.text);
    if let Some(folder) = folder
        && let Err(error) = std::fs::write(folder.join("server.md"), &report.text)
    {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    if report.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
