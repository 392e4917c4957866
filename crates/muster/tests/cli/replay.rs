//! Records shown and checked.

use super::*;

#[test]
fn a_replay_is_a_log_for_a_spectator_or_for_a_seat() {
    let folder = folder("replay");
    muster_in(&folder, &["simulate", "--game", "duel", "--games", "1", "--seed", "7", "--records", "."], "");
    let spectator = muster_in(&folder, &["replay", "7.muster"], "");
    let red = muster_in(&folder, &["replay", "--seat", "red", "7.muster"], "");
    assert_eq!((spectator.code, red.code), (0, 0));
    assert!(red.out.contains("You ") && !spectator.out.contains("You "), "{}", red.out);
    assert_eq!(red.out, muster_in(&folder, &["replay", "--seat", "1", "7.muster"], "").out);
    let map = muster_in(&folder, &["replay", "--map", "7.muster"], "");
    assert!(map.out.contains("┌─") && map.out.contains(" A Red's band"), "{}", map.out);
    let nobody = muster_in(&folder, &["replay", "--seat", "Zoe", "7.muster"], "");
    assert_eq!(nobody.code, 2);
    assert!(nobody.err.contains("there is no seat 'Zoe'; choose from Red, Blue"), "{}", nobody.err);
    let events = muster_in(&folder, &["replay", "--json", "7.muster"], "");
    for (n, line) in events.out.lines().enumerate() {
        let event: Value = serde_json::from_str(line).unwrap();
        assert_eq!(event["n"].as_u64(), Some(n as u64), "{line}");
    }
    assert!(events.out.lines().count() > 10);
}

#[test]
fn verifying_finds_a_changed_byte_wherever_it_is() {
    let folder = folder("changed");
    muster_in(&folder, &["simulate", "--game", "duel", "--games", "1", "--seed", "3", "--records", "."], "");
    let record = fs::read(folder.join("3.muster")).unwrap();
    fs::create_dir(folder.join("changed")).unwrap();
    let places: Vec<usize> = (0..record.len()).step_by(record.len() / 60).chain([record.len() - 1]).collect();
    for at in &places {
        let mut changed = record.clone();
        changed[*at] = if changed[*at] == b'7' { b'8' } else { b'7' };
        fs::write(folder.join(format!("changed/{at}.muster")), changed).unwrap();
    }
    let run = muster_in(&folder, &["replay", "--verify", "changed"], "");
    assert_eq!(run.code, 1);
    assert_eq!(run.out.lines().last(), Some(format!("0 passed, {} failed", places.len()).as_str()), "{}", run.out);
    assert!(run.err.is_empty(), "{}", run.err);
    let shorter = &record[..record.len() / 2];
    fs::write(folder.join("short.muster"), shorter).unwrap();
    let run = muster_in(&folder, &["replay", "--verify", "--json", "3.muster", "short.muster"], "");
    assert_eq!(run.code, 1);
    let lines = json(&run);
    assert_eq!((lines[0]["ok"].as_bool(), lines[1]["ok"].as_bool()), (Some(true), Some(false)));
    assert!(lines[1]["reason"].is_string());
}
