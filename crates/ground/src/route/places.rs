//! Places between whole points: where lines meet, and the whole points around.

use crate::Point;
use crate::vector::{Vector, cross, dot, vector};

/// A straight line from one point to another.
pub(super) type Ends = (Point, Point);

/// Where two endless lines meet, as a whole point next to it; none if they run the same way.
pub(super) fn meeting(line: Ends, other: Ends) -> Option<Point> {
    let (along, across) = (vector(line.0, line.1), vector(other.0, other.1));
    let over = cross(along, across);
    if over == 0 { None } else { part_of(line.0, along, cross(vector(line.0, other.0), across), over) }
}

/// The place on an endless line that is nearest to a point, as a whole point next to it. The line has a length.
pub(super) fn foot(line: Ends, from: Point) -> Option<Point> {
    let along = vector(line.0, line.1);
    part_of(line.0, along, dot(vector(line.0, from), along), dot(along, along))
}

/// The place that lies `part / whole` along a vector; none where no point can be.
fn part_of(from: Point, along: Vector, part: i64, whole: i64) -> Option<Point> {
    let step = |from: i32, by: i64| {
        i32::try_from(i128::from(from) + (i128::from(by) * i128::from(part)).div_euclid(i128::from(whole))).ok()
    };
    Some(Point::new(step(from.x, along.0)?, step(from.y, along.1)?))
}

/// The whole points around a place, of which one next to it is known.
pub(super) fn around(place: Point) -> impl Iterator<Item = Point> {
    (-1..=2).flat_map(move |dx| (-1..=2).map(move |dy| Point::new(place.x + dx, place.y + dy)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FURTHEST;

    fn check(found: Option<Point>, x: i32, y: i32) {
        assert_eq!(found, Some(Point::new(x, y)));
    }

    #[test]
    fn lines_meet_beyond_their_ends() {
        let level = (Point::new(0, 0), Point::new(10, 0));
        check(meeting(level, (Point::new(40, 5), Point::new(40, 9))), 40, 0);
        check(meeting((Point::new(40, 5), Point::new(40, 9)), level), 40, 0);
        check(foot(level, Point::new(-7, 3)), -7, 0);
    }

    #[test]
    fn parallel_lines_meet_nowhere() {
        let level = (Point::new(0, 0), Point::new(10, 0));
        assert_eq!(meeting(level, (Point::new(3, 5), Point::new(-9, 5))), None);
        // So nearly parallel that they meet where no point can be.
        let steeper = (Point::new(-FURTHEST, 9_000), Point::new(FURTHEST, 9_001));
        assert_eq!(meeting((Point::new(-FURTHEST, 0), Point::new(FURTHEST, 0)), steeper), None);
    }
}
