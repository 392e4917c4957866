//! What is seen from a place, as far as a length goes: a star with its middle there.
//!
//! Each ring stands for the line between the two corners at which it is touched from the middle. What lies between that
//! line and the near side of the ring is left for whoever takes the rings away; so no ring is followed corner by corner.

use crate::facing::{cosine, sine};
use crate::vector::{Vector, cross, dot, vector};
use crate::{FACINGS, Length, Point};

/// A circle is drawn with this many corners.
const ROUND_CORNERS: u16 = 128;
/// Lengths of directions are taken in parts of a unit, of which there are two to the power of this.
const PARTS: u32 = 16;

/// A line that hides what is behind it, from right to left as seen from the middle; its ends, too, are seen from there.
#[derive(Clone, Copy, Debug)]
struct Screen {
    right: Vector,
    left: Vector,
    /// Whether it runs through the middle itself.
    is_here: bool,
}

impl Screen {
    fn along(self) -> Vector {
        (self.left.0 - self.right.0, self.left.1 - self.right.1)
    }

    /// How many times a direction goes to the screen, as a fraction of numbers that are not negative.
    fn times(self, direction: Vector) -> (i64, i64) {
        if self.is_here {
            return (0, 1);
        }
        (cross(self.right, self.along()), cross(direction, self.along()))
    }

    /// Whether it is nearer than another in a direction in which both are.
    fn is_nearer(self, other: Screen, direction: Vector) -> bool {
        let ((a, over_a), (b, over_b)) = (self.times(direction), other.times(direction));
        i128::from(a) * i128::from(over_b) < i128::from(b) * i128::from(over_a)
    }

    /// The place on it in a direction, rounded towards the middle.
    fn place(self, direction: Vector) -> Vector {
        let (times, over) = self.times(direction);
        let part = |value: i64| (i128::from(value) * i128::from(times) / i128::from(over.max(1))) as i64;
        (part(direction.0), part(direction.1))
    }

    /// Where it crosses another, rounded towards the middle.
    fn crossing(self, other: Screen) -> Option<Vector> {
        let (along, across) = (self.along(), other.along());
        let over = cross(along, across);
        let between = (other.right.0 - self.right.0, other.right.1 - self.right.1);
        let ahead = i128::from(cross(between, across));
        let part = |from: i64, along: i64| from + (i128::from(along) * ahead / i128::from(over)) as i64;
        (over != 0).then(|| (part(self.right.0, along.0), part(self.right.1, along.1)))
    }

    /// The part of it that lies within a circle.
    fn within(self, radius: Length) -> Option<Screen> {
        let (from, along) = (self.right, self.along());
        let wide = |value: i64| i128::from(value);
        let length = wide(dot(along, along));
        let (ahead, square) = (wide(dot(from, along)), wide(radius.0.into()) * wide(radius.0.into()));
        let rest = ahead * ahead - length * (wide(dot(from, from)) - square);
        if rest <= 0 || length == 0 {
            return None;
        }
        let half = rest.isqrt();
        let (first, last) = ((-ahead - half).max(0), (half - ahead).min(length));
        let place = |ahead: i128| {
            let part = |from: i64, along: i64| from + (wide(along) * ahead / length) as i64;
            (part(from.0, along.0), part(from.1, along.1))
        };
        (first < last).then(|| Screen { right: place(first), left: place(last), ..self })
    }
}

/// A star in the making, in memory that is used again.
#[derive(Debug, Default)]
pub(super) struct Star {
    middle: Point,
    radius: Length,
    screens: Vec<Screen>,
    /// The screens within the wedge, by the directions in which they begin and end.
    hiding: Vec<(Vector, Vector, Screen)>,
    ends: Vec<Vector>,
    corners: Vec<Point>,
}

impl Star {
    pub(super) fn begin(&mut self, middle: Point, radius: Length) {
        (self.middle, self.radius) = (middle, radius);
        self.screens.clear();
    }

    /// Adds what hides all between two points and behind; the middle may lie on it, or be a corner of it.
    pub(super) fn add_screen(&mut self, right: Point, left: Point, is_corner: bool) {
        let (right, left) = (vector(self.middle, right), vector(self.middle, left));
        let turn = cross(right, left);
        let is_here = is_corner || (turn == 0 && dot(right, left) < 0);
        let screen = Screen { right, left, is_here };
        if is_here {
            self.screens.push(screen);
        } else if turn > 0 {
            self.screens.extend(screen.within(self.radius).filter(|screen| cross(screen.right, screen.left) > 0));
        }
    }

