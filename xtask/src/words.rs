//! Server, page and command line know no word of any rulebook.
//!
//! What a game is made of reaches them as data. So nothing that only a book says may stand in their code, their comments
//! or their tests; a page that looks for one of these words works for one game and fails for the next.
//!
//! Words of a book are those that it writes with a capital in the middle of a sentence, the terms of its ruleset
//! (`xtask/words.txt`, which a test of the command line holds against the games), and the ids of its rules. Plain English
//! passes: a term counts only where it stands alone in quotation marks or as the book spells it, and a short list
//! names the words that mean something else here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::books::{BOOKS, looks_like_id};
use crate::{Outcome, files_below, read, report, root, shown_path};

/// Where no word of a rulebook may stand.
const FOLDERS: [&str; 6] = ["crates/muster", "crates/page", "crates/server", "crates/store", "web/src", "web/tests"];
/// The one place that names rulesets, and what is written by a program.
const LEFT_OUT: [&str; 2] = ["crates/muster/src/games.rs", "web/src/wire.ts"];
/// What is read.
const ENDINGS: [&str; 8] = [".css", ".html", ".md", ".rs", ".sql", ".svelte", ".ts", ".txt"];
/// The terms of the rulesets.
const TERMS: &str = "xtask/words.txt";

/// A word that means something else than in a rulebook.
struct Plain {
    /// The word, or a name in code that it is part of.
    word: &'static str,
    /// The file or folder in which it does; everywhere when nothing is said.
    within: &'static str,
    /// What it means there.
    #[expect(dead_code, reason = "for whoever reads the list")]
    means: &'static str,
}

const fn plain(word: &'static str, within: &'static str, means: &'static str) -> Plain {
    Plain { word, within, means }
}

/// All of them.
const PLAIN: [Plain; 44] = [
    // Other people's code, keys and pages.
    plain("ArgAction", "crates/muster", "of clap: what a flag does with its values"),
    plain("ArrowDown", "", "a key"),
    plain("ControlFlow", "", "of Rust: whether a loop goes on"),
    plain("Full", "crates", "of a queue, and of SQLite, which then writes everything to the disk"),
    plain("MutexGuard", "", "of Rust: who holds a lock"),
    plain("PageDown", "", "a key"),
    plain("Roughnecks", "crates/muster/tests", "the card that comes with the book, as an example"),
    plain("ReturnType", "", "of TypeScript"),
    plain("Reverse", "", "of Rust: the other way round"),
    plain("range", "web", "a kind of input on a page, and a ring that is drawn around models"),
    // The shared vocabulary, the engine and the battlefields.
    plain("Counter", "", "a number that is kept of something"),
    plain("Round", "", "every game is played in rounds"),
    plain("Scope", "", "how long a standing order holds"),
    plain("ZonePlan", "", "how zones lie on a battlefield"),
    plain("draw", "", "a match that several win"),
    plain("models", "", "what stands on a battlefield"),
    plain("pass", "", "the answer that does nothing"),
    plain("proposal", "", "an answer that comes with an ask"),
    plain("zone", "", "how a zone looks on the ground"),
    plain("aside", "web/src", "where a unit is that is not on the battlefield"),
    plain("commander", "crates/muster/src/armies", "of an army list: the unit that is marked as such"),
    plain("corners", "", "of an outline, and a plan of zones on any battlefield"),
    plain("move", "", "a form of answers"),
    plain("place", "", "a form of answers, and where a unit is"),
    plain("quarters", "crates/muster", "a plan of zones on any battlefield"),
    plain("short-edges", "crates/muster", "a plan of zones on any battlefield"),
    // The server, the page and the command line themselves.
    plain("Battle", "web/src", "what the page calls a match with its battlefield"),
    plain("Health", "crates/server", "whether the server lives"),
    plain("Hold", "web/src/board", "what a hand has taken hold of"),
    plain("Large", "web/src", "of a size"),
    plain("Load", "web/src", "to fetch a page or a record"),
    plain("Plan", "crates/server", "what a match is started with"),
    plain("Small", "web/src", "of a size"),
    plain("Speed", "web/src/replay", "how fast a replay runs"),
    plain("destroyed", "crates/muster/tests", "a figure of the odds of any attack"),
    plain("fight", "web/src/replay", "a phase of a match that a test makes up"),
    plain("side", "web/src", "of a screen, and of a player"),
    plain("cover", "web/src/match/Handover.svelte", "what hides the screen from the next player"),
    plain("health", "web/src/board/Base.svelte", "what a model has left, as drawn on its base, whatever it is called"),
    plain("no", "", "an answer"),
    plain("lead", "web/src/shell", "the first lines of a page"),
    plain("plan", "web", "what was thought of beforehand"),
    plain("points", "web/src/shell", "what a match is scored in"),
    plain("yes", "", "an answer"),
];

