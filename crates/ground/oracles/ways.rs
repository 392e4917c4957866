//! Ways around obstacles: measured in floats, beside a search on a grid, and by laws that need no oracle.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use geo::{Distance, Euclidean, Geometry, Intersects};
use ground::{
    Footprint, Intent, Length, Limits, Link, Member, Motion, Mover, NoWay, Obstacle, Obstacles, Planner, Point, Pose,
    Rect, Request, Route, Scout, Shape, Spacing,
};

use super::fields::{Draws, Field, draws};
use super::floats;
use super::tally::Tally;

/// See the same constant for gaps.
const GEO: f64 = 1e-7;
const BESIDE: &str = "geo: the exact gap is the bound itself, and the float falls beside it";
const EFFORT: &str = "a way has too many corners for a path, or the search was given up";
const SLIVER: &str =
    "the start or the goal is in contact, in the sliver between an obstacle and the corners that ways turn at";
/// Corners of rings are rounded outwards, and each leg up to a unit: two searches may differ by this much.
const ROUNDING: i32 = 48;

/// A field as obstacles, and the same for `geo`.
struct Ground {
    size: Point,
    obstacles: Obstacles,
    solids: Vec<(u16, Geometry, f64)>,
}

impl Ground {
    fn new(size: Point, shapes: &[(u16, Shape)]) -> Ground {
        let mut obstacles = Obstacles::within(Rect::new(Point::default(), size));
        let mut solids = Vec::new();
        for (owner, shape) in shapes {
            obstacles.add(Obstacle::new(shape.clone(), *owner));
            solids.push((*owner, floats::geometry(shape.corners()), f64::from(shape.radius().0)));
        }
        Ground { size, obstacles, solids }
    }

    /// Whether a way from one to the other begins or ends nearer to something than ways keep: under a hundredth of both
    /// radii, and a few units.
    fn is_in_sliver(&self, (start, goal): (Pose, Pose), radius: Length) -> bool {
        let most = f64::from(radius.0) / 50.0 + 60.0;
        [start.at, goal.at].iter().any(|&at| self.room(at, at, radius) < most)
    }

    /// How much room a disc that goes straight has, at the place where it has least: below zero if it has none.
    fn room(&self, a: Point, b: Point, radius: Length) -> f64 {
        let (a, b) = (floats::coord(a), floats::coord(b));
        let line = if a == b { Geometry::from(geo::Point::from(a)) } else { Geometry::from(geo::Line::new(a, b)) };
        let radius = f64::from(radius.0);
        let solids = self.solids.iter().map(|(_, solid, own)| Euclidean.distance(solid, &line) - own - radius);
        let edges = [a, b].into_iter().flat_map(|at| {
            [at.x, at.y, f64::from(self.size.x) - at.x, f64::from(self.size.y) - at.y].map(|room| room - radius)
        });
        solids.chain(edges).fold(f64::INFINITY, f64::min)
    }
}

pub(crate) fn check(field: &Field, seed: u64, tally: &mut Tally) {
    let mut draws = draws("ways", seed);
    let terrain = field.terrain.iter().flat_map(|polygon| polygon.pieces().to_vec()).enumerate();
    let terrain = terrain.map(|(id, piece)| (1_000 + id as u16, piece));
    let models = field.models.iter().enumerate().map(|(id, model)| (id as u16, model.shape.clone()));
    let mut shapes: Vec<(u16, Shape)> = terrain.chain(models).collect();
    shapes.extend(fences(field.size, &mut draws));
    let ground = Ground::new(field.size, &shapes);
    let radius = Length([1_250, 1_600, 2_000, 2_500][draws.below(4)]);
    let footprint = Footprint::Round { radius };
    let mover = Mover::new(&footprint);
    let mut scout = Scout::new();
    for _ in 0..3 {
        let wanted = (draws.point(field.size), draws.point(field.size));
        check_leg(&ground, mover, radius, wanted, tally);
        let (start, goal) = (
            check_spot(&ground, mover, radius, wanted.0, &mut draws, tally),
            check_spot(&ground, mover, radius, wanted.1, &mut draws, tally),
        );
        let (Some(start), Some(goal)) = (start, goal) else { continue };
        let route = scout.route(&ground.obstacles, mover, start, goal, None);
        check_route(&ground, mover, radius, (start, goal), &route, &mut scout, tally);
        check_laws(&ground, &shapes, mover, (start, goal), &route, &mut scout, &mut draws, tally);
        check_reach(&ground, mover, (start, goal), &route, &mut draws, tally);
        if seed.is_multiple_of(20) {
            check_grid(&ground, &footprint, (start.at, goal.at), &route, tally);
        }
    }
    check_plan(&ground, &mut draws, tally);
}

