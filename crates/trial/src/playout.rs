//! The playout suite: laws that hold for every ruleset, tried on whole random games.
//!
//! A law is a function that says what is broken. The suite plays a game for each seed and tries all of them:
//!
//! | law | what it says |
//! | --- | --- |
//! | [`drivers_agree`] | the same facts and the same record come about whether bots play inline, nothing is kept, every ask suspends, the match is loaded anew at every entry, or answers are taken back and given again |
//! | [`answers_are_legal`] | every option, suggestion, pass, proposal, sample and mend passes `check`; an ask with one legal answer is not asked; answers survive notation and JSON; preview and answer agree |
//! | [`views_fold`] | folding a seat's changes gives its view; what a step came to sums up what is new |
//! | [`nothing_leaks`] | what a seat sees, hears and is offered does not change when another's secrets do |
//! | [`record_verifies`] | the record of the game is found to be as it should be |
//! | [`drafts_keep_their_word`] | wherever models are dragged, the draft says what an answer would come to, moves nobody else and offers only what is legal |
//! | [`every_question_matters`] | of the answers to a question some two lead to positions that differ in more than which of several equals it was |
//! | [`nobody_waits_in_vain`] | wherever the game is broken off, it waits for somebody who has a legal answer |
//!
//! ```
//! trial::playout::suite::<duel::Duel>(&vocabulary::Setup::of(&["Ann", "Bo"]), 1..=3).unwrap();
//! ```

mod answers;
mod drafts;
mod drivers;
mod matters;
mod secrets;
mod views;
mod waits;
mod whole;

use std::ops::RangeInclusive;

use bots::Random;
use chance::{Key, Stream};
use engine::{Match, Origin, Players, Rules, Situation};
use vocabulary::{Answer, FieldChoice, List, Pack, ReadyList, Setting, SettingKind, Settings, Setup, Value};

pub use answers::answers_are_legal;
pub use drafts::drafts_keep_their_word;
pub use drivers::drivers_agree;
pub use matters::{Matters, every_question_matters, questions_that_matter};
pub use secrets::nothing_leaks;
pub use views::views_fold;
pub use waits::{nobody_waits_in_vain, waits_for_somebody};
pub use whole::plays_through;

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("seed {seed}: {law}: {text}")]
pub struct Broken {
    /// The seed of the game that shows it.
    pub seed: u64,
    /// The law.
    pub law: &'static str,
    /// What is wrong.
    pub text: String,
}

/// What a law gives.
pub type Law = Result<(), String>;

