//! What holds for an answer, and what can be typed, in words.

use ground::{Length, Outline, Point, Region};
use vocabulary::{Ask, Form, Limit, LimitKind, ModelId, Mover, Omit, Ref, Share, Token, View, Who};

use crate::bounds::bounds;
use crate::names::{self, Glossary};
use crate::paragraph::count;

/// What holds for the answer in short; `why` shows the rest.
pub(super) fn brief(ask: &Ask, view: &View, glossary: &Glossary) -> Vec<String> {
    match &ask.form {
        Form::Assign { from, to, .. } => {
            let models = |share: &Share<Token>| match share.of {
                Token::Ref(Ref::Model(model)) => Some(model),
                _ => None,
            };
            let who: Option<Vec<ModelId>> = from.iter().map(models).collect();
            let whom: Vec<String> = to.iter().map(|share| names::token(view, glossary, share.of)).collect();
            let who = who.map_or_else(|| shares(from, view, glossary), |who| names::labels(view, &who));
            vec![format!("{who} → {}", whom.join(", "))]
        }
        Form::Move { movers, followers, omit, .. } => {
            let mut lines = mover_lines(movers, view, glossary);
            if !followers.is_empty() {
                lines.push(format!("{} follow and are placed nearby", names::labels(view, followers)));
            }
            lines.extend(omit_words(*omit).filter(|_| movers.len() > 1));
            vec![lines.join("; ")]
        }
        Form::Place { models, within, .. } => {
            vec![format!("place {} {}", names::labels(view, models), region_words(within))]
        }
        _ => describe(ask, view, glossary),
    }
}

/// Movers that go equally far, a line each.
fn mover_lines(movers: &[Mover], view: &View, glossary: &Glossary) -> Vec<String> {
    let alike = |a: &Mover, b: &Mover| (a.allowance, &a.start, &a.tolls) == (b.allowance, &b.start, &b.tolls);
    let words = |movers: &[Mover]| {
        let models: Vec<ModelId> = movers.iter().map(|mover| mover.model).collect();
        mover_words(&movers[0], &names::labels(view, &models), movers.len(), view, glossary)
    };
    movers.chunk_by(alike).map(words).collect()
}

/// What holds for the answer, a line each.
pub(super) fn describe(ask: &Ask, view: &View, glossary: &Glossary) -> Vec<String> {
    let name = |token| names::token(view, glossary, token);
    match &ask.form {
        Form::Choose { min, max, ordered, budget, groups, .. } => {
            let mut lines = Vec::new();
            if (*min, *max) != (1, 1) && *max > 1 {
                lines.push(format!("choose {}{}", range(*min, *max), if *ordered { ", in order" } else { "" }));
            }
            lines.extend(budget.map(|budget| format!("costs may add up to {budget}")));
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
                lines.extend(pair_lines(pairs, view, glossary));
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
            let mut lines = mover_lines(movers, view, glossary);
            if !followers.is_empty() {
                lines.push(format!("{} follow and are placed nearby", names::labels(view, followers)));
            }
            lines.extend(limits.iter().map(|limit| limit_words(limit, view, glossary)));
            lines.extend(omit_words(*omit));
            lines
        }
        Form::Place { models, within, limits, omit } => {
            let mut lines = vec![format!("place {} {}", names::labels(view, models), region_words(within))];
            lines.extend(limits.iter().map(|limit| limit_words(limit, view, glossary)));
            lines.extend(omit_words(*omit));
            lines
        }
    }
}

/// Who may go to whom, a line for each target.
fn pair_lines(pairs: &[(Token, Token)], view: &View, glossary: &Glossary) -> Vec<String> {
    let mut targets: Vec<Token> = Vec::new();
    for (_, to) in pairs {
        if !targets.contains(to) {
            targets.push(*to);
        }
    }
    let line = |target: &Token| {
        let from = pairs.iter().filter(|(_, to)| to == target).map(|(from, _)| match from {
            Token::Ref(r) => names::typed(view, *r),
            other => other.to_string(),
        });
        format!("{} may go to {}", from.collect::<Vec<_>>().join(", "), names::token(view, glossary, *target))
    };
    targets.iter().map(line).collect()
}

/// What can be typed, in a sentence.
pub(super) fn hint(ask: &Ask, options: usize, example: &str) -> String {
    let numbers = match options {
        0 => String::new(),
        1 => "1".to_owned(),
        n => format!("a number from 1 to {n}"),
    };
    let like = if example.is_empty() { String::new() } else { format!(", or something like {example}") };
    match &ask.form {
        Form::Choose { max: 0 | 1, .. } => format!("type {numbers}{like}"),
        Form::Choose { min: 0, .. } => format!("type {numbers}, several separated by spaces, or - for none"),
        Form::Choose { .. } => format!("type {numbers}, or several separated by spaces"),
        Form::Number { min, max, .. } => format!("type a number from {min} to {max}"),
        _ if options == 0 => format!("type something like {example}"),
        _ => format!("type {numbers}{like}"),
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

fn mover_words(mover: &Mover, who: &str, count: usize, view: &View, glossary: &Glossary) -> String {
    let go = if count == 1 { "goes" } else { "go" };
    let mut text = format!("{who} {go} up to {}", mover.allowance.about());
    if let Some(start) = &mover.start {
        text += &format!(", starting {}", region_words(start));
    }
    for toll in &mover.tolls {
        text += &format!(", {} less through {}", toll.by.about(), things(&toll.areas, false, view, glossary));
    }
    text
}

fn omit_words(omit: Omit) -> Option<String> {
    match omit {
        Omit::Nobody => None,
        Omit::Everybody => Some("all of them, or none".to_owned()),
        Omit::Anybody => Some("any you leave out stay where they are".to_owned()),
    }
}

fn limit_words(limit: &Limit, view: &View, glossary: &Glossary) -> String {
    let gap = limit.gap.about();
    let from = things(&limit.from, limit.any, view, glossary);
    let at: Vec<String> = limit.at.iter().map(outline_words).collect();
    let from = if from.is_empty() { at.join(" or ") } else { from };
    let what = match limit.kind {
        LimitKind::KeepAway => format!("stay more than {gap} away from {from}"),
        LimitKind::EndWithin if limit.gap == Length::ZERO => format!("end wholly {from}"),
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
        Who::EachIfAble => "each that can: ".to_owned(),
        Who::AtLeast(n) => format!("at least {n}: "),
    };
    let best = if limit.best { ", as far as possible" } else { "" };
    let rules: Vec<&str> = limit.rules().map(vocabulary::RuleId::as_str).collect();
    format!("{who}{what}{best} ({})", rules.join(", "))
}

/// What several refs point at; things of one name are counted.
fn things(refs: &[Ref], any: bool, view: &View, glossary: &Glossary) -> String {
    const MOST: usize = 6;
    let name = |r: &Ref| match r {
        Ref::Model(id) => names::label(view, *id),
        other => names::thing(view, glossary, *other),
    };
    let mut counted: Vec<(String, usize)> = Vec::new();
    for name in refs.iter().map(name) {
        match counted.iter_mut().find(|(other, _)| *other == name) {
            Some((_, n)) => *n += 1,
            None => counted.push((name, 1)),
        }
    }
    let word = |(name, n): &(String, usize)| if *n == 1 { name.clone() } else { format!("{name} × {n}") };
    let mut words: Vec<String> = counted.iter().take(MOST).map(word).collect();
    if counted.len() > MOST {
        words.push(format!("{} more", counted.len() - MOST));
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
