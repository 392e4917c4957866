//! Packs: the factions and armies that come with the game, and what is said of a pack that is wrong.

use std::collections::BTreeSet;

use aot::force::{ForceRules, judge, judge_with};
use aot::pack::{self, Faction};
use aot::{Ability, Card, Numbers, Range, Rank, Trait, Weapon};
use ground::Footprint;
use vocabulary::{List, Word};

const BOOK: &str = include_str!("../../../rulebook/archives-of-tomorrow.toml");

/// Of the second edition no card is known: `aot.ruling.roughnecks-edition-2`.
#[test]
fn roughnecks_are_as_each_edition_prints_them() {
    check_roughnecks(1, "aot.unit-card.roughnecks.ed1");
    check_roughnecks(2, "aot.unit-card.roughnecks.ed3");
    check_roughnecks(3, "aot.unit-card.roughnecks.ed3");
}

fn check_roughnecks(edition: u8, entry: &str) {
    let book: toml::Table = BOOK.parse().unwrap();
    let cards = book["unit"].as_array().unwrap();
    let printed = cards.iter().find(|card| card["id"].as_str() == Some(entry)).unwrap();
    let number = |of: &toml::Value, key: &str| u16::try_from(of[key].as_integer().unwrap()).unwrap();
    let card = pack::faction(Word::new("exiles")).unwrap().card(Word::new("roughnecks"), edition).unwrap();
    assert_eq!((card.name.as_str(), card.numbers), (printed["name"].as_str().unwrap(), Numbers::Book));
    assert_eq!(card.rank.label(), printed["rank"].as_str().unwrap());
    assert_eq!(card.requisition, number(printed, "requisition_per_model"));
    let ours = [card.health, card.speed, card.defense, card.resist].map(u16::from);
    assert_eq!(ours, ["health", "speed", "defense", "resist"].map(|key| number(printed, key)));
    let words = |of: &toml::Value| -> Vec<String> {
        of.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_lowercase()).collect()
    };
    assert_eq!(card.abilities.iter().map(ToString::to_string).collect::<Vec<_>>(), words(&printed["abilities"]));
    let weapons = printed["weapon"].as_array().unwrap();
    assert_eq!(card.weapons.len(), weapons.len());
    for (weapon, printed) in card.weapons.iter().zip(weapons) {
        assert_eq!(weapon.name, printed["name"].as_str().unwrap());
        match weapon.range {
            Range::Inches(inches) => assert_eq!(u16::from(inches), number(printed, "range")),
            Range::Battle(_) => assert_eq!(printed["kind"].as_str(), Some("battle")),
        }
        let ours = [weapon.attacks, weapon.power, weapon.damage].map(u16::from);
        assert_eq!(ours, ["attacks", "power", "damage"].map(|key| number(printed, key)));
        assert_eq!(
            weapon.traits.iter().map(|property| property.word().to_string()).collect::<Vec<_>>(),
            words(&printed["traits"])
        );
    }
}

#[test]
fn the_exiles_have_the_formations_of_the_book() {
    let names: Vec<&str> = pack::faction(Word::new("exiles"))
        .unwrap()
        .formations
        .iter()
        .map(|formation| formation.name.as_str())
        .collect();
    assert_eq!(names, ["Warren-Dwellers", "Colonists", "Condemned"]);
}

#[test]
fn our_factions_use_every_rank_ability_and_trait_between_them() {
    for faction in pack::factions() {
        let ranks: BTreeSet<Rank> = faction.cards.iter().map(|card| card.rank).collect();
        assert_eq!(ranks, Rank::ALL.into_iter().collect(), "{}", faction.id);
    }
    let cards = pack::factions().iter().flat_map(|faction| &faction.cards);
    let ours = || cards.clone().filter(|card| card.numbers == Numbers::Ours);
    let abilities: BTreeSet<Word> = ours().flat_map(|card| &card.abilities).map(|ability| ability.word()).collect();
    assert_eq!(abilities, Ability::ALL.iter().map(|ability| ability.word()).collect());
    let traits: BTreeSet<Word> = ours()
        .flat_map(|card| &card.weapons)
        .flat_map(|weapon| &weapon.traits)
        .map(|property| property.word())
        .collect();
    assert_eq!(traits, Trait::ALL.iter().map(|property| property.word()).collect());
    for card in ours() {
        assert!(!card.text.is_empty() && !card.weapons.is_empty(), "{}", card.id);
    }
}

