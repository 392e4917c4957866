//! Obstacles as the middle of one mover sees them: each grown by the mover, so that the mover becomes a point.

use crate::obstacles::About;
use crate::sum::{add_sum, mirrored};
use crate::{Apart, Keep, Length, Mover, Obstacles, Point, Pose, Rect};

/// One obstacle, grown: its middle must keep a reach away from the corners `from..to` of all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grown {
    from: u32,
    to: u32,
    /// The radii of both and the margin.
    pub(crate) reach: Length,
    pub(crate) keep: Keep,
    pub(crate) owner: u16,
}

/// What the middle of a mover must keep clear of; filled anew for each query, in the same memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clearance {
    corners: Vec<Point>,
    pub(crate) list: Vec<Grown>,
    /// The boxes around the list, looked at first.
    pub(crate) boxes: Vec<Rect>,
    /// Where the middle must stay.
    pub(crate) frame: Option<Rect>,
}

impl Clearance {
    /// Takes in all obstacles that a query is about, as far as they meet a box around the ways of the middle.
    pub(crate) fn fill(
        &mut self,
        obstacles: &Obstacles,
        mover: Mover<'_>,
        facing: u16,
        about: About,
        near: Option<Rect>,
    ) {
        self.corners.clear();
        self.list.clear();
        self.boxes.clear();
        let shape = mover.footprint.at(Pose { facing, ..Pose::default() });
        let size = shape.bounds();
        let behind = mirrored(shape.corners());
        self.frame = obstacles.bounds().map(|bounds| less(bounds, size));
        for (obstacle, &bounds) in obstacles.list().iter().zip(obstacles.boxes()) {
            let bounds = less(bounds, Rect::new(size.high, size.low));
            let far = near.is_some_and(|near| !near.meets(bounds));
            if far || !about.takes(obstacle.counts) || mover.without.contains(&obstacle.owner) {
                continue;
            }
            let from = self.corners.len();
            if let [middle] = *behind {
                let grown = |corner: &Point| Point::new(corner.x + middle.x, corner.y + middle.y);
                self.corners.extend(obstacle.shape.corners().iter().map(grown));
            } else {
                add_sum(obstacle.shape.corners(), &behind, &mut self.corners);
            }
            let reach = shape.radius() + obstacle.shape.radius() + obstacle.margin;
            let (from, to) = (from as u32, self.corners.len() as u32);
            self.list.push(Grown { from, to, reach, keep: obstacle.keep, owner: obstacle.owner });
            self.boxes.push(bounds);
        }
    }

    /// The corners of a grown obstacle.
    pub(crate) fn corners(&self, index: usize) -> &[Point] {
        let grown = self.list[index];
        &self.corners[grown.from as usize..grown.to as usize]
    }

    /// Whether the middle may be at a point at all, as far as the edge goes.
    pub(crate) fn in_frame(&self, point: Point) -> bool {
        self.frame.is_none_or(|frame| frame.contains(point))
    }

    /// Whether a grown obstacle is in the way of the middle, from `a` straight to `b`.
    pub(crate) fn hits(&self, index: usize, a: Point, b: Point) -> bool {
        let grown = self.list[index];
        let corners = self.corners(index);
        let line = if (a.y, a.x) <= (b.y, b.x) { [a, b] } else { [b, a] };
        let line = if a == b { &line[..1] } else { &line[..] };
        if a != b && passes(corners, grown, a, b) {
            return false;
        }
        let apart = Apart::between(line, corners, grown.reach);
        match grown.keep {
            Keep::Clear => apart.overlaps(),
            Keep::Beyond => apart.within(Length::ZERO),
        }
    }

    /// The obstacles whose boxes a straight line meets; others are not in its way.
    pub(crate) fn near(&self, a: Point, b: Point) -> impl Iterator<Item = usize> + '_ {
        let line = Line::new(a, b);
        self.boxes.iter().enumerate().filter(move |(_, near)| line.meets(**near)).map(|(index, _)| index)
    }
}

/// The box that a middle may be in, for something of this size to lie in another box.
fn less(bounds: Rect, size: Rect) -> Rect {
    Rect::new(
        Point::new(bounds.low.x - size.low.x, bounds.low.y - size.low.y),
        Point::new(bounds.high.x - size.high.x, bounds.high.y - size.high.y),
    )
}

/// A straight line with its box, for a quick look at many boxes.
struct Line {
    bounds: Rect,
    from: Point,
    dx: i64,
    dy: i64,
}

impl Line {
    fn new(a: Point, b: Point) -> Line {
        Line {
            bounds: Rect::around(&[a, b]),
            from: a,
            dx: i64::from(b.x) - i64::from(a.x),
            dy: i64::from(b.y) - i64::from(a.y),
        }
    }

    /// Whether the line meets a box: neither their boxes nor the line itself separate them.
    fn meets(&self, other: Rect) -> bool {
        if !self.bounds.meets(other) {
            return false;
        }
        // Twice the middle of the box, seen from the start, and its width and height.
        let x = i64::from(other.low.x) + i64::from(other.high.x) - 2 * i64::from(self.from.x);
        let y = i64::from(other.low.y) + i64::from(other.high.y) - 2 * i64::from(self.from.y);
        let across = self.dx * y - self.dy * x;
        let width = i64::from(other.high.x) - i64::from(other.low.x);
        let height = i64::from(other.high.y) - i64::from(other.low.y);
        across.abs() <= self.dx.abs() * height + self.dy.abs() * width
    }
}

/// Whether the whole endless line through `a` and `b` keeps clear: a quick look that settles most lines.
fn passes(corners: &[Point], grown: Grown, a: Point, b: Point) -> bool {
    let (mut least, mut most) = (i64::MAX, i64::MIN);
    for &corner in corners {
        let across = crate::shape::orient(a, b, corner);
        least = least.min(across);
        most = most.max(across);
    }
    let across = if least > 0 { least } else { -most };
    if across < 0 {
        return false;
    }
    let reach = i64::from(grown.reach.0);
    let (across, reach) =
        (i128::from(across) * i128::from(across), i128::from(reach * reach) * i128::from(a.distance_squared(b)));
    match grown.keep {
        Keep::Clear => across >= reach,
        Keep::Beyond => across > reach,
    }
}
