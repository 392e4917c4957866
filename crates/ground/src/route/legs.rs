//! Fewer legs for a way that has too many: two turns become one, a little further out.

use smallvec::SmallVec;

use super::{Corners, Walk};
use crate::{Length, Path, Point};

/// A change that spares a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    /// What the way costs more.
    more: Length,
    /// Where it turns instead of at two corners.
    turn: Point,
    /// The first of the two.
    corner: usize,
}

/// Turns two corners into one, wherever that costs least, until a way has no more legs than a path may have. Whether
/// that could be done; the way begins with its start.
///
/// What is done does not depend on the end from which the way is looked at.
pub(super) fn spare_legs(walk: Walk<'_>, way: &mut Corners) -> bool {
    while way.len() > Path::MOST_LEGS + 1 {
        let mut changes: SmallVec<[Change; 64]> = SmallVec::new();
        for corner in 1..way.len() - 2 {
            let [a, b, c, d] = [way[corner - 1], way[corner], way[corner + 1], way[corner + 2]];
            let before = a.distance_up(b) + b.distance_up(c) + c.distance_up(d);
            let around = meeting([a, b, c, d]).into_iter().flat_map(around);
            let turns = around.filter(|&turn| turn.is_near() && turn != a && turn != d);
            changes.extend(turns.map(|turn| Change {
                more: a.distance_up(turn) + turn.distance_up(d) - before,
                turn,
                corner,
            }));
        }
        changes.sort_unstable();
        let is_clear = |change: &&Change| {
            walk.is_clear(way[change.corner - 1], change.turn) && walk.is_clear(change.turn, way[change.corner + 2])
        };
        let Some(&Change { turn, corner, .. }) = changes.iter().find(is_clear) else { return false };
        way[corner] = turn;
        way.remove(corner + 1);
    }
    true
}

/// The whole points around a place that was rounded down.
fn around((x, y): (i32, i32)) -> impl Iterator<Item = Point> {
    (-1..=2).flat_map(move |dx| (-1..=2).map(move |dy| Point::new(x + dx, y + dy)))
}

/// Where the first and the last of three legs would meet, rounded down, if they turn to the same side and by less than
/// half a turn in all.
fn meeting([a, b, c, d]: [Point; 4]) -> Option<(i32, i32)> {
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
    Some((part(b.x, first.0)?, part(b.y, first.1)?))
}
