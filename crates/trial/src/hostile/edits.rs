//! Records that somebody changed on purpose and sealed again.

use bots::Random;
use chance::Key;
use engine::{By, Entry, Face, Match, Origin, Record, Rules, Throws};

use super::bytes::Bytes;
use crate::playout::random_setup;

/// No more edits than this, so that a long input does not take long.
const MOST_EDITS: usize = 64;

/// A game that was played and whose entries were then changed: it is refused with a sentence, or it is as good as any.
pub fn entries<R: Rules>(data: &[u8]) {
    let mut bytes = Bytes::new::<R>(data);
    let mut record = played::<R>(bytes.seed());
    for _ in 0..MOST_EDITS {
        if bytes.is_empty() {
            break;
        }
        edit(&mut record, &mut bytes);
    }
    let text = record.to_text();
    let verified = engine::verify::<R>(&text);
    let played = record.play(&mut ());
    // Dice that no die can show are written, but not read back.
    if let Ok(read) = Record::from_text(&text) {
        assert_eq!(read, record, "it is read otherwise than it was written");
    }
    if verified.is_ok() {
        assert!(played.is_ok(), "it was verified, but cannot be played");
    }
}

fn played<R: Rules>(seed: u64) -> Record<R> {
    let setup = R::prepare(&random_setup::<R>(seed)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let game = Match::<R>::new(setup, Origin::Seeded { seed });
    let mut game = game.unwrap_or_else(|faults| panic!("{faults:?}"));
    game.run(&mut Random::new(Key::from_seed("hostile", seed)), &mut ());
    game.record()
}

fn edit<R: Rules>(record: &mut Record<R>, bytes: &mut Bytes<'_>) {
    let what = bytes.byte() % 16;
    let length = record.entries.len();
    let (at, other) = (bytes.place(length), bytes.place(length));
    let to_insert = match what {
        0 => Some(Entry::Undone { to: other as u32, agreed: bytes.seats() }),
        1 => Some(Entry::Left { seat: bytes.seat(), how: bytes.leaving() }),
        2 => Some(Entry::Standing { seat: bytes.seat(), order: bytes.order(), given: bytes.coin() }),
        3 => Some(Entry::Adjusted { changes: vec![bytes.adjustment()], agreed: bytes.seats() }),
        4 => record.entries.get(other).cloned(),
        _ => None,
    };
    if let Some(entry) = to_insert {
        record.entries.insert(at.min(length), entry);
        return;
    }
    if at >= length || other >= length {
        change_origin(record, bytes);
        return;
    }
    match what {
        5 => drop(record.entries.remove(at)),
        6 => record.entries.swap(at, other),
        // Most edits show at the next checkpoint; a record that ends before it shows what comes of them until then.
        7 | 8 => record.entries.truncate(at),
        9 => {
            if let Entry::Answer { gives, .. } = &record.entries[other] {
                let borrowed = gives.clone();
                change_answer(&mut record.entries[at], |gives, _| *gives = borrowed);
            }
        }
        10 | 11 => change_answer(&mut record.entries[at], |gives, _| *gives = bytes.answer()),
        12 => change_answer(&mut record.entries[at], |_, by| {
            *by = [By::Player, By::Rules, By::Order, By::Absence][usize::from(bytes.byte() % 4)];
        }),
        13 => change_numbers(&mut record.entries[at], bytes),
        _ => change_dice(&mut record.entries[at], bytes),
    }
}

fn change_answer(entry: &mut Entry, change: impl FnOnce(&mut vocabulary::Answer, &mut By)) {
    if let Entry::Answer { gives, by, .. } = entry {
        change(gives, by);
    }
}

fn change_numbers(entry: &mut Entry, bytes: &mut Bytes<'_>) {
    match entry {
        Entry::Answer { ask, seat, .. } if bytes.coin() => (*ask, *seat) = (bytes.number() as u32, *seat),
        Entry::Answer { seat, .. } | Entry::Left { seat, .. } | Entry::Standing { seat, .. } => *seat = bytes.seat(),
        Entry::Dice { first, .. } => *first = bytes.number() as u32,
        Entry::Checkpoint { facts } | Entry::Over { facts, .. } => facts.0 ^= u64::from(bytes.byte()),
        Entry::Undone { to, .. } => *to = bytes.number() as u32,
        Entry::Adjusted { agreed, .. } => *agreed = bytes.seats(),
    }
}

fn change_dice(entry: &mut Entry, bytes: &mut Bytes<'_>) {
    if let Entry::Dice { shown: Throws(faces), .. } = entry {
        let face = Face { sides: bytes.byte().into(), side: bytes.byte().into() };
        match bytes.byte() % 3 {
            0 => faces.push(face),
            1 => drop(faces.pop()),
            _ => faces.iter_mut().for_each(|old| *old = face),
        }
    }
}

fn change_origin<R: Rules>(record: &mut Record<R>, bytes: &mut Bytes<'_>) {
    record.origin = match bytes.byte() % 2 {
        0 => Origin::Typed,
        _ => Origin::Seeded { seed: bytes.seed() },
    };
}
