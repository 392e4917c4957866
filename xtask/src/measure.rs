//! Measurements and campaigns. They play games or make battlefields, so they live beside what they are about, and are
//! built with optimisation.

use crate::{Outcome, cargo, root, run, web};

#[derive(Debug, clap::Args)]
pub(crate) struct Bench {
    /// What to measure: `engine`, `ground`, `aot`, `store` or `server`; all, one after the other, when none is named.
    what: Option<String>,
    /// Print the figures as JSON, one document for each.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Campaign {
    /// Which one: `aot`, `armies`, `charges`, `drivers`, `odds`, `record-bytes`, `ground` or `server`.
    name: String,
    /// Run it in full and write the result to docs/campaigns; otherwise a small part of it runs and nothing is written.
    #[arg(long)]
    full: bool,
}

/// What is measured, and the crate that has its benchmark, which is `benches/speed` in each.
const BENCHES: [(&str, &str); 5] =
    [("engine", "trial"), ("ground", "ground"), ("aot", "aot"), ("store", "store"), ("server", "server")];

/// Measures.
pub(crate) fn bench(arguments: &Bench) -> Outcome {
    let wanted = |name: &str| arguments.what.as_ref().is_none_or(|what| what == name);
    if !BENCHES.iter().any(|(name, _)| wanted(name)) && !wanted("page") {
        return Err("there is no such benchmark; there are engine, ground, aot, store, server and page".to_owned());
    }
    for (_, package) in BENCHES.iter().filter(|(name, _)| wanted(name)) {
        let mut command = cargo(["bench", "--locked", "--quiet", "--package", package, "--bench", "speed", "--"]);
        run(command.args(arguments.json.then_some("--json")))?;
    }
    if wanted("page") { web::speed() } else { Ok(()) }
}

/// Runs a campaign. The code is in `crates/trial/examples/campaign` or, for those of `ground` and `server`, in the same
/// place of the crate that they are about.
pub(crate) fn campaign(arguments: &Campaign) -> Outcome {
    let (package, example) = match arguments.name.as_str() {
        "ground" => ("ground", "battlefields"),
        "server" => {
            // It starts the program, which is built beside it.
            run(&mut cargo(["build", "--locked", "--quiet", "--release", "--package", "muster"]))?;
            ("muster", "server")
        }
        _ => ("trial", "campaign"),
    };
    let mut command =
        cargo(["run", "--locked", "--quiet", "--release", "--package", package, "--example", example, "--"]);
    command.arg(&arguments.name);
    if arguments.full {
        command.arg("--write").arg(root().join("docs/campaigns"));
    }
    run(&mut command)
}
