//! Weapon keywords, the bad luck pool and settings, each in a battle phase.

use super::*;

const BRASS_AGAINST_LINE: [&str; 2] = ["Brass and Shields", "Drill Line"];

fn mark(unit: u16, word: &'static str) -> Adjustment {
    Adjustment::Mark(Ref::Unit(UnitId(unit)), Word::new(word), true)
}

fn pool(seat: u8, face: &'static str, dice: i32) -> Adjustment {
    Adjustment::Counter(Ref::Seat(Seat(seat)), Word::new(face), dice)
}

#[test]
fn a_charge_weapon_shoots_before_the_charge_roll_with_its_own_number() {
    let rows = [(0, (20, 120), (0, 0)), (4, (90, 120), (0, 13))];
    let mut scene = Scene::new(BRASS_AGAINST_LINE, &[], &rows);
    scene.answer("fight@unit:0");
    // Nobody can fire at the captain before it shoots.
    assert_eq!(scene.asked().0, Seat(0));
    scene.answer("weapon:0>unit:4");
    scene.dice(HIT, &[3, 2, 2, 2]);
    scene.dice(WOUND, &[1]);
    assert!(scene.told("tle.ruling.ranged-charge"));
    // The bases are 5.66 in apart.
    assert_eq!(scene.need(), 6);
    scene.dice("tle.charge.roll", &[1, 1]);
    assert_eq!(scene.state().unit(UnitId(0)).last.shot, 0, "charge shots do not count as shooting");
}

#[test]
fn spray_and_prey_makes_its_number_of_attacks_at_half_range() {
    let fire = |away: i32| {
        let rows = [(2, (20, 112), (0, 14)), (5, (away, 112), (0, 12))];
        let mut scene = Scene::new(BRASS_AGAINST_LINE, &[], &rows);
        scene.answer("shoot@unit:2");
        scene.answer("weapon:48>unit:5");
        match scene.game.pending() {
            Pending::Dice(roll) => roll.dice.len(),
            other => panic!("{other:?}"),
        }
    };
    // Half of 12 in, and 0.1 in more, between the bases.
    assert_eq!((fire(91), fire(93)), (3, 2));
}

