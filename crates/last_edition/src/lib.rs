//! The Last Edition, in development: it cannot be played yet.
//!
//! The rulebook is `rulebook/the-last-edition.toml`. Where things are:
//!
//! - `chapters`: the rules, one file for each chapter of the book
//! - `battlefield`: what is fought on: terrain with its walls, zones, objectives
//! - `forces`: datasheets, packs, armies, house rules
//! - `words`: all of that in the shared vocabulary

#[allow(dead_code, reason = "the book is in development")]
mod battlefield;
#[allow(dead_code, reason = "the book is in development")]
pub mod chapters;
#[allow(dead_code, reason = "the book is in development")]
pub mod forces;
#[allow(dead_code, reason = "the book is in development")]
mod words;
