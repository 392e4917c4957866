//! Writes the golden games of Duel anew: `cargo run -p trial --example golden`. Look at the difference before you keep it.

use std::path::Path;

use duel::Duel;
use engine::Game;
use trial::golden;
use vocabulary::Word;

fn main() -> Result<(), golden::GoldenError> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/duel");
    let seeds: Vec<u64> = (1..=8).collect();
    golden::write::<Duel>(&folder, &Game::<Duel, bots::Levels>::new(), Word::new("random"), &seeds)
}
