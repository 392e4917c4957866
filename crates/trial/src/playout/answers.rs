//! Whatever is offered is legal, and whatever is legal can be written down and read again.

use engine::{Players, Rules, Situation};
use vocabulary::{Answer, Ask, Form, notation};

use super::{Law, Steady, new_match};

/// Whatever is offered is legal, and whatever is legal can be written down and read again.
///
/// # Errors
/// The ask and the answer that is wrong.
pub fn answers_are_legal<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    let mut critic = Critic { steady: Steady::new(seed), complaint: None };
    let mut game = new_match::<R>(setup, seed)?;
    game.run(&mut critic, &mut ());
    critic.complaint.map_or(Ok(()), Err)
}

/// Plays like the steady players and looks closely at every ask.
struct Critic {
    steady: Steady,
    complaint: Option<String>,
}

impl<R: Rules> Players<R> for Critic {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        let answer = self.steady.answer(situation)?;
        if self.complaint.is_none() {
            self.complaint = look_at(situation, &answer).err();
        }
        Some(answer)
    }
}

fn look_at<R: Rules>(situation: &Situation<'_, R>, sampled: &Answer) -> Law {
    let ask = situation.describe();
    let about = |text: String| format!("ask '{}' ({}): {text}", ask.text, ask.why);
    let options = situation.options();
    if options.complete && options.answers.len() == 1 {
        return Err(about("it is asked although there is one legal answer".to_owned()));
    }
    if options.answers.is_empty() {
        return Err(about("there is no legal answer".to_owned()));
    }
    let offered = ask.suggestions.iter().map(|suggestion| &suggestion.answer).chain(&ask.pass).chain(&ask.proposal);
    for answer in options.answers.iter().chain(offered).chain([sampled]) {
        situation.check(answer).map_err(|refusal| about(format!("{answer} is offered but refused: {refusal}")))?;
        survives(&ask, answer).map_err(about)?;
    }
    if options.complete && !options.answers.contains(sampled) {
        return Err(about(format!("{sampled} was drawn, but is not among all options")));
    }
    for answer in nearly_legal(&ask) {
        if let Err(refusal) = situation.check(&answer)
            && let Some(mend) = &refusal.mend
        {
            situation.check(mend).map_err(|worse| about(format!("{mend} should mend {answer}, but: {worse}")))?;
        }
    }
    let json = serde_json::to_string(&ask).map_err(|error| about(error.to_string()))?;
    let read: Ask = serde_json::from_str(&json).map_err(|error| about(error.to_string()))?;
    if read != ask { Err(about("it does not survive JSON".to_owned())) } else { Ok(()) }
}

fn survives(ask: &Ask, answer: &Answer) -> Law {
    if !answer.is_sane() {
        return Err(format!("{answer} is too large"));
    }
    let read = notation::read(&answer.to_string(), ask.form.kind());
    if read.as_ref() != Ok(answer) {
        return Err(format!("{answer} does not survive notation: {read:?}"));
    }
    let json = serde_json::to_string(answer).map_err(|error| error.to_string())?;
    let read: Answer = serde_json::from_str(&json).map_err(|error| error.to_string())?;
    if read != *answer { Err(format!("{answer} does not survive JSON")) } else { Ok(()) }
}

/// Answers that are likely to be refused, to see what mends them, and that nothing panics.
pub(super) fn nearly_legal(ask: &Ask) -> Vec<Answer> {
    let mut answers = vec![Answer::Number(-1), Answer::Number(i32::MAX), Answer::none()];
    answers.push(Answer::Place([].into_iter().collect()));
    answers.push(Answer::Spread([].into_iter().collect()));
    match &ask.form {
        Form::Number { min, max, .. } => answers.extend([Answer::Number(min - 1), Answer::Number(max + 1)]),
        Form::Choose { options, .. } => {
            answers.push(Answer::Choose(options.iter().map(|option| option.token).collect()));
            answers.extend(
                options.iter().map(|option| Answer::Choose([option.token, option.token].into_iter().collect())),
            );
        }
        _ => {}
    }
    answers
}
