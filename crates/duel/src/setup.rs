//! The settings of a game of Duel.

use std::sync::LazyLock;

use chance::Faces;
use engine::Manual;
use engine::house::form;
use ground::Length;
use vocabulary::{Look, Setting, Term, Tone, Word};

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
    let term = |id, label: &str, text: &str, rule: &'static str, sign: &str| {
        Term::new(Word::new(id), label, text, sign).rule(rule)
    };
    vec![
        term("captain", "Captain", "Leads the band; 4 wounds.", "duel.band.models", "C").tone(Tone::Strong),
        term("guard", "Guard", "Follows the Captain; 2 wounds.", "duel.band.models", "G"),
        term("wounds", "Wounds", "Wounds taken.", "duel.band.models", "♥").tone(Tone::Bad),
        term("resolve", "Resolve", "Spent on bids, reactions, feints and rolling again.", "duel.band.models", "R"),
        term("points", "Points", "Whoever has most at the end wins.", "duel.end.winner", "★").tone(Tone::Strong),
        term("bid", "Bid", "What was bid for this round.", "duel.round.bid", "B"),
        term("plan", "Plan", "A secret that scores at the end.", "duel.plan.choose", "P"),
        term("hunter", "Hunter", "Strike down a Captain.", "duel.plan.hunter", "H"),
        term("keeper", "Keeper", "Keep the own Captain standing.", "duel.plan.keeper", "K"),
        term("centre", "Centre", "Lead the band to the centre of the field.", "duel.plan.centre", "+")
            .on_ground(Look::Goal),
        term("zone", "Zone", "Where a band is placed.", "duel.place.own", "Z").on_ground(Look::Zone),
        term("plans", "Plans", "All players choose a plan in secret.", "duel.plan.choose", "1"),
        term("placing", "Placing", "The bands are placed.", "duel.place.own", "2"),
        term("bidding", "Bidding", "Pool dice are rolled and bids are made.", "duel.round.bid", "3"),
        term("turns", "Turns", "The players move and attack.", "duel.move.leader", "4"),
        term("reckoning", "Reckoning", "Plans are shown and points are counted.", "duel.plan.reveal", "5"),
    ]
}

#[cfg(test)]
mod tests {
    use engine::house::probes;

    use super::*;

    #[test]
    fn every_knob_of_the_rulebook_is_read_whatever_it_is_set_to() {
        for setting in FORM.iter() {
            assert!(House::KNOBS.contains(&setting.name.as_str()), "{}", setting.name);
        }
        for settings in probes(&FORM) {
            assert!(House::read(&settings).is_some(), "{settings:?}");
        }
    }
}
