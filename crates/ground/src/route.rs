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
use crate::polygon::crosses;
use crate::ring::{FINEST, RingMaker};
use crate::shape::orient;
use crate::{Hindrance, Keep, Length, Mover, Obstacles, Path, Point, Pose, Rect};

mod reach;
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
/// Rounding may make a way of many legs seem longer than it is when they are joined: a unit for each, and no way that was
/// worth looking for has had more than a few dozen.
const SLACK: Length = Length(256);

/// No way is longer: more than two hundred times across a battlefield.
const LONGEST: Length = Length(1 << 28);

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

/// What is known of a place that a way may turn at: the start, the goal, or a corner of a ring.
#[derive(Clone, Copy, Debug)]
struct Node {
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
    bounds: Rect,
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
struct Reached {
    node: u32,
    /// The place in `reached` that the way comes from.
    from: u32,
    cost: Length,
    at: Point,
    side: Side,
}

/// A place reached at a corner, with what a way must do there to be pulled tight around it.
#[derive(Clone, Copy, Debug)]
struct Bend {
    from: Point,
    at: Point,
    next: Point,
    before: Point,
    side: Side,
}

impl Bend {
    /// Whether a way that goes on to a point is pulled tight.
    fn is_taut(&self, to: Point) -> bool {
        let (next, before) = (orient(self.at, to, self.next), orient(self.at, to, self.before));
        match self.side {
            Side::Left => next >= 0 && before >= 0 && orient(self.from, self.at, to) >= 0,
            Side::Right => next <= 0 && before <= 0 && orient(self.from, self.at, to) <= 0,
            Side::Open => (next >= 0 && before >= 0) || (next <= 0 && before <= 0),
        }
    }

    /// Whether such a way may lead into a box: tight ways go on between straight ahead and along the ring, which is a
    /// narrow wedge. A quick look that spares most rings the search for a point to touch.
    fn may_go_to(&self, bounds: Rect) -> bool {
        match self.side {
            Side::Left => is_left(self.from, self.at, bounds) && is_left(self.next, self.at, bounds),
            Side::Right => is_left(self.at, self.from, bounds) && is_left(self.at, self.before, bounds),
            Side::Open => true,
        }
    }
}

/// Whether any part of a box lies to the left of a line, or on it.
fn is_left(a: Point, b: Point, bounds: Rect) -> bool {
    // The corner furthest to the left.
    let x = if b.y > a.y { bounds.low.x } else { bounds.high.x };
    let y = if b.x > a.x { bounds.high.y } else { bounds.low.y };
    orient(a, b, Point::new(x, y)) >= 0
}

/// The two corners at which lines from a point touch a convex ring; none from within.
fn touching(ring: &[Point], from: Point) -> Option<[usize; 2]> {
    let count = ring.len();
    let next = |index: usize| if index + 1 == count { 0 } else { index + 1 };
    let faces = |index: usize| orient(from, ring[index], ring[next(index)]) < 0;
    // The sides that face the point follow each other: four steps at a time rarely step over them all.
    let first = faces(0);
    let other = (0..count).step_by(4).find(|&index| faces(index) != first);
    let other = other.or_else(|| (0..count).find(|&index| faces(index) != first))?;
    let turn = |mut low: usize, mut high: usize| {
        let low_faces = faces(low);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if faces(if middle < count { middle } else { middle - count }) == low_faces {
                low = middle;
            } else {
                high = middle;
            }
        }
        if high < count { high } else { high - count }
    };
    Some([turn(0, other), turn(other, count)])
}

/// A leg that may be tried: by the length of the whole way at least, then by what is left of it.
type Leg = Reverse<(Length, Length, u32, u32)>;

/// Looks for ways, in memory of its own that it uses again: a search allocates nothing once a few have been made.
#[derive(Clone, Debug, Default)]
pub struct Scout {
    clearance: Clearance,
    maker: RingMaker,
    /// Where the nodes are.
    places: Vec<Point>,
    nodes: Vec<Node>,
    rings: Vec<Ring>,
    /// By obstacle: its ring, once it was found in the way.
    ring_of: Vec<u32>,
    reached: Vec<Reached>,
    legs: BinaryHeap<Leg>,
    /// What was found in the way nearest to the goal.
    nearest: Option<(Length, Hindrance)>,
    /// Whether there is no goal, only places to be reached.
    nowhere: bool,
}

impl Scout {
    /// A scout that knows nothing yet.
    pub fn new() -> Scout {
        Scout::default()
    }

