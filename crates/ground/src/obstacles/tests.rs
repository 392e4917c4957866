use proptest::prelude::*;

use super::*;

fn shape(corners: &[(i32, i32)], radius: i32) -> Shape {
    let corners: Vec<Point> = corners.iter().map(|&corner| Point::from(corner)).collect();
    Shape::hull(&corners, Length(radius)).unwrap()
}

fn disc(x: i32, y: i32, radius: i32) -> Shape {
    shape(&[(x, y)], radius)
}

fn obstacles(list: impl IntoIterator<Item = Obstacle>) -> Obstacles {
    let mut obstacles = Obstacles::new();
    for obstacle in list {
        obstacles.add(obstacle);
    }
    obstacles
}

const ROUND: Footprint = Footprint::Round { radius: Length(10) };
const HULL: Footprint = Footprint::Hull { length: Length(40), width: Length(20) };

fn leg(obstacles: &Obstacles, footprint: &Footprint, from: (i32, i32), to: (i32, i32)) -> Option<Hindrance> {
    obstacles.blocks_leg(Mover::new(footprint), Point::from(from), Pose::at(Point::from(to)))
}

#[test]
fn sliding_past_in_contact_is_allowed_and_a_unit_nearer_is_not() {
    let field = obstacles([Obstacle::new(disc(50, 20, 10), 7)]);
    assert_eq!(leg(&field, &ROUND, (0, 0), (100, 0)), None);
    assert_eq!(leg(&field, &ROUND, (0, 1), (100, 1)), Some(Hindrance::Owner(Owner::Other(7))));
    assert_eq!(leg(&field, &ROUND, (50, 0), (50, 0)), None);
}

#[test]
fn exactly_the_margin_is_clear_but_not_beyond() {
    let rival = || Obstacle::new(disc(50, 50, 10), 1);
    let clear = obstacles([rival().clear_by(Length(30))]);
    let beyond = obstacles([rival().beyond(Length(30))]);
    assert_eq!(leg(&clear, &ROUND, (0, 0), (100, 0)), None);
    assert_eq!(leg(&beyond, &ROUND, (0, 0), (100, 0)), Some(Hindrance::Owner(Owner::Other(1))));
    assert_eq!(leg(&beyond, &ROUND, (0, -1), (100, -1)), None);
}

#[test]
fn of_several_obstacles_the_first_of_the_list_is_told_and_those_left_out_do_not_count() {
    let field = obstacles([Obstacle::new(disc(80, 0, 10), 5), Obstacle::new(disc(40, 0, 10), 3)]);
    assert_eq!(leg(&field, &ROUND, (0, 0), (100, 0)), Some(Hindrance::Owner(Owner::Other(5))));
    let mover = Mover::new(&ROUND).without(&[Owner::Other(5)]);
    assert_eq!(
        field.blocks_leg(mover, Point::new(0, 0), Pose::at(Point::new(100, 0))),
        Some(Hindrance::Owner(Owner::Other(3)))
    );
    assert_eq!(
        field.blocks_leg(mover.without(&[3, 5].map(Owner::Other)), Point::new(0, 0), Pose::at(Point::new(100, 0))),
        None
    );
}

#[test]
fn what_is_removed_no_longer_counts() {
    let mut field = obstacles([Obstacle::new(disc(40, 0, 10), 3), Obstacle::new(disc(80, 0, 10), 5)]);
    field.remove(3);
    assert_eq!(leg(&field, &ROUND, (0, 0), (100, 0)), Some(Hindrance::Owner(Owner::Other(5))));
    field.remove(5);
    assert_eq!(leg(&field, &ROUND, (0, 0), (100, 0)), None);
    assert!(field.list().is_empty() && field.boxes().is_empty());
}

#[test]
fn the_whole_base_stays_in_the_box() {
    let field = Obstacles::within(Rect::new(Point::new(0, 0), Point::new(100, 100)));
    assert_eq!(leg(&field, &ROUND, (10, 10), (90, 90)), None);
    assert_eq!(leg(&field, &ROUND, (10, 10), (91, 90)), Some(Hindrance::Edge));
    assert_eq!(leg(&field, &HULL, (20, 10), (80, 90)), None);
    let upright = Pose { facing: 256, ..Pose::at(Point::new(10, 20)) };
    assert_eq!(field.blocks_spot(Mover::new(&HULL), upright), None);
    assert_eq!(field.blocks_spot(Mover::new(&HULL), Pose { facing: 0, ..upright }), Some(Hindrance::Edge));
}