/// A few thin walls: level, upright or slanting, and none on most battlefields.
fn fences(size: Point, draws: &mut Draws) -> Vec<(u16, Shape)> {
    if !draws.once_in(3) {
        return Vec::new();
    }
    let mut fence = |id: u16| {
        let (at, length) = (draws.point(size), draws.number(1, 30_000));
        let (dx, dy) = [(length, 0), (0, length), (length, 1), (length, length / 3)][draws.below(4)];
        let ends = [at, Point::new(at.x + dx, at.y + dy)];
        (3_000 + id, Shape::hull(&ends, Length(draws.number(0, 100))).expect("two ends"))
    };
    (0..3).map(&mut fence).collect()
}

fn check_leg(ground: &Ground, mover: Mover<'_>, radius: Length, (a, b): (Point, Point), tally: &mut Tally) {
    let room = ground.room(a, b, radius);
    let about = || format!("{a:?} to {b:?}, radius {radius}: {room}");
    let free = ground.obstacles.blocks_leg(mover, a, Pose::at(b)).is_none();
    tally.same_unless("leg is free, geo", free, room >= 0.0, (BESIDE, room.abs() <= GEO), about);
    let room = ground.room(a, a, radius);
    let free = ground.obstacles.blocks_spot(mover, Pose::at(a)).is_none();
    tally.same_unless("spot is free, geo", free, room >= 0.0, (BESIDE, room.abs() <= GEO), about);
}

/// The nearest spot is free, and none of many others tried is free and nearer.
fn check_spot(
    ground: &Ground,
    mover: Mover<'_>,
    radius: Length,
    wanted: Point,
    draws: &mut Draws,
    tally: &mut Tally,
) -> Option<Pose> {
    let found = ground.obstacles.nearest_spot(mover, Pose::at(wanted), None)?;
    let about = || format!("{wanted:?} to {:?}, radius {radius}", found.at);
    tally.holds("nearest spot is free", ground.obstacles.blocks_spot(mover, found).is_none(), about);
    tally.holds("nearest spot is free, geo", ground.room(found.at, found.at, radius) >= -GEO, about);
    let far = f64::from(wanted.distance_up(found.at).0);
    for _ in 0..30 {
        // In places where a nearer spot would be: at any distance below, in any direction.
        let part = f64::from(draws.number(1, 1_000)) / 1_000.0;
        let reach = Point::new((far * part.sqrt()) as i32, 0).turned(draws.facing());
        let other = Point::new(wanted.x + reach.x, wanted.y + reach.y);
        let nearer = f64::from(wanted.distance_up(other).0) < far - 3.0;
        let free = nearer && ground.room(other, other, radius) > 1.0;
        tally.holds("no spot tried is nearer", !free, || format!("{} but {other:?}", about()));
    }
    Some(found)
}

