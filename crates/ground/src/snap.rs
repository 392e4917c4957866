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
/// Boxes around edges are this much larger than they must be, for rounding.
const ROOM: i32 = 4;
/// Further than this from a spot on a battlefield there is no battlefield.
const LAST_LOOK: Length = Length(1 << 21);
/// Where edges meet at a narrow angle, whole points between them are looked for so many doublings of a unit away.
const NARROWEST: u32 = 11;
/// How far one look after the other goes, until something is found.
const LOOKS: [Length; 3] = [Length::inches(1), Length::inches(6), LAST_LOOK];

/// A part of the edge of what must be kept clear: a straight line, or a circle. Both go on beyond the part that counts;
/// a place that is found on the rest is no worse for that, if it is legal.
#[derive(Clone, Copy, Debug)]
enum Edge {
    Line { through: (i128, i128), along: (i128, i128) },
    Circle { middle: (i128, i128), radius: i128 },
}

impl Edge {
    /// Which way it runs at a place on it.
    fn direction_at(self, place: (i128, i128)) -> (i128, i128) {
        match self {
            Edge::Line { along, .. } => along,
            Edge::Circle { middle, .. } => direction((middle.1 - place.1, place.0 - middle.0)),
        }
    }
}

/// An edge with the obstacle that it belongs to.
#[derive(Clone, Copy, Debug)]
struct Piece {
    edge: Edge,
    of: usize,
    /// A box around the part that counts, a little larger.
    bounds: Rect,
    /// The square of how far away that box is at least.
    near: i64,
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
        if self.blocks_spot(mover, wanted).is_none() {
            return Some(wanted);
        }
        let standing = mover.footprint.at(Pose { at: Point::default(), ..wanted });
        let most = within.map_or(LAST_LOOK, |within| within.min(LAST_LOOK));
        let mut look = Look { clearance: Clearance::default(), wanted: wanted.at, most, best: None };
        for around in LOOKS.map(|around| around.min(most)) {
            let view = Rect::new(wanted.at, wanted.at).grown(around + Length(2 * ROOM));
            look.clearance.fill(self, &standing, mover.without, About::Spot, Some(view));
            look.clearance.sum_up();
            look.most = around;
            look.around();
            if look.best.is_some() || around == most {
                break;
            }
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
struct Look {
    clearance: Clearance,
    wanted: Point,
    most: Length,
    best: Option<(i64, Point)>,
}

impl Look {
    /// Looks at all places of interest, nearest edges first.
    fn around(&mut self) {
        let mut pieces: Vec<Piece> = Vec::new();
        for index in 0..self.clearance.list.len() {
            add_edges(&self.clearance, index, &mut pieces);
        }
        if let Some(frame) = self.clearance.frame {
            // Each side of the frame counts as an obstacle of its own.
            pieces.extend(sides_of(frame, self.clearance.list.len()));
        }
        for piece in &mut pieces {
            piece.near = away(self.wanted, piece.bounds);
        }
        pieces.retain(|piece| piece.near <= squared(self.most));
        pieces.sort_unstable_by_key(|piece| piece.near);
        for (at, piece) in pieces.iter().enumerate() {
            // A place on an edge is no nearer than the edge.
            if self.best.is_some_and(|(square, _)| square < piece.near) {
                break;
            }
            for place in ways_out(piece.edge, self.wanted) {
                self.take_around(place);
            }
            for other in pieces[..at].iter().filter(|other| other.of != piece.of && other.bounds.meets(piece.bounds)) {
                for place in meetings(piece.edge, other.edge).into_iter().flatten() {
                    self.take_near(place, piece.edge);
                }
            }
        }
    }

    /// Takes the best of the whole points around a place where an edge meets another. Where they meet at a narrow angle,
    /// the first whole point between them may be some way along the edge.
    fn take_near(&mut self, place: (i128, i128), edge: Edge) {
        if self.take_around(place) {
            return;
        }
        let (x, y) = edge.direction_at(place);
        for side in [1, -1] {
            let mut further = (0..NARROWEST).map(|power| (side * PART) << power);
            further.any(|far| self.take_around((place.0 + x * far / ONE, place.1 + y * far / ONE)));
        }
    }

    /// Takes the best of the whole points around a place. Whether one of them can be stood on, or none would be better
    /// than what is known.
    fn take_around(&mut self, (x, y): (i128, i128)) -> bool {
        let far = i128::from(LAST_LOOK.0);
        let (x, y) = (x.div_euclid(PART), y.div_euclid(PART));
        if x.abs() > far || y.abs() > far {
            return true;
        }
        let (x, y) = (x as i32, y as i32);
        // Rounded by more than two units in each direction, a place that is too far stays too far.
        let nearest = Point::new(self.wanted.x.clamp(x - 1, x + 2), self.wanted.y.clamp(y - 1, y + 2));
        if self.is_better(nearest).is_none() {
            return true;
        }
        let before = self.best;
        for dx in -1..=2 {
            for dy in -1..=2 {
                self.take(Point::new(x + dx, y + dy));
            }
        }
        self.best != before
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
        let near = || self.clearance.boxes.iter().enumerate().filter(|(_, near)| near.contains(point));
        self.clearance.in_frame(point) && !near().any(|(index, _)| self.clearance.is_too_near(index, point))
    }
}

/// The square of how far a point is from a box.
fn away(point: Point, bounds: Rect) -> i64 {
    point.distance_squared(Point::new(
        point.x.clamp(bounds.low.x, bounds.high.x),
        point.y.clamp(bounds.low.y, bounds.high.y),
    ))
}

/// Adds the edge of a grown obstacle: a circle about each corner, and a line along each side.
fn add_edges(clearance: &Clearance, index: usize, pieces: &mut Vec<Piece>) {
    let grown = clearance.list[index];
    let beyond = i128::from(grown.keep == Keep::Beyond);
    let corners = clearance.corners(index);
    let reach = i128::from(grown.reach.0) * PART + beyond;
    let mut add = |edge: Edge, bounds: Rect| {
        pieces.push(Piece { edge, of: index, bounds: bounds.grown(Length(ROOM)), near: 0 });
    };
    for (at, &corner) in corners.iter().enumerate() {
        let (before, next) = (corners[(at + corners.len() - 1) % corners.len()], corners[(at + 1) % corners.len()]);
        let middle = in_parts(corner);
        if reach > 0 || corners.len() == 1 {
            add(Edge::Circle { middle, radius: reach }, arc(before, corner, next, grown.reach));
        }
        if next != corner {
            let along = direction((i128::from(next.x - corner.x), i128::from(next.y - corner.y)));
            let through = (middle.0 + along.1 * reach / ONE, middle.1 - along.0 * reach / ONE);
            let out = |point: Point| out_by(point, corner, next, grown.reach);
            add(Edge::Line { through, along }, Rect::around(&[out(corner), out(next)]));
        }
    }
}

/// A point moved out of the side between two corners, to about a unit.
fn out_by(point: Point, a: Point, b: Point, reach: Length) -> Point {
    let along = direction((i128::from(b.x - a.x), i128::from(b.y - a.y)));
    let part = |along: i128| (along * i128::from(reach.0) / ONE) as i32;
    Point::new(point.x + part(along.1), point.y - part(along.0))
}

/// A box around the arc about a corner.
fn arc(before: Point, corner: Point, next: Point, reach: Length) -> Rect {
    let all = Rect::new(corner, corner).grown(reach);
    if before == next {
        return all;
    }
    let ends = Rect::around(&[out_by(corner, before, corner, reach), out_by(corner, corner, next, reach)]);
    // Where the arc goes over the top of its circle, it goes as far as the circle does.
    let is_top = |x: i32, y: i32| {
        let ahead = |a: Point, b: Point| i64::from(b.x - a.x) * i64::from(x) + i64::from(b.y - a.y) * i64::from(y);
        ahead(before, corner) >= 0 && ahead(corner, next) <= 0
    };
    let pick = |top: bool, far: i32, near: i32| if top { far } else { near };
    Rect::new(
        Point::new(pick(is_top(-1, 0), all.low.x, ends.low.x), pick(is_top(0, -1), all.low.y, ends.low.y)),
        Point::new(pick(is_top(1, 0), all.high.x, ends.high.x), pick(is_top(0, 1), all.high.y, ends.high.y)),
    )
}

fn sides_of(frame: Rect, first: usize) -> [Piece; 4] {
    let (high_left, low_right) = (Point::new(frame.low.x, frame.high.y), Point::new(frame.high.x, frame.low.y));
    let side = |number: usize, a: Point, b: Point, along| Piece {
        edge: Edge::Line { through: in_parts(a), along },
        of: first + number,
        bounds: Rect::around(&[a, b]).grown(Length(ROOM)),
        near: 0,
    };
    [
        side(0, frame.low, low_right, (ONE, 0)),
        side(1, frame.low, high_left, (0, ONE)),
        side(2, frame.high, high_left, (ONE, 0)),
        side(3, frame.high, low_right, (0, ONE)),
    ]
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
