//! Answers that need no player: those given in advance, and those of bots.

pub(crate) mod orders;
mod tactics;
