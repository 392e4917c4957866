//! Every scenario of the repository, and every example of its documentation, holds.

use std::fs;
use std::path::PathBuf;

use aot::Aot;
use bots::{Levels, Tacticians};
use duel::Duel;
use engine::{Game, Ruleset};
use last_edition::LastEdition;
use trial::scenario::{Scenario, Theatre, Verdict, run_paths, summary};
use vocabulary::{RuleId, Value};

static DUEL: Game<Duel, Levels> = Game::new();
static AOT: Game<Aot, Tacticians> = Game::new();
static LAST_EDITION: Game<LastEdition, Tacticians> = Game::new();
const GAMES: [&dyn Ruleset; 3] = [&DUEL, &AOT, &LAST_EDITION];

fn below_the_root(path: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", path].iter().collect()
}

fn errors_of(verdict: &Verdict) -> String {
    let errors = verdict.result.as_ref().err().into_iter().flatten();
    errors.map(|error| format!("{error}\n")).collect()
}

#[test]
fn every_scenario_holds() {
    let verdicts = run_paths(&[below_the_root("scenarios")], &GAMES);
    let failures: String = verdicts.iter().map(errors_of).collect();
    assert!(failures.is_empty(), "\n{failures}{}", summary(&verdicts));
}

#[test]
fn every_scenario_prints_as_one_that_holds_as_well() {
    let theatre = Theatre::new(&GAMES);
    for verdict in run_paths(&[below_the_root("scenarios")], &GAMES) {
        let scenario = Scenario::parse(&fs::read_to_string(&verdict.name).unwrap()).unwrap();
        let printed = scenario.to_string();
        assert_eq!(Scenario::parse(&printed), Ok(scenario), "{printed}");
        assert_eq!(theatre.run("", &printed).result.ok(), verdict.result.ok(), "{printed}");
    }
}

/// The fenced blocks of a page: what stands behind the fence, and the text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut open = false;
    for line in page.lines() {
        match (line.strip_prefix("```"), open) {
            (Some(kind), false) => {
                blocks.push((kind.to_owned(), String::new()));
                open = true;
            }
            (Some(_), true) => open = false,
            (None, true) => {
                if let Some((_, text)) = blocks.last_mut() {
                    *text += line;
                    *text += "\n";
                }
            }
            (None, false) => {}
        }
    }
    blocks
}

#[test]
fn every_example_of_the_documentation_holds_or_fails_as_it_says() {
    let page = fs::read_to_string(below_the_root("docs/scenarios.md")).unwrap();
    let blocks = blocks(&page);
    let mut played = 0;
    for (at, (kind, text)) in blocks.iter().enumerate().filter(|(_, (kind, _))| kind.starts_with("scenario")) {
        let said = if kind == "scenario" { "" } else { &blocks[at + 1].1 };
        assert_eq!(errors_of(&Theatre::new(&GAMES).run("docs.scenario", text)), said, "{text}");
        played += 1;
    }
    assert!(played > 5, "only {played} examples were found");
}

/// What is wrong with a scenario of two seats, Red to move with a Guard that has Blue's Captain in reach.
fn check_fails(play: &str, error: &str) {
    let text = format!(
        "scenario: A test\ngame: duel\nseats: Red, Blue\ngiven:\nmodel:1 @ (8, 10)\nmodel:3 @ (8, 8)\n\
         Red resolve = 1\nround 1, phase turns\nplay:\n{play}\n"
    );
    assert_eq!(errors_of(&Theatre::new(&GAMES).run("", &text)).trim_end(), error, "{play}");
}

#[test]
fn nothing_that_is_scripted_may_be_left_over() {
    check_fails(
        "Blue: dodge\nstop",
        "10:1: Blue is not asked: Red is asked duel.move.leader (Where does your band go?)",
    );
    check_fails(
        "dice 4\nstop",
        "10:1: no dice are rolled here: Red is asked duel.move.leader (Where does your band go?)",
    );
    check_fails(
        "Red: -\nRed: model:3\nBlue: -\nRed: -\nstop",
        "13:1: Red is not asked: 1 die is to be rolled for duel.attack.roll: write a dice line",
    );
    check_fails("Red: -\nRed: model:3\nBlue: -\ndice 4 5\nstop", "13:1: 1 die is rolled for duel.attack.roll, not 2");
    check_fails("Red: -\nRed: model:3\nBlue: -\ndice 7\nstop", "13:1: D6 cannot show 7, for duel.attack.roll");
    check_fails(
        "Blue leaves: conceded\nRed leaves: conceded",
        "11:1: this is refused: the match is not waiting for anyone (engine.stale)",
    );
}

#[test]
fn nothing_that_is_not_scripted_may_be_asked() {
    check_fails(
        "Red: -",
        "10:1: the scenario ends here, but Red is asked duel.attack.declare (Who do you attack?: model:3); \
         play on, or write 'stop'",
    );
    check_fails("Blue leaves: conceded\nstop", "11:1: the match is over: Red wins by duel.end.winner; remove 'stop'");
}

#[test]
fn an_answer_that_cannot_be_read_is_found_with_its_column() {
    check_fails("Red: model:1 (8, 11)\nstop", "10:14: expected '>'; duel.move.leader asks here");
    check_fails(
        "Red: -\n  Red:  model:x\nstop",
        "11:9: 'x' is not the number of a model; duel.attack.declare asks here: model:3",
    );
}

