//! The ground between two convex polygons: every line from one to the other stays in it.

use super::convex::{Chain, Vector, cross, dot, furthest, left_of, right_of, vector};
use super::line::{Line, Number, Spot};
use crate::{Point, Rect};

/// How often the outer tangents are refined; nearly always twice is enough, and any bound is a valid one.
const REFINEMENTS: usize = 8;

/// The corridor between two polygons that do not touch, seen from the first to the second.
pub(super) struct Corridor<'a> {
    pub(super) from: &'a [Point],
    pub(super) to: &'a [Point],
    /// Both polygons lie on the right of the first line and on the left of the second.
    pub(super) walls: [Wall; 2],
    /// No line from one to the other is turned further to the right, or to the left.
    pub(super) flattest: Vector,
    pub(super) steepest: Vector,
    /// Whether the polygons are apart in the direction between their middles, and where they then end and begin.
    ends: Option<Ends>,
}

/// A bound of the corridor: a line through a point.
#[derive(Clone, Copy)]
pub(super) struct Wall {
    pub(super) line: Line<i64>,
    along: Vector,
}

struct Ends {
    along: Vector,
    first_begins: i64,
    first_ends: i64,
    second_begins: i64,
    second_ends: i64,
}

impl Wall {
    fn new(at: Point, along: Vector) -> Wall {
        let next = Point::new(at.x + along.0 as i32, at.y + along.1 as i32);
        Wall { line: Line::through(Spot::corner(at), Spot::corner(next)), along }
    }

    /// The side of the corner of a box that lies furthest to the left, or to the right.
    pub(super) fn side_of_box(&self, rect: Rect, left: bool) -> i64 {
        let (x, y) = if left { left_of(self.along) } else { right_of(self.along) };
        let corner =
            Point::new(if x > 0 { rect.high.x } else { rect.low.x }, if y > 0 { rect.high.y } else { rect.low.y });
        self.line.side(corner)
    }

    /// The side of the corner of a polygon that lies furthest to the left, or to the right.
    pub(super) fn side_of(&self, corners: &[Point], left: bool) -> i64 {
        let direction = if left { left_of(self.along) } else { right_of(self.along) };
        self.line.side(corners[furthest(corners, direction)])
    }
}

/// Which of the two polygons a piece is certain to lie behind, on every line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) after_first: bool,
    pub(super) before_second: bool,
}

impl Place {
    /// Whether the piece lies between the two on every line.
    pub(super) fn is_certain(self) -> bool {
        self.after_first && self.before_second
    }
}

impl<'a> Corridor<'a> {
    /// The corridor from one polygon to another; `along` leads from the middle of one to that of the other.
    pub(super) fn new(from: &'a [Point], to: &'a [Point], along: Vector) -> Corridor<'a> {
        let reach = |corners: &[Point], direction: Vector| {
            let corner = corners[furthest(corners, direction)];
            dot(along, (i64::from(corner.x), i64::from(corner.y)))
        };
        let back = (-along.0, -along.1);
        let ends = Ends {
            along,
            first_begins: reach(from, back),
            first_ends: reach(from, along),
            second_begins: reach(to, back),
            second_ends: reach(to, along),
        };
        Corridor {
            from,
            to,
            walls: [outer(from, to, along, left_of), outer(from, to, along, right_of)],
            flattest: inner(from, to, along, left_of, right_of),
            steepest: inner(from, to, along, right_of, left_of),
            ends: (ends.first_ends <= ends.second_begins).then_some(ends),
        }
    }

    /// Whether a piece can stand in the way at all, judged by its box.
    pub(super) fn may_hold(&self, rect: Rect) -> bool {
        self.walls[0].side_of_box(rect, false) < 0 && self.walls[1].side_of_box(rect, true) > 0
    }

    /// Whether a piece can stand in the way at all; where, as far as that is certain.
    pub(super) fn place(&self, corners: &[Point]) -> Option<Place> {
        if self.walls[0].side_of(corners, false) >= 0 || self.walls[1].side_of(corners, true) <= 0 {
            return None;
        }
        let Some(ends) = &self.ends else { return Some(Place { after_first: false, before_second: false }) };
        let reach = |direction: Vector| {
            let corner = corners[furthest(corners, direction)];
            dot(ends.along, (i64::from(corner.x), i64::from(corner.y)))
        };
        let (begins, stops) = (reach((-ends.along.0, -ends.along.1)), reach(ends.along));
        if stops <= ends.first_begins || begins >= ends.second_ends {
            return None;
        }
        Some(Place { after_first: begins >= ends.first_ends, before_second: stops <= ends.second_begins })
    }

    /// Whether a piece that lies between the two polygons reaches across the whole corridor.
    pub(super) fn is_closed_by(&self, corners: &[Point], place: Place) -> bool {
        place.is_certain() && self.walls[0].side_of(corners, true) > 0 && self.walls[1].side_of(corners, false) < 0
    }

    /// Whether a direction is one that a line between the polygons can have.
    pub(super) fn allows(&self, direction: Vector) -> bool {
        cross(self.flattest, direction) >= 0 && cross(direction, self.steepest) >= 0
    }

    /// Whether a line runs the way that lines between the polygons do: each polygon is met from the right end.
    pub(super) fn allows_line(&self, line: &Line<i128>) -> bool {
        let (x, y) = line.direction();
        let cross = |a: Vector, b: (i128, i128)| i128::from(a.0) * b.1 - i128::from(a.1) * b.0;
        cross(self.flattest, (x, y)) >= 0 && cross(self.steepest, (x, y)) <= 0
    }

    /// The corners of a polygon that a line through the corridor can touch with the polygon on its right.
    pub(super) fn tops(&self, corners: &[Point]) -> Chain {
        Chain::facing(corners, left_of(self.flattest), left_of(self.steepest))
    }

    /// The corners of a polygon that a line through the corridor can touch with the polygon on its left.
    pub(super) fn bottoms(&self, corners: &[Point]) -> Chain {
        Chain::facing(corners, right_of(self.flattest), right_of(self.steepest))
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
            return Wall::new(a, direction);
        }
        direction = refined;
    }
    let (a, b) = (from[furthest(from, side(along))], to[furthest(to, side(along))]);
    let further = dot(side(along), vector(a, b)) > 0;
    Wall::new(if further { b } else { a }, along)
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
