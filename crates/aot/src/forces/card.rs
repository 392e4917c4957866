//! Spec cards: what a kind of unit is and can do.

use std::collections::BTreeMap;

use ground::{Footprint, Length};
use roster::{LONGEST_NAME, LONGEST_TEXT, is_name, is_text};
use serde::{Deserialize, Serialize};
use vocabulary::Word;

use crate::chapters::traits::Trait;
use crate::forces::ability::Ability;

engine::terms! {
    /// What a unit is in its army, in the order of the book.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Rank {
        /// Commands the army; its loss is worth a victory point.
        Leader { word: "leader", label: "Leader", sign: "L", tone: Strong, rules: ["aot.rank.leader-size"] }
        /// A channeller of the Soul.
        Elder { word: "elder", label: "Elder", sign: "E", rules: ["aot.rank.elder-size"] }
        /// Bends the Soul of others.
        Alchemist { word: "alchemist", label: "Alchemist", sign: "A", rules: ["aot.rank.alchemist-size"] }
        /// A young channeller.
        Initiate { word: "initiate", label: "Initiate", sign: "I", rules: ["aot.rank.initiate-size"] }
        /// Hunts alone.
        Assassin { word: "assassin", label: "Assassin", sign: "†", rules: ["aot.rank.assassin-size"] }
        /// The best that an army has.
        Elites { word: "elites", label: "Elites", sign: "♦", rules: ["aot.rank.elites-size"] }
        /// The backbone of an army.
        Soldiers { word: "soldiers", label: "Soldiers", sign: "S", rules: ["aot.rank.soldiers-size"] }
        /// Many, and of little worth.
        Dregs { word: "dregs", label: "Dregs", sign: "D", rules: ["aot.rank.dregs-size"] }
        /// One huge thing.
        Abomination { word: "abomination", label: "Abomination", sign: "B", rules: ["aot.rank.abomination-size"] }
        /// Carries others.
        Transport { word: "transport", label: "Transport", sign: "T", rules: ["aot.rank.transport-size"] }
    }
}

/// How large a base is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// Round, 25 to 40 mm.
    Small,
    /// Round, 50 to 80 mm, or oval, 60 to 75 mm.
    Medium,
    /// Round, 90 mm or more, or oval, 80 mm or more.
    Large,
}

impl Size {
    /// The class that a base falls into, if it falls into one. Carries out `aot.base.small`, `aot.base.medium`,
    /// `aot.base.large`, `aot.ruling.base-size-gaps`.
    pub fn of(base: &Footprint) -> Option<Size> {
        let across = base.longest();
        let between = |least, most| (Length::mm(least)..=Length::mm(most)).contains(&across);
        match base {
            Footprint::Round { .. } if between(25, 40) => Some(Size::Small),
            Footprint::Round { .. } if between(50, 80) => Some(Size::Medium),
            Footprint::Round { .. } if across >= Length::mm(90) => Some(Size::Large),
            Footprint::Oval { .. } if between(60, 75) => Some(Size::Medium),
            Footprint::Oval { .. } if across >= Length::mm(80) => Some(Size::Large),
            _ => None,
        }
    }

    /// As the book spells it.
    pub const fn label(self) -> &'static str {
        match self {
            Size::Small => "Small",
            Size::Medium => "Medium",
            Size::Large => "Large",
        }
    }

    /// Which bases fall into the class, in words. Says the same as [`Size::of`].
    pub const fn bases(self) -> &'static str {
        match self {
            Size::Small => "round, 25 to 40 mm",
            Size::Medium => "round, 50 to 80 mm, or oval, 60 to 75 mm",
            Size::Large => "round, 90 mm or more, or oval, 80 mm or more",
        }
    }

    /// The base of a model of which neither card nor list names one: the usual one, or the smallest of the class.
    /// Carries out `aot.ruling.base-size-gaps`.
    pub const fn unnamed_base(self, smallest: bool) -> Footprint {
        let across = match (self, smallest) {
            (Size::Small, false) => 32,
            (Size::Medium, false) => 60,
            (Size::Large, false) => 100,
            (Size::Small, true) => 25,
            (Size::Medium, true) => 50,
            (Size::Large, true) => 90,
        };
        Footprint::round(Length::mm(across))
    }
}

