//! Lines through blockers that hide what is deep inside or behind them.

use smallvec::SmallVec;

use super::convex::{after, before};
use super::line::{Line, Number, Spot};
use super::search::{Relevant, Search};
use super::{Screen, SightLine};
use crate::shape::hull_of;
use crate::vector::{cross, vector};
use crate::{Apart, Length, Owner, Point, Rect};

/// Depths are measured in this part of a unit: a line runs in and out of pieces where two edges cross, and the sum of
/// many such fractions need not be a number that can be computed with.
const PART: i128 = 256;

impl Search<'_> {
    /// A line that meets no hard piece and runs through no more than `limit` of deep ones.
    ///
    /// Looked for among the line of middles and all lines that touch two of the outlines. A piece more is an outline
    /// more, so that it may bring a line that was not looked at without it.
    pub(super) fn shallow(&mut self, seams: &dyn Fn(Owner) -> Option<Screen>, limit: Length) -> Option<SightLine> {
        let middles: Line<i128> = Line::through(middle(self.corridor.from), middle(self.corridor.to));
        if let Some(line) = self.shallow_along(&middles, seams, limit) {
            return Some(line);
        }
        // What is soft hinders no line here, and what lies nowhere between the two may have been gathered all the same:
        // no line is looked for that touches it.
        let (relevant, blockers, ground) = (self.relevant, self.blockers, self.ground());
        let matters = |relevant: &Relevant| {
            let corners = blockers.corners(&relevant.piece);
            relevant.screen != Screen::Soft && Apart::between(corners, &ground, Length::ZERO).overlaps()
        };
        let heeded = |index: &usize| *index < 2 || matters(&relevant[index - 2]);
        let outlines = 0..relevant.len() + 2;
        for first in outlines.clone().filter(heeded) {
            for second in outlines.clone().filter(heeded) {
                if let Some(line) = self.shallow_between(first, second, seams, limit) {
                    return Some(line);
                }
            }
        }
        None
    }

    /// The ground that lines between the two outlines cover, and the outlines themselves.
    fn ground(&self) -> SmallVec<[Point; 128]> {
        let both: SmallVec<[Point; 128]> = self.corridor.from.iter().chain(self.corridor.to).copied().collect();
        hull_of::<128, 128>(&both)
    }

    /// The two outlines come first, then every piece.
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
        seams: &dyn Fn(Owner) -> Option<Screen>,
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
                let line: Line<i64> = Line::through(Spot::corner(a), Spot::corner(b));
                if let Some(line) = self.shallow_along(&line, seams, limit) {
                    return Some(line);
                }
            }
        }
        None
    }

    /// The part of a line between the outlines, if it is shallow.
    fn shallow_along<T: Number>(
        &mut self,
        line: &Line<T>,
        seams: &dyn Fn(Owner) -> Option<Screen>,
        limit: Length,
    ) -> Option<SightLine> {
        let open = self.opened(line, None, None, seams)?;
        self.is_shallow(line, open, seams, limit).then_some(open)
    }

    /// Whether a line runs through deep pieces, and along the seams between them, for no longer than the limit.
    fn is_shallow<T: Number>(
        &self,
        line: &Line<T>,
        between: SightLine,
        seams: &dyn Fn(Owner) -> Option<Screen>,
        limit: Length,
    ) -> bool {
        let axis = Axis::along(line);
        let is_deep = |screen: Screen| matches!(screen, Screen::Deep(_));
        let deep = self.relevant.iter().filter(|relevant| is_deep(relevant.screen));
        let pieces = deep.filter_map(|relevant| chord(line, self.corners(relevant)));
        let followed = self.blockers.seams.iter().filter(|seam| {
            let on_line = |end: Point| line.side(end) == T::default();
            on_line(seam.ends.0) && on_line(seam.ends.1) && seams(seam.id).is_some_and(is_deep)
        });
        let followed = followed.map(|seam| (Spot::corner(seam.ends.0), Spot::corner(seam.ends.1)));
        let parts: i128 = pieces.chain(followed).map(|stretch| axis.common(stretch, (between.from, between.to))).sum();
        // The way along the line is longer than that along the axis, in the same proportion everywhere.
        let (dx, dy) = (axis.direction.0, axis.direction.1);
        let (far, limit) = (dx.abs().max(dy.abs()), i128::from(limit.0) * PART);
        parts * parts * (dx * dx + dy * dy) <= limit * limit * far * far
    }
}

/// The middle of the box around a polygon, exactly.
fn middle(corners: &[Point]) -> Spot {
    let Rect { low, high } = Rect::around(corners);
    Spot { x: i128::from(low.x) + i128::from(high.x), y: i128::from(low.y) + i128::from(high.y), w: 2 }
}

/// Where a line runs in and out of a convex polygon, if it runs through it.
fn chord<T: Number>(line: &Line<T>, corners: &[Point]) -> Option<(Spot, Spot)> {
    let zero = T::default();
    let pierced = corners.iter().any(|&corner| line.side(corner) > zero)
        && corners.iter().any(|&corner| line.side(corner) < zero);
    pierced.then(|| (line.entry(corners), line.exit(corners)))
}

/// The axis in which a line is longer: along it, lengths on the line are fractions, not roots.
struct Axis {
    direction: (i128, i128),
}

impl Axis {
    fn along<T: Number>(line: &Line<T>) -> Axis {
        let (dx, dy) = line.direction();
        Axis { direction: (dx.into(), dy.into()) }
    }

    fn place(&self, spot: Spot) -> i128 {
        if self.direction.0.abs() >= self.direction.1.abs() { spot.x } else { spot.y }
    }

    fn is_before(&self, a: Spot, b: Spot) -> bool {
        self.place(a) * b.w < self.place(b) * a.w
    }

    /// What two stretches of the line have in common, in parts of a unit along the axis, rounded to the nearest.
    fn common(&self, one: (Spot, Spot), other: (Spot, Spot)) -> i128 {
        let ordered = |(a, b): (Spot, Spot)| if self.is_before(b, a) { (b, a) } else { (a, b) };
        let (one, other) = (ordered(one), ordered(other));
        let begin = if self.is_before(one.0, other.0) { other.0 } else { one.0 };
        let stop = if self.is_before(one.1, other.1) { one.1 } else { other.1 };
        let whole = 2 * begin.w * stop.w;
        let length = (self.place(stop) * begin.w - self.place(begin) * stop.w).max(0);
        (2 * length * PART + whole / 2) / whole
    }
}
