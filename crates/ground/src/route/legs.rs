//! Fewer legs for a way that has too many: two turns become one, a little further out.

use smallvec::SmallVec;

use super::{Corners, Walk};
use crate::{Length, Path, Point};

/// Turns two corners into one, wherever that costs least, until a way has no more legs than a path may have; nothing if
/// that cannot be done. The way begins with its start.
///
/// What is done does not depend on the end from which the way is looked at.
pub(super) fn spare_legs(walk: Walk<'_>, mut way: Corners) -> Option<Corners> {
    while way.len() > Path::MOST_LEGS + 1 {
        let mut turns: SmallVec<[(Length, Point, usize); 64]> = SmallVec::new();
        for corner in 1..way.len() - 2 {
            let [a, b, c, d] = [way[corner - 1], way[corner], way[corner + 1], way[corner + 2]];
            let before = a.distance_up(b) + b.distance_up(c) + c.distance_up(d);
            let turn = meeting([a, b, c, d]).filter(|turn| turn.is_near());
            turns.extend(turn.map(|turn| (a.distance_up(turn) + turn.distance_up(d) - before, turn, corner)));
        }
        turns.sort_unstable();
        let open = |&(_, turn, corner): &(Length, Point, usize)| {
            let (a, d) = (way[corner - 1], way[corner + 2]);
            let is_open = |&turn: &Point| turn != a && turn != d && walk.is_clear(a, turn) && walk.is_clear(turn, d);
            let places = around(turn).filter(|turn| turn.is_near()).filter(is_open);
            Some((corner, places.min_by_key(|&turn| (a.distance_up(turn) + turn.distance_up(d), turn))?))
        };
        let (corner, turn) = turns.iter().find_map(open)?;
        way[corner] = turn;
        way.remove(corner + 1);
    }
    (!way.is_empty()).then_some(way)
}

/// The whole points around a place that was rounded down.
fn around(place: Point) -> impl Iterator<Item = Point> {
    (-1..=2).flat_map(move |dx| (-1..=2).map(move |dy| Point::new(place.x + dx, place.y + dy)))
}

/// Where the first and the last of three legs would meet, rounded down, if they turn to the same side and by less than
/// half a turn in all.
fn meeting([a, b, c, d]: [Point; 4]) -> Option<Point> {
    let leg = |from: Point, to: Point| (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let cross = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 - a.1 * b.0;
    let (first, middle, last) = (leg(a, b), leg(b, c), leg(c, d));
    let over = cross(first, last);
    let side = over.signum();
    if side == 0 || cross(first, middle).signum() != side || cross(middle, last).signum() != side {
        return None;
    }
    let ahead = i128::from(cross(middle, last));
    let part = |from: i32, first: i64| {
        i32::try_from(i128::from(from) + (i128::from(first) * ahead).div_euclid(i128::from(over))).ok()
    };
    Some(Point::new(part(b.x, first.0)?, part(b.y, first.1)?))
}
