//! The rulebooks, as they stand in `rulebook/`, embedded.
//!
//! Each file has fields of its own; what is read here is what they share: rules, and rulings with their knobs. The table
//! of Actions that one of them has counts as rules.

mod index;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use index::Index;
use serde::{Deserialize, Serialize};

/// A rulebook.
pub struct Book {
    /// The id of its game.
    pub id: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Every rule and ruling, in the order of the file.
    pub entries: Vec<Entry>,
    /// Where its words stand, made for the first search.
    index: OnceLock<Index>,
}

/// A rule or a ruling.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "entry")]
pub enum Entry {
    /// A clause of the text.
    Rule(Rule),
    /// A decision where the text is silent.
    Ruling(Ruling),
}

/// A clause of the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// Its id, which never changes.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What sort of clause it is.
    pub kind: Kind,
    /// What it says.
    pub rule: String,
    /// Related rules and rulings.
    #[serde(default)]
    pub see: Vec<String>,
    /// The part of the book that it is in, where books have parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// The editions that it holds in; all of them where none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub editions: Vec<u8>,
    /// How editions differ about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differs: Option<String>,
}

/// What sort of clause it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
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
    /// It as a word: `play`, `definition`, `advice` or `physical`.
    pub fn word(self) -> &'static str {
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
pub struct Ruling {
    /// Its id, which never changes.
    pub id: String,
    /// What it is called; the question stands in where a book gives no title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The question that the text leaves open.
    pub question: String,
    /// How it was decided.
    pub ruling: String,
    /// What in the text speaks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// Why it was decided so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Related rules and rulings.
    #[serde(default)]
    pub see: Vec<String>,
    /// The editions that it holds in; all of them where none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub editions: Vec<u8>,
    /// The setting that decides it otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knob: Option<String>,
    /// What kind of value the setting takes.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub takes: Option<String>,
    /// The value that the ruling stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<toml::Value>,
    /// The values there are to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The least value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// The most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// Whether the setting can be without a value.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
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
        let steps = if action.steps.is_empty() { "none".to_owned() } else { action.steps.join("; ") };
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
    let entries = rules.chain(file.ruling.into_iter().map(Entry::Ruling)).collect();
    Book { id, title, entries, index: OnceLock::new() }
}

/// Every rulebook.
pub fn all() -> &'static [Book] {
    &BOOKS
}

/// Makes all that searches need, which takes a moment, before the first one.
pub fn prepare() {
    for book in all() {
        book.index();
    }
}

impl Book {
    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.entries))
    }
}

/// The rule or ruling of this id.
pub fn entry(id: &str) -> Option<&'static Entry> {
    all().iter().flat_map(|book| &book.entries).find(|entry| entry.id() == id.trim())
}

impl Entry {
    /// Its id.
    pub fn id(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.id,
            Entry::Ruling(ruling) => &ruling.id,
        }
    }

    /// Its title, or the question that it decides.
    pub fn title(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.title,
            Entry::Ruling(ruling) => ruling.title.as_ref().unwrap_or(&ruling.question),
        }
    }

    /// What it says; for a ruling with a title, the question and the answer on a line each.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Entry::Rule(rule) => Cow::Borrowed(&rule.rule),
            Entry::Ruling(ruling) if ruling.title.is_some() => {
                Cow::Owned(format!("{}\n{}", ruling.question, ruling.ruling))
            }
            Entry::Ruling(ruling) => Cow::Borrowed(&ruling.ruling),
        }
    }

    /// `play`, `definition`, `advice`, `physical`, or `ruling`.
    pub fn kind(&self) -> &'static str {
        match self {
            Entry::Rule(rule) => rule.kind.word(),
            Entry::Ruling(_) => "ruling",
        }
    }

    /// Related rules and rulings.
    pub fn see(&self) -> &[String] {
        match self {
            Entry::Rule(rule) => &rule.see,
            Entry::Ruling(ruling) => &ruling.see,
        }
    }

    /// Why it was decided so, and how else it may be played, a sentence each.
    pub fn notes(&self) -> Vec<String> {
        match self {
            Entry::Rule(rule) => rule.differs.iter().map(|differs| format!("editions differ: {differs}")).collect(),
            Entry::Ruling(ruling) => {
                let why = ruling.reason.iter().map(|reason| format!("why: {reason}"));
                let knob = ruling.knob.iter().map(|knob| format!("setting {knob}: {}", ruling.values()));
                why.chain(knob).collect()
            }
        }
    }

    /// Whether it is a rule that is carried out in play.
    pub fn is_play(&self) -> bool {
        matches!(self, Entry::Rule(Rule { kind: Kind::Play, .. }))
    }

    /// The part of the book that it is in, where books have parts; a ruling may bear on several.
    pub fn module(&self) -> Option<&str> {
        match self {
            Entry::Rule(rule) => rule.module.as_deref(),
            Entry::Ruling(_) => None,
        }
    }

    /// The editions that it holds in; in all of them where none is named.
    pub fn editions(&self) -> &[u8] {
        match self {
            Entry::Rule(rule) => &rule.editions,
            Entry::Ruling(ruling) => &ruling.editions,
        }
    }
}

