//! Transports: who is aboard, how units get in and out, and what becomes of them when a transport is destroyed.

use engine::{Flow, Table};
use ground::Length;
use troops::Models;
use vocabulary::{Answer, ModelId, Token, UnitId};

use crate::LastEdition;
use crate::chapters::orders;
use crate::chapters::placing::{Placing, Spot};
use crate::chapters::round::go;
use crate::fact::Fact;
use crate::forces::house::NoReactionUntil;
use crate::forces::keyword::Transport;
use crate::prompt::Prompt;
use crate::state::{Stage, State, Units, Whereabouts, Who};

mod asks;
mod facts;
#[cfg(test)]
mod tests;
mod wreck;

pub use asks::Asks;
pub use facts::Facts;
pub(crate) use wreck::destroyed;

/// Carries out `tle.transport.embark-range`, `tle.transport.disembark-range`, `tle.transport.destroyed-place`.
pub(crate) const NEAR: Length = Length::inches(3);

/// Units leave their transports, one by one, before anybody moves.
///
/// Carries out `tle.transport.disembark-time`, `tle.transport.disembark-range`, `tle.transport.disembark-no-melee`,
/// `tle.transport.disembark-no-advance`, `tle.ruling.disembark`, `tle.ruling.movement-steps`.
pub(crate) fn disembark(t: &mut Table<LastEdition>) -> Flow<()> {
    orders::begin_phase(t);
    let seat = t.state.active;
    let among: Units = t.state.units_of(seat).filter(|unit| t.state.may_disembark(*unit)).collect();
    if !among.is_empty() {
        let answer = t.ask(seat, Prompt::Transport(Asks::Disembark { among }))?;
        if let Some(unit) = answer.token().and_then(Token::unit) {
            return get_out(t, unit);
        }
    }
    go(t, Stage::Moving(Who::Active));
    Ok(())
}

fn get_out(t: &mut Table<LastEdition>, unit: UnitId) -> Flow<()> {
    let Some((transport, hull)) = t.state.ride_of(unit) else { return Ok(()) };
    let seat = t.state.seat_of(unit);
    let Answer::Place(placed) = t.ask(seat, Prompt::Transport(Asks::Place { unit, hull }))? else {
        unreachable!("a checked answer places models")
    };
    if placed.is_empty() {
        t.tell_by(Fact::Transport(Facts::StaysAboard { unit }), ["tle.ruling.disembark"]);
        return Ok(());
    }
    let rules = [
        "tle.transport.disembark-time",
        "tle.transport.disembark-range",
        "tle.transport.disembark-no-melee",
        "tle.ruling.disembark",
        "tle.ruling.movement-steps",
    ];
    t.tell_by(Fact::Transport(Facts::Disembarked { unit, transport, placed }), rules);
    Ok(())
}

/// Units board transports, one by one, when everybody has moved: those of the active player, then reaction units.
///
/// Carries out `tle.transport.embark-time`, `tle.transport.embark-range`, `tle.transport.embark-no-melee`,
/// `tle.transport.embark-no-fall-back-advance`, `tle.transport.capacity`, `tle.ruling.movement-steps`.
pub(crate) fn embark(t: &mut Table<LastEdition>, who: Who) -> Flow<()> {
    let seat = t.state.seat_of_part(who);
    let reacts = |unit: &UnitId| who == Who::Active || t.state.unit(*unit).reacts;
    let can = |unit: &UnitId| reacts(unit) && !t.state.rides_near(*unit).is_empty();
    let among: Units = t.state.fielded_by(seat).filter(can).collect();
    if !among.is_empty() {
        let answer = t.ask(seat, Prompt::Transport(Asks::Embark { among }))?;
        if let Some(unit) = answer.token().and_then(Token::unit) {
            let transport = ask_ride(t, unit)?;
            let rules = [
                "tle.transport.embark-time",
                "tle.transport.embark-range",
                "tle.transport.capacity",
                "tle.transport.off-board",
                "tle.ruling.transport-capacity",
            ];
            t.tell_by(Fact::Transport(Facts::Embarked { unit, transport }), rules);
            return Ok(());
        }
    }
    go(
        t,
        match who {
            Who::Active => Stage::Embarking(Who::Reactive),
            Who::Reactive => Stage::Acts,
        },
    );
    Ok(())
}

