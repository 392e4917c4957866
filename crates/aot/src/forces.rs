//! What a battle is fought with, and by which settings: cards and abilities, packs of factions, armies and what is wrong
//! with them, editions and house rules.

pub(crate) mod ability;
pub(crate) mod card;
pub(crate) mod doctrine;
pub(crate) mod edition;
pub mod force;
pub(crate) mod house;
pub mod pack;
pub(crate) mod printed;
