use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;

use super::taking::At;
use crate::browser::Browser;
use crate::caller::Caller;
use crate::live::{self, Connection};
use crate::problem::Problem;
use crate::site::Site;
use crate::wire::{MatchInfo, Trouble};

/// Opens a WebSocket to a match. Its messages are described in docs/server.md.
#[utoipa::path(
    get,
    path = "/api/matches/{id}/live",
    tag = "matches",
    params(("id" = String, Path, description = "The match.")),
    responses(
        (status = 101, description = "The connection is open."),
        (status = 400, body = Trouble),
        (status = 404, body = Trouble),
        (status = 429, body = Trouble)
    )
)]
pub(crate) async fn live(
    State(site): State<Arc<Site>>,
    Browser(token): Browser,
    caller: Caller,
    At(id): At<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let kept = site.kept(&id).await?;
    let info = MatchInfo::of(&kept, token)?;
    let upgrade = upgrade.map_err(|_| Problem::bad("this is a WebSocket; connect to it as one"))?;
    let Some(ticket) = site.doors.open(token) else {
        return Err(Problem::hasty("too many connections are open; close one"));
    };
    let upgrade = upgrade.max_message_size(live::LONGEST).max_frame_size(live::LONGEST);
    Ok(upgrade.on_upgrade(move |socket| Connection::new(site, kept, info, caller, ticket, socket).run()))
}
