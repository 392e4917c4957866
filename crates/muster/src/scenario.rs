//! `muster scenario`: runs scenario files.

use std::io::Write;

use serde::Serialize;
use trial::scenario::{run_paths, summary};

use crate::arguments::Scenario;
use crate::failure::Failure;
use crate::games::GAMES;
use crate::json;

/// What came of a scenario.
#[derive(Serialize)]
struct Ran {
    file: String,
    ok: bool,
    /// The rules that turned up.
    trace: Vec<String>,
    /// What is wrong, with the place.
    errors: Vec<String>,
}

/// Runs every scenario at or below the paths.
pub(crate) fn run(scenario: &Scenario, out: &mut dyn Write) -> Result<(), Failure> {
    let verdicts = run_paths(&scenario.paths, &GAMES);
    let failed = verdicts.iter().any(|verdict| verdict.result.is_err());
    if scenario.json {
        let ran = |verdict: &trial::scenario::Verdict| {
            let (trace, errors) = match &verdict.result {
                Ok(passed) => (passed.trace.iter().map(ToString::to_string).collect(), Vec::new()),
                Err(errors) => (Vec::new(), errors.iter().map(ToString::to_string).collect()),
            };
            Ran { file: verdict.name.clone(), ok: verdict.result.is_ok(), trace, errors }
        };
        json::write(out, &verdicts.iter().map(ran).collect::<Vec<_>>())?;
    } else {
        for error in verdicts.iter().filter_map(|verdict| verdict.result.as_ref().err()).flatten() {
            writeln!(out, "{error}")?;
        }
        writeln!(out, "{}", summary(&verdicts))?;
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}
