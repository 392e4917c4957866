//! What may stand in the way of a line, as flat arrays of convex pieces.

use crate::{Length, Point, Polygon, Rect, Shape};

/// Everything that may stand between two models, widened by half the thickness of a line.
///
/// What each of them does to a line is said when one looks: whether a wood hides a model may depend on who looks.
#[derive(Clone, Debug, Default)]
pub struct Blockers {
    half_width: Length,
    pub(super) boxes: Vec<Rect>,
    pub(super) pieces: Vec<Piece>,
    corners: Vec<Point>,
    pub(super) seams: Vec<Seam>,
}

/// A convex piece of a blocker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    first: u32,
    count: u32,
    pub(super) id: u16,
}

/// Where two pieces of one blocker meet: a line that runs along it runs through the blocker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seam {
    pub(super) ends: (Point, Point),
    pub(super) id: u16,
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
    pub fn add_polygon(&mut self, id: u16, polygon: &Polygon) {
        for piece in polygon.pieces() {
            self.add_shape(id, piece);
        }
        // Widened pieces overlap, so that no line runs between them.
        if self.half_width == Length::ZERO {
            self.seams.extend(polygon.seams().iter().map(|&ends| Seam { ends, id }));
        }
    }

    /// Adds a convex shape under an id of the caller's. A round one counts as its inscribed polygon.
    pub fn add_shape(&mut self, id: u16, shape: &Shape) {
        let corners = shape.grown(self.half_width).angular();
        self.pieces.push(Piece { first: self.corners.len() as u32, count: corners.corners().len() as u32, id });
        self.boxes.push(corners.bounds());
        self.corners.extend(corners.corners());
    }

    /// The end of the list as it is now.
    pub fn mark(&self) -> Mark {
        Mark { pieces: self.pieces.len(), corners: self.corners.len(), seams: self.seams.len() }
    }

    /// Forgets everything added after the mark: terrain stays, models are put anew.
    pub fn back_to(&mut self, mark: Mark) {
        self.pieces.truncate(mark.pieces);
        self.boxes.truncate(mark.pieces);
        self.corners.truncate(mark.corners);
        self.seams.truncate(mark.seams);
    }

    pub(super) fn corners(&self, piece: Piece) -> &[Point] {
        &self.corners[piece.first as usize..(piece.first + piece.count) as usize]
    }
}
