//! How an attacker comes to its target: all that the needs of its attacks follow from.

use smallvec::SmallVec;
use vocabulary::{ModelId, Seat, UnitId};

use crate::chapters::battle::targets::Blow;
use crate::chapters::dice::Changes;
use crate::chapters::keywords::{Properties, defended_skill};
use crate::chapters::orders::Order;
use crate::chapters::saving::{Armor, Defence, Saves, armor_changes};
use crate::chapters::sequence::{Approach, Attack, Manner, Numbers, Weapon};
use crate::chapters::terrain::has_soft_cover;
use crate::chapters::visibility::Eyes;
use crate::chapters::wounding::toughness;
use crate::forces::ability::{AttackKind, Value};
use crate::forces::house::DefenderSkill;
use crate::state::State;

/// The attacks of one or several models that are alike, and are resolved together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Volley {
    /// Whose attacks they are.
    pub(crate) seat: Seat,
    /// One of the blows; the others are alike.
    pub(crate) blow: Blow,
    /// How many attacks there are in all.
    pub(crate) attacks: u16,
    /// What each of them is.
    pub(crate) attack: Attack,
    /// The unit that its attacks fall on.
    pub(crate) target: UnitId,
}

impl State {
    /// What is settled about numbers.
    pub(crate) fn numbers(&self) -> Numbers {
        Numbers::of(self.house())
    }

    /// What attacks with a weapon need and do, with everybody where they stand now.
    pub(crate) fn attack(&self, eyes: &mut Eyes<'_>, blow: Blow) -> Attack {
        let approach = self.approach(eyes, blow);
        Attack::new(&self.armament(blow), &approach, &self.numbers())
    }

    /// The numbers of a weapon, with what abilities change in them.
    ///
    /// Carries out `tle.datasheet.weapon-profile`, `tle.ability.no-stacking`.
    fn armament(&self, blow: Blow) -> Weapon {
        let (unit, profile) = (self.unit_of(blow.model), self.profile_of(blow));
        let kind = if blow.manner.is_melee() { AttackKind::Melee } else { AttackKind::Ranged };
        let changed = |value| self.changed_by(unit, value, Some(kind));
        let more = |printed: u8, value, least: i16| (i16::from(printed) + changed(value)).clamp(least, 255) as u8;
        Weapon {
            attacks: more(profile.attacks, Value::Attacks, 1),
            strength: more(profile.strength, Value::Strength, 0),
            ap: (i16::from(profile.ap) + changed(Value::Ap)).clamp(-127, 0) as i8,
            damage: more(profile.damage, Value::Damage, 1),
            properties: Properties::of(profile),
        }
    }

    /// How a model comes to the target of a blow.
    ///
    /// Carries out `tle.ruling.heavy-moved`, `tle.ruling.splash`, `tle.ruling.type1-hit-unit`,
    /// `tle.ruling.wound-mixed-toughness`, `tle.weapon-keyword.melee-charge`.
    fn approach(&self, eyes: &mut Eyes<'_>, blow: Blow) -> Approach {
        let unit = self.unit_of(blow.model);
        let kind = if blow.manner.is_melee() { AttackKind::Melee } else { AttackKind::Ranged };
        let ranged = !blow.manner.is_melee();
        let meant = self.meant(blow);
        Approach {
            manner: blow.manner,
            skill: if ranged {
                self.profile(blow.model).ballistic_skill.unwrap_or(7)
            } else {
                self.combat_skill(blow.model)
            },
            defended: if ranged { 1 } else { self.defending_skill(blow) },
            toughness: self.toughness_of(blow),
            models: meant.len() as u16,
            half_range: ranged && self.is_at_half_range(eyes, blow),
            charged: self.is_this_turn(self.unit(unit).last.charged),
            moved: self.has_moved(unit),
            taking_cover: self.is_under(unit, Order::TakeCover),
            concentrating: self.order_wound(unit) > 0,
            soft_cover: ranged && self.is_in_soft_cover(eyes, blow),
            to_hit: self.changed(unit, Value::HitRoll, Some(kind)),
            to_wound: self.changed(unit, Value::WoundRoll, Some(kind)),
        }
    }

