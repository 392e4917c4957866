//! Where answers come from: those that need no player, those of a hand that drags models, those of bots.

pub(crate) mod answers;
pub(crate) mod drafting;
pub(crate) mod idle;
pub(crate) mod orders;
pub(crate) mod tactics;
