//! Bots among themselves.

use super::*;

#[test]
fn a_simulation_counts_who_won_in_this_form() {
    let run = muster(&["simulate", "--game", "duel", "--games", "30", "--seed", "4", "--json"]);
    let value = json(&run);
    let fields = ["game", "games", "wins", "draws", "rounds_mean", "decisions", "dice", "seconds"];
    let rates = ["games_per_second", "games_per_second_per_core"];
    let mut expected: Vec<&str> = fields.into_iter().chain(rates).collect();
    expected.sort_unstable();
    let mut found = keys(&value);
    found.sort_unstable();
    assert_eq!(found, expected);
    let wins: u64 = value["wins"].as_array().unwrap().iter().map(|wins| wins.as_u64().unwrap()).sum();
    assert_eq!(wins + value["draws"].as_u64().unwrap(), 30);
    assert_eq!(value["wins"].as_array().unwrap().len(), 2);
    assert!(run.err.is_empty(), "no progress bar through a pipe: {}", run.err);
    let table = muster(&["simulate", "--game", "duel", "--games", "30", "--seed", "4"]);
    assert!(table.out.contains("Red") && table.out.contains("30 games of "), "{}", table.out);
}

#[test]
fn a_simulation_gives_the_same_whatever_the_number_of_threads() {
    let result = |threads: &str| {
        let run = muster(&[
            "simulate",
            "--game",
            "duel",
            "--games",
            "64",
            "--seats",
            "random,random,random",
            "--threads",
            threads,
            "--json",
        ]);
        let mut value = json(&run);
        for measured in ["seconds", "games_per_second", "games_per_second_per_core"] {
            value[measured] = Value::Null;
        }
        value
    };
    assert_eq!(result("1"), result("2"));
    assert_eq!(result("1"), result("7"));
}

#[test]
fn simulated_games_leave_records_that_verify_and_replay() {
    let folder = folder("simulated");
    let run = muster_in(
        &folder,
        &["simulate", "--game", "duel", "--games", "5", "--seed", "11", "--records", "games", "--json"],
        "",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let mut names: Vec<String> = fs::read_dir(folder.join("games"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["11.muster", "12.muster", "13.muster", "14.muster", "15.muster"]);
    let checked = muster_in(&folder, &["replay", "--verify", "games"], "");
    assert_eq!(checked.out.lines().last(), Some("5 passed, 0 failed"), "{}", checked.out);
    let as_json = json(&muster_in(&folder, &["replay", "--verify", "--json", "games/11.muster"], ""));
    let line = &as_json.as_array().unwrap()[0];
    assert_eq!((line["ok"].as_bool(), line["dice_checked"].as_bool()), (Some(true), Some(true)), "{line}");
    assert!(line["entries"].as_u64() > Some(0) && line["outcome"]["scores"].is_array(), "{line}");
}