#[test]
fn what_is_tried_must_be_refused_by_the_rule_that_is_named() {
    check_fails(
        "Red tries -: refused duel.move.leader\nstop",
        "10:1: this is accepted when answered and accepted when previewed",
    );
    check_fails(
        "Red tries model:1 > (8, 2): refused duel.move.through\nstop",
        "10:1: this is refused by this path is 8 in long; the leader moves up to 6 in (duel.move.leader), \
         not by duel.move.through",
    );
    check_fails(
        "Red tries model:1 > (8, 2): refused duel.move.leader \"9 in\"\nstop",
        "10:1: this is refused by this path is 8 in long; the leader moves up to 6 in (duel.move.leader), \
         not by duel.move.leader \"9 in\"",
    );
}

#[test]
fn what_is_expected_and_not_so_is_said_as_it_is() {
    let attack = "Red: -\nRed: model:3\nBlue: dodge\nRed: -\ndice 5\n";
    for (expect, found) in [
        ("Blue is asked duel.react.brace", "Blue is asked duel.move.leader (Where does your band go?)"),
        ("Blue is not asked", "Blue is asked duel.move.leader (Where does your band go?)"),
        (
            "Red is asked duel.react.brace",
            "Red is not asked: Blue is asked duel.move.leader (Where does your band go?)",
        ),
        ("Blue may not answer -", "Blue may answer this"),
        (
            "Blue may answer model:3 > (8, 1)",
            "this is refused: this path is 7 in long; the leader moves up to 6 in (duel.move.leader)",
        ),
        ("need 4", "the roll for duel.attack.roll needs 5, not 4"),
        ("modifier duel.react.dodge +2", "the roll for duel.attack.roll is modified by duel.react.dodge +1"),
        ("no modifier duel.react.dodge", "the roll for duel.attack.roll is modified by duel.react.dodge +1"),
        ("Red does not hear duel.damage.amount", "Red hears of it: 1 hit does 1 damage to Blue's Captain"),
        ("model:3 wounds = 0", "model:3 wounds is 1, not 0"),
        ("model:3 hits = 0", "model:3 shows no hits; it shows wounds"),
        ("model:9 wounds = 0", "there is no model:9"),
        ("model:3 has no wounds", "model:3 wounds is 1"),
        ("Red hides plan = 1", "Red hides 0 plan, not 1"),
        ("Red pool: 3", "Red pool: -"),
        ("model:3 @ (8, 9)", "model:3 @ (8 in, 8 in)"),
        ("model:3 gone", "model:3 is not gone"),
        ("model:4 not gone", "model:4 is gone"),
        ("model:3 marked guard", "model:3 is not marked guard, but captain"),
        ("model:3 not marked captain", "model:3 is marked captain"),
        ("round 2", "this is round 1, phase turns"),
        ("phase bidding", "this is round 1, phase turns"),
        ("Red sees Blue resolve = 3", "as Red sees it, Blue resolve is 2, not 3"),
        ("over: Red wins", "the match is not over: Blue is asked duel.move.leader (Where does your band go?)"),
    ] {
        check_fails(&format!("{attack}expect {expect}\nstop"), &format!("15:1: {found}"));
    }
}

#[test]
fn a_rule_that_does_not_turn_up_is_not_proven() {
    let text =
        "scenario: A test\ngame: duel\nproves: duel.plan.choose, duel.react.feint\nseats: Red, Blue\nplay:\nstop\n";
    let error = "3:27: duel.react.feint does not come up in play: no ask, event, roll or refusal names it\n";
    assert_eq!(errors_of(&Theatre::new(&GAMES).run("", text)), error);
}

#[test]
fn what_cannot_be_given_is_found_with_its_line() {
    let text = "scenario: A test\ngame: duel\nseats: Red, Blue\ngiven:\nmodel:0 @ (2, 2)\nmodel:0 wounds = 4\nround 1, phase turns\nplay:\nstop\n";
    let errors = errors_of(&Theatre::new(&GAMES).run("", text));
    assert!(errors.starts_with("6:1: "), "{errors}");
    assert!(errors.contains("a model that stands cannot have 4 wounds"), "{errors}");
}

#[test]
fn a_game_or_a_file_that_there_is_not_fails() {
    let text = "scenario: A test\ngame: chess\nseats: Red, Blue\nplay:\nstop\n";
    assert_eq!(
        errors_of(&Theatre::new(&GAMES).run("", text)),
        "2:7: there is no game called 'chess'; choose from aot, duel, last-edition\n"
    );
    let verdicts = run_paths(&[below_the_root("no-such-folder")], &GAMES);
    assert_eq!(summary(&verdicts), "0 passed, 1 failed");
    let verdicts = run_paths(&[below_the_root("rulebook")], &GAMES);
    assert!(errors_of(&verdicts[0]).contains("there is no scenario file here"));
}

#[test]
fn a_setting_decides_a_scenario_that_does_not_hold_without_it() {
    let theatre = Theatre::new(&GAMES);
    let text = "scenario: A test\ngame: duel\nseats: Red, Blue\nset: attack.reroll = off\nset: end.rounds = 5\n\
                given:\nmodel:1 @ (8, 10)\nmodel:3 @ (8, 8)\nRed resolve = 3\nBlue resolve = 0\nround 1, phase turns\n\
                play:\nRed: -\nRed: model:3\ndice 1\nexpect Red is not asked\nstop\n";
    assert_eq!(errors_of(&theatre.run("", text)), "");
    assert_eq!(theatre.decided_by(text), [(RuleId::of("duel.ruling.reroll"), Value::Switch(false))]);
}
