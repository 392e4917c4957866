//! Answers that need no player.

pub(crate) mod orders;
