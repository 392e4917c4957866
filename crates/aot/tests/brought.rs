//! Packs that somebody brings: what they add, what is said of those that are wrong, and matches that are played with
//! them.

use aot::{Aot, pack};
use bots::Tacticians;
use engine::{Game, Origin, Record, Rules, Ruleset};
use vocabulary::{Catalogue, Fault, List, Pack, Settings, Setup, Value, Word};

static AOT: Game<Aot, Tacticians> = Game::new();

/// The pack that people begin with.
const MOLES: &str = include_str!("../../../data/aot/example/moles.toml");

fn pack(file: &str, text: &str) -> Pack {
    Pack { file: file.to_owned(), text: text.to_owned() }
}

fn moles() -> Pack {
    pack("moles.toml", MOLES)
}

fn catalogue(packs: &[Pack]) -> Catalogue {
    Aot::catalogue(packs).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A list that is ready in a pack.
fn army(packs: &[Pack], id: &str) -> List {
    catalogue(packs).armies.into_iter().find(|army| army.id.as_str() == id).unwrap().list
}

/// Moles against whoever is ready first, for three Rounds.
fn setup() -> Setup {
    let mut setup = Setup::of(&["Ann", "Bo"]);
    setup.packs = vec![moles()];
    setup.players[0].army = Some(army(&setup.packs, "first-shift"));
    setup.settings.insert("end.round-limit".to_owned(), Value::Number(3));
    setup
}

fn texts(faults: Vec<Fault>) -> Vec<String> {
    for fault in &faults {
        assert_eq!(fault.rule, "aot.ruling.faction-data".into(), "{fault}");
        assert!(!fault.text.chars().any(char::is_control), "{fault}");
    }
    faults.into_iter().map(|fault| fault.text).collect()
}

/// What is said of a pack that is brought; nobody may say anything else.
fn said(packs: &[Pack]) -> Vec<String> {
    let faults = Aot::catalogue(packs).unwrap_err();
    let setup = Setup { packs: packs.to_vec(), ..Setup::of(&["Ann", "Bo"]) };
    assert_eq!(Aot::prepare(&setup).unwrap_err(), faults);
    let list = pack::ready_lists().swap_remove(0).list;
    assert_eq!(Aot::judge(&list, &Settings::new(), packs).unwrap().faults, faults);
    texts(faults)
}

/// The line of the example in which something stands for the first time.
fn line_of(part: &str) -> usize {
    MOLES[..MOLES.find(part).unwrap_or_else(|| panic!("{part}"))].matches('\n').count() + 1
}

/// Changes the example and compares what is said of it, and in which line.
#[track_caller]
fn check(from: &str, to: &str, at: &str, says: &str) {
    assert!(MOLES.contains(from), "{from}");
    let line = line_of(at);
    let expected = format!("moles.toml:{line}: {says}");
    let said = said(&[pack("moles.toml", &MOLES.replacen(from, to, 1))]);
    assert!(said.len() == 1 && said[0].starts_with(&expected), "expected {expected}, not {said:?}");
}

#[test]
fn a_pack_adds_its_faction_and_its_armies_to_those_that_are_there() {
    let (before, after) = (catalogue(&[]), catalogue(&[moles()]));
    assert_eq!(before.armies, Aot::manual().armies);
    assert_eq!(after.factions.len(), before.factions.len() + 1);
    assert_eq!(after.armies.len(), before.armies.len() + 1);
    let moles_added = after.factions.last().unwrap();
    assert_eq!((moles_added.name.as_str(), moles_added.entries.len()), ("Moles", 3));
    let judgement = Aot::judge(&army(&[moles()], "first-shift"), &Settings::new(), &[moles()]).unwrap();
    assert_eq!((judgement.faults, judgement.cost), (vec![], 140 + 22 * 24 + 4 * 62));
    let numbers: Vec<u16> = after.factions.iter().flat_map(|of| &of.entries).map(|entry| entry.card.id.0).collect();
    assert_eq!(numbers, (0..numbers.len() as u16).collect::<Vec<_>>());
}

#[test]
fn an_army_of_a_pack_that_is_not_there_is_refused_by_the_name_of_its_faction() {
    let list = army(&[moles()], "first-shift");
    let judgement = Aot::judge(&list, &Settings::new(), &[]).unwrap();
    assert!(judgement.faults[0].text.starts_with("there is no faction 'moles'; choose from galewrights"));
    let typed = List { faction: Word::new("mole"), ..list };
    let judgement = Aot::judge(&typed, &Settings::new(), &[moles()]).unwrap();
    assert!(judgement.faults[0].text.ends_with(", moles"), "{:?}", judgement.faults[0]);
}

#[test]
fn each_fault_of_a_pack_is_named_with_its_line() {
    check("id = \"moles\"", "id = \"kilnfolk\"", "id = \"moles\"", "there is already a faction 'kilnfolk'");
    check("id = \"first-shift\"", "id = \"storm-front\"", "[[army]]", "there is already an army 'storm-front'");
    check("name = \"Moles\"", "name = \" Moles\"", "name = \"Moles\"", "a name must have 1 to 40 printable characters");
    check(
        "text = \"They dig",
        "text = \"\\u0007They dig",
        "text = \"They dig",
        "a text can have at most 400 characters",
    );
    check(
        "id = \"night-shift\"",
        "id = \"cave-in\"",
        "[[formation]]\nid = \"cave-in\"",
        "there are two formations 'cave-in'",
    );
    let snouts = "[[card]]\nid = \"snouts\"";
    check("id = \"snouts\"", "id = \"old-digger\"", snouts, "there are two cards 'old-digger' for the same edition");
    check("health = 1\n", "health = 31\n", snouts, "card 'snouts': health is 31; it must be from 1 to 30");
    check("rank = \"elites\"", "rank = \"king\"", "rank = \"elites\"", "unknown variant `king`");
    check("rank = \"elites\"", "rang = \"elites\"", "rank = \"elites\"", "unknown field `rang`");
    check("health = 3\n", "health = three\n", "health = 3\n", "");
    check("\"vanguard\"", "\"invisible\"", "\"vanguard\"", "there is no ability called 'invisible'");
    check("\"ruinous\"", "\"sharp\"", "\"ruinous\"", "");
    check("speed = 5 ", "speed = 5.5 ", "speed = 5 ", "invalid type: floating point `5.5`");
    check("base = \"25mm\"", "base = \"60mm\"", snouts, "card 'snouts': the base is 60mm; Rank Soldiers stands on");
    check("name = \"Spade\"", "name = \"\\u001b[2J\"", snouts, "card 'snouts': names have 1 to 40 characters");
}

/// At its own cost: what the players of a match agree on is not for the pack to know.
#[test]
fn an_army_of_a_pack_is_judged_when_the_pack_is_read() {
    let army = "[[army]]";
    let unit = |n: usize| MOLES.match_indices("[[army.unit]]").nth(n).unwrap().0;
    let line = |n| MOLES[..unit(n)].matches('\n').count() + 1;
    let said_of = |from: &str, to: &str| {
        let (before, after) = MOLES.split_at(MOLES.find(army).unwrap());
        assert!(after.contains(from), "{from}");
        said(&[pack("moles.toml", &format!("{before}{}", after.replacen(from, to, 1)))])
    };
    let here = line_of(army);
    let no_formation = said_of("formation = \"night-shift\"\n", "");
    assert!(no_formation[0].starts_with(&format!("moles.toml:{here}: army 'first-shift': no formation;")));
    assert!(no_formation[0].ends_with("(aot.force.formation)"), "{no_formation:?}");
    let king = said_of("card = \"borers\"", "card = \"king\"");
    assert!(king[0].starts_with(&format!("moles.toml:{}: army 'first-shift': Moles has no card 'king';", line(4))));
    let eleven = said_of("models = 8", "models = 11");
    assert!(eleven[0].starts_with(&format!("moles.toml:{}: army 'first-shift': Snouts 2: 11; a unit of", line(2))));
    let chess = said_of("text = ", "game = \"chess\"\ntext = ");
    assert_eq!(chess.len(), 1);
    assert!(chess[0].contains("this is an army for 'chess'"), "{chess:?}");
    let others = said_of("text = ", "faction = \"exiles\"\ntext = ");
    assert!(others[0].contains("this is an army of 'exiles', but the pack is 'moles'"), "{others:?}");
    let twice = format!("{MOLES}{}", &MOLES[MOLES.find(army).unwrap()..]);
    assert!(said(&[pack("moles.toml", &twice)])[0].contains("there are two armies 'first-shift'"));
    // Dear, and fine; dearer than any match allows, and refused.
    let rich = |cost: u16| pack("moles.toml", &MOLES.replace("requisition = 140 ", &format!("requisition = {cost} ")));
    assert_eq!(catalogue(&[rich(2000)]).armies.last().unwrap().id.as_str(), "first-shift");
    let dear = pack("moles.toml", &MOLES.replace("requisition = 24", "requisition = 2000"));
    assert!(said(&[dear])[0].contains("(aot.force.requisition-limit)"));
    // A card of one edition makes an army of one edition.
    let old = MOLES.replace("rank = \"elites\"", "rank = \"elites\"\neditions = [1]");
    assert_eq!(catalogue(&[pack("moles.toml", &old)]).armies.last().unwrap().id.as_str(), "first-shift");
}

#[test]
fn faults_of_several_packs_come_together_and_two_packs_may_not_be_the_same() {
    let voles = MOLES.replace("\"moles\"", "\"voles\"").replace("\"first-shift\"", "\"second-shift\"");
    let two = [moles(), pack("voles.toml", &voles)];
    assert_eq!(catalogue(&two).armies.len(), catalogue(&[]).armies.len() + 2);
    let same = said(&[moles(), pack("moles-again.toml", MOLES)]);
    let expected = ["there is already a faction 'moles'", "there is already an army 'first-shift'"];
    assert_eq!(same.len(), 2);
    for (said, expected) in same.iter().zip(expected) {
        assert!(said.starts_with("moles-again.toml:") && said.contains(expected), "{said}");
    }
    let bad = |file| pack(file, "id = 3\n");
    let said = said(&[bad("a.toml"), bad("b.toml")]);
    assert!(said[0].starts_with("a.toml:1: ") && said[1].starts_with("b.toml:1: "), "{said:?}");
}

#[test]
fn a_hostile_pack_is_refused_with_a_sentence() {
    let long = pack("long.toml", &"#".repeat(Pack::LONGEST + 1));
    assert_eq!(said(&[long]), ["long.toml: this is too long: more than 262144 bytes"]);
    let many: Vec<Pack> = (0..9).map(|n| pack(&format!("{n}.toml"), MOLES)).collect();
    assert_eq!(said(&many), ["9 packs; you can bring at most 8"]);
    assert_eq!(said(&[pack("\u{1b}[2J", MOLES)]).len(), 1);
    let most = Pack::LONGEST;
    let fill = |part: &str| part.repeat(most / part.len());
    let after = |tail: &str| format!("{}{tail}", &MOLES[..MOLES.find("[[army]]").unwrap()]);
    let card = "[[card]]\nid=\"a\"\n";
    let head = "id='x'\nname='x'\ntext=''\n";
    let room = most - after("").len() - 100;
    let deep = [
        format!("a = {}", fill("[").split_off(10)),
        format!("a = {}", fill("{a=").split_off(10)),
        format!("{} = 1", fill("a.").split_off(10).trim_end_matches('.')),
        format!("[{}]", fill("a.").split_off(10).trim_end_matches('.')),
        format!("[[{}]]", fill("a.").split_off(10).trim_end_matches('.')),
        fill("[[a]]\n"),
        fill("[[card.weapon]]\n"),
        fill(card),
        format!("{head}{}", "[[formation]]\nid='a'\nname=''\ntext=''\n".repeat(room / 40)),
        fill("\u{0}"),
        format!("id = \"{}\"", "\\u001b".repeat(40_000)),
        after(&format!("[[army]]\nid='x'\nname='x'\n{}", "[[army.unit]]\ncard='x'\n".repeat(room / 24))),
        after(&"[[army]]\nid='x'\nname='x'\n".repeat(room / 25)),
    ];
    let many_words = |from: &str, word: &str, text: &str| {
        let list = vec![word; (most - text.len()) / (word.len() + 2) - 10].join(", ");
        text.replacen(from, &list, 1)
    };
    let wide = [
        many_words("\"stealth\"", "\"agile\"", MOLES),
        many_words("\"ruinous\"", "\"engulf\"", MOLES),
        MOLES.replace("[\"ruinous\"]", "[\"ruinous\", \"ruinous\"]").replace("name = \"Drill\"", "name = \"\\u0007\""),
    ];
    for text in deep.into_iter().chain(wide) {
        let said = said(&[pack("deep.toml", &text)]);
        let length: usize = said.iter().map(String::len).sum();
        assert!(!said.is_empty() && length < 60_000, "{length} bytes of faults of {}", &text[..100]);
    }
    // A pack with more cards than anybody writes, each of them fine but for its number.
    let bare = "numbers=\"ours\"\nrequisition=1\nhealth=1\nspeed=1\ndefense=1\nresist=2\n";
    let cards: String =
        (0..2000).map(|n| format!("[[card]]\nid=\"c{n}\"\nname=\"x\"\nrank=\"dregs\"\n{bare}")).collect();
    let said_of_cards = said(&[pack("cards.toml", &format!("{head}{cards}"))]);
    let of_cards = "2000 cards; a faction has at most 100";
    assert!(said_of_cards.len() == 2 && said_of_cards[1].ends_with(of_cards), "{said_of_cards:?}");
    // Every number of every card is wrong: the first faults are named, and how many more there are.
    let wrong = bare.replace("=1\n", "=0\n").replace("=2\n", "=0\n");
    let cards: String =
        (0..100).map(|n| format!("[[card]]\nid=\"c{n}\"\nname=\"\"\nrank=\"dregs\"\n{wrong}")).collect();
    let said_of_numbers = said(&[pack("cards.toml", &format!("{head}{cards}"))]);
    assert_eq!(said_of_numbers.len(), 101);
    assert_eq!(said_of_numbers[100], "cards.toml: and 501 more faults");
}

#[test]
fn a_match_keeps_the_packs_that_its_armies_are_of_and_can_be_had_again() {
    let voles = MOLES.replace("\"moles\"", "\"voles\"").replace("\"first-shift\"", "\"second-shift\"");
    let mut chosen = setup();
    chosen.packs.insert(0, pack("voles.toml", &voles));
    let prepared = Aot::prepare(&chosen).unwrap();
    assert_eq!(prepared.packs, [moles()], "nobody leads voles");
    assert_eq!(Aot::prepare(&Aot::chosen(&prepared)).unwrap(), prepared);
    chosen.players.swap(0, 1);
    chosen.players[0].army = Some(army(&chosen.packs, "second-shift"));
    let prepared = Aot::prepare(&chosen).unwrap();
    assert_eq!(prepared.packs, chosen.packs);
    assert_eq!(Aot::prepare(&Aot::chosen(&prepared)).unwrap(), prepared);
    // Without packs a set-up is written as it always was.
    let plain = Aot::prepare(&Setup::of(&["Ann", "Bo"])).unwrap();
    assert!(!serde_json::to_string(&plain).unwrap().contains("packs"));
    assert!(!serde_json::to_string(&Setup::of(&["Ann", "Bo"])).unwrap().contains("packs"));
}

/// The record holds the cards: what becomes of the pack, or of the file, is nothing to it.
#[test]
fn a_whole_match_is_played_with_a_pack_and_its_record_verifies_without_it() {
    let bots = [Word::new("random"), Word::new("random")];
    let played = AOT.play_out(&setup(), 7, &bots, true).unwrap();
    assert!(played.decisions > 20 && played.rounds <= 3, "{played:?}");
    let text = played.record.unwrap();
    assert!(text.contains("Old Digger"));
    AOT.verify(&text).unwrap();
    let mut record = Record::<Aot>::from_text(&text).unwrap();
    assert_eq!(AOT.chosen(&text).unwrap().packs, [moles()]);
    record.setup.packs[0].text = "this is no pack any more".to_owned();
    AOT.verify(&record.to_text()).unwrap();
    record.setup.packs.clear();
    AOT.verify(&record.to_text()).unwrap();
    let again = AOT.play_out(&AOT.chosen(&text).unwrap(), 7, &bots, true).unwrap();
    assert_eq!(again.record.unwrap(), text);
    record.setup.packs = vec![moles(); 9];
    assert!(AOT.verify(&record.to_text()).unwrap_err().to_string().contains("9 packs"));
    assert!(matches!(record.origin, Origin::Seeded { seed: 7 }));
}

#[test]
fn the_faults_in_the_guide_are_those_that_are_found() {
    let guide = include_str!("../../../docs/packs.md");
    let guided = |changed: String| {
        for fault in said(&[pack("wardens.toml", &changed)]) {
            assert!(guide.contains(&format!("\n{fault}\n")), "docs/packs.md should show:\n{fault}");
        }
    };
    guided(MOLES.replacen("health = 1\n", "health = 31\n", 1).replacen("\"25mm\"", "\"60mm\"", 1));
    guided(MOLES.replacen("models = 8", "models = 11", 1));
    // What the guide leaves out of its example stands in the pack that people begin with.
    let shown = guide.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let lines = MOLES.lines().map(|line| line.split(" #").next().unwrap().trim_end()).collect::<Vec<_>>();
    for line in shown.lines().filter(|line| !line.starts_with('#') && !line.contains("alt")) {
        assert!(lines.contains(&line), "the example has no '{line}' any more");
    }
}
