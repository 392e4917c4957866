//! Dice: what a roll needs and what changes that, which natural results count for themselves, and how dice are read.

use smallvec::SmallVec;
use vocabulary::{Roll, Seat};

use crate::forces::house::{CapException, D33, House, NaturalRoll};

/// The kinds of roll that a setting lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    /// These.
    pub(crate) fn of(kinds: &[NaturalRoll]) -> Kinds {
        Kinds(kinds.iter().fold(0, |all, kind| all | 1 << *kind as u8))
    }

    /// Whether a kind is among them.
    pub(crate) fn has(self, kind: NaturalRoll) -> bool {
        self.0 & 1 << kind as u8 != 0
    }
}

/// What is settled about rolls before a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DiceRules {
    /// `dice.modifier-cap`
    pub(crate) limit: Option<i16>,
    /// `dice.cap-exceptions`
    pub(crate) trigger_unlimited: bool,
    /// `dice.cap-exceptions`
    pub(crate) heavy_unlimited: bool,
    /// `dice.natural-one-fails`
    pub(crate) ones_fail: Kinds,
    /// `dice.natural-six-succeeds`
    pub(crate) sixes_succeed: Kinds,
    /// `dice.d33`
    pub(crate) d33: D33,
}

impl DiceRules {
    /// What players settled.
    pub(crate) fn of(house: &House) -> DiceRules {
        DiceRules {
            limit: house.modifier_cap,
            trigger_unlimited: house.cap_exceptions.contains(&CapException::Trigger),
            heavy_unlimited: house.cap_exceptions.contains(&CapException::Heavy),
            ones_fail: Kinds::of(&house.one_fails),
            sixes_succeed: Kinds::of(&house.six_succeeds),
            d33: house.d33,
        }
    }
}

/// How a die came to show what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It was rolled, and nobody touched it.
    Natural,
    /// It was rolled again. Carries out `tle.dice.reroll-modified`.
    Rerolled,
    /// It was taken from the pool instead of rolling. Carries out `tle.bad-luck.substitute-modified`.
    FromPool,
    /// It showed a 1 and went into the pool.
    Banked,
}

/// A die on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) face: i16,
    pub(crate) origin: Origin,
}

impl Shown {
    /// A die that was rolled.
    pub(crate) fn natural(face: i16) -> Shown {
        Shown { face, origin: Origin::Natural }
    }

    /// Whether a rule that asks for an unmodified result may look at it. A banked die was rolled, too.
    ///
    /// Carries out `tle.dice.unmodified`, `tle.dice.reroll-modified`, `tle.bad-luck.substitute-modified`.
    pub(crate) fn is_unmodified(self) -> bool {
        matches!(self.origin, Origin::Natural | Origin::Banked)
    }

    /// Whether it may be rolled again, if a rule offers that. Carries out `tle.dice.reroll-once`,
    /// `tle.bad-luck.result-stands`, `tle.ruling.bad-luck-substitute-timing`.
    pub(crate) fn may_be_rerolled(self) -> bool {
        self.origin == Origin::Natural
    }

    /// The die rolled again. Carries out `tle.dice.reroll-modified`.
    pub(crate) fn rerolled(face: i16) -> Shown {
        Shown { face, origin: Origin::Rerolled }
    }
}

/// What a rule adds to a result, or takes from it; nothing where the number that a need begins with has taken the rule
/// into account.
pub(crate) type Change = (&'static str, i16);
/// A few of them.
pub(crate) type Changes = SmallVec<[Change; 2]>;

/// What rules add to a result together, with the limit. What it takes back stands at the end under the rule of the limit.
///
/// Carries out `tle.dice.modifier-add`, `tle.dice.modifier-cap`, `tle.ruling.modifier-cap`.
pub(crate) fn limited(mut changes: Changes, rules: &DiceRules) -> Changes {
    let sum = total(&changes);
    if let Some(limit) = rules.limit {
        let back = sum.clamp(-limit, limit) - sum;
        if back != 0 {
            changes.push(("tle.dice.modifier-cap", back));
        }
    }
    changes
}

/// What changes come to.
pub(crate) fn total(changes: &[Change]) -> i16 {
    changes.iter().map(|(_, by)| by).sum()
}

/// What a natural result is worth by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Naturals {
    /// A 1 fails.
    one: bool,
    /// A 6 succeeds.
    six: bool,
}

