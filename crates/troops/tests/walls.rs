//! Walls without thickness: what goes through them, what stands on them, and models that are put down near to another.

use field::Field;
use ground::{Length, Path, Point, Pose};
use troops::{
    Aim, Climbing, Laid, Measure, Misfit, ModelInfo, Models, Placing, PlacingTerms, Scene, Terms, Troops, UnitInfo,
    Walk, Within, Words,
};
use vocabulary::{Limit, LimitKind, ModelId, Mover, Ref, Seat, Toll, UnitId};

/// A house with walls in the east and the north; what is open of it is open.
const FIELD: &str = r#"
name = "Two walls"
size = "30x20"

[[piece]]
kind = "ruin"
name = "House"
corners = [[10, 7], [16, 7], [16, 13], [10, 13]]
walls = [2, 3]
"#;

const WORDS: Words = Words { near: "reach", linked: "order", held: "is held" };

fn laid() -> Laid<()> {
    let field = Field::from_toml(FIELD).unwrap_or_else(|error| panic!("{error}"));
    Laid::of(&field, |_| ())
}

/// A place in tenths of an inch.
fn at(x: i32, y: i32) -> Pose {
    Pose::at(Point::new(x * 254, y * 254))
}

/// A model on a base of 32 mm, and a rival on one of 100 mm.
fn troops(own: Pose, rival: Pose) -> Troops {
    let unit = |seat, name: &str, first| UnitInfo { seat: Seat(seat), name: name.to_owned(), first, end: first + 1 };
    let model = |unit, base: &str| ModelInfo { unit: UnitId(unit), base: base.parse().unwrap(), name: None };
    let mut troops =
        Troops::new(vec![unit(0, "Guard", 0), unit(1, "Rival", 1)], vec![model(0, "32mm"), model(1, "100mm")]);
    troops.put(ModelId(0), own);
    troops.put(ModelId(1), rival);
    troops
}

fn walls(laid: &Laid<()>) -> Limit {
    let through = Limit::new("walls", LimitKind::NotThrough, Length::ZERO, "t.walls");
    through.from(vec![Ref::Area(laid.terrain_id(0))]).walls()
}

