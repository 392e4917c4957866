//! What holds for single models: where one must stay, whether one can get out, and where one is put down.

use field::Field;
use ground::{Length, Path, Point, Pose};
use troops::{
    Aim, Climbing, Laid, Measure, Misfit, ModelInfo, Models, Placing, PlacingTerms, Scene, Terms, Troops, UnitInfo,
    Walk, Within, Words,
};
use vocabulary::{Limit, LimitKind, ModelId, Mover, Omit, Ref, Seat, UnitId, Who};

const WORDS: Words = Words { near: "reach", linked: "order", held: "is held" };

fn laid() -> Laid<()> {
    let field = Field::from_toml("name = \"Bare\"\nsize = \"30x20\"").unwrap_or_else(|error| panic!("{error}"));
    Laid::of(&field, |_| ())
}

/// A place in tenths of an inch.
fn at(x: i32, y: i32) -> Pose {
    Pose::at(Point::new(x * 254, y * 254))
}

/// Two guards and some rivals, each a unit of one, all on bases of 32 mm.
fn troops(guards: [Pose; 2], rivals: &[Pose]) -> Troops {
    let unit = |seat, name: String, first, end| UnitInfo { seat: Seat(seat), name, first, end };
    let model = |unit| ModelInfo { unit: UnitId(unit), base: "32mm".parse().unwrap(), name: None };
    let mut units = vec![unit(0, "Guards".to_owned(), 0, 2)];
    let mut models = vec![model(0), model(0)];
    for rival in 1..=rivals.len() as u16 {
        units.push(unit(1, format!("Rival {rival}"), rival + 1, rival + 2));
        models.push(model(rival));
    }
    let mut troops = Troops::new(units, models);
    guards.iter().chain(rivals).enumerate().for_each(|(model, pose)| troops.put(ModelId(model as u16), *pose));
    troops
}

