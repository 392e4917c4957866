//! Every check that a change must pass.

use std::process::{Command, ExitCode};

use crate::{Outcome, cargo, fuzz, ids, mutants, root, run, succeeds, timed, web, words};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Go on after a check that failed, to see what else does.
    #[arg(long)]
    keep_going: bool,
}

struct Step {
    name: &'static str,
    check: fn() -> Outcome,
}

/// The checks, in order: what takes no time comes first.
const STEPS: [Step; 12] = [
    Step { name: "formatting", check: formatting },
    Step { name: "ids, links and paths", check: ids::check },
    Step { name: "words of rulebooks", check: words::check },
    Step { name: "what is proven", check: mutants::check },
    Step { name: "page", check: web::check },
    Step { name: "lints", check: lints },
    Step { name: "tests", check: tests },
    Step { name: "scenarios", check: scenarios },
    Step { name: "rule coverage", check: coverage },
    Step { name: "browser", check: web::browser },
    Step { name: "documentation", check: documentation },
    Step { name: "fuzz targets", check: fuzz::build },
];

/// Runs the checks. The last line is how many passed and failed.
pub(crate) fn run_all(arguments: &Arguments) -> ExitCode {
    let (mut passed, mut failed) = (0, 0);
    let mut summary = Vec::new();
    for step in &STEPS {
        if failed > 0 && !arguments.keep_going {
            summary.push(format!("           not run  {}", step.name));
            continue;
        }
        println!("\n==== {} ====", step.name);
        let (outcome, seconds) = timed(step.check);
        if let Err(sentence) = outcome {
            println!("error: {sentence}");
            summary.push(format!("{seconds:>7.1} s  failed   {}: {sentence}", step.name));
            failed += 1;
        } else {
            summary.push(format!("{seconds:>7.1} s  passed   {}", step.name));
            passed += 1;
        }
    }
    println!("\n==== summary ====\n{}\n", summary.join("\n"));
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn formatting() -> Outcome {
    must_be_installed("fmt", "rustfmt")?;
    run(&mut cargo(["fmt", "--all", "--check"])).map_err(|_| "some code is not formatted; run `cargo fmt`".to_owned())
}

fn lints() -> Outcome {
    must_be_installed("clippy", "clippy")?;
    run(&mut cargo(["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]))
        .map_err(|_| "clippy found something".to_owned())
}

fn must_be_installed(command: &str, component: &str) -> Outcome {
    if succeeds(&mut cargo([command, "--version"])) {
        return Ok(());
    }
    Err(format!("{component} is not installed; run `rustup component add {component}`"))
}

fn tests() -> Outcome {
    run(&mut cargo(["test", "--locked", "--workspace"])).map_err(|_| "a test failed".to_owned())
}

/// Runs the command line. It was built for its tests; to let cargo run it would build much of it again, since
/// dependencies have fewer features without tests.
fn muster(arguments: &[&str]) -> Outcome {
    run(Command::new(crate::muster()?).args(arguments).current_dir(root()))
}

fn scenarios() -> Outcome {
    muster(&["scenario", "scenarios"]).map_err(|_| "a scenario failed".to_owned())
}

fn coverage() -> Outcome {
    // Books that are not carried out yet are left out by the check itself.
    muster(&["rules", "--coverage", "--check"]).map_err(|_| "a rule is not covered".to_owned())
}

fn documentation() -> Outcome {
    let mut doc = cargo(["doc", "--locked", "--workspace", "--no-deps"]);
    run(doc.env("RUSTDOCFLAGS", "-D warnings")).map_err(|_| "rustdoc found something".to_owned())
}
