//! What the rules say about one model in a charge, held against a sweep over all spots.

#[path = "../sweeps/charges.rs"]
mod charges;

use charges::Outcome;

#[test]
fn what_one_model_can_do_in_a_charge_is_what_a_sweep_over_all_spots_finds() {
    let outcomes: Vec<(u64, Outcome)> = (0..240).map(|seed| (seed, charges::check(seed))).collect();
    let differing: Vec<_> = outcomes.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Differs(_))).collect();
    assert!(differing.is_empty(), "{differing:#?}");
    let swept = outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Agrees { swept: true }).count();
    assert!(swept >= 20, "only {swept} of them left something to sweep for");
}
