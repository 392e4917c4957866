//! Measurements and campaigns. Both play games, so they live beside the test kit and are built with optimisation.

use crate::{Outcome, cargo, root, run};

#[derive(Debug, clap::Args)]
pub(crate) struct Bench {
    /// Print the figures as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Campaign {
    /// Which one: `drivers` or `record-bytes`.
    name: String,
    /// Run it in full and write the result to docs/campaigns; otherwise a small part of it runs and nothing is written.
    #[arg(long)]
    full: bool,
}

/// Measures. The code is in `crates/trial/benches/speed.rs`.
pub(crate) fn bench(arguments: &Bench) -> Outcome {
    let mut command = cargo(["bench", "--locked", "--quiet", "--package", "trial", "--bench", "speed", "--"]);
    run(command.args(arguments.json.then_some("--json")))
}

/// Runs a campaign. The code is in `crates/trial/examples/campaign.rs`.
pub(crate) fn campaign(arguments: &Campaign) -> Outcome {
    let mut command =
        cargo(["run", "--locked", "--quiet", "--release", "--package", "trial", "--example", "campaign", "--"]);
    command.arg(&arguments.name);
    if arguments.full {
        command.arg("--write").arg(root().join("docs/campaigns"));
    }
    run(&mut command)
}
