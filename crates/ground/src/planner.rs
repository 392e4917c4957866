//! Moving and placing whole groups: a legal arrangement towards an intent, or what stands in its way.
//!
//! The planner promises what is legal, not what is best. It works in whole numbers, with fixed effort and in a fixed
//! order, so that its word can be a rule: the same question has the same answer everywhere.
//!
//! ```
//! use ground::{Footprint, Intent, Length, Limits, Link, Member, Obstacles, Planner, Point, Pose, Request};
//!
//! let base: Footprint = "32mm".parse().unwrap();
//! let starts = [(10, 10), (12, 10), (11, 12)];
//! let members: Vec<Member> = starts
//!     .map(|(x, y)| Member::moving(&base, Pose::at(Point::inches(x, y)), Length::inches(6)))
//!     .to_vec();
//! let obstacles = Obstacles::new();
//! let request = Request {
//!     members: &members,
//!     obstacles: &obstacles,
//!     limits: Limits { link: Some(Link::within(Length::inches(1))), ..Limits::default() },
//!     intent: Intent::Towards(Point::inches(30, 10)),
//!     spacing: Default::default(),
//! };
//! let arrangement = Planner::new().plan(&request).unwrap();
//! assert!(arrangement.moves.iter().all(|moved| moved.pose.at.x > Point::inches(12, 0).x));
//! ```

mod ideas;
mod limits;
mod orders;
#[cfg(test)]
mod tests;

use crate::{
    Area, Blockers, Counts, Footprint, Hindrance, Length, Mover, NoWay, Obstacle, Obstacles, Owner, Path, Point, Pose,
    Rect, Rim, Scout, Scratch, Screen, Search, Shape, Silhouette,
};

pub use limits::{Limits, Link, Near, Who};

/// A model of the group.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// Its base or hull.
    pub footprint: &'a Footprint,
    /// How it stands now; where there is no way to go, only its facing and level count.
    pub start: Pose,
    /// How far it may move; none when it is placed and goes no way.
    pub allowance: Option<Length>,
}

impl<'a> Member<'a> {
    /// A model that moves.
    pub fn moving(footprint: &'a Footprint, start: Pose, allowance: Length) -> Member<'a> {
        Member { footprint, start, allowance: Some(allowance) }
    }

    /// A model that is put down, somewhere near a point.
    pub fn placed(footprint: &'a Footprint, about: Pose) -> Member<'a> {
        Member { footprint, start: about, allowance: None }
    }
}

impl Member<'_> {
    /// The same model with so many quarters of its allowance.
    fn at_pace(self, quarters: i64) -> Self {
        Member {
            allowance: self.allowance.map(|allowance| Length((i64::from(allowance.0) * quarters / 4) as i32)),
            ..self
        }
    }
}

/// What the group wants.
#[derive(Clone, Copy)]
pub enum Intent<'a> {
    /// As near to a point as it can get.
    Towards(Point),
    /// Wholly into an area, which lies about this point.
    Into(&'a Area, Point),
    /// Into contact with these, as many models as can be.
    Contact(&'a [Shape]),
    /// As far away from these as it can get.
    Away(&'a [Shape]),
    /// Where as few as can be of the watchers see it.
    Hidden(&'a Watch<'a>),
    /// Every model as near as can be to its own point, in the order of the request.
    Each(&'a [Point]),
}

/// Who looks, and past what.
pub struct Watch<'a> {
    /// Those who look.
    pub watchers: &'a [Silhouette],
    /// What may stand in their way.
    pub blockers: &'a Blockers,
    /// What each blocker does.
    pub screen: &'a dyn Fn(Owner) -> Option<Screen>,
}

/// How close the models stand together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spacing {
    /// Close together.
    #[default]
    Bunched,
    /// As far apart as their link allows.
    Spread,
}

/// What is asked of the planner.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The models, at most [`Planner::MOST_MEMBERS`].
    pub members: &'a [Member<'a>],
    /// What they must keep away from, without the models themselves.
    pub obstacles: &'a Obstacles,
    /// What must hold where they end.
    pub limits: Limits<'a>,
    /// Where they want to go.
    pub intent: Intent<'a>,
    /// How close together.
    pub spacing: Spacing,
}

