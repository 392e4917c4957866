//! The rulebooks, as they stand in `rulebook/`, embedded.
//!
//! Each file has fields of its own; what is read here is what they share: rules, and rulings with their knobs. The table
//! of Actions that one of them has counts as rules.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A rulebook.
pub(crate) struct Book {
    /// The id of its game.
    pub(crate) id: &'static str,
    /// What it is called.
    pub(crate) title: &'static str,
    /// Every rule and ruling, in the order of the file.
    pub(crate) entries: Vec<Entry>,
}

/// A rule or a ruling.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "entry")]
pub(crate) enum Entry {
    /// A clause of the text.
    Rule(Rule),
    /// A decision where the text is silent.
    Ruling(Ruling),
}

/// A clause of the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rule {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) kind: Kind,
    pub(crate) rule: String,
    #[serde(default)]
    pub(crate) see: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) module: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) editions: Vec<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) differs: Option<String>,
}

/// What sort of clause it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// Something the rules do or enforce.
    Play,
    /// What a term means.
    Definition,
    /// A recommendation.
    Advice,
    /// Something about real miniatures.
    Physical,
}

impl Kind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Play => "play",
            Kind::Definition => "definition",
            Kind::Advice => "advice",
            Kind::Physical => "physical",
        }
    }
}

/// A decision where the text is silent, perhaps with a setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ruling {
    pub(crate) id: String,
    pub(crate) question: String,
    pub(crate) ruling: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) evidence: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    #[serde(default)]
    pub(crate) see: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) editions: Vec<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) knob: Option<String>,
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub(crate) takes: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) default: Option<toml::Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) min: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max: Option<i64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) optional: bool,
}

/// A line of a table of Actions: what a unit can do, step by step.
#[derive(Deserialize)]
struct Action {
    id: String,
    name: String,
    trigger: String,
    steps: Vec<String>,
    #[serde(default)]
    answered_by: Vec<String>,
    #[serde(default)]
    see: Vec<String>,
}

impl From<Action> for Rule {
    fn from(action: Action) -> Rule {
        let plain = |step: &String| step.replace('-', " ");
        let steps: Vec<String> = action.steps.iter().map(plain).collect();
        let steps = if steps.is_empty() { "nothing is done".to_owned() } else { steps.join("; ") };
        Rule {
            id: action.id,
            title: action.name,
            kind: Kind::Play,
            rule: format!("When: {}. Steps: {steps}.", action.trigger),
            see: action.see.into_iter().chain(action.answered_by).collect(),
            module: None,
            editions: Vec::new(),
            differs: None,
        }
    }
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    rule: Vec<Rule>,
    #[serde(default)]
    action: Vec<Action>,
    #[serde(default)]
    ruling: Vec<Ruling>,
}

/// The files: the id of the game, the title, the text.
const FILES: [(&str, &str, &str); 4] = [
    ("duel", "Duel", include_str!("../../../rulebook/duel.toml")),
    ("aot", "Archives of Tomorrow", include_str!("../../../rulebook/archives-of-tomorrow.toml")),
    ("firefight", "Firefight", include_str!("../../../rulebook/firefight.toml")),
    ("last-edition", "The Last Edition", include_str!("../../../rulebook/the-last-edition.toml")),
];

static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| FILES.into_iter().map(read).collect());

fn read((id, title, text): (&'static str, &'static str, &str)) -> Book {
    let file: File = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => unreachable!("a test has read the rulebook of {id}: {error}"),
    };
    let rules = file.rule.into_iter().chain(file.action.into_iter().map(Rule::from)).map(Entry::Rule);
    Book { id, title, entries: rules.chain(file.ruling.into_iter().map(Entry::Ruling)).collect() }
}

/// Every rulebook.
pub(crate) fn all() -> &'static [Book] {
    &BOOKS
}

/// The rule or ruling of this id.
pub(crate) fn entry(id: &str) -> Option<&'static Entry> {
    all().iter().flat_map(|book| &book.entries).find(|entry| entry.id() == id.trim())
}

