//! Players that are programs, over any ruleset.
//!
//! A bot gets its seat's [`Situation`] and a stream of its own; it never sees the position of the match or its dice.

use chance::{Key, Stream};
use engine::{Bots, Players, Rules, Situation};
use vocabulary::{Answer, Term, Tone, Word};

/// Answers with any legal answer, fair over the kinds of answer.
#[derive(Clone, Debug)]
pub struct Random {
    stream: Stream,
}

impl Random {
    /// A random player with a key of its own.
    pub fn new(key: Key) -> Random {
        Random { stream: Stream::new(key) }
    }
}

impl<R: Rules> Players<R> for Random {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        Some(situation.sample(&mut self.stream))
    }

    fn may_pause(&self) -> bool {
        false
    }
}

const RANDOM: Word = Word::new("random");

/// The levels of bots there are.
#[derive(Clone, Copy, Debug)]
pub struct Levels;

impl<R: Rules> Bots<R> for Levels {
    fn levels() -> Vec<Term> {
        let text = "Plays any legal answer, without a plan.".to_owned();
        vec![Term {
            id: RANDOM,
            label: "Random".to_owned(),
            text,
            rules: Vec::new(),
            sign: "?".to_owned(),
            tone: Tone::Plain,
        }]
    }

    fn bot(level: Word, key: Key) -> Option<Box<dyn Players<R> + Send>> {
        if level == RANDOM { Some(Box::new(Random::new(key))) } else { None }
    }
}
