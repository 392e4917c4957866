//! What holds for an answer, and what can be typed, in words.

use ground::{Length, Outline, Point, Region};
use vocabulary::{Ask, Form, Limit, LimitKind, ModelId, Mover, Omit, Ref, Share, Token, View, Who};

use crate::bounds::bounds;
use crate::names::{self, Glossary};
use crate::paragraph::count;

/// What holds for the answer, a line each.
pub(super) fn describe(ask: &Ask, view: &View, glossary: &Glossary) -> Vec<String> {
    let name = |token| names::token(view, glossary, token);
    let model = |id: &ModelId| names::label(view, *id);
    match &ask.form {
        Form::Choose { min, max, ordered, budget, groups, .. } => {
            let mut lines = Vec::new();
            if (*min, *max) != (1, 1) && *max > 1 {
                lines.push(format!("choose {}{}", range(*min, *max), if *ordered { ", in order" } else { "" }));
            }
            lines.extend(budget.map(|budget| format!("the costs may add up to {budget}")));
            for group in groups {
                let tokens: Vec<String> = group.tokens.iter().map(|token| name(*token)).collect();
                lines.push(format!("{} of {}", range(group.min, group.max), tokens.join(", ")));
            }
            lines
        }
        Form::Assign { from, to, pairs } => {
            let mut lines = vec![
                format!("give out: {}", shares(from, view, glossary)),
                format!("to: {}", shares(to, view, glossary)),
            ];
            if let Some(pairs) = pairs {
                let pairs: Vec<String> = pairs.iter().map(|(from, to)| format!("{from}>{to}")).collect();
                lines.push(format!("only these: {}", pairs.join(", ")));
            }
            lines
        }
        Form::Spread { amount, over, ordered } => {
            let order = if *ordered { ", in order" } else { "" };
            vec![format!("spread {amount} over these{order}: {}", shares(over, view, glossary))]
        }
        Form::Number { min, max, step } => {
            let step = if *step > 1 { format!(", in steps of {step}") } else { String::new() };
            vec![format!("a number from {min} to {max}{step}")]
        }
        Form::Move { movers, followers, limits, omit } => {
            let mut lines: Vec<String> = movers.iter().map(|mover| mover_words(mover, view, glossary)).collect();
            if !followers.is_empty() {
                let followers: Vec<String> = followers.iter().map(model).collect();
                lines.push(format!("{} follow and are put down near by", followers.join(", ")));
            }
            lines.extend(limits.iter().map(|limit| limit_words(limit, view, glossary)));
            lines.extend(omit_words(*omit));
            lines
        }
        Form::Place { models, within, limits, omit } => {
            let models: Vec<String> = models.iter().map(model).collect();
            let mut lines = vec![format!("place {} {}", models.join(", "), region_words(within))];
            lines.extend(limits.iter().map(|limit| limit_words(limit, view, glossary)));
            lines.extend(omit_words(*omit));
            lines
        }
    }
}

/// What can be typed, in a sentence.
pub(super) fn hint(ask: &Ask, options: usize, example: &str) -> String {
    let numbers = match options {
        0 => String::new(),
        1 => "1".to_owned(),
        n => format!("a number from 1 to {n}"),
    };
    match &ask.form {
        Form::Choose { max: 0 | 1, .. } => format!("type {numbers}"),
        Form::Choose { min: 0, .. } => format!("type {numbers}, several with spaces between them, or - for none"),
        Form::Choose { .. } => format!("type {numbers}, or several with spaces between them"),
        Form::Number { min, max, .. } => format!("type a number from {min} to {max}"),
        _ if options == 0 => format!("type something like {example}"),
        _ => format!("type {numbers}, or something like {example}"),
    }
}

fn range(min: u16, max: u16) -> String {
    match (min, max) {
        (min, max) if min == max => format!("{min}"),
        (0, max) => format!("up to {max}"),
        (min, max) => format!("{min} to {max}"),
    }
}

