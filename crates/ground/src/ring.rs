//! Rings around what a mover must keep clear of: polygons with whole corners, as tight as they can be on the legal side.

use crate::facing::{cosine, sine};
use crate::shape::orient;
use crate::vector::{Vector, cross, dot, vector};
use crate::{FACINGS, Length, Point, Rect};

/// Round parts are cut into this many steps to a full turn.
const STEPS: u16 = 32;
/// And into this many where the reach is small.
const FEW_STEPS: u16 = 8;
/// A core with more corners than this is not followed corner by corner.
const MANY_CORNERS: usize = 12;
/// Unit vectors are of this length.
const UNIT: i64 = 1 << 16;
/// A reach below a millimetre needs no fine steps.
const SMALL: Length = Length::mm(1);

/// A line that touches the grown core from outside.
#[derive(Clone, Copy, Debug)]
struct Touching {
    /// Its direction outwards, exact.
    normal: Vector,
    /// The same of length [`UNIT`], rounded.
    unit: Vector,
    /// The corner of the core that it touches the grown shape of.
    at: Point,
    /// Whether it runs along an edge of the core.
    along_edge: bool,
    /// How far out along the normal it lies, seen from the corner, times the length of the normal; rounded up.
    out: i64,
}

/// How much further out than it must a ring lies at most, around what fills a box.
pub(crate) fn further_out(bounds: Rect) -> Length {
    // A corner is furthest out where two lines touch a circle one and a half steps apart: by under a hundredth of its
    // diameter. A small reach has coarser steps.
    let size = bounds.width() + bounds.height();
    Length(size.0 / 100 + SMALL.0 / 2)
}

/// Makes rings, in memory of its own that it uses again.
#[derive(Clone, Debug, Default)]
pub(crate) struct RingMaker {
    touching: Vec<Touching>,
    /// The corners of rings around the origin, by reach.
    rounds: Vec<(Length, Vec<Point>)>,
}

impl RingMaker {
    /// Adds the corners of a ring around a convex core, counter-clockwise: every edge keeps the reach from the core.
    pub(crate) fn add_ring(&mut self, core: &[Point], reach: Length, ring: &mut Vec<Point>) {
        let first = ring.len();
        if let [middle] = *core {
            let round = self.round(reach);
            ring.extend(round.iter().map(|corner| Point::new(middle.x + corner.x, middle.y + corner.y)));
            return;
        }
        if reach == Length::ZERO && core.len() <= MANY_CORNERS {
            ring.extend_from_slice(core);
            return;
        }
        self.touch(core, steps_for(core.len(), reach));
        self.add_corners(reach, ring);
        drop_idle(ring, first);
    }

    /// The ring around the origin.
    fn round(&mut self, reach: Length) -> &[Point] {
        let known = self.rounds.iter().position(|&(other, _)| other == reach);
        let index = known.unwrap_or_else(|| {
            let steps = steps_for(1, reach);
            self.touching.clear();
            self.touching.extend((0..steps).map(|step| in_direction(step, steps, Point::default())));
            let mut ring = Vec::new();
            self.add_corners(reach, &mut ring);
            drop_idle(&mut ring, 0);
            // Bases come in a handful of sizes; what somebody puts in beyond that is not kept for ever.
            if self.rounds.len() >= 64 {
                self.rounds.clear();
            }
            self.rounds.push((reach, ring));
            self.rounds.len() - 1
        });
        &self.rounds[index].1
    }

    /// Collects the touching lines of a core of two or more corners, in order.
    fn touch(&mut self, core: &[Point], steps: u16) {
        self.touching.clear();
        let count = core.len();
        let least = if count > MANY_CORNERS { length_around(core) / 16 } else { 0 };
        let outwards = |index: usize| {
            let (dx, dy) = vector(core[index], core[(index + 1) % count]);
            (dy, -dx)
        };
        let last = outwards(count - 1);
        let after = |step: u16| cross(last, direction(step % steps, steps)) > 0;
        let mut step = (0..steps).find(|&step| after(step) && !after(step + steps - 1)).unwrap_or(0);
        let end = step + steps;
        for index in 0..count {
            let normal = outwards(index);
            while step < end && cross(direction(step % steps, steps), normal) > 0 {
                self.touching.push(in_direction(step % steps, steps, core[index]));
                step += 1;
            }
            let square = i128::from(normal.0).pow(2) + i128::from(normal.1).pow(2);
            if square >= i128::from(least) * i128::from(least) {
                // Of a line, the way back would wait for ever for a step that points just where the way there does.
                step += u16::from(count == 2 && step < end && cross(direction(step % steps, steps), normal) == 0);
                let unit = unit_of(normal);
                self.touching.push(Touching { normal, unit, at: core[index], along_edge: true, out: 0 });
                self.touching.push(Touching { normal, unit, at: core[(index + 1) % count], along_edge: true, out: 0 });
            }
        }
        self.drop_near_edges(steps);
    }

