//! Matches that are seen again: finished ones from what was told of them, others from a file.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use axum::body::{Bytes, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use engine::{Holder, Report, Ruleset};
use flate2::read::GzDecoder;
use store::Kept;
use tokio::task::spawn_blocking;
use vocabulary::{Event, Viewer};

use crate::caller::Caller;
use crate::matches::{Seating, choices_of};
use crate::problem::Problem;
use crate::ready;
use crate::site::Site;
use crate::wire::{HolderChoice, Replay, Viewpoint};
use crate::work::Turn;

/// A longer record is not read.
const LONGEST: usize = 16 << 20;
const BROKE_OFF: &str = "the rules crashed on this record";

/// A record, which is the body of a request.
pub(crate) async fn body_of(request: Request) -> Result<Bytes, Problem> {
    let too_long = |_| Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "a record can have at most 16 MiB");
    to_bytes(request.into_body(), LONGEST).await.map_err(too_long)
}

/// What was told of a match that is over. It needs no rules; only whether it is sound is for them to say.
pub(crate) async fn of_kept(site: &Site, caller: Caller, kept: &Kept, gzip: bool) -> Result<Response, Problem> {
    let Some(outcome) = &kept.outcome else {
        return Err(Problem::untimely("this match is still running; you can replay it when it is over"));
    };
    let outcome = serde_json::from_str(outcome).map_err(|_| Problem::damaged())?;
    let names = serde_json::from_str(&kept.names).map_err(|_| Problem::damaged())?;
    let game = kept.game.parse().map_err(|_| Problem::damaged())?;
    let viewers = Seating::new(&choices_of(kept)?).viewers();
    let rules = site.games.find(&kept.game).map(|game| game.rules);
    let turn = site.checking.turn(caller).await;
    let told = site.store.told(&kept.id).await?;
    // Where the record was changed, what was told is shown all the same.
    let record = site.record(&kept.id).await.map_err(|problem| problem.trouble.trouble);
    beside(turn, gzip, move || {
        let verify = |rules: &dyn Ruleset, record: &str| {
            let verified = catch_unwind(AssertUnwindSafe(|| rules.verify(record)));
            verified.map_or_else(|_| Err(BROKE_OFF.to_owned()), |report| report.map_err(|error| error.to_string()))
        };
        let report = match (rules, record) {
            (Ok(rules), Ok(record)) => verify(rules, &record),
            (Err(problem), _) => Err(problem.trouble.trouble),
            (_, Err(sentence)) => Err(sentence),
        };
        let (checked, sound) = words(&report);
        let viewpoints = viewers.into_iter().map(|viewer| told_to(viewer, &told)).collect::<Option<_>>();
        let viewpoints = viewpoints.ok_or_else(Problem::damaged)?;
        Ok(Replay { game, names, outcome: Some(outcome), checked, sound, viewpoints })
    })
    .await
}

fn told_to(viewer: Viewer, told: &[(String, Vec<u8>)]) -> Option<Viewpoint> {
    let name = serde_json::to_string(&viewer).ok()?;
    let (_, events) = told.iter().find(|(other, _)| *other == name)?;
    Some(Viewpoint { seat: seat_of(viewer), events: unzipped(events)? })
}

/// A record from outside, played again from its beginning.
pub(crate) async fn of_text(site: &Arc<Site>, caller: Caller, record: Bytes, gzip: bool) -> Result<Response, Problem> {
    let (turn, site) = (site.checking.turn(caller).await, Arc::clone(site));
    beside(turn, gzip, move || {
        let text = str::from_utf8(&record).map_err(|_| Problem::impossible("this is not text"))?;
        let game = engine::game_of(text).map_err(|error| Problem::impossible(error.to_string()))?;
        let unknown =
            |_| Problem::impossible(format!("this is a record of '{game}', which this server does not offer"));
        let rules = site.games.find(game.as_str()).map_err(unknown)?.rules;
        let report = rules.verify(text).map_err(|error| Problem::impossible(error.to_string()))?;
        let people = vec![Holder::Person; report.names.len()];
        let table = rules.load(text, &people).map_err(|error| Problem::impossible(error.to_string()))?;
        let viewpoint = |viewer| Viewpoint { seat: seat_of(viewer), events: table.events_since(viewer, 0).to_vec() };
        let viewers = Seating::new(&vec![HolderChoice::Person; people.len()]).viewers();
        let viewpoints = viewers.into_iter().map(viewpoint).collect();
        let Report { names, outcome, .. } = report.clone();
        let (checked, sound) = words(&Ok(report));
        Ok(Replay { game, names, outcome, checked, sound, viewpoints })
    })
    .await
}

/// Plays a record again, and writes what is to be seen of it, where that may take its time.
async fn beside(
    turn: Turn,
    gzip: bool,
    play: impl FnOnce() -> Result<Replay, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let played = spawn_blocking(move || {
        let _turn = turn;
        Ok(ready::json(&play()?, gzip))
    });
    played.await.unwrap_or_else(|_| Err(Problem::impossible(BROKE_OFF)))
}

/// What came of checking a record.
fn words(report: &Result<Report, String>) -> (String, bool) {
    match report {
        Err(reason) => (reason.clone(), false),
        Ok(report) => {
            let dice = match (report.dice, report.dice_checked) {
                (0, _) => "there are no dice in it".to_owned(),
                (1, true) => "1 die matches the secret that was promised".to_owned(),
                (dice, true) => format!("{dice} dice match the secret that was promised"),
                (dice, false) => format!("{dice} dice were typed in"),
            };
            (format!("{} answers were replayed and every fact agrees; {dice}", report.answers), true)
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
