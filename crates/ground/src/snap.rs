//! The nearest spot on which a mover may stand.
//!
//! Seen from a spot that is not allowed, the nearest one that is lies where the way out of an obstacle is shortest, or
//! where the edges of two obstacles meet. These places are computed to about a unit; what they are rounded to is tested
//! exactly.

use crate::clearance::Clearance;
use crate::obstacles::About;
use crate::{Footprint, Keep, Length, Mover, Obstacle, Obstacles, Point, Pose, Rect};

#[cfg(test)]
mod tests;

/// Places are computed in these parts of a unit.
const PART: i128 = 1 << 8;
/// Directions are vectors of this length.
const ONE: i128 = 1 << 30;
/// The first look goes this far around, the next ones twice as far each.
const FIRST_LOOK: Length = Length::inches(1);
/// Further than this from a spot on a battlefield there is no battlefield.
const LAST_LOOK: Length = Length(1 << 21);

/// A part of the edge of what must be kept clear: a straight line, or a circle. Both go on beyond the part that counts;
/// a place that is found on the rest is no worse for that, if it is legal.
#[derive(Clone, Copy, Debug)]
enum Edge {
    Line { through: (i128, i128), along: (i128, i128) },
    Circle { middle: (i128, i128), radius: i128 },
}

impl Obstacles {
    /// The spot nearest to the wanted one on which a mover may stand, with the wanted facing and level.
    ///
    /// The wanted spot itself where it is allowed, otherwise one that touches what it must keep clear of, to within a
    /// unit or so; of spots at the same distance the leftmost, lowest. `None` if no spot is found within a distance.
    pub fn nearest_spot(&self, mover: Mover<'_>, wanted: Pose, within: Option<Length>) -> Option<Pose> {
        if !mover.is_sane(wanted) || within.is_some_and(|within| within < Length::ZERO) {
            return None;
        }
        let mut clearance = Clearance::default();
        clearance.fill(self, mover, wanted.facing, About::Spot, None);
        let most = within.map_or(LAST_LOOK, |within| within.min(LAST_LOOK));
        let mut look = Look { clearance: &clearance, wanted: wanted.at, most, best: None };
        look.take(wanted.at);
        let mut around = FIRST_LOOK.min(most);
        // A spot that is further away than the look went might be beaten by one that the next look finds.
        while look.best.is_none_or(|(square, _)| square > squared(around)) {
            look.around(around);
            if around >= most {
                break;
            }
            around = (around * 2).min(most);
        }
        look.settle();
        look.best.map(|(_, at)| Pose { at, ..wanted })
    }
}

/// Shoves models apart: each in turn goes to the spot nearest to its own that neither the obstacles nor those before it
/// keep it from. The first whose own spot is allowed stays there.
///
/// Fails with the place in the list of the first model for which there is no spot.
pub fn push_apart(models: &[(Footprint, Pose)], fixed: &Obstacles) -> Result<Vec<Pose>, usize> {
    let mut obstacles = fixed.clone();
    let mut poses = Vec::with_capacity(models.len());
    for (index, (footprint, pose)) in models.iter().enumerate() {
        let pose = obstacles.nearest_spot(Mover::new(footprint), *pose, None).ok_or(index)?;
        // The owner is nobody's business: the list is dropped at the end.
        obstacles.add(Obstacle::new(footprint.at(pose), u16::MAX));
        poses.push(pose);
    }
    Ok(poses)
}

fn squared(length: Length) -> i64 {
    i64::from(length.0) * i64::from(length.0)
}

/// A search for the nearest spot, with the best one found so far.
struct Look<'a> {
    clearance: &'a Clearance,
    wanted: Point,
    most: Length,
    best: Option<(i64, Point)>,
}

