//! Reserves: units that arrive, that come back from the dead, and that an enemy places; and those that come too late.

use engine::{Flow, Table};
use ground::Length;
use smallvec::SmallVec;
use troops::Models;
use vocabulary::{Answer, Seat, Token, UnitId, Word};

use crate::LastEdition;
use crate::chapters::directives::Directive;
use crate::chapters::placing::{Placing, Spot};
use crate::chapters::round::go;
use crate::chapters::{command, damage};
use crate::fact::Fact;
use crate::forces::house::{DefaultDirection, DeusExStrength, ReserveLost};
use crate::forces::keyword::Direction;
use crate::prompt::Prompt;
use crate::state::{Stage, State, Units, Whereabouts, Who};

mod asks;
mod facts;

pub use asks::Asks;
pub use facts::Facts;

/// No nearer to enemies. Carries out `tle.reserve.nine-inches`, `tle.keyword.shock-teleport-place`.
pub(crate) const CLOSEST: Length = Length::inches(9);
/// How near to an edge. Carries out `tle.keyword.direction-side`.
pub(crate) const SIDE: Length = Length::inches(3);

/// Where units arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// Anywhere.
    Anywhere,
    /// Near an edge of the battlefield.
    Side,
    /// In the zone of their player.
    OwnZone,
}

impl Landing {
    /// The rules behind it.
    fn rules(self) -> [&'static str; 2] {
        match self {
            Landing::Anywhere => ["tle.keyword.direction-anywhere", "tle.ruling.direction-choice"],
            Landing::Side => ["tle.keyword.direction-side", "tle.ruling.direction-choice"],
            Landing::OwnZone => ["tle.ruling.reserve-position", "tle.ruling.within-inclusive"],
        }
    }
}

impl From<Direction> for Landing {
    fn from(direction: Direction) -> Landing {
        match direction {
            Direction::Anywhere => Landing::Anywhere,
            Direction::Side => Landing::Side,
        }
    }
}

/// A unit arrives; if no more do, the dead return, an enemy unit is placed, and latecomers are lost. Then the other player
/// declares reaction units.
///
/// Carries out `tle.reserve.step`, `tle.reserve.counts-as-moved`, `tle.reserve.no-orders`,
/// `tle.directive.joker-return`, `tle.directive.misinformation`, `tle.ruling.misinformation`,
/// `tle.phase.movement.reaction-units`, `tle.ruling.movement-steps`, `tle.ruling.reserve-leftover`.
pub(crate) fn arrive(t: &mut Table<LastEdition>) -> Flow<()> {
    let seat = t.state.active;
    let among: Units = t.state.units_of(seat).filter(|unit| t.state.may_arrive(*unit)).collect();
    if !among.is_empty() {
        let answer = t.ask(seat, Prompt::Reserves(Asks::Arrive { among }))?;
        if let Some(unit) = answer.token().and_then(Token::unit) {
            return place(t, seat, unit);
        }
    }
    return_from_the_dead(t, seat)?;
    misinform(t, seat)?;
    lose_latecomers(t, seat)?;
    command::declare(t, State::enemy_of(seat), "tle.phase.movement.reaction-units")?;
    go(t, Stage::Moving(Who::Reactive));
    Ok(())
}

/// A player places a unit from reserve, or leaves it there. Carries out `tle.reserve.step`,
/// `tle.reserve.nine-inches`, `tle.keyword.shock-teleport-place`, `tle.ruling.reserve-position`.
fn place(t: &mut Table<LastEdition>, seat: Seat, unit: UnitId) -> Flow<()> {
    let models = t.state.survivors(unit).collect();
    let (landing, placed) = ask_place(t, seat, unit, models)?;
    if placed.is_empty() {
        t.tell_by(Fact::Reserves(Facts::StaysAway { unit }), ["tle.ruling.reserve-leftover"]);
        return Ok(());
    }
    t.tell_with(Fact::Reserves(Facts::Arrived { unit, placed }), |state| {
        let mut rules = vec!["tle.reserve.step", "tle.reserve.nine-inches", "tle.reserve.counts-as-moved"];
        rules.extend(landing.rules());
        if state.seat_of(unit) != seat {
            rules.extend(["tle.directive.misinformation", "tle.ruling.misinformation"]);
        } else if state.unit(unit).joker {
            rules.extend(["tle.directive.joker-return", "tle.ruling.joker"]);
        }
        if state.sheet(unit).shock_teleport.is_some() {
            rules.extend(["tle.keyword.shock-teleport", "tle.keyword.shock-teleport-place"]);
        }
        rules
    });
    Ok(())
}

