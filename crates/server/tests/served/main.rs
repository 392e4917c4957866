//! The server as browsers and programs meet it: a real one, over real connections.

mod client;
mod whole;
