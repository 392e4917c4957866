//! They keep their formation, go around what is in the way, close up beside it, and where nothing helps the refusal
//! says by how much, and what would do instead.

use engine::{Hosted, Origin};
use ground::{Length, Path, Point, Pose};
use proptest::prelude::*;
use vocabulary::{
    Adjustment, Answer, Ask, Draft, Form, ModelId, Query, Ref, Refusal, Token, UnitId, Verdict, Viewer, Wish, Word,
};

use crate::soldiers::{
    ANN, BO, SCOUTS, SOLDIERS, acting, ask, asked, block, choose, drill_ground, enemy, far_away, start, start_on,
    tenths,
};

fn shifted(poses: &[(ModelId, Pose)], x: i32, y: i32) -> Wish {
    let shift = |at: Point| Point::new(at.x + x * 254, at.y + y * 254);
    poses.iter().map(|(model, pose)| (*model, Pose { at: shift(pose.at), ..*pose })).collect()
}

fn paths(draft: &Draft) -> Vec<(ModelId, Path)> {
    match &draft.answer {
        Answer::Move { paths, .. } => paths.to_vec(),
        other => panic!("{other}"),
    }
}

fn end_of(draft: &Draft, model: ModelId) -> Pose {
    match &draft.answer {
        Answer::Move { paths, .. } => {
            let path = &paths.iter().find(|(other, _)| *other == model).expect("it is in the answer").1;
            *path.legs.last().unwrap()
        }
        Answer::Place(placed) => placed.iter().find(|(other, _)| *other == model).expect("it is in the answer").1,
        other => panic!("{other}"),
    }
}

fn refusal(draft: &Draft) -> &Refusal {
    match &draft.verdict {
        Verdict::Refused(refusal) => refusal,
        Verdict::Allowed(proof) => panic!("allowed: {}", proof.text.sentence),
    }
}

fn is_allowed(draft: &Draft) {
    if let Verdict::Refused(refusal) = &draft.verdict {
        panic!("{refusal}");
    }
}

fn ends_as_wished(draft: &Draft, wish: &Wish) {
    is_allowed(draft);
    for (model, pose) in wish {
        assert_eq!(end_of(draft, *model), *pose, "{model:?}");
    }
}

/// The largest distance from a wish, in hundredths of a millimetre.
fn furthest_off(draft: &Draft, wish: &Wish) -> i32 {
    wish.iter().map(|(model, pose)| end_of(draft, *model).at.distance_up(pose.at).0).max().unwrap()
}

#[test]
fn a_unit_keeps_its_formation() {
    let soldiers = block(250, 100);
    let (mut host, ask) = asked(&soldiers, far_away());
    for (x, y) in [(0, 60), (60, 0), (-50, -20), (1, 1)] {
        let wish = shifted(&soldiers, x, y);
        let draft = host.draft(ask.id, ANN, &wish).unwrap();
        ends_as_wished(&draft, &wish);
        assert!(paths(&draft).iter().all(|(_, path)| path.legs.len() == 1), "nothing is in the way");
    }
    let wish = shifted(&soldiers, 0, 60);
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    host.answer(ask.id, ANN, draft.answer).unwrap();
    let view = host.view(Viewer::Spectator);
    assert!(wish.iter().all(|(model, pose)| view.models[model.index()].pose == Some(*pose)));
}

#[test]
fn a_unit_goes_around_what_is_in_its_way() {
    // The bunker is 4 in wide and 4 in deep, from (20, 26) to (24, 30); straight ways would cut its corner.
    let places = [(180, 262), (165, 262), (180, 277), (165, 277)];
    let soldiers: Vec<(ModelId, Pose)> =
        (1..).zip(places).map(|(model, (x, y))| (ModelId(model), tenths(x, y))).collect();
    let (host, ask) = asked(&soldiers, far_away());
    let wish = shifted(&soldiers, 35, 49);
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    ends_as_wished(&draft, &wish);
    assert!(paths(&draft).iter().any(|(_, path)| path.legs.len() > 1), "straight would lead through the bunker");
}

