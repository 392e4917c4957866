//! Verdicts: refusals, proofs, odds and outcomes.

use ground::{Length, Outline, Point, Region};
use serde::{Deserialize, Serialize};

use crate::{Answer, Ask, AskId, ModelId, Ref, Roll, RuleId, Seat, Text, UnitId, Word};

/// Why an answer is not accepted: which rule, where, by how much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[error("{text} ({rule})")]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// The rule.
    pub rule: RuleId,
    /// A sentence.
    pub text: String,
    /// What is in the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refs: Vec<Ref>,
    /// Where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Outline>,
    /// By how much.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Length>,
    /// The nearest answer that would be accepted, where one is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mend: Option<Box<Answer>>,
}

impl Refusal {
    /// A refusal by a rule.
    pub fn new(rule: impl Into<RuleId>, text: impl Into<String>) -> Refusal {
        let (rule, text) = (rule.into(), text.into());
        Refusal { rule, text, refs: Vec::new(), at: Vec::new(), by: None, mend: None }
    }

    /// The refusal with something that is in the way.
    #[must_use]
    pub fn about(mut self, r: Ref) -> Refusal {
        self.refs.push(r);
        self
    }

    /// The refusal with the margin by which it failed.
    #[must_use]
    pub fn by(mut self, margin: Length) -> Refusal {
        self.by = Some(margin);
        self
    }

    /// The refusal with the place where it failed.
    #[must_use]
    pub fn at(mut self, outline: Outline) -> Refusal {
        self.at.push(outline);
        self
    }

    /// The refusal with an answer that would be accepted.
    #[must_use]
    pub fn mend(mut self, answer: Answer) -> Refusal {
        self.mend = Some(Box::new(answer));
        self
    }
}

/// A question about the position that changes nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Query {
    /// How far apart.
    Measure(Ref, Ref),
    /// Whether one sees the other, and along which line.
    Sight(Ref, Ref),
    /// Where a model can go: in the move that its player is asked for just now, or else in an ordinary one.
    Reach(ModelId),
    /// What a unit threatens.
    Threat(UnitId),
    /// What an answer is likely to lead to.
    Odds(AskId, Answer),
    /// The reason of an event.
    Why(u32),
}

/// A verdict that can be drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The verdict in a sentence, with its rules and what it points at.
    pub text: Text,
    /// Lines that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Regions that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Region>,
    /// Dice that would be thrown, with what they need and why; they show nothing yet. Where how many there are depends on
    /// other dice, one stands for all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// Probabilities behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
    /// What the same seat is asked straight after this answer, if it may pass on it and nobody can come in between: both
    /// can be shown as one form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<Box<Ask>>,
}

/// A line to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// From here.
    pub from: Point,
    /// To here.
    pub to: Point,
}

/// Probabilities of what may come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Odds {
    /// What it is about.
    pub title: String,
    /// One or several distributions.
    pub series: Vec<Series>,
    /// What was assumed about later decisions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub policies: Vec<Text>,
    /// Whether it was computed, not sampled.
    pub exact: bool,
}

/// A distribution: values and their probabilities.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// What the values are.
    pub label: String,
    /// The values, ascending.
    pub values: Vec<i32>,
    /// The probability of each value.
    pub p: Vec<f64>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// Who won: one seat; several share a draw; nobody when all lost.
    pub winners: Vec<Seat>,
    /// The score of each seat.
    pub scores: Vec<i32>,
    /// Why it ended.
    pub rule: RuleId,
    /// The last word of the log that names it.
    pub word: Word,
}
