//! Models that a hand drags, and by how much they are wrong.

mod drafts;
mod drill;
mod margins;
