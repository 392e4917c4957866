//! Forces: for each rule a list that breaks it and nothing else.

use aot::force::{Force, ForceRules, judge, judge_list};
use aot::{Rank, Size, pack};
use engine::Rules;
use ground::Footprint;
use vocabulary::{Judgement, List, ListUnit, Ref, Settings, Setup, UnitId, Value, Word};

fn unit(card: &str, models: u16) -> ListUnit {
    ListUnit { models: Some(models), ..ListUnit::of(Word::new(card)) }
}

/// A list of the Kilnfolk.
fn kilnfolk(units: &[(&str, u16)]) -> List {
    List {
        formation: Some(Word::new("deep-hearths")),
        units: units.iter().map(|(card, models)| unit(card, *models)).collect(),
        ..List::new("Night Shift", Word::new("kilnfolk"))
    }
}

/// A list of the Galewrights.
fn galewrights(units: &[(&str, u16)]) -> List {
    List { faction: Word::new("galewrights"), formation: Some(Word::new("high-roosts")), ..kilnfolk(units) }
}

/// So high a limit that cost is never what is wrong.
const RICH: ForceRules =
    ForceRules { limit: 10_000, smallest_bases: false, roughnecks_are_soldiers: false, edition: 3 };

/// Judges a list and compares the rules it breaks, each with the place in the list.
fn check_under(list: &List, rules: &ForceRules, broken: &[(&str, Option<u16>)]) -> Judgement {
    let (force, judgement) = judge(list, rules);
    let place = |at: &Option<Ref>| match at {
        Some(Ref::Unit(UnitId(place))) => Some(*place),
        _ => None,
    };
    let found: Vec<(&str, Option<u16>)> =
        judgement.faults.iter().map(|fault| (fault.rule.as_str(), place(&fault.at))).collect();
    assert_eq!(found, broken, "{:?}", judgement.faults);
    assert_eq!(force.is_some(), broken.is_empty());
    if let Some(force) = force {
        assert_eq!(force.faults(rules), [], "a force that was just made is viable");
        assert_eq!(force.cost(), i64::from(judgement.cost));
    }
    judgement
}

fn check(list: &List, broken: &[(&str, Option<u16>)]) -> Judgement {
    check_under(list, &RICH, broken)
}

fn force(list: &List) -> Force {
    let (force, judgement) = judge(list, &RICH);
    force.unwrap_or_else(|| panic!("{:?}", judgement.faults))
}

fn says(judgement: &Judgement, sentence: &str) {
    assert!(judgement.faults.iter().any(|fault| fault.text == sentence), "{:#?}", judgement.faults);
}

#[test]
fn a_leader_alone_is_a_force() {
    let judgement = check(&kilnfolk(&[("kiln-mother", 1)]), &[]);
    assert_eq!((judgement.cost, judgement.limit), (170, 10_000));
    assert_eq!((judgement.units[0].kind.as_str(), judgement.units[0].cost), ("Leader", 170));
}

#[test]
fn a_force_costs_the_sum_of_its_models_and_no_more_than_the_limit() {
    let list = kilnfolk(&[("kiln-mother", 1), ("stokers", 7)]);
    let limit = |limit| ForceRules { limit, ..RICH };
    let judgement = check_under(&list, &limit(394), &[]);
    assert_eq!((judgement.cost, judgement.units[1].cost), (170 + 7 * 32, 224));
    let judgement = check_under(&list, &limit(393), &[("aot.force.requisition-limit", None)]);
    says(&judgement, "costs 394 Requisition, 1 over the limit of 393");
}

#[test]
fn a_thousand_is_the_limit_when_nothing_is_said() {
    let mut settings = Settings::new();
    let list = kilnfolk(&[("kiln-mother", 1), ("old-furnace", 1), ("old-furnace", 1), ("old-furnace", 1)]);
    let judgement = judge_list(&list, &settings, &[]);
    assert_eq!((judgement.cost, judgement.limit, judgement.faults.len()), (1025, 1000, 1));
    settings.insert("force.requisition-limit".to_owned(), Value::Number(1025));
    assert_eq!(judge_list(&list, &settings, &[]).faults, []);
}

