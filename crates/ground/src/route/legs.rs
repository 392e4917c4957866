//! Fewer legs for a way that has too many: two turns become one, a little further out.

use smallvec::SmallVec;

use super::places::{around, meeting};
use super::{Corners, Walk};
use crate::shape::orient;
use crate::vector::{cross, vector};
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
            let turn = joined([a, b, c, d]).filter(|turn| turn.is_near());
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

/// Where the first and the last of three legs would meet, if the way turns to the same side at both corners and by less
/// than half a turn in all.
fn joined([a, b, c, d]: [Point; 4]) -> Option<Point> {
    let side = cross(vector(a, b), vector(c, d)).signum();
    if side == 0 || orient(a, b, c).signum() != side || orient(b, c, d).signum() != side {
        return None;
    }
    meeting((a, b), (c, d))
}
