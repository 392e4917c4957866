//! What players bring: datasheets, and the armies made of them.

pub mod ability;
pub mod army;
pub mod datasheet;
pub mod keyword;
mod notation;
pub mod role;
pub mod upgrade;
pub mod weapon;
