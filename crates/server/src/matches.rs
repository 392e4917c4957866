//! Running matches: each has one owner, a task that alone may change it.

mod command;
mod news;
mod owner;
mod registry;

pub(crate) use command::{Act, Wonder, Wonders};
pub(crate) use news::{Seating, Standing};
pub(crate) use owner::{Letter, Look};
pub(crate) use registry::{Registry, choices_of, holders_of};
