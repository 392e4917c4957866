//! An army file: a list, the game it is for, and how it plays.

use serde::{Deserialize, Serialize};
use toml::Spanned;
use vocabulary::{List, ListUnit, Word};

use crate::text::{ReadError, line_and_column, read};

/// More units are not read.
pub const MOST_UNITS: usize = 200;

const HEADING: &str = "\
# An army for Muster. Check it with: muster army check FILE
";

/// An army list with the game that it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// The game.
    pub game: Word,
    /// How it plays, in a sentence or two; often empty.
    pub text: String,
    /// The list.
    pub list: List,
}

/// The file as it is written. A list has a struct of its own in the vocabulary, which cannot be flattened into this one
/// without losing the lines of what does not belong there.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Word,
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    text: String,
    faction: Word,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    formation: Option<Word>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<Word>,
    #[serde(rename = "unit", default, skip_serializing_if = "Vec::is_empty")]
    units: Vec<Spanned<ListUnit>>,
}

impl Army {
    /// Reads an army from its text.
    ///
    /// # Errors
    /// The first thing that does not belong there, with its line and column.
    pub fn from_toml(text: &str) -> Result<Army, ReadError> {
        let file: File = read(text)?;
        if let Some(beyond) = file.units.get(MOST_UNITS) {
            let (line, column) = line_and_column(text, beyond.span().start);
            let sentence = format!("at most {MOST_UNITS} units, not {}", file.units.len());
            return Err(ReadError::At { line, column, sentence });
        }
        let units = file.units.into_iter().map(Spanned::into_inner).collect();
        let list = List { name: file.name, faction: file.faction, formation: file.formation, marks: file.marks, units };
        Ok(Army { game: file.game, text: file.text, list })
    }

    /// Writes the army as text. Reading it gives the same army.
    pub fn to_toml(&self) -> String {
        let file = File {
            game: self.game,
            name: self.list.name.clone(),
            text: self.text.clone(),
            faction: self.list.faction,
            formation: self.list.formation,
            marks: self.list.marks.clone(),
            units: self.list.units.iter().map(|unit| Spanned::new(0..0, unit.clone())).collect(),
        };
        let body = toml::to_string(&file).expect("an army holds nothing that TOML cannot say");
        format!("{HEADING}\n{body}")
    }
}
