//! Datasheets: what a kind of unit is, and what it can do.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use ground::{Footprint, Length};
use roster::wording;
use serde::{Deserialize, Serialize};
use vocabulary::Word;

use crate::forces::ability::{Ability, Aura};
use crate::forces::keyword::{Keyword, ShockTeleport, Transport};
use crate::forces::role::{Role, RoleKind};
use crate::forces::upgrade::Upgrade;
use crate::forces::weapon::Weapon;

/// No base is smaller. Carries out `tle.models.base-minimum`.
pub const SMALLEST_BASE: Length = Length::mm(25);

/// An armor save: two numbers from 2 to 7, the second no smaller. Carries out `tle.armor-save.two-numbers`,
/// `tle.ruling.armor-valid`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ArmorSave {
    /// The save against AP 0; 7 is none.
    pub first: u8,
    /// Where the harder part begins; 7 if there is none.
    pub second: u8,
}

/// Why a text is no armor save.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no armor save: write '3+/5+', '4+' or 'none'; the first number is at least 2 and not above the second"
)]
pub struct NoArmor(String);

impl ArmorSave {
    /// No armor save.
    pub const NONE: ArmorSave = ArmorSave { first: 7, second: 7 };

    fn is_none(&self) -> bool {
        *self == ArmorSave::NONE
    }
}

impl Default for ArmorSave {
    fn default() -> ArmorSave {
        ArmorSave::NONE
    }
}

impl fmt::Display for ArmorSave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.second) {
            (7, _) => f.write_str("none"),
            (first, 7) => write!(f, "{first}+"),
            (first, second) => write!(f, "{first}+/{second}+"),
        }
    }
}

impl FromStr for ArmorSave {
    type Err = NoArmor;

    fn from_str(text: &str) -> Result<ArmorSave, NoArmor> {
        let number = |text: &str| match text.as_bytes() {
            [digit @ b'2'..=b'6', b'+'] => Some(digit - b'0'),
            _ => None,
        };
        let save = match text.split_once('/') {
            _ if text == "none" => Some(ArmorSave::NONE),
            None => number(text).map(|first| ArmorSave { first, second: 7 }),
            Some((first, second)) => {
                number(first).zip(number(second)).map(|(first, second)| ArmorSave { first, second })
            }
        };
        save.filter(|save| save.first <= save.second).ok_or_else(|| NoArmor(roster::printable(text, 20)))
    }
}

impl TryFrom<String> for ArmorSave {
    type Error = NoArmor;

    fn try_from(text: String) -> Result<ArmorSave, NoArmor> {
        text.parse()
    }
}

impl From<ArmorSave> for String {
    fn from(save: ArmorSave) -> String {
        save.to_string()
    }
}

/// The values of a model. Carries out `tle.datasheet.stats`, `tle.armor-save.special`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Profile {
    /// M: inches of a normal move. Carries out `tle.datasheet.movement`.
    pub movement: u8,
    /// BS: what hit rolls of shooting need; nothing for models that can't shoot. Carries out
    /// `tle.datasheet.ballistic-skill`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballistic_skill: Option<u8>,
    /// CS: skill in melee. Carries out `tle.datasheet.combat-skill`.
    pub combat_skill: u8,
    /// T: what wound rolls must beat. Carries out `tle.datasheet.toughness`.
    pub toughness: u8,
    /// H: the damage that kills. Carries out `tle.datasheet.health`.
    pub health: u8,
    /// As: the armor save.
    #[serde(default, skip_serializing_if = "ArmorSave::is_none")]
    pub armor: ArmorSave,
    /// `X++`: the pure save. Carries out `tle.armor-save.pure`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pure: Option<u8>,
    /// `X+-`: the dodge save. Carries out `tle.armor-save.dodge`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dodge: Option<u8>,
}

impl Profile {
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut bounds = |what: &str, value: u8, least: u8, most: u8| {
            if !(least..=most).contains(&value) {
                faults.push(format!("{what} is {value}; it must be from {least} to {most}"));
            }
        };
        bounds("movement", self.movement, 0, 24);
        bounds("ballistic-skill", self.ballistic_skill.unwrap_or(2), 2, 6);
        bounds("combat-skill", self.combat_skill, 1, 12);
        bounds("toughness", self.toughness, 1, 20);
        bounds("health", self.health, 1, 40);
        bounds("pure", self.pure.unwrap_or(2), 2, 6);
        bounds("dodge", self.dodge.unwrap_or(2), 2, 7);
        faults
    }
}

