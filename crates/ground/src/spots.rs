//! The spots that settle whether a mover can end near to something.
//!
//! The spots that keep clear of some things and near to others are a patch of ground, and so are those of them that a
//! mover can go straight to. The mover gets to a patch first where the way to one of its edges is shortest, or where two
//! edges meet: around the rims of what it must be near to, around obstacles, and along the lines behind which an obstacle
//! hides what lies there. If no spot at any of these places will do, none will, but for patches narrower than a unit or
//! two. Ovals have dozens of edges, of which only some are looked at, and nobody looks along them: among them a narrow
//! patch may be missed.
//!
//! A way that bends leaves the last obstacle along a line that touches it. The way is shortest where that line meets a
//! rim squarely, so these places are looked at too.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use crate::clearance::Clearance;
use crate::edges::{Edge, ONE, PART, Piece, Place, ROOM, add_edges, direction, in_parts, meetings, sides_of, ways_out};
use crate::obstacles::About;
use crate::{Length, Mover, Obstacle, Obstacles, Owner, Point, Pose, Rect, Shape};

#[cfg(test)]
mod tests;

/// All that is within a gap of something.
#[derive(Clone, Copy, Debug)]
pub struct Rim<'a> {
    /// What it is.
    pub shape: &'a Shape,
    /// How far away is still near.
    pub gap: Length,
}

/// Who looks for a spot, and what it must be near to.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// Who ends there, with the facing of the start.
    pub mover: Mover<'a>,
    /// Where it begins.
    pub start: Pose,
    /// How far from the start a spot may be.
    pub within: Length,
    /// The mover ends near to at least one of each of these.
    pub near: &'a [&'a [Rim<'a>]],
}

/// What holds at a point by this much holds at all spots that are looked at about it.
const CLEARLY: Length = Length(3);
/// Of an oval, which has dozens of corners and sides, so many of each are looked at.
const MOST_EDGES: usize = 12;
/// Places that are looked at before a search is given up, so that no position takes forever: more than crowds of round
/// bases have, and of a base that is not round, which is tried in several facings, the nearest.
const MOST_PLACES: usize = 16_384;
const MOST_PLACES_OF_A_FACING: usize = 1_024;
/// How much further away than they must lines pass what hides something.
const ASIDE: Length = Length(2);
/// Where edges meet at a narrow angle, spots between them are looked for so many doublings of a unit away.
const NARROWEST: u32 = 11;

/// A place where spots are looked for.
struct Candidate {
    /// The square of how far away it is.
    far: i128,
    place: Place,
    /// Edges to look along, where two meet.
    along: Option<[Edge; 2]>,
}

impl Search<'_> {
    /// What `accept` gives for the first spot that it takes, the nearest tried first.
    ///
    /// A spot that is offered is clear of the obstacles, near to what it must be near to, and no further away than it
    /// may be. Whether there is a way to it is for the caller to see.
    pub fn first<T>(&self, obstacles: &Obstacles, accept: impl FnMut(Pose) -> Option<T>) -> Option<T> {
        if !self.mover.is_sane(self.start) || self.within < Length::ZERO {
            return None;
        }
        let standing = self.mover.footprint.at(Pose { at: Point::default(), ..self.start });
        Patch::new(self, obstacles, &standing)?.visit(accept)
    }
}

/// The patch of ground that is looked at.
struct Patch<'a> {
    search: &'a Search<'a>,
    /// A box around all of it.
    region: Rect,
    /// Whose owner is the place in `near`.
    rims: Clearance,
    ends: Clearance,
    legs: Clearance,
}

