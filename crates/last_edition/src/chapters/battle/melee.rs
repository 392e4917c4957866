//! Melee: who is in melee range, who can strike whom, and the fight of a unit.

use engine::{Flow, Table};
use ground::Length;
use vocabulary::{ModelId, UnitId, WeaponId};

use crate::LastEdition;
use crate::chapters::abilities;
use crate::chapters::battle::shooting::{offer_to_targets, tell_aim};
use crate::chapters::battle::targets::{Blow, Blows, Obstacle, Targeting};
use crate::chapters::battle::{Armed, Asks, Facts};
use crate::chapters::damage;
use crate::chapters::movement;
use crate::chapters::sequence::Manner;
use crate::fact::Fact;
use crate::forces::ability::When;
use crate::forces::house::FightCriteria;
use crate::prompt::Prompt;
use crate::state::{MELEE_RANGE, State};

/// How near a model has to be to one that it supports. Carries out `tle.melee.eligible-support`.
const SUPPORT: Length = Length(MELEE_RANGE.0 / 2);

impl State {
    /// Whether a wall keeps two models from striking each other. Carries out `tle.ruling.wall-melee`.
    fn is_walled_off(&self, one: ModelId, other: ModelId) -> bool {
        self.battlefield().are_walled_off(self.shape(one), self.shape(other))
    }

    /// Whether a model is near enough to one of a unit to strike it, and no wall is between them.
    ///
    /// Carries out `tle.melee.eligible-direct`, `tle.terrain.type2-wall-melee`, `tle.terrain.type3-wall-attacks`,
    /// `tle.ruling.wall-melee`.
    fn reaches(&self, model: ModelId, unit: UnitId) -> bool {
        self.within_of_unit(self.shape(model), unit, MELEE_RANGE)
            && self.living(unit).any(|other| {
                self.shape(model).within(self.shape(other), MELEE_RANGE) && !self.is_walled_off(model, other)
            })
    }

    /// Whether a model supports one of its unit that is near enough to strike another unit.
    ///
    /// Carries out `tle.melee.eligible-support`, `tle.ruling.wall-melee`.
    fn supports(&self, model: ModelId, unit: UnitId) -> bool {
        self.living(self.unit_of(model)).any(|friend| {
            friend != model
                && self.shape(model).within(self.shape(friend), SUPPORT)
                && self.reaches(friend, unit)
                && !self.is_walled_off(model, friend)
        })
    }

    /// What keeps a model from striking a unit.
    ///
    /// Carries out `tle.melee.eligible-direct`, `tle.melee.eligible-support`, `tle.melee.target-valid`,
    /// `tle.ruling.fight-criteria`.
    pub(crate) fn strike_obstacle(&self, blow: Blow) -> Option<Obstacle> {
        let (model, unit) = (blow.model, blow.target);
        let may = match self.house().fight_criteria {
            FightCriteria::Either => self.reaches(model, unit) || self.supports(model, unit),
            FightCriteria::All => self.reaches(model, unit) && self.supports(model, unit),
        };
        let near = || self.within_of_unit(self.shape(model), unit, MELEE_RANGE);
        (!may).then(|| if near() && !self.reaches(model, unit) { Obstacle::Walled } else { Obstacle::OutOfReach })
    }

    /// Whether a unit could fight where it stands. Carries out `tle.melee.unit-eligibility`, `tle.ruling.fight-criteria`,
    /// `tle.ruling.charge-in-fight`.
    pub(crate) fn can_fight(&self, unit: UnitId) -> bool {
        // A supporter needs another model of its unit that is within melee range.
        let mut enemies = self.enemies_of(self.seat_of(unit));
        if !enemies.any(|enemy| self.units_within(unit, enemy, MELEE_RANGE)) {
            return false;
        }
        let units = [unit];
        Targeting { units: &units, manner: Manner::Fighting, only: None, armed: None }.is_possible(self)
    }
}

