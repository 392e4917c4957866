//! Moves and placings of a game that has nothing but limits: what is checked, refused, planned and drafted agrees.

use field::Field;
use ground::{Length, Path, Point, Pose, Side};
use proptest::prelude::*;
use troops::{
    Aim, Climbing, Laid, Measure, Misfit, ModelInfo, Models, Placing, PlacingTerms, Scene, Terms, Troops, UnitInfo,
    Walk, Within, Words,
};
use vocabulary::{Answer, Form, Limit, LimitKind, ModelId, Mover, Omit, Ref, Refusal, Seat, Toll, UnitId, Who};

/// A wall across half of the battlefield, and mud behind it.
const FIELD: &str = r#"
name = "Half a wall"
size = "30x20"

[[piece]]
kind = "wall"
name = "Wall"
shape = "rectangle"
at = [10.5, 6]
size = [1, 12]

[[piece]]
kind = "marsh"
name = "Mud"
shape = "rectangle"
at = [12, 17]
size = [4, 6]

[[zone]]
name = "home"
seat = 1
low = [0, 0]
high = [6, 20]
"#;

const OWN: UnitId = UnitId(0);
const FOE: UnitId = UnitId(1);
const WORDS: Words = Words { near: "reach", linked: "order", held: "is held" };

fn laid() -> Laid<()> {
    let field = Field::from_toml(FIELD).unwrap_or_else(|error| panic!("{error}"));
    Laid::of(&field, |_| ())
}

fn at(x: i32, y: i32) -> Pose {
    Pose::at(Point::new(x * 254, y * 254))
}

/// Three models of one seat, and one of another, at places in tenths of an inch.
fn troops(own: [(i32, i32); 3], foe: (i32, i32)) -> Troops {
    let unit = |seat, name: &str, first, end| UnitInfo { seat: Seat(seat), name: name.to_owned(), first, end };
    let model = |unit| ModelInfo { unit, base: "32mm".parse().unwrap(), name: None };
    let models = vec![model(OWN), model(OWN), model(OWN), model(FOE)];
    let mut troops = Troops::new(vec![unit(0, "Guards", 0, 3), unit(1, "Rival", 3, 4)], models);
    for (model, (x, y)) in (0..).map(ModelId).zip(own.into_iter().chain([foe])) {
        troops.put(model, at(x, y));
    }
    troops
}

fn limits(laid: &Laid<()>) -> Vec<Limit> {
    let linked = LimitKind::StayLinked { neighbours: 1, height: Length::inches(5), connected: true, hub: None };
    let through = |rule, from| Limit::new("through", LimitKind::NotThrough, Length::ZERO, rule).from(from);
    vec![
        through("t.wall", vec![Ref::Area(laid.terrain_id(0))]).on_the_way(),
        through("t.bases", vec![Ref::Unit(OWN), Ref::Unit(FOE)]).on_the_way(),
        Limit::new("near", LimitKind::KeepAway, Length::inches(1), "t.away").from(vec![Ref::Unit(FOE)]).on_the_way(),
        Limit::new("linked", linked, Length::inches(2), "t.together"),
    ]
}

/// A move of 6 in, of which mud takes 2.
fn terms(laid: &Laid<()>, limits: Vec<Limit>) -> Terms {
    let areas = vec![Ref::Area(laid.terrain_id(1))];
    let toll = Toll { areas, touching: false, by: Length::inches(2), rule: "t.mud".into() };
    let mover = |model| Mover { model, allowance: Length::inches(6), start: None, tolls: vec![toll.clone()] };
    let models: Models = (0..3).map(ModelId).collect();
    Terms {
        unit: OWN,
        movers: models.iter().map(|model| mover(*model)).collect(),
        models,
        limits,
        must_move: false,
        gathers: false,
        leaves_closed: false,
        enters: None,
        measure: Measure::Path,
        climbing: Climbing { up: true, down: false, rule: "t.levels" },
        why: "t.move",
        on_the_way: "t.on-the-way",
        words: WORDS,
    }
}

fn to(paths: &[(u16, i32, i32)]) -> Vec<(ModelId, Path)> {
    paths.iter().map(|(model, x, y)| (ModelId(*model), Path::straight(at(*x, *y)))).collect()
}

/// The refusal of a move of these models, in tenths of an inch.
fn refused(own: [(i32, i32); 3], foe: (i32, i32), more: Option<Limit>, paths: &[(u16, i32, i32)]) -> Refusal {
    let (laid, troops) = (laid(), troops(own, foe));
    let limits = limits(&laid).into_iter().chain(more).collect();
    let walk = Walk::new(Scene { troops: &troops, laid: &laid }, terms(&laid, limits));
    let paths = to(paths);
    let misfit = walk.check(&paths).expect_err("the move is not legal");
    walk.refuse(&misfit, &paths)
}