/// How many models a unit has. Carries out `tle.datasheet.unit-size`, `tle.ruling.unit-size-notation`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Sizes {
    /// `5-10`: from the one to the other.
    Range(u16, u16),
    /// `5|10`: one of these.
    Listed(Vec<u16>),
}

impl Sizes {
    /// The fewest models.
    pub fn fewest(&self) -> u16 {
        match self {
            Sizes::Range(fewest, _) => *fewest,
            Sizes::Listed(sizes) => sizes.iter().copied().min().unwrap_or(0),
        }
    }

    /// The most models.
    pub fn most(&self) -> u16 {
        match self {
            Sizes::Range(_, most) => *most,
            Sizes::Listed(sizes) => sizes.iter().copied().max().unwrap_or(0),
        }
    }

    /// Whether a unit can have so many.
    pub fn allow(&self, models: u16) -> bool {
        match self {
            Sizes::Range(fewest, most) => (*fewest..=*most).contains(&models),
            Sizes::Listed(sizes) => sizes.contains(&models),
        }
    }

    fn faults(&self) -> Option<String> {
        let sound = match self {
            Sizes::Range(fewest, most) => fewest <= most,
            Sizes::Listed(sizes) => !sizes.is_empty() && sizes.windows(2).all(|pair| pair[0] < pair[1]),
        };
        let most = Datasheet::MOST_MODELS;
        (!sound || self.fewest() == 0 || self.most() > most)
            .then(|| format!("sizes go up from 1 at least to {most} at most"))
    }
}

/// As a datasheet prints it.
impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sizes::Range(fewest, most) if fewest == most => write!(f, "{fewest}"),
            Sizes::Range(fewest, most) => write!(f, "{fewest}-{most}"),
            Sizes::Listed(sizes) => f.write_str(&sizes.iter().map(u16::to_string).collect::<Vec<_>>().join("|")),
        }
    }
}

/// What a unit costs in battle points. Carries out `tle.datasheet.cost`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Price {
    /// For each model. Carries out `tle.datasheet.model-price`.
    Each(u16),
    /// For the unit: one price for every size, or one for each listed size. Carries out `tle.datasheet.collective-price`,
    /// `tle.ruling.unit-size-notation`.
    Whole(Vec<u16>),
}

/// A kind of unit. Carries out `tle.datasheet.name`, `tle.datasheet.profile-and-keywords`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Datasheet {
    /// Its id within the faction.
    pub id: Word,
    /// What the unit is called.
    pub name: String,
    /// Whether verbs agree with the name in the plural; if nothing is said, they do where a unit can have several models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plural: Option<bool>,
    /// Who they are, and what they are for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Its role in the army.
    pub role: Role,
    /// Whether its role is marked (Unique). Carries out `tle.role.unique`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unique: bool,
    /// Its colours; without any it fits every army of the faction. Carries out `tle.army.color-share`,
    /// `tle.army.colorless`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub colors: Vec<Word>,
    /// Further factions in which it can be selected, besides the one of its pack. Carries out `tle.army.multi-faction`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factions: Vec<Word>,
    /// How many models a unit has.
    pub sizes: Sizes,
    /// What it costs.
    pub price: Price,
    /// The values of each model.
    pub profile: Profile,
    /// The base of each model.
    pub base: Footprint,
    /// Its keywords.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<Keyword>,
    /// When and where it can arrive, if it can start off the battlefield.
    #[serde(rename = "shock-teleport", default, skip_serializing_if = "Option::is_none")]
    pub shock_teleport: Option<ShockTeleport>,
    /// What it carries, if it carries anybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transport: Option<Transport>,
    /// Its weapons.
    #[serde(rename = "weapon", default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Weapon>,
    /// What it can choose to do: powers, command abilities, uses of leader points.
    #[serde(rename = "ability", default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
    /// What holds around it.
    #[serde(rename = "aura", default, skip_serializing_if = "Vec::is_empty")]
    pub auras: Vec<Aura>,
    /// Its options.
    #[serde(rename = "upgrade", default, skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<Upgrade>,
}

impl Datasheet {
    /// Most models of a unit.
    pub const MOST_MODELS: u16 = 40;
    /// Most weapons, abilities, auras and upgrades each.
    pub const MOST_PARTS: usize = 8;

