//! Players that are programs, over any ruleset.
//!
//! A bot gets its seat's [`Situation`] and a stream of its own; it never sees the position of the match or its dice.

use chance::{Key, Stream};
use engine::{Bots, Players, Rules, Situation, Tactics};
use vocabulary::{Answer, Term, Word};

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

/// Takes whatever the game says is worth most, and looks no further.
#[derive(Clone, Debug)]
pub struct Simple {
    stream: Stream,
}

impl Simple {
    /// A simple player with a key of its own.
    pub fn new(key: Key) -> Simple {
        Simple { stream: Stream::new(key) }
    }
}

impl<R: Tactics> Players<R> for Simple {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        let ideas = situation.suggest(&mut self.stream);
        let best = ideas.iter().map(|idea| idea.worth).max();
        let best: Vec<&Answer> =
            ideas.iter().filter(|idea| Some(idea.worth) == best).map(|idea| &idea.answer).collect();
        match self.stream.pick(&best) {
            Some(answer) => Some((*answer).clone()),
            None => Some(situation.sample(&mut self.stream)),
        }
    }

    fn may_pause(&self) -> bool {
        false
    }
}

const RANDOM: Word = Word::new("random");
const SIMPLE: Word = Word::new("simple");

fn random() -> Term {
    Term::new(RANDOM, "Random", "Plays any legal answer, without a plan.", "?")
}

/// The levels of bots for a game that says what is worth doing.
#[derive(Clone, Copy, Debug)]
pub struct Tacticians;

impl<R: Tactics> Bots<R> for Tacticians {
    fn levels() -> Vec<Term> {
        let text = "Does what seems best at the moment: goes for what scores, and attacks when it pays.";
        vec![random(), Term::new(SIMPLE, "Simple", text, "!")]
    }

    fn bot(level: Word, key: Key) -> Option<Box<dyn Players<R> + Send>> {
        match level {
            RANDOM => Some(Box::new(Random::new(key))),
            SIMPLE => Some(Box::new(Simple::new(key))),
            _ => None,
        }
    }
}

/// The levels of bots for any game.
#[derive(Clone, Copy, Debug)]
pub struct Levels;

impl<R: Rules> Bots<R> for Levels {
    fn levels() -> Vec<Term> {
        vec![random()]
    }

    fn bot(level: Word, key: Key) -> Option<Box<dyn Players<R> + Send>> {
        if level == RANDOM { Some(Box::new(Random::new(key))) } else { None }
    }
}
