//! The power phase: power dice, powers, and blocking them.

mod asking;
mod telling;
#[cfg(test)]
mod tests;

use chance::Faces;
use engine::{Flow, Table};
use serde::Serialize;
use smallvec::SmallVec;
use vocabulary::{Answer, Ref, Roll, Seat, Token, UnitId};

use crate::LastEdition;
use crate::chapters::abilities::{self, Obstacle, Use, Uses};
use crate::chapters::round::go;
use crate::chapters::{command, luck};
use crate::fact::Fact;
use crate::forces::ability::{Ability, RollKind, When};
use crate::forces::house::{PowerAttempts, PowerPool, PowerReveal};
use crate::forces::keyword::Keyword;
use crate::prompt::Prompt;
use crate::state::{Stage, State, Units, Who};

/// How far a unit blocks. Carries out `tle.phase.power.block-range`.
const BLOCKS_WITHIN: ground::Length = ground::Length::inches(24);

/// Questions of the power phase.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which power does which unit use, if any?
    Use { among: Uses },
    /// Which unit blocks a power, if any?
    Block { of: Use, target: Option<UnitId>, among: Units },
    /// How many power dice does a player use for a power, or to block it?
    Dice { of: Use, blocker: UnitId, least: u8, most: u8 },
}

/// What happens in the power phase.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// A player gathers power dice.
    Gathered { seat: Seat, dice: u8 },
    /// A unit attempts a power.
    Attempted { of: Use, target: Option<UnitId> },
    /// A player pays power dice for a power that nobody blocks.
    Paid { seat: Seat, dice: u8 },
    /// A unit tries to block a power.
    Blocks { unit: UnitId, of: Use },
    /// A player uses so many power dice for a contest; the number may have been secret.
    Commits { seat: Seat, dice: u8 },
    /// Both totals are compared.
    Contested { of: Use, blocker: UnitId, cast: i16, block: i16 },
}

/// The reactive player declares reaction units, and both gather power dice.
///
/// Carries out `tle.phase.power.reaction-first`, `tle.phase.power.reactive-pool`, `tle.phase.power.pool`,
/// `tle.ruling.power-pool-board`, `tle.keyword.power`.
pub(crate) fn gather(t: &mut Table<LastEdition>) -> Flow<()> {
    let reactive = t.state.seat_of_part(Who::Reactive);
    command::declare(t, reactive, "tle.phase.power.reaction-first")?;
    for seat in [t.state.active, reactive] {
        let dice = t.state.power_pool(seat);
        if dice > 0 {
            let rules = if seat == reactive {
                ["tle.phase.power.reactive-pool", "tle.keyword.power", "tle.phase.power.reactive-pool-use"]
            } else {
                ["tle.phase.power.pool", "tle.keyword.power", "tle.ruling.power-pool-board"]
            };
            t.tell_by(Fact::Power(Facts::Gathered { seat, dice }), rules);
        }
    }
    go(t, Stage::Power);
    Ok(())
}

/// The active player uses a power, or ends the phase.
///
/// Carries out `tle.phase.power.cost`, `tle.phase.power.one-attempt`, `tle.ruling.act-once-reactions`: a unit may use
/// several powers, but once another has begun, it is done.
pub(crate) fn use_powers(t: &mut Table<LastEdition>) -> Flow<()> {
    let seat = t.state.active;
    let among = t.state.usable_powers(seat);
    if !among.is_empty() {
        let answer = t.ask(seat, Prompt::Power(Asks::Use { among }))?;
        if let Some(of) = answer.token().and_then(Use::named) {
            return attempt(t, of);
        }
    }
    go(t, Stage::BattleStart);
    Ok(())
}

/// A unit attempts a power, which takes effect unless it is blocked.
///
/// Carries out `tle.ruling.power-unblocked`, `tle.phase.power.effects`, `tle.phase.power.block-unit`,
/// `tle.phase.power.block-result`, `tle.ruling.power-blocker`.
fn attempt(t: &mut Table<LastEdition>, of: Use) -> Flow<()> {
    let target = abilities::ask_target(t, of, None)?;
    let rules = ["tle.phase.power.one-attempt", "tle.ruling.power-attempt-scope", "tle.ruling.act-once-reactions"];
    t.tell_by(Fact::Power(Facts::Attempted { of, target }), rules);
    let cost = t.state.ability(of).map_or(0, |ability| ability.cost);
    let blocks = match ask_blocker(t, of, target, cost)? {
        Some(blocker) => contest(t, of, blocker, cost)?,
        None => {
            let seat = t.state.seat_of(of.unit);
            let rules = ["tle.phase.power.cost", "tle.ruling.power-unblocked"];
            t.tell_by(Fact::Power(Facts::Paid { seat, dice: cost }), rules);
            false
        }
    };
    if blocks { Ok(()) } else { abilities::take_effect(t, of, target) }
}

