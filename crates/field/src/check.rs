//! Whether one can play on a battlefield: every fault at once, and what is only doubtful apart from them.

mod objectives;
mod room;
mod symmetry;
mod terrain;
mod zones;

use ground::{Length, Point, Polygon, Rect};

use crate::fault::{Fault, Warning};
use crate::field::Field;
use crate::lanes::Lanes;
use crate::part::Part;

/// No name is longer, in characters.
pub const LONGEST_NAME: usize = 40;
/// No terrain is higher.
pub const HIGHEST: Length = Length::inches(24);
/// More faults than this are not listed: the first ones are to be mended first.
const MOST_FAULTS: usize = 200;
/// An open line from zone to zone that is longer than this is worth a warning.
pub const LONGEST_LANE: Length = Length::inches(48);
/// More open lines of a hundred than this are worth a warning.
pub const MOST_OPEN: usize = 30;
/// Zones, and markers, that are closer than this are worth a warning.
const CLOSE: Length = Length::inches(6);

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Why nobody should play on it.
    pub faults: Vec<Fault>,
    /// What players should know.
    pub warnings: Vec<Warning>,
    /// How open it is; nothing while there are faults.
    pub lanes: Lanes,
}

impl Report {
    /// Whether there are no faults. There may be warnings.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}

impl Field {
    /// Checks everything. What needs sound outlines (lanes, ways) is checked where there are no other faults.
    pub fn check(&self) -> Report {
        let mut faults = Faults { field: self, list: Vec::new() };
        faults.of_size_and_names();
        if !faults.list.is_empty() && !self.is_sane() {
            return Report { faults: faults.list, ..Report::default() };
        }
        let pieces: Vec<Option<Polygon>> = (0..self.pieces.len()).map(|place| faults.of_piece(place)).collect();
        let zones: Vec<Option<Polygon>> = (0..self.zones.len()).map(|place| faults.of_zone(place)).collect();
        faults.of_overlaps(&pieces);
        faults.of_zones(&zones);
        faults.of_objectives(&pieces);
        faults.of_symmetry();
        faults.list.truncate(MOST_FAULTS);
        let mut report = Report { faults: faults.list, ..Report::default() };
        if let (Some(pieces), Some(zones)) = (all(pieces), all(zones))
            && report.is_sound()
        {
            report.look_around(self, &pieces, &zones);
        }
        report
    }

    /// Whether numbers are small enough to go on checking.
    fn is_sane(&self) -> bool {
        self.size.is_sane()
            && self.pieces.len() <= Field::MOST_PIECES
            && self.zones.len() <= Field::MOST_ZONES
            && self.objectives.len() <= Field::MOST_OBJECTIVES
    }
}

fn all(outlines: Vec<Option<Polygon>>) -> Option<Vec<Polygon>> {
    outlines.into_iter().collect()
}

/// Faults of a battlefield, chapter by chapter.
struct Faults<'f> {
    field: &'f Field,
    list: Vec<Fault>,
}

impl Faults<'_> {
    fn of_size_and_names(&mut self) {
        let field = self.field;
        if !field.size.is_sane() {
            self.list.push(Fault::Size(field.size));
        }
        let mut most = |what, count, most| {
            if count > most {
                self.list.push(Fault::TooMany { what, most });
            }
        };
        most("pieces", field.pieces.len(), Field::MOST_PIECES);
        most("zones", field.zones.len(), Field::MOST_ZONES);
        most("objectives", field.objectives.len(), Field::MOST_OBJECTIVES);
        if !field.name.is_empty() && !is_name(&field.name) {
            self.list.push(Fault::Name(Part::Whole));
        }
        self.of_names(field.pieces.iter().map(|piece| piece.name.as_str()), Part::piece);
        self.of_names(field.zones.iter().map(|zone| zone.name.as_str()), Part::zone);
        self.of_names(field.objectives.iter().map(|objective| objective.name.as_str()), Part::objective);
    }

    fn of_names<'a>(&mut self, names: impl Iterator<Item = &'a str>, part: fn(&Field, usize) -> Part) {
        let mut seen: Vec<&str> = Vec::new();
        for (place, name) in names.enumerate() {
            if !is_name(name) {
                self.list.push(Fault::Name(part(self.field, place)));
            } else if seen.contains(&name) {
                self.list.push(Fault::Twice(part(self.field, place)));
            }
            seen.push(name);
        }
    }

    /// Checks that corners make an outline on the field, and gives it.
    fn of_outline(&mut self, what: Part, corners: &[Point]) -> Option<Polygon> {
        match Polygon::new(corners) {
            Ok(outline) => {
                self.of_bounds(what, outline.bounds());
                Some(outline)
            }
            Err(fault) => {
                self.list.push(Fault::Outline(what, fault));
                None
            }
        }
    }

    /// Checks that nothing reaches beyond the edge.
    fn of_bounds(&mut self, what: Part, bounds: Rect) {
        let field = self.field.size.rect();
        let low = (field.low.x - bounds.low.x).max(field.low.y - bounds.low.y);
        let high = (bounds.high.x - field.high.x).max(bounds.high.y - field.high.y);
        let by = Length(low.max(high));
        if by > Length::ZERO {
            self.list.push(Fault::OffTheField { what, by });
        }
    }
}

pub(crate) fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control)
}

/// The pairs of outlines that there are, with their places; the first of each pair comes first.
fn pairs(outlines: &[Option<Polygon>]) -> impl Iterator<Item = ((usize, &Polygon), (usize, &Polygon))> {
    let known = |place: usize| Some((place, outlines[place].as_ref()?));
    let later =
        move |first: (usize, _)| (first.0 + 1..outlines.len()).filter_map(known).map(move |other| (first, other));
    (0..outlines.len()).filter_map(known).flat_map(later)
}
