//! Rolls: dice with identity, what they are for, and what they need.

use chance::{DieId, Faces};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::ask::is_false;
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
    /// Whether the dice are added up, so that their sum must reach the need.
    #[serde(default, skip_serializing_if = "is_false")]
    pub summed: bool,
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
        Roll { why: why.into(), seat, dice: SmallVec::new(), need: None, summed: false, modifiers: SmallVec::new() }
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

    /// The roll with a rule that keeps all changes so far within so much, up or down. What it takes back stands among the
    /// modifiers; what changes the need later is not limited.
    ///
    /// ```
    /// use vocabulary::{Roll, Seat};
    ///
    /// let roll = Roll::new("game.attack", Seat(0)).need(4).modified("game.cover", 1).modified("game.smoke", 1);
    /// let roll = roll.clamped(1, "game.limit");
    /// assert_eq!((roll.need, roll.modifiers[2].by), (Some(5), -1));
    /// ```
    #[must_use]
    pub fn clamped(self, most: i16, rule: impl Into<RuleId>) -> Roll {
        let changes: i16 = self.modifiers.iter().map(|modifier| modifier.by).sum();
        match changes.clamp(-most, most) - changes {
            0 => self,
            back => self.modified(rule, back),
        }
    }

    /// The roll with its dice added up: not each of them must reach the need, but their sum.
    #[must_use]
    pub fn summed(mut self) -> Roll {
        self.summed = true;
        self
    }

    /// What its dice come to together.
    pub fn sum(&self) -> i16 {
        self.dice.iter().map(|die| die.shows).sum()
    }

    /// Whether a die reaches the need by itself; nothing where nothing is needed, or where the sum counts.
    pub fn reached_by(&self, die: &Die) -> Option<bool> {
        self.need.filter(|_| !self.summed).map(|need| die.shows >= need)
    }

    /// How many dice reach the need, all of them where there is none; of dice that are added up, one if they reach it
    /// together.
    pub fn successes(&self) -> u16 {
        if let (Some(need), true) = (self.need, self.summed) {
            return u16::from(self.sum() >= need);
        }
        let reached = self.dice.iter().filter(|die| self.reached_by(die) != Some(false)).count();
        u16::try_from(reached).unwrap_or(u16::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(roll: Roll, shows: &[i16]) -> Roll {
        let mut roll = roll.dice(shows.len(), Faces::D6);
        roll.dice.iter_mut().zip(shows).for_each(|(die, shows)| die.shows = *shows);
        roll
    }

    #[test]
    fn a_limit_takes_back_what_is_too_much_and_nothing_else() {
        let check = |changes: &[i16], need: i16, modifiers: usize| {
            let roll = Roll::new("game.attack", Seat(0)).need(4);
            let roll = changes.iter().fold(roll, |roll, by| roll.modified("game.change", *by));
            let roll = roll.clamped(1, "game.limit");
            assert_eq!((roll.need, roll.modifiers.len()), (Some(need), modifiers), "{changes:?}");
        };
        check(&[], 4, 0);
        check(&[1], 5, 1);
        check(&[1, 1], 5, 3);
        check(&[-1, -2], 3, 3);
        check(&[1, 1, -1], 5, 3);
    }

    #[test]
    fn what_changes_a_need_after_the_limit_counts_in_full() {
        let roll = Roll::new("game.attack", Seat(0)).need(4).modified("game.cover", 2).clamped(1, "game.limit");
        assert_eq!(roll.modified("game.recoil", 2).need, Some(7));
    }

    #[test]
    fn dice_that_are_added_up_reach_a_need_together() {
        let roll = shown(Roll::new("game.charge", Seat(0)).need(8).summed(), &[3, 5]);
        assert_eq!((roll.sum(), roll.successes(), roll.reached_by(&roll.dice[1])), (8, 1, None));
        assert_eq!(Roll { need: Some(9), ..roll }.successes(), 0);
    }

    #[test]
    fn each_die_reaches_a_need_for_itself_otherwise() {
        let roll = shown(Roll::new("game.attack", Seat(0)).need(4), &[3, 5]);
        assert_eq!((roll.reached_by(&roll.dice[0]), roll.reached_by(&roll.dice[1])), (Some(false), Some(true)));
        assert_eq!(roll.successes(), 1);
    }

    #[test]
    fn a_record_says_of_a_roll_only_what_is_unusual() {
        let json = |roll: &Roll| serde_json::to_string(roll).unwrap();
        let roll = Roll::new("game.attack", Seat(0)).need(4);
        assert_eq!(json(&roll), r#"{"why":"game.attack","seat":0,"dice":[],"need":4}"#);
        let summed = json(&roll.clone().summed());
        assert_eq!(summed, r#"{"why":"game.attack","seat":0,"dice":[],"need":4,"summed":true}"#);
        assert_eq!(serde_json::from_str::<Roll>(&summed).unwrap(), roll.summed());
    }
}
