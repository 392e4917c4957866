//! The rules, one file for each chapter of the book, in its order.
//!
//! | chapter | what it holds |
//! | --- | --- |
//! | `dice` | what a roll needs and what changes that, natural results, rerolls, D3 and D33 |
//! | `wounding` | wound rolls, and the dice that a 6 earns |
//! | `bad_luck` | the bad luck pool |
//! | `missions`, `directives`, `orders` | how a mission is chosen, secret directives, orders to units |
//! | `saving` | armor, dodge and pure saves |
//! | `keywords` | what weapon keywords change |
//! | `terrain`, `visibility` | what terrain does, who sees whom |
//! | `sequence` | what an attack needs and does, in plain data: rolls, odds and bots go by it |

pub mod bad_luck;
pub(crate) mod dice;
pub mod directives;
#[cfg(test)]
mod examples;
pub(crate) mod keywords;
pub mod missions;
pub mod orders;
pub(crate) mod saving;
pub(crate) mod sequence;
pub(crate) mod terrain;
pub(crate) mod visibility;
pub(crate) mod wounding;
