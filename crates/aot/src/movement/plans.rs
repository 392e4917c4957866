//! Moves and placements that the planner finds.
//!
//! Where a rule asks whether something is possible, this is the word that counts, so it is part of the rules: whole
//! numbers, fixed effort, a fixed order. Carries out `aot.ruling.legal-arrangement`.

use ground::{
    Area, Intent, Length, Limits, Link, Member, Near, Obstacle, Obstacles, Path, Planner, Point, Pose, Rect, Request,
    Shape, Spacing, Who,
};
use smallvec::SmallVec;
use vocabulary::{ModelId, UnitId};

use super::{Ends, Gait, HULKING, Move, TERRAIN, cover_owner, placement_obstacles, unstable};
use crate::card::Ability;
use crate::state::{BATTLE_RANGE, COHERENCY, Models, State};

/// Paths of the models of a unit.
pub(crate) type Paths = SmallVec<[(ModelId, Path); 1]>;
/// Places of the models of a unit.
pub(crate) type Placed = SmallVec<[(ModelId, Pose); 4]>;

/// What a move is for.
#[derive(Clone, Copy)]
pub(crate) enum Aim<'a> {
    /// As near to a point as can be.
    Towards(Point),
    /// Into contact with these.
    Contact(&'a [Shape]),
    /// As far from these as can be.
    Away(&'a [Shape]),
}

impl<'a> Aim<'a> {
    fn intent(self) -> Intent<'a> {
        match self {
            Aim::Towards(point) => Intent::Towards(point),
            Aim::Contact(shapes) => Intent::Contact(shapes),
            Aim::Away(shapes) => Intent::Away(shapes),
        }
    }
}

/// A legal move of a unit with an aim, if the planner finds one.
pub(crate) fn plan(state: &State, walk: &Move, aim: Aim<'_>) -> Option<Paths> {
    plan_that(state, walk, aim, |paths| walk.check(state, paths).is_ok())
}

/// A move of a unit with an aim that passes a test, if the planner finds one.
fn plan_that(state: &State, walk: &Move, aim: Aim<'_>, passes: impl Fn(&Paths) -> bool) -> Option<Paths> {
    let reach = walk.reach(state);
    let slow = unstable(state, walk.unit);
    let in_it = |model: ModelId| {
        let areas = state.battlefield().terrain.iter().filter(|piece| piece.rules.unstable);
        areas.clone().any(|piece| piece.polygon.overlaps_shape(state.shape(model)))
    };
    let starts_slow = !slow.list().is_empty() && state.standing(walk.unit).any(in_it);
    // Around what slows, or at once as slowly as through it.
    if !starts_slow && let Some(paths) = arrange(state, walk, aim, reach.open, &slow).filter(&passes) {
        return Some(paths);
    }
    if slow.list().is_empty() {
        return None;
    }
    arrange(state, walk, aim, reach.unstable, &Obstacles::new()).filter(passes)
}

/// What the planner finds, whatever else must hold.
fn arrange(state: &State, walk: &Move, aim: Aim<'_>, allowance: Length, also: &Obstacles) -> Option<Paths> {
    let movers = walk.movers(state);
    let mut obstacles = walk.obstacles(state);
    for model in &movers {
        obstacles.remove(model.0);
    }
    if !movers.iter().any(|model| state.is_hulking(*model)) {
        (0..state.battlefield().terrain.len()).for_each(|place| obstacles.remove(cover_owner(place)));
    }
    also.list().iter().for_each(|area| obstacles.add(area.clone()));
    let member = |model: &ModelId| {
        let start = state.model(*model).pose?;
        Some(Member::moving(&state.model_info(*model).base, start, allowance))
    };
    let members: Vec<Member<'_>> = movers.iter().map(member).collect::<Option<_>>()?;
    let nearest = targets_of(state, walk);
    let near: Vec<Near<'_>> = nearest.iter().map(|shape| Near { shape, gap: BATTLE_RANGE, who: Who::Any }).collect();
    let closer: Vec<Shape> = match walk.gait {
        Gait::Scrum => movers
            .iter()
            .take(1)
            .flat_map(|model| state.nearest_enemies(*model).1)
            .take(1)
            .map(|enemy| state.shape(enemy).clone())
            .collect(),
        _ => Vec::new(),
    };
    let limits = Limits {
        link: link(movers.len()),
        near: &near,
        closer: &closer,
        through_comrades: state.has(walk.unit, Ability::Agile),
        ..Limits::default()
    };
    let request =
        Request { members: &members, obstacles: &obstacles, limits, intent: aim.intent(), spacing: Spacing::Bunched };
    let arrangement = Planner::new().plan(&request).ok()?;
    let mut paths = Paths::new();
    for &place in &arrangement.order {
        let path = &arrangement.moves[place].path;
        if !path.legs.is_empty() {
            paths.push((movers[place], coming_down(state, movers[place], path)));
        }
    }
    Some(paths)
}

