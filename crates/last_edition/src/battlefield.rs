//! The battlefield: terrain of three types with its walls, and the zones and objectives of a layout.

use std::ops::Deref;
use std::sync::Arc;

use field::{Field, Kind, Objective, Plot, Symmetry, Zone};
use ground::{Blockers, Length, Motion, Owner, Point, Rect, Side};
use troops::{Kept, Laid};
use vocabulary::{AreaId, Fault};

use crate::chapters::missions::Layout;
use crate::forces::house::{House, Mirror, MissionChoice, SoftCoverLine, ZoneMiddle, ZonePair};

mod judging;
mod making;
mod printed;

/// How wide and deep a terrain base is. Carries out `tle.terrain.base-size`.
pub(crate) const BASE: Length = Length::inches(6);

/// The type of a terrain feature. Carries out `tle.terrain.three-types`, `tle.ruling.terrain-highest`: of two, the one
/// with the higher number is the higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TerrainType {
    /// Type 1: soft cover.
    Soft,
    /// Type 2: vision hindering.
    Hindering,
    /// Type 3: vision blocking.
    Blocking,
}

impl TerrainType {
    pub(crate) const ALL: [TerrainType; 3] = [TerrainType::Soft, TerrainType::Hindering, TerrainType::Blocking];

    /// The word for it in views, and after `tle-` as a tag in battlefield files.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            TerrainType::Soft => "type-1",
            TerrainType::Hindering => "type-2",
            TerrainType::Blocking => "type-3",
        }
    }

    /// Its number, as players call it.
    pub(crate) const fn number(self) -> u8 {
        match self {
            TerrainType::Soft => 1,
            TerrainType::Hindering => 2,
            TerrainType::Blocking => 3,
        }
    }

    /// What a piece of it looks like.
    const fn kind(self) -> Kind {
        match self {
            TerrainType::Soft => Kind::Wood,
            TerrainType::Hindering => Kind::Rubble,
            TerrainType::Blocking => Kind::Ruin,
        }
    }

    /// The type of a piece: the one that its tags name, or what is usual for what it looks like.
    fn of(piece: &field::Piece) -> TerrainType {
        let is_tag = |tag: &String, kind: &TerrainType| tag.strip_prefix("tle-") == Some(kind.word());
        let named = piece.tags.iter().find_map(|tag| TerrainType::ALL.into_iter().find(|kind| is_tag(tag, kind)));
        named.unwrap_or(match piece.kind {
            Kind::Wood | Kind::Hedge | Kind::Crops | Kind::Crater | Kind::Marsh | Kind::Water => TerrainType::Soft,
            Kind::Rubble | Kind::Barricade | Kind::Hill => TerrainType::Hindering,
            Kind::Ruin | Kind::Building | Kind::Wall | Kind::Rocks | Kind::Container => TerrainType::Blocking,
        })
    }
}

/// What holds on a terrain base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TerrainRules {
    pub(crate) kind: TerrainType,
}

/// What a battle is fought on.
#[derive(Clone, Debug)]
pub(crate) struct Battlefield {
    laid: Laid<TerrainRules>,
    /// What lines of sight cannot cross, under the places in the terrain.
    pub(crate) blockers: Blockers,
    /// The soft cover, the same way, for lines without width.
    pub(crate) soft: Blockers,
    /// The names of the objectives, in the order of the book.
    names: Vec<String>,
    pub(crate) wall_contact_counts: bool,
    pub(crate) soft_cover_line: SoftCoverLine,
    pub(crate) flying_placed_on_terrain: bool,
}

impl Deref for Battlefield {
    type Target = Laid<TerrainRules>;

    fn deref(&self) -> &Laid<TerrainRules> {
        &self.laid
    }
}

