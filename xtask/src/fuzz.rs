//! Hostile input: the fuzz targets in `fuzz/fuzz_targets`. Their bodies are in `crates/trial/src/hostile.rs` and, for
//! battlefields, in `crates/field/tests/hostile`.

use std::process::Command;

use crate::{Outcome, cargo, files_below, root, run as run_command, succeeds};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The target; all of them, one after the other, when none is named.
    target: Option<String>,
    /// How long each target runs.
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
}

fn targets() -> Vec<String> {
    let files = files_below(&root().join("fuzz/fuzz_targets"), ".rs");
    files.iter().filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    must_be_installed()?;
    let targets = targets();
    let wanted = match &arguments.target {
        Some(target) if !targets.contains(target) => {
            return Err(format!("there is no target {target}; choose from {}", targets.join(", ")));
        }
        Some(target) => vec![target.clone()],
        None => targets,
    };
    use_the_same_versions()?;
    for target in &wanted {
        let seeds = format!("seeds/{target}");
        let corpus = format!("corpus/{target}");
        let folder = root().join("fuzz");
        std::fs::create_dir_all(folder.join(&corpus)).map_err(|error| format!("fuzz/{corpus}: {error}"))?;
        let mut command = Command::new("cargo");
        // There is no unsafe code for a sanitizer to watch, and without one four times as much is tried.
        command.current_dir(folder).args(["+nightly", "fuzz", "run", "--sanitizer", "none", target, &corpus, &seeds]);
        command.arg("--");
        command.arg(format!("-max_total_time={}", arguments.seconds)).args(["-print_final_stats=1", "-max_len=4096"]);
        run_command(&mut command).map_err(|_| format!("the target {target} found something; its input is above"))?;
    }
    Ok(())
}

fn must_be_installed() -> Outcome {
    if !succeeds(&mut cargo(["+nightly", "--version"])) {
        return Err("fuzzing needs a nightly toolchain; run `rustup toolchain install nightly`".to_owned());
    }
    if !succeeds(&mut cargo(["+nightly", "fuzz", "--version"])) {
        println!("cargo-fuzz is not installed; installing it");
        return run_command(&mut cargo(["install", "cargo-fuzz", "--locked"]));
    }
    Ok(())
}

/// The targets are a workspace of their own, but are built from the same versions of everything.
fn use_the_same_versions() -> Outcome {
    let copied = std::fs::copy(root().join("Cargo.lock"), root().join("fuzz/Cargo.lock"));
    copied.map(|_| ()).map_err(|error| format!("fuzz/Cargo.lock cannot be written: {error}"))
}

/// The targets compile. This needs neither nightly nor cargo-fuzz; what the seeds do is an ordinary test.
pub(crate) fn build() -> Outcome {
    if !succeeds(Command::new("c++").arg("--version")) {
        println!("skipped: the fuzz targets need a C++ compiler, and none is installed");
        return Ok(());
    }
    use_the_same_versions()?;
    run_command(&mut cargo(["check", "--manifest-path", "fuzz/Cargo.toml"]))
        .map_err(|_| "the fuzz targets do not compile".to_owned())
}
