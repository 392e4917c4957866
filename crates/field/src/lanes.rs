//! How open a battlefield is: which lines from zone to zone cross nothing that is soft or hard, however low it is.

use ground::{Length, Point, Polygon, Rect};

use crate::zone::Zone;

/// Most points of a seat's zones from which lines are drawn.
const MOST_POINTS: usize = 120;

/// What a sample of lines from the zones of one seat to those of another shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lanes {
    /// How many lines there are.
    pub lines: usize,
    /// How many of them cross nothing that hides.
    pub open: usize,
    /// The longest of those.
    pub longest: Option<(Point, Point)>,
}

impl Lanes {
    /// How many of a hundred lines are open.
    pub fn percent_open(&self) -> usize {
        (self.open * 100).checked_div(self.lines).unwrap_or(0)
    }

    /// How long the longest open line is.
    pub fn longest_open(&self) -> Length {
        self.longest.map_or(Length::ZERO, |(from, to)| from.distance_up(to))
    }

    /// Counts the lines that cross none of the obstacles.
    pub fn count(lines: &[(Point, Point)], obstacles: &[&Polygon]) -> Lanes {
        let mut lanes = Lanes { lines: lines.len(), ..Lanes::default() };
        for &(from, to) in lines {
            if obstacles.iter().any(|obstacle| obstacle.crossed_by(from, to)) {
                continue;
            }
            lanes.open += 1;
            if lanes.longest.is_none_or(|(a, b)| from.distance_squared(to) > a.distance_squared(b)) {
                lanes.longest = Some((from, to));
            }
        }
        lanes
    }
}

/// Lines from every zone of the lowest seat to those of all others, from points about this far apart.
pub(crate) fn sample(zones: &[(&Zone, &Polygon)], step: Length) -> Vec<(Point, Point)> {
    let Some(first) = zones.iter().map(|(zone, _)| zone.seat).min() else { return Vec::new() };
    let (mut from, mut to) = (Vec::new(), Vec::new());
    for (zone, outline) in zones {
        let points = if zone.seat == first { &mut from } else { &mut to };
        points.extend(points_of(zone, outline, step));
    }
    thin(&mut from);
    thin(&mut to);
    from.iter().flat_map(|a| to.iter().map(|b| (*a, *b))).collect()
}

/// Leaves out points, evenly, until there are few enough that a large zone takes no longer than a usual one.
fn thin(points: &mut Vec<Point>) {
    let keep = points.len().div_ceil(MOST_POINTS).max(1);
    let mut place = 0;
    points.retain(|_| {
        place += 1;
        (place - 1) % keep == 0
    });
}

/// Points of a zone, evenly spread.
pub(crate) fn points_of(zone: &Zone, outline: &Polygon, step: Length) -> Vec<Point> {
    spread(outline.bounds(), step).into_iter().filter(|point| zone.holds(outline, *point)).collect()
}

/// Points of a box, about this far apart, as far from its edges as from each other; alike from all sides.
pub(crate) fn spread(rect: Rect, step: Length) -> Vec<Point> {
    let (across, up) = (places(rect.low.x, rect.high.x, step), places(rect.low.y, rect.high.y, step));
    up.iter().flat_map(|y| across.iter().map(|x| Point::new(*x, *y))).collect()
}

fn places(low: i32, high: i32, step: Length) -> Vec<i32> {
    let long = (high - low).max(0);
    let count = ((long + step.0 / 2) / step.0).clamp(1, 400);
    let place = |n: i32| low + (i64::from(long) * i64::from(2 * n + 1) / i64::from(2 * count)) as i32;
    (0..count).map(place).collect()
}
