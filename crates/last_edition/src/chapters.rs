//! The rules, one file for each chapter of the book, in its order.

pub mod directives;
pub mod missions;
pub mod orders;
pub(crate) mod terrain;
pub(crate) mod visibility;
