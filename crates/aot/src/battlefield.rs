//! The battlefield: terrain with its rules, zones and Archives.

use std::ops::Deref;
use std::sync::Arc;

use field::{Density, Field, Kind, Objective, Part, Request, Size, Terrain as Wanted, Zone};
use ground::{Blockers, Length, Owner, Point, Polygon, Shape};
use troops::{Kept, Laid, Piece};
use vocabulary::{AreaId, Fault};

use crate::forces::edition::Edition;
use crate::forces::house::{House, SpacingFrom, TableSize};

/// The radius of an Archive. Carries out `aot.setup.archive-size`, `aot.components.archive-marker`.
pub(crate) const ARCHIVE: Length = Length(9_525);
/// How far zones lie apart. Carries out `aot.setup.zones-apart`.
const ZONE_GAP: Length = Length::inches(24);
/// How far Archives lie apart. Carries out `aot.setup.archive-spacing`.
const ARCHIVE_GAP: Length = Length::inches(9);
/// A zone that is made from the size of the table is at least so deep. Carries out `aot.ruling.zone-shapes`.
const LEAST_DEPTH: Length = Length::inches(6);

/// The rules that hold in a piece of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a piece may have any of the four rules")]
pub(crate) struct TerrainRules {
    pub(crate) cover: bool,
    pub(crate) obstacle: bool,
    pub(crate) unstable: bool,
    pub(crate) vantage: bool,
    /// Whether an Agile model may end on it, though it is an Obstacle. Carries out `aot.ruling.agile-ending-on-obstacle`.
    pub(crate) holds_bases: bool,
}

impl TerrainRules {
    const NONE: TerrainRules =
        TerrainRules { cover: false, obstacle: false, unstable: false, vantage: false, holds_bases: true };
    const COVER: TerrainRules = TerrainRules { cover: true, ..TerrainRules::NONE };
    const OBSTACLE: TerrainRules = TerrainRules { obstacle: true, ..TerrainRules::NONE };
    const UNSTABLE: TerrainRules = TerrainRules { unstable: true, ..TerrainRules::NONE };
    const VANTAGE: TerrainRules = TerrainRules { vantage: true, ..TerrainRules::NONE };

    /// The words of the rules, in the order of the book.
    pub(crate) fn words(self) -> impl Iterator<Item = &'static str> {
        let all = [
            (self.cover, "cover"),
            (self.obstacle, "obstacle"),
            (self.unstable, "unstable"),
            (self.vantage, "vantage-point"),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word)
    }

    /// What is usual for a kind of terrain.
    fn of_kind(kind: Kind) -> TerrainRules {
        match kind {
            Kind::Building | Kind::Wall | Kind::Rocks | Kind::Container => TerrainRules::OBSTACLE,
            Kind::Ruin | Kind::Wood | Kind::Hedge | Kind::Barricade | Kind::Crops => TerrainRules::COVER,
            Kind::Hill => TerrainRules::VANTAGE,
            Kind::Rubble | Kind::Crater => TerrainRules { unstable: true, ..TerrainRules::COVER },
            Kind::Water | Kind::Marsh => TerrainRules::UNSTABLE,
        }
    }

    /// The rules of a piece: those that its tags name, or those of its kind.
    ///
    /// Carries out `aot.setup.terrain-rules`.
    fn of(piece: &field::Piece) -> TerrainRules {
        let mut rules = TerrainRules::NONE;
        for tag in &piece.tags {
            match tag.as_str() {
                "aot-cover" => rules.cover = true,
                "aot-obstacle" => rules.obstacle = true,
                "aot-unstable" => rules.unstable = true,
                "aot-vantage-point" => rules.vantage = true,
                _ => {}
            }
        }
        let holds_bases = !piece.tags.iter().any(|tag| tag == "aot-no-standing");
        let rules = if rules == TerrainRules::NONE { TerrainRules::of_kind(piece.kind) } else { rules };
        TerrainRules { holds_bases, ..rules }
    }
}

/// A piece of terrain.
pub(crate) type Terrain = Piece<TerrainRules>;

