//! Straight moves: where they lead, and how far they get.

use crate::{Length, Mover, Obstacles, Point, Pose};

impl Pose {
    /// The same pose so far along the straight way to a point, rounded towards the start; on beyond the point, where that
    /// is nearer.
    #[must_use]
    pub fn towards(self, target: Point, far: Length) -> Pose {
        let whole = i64::from(self.at.distance_up(target).0).max(1);
        let part = |from: i32, to: i32| from + ((i64::from(to) - i64::from(from)) * i64::from(far.0) / whole) as i32;
        Pose { at: Point::new(part(self.at.x, target.x), part(self.at.y, target.y)), ..self }
    }
}

impl Point {
    /// A point so far behind this one, seen from a place.
    #[must_use]
    pub fn beyond(self, from: Point, far: Length) -> Point {
        let whole = i64::from(from.distance_up(self).0).max(1);
        let part = |from: i32, to: i32| to + ((i64::from(to) - i64::from(from)) * i64::from(far.0) / whole) as i32;
        Point::new(part(from.x, self.x), part(from.y, self.y))
    }

    /// The point on the straight line between two others that is nearest to this one, rounded.
    #[must_use]
    pub fn nearest_on(self, a: Point, b: Point) -> Point {
        let wide = |from: i32, to: i32| i128::from(to) - i128::from(from);
        let (dx, dy) = (wide(a.x, b.x), wide(a.y, b.y));
        let whole = (dx * dx + dy * dy).max(1);
        let part = (wide(a.x, self.x) * dx + wide(a.y, self.y) * dy).clamp(0, whole);
        Point::new(a.x + (dx * part / whole) as i32, a.y + (dy * part / whole) as i32)
    }
}

impl Obstacles {
    /// How far a mover gets on the straight way towards a point before something stops it, but no further than this.
    pub fn furthest(&self, mover: Mover<'_>, start: Pose, towards: Point, most: Length) -> Length {
        furthest(most, |far| self.blocks_leg(mover, start.at, start.towards(towards, far)).is_none())
    }
}

/// The longest length up to which something holds, if what holds for one holds for all that are shorter; nothing where it
/// holds for none.
pub fn furthest(most: Length, holds: impl Fn(Length) -> bool) -> Length {
    if holds(most) {
        return most;
    }
    let (mut low, mut high) = (0, most.0);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if holds(Length(middle)) { low = middle } else { high = middle }
    }
    Length(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Footprint, Obstacle, Shape};

    #[test]
    fn a_straight_move_ends_where_it_touches_what_stops_it() {
        let base: Footprint = "32mm".parse().unwrap();
        let mut obstacles = Obstacles::new();
        obstacles.add(Obstacle::new(Shape::disc(Point::inches(10, 0), Length::mm(16)), 1));
        let start = Pose::at(Point::inches(0, 0));
        let far = obstacles.furthest(Mover::new(&base), start, Point::inches(30, 0), Length::inches(12));
        assert_eq!(far, Length::inches(10) - Length::mm(32));
        let past = obstacles.furthest(Mover::new(&base), start, Point::inches(0, 30), Length::inches(12));
        assert_eq!(past, Length::inches(12));
        let inside = Pose::at(Point::inches(10, 0));
        assert_eq!(
            obstacles.furthest(Mover::new(&base), inside, Point::inches(30, 0), Length::inches(12)),
            Length::ZERO
        );
    }

    #[test]
    fn the_furthest_length_is_the_last_that_holds() {
        for last in 0..20 {
            assert_eq!(furthest(Length(15), |far| far.0 <= last), Length(last.min(15)));
        }
        assert_eq!(furthest(Length(15), |_| false), Length::ZERO);
    }

    #[test]
    fn the_nearest_point_of_a_line_may_be_its_end() {
        let (a, b) = (Point::new(0, 0), Point::new(10, 0));
        assert_eq!(Point::new(4, 7).nearest_on(a, b), Point::new(4, 0));
        assert_eq!(Point::new(-3, 1).nearest_on(a, b), a);
        assert_eq!(Point::new(30, 1).nearest_on(a, b), b);
        assert_eq!(Point::new(3, 1).nearest_on(a, a), a);
    }

    #[test]
    fn what_lies_beyond_is_as_far_behind_as_it_should_be() {
        assert_eq!(Point::new(10, 0).beyond(Point::new(0, 0), Length(5)), Point::new(15, 0));
        assert_eq!(Pose::at(Point::new(0, 0)).towards(Point::new(0, 10), Length(4)).at, Point::new(0, 4));
        assert_eq!(Pose::at(Point::new(0, 0)).towards(Point::new(0, 10), Length(14)).at, Point::new(0, 14));
    }
}
