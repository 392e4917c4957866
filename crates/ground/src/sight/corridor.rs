//! The ground between two convex polygons: every line from one to the other stays in it.

use super::convex::{Chain, Heading};
use super::line::{Line, Number, Spot};
use crate::vector::{Vector, cross, dot, vector};
use crate::{Length, Point};

/// How often the outer tangents are refined; nearly always twice is enough, and any bound is a valid one.
const REFINEMENTS: usize = 8;

/// The corridor between two polygons that do not touch, seen from the first to the second.
pub(super) struct Corridor<'a> {
    pub(super) from: &'a [Point],
    pub(super) to: &'a [Point],
    ahead: Heading,
    /// Both polygons lie on the right of the first line and on the left of the second.
    walls: [Wall; 2],
    /// Whether the polygons are apart in the direction between their middles, and where they then end and begin.
    ends: Option<Ends>,
}

/// The directions of all lines between two polygons.
pub(super) struct Fan {
    /// No line from one to the other is turned further to the right, or to the left.
    flattest: Vector,
    steepest: Vector,
    /// A quarter turn to the left and right of both.
    lefts: [Heading; 2],
    rights: [Heading; 2],
}

/// A bound of the corridor: a line.
#[derive(Clone, Copy)]
pub(super) struct Wall {
    line: Line<i64>,
    /// How much the side grows with each unit away from the line, rounded up.
    slope: i64,
    left: Heading,
    right: Heading,
}

struct Ends {
    first_begins: i64,
    first_ends: i64,
    second_begins: i64,
    second_ends: i64,
}

impl Wall {
    fn new(at: Point, along: Vector, ahead: Heading) -> Wall {
        let next = Point::new(at.x + along.0 as i32, at.y + along.1 as i32);
        Wall {
            line: Line::through(Spot::corner(at), Spot::corner(next)),
            slope: i64::from(at.distance_up(next).0),
            left: ahead.left_of(along),
            right: ahead.right_of(along),
        }
    }

    /// The side of the corner of a polygon that lies furthest to the left.
    fn leftmost(&self, corners: &[Point]) -> i64 {
        self.line.side(corners[self.left.furthest(corners)])
    }

    /// The side of the corner of a polygon that lies furthest to the right.
    fn rightmost(&self, corners: &[Point]) -> i64 {
        self.line.side(corners[self.right.furthest(corners)])
    }
}

/// Where a piece stands in the corridor, as far as that is certain for every line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) after_first: bool,
    pub(super) before_second: bool,
    /// It reaches out of the corridor on the left, on the right.
    out_left: bool,
    out_right: bool,
}

impl Place {
    /// Whether the piece lies between the two on every line.
    pub(super) fn is_certain(self) -> bool {
        self.after_first && self.before_second
    }

    /// Whether some line may pass with the piece on its right.
    pub(super) fn is_passed_on_left(self) -> bool {
        !(self.is_certain() && self.out_left)
    }

    /// Whether some line may pass with the piece on its left.
    pub(super) fn is_passed_on_right(self) -> bool {
        !(self.is_certain() && self.out_right)
    }

    /// Whether the piece alone reaches across the whole corridor.
    pub(super) fn closes(self) -> bool {
        self.is_certain() && self.out_left && self.out_right
    }
}

impl<'a> Corridor<'a> {
    /// The corridor from one polygon to another; `along` leads from the middle of one to that of the other.
    pub(super) fn new(from: &'a [Point], to: &'a [Point], along: Vector) -> Corridor<'a> {
        let ahead = Heading::between(from, to, along);
        let back = ahead.back();
        let ends = Ends {
            first_begins: -back.reach(from),
            first_ends: ahead.reach(from),
            second_begins: -back.reach(to),
            second_ends: ahead.reach(to),
        };
        let walls = [outer(from, to, ahead, Heading::left_of), outer(from, to, ahead, Heading::right_of)];
        Corridor { from, to, ahead, walls, ends: (ends.first_ends <= ends.second_begins).then_some(ends) }
    }

    /// The directions of the lines through the corridor.
    pub(super) fn fan(&self) -> Fan {
        let Corridor { from, to, ahead, .. } = *self;
        let flattest = inner(from, to, ahead, Heading::left_of, Heading::right_of);
        let steepest = inner(from, to, ahead, Heading::right_of, Heading::left_of);
        Fan {
            flattest,
            steepest,
            lefts: [ahead.left_of(flattest), ahead.left_of(steepest)],
            rights: [ahead.right_of(flattest), ahead.right_of(steepest)],
        }
    }

    /// Whether something in a disc can stand in the way at all.
    pub(super) fn may_hold(&self, middle: Point, reach: Length) -> bool {
        let [left, right] = &self.walls;
        let reach = i64::from(reach.0);
        left.line.side(middle) < reach * left.slope && -right.line.side(middle) < reach * right.slope
    }

    /// Whether both ends of a segment lie in the corridor or on its walls.
    pub(super) fn holds(&self, segment: (Point, Point)) -> bool {
        let [left, right] = &self.walls;
        [segment.0, segment.1].iter().all(|&end| left.line.side(end) <= 0 && right.line.side(end) >= 0)
    }

    /// Whether a piece can stand in the way at all, and where.
    pub(super) fn place(&self, corners: &[Point]) -> Option<Place> {
        let [left, right] = &self.walls;
        if left.rightmost(corners) >= 0 || right.leftmost(corners) <= 0 {
            return None;
        }
        let (mut after_first, mut before_second) = (false, false);
        if let Some(ends) = &self.ends {
            let (begins, stops) = (-self.ahead.back().reach(corners), self.ahead.reach(corners));
            if stops <= ends.first_begins || begins >= ends.second_ends {
                return None;
            }
            // What has no depth and is level with an end is only touched by lines that leave or reach it there.
            after_first = begins >= ends.first_ends && stops > ends.first_ends;
            before_second = stops <= ends.second_begins && begins < ends.second_begins;
        }
        let (out_left, out_right) = (left.leftmost(corners) > 0, right.rightmost(corners) < 0);
        Some(Place { after_first, before_second, out_left, out_right })
    }
}

