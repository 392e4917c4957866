//! The shortest way of a mover around what it must keep away from.
//!
//! Ways turn only at corners of rings around obstacles. Only obstacles that were found in the way get a ring: an
//! obstacle that no way of interest meets cannot make the shortest way longer. So a search looks at few obstacles
//! among many, and its answer is still the shortest of all ways over these corners.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use smallvec::SmallVec;

use crate::clearance::Clearance;
use crate::obstacles::About;
use crate::ring::{FINEST, RingMaker};
use crate::shape::orient;
use crate::{Hindrance, Keep, Length, Mover, Obstacles, Path, Point, Pose, Rect};

#[cfg(test)]
mod tests;

/// A way from where a mover starts to where it wants to end, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The way; every leg has the facing and level of the goal.
    pub path: Path,
    /// The cost of the path.
    pub cost: Length,
}

/// Why there is no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWay {
    /// Occurs when the start or the goal is on no battlefield, or the base larger than any.
    #[error("a way can only be looked for between places on a battlefield")]
    NoPlace,
    /// Occurs when the mover cannot leave its place, because it is too near to something already.
    #[error("the start is too near to {0}")]
    Start(Hindrance),
    /// Occurs when the mover must not end at the goal.
    #[error("the goal is too near to {0}")]
    Goal(Hindrance),
    /// Occurs when everything around the start is closed; the hindrance is the one found nearest to the goal.
    #[error("there is no way past {0}")]
    Closed(Hindrance),
    /// Occurs when every way is longer than it may be.
    #[error("every way is longer than allowed")]
    TooFar,
    /// Occurs when the shortest way has more corners than a path may have, however coarsely they are cut.
    #[error("every way has too many corners")]
    TooManyLegs,
    /// Occurs when the search was given up.
    #[error("no way was found with the effort allowed")]
    TooHard,
}

/// Straight lines that a search tries before it gives up.
const MOST_TRIES: u32 = 20_000;
/// Places that a search goes on from before it gives up.
const MOST_REACHED: usize = 2_000;
/// Rounding may make a way of many legs seem longer than it is when they are joined.
const SLACK: Length = Length(Path::MOST_LEGS as i32);

const START: u32 = 0;
const GOAL: u32 = 1;
const NONE: u32 = u32::MAX;

/// Which way round an obstacle a way has come; it must go on round the same side, or it could be pulled straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// The obstacle lies to the left.
    Left,
    /// The obstacle lies to the right.
    Right,
    /// At the start, and where rounding leaves no telling.
    Open,
}

/// A place that a way may turn at: the start, the goal, or a corner of a ring.
#[derive(Clone, Copy, Debug)]
struct Node {
    at: Point,
    ring: u32,
    /// The place in `reached`, once the shortest way to it is known.
    reached: u32,
    /// Whether the mover cannot be there at all.
    dead: bool,
}

/// A ring: the nodes `first..end`, counter-clockwise.
#[derive(Clone, Copy, Debug)]
struct Ring {
    first: u32,
    end: u32,
    /// Whether the goal lies in the sliver between the ring and what it goes around.
    holds_goal: bool,
}

impl Ring {
    fn next(self, node: u32) -> u32 {
        if node + 1 == self.end { self.first } else { node + 1 }
    }

    fn before(self, node: u32) -> u32 {
        if node == self.first { self.end - 1 } else { node - 1 }
    }
}

/// A node with the shortest way to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached {
    node: u32,
    /// The place in `reached` that the way comes from.
    from: u32,
    pub(crate) cost: Length,
    pub(crate) at: Point,
    side: Side,
}

/// A leg that may be tried: by the length of the whole way at least, then by what is left of it.
type Leg = Reverse<(Length, Length, u32, u32)>;

/// Looks for ways, in memory of its own that it uses again: a search allocates nothing once a few have been made.
#[derive(Clone, Debug, Default)]
pub struct Scout {
    clearance: Clearance,
    maker: RingMaker,
    corners: Vec<Point>,
    nodes: Vec<Node>,
    rings: Vec<Ring>,
    /// By obstacle: its ring, once it was found in the way.
    ring_of: Vec<u32>,
    reached: Vec<Reached>,
    legs: BinaryHeap<Leg>,
    /// What was found in the way nearest to the goal.
    nearest: Option<(Length, Hindrance)>,
}

impl Scout {
    /// A scout that knows nothing yet.
    pub fn new() -> Scout {
        Scout::default()
    }

