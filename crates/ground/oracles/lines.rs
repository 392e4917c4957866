//! Lines of sight: proofs checked, lines tried, brute force where that is possible, and laws that need no oracle.

use geo::{Contains, Distance, Euclidean};
use ground::{
    Blockers, Length, Motion, Owner, Point, Polygon, Scratch, Screen, Shape, Sight, SightLine, Silhouette, Spot,
};

use super::brute::{self, Exact};
use super::fields::{Draws, Field, draws};
use super::floats;
use super::tally::Tally;

/// Who looks at whom through what.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) from: Shape,
    pub(crate) to: Shape,
    pub(crate) blockers: Vec<(Blocker, Screen)>,
    pub(crate) width: Length,
}

/// Something in the way.
#[derive(Clone, Debug)]
pub(crate) enum Blocker {
    Terrain(Polygon),
    Model(Shape),
}

impl Blocker {
    fn moved(&self, motion: Motion) -> Blocker {
        match self {
            Blocker::Terrain(polygon) => Blocker::Terrain(polygon.moved(motion)),
            Blocker::Model(shape) => Blocker::Model(shape.moved(motion)),
        }
    }

    /// The outlines that a line must not pierce. Only of a line without thickness is a polygon one whole.
    fn outlines(&self, width: Length) -> Vec<Vec<Point>> {
        let half = Length(width.0 / 2);
        let solid = |shape: &Shape| shape.grown(half).angular().corners().to_vec();
        match self {
            Blocker::Terrain(polygon) if half == Length::ZERO => vec![polygon.corners().to_vec()],
            Blocker::Terrain(polygon) => polygon.pieces().iter().map(solid).collect(),
            Blocker::Model(shape) => vec![solid(shape)],
        }
    }
}

/// How well something is seen, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    Clear,
    Soft,
    Blocked,
}

pub(crate) fn class(sight: Sight) -> Class {
    match sight {
        Sight::Clear(_) => Class::Clear,
        Sight::Soft(_) => Class::Soft,
        Sight::Blocked { .. } => Class::Blocked,
    }
}

impl Scene {
    pub(crate) fn look(&self) -> Sight {
        let mut blockers = Blockers::for_lines(self.width);
        for (id, (blocker, _)) in self.blockers.iter().enumerate() {
            match blocker {
                Blocker::Terrain(polygon) => blockers.add_polygon(id as u16, polygon),
                Blocker::Model(shape) => blockers.add_shape(id as u16, shape),
            }
        }
        let screen = |id: Owner| Some(self.blockers[usize::from(id.number())].1);
        let (from, to) = (Silhouette::of(&self.from), Silhouette::of(&self.to));
        blockers.sight(&from, &to, screen, &mut Scratch::default())
    }

    fn turned_about(&self) -> Scene {
        Scene { from: self.to.clone(), to: self.from.clone(), ..self.clone() }
    }

    fn moved(&self, motion: Motion) -> Scene {
        Scene {
            from: self.from.moved(motion),
            to: self.to.moved(motion),
            blockers: self.blockers.iter().map(|(blocker, screen)| (blocker.moved(motion), *screen)).collect(),
            width: self.width,
        }
    }

    /// Without one of the blockers.
    fn without(&self, index: usize) -> Scene {
        let mut scene = self.clone();
        scene.blockers.remove(index);
        scene
    }

    /// The outlines of all blockers from this screen on.
    fn outlines(&self, counts: Screen) -> Vec<Vec<Point>> {
        let counting = self.blockers.iter().filter(|(_, screen)| *screen >= counts);
        let outlines = counting.flat_map(|(blocker, _)| blocker.outlines(self.width));
        outlines.filter(|outline| outline.len() > 1).collect()
    }

    /// Whether a line runs through a corner of a blocker.
    fn touches(&self, line: SightLine, index: usize) -> bool {
        let (a, b) = (Exact::from(line.from), Exact::from(line.to));
        self.blockers[index].0.outlines(self.width).iter().flatten().any(|&corner| brute::is_in_line(a, b, corner))
    }