    /// Whether soft cover helps the target of a shot.
    ///
    /// Carries out `tle.terrain.type1-hit`, `tle.terrain.type1-behind`, `tle.ruling.type1-hit-unit`.
    fn is_in_soft_cover(&self, eyes: &mut Eyes<'_>, blow: Blow) -> bool {
        let range = self.profile_of(blow).range().unwrap_or_default();
        let from = self.shape(blow.model);
        let models = self.meant(blow);
        let one = |model: &ModelId| {
            let to = self.shape(*model);
            let covered = self.battlefield().soft_cover(from, to).is_some();
            // Where nobody is covered, sight makes no difference.
            let seen = from.within(to, range) && eyes.sees(blow.model, *model);
            (seen, covered)
        };
        has_soft_cover(self.house().soft_cover_unit, models.iter().map(one))
    }

    /// The combat skill with which a model strikes. Carries out `tle.ability.no-stacking`.
    fn combat_skill(&self, model: ModelId) -> u8 {
        let by = self.changed_by(self.unit_of(model), Value::CombatSkill, Some(AttackKind::Melee));
        (i16::from(self.profile(model).combat_skill) + by).clamp(1, 100) as u8
    }

    /// The combat skill that a model defends itself with, with all that it carries.
    fn skill_of_defender(&self, model: ModelId) -> u8 {
        let profiles = self.weapons(model).flat_map(|(_, weapon)| &weapon.profiles);
        defended_skill(self.combat_skill(model), profiles.map(Properties::of))
    }

    /// The combat skill that a blow in melee is compared with.
    ///
    /// Carries out `tle.melee.compare-skill`, `tle.ruling.melee-defender-skill`.
    fn defending_skill(&self, blow: Blow) -> u8 {
        let skills: SmallVec<[u8; 16]> =
            self.defenders(blow).iter().map(|model| self.skill_of_defender(*model)).collect();
        let how_many = |skill: u8| skills.iter().filter(|other| **other == skill).count();
        let found = match self.house().defender_skill {
            DefenderSkill::Highest | DefenderSkill::Nearest => skills.iter().copied().max(),
            DefenderSkill::Majority => skills.iter().copied().max_by_key(|skill| (how_many(*skill), *skill)),
        };
        found.unwrap_or(1)
    }

    /// The models whose combat skill may be the one that a blow is compared with. Carries out
    /// `tle.ruling.melee-defender-skill`.
    fn defenders(&self, blow: Blow) -> troops::Models {
        let mut models = self.meant(blow);
        if self.house().defender_skill == DefenderSkill::Nearest {
            let from = self.shape(blow.model);
            let away = |model: &ModelId| from.apart(self.shape(*model));
            let nearest = models.iter().map(away).min();
            models.retain(|model| Some(away(model)) == nearest);
        }
        models
    }

