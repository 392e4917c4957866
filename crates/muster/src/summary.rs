//! Where a match stands, in words: the moment, the seats, and what the map shows.

use vocabulary::{Area, Die, Hidden, Model, Outcome, Place, Seat, SeatView, Unit, View};

use crate::names::{self, Glossary};
use crate::{map, paint, paragraph};

/// Units with more models than this have them in a row, not each on a line.
const FEW: usize = 5;

/// What the map shows: areas, units and models.
pub(crate) fn legend(view: &View, glossary: &Glossary) -> String {
    let mut text = areas(view, glossary);
    for unit in &view.units {
        text += &unit_line(view, glossary, unit);
    }
    let markers = view.models.iter().filter(|model| model.unit.is_none() && model.pose.is_some());
    for marker in markers {
        text += &format!("  {}\n", model_words(view, glossary, marker));
    }
    text
}

/// The moment, and the seats with what is counted for them.
pub(crate) fn panels(view: &View, glossary: &Glossary) -> String {
    let seats: String = view.seats.iter().map(|seat| panel(view, glossary, seat)).collect();
    moment(view, glossary) + &seats
}

/// Round and phase, and whose turn it is.
fn moment(view: &View, glossary: &Glossary) -> String {
    let moment = &view.moment;
    let mut parts = Vec::new();
    match (moment.round, moment.of) {
        (0, _) => {}
        (round, Some(of)) => parts.push(format!("round {round} of {of}")),
        (round, None) => parts.push(format!("round {round}")),
    }
    parts.extend(moment.phase.iter().map(|phase| glossary.label(*phase)));
    if let Some(active) = moment.active {
        parts.push(format!("{} to act", names::painted_seat(view, active)));
    }
    if parts.is_empty() { String::new() } else { format!("{}\n", parts.join(" · ")) }
}

fn panel(view: &View, glossary: &Glossary, seat: &SeatView) -> String {
    let mut parts = glossary.counters(&seat.counters);
    if !seat.pool.is_empty() {
        parts.push(format!("dice laid aside {}", dice(&seat.pool)));
    }
    parts.extend(seat.hidden.iter().map(|hidden| hidden_words(glossary, hidden)));
    parts.extend(glossary.marks(&seat.marks));
    if seat.gone {
        parts.push("has left".to_owned());
    }
    let parts = if parts.is_empty() { String::new() } else { format!("  {}", parts.join(" · ")) };
    format!("{}{parts}\n", names::painted_seat(view, seat.id))
}

fn hidden_words(glossary: &Glossary, hidden: &Hidden) -> String {
    let label = glossary.painted(hidden.term);
    if hidden.count == 1 { format!("{label} (hidden)") } else { format!("{label} × {} (hidden)", hidden.count) }
}

fn dice(pool: &[Die]) -> String {
    pool.iter().map(|die| format!("[{}]", die.shows)).collect()
}

fn unit_line(view: &View, glossary: &Glossary, unit: &Unit) -> String {
    let mut parts = Vec::new();
    match unit.place {
        Place::OnField => {}
        Place::Inside(r) => parts.push(format!("inside {}", names::thing(view, glossary, r))),
        Place::Aside(word) => parts.push(glossary.label(word)),
        Place::Gone => parts.push("out of the match".to_owned()),
    }
    parts.extend(glossary.counters(&unit.counters));
    parts.extend(glossary.marks(&unit.marks));
    let models: Vec<&Model> = view.models.iter().filter(|model| model.unit == Some(unit.id)).collect();
    let about = if parts.is_empty() { String::new() } else { format!("  {}", parts.join(" · ")) };
    // A unit of one model that is called like it needs no line of its own.
    if let [model] = models.as_slice()
        && model.name == unit.name
    {
        return format!("  {}{about}\n", model_words(view, glossary, model));
    }
    let reference = paint::paint(paint::FAINT, format!("unit:{}", unit.id.0));
    let mut text = format!("  {} {reference}{about}\n", unit.name);
    let words = models.iter().map(|model| model_words(view, glossary, model));
    if models.len() > FEW {
        let words: Vec<String> = words.collect();
        text += &format!("{}\n", paragraph::wrap(&words.join("; "), paragraph::width(), 4));
    } else {
        text.extend(words.map(|words| format!("    {words}\n")));
    }
    text
}

fn model_words(view: &View, glossary: &Glossary, model: &Model) -> String {
    let style = names::owner(view, model.id).map_or(paint::STRONG, paint::seat);
    let mut text = format!("{} {}", paint::paint(style, names::label(view, model.id)), model.name);
    let on_field = |unit: &Unit| Some(unit.id) == model.unit && unit.place == Place::OnField;
    if model.pose.is_none() && view.units.iter().any(on_field) {
        text += " (not on the battlefield)";
    }
    if let Some(pose) = model.pose {
        let (x, y) = (ground::Length(pose.at.x).about(), ground::Length(pose.at.y).about());
        let place = format!("({}, {})", x.trim_end_matches(" in"), y.trim_end_matches(" in"));
        text += &format!(" at {place}");
        if pose.level > 0 {
            text += &format!(", level {}", pose.level);
        }
    }
    let mut parts = glossary.counters(&model.counters);
    parts.extend(glossary.marks(&model.marks));
    if !parts.is_empty() {
        text += &format!("  {}", parts.join(" · "));
    }
    text
}

fn areas(view: &View, glossary: &Glossary) -> String {
    let one = |area: &Area| {
        let mut words = vec![map::shade(view, area.term).to_string(), map::area_label(area), glossary.label(area.term)];
        words.extend(area.owner.map(|seat| format!("of {}", names::seat(view, seat))));
        words.extend(area.rules.iter().map(|rule| glossary.label(*rule)));
        words.extend(glossary.counters(&area.counters));
        words.extend(glossary.marks(&area.marks));
        words.join(" ")
    };
    let areas: Vec<String> = view.areas.iter().map(one).collect();
    if areas.is_empty() { String::new() } else { paragraph::wrap(&areas.join(" · "), paragraph::width(), 2) + "\n" }
}

/// How a match ended: `Red wins, 3 to 1`.
pub(crate) fn outcome(names: &[String], outcome: &Outcome) -> String {
    let name = |seat: &Seat| names.get(seat.index()).cloned().unwrap_or_else(|| format!("seat {}", seat.0));
    let winners: Vec<String> = outcome.winners.iter().map(name).collect();
    let verdict = match winners.as_slice() {
        [] => "nobody wins".to_owned(),
        [winner] => format!("{winner} wins"),
        winners => format!("a draw between {}", winners.join(" and ")),
    };
    let scores: Vec<String> = outcome.scores.iter().map(ToString::to_string).collect();
    if scores.is_empty() { verdict } else { format!("{verdict}, {}", scores.join(" to ")) }
}

/// The names of the seats.
pub(crate) fn seat_names(view: &View) -> Vec<String> {
    view.seats.iter().map(|seat| seat.name.clone()).collect()
}
