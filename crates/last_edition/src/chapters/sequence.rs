//! The attack sequence in plain data: what an attack needs and does, said once.
//!
//! Rolls are made by it, all odds are computed from it ([`outlook`](crate::words::outlook)), and bots expect what it says.
//! What a weapon keyword changes in it is said in [`keywords`](crate::chapters::keywords).

use serde::Serialize;

use crate::chapters::bad_luck::LuckRules;
use crate::chapters::dice::{Changes, DiceRules, Need};
use crate::chapters::keywords::Properties;
use crate::chapters::saving::{Defence, First, SaveRules};
use crate::chapters::wounding::{WoundRules, Wounding};
use crate::forces::house::{House, NaturalRoll, RangedChargeY};
use crate::forces::weapon::WeaponProfile;

/// What is settled about numbers before a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) dice: DiceRules,
    pub(crate) wounds: WoundRules,
    pub(crate) saves: SaveRules,
    pub(crate) luck: LuckRules,
    /// `keyword.ranged-charge-y`
    pub(crate) charge_shots: RangedChargeY,
}

impl Numbers {
    /// What players settled.
    pub(crate) fn of(house: &House) -> Numbers {
        Numbers {
            dice: DiceRules::of(house),
            wounds: WoundRules::of(house),
            saves: SaveRules::of(house),
            luck: LuckRules::of(house),
            charge_shots: house.ranged_charge_y,
        }
    }
}

/// In which way attacks are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// In an activation to shoot.
    Shooting,
    /// At a unit that charges.
    Counterfire,
    /// While charging.
    ChargeShot,
    /// In melee range, with a trigger weapon.
    TriggerShot,
    /// In melee.
    Fighting,
    /// In answer to a hit roll of 1.
    Deflecting,
}

impl Manner {
    /// Whether it is a melee attack, and not a shooting one.
    pub(crate) const fn is_melee(self) -> bool {
        match self {
            Manner::Fighting | Manner::Deflecting => true,
            Manner::Shooting | Manner::Counterfire | Manner::ChargeShot | Manner::TriggerShot => false,
        }
    }
}

/// The numbers of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weapon {
    /// The number behind Ranged or Melee.
    pub(crate) attacks: u8,
    pub(crate) strength: u8,
    /// 0 or less.
    pub(crate) ap: i8,
    pub(crate) damage: u8,
    pub(crate) properties: Properties,
}

impl Weapon {
    /// Those of a profile. Carries out `tle.datasheet.weapon-profile`.
    pub(crate) fn of(profile: &WeaponProfile) -> Weapon {
        let WeaponProfile { attacks, strength, ap, damage, .. } = *profile;
        Weapon { attacks, strength, ap, damage, properties: Properties::of(profile) }
    }
}

/// How an attacker comes to its target: all that attacks follow from besides the weapon.
#[derive(Clone, Debug)]
pub(crate) struct Approach {
    pub(crate) manner: Manner,
    /// BS in shooting, and CS in melee.
    pub(crate) skill: u8,
    /// The combat skill of the model that is attacked in melee, with all weapons that it carries.
    pub(crate) defended: u8,
    /// The toughness that wound rolls must beat.
    pub(crate) toughness: u8,
    /// How many living models the target has; one where a single model is aimed at.
    pub(crate) models: u16,
    /// Whether the target is within half the range of the weapon.
    pub(crate) half_range: bool,
    /// Whether the attacker made a charge move.
    pub(crate) charged: bool,
    /// Whether its unit moved this turn.
    pub(crate) moved: bool,
    /// Whether its unit is taking cover.
    pub(crate) taking_cover: bool,
    /// Whether its unit is concentrating.
    pub(crate) concentrating: bool,
    /// Whether the target is in soft cover.
    pub(crate) soft_cover: bool,
    /// What else is added to hit rolls.
    pub(crate) to_hit: Changes,
    /// What else is added to wound rolls.
    pub(crate) to_wound: Changes,
}

impl Approach {
    /// An attacker with nothing for or against it.
    pub(crate) fn plain(manner: Manner, skill: u8, defended: u8, toughness: u8) -> Approach {
        Approach {
            manner,
            skill,
            defended,
            toughness,
            models: 1,
            half_range: false,
            charged: false,
            moved: false,
            taking_cover: false,
            concentrating: false,
            soft_cover: false,
            to_hit: Changes::new(),
            to_wound: Changes::new(),
        }
    }

