//! Abilities at every moment of a battle, played with dice that the tests name.

use engine::Pending;
use vocabulary::{Adjustment, Ref, Seat, UnitId, Word};

use crate::chapters::abilities::Asks;
use crate::chapters::battle::tests::{Row, Scene};
use crate::prompt::Prompt;

/// A scene with leader points to spare.
fn scene(phase: &'static str, drills: [&str; 2], rows: &[Row]) -> Scene {
    scene_without(phase, drills, rows, &[])
}

/// The same without some of the models.
fn scene_without(phase: &'static str, drills: [&str; 2], rows: &[Row], gone: &[u16]) -> Scene {
    let points = |seat| Adjustment::Counter(Ref::Seat(Seat(seat)), Word::new("leader-points"), 9);
    let gone = gone.iter().map(|model| Adjustment::Gone(Ref::Model(vocabulary::ModelId(*model))));
    Scene::at(phase, true, drills, &[], rows, gone.chain([points(0), points(1)]).collect())
}

/// Goes on until dice are to be thrown for a rule, of which the beginning will do: everybody follows the first suggestion, uses this ability if it is
/// offered, and passes on every other; all other dice show 5.
fn play_to(scene: &mut Scene, ability: &str, why: &str) {
    for _ in 0..40 {
        match scene.pending() {
            Pending::Dice(roll) if roll.why.as_str().starts_with(why) => return,
            Pending::Dice(roll) => {
                let (why, shown) = (roll.why.to_string(), vec![5; roll.dice.len()]);
                scene.dice(&why, &shown);
            }
            Pending::Asks { .. } => answer(scene, ability),
            other => panic!("{why}: {other:?}"),
        }
    }
    panic!("nobody rolls for {why}");
}

fn answer(scene: &mut Scene, ability: &str) {
    match scene.asked().1 {
        Prompt::Abilities(Asks::Use { among, .. }) => {
            let offered = among.iter().any(|of| of.token().to_string() == ability);
            scene.answer(if offered { ability } else { "pass" });
        }
        Prompt::Abilities(Asks::Again { .. }) => scene.answer("pass"),
        prompt => {
            let seat = scene.asked().0;
            if crate::prompt::describe(scene.state(), seat, &prompt).suggestions.is_empty() {
                let plain = prompt.question().absent(scene.state(), seat);
                scene.answer(&plain.to_string());
            } else {
                scene.follow();
            }
        }
    }
}

/// What the first roll for a rule needs, and of how many dice it is, after an activation with an ability.
fn roll_with(drills: [&str; 2], rows: &[Row], act: &str, ability: &str, why: &str) -> (i16, usize) {
    let mut scene = scene("battle-phase", drills, rows);
    scene.answer(act);
    play_to(&mut scene, ability, why);
    let used = scene.state().sides.iter().any(|side| !side.used.is_empty());
    assert_eq!(used, !ability.is_empty(), "{ability} is used");
    let Pending::Dice(roll) = scene.pending() else { unreachable!() };
    (scene.need(), roll.dice.len())
}

/// How an ability changes the need and the number of dice of a roll.
fn difference(drills: [&str; 2], rows: &[Row], act: &str, ability: &str, why: &str) -> (i16, i64) {
    let [(need, dice), (changed, more)] = ["", ability].map(|ability| roll_with(drills, rows, act, ability, why));
    (changed - need, more as i64 - dice as i64)
}

const HIT: &str = "tle.shooting.hit-roll";
const WOUND: &str = "tle.wound.formula";
const SAVE: &str = "tle.shooting.save-roll";
const CHARGE: &str = "tle.charge.roll";