#[test]
fn a_formation_closes_up_beside_a_wall() {
    let soldiers = block(190, 200);
    let (host, ask) = asked(&soldiers, far_away());
    // The second rank would stand in the bunker, which begins at 26 in; a base is 0.63 in deep.
    let wish = shifted(&soldiers, 0, 43);
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    is_allowed(&draft);
    let off = furthest_off(&draft, &wish);
    assert!(off > 0 && off <= Length::inches(2).0, "{off}");
}

#[test]
fn a_unit_that_is_dragged_too_far_hears_by_how_much_and_where_it_could_go() {
    let soldiers = block(250, 60);
    let (mut host, ask) = asked(&soldiers, far_away());
    let wish = shifted(&soldiers, 0, 75);
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    let refusal = refusal(&draft).clone();
    assert_eq!((refusal.rule.as_str(), refusal.by), ("aot.move.basic-move", Some(Length(5 * 254))));
    assert!(wish.iter().all(|(model, pose)| end_of(&draft, *model) == *pose), "the ghost stays under the hand");
    let mend = *refusal.mend.expect("it could go 7 in");
    host.answer(ask.id, ANN, mend).unwrap();
    let view = host.view(Viewer::Spectator);
    let gone = |(model, from): &(ModelId, Pose)| view.models[model.index()].pose.unwrap().at.distance_up(from.at);
    assert!(soldiers.iter().all(|model| gone(model) == Length::inches(7)), "all 7 in of it, in formation");
}

#[test]
fn a_model_that_is_dropped_on_another_steps_beside_it() {
    let soldiers = block(250, 100);
    let (host, ask) = asked(&soldiers, far_away());
    // Half an inch too far to the left, on the last of the first rank.
    let wish = vec![(soldiers[3].0, tenths(317, 100))];
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    is_allowed(&draft);
    assert_eq!(paths(&draft).len(), 1, "nobody else moves");
    assert!(furthest_off(&draft, &wish) <= Length::inches(1).0);
}

#[test]
fn a_model_that_leaves_its_unit_hears_how_far_it_would_be_off() {
    let soldiers = block(250, 100);
    let (host, ask) = asked(&soldiers, far_away());
    // Left of the first one by 4 in: the gap to the next two is larger than 1 in.
    let wish = vec![(soldiers[0].0, tenths(210, 100))];
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    let refusal = refusal(&draft);
    assert_eq!(refusal.rule.as_str(), "aot.unit.coherency-always");
    // It needs two others: the second nearest is the next in its rank, 5.5 in from middle to middle, less a base of
    // 32 mm. They would have to be within 1 in.
    assert_eq!(refusal.by, Some(Length(13_970 - 3_200 - 2_540)));
    assert_eq!(refusal.refs, [Ref::Model(soldiers[0].0)]);
    assert!(refusal.mend.is_some(), "it can come nearer to where it is wished");
}

#[test]
fn going_around_what_slows_is_better_than_going_through() {
    // The bog lies from (35, 26) to (41, 30); through it a soldier goes 5 in.
    let soldiers = [(ModelId(1), tenths(343, 262)), (ModelId(2), tenths(328, 262))];
    let (host, ask) = asked(&soldiers, far_away());
    let wish = vec![(ModelId(1), tenths(365, 308)), (ModelId(2), tenths(350, 308))];
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    ends_as_wished(&draft, &wish);
    assert!(paths(&draft).iter().any(|(_, path)| path.legs.len() > 1), "{}", draft.answer);
}

#[test]
fn a_level_is_climbed_where_one_can_stand_on_it() {
    // The tower lies from (51, 25) to (57, 31), with a floor 2 in up.
    let soldiers = [(ModelId(1), tenths(540, 240)), (ModelId(2), tenths(525, 240))];
    let (host, ask) = asked(&soldiers, far_away());
    let wish = vec![(ModelId(1), up(540, 262)), (ModelId(2), up(525, 262))];
    ends_as_wished(&host.draft(ask.id, ANN, &wish).unwrap(), &wish);
    // Half over the edge nobody stands on the floor: it is the ground that is meant.
    let edge = vec![(ModelId(1), up(540, 252))];
    let draft = host.draft(ask.id, ANN, &edge).unwrap();
    assert_eq!(end_of(&draft, ModelId(1)), tenths(540, 252));
}