/// Whether a word means something else in a file.
fn is_plain(word: &str, file: &str) -> bool {
    PLAIN.iter().any(|plain| plain.word == word && Path::new(file).starts_with(plain.within))
}

/// Checks that no word of a rulebook stands where none may.
pub(crate) fn check() -> Outcome {
    let words = Words::of_all_books()?;
    let mut faults = words.needless();
    for folder in FOLDERS {
        for path in ENDINGS.iter().flat_map(|ending| files_below(&root().join(folder), ending)) {
            let name = shown_path(&path);
            if LEFT_OUT.contains(&name.as_str()) {
                continue;
            }
            let text = read(&path)?;
            let found = (1..)
                .zip(text.lines())
                .flat_map(|(number, line)| words.in_line(line, &name).into_iter().map(move |word| (number, word)));
            faults.extend(found.map(|(number, word)| format!("{name}:{number}: '{word}' is a word of a rulebook")));
        }
    }
    println!("{} words of {} rulebooks", words.count(), BOOKS.len());
    report(&faults, "stray word")
}

/// The words of all books.
#[derive(Debug, Default)]
struct Words {
    /// Words that a book writes with a capital.
    capitals: BTreeSet<String>,
    /// Terms of several words, as the book spells them.
    phrases: BTreeSet<String>,
    /// Terms as they stand in code.
    terms: BTreeSet<String>,
    /// Sections of books: the second part of the ids of rules.
    sections: BTreeSet<String>,
}

impl Words {
    fn of_all_books() -> Result<Words, String> {
        let mut words = Words::default();
        for book in &BOOKS {
            words.capitals.extend(capitals(&book.sentences()?));
            let sections = book.rules()?.into_iter().filter_map(|id| Some(id.split('.').nth(1)?.to_owned()));
            words.sections.extend(sections);
        }
        for line in read(&root().join(TERMS))?.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (id, label) = line.split_once(' ').ok_or_else(|| format!("{TERMS}: '{line}' is no id with a label"))?;
            words.terms.insert(id.to_owned());
            if label.contains(' ') {
                words.phrases.insert(label.to_owned());
            }
        }
        Ok(words)
    }

    fn count(&self) -> usize {
        [&self.capitals, &self.phrases, &self.terms, &self.sections].map(BTreeSet::len).iter().sum()
    }

    /// Exceptions that are none: no book has such a word.
    fn needless(&self) -> Vec<String> {
        let known = |word: &str| {
            let parts = parts(word);
            let lists = [&self.capitals, &self.phrases, &self.terms, &self.sections];
            lists.iter().any(|list| list.contains(word) || parts.iter().any(|part| list.contains(*part)))
        };
        let needless = PLAIN.iter().filter(|plain| !known(plain.word));
        needless.map(|plain| format!("xtask/src/words.rs: no rulebook has the word {}", plain.word)).collect()
    }

    /// The words of a book in a line of a file: in code, on a page, or in a comment.
    fn in_line(&self, line: &str, file: &str) -> Vec<String> {
        let is_plain = |word: &str| is_plain(word, file);
        let mut found = Vec::new();
        for token in line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|token| !is_plain(token)) {
            let part = |part: &&str| self.capitals.contains(*part) && !is_plain(part);
            found.extend(parts(token).into_iter().find(part).map(str::to_owned));
        }
        for token in line.split(|c: char| !(c.is_ascii_alphanumeric() || "-.".contains(c))) {
            let token = token.trim_matches(['-', '.']);
            let hyphened = token.contains('-') && (self.terms.contains(token) || self.sections.contains(token));
            let rule = looks_like_id(token) && token.split('.').nth(1).is_some_and(|part| self.sections.contains(part));
            if (hyphened && !is_plain(token)) || rule {
                found.push(token.to_owned());
            }
        }
        found.extend(quoted(line).filter(|term| self.terms.contains(*term) && !is_plain(term)).map(str::to_owned));
        found.extend(self.phrases.iter().filter(|phrase| !is_plain(phrase) && holds(line, phrase)).cloned());
        found.sort();
        found.dedup();
        found
    }
}

/// Whether a phrase stands in a line, and is not part of longer words.
fn holds(line: &str, phrase: &str) -> bool {
    line.match_indices(phrase).any(|(at, _)| {
        let outside = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        outside(line[..at].chars().next_back()) && outside(line[at + phrase.len()..].chars().next())
    })
}