/// The unit that blocks a power, if one does.
///
/// Carries out `tle.phase.power.block-unit`, `tle.phase.power.block-range`, `tle.phase.power.block-once`,
/// `tle.phase.power.block-minimum`, `tle.ruling.power-blocker`.
fn ask_blocker(t: &mut Table<LastEdition>, of: Use, target: Option<UnitId>, cost: u8) -> Flow<Option<UnitId>> {
    let seat = State::enemy_of(t.state.seat_of(of.unit));
    let among = t.state.blockers(of.unit, cost);
    if among.is_empty() {
        return Ok(None);
    }
    let answer = t.ask(seat, Prompt::Power(Asks::Block { of, target, among }))?;
    let blocker = answer.token().and_then(Token::unit);
    if let Some(unit) = blocker {
        let rules = [
            "tle.phase.power.block-unit",
            "tle.phase.power.block-range",
            "tle.phase.power.block-once",
            "tle.ruling.power-blocker",
        ];
        t.tell_by(Fact::Power(Facts::Blocks { unit, of }), rules);
    }
    Ok(blocker)
}

/// Both players choose numbers of power dice, roll them and compare their totals. Whether the power is blocked.
///
/// Carries out `tle.phase.power.block-roll`, `tle.phase.power.block-result`, `tle.keyword.power`,
/// `tle.ruling.power-result`.
fn contest(t: &mut Table<LastEdition>, of: Use, blocker: UnitId, cost: u8) -> Flow<bool> {
    let [casting, blocking] = commit(t, of, blocker, cost)?;
    let mut rolls = [roll(t, of.unit, casting)?, roll(t, blocker, blocking)?];
    for (unit, (shown, roll)) in [of.unit, blocker].into_iter().zip(&mut rolls) {
        let able: SmallVec<[usize; 16]> = (0..shown.len()).filter(|at| shown[*at].may_be_rerolled()).collect();
        abilities::ask_again(t, unit, RollKind::Power, roll, &able)?;
    }
    let total = |unit: UnitId, roll: &Roll| roll.sum() + i16::from(t.state.power_of(unit).unwrap_or(0));
    let [(_, for_it), (_, against_it)] = &rolls;
    let (cast, block) = (total(of.unit, for_it), total(blocker, against_it));
    let rules = ["tle.phase.power.block-result", "tle.ruling.power-result", "tle.keyword.power"];
    t.tell_by(Fact::Power(Facts::Contested { of, blocker, cast, block }), rules);
    Ok(is_blocked(cast, block))
}

/// Whether a power is blocked. Carries out `tle.phase.power.block-result`.
pub(super) fn is_blocked(cast: i16, block: i16) -> bool {
    block > cast
}

/// How many dice both use, the caster first: chosen in secret, or one after the other.
///
/// Carries out `tle.phase.power.block-secret`, `tle.phase.power.block-minimum`, `tle.ruling.power-secret`,
/// `tle.ruling.open-information`.
fn commit(t: &mut Table<LastEdition>, of: Use, blocker: UnitId, least: u8) -> Flow<[u8; 2]> {
    let caster = t.state.seat_of(of.unit);
    let asked = |state: &State, seat: Seat| {
        let most = state.side(seat).power_dice;
        (seat, Prompt::Power(Asks::Dice { of, blocker, least, most }))
    };
    let asks = [asked(&t.state, caster), asked(&t.state, State::enemy_of(caster))];
    let mut dice = [least; 2];
    if t.state.house().power_reveal == PowerReveal::CommitReveal {
        let answers = t.ask_all(&asks)?;
        for ((seat, _), (dice, answer)) in asks.iter().zip(dice.iter_mut().zip(&answers)) {
            *dice = number(answer, least);
            tell_dice(t, *seat, *dice);
        }
    } else {
        for ((seat, prompt), dice) in asks.into_iter().zip(&mut dice) {
            *dice = number(&t.ask(seat, prompt)?, least);
            tell_dice(t, seat, *dice);
        }
    }
    Ok(dice)
}

fn number(answer: &Answer, least: u8) -> u8 {
    match answer {
        Answer::Number(number) => u8::try_from(*number).unwrap_or(least),
        _ => least,
    }
}

fn tell_dice(t: &mut Table<LastEdition>, seat: Seat, dice: u8) {
    let rules = ["tle.phase.power.block-secret", "tle.phase.power.block-minimum", "tle.ruling.power-secret"];
    t.tell_by(Fact::Power(Facts::Commits { seat, dice }), rules);
}

