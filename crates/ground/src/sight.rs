//! Lines of sight between two outlines: the best line there is, with a proof.
//!
//! Every outline is a polygon of whole corners, and blockers are open: touching does not block. So if any line is open,
//! then also one that touches two of the outlines, and only signs of whole numbers decide. Of all open lines, the one
//! turned furthest to the left touches something on its right first and something on its left after that; these lines
//! are tried, one for each such pair.
//!
//! ```
//! use ground::{Blockers, Length, Owner, Point, Polygon, Rect, Screen, Shape, Sight, Silhouette};
//!
//! let wall = Polygon::rectangle(Rect::new(Point::inches(10, 0), Point::inches(12, 10))).unwrap();
//! let mut blockers = Blockers::new();
//! blockers.add_polygon(7, &wall);
//! let here = Silhouette::of(&Shape::disc(Point::inches(2, 5), Length::mm(16)));
//! let there = Silhouette::of(&Shape::disc(Point::inches(20, 5), Length::mm(16)));
//! let mut scratch = Default::default();
//! let sight = blockers.sight(&here, &there, |_| Some(Screen::Hard), &mut scratch);
//! assert_eq!(sight, Sight::Blocked { by: Some(Owner::Other(7)) });
//! ```

mod blockers;
mod convex;
mod corridor;
mod depth;
mod line;
mod search;
#[cfg(test)]
mod tests;

use crate::vector::vector;
use crate::{Length, Owner, Point, Shape};

pub use blockers::{Blockers, Mark};
use blockers::{Seam, Segment};
use corridor::{Corridor, Place};
pub use line::Spot;
use search::Relevant;

/// What a blocker does to a line that runs through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Screen {
    /// The line goes on, and what is seen is less clear.
    Soft,
    /// Soft while the line runs through no more than this length of such blockers, all together; hard beyond. Where
    /// they differ, the shortest length counts.
    Deep(Length),
    /// The line ends.
    Hard,
}

/// An outline as lines of sight know it: a convex polygon, made once for each place a model stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Silhouette {
    shape: Shape,
    middle: Point,
    /// No corner is further from the middle.
    reach: Length,
}

impl Silhouette {
    /// The outline of a shape: of a round one, the inscribed polygon of 64 corners.
    pub fn of(shape: &Shape) -> Silhouette {
        let polygon = shape.angular();
        let middle = Some(polygon.bounds().centre()).filter(|&middle| polygon.contains(middle));
        let middle = middle.unwrap_or_else(|| polygon.corners()[0]);
        let reach = polygon.corners().iter().map(|&corner| corner.distance_up(middle)).max().unwrap_or(Length::ZERO);
        Silhouette { shape: polygon, middle, reach }
    }

    /// The polygon.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    fn corners(&self) -> &[Point] {
        self.shape.corners()
    }

    fn meets(&self, other: &Silhouette) -> bool {
        let reach = i64::from((self.reach + other.reach).0);
        self.middle.distance_squared(other.middle) <= reach * reach && self.shape.within(&other.shape, Length::ZERO)
    }
}

/// A line of sight: where it leaves the one outline and where it reaches the other, both exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SightLine {
    /// On the edge of the first outline, or in it.
    pub from: Spot,
    /// On the edge of the second, or in it.
    pub to: Spot,
}

impl SightLine {
    fn between(from: Point, to: Point) -> SightLine {
        SightLine { from: Spot::corner(from), to: Spot::corner(to) }
    }
}

/// What one outline sees of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// This line meets no blocker.
    Clear(SightLine),
    /// No line is clear; this one meets soft blockers only.
    Soft(SightLine),
    /// Every line ends at a blocker; all of them at this one, if one is named.
    Blocked {
        /// The blocker that closes the view alone.
        by: Option<Owner>,
    },
}

impl Sight {
    /// Whether there is a line at all.
    pub fn is_open(self) -> bool {
        !matches!(self, Sight::Blocked { .. })
    }
}

/// Room for a search, kept from one to the next, so that none has to be made.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    relevant: Vec<Relevant>,
    left: Vec<Spot>,
    right: Vec<Spot>,
}

