//! Whether terrain that somebody brings is in order: every fault at once, each with its rule.

use field::Field;
use ground::{Length, Motion, Point, Polygon, Rect, Shape, Side};
use vocabulary::Fault;

use super::{BASE, TerrainType, is_line, objectives, printed};
use crate::chapters::missions::Layout;
use crate::forces::house::{House, Mirror};

/// How much the corners of a base that is turned may be off: they are rounded one by one.
const ROUNDED: i32 = 2;
/// Bases of each type in each half. Carries out `tle.terrain.count-per-half`.
const PER_HALF: usize = 4;

/// A terrain base.
struct Base {
    name: String,
    kind: TerrainType,
    polygon: Polygon,
    walls: Vec<(Point, Point)>,
}

/// A line that divides the battlefield into halves, by the sides of the battlefield that the halves lie at.
#[derive(Clone, Copy)]
struct Line {
    sides: [Side; 2],
    at: i32,
}

/// All that is wrong with terrain for some layouts.
///
/// Carries out `tle.battlefield.size`, `tle.terrain.total`, `tle.ruling.terrain-half`: of the two lines that may divide the
/// battlefield, the one counts that leaves fewer faults.
pub(super) fn faults(field: &Field, layouts: &[Layout], house: &House) -> Vec<Fault> {
    let bare = Field { zones: Vec::new(), objectives: Vec::new(), ..field.clone() };
    let report = bare.check();
    let rule_of = |fault: &field::Fault| match fault {
        field::Fault::Lopsided(..) => "tle.terrain.mirrored",
        field::Fault::OffTheField { .. } | field::Fault::Overlap(..) => "tle.ruling.terrain-objectives",
        _ => "tle.battlefield.setup-order",
    };
    let mut faults: Vec<Fault> =
        report.faults.iter().map(|fault| Fault::new(rule_of(fault), fault.to_string())).collect();
    let usual = printed::printed().board.size();
    if field.size != usual {
        let text = format!("the battlefield is {}; it must be {}", field.size.about(), usual.about());
        faults.push(Fault::new("tle.battlefield.size", text));
        return faults;
    }
    let base = |piece: &field::Piece| {
        let (name, kind, walls) = (piece.name.clone(), TerrainType::of(piece), piece.wall_lines());
        Some(Base { name, kind, polygon: piece.outline().ok()?, walls })
    };
    let bases: Vec<Base> = field.pieces.iter().filter_map(base).collect();
    if bases.len() != 2 * 3 * PER_HALF {
        let text = format!("the battlefield has {} terrain bases; there must be 24", bases.len());
        faults.push(Fault::new("tle.terrain.total", text));
    }
    faults.extend(bases.iter().filter_map(Base::fault));
    faults.extend(clearance(&bases, layouts, house));
    let corner = usual.corner();
    let upright = Line { sides: [Side::West, Side::East], at: corner.x / 2 };
    let level = Line { sides: [Side::South, Side::North], at: corner.y / 2 };
    let [upright, level] = [upright, level].map(|line| line.faults(&bases, corner, house));
    faults.extend(if level.len() < upright.len() { level } else { upright });
    faults
}

/// Bases that lie on an objective of a layout. Carries out `tle.ruling.terrain-objectives`.
fn clearance(bases: &[Base], layouts: &[Layout], house: &House) -> Vec<Fault> {
    let mut faults = Vec::new();
    for layout in layouts.iter().filter(|_| house.terrain_clear_of_objectives) {
        for objective in objectives(*layout, house) {
            let marker = Shape::disc(objective.at, objective.radius);
            for base in bases.iter().filter(|base| base.polygon.overlaps_shape(&marker)) {
                let at = objective.at.about();
                let text = format!("{} lies on the objective at {at} of the layout {}", base.name, layout.word());
                faults.push(Fault::new("tle.ruling.terrain-objectives", text));
            }
        }
    }
    faults
}

impl Base {
    fn rect(&self) -> Rect {
        self.polygon.bounds()
    }

    /// Whether it is a square with sides along the battlefield.
    fn is_straight(&self) -> bool {
        let corners = self.rect().corners();
        let square = self.rect().width() == BASE && self.rect().height() == BASE;
        square
            && self.polygon.corners().len() == 4
            && corners.iter().all(|corner| self.polygon.corners().contains(corner))
    }

