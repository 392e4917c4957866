//! Labels of the map in what people type: `A` stands for `unit:0`, `A3` for one of its models.

use ground::{Length, Outline, Point, UNITS_PER_INCH};
use vocabulary::{Ask, Form, ModelId, Ref, Token, View};

use crate::bounds::bounds;
use crate::{map, names};

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

/// Replaces labels by refs. A word that an option has stays as it is.
pub(super) fn expand(typed: &str, view: &View, ask: &Ask) -> Expanded {
    let mut expanded = Expanded { text: String::new(), columns: Vec::new(), end: typed.chars().count() + 1 };
    let mut column = 1;
    for word in words(typed) {
        let length = word.chars().count();
        match meant(word, view, ask) {
            Some(r) => {
                let text = r.to_string();
                expanded.columns.extend(text.chars().map(|_| column));
                expanded.text += &text;
            }
            None => {
                expanded.columns.extend(column..column + length);
                expanded.text += word;
            }
        }
        column += length;
    }
    expanded
}

/// A text in words and what stands between them.
fn words(text: &str) -> Vec<&str> {
    let in_word = |c: char| c.is_alphanumeric() || matches!(c, ':' | '-' | '.' | '#');
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if in_word(first) { rest.find(|c| !in_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after;
    }
    words
}

/// What a label means here: what the form asks for, where it could be a unit or its only model.
fn meant(word: &str, view: &View, ask: &Ask) -> Option<Ref> {
    let is_token = |token: &Token| matches!(token, Token::Word(own) if own.as_str() == word);
    let asked = asked_for(ask);
    if asked.iter().any(is_token) {
        return None;
    }
    let labelled = names::labelled(view, word);
    let points_at =
        |r: &Ref| asked.iter().any(|token| matches!(token, Token::Ref(other) | Token::About(_, other) if other == r));
    labelled.iter().copied().find(points_at).or_else(|| match &ask.form {
        Form::Move { .. } | Form::Place { .. } | Form::Spread { .. } => labelled.last().copied(),
        _ => labelled.first().copied(),
    })
}

/// The tokens that may occur in an answer.
fn asked_for(ask: &Ask) -> Vec<Token> {
    let model = |model: &ModelId| Token::Ref(Ref::Model(*model));
    match &ask.form {
        Form::Choose { options, .. } => options.iter().map(|option| option.token).collect(),
        Form::Assign { from, to, .. } => from.iter().chain(to).map(|share| share.of).collect(),
        Form::Spread { over, .. } => over.iter().map(|share| Token::Ref(share.of)).collect(),
        Form::Number { .. } => Vec::new(),
        Form::Move { movers, followers, .. } => {
            movers.iter().map(|mover| model(&mover.model)).chain(followers.iter().map(model)).collect()
        }
        Form::Place { models, .. } => models.iter().map(model).collect(),
    }
}

/// A notation with labels instead of the refs of units and models.
pub(super) fn shorten(text: &str, view: &View) -> String {
    let short = |word: &&str| match word.parse() {
        Ok(r @ (Ref::Unit(_) | Ref::Model(_))) => names::typed(view, r),
        _ => (*word).to_owned(),
    };
    words(text).iter().map(short).collect()
}

/// An answer of the wanted form, as it could be typed here.
pub(super) fn example(ask: &Ask, view: &View) -> String {
    let label = |model: &ModelId| names::label(view, *model);
    let parts: Vec<String> = match &ask.form {
        Form::Choose { options, .. } => {
            let open = options.iter().filter(|option| option.refused.is_none());
            let abouts = open.filter_map(|option| match option.token {
                Token::About(_, r) => Some((r, option.label.as_str())),
                _ => None,
            });
            let abouts: Vec<(Ref, &str)> = abouts.collect();
            let word = |label: &str| label.rsplit([' ', ':']).next().unwrap_or_default().to_lowercase();
            let typed = |(r, label): &(Ref, &str)| match abouts.iter().filter(|(other, _)| other == r).count() {
                1 => names::typed(view, *r),
                _ => format!("{} {}", names::typed(view, *r), word(label)),
            };
            abouts.iter().take(1).map(typed).collect()
        }
        Form::Number { .. } => vec!["1".to_owned()],
        Form::Assign { from, to, pairs } => {
            let first = pairs.as_ref().and_then(|pairs| pairs.first().copied());
            let pair = first.or_else(|| Some((from.first()?.of, to.first()?.of)));
            let whole = |token: Token| unit_of(view, token).unwrap_or_else(|| typed(view, token));
            pair.iter().map(|(a, b)| format!("{} > {}", whole(*a), typed(view, *b))).collect()
        }
        Form::Spread { amount, over, .. } => over
            .iter()
            .take(1)
            .map(|share| format!("{}={}", typed(view, share.of.into()), share.max.min(*amount)))
            .collect(),
        Form::Move { movers, followers, .. } => {
            let models: Vec<ModelId> = movers.iter().map(|mover| mover.model).collect();
            let poses =
                movers.iter().filter_map(|mover| view.models.iter().find(|model| model.id == mover.model)?.pose);
            let standing: Vec<Point> = poses.map(|pose| pose.at).collect();
            let edge = movers.first().and_then(|mover| mover.start.as_ref()?.outlines.first());
            let walks = movers.first().map(|mover| match (map::average(&standing), edge.and_then(bounds)) {
                (Some(from), _) => {
                    let who = group(view, &models).unwrap_or_else(|| label(&mover.model));
                    format!("{who} > {}", towards_middle(view, from))
                }
                (None, Some((low, high))) => {
                    let from = Point::new(i32::midpoint(low.x, high.x), i32::midpoint(low.y, high.y));
                    format!("{} > {}", label(&mover.model), towards_middle(view, from))
                }
                (None, None) => format!("{} > {}", label(&mover.model), near(None, view, 0)),
            });
            let leader = standing.first().map(|at| Outline::disc(*at, Length::ZERO));
            let beside = |model| format!("{} @ {}", label(model), near(leader.as_ref(), view, 2));
            walks.into_iter().chain(followers.iter().take(1).map(beside)).collect()
        }
        Form::Place { models, within, .. } => match group(view, models) {
            Some(letter) => vec![format!("{letter} @ {}", near(within.outlines.first(), view, 0))],
            None => {
                let place = |(at, model)| format!("{} @ {}", label(model), near(within.outlines.first(), view, 2 * at));
                (0..).zip(models).take(2).map(place).collect()
            }
        },
    };
    parts.join("; ")
}

/// The letter of the unit that all these models make up, if there are several.
fn group(view: &View, models: &[ModelId]) -> Option<String> {
    let unit = |id: &ModelId| view.models.iter().find(|model| model.id == *id).and_then(|model| model.unit);
    let first = models.first().and_then(unit)?;
    let alike = models.len() > 1 && models.iter().all(|model| unit(model) == Some(first));
    alike.then(|| names::unit_label(view, first))
}

/// The letter of the unit of a model.
fn unit_of(view: &View, token: Token) -> Option<String> {
    let Token::Ref(Ref::Model(id)) = token else { return None };
    let unit = view.models.iter().find(|model| model.id == id)?.unit?;
    Some(names::unit_label(view, unit))
}

/// How a token can be typed.
fn typed(view: &View, token: Token) -> String {
    match token {
        Token::Ref(r) => names::typed(view, r),
        other => other.to_string(),
    }
}

/// A point three inches from another, towards the middle of the battlefield.
fn towards_middle(view: &View, from: Point) -> String {
    let inches = |from: i32, size: i32| {
        let way = (size / 2 - from).clamp(-2 * UNITS_PER_INCH, 2 * UNITS_PER_INCH);
        f64::from(from + way) / f64::from(UNITS_PER_INCH)
    };
    format!("({:.0}, {:.0})", inches(from.x, view.field.size.x), inches(from.y, view.field.size.y))
}

/// A point in the middle of an outline, or of the battlefield, and so many inches to the right.
fn near(outline: Option<&Outline>, view: &View, right: i32) -> String {
    let (low, high) = outline.and_then(bounds).unwrap_or_else(|| (Point::default(), view.field.size));
    let inches = |low: i32, high: i32| (low + (high - low) / 2) / UNITS_PER_INCH;
    format!("({}, {})", inches(low.x, high.x) + right, inches(low.y, high.y))
}
