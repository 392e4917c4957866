//! Moves and placements that the planner finds.
//!
//! Where a rule asks whether something is possible, this is the word that counts, so it is part of the rules: whole
//! numbers, fixed effort, a fixed order. Carries out `aot.ruling.legal-arrangement`.

use ground::{
    Area, Intent, Length, Limits, Link, Member, Mover, Near, Obstacles, Path, Planner, Point, Pose, Rect, Request,
    Shape, Side, Spacing, Who,
};
use smallvec::SmallVec;
use vocabulary::{ModelId, UnitId};

use super::{Gait, Misfit, Move, cover_owner, placement_obstacles, unstable};
use crate::chapters::transport::NEAR;
use crate::forces::ability::Ability;
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
    /// These models as near to these poses as can be; the others stay.
    Each(&'a [(ModelId, Pose)]),
}

impl<'a> Aim<'a> {
    fn intent(self, points: &'a [Point]) -> Intent<'a> {
        match self {
            Aim::Towards(point) => Intent::Towards(point),
            Aim::Contact(shapes) => Intent::Contact(shapes),
            Aim::Away(shapes) => Intent::Away(shapes),
            Aim::Each(_) => Intent::Each(points),
        }
    }

    /// A model that moves with this aim, and the point that it alone goes to.
    fn member(self, state: &'a State, model: ModelId, allowance: Length) -> Option<(Member<'a>, Point)> {
        let start = state.pose(model)?;
        let base = state.base(model);
        let Aim::Each(wish) = self else { return Some((Member::moving(base, start, allowance), start.at)) };
        Some(match wish.iter().find(|(wished, _)| *wished == model) {
            // It turns before it goes: turning sweeps nothing.
            Some((_, to)) => (Member::moving(base, Pose { facing: to.facing, ..start }, allowance), to.at),
            None => (Member::moving(base, start, Length::ZERO), start.at),
        })
    }
}

/// A legal move of a unit with an aim, if the planner finds one.
pub(crate) fn plan(state: &State, walk: &Move, aim: Aim<'_>) -> Option<Paths> {
    plan_that(state, walk, aim, |paths| mended(state, walk, paths))
}

/// A move as it is if it is legal, or with those models brought into Battle Range that a charge left behind though they
/// could have got there.
fn mended(state: &State, walk: &Move, mut paths: Paths) -> Option<Paths> {
    // Each time round one more model is in Battle Range.
    for _ in 0..=walk.movers(state).len() {
        let left_behind = match walk.check(state, &paths) {
            Ok(_) => return Some(paths),
            Err(Misfit::CouldReach(model)) => model,
            Err(_) => return None,
        };
        let ends = walk.walk(state, &paths).ok()?;
        let path = walk.way_into_range(state, left_behind, &ends)?;
        let at = paths.iter().position(|(model, _)| *model == left_behind);
        let mut last = paths.clone();
        at.map(|at| last.remove(at));
        last.push((left_behind, path.clone()));
        // The others may have gone where it stood, or it may have to make room for them.
        let in_place = at.map(|at| {
            let mut paths = paths.clone();
            paths[at].1 = path;
            paths
        });
        paths = [Some(last), in_place].into_iter().flatten().find(|paths| walk.walk(state, paths).is_ok())?;
    }
    None
}

/// A move of a unit with an aim, as the planner finds it and the caller settles it.
fn plan_that(state: &State, walk: &Move, aim: Aim<'_>, settled: impl Fn(Paths) -> Option<Paths>) -> Option<Paths> {
    let reach = walk.reach(state);
    let slow = unstable(state, walk.unit);
    let in_it = |model: ModelId| {
        let areas = state.battlefield().terrain.iter().filter(|piece| piece.rules.unstable);
        areas.clone().any(|piece| piece.polygon.overlaps_shape(state.shape(model)))
    };
    let starts_slow = !slow.list().is_empty() && state.standing(walk.unit).any(in_it);
    // Around what slows, or at once as slowly as through it.
    if !starts_slow && let Some(paths) = arrange(state, walk, aim, reach.open, &slow).and_then(&settled) {
        return Some(paths);
    }
    if slow.list().is_empty() {
        return None;
    }
    arrange(state, walk, aim, reach.unstable, &Obstacles::new()).and_then(settled)
}

/// What the planner finds, whatever else must hold.
fn arrange(state: &State, walk: &Move, aim: Aim<'_>, allowance: Length, also: &Obstacles) -> Option<Paths> {
    let movers = walk.movers(state);
    let mut obstacles = walk.obstacles(state);
    for model in &movers {
        obstacles.remove(*model);
    }
    if !movers.iter().any(|model| state.is_hulking(*model)) {
        (0..state.battlefield().terrain.len()).for_each(|place| obstacles.remove(cover_owner(place)));
    }
    also.list().iter().for_each(|area| obstacles.add(area.clone()));
    let (members, points): (Vec<Member<'_>>, Vec<Point>) =
        movers.iter().map(|model| aim.member(state, *model, allowance)).collect::<Option<_>>()?;
    let targets = targets_of(state, walk);
    let near: Vec<Near<'_>> = targets.iter().map(|shapes| Near { shapes, gap: BATTLE_RANGE, who: Who::Any }).collect();
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
    let (intent, spacing) = (aim.intent(&points), Spacing::Bunched);
    let request = Request { members: &members, obstacles: &obstacles, limits, intent, spacing };
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
    let Some(start) = state.pose(model).filter(|start| start.level > 0) else { return path.clone() };
    let mut from = start;
    let mut down = |leg: &Pose| {
        from = state.grounded(model, from, *leg);
        from
    };
    Path { legs: path.legs.iter().map(&mut down).collect() }
}

/// The models of each charge target, those nearest to the charging unit first.
fn targets_of(state: &State, walk: &Move) -> Vec<Vec<Shape>> {
    let Gait::Charge { targets, .. } = &walk.gait else { return Vec::new() };
    let away = |shape: &Shape| state.living(walk.unit).map(|model| state.shape(model).apart(shape)).min();
    let models = |target: &UnitId| {
        let mut shapes: Vec<Shape> = state.standing(*target).map(|enemy| state.shape(enemy).clone()).collect();
        shapes.sort_by_cached_key(away);
        shapes
    };
    targets.iter().map(models).collect()
}

fn link(models: usize) -> Option<Link> {
    let neighbours = State::neighbours_needed(models);
    (neighbours > 0).then_some(Link { gap: COHERENCY, neighbours })
}

/// The whole unit moved straight by the same way, as far as that is legal: all of it, or some quarters of it.
pub(crate) fn shift(state: &State, walk: &Move, by: Point) -> Option<Paths> {
    let mut movers = walk.movers(state);
    let ahead = |model: &ModelId| {
        let at = state.pose(*model).map_or_else(Point::default, |pose| pose.at);
        i64::from(at.x) * i64::from(by.x) + i64::from(at.y) * i64::from(by.y)
    };
    // Those in front go first, so that nobody walks into the one before.
    movers.sort_by_key(|model| std::cmp::Reverse(ahead(model)));
    (1..=4).rev().find_map(|quarters| {
        let part = Point::new(by.x / 4 * quarters, by.y / 4 * quarters);
        let path = |model: &ModelId| {
            let pose = state.pose(*model)?;
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
    let first = links.largest_group().iter().next().and_then(|place| state.pose(models[place]));
    // What must hold at the end depends on this very question, so only coherency is looked at.
    let together = |paths: Paths| {
        let ends = walk.walk(state, &paths).ok()?;
        super::limits::are_coherent(state, &ends).then_some(paths)
    };
    first.is_some_and(|pose| plan_that(state, walk, Aim::Towards(pose.at), together).is_some())
}

/// A legal placement of models near a point, if the planner finds one.
pub(crate) fn plan_placement(
    state: &State,
    unit: UnitId,
    models: &[ModelId],
    within: Option<&Area>,
    about: Point,
) -> Option<Placed> {
    let intent = within.map_or(Intent::Towards(about), |area| Intent::Into(area, about));
    let placed: Placed = models.iter().map(|model| (*model, Pose::at(about))).collect();
    arrange_placed(state, unit, &placed, within, intent, false)
}

/// A legal placement of models around the hull of a Transport, as near to a point as can be, if one is found: in rows
/// around the hull, whose places are a hair apart.
pub(crate) fn plan_around(
    state: &State,
    unit: UnitId,
    models: &[ModelId],
    hull: ModelId,
    close: bool,
    about: Point,
) -> Option<Placed> {
    let base = |model: ModelId| state.base(model);
    let mut order: Models = models.iter().copied().collect();
    order.sort_by_key(|model| std::cmp::Reverse(base(*model).longest()));
    let narrow = base(*order.last()?).longest();
    let mut obstacles = super::placement_obstacles(state, unit, close);
    if state.house().hulking_in_cover || !models.iter().any(|model| state.is_hulking(*model)) {
        (0..state.battlefield().terrain.len()).for_each(|place| obstacles.remove(cover_owner(place)));
    }
    let reach = state.shape(hull).grown(NEAR);
    let stands = |model: ModelId, at: Point| {
        let (mover, pose) = (Mover::new(base(model)), Pose::at(at));
        reach.covers(&base(model).at(pose)) && obstacles.check_path(mover, pose, &Path::default(), None).is_ok()
    };
    let spots = rows_around(state.shape(hull), narrow);
    let mut starts = spots.clone();
    starts.sort_by_key(|spot| (spot.distance_squared(about), *spot));
    let ground = super::Ground::Around { hull, close };
    starts.into_iter().find_map(|start| {
        let mut near = spots.clone();
        near.sort_by_key(|spot| (spot.distance_squared(start), *spot));
        let mut taken: SmallVec<[Shape; 8]> = SmallVec::new();
        let mut placed = Placed::new();
        for model in &order {
            let free = |spot: &&Point| {
                let shape = base(*model).at(Pose::at(**spot));
                !taken.iter().any(|other| other.overlaps(&shape)) && stands(*model, **spot)
            };
            let spot = *near.iter().find(free)?;
            taken.push(base(*model).at(Pose::at(spot)));
            placed.push((*model, Pose::at(spot)));
        }
        super::check_placement(state, unit, models, ground, &placed).is_ok().then_some(placed)
    })
}

/// Places in rows around a hull for bases of a width, each row as near as can be to the one before.
fn rows_around(hull: &Shape, wide: Length) -> Vec<Point> {
    let bounds = hull.bounds();
    let (centre, hair) = (bounds.centre(), Length::mm(1).0);
    let (inner, step) = (bounds.width().0.max(bounds.height().0) / 2, wide.0 + hair);
    let mut spots = Vec::new();
    for row in 0.. {
        let far = Point::new(inner + step / 2 + hair + row * step, 0);
        if far.x + wide.0 / 2 > inner + NEAR.0 {
            break;
        }
        let apart = |turn: &u16| far.distance_squared(far.turned(*turn)) >= i64::from(step).pow(2);
        let Some(turn) = (1..512).find(apart) else { break };
        for place in 0..1_024 / turn {
            let spot = far.turned(place * turn + (row as u16 % 2) * turn / 2);
            spots.push(Point::new(centre.x + spot.x, centre.y + spot.y));
        }
    }
    spots
}

/// A placement of models near to poses of their own, if the planner finds one.
pub(crate) fn plan_places(
    state: &State,
    unit: UnitId,
    wish: &[(ModelId, Pose)],
    within: Option<&Area>,
    close: bool,
) -> Option<Placed> {
    let points: Vec<Point> = wish.iter().map(|(_, pose)| pose.at).collect();
    arrange_placed(state, unit, wish, within, Intent::Each(&points), close)
}

/// What the planner finds for models that are put down near to poses.
fn arrange_placed(
    state: &State,
    unit: UnitId,
    about: &[(ModelId, Pose)],
    within: Option<&Area>,
    intent: Intent<'_>,
    close: bool,
) -> Option<Placed> {
    let mut obstacles = placement_obstacles(state, unit, close);
    if state.house().hulking_in_cover || !about.iter().any(|(model, _)| state.is_hulking(*model)) {
        (0..state.battlefield().terrain.len()).for_each(|place| obstacles.remove(cover_owner(place)));
    }
    let member = |(model, pose): &(ModelId, Pose)| Member::placed(state.base(*model), *pose);
    let members: Vec<Member<'_>> = about.iter().map(member).collect();
    let limits = Limits { area: within, link: link(about.len()), ..Limits::default() };
    let request = Request { members: &members, obstacles: &obstacles, limits, intent, spacing: Spacing::Bunched };
    let arrangement = Planner::new().plan(&request).ok()?;
    Some(about.iter().map(|(model, _)| *model).zip(arrangement.moves.iter().map(|moved| moved.pose)).collect())
}

/// A way in over an edge that ends about a place along it, if one is found: the models stand together as deep as they
/// can, and each comes straight from the edge.
pub(crate) fn plan_entry(state: &State, unit: UnitId, side: Side, along: i32) -> Option<Paths> {
    let walk = Move { unit, gait: Gait::Enter { side } };
    let movers: Models = walk.movers(state);
    let (area, strip) = entry_strip(state, &walk, side)?;
    let deep = Length(if side.is_level() { strip.height().0 } else { strip.width().0 });
    let about = side.place(state.battlefield().bounds, along, deep);
    let placed = plan_placement(state, unit, &movers, Some(&area), about)?;
    straight_in(state, &walk, side, &placed)
}

/// A way in over an edge to near these poses, if one is found.
pub(crate) fn plan_entry_to(state: &State, walk: &Move, side: Side, wish: &[(ModelId, Pose)]) -> Option<Paths> {
    let (area, strip) = entry_strip(state, walk, side)?;
    let in_strip = |(model, pose): &(ModelId, Pose)| (*model, Pose { at: strip.nearest(pose.at), ..*pose });
    let wish: Placed = wish.iter().map(in_strip).collect();
    let placed = plan_places(state, walk.unit, &wish, Some(&area), false)?;
    straight_in(state, walk, side, &placed)
}

/// Where a unit that enters can end: as an area for whole bases, and where their middles are then.
fn entry_strip(state: &State, walk: &Move, side: Side) -> Option<(Area, Rect)> {
    let reach = walk.reach(state);
    let strip = side.strip(state.battlefield().bounds, reach.unstable.min(reach.open));
    // The middle of a base goes as deep as it may move; the base itself reaches further.
    let widest = walk.movers(state).iter().map(|model| state.base(*model).longest().0 / 2).max()?;
    let wide = strip.grown(Length(widest));
    let region = ground::Region { outlines: vec![ground::Outline::rectangle(wide.low, wide.high)] };
    Some((Area::new(&region).ok()?, strip))
}

/// Everybody straight in from the edge, those who go furthest first, if that is legal.
fn straight_in(state: &State, walk: &Move, side: Side, placed: &Placed) -> Option<Paths> {
    let mut paths: Vec<(Length, ModelId, Path)> = placed
        .iter()
        .map(|(model, pose)| {
            let from = side.nearest(state.battlefield().bounds, pose.at);
            let legs = [Pose { at: from, level: 0, ..*pose }, *pose];
            (from.distance_up(pose.at), *model, Path { legs: legs.into_iter().collect() })
        })
        .collect();
    paths.sort_by_key(|(far, model, _)| (std::cmp::Reverse(*far), *model));
    let paths: Paths = paths.into_iter().map(|(_, model, path)| (model, path)).collect();
    walk.check(state, &paths).ok().map(|_| paths)
}
