//! Measurements and campaigns. They play games or make battlefields, so they live beside what they are about, and are
//! built with optimisation.

use crate::{Outcome, against, cargo, root, run, web};

/// Measure how fast the engine plays and the ground answers, on one core; `--against` compares with another commit.
///
/// With `--against` the working tree, uncommitted changes included, is the new side, and a commit the old one. Both are
/// built and run in turns, and every figure is shown with the medians of both sides, the ratio of new to old with its
/// 95 % interval, and whether that shows a difference.
///
/// Each side runs its own benchmark, so both do the same work only if the code of the benchmark, its data and the rules
/// it plays by are the same. The output says so if the benchmark or a count in it differs.
#[derive(Debug, clap::Args)]
pub(crate) struct Bench {
    /// What to measure: `engine`, `ground`, `aot`, `store`, `server` or `page`; all, one after the other, when none is
    /// named. The page is not compared.
    what: Option<String>,
    /// Print the figures as JSON, one document for each.
    #[arg(long)]
    json: bool,
    /// Compare the working tree with this commit; any revision that git understands will do.
    #[arg(long, value_name = "COMMIT")]
    against: Option<String>,
    /// How often each side is run; more rounds make intervals narrower.
    #[arg(long, value_name = "N", default_value_t = 10, requires = "against")]
    #[arg(value_parser = clap::value_parser!(u32).range(2..))]
    rounds: u32,
    /// Fail if a figure is worse by more than this, and the whole interval says so.
    #[arg(long, value_name = "PERCENT", requires = "against", value_parser = percent)]
    worse_than: Option<f64>,
}

fn percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|percent| (0.0..100.0).contains(percent));
    percent.ok_or_else(|| "expected a number from 0 to below 100".to_owned())
}

#[derive(Debug, clap::Args)]
pub(crate) struct Campaign {
    /// Which one: `aot`, `armies`, `charges`, `drivers`, `odds`, `record-bytes`, `ground` or `server`.
    name: String,
    /// Run it in full and write the result to docs/campaigns; otherwise a small part of it runs and nothing is written.
    #[arg(long)]
    full: bool,
    /// Run one Nth of it instead of a hundredth: `--part 10` runs a tenth. The campaign `server` has no such parts.
    #[arg(long, value_name = "N", conflicts_with = "full", value_parser = clap::value_parser!(u64).range(1..=100))]
    part: Option<u64>,
}

/// What is measured, and the crate that has its benchmark, which is `benches/speed` in each.
const BENCHES: [(&str, &str); 5] =
    [("engine", "trial"), ("ground", "ground"), ("aot", "aot"), ("store", "store"), ("server", "server")];

/// Measures.
pub(crate) fn bench(arguments: &Bench) -> Outcome {
    let wanted = |name: &str| arguments.what.as_ref().is_none_or(|what| what == name);
    if !BENCHES.iter().any(|(name, _)| wanted(name)) && !wanted("page") {
        return Err("there is no such benchmark; choose from engine, ground, aot, store, server and page".to_owned());
    }
    let benches: Vec<(&str, &str)> = BENCHES.into_iter().filter(|(name, _)| wanted(name)).collect();
    if let Some(revision) = &arguments.against {
        if benches.is_empty() {
            return Err("the page is measured in a browser and cannot be compared with another commit".to_owned());
        }
        let Bench { rounds, worse_than, json, .. } = *arguments;
        return against::run(&against::Wanted { revision, rounds, worse_than, json }, &benches);
    }
    for (_, package) in benches {
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
        "server" if arguments.part.is_some() => {
            return Err("the campaign `server` runs in full or in its short form; leave out --part".to_owned());
        }
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
    if let Some(part) = arguments.part {
        command.arg("--part").arg(part.to_string());
    }
    run(&mut command)
}
