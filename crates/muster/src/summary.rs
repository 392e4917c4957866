//! Where a match stands, in words: the moment, the seats, and how it ended.

use vocabulary::{Die, Hidden, Outcome, Seat, SeatView, View};

use crate::names::{self, Glossary};
use crate::{paint, paragraph};

/// Round and phase, and whose turn it is.
pub(crate) fn moment(view: &View, glossary: &Glossary) -> String {
    let moment = &view.moment;
    let mut parts = Vec::new();
    match (moment.round, moment.of) {
        (0, _) => {}
        (round, Some(of)) => parts.push(format!("Round {round} of {of}")),
        (round, None) => parts.push(format!("Round {round}")),
    }
    parts.extend(moment.phase.iter().map(|phase| glossary.label(*phase)));
    if let Some(active) = moment.active {
        parts.push(format!("{} to act", names::painted_seat(view, active)));
    }
    parts.join(" · ")
}

/// A seat name is cut to no fewer characters.
const SHORTEST_NAME: usize = 6;

/// A seat with what is counted for it, no wider than this if its name can be cut; where there is room for few words,
/// several counters are shown by their signs.
pub(crate) fn panel(view: &View, glossary: &Glossary, seat: &SeatView, words: bool, width: usize) -> String {
    let mut parts = match seat.counters.as_slice() {
        [_, _, ..] if !words => seat.counters.iter().map(|counter| glossary.tally(counter, false)).collect(),
        counters => glossary.counters(counters),
    };
    if !seat.pool.is_empty() {
        parts.push(format!("dice set aside {}", dice(&seat.pool)));
    }
    parts.extend(seat.hidden.iter().map(|hidden| hidden_words(glossary, hidden)));
    parts.extend(glossary.marks(view, &seat.marks));
    if seat.gone {
        parts.push("has left".to_owned());
    }
    let parts = if parts.is_empty() { String::new() } else { format!("  {}", parts.join(" · ")) };
    let wide = anstream::adapter::strip_str(&parts).to_string().chars().count();
    let name = paragraph::cut(&seat.name, width.saturating_sub(wide).max(SHORTEST_NAME));
    format!("{}{parts}", paint::paint(paint::seat(seat.id), name))
}

fn hidden_words(glossary: &Glossary, hidden: &Hidden) -> String {
    let label = glossary.painted(hidden.term);
    if hidden.count == 1 { format!("{label} (hidden)") } else { format!("{label} × {} (hidden)", hidden.count) }
}

fn dice(pool: &[Die]) -> String {
    pool.iter().map(|die| format!("[{}]", die.shows)).collect()
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
