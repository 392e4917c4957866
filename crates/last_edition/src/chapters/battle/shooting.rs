//! Shooting: who can shoot at whom, and the activation of a unit that shoots.

use engine::{Flow, Table};
use ground::Length;
use smallvec::{SmallVec, smallvec};
use vocabulary::{ModelId, Seat, UnitId};

use crate::LastEdition;
use crate::chapters::battle::targets::{Blow, Blows, Obstacle, Targeting};
use crate::chapters::battle::{Asks, Facts};
use crate::chapters::keywords::Properties;
use crate::chapters::sequence::Manner;
use crate::chapters::visibility::Eyes;
use crate::chapters::{abilities, damage};
use crate::fact::Fact;
use crate::forces::ability::When;
use crate::forces::house::TargetBan;
use crate::forces::keyword::Keyword;
use crate::prompt::Prompt;
use crate::state::{State, Units};

/// How near a friend protects. Carries out `tle.keyword.protected`.
const PROTECTING: Length = Length::inches(3);

impl State {
    /// Eyes that look at the position.
    pub(crate) fn eyes(&self) -> Eyes<'_> {
        Eyes::new(&self.troops, self.battlefield())
    }

    /// Whether a unit could be selected to shoot, if it is its player's turn to select.
    ///
    /// Carries out `tle.shooting.unit-eligibility`.
    pub(crate) fn can_shoot(&self, unit: UnitId) -> bool {
        let units = [unit];
        let targeting = Targeting { units: &units, manner: Manner::Shooting, only: None, armed: None };
        targeting.is_possible(self)
    }

    /// What keeps a shot from being fired, as everybody stands.
    ///
    /// Carries out `tle.shooting.eligible-weapon`, `tle.shooting.eligible-not-in-melee`,
    /// `tle.shooting.target-not-in-melee`, `tle.shooting.target-targetable`, `tle.shooting.eligible-range`,
    /// `tle.shooting.eligible-sight`, `tle.shooting.target-valid`, `tle.ruling.shooting-range-mixed`,
    /// `tle.weapon-keyword.sniper`, `tle.ruling.sniper`.
    pub(crate) fn shot_obstacle(&self, eyes: &mut Eyes<'_>, blow: Blow) -> Option<Obstacle> {
        let unit = self.unit_of(blow.model);
        if self.is_in_melee(unit) {
            return Some(Obstacle::InMelee);
        }
        // Nobody but the friends of the shooter are enemies of its target.
        if self.is_in_melee(blow.target) {
            return Some(Obstacle::TargetInMelee);
        }
        self.aim_obstacle(eyes, blow)
    }

    /// What keeps a trigger shot from being fired in melee range.
    ///
    /// Carries out `tle.weapon-keyword.trigger`, `tle.weapon-keyword.trigger-limits`, `tle.ruling.trigger`.
    pub(crate) fn trigger_obstacle(&self, eyes: &mut Eyes<'_>, blow: Blow) -> Option<Obstacle> {
        if !self.engages(blow.model, blow.target) {
            return Some(Obstacle::OutOfReach);
        }
        self.aim_obstacle(eyes, blow)
    }

    /// What keeps a model from aiming where a shot is meant to go: bans on targeting, range and sight.
    fn aim_obstacle(&self, eyes: &mut Eyes<'_>, blow: Blow) -> Option<Obstacle> {
        let picks = Properties::of(self.profile_of(blow)).picks;
        if blow.aim.is_some() && !picks {
            return Some(Obstacle::NoSniper);
        }
        let ignores = |ban: TargetBan| picks && self.house().sniper_ignores.contains(&ban);
        if self.is_hidden(blow.target) && !ignores(TargetBan::HiddenInPlainSight) {
            return Some(Obstacle::Hidden);
        }
        if self.is_untargetable(blow.target) && !ignores(TargetBan::Datasheet) {
            return Some(Obstacle::Banned);
        }
        let range = self.profile_of(blow).range().unwrap_or(Length::ZERO);
        let mut near = false;
        let seen = self.meant(blow).into_iter().any(|model| {
            let within = self.shape(blow.model).within(self.shape(model), range);
            near |= within;
            within && eyes.sees(blow.model, model)
        });
        match (near, seen) {
            (false, _) => Some(Obstacle::TooFar),
            (true, false) => Some(Obstacle::Unseen),
            _ if !ignores(TargetBan::Protected) && self.is_protected_from(eyes, blow) => Some(Obstacle::Protected),
            _ => None,
        }
    }

    /// The models that a blow may fall on: the one that is picked out, or all.
    pub(crate) fn meant(&self, blow: Blow) -> troops::Models {
        match blow.aim {
            Some(aim) => self.lives(aim).then_some(aim).into_iter().collect(),
            None => self.living(blow.target).collect(),
        }
    }

    /// Whether a unit is hidden in plain sight. Carries out `tle.directive.hidden-in-plain-sight`,
    /// `tle.ruling.hidden-scope`.
    fn is_hidden(&self, unit: UnitId) -> bool {
        self.round > 0 && self.unit(unit).hidden == self.round
    }

    /// Whether a unit is protected from a model that shoots.
    ///
    /// Carries out `tle.keyword.protected`, `tle.ruling.protected`.
    fn is_protected_from(&self, eyes: &mut Eyes<'_>, blow: Blow) -> bool {
        let (model, unit) = (blow.model, blow.target);
        if !self.is_protected(unit) {
            return false;
        }
        let guards = |friend: &UnitId| {
            *friend != unit && !self.is_protected(*friend) && self.units_within(unit, *friend, PROTECTING)
        };
        if !self.fielded_by(self.seat_of(unit)).any(|friend| guards(&friend)) {
            return false;
        }
        let away = |of: UnitId| self.living(of).map(|enemy| self.shape(model).apart(self.shape(enemy))).min();
        let own = away(unit);
        let others: Units = self.fielded_by(self.seat_of(unit)).filter(|other| *other != unit).collect();
        others.into_iter().any(|other| away(other) < own && self.living(other).any(|enemy| eyes.sees(model, enemy)))
    }

    /// Whether a unit has Protected, printed or given.
    pub(crate) fn is_protected(&self, unit: UnitId) -> bool {
        self.keyword(unit, Keyword::Protected).is_some() || self.gains_protection(unit)
    }

    /// Whether the closest model of a unit that a model sees is within half the range of a weapon.
    ///
    /// Carries out `tle.weapon-keyword.spray-and-prey`, `tle.ruling.spray`.
    pub(crate) fn is_at_half_range(&self, eyes: &mut Eyes<'_>, blow: Blow) -> bool {
        let Some(range) = self.profile_of(blow).range() else { return false };
        // Ranges are whole inches, so half of one is a whole number of units.
        let half = Length(range.0 / 2);
        let near = |model: &ModelId| self.shape(blow.model).within(self.shape(*model), half);
        self.meant(blow).into_iter().any(|model| near(&model) && eyes.sees(blow.model, model))
    }
}