impl Rank {
    /// How few and how many models a unit starts with. Carries out `aot.rank.leader-size`, `aot.rank.elder-size`,
    /// `aot.rank.alchemist-size`, `aot.rank.initiate-size`, `aot.rank.assassin-size`, `aot.rank.elites-size`,
    /// `aot.rank.soldiers-size`, `aot.rank.dregs-size`, `aot.rank.abomination-size`, `aot.rank.transport-size`.
    pub const fn models(self) -> (u16, u16) {
        match self {
            Rank::Elites => (3, 6),
            Rank::Soldiers => (5, 10),
            Rank::Dregs => (5, 15),
            _ => (1, 1),
        }
    }

    /// The base of its models. Carries out the same rules as [`Rank::models`].
    pub const fn size(self) -> Size {
        match self {
            Rank::Leader | Rank::Elder | Rank::Alchemist | Rank::Elites => Size::Medium,
            Rank::Initiate | Rank::Assassin | Rank::Soldiers | Rank::Dregs => Size::Small,
            Rank::Abomination | Rank::Transport => Size::Large,
        }
    }

    /// Whether its units score Archives. Carries out `aot.vp.archive-ranks`.
    pub const fn scores(self) -> bool {
        matches!(self, Rank::Soldiers | Rank::Elites | Rank::Leader | Rank::Elder | Rank::Alchemist)
    }

    /// Whether Soldiers may accompany it. Carries out `aot.rank.soldiers-accompany`.
    pub const fn may_be_accompanied(self) -> bool {
        matches!(self, Rank::Leader | Rank::Elder | Rank::Alchemist)
    }
}

/// How far a weapon reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", untagged)]
pub enum Range {
    /// So many inches: a ranged weapon. Carries out `aot.spec.range-ranged`.
    Inches(u8),
    /// A Battle weapon. Carries out `aot.spec.range-battle`.
    Battle(BattleRange),
}

/// The word that stands for the Battle symbol in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleRange {
    /// `battle`
    Battle,
}

/// A weapon on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// How far it reaches.
    pub range: Range,
    /// How many attacks a model makes with it.
    pub attacks: u8,
    /// Compared with the target's Defense.
    pub power: u8,
    /// What an attack that is not resisted does.
    pub damage: u8,
    /// What else it does; without the module of weapon traits nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Trait>,
}

impl Weapon {
    /// How far a ranged weapon reaches; nothing for a Battle weapon.
    pub fn reach(&self) -> Option<Length> {
        match self.range {
            Range::Inches(inches) => Some(Length::inches(inches.into())),
            Range::Battle(_) => None,
        }
    }
}

/// Whose numbers are on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbers {
    /// The book prints them.
    Book,
    /// They are ours.
    Ours,
}

/// A spec card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its id within the faction.
    pub id: Word,
    /// What the unit is called.
    pub name: String,
    /// Whether the name is of many, so that sentences say "Drifters go", or of one: "a Door Guard goes". If nothing is said,
    /// a unit of one model is one, and a larger one many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plural: Option<bool>,
    /// What it is in its army.
    pub rank: Rank,
    /// Whose numbers these are.
    pub numbers: Numbers,
    /// The editions in which it is this card; every one when none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub editions: Vec<u8>,
    /// Who they are, in a sentence or two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The cost of one model.
    pub requisition: u16,
    /// The damage that destroys a model.
    pub health: u8,
    /// How far a model moves, in inches.
    pub speed: u8,
    /// How hard it is to hit.
    pub defense: u8,
    /// The number that its Resist Rolls need.
    pub resist: u8,
    /// The base of its models, where it is unlike the usual one of its Rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Footprint>,
    /// What else it can do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
    /// What each of its models carries.
    #[serde(rename = "weapon", default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Weapon>,
}

impl Card {
    /// Most weapons on a card.
    pub const MOST_WEAPONS: usize = 4;

    /// Whether verbs agree with its name in the plural.
    pub fn is_plural(&self) -> bool {
        self.plural.unwrap_or_else(|| self.rank.models().1 > 1)
    }

