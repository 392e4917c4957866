//! Lines through two exact points, and where they leave and enter convex polygons.

use std::ops::{Add, Mul, Sub};

use super::convex::after;
use crate::Point;
use crate::vector::{Vector, cross, vector};

/// Whole numbers wide enough for the task: 64 bits between corners, 128 where a line runs through a point at which two
/// edges cross. With no coordinate beyond `FURTHEST`, neither overflows.
pub trait Number:
    Copy + Ord + Default + From<i32> + From<i64> + Into<i128> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
}

impl Number for i64 {}
impl Number for i128 {}

/// An exact point: `(x / w, y / w)`, with `w` above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot<T = i128> {
    /// To the right, times `w`.
    pub x: T,
    /// Upwards, times `w`.
    pub y: T,
    /// What both are divided by.
    pub w: T,
}

impl<T: Number> Spot<T> {
    pub(super) fn corner(point: Point) -> Spot<T> {
        Spot { x: T::from(point.x), y: T::from(point.y), w: T::from(1_i32) }
    }

    /// On which side of the line from `a` to `b` it lies: above zero on the left.
    pub(super) fn side_of(self, a: Point, b: Point) -> T {
        let (dx, dy) = vector(a, b);
        let (x, y) = (self.x - T::from(a.x) * self.w, self.y - T::from(a.y) * self.w);
        T::from(dx) * y - T::from(dy) * x
    }
}

impl Spot {
    /// The nearest whole point, for drawing.
    pub fn rounded(self) -> Point {
        let nearest = |value: i128| (2 * value + self.w).div_euclid(2 * self.w) as i32;
        Point::new(nearest(self.x), nearest(self.y))
    }

    /// The one point where the edges from `a` to `b` and from `c` to `d` cross or touch, if there is just one.
    pub(super) fn crossing(a: Point, b: Point, c: Point, d: Point) -> Option<Spot> {
        let (ab, cd, ac) = (vector(a, b), vector(c, d), vector(a, c));
        let wide_cross = |a: Vector, b: Vector| i128::from(cross(a, b));
        let (mut w, mut along, mut across) = (wide_cross(ab, cd), wide_cross(ac, cd), wide_cross(ac, ab));
        if w < 0 {
            (w, along, across) = (-w, -along, -across);
        }
        let inside = |part: i128| (0..=w).contains(&part);
        (w != 0 && inside(along) && inside(across)).then(|| part_of_the_way(a, b, along, w))
    }
}

/// The point `part / whole` of the way from `a` to `b`.
fn part_of_the_way(a: Point, b: Point, part: i128, whole: i128) -> Spot {
    let (dx, dy) = vector(a, b);
    Spot {
        x: i128::from(a.x) * whole + i128::from(dx) * part,
        y: i128::from(a.y) * whole + i128::from(dy) * part,
        w: whole,
    }
}

/// A directed line, as the function that is above zero on its left, below on its right, and zero on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<T> {
    x: T,
    y: T,
    rest: T,
}

impl<T: Number> Line<T> {
    /// The line from one point through another.
    pub(super) fn through(from: Spot<T>, to: Spot<T>) -> Line<T> {
        Line { x: from.y * to.w - from.w * to.y, y: from.w * to.x - from.x * to.w, rest: from.x * to.y - from.y * to.x }
    }

    /// Which way it runs.
    pub(super) fn direction(&self) -> (T, T) {
        (self.y, T::default() - self.x)
    }

    /// On which side a point lies: above zero on the left.
    #[inline]
    pub(super) fn side(&self, point: Point) -> T {
        self.x * T::from(point.x) + self.y * T::from(point.y) + self.rest
    }

    /// Where the line leaves a convex polygon that it meets.
    pub(super) fn exit(&self, corners: &[Point]) -> Spot {
        self.exit_edge(corners).map_or_else(|| self.foremost(corners, true), |edge| self.passing(edge))
    }

    /// Where the line enters a convex polygon that it meets.
    pub(super) fn entry(&self, corners: &[Point]) -> Spot {
        self.entry_edge(corners).map_or_else(|| self.foremost(corners, false), |edge| self.passing(edge))
    }

    /// The last or first corner of a polygon that lies wholly on the line.
    fn foremost(&self, corners: &[Point], last: bool) -> Spot {
        let (dx, dy) = self.direction();
        let along = |corner: &&Point| dx * T::from(corner.x) + dy * T::from(corner.y);
        let corner = if last { corners.iter().max_by_key(along) } else { corners.iter().min_by_key(along) };
        Spot::corner(corner.copied().unwrap_or_default())
    }

    /// The point where the line passes an edge.
    fn passing(&self, (a, b): (Point, Point)) -> Spot {
        let (side_a, side_b): (i128, i128) = (self.side(a).into(), self.side(b).into());
        let towards_left = if side_b > side_a { 1 } else { -1 };
        part_of_the_way(a, b, -side_a * towards_left, (side_b - side_a) * towards_left)
    }

    /// The edge over which the line enters a convex polygon.
    pub(super) fn entry_edge(&self, corners: &[Point]) -> Option<(Point, Point)> {
        self.edge(corners, |side, next| side >= T::default() && next <= T::default())
    }

    /// The edge over which the line leaves a convex polygon.
    pub(super) fn exit_edge(&self, corners: &[Point]) -> Option<(Point, Point)> {
        self.edge(corners, |side, next| side <= T::default() && next >= T::default())
    }

    /// The first edge whose ends lie on sides that pass; an edge on the line itself never does.
    fn edge(&self, corners: &[Point], passes: impl Fn(T, T) -> bool) -> Option<(Point, Point)> {
        let mut side = self.side(corners[0]);
        for (index, &corner) in corners.iter().enumerate() {
            let next = corners[after(corners, index)];
            let next_side = self.side(next);
            if side != next_side && passes(side, next_side) {
                return Some((corner, next));
            }
            side = next_side;
        }
        None
    }
}
