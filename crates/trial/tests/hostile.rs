//! Hostile input on Duel: what fuzzing starts from and what it once found, and some bytes at random.

use std::fs;
use std::path::PathBuf;

use bots::Levels;
use chance::{Key, Stream};
use duel::Duel;
use engine::Game;
use trial::hostile;

static DUEL: Game<Duel, Levels> = Game::new();

/// How many inputs are made up for each target.
const MADE_UP: u64 = 300;

fn check(target: &str, hold: fn(&[u8])) {
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
    for _ in 0..MADE_UP {
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
fn a_battlefield_of_any_bytes_is_refused_or_computed_with() {
    check("ground", hostile::ground);
}
