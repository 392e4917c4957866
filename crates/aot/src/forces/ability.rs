//! What units can do besides moving and attacking.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a unit can do besides moving and attacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Ability {
    /// Goes over terrain and friends.
    Agile,
    /// Hides what is behind it, and does not fit into Cover.
    Hulking,
    /// Harms enemies close by when the Battle Phase ends.
    Irradiated,
    /// Charges further.
    Momentum,
    /// Wins back Health.
    Regenerate,
    /// Ignores points of damage on this number or more.
    Resilient(u8),
    /// Hard to cut down.
    Skirmish,
    /// Hard to see in terrain.
    Stealth,
    /// Makes enemies flee.
    Terror,
    /// May enter later, from any edge.
    Vanguard,
}

impl Ability {
    /// All of them; Resilient with the number that is usual.
    pub const ALL: [Ability; 10] = [
        Ability::Agile,
        Ability::Hulking,
        Ability::Irradiated,
        Ability::Momentum,
        Ability::Regenerate,
        Ability::Resilient(5),
        Ability::Skirmish,
        Ability::Stealth,
        Ability::Terror,
        Ability::Vanguard,
    ];

    /// A bit of its own.
    pub(crate) const fn bit(self) -> u16 {
        match self {
            Ability::Agile => 1,
            Ability::Hulking => 1 << 1,
            Ability::Irradiated => 1 << 2,
            Ability::Momentum => 1 << 3,
            Ability::Regenerate => 1 << 4,
            Ability::Resilient(_) => 1 << 5,
            Ability::Skirmish => 1 << 6,
            Ability::Stealth => 1 << 7,
            Ability::Terror => 1 << 8,
            Ability::Vanguard => 1 << 9,
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Ability::Agile => "agile",
            Ability::Hulking => "hulking",
            Ability::Irradiated => "irradiated",
            Ability::Momentum => "momentum",
            Ability::Regenerate => "regenerate",
            Ability::Resilient(_) => "resilient",
            Ability::Skirmish => "skirmish",
            Ability::Stealth => "stealth",
            Ability::Terror => "terror",
            Ability::Vanguard => "vanguard",
        }
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ability::Resilient(need) => write!(f, "resilient {need}+"),
            ability => f.write_str(ability.word()),
        }
    }
}

/// Occurs when a text names no ability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no ability called '{0}'; there are agile, hulking, irradiated, momentum, regenerate, resilient 2+ to 6+, \
     skirmish, stealth, terror and vanguard"
)]
pub struct UnknownAbility(pub String);

impl FromStr for Ability {
    type Err = UnknownAbility;

    fn from_str(text: &str) -> Result<Ability, UnknownAbility> {
        let unknown = || UnknownAbility(text.chars().take(40).collect());
        if let Some(need) = text.strip_prefix("resilient ") {
            let need = need.strip_suffix('+').and_then(|need| need.parse().ok()).filter(|need| (2..=6).contains(need));
            return need.map(Ability::Resilient).ok_or_else(unknown);
        }
        let plain = Ability::ALL.into_iter().filter(|ability| !matches!(ability, Ability::Resilient(_)));
        plain.into_iter().find(|ability| ability.word() == text).ok_or_else(unknown)
    }
}

impl TryFrom<String> for Ability {
    type Error = UnknownAbility;

    fn try_from(text: String) -> Result<Ability, UnknownAbility> {
        text.parse()
    }
}

impl From<Ability> for String {
    fn from(ability: Ability) -> String {
        ability.to_string()
    }
}
