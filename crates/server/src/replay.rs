//! Matches that are seen again: finished ones from what was told of them, others from a file.

use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::StatusCode;
use engine::{Holder, Report, Ruleset};
use flate2::read::GzDecoder;
use store::Kept;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use vocabulary::{Event, Viewer};

use crate::matches::{Seating, choices_of};
use crate::problem::Problem;
use crate::site::Site;
use crate::wire::{HolderChoice, Replay, Viewpoint};

/// A longer record is not read.
const LONGEST: usize = 16 << 20;
/// Nor one that takes longer to arrive.
const READING: Duration = Duration::from_secs(60);

/// The text of a record, which is the body of a request.
pub(crate) async fn text_of(request: Request) -> Result<String, Problem> {
    let too_long = |_| Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "a record has at most 16 MiB");
    let Ok(bytes) = timeout(READING, to_bytes(request.into_body(), LONGEST)).await else {
        return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "this takes too long to read"));
    };
    let bytes = bytes.map_err(too_long)?;
    String::from_utf8(bytes.into()).map_err(|_| Problem::impossible("this is not text"))
}

/// What was told of a match that is over. It needs no rules; only whether it is sound is for them to say.
pub(crate) async fn of_kept(site: &Site, kept: &Kept) -> Result<Replay, Problem> {
    let damaged = || Problem::failure("this match was not kept well");
    let Some(outcome) = &kept.outcome else {
        return Err(Problem::untimely("this match still runs; it can be seen again when it is over"));
    };
    let outcome = serde_json::from_str(outcome).map_err(|_| damaged())?;
    let names = serde_json::from_str(&kept.names).map_err(|_| damaged())?;
    let seating = Seating::new(&choices_of(kept)?);
    let mut told = site.store.told(&kept.id).await?;
    let mut viewpoints = Vec::new();
    for viewer in seating.viewers() {
        let name = serde_json::to_string(&viewer).map_err(|_| damaged())?;
        let at = told.iter().position(|(other, _)| *other == name).ok_or_else(damaged)?;
        viewpoints
            .push(Viewpoint { seat: seat_of(viewer), events: unzipped(&told.swap_remove(at).1).ok_or_else(damaged)? });
    }
    let game = kept.game.parse().map_err(|_| damaged())?;
    let record = site.record(&kept.id).await?;
    let report = match site.games.find(&kept.game) {
        Ok(game) => verified(site, game.rules, record, |_, _, _| Ok(())).await.map(|(report, ())| report),
        Err(problem) => Err(problem.trouble.trouble),
    };
    let (checked, sound) = words(&report);
    Ok(Replay { game, names, outcome: Some(outcome), checked, sound, viewpoints })
}

/// A record from outside, played again from its beginning.
pub(crate) async fn of_text(site: &Site, text: String) -> Result<Replay, Problem> {
    let id = engine::game_of(&text).map_err(|error| Problem::impossible(error.to_string()))?;
    let game = site.games.find(id.as_str());
    let game =
        game.map_err(|_| Problem::impossible(format!("this is a record of '{id}', which is not played here")))?;
    let seen = |rules: &dyn Ruleset, record: &str, report: &Report| {
        let people = vec![Holder::Person; report.names.len()];
        let table = rules.load(record, &people).map_err(|error| error.to_string())?;
        let viewpoint = |viewer| Viewpoint { seat: seat_of(viewer), events: table.events_since(viewer, 0).to_vec() };
        let seating = Seating::new(&vec![HolderChoice::Person; people.len()]);
        Ok(seating.viewers().into_iter().map(viewpoint).collect::<Vec<_>>())
    };
    let (report, viewpoints) = verified(site, game.rules, text, seen).await.map_err(Problem::impossible)?;
    let Report { names, outcome, .. } = report.clone();
    let (checked, sound) = words(&Ok(report));
    Ok(Replay { game: id, names, outcome, checked, sound, viewpoints })
}

/// Plays a record again, compares everything and does something more with it; a few at a time, because that takes a
/// while.
async fn verified<T: Send + 'static>(
    site: &Site,
    rules: &'static dyn Ruleset,
    record: String,
    then: impl FnOnce(&dyn Ruleset, &str, &Report) -> Result<T, String> + Send + 'static,
) -> Result<(Report, T), String> {
    let permit = Arc::clone(&site.checking).acquire_owned().await;
    let checked = spawn_blocking(move || {
        let _permit = permit;
        let report = rules.verify(&record).map_err(|error| error.to_string())?;
        let more = then(rules, &record, &report)?;
        Ok((report, more))
    });
    checked.await.unwrap_or_else(|_| Err("the rules broke off over this record".to_owned()))
}

/// What came of checking a record.
fn words(report: &Result<Report, String>) -> (String, bool) {
    match report {
        Err(reason) => (reason.clone(), false),
        Ok(report) => {
            let dice = match (report.dice, report.dice_checked) {
                (0, _) => "there are no dice in it".to_owned(),
                (dice, true) => format!("each of {dice} dice follows from what was promised"),
                (dice, false) => format!("{dice} dice were typed in"),
            };
            (format!("{} answers were played again and every fact agrees; {dice}", report.answers), true)
        }
    }
}

fn seat_of(viewer: Viewer) -> Option<vocabulary::Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    }
}

fn unzipped(bytes: &[u8]) -> Option<Vec<Event>> {
    let mut text = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}