/// A law with its name.
type Named<R> = (&'static str, fn(&<R as Rules>::Setup, u64) -> Law);

/// Plays a game for each seed and tries every law on it.
///
/// # Errors
/// The first law that does not hold.
pub fn suite<R: Rules>(setup: &Setup, seeds: RangeInclusive<u64>) -> Result<(), Broken> {
    for seed in seeds {
        let laws: [Named<R>; 8] = [
            ("drivers agree", drivers_agree::<R>),
            ("answers are legal", answers_are_legal::<R>),
            ("views fold", views_fold::<R>),
            ("nothing leaks", nothing_leaks::<R>),
            ("the record verifies", record_verifies::<R>),
            ("drafts keep their word", drafts_keep_their_word::<R>),
            ("every question matters", every_question_matters::<R>),
            ("nobody waits in vain", nobody_waits_in_vain::<R>),
        ];
        for (law, holds) in laws {
            let prepared = R::prepare(setup).map_err(|faults| Broken { seed, law, text: format!("{faults:?}") })?;
            holds(&prepared, seed).map_err(|text| Broken { seed, law, text })?;
        }
    }
    Ok(())
}

/// A set-up for a seed: some number of seats, and for every other seed random settings.
pub fn random_setup<R: Rules>(seed: u64) -> Setup {
    random_setup_of::<R>(seed, None, &Settings::new(), &[])
}

/// As [`random_setup`], with so many seats, with some settings that are not drawn, and with the armies of packs, where
/// there are any.
pub fn random_setup_of<R: Rules>(seed: u64, seats: Option<u8>, agreed: &Settings, packs: &[Pack]) -> Setup {
    let manual = R::manual();
    let mut stream = Stream::new(Key::from_seed("playout setup", seed));
    let (least, most) = (u32::from(*manual.seats.start()), u32::from(*manual.seats.end()));
    let drawn = least + stream.below(most - least + 1);
    let seats = seats.map_or(drawn, u32::from);
    let names: Vec<String> = (1..=seats).map(|n| format!("Player {n}")).collect();
    let mut setup = Setup::of(&names.iter().map(String::as_str).collect::<Vec<_>>());
    // Armies that are legal when nothing else is set.
    let viable = |list: &&List| R::judge(list, agreed, packs).is_none_or(|judgement| judgement.faults.is_empty());
    let brought = armies_of::<R>(packs);
    let ready = if brought.is_empty() { &manual.armies } else { &brought };
    let armies: Vec<&List> = ready.iter().map(|army| &army.list).filter(viable).collect();
    for player in &mut setup.players {
        player.army = stream.pick(&armies).map(|list| (*list).clone());
    }
    setup.packs = packs.to_vec();
    // A handful of battlefields, because making one takes long.
    setup.field = (!manual.fields.is_empty()).then(|| FieldChoice::Seed(1 + u64::from(stream.below(6))));
    setup.settings = agreed.clone();
    if seed % 2 == 1 {
        setup.settings = random_settings(&manual.settings, &mut stream);
        setup.settings.extend(agreed.clone());
        usual_where_faulty::<R>(&mut setup, agreed);
    }
    setup
}

/// The armies in packs, without those that come with the game.
fn armies_of<R: Rules>(packs: &[Pack]) -> Vec<ReadyList> {
    let armies = |packs| R::catalogue(packs).unwrap_or_else(|faults| panic!("{faults:?}")).armies;
    let own = armies(&[]);
    armies(packs).into_iter().filter(|army| !own.contains(army)).collect()
}

/// Puts settings that were not agreed on back to their defaults as long as the set-up breaks the rules behind them: an army need not fit into
/// every limit, nor a battlefield fulfil every demand.
fn usual_where_faulty<R: Rules>(setup: &mut Setup, agreed: &Settings) {
    let form = R::manual().settings;
    while let Err(faults) = R::prepare(setup) {
        let named = |setting: &&Setting| {
            !agreed.contains_key(&setting.name) && faults.iter().any(|fault| fault.rule == setting.rule)
        };
        let before = setup.settings.len();
        for setting in form.iter().filter(named) {
            setup.settings.remove(&setting.name);
        }
        if setup.settings.len() == before {
            // The rule that is broken has no setting of its own, so any of them may be behind it.
            let Some(last) = setup.settings.keys().rfind(|name| !agreed.contains_key(*name)).cloned() else { return };
            setup.settings.remove(&last);
        }
    }
}

/// A random value for every setting of a form.
pub fn random_settings(form: &[Setting], stream: &mut Stream) -> Settings {
    let value = |setting: &Setting, stream: &mut Stream| match &setting.kind {
        SettingKind::Switch => Value::Switch(stream.below(2) == 0),
        SettingKind::Number { optional: true, .. } | SettingKind::Length { optional: true } if stream.below(4) == 0 => {
            Value::None
        }
        SettingKind::Number { min, max, .. } => Value::Number(min + stream.below((max - min + 1) as u32) as i32),
        SettingKind::Length { .. } => Value::Length(ground::Length::inches(stream.below(13) as i32)),
        SettingKind::Choice(options) => stream.pick(options).map_or(Value::None, |word| Value::Choice(*word)),
        SettingKind::Set(options) => {
            let mut words: Vec<_> = options.iter().copied().filter(|_| stream.below(2) == 0).collect();
            words.sort();
            Value::Set(words)
        }
        SettingKind::Dice => setting.default.clone(),
    };
    form.iter().map(|setting| (setting.name.clone(), value(setting, stream))).collect()
}

/// A random player for each seat, whose answer to an ask depends on the ask and the seat only.
///
/// So the same asks get the same answers, however often rules run again in between.
#[derive(Clone)]
pub struct Steady {
    key: Key,
}

impl Steady {
    /// The players of a seed.
    pub fn new(seed: u64) -> Steady {
        Steady { key: Key::from_seed("playout", seed) }
    }

    fn answer_to<R: Rules>(&self, situation: &Situation<'_, R>, asked: u64) -> Answer {
        let key = self.key.branch("ask", asked).branch("seat", situation.seat().0.into());
        situation.sample(&mut Stream::new(key))
    }
}

impl<R: Rules> Players<R> for Steady {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        Some(self.answer_to(situation, situation.ask().into()))
    }

    fn may_pause(&self) -> bool {
        false
    }
}

fn new_match<R: Rules>(setup: &R::Setup, seed: u64) -> Result<Match<R>, String> {
    Match::new(setup.clone(), Origin::Seeded { seed }).map_err(|faults| format!("{faults:?}"))
}

/// The record of a game is found to be as it should be.
///
/// # Errors
/// What is wrong with it.
pub fn record_verifies<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    let mut game = new_match::<R>(setup, seed)?;
    game.run(&mut Random::new(Key::from_seed("bot", seed)), &mut ());
    let report = engine::verify::<R>(&game.record().to_text()).map_err(|error| error.to_string())?;
    if report.outcome.as_ref() != game.outcome() || !report.dice_checked {
        return Err(format!("the report says something else: {report:?}"));
    }
    Ok(())
}
