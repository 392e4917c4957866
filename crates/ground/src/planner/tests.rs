use proptest::prelude::*;

use super::*;
use crate::{Outline, Polygon, Rect, Region, UNITS_PER_INCH};

fn base(text: &str) -> Footprint {
    text.parse().unwrap()
}

fn inches(x: i32, y: i32) -> Pose {
    Pose::at(Point::inches(x, y))
}

fn disc(x: i32, y: i32) -> Shape {
    Shape::disc(Point::inches(x, y), Length::mm(16))
}

/// A field of 60 by 44 in with nothing on it.
fn field() -> Obstacles {
    Obstacles::within(Rect::new(Point::inches(0, 0), Point::inches(60, 44)))
}

/// A block of models, an inch and a half apart.
fn block<'a>(footprint: &'a Footprint, count: i32, x: i32, y: i32, allowance: i32) -> Vec<Member<'a>> {
    let step = UNITS_PER_INCH * 3 / 2;
    let at = |n: i32| Point::new(x * UNITS_PER_INCH + n % 5 * step, y * UNITS_PER_INCH + n / 5 * step);
    (0..count).map(|n| Member::moving(footprint, Pose::at(at(n)), Length::inches(allowance))).collect()
}

const LINK: Link = Link { gap: Length::inches(1), neighbours: 2 };

