//! A ruleset for whoever knows none: what can be said and done before a match.

use std::marker::PhantomData;

use chance::Key;
use serde::Serialize;
use vocabulary::{
    Answer, Catalogue, Fault, Judgement, List, Order, Outcome, Pack, Refusal, Seat, Setting, Settings, Setup, Term,
    View, Viewer, Word,
};

use crate::codes::{no_field, no_odds, no_packs};
use crate::{
    Clash, Forecast, Host, Hosted, Manual, Match, Origin, Pending, Players, Record, RecordError, Report, Rules,
    Situation,
};

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A person, who answers later.
    Person,
    /// A bot of this level.
    Bot(Word),
}

/// Why a match cannot start.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StartError {
    /// Occurs when the set-up is not legal.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Setup(Vec<Fault>),
    /// Occurs when there is no bot of that level.
    #[error("there is no bot called {0}; choose from {1}")]
    NoSuchBot(Word, String),
    /// Occurs when a standing order cannot be given at the start.
    #[error("{0}")]
    Order(Refusal),
    /// Occurs when a record cannot be read or played.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A game that bots played to its end, or to where they stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Playout {
    /// How it ended.
    pub outcome: Outcome,
    /// In which round.
    pub rounds: u16,
    /// How many answers bots gave.
    pub decisions: u64,
    /// How many dice fell.
    pub dice: u64,
    /// The record, where it was wanted.
    pub record: Option<String>,
}

/// A ruleset, whatever the game.
pub trait Ruleset: Sync {
    /// Its id.
    fn id(&self) -> Word;

    /// The version of its rules.
    fn version(&self) -> u32;

    /// What it says about itself.
    fn manual(&self) -> Manual;

    /// The standing orders that seats may leave.
    fn standing_orders(&self) -> Vec<Term>;

    /// The standing orders of somebody who wants to play at once, with all preparation done.
    fn quick_start(&self) -> Vec<Order> {
        Vec::new()
    }

    /// The levels of bots that can play it.
    fn bots(&self) -> Vec<Term>;

    /// Every fault of a set-up.
    fn faults(&self, setup: &Setup) -> Vec<Fault>;

    /// What everybody would see of a match with this set-up before anything happens.
    ///
    /// # Errors
    /// Every fault of the set-up.
    fn opening(&self, setup: &Setup) -> Result<View, Vec<Fault>>;

    /// What the rules say of an army list under some settings, with the packs that somebody brings; nothing in a game
    /// without armies.
    fn judge(&self, list: &List, settings: &Settings, packs: &[Pack]) -> Option<Judgement>;

    /// What army lists can name, and lists that are ready, with the packs that somebody brings; empty in a game without
    /// armies.
    ///
    /// # Errors
    /// Every fault of the packs.
    fn catalogue(&self, packs: &[Pack]) -> Result<Catalogue, Vec<Fault>> {
        no_packs(packs).map_or_else(|| Ok(Catalogue::default()), |fault| Err(vec![fault]))
    }

    /// The form in which attacks are described to [`Ruleset::odds`]; empty in a game that tells none.
    fn attack_form(&self) -> Vec<Setting> {
        Vec::new()
    }

    /// What may come of an attack, without a match.
    ///
    /// # Errors
    /// Every fault of what was described at once.
    fn odds(&self, _clash: &Clash) -> Result<Forecast, Vec<Fault>> {
        Err(vec![no_odds()])
    }

    /// What players could have chosen to come to the match of a record: started with it, a match plays the same.
    ///
    /// # Errors
    /// Why the record cannot be read.
    fn chosen(&self, record: &str) -> Result<Setup, RecordError>;

    /// Starts a match; one holder a seat.
    ///
    /// # Errors
    /// Every fault of the set-up, or a bot there is not.
    fn start(&self, setup: &Setup, origin: Origin, holders: &[Holder]) -> Result<Box<dyn Hosted>, StartError>;

    /// Goes on with a match from its record.
    ///
    /// # Errors
    /// Why the record cannot be read or played.
    fn load(&self, record: &str, holders: &[Holder]) -> Result<Box<dyn Hosted>, StartError>;

    /// Goes on with a match from a record that the caller vouches for: it has not changed since these rules wrote it.
    /// Answers and dice are not checked again; the facts that follow from them are compared.
    ///
    /// # Errors
    /// Why the record cannot be read or played.
    fn resume(&self, record: &str, holders: &[Holder]) -> Result<Box<dyn Hosted>, StartError>;

    /// Plays a record again and compares everything.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    fn verify(&self, record: &str) -> Result<Report, RecordError>;

    /// Lets bots play a game among themselves, in place.
    ///
    /// # Errors
    /// Every fault of the set-up, or a bot there is not.
    fn play_out(&self, setup: &Setup, seed: u64, levels: &[Word], keep: bool) -> Result<Playout, StartError>;
}

/// Bots for a ruleset, by level.
pub trait Bots<R: Rules> {
    /// The levels.
    fn levels() -> Vec<Term>;

    /// A bot of a level, with a key of its own.
    fn bot(level: Word, key: Key) -> Option<Box<dyn Players<R> + Send>>;
}

/// The bot of each seat, where a bot holds it.
struct Holders<R: Rules>(Vec<Option<Box<dyn Players<R> + Send>>>);

impl<R: Rules> Players<R> for Holders<R> {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        let Seat(seat) = situation.seat();
        self.0.get_mut(usize::from(seat))?.as_mut()?.answer(situation)
    }

    fn may_pause(&self) -> bool {
        self.0.iter().any(|holder| holder.as_ref().is_none_or(Players::may_pause))
    }
}

