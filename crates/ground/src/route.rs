//! The shortest way of a mover around what it must keep away from.
//!
//! Around every obstacle lies a ring with whole corners, and a way keeps out of all rings: it turns only at their
//! corners. Only obstacles that were found in the way count: one that no way of interest meets cannot make the shortest
//! way longer. So a search looks at few obstacles among many, and its answer is still the shortest of all ways.
//!
//! A ring keeps a little more distance than a mover must. A way that starts or ends in the sliver between the two goes
//! through one of the doors next to it. A way with more legs than a path may have turns less often, and a little further
//! out.

use smallvec::SmallVec;

use crate::clearance::Line;
use crate::obstacles::About;
use crate::{Hindrance, Length, Mover, Obstacles, Owner, Path, Point, Pose, Rect, Shape};

mod doors;
mod legs;
mod places;
mod reach;
mod rings;
mod search;
#[cfg(test)]
mod tests;

use legs::spare_legs;
pub use search::Scout;

/// A way from where a mover starts to where it wants to end, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The way; every leg has the facing and level of the goal.
    pub path: Path,
    /// The cost of the path.
    pub cost: Length,
}

/// Why there is no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWay {
    /// Occurs when the start or the goal is on no battlefield, or the base larger than any.
    #[error("a way can only be looked for between places on a battlefield")]
    NoPlace,
    /// Occurs when the mover cannot leave its place, because it is too near to something already.
    #[error("the start is too near to {0}")]
    Start(Hindrance),
    /// Occurs when the mover must not end at the goal.
    #[error("the goal is too near to {0}")]
    Goal(Hindrance),
    /// Occurs when everything around the start is closed; the hindrance is the one found nearest to the goal.
    #[error("there is no way past {0}")]
    Closed(Hindrance),
    /// Occurs when every way is longer than it may be.
    #[error("every way is longer than allowed")]
    TooFar,
    /// Occurs when the shortest way has more legs than a path may have, and turning less often is not possible.
    #[error("the shortest way turns more often than a path may")]
    TooManyLegs,
    /// Occurs when the search was given up.
    #[error("no way was found with the effort allowed")]
    TooHard,
}

/// A way is a little shorter than the search reckons, as legs in line become one: by a unit of rounding for each, and no
/// way that was worth looking for has had more than a few dozen.
const SLACK: Length = Length(256);
/// No way is longer: more than two hundred times across a battlefield.
const LONGEST: Length = Length(1 << 28);

/// Room for ways that have too many legs as well.
type Corners = SmallVec<[Point; 64]>;

/// What a way over these corners costs.
fn cost_of(corners: &[Point]) -> Length {
    corners.windows(2).map(|leg| leg[0].distance_up(leg[1])).fold(Length::ZERO, |sum, leg| sum + leg)
}

/// Who goes among what, with one facing.
#[derive(Clone, Copy, Debug)]
struct Walk<'a> {
    obstacles: &'a Obstacles,
    /// The mover at the origin.
    standing: &'a Shape,
    without: &'a [Owner],
}

impl Walk<'_> {
    /// What is in the way of a straight leg, exactly.
    fn hindrance(&self, from: Point, to: Point) -> Option<Hindrance> {
        self.obstacles.blocks_shape(self.standing, from, to, About::Leg, self.without)
    }

    fn is_clear(&self, from: Point, to: Point) -> bool {
        self.hindrance(from, to).is_none()
    }
}

impl Scout {
    /// The shortest way from a start to a goal that costs at most `most`, walked with the facing of the goal.
    ///
    /// Every way found passes [`Obstacles::check_path`]. It is the shortest that keeps out of the rings, which keep a
    /// little more distance than they must: about a hundredth of both radii and the margin at most, and a unit or two
    /// for rounding. A gap with no more room to spare than that may be overlooked, except on a straight way to the goal.
    /// Where the shortest way has too many legs for a path, two turns are made one until it has not, which makes it
    /// longer. With a limit the way is the same as without, or none.
    pub fn route(
        &mut self,
        obstacles: &Obstacles,
        mover: Mover<'_>,
        start: Pose,
        goal: Pose,
        most: Option<Length>,
    ) -> Result<Route, NoWay> {
        if !mover.is_sane(start) || !mover.is_sane(goal) {
            return Err(NoWay::NoPlace);
        }
        let standing = mover.footprint.at(Pose { facing: goal.facing, ..Pose::default() });
        let walk = Walk { obstacles, standing: &standing, without: mover.without };
        let at_goal = obstacles.blocks_shape(&standing, goal.at, goal.at, About::Spot, mover.without);
        if let Some(by) = at_goal.or_else(|| walk.hindrance(goal.at, goal.at)) {
            return Err(NoWay::Goal(by));
        }
        if let Some(by) = walk.hindrance(start.at, start.at) {
            return Err(NoWay::Start(by));
        }
        let straight = start.at.distance_up(goal.at);
        if most.is_some_and(|most| straight > most) {
            return Err(NoWay::TooFar);
        }
        let Some(by) = walk.hindrance(start.at, goal.at) else {
            return Ok(Route { path: Path::straight(goal), cost: straight });
        };
        let most = most.map(|most| most.min(LONGEST));
        let near = most.map(|most| Rect::new(start.at, start.at).grown(most + SLACK + doors::FURTHEST_DOOR * 2));
        self.clearance.fill(obstacles, &standing, mover.without, About::Leg, near);
        if most.is_some_and(|most| self.clearly_costs_more(most, &Line::new(start.at, goal.at))) {
            return Err(NoWay::TooFar);
        }
        let mut corners = self.search(walk, start.at, goal.at, most, by)?;
        if corners.len() > Path::MOST_LEGS + 1 {
            // Of two ways that are as long, the one that is found from the goal may have turns that are easier to join.
            let mut back = self.search(walk, goal.at, start.at, most, by).unwrap_or_default();
            back.reverse();
            let ways = [corners, back].into_iter().filter_map(|way| spare_legs(walk, way));
            corners = ways.min_by_key(|way| cost_of(way)).ok_or(NoWay::TooManyLegs)?;
        }
        let path = Path { legs: corners.iter().skip(1).map(|&at| Pose { at, ..goal }).collect() };
        let cost = cost_of(&corners);
        if most.is_some_and(|most| cost > most) { Err(NoWay::TooFar) } else { Ok(Route { path, cost }) }
    }

    /// Whether something lies across a line that cannot be gone around for so much.
    fn clearly_costs_more(&self, most: Length, line: &Line) -> bool {
        let across = self.clearance.boxes.iter().enumerate().filter(|(_, bounds)| line.meets(**bounds));
        across.filter_map(|(index, _)| self.clearance.least_around(index, line)).any(|least| least > most)
    }
}