fn request<'a>(members: &'a [Member<'a>], obstacles: &'a Obstacles, intent: Intent<'a>) -> Request<'a> {
    let limits = Limits { link: Some(LINK), ..Limits::default() };
    Request { members, obstacles, limits, intent, spacing: Spacing::Bunched }
}

/// Checks an arrangement by other means than the planner's: model by model, each past where the others then stand.
fn check(request: &Request<'_>, arrangement: &Arrangement) {
    let mut standing: Vec<Option<Shape>> =
        request.members.iter().map(|member| member.allowance.map(|_| member.footprint.at(member.start))).collect();
    for &index in &arrangement.order {
        let (member, moved) = (&request.members[index], &arrangement.moves[index]);
        let mut obstacles = request.obstacles.clone();
        for (_, other) in standing.iter().enumerate().filter(|&(other, _)| other != index) {
            if let Some(shape) = other {
                obstacles.add(comrade(request, index, shape.clone()));
            }
        }
        let mover = Mover::new(member.footprint);
        let cost = obstacles.check_path(mover, member.start, &moved.path, member.allowance);
        if member.allowance.is_some() {
            assert_eq!(cost, Ok(moved.cost), "model {index}");
        }
        standing[index] = Some(member.footprint.at(moved.pose));
    }
    let ends: Vec<Shape> = standing.into_iter().flatten().collect();
    for (index, end) in ends.iter().enumerate() {
        let others = || ends.iter().enumerate().filter(|&(other, _)| other != index);
        assert!(others().all(|(_, other)| !other.overlaps(end)), "model {index} overlaps another");
        if let Some(link) = request.limits.link {
            let linked = others().filter(|(_, other)| other.within(end, link.gap)).count();
            assert!(linked >= link.neighbours.min(ends.len() - 1), "model {index} has {linked} neighbours");
        }
        assert!(request.limits.area.is_none_or(|area| area.covers(end)), "model {index} is not in the area");
    }
}

fn plan(request: &Request<'_>) -> Arrangement {
    let arrangement = Planner::new().plan(request).unwrap();
    check(request, &arrangement);
    arrangement
}

#[test]
fn ten_models_advance_as_far_as_they_may_and_stay_linked() {
    let base = base("32mm");
    let members = block(&base, 10, 10, 20, 6);
    let obstacles = field();
    let request = request(&members, &obstacles, Intent::Towards(Point::inches(50, 21)));
    let arrangement = plan(&request);
    let furthest = arrangement.moves.iter().map(|moved| moved.pose.at.x).max().unwrap();
    assert!(furthest >= Point::inches(21, 0).x, "the first one goes its 6 in");
    assert!(arrangement.moves.iter().all(|moved| moved.pose.at.x > Point::inches(13, 0).x));
}

#[test]
fn a_wall_is_walked_around() {
    let base = base("32mm");
    let members = block(&base, 3, 10, 20, 12);
    let mut obstacles = field();
    obstacles.add_polygon(&Polygon::rectangle(Rect::new(Point::inches(16, 18), Point::inches(17, 30))).unwrap(), 1);
    let request = request(&members, &obstacles, Intent::Towards(Point::inches(19, 20)));
    let arrangement = plan(&request);
    assert!(
        arrangement.moves.iter().any(|moved| moved.path.legs.len() > 1 && moved.pose.at.x > Point::inches(17, 0).x)
    );
}

#[test]
fn models_charge_into_contact_and_one_reaches_each_target() {
    let base = base("32mm");
    let members = block(&base, 5, 10, 20, 9);
    let targets = [disc(20, 20), disc(20, 23)];
    let mut obstacles = field();
    for target in &targets {
        obstacles.add(Obstacle::new(target.clone(), 1));
    }
    let near = targets.each_ref().map(|shape| Near {
        shapes: std::slice::from_ref(shape),
        gap: Length::inches(1),
        who: Who::Any,
    });
    let limits = Limits { link: Some(LINK), near: &near, ..Limits::default() };
    let request = Request { limits, ..request(&members, &obstacles, Intent::Contact(&targets)) };
    let arrangement = plan(&request);
    for target in &targets {
        let touching = arrangement.moves.iter().filter(|moved| base.at(moved.pose).touches(target)).count();
        assert!(touching > 0, "nobody touches {target:?}");
    }
}

#[test]
fn a_target_out_of_reach_is_named_as_the_limit() {
    let base = base("32mm");
    let members = block(&base, 3, 10, 20, 6);
    let target = disc(40, 20);
    let near = [Near { shapes: std::slice::from_ref(&target), gap: Length::inches(1), who: Who::Any }];
    let limits = Limits { near: &near, ..Limits::default() };
    let obstacles = field();
    let request = Request { limits, ..request(&members, &obstacles, Intent::Contact(std::slice::from_ref(&target))) };
    let stuck = Planner::new().plan(&request).unwrap_err();
    assert_eq!(stuck.limit, Limit::Near);
    assert_eq!(stuck.to_string(), "model 3 finds no place: it would not end near enough to what it must reach");
}

#[test]
fn a_model_that_is_walled_in_is_named() {
    let base = base("32mm");
    let members = block(&base, 1, 10, 20, 6);
    let obstacles = field();
    let zone = Area::new(&Region::from(Outline::rectangle(Point::inches(40, 40), Point::inches(44, 44)))).unwrap();
    let limits = Limits { area: Some(&zone), ..Limits::default() };
    let request = Request { limits, ..request(&members, &obstacles, Intent::Into(&zone, Point::inches(42, 42))) };
    assert_eq!(Planner::new().plan(&request), Err(Stuck { member: 0, limit: Limit::Area }));
}

#[test]
fn models_hide_behind_a_wall() {
    let base = base("32mm");
    let members = block(&base, 3, 14, 12, 6);
    let wall = Polygon::rectangle(Rect::new(Point::inches(18, 14), Point::inches(19, 24))).unwrap();
    let mut obstacles = field();
    obstacles.add_polygon(&wall, 1);
    let mut blockers = Blockers::new();
    blockers.add_polygon(1, &wall);
    let watchers = [Silhouette::of(&disc(40, 18))];
    let screen = |_: Owner| Some(Screen::Hard);
    let watch = Watch { watchers: &watchers, blockers: &blockers, screen: &screen };
    let request = request(&members, &obstacles, Intent::Hidden(&watch));
    let arrangement = plan(&request);
    for moved in &arrangement.moves {
        let here = Silhouette::of(&base.at(moved.pose));
        assert!(!blockers.sight(&watchers[0], &here, screen, &mut Scratch::default()).is_open(), "{moved:?}");
    }
}

#[test]
fn models_flee_and_end_further_away() {
    let base = base("32mm");
    let members = block(&base, 4, 20, 20, 6);
    let threats = [disc(18, 20)];
    let obstacles = field();
    let request = request(&members, &obstacles, Intent::Away(&threats));
    let arrangement = plan(&request);
    for (member, moved) in members.iter().zip(&arrangement.moves) {
        assert!(base.at(moved.pose).apart(&threats[0]) > base.at(member.start).apart(&threats[0]));
    }
}

#[test]
fn models_are_placed_in_a_zone_spread_out_or_bunched() {
    let base = base("32mm");
    let zone = Area::new(&Region::from(Outline::rectangle(Point::inches(0, 0), Point::inches(60, 10)))).unwrap();
    let members: Vec<Member<'_>> = (0..10).map(|_| Member::placed(&base, inches(30, 5))).collect();
    let obstacles = field();
    let limits = Limits { area: Some(&zone), link: Some(LINK), ..Limits::default() };
    let bunched = Request { limits, ..request(&members, &obstacles, Intent::Into(&zone, Point::inches(30, 5))) };
    let spread = Request { spacing: Spacing::Spread, ..bunched };
    let size = |arrangement: &Arrangement| {
        let points: Vec<Point> = arrangement.moves.iter().map(|moved| moved.pose.at).collect();
        Rect::around(&points).width() + Rect::around(&points).height()
    };
    assert!(size(&plan(&spread)) > size(&plan(&bunched)));
}

/// Where every member would be after the same way.
fn shifted(members: &[Member<'_>], x: i32, y: i32) -> Vec<Point> {
    members.iter().map(|member| Point::new(member.start.at.x + x, member.start.at.y + y)).collect()
}

#[test]
fn models_with_points_of_their_own_get_exactly_there() {
    let base = base("32mm");
    let members = block(&base, 10, 10, 20, 6);
    let points = shifted(&members, Length::inches(4).0, Length::inches(-3).0);
    let obstacles = field();
    let arrangement = plan(&request(&members, &obstacles, Intent::Each(&points)));
    let ends: Vec<Point> = arrangement.moves.iter().map(|moved| moved.pose.at).collect();
    assert_eq!(ends, points);
    assert!(arrangement.moves.iter().all(|moved| moved.path.legs.len() == 1), "those in front go first");
}

#[test]
fn models_whose_points_are_taken_stand_close_to_them() {
    let base = base("32mm");
    let members = block(&base, 10, 10, 20, 6);
    let points = shifted(&members, Length::inches(4).0, 0);
    let mut obstacles = field();
    obstacles.add(Obstacle::new(disc(18, 20), 1));
    let arrangement = plan(&request(&members, &obstacles, Intent::Each(&points)));
    let off = |(moved, point): (&Moved, &Point)| moved.pose.at.distance_up(*point);
    let furthest = arrangement.moves.iter().zip(&points).map(off).max().unwrap();
    assert!(furthest > Length::ZERO && furthest < Length::inches(2), "{furthest:?}");
}

#[test]
fn models_that_may_not_move_stay_and_the_others_keep_in_touch_with_them() {
    let base = base("32mm");
    let mut members = block(&base, 10, 10, 20, 6);
    let mut points = shifted(&members, 0, 0);
    for member in &mut members[1..] {
        member.allowance = Some(Length::ZERO);
    }
    // As far as it can from the others, to the left.
    points[0] = Point::inches(5, 20);
    let obstacles = field();
    let arrangement = plan(&request(&members, &obstacles, Intent::Each(&points)));
    assert!(arrangement.moves[1..].iter().zip(&points[1..]).all(|(moved, point)| moved.pose.at == *point));
    assert!(arrangement.moves[0].pose.at.x < Point::inches(10, 0).x, "it goes as far as the link allows");
}

#[test]
fn nonsense_is_refused() {
    let base = base("32mm");
    let far = [Member::moving(&base, Pose::at(Point::new(i32::MAX, 0)), Length::inches(6))];
    let obstacles = field();
    let stuck = Planner::new().plan(&request(&far, &obstacles, Intent::Towards(Point::new(i32::MIN, 0)))).unwrap_err();
    assert_eq!(stuck, Stuck { member: 0, limit: Limit::Group });
    assert_eq!(Planner::new().plan(&request(&[], &obstacles, Intent::Contact(&[]))), Ok(Arrangement::default()));
    let near = block(&base, 2, 10, 10, 6);
    for points in [&[Point::inches(9, 9)][..], &[Point::inches(9, 9), Point::new(i32::MIN, i32::MAX)]] {
        let stuck = Planner::new().plan(&request(&near, &obstacles, Intent::Each(points))).unwrap_err();
        assert_eq!(stuck, Stuck { member: 1, limit: Limit::Group });
    }
}

proptest! {
    #[test]
    fn every_plan_is_legal(
        count in 1..=15_i32, x in 4..40_i32, y in 4..34_i32, to in (2..58_i32, 2..42_i32),
        walls in prop::collection::vec((2..56_i32, 2..40_i32, 1..5_i32, 1..5_i32), 0..8),
        kind in 0..4, spread: bool,
    ) {
        let base = base("32mm");
        let members = block(&base, count, x, y, 6);
        let mut obstacles = field();
        for (n, &(wx, wy, width, height)) in walls.iter().enumerate() {
            let wall = Polygon::rectangle(Rect::new(Point::inches(wx, wy), Point::inches(wx + width, wy + height))).unwrap();
            if members.iter().all(|member| !wall.overlaps_shape(&base.at(member.start))) {
                obstacles.add_polygon(&wall, n as u16);
            }
        }
        let target = [disc(to.0, to.1)];
        let points = shifted(&members, Length::inches(to.0 - x).0, Length::inches(to.1 - y).0);
        let intent = match kind {
            0 => Intent::Towards(Point::inches(to.0, to.1)),
            1 => Intent::Contact(&target),
            2 => Intent::Away(&target),
            _ => Intent::Each(&points),
        };
        let spacing = if spread { Spacing::Spread } else { Spacing::Bunched };
        // Where a row is not yet backed by another, its last model has one neighbour to begin with.
        let link = Link { neighbours: if count > 8 { 2 } else { 1 }, ..LINK };
        let limits = Limits { link: Some(link), ..Limits::default() };
        let request = Request { spacing, limits, ..request(&members, &obstacles, intent) };
        let arrangement = plan(&request);
        prop_assert_eq!(Planner::new().plan(&request), Ok(arrangement));
    }
}
