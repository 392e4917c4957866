//! What a ruleset is.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use chance::{Key, Stream};
use ground::{Path, Point, Pose, Region};
use serde::Serialize;
use serde::de::DeserializeOwned;
use smallvec::SmallVec;
use vocabulary::{
    Adjustment, Answer, Ask, Catalogue, Fault, Form, Judgement, Lesson, List, Offer, Order, Outcome, Pack, Proof,
    Query, ReadyField, ReadyList, Refusal, Roll, Seat, Setting, Settings, Setup, Term, Text, View, Viewer, Wish, Word,
};

use crate::codes::{no_odds, no_packs};
use crate::{Clash, Forecast, Leaving, Table};

/// What a step of rules gives: a value, or a pause that must be passed on with `?`.
pub type Flow<T> = Result<T, Pause>;

/// Why rules stop half-way: somebody is waited for. Control flow, not an error; only a table makes one.
#[derive(Debug)]
pub struct Pause(pub(crate) ());

/// How far [`Rules::advance`] came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// To a point from which the state alone says how to go on.
    Checkpoint,
    /// To the end of the match.
    Over(Outcome),
}

/// Legal answers to a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The answers.
    pub answers: Vec<Answer>,
    /// Whether these are all; otherwise they are a fair sample.
    pub complete: bool,
}

impl Options {
    /// The answer that does nothing, where there is one, and a few others. They are the same for the same key, so that
    /// looking at them changes nothing.
    pub fn sampled(pass: Option<Answer>, key: Key, mut sample: impl FnMut(&mut Stream) -> Answer) -> Options {
        let mut stream = Stream::new(key);
        let mut answers: Vec<Answer> = pass.into_iter().collect();
        for _ in 0..8 {
            let answer = sample(&mut stream);
            if !answers.contains(&answer) {
                answers.push(answer);
            }
        }
        Options { answers, complete: false }
    }
}

/// What a viewer hears of a fact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// The sentence, with its rules.
    pub text: Text,
    /// What shows that it is so.
    pub proof: Option<Proof>,
}

impl From<Text> for Told {
    fn from(text: Text) -> Told {
        Told { text, proof: None }
    }
}

/// What comes of where somebody would like models to stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drafted {
    /// The answer that is meant; it need not be legal.
    pub answer: Answer,
    /// Where it is not legal: the nearest answer that is, if the game knows one.
    pub nearest: Option<Answer>,
}

impl From<Answer> for Drafted {
    fn from(answer: Answer) -> Drafted {
        Drafted { answer, nearest: None }
    }
}

/// How the packs of a game are written.
#[derive(Clone, Copy, Debug)]
pub struct PackForm {
    /// A JSON schema of the TOML.
    pub schema: &'static str,
    /// A small pack that can be played, with comments. Its first `id` and `name` are those of what it adds.
    pub example: &'static str,
}

/// What a ruleset says about itself.
#[derive(Clone, Debug)]
pub struct Manual {
    /// The name of the game.
    pub name: &'static str,
    /// What it is, in a sentence or two.
    pub text: &'static str,
    /// How many can play.
    pub seats: RangeInclusive<u8>,
    /// The form of its settings.
    pub settings: Vec<Setting>,
    /// Its words.
    pub terms: Vec<Term>,
    /// Armies that are ready to be played, where the game has armies.
    pub armies: Vec<ReadyList>,
    /// Armies to try rules with: scenarios and commands name them, and no menu shows them. They stay as they are, while
    /// those that are ready may change for the sake of fairness.
    pub drills: Vec<ReadyList>,
    /// Battlefields that are ready to be played on, where the game has battlefields.
    pub fields: Vec<ReadyField>,
    /// How packs are written, where the game reads any.
    pub packs: Option<PackForm>,
    /// What whoever plays for the first time is told, step by step.
    pub lessons: Vec<Lesson>,
    /// Its rulebook file, as text.
    pub rulebook: &'static str,
}

