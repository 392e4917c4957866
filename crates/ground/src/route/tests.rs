use proptest::prelude::*;

use super::*;
use crate::clearance::Clearance;
use crate::ring::RingMaker;
use crate::{Footprint, Obstacle, Shape};
use rings::{is_inside, runs_through};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const RADIUS: i32 = 160;
const ROUND: Footprint = Footprint::Round { radius: Length(RADIUS) };

fn rectangle(x: i32, y: i32, width: i32, height: i32) -> Shape {
    Shape::rectangle(Rect::new(Point::new(x, y), Point::new(x + width, y + height)))
}

fn field(shapes: &[Shape]) -> Obstacles {
    let mut obstacles = Obstacles::within(Rect::new(Point::new(0, 0), Point::new(6_000, 4_000)));
    for (owner, shape) in shapes.iter().enumerate() {
        obstacles.add(Obstacle::new(shape.clone(), owner as u16));
    }
    obstacles
}

fn pose(x: i32, y: i32) -> Pose {
    Pose::at(Point::new(x, y))
}

fn find(obstacles: &Obstacles, footprint: &Footprint, from: Pose, to: Pose) -> Result<Route, NoWay> {
    let route = Scout::new().route(obstacles, Mover::new(footprint), from, to, None);
    if let Ok(route) = &route {
        assert_eq!(obstacles.check_path(Mover::new(footprint), from, &route.path, None), Ok(route.cost));
        assert_eq!(route.path.end(from), to);
    }
    route
}

#[test]
fn an_open_way_is_one_straight_leg() {
    let route = find(&field(&[]), &ROUND, pose(200, 200), pose(3_200, 4_000 - 160)).unwrap();
    assert_eq!(route.path, Path::straight(pose(3_200, 3_840)));
    let turned = Pose { facing: 9, ..pose(200, 200) };
    let route = find(&field(&[]), &ROUND, pose(200, 200), turned).unwrap();
    assert_eq!(route, Route { path: Path::straight(turned), cost: Length::ZERO });
}

#[test]
fn a_way_around_a_wall_hugs_its_corners() {
    let field = field(&[rectangle(2_000, 0, 100, 2_000)]);
    let route = find(&field, &ROUND, pose(1_000, 1_000), pose(3_100, 1_000)).unwrap();
    // Two straight parts to where the circle about each corner is touched, two arcs, and the top of the wall.
    let (dx, dy, r) = (1_000_f64, 1_000_f64, 160_f64);
    let straight = (dx * dx + dy * dy - r * r).sqrt();
    let arc = std::f64::consts::FRAC_PI_2 - ((dx / dy).atan() - (r / dx.hypot(dy)).asin());
    let best = 2.0 * (straight + arc * r) + 100.0;
    let cost = f64::from(route.cost.0);
    assert!(cost >= best - 1e-6 && cost < best * 1.002 + 10.0, "{cost} for {best}");
}

#[test]
fn a_way_starts_and_ends_in_contact() {
    // Exactly in contact with slanted sides and round bases, where the ring keeps a little more distance.
    let tower = Shape::disc(Point::new(2_000, 2_000), Length(300));
    let field = field(&[tower, rectangle(3_000, 1_000, 500, 2_000)]);
    for (x, y) in [(460, 0), (0, 460), (-276, -368), (276, 368), (-368, 276)] {
        let from = pose(2_000 + x, 2_000 + y);
        let route = find(&field, &ROUND, from, pose(3_500 + 160, 2_345)).unwrap();
        assert!(route.path.legs.len() > 1);
        let back = find(&field, &ROUND, pose(3_660, 2_345), from).unwrap();
        assert!((back.cost.0 - route.cost.0).abs() <= 16, "{back:?} {route:?}");
    }
}

#[test]
fn a_corridor_as_wide_as_the_base_can_be_gone() {
    let walls = [rectangle(1_000, 0, 2_000, 1_840), rectangle(1_000, 2_160, 2_000, 1_840)];
    let route = find(&field(&walls), &ROUND, pose(500, 300), pose(3_500, 3_500)).unwrap();
    assert!(route.path.legs.iter().any(|leg| leg.at.y == 2_000));
    let narrower = [rectangle(1_000, 0, 2_000, 1_841), rectangle(1_000, 2_160, 2_000, 1_840)];
    assert!(matches!(find(&field(&narrower), &ROUND, pose(500, 300), pose(3_500, 3_500)), Err(NoWay::Closed(_))));
}

#[test]
fn a_hull_goes_where_its_facing_lets_it() {
    let walls = [rectangle(1_000, 0, 2_000, 1_800), rectangle(1_000, 2_200, 2_000, 1_800)];
    let tank = Footprint::Hull { length: Length(600), width: Length(400) };
    let along = find(&field(&walls), &tank, pose(500, 300), pose(3_500, 3_500)).unwrap();
    assert!(along.path.legs.iter().any(|leg| leg.at.y == 2_000));
    let across = Pose { facing: 256, ..pose(3_500, 3_500) };
    assert!(matches!(find(&field(&walls), &tank, pose(500, 300), across), Err(NoWay::Closed(_))));
}

