//! What ground looks like on the map: as the game says of the rules that hold there, or of what it is.

use vocabulary::{Area, Look, Ref, View, Word};

use crate::names::{self, Glossary};
use crate::paint;

/// The characters of looks; the first line of which ground has all looks counts.
const GLYPHS: [(&[Look], char); 6] = [
    (&[Look::Solid], '█'),
    (&[Look::Shelter, Look::Rough], '░'),
    (&[Look::Shelter], '▒'),
    (&[Look::Rough], '≈'),
    (&[Look::High], '^'),
    (&[Look::Zone], '·'),
];

/// Ground of which no game says how it looks, in the order in which it turns up.
const SHADES: [char; 6] = ['░', '▒', '∴', '≈', '▓', '∷'];

/// Discs with numbers: light, because what stands on them matters more.
const DISC: char = ':';

/// What is drawn alike: what it is, and the rules that hold there.
type Kind = (Word, Vec<Word>);

fn kind(area: &Area) -> Kind {
    (area.term, area.rules.clone())
}

/// Every kind of ground once, in the order in which it turns up.
fn kinds(view: &View) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for area in &view.areas {
        let kind = kind(area);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// The character of an area.
pub(super) fn glyph(view: &View, glossary: &Glossary, area: &Area) -> char {
    let of = |(term, rules): &Kind| {
        let words: &[Word] = if rules.is_empty() { std::slice::from_ref(term) } else { rules };
        let looks: Vec<Look> = words.iter().filter_map(|word| glossary.term(*word)?.ground).collect();
        let fits = |(wanted, _): &&(&[Look], char)| wanted.iter().all(|look| looks.contains(look));
        GLYPHS.iter().find(fits).map(|(_, glyph)| *glyph)
    };
    let own = kind(area);
    let disc = || names::disc_number(view, area).map(|_| DISC);
    of(&own).or_else(disc).unwrap_or_else(|| {
        let unknown: Vec<Kind> = kinds(view).into_iter().filter(|kind| of(kind).is_none()).collect();
        let at = unknown.iter().position(|kind| *kind == own).unwrap_or_default();
        SHADES[at % SHADES.len()]
    })
}

/// What the characters of the map mean.
pub(crate) fn legend(view: &View, glossary: &Glossary) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for area in &view.areas {
        let words: &[Word] = if area.rules.is_empty() { std::slice::from_ref(&area.term) } else { &area.rules };
        let words: Vec<String> = words.iter().map(|word| glossary.label(*word)).collect();
        let sign = match names::disc_number(view, area) {
            Some(_) => "(1)".to_owned(),
            None => glyph(view, glossary, area).to_string(),
        };
        let part = format!("{sign} {}", words.join(", "));
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts
}

/// The style of an area: the colour of its owner, otherwise faint.
pub(super) fn style(area: &Area, about: &[Ref]) -> anstyle::Style {
    let style = area.owner.map_or(paint::FAINT, |seat| paint::ground(seat).dimmed());
    if about.contains(&Ref::Area(area.id)) && area.owner.is_none() { paint::STRONG } else { style }
}