/// What a battle is fought on.
#[derive(Clone, Debug)]
pub(crate) struct Battlefield {
    laid: Laid<TerrainRules>,
    /// The Obstacles, under their places in the terrain.
    pub(crate) blockers: Blockers,
}

impl Deref for Battlefield {
    type Target = Laid<TerrainRules>;

    fn deref(&self) -> &Laid<TerrainRules> {
        &self.laid
    }
}

impl Battlefield {
    /// As [`Battlefield::of`]; the check of a whole battlefield is a tenth of a battle of bots.
    pub(crate) fn kept(field: &Field, seats: usize, house: &House) -> Result<Arc<Battlefield>, Vec<Fault>> {
        static KEPT: Kept<(Field, usize, House), Arc<Battlefield>> = Kept::new();
        let key = (field.clone(), seats, house.clone());
        KEPT.get(key, |(field, seats, house)| Battlefield::of(field, *seats, house).map(Arc::new))
    }

    /// A battlefield, ready to be fought on by so many Commanders, or all that is wrong with it.
    ///
    /// Carries out `aot.setup.zones-apart`, `aot.ruling.zone-gap-contradiction`, `aot.setup.archive-count`,
    /// `aot.setup.archive-spacing`, `aot.setup.archive-outside-zones`, `aot.setup.archive-size`,
    /// `aot.ruling.archive-placement`, `aot.components.archive-marker`.
    fn of(field: &Field, seats: usize, house: &House) -> Result<Battlefield, Vec<Fault>> {
        // Terrain may be set on top of an Archive.
        let report = field.check();
        let counts = |fault: &&field::Fault| !matches!(fault, field::Fault::ObjectiveBuried { .. });
        let mut faults: Vec<Fault> =
            report.faults.iter().filter(counts).map(|fault| Fault::new(rule_of(fault), fault.to_string())).collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let laid = Laid::of(field, TerrainRules::of);
        for wrong in field.objectives.iter().filter(|objective| objective.radius != ARCHIVE) {
            let text = format!(
                "Archive {} has a radius of {}; it must be {}",
                wrong.name,
                wrong.radius.about(),
                ARCHIVE.about()
            );
            faults.push(Fault::new("aot.setup.archive-size", text));
        }
        faults.extend(zone_faults(&laid.zones, seats, field.size, house));
        faults.extend(archive_faults(&laid.objectives, &laid.zones, house));
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut blockers = Blockers::new();
        for (id, piece) in laid.terrain.iter().enumerate().filter(|(_, piece)| piece.rules.obstacle) {
            blockers.add_polygon(Owner::Piece(id as u16), &piece.polygon);
        }
        Ok(Battlefield { laid, blockers })
    }

    /// A wreck becomes terrain. Carries out `aot.transport.destroyed-obstacle`, `aot.ruling.wreck-outline`.
    pub(crate) fn add_wreck(&mut self, name: String, polygon: Polygon) {
        self.blockers.add_polygon(Owner::Piece(self.terrain.len() as u16), &polygon);
        let rules = TerrainRules::OBSTACLE;
        self.laid.add(Piece { name, kind: Kind::Container, polygon, walls: Vec::new(), levels: Vec::new(), rules });
    }

    pub(crate) fn archives(&self) -> &[Shape] {
        &self.objectives
    }

    /// The id of an Archive.
    pub(crate) fn archive_id(&self, place: usize) -> AreaId {
        self.objective_id(place)
    }
}

/// The rule that a fault of a battlefield is against.
fn rule_of(fault: &field::Fault) -> &'static str {
    match fault {
        field::Fault::OffTheField { what: Part::Objective(..), .. } => "aot.ruling.archive-placement",
        field::Fault::ZonesOverlap(..) => "aot.ruling.zone-gap-contradiction",
        _ => "aot.ruling.terrain-setup",
    }
}

/// Whether zones must be so far apart. Carries out `aot.table.other-size.ed1-2`, `aot.table.other-size.ed3`,
/// `aot.ruling.zone-gap-contradiction`.
fn is_gap_required(house: &House) -> bool {
    house.gap_required || house.edition < Edition::Third
}

