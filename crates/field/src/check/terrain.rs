//! Faults of terrain: each piece by itself, and pieces that lie on each other.

use ground::{Length, Polygon};

use crate::check::{Faults, HIGHEST, MOST_FAULTS, pairs};
use crate::fault::Fault;
use crate::kind::Kind;
use crate::part::{Part, printable};
use crate::piece::Piece;

impl Faults<'_> {
    /// Checks a piece by itself, and gives its outline if it has one.
    pub(super) fn of_piece(&mut self, place: usize) -> Option<Polygon> {
        let (piece, part) = (&self.field.pieces[place], Part::piece(self.field, place));
        if !(Length::ZERO..=HIGHEST).contains(&piece.height) {
            self.list.push(Fault::Height(part.clone(), piece.height));
        }
        let rising = piece.levels.windows(2).all(|pair| pair[0] < pair[1]);
        let between = piece.levels.iter().all(|level| Length::ZERO < *level && *level <= piece.height);
        if !rising || !between {
            self.list.push(Fault::Levels(part.clone()));
        }
        for tag in piece.tags.iter().filter(|tag| !is_tag(tag)) {
            self.list.push(Fault::Tag(part.clone(), printable(tag)));
        }
        let corners = piece.plot.corners();
        for (at, side) in piece.walls.iter().enumerate() {
            if *side == 0 || usize::from(*side) > corners.len() {
                self.list.push(Fault::Wall { piece: part.clone(), side: *side, sides: corners.len() });
            } else if piece.walls[..at].contains(side) {
                self.list.push(Fault::WallTwice(part.clone(), *side));
            }
        }
        self.of_outline(part, &corners)
    }

    /// Checks that no two pieces cover common ground, unless one stands on a hill.
    pub(super) fn of_overlaps(&mut self, outlines: &[Option<Polygon>]) {
        let field = self.field;
        for ((first, outline), (second, other)) in pairs(outlines) {
            if self.list.len() > MOST_FAULTS {
                return;
            }
            let stands =
                || stands_on(outline, &field.pieces[second], other) || stands_on(other, &field.pieces[first], outline);
            if outline.overlaps(other) && !stands() {
                self.list.push(Fault::Overlap(Part::piece(field, first), Part::piece(field, second)));
            }
        }
    }
}

fn is_tag(tag: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=24).contains(&tag.len()) && tag.chars().all(plain)
}

/// Whether something stands wholly on a hill.
fn stands_on(outline: &Polygon, hill: &Piece, hill_outline: &Polygon) -> bool {
    hill.kind == Kind::Hill && outline.pieces().iter().all(|piece| hill_outline.covers(piece))
}
