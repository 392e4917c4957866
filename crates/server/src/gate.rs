//! What every request and every answer passes: where a request comes from, and what a browser may do with the answer.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::{sleep, timeout};

use crate::caller::Caller;
use crate::crowd::Place;
use crate::problem::Problem;
use crate::site::Site;

/// What a page may load and do: nothing from elsewhere, no script but its own files, no frame around it.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// So long a request may take, until its answer begins.
const LONGEST: Duration = Duration::from_secs(60);

/// What browsers say of where a request comes from: which site, how, and what for.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");

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

/// Turns away what was sent to a name that is not this server's, and what another site's page sends in the name of
/// whoever looks at it. Following a link from there to the page is something else.
pub(crate) async fn keep(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let Some(origin) = site.hosts.origin_for(request.uri(), request.headers()) else {
        let sentence = "this server does not go by that name; if it should, start it with --host and the name";
        return Problem::new(StatusCode::MISDIRECTED_REQUEST, sentence).into_response();
    };
    if !is_own(request.headers(), &origin) && !is_visit(&request) {
        return Problem::forbidden("this request comes from another site's page").into_response();
    }
    next.run(request).await
}

/// Whether a request comes from a page of this server, or from a program, which says nothing of that.
fn is_own(headers: &HeaderMap, origin: &str) -> bool {
    // Whatever is said twice must be right twice.
    let says = |name: HeaderName| headers.get_all(name).into_iter().map(|value| value.to_str().unwrap_or_default());
    let from_here = says(header::ORIGIN).all(|from| from.eq_ignore_ascii_case(origin));
    from_here && says(SITE).all(|site| matches!(site, "same-origin" | "none"))
}

/// Whether somebody comes to the page itself, by a link from anywhere.
fn is_visit(request: &Request) -> bool {
    let says = |name: HeaderName, word: &str| request.headers().get(name).is_some_and(|value| value == word);
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    reads && !is_interface(request.uri().path()) && says(MODE, "navigate") && says(DESTINATION, "document")
}

/// Whether a path belongs to the interface for programs, and not to the page.
pub(crate) fn is_interface(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// Lets an address that asks for more than anybody reads wait.
pub(crate) async fn slow(State(site): State<Arc<Site>>, caller: Caller, request: Request, next: Next) -> Response {
    let wait = site.asking().owe(caller);
    if !wait.is_zero() {
        sleep(wait).await;
    }
    next.run(request).await
}

/// Counts what is sent as it comes, until its answer begins: where it is too much, whoever sends nothing is let go.
pub(crate) async fn carry(State(site): State<Arc<Site>>, caller: Caller, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (place, away) = site.carried.enter(caller);
    let place = Arc::new(place);
    let request = request.map(|body| Body::new(Carried { body, place: Arc::clone(&place) }));
    let response = tokio::select! {
        response = next.run(request) => response,
        () = away => Problem::hasty("too much is being sent at once; try again in a moment").into_response(),
    };
    drop(place);
    response
}

/// A body that takes up room as it comes.
struct Carried {
    body: Body,
    place: Arc<Place>,
}

impl HttpBody for Carried {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &frame {
            self.place.take(frame.data_ref().map_or(0, Bytes::len));
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Lets a request go that takes too long, because of whoever sends it or of what it asks for.
pub(crate) async fn hurry(request: Request, next: Next) -> Response {
    let late = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "this took too long").into_response();
    timeout(LONGEST, next.run(request)).await.unwrap_or_else(late)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(path: &str, headers: &[(HeaderName, &'static str)]) -> Request {
        let mut request = Request::new(Body::empty());
        *request.uri_mut() = path.parse().unwrap();
        request
            .headers_mut()
            .extend(headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))));
        request
    }

    #[track_caller]
    fn check(headers: &[(HeaderName, &'static str)], own: bool) {
        assert_eq!(is_own(request("/", headers).headers(), "http://127.0.0.1:4727"), own, "{headers:?}");
    }

    #[test]
    fn an_origin_must_be_that_of_this_server() {
        check(&[], true);
        check(&[(header::ORIGIN, "http://127.0.0.1:4727")], true);
        check(&[(header::ORIGIN, "HTTP://127.0.0.1:4727")], true);
        check(&[(header::ORIGIN, "https://127.0.0.1:4727")], false);
        check(&[(header::ORIGIN, "http://127.0.0.1:4728")], false);
        check(&[(header::ORIGIN, "http://evil.example")], false);
        check(&[(header::ORIGIN, "null")], false);
        check(&[(header::ORIGIN, "")], false);
        check(&[(SITE, "same-origin")], true);
        check(&[(SITE, "none")], true);
        check(&[(SITE, "same-site")], false);
        check(&[(SITE, "cross-site")], false);
        check(&[(SITE, "same-origin"), (header::ORIGIN, "http://evil.example")], false);
        check(&[(header::ORIGIN, "http://127.0.0.1:4727"), (header::ORIGIN, "http://evil.example")], false);
        check(&[(SITE, "same-origin"), (SITE, "cross-site")], false);
    }

    #[test]
    fn a_link_from_elsewhere_leads_to_the_page_and_to_nothing_else() {
        let link = [(SITE, "cross-site"), (MODE, "navigate"), (DESTINATION, "document")];
        assert!(is_visit(&request("/matches/1", &link)));
        assert!(!is_visit(&request("/api/games", &link)));
        assert!(!is_visit(&request("/", &[(SITE, "cross-site"), (MODE, "no-cors"), (DESTINATION, "script")])));
        assert!(!is_visit(&request("/", &[(SITE, "cross-site"), (MODE, "navigate"), (DESTINATION, "iframe")])));
        let mut sent = request("/", &link);
        *sent.method_mut() = Method::POST;
        assert!(!is_visit(&sent));
    }
}