    /// Whether it is a card of an edition.
    pub fn is_of(&self, edition: u8) -> bool {
        self.editions.is_empty() || self.editions.contains(&edition)
    }

    /// Whether the card has an ability; of Resilient, with any number.
    pub fn has(&self, ability: Ability) -> bool {
        self.abilities.iter().any(|own| own.word() == ability.word())
    }

    /// The number on which a point of damage is ignored, if the card has Resilient.
    pub fn resilient(&self) -> Option<u8> {
        self.abilities.iter().find_map(|ability| match ability {
            Ability::Resilient(need) => Some(*need),
            _ => None,
        })
    }

    /// What one unit of so many models costs. Carries out `aot.spec.requisition`.
    pub fn cost(&self, models: u16) -> i64 {
        i64::from(self.requisition) * i64::from(models)
    }

    /// All that makes it no card that can be played with, in sentences. The bounds are wide; they keep numbers out that
    /// rules would have to be afraid of.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut bounds = |what: &str, value: u16, least: u16, most: u16| {
            if !(least..=most).contains(&value) {
                faults.push(format!("{what} is {value}; it must be from {least} to {most}"));
            }
        };
        bounds("requisition", self.requisition, 1, 2000);
        bounds("health", self.health.into(), 1, 30);
        bounds("speed", self.speed.into(), 1, 24);
        bounds("defense", self.defense.into(), 1, 12);
        bounds("resist", self.resist.into(), 2, 6);
        for weapon in self.weapons.iter().take(Card::MOST_WEAPONS) {
            let name = roster::printable(&weapon.name, LONGEST_NAME);
            if let Range::Inches(inches) = weapon.range {
                bounds(&format!("range of '{name}'"), inches.into(), 1, 72);
            }
            bounds(&format!("attacks of '{name}'"), weapon.attacks.into(), 1, 12);
            bounds(&format!("power of '{name}'"), weapon.power.into(), 1, 12);
            bounds(&format!("damage of '{name}'"), weapon.damage.into(), 1, 12);
        }
        if let Some(edition) = self.editions.iter().find(|edition| !(1..=3).contains(*edition)) {
            faults.push(format!("there is no edition {edition}; there are 1, 2 and 3"));
        }
        if self.weapons.len() > Card::MOST_WEAPONS {
            faults.push(format!("{} weapons; a card has at most {}", self.weapons.len(), Card::MOST_WEAPONS));
        }
        if !is_name(&self.name) || !self.weapons.iter().all(|weapon| is_name(&weapon.name)) {
            faults.push(format!("names have 1 to {LONGEST_NAME} characters that can be printed"));
        }
        if !is_text(&self.text) {
            faults.push(format!("the text has at most {LONGEST_TEXT} characters that can be printed"));
        }
        for weapon in self.weapons.iter().take(Card::MOST_WEAPONS) {
            let name = roster::printable(&weapon.name, LONGEST_NAME);
            for property in Trait::ALL {
                if weapon.traits.iter().filter(|own| **own == property).count() > 1 {
                    faults.push(format!("the trait {} of '{name}' is there twice", property.word()));
                }
            }
        }
        for ability in Ability::ALL {
            if self.abilities.iter().filter(|own| own.word() == ability.word()).count() > 1 {
                faults.push(format!("the ability {} is there twice", ability.word()));
            }
        }
        if let Some(base) = self.base.as_ref().filter(|base| Size::of(base) != Some(self.rank.size())) {
            let (rank, size) = (self.rank.label(), self.rank.size());
            let text = format!("the base is {base}; Rank {rank} stands on {} bases: {}", size.label(), size.bases());
            faults.push(text);
        }
        faults
    }
}

impl roster::Card for Card {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> &str {
        self.rank.label()
    }

    fn fewest(&self) -> u16 {
        self.rank.models().0
    }

    fn base(&self) -> Option<&Footprint> {
        self.base.as_ref()
    }

    fn cost(&self, models: u16, _: &BTreeMap<Word, u16>) -> i64 {
        Card::cost(self, models)
    }
}