fn terms(limits: Vec<Limit>, movers: &[ModelId]) -> Terms {
    let mover = |model: &ModelId| Mover { model: *model, allowance: Length::inches(6), start: None, tolls: Vec::new() };
    Terms {
        unit: UnitId(0),
        models: (0..2).map(ModelId).collect(),
        movers: movers.iter().map(mover).collect(),
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

fn all_units(troops: &Troops) -> Vec<Ref> {
    troops.all_units().map(Ref::Unit).collect()
}

fn through(troops: &Troops) -> Limit {
    Limit::new("through", LimitKind::NotThrough, Length::ZERO, "t.through").from(all_units(troops)).on_the_way()
}

fn stays_near(model: ModelId, rival: UnitId) -> Limit {
    let near = Limit::new("near", LimitKind::EndWithin, Length::inches(1), "t.stay").from(vec![Ref::Unit(rival)]);
    Limit { models: vec![model], who: Who::AtLeast(1), ..near }
}

const FIRST: ModelId = ModelId(0);
const SECOND: ModelId = ModelId(1);

#[test]
fn a_model_that_must_stay_near_an_enemy_does_not_hold_its_comrades() {
    let (laid, troops) = (laid(), troops([at(100, 100), at(100, 140)], &[at(120, 100)]));
    let scene = Scene { troops: &troops, laid: &laid };
    let limits = vec![through(&troops), stays_near(FIRST, UnitId(1))];
    let walk = Walk::new(scene, terms(limits, &[FIRST, SECOND]));
    assert!(walk.check(&[(SECOND, Path::straight(at(60, 160)))]).is_ok());
    assert!(walk.check(&[(FIRST, Path::straight(at(110, 120)))]).is_ok());
    let gone = [(FIRST, Path::straight(at(70, 100)))];
    let refusal = walk.refuse(&walk.check(&gone).unwrap_err(), &gone);
    assert_eq!(refusal.text, "model 1 of Guards must stay in reach of Rival 1");
    assert_eq!((refusal.rule.as_str(), refusal.by.is_some()), ("t.stay", true));
    // It is no goal of the second when that is planned for.
    let planned = Walk::new(scene, terms(vec![through(&troops), stays_near(FIRST, UnitId(1))], &[SECOND]));
    let away = planned.plan(Aim::Towards(at(100, 190).at)).expect("nothing is in the way");
    assert!(planned.check(&away).unwrap()[0].1.at.y > at(100, 170).at.y);
}

#[test]
fn one_model_finds_the_way_near_to_its_own_goals_only() {
    let (laid, troops) = (laid(), troops([at(100, 100), at(100, 140)], &[at(115, 100), at(140, 160)]));
    let scene = Scene { troops: &troops, laid: &laid };
    let goal = Limit::new("near", LimitKind::EndWithin, Length::inches(1), "t.goal").from(vec![Ref::Unit(UnitId(2))]);
    let goal = Limit { who: Who::AtLeast(1), ..goal };
    let limits = vec![through(&troops), stays_near(FIRST, UnitId(1)), goal];
    let walk = Walk::new(scene, terms(limits, &[FIRST, SECOND]));
    let paths = walk.approach_of_one(SECOND).expect("it is 4 in away");
    assert!(walk.check(&paths).is_ok());
    assert_eq!(walk.approach_of_one(FIRST), None, "nobody can be near to both rivals");
}

/// A guard in the corner, and rivals whose reach leaves a way out or does not.
fn way_out(rivals: &[Pose]) -> Option<Path> {
    let (laid, troops) = (laid(), troops([at(7, 7), at(150, 100)], rivals));
    let rivals = (1..=rivals.len() as u16).map(|rival| Ref::Unit(UnitId(rival))).collect();
    let away = Limit::new("away", LimitKind::KeepAway, Length::inches(1), "t.away").from(rivals);
    let terms = Terms { models: Models::new(), ..terms(vec![through(&troops), away], &[FIRST]) };
    let walk = Walk::new(Scene { troops: &troops, laid: &laid }, terms);
    let path = walk.way_of_one(FIRST)?;
    assert!(walk.check(&[(FIRST, path.clone())]).is_ok());
    Some(path)
}

#[test]
fn one_model_gets_out_wherever_there_is_a_gap() {
    assert!(way_out(&[at(22, 7)]).is_some());
    // Two bases of 32 mm leave a gap of 13 tenths of an inch between them: just enough for a third.
    assert!(way_out(&[at(30, 7), at(20, 31)]).is_some());
    assert!(way_out(&[at(27, 7), at(7, 27), at(25, 25)]).is_none());
}

fn landing<'a>(troops: &'a Troops, laid: &'a Laid<()>, within: Within<'a>, models: &[ModelId]) -> Placing<'a, ()> {
    let rivals = troops.all_units().skip(1).map(Ref::Unit).collect();
    let away = Limit::new("away", LimitKind::KeepAway, Length::inches(9), "t.nine").from(rivals).at_gap();
    let bases = Limit::new("through", LimitKind::NotThrough, Length::ZERO, "t.through").from(all_units(troops));
    let terms = PlacingTerms {
        models: models.iter().copied().collect(),
        others: Models::new(),
        within,
        limits: vec![away, bases],
        why: "t.put",
        levels: "t.levels",
        words: WORDS,
    };
    Placing::new(Scene { troops, laid }, terms)
}

fn waiting(rivals: &[Pose]) -> Troops {
    let mut troops = troops([at(0, 0), at(0, 0)], rivals);
    [FIRST, SECOND].into_iter().for_each(|model| troops.take_up(model));
    troops
}

