//! The bad luck pool: natural ones that a player banks, what they improve to, and dice that are taken instead of rolling.

use serde::{Deserialize, Serialize};

use crate::chapters::dice::{Origin, Shown};
use crate::forces::house::{BadLuckSource, BendingReality, House, ImproveAt};

/// The kinds of roll that a setting lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sources(u16);

impl Sources {
    /// These.
    pub(crate) fn of(sources: &[BadLuckSource]) -> Sources {
        Sources(sources.iter().fold(0, |all, source| all | 1 << *source as u16))
    }

    /// Whether a source is among them.
    pub(crate) fn has(self, source: BadLuckSource) -> bool {
        self.0 & 1 << source as u16 != 0
    }
}

/// What is settled about bad luck before a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LuckRules {
    /// `bad-luck.sources`
    pub(crate) sources: Sources,
    /// `bad-luck.in-combined-rolls`
    pub(crate) in_combined_rolls: bool,
    /// `bad-luck.improve-timing`
    pub(crate) improve_at: ImproveAt,
    /// `bad-luck.substitute-after-roll`
    pub(crate) after_roll: bool,
    /// `directive.bending-reality-lifetime`
    pub(crate) bending: BendingReality,
}

impl LuckRules {
    /// What players settled.
    pub(crate) fn of(house: &House) -> LuckRules {
        LuckRules {
            sources: Sources::of(&house.bad_luck_sources),
            in_combined_rolls: house.bad_luck_in_combined,
            improve_at: house.improve_at,
            after_roll: house.substitute_after_roll,
            bending: house.bending_reality,
        }
    }
}

/// What a die is thrown for, as far as bad luck goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Throw {
    /// A roll by itself.
    Single(BadLuckSource),
    /// One of several dice that make one roll. Carries out `tle.dice.combined-single`.
    Combined,
    /// A roll that bad luck has nothing to do with, such as one that settles a dispute.
    Other,
}

impl LuckRules {
    /// Whether bad luck has to do with a die at all. Carries out `tle.ruling.bad-luck-sources`,
    /// `tle.ruling.bad-luck-combined`.
    fn covers(&self, throw: Throw) -> bool {
        match throw {
            Throw::Single(source) => self.sources.has(source),
            Throw::Combined => self.in_combined_rolls,
            Throw::Other => false,
        }
    }

    /// Whether whoever rolled a die may bank it.
    ///
    /// Carries out `tle.bad-luck.bank-one`, `tle.bad-luck.unmodified-only`, `tle.ruling.bad-luck-sources`.
    pub(crate) fn may_bank(&self, throw: Throw, die: Shown) -> bool {
        die.face == 1 && die.origin == Origin::Natural && self.covers(throw)
    }

    /// Whether a die of the pool may stand for a die: one that is still to be rolled, or one that was.
    ///
    /// Carries out `tle.bad-luck.substitute`, `tle.ruling.bad-luck-substitute-timing`.
    pub(crate) fn may_replace(&self, throw: Throw, rolled: Option<Shown>) -> bool {
        let open = rolled.is_none_or(|die| self.after_roll && die.origin == Origin::Natural);
        open && self.covers(throw)
    }
}

/// A die of the pool as it stands for one that is rolled. Carries out `tle.bad-luck.substitute`,
/// `tle.bad-luck.substitute-modified`.
pub(crate) fn substitute(face: u8) -> Shown {
    Shown { face: face.into(), origin: Origin::FromPool }
}

/// How many sixes Bending reality gives. Carries out `tle.directive.bending-reality`.
pub(crate) const BENDING_REALITY: u8 = 5;

/// A step in which the pool improves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Improvement {
    /// Two dice that show this become one that shows one more.
    Merged(u8),
    /// A second 6 is discarded.
    Discarded,
}

impl Improvement {
    /// The rules behind it.
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            Improvement::Merged(1) => "tle.bad-luck.improve-ones",
            Improvement::Merged(2) => "tle.bad-luck.improve-twos",
            Improvement::Merged(3) => "tle.bad-luck.improve-threes",
            Improvement::Merged(4) => "tle.bad-luck.improve-fours",
            Improvement::Merged(_) => "tle.bad-luck.improve-fives",
            Improvement::Discarded => "tle.ruling.bad-luck-two-sixes",
        }
    }
}

/// The bad luck pool of a player. Carries out `tle.ruling.bad-luck-owner`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    /// How many dice show 1, 2 and so on.
    faces: [u8; 6],
    /// Sixes by Bending reality, which no limit counts.
    granted: u8,
}

impl Pool {
    /// What its dice show, from the lowest.
    pub fn dice(&self) -> Vec<u8> {
        let own = (1..=6).zip(self.faces).flat_map(|(face, count)| std::iter::repeat_n(face, count.into()));
        own.chain(std::iter::repeat_n(6, self.granted.into())).collect()
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.dice().is_empty()
    }

    /// How many of its dice show a face.
    pub fn count(&self, face: u8) -> u8 {
        let granted = if face == 6 { self.granted } else { 0 };
        self.own(face) + granted
    }

