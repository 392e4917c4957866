//! The ground between two convex polygons: every line from one to the other stays in it.

use super::convex::{Chain, Heading, Vector, cross, furthest, left_of, right_of, vector};
use super::line::{Line, Number, Spot};
use crate::{Length, Point};

/// How often the outer tangents are refined; nearly always twice is enough, and any bound is a valid one.
const REFINEMENTS: usize = 8;

/// The corridor between two polygons that do not touch, seen from the first to the second.
pub(super) struct Corridor<'a> {
    pub(super) from: &'a [Point],
    pub(super) to: &'a [Point],
    /// Both polygons lie on the right of the first line and on the left of the second.
    pub(super) walls: [Wall; 2],
    /// No line from one to the other is turned further to the right, or to the left.
    flattest: Vector,
    steepest: Vector,
    /// A quarter turn to the left and right of both.
    lefts: [Heading; 2],
    rights: [Heading; 2],
    /// Whether the polygons are apart in the direction between their middles, and where they then end and begin.
    ends: Option<Ends>,
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
    ahead: Heading,
    back: Heading,
    first_begins: i64,
    first_ends: i64,
    second_begins: i64,
    second_ends: i64,
}

impl Wall {
    fn new(at: Point, along: Vector, like: &[Point]) -> Wall {
        let next = Point::new(at.x + along.0 as i32, at.y + along.1 as i32);
        Wall {
            line: Line::through(Spot::corner(at), Spot::corner(next)),
            slope: i64::from(at.distance_up(next).0),
            left: Heading::new(left_of(along), like),
            right: Heading::new(right_of(along), like),
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
        let heading = |towards: Vector| Heading::new(towards, from);
        let (ahead, back) = (heading(along), heading((-along.0, -along.1)));
        let ends = Ends {
            ahead,
            back,
            first_begins: -back.reach(from),
            first_ends: ahead.reach(from),
            second_begins: -back.reach(to),
            second_ends: ahead.reach(to),
        };
        let flattest = inner(from, to, along, left_of, right_of);
        let steepest = inner(from, to, along, right_of, left_of);
        Corridor {
            from,
            to,
            walls: [outer(from, to, along, left_of), outer(from, to, along, right_of)],
            flattest,
            steepest,
            lefts: [heading(left_of(flattest)), heading(left_of(steepest))],
            rights: [heading(right_of(flattest)), heading(right_of(steepest))],
            ends: (ends.first_ends <= ends.second_begins).then_some(ends),
        }
    }

    /// Whether something in a disc can stand in the way at all.
    pub(super) fn may_hold(&self, middle: Point, reach: Length) -> bool {
        let [left, right] = &self.walls;
        let reach = i64::from(reach.0);
        left.line.side(middle) < reach * left.slope && -right.line.side(middle) < reach * right.slope
    }

    /// Whether a piece can stand in the way at all, and where.
    pub(super) fn place(&self, corners: &[Point]) -> Option<Place> {
        let [left, right] = &self.walls;
        if left.rightmost(corners) >= 0 || right.leftmost(corners) <= 0 {
            return None;
        }
        let (mut after_first, mut before_second) = (false, false);
        if let Some(ends) = &self.ends {
            let (begins, stops) = (-ends.back.reach(corners), ends.ahead.reach(corners));
            if stops <= ends.first_begins || begins >= ends.second_ends {
                return None;
            }
            after_first = begins >= ends.first_ends;
            before_second = stops <= ends.second_begins;
        }
        let (out_left, out_right) = (left.leftmost(corners) > 0, right.rightmost(corners) < 0);
        Some(Place { after_first, before_second, out_left, out_right })
    }

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

    /// The corners of a polygon that a line through the corridor can touch with the polygon on its right.
    pub(super) fn tops(&self, corners: &[Point]) -> Chain {
        Chain::facing(corners, self.lefts[0], self.lefts[1])
    }

    /// The corners of a polygon that a line through the corridor can touch with the polygon on its left.
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
fn outer(from: &[Point], to: &[Point], along: Vector, side: fn(Vector) -> Vector) -> Wall {
    let mut direction = along;
    for _ in 0..REFINEMENTS {
        let (a, b) = (from[furthest(from, side(direction))], to[furthest(to, side(direction))]);
        let refined = vector(a, b);
        if cross(direction, refined) == 0 {
            return Wall::new(a, direction, from);
        }
        direction = refined;
    }
    let (a, b) = (from[furthest(from, side(along))], to[furthest(to, side(along))]);
    let further = super::convex::dot(side(along), vector(a, b)) > 0;
    Wall::new(if further { b } else { a }, along, from)
}

/// The direction of the line that touches both polygons with each on its own side: each step turns further, and no step
/// turns too far.
fn inner(
    from: &[Point],
    to: &[Point],
    along: Vector,
    first: fn(Vector) -> Vector,
    second: fn(Vector) -> Vector,
) -> Vector {
    let mut direction = along;
    loop {
        let refined = vector(from[furthest(from, first(direction))], to[furthest(to, second(direction))]);
        if cross(direction, refined) == 0 {
            return direction;
        }
        direction = refined;
    }
}
