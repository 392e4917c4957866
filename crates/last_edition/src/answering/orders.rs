//! Standing orders: answers that a player gives in advance.

use engine::Order;
use vocabulary::{Answer, Seat, Term, Word};

use crate::prompt::Prompt;
use crate::state::{Stage, State};

const SET_UP: Word = Word::new("prepare-for-me");

/// Everything before the first round is answered for a player.
pub(crate) const SET_UP_FOR_ME: Order = Order::new(SET_UP);

pub(crate) fn standing_orders() -> Vec<Term> {
    let text = "Muster takes a zone, deploys every unit and chooses directives for you.";
    vec![Term::new(SET_UP, "Set up for me", text, "!").rule("tle.deploy.alternate")]
}

/// What a standing order answers.
pub(crate) fn stand(state: &State, seat: Seat, order: &Order, prompt: &Prompt) -> Option<Answer> {
    let before = matches!(state.stage, Stage::Zones | Stage::Deploying(_) | Stage::Directives);
    match order.order {
        SET_UP if before => {
            let question = prompt.question();
            let idea = question.ideas(state, seat).into_iter().map(|(_, answer)| answer);
            Some(idea.into_iter().next().unwrap_or_else(|| question.plain(state, seat)))
        }
        _ => prompt.question().stand(state, seat, order),
    }
}

/// What a standing order says, in a few words.
pub(crate) fn words(_: &State, order: &Order) -> String {
    order.order.as_str().replace('-', " ")
}
