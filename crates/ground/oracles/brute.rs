//! Brute force, exact: every line through any two corners or crossings, cut by every side of everything.
//!
//! Nothing here is clever, and nothing is shared with what it checks. With coordinates of a few units all numbers fit;
//! single segments between corners also do on a whole battlefield.

use std::cmp::Ordering;

use ground::{Point, Spot};

/// An exact point: `(x / w, y / w)`, with `w` above zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exact {
    x: i128,
    y: i128,
    w: i128,
}

impl From<Point> for Exact {
    fn from(point: Point) -> Exact {
        Exact { x: point.x.into(), y: point.y.into(), w: 1 }
    }
}

impl From<Spot> for Exact {
    fn from(spot: Spot) -> Exact {
        let common = greatest_common_divisor(greatest_common_divisor(spot.x, spot.y), spot.w);
        Exact { x: spot.x / common, y: spot.y / common, w: spot.w / common }
    }
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl Exact {
    /// On which side of the line from `a` to `b` it lies: 1 on the left.
    fn side(self, a: Point, b: Point) -> i128 {
        let (dx, dy) = (i128::from(b.x) - i128::from(a.x), i128::from(b.y) - i128::from(a.y));
        (dx * (self.y - i128::from(a.y) * self.w) - dy * (self.x - i128::from(a.x) * self.w)).signum()
    }

    fn halfway(self, other: Exact) -> Exact {
        Exact {
            x: self.x * other.w + other.x * self.w,
            y: self.y * other.w + other.y * self.w,
            w: 2 * self.w * other.w,
        }
    }

    /// How many bits its divisor has.
    pub(crate) fn bits(self) -> u32 {
        i128::BITS - self.w.leading_zeros()
    }
}

/// A line as a function that is zero on it.
#[derive(Clone, Copy)]
struct Line {
    x: i128,
    y: i128,
    rest: i128,
}

impl Line {
    fn through(a: Exact, b: Exact) -> Option<Line> {
        let line = Line { x: a.y * b.w - a.w * b.y, y: a.w * b.x - a.x * b.w, rest: a.x * b.y - a.y * b.x };
        (line.x != 0 || line.y != 0).then_some(line)
    }

    fn value(&self, point: Point) -> i128 {
        self.x * i128::from(point.x) + self.y * i128::from(point.y) + self.rest
    }

    /// Which of two points on the line comes first.
    fn order(&self, a: Exact, b: Exact) -> Ordering {
        let (dx, dy) = (self.y, -self.x);
        let (along_a, along_b, forward) = if dx != 0 { (a.x, b.x, dx > 0) } else { (a.y, b.y, dy > 0) };
        let order = (along_a * b.w).cmp(&(along_b * a.w));
        if forward { order } else { order.reverse() }
    }

    /// Where the line meets the edge of a polygon, in order. Of a side on the line, both ends.
    fn cuts(&self, corners: &[Point], cuts: &mut Vec<Exact>) {
        cuts.clear();
        for (index, &a) in corners.iter().enumerate() {
            let b = corners[(index + 1) % corners.len()];
            let (at_a, at_b) = (self.value(a), self.value(b));
            if at_a == 0 {
                cuts.push(a.into());
            } else if at_a.signum() * at_b.signum() < 0 {
                // a + (b - a) · at_a / (at_a - at_b), with the divisor made positive.
                let sign = (at_a - at_b).signum();
                let (part, whole) = (at_a * sign, (at_a - at_b) * sign);
                let mix = |a: i32, b: i32| i128::from(a) * whole + (i128::from(b) - i128::from(a)) * part;
                cuts.push(Exact { x: mix(a.x, b.x), y: mix(a.y, b.y), w: whole });
            }
        }
        cuts.sort_by(|&a, &b| self.order(a, b));
    }

