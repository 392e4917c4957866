//! What comes of models that a hand drags: as they are wished where that is legal, otherwise close to it, otherwise as
//! wished with what would be legal instead.

use engine::Drafted;
use ground::{Length, Path, Point, Pose};
use smallvec::SmallVec;
use vocabulary::{Answer, ModelId, UnitId, Wish};

use crate::answering::answers::beside;
use crate::chapters::movement::{
    Aim, Gait, Ground, Misfit, Move, Paths, Placed, check_placement, levelled, plan, plan_around, plan_entry,
    plan_entry_to, plan_placement, plan_places, targets, ways,
};
use crate::prompt::Prompt;
use crate::state::{Models, State};

/// No model is put further than this from where it is wished: room to step past the base of a comrade, and no more.
const STRAY: Length = Length::inches(2);
/// The middle of all is put no further than this from where it is wished, so that the group still is where the hand is.
const DRIFT: Length = Length::inches(1);

/// What comes of a wish.
pub(crate) fn draft(state: &State, prompt: &Prompt, wish: &Wish) -> Drafted {
    match prompt {
        Prompt::Move { walk } => moved(state, walk, wish),
        Prompt::Place { unit } => {
            let models: Models = state.roll_call(*unit).collect();
            placed(state, *unit, &models, Ground::Zone, wish)
        }
        Prompt::Disembark { unit, transport, close, .. } => {
            let models: Models = state.alive(*unit).collect();
            let ground = Ground::Around { hull: state.hull(*transport), close: *close };
            placed(state, *unit, &models, ground, wish)
        }
        Prompt::Survivors { unit, hull } => {
            let named: Models = wish.iter().map(|(model, _)| *model).collect();
            placed(state, *unit, &named, Ground::Around { hull: *hull, close: true }, wish)
        }
        Prompt::Return { unit, model, .. } => placed(state, *unit, &[*model], Ground::Anywhere, wish),
        _ => Answer::Place(wish.iter().copied().collect()).into(),
    }
}

/// Whether a wish is for these models, each once, and can be computed with.
fn makes_sense(wish: &Wish, models: &[ModelId]) -> bool {
    let once = |at: usize| !wish[..at].iter().any(|(model, _)| *model == wish[at].0);
    wish.iter().enumerate().all(|(at, (model, pose))| models.contains(model) && once(at) && pose.is_sane())
}

/// Whether models end near enough to where they are wished, and on the same level, to be what was meant.
fn is_near(wish: &[(ModelId, Pose)], end: impl Fn(ModelId) -> Option<Pose>) -> bool {
    let within = |a: Point, b: Point, most: Length| a.distance_squared(b) <= i64::from(most.0).pow(2);
    let (mut dx, mut dy) = (0_i64, 0_i64);
    for (model, wished) in wish {
        let meant = |end: &Pose| end.level == wished.level && within(end.at, wished.at, STRAY);
        let Some(end) = end(*model).filter(meant) else { return false };
        dx += i64::from(end.at.x - wished.at.x);
        dy += i64::from(end.at.y - wished.at.y);
    }
    dx * dx + dy * dy <= (i64::from(DRIFT.0) * wish.len() as i64).pow(2)
}

fn walked(paths: Paths) -> Answer {
    Answer::Move { paths, placed: SmallVec::new() }
}

/// Models that walk.
fn moved(state: &State, walk: &Move, wish: &Wish) -> Drafted {
    if !makes_sense(wish, &walk.movers(state)) {
        return walked(wish.iter().map(|(model, pose)| (*model, Path::straight(*pose))).collect()).into();
    }
    let on_level =
        |(model, pose): &(ModelId, Pose)| (*model, levelled(state, *model, state.pose(*model).unwrap_or(*pose), *pose));
    let stays = |(model, pose): &(ModelId, Pose)| state.pose(*model) == Some(*pose);
    let wish: Wish = wish.iter().map(on_level).filter(|wished| !stays(wished)).collect();
    let paths = ways(state, walk, &wish);
    let misfit = match walk.check(state, &paths) {
        Err(misfit) if !paths.is_empty() => misfit,
        _ => return walked(paths).into(),
    };
    let nearest = nearest_move(state, walk, &wish, &paths);
    // Whoever drags too far wants to know by how much. A way that is too long because it leads around may be shortened.
    let straight = |model: &ModelId| paths.iter().any(|(other, path)| other == model && is_straight(walk, path));
    let too_far = matches!(&misfit, Misfit::TooLong { model, .. } if straight(model));
    let is_meant = |found: &Paths| {
        let end = |model: ModelId| match found.iter().find(|(other, _)| *other == model) {
            Some((_, path)) => path.legs.last().copied(),
            None => state.pose(model),
        };
        !too_far && is_near(&wish, end)
    };
    match nearest {
        Some(found) if is_meant(&found) => walked(found).into(),
        nearest => Drafted { answer: walked(paths), nearest: nearest.map(walked) },
    }
}

