//! The edges of grown obstacles, and where they meet.
//!
//! Places are computed to about a unit; what they are rounded to is for the caller to test exactly.

use crate::clearance::Clearance;
use crate::{Keep, Length, Point, Rect};

/// Places are computed in these parts of a unit.
pub(crate) const PART: i128 = 1 << 8;
/// Directions are vectors of this length.
pub(crate) const ONE: i128 = 1 << 30;
/// Boxes around edges are this much larger than they must be, for rounding.
pub(crate) const ROOM: i32 = 4;

/// A place, in parts of a unit.
pub(crate) type Place = (i128, i128);

/// A part of the edge of what must be kept clear: a straight line, or a circle. Both go on beyond the part that counts;
/// a place that is found on the rest is no worse for that, if it is legal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edge {
    Line { through: Place, along: Place },
    Circle { middle: Place, radius: i128 },
}

impl Edge {
    /// Which way it runs at a place on it.
    pub(crate) fn direction_at(self, place: Place) -> Place {
        match self {
            Edge::Line { along, .. } => along,
            Edge::Circle { middle, .. } => direction((middle.1 - place.1, place.0 - middle.0)),
        }
    }
}

/// An edge with the obstacle that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) edge: Edge,
    pub(crate) of: usize,
    /// A box around the part that counts, a little larger.
    pub(crate) bounds: Rect,
    /// The square of how far away that box is at least.
    pub(crate) near: i64,
}

/// Adds the edge of a grown obstacle: a circle about each corner, and a line along each side.
pub(crate) fn add_edges(clearance: &Clearance, index: usize, pieces: &mut Vec<Piece>) {
    let grown = clearance.list[index];
    let beyond = i128::from(grown.keep == Keep::Beyond);
    let corners = clearance.corners(index);
    let reach = i128::from(grown.reach.0) * PART + beyond;
    let mut add = |edge: Edge, bounds: Rect| {
        pieces.push(Piece { edge, of: index, bounds: bounds.grown(Length(ROOM)), near: 0 });
    };
    for (at, &corner) in corners.iter().enumerate() {
        let (before, next) = (corners[(at + corners.len() - 1) % corners.len()], corners[(at + 1) % corners.len()]);
        let middle = in_parts(corner);
        if reach > 0 || corners.len() == 1 {
            add(Edge::Circle { middle, radius: reach }, arc(before, corner, next, grown.reach));
        }
        if next != corner {
            let along = direction((i128::from(next.x - corner.x), i128::from(next.y - corner.y)));
            let through = (middle.0 + along.1 * reach / ONE, middle.1 - along.0 * reach / ONE);
            let out = |point: Point| out_by(point, corner, next, grown.reach);
            add(Edge::Line { through, along }, Rect::around(&[out(corner), out(next)]));
        }
    }
}

/// A point moved out of the side between two corners, to about a unit.
fn out_by(point: Point, a: Point, b: Point, reach: Length) -> Point {
    let along = direction((i128::from(b.x - a.x), i128::from(b.y - a.y)));
    let part = |along: i128| (along * i128::from(reach.0) / ONE) as i32;
    Point::new(point.x + part(along.1), point.y - part(along.0))
}

/// A box around the arc about a corner.
fn arc(before: Point, corner: Point, next: Point, reach: Length) -> Rect {
    let all = Rect::new(corner, corner).grown(reach);
    if before == next {
        return all;
    }
    let ends = Rect::around(&[out_by(corner, before, corner, reach), out_by(corner, corner, next, reach)]);
    // Where the arc goes over the top of its circle, it goes as far as the circle does.
    let is_top = |x: i32, y: i32| {
        let ahead = |a: Point, b: Point| i64::from(b.x - a.x) * i64::from(x) + i64::from(b.y - a.y) * i64::from(y);
        ahead(before, corner) >= 0 && ahead(corner, next) <= 0
    };
    let pick = |top: bool, far: i32, near: i32| if top { far } else { near };
    Rect::new(
        Point::new(pick(is_top(-1, 0), all.low.x, ends.low.x), pick(is_top(0, -1), all.low.y, ends.low.y)),
        Point::new(pick(is_top(1, 0), all.high.x, ends.high.x), pick(is_top(0, 1), all.high.y, ends.high.y)),
    )
}

