//! A position as one picture: the map with its scale, the units beside it, and what the signs mean.

use vocabulary::{Ref, View};

use crate::map::{self, Scene};
use crate::names::Glossary;
use crate::{paragraph, summary, units};

/// The list of units is never narrower than this, and beside a wide map not wider than that.
const LIST: (usize, usize) = (32, 64);
/// A map with less than so many lines shows too little.
const FEWEST_LINES: usize = 16;

/// The position in so many columns and about so many lines.
pub(crate) fn battle(view: &View, glossary: &Glossary, about: &[Ref], columns: usize, lines: usize) -> String {
    let scene = Scene { view, glossary, about, proof: None };
    let moment = summary::moment(view, glossary);
    let beside = units::list(view, glossary, about, LIST.0).len();
    let room = lines.saturating_sub(2);
    let height = room.max(FEWEST_LINES).max(beside.min(26)).min(56);
    let drawn = map::draw(scene, columns.saturating_sub(LIST.0 + 1), height);
    let width = columns.saturating_sub(drawn.width + 1).clamp(LIST.0, LIST.1);
    let list = units::list(view, glossary, about, width);
    let legend: Vec<String> =
        map::legend(view, glossary).into_iter().chain(units::signs(view, glossary, width)).collect();
    let legend = paragraph::wrap(&legend.join(" | "), columns.max(40), 1);
    let mut text = if moment.is_empty() { String::new() } else { format!("{moment}\n") };
    let rows = drawn.lines.len().max(list.len());
    for row in 0..rows {
        let left = drawn.lines.get(row).cloned().unwrap_or_else(|| " ".repeat(drawn.width));
        let right = list.get(row).map(String::as_str).unwrap_or_default();
        text += format!("{left} {right}").trim_end();
        text += "\n";
    }
    if legend.is_empty() { text } else { format!("{text}{legend}\n") }
}

/// The battlefield as large as the screen lets it be.
pub(crate) fn map(view: &View, glossary: &Glossary, about: &[Ref], proof: Option<&vocabulary::Proof>) -> String {
    let (columns, lines) = paragraph::screen();
    let legend = paragraph::wrap(&map::legend(view, glossary).join(" | "), columns.max(40), 1);
    let height = lines.saturating_sub(legend.lines().count() + 2).max(FEWEST_LINES);
    let drawn = map::draw(Scene { view, glossary, about, proof }, columns, height);
    let picture: Vec<&str> = drawn.lines.iter().map(|line| line.trim_end()).collect();
    if legend.is_empty() { picture.join("\n") + "\n" } else { format!("{}\n{legend}\n", picture.join("\n")) }
}

#[cfg(test)]
mod tests;
