//! The game in the words that all games share.

pub(crate) mod forecast;
pub(crate) mod lessons;
pub(crate) mod notes;
pub(crate) mod outlook;
pub(crate) mod recap;
pub(crate) mod telling;
pub(crate) mod terms;
pub(crate) mod view;
pub(crate) mod voice;