    /// The corners of the part of the star between two directions, less than half a turn apart, counter-clockwise.
    pub(super) fn wedge(&mut self, first: Point, last: Point) -> &[Point] {
        let wide = |point: Point| (i64::from(point.x), i64::from(point.y));
        let (first, last) = (wide(first), wide(last));
        self.corners.clear();
        self.corners.push(self.middle);
        self.hiding.clear();
        self.hiding.extend(self.screens.iter().filter_map(|screen| clip(*screen, first, last)));
        self.ends.clear();
        self.ends.extend([first, last]);
        self.ends.extend(self.hiding.iter().flat_map(|&(right, left, _)| [right, left]));
        self.ends.sort_by(|&a, &b| 0.cmp(&cross(a, b)));
        self.ends.dedup_by(|a, b| cross(*a, *b) == 0);
        for index in 1..self.ends.len() {
            self.add_part(self.ends[index - 1], self.ends[index]);
        }
        self.corners.dedup();
        &self.corners
    }

    /// Adds what is seen between two directions, between which no screen begins or ends.
    fn add_part(&mut self, first: Vector, last: Vector) {
        let here = |(right, left, _): &&(Vector, Vector, Screen)| cross(*right, first) >= 0 && cross(last, *left) >= 0;
        let all = self.hiding.iter().filter(here).map(|&(_, _, screen)| screen);
        let nearest = all.clone().reduce(|best, screen| if screen.is_nearer(best, first) { screen } else { best });
        let Some(mut screen) = nearest else { return self.add_arc(first, last) };
        let mut places = vec![screen.place(first)];
        // Screens that cross: from one to the next that comes nearer.
        loop {
            let nearer = all.clone().filter(|other| other.is_nearer(screen, last));
            let crossings = nearer.filter_map(|other| Some((screen.crossing(other)?, other)));
            let Some((place, next)) = crossings.reduce(|a, b| if cross(b.0, a.0) > 0 { b } else { a }) else { break };
            places.push(place);
            screen = next;
        }
        places.push(screen.place(last));
        self.corners.extend(places.into_iter().map(|place| shifted(self.middle, place)));
    }

    fn add_arc(&mut self, first: Vector, last: Vector) {
        let step = |step: u16| {
            let facing = step * (FACINGS / ROUND_CORNERS);
            (cosine(facing), sine(facing))
        };
        let wide_cross = |a: Vector, b: Vector| i128::from(a.0) * i128::from(b.1) - i128::from(a.1) * i128::from(b.0);
        self.corners.push(self.on_circle(first));
        let is_first = |n: u16| wide_cross(first, step(n)) > 0 && wide_cross(first, step(n + ROUND_CORNERS - 1)) <= 0;
        let begin = (0..ROUND_CORNERS).find(|&n| is_first(n)).unwrap_or(0);
        for direction in (begin..begin + ROUND_CORNERS / 2).map(|n| step(n % ROUND_CORNERS)) {
            if wide_cross(direction, last) <= 0 {
                break;
            }
            self.corners.push(self.on_circle(direction));
        }
        self.corners.push(self.on_circle(last));
    }

    /// The place on the circle in a direction, rounded towards the middle.
    fn on_circle(&self, (x, y): Vector) -> Point {
        // A direction may be a few units long: its length is taken in small parts of one, and rounded up.
        let square = i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y);
        let length = (square << (2 * PARTS)).isqrt() + 1;
        let part = |value: i64| (((i128::from(value) * i128::from(self.radius.0)) << PARTS) / length) as i64;
        shifted(self.middle, (part(x), part(y)))
    }
}

/// The directions between which a screen hides something of a wedge.
fn clip(screen: Screen, first: Vector, last: Vector) -> Option<(Vector, Vector, Screen)> {
    let in_wedge = |direction: Vector| cross(first, direction) >= 0 && cross(direction, last) >= 0;
    let hides = |direction: Vector| {
        let (right, left) = (cross(screen.right, direction), cross(direction, screen.left));
        if cross(screen.right, screen.left) == 0 { right > 0 } else { right > 0 && left > 0 }
    };
    let right = if in_wedge(screen.right) { screen.right } else { Some(first).filter(|&first| hides(first))? };
    let left = if in_wedge(screen.left) { screen.left } else { Some(last).filter(|&last| hides(last))? };
    (cross(right, left) > 0).then_some((right, left, screen))
}

fn shifted(middle: Point, (x, y): Vector) -> Point {
    Point::new(middle.x + x as i32, middle.y + y as i32)
}
