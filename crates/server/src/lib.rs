//! HTTP and WebSocket: matches, their records and the page.

pub mod typescript;
pub mod wire;
