//! Obstacles as the middle of one mover sees them: each grown by the mover, so that the mover becomes a point.

use crate::obstacles::About;
use crate::point::root;
use crate::shape::orient;
use crate::sum::{Corners, add_sum, mirrored};
use crate::vector::vector;
use crate::{Apart, Keep, Length, Obstacles, Owner, Point, Rect, Shape};

/// One obstacle, grown: the middle of the mover must keep a reach away from the corners `from..to` of all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grown {
    from: u32,
    to: u32,
    /// The radii of both and the margin.
    pub(crate) reach: Length,
    pub(crate) keep: Keep,
    pub(crate) owner: Owner,
}

impl Grown {
    /// How far the ring around it keeps away.
    pub(crate) fn ring_reach(&self) -> Length {
        if self.keep == Keep::Beyond { self.reach + Length(1) } else { self.reach }
    }
}

/// What the middle of a mover must keep clear of; filled anew for each query, in the same memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clearance {
    corners: Vec<Point>,
    /// The mover seen from behind, where its corners are not yet added to those of the obstacles.
    behind: Option<Corners>,
    pub(crate) list: Vec<Grown>,
    /// The boxes around the list, looked at first.
    pub(crate) boxes: Vec<Rect>,
    /// Where the middle must stay.
    pub(crate) frame: Option<Rect>,
}

impl Clearance {
    /// Takes in all obstacles that a query is about, as far as they meet a box around the ways of the middle. The mover
    /// stands at the origin.
    pub(crate) fn fill(
        &mut self,
        obstacles: &Obstacles,
        mover: &Shape,
        without: &[Owner],
        about: About,
        near: Option<Rect>,
    ) {
        self.corners.clear();
        self.list.clear();
        self.boxes.clear();
        let size = mover.bounds();
        self.behind = (mover.corners() != [Point::default()]).then(|| mirrored(mover.corners()));
        self.frame = obstacles.bounds().map(|bounds| within(bounds, size));
        for (obstacle, &bounds) in obstacles.list().iter().zip(obstacles.boxes()) {
            let bounds = meeting(bounds, size);
            let far = near.is_some_and(|near| !near.meets(bounds));
            if far || !about.takes(obstacle.counts) || without.contains(&obstacle.owner) {
                continue;
            }
            let from = self.corners.len();
            self.corners.extend_from_slice(obstacle.shape.corners());
            let reach = mover.radius() + obstacle.shape.radius() + obstacle.margin;
            let (from, to) = (from as u32, self.corners.len() as u32);
            self.list.push(Grown { from, to, reach, keep: obstacle.keep, owner: obstacle.owner });
            self.boxes.push(bounds);
        }
    }

    /// Adds the corners of the mover to every obstacle, which [`Clearance::corners`] needs.
    pub(crate) fn sum_up(&mut self) {
        let Some(behind) = self.behind.take() else { return };
        let single = std::mem::take(&mut self.corners);
        for grown in &mut self.list {
            let from = self.corners.len() as u32;
            add_sum(&single[grown.from as usize..grown.to as usize], &behind, &mut self.corners);
            (grown.from, grown.to) = (from, self.corners.len() as u32);
        }
    }

    /// The corners of a grown obstacle, after all were summed up.
    pub(crate) fn corners(&self, index: usize) -> &[Point] {
        let grown = self.list[index];
        &self.corners[grown.from as usize..grown.to as usize]
    }

    /// The corners of a single grown obstacle, in memory lent for them if they must be summed up.
    pub(crate) fn core<'a>(&'a self, index: usize, room: &'a mut Vec<Point>) -> &'a [Point] {
        let Some(behind) = &self.behind else { return self.corners(index) };
        room.clear();
        add_sum(self.corners(index), behind, room);
        room
    }

    /// Whether a whole obstacle lies on one side of the endless line, further away than it must by so much: a quick look
    /// that needs no sum.
    pub(crate) fn is_beside(&self, index: usize, line: &Line, more: Length) -> bool {
        let across = |corner: &Point| orient(line.from, line.to, *corner);
        let (least, most) = extent(self.corners(index).iter().map(across));
        // How far the mover reaches to either side of its middle.
        let aside = |corner: &Point| line.dx * i64::from(corner.y) - line.dy * i64::from(corner.x);
        let (right, left) = self.behind.as_deref().map_or((0, 0), |behind| extent(behind.iter().map(aside)));
        let reach = i64::from((self.list[index].reach + more).0) * i64::from(line.from.distance_up(line.to).0);
        least + right >= reach || most + left <= -reach
    }

