//! `muster scenario --from`: records become scenarios.

use std::fs;

use super::{check_refused, folder, muster, muster_in};

#[test]
fn a_record_is_shrunk_to_a_scenario_that_runs() {
    let folder = folder("scenario-from");
    let written = folder.to_str().unwrap();
    let duel = ["simulate", "--game", "duel", "--games", "20", "--seats", "random,random,random"];
    let run = muster(&[&duel[..], &["--records", written]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let shrunk = (1..=20).find_map(|seed| {
        let record = format!("{seed}.muster");
        let run = muster_in(&folder, &["scenario", "--from", &record, "--saying", "is struck down"], "");
        (run.code == 0).then_some((record, run.out))
    });
    let (record, short) = shrunk.expect("somebody falls in twenty games");
    let whole = muster_in(&folder, &["scenario", "--from", &record], "").out;
    assert!(short.lines().count() * 2 < whole.lines().count(), "{short}\n{whole}");
    for (name, text) in [("short.scenario", &short), ("whole.scenario", &whole)] {
        fs::write(folder.join(name), text).unwrap();
        let run = muster_in(&folder, &["scenario", name], "");
        assert_eq!((run.code, run.out.as_str()), (0, "1 passed, 0 failed\n"), "{text}");
    }
    let nobody = muster_in(&folder, &["scenario", "--from", &record, "--saying", "penguins"], "");
    assert_eq!(nobody.code, 1);
    assert!(nobody.err.contains("nobody says 'penguins' in this match"), "{}", nobody.err);
}

#[test]
fn a_battle_with_ready_armies_becomes_a_scenario_that_runs() {
    let folder = folder("scenario-of-battle");
    let arguments = ["simulate", "--games", "1", "--seats", "random,random", "--army", "hearth-line", "--records", "."];
    assert_eq!(muster_in(&folder, &arguments, "").code, 0);
    let written = muster_in(&folder, &["scenario", "--from", "1.muster"], "");
    assert_eq!(written.code, 0, "{}", written.err);
    assert!(written.out.contains("army: Red hearth-line\n"), "{}", written.out);
    fs::write(folder.join("whole.scenario"), &written.out).unwrap();
    let run = muster_in(&folder, &["scenario", "whole.scenario"], "");
    assert_eq!((run.code, run.out.as_str()), (0, "1 passed, 0 failed\n"), "{}", written.out);
    muster_in(&folder, &["play", "--seed", "4", "--save", "own.muster"], "");
    let own = muster_in(&folder, &["scenario", "--from", "own.muster"], "");
    assert_eq!(own.code, 0, "{}", own.err);
    assert!(own.out.contains("field: seed 4\n"), "{}", own.out);
}

#[test]
fn what_is_no_record_is_refused() {
    check_refused(&["scenario", "--from", "nowhere.muster"], 2, "nowhere.muster");
    check_refused(&["scenario", "--saying", "this"], 2, "--from");
}
