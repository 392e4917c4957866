//! What may stand in the way of a line, as flat arrays of convex pieces.

use super::line::{Line, Spot};
use crate::point::root;
use crate::polygon::crosses;
use crate::shape::orient;
use crate::vector::{dot, vector};
use crate::{Length, Owner, Point, Polygon, Shape};

/// Everything that may stand between two models, widened by half the thickness of a line.
///
/// What each of them does to a line is said when one looks: whether a wood hides a model may depend on who looks.
#[derive(Clone, Debug, Default)]
pub struct Blockers {
    half_width: Length,
    pub(super) pieces: Vec<Piece>,
    corners: Vec<Point>,
    pub(super) seams: Vec<Seam>,
}

/// A convex piece of a blocker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    first: u32,
    count: u32,
    pub(super) id: Owner,
    /// The discs about it and in it, which tell most pieces from those that matter.
    pub(super) middle: Point,
    pub(super) reach: Length,
    core: Length,
}

/// Where two pieces of one blocker meet: a line that runs along it runs through the blocker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seam {
    pub(super) ends: (Point, Point),
    pub(super) id: Owner,
}

/// A place in the list of blockers, to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pieces: usize,
    corners: usize,
    seams: usize,
}

impl Blockers {
    /// No blockers yet, for lines of no thickness.
    pub fn new() -> Blockers {
        Blockers::default()
    }

    /// No blockers yet, for lines of this thickness.
    pub fn for_lines(width: Length) -> Blockers {
        Blockers { half_width: Length(width.0 / 2), ..Blockers::default() }
    }

    /// Adds a polygon under an id of the caller's.
    pub fn add_polygon(&mut self, id: impl Into<Owner>, polygon: &Polygon) {
        let id = id.into();
        for piece in polygon.pieces() {
            self.add_shape(id, piece);
        }
        // Widened pieces overlap, so that no line runs between them.
        if self.half_width == Length::ZERO {
            self.seams.extend(polygon.seams().iter().map(|&ends| Seam { ends, id }));
        }
    }

    /// Adds a convex shape under an id of the caller's. A round one counts as its inscribed polygon.
    pub fn add_shape(&mut self, id: impl Into<Owner>, shape: &Shape) {
        let id = id.into();
        let corners = shape.grown(self.half_width).angular();
        let (first, count) = (self.corners.len() as u32, corners.corners().len() as u32);
        let middle = corners.bounds().centre();
        let reach = corners.corners().iter().map(|&corner| corner.distance_up(middle)).max().unwrap_or(Length::ZERO);
        self.pieces.push(Piece { first, count, id, middle, reach, core: core(corners.corners(), middle) });
        self.corners.extend(corners.corners());
    }

    /// The end of the list as it is now.
    pub fn mark(&self) -> Mark {
        Mark { pieces: self.pieces.len(), corners: self.corners.len(), seams: self.seams.len() }
    }

    /// Forgets everything added after the mark: terrain stays, models are put anew.
    pub fn back_to(&mut self, mark: Mark) {
        self.pieces.truncate(mark.pieces);
        self.corners.truncate(mark.corners);
        self.seams.truncate(mark.seams);
    }

    pub(super) fn corners(&self, piece: &Piece) -> &[Point] {
        &self.corners[piece.first as usize..(piece.first + piece.count) as usize]
    }
}

/// The radius of a disc about a point of a convex polygon that lies in it, rounded down; zero if the point does not.
fn core(corners: &[Point], middle: Point) -> Length {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let from_side = |(&a, &b): (&Point, &Point)| orient(a, b, middle) / i64::from(a.distance_up(b).0).max(1);
    Length(sides.map(from_side).min().unwrap_or(0).max(0) as i32)
}

/// A straight line between two points, with what every piece asks of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    from: Point,
    to: Point,
    line: Line<i64>,
    square: i64,
    /// Its length, rounded down and up.
    length: (i64, i64),
}

impl Segment {
    pub(super) fn new(from: Point, to: Point) -> Segment {
        let square = from.distance_squared(to);
        let down = root(square);
        Segment {
            from,
            to,
            line: Line::through(Spot::corner(from), Spot::corner(to)),
            square,
            length: (down, down + 1),
        }
    }

    /// Whether the segment runs through the inside of a piece. The discs settle most.
    #[inline]
    pub(super) fn crosses(&self, piece: &Piece, corners: &[Point]) -> bool {
        let side = self.line.side(piece.middle).abs();
        let reach = i64::from(piece.reach.0) * self.length.1;
        side < reach && self.crosses_near(piece, corners, side, reach)
    }

    fn crosses_near(&self, piece: &Piece, corners: &[Point], side: i64, reach: i64) -> bool {
        let along = dot(vector(self.from, self.to), vector(self.from, piece.middle));
        if along + reach <= 0 || along - reach >= self.square {
            return false;
        }
        if side < i64::from(piece.core.0) * self.length.0 && (0..=self.square).contains(&along) {
            return true;
        }
        if along >= reach && along + reach <= self.square {
            return self.parts(corners);
        }
        crosses(corners, self.from, self.to)
    }

    /// Whether the endless line has corners on both sides.
    fn parts(&self, corners: &[Point]) -> bool {
        let side = |corner: &Point| self.line.side(*corner);
        corners.iter().any(|corner| side(corner) > 0) && corners.iter().any(|corner| side(corner) < 0)
    }
}
