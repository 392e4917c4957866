//! Every fault is found and named, all at once.

use field::{Fault, Field, Lines, Report, Warning};

const ZONES: &str = "[[zone]]\nname = \"south\"\nseat = 1\nlow = [0, 0]\nhigh = [60, 10]\n\
                     [[zone]]\nname = \"north\"\nseat = 2\nlow = [0, 34]\nhigh = [60, 44]\n";
const SCREEN: &str = "[[piece]]\nkind = \"wall\"\nname = \"screen\"\nat = [30, 22]\nsize = [52, 1]\n";

fn report(text: &str) -> Report {
    let text = format!("size = \"60x44\"\n{text}");
    Field::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).check()
}

fn piece(kind: &str, name: &str, rest: &str) -> String {
    format!("[[piece]]\nkind = \"{kind}\"\nname = \"{name}\"\n{rest}\n")
}

fn placed(kind: &str, name: &str, at: (i32, i32), size: (i32, i32)) -> String {
    piece(kind, name, &format!("shape = \"rectangle\"\nat = [{}, {}]\nsize = [{}, {}]", at.0, at.1, size.0, size.1))
}

/// Checks that exactly these faults are found.
fn check(text: &str, faults: &[&str]) {
    let found: Vec<String> = report(text).faults.iter().map(ToString::to_string).collect();
    assert_eq!(found, faults, "{text}");
}

/// Checks that exactly these warnings are given, and no fault.
fn check_warned(text: &str, warnings: &[&str]) {
    let report = report(text);
    let found: Vec<String> = report.warnings.iter().map(ToString::to_string).collect();
    assert_eq!((report.faults, found), (vec![], warnings.iter().map(ToString::to_string).collect()), "{text}");
}

#[test]
fn nothing_is_wrong_with_a_plain_field() {
    check_warned(&format!("{ZONES}{SCREEN}"), &[]);
}

#[test]
fn pieces_stay_on_the_field_and_off_each_other() {
    check(&placed("ruin", "a", (2, 20), (6, 4)), &["piece 'a' reaches 1 in beyond the edge of the field"]);
    let two = placed("ruin", "a", (10, 20), (6, 4)) + &placed("wood", "b", (14, 20), (4, 4));
    check(&two, &["piece 'a' and piece 'b' overlap"]);
    // Touching is not overlapping.
    check(&(placed("ruin", "a", (10, 20), (6, 4)) + &placed("wood", "b", (15, 20), (4, 4))), &[]);
}

#[test]
fn what_stands_wholly_on_a_hill_does_not_overlap_it() {
    let hill = placed("hill", "hill", (20, 20), (12, 10));
    check(&(hill.clone() + &placed("wood", "b", (20, 20), (4, 4))), &[]);
    check(&(hill + &placed("wood", "b", (26, 20), (4, 4))), &["piece 'hill' and piece 'b' overlap"]);
}

#[test]
fn outlines_must_be_outlines() {
    let bow = piece("rocks", "bow", "corners = [[10, 10], [20, 20], [20, 10], [10, 20]]");
    let found = report(&bow).faults[0].to_string();
    assert!(found.starts_with("piece 'bow' has no outline: the outline crosses or touches itself"), "{found}");
    let flat = piece("rocks", "flat", "corners = [[10, 10], [20, 20], [30, 30]]");
    check(&flat, &["piece 'flat' has no outline: an outline needs three corners that do not lie in one line"]);
}

