//! House rules: one setting for each ruling of a rulebook that has a knob.
//!
//! The [`form`] is read from the text of the rulebook, so that what a player reads about a setting is the ruling itself.
//! A ruleset reads the settings of a match once, into a struct that names each knob beside the field it becomes:
//!
//! ```
//! use std::sync::LazyLock;
//! use vocabulary::{Setting, Settings, Value, Word};
//!
//! const RULEBOOK: &str = r#"
//! [[ruling]]
//! id = "game.ruling.rounds"
//! title = "Number of rounds"
//! question = "How many rounds are played?"
//! ruling = "Three."
//! knob = "end.rounds"
//! type = "number"
//! default = 3
//! min = 1
//! max = 5
//!
//! [[ruling]]
//! id = "game.ruling.ties"
//! title = "Ties"
//! question = "Who wins a tie?"
//! ruling = "Nobody; with attacker the attacker."
//! knob = "fight.ties"
//! type = "choice"
//! default = "nobody"
//! options = ["nobody", "attacker"]
//! "#;
//!
//! static FORM: LazyLock<Vec<Setting>> = LazyLock::new(|| engine::house::form(RULEBOOK).expect("a test reads it"));
//!
//! engine::choices! {
//!     /// Who wins a tie.
//!     Ties { Nobody = "nobody", Attacker = "attacker", }
//! }
//!
//! engine::house! {
//!     /// The settings of a match, read.
//!     #[derive(Clone, Debug)]
//!     pub(crate) struct House from FORM {
//!         rounds: u16 = "end.rounds",
//!         ties: Ties = "fight.ties",
//!     }
//! }
//!
//! let settings = Settings::from([("fight.ties".to_owned(), Value::Choice(Word::new("attacker")))]);
//! let house = House::read(&settings).unwrap();
//! assert_eq!((house.rounds, house.ties), (3, Ties::Attacker));
//! ```

use std::collections::BTreeMap;
use std::fmt;

use chance::{Faces, Throw};
use ground::Length;
use serde::Deserialize;
use vocabulary::{RuleId, Setting, SettingKind, Word};
pub use vocabulary::{Settings, Value};

/// The bounds of a number for which a rulebook gives none, so that rules can add such numbers without a thought.
const UNBOUNDED: i32 = 10_000;

/// Something wrong with a knob of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct KnobFault {
    /// The knob; none where the rulebook as a whole cannot be read.
    pub knob: Option<String>,
    /// What is wrong with it.
    pub sentence: String,
}

impl fmt::Display for KnobFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.knob {
            Some(knob) => write!(f, "{knob}: {}", self.sentence),
            None => f.write_str(&self.sentence),
        }
    }
}

/// The form that players fill in before a match: one setting for each ruling with a knob, in the order of the rulebook.
///
/// # Errors
/// Everything that is wrong with the knobs, at once; of a text that is no rulebook at all only the first fault.
pub fn form(rulebook: &str) -> Result<Vec<Setting>, Vec<KnobFault>> {
    let book: Book = toml::from_str(rulebook)
        .map_err(|error| vec![KnobFault { knob: None, sentence: format!("the rulebook cannot be read: {error}") }])?;
    let (mut form, mut faults): (Vec<Setting>, Vec<KnobFault>) = (Vec::new(), Vec::new());
    let mut wrong = |knob: &str, sentence: String| faults.push(KnobFault { knob: Some(knob.to_owned()), sentence });
    for (ruling, knob) in book.knobs() {
        match ruling.setting(knob) {
            Ok(_) if form.iter().any(|other| other.name == *knob) => wrong(knob, "it is there twice".to_owned()),
            Ok(setting) => form.push(setting),
            Err(sentence) => wrong(knob, sentence),
        }
    }
    for (ruling, knob) in book.knobs() {
        let needs = ruling.needed(&form);
        match (needs, form.iter_mut().find(|setting| setting.name == *knob)) {
            (Ok(needs), Some(own)) => own.needs = needs,
            (Ok(_), None) => {}
            (Err(sentence), _) => wrong(knob, sentence),
        }
    }
    if faults.is_empty() { Ok(form) } else { Err(faults) }
}