#[test]
fn a_unit_uses_abilities_before_it_shoots() {
    let drills = ["Paper and Seal", "Cold Drawer"];
    let rows = [(3, (100, 100), (0, 0)), (7, (180, 80), (0, 13))];
    let (need, dice) = difference(drills, &rows, "shoot@unit:3", "recount@unit:3", HIT);
    assert!(need == 0 && dice > 0, "Recount: one more attack with each weapon");
    let drills = ["Night Letters", "Cold Drawer"];
    let rows = [(1, (100, 100), (0, 20)), (6, (180, 80), (0, 13))];
    assert_eq!(difference(drills, &rows, "shoot@unit:1", "take-aim@unit:1", WOUND), (-1, 0));
}

#[test]
fn a_unit_that_is_shot_at_makes_its_armor_better() {
    let drills = ["Drill Line", "Paper and Seal"];
    let rows = [(1, (40, 100), (0, 13)), (4, (140, 100), (0, 20))];
    assert_eq!(difference(drills, &rows, "shoot@unit:1", "by-the-book@unit:4", SAVE), (-1, 0));
}

#[test]
fn abilities_of_both_sides_change_a_charge_roll_within_the_limit() {
    let drills = ["On the Water", "Through the Fog"];
    // Gull skiffs against the fog pilot.
    let rows = [(3, (40, 100), (0, 30)), (5, (120, 100), (0, 0))];
    let act = "fight@unit:3";
    assert_eq!(difference(drills, &rows, act, "come-about@unit:3", CHARGE), (-1, 0));
    assert_eq!(difference(drills, &rows, act, "bank-of-fog@unit:5", CHARGE), (1, 0));
}

#[test]
fn a_unit_fights_better_or_defends_itself_better() {
    let drills = ["Brass and Shields", "Drill Wall"];
    // Brass proxies in melee range of hedge wardens.
    let rows = [(1, (100, 100), (0, 30)), (4, (122, 90), (0, 13))];
    let needs = ["", "overtime@unit:1", "stand-fast@unit:4"].map(|ability| {
        let mut scene = scene("battle-phase", drills, &rows);
        scene.answer("fight@unit:1");
        if matches!(scene.asked().1, Prompt::Battle(_)) {
            scene.answer("pass");
        }
        play_to(&mut scene, ability, "tle.melee.hit");
        scene.need()
    });
    assert_eq!(needs[1], needs[0] - 1, "Overtime adds 1 to hit rolls");
    assert!(needs[2] > needs[0], "Stand Fast adds 2 to the combat skill of the defenders");
}

#[test]
fn a_hit_roll_is_made_again_once_and_is_told_as_such() {
    let drills = ["Mortar and Giant", "Drill Wall"];
    let rows = [(1, (40, 100), (0, 0)), (6, (180, 80), (0, 13))];
    let mut scene = scene("battle-phase", drills, &rows);
    scene.answer("shoot@unit:1");
    play_to(&mut scene, "", HIT);
    let Pending::Dice(roll) = scene.pending() else { unreachable!() };
    let dice = roll.dice.len();
    scene.dice(HIT, &vec![1; dice]);
    let (seat, prompt) = scene.asked();
    let Prompt::Abilities(Asks::Again { dice: lying, whole: false, .. }) = prompt else { panic!("{prompt:?}") };
    assert_eq!((seat, lying.len()), (Seat(0), dice));
    scene.answer(&format!("die:{}", lying[0].0));
    scene.dice(HIT, &[6]);
    let again = matches!(scene.pending(), Pending::Asks { .. }) && {
        matches!(scene.asked().1, Prompt::Abilities(Asks::Again { .. }))
    };
    assert!(!again, "nothing is rolled again twice");
    assert_eq!(scene.state().side(Seat(0)).leader_points, 8);
    assert!(scene.told("tle.dice.reroll-once") && scene.told("tle.dice.reroll-modified"));
}

