//! What a mover must keep away from, and whether a spot, a leg or a path does.
//!
//! What may be passed is for the caller to say, by what it puts in. A list is flat: a polygon is its convex pieces.
//!
//! ```
//! use ground::{Footprint, Hindrance, Mover, Length, Obstacle, Obstacles, Owner, Path, Point, Pose, Rect, Shape};
//!
//! let mut obstacles = Obstacles::within(Rect::new(Point::inches(0, 0), Point::inches(60, 44)));
//! let wall = Shape::rectangle(Rect::new(Point::inches(10, 0), Point::inches(11, 20)));
//! let rival = Shape::disc(Point::inches(20, 30), Length::mm(16));
//! obstacles.add(Obstacle::new(wall, 1));
//! obstacles.add(Obstacle::new(rival, 2).beyond(Length::inches(1)));
//!
//! let footprint: Footprint = "32mm".parse().unwrap();
//! let mover = Mover::new(&footprint);
//! let start = Pose::at(Point::inches(5, 10));
//! assert!(obstacles.check_path(mover, start, &Path::straight(Point::inches(5, 16)), Some(Length::inches(6))).is_ok());
//! assert_eq!(obstacles.blocks_leg(mover, start.at, Pose::at(Point::inches(15, 10))), Some(Hindrance::Owner(Owner::Other(1))));
//! ```

use std::fmt;

use smallvec::SmallVec;

use crate::shape::convex_hull;
use crate::sum::{Corners, add_sum, line_to};
use crate::{Apart, FURTHEST, Footprint, Length, Owner, Path, Point, Polygon, Pose, Rect, Shape};

#[cfg(test)]
mod tests;

/// How strictly a margin is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// No nearer than the margin; exactly the margin is allowed, as touching is where it is zero.
    Clear,
    /// Further away than the margin; exactly the margin is too near.
    Beyond,
}

/// When an obstacle counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counts {
    /// On every leg, from its start to its end, but not for a spot to stand on.
    OnTheWay,
    /// Only where the mover ends.
    AtTheEnd,
    /// On every leg, and for a spot to stand on.
    Always,
}

/// A convex shape to keep away from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// What it covers.
    pub shape: Shape,
    /// Whose it is; several obstacles may have the same owner.
    pub owner: Owner,
    /// How far to keep away.
    pub margin: Length,
    /// Whether exactly the margin is allowed.
    pub keep: Keep,
    /// When it counts.
    pub counts: Counts,
}

impl Obstacle {
    /// An obstacle that may be touched, but never overlapped.
    pub fn new(shape: Shape, owner: impl Into<Owner>) -> Obstacle {
        Obstacle { shape, owner: owner.into(), margin: Length::ZERO, keep: Keep::Clear, counts: Counts::Always }
    }

    /// The same obstacle, to be kept clear by a margin.
    #[must_use]
    pub fn clear_by(self, margin: Length) -> Obstacle {
        Obstacle { margin, keep: Keep::Clear, ..self }
    }

    /// The same obstacle, with a mover to stay further away than a margin.
    #[must_use]
    pub fn beyond(self, margin: Length) -> Obstacle {
        Obstacle { margin, keep: Keep::Beyond, ..self }
    }

    /// The same obstacle, counting at other times.
    #[must_use]
    pub fn counting(self, counts: Counts) -> Obstacle {
        Obstacle { counts, ..self }
    }

    /// The gap between what a mover covers and what it must keep clear of; below zero where it is too near.
    fn apart(&self, corners: &[Point], radius: Length) -> Apart {
        Apart::between(corners, self.shape.corners(), radius + self.shape.radius() + self.margin)
    }

    fn hinders(&self, corners: &[Point], radius: Length) -> bool {
        let apart = self.apart(corners, radius);
        match self.keep {
            Keep::Clear => apart.overlaps(),
            Keep::Beyond => apart.within(Length::ZERO),
        }
    }
}

/// Who moves.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    /// Its base or hull. One without any width could slip along a seam between two pieces of a polygon.
    pub footprint: &'a Footprint,
    /// Owners whose obstacles do not hinder it, usually the mover itself among them.
    pub without: &'a [Owner],
}