    /// Drops those round steps that lie within half a step of an edge: they would only make more corners. Never two in
    /// a row, which would leave nearly two steps between two edges.
    fn drop_near_edges(&mut self, steps: u16) {
        let least = sine(FACINGS / steps / 2) * UNIT / crate::facing::ONE * UNIT;
        let count = self.touching.len();
        let near =
            |a: Touching, b: Touching| b.along_edge && cross(a.unit, b.unit).abs() < least && dot(a.unit, b.unit) > 0;
        let (mut index, mut dropped) = (0, false);
        let copy: smallvec::SmallVec<[Touching; 96]> = self.touching.iter().copied().collect();
        self.touching.retain(|&line| {
            let (before, after) = (copy[(index + count - 1) % count], copy[(index + 1) % count]);
            index += 1;
            dropped = !dropped && !line.along_edge && (near(line, before) || near(line, after));
            !dropped
        });
    }

    /// Adds the points where each touching line meets the next.
    fn add_corners(&mut self, reach: Length, ring: &mut Vec<Point>) {
        let count = self.touching.len();
        for line in &mut self.touching {
            line.out = out_by(line.normal, reach);
        }
        for (index, &line) in self.touching.iter().enumerate() {
            let next = self.touching[(index + 1) % count];
            // The two lines of an edge are one.
            if line.normal != next.normal {
                ring.push(outer_corner(line, next, reach));
            }
        }
    }
}

/// A core that is not followed corner by corner needs all steps, however small the reach.
fn steps_for(corners: usize, reach: Length) -> u16 {
    if reach < SMALL && corners <= MANY_CORNERS { FEW_STEPS } else { STEPS }
}

fn direction(step: u16, steps: u16) -> Vector {
    let facing = step * (FACINGS / steps);
    let scaled = |value: i64| value.abs() / (crate::facing::ONE / UNIT) * value.signum();
    (scaled(cosine(facing)), scaled(sine(facing)))
}

fn in_direction(step: u16, steps: u16, at: Point) -> Touching {
    let unit = direction(step, steps);
    Touching { normal: unit, unit, at, along_edge: false, out: 0 }
}

fn unit_of(vector: Vector) -> Vector {
    // Ten more bits, so that short edges have a direction too.
    let length = (dot(vector, vector) << 20).isqrt().max(1);
    (vector.0 * (UNIT << 10) / length, vector.1 * (UNIT << 10) / length)
}

/// The length of all sides together.
fn length_around(core: &[Point]) -> i64 {
    let sides = core.iter().zip(core.iter().cycle().skip(1));
    sides.map(|(a, b)| i64::from(a.distance_up(*b).0)).sum()
}

/// A whole point where two touching lines meet, or barely outside of both.
fn outer_corner(a: Touching, b: Touching, reach: Length) -> Point {
    let (x, y) = meeting(a, b, i64::from(reach.0));
    let out = (a.unit.0 + b.unit.0, a.unit.1 + b.unit.1);
    let mut further = 0;
    loop {
        let (x, y) = (x + further * out.0 / UNIT, y + further * out.1 / UNIT);
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        let legal = around.filter(|&point| is_outside(point, a) && is_outside(point, b));
        if let Some((x, y)) = legal.min_by_key(|&(x, y)| (out.0 * x + out.1 * y, x, y)) {
            return Point::new(x as i32, y as i32);
        }
        further += 1 + further / 2;
    }
}

/// Where two touching lines meet, to about a unit.
fn meeting(a: Touching, b: Touching, reach: i64) -> (i64, i64) {
    let (x, y) = (i64::from(a.at.x), i64::from(a.at.y));
    if a.at == b.at {
        let over = UNIT + dot(a.unit, b.unit) / UNIT;
        let part = |sum: i64| (reach * sum).div_euclid(over.max(1));
        return (x + part(a.unit.0 + b.unit.0), y + part(a.unit.1 + b.unit.1));
    }
    let over = cross(a.unit, b.unit).max(1);
    let from_a = reach * UNIT;
    let from_b = from_a + dot(b.unit, vector(a.at, b.at));
    let part = |at_a: i64, at_b: i64| (at_b * from_a - at_a * from_b) / over;
    (x + part(a.unit.1, b.unit.1), y - part(a.unit.0, b.unit.0))
}

