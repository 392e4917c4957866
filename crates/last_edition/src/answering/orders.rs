//! Standing orders: answers that a player gives in advance. Chapters have orders of their own about what they ask.

use engine::{Offer, Order};
use vocabulary::{Answer, Ref, Seat, Term, Word};

use super::tactics;
use crate::chapters::{abilities, command, damage, luck};
use crate::prompt::Prompt;
use crate::state::{Stage, State};

const SET_UP: Word = Word::new("prepare-for-me");
const NEVER_REACT: Word = Word::new("never-react");

/// Everything before the first round is answered for a player.
pub(crate) const SET_UP_FOR_ME: Order = Order::new(SET_UP);

pub(crate) fn standing_orders() -> Vec<Term> {
    let order = |id, label: &str, text: &str, rule: &'static str| Term::new(id, label, text, "!").rule(rule);
    let own = vec![
        order(
            SET_UP,
            "Set up for me",
            "Muster takes a zone, deploys every unit and chooses directives for you.",
            "tle.deploy.alternate",
        ),
        order(
            NEVER_REACT,
            "No reaction units",
            "You declare no reaction units, and none of your weapons counterfires.",
            "tle.reaction.limit",
        ),
    ];
    [own, luck::orders(), damage::orders(), abilities::orders()].concat()
}

/// What a standing order answers.
pub(crate) fn stand(state: &State, seat: Seat, order: &Order, prompt: &Prompt) -> Option<Answer> {
    match (order.order, prompt) {
        (SET_UP, Prompt::Deployment(_) | Prompt::Directives(_)) if is_before_rounds(state) => {
            tactics::best(tactics::ideas(state, seat, prompt)).or_else(|| Some(prompt.question().plain(state, seat)))
        }
        (NEVER_REACT, Prompt::Command(command::Asks::React { .. })) => Some(Answer::none()),
        (NEVER_REACT, Prompt::Battle(asks)) if asks.is_counterfire() => prompt.question().pass(state, seat),
        _ => prompt.question().stand(state, seat, order),
    }
}

fn is_before_rounds(state: &State) -> bool {
    matches!(state.stage, Stage::Zones | Stage::Deploying(_) | Stage::Directives)
}

/// The standing orders that are worth offering with a question.
pub(crate) fn offers(state: &State, seat: Seat, prompt: &Prompt) -> Vec<Offer> {
    let mut offers = prompt.question().offers(state, seat);
    for order in [SET_UP, NEVER_REACT].map(Order::new) {
        if stand(state, seat, &order, prompt).is_some() {
            offers.push(Offer { label: words(state, &order), order });
        }
    }
    offers
}

/// What a standing order says, in a few words.
pub(crate) fn words(state: &State, order: &Order) -> String {
    let term = standing_orders().into_iter().find(|term| term.id == order.order);
    let label = term.map_or_else(|| order.order.as_str().replace('-', " "), |term| term.label);
    match order.about {
        Some(Ref::Unit(unit)) if state.is_unit(unit) => format!("{label}: {}", state.unit_name(unit)),
        _ => label,
    }
}
