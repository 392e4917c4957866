//! Simple polygons: the outlines of terrain, also kept as convex pieces.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::shape::{convex_hull, orient};
use crate::{Apart, Length, Motion, Outline, Point, Rect, Shape};

mod pieces;
#[cfg(test)]
mod tests;

/// A polygon whose edges meet only at its corners, without holes.
///
/// It is made of convex pieces, among which nothing is lost: what runs along a seam between two of them runs through the
/// polygon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polygon {
    corners: Vec<Point>,
    pieces: Vec<Shape>,
    seams: Vec<(Point, Point)>,
    bounds: Rect,
}

/// Why corners make no polygon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolygonFault {
    /// Occurs when fewer than three corners are left after those that are doubled or in line are dropped.
    #[error("an outline needs three corners that do not lie in one line")]
    TooFew,
    /// Occurs when there are more corners than any terrain has.
    #[error("an outline of {0} corners is too much; {most} are enough", most = Polygon::MOST_CORNERS)]
    TooMany(usize),
    /// Occurs when a corner is further out than any battlefield reaches.
    #[error("the corner {at} is further out than any battlefield reaches", at = .0.about())]
    TooFar(Point),
    /// Occurs when two edges cross, touch, or lie on each other.
    #[error("the outline crosses or touches itself: the side from {a} to {b} meets the one from {c} to {d}", a = .0.about(), b = .1.about(), c = .2.about(), d = .3.about())]
    Crossing(Point, Point, Point, Point),
}

impl Polygon {
    /// A polygon with more corners than this is not accepted from anyone.
    pub const MOST_CORNERS: usize = 256;

    /// A polygon from its corners, in either direction. Corners that are doubled or in line are dropped.
    pub fn new(corners: &[Point]) -> Result<Polygon, PolygonFault> {
        if corners.len() > Polygon::MOST_CORNERS {
            return Err(PolygonFault::TooMany(corners.len()));
        }
        if let Some(&far) = corners.iter().find(|corner| !corner.is_near()) {
            return Err(PolygonFault::TooFar(far));
        }
        let mut corners = without_idle(corners);
        if corners.len() < 3 {
            return Err(PolygonFault::TooFew);
        }
        refuse_crossing(&corners)?;
        if twice_area(&corners) < 0 {
            corners.reverse();
        }
        let (pieces, seams) = pieces::cut(&corners);
        let bounds = Rect::around(&corners);
        Ok(Polygon { corners, pieces, seams, bounds })
    }

    /// A rectangle with sides along the axes; its width and height must not be zero.
    pub fn rectangle(rect: Rect) -> Result<Polygon, PolygonFault> {
        Polygon::new(&rect.corners())
    }

    /// The corners, counter-clockwise.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The same, to be drawn or stored.
    pub fn outline(&self) -> Outline {
        Outline { corners: self.corners.clone(), ..Outline::default() }
    }

