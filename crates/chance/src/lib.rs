//! Dice, keyed streams, verifiable secrets and exact distributions.
//!
//! A die is a number, counted from the start of the match, and what it shows follows from the match's [`Key`] and that
//! number alone. So dice can be drawn in any order, a record can be checked die by die, and nothing that is undone
//! or re-run can shift what falls later.
//!
//! - [`stream`]: keys, and dice drawn from them;
//! - [`dice`]: what a die shows, expressions such as `2D6` and `D33`, and where dice come from;
//! - [`commit`]: how a server proves afterwards that it did not choose the dice;
//! - [`odds`]: distributions that are computed, not sampled. This is the only module with floats in it.
//!
//! ```
//! use chance::{Distribution, Faces, Key, Stream, Throw};
//!
//! let mut dice = Stream::new(Key::from_seed("example", 1));
//! let throw: Throw = "2D6+1".parse().unwrap();
//! let shown: Vec<i16> = (0..throw.dice()).map(|_| throw.faces.shows(dice.next_die(throw.faces.count()))).collect();
//! assert!((3..=13).contains(&throw.read(&shown)));
//!
//! let seven_or_more = Distribution::of_die(Faces::D6).repeat(2).at_least(&7);
//! assert!((seven_or_more - 21.0 / 36.0).abs() < 1e-12);
//! ```
//!
//! There is no clock, no I/O and no source of entropy here: who makes a secret brings its bytes along.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod as_text;
pub mod commit;
pub mod dice;
mod hex;
pub mod odds;
pub mod stream;

pub use commit::{CheckError, Commitment, Contribution, Secret, check};
pub use dice::{DieId, Faces, NoDie, Reading, Script, Source, Throw, Typed};
pub use hex::HexError;
pub use odds::Distribution;
pub use stream::{ALGORITHM, Key, Stream};