#[test]
fn a_force_names_a_formation_of_its_faction() {
    let mut list = kilnfolk(&[("kiln-mother", 1)]);
    list.formation = None;
    check(&list, &[("aot.force.formation", None)]);
    list.formation = Some(Word::new("high-roosts"));
    let judgement = check(&list, &[("aot.faction.three-formations", None)]);
    says(
        &judgement,
        "'high-roosts' is no formation of kilnfolk; choose one of its three: deep-hearths, walking-kiln, \
         ashen-choir",
    );
}

#[test]
fn what_was_chosen_can_be_told_from_a_set_up() {
    let ready = aot::Aot::manual().armies;
    for (place, army) in ready.iter().enumerate() {
        let mut setup = Setup::of(&["Ann", "Bo"]);
        setup.settings.insert("force.requisition-limit".to_owned(), Value::Number(1500));
        setup.players[0].army = Some(army.list.clone());
        setup.players[1].army = Some(ready[(place + 3) % ready.len()].list.clone());
        let prepared = aot::Aot::prepare(&setup).unwrap();
        assert_eq!(aot::Aot::prepare(&aot::Aot::chosen(&prepared)), Ok(prepared), "{}", army.id);
    }
}

#[test]
fn a_force_has_exactly_one_leader() {
    check(&kilnfolk(&[("stokers", 5)]), &[("aot.force.one-leader", None)]);
    let two = kilnfolk(&[("kiln-mother", 1), ("stokers", 5), ("kiln-mother", 1)]);
    let judgement = check(&two, &[("aot.force.one-leader", Some(2))]);
    says(&judgement, "2 Leaders; a force has exactly 1");
}

#[test]
fn a_force_has_at_most_one_elder_and_one_alchemist() {
    let one = [("kiln-mother", 1), ("ash-cantor", 1), ("flux-brewer", 1)];
    check(&kilnfolk(&one), &[]);
    check(&kilnfolk(&[&one[..], &one[1..2]].concat()), &[("aot.force.max-one-elder", Some(3))]);
    check(&kilnfolk(&[&one[..], &one[2..]].concat()), &[("aot.force.max-one-alchemist", Some(3))]);
}

#[test]
fn a_force_has_an_initiate_or_an_assassin_or_neither() {
    let with = |more: &[(&str, u16)]| galewrights(&[&[("gale-marshal", 1)], more].concat());
    check(&with(&[("fledgling", 1)]), &[]);
    check(&with(&[("night-heron", 1)]), &[]);
    check(&with(&[("night-heron", 1), ("fledgling", 1)]), &[("aot.force.initiate-or-assassin", Some(2))]);
    check(&with(&[("night-heron", 1), ("night-heron", 1)]), &[("aot.force.initiate-or-assassin", Some(2))]);
    check(&with(&[("fledgling", 1), ("fledgling", 1)]), &[("aot.force.initiate-or-assassin", Some(2))]);
}

#[test]
fn a_force_has_at_most_five_units_of_soldiers_and_those_that_accompany_count() {
    let five = [&[("kiln-mother", 1)], &[("stokers", 5); 3][..], &[("door-guard", 5); 2]].concat();
    check(&kilnfolk(&five), &[]);
    let mut six = kilnfolk(&[&five[..], &[("stokers", 5)]].concat());
    check(&six, &[("aot.force.max-soldiers", Some(6))]);
    six.units[1].joins = Some(Word::new("kiln-mother"));
    let judgement = check(&six, &[("aot.ruling.accompanying-count", Some(6))]);
    says(&judgement, "6 units of Soldiers, counting those that accompany somebody; a force has at most 5");
}

#[test]
fn a_force_has_at_most_three_units_of_each_other_rank() {
    let of = |leader, card, models, count| {
        let units = [&[(leader, 1)], &vec![(card, models); count][..]].concat();
        if leader == "kiln-mother" { kilnfolk(&units) } else { galewrights(&units) }
    };
    for (leader, card, models) in [
        ("kiln-mother", "slag-wardens", 3),
        ("kiln-mother", "clinkers", 5),
        ("kiln-mother", "old-furnace", 1),
        ("gale-marshal", "sail-cart", 1),
    ] {
        check(&of(leader, card, models, 3), &[]);
        check(&of(leader, card, models, 4), &[("aot.force.max-other-ranks", Some(4))]);
    }
    // The limit is one of the Rank, not of the card.
    let mixed =
        [("kiln-mother", 1), ("slag-wardens", 3), ("slag-wardens", 3), ("glow-bearers", 3), ("glow-bearers", 3)];
    check(&kilnfolk(&mixed), &[("aot.force.max-other-ranks", Some(4))]);
}

