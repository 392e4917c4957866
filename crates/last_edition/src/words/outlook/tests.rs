//! Odds of attacks, held against all sides of all dice, and against attacks that are rolled die by die.
//!
//! Counting all sides follows the book with arithmetic of its own. Rolling goes by the needs and the procedure that the
//! rules of a battle use, too.

use std::collections::BTreeMap;

use chance::odds::ERROR;
use chance::{Key, Stream};

use super::*;
use crate::chapters::dice::{Changes, DiceRules, Kinds, Shown};
use crate::chapters::keywords::Properties;
use crate::chapters::saving::{Armor, SaveRules, Saves};
use crate::chapters::sequence::{Approach, Manner, Numbers, POINT, Weapon};
use crate::chapters::wounding::{WoundRules, Wounded};
use crate::forces::house::{Comparison, ExtraOne, NaturalRoll};

/// An attack in numbers.
#[derive(Clone, Debug)]
struct Case {
    attacks: u32,
    melee: bool,
    /// BS, or CS and the CS that it is compared with.
    skill: u8,
    defended: u8,
    to_hit: i16,
    strength: u8,
    toughness: u8,
    to_wound: i16,
    ap: i8,
    damage: u8,
    armor: (u8, u8),
    dodge: Option<u8>,
    pure: Option<u8>,
    /// Health that the models have left, in the order in which they take damage.
    line: Vec<u8>,
    numbers: Numbers,
}

/// Models lost, and what the next has lost.
type Losses = (usize, u8);
type Chances<T> = BTreeMap<T, f64>;

fn add<T: Ord>(chances: &mut Chances<T>, outcome: T, p: f64) {
    *chances.entry(outcome).or_default() += p;
}

impl Case {
    /// A case for each number; every kind comes up soon.
    fn drawn(seed: u64) -> Case {
        let mut stream = Stream::new(Key::from_seed("last-edition-odds", seed));
        let mut from = |least: u32, most: u32| least + stream.below(most - least + 1);
        let first = from(2, 7) as u8;
        let kinds = match from(0, 3) {
            0 => Kinds::of(&[NaturalRoll::Hit, NaturalRoll::Armor, NaturalRoll::Dodge, NaturalRoll::Pure]),
            _ => Kinds::default(),
        };
        let limit = [None, Some(0), Some(1), Some(1), Some(2)][from(0, 4) as usize];
        let dice = DiceRules { limit, ones_fail: kinds, sixes_succeed: kinds, ..DiceRules::default() };
        let wounds = WoundRules {
            comparison: [Comparison::Greater, Comparison::GreaterOrEqual][from(0, 1) as usize],
            first_one_fails: from(0, 1) == 0,
            modifier_counts: from(0, 1) == 0,
            extra_one_fails: [ExtraOne::Every, ExtraOne::SecondOnly][from(0, 1) as usize],
            any_six_explodes: from(0, 1) == 0,
            ..WoundRules::default()
        };
        let saves = SaveRules {
            dodge_best: (from(0, 2) == 0).then(|| from(2, 6) as i16),
            pure_after_dodge: from(0, 1) == 0,
            pure_counts_excess: from(0, 1) == 0,
            ..SaveRules::default()
        };
        Case {
            attacks: from(1, 5),
            melee: from(0, 1) == 0,
            skill: from(2, 6) as u8,
            defended: from(1, 10) as u8,
            to_hit: from(0, 4) as i16 - 2,
            strength: from(1, 8) as u8,
            toughness: from(1, 20) as u8,
            to_wound: from(0, 4) as i16 - 2,
            ap: -(from(0, 8) as i8),
            damage: from(1, 4) as u8,
            armor: (first, from(first.into(), 7) as u8),
            dodge: (from(0, 1) == 0).then(|| from(2, 7) as u8),
            pure: (from(0, 1) == 0).then(|| from(2, 6) as u8),
            line: (0..from(1, 4)).map(|_| from(1, 4) as u8).collect(),
            numbers: Numbers { dice, wounds, saves, ..Numbers::default() },
        }
    }

