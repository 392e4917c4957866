use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use tokio::task::spawn_blocking;
use vocabulary::Setup;

use super::taking::{At, Body};
use crate::problem::Problem;
use crate::site::Site;
use crate::wire::{GameInfo, Opening, Trouble};

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
    game.equip(&mut setup);
    let rules = game.rules;
    let permit = Arc::clone(&site.trying).acquire_owned().await;
    let opening = spawn_blocking(move || {
        let _permit = permit;
        rules.opening(&setup)
    });
    match opening.await {
        Ok(Ok(view)) => Ok(Json(Opening { view: Some(view), faults: Vec::new() })),
        Ok(Err(faults)) => Ok(Json(Opening { view: None, faults })),
        Err(_) => Err(Problem::failure("a bug in the rules kept this from being tried")),
    }
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
