//! Army lists as text: TOML that a person can write, and what is wrong with it, by line.
//!
//! It knows no game: whether a list is a legal army, the rules of the game judge.
//!
//! ```
//! use roster::{Army, Lines};
//!
//! let text = "game = \"aot\"\nname = \"Watch\"\nfaction = \"galewrights\"\n\n[[unit]]\ncard = \"drifters\"\nmodels = 6\n";
//! let army = Army::from_toml(text).unwrap();
//! assert_eq!(army.list.units[0].models, Some(6));
//! assert_eq!(Lines::of_toml(text).unit(0), Some(5));
//! assert_eq!(Army::from_toml(&army.to_toml()), Ok(army));
//! ```

mod army;
mod judging;
mod lines;
mod names;
mod pack;
mod ready;
mod stock;
mod text;

pub use army::{Army, MOST_UNITS};
pub use judging::{Card, Judging, Row, at_unit, joined, misnamed, numbered, unjudged};
pub use lines::Lines;
pub use names::{named_after_armies, nameless, with_names};
pub use pack::{ArmyTable, PackFault, Reading, bring};
pub use ready::{File, ready, sorted};
pub use stock::{Faction, Files, Stock, led};
pub use text::{
    LONGEST, LONGEST_NAME, LONGEST_TEXT, ReadError, is_name, is_text, line_and_column, printable, read, read_within,
    wording,
};
