use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use store::{Kept, StoreError};

use super::taking::{At, Body};
use crate::browser::Browser;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::site::Site;
use crate::start::{self, Plan};
use crate::wire::{Begun, MatchInfo, NewMatch, Rematch, Trouble};

/// The matches in which this browser holds a seat, the most recently played first.
#[utoipa::path(get, path = "/api/matches", tag = "matches", responses((status = 200, body = Vec<MatchInfo>)))]
pub(crate) async fn list(
    State(site): State<Arc<Site>>,
    Browser(token): Browser,
) -> Result<Json<Vec<MatchInfo>>, Problem> {
    let kept = site.store.kept_of(token).await?;
    let one = |kept: Result<Kept, StoreError>| match kept {
        Ok(kept) => Ok(MatchInfo::of(&kept, token).unwrap_or_else(|_| MatchInfo::damaged(kept.id))),
        Err(StoreError::Damaged(id)) => Ok(MatchInfo::damaged(id)),
        Err(error) => Err(Problem::from(error)),
    };
    kept.into_iter().map(one).collect::<Result<_, _>>().map(Json)
}

/// Starts a match. The people in it sit at this browser.
#[utoipa::path(
    post,
    path = "/api/matches",
    tag = "matches",
    request_body = NewMatch,
    responses(
        (status = 201, body = Begun),
        (status = 400, body = Trouble),
        (status = 404, body = Trouble),
        (status = 409, body = Trouble),
        (status = 422, body = Trouble),
        (status = 429, body = Trouble),
        (status = 507, body = Trouble)
    )
)]
pub(crate) async fn start(
    State(site): State<Arc<Site>>,
    Browser(token): Browser,
    caller: Caller,
    Body(new): Body<NewMatch>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let id = start::start(&site, token, caller, Plan::of(new, token)).await?;
    Ok((StatusCode::CREATED, Json(Begun { id })))
}

/// A match.
#[utoipa::path(
    get,
    path = "/api/matches/{id}",
    tag = "matches",
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, body = MatchInfo), (status = 404, body = Trouble))
)]
pub(crate) async fn one(
    State(site): State<Arc<Site>>,
    Browser(token): Browser,
    At(id): At<String>,
) -> Result<Json<MatchInfo>, Problem> {
    MatchInfo::of(&site.kept(&id).await?, token).map(Json)
}

/// Deletes a match for good. Anyone with a seat in it may.
#[utoipa::path(
    delete,
    path = "/api/matches/{id}",
    tag = "matches",
    params(("id" = String, Path, description = "The match.")),
    responses(
        (status = 204, description = "The match is deleted."),
        (status = 403, body = Trouble),
        (status = 404, body = Trouble)
    )
)]
pub(crate) async fn delete(
    State(site): State<Arc<Site>>,
    Browser(token): Browser,
    At(id): At<String>,
) -> Result<StatusCode, Problem> {
    // Also a match that is damaged can be forgotten, of which no more can be read.
    if !site.store.is_held_by(&id, token).await? {
        site.own(&id, token).await?;
    }
    site.store.delete(&id).await?;
    site.matches.end_one(&id).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Plays a finished match again: the same settings, armies and battlefield, with everyone one seat further.
#[utoipa::path(
    post,
    path = "/api/matches/{id}/rematch",
    tag = "matches",
    params(("id" = String, Path, description = "The finished match.")),
    request_body = Rematch,
    responses(
        (status = 201, body = Begun),
        (status = 400, body = Trouble),
        (status = 403, body = Trouble),
        (status = 404, body = Trouble),
        (status = 409, body = Trouble),
        (status = 422, body = Trouble),
        (status = 429, body = Trouble),
        (status = 507, body = Trouble)
    )
)]
pub(crate) async fn rematch(
    State(site): State<Arc<Site>>,
    Browser(token): Browser,
    caller: Caller,
    At(id): At<String>,
    Body(Rematch { dice }): Body<Rematch>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let kept = site.own(&id, token).await?;
    if kept.outcome.is_none() {
        return Err(Problem::untimely("this match is still running; finish it first"));
    }
    let plan = start::again(&site, &kept, dice).await?;
    let id = start::start(&site, token, caller, plan).await?;
    Ok((StatusCode::CREATED, Json(Begun { id })))
}