fn zone_faults(zones: &[troops::Zone], seats: usize, size: Size, house: &House) -> Vec<Fault> {
    let mut faults = Vec::new();
    if zones.len() < seats {
        let text = format!("the battlefield has {} zones, but there are {seats} Commanders", zones.len());
        faults.push(Fault::new("aot.setup.zones-apart", text));
    }
    for (place, zone) in zones.iter().enumerate() {
        for other in &zones[..place] {
            let apart = zone.polygon.distance_up(&other.polygon);
            if is_gap_required(house) && apart < ZONE_GAP {
                let text = format!(
                    "the zones {} and {} are {} apart; they must be {ZONE_GAP} or more apart",
                    other.name,
                    zone.name,
                    apart.about()
                );
                let usual = size == Size::inches(44, 44) || size == Size::inches(60, 44);
                let rule = match house.edition {
                    Edition::First | Edition::Second if !usual => "aot.table.other-size.ed1-2",
                    _ => "aot.setup.zones-apart",
                };
                faults.push(Fault::new(rule, text));
            }
        }
    }
    faults
}

fn archive_faults(archives: &[Shape], zones: &[troops::Zone], house: &House) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !(1..=3).contains(&archives.len()) {
        let text = format!("the battlefield has {} Archives; there must be 1 to 3", archives.len());
        faults.push(Fault::new("aot.setup.archive-count", text));
    }
    let least = match house.spacing_from {
        SpacingFrom::Edge => ARCHIVE_GAP,
        // From centre to centre: as much less from edge to edge as the discs are wide.
        SpacingFrom::Centre => ARCHIVE_GAP - ARCHIVE * 2,
    };
    for (place, archive) in archives.iter().enumerate() {
        let number = place + 1;
        for (other, shape) in archives[..place].iter().enumerate() {
            let centres = archive.bounds().centre().distance_up(shape.bounds().centre());
            if centres < least + ARCHIVE * 2 {
                let text = format!("Archives {} and {number} are less than 9 in apart", other + 1);
                faults.push(Fault::new("aot.setup.archive-spacing", text));
            }
        }
        if let Some(zone) = zones.iter().find(|zone| zone.polygon.overlaps_shape(archive)) {
            let text = format!("Archive {number} lies in the {} zone", zone.name);
            faults.push(Fault::new("aot.setup.archive-outside-zones", text));
        }
    }
    faults
}

/// The size of the table. Carries out `aot.ruling.table-size-default`, `aot.table.small.ed1-2`,
/// `aot.table.large.ed1-2`, `aot.table.small.ed3`, `aot.table.large.ed3`.
pub(crate) fn table_size(seats: usize, house: &House) -> Size {
    let small = match house.table {
        TableSize::Small => true,
        TableSize::Large => false,
        TableSize::ByRequisition if house.edition == Edition::Third => seats == 2 && house.requisition < 1_000,
        TableSize::ByRequisition => seats == 2 && house.requisition <= 1_000,
    };
    if small { Size::inches(44, 44) } else { Size::inches(60, 44) }
}

/// A battlefield that is proposed to so many Commanders.
///
/// Carries out `aot.ruling.terrain-setup`, `aot.components.terrain-count`.
pub(crate) fn propose(seed: u64, seats: usize, house: &House) -> Result<Field, Vec<Fault>> {
    let size = table_size(seats, house);
    let made = make(seed, size)?;
    let field = furnished(made, seats, house)?;
    // Archives stay free enough to stand on. What goes on one side goes on the other.
    let archives: Vec<Shape> = field.objectives.iter().map(|archive| Shape::disc(archive.at, ARCHIVE)).collect();
    let stands_clear = |piece: &field::Piece| {
        let closed = TerrainRules::of(piece).obstacle;
        !closed || piece.outline().is_ok_and(|outline| !archives.iter().any(|disc| outline.overlaps_shape(disc)))
    };
    let pieces = field.pieces.iter().filter(|piece| stands_clear(piece)).cloned().collect();
    Ok(Field { pieces, ..field })
}

