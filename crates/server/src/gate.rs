//! What every request and every answer passes: where a request comes from, and what a browser may do with the answer.

use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use crate::problem::Problem;

/// What a page may load and do: nothing from elsewhere, no script but its own files, no frame around it.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// So long a request may take, until its answer begins.
const LONGEST: Duration = Duration::from_secs(60);

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Puts the headers on every answer; what says nothing about being kept is not kept. Who sent something that was refused
/// is told that the connection ends: what is left of it was not read, and nothing else can be sent behind it.
pub(crate) async fn mark(request: Request, next: Next) -> Response {
    let sends = request.headers().contains_key(header::CONTENT_LENGTH)
        || request.headers().contains_key(header::TRANSFER_ENCODING);
    let mut response = next.run(request).await;
    let refused = response.status().is_client_error();
    let headers = response.headers_mut();
    if sends && refused {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Turns away what another site's page sends in the name of whoever looks at it.
pub(crate) async fn keep(request: Request, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let upgrades = request.headers().contains_key(header::UPGRADE);
    if (changes || upgrades) && !is_own(request.headers()) {
        return Problem::forbidden("this request comes from another site's page").into_response();
    }
    next.run(request).await
}

/// Lets a request go that takes too long, because of whoever sends it or of what it asks for.
pub(crate) async fn hurry(request: Request, next: Next) -> Response {
    let late = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "this takes too long").into_response();
    timeout(LONGEST, next.run(request)).await.unwrap_or_else(late)
}

/// Whether a request comes from a page of this server, or from a program, which names no origin.
fn is_own(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let site = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, site)| site);
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    site.zip(host).is_some_and(|(site, host)| site.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(origin: Option<&'static str>, host: &'static str, own: bool) {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        assert_eq!(is_own(&headers), own, "{origin:?} {host}");
    }

    #[test]
    fn an_origin_must_be_the_host() {
        check(None, "127.0.0.1:4727", true);
        check(Some("http://127.0.0.1:4727"), "127.0.0.1:4727", true);
        check(Some("https://Muster.Example"), "muster.example", true);
        check(Some("http://127.0.0.1:4728"), "127.0.0.1:4727", false);
        check(Some("http://evil.example"), "127.0.0.1:4727", false);
        check(Some("null"), "127.0.0.1:4727", false);
        check(Some(""), "127.0.0.1:4727", false);
    }
}