#[test]
fn splash_adds_the_printed_attacks_for_each_full_group() {
    let rows = [(1, (60, 150), (0, 0)), (7, (150, 112), (0, 12)), (6, (170, 112), (0, 12))];
    let fire = |target: &str| {
        let mut scene = Scene::new(["On the Water", "Drill Line"], &[], &rows);
        scene.answer("shoot@unit:1");
        scene.answer(&format!("weapon:16>{target}"));
        match scene.game.pending() {
            Pending::Dice(roll) => roll.dice.len(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((fire("unit:7"), fire("unit:6")), (6, 4));
}

#[test]
fn a_heavy_weapon_is_harder_to_hit_with_after_its_unit_moved() {
    let rows = [(2, (20, 112), (0, 13)), (5, (120, 112), (0, 12))];
    let mut scene = Scene::new(["Counter and Trigger", "Drill Line"], &[], &rows);
    scene.change(vec![mark(2, "moved")]);
    scene.answer("shoot@unit:2");
    scene.answer("weapon:129>unit:5");
    assert_eq!(scene.need(), 5);
    scene.dice(HIT, &[4]);
    assert!(scene.told("tle.weapon-keyword.ranged-heavy"));
}

#[test]
fn nobody_shoots_at_a_unit_that_is_hidden_in_plain_sight() {
    let mut scene = rifles_and_spears();
    scene.change(vec![mark(4, "hidden")]);
    assert_eq!(scene.refused("shoot@unit:1"), "tle.directive.hidden-in-plain-sight");
    scene.answer("fight@unit:1");
}

#[test]
fn a_unit_that_advanced_neither_shoots_nor_fights() {
    let mut scene = rifles_and_spears();
    scene.change(vec![mark(1, "advanced")]);
    // Nobody of the active player can act, so it is the other's turn.
    assert_eq!(scene.asked().0, Seat(1));
    assert!(scene.told("tle.phase.battle.must-pass"));
}

#[test]
fn a_transport_is_wrecked_the_moment_it_loses_its_last_health() {
    let rows = [(1, (20, 112), (0, 13)), (4, (120, 145), (0, 0))];
    let mut scene = Scene::new(["Drill Line", "On the Water"], &[], &rows);
    scene.change(vec![
        Adjustment::Counter(Ref::Unit(UnitId(5)), Word::new("aboard"), 4),
        Adjustment::Counter(Ref::Model(vocabulary::ModelId(17)), Word::new("health"), 1),
    ]);
    scene.answer("shoot@unit:1");
    scene.everything_at(1..=5, 0, "unit:4");
    scene.dice(HIT, &[4, 4, 2, 2, 2]);
    // Strength 4 against toughness 10: only a 6 goes on, and then 2 is enough.
    scene.dice(WOUND, &[6, 6]);
    scene.dice("tle.wound.exploding-six", &[2, 2]);
    // One wound is enough, and the other is lost with the barge.
    scene.dice(SAVE, &[1]);
    assert!(!scene.state().is_alive(UnitId(4)));
    scene.dice("tle.transport.destroyed-roll", &[2; 10]);
    scene.follow();
    assert!(scene.state().is_on_field(UnitId(5)));
    assert_eq!(scene.living(5), 10);
    assert!(scene.told("tle.ruling.transport-moment"));
}

#[test]
fn a_pool_die_may_replace_a_die_that_fell_if_players_agree() {
    let rows = [(1, (20, 120), (0, 13)), (4, (120, 120), (0, 13))];
    let settings = [("bad-luck.substitute-after-roll", on(true))];
    let mut scene = Scene::new(LINE_AGAINST_WALL, &settings, &rows);
    scene.change(vec![pool(0, "pool-6", 1)]);
    scene.answer("shoot@unit:1");
    scene.everything_at(1..=5, 0, "unit:4");
    scene.answer("pass");
    scene.dice(HIT, &[1, 3, 2, 2, 2]);
    scene.answer("item:0");
    // The 3 was replaced, so that the 1 could still be banked.
    assert_eq!(scene.state().side(Seat(0)).pool.dice(), [1]);
    scene.dice(WOUND, &[2]);
}

#[test]
fn a_pool_may_improve_only_at_the_end_of_a_phase() {
    let rows = [(1, (20, 120), (0, 13)), (2, (35, 112), (0, 12)), (4, (120, 120), (0, 13))];
    let settings = [("bad-luck.improve-timing", choice("end-of-phase"))];
    let mut scene = Scene::new(LINE_AGAINST_WALL, &settings, &rows);
    scene.answer("shoot@unit:1");
    scene.everything_at(1..=5, 0, "unit:4");
    scene.dice(HIT, &[1, 1, 2, 2, 2]);
    assert_eq!((scene.asked().0, scene.state().side(Seat(0)).pool.dice()), (Seat(0), vec![1, 1]));
    scene.answer("pass");
    // The wardens may now act, having waited for the pass.
    scene.answer("pass");
    assert_eq!(scene.state().side(Seat(0)).pool.dice(), [2]);
    assert!(scene.told("tle.bad-luck.improve-ones"));
}

#[test]
fn only_the_unit_that_is_charged_counterfires_if_players_agree() {
    let charge = |settings: &[(&str, Value)]| {
        let rows = [(1, (20, 112), (0, 13)), (4, (70, 112), (0, 12)), (5, (83, 112), (0, 12))];
        let mut scene = Scene::new(LINE_AGAINST_WALL, settings, &rows);
        scene.answer("fight@unit:1");
        scene.answer("unit:4");
        scene.try_answer("weapon:353>unit:1").map_err(|refusal| refusal.rule.to_string())
    };
    assert_eq!(charge(&[]), Ok(()));
    let limited = [("keyword.counterfire-by", choice("charge-target"))];
    assert_eq!(charge(&limited), Err("tle.shooting.eligible-weapon".to_owned()));
}

#[test]
fn a_forced_pass_that_is_not_final_skips_one_choice() {
    let rows = [(1, (20, 120), (0, 13)), (2, (35, 112), (0, 12)), (4, (120, 120), (0, 13))];
    let mut scene = Scene::new(LINE_AGAINST_WALL, &[("battle.forced-pass-final", on(false))], &rows);
    let turn = scene.state().turn;
    scene.answer("shoot@unit:1");
    scene.answer("pass");
    // The wardens had nobody to react with, and have not passed for good.
    assert!(!scene.state().side(Seat(1)).passed);
    scene.answer("shoot@unit:2");
    scene.answer("pass");
    assert_eq!(scene.state().turn, turn + 1);
}
