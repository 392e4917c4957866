//! Where units go, and what they are ordered to do there.

use engine::{Choices, Idea};
use ground::{Length, Point};
use smallvec::SmallVec;
use troops::Guide;
use vocabulary::{Answer, Ref, Seat, Token, UnitId};

use super::{POINT, idea, of_chapter};
use crate::chapters::movement::{self, Gait, Move, Paths};
use crate::chapters::orders::Order;
use crate::chapters::{reserves, secondary, transport};
use crate::prompt::{Prompt, Question};
use crate::state::State;

/// How far an advance brings a unit. Carries out `tle.order.advance`.
const FURTHER: Length = Length::inches(6);

pub(super) fn movement(state: &State, seat: Seat, prompt: &Prompt, asks: &movement::Asks) -> Vec<Idea> {
    match asks {
        movement::Asks::Next => next(state, seat, asks),
        movement::Asks::Walk { walk } => match walk.gait {
            Gait::Normal | Gait::Advance { .. } => walks(state, walk),
            _ => of_chapter(state, seat, prompt),
        },
        movement::Asks::Order { unit, among } => {
            let mut ideas = vec![idea("no order", Answer::none(), 0)];
            let order =
                |order: &Order| idea(order.label(), Answer::word(order.word()), order_worth(state, *unit, *order));
            ideas.extend(among.iter().map(order));
            ideas
        }
    }
}

/// Everybody moves who may: those first that are nearest to where they want to be, so that nobody is in their way.
fn next(state: &State, seat: Seat, asks: &movement::Asks) -> Vec<Idea> {
    let mut ideas = vec![idea("pass", Answer::none(), 0)];
    let choices = asks.choices(state, seat);
    for token in choices.iter().flat_map(Choices::tokens) {
        let Token::About(how, Ref::Unit(unit)) = *token else { continue };
        let worth = match how.as_str() {
            "fall-back" => fall_back_worth(state, unit),
            _ => {
                let far = goal(state, unit).map_or(Length::ZERO, |at| state.centre(unit).distance_up(at));
                let engaged = state.is_in_melee(unit) && fall_back_worth(state, unit) > 0;
                if engaged { -POINT } else { 1_000 * POINT - i64::from(far.0) }
            }
        };
        let label = format!("{}: {how}", state.unit_name(unit));
        ideas.push(idea(label, Answer::Choose([*token].into_iter().collect()), worth));
    }
    ideas
}

/// Whether a unit is better off out of a fight: it loses more than it strikes, and can shoot afterwards.
fn fall_back_worth(state: &State, unit: UnitId) -> i64 {
    let holds = state.wanted_on(unit).is_some_and(|place| state.has_model_on(unit, place));
    let foes = state.in_melee_with(unit);
    let balance: i64 = foes.iter().map(|foe| state.strikes(*foe, unit) - state.strikes(unit, *foe)).sum();
    if holds || balance <= 0 { -POINT } else { 2_000 * POINT + balance }
}

/// Where a unit wants to be, if that is not where it is: on its objective, or near enough to an enemy to attack it.
fn goal(state: &State, unit: UnitId) -> Option<Point> {
    if let Some(place) = state.wanted_on(unit) {
        let on_it = state.living(unit).filter(|model| state.is_on_objective(state.shape(*model), place)).count();
        let most_are = 2 * on_it > state.living(unit).count();
        return (!most_are).then(|| state.objective(place));
    }
    let enemy = state.nearest_enemy(unit)?;
    let range = state.range(unit);
    let close = range > Length::ZERO && state.about_gap(unit, enemy) + Length::inches(2) <= range;
    (!close).then(|| state.centre(enemy))
}

/// A move towards the goal, or none.
fn walks(state: &State, walk: &Move) -> Vec<Idea> {
    let moved = |paths: Paths| Answer::Move { paths, placed: SmallVec::new() };
    let mut ideas = vec![idea("stay", moved(Paths::new()), 0)];
    if let Some(goal) = goal(state, walk.unit) {
        let (together, free) = (walk.together(state), walk.ready(state));
        let found = [Guide::new(&together).towards(goal), Guide::new(&free).towards(goal)];
        let gained = |paths: &Paths| {
            let ends = paths.iter().filter_map(|(_, path)| Some(path.legs.last()?.at.distance_squared(goal).isqrt()));
            let starts =
                paths.iter().filter_map(|(model, _)| Some(state.pose(*model)?.at.distance_squared(goal).isqrt()));
            starts.sum::<i64>() - ends.sum::<i64>()
        };
        let found = (0..).zip(found).filter_map(|(later, found)| Some((later, found?)));
        let found = found.filter(|(_, paths)| gained(paths) > 0);
        ideas.extend(found.map(|(later, paths)| idea("towards the goal", moved(paths), POINT - later)));
    }
    ideas
}