    /// The sides, each from a corner to the next.
    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        sides(&self.corners)
    }

    /// Convex pieces that make up the polygon and share no ground.
    pub fn pieces(&self) -> &[Shape] {
        &self.pieces
    }

    /// Where pieces meet inside the polygon.
    pub fn seams(&self) -> &[(Point, Point)] {
        &self.seams
    }

    /// The smallest box around it.
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Twice the area.
    pub fn twice_area(&self) -> i64 {
        twice_area(&self.corners)
    }

    /// Whether a point lies inside or on the edge.
    pub fn contains(&self, point: Point) -> bool {
        self.bounds.contains(point) && self.pieces.iter().any(|piece| piece.contains(point))
    }

    /// The polygon after a motion.
    #[must_use]
    pub fn moved(&self, motion: Motion) -> Polygon {
        let mut corners: Vec<Point> = self.corners.iter().map(|&corner| motion.apply(corner)).collect();
        if motion.mirrored {
            corners.reverse();
        }
        let bounds = Rect::around(&corners);
        let pieces = self.pieces.iter().map(|piece| piece.moved(motion)).collect();
        let seams = self.seams.iter().map(|&(a, b)| (motion.apply(a), motion.apply(b))).collect();
        Polygon { corners, pieces, seams, bounds }
    }

    /// Whether a shape and the polygon cover common ground; touching is not overlapping.
    pub fn overlaps_shape(&self, shape: &Shape) -> bool {
        self.bounds.meets(shape.bounds())
            && (self.pieces.iter().any(|piece| piece.overlaps(shape))
                || shape.radius() == Length::ZERO && self.along_seam(shape.corners()))
    }

    /// Whether the gap between a shape and the polygon is at most this long.
    pub fn within_of_shape(&self, shape: &Shape, gap: Length) -> bool {
        self.bounds.grown(gap).meets(shape.bounds()) && self.pieces.iter().any(|piece| piece.within(shape, gap))
    }

    /// Whether a shape and the polygon are in contact: not overlapping, with a gap under one unit.
    pub fn touches_shape(&self, shape: &Shape) -> bool {
        !self.overlaps_shape(shape) && self.pieces.iter().any(|piece| piece.touches(shape))
    }

    /// The gap to a shape, rounded up.
    pub fn distance_up_to_shape(&self, shape: &Shape) -> Length {
        self.pieces.iter().map(|piece| piece.apart(shape)).min().map_or(Length::ZERO, Apart::up)
    }

    /// Whether all of a shape lies inside; it may touch the edge from inside.
    pub fn covers(&self, shape: &Shape) -> bool {
        let kept_in = |(a, b): (Point, Point)| {
            let side = Shape::of_convex(convex_hull(&[a, b]), Length::ZERO);
            !side.overlaps(shape)
        };
        self.bounds.covers(shape.bounds())
            && shape.corners().iter().all(|&corner| self.contains(corner))
            && self.sides().all(kept_in)
            && self.has_inside(shape)
    }

    /// Whether a shape lies inside and not outside, in a notch that it fills or across the mouth of one, if its corners
    /// lie in the polygon and no side runs through it.
    fn has_inside(&self, shape: &Shape) -> bool {
        match *shape.corners() {
            [_] if shape.radius() == Length::ZERO => true,
            [from, to] if shape.radius() == Length::ZERO => {
                // Between two corners of the polygon the line stays on one side of the edge.
                let on_line = self.corners.iter().copied().filter(|&corner| on_segment(corner, from, to));
                let mut stops: SmallVec<[Point; 8]> = on_line.chain([from, to]).collect();
                stops.sort_unstable_by_key(|stop| from.distance_squared(*stop));
                stops.windows(2).all(|part| self.contains_middle(part[0], part[1]))
            }
            _ => self.overlaps_shape(shape),
        }
    }

    /// Whether the point half way between two others lies inside or on the edge.
    fn contains_middle(&self, from: Point, to: Point) -> bool {
        let holds = |piece: &Shape| sides(piece.corners()).all(|(a, b)| orient(a, b, from) + orient(a, b, to) >= 0);
        self.pieces.iter().any(holds)
    }

    /// Whether two polygons cover common ground; touching is not overlapping.
    pub fn overlaps(&self, other: &Polygon) -> bool {
        self.bounds.overlaps(other.bounds) && other.pieces.iter().any(|piece| self.overlaps_shape(piece))
    }

    /// Whether the gap between two polygons is at most this long.
    pub fn within(&self, other: &Polygon, gap: Length) -> bool {
        self.bounds.grown(gap).meets(other.bounds) && other.pieces.iter().any(|piece| self.within_of_shape(piece, gap))
    }

    /// The gap to another polygon, rounded up.
    pub fn distance_up(&self, other: &Polygon) -> Length {
        other.pieces.iter().map(|piece| self.distance_up_to_shape(piece)).min().unwrap_or(Length::ZERO)
    }

    /// Whether a straight line from `a` to `b` runs through the inside; sliding along the edge does not.
    pub fn crossed_by(&self, a: Point, b: Point) -> bool {
        self.bounds.meets(Rect::around(&[a, b]))
            && (self.pieces.iter().any(|piece| crosses(piece.corners(), a, b)) || self.along_seam(&[a, b]))
    }

    /// Whether a point or straight line lies on a seam, where no piece has it inside.
    fn along_seam(&self, line: &[Point]) -> bool {
        match *line {
            [point] => self.seams.iter().any(|&(a, b)| point != a && point != b && on_segment(point, a, b)),
            [from, to] if from == to => self.along_seam(&[from]),
            [from, to] => self.seams.iter().any(|&(a, b)| shares_length(from, to, a, b)),
            _ => false,
        }
    }
}

