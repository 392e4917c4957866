//! Soldiers on a drill ground: dragged about, refused by how much, and shown what holds for their moves and what dice
//! they would need.

mod drafts;
mod margins;
mod previews;
mod shown;
mod soldiers;