impl Battlefield {
    /// The battlefield that some terrain makes, with the zones and objectives of a layout once there is one; or all that
    /// is wrong with the terrain for the layouts that the settings allow. Terrain that was found to be in order takes
    /// every one of them.
    ///
    /// Carries out `tle.battlefield.setup-order`, `tle.ruling.terrain-objectives`.
    pub(crate) fn kept(terrain: &Field, layout: Option<Layout>, house: &House) -> Result<Arc<Battlefield>, Vec<Fault>> {
        static KEPT: Kept<(Field, Option<Layout>, House), Arc<Battlefield>> = Kept::new();
        KEPT.get((terrain.clone(), layout, house.clone()), |(terrain, layout, house)| {
            // What the book comes with is played on as it is.
            let faults = match is_usual(terrain, house) {
                true => Vec::new(),
                false => judging::faults(terrain, &layouts(house), house),
            };
            if faults.is_empty() { Ok(Arc::new(Battlefield::of(terrain, *layout, house))) } else { Err(faults) }
        })
    }

    /// Carries out `tle.visibility.line-width`, `tle.ruling.sight-strip`, `tle.ruling.type2-blocks-sight`: the blockers
    /// are as much wider as half a line is.
    pub(crate) fn of(terrain: &Field, layout: Option<Layout>, house: &House) -> Battlefield {
        let field = furnished(terrain, layout, house);
        let laid = Laid::of(&field, |piece| TerrainRules { kind: TerrainType::of(piece) });
        let (mut blockers, mut soft) = (Blockers::for_lines(house.sight_line), Blockers::new());
        for (place, piece) in (0..).zip(&laid.terrain) {
            let blockers = if piece.rules.kind == TerrainType::Soft { &mut soft } else { &mut blockers };
            blockers.add_polygon(Owner::Piece(place), &piece.polygon);
        }
        Battlefield {
            laid,
            blockers,
            soft,
            names: field.objectives.into_iter().map(|objective| objective.name).collect(),
            wall_contact_counts: house.wall_contact_counts,
            soft_cover_line: house.soft_cover_line,
            flying_placed_on_terrain: house.flying_placed_on_terrain,
        }
    }

    /// What an area is called.
    pub(crate) fn area_name(&self, area: AreaId) -> String {
        if let Some(place) = self.terrain_of(area) {
            return self.terrain[place].name.clone();
        }
        if let Some(place) = self.zone_of(area) {
            return format!("Zone {}", self.zones[place].name);
        }
        self.objective_of(area).map_or_else(String::new, |place| self.names[place].clone())
    }

    // Objectives, in the order of the book: the centre, those of the zones, those at the sides.

    /// Carries out `tle.objective.position-center`.
    pub(crate) fn is_central_objective(&self, place: usize) -> bool {
        place == 0
    }

    /// Carries out `tle.objective.position-zones`.
    pub(crate) fn is_home_objective(&self, place: usize) -> bool {
        (1..=2).contains(&place)
    }

    /// Carries out `tle.objective.position-sides`.
    pub(crate) fn is_side_objective(&self, place: usize) -> bool {
        (3..=4).contains(&place)
    }

    /// The objective in a zone.
    pub(crate) fn objective_of_zone(&self, zone: usize) -> Option<usize> {
        Some(zone + 1).filter(|place| zone < 2 && *place < self.objectives.len())
    }
}

/// How near to the middle of an objective a model counts for more. Carries out `tle.objective.center-security`.
pub(crate) fn heart_of_objective() -> Length {
    printed::printed().board.heart()
}

/// The layouts that a match with these settings can be played in. Carries out `tle.ruling.mission-choice`.
fn layouts(house: &House) -> Vec<Layout> {
    match house.mission {
        MissionChoice::Roll => Layout::ALL.to_vec(),
        MissionChoice::Chosen => vec![house.layout],
    }
}

