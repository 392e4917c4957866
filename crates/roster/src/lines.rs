//! The lines of a file in which the units of an army stand.

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use vocabulary::{Fault, Ref};

use crate::text::{line_and_column, read};

/// The lines of a text in which units begin, counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    units: Vec<usize>,
}

/// The places of a text, whatever stands there.
#[derive(Deserialize)]
struct Places {
    #[serde(default)]
    unit: Vec<Spanned<IgnoredAny>>,
}

impl Lines {
    /// Looks through the text of an army. Of a text that is none, no lines are known.
    pub fn of_toml(text: &str) -> Lines {
        let Ok(Places { unit: units }) = read(text) else { return Lines::default() };
        Lines { units: units.iter().map(|place| line_and_column(text, place.span().start).0).collect() }
    }

    /// The line in which a unit of the list begins, by its place in the list.
    pub fn unit(&self, place: usize) -> Option<usize> {
        self.units.get(place).copied()
    }

    /// The line of what a fault is about, if it is about a unit of the list.
    pub fn of(&self, fault: &Fault) -> Option<usize> {
        match fault.at {
            Some(Ref::Unit(unit)) => self.unit(unit.index()),
            _ => None,
        }
    }
}