    fn attack(&self) -> Attack {
        let Case { strength, ap, damage, .. } = *self;
        let weapon = Weapon { attacks: 1, strength, ap, damage, properties: Properties::default() };
        let manner = if self.melee { Manner::Fighting } else { Manner::Shooting };
        let changes = |by| [("tle.ability.use", by)].into_iter().filter(|(_, by)| *by != 0).collect::<Changes>();
        let approach = Approach {
            to_hit: changes(self.to_hit),
            to_wound: changes(self.to_wound),
            ..Approach::plain(manner, self.skill, self.defended, self.toughness)
        };
        Attack::new(&weapon, &approach, &self.numbers)
    }

    fn defence(&self) -> Defence {
        let (first, second) = self.armor;
        let armor = Armor::new(first, second).expect("armor in its bounds");
        let saves = Saves { dodge: self.dodge, pure: self.pure, ..Saves::armor(armor) };
        saves.against(self.ap.into(), self.melee, &self.numbers.dice, &self.numbers.saves)
    }

    fn outlook(&self) -> Outlook {
        let line = self.line.iter().map(|left| Standing { left: *left, wounded: false, defence: 0 });
        let mut outlook = Outlook::new(line.collect());
        outlook.add(self.attacks, &self.attack(), &[self.defence()]);
        outlook
    }

    /// What modifiers come to within the limit.
    fn limited(&self, by: i16) -> i16 {
        match self.numbers.dice.limit {
            Some(limit) => by.max(-limit).min(limit),
            None => by,
        }
    }

    /// Whether natural results count for themselves: all kinds of roll alike.
    fn naturals(&self) -> bool {
        self.numbers.dice.ones_fail.has(NaturalRoll::Hit)
    }

    fn succeeds(&self, face: i16, by: i16, needed: i16) -> bool {
        match face {
            1 if self.naturals() => false,
            6 if self.naturals() => true,
            face => face + by >= needed,
        }
    }

    fn hits(&self, face: i16) -> bool {
        let (own, other) = (self.skill, self.defended);
        let needed = match () {
            () if !self.melee => own,
            () if own == other => 4,
            () if own >= other * 2 => 2,
            () if own > other => 3,
            () if own * 2 <= other => 6,
            () => 5,
        };
        self.succeeds(face, self.limited(self.to_hit), needed.into())
    }

    /// How likely a hit wounds: with every side of every die that the roll may take.
    fn wounds(&self, before: i16, dice: u32) -> f64 {
        let rules = self.numbers.wounds;
        let by = self.limited(self.to_wound);
        let beats = |total: i16| match rules.comparison {
            Comparison::Greater => total > self.toughness.into(),
            Comparison::GreaterOrEqual => total >= self.toughness.into(),
        };
        let strength = i16::from(self.strength);
        let tested = if rules.modifier_counts { by } else { 0 };
        let another = !beats(strength + before + 6 + tested);
        let chance = |face: i16| {
            let fails = face == 1
                && match dice {
                    0 => rules.first_one_fails,
                    1 => true,
                    _ => rules.extra_one_fails == ExtraOne::Every,
                };
            match face {
                6 if another => self.wounds(before + 6, dice + 1),
                _ if another || fails => 0.0,
                face => f64::from(u8::from(beats(strength + before + face + by))),
            }
        };
        (1..=6).map(chance).sum::<f64>() / 6.0
    }

    /// What armor needs, point of AP by point.
    fn armor_needs(&self) -> Option<i16> {
        let (mut needed, second) = (i16::from(self.armor.0), i16::from(self.armor.1));
        let mut points = -self.ap;
        while points > 0 {
            let price = if needed < second { 1 } else { 2 };
            if points < price {
                break;
            }
            (needed, points) = (needed + 1, points - price);
        }
        (needed <= 6).then_some(needed)
    }

    fn dodge_needs(&self) -> Option<i16> {
        let mut needed = i16::from(self.dodge?);
        for _ in 0..-self.ap {
            if self.numbers.saves.dodge_best.is_none_or(|best| needed > best) {
                needed -= 1;
            }
        }
        (needed <= 6).then_some(needed)
    }