impl TryFrom<Vec<Point>> for Polygon {
    type Error = PolygonFault;

    fn try_from(corners: Vec<Point>) -> Result<Polygon, PolygonFault> {
        Polygon::new(&corners)
    }
}

impl From<Polygon> for Vec<Point> {
    fn from(polygon: Polygon) -> Vec<Point> {
        polygon.corners
    }
}

fn sides(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// The corners without those that are doubled or in line with their neighbours.
fn without_idle(corners: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = corners.to_vec();
    loop {
        let count = kept.len();
        let idle = (0..count).find(|&index| {
            let (before, here, after) = (kept[(index + count - 1) % count], kept[index], kept[(index + 1) % count]);
            here == after || (orient(before, here, after) == 0 && on_segment(here, before, after))
        });
        match idle {
            Some(index) if count > 1 => kept.remove(index),
            _ => return kept,
        };
    }
}

fn refuse_crossing(corners: &[Point]) -> Result<(), PolygonFault> {
    let sides: Vec<(Point, Point)> = sides(corners).collect();
    for (first, &(a, b)) in sides.iter().enumerate() {
        for (second, &(c, d)) in sides.iter().enumerate().skip(first + 1) {
            let follows = second == first + 1;
            let wraps = first == 0 && second == sides.len() - 1;
            // Neighbours share a corner; they must not fold back on each other.
            let bad = match (follows, wraps) {
                (true, _) => orient(a, b, d) == 0,
                (_, true) => orient(c, a, b) == 0,
                _ => segments_meet(a, b, c, d),
            };
            if bad {
                return Err(PolygonFault::Crossing(a, b, c, d));
            }
        }
    }
    Ok(())
}

fn twice_area(corners: &[Point]) -> i64 {
    let cross = |(a, b): (Point, Point)| i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x);
    sides(corners).map(cross).sum()
}

/// Whether a straight line runs through the inside of a convex polygon.
///
/// Two convex sets are apart exactly when a side of one of them separates them.
pub(crate) fn crosses(corners: &[Point], a: Point, b: Point) -> bool {
    let (mut left, mut right) = (a == b, a == b);
    let mut before = corners[corners.len() - 1];
    for &corner in corners {
        let side = orient(a, b, corner);
        left |= side > 0;
        right |= side < 0;
        if orient(before, corner, a) <= 0 && orient(before, corner, b) <= 0 {
            return false;
        }
        before = corner;
    }
    left && right
}

/// Whether a point lies on a segment, its ends included.
pub(crate) fn on_segment(point: Point, a: Point, b: Point) -> bool {
    orient(a, b, point) == 0 && Rect::around(&[a, b]).contains(point)
}

/// Whether two segments have a point in common.
pub(crate) fn segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (abc, abd) = (orient(a, b, c).signum(), orient(a, b, d).signum());
    let (cda, cdb) = (orient(c, d, a).signum(), orient(c, d, b).signum());
    (abc * abd < 0 && cda * cdb < 0)
        || on_segment(c, a, b)
        || on_segment(d, a, b)
        || on_segment(a, c, d)
        || on_segment(b, c, d)
}

/// Whether two segments lie on one line and have more than a point in common.
pub(crate) fn shares_length(a: Point, b: Point, c: Point, d: Point) -> bool {
    if orient(a, b, c) != 0 || orient(a, b, d) != 0 {
        return false;
    }
    let key = |point: Point| (point.x, point.y);
    let (low, high) = (key(a).min(key(b)), key(a).max(key(b)));
    let (other_low, other_high) = (key(c).min(key(d)), key(c).max(key(d)));
    low.max(other_low) < high.min(other_high)
}

/// Corners as a shape keeps them: counter-clockwise from the lowest, leftmost.
fn convex_piece(corners: &[Point]) -> Shape {
    let first = (0..corners.len()).min_by_key(|&index| (corners[index].y, corners[index].x)).unwrap_or(0);
    let turned: SmallVec<[Point; 4]> = corners[first..].iter().chain(&corners[..first]).copied().collect();
    Shape::of_convex(turned, Length::ZERO)
}