impl<'a> Mover<'a> {
    /// A mover that everything hinders.
    pub fn new(footprint: &'a Footprint) -> Mover<'a> {
        Mover { footprint, without: &[] }
    }

    /// The same mover, not hindered by what these own.
    #[must_use]
    pub fn without(self, owners: &'a [Owner]) -> Mover<'a> {
        Mover { without: owners, ..self }
    }

    /// Whether both can be computed with: the pose lies on a thinkable battlefield, and the base has a thinkable size.
    pub(crate) fn is_sane(self, pose: Pose) -> bool {
        let sane = |length: Length| (0..=FURTHEST).contains(&length.0);
        let size = match *self.footprint {
            Footprint::Round { radius } => sane(radius),
            Footprint::Oval { length, width } | Footprint::Hull { length, width } => sane(length) && sane(width),
        };
        size && pose.is_sane()
    }
}

/// What is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hindrance {
    /// The edge of the battlefield.
    Edge,
    /// An obstacle of this owner.
    Owner(Owner),
}

impl fmt::Display for Hindrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hindrance::Edge => write!(f, "the edge of the battlefield"),
            Hindrance::Owner(owner) => write!(f, "{owner}"),
        }
    }
}

/// Why a path cannot be gone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathFault {
    /// Occurs when there are more legs than any path may have.
    #[error("a path of {0} legs is too much; {most} are enough", most = Path::MOST_LEGS)]
    TooManyLegs(usize),
    /// Occurs when the start or a leg lies further out than any battlefield, or has a facing that is none.
    #[error("the path leads to a place that is on no battlefield")]
    NoPlace,
    /// Occurs when the path costs more than the mover has.
    #[error("the path is too long by {}", over.about())]
    TooLong {
        /// What the path costs.
        cost: Length,
        /// How much of that is too much.
        over: Length,
    },
    /// Occurs when a leg comes too near to something.
    #[error("leg {} comes too near to {by}, by {}", leg + 1, short.about())]
    Blocked {
        /// Which leg, from 0.
        leg: usize,
        /// What is in its way.
        by: Hindrance,
        /// How much further away it would have to be, rounded up.
        short: Length,
    },
    /// Occurs when the mover would end too near to something that it may pass.
    #[error("the path ends too near to {by}, by {}", short.about())]
    BlockedEnd {
        /// What is in the way.
        by: Hindrance,
        /// How much further away it would have to be, rounded up.
        short: Length,
    },
}

/// All that a mover covers on a straight leg, its start and end included.
struct Sweep {
    corners: Corners,
    radius: Length,
    bounds: Rect,
}

impl Sweep {
    /// A shape, moved straight by so much.
    fn new(standing: &Shape, by: Point) -> Sweep {
        let mut corners = Corners::new();
        add_sum(standing.corners(), &line_to(by), &mut corners);
        let start = standing.bounds();
        let shifted = |point: Point| Point::new(point.x + by.x, point.y + by.y);
        let end = Rect::new(shifted(start.low), shifted(start.high));
        Sweep { corners, radius: standing.radius(), bounds: start.joined(end) }
    }

    /// A shape that stands at the origin, taken straight from one point to another.
    fn between(standing: &Shape, from: Point, to: Point) -> Sweep {
        let mut sweep = Sweep::new(standing, Point::new(to.x - from.x, to.y - from.y));
        let shifted = |point: Point| Point::new(point.x + from.x, point.y + from.y);
        sweep.corners.iter_mut().for_each(|corner| *corner = shifted(*corner));
        sweep.bounds = Rect::new(shifted(sweep.bounds.low), shifted(sweep.bounds.high));
        sweep
    }

    fn leg(mover: Mover<'_>, from: Point, to: Pose) -> Sweep {
        let standing = mover.footprint.at(Pose { at: from, ..to });
        Sweep::new(&standing, Point::new(to.at.x - from.x, to.at.y - from.y))
    }

    fn spot(mover: Mover<'_>, pose: Pose) -> Sweep {
        Sweep::leg(mover, pose.at, pose)
    }
}

/// Which obstacles a query is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Those that count on a leg.
    Leg,
    /// Those that count for a spot.
    Spot,
    /// Those that count only at the end of a path.
    End,
}

impl About {
    pub(crate) fn takes(self, counts: Counts) -> bool {
        match self {
            About::Leg => counts != Counts::AtTheEnd,
            About::Spot => counts != Counts::OnTheWay,
            About::End => counts == Counts::AtTheEnd,
        }
    }
}

/// What a mover must keep away from, and the box that its whole base must stay in.
#[derive(Clone, Debug, Default)]
pub struct Obstacles {
    list: Vec<Obstacle>,
    /// The boxes around what must be kept clear, in the order of the list: looked at first.
    boxes: Vec<Rect>,
    bounds: Option<Rect>,
}