    /// The shortest way from a start to a goal that costs at most `most`, walked with the facing of the goal.
    ///
    /// Every way found passes [`Obstacles::check_path`]. It is the shortest over the corners of the rings, which keep
    /// a little more distance than they must: under a hundredth of both radii and the margin, and a unit or two for
    /// rounding. A gap with no more room to spare than that may be overlooked.
    pub fn route(
        &mut self,
        obstacles: &Obstacles,
        mover: Mover<'_>,
        start: Pose,
        goal: Pose,
        most: Option<Length>,
    ) -> Result<Route, NoWay> {
        if !mover.is_sane(start) || !mover.is_sane(goal) {
            return Err(NoWay::NoPlace);
        }
        if let Some(by) = obstacles.blocks_spot(mover, goal).or_else(|| obstacles.blocks_leg(mover, goal.at, goal)) {
            return Err(NoWay::Goal(by));
        }
        if let Some(by) = obstacles.blocks_leg(mover, start.at, Pose { at: start.at, ..goal }) {
            return Err(NoWay::Start(by));
        }
        if most.is_some_and(|most| start.at.distance_up(goal.at) > most) {
            return Err(NoWay::TooFar);
        }
        let near = most.map(|most| Rect::new(start.at, start.at).grown(most + SLACK));
        self.clearance.fill(obstacles, mover, goal.facing, About::Leg, near);
        // A way with too many legs is looked for again with coarser corners, which close more gaps.
        for steps in [FINEST, FINEST / 2, FINEST / 4, FINEST / 8] {
            let corners = match self.search(start.at, goal.at, most, steps) {
                Err(no_way) if steps == FINEST => return Err(no_way),
                Err(_) => return Err(NoWay::TooManyLegs),
                Ok(corners) if corners.len() > Path::MOST_LEGS => continue,
                Ok(corners) => corners,
            };
            let path = Path { legs: corners.iter().map(|&at| Pose { at, ..goal }).collect() };
            let cost = path.cost(start.at);
            if most.is_some_and(|most| cost > most) {
                return Err(NoWay::TooFar);
            }
            return Ok(Route { path: if start.at == goal.at { Path::straight(goal) } else { path }, cost });
        }
        Err(NoWay::TooManyLegs)
    }

    /// The corners of the shortest way, without the start.
    fn search(&mut self, start: Point, goal: Point, most: Option<Length>, steps: u16) -> Result<Corners, NoWay> {
        self.begin(start, goal);
        self.reach(START, NONE, Length::ZERO);
        let most = most.map_or(Length(i32::MAX), |most| most + SLACK);
        self.go_on(0);
        let mut tries = 0;
        let mut cut_off = false;
        while let Some(Reverse((key, left, node, from))) = self.legs.pop() {
            if key > most {
                cut_off = true;
                break;
            }
            if self.nodes[node as usize].reached != NONE || self.nodes[node as usize].dead {
                continue;
            }
            tries += 1;
            if tries > MOST_TRIES || self.reached.len() >= MOST_REACHED {
                return Err(NoWay::TooHard);
            }
            if !self.is_open(from, node, steps) {
                continue;
            }
            self.reach(node, from, key - left);
            if node == GOAL {
                return Ok(self.way_to_goal());
            }
            self.go_on(self.reached.len() as u32 - 1);
        }
        Err(match self.nearest {
            Some((_, by)) if !cut_off => NoWay::Closed(by),
            _ => NoWay::TooFar,
        })
    }

    fn begin(&mut self, start: Point, goal: Point) {
        self.nodes.clear();
        self.rings.clear();
        self.reached.clear();
        self.legs.clear();
        self.ring_of.clear();
        self.ring_of.resize(self.clearance.list.len(), NONE);
        self.nearest = None;
        self.nodes.extend([start, goal].map(|at| Node { at, ring: NONE, reached: NONE, dead: false }));
    }

    fn at(&self, node: u32) -> Point {
        self.nodes[node as usize].at
    }

    /// Notes the shortest way to a node.
    fn reach(&mut self, node: u32, from: u32, cost: Length) {
        let (at, ring) = (self.at(node), self.nodes[node as usize].ring);
        let side = match (self.reached.get(from as usize), self.rings.get(ring as usize)) {
            (Some(from), Some(ring)) => {
                let next = orient(from.at, at, self.at(ring.next(node)));
                let before = orient(from.at, at, self.at(ring.before(node)));
                if next >= 0 && before >= 0 {
                    Side::Left
                } else if next <= 0 && before <= 0 {
                    Side::Right
                } else {
                    Side::Open
                }
            }
            _ => Side::Open,
        };
        self.nodes[node as usize].reached = self.reached.len() as u32;
        self.reached.push(Reached { node, from, cost, at, side });
    }

    /// Whether the mover can go straight to a node. An obstacle that is found in the way for the first time gets its
    /// ring, and ways around it are looked for from every place reached so far.
    ///
    /// These places stay as they are: a shorter way to one of them around the new ring would have been tried, straight
    /// through the obstacle, before.
    fn is_open(&mut self, from: u32, node: u32, steps: u16) -> bool {
        let (a, b) = (self.reached[from as usize].at, self.at(node));
        let mut unknown = None;
        for index in self.clearance.near(a, b) {
            if !self.clearance.hits(index, a, b) {
                continue;
            }
            if node == GOAL {
                let found = (a.distance_up(b), Hindrance::Owner(self.clearance.list[index].owner));
                self.nearest = Some(self.nearest.map_or(found, |nearest| nearest.min(found)));
            }
            if self.ring_of[index] != NONE {
                self.nodes[node as usize].dead = self.clearance.hits(index, b, b);
                return false;
            }
            unknown = unknown.or(Some(index));
        }
        let Some(index) = unknown else { return true };
        self.nodes[node as usize].dead = self.clearance.hits(index, b, b);
        self.add_ring(index, steps);
        false
    }

