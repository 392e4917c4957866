//! The settings of a game of Duel.

use std::sync::LazyLock;

use chance::Faces;
use engine::Manual;
use engine::house::form;
use engine::terms::{Look, Said, Term, Tone, said};
use ground::Length;
use vocabulary::Setting;

use crate::state::{Plan, Reaction};

/// The rulebook, as text.
const RULEBOOK: &str = include_str!("../../../rulebook/duel.toml");

/// The form: one setting for each ruling with a knob.
pub(crate) static FORM: LazyLock<Vec<Setting>> =
    LazyLock::new(|| form(RULEBOOK).expect("the rulebook is read in a test"));

engine::choices! {
    /// Who acts first when bids are equal. Carries out `duel.ruling.tied-bid`.
    Ties { RollOff = "roll-off", SeatOrder = "seat-order", }
}

engine::house! {
    /// The settings of a match, read.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct House from FORM {
        rounds: u16 = "end.rounds",
        ties: Ties = "bid.ties",
        reroll: bool = "attack.reroll",
        reach: Length = "attack.reach",
        pool_die: Faces = "pool.die",
    }
}

pub(crate) fn manual() -> Manual {
    Manual {
        name: "Duel",
        text: "The worked example: two to four bands of three, a secret plan, sealed bids and three short rounds.",
        seats: 2..=4,
        settings: FORM.clone(),
        terms: terms(),
        armies: Vec::new(),
        drills: Vec::new(),
        fields: Vec::new(),
        packs: None,
        lessons: Vec::new(),
        rulebook: RULEBOOK,
    }
}

fn terms() -> Vec<Term> {
    let words = WORDS.iter().map(Said::term);
    words.chain(Plan::ALL.map(Plan::term)).chain(Reaction::ALL.map(Reaction::term)).collect()
}

/// The words of the game besides plans and reactions.
const WORDS: [Said; 13] = [
    said("captain", "Captain", "Leads the band; 4 wounds.", &["duel.band.models"], "C").tone(Tone::Strong),
    said("guard", "Guard", "Follows the Captain; 2 wounds.", &["duel.band.models"], "G"),
    said("wounds", "Wounds", "Wounds taken.", &["duel.band.models"], "♥").tone(Tone::Bad),
    said("resolve", "Resolve", "Spent on bids, reactions, feints and rolling again.", &["duel.band.models"], "R"),
    said("points", "Points", "The most at the end wins.", &["duel.end.winner"], "★").tone(Tone::Strong),
    said("bid", "Bid", "The bid for this round.", &["duel.round.bid"], "B"),
    said("plan", "Plan", "A secret that scores at the end.", &["duel.plan.choose"], "P"),
    said("zone", "Zone", "Where a band is placed.", &["duel.place.own"], "Z").on_ground(Look::Zone),
    said("plans", "Plans", "All players choose a plan in secret.", &["duel.plan.choose"], "1"),
    said("placing", "Placing", "The bands are placed.", &["duel.place.own"], "2"),
    said("bidding", "Bidding", "Pool dice are rolled and bids are made.", &["duel.round.bid"], "3"),
    said("turns", "Turns", "The players move and attack.", &["duel.move.leader"], "4"),
    said("reckoning", "Reckoning", "Plans are shown and points are counted.", &["duel.plan.reveal"], "5"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_knob_of_the_rulebook_is_read_whatever_it_is_set_to() {
        House::assert_reads_all(&[]);
    }
}
