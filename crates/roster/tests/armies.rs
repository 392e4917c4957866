//! Army files: what is read and written, and what is said of a file that is none.

use ground::{Footprint, Length};
use proptest::prelude::*;
use roster::{Army, LONGEST, Lines, MOST_UNITS, ReadError};
use vocabulary::{Fault, List, ListUnit, Ref, Seat, UnitId, Word};

const ARMY: &str = "\
game = \"aot\"
name = \"Ämter\"
faction = \"galewrights\"
formation = \"high-roosts\"

[[unit]]
card = \"gale-marshal\"
name = \"Old Ann\"
base = \"60x35mm oval\"

[[unit]]
card = \"drifters\"
models = 6
joins = \"gale-marshal\"
";

#[test]
fn an_army_is_read_as_it_is_written() {
    let army = Army::from_toml(ARMY).unwrap();
    assert_eq!((army.game, army.list.name.as_str(), army.text.as_str()), (Word::new("aot"), "Ämter", ""));
    let marshal = ListUnit {
        name: Some("Old Ann".to_owned()),
        base: Some("60x35mm oval".parse().unwrap()),
        ..ListUnit::of(Word::new("gale-marshal"))
    };
    let drifters =
        ListUnit { models: Some(6), joins: Some(Word::new("gale-marshal")), ..ListUnit::of(Word::new("drifters")) };
    assert_eq!(army.list.units, [marshal, drifters]);
    assert_eq!(army.list.formation, Some(Word::new("high-roosts")));
}

fn check(from: &str, to: &str, line: usize, column: usize, says: &str) {
    assert!(ARMY.contains(from), "{from}");
    match Army::from_toml(&ARMY.replacen(from, to, 1)).unwrap_err() {
        ReadError::At { line: found, column: at, sentence } => {
            assert_eq!((found, at), (line, column), "{sentence}");
            assert!(sentence.starts_with(says), "{sentence}");
        }
        error => panic!("{error}"),
    }
}

#[test]
fn what_does_not_belong_is_named_with_line_and_column() {
    check("models = 6", "models = -6", 13, 10, "invalid value: integer `-6`, expected u16");
    check("models = 6", "models = \"six\"", 13, 10, "invalid type: string \"six\", expected u16");
    check("models = 6", "modles = 6", 13, 1, "unknown field `modles`, expected one of `card`, `name`, `models`");
    check("\"drifters\"", "\"Drifters\"", 12, 8, "'Drifters' is not a word: use up to 23 lower-case letters");
    check("60x35mm oval", "wide", 9, 8, "'wide' is no base: write 32mm for a round one");
    check("[[unit]]\ncard = \"drifters\"", "[[unit]]\n", 11, 1, "missing field `card`");
    check("game = \"aot\"\n", "", 1, 1, "missing field `game`");
    check("name = \"Ämter\"", "name = \"Ämter", 2, 14, "");
    check("name = \"Ämter\"", "name = \"Ä\u{1b}[2J\"", 2, 10, "");
}

#[test]
fn a_sentence_never_holds_what_a_terminal_would_obey() {
    let text = ARMY.replace("\"drifters\"", "\"\\u001b[2Jdrifters\"");
    let sentence = Army::from_toml(&text).unwrap_err().to_string();
    assert!(!sentence.chars().any(char::is_control), "{sentence:?}");
    let long = ARMY.replace("card = \"drifters\"", &format!("{} = 1", "x".repeat(5000)));
    assert!(Army::from_toml(&long).unwrap_err().to_string().len() < 400);
}

#[test]
fn too_much_of_anything_is_refused() {
    assert_eq!(Army::from_toml(&"#".repeat(LONGEST + 1)), Err(ReadError::TooLong(LONGEST)));
    let head = "game = \"aot\"\nname = \"x\"\nfaction = \"y\"\n";
    let of = |units: usize| format!("{head}{}", "[[unit]]\ncard = \"z\"\n".repeat(units));
    assert_eq!(Army::from_toml(&of(MOST_UNITS)).unwrap().list.units.len(), MOST_UNITS);
    let error = Army::from_toml(&of(MOST_UNITS + 1)).unwrap_err().to_string();
    assert_eq!(error, "line 404, column 1: at most 200 units, not 201");
}

