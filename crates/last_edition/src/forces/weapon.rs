//! Weapons, their profiles, and the keywords of profiles.

use ground::Length;
use roster::is_name;
use serde::{Deserialize, Serialize};
use vocabulary::Word;

use crate::forces::notation::{UnknownKeyword, keywords};

engine::terms! {
    /// What a ranged weapon does besides shooting.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(try_from = "String", into = "String")]
    pub enum RangedKeyword {
        Counterfire {
            word: "counterfire", label: "Counterfire",
            rules: ["tle.weapon-keyword.counterfire", "tle.weapon-keyword.counterfire-timing"],
            text: "Can shoot at a unit that charges, before the charge roll.",
        }
        Heavy {
            word: "ranged-heavy", label: "Heavy", rules: ["tle.weapon-keyword.ranged-heavy"],
            text: "-1 to hit after its unit has moved.",
        }
        Sniper {
            word: "sniper", label: "Sniper",
            rules: ["tle.weapon-keyword.sniper", "tle.weapon-keyword.sniper-ignore"],
            text: "Can pick a single model as its target, and ignores rules that forbid it.",
        }
        SprayAndPrey(u8 = 2) {
            word: "spray-and-prey", label: "Spray&prey", rules: ["tle.weapon-keyword.spray-and-prey"],
            text: "Makes its number of attacks at half range or less.",
        }
        Trigger(u8 = 1) {
            word: "trigger", label: "Trigger",
            rules: ["tle.weapon-keyword.trigger", "tle.weapon-keyword.trigger-limits"],
            text: "Can be shot in melee range besides fighting, with its number taken off the hit rolls.",
        }
        Splash(u8 = 5) {
            word: "ranged-splash", label: "Splash", rules: ["tle.weapon-keyword.ranged-splash"],
            text: "Makes its attacks once more for each full group of so many models in the target unit.",
        }
        Charge(u8 = 1) {
            word: "ranged-charge", label: "Charge", rules: ["tle.weapon-keyword.ranged-charge"],
            text: "Makes its number of attacks while charging, and its model still fights.",
        }
    }
}

keywords!(
    RangedKeyword is "keyword of ranged weapons",
    plain: [Counterfire, Heavy, Sniper],
    numbered: [SprayAndPrey "", Trigger "-", Splash "", Charge ""]
);

engine::terms! {
    /// What a melee weapon does besides striking.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(try_from = "String", into = "String")]
    pub enum MeleeKeyword {
        Charge(u8 = 1) {
            word: "melee-charge", label: "Charge", rules: ["tle.weapon-keyword.melee-charge"],
            text: "So many more attacks after its model made a charge move.",
        }
        Heavy(u8 = 1) {
            word: "melee-heavy", label: "Heavy", rules: ["tle.weapon-keyword.melee-heavy"],
            text: "The combat skill of its model is so much lower when it is attacked in melee.",
        }
        Light(u8 = 1) {
            word: "light", label: "Light", rules: ["tle.weapon-keyword.melee-light"],
            text: "The combat skill of its model is so much higher when it is attacked in melee.",
        }
        Deflect(u8 = 1) {
            word: "deflect", label: "Deflect", rules: ["tle.weapon-keyword.deflect"],
            text: "Answers each enemy hit roll of 1 with so many attacks.",
        }
        Splash(u8 = 5) {
            word: "melee-splash", label: "Splash", rules: ["tle.weapon-keyword.melee-splash"],
            text: "Makes its attacks once more for each full group of so many models in the target unit.",
        }
    }
}

keywords!(
    MeleeKeyword is "keyword of melee weapons",
    plain: [],
    numbered: [Charge "", Heavy "-", Light "+", Deflect "", Splash ""]
);

/// A weapon of a datasheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Its id within the datasheet.
    pub id: Word,
    /// What it is called.
    pub name: String,
    /// Whether a model carries it only if an upgrade gives it one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub extra: bool,
    /// What it does; of several profiles, the player chooses one each time.
    pub profiles: Vec<WeaponProfile>,
}

/// What a weapon does. Carries out `tle.datasheet.weapon-profile`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ProfileTable", into = "ProfileTable")]
pub struct WeaponProfile {
    /// What it is called, where a weapon has several.
    pub name: Option<String>,
    /// How it is used.
    pub kind: WeaponKind,
    /// How many attacks a model makes: the number behind Ranged or Melee.
    pub attacks: u8,
    /// Added to the wound roll.
    pub strength: u8,
    /// Armor penetration: 0 or less. Carries out `tle.armor-save.ap`.
    pub ap: i8,
    /// The health that a wound costs.
    pub damage: u8,
}

/// How a weapon is used, with the keywords for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeaponKind {
    /// `24" Ranged`
    Ranged {
        /// How far it reaches, in inches.
        range: u8,
        /// Its keywords.
        keywords: Vec<RangedKeyword>,
    },
    /// `Melee`
    Melee {
        /// Its keywords.
        keywords: Vec<MeleeKeyword>,
    },
}

/// A profile as it is written: with a range it is a ranged one.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileTable {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    range: Option<u8>,
    attacks: u8,
    strength: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    ap: i8,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    damage: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    keywords: Vec<String>,
}

