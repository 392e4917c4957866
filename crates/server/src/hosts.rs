//! The names that this server goes by. A page of another site that a name was pointed here for has another one.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};

/// A name that the server is reached by, beside the addresses it listens at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName {
    /// The name, in lower case.
    name: String,
    /// How pages are reached by it: `https` where something in front of the server encrypts.
    scheme: &'static str,
}

impl FromStr for HostName {
    type Err = String;

    /// Reads `muster.example`, or `https://muster.example`.
    fn from_str(text: &str) -> Result<HostName, String> {
        let (scheme, rest) = match text.split_once("://") {
            None => ("http", text),
            Some(("http", rest)) => ("http", rest),
            Some(("https", rest)) => ("https", rest),
            Some(_) => return Err("write a name, or https:// and a name".to_owned()),
        };
        let name = rest.trim_end_matches('/').to_ascii_lowercase();
        let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'));
        if name.is_empty() || !plain {
            return Err("write a name such as muster.example, without a port".to_owned());
        }
        Ok(HostName { name, scheme })
    }
}

/// All names of the server.
#[derive(Debug)]
pub(crate) struct Hosts {
    listens: IpAddr,
    named: Vec<HostName>,
}

impl Hosts {
    pub(crate) fn new(listens: IpAddr, named: Vec<HostName>) -> Hosts {
        Hosts { listens: listens.to_canonical(), named }
    }

    /// The origin of this server's pages as whoever sent a request knows it, if it asked for this server.
    pub(crate) fn origin_for(&self, uri: &Uri, headers: &HeaderMap) -> Option<String> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return None };
        let host: Authority = host.to_str().ok()?.parse().ok()?;
        let is_host = !host.as_str().contains('@');
        if !is_host || uri.authority().is_some_and(|asked| *asked != host) {
            return None;
        }
        let scheme = self.scheme_of(host.host())?;
        Some(format!("{scheme}://{host}").to_ascii_lowercase())
    }

    /// How pages are reached by a name, if it is one of this server.
    fn scheme_of(&self, host: &str) -> Option<&'static str> {
        let here = self.listens.is_loopback() || self.listens.is_unspecified();
        if here && host.eq_ignore_ascii_case("localhost") {
            return Some("http");
        }
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        if let Ok(address) = literal.map(|address| address.to_canonical()) {
            // Nobody can point an address elsewhere; a server that listens at all of them need not know which it has.
            let own = address == self.listens
                || self.listens.is_unspecified()
                || (self.listens.is_loopback() && address.is_loopback());
            return own.then_some("http");
        }
        let named = self.named.iter().find(|named| named.name.eq_ignore_ascii_case(host));
        named.map(|named| named.scheme)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[track_caller]
    fn check(listens: &str, host: &'static str, origin: Option<&str>) {
        let named = ["Muster.example", "https://safe.example/"].map(|name| name.parse().unwrap()).to_vec();
        let hosts = Hosts::new(listens.parse().unwrap(), named);
        let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
        assert_eq!(hosts.origin_for(&Uri::from_static("/"), &headers).as_deref(), origin, "{listens} {host}");
    }

    #[test]
    fn a_server_goes_by_where_it_listens_and_by_the_names_it_was_given() {
        check("127.0.0.1", "127.0.0.1:4727", Some("http://127.0.0.1:4727"));
        check("127.0.0.1", "LocalHost:4727", Some("http://localhost:4727"));
        check("127.0.0.1", "[::1]:4727", Some("http://[::1]:4727"));
        check("127.0.0.1", "muster.example", Some("http://muster.example"));
        check("127.0.0.1", "safe.example:8443", Some("https://safe.example:8443"));
        check("127.0.0.1", "evil.example", None);
        check("127.0.0.1", "localhost.evil.example", None);
        check("127.0.0.1", "192.0.2.1", None);
        check("127.0.0.1", "", None);
        check("127.0.0.1", "x@127.0.0.1", None);
        check("192.0.2.1", "192.0.2.1:4727", Some("http://192.0.2.1:4727"));
        check("192.0.2.1", "localhost:4727", None);
        check("0.0.0.0", "192.0.2.1:4727", Some("http://192.0.2.1:4727"));
        check("::", "[2001:db8::1]:4727", Some("http://[2001:db8::1]:4727"));
        check("0.0.0.0", "evil.example:4727", None);
    }

    #[test]
    fn a_request_names_one_host_and_the_same_everywhere() {
        let hosts = Hosts::new([127, 0, 0, 1].into(), Vec::new());
        let mut headers = HeaderMap::new();
        assert_eq!(hosts.origin_for(&Uri::from_static("/"), &headers), None);
        headers.insert(header::HOST, HeaderValue::from_static("127.0.0.1"));
        assert!(hosts.origin_for(&Uri::from_static("http://127.0.0.1/"), &headers).is_some());
        assert_eq!(hosts.origin_for(&Uri::from_static("http://evil.example/"), &headers), None);
        headers.append(header::HOST, HeaderValue::from_static("127.0.0.1"));
        assert_eq!(hosts.origin_for(&Uri::from_static("/"), &headers), None);
    }

    #[test]
    fn a_name_is_a_name() {
        for wrong in ["", "https://", "ftp://a", "a:80", "a/b", "*"] {
            assert!(wrong.parse::<HostName>().is_err(), "{wrong}");
        }
    }
}
