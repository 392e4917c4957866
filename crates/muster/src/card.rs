//! A card as text: values, weapons and what the unit can do.

use vocabulary::{Card, Stat, View};

use crate::names::Glossary;
use crate::{paint, paragraph};

/// The card of this name, or of a unit or model of this name; a part of a name is enough.
pub(crate) fn find<'v>(view: &'v View, name: &str) -> Option<&'v Card> {
    let wanted = name.trim().to_lowercase();
    let has = |name: &str| name.to_lowercase().contains(&wanted);
    let is = |name: &str| name.to_lowercase() == wanted;
    let of_unit = || {
        let named = |model: &&vocabulary::Model| has(&model.name);
        let of_model = || view.models.iter().find(named).and_then(|model| model.unit);
        let unit = view.units.iter().find(|unit| has(&unit.name)).map(|unit| unit.id).or_else(of_model)?;
        let card = view.units.iter().find(|other| other.id == unit)?.card;
        view.cards.iter().find(|other| other.id == card)
    };
    let cards = || view.cards.iter();
    cards()
        .find(|card| is(&card.name) || is(&format!("card:{}", card.id.0)))
        .or_else(|| cards().find(|card| has(&card.name)))
        .or_else(of_unit)
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
