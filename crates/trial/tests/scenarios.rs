//! Every scenario of the repository, and every example of its documentation, holds.

use std::path::PathBuf;

use bots::Levels;
use duel::Duel;
use engine::{Game, Ruleset};
use trial::scenario::{Scenario, Verdict, run_paths, run_text, summary};

static DUEL: Game<Duel, Levels> = Game::new();
const GAMES: [&dyn Ruleset; 1] = [&DUEL];

fn below_the_root(path: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", path].iter().collect()
}

fn check_all(verdicts: &[Verdict]) {
    let failures = verdicts.iter().filter_map(|verdict| verdict.result.as_ref().err()).flatten();
    let failures: Vec<String> = failures.map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}\n{}", failures.join("\n"), summary(verdicts));
}

#[test]
fn every_scenario_holds() {
    check_all(&run_paths(&[below_the_root("scenarios")], &GAMES));
}
