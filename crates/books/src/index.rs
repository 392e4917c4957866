//! Where letters stand in a book, so that a search reads only entries that may be found.

use std::collections::BTreeMap;

use crate::Entry;

/// What a word is worth in the id, in the title and in the text.
const WEIGHTS: [u32; 3] = [4, 4, 1];

/// One letter, or two in a row.
type Letters = (char, Option<char>);

/// A book, prepared for searches.
pub(crate) struct Index {
    /// The id, the title and the text of each entry, in lower case.
    places: Vec<[String; 3]>,
    /// The entries in which letters occur, in order, and what a word of just these letters is worth there.
    letters: BTreeMap<Letters, Vec<(usize, u32)>>,
}

impl Index {
    pub(crate) fn new(entries: &[Entry]) -> Index {
        let lower = |entry: &Entry| [entry.id(), entry.title(), &*entry.text()].map(str::to_lowercase);
        let places: Vec<[String; 3]> = entries.iter().map(lower).collect();
        let mut letters: BTreeMap<Letters, Vec<(usize, u32)>> = BTreeMap::new();
        for (entry, places) in places.iter().enumerate() {
            for (letters_here, worth) in short_words(places) {
                letters.entry(letters_here).or_default().push((entry, worth));
            }
        }
        Index { places, letters }
    }

    /// The entries in which all these words occur, in order, with what all words together are worth there. A word comes
    /// with how often it was asked for.
    pub(crate) fn find(&self, words: &BTreeMap<String, u32>) -> Vec<(usize, u32)> {
        let mut found: Vec<(usize, u32)> = (0..self.places.len()).map(|entry| (entry, 0)).collect();
        let mut longer = Vec::new();
        for (word, times) in words {
            let pairs = pairs(word);
            // A short word is its letters, and their worth is known; of a longer one all letters must be there.
            let is_short = word.chars().count() <= 2;
            for letters in pairs {
                let Some(entries) = self.letters.get(&letters) else { return Vec::new() };
                keep_common(&mut found, entries, if is_short { *times } else { 0 });
            }
            if !is_short {
                longer.push((word, times));
            }
        }
        for (word, times) in longer {
            found.retain_mut(|(entry, score)| {
                let worth = worth(&self.places[*entry], word);
                *score += times * worth;
                worth > 0
            });
        }
        found
    }
}

/// A word's letters, each two in a row; of a word of one letter that letter.
fn pairs(word: &str) -> Vec<Letters> {
    let following = word.chars().skip(1).map(Some);
    let mut pairs: Vec<Letters> = word.chars().zip(following).collect();
    if pairs.is_empty() {
        pairs.extend(word.chars().next().map(|letter| (letter, None)));
    }
    pairs
}

/// Keeps what is in both lists, and adds to the scores what the second says, so many times. Both are in order.
fn keep_common(found: &mut Vec<(usize, u32)>, entries: &[(usize, u32)], times: u32) {
    let mut rest = entries.iter().peekable();
    found.retain_mut(|(entry, score)| {
        while rest.next_if(|(other, _)| *other < *entry).is_some() {}
        let same = rest.next_if(|(other, _)| *other == *entry);
        *score += same.map_or(0, |(_, worth)| times * worth);
        same.is_some()
    });
}

/// Every word of one or two letters that occurs in an entry, with its worth; the same as [`worth`] gives.
fn short_words(places: &[String; 3]) -> BTreeMap<Letters, u32> {
    let mut sums: BTreeMap<Letters, u32> = BTreeMap::new();
    for (text, weight) in places.iter().zip(WEIGHTS) {
        let mut best: BTreeMap<Letters, u32> = BTreeMap::new();
        // Of three equal letters in a row only the first two are a pair, as when one searches from the left.
        let mut paired = 0;
        for (at, first) in text.char_indices() {
            let rest = &text[at + first.len_utf8()..];
            let second = rest.chars().next().filter(|second| *second != first || at >= paired);
            if second == Some(first) {
                paired = at + 2 * first.len_utf8();
            }
            let words = [Some((first, None)), second.map(|second| (first, Some(second)))];
            for letters in words.into_iter().flatten() {
                let length = first.len_utf8() + letters.1.map_or(0, char::len_utf8);
                let worth = if is_whole(text, at, length) { 2 * weight } else { weight };
                let best = best.entry(letters).or_default();
                *best = worth.max(*best);
            }
        }
        for (letters, worth) in best {
            *sums.entry(letters).or_default() += worth;
        }
    }
    sums
}

/// What a word is worth in an entry: nothing where it does not occur, and double where it stands by itself.
fn worth(places: &[String; 3], word: &str) -> u32 {
    let one = |(text, weight): (&String, u32)| {
        let mut most = 0;
        for (at, _) in text.match_indices(word) {
            if is_whole(text, at, word.len()) {
                return 2 * weight;
            }
            most = weight;
        }
        most
    };
    places.iter().zip(WEIGHTS).map(one).sum()
}

fn is_whole(text: &str, at: usize, length: usize) -> bool {
    let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    ends(text[..at].chars().next_back()) && ends(text[at + length..].chars().next())
}
