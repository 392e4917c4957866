//! Before the first round: zones, units and directives.

use engine::{Choices, Idea};
use ground::{Point, Rect};
use troops::Placed;
use vocabulary::{Answer, Ref, Seat, Token, UnitId};

use super::{POINT, idea};
use crate::chapters::{deployment, directives};
use crate::prompt::Question;
use crate::state::State;

pub(super) fn deployment(state: &State, seat: Seat, asks: &deployment::Asks) -> Vec<Idea> {
    match asks {
        deployment::Asks::Deploy => {
            let choices = asks.choices(state, seat);
            let tokens = choices.iter().flat_map(Choices::tokens);
            tokens.filter_map(|token| turn(state, *token)).collect()
        }
        deployment::Asks::Place { unit } => {
            let placed = forward(state, *unit).or_else(|| state.room_in_zone(*unit)).unwrap_or_default();
            vec![idea("forward", Answer::Place(placed), 1)]
        }
        deployment::Asks::Zone | deployment::Asks::Ride { .. } => {
            vec![idea("the first", asks.plain(state, seat), 1)]
        }
    }
}

/// The costliest units are deployed last, when more is known; transports come first, so that somebody can ride in them.
fn turn(state: &State, token: Token) -> Option<Idea> {
    let Token::About(how, Ref::Unit(unit)) = token else { return None };
    let first = if state.sheet(unit).transport.is_some() { 10_000 * POINT } else { 0 };
    let later = -state.value(unit);
    let rides = how.as_str() == "aboard" && state.range(unit) <= ground::Length::inches(8);
    let worth = match how.as_str() {
        "place" => 0,
        _ if rides => 1,
        _ => -POINT,
    };
    Some(idea(state.unit_name(unit), Answer::Choose([token].into_iter().collect()), first + later + worth))
}

/// A place as far forward as can be, towards an objective that nobody else is near to.
fn forward(state: &State, unit: UnitId) -> Option<Placed> {
    let seat = state.seat_of(unit);
    let zone = state.zone_of(seat)?;
    let placing = state.deploying(unit);
    let Rect { low, high } = zone.polygon.bounds();
    let mut places: Vec<usize> = (0..state.battlefield().objectives.len()).collect();
    let crowd = |place: &usize| {
        let at = state.objective(*place);
        let near = |friend: UnitId| i64::MAX / 4 / (state.centre(friend).distance_squared(at).max(1));
        let own = zone.polygon.bounds().centre().distance_squared(at);
        (state.fielded_by(seat).map(near).sum::<i64>(), own)
    };
    places.sort_by_key(crowd);
    let inside = |at: Point| Point::new(at.x.clamp(low.x, high.x), at.y.clamp(low.y, high.y));
    places.into_iter().find_map(|place| placing.plan(inside(state.objective(place))))
}

pub(super) fn directives(state: &State, seat: Seat, asks: &directives::Asks) -> Vec<Idea> {
    match asks {
        directives::Asks::Plan { .. } => {
            let ideas = asks.ideas(state, seat);
            ideas.into_iter().take(1).map(|(label, answer)| idea(label, answer, 1)).collect()
        }
        directives::Asks::Joker { .. } => vec![idea("nobody", Answer::none(), 1)],
        directives::Asks::Hide { among } => {
            let hide = |unit: &UnitId| idea(state.unit_name(*unit), Answer::chosen(*unit), state.value(*unit));
            among.iter().map(hide).collect()
        }
    }
}