impl Blockers {
    /// The best line from one outline to another. `screen` says what each blocker does; none means that it is ignored.
    ///
    /// Outlines that touch or overlap always see each other. A blocker that covers part of an outline hides that part.
    pub fn sight(
        &self,
        from: &Silhouette,
        to: &Silhouette,
        screen: impl Fn(Owner) -> Option<Screen>,
        scratch: &mut Scratch,
    ) -> Sight {
        let centre_line = SightLine::between(from.middle, to.middle);
        if from.meets(to) {
            return Sight::Clear(centre_line);
        }
        let segment = Segment::new(from.middle, to.middle);
        let mut corridor = None;
        let mut centre_is_clear = true;
        for piece in &self.pieces {
            let corners = self.corners(piece);
            if !segment.crosses(piece, corners) {
                continue;
            }
            let Some(screen) = screen(piece.id) else { continue };
            centre_is_clear = false;
            let corridor = corridor.get_or_insert_with(|| corridor_between(from, to));
            if screen == Screen::Hard && corridor.place(corners).is_some_and(Place::closes) {
                return Sight::Blocked { by: Some(piece.id) };
            }
        }
        if centre_is_clear && !self.runs_along_seam(from.middle, to.middle, &screen) {
            return Sight::Clear(centre_line);
        }
        let corridor = corridor.unwrap_or_else(|| corridor_between(from, to));
        self.search(&corridor, screen, scratch)
    }

    /// What one outline sees of each of several, in their order.
    pub fn sight_to_each<'a>(
        &'a self,
        from: &'a Silhouette,
        to: &'a [Silhouette],
        screen: impl Fn(Owner) -> Option<Screen> + Copy + 'a,
        scratch: &'a mut Scratch,
    ) -> impl Iterator<Item = Sight> + 'a {
        to.iter().map(move |to| self.sight(from, to, screen, scratch))
    }

    /// How many of a group are seen, and how well.
    pub fn share_seen(
        &self,
        from: &Silhouette,
        group: &[Silhouette],
        screen: impl Fn(Owner) -> Option<Screen> + Copy,
        scratch: &mut Scratch,
    ) -> Share {
        let mut share = Share::default();
        for sight in self.sight_to_each(from, group, screen, scratch) {
            match sight {
                Sight::Clear(_) => share.clear += 1,
                Sight::Soft(_) => share.soft += 1,
                Sight::Blocked { .. } => share.blocked += 1,
            }
        }
        share
    }

    /// A set of blockers that closes the view together, none of which can be spared; empty when the view is open.
    ///
    /// For explaining, not for deciding: it looks once for every blocker there is.
    pub fn closing_set(
        &self,
        from: &Silhouette,
        to: &Silhouette,
        screen: impl Fn(Owner) -> Option<Screen>,
        scratch: &mut Scratch,
    ) -> Vec<Owner> {
        let needed = match self.sight(from, to, &screen, scratch) {
            Sight::Blocked { by: Some(by) } => return vec![by],
            Sight::Blocked { by: None } => scratch.relevant.iter().map(|relevant| relevant.piece.id),
            Sight::Clear(_) | Sight::Soft(_) => return Vec::new(),
        };
        let mut needed: Vec<Owner> = needed.collect();
        needed.sort_unstable();
        needed.dedup();
        for spared in needed.clone() {
            let fewer = |id: Owner| screen(id).filter(|_| id != spared && needed.contains(&id));
            if !self.sight(from, to, fewer, scratch).is_open() {
                needed.retain(|&id| id != spared);
            }
        }
        needed
    }

    /// The first blocker, in the order in which they were added, that a straight line runs through.
    pub fn first_crossed(&self, from: Point, to: Point) -> Option<Owner> {
        let segment = Segment::new(from, to);
        let crossed = self.pieces.iter().find(|piece| segment.crosses(piece, self.corners(piece)));
        crossed.map(|piece| piece.id).or_else(|| {
            let along = |seam: &&Seam| crate::polygon::shares_length(from, to, seam.ends.0, seam.ends.1);
            self.seams.iter().find(along).map(|seam| seam.id)
        })
    }

    fn runs_along_seam(&self, from: Point, to: Point, screen: impl Fn(Owner) -> Option<Screen>) -> bool {
        let along = |(a, b)| crate::polygon::shares_length(from, to, a, b);
        self.seams.iter().any(|seam| along(seam.ends) && screen(seam.id).is_some())
    }
}

fn corridor_between<'a>(from: &'a Silhouette, to: &'a Silhouette) -> Corridor<'a> {
    Corridor::new(from.corners(), to.corners(), vector(from.middle, to.middle))
}

/// How many of a group are seen, by how well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Seen without anything in the way.
    pub clear: usize,
    /// Seen through soft blockers only.
    pub soft: usize,
    /// Not seen.
    pub blocked: usize,
}

impl Share {
    /// How many there are.
    pub fn all(self) -> usize {
        self.clear + self.soft + self.blocked
    }
}
