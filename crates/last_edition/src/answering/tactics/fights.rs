//! Who acts in the battle phase, at whom, and what is worth a die of the pool.

use engine::{Choices, Idea};
use ground::Length;
use vocabulary::{Answer, Ref, Seat, Token, UnitId};

use super::{POINT, idea, of_chapter};
use crate::chapters::{battle, damage, luck};
use crate::prompt::{Prompt, Question};
use crate::state::State;

pub(super) fn battle(state: &State, seat: Seat, prompt: &Prompt, asks: &battle::Asks) -> Vec<Idea> {
    match asks {
        battle::Asks::Act { .. } => act(state, seat, asks),
        battle::Asks::Charge { unit, among, .. } => {
            let mut ideas = vec![idea("charge nobody", Answer::none(), 0)];
            for target in among {
                let worth = state.charge_worth(*unit, *target, Length::ZERO);
                ideas.push(idea(format!("charge {}", state.unit_name(*target)), Answer::chosen(*target), worth));
            }
            ideas
        }
        _ => of_chapter(state, seat, prompt),
    }
}

/// Every unit with what it can expect to destroy; whoever has most to win goes first, and whoever has nothing to win
/// lets it be.
fn act(state: &State, seat: Seat, asks: &battle::Asks) -> Vec<Idea> {
    let mut ideas = vec![idea("pass", Answer::none(), 0)];
    let choices = asks.choices(state, seat);
    for token in choices.iter().flat_map(Choices::tokens) {
        let Token::About(way, Ref::Unit(unit)) = *token else { continue };
        let worth = match way.as_str() {
            "shoot" => POINT + state.best_shot(unit, Length::ZERO),
            _ => fight(state, unit),
        };
        let label = format!("{}: {way}", state.unit_name(unit));
        ideas.push(idea(label, Answer::Choose([*token].into_iter().collect()), worth));
    }
    ideas
}

/// What a unit can expect of fighting: where it stands if it can, or after a charge.
fn fight(state: &State, unit: UnitId) -> i64 {
    if state.can_fight(unit) {
        let foes = state
            .enemies_of(state.seat_of(unit))
            .filter(|foe| state.units_within(unit, *foe, crate::state::MELEE_RANGE));
        return 2 * POINT + foes.map(|foe| state.strikes(unit, foe)).max().unwrap_or(0);
    }
    let leaves = state.wanted_on(unit).is_some_and(|place| state.has_model_on(unit, place));
    let held = if leaves { state.worth_of_objective() / 2 } else { 0 };
    let charges = state.charge_targets(unit);
    charges.iter().map(|target| state.charge_worth(unit, *target, Length::ZERO)).max().unwrap_or(0) - held
}

/// Pure saves cost nothing, so they are rolled.
pub(super) fn damage(state: &State, seat: Seat, prompt: &Prompt, asks: &damage::Asks) -> Vec<Idea> {
    match asks {
        damage::Asks::Pure { .. } => {
            let yes = Answer::word(vocabulary::Word::new("yes"));
            vec![idea("roll it", yes, 1)]
        }
        _ => of_chapter(state, seat, prompt),
    }
}

/// A die of the pool is used where it is enough and few are thrown: it tells most there. Ones are banked unless that
/// costs something.
pub(super) fn luck(state: &State, seat: Seat, prompt: &Prompt, asks: &luck::Asks) -> Vec<Idea> {
    match asks {
        luck::Asks::Substitute { dice, .. } => {
            let held = state.side(seat).pool.dice().len();
            let worth = if *dice <= 2 || held > 3 { 1 } else { -1 };
            let mut ideas = vec![idea("roll", Answer::none(), 0)];
            let used = asks.ideas(state, seat).into_iter().take(1);
            ideas.extend(used.map(|(label, answer)| idea(label, answer, worth)));
            ideas
        }
        luck::Asks::Bank { costly: true, .. } => vec![idea("keep them", Answer::none(), 1)],
        luck::Asks::Bank { .. } => of_chapter(state, seat, prompt),
    }
}
