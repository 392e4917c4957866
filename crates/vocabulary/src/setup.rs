//! Before a match: settings, seats and faults.

use std::collections::BTreeMap;
use std::fmt;

use ground::Length;
use serde::{Deserialize, Serialize};

use crate::{List, Pack, Ref, RuleId, Word};

/// One setting of a match: a house rule, a target, a module; together they are one form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Its name, `topic.setting`.
    pub name: String,
    /// What it is called.
    pub label: String,
    /// What it decides, a sentence or two.
    pub text: String,
    /// What values it takes.
    pub kind: SettingKind,
    /// The value when nothing is said.
    pub default: Value,
    /// The ruling behind it.
    pub rule: RuleId,
    /// The part of the form it stands in.
    pub group: String,
    /// The setting and value without which it does nothing; a form hides it then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<(String, Value)>,
}

/// What values a setting takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SettingKind {
    /// One of these.
    Choice(Vec<Word>),
    /// Any of these, none twice.
    Set(Vec<Word>),
    /// A whole number from the least to the most; perhaps `none`.
    Number {
        /// The least.
        min: i32,
        /// The most.
        max: i32,
        /// Whether `none` is a value too.
        optional: bool,
    },
    /// On or off.
    Switch,
    /// A length of zero or more; perhaps `none`.
    Length {
        /// Whether `none` is a value too.
        optional: bool,
    },
    /// Dice, such as `2D6`, or the sides of a die.
    Dice,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Value {
    /// No value, where a number or a length is optional.
    None,
    /// On or off.
    Switch(bool),
    /// A whole number.
    Number(i32),
    /// A length.
    Length(Length),
    /// An option of a choice.
    Choice(Word),
    /// Options of a set, sorted.
    Set(Vec<Word>),
    /// Dice, in the form in which they are printed.
    Dice(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::None => f.write_str("none"),
            Value::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Value::Number(n) => write!(f, "{n}"),
            Value::Length(length) => write!(f, "{length}"),
            Value::Choice(word) => write!(f, "{word}"),
            Value::Set(words) => {
                let words: Vec<&str> = words.iter().map(Word::as_str).collect();
                f.write_str(&words.join("+"))
            }
            Value::Dice(dice) => f.write_str(dice),
        }
    }
}

impl Setting {
    /// Reads a value as a person types it.
    ///
    /// # Errors
    /// A sentence that says which values there are.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        let read = match &self.kind {
            SettingKind::Switch => match text {
                "on" | "yes" | "true" => Some(Value::Switch(true)),
                "off" | "no" | "false" => Some(Value::Switch(false)),
                _ => None,
            },
            SettingKind::Number { .. } | SettingKind::Length { .. } if text == "none" => Some(Value::None),
            SettingKind::Number { .. } => text.parse().ok().map(Value::Number),
            SettingKind::Length { .. } => text.parse().ok().map(Value::Length),
            SettingKind::Choice(_) => text.parse().ok().map(Value::Choice),
            SettingKind::Set(_) if text.is_empty() => Some(Value::Set(Vec::new())),
            SettingKind::Set(_) => {
                text.split('+').map(str::parse).collect::<Result<_, _>>().ok().map(|mut words: Vec<Word>| {
                    words.sort();
                    Value::Set(words)
                })
            }
            SettingKind::Dice => Some(Value::Dice(text.to_owned())),
        };
        read.filter(|value| self.accepts(value))
            .ok_or_else(|| format!("{} takes {}, not '{text}'", self.name, self.range()))
    }

    /// Whether a value is one that the setting takes.
    pub fn accepts(&self, value: &Value) -> bool {
        match (&self.kind, value) {
            (SettingKind::Switch, Value::Switch(_)) => true,
            (SettingKind::Number { optional, .. } | SettingKind::Length { optional }, Value::None) => *optional,
            (SettingKind::Number { min, max, .. }, Value::Number(n)) => (min..=max).contains(&n),
            (SettingKind::Length { .. }, Value::Length(length)) => {
                *length >= Length::ZERO && *length <= Length::inches(400)
            }
            (SettingKind::Choice(options), Value::Choice(word)) => options.contains(word),
            (SettingKind::Set(options), Value::Set(words)) => {
                words.iter().all(|word| options.contains(word)) && words.is_sorted_by(|a, b| a < b)
            }
            (SettingKind::Dice, Value::Dice(text)) => {
                text.parse::<chance::Throw>().is_ok_and(|dice| dice.to_string() == *text)
                    || text.parse::<chance::Faces>().is_ok_and(|faces| faces.to_string() == *text)
            }
            _ => false,
        }
    }

    /// The values in words: `a number from 1 to 5`.
    pub fn range(&self) -> String {
        let or_none = |optional| if optional { ", or none" } else { "" };
        let list = |words: &[Word]| words.iter().map(Word::to_string).collect::<Vec<_>>().join(", ");
        match &self.kind {
            SettingKind::Switch => "on or off".to_owned(),
            SettingKind::Number { min, max, optional } => format!("a number from {min} to {max}{}", or_none(*optional)),
            SettingKind::Length { optional } => format!("a length such as 3 in{}", or_none(*optional)),
            SettingKind::Choice(options) => format!("one of {}", list(options)),
            SettingKind::Set(options) => format!("any of {}, joined by +", list(options)),
            SettingKind::Dice => "dice such as 2D6, or the sides of a die such as 0 0 1 1 1 2".to_owned(),
        }
    }
}