#[test]
fn friends_may_be_passed_but_not_stood_on() {
    let friend = Obstacle::new(disc(50, 0, 10), 2).counting(Counts::AtTheEnd);
    let ditch = Obstacle::new(disc(50, 100, 10), 4).counting(Counts::OnTheWay);
    let field = obstacles([friend, ditch]);
    let (mover, start) = (Mover::new(&ROUND), Pose::at(Point::new(0, 0)));
    let to = |x, y| Path::straight(Point::new(x, y));
    assert_eq!(field.check_path(mover, start, &to(100, 0), None), Ok(Length(100)));
    let on_friend = field.check_path(mover, start, &to(55, 0), None).unwrap_err();
    assert_eq!(on_friend, PathFault::BlockedEnd { by: Hindrance::Owner(Owner::Other(2)), short: Length(15) });
    assert!(matches!(field.check_path(mover, start, &to(50, 100), None), Err(PathFault::Blocked { leg: 0, .. })));
    assert_eq!(field.blocks_spot(mover, Pose::at(Point::new(50, 100))), None);
}

#[test]
fn a_path_costs_its_legs_and_zero_legs_nothing() {
    let field = Obstacles::new();
    let start = Pose::at(Point::new(5, 5));
    let legs = [(5, 5), (8, 9), (8, 9), (8, 10)].map(|at| Pose::at(Point::from(at)));
    let path = Path { legs: SmallVec::from_slice(&legs) };
    assert_eq!(field.check_path(Mover::new(&ROUND), start, &path, Some(Length(6))), Ok(Length(6)));
    let fault = field.check_path(Mover::new(&ROUND), start, &path, Some(Length(4))).unwrap_err();
    assert_eq!(fault, PathFault::TooLong { cost: Length(6), over: Length(2) });
    assert_eq!(field.check_path(Mover::new(&ROUND), start, &Path::default(), None), Ok(Length::ZERO));
}

#[test]
fn what_is_missing_is_told_with_the_leg() {
    let wall = shape(&[(50, -100), (60, -100), (60, 100), (50, 100)], 0);
    let field = obstacles([Obstacle::new(wall, 9)]);
    let legs = [(0, 0), (45, 0)].map(|at| Pose::at(Point::from(at)));
    let path = Path { legs: SmallVec::from_slice(&legs) };
    let fault = field.check_path(Mover::new(&ROUND), Pose::at(Point::new(-9, 0)), &path, None).unwrap_err();
    assert_eq!(fault, PathFault::Blocked { leg: 1, by: Hindrance::Owner(Owner::Other(9)), short: Length(5) });
    let through = Path::straight(Point::new(100, 0));
    let fault = field.check_path(Mover::new(&ROUND), Pose::at(Point::new(0, 0)), &through, None).unwrap_err();
    // The middle goes 50 units deep into the wall at least, and the base reaches 10 further.
    assert!(matches!(fault, PathFault::Blocked { short, .. } if short >= Length(60) && short <= Length(61)), "{fault}");
}

#[test]
fn input_that_cannot_be_computed_with_is_refused() {
    let field = obstacles([Obstacle::new(disc(50, 0, 10), 2).beyond(Length(i32::MAX))]);
    let start = Pose::at(Point::new(0, 0));
    let long = Path { legs: (0..17).map(|x| Pose::at(Point::new(x, 0))).collect() };
    let mover = Mover::new(&ROUND);
    let check = |path: &Path| field.check_path(mover, start, path, None).unwrap_err();
    assert_eq!(check(&long).to_string(), "a path of 17 legs is too much; 16 are enough");
    assert_eq!(check(&Path::straight(Point::new(i32::MAX, i32::MIN))), PathFault::NoPlace);
    assert_eq!(check(&Path::straight(Pose { facing: 1_024, ..start })), PathFault::NoPlace);
    let far = Pose::at(Point::new(i32::MIN, 0));
    assert_eq!(field.blocks_spot(mover, far), Some(Hindrance::Edge));
    assert_eq!(field.blocks_leg(mover, far.at, start), Some(Hindrance::Edge));
    assert!(field.crossed(mover, far, &Path::default()).is_empty());
    for size in [Length(-1), Length(i32::MAX)] {
        let absurd = Footprint::Round { radius: size };
        assert_eq!(field.blocks_spot(Mover::new(&absurd), start), Some(Hindrance::Edge));
    }
}

