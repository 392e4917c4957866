//! Matches that are seen again: finished ones from what was told of them, others from a file.

use std::io::Read;
use std::sync::Arc;

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use engine::{Holder, RecordError, Report, Ruleset};
use flate2::read::GzDecoder;
use store::Kept;
use tokio::task::spawn_blocking;
use vocabulary::{Event, Viewer};

use crate::matches::{Seating, choices_of};
use crate::problem::Problem;
use crate::site::Site;
use crate::wire::{HolderChoice, Replay, Viewpoint};

/// A longer record is not read.
const LONGEST: usize = 16 << 20;

/// The text of a record, as the body of a request.
pub(crate) struct Text(pub(crate) String);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Text, Problem> {
        let too_long = |_| Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "a record has at most 16 MiB");
        let bytes = to_bytes(request.into_body(), LONGEST).await.map_err(too_long)?;
        String::from_utf8(bytes.into()).map(Text).map_err(|_| Problem::impossible("this is not text"))
    }
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
        Ok(game) => verified(site, game.rules, record).await.map(|(report, _)| report),
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
    let (report, record) = verified(site, game.rules, text).await.map_err(Problem::impossible)?;
    let (rules, people) = (game.rules, vec![Holder::Person; report.names.len()]);
    let seating = Seating::new(&vec![HolderChoice::Person; people.len()]);
    let told = spawn_blocking(move || {
        let table = rules.load(&record, &people).map_err(|error| error.to_string())?;
        let viewpoint = |viewer| Viewpoint { seat: seat_of(viewer), events: table.events_since(viewer, 0).to_vec() };
        Ok(seating.viewers().into_iter().map(viewpoint).collect::<Vec<_>>())
    });
    let viewpoints = told.await.unwrap_or_else(|_| Err(BROKEN.to_owned())).map_err(Problem::impossible)?;
    let Report { names, outcome, .. } = report.clone();
    let (checked, sound) = words(&Ok(report));
    Ok(Replay { game: id, names, outcome, checked, sound, viewpoints })
}

const BROKEN: &str = "the rules broke off over this record";

/// Plays a record again and compares everything; a few at a time, because that takes a while.
async fn verified(site: &Site, rules: &'static dyn Ruleset, record: String) -> Result<(Report, String), String> {
    let permit = Arc::clone(&site.checking).acquire_owned().await;
    let checked = spawn_blocking(move || {
        let _permit = permit;
        rules.verify(&record).map(|report| (report, record)).map_err(|error: RecordError| error.to_string())
    });
    checked.await.unwrap_or_else(|_| Err(BROKEN.to_owned()))
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
