//! Whether one can play on a battlefield: every fault at once, and what is only doubtful apart from them.

use ground::{Length, Point, Polygon, Rect, Shape};

use crate::fault::{Fault, Warning};
use crate::field::Field;
use crate::kind::Kind;
use crate::lanes::{self, Lanes};
use crate::piece::Piece;
use crate::walk::{self, Walk};
use crate::zone::{Objective, Zone};

/// No name is longer, in characters.
pub const LONGEST_NAME: usize = 40;
/// No terrain is higher.
pub const HIGHEST: Length = Length::inches(24);
/// More faults than this are not listed: the first ones are to be mended first.
const MOST_FAULTS: usize = 200;
/// How far apart lines are sampled.
const LINES: Length = Length::inches(3);
/// An open line from zone to zone that is longer than this is worth a warning.
pub const LONGEST_LANE: Length = Length::inches(48);
/// More open lines of a hundred than this are worth a warning.
pub const MOST_OPEN: usize = 30;
/// Zones, and markers, that are closer than this are worth a warning.
const CLOSE: Length = Length::inches(6);
/// A zone with fewer free points of a hundred than this is worth a warning.
const LEAST_FREE: usize = 60;
/// How far two counterparts may be off: numbers that people write are rounded one by one.
const OFF: i32 = 2;

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
        let mut faults = Faults::default();
        faults.of_size_and_names(self);
        if !faults.list.is_empty() && !self.is_sane() {
            return Report { faults: faults.list, ..Report::default() };
        }
        let pieces: Vec<Option<Polygon>> = self.pieces.iter().map(|piece| faults.of_piece(self, piece)).collect();
        let zones: Vec<Option<Polygon>> = self.zones.iter().map(|zone| faults.of_zone(self, zone)).collect();
        faults.of_overlaps(self, &pieces);
        faults.of_zones(self, &zones);
        faults.of_objectives(self, &pieces);
        faults.of_symmetry(self);
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

/// A text from a file as a sentence may show it: short, and without what a terminal would obey.
pub(crate) fn printable(text: &str) -> String {
    text.chars().take(LONGEST_NAME).map(|c| if c.is_control() { '?' } else { c }).collect()
}

fn called(piece: &Piece) -> String {
    format!("piece '{}'", printable(&piece.name))
}

fn zone_called(zone: &Zone) -> String {
    format!("zone '{}'", printable(&zone.name))
}

fn objective_called(objective: &Objective) -> String {
    format!("objective '{}'", printable(&objective.name))
}

#[derive(Default)]
struct Faults {
    list: Vec<Fault>,
}

