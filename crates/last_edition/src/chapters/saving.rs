//! Saves: armor with its two numbers against armor penetration, dodge saves, and pure saves point by point.

use crate::chapters::dice::{Changes, DiceRules, Need};
use crate::forces::datasheet::{ArmorSave, Profile};
use crate::forces::house::{House, NaturalRoll, OddAp};

/// What is settled about saves before a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SaveRules {
    /// `armor.odd-ap`
    pub(crate) odd_ap: OddAp,
    /// `armor.dodge-best`
    pub(crate) dodge_best: Option<i16>,
    /// `armor.pure-after-dodge`
    pub(crate) pure_after_dodge: bool,
    /// `armor.pure-counts-excess`
    pub(crate) pure_counts_excess: bool,
}

impl SaveRules {
    /// What players settled.
    pub(crate) fn of(house: &House) -> SaveRules {
        SaveRules {
            odd_ap: house.odd_ap,
            dodge_best: house.dodge_best,
            pure_after_dodge: house.pure_after_dodge,
            pure_counts_excess: house.pure_counts_excess,
        }
    }
}

/// The two numbers of an armor save. Carries out `tle.armor-save.two-numbers`, `tle.ruling.armor-valid`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Armor {
    /// The save against AP 0; 7 for no armor save at all.
    first: i16,
    /// Where the harder part begins; 7 if there is none.
    second: i16,
}

/// The number of a part of armor that isn't there.
const NO_PART: i16 = 7;

/// A rule that makes both numbers of an armor save better, or worse.
pub(crate) type ArmorChange = (&'static str, (i16, i16));

impl Armor {
    /// Armor as a datasheet has it, if it may have such. Carries out `tle.ruling.armor-valid`.
    pub(crate) fn new(first: u8, second: u8) -> Option<Armor> {
        let valid = (2..=7).contains(&first) && (first..=7).contains(&second);
        valid.then_some(Armor { first: first.into(), second: second.into() })
    }

    /// No armor save.
    pub(crate) const NONE: Armor = Armor { first: NO_PART, second: NO_PART };

    /// The armor with its numbers better by so much, or worse. All changes count together, and before AP does.
    ///
    /// No armor save and no harder part stay what they are.
    ///
    /// Carries out `tle.ruling.armor-plus-direction`, `tle.ruling.armor-above-six`.
    #[must_use]
    pub(crate) fn better_by(self, (first, second): (i16, i16)) -> Armor {
        if self == Armor::NONE {
            return self;
        }
        let better = self.first - first;
        let harder = if self.second == NO_PART { NO_PART } else { self.second - second };
        Armor { first: better, second: harder.max(better) }
    }

    /// What the save needs against AP, which is 0 or less; nothing where there is no save to roll.
    ///
    /// Carries out `tle.armor-save.first-stage`, `tle.armor-save.second-stage`, `tle.armor-save.none`,
    /// `tle.ruling.armor-odd-ap`, `tle.ruling.armor-above-six`.
    pub(crate) fn needed(self, ap: i16, rules: &SaveRules) -> Option<i16> {
        let points = -ap;
        let Armor { first, second } = self;
        let needed = if first + points <= second {
            first + points
        } else {
            let beyond = points - (second - first);
            second + beyond / 2 + if rules.odd_ap == OddAp::RoundUp { beyond % 2 } else { 0 }
        };
        (needed <= 6).then_some(needed)
    }
}

/// A model as far as its saves against an attack go.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Saves {
    /// What the datasheet says.
    pub(crate) armor: Armor,
    /// What makes it better or worse, each with its rule.
    pub(crate) armor_changes: Vec<ArmorChange>,
    /// X of a dodge save X+-.
    pub(crate) dodge: Option<u8>,
    /// X of a pure save X++.
    pub(crate) pure: Option<u8>,
    /// What rules add to every save roll.
    pub(crate) to_save: Changes,
}

impl Saves {
    /// Armor, and nothing else.
    pub(crate) fn armor(armor: Armor) -> Saves {
        Saves { armor, armor_changes: Vec::new(), dodge: None, pure: None, to_save: Changes::new() }
    }

    /// Those of a profile. Carries out `tle.datasheet.stats`.
    pub(crate) fn of(profile: &Profile) -> Saves {
        let ArmorSave { first, second } = profile.armor;
        let armor = Armor::new(first, second).unwrap_or(Armor::NONE);
        Saves { dodge: profile.dodge, pure: profile.pure, ..Saves::armor(armor) }
    }