    /// How likely so many points are suffered if all saves are made that way.
    fn points(&self, needed: Option<i16>, pure: bool, left: u8) -> Chances<u8> {
        let mut chances = Chances::new();
        let excess = self.numbers.saves.pure_counts_excess;
        let rolled = if excess { self.damage } else { self.damage.min(left) };
        let mut points = Chances::from([(0u8, 1.0)]);
        for _ in 0..rolled {
            let mut next = Chances::new();
            for (so_far, p) in points {
                for face in 1..=6 {
                    let saved = self.pure.filter(|_| pure).is_some_and(|pure| self.succeeds(face, 0, pure.into()));
                    add(&mut next, so_far + u8::from(!saved), p / 6.0);
                }
            }
            points = next;
        }
        for face in 1..=6 {
            if needed.is_some_and(|needed| self.succeeds(face, 0, needed)) {
                add(&mut chances, 0, 1.0 / 6.0);
            } else {
                points.iter().for_each(|(points, p)| add(&mut chances, (*points).min(left), p / 6.0));
            }
        }
        chances
    }

    /// How likely so many points are suffered if the owner saves as well as possible.
    fn suffered(&self, left: u8) -> Chances<u8> {
        let after_dodge = self.numbers.saves.pure_after_dodge;
        let ways = [
            self.armor_needs().map(|needed| self.points(Some(needed), true, left)),
            self.dodge_needs().map(|needed| self.points(Some(needed), after_dodge, left)),
            Some(self.points(None, self.armor_needs().is_none(), left)),
        ];
        let mean = |chances: &Chances<u8>| chances.iter().map(|(points, p)| f64::from(*points) * p).sum::<f64>();
        let mut best: Option<Chances<u8>> = None;
        for way in ways.into_iter().flatten() {
            if best.as_ref().is_none_or(|best| mean(&way) < mean(best) - 1e-9) {
                best = Some(way);
            }
        }
        best.expect("no save at all is a way, too")
    }

    /// The chance of everything, counted over all sides of all dice.
    fn enumerated(&self) -> Chances<Losses> {
        let wounds = (1..=6).map(|face| if self.hits(face) { self.wounds(0, 0) } else { 0.0 }).sum::<f64>() / 6.0;
        let mut states = Chances::from([((0, 0), 1.0)]);
        for _ in 0..self.attacks {
            let mut next = Chances::new();
            for ((lost, suffered), p) in states {
                let Some(health) = self.line.get(lost) else {
                    add(&mut next, (lost, suffered), p);
                    continue;
                };
                add(&mut next, (lost, suffered), p * (1.0 - wounds));
                for (points, q) in self.suffered(health - suffered) {
                    let after = if suffered + points == *health { (lost + 1, 0) } else { (lost, suffered + points) };
                    add(&mut next, after, p * wounds * q);
                }
            }
            states = next;
        }
        states
    }

    /// One attack after another, rolled.
    fn rolled(&self, dice: &mut Stream) -> Losses {
        let (attack, defence) = (self.attack(), self.defence());
        let mut die = || Shown::natural(dice.next_die(6) as i16 + 1);
        let (mut lost, mut suffered) = (0, 0);
        for _ in 0..self.attacks {
            let hit = attack.hit.met_by(die());
            let mut wound = attack.wound.begin();
            let wounded = hit
                && loop {
                    match wound.after(die()) {
                        Wounded::Succeeded => break true,
                        Wounded::Failed => break false,
                        Wounded::Again(next) => wound = next,
                    }
                };
            let Some(health) = self.line.get(lost).filter(|_| wounded) else { continue };
            let left = health - suffered;
            let first = defence.best(attack.damage, left);
            if defence.first(first).is_some_and(|save| save.met_by(die())) {
                continue;
            }
            let points = match defence.pure_after(first) {
                None => attack.damage,
                Some(pure) => {
                    let rolled = defence.pure_dice(attack.damage, left);
                    (0..rolled).filter(|_| !pure.met_by(die())).count() as u8
                }
            };
            (lost, suffered) = if points >= left { (lost + 1, 0) } else { (lost, suffered + points) };
        }
        (lost, suffered)
    }
}

#[test]
fn odds_are_what_all_sides_of_all_dice_say() {
    for seed in 0..2_000 {
        let case = Case::drawn(seed);
        let (outlook, counted) = (case.outlook(), case.enumerated());
        for (losses, p) in &counted {
            let error = (outlook.state.chance_of(losses) - p).abs();
            assert!(error < ERROR * 10.0, "{losses:?} is off by {error}: {case:?}");
        }
        let told = outlook.state.iter().filter(|(losses, _)| !counted.contains_key(losses)).count();
        assert_eq!(told, 0, "{case:?}");
    }
}