/// What a die must show, and why.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Need {
    /// The rule that asks for the roll.
    pub(crate) why: &'static str,
    /// What it begins with.
    from: i16,
    /// What is added to the result, within the limit.
    pub(crate) changes: Changes,
    /// What natural results are worth by themselves.
    naturals: Naturals,
    /// By this rule, a 1 fails however it came about.
    one: Option<&'static str>,
    /// Further rules behind the roll.
    pub(crate) further: &'static [&'static str],
}

impl Need {
    /// A need that nothing changes yet.
    pub(crate) fn new(why: &'static str, from: i16) -> Need {
        let naturals = Naturals { one: false, six: false };
        Need { why, from, changes: Changes::new(), naturals, one: None, further: &[] }
    }

    /// The need with further rules behind the roll.
    #[must_use]
    pub(crate) fn with(self, further: &'static [&'static str]) -> Need {
        Need { further, ..self }
    }

    /// The need with a rule that it has taken into account already.
    #[must_use]
    pub(crate) fn counting(mut self, rule: &'static str) -> Need {
        self.changes.push((rule, 0));
        self
    }

    /// The need with what rules add to the result, all of them together within the limit.
    ///
    /// Carries out `tle.dice.modifier-add`, `tle.dice.modifier-cap`, `tle.ruling.modifier-cap-scope`.
    #[must_use]
    pub(crate) fn modified(mut self, changes: Changes, rules: &DiceRules) -> Need {
        self.changes.extend(limited(changes, rules));
        self
    }

    /// The need with changes that are within the limit already.
    #[must_use]
    pub(crate) fn summing(mut self, changes: &Changes) -> Need {
        self.changes.extend_from_slice(changes);
        self
    }

    /// The need with what a rule adds to the result whatever the limit. Carries out `tle.ruling.modifier-cap-scope`.
    #[must_use]
    pub(crate) fn modified_in_full(mut self, rule: &'static str, by: i16) -> Need {
        self.changes.push((rule, by));
        self
    }

    /// The need of a kind of roll for which natural results may count for themselves.
    ///
    /// Carries out `tle.ruling.natural-one-six`, `tle.ruling.natural-six`.
    #[must_use]
    pub(crate) fn of_kind(mut self, kind: NaturalRoll, rules: &DiceRules) -> Need {
        self.naturals = Naturals { one: rules.ones_fail.has(kind), six: rules.sixes_succeed.has(kind) };
        self
    }

    /// The need with a rule by which a 1 fails however it came about.
    #[must_use]
    pub(crate) fn never_on_one(self, rule: &'static str) -> Need {
        Need { one: Some(rule), ..self }
    }

    /// What a result must come to before anything changes it.
    pub(crate) fn original(&self) -> i16 {
        self.from
    }

    /// What a die must show at least, all told; more than 6 where no face is enough, 1 or less where each is.
    pub(crate) fn number(&self) -> i16 {
        let (number, ..) = self.reckoned(true);
        number
    }

    /// The number, and what rules about single faces change in it.
    fn reckoned(&self, natural: bool) -> (i16, Option<(&'static str, i16)>) {
        let plain = self.from - total(&self.changes);
        let (raised, rule) = match self.one {
            Some(rule) => (plain.max(2), rule),
            None if natural && self.naturals.one => (plain.max(2), "tle.ruling.natural-one-six"),
            None => (plain, ""),
        };
        if raised != plain {
            (raised, Some((rule, raised - plain)))
        } else if natural && self.naturals.six && plain > 6 {
            (6, Some(("tle.ruling.natural-six", 6 - plain)))
        } else {
            (plain, None)
        }
    }

    /// Whether a die is enough. What a rule adds does not help one that was banked.
    ///
    /// Carries out `tle.dice.threshold`, `tle.ruling.plus-is-at-least`, `tle.dice.modifier-above-six`,
    /// `tle.bad-luck.result-stands`, `tle.ruling.bad-luck-banked-modifiers`.
    pub(crate) fn met_by(&self, die: Shown) -> bool {
        if die.origin == Origin::Banked {
            let unchanged = Need { changes: Changes::new(), ..self.clone() };
            return die.face >= unchanged.number();
        }
        die.face >= self.reckoned(die.is_unmodified()).0
    }

    /// With how many of its six faces a die that is rolled succeeds.
    pub(crate) fn sixths(&self) -> u8 {
        (7 - self.number()).clamp(0, 6) as u8
    }

    /// A roll with this need, without dice as yet. Its needs and modifiers are those of a die that is rolled.
    pub(crate) fn roll(&self, seat: Seat) -> Roll {
        let roll = Roll::new(self.why, seat).need(self.from);
        let roll = self.changes.iter().fold(roll, |roll, (rule, by)| roll.modified(*rule, -by));
        match self.reckoned(true).1 {
            Some((rule, by)) => roll.modified(rule, by),
            None => roll,
        }
    }

    /// The rules behind the need: the one that asks for the roll, further ones, and those that change it.
    pub(crate) fn rules(&self) -> Vec<&'static str> {
        let changes = self.changes.iter().map(|(rule, _)| *rule);
        let faces = self.reckoned(true).1.map(|(rule, _)| rule);
        std::iter::once(self.why).chain(self.further.iter().copied()).chain(changes).chain(faces).collect()
    }
}

