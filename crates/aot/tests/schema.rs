//! The schemas in `data/aot/schema` and what is really read agree with each other and with the files.

use std::fs;
use std::path::{Path, PathBuf};

use aot::pack::Faction;
use ground::Footprint;
use roster::Army;
use serde_json::{Value, json};
use vocabulary::Word;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/aot")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    files
}

fn schema(name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(data().join("schema").join(name)).unwrap()).unwrap()
}

fn from_toml(text: &str) -> Value {
    toml::from_str(text).unwrap()
}

/// What is wrong with a value by a schema, as far as our schemas go: words that they do not use are not understood.
fn faults(schema: &Value, rule: &Value, value: &Value, place: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (word, of) in rule.as_object().unwrap() {
        let number = || of.as_i64().unwrap();
        let holds = match (word.as_str(), value) {
            ("$schema" | "$defs" | "title" | "description", _) => true,
            ("$ref", _) => {
                let name = of.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                wrong.extend(faults(schema, &schema["$defs"][name], value, place));
                true
            }
            ("type", _) => match of.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "integer" => value.is_i64(),
                "boolean" => value.is_boolean(),
                other => panic!("the type {other} is not understood"),
            },
            ("enum", _) => of.as_array().unwrap().contains(value),
            ("anyOf", _) => of.as_array().unwrap().iter().any(|one| faults(schema, one, value, place).is_empty()),
            ("minimum", Value::Number(n)) => n.as_i64().unwrap() >= number(),
            ("maximum", Value::Number(n)) => n.as_i64().unwrap() <= number(),
            ("minLength", Value::String(text)) => text.chars().count() as i64 >= number(),
            ("maxLength", Value::String(text)) => text.chars().count() as i64 <= number(),
            ("pattern", Value::String(text)) => match of.as_str().unwrap() {
                "^[a-z0-9][a-z0-9-]{0,22}$" => text.parse::<Word>().is_ok(),
                pattern if pattern.contains("oval") => text.parse::<Footprint>().is_ok(),
                other => panic!("the pattern {other} is not understood"),
            },
            ("minItems", Value::Array(items)) => items.len() as i64 >= number(),
            ("maxItems", Value::Array(items)) => items.len() as i64 <= number(),
            ("items", Value::Array(items)) => {
                let inner = |(at, item)| faults(schema, of, item, &format!("{place}[{at}]"));
                wrong.extend(items.iter().enumerate().flat_map(inner));
                true
            }
            ("required", Value::Object(fields)) => {
                of.as_array().unwrap().iter().all(|name| fields.contains_key(name.as_str().unwrap()))
            }
            ("additionalProperties", Value::Object(fields)) => {
                assert_eq!(of, false, "only what is listed may be there");
                fields.keys().all(|name| rule["properties"].get(name).is_some())
            }
            ("properties", Value::Object(fields)) => {
                for (name, field) in fields {
                    if let Some(rule) = of.get(name) {
                        wrong.extend(faults(schema, rule, field, &format!("{place}.{name}")));
                    }
                }
                true
            }
            // A word about another kind of value says nothing; `type` does.
            (
                "minimum"
                | "maximum"
                | "minLength"
                | "maxLength"
                | "pattern"
                | "minItems"
                | "maxItems"
                | "items"
                | "required"
                | "additionalProperties"
                | "properties",
                _,
            ) => true,
            (other, _) => panic!("{other} is not understood"),
        };
        if !holds {
            wrong.push(format!("{place}: {word} {of}, not {value}"));
        }
    }
    wrong
}

fn judge(schema: &Value, value: &Value) -> Vec<String> {
    faults(schema, schema, value, "")
}

#[test]
fn every_pack_and_every_army_keeps_to_its_schema() {
    let (pack, army) = (schema("pack.json"), schema("army.json"));
    let (mut packs, mut armies) = (files(&data().join("factions")), files(&data().join("armies")));
    packs.extend(files(&data().join("example")));
    armies.extend(files(&data().join("drills")));
    assert!(packs.len() >= 4 && armies.len() >= 8);
    for (schema, files) in [(pack, packs), (army, armies)] {
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            assert_eq!(judge(&schema, &from_toml(&text)), [""; 0], "{}", file.display());
        }
    }
}