impl Fan {
    /// Whether a direction is one that a line between the polygons can have.
    pub(super) fn allows<T: Number>(&self, direction: (T, T)) -> bool {
        let cross = |a: Vector| T::from(a.0) * direction.1 - T::from(a.1) * direction.0;
        let (from_flattest, from_steepest) = (cross(self.flattest), cross(self.steepest));
        // Where there is but one direction, the opposite one is parallel to it, too.
        let forward = T::from(self.flattest.0) * direction.0 + T::from(self.flattest.1) * direction.1;
        let zero = T::default();
        from_flattest >= zero
            && from_steepest <= zero
            && (from_flattest > zero || from_steepest < zero || forward > zero)
    }

    /// Whether a line between the polygons can run along a segment.
    pub(super) fn allows_along(&self, (a, b): (Point, Point)) -> bool {
        self.allows(vector(a, b)) || self.allows(vector(b, a))
    }

    /// The corners of a polygon that a line between the polygons can touch with it on its right.
    pub(super) fn tops(&self, corners: &[Point]) -> Chain {
        Chain::facing(corners, self.lefts[0], self.lefts[1])
    }

    /// The corners of a polygon that a line between the polygons can touch with it on its left.
    pub(super) fn bottoms(&self, corners: &[Point]) -> Chain {
        Chain::facing(corners, self.rights[0], self.rights[1])
    }
}

/// Whether a line meets a polygon of which it can only touch these corners.
pub(super) fn meets<T: Number>(line: &Line<T>, corners: &[Point], tops: Chain, bottoms: Chain) -> bool {
    let zero = T::default();
    tops.indices(corners).any(|top| line.side(corners[top]) >= zero)
        && bottoms.indices(corners).any(|bottom| line.side(corners[bottom]) <= zero)
}

/// Whether a line runs through the inside of a polygon of which it can only touch these corners.
pub(super) fn pierces<T: Number>(line: &Line<T>, corners: &[Point], tops: Chain, bottoms: Chain) -> bool {
    let zero = T::default();
    tops.indices(corners).any(|top| line.side(corners[top]) > zero)
        && bottoms.indices(corners).any(|bottom| line.side(corners[bottom]) < zero)
}

/// A line that has both polygons on one side: their common tangent, or, where that is not found at once, a line along
/// the corridor that is further out.
fn outer(from: &[Point], to: &[Point], ahead: Heading, side: fn(Heading, Vector) -> Heading) -> Wall {
    let touched = |direction: Vector| {
        let side = side(ahead, direction);
        (from[side.furthest(from)], to[side.furthest(to)])
    };
    let mut direction = ahead.towards;
    for _ in 0..REFINEMENTS {
        let (a, b) = touched(direction);
        let refined = vector(a, b);
        if cross(direction, refined) == 0 {
            return Wall::new(a, direction, ahead);
        }
        direction = refined;
    }
    let (a, b) = touched(ahead.towards);
    let further = dot(side(ahead, ahead.towards).towards, vector(a, b)) > 0;
    Wall::new(if further { b } else { a }, ahead.towards, ahead)
}

/// The direction of the line that touches both polygons with each on its own side: each step turns further, and no step
/// turns too far.
fn inner(
    from: &[Point],
    to: &[Point],
    ahead: Heading,
    first: fn(Heading, Vector) -> Heading,
    second: fn(Heading, Vector) -> Heading,
) -> Vector {
    let mut direction = ahead.towards;
    loop {
        let (a, b) = (first(ahead, direction).furthest(from), second(ahead, direction).furthest(to));
        let refined = vector(from[a], to[b]);
        if cross(direction, refined) == 0 {
            return direction;
        }
        direction = refined;
    }
}