fn terms(limits: Vec<Limit>) -> Terms {
    let models: Models = [ModelId(0)].into_iter().collect();
    Terms {
        unit: UnitId(0),
        movers: vec![Mover { model: ModelId(0), allowance: Length::inches(12), start: None, tolls: Vec::new() }],
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

/// The rule and the sentence that refuse a straight move; nothing if it is legal.
fn refused(limit: Limit, from: Pose, to: Pose) -> Option<(String, String)> {
    let (laid, troops) = (laid(), troops(from, at(280, 180)));
    let walk = Walk::new(Scene { troops: &troops, laid: &laid }, terms(vec![limit]));
    let paths = [(ModelId(0), Path::straight(to))];
    let misfit = walk.check(&paths).err()?;
    let refusal = walk.refuse(&misfit, &paths);
    Some((refusal.rule.to_string(), refusal.text))
}

#[test]
fn nobody_goes_through_a_wall_and_open_sides_are_open() {
    let laid = laid();
    assert_eq!(laid.terrain[0].walls.len(), 2);
    assert_eq!(laid.terrain[0].open_sides().count(), 2);
    let through = || walls(&laid).on_the_way();
    let wall = Some(("t.walls".to_owned(), "a wall of House is in the way of Guard".to_owned()));
    assert_eq!(refused(through(), at(130, 100), at(200, 100)), wall);
    assert_eq!(refused(through(), at(130, 100), at(130, 160)), wall);
    assert_eq!(refused(through(), at(130, 100), at(80, 100)), None);
    assert_eq!(refused(through(), at(130, 100), at(130, 40)), None);
    // A base of 0.63 in may touch the wall from within, and slip along it.
    assert_eq!(refused(through(), at(130, 100), Pose::at(Point::new(16 * 2_540 - 1_600, 25_400))), None);
    assert_eq!(refused(through(), at(130, 100), Pose::at(Point::new(16 * 2_540 - 1_599, 25_400))), wall);
}

#[test]
fn a_wall_that_counts_at_the_end_only_is_passed_and_not_stood_on() {
    let laid = laid();
    assert_eq!(refused(walls(&laid), at(130, 100), at(200, 100)), None);
    let (rule, text) = refused(walls(&laid), at(130, 100), at(162, 100)).expect("nobody stands on a wall");
    assert_eq!((rule.as_str(), text.as_str()), ("t.walls", "a wall of House is in the way of Guard"));
}

#[test]
fn a_limit_that_is_about_some_models_lets_the_others_through() {
    let laid = laid();
    let limit = Limit { models: vec![ModelId(1)], ..walls(&laid).on_the_way() };
    assert_eq!(refused(limit, at(130, 100), at(200, 100)), None);
    let limit = Limit { models: vec![ModelId(0)], ..walls(&laid).on_the_way() };
    assert!(refused(limit, at(130, 100), at(200, 100)).is_some());
}

#[test]
fn the_planner_goes_around_walls() {
    let (laid, troops) = (laid(), troops(at(130, 100), at(280, 180)));
    let scene = Scene { troops: &troops, laid: &laid };
    let walk = Walk::new(scene, terms(vec![walls(&laid).on_the_way()]));
    let goal = at(180, 90).at;
    let paths = walk.plan(Aim::Towards(goal)).expect("there is a way out through an open side");
    let ends = walk.check(&paths).expect("what is planned can be done");
    assert!(ends[0].1.at.distance_up(goal) < Length::inches(1), "{:?}", ends[0].1);
    assert!(paths[0].1.legs.len() > 1, "not straight through the wall");
}

#[test]
fn with_their_nearest_point_models_are_put_further_out_than_wholly() {
    let (laid, mut troops) = (laid(), troops(at(30, 30), at(220, 100)));
    troops.take_up(ModelId(0));
    let placing = |wholly| {
        let models: Models = [ModelId(0)].into_iter().collect();
        let within = Within::Around { model: ModelId(1), near: Length::inches(3), wholly };
        let (others, limits) = (Models::new(), vec![walls(&laid)]);
        let terms = PlacingTerms { models, others, within, limits, why: "t.put", levels: "t.levels", words: WORDS };
        Placing::new(Scene { troops: &troops, laid: &laid }, terms)
    };
    // From the rival's edge, 5,000 units out, 3 in and the radius of the other base.
    let out = |by: i32| [(ModelId(0), Pose::at(Point::new(220 * 254 + 5_000 + 7_620 + by, 25_400)))];
    assert_eq!(placing(false).check(&out(1_600)), Ok(()));
    assert_eq!(placing(false).check(&out(1_601)), Err(Misfit::Outside(ModelId(0))));
    assert_eq!(placing(true).check(&out(-1_600)), Ok(()));
    assert_eq!(placing(true).check(&out(-1_599)), Err(Misfit::Outside(ModelId(0))));
    let refusal = placing(false).refuse(&Misfit::Outside(ModelId(0)), &out(1_854));
    assert_eq!(refusal.text, "Guard must stand within 3 in of Rival");
    assert_eq!(refusal.by, Some(Length(254)));
    for wholly in [true, false] {
        let placed = placing(wholly).plan(at(260, 60).at).expect("there is room");
        assert_eq!(placing(wholly).check(&placed), Ok(()));
    }
}

#[test]
fn ground_is_paid_for_by_contact_where_the_book_says_so() {
    let (laid, troops) = (laid(), troops(at(30, 30), at(280, 180)));
    let allowance = |touching, y: i32| {
        let areas = vec![Ref::Area(laid.terrain_id(0))];
        let toll = Toll { areas, touching, by: Length::inches(2), rule: "t.soft".into() };
        let mut terms = terms(Vec::new());
        terms.movers[0].tolls = vec![toll];
        let walk = Walk::new(Scene { troops: &troops, laid: &laid }, terms);
        // Along the lower side of the house, as far away as that.
        let legs = [(8, y), (18, y)].map(|(x, y)| Pose::at(Point::new(x * 2_540, 7 * 2_540 - 1_600 - y)));
        walk.allowance(ModelId(0), troops.pose(ModelId(0)).unwrap(), &Path { legs: legs.into_iter().collect() })
    };
    assert_eq!([-1, 0, 1].map(|y| allowance(true, y)), [10, 10, 12].map(Length::inches));
    assert_eq!([-1, 0, 1].map(|y| allowance(false, y)), [10, 12, 12].map(Length::inches));
}
