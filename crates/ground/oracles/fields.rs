//! Battlefields that follow from a seed.

use chance::{Key, Stream};
use ground::{Footprint, Length, Point, Polygon, Pose, Shape};

/// Terrain and models somewhere on a table.
pub(crate) struct Field {
    /// The upper right corner; the lower left one is the origin.
    pub(crate) size: Point,
    /// What stands there.
    pub(crate) terrain: Vec<Polygon>,
    /// What was put beside it.
    pub(crate) models: Vec<Model>,
}

/// A model with what it covers.
pub(crate) struct Model {
    /// Its base.
    pub(crate) footprint: Footprint,
    /// How it stands.
    pub(crate) pose: Pose,
    /// What it covers.
    pub(crate) shape: Shape,
}

/// Draws for a purpose; other purposes with the same seed draw something else.
pub(crate) fn draws(purpose: &str, seed: u64) -> Draws {
    Draws(Stream::new(Key::from_seed(purpose, seed)))
}

/// Numbers, points and shapes drawn at random.
pub(crate) struct Draws(Stream);

impl Draws {
    /// A number below this.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u32) as usize
    }

    /// A number from one to the other, both included.
    pub(crate) fn number(&mut self, low: i32, high: i32) -> i32 {
        low + self.0.below((high - low + 1) as u32) as i32
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: u32) -> bool {
        self.0.below(times) == 0
    }

    /// A point in the box from the origin to this corner.
    pub(crate) fn point(&mut self, size: Point) -> Point {
        Point::new(self.number(0, size.x), self.number(0, size.y))
    }

    /// One of the directions.
    pub(crate) fn facing(&mut self) -> u16 {
        self.0.below(u32::from(ground::FACINGS)) as u16
    }

    /// A rectangle, an L or a star of up to 12 corners, 2 to 8 inches across, half of them along the axes.
    pub(crate) fn terrain(&mut self, size: Point) -> Polygon {
        loop {
            let corners = match self.below(8) {
                0..4 => self.rectangle(),
                4..7 => self.ell(),
                _ => self.star(),
            };
            let (at, facing) = (self.point(size), if self.once_in(2) { 0 } else { self.facing() });
            if let Ok(polygon) = Polygon::new(&placed(&corners, at, facing)) {
                return polygon;
            }
        }
    }

    /// A rectangle or an L along the axes or turned.
    pub(crate) fn building(&mut self, size: Point) -> Polygon {
        let corners = if self.once_in(2) { self.rectangle() } else { self.ell() };
        let (at, facing) = (self.point(size), if self.once_in(2) { 0 } else { self.facing() });
        Polygon::new(&placed(&corners, at, facing)).expect("a turned building is a polygon")
    }

    fn side(&mut self) -> i32 {
        Length::inches(1).0 * self.number(4, 14) / 2
    }

    fn rectangle(&mut self) -> Vec<Point> {
        let (x, y) = (self.side() / 2, self.side() / 2);
        [(-x, -y), (x, -y), (x, y), (-x, y)].map(Point::from).to_vec()
    }

    fn ell(&mut self) -> Vec<Point> {
        let (x, y) = (self.side(), self.side());
        let (inner_x, inner_y) = (x * self.number(25, 60) / 100, y * self.number(25, 60) / 100);
        let corners = [(0, 0), (x, 0), (x, inner_y), (inner_x, inner_y), (inner_x, y), (0, y)];
        corners.map(|(cx, cy)| Point::new(cx - x / 2, cy - y / 2)).to_vec()
    }

    fn star(&mut self) -> Vec<Point> {
        let count = self.number(3, 12);
        let mut spokes: Vec<(u16, i32)> = (0..count).map(|_| (self.facing(), self.side() / 2)).collect();
        spokes.sort_unstable();
        spokes.dedup_by_key(|spoke| spoke.0);
        spokes.iter().map(|&(facing, far)| Point::new(far, 0).turned(facing)).collect()
    }

    /// A base of a usual size: mostly round, now and then an oval or a hull.
    pub(crate) fn footprint(&mut self) -> Footprint {
        const USUAL: [&str; 10] =
            ["25mm", "28.5mm", "32mm", "32mm", "40mm", "50mm", "60mm", "60x35mm oval", "75x42mm oval", "100x60mm hull"];
        USUAL[self.below(USUAL.len())].parse().expect("a usual base")
    }

    /// A model anywhere.
    pub(crate) fn model(&mut self, footprint: Footprint, size: Point) -> Model {
        let pose = Pose { at: self.point(size), facing: self.facing(), level: 0 };
        Model { shape: footprint.at(pose), footprint, pose }
    }
}