#[test]
fn a_unit_has_as_many_models_as_its_rank_says() {
    for faction in pack::factions() {
        for card in &faction.cards {
            let (fewest, most) = card.rank.models();
            let leader = faction.cards.iter().find(|other| other.rank == Rank::Leader && card.rank != Rank::Leader);
            for models in [fewest - 1, fewest, most, most + 1] {
                let mut units: Vec<ListUnit> = leader.map(|leader| unit(leader.id.as_str(), 1)).into_iter().collect();
                units.push(unit(card.id.as_str(), models));
                let place = units.len() as u16 - 1;
                let list = List { formation: Some(faction.formations[0].id), units, ..List::new("x", faction.id) };
                let broken = (models < fewest || models > most).then_some((card.rank.rule(), Some(place)));
                check(&list, broken.as_slice());
            }
        }
    }
}

#[test]
fn ranks_have_the_sizes_of_the_book() {
    let (small, medium, large) = (Size::Small, Size::Medium, Size::Large);
    let sizes = [
        (Rank::Leader, 1, 1, medium),
        (Rank::Elder, 1, 1, medium),
        (Rank::Alchemist, 1, 1, medium),
        (Rank::Initiate, 1, 1, small),
        (Rank::Assassin, 1, 1, small),
        (Rank::Elites, 3, 6, medium),
        (Rank::Soldiers, 5, 10, small),
        (Rank::Dregs, 5, 15, small),
        (Rank::Abomination, 1, 1, large),
        (Rank::Transport, 1, 1, large),
    ];
    assert_eq!(sizes.map(|(rank, ..)| rank), Rank::ALL);
    for (rank, fewest, most, size) in sizes {
        assert_eq!((rank.models(), rank.size()), ((fewest, most), size), "{}", rank.label());
        assert_eq!(rank.rule(), format!("aot.rank.{}-size", rank.word()));
    }
}

#[test]
fn where_nothing_is_said_a_unit_has_the_fewest_models() {
    let mut list = kilnfolk(&[("kiln-mother", 1), ("clinkers", 1)]);
    list.units[1].models = None;
    assert_eq!(force(&list).units[1].parts[0].models, 5);
}

#[test]
fn a_base_falls_into_the_class_of_its_rank() {
    let based = |base: &str| {
        let mut list = kilnfolk(&[("kiln-mother", 1), ("stokers", 5)]);
        list.units[0].base = Some(base.parse().unwrap());
        list
    };
    for base in ["50mm", "80mm", "60x35mm oval", "75x42mm oval"] {
        check(&based(base), &[]);
    }
    for base in ["40mm", "25mm", "90mm", "80x50mm oval"] {
        check(&based(base), &[("aot.rank.leader-size", Some(0))]);
    }
    for base in ["45mm", "81mm", "59x30mm oval", "76x40mm oval", "60x40mm hull", "24mm"] {
        check(&based(base), &[("aot.ruling.base-size-gaps", Some(0))]);
    }
    let judgement = judge(&based("32mm"), &RICH).1;
    says(
        &judgement,
        "Kiln Mother: a base of 32mm is Small; Rank Leader stands on Medium bases: round, 50 to 80 mm, or oval, 60 to \
         75 mm",
    );
}

#[test]
fn a_base_that_nobody_names_is_the_usual_one_or_the_smallest() {
    let list = kilnfolk(&[("kiln-mother", 1), ("stokers", 5), ("old-furnace", 1)]);
    let bases = |rules: &ForceRules| -> Vec<String> {
        let force = judge(&list, rules).0.unwrap();
        force.units.iter().map(|unit| unit.parts[0].base.to_string()).collect()
    };
    assert_eq!(bases(&RICH), ["60mm", "32mm", "100mm"]);
    assert_eq!(bases(&ForceRules { smallest_bases: true, ..RICH }), ["50mm", "25mm", "90mm"]);
    let mut settings = Settings::new();
    settings.insert("base.defaults".to_owned(), Value::Choice(Word::new("smallest")));
    assert!(ForceRules::of(&settings).smallest_bases && !ForceRules::of(&Settings::new()).smallest_bases);
}