/// The transport that a unit boards; it is asked only where there are several.
fn ask_ride(t: &mut Table<LastEdition>, unit: UnitId) -> Flow<UnitId> {
    let among = t.state.rides_near(unit);
    let first = among[0];
    if among.len() == 1 {
        return Ok(first);
    }
    let answer = t.ask(t.state.seat_of(unit), Prompt::Transport(Asks::Ride { unit, among }))?;
    Ok(answer.token().and_then(Token::unit).unwrap_or(first))
}

impl State {
    /// How many models are aboard a transport.
    pub(crate) fn load(&self, transport: UnitId) -> usize {
        self.aboard(transport).map(|unit| self.survivors(unit).count()).sum()
    }

    /// Whether a transport takes a unit aboard: a whole unit, of a kind that it carries.
    ///
    /// Carries out `tle.transport.capacity`, `tle.ruling.transport-capacity`.
    pub(crate) fn has_room_for(&self, transport: UnitId, unit: UnitId) -> bool {
        let Some(space) = &self.sheet(transport).transport else { return false };
        let sheet = self.sheet(unit);
        // A transport rides only where it is named, not as one of a role.
        let named = |word: &vocabulary::Word| *word == Transport::WORD || *word == sheet.id;
        let suits = sheet.is_any(&space.only) && (sheet.transport.is_none() || space.only.iter().any(named));
        transport != unit
            && self.seat_of(transport) == self.seat_of(unit)
            && suits
            && self.load(transport) + self.survivors(unit).count() <= usize::from(space.models)
    }

    /// The transport that a unit is aboard of, with the model that it gets out around.
    pub(crate) fn ride_of(&self, unit: UnitId) -> Option<(UnitId, ModelId)> {
        let Whereabouts::Aboard(transport) = self.unit(unit).at else { return None };
        Some((transport, self.living(transport).next()?))
    }

    /// Whether a unit can leave its transport.
    ///
    /// Carries out `tle.transport.disembark-no-melee`, `tle.transport.disembark-no-advance`.
    pub(crate) fn may_disembark(&self, unit: UnitId) -> bool {
        let Some((transport, _)) = self.ride_of(unit) else { return false };
        self.is_on_field(transport)
            && !self.unit(unit).acted
            && !self.is_in_melee(transport)
            && !self.has_advanced(transport)
    }

    /// The transports that a unit can board where it stands.
    ///
    /// Carries out `tle.transport.embark-range`, `tle.transport.embark-no-melee`,
    /// `tle.transport.embark-no-fall-back-advance`, `tle.ruling.disembark`.
    pub(crate) fn rides_near(&self, unit: UnitId) -> Units {
        let ran = |unit: UnitId| self.has_advanced(unit) || self.has_fallen_back(unit);
        let got_out = self.is_this_turn(self.unit(unit).last.disembarked);
        if !self.is_on_field(unit) || got_out || ran(unit) || self.is_in_melee(unit) {
            return Units::new();
        }
        let takes = |transport: &UnitId| {
            self.has_room_for(*transport, unit)
                && self.units_within(unit, *transport, NEAR)
                && !ran(*transport)
                && !self.is_in_melee(*transport)
        };
        self.fielded_by(self.seat_of(unit)).filter(takes).collect()
    }

    /// Whether a unit that was thrown out of its transport in a turn still does not react.
    ///
    /// Carries out `tle.transport.destroyed-no-reaction`, `tle.ruling.transport-no-reaction`.
    pub(crate) fn is_too_shaken(&self, thrown_out: u16) -> bool {
        // Turns are numbered from 1, two to a round.
        let round = |turn: u16| turn.div_ceil(2);
        thrown_out != 0
            && match self.house().no_reaction_until {
                NoReactionUntil::EndOfTurn => thrown_out == self.turn,
                NoReactionUntil::EndOfRound => round(thrown_out) == round(self.turn),
            }
    }

    /// A unit that gets out around its transport. Carries out `tle.transport.disembark-range`,
    /// `tle.ruling.disembark`.
    pub(crate) fn getting_out(&self, unit: UnitId, hull: ModelId) -> Placing<'_> {
        self.placing(unit, Spot::Beside { hull })
    }

    /// Survivors that are thrown out where their transport stood. Carries out `tle.transport.destroyed-place`,
    /// `tle.ruling.transport-destroyed`.
    pub(crate) fn thrown_out(&self, unit: UnitId, models: Models, hull: ModelId) -> Placing<'_> {
        self.placing_of(unit, models, Spot::Wreck { hull })
    }
}
