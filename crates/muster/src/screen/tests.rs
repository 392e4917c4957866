use vocabulary::UnitId;

use super::*;
use crate::example;

/// Checks the position on a screen of this size against a file.
fn check(columns: usize, lines: usize, expected: &str) {
    let (view, glossary) = (example::battle(), example::glossary());
    let about = [Ref::Unit(UnitId(1)), Ref::Unit(UnitId(6))];
    // A question of twelve lines stands below it.
    let shown = battle(&view, &glossary, &about, columns, lines.saturating_sub(15));
    let plain = anstream::adapter::strip_str(&shown).to_string();
    assert!(plain.lines().all(|line| line.chars().count() <= columns), "{plain}");
    assert_eq!(plain, expected, "\n{plain}");
}

#[test]
fn a_battle_on_80_by_24() {
    check(80, 24, include_str!("battle-80x24.txt"));
}

#[test]
fn a_battle_on_120_by_40() {
    check(120, 40, include_str!("battle-120x40.txt"));
}

#[test]
fn a_battle_on_200_by_50() {
    check(200, 50, include_str!("battle-200x50.txt"));
}
