//! Whole matches of bots that answer at random.

use bots::Levels;
use engine::{Game, Ruleset};
use last_edition::LastEdition;
use vocabulary::{Setup, Word};

static GAME: Game<LastEdition, Levels> = Game::new();

#[test]
fn bots_play_matches_to_their_end() {
    for seed in 0..10 {
        let played = GAME.play_out(&Setup::of(&["Ann", "Bo"]), seed, &[Word::new("random"); 2], true).unwrap();
        assert_eq!(played.outcome.scores.len(), 2);
    }
}
