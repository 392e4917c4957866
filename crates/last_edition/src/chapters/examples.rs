//! The worked examples of the rulebook, for tests.

use engine::house::Settings;
use serde::Deserialize;
use toml::{Table, Value};

use crate::chapters::bad_luck::LuckRules;
use crate::chapters::dice::DiceRules;
use crate::chapters::saving::SaveRules;
use crate::chapters::sequence::Numbers;
use crate::chapters::wounding::WoundRules;
use crate::forces::house::{FORM, House, RULEBOOK};

/// A house with settings.
fn house(settings: &Settings) -> House {
    House::read(settings).expect("settings of the form")
}

macro_rules! by_default {
    ($($rules:ty)*) => {$(
        /// By default.
        impl Default for $rules {
            fn default() -> $rules {
                <$rules>::of(&house(&Settings::new()))
            }
        }
    )*};
}

by_default! { DiceRules WoundRules SaveRules LuckRules Numbers }

/// A worked example.
#[derive(Deserialize)]
pub(crate) struct Example {
    pub(crate) id: String,
    input: Table,
    expected: Table,
}

/// Those whose ids begin like this; there are some.
pub(crate) fn examples(prefix: &str) -> Vec<Example> {
    #[derive(Deserialize)]
    struct Book {
        example: Vec<Example>,
    }
    let book: Book = toml::from_str(RULEBOOK).expect("a rulebook");
    let found: Vec<Example> = book.example.into_iter().filter(|example| example.id.starts_with(prefix)).collect();
    assert!(!found.is_empty(), "no example is called {prefix}");
    found
}

impl Example {
    /// A number of its input; 0 where none is given.
    pub(crate) fn number(&self, name: &str) -> i16 {
        self.input.get(name).map_or(0, |value| whole(value, &self.id))
    }

    /// Numbers of its input.
    pub(crate) fn numbers(&self, name: &str) -> Vec<i16> {
        list(&self.input, name, &self.id).iter().map(|value| whole(value, &self.id)).collect()
    }

    /// A number that is expected.
    pub(crate) fn expected_number(&self, name: &str) -> i16 {
        whole(&self.expected[name], &self.id)
    }

    /// Whether something is expected.
    pub(crate) fn expects(&self, name: &str) -> bool {
        self.expected[name].as_bool().unwrap_or_else(|| panic!("{} expects no yes or no as {name}", self.id))
    }

    /// Whether something is given among what is expected.
    pub(crate) fn has_expected(&self, name: &str) -> bool {
        self.expected.contains_key(name)
    }

    /// A text that is expected, such as a fraction.
    pub(crate) fn expected_text(&self, name: &str) -> String {
        text(&self.expected[name], &self.id)
    }

    /// Texts that are expected: needs such as `4+`, or fractions.
    pub(crate) fn expected_texts(&self, name: &str) -> Vec<String> {
        list(&self.expected, name, &self.id).iter().map(|value| text(value, &self.id)).collect()
    }

    /// Numbers that are expected.
    pub(crate) fn expected_numbers(&self, name: &str) -> Vec<i16> {
        list(&self.expected, name, &self.id).iter().map(|value| whole(value, &self.id)).collect()
    }

    /// What is settled about numbers in it.
    pub(crate) fn rules(&self) -> Numbers {
        let given = self.input.get("settings").and_then(Value::as_table);
        let read = |(knob, value): (&String, &Value)| {
            let setting = FORM.iter().find(|setting| setting.name == *knob).expect("a setting of the form");
            let text = match value {
                Value::Boolean(on) => (if *on { "on" } else { "off" }).to_owned(),
                Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            (knob.clone(), setting.read(&text).expect("a value of the setting"))
        };
        Numbers::of(&house(&given.into_iter().flatten().map(read).collect()))
    }
}

/// A need as examples write it: `4+`, or `none`.
pub(crate) fn written(need: Option<i16>) -> String {
    need.map_or_else(|| "none".to_owned(), |need| format!("{need}+"))
}

fn list<'a>(table: &'a Table, name: &str, id: &str) -> &'a [Value] {
    table[name].as_array().unwrap_or_else(|| panic!("{id} has no list {name}"))
}

fn whole(value: &Value, id: &str) -> i16 {
    let number = value.as_integer().and_then(|number| i16::try_from(number).ok());
    number.unwrap_or_else(|| panic!("{id} has {value} where a number is due"))
}

fn text(value: &Value, id: &str) -> String {
    value.as_str().unwrap_or_else(|| panic!("{id} has {value} where a text is due")).to_owned()
}
