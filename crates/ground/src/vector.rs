//! Vectors: directions, and the way from one point to another, in numbers that can be multiplied.

use crate::Point;

/// To the right and upwards, in units.
pub(crate) type Vector = (i64, i64);

/// From one point to another.
#[inline]
pub(crate) fn vector(from: Point, to: Point) -> Vector {
    (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
}

/// Above zero where the second points to the left of the first, and below zero to its right.
#[inline]
pub(crate) fn cross(a: Vector, b: Vector) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

/// Above zero where both point the same way, more or less, and below zero where they do not.
#[inline]
pub(crate) fn dot(a: Vector, b: Vector) -> i64 {
    a.0 * b.0 + a.1 * b.1
}