#[test]
fn ready_armies_are_viable_forces_of_the_size_they_say() {
    let ready = pack::ready_lists();
    let sizes: [(u32, &str); 3] = [(750, "at 750:"), (1000, "at 1,000:"), (1500, "at 1,500:")];
    let mut counts = std::collections::BTreeMap::new();
    for army in &ready {
        let said = sizes.into_iter().find(|(_, says)| army.text.contains(says));
        let Some((size, _)) = said else { panic!("{}: {}", army.id, army.text) };
        let (force, judgement) = judge(&army.list, &ForceRules { limit: size, ..ForceRules::default() });
        assert_eq!(judgement.faults, [], "{}", army.id);
        assert!(judgement.cost > size as i32 - 50, "{} leaves {} unspent", army.id, size as i32 - judgement.cost);
        let force = force.unwrap();
        let scoring = force.units.iter().filter(|unit| unit.parts.iter().any(|part| part.card.rank.scores()));
        assert!(scoring.count() >= 3, "{} can hardly score", army.id);
        if size == 1000 {
            assert!((5..=9).contains(&force.units.len()), "{} has {} units", army.id, force.units.len());
        }
        *counts.entry((army.list.faction, size)).or_insert(0) += 1;
    }
    for faction in pack::factions() {
        let of = sizes.map(|(size, _)| counts.get(&(faction.id, size)).copied());
        assert_eq!(of, [Some(1), Some(1), Some(1)], "{}", faction.id);
    }
}

/// Whoever picks two armies gets two different ones: of the larger at most half of the units have a card of the smaller.
#[test]
fn ready_armies_share_at_most_half_of_their_units() {
    let ready = pack::ready_lists();
    let cards = |list: &List| list.units.iter().map(|unit| unit.card).collect::<Vec<Word>>();
    for (place, army) in ready.iter().enumerate() {
        for other in ready[..place].iter().filter(|other| other.list.faction == army.list.faction) {
            let (mut larger, mut smaller) = (cards(&army.list), cards(&other.list));
            if smaller.len() > larger.len() {
                std::mem::swap(&mut larger, &mut smaller);
            }
            let shared = larger.iter().filter(|card| smaller.contains(card)).count();
            assert!(shared * 2 <= larger.len(), "{} and {} share {shared}", army.id, other.id);
        }
    }
}

#[test]
fn drills_are_viable_forces() {
    for army in pack::drills() {
        let judgement = judge(&army.list, &ForceRules { limit: 1500, ..ForceRules::default() }).1;
        assert_eq!(judgement.faults, [], "{}", army.id);
    }
}

#[test]
fn the_first_two_armies_are_of_different_factions_and_use_the_usual_limit() {
    let [first, second, ..] = &pack::ready_lists()[..] else { panic!("there are two at least") };
    assert_ne!(first.list.faction, second.list.faction);
    for army in [first, second] {
        assert!(judge(&army.list, &ForceRules::default()).1.cost > 950, "{}", army.id);
    }
}

#[test]
fn forces_survive_json() {
    for army in pack::ready_lists() {
        let force = judge(&army.list, &ForceRules { limit: 1500, ..ForceRules::default() }).0.unwrap();
        let text = serde_json::to_string(&force).unwrap();
        assert_eq!(serde_json::from_str::<aot::force::Force>(&text).unwrap(), force);
        let list: List = serde_json::from_str(&serde_json::to_string(&army.list).unwrap()).unwrap();
        assert_eq!(list, army.list);
    }
}

const PACK: &str = r#"id = "moles"
name = "Moles"
text = "They dig."
[[formation]]
id = "a"
name = "A"
text = ""
[[formation]]
id = "b"
name = "B"
text = ""
[[formation]]
id = "c"
name = "C"
text = ""
[[card]]
id = "mole"
name = "Mole"
rank = "soldiers"
numbers = "ours"
requisition = 9
health = 1
speed = 5
defense = 5
resist = 5
base = "25mm"
abilities = ["stealth"]
[[card.weapon]]
name = "Claw"
range = "battle"
attacks = 1
power = 5
damage = 1
"#;

/// Changes the pack and compares what is said of it.
fn check(from: &str, to: &str, says: &[&str]) {
    assert!(PACK.contains(from), "{from}");
    let faults = Faction::from_toml("moles.toml", &PACK.replacen(from, to, 1)).unwrap_err();
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults, says);
}

#[test]
fn a_pack_is_read() {
    let faction = Faction::from_toml("moles.toml", PACK).unwrap();
    assert_eq!((faction.name.as_str(), faction.formations.len(), faction.cards.len()), ("Moles", 3, 1));
    assert_eq!(faction.cards[0].base, Some(Footprint::round(ground::Length::mm(25))));
    assert_eq!(faction.cards[0].abilities, [Ability::Stealth]);
}

