//! The test kit for rulesets: scenario files, the playout suite, golden games, and shrinking.
//!
//! A new ruleset gets all of it for free: `docs/adding-a-ruleset.md` says how.

pub mod golden;
pub mod hostile;
pub mod playout;
pub mod scenario;
pub mod shrink;
