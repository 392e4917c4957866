//! `muster replay`: a recorded match as a log.

use std::io::Write;

use engine::Hosted;
use vocabulary::{Seat, Viewer};

use crate::arguments::Replay;
use crate::failure::Failure;
use crate::log::Log;
use crate::names::Glossary;
use crate::{games, json, paint, paragraph, records, screen, summary};

/// Shows each record as a log.
pub(crate) fn run(replay: &Replay, out: &mut dyn Write) -> Result<(), Failure> {
    for path in &replay.files {
        let record = records::read(path)?;
        let wrong = |text: String| Failure::Check(format!("{}: {text}", path.display()));
        let game = games::of_record(&record).map_err(wrong)?;
        let hosted = game.load(&record, &[]).map_err(|error| wrong(error.to_string()))?;
        let viewer = viewer(&*hosted, replay.seat.as_deref())?;
        if replay.json {
            for event in hosted.events_since(viewer, 0) {
                json::write(out, event)?;
            }
            continue;
        }
        if replay.files.len() > 1 {
            writeln!(out, "{}", paint::paint(paint::STRONG, path.display()))?;
        }
        let mut log = Log::default();
        for event in hosted.events_since(viewer, 0) {
            if let Some(line) = log.line(event) {
                writeln!(out, "{line}")?;
            }
        }
        let view = hosted.view(viewer);
        if replay.map {
            let (columns, lines) = paragraph::screen();
            let glossary = Glossary::of(game);
            write!(out, "{}", screen::battle(&view, &glossary, &[], columns, lines.saturating_sub(2)))?;
        }
        match hosted.waiting(Viewer::Spectator).outcome {
            Some(outcome) => writeln!(out, "{}", summary::outcome(&summary::seat_names(&view), &outcome))?,
            None => writeln!(out, "the match is not over")?,
        }
    }
    Ok(())
}

/// Whose events are wanted: a seat's, by name or by number from 1, or a spectator's.
fn viewer(hosted: &dyn Hosted, seat: Option<&str>) -> Result<Viewer, Failure> {
    let Some(wanted) = seat else { return Ok(Viewer::Spectator) };
    let names = summary::seat_names(&hosted.view(Viewer::Spectator));
    let named = names.iter().position(|name| name.eq_ignore_ascii_case(wanted));
    let numbered = || wanted.parse().ok().and_then(|n: usize| n.checked_sub(1)).filter(|at| *at < names.len());
    match named.or_else(numbered) {
        Some(at) => Ok(Viewer::Seat(Seat(u8::try_from(at).unwrap_or(u8::MAX)))),
        None => Err(Failure::usage(format!("there is no seat '{wanted}'; choose from {}", names.join(", ")))),
    }
}
