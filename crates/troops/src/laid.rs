//! A battlefield as it is laid: terrain, zones and objectives, each with the id that players see.

use field::{Field, Kind};
use ground::{Apart, Area, Footprint, Length, Outline, Point, Polygon, Pose, Rect, Region, Shape};
use vocabulary::AreaId;

/// A piece of terrain; `T` is what the book says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<T> {
    /// What it is called.
    pub name: String,
    /// What it looks like.
    pub kind: Kind,
    /// What it covers.
    pub polygon: Polygon,
    /// The walls on its sides, each from one end to the other; they have no thickness.
    pub walls: Vec<(Point, Point)>,
    /// The heights of its levels above the ground, besides the ground itself.
    pub levels: Vec<Length>,
    /// What holds in it.
    pub rules: T,
}

impl<T> Piece<T> {
    /// How far a shape is from the piece; nothing where it overlaps it or is in contact.
    pub fn away(&self, shape: &Shape) -> Option<Apart> {
        let apart = self.polygon.pieces().iter().map(|piece| piece.apart(shape)).min();
        apart.filter(|apart| !apart.overlaps() && !apart.touches())
    }

    /// The sides that bear no wall.
    pub fn open_sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let is_wall = |(a, b): (Point, Point)| self.walls.iter().any(|wall| *wall == (a, b) || *wall == (b, a));
        self.polygon.sides().filter(move |side| !is_wall(*side))
    }
}

/// A zone of a player.
#[derive(Clone, Debug)]
pub struct Zone {
    /// What it is called.
    pub name: String,
    /// Its outline, with its holes.
    pub outline: Outline,
    /// All of it but its holes.
    pub polygon: Polygon,
    /// What a base must be wholly within to stand in it.
    pub area: Area,
}

/// A battlefield as it is laid.
#[derive(Clone, Debug)]
pub struct Laid<T> {
    /// The whole of it.
    pub bounds: Rect,
    /// Pieces that were there from the beginning, then those that came.
    pub terrain: Vec<Piece<T>>,
    /// How many pieces were there from the beginning.
    first: usize,
    /// The zones.
    pub zones: Vec<Zone>,
    /// The objectives.
    pub objectives: Vec<Shape>,
}

impl<T> Laid<T> {
    /// A battlefield that was found to be in order; `rules` says what holds in a piece.
    pub fn of(field: &Field, rules: impl Fn(&field::Piece) -> T) -> Laid<T> {
        let laid = |piece: &field::Piece| {
            Some(Piece {
                name: piece.name.clone(),
                kind: piece.kind,
                polygon: piece.outline().ok()?,
                walls: piece.wall_lines(),
                levels: piece.levels.clone(),
                rules: rules(piece),
            })
        };
        let terrain: Vec<Piece<T>> = field.pieces.iter().filter_map(laid).collect();
        Laid {
            bounds: field.size.rect(),
            first: terrain.len(),
            terrain,
            zones: field.zones.iter().filter_map(Zone::of).collect(),
            objectives: field.objectives.iter().map(|marker| Shape::disc(marker.at, marker.radius)).collect(),
        }
    }

    /// Something becomes terrain.
    pub fn add(&mut self, piece: Piece<T>) {
        self.terrain.push(piece);
    }

    /// The id of a piece of terrain. Those that came are numbered after everything else, so that no id changes.
    pub fn terrain_id(&self, place: usize) -> AreaId {
        let more = if place < self.first { 0 } else { self.zones.len() + self.objectives.len() };
        AreaId((place + more) as u16)
    }

    /// The place of the piece of terrain of this id.
    pub fn terrain_of(&self, id: AreaId) -> Option<usize> {
        (0..self.terrain.len()).find(|place| self.terrain_id(*place) == id)
    }

    /// The id of a zone.
    pub fn zone_id(&self, place: usize) -> AreaId {
        AreaId((self.first + place) as u16)
    }

    /// The place of the zone of this id.
    pub fn zone_of(&self, id: AreaId) -> Option<usize> {
        id.index().checked_sub(self.first).filter(|place| *place < self.zones.len())
    }

    /// The id of an objective.
    pub fn objective_id(&self, place: usize) -> AreaId {
        AreaId((self.first + self.zones.len() + place) as u16)
    }

    /// The place of the objective of this id.
    pub fn objective_of(&self, id: AreaId) -> Option<usize> {
        let place = id.index().checked_sub(self.first + self.zones.len());
        place.filter(|place| *place < self.objectives.len())
    }

    /// What an area covers, in convex parts; nothing if there is no such area.
    pub fn shapes(&self, id: AreaId) -> &[Shape] {
        match (self.terrain_of(id), self.zone_of(id), self.objective_of(id)) {
            (Some(place), ..) => self.terrain[place].polygon.pieces(),
            (_, Some(place), _) => self.zones[place].polygon.pieces(),
            (_, _, Some(place)) => &self.objectives[place..=place],
            _ => &[],
        }
    }

    /// The piece of terrain that a base stands on completely at a level above the ground.
    pub fn piece_under(&self, shape: &Shape, level: u8) -> Option<&Piece<T>> {
        let floor = usize::from(level).checked_sub(1)?;
        self.terrain.iter().find(|piece| piece.levels.len() > floor && piece.polygon.covers(shape))
    }

    /// How high a base on a level is above the ground.
    pub fn height(&self, shape: &Shape, level: u8) -> Length {
        let piece = self.piece_under(shape, level);
        piece.map_or(Length::ZERO, |piece| piece.levels[usize::from(level) - 1])
    }

    /// A pose on the level where a base began as long as it stands completely on the same piece, otherwise on the ground:
    /// where it gets to without climbing.
    pub fn grounded(&self, base: &Footprint, start: Pose, pose: Pose) -> Pose {
        let under = |pose: Pose| self.piece_under(&base.at(pose), start.level).map(std::ptr::from_ref);
        let stays = under(start).is_some() && under(start) == under(pose);
        Pose { level: if stays { start.level } else { 0 }, ..pose }
    }

    /// A pose with the level that is wished where a base can stand on it, or else the one that it gets to without
    /// climbing.
    pub fn levelled(&self, base: &Footprint, start: Pose, wished: Pose) -> Pose {
        let stands = wished.level == 0 || self.piece_under(&base.at(wished), wished.level).is_some();
        if stands { wished } else { self.grounded(base, start, wished) }
    }

    /// Whether a base is wholly within a piece of terrain of a kind.
    pub fn wholly_within(&self, shape: &Shape, kind: impl Fn(&Piece<T>) -> bool) -> bool {
        let bounds = shape.bounds();
        self.terrain
            .iter()
            .any(|piece| kind(piece) && piece.polygon.bounds().covers(bounds) && piece.polygon.covers(shape))
    }
}

impl Zone {
    fn of(zone: &field::Zone) -> Option<Zone> {
        let holes = zone.without.map(|disc| Outline::disc(disc.at, disc.radius)).into_iter().collect();
        let outline = Outline { corners: zone.corners.clone(), holes, ..Outline::default() };
        let area = Area::new(&Region { outlines: vec![outline.clone()] }).ok()?;
        Some(Zone { name: zone.name.clone(), outline, polygon: zone.outline().ok()?, area })
    }

    /// The place in the zone that is nearest to a point, as far as a box can say it, for something this wide.
    pub fn nearest(&self, point: Point, wide: Length) -> Point {
        self.polygon.bounds().grown(Length(wide.0 / -2)).nearest(point)
    }
}