#[test]
fn models_are_put_down_at_exactly_the_gap_and_no_nearer() {
    let (laid, troops) = (laid(), waiting(&[at(50, 100)]));
    let placing = landing(&troops, &laid, Within::Anywhere, &[FIRST]);
    // 9 in between bases that are 3,200 units wide.
    let put = |by: i32| [(FIRST, Pose::at(Point::new(50 * 254 + 3_200 + 9 * 2_540 + by, 100 * 254)))];
    assert_eq!(placing.check(&put(0)), Ok(()));
    let refusal = placing.refuse(&placing.check(&put(-1)).unwrap_err(), &put(-1));
    assert_eq!((refusal.rule.as_str(), refusal.by), ("t.nine", Some(Length(1))));
}

#[test]
fn a_gap_counts_for_whoever_is_put_down_in_sight_of_an_edge() {
    let (laid, troops) = (laid(), waiting(&[at(150, 100)]));
    let near = Within::Edge { near: Length::inches(3), rule: "t.side" };
    let placing = landing(&troops, &laid, near, &[FIRST, SECOND]);
    let put = |y: i32| [(FIRST, at(20, 100)), (SECOND, Pose::at(Point::new(10_000, 3 * 2_540 + 1_600 + y)))];
    assert_eq!(placing.check(&put(0)), Ok(()));
    assert_eq!(placing.check(&put(1)), Err(Misfit::Outside(SECOND)));
    let refusal = placing.refuse(&Misfit::Outside(SECOND), &put(254));
    assert_eq!(refusal.text, "model 2 of Guards must stand within 3 in of an edge of the battlefield");
    assert_eq!((refusal.rule.as_str(), refusal.by), ("t.side", Some(Length(254))));
    for about in [at(0, 0), at(300, 200), at(20, 190), at(280, 10)] {
        let placed = placing.plan(about.at).expect("the edge is long");
        assert_eq!(placing.check(&placed), Ok(()));
        let middle = placed[0].1.at;
        assert!(middle.distance_up(about.at) < Length::inches(5), "{middle:?} for {about:?}");
    }
    let vocabulary::Form::Place { within, .. } = placing.form(Omit::Everybody) else { unreachable!() };
    assert_eq!((within.outlines.len(), within.outlines[0].holes.len()), (1, 1));
}

#[test]
fn what_may_stand_anywhere_is_drafted_where_it_is_wished() {
    let (laid, troops) = (laid(), waiting(&[at(50, 100)]));
    let placing = landing(&troops, &laid, Within::Anywhere, &[FIRST]);
    let wish = |x: i32| [(FIRST, at(x, 100))].into_iter().collect();
    let drafted = placing.draft(&wish(200));
    assert_eq!(drafted.answer, vocabulary::Answer::Place([(FIRST, at(200, 100))].into_iter().collect()));
    let near = placing.draft(&wish(140));
    let vocabulary::Answer::Place(legal) = near.nearest.unwrap_or(near.answer) else { unreachable!() };
    assert_eq!(placing.check(&legal), Ok(()), "a little too near, so the nearest legal place is found");
}

#[test]
fn a_survivor_finds_the_only_gap_around_a_wreck() {
    let (laid, mut troops) = (laid(), waiting(&[at(150, 100), at(165, 100), at(135, 100), at(150, 115)]));
    let beside = Within::Around { model: ModelId(2), near: Length::ZERO, wholly: false };
    let terms = |troops: &Troops| PlacingTerms {
        models: Models::from_slice(&[FIRST]),
        others: Models::new(),
        within: beside.clone(),
        limits: vec![through(troops)],
        why: "t.put",
        levels: "t.levels",
        words: WORDS,
    };
    // The wreck stands no more; its neighbours do.
    troops.take_up(ModelId(2));
    let placing = Placing::new(Scene { troops: &troops, laid: &laid }, terms(&troops));
    let placed = placing.room_for_one(FIRST).expect("where the wreck stood there is room");
    assert_eq!(placing.check(&placed), Ok(()));
    troops.put(ModelId(2), at(150, 100));
    troops.put(SECOND, at(150, 87));
    let placing = Placing::new(Scene { troops: &troops, laid: &laid }, terms(&troops));
    assert_eq!(placing.room_for_one(FIRST), None);
}