fn check_route(
    ground: &Ground,
    mover: Mover<'_>,
    radius: Length,
    (start, goal): (Pose, Pose),
    route: &Result<Route, NoWay>,
    scout: &mut Scout,
    tally: &mut Tally,
) {
    let about = || format!("{:?} to {:?}, radius {radius}: {route:?}", start.at, goal.at);
    let Ok(found) = route else { return };
    let checked = ground.obstacles.check_path(mover, start, &found.path, None);
    tally.same("way is legal", checked.as_ref().ok(), Some(&found.cost), about);
    let worst = found.path.segments(start.at).map(|(a, b)| ground.room(a, b, radius)).fold(f64::INFINITY, f64::min);
    tally.holds("way is free, geo", worst >= -GEO, || format!("{worst} {}", about()));
    tally.holds("way ends at the goal", found.path.end(start) == goal, about);
    tally.holds("way is not shorter than a straight line", found.cost >= start.at.distance_up(goal.at), about);
    let exactly = scout.route(&ground.obstacles, mover, start, goal, Some(found.cost));
    let exactly = exactly.as_ref().map(|route| route.cost);
    let reason = (SLIVER, ground.is_in_sliver((start, goal), radius));
    tally.same_unless("way with just the allowance it needs", exactly, Ok(found.cost), reason, about);
    let less = scout.route(&ground.obstacles, mover, start, goal, Some(found.cost - Length(1)));
    let less_is_none = less.as_ref().is_ok_and(|less| less.cost < found.cost) || less.is_err();
    tally.holds("way with less costs less or is none", less_is_none, || format!("{less:?} {}", about()));
}

/// Laws: the other way round, moved, with something taken away.
#[expect(clippy::too_many_arguments, reason = "each is one thing the laws are about")]
fn check_laws(
    ground: &Ground,
    shapes: &[(u16, Shape)],
    mover: Mover<'_>,
    (start, goal): (Pose, Pose),
    route: &Result<Route, NoWay>,
    scout: &mut Scout,
    draws: &mut Draws,
    tally: &mut Tally,
) {
    let about = || format!("{:?} to {:?}, {:?}: {route:?}", start.at, goal.at, mover.footprint);
    let sliver = ground.is_in_sliver((start, goal), Length(mover.footprint.longest().0 / 2));
    let gave_up = |route: &Result<Route, NoWay>| matches!(route, Err(NoWay::TooHard | NoWay::TooManyLegs));
    let alike = |other: &Result<Route, NoWay>| match (route, other) {
        (Ok(a), Ok(b)) => (a.cost.0 - b.cost.0).abs() <= ROUNDING,
        (Err(_), Err(_)) => true,
        _ => false,
    };
    let back = scout.route(&ground.obstacles, mover, goal, start, None);
    let why = |gave_up: bool| if gave_up { (EFFORT, true) } else { (SLIVER, sliver) };
    let reason = why(gave_up(route) || gave_up(&back));
    tally.same_unless("way back is as long", alike(&back), true, reason, || format!("{back:?} {}", about()));
    let motion = Motion::quarter_turn(ground.size);
    let moved: Vec<(u16, Shape)> = shapes.iter().map(|(id, shape)| (*id, shape.moved(motion))).collect();
    let turned = Ground::new(Point::new(ground.size.y, ground.size.x), &moved);
    let other = scout.route(&turned.obstacles, mover, motion.pose(start), motion.pose(goal), None);
    let reason = why(gave_up(route) || gave_up(&other));
    tally.same_unless("way is as long, turned", alike(&other), true, reason, || format!("{other:?} {}", about()));
    let fewer: Vec<(u16, Shape)> =
        shapes.iter().filter(|_| !draws.once_in(4)).map(|(id, shape)| (*id, shape.clone())).collect();
    let fewer = scout.route(&Ground::new(ground.size, &fewer).obstacles, mover, start, goal, None);
    let reason = why(gave_up(&fewer));
    if let Ok(found) = route {
        let shorter = fewer.as_ref().is_ok_and(|fewer| fewer.cost <= found.cost + Length(ROUNDING));
        tally.same_unless("way past less is no longer", shorter, true, reason, || format!("{fewer:?} {}", about()));
    }
}

