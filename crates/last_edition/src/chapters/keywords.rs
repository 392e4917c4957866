//! Keywords of weapons, and what they change in attacks.

use crate::forces::weapon::{MeleeKeyword, RangedKeyword, WeaponKind, WeaponProfile};

/// What the keywords of a weapon make of its attacks, and of those against its model.
///
/// Whoever computes with attacks takes it apart field by field, and so learns of every new one from the compiler. Nobody
/// asks for a keyword itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Properties {
    /// It can be shot at a unit that charges.
    pub(crate) counterfires: bool,
    /// It takes -1 to hit after its unit has moved.
    pub(crate) unsteady: bool,
    /// It can be aimed at a single model, and ignores bans on doing so.
    pub(crate) picks: bool,
    /// How many attacks it makes at half range or less, if that is another number.
    pub(crate) at_half_range: Option<u8>,
    /// What it takes off hit rolls when it is shot in melee range, if it can be.
    pub(crate) in_melee: Option<u8>,
    /// How many attacks it makes while charging, if it can be shot then.
    pub(crate) while_charging: Option<u8>,
    /// How many more attacks it makes after a charge move.
    pub(crate) after_charge: u8,
    /// It makes its attacks once more for each full group of so many models.
    pub(crate) per_group_of: Option<u8>,
    /// How much it lowers the combat skill of its model when that is attacked.
    pub(crate) lowers_skill: u8,
    /// How much it raises the combat skill of its model when that is attacked.
    pub(crate) raises_skill: u8,
    /// With how many attacks it answers a hit roll of 1.
    pub(crate) deflects: u8,
}

impl Properties {
    /// Those of a profile. Carries out `tle.weapon-keyword.combine`.
    pub(crate) fn of(profile: &WeaponProfile) -> Properties {
        let mut properties = Properties::default();
        match &profile.kind {
            WeaponKind::Ranged { keywords, .. } => keywords.iter().for_each(|keyword| keyword.shape(&mut properties)),
            WeaponKind::Melee { keywords } => keywords.iter().for_each(|keyword| keyword.shape(&mut properties)),
        }
        properties
    }
}

impl RangedKeyword {
    /// What it makes of the attacks of a weapon. This is the one place that says so.
    ///
    /// Carries out `tle.weapon-keyword.counterfire`, `tle.weapon-keyword.ranged-heavy`, `tle.weapon-keyword.sniper`,
    /// `tle.weapon-keyword.spray-and-prey`, `tle.weapon-keyword.trigger`, `tle.weapon-keyword.trigger-limits`,
    /// `tle.weapon-keyword.ranged-splash`, `tle.weapon-keyword.ranged-charge`.
    pub(crate) fn shape(self, attacks: &mut Properties) {
        match self {
            RangedKeyword::Counterfire => attacks.counterfires = true,
            RangedKeyword::Heavy => attacks.unsteady = true,
            RangedKeyword::Sniper => attacks.picks = true,
            RangedKeyword::SprayAndPrey(many) => attacks.at_half_range = Some(many),
            RangedKeyword::Trigger(less) => attacks.in_melee = Some(less),
            RangedKeyword::Splash(group) => attacks.per_group_of = Some(group),
            RangedKeyword::Charge(many) => attacks.while_charging = Some(many),
        }
    }
}

impl MeleeKeyword {
    /// What it makes of the attacks of a weapon. This is the one place that says so.
    ///
    /// Carries out `tle.weapon-keyword.melee-charge`, `tle.weapon-keyword.melee-heavy`,
    /// `tle.weapon-keyword.melee-light`, `tle.weapon-keyword.deflect`, `tle.weapon-keyword.melee-splash`.
    pub(crate) fn shape(self, attacks: &mut Properties) {
        match self {
            MeleeKeyword::Charge(more) => attacks.after_charge = more,
            MeleeKeyword::Heavy(less) => attacks.lowers_skill = less,
            MeleeKeyword::Light(more) => attacks.raises_skill = more,
            MeleeKeyword::Deflect(many) => attacks.deflects = many,
            MeleeKeyword::Splash(group) => attacks.per_group_of = Some(group),
        }
    }
}

/// The combat skill of a model when it is attacked, with all weapons that it carries.
///
/// Carries out `tle.weapon-keyword.melee-heavy`, `tle.weapon-keyword.melee-light`, `tle.ruling.melee-heavy-light`,
/// `tle.ruling.melee-zero-skill`.
pub(crate) fn defended_skill(skill: u8, carried: impl IntoIterator<Item = Properties>) -> u8 {
    let (mut less, mut more) = (0, 0);
    for weapon in carried {
        less = less.max(weapon.lowers_skill);
        more = more.max(weapon.raises_skill);
    }
    skill.saturating_add(more).saturating_sub(less).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavy_weapons_lower_combat_skill_and_light_ones_raise_it() {
        // tle.example.melee.heavy-light, tle.example.melee.heavy-floor
        let heavy = |lowers_skill| Properties { lowers_skill, ..Properties::default() };
        let light = |raises_skill| Properties { raises_skill, ..Properties::default() };
        assert_eq!(defended_skill(4, [heavy(2), light(1), heavy(1)]), 3);
        assert_eq!(defended_skill(2, [heavy(3)]), 1);
        assert_eq!(defended_skill(4, []), 4);
    }

    #[test]
    fn every_keyword_changes_something() {
        for keyword in RangedKeyword::ALL {
            let mut properties = Properties::default();
            keyword.shape(&mut properties);
            assert_ne!(properties, Properties::default(), "{keyword:?}");
        }
        for keyword in MeleeKeyword::ALL {
            let mut properties = Properties::default();
            keyword.shape(&mut properties);
            assert_ne!(properties, Properties::default(), "{keyword:?}");
        }
    }
}
