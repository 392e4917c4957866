//! The game in the words that all games share.

pub(crate) mod forecast;
pub(crate) mod outlook;
pub(crate) mod terms;