impl<'a> Patch<'a> {
    fn new(search: &'a Search<'a>, obstacles: &Obstacles, standing: &Shape) -> Option<Patch<'a>> {
        let mut rims = Obstacles::new();
        let mut region = Rect::new(search.start.at, search.start.at).grown(search.within);
        for (group, near) in search.near.iter().enumerate() {
            let size = standing.bounds();
            let around = |rim: &Rim<'_>| {
                let Rect { low, high } = rim.shape.bounds().grown(rim.gap + CLEARLY);
                let low = Point::new(low.x - size.high.x, low.y - size.high.y);
                Rect::new(low, Point::new(high.x - size.low.x, high.y - size.low.y))
            };
            region = common(region, near.iter().map(around).reduce(Rect::joined)?)?;
            near.iter().for_each(|rim| rims.add(Obstacle::new(rim.shape.clone(), group as u16).clear_by(rim.gap)));
        }
        let filled = |obstacles: &Obstacles, without: &[Owner], about: About, view: Rect| {
            let mut clearance = Clearance::default();
            clearance.fill(obstacles, standing, without, about, Some(view));
            clearance.sum_up();
            clearance
        };
        let way = region.joined(Rect::new(search.start.at, search.start.at));
        let without = search.mover.without;
        Some(Patch {
            rims: filled(&rims, &[], About::Spot, region),
            ends: filled(obstacles, without, About::Spot, region),
            legs: filled(obstacles, without, About::Leg, way),
            search,
            region,
        })
    }

    /// Offers spots, nearest places first.
    fn visit<T>(&self, mut accept: impl FnMut(Pose) -> Option<T>) -> Option<T> {
        // What was looked at already, with whether there was a spot: many edges meet in one place.
        let mut seen: BTreeMap<Point, bool> = BTreeMap::new();
        let mut offered = BTreeSet::new();
        let mut offer = |place: Place| {
            let Some(corner) = self.corner_of(place) else { return (false, None) };
            if let Some(found) = seen.get(&corner) {
                return (*found, None);
            }
            let spots = self.spots_at(corner);
            seen.insert(corner, !spots.is_empty());
            let taken = spots
                .iter()
                .filter(|point| offered.insert(**point))
                .find_map(|point| accept(Pose { at: *point, ..self.search.start }));
            (!spots.is_empty(), taken)
        };
        for Candidate { place, along, .. } in self.candidates() {
            let (found, taken) = offer(place);
            if taken.is_some() {
                return taken;
            }
            // The first whole point between two edges may be some way along them.
            for edge in along.filter(|_| !found).into_iter().flatten() {
                let (x, y) = edge.direction_at(place);
                for side in [1, -1] {
                    for power in 0..NARROWEST {
                        let far = (side * PART) << power;
                        let (found, taken) = offer((place.0 + x * far / ONE, place.1 + y * far / ONE));
                        if taken.is_some() {
                            return taken;
                        }
                        if found {
                            break;
                        }
                    }
                }
            }
        }
        None
    }

    /// The places to look at, nearest first.
    fn candidates(&self) -> Vec<Candidate> {
        let (edges, lines) = (self.edges(), self.lines_past());
        let start = in_parts(self.search.start.at);
        let mut candidates = Vec::new();
        let mut add = |place: Place, along: Option<[Edge; 2]>| {
            if self.may_hold(place) {
                let far = (place.0 - start.0).pow(2) + (place.1 - start.1).pow(2);
                candidates.push(Candidate { far, place, along });
            }
        };
        add(start, None);
        for (at, piece) in edges.iter().enumerate() {
            ways_out(piece.edge, self.search.start.at).into_iter().for_each(|place| add(place, None));
            let others = edges[..at].iter().filter(|other| other.of != piece.of && other.bounds.meets(piece.bounds));
            for other in others.map(|other| other.edge).chain(lines.iter().copied()) {
                let [one, two] = meetings(piece.edge, other);
                [one, two].into_iter().flatten().for_each(|place| add(place, Some([piece.edge, other])));
                // What lies between two edges that barely overlap is widest halfway.
                if let (Some(one), Some(two)) = (one, two) {
                    add((i128::midpoint(one.0, two.0), i128::midpoint(one.1, two.1)), None);
                }
            }
        }
        for piece in edges.iter().filter(|piece| piece.of < self.rims.list.len()) {
            let ends = self.corners_on_the_way().flat_map(|circle| square_ends(piece.edge, circle));
            ends.for_each(|place| add(place, None));
        }
        candidates.sort_by_key(|candidate| candidate.far);
        if !self.search.mover.footprint.is_round() {
            candidates.truncate(MOST_PLACES_OF_A_FACING);
            candidates.iter_mut().for_each(|candidate| candidate.along = None);
        }
        candidates.truncate(MOST_PLACES);
        candidates
    }

    /// The edges of rims, then of obstacles, then of the battlefield, as far as they meet the region.
    fn edges(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut first = 0;
        for clearance in [&self.rims, &self.ends] {
            for index in 0..clearance.list.len() {
                let from = pieces.len();
                add_edges(clearance, index, &mut pieces);
                pieces[from..].iter_mut().for_each(|piece| piece.of = first + index);
                thin_out(&mut pieces, from);
            }
            first += clearance.list.len();
        }
        pieces.extend(self.ends.frame.into_iter().flat_map(|frame| sides_of(frame, first)));
        let region = self.region.grown(Length(ROOM));
        pieces.retain(|piece| piece.bounds.meets(region));
        pieces
    }

    /// The corners of obstacles on the way, each with how far to keep away from it, and a little further: a spot that a
    /// line through whole points leads to is then not hidden by rounding.
    fn corners_on_the_way(&self) -> impl Iterator<Item = (Place, i128)> {
        let of = |index: usize| {
            let reach = i128::from((self.legs.list[index].ring_reach() + ASIDE).0) * PART;
            let corners = self.legs.corners(index);
            corners.iter().step_by(corners.len().div_ceil(MOST_EDGES).max(1)).map(move |at| (in_parts(*at), reach))
        };
        (0..self.legs.list.len()).flat_map(of)
    }

    /// Lines from the start that just pass an obstacle.
    fn lines_past(&self) -> Vec<Edge> {
        let through = in_parts(self.search.start.at);
        let lines = self.corners_on_the_way().flat_map(|circle| touching(through, circle));
        lines.map(|along| Edge::Line { through, along }).collect()
    }

    /// Whether a spot next to a place may be in the patch.
    fn may_hold(&self, place: Place) -> bool {
        self.corner_of(place).is_some_and(|corner| self.doubts_at(corner).is_some())
    }

    /// The whole point below and to the left of a place that is not far out of the region.
    fn corner_of(&self, (x, y): Place) -> Option<Point> {
        let room = self.region.grown(Length(ROOM));
        let inside = |value: i128, low: i32, high: i32| (i128::from(low)..=i128::from(high)).contains(&(value / PART));
        let is_inside = inside(x, room.low.x, room.high.x) && inside(y, room.low.y, room.high.y);
        is_inside.then(|| Point::new(x.div_euclid(PART) as i32, y.div_euclid(PART) as i32))
    }

    /// What is to be looked at for each spot about a point, because it does not hold for all of them alike; none if no
    /// spot can be in the patch.
    fn doubts_at(&self, point: Point) -> Option<Doubts> {
        let far = i64::from((self.search.within + CLEARLY).0);
        if point.distance_squared(self.search.start.at) > far * far {
            return None;
        }
        let mut doubts = Doubts::default();
        for group in 0..self.search.near.len() {
            let mut unsure: SmallVec<[usize; 8]> = SmallVec::new();
            let mut is_near = false;
            let rims = about(&self.rims, point);
            for index in rims.filter(|index| self.rims.list[*index].owner == Owner::Other(group as u16)) {
                match within(&self.rims, index, point) {
                    Some(true) => {
                        is_near = true;
                        break;
                    }
                    Some(false) => {}
                    None => unsure.push(index),
                }
            }
            if !is_near && unsure.is_empty() {
                return None;
            }
            if !is_near {
                doubts.near.push(unsure);
            }
        }
        for index in about(&self.ends, point) {
            match within(&self.ends, index, point) {
                Some(true) => return None,
                Some(false) => {}
                None => doubts.clear.push(index),
            }
        }
        Some(doubts)
    }

    /// The spots in the patch about a point, the nearest first.
    fn spots_at(&self, about: Point) -> SmallVec<[Point; 16]> {
        let Some(doubts) = self.doubts_at(about) else { return SmallVec::new() };
        let around = (-1..=2).flat_map(|dx| (-1..=2).map(move |dy| Point::new(about.x + dx, about.y + dy)));
        let mut spots: SmallVec<[Point; 16]> = around.filter(|point| self.is_in(*point, &doubts)).collect();
        spots.sort_by_key(|spot| spot.distance_squared(self.search.start.at));
        spots
    }

    fn is_in(&self, point: Point, doubts: &Doubts) -> bool {
        let is_near = |index: &usize| self.rims.apart(*index, point).within(Length::ZERO);
        point.distance_squared(self.search.start.at) <= i64::from(self.search.within.0).pow(2)
            && self.ends.in_frame(point)
            && doubts.near.iter().all(|group| group.iter().any(is_near))
            && !doubts.clear.iter().any(|index| self.ends.is_too_near(*index, point))
    }
}