    /// What a hit roll needs before anything is added to it.
    ///
    /// Carries out `tle.shooting.hit-roll`, `tle.melee.compare-skill`, `tle.melee.hit-equal`, `tle.melee.hit-higher`,
    /// `tle.melee.hit-double`, `tle.melee.hit-lower`, `tle.melee.hit-half`, `tle.ruling.melee-zero-skill`.
    fn skill_needs(&self) -> Need {
        if !self.manner.is_melee() {
            return Need::new("tle.shooting.hit-roll", self.skill.into());
        }
        let (own, other) = (u16::from(self.skill.max(1)), u16::from(self.defended.max(1)));
        let need = if own == other {
            Need::new("tle.melee.hit-equal", 4)
        } else if own >= 2 * other {
            Need::new("tle.melee.hit-double", 2)
        } else if 2 * own <= other {
            Need::new("tle.melee.hit-half", 6)
        } else if own > other {
            Need::new("tle.melee.hit-higher", 3)
        } else {
            Need::new("tle.melee.hit-lower", 5)
        };
        need.with(COMPARED)
    }

    /// What a hit roll needs, all told.
    ///
    /// Carries out `tle.terrain.type1-hit`, `tle.order.take-cover-hit`, `tle.weapon-keyword.ranged-heavy`,
    /// `tle.weapon-keyword.trigger-limits`, `tle.ruling.keyword-combination`, `tle.ruling.modifier-cap-scope`.
    fn hit(&self, properties: &Properties, dice: &DiceRules) -> Need {
        let shot = !self.manner.is_melee();
        let (mut limited, mut in_full) = (self.to_hit.clone(), Changes::new());
        if self.taking_cover {
            limited.push(("tle.order.take-cover-hit", -1));
        }
        if shot && self.soft_cover {
            limited.push(("tle.terrain.type1-hit", -1));
        }
        if shot && self.moved && properties.unsteady {
            let counted = if dice.heavy_unlimited { &mut in_full } else { &mut limited };
            counted.push(("tle.weapon-keyword.ranged-heavy", -1));
        }
        if let (Manner::TriggerShot, Some(less)) = (self.manner, properties.in_melee) {
            let counted = if dice.trigger_unlimited { &mut in_full } else { &mut limited };
            counted.push(("tle.weapon-keyword.trigger-limits", -i16::from(less)));
        }
        let need = self.skill_needs().of_kind(NaturalRoll::Hit, dice).modified(limited, dice);
        in_full.into_iter().fold(need, |need, (rule, by)| need.modified_in_full(rule, by))
    }

    /// What wound rolls are made with.
    ///
    /// Carries out `tle.shooting.wound-roll`, `tle.melee.wound-roll`, `tle.order.concentrate-wound`.
    fn wound(&self, strength: u8, numbers: &Numbers) -> Wounding {
        let mut changes = self.to_wound.clone();
        if self.concentrating && !self.manner.is_melee() {
            changes.push(("tle.order.concentrate-wound", 1));
        }
        Wounding::new(strength, self.toughness, changes, &numbers.dice, &numbers.wounds)
    }

    /// How many attacks a model makes with a weapon.
    ///
    /// Carries out `tle.shooting.shots`, `tle.melee.attacks`, `tle.weapon-keyword.spray-and-prey`,
    /// `tle.weapon-keyword.ranged-charge`, `tle.weapon-keyword.melee-charge`, `tle.weapon-keyword.ranged-splash`,
    /// `tle.weapon-keyword.melee-splash`, `tle.weapon-keyword.deflect`, `tle.ruling.spray`, `tle.ruling.splash`,
    /// `tle.ruling.ranged-charge`, `tle.ruling.keyword-combination`.
    fn attacks(&self, printed: u8, properties: &Properties, numbers: &Numbers) -> u16 {
        if self.manner == Manner::Deflecting {
            return properties.deflects.into();
        }
        let sprayed = properties.at_half_range.filter(|_| self.half_range);
        let charging = self.manner == Manner::ChargeShot && numbers.charge_shots == RangedChargeY::Attacks;
        let charging = properties.while_charging.filter(|_| charging);
        let more = if self.charged && self.manner == Manner::Fighting { properties.after_charge } else { 0 };
        let groups = properties.per_group_of.map_or(0, |group| self.models / u16::from(group.max(1)));
        let replaced = sprayed.into_iter().chain(charging).max();
        u16::from(replaced.unwrap_or(printed)) + u16::from(more) + u16::from(printed) * groups
    }
}

/// Behind every hit roll in melee.
const COMPARED: &[&str] = &["tle.melee.compare-skill"];

