//! Duel under the playout suite.

use trial::playout::{random_setup, suite};

#[test]
fn every_law_holds_for_duel_on_a_hundred_games() {
    for seed in 0..100 {
        let setup = random_setup::<duel::Duel>(seed);
        suite::<duel::Duel>(&setup, seed..=seed).unwrap_or_else(|broken| panic!("{broken}"));
    }
}