/// Where a unit arrives: the direction, if there is a choice, then the places.
fn ask_place(t: &mut Table<LastEdition>, seat: Seat, unit: UnitId, models: Models) -> Flow<(Landing, troops::Placed)> {
    let among = t.state.landings(unit);
    let landing = match among.as_slice() {
        [only] => *only,
        _ => {
            let answer = t.ask(seat, Prompt::Reserves(Asks::Direction { unit, among: among.clone() }))?;
            let named = |landing: &&Landing| answer.token() == Some(Token::Word(asks::word_of(**landing)));
            among.iter().find(named).copied().unwrap_or(among[0])
        }
    };
    let Answer::Place(placed) = t.ask(seat, Prompt::Reserves(Asks::Place { unit, models, landing }))? else {
        unreachable!("a checked answer places models")
    };
    Ok((landing, placed))
}

/// A unit that was destroyed returns.
///
/// Carries out `tle.directive.deus-ex-machina`, `tle.directive.deus-ex-machina-still-killed`,
/// `tle.ruling.deus-ex-return`.
fn return_from_the_dead(t: &mut Table<LastEdition>, seat: Seat) -> Flow<()> {
    if !t.state.has_directive(seat, Directive::DeusExMachina) {
        return Ok(());
    }
    let among: Units = t.state.units_of(seat).filter(|unit| !t.state.is_alive(*unit)).collect();
    if among.is_empty() {
        return Ok(());
    }
    let answer = t.ask(seat, Prompt::Reserves(Asks::Return { among }))?;
    let Some(unit) = answer.token().and_then(Token::unit) else { return Ok(()) };
    let mut models: Models = t.state.roll_call(unit).collect();
    if t.state.house().deus_ex_strength == DeusExStrength::SingleModel && models.len() > 1 {
        let answer = t.ask(seat, Prompt::Reserves(Asks::ReturnModel { unit }))?;
        models = answer.token().and_then(Token::model).into_iter().collect();
    }
    let (landing, placed) = ask_place(t, seat, unit, models)?;
    if placed.is_empty() {
        t.tell_by(Fact::Reserves(Facts::StaysDead { unit }), ["tle.ruling.deus-ex-return"]);
        return Ok(());
    }
    let rules = [
        "tle.directive.deus-ex-machina",
        "tle.directive.deus-ex-machina-still-killed",
        "tle.ruling.deus-ex-return",
        "tle.reserve.nine-inches",
        "tle.reserve.counts-as-moved",
    ];
    t.tell_by(Fact::Reserves(Facts::Returned { unit, placed }), rules.into_iter().chain(landing.rules()));
    Ok(())
}

/// A player places a unit of the enemy. Carries out `tle.directive.misinformation`, `tle.ruling.misinformation`.
fn misinform(t: &mut Table<LastEdition>, seat: Seat) -> Flow<()> {
    if !t.state.has_directive(seat, Directive::Misinformation) {
        return Ok(());
    }
    let enemy = State::enemy_of(seat);
    let among: Units = t.state.units_of(enemy).filter(|unit| t.state.unit(*unit).at == Whereabouts::Reserve).collect();
    if among.is_empty() {
        return Ok(());
    }
    let answer = t.ask(seat, Prompt::Reserves(Asks::Misinform { among }))?;
    match answer.token().and_then(Token::unit) {
        Some(unit) => place(t, seat, unit),
        None => Ok(()),
    }
}

