//! What units are worth, and what they can be expected to do to each other.

use ground::{Length, Point};
use smallvec::SmallVec;
use vocabulary::{ModelId, Seat, UnitId};

use super::{POINT, VICTORY};
use crate::chapters::dice::Changes;
use crate::chapters::keywords::{Properties, defended_skill};
use crate::chapters::saving::{Armor, Saves};
use crate::chapters::sequence::{self, Approach, Attack, Manner, Weapon};
use crate::forces::weapon::{WeaponKind, WeaponProfile};
use crate::state::State;

/// Units with the objectives that they are wanted on.
pub(super) type Wanted = SmallVec<[(UnitId, usize); 16]>;

impl State {
    /// What a model is worth: its part of what its unit cost, by the health that it has left.
    pub(super) fn model_value(&self, model: ModelId) -> i64 {
        let unit = self.unit_of(model);
        let models = self.roll_call(unit).count().max(1) as i64;
        let each = i64::from(self.info(unit).cost) * POINT / models;
        each * i64::from(self.model(model).health) / i64::from(self.profile(model).health.max(1))
    }

    /// What is left of a unit.
    pub(super) fn value(&self, unit: UnitId) -> i64 {
        self.survivors(unit).map(|model| self.model_value(model)).sum()
    }

    /// What one model can expect to destroy of a unit with a profile of a weapon, as if nothing but numbers counted:
    /// neither terrain nor abilities.
    fn harm(&self, model: ModelId, profile: &WeaponProfile, target: UnitId, manner: Manner) -> i64 {
        let Some(victim) = self.survivors(target).next() else { return 0 };
        let (own, other) = (self.profile(model), self.profile(victim));
        let numbers = sequence::Numbers::of(self.house());
        let carried = self.weapons(victim).flat_map(|(_, weapon)| &weapon.profiles).map(Properties::of);
        let (skill, defended) = match manner.is_melee() {
            true => (own.combat_skill, defended_skill(other.combat_skill, carried)),
            false => (own.ballistic_skill.unwrap_or(7), 1),
        };
        let weapon = Weapon {
            attacks: profile.attacks,
            strength: profile.strength,
            ap: profile.ap,
            damage: profile.damage,
            properties: Properties::of(profile),
        };
        let models = self.survivors(target).count() as u16;
        let approach = Approach { models, ..Approach::plain(manner, skill, defended, other.toughness) };
        let attack = Attack::new(&weapon, &approach, &numbers);
        let saves = Saves {
            armor: Armor::new(other.armor.first, other.armor.second).unwrap_or(Armor::NONE),
            armor_changes: Vec::new(),
            dodge: other.dodge,
            pure: other.pure,
            to_save: Changes::new(),
        };
        let defence = saves.against(attack.ap, manner.is_melee(), &numbers.dice, &numbers.saves);
        let health = self.model(victim).health.max(1);
        let points = attack.expected(&defence, health) * i64::from(attack.attacks);
        points * (self.model_value(victim) / i64::from(health)) / sequence::POINT
    }

    /// What the models of a unit can expect to destroy of another, each with the weapons that `serves` lets it use.
    fn destroys(&self, unit: UnitId, target: UnitId, manner: Manner, serves: impl Fn(&WeaponProfile) -> bool) -> i64 {
        let best = |model: ModelId| {
            let each = self.weapons(model).map(|(_, weapon)| {
                let profiles = weapon.profiles.iter().filter(|profile| serves(profile));
                profiles.map(|profile| self.harm(model, profile, target, manner)).max().unwrap_or(0)
            });
            each.sum::<i64>()
        };
        self.survivors(unit).map(best).sum::<i64>().min(self.value(target))
    }

    /// What a unit can expect to shoot of another from so far away.
    pub(super) fn shoots(&self, unit: UnitId, target: UnitId, far: Length) -> i64 {
        let reaches = |profile: &WeaponProfile| match profile.kind {
            WeaponKind::Ranged { range, .. } => Length::inches(range.into()) >= far,
            WeaponKind::Melee { .. } => false,
        };
        self.destroys(unit, target, Manner::Shooting, reaches)
    }

    /// What a unit can expect to destroy of another in melee, if all of it can strike.
    pub(super) fn strikes(&self, unit: UnitId, target: UnitId) -> i64 {
        self.destroys(unit, target, Manner::Fighting, |profile| matches!(profile.kind, WeaponKind::Melee { .. }))
    }