/// A game system. Nothing in it knows about servers, screens, files or clocks.
///
/// Prompts and facts are closed enums: together they are the game's table of contents. The type itself is only a name.
pub trait Rules: Clone + Debug + PartialEq + 'static {
    /// All that a match starts from, by value.
    type Setup: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// The position.
    type State: Clone + Debug + Send;
    /// What players are asked. Carries by value all that `check` needs beside the state.
    type Prompt: Clone + Debug + PartialEq + Send;
    /// What happens. Serialised for its hash, so a change of its fields is a change of [`Rules::VERSION`].
    type Fact: Clone + Debug + PartialEq + Serialize;

    /// The id of the game.
    const GAME: Word;
    /// The version of the rules; a record is verified by the version that wrote it.
    const VERSION: u32;
    /// The rules behind the fact that a seat has left.
    const LEFT_BY: &'static [&'static str] = &[];

    /// What it says about itself.
    fn manual() -> Manual;

    /// Makes the set-up of a match from what the players chose.
    ///
    /// # Errors
    /// Every fault at once.
    fn prepare(setup: &Setup) -> Result<Self::Setup, Vec<Fault>>;

    /// What players could have chosen to come to this set-up: prepared, it plays the same.
    fn chosen(setup: &Self::Setup) -> Setup;

    /// What the rules say of an army list under some settings, with the packs that somebody brings; nothing in a game
    /// without armies. What is wrong with the packs is wrong with the list.
    fn judge(_list: &List, _settings: &Settings, _packs: &[Pack]) -> Option<Judgement> {
        None
    }

    /// What army lists can name, and lists that are ready, with the packs that somebody brings; empty in a game without
    /// armies.
    ///
    /// # Errors
    /// Every fault of the packs.
    fn catalogue(packs: &[Pack]) -> Result<Catalogue, Vec<Fault>> {
        no_packs(packs).map_or_else(|| Ok(Catalogue::default()), |fault| Err(vec![fault]))
    }

    /// The form in which attacks are described to [`Rules::odds`]; empty in a game that tells none.
    fn attack_form() -> Vec<Setting> {
        Vec::new()
    }

    /// What may come of an attack, without a match: from the same description of it that resolves attacks in one.
    ///
    /// # Errors
    /// Every fault of what was described at once.
    fn odds(_clash: &Clash) -> Result<Forecast, Vec<Fault>> {
        Err(vec![no_odds()])
    }

    /// The position before anything happened.
    ///
    /// # Errors
    /// Every fault at once: a set-up may come from a file that somebody changed.
    fn begin(setup: &Self::Setup) -> Result<Self::State, Vec<Fault>>;

    /// How many seats there are.
    fn seats(setup: &Self::Setup) -> u8;

    /// Plays on to the next checkpoint, or to the end.
    ///
    /// # Errors
    /// A pause, which is passed on.
    fn advance(t: &mut Table<Self>) -> Flow<Progress>;

    /// Changes the position as a fact says; the only place where it changes.
    fn apply(state: &mut Self::State, fact: &Self::Fact);

    /// Whether an answer is legal.
    ///
    /// # Errors
    /// Which rule forbids it, where, by how much.
    fn check(state: &Self::State, seat: Seat, prompt: &Self::Prompt, answer: &Answer) -> Result<(), Refusal>;

    /// The only legal answer, if there is just one; the engine gives it then and nobody is asked.
    ///
    /// Called before every ask, so it must be cheap: to say nothing is allowed where finding out is costly.
    fn forced(_state: &Self::State, _seat: Seat, _prompt: &Self::Prompt) -> Option<Answer> {
        None
    }

    /// An answer for a question in which no answer makes a difference worth asking about: models that are alike, orders
    /// that come to the same, things that can be done to no effect. The engine gives it, unless the seat has ordered to
    /// be asked everything.
    ///
    /// Called before every ask, so it must be cheap: to say nothing is allowed where finding out is costly.
    fn idle(_state: &Self::State, _seat: Seat, _prompt: &Self::Prompt) -> Option<Answer> {
        None
    }

    /// What is answered for a seat that has left, or that is the only one left.
    fn absent(state: &Self::State, seat: Seat, prompt: &Self::Prompt) -> Answer;

    /// The standing orders that seats may leave.
    fn standing_orders() -> Vec<Term> {
        Vec::new()
    }

    /// The standing orders of somebody who wants to play at once, with all preparation done.
    fn quick_start() -> Vec<Order> {
        Vec::new()
    }

    /// What a standing order answers to a prompt, if it speaks to it.
    fn stand(_state: &Self::State, _seat: Seat, _order: &Order, _prompt: &Self::Prompt) -> Option<Answer> {
        None
    }

    /// Standing orders worth offering together with a question. Each answers it, and others like it to come.
    fn offers(_state: &Self::State, _seat: Seat, _prompt: &Self::Prompt) -> Vec<Offer> {
        Vec::new()
    }

    /// What a standing order says, in a few words; nothing if its label says it all.
    fn order_words(_state: &Self::State, _order: &Order) -> Option<String> {
        None
    }

    /// Legal answers: all, or a fair sample.
    fn options(state: &Self::State, seat: Seat, prompt: &Self::Prompt) -> Options;

    /// One legal answer at random, fair over the kinds of answer; needs no list of them.
    fn sample(state: &Self::State, seat: Seat, prompt: &Self::Prompt, stream: &mut Stream) -> Answer;

    /// The prompt as the seat that is asked sees it. The engine fills in its number, whether it is sealed, and the
    /// standing orders that are offered with it.
    fn describe(state: &Self::State, seat: Seat, prompt: &Self::Prompt) -> Ask;

    /// What a viewer may know of the position.
    fn view(state: &Self::State, viewer: Viewer) -> View;

    /// What a viewer hears of a fact that was just applied: words. The rules behind the fact were told with it, and
    /// everybody who hears a sentence hears them; a rule that would give a secret away is named here, to whom it may.
    fn narrate(state: &Self::State, fact: &Self::Fact, viewer: Viewer) -> Option<Told>;

    /// What a viewer hears of dice that were just thrown, again without the rules; without a sentence the dice stay hidden from it.
    fn narrate_roll(state: &Self::State, roll: &Roll, viewer: Viewer) -> Option<Text>;

    /// What a step came to, in a sentence or two: who did what to whom, and what was lost. A log shows it in place of all
    /// that was heard in the step, which unfolds from it.
    ///
    /// The position is that at the end of the step, the facts are all that were told in it. A viewer hears no more than
    /// the facts told it already. Nothing is said of a step that a viewer follows as easily by itself.
    fn recap(_state: &Self::State, _facts: &[Self::Fact], _viewer: Viewer) -> Option<Text> {
        None
    }

    /// Whether a fact shows somebody something that was hidden; taking it back then needs the others' consent.
    fn reveals(_fact: &Self::Fact) -> bool {
        false
    }

    /// The fact that a seat has left.
    ///
    /// It is told at the end of the step in which the seat leaves, so that no rule finds the position changed under its
    /// hands; until then the seat is answered for by [`Rules::absent`]. A game whose outcome depends on who is still
    /// there decides it in a step that asks nobody.
    fn left(seat: Seat, how: Leaving) -> Self::Fact;

    /// The fact that makes a change the players agreed on.
    ///
    /// # Errors
    /// If the change makes no sense in this position.
    fn adjust(state: &Self::State, change: &Adjustment) -> Result<Self::Fact, Refusal>;

    /// A position like this one in which what the seat does not know is drawn anew, for search.
    fn resample(state: &Self::State, seat: Seat, stream: &mut Stream) -> Self::State;

    /// What an answer that passes `check` would mean: a sentence, lines and odds to show before it is given.
    fn preview(state: &Self::State, seat: Seat, prompt: &Self::Prompt, answer: &Answer) -> Proof;

    /// What comes of where somebody would like models to stand, while they are dragged: called often, so it must be quick.
    ///
    /// A game that knows ways around things does better than this: straight to where they are wished.
    fn draft(state: &Self::State, seat: Seat, prompt: &Self::Prompt, wish: &Wish) -> Drafted {
        straight(&Self::describe(state, seat, prompt).form, wish).into()
    }

    /// Answers a question about the position of a viewer who is asked something just now, or nothing.
    ///
    /// # Errors
    /// If the question makes no sense in this game or position.
    fn query(
        state: &Self::State,
        viewer: Viewer,
        asked: Option<&Self::Prompt>,
        query: &Query,
    ) -> Result<Proof, Refusal>;
}