#[test]
fn a_charge_roll_is_made_again_as_a_whole() {
    let drills = ["Loosed Hounds", "Drill Wall"];
    let rows = [(0, (40, 100), (0, 0)), (4, (120, 90), (0, 13))];
    let mut scene = scene("battle-phase", drills, &rows);
    scene.answer("fight@unit:0");
    play_to(&mut scene, "", CHARGE);
    scene.dice(CHARGE, &[1, 1]);
    let (_, prompt) = scene.asked();
    assert!(matches!(prompt, Prompt::Abilities(Asks::Again { whole: true, .. })), "{prompt:?}");
    scene.answer("whole-roll");
    scene.dice(CHARGE, &[6, 5]);
    assert!(scene.told("tle.ruling.combined-reroll"));
    assert!(matches!(scene.asked().1, Prompt::Movement(_)), "11 in reach across 8, and the charge move is asked for");
}

#[test]
fn units_move_before_and_after_their_move() {
    // Bramble hounds run 3 in before they move.
    let mut hounds =
        scene("moves", ["Loosed Hounds", "Drill Wall"], &[(1, (40, 100), (0, 20)), (4, (300, 90), (0, 13))]);
    hounds.answer("move@unit:1");
    hounds.answer("scent@unit:1");
    let first = hounds.state().roll_call(UnitId(1)).next().unwrap();
    let before = hounds.state().pose(first).unwrap();
    assert!(matches!(hounds.asked().1, Prompt::Movement(_)), "a move of 3 in is asked for");
    hounds.follow();
    assert_ne!(hounds.state().pose(first).unwrap(), before);
    let (_, prompt) = hounds.asked();
    assert!(matches!(prompt, Prompt::Movement(_)), "the move itself: {prompt:?}");
    // Paper kites fly 6 in after their move.
    let mut kites =
        scene("moves", ["Paper and Seal", "Drill Wall"], &[(2, (40, 100), (0, 20)), (6, (300, 90), (0, 13))]);
    kites.answer("move@unit:2");
    assert!(matches!(kites.asked().1, Prompt::Movement(_)));
    kites.answer("pass");
    kites.answer("updraft@unit:2");
    assert!(matches!(kites.asked().1, Prompt::Movement(_)));
}

#[test]
fn wounds_without_saves_fall_on_models_that_their_owner_names_and_the_dead_are_removed() {
    let rows = [(0, (100, 100), (0, 0)), (1, (100, 120), (0, 20)), (6, (180, 80), (0, 13))];
    let mut scene = scene("power-phase", ["Cold Drawer", "Drill Wall"], &rows);
    let before = scene.living(6);
    scene.answer("cold-snap@unit:0");
    for left in (0..3).rev() {
        let (seat, prompt) = scene.asked();
        let Prompt::Abilities(Asks::Suffer { among, .. }) = prompt else { panic!("{prompt:?}") };
        assert_eq!((seat, among.len()), (Seat(1), before - 2 + left));
        scene.answer(&format!("model:{}", among[0].0));
    }
    assert_eq!(scene.living(6), before - 3);
    assert!(scene.told("tle.ruling.power-unblocked") && scene.told("tle.phase.power.cost"));
}

#[test]
fn a_command_ability_heals_and_another_brings_a_model_back_beside_its_comrades() {
    let rows = [(4, (100, 100), (0, 0)), (2, (130, 60), (0, 15)), (0, (100, 140), (0, 0)), (8, (300, 100), (0, 13))];
    // The master is model 0 and the barge model 1: model 11 is the last of the bargees.
    let mut scene = scene_without("command-phase", ["On the Water", "Drill Wall"], &rows, &[11]);
    let model = scene.state().roll_call(UnitId(2)).last().unwrap();
    assert_eq!(model.0, 11);
    let before = scene.living(2);
    scene.answer("haul-aboard@unit:4");
    while !matches!(scene.asked().1, Prompt::Abilities(Asks::Place { .. })) {
        scene.answer(&format!("unit:{}", 2));
    }
    scene.follow();
    assert_eq!(scene.living(2), before + 1);
    assert!(scene.state().stands(model));
}
