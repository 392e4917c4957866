//! The schemas in `data/last-edition/schema` and what is really read agree with each other and with the files.

use std::fs;
use std::path::{Path, PathBuf};

use ground::Footprint;
use last_edition::forces::pack::{self, Faction};
use serde_json::{Value, json};
use vocabulary::Word;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/last-edition")
}

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(data().join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    files
}

fn schema(name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(data().join("schema").join(name)).unwrap()).unwrap()
}

/// Two digits as the pattern of armor saves has them; which is larger, a pattern cannot say.
fn is_armor(text: &str) -> bool {
    let is_number = |part: &str| matches!(part.as_bytes(), [b'2'..=b'6', b'+']);
    text.split('/').count() <= 2 && text.split('/').all(is_number)
}

/// Whether a text fits a pattern of keywords: words without a number, and beginnings with a number from 1 to 30 behind.
fn is_keyword(pattern: &str, text: &str) -> bool {
    let number = "([1-9]|[12][0-9]|30)";
    assert!(pattern.contains(number), "the pattern {pattern} is not understood");
    let choices = pattern.replace('\\', "");
    let is_choice = |stem: &str| {
        ["(", "|"]
            .iter()
            .any(|before| ["|", ")"].iter().any(|after| choices.contains(&format!("{before}{stem}{after}"))))
    };
    let stem = text.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let digits = &text[stem.len()..];
    let needs_number = stem.ends_with([' ', '-', '+']);
    let is_number = !digits.starts_with('0') && digits.parse::<u8>().is_ok_and(|n| (1..=30).contains(&n));
    is_choice(stem) && if needs_number { is_number } else { digits.is_empty() }
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
                pattern if pattern.contains("none") => text == "none" || is_armor(text),
                pattern => is_keyword(pattern, text),
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
    let folders =
        [("pack.json", "factions"), ("pack.json", "example"), ("army.json", "armies"), ("army.json", "drills")];
    for (name, folder) in folders {
        let schema = schema(name);
        assert!(!files(folder).is_empty());
        for file in files(folder) {
            let value = toml::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
            assert_eq!(judge(&schema, &value), [""; 0], "{}", file.display());
        }
    }
}

#[test]
fn every_file_is_embedded() {
    let stem = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let factions = pack::factions().iter().map(|faction| faction.id.to_string()).collect();
    let ids = |lists: Vec<vocabulary::ReadyList>| lists.iter().map(|army| army.id.to_string()).collect();
    let embedded: [(&str, Vec<String>); 3] =
        [("factions", factions), ("armies", ids(pack::ready_lists())), ("drills", ids(pack::drills()))];
    for (folder, mut names) in embedded {
        names.sort();
        assert_eq!(files(folder).iter().map(stem).collect::<Vec<_>>(), names);
    }
}

/// The example, which can be changed and read. Its army goes: other faults than those of the change would only be in the way.
fn example() -> Value {
    let mut pack: Value =
        toml::from_str(&fs::read_to_string(data().join("example/lamplighters.toml")).unwrap()).unwrap();
    pack.as_object_mut().unwrap().remove("army");
    pack
}

/// Checks that schema and reader agree on a pack.
fn check(pack: &Value, is_fine: bool) {
    let text = toml::to_string(pack).unwrap();
    assert_eq!(judge(&schema("pack.json"), pack).is_empty(), is_fine, "the schema of {text}");
    let read = Faction::from_toml("pack.toml", &text);
    assert_eq!(read.is_ok(), is_fine, "the reader: {:?} of {text}", read.err());
}

/// Where parts of a pack stand in the example, and the definition of each.
const PARTS: [(&str, &str); 7] = [
    ("datasheet", "/datasheet/0"),
    ("profile", "/datasheet/0/profile"),
    ("weapon", "/datasheet/0/weapon/0"),
    ("ability", "/datasheet/0/ability/0"),
    ("aura", "/datasheet/0/aura/0"),
    ("upgrade", "/datasheet/1/upgrade/0"),
    ("transport", "/datasheet/2/transport"),
];

#[test]
fn schema_and_reader_agree_on_every_bound() {
    check(&example(), true);
    let defs = &schema("pack.json")["$defs"];
    let ranged = ("/datasheet/1/weapon/0/profiles/0", &defs["weapon-profile"]["anyOf"][0]);
    let melee = ("/datasheet/1/weapon/1/profiles/0", &defs["weapon-profile"]["anyOf"][1]);
    let parts = PARTS.map(|(name, path)| (path, &defs[name]));
    let mut bounds = 0;
    for (path, rule) in parts.into_iter().chain([ranged, melee]) {
        for (name, rule) in rule["properties"].as_object().unwrap() {
            let (Some(least), Some(most)) = (rule["minimum"].as_i64(), rule["maximum"].as_i64()) else { continue };
            for (value, is_fine) in [(least - 1, false), (least, true), (most, true), (most + 1, false)] {
                let mut pack = example();
                pack.pointer_mut(path).unwrap()[name] = json!(value);
                check(&pack, is_fine);
                bounds += 1;
            }
        }
    }
    assert!(bounds > 60);
}

#[test]
fn schema_and_reader_agree_on_what_must_be_there_and_what_must_not() {
    let defs = &schema("pack.json")["$defs"];
    for (name, path) in PARTS {
        for required in defs[name]["required"].as_array().unwrap() {
            let mut pack = example();
            let part = pack.pointer_mut(path).unwrap().as_object_mut().unwrap();
            assert!(part.remove(required.as_str().unwrap()).is_some(), "the example has {path}/{required}");
            check(&pack, false);
        }
        let mut pack = example();
        pack.pointer_mut(path).unwrap()["weight"] = json!(1);
        check(&pack, false);
    }
}

#[test]
fn schema_and_reader_agree_on_roles_effects_and_keywords() {
    let with = |path: &str, value: Value, is_fine: bool| {
        let mut pack = example();
        let (part, name) = path.rsplit_once('/').unwrap();
        pack.pointer_mut(part).unwrap()[name] = value;
        check(&pack, is_fine);
    };
    for cost in [0, 1, 20, 21] {
        let is_fine = (1..=20).contains(&cost);
        for kind in ["elite", "fly", "base", "support"] {
            with("/datasheet/0/role", json!({ kind: { "cost": cost } }), is_fine);
        }
        with("/datasheet/0/role", json!({ "guardian": { "cost": cost, "leaders": 1 } }), is_fine);
        with("/datasheet/0/role", json!({ "leader": { "points": 3, "cost": cost } }), is_fine);
    }
    let changed = |by: i64| json!([{ "change": { "value": "strength", "by": by } }]);
    for (by, is_fine) in [(-7, false), (-6, true), (6, true), (7, false)] {
        with("/datasheet/0/ability/0/effects", changed(by), is_fine);
    }
    for (keyword, is_fine) in [("counterfire", true), ("trigger -1", true), ("trigger 1", false), ("deflect 1", false)]
    {
        with("/datasheet/1/weapon/0/profiles/0/keywords", json!([keyword]), is_fine);
    }
    for (keyword, is_fine) in [("light +2", true), ("splash 30", true), ("splash 31", false), ("sniper", false)] {
        with("/datasheet/1/weapon/1/profiles/0/keywords", json!([keyword]), is_fine);
    }
    for (keyword, is_fine) in [("flying", true), ("cowards 2", true), ("cowards", false), ("brave", false)] {
        with("/datasheet/1/upgrade/1/keywords", json!([keyword]), is_fine);
    }
}