    /// Whether it is a square of the right size, however it is turned.
    fn is_square(&self) -> bool {
        let corners = self.polygon.corners();
        let [a, b, c, d] = *corners else { return false };
        let off = |from: Point, to: Point| (from.distance_up(to) - BASE).0.abs();
        let diagonals = (a.distance_up(c) - b.distance_up(d)).0.abs();
        [(a, b), (b, c), (c, d), (d, a)].iter().all(|(from, to)| off(*from, *to) <= ROUNDED) && diagonals <= 2 * ROUNDED
    }

    fn is_wall(&self, side: Side) -> bool {
        self.walls.iter().any(|wall| is_line(*wall, side, self.rect()))
    }

    /// What is wrong with it alone.
    ///
    /// Carries out `tle.terrain.base-size`, `tle.terrain.type3-walls`, `tle.terrain.type2-walls`.
    fn fault(&self) -> Option<Fault> {
        let Base { name, kind, .. } = self;
        if !self.is_square() || *kind != TerrainType::Soft && !self.is_straight() {
            let straight = if *kind == TerrainType::Soft { "" } else { " with sides along the battlefield" };
            let text = format!("{name} must be a square of {BASE} by {BASE}{straight}");
            return Some(Fault::new("tle.terrain.base-size", text));
        }
        let (needed, rule) = match kind {
            TerrainType::Soft => (0, "tle.terrain.three-types"),
            TerrainType::Hindering => (2, "tle.terrain.type2-walls"),
            TerrainType::Blocking => (2, "tle.terrain.type3-walls"),
        };
        let walls = self.walls.len();
        let text = || format!("{name} has {walls} walls; a base of type {} has {needed}", kind.number());
        (walls != needed).then(|| Fault::new(rule, text()))
    }

    /// The side on which it touches another base without walls between them: along the whole side, or along some of it.
    fn open_towards(&self, other: &Base, whole: bool) -> Option<Side> {
        Side::ALL.into_iter().find(|side| {
            let (mine, others) = (self.rect(), other.rect());
            let strip = |rect: Rect, side: Side| Rect::around(&side.line(rect).corners);
            let (a, b) = (strip(mine, *side), strip(others, opposite(*side)));
            let shared = shared_length(a, b);
            shared >= if whole { BASE } else { Length(1) } && !self.is_wall(*side) && !other.is_wall(opposite(*side))
        })
    }
}

/// How long two sides without width run along each other.
fn shared_length(a: Rect, b: Rect) -> Length {
    let across = a.high.x.min(b.high.x) - a.low.x.max(b.low.x);
    let up = a.high.y.min(b.high.y) - a.low.y.max(b.low.y);
    if across < 0 || up < 0 { Length::ZERO } else { Length(across.max(up)) }
}

fn opposite(side: Side) -> Side {
    match side {
        Side::South => Side::North,
        Side::East => Side::West,
        Side::North => Side::South,
        Side::West => Side::East,
    }
}

impl Line {
    /// All that is wrong with how bases lie on both sides of the line. Carries out `tle.ruling.terrain-half`.
    fn faults(self, bases: &[Base], corner: Point, house: &House) -> Vec<Fault> {
        let mut faults = Vec::new();
        for base in bases.iter().filter(|base| self.half(base.rect()).is_none()) {
            let text = format!("{} crosses the line between the two halves", base.name);
            faults.push(Fault::new("tle.ruling.terrain-half", text));
        }
        for (half, name) in self.sides.map(|side| (side, side.name())) {
            for kind in TerrainType::ALL {
                let is_there = |base: &&Base| base.kind == kind && self.half(base.rect()) == Some(half);
                let count = bases.iter().filter(is_there).count();
                if count != PER_HALF {
                    let number = kind.number();
                    let text = format!("the {name} half has {count} bases of type {number}; it must have {PER_HALF}");
                    faults.push(Fault::new("tle.terrain.count-per-half", text));
                }
            }
        }
        faults.extend(self.mirror_faults(bases, corner, house));
        for base in bases.iter().filter(|base| base.kind != TerrainType::Soft && base.is_straight()) {
            faults.extend(self.wall_faults(base, bases, house));
        }
        faults
    }