/// The grown shapes that spots about a point may be within.
fn about(grown: &Clearance, point: Point) -> impl Iterator<Item = usize> {
    (0..grown.list.len()).filter(move |index| grown.boxes[*index].grown(CLEARLY).contains(point))
}

/// Whether all spots about a point are within a grown shape; nothing is said where some may be and others not.
fn within(grown: &Clearance, index: usize, point: Point) -> Option<bool> {
    let apart = grown.apart(index, point);
    match grown.list[index].reach > CLEARLY && apart.within(Length::ZERO - CLEARLY) {
        true => Some(true),
        false => (!apart.within(CLEARLY)).then_some(false),
    }
}

/// What may hold for some spots about a point and not for others.
#[derive(Default)]
struct Doubts {
    /// Of each group that spots may be near to or not, the rims that are about.
    near: SmallVec<[SmallVec<[usize; 8]>; 4]>,
    /// The obstacles that spots may be clear of or not.
    clear: SmallVec<[usize; 8]>,
}

/// Leaves the edges from one on that are enough to tell an oval by.
fn thin_out(pieces: &mut Vec<Piece>, from: usize) {
    // Corners and sides take turns: an odd step leaves some of both.
    let every = (pieces.len() - from).div_ceil(2 * MOST_EDGES) | 1;
    let mut at = 0;
    pieces.retain(|_| {
        at += 1;
        at <= from || (at - 1 - from).is_multiple_of(every)
    });
}