    /// Which role it has.
    pub const fn kind(&self) -> RoleKind {
        self.role.kind()
    }

    /// Whether verbs agree with its name in the plural.
    pub fn is_plural(&self) -> bool {
        self.plural.unwrap_or_else(|| self.sizes.most() > 1)
    }

    /// Whether it has a keyword; of one with a number, with any number.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.iter().any(|own| own.word() == keyword.word())
    }

    /// The number of models at which it flees, if it has Cowards.
    pub fn cowards(&self) -> Option<u8> {
        self.keywords.iter().find_map(|own| if let Keyword::Cowards(models) = own { Some(*models) } else { None })
    }

    /// Its power number; none without the keyword. Carries out `tle.keyword.power`.
    pub fn power(&self) -> Option<u8> {
        self.keywords.iter().find_map(|own| if let Keyword::Power(number) = own { Some(*number) } else { None })
    }

    /// Whether a word says something about it: its role, a keyword, `transport`, `shock-teleport`, or its id.
    pub fn is(&self, word: Word) -> bool {
        self.id == word
            || self.kind().word() == word
            || self.keywords.iter().any(|own| own.word() == word)
            || (word == Transport::WORD && self.transport.is_some())
            || (word == ShockTeleport::WORD && self.shock_teleport.is_some())
    }

    /// Whether any of these words says something about it; without words, every unit will do.
    pub fn is_any(&self, words: &[Word]) -> bool {
        words.is_empty() || words.iter().any(|word| self.is(*word))
    }

    /// Its weapon of this id.
    pub fn weapon(&self, id: Word) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.id == id)
    }

    /// Its upgrade of this id.
    pub fn upgrade(&self, id: Word) -> Option<&Upgrade> {
        self.upgrades.iter().find(|upgrade| upgrade.id == id)
    }

    /// What a unit of so many models costs without upgrades. Carries out `tle.datasheet.model-price`,
    /// `tle.datasheet.collective-price`, `tle.ruling.unit-size-notation`.
    pub fn cost(&self, models: u16) -> i64 {
        match (&self.price, &self.sizes) {
            (Price::Each(price), _) => i64::from(*price) * i64::from(models),
            (Price::Whole(prices), Sizes::Listed(sizes)) if prices.len() > 1 => {
                let at = sizes.iter().position(|size| *size == models).unwrap_or(0);
                prices.get(at).copied().map_or(0, i64::from)
            }
            (Price::Whole(prices), _) => prices.first().copied().map_or(0, i64::from),
        }
    }

    /// All that makes it no datasheet that can be played with, in sentences. The bounds are wide; they keep numbers out
    /// that rules would have to be afraid of.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = wording(&self.name, &self.text);
        faults.extend(self.role.faults());
        faults.extend(self.sizes.faults());
        faults.extend(self.price_faults());
        faults.extend(self.profile.faults());
        if shortest(&self.base) < SMALLEST_BASE || self.base.longest() > Length::mm(200) {
            faults.push(format!("the base is {}; bases measure from 25 mm to 200 mm", self.base));
        }
        faults.extend(self.keyword_faults());
        faults.extend(self.part_faults());
        faults.extend(self.weapons.iter().flat_map(Weapon::faults));
        let is_shooter = self.weapons.iter().any(Weapon::is_ranged);
        if is_shooter && self.profile.ballistic_skill.is_none() {
            faults.push("models with ranged weapons need a ballistic-skill".to_owned());
        }
        for ability in &self.abilities {
            faults.extend(ability.faults().into_iter().map(|fault| format!("ability '{}': {fault}", ability.id)));
            if ability.is_power() && self.power().is_none() {
                faults.push(format!("ability '{}': only units with the keyword power use powers", ability.id));
            }
        }
        for aura in &self.auras {
            faults.extend(aura.faults().into_iter().map(|fault| format!("aura '{}': {fault}", aura.id)));
        }
        for upgrade in &self.upgrades {
            faults.extend(
                self.upgrade_faults(upgrade).into_iter().map(|fault| format!("upgrade '{}': {fault}", upgrade.id)),
            );
        }
        faults
    }

    fn price_faults(&self) -> Option<String> {
        let sound = match (&self.price, &self.sizes) {
            (Price::Each(price), _) => (1..=2_000).contains(price),
            (Price::Whole(prices), sizes) => {
                let listed = if let Sizes::Listed(sizes) = sizes { sizes.len() } else { 1 };
                let each_or_one = prices.len() == 1 || prices.len() == listed;
                each_or_one && prices.iter().all(|price| (1..=2_000).contains(price))
            }
        };
        (!sound)
            .then(|| "a price is from 1 to 2000; of whole units there is one, or one for each listed size".to_owned())
    }

    fn keyword_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (at, keyword) in self.keywords.iter().enumerate() {
            if self.keywords[..at].iter().any(|other| other.word() == keyword.word()) {
                faults.push(format!("the keyword {} is there twice", keyword.word()));
            }
        }
        if self.cowards().is_some_and(|models| u16::from(models) >= self.sizes.most()) {
            faults.push("cowards must not flee before anybody is dead".to_owned());
        }
        faults.extend(self.shock_teleport.iter().flat_map(ShockTeleport::faults));
        if self.transport.as_ref().is_some_and(|transport| transport.models == 0 || transport.models > 40) {
            faults.push("a transport carries from 1 to 40 models".to_owned());
        }
        if self.transport.is_some() && self.sizes.most() > 1 {
            faults.push("a unit with a transport is a single model".to_owned());
        }
        faults
    }

    /// Too many parts, and parts of the same id.
    fn part_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut check = |what: &str, ids: Vec<Word>| {
            let most = Datasheet::MOST_PARTS;
            if ids.len() > most {
                faults.push(format!("{} {what}; a datasheet has at most {most}", ids.len()));
            }
            if let Some((_, id)) = ids.iter().enumerate().find(|(at, id)| ids[..*at].contains(id)) {
                faults.push(format!("'{id}' stands twice among the {what}"));
            }
        };
        check("weapons", self.weapons.iter().map(|weapon| weapon.id).collect());
        check("abilities", self.abilities.iter().map(|ability| ability.id).collect());
        check("auras", self.auras.iter().map(|aura| aura.id).collect());
        check("upgrades", self.upgrades.iter().map(|upgrade| upgrade.id).collect());
        faults
    }

    fn upgrade_faults(&self, upgrade: &Upgrade) -> Vec<String> {
        let mut faults = upgrade.faults();
        for id in upgrade.without.iter().chain(&upgrade.with) {
            if self.weapon(*id).is_none() {
                faults.push(format!("there is no weapon '{id}'"));
            }
        }
        let carried = |id: &Word| self.weapon(*id).is_some_and(|weapon| !weapon.extra);
        if let Some(id) = upgrade.without.iter().find(|id| self.weapon(**id).is_some() && !carried(id)) {
            faults.push(format!("nobody carries '{id}' that could be taken away"));
        }
        if let Some(id) = upgrade.with.iter().find(|id| carried(id)) {
            faults.push(format!("everybody carries '{id}' already; mark it as extra"));
        }
        // What is wrong with the profile anyway is not the upgrade's fault.
        let anyway = self.profile.faults();
        faults.extend(upgrade.profile.over(&self.profile).faults().into_iter().filter(|fault| !anyway.contains(fault)));
        faults
    }

    /// The words by which it names others, each with what names them.
    pub(crate) fn words(&self) -> Vec<(String, Word)> {
        let carried =
            self.transport.iter().flat_map(|transport| &transport.only).map(|word| ("transport".to_owned(), *word));
        let reached = self
            .abilities
            .iter()
            .flat_map(|ability| ability.only().iter().map(|word| (format!("ability '{}'", ability.id), *word)));
        let around =
            self.auras.iter().flat_map(|aura| aura.only.iter().map(|word| (format!("aura '{}'", aura.id), *word)));
        carried.chain(reached).chain(around).collect()
    }
}

/// The shortest way across a base.
pub(crate) fn shortest(base: &Footprint) -> Length {
    match *base {
        Footprint::Round { radius } => radius * 2,
        Footprint::Oval { length, width } | Footprint::Hull { length, width } => length.min(width),
    }
}

impl roster::Card for Datasheet {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> &str {
        self.kind().label()
    }

    fn fewest(&self) -> u16 {
        self.sizes.fewest()
    }

    fn base(&self) -> Option<&Footprint> {
        Some(&self.base)
    }

    fn cost(&self, models: u16, options: &BTreeMap<Word, u16>) -> i64 {
        let of = |(id, models): (&Word, &u16)| self.upgrade(*id).map_or(0, |upgrade| upgrade.cost(*models));
        Datasheet::cost(self, models) + options.iter().map(of).sum::<i64>()
    }
}