#[derive(Deserialize)]
struct Book {
    #[serde(default)]
    ruling: Vec<Ruling>,
}

impl Book {
    /// The rulings that have a knob, with its name.
    fn knobs(&self) -> impl Iterator<Item = (&Ruling, &String)> {
        self.ruling.iter().filter_map(|ruling| Some((ruling, ruling.knob.as_ref()?)))
    }
}

/// As much of a ruling as a setting needs.
#[derive(Deserialize)]
struct Ruling {
    id: RuleId,
    /// What it is called, and so its setting; the knob stands in where a book gives no title.
    title: Option<String>,
    question: String,
    ruling: String,
    knob: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    options: Vec<String>,
    min: Option<i32>,
    max: Option<i32>,
    #[serde(default)]
    optional: bool,
    default: Option<toml::Value>,
    #[serde(default)]
    needs: BTreeMap<String, toml::Value>,
}

impl Ruling {
    /// The setting that its knob is, or a sentence on what is wrong with the knob.
    fn setting(&self, knob: &str) -> Result<Setting, String> {
        let kind = self.kind()?;
        let default = self.default.as_ref().ok_or_else(|| "there is no default".to_owned())?;
        let (group, label) = knob.split_once('.').unwrap_or(("", knob));
        let setting = Setting {
            name: knob.to_owned(),
            label: self.title.clone().unwrap_or_else(|| heading(label)),
            text: format!("{} {}", self.question, self.ruling),
            kind,
            default: Value::None,
            rule: self.id.clone(),
            group: heading(group),
            needs: None,
        };
        match value(&setting, default) {
            Some(default) => Ok(Setting { default, ..setting }),
            None => Err(format!("the default must be {}, not {default}", setting.range())),
        }
    }

    fn kind(&self) -> Result<SettingKind, String> {
        let kind = self.kind.as_deref().ok_or_else(|| "there is no type".to_owned())?;
        let belongs = |there: bool, field: &str, kinds: &[&str]| {
            let fits = !there || kinds.contains(&kind);
            fits.then_some(()).ok_or_else(|| format!("the type {kind} takes no '{field}'"))
        };
        let known = match kind {
            "switch" => SettingKind::Switch,
            "choice" => SettingKind::Choice(self.words()?),
            "set" => SettingKind::Set(self.words()?),
            "number" => SettingKind::Number {
                min: self.min.unwrap_or(-UNBOUNDED),
                max: self.max.unwrap_or(UNBOUNDED),
                optional: self.optional,
            },
            "length" => SettingKind::Length { optional: self.optional },
            "dice" => SettingKind::Dice,
            _ => {
                let kinds = "switch, choice, set, number, length and dice";
                return Err(format!("'{kind}' is not a type of setting; choose from {kinds}"));
            }
        };
        belongs(!self.options.is_empty(), "options", &["choice", "set"])?;
        belongs(self.min.is_some(), "min", &["number"])?;
        belongs(self.max.is_some(), "max", &["number"])?;
        belongs(self.optional, "optional", &["number", "length"])?;
        Ok(known)
    }

    /// The options of a choice or a set.
    fn words(&self) -> Result<Vec<Word>, String> {
        let mut words: Vec<Word> = Vec::new();
        for option in &self.options {
            let word = option.parse().map_err(|_| format!("'{option}' cannot be an option"))?;
            if words.contains(&word) {
                return Err(format!("there are two options '{word}'"));
            }
            words.push(word);
        }
        if words.is_empty() { Err("there are no options".to_owned()) } else { Ok(words) }
    }

    /// The setting and value without which the knob does nothing, where the rulebook names one.
    fn needed(&self, form: &[Setting]) -> Result<Option<(String, Value)>, String> {
        if self.needs.len() > 1 {
            return Err("it needs more than one other setting".to_owned());
        }
        let Some((name, wanted)) = self.needs.first_key_value() else { return Ok(None) };
        let other = form.iter().find(|setting| setting.name == *name);
        let other = other.ok_or_else(|| format!("it needs '{name}', and there is no such setting"))?;
        match value(other, wanted) {
            Some(value) => Ok(Some((name.clone(), value))),
            None => Err(format!("it needs a value of {name} that is {}, not {wanted}", other.range())),
        }
    }
}

