//! Lines through blockers that hide what is deep inside or behind them.

use super::convex::{after, before};
use super::line::{Line, Spot};
use super::search::Search;
use super::{Screen, SightLine};
use crate::vector::{cross, vector};
use crate::{Length, Point};

/// Depths are measured in this part of a unit: they are sums of roots, the one thing here that signs cannot decide.
const PART: i128 = 256;

impl Search<'_> {
    /// A line that meets no hard piece and runs through no more than `limit` of deep ones.
    ///
    /// Looked for among the line of middles and all lines that touch two of the outlines.
    pub(super) fn shallow(
        &mut self,
        seams: &dyn Fn(u16) -> Option<Screen>,
        limit: Length,
        middles: (Point, Point),
    ) -> Option<SightLine> {
        if let Some(line) = self.shallow_through(middles.0, middles.1, seams, limit) {
            return Some(line);
        }
        for first in 0..self.outlines() {
            for second in 0..self.outlines() {
                if let Some(line) = self.shallow_between(first, second, seams, limit) {
                    return Some(line);
                }
            }
        }
        None
    }

    /// The two outlines and every piece.
    fn outlines(&self) -> usize {
        self.relevant.len() + 2
    }

    fn outline(&self, index: usize) -> &[Point] {
        match index {
            0 => self.corridor.from,
            1 => self.corridor.to,
            _ => self.corners(&self.relevant[index - 2]),
        }
    }

    fn shallow_between(
        &mut self,
        first: usize,
        second: usize,
        seams: &dyn Fn(u16) -> Option<Screen>,
        limit: Length,
    ) -> Option<SightLine> {
        for from in 0..self.outline(first).len() {
            for to in 0..self.outline(second).len() {
                let (a, b) = (self.outline(first)[from], self.outline(second)[to]);
                let direction = vector(a, b);
                let touches = |corners: &[Point], index: usize| {
                    let sides = [before(corners, index), after(corners, index)]
                        .map(|neighbour| cross(direction, vector(corners[index], corners[neighbour])));
                    sides.iter().all(|&side| side >= 0) || sides.iter().all(|&side| side <= 0)
                };
                if direction == (0, 0)
                    || !self.fan.allows(direction)
                    || !touches(self.outline(first), from)
                    || !touches(self.outline(second), to)
                {
                    continue;
                }
                if let Some(line) = self.shallow_through(a, b, seams, limit) {
                    return Some(line);
                }
            }
        }
        None
    }

    /// The line through two points, if it is shallow.
    fn shallow_through(
        &mut self,
        a: Point,
        b: Point,
        seams: &dyn Fn(u16) -> Option<Screen>,
        limit: Length,
    ) -> Option<SightLine> {
        let line: Line<i64> = Line::through(Spot::corner(a), Spot::corner(b));
        let open = self.opened(&line, None, None, seams)?;
        (self.depth(&line, open, seams) <= i128::from(limit.0) * PART).then_some(open)
    }

    /// How far a line runs through deep pieces and along the seams between them, in parts of a unit.
    fn depth(&self, line: &Line<i64>, between: SightLine, seams: &dyn Fn(u16) -> Option<Screen>) -> i128 {
        let is_deep = |screen: Screen| matches!(screen, Screen::Deep(_));
        let deep = self.relevant.iter().filter(|relevant| is_deep(relevant.screen));
        let pieces: i128 = deep.map(|relevant| chord(line, self.corners(relevant), between)).sum();
        let followed = self.blockers.seams.iter().filter(|seam| {
            line.side(seam.ends.0) == 0 && line.side(seam.ends.1) == 0 && seams(seam.id).is_some_and(is_deep)
        });
        let followed = followed.map(|seam| {
            let ends = [seam.ends.0, seam.ends.1].map(Spot::corner);
            common(in_parts(ends[0]), in_parts(ends[1]), between)
        });
        pieces + followed.sum::<i128>()
    }
}

/// How far a line runs through a convex polygon, between two points on the line.
fn chord(line: &Line<i64>, corners: &[Point], between: SightLine) -> i128 {
    let pierced =
        corners.iter().any(|&corner| line.side(corner) > 0) && corners.iter().any(|&corner| line.side(corner) < 0);
    if !pierced {
        return 0;
    }
    common(in_parts(line.entry(corners)), in_parts(line.exit(corners)), between)
}

/// A point in parts of a unit.
type Parts = (i128, i128);

/// The length that the stretch between two points of a line has in common with another one.
fn common(a: Parts, b: Parts, between: SightLine) -> i128 {
    let (start, end) = (in_parts(between.from), in_parts(between.to));
    let ahead = |a: Parts, b: Parts| (b.0 - a.0) * (end.0 - start.0) + (b.1 - a.1) * (end.1 - start.1) > 0;
    let (first, last) = if ahead(a, b) { (a, b) } else { (b, a) };
    let begin = if ahead(start, first) { first } else { start };
    let stop = if ahead(last, end) { last } else { end };
    if !ahead(begin, stop) {
        return 0;
    }
    let (dx, dy) = (stop.0 - begin.0, stop.1 - begin.1);
    (dx * dx + dy * dy).isqrt()
}

/// A point in parts of a unit, rounded to the nearest.
fn in_parts(spot: Spot) -> Parts {
    let nearest = |value: i128| (2 * value * PART + spot.w).div_euclid(2 * spot.w);
    (nearest(spot.x), nearest(spot.y))
}
