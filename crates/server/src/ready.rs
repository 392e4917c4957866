//! Answers that are written, and compressed, where that may take its time.

use std::io::Write;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::random;

const JSON: &str = "application/json";

/// Something that stays as it is while the server runs: made once, and known again by its tag.
#[derive(Debug)]
pub(crate) struct Ready {
    kind: &'static str,
    bytes: Bytes,
    /// The same, compressed, where that is shorter.
    gzip: Option<Bytes>,
    tag: String,
    /// What browsers may do with it.
    keep: &'static str,
}

impl Ready {
    pub(crate) fn new(kind: &'static str, bytes: Bytes, gzip: Option<Bytes>, keep: &'static str) -> Ready {
        let digest: [u8; 32] = Sha256::digest(&bytes).into();
        // A weak one: it is the same for both forms.
        let tag = format!("W/\"{}\"", random::hex(&digest[..16]));
        Ready { kind, bytes, gzip, tag, keep }
    }

    /// Something that is asked for again each time, in case that it has changed with the server.
    pub(crate) fn of(kind: &'static str, bytes: Vec<u8>) -> Ready {
        let gzip = zipped(&bytes, Compression::best()).filter(|gzip| gzip.len() < bytes.len());
        Ready::new(kind, bytes.into(), gzip.map(Bytes::from), "no-cache")
    }

    pub(crate) fn json(value: &impl Serialize) -> Ready {
        Ready::of(JSON, written(value))
    }

    /// It, or that whoever asks has it already.
    pub(crate) fn give(&self, headers: &HeaderMap) -> Response {
        let gzip = self.gzip.as_ref().filter(|_| takes_gzip(headers));
        let known = lists(headers, header::IF_NONE_MATCH, |tag| tag == "*" || tag == self.tag);
        let mut response = if known {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            answer(self.kind, gzip.unwrap_or(&self.bytes).clone(), gzip.is_some())
        };
        let given = response.headers_mut();
        given.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        given.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.keep));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            given.insert(header::ETAG, tag);
        }
        response
    }
}

/// Something that is asked for once, as JSON; compressed for whoever takes that.
pub(crate) fn json(value: &impl Serialize, gzip: bool) -> Response {
    let bytes = written(value);
    match zipped(&bytes, Compression::fast()).filter(|_| gzip) {
        Some(gzip) => answer(JSON, gzip.into(), true),
        None => answer(JSON, bytes.into(), false),
    }
}

fn answer(kind: &'static str, bytes: Bytes, gzip: bool) -> Response {
    let mut response = Response::new(Body::from(bytes));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if gzip {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

fn written(value: &impl Serialize) -> Vec<u8> {
    match serde_json::to_vec(value) {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("plain data can be written as JSON: {error}"),
    }
}

fn zipped(bytes: &[u8], how: Compression) -> Option<Vec<u8>> {
    let mut zip = GzEncoder::new(Vec::new(), how);
    zip.write_all(bytes).ok()?;
    zip.finish().ok()
}

/// Whether somebody takes answers that are compressed.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    lists(headers, header::ACCEPT_ENCODING, |coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim() == "gzip" && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// Whether a header names something like this among others.
fn lists(headers: &HeaderMap, name: header::HeaderName, is: impl Fn(&str) -> bool) -> bool {
    let lines = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|item| is(item.trim()))
}