pub(crate) fn sides_of(frame: Rect, first: usize) -> [Piece; 4] {
    let (high_left, low_right) = (Point::new(frame.low.x, frame.high.y), Point::new(frame.high.x, frame.low.y));
    let side = |number: usize, a: Point, b: Point, along| Piece {
        edge: Edge::Line { through: in_parts(a), along },
        of: first + number,
        bounds: Rect::around(&[a, b]).grown(Length(ROOM)),
        near: 0,
    };
    [
        side(0, frame.low, low_right, (ONE, 0)),
        side(1, frame.low, high_left, (0, ONE)),
        side(2, frame.high, high_left, (ONE, 0)),
        side(3, frame.high, low_right, (0, ONE)),
    ]
}

pub(crate) fn in_parts(point: Point) -> Place {
    (i128::from(point.x) * PART, i128::from(point.y) * PART)
}

/// The vector of length [`ONE`] in the direction of another that is not zero.
pub(crate) fn direction((x, y): Place) -> Place {
    let length = ((x * x + y * y) << 40).isqrt().max(1);
    ((x << 20) * ONE / length, (y << 20) * ONE / length)
}

/// The places on an edge that are nearest to a point.
pub(crate) fn ways_out(edge: Edge, point: Point) -> Vec<Place> {
    let (x, y) = in_parts(point);
    match edge {
        Edge::Line { through, along } => {
            let ahead = ((x - through.0) * along.0 + (y - through.1) * along.1) / ONE;
            vec![(through.0 + along.0 * ahead / ONE, through.1 + along.1 * ahead / ONE)]
        }
        Edge::Circle { middle, radius } if (x, y) == middle => {
            vec![(x + radius, y), (x, y + radius), (x - radius, y), (x, y - radius)]
        }
        Edge::Circle { middle, radius } => {
            let out = direction((x - middle.0, y - middle.1));
            vec![(middle.0 + out.0 * radius / ONE, middle.1 + out.1 * radius / ONE)]
        }
    }
}

/// The places where two edges meet.
pub(crate) fn meetings(a: Edge, b: Edge) -> [Option<Place>; 2] {
    match (a, b) {
        (Edge::Line { through, along }, Edge::Line { through: other, along: across }) => {
            let over = (along.0 * across.1 - along.1 * across.0) / ONE;
            if over == 0 {
                return [None, None];
            }
            let between = (other.0 - through.0) * across.1 - (other.1 - through.1) * across.0;
            let ahead = between / over;
            [Some((through.0 + along.0 * ahead / ONE, through.1 + along.1 * ahead / ONE)), None]
        }
        (Edge::Line { through, along }, Edge::Circle { middle, radius })
        | (Edge::Circle { middle, radius }, Edge::Line { through, along }) => {
            let ahead = ((middle.0 - through.0) * along.0 + (middle.1 - through.1) * along.1) / ONE;
            let foot = (through.0 + along.0 * ahead / ONE, through.1 + along.1 * ahead / ONE);
            let away = (foot.0 - middle.0).pow(2) + (foot.1 - middle.1).pow(2);
            on_both_sides(foot, along, radius * radius - away)
        }
        (Edge::Circle { middle, radius }, Edge::Circle { middle: other, radius: far }) => {
            let between = (other.0 - middle.0, other.1 - middle.1);
            let square = between.0 * between.0 + between.1 * between.1;
            if square == 0 {
                return [None, None];
            }
            let out = direction(between);
            let ahead = (radius * radius - far * far + square) / (2 * square.isqrt());
            let foot = (middle.0 + out.0 * ahead / ONE, middle.1 + out.1 * ahead / ONE);
            on_both_sides(foot, (-out.1, out.0), radius * radius - ahead * ahead)
        }
    }
}

/// The two places that lie a root away from a foot; the foot itself where rounding alone may have made the square
/// less than zero.
fn on_both_sides(foot: Place, along: Place, square: i128) -> [Option<Place>; 2] {
    // A few units of a circle as large as a battlefield.
    const ROUNDING: i128 = 4 * PART * (1 << 20) * PART;
    if square < -ROUNDING {
        return [None, None];
    }
    let half = square.max(0).isqrt();
    let place = |half: i128| Some((foot.0 + along.0 * half / ONE, foot.1 + along.1 * half / ONE));
    [place(half), place(-half)]
}
