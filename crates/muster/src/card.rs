//! A card as text: values, weapons and what the unit can do.

use vocabulary::{Card, Stat, Unit, View};

use crate::names::Glossary;
use crate::{paint, paragraph, units};

/// The card of this name; a part of a name is enough.
pub(crate) fn find<'v>(view: &'v View, name: &str) -> Option<&'v Card> {
    let wanted = name.trim().to_lowercase();
    let cards = || view.cards.iter().filter(|_| !wanted.is_empty());
    let is = |card: &&Card| card.name.to_lowercase() == wanted || format!("card:{}", card.id.0) == wanted;
    cards().find(is).or_else(|| cards().find(|card| card.name.to_lowercase().contains(&wanted)))
}

/// The card of a unit, and those of models in it that have a card of their own name.
pub(crate) fn of_unit<'v>(view: &'v View, unit: &Unit) -> Vec<&'v Card> {
    let mut cards: Vec<&Card> = view.cards.iter().filter(|card| card.id == unit.card).collect();
    for model in units::models_of(view, unit.id) {
        let name = model.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
        let own = view.cards.iter().filter(|card| card.name == name);
        cards.extend(own.filter(|card| !cards.iter().any(|other| other.id == card.id)).collect::<Vec<_>>());
    }
    cards
}

/// The card as lines of text.
pub(crate) fn describe(card: &Card, glossary: &Glossary) -> String {
    let mut text = paint::paint(paint::STRONG, &card.name);
    if let Some(cost) = card.cost {
        text += &format!(", costs {cost}");
    }
    let tags: Vec<String> = card.tags.iter().map(|tag| glossary.painted(*tag)).collect();
    if !tags.is_empty() {
        text += &format!("  {}", tags.join(", "));
    }
    text += &format!("\n  {}\n", stats(&card.stats, glossary));
    for weapon in &card.weapons {
        let tags: Vec<String> = weapon.tags.iter().map(|tag| glossary.painted(*tag)).collect();
        text += &format!("  {}: {}", weapon.name, stats(&weapon.stats, glossary));
        text += &if tags.is_empty() { "\n".to_owned() } else { format!("  {}\n", tags.join(", ")) };
    }
    for ability in &card.abilities {
        let meaning = glossary.term(*ability).map(|term| term.text.as_str()).unwrap_or_default();
        let line = format!("{}: {meaning}", glossary.label(*ability));
        text += &format!("{}\n", paragraph::wrap(&line, paragraph::width(), 2));
    }
    text
}

fn stats(stats: &[Stat], glossary: &Glossary) -> String {
    let one = |stat: &Stat| {
        let label = glossary.label(stat.term);
        let Some(now) = &stat.now else { return format!("{label} {}", stat.printed) };
        let because: Vec<&str> = stat.because.iter().map(vocabulary::RuleId::as_str).collect();
        format!("{label} {now} (printed {}; {})", stat.printed, because.join(", "))
    };
    stats.iter().map(one).collect::<Vec<_>>().join(" · ")
}