    /// So many dice show a face, by consent of the players.
    pub(crate) fn set(&mut self, face: u8, count: u8) {
        if let Some(dice) = self.faces.get_mut(usize::from(face).wrapping_sub(1)) {
            *dice = count;
        }
    }

    /// Dice with a face that were not granted.
    fn own(&self, face: u8) -> u8 {
        self.faces.get(usize::from(face).wrapping_sub(1)).copied().unwrap_or(0)
    }

    /// Banks a natural 1, and says how the pool improves if it does so at once.
    ///
    /// Carries out `tle.bad-luck.bank-one`, `tle.ruling.bad-luck-improve`.
    pub(crate) fn bank(&mut self, rules: &LuckRules) -> Vec<Improvement> {
        self.faces[0] = self.faces[0].saturating_add(1);
        if rules.improve_at == ImproveAt::Immediate { self.improve() } else { Vec::new() }
    }

    /// The improving step, as often as anything can improve: no value is left twice.
    ///
    /// Carries out `tle.bad-luck.improve-ones`, `tle.bad-luck.improve-twos`, `tle.bad-luck.improve-threes`,
    /// `tle.bad-luck.improve-fours`, `tle.bad-luck.improve-fives`, `tle.bad-luck.store-limit`,
    /// `tle.ruling.bad-luck-improve`, `tle.ruling.bad-luck-two-sixes`.
    pub(crate) fn improve(&mut self) -> Vec<Improvement> {
        let mut steps = Vec::new();
        for face in 1..6u8 {
            let at = usize::from(face) - 1;
            while self.faces[at] >= 2 {
                self.faces[at] -= 2;
                self.faces[at + 1] += 1;
                steps.push(Improvement::Merged(face));
            }
        }
        while self.faces[5] >= 2 {
            self.faces[5] -= 1;
            steps.push(Improvement::Discarded);
        }
        steps
    }

    /// Whether the pool improves at the end of a phase, or of a turn. Carries out `tle.ruling.bad-luck-improve`.
    pub(crate) fn improves_at(end: ImproveAt, rules: &LuckRules) -> bool {
        rules.improve_at == end && end != ImproveAt::Immediate
    }

    /// Takes a die out that is used as a result; false if there is none. A granted 6 goes first.
    ///
    /// Carries out `tle.bad-luck.substitute-discard`, `tle.ruling.bending-reality`.
    pub(crate) fn take(&mut self, face: u8) -> bool {
        if face == 6 && self.granted > 0 {
            self.granted -= 1;
            return true;
        }
        let there = self.own(face) > 0;
        if there {
            self.faces[usize::from(face) - 1] -= 1;
        }
        there
    }

    /// Adds the sixes of Bending reality. Carries out `tle.directive.bending-reality`.
    pub(crate) fn bend_reality(&mut self) {
        self.granted += BENDING_REALITY;
    }