/// A path whose legs lie on the ground from where they leave the piece that a model stands on. The planner knows no
/// levels.
fn coming_down(state: &State, model: ModelId, path: &Path) -> Path {
    let Some(start) = state.model(model).pose.filter(|start| start.level > 0) else { return path.clone() };
    let mut from = start;
    let mut down = |leg: &Pose| {
        from = state.grounded(model, from, *leg);
        from
    };
    Path { legs: path.legs.iter().map(&mut down).collect() }
}

/// The model of each charge target that is nearest to the charging unit.
fn targets_of(state: &State, walk: &Move) -> Vec<Shape> {
    let Gait::Charge { targets, .. } = &walk.gait else { return Vec::new() };
    let nearest = |target: &UnitId| {
        let away =
            |enemy: &ModelId| state.living(walk.unit).map(|model| state.shape(model).apart(state.shape(*enemy))).min();
        state.standing(*target).min_by_key(away).map(|enemy| state.shape(enemy).clone())
    };
    targets.iter().filter_map(nearest).collect()
}

fn link(models: usize) -> Option<Link> {
    let neighbours = State::neighbours_needed(models);
    (neighbours > 0).then_some(Link { gap: COHERENCY, neighbours })
}

/// The whole unit moved straight by the same way, as far as that is legal: all of it, or some quarters of it.
pub(crate) fn shift(state: &State, walk: &Move, by: Point) -> Option<Paths> {
    let mut movers = walk.movers(state);
    let ahead = |model: &ModelId| {
        let at = state.model(*model).pose.map_or_else(Point::default, |pose| pose.at);
        i64::from(at.x) * i64::from(by.x) + i64::from(at.y) * i64::from(by.y)
    };
    // Those in front go first, so that nobody walks into the one before.
    movers.sort_by_key(|model| std::cmp::Reverse(ahead(model)));
    (1..=4).rev().find_map(|quarters| {
        let part = Point::new(by.x / 4 * quarters, by.y / 4 * quarters);
        let path = |model: &ModelId| {
            let pose = state.model(*model).pose?;
            let to = Pose { at: Point::new(pose.at.x + part.x, pose.at.y + part.y), ..pose };
            Some((*model, Path::straight(state.grounded(*model, pose, to))))
        };
        let paths: Paths = movers.iter().map(path).collect::<Option<_>>()?;
        walk.check(state, &paths).ok().map(|_| paths)
    })
}

/// Whether a unit that is scattered can come together in this move. Carries out `aot.ruling.coherency-broken`.
pub(super) fn can_regroup(state: &State, walk: &Move) -> bool {
    let (models, links) = state.links_of(walk.unit);
    let first = links.largest_group().iter().next().and_then(|place| state.model(models[place]).pose);
    // What must hold at the end depends on this very question, so only coherency is looked at.
    let together = |paths: &Paths| walk.walk(state, paths).is_ok_and(|ends| super::limits::are_coherent(state, &ends));
    first.is_some_and(|pose| plan_that(state, walk, Aim::Towards(pose.at), together).is_some())
}

/// Whether a model could have ended in Battle Range of a target, the others of its unit standing where they end.
///
/// Carries out `aot.ruling.charge-reach`.
pub(super) fn could_reach(state: &State, walk: &Move, targets: &[UnitId], model: ModelId, ends: &Ends) -> bool {
    let Some(start) = state.model(model).pose else { return false };
    let mut obstacles = walk.obstacles(state);
    for (other, _, shape) in ends.iter().filter(|(other, ..)| *other != model) {
        obstacles.remove(other.0);
        obstacles.add(Obstacle::new(shape.clone(), other.0));
    }
    walk.without(state, model, start).into_iter().for_each(|owner| obstacles.remove(owner));
    for area in unstable(state, walk.unit).list() {
        obstacles.add(area.clone());
    }
    let reach = walk.reach(state).open;
    let shapes: Vec<Shape> = targets
        .iter()
        .flat_map(|target| state.standing(*target))
        .map(|enemy| state.shape(enemy).clone())
        .filter(|shape| shape.within(state.shape(model), reach + BATTLE_RANGE))
        .collect();
    if shapes.is_empty() {
        return false;
    }
    let base = &state.model_info(model).base;
    let members = [Member::moving(base, start, reach)];
    let end = |intent| {
        let (limits, spacing) = (Limits::default(), Spacing::Bunched);
        let request = Request { members: &members, obstacles: &obstacles, limits, intent, spacing };
        let pose = Planner::new().plan(&request).ok()?.moves[0].pose;
        let shape = base.at(pose);
        let reaches = targets.iter().any(|target| state.within_of_unit(&shape, *target, BATTLE_RANGE));
        reaches.then_some((pose, shape))
    };
    let nearest = shapes.iter().min_by_key(|shape| state.shape(model).apart(shape));
    let towards = || end(Intent::Towards(nearest?.bounds().centre()));
    let Some((pose, shape)) = end(Intent::Contact(&shapes)).or_else(towards) else { return false };
    let changed = |(other, stood, old): &(ModelId, Pose, Shape)| {
        if *other == model { (*other, pose, shape.clone()) } else { (*other, *stood, old.clone()) }
    };
    let changed: Ends = ends.iter().map(changed).collect();
    super::limits::are_coherent(state, &changed)
}

