//! Moves that are looked for: by the planner, straight on, or in over a side.
//!
//! Where a rule asks whether something is possible, this is the word that counts, so it is part of the rules: whole
//! numbers, fixed effort, a fixed order.

use ground::{
    Area, Intent, Length, Limits, Link, Links, Member, Near, Path, Planner, Point, Pose, Rect, Region, Request, Shape,
    Side, Spacing, Who,
};
use vocabulary::{LimitKind, ModelId, Ref};

use super::{Ends, Misfit, Paths, Walk};
use crate::Models;
use crate::limits::closed_to;
use crate::placing::{Placed, Placing};

/// What a move is for.
#[derive(Clone, Copy, Debug)]
pub enum Aim<'a> {
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
}

impl<T> Walk<'_, T> {
    /// A legal move with an aim, if the planner finds one.
    pub fn plan(&self, aim: Aim<'_>) -> Option<Paths> {
        self.plan_that(aim, |paths| self.mended(paths))
    }

    /// A move as it is if it is legal, or with those models brought to where they must end if they can that were left
    /// behind.
    fn mended(&self, mut paths: Paths) -> Option<Paths> {
        // Each time round one more model gets there.
        for _ in 0..=self.terms.movers.len() {
            let (limit, left_behind) = match self.check(&paths) {
                Ok(_) => return Some(paths),
                Err(Misfit::Broken(limit, Ref::Model(model))) => (self.limit(limit), model),
                Err(_) => return None,
            };
            if limit.who != vocabulary::Who::EachIfAble {
                return None;
            }
            let ends = self.walk(&paths).ok()?;
            let path = self.way_into_range(limit, left_behind, &ends)?;
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
            paths = [Some(last), in_place].into_iter().flatten().find(|paths| self.walk(paths).is_ok())?;
        }
        None
    }

    /// A move with an aim, as the planner finds it and the caller settles it.
    fn plan_that(&self, aim: Aim<'_>, settled: impl Fn(Paths) -> Option<Paths>) -> Option<Paths> {
        let slow = self.tolls();
        let in_it = |model: ModelId| {
            let shape = self.scene.troops.shape(model);
            let mut areas = slow.iter().flat_map(|(_, ground)| ground.list());
            areas.any(|area| area.shape.grown(area.margin).overlaps(shape))
        };
        let starts_slow = self.scene.troops.standing(self.terms.unit).any(in_it);
        // Around what slows, or at once as slowly as through it.
        if !starts_slow && let Some(paths) = self.arrange(aim, false).and_then(&settled) {
            return Some(paths);
        }
        if slow.is_empty() {
            return None;
        }
        self.arrange(aim, true).and_then(settled)
    }

    /// What the planner finds, whatever else must hold: around what slows, or as slowly as through it.
    fn arrange(&self, aim: Aim<'_>, slowly: bool) -> Option<Paths> {
        let (scene, movers) = (self.scene, self.movers());
        let mut obstacles = self.obstacles().clone();
        for model in &movers {
            obstacles.remove(*model);
        }
        let nobodys = |models: &[ModelId]| !models.iter().any(|model| movers.contains(model));
        closed_to(scene, &self.terms.limits, nobodys).for_each(|owner| obstacles.remove(owner));
        if !slowly {
            let slow = self.tolls().iter().flat_map(|(_, ground)| ground.list());
            slow.for_each(|area| obstacles.add(area.clone()));
        }
        let (members, points): (Vec<Member<'_>>, Vec<Point>) =
            movers.iter().map(|model| self.member(aim, *model, slowly)).collect::<Option<_>>()?;
        let targets = self.targets_in_turn();
        let near: Vec<Near<'_>> =
            targets.iter().map(|(shapes, gap)| Near { shapes, gap: *gap, who: Who::Any }).collect();
        let closer = self.first_to_close_in_on();
        let limits = Limits {
            link: self.link(),
            near: &near,
            closer: &closer,
            through_comrades: self.comrades_count() == ground::Counts::AtTheEnd,
            ..Limits::default()
        };
        let (intent, spacing) = (aim.intent(&points), Spacing::Bunched);
        let request = Request { members: &members, obstacles: &obstacles, limits, intent, spacing };
        let arrangement = Planner::new().plan(&request).ok()?;
        let mut paths = Paths::new();
        for &place in &arrangement.order {
            let path = &arrangement.moves[place].path;
            if !path.legs.is_empty() {
                paths.push((movers[place], self.coming_down(movers[place], path)));
            }
        }
        Some(paths)
    }

    /// A model that moves with an aim, and the point that it alone goes to.
    fn member(&self, aim: Aim<'_>, model: ModelId, slowly: bool) -> Option<(Member<'_>, Point)> {
        let allowance = if slowly { self.least_allowance(model) } else { self.full_allowance(model) };
        let (start, base) = (self.scene.troops.pose(model)?, self.scene.troops.base(model));
        let Aim::Each(wish) = aim else { return Some((Member::moving(base, start, allowance), start.at)) };
        Some(match wish.iter().find(|(wished, _)| *wished == model) {
            // It turns before it goes: turning sweeps nothing.
            Some((_, to)) => (Member::moving(base, Pose { facing: to.facing, ..start }, allowance), to.at),
            None => (Member::moving(base, start, Length::ZERO), start.at),
        })
    }

    /// How the planner is to link those that move. It does not see comrades who stay, so it asks for one neighbour among
    /// them where there are such.
    fn link(&self) -> Option<Link> {
        let all_move = self.terms.movers.len() >= self.terms.models.len();
        let least = |needed: usize| if all_move { needed } else { needed.min(1) };
        self.linked.map(|(linked, _)| Link { gap: linked.gap, neighbours: least(linked.neighbours) })
    }

    /// A path whose legs lie on the ground from where they leave the piece that a model stands on. The planner knows no
    /// levels.
    fn coming_down(&self, model: ModelId, path: &Path) -> Path {
        let Some(start) = self.scene.troops.pose(model).filter(|start| start.level > 0) else { return path.clone() };
        let base = self.scene.troops.base(model);
        let mut from = start;
        let mut down = |leg: &Pose| {
            from = self.scene.laid.grounded(base, from, *leg);
            from
        };
        Path { legs: path.legs.iter().map(&mut down).collect() }
    }

    /// What some model must end near to, with how near: of each limit those first that are nearest to the unit.
    fn targets_in_turn(&self) -> Vec<(Vec<Shape>, Length)> {
        let counted = || self.terms.models.iter().map(|model| self.scene.troops.shape(*model));
        let away = |shape: &Shape| counted().map(|model| model.apart(shape)).min();
        // What only some models must is no goal of the others.
        let is_for_all = |limit: &vocabulary::Limit| {
            limit.models.is_empty() || self.terms.movers.iter().all(|mover| limit.models.contains(&mover.model))
        };
        let must = |limit: &&vocabulary::Limit| {
            limit.kind == LimitKind::EndWithin && matches!(limit.who, vocabulary::Who::AtLeast(_)) && is_for_all(limit)
        };
        let of = |limit: &vocabulary::Limit| {
            let all = limit.from.iter().flat_map(|of| self.scene.shapes(*of));
            let mut shapes: Vec<Shape> = all.cloned().collect();
            shapes.sort_by_cached_key(away);
            (shapes, limit.gap)
        };
        self.terms.limits.iter().filter(must).map(of).collect()
    }

    /// A model that the first must come closer to. The planner knows one for all, and no terrain.
    fn first_to_close_in_on(&self) -> Vec<Shape> {
        let closer = |limit: &&vocabulary::Limit| matches!(limit.kind, LimitKind::EndCloser { .. });
        let first = self.terms.limits.iter().find(closer).and_then(|limit| limit.from.first());
        let shapes = match first {
            Some(of @ (Ref::Model(_) | Ref::Unit(_))) => self.scene.shapes(*of),
            _ => Vec::new(),
        };
        shapes.into_iter().take(1).cloned().collect()
    }

    /// The whole unit moved straight by the same way, as far as that is legal: all of it, or some quarters of it.
    pub fn shift(&self, by: Point) -> Option<Paths> {
        let (troops, laid) = (self.scene.troops, self.scene.laid);
        let mut movers = self.movers();
        let ahead = |model: &ModelId| {
            let at = troops.pose(*model).map_or_else(Point::default, |pose| pose.at);
            i64::from(at.x) * i64::from(by.x) + i64::from(at.y) * i64::from(by.y)
        };
        // Those in front go first, so that nobody walks into the one before.
        movers.sort_by_key(|model| std::cmp::Reverse(ahead(model)));
        (1..=4).rev().find_map(|quarters| {
            let part = Point::new(by.x / 4 * quarters, by.y / 4 * quarters);
            let path = |model: &ModelId| {
                let pose = troops.pose(*model)?;
                let to = Pose { at: Point::new(pose.at.x + part.x, pose.at.y + part.y), ..pose };
                Some((*model, Path::straight(laid.grounded(troops.base(*model), pose, to))))
            };
            let paths: Paths = movers.iter().map(path).collect::<Option<_>>()?;
            self.check(&paths).ok().map(|_| paths)
        })
    }

    /// Whether a unit that does not hold together can come together in this move.
    pub(super) fn can_gather(&self, models: &Models, links: &Links) -> bool {
        let first = links.largest_group().iter().next().and_then(|place| self.scene.troops.pose(models[place]));
        // What must hold at the end depends on this very question, so only that is looked at.
        let together = |paths: Paths| {
            let ends: Ends = self.walk(&paths).ok()?;
            self.holds_together(&ends).then_some(paths)
        };
        first.is_some_and(|pose| self.plan_that(Aim::Towards(pose.at), together).is_some())
    }

    /// A way in over the side that ends about a place along it, if one is found: the models stand together as deep as
    /// they can, and each comes straight from the edge. `standing` says where they can stand.
    pub fn enter_along(&self, standing: &Placing<'_, T>, along: i32) -> Option<Paths> {
        let (side, _) = self.terms.enters?;
        let (area, strip) = self.strip(side)?;
        let deep = Length(if side.is_level() { strip.height().0 } else { strip.width().0 });
        let about = side.place(self.scene.laid.bounds, along, deep);
        self.straight_in(side, &standing.plan_in(&area, about)?)
    }

    /// A way in over the side to near these poses, if one is found.
    pub fn enter_near(&self, standing: &Placing<'_, T>, wish: &[(ModelId, Pose)]) -> Option<Paths> {
        let (side, _) = self.terms.enters?;
        let (area, strip) = self.strip(side)?;
        let in_strip = |(model, pose): &(ModelId, Pose)| (*model, Pose { at: strip.nearest(pose.at), ..*pose });
        let wish: Placed = wish.iter().map(in_strip).collect();
        self.straight_in(side, &standing.plan_near(&wish, Some(&area))?)
    }

    /// A way in over the side wherever one is found: about the middle of it, or its ends.
    pub fn enter(&self, standing: &Placing<'_, T>) -> Option<Paths> {
        let (side, _) = self.terms.enters?;
        let (from, to) = side.span(self.scene.laid.bounds);
        let places = [4, 2, 6, 1, 7].map(|eighth| from + (to - from) / 8 * eighth);
        places.into_iter().find_map(|along| self.enter_along(standing, along))
    }

    /// Where a unit that enters can end: as an area for whole bases, and where their middles are then.
    fn strip(&self, side: Side) -> Option<(Area, Rect)> {
        let movers = self.movers();
        let reach = movers.iter().map(|model| self.least_allowance(*model)).min()?;
        let strip = side.strip(self.scene.laid.bounds, reach);
        // The middle of a base goes as deep as it may move; the base itself reaches further.
        let widest = movers.iter().map(|model| self.scene.troops.base(*model).longest().0 / 2).max()?;
        let wide = strip.grown(Length(widest));
        let region = Region { outlines: vec![ground::Outline::rectangle(wide.low, wide.high)] };
        Some((Area::new(&region).ok()?, strip))
    }

    /// Everybody straight in from the edge, those who go furthest first, if that is legal.
    fn straight_in(&self, side: Side, placed: &Placed) -> Option<Paths> {
        let mut paths: Vec<(Length, ModelId, Path)> = placed
            .iter()
            .map(|(model, pose)| {
                let from = side.nearest(self.scene.laid.bounds, pose.at);
                let legs = [Pose { at: from, level: 0, ..*pose }, *pose];
                (from.distance_up(pose.at), *model, Path { legs: legs.into_iter().collect() })
            })
            .collect();
        paths.sort_by_key(|(far, model, _)| (std::cmp::Reverse(*far), *model));
        let paths: Paths = paths.into_iter().map(|(_, model, path)| (model, path)).collect();
        self.check(&paths).ok().map(|_| paths)
    }

    /// How far every model may go, whatever slows it.
    pub fn sure_reach(&self) -> Length {
        let reach = self.terms.movers.iter().map(|mover| self.least_allowance(mover.model));
        reach.min().unwrap_or(Length::ZERO)
    }

    /// The unit moved straight in a direction, as far as it certainly may go.
    pub fn aside(&self, facing: u16) -> Option<Paths> {
        self.shift(Point::new(self.sure_reach().0, 0).turned(facing))
    }
}

