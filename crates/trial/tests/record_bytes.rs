//! A record in which any byte was changed is refused. `cargo xtask campaign record-bytes --full` tries all of it.

use bots::Random;
use chance::Key;
use duel::Duel;
use engine::{Match, Origin};
use trial::playout::random_setup;

/// The values a byte is changed to: its neighbours, and what its case or sign differs by.
const CHANGES: [u8; 3] = [1, 2, 32];

fn check(seed: u64) {
    let mut game = Match::<Duel>::new(random_setup::<Duel>(seed), Origin::Seeded { seed }).unwrap();
    game.run(&mut Random::new(Key::from_seed("bytes", seed)), &mut ());
    let text = game.record().to_text();
    engine::verify::<Duel>(&text).unwrap();
    for place in 0..text.len() {
        for change in CHANGES {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= change;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            let verified = engine::verify::<Duel>(&changed);
            assert!(verified.is_err(), "seed {seed}: nobody notices that byte {place} was changed by {change}");
        }
    }
}

#[test]
fn any_changed_byte_of_a_record_is_found() {
    (0..3).for_each(check);
}
