//! Objectives: on the field, where models can stand, and apart.

use ground::{Length, Polygon, Rect, Shape};

use crate::check::{CLOSE, Faults, Report};
use crate::fault::{Fault, Warning};
use crate::field::Field;
use crate::part::Part;
use crate::zone::Objective;

impl Faults<'_> {
    /// Checks objectives by themselves, and that none lies on another.
    pub(super) fn of_objectives(&mut self, outlines: &[Option<Polygon>]) {
        let field = self.field;
        for (place, objective) in field.objectives.iter().enumerate() {
            let part = Part::objective(field, place);
            self.of_bounds(part.clone(), Rect::new(objective.at, objective.at).grown(objective.radius));
            if objective.radius > Objective::LARGEST {
                self.list.push(Fault::Marker(part.clone(), objective.radius));
            }
            if !objective.at.is_near() || objective.radius > Objective::LARGEST {
                continue;
            }
            let marker = Shape::disc(objective.at, objective.radius);
            for (under, piece) in field.pieces.iter().enumerate() {
                let is_in = || outlines[under].as_ref().is_some_and(|outline| outline.overlaps_shape(&marker));
                if (piece.is_closed() || piece.kind.is_linear()) && is_in() {
                    let piece = Part::piece(field, under);
                    self.list.push(Fault::ObjectiveBuried { objective: part.clone(), piece });
                }
            }
            for (first, other) in field.objectives[..place].iter().enumerate() {
                if gap(objective, other) < Length::ZERO {
                    self.list.push(Fault::ObjectivesOverlap(Part::objective(field, first), part.clone()));
                }
            }
        }
    }
}

/// The gap between two markers; negative when they overlap.
fn gap(objective: &Objective, other: &Objective) -> Length {
    objective.at.distance_up(other.at) - objective.radius - other.radius
}

impl Report {
    /// Whether markers are far enough apart that it matters which one is held.
    pub(super) fn look_at_objectives(&mut self, field: &Field) {
        for (place, objective) in field.objectives.iter().enumerate() {
            for (first, other) in field.objectives[..place].iter().enumerate() {
                let gap = gap(objective, other);
                if gap < CLOSE {
                    let (first, second) = (Part::objective(field, first), Part::objective(field, place));
                    self.warnings.push(Warning::ObjectivesClose(first, second, gap));
                }
            }
        }
    }
}
