//! Battlefields as text: TOML that a person can write.

use crate::field::Field;

/// A longer text is not read.
pub const LONGEST: usize = 1 << 18;

const HEADING: &str = "\
# A battlefield for Muster. Lengths are in inches, from the lower left corner.
# Look at it with: muster field show FILE --svg
";

/// Why a text is no battlefield, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Occurs when the text is longer than any battlefield.
    #[error("this is longer than any battlefield: more than {LONGEST} bytes")]
    TooLong,
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

impl Field {
    /// Reads a battlefield from its text.
    pub fn from_toml(text: &str) -> Result<Field, ReadError> {
        if text.len() > LONGEST {
            return Err(ReadError::TooLong);
        }
        toml::from_str(text).map_err(|error| {
            let place = error.span().map_or(0, |span| span.start);
            let (line, column) = line_and_column(text, place);
            let whole = in_plain_words(&error.message().trim().replace('\n', ", "));
            let sentence = whole.chars().take(300).map(|c| if c.is_control() { '?' } else { c }).collect();
            ReadError::At { line, column, sentence }
        })
    }

    /// Writes the battlefield as text. Reading it gives the same battlefield.
    pub fn to_toml(&self) -> String {
        let body = toml::to_string(self).expect("a battlefield holds nothing that TOML cannot say");
        format!("{HEADING}\n{body}")
    }
}

/// The parser's own sentence, which may end in a type of Rust that no writer of battlefields need know.
fn in_plain_words(sentence: &str) -> String {
    let types = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u16", "expected a whole number from 0 to 65535"),
        ("expected u64", "expected a whole number that is not below 0"),
        ("expected a string", "expected a text in quotes"),
    ];
    for (of_rust, plain) in types {
        if let Some(before) = sentence.strip_suffix(of_rust) {
            return format!("{before}{plain}");
        }
    }
    sentence.to_owned()
}

pub(crate) fn line_and_column(text: &str, place: usize) -> (usize, usize) {
    let before = text.get(..place).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, sentence: &str) {
        let error = Field::from_toml(text).unwrap_err().to_string();
        assert!(error.contains(sentence), "{error}");
    }

    #[test]
    fn what_does_not_belong_is_named_with_its_line() {
        check("size = 7", "line 1, column 8: invalid type: integer `7`, expected a text in quotes");
        check("size = \"60x44\"\nseed = -4", "line 2, column 8: invalid value: integer `-4`, expected a whole number");
        check("size = \"60x44\"\ncolour = 1", "line 2, column 1: unknown field `colour`");
        check("size = \"60\"", "'60' is not a size");
        check("[[piece]]\nkind = \"castle\"", "line 2, column 8: unknown variant `castle`");
        check("name = \"\"", "missing field `size`");
        check(
            "size = \"60x44\"\n\n[[piece]]\nkind = \"wood\"",
            "line 3, column 1: a piece needs at and size, or corners",
        );
        check(
            "size = \"60x44\"\n[[piece]]\nkind=\"wood\"\nat=[1,\"far\"]\nsize=[1,1]",
            "line 4, column 7: 'far' is not a length",
        );
        check("size = \"60x44\"\n[[zone]]\nseat = 0\nlow = [0, 0]\nhigh = [9, 9]", "there is no seat 0");
    }

    #[test]
    fn both_ways_to_say_a_shape_at_once_are_refused() {
        let with = |rest: &str| format!("size = \"60x44\"\n[[piece]]\nkind = \"ruin\"\n{rest}");
        check(&with("at = [1, 1]\ncorners = []"), "but not both");
        check(&with("at = [1, 1]\nsize = [0, 4]"), "larger than nothing");
        check(&with("at = [1, 1]\nsize = [4, 4]\nform = 3"), "only a blob can have a form");
        check(&with("at = [1, 1]\nsize = [4, 4]\nnotch = [1, 1]"), "an ell must have a notch");
        check(&with("at = [1, 1]\nsize = [4, 4]\nshape = \"ell\"\nnotch = [4, 1]"), "smaller than the ell");
    }

    #[test]
    fn too_much_of_anything_is_refused() {
        check(&"#".repeat(LONGEST + 1), "longer than any battlefield");
        let many = "[[objective]]\nat = [1, 1]\n".repeat(Field::MOST_OBJECTIVES + 1);
        check(&format!("size = \"60x44\"\n{many}"), "at most 24 objectives, not 25");
        let corners = vec!["[1, 1]"; 49].join(",");
        check(&format!("size = \"60x44\"\n[[piece]]\nkind = \"wood\"\ncorners = [{corners}]"), "at most 48 corners");
        check("size = \"60x44\"\nseed = 9223372036854775808", "line 2, column 8");
    }

    #[test]
    fn what_has_no_name_is_called_by_its_kind_and_number() {
        let wood = |x: i32| format!("[[piece]]\nkind = \"wood\"\nat = [{x}, 9]\nsize = [4, 4]\n");
        let text = format!("size = \"60x44\"\n{}{}[[objective]]\nat = [1, 1]", wood(9), wood(29));
        let field = Field::from_toml(&text).unwrap();
        let names: Vec<&str> = field.pieces.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!(names, ["wood 1", "wood 2"]);
        assert_eq!(field.objectives[0].name, "1");
    }
}
