//! What a bot must know about a game, said by the game.

use chance::Stream;
use vocabulary::{Answer, Seat};

use crate::{Rules, Situation};

/// An answer worth considering.
#[derive(Clone, Debug, PartialEq)]
pub struct Idea {
    /// What it does, in a few words.
    pub label: String,
    /// The answer, which is legal.
    pub answer: Answer,
    /// What is likely to come of it, in points of the game's own; the more, the better.
    pub worth: i64,
}

/// A ruleset that can say what is worth doing. A bot that knows nothing of the game can then play it with sense.
///
/// Whatever is said must not depend on what the seat does not know.
pub trait Tactics: Rules {
    /// Answers worth considering, each with what it is likely to be worth. At least one, each legal.
    fn suggest(state: &Self::State, seat: Seat, prompt: &Self::Prompt, stream: &mut Stream) -> Vec<Idea>;

    /// How good the position is for a seat, in the same points.
    fn appraise(state: &Self::State, seat: Seat) -> i64;
}

impl<R: Tactics> Situation<'_, R> {
    /// Answers worth considering, each legal.
    pub fn suggest(&self, stream: &mut Stream) -> Vec<Idea> {
        R::suggest(self.state, self.seat, self.prompt, stream)
    }

    /// How good the position is for the seat.
    pub fn appraise(&self) -> i64 {
        R::appraise(self.state, self.seat)
    }
}
