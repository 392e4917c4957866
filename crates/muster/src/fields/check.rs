//! `muster field check`: every fault of every battlefield.

use std::io::Write;

use field::{Part, Source};
use serde::Serialize;

use crate::arguments::FieldCheck;
use crate::failure::Failure;
use crate::fields::{self, Unread};
use crate::json;
use crate::paint::{self, paint};
use crate::paragraph::count;

/// What came of a check.
#[derive(Serialize)]
struct Checked {
    field: String,
    ok: bool,
    faults: Vec<Finding>,
    warnings: Vec<Finding>,
    /// How many of a hundred lines from zone to zone are open; nothing where there are faults.
    open_lines: Option<usize>,
    /// How long the longest of them is, in inches.
    longest_open_line: Option<String>,
}

/// One thing that is wrong, or doubtful.
#[derive(Serialize)]
struct Finding {
    /// Where to look, as editors understand it: `mill.toml:31`.
    #[serde(skip)]
    place: String,
    /// The lines in which the parts begin that it is about; none where it is about the field as a whole.
    lines: Vec<usize>,
    sentence: String,
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
                writeln!(out, "{}: {} {}", fault.place, paint(paint::WRONG, "fault:"), fault.sentence)?;
            }
            for warning in &checked.warnings {
                writeln!(out, "{}: {} {}", warning.place, paint(paint::STRONG, "warning:"), warning.sentence)?;
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
    let (field, lines) = match fields::open(source) {
        Ok(opened) => opened,
        Err(Unread { place, line, sentence, .. }) => {
            let fault = Finding { place, lines: line.into_iter().collect(), sentence };
            let (open_lines, longest_open_line) = (None, None);
            let field = source.to_string();
            return Checked { field, ok: false, faults: vec![fault], warnings: vec![], open_lines, longest_open_line };
        }
    };
    let report = field.check();
    let finding = |sentence: String, parts: &[&Part]| {
        let lines: Vec<usize> = parts.iter().filter_map(|part| lines.of(part)).collect();
        let place = lines.first().map_or_else(|| source.to_string(), |line| format!("{source}:{line}"));
        let sentence = match lines[..] {
            [first, second] => format!("{sentence} (lines {first} and {second})"),
            _ => sentence,
        };
        Finding { place, lines, sentence }
    };
    let sound = report.is_sound();
    Checked {
        field: source.to_string(),
        ok: sound,
        faults: report.faults.iter().map(|fault| finding(fault.to_string(), &fault.parts())).collect(),
        warnings: report.warnings.iter().map(|warning| finding(warning.to_string(), &warning.parts())).collect(),
        open_lines: sound.then(|| report.lanes.percent_open()),
        longest_open_line: sound.then(|| report.lanes.longest_open().about()),
    }
}
