//! Sentences and terms.

use serde::{Deserialize, Serialize};

use crate::{Ref, RuleId, Word};

/// A sentence with what it points at and the rules behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The sentence.
    pub sentence: String,
    /// What it points at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refs: Vec<Ref>,
    /// The rules behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
}

impl Text {
    /// A sentence.
    pub fn new(sentence: impl Into<String>) -> Text {
        Text { sentence: sentence.into(), ..Text::default() }
    }

    /// The sentence with a rule behind it.
    #[must_use]
    pub fn rule(mut self, rule: impl Into<RuleId>) -> Text {
        self.rules.push(rule.into());
        self
    }

    /// The sentence with something it points at.
    #[must_use]
    pub fn about(mut self, r: Ref) -> Text {
        self.refs.push(r);
        self
    }
}

/// A word of a game, explained once: a stat, keyword, action, phase, mark or standing order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The word.
    pub id: Word,
    /// As the book spells it.
    pub label: String,
    /// What it means.
    pub text: String,
    /// The rules behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
    /// One or two characters that can be read without colour.
    pub sign: String,
    /// How it should look.
    pub tone: Tone,
    /// How ground looks of which this is said; nothing where it is said of no ground.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Look>,
}

impl Term {
    /// A plain word with what it means and its sign.
    pub fn new(id: Word, label: &str, text: &str, sign: &str) -> Term {
        let [label, text, sign] = [label, text, sign].map(str::to_owned);
        Term { id, label, text, rules: Vec::new(), sign, tone: Tone::Plain, ground: None }
    }

    /// Adds a rule behind it.
    #[must_use]
    pub fn rule(mut self, rule: impl Into<RuleId>) -> Term {
        self.rules.push(rule.into());
        self
    }

    /// The term with the tone it has.
    #[must_use]
    pub fn tone(mut self, tone: Tone) -> Term {
        self.tone = tone;
        self
    }

    /// The term with how ground looks of which it is said.
    #[must_use]
    pub fn on_ground(mut self, look: Look) -> Term {
        self.ground = Some(look);
        self
    }
}

/// A step of a first match, explained when somebody is asked this for the first time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The rule that asks.
    pub asked: RuleId,
    /// What it is about, in a few words.
    pub title: String,
    /// What happens here and what is worth knowing, in a few sentences.
    pub text: String,
}

/// How a term should look; what it looks like is the page's matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Nothing special.
    #[default]
    Plain,
    /// An advantage.
    Good,
    /// A disadvantage.
    Bad,
    /// Something to look at.
    Strong,
    /// Something that hardly matters.
    Faint,
}

/// How ground looks of which something is said; where several things are said, it has something of each look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Nothing passes, nothing sees through.
    Solid,
    /// Whoever is in it is harder to hit.
    Shelter,
    /// It is hard to walk through.
    Rough,
    /// It rises above the rest.
    High,
    /// A part of the battlefield that is somebody's.
    Zone,
    /// Something that is fought over.
    Goal,
}
