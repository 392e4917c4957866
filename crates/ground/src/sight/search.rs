//! The search for an open line where the centre line is not.

use super::convex::{Chain, after, before};
use super::corridor::{Corridor, Fan, Place, meets, pierces};
use super::line::{Line, Number, Spot};
use super::{Blockers, Scratch, Screen, Sight, SightLine};
use crate::sight::blockers::Piece;
use crate::vector::{Vector, cross, vector};
use crate::{Owner, Point, Rect};

/// A piece that may stand in the way, with the corners that a line between the two outlines can touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relevant {
    pub(super) piece: Piece,
    pub(super) screen: Screen,
    pub(super) tops: Chain,
    pub(super) bottoms: Chain,
    pub(super) place: Place,
}

/// The first and the last thing an open line can touch: an outline's own edge, or a piece.
struct Touch<'a> {
    corners: &'a [Point],
    chain: Chain,
    on_left: bool,
}

impl Touch<'_> {
    /// Whether a line in this direction through a corner has the whole polygon on its side.
    fn supports(&self, index: usize, direction: Vector) -> bool {
        let here = self.corners[index];
        let sides = [before(self.corners, index), after(self.corners, index)]
            .map(|neighbour| cross(direction, vector(here, self.corners[neighbour])));
        if self.on_left { sides.iter().all(|&side| side >= 0) } else { sides.iter().all(|&side| side <= 0) }
    }
}

/// One search: the corridor, what stands in it, and which of that counts.
pub(super) struct Search<'a> {
    pub(super) blockers: &'a Blockers,
    pub(super) corridor: &'a Corridor<'a>,
    pub(super) fan: &'a Fan,
    pub(super) relevant: &'a [Relevant],
    /// The chains of the two outlines themselves: tops and bottoms of the first and of the second.
    ends: [(Chain, Chain); 2],
    /// From which screen on a piece counts.
    counts: Screen,
    /// The piece that stopped the last line: it often stops the next one, too.
    last: usize,
}

impl Blockers {
    /// The best line through a corridor whose centre line is blocked.
    pub(super) fn search(
        &self,
        corridor: &Corridor<'_>,
        screen: impl Fn(Owner) -> Option<Screen>,
        scratch: &mut Scratch,
    ) -> Sight {
        let fan = corridor.fan();
        if let Some(by) = self.gather(corridor, &fan, &screen, &mut scratch.relevant) {
            return Sight::Blocked { by: Some(by) };
        }
        let seams = |id: Owner| screen(id);
        let (left, right) = (&mut scratch.left, &mut scratch.right);
        let relevant = &scratch.relevant;
        let mut search = Search::new(self, corridor, &fan, relevant, Screen::Soft);
        if let Some(line) = search.open(&seams, left, right) {
            return Sight::Clear(line);
        }
        // A line may also be stopped by nothing but a seam, which is in no piece.
        let followed = self.seams.iter().filter(|seam| corridor.holds(seam.ends) && fan.allows_along(seam.ends));
        let followed = followed.filter_map(|seam| screen(seam.id));
        let screens = || relevant.iter().map(|relevant| relevant.screen).chain(followed.clone());
        if screens().all(|screen| screen == Screen::Hard) {
            return Sight::Blocked { by: None };
        }
        search.counts = Screen::Hard;
        let deepest = screens().filter_map(|screen| match screen {
            Screen::Deep(limit) => Some(limit),
            _ => None,
        });
        let line = match deepest.min() {
            None => search.open(&seams, left, right),
            Some(limit) => search.shallow(&seams, limit),
        };
        line.map_or(Sight::Blocked { by: None }, Sight::Soft)
    }

    /// Collects what may stand in the way; names a piece that closes the corridor alone.
    fn gather(
        &self,
        corridor: &Corridor<'_>,
        fan: &Fan,
        screen: impl Fn(Owner) -> Option<Screen>,
        relevant: &mut Vec<Relevant>,
    ) -> Option<Owner> {
        relevant.clear();
        for piece in &self.pieces {
            if !corridor.may_hold(piece.middle, piece.reach) {
                continue;
            }
            let corners = self.corners(piece);
            let Some(screen) = screen(piece.id) else { continue };
            let Some(place) = corridor.place(corners) else { continue };
            if screen == Screen::Hard && place.closes() {
                return Some(piece.id);
            }
            let (tops, bottoms) = (fan.tops(corners), fan.bottoms(corners));
            relevant.push(Relevant { piece: *piece, screen, tops, bottoms, place });
        }
        None
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(
        blockers: &'a Blockers,
        corridor: &'a Corridor<'a>,
        fan: &'a Fan,
        relevant: &'a [Relevant],
        counts: Screen,
    ) -> Search<'a> {
        let chains = |corners: &[Point]| (fan.tops(corners), fan.bottoms(corners));
        let ends = [chains(corridor.from), chains(corridor.to)];
        Search { blockers, corridor, fan, relevant, ends, counts, last: 0 }
    }