    fn is_deep(&self) -> bool {
        self.blockers.iter().any(|(_, screen)| matches!(screen, Screen::Deep(_)))
    }

    fn about(&self) -> String {
        let blocker = |(blocker, screen): &(Blocker, Screen)| match blocker {
            Blocker::Terrain(polygon) => format!("{screen:?} {:?}", plain(polygon.corners())),
            Blocker::Model(shape) => format!("{screen:?} model {:?} r {}", plain(shape.corners()), shape.radius().0),
        };
        let shape = |shape: &Shape| format!("{:?} r {}", plain(shape.corners()), shape.radius().0);
        let blockers: Vec<String> = self.blockers.iter().map(blocker).collect();
        format!("from {} to {}, width {}: {}", shape(&self.from), shape(&self.to), self.width.0, blockers.join("; "))
    }
}

fn plain(corners: &[Point]) -> Vec<(i32, i32)> {
    corners.iter().map(|corner| (corner.x, corner.y)).collect()
}

/// What a blocker may do, drawn by how much is wanted.
fn screens(draws: &mut Draws, kind: usize, size: Point) -> Screen {
    match (kind, draws.below(4)) {
        (0, _) | (_, 0) => Screen::Hard,
        (1, _) => Screen::Soft,
        (_, 1) => Screen::Soft,
        _ => Screen::Deep(Length(size.x / 8)),
    }
}

pub(crate) fn check(field: &Field, tally: &mut Tally) {
    let small = field.size.x < 1_000;
    let mut draws = draws("lines", (field.size.x * 64 + field.models.len() as i32) as u64);
    for turn in 0..if small { 6 } else { 4 } {
        let (from, to) = (draws.below(field.models.len()), draws.below(field.models.len()));
        if from == to {
            continue;
        }
        let (kind, thick) = ([0, 0, 1, 2][draws.below(4)], draws.once_in(3));
        let width = match (thick, small) {
            (false, _) => Length::ZERO,
            (true, true) => Length(draws.number(1, 6)),
            (true, false) => Length::mm(2),
        };
        let terrain = field.terrain.iter().map(|polygon| Blocker::Terrain(polygon.clone()));
        let others = field.models.iter().enumerate().filter(|&(index, _)| index != from && index != to);
        let others = others.map(|(_, model)| Blocker::Model(model.shape.clone()));
        let blockers =
            terrain.chain(others.take(turn * 3)).map(|blocker| (blocker, screens(&mut draws, kind, field.size)));
        let scene = Scene {
            from: field.models[from].shape.clone(),
            to: field.models[to].shape.clone(),
            blockers: blockers.collect(),
            width,
        };
        check_scene(&scene, small, &mut draws, tally);
    }
}

