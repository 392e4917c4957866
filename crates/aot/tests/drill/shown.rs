//! What a question about a move shows before anybody moves: where models may begin, what slows them, and the limits.

use engine::{Hosted, Origin};
use ground::{Length, Point, Pose};
use vocabulary::{Adjustment, Answer, Form, Limit, LimitKind, ModelId, Mover, Ref, Token, UnitId, Viewer, Who, Word};

use crate::soldiers::{
    ANN, BO, SCOUTS, acting, acting_against, ask, block, choose, drill_ground, enemy, far_away, start, start_on, tenths,
};

/// The movers and the limits of the move that Ann is asked for.
fn shown(host: &dyn Hosted) -> (Vec<Mover>, Vec<Limit>) {
    match ask(host).form {
        Form::Move { movers, limits, .. } => (movers, limits),
        other => panic!("{other:?}"),
    }
}

#[test]
fn whoever_comes_in_from_vanguard_may_begin_anywhere_on_the_chosen_edge() {
    let mut host = start(Origin::Typed);
    let mark = Adjustment::Mark(Ref::Unit(UnitId(2)), Word::new("vanguard-held"), true);
    let foe = Adjustment::Pose(enemy(host.as_ref()), far_away());
    let moment = Adjustment::Moment { round: 2, phase: Word::new("action-phase") };
    host.adjust(vec![mark, foe, moment], &[ANN, BO]).unwrap();
    choose(host.as_mut(), Token::About(Word::new("enter"), Ref::Unit(UnitId(2))));
    // The right edge.
    choose(host.as_mut(), Token::Ref(Ref::Item(1)));
    let (movers, _) = shown(host.as_ref());
    assert_eq!(movers.len(), SCOUTS.len());
    for mover in movers {
        let start = mover.start.expect("it is not on the battlefield yet");
        let corners: Vec<Point> = start.outlines.into_iter().flat_map(|outline| outline.corners).collect();
        assert_eq!(corners, [Point::new(600 * 254, 0), Point::new(600 * 254, 440 * 254)]);
    }
}

#[test]
fn whoever_is_on_the_battlefield_begins_where_it_stands() {
    let host = acting("move-and-shoot", &block(250, 100), far_away());
    assert!(shown(host.as_ref()).0.iter().all(|mover| mover.start.is_none()));
}

#[test]
fn ground_that_slows_is_shown_with_what_it_takes_off() {
    let host = acting("move-and-shoot", &block(250, 100), far_away());
    let (movers, _) = shown(host.as_ref());
    assert_eq!(movers.len(), 10);
    for mover in movers {
        let [toll] = mover.tolls.as_slice() else { panic!("{:?}", mover.tolls) };
        // The bog and the heap.
        assert_eq!(
            (toll.areas.len(), toll.by, toll.rule.as_str()),
            (2, Length::inches(2), "aot.terrain.unstable-speed")
        );
    }
}

#[test]
fn ground_that_slows_nobody_in_this_move_is_not_shown() {
    // A Scrum goes 3 in over any ground.
    let soldiers = [(ModelId(1), tenths(250, 100)), (ModelId(2), tenths(272, 100))];
    let host = acting("scrum", &soldiers, tenths(250, 119));
    assert!(shown(host.as_ref()).0.iter().all(|mover| mover.tolls.is_empty()));
}

#[test]
fn where_no_ground_slows_nothing_is_shown() {
    let firm = drill_ground().replace(", \"aot-unstable\"", "").replace("aot-unstable", "aot-cover");
    let host = start_on(firm, Origin::Typed);
    let foes = [(enemy(host.as_ref()), far_away())];
    let host = acting_against(host, "move-and-shoot", &block(250, 100), &foes);
    assert!(shown(host.as_ref()).0.iter().all(|mover| mover.tolls.is_empty()));
}

/// The rules behind Unit Coherency for soldiers who stand like this.
fn coherency(soldiers: &[(ModelId, Pose)]) -> Vec<String> {
    let host = acting("move-and-shoot", soldiers, far_away());
    let (_, limits) = shown(host.as_ref());
    let linked = limits.iter().filter(|limit| matches!(limit.kind, LimitKind::StayLinked { .. }));
    linked.flat_map(|limit| limit.rules().map(ToString::to_string)).collect()
}