    /// The end of a round: what Bending reality gave is gone but for one 6, unless it lasts. Says how many were discarded.
    ///
    /// Carries out `tle.ruling.bending-reality`.
    pub(crate) fn end_round(&mut self, rules: &LuckRules) -> u8 {
        if rules.bending == BendingReality::Game || self.granted == 0 {
            return 0;
        }
        let sixes = self.count(6);
        (self.granted, self.faces[5]) = (0, 1);
        sixes - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapters::dice::{Need, d3};
    use crate::chapters::examples::examples;

    fn pool(dice: &[u8]) -> Pool {
        let mut pool = Pool::default();
        dice.iter().for_each(|face| pool.faces[usize::from(*face) - 1] += 1);
        pool
    }

    fn improved(dice: &[u8]) -> Vec<u8> {
        let mut pool = pool(dice);
        pool.improve();
        pool.dice()
    }

    fn banked(ones: usize, rules: &LuckRules) -> Pool {
        let mut pool = Pool::default();
        (0..ones).for_each(|_| drop(pool.bank(rules)));
        pool
    }

    #[test]
    fn a_pool_improves_until_no_value_is_there_twice() {
        for example in examples("tle.example.bad-luck.pool-") {
            let dice: Vec<u8> = example.numbers("pool").iter().map(|face| *face as u8).collect();
            let after: Vec<i16> = improved(&dice).into_iter().map(i16::from).collect();
            assert_eq!(after, example.expected_numbers("after_improving"), "{}", example.id);
        }
        // tle.example.bad-luck.pair-values
        assert_eq!([1, 2, 3, 4, 5, 6].map(|face| improved(&[face, face])), [[2], [3], [4], [5], [6], [6]]);
    }

    #[test]
    fn a_pool_counts_banked_ones_like_a_binary_counter() {
        // tle.example.bad-luck.counter
        for ones in 0..64usize {
            let counted: Vec<u8> = (0..6).filter(|place| ones >> place & 1 == 1).map(|place| place + 1).collect();
            assert_eq!(banked(ones, &LuckRules::default()).dice(), counted, "{ones}");
        }
        assert_eq!(banked(64, &LuckRules::default()).dice(), [6]);
    }

    #[test]
    fn banking_says_each_step_in_which_the_pool_improves() {
        let mut pool = banked(3, &LuckRules::default());
        let steps = pool.bank(&LuckRules::default());
        assert_eq!(steps, [Improvement::Merged(1), Improvement::Merged(2)]);
        let rules: Vec<&str> = steps.into_iter().map(Improvement::rule).collect();
        assert_eq!(rules, ["tle.bad-luck.improve-ones", "tle.bad-luck.improve-twos"]);
    }

    #[test]
    fn until_a_pool_improves_it_may_hold_equal_dice() {
        for improve_at in [ImproveAt::EndOfPhase, ImproveAt::EndOfTurn] {
            let rules = LuckRules { improve_at, ..LuckRules::default() };
            let mut pool = banked(5, &rules);
            assert_eq!(pool.dice(), [1, 1, 1, 1, 1]);
            assert!(pool.take(1) && Pool::improves_at(improve_at, &rules));
            pool.improve();
            assert_eq!(pool.dice(), [3]);
        }
        assert!(!Pool::improves_at(ImproveAt::EndOfTurn, &LuckRules::default()));
    }

    #[test]
    fn five_sixes_bend_reality_for_a_round() {
        // tle.example.bad-luck.bending-reality
        let mut pool = pool(&[1, 4]);
        pool.bend_reality();
        assert_eq!(pool.dice(), [1, 4, 6, 6, 6, 6, 6]);
        assert!(pool.improve().is_empty(), "granted dice never merge");
        assert!(pool.take(6) && pool.take(6));
        let mut lasting = pool.clone();
        assert_eq!((pool.end_round(&LuckRules::default()), pool.dice()), (2, vec![1, 4, 6]));
        let game = LuckRules { bending: BendingReality::Game, ..LuckRules::default() };
        assert_eq!((lasting.end_round(&game), lasting.dice()), (0, vec![1, 4, 6, 6, 6]));
    }

    #[test]
    fn a_granted_six_is_used_first_and_one_stays_in_the_end() {
        let mut pool = pool(&[6]);
        pool.bend_reality();
        assert!((0..5).all(|_| pool.take(6)));
        assert_eq!((pool.end_round(&LuckRules::default()), pool.dice()), (0, vec![6]));
        pool.bend_reality();
        assert_eq!((pool.end_round(&LuckRules::default()), pool.dice()), (5, vec![6]));
        assert!(pool.take(6) && !pool.take(6));
    }

    #[test]
    fn a_die_that_is_used_is_gone() {
        // tle.example.bad-luck.substitute, tle.example.bad-luck.substitute-d3
        let mut pool = pool(&[2, 5]);
        assert!(pool.take(5) && !pool.take(5) && !pool.take(0) && !pool.take(7));
        assert_eq!(pool.dice(), [2]);
        let five = substitute(5);
        assert!(Need::new("tle.dice.threshold", 4).met_by(five));
        assert!(!five.is_unmodified() && !five.may_be_rerolled());
        assert!(!LuckRules::default().may_bank(Throw::Single(BadLuckSource::Hit), substitute(1)));
        assert_eq!([1, 2, 4, 6].map(|face| d3(substitute(face).face)), [1, 1, 2, 3]);
    }

    #[test]
    fn only_natural_ones_of_listed_rolls_can_be_banked() {
        // tle.example.bad-luck.rerolled-one, tle.example.bad-luck.face-two-of-d3, tle.example.bad-luck.combined
        let rules = LuckRules::default();
        let damage = Throw::Single(BadLuckSource::Damage);
        let may = |throw, die| rules.may_bank(throw, die);
        assert!(may(damage, Shown::natural(1)) && !may(damage, Shown::natural(2)));
        assert!(!may(damage, Shown::rerolled(1)));
        assert!(!may(damage, Shown { face: 1, origin: Origin::Banked }), "nobody banks a die twice");
        assert!(!may(Throw::Combined, Shown::natural(1)) && !may(Throw::Other, Shown::natural(1)));
        let combined = LuckRules { in_combined_rolls: true, ..rules };
        assert!(combined.may_bank(Throw::Combined, Shown::natural(1)));
        assert!(combined.may_replace(Throw::Combined, None) && !rules.may_replace(Throw::Combined, None));
        let few = LuckRules { sources: Sources::of(&[BadLuckSource::Hit, BadLuckSource::Ability]), ..rules };
        assert!(few.may_bank(Throw::Single(BadLuckSource::Ability), Shown::natural(1)));
        assert!(!few.may_bank(damage, Shown::natural(1)) && !few.may_replace(damage, None));
    }

    #[test]
    fn a_pool_die_is_named_before_the_roll_unless_players_agree_otherwise() {
        let rules = LuckRules::default();
        let hit = Throw::Single(BadLuckSource::Hit);
        assert!(rules.may_replace(hit, None) && !rules.may_replace(hit, Some(Shown::natural(2))));
        let late = LuckRules { after_roll: true, ..rules };
        assert!(late.may_replace(hit, Some(Shown::natural(2))));
        assert!(!late.may_replace(hit, Some(Shown::rerolled(2))));
    }
}
