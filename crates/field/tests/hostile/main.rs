//! Whatever stands in a file: it is read, or refused with a sentence; never a panic.

mod bytes;

use std::fs;
use std::path::{Path, PathBuf};

use field::{
    Base, Field, Form, Frame, Going, Kind, Objective, Paper, Piece, Plot, Sight, Size, Style, Symmetry, Zone, draw,
};
use ground::{FACINGS, Length, Outline, Point};
use proptest::collection::vec;
use proptest::prelude::*;

const EXAMPLE: &str = include_str!("../../../../data/fields/old-mill.toml");

/// A law that any bytes must keep.
fn check(text: &str) {
    bytes::read_or_refused(text.as_bytes());
}

/// What fuzzing starts from, and what it once found.
#[test]
fn the_seeds_of_the_fuzzer_are_read_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/field");
    let mut seeds: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!seeds.is_empty(), "{} is empty", folder.display());
    seeds.sort();
    for seed in seeds {
        eprintln!("{}", seed.display());
        let whole = fs::read(&seed).unwrap();
        bytes::read_or_refused(&whole);
        bytes::read_or_refused(&whole[..whole.len() / 2]);
    }
}

#[test]
fn the_example_is_sound() {
    let field = Field::from_toml(EXAMPLE).unwrap();
    let report = field.check();
    assert_eq!((&report.faults[..], &report.warnings[..]), (&[][..], &[][..]));
    assert_eq!(field.name, "Old Mill");
    assert_eq!(field.pieces[0].levels, [Length::inches(3), Length::inches(6)]);
    assert_eq!(field.pieces.len(), 15);
}

#[test]
fn the_example_of_the_manual_is_the_example() {
    let manual = include_str!("../../../../docs/fields.md");
    let start = manual.find("```toml\n").unwrap() + 8;
    let block = &manual[start..start + manual[start..].find("```").unwrap()];
    let field = Field::from_toml(block).unwrap_or_else(|error| panic!("{error}: {block}"));
    assert!(field.check().is_sound(), "{:?}", field.check());
}

#[test]
fn absurd_numbers_do_no_harm() {
    let with = |piece: &str| format!("size = \"60x44\"\n[[piece]]\nkind = \"hill\"\n{piece}\n");
    for piece in [
        "at = [412, 412]\nsize = [412, 412]",
        "at = [-412, -412]\nsize = [0.01, 412]\nturned = 359.99",
        "at = [1e300, 0]\nsize = [1, 1]",
        "at = [nan, inf]\nsize = [1, 1]",
        "corners = []",
        "corners = [[1, 1]]",
        "corners = [[1, 1], [2, 2], [3, 3]]",
        "corners = [[0, 0], [9, 9], [9, 0], [0, 9]]",
        "corners = [[412, -412], [-412, 412], [412, 412]]",
        "at = [9, 9]\nsize = [\"0.01mm\", \"0.01mm\"]",
        "at = [9, 9]\nsize = [5, 5]\nheight = -412\nlevels = [9, 3, -1]\nwalls = [0, 255, 1, 1]",
        "at = [9, 9]\nsize = [5, 5]\nname = \"\\u001b[31m\\n\"\ntags = [\"\", \"\\u0007\"]",
        "at = [9, 9]\nsize = [5, 5]\nform = 65536",
        "at = [9, 9]\nsize = [5, 5]\nwalls = [256]",
    ] {
        check(&with(piece));
    }
    check("size = \"60x44\"\n[[zone]]\nseat = 1\ncorners = []\n[[zone]]\nseat = 255\nlow = [9, 9]\nhigh = [0, 0]");
    check(
        "size = \"60x44\"\n[[zone]]\nseat = 1\nlow = [0, 0]\nhigh = [60, 44]\nwithout = { at = [30, 22], radius = 412 }",
    );
    check(
        "size = \"60x44\"\n[[objective]]\nat = [412, -412]\nradius = 412\n[[objective]]\nat = [412, -412]\nradius = 412",
    );
    check(&format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000)));
    check(&format!("a = {}1{}", "[".repeat(5_000), "]".repeat(5_000)));
}

/// As much as may stand in a file, all in one place: it must not take for ever.
#[test]
fn a_crowd_is_checked_in_good_time() {
    let mut text = "size = \"120x120\"\n".to_owned();
    for n in 0..Field::MOST_PIECES {
        let corners: Vec<String> = (0..48)
            .map(|k| {
                format!(
                    "[{}, {}]",
                    2 + k * 2 + n as i32 % 3,
                    if k % 2 == 0 { 2 + n as i32 % 7 } else { 80 + n as i32 % 9 }
                )
            })
            .collect();
        text += &format!("[[piece]]\nkind = \"wood\"\ncorners = [{}]\n", corners.join(","));
    }
    check(&text);
}