/// Power dice of a unit, which are a single roll together. Carries out `tle.phase.power.block-roll`.
fn roll(t: &mut Table<LastEdition>, unit: UnitId, dice: u8) -> Flow<(luck::Dice, Roll)> {
    let roll = Roll::new("tle.phase.power.block-roll", t.state.seat_of(unit));
    let roll = (0..dice).fold(roll, |roll, _| roll.die_for(Faces::D6, Ref::Unit(unit)));
    // What is rolled again is asked once both rolls lie on the table.
    luck::throw_combined(t, roll, None, &["tle.ruling.power-result"])
}

impl State {
    /// The power number of a unit; none without the keyword. Carries out `tle.keyword.power`.
    pub(crate) fn power_of(&self, unit: UnitId) -> Option<u8> {
        match self.keyword(unit, Keyword::Power(0))? {
            Keyword::Power(number) => Some(number),
            _ => None,
        }
    }

    /// How many power dice a player has as the phase begins: the reactive player only those of reaction units.
    ///
    /// Carries out `tle.phase.power.pool`, `tle.phase.power.reactive-pool`, `tle.ruling.power-pool-board`,
    /// `tle.keyword.power`.
    fn power_pool(&self, seat: Seat) -> u8 {
        let on_field = self.house().power_pool == PowerPool::OnBattlefield;
        let counts = |unit: &UnitId| {
            self.is_alive(*unit)
                && (!on_field || self.is_on_field(*unit))
                && (seat == self.active || self.unit(*unit).reacts)
        };
        let numbers = self.units_of(seat).filter(counts).filter_map(|unit| self.power_of(unit));
        numbers.fold(self.side(seat).added_dice, u8::saturating_add)
    }

    /// The powers that a player can attempt now.
    pub(crate) fn usable_powers(&self, seat: Seat) -> Uses {
        let units: Units = self.fielded_by(seat).collect();
        let able = self.abilities_at(When::PowerPhase, &units);
        able.filter(|(of, power)| self.why_no_power(*of, power).is_none()).map(|(of, _)| of).collect()
    }

    /// Why a unit cannot attempt a power now, if it can't.
    ///
    /// Carries out `tle.phase.power.cost`, `tle.phase.power.one-attempt`, `tle.ruling.power-attempt-scope`,
    /// `tle.ruling.act-once-reactions`.
    pub(crate) fn why_no_power(&self, of: Use, power: &Ability) -> Option<Obstacle> {
        let seat = self.seat_of(of.unit);
        let (cost, left) = (power.cost, self.side(seat).power_dice);
        let same = |other: &Use| self.ability(*other).is_some_and(|other| other.name == power.name);
        let both = self.house().power_attempts == PowerAttempts::PerRound;
        let mut seats = self.seats().filter(|other| both || *other == seat);
        if seats.any(|seat| self.side(seat).attempted.iter().any(same)) {
            Some(Obstacle::Attempted)
        } else if self.unit(of.unit).acted && self.side(seat).caster != Some(of.unit) {
            Some(Obstacle::Done)
        } else if cost > left {
            Some(Obstacle::Dice { cost, left })
        } else {
            self.obstacle(of, power, None)
        }
    }

    /// The units that could block a power of a unit.
    ///
    /// Carries out `tle.phase.power.block-unit`, `tle.phase.power.block-range`, `tle.phase.power.block-once`,
    /// `tle.ruling.power-blocker`, `tle.ruling.power-secret`.
    fn blockers(&self, caster: UnitId, cost: u8) -> Units {
        let seat = State::enemy_of(self.seat_of(caster));
        if self.side(seat).power_dice < cost {
            return Units::new();
        }
        let blocks = |unit: &UnitId| {
            let unit_now = self.unit(*unit);
            unit_now.reacts
                && !unit_now.blocked
                && self.power_of(*unit).is_some()
                && self.are_within(*unit, caster, BLOCKS_WITHIN)
        };
        self.fielded_by(seat).filter(blocks).collect()
    }

    /// Whether reaction units of a player could make a difference in the power phase: somebody has a power, and it could
    /// be blocked.
    pub(crate) fn could_block(&self, seat: Seat) -> bool {
        let casters: Units = self.fielded_by(State::enemy_of(seat)).collect();
        let has_power = |unit: &UnitId| self.power_of(*unit).is_some();
        self.abilities_at(When::PowerPhase, &casters).next().is_some()
            && self.fielded_by(seat).any(|unit| has_power(&unit))
    }
}
