//! Duel, the worked example: a one-page game that uses every hard thing the rulebooks need.
//!
//! Its rulebook is `rulebook/duel.toml`. The chapters follow it: `preparation`, `round`, `turn`, `attack`, `end`. What
//! players are asked and may answer is in `prompt`, which places and ways are legal in `footing`, what happens in `fact`, the position in `state`. The rest puts that
//! into the shared vocabulary: `asking`, `telling`, `recap`, `view`; `answers` are those that need no player, `drafting` makes one of where
//! somebody drags models.

mod adjusting;
mod answers;
mod asking;
mod attack;
mod drafting;
mod end;
mod fact;
mod footing;
mod preparation;
mod prompt;
mod recap;
mod round;
mod setup;
mod state;
mod telling;
mod turn;
mod view;

use chance::Stream;
use engine::{Drafted, Flow, Leaving, Manual, Options, Order, Progress, Rules, Table, Told};
use vocabulary::{
    Adjustment, Answer, Ask, Fault, Proof, Query, Refusal, Roll, Seat, Setup, Term, Text, View, Viewer, Wish, Word,
};

pub use fact::Fact;
pub use prompt::{Cast, Prompt};
pub use state::{Plan, Reaction, Stage, State};

/// The rules of Duel.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel;

impl Rules for Duel {
    type Setup = Setup;
    type State = State;
    type Prompt = Prompt;
    type Fact = Fact;

    const GAME: Word = Word::new("duel");
    const VERSION: u32 = 2;
    const LEFT_BY: &'static [&'static str] = &["duel.end.leaving"];

    fn manual() -> Manual {
        setup::manual()
    }

    fn prepare(setup: &Setup) -> Result<Setup, Vec<Fault>> {
        State::new(setup).map(|_| setup.clone())
    }

    fn chosen(setup: &Setup) -> Setup {
        setup.clone()
    }

    fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
        State::new(setup)
    }

    fn seats(setup: &Setup) -> u8 {
        setup.players.len() as u8
    }

    fn advance(t: &mut Table<Self>) -> Flow<Progress> {
        match t.state.stage {
            Stage::Plans => preparation::choose_plans(t)?,
            Stage::Placing(seat) => preparation::place_band(t, seat)?,
            Stage::Bidding => round::begin(t)?,
            Stage::Turns(seat) => turn::play(t, seat)?,
            Stage::Reckoning => return end::reckon(t),
        }
        Ok(Progress::Checkpoint)
    }

    fn apply(state: &mut State, fact: &Fact) {
        fact::apply(state, fact);
    }

    fn check(state: &State, seat: Seat, prompt: &Prompt, answer: &Answer) -> Result<(), Refusal> {
        prompt::check(state, seat, prompt, answer)
    }

    fn forced(state: &State, seat: Seat, prompt: &Prompt) -> Option<Answer> {
        answers::forced(state, seat, prompt)
    }

    fn idle(_: &State, _: Seat, prompt: &Prompt) -> Option<Answer> {
        answers::idle(prompt)
    }

    fn absent(state: &State, seat: Seat, prompt: &Prompt) -> Answer {
        answers::absent(state, seat, prompt)
    }

    fn standing_orders() -> Vec<Term> {
        answers::standing_orders()
    }

    fn stand(state: &State, _: Seat, order: &Order, prompt: &Prompt) -> Option<Answer> {
        answers::stand(state, order, prompt)
    }

    fn options(state: &State, seat: Seat, prompt: &Prompt) -> Options {
        answers::options(state, seat, prompt)
    }

    fn sample(state: &State, seat: Seat, prompt: &Prompt, stream: &mut Stream) -> Answer {
        answers::sample(state, seat, prompt, stream)
    }

    fn describe(state: &State, seat: Seat, prompt: &Prompt) -> Ask {
        asking::describe(state, seat, prompt)
    }

    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn narrate(state: &State, fact: &Fact, viewer: Viewer) -> Option<Told> {
        telling::narrate(state, fact, viewer).map(Told::from)
    }

    fn narrate_roll(state: &State, roll: &Roll, viewer: Viewer) -> Option<Text> {
        Some(telling::narrate_roll(state, roll, viewer))
    }

    fn recap(state: &State, facts: &[Fact], _: Viewer) -> Option<Text> {
        recap::recap(state, facts)
    }

    fn reveals(fact: &Fact) -> bool {
        matches!(fact, Fact::Bid { .. } | Fact::Revealed { .. })
    }

    fn left(seat: Seat, how: Leaving) -> Fact {
        Fact::Left { seat, how }
    }

    fn adjust(state: &State, change: &Adjustment) -> Result<Fact, Refusal> {
        adjusting::adjust(state, change)
    }

    fn resample(state: &State, seat: Seat, stream: &mut Stream) -> State {
        answers::resample(state, seat, stream)
    }

    fn preview(state: &State, seat: Seat, prompt: &Prompt, answer: &Answer) -> Proof {
        attack::preview(state, seat, prompt, answer)
    }

    fn draft(state: &State, seat: Seat, prompt: &Prompt, wish: &Wish) -> Drafted {
        drafting::draft(state, seat, prompt, wish)
    }

    fn query(state: &State, _: Viewer, _: Option<&Prompt>, query: &Query) -> Result<Proof, Refusal> {
        view::query(state, query)
    }
}
