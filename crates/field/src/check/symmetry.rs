//! Whether a battlefield is as symmetric as it says.

use ground::Point;

use crate::check::Faults;
use crate::fault::Fault;
use crate::part::Part;
use crate::piece::Piece;
use crate::zone::{Objective, Zone};

/// How far two counterparts may be off: numbers that people write are rounded one by one.
const OFF: u32 = 2;

impl Faults<'_> {
    /// Checks that everything has a counterpart.
    pub(super) fn of_symmetry(&mut self) {
        let field = self.field;
        let Some(motion) = field.symmetry.motion(field.size) else { return };
        let mut alone = Vec::new();
        for (place, piece) in field.pieces.iter().enumerate() {
            let image = piece.moved(motion);
            if !field.pieces.iter().any(|other| is_image(&image, other)) {
                alone.push(Part::piece(field, place));
            }
        }
        for (place, zone) in field.zones.iter().enumerate() {
            let image = zone.moved(motion);
            if !field.zones.iter().any(|other| other.seat != zone.seat && is_zone_image(&image, other)) {
                alone.push(Part::zone(field, place));
            }
        }
        for (place, objective) in field.objectives.iter().enumerate() {
            let image = objective.moved(motion);
            let alike = |other: &Objective| is_close(image.at, other.at) && other.radius == image.radius;
            if !field.objectives.iter().any(alike) {
                alone.push(Part::objective(field, place));
            }
        }
        self.list.extend(alone.into_iter().map(|part| Fault::Lopsided(part, field.symmetry)));
    }
}

fn is_close(a: Point, b: Point) -> bool {
    a.x.abs_diff(b.x) <= OFF && a.y.abs_diff(b.y) <= OFF
}

fn same_corners(a: &[Point], b: &[Point]) -> bool {
    a.len() == b.len() && a.iter().all(|corner| b.iter().any(|other| is_close(*corner, *other)))
}

/// Whether a piece, moved, is another one.
fn is_image(image: &Piece, other: &Piece) -> bool {
    let alike = image.kind == other.kind
        && image.height == other.height
        && image.sight == other.sight
        && image.going == other.going
        && image.levels == other.levels
        && image.tags == other.tags;
    let same_line = |a: &(Point, Point), b: &(Point, Point)| {
        (is_close(a.0, b.0) && is_close(a.1, b.1)) || (is_close(a.0, b.1) && is_close(a.1, b.0))
    };
    let (walls, others) = (image.wall_lines(), other.wall_lines());
    alike
        && same_corners(&image.plot.corners(), &other.plot.corners())
        && walls.len() == others.len()
        && walls.iter().all(|wall| others.iter().any(|other| same_line(wall, other)))
}

fn is_zone_image(image: &Zone, other: &Zone) -> bool {
    let discs = match (image.without, other.without) {
        (None, None) => true,
        (Some(a), Some(b)) => a.radius == b.radius && is_close(a.at, b.at),
        _ => false,
    };
    discs && same_corners(&image.corners, &other.corners)
}