impl Faults {
    fn of_size_and_names(&mut self, field: &Field) {
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
            self.list.push(Fault::Name("the battlefield".to_owned()));
        }
        self.of_names(field.pieces.iter().map(|piece| (piece.name.as_str(), called(piece))));
        self.of_names(field.zones.iter().map(|zone| (zone.name.as_str(), zone_called(zone))));
        self.of_names(field.objectives.iter().map(|one| (one.name.as_str(), objective_called(one))));
    }

    fn of_names<'a>(&mut self, names: impl Iterator<Item = (&'a str, String)>) {
        let mut seen: Vec<&str> = Vec::new();
        for (name, what) in names {
            if !is_name(name) {
                self.list.push(Fault::Name(what));
            } else if seen.contains(&name) {
                self.list.push(Fault::Twice(what));
            }
            seen.push(name);
        }
    }

    /// Checks a piece by itself, and gives its outline if it has one.
    fn of_piece(&mut self, field: &Field, piece: &Piece) -> Option<Polygon> {
        if !(Length::ZERO..=HIGHEST).contains(&piece.height) {
            self.list.push(Fault::Height(called(piece), piece.height));
        }
        let rising = piece.levels.windows(2).all(|pair| pair[0] < pair[1]);
        let between = piece.levels.iter().all(|level| Length::ZERO < *level && *level <= piece.height);
        if !rising || !between {
            self.list.push(Fault::Levels(called(piece)));
        }
        for tag in piece.tags.iter().filter(|tag| !is_tag(tag)) {
            self.list.push(Fault::Tag(called(piece), printable(tag)));
        }
        let corners = piece.shape.corners();
        for (at, side) in piece.walls.iter().enumerate() {
            if *side == 0 || usize::from(*side) > corners.len() {
                self.list.push(Fault::Wall { piece: called(piece), side: *side, sides: corners.len() });
            } else if piece.walls[..at].contains(side) {
                self.list.push(Fault::WallTwice(called(piece), *side));
            }
        }
        self.of_outline(field, called(piece), &corners)
    }

    fn of_zone(&mut self, field: &Field, zone: &Zone) -> Option<Polygon> {
        self.of_outline(field, zone_called(zone), &zone.corners)
    }

    fn of_outline(&mut self, field: &Field, what: String, corners: &[Point]) -> Option<Polygon> {
        match Polygon::new(corners) {
            Ok(outline) => {
                let by = beyond(field.size.rect(), outline.bounds());
                if by > Length::ZERO {
                    self.list.push(Fault::OffTheField { what, by });
                }
                Some(outline)
            }
            Err(fault) => {
                self.list.push(Fault::Outline(what, fault));
                None
            }
        }
    }

    fn of_overlaps(&mut self, field: &Field, outlines: &[Option<Polygon>]) {
        let known: Vec<(&Piece, &Polygon)> =
            field.pieces.iter().zip(outlines).filter_map(|(piece, outline)| Some((piece, outline.as_ref()?))).collect();
        for (place, (piece, outline)) in known.iter().enumerate() {
            for (other, other_outline) in &known[place + 1..] {
                if self.list.len() > MOST_FAULTS || !outline.overlaps(other_outline) {
                    continue;
                }
                if !stands_on(outline, other, other_outline) && !stands_on(other_outline, piece, outline) {
                    self.list.push(Fault::Overlap(called(piece), called(other)));
                }
            }
        }
    }

    fn of_zones(&mut self, field: &Field, outlines: &[Option<Polygon>]) {
        let known: Vec<(&Zone, &Polygon)> =
            field.zones.iter().zip(outlines).filter_map(|(zone, outline)| Some((zone, outline.as_ref()?))).collect();
        for (place, (zone, outline)) in known.iter().enumerate() {
            for (other, other_outline) in &known[place + 1..] {
                if zone.seat != other.seat && overlap(zone, outline, other, other_outline) {
                    self.list.push(Fault::ZonesOverlap(zone_called(zone), zone_called(other)));
                }
            }
        }
    }

    fn of_objectives(&mut self, field: &Field, outlines: &[Option<Polygon>]) {
        for (place, objective) in field.objectives.iter().enumerate() {
            let what = objective_called(objective);
            if !objective.at.is_near() || objective.radius > Length::inches(12) {
                self.list.push(Fault::OffTheField { what, by: objective.radius });
                continue;
            }
            let marker = Shape::disc(objective.at, objective.radius);
            let by = beyond(field.size.rect(), marker.bounds());
            if by > Length::ZERO {
                self.list.push(Fault::OffTheField { what: what.clone(), by });
            }
            let under =
                field.pieces.iter().zip(outlines).filter(|(piece, _)| piece.is_closed() || piece.kind.is_linear());
            for (piece, outline) in under {
                if outline.as_ref().is_some_and(|outline| outline.overlaps_shape(&marker)) {
                    self.list.push(Fault::ObjectiveBuried { objective: what.clone(), piece: called(piece) });
                }
            }
            for other in &field.objectives[..place] {
                if gap(objective, other) < Length::ZERO {
                    self.list.push(Fault::ObjectivesOverlap(objective_called(other), what.clone()));
                }
            }
        }
    }

    fn of_symmetry(&mut self, field: &Field) {
        let Some(motion) = field.symmetry.motion(field.size) else { return };
        for piece in &field.pieces {
            let image = piece.moved(motion);
            if !field.pieces.iter().any(|other| is_image(&image, other)) {
                self.list.push(Fault::Lopsided(called(piece), field.symmetry));
            }
        }
        for zone in &field.zones {
            let image = zone.moved(motion);
            if !field.zones.iter().any(|other| other.seat != zone.seat && is_zone_image(&image, other)) {
                self.list.push(Fault::Lopsided(zone_called(zone), field.symmetry));
            }
        }
        for objective in &field.objectives {
            let at = motion.apply(objective.at);
            let alike = |other: &Objective| is_close(at, other.at) && other.radius == objective.radius;
            if !field.objectives.iter().any(alike) {
                self.list.push(Fault::Lopsided(objective_called(objective), field.symmetry));
            }
        }
    }
}

pub(crate) fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control)
}

fn is_tag(tag: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=24).contains(&tag.len()) && tag.chars().all(plain)
}

/// How far a box reaches beyond another.
fn beyond(rect: Rect, other: Rect) -> Length {
    let low = (rect.low.x - other.low.x).max(rect.low.y - other.low.y);
    let high = (other.high.x - rect.high.x).max(other.high.y - rect.high.y);
    Length(low.max(high).max(0))
}

/// Whether something stands wholly on a hill.
fn stands_on(outline: &Polygon, hill: &Piece, hill_outline: &Polygon) -> bool {
    hill.kind == Kind::Hill && outline.pieces().iter().all(|piece| hill_outline.covers(piece))
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
    let is_in = |zone: &Zone, outline: &Polygon, point| {
        outline.contains(point) && !zone.without.is_some_and(|disc| disc.covers(point))
    };
    let mut points = lanes::spread(Rect::new(low, high), step).into_iter();
    points.any(|point| is_in(zone, outline, point) && is_in(other, other_outline, point))
}