/// A D3, from the D6 that is rolled for it. Carries out `tle.dice.d3`.
pub(crate) fn d3(face: i16) -> i16 {
    (face + 1) / 2
}

/// A D33, from two D6. Carries out `tle.dice.d33`, `tle.ruling.d33`.
pub(crate) fn d33(faces: [i16; 2], rules: &DiceRules) -> i16 {
    let [first, second] = faces.map(d3);
    match rules.d33 {
        D33::Digits => first * 10 + second,
        D33::Sum => first + second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY_THE_BOOK: fn() -> DiceRules = DiceRules::default;

    fn changes(by: &[i16]) -> Changes {
        by.iter().map(|by| ("tle.dice.modifier-add", *by)).collect()
    }

    /// Which faces of a natural die hit.
    fn hits(bs: i16, by: &[i16], rules: &DiceRules) -> [bool; 6] {
        let need = Need::new("tle.shooting.hit-roll", bs).of_kind(NaturalRoll::Hit, rules).modified(changes(by), rules);
        [1, 2, 3, 4, 5, 6].map(|face| need.met_by(Shown::natural(face)))
    }

    #[test]
    fn modifiers_shift_a_roll_by_one_at_most() {
        // tle.example.dice.modifier-cap
        let net = |by: &[i16], rules: &DiceRules| total(&limited(changes(by), rules));
        let all: [(&[i16], i16); 8] = [
            (&[1], 1),
            (&[1, 1], 1),
            (&[-1, -1], -1),
            (&[1, -1], 0),
            (&[1, 1, -1], 1),
            (&[-1, -1, 1], -1),
            (&[-3], -1),
            (&[], 0),
        ];
        for (by, expected) in all {
            assert_eq!(net(by, &BY_THE_BOOK()), expected, "{by:?}");
        }
        assert_eq!(net(&[1, 1], &DiceRules { limit: Some(0), ..BY_THE_BOOK() }), 0);
        assert_eq!(net(&[1, 1, 1], &DiceRules { limit: Some(2), ..BY_THE_BOOK() }), 2);
        assert_eq!(net(&[-1, -1, -1], &DiceRules { limit: None, ..BY_THE_BOOK() }), -3);
    }

    #[test]
    fn x_plus_means_x_or_more() {
        // tle.example.dice.threshold, tle.example.dice.modifier-above-six
        let four = Need::new("tle.dice.threshold", 4);
        let met = [1, 2, 3, 4, 5, 6, 7].map(|face| four.met_by(Shown::natural(face)));
        assert_eq!(met, [false, false, false, true, true, true, true]);
        assert!(Need::new("tle.dice.threshold", 7).modified(changes(&[1]), &BY_THE_BOOK()).met_by(Shown::natural(6)));
    }

    #[test]
    fn a_penalty_makes_a_hit_harder() {
        // tle.example.dice.hit-modifiers
        assert_eq!(hits(3, &[-1], &BY_THE_BOOK()), [false, false, false, true, true, true]);
    }

    #[test]
    fn natural_results_count_for_themselves_only_if_players_want_it() {
        // tle.example.dice.hit-natural-one, tle.example.dice.hit-impossible
        assert!(hits(2, &[1], &BY_THE_BOOK())[0]);
        assert!(!hits(6, &[-1], &BY_THE_BOOK())[5]);
        let kinds = Kinds::of(&[NaturalRoll::Hit, NaturalRoll::Pure]);
        let rules = DiceRules { ones_fail: kinds, sixes_succeed: kinds, ..BY_THE_BOOK() };
        assert_eq!(hits(2, &[1], &rules), [false, true, true, true, true, true]);
        assert_eq!(hits(6, &[-1], &rules), [false, false, false, false, false, true]);
        let armor = Need::new("tle.shooting.save-roll", 1).of_kind(NaturalRoll::Armor, &rules);
        assert!(armor.met_by(Shown::natural(1)));
    }

    #[test]
    fn a_six_that_was_not_rolled_is_not_natural() {
        let rules = DiceRules { sixes_succeed: Kinds::of(&[NaturalRoll::Hit]), ..BY_THE_BOOK() };
        let need =
            Need::new("tle.shooting.hit-roll", 6).of_kind(NaturalRoll::Hit, &rules).modified(changes(&[-1]), &rules);
        assert!(need.met_by(Shown::natural(6)));
        assert!(!need.met_by(Shown::rerolled(6)));
        assert!(!need.met_by(Shown { face: 6, origin: Origin::FromPool }));
    }

    #[test]
    fn a_die_is_rerolled_once_and_before_modifiers() {
        // tle.example.dice.reroll-first, tle.example.dice.reroll-once
        assert!(Shown::natural(2).may_be_rerolled());
        let again = Shown::rerolled(3);
        assert!(!again.may_be_rerolled() && !again.is_unmodified());
        let need = Need::new("tle.shooting.hit-roll", 4);
        assert!(!need.met_by(again));
        assert!(need.modified(changes(&[1]), &BY_THE_BOOK()).met_by(again));
    }

    #[test]
    fn modifiers_do_not_help_a_banked_die() {
        // tle.example.bad-luck.banked-hit
        let need = Need::new("tle.shooting.hit-roll", 2).modified(changes(&[1]), &BY_THE_BOOK());
        assert!(!need.met_by(Shown { face: 1, origin: Origin::Banked }));
        assert!(need.met_by(Shown::natural(1)));
        assert!(Need::new("tle.shooting.save-roll", 1).met_by(Shown { face: 1, origin: Origin::Banked }));
    }

    #[test]
    fn a_keyword_that_is_not_limited_counts_in_full() {
        let need = Need::new("tle.shooting.hit-roll", 3).modified(changes(&[-1, -1]), &BY_THE_BOOK());
        assert_eq!(need.modified_in_full("tle.weapon-keyword.trigger-limits", -2).number(), 6);
    }

    #[test]
    fn a_roll_shows_how_its_need_came_about() {
        let rules = DiceRules { sixes_succeed: Kinds::of(&[NaturalRoll::Hit]), ..BY_THE_BOOK() };
        let need = Need::new("tle.shooting.hit-roll", 6)
            .of_kind(NaturalRoll::Hit, &rules)
            .modified(changes(&[-1, -1]), &rules);
        let roll = need.roll(Seat(1));
        let said: Vec<(&str, i16)> = roll.modifiers.iter().map(|by| (by.rule.as_str(), by.by)).collect();
        let expected = [
            ("tle.dice.modifier-add", 1),
            ("tle.dice.modifier-add", 1),
            ("tle.dice.modifier-cap", -1),
            ("tle.ruling.natural-six", -1),
        ];
        assert_eq!((roll.need, said), (Some(6), expected.to_vec()));
        assert_eq!((need.number(), need.sixths()), (6, 1));
    }

    #[test]
    fn a_roll_needs_what_its_need_says_whatever_changes_it() {
        for from in -1..=8 {
            for by in -2..=2 {
                for kinds in [Kinds::default(), Kinds::of(&[NaturalRoll::Hit])] {
                    let rules = DiceRules { ones_fail: kinds, sixes_succeed: kinds, ..BY_THE_BOOK() };
                    let need = Need::new("tle.shooting.hit-roll", from).of_kind(NaturalRoll::Hit, &rules);
                    let need = need.modified(changes(&[by]), &rules);
                    let met = (1..=6).filter(|face| need.met_by(Shown::natural(*face))).count();
                    assert_eq!((need.roll(Seat(0)).need, usize::from(need.sixths())), (Some(need.number()), met));
                }
            }
        }
    }

    #[test]
    fn a_d3_is_half_a_d6_and_a_d33_two_of_them() {
        // tle.example.dice.d3, tle.example.dice.d33
        assert_eq!([1, 2, 3, 4, 5, 6].map(d3), [1, 1, 2, 2, 3, 3]);
        let pairs = [[1, 1], [2, 5], [3, 4], [6, 2], [6, 6]];
        assert_eq!(pairs.map(|pair| d33(pair, &BY_THE_BOOK())), [11, 13, 22, 31, 33]);
        let rules = DiceRules { d33: D33::Sum, ..BY_THE_BOOK() };
        assert_eq!(pairs.map(|pair| d33(pair, &rules)), [2, 4, 4, 4, 6]);
    }
}
