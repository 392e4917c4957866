//! Asks: what a seat is asked, in which form, and what it may answer.

use ground::{Length, Outline, Region};
use serde::{Deserialize, Serialize};

use crate::{Answer, Kind, ModelId, Odds, Offer, Ref, Refusal, RuleId, Seat, Token, Word};

/// The number of an ask; an answer names the ask it answers. Never used twice in a match.
pub type AskId = u32;

/// A question to one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// Its number.
    pub id: AskId,
    /// Who is asked.
    pub seat: Seat,
    /// The question, a sentence.
    pub text: String,
    /// The rule that asks.
    pub why: RuleId,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Ref>,
    /// The form of the answer.
    pub form: Form,
    /// Whether the answer is hidden from the others until all who are asked at once have answered.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sealed: bool,
    /// Whether the answer stays hidden from the others until the rules show it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub secret: bool,
    /// Answers worth offering, the likeliest first; each is legal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<Suggestion>,
    /// The answer that a ruling gives when the players do not care, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Answer>,
    /// The answer that does nothing, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<Answer>,
    /// Standing orders that would answer this question, and those like it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<Offer>,
}

pub(crate) fn is_false(value: &bool) -> bool {
    !value
}

/// An answer worth offering.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Suggestion {
    /// What it does, in a few words.
    pub label: String,
    /// The answer.
    pub answer: Answer,
    /// What is likely to come of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
}

/// The form an answer has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Form {
    /// One option, some of them, yes or no, a sequence, dice to roll again.
    Choose {
        /// All options, the refused ones with their reason.
        options: Vec<Choice>,
        /// The fewest that may be chosen.
        min: u16,
        /// The most that may be chosen.
        max: u16,
        /// Whether the order of the choice matters.
        ordered: bool,
        /// What the costs of the chosen options may add up to, where options have a cost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        budget: Option<i32>,
        /// Options that share a limit on how many may be chosen.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        groups: Vec<Group>,
    },
    /// Attackers to targets, power to units.
    Assign {
        /// What is given out, and how much of it there is.
        from: Vec<Share<Token>>,
        /// Who may get it, and how much.
        to: Vec<Share<Token>>,
        /// Which may go to which, where not every pair may.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pairs: Option<Vec<(Token, Token)>>,
    },
    /// Damage, healing, points over several.
    Spread {
        /// How much there is to spread.
        amount: u16,
        /// Over what, and how much each may take.
        over: Vec<Share<Ref>>,
        /// Whether the order of the answer matters.
        ordered: bool,
    },
    /// Bids and boosts.
    Number {
        /// The least.
        min: i32,
        /// The most.
        max: i32,
        /// The step from one number to the next.
        step: i32,
    },
    /// Models that walk, and models that follow them.
    Move {
        /// Those that walk.
        movers: Vec<Mover>,
        /// Those that are put down again near them.
        followers: Vec<ModelId>,
        /// The limits on where they go and end.
        limits: Vec<Limit>,
        /// Whether models may be left out.
        omit: Omit,
    },
    /// Models that are placed, possibly another seat's.
    Place {
        /// The models.
        models: Vec<ModelId>,
        /// Where they may stand.
        within: Region,
        /// Further limits on where they stand.
        limits: Vec<Limit>,
        /// Whether models may be left out.
        omit: Omit,
    },
}

impl Form {
    /// The kind of answer it wants.
    pub fn kind(&self) -> Kind {
        match self {
            Form::Choose { .. } => Kind::Choose,
            Form::Assign { .. } => Kind::Assign,
            Form::Spread { .. } => Kind::Spread,
            Form::Number { .. } => Kind::Number,
            Form::Move { .. } => Kind::Move,
            Form::Place { .. } => Kind::Place,
        }
    }

    /// A choice of exactly one of these options.
    pub fn one(options: Vec<Choice>) -> Form {
        Form::some(options, 1, 1)
    }

    /// A choice of one of these options, or of none.
    pub fn at_most_one(options: Vec<Choice>) -> Form {
        Form::some(options, 0, 1)
    }

    /// A choice of so many of these options, in any order.
    pub fn some(options: Vec<Choice>, min: u16, max: u16) -> Form {
        Form::Choose { options, min, max, ordered: false, budget: None, groups: Vec::new() }
    }

    /// A choice of all these options, in the order that is chosen.
    pub fn in_order(options: Vec<Choice>) -> Form {
        let all = options.len() as u16;
        Form::Choose { options, min: all, max: all, ordered: true, budget: None, groups: Vec::new() }
    }
}

/// An option of a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Its value in the answer.
    pub token: Token,
    /// What it is called.
    pub label: String,
    /// What it means, where the label does not say it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What it points at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refs: Vec<Ref>,
    /// What it costs of the budget.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<i32>,
    /// Why it cannot be chosen now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Box<Refusal>>,
}

impl Choice {
    /// An option that may be chosen.
    pub fn new(token: Token, label: impl Into<String>) -> Choice {
        let refs = match token {
            Token::Ref(r) | Token::About(_, r) => vec![r],
            Token::Word(_) => Vec::new(),
        };
        Choice { token, label: label.into(), text: String::new(), refs, cost: None, refused: None }
    }

    /// The option with a sentence that says what it means.
    #[must_use]
    pub fn meaning(mut self, text: impl Into<String>) -> Choice {
        self.text = text.into();
        self
    }