/// A place on the floor of the tower.
fn up(x: i32, y: i32) -> Pose {
    Pose { level: 1, ..tenths(x, y) }
}

#[test]
fn whoever_has_no_room_on_a_floor_steps_aside_on_it() {
    let soldiers = [(ModelId(1), up(540, 265)), (ModelId(2), tenths(525, 240))];
    let (host, ask) = asked(&soldiers, far_away());
    // Half on the base of the first one.
    let wish = vec![(ModelId(2), up(533, 265))];
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    is_allowed(&draft);
    assert!(furthest_off(&draft, &wish) > 0);
    assert_eq!(end_of(&draft, ModelId(2)).level, 1);
}

#[test]
fn a_floor_that_is_too_high_up_is_refused_and_not_exchanged_for_the_ground() {
    let soldiers = [(ModelId(1), tenths(540, 200)), (ModelId(2), tenths(525, 200))];
    let (host, ask) = asked(&soldiers, far_away());
    // 6.5 in across would do; 2 in up are too many for 7 in.
    let wish = vec![(ModelId(1), up(540, 265)), (ModelId(2), up(525, 265))];
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    let refusal = refusal(&draft);
    assert_eq!((refusal.rule.as_str(), refusal.by), ("aot.move.basic-move", Some(Length(15 * 254))));
    assert!(refusal.text.contains("is 8.5 in long, 2 in of it climbing; it may go 7 in"), "{}", refusal.text);
    assert!(wish.iter().all(|(model, pose)| end_of(&draft, *model) == *pose), "the ghosts stay on the floor");
    host.preview(ask.id, ANN, refusal.mend.as_ref().expect("on the ground they can go there")).unwrap();
}

#[test]
fn whoever_is_on_a_floor_stays_on_it_or_comes_down_as_it_is_wished() {
    let soldiers = [(ModelId(1), up(540, 265)), (ModelId(2), up(525, 265))];
    let (host, ask) = asked(&soldiers, far_away());
    for wish in [
        vec![(ModelId(1), up(540, 290)), (ModelId(2), up(525, 290))],
        vec![(ModelId(1), tenths(540, 290)), (ModelId(2), up(525, 290))],
        vec![(ModelId(1), tenths(540, 265))],
    ] {
        ends_as_wished(&host.draft(ask.id, ANN, &wish).unwrap(), &wish);
    }
    // Dragged off the tower with the floor still wished.
    let draft = host.draft(ask.id, ANN, &vec![(ModelId(1), up(540, 235)), (ModelId(2), up(525, 235))]).unwrap();
    assert_eq!(end_of(&draft, ModelId(1)), tenths(540, 235));
    is_allowed(&draft);
}

#[test]
fn models_keep_away_from_enemies_and_hear_by_how_much() {
    let soldiers = [(ModelId(1), tenths(250, 100)), (ModelId(2), tenths(265, 100))];
    let (host, ask) = asked(&soldiers, tenths(250, 160));
    // A little too near: it stops just beyond Battle Range.
    let wish = shifted(&soldiers, 0, 40);
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    is_allowed(&draft);
    // Onto the enemy: too far from anything that would do.
    let wish = shifted(&soldiers[..1], 0, 60);
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    let refusal = refusal(&draft);
    assert_eq!(refusal.rule.as_str(), "aot.move.no-entering-battle-range");
    // Two bases of 32 mm and an inch between them, from middle to middle.
    assert_eq!(refusal.by, Some(Length(3_200 + 2_540)));
}

#[test]
fn off_the_battlefield_is_refused_by_how_much_sticks_out() {
    let soldiers = [(ModelId(1), tenths(250, 30)), (ModelId(2), tenths(265, 30))];
    let (host, ask) = asked(&soldiers, far_away());
    let wish = shifted(&soldiers, 0, -60);
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    let refusal = refusal(&draft);
    assert_eq!((refusal.rule.as_str(), refusal.by), ("aot.ruling.leaving-table", Some(Length(30 * 254 + 1_600))));
    assert!(refusal.mend.is_some());
}

