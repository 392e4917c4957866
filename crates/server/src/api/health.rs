use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// That the server is there.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// The version of Muster.
    version: &'static str,
}

/// Whether the server is there, and which version it is.
#[utoipa::path(get, path = "/api/health", tag = "server", responses((status = 200, body = Health)))]
pub(crate) async fn health() -> Json<Health> {
    Json(Health { version: env!("CARGO_PKG_VERSION") })
}