    pub(super) fn corners(&self, relevant: &Relevant) -> &'a [Point] {
        self.blockers.corners(&relevant.piece)
    }

    fn counting(&self) -> impl Iterator<Item = &'a Relevant> + use<'a> {
        let counts = self.counts;
        self.relevant.iter().filter(move |relevant| relevant.screen >= counts)
    }

    /// An open line, if there is one.
    ///
    /// Of all open lines take the one turned furthest to the left. It cannot be turned on because it touches the first
    /// outline from below, or a piece on its right, and after that the second outline from above, or a piece on its
    /// left. Where a piece covers part of an outline, the point where their edges cross takes the outline's place.
    fn open(
        &mut self,
        seams: &dyn Fn(Owner) -> Option<Screen>,
        left: &mut Vec<Spot>,
        right: &mut Vec<Spot>,
    ) -> Option<SightLine> {
        self.open_at_corners(seams).or_else(|| self.open_at_crossings(seams, left, right))
    }

    fn open_at_corners(&mut self, seams: &dyn Fn(Owner) -> Option<Screen>) -> Option<SightLine> {
        for first in self.firsts() {
            for second in self.seconds() {
                for from in first.chain.indices(first.corners) {
                    for to in second.chain.indices(second.corners) {
                        let direction = vector(first.corners[from], second.corners[to]);
                        if direction == (0, 0)
                            || !self.fan.allows(direction)
                            || !first.supports(from, direction)
                            || !second.supports(to, direction)
                        {
                            continue;
                        }
                        let spots = (Spot::corner(first.corners[from]), Spot::corner(second.corners[to]));
                        let line: Line<i64> = Line::through(spots.0, spots.1);
                        if let Some(open) = self.opened(&line, None, None, seams) {
                            return Some(open);
                        }
                    }
                }
            }
        }
        None
    }

    /// What an open line turned furthest to the left can touch first.
    fn firsts(&self) -> impl Iterator<Item = Touch<'a>> + use<'a> {
        let blockers = self.blockers;
        let own = Touch { corners: self.corridor.from, chain: self.ends[0].1, on_left: true };
        let piece = move |relevant: &Relevant| Touch {
            corners: blockers.corners(&relevant.piece),
            chain: relevant.tops,
            on_left: false,
        };
        std::iter::once(own).chain(self.counting().filter(|relevant| relevant.place.is_passed_on_left()).map(piece))
    }

    /// What it can touch after that.
    fn seconds(&self) -> impl Iterator<Item = Touch<'a>> + use<'a> {
        let blockers = self.blockers;
        let own = Touch { corners: self.corridor.to, chain: self.ends[1].0, on_left: false };
        let piece = move |relevant: &Relevant| Touch {
            corners: blockers.corners(&relevant.piece),
            chain: relevant.bottoms,
            on_left: true,
        };
        std::iter::once(own).chain(self.counting().filter(|relevant| relevant.place.is_passed_on_right()).map(piece))
    }

    /// The line between the outlines, if it meets both and no piece that counts. A line through a point where an
    /// outline's edge crosses a piece leaves or reaches the outline there.
    pub(super) fn opened<T: Number>(
        &mut self,
        line: &Line<T>,
        exit: Option<Spot>,
        entry: Option<Spot>,
        seams: &dyn Fn(Owner) -> Option<Screen>,
    ) -> Option<SightLine> {
        let last = self.relevant.get(self.last).filter(|last| last.screen >= self.counts);
        if last.is_some_and(|last| last.place.is_certain() && self.is_pierced(line, last)) {
            return None;
        }
        let (from, to) = (self.corridor.from, self.corridor.to);
        if !meets(line, from, self.ends[0].0, self.ends[0].1) || !meets(line, to, self.ends[1].0, self.ends[1].1) {
            return None;
        }
        let mut ends = None;
        let mut ends_of = || {
            *ends.get_or_insert_with(|| SightLine {
                from: exit.unwrap_or_else(|| line.exit(from)),
                to: entry.unwrap_or_else(|| line.entry(to)),
            })
        };
        for (index, relevant) in self.relevant.iter().enumerate() {
            if relevant.screen >= self.counts
                && self.is_pierced(line, relevant)
                && (relevant.place.is_certain() || self.is_between(line, relevant, ends_of()))
            {
                self.last = index;
                return None;
            }
        }
        let open = ends_of();
        let counts = self.counts;
        let stops = |id: Owner| seams(id).is_some_and(|screen| screen >= counts);
        let seams = &self.blockers.seams;
        let stopped = seams.iter().any(|seam| runs_along(line, seam.ends, open) && stops(seam.id));
        (!stopped).then_some(open)
    }

    fn is_pierced<T: Number>(&self, line: &Line<T>, relevant: &Relevant) -> bool {
        pierces(line, self.corners(relevant), relevant.tops, relevant.bottoms)
    }

    /// Whether a piece that a line pierces lies, in part, between where the line leaves the one outline and where it
    /// reaches the other. What lies before the edge where a line leaves a piece lies on that edge's inner side.
    fn is_between<T: Number>(&self, line: &Line<T>, relevant: &Relevant, between: SightLine) -> bool {
        let corners = self.corners(relevant);
        let inner = |edge: Option<(Point, Point)>, spot: Spot| edge.is_none_or(|(a, b)| spot.side_of(a, b) > 0);
        inner(line.exit_edge(corners), between.from) && inner(line.entry_edge(corners), between.to)
    }

    /// Lines through points where the edge of an outline crosses that of a piece.
    fn open_at_crossings(
        &mut self,
        seams: &dyn Fn(Owner) -> Option<Screen>,
        left: &mut Vec<Spot>,
        right: &mut Vec<Spot>,
    ) -> Option<SightLine> {
        self.crossings(self.corridor.from, |place| !place.after_first, left);
        self.crossings(self.corridor.to, |place| !place.before_second, right);
        for &from in &*left {
            for second in self.seconds() {
                for to in second.chain.indices(second.corners) {
                    let line = Line::through(from, Spot::corner(second.corners[to]));
                    if let Some(open) = self.opened_at(&line, Some(from), None, seams) {
                        return Some(open);
                    }
                }
            }
            for &to in &*right {
                if let Some(open) = self.opened_at(&Line::through(from, to), Some(from), Some(to), seams) {
                    return Some(open);
                }
            }
        }
        for &to in &*right {
            for first in self.firsts() {
                for from in first.chain.indices(first.corners) {
                    let line = Line::through(Spot::corner(first.corners[from]), to);
                    if let Some(open) = self.opened_at(&line, None, Some(to), seams) {
                        return Some(open);
                    }
                }
            }
        }
        None
    }

    /// Like `opened`, for a line through a crossing; it counts only if the line leaves or reaches the outline there.
    fn opened_at(
        &mut self,
        line: &Line<i128>,
        exit: Option<Spot>,
        entry: Option<Spot>,
        seams: &dyn Fn(Owner) -> Option<Screen>,
    ) -> Option<SightLine> {
        let (from, to) = (self.corridor.from, self.corridor.to);
        let at = |gate: Option<(Point, Point)>, spot: Spot| gate.is_some_and(|(a, b)| spot.side_of(a, b) == 0);
        let leaves = exit.is_none_or(|exit| at(line.exit_edge(from), exit));
        let reaches = entry.is_none_or(|entry| at(line.entry_edge(to), entry));
        if !leaves || !reaches || !self.fan.allows(line.direction()) {
            return None;
        }
        self.opened(line, exit, entry, seams)
    }

    /// The points where an outline's edge crosses that of a piece which may cover part of it.
    fn crossings(&self, outline: &[Point], may_cover: impl Fn(Place) -> bool, spots: &mut Vec<Spot>) {
        spots.clear();
        let bounds = Rect::around(outline);
        for relevant in self.counting().filter(|relevant| may_cover(relevant.place)) {
            let corners = self.corners(relevant);
            let common = Rect::around(corners);
            if !common.meets(bounds) {
                continue;
            }
            for (a, b) in edges_near(outline, common) {
                for (c, d) in edges_near(corners, bounds) {
                    spots.extend(Spot::crossing(a, b, c, d));
                }
            }
        }
    }
}

