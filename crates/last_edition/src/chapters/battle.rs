//! The battle phase: who acts, and at whom.

mod approach;
mod asking;
pub(crate) mod charging;
pub(crate) mod melee;
mod previewing;
pub(crate) mod shooting;
pub(crate) mod targets;
mod telling;
#[cfg(test)]
pub(crate) mod tests;

use engine::{Flow, Table};
use serde::Serialize;
use smallvec::SmallVec;
use vocabulary::{Seat, Token, UnitId, WeaponId, Word};

use crate::LastEdition;
use crate::chapters::directives::Directive;
use crate::chapters::round::go;
use crate::chapters::sequence::Manner;
use crate::fact::Fact;
use crate::forces::house::{BattleLeaders, RemainingReactive};
use crate::prompt::Prompt;
use crate::state::{Stage, State, Units, Who};

pub(crate) use approach::Volley;
pub use targets::Blow;

/// A unit is selected to shoot.
const SHOOT: Word = Word::new("shoot");
/// A unit is selected to fight.
const FIGHT: Word = Word::new("fight");

/// A few weapons.
pub(crate) type Armed = SmallVec<[WeaponId; 8]>;

/// Questions of the battle phase.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which unit acts now, and does it shoot or fight?
    Act { shoot: Units, fight: Units },
    /// Whom do weapons shoot at, out of what is possible?
    Aim { units: Units, manner: Manner, only: Option<UnitId>, possible: Vec<Blow> },
    /// Which melee weapon does each model use?
    Arm { unit: UnitId, able: Armed },
    /// Whom do melee weapons and trigger weapons attack, out of what is possible?
    Strike { unit: UnitId, armed: Option<Armed>, possible: Vec<Blow> },
    /// Which unit is charged?
    Charge { unit: UnitId, among: Units, must: bool },
}

/// What happens in the battle phase.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// The reactive player may react with so many units in this phase.
    Begins { seat: Seat, limit: u8 },
    /// A unit is selected, as a reaction unit or not.
    Acts { unit: UnitId, shoots: bool, reacts: bool },
    /// A player passes, for want of a unit that could act or by choice.
    Passed { seat: Seat, forced: bool },
    /// Nobody acts any more in this phase.
    Over,
    /// Units take aim.
    Aimed { seat: Seat, units: Units, targets: Units, manner: Manner },
    /// Units make shooting attacks.
    Shot { units: Units },
    /// A unit attacks nobody.
    NoTarget { unit: UnitId },
    /// A unit declares a charge.
    Charges { unit: UnitId, target: UnitId },
    /// A charge roll comes to so many inches.
    ChargeRolled { unit: UnitId, target: UnitId, inches: i16, reached: bool },
    /// A unit has made a charge move.
    Charged { unit: UnitId, target: UnitId },
    /// A charge fails for want of a way.
    NoWay { unit: UnitId, target: UnitId },
}

/// The battle phase begins: how many reaction units there may be is counted.
///
/// Carries out `tle.phase.battle.reaction-limit`, `tle.ruling.reaction-limit-battle`, `tle.phase.battle.active-first`.
pub(crate) fn begin(t: &mut Table<LastEdition>) -> Flow<()> {
    let seat = t.state.seat_of_part(Who::Reactive);
    let limit = t.state.leaders_who_count(seat, t.state.house().battle_leaders);
    let rules = ["tle.phase.battle.reaction-limit", "tle.ruling.reaction-limit-battle"];
    t.tell_by(Fact::Battle(Facts::Begins { seat, limit }), rules);
    go(t, Stage::Battle(t.state.active));
    Ok(())
}

/// A player selects a unit or passes; then it is the other's turn, as long as that one has not passed.
///
/// Carries out `tle.phase.battle.active-first`, `tle.phase.battle.reactive-next`, `tle.phase.battle.alternate`,
/// `tle.phase.battle.may-pass`, `tle.phase.battle.must-pass`, `tle.phase.battle.pass-final`,
/// `tle.phase.battle.remaining-player`, `tle.phase.battle.end`, `tle.ruling.forced-pass`.
pub(crate) fn choose(t: &mut Table<LastEdition>, seat: Seat) -> Flow<()> {
    let other = State::enemy_of(seat);
    let mut skipped = false;
    if !t.state.side(seat).passed {
        let (shoot, fight) = t.state.able_in_battle(seat);
        skipped = shoot.is_empty() && fight.is_empty();
        if skipped {
            let rules = ["tle.phase.battle.must-pass", "tle.ruling.forced-pass"];
            t.tell_by(Fact::Battle(Facts::Passed { seat, forced: true }), rules);
        } else {
            match t.ask(seat, Prompt::Battle(Asks::Act { shoot, fight }))?.token() {
                Some(Token::About(how, vocabulary::Ref::Unit(unit))) => act(t, unit, how == SHOOT)?,
                _ => {
                    let rules = ["tle.phase.battle.may-pass", "tle.phase.battle.pass-final"];
                    t.tell_by(Fact::Battle(Facts::Passed { seat, forced: false }), rules);
                }
            }
        }
    }
    let both = |state: &State| [seat, other].iter().all(|seat| state.side(*seat).passed);
    // Where a forced pass is not final, two in a row end the phase: whoever comes next would have to pass as well.
    let nobody = || {
        let (shoot, fight) = t.state.able_in_battle(other);
        shoot.is_empty() && fight.is_empty()
    };
    let over = both(&t.state) || (skipped && (t.state.side(other).passed || nobody()));
    if over {
        t.tell_by(Fact::Battle(Facts::Over), ["tle.phase.battle.end"]);
    }
    go(
        t,
        if over {
            Stage::Coherency(Who::Active)
        } else if t.state.side(other).passed {
            Stage::Battle(seat)
        } else {
            Stage::Battle(other)
        },
    );
    Ok(())
}

