//! Who answers, and who watches.

use chance::Stream;
use vocabulary::{Answer, Ask, AskId, Offer, Order, Refusal, Roll, RuleId, Seat, Text, View, Viewer};

use crate::{Options, Rules, Told};

/// Whoever holds the seats: a bot answers at once, a person later.
pub trait Players<R: Rules> {
    /// The answer of the seat that is asked, or nothing if it is not there yet.
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer>;

    /// Whether some answer may be missing. If not, the match is played in place and no checkpoint is copied.
    fn may_pause(&self) -> bool {
        true
    }
}

/// Nobody is there: every ask waits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl<R: Rules> Players<R> for Nobody {
    fn answer(&mut self, _: &Situation<'_, R>) -> Option<Answer> {
        None
    }
}

impl<R: Rules, P: Players<R> + ?Sized> Players<R> for Box<P> {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        (**self).answer(situation)
    }

    fn may_pause(&self) -> bool {
        (**self).may_pause()
    }
}

/// An ask as the player who must answer it finds it.
///
/// It shows what the seat may know. The position itself stays out of reach: whoever wants to think ahead gets a position
/// in which what the seat does not know is drawn anew.
pub struct Situation<'a, R: Rules> {
    pub(crate) state: &'a R::State,
    pub(crate) seat: Seat,
    pub(crate) prompt: &'a R::Prompt,
    pub(crate) ask: AskId,
}

impl<R: Rules> Situation<'_, R> {
    /// The seat that is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of the ask.
    pub fn ask(&self) -> AskId {
        self.ask
    }

    /// What is asked.
    pub fn prompt(&self) -> &R::Prompt {
        self.prompt
    }

    /// The ask in the shared vocabulary.
    pub fn describe(&self) -> Ask {
        Ask { id: self.ask, ..R::describe(self.state, self.seat, self.prompt) }
    }

    /// What the seat may know.
    pub fn view(&self) -> View {
        R::view(self.state, Viewer::Seat(self.seat))
    }

    /// Legal answers: all, or a fair sample.
    pub fn options(&self) -> Options {
        R::options(self.state, self.seat, self.prompt)
    }

    /// The standing orders that are offered with the question.
    pub fn offers(&self) -> Vec<Offer> {
        R::offers(self.state, self.seat, self.prompt)
    }

    /// What a standing order would answer, if it speaks to the question.
    pub fn stand(&self, order: &Order) -> Option<Answer> {
        R::stand(self.state, self.seat, order, self.prompt)
    }

    /// One legal answer at random.
    pub fn sample(&self, stream: &mut Stream) -> Answer {
        R::sample(self.state, self.seat, self.prompt, stream)
    }

    /// Whether an answer is legal.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, answer: &Answer) -> Result<(), Refusal> {
        R::check(self.state, self.seat, self.prompt, answer)
    }

    /// A position like this one in which what the seat does not know is drawn anew.
    pub fn imagine(&self, stream: &mut Stream) -> R::State {
        R::resample(self.state, self.seat, stream)
    }
}

/// Whoever wants to know what happens, as it happens; each thing once, however often rules run again.
pub trait Watch<R: Rules> {
    /// Whether it wants to know which rules are behind what happens. If not, nobody works them out.
    fn wants_rules(&self) -> bool {
        true
    }

    /// Whether it wants the facts of a step once more when the step is over. If not, nobody gathers them.
    fn wants_steps(&self) -> bool {
        false
    }

    /// A fact was told and applied, with the rules behind it.
    fn told(&mut self, _state: &R::State, _fact: &R::Fact, _rules: &[RuleId]) {}

    /// Dice fell. The rules are those behind the roll besides its own: why it was made, and what changed its need.
    fn rolled(&mut self, _state: &R::State, _roll: &Roll, _rules: &[RuleId]) {}

    /// A step is over, and if it wants them, these are all facts that were told in it. Taken back, a step may end again.
    fn step_over(&mut self, _state: &R::State, _facts: &[R::Fact]) {}
}

impl<R: Rules> Watch<R> for () {
    fn wants_rules(&self) -> bool {
        false
    }
}

/// What a viewer hears of a fact: the sentence, with each rule behind it once.
pub fn hear<R: Rules>(state: &R::State, fact: &R::Fact, rules: &[RuleId], viewer: Viewer) -> Option<Told> {
    let told = R::narrate(state, fact, viewer)?;
    Some(Told { text: cited(told.text, rules), ..told })
}

/// What a viewer hears of dice: the sentence, with why they were thrown, what changed the need, and all further rules.
pub fn hear_roll<R: Rules>(state: &R::State, roll: &Roll, rules: &[RuleId], viewer: Viewer) -> Option<Text> {
    let text = R::narrate_roll(state, roll, viewer)?;
    let changed = roll.modifiers.iter().map(|modifier| &modifier.rule);
    Some(cited(text, std::iter::once(&roll.why).chain(changed).chain(rules)))
}

/// A sentence with rules behind it, each once and in this order; what the sentence names itself comes last.
fn cited<'a>(mut text: Text, rules: impl IntoIterator<Item = &'a RuleId>) -> Text {
    let own = std::mem::take(&mut text.rules);
    for rule in rules.into_iter().cloned().chain(own) {
        if !text.rules.contains(&rule) {
            text.rules.push(rule);
        }
    }
    text
}
