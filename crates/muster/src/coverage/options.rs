//! Settings: each way to set one otherwise than by default should decide some scenario.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;
use vocabulary::{RuleId, Setting, SettingKind, Value, Word};

use crate::games::GAMES;

/// How the settings of a game are covered.
#[derive(Debug, Default, Serialize)]
pub(super) struct Options {
    /// The ways in which settings can be unlike the default.
    pub(super) all: usize,
    /// Those that decide no scenario.
    pub(super) idle: Vec<String>,
}

/// The ways to set the settings of a game otherwise than by default, and those that decide no scenario.
pub(super) fn cover(book: &str, decided_by: &BTreeSet<(RuleId, Value)>) -> Options {
    let Some(game) = GAMES.iter().find(|game| game.id().as_str() == book) else { return Options::default() };
    let mut options = Options::default();
    for setting in game.manual().settings {
        let values = || decided_by.iter().filter(|(rule, _)| *rule == setting.rule).map(|(_, value)| value);
        for way in ways(&setting) {
            options.all += 1;
            if !values().any(|value| way.is(value)) {
                options.idle.push(format!("{} = {way}", setting.name));
            }
        }
    }
    options
}

/// A way to set a setting otherwise than by default.
enum Way {
    /// To this value.
    To(Value),
    /// To a set in which this option is, or is not.
    Holding(Word, bool),
    /// To anything else of which there is too much to count.
    Otherwise(Value),
}

impl Way {
    fn is(&self, value: &Value) -> bool {
        match self {
            Way::To(wanted) => value == wanted,
            Way::Holding(word, held) => matches!(value, Value::Set(words) if words.contains(word) == *held),
            Way::Otherwise(default) => value != default && *value != Value::None,
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Way::To(value) => write!(f, "{value}"),
            Way::Holding(word, true) => write!(f, "with {word}"),
            Way::Holding(word, false) => write!(f, "without {word}"),
            Way::Otherwise(default) => write!(f, "other than {default}"),
        }
    }
}

fn ways(setting: &Setting) -> Vec<Way> {
    let all = match &setting.kind {
        SettingKind::Switch => vec![Way::To(Value::Switch(true)), Way::To(Value::Switch(false))],
        SettingKind::Choice(options) => options.iter().map(|option| Way::To(Value::Choice(*option))).collect(),
        SettingKind::Set(options) => {
            let default = |option| Way::Holding(option, true).is(&setting.default);
            options.iter().map(|option| Way::Holding(*option, !default(*option))).collect()
        }
        SettingKind::Number { optional, .. } | SettingKind::Length { optional } => {
            let none = optional.then_some(Way::To(Value::None));
            none.into_iter().chain([Way::Otherwise(setting.default.clone())]).collect()
        }
        SettingKind::Dice => vec![Way::Otherwise(setting.default.clone())],
    };
    all.into_iter().filter(|way| !way.is(&setting.default)).collect()
}