#[test]
fn a_unit_comes_in_over_an_edge_to_where_it_is_dragged() {
    let mut host = start(Origin::Typed);
    let mark = Adjustment::Mark(Ref::Unit(UnitId(2)), Word::new("vanguard-held"), true);
    let foe = Adjustment::Pose(enemy(host.as_ref()), far_away());
    let moment = Adjustment::Moment { round: 2, phase: Word::new("action-phase") };
    host.adjust(vec![mark, foe, moment], &[ANN, BO]).unwrap();
    choose(host.as_mut(), Token::About(Word::new("enter"), Ref::Unit(UnitId(2))));
    // The right edge.
    choose(host.as_mut(), Token::Ref(Ref::Item(1)));
    let ask = ask(host.as_ref());
    // Where they can come in to: a strip that ends 7 in behind the edge, and half a base before the others.
    let strip = host.query(Viewer::Seat(ANN), &Query::Reach(ModelId(11))).unwrap().regions[0].clone();
    let half = 1_600;
    let corners = [Point::new(530 * 254, half), Point::new(600 * 254 - half, 440 * 254 - half)];
    assert_eq!(strip, ground::Outline::rectangle(corners[0], corners[1]).into());
    let row =
        |x: i32| -> Wish { SCOUTS.zip(0..).map(|(model, n)| (ModelId(model), tenths(x, 100 + n * 15))).collect() };
    let wish = row(540);
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    ends_as_wished(&draft, &wish);
    assert!(paths(&draft).iter().all(|(_, path)| path.legs[0].at.x == 600 * 254), "they begin on the edge");
    let draft = host.draft(ask.id, ANN, &row(520)).unwrap();
    let too_far = refusal(&draft);
    assert_eq!(too_far.by, Some(Length::inches(1)));
    let mend = *too_far.mend.clone().expect("they can come 7 in");
    host.preview(ask.id, ANN, &mend).unwrap();
    // Partly off the battlefield: they step a little further in.
    is_allowed(&host.draft(ask.id, ANN, &row(598)).unwrap());
    let legs = [tenths(600, 100), tenths(598, 100)].into_iter().collect();
    let outside =
        Answer::Move { paths: [(ModelId(11), Path { legs })].into_iter().collect(), placed: [].into_iter().collect() };
    let refused = host.preview(ask.id, ANN, &outside).unwrap_err();
    assert_eq!((refused.rule.as_str(), refused.by), ("aot.ruling.leaving-table", Some(Length(1_600 - 2 * 254))));
    host.answer(ask.id, ANN, mend).unwrap();
}

/// Ann is asked where her soldiers are set up.
fn setting_up() -> (Box<dyn Hosted>, Ask) {
    setting_up_on(drill_ground())
}

fn setting_up_on(field: String) -> (Box<dyn Hosted>, Ask) {
    let mut host = start_on(field, Origin::Typed);
    host.adjust(vec![Adjustment::Moment { round: 0, phase: Word::new("deployment") }], &[ANN, BO]).unwrap();
    for _ in 0..4 {
        let Form::Choose { .. } = ask(host.as_ref()).form else { break };
        choose(host.as_mut(), Token::About(Word::new("deploy"), Ref::Unit(UnitId(1))));
    }
    let ask = ask(host.as_ref());
    (host, ask)
}

#[test]
fn a_unit_is_set_up_where_it_is_dragged_and_stays_in_its_zone() {
    let (host, ask) = setting_up();
    let wish = block(250, 40);
    ends_as_wished(&host.draft(ask.id, ANN, &wish).unwrap(), &wish);
    // Half an inch over the edge of the zone: it is held back.
    let wish = block(250, 83);
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    is_allowed(&draft);
    assert!(furthest_off(&draft, &wish) <= Length::inches(2).0);
    // Far out: refused, with a place in the zone.
    let draft = host.draft(ask.id, ANN, &block(250, 200)).unwrap();
    let refusal = refusal(&draft);
    assert_eq!(refusal.rule.as_str(), "aot.setup.deploy-in-zone");
    // The middle of the first is at 20 in, and the zone ends at 10.
    assert_eq!(refusal.by, Some(Length(100 * 254 + 1_600)));
    host.preview(ask.id, ANN, refusal.mend.as_ref().expect("there is room in the zone")).unwrap();
}

