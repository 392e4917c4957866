//! What goes over the wire between server and page: plain data, in the shared vocabulary.
//!
//! The page has the same types in TypeScript, written by `cargo xtask types` and held against these by a test.

mod http;
mod live;

pub use http::{
    Armies, ArmyInfo, Begun, Book, BookEntry, DiceFrom, Found, GameInfo, HolderChoice, MatchInfo, NewMatch, Opening,
    Promise, Recap, Rematch, Replay, Trouble, Viewpoint,
};
pub use live::{FromPage, Now, Reply, Since, ToPage, Undo};
