//! The page: files that whoever starts the server hands in.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Where it is asked for, such as `/assets/page-1f2e3d4c.js`.
    pub path: &'static str,
    /// What it is, such as `text/javascript`.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
    /// The same, compressed, where that is shorter.
    pub gzip: Option<&'static [u8]>,
}

/// All files of the page, by where they are asked for.
#[derive(Debug)]
pub(crate) struct Page(BTreeMap<&'static str, Asset>);

impl Page {
    pub(crate) fn new(assets: &[Asset]) -> Page {
        Page(assets.iter().map(|asset| (asset.path, *asset)).collect())
    }

    /// The file that is asked for. Whatever looks like a place within the page is the page itself.
    pub(crate) fn give(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Problem::new(StatusCode::METHOD_NOT_ALLOWED, "the page can only be read").into_response();
        }
        let path = uri.path();
        // Files lie at the top and below assets; a rule, deeper in the page, has dots in its address.
        let top = path.trim_start_matches('/');
        let file = top.starts_with("assets/") || (top.contains('.') && !top.contains('/'));
        let within = if file { None } else { self.0.get("/index.html") };
        let Some(asset) = self.0.get(path).or(within) else {
            return Problem::missing("there is nothing here").into_response();
        };
        let zipped = asset.gzip.filter(|_| takes_gzip(headers));
        let mut response = Response::new(Body::from(zipped.unwrap_or(asset.bytes)));
        let given = response.headers_mut();
        given.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
        given.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if zipped.is_some() {
            given.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        // The names of files below assets change with what is in them.
        let keep = if asset.path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        given.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        response
    }
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut codings = accepted.flat_map(|line| line.split(','));
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim() == "gzip" && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}
