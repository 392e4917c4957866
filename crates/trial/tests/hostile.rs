//! Hostile input: what fuzzing starts from and what it once found, and some bytes at random.

use std::fs;
use std::path::PathBuf;

use aot::Aot;
use bots::Levels;
use chance::{Key, Stream};
use duel::Duel;
use engine::Game;
use trial::hostile;

static DUEL: Game<Duel, Levels> = Game::new();

/// How many inputs are made up for each target; of battles, which are long, fewer.
const MADE_UP: u64 = 300;
const BATTLES: u64 = 12;

fn check(target: &str, hold: fn(&[u8])) {
    check_many(target, MADE_UP, hold);
}

fn check_many(target: &str, made_up: u64, hold: fn(&[u8])) {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../fuzz/seeds", target].iter().collect();
    let mut seeds: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!seeds.is_empty(), "{} is empty", folder.display());
    seeds.sort();
    for seed in seeds {
        eprintln!("{}", seed.display());
        let whole = fs::read(&seed).unwrap();
        hold(&whole);
        hold(&whole[..whole.len() / 2]);
    }
    let mut stream = Stream::new(Key::from_seed(target, 0));
    for _ in 0..made_up {
        let length = stream.below(400);
        let bytes: Vec<u8> = (0..length).map(|_| stream.below(256) as u8).collect();
        eprintln!("{bytes:?}");
        hold(&bytes);
    }
}

#[test]
fn a_text_that_claims_to_be_a_record_is_refused_or_sound() {
    check("record", hostile::record::<Duel>);
}

#[test]
fn a_record_that_was_changed_on_purpose_is_refused_or_sound() {
    check("entries", hostile::entries::<Duel>);
}

#[test]
fn clients_that_send_whatever_they_like_do_no_harm() {
    check("clients", hostile::clients::<Duel>);
}

#[test]
fn a_text_that_claims_to_be_an_answer_is_refused_or_read() {
    check("notation", hostile::notation);
}

#[test]
fn a_text_that_claims_to_be_a_scenario_is_refused_or_played() {
    check("scenario", |data| hostile::scenario(data, &DUEL));
}

#[test]
fn a_text_that_claims_to_be_an_army_is_refused_or_judged() {
    check("army", hostile::army::<Aot>);
}

#[test]
fn a_text_that_claims_to_be_a_pack_is_refused_or_played() {
    check("pack", hostile::pack::<Aot>);
}

#[test]
fn a_set_up_that_was_changed_is_refused_or_played() {
    check("duel-setup", hostile::setup::<Duel>);
    check_many("battle-setup", 10 * BATTLES, hostile::setup::<Aot>);
}

#[test]
fn battles_whose_clients_send_whatever_they_like_come_to_no_harm() {
    check_many("battle-clients", BATTLES, hostile::clients::<Aot>);
}

#[test]
fn a_record_of_a_battle_that_was_changed_on_purpose_is_refused_or_sound() {
    check_many("battle-entries", BATTLES, hostile::entries::<Aot>);
}

#[test]
fn a_battlefield_of_any_bytes_is_refused_or_computed_with() {
    check("ground", hostile::ground);
}