/// A reach times the length of a normal, rounded up.
fn out_by(normal: Vector, reach: Length) -> i64 {
    let square = dot(normal, normal) as u64;
    let reach = u64::from(reach.0.unsigned_abs());
    // The normals of round steps are short enough for 64 bits.
    let (down, exact) = match square.checked_mul(reach * reach) {
        Some(square) => (square.isqrt(), square.isqrt().pow(2) == square),
        None => {
            let square = u128::from(square) * u128::from(reach * reach);
            (square.isqrt() as u64, square.isqrt().pow(2) == square)
        }
    };
    down as i64 + i64::from(!exact)
}

/// Whether a point keeps the reach from the line that it would touch; exact.
fn is_outside((x, y): (i64, i64), line: Touching) -> bool {
    line.normal.0 * (x - i64::from(line.at.x)) + line.normal.1 * (y - i64::from(line.at.y)) >= line.out
}

/// Drops corners from `first` on that are doubled, in line or bent inwards by rounding; the ring only grows by that.
fn drop_idle(ring: &mut Vec<Point>, first: usize) {
    loop {
        let count = ring.len() - first;
        if count < 3 {
            return;
        }
        let at = |index: usize| ring[first + index % count];
        let idle = |index: &usize| orient(at(index + count - 1), at(*index), at(index + 1)) <= 0;
        match (0..count).find(idle) {
            Some(index) => ring.remove(first + index),
            None => return,
        };
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Apart;
    use crate::shape::convex_hull;

    fn ring(core: &[Point], reach: i32) -> Vec<Point> {
        let mut ring = Vec::new();
        RingMaker::default().add_ring(core, Length(reach), &mut ring);
        ring
    }

    #[test]
    fn the_ring_around_a_box_lies_exactly_along_its_sides() {
        let core = Rect::new(Point::new(0, 0), Point::new(3_000, 2_000)).corners();
        let ring = ring(&core, 500);
        let bounds = Rect::around(&ring);
        assert_eq!(bounds, Rect::new(Point::new(-500, -500), Point::new(3_500, 2_500)));
        assert_eq!(ring.len(), 4 * 8, "a quarter turn has eight corners");
    }

    #[test]
    fn the_ring_around_an_oval_has_no_more_corners_than_steps() {
        let oval = crate::Footprint::Oval { length: Length(6_000), width: Length(3_500) };
        let core = oval.at(crate::Pose { facing: 77, ..crate::Pose::default() });
        for reach in [0, 50, 2_000] {
            assert!(ring(core.corners(), reach).len() <= usize::from(STEPS));
        }
    }

    #[test]
    fn a_maker_remembers_rings_around_points_and_not_too_many() {
        let mut maker = RingMaker::default();
        for reach in 100..300 {
            let mut again = Vec::new();
            maker.add_ring(&[Point::new(7, 9)], Length(reach), &mut again);
            assert_eq!(again, ring(&[Point::new(7, 9)], reach));
        }
        assert!(maker.rounds.len() <= 64);
    }

    proptest! {
        #[test]
        fn every_edge_keeps_the_reach_and_little_more(
            points in prop::collection::vec((-3_000..3_000_i32, -3_000..3_000_i32).prop_map(Point::from), 1..20),
            reach in prop_oneof![0..2 * SMALL.0, 0..5_000_i32],
        ) {
            let core = convex_hull(&points);
            let ring = ring(&core, reach);
            let sides = ring.iter().zip(ring.iter().cycle().skip(1));
            for (&a, &b) in sides.clone() {
                let line = convex_hull(&[a, b]);
                prop_assert!(!Apart::between(&line, &core, Length(reach)).overlaps(), "{a:?} to {b:?}");
            }
            if ring.len() > 2 {
                let turns = sides.zip(ring.iter().cycle().skip(2)).all(|((&a, &b), &c)| orient(a, b, c) > 0);
                prop_assert!(turns, "it turns to the left everywhere");
            }
            // Halfway through one and a half steps, a corner is furthest out.
            if core.len() <= MANY_CORNERS && reach >= SMALL.0 {
                let most = Length(reach + reach / 80 + 4);
                let far = ring.iter().find(|&&corner| !Apart::between(&[corner], &core, most).within(Length::ZERO));
                prop_assert_eq!(far, None);
            }
        }
    }
}