#[test]
fn a_unit_is_set_up_on_the_floors_of_its_zone() {
    // The tower in the zone: from (21, 1) to (33, 9).
    let tower = "at = [54, 28]\nsize = [6, 6]";
    assert!(drill_ground().contains(tower));
    let (host, ask) = setting_up_on(drill_ground().replace(tower, "at = [27, 5]\nsize = [12, 8]"));
    let raised = |wish: Vec<(ModelId, Pose)>| -> Wish {
        wish.into_iter().map(|(model, pose)| (model, Pose { level: 1, ..pose })).collect()
    };
    let wish = raised(block(230, 40));
    ends_as_wished(&host.draft(ask.id, ANN, &wish).unwrap(), &wish);
    // One dropped on another steps aside, and all stay on the floor.
    let mut wish = raised(block(230, 40));
    wish[0].1.at.x += 7 * 254;
    let draft = host.draft(ask.id, ANN, &wish).unwrap();
    is_allowed(&draft);
    assert!(furthest_off(&draft, &wish) > 0);
    assert!(wish.iter().all(|(model, _)| end_of(&draft, *model).level == 1), "{}", draft.answer);
}

#[test]
fn a_charge_can_be_dragged_up_to_a_floor() {
    let soldiers = [(ModelId(1), tenths(540, 240)), (ModelId(2), tenths(525, 240))];
    let foe = up(540, 290);
    let mut host = acting("move-and-charge", &soldiers, foe);
    let stay = Answer::Move { paths: [].into_iter().collect(), placed: [].into_iter().collect() };
    let id = ask(host.as_ref()).id;
    host.answer(id, ANN, stay).unwrap();
    let target = host.view(Viewer::Spectator).models[enemy(host.as_ref()).index()].unit.unwrap();
    choose(host.as_mut(), Token::Ref(Ref::Unit(target)));
    while let Some(asked) = host.waiting(Viewer::Seat(BO)).asks.first().cloned() {
        host.answer(asked.id, BO, asked.pass.expect("nobody has to react")).unwrap();
    }
    host.enter_dice(&[6, 6]).unwrap();
    let ask = ask(host.as_ref());
    assert_eq!(ask.why.as_str(), "aot.charge.move");
    let wish = vec![(ModelId(1), up(540, 270)), (ModelId(2), up(525, 275))];
    ends_as_wished(&host.draft(ask.id, ANN, &wish).unwrap(), &wish);
    // With 12 in the reach of a charge is larger than that of a Basic Move, and Ann sees the one that she is asked for.
    let reach = |viewer| host.query(viewer, &Query::Reach(ModelId(1))).unwrap().text.sentence;
    assert!(reach(Viewer::Seat(ANN)).ends_with("can move up to 12 in"), "{}", reach(Viewer::Seat(ANN)));
    assert!(reach(Viewer::Spectator).ends_with("can move up to 7 in"), "{}", reach(Viewer::Spectator));
}