/// Units that could arrive for the last time are lost.
///
/// Carries out `tle.keyword.shock-teleport-late`, `tle.ruling.reserve-leftover`, `tle.ruling.turn-means-round`.
fn lose_latecomers(t: &mut Table<LastEdition>, seat: Seat) -> Flow<()> {
    let late: Units = t.state.units_of(seat).filter(|unit| t.state.is_late(*unit, t.state.round)).collect();
    lose(t, &late)
}

/// At the end of the battle, units that are still in reserve are lost: those that should have arrived, or all of them.
///
/// Carries out `tle.ruling.reserve-leftover`, `tle.keyword.shock-teleport-late`.
pub(crate) fn lose_all(t: &mut Table<LastEdition>) -> Flow<()> {
    let all = t.state.house().reserve_lost == ReserveLost::All;
    let is_lost = |unit: &UnitId| {
        let waits = t.state.unit(*unit).at == Whereabouts::Reserve;
        waits && (all || t.state.is_late(*unit, u8::MAX))
    };
    let lost: Units = t.state.all_units().filter(is_lost).collect();
    lose(t, &lost)
}

fn lose(t: &mut Table<LastEdition>, units: &[UnitId]) -> Flow<()> {
    for unit in units {
        damage::lose(t, *unit, &["tle.keyword.shock-teleport-late", "tle.ruling.reserve-leftover"]);
    }
    Ok(())
}

impl State {
    /// Whether a unit can arrive now: a shock teleport in its turns, one that Joker took away in any.
    ///
    /// Carries out `tle.keyword.shock-teleport-turns`, `tle.ruling.turn-means-round`, `tle.directive.joker-return`,
    /// `tle.ruling.joker`.
    pub(crate) fn may_arrive(&self, unit: UnitId) -> bool {
        let this = self.unit(unit);
        let turns = self.sheet(unit).shock_teleport.as_ref().map(|teleport| teleport.turns.as_slice());
        let in_turn = this.joker || turns.is_none_or(|turns| turns.contains(&self.round));
        this.at == Whereabouts::Reserve && !this.acted && in_turn
    }

    /// Whether the last turn in which a unit could arrive is over once the reserves of a round are placed. Carries out
    /// `tle.keyword.shock-teleport-late`.
    fn is_late(&self, unit: UnitId, round: u8) -> bool {
        let this = self.unit(unit);
        let teleport = self.sheet(unit).shock_teleport.as_ref();
        let last = teleport.and_then(|teleport| teleport.turns.iter().copied().max());
        this.at == Whereabouts::Reserve && !this.joker && last.is_some_and(|last| last <= round)
    }

    /// Where a unit can arrive: as its datasheet says, or as the setting does.
    ///
    /// Carries out `tle.keyword.shock-teleport-place`, `tle.ruling.direction-choice`, `tle.ruling.reserve-position`.
    pub(crate) fn landings(&self, unit: UnitId) -> SmallVec<[Landing; 2]> {
        match &self.sheet(unit).shock_teleport {
            Some(teleport) => teleport.directions.iter().map(|direction| Landing::from(*direction)).collect(),
            None => SmallVec::from_slice(&[match self.house().default_direction {
                DefaultDirection::Side => Landing::Side,
                DefaultDirection::OwnZone => Landing::OwnZone,
                DefaultDirection::Anywhere => Landing::Anywhere,
            }]),
        }
    }

    /// Models of a unit that arrive. Carries out `tle.reserve.nine-inches`, `tle.ruling.reserve-position`.
    pub(crate) fn landing(&self, unit: UnitId, models: Models, landing: Landing) -> Placing<'_> {
        self.placing_of(unit, models, Spot::Landing(landing))
    }
}

/// The word for an arrival in one's own zone.
pub(crate) const OWN_ZONE: Word = Word::new("own-zone");
