//! What is fixed before terrain is laid: zones and objectives.

use chance::Stream;
use ground::{Length, Point, Polygon};

use crate::field::{Field, Symmetry};
use crate::kind::Kind;
use crate::lanes;
use crate::request::{Request, ZonePlan};
use crate::size::Size;
use crate::zone::{Disc, Objective, Zone};

/// Zones are this far apart where the field is deep enough.
const APART: Length = Length::inches(24);
/// No strip is deeper.
const DEEPEST: Length = Length::inches(12);
/// No strip is shallower.
const SHALLOWEST: Length = Length::inches(4);
/// What is cut out of quarters.
const CUT: Length = Length::inches(9);

/// What all layouts have in common.
pub(crate) struct Plan {
    pub(crate) size: Size,
    pub(crate) symmetry: Symmetry,
    pub(crate) counts: Vec<(Kind, u32)>,
    pub(crate) zones: Vec<Zone>,
    pub(crate) objectives: Vec<Objective>,
}

impl Plan {
    pub(crate) fn new(request: &Request, symmetry: Symmetry, counts: Vec<(Kind, u32)>, stream: &mut Stream) -> Plan {
        let size = request.size;
        // A tilt makes two fields with the same zones differ; mirrored it would be unfair to nobody, but uneven.
        let tilt = Length::inches(stream.below(7) as i32 - 3);
        let tilt = if symmetry == Symmetry::HalfTurn { tilt } else { Length::ZERO };
        let places = objectives(request, tilt);
        let objective = |(at, n): (Point, u32)| Objective { name: n.to_string(), at, radius: Objective::USUAL };
        let objectives = places.into_iter().zip(1..).map(objective).collect();
        Plan { size, symmetry, counts, zones: zones(size, request.zones), objectives }
    }

    /// Lines from zone to zone, from points about this far apart.
    pub(crate) fn lines(&self, step: Length) -> Vec<(Point, Point)> {
        let outlines: Vec<(&Zone, Polygon)> =
            self.zones.iter().filter_map(|zone| Some((zone, zone.outline().ok()?))).collect();
        let zones: Vec<(&Zone, &Polygon)> = outlines.iter().map(|(zone, outline)| (*zone, outline)).collect();
        lanes::sample(&zones, step)
    }

    /// The battlefield without terrain.
    pub(crate) fn bare(&self, name: String, seed: u64) -> Field {
        Field {
            seed: Some(seed),
            symmetry: self.symmetry,
            zones: self.zones.clone(),
            objectives: self.objectives.clone(),
            ..Field::bare(name, self.size)
        }
    }
}

fn zones(size: Size, plan: ZonePlan) -> Vec<Zone> {
    let Point { x, y } = size.corner();
    let middle = Point::new(x / 2, y / 2);
    let strip = |side: Length| ((side.0 - APART.0) / 2).clamp(SHALLOWEST.0, DEEPEST.0);
    let rectangle = Zone::rectangle;
    match (plan, x >= y) {
        (ZonePlan::LongEdges, true) | (ZonePlan::ShortEdges, false) => {
            let deep = strip(size.depth);
            vec![
                rectangle("south", 1, Point::new(0, 0), Point::new(x, deep)),
                rectangle("north", 2, Point::new(0, y - deep), Point::new(x, y)),
            ]
        }
        (ZonePlan::ShortEdges, true) | (ZonePlan::LongEdges, false) => {
            let deep = strip(size.width);
            vec![
                rectangle("west", 1, Point::new(0, 0), Point::new(deep, y)),
                rectangle("east", 2, Point::new(x - deep, 0), Point::new(x, y)),
            ]
        }
        (ZonePlan::Quarters, _) => {
            let without = Some(Disc { at: middle, radius: CUT });
            let south = rectangle("south-west", 1, Point::new(0, 0), middle);
            let north = rectangle("north-east", 2, Point::new(x - middle.x, y - middle.y), Point::new(x, y));
            vec![Zone { without, ..south }, Zone { without, ..north }]
        }
        (ZonePlan::Corners, _) => {
            let (across, up) = (x * 5 / 8, y * 5 / 8);
            let south = vec![Point::new(0, 0), Point::new(across, 0), Point::new(0, up)];
            let north = south.iter().map(|corner| Point::new(x - corner.x, y - corner.y)).collect();
            let zone = |name: &str, seat, corners| Zone { name: name.to_owned(), seat, corners, without: None };
            vec![zone("south-west", 1, south), zone("north-east", 2, north)]
        }
    }
}

/// Where objectives lie: along the line between the zones, and in front of them.
fn objectives(request: &Request, tilt: Length) -> Vec<Point> {
    let size = request.size;
    let corner = size.corner();
    let diagonal = matches!(request.zones, ZonePlan::Quarters | ZonePlan::Corners);
    let across = matches!(request.zones, ZonePlan::ShortEdges) == (corner.x >= corner.y);
    // In percent along the line between the zones, and from zone to zone.
    let place = |(along, over): (i32, i32)| {
        let side = (along - 50).signum();
        // In tenths of an inch, as somebody with a tape measure will read them.
        let tenth = ground::UNITS_PER_INCH / 10;
        let part = |whole: i32, percent: i32| (whole * percent / 100 + tenth / 2) / tenth * tenth;
        match (diagonal, across) {
            (true, _) => Point::new(part(corner.x, along), part(corner.y, over)),
            (false, true) => Point::new(part(corner.x, over) + side * tilt.0, part(corner.y, along)),
            (false, false) => Point::new(part(corner.x, along), part(corner.y, over) + side * tilt.0),
        }
    };
    let middle = [(50, 50)];
    let flanks = if diagonal { [(25, 75), (75, 25)] } else { [(22, 50), (78, 50)] };
    let corners =
        if diagonal { [(18, 82), (82, 18), (36, 34), (64, 66)] } else { [(28, 32), (72, 68), (72, 32), (28, 68)] };
    let outer = if diagonal { [(32, 68), (68, 32)] } else { [(12, 50), (88, 50)] };
    let wanted: Vec<(i32, i32)> = match request.objectives {
        0 => Vec::new(),
        1 => middle.to_vec(),
        2 => flanks.to_vec(),
        3 => [&middle[..], &flanks].concat(),
        4 => corners.to_vec(),
        5 => [&middle[..], &corners].concat(),
        _ => [&outer[..], &corners].concat(),
    };
    // Where the battlefield is mirrored, what lies aside must not be tilted: then there is none.
    symmetric(wanted.into_iter().map(place).collect(), corner)
}

/// Rounding must not break the symmetry: of each pair, the second follows from the first.
fn symmetric(mut places: Vec<Point>, corner: Point) -> Vec<Point> {
    let start = places.len() % 2;
    if start == 1 {
        places[0] = Point::new(corner.x / 2, corner.y / 2);
    }
    for pair in places[start..].chunks_mut(2) {
        if let [first, second] = pair {
            *second = Point::new(corner.x - first.x, corner.y - first.y);
        }
    }
    places
}
