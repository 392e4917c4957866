//! What players bring, and by which settings they play: datasheets, the armies made of them, house rules.

pub mod ability;
pub mod army;
pub mod datasheet;
pub(crate) mod house;
pub mod keyword;
mod notation;
pub mod role;
pub mod upgrade;
pub mod weapon;
