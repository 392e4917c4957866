//! Whether lists are armies: every fault, each at its place, with what would mend it.

use last_edition::forces::judging::{ArmyRules, judge, judge_list};
use last_edition::forces::pack::{self, Faction};
use vocabulary::{Judgement, List, ListUnit, Ref, Settings, UnitId, Value, Word};

/// A small faction for these tests.
const PACK: &str = r##"
id = "test"
name = "Test"
text = ""

[[color]]
id = "red"
name = "Red"

[[color]]
id = "blue"
name = "Blue"

[[datasheet]]
id = "lord"
name = "Lord"
role = { leader = { points = 4, slots = [{ units = 1, roles = ["base"] }] } }
colors = ["red"]
sizes = { range = [1, 1] }
price = { each = 100 }
profile = { movement = 6, combat-skill = 5, toughness = 7, health = 5 }
base = "40mm"

[[datasheet]]
id = "baron"
name = "Baron"
role = { leader = { points = 1 } }
sizes = { range = [1, 1] }
price = { each = 50 }
profile = { movement = 6, combat-skill = 5, toughness = 7, health = 5 }
base = "40mm"

[[datasheet]]
id = "levy"
name = "Levy"
role = { base = { cost = 1 } }
sizes = { range = [5, 10] }
price = { each = 10 }
profile = { movement = 6, ballistic-skill = 4, combat-skill = 3, toughness = 7, health = 1 }
base = "30mm"

[[datasheet.weapon]]
id = "bow"
name = "Bow"
profiles = [{ range = 20, attacks = 1, strength = 4 }]

[[datasheet.weapon]]
id = "pike"
name = "Pike"
extra = true
profiles = [{ attacks = 2, strength = 4, keywords = ["deflect 1"] }]

[[datasheet.upgrade]]
id = "pikes"
name = "Pikes"
price = 3
models = { most = 1, each = 5 }
without = ["bow"]
with = ["pike"]

[[datasheet.upgrade]]
id = "drum"
name = "Drum"
price = 20
group = "noise"
keywords = ["objective-security"]

[[datasheet.upgrade]]
id = "horn"
name = "Horn"
price = 10
group = "noise"
profile = { movement = 7 }

[[datasheet]]
id = "knights"
name = "Knights"
role = { elite = { cost = 2 } }
colors = ["blue"]
sizes = { listed = [3, 6] }
price = { whole = [90, 170] }
profile = { movement = 8, combat-skill = 5, toughness = 8, health = 2, armor = "3+/5+" }
base = "50mm"

[[datasheet]]
id = "kite"
name = "Kite"
role = { fly = { cost = 1 } }
unique = true
sizes = { range = [1, 2] }
price = { each = 60 }
profile = { movement = 12, combat-skill = 2, toughness = 6, health = 3, dodge = 6 }
base = "60x35mm oval"

[[datasheet]]
id = "ram"
name = "Ram"
role = { support = { cost = 1 } }
unique = true
sizes = { range = [1, 1] }
price = { each = 80 }
profile = { movement = 6, combat-skill = 2, toughness = 10, health = 8 }
base = "100x60mm hull"
"##;