#[test]
fn names_heights_levels_walls_and_tags_are_checked() {
    let twice = placed("ruin", "a", (10, 20), (6, 4)) + &placed("ruin", "a", (30, 20), (6, 4));
    check(&twice, &["there is another piece 'a'"]);
    let with = |rest: &str| piece("ruin", "a", &format!("at = [10, 20]\nsize = [6, 4]\n{rest}"));
    check(&with("height = 25"), &["piece 'a' is 25 in high; terrain is from 0 in to 24 in high"]);
    let levels = "the levels of piece 'a' must rise, from above the ground to at most its height";
    check(&with("levels = [3, 2]"), &[levels]);
    check(&with("levels = [6]"), &[levels]);
    check(&with("levels = [2, 5]"), &[]);
    check(&with("walls = [5]"), &["piece 'a' has a wall on side 5, but only 4 sides"]);
    check(&with("walls = [2, 2]"), &["piece 'a' has two walls on side 2"]);
    let tag = "piece 'a' has the tag 'Über': a tag is a word of up to 24 lower-case letters, digits and hyphens";
    check(&with("tags = [\"Über\"]"), &[tag]);
    let long = piece("ruin", &"x".repeat(41), "at = [10, 20]\nsize = [6, 4]");
    check(&long, &[&format!("piece '{}' needs a name of 1 to 40 printable characters", "x".repeat(40))]);
}

#[test]
fn zones_are_apart_and_have_room() {
    let zone = |name: &str, seat: u8, low: i32, high: i32| {
        format!("[[zone]]\nname = \"{name}\"\nseat = {seat}\nlow = [0, {low}]\nhigh = [60, {high}]\n")
    };
    let overlap = zone("a", 1, 0, 20) + &zone("b", 2, 19, 44);
    check(&overlap, &["zone 'a' and zone 'b' overlap, and belong to different seats"]);
    check(&(zone("a", 1, 0, 20) + &zone("b", 1, 19, 44)), &[]);
    check(&zone("a", 1, -1, 20), &["zone 'a' reaches 1 in beyond the edge of the field"]);
    let full = zone("a", 1, 0, 10) + &zone("b", 2, 34, 44) + &placed("building", "hall", (30, 5), (60, 10));
    let reach = "zone 'a' cannot be reached from most of the field by a base of 60 mm";
    check(&full, &["zone 'a' has no room for any model: terrain fills it, or it is all cut out", reach]);
}

#[test]
fn discs_keep_quarters_apart() {
    let quarter = |name: &str, seat: u8, low: i32, high: i32| {
        let disc = "without = { at = [22, 22], radius = 9 }";
        format!("[[zone]]\nname = \"{name}\"\nseat = {seat}\nlow = [{low}, {low}]\nhigh = [{high}, {high}]\n{disc}\n")
    };
    check(&(quarter("a", 1, 0, 24) + &quarter("b", 2, 20, 44)), &[]);
    let over = quarter("a", 1, 0, 34) + &quarter("b", 2, 10, 44);
    check(&over, &["zone 'a' and zone 'b' overlap, and belong to different seats"]);
}

#[test]
fn objectives_lie_where_models_can_stand() {
    let objective = |name: &str, x: i32, y: i32| format!("[[objective]]\nname = \"{name}\"\nat = [{x}, {y}]\n");
    check(&objective("a", 0, 22), &["objective 'a' reaches 0.79 in beyond the edge of the field"]);
    check(&objective("a", 300, 22), &["objective 'a' reaches 240.79 in beyond the edge of the field"]);
    let huge = objective("a", 30, 22) + "radius = 13\n";
    check(&huge, &["objective 'a' has a radius of 13 in; it can be at most 12 in"]);
    let twins = "[[objective]]\nname = \"a\"\nat = [20, 22]\n[[objective]]\nname = \"b\"\nat = [21, 22]\n";
    check(twins, &["objective 'a' and objective 'b' overlap"]);
    let in_pond = placed("water", "pond", (20, 22), (6, 6)) + &objective("a", 20, 22);
    check(&in_pond, &["objective 'a' lies in piece 'pond', where no model can stand"]);
    check(&(placed("ruin", "hall", (20, 22), (6, 6)) + &objective("a", 20, 22)), &[]);
    let close = ZONES.to_owned() + SCREEN + &objective("a", 20, 26) + &objective("b", 24, 26);
    check_warned(&close, &["objective 'a' and objective 'b' are only 2.43 in apart"]);
}