    /// The shortest way from a start to a goal that costs at most `most`, walked with the facing of the goal.
    ///
    /// Every way found passes [`Obstacles::check_path`]. It is the shortest over the corners of the rings, which keep
    /// a little more distance than they must: about a hundredth of both radii and the margin at most, and a unit or two
    /// for rounding. A gap with no more room to spare than that may be overlooked.
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
        let most = most.map(|most| most.min(LONGEST));
        let near = most.map(|most| Rect::new(start.at, start.at).grown(most + SLACK));
        self.clearance.fill(obstacles, mover, goal.facing, About::Leg, near);
        // A way with too many legs is looked for again with coarser corners, which close more gaps.
        for steps in [FINEST, FINEST / 2, FINEST / 4, FINEST / 8] {
            let corners = match self.search_both_ways(start.at, goal.at, most, steps) {
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

    /// The corners of the shortest way. Where an end stands in contact, a way may be seen from the other end only.
    fn search_both_ways(
        &mut self,
        start: Point,
        goal: Point,
        most: Option<Length>,
        steps: u16,
    ) -> Result<Corners, NoWay> {
        let closed = match self.search(start, goal, most, steps) {
            Err(closed @ NoWay::Closed(_)) => closed,
            found => return found,
        };
        let back = self.search(goal, start, most, steps).map_err(|_| closed)?;
        Ok(back.iter().rev().skip(1).copied().chain([goal]).collect())
    }

    /// The corners of the shortest way, without the start.
    fn search(&mut self, start: Point, goal: Point, most: Option<Length>, steps: u16) -> Result<Corners, NoWay> {
        self.begin(start, goal);
        let most = most.unwrap_or(LONGEST) + SLACK;
        let cut_off = self.spread(most, steps)?;
        if self.nodes[GOAL as usize].reached != NONE {
            return Ok(self.way_to_goal());
        }
        Err(match self.nearest {
            Some((_, by)) if !cut_off => NoWay::Closed(by),
            _ => NoWay::TooFar,
        })
    }

    /// Finds the shortest ways from the start to one place after the other, until the goal is reached or nothing else
    /// can be for at most so much. Whether something was left because it is too far.
    fn spread(&mut self, most: Length, steps: u16) -> Result<bool, NoWay> {
        self.reach(START, NONE, Length::ZERO);
        self.go_on(0);
        let mut tries = 0;
        while let Some(Reverse((key, left, node, from))) = self.legs.pop() {
            if key > most {
                return Ok(true);
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
                break;
            }
            self.go_on(self.reached.len() as u32 - 1);
        }
        Ok(false)
    }

    fn begin(&mut self, start: Point, goal: Point) {
        self.places.clear();
        self.nodes.clear();
        self.rings.clear();
        self.reached.clear();
        self.legs.clear();
        self.ring_of.clear();
        self.ring_of.resize(self.clearance.list.len(), NONE);
        self.nearest = None;
        self.nowhere = false;
        self.places.extend([start, goal]);
        self.nodes.extend([Node { ring: NONE, reached: NONE, dead: false }; 2]);
    }

    fn at(&self, node: u32) -> Point {
        self.places[node as usize]
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
        // What is drawn keeps the distance of the rings, so that ways through narrower gaps must not count there.
        let Some(index) = unknown else { return !(self.nowhere && self.cuts_a_ring(a, node)) };
        self.nodes[node as usize].dead = self.clearance.hits(index, b, b);
        self.add_ring(index, steps);
        false
    }

    /// Whether a straight line to a node runs through a ring that it does not start in, or ends in another ring.
    fn cuts_a_ring(&self, a: Point, node: u32) -> bool {
        let (b, own) = (self.at(node), self.nodes[node as usize].ring);
        let bounds = Rect::around(&[a, b]);
        let near = self.rings.iter().enumerate().filter(|(_, ring)| ring.bounds.meets(bounds));
        near.into_iter().any(|(index, ring)| {
            let corners = &self.places[ring.first as usize..ring.end as usize];
            let outside = |point: Point| touching(corners, point).is_some();
            outside(a) && crosses(corners, a, b) || index as u32 != own && !outside(b)
        })
    }

    fn add_ring(&mut self, index: usize, steps: u16) {
        let grown = self.clearance.list[index];
        let reach = if grown.keep == Keep::Beyond { grown.reach + Length(1) } else { grown.reach };
        let (ring, first) = (self.rings.len() as u32, self.places.len());
        self.ring_of[index] = ring;
        self.maker.add_ring(self.clearance.corners(index), reach, steps, &mut self.places);
        let corners = &self.places[first..];
        for &at in corners {
            self.nodes.push(Node { ring, reached: NONE, dead: !self.clearance.in_frame(at) });
        }
        let goal = self.places[GOAL as usize];
        let mut sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let holds_goal = sides.all(|(&a, &b)| orient(a, b, goal) >= 0);
        let bounds = Rect::around(corners);
        self.rings.push(Ring { first: first as u32, end: self.places.len() as u32, bounds, holds_goal });
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
        let Ring { first, end, bounds, .. } = self.rings[ring as usize];
        let bend = self.bend(reached);
        if !bend.may_go_to(bounds) {
            return;
        }
        let at = bend.at;
        match touching(&self.places[first as usize..end as usize], at) {
            Some(ends) => {
                for node in ends.map(|index| first + index as u32) {
                    if bend.is_taut(self.at(node)) {
                        self.put(reached, at, node);
                    }
                }
            }
            None => (first..end).for_each(|node| self.put(reached, at, node)),
        }
    }

    fn is_taut(&self, reached: u32, to: Point) -> bool {
        self.bend(reached).is_taut(to)
    }

    fn bend(&self, reached: u32) -> Bend {
        let Reached { node, from, at, side, .. } = self.reached[reached as usize];
        let Some(ring) = self.rings.get(self.nodes[node as usize].ring as usize) else {
            return Bend { from: at, at, next: at, before: at, side: Side::Open };
        };
        let from = self.reached.get(from as usize).map_or(at, |from| from.at);
        Bend { from, at, next: self.at(ring.next(node)), before: self.at(ring.before(node)), side }
    }

    fn put(&mut self, reached: u32, at: Point, node: u32) {
        let Node { dead, reached: known, .. } = self.nodes[node as usize];
        if dead || known != NONE {
            return;
        }
        let to = self.at(node);
        let left = if self.nowhere { Length::ZERO } else { to.distance_up(self.at(GOAL)) };
        let cost = self.reached[reached as usize].cost + at.distance_up(to);
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

/// Room for ways that have too many legs as well.
type Corners = SmallVec<[Point; 64]>;
