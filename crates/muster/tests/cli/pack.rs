//! Packs: written, checked, shown and played, whatever is in them.

use super::*;

/// A folder with the pack that people begin with, as `mine.toml`.
fn begun(name: &str) -> (PathBuf, String) {
    let folder = folder(name);
    let new = muster(&["pack", "new", "My Own"]);
    assert_eq!((new.code, new.err.as_str()), (0, ""));
    fs::write(folder.join("mine.toml"), &new.out).unwrap();
    (folder, new.out)
}

/// The id of the army that the pack has ready.
fn army(folder: &Path) -> String {
    let shown = json(&muster_in(folder, &["pack", "show", "mine.toml", "--json"], ""));
    assert_eq!(shown["factions"][0]["id"], "my-own");
    shown["armies"][0]["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_new_pack_is_fine_and_can_be_shown() {
    let (folder, _) = begun("pack-new");
    let check = muster_in(&folder, &["pack", "check", "mine.toml"], "");
    assert_eq!((check.code, check.out.as_str()), (0, "mine.toml: fine: 3 cards, 3 formations, 1 army\n"));
    let checked = json(&muster_in(&folder, &["pack", "check", "mine.toml", "--json"], ""));
    assert_eq!(keys(&checked[0]), ["armies", "cards", "faults", "formations", "ok", "pack"]);
    let show = muster_in(&folder, &["pack", "show", "mine.toml"], "");
    assert!(show.out.starts_with("My Own  my-own\n") && show.out.contains("our own numbers"), "{}", show.out);
    let plain = muster(&["pack", "new"]);
    fs::write(folder.join("plain.toml"), plain.out).unwrap();
    assert_eq!(muster_in(&folder, &["pack", "check", "plain.toml"], "").code, 0);
    let schema = json(&muster(&["pack", "schema"]));
    assert!(schema["properties"]["army"].is_object());
}

#[test]
fn every_fault_is_named_with_file_and_line_and_the_exit_code_says_so() {
    let (folder, text) = begun("pack-check");
    let line = 1 + text.lines().position(|line| line.starts_with("name = ")).unwrap();
    fs::create_dir_all(folder.join("deep")).unwrap();
    fs::write(folder.join("deep/bad.toml"), text.replacen("name = \"", "name = \"\\u001b", 1)).unwrap();
    fs::write(folder.join("junk.toml"), "colour = 3\n").unwrap();
    fs::write(folder.join("bytes.toml"), [0xff, 0xfe]).unwrap();
    fs::write(folder.join("long.toml"), "#".repeat(300_000)).unwrap();
    let files = ["deep/bad.toml", "mine.toml", "junk.toml", "bytes.toml", "long.toml", "none.toml"];
    let run = muster_in(&folder, &[&["pack", "check"], &files[..]].concat(), "");
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with(&format!("deep/bad.toml:{line}: a name must have 1 to 40")), "{}", run.out);
    assert!(lines[1].starts_with("mine.toml: fine: "), "{}", run.out);
    assert!(lines[2].starts_with("junk.toml:1: unknown field `colour`"), "{}", run.out);
    assert_eq!(lines[3], "bytes.toml: this is not text");
    assert_eq!(lines[4], "long.toml: this is too long: more than 262144 bytes");
    assert_eq!(lines[5..], ["none.toml: there is no such file"]);
}

