//! Deflect: hit rolls of 1 in melee are answered.

use engine::{Flow, Table};
use smallvec::SmallVec;
use troops::Models;
use vocabulary::{ModelId, Ref, Token, UnitId, WeaponId};

use crate::LastEdition;
use crate::chapters::battle::Blow;
use crate::chapters::damage::{Asks, Facts, One, Ones, resolve};
use crate::chapters::keywords::Properties;
use crate::chapters::sequence::Manner;
use crate::fact::Fact;
use crate::prompt::Prompt;
use crate::state::State;

/// Hit rolls of 1 against units that can deflect are answered with attacks at those who rolled them.
///
/// Carries out `tle.weapon-keyword.deflect`, `tle.ruling.deflect`.
pub(crate) fn deflect(t: &mut Table<LastEdition>, ones: Ones) -> Flow<()> {
    let mut ones = ones;
    loop {
        let mut blows: SmallVec<[Blow; 8]> = SmallVec::new();
        for one in ones {
            blows.extend(ask_deflection(t, one)?);
        }
        let Some(first) = blows.first().copied() else { return Ok(()) };
        let seat = t.state.seat_of(t.state.unit_of(first.model));
        let mut told: SmallVec<[(UnitId, UnitId); 2]> = SmallVec::new();
        for blow in &blows {
            let pair = (t.state.unit_of(blow.model), blow.target);
            if !told.contains(&pair) {
                told.push(pair);
            }
        }
        for (unit, attacker) in told {
            let own = |blow: &&Blow| (t.state.unit_of(blow.model), blow.target) == (unit, attacker);
            let each = |blow: &Blow| u16::from(Properties::of(t.state.profile_of(*blow)).deflects);
            let attacks = blows.iter().filter(own).map(each).sum();
            let rules = ["tle.weapon-keyword.deflect", "tle.ruling.deflect"];
            t.tell_by(Fact::Damage(Facts::Deflected { unit, attacker, attacks }), rules);
        }
        ones = resolve(t, seat, &blows)?;
        if !t.state.house().recursive_deflect {
            return Ok(());
        }
    }
}

/// The answer to a hit roll of 1: with the weapon of the nearest model that can, which its owner picks if there are
/// several.
///
/// Carries out `tle.ruling.deflect`.
fn ask_deflection(t: &mut Table<LastEdition>, one: One) -> Flow<Option<Blow>> {
    let among = t.state.deflectors(one);
    let weapon = match among.as_slice() {
        [] => return Ok(None),
        [only] => *only,
        several => {
            let seat = t.state.seat_of(one.unit);
            let asks = Asks::Deflect { attacker: one.attacker, among: among.clone() };
            let answer = t.ask(seat, Prompt::Damage(asks))?;
            match answer.token().and_then(Token::points_at) {
                Some(Ref::Weapon(weapon)) => weapon,
                _ => several[0],
            }
        }
    };
    let Some((model, weapon)) = t.state.weapon_of(weapon) else { return Ok(None) };
    let target = t.state.unit_of(one.attacker);
    let profile = t.state.deflecting_profile(model, weapon);
    Ok(profile.map(|profile| Blow { model, weapon, profile, target, aim: None, manner: Manner::Deflecting }))
}

impl State {
    /// The profile with which a weapon deflects, if it does.
    fn deflecting_profile(&self, model: ModelId, weapon: u8) -> Option<u8> {
        let profiles = &self.weapon(model, weapon).profiles;
        (0..).zip(profiles).find(|(_, profile)| profile.serves(Manner::Deflecting)).map(|(place, _)| place)
    }

    /// The weapons that can answer a hit roll of 1: those of the nearest models that have any, casualties too.
    ///
    /// Carries out `tle.ruling.deflect`.
    fn deflectors(&self, one: One) -> SmallVec<[WeaponId; 8]> {
        let has =
            |model: &ModelId| self.weapons(*model).any(|(place, _)| self.deflecting_profile(*model, place).is_some());
        let able: Models = self.standing(one.unit).filter(has).collect();
        if able.is_empty() || !self.stands(one.attacker) {
            return SmallVec::new();
        }
        let away = |model: &ModelId| self.shape(*model).apart(self.shape(one.attacker));
        let nearest = able.iter().map(away).min();
        let nearest = able.iter().filter(|model| Some(away(model)) == nearest);
        let weapons = nearest.flat_map(|model| self.weapons(*model).map(|(place, _)| (*model, place)));
        let deflecting = weapons.filter(|(model, place)| self.deflecting_profile(*model, *place).is_some());
        deflecting.map(|(model, place)| State::weapon_id(model, place)).collect()
    }

    /// Whether a unit can answer hit rolls of 1.
    pub(crate) fn can_deflect(&self, unit: UnitId) -> bool {
        self.standing(unit)
            .any(|model| self.weapons(model).any(|(place, _)| self.deflecting_profile(model, place).is_some()))
    }

    /// Whether what a weapon does when it deflects is what another does.
    pub(super) fn deflect_alike(&self, one: WeaponId, other: WeaponId) -> bool {
        let of = |weapon: WeaponId| {
            let (model, place) = self.weapon_of(weapon)?;
            let profile = self.deflecting_profile(model, place)?;
            let weapon = &self.weapon(model, place).profiles[usize::from(profile)];
            Some((weapon, self.profile(model)))
        };
        of(one) == of(other)
    }
}
