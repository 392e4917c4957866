//! Labels of the map in what people type: `R5` stands for `model:5`.

use ground::{Outline, Point};
use vocabulary::{Ask, Form, Kind, ModelId, Ref, Token, View};

use crate::bounds::bounds;
use crate::names;

/// A text in which labels have become refs, and where each character came from.
pub(super) struct Expanded {
    pub(super) text: String,
    /// The column of each character in what was typed, from 1.
    columns: Vec<usize>,
    end: usize,
}

impl Expanded {
    /// The column in what was typed.
    pub(super) fn column(&self, column: usize) -> usize {
        self.columns.get(column.saturating_sub(1)).copied().unwrap_or(self.end)
    }
}

/// Replaces the labels of models by refs.
///
/// Where words are chosen, only a label with its capital letter counts, which no word has.
pub(super) fn expand(typed: &str, view: &View, kind: Kind) -> Expanded {
    let labels: Vec<(String, ModelId)> =
        view.models.iter().map(|model| (names::label(view, model.id), model.id)).collect();
    let is = |label: &str, word: &str| match kind {
        Kind::Choose => label == word && label.starts_with(|c: char| c.is_ascii_uppercase()),
        _ => label.eq_ignore_ascii_case(word),
    };
    let mut expanded = Expanded { text: String::new(), columns: Vec::new(), end: typed.chars().count() + 1 };
    let mut column = 1;
    let in_word = |c: char| c.is_alphanumeric() || matches!(c, ':' | '-' | '.');
    let mut rest = typed;
    while let Some(first) = rest.chars().next() {
        let length = if in_word(first) { rest.find(|c| !in_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, after) = rest.split_at(length);
        match labels.iter().find(|(label, _)| is(label, word)) {
            Some((_, model)) => {
                let text = Ref::Model(*model).to_string();
                expanded.columns.extend(text.chars().map(|_| column));
                expanded.text += &text;
            }
            None => {
                expanded.columns.extend(column..column + word.chars().count());
                expanded.text += word;
            }
        }
        column += word.chars().count();
        rest = after;
    }
    expanded
}

/// An answer of the wanted form, as it could be typed here.
pub(super) fn example(ask: &Ask, view: &View) -> String {
    let label = |model: &ModelId| names::label(view, *model);
    let parts: Vec<String> = match &ask.form {
        Form::Choose { .. } | Form::Number { .. } => vec!["1".to_owned()],
        Form::Assign { from, to, .. } => {
            from.iter().zip(to).take(1).map(|(a, b)| format!("{}>{}", typed(view, a.of), typed(view, b.of))).collect()
        }
        Form::Spread { amount, over, .. } => over
            .iter()
            .take(1)
            .map(|share| format!("{}={}", typed(view, share.of.into()), share.max.min(*amount)))
            .collect(),
        Form::Move { movers, followers, .. } => {
            let reach = movers.first().and_then(|mover| mover.reach.outlines.first());
            let walks =
                movers.iter().take(1).map(|mover| format!("{} > {}", label(&mover.model), near(reach, view, 0)));
            let follows = followers.iter().take(1).map(|model| format!("{} @ {}", label(model), near(reach, view, 2)));
            walks.chain(follows).collect()
        }
        Form::Place { models, within, .. } => {
            let place = |(at, model)| format!("{} @ {}", label(model), near(within.outlines.first(), view, 2 * at));
            (0..).zip(models).take(2).map(place).collect()
        }
    };
    if parts.is_empty() { "-".to_owned() } else { parts.join("; ") }
}

/// How a token can be typed: a model by its label.
fn typed(view: &View, token: Token) -> String {
    match token {
        Token::Ref(Ref::Model(model)) => names::label(view, model),
        other => other.to_string(),
    }
}

/// A point in the middle of an outline, or of the battlefield, and so many inches to the right.
fn near(outline: Option<&Outline>, view: &View, right: i32) -> String {
    let (low, high) = outline.and_then(bounds).unwrap_or_else(|| (Point::default(), view.field.size));
    let inches = |low: i32, high: i32| (low + (high - low) / 2) / ground::UNITS_PER_INCH;
    format!("({}, {})", inches(low.x, high.x) + right, inches(low.y, high.y))
}
