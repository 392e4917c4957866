//! Archives of Tomorrow, in its three editions, with all its modules.
//!
//! The rulebook is `rulebook/archives-of-tomorrow.toml`. Where things are:
//!
//! - `chapters`: the rules, one file for each chapter of the book
//! - `forces`: cards, packs, armies, editions, house rules
//! - `battlefield`, `setup`: what is fought on, and how a battle comes about
//! - `state`, `prompt`, `fact`: the position, what Commanders are asked, what happens; `adjusting`: what they change by consent
//! - `words`: all of that in the shared vocabulary
//! - `answering`: answers that need no player, drafts of a dragging hand, tactics of bots

mod adjusting;
mod answering;
mod battlefield;
mod chapters;
mod fact;
mod forces;
mod prompt;
mod setup;
mod state;
mod words;

use chance::Stream;
use engine::{Clash, Drafted, Flow, Forecast, Leaving, Manual, Offer, Options, Order, Progress, Rules, Table, Told};
use vocabulary::{
    Adjustment, Answer, Ask, Catalogue, Fault, Judgement, List, Pack, Proof, Query, Refusal, Roll, Seat, Setting,
    Settings, Term, Text, View, Viewer, Wish, Word,
};

pub use chapters::attack::Blow;
pub use chapters::effects::Effect;
pub use chapters::feat::Window;
pub use chapters::modifiers::{Modifier, Source, Timed, Until};
pub use chapters::movement::{Gait, Move};
pub use chapters::soul::{Mark, Spell};
pub use chapters::traits::Trait;
pub use fact::{Action, Fact, Reaction, Seats, Worth};
pub use forces::ability::{Ability, UnknownAbility};
pub use forces::card::{BattleRange, Card, Numbers, Range, Rank, Size, Weapon};
pub use forces::doctrine::{Condition, Doctrine, FactionRule, Feat, Interaction, Occasion, Whom, Yield};
pub use forces::{force, pack};
pub use prompt::{Batch, Prompt, Sequence};
pub use setup::{Commander, Setup};
pub use state::{Stage, State, Whereabouts};

/// The rules of Archives of Tomorrow.
#[derive(Clone, Debug, PartialEq)]
pub struct Aot;

impl Rules for Aot {
    type Setup = Setup;
    type State = State;
    type Prompt = Prompt;
    type Fact = Fact;

    const GAME: Word = Word::new("aot");
    const VERSION: u32 = 8;
    const LEFT_BY: &'static [&'static str] = &["aot.ruling.elimination"];

    fn manual() -> Manual {
        setup::manual()
    }

    fn catalogue(packs: &[Pack]) -> Result<Catalogue, Vec<Fault>> {
        pack::read(packs).map(|brought| pack::catalogue(&brought))
    }

    fn judge(list: &List, settings: &Settings, packs: &[Pack]) -> Option<Judgement> {
        Some(force::judge_list(list, settings, packs))
    }

    fn attack_form() -> Vec<Setting> {
        words::forecast::form()
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

    fn seats(setup: &Setup) -> u8 {
        setup.commanders.len() as u8
    }

    fn advance(t: &mut Table<Self>) -> Flow<Progress> {
        match t.state.stage {
            Stage::Proposal(number) => chapters::preparation::propose(t, number)?,
            Stage::Zones => chapters::preparation::pick_zones(t)?,
            Stage::Deploying(place) => chapters::preparation::set_up(t, place)?,
            Stage::RoundStart => chapters::round::begin(t)?,
            Stage::Turn(place) => chapters::round::take_turn(t, place)?,
            Stage::Battle => chapters::battle::fight(t)?,
            Stage::Aftermath => chapters::terror::aftermath(t)?,
            Stage::Control => chapters::control::control(t)?,
            Stage::RoundEnd => return chapters::victory::end_round(t),
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
        answering::answers::forced(state, seat, prompt)
    }

    fn idle(state: &State, seat: Seat, prompt: &Prompt) -> Option<Answer> {
        answering::idle::idle(state, seat, prompt)
    }

    fn absent(state: &State, seat: Seat, prompt: &Prompt) -> Answer {
        answering::answers::absent(state, seat, prompt)
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
        answering::answers::options(state, seat, prompt)
    }

    fn sample(state: &State, seat: Seat, prompt: &Prompt, stream: &mut Stream) -> Answer {
        answering::answers::sample(state, seat, prompt, stream)
    }

    fn describe(state: &State, seat: Seat, prompt: &Prompt) -> Ask {
        words::asking::describe(state, seat, prompt)
    }

    fn view(state: &State, viewer: Viewer) -> View {
        words::view::view(state, viewer)
    }

    fn narrate(state: &State, fact: &Fact, viewer: Viewer) -> Option<Told> {
        words::telling::narrate(state, fact, viewer).map(Told::from)
    }

    fn narrate_roll(state: &State, roll: &Roll, viewer: Viewer) -> Option<Text> {
        Some(words::telling::narrate_roll(state, roll, viewer))
    }

    fn recap(state: &State, facts: &[Fact], viewer: Viewer) -> Option<Text> {
        words::recap::recap(state, facts, viewer)
    }

    fn left(seat: Seat, how: Leaving) -> Fact {
        Fact::Left { seat, how }
    }

    fn adjust(state: &State, change: &Adjustment) -> Result<Fact, Refusal> {
        adjusting::adjust(state, change)
    }

    fn resample(state: &State, _: Seat, _: &mut Stream) -> State {
        // Nothing is hidden in this game.
        state.clone()
    }

    fn preview(state: &State, seat: Seat, prompt: &Prompt, answer: &Answer) -> Proof {
        words::view::preview(state, seat, prompt, answer)
    }

    fn draft(state: &State, _: Seat, prompt: &Prompt, wish: &Wish) -> Drafted {
        answering::drafting::draft(state, prompt, wish)
    }

    fn query(state: &State, viewer: Viewer, asked: Option<&Prompt>, query: &Query) -> Result<Proof, Refusal> {
        words::view::query(state, viewer, asked, query)
    }
}