/// Every model straight to where it is wished, in whatever form that is asked; one that enters from what is nearest of
/// where it may start.
fn straight(form: &Form, wish: &Wish) -> Answer {
    let Form::Move { movers, .. } = form else { return Answer::Place(wish.iter().copied().collect()) };
    let mut paths = SmallVec::new();
    let mut placed = SmallVec::new();
    for (model, pose) in wish {
        match movers.iter().find(|mover| mover.model == *model) {
            Some(mover) => {
                let start = mover.start.as_ref().and_then(|start| nearest_of(start, pose.at));
                let legs = start.map(|at| Pose { at, level: 0, ..*pose }).into_iter().chain([*pose]);
                paths.push((*model, Path { legs: legs.collect() }));
            }
            None => placed.push((*model, *pose)),
        }
    }
    Answer::Move { paths, placed }
}

/// The point on the edge of a region that is nearest to a point.
fn nearest_of(region: &Region, to: Point) -> Option<Point> {
    let sides = region.outlines.iter().flat_map(|outline| {
        let next = outline.corners.iter().cycle().skip(1);
        outline.corners.iter().copied().zip(next.copied())
    });
    sides.map(|(a, b)| to.nearest_on(a, b)).min_by_key(|at| at.distance_squared(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::{Length, Outline};
    use vocabulary::{ModelId, Mover, Omit};

    #[test]
    fn a_model_that_enters_begins_at_what_is_nearest_of_its_edge() {
        let edge = Outline { corners: vec![Point::inches(60, 0), Point::inches(60, 44)], ..Outline::default() };
        let mover =
            |model, start| Mover { model: ModelId(model), allowance: Length::inches(6), start, tolls: Vec::new() };
        let movers = vec![mover(1, Some(Region::from(edge))), mover(2, None)];
        let form = Form::Move { movers, followers: vec![ModelId(3)], limits: Vec::new(), omit: Omit::Anybody };
        let at = |x, y| Pose::at(Point::inches(x, y));
        let wish = vec![(ModelId(1), at(55, 20)), (ModelId(2), at(10, 10)), (ModelId(3), at(12, 10))];
        let Answer::Move { paths, placed } = straight(&form, &wish) else { panic!("models walk") };
        assert_eq!(paths[0].1.legs.as_slice(), [at(60, 20), at(55, 20)]);
        assert_eq!(paths[1].1.legs.as_slice(), [at(10, 10)]);
        assert_eq!(placed.as_slice(), [(ModelId(3), at(12, 10))]);
        let beyond = vec![(ModelId(1), at(55, 50))];
        let Answer::Move { paths, .. } = straight(&form, &beyond) else { panic!("models walk") };
        assert_eq!(paths[0].1.legs[0], at(60, 44));
    }
}