    /// What the armor save needs, if there is one to roll.
    ///
    /// Carries out `tle.shooting.save-roll`, `tle.shooting.save-ap`, `tle.melee.save-roll`, `tle.armor-save.none`,
    /// `tle.ruling.armor-above-six`.
    fn armor_needs(&self, why: &'static str, ap: i16, dice: &DiceRules, rules: &SaveRules) -> Option<Need> {
        let by = self.armor_changes.iter().fold((0, 0), |(one, two), (_, (a, b))| (one + a, two + b));
        let armor = self.armor.better_by(by);
        let needed = armor.needed(ap, rules)?;
        let mut need = Need::new(why, needed).with(ARMOR);
        for (rule, _) in &self.armor_changes {
            need = need.counting(rule);
        }
        if ap != 0 {
            let first = armor.first - ap <= armor.second;
            need = need.counting(if first { "tle.armor-save.first-stage" } else { "tle.armor-save.second-stage" });
        }
        Some(self.modified(need, NaturalRoll::Armor, dice))
    }

    /// What the dodge save needs, if the model has one that a die can make.
    ///
    /// Carries out `tle.armor-save.dodge`, `tle.armor-save.special`, `tle.ruling.dodge-limit`,
    /// `tle.ruling.armor-above-six`.
    fn dodge_needs(&self, ap: i16, dice: &DiceRules, rules: &SaveRules) -> Option<Need> {
        let printed = i16::from(self.dodge?);
        let best = rules.dodge_best.map_or(i16::MIN, |best| printed.min(best));
        let needed = Some((printed + ap).max(best)).filter(|needed| *needed <= 6)?;
        let mut need = Need::new("tle.armor-save.dodge", needed).with(SPECIAL);
        if ap != 0 {
            need = need.counting("tle.armor-save.ap");
        }
        Some(self.modified(need, NaturalRoll::Dodge, dice))
    }

    /// What the pure save needs for each point of damage, if the model has one.
    ///
    /// Carries out `tle.armor-save.pure`, `tle.armor-save.special`.
    fn pure_needs(&self, dice: &DiceRules) -> Option<Need> {
        let need = Need::new("tle.armor-save.pure", self.pure?.into()).with(SPECIAL);
        Some(self.modified(need, NaturalRoll::Pure, dice))
    }

    fn modified(&self, need: Need, kind: NaturalRoll, dice: &DiceRules) -> Need {
        need.of_kind(kind, dice).modified(self.to_save.clone(), dice)
    }

    /// What saves need against AP, in shooting or in melee.
    pub(crate) fn against(&self, ap: i16, melee: bool, dice: &DiceRules, rules: &SaveRules) -> Defence {
        let why = if melee { "tle.melee.save-roll" } else { "tle.shooting.save-roll" };
        Defence {
            armor: self.armor_needs(why, ap, dice, rules),
            dodge: self.dodge_needs(ap, dice, rules),
            pure: self.pure_needs(dice),
            rules: *rules,
        }
    }
}

/// Behind every armor save.
const ARMOR: &[&str] = &["tle.armor-save.two-numbers"];
/// Behind every save that AP cannot beat.
const SPECIAL: &[&str] = &["tle.armor-save.special"];

/// Which save is rolled first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum First {
    /// No save.
    Nothing,
    /// The armor save.
    Armor,
    /// The dodge save, instead of the armor save.
    Dodge,
}

/// What saves of a model against an attack need.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Defence {
    /// The armor save, if there is one to roll.
    pub(crate) armor: Option<Need>,
    /// The dodge save, if the model has one.
    pub(crate) dodge: Option<Need>,
    /// The pure save, if the model has one.
    pub(crate) pure: Option<Need>,
    pub(crate) rules: SaveRules,
}

impl Defence {
    /// The saves that the owner can choose from, before any of them is rolled. Carries out
    /// `tle.armor-save.dodge-instead`, `tle.ruling.dodge-and-pure`.
    pub(crate) fn choices(&self) -> impl Iterator<Item = First> {
        let dodge = self.dodge.as_ref().map(|_| First::Dodge);
        self.armor.as_ref().map(|_| First::Armor).into_iter().chain(dodge)
    }

    /// What the first save needs.
    pub(crate) fn first(&self, first: First) -> Option<&Need> {
        match first {
            First::Nothing => None,
            First::Armor => self.armor.as_ref(),
            First::Dodge => self.dodge.as_ref(),
        }
    }

    /// What the pure save after it needs. No armor save counts as one that failed, but one that nobody rolls does not.
    ///
    /// Carries out `tle.armor-save.pure`, `tle.ruling.pure-after-none`, `tle.ruling.dodge-and-pure`.
    pub(crate) fn pure_after(&self, first: First) -> Option<&Need> {
        let may = match first {
            First::Nothing => self.armor.is_none(),
            First::Armor => true,
            First::Dodge => self.rules.pure_after_dodge,
        };
        self.pure.as_ref().filter(|_| may)
    }

