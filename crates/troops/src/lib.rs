//! Troops on a battlefield: what every game of units and models on terrain would otherwise write again.
//!
//! Nothing here knows a book. A book keeps its own lists of what it says of units, models and terrain, under the same
//! numbers.
//!
//! - [`Troops`]: units and their models, where each stands, how far apart they are, what they are called
//! - [`Laid`]: terrain, zones and objectives with their ids, and what a base stands on
//! - [`Kept`]: results that take long to come by

mod kept;
mod laid;
mod troops;

pub use kept::Kept;
pub use laid::{Laid, Piece, Zone};
pub use troops::{ModelInfo, Models, Troops, UnitInfo, links};
