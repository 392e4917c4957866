//! A hash over the answers to a million questions of every kind, which every build must give.

use std::hash::Hasher;

use ground::{
    Blockers, Footprint, Intent, Length, Limits, Link, Member, Mover, Obstacle, Obstacles, Owner, Planner, Point,
    Polygon, Pose, Rect, Request, Scout, Scratch, Screen, Shape, Sight, Silhouette, Spacing, Spot,
};
use siphasher::sip::SipHasher13;

use super::fields::{Draws, Field, draws};

const FIELDS: u64 = 70;
/// What is expected: the name of a kind, how many questions, and the hash, line by line.
pub(crate) const EXPECTED: &str = include_str!("answers.txt");

/// The answers to one kind of question.
#[derive(Default)]
struct Answers {
    hasher: SipHasher13,
    count: u64,
}

impl Answers {
    fn note(&mut self, answer: i64) {
        self.hasher.write(&answer.to_le_bytes());
        self.count += 1;
    }

    fn also(&mut self, part: i128) {
        self.hasher.write(&part.to_le_bytes());
    }

    fn line(&self, kind: &str) -> String {
        format!("{kind} {} {:016x}\n", self.count, self.hasher.finish())
    }
}

/// What this build answers, in the form of [`EXPECTED`].
pub(crate) fn given() -> String {
    let [mut gaps, mut points, mut lines, mut ways, mut plans] = <[Answers; 5]>::default();
    for seed in 0..FIELDS {
        let field = if seed % 5 == 4 { Field::of_units(seed) } else { Field::of_inches(seed) };
        let mut draws = draws("digest", seed);
        note_gaps(&field, &mut draws, &mut gaps);
        note_points(&field, &mut draws, &mut points);
        note_lines(&field, &mut draws, &mut lines);
        if seed % 5 != 4 {
            note_ways(&field, &mut draws, &mut ways);
            note_plan(&field, &mut draws, &mut plans);
        }
    }
    let kinds = [("gaps", gaps), ("points", points), ("lines", lines), ("ways", ways), ("plans", plans)];
    kinds.iter().map(|(kind, answers)| answers.line(kind)).collect()
}

/// How many questions a list of answers is about.
pub(crate) fn questions(list: &str) -> u64 {
    list.lines().filter_map(|line| line.split(' ').nth(1)?.parse::<u64>().ok()).sum()
}

fn note_gaps(field: &Field, draws: &mut Draws, answers: &mut Answers) {
    let models = field.models.iter().map(|model| &model.shape);
    let shapes: Vec<&Shape> = models.chain(field.terrain.iter().flat_map(Polygon::pieces)).collect();
    for &a in &shapes {
        for &b in &shapes {
            let apart = a.apart(b);
            answers.note(apart.up().0.into());
            answers.note(apart.down().0.into());
            answers.note(a.overlaps(b).into());
            answers.note(a.touches(b).into());
            answers.note(a.within(b, Length(draws.number(0, field.size.x))).into());
            answers.note(a.within(b, apart.down()).into());
            answers.note(apart.cmp(&a.apart(shapes[0])) as i64);
        }
    }
}

fn note_points(field: &Field, draws: &mut Draws, answers: &mut Answers) {
    for polygon in &field.terrain {
        for _ in 0..150 {
            let (a, b) = (draws.point(field.size), draws.point(field.size));
            answers.note(polygon.contains(a).into());
            answers.note(polygon.crossed_by(a, b).into());
            let model = &field.models[draws.below(field.models.len())].shape;
            answers.note(polygon.overlaps_shape(model).into());
        }
        for model in &field.models {
            answers.note(polygon.covers(&model.shape).into());
            answers.note(polygon.touches_shape(&model.shape).into());
            answers.note(polygon.distance_up_to_shape(&model.shape).0.into());
        }
        for other in &field.terrain {
            answers.note(polygon.overlaps(other).into());
            answers.note(polygon.distance_up(other).0.into());
        }
    }
}

fn note_spot(spot: Spot, answers: &mut Answers) {
    answers.also(spot.x);
    answers.also(spot.y);
    answers.also(spot.w);
}

