//! Units as lines of a list, and one unit with its models and its card.

use vocabulary::{Mark, Model, Place, Ref, Seat, Shown, Stat, Unit, UnitId, View};

use crate::names::{self, Glossary, ratio};
use crate::{card, map, paint, paragraph, summary};

/// Names are cut to so many characters in a list beside the map.
const SHORTEST_NAME: usize = 12;
/// From so many columns on, marks are words instead of signs.
const ROOM_FOR_WORDS: usize = 46;

/// A line beside the map has room for so many signs.
const MOST_SIGNS: usize = 3;

/// All units by seat, a line each, no wider than this.
pub(crate) fn list(view: &View, glossary: &Glossary, about: &[Ref], width: usize) -> Vec<String> {
    let longest = view.units.iter().map(|unit| unit.name.chars().count()).max().unwrap_or_default();
    let words = width >= ROOM_FOR_WORDS;
    let room = width.saturating_sub(if words { 26 } else { 17 }).max(SHORTEST_NAME);
    let mut lines = Vec::new();
    for seat in &view.seats {
        lines.push(summary::panel(view, glossary, seat, words, width));
        let units = view.units.iter().filter(|unit| unit.seat == seat.id);
        lines.extend(units.map(|unit| line(view, glossary, unit, about, longest.min(room), words)));
    }
    lines
}

/// `▸A Gale Marshal with…  5/6 ♥3/4 •`: letter, name, models, wounds, marks.
fn line(view: &View, glossary: &Glossary, unit: &Unit, about: &[Ref], room: usize, words: bool) -> String {
    let models: Vec<&Model> = models_of(view, unit.id).collect();
    let pointed = about.contains(&Ref::Unit(unit.id)) || models.iter().any(|m| about.contains(&Ref::Model(m.id)));
    let pointer = if pointed { "▸" } else { " " };
    let label = paint::paint(paint::seat(unit.seat), names::unit_label(view, unit.id));
    let name = paragraph::cut(&unit.name, room);
    if unit.place == Place::Gone {
        let line = format!("{name:room$} gone");
        return format!("{pointer}{label} {}", paint::paint(paint::FAINT, line));
    }
    let named = |(place, counter)| if place == 0 { ratio(counter) } else { glossary.tally(counter, words) };
    let mut parts: Vec<String> = unit.counters.iter().enumerate().map(named).collect();
    parts.extend(hurt(glossary, &models, words));
    let mut marks: Vec<String> = marks(unit).iter().map(|mark| short(glossary, mark, words)).collect();
    if !words && marks.len() > MOST_SIGNS {
        marks.truncate(MOST_SIGNS - 1);
        marks.push("…".to_owned());
    }
    parts.push(marks.join(if words { ", " } else { "" }));
    format!("{pointer}{label} {name:room$} {}", parts.join(" ")).trim_end().to_owned()
}

pub(crate) fn models_of(view: &View, unit: UnitId) -> impl Iterator<Item = &Model> {
    view.models.iter().filter(move |model| model.unit == Some(unit))
}

/// Where it is, if not on the battlefield, and what applies to it.
fn marks(unit: &Unit) -> Vec<Mark> {
    let mut marks = unit.marks.clone();
    if let Place::Aside(word) = unit.place
        && marks.iter().all(|mark| mark.term != word)
    {
        marks.insert(0, Mark::new(word));
    }
    marks
}

fn short(glossary: &Glossary, mark: &Mark, words: bool) -> String {
    match glossary.term(mark.term) {
        Some(term) if !words => term.sign.clone(),
        _ => glossary.painted(mark.term),
    }
}

/// What models have lost that are still there: `♥3/4`.
fn hurt(glossary: &Glossary, models: &[&Model], words: bool) -> Vec<String> {
    const MOST: usize = 2;
    let counters = models.iter().flat_map(|model| &model.counters);
    let on_bases = counters.filter(|counter| counter.shown == Shown::Base);
    let hurt = on_bases.filter(|counter| counter.value > 0 && counter.of.is_some_and(|most| counter.value < most));
    let mut tallies: Vec<String> = hurt.map(|counter| glossary.tally(counter, words)).collect();
    if tallies.len() > MOST {
        tallies.truncate(MOST);
        tallies.push("…".to_owned());
    }
    tallies
}

/// What the signs in a list of this width mean; nothing where it has words.
pub(crate) fn signs(view: &View, glossary: &Glossary, width: usize) -> Vec<String> {
    let mut signs: Vec<String> = Vec::new();
    let there = view.units.iter().filter(|unit| width < ROOM_FOR_WORDS && unit.place != Place::Gone);
    let of_seats = view.seats.iter().filter(|seat| width < ROOM_FOR_WORDS && seat.counters.len() > 1);
    let counted = of_seats.flat_map(|seat| &seat.counters).map(|counter| counter.term);
    for word in counted.chain(there.flat_map(marks).map(|mark| mark.term)) {
        let sign = glossary.term(word).map(|term| format!("{} {}", term.sign, term.label));
        signs.extend(sign.filter(|sign| !signs.contains(sign)));
    }
    signs
}

