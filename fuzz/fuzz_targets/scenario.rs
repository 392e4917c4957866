#![no_main]

use bots::Levels;
use duel::Duel;
use engine::Game;

static DUEL: Game<Duel, Levels> = Game::new();

libfuzzer_sys::fuzz_target!(|data: &[u8]| trial::hostile::scenario(data, &DUEL));
