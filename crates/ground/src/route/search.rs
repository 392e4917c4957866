//! The search over the corners of rings.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::rings::{Ring, is_inside, runs_through, touching};
use super::{Corners, LONGEST, NoWay, SLACK, Walk};
use crate::clearance::{Clearance, Line};
use crate::polygon::on_segment;
use crate::ring::{RingMaker, widest};
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
    /// Where a way begins.
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
    /// How finely rings are cut.
    steps: u16,
    /// Where the nodes are.
    pub(super) places: Vec<Point>,
    pub(super) nodes: Vec<Node>,
    /// By obstacle.
    pub(super) rings: Vec<Ring>,
    /// The rings that were found in the way.
    found: Vec<u32>,
    pub(super) reached: Vec<Reached>,
    legs: BinaryHeap<Leg>,
    /// The nodes next to the start and the goal that ways go through; none at an end that lies in no sliver.
    pub(super) exits: Range<u32>,
    entries: Range<u32>,
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

    /// The corners of the shortest way, without the start.
    pub(super) fn search(
        &mut self,
        walk: Walk<'_>,
        start: Point,
        goal: Point,
        most: Option<Length>,
        steps: u16,
        by: Hindrance,
    ) -> Result<Corners, NoWay> {
        self.begin(start, goal, steps);
        let ((exits, leaving), (entries, entering)) =
            self.open_doors(walk, START).zip(self.open_doors(walk, GOAL)).ok_or(NoWay::Closed(by))?;
        (self.exits, self.entries) = (exits, entries);
        // Legs are joined where a way need not go through its doors.
        let most = most.unwrap_or(LONGEST) + SLACK + (leaving + entering) * 2;
        let cut_off = self.spread(most)?;
        if self.nodes[GOAL as usize].reached != NONE {
            return Ok(self.way_to_goal(walk));
        }
        Err(if cut_off { NoWay::TooFar } else { NoWay::Closed(self.nearest.map_or(by, |(_, by)| by)) })
    }

    pub(super) fn begin(&mut self, start: Point, goal: Point, steps: u16) {
        self.places.clear();
        self.nodes.clear();
        self.reached.clear();
        self.legs.clear();
        self.found.clear();
        self.nearest = None;
        self.nowhere = None;
        self.steps = steps;
        (self.exits, self.entries) = (0..0, 0..0);
        self.rings.clear();
        let unmade = |&bounds: &Rect| Ring { first: 0, end: 0, bounds: widest(bounds, steps), in_the_way: false };
        self.rings.extend(self.clearance.boxes.iter().map(unmade));
        self.add_place(start);
        self.add_place(goal);
    }

    /// As [`Scout::begin`], without a goal: ways to everything are looked for.
    pub(super) fn begin_without_goal(&mut self, start: Point, steps: u16, most: Length) {
        self.begin(start, start, steps);
        self.nowhere = Some(most);
        self.nodes[GOAL as usize].dead = true;
    }

    fn add_place(&mut self, at: Point) {
        self.places.push(at);
        self.nodes.push(Node { ring: NONE, reached: NONE, dead: false });
    }

    /// Adds the doors of an end as nodes. Which, and how far the furthest is; `None` if it has none but needs one.
    pub(super) fn open_doors(&mut self, walk: Walk<'_>, end: u32) -> Option<(Range<u32>, Length)> {
        let at = self.at(end);
        let doors = self.doors(walk, at)?;
        let first = self.places.len() as u32;
        doors.iter().for_each(|&door| self.add_place(door));
        let furthest = doors.iter().map(|&door| at.distance_up(door)).max().unwrap_or(Length::ZERO);
        Some((first..self.places.len() as u32, furthest))
    }

    /// Finds the shortest ways from the start to one place after the other, until the goal is reached or nothing else
    /// can be for at most so much. Whether something was left because it is too far.
    pub(super) fn spread(&mut self, most: Length) -> Result<bool, NoWay> {
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
            if !self.is_open(from, node) {
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
                // Legs touch their rings, so that both neighbours lie on the same side.
                let next = orient(from.at, at, self.at(ring.next(node)));
                let before = orient(from.at, at, self.at(ring.before(node)));
                if next >= 0 && before >= 0 { Side::Left } else { Side::Right }
            }
            _ => Side::Open,
        };
        self.nodes[node as usize].reached = self.reached.len() as u32;
        self.reached.push(Reached { node, from, cost, at, side });
    }

    /// Whether the mover can go straight to a node. A ring that is found in the way for the first time opens ways
    /// around it from every place reached so far.
    ///
    /// These places stay as they are: a shorter way to one of them around the new ring would have been tried, straight
    /// through the obstacle, before.
    fn is_open(&mut self, from: u32, node: u32) -> bool {
        let (a, b) = (self.reached[from as usize].at, self.at(node));
        // Legs through doors are clear; that is how the doors were found.
        if (node == GOAL && !self.entries.is_empty()) || self.exits.contains(&node) {
            return true;
        }
        let line = Line::new(a, b);
        let mut new = None;
        for index in 0..self.rings.len() {
            if !line.meets(self.rings[index].bounds) {
                continue;
            }
            let ring = self.make(index);
            let corners = ring.corners(&self.places);
            if !line.meets(ring.bounds) || !runs_through(corners, a, b) {
                continue;
            }
            if is_inside(corners, b) {
                self.nodes[node as usize].dead = true;
            }
            if node == GOAL || self.entries.contains(&node) {
                let found = (a.distance_up(b), Hindrance::Owner(self.clearance.list[index].owner));
                self.nearest = Some(self.nearest.map_or(found, |nearest| nearest.min(found)));
            }
            if ring.in_the_way {
                return false;
            }
            new = new.or(Some(index));
        }
        let Some(index) = new else { return true };
        self.go_around(index);
        false
    }

    /// The ring of an obstacle, made now if it was not before.
    pub(super) fn make(&mut self, index: usize) -> Ring {
        if !self.rings[index].is_made() {
            let first = self.places.len();
            let core = self.clearance.core(index, &mut self.room);
            self.maker.add_ring(core, self.clearance.list[index].ring_reach(), self.steps, &mut self.places);
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
            if !self.is_passed_through(self.reached[reached as usize].node) {
                self.try_ring(reached, index as u32);
            }
        }
    }

    /// Whether ways lead from here through a door only.
    pub(super) fn is_passed_through(&self, node: u32) -> bool {
        node == START && !self.exits.is_empty() || self.entries.contains(&node)
    }

    /// Puts the legs from a place just reached on the list: to the goal, along its own ring, and to every other ring.
    fn go_on(&mut self, reached: u32) {
        let Reached { node, at, side, .. } = self.reached[reached as usize];
        if self.is_passed_through(node) {
            let doors = if node == START { self.exits.clone() } else { GOAL..GOAL + 1 };
            doors.for_each(|door| self.put(reached, at, door));
            return;
        }
        let bend = self.bend(reached);
        let goals = if self.entries.is_empty() { GOAL..GOAL + 1 } else { self.entries.clone() };
        for goal in goals {
            if bend.is_taut(self.at(goal)) {
                self.put(reached, at, goal);
            }
        }
        let own = self.nodes[node as usize].ring;
        if let Some(&ring) = self.rings.get(own as usize) {
            self.put(reached, at, if side == Side::Right { ring.before(node) } else { ring.next(node) });
        }
        for index in 0..self.found.len() {
            if self.found[index] != own {
                self.try_ring(reached, self.found[index]);
            }
        }
    }

    /// Puts the legs that touch a ring on the list.
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
        match touching(ring.corners(&self.places), at) {
            Some(ends) => ends.into_iter().for_each(|index| put(self, ring.first + index as u32)),
            // A ring of no width, seen along it.
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
        let Node { dead, reached: known, .. } = self.nodes[node as usize];
        let to = self.at(node);
        // Where two rings share a corner, one of them is enough.
        let is_here = to == at && !self.is_passed_through(self.reached[reached as usize].node);
        if dead || known != NONE || is_here {
            return;
        }
        let left = if self.nowhere.is_some() { Length::ZERO } else { to.distance_up(self.at(GOAL)) };
        let cost = self.reached[reached as usize].cost + at.distance_up(to);
        self.legs.push(Reverse((cost + left, left, node, reached)));
    }

    /// The corners of the way just found, without doors that it need not go through.
    fn way_to_goal(&self, walk: Walk<'_>) -> Corners {
        let mut way = Corners::new();
        let mut here = self.reached.last();
        while let Some(reached) = here {
            way.push(reached.at);
            here = self.reached.get(reached.from as usize);
        }
        way.reverse();
        if !self.exits.is_empty() {
            while way.len() > 2 && walk.is_clear(way[0], way[2]) {
                way.remove(1);
            }
        }
        if !self.entries.is_empty() {
            while let [.., a, _, b] = *way
                && walk.is_clear(a, b)
            {
                way.remove(way.len() - 2);
            }
        }
        let mut index = 1;
        while index + 1 < way.len() {
            let (before, at, after) = (way[index - 1], way[index], way[index + 1]);
            if on_segment(at, before, after) {
                way.remove(index);
            } else {
                index += 1;
            }
        }
        way.remove(0);
        way
    }
}
