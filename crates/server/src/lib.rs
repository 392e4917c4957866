//! HTTP and WebSocket: matches, their records and the page.
//!
//! The server knows no game: it hosts whatever [`engine::Ruleset`]s it is given, and speaks of them in the words of
//! [`vocabulary`]. A running match has one owner, a task that alone may change it; what follows from an entry leaves
//! that task after the entry is on the disk. [`wire`] is what goes over the wire.

mod api;
mod asset;
mod browser;
mod caller;
mod clock;
mod crowd;
mod games;
mod gate;
mod hosts;
mod listening;
mod live;
mod matches;
mod pace;
mod problem;
mod random;
mod ready;
mod replay;
mod site;
mod start;
pub mod typescript;
pub mod wire;
mod work;

pub use asset::Asset;
pub use hosts::HostName;
pub use site::{Config, ServeError, Server};
