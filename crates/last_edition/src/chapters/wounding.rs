//! Wound rolls: a die and the strength against the toughness, and the dice that a 6 earns when one die is not enough.

use crate::chapters::dice::{Changes, DiceRules, Need, Shown, limited, total};
use crate::forces::house::{Comparison, ExtraOne, House, MixedToughness};

/// What is settled about wound rolls before a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WoundRules {
    /// `wound.comparison`
    pub(crate) comparison: Comparison,
    /// `wound.first-die-one-fails`
    pub(crate) first_one_fails: bool,
    /// `wound.explode-counts-modifier`
    pub(crate) modifier_counts: bool,
    /// `wound.extra-one-fails`
    pub(crate) extra_one_fails: ExtraOne,
    /// `wound.any-six-explodes`
    pub(crate) any_six_explodes: bool,
    /// `wound.mixed-toughness`
    pub(crate) mixed_toughness: MixedToughness,
}

impl WoundRules {
    /// What players settled.
    pub(crate) fn of(house: &House) -> WoundRules {
        WoundRules {
            comparison: house.wound_comparison,
            first_one_fails: house.first_wound_one_fails,
            modifier_counts: house.explode_counts_modifier,
            extra_one_fails: house.extra_wound_one,
            any_six_explodes: house.any_six_explodes,
            mixed_toughness: house.mixed_toughness,
        }
    }
}

/// The toughness of a unit, from those of its living models; nothing if there are none.
///
/// Carries out `tle.ruling.wound-mixed-toughness`.
pub(crate) fn toughness(living: &[u8], rules: &WoundRules) -> Option<u8> {
    let living = living.iter().copied();
    match rules.mixed_toughness {
        MixedToughness::Highest => living.max(),
        MixedToughness::Lowest => living.min(),
        MixedToughness::Majority => {
            let how_many = |toughness: u8| living.clone().filter(|other| *other == toughness).count();
            living.clone().max_by_key(|toughness| (how_many(*toughness), *toughness))
        }
    }
}

/// What wound rolls of an attack are made with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wounding {
    strength: i16,
    toughness: i16,
    /// What is added to the total, within the limit.
    changes: Changes,
    rules: WoundRules,
}

/// What comes of a wound die.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wounded {
    Succeeded,
    Failed,
    /// Another die is rolled.
    Again(WoundRoll),
}

/// A wound roll before its next die: how many there were, all of them sixes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WoundRoll {
    wounding: Wounding,
    sixes: u8,
}

impl Wounding {
    /// Carries out `tle.wound.formula`, `tle.wound.modifier-on-total`.
    pub(crate) fn new(strength: u8, toughness: u8, changes: Changes, dice: &DiceRules, rules: &WoundRules) -> Wounding {
        let (strength, toughness) = (strength.into(), toughness.into());
        Wounding { strength, toughness, changes: limited(changes, dice), rules: *rules }
    }

    /// Whether a total is enough. Carries out `tle.wound.strictly-higher`, `tle.ruling.wound-needs-higher`.
    fn beats(&self, total: i16) -> bool {
        total >= self.least()
    }

    /// The least total that is enough.
    fn least(&self) -> i16 {
        match self.rules.comparison {
            Comparison::Greater => self.toughness + 1,
            Comparison::GreaterOrEqual => self.toughness,
        }
    }

    /// How many dice the roll may take: as many as must all show a 6 for the total to be enough.
    ///
    /// Carries out `tle.wound.exploding-six`, `tle.wound.no-needless-extra-die`, `tle.wound.single-extra-die`,
    /// `tle.ruling.wound-explode-test`, `tle.ruling.wound-dice-limit`.
    pub(crate) fn dice_allowed(&self) -> u8 {
        let counted = if self.rules.modifier_counts { total(&self.changes) } else { 0 };
        let enough = |dice: &u8| self.beats(self.strength + 6 * i16::from(*dice) + counted);
        (1..u8::MAX).find(enough).expect("some number of sixes beats every toughness")
    }

    /// The roll, before its first die.
    pub(crate) fn begin(&self) -> WoundRoll {
        WoundRoll { wounding: self.clone(), sixes: 0 }
    }