#[test]
fn a_move_is_refused_by_the_rule_of_the_limit_that_it_breaks() {
    let (row, far) = ([(20, 20), (20, 40), (20, 60)], (280, 180));
    let within = |who| Limit {
        who,
        ..Limit::new("near", LimitKind::EndWithin, Length::inches(1), "t.reach").from(vec![Ref::Unit(FOE)])
    };
    let closer = LimitKind::EndCloser { strictly: true };
    let closer = Limit::new("closer", closer, Length::ZERO, "t.closer").from(vec![Ref::Model(ModelId(3))]);
    let check = |own, foe, more, paths: &[_], rule: &str, words: &str| {
        let refusal = refused(own, foe, more, paths);
        assert_eq!((refusal.rule.as_str(), refusal.text.contains(words)), (rule, true), "{refusal}");
    };
    check(row, far, None, &[(3, 20, 20)], "t.move", "cannot move now");
    check(row, far, None, &[(0, 81, 20)], "t.move", "is 6.1 in long; it may go 6 in");
    check([(90, 150), (90, 170), (90, 190)], far, None, &[(1, 145, 170)], "t.mud", "it may go 4 in");
    check([(80, 20), (80, 40), (80, 60)], far, None, &[(0, 130, 20)], "t.wall", "Wall is in the way");
    check(row, far, None, &[(0, 20, 41)], "t.bases", "model 2 of Guards is in the way of model 1");
    check(row, far, None, &[(0, 2, 20)], "t.move", "not be wholly on the battlefield");
    check(row, (60, 20), None, &[(0, 40, 20)], "t.away", "would come into reach of Rival");
    check(row, (50, 20), None, &[(0, 80, 20)], "t.on-the-way", "pass through the reach of Rival");
    check(row, far, None, &[(0, 70, 20)], "t.together", "would not be in order");
    check(row, far, Some(within(Who::AtLeast(1))), &[(0, 30, 20)], "t.reach", "no model ends in reach of Rival");
    check(row, far, Some(closer), &[(0, 18, 20)], "t.closer", "must end closer to the enemy nearest to it");
}

#[test]
fn each_that_can_must_and_whoever_cannot_need_not() {
    let (laid, limit) = (laid(), |who| Limit {
        who,
        any: true,
        ..Limit::new("near", LimitKind::EndWithin, Length::inches(1), "t.reach").from(vec![Ref::Unit(FOE)])
    });
    let through = limits(&laid).into_iter().filter(|limit| limit.kind != LimitKind::KeepAway);
    let limits: Vec<Limit> = through.chain([limit(Who::AtLeast(1)), limit(Who::EachIfAble)]).collect();
    // The first goes up to the rival; the others stand 7 in further back, or near enough.
    let check = |behind: i32| {
        let troops = troops([(140, 60), (behind, 40), (behind, 80)], (180, 60));
        let walk = Walk::new(Scene { troops: &troops, laid: &laid }, terms(&laid, limits.clone()));
        walk.check(&to(&[(0, 165, 60)])).map(|_| ())
    };
    assert_eq!(check(145), Err(Misfit::Broken(4, Ref::Model(ModelId(1)))));
    let troops = troops([(150, 60), (150, 40), (150, 80)], (180, 60));
    let walk = Walk::new(Scene { troops: &troops, laid: &laid }, terms(&laid, limits.clone()));
    let paths = walk.plan(Aim::Towards(Point::new(180 * 254, 60 * 254))).expect("there is a way for all");
    let ends = walk.check(&paths).expect("what is planned can be done");
    assert!(ends.iter().all(|(_, _, shape)| shape.within(troops.shape(ModelId(3)), Length::inches(1))));
}

#[test]
fn a_limit_that_is_about_one_model_is_kept_by_that_one() {
    let (laid, own) = (laid(), [(20, 20), (20, 40), (20, 60)]);
    let troops = troops(own, (120, 40));
    let to_rival = |limit: Limit, model| Limit { models: vec![ModelId(model)], ..limit.from(vec![Ref::Unit(FOE)]) };
    let closer = |model| {
        let kind = LimitKind::EndCloser { strictly: true };
        to_rival(Limit::new("closer", kind, Length::ZERO, "t.closer"), model)
    };
    let within = |model, who| {
        let limit = Limit::new("near", LimitKind::EndWithin, Length::inches(6), "t.reach");
        Limit { who, ..to_rival(limit, model) }
    };
    let check = |limit: Limit, paths: &[_], broken: Option<Ref>| {
        let mut limits = limits(&laid);
        limits.push(limit);
        let walk = Walk::new(Scene { troops: &troops, laid: &laid }, terms(&laid, limits));
        let expected = broken.map_or(Ok(()), |of| Err(Misfit::Broken(4, of)));
        assert_eq!(walk.check(&to(paths)).map(|_| ()), expected);
    };
    // The second goes back, and the first on.
    let paths = [(0, 30, 20), (1, 15, 40)];
    check(closer(0), &paths, None);
    check(closer(1), &paths, Some(Ref::Model(ModelId(1))));
    check(closer(2), &paths, None);
    // The first comes near enough, or does not.
    let all_on = [(0, 55, 20), (1, 45, 40), (2, 40, 60)];
    check(within(0, Who::AtLeast(1)), &all_on, None);
    check(within(2, Who::AtLeast(1)), &all_on, Some(Ref::Unit(FOE)));
    check(within(2, Who::EachIfAble), &all_on, Some(Ref::Model(ModelId(2))));
    let walk = Walk::new(
        Scene { troops: &troops, laid: &laid },
        terms(&laid, limits(&laid).into_iter().chain((0..3).map(closer)).collect()),
    );
    let paths = walk.plan(Aim::Towards(Point::new(120 * 254, 40 * 254))).expect("all can come closer");
    assert!(walk.check(&paths).is_ok());
}