fn one() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references to it")]
fn is_one(number: &u8) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references to it")]
fn is_zero(number: &i8) -> bool {
    *number == 0
}

impl TryFrom<ProfileTable> for WeaponProfile {
    type Error = UnknownKeyword;

    fn try_from(table: ProfileTable) -> Result<WeaponProfile, UnknownKeyword> {
        let words = table.keywords.iter();
        let kind = match table.range {
            Some(range) => {
                WeaponKind::Ranged { range, keywords: words.map(|word| word.parse()).collect::<Result<_, _>>()? }
            }
            None => WeaponKind::Melee { keywords: words.map(|word| word.parse()).collect::<Result<_, _>>()? },
        };
        let ProfileTable { name, attacks, strength, ap, damage, .. } = table;
        Ok(WeaponProfile { name, kind, attacks, strength, ap, damage })
    }
}

impl From<WeaponProfile> for ProfileTable {
    fn from(profile: WeaponProfile) -> ProfileTable {
        let (range, keywords) = match &profile.kind {
            WeaponKind::Ranged { range, keywords } => {
                (Some(*range), keywords.iter().map(ToString::to_string).collect())
            }
            WeaponKind::Melee { keywords } => (None, keywords.iter().map(ToString::to_string).collect()),
        };
        let WeaponProfile { name, attacks, strength, ap, damage, .. } = profile;
        ProfileTable { name, range, attacks, strength, ap, damage, keywords }
    }
}

impl WeaponProfile {
    /// How far it reaches, if it is a ranged one.
    pub fn range(&self) -> Option<Length> {
        match self.kind {
            WeaponKind::Ranged { range, .. } => Some(Length::inches(range.into())),
            WeaponKind::Melee { .. } => None,
        }
    }

    /// Whether it is a ranged one.
    pub const fn is_ranged(&self) -> bool {
        matches!(self.kind, WeaponKind::Ranged { .. })
    }

    /// Its keywords as a ranged weapon; none if it isn't one.
    pub fn ranged(&self) -> &[RangedKeyword] {
        match &self.kind {
            WeaponKind::Ranged { keywords, .. } => keywords,
            WeaponKind::Melee { .. } => &[],
        }
    }

    /// Its keywords as a melee weapon; none if it isn't one.
    pub fn melee(&self) -> &[MeleeKeyword] {
        match &self.kind {
            WeaponKind::Ranged { .. } => &[],
            WeaponKind::Melee { keywords } => keywords,
        }
    }

    /// Its keywords in words, as files write them.
    pub fn keywords(&self) -> Vec<String> {
        let ranged = self.ranged().iter().map(ToString::to_string);
        ranged.chain(self.melee().iter().map(ToString::to_string)).collect()
    }

    /// Whether one of its keywords is there twice, whatever the numbers.
    fn repeats(&self) -> bool {
        let places: Vec<usize> =
            self.ranged().iter().map(|own| own.place()).chain(self.melee().iter().map(|own| own.place())).collect();
        places.iter().enumerate().any(|(at, place)| places[..at].contains(place))
    }
}

impl Weapon {
    /// Most profiles of a weapon.
    pub const MOST_PROFILES: usize = 4;

    /// Whether it can shoot.
    pub fn is_ranged(&self) -> bool {
        self.profiles.iter().any(WeaponProfile::is_ranged)
    }

    /// Whether it can strike in melee.
    pub fn is_melee(&self) -> bool {
        self.profiles.iter().any(|profile| !profile.is_ranged())
    }

    /// All that makes it no weapon, in sentences.
    pub(crate) fn faults(&self) -> Vec<String> {
        let name = format!("weapon '{}'", self.id);
        let mut faults = Vec::new();
        if !(1..=Weapon::MOST_PROFILES).contains(&self.profiles.len()) {
            let most = Weapon::MOST_PROFILES;
            faults.push(format!("{name}: {} profiles; a weapon has 1 to {most}", self.profiles.len()));
        }
        let named = self.profiles.iter().all(|profile| profile.name.as_ref().is_some_and(|name| is_name(name)));
        let alone = self.profiles.len() == 1 && self.profiles[0].name.is_none();
        if !is_name(&self.name) || !(named || alone) {
            faults.push(format!("{name}: it needs a name, and each of several profiles one of its own"));
        }
        for profile in self.profiles.iter().take(Weapon::MOST_PROFILES) {
            let mut bounds = |what: &str, value: i32, least: i32, most: i32| {
                if !(least..=most).contains(&value) {
                    faults.push(format!("{name}: {what} is {value}; it must be from {least} to {most}"));
                }
            };
            if let WeaponKind::Ranged { range, .. } = profile.kind {
                bounds("range", range.into(), 1, 72);
            }
            bounds("attacks", profile.attacks.into(), 1, 20);
            bounds("strength", profile.strength.into(), 1, 20);
            bounds("AP", profile.ap.into(), -10, 0);
            bounds("damage", profile.damage.into(), 1, 20);
            if profile.repeats() {
                faults.push(format!("{name}: a keyword is there twice"));
            }
        }
        faults
    }
}
