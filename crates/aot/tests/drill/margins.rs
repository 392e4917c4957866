//! A refused move says by how much: exactly, in hundredths of a millimetre.

use engine::Hosted;
use ground::{Length, Path, Pose};
use vocabulary::{Answer, ModelId, Ref, Refusal, Token, Viewer};

use crate::soldiers::{ANN, BO, acting, ask, choose, enemy, tenths};

/// A base, from one side to the other.
const BASE: i32 = 3_200;
const INCH: i32 = 2_540;

/// How the rules refuse straight ways to these places.
fn refused(host: &dyn Hosted, ways: &[(u16, Pose)]) -> Refusal {
    let paths = ways.iter().map(|(model, to)| (ModelId(*model), Path::straight(*to))).collect();
    let answer = Answer::Move { paths, placed: [].into_iter().collect() };
    host.preview(ask(host).id, ANN, &answer).expect_err("it is refused")
}

fn check(refusal: &Refusal, rule: &str, by: i32) {
    assert_eq!((refusal.rule.as_str(), refusal.by), (rule, Some(Length(by))), "{refusal}");
}

/// The distance of two places from middle to middle, rounded up.
fn far(a: Pose, b: Pose) -> i32 {
    a.at.distance_up(b.at).0
}

fn two(a: Pose, b: Pose) -> [(ModelId, Pose); 2] {
    [(ModelId(1), a), (ModelId(2), b)]
}

#[test]
fn passing_an_enemy_too_near() {
    let foe = tenths(270, 130);
    let host = acting("move-and-shoot", &two(tenths(250, 100), tenths(235, 100)), foe);
    let refusal = refused(host.as_ref(), &[(1, tenths(250, 165)), (2, tenths(235, 165))]);
    check(&refusal, "aot.ruling.battle-range-on-the-way", INCH + BASE - 2 * INCH);
}

#[test]
fn through_the_base_of_an_enemy() {
    // The first is in Battle Range and stays; the other crowds in.
    let foe = tenths(250, 119);
    let host = acting("scrum", &two(tenths(250, 100), tenths(272, 100)), foe);
    check(&refused(host.as_ref(), &[(2, foe)]), "aot.move.no-through-bases", BASE);
}

#[test]
fn no_closer_to_the_nearest_enemy() {
    let (foe, start, end) = (tenths(250, 119), tenths(270, 100), tenths(272, 99));
    let host = acting("scrum", &two(tenths(250, 100), start), foe);
    let refusal = refused(host.as_ref(), &[(2, end)]);
    check(&refusal, "aot.action.scrum-direction", far(end, foe) - far(start, foe));
}

#[test]
fn a_retreat_that_stays_in_battle_range() {
    let foe = tenths(250, 119);
    let mut host = acting("firing-retreat", &two(tenths(250, 100), tenths(265, 100)), foe);
    if let Some(cut) = host.waiting(Viewer::Seat(BO)).asks.first().cloned() {
        host.answer(cut.id, BO, Answer::none()).unwrap();
    }
    let refusal = refused(host.as_ref(), &[(1, tenths(250, 98)), (2, tenths(265, 98))]);
    // 2.1 in from middle to middle: 0.84 in between the bases.
    check(&refusal, "aot.move.retreat-move", INCH + BASE - 21 * 254);
}

/// Two soldiers charge with all the Vigor there is.
fn charging() -> Box<dyn Hosted> {
    let mut host = acting("move-and-charge", &two(tenths(250, 100), tenths(265, 100)), tenths(250, 160));
    let stay = ask(host.as_ref());
    host.answer(stay.id, ANN, stay.pass.unwrap()).unwrap();
    let view = host.view(Viewer::Spectator);
    let target = view.models[enemy(host.as_ref()).index()].unit.unwrap();
    choose(host.as_mut(), Token::Ref(Ref::Unit(target)));
    if let Some(react) = host.waiting(Viewer::Seat(BO)).asks.first().cloned() {
        host.answer(react.id, BO, react.pass.unwrap()).unwrap();
    }
    host.enter_dice(&[6, 6]).unwrap();
    host
}

#[test]
fn a_charge_that_ends_short_of_its_target() {
    let host = charging();
    let refusal = refused(host.as_ref(), &[(1, tenths(250, 110)), (2, tenths(265, 110))]);
    check(&refusal, "aot.charge.success.ed2-3", 5 * INCH - BASE - INCH);
}

#[test]
fn a_model_that_could_end_nearer_in_a_charge() {
    let host = charging();
    let (foe, end) = (tenths(250, 160), tenths(265, 139));
    let refusal = refused(host.as_ref(), &[(1, tenths(250, 147)), (2, end)]);
    check(&refusal, "aot.charge.move", far(end, foe) - BASE - INCH);
}