/// Every unit with all that is said of it, for the whole width.
pub(crate) fn overview(view: &View, glossary: &Glossary) -> String {
    let longest = view.units.iter().map(|unit| unit.name.chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for seat in &view.seats {
        text += &format!("{}\n", summary::panel(view, glossary, seat, true, usize::MAX));
        for unit in view.units.iter().filter(|unit| unit.seat == seat.id) {
            text += &line(view, glossary, unit, &[], longest, true);
            text += &where_about(view, unit).map(|at| format!("  {at}")).unwrap_or_default();
            let reach = reach(view, glossary, unit);
            if !reach.is_empty() {
                text += &paint::paint(paint::FAINT, format!("  {}", reach.join(", ")));
            }
            text += "\n";
        }
    }
    let signs = "A letter names a unit: card A shows it with its models, measure A b shows how far apart two are.";
    text + &paint::paint(paint::FAINT, signs) + "\n"
}

/// The middle of a unit on the battlefield.
fn where_about(view: &View, unit: &Unit) -> Option<String> {
    let places: Vec<ground::Point> = models_of(view, unit.id).filter_map(|model| Some(model.pose?.at)).collect();
    map::average(&places).map(|at| format!("about {}", point(at)))
}

/// A point in inches, to a tenth.
pub(crate) fn point(at: ground::Point) -> String {
    let inches = |units: i32| {
        let tenths = (f64::from(units) * 10.0 / f64::from(ground::UNITS_PER_INCH)).round() / 10.0;
        format!("{tenths}")
    };
    format!("({}, {})", inches(at.x), inches(at.y))
}

/// The weapons on the card of a unit, each with the first of its values that is a length.
fn reach(view: &View, glossary: &Glossary, unit: &Unit) -> Vec<String> {
    let Some(card) = view.cards.iter().find(|card| card.id == unit.card) else { return Vec::new() };
    let length = |stat: &&Stat| stat.printed.ends_with(" in");
    let mut words: Vec<String> = card.stats.iter().filter(length).map(|stat| labelled(glossary, stat)).collect();
    let weapons = card.weapons.iter();
    words.extend(weapons.filter_map(|weapon| {
        let stat = weapon.stats.iter().find(length)?;
        Some(format!("{} {}", weapon.name, stat.now.as_ref().unwrap_or(&stat.printed)))
    }));
    words
}

fn labelled(glossary: &Glossary, stat: &Stat) -> String {
    format!("{} {}", glossary.label(stat.term), stat.now.as_ref().unwrap_or(&stat.printed))
}

/// The unit that somebody means: by its letter, a model's label, `unit:4` or a part of its name.
pub(crate) fn find<'v>(view: &'v View, words: &str) -> Option<&'v Unit> {
    let wanted = words.trim().to_lowercase();
    let of_ref = |r: Ref| match r {
        Ref::Unit(unit) => Some(unit),
        Ref::Model(id) => view.models.iter().find(|model| model.id == id)?.unit,
        _ => None,
    };
    let labelled = names::labelled(view, &wanted).into_iter().find_map(of_ref);
    let by_ref = labelled.or_else(|| wanted.parse().ok().and_then(of_ref));
    let by_name = || {
        let named = |unit: &&Unit| unit.name.to_lowercase().contains(&wanted);
        view.units.iter().find(named).filter(|_| !wanted.is_empty()).map(|unit| unit.id)
    };
    let id = by_ref.or_else(by_name)?;
    view.units.iter().find(|unit| unit.id == id)
}

/// A unit with its models, and the cards of those in it.
pub(crate) fn page(view: &View, glossary: &Glossary, unit: &Unit) -> String {
    let label = paint::paint(paint::seat(unit.seat), names::unit_label(view, unit.id));
    let of = names::painted_seat(view, unit.seat);
    let mut text = format!("{label} {} of {of}", paint::paint(paint::STRONG, &unit.name));
    let mut parts = glossary.counters(&unit.counters);
    parts.extend(glossary.marks(view, &marks(unit)));
    text += &format!("  {}\n", parts.join(" · "));
    for model in models_of(view, unit.id).filter(|_| unit.place != Place::Gone) {
        text += &format!("  {}\n", model_words(view, glossary, model, unit.seat));
    }
    for card in card::of_unit(view, unit) {
        text += &card::describe(card, glossary);
    }
    text
}

fn model_words(view: &View, glossary: &Glossary, model: &Model, seat: Seat) -> String {
    let mut text = format!("{} {}", paint::paint(paint::seat(seat), names::label(view, model.id)), model.name);
    if let Some(pose) = model.pose {
        text += &format!(" at {}", point(pose.at));
        if pose.level > 0 {
            text += &format!(", level {}", pose.level);
        }
    }
    let mut parts = glossary.counters(&model.counters);
    parts.extend(glossary.marks(view, &model.marks));
    if !parts.is_empty() {
        text += &format!("  {}", parts.join(" · "));
    }
    text
}

#[cfg(test)]
mod tests {
    use vocabulary::Word;

    use super::*;
    use crate::example::{self, glossary};

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn each_unit_has_a_line_with_letter_models_wounds_and_marks() {
        let mut view = example::view();
        view.units[1].marks.push(Mark::new(Word::new("asleep")));
        view.units[2].place = Place::Gone;
        let lines = list(&view, &glossary(), &[Ref::Unit(UnitId(0))], 40);
        let expected = [
            "Red  Ribbons 2 of 11",
            "▸A Rangers 3/3 ♥1/2 ♥1/2 …",
            " B Giant   1/1 ♥1/2 z",
            "Blue  Ribbons 2 of 11",
            " c Sentry  gone",
        ];
        assert_eq!(lines.iter().map(|line| plain(line)).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_unit_is_found_by_letter_model_id_or_part_of_its_name() {
        let view = example::view();
        for words in ["c", "C", "c2", "unit:2", "model:4", "sent"] {
            assert_eq!(find(&view, words).map(|unit| unit.id), Some(UnitId(2)), "{words}");
        }
        assert!(find(&view, "nobody").is_none() && find(&view, "").is_none());
    }

    #[test]
    fn the_page_of_a_unit_names_every_model_and_its_place() {
        let view = example::view();
        let page = plain(&page(&view, &glossary(), &view.units[0]));
        assert!(page.starts_with("A Rangers of Red  Heads 3 of 3\n  A0 Chief at (2, 2)  Vim 1 of 2\n"), "{page}");
    }
}
