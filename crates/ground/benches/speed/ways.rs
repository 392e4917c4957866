//! Shortest ways around 24 pieces of terrain and 40 bases, and plans for ten models among them.

use std::hint::black_box;

use ground::{
    Footprint, Intent, Length, Limits, Link, Member, Mover, Obstacle, Obstacles, Planner, Point, Pose, Rect, Request,
    Scout, Spacing,
};

use crate::figures::{Figures, nanoseconds};
use crate::oracles::fields::{self, Field};

const FIELDS: u64 = 8;
const WAYS: usize = 100;
const PLANS: usize = 20;
const ROUNDS: usize = 5;

pub(crate) fn measure(figures: &mut Figures) {
    let (mut straight, mut around, mut plans, mut gaps) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let (mut none, mut stuck) = (0, 0);
    for seed in 0..FIELDS {
        let field = fields::orderly(100 + seed, 24, 40, &["32mm", "32mm", "40mm", "60x35mm oval"]);
        let obstacles = obstacles(&field);
        let mut draws = fields::draws("ways to measure", seed);
        let footprint: Footprint = "32mm".parse().expect("a base");
        let mover = Mover::new(&footprint);
        let size = Point::inches(60, 44);
        let mut scout = Scout::new();
        for _ in 0..WAYS {
            let ends = [draws.point(size), draws.point(size)];
            let free = ends.map(|at| obstacles.nearest_spot(mover, Pose::at(at), None).unwrap_or_else(|| Pose::at(at)));
            let direct = obstacles.blocks_leg(mover, free[0].at, free[1]).is_none();
            let way = median(|| black_box(scout.route(&obstacles, mover, free[0], free[1], None)).is_ok());
            gaps += usize::from(direct);
            none += usize::from(!way.1);
            if direct { &mut straight } else { &mut around }.push(way.0);
        }
        let mut planner = Planner::new();
        for _ in 0..PLANS {
            let starts = group(&obstacles, &footprint, draws.point(size));
            let members: Vec<Member<'_>> =
                starts.iter().map(|&start| Member::moving(&footprint, start, Length::inches(6))).collect();
            let request = Request {
                members: &members,
                obstacles: &obstacles,
                limits: Limits { link: Some(Link::within(Length::inches(2))), ..Limits::default() },
                intent: Intent::Towards(draws.point(size)),
                spacing: Spacing::default(),
            };
            let plan = median(|| black_box(planner.plan(&request)).is_ok());
            stuck += usize::from(!plan.1);
            plans.push(plan.0);
        }
    }
    figures.percentiles("shortest way among 24 polygons and 40 bases, straight", straight);
    figures.percentiles("shortest way among 24 polygons and 40 bases, around something", around);
    figures.note(format!("{none} of all have none; {gaps} are straight"));
    figures.percentiles("plan for ten models among 24 polygons and 40 bases, 6 in towards a point", plans);
    figures.note(format!("{stuck} of them are stuck"));
}

/// The median of several rounds in nanoseconds, and what came of the last one.
fn median(mut work: impl FnMut() -> bool) -> (f64, bool) {
    let mut found = false;
    let mut rounds: [f64; ROUNDS] = std::array::from_fn(|_| nanoseconds(|| found = work()));
    rounds.sort_by(f64::total_cmp);
    (rounds[ROUNDS / 2], found)
}

fn obstacles(field: &Field) -> Obstacles {
    let mut obstacles = Obstacles::within(Rect::new(Point::default(), field.size));
    for (id, polygon) in field.terrain.iter().enumerate() {
        obstacles.add_polygon(polygon, 100 + id as u16);
    }
    for (id, model) in field.models.iter().enumerate() {
        obstacles.add(Obstacle::new(model.shape.clone(), id as u16));
    }
    obstacles
}

/// Ten models close together about a point, on free ground.
fn group(obstacles: &Obstacles, footprint: &Footprint, about: Point) -> Vec<Pose> {
    let mut taken = obstacles.clone();
    let mut starts = Vec::new();
    for n in 0..10 {
        let wanted = Pose::at(Point::new(about.x + n % 5 * 4_200, about.y + n / 5 * 4_200));
        let wanted = Pose::at(Point::new(wanted.at.x.min(Length::inches(58).0), wanted.at.y.min(Length::inches(42).0)));
        let start = taken.nearest_spot(Mover::new(footprint), wanted, None).unwrap_or(wanted);
        taken.add(Obstacle::new(footprint.at(start), 2_000));
        starts.push(start);
    }
    starts
}
