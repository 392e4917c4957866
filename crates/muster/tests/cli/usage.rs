//! Help, bad usage, bad files, and manners.

use super::*;

#[test]
fn it_says_what_it_can_do() {
    for arguments in [&["--help"], &["-h"]] {
        let run = muster(arguments);
        assert_eq!(run.code, 0);
        for word in ["serve", "play", "simulate", "replay", "scenario", "rules", "odds", "field", "army", "Examples:"] {
            assert!(run.out.contains(word), "{word}: {}", run.out);
        }
        assert_eq!(run.err, "");
    }
    assert!(muster(&["--version"]).out.starts_with("muster "));
}

#[test]
fn every_command_explains_itself_with_examples() {
    for command in ["serve", "play", "simulate", "replay", "scenario", "rules", "odds", "field", "army"] {
        let run = muster(&[command, "--help"]);
        assert_eq!(run.code, 0, "{command}");
        assert!(run.out.contains("Example") && run.out.contains("Usage: muster"), "{}", run.out);
    }
}

#[test]
fn bad_usage_is_refused_with_a_sentence_that_says_what_there_is() {
    check_refused(&["dance"], 2, "unrecognized subcommand 'dance'");
    check_refused(&["play", "--loudly"], 2, "unexpected argument '--loudly'");
    check_refused(&["simulate", "--games", "0"], 2, "0 is not in 1..");
    check_refused(&["simulate", "--games", "many"], 2, "invalid value 'many'");
    check_refused(&["simulate", "--games", "2", "--seed", "18446744073709551615"], 2, "not enough seeds");
    check_refused(&["simulate", "--threads", "0"], 2, "invalid value '0'");
    check_refused(
        &["play", "--game", "chess"],
        2,
        "there is no game called 'chess'; choose from aot, last-edition, duel",
    );
    check_refused(
        &["play", "--seats", "me,wizard"],
        2,
        "'wizard' cannot take a seat; write me, or the level of a bot: random",
    );
    check_refused(&["play", "--seats", "me"], 2, "1 player;");
    check_refused(&["play", "--seats", "Ann=me,Ann=me"], 2, "two players are called Ann");
    check_refused(&["play", "--set", "rounds"], 2, "'rounds' is not a setting; write it as setting=value");
    check_refused(&["play", "--set", "no.such=1"], 2, "has no setting called 'no.such'; choose from ");
    check_refused(&["play", "--seed", "1", "--dice", "typed"], 2, "typed dice need no --seed");
    check_refused(&["play", "--contribute", "a", "--contribute", "b"], 2, "but only 1 person plays");
    let long = "x".repeat(65);
    check_refused(&["play", "--contribute", &long], 2, "a contribution can have at most 64 bytes, not 65");
    check_refused(&["simulate", "--seats", "me,random"], 2, "to play yourself, use muster play");
    check_refused(&["rules", "--check"], 2, "--coverage");
    check_refused(&["rules", "--game", "chess"], 2, "there is no rulebook for 'chess'");
}

#[test]
fn a_setting_is_read_by_the_form_of_the_game_and_shown() {
    let form = setting();
    let bad = format!("{form}=purple");
    check_refused(&["play", "--set", &bad], 2, &format!("{form} takes "));
}

/// The name of some setting of the first game, taken from what the program says.
fn setting() -> String {
    let run = muster(&["play", "--set", "no.such=1"]);
    let (_, names) = run.err.trim().rsplit_once("choose from ").unwrap();
    names.split(", ").next().unwrap().to_owned()
}

#[test]
fn files_that_are_not_there_or_not_records_are_named() {
    let folder = folder("bad-files");
    let junk = folder.join("junk.muster");
    fs::write(&junk, "hello\n").unwrap();
    let bytes = folder.join("bytes.muster");
    fs::write(&bytes, [0xff, 0xfe, 0x00]).unwrap();
    let other = folder.join("other.muster");
    let header = r#"{"muster":1,"game":"chess","version":1,"algorithm":"x","dice":"typed","setup":{}}"#;
    fs::write(&other, header).unwrap();
    let name = |path: &Path| path.to_str().unwrap().to_owned();
    check_refused(&["replay", "nowhere.muster"], 2, "nowhere.muster: there is no such file");
    check_refused(&["replay", &name(&junk)], 1, "junk.muster: line 1: not a record of a match");
    check_refused(&["replay", &name(&bytes)], 2, "bytes.muster: this is not text");
    check_refused(&["replay", &name(&other)], 1, "a record of 'chess', which is not one of the games here");
    check_refused(&["replay", &name(&folder)], 2, "this is a folder, not a file");
    check_refused(&["play", "--resume", "nowhere.muster"], 2, "nowhere.muster: there is no such file");
    check_refused(&["play", "--resume", &name(&junk)], 1, "not a record of a match");
    check_refused(&["play", "--save", &name(&junk)], 2, "already exists");
    check_refused(&["play", "--save", "no/such/folder/x.muster"], 2, "cannot be written: there is no such folder");
    let run = muster(&["replay", "--verify", &name(&folder), "nowhere.muster"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.out.lines().last(), Some("0 passed, 4 failed"), "{}", run.out);
    assert!(run.out.contains("bad nowhere.muster: there is no such file"), "{}", run.out);
}

#[test]
#[cfg(unix)]
fn a_reader_that_goes_away_is_no_error() {
    let muster = env!("CARGO_BIN_EXE_muster");
    let script = format!("'{muster}' rules --json the | head -c 10 >/dev/null; echo ${{PIPESTATUS[0]}}");
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), "0");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