/// What stands alone between two of the same quotation marks.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    ['"', '\'', '`'].into_iter().flat_map(move |mark| {
        let ends = line.match_indices(mark).map(|(at, _)| at);
        ends.clone().zip(ends.skip(1)).map(|(from, to)| &line[from + 1..to])
    })
}

/// The words that a name in code is made of: `Score` and `Board` in `ScoreBoard`.
fn parts(name: &str) -> Vec<&str> {
    let starts: Vec<usize> = name.char_indices().filter(|(_, c)| c.is_uppercase()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([name.len()]);
    let all = starts.iter().copied().zip(ends).map(|(from, to)| &name[from..to]);
    all.map(|part| part.trim_end_matches(|c: char| !c.is_lowercase())).collect()
}

/// The words that are written with a capital in the middle of sentences, more often than without one.
fn capitals(sentences: &[String]) -> BTreeSet<String> {
    // After these a sentence, a clause or a quotation may begin.
    const ENDS: [char; 11] = ['.', ':', ';', '!', '?', '(', '[', '"', '\'', '/', '’'];
    let mut counted: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for sentence in sentences {
        let mut begins = true;
        for word in sentence.split_inclusive(|c: char| !c.is_alphabetic()) {
            let bare = word.trim_end_matches(|c: char| !c.is_alphabetic());
            let spelled =
                bare.chars().next().is_some_and(char::is_uppercase) && bare.chars().skip(1).all(char::is_lowercase);
            if bare.chars().count() > 2 && spelled && !begins {
                counted.entry(bare.to_owned()).or_default().0 += 1;
            } else if bare.chars().all(char::is_lowercase)
                && let Some(first) = bare.chars().next()
            {
                counted.entry(first.to_uppercase().chain(bare.chars().skip(1)).collect()).or_default().1 += 1;
            }
            begins = (bare.is_empty() && begins) || word.ends_with(ENDS);
        }
    }
    let spelled = counted.into_iter().filter(|(_, (with, without))| *with > 1 && with > without);
    spelled.map(|(word, _)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        let set = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
        Words {
            capitals: set(&["Archive", "Vigor"]),
            phrases: set(&["Vantage Point", "In the way"]),
            terms: set(&["spent", "battle-range", "models"]),
            sections: set(&["charge", "bad-luck"]),
        }
    }

    fn check(line: &str, found: &[&str]) {
        assert_eq!(words().in_line(line, "web/src/a.ts"), found, "{line}");
    }

    #[test]
    fn words_of_a_book_are_found_as_it_spells_them_and_in_names() {
        check("// walk to the Archive", &["Archive"]);
        check("const isArchive = true; archiveOf(x)", &["Archive"]);
        check("an archive of replays, and much vigor", &[]);
        check("Archivesque and VIGOR", &[]);
        check("<b>Vantage Point</b>", &["Vantage Point"]);
    }

    #[test]
    fn terms_are_found_where_they_stand_alone() {
        for line in ["mark === 'spent'", "Word::new(\"spent\")", "`spent`", "a('x', 'spent')"] {
            check(line, &["spent"]);
        }
        check("time spent in 'what is spent'", &[]);
        check("class=\"battle-range\"", &["battle-range"]);
        check(".battle-range {", &["battle-range"]);
        check("'models'", &[]);
    }

    #[test]
    fn rules_are_found_by_their_ids() {
        check("rule: 'aot.charge.move'", &["aot.charge.move"]);
        check("--game aot, duel.json, aot.workspace, aot.state.round", &[]);
        check("bad-luck", &["bad-luck"]);
    }

    #[test]
    fn a_word_may_mean_something_else_in_one_place() {
        let words = Words { capitals: ["Speed".to_owned()].into(), ..Words::default() };
        assert_eq!(words.in_line("Speed", "web/src/replay/Timeline.svelte"), [""; 0]);
        assert_eq!(words.in_line("Speed", "web/src/replays.ts"), ["Speed"]);
    }

    #[test]
    fn capitals_in_the_middle_of_sentences_are_words_of_a_book() {
        let said =
            ["A Commander moves. The Commander may stop: Stop is a word.", "Every commander, (Archive) or an Archive."];
        let found = capitals(&said.map(str::to_owned));
        assert_eq!(found, ["Commander".to_owned()].into(), "Archive is there only once");
    }

    #[test]
    fn the_books_have_words() {
        let words = Words::of_all_books().unwrap();
        for word in ["Archive", "Requisition", "Vigor", "Obstacle", "Scrum", "Resolve"] {
            assert!(words.capitals.contains(word), "{word}");
        }
        assert!(words.needless().is_empty());
    }
}
