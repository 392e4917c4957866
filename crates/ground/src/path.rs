//! Paths of straight legs.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{Length, Point, Pose};

/// The poses a model passes, without the one it starts from; the last one is where it ends.
///
/// Each leg is a straight line of the centre, walked with the facing of the pose it ends in; turning sweeps nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "Array<Pose>"))]
#[serde(transparent)]
pub struct Path {
    /// The end of each leg.
    pub legs: SmallVec<[Pose; 2]>,
}

impl Path {
    /// A path of more legs than this is not accepted from anyone.
    pub const MOST_LEGS: usize = 16;

    /// A single straight leg.
    pub fn straight(to: impl Into<Pose>) -> Path {
        Path { legs: SmallVec::from_slice(&[to.into()]) }
    }

    /// How a mover that starts like `from` ends.
    pub fn end(&self, from: Pose) -> Pose {
        self.legs.last().copied().unwrap_or(from)
    }

    /// The legs as pairs of points.
    pub fn segments(&self, from: Point) -> impl Iterator<Item = (Point, Point)> + '_ {
        let corners = || self.legs.iter().map(|leg| leg.at);
        std::iter::once(from).chain(corners()).zip(corners())
    }

    /// What the path costs: the length of each leg rounded up to a unit, added up.
    pub fn cost(&self, from: Point) -> Length {
        self.segments(from).map(|(a, b)| a.distance_up(b)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_costs_each_leg_rounded_up() {
        let path = Path { legs: SmallVec::from_slice(&[Pose::at(Point::new(1, 1)), Pose::at(Point::new(1, 5))]) };
        assert_eq!(path.cost(Point::new(0, 0)), Length(2 + 4));
        assert_eq!(path.end(Pose::default()), Pose::at(Point::new(1, 5)));
    }

    #[test]
    fn a_path_of_no_legs_stays_and_costs_nothing() {
        assert_eq!(Path::default().cost(Point::new(7, 7)), Length::ZERO);
        assert_eq!(Path::default().end(Pose::at(Point::new(7, 7))), Pose::at(Point::new(7, 7)));
    }
}
