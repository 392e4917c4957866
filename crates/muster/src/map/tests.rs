use ground::Length;

use super::*;
use crate::example;

fn plain(view: &View, about: &[Ref], width: usize, height: usize) -> String {
    let drawn = draw(Scene { view, glossary: &example::glossary(), about, proof: None }, width, height);
    let lines: Vec<String> = drawn.lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect();
    for line in &lines {
        assert_eq!(line.chars().count(), drawn.width, "{}", lines.join("\n"));
    }
    lines.join("\n")
}

/// Checks a picture, without the spaces at the ends of lines.
fn check(view: &View, about: &[Ref], (width, height): (usize, usize), expected: &[&str]) {
    let picture = plain(view, about, width, height);
    let lines: Vec<&str> = picture.lines().map(str::trim_end).collect();
    assert_eq!(lines, expected, "{picture}");
}

#[test]
fn units_stand_where_they_are_with_their_letters_and_discs_have_numbers() {
    check(
        &example::view(),
        &[],
        (29, 11),
        &[
            "   ┌────────────────────────┐",
            "   │                        │",
            " 12┤      +  cccc     +     │",
            "   │                        │",
            "   │        ░░░░░░          │",
            "  6┤      + ░░░░░░    +     │",
            "   │                   (1)  │",
            "   │  A A A            B    │",
            "  0┤                        │",
            "   └┬─────┬─────┬─────┬─────┘",
            "    0     6     12    18 in",
        ],
    );
}

#[test]
fn the_unit_that_is_asked_about_stands_in_brackets() {
    let picture = plain(&example::view(), &[Ref::Unit(UnitId(2))], 44, 30);
    assert!(picture.contains("[c]"), "{picture}");
}

#[test]
fn models_have_their_numbers_where_there_is_room() {
    let picture = plain(&example::view(), &[], 80, 40);
    for label in ["A0", "A1", "A2", "B", "c1", "c2"] {
        assert!(picture.contains(label), "{label}: {picture}");
    }
}

#[test]
fn ground_is_shaded_and_its_holes_are_bare() {
    let mut view = example::bare(Point::inches(12, 8));
    let mut outline = Outline::rectangle(Point::inches(2, 2), Point::inches(10, 6));
    outline.holes.push(Outline::rectangle(Point::inches(4, 3), Point::inches(5, 5)));
    view.areas.push(example::area(4, "wood", outline));
    let picture = plain(&view, &[], 60, 20);
    let middle = picture.lines().nth(8).unwrap();
    assert!(middle.contains("░░ ") && middle.contains(" ░░"), "{picture}");
}

#[test]
fn ground_shows_through_a_disc() {
    let mut view = example::view();
    view.areas.push(example::area(2, "stone", Outline::disc(Point::inches(11, 8), Length::inches(2))));
    let picture = plain(&view, &[], 80, 30);
    assert!(picture.contains("░:░:") && picture.contains("(2)"), "{picture}");
}

#[test]
fn no_unit_is_hidden_by_others_on_the_same_spot() {
    let mut crowd = example::bare(Point::inches(72, 48));
    crowd.areas.push(example::area(0, "stone", Outline::disc(Point::inches(30, 20), Length::mm(20))));
    for n in 0..20 {
        example::add_unit(&mut crowd, n % 2, "Crowd", &[("One", 30, 20), ("Other", 31, 20)]);
    }
    let picture = plain(&crowd, &[], 60, 18);
    for unit in &crowd.units {
        assert!(picture.contains(&names::unit_label(&crowd, unit.id)), "{}: {picture}", unit.id.0);
    }
    assert!(picture.contains('1'), "{picture}");
}

#[test]
fn a_battlefield_of_any_size_is_drawn_somehow() {
    for size in [Point::new(0, 0), Point::new(1, 1), Point::inches(400, 400), Point::new(-5, -5)] {
        assert!(plain(&example::bare(size), &[], 80, 30).contains('┌'));
    }
    assert!(plain(&example::view(), &[], 0, 0).contains('┌'));
}

#[test]
fn a_verdict_is_drawn_with_its_lines_and_regions() {
    let (line, region) = (
        vocabulary::Line { from: Point::inches(2, 2), to: Point::inches(2, 12) },
        ground::Region::from(Outline::rectangle(Point::inches(16, 8), Point::inches(22, 14))),
    );
    let proof = Proof { lines: vec![line], regions: vec![region], ..Proof::default() };
    let view = example::view();
    let scene = Scene { view: &view, glossary: &example::glossary(), about: &[], proof: Some(&proof) };
    let drawn = draw(scene, 60, 20);
    let picture = anstream::adapter::strip_str(&drawn.lines.join("\n")).to_string();
    assert!(picture.contains('•') && picture.contains("***"), "{picture}");
}