    /// What a way from one end of a line to the other costs at the least if a grown obstacle lies across the line: it goes
    /// past the furthest point to one of the two sides. A quick look that needs no sum.
    pub(crate) fn least_around(&self, index: usize, line: &Line) -> Option<Length> {
        let (length, square) = (i64::from(line.from.distance_up(line.to).0), line.dx * line.dx + line.dy * line.dy);
        let reach = i64::from(self.list[index].reach.0);
        let least_past = |side: i64| {
            // How far to the side, and how far ahead, both times the length of the line.
            let seen = |x: i32, y: i32| {
                let (x, y) = (i64::from(x), i64::from(y));
                (side * (line.dx * y - line.dy * x), line.dx * x + line.dy * y)
            };
            let from_start = |corner: &Point| seen(corner.x - line.from.x, corner.y - line.from.y);
            let (aside, ahead) = self.corners(index).iter().map(from_start).max()?;
            let mover = self.behind.as_deref().and_then(|behind| behind.iter().map(|at| seen(at.x, at.y)).max());
            let (wider, further) = mover.unwrap_or_default();
            if aside + wider < 0 || !(0..=square).contains(&(ahead + further)) {
                return None;
            }
            let (aside, ahead) = ((aside + wider) / length + reach, (ahead + further) / length);
            let way = |ahead: i64| root(ahead * ahead + aside * aside);
            // Everything was rounded by a few units at most.
            Some(Length((way(ahead) + way(length - ahead)) as i32 - 8))
        };
        Some(least_past(1)?.min(least_past(-1)?))
    }

    /// Whether the middle may be at a point at all, as far as the edge goes.
    pub(crate) fn in_frame(&self, point: Point) -> bool {
        point.is_near() && self.frame.is_none_or(|frame| frame.contains(point))
    }

    /// How far a point is from a grown obstacle, after all were summed up.
    pub(crate) fn apart(&self, index: usize, point: Point) -> Apart {
        Apart::between(&[point], self.corners(index), self.list[index].reach)
    }

    /// Whether the middle would be too near to a grown obstacle, after all were summed up.
    pub(crate) fn is_too_near(&self, index: usize, point: Point) -> bool {
        let apart = self.apart(index, point);
        match self.list[index].keep {
            Keep::Clear => apart.overlaps(),
            Keep::Beyond => apart.within(Length::ZERO),
        }
    }
}

/// The least and the greatest of some numbers.
fn extent(numbers: impl Iterator<Item = i64>) -> (i64, i64) {
    numbers.fold((i64::MAX, i64::MIN), |(least, most), number| (least.min(number), most.max(number)))
}

/// The box that the middle of something of this size is in while all of it lies in another box.
fn within(bounds: Rect, size: Rect) -> Rect {
    Rect::new(
        Point::new(bounds.low.x - size.low.x, bounds.low.y - size.low.y),
        Point::new(bounds.high.x - size.high.x, bounds.high.y - size.high.y),
    )
}

/// The box that the middle of something of this size is in while any of it meets another box.
fn meeting(bounds: Rect, size: Rect) -> Rect {
    Rect::new(
        Point::new(bounds.low.x - size.high.x, bounds.low.y - size.high.y),
        Point::new(bounds.high.x - size.low.x, bounds.high.y - size.low.y),
    )
}

/// A straight line of the middle with its box, for a quick look at many obstacles.
pub(crate) struct Line {
    bounds: Rect,
    pub(crate) from: Point,
    pub(crate) to: Point,
    dx: i64,
    dy: i64,
}

impl Line {
    pub(crate) fn new(from: Point, to: Point) -> Line {
        let (dx, dy) = vector(from, to);
        Line { bounds: Rect::around(&[from, to]), from, to, dx, dy }
    }

    /// Whether the line meets a box: neither their boxes nor the line itself separate them.
    pub(crate) fn meets(&self, other: Rect) -> bool {
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
