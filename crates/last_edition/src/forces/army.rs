//! Armies: what players bring.

use ground::Footprint;
use serde::{Deserialize, Serialize};
use vocabulary::Word;

use crate::forces::datasheet::{Datasheet, Profile};
use crate::forces::keyword::Keyword;
use crate::forces::weapon::Weapon;

/// An army that was judged, by value: it goes into the record of a match, and does not change when datasheets do. Carries
/// out `tle.models.army`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// What it is called.
    pub name: String,
    /// Its faction.
    pub faction: Word,
    /// The unit that is its commander, by its place. Carries out `tle.army.commander`.
    pub commander: u16,
    /// The leader points that are left. Carries out `tle.leader-points.leftover`.
    pub leader_points: u16,
    /// Whether it is painted. Carries out `tle.scoring.painted-army`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub painted: bool,
    /// Whether its models show what they are. Carries out `tle.scoring.communicating-models`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub communicating: bool,
    /// Its units, in the order of the list.
    pub units: Vec<ArmyUnit>,
}

/// A unit of an army. Carries out `tle.models.unit`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyUnit {
    /// What it is called; no two units of an army are called alike.
    pub name: String,
    /// Its datasheet.
    pub sheet: Datasheet,
    /// How many models.
    pub models: u16,
    /// The upgrades it took: how many models have each, or 1 for one of the whole unit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<Taken>,
    /// The base of each model.
    pub base: Footprint,
}

/// An upgrade that a unit took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// Its id.
    pub id: Word,
    /// How many models have it; 1 for an upgrade of the whole unit.
    pub models: u16,
}

/// Models of a unit that are alike: what its upgrades make of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loadout {
    /// How many models.
    pub models: u16,
    /// Their values.
    pub profile: Profile,
    /// Their keywords.
    pub keywords: Vec<Keyword>,
    /// What each of them carries.
    pub weapons: Vec<Weapon>,
}

impl ArmyUnit {
    /// What it costs in battle points. Carries out `tle.army.total`.
    pub fn cost(&self) -> i64 {
        let of = |taken: &Taken| self.sheet.upgrade(taken.id).map_or(0, |upgrade| upgrade.cost(taken.models));
        self.sheet.cost(self.models) + self.upgrades.iter().map(of).sum::<i64>()
    }

    /// Its models in groups that are alike, in the order in which they are numbered: first those without an upgrade of
    /// their own, then those of each upgrade in turn.
    pub fn loadouts(&self) -> Vec<Loadout> {
        let carried = self.sheet.weapons.iter().filter(|weapon| !weapon.extra).cloned().collect();
        let (profile, keywords) = (self.sheet.profile, self.sheet.keywords.clone());
        let mut usual = Loadout { models: self.models, profile, keywords, weapons: carried };
        let taken = |own: bool| {
            let upgrade = |taken: &Taken| self.sheet.upgrade(taken.id).map(|upgrade| (upgrade, taken.models));
            self.upgrades.iter().filter_map(upgrade).filter(move |(upgrade, _)| upgrade.models.is_some() == own)
        };
        for (upgrade, _) in taken(false) {
            usual = usual.with(&self.sheet, upgrade);
        }
        let mut groups = vec![usual.clone()];
        for (upgrade, models) in taken(true) {
            let models = models.min(groups[0].models);
            groups[0].models -= models;
            groups.push(Loadout { models, ..usual.clone() }.with(&self.sheet, upgrade));
        }
        groups.retain(|group| group.models > 0);
        groups
    }

    /// What each model is and carries, by its place in the unit.
    pub fn loadout_of(&self, model: u16) -> Option<Loadout> {
        let mut before = 0;
        self.loadouts().into_iter().find(|group| {
            before += group.models;
            model < before
        })
    }
}

impl Loadout {
    /// The same models with an upgrade.
    fn with(mut self, sheet: &Datasheet, upgrade: &crate::forces::upgrade::Upgrade) -> Loadout {
        self.weapons.retain(|weapon| !upgrade.without.contains(&weapon.id));
        self.weapons.extend(upgrade.with.iter().filter_map(|id| sheet.weapon(*id)).cloned());
        for keyword in &upgrade.keywords {
            self.keywords.retain(|own| own.word() != keyword.word());
            self.keywords.push(*keyword);
        }
        self.profile = upgrade.profile.over(&self.profile);
        self
    }
}

impl Army {
    /// What it costs in battle points. Carries out `tle.army.total`.
    pub fn cost(&self) -> i64 {
        self.units.iter().map(ArmyUnit::cost).sum()
    }

    /// How many leader units it has.
    pub fn leaders(&self) -> usize {
        self.units.iter().filter(|unit| unit.sheet.kind() == crate::forces::role::RoleKind::Leader).count()
    }
}