#[test]
fn units_are_found_by_their_lines_however_they_are_written() {
    let lines = Lines::of_toml(ARMY);
    assert_eq!((lines.unit(0), lines.unit(1), lines.unit(2)), (Some(6), Some(11), None));
    let at = |at| Fault { at, ..Fault::new("game.rule", "") };
    assert_eq!(lines.of(&at(Some(Ref::Unit(UnitId(1))))), Some(11));
    assert_eq!(lines.of(&at(Some(Ref::Seat(Seat(1))))), None);
    assert_eq!(lines.of(&at(None)), None);
    let inline = "unit = [\n  { card = \"a\" },\n\n  { card = 3 },\n]\n";
    assert_eq!(Lines::of_toml(inline).unit(1), Some(4));
    for text in ["", "unit = 7", "[[unit]", "\0"] {
        assert_eq!(Lines::of_toml(text), Lines::default(), "{text:?}");
    }
}

fn word() -> impl Strategy<Value = Word> {
    "[a-z0-9][a-z0-9-]{0,22}".prop_map(|text| text.parse().unwrap())
}

fn base() -> impl Strategy<Value = Footprint> {
    let mm = || (1..=500).prop_map(Length::mm);
    prop_oneof![
        mm().prop_map(Footprint::round),
        (mm(), mm()).prop_map(|(length, width)| Footprint::Oval { length, width }),
        (mm(), mm()).prop_map(|(length, width)| Footprint::Hull { length, width }),
    ]
}

fn unit() -> impl Strategy<Value = ListUnit> {
    let optional = proptest::option::of::<BoxedStrategy<String>>;
    (
        word(),
        optional(any::<String>().boxed()),
        any::<Option<u16>>(),
        proptest::option::of(base()),
        proptest::option::of(word()),
        any::<bool>(),
        proptest::collection::btree_map(word(), any::<u16>(), 0..3),
    )
        .prop_map(|(card, name, models, base, joins, commander, options)| ListUnit {
            card,
            name,
            models,
            base,
            joins,
            commander,
            options,
        })
}

fn army() -> impl Strategy<Value = Army> {
    let units = proptest::collection::vec(unit(), 0..8);
    let marks = proptest::collection::vec(word(), 0..3);
    (word(), any::<String>(), any::<String>(), word(), proptest::option::of(word()), marks, units).prop_map(
        |(game, name, text, faction, formation, marks, units)| Army {
            game,
            text,
            list: List { name, faction, formation, marks, units },
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_reads_back_the_same(army in army()) {
        let text = army.to_toml();
        prop_assert_eq!(Army::from_toml(&text), Ok(army.clone()), "{}", text);
        let lines = Lines::of_toml(&text);
        for place in 0..army.list.units.len() {
            let line = lines.unit(place).unwrap();
            prop_assert_eq!(text.lines().nth(line - 1), Some("[[unit]]"));
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = (Army::from_toml(&text), Lines::of_toml(&text));
    }

    #[test]
    fn an_army_with_some_bytes_changed_is_read_or_refused_with_a_place(
        changes in proptest::collection::vec((0..ARMY.len(), any::<u8>()), 1..6),
    ) {
        let mut bytes = ARMY.as_bytes().to_vec();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        let text = String::from_utf8_lossy(&bytes);
        let _ = Lines::of_toml(&text);
        if let Err(ReadError::At { line, column, sentence }) = Army::from_toml(&text) {
            prop_assert!(line >= 1 && line <= text.lines().count() + 1 && column >= 1);
            prop_assert!(!sentence.is_empty() && !sentence.chars().any(char::is_control));
        }
    }
}
