//! Writes the golden games anew: `cargo run -p trial --example golden`. Look at the difference before you keep it.

use std::path::Path;

use engine::Game;
use trial::golden::{self, GoldenError};
use trial::playout::random_setup;
use vocabulary::{FieldChoice, Setup, Value, Word};

fn main() -> Result<(), GoldenError> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let duel = Game::<duel::Duel, bots::Levels>::new();
    golden::write(&golden.join("duel"), &duel, Word::new("random"), 1..=8, random_setup::<duel::Duel>)?;
    let aot = Game::<aot::Aot, bots::Tacticians>::new();
    golden::write(&golden.join("aot"), &aot, Word::new("simple"), 1..=3, short_battle)
}

/// A battle of three Rounds, of one Commander more for each seed, on a battlefield of its own.
fn short_battle(seed: u64) -> Setup {
    let names = ["Ann", "Bo", "Cy", "Di"];
    let mut setup = Setup::of(&names[..1 + seed as usize]);
    setup.field = Some(FieldChoice::Seed(seed));
    setup.settings.insert("end.round-limit".to_owned(), Value::Number(3));
    setup
}
