//! What a unit can do besides its profile: keywords, shock teleport, transports.

use ground::Length;
use serde::{Deserialize, Serialize};
use vocabulary::Word;

use crate::forces::notation::keywords;

engine::terms! {
    /// A keyword of a unit; shock teleport and transport, which say more than a number, stand by themselves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(try_from = "String", into = "String")]
    pub enum Keyword {
        ObjectiveSecurity {
            word: "objective-security", label: "Objective security",
            rules: ["tle.keyword.objective-security", "tle.keyword.objective-security-both"],
            text: "Holds objectives against greater numbers, unless the enemy has it there too.",
        }
        Cowards(u8 = 3) {
            word: "cowards", label: "Cowards", rules: ["tle.keyword.cowards"],
            text: "Flees from the battlefield once it has so many models left.",
        }
        Flying {
            word: "flying", label: "Flying", rules: ["tle.keyword.flying", "tle.keyword.flying-end"],
            text: "Moves over terrain and models, but can't end its move on them.",
        }
        Protected {
            word: "protected", label: "Protected", rules: ["tle.keyword.protected"],
            text: "Can't be shot within 3 in of a friendly unit without this keyword, unless it is the closest in sight.",
        }
        Power(u8 = 1) {
            word: "power", label: "Power", rules: ["tle.keyword.power", "tle.phase.power.pool"],
            text: "Brings so many power dice, and adds as much when powers meet.",
        }
    }
}

keywords!(
    Keyword is "keyword",
    plain: [ObjectiveSecurity, Flying, Protected],
    numbered: [Cowards "", Power ""]
);

engine::terms! {
    /// Where a shock teleport arrives.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Direction {
        Anywhere {
            word: "anywhere", label: "Anywhere", rules: ["tle.keyword.direction-anywhere"],
            text: "Anywhere on the battlefield.",
        }
        Side {
            word: "side", label: "Side", rules: ["tle.keyword.direction-side"],
            text: "Within 3 in of an edge of the battlefield.",
        }
    }
}

/// A unit that can start off the battlefield. Carries out `tle.keyword.shock-teleport`,
/// `tle.keyword.shock-teleport-turns`, `tle.keyword.shock-teleport-place`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShockTeleport {
    /// The rounds in which it can arrive.
    pub turns: Vec<u8>,
    /// Where it can.
    pub directions: Vec<Direction>,
}

impl ShockTeleport {
    /// The word for it.
    pub const WORD: Word = Word::new("shock-teleport");

    /// No closer to enemy models than this. Carries out `tle.keyword.shock-teleport-place`.
    pub const CLOSEST: Length = Length::inches(9);

    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let ascends = self.turns.windows(2).all(|pair| pair[0] < pair[1]);
        if self.turns.is_empty() || !ascends || !self.turns.iter().all(|turn| (1..=5).contains(turn)) {
            faults.push("a shock teleport arrives in turns from 1 to 5, in their order".to_owned());
        }
        let twice = self.directions.iter().enumerate().any(|(at, one)| self.directions[..at].contains(one));
        if self.directions.is_empty() || twice {
            faults.push("a shock teleport needs directions, none of them twice".to_owned());
        }
        faults
    }
}

/// What a transport carries. Carries out `tle.transport.capacity`, `tle.ruling.transport-capacity`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transport {
    /// How many models.
    pub models: u8,
    /// Who may ride: roles, keywords or datasheets, any of which will do; everybody but transports if nothing is said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<Word>,
}

impl Transport {
    /// The word for it.
    pub const WORD: Word = Word::new("transport");
}