    /// In how many of so many equally likely cases it succeeds, if nobody rerolls or replaces a die.
    pub(crate) fn cases(&self) -> (u64, u64) {
        // Only a 6 goes on, so one case of each die leads to the next.
        let (mut roll, mut successes, mut all) = (self.begin(), 0, 6);
        loop {
            let mut again = None;
            for face in 1..=6 {
                match roll.after(Shown::natural(face)) {
                    Wounded::Succeeded => successes += 1,
                    Wounded::Failed => {}
                    Wounded::Again(next) => again = Some(next),
                }
            }
            let Some(next) = again else { return (successes, all) };
            (roll, successes, all) = (next, successes * 6, all * 6);
        }
    }

    /// The rules behind the roll as a whole.
    pub(crate) fn changes(&self) -> &Changes {
        &self.changes
    }
}

impl WoundRoll {
    /// How many dice were rolled before.
    pub(crate) fn dice_before(&self) -> u8 {
        self.sixes
    }

    /// Whether its next die is the last that it may take.
    fn is_last(&self) -> bool {
        self.sixes + 1 >= self.wounding.dice_allowed()
    }

    /// By which rule the next die fails on a 1, if it does so.
    fn one_fails(&self) -> Option<&'static str> {
        let rules = self.wounding.rules;
        match (self.sixes, rules.extra_one_fails) {
            (0, _) if rules.first_one_fails => Some("tle.ruling.wound-auto-success"),
            (0, _) => None,
            (1, _) | (_, ExtraOne::Every) => Some("tle.wound.extra-die-one-fails"),
            (_, ExtraOne::SecondOnly) => None,
        }
    }

    /// What the next die must show: to succeed if it is the last, to go on if it isn't.
    pub(crate) fn need(&self) -> Need {
        let wounding = &self.wounding;
        let why = if self.sixes == 0 { "tle.wound.formula" } else { "tle.wound.exploding-six" };
        if !self.is_last() {
            return Need::new(why, 6).with(CHAIN);
        }
        let need = Need::new(why, wounding.least() - wounding.strength - 6 * i16::from(self.sixes));
        let need = need.with(TOTAL).summing(&wounding.changes);
        match self.one_fails() {
            Some(rule) => need.never_on_one(rule),
            None => need,
        }
    }

    /// What comes of the next die. A banked one still has the strength and the modifiers.
    ///
    /// Carries out `tle.wound.strictly-higher`, `tle.wound.exploding-six`, `tle.wound.extra-die-one-fails`,
    /// `tle.wound.extra-die-success`, `tle.wound.chain`, `tle.wound.chain-end`, `tle.ruling.wound-auto-success`,
    /// `tle.ruling.wound-six-source`, `tle.ruling.bad-luck-banked-modifiers`.
    pub(crate) fn after(&self, die: Shown) -> Wounded {
        let fails = die.face == 1 && self.one_fails().is_some();
        if self.is_last() {
            return if !fails && self.beats_with(die.face) { Wounded::Succeeded } else { Wounded::Failed };
        }
        let explodes = self.sixes > 0 || self.wounding.rules.any_six_explodes || die.is_unmodified();
        if die.face == 6 && explodes {
            Wounded::Again(WoundRoll { wounding: self.wounding.clone(), sixes: self.sixes + 1 })
        } else {
            Wounded::Failed
        }
    }

    /// What the strength and all dice come to with this one.
    pub(crate) fn total_with(&self, face: i16) -> i16 {
        self.wounding.strength + 6 * i16::from(self.sixes) + face + total(&self.wounding.changes)
    }

    fn beats_with(&self, face: i16) -> bool {
        self.wounding.beats(self.total_with(face))
    }

    /// Whether its next die may be rerolled, as far as this roll goes. Carries out `tle.wound.reroll-first-die-only`.
    pub(crate) fn may_be_rerolled(&self) -> bool {
        self.sixes == 0
    }
}

