//! What is worth doing: expectations in thousandths of a battle point.
//!
//! Everything here is a guess, made from the same numbers that resolve attacks, and cheap: a bot asks at every turn. What a
//! chapter offers as ideas is what it thinks of first.

mod fights;
mod moves;
mod preparing;
mod worth;

use chance::Stream;
use engine::{Choices, Idea, Tactics};
use vocabulary::{Answer, Seat, UnitId};

use crate::LastEdition;
use crate::chapters::{abilities, command, power};
use crate::prompt::Prompt;
use crate::state::State;

/// A battle point.
const POINT: i64 = 1_000;
/// What a victory point is worth: about a fiftieth of an army.
const VICTORY: i64 = 40 * POINT;

impl Tactics for LastEdition {
    fn suggest(state: &State, seat: Seat, prompt: &Prompt, stream: &mut Stream) -> Vec<Idea> {
        let question = prompt.question();
        let mut ideas = ideas(state, seat, prompt);
        ideas.retain(|idea| question.check(state, seat, &idea.answer).is_ok());
        if ideas.is_empty() {
            ideas.push(idea("what comes to mind first", question.plain(state, seat), 0));
            ideas.retain(|idea| question.check(state, seat, &idea.answer).is_ok());
        }
        if ideas.is_empty() { vec![idea("anything", question.sample(state, seat, stream), 0)] } else { ideas }
    }

    fn appraise(state: &State, seat: Seat) -> i64 {
        let side = |seat: Seat| {
            let army: i64 = state.units_of(seat).map(|unit| state.value(unit)).sum();
            army + i64::from(state.side(seat).score.total()) * VICTORY
        };
        side(seat) - side(State::enemy_of(seat))
    }
}

/// The answer that is worth most, the first of equals.
pub(super) fn best(ideas: Vec<Idea>) -> Option<Answer> {
    ideas.into_iter().rev().max_by_key(|idea| idea.worth).map(|idea| idea.answer)
}

fn idea(label: impl Into<String>, answer: Answer, worth: i64) -> Idea {
    Idea { label: label.into(), answer, worth }
}

/// Answers worth considering; not all of them need be legal.
pub(super) fn ideas(state: &State, seat: Seat, prompt: &Prompt) -> Vec<Idea> {
    match prompt {
        Prompt::Deployment(asks) => preparing::deployment(state, seat, asks),
        Prompt::Directives(asks) => preparing::directives(state, seat, asks),
        Prompt::Command(command::Asks::React { among, limit }) => {
            let mut among = among.clone();
            among.sort_by_key(|unit| (-state.value(*unit), *unit));
            among.truncate(usize::from(*limit));
            let answer = Answer::Choose(among.into_iter().map(vocabulary::Token::from).collect());
            vec![idea("the strongest", answer, 1)]
        }
        Prompt::Movement(asks) => moves::movement(state, seat, prompt, asks),
        Prompt::Reserves(asks) => moves::reserves(state, seat, prompt, asks),
        Prompt::Transport(asks) => moves::transport(state, seat, prompt, asks),
        Prompt::Secondary(asks) => moves::secondary(state, seat, prompt, asks),
        Prompt::Battle(asks) => fights::battle(state, seat, prompt, asks),
        Prompt::Damage(asks) => fights::damage(state, seat, prompt, asks),
        Prompt::Luck(asks) => fights::luck(state, seat, prompt, asks),
        Prompt::Power(power::Asks::Use { .. }) | Prompt::Abilities(abilities::Asks::Use { .. }) => {
            uses(state, seat, prompt)
        }
        Prompt::Abilities(abilities::Asks::Target { among, .. }) => {
            let target = |unit: &UnitId| idea(state.unit_name(*unit), Answer::chosen(*unit), state.value(*unit));
            among.iter().map(target).collect()
        }
        _ => of_chapter(state, seat, prompt),
    }
}

/// Powers and abilities are used as they come: those that are left over at the end of a phase are of no use.
fn uses(state: &State, seat: Seat, prompt: &Prompt) -> Vec<Idea> {
    let choices = prompt.question().choices(state, seat);
    let first = choices.iter().flat_map(Choices::tokens).next();
    let first = first.map(|token| idea(token.to_string(), Answer::chosen(*token), 1));
    first.into_iter().chain([idea("nothing", Answer::none(), 0)]).collect()
}

/// What the chapter of a question would offer, the first for the best.
fn of_chapter(state: &State, seat: Seat, prompt: &Prompt) -> Vec<Idea> {
    let ideas = prompt.question().ideas(state, seat);
    (0..).zip(ideas).map(|(place, (label, answer))| idea(label, answer, POINT - place)).collect()
}