fn shares<T: Copy + Into<Token>>(shares: &[Share<T>], view: &View, glossary: &Glossary) -> String {
    let one = |share: &Share<T>| {
        let (name, range) = (names::token(view, glossary, share.of.into()), range(share.min, share.max));
        match share.of.into() {
            // The name of a model begins with its label, which can be typed.
            Token::Ref(Ref::Model(_)) => format!("{name} ({range})"),
            other => format!("{name} ({other}: {range})"),
        }
    };
    shares.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn mover_words(mover: &Mover, view: &View, glossary: &Glossary) -> String {
    let mut text = format!("{} goes up to {}", names::label(view, mover.model), mover.allowance.about());
    if let Some(start) = &mover.start {
        text += &format!(", starting {}", region_words(start));
    }
    for toll in &mover.tolls {
        let areas: Vec<String> = toll.areas.iter().map(|area| names::thing(view, glossary, *area)).collect();
        text += &format!(", {} less through {}", toll.by.about(), areas.join(", "));
    }
    text
}

fn omit_words(omit: Omit) -> Option<String> {
    match omit {
        Omit::Nobody => None,
        Omit::Everybody => Some("all of them, or none".to_owned()),
        Omit::Anybody => Some("whoever is left out stays".to_owned()),
    }
}

fn limit_words(limit: &Limit, view: &View, glossary: &Glossary) -> String {
    let gap = limit.gap.about();
    let from = things(&limit.from, limit.any, view, glossary);
    let at: Vec<String> = limit.at.iter().map(outline_words).collect();
    let from = if from.is_empty() { at.join(" or ") } else { from };
    let what = match limit.kind {
        LimitKind::KeepAway => format!("stay more than {gap} away from {from}"),
        LimitKind::EndWithin => format!("end within {gap} of {from}"),
        LimitKind::EndAt if limit.gap == Length::ZERO => format!("end in contact with {from}"),
        LimitKind::EndAt => format!("end exactly {gap} from {from}"),
        LimitKind::StayLinked { hub: Some(hub), .. } => format!("stay within {gap} of {}", names::label(view, hub)),
        LimitKind::StayLinked { neighbours, connected, .. } => {
            let others = count(neighbours.into(), "other", "others");
            format!("stay within {gap} of {others}{}", if connected { ", all linked" } else { "" })
        }
        LimitKind::EndCloser { strictly: true } => format!("end closer to {from}"),
        LimitKind::EndCloser { strictly: false } => format!("end no further from {from}"),
        LimitKind::NotThrough => format!("do not pass through {from}"),
    };
    let who = match limit.who {
        Who::Each => String::new(),
        Who::EachIfAble => "whoever can: ".to_owned(),
        Who::AtLeast(n) => format!("at least {n}: "),
    };
    let best = if limit.best { ", as well as can be" } else { "" };
    format!("{who}{what}{best} ({})", limit.rule)
}

fn things(refs: &[Ref], any: bool, view: &View, glossary: &Glossary) -> String {
    const MOST: usize = 6;
    let name = |r: &Ref| match r {
        Ref::Model(id) => names::label(view, *id),
        other => names::thing(view, glossary, *other),
    };
    let mut words: Vec<String> = refs.iter().take(MOST).map(name).collect();
    if refs.len() > MOST {
        words.push(format!("{} more", refs.len() - MOST));
    }
    words.join(if any { " or " } else { ", " })
}

fn region_words(region: &Region) -> String {
    let parts: Vec<String> = region.outlines.iter().map(outline_words).collect();
    parts.join(" or ")
}

/// Where an outline is: exact for discs and for boxes along the axes, otherwise the box around it.
fn outline_words(outline: &Outline) -> String {
    let point = |at: Point| {
        let inches = |units| Length(units).about().trim_end_matches(" in").to_owned();
        format!("({}, {})", inches(at.x), inches(at.y))
    };
    if let [centre] = outline.corners.as_slice() {
        return format!("within {} of {}", outline.radius.about(), point(*centre));
    }
    let (low, high) = bounds(outline).unwrap_or_default();
    format!("between {} and {}", point(low), point(high))
}
