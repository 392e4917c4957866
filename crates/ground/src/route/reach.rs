//! Where a mover can get to with an allowance: exactly for one spot, and as an outline that a page can draw.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{IntOverlayOptions, Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;

use super::Walk;
use super::rings::touching;
use super::search::{Bend, Reached, START, Scout, Side};
use crate::clearance::Clearance;
use crate::obstacles::About;
use crate::{FACINGS, Length, Mover, Obstacles, Outline, Point, Pose, Rect, Region};
use star::Star;

mod star;
#[cfg(test)]
mod tests;

/// What is seen from a corner goes a little over what is seen from the place before, so that rounding leaves no cracks:
/// by this part of a turn.
const OVERLAP: u16 = FACINGS / 64;
/// Parts smaller than a tenth of a square millimetre come from rounding.
const LEAST_AREA: u64 = 1_000;

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
        let standing = mover.footprint.at(Pose { facing: start.facing, ..Pose::default() });
        self.clearance.fill(obstacles, &standing, mover.without, About::Leg, Some(near));
        let walk = Walk { obstacles, standing: &standing, without: mover.without };
        self.flood(walk, start.at, allowance);
        let parts = self.parts(allowance);
        let mut taken: Vec<Contour> = self.rings.iter().map(|ring| ring.corners(&self.places)).map(contour).collect();
        let mut ends = Clearance::default();
        ends.fill(obstacles, &standing, mover.without, About::End, Some(near));
        taken.extend(self.rings_of(&ends));
        if let Some(frame) = ends.frame.filter(|frame| !frame.covers(near)) {
            taken.extend(outside(frame, near));
        }
        Region { outlines: overlay(&parts, &taken).iter().filter_map(|shape| outline(shape)).collect() }
    }

    /// Finds the shortest ways to everything that can be reached.
    fn flood(&mut self, walk: Walk<'_>, start: Point, allowance: Length) {
        self.begin_without_goal(start, allowance);
        self.exits = self.open_doors(walk, START);
        for index in 0..self.rings.len() {
            if !self.rings[index].in_the_way {
                self.go_around(index);
            }
        }
        // With the effort used up, what was reached so far is drawn.
        let _ = self.spread(walk, allowance);
    }

    fn rings_of(&mut self, clearance: &Clearance) -> Vec<Contour> {
        let (mut corners, mut room) = (Vec::new(), Vec::new());
        let ring = |index: usize| {
            corners.clear();
            let core = clearance.core(index, &mut room);
            self.maker.add_ring(core, clearance.list[index].ring_reach(), &mut corners);
            contour(&corners)
        };
        (0..clearance.list.len()).map(ring).collect()
    }

    /// For each place reached, what can be reached straight from there.
    fn parts(&self, allowance: Length) -> Vec<Contour> {
        let mut parts = Vec::new();
        let mut star = Star::default();
        for (index, &Reached { node, cost, .. }) in self.reached.iter().enumerate() {
            let rest = allowance - cost;
            if rest <= Length::ZERO || (node == START && self.held[0]) || !self.is_best(index as u32) {
                continue;
            }
            let mut bend = self.bend(index as u32);
            let ahead = Point::new(bend.at.x - bend.from.x, bend.at.y - bend.from.y);
            let ahead = ahead.turned(if bend.side == Side::Left { FACINGS - OVERLAP } else { OVERLAP });
            bend.from = Point::new(bend.at.x - ahead.x, bend.at.y - ahead.y);
            star.begin(bend.at, rest);
            self.add_screens(&bend, self.nodes[node as usize].ring, rest, &mut star);
            let towards = |to: Point| Point::new(to.x - bend.at.x, to.y - bend.at.y);
            match bend.side {
                Side::Left => parts.push(contour(star.wedge(ahead, towards(bend.next)))),
                Side::Right => parts.push(contour(star.wedge(towards(bend.before), ahead))),
                Side::Open => {
                    let quarters = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0)].map(Point::from);
                    parts.extend(quarters.windows(2).map(|ends| contour(star.wedge(ends[0], ends[1]))));
                }
            }
        }
        parts
    }

    /// Adds what hides something from a place at a corner of its own ring, as far as the rest of the allowance goes.
    fn add_screens(&self, bend: &Bend, own: u32, rest: Length, star: &mut Star) {
        let view = Rect::new(bend.at, bend.at).grown(rest);
        for (index, ring) in self.rings.iter().enumerate() {
            let is_behind = index as u32 == own && bend.side != Side::Open;
            if is_behind || !ring.bounds.meets(view) || !bend.may_go_to(ring.bounds) {
                continue;
            }
            let corners = ring.corners(&self.places);
            if let Some([left, right]) = touching(corners, bend.at) {
                star.add_screen(corners[right], corners[left], corners.contains(&bend.at));
            }
        }
    }
}

/// All of a box that lies outside of a frame.
fn outside(frame: Rect, near: Rect) -> impl Iterator<Item = Contour> {
    let all = near.grown(Length(1)).joined(frame.grown(Length(1)));
    let part = |low_x: i32, low_y: i32, high_x: i32, high_y: i32| {
        contour(&Rect::new(Point::new(low_x, low_y), Point::new(high_x, high_y)).corners())
    };
    [
        part(all.low.x, all.low.y, frame.low.x, all.high.y),
        part(frame.high.x, all.low.y, all.high.x, all.high.y),
        part(all.low.x, all.low.y, all.high.x, frame.low.y),
        part(all.low.x, frame.high.y, all.high.x, all.high.y),
    ]
    .into_iter()
}

fn contour(corners: &[Point]) -> Contour {
    corners.iter().map(|corner| IntPoint::new(corner.x, corner.y)).collect()
}

/// All of the parts together, less what is taken.
fn overlay(parts: &[Contour], taken: &[Contour]) -> Vec<Vec<Contour>> {
    let options = IntOverlayOptions { min_output_area: LEAST_AREA, ..IntOverlayOptions::default() };
    let mut overlay = Overlay::new_custom(64, options, i_overlay::core::solver::Solver::default());
    overlay.add_contours(parts, ShapeType::Subject);
    overlay.add_contours(taken, ShapeType::Clip);
    overlay.overlay(OverlayRule::Difference, FillRule::NonZero)
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
