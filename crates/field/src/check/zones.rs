//! Zones: whose ground is whose, and whether there is room on it.

use ground::{Length, Point, Polygon, Rect};

use crate::check::{CLOSE, Faults, Report, pairs};
use crate::fault::{Fault, Warning};
use crate::field::Field;
use crate::lanes;
use crate::part::Part;
use crate::zone::Zone;

/// A zone with fewer free points of a hundred than this is worth a warning.
const LEAST_FREE: usize = 60;

impl Faults<'_> {
    /// Checks a zone by itself, and gives its outline if it has one.
    pub(super) fn of_zone(&mut self, place: usize) -> Option<Polygon> {
        self.of_outline(Part::zone(self.field, place), &self.field.zones[place].corners)
    }

    /// Checks that no ground belongs to two seats.
    pub(super) fn of_zones(&mut self, outlines: &[Option<Polygon>]) {
        let field = self.field;
        for ((first, outline), (second, other)) in pairs(outlines) {
            let (zone, other_zone) = (&field.zones[first], &field.zones[second]);
            if zone.seat != other_zone.seat && overlap(zone, outline, other_zone, other) {
                self.list.push(Fault::ZonesOverlap(Part::zone(field, first), Part::zone(field, second)));
            }
        }
    }
}

/// Whether zones share a point. With discs cut out that is sampled, in steps of a quarter of an inch.
fn overlap(zone: &Zone, outline: &Polygon, other: &Zone, other_outline: &Polygon) -> bool {
    if !outline.overlaps(other_outline) {
        return false;
    }
    if zone.without.is_none() && other.without.is_none() {
        return true;
    }
    let (a, b) = (outline.bounds(), other_outline.bounds());
    let low = Point::new(a.low.x.max(b.low.x), a.low.y.max(b.low.y));
    let high = Point::new(a.high.x.min(b.high.x), a.high.y.min(b.high.y));
    let step = Length(ground::UNITS_PER_INCH / 4);
    let mut points = lanes::spread(Rect::new(low, high), step).into_iter();
    points.any(|point| zone.holds(outline, point) && other.holds(other_outline, point))
}

impl Report {
    /// Whether there is room in zones, and between them.
    pub(super) fn look_at_zones(&mut self, field: &Field, zones: &[(&Zone, &Polygon)], closed: &[&Polygon]) {
        for (place, (zone, outline)) in zones.iter().enumerate() {
            let points = lanes::points_of(zone, outline, Length::inches(1));
            let free = points.iter().filter(|point| !closed.iter().any(|piece| piece.contains(**point))).count();
            match (free * 100).checked_div(points.len()).unwrap_or(0) {
                0 => self.faults.push(Fault::ZoneBlocked(Part::zone(field, place))),
                free if free < LEAST_FREE => {
                    self.warnings.push(Warning::ZoneCrowded { zone: Part::zone(field, place), free });
                }
                _ => {}
            }
            for (second, (other, other_outline)) in zones.iter().enumerate().skip(place + 1) {
                // Where discs are cut out, what is left is further apart than the outlines.
                let cut = zone.without.is_some() || other.without.is_some();
                let gap = outline.distance_up(other_outline);
                if zone.seat != other.seat && !cut && gap < CLOSE {
                    let (first, second) = (Part::zone(field, place), Part::zone(field, second));
                    self.warnings.push(Warning::ZonesClose(first, second, gap));
                }
            }
        }
    }
}