impl Obstacles {
    /// Nothing to keep away from, and no edge.
    pub fn new() -> Obstacles {
        Obstacles::default()
    }

    /// Nothing to keep away from in this box, which no part of a mover may leave.
    pub fn within(bounds: Rect) -> Obstacles {
        Obstacles { bounds: Some(bounds), ..Obstacles::default() }
    }

    /// The box that the whole base must stay in.
    pub fn bounds(&self) -> Option<Rect> {
        self.bounds
    }

    /// The obstacles, in the order in which they were added.
    pub fn list(&self) -> &[Obstacle] {
        &self.list
    }

    /// The boxes around what must be kept clear, in the same order.
    pub(crate) fn boxes(&self) -> &[Rect] {
        &self.boxes
    }

    /// Adds an obstacle. A margin below zero counts as none; one beyond every battlefield as all of it.
    pub fn add(&mut self, obstacle: Obstacle) {
        let margin = Length(obstacle.margin.0.clamp(0, FURTHEST));
        self.boxes.push(obstacle.shape.bounds().grown(margin));
        self.list.push(Obstacle { margin, ..obstacle });
    }

    /// Adds all of a polygon that may be touched, but never overlapped.
    pub fn add_polygon(&mut self, polygon: &Polygon, owner: impl Into<Owner>) {
        let owner = owner.into();
        for piece in polygon.pieces() {
            self.add(Obstacle::new(piece.clone(), owner));
        }
    }

    /// Takes away everything of an owner.
    pub fn remove(&mut self, owner: impl Into<Owner>) {
        let owner = owner.into();
        let mut owners = self.list.iter().map(|obstacle| obstacle.owner);
        self.boxes.retain(|_| owners.next() != Some(owner));
        self.list.retain(|obstacle| obstacle.owner != owner);
    }

    /// Only those obstacles that something in a box can come too near to, with the same edge.
    #[must_use]
    pub fn near(&self, place: Rect) -> Obstacles {
        let mut near = Obstacles { bounds: self.bounds, ..Obstacles::default() };
        for (obstacle, &bounds) in self.list.iter().zip(&self.boxes) {
            if bounds.meets(place) {
                near.list.push(obstacle.clone());
                near.boxes.push(bounds);
            }
        }
        near
    }

    /// What keeps a mover from standing like this; of several obstacles the first of the list.
    pub fn blocks_spot(&self, mover: Mover<'_>, pose: Pose) -> Option<Hindrance> {
        if !mover.is_sane(pose) {
            return Some(Hindrance::Edge);
        }
        self.blocks(&Sweep::spot(mover, pose), About::Spot, mover.without)
    }

    /// What keeps a mover from going straight from a point to a pose, the start and the end of the leg included.
    ///
    /// The leg is walked with the facing of the pose it ends in. Whether the mover may end there is another question.
    pub fn blocks_leg(&self, mover: Mover<'_>, from: Point, to: Pose) -> Option<Hindrance> {
        if !mover.is_sane(to) || !from.is_near() {
            return Some(Hindrance::Edge);
        }
        self.blocks(&Sweep::leg(mover, from, to), About::Leg, mover.without)
    }

    /// What the path costs, if a mover that starts like this may go it and end where it ends.
    ///
    /// Legs of no length cost nothing. A path of no legs ends where it starts.
    pub fn check_path(
        &self,
        mover: Mover<'_>,
        start: Pose,
        path: &Path,
        allowance: Option<Length>,
    ) -> Result<Length, PathFault> {
        if path.legs.len() > Path::MOST_LEGS {
            return Err(PathFault::TooManyLegs(path.legs.len()));
        }
        if !path.legs.iter().chain([&start]).all(|&pose| mover.is_sane(pose)) {
            return Err(PathFault::NoPlace);
        }
        let cost = path.cost(start.at);
        if let Some(allowance) = allowance.filter(|&allowance| cost > allowance) {
            return Err(PathFault::TooLong { cost, over: cost - allowance });
        }
        let mut from = start.at;
        for (leg, &to) in path.legs.iter().enumerate() {
            if let Some((by, short)) = self.blocks_by(&Sweep::leg(mover, from, to), About::Leg, mover.without) {
                return Err(PathFault::Blocked { leg, by, short });
            }
            from = to.at;
        }
        let about = if path.legs.is_empty() { About::Spot } else { About::End };
        match self.blocks_by(&Sweep::spot(mover, path.end(start)), about, mover.without) {
            Some((by, short)) => Err(PathFault::BlockedEnd { by, short }),
            None => Ok(cost),
        }
    }