impl Entry {
    pub(crate) fn id(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.id,
            Entry::Ruling(ruling) => &ruling.id,
        }
    }

    /// Its title, or the question that it decides.
    pub(crate) fn title(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.title,
            Entry::Ruling(ruling) => &ruling.question,
        }
    }

    /// What it says.
    pub(crate) fn text(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.rule,
            Entry::Ruling(ruling) => &ruling.ruling,
        }
    }

    /// `play`, `definition`, `advice`, `physical`, or `ruling`.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Entry::Rule(rule) => rule.kind.word(),
            Entry::Ruling(_) => "ruling",
        }
    }

    /// Related rules and rulings.
    pub(crate) fn see(&self) -> &[String] {
        match self {
            Entry::Rule(rule) => &rule.see,
            Entry::Ruling(ruling) => &ruling.see,
        }
    }

    /// Whether it is a rule that is carried out in play.
    pub(crate) fn is_play(&self) -> bool {
        matches!(self, Entry::Rule(Rule { kind: Kind::Play, .. }))
    }

    /// The part of the book that it is in, where books have parts; a ruling may bear on several.
    pub(crate) fn module(&self) -> Option<&str> {
        match self {
            Entry::Rule(rule) => rule.module.as_deref(),
            Entry::Ruling(_) => None,
        }
    }

    /// The editions that it holds in; in all of them where none is named.
    pub(crate) fn editions(&self) -> &[u8] {
        match self {
            Entry::Rule(rule) => &rule.editions,
            Entry::Ruling(ruling) => &ruling.editions,
        }
    }
}

/// Entries that speak of all these words, best first: by id and title rather than by text.
pub(crate) fn search<'b>(books: &[&'b Book], words: &[String]) -> Vec<&'b Entry> {
    let words: Vec<String> = words.iter().flat_map(|text| text.split_whitespace()).map(str::to_lowercase).collect();
    let mut found: Vec<(u32, &Entry)> = Vec::new();
    for entry in books.iter().flat_map(|book| &book.entries) {
        let places = [(entry.id(), 4), (entry.title(), 4), (entry.text(), 1)].map(|(text, weight)| {
            let text = text.to_lowercase();
            (text, weight)
        });
        let score = |word: &String| -> u32 {
            let one = |(text, weight): &(String, u32)| match text.find(word.as_str()) {
                None => 0,
                // A whole word counts double.
                Some(at) if is_whole(text, at, word.len()) => 2 * weight,
                Some(_) => *weight,
            };
            places.iter().map(one).sum()
        };
        let scores: Vec<u32> = words.iter().map(score).collect();
        if scores.iter().all(|score| *score > 0) {
            found.push((scores.iter().sum(), entry));
        }
    }
    found.sort_by_key(|(score, entry)| (std::cmp::Reverse(*score), entry.text().len()));
    found.into_iter().map(|(_, entry)| entry).collect()
}

fn is_whole(text: &str, at: usize, length: usize) -> bool {
    let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    ends(text[..at].chars().next_back()) && ends(text[at + length..].chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rulebook_can_be_read_and_its_ids_begin_alike() {
        for book in all() {
            let prefix = |entry: &Entry| entry.id().split('.').next().map(str::to_owned);
            let first = prefix(&book.entries[0]);
            assert!(book.entries.iter().all(|entry| prefix(entry) == first), "{}", book.id);
            assert!(book.entries.iter().any(Entry::is_play), "{}", book.id);
        }
    }

    #[test]
    fn no_id_stands_for_two_things_and_every_reference_leads_somewhere() {
        let mut ids: Vec<&str> = all().iter().flat_map(|book| &book.entries).map(Entry::id).collect();
        ids.sort_unstable();
        let repeated: Vec<&[&str]> = ids.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert_eq!(repeated, Vec::<&[&str]>::new());
        for entry in all().iter().flat_map(|book| &book.entries) {
            let lost: Vec<&String> = entry.see().iter().filter(|id| ids.binary_search(&id.as_str()).is_err()).collect();
            assert_eq!(lost, Vec::<&String>::new(), "{}", entry.id());
        }
    }

    #[test]
    fn a_search_finds_the_rule_of_that_name_first() {
        let books: Vec<&Book> = all().iter().collect();
        let first = all()[0].entries.iter().find(|entry| entry.is_play()).unwrap();
        let found = search(&books, &[first.title().to_owned()]);
        assert!(found.iter().take(3).any(|entry| entry.id() == first.id()), "{}", first.title());
        assert!(search(&books, &["xyzzy".to_owned()]).is_empty());
    }
}