    fn add_ring(&mut self, index: usize, steps: u16) {
        let grown = self.clearance.list[index];
        let reach = if grown.keep == Keep::Beyond { grown.reach + Length(1) } else { grown.reach };
        self.corners.clear();
        self.maker.add_ring(self.clearance.corners(index), reach, steps, &mut self.corners);
        let (ring, first) = (self.rings.len() as u32, self.nodes.len() as u32);
        self.ring_of[index] = ring;
        for &at in &self.corners {
            let dead = !self.clearance.in_frame(at);
            self.nodes.push(Node { at, ring, reached: NONE, dead });
        }
        let end = self.nodes.len() as u32;
        let goal = self.at(GOAL);
        let sides = self.corners.iter().zip(self.corners.iter().cycle().skip(1));
        let holds_goal = sides.into_iter().all(|(&a, &b)| orient(a, b, goal) >= 0);
        self.rings.push(Ring { first, end, holds_goal });
        for reached in 0..self.reached.len() as u32 {
            self.try_ring(reached, ring);
        }
    }

    /// Puts the legs from a place just reached on the list: to the goal, along its own ring, and to every other ring.
    fn go_on(&mut self, reached: u32) {
        let Reached { node, at, side, .. } = self.reached[reached as usize];
        let own = self.nodes[node as usize].ring;
        let ring = self.rings.get(own as usize).copied();
        if ring.is_none_or(|ring| ring.holds_goal) || self.is_taut(reached, self.at(GOAL)) {
            self.put(reached, at, GOAL);
        }
        if let Some(ring) = ring {
            if side != Side::Right {
                self.put(reached, at, ring.next(node));
            }
            if side != Side::Left {
                self.put(reached, at, ring.before(node));
            }
        }
        for other in (0..self.rings.len() as u32).filter(|&other| other != own) {
            self.try_ring(reached, other);
        }
    }

    /// Puts the legs that touch a ring on the list. From within the ring none does, so that all its corners are tried.
    fn try_ring(&mut self, reached: u32, ring: u32) {
        let Ring { first, end, .. } = self.rings[ring as usize];
        let at = self.reached[reached as usize].at;
        let faces = |a: u32, b: u32, scout: &Scout| orient(at, scout.at(a), scout.at(b)) < 0;
        let mut before = faces(end - 1, first, self);
        let mut any = before;
        for node in first..end {
            let after = faces(node, if node + 1 == end { first } else { node + 1 }, self);
            if after != before && self.is_taut(reached, self.at(node)) {
                self.put(reached, at, node);
            }
            any |= after;
            before = after;
        }
        if !any {
            for node in first..end {
                self.put(reached, at, node);
            }
        }
    }

    /// Whether a way that goes on to a point is pulled tight around the corner it stands at.
    fn is_taut(&self, reached: u32, to: Point) -> bool {
        let Reached { node, from, at, side, .. } = self.reached[reached as usize];
        let Some(ring) = self.rings.get(self.nodes[node as usize].ring as usize) else { return true };
        let (next, before) = (self.at(ring.next(node)), self.at(ring.before(node)));
        let left = orient(at, to, next) >= 0 && orient(at, to, before) >= 0;
        let right = orient(at, to, next) <= 0 && orient(at, to, before) <= 0;
        let turn = self.reached.get(from as usize).map_or(0, |from| orient(from.at, at, to));
        match side {
            Side::Left => left && turn >= 0,
            Side::Right => right && turn <= 0,
            Side::Open => left || right,
        }
    }

    fn put(&mut self, reached: u32, at: Point, node: u32) {
        let to = self.nodes[node as usize];
        if to.dead || to.reached != NONE {
            return;
        }
        let left = to.at.distance_up(self.at(GOAL));
        let cost = self.reached[reached as usize].cost + at.distance_up(to.at);
        self.legs.push(Reverse((cost + left, left, node, reached)));
    }

    /// The corners of the way just found, with legs joined where the mover can go straight.
    fn way_to_goal(&self) -> Corners {
        let mut back = Corners::new();
        let mut here = self.reached.last();
        while let Some(reached) = here {
            back.push(reached.at);
            here = self.reached.get(reached.from as usize);
        }
        let mut way = Corners::new();
        let mut from = self.at(START);
        let mut legs = back.iter().rev().skip(1).copied().peekable();
        while let Some(corner) = legs.next() {
            if legs.peek().is_some_and(|&after| self.is_clear(from, after)) || corner == from {
                continue;
            }
            way.push(corner);
            from = corner;
        }
        way
    }

    fn is_clear(&self, a: Point, b: Point) -> bool {
        !self.clearance.near(a, b).any(|index| self.clearance.hits(index, a, b))
    }
}

type Corners = SmallVec<[Point; 16]>;
