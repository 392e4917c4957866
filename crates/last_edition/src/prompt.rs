//! What players are asked. Each chapter has its own questions, and says of each what may be answered.

use chance::{Key, Stream};
use engine::{Choices, Drafted, Offer, Options, Order};
use vocabulary::{Answer, Ask, Choice, Form, Proof, Ref, Refusal, Seat, Suggestion, Token, Wish};

use crate::chapters::{abilities, battle, command, damage, deployment, directives, movement, power, transport};
use crate::chapters::{coherency, luck, reserves, secondary};
use crate::state::State;
use crate::words::voice::Voice;

/// A question of a chapter. What is not said of it follows from what can be chosen.
pub(crate) trait Question {
    /// The rule that asks.
    fn why(&self, state: &State) -> &'static str;

    /// The question in a sentence, to the player who is asked.
    fn text(&self, say: Voice<'_>) -> String;

    /// What it is about.
    fn about(&self, _state: &State) -> Vec<Ref> {
        Vec::new()
    }

    /// What can be chosen; nothing for questions of another form.
    fn choices(&self, _state: &State, _seat: Seat) -> Option<Choices> {
        None
    }

    /// An option as it is shown.
    fn option(&self, say: Voice<'_>, token: Token) -> Choice {
        say.option(token)
    }

    /// Options that cannot be chosen now, each with its reason.
    fn closed(&self, _say: Voice<'_>) -> Vec<Choice> {
        Vec::new()
    }

    /// The form of the answer.
    fn form(&self, state: &State, seat: Seat) -> Form {
        choice_form(self, state, seat)
    }

    /// The answer that does nothing, where there is one.
    fn pass(&self, state: &State, seat: Seat) -> Option<Answer> {
        self.choices(state, seat).filter(may_be_none).map(|_| Answer::none())
    }

    /// Whether an answer is legal.
    fn check(&self, state: &State, seat: Seat, answer: &Answer) -> Result<(), Refusal> {
        check_choice(self, state, seat, answer)
    }

    /// Why something cannot be chosen, where the question itself shows it with a reason.
    fn refused(&self, state: &State, seat: Seat, token: Token) -> Option<Refusal> {
        let closed = self.closed(Voice::of_seat(state, seat)).into_iter().find(|choice| choice.token == token)?;
        closed.refused.map(|refused| *refused)
    }

    /// The answer that is the only legal one, where that is cheap to know.
    fn forced(&self, state: &State, seat: Seat) -> Option<Answer> {
        self.choices(state, seat)?.forced()
    }

    /// The answer where none makes a difference, as far as that is cheap to know.
    fn idle(&self, _state: &State, _seat: Seat) -> Option<Answer> {
        None
    }

    /// A legal answer that does as little as possible.
    fn absent(&self, state: &State, seat: Seat) -> Answer {
        self.pass(state, seat).unwrap_or_else(|| self.plain(state, seat))
    }

    /// The first legal answer that comes to mind.
    fn plain(&self, state: &State, seat: Seat) -> Answer {
        self.choices(state, seat).map_or_else(Answer::none, |choices| choices.absent())
    }

    /// A legal answer at random.
    fn sample(&self, state: &State, seat: Seat, stream: &mut Stream) -> Answer {
        match self.choices(state, seat) {
            Some(choices) => choices.sample(stream),
            None => self.plain(state, seat),
        }
    }

    /// Answers worth offering, with a few words each; whatever is not legal is left out.
    fn ideas(&self, _state: &State, _seat: Seat) -> Vec<(String, Answer)> {
        Vec::new()
    }

    /// What a legal answer would mean.
    fn preview(&self, _state: &State, _seat: Seat, _answer: &Answer) -> Proof {
        Proof::default()
    }

    /// What comes of models that a hand drags.
    fn draft(&self, _state: &State, wish: &Wish) -> Drafted {
        Answer::Place(wish.iter().copied().collect()).into()
    }

    /// What a standing order answers.
    fn stand(&self, _state: &State, _seat: Seat, _order: &Order) -> Option<Answer> {
        None
    }

    /// Standing orders worth offering with it.
    fn offers(&self, _state: &State, _seat: Seat) -> Vec<Offer> {
        Vec::new()
    }

    /// Whether the answer stays hidden from the other player until the rules show it.
    fn is_secret(&self) -> bool {
        false
    }
}

/// A question to a player.
#[derive(Clone, Debug, PartialEq)]
pub enum Prompt {
    /// Before the first round: zones and units.
    Deployment(deployment::Asks),
    /// The directives.
    Directives(directives::Asks),
    /// The action of the secondary mission.
    Secondary(secondary::Asks),
    /// The command phase.
    Command(command::Asks),
    /// Abilities, whenever they can be used.
    Abilities(abilities::Asks),
    /// Moves and orders.
    Movement(movement::Asks),
    /// Units that arrive.
    Reserves(reserves::Asks),
    /// Boarding and leaving transports.
    Transport(transport::Asks),
    /// Powers.
    Power(power::Asks),
    /// Who acts in the battle phase, and at whom.
    Battle(battle::Asks),
    /// Whom attacks hurt, and what saves them.
    Damage(damage::Asks),
    /// The bad luck pool.
    Luck(luck::Asks),
    /// The coherency phase.
    Coherency(coherency::Asks),
}

impl Prompt {
    /// The question of its chapter.
    pub(crate) fn question(&self) -> &dyn Question {
        match self {
            Prompt::Deployment(asks) => asks,
            Prompt::Directives(asks) => asks,
            Prompt::Secondary(asks) => asks,
            Prompt::Command(asks) => asks,
            Prompt::Abilities(asks) => asks,
            Prompt::Movement(asks) => asks,
            Prompt::Reserves(asks) => asks,
            Prompt::Transport(asks) => asks,
            Prompt::Power(asks) => asks,
            Prompt::Battle(asks) => asks,
            Prompt::Damage(asks) => asks,
            Prompt::Luck(asks) => asks,
            Prompt::Coherency(asks) => asks,
        }
    }
}

/// A screen has room for so many suggestions.
const MOST: usize = 6;

/// A question as the player who is asked sees it.
pub(crate) fn describe(state: &State, seat: Seat, prompt: &Prompt) -> Ask {
    let question = prompt.question();
    let mut suggestions: Vec<Suggestion> = Vec::new();
    for (label, answer) in question.ideas(state, seat) {
        let known = suggestions.iter().any(|other| other.answer == answer);
        if !known && suggestions.len() < MOST && question.check(state, seat, &answer).is_ok() {
            suggestions.push(Suggestion { label, answer, odds: None });
        }
    }
    Ask {
        id: 0,
        seat,
        text: question.text(Voice::of_seat(state, seat)),
        why: question.why(state).into(),
        about: question.about(state),
        form: question.form(state, seat),
        sealed: false,
        secret: question.is_secret(),
        suggestions,
        proposal: None,
        pass: question.pass(state, seat),
        orders: Vec::new(),
    }
}

/// Legal answers: all of them, or where there are too many a sample.
pub(crate) fn options(state: &State, seat: Seat, prompt: &Prompt) -> Options {
    let question = prompt.question();
    if let Some(answers) = question.choices(state, seat).and_then(|choices| choices.all()) {
        return Options { answers, complete: true };
    }
    let key = Key::from_seed("last-edition options", u64::from(seat.0));
    Options::sampled(question.pass(state, seat), key, |stream| question.sample(state, seat, stream))
}

fn may_be_none(choices: &Choices) -> bool {
    match choices {
        Choices::One(_) | Choices::InOrder(_) => false,
        Choices::AtMostOne(_) => true,
        Choices::Some(several) => several.min == 0,
    }
}

/// The form of a question that is a choice.
pub(crate) fn choice_form<Q: Question + ?Sized>(question: &Q, state: &State, seat: Seat) -> Form {
    let say = Voice::of_seat(state, seat);
    let choices = question.choices(state, seat).unwrap_or_else(|| Choices::one([] as [Token; 0]));
    let shown = choices.tokens().iter().map(|token| question.option(say, *token));
    let options: Vec<Choice> = shown.chain(question.closed(say)).collect();
    match &choices {
        Choices::One(_) => Form::one(options),
        Choices::AtMostOne(_) => Form::at_most_one(options),
        Choices::InOrder(_) => Form::in_order(options),
        Choices::Some(several) => Form::Choose {
            options,
            min: several.min,
            max: several.max,
            ordered: several.ordered,
            budget: several.budget,
            groups: several.groups.clone(),
        },
    }
}

/// Whether an answer to a question that is a choice is legal.
pub(crate) fn check_choice<Q: Question + ?Sized>(
    question: &Q,
    state: &State,
    seat: Seat,
    answer: &Answer,
) -> Result<(), Refusal> {
    match question.choices(state, seat) {
        Some(choices) => choices.check(question.why(state), answer, |token| question.refused(state, seat, token)),
        None => Err(Refusal::new(question.why(state), "this question needs a different kind of answer")),
    }
}
