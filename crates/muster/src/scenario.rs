//! `muster scenario`: runs scenario files, and writes them from records.

use std::io::Write;

use serde::Serialize;
use trial::scenario::{run_paths, summary};

use crate::arguments::Scenario;
use crate::failure::Failure;
use crate::games::{self, GAMES};
use crate::{json, records};

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

/// Runs every scenario at or below the paths, or writes one from a record.
pub(crate) fn run(scenario: &Scenario, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(path) = &scenario.from {
        let text = records::read(path)?;
        let written = games::to_scenario(&text, scenario.saying.as_deref());
        let written = written.map_err(|error| Failure::Check(format!("{}: {error}", path.display())))?;
        write!(out, "{written}")?;
        return Ok(());
    }
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