/// The settings of a match that are unlike the default, by name.
pub type Settings = BTreeMap<String, Value>;

/// Who sits where and what is played: what a match is started from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The players, in the order of their seats.
    pub players: Vec<Player>,
    /// The settings that are unlike the default.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// What is played on, in games that have battlefields; the game chooses when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<FieldChoice>,
    /// Packs that somebody brings, in games that have any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<Pack>,
}

/// What a match is played on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FieldChoice {
    /// A battlefield made from this number, as the game likes them.
    Seed(#[cfg_attr(feature = "types", ts(type = "number"))] u64),
    /// The text of a battlefield file.
    Text(String),
}

/// A player of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// What the player is called.
    pub name: String,
    /// The army, in games that have any; the game chooses one that is ready when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army: Option<List>,
}

impl Setup {
    /// A set-up for players of these names, with nothing unlike the default.
    pub fn of(names: &[&str]) -> Setup {
        let players = names.iter().map(|name| Player { name: (*name).to_owned(), army: None }).collect();
        Setup { players, ..Setup::default() }
    }

    /// The names and settings that do not fit, every fault at once: what every ruleset wants checked the same way.
    pub fn faults(
        &self,
        seats: std::ops::RangeInclusive<usize>,
        seats_rule: &'static str,
        form: &[Setting],
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !seats.contains(&self.players.len()) {
            let count = match self.players.len() {
                1 => "1 player".to_owned(),
                n => format!("{n} players"),
            };
            let text = format!("{count}; there must be {} to {}", seats.start(), seats.end());
            faults.push(Fault::new(seats_rule, text));
        }
        for (at, player) in self.players.iter().enumerate() {
            let length = player.name.chars().count();
            let printable = !player.name.chars().any(char::is_control) && player.name.trim() == player.name;
            if !(1..=40).contains(&length) || !printable {
                let text = format!("the name of player {} must have 1 to 40 visible characters", at + 1);
                faults.push(Fault::new(seats_rule, text));
            }
            if self.players[..at].iter().any(|other| other.name.eq_ignore_ascii_case(&player.name)) {
                faults.push(Fault::new(seats_rule, format!("two players are called {}", player.name)));
            }
        }
        for (name, value) in &self.settings {
            match form.iter().find(|setting| setting.name == *name) {
                None => faults.push(Fault::new(seats_rule, format!("there is no setting called '{name}'"))),
                Some(setting) if !setting.accepts(value) => {
                    let text = format!("{name} takes {}, not '{value}'", setting.range());
                    faults.push(Fault { rule: setting.rule.clone(), ..Fault::new(seats_rule, text) });
                }
                Some(_) => {}
            }
        }
        faults
    }
}

/// Something wrong with a list or a set-up; all of them are reported at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[error("{text} ({rule})")]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The rule it breaks.
    pub rule: RuleId,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Ref>,
    /// A sentence.
    pub text: String,
}

impl Fault {
    /// A fault without a place.
    pub fn new(rule: impl Into<RuleId>, text: impl Into<String>) -> Fault {
        Fault { rule: rule.into(), at: None, text: text.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(kind: SettingKind, default: Value) -> Setting {
        let (name, label, text, group) = ("end.rounds".to_owned(), String::new(), String::new(), String::new());
        Setting { name, label, text, kind, default, rule: RuleId::of("game.ruling.rounds"), group, needs: None }
    }

    #[test]
    fn a_value_is_read_as_typed_and_refused_with_the_range() {
        let rounds = setting(SettingKind::Number { min: 1, max: 5, optional: true }, Value::Number(3));
        assert_eq!(rounds.read("4"), Ok(Value::Number(4)));
        assert_eq!(rounds.read("none"), Ok(Value::None));
        assert_eq!(rounds.read("6"), Err("end.rounds takes a number from 1 to 5, or none, not '6'".to_owned()));
        let dice = setting(SettingKind::Dice, Value::Dice("2D6".to_owned()));
        assert_eq!(dice.read("0 0 1 1 1 2"), Ok(Value::Dice("0 0 1 1 1 2".to_owned())));
        assert!(dice.read("many").is_err());
        let set = setting(SettingKind::Set(vec![Word::new("a"), Word::new("b")]), Value::Set(vec![]));
        assert_eq!(set.read("b+a"), Ok(Value::Set(vec![Word::new("a"), Word::new("b")])));
        assert!(set.read("a+a").is_err());
    }

    #[test]
    fn every_fault_of_a_set_up_is_named_at_once() {
        let rounds = setting(SettingKind::Number { min: 1, max: 5, optional: false }, Value::Number(3));
        let mut setup = Setup::of(&["Ann", "ann", "", "Bo", "Cy"]);
        setup.settings.insert("end.rounds".to_owned(), Value::Number(9));
        setup.settings.insert("end.never".to_owned(), Value::Switch(true));
        let faults = setup.faults(2..=4, "game.seats", &[rounds]);
        assert_eq!(faults.len(), 5, "{faults:?}");
    }
}
