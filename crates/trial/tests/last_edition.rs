//! The Last Edition under the playout suite.

use bots::{Random, Simple};
use chance::Key;
use engine::{Players, Rules};
use last_edition::LastEdition;
use trial::playout::{
    Law, answers_are_legal, drafts_keep_their_word, nobody_waits_in_vain, nothing_leaks, plays_through, random_setup,
    record_verifies, views_fold,
};
use vocabulary::Setup;

/// Of odd numbers the settings are random.
fn setup(seed: u64) -> Setup {
    if seed.is_multiple_of(2) { Setup::of(&["Ann", "Bo"]) } else { random_setup::<LastEdition>(seed) }
}

/// The beginning of a campaign that plays thousands of them.
#[test]
fn whole_battles_come_to_an_end_and_their_records_verify() {
    let check = |seed: u64, players: &mut dyn Players<LastEdition>| {
        let played = plays_through::<LastEdition>(&setup(seed), seed, players, &mut ());
        played.unwrap_or_else(|text| panic!("seed {seed}: {text}"));
    };
    (0..12).for_each(|seed| check(seed, &mut Random::new(Key::from_seed("campaign", seed))));
    (0..6).for_each(|seed| check(seed, &mut Simple::new(Key::from_seed("campaign", seed))));
}

fn holds(battles: u64, law: impl Fn(&<LastEdition as Rules>::Setup, u64) -> Law) {
    for seed in 0..battles {
        let setup = LastEdition::prepare(&setup(seed)).unwrap();
        law(&setup, seed).unwrap_or_else(|text| panic!("seed {seed}: {text}"));
    }
}

#[test]
fn what_is_offered_is_legal() {
    holds(4, answers_are_legal::<LastEdition>);
}

#[test]
fn views_fold_from_their_changes() {
    holds(2, views_fold::<LastEdition>);
}

#[test]
fn directives_stay_secret_until_they_are_revealed() {
    holds(4, nothing_leaks::<LastEdition>);
}

#[test]
fn records_verify() {
    holds(4, record_verifies::<LastEdition>);
}

#[test]
fn drafts_of_moves_and_places_keep_their_word() {
    holds(4, drafts_keep_their_word::<LastEdition>);
}

#[test]
fn nobody_is_waited_for_in_vain() {
    holds(4, nobody_waits_in_vain::<LastEdition>);
}