#[test]
fn a_symmetry_that_does_not_hold_is_named_piece_by_piece() {
    let fair = format!("symmetry = \"half-turn\"\n{ZONES}{SCREEN}");
    check(&fair, &[]);
    let lame = fair.clone() + &placed("wood", "copse", (12, 16), (5, 5));
    check(&lame, &["piece 'copse' has no counterpart, although the field says half-turn"]);
    check(&(lame + &placed("wood", "grove", (48, 28), (5, 5))), &[]);
    let marker = fair + "[[objective]]\nname = \"a\"\nat = [12, 30]\n";
    check(&marker, &["objective 'a' has no counterpart, although the field says half-turn"]);
}

#[test]
fn several_faults_are_named_at_once() {
    let text = placed("ruin", "a", (2, 20), (6, 4))
        + &placed("ruin", "a", (4, 20), (6, 4))
        + "[[objective]]\nname = \"o\"\nat = [70, 22]\n"
        + "[[zone]]\nname = \"z\"\nseat = 1\ncorners = [[0, 0], [1, 1]]\n";
    assert_eq!(report(&text).faults.len(), 5, "{:?}", report(&text).faults);
}

#[test]
fn an_open_lane_is_a_warning_that_names_the_line() {
    let report = report(ZONES);
    let found: Vec<String> = report.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "the line from (1.5 in, 1.67 in) to (58.5 in, 42.33 in) is open: 70.02 in from zone to zone without crossing anything soft or hard",
            "100 of 100 lines from zone to zone are open: they cross nothing soft or hard",
        ]
    );
    assert!(report.is_sound());
    check_warned("", &["there are no zones for two seats"]);
}

/// Heights do not count: whoever stands behind a field of corn is behind something.
#[test]
fn whatever_is_soft_or_hard_closes_a_line_however_low_it_is() {
    let low = |sight: &str| {
        piece("crops", "row", &format!("at = [30, 22]\nsize = [58, 2]\nheight = 0.1\nsight = \"{sight}\""))
    };
    check_warned(&(ZONES.to_owned() + &low("soft")), &[]);
    assert_eq!(report(&(ZONES.to_owned() + &low("clear"))).warnings.len(), 2);
}

#[test]
fn faults_and_warnings_know_the_lines_they_are_about() {
    let text = format!("size = \"60x44\"\n{ZONES}{SCREEN}");
    let crowded = text.clone() + "[[objective]]\nat = [9, 20]\n[[objective]]\nat = [12, 20]\n";
    let buried = text + "[[objective]]\nat = [30, 22]\n";
    let lines_of = |text: &str| -> Vec<Vec<usize>> {
        let (report, lines) = (Field::from_toml(text).unwrap().check(), Lines::of_toml(text));
        let parts = report.faults.iter().map(Fault::parts).chain(report.warnings.iter().map(Warning::parts));
        parts.map(|parts| parts.into_iter().map(|part| lines.of(part).unwrap()).collect()).collect()
    };
    assert_eq!(lines_of(&crowded), [[17, 19]]);
    assert_eq!(lines_of(&buried), [[17, 12]]);
}

#[test]
fn ground_that_is_shut_in_is_a_warning() {
    let walls = [((30, 26), (12, 1)), ((30, 18), (12, 1)), ((24, 22), (1, 7)), ((36, 22), (1, 7))];
    let mut text = ZONES.to_owned();
    for (n, (at, size)) in walls.into_iter().enumerate() {
        text += &placed("wall", &format!("w{n}"), at, size);
    }
    let found: Vec<String> = report(&text).warnings.iter().map(ToString::to_string).collect();
    assert!(found.iter().any(|warning| warning.contains("square inches around")), "{found:?}");
    let inside = text + "[[objective]]\nname = \"a\"\nat = [30, 22]\n";
    check(&inside, &["objective 'a' cannot be reached from most of the field by a base of 60 mm"]);
}