impl Look<'_> {
    /// Looks at all places of interest this far around.
    fn around(&mut self, reach: Length) {
        let view = Rect::new(self.wanted, self.wanted).grown(reach);
        let near: Vec<usize> =
            (0..self.clearance.list.len()).filter(|&index| self.clearance.boxes[index].meets(view)).collect();
        let mut edges: Vec<(usize, Edge)> = Vec::new();
        for &index in &near {
            edges.extend(edges_of(self.clearance, index).into_iter().map(|edge| (index, edge)));
        }
        if let Some(frame) = self.clearance.frame {
            // Each side of the frame counts as an obstacle of its own.
            let sides = sides_of(frame).into_iter().enumerate();
            edges.extend(sides.map(|(side, edge)| (self.clearance.list.len() + side, edge)));
        }
        for &(_, edge) in &edges {
            for place in ways_out(edge, self.wanted) {
                self.take_around(place);
            }
        }
        for (at, &(one, edge)) in edges.iter().enumerate() {
            for &(_, other) in edges[at + 1..].iter().filter(|(index, _)| *index != one) {
                for place in meetings(edge, other).into_iter().flatten() {
                    self.take_around(place);
                }
            }
        }
    }

    /// Takes the best of the whole points around a place.
    fn take_around(&mut self, (x, y): (i128, i128)) {
        let far = i128::from(LAST_LOOK.0);
        let (x, y) = (x.div_euclid(PART), y.div_euclid(PART));
        if x.abs() > far || y.abs() > far {
            return;
        }
        let (x, y) = (x as i32, y as i32);
        // Rounded by more than two units in each direction, a place that is too far stays too far.
        let nearest = Point::new(self.wanted.x.clamp(x - 1, x + 2), self.wanted.y.clamp(y - 1, y + 2));
        if self.is_better(nearest).is_none() {
            return;
        }
        for dx in -1..=2 {
            for dy in -1..=2 {
                self.take(Point::new(x + dx, y + dy));
            }
        }
    }

    /// From the best spot, steps nearer to the wanted one as long as there is a legal one next to it.
    fn settle(&mut self) {
        while let Some((_, from)) = self.best {
            for dx in -2..=2 {
                for dy in -2..=2 {
                    self.take(Point::new(from.x + dx, from.y + dy));
                }
            }
            if self.best.is_some_and(|(_, at)| at == from) {
                return;
            }
        }
    }

    fn is_better(&self, point: Point) -> Option<(i64, Point)> {
        let found = (self.wanted.distance_squared(point), point);
        let better = self.best.is_none_or(|best| found < best);
        (better && found.0 <= squared(self.most)).then_some(found)
    }

    fn take(&mut self, point: Point) {
        if let Some(found) = self.is_better(point).filter(|_| self.is_legal(point)) {
            self.best = Some(found);
        }
    }

    fn is_legal(&self, point: Point) -> bool {
        let blocked = || self.clearance.near(point, point).any(|index| self.clearance.hits(index, point, point));
        point.is_near() && self.clearance.in_frame(point) && !blocked()
    }
}

/// The edge of a grown obstacle: a circle about each corner, and a line along each side.
fn edges_of(clearance: &Clearance, index: usize) -> Vec<Edge> {
    let grown = clearance.list[index];
    let beyond = i128::from(grown.keep == Keep::Beyond);
    let corners = clearance.corners(index);
    let reach = i128::from(grown.reach.0) * PART + beyond;
    let mut edges = Vec::with_capacity(2 * corners.len());
    for (at, &corner) in corners.iter().enumerate() {
        let middle = in_parts(corner);
        edges.push(Edge::Circle { middle, radius: reach });
        let next = corners[(at + 1) % corners.len()];
        if next != corner {
            let along = direction((i128::from(next.x - corner.x), i128::from(next.y - corner.y)));
            let through = (middle.0 + along.1 * reach / ONE, middle.1 - along.0 * reach / ONE);
            edges.push(Edge::Line { through, along });
        }
    }
    edges
}

