//! Letters as paths, so that a drawing looks the same where no fonts are.
//!
//! The outlines are those of DejaVu Sans Condensed, in thousandths of the size of the type; see `letters/README.md`.

use std::sync::LazyLock;

const LETTERS: &str = include_str!("../../letters/letters.txt");
/// What stands for a character that there is no outline of.
const UNKNOWN: char = '\u{fffd}';

struct Letter {
    character: char,
    advance: i32,
    outline: &'static str,
}

/// The letters, in the order of their numbers.
static ALL: LazyLock<Vec<Letter>> = LazyLock::new(|| LETTERS.lines().filter_map(read).collect());

fn read(line: &'static str) -> Option<Letter> {
    let mut parts = line.splitn(3, ' ');
    let character = char::from_u32(u32::from_str_radix(parts.next()?, 16).ok()?)?;
    Some(Letter { character, advance: parts.next()?.parse().ok()?, outline: parts.next().unwrap_or("M0 0") })
}

fn find(character: char) -> Option<&'static Letter> {
    ALL.binary_search_by_key(&character, |letter| letter.character).ok().map(|place| &ALL[place])
}

/// The character itself, or the one that stands for what there is not.
pub(crate) fn known(character: char) -> char {
    if find(character).is_some() { character } else { UNKNOWN }
}

/// How far the next letter is.
pub(crate) fn advance(character: char) -> i32 {
    find(character).map_or(600, |letter| letter.advance)
}

/// The path of a letter, its baseline at zero.
pub(crate) fn outline(character: char) -> &'static str {
    find(character).map_or("M0 0", |letter| letter.outline)
}

/// How wide a text is, in thousandths of its size.
pub(crate) fn width(text: &str) -> f64 {
    f64::from(text.chars().map(|character| advance(known(character))).sum::<i32>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_in_order_and_all_can_be_read() {
        assert_eq!(ALL.len(), LETTERS.lines().count());
        assert!(ALL.windows(2).all(|pair| pair[0].character < pair[1].character));
        assert!(ALL.iter().all(|letter| letter.outline.starts_with('M') && letter.advance >= 0));
    }

    #[test]
    fn what_has_no_outline_is_shown_as_unknown() {
        assert_eq!(known('A'), 'A');
        assert_eq!(known('é'), 'é');
        assert_eq!(known('木'), UNKNOWN);
        assert!(width("WW") > width("ii"));
    }
}