/// A unit is selected to shoot: it names targets, resolves its attacks, and casualties are removed.
///
/// Carries out `tle.phase.battle.shoot-or-fight`, `tle.shooting.declare-targets`, `tle.shooting.remove-casualties`,
/// `tle.ability.use`.
pub(crate) fn shoot(t: &mut Table<LastEdition>, unit: UnitId) -> Flow<()> {
    let seat = t.state.seat_of(unit);
    abilities::offer(t, When::Shooting, unit, None)?;
    let blows = ask_targets(t, seat, &[unit], Manner::Shooting, None)?;
    if blows.is_empty() {
        t.tell_by(Fact::Battle(Facts::NoTarget { unit }), ["tle.shooting.declare-targets"]);
        return Ok(());
    }
    offer_to_targets(t, &blows)?;
    t.tell_by(Fact::Battle(Facts::Shot { units: smallvec![unit] }), ["tle.charge.not-shot"]);
    damage::resolve(t, seat, &blows)?;
    damage::remove_casualties(t, "tle.shooting.remove-casualties")
}

/// A player names targets for weapons that shoot, if there is anything to shoot at.
///
/// Carries out `tle.shooting.declare-targets`, `tle.weapon-keyword.counterfire`, `tle.weapon-keyword.ranged-charge`.
pub(crate) fn ask_targets(
    t: &mut Table<LastEdition>,
    seat: Seat,
    units: &[UnitId],
    manner: Manner,
    only: Option<UnitId>,
) -> Flow<Blows> {
    let targeting = Targeting { units, manner, only, armed: None };
    let possible = targeting.blows(&t.state);
    if possible.is_empty() {
        return Ok(Blows::new());
    }
    let asks = Asks::Aim { units: Units::from_slice(units), manner, only, possible };
    let answer = t.ask(seat, Prompt::Battle(asks.clone()))?;
    let blows = asks.read(&t.state, &answer).unwrap_or_default();
    tell_aim(t, seat, &blows);
    Ok(blows)
}