#[test]
fn what_is_wrong_with_a_pack_is_named_with_file_and_line() {
    check(
        "[[formation]]\nid = \"c\"\nname = \"C\"\ntext = \"\"\n",
        "",
        &["moles.toml:1: a faction has 3 formations, not 2"],
    );
    let four = "[[formation]]\nid = \"d\"\nname = \"D\"\ntext = \"\"\n[[card]]\n";
    check("[[card]]\n", four, &["moles.toml:16: a faction has 3 formations, not 4"]);
    check("id = \"c\"", "id = \"a\"", &["moles.toml:12: there are two formations 'a'"]);
    check("name = \"Moles\"", "name = \"\"", &["moles.toml:2: a name must have 1 to 40 printable characters"]);
    check("health = 1", "health = 0", &["moles.toml:16: card 'mole': health is 0; it must be from 1 to 30"]);
    check("resist = 5", "resist = 7", &["moles.toml:16: card 'mole': resist is 7; it must be from 2 to 6"]);
    check("power = 5", "power = 13", &["moles.toml:16: card 'mole': power of 'Claw' is 13; it must be from 1 to 12"]);
    check(
        "\"stealth\"",
        "\"stealth\", \"stealth\"",
        &["moles.toml:16: card 'mole': the ability stealth is there twice"],
    );
    let base = "moles.toml:16: card 'mole': the base is 60mm; Rank Soldiers stands on Small bases: round, 25 to 40 mm";
    check("25mm", "60mm", &[base]);
    check(
        "rank = \"soldiers\"",
        "rank = \"king\"",
        &["moles.toml:19: unknown variant `king`, expected one of `leader`, \
        `elder`, `alchemist`, `initiate`, `assassin`, `elites`, `soldiers`, `dregs`, `abomination`, `transport`"],
    );
    check(
        "speed = 5",
        "sped = 5",
        &["moles.toml:23: unknown field `sped`, expected one of `id`, `name`, `plural`, `rank`, \
        `numbers`, `editions`, `text`, `requisition`, `health`, `speed`, `defense`, `resist`, `base`, `abilities`, `weapon`"],
    );
    let faults = Faction::from_toml("moles.toml", &PACK.replace("\"stealth\"", "\"invisible\"")).unwrap_err();
    assert!(
        faults[0].to_string().starts_with("moles.toml:27: there is no ability called 'invisible'; there are agile,")
    );
    let faults = Faction::from_toml("moles.toml", &"#".repeat(270_000)).unwrap_err();
    assert_eq!(faults[0].to_string(), "moles.toml: this is too long: more than 262144 bytes");
}

#[test]
fn every_fault_of_a_pack_is_named_at_once() {
    let (_, card) = PACK.split_at(PACK.find("[[card]]").unwrap());
    let text = format!("{}{card}", PACK.replace("defense = 5", "defense = 0").replace("attacks = 1", "attacks = 99"));
    let faults = Faction::from_toml("moles.toml", &text).unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [Some(16), Some(16), Some(34)]);
}

#[test]
fn the_catalogue_prints_every_card_in_words_that_are_explained() {
    let catalogue = pack::catalogue(&[]);
    assert_eq!(catalogue.factions.len(), pack::factions().len());
    let terms = pack::terms();
    let mut words: Vec<Word> = terms.iter().map(|term| term.id).collect();
    words.sort();
    words.dedup();
    assert_eq!(words.len(), terms.len(), "no word is explained twice");
    let entries = || catalogue.factions.iter().flat_map(|faction| &faction.entries);
    for entry in entries() {
        let card = &entry.card;
        let stats = card.weapons.iter().flat_map(|weapon| &weapon.stats).chain(&card.stats).map(|stat| stat.term);
        let traits = card.weapons.iter().flat_map(|weapon| &weapon.tags).copied();
        for word in stats.chain(traits).chain(card.tags.iter().copied()).chain(card.abilities.iter().copied()) {
            assert!(words.contains(&word), "{word} on {}", card.name);
        }
    }
    let cards: BTreeSet<u16> = entries().map(|entry| entry.card.id.0).collect();
    assert_eq!(cards.len(), entries().count(), "no two cards have the same number");
    let weapons = || entries().flat_map(|entry| &entry.card.weapons);
    assert_eq!(weapons().map(|weapon| weapon.id.0).collect::<BTreeSet<u16>>().len(), weapons().count());
}

