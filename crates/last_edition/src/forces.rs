//! What players bring, and by which settings they play: datasheets, the armies made of them, house rules.

pub mod ability;
pub mod army;
pub mod datasheet;
pub(crate) mod house;
pub mod judging;
pub mod keyword;
mod leader_points;
mod notation;
pub mod pack;
pub(crate) mod printed;
pub mod role;
pub mod upgrade;
pub mod weapon;