/// Where a model ends, and how it gets there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// How it stands then.
    pub pose: Pose,
    /// The way; empty for a model that stays, or that was placed.
    pub path: Path,
    /// What the way costs.
    pub cost: Length,
}

impl Moved {
    fn stays(pose: Pose) -> Moved {
        Moved { pose, path: Path::default(), cost: Length::ZERO }
    }
}

/// A legal arrangement of the whole group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// Where each model ends, in the order of the request.
    pub moves: Vec<Moved>,
    /// The order in which they go: each finds those before it where they end, and those after it where they began.
    pub order: Vec<usize>,
}

/// The first model that could not be placed, and what was in the way of its best spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("model {} finds no place: {limit}", member + 1)]
pub struct Stuck {
    /// Which of the models.
    pub member: usize,
    /// What stood in the way.
    pub limit: Limit,
}

/// What keeps a model from a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// Occurs when the spot is taken, or too near to something.
    #[error("it is too near to {0}")]
    Room(Hindrance),
    /// Occurs when another model of the group stands there.
    #[error("another model of its group stands there")]
    Comrade,
    /// Occurs when there is no way to the spot.
    #[error("{0}")]
    Way(NoWay),
    /// Occurs when the spot is not wholly in the area.
    #[error("it would not be wholly in its area")]
    Area,
    /// Occurs when the spot is too far from the rest of the group.
    #[error("it would not be linked to its group")]
    Link,
    /// Occurs when the spot is not near enough to something that it must end near to.
    #[error("it would not end near enough to what it must reach")]
    Near,
    /// Occurs when the spot is no closer than the start was.
    #[error("it would end no closer than it began")]
    Closer,
    /// Occurs when there are more models than a group may have, or one is on no battlefield.
    #[error("the group cannot be planned for")]
    Group,
}

/// Plans, in memory of its own that it uses again.
#[derive(Clone, Debug, Default)]
pub struct Planner {
    scout: Scout,
    scratch: Scratch,
    ideas: Vec<ideas::Idea>,
}

impl Planner {
    /// A group of more models than this is not planned for.
    pub const MOST_MEMBERS: usize = 40;
    /// Ways around obstacles that are looked for in one plan; a straight way costs none.
    const MOST_ROUTES: usize = 12;

    /// A planner that knows nothing yet.
    pub fn new() -> Planner {
        Planner::default()
    }

    /// A legal arrangement, or the first model that finds no place.
    ///
    /// The models go one after the other, each past those that stand where they began or ended. Several orders are
    /// tried, at full pace and then at less of it; what is said of a failure is said of the first try.
    pub fn plan(&mut self, request: &Request<'_>) -> Result<Arrangement, Stuck> {
        if let Some(member) = senseless(request) {
            return Err(Stuck { member, limit: Limit::Group });
        }
        let orders = orders::orders(self, request);
        let mut first_failure = None;
        for (quarters, linked) in tries(request) {
            let members: Vec<Member<'_>> = request.members.iter().map(|member| member.at_pace(quarters)).collect();
            for order in &orders {
                let request = Request { members: &members, ..*request };
                // To go less far than one may brings nobody nearer.
                let plan = Plan { is_exact: quarters == 4, ..Plan::new(self, &request, linked) };
                match plan.run(order) {
                    Ok(arrangement) => return Ok(arrangement),
                    Err(stuck) => first_failure = first_failure.or(Some(stuck)),
                }
            }
        }
        let stuck = first_failure.unwrap_or(Stuck { member: 0, limit: Limit::Group });
        stay(request).ok_or(stuck)
    }
}