fn note_lines(field: &Field, draws: &mut Draws, answers: &mut Answers) {
    let outlines: Vec<Silhouette> = field.models.iter().map(|model| Silhouette::of(&model.shape)).collect();
    let mut scratch = Scratch::default();
    let unit = field.size.x / 12;
    for (width, screens) in [(Length::ZERO, 0), (Length(unit / 60 + 2), 0), (Length::ZERO, 1), (Length::ZERO, 2)] {
        let mut blockers = Blockers::for_lines(width);
        for (id, polygon) in field.terrain.iter().enumerate() {
            blockers.add_polygon(100 + id as u16, polygon);
        }
        for (id, model) in field.models.iter().enumerate() {
            blockers.add_shape(id as u16, &model.shape);
        }
        for from in 0..outlines.len() {
            for to in 0..outlines.len() {
                let screen = |id: Owner| match (usize::from(id.number()), id.number() % 3, screens) {
                    (id, _, _) if id == from || id == to => None,
                    (_, _, 0) | (_, 0, _) => Some(Screen::Hard),
                    (_, _, 1) | (_, 1, _) => Some(Screen::Soft),
                    _ => Some(Screen::Deep(Length(unit))),
                };
                let sight = blockers.sight(&outlines[from], &outlines[to], screen, &mut scratch);
                match sight {
                    Sight::Clear(line) | Sight::Soft(line) => {
                        answers.note(i64::from(matches!(sight, Sight::Soft(_))));
                        note_spot(line.from, answers);
                        note_spot(line.to, answers);
                    }
                    Sight::Blocked { by } => answers.note(by.map_or(-1, |by| 10 + i64::from(by.number()))),
                }
            }
        }
        for _ in 0..300 {
            let (a, b) = (draws.point(field.size), draws.point(field.size));
            answers.note(blockers.first_crossed(a, b).map_or(-1, |by| i64::from(by.number())));
        }
    }
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

fn note_ways(field: &Field, draws: &mut Draws, answers: &mut Answers) {
    let obstacles = obstacles(field);
    let mut scout = Scout::new();
    for _ in 0..4 {
        let (start, goal) = (Pose::at(draws.point(field.size)), Pose::at(draws.point(field.size)));
        let footprint = draws.footprint();
        let mover = Mover::new(&footprint);
        let (start, goal) = (obstacles.nearest_spot(mover, start, None), obstacles.nearest_spot(mover, goal, None));
        let (Some(start), Some(goal)) = (start, goal) else { continue };
        for end in [start, goal] {
            answers.note(end.at.x.into());
            answers.also(end.at.y.into());
        }
        let route = scout.route(&obstacles, mover, start, goal, None);
        answers.note(route.as_ref().map_or(-1, |route| route.cost.0.into()));
        for leg in route.iter().flat_map(|route| &route.path.legs) {
            answers.also(leg.at.x.into());
            answers.also(leg.at.y.into());
        }
    }
}

fn note_plan(field: &Field, draws: &mut Draws, answers: &mut Answers) {
    let mut obstacles = obstacles(field);
    let footprint: Footprint = "32mm".parse().expect("a base");
    let mut starts: Vec<Pose> = Vec::new();
    let about = draws.point(field.size);
    while starts.len() < 5 {
        let next = Pose::at(Point::new(about.x + Length::inches(2).0 * starts.len() as i32, about.y));
        let Some(start) = obstacles.nearest_spot(Mover::new(&footprint), next, None) else { return };
        // Kept clear for the others, and out of the way again for the plan.
        obstacles.add(Obstacle::new(footprint.at(start), 1_000));
        starts.push(start);
    }
    obstacles.remove(1_000);
    let members: Vec<Member<'_>> =
        starts.iter().map(|&start| Member::moving(&footprint, start, Length::inches(6))).collect();
    let request = Request {
        members: &members,
        obstacles: &obstacles,
        limits: Limits { link: Some(Link::within(Length::inches(4))), ..Limits::default() },
        intent: Intent::Towards(draws.point(field.size)),
        spacing: Spacing::default(),
    };
    match Planner::new().plan(&request) {
        Ok(arrangement) => {
            for moved in &arrangement.moves {
                answers.note(moved.cost.0.into());
                answers.also(moved.pose.at.x.into());
                answers.also(moved.pose.at.y.into());
            }
        }
        Err(stuck) => answers.note(-1 - stuck.member as i64),
    }
}