/// A ruleset with bots, as a [`Ruleset`].
pub struct Game<R, B>(PhantomData<fn() -> (R, B)>);

impl<R: Rules, B: Bots<R>> Game<R, B> {
    /// The ruleset with these bots.
    #[expect(clippy::new_without_default, reason = "a const fn serves statics, a Default would not")]
    pub const fn new() -> Game<R, B> {
        Game(PhantomData)
    }

    /// The set-up as the rules read it. A battlefield for a game that has none is refused here, for all such games.
    fn prepare(setup: &Setup) -> Result<R::Setup, Vec<Fault>> {
        let prepared = R::prepare(setup);
        if setup.field.is_some() && R::manual().fields.is_empty() {
            let mut faults = prepared.err().unwrap_or_default();
            faults.push(no_field());
            return Err(faults);
        }
        prepared
    }

    /// The bots of a match. Their keys follow from the dice's number where that is known to all anyway, so that a
    /// simulated game can be had again; otherwise from the promise, which tells nothing about the dice.
    fn holders(origin: &Origin, holders: &[Holder]) -> Result<Holders<R>, StartError> {
        let key = match origin {
            Origin::Seeded { seed } => Key::from_seed("bot", *seed),
            Origin::Committed { commitment, .. } => Key(commitment.0).branch("bot", 0),
            Origin::Typed => Key::from_seed("bot", 0),
        };
        let bot = |(seat, holder): (u64, &Holder)| match holder {
            Holder::Person => Ok(None),
            Holder::Bot(level) => match B::bot(*level, key.branch("seat", seat)) {
                Some(bot) => Ok(Some(bot)),
                None => {
                    let levels: Vec<String> = B::levels().iter().map(|term| term.id.to_string()).collect();
                    Err(StartError::NoSuchBot(*level, levels.join(", ")))
                }
            },
        };
        (0..).zip(holders).map(bot).collect::<Result<_, _>>().map(Holders)
    }
}

impl<R: Rules, B: Bots<R>> Ruleset for Game<R, B> {
    fn id(&self) -> Word {
        R::GAME
    }

    fn version(&self) -> u32 {
        R::VERSION
    }

    fn manual(&self) -> Manual {
        R::manual()
    }

    fn standing_orders(&self) -> Vec<Term> {
        crate::standing_orders::<R>()
    }

    fn quick_start(&self) -> Vec<Order> {
        R::quick_start()
    }

    fn bots(&self) -> Vec<Term> {
        B::levels()
    }

    fn faults(&self, setup: &Setup) -> Vec<Fault> {
        Self::prepare(setup).err().unwrap_or_default()
    }

    fn opening(&self, setup: &Setup) -> Result<View, Vec<Fault>> {
        let state = R::begin(&Self::prepare(setup)?)?;
        Ok(R::view(&state, Viewer::Spectator))
    }

    fn judge(&self, list: &List, settings: &Settings, packs: &[Pack]) -> Option<Judgement> {
        R::judge(list, settings, packs)
    }

    fn catalogue(&self, packs: &[Pack]) -> Result<Catalogue, Vec<Fault>> {
        R::catalogue(packs)
    }

    fn attack_form(&self) -> Vec<Setting> {
        R::attack_form()
    }

    fn odds(&self, clash: &Clash) -> Result<Forecast, Vec<Fault>> {
        R::odds(clash)
    }

    fn chosen(&self, record: &str) -> Result<Setup, RecordError> {
        Record::<R>::from_text(record).map(|record| R::chosen(&record.setup))
    }

    fn start(&self, setup: &Setup, origin: Origin, holders: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        let setup = Self::prepare(setup).map_err(StartError::Setup)?;
        let players = Self::holders(&origin, holders)?;
        let game = Match::<R>::new(setup, origin).map_err(StartError::Setup)?;
        Ok(Box::new(Host::new(game, Box::new(players))))
    }

    fn load(&self, record: &str, holders: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        let record = Record::<R>::from_text(record)?;
        let players = Self::holders(&record.origin, holders)?;
        let host = Host::load(&record, Box::new(players)).map_err(RecordError::from)?;
        Ok(Box::new(host))
    }

    fn resume(&self, record: &str, holders: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        let record = Record::<R>::from_text(record)?;
        let players = Self::holders(&record.origin, holders)?;
        let host = Host::resume(&record, Box::new(players)).map_err(RecordError::from)?;
        Ok(Box::new(host))
    }

    fn verify(&self, record: &str) -> Result<Report, RecordError> {
        crate::verify::<R>(record)
    }

    fn play_out(&self, setup: &Setup, seed: u64, levels: &[Word], keep: bool) -> Result<Playout, StartError> {
        let setup = Self::prepare(setup).map_err(StartError::Setup)?;
        let origin = Origin::Seeded { seed };
        let holders: Vec<Holder> = levels.iter().map(|level| Holder::Bot(*level)).collect();
        let mut players = Self::holders(&origin, &holders)?;
        let game = if keep { Match::<R>::new(setup, origin) } else { Match::forgetful(setup, origin) };
        let mut game = game.map_err(StartError::Setup)?;
        game.run(&mut players, &mut ());
        let outcome = match game.pending() {
            Pending::Over(outcome) => outcome.clone(),
            other => panic!("bots left a match that waits: {other:?}"),
        };
        let (decisions, dice) = (game.history().decisions(), game.history().thrown().into());
        let rounds = R::view(game.state(), Viewer::Spectator).moment.round;
        let record = if keep { Some(game.record().to_text()) } else { None };
        Ok(Playout { outcome, rounds, decisions, dice, record })
    }
}