#[test]
fn every_file_is_embedded() {
    let stem = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut factions: Vec<String> = aot::pack::factions().iter().map(|faction| faction.id.to_string()).collect();
    factions.sort();
    assert_eq!(files(&data().join("factions")).iter().map(stem).collect::<Vec<_>>(), factions);
    for (folder, lists) in [("armies", aot::pack::ready_lists()), ("drills", aot::pack::drills())] {
        let mut ids: Vec<String> = lists.iter().map(|army| army.id.to_string()).collect();
        ids.sort();
        assert_eq!(files(&data().join(folder)).iter().map(stem).collect::<Vec<_>>(), ids);
    }
}

/// A pack as a value with every field of its cards that there is, which can be changed and read.
fn full_pack() -> Value {
    let text = fs::read_to_string(data().join("factions/exiles.toml")).unwrap();
    let mut pack = from_toml(&text);
    pack["card"].as_array_mut().unwrap().truncate(1);
    pack["card"][0]["base"] = json!("60mm");
    pack["card"][0]["text"] = json!("Diggers.");
    pack["card"][0]["plural"] = json!(true);
    pack
}

/// Checks that schema and reader agree on a pack.
fn check_pack(pack: &Value, is_fine: bool) {
    let text = toml::to_string(pack).unwrap();
    assert_eq!(judge(&schema("pack.json"), pack).is_empty(), is_fine, "the schema of {text}");
    assert_eq!(Faction::from_toml("pack.toml", &text).is_ok(), is_fine, "the reader of {text}");
}

#[test]
fn schema_and_reader_of_packs_agree_on_every_bound() {
    check_pack(&full_pack(), true);
    let defs = &schema("pack.json")["$defs"];
    for (kind, path) in [("card", "/card/0"), ("weapon", "/card/0/weapon/0")] {
        for (name, rule) in defs[kind]["properties"].as_object().unwrap() {
            let rule = if name == "range" { &rule["anyOf"][0] } else { rule };
            let (Some(least), Some(most)) = (rule["minimum"].as_i64(), rule["maximum"].as_i64()) else { continue };
            for (value, is_fine) in [(least - 1, false), (least, true), (most, true), (most + 1, false)] {
                let mut pack = full_pack();
                pack.pointer_mut(path).unwrap()[name] = json!(value);
                check_pack(&pack, is_fine);
            }
        }
    }
}

#[test]
fn schema_and_reader_of_packs_agree_on_what_is_there_and_what_must_be() {
    let defs = &schema("pack.json");
    let kinds = [("", defs), ("/formation/0", &defs["$defs"]["formation"]), ("/card/0", &defs["$defs"]["card"])];
    for (path, rule) in kinds.into_iter().chain([("/card/0/weapon/0", &defs["$defs"]["weapon"])]) {
        let required = rule["required"].as_array().unwrap();
        for name in rule["properties"].as_object().unwrap().keys() {
            let mut pack = full_pack();
            let part = pack.pointer_mut(path).unwrap().as_object_mut().unwrap();
            if path.is_empty() && name == "army" {
                continue;
            }
            assert!(part.remove(name).is_some(), "the example has {path}/{name}");
            check_pack(&pack, !required.contains(&json!(name)));
        }
        let mut pack = full_pack();
        pack.pointer_mut(path).unwrap()["feat"] = json!("x");
        check_pack(&pack, false);
    }
}

/// Armies of packs, on the pack that people begin with: its armies can be played, so what is changed here must not be
/// what makes them so.
#[test]
fn schema_and_reader_agree_on_what_is_in_an_army_of_a_pack() {
    let example = || {
        let mut pack = from_toml(&fs::read_to_string(data().join("example/moles.toml")).unwrap());
        let army = &mut pack["army"][0];
        (army["game"], army["faction"]) = (json!("aot"), json!("moles"));
        (army["unit"][2]["name"], army["unit"][2]["base"]) = (json!("Short Noses"), json!("32mm"));
        army["unit"][2]["joins"] = json!("old-digger");
        army["unit"].as_array_mut().unwrap().remove(1);
        pack
    };
    check_pack(&example(), true);
    let defs = &schema("pack.json")["$defs"];
    for (path, rule) in [("/army/0", &defs["army"]), ("/army/0/unit/1", &defs["unit"])] {
        for name in rule["properties"].as_object().unwrap().keys() {
            let mut pack = example();
            let part = pack.pointer_mut(path).unwrap().as_object_mut().unwrap();
            assert!(part.remove(name).is_some(), "the example has {path}/{name}");
            check_pack(&pack, !rule["required"].as_array().unwrap().contains(&json!(name)));
        }
        let mut pack = example();
        pack.pointer_mut(path).unwrap()["colour"] = json!("red");
        check_pack(&pack, false);
    }
    for (path, bad) in [("game", json!("chess")), ("name", json!("")), ("text", json!("x".repeat(401)))] {
        let mut pack = example();
        pack["army"][0][path] = bad;
        check_pack(&pack, false);
    }
    for (count, is_fine) in [(0, true), (20, true), (21, false)] {
        let mut pack = example();
        let army = |n| {
            let mut army = pack["army"][0].clone();
            army["id"] = json!(format!("army-{n}"));
            army
        };
        pack["army"] = (0..count).map(army).collect();
        check_pack(&pack, is_fine);
    }
}

