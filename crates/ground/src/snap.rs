//! The nearest spot on which a mover may stand.
//!
//! Seen from a spot that is not allowed, the nearest one that is lies where the way out of an obstacle is shortest, or
//! where the edges of two obstacles meet. These places are computed to about a unit; what they are rounded to is tested
//! exactly.

use crate::clearance::Clearance;
use crate::edges::{Edge, ONE, PART, Piece, Place, ROOM, add_edges, meetings, sides_of, ways_out};
use crate::obstacles::About;
use crate::{Footprint, Length, Mover, Obstacle, Obstacles, Point, Pose, Rect};

#[cfg(test)]
mod tests;

/// Further than this from a spot on a battlefield there is no battlefield.
const LAST_LOOK: Length = Length(1 << 21);
/// Where edges meet at a narrow angle, whole points between them are looked for so many doublings of a unit away.
const NARROWEST: u32 = 11;
/// How far one look after the other goes, until something is found.
const LOOKS: [Length; 3] = [Length::inches(1), Length::inches(6), LAST_LOOK];

impl Obstacles {
    /// The spot nearest to the wanted one on which a mover may stand, with the wanted facing and level.
    ///
    /// The wanted spot itself where it is allowed, otherwise one that touches what it must keep clear of, to within a
    /// unit or so; of spots at the same distance the leftmost, lowest. `None` if no spot is found within a distance.
    pub fn nearest_spot(&self, mover: Mover<'_>, wanted: Pose, within: Option<Length>) -> Option<Pose> {
        if !mover.is_sane(wanted) || within.is_some_and(|within| within < Length::ZERO) {
            return None;
        }
        if self.blocks_spot(mover, wanted).is_none() {
            return Some(wanted);
        }
        let standing = mover.footprint.at(Pose { at: Point::default(), ..wanted });
        let most = within.map_or(LAST_LOOK, |within| within.min(LAST_LOOK));
        let mut look = Look { clearance: Clearance::default(), wanted: wanted.at, most, best: None };
        for around in LOOKS.map(|around| around.min(most)) {
            let view = Rect::new(wanted.at, wanted.at).grown(around + Length(2 * ROOM));
            look.clearance.fill(self, &standing, mover.without, About::Spot, Some(view));
            look.clearance.sum_up();
            look.most = around;
            look.around();
            if look.best.is_some() || around == most {
                break;
            }
        }
        look.settle();
        look.best.map(|(_, at)| Pose { at, ..wanted })
    }
}

/// Shoves models apart: each in turn goes to the spot nearest to its own that neither the obstacles nor those before it
/// keep it from. The first whose own spot is allowed stays there.
///
/// Fails with the place in the list of the first model for which there is no spot.
pub fn push_apart(models: &[(Footprint, Pose)], fixed: &Obstacles) -> Result<Vec<Pose>, usize> {
    let mut obstacles = fixed.clone();
    let mut poses = Vec::with_capacity(models.len());
    for (index, (footprint, pose)) in models.iter().enumerate() {
        let pose = obstacles.nearest_spot(Mover::new(footprint), *pose, None).ok_or(index)?;
        // The owner is nobody's business: the list is dropped at the end.
        obstacles.add(Obstacle::new(footprint.at(pose), u16::MAX));
        poses.push(pose);
    }
    Ok(poses)
}

fn squared(length: Length) -> i64 {
    i64::from(length.0) * i64::from(length.0)
}

/// A search for the nearest spot, with the best one found so far.
struct Look {
    clearance: Clearance,
    wanted: Point,
    most: Length,
    best: Option<(i64, Point)>,
}

impl Look {
    /// Looks at all places of interest, nearest edges first.
    fn around(&mut self) {
        let mut pieces: Vec<Piece> = Vec::new();
        for index in 0..self.clearance.list.len() {
            add_edges(&self.clearance, index, &mut pieces);
        }
        if let Some(frame) = self.clearance.frame {
            // Each side of the frame counts as an obstacle of its own.
            pieces.extend(sides_of(frame, self.clearance.list.len()));
        }
        for piece in &mut pieces {
            piece.near = away(self.wanted, piece.bounds);
        }
        pieces.retain(|piece| piece.near <= squared(self.most));
        pieces.sort_unstable_by_key(|piece| piece.near);
        for (at, piece) in pieces.iter().enumerate() {
            // A place on an edge is no nearer than the edge.
            if self.best.is_some_and(|(square, _)| square < piece.near) {
                break;
            }
            for place in ways_out(piece.edge, self.wanted) {
                self.take_around(place);
            }
            for other in pieces[..at].iter().filter(|other| other.of != piece.of && other.bounds.meets(piece.bounds)) {
                for place in meetings(piece.edge, other.edge).into_iter().flatten() {
                    self.take_near(place, piece.edge);
                }
            }
        }
    }

    /// Takes the best of the whole points around a place where an edge meets another. Where they meet at a narrow angle,
    /// the first whole point between them may be some way along the edge.
    fn take_near(&mut self, place: Place, edge: Edge) {
        if self.take_around(place) {
            return;
        }
        let (x, y) = edge.direction_at(place);
        for side in [1, -1] {
            let mut further = (0..NARROWEST).map(|power| (side * PART) << power);
            further.any(|far| self.take_around((place.0 + x * far / ONE, place.1 + y * far / ONE)));
        }
    }

    /// Takes the best of the whole points around a place. Whether one of them can be stood on, or none would be better
    /// than what is known.
    fn take_around(&mut self, (x, y): Place) -> bool {
        let far = i128::from(LAST_LOOK.0);
        let (x, y) = (x.div_euclid(PART), y.div_euclid(PART));
        if x.abs() > far || y.abs() > far {
            return true;
        }
        let (x, y) = (x as i32, y as i32);
        // Rounded by more than two units in each direction, a place that is too far stays too far.
        let nearest = Point::new(self.wanted.x.clamp(x - 1, x + 2), self.wanted.y.clamp(y - 1, y + 2));
        if self.is_better(nearest).is_none() {
            return true;
        }
        let before = self.best;
        for dx in -1..=2 {
            for dy in -1..=2 {
                self.take(Point::new(x + dx, y + dy));
            }
        }
        self.best != before
    }

    /// From the best spot, steps nearer to the wanted one as long as there is a legal one next to it.
    fn settle(&mut self) {
        while let Some((_, from)) = self.best {
            for dx in -2..=2 {
                for dy in -2..=2 {
                    self.take(Point::new(from.x + dx, from.y + dy));
                }
            }
            if self.best.is_some_and(|(_, at)| at == from) {
                return;
            }
        }
    }

    fn is_better(&self, point: Point) -> Option<(i64, Point)> {
        let found = (self.wanted.distance_squared(point), point);
        let better = self.best.is_none_or(|best| found < best);
        (better && found.0 <= squared(self.most)).then_some(found)
    }

    fn take(&mut self, point: Point) {
        if let Some(found) = self.is_better(point).filter(|_| self.is_legal(point)) {
            self.best = Some(found);
        }
    }

    fn is_legal(&self, point: Point) -> bool {
        let near = || self.clearance.boxes.iter().enumerate().filter(|(_, near)| near.contains(point));
        self.clearance.in_frame(point) && !near().any(|(index, _)| self.clearance.is_too_near(index, point))
    }
}

/// The square of how far a point is from a box.
fn away(point: Point, bounds: Rect) -> i64 {
    point.distance_squared(Point::new(
        point.x.clamp(bounds.low.x, bounds.high.x),
        point.y.clamp(bounds.low.y, bounds.high.y),
    ))
}
