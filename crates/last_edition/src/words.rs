//! The game in the words that all games share.

pub(crate) mod terms;