#[test]
fn why_there_is_no_way_is_told() {
    let wall = rectangle(2_000, 0, 100, 4_000);
    let field = field(&[wall, Shape::disc(Point::new(500, 500), Length(300))]);
    let way = |from, to| find(&field, &ROUND, from, to).unwrap_err();
    assert_eq!(way(pose(500, 600), pose(1_500, 300)), NoWay::Start(Hindrance::Owner(Owner::Other(1))));
    assert_eq!(way(pose(1_500, 300), pose(500, 600)), NoWay::Goal(Hindrance::Owner(Owner::Other(1))));
    assert_eq!(way(pose(1_500, 300), pose(100, 600)), NoWay::Goal(Hindrance::Edge));
    assert_eq!(way(pose(1_500, 300), pose(3_000, 300)), NoWay::Closed(Hindrance::Owner(Owner::Other(0))));
    assert_eq!(way(pose(1_500, 300), pose(i32::MAX, 0)), NoWay::NoPlace);
    assert_eq!(
        way(pose(1_500, 300), pose(i32::MAX, 0)).to_string(),
        "a way can only be looked for between places on a battlefield"
    );
}

#[test]
fn a_way_may_cost_exactly_what_is_allowed() {
    let field = field(&[rectangle(2_000, 0, 100, 2_000)]);
    let (from, to) = (pose(1_000, 1_000), pose(3_100, 1_000));
    let cost = find(&field, &ROUND, from, to).unwrap().cost;
    let mut scout = Scout::new();
    let mut within = |most: Length| scout.route(&field, Mover::new(&ROUND), from, to, Some(most));
    assert_eq!(within(cost).map(|route| route.cost), Ok(cost));
    assert_eq!(within(cost - Length(1)), Err(NoWay::TooFar));
    assert_eq!(within(Length(100)), Err(NoWay::TooFar));
    assert_eq!(within(Length(-5)), Err(NoWay::TooFar));
}

#[test]
fn a_maze_has_a_way_of_sixteen_legs_at_most_or_none() {
    for walls in 1..=9 {
        let wall = |n: i32| rectangle(500 + 550 * n, if n % 2 == 0 { 0 } else { 600 }, 100, 3_400);
        let shapes: Vec<Shape> = (0..walls).map(wall).collect();
        match find(&field(&shapes), &ROUND, pose(200, 200), pose(5_700, 300)) {
            Ok(route) => assert!(route.path.legs.len() <= Path::MOST_LEGS),
            Err(no_way) => {
                assert_eq!(no_way, NoWay::TooManyLegs);
                assert!(walls > 7, "{walls} walls");
            }
        }
    }
}

#[test]
fn the_largest_coordinates_are_computed_with() {
    let far = crate::FURTHEST;
    let mut obstacles = Obstacles::new();
    let huge = Shape::disc(Point::new(0, 0), Length(far / 2));
    obstacles.add(Obstacle::new(huge, 0).beyond(Length(far / 8)));
    obstacles.add(Obstacle::new(Shape::rectangle(Rect::new(Point::new(far / 2, far - 9), Point::new(far, far))), 1));
    let huge = Footprint::Round { radius: Length(far / 8) };
    let (from, to) = (pose(-far, -far), pose(far, far / 2));
    let route = Scout::new().route(&obstacles, Mover::new(&huge), from, to, Some(Length(i32::MAX))).unwrap();
    assert_eq!(obstacles.check_path(Mover::new(&huge), from, &route.path, None), Ok(route.cost));
    let filling = Footprint::Round { radius: Length(far) };
    assert!(Scout::new().route(&obstacles, Mover::new(&filling), from, to, None).is_err());
    assert!(obstacles.nearest_spot(Mover::new(&huge), pose(0, 0), None).is_some());
    assert!(!Scout::new().reach_of(&obstacles, Mover::new(&huge), from, Length(i32::MAX)).outlines.is_empty());
}

#[test]
fn a_longer_allowance_never_loses_a_spot() {
    let shapes = [rectangle(2_000, 0, 100, 2_000), Shape::disc(Point::new(2_600, 2_300), Length(300))];
    let field = field(&shapes);
    let mut scout = Scout::new();
    let mut reached = false;
    for most in (1_800..4_500).step_by(7) {
        let now = scout.can_reach(&field, Mover::new(&ROUND), pose(1_000, 1_000), pose(3_100, 1_500), Length(most));
        assert!(now || !reached, "lost with {most}");
        reached = now;
    }
    assert!(reached);
}

