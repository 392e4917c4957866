//! The box around an outline.

use ground::{Outline, Point};

/// The lower left and the upper right corner of the box around an outline; nothing for an outline without corners.
pub(crate) fn bounds(outline: &Outline) -> Option<(Point, Point)> {
    let radius = outline.radius.0;
    let xs = || outline.corners.iter().map(|corner| corner.x);
    let ys = || outline.corners.iter().map(|corner| corner.y);
    let low = Point::new(xs().min()?.saturating_sub(radius), ys().min()?.saturating_sub(radius));
    let high = Point::new(xs().max()?.saturating_add(radius), ys().max()?.saturating_add(radius));
    Some((low, high))
}
