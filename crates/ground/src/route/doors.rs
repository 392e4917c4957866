//! Doors: where a way leaves the sliver between an obstacle and its ring, if it starts or ends there.

use smallvec::SmallVec;

use super::places::{Ends, around, foot, meeting};
use super::rings::{Ring, is_inside, runs_through};
use super::{Scout, Walk};
use crate::{Length, Point, Rect};

/// No door is further away.
pub(super) const FURTHEST_DOOR: Length = Length::inches(1);
/// The first look for doors goes at least this far.
const FIRST_LOOK: Length = Length(64);
/// An end has no more doors than this.
const MOST_DOORS: usize = 8;

pub(super) type Doors = SmallVec<[Point; MOST_DOORS]>;

/// A side of a ring or of the frame.
#[derive(Clone, Copy, Debug)]
struct Wall {
    ends: Ends,
    /// A box around it, with room for rounding.
    bounds: Rect,
    /// Which ring or side of the frame it belongs to.
    of: usize,
}

impl Wall {
    fn new(a: Point, b: Point, of: usize) -> Wall {
        Wall { ends: (a, b), bounds: Rect::around(&[a, b]).grown(Length(2)), of }
    }
}

impl Scout {
    /// The doors of an end of a way that a ring holds: places outside of all rings that the mover can go straight to,
    /// and none of which can be gone to from another that is nearer. There may be none.
    ///
    /// They depend on the end and what is around it only, so that a way has the same doors from either side.
    pub(super) fn doors(&mut self, walk: Walk<'_>, end: Point) -> Doors {
        let holds = |ring: &Ring| ring.in_the_way && is_inside(ring.corners(&self.places), end);
        let holding = self.rings.iter().zip(&self.clearance.list).filter(|(ring, _)| holds(ring));
        let reach = holding.map(|(_, grown)| grown.reach).max().unwrap_or(Length::ZERO);
        // Between two round bases in contact, the sliver is longer than wide: about a tenth of both radii.
        let first = Length(reach.0 / 6).max(FIRST_LOOK).min(FURTHEST_DOOR);
        let mut looks = [first, FURTHEST_DOOR].into_iter().map(|look| self.doors_within(walk, end, look));
        looks.find(|doors| !doors.is_empty()).unwrap_or_default()
    }

    /// The doors that one look finds, which goes so far to all sides.
    fn doors_within(&mut self, walk: Walk<'_>, end: Point, look: Length) -> Doors {
        let view = Rect::new(end, end).grown(look);
        let near: SmallVec<[usize; 16]> =
            (0..self.rings.len()).filter(|&index| self.rings[index].bounds.meets(view)).collect();
        let walls = self.walls_of(&near, view);
        let ring_of = |index: usize| self.rings[index].corners(&self.places);
        let is_free = |place: Point| {
            view.contains(place)
                && self.clearance.in_frame(place)
                && !near.iter().any(|&index| is_inside(ring_of(index), place))
        };
        let mut found: SmallVec<[(i64, Point); 16]> = SmallVec::new();
        for place in places_of_interest(&walls, end) {
            let mut nearest = None;
            for place in around(place) {
                // Few are nearer than the nearest so far: whether one is free is asked of these only.
                let found = (end.distance_squared(place), place);
                if nearest.is_none_or(|nearest| found < nearest) && is_free(place) {
                    nearest = Some(found);
                }
            }
            found.extend(nearest);
        }
        found.sort_unstable();
        let mut doors = Doors::new();
        for (_, place) in found {
            let sees = |&door: &Point| !near.iter().any(|&index| runs_through(ring_of(index), door, place));
            if doors.len() < MOST_DOORS && !doors.iter().any(sees) && walk.is_clear(end, place) {
                doors.push(place);
            }
        }
        doors
    }

    /// The walls of some rings, made now if they were not before, and of the frame, as far as they come into view.
    fn walls_of(&mut self, rings: &[usize], view: Rect) -> SmallVec<[Wall; 32]> {
        let mut walls = SmallVec::new();
        for &index in rings {
            let ring = self.make(index).corners(&self.places);
            let sides = ring.iter().zip(ring.iter().cycle().skip(1)).filter(|(a, b)| a != b);
            let sides = sides.map(|(&a, &b)| Wall::new(a, b, index));
            walls.extend(sides.filter(|wall| wall.bounds.meets(view)));
        }
        if let Some(frame) = self.clearance.frame {
            let [a, b, c, d] = frame.corners();
            let sides = [(a, b), (b, c), (c, d), (d, a)].into_iter().enumerate().filter(|(_, (a, b))| a != b);
            let sides = sides.map(|(side, (a, b))| Wall::new(a, b, usize::MAX - side));
            walls.extend(sides.filter(|wall| wall.bounds.meets(view)));
        }
        walls
    }
}

/// Where walls are nearest to a point, and where they meet, as whole points next to these places.
fn places_of_interest(walls: &[Wall], end: Point) -> impl Iterator<Item = Point> {
    let feet = walls.iter().filter_map(move |&wall| on_both(wall, wall, foot(wall.ends, end)?));
    let meetings = walls.iter().enumerate().flat_map(move |(index, &wall)| {
        let others = walls[..index].iter().filter(move |other| other.of != wall.of && other.bounds.meets(wall.bounds));
        others.filter_map(move |&other| on_both(wall, other, meeting(wall.ends, other.ends)?))
    });
    feet.chain(meetings)
}

/// The place, if it is no further along the two lines than the walls are long.
fn on_both(wall: Wall, other: Wall, place: Point) -> Option<Point> {
    (wall.bounds.contains(place) && other.bounds.contains(place)).then_some(place)
}