fn sides_of(frame: Rect) -> [Edge; 4] {
    let line = |through: Point, along| Edge::Line { through: in_parts(through), along };
    [line(frame.low, (ONE, 0)), line(frame.low, (0, ONE)), line(frame.high, (ONE, 0)), line(frame.high, (0, ONE))]
}

fn in_parts(point: Point) -> (i128, i128) {
    (i128::from(point.x) * PART, i128::from(point.y) * PART)
}

/// The vector of length [`ONE`] in the direction of another that is not zero.
fn direction((x, y): (i128, i128)) -> (i128, i128) {
    let length = ((x * x + y * y) << 40).isqrt().max(1);
    ((x << 20) * ONE / length, (y << 20) * ONE / length)
}

/// The places on an edge that are nearest to a point.
fn ways_out(edge: Edge, point: Point) -> Vec<(i128, i128)> {
    let (x, y) = in_parts(point);
    match edge {
        Edge::Line { through, along } => {
            let ahead = ((x - through.0) * along.0 + (y - through.1) * along.1) / ONE;
            vec![(through.0 + along.0 * ahead / ONE, through.1 + along.1 * ahead / ONE)]
        }
        Edge::Circle { middle, radius } if (x, y) == middle => {
            vec![(x + radius, y), (x, y + radius), (x - radius, y), (x, y - radius)]
        }
        Edge::Circle { middle, radius } => {
            let out = direction((x - middle.0, y - middle.1));
            vec![(middle.0 + out.0 * radius / ONE, middle.1 + out.1 * radius / ONE)]
        }
    }
}

/// The places where two edges meet.
fn meetings(a: Edge, b: Edge) -> [Option<(i128, i128)>; 2] {
    match (a, b) {
        (Edge::Line { through, along }, Edge::Line { through: other, along: across }) => {
            let over = (along.0 * across.1 - along.1 * across.0) / ONE;
            if over == 0 {
                return [None, None];
            }
            let between = (other.0 - through.0) * across.1 - (other.1 - through.1) * across.0;
            let ahead = between / over;
            [Some((through.0 + along.0 * ahead / ONE, through.1 + along.1 * ahead / ONE)), None]
        }
        (Edge::Line { through, along }, Edge::Circle { middle, radius })
        | (Edge::Circle { middle, radius }, Edge::Line { through, along }) => {
            let ahead = ((middle.0 - through.0) * along.0 + (middle.1 - through.1) * along.1) / ONE;
            let foot = (through.0 + along.0 * ahead / ONE, through.1 + along.1 * ahead / ONE);
            let away = (foot.0 - middle.0).pow(2) + (foot.1 - middle.1).pow(2);
            on_both_sides(foot, along, radius * radius - away)
        }
        (Edge::Circle { middle, radius }, Edge::Circle { middle: other, radius: far }) => {
            let between = (other.0 - middle.0, other.1 - middle.1);
            let square = between.0 * between.0 + between.1 * between.1;
            if square == 0 {
                return [None, None];
            }
            let out = direction(between);
            let ahead = (radius * radius - far * far + square) / (2 * square.isqrt());
            let foot = (middle.0 + out.0 * ahead / ONE, middle.1 + out.1 * ahead / ONE);
            on_both_sides(foot, (-out.1, out.0), radius * radius - ahead * ahead)
        }
    }
}

/// The two places that lie a root away from a foot; the foot itself where rounding alone may have made the square
/// less than zero.
fn on_both_sides(foot: (i128, i128), along: (i128, i128), square: i128) -> [Option<(i128, i128)>; 2] {
    // A few units of a circle as large as a battlefield.
    const ROUNDING: i128 = 4 * PART * (1 << 20) * PART;
    if square < -ROUNDING {
        return [None, None];
    }
    let half = square.max(0).isqrt();
    let place = |half: i128| Some((foot.0 + along.0 * half / ONE, foot.1 + along.1 * half / ONE));
    [place(half), place(-half)]
}