/// What two boxes have in common.
fn common(a: Rect, b: Rect) -> Option<Rect> {
    let (low, high) = (
        |a: Point, b: Point| Point::new(a.x.max(b.x), a.y.max(b.y)),
        |a: Point, b: Point| Point::new(a.x.min(b.x), a.y.min(b.y)),
    );
    a.meets(b).then(|| Rect::new(low(a.low, b.low), high(a.high, b.high)))
}

/// The directions of the two lines through a place that touch a circle; across, where the place is on it or inside.
fn touching(from: Place, (middle, radius): (Place, i128)) -> [Place; 2] {
    let towards = (middle.0 - from.0, middle.1 - from.1);
    let far = (towards.0 * towards.0 + towards.1 * towards.1).isqrt().max(1);
    let (x, y) = if towards == (0, 0) { (ONE, 0) } else { direction(towards) };
    let sine = (radius * ONE / far).min(ONE);
    let cosine = (ONE * ONE - sine * sine).isqrt();
    [sine, -sine].map(|sine| ((x * cosine - y * sine) / ONE, (y * cosine + x * sine) / ONE))
}

/// Where ways that have just passed a circle meet an edge squarely.
fn square_ends(edge: Edge, circle: (Place, i128)) -> [Place; 2] {
    match edge {
        Edge::Circle { middle, radius } => {
            let out = touching(middle, circle);
            out.map(|(x, y)| (middle.0 + x * radius / ONE, middle.1 + y * radius / ONE))
        }
        Edge::Line { through, along } => {
            let (middle, radius) = circle;
            let ahead = ((middle.0 - through.0) * along.0 + (middle.1 - through.1) * along.1) / ONE;
            let at = |ahead: i128| (through.0 + along.0 * ahead / ONE, through.1 + along.1 * ahead / ONE);
            [at(ahead + radius), at(ahead - radius)]
        }
    }
}
