//! `muster field check`: every fault of every battlefield.

use std::io::Write;

use field::{Report, Source};
use serde::Serialize;

use crate::arguments::FieldCheck;
use crate::failure::Failure;
use crate::paint::{self, paint};
use crate::paragraph::count;
use crate::{fields, json};

/// What came of a check.
#[derive(Serialize)]
struct Checked {
    field: String,
    ok: bool,
    faults: Vec<String>,
    warnings: Vec<String>,
    /// How many of a hundred lines from zone to zone are open; nothing where there are faults.
    open_lines: Option<usize>,
    /// How long the longest of them is, in inches.
    longest_open_line: Option<String>,
}

/// Checks every battlefield and closes with a count.
pub(crate) fn run(check: &FieldCheck, out: &mut dyn Write) -> Result<(), Failure> {
    let all: Vec<Checked> = check.fields.iter().map(look_at).collect();
    let bad = all.iter().filter(|checked| !checked.ok).count();
    if check.json {
        json::write(out, &all)?;
    } else {
        for checked in &all {
            for fault in &checked.faults {
                writeln!(out, "{}: {} {fault}", checked.field, paint(paint::WRONG, "fault:"))?;
            }
            for warning in &checked.warnings {
                writeln!(out, "{}: {} {warning}", checked.field, paint(paint::STRONG, "warning:"))?;
            }
        }
        let faults = all.iter().map(|checked| checked.faults.len()).sum();
        let warnings = all.iter().map(|checked| checked.warnings.len()).sum();
        let (faults, warnings) = (count(faults, "fault", "faults"), count(warnings, "warning", "warnings"));
        writeln!(out, "{}: {faults}, {warnings}", count(all.len(), "field", "fields"))?;
    }
    if bad > 0 { Err(Failure::Reported) } else { Ok(()) }
}

/// Checks one battlefield. That it cannot be read is its only fault then.
fn look_at(source: &Source) -> Checked {
    let (report, unread) = match fields::open(source) {
        Ok(field) => (field.check(), None),
        Err(failure) => (Report::default(), failure.sentence()),
    };
    let name = source.to_string();
    let mut faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    faults.extend(unread.map(|sentence| sentence.strip_prefix(&format!("{name}: ")).unwrap_or(&sentence).to_owned()));
    let sound = faults.is_empty();
    Checked {
        field: name,
        ok: sound,
        faults,
        warnings: report.warnings.iter().map(ToString::to_string).collect(),
        open_lines: sound.then(|| report.lanes.percent_open()),
        longest_open_line: sound.then(|| report.lanes.longest_open().about()),
    }
}
