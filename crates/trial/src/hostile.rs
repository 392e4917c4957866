//! Hostile input: whatever comes in, nothing panics, and what is accepted is sound.
//!
//! Each function takes any bytes and panics only if a law is broken. The fuzz targets in `fuzz/fuzz_targets` call them
//! with bytes that a fuzzer makes up, and an ordinary test calls them with those in `fuzz/seeds`, which holds what the
//! fuzzer once found beside what it starts from.

mod armies;
mod bytes;
mod clients;
mod edits;
mod ground;

use engine::{Record, Rules, Ruleset};
use vocabulary::{Kind, notation};

use crate::scenario::Scenario;

pub use armies::{army, pack, setup};
pub use clients::clients;
pub use edits::entries;
pub use ground::ground;

/// A text that claims to be a record: it is refused with a sentence, or it is the record of a match.
pub fn record<R: Rules>(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let verified = engine::verify::<R>(text);
    let Ok(record) = Record::<R>::from_text(text) else {
        assert!(verified.is_err(), "a text that cannot be read was verified");
        return;
    };
    assert_eq!(record.to_text(), text, "a record is not written as it was read");
    let played = record.play(&mut ());
    if let Ok(report) = verified {
        let game = played.unwrap_or_else(|diverged| panic!("it was verified, but cannot be played: {diverged}"));
        assert_eq!(report.outcome.as_ref(), game.outcome(), "the report tells of another outcome");
    }
}

/// A form of answer and a text: the text is refused with a place in it, or the answer is printed and read back.
pub fn notation(data: &[u8]) {
    const KINDS: [Kind; 6] = [Kind::Choose, Kind::Assign, Kind::Spread, Kind::Number, Kind::Move, Kind::Place];
    let Some((kind, text)) = data.split_first() else { return };
    let kind = KINDS[usize::from(*kind) % KINDS.len()];
    let Ok(text) = std::str::from_utf8(text) else { return };
    match notation::read(text, kind) {
        Ok(answer) => assert_eq!(notation::read(&answer.to_string(), kind), Ok(answer), "printed from {text:?}"),
        Err(error) => {
            let columns = 1..=text.chars().count() + 1;
            assert!(columns.contains(&error.column), "column {} of {text:?}: {error}", error.column);
        }
    }
}

/// A text that claims to be a scenario: every fault has a place in it, or it is printed, read back and played.
pub fn scenario(data: &[u8], game: &dyn Ruleset) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let lines = text.split('\n').count() as u32;
    let faults = match Scenario::parse(text) {
        Ok(scenario) => {
            let printed = scenario.to_string();
            assert_eq!(Scenario::parse(&printed).as_ref(), Ok(&scenario), "printed as {printed:?}");
            scenario.run(game).err().unwrap_or_default()
        }
        Err(faults) => faults,
    };
    for fault in faults {
        assert!((1..=lines + 1).contains(&fault.place.line), "there is no such line: {fault}");
    }
}
