//! Armies, packs and set-ups that somebody wrote by hand.

use chance::{Key, Stream};
use engine::{Match, Origin, Players, Rules, Situation};
use roster::{Army, ReadError};
use serde_json::Value;
use vocabulary::{Answer, Pack, Settings, Setup};

use super::bytes::Bytes;
use crate::playout::random_setup;

/// A text that claims to be an army: it is refused with a place in it, or it is written and read back, judged, and if
/// there is nothing wrong with it a match can be prepared.
pub fn army<R: Rules>(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let army = match Army::from_toml(text) {
        Ok(army) => army,
        Err(ReadError::At { line, .. }) => {
            assert!((1..=text.split('\n').count()).contains(&line), "there is no line {line}");
            return;
        }
        Err(ReadError::TooLong(_)) => return,
    };
    assert_eq!(Army::from_toml(&army.to_toml()).as_ref(), Ok(&army), "written as {}", army.to_toml());
    let Some(judgement) = R::judge(&army.list, &Settings::new(), &[]) else { return };
    let mut setup = Setup::of(&["Ann", "Bo"]);
    setup.players[0].army = Some(army.list);
    let prepared = R::prepare(&setup);
    assert_eq!(prepared.is_ok(), judgement.faults.is_empty(), "{:?}, but {:?}", judgement.faults, prepared.err());
}

/// Bytes as a pack, and the example of a pack with something in it changed by them: either is refused, with the name of
/// the file in every fault, or matches can be played with its armies.
pub fn pack<R: Rules>(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        play_pack::<R>(text);
    }
    let Some(form) = R::manual().packs else { return };
    let mut json: Value = toml::from_str(form.example).unwrap_or_else(|error| panic!("the example: {error}"));
    edit_often(&mut json, &mut Bytes::new::<R>(data));
    if let Ok(text) = toml::to_string(&json) {
        play_pack::<R>(&text);
    }
}

fn play_pack<R: Rules>(text: &str) {
    let pack = Pack { file: "trial.toml".to_owned(), text: text.to_owned() };
    let own = R::catalogue(&[]).map(|own| own.armies.len()).unwrap_or_default();
    let armies = match R::catalogue(std::slice::from_ref(&pack)) {
        Ok(catalogue) => catalogue.armies,
        Err(faults) => {
            assert!(faults.iter().all(|fault| fault.text.starts_with("trial.toml:")), "{faults:?}");
            return;
        }
    };
    for army in armies.into_iter().skip(own) {
        let mut setup = Setup::of(&["Ann", "Bo"]);
        setup.packs = vec![pack.clone()];
        for player in &mut setup.players {
            player.army = Some(army.list.clone());
        }
        let Ok(setup) = R::prepare(&setup) else { continue };
        let mut game = Match::<R>::new(setup, Origin::Seeded { seed: 0 }).unwrap_or_else(|faults| panic!("{faults:?}"));
        game.run(&mut Patient::new(0), &mut ());
    }
}

/// No more edits than this, so that a long input does not take long.
const MOST_EDITS: usize = 8;

/// The set-up of a match as it stands in a record, with something in it changed: it is refused, or a match can be begun
/// and played with it.
pub fn setup<R: Rules>(data: &[u8]) {
    let mut bytes = Bytes::new::<R>(data);
    let seed = bytes.seed();
    let good = R::prepare(&random_setup::<R>(seed)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut json = serde_json::to_value(&good).unwrap_or_default();
    edit_often(&mut json, &mut bytes);
    let Ok(setup) = serde_json::from_value::<R::Setup>(json) else { return };
    let Ok(mut game) = Match::<R>::new(setup, Origin::Seeded { seed }) else { return };
    game.run(&mut Patient::new(seed), &mut ());
}

/// Changes something for as long as there are bytes to say what.
fn edit_often(json: &mut Value, bytes: &mut Bytes<'_>) {
    for _ in 0..MOST_EDITS {
        if !bytes.is_empty() {
            edit(json, bytes);
        }
    }
}

/// Walks down into a value until something is changed there.
fn edit(json: &mut Value, bytes: &mut Bytes<'_>) {
    match json {
        Value::Array(list) if !list.is_empty() => {
            let at = bytes.place(list.len()) % list.len();
            match bytes.byte() {
                0..8 => drop(list.remove(at)),
                8..16 => list.push(list[at].clone()),
                _ => edit(&mut list[at], bytes),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let at = bytes.place(fields.len()) % fields.len();
            if let Some(field) = fields.values_mut().nth(at) {
                edit(field, bytes);
            }
        }
        Value::Number(_) => *json = bytes.number().into(),
        Value::Bool(is) => *is = !*is,
        _ => *json = Value::String(bytes.number().to_string()),
    }
}

/// So many answers are given to a match that could be begun.
const MOST_ANSWERS: u32 = 60;

/// Answers at random, and not for ever.
struct Patient {
    stream: Stream,
    left: u32,
}

impl Patient {
    fn new(seed: u64) -> Patient {
        Patient { stream: Stream::new(Key::from_seed("setup", seed)), left: MOST_ANSWERS }
    }
}

impl<R: Rules> Players<R> for Patient {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        self.left = self.left.checked_sub(1)?;
        Some(situation.sample(&mut self.stream))
    }
}
