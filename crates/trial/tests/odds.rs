//! The odds of attacks, held against all sides of all dice, and against attacks that the rules resolve.

#[path = "../sweeps/odds.rs"]
mod odds;

use chance::odds::ERROR;
use odds::{Case, TRAITS};

fn check(case: &Case) {
    let error = case.error();
    assert!(error < ERROR, "off by {error}: {case:?}");
}

fn small() -> Case {
    Case {
        edition: 3,
        rolled_burst: false,
        fighting: false,
        attacks: 3,
        power: 5,
        damage: 2,
        traits: Vec::new(),
        models: 2,
        health: 3,
        defense: 5,
        resist: 4,
        resilient: None,
        stealth: false,
    }
}

#[test]
fn odds_are_what_all_sides_of_all_dice_say_for_every_trait_in_every_edition() {
    for edition in 1..=3 {
        for rolled_burst in [false, true] {
            for property in TRAITS {
                for resilient in [None, Some(5)] {
                    for (damage, health) in [(1, 1), (2, 3), (3, 2)] {
                        let traits = vec![property];
                        let case = Case { edition, rolled_burst, traits, resilient, damage, health, ..small() };
                        check(&case);
                    }
                }
            }
        }
    }
}

#[test]
fn odds_are_what_all_sides_of_all_dice_say_for_attacks_of_any_kind() {
    for seed in 0..300 {
        check(&Case::drawn(seed));
    }
}

/// A campaign, `odds`, does the same a million times.
#[test]
fn attacks_that_the_rules_resolve_come_out_as_odds_say() {
    for seed in 0..96 {
        let case = Case::drawn(seed);
        let surprises = case.surprises(&case.resolved(1_500, seed));
        assert!(surprises.iter().all(|surprise| *surprise < 5.0), "{surprises:?} of {case:?}");
    }
}
