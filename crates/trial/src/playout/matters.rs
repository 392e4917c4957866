//! Whoever is asked makes a difference by the answer.

use chance::{Key, Source, Stream};
use engine::{Match, Nobody, Pending, Rules, Watch};
use serde_json::Value;
use vocabulary::{Answer, AskId, RuleId, Seat, Viewer};

use super::{Law, new_match};

/// One ask in so many is looked at.
const EVERY: u32 = 4;
/// Of an ask so many answers are tried.
const MOST: usize = 6;
/// So many times with other dice each.
const THROWS: u64 = 400;
/// So many entries of a game are looked at.
const ENTRIES: usize = 400;

/// How many asks were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Matters {
    /// Two answers lead to positions that differ.
    pub decided: u32,
    /// All answers lead to the same position, though not in the same way: what they brought about has passed without a
    /// trace before anybody was asked again.
    pub fleeting: u32,
    /// All answers that were tried lead to the same position, but there are others.
    pub undecided: u32,
}

/// No question is asked in vain: some two answers lead to positions that differ in more than which of several equals it
/// was.
///
/// # Errors
/// A question to which all answers lead to the same.
pub fn every_question_matters<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    questions_that_matter::<R>(setup, seed).map(|_| ())
}

/// The same, and how many questions could be looked at.
///
/// # Errors
/// A question to which all answers lead to the same.
pub fn questions_that_matter<R: Rules>(setup: &R::Setup, seed: u64) -> Result<Matters, String> {
    let mut stream = Stream::new(Key::from_seed("matters", seed));
    let mut game = new_match::<R>(setup, seed)?;
    let mut matters = Matters::default();
    while game.history().entries().len() < ENTRIES {
        game.run(&mut Nobody, &mut ());
        let Pending::Asks { ask, open, sealed } = game.pending() else { break };
        let (ask, sealed, (seat, prompt)) = (*ask, *sealed, open[0].clone());
        let answer = R::sample(game.state(), seat, &prompt, &mut stream);
        // Of what is sealed, nothing follows before all have answered.
        if !sealed && stream.below(EVERY) == 0 {
            look_at(&game, ask, seat, &prompt, &answer, &mut matters)?;
        }
        game.answer(ask, seat, answer).map_err(|refusal| refusal.to_string())?;
    }
    Ok(matters)
}

fn look_at<R: Rules>(
    game: &Match<R>,
    ask: AskId,
    seat: Seat,
    prompt: &R::Prompt,
    sampled: &Answer,
    matters: &mut Matters,
) -> Law {
    let options = R::options(game.state(), seat, prompt);
    let mut answers: Vec<&Answer> = vec![sampled];
    answers.extend(options.answers.iter().filter(|answer| *answer != sampled));
    let complete = options.complete && answers.len() <= MOST;
    // What comes of an answer may hang on dice that fall in one way only now and then.
    for dice in 0..THROWS {
        let first = comes_to(game, ask, seat, sampled, dice)?;
        for answer in answers.iter().take(MOST).skip(1) {
            if comes_to(game, ask, seat, answer, dice)? != first {
                matters.decided += 1;
                return Ok(());
            }
        }
    }
    if !complete {
        matters.undecided += 1;
        return Ok(());
    }
    for dice in 0..THROWS / 10 {
        let first = course(game, ask, seat, sampled, dice)?;
        for answer in &answers[1..] {
            if course(game, ask, seat, answer, dice)? != first {
                matters.fleeting += 1;
                return Ok(());
            }
        }
    }
    let text = R::describe(game.state(), seat, prompt).text;
    Err(format!("ask {ask} '{text}' makes no difference, whatever {seat:?} answers: {prompt:?}"))
}

/// What comes of an answer, up to the next question: the position, in which models of a unit that are alike but for their
/// numbers are the same, and who is asked what.
fn comes_to<R: Rules>(
    game: &Match<R>,
    ask: AskId,
    seat: Seat,
    answer: &Answer,
    dice: u64,
) -> Result<(Value, String), String> {
    let mut fork = answered(game, ask, seat, answer, dice)?;
    fork.run(&mut Nobody, &mut ());
    let next = match fork.pending() {
        Pending::Asks { open, .. } => {
            let described = open.iter().map(|(seat, prompt)| (seat, R::describe(fork.state(), *seat, prompt).text));
            format!("{:?}", described.collect::<Vec<_>>())
        }
        other => format!("{other:?}"),
    };
    Ok((position::<R>(fork.state(), seat), next))
}

/// The match with other dice and an answer that nothing has come of yet.
fn answered<R: Rules>(game: &Match<R>, ask: AskId, seat: Seat, answer: &Answer, dice: u64) -> Result<Match<R>, String> {
    let mut fork = game.fork(Source::Keyed(Stream::new(Key::from_seed("fork", dice))));
    fork.answer(ask, seat, answer.clone()).map_err(|refusal| refusal.to_string())?;
    Ok(fork)
}

/// The positions that an answer leads through, up to the next question.
fn course<R: Rules>(game: &Match<R>, ask: AskId, seat: Seat, answer: &Answer, dice: u64) -> Result<Vec<Value>, String> {
    let mut fork = answered(game, ask, seat, answer, dice)?;
    let mut course = Course { seat, positions: Vec::new() };
    fork.run(&mut Nobody, &mut course);
    Ok(course.positions)
}

/// Notes every position.
struct Course {
    seat: Seat,
    positions: Vec<Value>,
}

impl<R: Rules> Watch<R> for Course {
    fn told(&mut self, state: &R::State, _: &R::Fact, _: &[RuleId]) {
        self.positions.push(position::<R>(state, self.seat));
    }
}

/// A position as a seat sees it, secrets of its own included, in which models of a unit that are alike but for their numbers
/// are the same.
fn position<R: Rules>(state: &R::State, seat: Seat) -> Value {
    let mut view = serde_json::to_value(R::view(state, Viewer::Seat(seat))).expect("a view is plain data");
    if let Some(Value::Array(models)) = view.get_mut("models") {
        for model in models.iter_mut().filter_map(Value::as_object_mut) {
            model.remove("id");
        }
        models.sort_by_key(ToString::to_string);
    }
    view
}