/// An attack with a weapon, but for whom it strikes.
///
/// Whoever computes with attacks takes it apart field by field, and so learns of every new one from the compiler.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attack {
    pub(crate) manner: Manner,
    /// How many of them a model makes.
    pub(crate) attacks: u16,
    /// What a hit roll needs.
    pub(crate) hit: Need,
    /// What a wound roll is made with.
    pub(crate) wound: Wounding,
    /// Armor penetration, 0 or less.
    pub(crate) ap: i16,
    /// What a wound that is not saved costs a single model; what it does not have is lost.
    pub(crate) damage: u8,
}

/// What bots count damage in: a million of it are one point.
pub(crate) const POINT: i64 = 1_000_000;

impl Attack {
    /// An attack with a weapon.
    pub(crate) fn new(weapon: &Weapon, approach: &Approach, numbers: &Numbers) -> Attack {
        let Weapon { attacks, strength, ap, damage, properties } = weapon;
        // Whom it may be aimed at, and when, and what its model defends itself with, is asked elsewhere.
        let Properties {
            counterfires: _,
            picks: _,
            lowers_skill: _,
            raises_skill: _,
            unsteady: _,
            at_half_range: _,
            in_melee: _,
            while_charging: _,
            after_charge: _,
            per_group_of: _,
            deflects: _,
        } = properties;
        Attack {
            manner: approach.manner,
            attacks: approach.attacks(*attacks, properties, numbers),
            hit: approach.hit(properties, &numbers.dice),
            wound: approach.wound(*strength, numbers),
            ap: (*ap).into(),
            damage: *damage,
        }
    }

    /// What one attack can be expected to do to a model with so much health left, in millionths of a point of damage,
    /// rounded down: what bots reckon with.
    ///
    /// It is the mean of the odds that people see, but for what dice of the pool and rerolls change.
    pub(crate) fn expected(&self, defence: &Defence, left: u8) -> i64 {
        let Attack { manner: _, attacks: _, hit, wound, ap: _, damage } = self;
        let (wounds, all) = wound.cases();
        let first = defence.best(*damage, left);
        let suffered = defence.suffered(first, *damage, left);
        let (cases, of) = (u128::from(hit.sixths()) * u128::from(wounds), 6 * u128::from(all));
        let points = u128::from(POINT.unsigned_abs());
        i64::try_from(cases * suffered.cases * points / (of * suffered.of)).unwrap_or(i64::MAX)
    }
}

/// Points of damage on average, as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mean {
    pub(crate) cases: u128,
    pub(crate) of: u128,
}

impl Mean {
    fn is_less_than(self, other: Mean) -> bool {
        self.cases * other.of < other.cases * self.of
    }
}

impl Defence {
    /// What a wound costs on average if this save is rolled first.
    ///
    /// Carries out `tle.shooting.damage`, `tle.shooting.excess-damage`, `tle.melee.damage`, `tle.armor-save.pure-per-wound`.
    pub(crate) fn suffered(&self, first: First, damage: u8, left: u8) -> Mean {
        let fails = |need: &Need| u128::from(6 - need.sixths());
        let unsaved = self.first(first).map_or(6, fails);
        let Some(pure) = self.pure_after(first) else {
            return Mean { cases: unsaved * u128::from(damage.min(left)), of: 6 };
        };
        let dice = self.pure_dice(damage, left);
        let each = fails(pure);
        if dice <= left {
            return Mean { cases: unsaved * u128::from(dice) * each, of: 36 };
        }
        // In how many cases so many dice fail.
        let mut failed = vec![1u128];
        for _ in 0..dice {
            let saved: Vec<u128> = failed.iter().map(|cases| cases * (6 - each)).chain([0]).collect();
            let lost = [0].into_iter().chain(failed.iter().map(|cases| cases * each));
            failed = saved.into_iter().zip(lost).map(|(saved, lost)| saved + lost).collect();
        }
        let points = |(failed, cases): (u128, &u128)| cases * failed.min(u128::from(left));
        let cases = (0..).zip(&failed).map(points).sum::<u128>();
        Mean { cases: unsaved * cases, of: 6 * failed.iter().sum::<u128>() }
    }