fn a_length() -> impl Strategy<Value = Length> {
    (1..200_000_i32).prop_map(Length)
}

fn a_point() -> impl Strategy<Value = Point> {
    (-300_000..300_000_i32, -300_000..300_000_i32).prop_map(Point::from)
}

fn a_plot() -> impl Strategy<Value = Plot> {
    let form = prop_oneof![
        Just(Form::Rectangle),
        Just(Form::Oval),
        any::<u16>().prop_map(Form::Blob),
        Just(Form::Ell(Length(1), Length(1))),
    ];
    let frame = (a_point(), (2..200_000_i32), (2..200_000_i32), 0..FACINGS, any::<bool>());
    let framed = (form, frame).prop_map(|(form, (at, width, depth, turned, flipped))| {
        Plot::Framed(form, Frame { at, width: Length(width), depth: Length(depth), turned, flipped })
    });
    prop_oneof![framed, vec(a_point(), 0..20).prop_map(Plot::Corners)]
}

fn a_piece() -> impl Strategy<Value = Piece> {
    let sight = prop_oneof![Just(Sight::Clear), Just(Sight::Soft), Just(Sight::Hard)];
    let going = prop_oneof![Just(Going::Open), Just(Going::Rough), Just(Going::Climb), Just(Going::Closed)];
    let kind = (0..Kind::ALL.len()).prop_map(|place| Kind::ALL[place]);
    let lists = (vec(any::<u8>(), 0..5), vec(a_length(), 0..4), vec("[a-z-]{0,9}", 0..4));
    (kind, ".{1,12}", a_plot(), a_length(), sight, going, lists).prop_map(
        |(kind, name, plot, height, sight, going, (walls, levels, tags))| Piece {
            name,
            kind,
            plot,
            height,
            sight,
            going,
            walls,
            levels,
            tags,
        },
    )
}

fn a_field() -> impl Strategy<Value = Field> {
    let symmetry = prop_oneof![
        Just(Symmetry::None),
        Just(Symmetry::HalfTurn),
        Just(Symmetry::LeftRight),
        Just(Symmetry::TopBottom)
    ];
    let size = (30_480..304_800_i32, 30_480..304_800_i32)
        .prop_map(|(width, depth)| Size { width: Length(width), depth: Length(depth) });
    let disc = (a_point(), a_length()).prop_map(|(at, radius)| field::Disc { at, radius });
    let zone = (".{1,9}", 1..=8_u8, vec(a_point(), 0..9), proptest::option::of(disc))
        .prop_map(|(name, seat, corners, without)| Zone { name, seat, corners, without });
    let objective = (".{1,9}", a_point(), a_length()).prop_map(|(name, at, radius)| Objective { name, at, radius });
    let seed = proptest::option::of(0..i64::MAX as u64);
    let words = (".{0,20}", "[^\\p{Cc}]{0,20}");
    (words, size, seed, symmetry, vec(a_piece(), 0..6), vec(zone, 0..4), vec(objective, 0..4)).prop_map(
        |((name, text), size, seed, symmetry, pieces, zones, objectives)| Field {
            name,
            text,
            size,
            seed,
            symmetry,
            pieces,
            zones,
            objectives,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn what_is_printed_reads_back_the_same(field in a_field()) {
        let text = field.to_toml();
        let read = Field::from_toml(&text);
        prop_assert_eq!(read.as_ref(), Ok(&field), "{}", text);
        let json = serde_json::to_string(&field).unwrap();
        prop_assert_eq!(serde_json::from_str::<Field>(&json).unwrap(), field);
    }

    #[test]
    fn anything_can_be_checked_and_drawn(field in a_field(), plain: bool) {
        field.check();
        let outline = Outline::disc(Point::inches(9, 9), Length::mm(16));
        let base = Base { outline, label: "7".to_owned(), colour: [200, 30, 40] };
        let paper = if plain { Paper::White } else { Paper::Mat };
        let svg = draw(&field, &Style { paper, ..Style::default() }, &[base]);
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf "));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..400)) {
        bytes::read_or_refused(&bytes);
    }

    #[test]
    fn a_changed_example_is_read_or_refused(at in 0..EXAMPLE.len(), length in 0..40_usize, put in "[-0-9a-z\\[\\]\"=., \n]{0,12}") {
        let mut bytes = EXAMPLE.as_bytes().to_vec();
        let end = (at + length).min(bytes.len());
        bytes.splice(at..end, put.bytes());
        bytes::read_or_refused(&bytes);
    }
}
