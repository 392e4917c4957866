use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use vocabulary::{Pack, Setup};

use super::taking::{At, Body};
use crate::caller::Caller;
use crate::games;
use crate::problem::Problem;
use crate::ready::{self, takes_gzip};
use crate::site::Site;
use crate::wire::{Armies, GameInfo, Opening, Trouble};

/// The games that can be played here, the main one first.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameInfo>)))]
pub(crate) async fn games(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    site.games.ready.give(&headers)
}

/// A game.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    tag = "games",
    params(("id" = String, Path, description = "The game.")),
    responses((status = 200, body = GameInfo), (status = 404, body = Trouble))
)]
pub(crate) async fn game(
    State(site): State<Arc<Site>>,
    At(id): At<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(site.games.find(&id)?.ready.give(&headers))
}

/// What a match with this set-up would look like before anything happens, or everything that is wrong with the set-up.
#[utoipa::path(
    post,
    path = "/api/games/{id}/opening",
    tag = "games",
    params(("id" = String, Path, description = "The game.")),
    request_body(content = Object, description = "A set-up: players, settings and battlefield."),
    responses(
        (status = 200, body = Opening),
        (status = 400, body = Trouble),
        (status = 404, body = Trouble),
        (status = 422, body = Trouble)
    )
)]
pub(crate) async fn opening(
    State(site): State<Arc<Site>>,
    caller: Caller,
    At(id): At<String>,
    headers: HeaderMap,
    Body(mut setup): Body<Setup>,
) -> Result<Response, Problem> {
    let game = site.games.find(&id)?;
    game.equip(&mut setup.packs);
    let rules = game.rules;
    tried(&site, caller, &headers, move || match rules.opening(&setup) {
        Ok(view) => Opening { view: Some(view), faults: Vec::new() },
        Err(faults) => Opening { view: None, faults },
    })
    .await
}

/// The ready-made armies there are with these packs, or everything that is wrong with the packs.
#[utoipa::path(
    post,
    path = "/api/games/{id}/armies",
    tag = "games",
    params(("id" = String, Path, description = "The game.")),
    request_body(content = Vec<Object>, description = "Packs: the name and the text of each file."),
    responses(
        (status = 200, body = Armies),
        (status = 400, body = Trouble),
        (status = 404, body = Trouble),
        (status = 422, body = Trouble)
    )
)]
pub(crate) async fn armies(
    State(site): State<Arc<Site>>,
    caller: Caller,
    At(id): At<String>,
    headers: HeaderMap,
    Body(mut packs): Body<Vec<Pack>>,
) -> Result<Response, Problem> {
    let game = site.games.find(&id)?;
    game.equip(&mut packs);
    let rules = game.rules;
    tried(&site, caller, &headers, move || match games::armies(rules, &packs) {
        Ok(armies) => Armies { armies, faults: Vec::new() },
        Err(faults) => Armies { armies: Vec::new(), faults },
    })
    .await
}

/// What the rules say of something that people wrote. It may take them a while; few at a time may ask.
async fn tried<T: Serialize>(
    site: &Site,
    caller: Caller,
    headers: &HeaderMap,
    trying: impl FnOnce() -> T + Send + 'static,
) -> Result<Response, Problem> {
    let gzip = takes_gzip(headers);
    let tried = site.trying.run(caller, move || ready::json(&trying(), gzip));
    tried.await.map_err(|_| Problem::failure("a bug in the rules stopped this"))
}

/// The file of a ready-made battlefield.
#[utoipa::path(
    get,
    path = "/api/games/{id}/fields/{field}",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game."),
        ("field" = String, Path, description = "The battlefield.")
    ),
    responses(
        (status = 200, body = String, content_type = "application/toml"),
        (status = 404, body = Trouble)
    )
)]
pub(crate) async fn field(
    State(site): State<Arc<Site>>,
    At((id, field)): At<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(site.games.find(&id)?.field(&field)?.give(&headers))
}