/// Terrain for a match: the one that the book comes with, or one that is made from a number.
///
/// Carries out `tle.terrain.total`, `tle.terrain.count-per-half`, `tle.terrain.mirrored`.
pub(crate) fn propose(seed: Option<u64>, house: &House) -> Result<Field, Vec<Fault>> {
    static KEPT: Kept<(u64, Vec<Layout>, House), Field> = Kept::new();
    match seed {
        None => Ok(usual(house)),
        Some(seed) => KEPT.get((seed & (u64::MAX >> 1), layouts(house), house.clone()), |(seed, layouts, house)| {
            making::make(*seed, layouts, house)
        }),
    }
}

/// The terrain that the book comes with. Its other half is made from the one as the settings say.
///
/// Carries out `tle.ruling.terrain-mirror`, `tle.ruling.terrain-objectives`, `tle.ruling.board-other-sizes`.
fn usual(house: &House) -> Field {
    let west = printed::printed().bases.iter().filter(|base| base.is_west());
    let bases: Vec<field::Piece> = west.map(|base| piece(base.kind(), base.rect(), base.walls())).collect();
    mirrored("The Last Edition", bases, house)
}

/// Whether terrain is that which the book comes with.
fn is_usual(terrain: &Field, house: &House) -> bool {
    usual(house).pieces == terrain.pieces && terrain.size == printed::printed().board.size()
}

/// A battlefield of which one half is given, and nothing but terrain. Carries out `tle.terrain.mirrored`,
/// `tle.ruling.terrain-mirror`, `tle.battlefield.size`.
fn mirrored(name: &str, half: Vec<field::Piece>, house: &House) -> Field {
    let size = printed::printed().board.size();
    let (motion, symmetry) = mirror(house);
    let other: Vec<field::Piece> = half.iter().map(|piece| settled(&piece.moved(motion))).collect();
    let mut pieces: Vec<field::Piece> = half.into_iter().chain(other).collect();
    pieces.sort_by_key(|piece| std::cmp::Reverse(TerrainType::of(piece)));
    let mut last = (TerrainType::Blocking, 0);
    for piece in &mut pieces {
        let kind = TerrainType::of(piece);
        last = (kind, if last.0 == kind { last.1 + 1 } else { 1 });
        piece.name = format!("{} {}", piece.kind, last.1);
    }
    Field { symmetry, pieces, ..Field::bare(name, size) }
}

/// How one half is made from the other.
fn mirror(house: &House) -> (Motion, Symmetry) {
    let corner = printed::printed().board.size().corner();
    match house.terrain_mirror {
        Mirror::HalfTurn => (Motion::half_turn(corner), Symmetry::HalfTurn),
        Mirror::Reflection => (Motion::left_for_right(corner), Symmetry::LeftRight),
    }
}

/// A terrain base, with walls on these sides.
fn piece(kind: TerrainType, rect: Rect, walls: impl Iterator<Item = Side>) -> field::Piece {
    let look = kind.kind();
    let plain = field::Piece::new("", look, Plot::Corners(rect.corners().to_vec()));
    // Side n of a piece runs from corner n, and the corners of a box begin with its south side.
    let walls = walls.map(|side| side.number() as u8 + 1).collect();
    let sight = if kind == TerrainType::Soft { field::Sight::Soft } else { field::Sight::Hard };
    field::Piece { walls, sight, going: field::Going::Rough, tags: vec![format!("tle-{}", kind.word())], ..plain }
}

/// A base that was moved, with its corners and walls in their usual order, so that a file says it as for any other.
fn settled(moved: &field::Piece) -> field::Piece {
    let rect = Rect::around(&moved.plot.corners());
    let lines = moved.wall_lines();
    let is_wall = |side: &Side| lines.iter().any(|line| is_line(*line, *side, rect));
    let settled = piece(TerrainType::of(moved), rect, Side::ALL.into_iter().filter(is_wall));
    field::Piece { name: moved.name.clone(), ..settled }
}

/// Whether a line is a whole side of a box.
fn is_line((a, b): (Point, Point), side: Side, rect: Rect) -> bool {
    let line = side.line(rect).corners;
    line == [a, b] || line == [b, a]
}

