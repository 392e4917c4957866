use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::oneshot;
use utoipa::IntoParams;
use vocabulary::{Seat, Viewer};

use super::taking::{Asked, At};
use crate::browser::Browser;
use crate::caller::Caller;
use crate::matches::Letter;
use crate::problem::Problem;
use crate::ready::takes_gzip;
use crate::replay;
use crate::site::Site;
use crate::wire::{MatchInfo, Replay, Trouble};

/// The record of a finished match, as a file.
#[utoipa::path(
    get,
    path = "/api/matches/{id}/record",
    tag = "records",
    params(("id" = String, Path, description = "The match.")),
    responses(
        (status = 200, body = String, content_type = "application/jsonl"),
        (status = 404, body = Trouble),
        (status = 409, body = Trouble)
    )
)]
pub(crate) async fn record(
    State(site): State<Arc<Site>>,
    caller: Caller,
    At(id): At<String>,
) -> Result<Response, Problem> {
    if site.kept(&id).await?.outcome.is_none() {
        return Err(Problem::untimely(
            "this match is still running; its record holds every secret, so it is only given out at the end",
        ));
    }
    record_file(&site, caller, &id).await
}

async fn record_file(site: &Site, caller: Caller, id: &str) -> Result<Response, Problem> {
    let _turn = site.reading.turn(caller).await;
    Ok(file(&format!("{id}.muster"), "application/jsonl", site.record(id).await?))
}

fn file(name: &str, kind: &'static str, text: String) -> Response {
    let as_file = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, as_file)], text).into_response()
}

/// Through whose eyes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Eyes {
    /// A seat of this browser; a spectator by default.
    seat: Option<u8>,
}

/// A problem report, as a file: what this seat was sent, or the whole record if the match is over.
#[utoipa::path(
    get,
    path = "/api/matches/{id}/report",
    tag = "records",
    params(("id" = String, Path, description = "The match."), Eyes),
    responses(
        (status = 200, content((serde_json::Value = "application/json"), (String = "application/jsonl"))),
        (status = 403, body = Trouble),
        (status = 404, body = Trouble),
        (status = 409, body = Trouble)
    )
)]
pub(crate) async fn report(
    State(site): State<Arc<Site>>,
    Browser(token): Browser,
    caller: Caller,
    At(id): At<String>,
    Asked(Eyes { seat }): Asked<Eyes>,
) -> Result<Response, Problem> {
    let kept = site.kept(&id).await?;
    if kept.outcome.is_some() {
        return record_file(&site, caller, &id).await;
    }
    let info = MatchInfo::of(&kept, token)?;
    let viewer = match seat.map(Seat) {
        None => Viewer::Spectator,
        Some(seat) if info.mine.contains(&seat) => Viewer::Seat(seat),
        Some(_) => return Err(Problem::forbidden("this seat is not yours")),
    };
    let owner = site.matches.owner(&site.games, &kept, viewer, caller).await?;
    let (reply, report) = oneshot::channel();
    let turn = site.playing.turn(caller).await;
    let letter = Letter::Report { viewer, mine: info.mine.clone(), info: Box::new(info), turn, reply };
    let _ = owner.send(letter).await;
    match report.await {
        Ok(Ok(text)) => Ok(file(&format!("{id}-report.json"), "application/json", text)),
        Ok(Err(sentence)) => Err(Problem::untimely(sentence)),
        Err(_) => Err(Problem::untimely("this match cannot be loaded just now; try again")),
    }
}

/// A finished match, to watch again.
#[utoipa::path(
    get,
    path = "/api/matches/{id}/replay",
    tag = "records",
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, body = Replay), (status = 404, body = Trouble), (status = 409, body = Trouble))
)]
pub(crate) async fn replay(
    State(site): State<Arc<Site>>,
    caller: Caller,
    At(id): At<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let kept = site.kept(&id).await?;
    replay::of_kept(&site, caller, &kept, takes_gzip(&headers)).await
}

/// A record from a file, to check and watch again.
#[utoipa::path(
    post,
    path = "/api/replays",
    tag = "records",
    request_body(content = String, description = "The text of a record."),
    responses(
        (status = 200, body = Replay),
        (status = 413, body = Trouble),
        (status = 422, body = Trouble),
        (status = 429, body = Trouble)
    )
)]
pub(crate) async fn replay_file(
    State(site): State<Arc<Site>>,
    caller: Caller,
    request: Request,
) -> Result<Response, Problem> {
    let gzip = takes_gzip(request.headers());
    let record = replay::body_of(request).await?;
    replay::of_text(&site, caller, record, gzip).await
}