#[test]
fn a_path_comes_upon_areas_where_it_starts_and_on_its_legs() {
    let area = |x, owner| Obstacle::new(shape(&[(x, -50), (x + 20, -50), (x + 20, 50), (x, 50)], 0), owner);
    let areas = obstacles([area(200, 4), area(0, 1), area(100, 2), area(110, 2), area(400, 3), area(-30, 5)]);
    let start = Pose::at(Point::new(5, 0));
    let legs = [(5, 60), (190, 60), (190, 0)].map(|at| Pose::at(Point::from(at)));
    let path = Path { legs: SmallVec::from_slice(&legs) };
    assert_eq!(
        areas.crossed(Mover::new(&ROUND), start, &path).as_slice(),
        [Owner::Other(1)],
        "it goes past the others in contact"
    );
    let straight = Path::straight(Point::new(191, 0));
    assert_eq!(areas.crossed(Mover::new(&ROUND), start, &straight).as_slice(), [4, 1, 2].map(Owner::Other));
    assert_eq!(areas.crossed(Mover::new(&ROUND), start, &Path::default()).as_slice(), [Owner::Other(1)]);
}

#[test]
fn a_leg_is_walked_with_the_facing_of_its_end() {
    let wall = shape(&[(0, 15), (100, 15), (100, 20), (0, 20)], 0);
    let field = obstacles([Obstacle::new(wall, 1)]);
    let mover = Mover::new(&HULL);
    let to = |facing| Pose { facing, ..Pose::at(Point::new(80, 0)) };
    assert_eq!(field.blocks_leg(mover, Point::new(10, 0), to(0)), None);
    assert_eq!(field.blocks_leg(mover, Point::new(10, 0), to(256)), Some(Hindrance::Owner(Owner::Other(1))));
}

#[test]
fn the_pieces_of_a_polygon_close_their_seams_for_anything_with_a_width() {
    let corner = [(0, 0), (300, 0), (300, 100), (100, 100), (100, 300), (0, 300)].map(Point::from);
    let mut field = Obstacles::new();
    field.add_polygon(&Polygon::new(&corner).unwrap(), 1);
    let thin = Footprint::Round { radius: Length(1) };
    for x in 1..100 {
        assert_eq!(leg(&field, &thin, (x, -10), (x, 400)), Some(Hindrance::Owner(Owner::Other(1))), "at {x}");
        assert_eq!(leg(&field, &thin, (-10, x), (400, x)), Some(Hindrance::Owner(Owner::Other(1))), "at {x}");
        assert_eq!(
            leg(&field, &thin, (-10 + x, -10), (200 + x, 200)),
            Some(Hindrance::Owner(Owner::Other(1))),
            "at {x}"
        );
    }
}