/// Corners turned and shifted.
pub(crate) fn placed(corners: &[Point], at: Point, facing: u16) -> Vec<Point> {
    let there = |corner: &Point| {
        let turned = corner.turned(facing);
        Point::new(turned.x + at.x, turned.y + at.y)
    };
    corners.iter().map(there).collect()
}

/// A battlefield of 60 by 44 inches with so many rectangles and Ls, none overlapping another, and so many bases on none
/// of them.
pub(crate) fn orderly(seed: u64, pieces: usize, bases: usize, footprints: &[&str]) -> Field {
    let size = Point::inches(60, 44);
    let mut draws = draws("orderly field", seed);
    let mut terrain: Vec<Polygon> = Vec::new();
    while terrain.len() < pieces {
        let piece = draws.building(size);
        if !terrain.iter().any(|other| other.within(&piece, Length::inches(1))) {
            terrain.push(piece);
        }
    }
    let mut models: Vec<Model> = Vec::new();
    while models.len() < bases {
        let footprint = footprints[models.len() % footprints.len()].parse().expect("a base");
        let model = draws.model(footprint, size);
        let crowded = models.iter().any(|other| other.shape.overlaps(&model.shape));
        if !crowded && !terrain.iter().any(|piece| piece.overlaps_shape(&model.shape)) {
            models.push(model);
        }
    }
    Field { size, terrain, models }
}

impl Field {
    /// A battlefield of a usual size with any terrain and models anywhere, overlapping or not.
    pub(crate) fn of_inches(seed: u64) -> Field {
        let mut draws = draws("field of inches", seed);
        let sizes = [Point::inches(44, 44), Point::inches(48, 48), Point::inches(60, 44), Point::inches(72, 48)];
        let size = sizes[draws.below(sizes.len())];
        let (pieces, models) = (draws.number(4, 24), draws.number(6, 16));
        let terrain = (0..pieces).map(|_| draws.terrain(size)).collect();
        let mut models: Vec<Model> = (0..models)
            .map(|_| {
                let footprint = draws.footprint();
                draws.model(footprint, size)
            })
            .collect();
        // Some stand in contact with another, or a unit beside that.
        for index in (1..models.len()).step_by(3) {
            let other = &models[index - 1].shape;
            let footprint = models[index].footprint.clone();
            let facing = models[index].pose.facing;
            let reach = (other.bounds().width().0 + footprint.longest().0) / 2 + draws.number(-1, 1);
            let middle = other.bounds().centre();
            let pose = Pose { at: Point::new(middle.x + reach, middle.y), facing, level: 0 };
            models[index] = Model { shape: footprint.at(pose), footprint, pose };
        }
        Field { size, terrain, models }
    }

    /// A battlefield of a few units.
    pub(crate) fn of_units(seed: u64) -> Field {
        let mut draws = draws("field of units", seed);
        let size = Point::new(draws.number(8, 24), draws.number(8, 24));
        let (pieces, models) = (draws.number(0, 5), draws.number(3, 6));
        let terrain = (0..pieces).map(|_| draws.scrap(size)).collect();
        let models = (0..models).map(|_| draws.chip(size)).collect();
        Field { size, terrain, models }
    }
}

impl Draws {
    /// A simple polygon of three to seven corners that are close together.
    fn scrap(&mut self, size: Point) -> Polygon {
        loop {
            let (at, reach) = (self.point(size), self.number(1, 6));
            let count = self.number(3, 7);
            let corners: Vec<Point> = (0..count)
                .map(|_| Point::new(at.x + self.number(-reach, reach), at.y + self.number(-reach, reach)))
                .collect();
            if let Ok(polygon) = Polygon::new(&corners) {
                return polygon;
            }
        }
    }

    /// A convex shape of one to five corners, often with a radius.
    fn chip(&mut self, size: Point) -> Model {
        let (at, reach) = (self.point(size), self.number(0, 3));
        let count = self.number(1, 5);
        let corners: Vec<Point> = (0..count)
            .map(|_| Point::new(at.x + self.number(-reach, reach), at.y + self.number(-reach, reach)))
            .collect();
        let radius = if self.once_in(2) { Length::ZERO } else { Length(self.number(0, 3)) };
        let shape = Shape::hull(&corners, radius).expect("some corners");
        Model { footprint: Footprint::Round { radius }, pose: Pose::at(at), shape }
    }
}