/// Units that are aimed at may use abilities before anybody rolls to hit. Carries out `tle.ability.use`.
pub(crate) fn offer_to_targets(t: &mut Table<LastEdition>, blows: &Blows) -> Flow<()> {
    let mut offered: SmallVec<[(UnitId, When); 4]> = SmallVec::new();
    for blow in blows {
        let when = if blow.manner.is_melee() { When::Attacked } else { When::ShotAt };
        if !offered.contains(&(blow.target, when)) {
            offered.push((blow.target, when));
            let opponent = t.state.unit_of(blow.model);
            abilities::offer(t, when, blow.target, Some(opponent))?;
        }
    }
    Ok(())
}

/// Who is aimed at, is told.
pub(crate) fn tell_aim(t: &mut Table<LastEdition>, seat: Seat, blows: &[Blow]) {
    let Some(manner) = blows.iter().map(|blow| blow.manner).min_by_key(|manner| !manner.is_melee()) else { return };
    let (mut units, mut targets) = (Units::new(), Units::new());
    for blow in blows {
        let unit = t.state.unit_of(blow.model);
        if !units.contains(&unit) {
            units.push(unit);
        }
        if !targets.contains(&blow.target) {
            targets.push(blow.target);
        }
    }
    let aimed: Blows = blows.iter().copied().collect();
    t.tell_with(Fact::Battle(Facts::Aimed { seat, units, targets, manner }), |state| state.rules_of_aim(&aimed));
}

impl State {
    /// The rules behind targets that were named.
    fn rules_of_aim(&self, blows: &[Blow]) -> Vec<&'static str> {
        let mut rules: Vec<&'static str> = Vec::new();
        for blow in blows {
            let properties = Properties::of(self.profile_of(*blow));
            let several = self.weapon(blow.model, blow.weapon).profiles.len() > 1;
            let of_manner: &[&'static str] = match blow.manner {
                Manner::Shooting => &["tle.shooting.declare-targets"],
                Manner::Counterfire => &[
                    "tle.weapon-keyword.counterfire",
                    "tle.weapon-keyword.counterfire-timing",
                    "tle.ruling.counterfire",
                ],
                Manner::ChargeShot => &["tle.weapon-keyword.ranged-charge", "tle.ruling.ranged-charge"],
                Manner::TriggerShot => &["tle.weapon-keyword.trigger", "tle.ruling.trigger"],
                Manner::Fighting => &[
                    "tle.melee.declare-targets",
                    "tle.melee.target-valid",
                    "tle.melee.weapons",
                    "tle.ruling.fight-criteria",
                    "tle.ruling.melee-all-weapons",
                ],
                Manner::Deflecting => &["tle.weapon-keyword.deflect", "tle.ruling.deflect"],
            };
            rules.extend(of_manner);
            if blow.manner.is_melee() {
                rules.push(if self.engages(blow.model, blow.target) {
                    "tle.melee.eligible-direct"
                } else {
                    "tle.melee.eligible-support"
                });
                rules.extend(several.then_some("tle.melee.profile"));
            } else {
                rules.extend([
                    "tle.shooting.eligible-range",
                    "tle.shooting.eligible-sight",
                    "tle.shooting.target-valid",
                    "tle.ruling.shooting-range-mixed",
                ]);
                rules.extend(several.then_some("tle.shooting.profile"));
                rules.extend(blow.aim.map(|_| "tle.weapon-keyword.sniper"));
                let banned = self.is_hidden(blow.target)
                    || self.is_untargetable(blow.target)
                    || self.is_protected_from(&mut self.eyes(), *blow);
                if properties.picks && banned {
                    rules.extend(["tle.weapon-keyword.sniper-ignore", "tle.ruling.sniper"]);
                }
            }
        }
        if blows.iter().any(|blow| blow.target != blows[0].target) && !blows[0].manner.is_melee() {
            rules.push("tle.shooting.split-weapons");
        }
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}