/// The edges of a polygon whose boxes meet this one.
fn edges_near(corners: &[Point], rect: Rect) -> impl Iterator<Item = (Point, Point)> + '_ {
    let edges = corners.iter().copied().zip(corners.iter().copied().cycle().skip(1));
    edges.filter(move |&(a, b)| Rect::around(&[a, b]).meets(rect))
}

/// Whether a line runs along a seam for some length between two points on the line.
fn runs_along<T: Number>(line: &Line<T>, seam: (Point, Point), between: SightLine) -> bool {
    let zero = T::default();
    if line.side(seam.0) != zero || line.side(seam.1) != zero {
        return false;
    }
    // The two points are whole multiples of a unit apart from the seam's ends only by chance: compare them exactly,
    // along the axis in which the seam is longer.
    let (dx, dy) = vector(seam.0, seam.1);
    let along = |spot: Spot, end: Point| {
        if dx.abs() >= dy.abs() { spot.x - i128::from(end.x) * spot.w } else { spot.y - i128::from(end.y) * spot.w }
    };
    let key = |point: Point| if dx.abs() >= dy.abs() { point.x } else { point.y };
    let (low, high) = if key(seam.0) < key(seam.1) { seam } else { (seam.1, seam.0) };
    let (above_low, below_high) = (|spot| along(spot, low) > 0, |spot| along(spot, high) < 0);
    (above_low(between.from) || above_low(between.to)) && (below_high(between.from) || below_high(between.to))
}
