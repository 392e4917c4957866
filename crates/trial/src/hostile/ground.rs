//! Bytes as a battlefield: shapes, polygons, blockers and movers of any kind, however degenerate.

use ground::{
    Area, Blockers, Counts, FURTHEST, Footprint, Length, Motion, Mover, Obstacle, Obstacles, Outline, Owner, Path,
    Point, Polygon, Pose, Rect, Region, Scout, Scratch, Screen, Shape, Sight, Silhouette, push_apart,
};

/// Bytes, read from the front; after the last one there are only zeros.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    /// A coordinate: mostly a small one, so that things coincide; now and then one of a battlefield, the furthest there
    /// is, or any.
    fn coordinate(&mut self) -> i32 {
        match self.byte() {
            small @ 0..200 => i32::from(small % 40) - 8,
            200..240 => i32::from(i16::from_le_bytes(self.array())) * 4,
            240..248 => FURTHEST - i32::from(self.byte() % 4) + 1,
            248..252 => -FURTHEST + i32::from(self.byte() % 4) - 1,
            _ => i32::from_le_bytes(self.array()),
        }
    }

    fn point(&mut self) -> Point {
        Point::new(self.coordinate(), self.coordinate())
    }

    fn points(&mut self) -> Vec<Point> {
        (0..self.byte() % 10).map(|_| self.point()).collect()
    }

    fn length(&mut self) -> Length {
        Length(self.coordinate())
    }

    fn pose(&mut self) -> Pose {
        Pose { at: self.point(), facing: u16::from_le_bytes(self.array()) % 1_100, level: self.byte() % 3 }
    }

    fn shape(&mut self) -> Option<Shape> {
        let points = self.points();
        Shape::hull(&points, if self.byte().is_multiple_of(2) { Length::ZERO } else { self.length() }).ok()
    }

    /// A base: half of them as small as the coordinates are, the others of a size that a file could hold.
    fn footprint(&mut self) -> Footprint {
        let (kind, length, width) = (self.byte() % 6, self.byte(), self.byte());
        let small = |size: u8| Length(i32::from(size % 16));
        let text = match kind {
            0 => return Footprint::Round { radius: small(length) },
            1 => return Footprint::Oval { length: small(length), width: small(width) },
            2 => return Footprint::Hull { length: small(length), width: small(width) },
            3 => format!("{length}mm"),
            4 => format!("{length}x{width}mm oval"),
            _ => format!("{length}x{width}mm hull"),
        };
        text.parse().unwrap_or(Footprint::Round { radius: Length::mm(16) })
    }

    fn screen(&mut self) -> Option<Screen> {
        match self.byte() % 4 {
            0 => None,
            1 => Some(Screen::Soft),
            2 => Some(Screen::Deep(self.length())),
            _ => Some(Screen::Hard),
        }
    }
}

/// Bytes as a battlefield: what cannot be computed with is refused, and every answer about the rest is the same from
/// both sides.
pub fn ground(data: &[u8]) {
    let mut bytes = Bytes(data);
    let shapes: Vec<Shape> = (0..bytes.byte() % 6).filter_map(|_| bytes.shape()).collect();
    let polygons: Vec<Polygon> = (0..bytes.byte() % 5).filter_map(|_| Polygon::new(&bytes.points()).ok()).collect();
    gaps(&mut bytes, &shapes, &polygons);
    lines(&mut bytes, &shapes, &polygons);
    moves(&mut bytes, &shapes, &polygons);
}

fn gaps(bytes: &mut Bytes<'_>, shapes: &[Shape], polygons: &[Polygon]) {
    let (at, to, gap) = (bytes.point(), bytes.point(), bytes.length());
    let sane = at.is_near() && to.is_near();
    for a in shapes {
        for b in shapes {
            let (apart, back) = (a.apart(b), b.apart(a));
            assert_eq!(apart, back, "one gap is two: {a:?} {b:?}");
            assert!(apart.down() <= apart.up() && apart.up() <= apart.down() + Length(1), "rounding: {a:?} {b:?}");
            assert!(apart.within(apart.up()), "not within its own gap: {a:?} {b:?}");
            assert!(!(a.overlaps(b) && a.touches(b)), "both overlap and contact: {a:?} {b:?}");
            if gap.0.abs() <= FURTHEST {
                assert_eq!(a.within(b, gap), b.within(a, gap), "within from one side only: {a:?} {b:?}");
            }
        }
        if sane {
            a.contains(at);
        }
    }
    for polygon in polygons {
        let again = Polygon::new(polygon.corners());
        assert_eq!(again.as_ref().map(Polygon::twice_area), Ok(polygon.twice_area()), "made anew: {polygon:?}");
        for shape in shapes {
            assert!(!(polygon.overlaps_shape(shape) && polygon.touches_shape(shape)), "{polygon:?} {shape:?}");
            polygon.distance_up_to_shape(shape);
            polygon.covers(shape);
        }
        for other in polygons {
            assert_eq!(polygon.overlaps(other), other.overlaps(polygon), "{polygon:?} {other:?}");
        }
        if sane {
            assert_eq!(polygon.crossed_by(at, to), polygon.crossed_by(to, at), "{polygon:?} {at} {to}");
        }
    }
    let outline = |polygon: &Polygon| Outline { corners: polygon.corners().to_vec(), ..Outline::default() };
    let mut region = Region { outlines: polygons.iter().map(outline).collect() };
    if let [first, rest @ ..] = region.outlines.as_mut_slice() {
        first.holes = rest.to_vec();
        first.radius = gap;
    }
    if let (Ok(area), true) = (Area::new(&region), sane) {
        area.contains(at);
        assert!(shapes.iter().filter(|shape| area.covers(shape)).count() <= shapes.len(), "counted twice");
    }
}

