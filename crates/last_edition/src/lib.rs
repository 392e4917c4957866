//! The Last Edition, in development: whole battles are played, but there are no scenarios yet.
//!
//! The rulebook is `rulebook/the-last-edition.toml`. Where things are:
//!
//! - `chapters`: the rules, one file for each chapter of the book
//! - `forces`: datasheets, packs, armies, house rules
//! - `battlefield`, `setup`: what is fought on, and how a match comes about
//! - `state`, `prompt`, `fact`: the position, what players are asked, what happens; `adjusting`: what they change by consent
//! - `words`: all of that in the shared vocabulary
//! - `answering`: answers that need no player, tactics of bots

mod adjusting;
#[allow(dead_code, reason = "the book is in development")]
mod answering;
#[allow(dead_code, reason = "the book is in development")]
mod battlefield;
#[allow(dead_code, reason = "the book is in development")]
pub mod chapters;
mod fact;
#[allow(dead_code, reason = "the book is in development")]
pub mod forces;
mod prompt;
mod setup;
#[allow(dead_code, reason = "the book is in development")]
mod state;
#[allow(dead_code, reason = "the book is in development")]
mod words;

use chance::Stream;
use engine::{Clash, Drafted, Flow, Forecast, Leaving, Manual, Offer, Options, Order, Progress, Rules, Table, Told};
use vocabulary::{
    Adjustment, Answer, Ask, Catalogue, Fault, Judgement, List, Pack, Proof, Query, Refusal, Roll, Seat, Setting,
    Settings, Term, Text, View, Viewer, Wish, Word,
};

pub use fact::{Change, Fact};
pub use prompt::Prompt;
pub use setup::{Player, Setup};
pub use state::{Stage, State, Whereabouts, Who};

/// The rules of The Last Edition.
#[derive(Clone, Debug, PartialEq)]
pub struct LastEdition;

impl Rules for LastEdition {
    type Setup = Setup;
    type State = State;
    type Prompt = Prompt;
    type Fact = Fact;

