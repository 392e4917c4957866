//! As far along a path as an allowance goes.

use crate::{Length, Mover, Obstacles, Path, Point, Pose};

impl Obstacles {
    /// The part of a path that a mover can go with an allowance and end on, if the path itself can be gone.
    ///
    /// All of it where the allowance is enough. Otherwise it ends on the path, to within a unit, as far along as the
    /// allowance goes; where the mover must not stand there, a little before that. Empty if it cannot go at all.
    pub fn along(&self, mover: Mover<'_>, start: Pose, path: &Path, allowance: Length) -> Path {
        let mut gone = Path::default();
        if !path.legs.iter().chain([&start]).all(|&pose| mover.is_sane(pose)) {
            return gone;
        }
        let mut left = allowance;
        let mut from = start.at;
        for &leg in &path.legs {
            let cost = from.distance_up(leg.at);
            if cost > left {
                break;
            }
            left -= cost;
            from = leg.at;
            gone.legs.push(leg);
        }
        if gone.legs.len() == path.legs.len() {
            return gone;
        }
        let mut next = path.legs[gone.legs.len()];
        loop {
            let from = gone.end(start).at;
            if let Some(end) = self.part_of_leg(mover, from, next, left) {
                gone.legs.push(end);
                return gone;
            }
            // The mover must not stand anywhere on this leg: it has to end on the one before.
            let Some(leg) = gone.legs.pop() else { return gone };
            if self.blocks_spot(mover, leg).is_none() {
                gone.legs.push(leg);
                return gone;
            }
            next = leg;
            left = gone.end(start).at.distance_up(leg.at);
        }
    }

    /// The spot furthest along a leg, no further than what is left.
    fn part_of_leg(&self, mover: Mover<'_>, from: Point, to: Pose, left: Length) -> Option<Pose> {
        let length = from.distance_up(to.at);
        let mut ahead = left.min(length);
        // A unit at a time at first, then longer and longer steps back.
        while ahead > Length::ZERO {
            let on_leg = between(from, to.at, ahead, length);
            let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| Point::new(on_leg.x + dx, on_leg.y + dy)));
            let near = |at: &Point| from != *at && from.distance_up(*at) <= left;
            let best = around.filter(near).map(|at| Pose { at, ..to }).filter(|&pose| {
                self.blocks_spot(mover, pose).is_none() && self.blocks_leg(mover, from, pose).is_none()
            });
            if let Some(pose) = best.min_by_key(|pose| (pose.at.distance_squared(to.at), pose.at)) {
                return Some(pose);
            }
            ahead -= Length(1 + (left.min(length) - ahead).0 / 8);
        }
        None
    }
}

/// The point on a leg of some length that lies so far ahead, rounded.
fn between(from: Point, to: Point, ahead: Length, length: Length) -> Point {
    let part = |from: i32, to: i32| {
        let whole = i64::from(to - from) * i64::from(ahead.0) * 2 + i64::from(length.0);
        from + whole.div_euclid(2 * i64::from(length.0)) as i32
    };
    Point::new(part(from.x, to.x), part(from.y, to.y))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Counts, Footprint, Obstacle, Scout, Shape};

    const ROUND: Footprint = Footprint::Round { radius: Length(160) };

    fn disc(x: i32, y: i32, radius: i32) -> Obstacle {
        Obstacle::new(Shape::disc(Point::new(x, y), Length(radius)), 0)
    }

    #[test]
    fn a_path_is_cut_where_the_allowance_ends() {
        let field = Obstacles::new();
        let (mover, start) = (Mover::new(&ROUND), Pose::at(Point::new(0, 0)));
        let path = Path { legs: [(300, 0), (300, 400)].map(|at| Pose::at(Point::from(at))).into_iter().collect() };
        let end = |allowance| field.along(mover, start, &path, Length(allowance)).end(start).at;
        assert_eq!(end(700), Point::new(300, 400));
        assert_eq!(end(699), Point::new(300, 399));
        assert_eq!(end(300), Point::new(300, 0));
        assert_eq!(end(120), Point::new(120, 0));
        assert_eq!(end(0), Point::new(0, 0));
        assert_eq!(end(i32::MIN), Point::new(0, 0));
        let nowhere = Path::straight(Point::new(i32::MAX, i32::MIN));
        assert_eq!(field.along(mover, start, &nowhere, Length(9)), Path::default());
    }

    #[test]
    fn a_path_ends_before_what_may_be_passed_but_not_stood_on() {
        let mut field = Obstacles::new();
        field.add(disc(1_000, 0, 160).counting(Counts::AtTheEnd));
        let (mover, start) = (Mover::new(&ROUND), Pose::at(Point::new(0, 0)));
        let path = Path::straight(Point::new(2_000, 0));
        for (allowance, least) in [(680, 680), (1_000, 600), (1_319, 500), (1_320, 1_320)] {
            let cut = field.along(mover, start, &path, Length(allowance));
            let cost = field.check_path(mover, start, &cut, Some(Length(allowance))).unwrap();
            assert!(cost >= Length(least), "{cost:?} for {allowance}");
        }
    }

    proptest! {
        #[test]
        fn what_is_cut_can_be_gone_and_uses_nearly_all(
            list in prop::collection::vec((500..3_500_i32, 500..3_500_i32, 100..500_i32, any::<bool>()), 0..6),
            allowance in 0..5_000_i32,
        ) {
            let mut field = Obstacles::new();
            for (x, y, radius, passed) in list {
                let obstacle = disc(x, y, radius);
                field.add(if passed { obstacle.counting(Counts::AtTheEnd) } else { obstacle });
            }
            let (mover, start) = (Mover::new(&ROUND), Pose::at(Point::new(0, 0)));
            let goal = Pose::at(Point::new(4_200, 4_100));
            if let Ok(route) = Scout::new().route(&field, mover, start, goal, None) {
                let cut = field.along(mover, start, &route.path, Length(allowance));
                let cost = field.check_path(mover, start, &cut, Some(Length(allowance)));
                prop_assert!(cost.is_ok(), "{cost:?}");
                if field.list().iter().all(|obstacle| obstacle.counts == Counts::Always) {
                    prop_assert!(cost.unwrap().0 >= allowance.min(route.cost.0) - 4);
                }
            }
        }
    }
}