    /// The rules behind the combat skill that a blow is compared with.
    ///
    /// Carries out `tle.weapon-keyword.melee-heavy`, `tle.weapon-keyword.melee-light`, `tle.ruling.melee-heavy-light`.
    pub(crate) fn rules_of_defending_skill(&self, blow: Blow) -> Vec<&'static str> {
        let skill = self.defending_skill(blow);
        let defends = |model: &&ModelId| self.skill_of_defender(**model) == skill;
        let defenders = self.defenders(blow);
        let carried = defenders.iter().filter(defends).flat_map(|model| self.weapons(*model));
        let carried: Vec<Properties> =
            carried.flat_map(|(_, weapon)| weapon.profiles.iter().map(Properties::of)).collect();
        let heavy = carried.iter().any(|weapon| weapon.lowers_skill > 0);
        let light = carried.iter().any(|weapon| weapon.raises_skill > 0);
        let mut rules = vec!["tle.ruling.melee-defender-skill"];
        rules.extend(heavy.then_some("tle.weapon-keyword.melee-heavy"));
        rules.extend(light.then_some("tle.weapon-keyword.melee-light"));
        rules.extend((heavy || light).then_some("tle.ruling.melee-heavy-light"));
        rules
    }

    /// The toughness that wound rolls of a blow must beat. Carries out `tle.ruling.wound-mixed-toughness`.
    fn toughness_of(&self, blow: Blow) -> u8 {
        let kind = if blow.manner.is_melee() { AttackKind::Melee } else { AttackKind::Ranged };
        let by = self.changed_by(blow.target, Value::Toughness, Some(kind));
        let of = |model: &ModelId| (i16::from(self.profile(*model).toughness) + by).clamp(1, 100) as u8;
        let all: SmallVec<[u8; 16]> = self.meant(blow).iter().map(of).collect();
        toughness(&all, &self.numbers().wounds).unwrap_or(1)
    }

    /// What saves of a model against an attack need.
    ///
    /// Carries out `tle.terrain.type2-armor`, `tle.ruling.cover-per-model`, `tle.order.take-cover-armor`,
    /// `tle.order.concentrate-armor`, `tle.ruling.armor-plus-direction`, `tle.ability.no-stacking`.
    pub(crate) fn defence(&self, model: ModelId, ap: i16, melee: bool) -> Defence {
        let (unit, profile) = (self.unit_of(model), self.profile(model));
        let covered = !melee && self.is_in_hard_cover(model);
        let mut changes =
            armor_changes(covered, self.is_under(unit, Order::TakeCover), self.is_under(unit, Order::Concentrate));
        let kind = Some(if melee { AttackKind::Melee } else { AttackKind::Ranged });
        changes.extend(self.changed(unit, Value::ArmorFirst, kind).into_iter().map(|(rule, by)| (rule, (by, 0))));
        changes.extend(self.changed(unit, Value::ArmorSecond, kind).into_iter().map(|(rule, by)| (rule, (0, by))));
        let better = self.changed_by(unit, Value::PureSave, kind);
        let saves = Saves {
            armor: Armor::new(profile.armor.first, profile.armor.second).unwrap_or(Armor::NONE),
            armor_changes: changes,
            dodge: profile.dodge,
            pure: profile.pure.map(|pure| (i16::from(pure) - better).clamp(2, 7) as u8),
            to_save: Changes::new(),
        };
        let numbers = self.numbers();
        saves.against(ap, melee, &numbers.dice, &numbers.saves)
    }

    /// Whether a unit is under an order. Carries out `tle.ruling.order-duration`.
    fn is_under(&self, unit: UnitId, order: Order) -> bool {
        self.unit(unit).orders.iter().any(|given| given.order == order)
    }

    /// Whether a model stands on type 2 terrain, and on nothing of a higher type. Carries out `tle.terrain.type2-armor`,
    /// `tle.terrain.highest-type`.
    fn is_in_hard_cover(&self, model: ModelId) -> bool {
        use crate::battlefield::TerrainType;
        self.battlefield().terrain_under(self.shape(model)) == Some(TerrainType::Hindering)
    }

    /// Blows with what they come to, those that are alike together.
    ///
    /// Numbers are those of this moment: nothing is worked out again when models fall. Where the target can deflect, it
    /// matters who attacks, so models are kept apart.
    ///
    /// Carries out `tle.dice.batching`, `tle.ruling.casualty-allocation`.
    pub(crate) fn volleys(&self, blows: &[Blow]) -> Vec<Volley> {
        let mut eyes = self.eyes();
        let mut volleys: Vec<Volley> = Vec::new();
        for blow in blows {
            let attack = self.attack(&mut eyes, *blow);
            let answered = blow.manner == Manner::Fighting
                || (blow.manner == Manner::Deflecting && self.house().recursive_deflect);
            let deflected = answered && self.can_deflect(blow.target);
            let weapon = |blow: Blow| &self.weapon(blow.model, blow.weapon).id;
            let like = |other: &&mut Volley| {
                let of = other.blow;
                (of.target, of.aim, of.manner, of.profile) == (blow.target, blow.aim, blow.manner, blow.profile)
                    && other.attack == attack
                    && weapon(of) == weapon(*blow)
                    && self.unit_of(of.model) == self.unit_of(blow.model)
                    && (!deflected || of.model == blow.model)
            };
            match volleys.iter_mut().find(like) {
                Some(volley) => volley.attacks += attack.attacks,
                None => {
                    let (seat, target) = (self.seat_of(self.unit_of(blow.model)), blow.target);
                    volleys.push(Volley { seat, blow: *blow, attacks: attack.attacks, attack, target });
                }
            }
        }
        volleys
    }
}
