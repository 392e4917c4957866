//! `muster army` with a stand-in for a game: it can be asked about armies and not be played.

use std::fs;
use std::path::Path;

use clap::Parser;
use engine::{Holder, Hosted, Manual, Origin, Playout, RecordError, Report, StartError};
use vocabulary::{
    Card, CardId, Catalogue, Entry, Faction, Fault, Numbers, Priced, ReadyList, Ref, RuleId, Setting, SettingKind,
    Settings, Setup, Stat, Term, UnitId, Value, View, Weapon, WeaponId,
};

use super::*;
use crate::arguments::{Arguments, Command};

/// A game in which a pebble costs 3 and no unit has more than 4 of them; or one without armies, called sand.
struct Pebbles {
    has_armies: bool,
}

static PEBBLES: Pebbles = Pebbles { has_armies: true };
static SAND: Pebbles = Pebbles { has_armies: false };

impl Ruleset for Pebbles {
    fn id(&self) -> Word {
        Word::new(if self.has_armies { "pebbles" } else { "sand" })
    }

    fn version(&self) -> u32 {
        1
    }

    fn manual(&self) -> Manual {
        let limit = Setting {
            name: "army.limit".to_owned(),
            label: String::new(),
            text: String::new(),
            kind: SettingKind::Number { min: 1, max: 100, optional: false },
            default: Value::Number(20),
            rule: RuleId::of("pebbles.limit"),
            group: String::new(),
            needs: None,
        };
        let list = Army::from_toml(GOOD).unwrap().list;
        let beach = ReadyList { id: Word::new("beach"), text: "Lies there.".to_owned(), list };
        Manual {
            fields: Vec::new(),
            packs: None,
            lessons: Vec::new(),
            name: "Pebbles",
            text: "",
            seats: 2..=2,
            settings: vec![limit],
            terms: vec![term("heft", "Heft", "How heavy it is."), term("round", "Round", "It rolls.")],
            armies: if self.has_armies { vec![beach] } else { Vec::new() },
            drills: Vec::new(),
            rulebook: "",
        }
    }

    fn standing_orders(&self) -> Vec<Term> {
        Vec::new()
    }

    fn bots(&self) -> Vec<Term> {
        Vec::new()
    }

    fn faults(&self, _: &Setup) -> Vec<Fault> {
        Vec::new()
    }

    fn judge(&self, list: &List, settings: &Settings, _: &[Pack]) -> Option<Judgement> {
        if !self.has_armies {
            return None;
        }
        let limit = match settings.get("army.limit") {
            Some(Value::Number(limit)) => *limit,
            _ => 20,
        };
        let mut judgement = Judgement { limit, ..Judgement::default() };
        for (at, unit) in (0..).zip(&list.units) {
            let models = unit.models.unwrap_or(1);
            let cost = 3 * i32::from(models);
            judgement.cost += cost;
            let name = unit.name.clone().unwrap_or_else(|| unit.card.to_string());
            if models > 4 {
                let text = format!("{name}: {models}; at most 4");
                judgement.faults.push(Fault { at: Some(Ref::Unit(UnitId(at))), ..Fault::new("pebbles.size", text) });
            }
            judgement.units.push(Priced { name, kind: "Stones".to_owned(), models, cost });
        }
        if judgement.cost > limit {
            judgement.faults.push(Fault::new("pebbles.limit", format!("costs {}", judgement.cost)));
        }
        Some(judgement)
    }

    fn catalogue(&self, _: &[Pack]) -> Result<Catalogue, Vec<Fault>> {
        if !self.has_armies {
            return Ok(Catalogue::default());
        }
        let stat = |printed: &str| Stat {
            term: Word::new("heft"),
            printed: printed.to_owned(),
            now: None,
            because: Vec::new(),
        };
        let card = Card {
            id: CardId(0),
            name: "Pebble".to_owned(),
            tags: vec![Word::new("stone")],
            stats: vec![stat("7")],
            weapons: vec![Weapon { id: WeaponId(0), name: "Rim".to_owned(), stats: vec![stat("1")], tags: vec![] }],
            abilities: vec![Word::new("round")],
            cost: Some(3),
        };
        let (id, text) = (Word::new("pebble"), "Grey.".to_owned());
        let entry =
            Entry { id, text, fewest: 1, most: 4, sizes: Vec::new(), groups: Vec::new(), numbers: Numbers::Ours, card };
        let faction = |id: &str, name: &str| Faction {
            id: Word::new(id),
            name: name.to_owned(),
            text: "They lie about.".to_owned(),
            formations: vec![term("heap", "Heap", "On top of each other.")],
            entries: vec![entry.clone()],
        };
        let factions = vec![faction("shore", "The Shore"), faction("hills", "The Hills")];
        Ok(Catalogue { factions, armies: self.manual().armies })
    }

