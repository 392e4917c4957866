//! Doors: where a way leaves the sliver between an obstacle and its ring, if it starts or ends there.

use smallvec::SmallVec;

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
    a: Point,
    b: Point,
    /// A box around it, with room for rounding.
    bounds: Rect,
    /// Which ring or side of the frame it belongs to.
    of: usize,
}

impl Wall {
    fn new(a: Point, b: Point, of: usize) -> Wall {
        Wall { a, b, bounds: Rect::around(&[a, b]).grown(Length(2)), of }
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
        let doors = [first, FURTHEST_DOOR].into_iter().map(|reach| self.doors_within(walk, end, reach));
        doors.into_iter().find(|doors| !doors.is_empty()).unwrap_or_default()
    }

    fn doors_within(&mut self, walk: Walk<'_>, end: Point, reach: Length) -> Doors {
        let view = Rect::new(end, end).grown(reach);
        let mut near: SmallVec<[usize; 16]> = SmallVec::new();
        let mut walls: SmallVec<[Wall; 32]> = SmallVec::new();
        for index in 0..self.rings.len() {
            if self.rings[index].bounds.meets(view) {
                let ring = self.make(index).corners(&self.places);
                let sides = ring.iter().zip(ring.iter().cycle().skip(1)).filter(|(a, b)| a != b);
                let sides = sides.map(|(&a, &b)| Wall::new(a, b, index));
                walls.extend(sides.filter(|wall| wall.bounds.meets(view)));
                near.push(index);
            }
        }
        if let Some(frame) = self.clearance.frame {
            let [a, b, c, d] = frame.corners();
            let sides = [(a, b), (b, c), (c, d), (d, a)].into_iter().enumerate().filter(|(_, (a, b))| a != b);
            let sides = sides.map(|(side, (a, b))| Wall::new(a, b, usize::MAX - side));
            walls.extend(sides.filter(|wall| wall.bounds.meets(view)));
        }
        let ring_of = |index: usize| self.rings[index].corners(&self.places);
        let is_free = |place: Point| {
            view.contains(place)
                && self.clearance.in_frame(place)
                && !near.iter().any(|&index| is_inside(ring_of(index), place))
        };
        let mut found: SmallVec<[(i64, Point); 16]> = SmallVec::new();
        for place in places_of_interest(&walls, end) {
            let around = (-1..=2).flat_map(|dx| (-1..=2).map(move |dy| Point::new(place.x + dx, place.y + dy)));
            let mut best = None;
            for place in around {
                let nearer =
                    Some((end.distance_squared(place), place)).filter(|found| best.is_none_or(|best| *found < best));
                best = nearer.filter(|_| is_free(place)).or(best);
            }
            found.extend(best);
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
}

/// Where walls are nearest to a point, and where they meet, rounded down.
fn places_of_interest(walls: &[Wall], end: Point) -> impl Iterator<Item = Point> {
    let feet = walls.iter().filter_map(move |&wall| on_both(wall, wall, foot(wall, end)));
    let meetings = walls.iter().enumerate().flat_map(move |(index, &wall)| {
        let others = walls[..index].iter().filter(move |other| other.of != wall.of && other.bounds.meets(wall.bounds));
        others.filter_map(move |&other| on_both(wall, other, meeting(wall, other)?))
    });
    feet.chain(meetings)
}

/// The place, if it is no further along the two lines than the walls are long.
fn on_both(wall: Wall, other: Wall, (x, y): (i64, i64)) -> Option<Point> {
    let place = Point::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?);
    (wall.bounds.contains(place) && other.bounds.contains(place)).then_some(place)
}

/// The place on an endless wall that is nearest to a point, rounded down.
fn foot(wall: Wall, from: Point) -> (i64, i64) {
    let ((ax, ay), (dx, dy)) = (seen(wall.a, from), seen(wall.b, wall.a));
    along(wall, -(ax * dx + ay * dy), dx * dx + dy * dy)
}

/// The place where two endless walls meet, rounded down.
fn meeting(wall: Wall, other: Wall) -> Option<(i64, i64)> {
    let ((dx, dy), (bx, by), (ex, ey)) = (seen(wall.b, wall.a), seen(other.a, wall.a), seen(other.b, other.a));
    let over = dx * ey - dy * ex;
    (over != 0).then(|| along(wall, bx * ey - by * ex, over))
}

/// The place at `part / whole` of a wall, rounded down.
fn along(wall: Wall, part: i64, whole: i64) -> (i64, i64) {
    let (dx, dy) = seen(wall.b, wall.a);
    let step =
        |from: i32, by: i64| i64::from(from) + (i128::from(by) * i128::from(part)).div_euclid(i128::from(whole)) as i64;
    (step(wall.a.x, dx), step(wall.a.y, dy))
}

fn seen(point: Point, from: Point) -> (i64, i64) {
    (i64::from(point.x) - i64::from(from.x), i64::from(point.y) - i64::from(from.y))
}
