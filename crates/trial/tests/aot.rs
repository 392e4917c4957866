//! Archives of Tomorrow under the playout suite.

use bots::{Random, Simple};
use chance::Key;
use engine::{Players, Rules};
use trial::playout::{
    answers_are_legal, drafts_keep_their_word, nobody_waits_in_vain, nothing_leaks, plays_through, random_setup,
    random_setup_of, record_verifies, suite, views_fold,
};
use vocabulary::{Settings, Setup, Value};

/// Battles are long, and one of the laws loads a match anew at each of its entries; so that law gets short ones.
#[test]
fn every_law_holds_for_short_battles() {
    let mut setup = Setup::of(&["Ann", "Bo"]);
    setup.settings = [("end.round-limit".to_owned(), Value::Number(2))].into_iter().collect();
    suite::<aot::Aot>(&setup, 1..=2).unwrap_or_else(|broken| panic!("{broken}"));
}

/// The beginning of the campaign, which plays thousands of them.
#[test]
fn whole_battles_come_to_an_end_and_their_records_verify() {
    let check = |seed: u64, players: &mut dyn Players<aot::Aot>| {
        let played = plays_through::<aot::Aot>(&random_setup::<aot::Aot>(seed), seed, players, &mut ());
        played.unwrap_or_else(|text| panic!("seed {seed}: {text}"));
    };
    (0..60).for_each(|seed| check(seed, &mut Random::new(Key::from_seed("campaign", seed))));
    (0..12).for_each(|seed| check(seed, &mut Simple::new(Key::from_seed("campaign", seed))));
}

#[test]
fn what_the_usual_settings_offer_is_legal_views_fold_and_records_verify() {
    (0..8).step_by(2).for_each(most_laws_hold);
}

#[test]
fn what_random_settings_offer_is_legal_views_fold_and_records_verify() {
    (1..8).step_by(2).for_each(most_laws_hold);
}

/// Of odd seeds the settings are random.
fn most_laws_hold(seed: u64) {
    let setup = aot::Aot::prepare(&random_setup::<aot::Aot>(seed)).unwrap();
    let holds = |law: &str, result: trial::playout::Law| {
        result.unwrap_or_else(|text| panic!("seed {seed}: {law}: {text}"));
    };
    holds("answers are legal", answers_are_legal::<aot::Aot>(&setup, seed));
    holds("views fold", views_fold::<aot::Aot>(&setup, seed));
    holds("nothing leaks", nothing_leaks::<aot::Aot>(&setup, seed));
    holds("the record verifies", record_verifies::<aot::Aot>(&setup, seed));
    if seed < 4 {
        holds("drafts keep their word", drafts_keep_their_word::<aot::Aot>(&setup, seed));
    }
    holds("nobody waits in vain", nobody_waits_in_vain::<aot::Aot>(&setup, seed));
}

/// Cards of every kind that a pack may hold: what is offered must be legal for each of them. The campaign plays whole
/// battles of them; these are short.
#[test]
fn what_is_offered_is_legal_for_armies_of_made_up_packs() {
    let agreed = Settings::from([("end.round-limit".to_owned(), Value::Number(3))]);
    for seed in 0..16 {
        let packs = [2 * seed, 2 * seed + 1].map(aot::pack::made_up);
        let setup = random_setup_of::<aot::Aot>(seed, Some(2), &agreed, &packs);
        let check = |players: &mut dyn Players<aot::Aot>| {
            let played = plays_through::<aot::Aot>(&setup, seed, players, &mut ());
            played.unwrap_or_else(|text| panic!("seed {seed}: {text}"));
        };
        check(&mut Random::new(Key::from_seed("campaign", seed)));
        check(&mut Simple::new(Key::from_seed("campaign", seed)));
        if seed < 4 {
            let offered = answers_are_legal::<aot::Aot>(&aot::Aot::prepare(&setup).unwrap(), seed);
            offered.unwrap_or_else(|text| panic!("seed {seed}: answers are legal: {text}"));
        }
    }
}