/// Moves towards places. A planner that finds nothing once is not asked again: that takes long, and straight on is a
/// move as well.
#[derive(Debug)]
pub struct Guide<'w, 'a, T> {
    walk: &'w Walk<'a, T>,
    is_lost: bool,
}

impl<'w, 'a, T> Guide<'w, 'a, T> {
    /// A guide who has not looked yet.
    pub fn new(walk: &'w Walk<'a, T>) -> Guide<'w, 'a, T> {
        Guide { walk, is_lost: false }
    }

    /// As near to a point as the planner gets, or straight that way.
    pub fn towards(&mut self, to: Point) -> Option<Paths> {
        if !self.is_lost {
            let planned = self.walk.plan(Aim::Towards(to));
            self.is_lost = planned.is_none();
            if let Some(paths) = planned.filter(|paths| !paths.is_empty()) {
                return Some(paths);
            }
        }
        let from = self.walk.scene.troops.bounds(self.walk.terms.unit).centre();
        let far = self.walk.sure_reach().min(from.distance_up(to));
        let whole = i64::from(from.distance_up(to).0).max(1);
        let part = |from: i32, to: i32| (i64::from(to - from) * i64::from(far.0) / whole) as i32;
        self.walk.shift(Point::new(part(from.x, to.x), part(from.y, to.y)))
    }
}