    fn chosen(&self, _: &str) -> Result<Setup, RecordError> {
        unreachable!("armies are looked at without a match")
    }

    fn start(&self, _: &Setup, _: Origin, _: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        panic!("pebbles are not played")
    }

    fn load(&self, _: &str, _: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        panic!("pebbles are not played")
    }

    fn resume(&self, _: &str, _: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        panic!("pebbles are not played")
    }

    fn verify(&self, _: &str) -> Result<Report, RecordError> {
        panic!("pebbles are not played")
    }

    fn opening(&self, _: &Setup) -> Result<View, Vec<Fault>> {
        panic!("pebbles are not played")
    }

    fn play_out(&self, _: &Setup, _: u64, _: &[Word], _: bool) -> Result<Playout, StartError> {
        panic!("pebbles are not played")
    }
}

fn term(id: &str, label: &str, text: &str) -> Term {
    Term::new(Word::new(id), label, text, "")
}

const GOOD: &str = "\
game = \"pebbles\"
name = \"Beach\"
text = \"Wet.\"
faction = \"shore\"
formation = \"heap\"

[[unit]]
card = \"pebble\"
models = 2

[[unit]]
card = \"pebble\"
name = \"Boulders\"
models = 3
joins = \"pebble\"
";

/// What a command prints, without colours, and how it ends.
fn run(arguments: &[&str]) -> (String, Result<(), Failure>) {
    let arguments = Arguments::try_parse_from([&["muster", "army"], arguments].concat()).unwrap();
    let Some(Command::Army(army)) = arguments.command else { panic!("this is muster army") };
    let mut out = Vec::new();
    // A game without armies comes first: it must be passed over.
    let done = run_with(&[&SAND, &PEBBLES], &army.command, &mut out);
    (anstream::adapter::strip_str(std::str::from_utf8(&out).unwrap()).to_string(), done)
}

fn says(arguments: &[&str]) -> String {
    let (out, done) = run(arguments);
    assert!(done.is_ok(), "{arguments:?}: {done:?}");
    out
}

/// Checks that something is refused with this exit code and a sentence that says this.
fn refused(arguments: &[&str], code: i32, sentence: &str) {
    let (out, done) = run(arguments);
    let failure = done.unwrap_err();
    assert_eq!(failure.exit_code(), code, "{arguments:?}");
    let said = failure.sentence().unwrap_or(out);
    assert!(said.contains(sentence), "{arguments:?}: {said}");
}

fn file(name: &str, text: &str) -> String {
    let folder = Path::new(env!("OUT_DIR")).join("armies");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn ready_armies_are_listed_with_their_cost() {
    let out = says(&["list"]);
    assert!(out.contains("beach  Beach, The Shore (Heap): 2 units, costs 15\n  Lies there.\n"), "{out}");
    assert!(!out.contains("fault"), "{out}");
    let out = says(&["list", "--game", "pebbles", "--set", "army.limit=9"]);
    assert!(out.contains("1 fault under these settings"), "{out}");
    let json: serde_json::Value = serde_json::from_str(&says(&["list", "--json"])).unwrap();
    assert_eq!((&json[0]["id"], &json[0]["judgement"]["cost"]), (&"beach".into(), &15.into()));
}

#[test]
fn an_army_is_shown_unit_by_unit_with_its_total_and_its_faults() {
    let good = says(&["show", "beach"]);
    assert!(good.contains("Beach, The Shore (Heap)\nLies there.\n"), "{good}");
    let row = good.lines().find(|line| line.contains("Boulders")).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["Boulders", "Stones", "3", "9", "pebble"]);
    assert!(good.contains("costs 15 of 20\n") && !good.contains("fault"), "{good}");
    let bad = file("show-bad.toml", &GOOD.replace("models = 3", "models = 5").replace("Boulders", "B\\u001b[2J"));
    let out = says(&["show", &bad]);
    assert!(out.contains("Wet.") && out.contains("costs 21 of 20"), "{out}");
    assert!(
        out.contains("fault: line 11: B?[2J: 5; at most 4 (pebbles.size)\nfault: costs 21 (pebbles.limit)"),
        "{out}"
    );
    let json: serde_json::Value = serde_json::from_str(&says(&["show", &bad, "--json"])).unwrap();
    assert_eq!((&json["list"]["name"], &json["judgement"]["limit"]), (&"Beach".into(), &20.into()));
}