fn check_scene(scene: &Scene, small: bool, draws: &mut Draws, tally: &mut Tally) {
    let sight = scene.look();
    let seen = class(sight);
    let about = || scene.about();
    tally.same("sight, the other way", class(scene.turned_about().look()), seen, about);
    for motion in [
        Motion { mirrored: true, quarters: 0, shift: Point::new(31, 5) },
        Motion { mirrored: false, quarters: 1, shift: Point::new(-7, 12) },
        Motion { mirrored: true, quarters: 3, shift: Point::new(0, -1) },
        Motion::shift(1_001, -77),
    ] {
        tally.same("sight, moved, turned or mirrored", class(scene.moved(motion).look()), seen, || {
            format!("{motion:?} {}", about())
        });
    }
    if !scene.blockers.is_empty() {
        let index = draws.below(scene.blockers.len());
        let opens = class(scene.without(index).look()) > seen;
        let reason = (
            "the line through a deep blocker touches the one that was added, so it is tried only with it",
            matches!(sight, Sight::Soft(line) if scene.is_deep() && scene.touches(line, index)),
        );
        tally.same_unless("sight, a blocker never opens a line", opens, false, reason, about);
    }
    if let Sight::Blocked { by: Some(by) } = sight {
        let alone = Scene { blockers: vec![scene.blockers[usize::from(by.number())].clone()], ..scene.clone() };
        tally.same("sight, who closes it alone does", class(alone.look()), Class::Blocked, about);
    }
    let (from, to) = (Silhouette::of(&scene.from), Silhouette::of(&scene.to));
    if from.shape().within(to.shape(), Length::ZERO) {
        tally.same("sight, models that touch see each other", seen, Class::Clear, about);
        return;
    }
    match sight {
        Sight::Clear(line) => check_proof(scene, line, Screen::Soft, tally),
        Sight::Soft(line) => check_proof(scene, line, Screen::Hard, tally),
        Sight::Blocked { .. } => {}
    }
    let (from, to) = (from.shape().corners(), to.shape().corners());
    let all = scene.outlines(Screen::Soft);
    let hard = scene.outlines(Screen::Hard);
    if small {
        let open =
            |outlines: &[Vec<Point>]| brute::open(from, to, &outlines.iter().map(Vec::as_slice).collect::<Vec<_>>());
        tally.same("sight, brute force", seen == Class::Clear, open(&all), about);
        if seen != Class::Clear && !scene.is_deep() {
            tally.same("sight through soft blockers, brute force", seen == Class::Soft, open(&hard), about);
        }
    } else {
        // Every fourth corner of both: lines of which any that is open must not be denied.
        let some = |corners: &[Point]| corners.iter().step_by(corners.len().div_ceil(16)).copied().collect::<Vec<_>>();
        let open = |outlines: &[Vec<Point>]| {
            let free = |a: Point, b: Point| !outlines.iter().any(|outline| brute::crossed(outline, a, b));
            let ends = some(to);
            some(from).into_iter().any(|a| ends.iter().any(|&b| free(a, b)))
        };
        if seen != Class::Clear {
            tally.holds("sight, 16 x 16 lines", !open(&all), about);
        }
        if seen == Class::Blocked && !scene.is_deep() {
            tally.holds("sight through soft blockers, 16 x 16 lines", !open(&hard), about);
        }
    }
}

/// A line that is given as a proof leads from one outline to the other, and through no blocker that counts.
fn check_proof(scene: &Scene, line: SightLine, counts: Screen, tally: &mut Tally) {
    let about = || format!("{line:?} {}", scene.about());
    let (a, b) = (Exact::from(line.from), Exact::from(line.to));
    let (from, to) = (Silhouette::of(&scene.from), Silhouette::of(&scene.to));
    tally.holds("proof begins on the outline", brute::convex_holds(from.shape().corners(), a), about);
    tally.holds("proof ends on the outline", brute::convex_holds(to.shape().corners(), b), about);
    let outlines = scene.outlines(counts);
    // Wider points do not fit the exact check, whose numbers grow to a product of several.
    let room = if scene.from.bounds().high.x < 1_000 { 36 } else { 4 };
    if a.bits() + b.bits() <= room {
        let pierced = outlines.iter().any(|outline| brute::crossed_exactly(outline, a, b));
        tally.holds("proof pierces nothing", !pierced, about);
    } else {
        let pierced = outlines.iter().any(|outline| deeply_crossed(outline, float(line.from), float(line.to)));
        tally.holds("proof pierces nothing, in floats", !pierced, about);
    }
    if scene.width != Length::ZERO {
        check_clearance(scene, line, counts, tally);
    }
    let limit = scene.blockers.iter().filter_map(|(_, screen)| match screen {
        Screen::Deep(limit) => Some(limit.0),
        _ => None,
    });
    if let (Some(limit), Screen::Hard) = (limit.min(), counts) {
        let deep = scene.blockers.iter().filter(|(_, screen)| matches!(screen, Screen::Deep(_)));
        let outlines: Vec<Vec<Point>> = deep.flat_map(|(blocker, _)| blocker.outlines(scene.width)).collect();
        let depth: f64 = outlines.iter().map(|outline| depth(outline, float(line.from), float(line.to))).sum();
        // Each depth is a root, rounded down, between points that are rounded to a part of a unit.
        let slack = 0.02 * outlines.len() as f64;
        tally.holds("proof is not too deep, in floats", depth <= f64::from(limit) + slack, || {
            format!("{depth} {}", about())
        });
    }
}