    const GAME: Word = Word::new("last-edition");
    const VERSION: u32 = 1;
    const LEFT_BY: &'static [&'static str] = &["tle.ruling.army-destroyed"];

    fn manual() -> Manual {
        setup::manual()
    }

    fn catalogue(packs: &[Pack]) -> Result<Catalogue, Vec<Fault>> {
        forces::pack::read(packs).map(|brought| forces::pack::catalogue(&brought))
    }

    fn judge(list: &List, settings: &Settings, packs: &[Pack]) -> Option<Judgement> {
        Some(forces::judging::judge_list(list, settings, packs))
    }

    fn attack_form() -> Vec<Setting> {
        words::forecast::attack_form()
    }

    fn odds(clash: &Clash) -> Result<Forecast, Vec<Fault>> {
        words::forecast::forecast(clash)
    }

    fn prepare(setup: &vocabulary::Setup) -> Result<Setup, Vec<Fault>> {
        setup::prepare(setup)
    }

    fn chosen(setup: &Setup) -> vocabulary::Setup {
        setup.chosen()
    }

    fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
        setup::begin(setup)
    }

    fn seats(_: &Setup) -> u8 {
        2
    }

    fn advance(t: &mut Table<Self>) -> Flow<Progress> {
        match t.state.stage {
            Stage::Mission => chapters::deployment::mission(t)?,
            Stage::Zones => chapters::deployment::zones(t)?,
            Stage::Deploying(seat) => chapters::deployment::deploy(t, seat)?,
            Stage::Roles => chapters::deployment::roles(t)?,
            Stage::Directives => chapters::directives::choose(t)?,
            Stage::RoundStart => chapters::round::begin(t)?,
            Stage::TurnStart => chapters::round::begin_turn(t)?,
            Stage::Command(who) => chapters::command::command(t, who)?,
            Stage::Disembarking => chapters::transport::disembark(t)?,
            Stage::Moving(who) => chapters::movement::move_next(t, who)?,
            Stage::Reserves => chapters::reserves::arrive(t)?,
            Stage::Embarking(who) => chapters::transport::embark(t, who)?,
            Stage::Acts => chapters::secondary::begin(t)?,
            Stage::PowerStart => chapters::power::gather(t)?,
            Stage::Power => chapters::power::use_powers(t)?,
            Stage::BattleStart => chapters::battle::begin(t)?,
            Stage::Battle(seat) => chapters::battle::choose(t, seat)?,
            Stage::Coherency(who) => chapters::coherency::restore(t, who)?,
            Stage::TurnEnd => chapters::round::end_turn(t)?,
            Stage::RoundEnd => return chapters::round::end_round(t),
        }
        Ok(Progress::Checkpoint)
    }

    fn apply(state: &mut State, fact: &Fact) {
        fact::apply(state, fact);
    }

    fn check(state: &State, seat: Seat, prompt: &Prompt, answer: &Answer) -> Result<(), Refusal> {
        prompt.question().check(state, seat, answer)
    }

    fn forced(state: &State, seat: Seat, prompt: &Prompt) -> Option<Answer> {
        prompt.question().forced(state, seat)
    }

    fn idle(state: &State, seat: Seat, prompt: &Prompt) -> Option<Answer> {
        prompt.question().idle(state, seat)
    }

    fn absent(state: &State, seat: Seat, prompt: &Prompt) -> Answer {
        prompt.question().absent(state, seat)
    }

    fn standing_orders() -> Vec<Term> {
        answering::orders::standing_orders()
    }

    fn quick_start() -> Vec<Order> {
        vec![answering::orders::SET_UP_FOR_ME]
    }

    fn stand(state: &State, seat: Seat, order: &Order, prompt: &Prompt) -> Option<Answer> {
        answering::orders::stand(state, seat, order, prompt)
    }

    fn offers(state: &State, seat: Seat, prompt: &Prompt) -> Vec<Offer> {
        answering::orders::offers(state, seat, prompt)
    }

    fn order_words(state: &State, order: &Order) -> Option<String> {
        Some(answering::orders::words(state, order))
    }

    fn options(state: &State, seat: Seat, prompt: &Prompt) -> Options {
        prompt::options(state, seat, prompt)
    }

    fn sample(state: &State, seat: Seat, prompt: &Prompt, stream: &mut Stream) -> Answer {
        prompt.question().sample(state, seat, stream)
    }

    fn describe(state: &State, seat: Seat, prompt: &Prompt) -> Ask {
        prompt::describe(state, seat, prompt)
    }

    fn view(state: &State, viewer: Viewer) -> View {
        words::view::view(state, viewer)
    }

    fn narrate(state: &State, fact: &Fact, viewer: Viewer) -> Option<Told> {
        fact::narrate(state, fact, viewer).map(Told::from)
    }

    fn narrate_roll(state: &State, roll: &Roll, viewer: Viewer) -> Option<Text> {
        Some(words::telling::narrate_roll(state, roll, viewer))
    }

    fn recap(state: &State, facts: &[Fact], viewer: Viewer) -> Option<Text> {
        words::recap::recap(state, facts, viewer)
    }

    fn reveals(fact: &Fact) -> bool {
        fact.reveals()
    }

    fn left(seat: Seat, how: Leaving) -> Fact {
        Fact::Left { seat, how }
    }

    fn adjust(state: &State, change: &Adjustment) -> Result<Fact, Refusal> {
        adjusting::adjust(state, change)
    }

    fn resample(state: &State, seat: Seat, stream: &mut Stream) -> State {
        chapters::directives::resample(state, seat, stream)
    }

    fn preview(state: &State, seat: Seat, prompt: &Prompt, answer: &Answer) -> Proof {
        prompt.question().preview(state, seat, answer)
    }

    fn draft(state: &State, _: Seat, prompt: &Prompt, wish: &Wish) -> Drafted {
        prompt.question().draft(state, wish)
    }

    fn query(state: &State, viewer: Viewer, asked: Option<&Prompt>, query: &Query) -> Result<Proof, Refusal> {
        words::view::query(state, viewer, asked, query)
    }
}
