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

/// A side of a ring or of the frame, endless.
#[derive(Clone, Copy, Debug)]
struct Wall {
    a: Point,
    b: Point,
    of: usize,
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
                let sides = sides.map(|(&a, &b)| Wall { a, b, of: index });
                walls.extend(sides.filter(|wall| Rect::around(&[wall.a, wall.b]).meets(view)));
                near.push(index);
            }
        }
        if let Some(frame) = self.clearance.frame {
            let [a, b, c, d] = frame.corners();
            let sides = [(a, b), (b, c), (c, d), (d, a)].into_iter().enumerate();
            let sides = sides.map(|(side, (a, b))| Wall { a, b, of: usize::MAX - side });
            walls.extend(sides.filter(|wall| wall.a != wall.b && Rect::around(&[wall.a, wall.b]).meets(view)));
        }
        let ring_of = |index: usize| self.rings[index].corners(&self.places);
        let is_free = |place: Point| {
            view.contains(place)
                && self.clearance.in_frame(place)
                && !near.iter().any(|&index| is_inside(ring_of(index), place))
        };
        let mut found: SmallVec<[(i64, Point); 16]> = SmallVec::new();
        let mut take = |(x, y): (i64, i64)| {
            if x.abs().max(y.abs()) > i64::from(reach.0) {
                return;
            }
            let around = (-1..=2).flat_map(|dx| (-1..=2).map(move |dy| (x as i32 + dx, y as i32 + dy)));
            let places = around.map(|(x, y)| Point::new(end.x + x, end.y + y));
            let best = places.filter(|&place| is_free(place)).map(|place| (end.distance_squared(place), place)).min();
            found.extend(best.filter(|best| !found.contains(best) && walk.is_clear(end, best.1)));
        };
        for (index, &wall) in walls.iter().enumerate() {
            take(foot(wall, end));
            for &other in walls[index + 1..].iter().filter(|other| other.of != wall.of) {
                meeting(wall, other, end).into_iter().for_each(&mut take);
            }
        }
        found.sort_unstable();
        let mut doors = Doors::new();
        for (_, place) in found {
            let sees = |&door: &Point| !near.iter().any(|&index| runs_through(ring_of(index), door, place));
            if doors.len() < MOST_DOORS && !doors.iter().any(sees) {
                doors.push(place);
            }
        }
        doors
    }
}

/// The place on a wall that is nearest to a point, seen from there, rounded down.
fn foot(wall: Wall, from: Point) -> (i64, i64) {
    let ((ax, ay), (dx, dy)) = (seen(wall.a, from), seen(wall.b, wall.a));
    let ahead = -(ax * dx + ay * dy);
    let length = i128::from(dx * dx + dy * dy);
    let part = |a: i64, d: i64| a + (i128::from(d) * i128::from(ahead)).div_euclid(length) as i64;
    (part(ax, dx), part(ay, dy))
}

/// The place where two walls meet, seen from a point, rounded down.
fn meeting(wall: Wall, other: Wall, from: Point) -> Option<(i64, i64)> {
    let ((ax, ay), (dx, dy)) = (seen(wall.a, from), seen(wall.b, wall.a));
    let ((bx, by), (ex, ey)) = (seen(other.a, wall.a), seen(other.b, other.a));
    let over = dx * ey - dy * ex;
    let ahead = bx * ey - by * ex;
    let part = |a: i64, d: i64| a + (i128::from(d) * i128::from(ahead)).div_euclid(i128::from(over)) as i64;
    (over != 0).then(|| (part(ax, dx), part(ay, dy)))
}

fn seen(point: Point, from: Point) -> (i64, i64) {
    (i64::from(point.x) - i64::from(from.x), i64::from(point.y) - i64::from(from.y))
}