    /// The option as one that cannot be chosen, if there is a reason.
    #[must_use]
    pub fn unless(mut self, refused: Option<Refusal>) -> Choice {
        self.refused = refused.map(Box::new);
        self
    }
}

/// A part of a spread or an assignment, and what it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Share<T> {
    /// Who or what.
    pub of: T,
    /// The least it takes.
    pub min: u16,
    /// The most it takes.
    pub max: u16,
}

/// A model that walks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Mover {
    /// Which one.
    pub model: ModelId,
    /// How far it may go; the query `reach` says where that takes it.
    pub allowance: Length,
    /// Where it may start, when it is not on the battlefield yet; the first leg of its path is then its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Region>,
    /// Ground that shortens the allowance of a path that touches it, once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tolls: Vec<Toll>,
}

/// Ground that shortens the allowance of a path that touches it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Toll {
    /// The ground; a path pays once, however much of it it touches.
    pub areas: Vec<Ref>,
    /// Whether it is enough to be in contact with it; otherwise a base must share ground with it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub touching: bool,
    /// By how much.
    pub by: Length,
    /// The rule behind it.
    pub rule: RuleId,
}

/// Whether a move or a placement may leave models out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Omit {
    /// Every model must be answered for.
    #[default]
    Nobody,
    /// All of them or none of them.
    Everybody,
    /// Any of them.
    Anybody,
}

/// Options that share a limit on how many may be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The options.
    pub tokens: Vec<Token>,
    /// How few of them.
    pub min: u16,
    /// How many of them.
    pub max: u16,
}

/// A limit on where models go and end; drawn by the page, checked by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// What it is called.
    pub term: Word,
    /// What the models must do.
    pub kind: LimitKind,
    /// The models it applies to; all of them if none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<ModelId>,
    /// The things it refers to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<Ref>,
    /// Whether of areas only their walls count.
    #[serde(default, skip_serializing_if = "is_false")]
    pub walls: bool,
    /// Whether one of `from` is enough.
    #[serde(default, skip_serializing_if = "is_false")]
    pub any: bool,
    /// By how much.
    pub gap: Length,
    /// Whether exactly the gap is far enough away.
    #[serde(default, rename = "at-gap", skip_serializing_if = "is_false")]
    pub at_gap: bool,
    /// Which of the models must.
    #[serde(default)]
    pub who: Who,
    /// Whether it applies along the way too.
    #[serde(default, rename = "on-the-way", skip_serializing_if = "is_false")]
    pub on_the_way: bool,
    /// Whether no legal answer may do better; the planner judges.
    #[serde(default, skip_serializing_if = "is_false")]
    pub best: bool,
    /// Where that is, for a limit that names a place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Outline>,
    /// The rule behind it, which refusals name.
    pub rule: RuleId,
    /// Further rules behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<RuleId>,
}

impl Limit {
    /// A limit that every model must keep at its end.
    pub fn new(term: &'static str, kind: LimitKind, gap: Length, rule: impl Into<RuleId>) -> Limit {
        let (term, rule) = (Word::new(term), rule.into());
        let (models, from, at, also) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (walls, any, at_gap, who, on_the_way, best) = (false, false, false, Who::Each, false, false);
        Limit { term, kind, models, from, walls, any, gap, at_gap, who, on_the_way, best, at, rule, also }
    }

    /// All rules behind it.
    pub fn rules(&self) -> impl Iterator<Item = &RuleId> {
        std::iter::once(&self.rule).chain(&self.also)
    }

    /// The limit with a further rule behind it.
    #[must_use]
    pub fn also(mut self, rule: &'static str) -> Limit {
        self.also.push(rule.into());
        self
    }

    /// The limit with regard to these.
    #[must_use]
    pub fn from(mut self, refs: Vec<Ref>) -> Limit {
        self.from = refs;
        self
    }

    /// The limit with regard to the walls of its areas, not to the areas.
    #[must_use]
    pub fn walls(mut self) -> Limit {
        self.walls = true;
        self
    }

    /// The limit with exactly the gap being far enough away.
    #[must_use]
    pub fn at_gap(mut self) -> Limit {
        self.at_gap = true;
        self
    }

    /// The limit for the way as well as for its end.
    #[must_use]
    pub fn on_the_way(mut self) -> Limit {
        self.on_the_way = true;
        self
    }
}

/// The kinds of limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum LimitKind {
    /// End further away than the gap, or if the limit says so at the gap. On the way, a unit that starts nearer may leave.
    KeepAway,
    /// End within the gap.
    EndWithin,
    /// End at exactly the gap, zero being contact; what is a little off is snapped.
    EndAt,
    /// Stay within the gap of one another.
    StayLinked {
        /// Of how many others.
        neighbours: u8,
        /// How far apart in height.
        height: Length,
        /// Whether all must hang together.
        connected: bool,
        /// Of this one model instead, wherever it ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hub: Option<ModelId>,
    },
    /// End nearer than before, or at least no further away.
    EndCloser {
        /// Whether staying as near is not enough.
        strictly: bool,
    },
    /// Do not pass through.
    NotThrough,
}

/// Which of the models a limit applies to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// Every one of them.
    #[default]
    Each,
    /// Every one that can.
    EachIfAble,
    /// At least this many of them.
    AtLeast(u16),
}