    /// The side at which the half lies that holds a box; nothing where the line runs through it.
    fn half(self, rect: Rect) -> Option<Side> {
        let [low, high] = self.sides;
        let (from, to) = if low == Side::West { (rect.low.x, rect.high.x) } else { (rect.low.y, rect.high.y) };
        if to <= self.at { Some(low) } else { (from >= self.at).then_some(high) }
    }

    /// Bases that have no counterpart. Carries out `tle.terrain.mirrored`, `tle.ruling.terrain-mirror`.
    fn mirror_faults(self, bases: &[Base], corner: Point, house: &House) -> Vec<Fault> {
        let motion = match (house.terrain_mirror, self.sides[0]) {
            (Mirror::HalfTurn, _) => Motion::half_turn(corner),
            (Mirror::Reflection, Side::West) => Motion::left_for_right(corner),
            (Mirror::Reflection, _) => Motion::top_for_bottom(corner),
        };
        let has_image = |base: &&Base| {
            let corners: Vec<Point> = base.polygon.corners().iter().map(|corner| motion.apply(*corner)).collect();
            let walls: Vec<(Point, Point)> =
                base.walls.iter().map(|(a, b)| (motion.apply(*a), motion.apply(*b))).collect();
            bases.iter().any(|other| {
                let same = |(a, b): &(Point, Point)| other.walls.contains(&(*a, *b)) || other.walls.contains(&(*b, *a));
                other.kind == base.kind
                    && other.polygon.corners().len() == corners.len()
                    && other.polygon.corners().iter().all(|corner| corners.contains(corner))
                    && other.walls.len() == walls.len()
                    && walls.iter().all(same)
            })
        };
        let fault = |base: &Base| {
            let text = format!("{} has no mirror image in the other half", base.name);
            Fault::new("tle.terrain.mirrored", text)
        };
        bases.iter().filter(|base| !has_image(base)).map(fault).collect()
    }

    /// What is wrong with the walls of a base of type 2 or 3, and with what it opens onto.
    ///
    /// Carries out `tle.terrain.type3-wall-front`, `tle.terrain.type2-wall-front`, `tle.terrain.type3-touches-type2`,
    /// `tle.terrain.type3-wall-back`, `tle.terrain.type2-wall-back`, `tle.ruling.terrain-contact`.
    fn wall_faults(self, base: &Base, bases: &[Base], house: &House) -> Vec<Fault> {
        let blocks = base.kind == TerrainType::Blocking;
        let rule = |of_blocking, of_hindering| if blocks { of_blocking } else { of_hindering };
        let mut faults = Vec::new();
        let front = self.half(base.rect()).map(opposite);
        if let Some(front) = front.filter(|front| !base.is_wall(*front)) {
            let text = format!("{} needs a wall in the {front}, towards the other half", base.name);
            faults.push(Fault::new(rule("tle.terrain.type3-wall-front", "tle.terrain.type2-wall-front"), text));
        }
        let partner_kind = if blocks { TerrainType::Hindering } else { TerrainType::Blocking };
        let others = bases.iter().filter(|other| other.kind == partner_kind && other.is_straight());
        let partners: Vec<Side> =
            others.filter_map(|other| base.open_towards(other, house.full_side_contact)).collect();
        let number = partner_kind.number();
        if partners.is_empty() && (blocks || house.full_side_contact) {
            let along = if house.full_side_contact { "a whole side" } else { "a side" };
            let text = format!("{} must touch a base of type {number} along {along} without walls", base.name);
            faults.push(Fault::new(rule("tle.terrain.type3-touches-type2", "tle.ruling.terrain-contact"), text));
        } else if partners.len() > 1 && house.full_side_contact {
            let text = format!("{} touches {} bases of type {number}; it must touch one", base.name, partners.len());
            faults.push(Fault::new("tle.ruling.terrain-contact", text));
        } else if !partners.is_empty() && !partners.iter().any(|side| base.is_wall(opposite(*side))) {
            let text = format!("{} needs a wall in the {}, away from its partner", base.name, opposite(partners[0]));
            faults.push(Fault::new(rule("tle.terrain.type3-wall-back", "tle.terrain.type2-wall-back"), text));
        }
        faults
    }
}