    /// How many pure save dice are rolled for so much damage to a model with so much health left.
    ///
    /// Carries out `tle.armor-save.pure-per-wound`, `tle.ruling.pure-dice`.
    pub(crate) fn pure_dice(&self, damage: u8, left: u8) -> u8 {
        if self.rules.pure_counts_excess { damage } else { damage.min(left) }
    }
}

/// Rules that make an armor save better or worse, for a model on type 2 terrain that is shot at, and by its orders.
///
/// Carries out `tle.terrain.type2-armor`, `tle.order.take-cover-armor`, `tle.order.concentrate-armor`.
pub(crate) fn armor_changes(covered: bool, taking_cover: bool, concentrating: bool) -> Vec<ArmorChange> {
    let rules: [(bool, ArmorChange); 3] = [
        (covered, ("tle.terrain.type2-armor", (1, 0))),
        (taking_cover, ("tle.order.take-cover-armor", (1, 1))),
        (concentrating, ("tle.order.concentrate-armor", (-1, -1))),
    ];
    rules.into_iter().filter(|(applies, _)| *applies).map(|(_, change)| change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapters::dice::{Kinds, Shown};
    use crate::chapters::examples::{examples, written};

    const AP: [i16; 9] = [0, -1, -2, -3, -4, -5, -6, -7, -8];

    fn armor(first: u8, second: u8) -> Armor {
        Armor::new(first, second).expect("armor of an example")
    }

    /// What armor needs against each AP; 0 for no save.
    fn table(armor: Armor, rules: &SaveRules) -> [i16; 9] {
        AP.map(|ap| armor.needed(ap, rules).unwrap_or(0))
    }

    #[test]
    fn armor_gives_way_as_the_tables_of_the_rulebook_say() {
        for example in examples("tle.example.armor.table-") {
            let [first, second] = example.numbers("armor")[..] else { panic!("{} has two numbers", example.id) };
            let needed = example.numbers("ap").into_iter();
            let needed = needed.map(|ap| written(armor(first as u8, second as u8).needed(ap, &SaveRules::default())));
            assert_eq!(needed.collect::<Vec<_>>(), example.expected_texts("needed"), "{}", example.id);
        }
        assert_eq!(table(Armor::NONE, &SaveRules::default()), [0; 9]);
    }

    #[test]
    fn an_odd_point_of_ap_counts_as_a_step_if_players_want_it() {
        let rules = SaveRules { odd_ap: OddAp::RoundUp, ..SaveRules::default() };
        assert_eq!(table(armor(2, 4), &rules), [2, 3, 4, 5, 5, 6, 6, 0, 0]);
    }

    #[test]
    fn cover_and_orders_change_the_numbers_before_ap_does() {
        for example in examples("tle.example.armor.changed-") {
            let [first, second] = example.numbers("armor")[..] else { panic!("{} has two numbers", example.id) };
            let [by, harder_by] = example.numbers("better_by")[..] else { panic!("{} has two changes", example.id) };
            let better = armor(first as u8, second as u8).better_by((by, harder_by));
            if example.has_expected("armor") {
                assert_eq!(vec![better.first, better.second], example.expected_numbers("armor"), "{}", example.id);
            }
            let needed = example.numbers("ap").into_iter().map(|ap| written(better.needed(ap, &SaveRules::default())));
            assert_eq!(needed.collect::<Vec<_>>(), example.expected_texts("needed"), "{}", example.id);
        }
    }

    #[test]
    fn a_second_number_is_never_better_than_the_first() {
        let armor = armor(3, 3).better_by((-1, 1));
        assert_eq!((armor.first, armor.second), (4, 4));
    }

    #[test]
    fn cover_gives_no_armor_to_those_without() {
        assert_eq!(Armor::NONE.better_by((2, 1)), Armor::NONE);
    }

    #[test]
    fn armor_has_two_numbers_in_their_order() {
        // tle.example.armor.invalid
        let valid = [(2, 4), (4, 2), (4, 4), (8, 8), (3, 7)].map(|(first, second)| Armor::new(first, second).is_some());
        assert_eq!(valid, [true, false, true, false, true]);
        assert_eq!((Armor::new(1, 3), Armor::new(7, 7)), (None, Some(Armor::NONE)));
    }

    #[test]
    fn ap_makes_a_dodge_save_better() {
        // tle.example.armor.dodge-…
        let needed = |dodge, rules: &SaveRules| {
            let saves = Saves { dodge: Some(dodge), ..Saves::armor(Armor::NONE) };
            [0, -1, -2, -3, -4, -5, -6].map(|ap| saves.dodge_needs(ap, &DiceRules::default(), rules).unwrap().number())
        };
        assert_eq!(needed(6, &SaveRules::default()), [6, 5, 4, 3, 2, 1, 0]);
        assert_eq!(needed(5, &SaveRules::default()), [5, 4, 3, 2, 1, 0, -1]);
        assert_eq!(needed(4, &SaveRules::default()), [4, 3, 2, 1, 0, -1, -2]);
        let limited = SaveRules { dodge_best: Some(3), ..SaveRules::default() };
        assert_eq!(needed(5, &limited), [5, 4, 3, 3, 3, 3, 3]);
        assert_eq!(needed(2, &limited), [2, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn a_profile_brings_its_saves() {
        let armor = ArmorSave { first: 3, second: 5 };
        let (movement, combat_skill, toughness, health) = (6, 4, 4, 2);
        let profile = Profile {
            movement,
            ballistic_skill: None,
            combat_skill,
            toughness,
            health,
            armor,
            pure: Some(5),
            dodge: None,
        };
        assert_eq!(Saves::of(&profile), Saves { pure: Some(5), ..Saves::armor(Armor::new(3, 5).unwrap()) });
        let bare = Profile { armor: ArmorSave::NONE, ..profile };
        assert_eq!(Saves::of(&bare).armor, Armor::NONE);
    }

    #[test]
    fn a_dodge_save_of_seven_needs_ap() {
        let saves = Saves { dodge: Some(7), ..Saves::armor(Armor::NONE) };
        let needed = |ap| saves.dodge_needs(ap, &DiceRules::default(), &SaveRules::default()).map(|need| need.number());
        assert_eq!((needed(0), needed(-1)), (None, Some(6)));
    }

    #[test]
    fn a_pure_save_follows_armor_that_failed_or_was_not_there() {
        // tle.example.armor.pure-no-armor, tle.example.armor.dodge-then-pure
        let saves = Saves { pure: Some(5), dodge: Some(6), ..Saves::armor(armor(2, 4)) };
        let defence = saves.against(-8, false, &DiceRules::default(), &SaveRules::default());
        assert_eq!(defence.armor, None);
        assert_eq!(defence.choices().collect::<Vec<_>>(), [First::Dodge]);
        assert!(defence.pure_after(First::Nothing).is_some());
        assert!(defence.pure_after(First::Dodge).is_none());
        let armored = saves.against(0, false, &DiceRules::default(), &SaveRules::default());
        assert!(armored.pure_after(First::Nothing).is_none() && armored.pure_after(First::Armor).is_some());
        let both = SaveRules { pure_after_dodge: true, ..SaveRules::default() };
        assert!(saves.against(-8, false, &DiceRules::default(), &both).pure_after(First::Dodge).is_some());
    }

    #[test]
    fn a_pure_save_has_a_die_for_each_point_that_counts() {
        // tle.example.armor.pure, tle.example.armor.pure-excess
        let saves = Saves { pure: Some(4), ..Saves::armor(Armor::NONE) };
        let dice = |damage, left, pure_counts_excess| {
            let rules = SaveRules { pure_counts_excess, ..SaveRules::default() };
            saves.against(0, false, &DiceRules::default(), &rules).pure_dice(damage, left)
        };
        assert_eq!((dice(3, 3, false), dice(3, 1, false), dice(3, 1, true)), (3, 1, 3));
        let defence = saves.against(0, false, &DiceRules::default(), &SaveRules::default());
        let pure = defence.pure_after(First::Nothing).unwrap();
        let prevented = [4, 1, 6].iter().filter(|face| pure.met_by(Shown::natural(**face))).count();
        assert_eq!(prevented, 2);
    }

    #[test]
    fn a_bonus_makes_no_save_where_there_is_none() {
        // tle.ruling.armor-above-six, tle.ruling.natural-six
        let dice = DiceRules { sixes_succeed: Kinds::of(&[NaturalRoll::Armor]), ..DiceRules::default() };
        let saves = Saves { to_save: Changes::from_slice(&[("tle.ability.use", 1)]), ..Saves::armor(armor(6, 6)) };
        assert_eq!(saves.against(-2, false, &dice, &SaveRules::default()).armor, None);
        let defence = saves.against(0, false, &dice, &SaveRules::default());
        assert_eq!(defence.armor.map(|need| need.number()), Some(5));
    }

    #[test]
    fn a_save_names_what_made_it_better() {
        let armor_changes = armor_changes(true, false, true);
        let saves = Saves { armor_changes, ..Saves::armor(armor(3, 5)) };
        let defence = saves.against(-1, true, &DiceRules::default(), &SaveRules::default());
        let rules = defence.armor.map(|need| need.rules()).unwrap();
        let expected = [
            "tle.melee.save-roll",
            "tle.armor-save.two-numbers",
            "tle.terrain.type2-armor",
            "tle.order.concentrate-armor",
            "tle.armor-save.first-stage",
        ];
        assert_eq!(rules, expected);
    }
}
