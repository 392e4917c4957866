//! Short words and rule ids, kept in place.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A lower-case word such as `evade` or `charge-vigor`: letters, digits and hyphens, none of them in front, at most
/// [`Word::LONGEST`].
///
/// It is copied like a number and needs no allocation, because answers are made of words and asks are many.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct Word {
    letters: [u8; Word::LONGEST],
    length: u8,
}

/// Why a text is not a word.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a word: use up to {max} lower-case letters, digits and hyphens, without a hyphen in front", max = Word::LONGEST)]
pub struct WordError(pub String);

impl Word {
    /// The most letters a word has.
    pub const LONGEST: usize = 23;

    /// A word known when the program is written.
    ///
    /// # Panics
    /// If it is not a word; in a constant that is a compile error.
    pub const fn new(text: &str) -> Word {
        match Word::try_new(text) {
            Some(word) => word,
            None => panic!("not a word: use lower-case letters, digits and hyphens, at most 23 of them"),
        }
    }

    const fn try_new(text: &str) -> Option<Word> {
        let bytes = text.as_bytes();
        // A hyphen alone is how people write nothing at all.
        if bytes.is_empty() || bytes.len() > Word::LONGEST || bytes[0] == b'-' {
            return None;
        }
        let mut letters = [0; Word::LONGEST];
        let mut i = 0;
        while i < bytes.len() {
            if !matches!(bytes[i], b'a'..=b'z' | b'0'..=b'9' | b'-') {
                return None;
            }
            letters[i] = bytes[i];
            i += 1;
        }
        Some(Word { letters, length: bytes.len() as u8 })
    }

    /// The word as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.letters[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl FromStr for Word {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Word, WordError> {
        Word::try_new(text).ok_or_else(|| WordError(text.chars().take(60).collect()))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

chance::serde_as_text!(Word);

/// The id of a rule or ruling, as in the rulebook files: `duel.move.followers`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
#[serde(transparent)]
pub struct RuleId(pub Cow<'static, str>);

impl RuleId {
    /// The id of a rule that code cites.
    pub const fn of(id: &'static str) -> RuleId {
        RuleId(Cow::Borrowed(id))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for RuleId {
    fn from(id: &'static str) -> RuleId {
        RuleId::of(id)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_printed() {
        assert_eq!("charge-vigor".parse::<Word>().unwrap(), Word::new("charge-vigor"));
        assert_eq!(Word::new("evade").to_string(), "evade");
        for bad in ["", "-", "-evade", "Evade", "a b", "überfall", "abcdefghijklmnopqrstuvwxyz"] {
            assert!(bad.parse::<Word>().is_err(), "{bad}");
        }
    }
}