/// Behind every die that can succeed.
const TOTAL: &[&str] = &["tle.wound.strictly-higher"];
/// Behind every die that can only go on.
const CHAIN: &[&str] = &["tle.wound.chain"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapters::dice::Origin;
    use crate::chapters::examples::{Example, examples};

    fn wounding(strength: u8, toughness: u8, modifier: i16, rules: &WoundRules) -> Wounding {
        let mut changes = Changes::new();
        if modifier != 0 {
            changes.push(("tle.order.concentrate-wound", modifier));
        }
        Wounding::new(strength, toughness, changes, &DiceRules::default(), rules)
    }

    /// What comes of dice, with the last total and how many of them were used.
    fn rolled(wounding: &Wounding, dice: &[Shown]) -> (bool, i16, usize) {
        let mut roll = wounding.begin();
        for (at, die) in dice.iter().enumerate() {
            let total = roll.total_with(die.face);
            // The need that players read says the same as what is done.
            let met = roll.need().met_by(*die);
            roll = match roll.after(*die) {
                Wounded::Succeeded => {
                    assert!(met, "{wounding:?} {dice:?}");
                    return (true, total, at + 1);
                }
                Wounded::Failed => return (false, total, at + 1),
                Wounded::Again(next) => {
                    assert!(met, "{wounding:?} {dice:?}");
                    next
                }
            };
        }
        panic!("{dice:?} do not finish the roll")
    }

    fn naturals(dice: &[i16]) -> Vec<Shown> {
        dice.iter().map(|face| Shown::natural(*face)).collect()
    }

    fn odds(strength: u8, toughness: u8, modifier: i16, rules: &WoundRules) -> (u64, u64) {
        let (successes, all) = wounding(strength, toughness, modifier, rules).cases();
        let common = (1..=successes.max(1)).rev().find(|by| successes % by == 0 && all % by == 0).unwrap_or(1);
        if successes == 0 { (0, 1) } else { (successes / common, all / common) }
    }

    fn numbers(example: &Example) -> (u8, i16, WoundRules) {
        (example.number("strength") as u8, example.number("modifier"), example.rules().wounds)
    }

    #[test]
    fn dice_come_to_what_the_examples_of_the_rulebook_say() {
        for example in examples("tle.example.wound.dice-") {
            let (strength, modifier, rules) = numbers(&example);
            let wounding = wounding(strength, example.number("toughness") as u8, modifier, &rules);
            let (success, total, used) = rolled(&wounding, &naturals(&example.numbers("dice")));
            let expected = (example.expects("success"), example.expected_number("total"));
            assert_eq!((success, total), expected, "{}", example.id);
            assert_eq!(used as i16, example.expected_number("dice_used"), "{}", example.id);
        }
    }

    #[test]
    fn odds_are_those_of_the_tables_of_the_rulebook() {
        let mut compared = 0;
        for example in examples("tle.example.wound.table-") {
            let (strength, modifier, rules) = numbers(&example);
            let expected = example.expected_texts("success").into_iter().zip(example.expected_numbers("dice_allowed"));
            for (toughness, (success, allowed)) in example.numbers("toughness").into_iter().zip(expected) {
                let toughness = toughness as u8;
                let (one, all) = odds(strength, toughness, modifier, &rules);
                assert_eq!(format!("{one}/{all}"), success, "{} at {toughness}", example.id);
                let wounding = wounding(strength, toughness, modifier, &rules);
                assert_eq!(i16::from(wounding.dice_allowed()), allowed, "{} at {toughness}", example.id);
                compared += 1;
            }
        }
        assert_eq!(compared, 480);
    }

    #[test]
    fn odds_with_settings_are_those_of_the_rulebook() {
        for example in examples("tle.example.wound.setting-") {
            let (strength, modifier, rules) = numbers(&example);
            let (one, all) = odds(strength, example.number("toughness") as u8, modifier, &rules);
            assert_eq!(format!("{one}/{all}"), example.expected_text("success"), "{}", example.id);
        }
    }

    #[test]
    fn without_the_modifier_in_the_test_it_only_changes_the_last_total() {
        let rules = WoundRules { modifier_counts: false, ..WoundRules::default() };
        assert_eq!(odds(1, 7, 1, &rules), (5, 36));
        assert_eq!(odds(1, 6, -1, &rules), (0, 1));
        assert_eq!(odds(2, 8, 1, &rules), (5, 36));
    }

    #[test]
    fn with_the_modifier_in_the_test_it_makes_a_six_enough_or_not() {
        let rules = WoundRules { modifier_counts: true, ..WoundRules::default() };
        assert_eq!((odds(1, 7, 1, &rules), odds(1, 6, -1, &rules)), ((1, 6), (5, 36)));
    }

    #[test]
    fn an_equal_total_is_enough_if_players_want_it() {
        let rules = WoundRules { comparison: Comparison::GreaterOrEqual, ..WoundRules::default() };
        assert_eq!(odds(4, 7, 0, &rules), (2, 3));
        assert_eq!((odds(1, 7, 0, &rules), odds(1, 8, 0, &rules)), ((1, 6), (5, 36)));
    }

    #[test]
    fn a_one_on_the_first_die_fails_if_players_want_it() {
        let rules = WoundRules { first_one_fails: true, ..WoundRules::default() };
        assert_eq!((odds(9, 4, 0, &rules), odds(4, 7, 0, &rules)), ((5, 6), (1, 2)));
    }

    #[test]
    fn a_one_on_the_third_die_is_added_if_players_want_it() {
        let rules = WoundRules { extra_one_fails: ExtraOne::SecondOnly, ..WoundRules::default() };
        assert!(rolled(&wounding(1, 13, 0, &rules), &naturals(&[6, 6, 1])).0);
        assert!(!rolled(&wounding(1, 7, 0, &rules), &naturals(&[6, 1])).0);
        assert_eq!(odds(1, 13, 0, &rules), (1, 36));
    }

    #[test]
    fn a_six_that_was_not_rolled_earns_a_die_only_if_players_want_it() {
        // tle.example.wound.reroll-first, tle.example.wound.reroll-to-six
        let six = [Shown::rerolled(6), Shown { face: 6, origin: Origin::FromPool }];
        for first in six {
            let rules = WoundRules { any_six_explodes: true, ..WoundRules::default() };
            let any = wounding(1, 7, 0, &rules);
            assert_eq!(rolled(&any, &[first, Shown::natural(3)]), (true, 10, 2));
            let rules = WoundRules { any_six_explodes: false, ..WoundRules::default() };
            let only_natural = wounding(1, 7, 0, &rules);
            assert_eq!(only_natural.begin().after(first), Wounded::Failed);
            let chain = wounding(1, 13, 0, &rules);
            assert!(rolled(&chain, &[Shown::natural(6), first, Shown::natural(2)]).0);
            assert!(rolled(&wounding(1, 6, 0, &rules), &[first]).0);
        }
    }

    #[test]
    fn only_the_first_die_can_be_rerolled() {
        // tle.example.wound.reroll-first
        let first = wounding(1, 7, 0, &WoundRules::default()).begin();
        assert!(first.may_be_rerolled());
        let Wounded::Again(second) = first.after(Shown::natural(6)) else { panic!("a 6 rolls on") };
        assert!(!second.may_be_rerolled());
        assert_eq!((second.dice_before(), second.need().number()), (1, 2));
    }

    #[test]
    fn a_banked_die_still_has_strength_and_modifiers() {
        // tle.example.bad-luck.banked-wound
        let banked = Shown { face: 1, origin: Origin::Banked };
        assert_eq!(wounding(7, 7, 0, &WoundRules::default()).begin().after(banked), Wounded::Succeeded);
        assert_eq!(wounding(7, 7, -1, &WoundRules::default()).begin().after(banked), Wounded::Failed);
    }

    #[test]
    fn a_mixed_unit_has_the_toughness_of_most_of_its_models() {
        // tle.example.wound.mixed-toughness
        let units: [&[u8]; 4] = [&[4, 4, 7], &[4, 7], &[5, 5, 6, 6, 3], &[6]];
        let of = |mixed_toughness| {
            let rules = WoundRules { mixed_toughness, ..WoundRules::default() };
            units.map(|living| toughness(living, &rules).unwrap())
        };
        assert_eq!(of(MixedToughness::Majority), [4, 7, 6, 6]);
        assert_eq!(of(MixedToughness::Highest), [7, 7, 6, 6]);
        assert_eq!(of(MixedToughness::Lowest), [4, 4, 3, 6]);
        assert_eq!(toughness(&[], &WoundRules::default()), None);
    }
}