/// Whoever has far to go and nothing to attack advances; whoever stands and shoots concentrates; others take cover.
fn order_worth(state: &State, unit: UnitId, order: Order) -> i64 {
    let shot = state.best_shot(unit, Length::ZERO);
    let near =
        state.enemies_of(state.seat_of(unit)).filter(|enemy| state.about_gap(unit, *enemy) <= Length::inches(12));
    let charge = near.map(|enemy| state.charge_worth(unit, enemy, Length::ZERO)).max().unwrap_or(0);
    let attack = shot.max(charge);
    match order {
        Order::Advance => {
            let Some(goal) = goal(state, unit) else { return -POINT };
            let left = state.centre(unit).distance_up(goal);
            let arrives = state.wanted_on(unit).is_some() && left <= FURTHER + Length::inches(2);
            let gain = if arrives { state.worth_of_objective() } else { 10 * POINT };
            gain - attack
        }
        Order::Concentrate => shot / 6,
        Order::TakeCover if attack == 0 => POINT,
        Order::TakeCover => -shot / 6,
        Order::FallBack => -POINT,
    }
}

/// Units arrive as soon as they can, near objectives.
pub(super) fn reserves(state: &State, seat: Seat, prompt: &Prompt, asks: &reserves::Asks) -> Vec<Idea> {
    match asks {
        reserves::Asks::Arrive { among } | reserves::Asks::Return { among } => {
            let one = |unit: &UnitId| {
                let value = state.value(*unit).max(i64::from(state.info(*unit).cost));
                idea(state.unit_name(*unit), Answer::chosen(*unit), value)
            };
            among.iter().map(one).collect()
        }
        // To place an enemy unit badly takes more thought than this.
        reserves::Asks::Misinform { .. } => vec![idea("nobody", Answer::none(), 1)],
        _ => of_chapter(state, seat, prompt),
    }
}

/// Passengers get out where they are wanted, or where it gets hot; nobody boards.
pub(super) fn transport(state: &State, seat: Seat, prompt: &Prompt, asks: &transport::Asks) -> Vec<Idea> {
    match asks {
        transport::Asks::Disembark { among } => {
            let mut ideas = vec![idea("stay aboard", Answer::none(), 0)];
            for unit in among {
                let crate::state::Whereabouts::Aboard(hull) = state.unit(*unit).at else { continue };
                let at = state.centre(hull);
                let places = 0..state.battlefield().objectives.len();
                let near = places.into_iter().any(|place| state.objective(place).distance_up(at) <= Length::inches(12));
                let hot = state.nearest_enemy(hull).is_some_and(|foe| state.about_gap(hull, foe) <= Length::inches(18));
                ideas.push(idea(
                    state.unit_name(*unit),
                    Answer::chosen(*unit),
                    if near || hot { POINT } else { -POINT },
                ));
            }
            ideas
        }
        transport::Asks::Embark { .. } => vec![idea("nobody", Answer::none(), 1)],
        _ => of_chapter(state, seat, prompt),
    }
}

/// An action is begun whenever it can be, but a poison cloud only where the enemy holds.
pub(super) fn secondary(state: &State, seat: Seat, prompt: &Prompt, asks: &secondary::Asks) -> Vec<Idea> {
    let enemy = State::enemy_of(seat);
    match asks {
        secondary::Asks::Begin { among } => {
            let clouds = state.secondary() == Some(crate::chapters::missions::Secondary::PoisonCloud);
            let places = 0..state.objectives.len();
            let hostile = |unit: &UnitId| {
                places.clone().any(|place| state.has_model_on(*unit, place) && state.holder(place) == Some(enemy))
            };
            let mut ideas = vec![idea("nobody", Answer::none(), 0)];
            let act = |unit: &UnitId| {
                let worth = if clouds && !hostile(unit) { -POINT } else { POINT };
                // Few models carry a secret mission out more easily.
                let few = 100 - state.living(*unit).count().min(100) as i64;
                idea(state.unit_name(*unit), Answer::chosen(*unit), worth + few.min(POINT / 2))
            };
            ideas.extend(among.iter().map(act));
            ideas
        }
        secondary::Asks::Cloud { among, .. } => {
            let cloud = |place: &u8| {
                let worth = if state.holder(usize::from(*place)) == Some(enemy) { 1 } else { 0 };
                let area = state.objective_id(usize::from(*place));
                idea(state.battlefield().area_name(area), Answer::chosen(area), worth)
            };
            among.iter().map(cloud).collect()
        }
        secondary::Asks::Bomb { .. } => {
            let choices = asks.choices(state, seat);
            let tokens = choices.iter().flat_map(Choices::tokens);
            // To place comes before to remove.
            (0..)
                .zip(tokens)
                .map(|(place, token)| idea(token.to_string(), Answer::chosen(*token), POINT - place))
                .collect()
        }
        secondary::Asks::Defuse { .. } => {
            let choices = asks.choices(state, seat);
            let own = |token: &&Token| {
                let first = state.marker_id(0).index();
                let bomb = token.model().and_then(|model| state.bombs.get(model.index() - first));
                bomb.is_some_and(|bomb| bomb.seat != seat)
            };
            let tokens = choices.iter().flat_map(Choices::tokens).filter(own).copied();
            vec![idea("those of the enemy", Answer::Choose(tokens.collect()), 1)]
        }
        secondary::Asks::Where { .. } => of_chapter(state, seat, prompt),
    }
}