fn faction() -> Faction {
    Faction::from_toml("test.toml", PACK).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn unit(card: &'static str, models: u16) -> ListUnit {
    ListUnit { models: Some(models), ..ListUnit::of(Word::new(card)) }
}

fn list(units: Vec<ListUnit>) -> List {
    List { units, ..List::new("Host", Word::new("test")) }
}

/// Judges a list and compares the faults: the rule, and the unit that is at fault.
fn check_with(list: &List, rules: &ArmyRules, broken: &[(&str, Option<u16>)]) -> Judgement {
    let (army, judgement) = judge(list, rules, &[faction()]);
    let found: Vec<(&str, Option<u16>)> = judgement
        .faults
        .iter()
        .map(|fault| (fault.rule.as_str(), fault.at.map(|at| if let Ref::Unit(UnitId(at)) = at { at } else { 99 })))
        .collect();
    assert_eq!(found, broken, "{:?}", judgement.faults);
    assert_eq!(army.is_some(), broken.is_empty());
    if let Some(army) = army {
        assert_eq!(army.faults(rules), [], "an army that was judged is one when a record is read");
        assert_eq!(army.cost(), i64::from(judgement.cost));
    }
    judgement
}

fn check(units: Vec<ListUnit>, broken: &[(&str, Option<u16>)]) -> Judgement {
    check_with(&list(units), &ArmyRules::up_to(2_000), broken)
}

fn set(knob: &str, value: Value) -> ArmyRules {
    ArmyRules::of(&Settings::from([(knob.to_owned(), value)])).unwrap()
}

fn left(judgement: &Judgement) -> (i32, Option<i32>) {
    (judgement.counters[0].value, judgement.counters[0].of)
}

#[test]
fn an_army_of_a_leader_and_two_units_is_one() {
    let judgement = check(vec![unit("lord", 1), unit("levy", 10), unit("levy", 5)], &[]);
    assert_eq!((judgement.cost, judgement.limit, left(&judgement)), (250, 2_000, (3, Some(4))));
}

#[test]
fn an_army_needs_a_leader_and_one_of_several_commands_it() {
    check(vec![unit("levy", 5)], &[("tle.army.leader-required", None)]);
    let rule = "tle.ruling.commander-choice";
    check(vec![unit("lord", 1), unit("baron", 1)], &[(rule, None)]);
    let named = |card| ListUnit { commander: true, ..unit(card, 1) };
    let judgement = check(vec![named("lord"), unit("baron", 1)], &[]);
    assert_eq!(left(&judgement), (4, Some(5)), "the further leader pays 1");
    check(vec![named("lord"), named("baron")], &[(rule, Some(1))]);
    check(vec![unit("lord", 1), ListUnit { commander: true, ..unit("levy", 5) }], &[(rule, Some(1))]);
    let dearer = set("army.additional-leader-cost", Value::Number(3));
    let judgement = check_with(&list(vec![named("lord"), unit("baron", 1)]), &dearer, &[]);
    assert_eq!(left(&judgement), (2, Some(5)));
}

#[test]
fn units_share_a_colour_with_the_commander_or_have_none() {
    check(vec![unit("lord", 1), unit("levy", 5), unit("knights", 3)], &[("tle.army.color-share", Some(2))]);
    let plain = list(vec![unit("baron", 1), unit("kite", 1)]);
    check_with(&plain, &ArmyRules::up_to(2_000), &[]);
    let led = list(vec![unit("baron", 1), unit("knights", 3)]);
    let colorless = ("tle.army.color-share", Some(1));
    let points = ("tle.ruling.additional-leader-cost", None);
    check_with(&led, &ArmyRules::up_to(2_000), &[colorless, points]);
    check_with(&led, &set("army.colorless-commander-takes-all", Value::Switch(true)), &[points]);
}

#[test]
fn an_army_keeps_to_its_limit_of_battle_points_and_of_leader_points() {
    let units = vec![unit("lord", 1), unit("levy", 10), unit("levy", 10)];
    check_with(&list(units.clone()), &ArmyRules::up_to(300), &[]);
    let judgement = check_with(&list(units), &ArmyRules::up_to(299), &[("tle.army.total", None)]);
    assert_eq!(judgement.faults[0].text, "costs 300 battle points, 1 over the limit of 299");
    let mut units = vec![unit("lord", 1)];
    units.extend(vec![unit("levy", 5); 6]);
    let judgement = check(units, &[("tle.ruling.additional-leader-cost", None)]);
    assert_eq!(left(&judgement), (-1, Some(4)));
    let text = "brings 4 leader points and costs 5, 1 too many; those who pay: Levy";
    assert!(judgement.faults[0].text.starts_with(text), "{}", judgement.faults[0]);
}

#[test]
fn the_same_unit_is_there_three_times_at_most_unless_its_role_is_base() {
    let rams = |n| std::iter::repeat_n(unit("baron", 1), n).collect::<Vec<_>>();
    let mut units = rams(4);
    units[0].commander = true;
    check(units, &[("tle.army.max-three", Some(3))]);
    let mut units = rams(3);
    units[0].commander = true;
    check(units, &[]);
    let mut units = vec![unit("lord", 1)];
    units.extend(vec![unit("levy", 5); 4]);
    check(units, &[]);
}

#[test]
fn fly_units_need_full_thousands_and_unique_ones_are_alone() {
    let kites = || list(vec![unit("lord", 1), unit("kite", 1)]);
    check_with(&kites(), &ArmyRules::up_to(1_000), &[]);
    check_with(&kites(), &ArmyRules::up_to(999), &[("tle.role.fly", Some(1))]);
    let by_cost = set("army.fly-points-base", Value::Choice(Word::new("army-cost")));
    check_with(&kites(), &by_cost, &[("tle.role.fly", Some(1))]);
    let both = || list(vec![unit("lord", 1), unit("kite", 1), unit("ram", 1)]);
    check_with(&both(), &ArmyRules::up_to(2_000), &[("tle.role.unique", Some(2))]);
    let of = |scope| set("army.unique-scope", Value::Choice(Word::new(scope)));
    check_with(&both(), &of("role"), &[]);
    let twice = list(vec![unit("lord", 1), unit("ram", 1), unit("ram", 1)]);
    check_with(&twice, &of("role"), &[("tle.role.unique", Some(2))]);
    check_with(&twice, &of("datasheet"), &[("tle.role.unique", Some(2))]);
}

#[test]
fn sizes_are_a_range_or_listed_and_listed_ones_have_their_prices() {
    let rules = set("army.colorless-commander-takes-all", Value::Switch(true));
    for (models, is_fine) in [(4, false), (5, true), (10, true), (11, false)] {
        let broken: &[_] = if is_fine { &[] } else { &[("tle.datasheet.unit-size", Some(1))] };
        check(vec![unit("lord", 1), unit("levy", models)], broken);
    }
    let points = ("tle.ruling.additional-leader-cost", None);
    for (models, cost) in [(3, Some(140)), (4, None), (6, Some(220))] {
        let size = ("tle.ruling.unit-size-notation", Some(1));
        let broken = if cost.is_none() { vec![size, points] } else { vec![points] };
        let judgement = check_with(&list(vec![unit("baron", 1), unit("knights", models)]), &rules, &broken);
        assert!(cost.is_none_or(|cost| cost == judgement.cost), "{models}: {}", judgement.cost);
    }
}

#[test]
fn options_are_known_counted_and_one_of_a_group() {
    let with = |options: &[(&'static str, u16)]| {
        let options = options.iter().map(|(id, models)| (Word::new(id), *models)).collect();
        vec![unit("lord", 1), ListUnit { options, ..unit("levy", 10) }]
    };
    assert_eq!(check(with(&[("pikes", 2), ("drum", 1)]), &[]).cost, 226);
    let wrong = [("tle.datasheet.special-rules", Some(1))];
    for options in [&[("pikes", 3)][..], &[("pikes", 0)], &[("drum", 2)], &[("drum", 1), ("horn", 1)], &[("flag", 1)]] {
        check(with(options), &wrong);
    }
    let judgement = check(with(&[("flag", 1)]), &wrong);
    assert_eq!(judgement.faults[0].text, "Levy has no option 'flag'; choose from pikes, drum, horn");
}

#[test]
fn options_give_models_their_own_weapons_and_values() {
    let options = [("pikes", 2), ("horn", 1)].map(|(id, models)| (Word::new(id), models)).into();
    let units = vec![unit("lord", 1), ListUnit { options, ..unit("levy", 10) }];
    let (army, _) = judge(&list(units), &ArmyRules::up_to(2_000), &[faction()]);
    let loadouts = army.unwrap().units[1].loadouts();
    let said: Vec<(u16, u8, &str)> =
        loadouts.iter().map(|group| (group.models, group.profile.movement, group.weapons[0].name.as_str())).collect();
    assert_eq!(said, [(8, 7, "Bow"), (2, 7, "Pike")]);
}

#[test]
fn bases_may_be_a_little_off_but_never_too_small() {
    let base = |text: &str| vec![unit("lord", 1), ListUnit { base: Some(text.parse().unwrap()), ..unit("levy", 5) }];
    check(base("25mm"), &[]);
    check(base("40mm"), &[]);
    check(base("30x36mm oval"), &[]);
    check(base("41mm"), &[("tle.models.base-size-tolerance", Some(1))]);
    check(base("24mm"), &[("tle.models.base-minimum", Some(1))]);
    check(base("30x30mm hull"), &[("tle.models.base-shape", Some(1))]);
    let hull = |text: &str| vec![unit("lord", 1), ListUnit { base: Some(text.parse().unwrap()), ..unit("ram", 1) }];
    check(hull("110x50mm hull"), &[]);
    check(hull("111x50mm hull"), &[("tle.models.no-base-tolerance", Some(1))]);
}

#[test]
fn marks_are_those_of_the_book() {
    let marked = |marks: &[&'static str]| List {
        marks: marks.iter().map(|mark| Word::new(mark)).collect(),
        ..list(vec![unit("lord", 1)])
    };
    let (army, _) = judge(&marked(&["painted", "communicating"]), &ArmyRules::up_to(2_000), &[faction()]);
    assert!(army.is_some_and(|army| army.painted && army.communicating));
    check_with(&marked(&["gilded"]), &ArmyRules::up_to(2_000), &[("tle.ruling.hobby-points", None)]);
    let formed = List { formation: Some(Word::new("line")), ..marked(&[]) };
    check_with(&formed, &ArmyRules::up_to(2_000), &[("tle.models.army", None)]);
}

#[test]
fn every_fault_is_found_at_once() {
    let units = vec![
        unit("levy", 4),
        ListUnit { options: [(Word::new("flag"), 1)].into(), ..unit("levy", 5) },
        ListUnit::of(Word::new("dragon")),
    ];
    let rules = ArmyRules::up_to(50);
    let broken = [
        ("tle.army.faction", Some(2)),
        ("tle.army.leader-required", None),
        ("tle.datasheet.unit-size", Some(0)),
        ("tle.datasheet.special-rules", Some(1)),
        ("tle.army.total", None),
    ];
    check_with(&list(units), &rules, &broken);
}

#[test]
fn a_record_in_which_somebody_changed_an_army_is_found_out() {
    let (army, _) = judge(&list(vec![unit("lord", 1), unit("levy", 5)]), &ArmyRules::up_to(2_000), &[faction()]);
    let army = army.unwrap();
    let rules = ArmyRules::up_to(2_000);
    let said = |change: fn(&mut last_edition::forces::army::Army)| {
        let mut army = army.clone();
        change(&mut army);
        army.faults(&rules).into_iter().map(|fault| fault.rule.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(said(|_| {}), [""; 0]);
    assert_eq!(said(|army| army.leader_points += 1), ["tle.leader-points.leftover"]);
    assert_eq!(said(|army| army.commander = 1), ["tle.ruling.commander-choice"]);
    assert_eq!(said(|army| army.units[1].models = 11), ["tle.datasheet.unit-size"]);
    assert_eq!(said(|army| army.units[1].sheet.profile.toughness = 0), ["tle.datasheet.profile-and-keywords"]);
    assert_eq!(said(|army| army.units[1].name = "Lord".to_owned()), ["tle.models.army"]);
}

#[test]
fn ready_armies_are_legal_at_the_size_they_say_and_there_is_one_of_each() {
    let sizes = [(1_500, "At 1,500:"), (2_000, "At 2,000:"), (2_500, "At 2,500:")];
    let mut seen = Vec::new();
    for ready in pack::ready_lists() {
        let said = sizes.into_iter().find(|(_, says)| ready.text.starts_with(says));
        let Some((size, _)) = said else { panic!("{}: {}", ready.id, ready.text) };
        let (army, judgement) = judge(&ready.list, &ArmyRules::up_to(size), &[]);
        assert_eq!(judgement.faults, [], "{}", ready.id);
        assert!(judgement.cost > size as i32 - 100, "{} costs only {}", ready.id, judgement.cost);
        let army = army.unwrap();
        assert!(army.units.len() >= 9 && army.leader_points <= 25, "{}: {}", ready.id, army.leader_points);
        assert_eq!(army.faults(&ArmyRules::up_to(size)), []);
        seen.push((ready.list.faction, size));
    }
    for faction in pack::factions() {
        for (size, _) in sizes {
            assert!(seen.contains(&(faction.id, size)), "{} has no army at {size}", faction.id);
        }
    }
}

#[test]
fn drills_are_legal() {
    let drills = pack::drills();
    assert!(drills.len() >= 10);
    for drill in drills {
        assert_eq!(judge_list(&drill.list, &Settings::new(), &[]).faults, [], "{}", drill.id);
    }
}

#[test]
fn a_datasheet_of_several_factions_fights_for_each_of_them() {
    let hounds = |faction| List { units: vec![unit("debt-hounds", 3)], ..List::new("Pack", Word::new(faction)) };
    let faults = |faction| judge_list(&hounds(faction), &Settings::new(), &[]).faults;
    let rules = |faction| faults(faction).iter().map(|fault| fault.rule.to_string()).collect::<Vec<_>>();
    assert_eq!(rules("ledger"), ["tle.army.leader-required"]);
    assert_eq!(rules("low-water"), ["tle.army.leader-required"]);
    assert_eq!(rules("seedvault"), ["tle.army.faction", "tle.army.leader-required"]);
}