impl Ruling {
    /// The values of its setting: `switch, default off`.
    pub fn values(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.takes.clone());
        match (self.min, self.max) {
            (Some(min), Some(max)) => parts.push(format!("{min} to {max}")),
            (Some(min), None) => parts.push(format!("at least {min}")),
            (None, Some(max)) => parts.push(format!("at most {max}")),
            (None, None) => {}
        }
        if !self.options.is_empty() {
            let options = if self.options.len() == 1 { "option" } else { "options" };
            parts.push(format!("{} {options}: {}", self.options.len(), self.options.join(", ")));
        }
        if self.optional {
            parts.push("or none".to_owned());
        }
        parts.extend(self.default.as_ref().map(|default| format!("default {}", as_set(default))));
        parts.join(", ")
    }
}

/// A value as a person types it.
fn as_set(value: &toml::Value) -> String {
    match value {
        toml::Value::Boolean(on) => if *on { "on" } else { "off" }.to_owned(),
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(values) if values.is_empty() => "nothing".to_owned(),
        toml::Value::Array(values) => values.iter().map(as_set).collect::<Vec<_>>().join("+"),
        other => other.to_string(),
    }
}

/// Entries that speak of all these words, best first: by id and title rather than by text.
pub fn search<'b>(books: &[&'b Book], words: &[String]) -> Vec<&'b Entry> {
    let mut counted: BTreeMap<String, u32> = BTreeMap::new();
    for word in words.iter().flat_map(|text| text.split_whitespace()) {
        *counted.entry(word.to_lowercase()).or_default() += 1;
    }
    let mut found: Vec<(u32, &Entry)> = Vec::new();
    for book in books {
        let index = book.index();
        found.extend(index.find(&counted).into_iter().map(|(entry, score)| (score, &book.entries[entry])));
    }
    found.sort_by_key(|(score, entry)| (std::cmp::Reverse(*score), entry.text().len()));
    found.into_iter().map(|(_, entry)| entry).collect()
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
    fn a_ruling_with_a_title_says_its_question_before_the_answer() {
        let ruling = |title: &str| {
            let text = format!("id = \"game.ruling.one\"\n{title}question = \"Which?\"\nruling = \"This.\"\n");
            Entry::Ruling(toml::from_str(&text).unwrap())
        };
        let (bare, titled) = (ruling(""), ruling("title = \"The one\"\n"));
        assert_eq!((bare.title(), &*bare.text()), ("Which?", "This."));
        assert_eq!((titled.title(), &*titled.text()), ("The one", "Which?\nThis."));
    }

    #[test]
    fn a_search_finds_the_rule_of_that_name_first() {
        let books: Vec<&Book> = all().iter().collect();
        let first = all()[0].entries.iter().find(|entry| entry.is_play()).unwrap();
        let found = search(&books, &[first.title().to_owned()]);
        assert_eq!(found[0].id(), first.id(), "{}", first.title());
        assert!(search(&books, &["xyzzy".to_owned()]).is_empty());
    }

    /// What a search finds when it reads every entry for every word.
    fn found_by_reading(words: &str) -> Vec<&'static str> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let is_whole = |text: &str, at: usize, length: usize| {
            let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            ends(text[..at].chars().next_back()) && ends(text[at + length..].chars().next())
        };
        let mut found: Vec<(u32, &Entry)> = Vec::new();
        for entry in all().iter().flat_map(|book| &book.entries) {
            let text = entry.text();
            let places = [(entry.id(), 4), (entry.title(), 4), (&*text, 1)];
            let places = places.map(|(text, weight)| (text.to_lowercase(), weight));
            let score = |word: &String| -> u32 {
                let one = |(text, weight): &(String, u32)| {
                    let at = text.match_indices(word.as_str()).map(|(at, _)| is_whole(text, at, word.len()));
                    at.map(|whole| if whole { 2 * weight } else { *weight }).max().unwrap_or_default()
                };
                places.iter().map(one).sum()
            };
            let scores: Vec<u32> = words.iter().map(score).collect();
            if scores.iter().all(|score| *score > 0) {
                found.push((scores.iter().sum(), entry));
            }
        }
        found.sort_by_key(|(score, entry)| (std::cmp::Reverse(*score), entry.text().len()));
        found.into_iter().map(|(_, entry)| entry.id()).collect()
    }

    #[track_caller]
    fn check_as_by_reading(words: &str) {
        let books: Vec<&Book> = all().iter().collect();
        let found = search(&books, &[words.to_owned()]);
        let found: Vec<&str> = found.into_iter().map(Entry::id).collect();
        assert_eq!(found, found_by_reading(words), "{words:?}");
    }

    #[test]
    fn a_search_finds_what_reading_every_entry_would_find_in_the_same_order() {
        for words in
            ["", "e", "a e i o u", "charge", "charge charge move", "of", "the of in", "xyzzy", "é", "1", "1 in"]
        {
            check_as_by_reading(words);
        }
        for words in ["--", "..", "aot.move", "aot.", "(", "mm", "ss ll", "3+", "Charge VIGOR", "\"", "e e e e e e the"]
        {
            check_as_by_reading(words);
        }
        // Pieces of the books themselves, cut anywhere.
        let entries: Vec<&Entry> = all().iter().flat_map(|book| &book.entries).collect();
        for (n, entry) in entries.iter().enumerate().step_by(23) {
            let letters: Vec<char> = entry.text().chars().collect();
            let from = n * 7 % letters.len();
            let to = letters.len().min(from + 1 + n % 17);
            check_as_by_reading(&letters[from..to].iter().collect::<String>());
        }
    }
}