#[test]
fn a_pack_is_played_with_and_the_record_needs_it_no_more() {
    let (folder, text) = begun("pack-play");
    let army = army(&folder);
    let listed = muster_in(&folder, &["army", "list", "--pack", "mine.toml"], "");
    assert!(listed.out.contains(&army) && listed.out.contains("My Own"), "{}", listed.out);
    let shown = muster_in(&folder, &["army", "show", &army, "--pack", "mine.toml"], "");
    assert!(shown.out.contains("My Own") && !shown.out.contains("fault"), "{}", shown.out);
    let cards = muster_in(&folder, &["army", "cards", "my-own", "--pack", "mine.toml"], "");
    assert!(cards.out.starts_with("My Own  my-own\n"), "{}", cards.out);
    let play = ["simulate", "--games", "1", "--seats", "random,random", "--army", &army, "--records", "games"];
    let unknown = muster_in(&folder, &play, "");
    assert_eq!(unknown.code, 2, "{}", unknown.err);
    let with = [&play[..], &["--pack", "mine.toml"]].concat();
    let played = muster_in(&folder, &with, "");
    assert_eq!(played.code, 0, "{}", played.err);
    fs::remove_file(folder.join("mine.toml")).unwrap();
    let verified = muster_in(&folder, &["replay", "--verify", "games"], "");
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    let log = muster_in(&folder, &["replay", "games/1.muster"], "");
    assert_eq!(log.code, 0, "{}", log.err);
    let resumed = muster_in(&folder, &["play", "--resume", "games/1.muster"], "");
    assert_eq!(resumed.code, 0, "{}{}", resumed.out, resumed.err);
    let scenario = muster_in(&folder, &["scenario", "--from", "games/1.muster"], "");
    assert!(scenario.out.contains("pack:\n"), "{}", scenario.out);
    fs::write(folder.join("whole.scenario"), &scenario.out).unwrap();
    let run = muster_in(&folder, &["scenario", "whole.scenario"], "");
    assert_eq!((run.code, run.out.as_str()), (0, "1 passed, 0 failed\n"), "{}", scenario.out);
    let wrong = scenario.out.replacen("health = ", "health = 9", 1);
    let line = 1 + wrong.lines().position(|line| line == "  [[card]]").unwrap();
    fs::write(folder.join("wrong.scenario"), wrong).unwrap();
    let run = muster_in(&folder, &["scenario", "wrong.scenario"], "");
    assert!(run.out.starts_with(&format!("wrong.scenario:{line}:1: card ")), "line {line}: {}", run.out);

    fs::write(folder.join("mine.toml"), text.replacen("name = ", "nome = ", 1)).unwrap();
    for bad in [&with[..], &["army", "list", "--pack", "mine.toml"], &["serve", "--temporary", "--pack", "mine.toml"]] {
        let run = muster_in(&folder, bad, "");
        assert!(run.code == 1 && run.err.starts_with("error: mine.toml:"), "{bad:?}: {}", run.err);
    }
}

#[test]
fn what_there_is_not_is_refused_with_a_sentence() {
    check_refused(&["pack", "check"], 2, "<FILE>");
    check_refused(&["pack", "new", "—"], 2, "no id can be made from '—'");
    check_refused(&["pack", "new", "a\u{7}"], 2, "a name must have 1 to 40 printable characters");
    check_refused(&["pack", "schema", "--game", "duel"], 2, "duel has no packs");
    check_refused(&["pack", "schema", "--game", "chess"], 2, "there is no game called 'chess'");
    check_refused(&["pack", "show", "none.toml"], 1, "none.toml: there is no such file");
    check_refused(&["simulate", "--game", "duel", "--pack", "none.toml"], 2, "duel has no packs; leave out --pack");
    check_refused(&["simulate", "--pack", "none.toml"], 2, "none.toml: there is no such file");
    check_refused(&["play", "--resume", "x.muster", "--pack", "none.toml"], 2, "cannot be used with");
}

#[test]
fn nobody_brings_too_many_packs() {
    let (folder, text) = begun("pack-many");
    let mut arguments = vec!["army".to_owned(), "list".to_owned()];
    for n in 0..9 {
        fs::write(folder.join(format!("{n}.toml")), &text).unwrap();
        arguments.extend(["--pack".to_owned(), format!("{n}.toml")]);
    }
    let run = muster_in(&folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>(), "");
    assert!(run.code == 1 && run.err.contains("9 packs; you can bring at most 8"), "{}", run.err);
    let twice = muster_in(&folder, &["army", "list", "--pack", "1.toml", "--pack", "2.toml"], "");
    assert!(twice.code == 1 && twice.err.contains("2.toml:") && twice.err.contains("already"), "{}", twice.err);
}