/// A value as a rulebook writes it, if the setting takes it.
fn value(setting: &Setting, written: &toml::Value) -> Option<Value> {
    let value = match (&setting.kind, written) {
        (SettingKind::Switch, toml::Value::Boolean(on)) => Value::Switch(*on),
        (SettingKind::Number { .. }, toml::Value::Integer(number)) => Value::Number(i32::try_from(*number).ok()?),
        (SettingKind::Set(_), toml::Value::Array(options)) => {
            let mut words: Vec<Word> =
                options.iter().map(|option| option.as_str()?.parse().ok()).collect::<Option<_>>()?;
            words.sort();
            Value::Set(words)
        }
        (SettingKind::Switch | SettingKind::Set(_), _) => return None,
        (_, toml::Value::String(text)) => setting.read(text).ok()?,
        _ => return None,
    };
    setting.accepts(&value).then_some(value)
}

/// A word as a heading: `touch-undeclared` is "Touch undeclared".
fn heading(word: &str) -> String {
    let words = word.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What the value of a setting becomes in a ruleset: its type says what kind of knob it wants.
pub trait FromValue: Sized {
    /// The value, if it is of that kind.
    fn from_value(value: &Value) -> Option<Self>;
}

impl FromValue for bool {
    fn from_value(value: &Value) -> Option<bool> {
        if let Value::Switch(on) = value { Some(*on) } else { None }
    }
}

impl FromValue for Length {
    fn from_value(value: &Value) -> Option<Length> {
        if let Value::Length(length) = value { Some(*length) } else { None }
    }
}

impl FromValue for Word {
    fn from_value(value: &Value) -> Option<Word> {
        if let Value::Choice(word) = value { Some(*word) } else { None }
    }
}

/// One die, by its sides.
impl FromValue for Faces {
    fn from_value(value: &Value) -> Option<Faces> {
        if let Value::Dice(text) = value { text.parse().ok() } else { None }
    }
}

/// Dice that are thrown together.
impl FromValue for Throw {
    fn from_value(value: &Value) -> Option<Throw> {
        if let Value::Dice(text) = value { text.parse().ok() } else { None }
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl FromValue for $number {
            fn from_value(value: &Value) -> Option<$number> {
                if let Value::Number(number) = value { <$number>::try_from(*number).ok() } else { None }
            }
        }
    )*};
}

numbers! { u8 u16 u32 i16 i32 }

/// A number or a length that may be `none`.
impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: &Value) -> Option<Option<T>> {
        if *value == Value::None { Some(None) } else { T::from_value(value).map(Some) }
    }
}

/// The options of a set.
impl<T: FromValue> FromValue for Vec<T> {
    fn from_value(value: &Value) -> Option<Vec<T>> {
        let Value::Set(words) = value else { return None };
        words.iter().map(|word| T::from_value(&Value::Choice(*word))).collect()
    }
}

/// What a knob is set to, by default if nothing else is said; nothing where it is of another kind.
pub fn read<T: FromValue>(form: &[Setting], settings: &Settings, knob: &str) -> Option<T> {
    let default = || form.iter().find(|setting| setting.name == knob).map(|setting| &setting.default);
    T::from_value(settings.get(knob).or_else(default)?)
}

/// Settings that between them show every kind of value that a form takes, one setting at a time: for tests that a
/// ruleset can read them all.
pub fn probes(form: &[Setting]) -> Vec<Settings> {
    let values = |setting: &Setting| -> Vec<Value> {
        match &setting.kind {
            SettingKind::Switch => [true, false].map(Value::Switch).into(),
            SettingKind::Choice(options) => options.iter().copied().map(Value::Choice).collect(),
            SettingKind::Set(options) => {
                let one = options.iter().map(|option| Value::Set(vec![*option]));
                one.chain([Value::Set(Vec::new())]).collect()
            }
            SettingKind::Number { min, max, .. } => vec![Value::None, Value::Number(*min), Value::Number(*max)],
            SettingKind::Length { .. } => vec![Value::None, Value::Length(Length::ZERO)],
            SettingKind::Dice => Vec::new(),
        }
    };
    let probe = |setting: &Setting| {
        let own = values(setting).into_iter().chain([setting.default.clone()]);
        let taken = own.filter(|value| setting.accepts(value));
        taken.map(|value| Settings::from([(setting.name.clone(), value)])).collect::<Vec<_>>()
    };
    form.iter().flat_map(probe).collect()
}

