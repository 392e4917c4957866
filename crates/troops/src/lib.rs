//! Troops on a battlefield: what every game of units and models on terrain would otherwise write again.
//!
//! Nothing here knows a book. A book keeps its own lists of what it says of units, models and terrain, under the same
//! numbers; it says what its terrain means, and what holds for a move or a placing.
//!
//! - [`Troops`]: units and their models, where each stands, how far apart they are, what they are called
//! - [`Laid`]: terrain, zones and objectives with their ids, and what a base stands on
//! - [`Scene`]: both together
//! - [`Walk`]: a move, from the list of limits that the book states: checked, refused, planned, drafted, drawn
//! - [`Placing`]: the same for models that are put down
//! - [`Kept`]: results that take long to come by

mod kept;
mod laid;
mod limits;
mod placing;
mod scene;
mod troops;
mod walk;

pub use kept::Kept;
pub use laid::{Laid, Piece, Zone};
pub use limits::{Words, obstacles_of, passes};
pub use placing::{Placed, Placing, PlacingTerms, Within};
pub use scene::Scene;
pub use troops::{ModelInfo, Models, Troops, UnitInfo, links};
pub use walk::{Aim, Climbing, End, Ends, Guide, Measure, Misfit, Paths, Terms, Walk};