    /// The longest range of its weapons.
    pub(super) fn range(&self, unit: UnitId) -> Length {
        let profiles =
            self.survivors(unit).flat_map(|model| self.weapons(model)).flat_map(|(_, weapon)| &weapon.profiles);
        let ranges = profiles.filter_map(|profile| match profile.kind {
            WeaponKind::Ranged { range, .. } => Some(Length::inches(range.into())),
            WeaponKind::Melee { .. } => None,
        });
        ranges.max().unwrap_or(Length::ZERO)
    }

    pub(super) fn centre(&self, unit: UnitId) -> Point {
        self.bounds(unit).centre()
    }

    /// The gap between two units, about.
    pub(super) fn about_gap(&self, unit: UnitId, other: UnitId) -> Length {
        let (one, two) = (self.bounds(unit), self.bounds(other));
        let apart =
            |low: i32, high: i32, other_low: i32, other_high: i32| (other_low - high).max(low - other_high).max(0);
        let dx = apart(one.low.x, one.high.x, two.low.x, two.high.x);
        let dy = apart(one.low.y, one.high.y, two.low.y, two.high.y);
        Point::default().distance_up(Point::new(dx, dy))
    }

    pub(super) fn nearest_enemy(&self, unit: UnitId) -> Option<UnitId> {
        self.enemies_of(self.seat_of(unit)).min_by_key(|enemy| (self.about_gap(unit, *enemy), *enemy))
    }

    /// The best shot that a unit can take after going so far.
    pub(super) fn best_shot(&self, unit: UnitId, moves: Length) -> i64 {
        let enemies = self.enemies_of(self.seat_of(unit));
        let shot = |enemy: UnitId| {
            let far = (self.about_gap(unit, enemy) - moves).max(Length::ZERO);
            self.shoots(unit, enemy, far)
        };
        enemies.map(shot).max().unwrap_or(0)
    }

    /// What a charge is worth: what it destroys, less what strikes back, by the chance that it gets there after going so
    /// far.
    pub(super) fn charge_worth(&self, unit: UnitId, target: UnitId, moves: Length) -> i64 {
        let gap = (self.about_gap(unit, target) - moves).max(Length::ZERO);
        if gap > Length::inches(12) {
            return 0;
        }
        let gain = self.strikes(unit, target) * 3 / 2;
        let loss = self.strikes(target, unit) / 2;
        (gain - loss) * ways_to_reach(gap) / 36
    }

    // Objectives.

    /// The middle of an objective.
    pub(super) fn objective(&self, place: usize) -> Point {
        self.battlefield().objectives[place].bounds().centre()
    }

    /// Which of a player's units should hold which objectives: whoever is nearest to one takes it, as long as no more
    /// than its part of the army does.
    pub(super) fn wanted(&self, seat: Seat) -> Wanted {
        let units: SmallVec<[UnitId; 16]> = self.fielded_by(seat).collect();
        let places: SmallVec<[usize; 5]> =
            (0..self.battlefield().objectives.len()).filter(|place| !self.objectives[*place].destroyed).collect();
        if places.is_empty() {
            return Wanted::new();
        }
        let most = units.len().div_ceil(places.len());
        let mut pairs: Vec<(i64, UnitId, usize)> = Vec::new();
        for unit in &units {
            for place in &places {
                pairs.push((self.centre(*unit).distance_squared(self.objective(*place)), *unit, *place));
            }
        }
        pairs.sort_unstable();
        let mut wanted = Wanted::new();
        for (_, unit, place) in pairs {
            let is_free = !wanted.iter().any(|(other, _)| *other == unit);
            if is_free && wanted.iter().filter(|(_, other)| *other == place).count() < most {
                wanted.push((unit, place));
            }
        }
        wanted
    }

    /// The objective that a unit is wanted on.
    pub(super) fn wanted_on(&self, unit: UnitId) -> Option<usize> {
        self.wanted(self.seat_of(unit)).into_iter().find(|(other, _)| *other == unit).map(|(_, place)| place)
    }

    /// What holding an objective for one more turn is worth.
    pub(super) fn worth_of_objective(&self) -> i64 {
        if self.round >= crate::chapters::round::ROUNDS { VICTORY } else { 5 * VICTORY }
    }
}

/// In how many of the 36 cases two dice are more than a gap.
fn ways_to_reach(gap: Length) -> i64 {
    let inches = gap.0.div_euclid(Length::inches(1).0) + 1;
    (2..=12).filter(|sum| *sum >= inches).map(|sum| i64::from((6 - (sum - 7_i32).abs()).max(0))).sum()
}
