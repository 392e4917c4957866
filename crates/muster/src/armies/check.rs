//! `muster army check`: every fault of every army list.

use std::io::Write;
use std::path::Path;

use engine::Ruleset;
use serde::Serialize;

use crate::arguments::{ArmyCheck, ArmyGame};
use crate::armies::{Unread, game_of, judged, open, shown};
use crate::failure::Failure;
use crate::json;
use crate::paint::{self, paint};
use crate::paragraph::count;

/// What came of a check.
#[derive(Serialize)]
struct Checked {
    army: String,
    ok: bool,
    /// What the list costs and may cost; nothing where it could not be read.
    cost: Option<i32>,
    limit: Option<i32>,
    faults: Vec<Finding>,
}

/// One thing that is wrong.
#[derive(Serialize)]
struct Finding {
    /// Where to look, as editors understand it: `mine.toml:12`.
    #[serde(skip)]
    place: String,
    /// The line in which the unit begins that it is about; none where it is about the whole.
    line: Option<usize>,
    /// The rule that is broken; none where the file cannot be read.
    rule: Option<String>,
    sentence: String,
}

/// Checks every list and closes with a count.
pub(crate) fn run(games: &[&dyn Ruleset], check: &ArmyCheck, out: &mut dyn Write) -> Result<(), Failure> {
    let mut all = Vec::new();
    for path in &check.files {
        all.push(look_at(games, path, &check.of)?);
    }
    if check.of.json {
        json::write(out, &all)?;
    } else {
        for fault in all.iter().flat_map(|checked| &checked.faults) {
            let rule = fault.rule.as_ref().map(|rule| paint(paint::FAINT, format!(" ({rule})"))).unwrap_or_default();
            writeln!(out, "{}: {} {}{rule}", fault.place, paint(paint::WRONG, "fault:"), fault.sentence)?;
        }
        let faults = all.iter().map(|checked| checked.faults.len()).sum();
        writeln!(out, "{}: {}", count(all.len(), "army", "armies"), count(faults, "fault", "faults"))?;
    }
    if all.iter().all(|checked| checked.ok) { Ok(()) } else { Err(Failure::Reported) }
}

/// Checks one list. That it cannot be read is its only fault then; bad settings are nobody's list's fault.
fn look_at(games: &[&dyn Ruleset], path: &Path, of: &ArmyGame) -> Result<Checked, Failure> {
    let army = path.display().to_string();
    let unread = |place: String, line, sentence| {
        let fault = Finding { place, line, rule: None, sentence };
        Checked { army: army.clone(), ok: false, cost: None, limit: None, faults: vec![fault] }
    };
    let opened = match open(path) {
        Ok(opened) => opened,
        Err(Unread { place, line, sentence, .. }) => return Ok(unread(place, line, sentence)),
    };
    let game = match game_of(games, opened.army.game, of) {
        Ok(game) => game,
        Err(sentence) => return Ok(unread(army.clone(), None, sentence)),
    };
    let judgement = judged(game, &opened.army.list, of, &of.agreed.bring(game)?.packs)?;
    let finding = |fault: &vocabulary::Fault| {
        let line = opened.lines.of(fault);
        let place = line.map_or_else(|| army.clone(), |line| format!("{army}:{line}"));
        Finding { place, line, rule: Some(fault.rule.to_string()), sentence: shown(&fault.text) }
    };
    let faults: Vec<Finding> = judgement.faults.iter().map(finding).collect();
    let (cost, limit) = (Some(judgement.cost), Some(judgement.limit));
    Ok(Checked { army: army.clone(), ok: faults.is_empty(), cost, limit, faults })
}