/// The distance of two convex polygons, in floating point and by another method: all corners against all edges.
fn roughly_apart(a: &[(f64, f64)], b: &[(f64, f64)]) -> f64 {
    let edges = |p: &[(f64, f64)]| (0..p.len()).map(|i| (p[i], p[(i + 1) % p.len()])).collect::<Vec<_>>();
    let inside = |p: &[(f64, f64)], (x, y): (f64, f64)| {
        p.len() > 2 && edges(p).iter().all(|&((ax, ay), (bx, by))| (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0)
    };
    let to_edge = |(x, y): (f64, f64), ((ax, ay), (bx, by)): ((f64, f64), (f64, f64))| {
        let (dx, dy) = (bx - ax, by - ay);
        let square = dx * dx + dy * dy;
        let t = if square > 0.0 { (((x - ax) * dx + (y - ay) * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
        (x - ax - t * dx).hypot(y - ay - t * dy)
    };
    let side =
        |(px, py): (f64, f64), (qx, qy): (f64, f64), (x, y): (f64, f64)| (qx - px) * (y - py) - (qy - py) * (x - px);
    let cross = |&(p, q): &((f64, f64), (f64, f64)), (r, s): ((f64, f64), (f64, f64))| {
        side(p, q, r) * side(p, q, s) < 0.0 && side(r, s, p) * side(r, s, q) < 0.0
    };
    let crossing = edges(a).iter().any(|edge| edges(b).into_iter().any(|other| cross(edge, other)));
    if crossing || a.iter().any(|&p| inside(b, p)) || b.iter().any(|&p| inside(a, p)) {
        return 0.0;
    }
    let one_way = |p: &[(f64, f64)], q: &[(f64, f64)]| {
        let all = p.iter().flat_map(|&p| edges(q).into_iter().map(move |edge| to_edge(p, edge)));
        all.fold(f64::MAX, f64::min)
    };
    one_way(a, b).min(one_way(b, a))
}

fn some_footprint() -> impl Strategy<Value = Footprint> {
    prop_oneof![
        (0..60_i32).prop_map(|radius| Footprint::Round { radius: Length(radius) }),
        (20..120_i32, 20..120_i32)
            .prop_map(|(length, width)| Footprint::Hull { length: Length(length), width: Length(width) }),
        (20..120_i32, 20..120_i32)
            .prop_map(|(length, width)| Footprint::Oval { length: Length(length), width: Length(width) }),
    ]
}

fn some_point() -> impl Strategy<Value = Point> {
    (-300..300_i32, -300..300_i32).prop_map(Point::from)
}

proptest! {
    #[test]
    fn a_leg_is_blocked_where_dense_sampling_finds_the_mover_too_near(
        footprint in some_footprint(),
        corners in prop::collection::vec(some_point(), 1..6),
        radius in 0..40_i32,
        margin in 0..60_i32,
        beyond: bool,
        (from, to, facing) in (some_point(), some_point(), 0..1_024_u16),
    ) {
        let obstacle = Obstacle::new(Shape::hull(&corners, Length(radius)).unwrap(), 1);
        let obstacle =
            if beyond { obstacle.beyond(Length(margin)) } else { obstacle.clear_by(Length(margin)) };
        let there: Vec<(f64, f64)> =
            obstacle.shape.corners().iter().map(|p| (f64::from(p.x), f64::from(p.y))).collect();
        let field = obstacles([obstacle]);
        let to = Pose { facing, ..Pose::at(to) };
        let standing = footprint.at(Pose { at: from, ..to });
        let steps = 400;
        let nearest = (0..=steps).map(|step| {
            let t = f64::from(step) / f64::from(steps);
            let (dx, dy) = (f64::from(to.at.x - from.x) * t, f64::from(to.at.y - from.y) * t);
            let here: Vec<(f64, f64)> =
                standing.corners().iter().map(|p| (f64::from(p.x) + dx, f64::from(p.y) + dy)).collect();
            roughly_apart(&here, &there)
        });
        let nearest = nearest.fold(f64::MAX, f64::min);
        let reach = f64::from(standing.radius().0 + radius + margin);
        let blocked = field.blocks_leg(Mover::new(&footprint), from, to).is_some();
        if nearest < reach - 1e-6 {
            prop_assert!(blocked, "{nearest} is too near for {reach}");
        }
        // Between two samples the mover can come nearer by half a step.
        let step = f64::from(from.distance_up(to.at).0) / f64::from(steps);
        if nearest > reach + step {
            prop_assert!(!blocked, "{nearest} is enough for {reach}");
        }
        if blocked {
            let fault = field.check_path(Mover::new(&footprint), Pose { at: from, ..to }, &Path::straight(to), None);
            let Err(PathFault::Blocked { short, .. }) = fault else { panic!("{fault:?}") };
            prop_assert!(short >= Length(1));
            if nearest > 1.0 {
                let missing = reach - nearest;
                prop_assert!((f64::from(short.0) - missing).abs() <= 2.0 + step, "{short:?} for {missing}");
            }
        }
    }
}
