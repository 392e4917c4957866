//! The search over the corners of rings.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::doors::Doors;
use super::rings::{Ring, is_inside, runs_through, touching};
use super::{Corners, LONGEST, NoWay, SLACK, Walk};
use crate::clearance::{Clearance, Line};
use crate::polygon::on_segment;
use crate::ring::{RingMaker, further_out};
use crate::shape::orient;
use crate::{Hindrance, Length, Point, Rect};

/// Straight lines that a search tries before it gives up.
const MOST_TRIES: u32 = 20_000;
/// Places that a search goes on from before it gives up.
const MOST_REACHED: usize = 2_000;

pub(super) const START: u32 = 0;
pub(super) const GOAL: u32 = 1;
pub(super) const NONE: u32 = u32::MAX;

/// Which way round an obstacle a way has come; it must go on round the same side, or it could be pulled straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The obstacle lies to the left.
    Left,
    /// The obstacle lies to the right.
    Right,
    /// At an end of a way or next to it, where nothing is known.
    Open,
}

/// What is known of a place that a way may turn at: an end, a door, or a corner of a ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) ring: u32,
    /// The place in `reached`, once the shortest way to it is known.
    reached: u32,
    /// Whether the mover cannot be there at all.
    pub(super) dead: bool,
}

/// A node with the shortest way to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) node: u32,
    /// The place in `reached` that the way comes from.
    pub(super) from: u32,
    pub(super) cost: Length,
    pub(super) at: Point,
    pub(super) side: Side,
}

/// A place reached at a corner, with what a way must do there to be pulled tight around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    pub(super) from: Point,
    pub(super) at: Point,
    pub(super) next: Point,
    pub(super) before: Point,
    pub(super) side: Side,
}

impl Bend {
    /// Whether a way that goes on to a point is pulled tight.
    fn is_taut(&self, to: Point) -> bool {
        let (next, before) = (orient(self.at, to, self.next), orient(self.at, to, self.before));
        match self.side {
            Side::Left => next >= 0 && before >= 0 && orient(self.from, self.at, to) >= 0,
            Side::Right => next <= 0 && before <= 0 && orient(self.from, self.at, to) <= 0,
            Side::Open => true,
        }
    }