/// What is reached with an allowance is reached with more, and what is drawn is what can be reached.
fn check_reach(
    ground: &Ground,
    mover: Mover<'_>,
    (start, goal): (Pose, Pose),
    route: &Result<Route, NoWay>,
    draws: &mut Draws,
    tally: &mut Tally,
) {
    let radius = Length(mover.footprint.longest().0 / 2);
    let about = || format!("{:?} to {:?}, {radius}", start.at, goal.at);
    let mut scout = Scout::new();
    if let Ok(found) = route {
        let (less, more) = (draws.number(0, found.cost.0 * 2), draws.number(1, 9_000));
        let mut reaches = |allowance| scout.can_reach(&ground.obstacles, mover, start, goal, Length(allowance));
        let holds = !reaches(less) || reaches(less + more);
        tally.holds("more allowance never loses a spot", holds, || format!("{less} and {more} more: {}", about()));
    }
    let allowance = Length::inches(draws.number(2, 10));
    let drawn = [allowance, allowance + Length::inches(1)]
        .map(|allowance| floats::region(&scout.reach_of(&ground.obstacles, mover, start, allowance)));
    for _ in 0..8 {
        let reach = Point::new(draws.number(0, allowance.0), 0).turned(draws.facing());
        let at = Point::new(start.at.x + reach.x, start.at.y + reach.y);
        let spot = geo::Point::from(floats::coord(at));
        let inside = drawn[0].intersects(&spot);
        let edges = drawn.iter().flatten().flat_map(geo::LinesIter::lines_iter);
        let from_edge = edges.map(|line| Euclidean.distance(&spot, &line)).fold(f64::INFINITY, f64::min);
        // Arcs have corners, and places in a sliver are left out.
        let clear = from_edge > 40.0 && !ground.is_in_sliver((start, Pose::at(at)), radius);
        if clear && at.is_near() {
            let reached = scout.can_reach(&ground.obstacles, mover, start, Pose::at(at), allowance);
            tally.same("what is drawn as reached is reached", inside, reached, || {
                let route = Scout::new().route(&ground.obstacles, mover, start, Pose::at(at), None);
                format!("{at:?}, {from_edge:.0} from an edge, of {allowance}: {route:?} {}", about())
            });
            tally.holds("more allowance draws no less", !inside || drawn[1].intersects(&spot), about);
        }
    }
}

/// A search on a grid, for a slightly larger mover: what it finds is a way, so the route must not be longer.
fn check_grid(
    ground: &Ground,
    footprint: &Footprint,
    (start, goal): (Point, Point),
    route: &Result<Route, NoWay>,
    tally: &mut Tally,
) {
    // A route keeps away by up to a hundredth of both radii and two units more.
    let more = footprint.longest().0 / 100 + 60 + 4;
    let larger = Footprint::Round { radius: Length(footprint.longest().0 / 2 + more) };
    let step = 1_270;
    let at = |(x, y): (i32, i32)| Point::new(x * step, y * step);
    let mover = Mover::new(&larger);
    let free = |a: Point, b: Point| ground.obstacles.blocks_leg(mover, a, Pose::at(b)).is_none();
    let near = |point: Point| (point.x / step, point.y / step);
    let mut best: BTreeMap<(i32, i32), i32> = BTreeMap::new();
    let mut queue = BinaryHeap::new();
    for x in -1..=2 {
        for y in -1..=2 {
            let node = (near(start).0 + x, near(start).1 + y);
            if free(start, at(node)) {
                queue.push(Reverse((start.distance_up(at(node)).0, node)));
            }
        }
    }
    let mut shortest: Option<i32> = None;
    while let Some(Reverse((cost, node))) = queue.pop() {
        if shortest.is_some_and(|shortest| cost >= shortest) {
            break;
        }
        if best.contains_key(&node) {
            continue;
        }
        best.insert(node, cost);
        let here = at(node);
        if here.distance_up(goal).0 < 3 * step && free(here, goal) {
            let whole = cost + here.distance_up(goal).0;
            shortest = Some(shortest.map_or(whole, |shortest| shortest.min(whole)));
        }
        for (dx, dy) in [
            (1, 0),
            (1, 1),
            (0, 1),
            (-1, 1),
            (-1, 0),
            (-1, -1),
            (0, -1),
            (1, -1),
            (1, 2),
            (2, 1),
            (-1, 2),
            (-2, 1),
            (-1, -2),
            (-2, -1),
            (1, -2),
            (2, -1),
        ] {
            let next = (node.0 + dx, node.1 + dy);
            if !best.contains_key(&next) && free(here, at(next)) {
                queue.push(Reverse((cost + here.distance_up(at(next)).0, next)));
            }
        }
    }
    let Some(shortest) = shortest else {
        tally.count("no way on a grid");
        return;
    };
    let reason = (EFFORT, matches!(route, Err(NoWay::TooHard | NoWay::TooManyLegs)));
    let as_short = route.as_ref().is_ok_and(|route| route.cost.0 <= shortest + ROUNDING);
    tally.same_unless("way is no longer than on a grid", as_short, true, reason, || {
        format!("{start:?} to {goal:?}, {footprint:?}: {route:?}, on the grid {shortest}")
    });
}

