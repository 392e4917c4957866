//! Battlefields: read, checked, made from a seed, turned, and drawn.
//!
//! A [`Field`] is a size, pieces of terrain, zones and objectives. It can be written by hand as TOML, and is printed so
//! that it reads back the same. [`Field::check`] names every fault at once; [`Field::generate`] makes one from a
//! number; [`draw()`] gives a drawing. No game is known here: kinds and tags are for games to interpret. Whatever decides
//! is reckoned in integers; floats serve drawings alone.
//!
//! ```
//! use field::{Field, Request};
//!
//! let field = Field::generate(&Request::of_seed(7)).unwrap();
//! assert!(field.check().is_sound());
//! assert_eq!(Field::from_toml(&field.to_toml()), Ok(field));
//! ```

mod amount;
mod check;
mod draw;
mod fault;
mod field;
mod generate;
mod kind;
mod lanes;
mod part;
mod piece;
mod plot;
mod request;
mod size;
mod source;
mod text;
mod walk;
mod zone;

pub use check::{HIGHEST, LONGEST_LANE, LONGEST_NAME, MOST_OPEN, Report};
pub use draw::{Base, Paper, Style, draw};
pub use fault::{Fault, Warning};
pub use field::{Field, Symmetry, Turn};
pub use generate::GenerateError;
pub use kind::{Going, Kind, Manner, Sight, UnknownKind, Usual};
pub use lanes::Lanes;
pub use part::{Lines, Part};
pub use piece::Piece;
pub use plot::{Form, Frame, MOST_CORNERS, Plot};
pub use request::{Balance, Density, Mix, Request, Terrain, TerrainError, ZonePlan};
pub use size::{Size, SizeError};
pub use source::{Source, SourceError};
pub use text::{LONGEST, ReadError};
pub use walk::BASE;
pub use zone::{Disc, Objective, Zone};
