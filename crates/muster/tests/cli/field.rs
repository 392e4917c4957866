//! `muster field`: battlefields made, drawn and checked.

use super::*;

fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fields/old-mill.toml");
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
    assert!(again.err.contains("a.toml is there already; overwrite it with --force"), "{}", again.err);
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
        run(&["field", "show", &toml, "--svg", "--out", &svg]);
        run(&["field", "show", &toml, "--png", "--width", "400", "--out", &png]);
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
    assert!(sketch.out.contains('┌') && sketch.out.contains("--svg or --png"), "{}", sketch.out);
    assert!(sketch.out.lines().all(|line| line.chars().count() <= 120));
    check_refused(&["field", "show", "seed:7", "--out", "x"], 2, "a sketch is not written to a file");
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
        "bad.toml: fault: piece 'south wood' reaches 4 in beyond the edge of the field",
        "bad.toml: fault: piece 'north wood' has no counterpart, although the field says half-turn",
        "junk.toml: fault: line 1, column 8: invalid type: integer `7`",
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
}

#[test]
fn bad_wishes_are_refused_with_a_sentence() {
    check_refused(&["field", "new", "--size", "8x8"], 2, "8x8 is not a size to play on");
    check_refused(&["field", "new", "--terrain", "castle=1"], 2, "there is no terrain called 'castle'");
    check_refused(&["field", "new", "--terrain", "ruin=3,wood=3"], 2, "an odd number of ruin and of wood");
    check_refused(&["field", "new", "--seed", "1", "--terrain", "hill=60"], 2, "what can be placed is ");
    check_refused(&["field", "new", "--zones", "quarters", "--symmetry", "mirror"], 2, "cannot be mirrored");
    check_refused(&["field", "new", "--objectives", "7"], 2, "7 is not in 0..=6");
    check_refused(&["field", "new", "--terrain", "ruin=2", "--density", "dense"], 2, "cannot be used with");
    check_refused(&["field", "new", "--seed", "9223372036854775808"], 2, "is not in ");
    check_refused(&["field", "show", "nowhere.toml"], 2, "nowhere.toml: there is no such file");
    check_refused(&["field", "show", "seed:18446744073709551615"], 2, "a seed is a number below");
    check_refused(&["field", "show", "seed:7", "--svg", "--png"], 2, "cannot be used with");
    check_refused(&["field", "show", "seed:7", "--png", "--width", "9"], 2, "9 is not in 200..=8000");
    check_refused(&["field"], 2, "Usage");
}

#[test]
fn every_part_explains_itself_with_examples() {
    for part in [&["field"][..], &["field", "new"], &["field", "show"], &["field", "check"]] {
        let run = muster(&[part, &["--help"]].concat());
        assert!(run.code == 0 && run.out.contains("Examples:"), "{part:?}: {}{}", run.out, run.err);
    }
}