#[test]
fn attacks_that_are_rolled_come_out_as_odds_say() {
    for seed in 0..60 {
        let case = Case::drawn(seed);
        let mut dice = Stream::new(Key::from_seed("last-edition-rolls", seed));
        let mut seen = BTreeMap::new();
        for _ in 0..2_000 {
            *seen.entry(case.rolled(&mut dice)).or_default() += 1;
        }
        let surprise = case.outlook().state.surprise(&seen);
        assert!(surprise < 5.0, "{surprise} {case:?}");
    }
}

#[test]
fn bots_expect_the_mean_of_the_odds_that_people_see() {
    for seed in 0..500 {
        let case = Case { attacks: 1, ..Case::drawn(seed) };
        let line = vec![case.line[0]];
        let expected = case.attack().expected(&case.defence(), line[0]);
        let mean = Case { line, ..case.clone() }.outlook().damage().mean();
        let error = mean * POINT as f64 - expected as f64;
        assert!((-0.001..1.001).contains(&error), "{expected} and {mean}: {case:?}");
    }
}

#[test]
fn wounded_models_take_damage_first_and_what_is_too_much_is_lost() {
    // tle.example.attack.wounded-first, tle.example.attack.no-carry-over, tle.example.attack.all-marked
    let case = Case {
        attacks: 1,
        melee: false,
        skill: 1,
        strength: 10,
        toughness: 4,
        ap: 0,
        damage: 3,
        armor: (7, 7),
        dodge: None,
        pure: None,
        to_hit: 0,
        to_wound: 0,
        numbers: Numbers::default(),
        ..Case::drawn(0)
    };
    let after = |attacks, line: &[(u8, bool)]| {
        let standing = |(left, wounded)| Standing { left, wounded, defence: 0 };
        let mut outlook = Outlook::new(line.iter().copied().map(standing).collect());
        outlook.add(attacks, &case.attack(), &[case.defence()]);
        (*outlook.lost().highest(), *outlook.damage().highest(), outlook.state.iter().len())
    };
    assert_eq!(after(1, &[(3, false), (1, true), (3, false)]), (1, 1, 1));
    assert_eq!(after(2, &[(1, false), (1, false), (1, false)]), (2, 2, 1));
    assert_eq!(after(5, &[(1, false), (1, false)]), (2, 2, 1));
}

#[test]
fn odds_of_several_kinds_of_attacks_add_up() {
    let case = Case::drawn(7);
    let mut both = case.outlook();
    both.add(case.attacks, &case.attack(), &[case.defence()]);
    let once = Case { attacks: case.attacks * 2, ..case }.outlook();
    assert!(both.state.distance(&once.state) < ERROR && both.hits.distance(&once.hits) < ERROR);
}

#[test]
fn what_attacks_need_is_said_in_words() {
    let case = Case { numbers: Numbers::default(), to_hit: 0, to_wound: 0, ..Case::drawn(0) };
    let check = |case: &Case, said: &str| {
        assert_eq!(sentence_of("Rifle", case.attacks, &case.attack(), &case.defence()), said);
    };
    let rifle = Case {
        attacks: 10,
        melee: false,
        skill: 3,
        strength: 4,
        toughness: 5,
        ap: -1,
        damage: 1,
        armor: (3, 5),
        dodge: None,
        pure: None,
        ..case
    };
    check(&rifle, "Rifle: 10 attacks; each hits on 3+, wounds on 2+, is saved on 4+ and does 1 point of damage");
    let hopeful = Case { attacks: 1, strength: 1, toughness: 10, damage: 2, ap: -8, pure: Some(5), ..rifle };
    check(
        &hopeful,
        "Rifle: 1 attack; each hits on 3+, wounds only with a 6 and more on die 2, can't be saved by armor and does 2 \
         points of damage, each point ignored on 5+",
    );
    let rules = rules_of(&hopeful.attack(), &hopeful.defence());
    let expected = [
        "tle.shooting.hit-roll",
        "tle.wound.formula",
        "tle.wound.chain",
        "tle.wound.exploding-six",
        "tle.shooting.wound-roll",
        "tle.shooting.damage",
        "tle.armor-save.pure",
        "tle.armor-save.special",
    ];
    assert_eq!(rules.iter().map(RuleId::as_str).collect::<Vec<_>>(), expected);
}
