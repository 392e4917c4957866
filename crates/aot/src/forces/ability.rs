//! What units can do besides moving and attacking.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

engine::terms! {
    /// What a unit can do besides moving and attacking; Resilient with the number that is usual.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(try_from = "String", into = "String")]
    pub enum Ability {
        Agile {
            word: "agile", label: "Agile",
            rules: ["aot.ability.agile.ignores-terrain", "aot.ability.agile.over-friends", "aot.ability.agile.horizontal"],
            text: "Ignores Cover, Obstacles, Unstable ground and heights when moving, and moves over friendly models.",
        }
        Hulking {
            word: "hulking", label: "Hulking",
            rules: [
                "aot.ability.hulking.blocks-los",
                "aot.ability.hulking.no-cover-move",
                "aot.ability.hulking.no-cover-bonus",
            ],
            text: "Blocks sight to what is behind it; cannot enter Cover, and gets nothing from it.",
        }
        Irradiated {
            word: "irradiated", label: "Irradiated", rules: ["aot.ability.irradiated"],
            text: "Enemy units in Battle Range suffer D3 Severe Damage when the Battle Phase ends.",
        }
        Momentum {
            word: "momentum", label: "Momentum", rules: ["aot.ability.momentum"],
            text: "+2 Charge Vigor when it charges with its own Action.",
        }
        Regenerate {
            word: "regenerate", label: "Regenerate", rules: ["aot.ability.regenerate"],
            text: "Regains D3 Health in each Control Phase.",
        }
        Resilient(u8 = 5) {
            word: "resilient", label: "Resilient",
            rules: ["aot.ability.resilient.ed1", "aot.ability.resilient.ed2", "aot.ability.resilient.ed3"],
            text: "Roll a D6 for each point of damage: on its number or more the point is ignored.",
        }
        Skirmish {
            word: "skirmish", label: "Skirmish", rules: ["aot.ability.skirmish"],
            text: "In the third edition attacks of a Cut Down against it need 5+ instead of 4+.",
        }
        Stealth {
            word: "stealth", label: "Stealth",
            rules: [
                "aot.ability.stealth.los.ed1-2",
                "aot.ability.stealth.los.ed3",
                "aot.ability.stealth.sees-out",
                "aot.ability.stealth.minus-one",
            ],
            text: "Harder to shoot from more than 10 in away, and not seen at all from there while wholly within terrain.",
        }
        Terror {
            word: "terror", label: "Terror",
            rules: ["aot.ability.terror.end-of-battle", "aot.ability.terror.immune"],
            text: "Enemy units in Battle Range make a Terror Roll when the Battle Phase ends; it fears no Terror itself.",
        }
        Vanguard {
            word: "vanguard", label: "Vanguard",
            rules: [
                "aot.ability.vanguard.hold-back",
                "aot.ability.vanguard.enter-round-two",
                "aot.ability.vanguard.enter-edge",
                "aot.ability.vanguard.is-action",
                "aot.ability.vanguard.no-vp",
            ],
            text: "May be held back, and enter from any edge from the second Round on.",
        }
    }
}

impl Ability {
    /// A bit of its own.
    pub(crate) const fn bit(self) -> u16 {
        1 << self.place()
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ability::Resilient(need) => write!(f, "resilient {need}+"),
            ability => ability.word().fmt(f),
        }
    }
}

/// Occurs when a text names no ability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no ability called '{0}'; there are {all}", all = all_in_words())]
pub struct UnknownAbility(pub String);

/// All abilities as packs write them.
fn all_in_words() -> String {
    let words = Ability::ALL.map(|ability| match ability {
        Ability::Resilient(_) => "resilient 2+ to 6+".to_owned(),
        ability => ability.to_string(),
    });
    let (last, others) = words.split_last().expect("there are abilities");
    format!("{} and {last}", others.join(", "))
}

impl FromStr for Ability {
    type Err = UnknownAbility;

    fn from_str(text: &str) -> Result<Ability, UnknownAbility> {
        let unknown = || UnknownAbility(text.chars().take(40).collect());
        if let Some(need) = text.strip_prefix("resilient ") {
            let need = need.strip_suffix('+').and_then(|need| need.parse().ok()).filter(|need| (2..=6).contains(need));
            return need.map(Ability::Resilient).ok_or_else(unknown);
        }
        let plain = Ability::ALL.into_iter().filter(|ability| !matches!(ability, Ability::Resilient(_)));
        plain.into_iter().find(|ability| ability.word().as_str() == text).ok_or_else(unknown)
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
