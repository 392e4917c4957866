//! Options of a datasheet: other weapons, further keywords, other values, at a price.

use serde::{Deserialize, Serialize};
use vocabulary::Word;

use crate::forces::datasheet::{ArmorSave, Profile};
use crate::forces::keyword::Keyword;
use roster::wording;

/// Something that a unit, or some of its models, can have instead of or besides what all of them have. A model has at most
/// one upgrade of its own, besides those of its unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upgrade {
    /// Its id within the datasheet.
    pub id: Word,
    /// What it is called.
    pub name: String,
    /// What it is, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What it costs: once for the unit, or for each model that has it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub price: u16,
    /// How many models can have it; the whole unit if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<Models>,
    /// Of the upgrades of a group, a unit takes only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Word>,
    /// The weapons that it takes away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Word>,
    /// The weapons that it gives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Word>,
    /// The keywords that it gives. Those of single models count for these models only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<Keyword>,
    /// The values that it replaces.
    #[serde(default, skip_serializing_if = "NewValues::is_empty")]
    pub profile: NewValues,
}

/// How many models can have an upgrade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Models {
    /// So many at most,
    pub most: u16,
    /// for each full group of so many models in the unit; at most that many in all if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<u16>,
}

impl Models {
    /// How many models of a unit of this size can have it.
    pub fn in_unit_of(self, models: u16) -> u16 {
        let most = self.each.map_or(self.most, |each| self.most.saturating_mul(models / each.max(1)));
        most.min(models)
    }
}

/// Values that replace those of a profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct NewValues {
    /// Inches of a normal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movement: Option<u8>,
    /// What hit rolls of shooting need.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ballistic_skill: Option<u8>,
    /// Skill in melee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combat_skill: Option<u8>,
    /// What wound rolls must beat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toughness: Option<u8>,
    /// The damage that kills.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub health: Option<u8>,
    /// The armor save.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armor: Option<ArmorSave>,
    /// The pure save.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pure: Option<u8>,
    /// The dodge save.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dodge: Option<u8>,
}

impl NewValues {
    /// Whether it replaces nothing.
    pub fn is_empty(&self) -> bool {
        *self == NewValues::default()
    }

    /// A profile with these values in it.
    #[must_use]
    pub fn over(&self, profile: &Profile) -> Profile {
        Profile {
            movement: self.movement.unwrap_or(profile.movement),
            ballistic_skill: self.ballistic_skill.or(profile.ballistic_skill),
            combat_skill: self.combat_skill.unwrap_or(profile.combat_skill),
            toughness: self.toughness.unwrap_or(profile.toughness),
            health: self.health.unwrap_or(profile.health),
            armor: self.armor.unwrap_or(profile.armor),
            pure: self.pure.or(profile.pure),
            dodge: self.dodge.or(profile.dodge),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references to it")]
fn is_zero(number: &u16) -> bool {
    *number == 0
}

impl Upgrade {
    /// What it costs where so many models have it; once for an upgrade of the unit.
    pub fn cost(&self, models: u16) -> i64 {
        i64::from(self.price) * if self.models.is_some() { i64::from(models) } else { 1 }
    }

    /// The most that a unit of this size can take: models, or 1 for the unit as a whole.
    pub fn most(&self, models: u16) -> u16 {
        self.models.map_or(1, |own| own.in_unit_of(models))
    }

    /// All that makes it no upgrade by itself, in sentences.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = wording(&self.name, &self.text);
        if self.price > 1_000 {
            faults.push(format!("the price is {}; it must be from 0 to 1000", self.price));
        }
        if let Some(models) = self.models
            && (models.most == 0 || models.each == Some(0))
        {
            faults.push("at least 1 model must be able to have it".to_owned());
        }
        if self.without.is_empty() && self.with.is_empty() && self.keywords.is_empty() && self.profile.is_empty() {
            faults.push("it changes nothing".to_owned());
        }
        faults
    }
}
