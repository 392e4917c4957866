//! Which cells an outline covers. Floats serve the picture alone.

use ground::{Outline, Point};

/// Whether an outline covers a point.
pub(super) fn covers(outline: &Outline, at: (f64, f64)) -> bool {
    let radius = f64::from(outline.radius.0);
    let near = edges(&outline.corners).any(|(a, b)| distance_to_edge(at, a, b) <= radius);
    (near || inside(&outline.corners, at)) && !outline.holes.iter().any(|hole| covers(hole, at))
}

fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| (*a, *b))
}

fn inside(corners: &[Point], (x, y): (f64, f64)) -> bool {
    let crosses = |(a, b): &(Point, Point)| {
        let ((ax, ay), (bx, by)) = ((f64::from(a.x), f64::from(a.y)), (f64::from(b.x), f64::from(b.y)));
        (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
    };
    corners.len() > 2 && edges(corners).filter(crosses).count() % 2 == 1
}

fn distance_to_edge((x, y): (f64, f64), a: Point, b: Point) -> f64 {
    let (ax, ay) = (f64::from(a.x), f64::from(a.y));
    let (dx, dy) = (f64::from(b.x) - ax, f64::from(b.y) - ay);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { (((x - ax) * dx + (y - ay) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - along * dx).hypot(y - ay - along * dy)
}
