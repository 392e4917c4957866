//! Who asks: a browser is known again by a cookie with random bits, of which the server keeps no more than the hash.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use store::Token;

use crate::random;

const COOKIE: &str = "muster";
const DIGITS: usize = 32;
/// How long a browser keeps its cookie: browsers allow no more than 400 days.
const SECONDS: u32 = 400 * 24 * 60 * 60;

/// The browser that asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Browser(pub(crate) Token);

impl<S: Sync> FromRequestParts<S> for Browser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Browser, Infallible> {
        // Whoever came past `know` has one; without it nobody holds any seat.
        Ok(parts.extensions.get::<Browser>().copied().unwrap_or(Browser(Token([0; 32]))))
    }
}

/// Gives every request its browser, and every browser its cookie: when it is new, and again with the page, so that
/// nobody who comes back is forgotten. What others may keep for everybody carries none.
pub(crate) async fn know(mut request: Request, next: Next) -> Response {
    let shown = shown(request.headers());
    let (text, is_new) = match shown {
        Some(text) => (text, false),
        None => match random::id() {
            Ok(text) => (text, true),
            Err(problem) => return problem.into_response(),
        },
    };
    request.extensions_mut().insert(Browser(Token(Sha256::digest(&text).into())));
    let mut response = next.run(request).await;
    // A browser that follows a link from elsewhere shows a lax cookie, and would take a new one for a strict one.
    let cookie = format!("{COOKIE}={text}; Path=/; Max-Age={SECONDS}; HttpOnly; SameSite=Lax");
    let says = |name, word: &str| {
        let value = response.headers().get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.starts_with(word))
    };
    let given = (is_new || says(header::CONTENT_TYPE, "text/html")) && !says(header::CACHE_CONTROL, "public");
    if given && let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// The bits that a browser shows, if they are some.
fn shown(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, text) = pairs.find(|(name, _)| *name == COOKIE)?;
    let plain = text.len() == DIGITS && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    plain.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_counts_only_in_the_form_in_which_it_was_given() {
        let shown = |line: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(line));
            super::shown(&headers)
        };
        let bits = "0123456789abcdef0123456789abcdef";
        assert_eq!(shown("a=1; muster=0123456789abcdef0123456789abcdef; b=2").as_deref(), Some(bits));
        assert_eq!(shown("muster=0123456789ABCDEF0123456789abcdef"), None);
        assert_eq!(shown("muster=' OR 1=1 --"), None);
        assert_eq!(shown("muster"), None);
    }
}