fn lines(bytes: &mut Bytes<'_>, shapes: &[Shape], polygons: &[Polygon]) {
    let width = Length(i32::from(bytes.byte() % 20) * i32::from(bytes.byte()));
    let screens: Vec<Option<Screen>> = (0..polygons.len() + shapes.len()).map(|_| bytes.screen()).collect();
    let mut blockers = Blockers::for_lines(width);
    for (id, polygon) in polygons.iter().enumerate() {
        blockers.add_polygon(id as u16, polygon);
    }
    for (id, shape) in shapes.iter().enumerate().skip(2) {
        blockers.add_shape((polygons.len() + id) as u16, shape);
    }
    let [from, to, ..] = shapes else { return };
    let (from, to) = (Silhouette::of(from), Silhouette::of(to));
    let screen = |id: Owner| screens[usize::from(id.number())];
    let mut scratch = Scratch::default();
    let sight = blockers.sight(&from, &to, screen, &mut scratch);
    let back = blockers.sight(&to, &from, screen, &mut scratch);
    assert_eq!(sight.is_open(), back.is_open(), "seen from one side only: {from:?} {to:?} {blockers:?}");
    let class = |sight: Sight| matches!(sight, Sight::Clear(_));
    assert_eq!(class(sight), class(back), "clear from one side only: {from:?} {to:?} {blockers:?}");
    let closing = blockers.closing_set(&from, &to, screen, &mut scratch);
    assert!(closing.is_empty() || !sight.is_open(), "closed by {closing:?}, and open");
    let (a, b) = (bytes.point(), bytes.point());
    if a.is_near() && b.is_near() {
        blockers.first_crossed(a, b);
    }
}

fn moves(bytes: &mut Bytes<'_>, shapes: &[Shape], polygons: &[Polygon]) {
    let corner = bytes.point();
    let mut obstacles = if corner.is_near() && bytes.byte().is_multiple_of(2) {
        Obstacles::within(Rect::around(&[Point::default(), corner]))
    } else {
        Obstacles::new()
    };
    for (owner, shape) in shapes.iter().enumerate() {
        let margin = Length(i32::from(bytes.byte()) * i32::from(bytes.byte() % 16));
        let obstacle = Obstacle::new(shape.clone(), owner as u16);
        let obstacle = if bytes.byte().is_multiple_of(2) { obstacle.clear_by(margin) } else { obstacle.beyond(margin) };
        let counts = [Counts::Always, Counts::OnTheWay, Counts::AtTheEnd][usize::from(bytes.byte() % 3)];
        obstacles.add(obstacle.counting(counts));
    }
    for (owner, polygon) in polygons.iter().enumerate() {
        obstacles.add_polygon(polygon, 10 + owner as u16);
    }
    let footprint = bytes.footprint();
    let without = [Owner::Other(u16::from(bytes.byte() % 8))];
    let mover = Mover::new(&footprint).without(&without);
    let (start, goal, most) = (bytes.pose(), bytes.pose(), bytes.length());
    let path = Path { legs: (0..bytes.byte() % 20).map(|_| bytes.pose()).collect() };
    drop(obstacles.check_path(mover, start, &path, Some(most)));
    obstacles.crossed(mover, start, &path);
    let mut scout = Scout::new();
    for most in [None, Some(most)] {
        if let Ok(route) = scout.route(&obstacles, mover, start, goal, most) {
            let checked = obstacles.check_path(mover, start, &route.path, most);
            assert_eq!(checked.as_ref(), Ok(&route.cost), "a way that is none: {start:?} {goal:?} {route:?}");
        }
    }
    // The nearest spot of an oval among ovals takes long, so it is looked for now and then.
    if bytes.byte() % 8 == 1 {
        if let Some(spot) = obstacles.nearest_spot(mover, goal, Some(most)) {
            assert_eq!(obstacles.blocks_spot(mover, spot), None, "a spot that is taken: {goal:?} {spot:?}");
        }
        let others: Vec<(Footprint, Pose)> = (0..bytes.byte() % 3).map(|_| (bytes.footprint(), bytes.pose())).collect();
        drop(push_apart(&others, &obstacles));
    }
    let motion = Motion { mirrored: bytes.byte() > 127, quarters: bytes.byte() % 4, shift: Point::default() };
    shapes.iter().for_each(|shape| drop(shape.moved(motion)));
}
