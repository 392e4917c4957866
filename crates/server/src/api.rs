//! The HTTP interface: routes, each with its description.

mod books;
mod games;
mod health;
mod live;
mod matches;
mod promises;
mod records;
mod taking;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::ready::Ready;
use crate::site::Site;
use crate::{browser, gate};

/// A longer body is not read, except for records.
const LONGEST: usize = 1 << 20;

#[derive(OpenApi)]
#[openapi(info(
    title = "Muster",
    description = "Tabletop miniature wargames, played by the book. Running matches use a WebSocket.",
    license(name = "MIT OR Apache-2.0")
))]
struct Described;

/// All routes with their description; only what is described is routed.
fn routes() -> (Router<Arc<Site>>, Description) {
    let described = OpenApiRouter::with_openapi(Described::openapi())
        .routes(routes!(health::health))
        .routes(routes!(openapi))
        .routes(routes!(games::games))
        .routes(routes!(games::game))
        .routes(routes!(games::opening))
        .routes(routes!(games::armies))
        .routes(routes!(games::field))
        .routes(routes!(promises::promise))
        .routes(routes!(matches::list, matches::start))
        .routes(routes!(matches::one, matches::delete))
        .routes(routes!(matches::rematch))
        .routes(routes!(live::live))
        .routes(routes!(records::record))
        .routes(routes!(records::report))
        .routes(routes!(records::replay))
        .routes(routes!(records::replay_file))
        .routes(routes!(books::books))
        .routes(routes!(books::book))
        .routes(routes!(books::rule))
        .routes(routes!(books::search));
    described.split_for_parts()
}

/// The description of the interface, made once.
static DESCRIPTION: LazyLock<Ready> = LazyLock::new(|| {
    let (_, mut description) = routes();
    description.info.version = env!("CARGO_PKG_VERSION").to_owned();
    Ready::json(&description)
});

/// This description.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "server",
    responses((status = 200, body = serde_json::Value))
)]
async fn openapi(headers: HeaderMap) -> Response {
    DESCRIPTION.give(&headers)
}

/// Makes what is asked for later, where that may take its time.
pub(crate) fn prepare() {
    LazyLock::force(&DESCRIPTION);
    books::prepare();
}

/// The whole server as one service.
pub(crate) fn router(site: Arc<Site>) -> Router {
    let (router, _) = routes();
    router
        .method_not_allowed_fallback(async || {
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not take this method")
        })
        .fallback(elsewhere)
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&site), gate::carry))
        .layer(middleware::from_fn(gate::hurry))
        .layer(middleware::from_fn(browser::know))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), gate::keep))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), gate::slow))
        .layer(middleware::from_fn(gate::mark))
        .with_state(site)
}

/// What is no route: the page, or nothing.
async fn elsewhere(State(site): State<Arc<Site>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if gate::is_interface(uri.path()) {
        return Problem::missing("there is nothing here; /api/openapi.json lists what there is").into_response();
    }
    site.page.give(&method, &uri, &headers)
}