#[test]
fn soldiers_accompany_a_leader_an_elder_and_an_alchemist_as_one_unit() {
    let mut list = kilnfolk(&[
        ("stokers", 5),
        ("kiln-mother", 1),
        ("ash-cantor", 1),
        ("flux-brewer", 1),
        ("stokers", 6),
        ("door-guard", 5),
        ("stokers", 7),
    ]);
    list.units[0].joins = Some(Word::new("flux-brewer"));
    list.units[4].joins = Some(Word::new("kiln-mother"));
    list.units[5].joins = Some(Word::new("ash-cantor"));
    check(&list, &[]);
    let force = force(&list);
    let names: Vec<&str> = force.units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(
        names,
        ["Kiln Mother with Stokers 2", "Ash Cantor with Door Guard", "Flux Brewer with Stokers 1", "Stokers 3"]
    );
    let parts: Vec<(Rank, u16)> = force.units[0].parts.iter().map(|part| (part.card.rank, part.models)).collect();
    assert_eq!(parts, [(Rank::Leader, 1), (Rank::Soldiers, 6)]);
}

#[test]
fn nobody_but_soldiers_accompanies() {
    for card in ["clinkers", "slag-wardens"] {
        let mut list = kilnfolk(&[("kiln-mother", 1), (card, 5)]);
        list.units[1].joins = Some(Word::new("kiln-mother"));
        check(&list, &[("aot.rank.soldiers-accompany", Some(1))]);
    }
}

#[test]
fn nobody_but_a_leader_an_elder_or_an_alchemist_who_is_there_is_accompanied() {
    for with in ["spark-novice", "slag-wardens", "stokers", "ash-cantor", "gale-marshal"] {
        let mut list = kilnfolk(&[("kiln-mother", 1), ("spark-novice", 1), ("slag-wardens", 3), ("stokers", 5)]);
        list.units[3].joins = Some(Word::new(with));
        check(&list, &[("aot.accompany.choice", Some(3))]);
    }
}

#[test]
fn each_character_is_accompanied_by_one_unit_of_soldiers() {
    let mut list = kilnfolk(&[("kiln-mother", 1), ("stokers", 5), ("door-guard", 5)]);
    list.units[1].joins = Some(Word::new("kiln-mother"));
    list.units[2].joins = Some(Word::new("kiln-mother"));
    let judgement = check(&list, &[("aot.accompany.one-soldiers-each", Some(2))]);
    says(&judgement, "Door Guard and Stokers cannot both accompany Kiln Mother; only one unit of Soldiers can");
}

#[test]
fn roughnecks_are_elites_or_by_agreement_soldiers() {
    let list = |models| List {
        faction: Word::new("exiles"),
        formation: Some(Word::new("condemned")),
        ..kilnfolk(&[("roughnecks", models)])
    };
    let no_leader = ("aot.force.one-leader", None);
    let soldiers = ForceRules { roughnecks_are_soldiers: true, ..RICH };
    let judgement = check(&list(3), &[no_leader]);
    assert_eq!((judgement.units[0].kind.as_str(), judgement.cost), ("Elites", 165));
    check(&list(7), &[("aot.rank.elites-size", Some(0)), no_leader]);
    let judgement = check_under(&list(7), &soldiers, &[no_leader]);
    assert_eq!(judgement.units[0].kind, "Soldiers");
    check_under(&list(3), &soldiers, &[("aot.rank.soldiers-size", Some(0)), no_leader]);
    let mut settings = Settings::new();
    settings.insert("card.roughnecks-rank".to_owned(), Value::Choice(Word::new("soldiers")));
    assert_eq!(judge_list(&list(7), &settings, &[]).units[0].kind, "Soldiers");
}