    /// The owners of those obstacles, taken as areas, that a mover comes upon on its path, the start included.
    ///
    /// Each owner once, in the order of the list. An area is come upon where the mover would not keep away from it; it
    /// does not matter when it counts. A path that cannot be computed with comes upon nothing.
    pub fn crossed(&self, mover: Mover<'_>, start: Pose, path: &Path) -> SmallVec<[Owner; 8]> {
        let mut owners = SmallVec::new();
        if !path.legs.iter().chain([&start]).all(|&pose| mover.is_sane(pose)) {
            return owners;
        }
        let points = path.segments(start.at).zip(&path.legs);
        let legs = points.map(|((from, _), &to)| Sweep::leg(mover, from, to));
        let sweeps: SmallVec<[Sweep; 3]> = std::iter::once(Sweep::spot(mover, start)).chain(legs).collect();
        for (index, obstacle) in self.list.iter().enumerate() {
            let known = mover.without.contains(&obstacle.owner) || owners.contains(&obstacle.owner);
            if !known && sweeps.iter().any(|sweep| self.hits(index, sweep)) {
                owners.push(obstacle.owner);
            }
        }
        owners
    }

    fn hits(&self, index: usize, sweep: &Sweep) -> bool {
        self.boxes[index].meets(sweep.bounds) && self.list[index].hinders(&sweep.corners, sweep.radius)
    }

    fn leaves(&self, sweep: &Sweep) -> bool {
        self.bounds.is_some_and(|bounds| !bounds.covers(sweep.bounds))
    }

    /// The first obstacle in the way of a sweep.
    fn in_the_way(&self, sweep: &Sweep, about: About, without: &[Owner]) -> Option<&Obstacle> {
        let near = self.boxes.iter().zip(&self.list).filter(|(near, _)| near.meets(sweep.bounds));
        near.map(|(_, obstacle)| obstacle).find(|obstacle| {
            about.takes(obstacle.counts)
                && !without.contains(&obstacle.owner)
                && obstacle.hinders(&sweep.corners, sweep.radius)
        })
    }

    /// What is in the way of a shape that stands at the origin, taken straight from one sane point to another.
    pub(crate) fn blocks_shape(
        &self,
        standing: &Shape,
        from: Point,
        to: Point,
        about: About,
        without: &[Owner],
    ) -> Option<Hindrance> {
        self.blocks(&Sweep::between(standing, from, to), about, without)
    }

    fn blocks(&self, sweep: &Sweep, about: About, without: &[Owner]) -> Option<Hindrance> {
        if self.leaves(sweep) {
            return Some(Hindrance::Edge);
        }
        self.in_the_way(sweep, about, without).map(|obstacle| Hindrance::Owner(obstacle.owner))
    }

    /// As `blocks`, with the length that is missing.
    fn blocks_by(&self, sweep: &Sweep, about: About, without: &[Owner]) -> Option<(Hindrance, Length)> {
        if let Some(bounds) = self.bounds.filter(|_| self.leaves(sweep)) {
            return Some((Hindrance::Edge, bounds.short_of(sweep.bounds)));
        }
        let obstacle = self.in_the_way(sweep, about, without)?;
        let reach = sweep.radius + obstacle.shape.radius() + obstacle.margin;
        let cores = Apart::between(&sweep.corners, obstacle.shape.corners(), Length::ZERO);
        let deep = if cores.overlaps() { depth(&sweep.corners, obstacle.shape.corners()) } else { Length::ZERO };
        Some((Hindrance::Owner(obstacle.owner), (reach - cores.down() + deep).max(Length(1))))
    }
}

/// How far one of two polygons that overlap would have to be moved until they only touch, rounded up.
fn depth(a: &[Point], b: &[Point]) -> Length {
    let differences: Vec<Point> = a.iter().flat_map(|p| b.iter().map(|q| Point::new(p.x - q.x, p.y - q.y))).collect();
    let hull = convex_hull(&differences);
    let to_side = |index: usize| {
        let (from, to) = (hull[index], hull[(index + 1) % hull.len()]);
        let across = crate::shape::orient(from, to, Point::default());
        let down = (i128::from(across) * i128::from(across) / i128::from(from.distance_squared(to).max(1))).isqrt();
        Length(down as i32 + 1)
    };
    (0..hull.len()).map(to_side).min().unwrap_or(Length::ZERO)
}