    /// Whether such a way may lead into a box: tight ways go on between straight ahead and along the ring, which is a
    /// narrow wedge. A quick look that spares most rings the search for a point to touch.
    pub(super) fn may_go_to(&self, bounds: Rect) -> bool {
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

/// A leg that may be tried: by the length of the whole way at least, then by what is left of it.
type Leg = Reverse<(Length, Length, u32, u32)>;

/// Looks for ways, in memory of its own that it uses again: a search allocates nothing once a few have been made.
#[derive(Clone, Debug, Default)]
pub struct Scout {
    pub(super) clearance: Clearance,
    pub(super) maker: RingMaker,
    /// Where the nodes are.
    pub(super) places: Vec<Point>,
    pub(super) nodes: Vec<Node>,
    /// By obstacle.
    pub(super) rings: Vec<Ring>,
    /// The rings that were found in the way.
    found: Vec<u32>,
    pub(super) reached: Vec<Reached>,
    legs: BinaryHeap<Leg>,
    /// The doors of the start and the goal.
    pub(super) exits: Range<u32>,
    entries: Range<u32>,
    /// Whether a ring holds the start, and whether one holds the goal.
    pub(super) held: [bool; 2],
    /// What was found in the way nearest to the goal.
    nearest: Option<(Length, Hindrance)>,
    /// What ways may cost, if there is no goal, only places to be reached.
    nowhere: Option<Length>,
    /// Room for the corners of an obstacle with those of the mover.
    room: Vec<Point>,
}

impl Scout {
    /// A scout that knows nothing yet.
    pub fn new() -> Scout {
        Scout::default()
    }

    /// The corners of the shortest way, however many, from the start to the goal; `by` is in the way of the straight one.
    pub(super) fn search(
        &mut self,
        walk: Walk<'_>,
        start: Point,
        goal: Point,
        most: Option<Length>,
        by: Hindrance,
    ) -> Result<Corners, NoWay> {
        self.begin(start, goal);
        self.exits = self.open_doors(walk, START);
        self.entries = self.open_doors(walk, GOAL);
        let cut_off = self.spread(walk, most.unwrap_or(LONGEST) + SLACK)?;
        if self.nodes[GOAL as usize].reached != NONE {
            return Ok(self.way_to_goal());
        }
        Err(if cut_off { NoWay::TooFar } else { NoWay::Closed(self.nearest.map_or(by, |(_, by)| by)) })
    }

    pub(super) fn begin(&mut self, start: Point, goal: Point) {
        self.places.clear();
        self.nodes.clear();
        self.reached.clear();
        self.held = [false; 2];
        self.legs.clear();
        self.found.clear();
        self.nearest = None;
        self.nowhere = None;
        (self.exits, self.entries) = (0..0, 0..0);
        self.rings.clear();
        let unmade = |&bounds: &Rect| Ring::unmade(bounds, further_out(bounds));
        self.rings.extend(self.clearance.boxes.iter().map(unmade));
        self.add_place(start);
        self.add_place(goal);
    }

    /// As [`Scout::begin`], without a goal: ways to everything are looked for.
    pub(super) fn begin_without_goal(&mut self, start: Point, most: Length) {
        self.begin(start, start);
        self.nowhere = Some(most);
        self.nodes[GOAL as usize].dead = true;
    }

    fn add_place(&mut self, at: Point) {
        self.places.push(at);
        self.nodes.push(Node { ring: NONE, reached: NONE, dead: false });
    }

    /// Finds the rings that hold an end, looks for ways around them, and adds the doors of the end as nodes.
    pub(super) fn open_doors(&mut self, walk: Walk<'_>, end: u32) -> Range<u32> {
        let at = self.at(end);
        for index in 0..self.rings.len() {
            if self.rings[index].bounds.contains(at) && is_inside(self.make(index).corners(&self.places), at) {
                self.held[end as usize] = true;
                self.rings[index].holds_goal |= end == GOAL;
                if !self.rings[index].in_the_way {
                    self.go_around(index);
                }
            }
        }
        let doors = if self.held[end as usize] { self.doors(walk, at) } else { Doors::new() };
        let first = self.places.len() as u32;
        doors.iter().for_each(|&door| self.add_place(door));
        first..self.places.len() as u32
    }

    /// Finds the shortest ways from the start to one place after the other, until the goal is reached or nothing else
    /// can be for at most so much. Whether something was left because it is too far.
    pub(super) fn spread(&mut self, walk: Walk<'_>, most: Length) -> Result<bool, NoWay> {
        self.reach(START, NONE, Length::ZERO);
        self.go_on(0);
        let mut tries = 0;
        while let Some(Reverse((key, left, node, from))) = self.legs.pop() {
            if key > most {
                return Ok(true);
            }
            if self.nodes[node as usize].dead || self.is_reached_for(node, key - left) {
                continue;
            }
            tries += 1;
            if tries > MOST_TRIES || self.reached.len() >= MOST_REACHED {
                return Err(NoWay::TooHard);
            }
            if !self.is_open(walk, from, node) {
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

    pub(super) fn at(&self, node: u32) -> Point {
        self.places[node as usize]
    }

    /// Notes the shortest way to a node.
    fn reach(&mut self, node: u32, from: u32, cost: Length) {
        let (at, ring) = (self.at(node), self.nodes[node as usize].ring);
        let side = match (self.reached.get(from as usize), self.rings.get(ring as usize)) {
            (Some(from), Some(ring)) => {
                let next = orient(from.at, at, self.at(ring.next(node)));
                let before = orient(from.at, at, self.at(ring.before(node)));
                match (next.signum(), before.signum()) {
                    // Straight behind lies only a ring of no width.
                    (0, 0) | (1, -1) | (-1, 1) => Side::Open,
                    (0 | 1, 0 | 1) => Side::Left,
                    _ => Side::Right,
                }
            }
            _ => Side::Open,
        };
        self.nodes[node as usize].reached = self.reached.len() as u32;
        self.reached.push(Reached { node, from, cost, at, side });
    }

    /// Whether a way to a node is known that costs no more.
    fn is_reached_for(&self, node: u32, cost: Length) -> bool {
        self.reached.get(self.nodes[node as usize].reached as usize).is_some_and(|known| known.cost <= cost)
    }

    /// Whether this is the shortest way known to where it leads.
    pub(super) fn is_best(&self, reached: u32) -> bool {
        self.nodes[self.reached[reached as usize].node as usize].reached == reached
    }

    /// Whether the mover can go straight to a node. A ring that is found in the way for the first time opens ways
    /// around it from every place reached so far; some of them may be shorter than what is known, and replace it.
    fn is_open(&mut self, walk: Walk<'_>, from: u32, node: u32) -> bool {
        let (a, b) = (self.reached[from as usize].at, self.at(node));
        // From within a ring, and into it, only what the obstacles themselves leave open counts.
        let exact = (from == 0 && self.held[0]) || (node == GOAL && self.held[1]);
        if exact && walk.is_clear(a, b) {
            return true;
        }
        let line = Line::new(a, b);
        let mut new = None;
        for index in 0..self.rings.len() {
            if !self.is_crossed(index, &line) {
                continue;
            }
            if node == GOAL {
                let found = (a.distance_up(b), Hindrance::Owner(self.clearance.list[index].owner));
                self.nearest = Some(self.nearest.map_or(found, |nearest| nearest.min(found)));
            }
            match (exact, self.rings[index].in_the_way) {
                // Any of them may be the one that is in the way.
                (true, false) => self.go_around(index),
                (true, true) => {}
                (false, true) => {
                    self.bury(node, index);
                    return false;
                }
                (false, false) => new = new.or(Some(index)),
            }
        }
        if let Some(index) = new {
            self.bury(node, index);
            self.go_around(index);
        }
        new.is_none() && !exact
    }

    /// Whether a line runs through a ring, which is made now if a quick look does not tell.
    fn is_crossed(&mut self, index: usize, line: &Line) -> bool {
        let ring = self.rings[index];
        let is_beside = || !ring.is_made() && self.clearance.is_beside(index, line, ring.further);
        if !line.meets(ring.bounds) || is_beside() {
            return false;
        }
        runs_through(self.make(index).corners(&self.places), line.from, line.to)
    }

    /// Marks a node as dead if a ring lies over it.
    fn bury(&mut self, node: u32, index: usize) {
        let is_inside = is_inside(self.rings[index].corners(&self.places), self.at(node));
        self.nodes[node as usize].dead |= is_inside;
    }

    /// The ring of an obstacle, made now if it was not before.
    pub(super) fn make(&mut self, index: usize) -> Ring {
        if !self.rings[index].is_made() {
            let first = self.places.len();
            let core = self.clearance.core(index, &mut self.room);
            self.maker.add_ring(core, self.clearance.list[index].ring_reach(), &mut self.places);
            let corners = &self.places[first..];
            for &at in corners {
                let dead = !self.clearance.in_frame(at);
                self.nodes.push(Node { ring: index as u32, reached: NONE, dead });
            }
            let ring = &mut self.rings[index];
            debug_assert!(ring.bounds.covers(Rect::around(corners)), "{ring:?} for {corners:?}");
            ring.bounds = Rect::around(corners);
            (ring.first, ring.end) = (first as u32, self.places.len() as u32);
        }
        self.rings[index]
    }

    /// Looks for ways around a ring from every place reached so far.
    pub(super) fn go_around(&mut self, index: usize) {
        self.make(index);
        self.rings[index].in_the_way = true;
        self.found.push(index as u32);
        for reached in 0..self.reached.len() as u32 {
            if self.is_best(reached) {
                self.try_ring(reached, index as u32);
            }
        }
    }

    /// Puts the legs from a place just reached on the list: to the goal, along its own ring, and to every other ring.
    fn go_on(&mut self, reached: u32) {
        let Reached { node, at, side, .. } = self.reached[reached as usize];
        let bend = self.bend(reached);
        let own = self.nodes[node as usize].ring;
        let into_ring = self.rings.get(own as usize).is_some_and(|ring| ring.holds_goal);
        for goal in std::iter::once(GOAL).chain(self.entries.clone()) {
            if bend.is_taut(self.at(goal)) || (into_ring && goal == GOAL) {
                self.put(reached, at, goal);
            }
        }
        if node == START {
            self.exits.clone().for_each(|exit| self.put(reached, at, exit));
        }
        if let Some(&ring) = self.rings.get(own as usize) {
            if side != Side::Right {
                self.put(reached, at, ring.next(node));
            }
            if side != Side::Left {
                self.put(reached, at, ring.before(node));
            }
        }
        for index in 0..self.found.len() {
            if self.found[index] != own {
                self.try_ring(reached, self.found[index]);
            }
        }
    }

    /// Puts the legs that touch a ring on the list. One that holds the start or the goal may be left or entered anywhere.
    fn try_ring(&mut self, reached: u32, ring: u32) {
        let ring = self.rings[ring as usize];
        let bend = self.bend(reached);
        let at = bend.at;
        let far = self.nowhere.is_some_and(|most| {
            let left = most - self.reached[reached as usize].cost;
            !Rect::new(at, at).grown(left).meets(ring.bounds)
        });
        if far || !bend.may_go_to(ring.bounds) {
            return;
        }
        let put = |scout: &mut Scout, node: u32| {
            if bend.is_taut(scout.at(node)) {
                scout.put(reached, at, node);
            }
        };
        match touching(ring.corners(&self.places), at).filter(|_| !ring.holds_goal) {
            Some(ends) => ends.into_iter().for_each(|index| put(self, ring.first + index as u32)),
            None => (ring.first..ring.end).for_each(|node| put(self, node)),
        }
    }

    pub(super) fn bend(&self, reached: u32) -> Bend {
        let Reached { node, from, at, side, .. } = self.reached[reached as usize];
        let Some(ring) = self.rings.get(self.nodes[node as usize].ring as usize) else {
            return Bend { from: at, at, next: at, before: at, side: Side::Open };
        };
        let from = self.reached.get(from as usize).map_or(at, |from| from.at);
        Bend { from, at, next: self.at(ring.next(node)), before: self.at(ring.before(node)), side }
    }

    fn put(&mut self, reached: u32, at: Point, node: u32) {
        let to = self.at(node);
        let cost = self.reached[reached as usize].cost + at.distance_up(to);
        // Where two rings share a corner, one of them is enough.
        if self.nodes[node as usize].dead || to == at || self.is_reached_for(node, cost) {
            return;
        }
        let left = if self.nowhere.is_some() { Length::ZERO } else { to.distance_up(self.at(GOAL)) };
        self.legs.push(Reverse((cost + left, left, node, reached)));
    }

    /// The corners of the way just found, without those that lie straight between two others.
    fn way_to_goal(&self) -> Corners {
        let mut way = Corners::new();
        let mut here = self.reached.last();
        while let Some(reached) = here {
            while let [.., after, at] = *way
                && on_segment(at, reached.at, after)
            {
                way.pop();
            }
            way.push(reached.at);
            here = self.reached.get(reached.from as usize);
        }
        way.reverse();
        way
    }
}
