//! The rules, one file for each chapter of the book, in its order.
//!
//! | chapter | what it holds |
//! | --- | --- |
//! | `dice`, `wounding`, `saving` | what a roll needs and what changes that; wound rolls and the dice that a 6 earns; saves |
//! | `keywords`, `sequence` | what weapon keywords change; an attack in plain data, which rolls, odds and bots go by |
//! | `bad_luck`, `luck` | the bad luck pool, and its part at the table |
//! | `visibility`, `terrain`, `placing` | who sees whom, what terrain does, where models may stand |
//! | `missions`, `deployment`, `scoring`, `secondary`, `directives` | the mission, what comes before the first round, victory points |
//! | `round`, `command`, `abilities` | rounds, turns and phases; leader points and reaction units; abilities |
//! | `movement`, `orders`, `reserves`, `transport` | the movement phase |
//! | `power` | the power phase |
//! | `battle`, `damage` | the battle phase: shooting, charging, melee; casualties |
//! | `coherency` | the coherency phase |
//!
//! A chapter has its questions (`Asks`) and its facts (`Facts`), and says of each what may be answered, what it changes and
//! how it is told.

pub mod abilities;
pub mod bad_luck;
pub mod battle;
pub mod coherency;
pub mod command;
pub mod damage;
pub mod deployment;
pub(crate) mod dice;
pub mod directives;
#[cfg(test)]
mod examples;
pub(crate) mod keywords;
pub mod luck;
pub mod missions;
pub mod movement;
pub mod orders;
pub(crate) mod placing;
pub mod power;
pub mod reserves;
pub mod round;
pub(crate) mod saving;
pub mod scoring;
pub mod secondary;
pub(crate) mod sequence;
pub(crate) mod terrain;
pub mod transport;
pub(crate) mod visibility;
pub(crate) mod wounding;