/// Enums whose options are those of a choice or a set, each with its word: see the example of [the module](mod@crate::house).
#[macro_export]
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$option_doc:meta])* $option:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name { $($(#[$option_doc])* $option,)* }

        impl $crate::house::FromValue for $name {
            fn from_value(value: &$crate::house::Value) -> Option<$name> {
                let $crate::house::Value::Choice(word) = value else { return None };
                match word.as_str() {
                    $($word => Some($name::$option),)*
                    _ => None,
                }
            }
        }
    )*};
}

/// The settings of a match as a struct: each field with its type and the knob it is read from, said once. See the
/// example of [the module](mod@crate::house).
#[macro_export]
macro_rules! house {
    (
        $(#[$attribute:meta])*
        $vis:vis struct $name:ident from $form:ident {
            $($(#[$doc:meta])* $field:ident: $kind:ty = $knob:literal,)*
        }
    ) => {
        $(#[$attribute])*
        $vis struct $name {
            $($(#[$doc])* $vis $field: $kind,)*
        }

        impl $name {
            /// Fails if a knob is not read, but for those that are read elsewhere, or one cannot be read whatever it is
            /// set to: the test that every ruleset wants.
            #[cfg(test)]
            $vis fn assert_reads_all(elsewhere: &[&str]) {
                let read = [&[$($knob,)*], elsewhere].concat();
                for setting in $form.iter() {
                    assert!(read.contains(&setting.name.as_str()), "{} is not read", setting.name);
                }
                for settings in $crate::house::probes(&$form) {
                    assert!($name::read(&settings).is_some(), "{settings:?}");
                }
            }

            /// Reads settings that fit the form; what is not set has its default.
            $vis fn read(settings: &$crate::house::Settings) -> Option<$name> {
                Some($name { $($field: $crate::house::read(&$form, settings, $knob)?,)* })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rulebook with one ruling of these fields.
    fn book(fields: &str) -> String {
        let ruling = "[[ruling]]\nid = \"game.ruling.one\"\nquestion = \"Which?\"\nruling = \"This.\"\n";
        format!("{ruling}knob = \"topic.one-thing\"\n{fields}\n")
    }

    fn fault(fields: &str) -> String {
        let faults = form(&book(fields)).expect_err(fields);
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    fn setting(fields: &str) -> Setting {
        form(&book(fields)).unwrap_or_else(|faults| panic!("{faults:?}")).remove(0)
    }

    #[test]
    fn a_setting_says_what_its_ruling_says() {
        let titled = setting("title = \"Which one\"\ntype = \"switch\"\ndefault = true");
        assert_eq!((titled.label.as_str(), titled.text.as_str()), ("Which one", "Which? This."));
        let one = setting("type = \"switch\"\ndefault = true");
        let said = (one.label.as_str(), one.group.as_str(), one.text.as_str());
        assert_eq!(said, ("One thing", "Topic", "Which? This."));
        assert_eq!(
            (one.kind, one.default, one.rule.as_str()),
            (SettingKind::Switch, Value::Switch(true), "game.ruling.one")
        );
    }

    #[test]
    fn every_type_of_knob_is_read_with_its_default() {
        let reads = |fields: &str, value: Value| assert_eq!(setting(fields).default, value);
        let words = |words: &[&'static str]| words.iter().copied().map(Word::new).collect::<Vec<_>>();
        reads("type = \"choice\"\noptions = [\"a\", \"b\"]\ndefault = \"b\"", Value::Choice(Word::new("b")));
        reads("type = \"set\"\noptions = [\"b\", \"a\"]\ndefault = [\"b\", \"a\"]", Value::Set(words(&["a", "b"])));
        reads("type = \"set\"\noptions = [\"b\", \"a\"]\ndefault = []", Value::Set(Vec::new()));
        reads("type = \"number\"\nmin = 1\ndefault = 7", Value::Number(7));
        reads("type = \"number\"\noptional = true\ndefault = \"none\"", Value::None);
        reads("type = \"length\"\ndefault = \"3 in\"", Value::Length(Length::inches(3)));
        reads("type = \"dice\"\ndefault = \"0 0 1 1 1 2\"", Value::Dice("0 0 1 1 1 2".to_owned()));
    }

    #[test]
    fn a_bad_knob_is_refused_with_a_sentence() {
        let refused = |fields: &str, sentence: &str| assert_eq!(fault(fields), format!("topic.one-thing: {sentence}"));
        refused("default = true", "there is no type");
        refused("type = \"switch\"", "there is no default");
        refused(
            "type = \"lenght\"\ndefault = \"3 in\"",
            "'lenght' is not a type of setting; choose from switch, choice, set, number, length and dice",
        );
        refused("type = \"switch\"\ndefault = \"on\"", "the default must be on or off, not \"on\"");
        refused("type = \"choice\"\ndefault = \"a\"", "there are no options");
        refused("type = \"choice\"\noptions = [\"a\"]\ndefault = \"b\"", "the default must be one of a, not \"b\"");
        refused("type = \"set\"\noptions = [\"a\", \"a\"]\ndefault = []", "there are two options 'a'");
        refused(
            "type = \"set\"\noptions = [\"a\"]\ndefault = [\"a\", \"a\"]",
            "the default must be any of a, joined by +, not [\"a\", \"a\"]",
        );
        refused("type = \"choice\"\noptions = [\"A B\"]\ndefault = \"a\"", "'A B' cannot be an option");
        refused("type = \"number\"\nmin = 1\nmax = 3\ndefault = 4", "the default must be a number from 1 to 3, not 4");
        refused(
            "type = \"number\"\nmin = 1\nmax = 3\ndefault = \"none\"",
            "the default must be a number from 1 to 3, not \"none\"",
        );
        refused("type = \"length\"\ndefault = \"far\"", "the default must be a length such as 3 in, not \"far\"");
        refused("type = \"switch\"\ndefault = true\nmin = 1", "the type switch takes no 'min'");
        refused("type = \"length\"\ndefault = \"3 in\"\noptions = [\"a\"]", "the type length takes no 'options'");
        refused("type = \"dice\"\noptional = true\ndefault = \"D6\"", "the type dice takes no 'optional'");
        refused(
            "type = \"switch\"\ndefault = true\nneeds = { \"other\" = true }",
            "it needs 'other', and there is no such setting",
        );
        refused(
            "type = \"switch\"\ndefault = true\nneeds = { \"topic.one-thing\" = 3 }",
            "it needs a value of topic.one-thing that is on or off, not 3",
        );
        let one = book("type = \"switch\"\ndefault = true");
        let twice = form(&format!("{one}\n{one}")).expect_err("twice");
        assert_eq!(twice[0].to_string(), "topic.one-thing: it is there twice");
        assert!(form("[[ruling]]").is_err_and(|faults| faults[0].knob.is_none()));
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let text = format!("{}\n{}", book("type = \"switch\""), book("default = 1"));
        assert_eq!(form(&text).expect_err("two faults").len(), 2);
    }

    #[test]
    fn values_are_read_as_what_a_ruleset_wants_or_not_at_all() {
        assert_eq!(u8::from_value(&Value::Number(300)), None);
        assert_eq!(Option::<i16>::from_value(&Value::None), Some(None));
        assert_eq!(Option::<i16>::from_value(&Value::Number(4)), Some(Some(4)));
        assert_eq!(Option::<Length>::from_value(&Value::Number(4)), None);
        assert_eq!(Faces::from_value(&Value::Dice("2D6".to_owned())), None);
        let set = Value::Set(vec![Word::new("a"), Word::new("b")]);
        assert_eq!(Vec::<Word>::from_value(&set), Some(vec![Word::new("a"), Word::new("b")]));
        assert_eq!(bool::from_value(&set), None);
    }
}