#[test]
fn a_scout_gives_the_same_answer_whatever_it_was_asked_before() {
    let one = field(&[rectangle(2_000, 0, 100, 2_000)]);
    let two = field(&[rectangle(1_500, 1_500, 900, 900), Shape::disc(Point::new(3_000, 3_000), Length(500))]);
    let mut scout = Scout::new();
    let mut ask =
        |field: &Obstacles| scout.route(field, Mover::new(&ROUND), pose(500, 500), pose(4_000, 3_600), None).unwrap();
    let first = (ask(&one), ask(&two));
    assert_eq!((ask(&one), ask(&two)), first);
}

/// The shortest way over the corners of all rings, by trying every leg between any two. The ends lie in no ring.
fn by_trying_everything(obstacles: &Obstacles, footprint: &Footprint, from: Pose, to: Pose) -> Option<Length> {
    if obstacles.blocks_leg(Mover::new(footprint), from.at, to).is_none() {
        return Some(from.at.distance_up(to.at));
    }
    let rings = rings_of(obstacles, footprint, to.facing);
    let mut nodes = vec![from.at, to.at];
    nodes.extend(rings.iter().flatten());
    let standing = footprint.at(Pose { at: Point::default(), ..to });
    let mut clearance = Clearance::default();
    clearance.fill(obstacles, &standing, &[], About::Leg, None);
    let mut costs = vec![Length(i32::MAX); nodes.len()];
    let mut done: Vec<bool> = nodes.iter().map(|&node| !clearance.in_frame(node)).collect();
    costs[0] = Length::ZERO;
    loop {
        let next = (0..nodes.len()).filter(|&node| !done[node] && costs[node] < Length(i32::MAX));
        let here = next.min_by_key(|&node| costs[node])?;
        if here == 1 {
            return Some(costs[1]);
        }
        done[here] = true;
        for there in 0..nodes.len() {
            let cost = costs[here] + nodes[here].distance_up(nodes[there]);
            let closed = |ring: &Vec<Point>| runs_through(ring, nodes[here], nodes[there]);
            if cost < costs[there] && nodes[here] != nodes[there] && !rings.iter().any(closed) {
                costs[there] = cost;
            }
        }
    }
}

fn rings_of(obstacles: &Obstacles, footprint: &Footprint, facing: u16) -> Vec<Vec<Point>> {
    let mut clearance = Clearance::default();
    let standing = footprint.at(Pose { facing, ..Pose::default() });
    clearance.fill(obstacles, &standing, &[], About::Leg, None);
    clearance.sum_up();
    let ring = |index: usize| {
        let mut ring = Vec::new();
        let reach = clearance.list[index].ring_reach();
        RingMaker::default().add_ring(clearance.corners(index), reach, &mut ring);
        ring
    };
    (0..clearance.list.len()).map(ring).collect()
}

fn some_shape() -> impl Strategy<Value = Shape> {
    let corner = || (0..900_i32, 0..900_i32);
    let round = (200..5_800_i32, 200..3_800_i32, 50..500_i32)
        .prop_map(|(x, y, radius)| Shape::disc(Point::new(x, y), Length(radius)));
    let hull = (0..5_500_i32, 0..3_500_i32, prop::collection::vec(corner(), 3..6), 0..2_i32).prop_map(
        |(x, y, corners, round)| {
            let corners: Vec<Point> = corners.iter().map(|&(dx, dy)| Point::new(x + dx, y + dy)).collect();
            Shape::hull(&corners, Length(round * 60)).unwrap()
        },
    );
    prop_oneof![round, hull]
}

fn some_obstacles(most: usize) -> impl Strategy<Value = Obstacles> {
    prop::collection::vec((some_shape(), 0..4_u8), 0..most).prop_map(|list| {
        let mut obstacles = Obstacles::within(Rect::new(Point::new(0, 0), Point::new(6_000, 4_000)));
        for (owner, (shape, kind)) in list.into_iter().enumerate() {
            let obstacle = Obstacle::new(shape, owner as u16);
            obstacles.add(match kind {
                0 => obstacle.beyond(Length(150)),
                1 => obstacle.clear_by(Length(40)),
                _ => obstacle,
            });
        }
        obstacles
    })
}

fn some_footprint() -> impl Strategy<Value = Footprint> {
    let hull = || (60..500_i32, 60..500_i32).prop_map(|(length, width)| (Length(length), Length(width)));
    prop_oneof![
        4 => (0..300_i32).prop_map(|radius| Footprint::Round { radius: Length(radius) }),
        2 => hull().prop_map(|(length, width)| Footprint::Hull { length, width }),
        1 => hull().prop_map(|(length, width)| Footprint::Oval { length, width }),
    ]
}

fn some_pose() -> impl Strategy<Value = (i32, i32)> {
    (100..5_900_i32, 100..3_900_i32)
}

