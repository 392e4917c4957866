use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use tokio::task::spawn_blocking;
use vocabulary::{Pack, Setup};

use super::taking::{At, Body};
use crate::games;
use crate::problem::Problem;
use crate::site::Site;
use crate::wire::{Armies, GameInfo, Opening, Trouble};

/// The games that can be played here, the first one first.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameInfo>)))]
pub(crate) async fn games(State(site): State<Arc<Site>>) -> Json<Vec<Arc<GameInfo>>> {
    Json(site.games.all().map(|game| Arc::clone(&game.info)).collect())
}

/// A game.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    tag = "games",
    params(("id" = String, Path, description = "The game.")),
    responses((status = 200, body = GameInfo), (status = 404, body = Trouble))
)]
pub(crate) async fn game(State(site): State<Arc<Site>>, At(id): At<String>) -> Result<Json<Arc<GameInfo>>, Problem> {
    Ok(Json(Arc::clone(&site.games.find(&id)?.info)))
}

/// What a match with this set-up would look like before anything happens, or all that is wrong with it.
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
    At(id): At<String>,
    Body(mut setup): Body<Setup>,
) -> Result<Json<Opening>, Problem> {
    let game = site.games.find(&id)?;
    game.equip(&mut setup.packs);
    let rules = game.rules;
    Ok(Json(match tried(&site, move || rules.opening(&setup)).await? {
        Ok(view) => Opening { view: Some(view), faults: Vec::new() },
        Err(faults) => Opening { view: None, faults },
    }))
}

/// The armies that are ready to be played with these packs, or all that is wrong with them.
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
    At(id): At<String>,
    Body(mut packs): Body<Vec<Pack>>,
) -> Result<Json<Armies>, Problem> {
    let game = site.games.find(&id)?;
    game.equip(&mut packs);
    let rules = game.rules;
    Ok(Json(match tried(&site, move || games::armies(rules, &packs)).await? {
        Ok(armies) => Armies { armies, faults: Vec::new() },
        Err(faults) => Armies { armies: Vec::new(), faults },
    }))
}

/// What the rules say of something that people wrote. It may take them a while; few at a time may ask.
async fn tried<T: Send + 'static>(site: &Site, trying: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let permit = Arc::clone(&site.trying).acquire_owned().await;
    let tried = spawn_blocking(move || {
        let _permit = permit;
        trying()
    });
    tried.await.map_err(|_| Problem::failure("a bug in the rules kept this from being tried"))
}

/// The file of a battlefield that is ready to be played on.
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
) -> Result<impl IntoResponse, Problem> {
    let file = site.games.find(&id)?.field(&field)?.to_owned();
    Ok(([(header::CONTENT_TYPE, "application/toml; charset=utf-8")], file))
}