#[test]
fn checking_names_every_fault_of_every_list_with_rule_and_line() {
    let good = file("good.toml", GOOD);
    let bad = file("bad.toml", &GOOD.replace("models = 3", "models = 6"));
    let junk = file("junk.toml", &GOOD.replace("models = 3", "models = []"));
    let chess = file("chess.toml", &GOOD.replace("\"pebbles\"", "\"chess\""));
    assert_eq!(says(&["check", &good]), "1 army: 0 faults\n");
    let (out, done) = run(&["check", &good, &bad, &junk, &chess, "none.toml"]);
    assert_eq!(done.unwrap_err().exit_code(), 1);
    let faults: Vec<&str> = out.lines().collect();
    assert_eq!(faults[0], format!("{bad}:11: fault: Boulders: 6; at most 4 (pebbles.size)"));
    assert_eq!(faults[1], format!("{bad}: fault: costs 24 (pebbles.limit)"));
    assert!(faults[2].starts_with(&format!("{junk}:14:10: fault: invalid type")), "{out}");
    assert_eq!(faults[3], format!("{chess}: fault: this is an army for 'chess', which is not one of the games here"));
    assert_eq!(faults[4], "none.toml: fault: there is no such file");
    assert_eq!(faults[5], "5 armies: 5 faults");
    let (out, _) = run(&["check", &good, &bad, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json[0]["ok"], &json[0]["cost"], &json[1]["ok"]), (&true.into(), &15.into(), &false.into()));
    let fault = &json[1]["faults"][0];
    assert_eq!((&fault["line"], &fault["rule"]), (&11.into(), &"pebbles.size".into()));
}

#[test]
fn settings_and_the_game_that_is_meant_count() {
    let good = file("settings.toml", GOOD);
    refused(&["check", &good, "--set", "army.limit=14"], 1, "costs 15 (pebbles.limit)");
    refused(&["check", &good, "--set", "army.limit=0"], 2, "army.limit takes a number from 1 to 100");
    refused(&["check", &good, "--set", "army.size=3"], 2, "pebbles has no setting called 'army.size'");
    refused(&["check", &good, "--game", "sand"], 1, "this is an army for pebbles, not for sand");
    let sand = file("sand.toml", &GOOD.replace("\"pebbles\"", "\"sand\""));
    refused(&["check", &sand], 2, "sand has no armies");
}

#[test]
fn cards_are_printed_readably() {
    let out = says(&["cards", "shore"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines,
        [
            "The Shore  shore",
            "They lie about.",
            "  Heap (heap): On top of each other.",
            "",
            "Pebble, costs 3  stone",
            "  Heft 7",
            "  Rim: Heft 1",
            "  Round: It rolls.",
            "  Grey.",
            "  pebble, 1 to 4 models, our own numbers",
        ]
    );
    assert!(says(&["cards"]).contains("The Hills"));
    assert!(!says(&["cards", "the hills"]).contains("The Shore"));
    let json: serde_json::Value = serde_json::from_str(&says(&["cards", "hills", "--json"])).unwrap();
    assert_eq!((&json[0]["id"], &json[0]["entries"][0]["numbers"]), (&"hills".into(), &"ours".into()));
}

#[test]
fn what_there_is_not_is_refused_with_what_there_is() {
    refused(&["cards", "sea"], 2, "pebbles has no faction called 'sea'; choose from shore, hills");
    refused(&["show", "sea"], 2, "there is no army and no file called 'sea'; choose from beach");
    refused(&["list", "--game", "chess"], 2, "there is no game called 'chess'; choose from sand, pebbles");
    refused(&["list", "--game", "sand"], 2, "sand has no armies");
    refused(&["cards", "--game", "sand"], 2, "sand has no armies");
    refused(&["show", "beach", "--game", "sand"], 2, "sand has no armies");
}
