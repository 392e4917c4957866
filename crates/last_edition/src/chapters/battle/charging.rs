//! Charges: declared by a unit that is selected to fight, shot at, shot from, rolled for, and run.

use chance::Faces;
use engine::{Flow, Table};
use ground::Length;
use vocabulary::{Ref, Roll, UnitId};

use crate::LastEdition;
use crate::chapters::battle::shooting::{ask_targets, offer_to_targets};
use crate::chapters::battle::{Asks, Facts, melee};
use crate::chapters::damage;
use crate::chapters::dice::{limited, total};
use crate::chapters::movement;
use crate::chapters::sequence::Manner;
use crate::chapters::{abilities, luck};
use crate::fact::Fact;
use crate::forces::ability::{RollKind, Value, When};
use crate::forces::house::{Comparison, CounterfireBy, FallBackWindow};
use crate::prompt::Prompt;
use crate::state::{State, Units};

/// How far a charge can be declared. Carries out `tle.charge.range`.
pub(crate) const CHARGE_RANGE: Length = Length::inches(12);

impl State {
    /// Why a unit cannot charge at all, if it can't: the rule, and the rest of a sentence about it.
    ///
    /// Carries out `tle.charge.not-shot`, `tle.charge.not-advanced`, `tle.charge.not-fallen-back`,
    /// `tle.ruling.charge-fall-back`, `tle.ruling.charge-from-melee`.
    pub(crate) fn why_no_charge(&self, unit: UnitId) -> Option<(&'static str, &'static str)> {
        let last = self.unit(unit).last;
        let now = last.fell_back == self.turn && self.turn > 0;
        let before = last.fell_back > 0 && last.fell_back + 1 == self.turn;
        let fell_back = match self.house().fall_back_window {
            FallBackWindow::PreviousTurn => before,
            FallBackWindow::ThisTurn => now,
            FallBackWindow::Either => before || now,
        };
        if self.has_advanced(unit) {
            Some(("tle.charge.not-advanced", "advanced this turn"))
        } else if self.is_this_turn(last.shot) {
            Some(("tle.charge.not-shot", "made shooting attacks this turn"))
        } else if fell_back {
            Some(("tle.charge.not-fallen-back", "fell back"))
        } else if !self.house().charge_from_melee_range && self.is_in_melee(unit) {
            Some(("tle.ruling.charge-from-melee", "can't charge while in melee range"))
        } else {
            None
        }
    }

    /// The units that a unit can charge. Carries out `tle.charge.range`, `tle.ruling.charge-in-fight`.
    pub(crate) fn charge_targets(&self, unit: UnitId) -> Units {
        if self.why_no_charge(unit).is_some() {
            return Units::new();
        }
        self.enemies_of(self.seat_of(unit)).filter(|enemy| self.units_within(unit, *enemy, CHARGE_RANGE)).collect()
    }

    /// What is added to the charge roll of a unit.
    pub(crate) fn charge_bonus(&self, unit: UnitId) -> crate::chapters::dice::Changes {
        limited(self.changed(unit, Value::ChargeRoll, None), &self.numbers().dice)
    }

    /// The charge roll of a unit, with the total that reaches another; no dice have fallen yet.
    ///
    /// Carries out `tle.charge.roll`, `tle.charge.success`, `tle.ruling.charge-strict`, `tle.dice.modifier-multi`.
    pub(crate) fn charge_roll(&self, unit: UnitId, target: UnitId) -> Roll {
        let enough = |pips: &i16| self.is_charge_enough(unit, target, *pips);
        let need = (0..=40).find(enough).unwrap_or(41);
        let roll = Roll::new("tle.charge.roll", self.seat_of(unit)).need(need);
        let roll = self.charge_bonus(unit).into_iter().fold(roll, |roll, (rule, by)| roll.modified(rule, -by));
        roll.die_for(Faces::D6, Ref::Unit(unit)).die_for(Faces::D6, Ref::Unit(unit)).summed()
    }

    /// Whether so many inches are enough to reach a unit.
    fn is_charge_enough(&self, unit: UnitId, target: UnitId, inches: i16) -> bool {
        let reach = Length::inches(inches.into());
        let enemies: troops::Models = self.living(target).collect();
        self.living(unit).any(|model| {
            enemies.iter().any(|enemy| {
                let apart = self.shape(model).apart(self.shape(*enemy));
                match self.house().charge_comparison {
                    // A gap is less than a whole number of units if it is when rounded down.
                    Comparison::Greater => apart.down() < reach,
                    Comparison::GreaterOrEqual => apart.within(reach),
                }
            })
        })
    }
}