#[test]
fn schema_and_reader_of_packs_agree_on_how_much_there_may_be() {
    /// Changes the list at a place to so many copies of its first item, each with an id of its own where it has one.
    fn repeated(path: &str, count: usize) -> Value {
        let mut pack = full_pack();
        let items = pack.pointer_mut(path).unwrap();
        let copy = |n| {
            let mut item = items[0].clone();
            if item.get("id").is_some() {
                item["id"] = json!(format!("item-{n}"));
            }
            if item.get("feat").is_some() {
                item["feat"]["id"] = json!(format!("feat-{n}"));
            }
            item
        };
        *items = (0..count).map(copy).collect();
        pack
    }
    for (path, least, most) in [("/formation", 3, 3), ("/card", 1, 100), ("/card/0/weapon", 0, 4)] {
        for count in [least.max(1) - 1, least, most, most + 1] {
            check_pack(&repeated(path, count), (least..=most).contains(&count));
        }
    }
    let lengths = [("/name", 1, 40), ("/text", 0, 400), ("/formation/1/name", 1, 40), ("/formation/1/text", 0, 400)];
    let of_cards = [("/card/0/name", 1, 40), ("/card/0/text", 0, 400), ("/card/0/weapon/1/name", 1, 40)];
    for (path, least, most) in lengths.into_iter().chain(of_cards) {
        for length in [0, 1, most, most + 1] {
            let mut pack = full_pack();
            *pack.pointer_mut(path).unwrap() = json!("ä".repeat(length));
            check_pack(&pack, (least..=most).contains(&length));
        }
    }
}

#[test]
fn schema_and_reader_of_packs_agree_on_words() {
    let all = &schema("pack.json")["$defs"];
    let defs = &all["card"]["properties"];
    for rank in all["rank"]["enum"].as_array().unwrap() {
        let mut pack = full_pack();
        pack["card"][0]["rank"] = rank.clone();
        pack["card"][0].as_object_mut().unwrap().remove("base");
        check_pack(&pack, true);
    }
    for ability in defs["abilities"]["items"]["enum"].as_array().unwrap() {
        let mut pack = full_pack();
        pack["card"][0]["abilities"] = json!([ability]);
        check_pack(&pack, true);
    }
    for (path, bad) in [("rank", json!("king")), ("abilities", json!(["resilient 1+"])), ("numbers", json!("theirs"))] {
        let mut pack = full_pack();
        pack["card"][0][path] = bad;
        check_pack(&pack, false);
    }
}

