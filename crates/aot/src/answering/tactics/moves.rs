//! Where units go.

use engine::Idea;
use ground::{Length, Point};
use smallvec::SmallVec;
use troops::Aim;
use vocabulary::{Answer, UnitId};

use super::{POINT, idea};
use crate::chapters::movement::{Gait, Move, Paths};
use crate::fact::Action;
use crate::prompt::Prompt;
use crate::state::State;

/// Ways to move, and how good it is to end there.
pub(super) fn moves(state: &State, walk: &Move, prompt: &Prompt) -> Vec<Idea> {
    let unit = walk.unit;
    let moved =
        |label: &str, paths: Paths, worth: i64| idea(label, Answer::Move { paths, placed: SmallVec::new() }, worth);
    let mut ideas: Vec<Idea> = prompt.pass(state).map(|stay| idea("stay", stay, 0)).into_iter().collect();
    match &walk.gait {
        Gait::Charge { .. } => ideas.extend(state.charge_plan(walk).map(|paths| moved("charge", paths, POINT))),
        Gait::Retreat { from } => {
            let away = crate::chapters::action::way_from(state, walk, from);
            ideas.extend(away.map(|paths| moved("get away", paths, POINT)));
        }
        Gait::Enter { side } => ideas.extend(state.way_in(unit, *side).map(|paths| moved("enter", paths, POINT))),
        Gait::Shift { .. } => {}
        Gait::Scrum => {
            let nearest = walk.movers(state).first().and_then(|model| state.nearest_enemies(*model).first().copied());
            let shapes: Vec<_> = nearest.into_iter().map(|enemy| state.shape(enemy).clone()).collect();
            let planned = walk.ready(state).plan(Aim::Contact(&shapes));
            ideas.extend(planned.map(|paths| moved("close in", paths, POINT)));
        }
        Gait::Evade { piece, .. } => {
            let goal = state.battlefield().terrain[usize::from(*piece)].polygon.bounds().centre();
            ideas.extend(go_towards(state, walk, goal).map(|paths| moved("into cover", paths, POINT)));
        }
        Gait::Basic { action, .. } => {
            if let Some(goal) = goal(state, unit, *action) {
                ideas.extend(go_towards(state, walk, goal).map(|paths| moved("towards the goal", paths, POINT)));
            }
        }
    }
    ideas
}

/// Where a unit wants to be, if that is not where it is.
fn goal(state: &State, unit: UnitId, action: Action) -> Option<Point> {
    let speed = state.speed(unit);
    if action == Action::MoveAndCharge {
        let best = state.enemies_of(state.seat_of(unit)).max_by_key(|enemy| state.charge_worth(unit, *enemy, speed))?;
        return Some(state.centre(best));
    }
    if let Some(archive) = state.wanted_archive(unit) {
        let on_it = state.is_on_archive(unit, archive) && state.scores_archives(unit);
        return (!on_it).then(|| state.battlefield().archives()[archive].bounds().centre());
    }
    let enemy = state.nearest_enemy(unit)?;
    let range = state.range(unit);
    // Near enough to shoot is near enough.
    let close = range > Length::ZERO && state.about_gap(unit, enemy) + Length::inches(2) <= range;
    (!close).then(|| state.centre(enemy))
}

/// The unit moved towards a point: all together where that is open, otherwise as the planner finds.
fn go_towards(state: &State, walk: &Move, goal: Point) -> Option<Paths> {
    let from = state.centre(walk.unit);
    let far = i64::from(from.distance_up(goal).0).max(1);
    let reach = walk.reach(state);
    let step = i64::from(reach.open.0).min(far);
    let part = |from: i32, to: i32| ((i64::from(to) - i64::from(from)) * step / far) as i32;
    let by = Point::new(part(from.x, goal.x), part(from.y, goal.y));
    let gained = |paths: &Paths| {
        let ends: i64 =
            paths.iter().filter_map(|(_, path)| Some(path.legs.last()?.at.distance_squared(goal).isqrt())).sum();
        let starts: i64 =
            paths.iter().filter_map(|(model, _)| Some(state.pose(*model)?.at.distance_squared(goal).isqrt())).sum();
        starts - ends
    };
    let ready = walk.ready(state);
    let straight = ready.shift(by);
    // Half of the way all together is good enough; otherwise somebody is in the way, and it pays to look for more.
    let enough = step * walk.movers(state).len() as i64 / 2;
    if straight.as_ref().is_some_and(|paths| gained(paths) >= enough) {
        return straight;
    }
    let planned = ready.plan(Aim::Towards(goal));
    [straight, planned].into_iter().flatten().max_by_key(gained).filter(|paths| gained(paths) > 0)
}