    /// The save that leaves the least damage on average, armor if it makes no difference; none where a pure save by itself
    /// is better than a dodge save that rules it out.
    ///
    /// It is what odds and bots expect an owner to choose, who is free to choose otherwise.
    pub(crate) fn best(&self, damage: u8, left: u8) -> First {
        let better = |best: Option<First>, first: First| match best {
            Some(best) if !self.suffered(first, damage, left).is_less_than(self.suffered(best, damage, left)) => best,
            _ => first,
        };
        let best = self.choices().chain([First::Nothing]).fold(None, |best, first| Some(better(best, first)));
        best.unwrap_or(First::Nothing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapters::dice::Shown;
    use crate::chapters::examples::{examples, written};
    use crate::chapters::saving::{Armor, Saves};
    use crate::forces::weapon::{RangedKeyword, WeaponKind};

    fn weapon(attacks: u8, properties: Properties) -> Weapon {
        Weapon { attacks, strength: 4, ap: 0, damage: 1, properties }
    }

    fn attack(weapon: &Weapon, approach: &Approach) -> Attack {
        Attack::new(weapon, approach, &Numbers::default())
    }

    fn shooting(skill: u8) -> Approach {
        Approach::plain(Manner::Shooting, skill, 0, 4)
    }

    /// Which of these faces hit.
    fn hits<const N: usize>(attack: &Attack, faces: [i16; N]) -> [bool; N] {
        faces.map(|face| attack.hit.met_by(Shown::natural(face)))
    }

    #[test]
    fn a_profile_brings_its_numbers_and_its_keywords() {
        let keywords = vec![RangedKeyword::Heavy, RangedKeyword::SprayAndPrey(5)];
        let kind = WeaponKind::Ranged { range: 24, keywords };
        let profile = WeaponProfile { name: None, kind, attacks: 2, strength: 6, ap: -2, damage: 3 };
        let properties = Properties { unsteady: true, at_half_range: Some(5), ..Properties::default() };
        assert_eq!(Weapon::of(&profile), Weapon { attacks: 2, strength: 6, ap: -2, damage: 3, properties });
    }

    #[test]
    fn melee_hits_as_the_tables_of_the_rulebook_say() {
        for example in examples("tle.example.melee.hit-table-") {
            let own = example.number("attacker_cs") as u8;
            let needed = example.numbers("defender_cs").into_iter().map(|other| {
                let approach = Approach::plain(Manner::Fighting, own, other as u8, 4);
                written(Some(attack(&weapon(1, Properties::default()), &approach).hit.number()))
            });
            assert_eq!(needed.collect::<Vec<_>>(), example.expected_texts("needed"), "{}", example.id);
        }
    }

    #[test]
    fn splash_adds_the_printed_attacks_for_each_full_group() {
        // tle.example.weapon.splash
        let splash = weapon(2, Properties { per_group_of: Some(5), ..Properties::default() });
        let attacks = [1, 4, 5, 9, 10, 15].map(|models| attack(&splash, &Approach { models, ..shooting(3) }).attacks);
        assert_eq!(attacks, [2, 2, 4, 4, 6, 8]);
    }

    #[test]
    fn spray_and_prey_replaces_the_attacks_at_half_range() {
        // tle.example.weapon.spray, tle.example.weapon.spray-splash
        let spray = Properties { at_half_range: Some(5), ..Properties::default() };
        let attacks = |printed, properties, models| {
            [true, false].map(|half_range| {
                let approach = Approach { half_range, models, ..shooting(3) };
                attack(&weapon(printed, properties), &approach).attacks
            })
        };
        assert_eq!(attacks(2, spray, 1), [5, 2]);
        assert_eq!(attacks(2, Properties { per_group_of: Some(5), ..spray }, 10), [9, 6]);
    }

    #[test]
    fn a_charge_adds_attacks_in_melee() {
        // tle.example.weapon.melee-charge, tle.example.weapon.melee-charge-splash
        let attacks = |printed, properties, models| {
            [true, false].map(|charged| {
                let approach = Approach { charged, models, ..Approach::plain(Manner::Fighting, 4, 4, 4) };
                attack(&weapon(printed, properties), &approach).attacks
            })
        };
        let charge = Properties { after_charge: 1, ..Properties::default() };
        assert_eq!(attacks(2, charge, 1), [3, 2]);
        assert_eq!(attacks(3, Properties { per_group_of: Some(4), ..charge }, 9), [10, 9]);
    }

    #[test]
    fn the_larger_of_two_other_numbers_of_attacks_counts() {
        let properties = Properties { at_half_range: Some(3), while_charging: Some(4), ..Properties::default() };
        let attacks = |manner, half_range, numbers: &Numbers| {
            let approach = Approach { half_range, ..Approach::plain(manner, 3, 0, 4) };
            Attack::new(&weapon(6, properties), &approach, numbers).attacks
        };
        let usual = Numbers::default();
        assert_eq!(attacks(Manner::ChargeShot, true, &usual), 4);
        assert_eq!((attacks(Manner::ChargeShot, false, &usual), attacks(Manner::Shooting, true, &usual)), (4, 3));
        let ignored = Numbers { charge_shots: RangedChargeY::Ignored, ..usual };
        assert_eq!(attacks(Manner::ChargeShot, false, &ignored), 6);
    }

    #[test]
    fn deflecting_makes_its_own_number_of_attacks() {
        let deflect = Properties { deflects: 2, per_group_of: Some(1), after_charge: 3, ..Properties::default() };
        let approach = Approach { models: 4, charged: true, ..Approach::plain(Manner::Deflecting, 4, 4, 4) };
        assert_eq!(attack(&weapon(5, deflect), &approach).attacks, 2);
    }

    #[test]
    fn heavy_weapons_hit_worse_after_a_move() {
        // tle.example.weapon.heavy
        let heavy = weapon(1, Properties { unsteady: true, ..Properties::default() });
        let hit = [false, true].map(|moved| hits(&attack(&heavy, &Approach { moved, ..shooting(3) }), [3]));
        assert_eq!(hit, [[true], [false]]);
    }

    #[test]
    fn trigger_weapons_hit_worse_in_melee_range_within_the_limit() {
        // tle.example.weapon.trigger, tle.example.weapon.trigger-cap
        let trigger = |less| weapon(1, Properties { in_melee: Some(less), ..Properties::default() });
        let approach = Approach::plain(Manner::TriggerShot, 3, 0, 4);
        assert_eq!(hits(&attack(&trigger(1), &approach), [3, 4]), [false, true]);
        assert_eq!(hits(&attack(&trigger(2), &approach), [3, 4, 5]), [false, true, true]);
        assert!(hits(&attack(&trigger(2), &shooting(3)), [3])[0], "far from melee it is a weapon like any other");
        let dice = DiceRules { trigger_unlimited: true, ..DiceRules::default() };
        let unlimited = Numbers { dice, ..Numbers::default() };
        assert_eq!(hits(&Attack::new(&trigger(2), &approach, &unlimited), [4, 5]), [false, true]);
    }

    #[test]
    fn soft_cover_and_orders_count_together_within_the_limit() {
        // tle.example.attack.soft-cover
        let plain = weapon(1, Properties::default());
        let covered = Approach { soft_cover: true, taking_cover: true, ..shooting(3) };
        assert_eq!(hits(&attack(&plain, &covered), [3, 4]), [false, true]);
        let to_hit = Changes::from_slice(&[("tle.ability.use", 1), ("tle.ability.use", 1)]);
        assert_eq!(attack(&plain, &Approach { to_hit, ..covered }).hit.number(), 3);
        let fighting = Approach { soft_cover: true, ..Approach::plain(Manner::Fighting, 4, 4, 4) };
        assert_eq!(attack(&plain, &fighting).hit.number(), 4);
        assert_eq!(attack(&plain, &Approach { taking_cover: true, ..fighting }).hit.number(), 5);
    }

    #[test]
    fn concentrating_helps_to_wound_by_shooting_only() {
        let plain = weapon(1, Properties::default());
        let cases = |manner| {
            let approach = Approach { concentrating: true, ..Approach::plain(manner, 4, 4, 6) };
            attack(&plain, &approach).wound.cases()
        };
        assert_eq!((cases(Manner::Shooting), cases(Manner::Fighting)), ((5, 6), (4, 6)));
    }

    #[test]
    fn owners_choose_the_save_that_leaves_the_least_damage() {
        let saves = |dodge, pure| Saves { dodge, pure, ..Saves::armor(Armor::new(4, 5).expect("armor")) };
        let best = |saves: &Saves, ap| {
            let numbers = Numbers::default();
            saves.against(ap, false, &numbers.dice, &numbers.saves).best(3, 5)
        };
        assert_eq!(best(&saves(None, None), 0), First::Armor);
        assert_eq!(best(&saves(Some(4), None), 0), First::Armor);
        assert_eq!(best(&saves(Some(4), None), -1), First::Dodge);
        assert_eq!(best(&saves(Some(6), Some(3)), -1), First::Armor);
        assert_eq!(best(&saves(Some(7), Some(3)), -6), First::Dodge);
        assert_eq!(best(&Saves { armor: Armor::NONE, ..saves(Some(6), Some(3)) }, -1), First::Nothing);
    }
}