#[test]
fn schema_and_reader_of_packs_agree_on_rules_and_feats() {
    let check = |path: &str, value: Value, is_fine: bool| {
        let mut pack = full_pack();
        *pack.pointer_mut(path).unwrap() = value;
        check_pack(&pack, is_fine);
    };
    let of = |more: Value| {
        let mut all = json!({ "name": "x", "text": "y" });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    for need in 1..=7 {
        check("/rule", of(json!({ "keeps-feat-point": need })), (2..=6).contains(&need));
        check("/rule", of(json!({ "while": "always", "gives": [{ "resilient": need }] })), (3..=6).contains(&need));
    }
    check("/rule", of(json!({ "keeps-feat-point": 4, "while": "always", "gives": ["calm"] })), false);
    check("/rule", of(json!({ "while": "always" })), false);
    check("/rule", of(json!({ "gives": ["calm"] })), false);
    check("/rule", of(json!({})), false);
    check("/rule", of(json!({ "while": "in-cover", "ranks": ["dregs"], "gives": ["calm", { "hit": 1 }] })), true);
    check("/archive", of(json!({ "control": "soul" })), true);
    check("/archive", of(json!({ "gives": [{ "speed": 1 }] })), true);
    check("/archive", of(json!({ "gives": [{ "speed": 1 }], "control": "soul" })), false);
    check("/archive", of(json!({})), false);
    for by in -4..=4 {
        for value in ["power", "defense", "resist", "hit", "speed", "vigor"] {
            check("/archive", of(json!({ "gives": [{ value: by }] })), by != 0 && (-3..=3).contains(&by));
        }
    }
    let feat = |more: Value| {
        let mut all = of(json!({ "id": "f", "when": "fights" }));
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    check("/formation/0/feat", feat(json!({ "mends": true })), true);
    check("/formation/0/feat", feat(json!({ "hurts": true, "on": "enemy", "until": "activation" })), true);
    check("/formation/0/feat", feat(json!({ "soul": 6 })), true);
    check("/formation/0/feat", feat(json!({ "soul": 7 })), false);
    check("/formation/0/feat", feat(json!({ "gives": ["brave"] })), false);
    check("/formation/0/feat", feat(json!({ "mends": true, "when": "sleeps" })), false);
}

/// What no schema says.
#[test]
fn a_feat_does_something_and_has_an_enemy_where_it_needs_one() {
    let faults = |feat: &str| {
        let text = fs::read_to_string(data().join("factions/exiles.toml")).unwrap();
        let mut pack: toml::Table = toml::from_str(&text).unwrap();
        pack["formation"][0]["feat"] = toml::Value::Table(toml::from_str(feat).unwrap());
        Faction::from_toml("pack.toml", &toml::to_string(&pack).unwrap()).unwrap_err()[0].sentence.clone()
    };
    let idle = "id = 'f'\nname = 'F'\ntext = ''\nwhen = 'acts'";
    assert_eq!(faults(idle), "Feat 'f': it does nothing: it needs gives, mends, hurts or soul");
    let alone = format!("{idle}\non = 'enemy'\ngives = ['calm']");
    assert_eq!(faults(&alone), "Feat 'f': it is for an enemy, but there is none at hand when a unit acts");
    let twice = idle.replace("'f'", "'vigilance'") + "\nmends = true";
    assert_eq!(faults(&twice), "there are two Feats 'vigilance'");
}

#[test]
fn schema_and_reader_of_armies_agree_on_what_is_there_and_what_must_be() {
    let schema = schema("army.json");
    let army = || {
        json!({
            "game": "aot", "name": "x", "text": "y", "faction": "z", "formation": "f",
            "unit": [{ "card": "a", "name": "b", "models": 5, "base": "32mm", "joins": "c" }],
        })
    };
    let check = |army: &Value, is_fine: bool| {
        let text = toml::to_string(army).unwrap();
        assert_eq!(judge(&schema, army).is_empty(), is_fine, "the schema of {text}");
        assert_eq!(Army::from_toml(&text).is_ok(), is_fine, "the reader of {text}");
    };
    check(&army(), true);
    for (path, rule) in [("", &schema), ("/unit/0", &schema["$defs"]["unit"])] {
        for name in rule["properties"].as_object().unwrap().keys() {
            let mut army = army();
            assert!(army.pointer_mut(path).unwrap().as_object_mut().unwrap().remove(name).is_some(), "{name}");
            check(&army, !rule["required"].as_array().unwrap().contains(&json!(name)));
        }
        let mut army = army();
        army.pointer_mut(path).unwrap()["colour"] = json!("red");
        check(&army, false);
    }
    let models = &schema["$defs"]["unit"]["properties"]["models"];
    for (value, is_fine) in [(-1, false), (0, true), (65535, true), (65536, false)] {
        assert!(models["minimum"] == 0 && models["maximum"] == 65535);
        let mut army = army();
        army["unit"][0]["models"] = json!(value);
        check(&army, is_fine);
    }
    let mut army = army();
    army["unit"] = json!(vec![json!({ "card": "a" }); 201]);
    check(&army, false);
}

#[test]
fn the_examples_of_the_guide_are_what_they_say() {
    let guide = fs::read_to_string(data().join("../../docs/armies.md")).unwrap();
    let examples: Vec<&str> = guide.split("```").filter_map(|part| part.strip_prefix("toml\n")).collect();
    let [army, pack] = examples[..] else { panic!("there are two examples, not {}", examples.len()) };
    let army = Army::from_toml(army).unwrap();
    assert_eq!(aot::force::judge_list(&army.list, &vocabulary::Settings::new(), &[]).faults, []);
    let formation = |n: u8| format!("[[formation]]\nid = \"f{n}\"\nname = \"F\"\ntext = \"\"\n");
    let whole = pack.replace("# … two more formations", &(formation(2) + &formation(3)));
    let faction = Faction::from_toml("moles.toml", &whole).unwrap();
    assert_eq!((faction.formations.len(), faction.cards[0].weapons.len()), (3, 2));
}
