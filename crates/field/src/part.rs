//! Parts of a battlefield, as faults name them, and the lines of a file in which they stand.

use std::fmt;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use crate::check::LONGEST_NAME;
use crate::field::Field;

/// What a fault is about: its place in the list that holds it, and its name as a sentence may show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The battlefield as a whole.
    Whole,
    /// A piece of terrain.
    Piece(usize, String),
    /// A zone.
    Zone(usize, String),
    /// An objective.
    Objective(usize, String),
}

impl Part {
    pub(crate) fn piece(field: &Field, place: usize) -> Part {
        Part::Piece(place, printable(&field.pieces[place].name))
    }

    pub(crate) fn zone(field: &Field, place: usize) -> Part {
        Part::Zone(place, printable(&field.zones[place].name))
    }

    pub(crate) fn objective(field: &Field, place: usize) -> Part {
        Part::Objective(place, printable(&field.objectives[place].name))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Whole => f.write_str("the battlefield"),
            Part::Piece(_, name) => write!(f, "piece '{name}'"),
            Part::Zone(_, name) => write!(f, "zone '{name}'"),
            Part::Objective(_, name) => write!(f, "objective '{name}'"),
        }
    }
}

/// A text from a file as a sentence may show it: short, and without what a terminal would obey.
pub(crate) fn printable(text: &str) -> String {
    text.chars().take(LONGEST_NAME).map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// The lines of a text in which the parts of a battlefield begin, counted from 1.
///
/// ```
/// use field::{Field, Lines};
///
/// let text = "size = \"60x44\"\n\n[[piece]]\nkind = \"wood\"\nat = [60, 9]\nsize = [4, 4]\n";
/// let report = Field::from_toml(text).unwrap().check();
/// assert_eq!(report.faults[0].to_string(), "piece 'wood 1' reaches 2 in beyond the edge of the field");
/// assert_eq!(Lines::of_toml(text).of(report.faults[0].parts()[0]), Some(3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    name: Option<usize>,
    pieces: Vec<usize>,
    zones: Vec<usize>,
    objectives: Vec<usize>,
}

/// The places of a text, whatever stands there.
#[derive(Default, Deserialize)]
struct Places {
    name: Option<Spanned<IgnoredAny>>,
    #[serde(default)]
    piece: Vec<Spanned<IgnoredAny>>,
    #[serde(default)]
    zone: Vec<Spanned<IgnoredAny>>,
    #[serde(default)]
    objective: Vec<Spanned<IgnoredAny>>,
}

impl Lines {
    /// Looks through the text of a battlefield. Of a text that is none, no lines are known.
    pub fn of_toml(text: &str) -> Lines {
        let places: Places =
            if text.len() > crate::LONGEST { Places::default() } else { toml::from_str(text).unwrap_or_default() };
        let line = |place: &Spanned<IgnoredAny>| crate::text::line_and_column(text, place.span().start).0;
        let lines = |places: &[Spanned<IgnoredAny>]| places.iter().map(line).collect();
        Lines {
            name: places.name.as_ref().map(line),
            pieces: lines(&places.piece),
            zones: lines(&places.zone),
            objectives: lines(&places.objective),
        }
    }

    /// The line in which a part begins, if it is known.
    pub fn of(&self, part: &Part) -> Option<usize> {
        match part {
            Part::Whole => self.name,
            Part::Piece(place, _) => self.pieces.get(*place).copied(),
            Part::Zone(place, _) => self.zones.get(*place).copied(),
            Part::Objective(place, _) => self.objectives.get(*place).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, part: &Part, line: Option<usize>) {
        assert_eq!(Lines::of_toml(text).of(part), line, "{part} of {text}");
    }

    #[test]
    fn parts_are_found_however_they_are_written() {
        let text =
            "size = \"60x44\"\nname = \"x\"\n\n[[zone]]\nseat = 1\n# ö\n\n[[piece]]\n[[zone]]\n  [[piece]]\nkind = 3\n";
        check(text, &Part::Whole, Some(2));
        check(text, &Part::Zone(0, "a".to_owned()), Some(4));
        check(text, &Part::Zone(1, "b".to_owned()), Some(9));
        check(text, &Part::Piece(1, "c".to_owned()), Some(10));
        check(text, &Part::Piece(2, "d".to_owned()), None);
        check("objective = [\n  { at = [1, 1] },\n  { at = [2, 2] },\n]", &Part::Objective(1, "e".to_owned()), Some(3));
    }

    #[test]
    fn what_is_no_battlefield_has_no_lines() {
        for text in ["", "piece = 7", "[[piece]", "\0"] {
            assert_eq!(Lines::of_toml(text), Lines::default(), "{text:?}");
        }
    }
}
