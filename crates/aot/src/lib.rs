//! Archives of Tomorrow, in its three editions: the core rules, weapon traits and Archive Effects.
//!
//! The rulebook is `rulebook/archives-of-tomorrow.toml`. The chapters follow it: `preparation`, `round`, `action`,
//! `shooting`, `charging`, `reaction`, `targets`, `attack`, `traits`, `damage`, `battle`, `terror`, `control`, `effects`, `victory`; `movement` says
//! what is a legal move and finds some, `sight` who sees whom. Forces are in `card`, `ability`, `pack` and `force`, the battlefield
//! in `battlefield`, house rules in `house`, what the editions word by themselves in `edition`. What Commanders are asked and may answer is in `prompt`, what happens in
//! `fact`, the position in `state`. The rest puts that into the shared vocabulary: `asking`, `telling`, `view`;
//! `answers` are those that need no player, `drafting` makes one of where somebody drags models.

mod ability;
mod action;
mod adjusting;
mod answers;
mod asking;
mod attack;
mod battle;
mod battlefield;
mod boon;
mod card;
mod charging;
mod control;
mod damage;
mod doctrine;
mod drafting;
mod edition;
mod effects;
mod fact;
mod feat;
pub mod force;
mod house;
mod kept;
mod lessons;
mod movement;
pub mod pack;
mod preparation;
mod printed;
mod prompt;
mod reaction;
mod round;
mod setup;
mod shooting;
mod sight;
mod soul;
mod state;
mod tactics;
mod targets;
mod telling;
mod terror;
mod traits;
mod transport;
mod victory;
mod view;

use chance::Stream;
use engine::{Drafted, Flow, Leaving, Manual, Options, Order, Progress, Rules, Table, Told};
use vocabulary::{
    Adjustment, Answer, Ask, Catalogue, Fault, Judgement, List, Pack, Proof, Query, Refusal, Roll, Seat, Settings,
    Term, Text, View, Viewer, Wish, Word,
};

pub use ability::{Ability, UnknownAbility};
pub use attack::Blow;
pub use boon::{Boon, Gift, Source, Until};
pub use card::{BattleRange, Card, Numbers, Range, Rank, Size, Weapon};
pub use doctrine::{Condition, Doctrine, FactionRule, Feat, Interaction, Occasion, Whom, Yield};
pub use effects::Effect;
pub use fact::{Action, Fact, Reaction, Seats, Worth};
pub use feat::Window;
pub use movement::{Gait, Move};
pub use prompt::{Batch, Prompt, Sequence};
pub use setup::{Commander, Setup};
pub use soul::{Mark, Spell};
pub use state::{Stage, State, Whereabouts};
pub use traits::Trait;

/// The rules of Archives of Tomorrow.
#[derive(Clone, Debug, PartialEq)]
pub struct Aot;

impl Rules for Aot {
    type Setup = Setup;
    type State = State;
    type Prompt = Prompt;
    type Fact = Fact;

    const GAME: Word = Word::new("aot");
    const VERSION: u32 = 6;

    fn manual() -> Manual {
        setup::manual()
    }

    fn catalogue(packs: &[Pack]) -> Result<Catalogue, Vec<Fault>> {
        pack::read(packs).map(|brought| pack::catalogue_with(&brought))
    }

    fn judge(list: &List, settings: &Settings, packs: &[Pack]) -> Option<Judgement> {
        Some(force::judge_list_with(list, settings, packs))
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
            Stage::Proposal(number) => preparation::propose(t, number)?,
            Stage::Zones => preparation::pick_zones(t)?,
            Stage::Deploying(place) => preparation::set_up(t, place)?,
            Stage::RoundStart => round::begin(t)?,
            Stage::Turn(place) => round::take_turn(t, place)?,
            Stage::Battle => battle::fight(t)?,
            Stage::Aftermath => terror::aftermath(t)?,
            Stage::Control => control::control(t)?,
            Stage::RoundEnd => return victory::end_round(t),
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

    fn absent(state: &State, seat: Seat, prompt: &Prompt) -> Answer {
        answers::absent(state, seat, prompt)
    }

    fn standing_orders() -> Vec<Term> {
        answers::standing_orders()
    }

    fn stand(state: &State, seat: Seat, order: &Order, prompt: &Prompt) -> Option<Answer> {
        answers::stand(state, seat, order, prompt)
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

    fn narrate_roll(state: &State, roll: &Roll, _: Viewer) -> Option<Text> {
        Some(telling::narrate_roll(state, roll))
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

    fn preview(state: &State, _: Seat, prompt: &Prompt, answer: &Answer) -> Proof {
        view::preview(state, prompt, answer)
    }

    fn draft(state: &State, _: Seat, prompt: &Prompt, wish: &Wish) -> Drafted {
        drafting::draft(state, prompt, wish)
    }

    fn query(state: &State, _: Viewer, asked: Option<&Prompt>, query: &Query) -> Result<Proof, Refusal> {
        view::query(state, asked, query)
    }
}
