//! Standing orders: answers given in advance.

use serde::{Deserialize, Serialize};

use crate::{Ref, Word};

/// A standing order: an answer given in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Which of the ruleset's orders.
    pub order: Word,
    /// What it is about, if it does not hold for everything: one unit, for example.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Ref>,
    /// Its number, if it has one: a length in units, a count, a round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// How long it holds.
    #[serde(default, skip_serializing_if = "Scope::is_match")]
    pub scope: Scope,
}

impl Order {
    /// An order that holds for everything, until it is withdrawn.
    pub const fn new(order: Word) -> Order {
        Order { order, about: None, value: None, scope: Scope::Match }
    }

    /// The same order for one thing only.
    #[must_use]
    pub fn about(self, about: impl Into<Ref>) -> Order {
        Order { about: Some(about.into()), ..self }
    }

    /// The same order with a number.
    #[must_use]
    pub const fn with(self, value: i32) -> Order {
        Order { value: Some(value), ..self }
    }

    /// Whether a later order replaces this one: it is the same, about the same thing.
    pub fn is_replaced_by(&self, later: &Order) -> bool {
        (self.order, self.about) == (later.order, later.about)
    }
}

/// How long a standing order holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Until it is withdrawn.
    #[default]
    Match,
    /// Until the next checkpoint.
    Step,
}

impl Scope {
    fn is_match(&self) -> bool {
        *self == Scope::Match
    }
}

/// A standing order that is offered together with a question it would answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// What it says, in a few words: "no Feats this Round".
    pub label: String,
    /// The order.
    pub order: Order,
}
