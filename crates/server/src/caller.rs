//! Where a request comes from, by which strangers are told apart: cookies cost nothing, addresses do.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

/// The address that a request comes from. Of an IPv6 address only the half counts that one customer shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Caller(IpAddr);

impl Caller {
    pub(crate) fn new(address: IpAddr) -> Caller {
        Caller(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        })
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        // Whoever came over a connection has one; without it all share the limits of one address.
        Ok(parts.extensions.get::<Caller>().copied().unwrap_or_else(|| Caller(Ipv4Addr::UNSPECIFIED.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_customer_are_one_caller() {
        let caller = |text: &str| Caller::new(text.parse().unwrap());
        assert_ne!(caller("127.0.0.1"), caller("127.0.0.2"));
        assert_eq!(caller("::ffff:127.0.0.1"), caller("127.0.0.1"));
        assert_eq!(caller("2001:db8::1"), caller("2001:db8::ffff:1"));
        assert_ne!(caller("2001:db8::1"), caller("2001:db8:0:1::1"));
    }
}