/// A thick line keeps half its width from the true outlines, but for the corners that their round edges were given.
fn check_clearance(scene: &Scene, line: SightLine, counts: Screen, tally: &mut Tally) {
    let half = f64::from(scene.width.0 / 2);
    let segment = geo::Line::new(float(line.from), float(line.to));
    for (blocker, _) in scene.blockers.iter().filter(|(_, screen)| *screen >= counts) {
        let (shapes, radius) = match blocker {
            Blocker::Terrain(polygon) => (polygon.corners(), 0.0),
            Blocker::Model(shape) => (shape.corners(), f64::from(shape.radius().0)),
        };
        let gap = Euclidean.distance(&floats::geometry(shapes), &geo::Geometry::from(segment)) - radius;
        let round = half + radius;
        tally.holds("a thick line has room, geo", gap >= half - 0.0013 * round - 1.5, || {
            format!("{gap} of {half}: {line:?} {}", scene.about())
        });
    }
}

fn float(spot: Spot) -> geo::Coord {
    let w = spot.w as f64;
    geo::Coord { x: spot.x as f64 / w, y: spot.y as f64 / w }
}

/// The parts of a segment between the sides of a polygon: the middle of each, and its length.
fn parts(outline: &[Point], a: geo::Coord, b: geo::Coord) -> Vec<(geo::Coord, f64)> {
    let cross = |u: geo::Coord, v: geo::Coord| u.x * v.y - u.y * v.x;
    let mut cuts = vec![0.0, 1.0];
    for (index, &p) in outline.iter().enumerate() {
        let (p, q) = (floats::coord(p), floats::coord(outline[(index + 1) % outline.len()]));
        let over = cross(b - a, q - p);
        if over.abs() > 1e-9 {
            cuts.push((cross(p - a, q - p) / over).clamp(0.0, 1.0));
        }
    }
    cuts.sort_by(f64::total_cmp);
    let length = (b - a).x.hypot((b - a).y);
    cuts.windows(2).map(|pair| (a + (b - a) * pair[0].midpoint(pair[1]), (pair[1] - pair[0]) * length)).collect()
}

/// Whether a segment runs through a polygon by more than floats could be wrong.
fn deeply_crossed(outline: &[Point], a: geo::Coord, b: geo::Coord) -> bool {
    if outline.len() < 3 {
        return false;
    }
    let polygon = floats::polygon(outline);
    let deep = |middle: geo::Coord| {
        let middle = geo::Point::from(middle);
        polygon.contains(&middle) && Euclidean.distance(&middle, polygon.exterior()) > 1e-3
    };
    parts(outline, a, b).into_iter().any(|(middle, _)| deep(middle))
}

/// How far a segment runs through a polygon.
fn depth(outline: &[Point], a: geo::Coord, b: geo::Coord) -> f64 {
    if outline.len() < 3 {
        return 0.0;
    }
    let polygon = floats::polygon(outline);
    // A line along an edge is not inside, though its float may be.
    let is_inside = |middle: geo::Coord| {
        let middle = geo::Point::from(middle);
        polygon.contains(&middle) && Euclidean.distance(&middle, polygon.exterior()) > 1e-6
    };
    let inside = parts(outline, a, b).into_iter().filter(|&(middle, _)| is_inside(middle));
    inside.map(|(_, length)| length).sum()
}