/// The terrain, with the zones and objectives of a layout. The terrain of the book is turned over with the layout.
///
/// Carries out `tle.ruling.layout-quarters`, `tle.ruling.layout-corners`.
fn furnished(terrain: &Field, layout: Option<Layout>, house: &House) -> Field {
    let bare = Field { zones: Vec::new(), objectives: Vec::new(), ..terrain.clone() };
    let Some(layout) = layout else { return bare };
    let (zones, objectives) = (zones(layout, house), objectives(layout, house));
    let over = Motion::top_for_bottom(terrain.size.corner());
    let pieces = match is_turned_over(layout, house) && is_usual(terrain, house) {
        true => terrain.pieces.iter().map(|piece| settled(&piece.moved(over))).collect(),
        false => terrain.pieces.clone(),
    };
    Field { pieces, zones, objectives, ..bare }
}

/// Whether a layout is played with top and bottom swapped.
fn is_turned_over(layout: Layout, house: &House) -> bool {
    let pair = match layout {
        Layout::Quarters => house.quarters_pair,
        Layout::Corners => house.corners_pair,
        Layout::ShortEdges => ZonePair::LowerLeft,
    };
    pair == ZonePair::UpperLeft
}

/// The zones of a layout. Carries out `tle.deployment-zone.quarters`, `tle.deployment-zone.quarters-exclusion`,
/// `tle.deployment-zone.short-edges`, `tle.deployment-zone.corners`, `tle.deployment-zone.corners-corridor`,
/// `tle.ruling.layout-quarters`, `tle.ruling.layout-corners`.
fn zones(layout: Layout, house: &House) -> Vec<Zone> {
    let over = Motion::top_for_bottom(printed::printed().board.size().corner());
    let zone = |(seat, sheet): (u8, &printed::ZoneSheet)| {
        let zone = Zone { name: sheet.name.clone(), seat, corners: sheet.corners(), without: sheet.without() };
        if is_turned_over(layout, house) { zone.moved(over) } else { zone }
    };
    (1..).zip(&printed::layout(layout).zones).map(zone).collect()
}

/// The objectives of a layout, in the order of the book.
///
/// Carries out `tle.objective.five`, `tle.objective.marker`, `tle.objective.position-center`,
/// `tle.objective.position-zones`, `tle.objective.position-sides`, `tle.objective.side-symmetry`,
/// `tle.ruling.objective-zone-middle`, `tle.ruling.objective-side-distance`.
fn objectives(layout: Layout, house: &House) -> Vec<Objective> {
    let (board, sheet) = (&printed::printed().board, printed::layout(layout));
    let size = board.size().corner();
    let [centre, mut home, mut other_home] = [0, 1, 2].map(|place| sheet.objectives[place].at());
    if layout == Layout::Quarters && house.zone_middle == ZoneMiddle::Centroid {
        (home, other_home) = CENTROIDS;
    }
    // So many hundredths of the way from the centre to where the middle line meets the edge, rounded once.
    let (end, percent) = (sheet.middle_line_end(), i32::from(house.side_percent));
    let part = |from: i32, to: i32| from + ((to - from) * percent * 2 + 100).div_euclid(200);
    let side = Point::new(part(centre.x, end.x), part(centre.y, end.y));
    let other_side = Motion::half_turn(size).apply(side);
    let over = Motion::top_for_bottom(size);
    let placed = [centre, home, other_home, side, other_side];
    let names = ["Centre", "Zone A objective", "Zone B objective", "First side objective", "Second side objective"];
    let objective = |(name, at): (&str, Point)| {
        let at = if is_turned_over(layout, house) { over.apply(at) } else { at };
        Objective { name: name.to_owned(), at, radius: board.marker() }
    };
    names.into_iter().zip(placed).map(objective).collect()
}

/// The centroids of the clipped quarters. Carries out `tle.ruling.objective-zone-middle`.
const CENTROIDS: (Point, Point) = (Point::new(35_071, 25_995), Point::new(117_329, 85_765));

#[cfg(test)]
mod tests;