#[test]
fn nonsense_is_refused_and_nothing_more() {
    let soldiers = block(250, 100);
    let (host, ask) = asked(&soldiers, far_away());
    let twice = vec![soldiers[0], soldiers[0]];
    let stranger = vec![(ModelId(0), tenths(100, 100)), (ModelId(999), tenths(100, 100))];
    for wish in [twice, stranger] {
        let draft = host.draft(ask.id, ANN, &wish).unwrap();
        assert!(refusal(&draft).mend.is_none());
    }
    let nowhere = vec![(ModelId(1), Pose::at(Point::new(i32::MAX, i32::MIN)))];
    assert_eq!(host.draft(ask.id, ANN, &nowhere).unwrap_err().rule.as_str(), "engine.answer");
    assert_eq!(paths(&host.draft(ask.id, ANN, &Vec::new()).unwrap()), []);
    assert_eq!(paths(&host.draft(ask.id, ANN, &soldiers).unwrap()), [], "who is where it should be does not go");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is wished: what the draft says is what an answer does, nobody moves who was not dragged, and a straight
    /// shift that is legal is not changed.
    #[test]
    fn drafts_agree_with_answers(
        x in 20..500_i32, y in 20..380_i32, dx in -90..90_i32, dy in -90..90_i32,
        foe in (20..580_i32, 20..420_i32), only in proptest::option::of(0..10_usize), stray in (0..10_usize, -9..9_i32),
    ) {
        let soldiers = block(x, y);
        let mut host = start(Origin::Typed);
        let mut changes: Vec<Adjustment> = soldiers.iter().map(|(model, pose)| Adjustment::Pose(*model, *pose)).collect();
        changes.push(Adjustment::Pose(enemy(host.as_ref()), tenths(foe.0, foe.1)));
        changes.push(Adjustment::Moment { round: 1, phase: Word::new("action-phase") });
        // On the bunker or on one another nobody stands.
        prop_assume!(host.adjust(changes, &[ANN, BO]).is_ok());
        let token = Token::About(Word::new("move-and-shoot"), Ref::Unit(UnitId(1)));
        let select = ask(host.as_ref()).id;
        prop_assume!(host.answer(select, ANN, Answer::Choose([token].into_iter().collect())).is_ok());
        let Some(ask) = host.waiting(Viewer::Seat(ANN)).asks.first().cloned() else { return Ok(()) };
        let mut wish = match only {
            Some(place) => shifted(&soldiers[place..=place], dx, dy),
            None => shifted(&soldiers, dx, dy),
        };
        if let Some((_, pose)) = wish.get_mut(stray.0) {
            pose.at.x += stray.1 * 254;
        }
        let draft = host.draft(ask.id, ANN, &wish).unwrap();
        let Answer::Move { paths, placed } = &draft.answer else { panic!("{}", draft.answer) };
        prop_assert!(placed.is_empty());
        prop_assert!(paths.iter().all(|(model, _)| wish.iter().any(|(wished, _)| wished == model)));
        // Straight, those in front first: legal or not.
        let mut order = wish.clone();
        order.sort_by_key(|(_, pose)| -(i64::from(dx) * i64::from(pose.at.x) + i64::from(dy) * i64::from(pose.at.y)));
        let moving = order.into_iter().filter(|wished| !soldiers.contains(wished));
        let straight = Answer::Move {
            paths: moving.map(|(model, pose)| (model, Path::straight(pose))).collect(),
            placed: [].into_iter().collect(),
        };
        if host.preview(ask.id, ANN, &straight).is_ok() {
            ends_as_wished(&draft, &wish.iter().filter(|wished| !soldiers.contains(wished)).copied().collect());
        }
        let entries = host.entries();
        match &draft.verdict {
            Verdict::Allowed(_) => host.answer(ask.id, ANN, draft.answer.clone()).unwrap(),
            Verdict::Refused(refusal) => {
                let refused = host.answer(ask.id, ANN, draft.answer.clone()).unwrap_err();
                prop_assert_eq!(&refused.rule, &refusal.rule);
                prop_assert_eq!(refused.by, refusal.by);
                prop_assert_eq!(host.entries(), entries);
                if let Some(mend) = &refusal.mend {
                    prop_assert!(host.preview(ask.id, ANN, mend).is_ok());
                }
            }
        }
    }

    #[test]
    fn hostile_wishes_do_no_harm(
        wish in proptest::collection::vec((0..30_u16, -600_000..600_000_i32, -600_000..600_000_i32, 0..4_u8, 0..1_100_u16), 0..12),
    ) {
        let wish: Wish = wish.into_iter().map(|(model, x, y, level, facing)| (ModelId(model), Pose { at: Point::new(x, y), level, facing })).collect();
        let (host, ask) = asked(&block(250, 100), far_away());
        let _ = host.draft(ask.id, ANN, &wish);
        let own: Wish = wish.iter().zip(SOLDIERS).map(|((_, pose), model)| (ModelId(model), *pose)).collect();
        let _ = host.draft(ask.id, ANN, &own);
        let (host, ask) = setting_up();
        let _ = host.draft(ask.id, ANN, &wish);
        let _ = host.draft(ask.id, ANN, &own);
    }
}