/// What the planner arranges is legal: checked leg by leg, in floats, and as a whole.
fn check_plan(ground: &Ground, draws: &mut Draws, tally: &mut Tally) {
    let footprint: Footprint = "32mm".parse().expect("a base");
    let radius = Length(1_600);
    let mut obstacles = ground.obstacles.clone();
    let about = draws.point(ground.size);
    let mut starts: Vec<Pose> = Vec::new();
    for n in 0..draws.number(1, 8) {
        let wanted = Pose::at(Point::new(about.x + n % 4 * 4_000, about.y + n / 4 * 4_000));
        let wanted = Pose::at(Point::new(wanted.at.x.min(ground.size.x), wanted.at.y.min(ground.size.y)));
        let Some(start) = obstacles.nearest_spot(Mover::new(&footprint), wanted, None) else { return };
        obstacles.add(Obstacle::new(footprint.at(start), 2_000));
        starts.push(start);
    }
    let allowance = Length::inches(draws.number(3, 12));
    let members: Vec<Member<'_>> = starts.iter().map(|&start| Member::moving(&footprint, start, allowance)).collect();
    let link = Length::inches(3);
    let request = Request {
        members: &members,
        obstacles: &ground.obstacles,
        limits: Limits { link: draws.once_in(2).then(|| Link::within(link)), ..Limits::default() },
        intent: Intent::Towards(draws.point(ground.size)),
        spacing: Spacing::default(),
    };
    let about = || format!("{starts:?} {allowance} {:?}", request.limits.link);
    let plan = Planner::new().plan(&request);
    tally.same("plan is made twice alike", Planner::new().plan(&request), plan.clone(), about);
    let Ok(arrangement) = plan else { return };
    let mut stand: Vec<Point> = starts.iter().map(|start| start.at).collect();
    for &member in &arrangement.order {
        let moved = &arrangement.moves[member];
        tally.holds("plan keeps the allowance", moved.path.cost(starts[member].at) <= allowance, about);
        tally.holds("plan ends where its path does", moved.path.end(starts[member]).at == moved.pose.at, about);
        for (a, b) in moved.path.segments(starts[member].at) {
            tally.holds("plan goes where it is free, geo", ground.room(a, b, radius) >= -GEO, about);
            let line = if a == b { floats::geometry(&[a]) } else { floats::geometry(&[a, b]) };
            let others = stand.iter().enumerate().filter(|&(other, _)| other != member);
            let apart = |(_, &at): (usize, &Point)| {
                Euclidean.distance(&line, &floats::geometry(&[at])) - 2.0 * f64::from(radius.0) >= -GEO
            };
            tally.holds("plan passes nobody, geo", others.into_iter().all(apart), about);
        }
        stand[member] = moved.pose.at;
    }
    if request.limits.link.is_some() {
        let near = |a: Point, b: Point| {
            let gap = floats::vector(a).distance(floats::vector(b)) - 2.0 * f64::from(radius.0);
            gap <= f64::from(link.0) + GEO
        };
        let mut linked = vec![stand[0]];
        while let Some(&next) = stand.iter().find(|at| !linked.contains(at) && linked.iter().any(|&to| near(**at, to)))
        {
            linked.push(next);
        }
        tally.holds("plan keeps the group linked", linked.len() == stand.len(), about);
    }
}
