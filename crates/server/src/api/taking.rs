//! Bodies and places of requests, read so that whatever is wrong with them is said in a sentence.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::{StatusCode, header};
use axum::{Json, RequestExt};
use serde::de::DeserializeOwned;

use crate::caller::Caller;
use crate::problem::Problem;
use crate::site::Site;

/// A longer body is read where that may take its time.
const SHORT: usize = 16 << 10;

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned + Send + 'static> FromRequest<Arc<Site>> for Body<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, site: &Arc<Site>) -> Result<Body<T>, Problem> {
        let Ok(caller) = request.extract_parts::<Caller>().await;
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if kind != Some("application/json") {
            let sentence = "expected a request with `Content-Type: application/json`";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence));
        }
        let bytes = Bytes::from_request(request, site).await;
        let bytes = bytes.map_err(|rejection| Problem::new(rejection.status(), plain(&rejection.body_text())))?;
        let is_short = bytes.len() <= SHORT;
        let read = move || Json::from_bytes(&bytes).map(|Json(value)| Body(value)).map_err(Problem::from);
        if is_short {
            return read();
        }
        let read = site.reading.run(caller, read).await;
        read.unwrap_or_else(|_| Err(Problem::failure("a bug stopped this from being read")))
    }
}

/// The parts of a path.
#[derive(FromRequestParts)]
#[from_request(via(Path), rejection(Problem))]
pub(crate) struct At<T>(pub(crate) T);

/// What stands behind the question mark.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(Problem))]
pub(crate) struct Asked<T>(pub(crate) T);

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        Problem::new(rejection.status(), plain(&rejection.body_text()))
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Problem {
        Problem::new(rejection.status(), plain(&rejection.body_text()))
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::new(rejection.status(), plain(&rejection.body_text()))
    }
}

/// A sentence as Muster writes them.
fn plain(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}