#[test]
fn factions_and_cards_are_those_of_the_packs() {
    let mut list = kilnfolk(&[("kiln-mother", 1), ("drifters", 5)]);
    check(&list, &[("aot.ruling.faction-data", Some(1))]);
    list.faction = Word::new("nobody");
    // Without a faction there are no cards, and so no Leader.
    check(&list, &[("aot.ruling.faction-data", None)]);
}

#[test]
fn every_fault_is_named_at_once() {
    let mut list = kilnfolk(&[("stokers", 11), ("stokers", 4), ("ghosts", 1), ("ash-cantor", 2), ("clinkers", 5)]);
    list.name = " ".to_owned();
    list.formation = None;
    list.units[0].joins = Some(Word::new("spark-novice"));
    list.units[1].name = Some("\u{1b}[2J".to_owned());
    list.units[4].base = Some(Footprint::round(ground::Length::mm(60)));
    let rules = ForceRules { limit: 500, ..RICH };
    check_under(
        &list,
        &rules,
        &[
            ("aot.setup.present-forces", None),
            ("aot.force.formation", None),
            ("aot.setup.present-forces", Some(1)),
            ("aot.ruling.faction-data", Some(2)),
            ("aot.rank.soldiers-size", Some(0)),
            ("aot.rank.soldiers-size", Some(1)),
            ("aot.rank.elder-size", Some(3)),
            ("aot.rank.dregs-size", Some(4)),
            ("aot.force.one-leader", None),
            ("aot.accompany.choice", Some(0)),
            ("aot.force.requisition-limit", None),
        ],
    );
}

#[test]
fn units_of_the_same_name_are_told_apart() {
    let mut list = kilnfolk(&[("kiln-mother", 1), ("stokers", 5), ("stokers", 5), ("stokers", 5), ("door-guard", 5)]);
    list.units[1].name = Some("Stokers 1".to_owned());
    list.units[4].name = Some("Old Gate".to_owned());
    let force = force(&list);
    let names: Vec<&str> = force.units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["Kiln Mother", "Stokers 1", "Stokers 2", "Stokers 3", "Old Gate"]);
}

#[test]
fn absurd_numbers_are_faults_and_no_panics() {
    let huge = kilnfolk(&[("old-furnace", u16::MAX); 200]);
    let judgement = judge(&huge, &RICH).1;
    assert_eq!(judgement.cost, i32::MAX);
    assert!(judgement.faults.iter().any(|fault| fault.rule.as_str() == "aot.rank.abomination-size"));
    let many = kilnfolk(&[("stokers", 5); 201]);
    assert_eq!(check(&many, &[("aot.setup.present-forces", None)]).limit, judgement.limit, "what is allowed is said");
}

/// Changes a force as somebody could change a record, and expects one rule to be named.
fn check_changed(change: impl Fn(&mut Force), rule: &str) {
    let mut list = kilnfolk(&[("kiln-mother", 1), ("stokers", 5), ("ash-cantor", 1), ("door-guard", 5)]);
    list.units[1].joins = Some(Word::new("kiln-mother"));
    let mut force = force(&list);
    change(&mut force);
    let broken: Vec<String> = force.faults(&RICH).into_iter().map(|fault| fault.rule.to_string()).collect();
    assert_eq!(broken, [rule]);
}

#[test]
fn a_force_that_was_changed_in_a_record_is_found_out() {
    check_changed(|force| force.name.clear(), "aot.setup.present-forces");
    check_changed(|force| force.units[1].name = "\n".to_owned(), "aot.setup.present-forces");
    check_changed(|force| force.units[1].name = force.units[2].name.clone(), "aot.setup.present-forces");
    check_changed(|force| force.units[0].parts[0].card.health = 0, "aot.ruling.faction-data");
    check_changed(|force| force.units[0].parts[1].models = 50, "aot.rank.soldiers-size");
    check_changed(|force| force.units[1].parts[0].base = "32mm".parse().unwrap(), "aot.rank.elder-size");
    check_changed(|force| force.units[0].parts.reverse(), "aot.accompany.one-soldiers-each");
    check_changed(|force| force.units[1].parts.clear(), "aot.accompany.one-soldiers-each");
    check_changed(|force| force.units.truncate(0), "aot.force.one-leader");
}