/// A unit fights where it stands: trigger shots, melee attacks, deflected ones, casualties, and a combat move.
///
/// Carries out `tle.melee.declare-targets`, `tle.ruling.trigger`, `tle.melee.remove-casualties`,
/// `tle.ruling.melee-removal-text`, `tle.weapon-keyword.deflect`, `tle.melee.combat-move`, `tle.ruling.combat-move`,
/// `tle.ability.use`.
pub(crate) fn fight(t: &mut Table<LastEdition>, unit: UnitId) -> Flow<()> {
    let seat = t.state.seat_of(unit);
    abilities::offer(t, When::Fighting, unit, None)?;
    let blows = ask_strikes(t, unit)?;
    if blows.is_empty() {
        t.tell_by(Fact::Battle(Facts::NoTarget { unit }), ["tle.ruling.charge-in-fight"]);
        return Ok(());
    }
    offer_to_targets(t, &blows)?;
    let (shots, strikes): (Blows, Blows) = blows.iter().copied().partition(|blow| !blow.manner.is_melee());
    let before = t.state.enemy_models(seat);
    damage::resolve(t, seat, &shots)?;
    let ones = damage::resolve(t, seat, &strikes)?;
    damage::deflect(t, ones)?;
    damage::remove_casualties(t, "tle.melee.remove-casualties")?;
    let killed = t.state.enemy_models(seat) < before;
    if t.state.is_on_field(unit) && (killed || t.state.house().combat_move_without_kill) {
        movement::combat_move(t, unit)?;
    }
    Ok(())
}

impl State {
    /// How many enemy models of a player stand.
    fn enemy_models(&self, seat: vocabulary::Seat) -> usize {
        self.enemies_of(seat).map(|unit| self.living(unit).count()).sum()
    }
}

/// A player names targets for the melee weapons and trigger weapons of a unit.
///
/// Carries out `tle.melee.declare-targets`, `tle.melee.weapons`, `tle.ruling.melee-all-weapons`, `tle.ruling.trigger`.
fn ask_strikes(t: &mut Table<LastEdition>, unit: UnitId) -> Flow<Blows> {
    let seat = t.state.seat_of(unit);
    let armed = ask_arms(t, unit)?;
    let units = [unit];
    let targeting = Targeting { units: &units, manner: Manner::Fighting, only: None, armed: armed.as_deref() };
    let possible = targeting.blows(&t.state);
    if possible.is_empty() {
        return Ok(Blows::new());
    }
    let asks = Asks::Strike { unit, armed, possible };
    let answer = t.ask(seat, Prompt::Battle(asks.clone()))?;
    let blows = asks.read(&t.state, &answer).unwrap_or_default();
    tell_aim(t, seat, &blows);
    Ok(blows)
}

/// Where each model uses only one melee weapon, its player picks it. Carries out `tle.ruling.melee-all-weapons`.
fn ask_arms(t: &mut Table<LastEdition>, unit: UnitId) -> Flow<Option<Armed>> {
    if t.state.house().all_melee_weapons {
        return Ok(None);
    }
    let units = [unit];
    let targeting = Targeting { units: &units, manner: Manner::Fighting, only: None, armed: None };
    let mut able: Armed = Armed::new();
    for blow in targeting.blows(&t.state).into_iter().filter(|blow| blow.manner == Manner::Fighting) {
        let weapon = State::weapon_id(blow.model, blow.weapon);
        if able.last() != Some(&weapon) && !able.contains(&weapon) {
            able.push(weapon);
        }
    }
    let answer = t.ask(t.state.seat_of(unit), Prompt::Battle(Asks::Arm { unit, able }))?;
    let weapons = answer.tokens().iter().filter_map(|token| match token.points_at() {
        Some(vocabulary::Ref::Weapon(weapon)) => Some(weapon),
        _ => None,
    });
    Ok(Some(weapons.collect::<smallvec::SmallVec<[WeaponId; 8]>>()))
}