    /// Whether the line between two points on it has any part strictly inside a polygon. Two corners are a thin wall:
    /// it stops what passes between them from one side to the other.
    fn pierces(&self, corners: &[Point], from: Exact, to: Exact, cuts: &mut Vec<Exact>) -> bool {
        self.cuts(corners, cuts);
        let (first, last) = if self.order(from, to).is_le() { (from, to) } else { (to, from) };
        if let [a, b] = *corners {
            let apart = self.value(a).signum() * self.value(b).signum() < 0;
            return apart && self.order(first, cuts[0]).is_lt() && self.order(cuts[0], last).is_lt();
        }
        if cuts.is_empty() {
            return false;
        }
        let mut here = first;
        for &cut in cuts.iter() {
            if self.order(cut, here).is_le() {
                continue;
            }
            let next = if self.order(cut, last).is_lt() { cut } else { last };
            if inside(corners, here.halfway(next)) {
                return true;
            }
            here = next;
            if self.order(here, last).is_ge() {
                return false;
            }
        }
        false
    }
}

/// Whether a point is strictly inside a simple polygon.
fn inside(corners: &[Point], at: Exact) -> bool {
    let mut odd = false;
    for (index, &a) in corners.iter().enumerate() {
        let b = corners[(index + 1) % corners.len()];
        let above = |point: Point| i128::from(point.y) * at.w > at.y;
        let between = |a: i32, b: i32, at_times: i128| {
            let (low, high) = (i128::from(a.min(b)) * at.w, i128::from(a.max(b)) * at.w);
            low <= at_times && at_times <= high
        };
        let side = at.side(a, b);
        if side == 0 && between(a.x, b.x, at.x) && between(a.y, b.y, at.y) {
            return false;
        }
        if above(a) != above(b) && (side > 0) == (b.y > a.y) {
            odd = !odd;
        }
    }
    odd
}

/// Whether a point lies in a simple polygon or on its edge.
pub(crate) fn holds(corners: &[Point], at: Point) -> bool {
    let edge = |index: usize| {
        let (a, b) = (corners[index], corners[(index + 1) % corners.len()]);
        Exact::from(at).side(a, b) == 0
            && (a.x.min(b.x)..=a.x.max(b.x)).contains(&at.x)
            && (a.y.min(b.y)..=a.y.max(b.y)).contains(&at.y)
    };
    inside(corners, at.into()) || (0..corners.len()).any(edge)
}

/// Whether an exact point lies in a convex polygon of any number of corners, or on its edge.
pub(crate) fn convex_holds(corners: &[Point], at: Exact) -> bool {
    match *corners {
        [point] => at.x == i128::from(point.x) * at.w && at.y == i128::from(point.y) * at.w,
        _ => (0..corners.len()).all(|index| at.side(corners[index], corners[(index + 1) % corners.len()]) >= 0),
    }
}

/// Whether a corner lies on the endless line through two points; never for points that are too fine to tell.
pub(crate) fn is_in_line(a: Exact, b: Exact, corner: Point) -> bool {
    a.bits() + b.bits() <= 80 && Line::through(a, b).is_some_and(|line| line.value(corner) == 0)
}

/// Whether a segment has any part strictly inside a simple polygon.
pub(crate) fn crossed(corners: &[Point], a: Point, b: Point) -> bool {
    crossed_exactly(corners, a.into(), b.into())
}

/// The same for a segment between exact points.
pub(crate) fn crossed_exactly(corners: &[Point], a: Exact, b: Exact) -> bool {
    match Line::through(a, b) {
        Some(line) => line.pierces(corners, a, b, &mut Vec::new()),
        None => corners.len() > 2 && inside(corners, a),
    }
}

/// Whether any line from one convex polygon to another, which do not meet, runs through the inside of no blocker.
///
/// If there is one, there is one through two of: the corners of everything, and the points where an outline's edge
/// crosses that of a blocker.
pub(crate) fn open(from: &[Point], to: &[Point], blockers: &[&[Point]]) -> bool {
    let corners = [from, to].into_iter().chain(blockers.iter().copied()).flatten();
    let mut critical: Vec<Exact> = corners.map(|&corner| Exact::from(corner)).collect();
    let mut cuts = Vec::new();
    for outline in [from, to] {
        for (index, &a) in outline.iter().enumerate() {
            let b = outline[(index + 1) % outline.len()];
            let Some(line) = Line::through(a.into(), b.into()) else { continue };
            for blocker in blockers {
                line.cuts(blocker, &mut cuts);
                critical.extend(cuts.iter().filter(|&&cut| convex_holds(outline, cut)));
            }
        }
    }
    let (mut mine, mut yours) = (Vec::new(), Vec::new());
    for (index, &u) in critical.iter().enumerate() {
        for &v in &critical[..index] {
            let Some(line) = Line::through(u, v) else { continue };
            line.cuts(from, &mut mine);
            line.cuts(to, &mut yours);
            let (Some(&a), Some(&b), Some(&c), Some(&d)) = (mine.first(), mine.last(), yours.first(), yours.last())
            else {
                continue;
            };
            let (leaves, reaches) = if line.order(b, c).is_le() { (b, c) } else { (a, d) };
            if !blockers.iter().any(|blocker| line.pierces(blocker, leaves, reaches, &mut cuts)) {
                return true;
            }
        }
    }
    false
}