/// A unit is selected: it shoots or fights.
///
/// Carries out `tle.phase.battle.shoot-or-fight`, `tle.round.act-once`, `tle.ruling.act-once-reactions`.
fn act(t: &mut Table<LastEdition>, unit: UnitId, shoots: bool) -> Flow<()> {
    let reacts = t.state.acts_as_reaction(t.state.seat_of(unit));
    t.tell_with(Fact::Battle(Facts::Acts { unit, shoots, reacts }), |state| {
        let mut rules = vec!["tle.phase.battle.shoot-or-fight", "tle.round.act-once"];
        rules.push(if shoots { "tle.shooting.unit-eligibility" } else { "tle.melee.unit-eligibility" });
        let seat = state.seat_of(unit);
        rules.push(if seat == state.active {
            "tle.phase.battle.active-first"
        } else {
            "tle.phase.battle.reactive-next"
        });
        rules.push(if state.side(State::enemy_of(seat)).passed {
            "tle.phase.battle.remaining-player"
        } else {
            "tle.phase.battle.alternate"
        });
        rules.extend(reacts.then_some("tle.phase.battle.reaction-limit"));
        rules
    });
    if shoots { shooting::shoot(t, unit) } else { charging::select(t, unit) }
}

impl State {
    /// How many leader units of a player count for reactions in the battle phase.
    ///
    /// Carries out `tle.ruling.reaction-limit-battle`, `tle.directive.sabotage`, `tle.ruling.sabotage`, `tle.ability.use`.
    fn leaders_who_count(&self, seat: Seat, counted: BattleLeaders) -> u8 {
        let counts = |unit: &UnitId| {
            self.is_leader(*unit)
                && match counted {
                    BattleLeaders::InArmy => self.is_alive(*unit),
                    BattleLeaders::AtPhaseStart | BattleLeaders::Current => self.is_on_field(*unit),
                }
        };
        let leaders = self.units_of(seat).filter(counts).count() as u8;
        let sabotaged = self.has_directive(State::enemy_of(seat), Directive::Sabotage);
        leaders.saturating_sub(sabotaged.into()).saturating_sub(self.lost_reactions(seat))
    }

    /// Whether a unit of a player would be a reaction unit if it were selected now. Carries out
    /// `tle.ruling.remaining-reactive`, `tle.phase.battle.remaining-player`.
    fn acts_as_reaction(&self, seat: Seat) -> bool {
        let alone = self.side(self.active).passed && self.house().remaining_reactive == RemainingReactive::EveryUnit;
        seat != self.active && !alone
    }

    /// The units that a player can select now: to shoot, and to fight.
    ///
    /// Carries out `tle.phase.battle.reaction-limit`, `tle.ruling.reaction-limit-battle`, `tle.round.act-once`,
    /// `tle.ruling.remaining-reactive`, `tle.shooting.unit-eligibility`, `tle.melee.unit-eligibility`,
    /// `tle.ruling.charge-in-fight`.
    fn able_in_battle(&self, seat: Seat) -> (Units, Units) {
        let reacts = self.acts_as_reaction(seat);
        let side = self.side(seat);
        let limit = match self.house().battle_leaders {
            BattleLeaders::Current => self.leaders_who_count(seat, BattleLeaders::Current),
            BattleLeaders::InArmy | BattleLeaders::AtPhaseStart => side.may_react,
        };
        if reacts && side.reacted >= limit {
            return (Units::new(), Units::new());
        }
        let may =
            |unit: &UnitId| !self.unit(*unit).acted && !self.has_advanced(*unit) && (!reacts || self.may_react(*unit));
        let units: Units = self.fielded_by(seat).filter(may).collect();
        let fights = |unit: &&UnitId| !self.charge_targets(**unit).is_empty() || self.can_fight(**unit);
        let shoot = units.iter().copied().filter(|unit| self.can_shoot(*unit)).collect();
        let fight = units.iter().filter(fights).copied().collect();
        (shoot, fight)
    }
}