#[test]
fn a_card_is_printed_with_all_that_is_on_it() {
    let catalogue = pack::catalogue(&[]);
    let exiles = catalogue.factions.iter().find(|faction| faction.id == Word::new("exiles")).unwrap();
    assert_eq!(exiles.formations.iter().map(|term| term.label.as_str()).collect::<Vec<_>>()[2], "Condemned");
    let entry = &exiles.entries[0];
    assert_eq!((entry.fewest, entry.most, entry.numbers), (3, 6, vocabulary::Numbers::Book));
    let line = |stats: &[vocabulary::Stat]| {
        stats.iter().map(|stat| format!("{} {}", stat.term, stat.printed)).collect::<Vec<_>>().join(", ")
    };
    let card = &entry.card;
    assert_eq!((card.cost, card.tags[0], card.abilities[0]), (Some(55), Word::new("elites"), Word::new("vanguard")));
    assert_eq!(line(&card.stats), "health 2, speed 6 in, defense 6, resist 5+");
    assert_eq!(line(&card.weapons[0].stats), "range 12 in, attacks 1, power 7, damage 2");
    assert_eq!(card.weapons[0].tags, [Word::new("ruinous")]);
    assert_eq!(line(&card.weapons[1].stats), "range Battle, attacks 1, power 6, damage 2");
    let kilnfolk = catalogue.factions.iter().find(|faction| faction.id == Word::new("kilnfolk")).unwrap();
    let mother = &kilnfolk.entries[0];
    assert_eq!((mother.fewest, mother.most, mother.numbers), (1, 1, vocabulary::Numbers::Ours));
    assert_eq!(line(&mother.card.stats), "health 5, speed 5 in, defense 7, resist 4+, resilient 5+");
    assert_eq!(mother.card.abilities, [Word::new("resilient")]);
}

/// Every pair is on some card of the first hundred, so that battles of them try all.
#[test]
fn made_up_packs_hold_all_that_a_pack_may_hold_and_their_armies_are_viable() {
    let factions: Vec<Faction> = (0..100)
        .map(|seed| {
            let pack = pack::made_up(seed);
            assert_eq!(pack, pack::made_up(seed));
            Faction::from_toml(&pack.file, &pack.text).unwrap_or_else(|faults| panic!("seed {seed}: {faults:?}"))
        })
        .collect();
    for faction in &factions {
        assert_eq!(faction.armies.len(), 3);
        for (army, edition) in faction.armies.iter().flat_map(|army| [1, 2, 3].map(|edition| (army, edition))) {
            let rules = ForceRules { edition, ..ForceRules::default() };
            let (_, judgement) = judge_with(&army.list, &rules, std::slice::from_ref(faction));
            assert_eq!(judgement.faults, [], "{} in edition {edition}", army.id);
        }
    }
    let cards = || factions.iter().flat_map(|faction| &faction.cards);
    for (one, other) in Trait::ALL.iter().flat_map(|one| Trait::ALL.map(|other| (one, other))) {
        let has = |weapon: &Weapon, property: &Trait| weapon.traits.contains(property);
        let on_one = cards().flat_map(|card| &card.weapons).any(|weapon| has(weapon, one) && has(weapon, &other));
        assert!(on_one, "no weapon is {one:?} and {other:?}");
        let beside = |card: &Card, kind: fn(&Weapon) -> bool| {
            let armed = |property| card.weapons.iter().any(|weapon| kind(weapon) && weapon.traits == [property]);
            armed(*one) && card.weapons.iter().any(|weapon| kind(weapon) && !has(weapon, one))
        };
        assert!(cards().any(|card| beside(card, |weapon| weapon.reach().is_some())), "no gun beside one of {one:?}");
        assert!(cards().any(|card| beside(card, |weapon| weapon.reach().is_none())), "no blade beside one of {one:?}");
    }
    for (one, other) in Ability::ALL.iter().flat_map(|one| Ability::ALL.map(|other| (one, other))) {
        assert!(cards().any(|card| card.has(*one) && card.has(other)), "no card has {one:?} and {other:?}");
    }
    for rank in Rank::ALL {
        let fielded = |faction: &Faction| {
            let units = faction.armies.iter().flat_map(|army| &army.list.units);
            units.into_iter().any(|unit| faction.card(unit.card, 3).is_some_and(|card| card.rank == rank))
        };
        assert!(factions.iter().any(fielded), "no army has {rank:?}");
        let armed = |count: usize| cards().any(|card| card.rank == rank && card.weapons.len() == count);
        assert!((0..=Card::MOST_WEAPONS).all(armed), "{rank:?} with 0 to 4 weapons");
    }
    let feats = || factions.iter().flat_map(|faction| &faction.formations).filter_map(|own| own.feat.as_ref());
    for when in ["acts", "shoots", "shot-at", "evades", "charges", "charged", "charge-home", "fights", "control"] {
        assert!(feats().any(|feat| serde_json::to_value(feat.when).unwrap() == when), "no Feat for {when}");
    }
    let joins = factions.iter().flat_map(|faction| &faction.armies).flat_map(|army| &army.list.units);
    assert!(joins.filter(|unit| unit.joins.is_some()).count() > 100);
}