/// A legal placement of models near a point, if the planner finds one.
pub(crate) fn plan_placement(
    state: &State,
    unit: UnitId,
    models: &[ModelId],
    within: Option<&Area>,
    about: Point,
) -> Option<Placed> {
    let mut obstacles = placement_obstacles(state, unit);
    if state.house().hulking_in_cover || !models.iter().any(|model| state.is_hulking(*model)) {
        (0..state.battlefield().terrain.len()).for_each(|place| obstacles.remove(cover_owner(place)));
    }
    let footprint = |model: &ModelId| Member::placed(&state.model_info(*model).base, Pose::at(about));
    let members: Vec<Member<'_>> = models.iter().map(footprint).collect();
    let limits = Limits { area: within, link: link(models.len()), ..Limits::default() };
    let intent = within.map_or(Intent::Towards(about), |area| Intent::Into(area, about));
    let request = Request { members: &members, obstacles: &obstacles, limits, intent, spacing: Spacing::Bunched };
    let arrangement = Planner::new().plan(&request).ok()?;
    Some(models.iter().copied().zip(arrangement.moves.iter().map(|moved| moved.pose)).collect())
}

/// A way in over an edge that ends about a place along it, if one is found: the models stand together as deep as they
/// can, and each comes straight from the edge.
pub(crate) fn plan_entry(state: &State, unit: UnitId, edge: u8, along: i32) -> Option<Paths> {
    let walk = Move { unit, gait: Gait::Enter { edge } };
    let movers: Models = walk.movers(state);
    let reach = walk.reach(state);
    let Rect { low, high } = state.battlefield().bounds;
    let depth = reach.unstable.min(reach.open).0;
    let (strip, about) = match edge {
        0 => (Rect::new(low, Point::new(high.x, low.y + depth)), Point::new(along, low.y + depth)),
        1 => (Rect::new(Point::new(high.x - depth, low.y), high), Point::new(high.x - depth, along)),
        2 => (Rect::new(Point::new(low.x, high.y - depth), high), Point::new(along, high.y - depth)),
        _ => (Rect::new(low, Point::new(low.x + depth, high.y)), Point::new(low.x + depth, along)),
    };
    // The middle of a base goes as deep as it may move; the base itself reaches further.
    let widest = movers.iter().map(|model| state.model_info(*model).base.longest().0 / 2).max()?;
    let strip = strip.grown(Length(widest));
    let region = ground::Region { outlines: vec![ground::Outline::rectangle(strip.low, strip.high)] };
    let area = Area::new(&region).ok()?;
    let placed = plan_placement(state, unit, &movers, Some(&area), about)?;
    let start = |at: Point| match edge {
        0 => Point::new(at.x, low.y),
        1 => Point::new(high.x, at.y),
        2 => Point::new(at.x, high.y),
        _ => Point::new(low.x, at.y),
    };
    let mut paths: Vec<(Length, ModelId, Path)> = placed
        .iter()
        .map(|(model, pose)| {
            let from = start(pose.at);
            let legs = [Pose { at: from, ..*pose }, *pose];
            (from.distance_up(pose.at), *model, Path { legs: legs.into_iter().collect() })
        })
        .collect();
    paths.sort_by_key(|(far, model, _)| (std::cmp::Reverse(*far), *model));
    let paths: Paths = paths.into_iter().map(|(_, model, path)| (model, path)).collect();
    walk.check(state, &paths).ok().map(|_| paths)
}

/// The place of the piece of terrain that an obstacle's owner stands for.
pub(super) fn terrain_of(owner: u16) -> Option<usize> {
    match owner {
        TERRAIN..HULKING => Some(usize::from(owner - TERRAIN)),
        HULKING.. => Some(usize::from(owner - HULKING)),
        _ => None,
    }
}