#[test]
fn how_many_neighbours_a_model_needs_is_shown_with_the_rule_and_a_model_alone_needs_none() {
    let always = "aot.unit.coherency-always";
    let soldiers = block(250, 100);
    assert!(coherency(&soldiers[..1]).is_empty());
    assert_eq!(coherency(&soldiers[..5]), [always, "aot.unit.coherency-small"]);
    let six: Vec<_> = [0, 1, 2, 5, 6, 7].map(|index| soldiers[index]).into();
    assert_eq!(coherency(&six), [always, "aot.unit.coherency-large"]);
}

#[test]
fn what_holds_for_a_scattered_unit_is_shown_only_where_it_is_scattered() {
    let usual = ["aot.unit.coherency-always", "aot.unit.coherency-small"];
    let two = |gap: i32| [(ModelId(1), tenths(250, 100)), (ModelId(2), tenths(250 + gap, 100))];
    assert_eq!(coherency(&two(15)), usual);
    assert_eq!(coherency(&two(60)), [usual[0], usual[1], "aot.ruling.coherency-broken"]);
}

#[test]
fn a_charge_at_two_units_must_reach_both_but_each_model_only_one_of_them() {
    let host = start(Origin::Typed);
    let first = enemy(host.as_ref());
    let view = host.view(Viewer::Spectator);
    let unit = view.models[first.index()].unit.unwrap();
    let other = UnitId(unit.0 + 1);
    let second = view.models.iter().find(|model| model.unit == Some(other)).unwrap().id;
    let soldiers = [(ModelId(1), tenths(250, 100)), (ModelId(2), tenths(265, 100))];
    let foes = [(first, tenths(240, 150)), (second, tenths(275, 150))];
    let mut host = acting_against(host, "move-and-charge", &soldiers, &foes);
    let stay = ask(host.as_ref());
    host.answer(stay.id, ANN, stay.pass.unwrap()).unwrap();
    let targets = [Ref::Unit(unit), Ref::Unit(other)];
    let declares = ask(host.as_ref());
    host.answer(declares.id, ANN, Answer::Choose(targets.map(Token::Ref).into_iter().collect())).unwrap();
    while let Some(react) = host.waiting(Viewer::Seat(BO)).asks.first().cloned() {
        host.answer(react.id, BO, react.pass.unwrap()).unwrap();
    }
    host.enter_dice(&[6, 6]).unwrap();
    let (_, limits) = shown(host.as_ref());
    let of = |rule: &str| -> Vec<(Vec<Ref>, Who, bool)> {
        let own = limits.iter().filter(|limit| limit.rule.as_str() == rule);
        own.map(|limit| (limit.from.clone(), limit.who, limit.any)).collect()
    };
    let each = |target: Ref| (vec![target], Who::AtLeast(1), false);
    assert_eq!(of("aot.charge.success.ed2-3"), targets.map(each));
    assert_eq!(of("aot.charge.move"), [(targets.to_vec(), Who::EachIfAble, true)]);
}

#[test]
fn a_scrum_may_lead_towards_any_of_the_enemies_that_are_as_near() {
    let host = start(Origin::Typed);
    let foe = enemy(host.as_ref());
    let beside = ModelId(foe.0 + 1);
    // The first is in Battle Range of both, and stays.
    let soldiers = [(ModelId(1), tenths(250, 100)), (ModelId(2), tenths(250, 120))];
    let foes = [(foe, tenths(229, 100)), (beside, tenths(271, 100))];
    let host = acting_against(host, "scrum", &soldiers, &foes);
    let (_, limits) = shown(host.as_ref());
    let closer = limits.iter().filter(|limit| limit.rule.as_str() == "aot.action.scrum-direction");
    let closer: Vec<_> = closer.map(|limit| (limit.models.clone(), limit.from.clone(), limit.any)).collect();
    assert_eq!(closer, [(vec![ModelId(2)], vec![Ref::Model(foe), Ref::Model(beside)], true)]);
}
