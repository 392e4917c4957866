use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chance::Secret;

use crate::browser::Browser;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::site::Site;
use crate::wire::{Promise, Trouble};
use crate::{clock, random};

/// So long a promise waits for its match, in seconds.
const KEPT: i64 = 24 * 60 * 60;

/// Promises dice before anyone adds to them; good for one match.
#[utoipa::path(
    post,
    path = "/api/promises",
    tag = "matches",
    responses((status = 201, body = Promise), (status = 429, body = Trouble))
)]
pub(crate) async fn promise(
    State(site): State<Arc<Site>>,
    Browser(token): Browser,
    caller: Caller,
) -> Result<(StatusCode, Json<Promise>), Problem> {
    if !site.promising().allow(token, caller) {
        return Err(Problem::hasty("too many promises at once; wait a moment"));
    }
    let (id, secret, made) = (random::id()?, random::bytes::<32>()?, clock::now());
    site.store.promise(&id, &random::hex(&secret), made, made - KEPT).await?;
    let commitment = Secret(secret).commitment().to_string();
    Ok((StatusCode::CREATED, Json(Promise { id, commitment })))
}