proptest! {
    #[test]
    fn no_way_over_the_corners_is_shorter(
        obstacles in some_obstacles(7), footprint in some_footprint(),
        from in some_pose(), to in some_pose(), facing in 0..1_024_u16,
    ) {
        let (from, to) = (pose(from.0, from.1), Pose { facing, ..pose(to.0, to.1) });
        let mover = Mover::new(&footprint);
        let from = Pose { facing, ..from };
        if obstacles.blocks_spot(mover, from).is_some() || obstacles.blocks_spot(mover, to).is_some() {
            prop_assert!(matches!(find(&obstacles, &footprint, from, to), Err(NoWay::Start(_) | NoWay::Goal(_))));
            return Ok(());
        }
        // Ends in a sliver go through doors, which another test is about.
        let rings = rings_of(&obstacles, &footprint, facing);
        if rings.iter().any(|ring| is_inside(ring, from.at) || is_inside(ring, to.at)) {
            return Ok(());
        }
        let best = by_trying_everything(&obstacles, &footprint, from, to);
        match (find(&obstacles, &footprint, from, to), best) {
            // With more legs than a path may have, the corners are cut more coarsely.
            (Ok(route), Some(best)) => {
                // Coarser corners may cost a unit less for each leg that they save.
                prop_assert!(route.cost.0 >= best.0 - 16);
                let coarse = route.cost.0 > best.0 + 16;
                prop_assert!(!coarse || route.path.legs.len() > 8, "{} for {}", route.cost.0, best.0);
                prop_assert!(route.cost.0 <= best.0 + best.0 / 10);
            }
            (Err(NoWay::TooManyLegs), Some(_)) => {}
            (Err(no_way), None) => prop_assert!(matches!(no_way, NoWay::Closed(_))),
            (found, best) => prop_assert!(false, "{found:?} for {best:?}"),
        }
    }
}

/// The shortest way over a grid, each step to one of the sixteen nearest points in other directions.
fn over_a_grid(obstacles: &Obstacles, mover: Mover<'_>, from: Point, to: Point, spacing: i32) -> Option<Length> {
    #[rustfmt::skip]
    const STEPS: [(i32, i32); 16] = [
        (1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1),
        (-1, 0), (-2, -1), (-1, -1), (-1, -2), (0, -1), (1, -2), (1, -1), (2, -1),
    ];
    let reachable = (4_000 / spacing) as usize;
    let (columns, rows) = (2 * reachable, 2 * reachable);
    let place = |index: usize| {
        let (column, row) = ((index % columns) as i32, (index / columns) as i32);
        Point::new(from.x + (column - reachable as i32) * spacing, from.y + (row - reachable as i32) * spacing)
    };
    let mut costs = vec![Length(i32::MAX); columns * rows];
    let mut heap = BinaryHeap::new();
    let middle = reachable * columns + reachable;
    costs[middle] = Length::ZERO;
    heap.push(Reverse((Length::ZERO, middle)));
    let mut best: Option<Length> = None;
    while let Some(Reverse((cost, index))) = heap.pop() {
        if cost > costs[index] {
            continue;
        }
        if best.is_some_and(|best| cost >= best) {
            break;
        }
        let here = place(index);
        let last = here.distance_up(to);
        if last.0 <= 3 * spacing && obstacles.blocks_leg(mover, here, Pose::at(to)).is_none() {
            best = Some(best.map_or(cost + last, |best| best.min(cost + last)));
        }
        for (dx, dy) in STEPS {
            let (column, row) = ((index % columns) as i32 + dx, (index / columns) as i32 + dy);
            if column < 0 || row < 0 || column >= columns as i32 || row >= rows as i32 {
                continue;
            }
            let next = row as usize * columns + column as usize;
            let there = place(next);
            let cost = cost + here.distance_up(there);
            if cost < costs[next] && obstacles.blocks_leg(mover, here, Pose::at(there)).is_none() {
                costs[next] = cost;
                heap.push(Reverse((cost, next)));
            }
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_way_over_a_grid_is_shorter(obstacles in some_obstacles(9), from in some_pose(), to in some_pose()) {
        let (from, to) = (pose(from.0, from.1), pose(to.0, to.1));
        // A slightly larger base goes over the grid, so that it finds no gap that the rings close.
        let wider = Footprint::Round { radius: Length(RADIUS + 12) };
        let grid = over_a_grid(&obstacles, Mover::new(&wider), from.at, to.at, 80);
        if let Some(grid) = grid {
            match find(&obstacles, &ROUND, from, to) {
                Ok(route) => prop_assert!(route.cost.0 <= grid.0 + grid.0 / 100 + 16, "{} over {}", route.cost.0, grid.0),
                Err(no_way) => prop_assert_eq!(no_way, NoWay::TooManyLegs),
            }
        }
    }
}
