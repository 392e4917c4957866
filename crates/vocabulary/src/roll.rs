//! Rolls: dice with identity, what they are for, and what they need.

use chance::{DieId, Faces};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{Ref, RuleId, Seat};

/// Dice thrown together, with the rule that asks for them.
///
/// A rule hands in a roll whose dice show nothing yet, and gets it back thrown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// The rule that asks for it.
    pub why: RuleId,
    /// Who throws.
    pub seat: Seat,
    /// The dice.
    #[cfg_attr(feature = "types", ts(as = "Vec<Die>"))]
    pub dice: SmallVec<[Die; 4]>,
    /// What a die must show at least, where the rule says so, after all modifiers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<i16>,
    /// What changed the need, each with its rule.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Vec<Modifier>"))]
    pub modifiers: SmallVec<[Modifier; 2]>,
}

/// A die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Die {
    /// Its number in the match.
    pub id: DieId,
    /// What its sides show.
    pub faces: Faces,
    /// What it is thrown for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Ref>,
    /// What it shows; zero before it is thrown.
    pub shows: i16,
    /// The die that it was thrown again for, or that it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<DieId>,
}

/// A change of what a roll needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// The rule it comes from.
    pub rule: RuleId,
    /// By how much; by nothing where the need that it begins with has taken the rule into account.
    pub by: i16,
}

impl Roll {
    /// A roll without dice as yet.
    pub fn new(why: impl Into<RuleId>, seat: Seat) -> Roll {
        Roll { why: why.into(), seat, dice: SmallVec::new(), need: None, modifiers: SmallVec::new() }
    }

    /// The roll with so many more dice of a kind.
    #[must_use]
    pub fn dice(mut self, count: usize, faces: Faces) -> Roll {
        let die = Die { id: DieId(0), faces, of: None, shows: 0, follows: None };
        self.dice.extend(std::iter::repeat_n(die, count));
        self
    }

    /// The roll with one more die, thrown for something.
    #[must_use]
    pub fn die_for(mut self, faces: Faces, of: Ref) -> Roll {
        self.dice.push(Die { id: DieId(0), faces, of: Some(of), shows: 0, follows: None });
        self
    }

    /// The roll with one more die, thrown again for another.
    #[must_use]
    pub fn again(mut self, die: &Die) -> Roll {
        self.dice.push(Die { id: DieId(0), shows: 0, follows: Some(die.id), ..*die });
        self
    }

    /// The roll with what each die needs.
    #[must_use]
    pub fn need(mut self, need: i16) -> Roll {
        self.need = Some(need);
        self
    }

    /// The roll with its need changed by a rule.
    #[must_use]
    pub fn modified(mut self, rule: impl Into<RuleId>, by: i16) -> Roll {
        self.modifiers.push(Modifier { rule: rule.into(), by });
        self.need = self.need.map(|need| need + by);
        self
    }

    /// How many dice reach the need; all of them where there is none.
    pub fn successes(&self) -> u16 {
        let reached = self.dice.iter().filter(|die| self.need.is_none_or(|need| die.shows >= need)).count();
        u16::try_from(reached).unwrap_or(u16::MAX)
    }
}
