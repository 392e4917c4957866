//! What can only be seen where outlines are sound: open lines, ways, and ground that is shut in.

use ground::{Length, Polygon};

use crate::check::{LONGEST_LANE, MOST_OPEN, Report};
use crate::fault::{Fault, Warning};
use crate::field::Field;
use crate::lanes::{self, Lanes};
use crate::part::Part;
use crate::piece::Piece;
use crate::walk::Walk;
use crate::zone::Zone;

/// How far apart lines are sampled.
const LINES: Length = Length::inches(3);

impl Report {
    /// Looks at everything that takes the whole field into view.
    pub(super) fn look_around(&mut self, field: &Field, pieces: &[Polygon], zones: &[Polygon]) {
        let those = |wanted: fn(&Piece) -> bool| -> Vec<&Polygon> {
            let both = field.pieces.iter().zip(pieces);
            both.filter(|(piece, _)| wanted(piece)).map(|(_, outline)| outline).collect()
        };
        let zoned: Vec<(&Zone, &Polygon)> = field.zones.iter().zip(zones).collect();
        self.look_along_lines(&zoned, &those(Piece::obstructs));
        self.look_at_zones(field, &zoned, &those(Piece::is_closed));
        self.look_at_objectives(field);
        self.look_at_ways(field, &Walk::new(field.size, &those(Piece::is_in_the_way)), &zoned);
    }

    /// How open the field is. Heights do not count: a line that crosses anything soft or hard is not open.
    fn look_along_lines(&mut self, zones: &[(&Zone, &Polygon)], obstacles: &[&Polygon]) {
        let lines = lanes::sample(zones, LINES);
        if lines.is_empty() {
            self.warnings.push(Warning::NoZones);
        }
        self.lanes = Lanes::count(&lines, obstacles);
        if let Some((from, to)) = self.lanes.longest.filter(|_| self.lanes.longest_open() > LONGEST_LANE) {
            self.warnings.push(Warning::OpenLane(from, to));
        }
        if self.lanes.percent_open() > MOST_OPEN {
            self.warnings.push(Warning::TooOpen { open: self.lanes.percent_open() });
        }
    }

    fn look_at_ways(&mut self, field: &Field, walk: &Walk, zones: &[(&Zone, &Polygon)]) {
        let main = walk.main();
        for (place, (zone, outline)) in zones.iter().enumerate() {
            let points = lanes::points_of(zone, outline, Length::inches(1));
            if !points.iter().any(|point| walk.reaches(main, *point, Length::inches(1))) {
                self.faults.push(Fault::OutOfReach(Part::zone(field, place)));
            }
        }
        for (place, objective) in field.objectives.iter().enumerate() {
            // To stand beside a marker, or on it, is to have come there.
            let within = objective.radius + Length::inches(3);
            if !walk.reaches(main, objective.at, within) {
                self.faults.push(Fault::OutOfReach(Part::objective(field, place)));
            }
        }
        for (at, squares) in walk.pockets() {
            if squares >= 2 {
                self.warnings.push(Warning::Pocket { at, squares });
            }
        }
    }
}