/// Terrain on a table. It follows from the number and the size alone, and takes far longer to make than a whole battle
/// of bots.
fn make(seed: u64, size: Size) -> Result<Field, Vec<Fault>> {
    static KEPT: Kept<(u64, Size), Field> = Kept::new();
    KEPT.get((seed, size), |&(seed, size)| {
        let terrain = Wanted::Mixed(None, Density::Sparse);
        let request = Request { size, terrain, objectives: 0, ..Request::of_seed(seed & (u64::MAX >> 1)) };
        let made = Field::generate(&request);
        let made = made.map_err(|error| vec![Fault::new("aot.ruling.terrain-setup", error.to_string())])?;
        Ok(Field { zones: Vec::new(), ..made })
    })
}

/// A battlefield with zones and Archives, where it brings none of its own.
///
/// Carries out `aot.ruling.zone-shapes`, `aot.ruling.archive-placement`, `aot.ruling.archive-count-default`.
pub(crate) fn furnished(field: Field, seats: usize, house: &House) -> Result<Field, Vec<Fault>> {
    let zones = if field.zones.is_empty() { zones(field.size, seats)? } else { field.zones.clone() };
    // Markers of which nobody said how large they are become Archives.
    let sized = |objective: &Objective| match objective.radius {
        Objective::USUAL => Objective { radius: ARCHIVE, ..objective.clone() },
        _ => objective.clone(),
    };
    let objectives = if field.objectives.is_empty() {
        archives(field.size, house.archives)
    } else {
        field.objectives.iter().map(sized).collect()
    };
    Ok(Field { zones, objectives, ..field })
}

fn zones(size: Size, seats: usize) -> Result<Vec<Zone>, Vec<Fault>> {
    let corner = size.corner();
    let depth = |side: i32| Length((side - ZONE_GAP.0) / 2);
    let (across, up) = (depth(corner.x), depth(corner.y));
    let wide = corner.x >= corner.y;
    let shallow = if seats == 2 { if wide { up } else { across } } else { up.min(across) };
    if shallow < LEAST_DEPTH {
        let text =
            format!("on a table of {size} zones would be less than {LEAST_DEPTH} deep; give it zones of its own");
        return Err(vec![Fault::new("aot.ruling.zone-shapes", text)]);
    }
    let rect =
        |name: &str, seat, low: (i32, i32), high: (i32, i32)| Zone::rectangle(name, seat, low.into(), high.into());
    let (right, top) = (corner.x, corner.y);
    Ok(match (seats, wide) {
        (2, true) => vec![rect("south", 1, (0, 0), (right, up.0)), rect("north", 2, (0, top - up.0), (right, top))],
        (2, false) => {
            vec![rect("west", 1, (0, 0), (across.0, top)), rect("east", 2, (right - across.0, 0), (right, top))]
        }
        _ => vec![
            rect("south-west", 1, (0, 0), (across.0, up.0)),
            rect("south-east", 2, (right - across.0, 0), (right, up.0)),
            rect("north-east", 3, (right - across.0, top - up.0), (right, top)),
            rect("north-west", 4, (0, top - up.0), (across.0, top)),
        ],
    })
}

fn archives(size: Size, count: u8) -> Vec<Objective> {
    const STEP: i32 = Length::inches(33).0 / 2;
    let corner = size.corner();
    let (middle, wide) = (Point::new(corner.x / 2, corner.y / 2), corner.x >= corner.y);
    let along: &[i32] = match count {
        1 => &[0],
        2 => &[-STEP / 2, STEP / 2],
        _ => &[-STEP, 0, STEP],
    };
    let place = |(by, number): (&i32, u8)| {
        let at = if wide { Point::new(middle.x + by, middle.y) } else { Point::new(middle.x, middle.y + by) };
        Objective { name: number.to_string(), at, radius: ARCHIVE }
    };
    along.iter().zip(1..).map(place).collect()
}
