//! TOML that people write, read with the line and column of what does not belong there.

use serde::de::DeserializeOwned;

/// A longer text is not read.
pub const LONGEST: usize = 1 << 16;

/// The longest sentence about a text, so that a file cannot flood a screen.
const LONGEST_SENTENCE: usize = 300;

/// Why a text could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Occurs when the text is longer than anybody would write one.
    #[error("this is too long: more than {0} bytes")]
    TooLong(usize),
    /// Occurs when something in the text does not belong there.
    #[error("line {line}, column {column}: {sentence}")]
    At {
        /// The line, from 1.
        line: usize,
        /// The column, from 1, in characters.
        column: usize,
        /// What is wrong.
        sentence: String,
    },
}

/// Reads anything from TOML.
///
/// # Errors
/// The first thing that does not belong there, with its line and column.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    read_within(LONGEST, text)
}

/// Reads anything from TOML that is at most so many bytes long.
///
/// # Errors
/// The first thing that does not belong there, with its line and column.
pub fn read_within<T: DeserializeOwned>(longest: usize, text: &str) -> Result<T, ReadError> {
    if text.len() > longest {
        return Err(ReadError::TooLong(longest));
    }
    toml::from_str(text).map_err(|error| {
        let (line, column) = line_and_column(text, error.span().map_or(0, |span| span.start));
        let sentence = printable(&error.message().trim().replace('\n', ", "), LONGEST_SENTENCE);
        ReadError::At { line, column, sentence }
    })
}

/// The line and column of a place in a text, both from 1; columns count characters.
pub fn line_and_column(text: &str, place: usize) -> (usize, usize) {
    let before = text.get(..place).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[start..].chars().count() + 1)
}

/// A text from a file as a sentence may show it: short, and without what a terminal would obey.
pub fn printable(text: &str, most: usize) -> String {
    text.chars().take(most).map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// Most characters of a name.
pub const LONGEST_NAME: usize = 40;
/// Most characters of a text.
pub const LONGEST_TEXT: usize = 400;

/// Whether a text can be shown as a name.
pub fn is_name(text: &str) -> bool {
    let length = text.chars().count();
    (1..=LONGEST_NAME).contains(&length) && text.trim() == text && !text.chars().any(char::is_control)
}

/// Whether a text can be shown as one: short, and nothing that a terminal would obey.
pub fn is_text(text: &str) -> bool {
    text.chars().count() <= LONGEST_TEXT && !text.chars().any(char::is_control)
}

/// What is wrong with a text that should be shown as a name, if anything is.
pub(crate) fn name_fault(name: &str) -> Option<String> {
    (!is_name(name)).then(|| format!("a name must have 1 to {LONGEST_NAME} printable characters"))
}

/// What is wrong with a text that should be shown as one, if anything is.
pub(crate) fn text_fault(text: &str) -> Option<String> {
    (!is_text(text)).then(|| format!("a text can have at most {LONGEST_TEXT} characters, all printable"))
}

/// All that is wrong with the name and the text of something.
pub fn wording(name: &str, text: &str) -> Vec<String> {
    name_fault(name).into_iter().chain(text_fault(text)).collect()
}
