//! Where a mover can get to with an allowance: exactly for one spot, and as an outline that a page can draw.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{IntOverlayOptions, Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;

use super::{GOAL, NONE, Reached, Scout, Side, touching};
use crate::clearance::Clearance;
use crate::facing::{cosine, sine};
use crate::obstacles::About;
use crate::ring::FINEST;
use crate::shape::orient;
use crate::{FACINGS, Keep, Length, Mover, Obstacles, Outline, Point, Pose, Rect, Region};

/// A circle is drawn with this many corners.
const ROUND_CORNERS: u16 = 128;
/// Sectors reach a little over their neighbours, so that rounding leaves no cracks: by this part of a turn.
const OVERLAP: u16 = FACINGS / 64;
/// Lengths of directions are taken in parts of a unit, of which there are two to the power of this.
const PARTS: u32 = 16;
/// Parts smaller than a tenth of a square millimetre come from rounding.
const LEAST_AREA: u64 = 1_000;

#[cfg(test)]
mod tests;

type Contour = Vec<IntPoint>;

impl Scout {
    /// Whether a mover can get to a spot, and stand there, for at most an allowance.
    pub fn can_reach(
        &mut self,
        obstacles: &Obstacles,
        mover: Mover<'_>,
        start: Pose,
        spot: Pose,
        allowance: Length,
    ) -> bool {
        self.route(obstacles, mover, start, spot, Some(allowance)).is_ok()
    }

    /// All spots that the middle of a mover can get to and stand on for at most an allowance, without turning.
    ///
    /// For drawing: arcs are cut inside, obstacles keep the distance of their rings, and what the outlines of two of
    /// them make together is rounded to the nearest unit. The outlines have no radius. Nothing, if the mover cannot
    /// leave its place.
    pub fn reach_of(&mut self, obstacles: &Obstacles, mover: Mover<'_>, start: Pose, allowance: Length) -> Region {
        if !mover.is_sane(start) || obstacles.blocks_leg(mover, start.at, start).is_some() {
            return Region::default();
        }
        let allowance = allowance.clamp(Length::ZERO, Length(crate::FURTHEST));
        let near = Rect::new(start.at, start.at).grown(allowance);
        self.clearance.fill(obstacles, mover, start.facing, About::Leg, Some(near));
        self.flood(start.at, allowance);
        let mut parts: Vec<Contour> = Vec::new();
        for reached in 0..self.reached.len() as u32 {
            self.add_part(reached, allowance, &mut parts);
        }
        let mut standing = Clearance::default();
        standing.fill(obstacles, mover, start.facing, About::Spot, Some(near));
        let taken = self.rings_of(&standing);
        let mut shapes = overlay(&parts, &taken, OverlayRule::Difference);
        if let Some(frame) = standing.frame {
            let frame = frame.corners().map(contour_point).to_vec();
            let parts: Vec<Contour> = shapes.into_iter().flatten().collect();
            shapes = overlay(&parts, &[frame], OverlayRule::Intersect);
        }
        Region { outlines: shapes.iter().filter_map(|shape| outline(shape)).collect() }
    }

    /// Finds the shortest ways to everything that can be reached.
    fn flood(&mut self, start: Point, allowance: Length) {
        self.begin(start, start);
        self.nowhere = true;
        self.nodes[GOAL as usize].dead = true;
        for index in 0..self.clearance.list.len() {
            self.add_ring(index, FINEST);
        }
        // With the effort used up, what was reached so far is drawn.
        let _ = self.spread(allowance, FINEST);
    }

    fn rings_of(&mut self, clearance: &Clearance) -> Vec<Contour> {
        let mut corners = Vec::new();
        let mut ring = |index: usize| {
            let grown = clearance.list[index];
            let beyond = Length(i32::from(grown.keep == Keep::Beyond));
            corners.clear();
            self.maker.add_ring(clearance.corners(index), grown.reach + beyond, FINEST, &mut corners);
            corners.iter().copied().map(contour_point).collect()
        };
        (0..clearance.list.len()).map(&mut ring).collect()
    }

    /// Adds what can be reached straight from one place, which the shortest way to leads around one corner.
    fn add_part(&self, reached: u32, allowance: Length, parts: &mut Vec<Contour>) {
        let Reached { node, cost, .. } = self.reached[reached as usize];
        let Some((at, left)) = self.viewpoint(reached, allowance - cost) else { return };
        let bend = self.bend(reached);
        let ahead = Point::new(bend.at.x - bend.from.x, bend.at.y - bend.from.y);
        let towards = |to: Point| Point::new(to.x - bend.at.x, to.y - bend.at.y);
        let sector = match bend.side {
            Side::Open => sector(at, left, None),
            Side::Left => sector(at, left, Some((ahead.turned(FACINGS - OVERLAP), towards(bend.next)))),
            Side::Right => sector(at, left, Some((towards(bend.before), ahead.turned(OVERLAP)))),
        };
        let bounds = Rect::around(&sector);
        let own = self.nodes[node as usize].ring;
        let mut shadows: Vec<Contour> = Vec::new();
        for (index, ring) in self.rings.iter().enumerate() {
            let corners = &self.places[ring.first as usize..ring.end as usize];
            if !ring.bounds.meets(bounds) || (index as u32 == own && bend.side != Side::Open) {
                continue;
            }
            match touching(corners, at) {
                Some(ends) => shadows.push(shadow(corners, ends, at, left)),
                // From within a ring nothing can be told; other places see the same ground.
                None => return,
            }
        }
        let sector: Contour = sector.into_iter().map(contour_point).collect();
        if shadows.is_empty() {
            parts.push(sector);
        } else {
            parts.extend(overlay(&[sector], &shadows, OverlayRule::Difference).into_iter().flatten());
        }
    }

