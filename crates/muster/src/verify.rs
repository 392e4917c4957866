//! `muster replay --verify`: records are played again, and everything that can be compared is.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use engine::Report;
use rayon::prelude::*;
use serde::Serialize;

use crate::arguments::Replay;
use crate::failure::{Failure, plain};
use crate::paragraph::count;
use crate::text_file;
use crate::{games, json, paint, records, summary};

/// Checks every record and fails if one is not as it should be.
pub(crate) fn run(replay: &Replay, out: &mut dyn Write) -> Result<(), Failure> {
    let files = records::gather(&replay.files)?;
    if files.is_empty() {
        return Err(Failure::usage("there are no records there; the name of a record ends in .muster"));
    }
    let results: Vec<Result<Report, String>> = files.par_iter().map(|path| check(path)).collect();
    let failed = results.iter().filter(|result| result.is_err()).count();
    if replay.json {
        let line = |(path, result): (&PathBuf, &Result<Report, String>)| Line {
            file: path.display().to_string(),
            ok: result.is_ok(),
            reason: result.as_ref().err().cloned(),
            report: result.as_ref().ok().cloned(),
        };
        json::write(out, &files.iter().zip(&results).map(line).collect::<Vec<_>>())?;
    } else {
        for (path, result) in files.iter().zip(&results) {
            let path = path.display();
            match result {
                Ok(report) => writeln!(out, "{}  {path}: {}", paint::paint(paint::RIGHT, "ok"), words(report))?,
                Err(reason) => writeln!(out, "{} {path}: {reason}", paint::paint(paint::WRONG, "bad"))?,
            }
        }
        writeln!(out, "{} passed, {failed} failed", results.len() - failed)?;
    }
    if failed > 0 { Err(Failure::Reported) } else { Ok(()) }
}

/// What is printed of a record for programs.
#[derive(Serialize)]
struct Line {
    file: String,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    report: Option<Report>,
}

/// A record that is as it should be: `63 entries, 41 dice (all match their key), Red wins, 3 to 1`.
fn words(report: &Report) -> String {
    let mut parts = vec![count(report.entries, "entry", "entries")];
    let dice = count(report.dice, "die", "dice");
    parts.push(match (report.dice, report.dice_checked) {
        (0, _) => "no dice".to_owned(),
        (_, true) => format!("{dice} (all match their key)"),
        (_, false) => format!("{dice} (typed in, or their key is unknown)"),
    });
    if report.undone > 0 {
        parts.push(format!("{} taken back", report.undone));
    }
    parts.push(match &report.outcome {
        Some(outcome) => summary::outcome(&report.names, outcome),
        None => "not finished".to_owned(),
    });
    parts.join(", ")
}

fn check(path: &Path) -> Result<Report, String> {
    let text = text_file::read(path, engine::LONGEST_RECORD).map_err(|error| plain(&error))?;
    let game = games::of_record(&text)?;
    // A record may come from anywhere: rules that panic over it fail this record, and no other.
    let checked = catch_unwind(AssertUnwindSafe(|| game.verify(&text)));
    checked.map_or_else(|_| Err("the rules crashed".to_owned()), |report| report.map_err(|error| error.to_string()))
}