/// The first model that cannot be planned for: it is on no battlefield, one too many, or has no point to go to.
fn senseless(request: &Request<'_>) -> Option<usize> {
    let sane = |member: &Member<'_>| Mover::new(member.footprint).is_sane(member.start);
    if let Some(member) = request.members.iter().position(|member| !sane(member)) {
        return Some(member);
    }
    if let Intent::Each(points) = request.intent {
        let lost = |member: &usize| points.get(*member).is_none_or(|point| !point.is_near());
        if let Some(member) = (0..request.members.len()).find(lost) {
            return Some(member);
        }
    }
    (request.members.len() > Planner::MOST_MEMBERS).then_some(Planner::MOST_MEMBERS)
}

/// What is tried one after the other: quarters of the pace, and to how many of those before it each model is linked.
///
/// Models with points of their own stand in a formation already: linked to one of those before is enough at first, and
/// all are looked at in the end. To go less far is no help to them, as every spot on their way is among those tried.
fn tries(request: &Request<'_>) -> Vec<(i64, usize)> {
    let closely = request.limits.link.map_or(0, |link| link.neighbours);
    match request.intent {
        Intent::Each(_) if closely > 1 => vec![(4, 1), (4, closely)],
        Intent::Each(_) => vec![(4, closely)],
        _ => (1..=4).rev().map(|quarters| (quarters, closely)).collect(),
    }
}

/// Everybody where they are, if that is legal.
fn stay(request: &Request<'_>) -> Option<Arrangement> {
    let shapes: Vec<Shape> = request.members.iter().map(|member| member.footprint.at(member.start)).collect();
    let stays = |index: usize, member: &Member<'_>| {
        let mover = Mover::new(member.footprint);
        let alone = request.limits.check_one(&shapes[index], Some(&shapes[index]), std::iter::empty());
        let apart = shapes[..index].iter().all(|other| !other.overlaps(&shapes[index]));
        member.allowance.is_some()
            && alone.is_ok()
            && apart
            && request.obstacles.blocks_spot(mover, member.start).is_none()
    };
    let all = request.members.iter().enumerate().all(|(index, member)| stays(index, member));
    let broken = request.limits.broken_by_all(&shapes.iter().collect::<Vec<_>>());
    (all && broken.is_none()).then(|| Arrangement {
        moves: request.members.iter().map(|member| Moved::stays(member.start)).collect(),
        order: (0..request.members.len()).collect(),
    })
}

/// A plan being made.
struct Plan<'a> {
    planner: &'a mut Planner,
    request: &'a Request<'a>,
    /// The caller's obstacles and the group's own models.
    obstacles: Obstacles,
    /// What must hold for one model after the other.
    in_turn: Limits<'a>,
    /// What each model covers where it begins.
    standing: Vec<Shape>,
    ends: Vec<Option<(Moved, Shape)>>,
    routes_left: usize,
    /// Whether a model for which no idea will do looks at all places that matter.
    is_exact: bool,
}