#[test]
fn who_comes_in_begins_on_the_side_and_all_come() {
    let (laid, mut troops) = (laid(), troops([(20, 20), (20, 40), (20, 60)], (280, 180)));
    (0..3).for_each(|model| troops.take_up(ModelId(model)));
    let scene = Scene { troops: &troops, laid: &laid };
    let walk = Walk::new(scene, Terms { enters: Some((Side::West, "t.enter")), ..terms(&laid, limits(&laid)) });
    let inside = to(&[(0, 20, 20)]);
    assert_eq!(walk.refuse(&walk.check(&inside).unwrap_err(), &inside).rule.as_str(), "t.enter");
    let models: Models = (0..3).map(ModelId).collect();
    let placing = PlacingTerms {
        models,
        others: Models::new(),
        within: Within::Anywhere,
        limits: limits(&laid),
        why: "t.enter",
        levels: "t.levels",
        words: WORDS,
    };
    let standing = Placing::new(scene, placing);
    let paths = walk.enter(&standing).expect("there is room behind the side");
    let ends = walk.check(&paths).expect("what is planned can be done");
    assert_eq!(ends.len(), 3);
    assert_eq!(walk.check(&paths[..2]).unwrap_err(), Misfit::Missing(paths[2].0));
}

#[test]
fn models_are_put_where_they_must_and_told_by_how_much_they_are_not() {
    let (laid, mut troops) = (laid(), troops([(20, 20), (20, 40), (20, 60)], (280, 180)));
    (0..3).for_each(|model| troops.take_up(ModelId(model)));
    let placing = |within| {
        let models: Models = (0..3).map(ModelId).collect();
        let (others, limits) = (Models::new(), limits(&laid));
        let terms = PlacingTerms { models, others, within, limits, why: "t.put", levels: "t.levels", words: WORDS };
        Placing::new(Scene { troops: &troops, laid: &laid }, terms)
    };
    let zone = placing(Within::Zone(&laid.zones[0], "t.zone"));
    let out = [(ModelId(0), at(59, 20)), (ModelId(1), at(45, 20)), (ModelId(2), at(30, 20))];
    let refusal = zone.refuse(&zone.check(&out).unwrap_err(), &out);
    assert_eq!((refusal.rule.as_str(), refusal.by), ("t.zone", Some(Length(59 * 254 + 1_600 - 60 * 254))));
    let around = placing(Within::Around { model: ModelId(3), near: Length::inches(4), wholly: true });
    let refusal = around.refuse(&around.check(&out).unwrap_err(), &out);
    assert_eq!(refusal.text, "model 1 of Guards must stand wholly within 4 in of Rival");
    for (placing, about) in [(zone, at(30, 100)), (around, at(250, 150))] {
        let placed = placing.plan(about.at).expect("there is room");
        assert_eq!(placing.check(&placed), Ok(()));
        assert!(matches!(placing.form(Omit::Nobody), Form::Place { models, .. } if models.len() == 3));
    }
}

proptest! {
    #[test]
    fn what_is_planned_shifted_and_drafted_can_be_done(
        x in 10..80_i32, y in 10..150_i32, fx in 120..280_i32, fy in 20..180_i32,
        gx in 0..300_i32, gy in 0..200_i32, wish in (-70..70_i32, -70..70_i32),
    ) {
        let (laid, own) = (laid(), [(x, y), (x, y + 18), (x + 14, y + 8)]);
        let troops = troops(own, (fx, fy));
        let walk = Walk::new(Scene { troops: &troops, laid: &laid }, terms(&laid, limits(&laid)));
        prop_assume!(walk.check(&[]).is_ok());
        let aims = [Aim::Towards(Point::new(gx * 254, gy * 254)), Aim::Away(&[troops.shape(ModelId(3)).clone()])];
        for paths in aims.into_iter().filter_map(|aim| walk.plan(aim)) {
            prop_assert!(walk.check(&paths).is_ok(), "{paths:?}");
        }
        if let Some(paths) = walk.shift(Point::new(wish.0 * 254, wish.1 * 254)) {
            prop_assert!(walk.check(&paths).is_ok(), "{paths:?}");
        }
        let wished = (0..).map(ModelId).zip(own).map(|(model, (x, y))| (model, at(x + wish.0, y + wish.1)));
        let drafted = walk.draft(&wished.collect(), None);
        let is_legal = |answer: &Answer| matches!(answer, Answer::Move { paths, .. } if walk.check(paths).is_ok());
        // What is refused says what would be legal instead, if anything is known; what is offered is legal.
        prop_assert!(is_legal(&drafted.answer) || drafted.nearest.as_ref().is_none_or(is_legal));
    }
}
