//! `muster field`: battlefields made, drawn, turned and checked.

use super::*;

fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/fields/old-mill.toml");
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_seed_makes_the_same_battlefield_every_time() {
    let arguments = ["field", "new", "--seed", "7", "--size", "44x44", "--terrain", "ruin=4,wood=2,wall=2"];
    let (first, second) = (muster(&arguments), muster(&arguments));
    assert_eq!((first.code, first.err.as_str()), (0, ""), "{}", first.err);
    assert_eq!(first.out, second.out);
    assert!(first.out.contains("seed = 7\n") && first.out.contains("size = \"44x44\""), "{}", first.out);
    assert_eq!(first.out.matches("kind = \"ruin\"").count(), 4);
    assert_ne!(first.out, muster(&["field", "new", "--size", "44x44"]).out);
}

#[test]
fn a_battlefield_goes_to_a_file_which_is_not_overwritten_unasked() {
    let folder = folder("field-files");
    let run = |arguments: &[&str]| muster_in(&folder, arguments, "");
    let made = run(&["field", "new", "--name", "Ålesund", "--out", "a.toml"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let text = fs::read_to_string(folder.join("a.toml")).unwrap();
    let seed = text.lines().find_map(|line| line.strip_prefix("seed = ")).unwrap();
    assert!(made.out.contains(&format!("seed {seed}")) && text.contains("name = \"Ålesund\""), "{}{text}", made.out);
    let again = run(&["field", "new", "--out", "a.toml"]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("a.toml already exists; overwrite it with --force"), "{}", again.err);
    assert_eq!(run(&["field", "new", "--out", "a.toml", "--force"]).code, 0);
    assert!(run(&["field", "new", "--out", "no/such/a.toml"]).err.contains("there is no such folder"));
}

#[test]
fn ten_battlefields_are_drawn_as_svg_and_png() {
    let folder = folder("field-drawings");
    let run = |arguments: &[&str]| {
        let run = muster_in(&folder, arguments, "");
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
        run.out
    };
    let sizes = ["44x44", "48x48", "60x44", "72x48", "30x22"];
    let zones = ["long-edges", "short-edges", "quarters", "corners"];
    for n in 0..10 {
        let (toml, svg, png) = (format!("{n}.toml"), format!("{n}.svg"), format!("{n}.png"));
        let (size, zones, seed) = (sizes[n % 5], zones[n % 4], n.to_string());
        run(&["field", "new", "--seed", &seed, "--size", size, "--zones", zones, "--out", &toml]);
        run(&["field", "show", &toml, "--out", &svg]);
        run(&["field", "show", &toml, "--width", "400", "--out", &png]);
        assert!(fs::read_to_string(folder.join(&svg)).unwrap().ends_with("</svg>\n"));
        let bytes = fs::read(folder.join(&png)).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 20_000, "{png}: {} bytes", bytes.len());
        assert_eq!(bytes[16..20], 400_u32.to_be_bytes(), "{png}");
        assert!(run(&["field", "check", &toml]).contains("1 field: 0 faults, "));
    }
}

#[test]
fn a_drawing_can_be_piped_and_a_sketch_is_for_the_terminal() {
    let svg = muster(&["field", "show", "seed:7", "--svg", "--plain", "--no-labels", "--no-grid"]);
    assert!(svg.code == 0 && svg.out.starts_with("<svg "), "{}", svg.err);
    let sketch = muster(&["field", "show", "seed:7"]);
    assert_eq!(sketch.code, 0, "{}", sketch.err);
    assert!(sketch.out.contains('┌') && sketch.out.contains("· player 1   : player 2"), "{}", sketch.out);
    assert!(sketch.out.lines().all(|line| line.chars().count() <= 80), "{}", sketch.out);
    check_refused(&["field", "show", "seed:7", "--out", "x"], 2, "end the file name in .svg or .png");
}

#[test]
fn checking_names_every_fault_and_counts() {
    let folder = folder("field-check");
    let text = fs::read_to_string(example()).unwrap();
    fs::write(folder.join("bad.toml"), text.replace("at = [40, 13]", "at = [59, 22]")).unwrap();
    fs::write(folder.join("junk.toml"), "size = 7\n").unwrap();
    let good = muster_in(&folder, &["field", "check", &example(), "seed:7"], "");
    assert_eq!((good.code, good.out.lines().last()), (0, Some("2 fields: 0 faults, 0 warnings")), "{}", good.out);
    let bad = muster_in(&folder, &["field", "check", "bad.toml", "junk.toml", "none.toml"], "");
    assert_eq!(bad.code, 1);
    for sentence in [
        "bad.toml:53: fault: piece 'south wood' reaches 4 in beyond the edge of the field\n",
        "bad.toml:60: fault: piece 'north wood' has no counterpart, although the field says half-turn\n",
        "junk.toml:1:8: fault: invalid type: integer `7`",
        "none.toml: fault: there is no such file",
    ] {
        assert!(bad.out.contains(sentence), "{sentence}\n{}", bad.out);
    }
    assert!(bad.out.lines().last().unwrap().starts_with("3 fields: "), "{}", bad.out);
    let run = muster_in(&folder, &["field", "check", "bad.toml", "--json"], "");
    let checked = json(&run);
    assert_eq!(run.code, 1);
    let keys_of = keys(&checked[0]);
    assert_eq!(keys_of, ["faults", "field", "longest_open_line", "ok", "open_lines", "warnings"]);
    assert_eq!(checked[0]["ok"], false);
    assert!(checked[0]["faults"].as_array().unwrap().len() >= 3);
    assert_eq!(keys(&checked[0]["faults"][0]), ["lines", "sentence"]);
}

#[test]
fn a_fault_of_two_parts_names_both_lines() {
    let folder = folder("field-lines");
    let piece = |name: &str, x: i32| {
        format!("\n[[piece]]\nkind = \"ruin\"\nname = \"{name}\"\nat = [{x}, 20]\nsize = [6, 4]\n")
    };
    fs::write(folder.join("a.toml"), format!("size = \"60x44\"\n{}{}", piece("a", 10), piece("b", 14))).unwrap();
    let run = muster_in(&folder, &["field", "check", "a.toml"], "");
    let sentence = "a.toml:3: fault: piece 'a' and piece 'b' overlap (lines 3 and 9)\n";
    assert!(run.code == 1 && run.out.starts_with(sentence), "{}", run.out);
    let checked = json(&muster_in(&folder, &["field", "check", "a.toml", "--json"], ""));
    assert_eq!(checked[0]["faults"][0]["lines"], serde_json::json!([3, 9]));
}

#[test]
fn a_battlefield_is_turned_and_printed_or_written() {
    let folder = folder("field-turn");
    let run = |arguments: &[&str]| muster_in(&folder, arguments, "");
    assert_eq!(run(&["field", "new", "--seed", "7", "--out", "a.toml"]).code, 0);
    let left = run(&["field", "turn", "a.toml", "--by", "left", "--out", "left.toml"]);
    assert_eq!((left.code, left.err.as_str()), (0, ""));
    assert!(left.out.starts_with("left.toml: ") && left.out.trim().ends_with("44x60 in"), "{}", left.out);
    let back = run(&["field", "turn", "left.toml", "--by", "right"]);
    let made = fs::read_to_string(folder.join("a.toml")).unwrap();
    assert_eq!(back.out, made.replace("seed = 7\n", ""));
    for by in ["half", "mirror", "flip"] {
        let turned = run(&["field", "turn", "seed:7", "--by", by]);
        assert!(turned.code == 0 && turned.out.contains("size = \"60x44\"") && turned.out != back.out, "{by}");
        fs::write(folder.join("b.toml"), &turned.out).unwrap();
        assert_eq!(run(&["field", "check", "b.toml"]).code, 0, "{by}");
        assert_eq!(run(&["field", "turn", "b.toml", "--by", by]).out, back.out, "{by} twice");
    }
    assert_eq!(run(&["field", "turn", "a.toml", "--by", "half", "--out", "left.toml"]).code, 2);
    assert_eq!(run(&["field", "turn", "a.toml", "--by", "half", "--out", "left.toml", "--force"]).code, 0);
    check_refused(&["field", "turn", "seed:7"], 2, "--by <HOW>");
    check_refused(&["field", "turn", "seed:7", "--by", "east"], 2, "half, left, right, mirror, flip");
}

#[test]
fn files_that_are_no_battlefields_are_named() {
    let folder = folder("field-bad-files");
    fs::write(folder.join("bytes.toml"), [0xff, 0xfe, 0x00]).unwrap();
    fs::write(folder.join("huge.toml"), "é".repeat(200_000)).unwrap();
    fs::write(folder.join("empty.toml"), "").unwrap();
    fs::write(folder.join("loud.toml"), "name = \"\\u001b[31mred\"\nsize = \"30x30\"").unwrap();
    fs::create_dir(folder.join("sub")).unwrap();
    let check = |name: &str, code: i32, sentence: &str| {
        let shown = muster_in(&folder, &["field", "show", name], "");
        assert_eq!((shown.code, shown.err.trim()), (code, format!("error: {sentence}").as_str()));
        let checked = muster_in(&folder, &["field", "check", name], "");
        let (place, rest) = sentence.split_once(": ").unwrap();
        assert_eq!((checked.code, checked.out.lines().next()), (1, Some(format!("{place}: fault: {rest}").as_str())));
    };
    check("bytes.toml", 2, "bytes.toml: this is not text");
    check("huge.toml", 1, "huge.toml: this is longer than any battlefield: more than 262144 bytes");
    check("empty.toml", 1, "empty.toml:1:1: missing field `size`");
    check("sub", 2, "sub: this is a folder, not a file");
    check("none.toml", 2, "none.toml: there is no such file");
    let shown = muster_in(&folder, &["field", "show", "loud.toml"], "");
    assert!(shown.code == 0 && shown.out.starts_with("?[31mred, 30x30 in\n"), "{}", shown.out);
    let run = muster_in(&folder, &["field", "new", "--out", "sub"], "");
    assert!(run.code == 2 && run.err.contains("sub cannot be written: this is a folder"), "{}", run.err);
}

#[test]
fn bad_wishes_are_refused_with_a_sentence() {
    check_refused(&["field", "new", "--size", "8x8"], 2, "8x8 is not a size to play on");
    check_refused(&["field", "new", "--terrain", "castle=1"], 2, "there is no terrain called 'castle'");
    check_refused(
        &["field", "new", "--terrain", "ruin=3,wood=3"],
        2,
        "the numbers of ruins and woods cannot both be odd",
    );
    check_refused(&["field", "new", "--seed", "1", "--terrain", "hill=60"], 2, "only this fits: ");
    check_refused(&["field", "new", "--zones", "quarters", "--symmetry", "mirror"], 2, "cannot be mirrored");
    check_refused(&["field", "new", "--objectives", "7"], 2, "7 is not in 0..=6");
    check_refused(&["field", "new", "--terrain", "ruin=2", "--density", "dense"], 2, "cannot be used with");
    check_refused(&["field", "new", "--seed", "9223372036854775808"], 2, "a seed must be a number below");
    check_refused(&["field", "new", "--seed", "-1"], 2, "a seed must be a number below");
    check_refused(&["field", "show", "nowhere.toml"], 2, "nowhere.toml: there is no such file");
    check_refused(&["field", "show", "seed:18446744073709551615"], 2, "a seed is a number below");
    check_refused(&["field", "show", "seed:abc"], 2, "'abc' is not a seed: a seed is a number below");
    check_refused(&["field", "show", "seed:7", "--plain"], 2, "are for pictures, not for a sketch; add --svg or --png");
    check_refused(&["field", "new", "--objectives", "-1"], 2, "-1 is not in 0..=6");
    check_refused(&["field", "show", "seed:7", "--svg", "--png"], 2, "cannot be used with");
    check_refused(&["field", "show", "seed:7", "--png", "--width", "9"], 2, "9 is not in 200..=8000");
    check_refused(&["field"], 2, "Usage");
}

#[test]
fn every_part_explains_itself_with_examples() {
    for part in [&["field"][..], &["field", "new"], &["field", "show"], &["field", "turn"], &["field", "check"]] {
        let run = muster(&[part, &["--help"]].concat());
        assert!(run.code == 0 && run.out.contains("Examples:"), "{part:?}: {}{}", run.out, run.err);
    }
}