/// The gap between two markers; negative when they overlap.
fn gap(objective: &Objective, other: &Objective) -> Length {
    objective.at.distance_up(other.at) - objective.radius - other.radius
}

fn is_close(a: Point, b: Point) -> bool {
    a.x.abs_diff(b.x) <= OFF as u32 && a.y.abs_diff(b.y) <= OFF as u32
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
        && same_corners(&image.shape.corners(), &other.shape.corners())
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

impl Report {
    /// What can only be seen where outlines are sound: lanes, ways, room.
    fn look_around(&mut self, field: &Field, pieces: &[Polygon], zones: &[Polygon]) {
        let both = || field.pieces.iter().zip(pieces);
        let zoned: Vec<(&Zone, &Polygon)> = field.zones.iter().zip(zones).collect();
        let obstacles: Vec<&Polygon> =
            both().filter(|(piece, _)| piece.obstructs()).map(|(_, outline)| outline).collect();
        let lines = lanes::sample(&zoned, LINES);
        if lines.is_empty() {
            self.warnings.push(Warning::NoZones);
        }
        self.lanes = Lanes::count(&lines, &obstacles);
        if let Some((from, to)) = self.lanes.longest.filter(|_| self.lanes.longest_open() > LONGEST_LANE) {
            self.warnings.push(Warning::OpenLane(from, to));
        }
        if self.lanes.percent_open() > MOST_OPEN {
            self.warnings.push(Warning::TooOpen { open: self.lanes.percent_open() });
        }
        self.look_at_zones(field, &zoned, pieces);
        self.look_at_objectives(field);
        let in_the_way: Vec<&Polygon> =
            both().filter(|(piece, _)| walk::is_in_the_way(piece)).map(|(_, outline)| outline).collect();
        self.look_at_ways(field, &Walk::new(field.size, &in_the_way), &zoned);
    }

    fn look_at_zones(&mut self, field: &Field, zones: &[(&Zone, &Polygon)], pieces: &[Polygon]) {
        let closed: Vec<&Polygon> = field
            .pieces
            .iter()
            .zip(pieces)
            .filter(|(piece, _)| piece.is_closed())
            .map(|(_, outline)| outline)
            .collect();
        for (place, (zone, outline)) in zones.iter().enumerate() {
            let points = lanes::points_of(zone, outline, Length::inches(1));
            let free = points.iter().filter(|point| !closed.iter().any(|piece| piece.contains(**point))).count();
            match (free * 100).checked_div(points.len()).unwrap_or(0) {
                0 => self.faults.push(Fault::ZoneBlocked(zone_called(zone))),
                free if free < LEAST_FREE => self.warnings.push(Warning::ZoneCrowded { zone: zone_called(zone), free }),
                _ => {}
            }
            for (other, other_outline) in &zones[place + 1..] {
                // Where discs are cut out, what is left is further apart than the outlines.
                let cut = zone.without.is_some() || other.without.is_some();
                let gap = outline.distance_up(other_outline);
                if zone.seat != other.seat && !cut && gap < CLOSE {
                    self.warnings.push(Warning::ZonesClose(zone_called(zone), zone_called(other), gap));
                }
            }
        }
    }

    fn look_at_objectives(&mut self, field: &Field) {
        for (place, objective) in field.objectives.iter().enumerate() {
            for other in &field.objectives[..place] {
                let gap = gap(objective, other);
                if gap < CLOSE {
                    let (first, second) = (objective_called(other), objective_called(objective));
                    self.warnings.push(Warning::ObjectivesClose(first, second, gap));
                }
            }
        }
    }

    fn look_at_ways(&mut self, field: &Field, walk: &Walk, zones: &[(&Zone, &Polygon)]) {
        let main = walk.main();
        let arrives = |zone: &Zone, outline: &Polygon| {
            let points = lanes::points_of(zone, outline, Length::inches(1));
            points.iter().any(|point| walk.reaches(main, *point, Length::inches(1)))
        };
        for (zone, outline) in zones {
            if !arrives(zone, outline) {
                self.faults.push(Fault::OutOfReach(zone_called(zone), "most of the field".to_owned()));
            }
        }
        for objective in &field.objectives {
            // To stand beside a marker, or on it, is to have come there.
            let within = objective.radius + Length::inches(3);
            if !walk.reaches(main, objective.at, within) {
                self.faults.push(Fault::OutOfReach(objective_called(objective), "most of the field".to_owned()));
            }
        }
        for (at, squares) in walk.pockets() {
            if squares >= 2 {
                self.warnings.push(Warning::Pocket { at, squares });
            }
        }
    }
}