fn is_straight(walk: &Move, path: &Path) -> bool {
    path.legs.len() <= if let Gait::Enter { .. } = walk.gait { 2 } else { 1 }
}

/// The nearest legal move to a wish that the planner finds.
fn nearest_move(state: &State, walk: &Move, wish: &Wish, paths: &Paths) -> Option<Paths> {
    if let Gait::Enter { side } = walk.gait {
        let whole = wish.len() == walk.movers(state).len();
        let found = whole.then(|| plan_entry_to(state, walk, side, wish)).flatten();
        return found.or_else(|| plan_entry(state, walk.unit, side, side.along(middle(wish))));
    }
    let targets = targets(state, walk, wish, paths);
    let found = plan(state, walk, Aim::Each(&targets)).filter(|paths| !paths.is_empty())?;
    let raised: Paths = found.iter().map(|(model, path)| (*model, raised_path(state, wish, *model, path))).collect();
    Some(if walk.check(state, &raised).is_ok() { raised } else { found })
}

/// A pose on the level that is wished for a model, if it can stand on it there. The planner knows no levels.
fn raised(state: &State, wish: &[(ModelId, Pose)], model: ModelId, pose: Pose) -> Pose {
    let level = wish.iter().find(|(other, _)| *other == model).map_or(0, |(_, wished)| wished.level);
    levelled(state, model, pose, Pose { level, ..pose })
}

fn raised_path(state: &State, wish: &[(ModelId, Pose)], model: ModelId, path: &Path) -> Path {
    let mut path = path.clone();
    if let Some(end) = path.legs.last_mut() {
        *end = raised(state, wish, model, *end);
    }
    path
}

fn middle(wish: &[(ModelId, Pose)]) -> Point {
    let count = wish.len().max(1) as i64;
    let mean = |value: fn(Point) -> i32| wish.iter().map(|(_, pose)| i64::from(value(pose.at))).sum::<i64>() / count;
    Point::new(mean(|at| at.x) as i32, mean(|at| at.y) as i32)
}

/// Models that are put down.
fn placed(state: &State, unit: UnitId, models: &[ModelId], ground: Ground, wish: &Wish) -> Drafted {
    let answer = |places: Placed| Answer::Place(places);
    if !makes_sense(wish, models) {
        return answer(wish.iter().copied().collect()).into();
    }
    let as_wished: Placed = wish.iter().map(|(model, pose)| (*model, levelled(state, *model, *pose, *pose))).collect();
    let fits = |places: &Placed| check_placement(state, unit, models, ground, places).is_ok();
    if wish.len() < models.len() || fits(&as_wished) {
        return answer(as_wished).into();
    }
    let zone = state.zone_of(state.seat_of(unit)).filter(|_| ground == Ground::Zone);
    let (around, close) = match ground {
        Ground::Around { hull, close } => (state.around_hull(hull), close),
        _ => (None, false),
    };
    let held = |(model, pose): &(ModelId, Pose)| {
        let half = Length(state.base(*model).longest().0 / -2);
        let at = zone.map_or(pose.at, |zone| zone.polygon.bounds().grown(half).nearest(pose.at));
        (*model, Pose { at, level: 0, ..*pose })
    };
    let held: Placed = wish.iter().map(held).collect();
    let about = middle(&held);
    let within = zone.map(|zone| &zone.area).or(around.as_ref());
    let anywhere = || match ground {
        Ground::Around { hull, close } => plan_around(state, unit, models, hull, close, about),
        Ground::Zone => plan_placement(state, unit, models, within, about),
        Ground::Anywhere => beside(state, unit, models[0], nearest_comrade(state, unit, about)?),
    };
    let found = plan_places(state, unit, &held, within, close).filter(fits).or_else(|| anywhere().filter(fits));
    let found = found.map(|found| {
        let raised = found.iter().map(|(model, pose)| (*model, raised(state, &as_wished, *model, *pose))).collect();
        if fits(&raised) { raised } else { found }
    });
    match found {
        Some(found)
            if is_near(&as_wished, |model| found.iter().find(|(other, _)| *other == model).map(|(_, pose)| *pose)) =>
        {
            answer(found).into()
        }
        nearest => Drafted { answer: answer(as_wished), nearest: nearest.map(answer) },
    }
}

/// Where the model of a unit stands that is nearest to a point.
fn nearest_comrade(state: &State, unit: UnitId, about: Point) -> Option<Point> {
    let poses = state.living(unit).filter_map(|model| state.pose(model));
    poses.map(|pose| pose.at).min_by_key(|at| at.distance_squared(about))
}