impl<'a> Plan<'a> {
    fn new(planner: &'a mut Planner, request: &'a Request<'a>, linked: usize) -> Plan<'a> {
        let mut obstacles = match reach(request.members) {
            Some(rect) => request.obstacles.near(rect),
            None => request.obstacles.clone(),
        };
        let standing: Vec<Shape> = request.members.iter().map(|member| member.footprint.at(member.start)).collect();
        for (index, member) in request.members.iter().enumerate() {
            if member.allowance.is_some() {
                obstacles.add(comrade(request, index, standing[index].clone()));
            }
        }
        let ends = vec![None; request.members.len()];
        let link = request.limits.link.map(|link| Link { neighbours: linked, ..link });
        let in_turn = Limits { link, ..request.limits };
        let routes_left = Planner::MOST_ROUTES;
        Plan { planner, request, obstacles, in_turn, standing, ends, routes_left, is_exact: false }
    }

    fn run(mut self, order: &[usize]) -> Result<Arrangement, Stuck> {
        for &member in order {
            let (moved, shape) = self.place(member).map_err(|limit| Stuck { member, limit })?;
            self.obstacles.remove(owner(member));
            self.obstacles.add(comrade(self.request, member, shape.clone()));
            self.ends[member] = Some((moved, shape));
        }
        let shapes: Vec<&Shape> = self.ends.iter().flatten().map(|(_, shape)| shape).collect();
        if let Some((member, limit)) = self.request.limits.broken_by_all(&shapes) {
            return Err(Stuck { member, limit });
        }
        let moves = self.ends.into_iter().flatten().map(|(moved, _)| moved).collect();
        Ok(Arrangement { moves, order: order.to_vec() })
    }

    /// The best spot for a model that breaks no limit, with the way there.
    fn place(&mut self, member: usize) -> Result<(Moved, Shape), Limit> {
        if let Intent::Each(points) = self.request.intent {
            // The best of all spots; most models get it, and need no others.
            let pose = Pose { at: points[member], ..self.request.members[member].start };
            if let Ok(moved) = self.try_spot(member, pose) {
                return Ok(moved);
            }
        }
        let by_idea = self.place_by_idea(member);
        if by_idea.as_ref().is_ok_and(|(_, shape)| self.is_enough(member, shape)) {
            return by_idea;
        }
        self.place_exactly(member).map_or(by_idea, Ok)
    }

    /// The best of the spots that come to mind, with the way there.
    fn place_by_idea(&mut self, member: usize) -> Result<(Moved, Shape), Limit> {
        let placed: Vec<&Shape> = self.ends.iter().flatten().map(|(_, shape)| shape).collect();
        let mut ideas = std::mem::take(&mut self.planner.ideas);
        ideas::collect(self.request, member, &placed, &mut self.planner.scratch, &mut ideas);
        let mut first_limit = None;
        let mut found = None;
        for idea in &ideas {
            match self.try_spot(member, idea.pose) {
                Ok(moved) => {
                    found = Some(moved);
                    break;
                }
                Err(limit) => first_limit = first_limit.or(Some(limit)),
            }
        }
        self.planner.ideas = ideas;
        found.ok_or_else(|| first_limit.unwrap_or(Limit::Group))
    }

    /// Whether a model does its share of what any one of the group must be near to: one thing, and all if it is the last.
    fn is_enough(&self, member: usize, shape: &Shape) -> bool {
        let placed: Vec<&Shape> = self.ends.iter().flatten().map(|(_, shape)| shape).collect();
        let is_last = self.ends.iter().enumerate().all(|(index, end)| index == member || end.is_some());
        let mut missing = self.request.limits.unfulfilled(&placed).peekable();
        missing.peek().is_none()
            || if is_last { missing.all(|near| near.holds(shape)) } else { missing.any(|near| near.holds(shape)) }
    }

    /// The first spot near to what is still missing, or beside those placed, where no idea will do. Carries out what is
    /// promised of a model in its turn: if there is such a spot with a straight way, it is found.
    fn place_exactly(&mut self, member: usize) -> Option<(Moved, Shape)> {
        let Member { footprint, start, allowance } = self.request.members[member];
        // Where a group has nothing to be near to, ideas and other orders are enough.
        let within = allowance.filter(|_| self.is_exact && !self.request.limits.near.is_empty())?;
        let placed: Vec<Shape> = self.ends.iter().flatten().map(|(_, shape)| shape.clone()).collect();
        let link = self.in_turn.link.filter(|_| !placed.is_empty());
        let linked: Vec<Rim<'_>> =
            link.iter().flat_map(|link| placed.iter().map(|shape| Rim { shape, gap: link.gap })).collect();
        let others: Vec<&Shape> = placed.iter().collect();
        let missing: Vec<Vec<Rim<'_>>> = self.request.limits.unfulfilled(&others).map(Near::rims).collect();
        let own = [owner(member)];
        let mover = Mover::new(footprint).without(&own);
        // Near to all that is missing, or to one of it.
        let alone = missing.iter().map(std::slice::from_ref).filter(|_| missing.len() > 1);
        let groups = std::iter::once(missing.as_slice()).chain(alone);
        let obstacles = self.obstacles.clone();
        groups.into_iter().find_map(|group| {
            let near: Vec<&[Rim<'_>]> =
                group.iter().map(Vec::as_slice).chain(link.is_some().then_some(linked.as_slice())).collect();
            self.routes_left = Planner::MOST_ROUTES;
            let search = Search { mover, start, within, near: &near };
            search.first(&obstacles, |pose| self.try_spot(member, pose).ok())
        })
    }

    fn try_spot(&mut self, index: usize, pose: Pose) -> Result<(Moved, Shape), Limit> {
        let member = &self.request.members[index];
        let begun = &self.standing[index];
        // Every spot that is tried is one to stand on as the model begins, not turned.
        let shape = begun.carried(member.start.at, pose.at);
        let begun = member.allowance.map(|_| begun);
        let placed = self.ends.iter().flatten().map(|(_, shape)| shape);
        // Whoever must stay has no choice; whether all are linked is looked at in the end.
        let stays = matches!(self.request.intent, Intent::Each(_)) && member.allowance == Some(Length::ZERO);
        let in_turn = if stays { Limits { link: None, ..self.in_turn } } else { self.in_turn };
        in_turn.check_one(&shape, begun, placed)?;
        let own = [owner(index)];
        let mover = Mover::new(member.footprint).without(&own);
        if let Some(by) = self.obstacles.blocks_spot(mover, pose) {
            return Err(Plan::name(by));
        }
        let (path, cost) = self.way(member, mover, pose)?;
        Ok((Moved { pose, path, cost }, shape))
    }

    /// The way to a spot: none to stay, straight where that is open, otherwise around what is in the way.
    fn way(&mut self, member: &Member<'_>, mover: Mover<'_>, pose: Pose) -> Result<(Path, Length), Limit> {
        let Some(allowance) = member.allowance.filter(|_| pose != member.start) else {
            return Ok((Path::default(), Length::ZERO));
        };
        let straight = member.start.at.distance_up(pose.at);
        if straight > allowance {
            return Err(Limit::Way(NoWay::TooFar));
        }
        let Some(by) = self.obstacles.blocks_leg(mover, member.start.at, pose) else {
            return Ok((Path::straight(pose), straight));
        };
        if self.routes_left == 0 || straight == allowance {
            return Err(Plan::name(by));
        }
        self.routes_left -= 1;
        let route = self.planner.scout.route(&self.obstacles, mover, member.start, pose, Some(allowance));
        route.map(|route| (route.path, route.cost)).map_err(Limit::Way)
    }

    fn name(by: Hindrance) -> Limit {
        match by {
            Hindrance::Owner(Owner::Member(_)) => Limit::Comrade,
            _ => Limit::Room(by),
        }
    }
}

/// The box that a group cannot leave; none where a model is placed, which may be anywhere.
fn reach(members: &[Member<'_>]) -> Option<Rect> {
    let reach = |member: &Member<'_>| {
        let allowance = member.allowance?;
        Some(Rect::new(member.start.at, member.start.at).grown(allowance + member.footprint.longest()))
    };
    let mut rects = members.iter().map(reach);
    let first = rects.next()??;
    rects.try_fold(first, |all, rect| rect.map(|rect| all.joined(rect)))
}

fn owner(member: usize) -> Owner {
    Owner::Member(member as u16)
}

fn comrade(request: &Request<'_>, member: usize, shape: Shape) -> Obstacle {
    let counts = if request.limits.through_comrades { Counts::AtTheEnd } else { Counts::Always };
    Obstacle::new(shape, owner(member)).counting(counts)
}