/// A unit that was selected to fight declares a charge, and everything follows up to its fight.
///
/// Carries out `tle.ruling.charge-in-fight`, `tle.ruling.casualty-allocation`, `tle.charge.move`, `tle.ability.use`.
pub(crate) fn charge(t: &mut Table<LastEdition>, unit: UnitId, target: UnitId) -> Flow<()> {
    t.tell_by(Fact::Battle(Facts::Charges { unit, target }), ["tle.charge.range", "tle.ruling.charge-in-fight"]);
    abilities::offer(t, When::Charging, unit, None)?;
    abilities::offer(t, When::Charged, target, Some(unit))?;
    counterfire(t, unit, target)?;
    if t.state.is_on_field(unit) {
        charge_shots(t, unit, target)?;
    }
    if !t.state.is_on_field(unit) || !t.state.is_on_field(target) {
        return Ok(());
    }
    let roll = t.state.charge_roll(unit, target);
    let again = Some((unit, RollKind::Charge));
    let rules = ["tle.charge.success", "tle.ruling.charge-strict"];
    let (_, roll) = luck::throw_combined(t, roll, again, &rules)?;
    let bonus = total(&t.state.charge_bonus(unit));
    let inches = (roll.sum() + bonus).max(0);
    let reached = t.state.is_charge_enough(unit, target, inches);
    t.tell_by(Fact::Battle(Facts::ChargeRolled { unit, target, inches, reached }), rules);
    if reached {
        let moved = movement::charge_move(t, unit, target, Length::inches(inches.into()))?;
        let rules = ["tle.charge.move", "tle.charge.end-in-melee", "tle.ruling.charge-move"];
        let fact = if moved { Facts::Charged { unit, target } } else { Facts::NoWay { unit, target } };
        t.tell_by(Fact::Battle(fact), rules);
    }
    Ok(())
}

/// Those who can shoot at a unit that charges may do so before its charge roll.
///
/// Carries out `tle.weapon-keyword.counterfire`, `tle.weapon-keyword.counterfire-timing`, `tle.ruling.counterfire`.
fn counterfire(t: &mut Table<LastEdition>, unit: UnitId, target: UnitId) -> Flow<()> {
    let seat = t.state.seat_of(target);
    let units: Units = match t.state.house().counterfire_by {
        CounterfireBy::AnyUnit => t.state.fielded_by(seat).collect(),
        CounterfireBy::ChargeTarget => Units::from_slice(&[target]),
    };
    let blows = ask_targets(t, seat, &units, Manner::Counterfire, Some(unit))?;
    if blows.is_empty() {
        return Ok(());
    }
    offer_to_targets(t, &blows)?;
    let mut units: Units = blows.iter().map(|blow| t.state.unit_of(blow.model)).collect();
    units.dedup();
    t.tell_by(Fact::Battle(Facts::Shot { units }), ["tle.ruling.counterfire"]);
    damage::resolve(t, seat, &blows)?;
    damage::remove_casualties(t, "tle.ruling.counterfire")
}

/// Models of a unit that charges shoot what they can meanwhile.
///
/// Carries out `tle.weapon-keyword.ranged-charge`, `tle.ruling.ranged-charge`, `tle.ruling.charge-in-fight`.
fn charge_shots(t: &mut Table<LastEdition>, unit: UnitId, target: UnitId) -> Flow<()> {
    let seat = t.state.seat_of(unit);
    let blows = ask_targets(t, seat, &[unit], Manner::ChargeShot, Some(target))?;
    if blows.is_empty() {
        return Ok(());
    }
    offer_to_targets(t, &blows)?;
    damage::resolve(t, seat, &blows)?;
    damage::remove_casualties(t, "tle.ruling.ranged-charge")
}

/// A unit is selected to fight: it may charge first, or has to where it cannot fight where it stands.
///
/// Carries out `tle.ruling.charge-in-fight`, `tle.phase.battle.shoot-or-fight`.
pub(crate) fn select(t: &mut Table<LastEdition>, unit: UnitId) -> Flow<()> {
    let seat = t.state.seat_of(unit);
    let among = t.state.charge_targets(unit);
    let can_fight = t.state.can_fight(unit);
    let answer = if among.is_empty() {
        None
    } else {
        let answer = t.ask(seat, Prompt::Battle(Asks::Charge { unit, among, must: !can_fight }))?;
        answer.token().and_then(vocabulary::Token::unit)
    };
    if let Some(target) = answer {
        charge(t, unit, target)?;
    }
    if t.state.is_on_field(unit) && t.state.can_fight(unit) {
        melee::fight(t, unit)?;
    }
    Ok(())
}
