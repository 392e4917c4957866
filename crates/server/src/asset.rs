//! The page: files that whoever starts the server hands in.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::ready::Ready;

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
pub(crate) struct Page(BTreeMap<&'static str, Ready>);

impl Page {
    pub(crate) fn new(assets: &[Asset]) -> Page {
        let ready = |asset: &Asset| {
            // The names of files below assets change with what is in them.
            let named = asset.path.starts_with("/assets/");
            let keep = if named { "public, max-age=31536000, immutable" } else { "no-cache" };
            let (bytes, gzip) = (Bytes::from_static(asset.bytes), asset.gzip.map(Bytes::from_static));
            (asset.path, Ready::new(asset.kind, bytes, gzip, keep))
        };
        Page(assets.iter().map(ready).collect())
    }

    /// The file that is asked for. Whatever looks like a place within the page is the page itself.
    pub(crate) fn give(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Problem::new(StatusCode::METHOD_NOT_ALLOWED, "the page only takes GET and HEAD").into_response();
        }
        let path = uri.path();
        // Files lie at the top and below assets; a rule, deeper in the page, has dots in its address.
        let top = path.trim_start_matches('/');
        let file = top.starts_with("assets/") || (top.contains('.') && !top.contains('/'));
        let within = if file { None } else { self.0.get("/index.html") };
        match self.0.get(path).or(within) {
            Some(ready) => ready.give(headers),
            None => Problem::missing("there is nothing here").into_response(),
        }
    }
}
