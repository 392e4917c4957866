//! Whether a claim holds in a view.

use vocabulary::{Counter, Mark, Place as Whereabouts, Ref, View};

use super::{Claim, Scenario};

/// Whether a claim holds in a view; otherwise what is there instead.
pub(super) fn sees(scenario: &Scenario, view: &View, claim: &Claim) -> Result<(), String> {
    let name = |of: Ref| scenario.reference(of);
    let there = |found: bool, of: Ref| if found { Ok(()) } else { Err(format!("there is no {}", name(of))) };
    match claim {
        Claim::Counter(of, term, value) => {
            let counters = things(view, *of).ok_or_else(|| format!("there is no {}", name(*of)))?.counters;
            match counters.iter().find(|counter| counter.term == *term) {
                Some(counter) if counter.value == *value => Ok(()),
                Some(counter) => Err(format!("{} {term} is {}, not {value}", name(*of), counter.value)),
                None => {
                    let terms: Vec<String> = counters.iter().map(|counter| counter.term.to_string()).collect();
                    let terms = if terms.is_empty() { "no counters".to_owned() } else { terms.join(", ") };
                    Err(format!("{} shows no {term}; it shows {terms}", name(*of)))
                }
            }
        }
        Claim::NoCounter(of, term) => {
            let counters = things(view, *of).ok_or_else(|| format!("there is no {}", name(*of)))?.counters;
            match counters.iter().find(|counter| counter.term == *term) {
                Some(counter) => Err(format!("{} {term} is {}", name(*of), counter.value)),
                None => Ok(()),
            }
        }
        Claim::Hides(of, term, count) => {
            let seat = view.seats.iter().find(|seat| Ref::Seat(seat.id) == *of);
            let hidden = seat.map(|seat| &seat.hidden).ok_or_else(|| format!("{} is not a seat", name(*of)))?;
            let found: u16 = hidden.iter().filter(|hidden| hidden.term == *term).map(|hidden| hidden.count).sum();
            if found == *count { Ok(()) } else { Err(format!("{} hides {found} {term}, not {count}", name(*of))) }
        }
        Claim::Pool(of, shown) => {
            let seat = view.seats.iter().find(|seat| Ref::Seat(seat.id) == *of);
            let seat = seat.ok_or_else(|| format!("{} is not a seat", name(*of)))?;
            let found: Vec<i16> = seat.pool.iter().map(|die| die.shows).collect();
            if found == *shown { Ok(()) } else { Err(scenario.claim(&Claim::Pool(*of, found))) }
        }
        Claim::Stands(model, pose) => {
            let of = Ref::Model(*model);
            let found = view.models.iter().find(|other| other.id == *model);
            match found.ok_or_else(|| format!("there is no {of}"))?.pose {
                Some(found) if found == *pose => Ok(()),
                Some(found) => Err(scenario.claim(&Claim::Stands(*model, found))),
                None => Err(format!("{of} is not on the battlefield")),
            }
        }
        Claim::Gone(of, gone) => {
            there(!matches!(of, Ref::Seat(seat) if seat.index() >= view.seats.len()), *of)?;
            match (is_gone(view, *of), gone) {
                (true, false) => Err(format!("{} is gone", name(*of))),
                (false, true) => Err(format!("{} is not gone", name(*of))),
                _ => Ok(()),
            }
        }
        Claim::Marked(of, mark, on) => {
            let marks = things(view, *of).ok_or_else(|| format!("there is no {}", name(*of)))?.marks;
            match (marks.iter().any(|found| found.term == *mark), on) {
                (true, false) => Err(format!("{} is marked {mark}", name(*of))),
                (false, true) => {
                    let marks: Vec<String> = marks.iter().map(|mark| mark.term.to_string()).collect();
                    let marks = if marks.is_empty() { "nothing".to_owned() } else { marks.join(", ") };
                    Err(format!("{} is not marked {mark}, but {marks}", name(*of)))
                }
                _ => Ok(()),
            }
        }
        Claim::Moment(round, phase) => {
            let moment = &view.moment;
            let fits = round.is_none_or(|round| round == moment.round)
                && phase.is_none_or(|phase| moment.phase.contains(&phase));
            let phases: Vec<String> = moment.phase.iter().map(ToString::to_string).collect();
            if fits { Ok(()) } else { Err(format!("this is round {}, phase {}", moment.round, phases.join(" "))) }
        }
    }
}

/// What is counted for a thing of a view, and what applies to it.
struct Things<'a> {
    counters: &'a [Counter],
    marks: &'a [Mark],
}

fn things(view: &View, of: Ref) -> Option<Things<'_>> {
    macro_rules! of {
        ($list:expr, $id:expr) => {
            $list
                .iter()
                .find(|thing| thing.id == $id)
                .map(|thing| Things { counters: &thing.counters, marks: &thing.marks })
        };
    }
    match of {
        Ref::Seat(seat) => of!(view.seats, seat),
        Ref::Unit(unit) => of!(view.units, unit),
        Ref::Model(model) => of!(view.models, model),
        Ref::Area(area) => of!(view.areas, area),
        _ => None,
    }
}

/// Whether something is out of play: not shown any more, or shown as gone. A model beside the battlefield is gone too.
fn is_gone(view: &View, of: Ref) -> bool {
    match of {
        Ref::Seat(id) => view.seats.iter().any(|seat| seat.id == id && seat.gone),
        Ref::Unit(id) => view.units.iter().all(|unit| unit.id != id || unit.place == Whereabouts::Gone),
        Ref::Model(id) => view.models.iter().all(|model| model.id != id || model.pose.is_none()),
        Ref::Area(id) => view.areas.iter().all(|area| area.id != id),
        _ => true,
    }
}