    /// A place to look around from, and the allowance left there: the place reached itself. The start may lie within
    /// rings, which keep a little more distance than a mover must; then a place next to it that does not.
    fn viewpoint(&self, reached: u32, left: Length) -> Option<(Point, Length)> {
        let Reached { at, from, .. } = self.reached[reached as usize];
        if from != NONE {
            return (left > Length::ZERO).then_some((at, left));
        }
        let is_outside = |point: Point| {
            let facing = |corners: &[Point]| touching(corners, point).is_some();
            self.rings.iter().all(|ring| facing(&self.places[ring.first as usize..ring.end as usize]))
        };
        let far = |away: i32| (0..8).map(move |eighth| (Point::new(away, 0).turned(eighth * (FACINGS / 8)), away));
        let away = std::iter::once((Point::default(), 0)).chain([1, 2, 4, 8, 16, 32, 64].into_iter().flat_map(far));
        let places = away.map(|(by, away)| (Point::new(at.x + by.x, at.y + by.y), left - Length(away + away.signum())));
        places.into_iter().find(|&(place, left)| left > Length::ZERO && is_outside(place) && self.is_clear(at, place))
    }
}

/// The part of a disc between two directions, counter-clockwise, or all of it, rounded inwards.
fn sector(at: Point, radius: Length, between: Option<(Point, Point)>) -> Vec<Point> {
    let step = |step: u16| {
        let facing = step * (FACINGS / ROUND_CORNERS);
        (cosine(facing), sine(facing))
    };
    let on_circle = |(x, y): (i64, i64)| {
        // A direction may be a few units long: its length is taken in small parts of one, and rounded up.
        let square = i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y);
        let length = (square << (2 * PARTS)).isqrt() + 1;
        let part = |value: i64| ((i128::from(value) * i128::from(radius.0) << PARTS) / length) as i32;
        Point::new(at.x + part(x), at.y + part(y))
    };
    let Some((first, last)) = between else { return (0..ROUND_CORNERS).map(step).map(on_circle).collect() };
    let wide = |point: Point| (i64::from(point.x), i64::from(point.y));
    let cross = |a: (i64, i64), b: (i64, i64)| i128::from(a.0) * i128::from(b.1) - i128::from(a.1) * i128::from(b.0);
    let (first, last) = (wide(first), wide(last));
    let mut corners = vec![at, on_circle(first)];
    let begin =
        (0..ROUND_CORNERS).find(|&n| cross(first, step(n)) > 0 && cross(first, step(n + ROUND_CORNERS - 1)) <= 0);
    for n in begin.into_iter().flat_map(|begin| begin..begin + ROUND_CORNERS) {
        let direction = step(n % ROUND_CORNERS);
        if cross(first, direction) <= 0 || cross(direction, last) <= 0 {
            break;
        }
        corners.push(on_circle(direction));
    }
    corners.push(on_circle(last));
    corners
}

/// A ring and all that lies behind it, seen from a point, further than anything can be reached.
fn shadow(ring: &[Point], ends: [usize; 2], from: Point, left: Length) -> Contour {
    let count = ring.len();
    let faces = |index: usize| orient(from, ring[index], ring[(index + 1) % count]) < 0;
    let (first, last) = if faces(ends[0]) { (ends[0], ends[1]) } else { (ends[1], ends[0]) };
    let steps = |a: usize, b: usize| (0..=(b + count - a) % count).map(move |step| (a + step) % count);
    let behind = |corner: Point| {
        let length = i64::from(from.distance_up(corner).0).max(1);
        let far = (4 * i64::from(left.0)).max(length);
        let part = |from: i32, to: i32| (i64::from(from) + (i64::from(to) - i64::from(from)) * far / length) as i32;
        Point::new(part(from.x, corner.x), part(from.y, corner.y))
    };
    let near_side = steps(first, last).map(|index| ring[index]);
    let far_side = steps(last, first).map(|index| behind(ring[index]));
    near_side.chain(far_side).map(contour_point).collect()
}

fn contour_point(point: Point) -> IntPoint {
    IntPoint::new(point.x, point.y)
}

fn overlay(parts: &[Contour], others: &[Contour], rule: OverlayRule) -> Vec<Vec<Contour>> {
    let options = IntOverlayOptions { min_output_area: LEAST_AREA, ..IntOverlayOptions::default() };
    let mut overlay = Overlay::new_custom(64, options, i_overlay::core::solver::Solver::default());
    overlay.add_contours(parts, ShapeType::Subject);
    overlay.add_contours(others, ShapeType::Clip);
    overlay.overlay(rule, FillRule::NonZero)
}

/// The first contour is the outline, the others are its holes; holes run the other way round.
fn outline(shape: &[Contour]) -> Option<Outline> {
    let outline = |contour: &Contour, back: bool| {
        let mut corners: Vec<Point> = contour.iter().map(|point| Point::new(point.x, point.y)).collect();
        if back {
            corners.reverse();
        }
        Outline { corners, ..Outline::default() }
    };
    let (first, holes) = shape.split_first()?;
    Some(Outline { holes: holes.iter().map(|hole| outline(hole, true)).collect(), ..outline(first, false) })
}
