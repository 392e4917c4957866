//! Spots worth trying for a model, the best first.

use super::{Intent, Member, Near, Request, Spacing, Watch};
use crate::sum::{add_sum, mirrored};
use crate::{Apart, FACINGS, Footprint, Length, Point, Pose, Scratch, Shape, Silhouette};

/// A spot, and how good it is: the lower, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Idea {
    score: i64,
    pub(super) pose: Pose,
}

/// Directions in which spots around something are looked for.
const AROUND: u16 = 16;
/// How many of those placed last a model looks for room beside.
const BESIDE: usize = 15;
/// Being seen by one more watcher is worse than any way is long.
const SEEN: i64 = 1 << 50;

/// Fills the list with spots for a model, the best first.
pub(super) fn collect(
    request: &Request<'_>,
    member: usize,
    placed: &[&Shape],
    scratch: &mut Scratch,
    ideas: &mut Vec<Idea>,
) {
    ideas.clear();
    let index = member;
    let member = &request.members[index];
    let standing = member.footprint.at(member.start);
    let mut spots = Spots { member, standing: &standing, ideas };
    spots.add(member.start.at);
    match request.intent {
        Intent::Towards(point) | Intent::Into(_, point) => spots.towards(point),
        Intent::Contact(targets) => targets.iter().for_each(|target| spots.touching(target)),
        Intent::Away(threats) => spots.away_from(threats),
        Intent::Hidden(_) => spots.all_round(),
        Intent::Each(points) => spots.close_to(points[index]),
    }
    for near in request.limits.unfulfilled(placed).chain(request.limits.near) {
        near.shapes.iter().take(1).for_each(|shape| spots.touching(shape));
    }
    for target in request.limits.closer {
        spots.towards(middle(target));
    }
    let gap = match (request.spacing, request.limits.link) {
        (Spacing::Spread, Some(link)) => link.gap,
        _ => Length::ZERO,
    };
    for other in placed.iter().rev().take(BESIDE) {
        spots.beside(other, gap);
    }
    let urgent = request.limits.unfulfilled(placed).next();
    for idea in ideas.iter_mut() {
        let shape = standing.carried(member.start.at, idea.pose.at);
        idea.score = score(request, index, idea.pose, &shape, scratch);
        if urgent.is_some() || request.spacing == Spacing::Spread {
            idea.score += urgent.map_or(0, |near| missing(near, &shape)) - apart_bonus(request, &shape, placed);
        }
    }
    ideas.sort_unstable();
    ideas.dedup();
}

/// How good a spot, where the model covers this, is for what the group wants: the lower, the better.
pub(super) fn score(request: &Request<'_>, index: usize, pose: Pose, shape: &Shape, scratch: &mut Scratch) -> i64 {
    let nearest = |targets: &[Shape]| {
        targets.iter().map(|target| shape.apart(target)).min().map_or(0, |apart| i64::from(apart.up().0))
    };
    match request.intent {
        Intent::Towards(point) => pose.at.distance_squared(point),
        Intent::Into(area, point) => {
            let outside = if area.covers(shape) { 0 } else { SEEN };
            outside + pose.at.distance_squared(point)
        }
        Intent::Contact(targets) => nearest(targets),
        Intent::Away(threats) => -nearest(threats),
        Intent::Hidden(watch) => {
            let far = pose.at.distance_squared(request.members[index].start.at);
            i64::from(seen_by(watch, shape, scratch)) * SEEN + far
        }
        Intent::Each(points) => pose.at.distance_squared(points[index]),
    }
}

fn seen_by(watch: &Watch<'_>, shape: &Shape, scratch: &mut Scratch) -> u32 {
    let here = Silhouette::of(shape);
    let sees = |watcher: &&Silhouette| watch.blockers.sight(watcher, &here, watch.screen, scratch).is_open();
    watch.watchers.iter().filter(sees).count() as u32
}

/// Whoever is still needed somewhere goes there first: how far that is, before all else.
fn missing(near: &Near<'_>, shape: &Shape) -> i64 {
    let gap = near.shapes.iter().map(|target| shape.apart(target).up()).min().unwrap_or_default();
    i64::from((gap - near.gap).max(Length::ZERO).0) << 32
}

/// Models that spread out like a spot the better, the further it is from the nearest of their own.
fn apart_bonus(request: &Request<'_>, shape: &Shape, placed: &[&Shape]) -> i64 {
    if request.spacing == Spacing::Bunched {
        return 0;
    }
    let nearest = placed.iter().map(|other| shape.apart(other)).min();
    nearest.map_or(0, |apart| i64::from(apart.up().0).pow(2))
}

fn middle(shape: &Shape) -> Point {
    shape.bounds().centre()
}

/// The spots of one model.
struct Spots<'a> {
    member: &'a Member<'a>,
    /// What it covers where it begins.
    standing: &'a Shape,
    ideas: &'a mut Vec<Idea>,
}

impl Spots<'_> {
    fn add(&mut self, at: Point) {
        let start = self.member.start;
        let reached = |allowance: Length| at.distance_squared(start.at) <= i64::from(allowance.0).pow(2);
        if at.is_near() && self.member.allowance.is_none_or(reached) {
            self.ideas.push(Idea { score: 0, pose: Pose { at, ..start } });
        }
    }

    /// The point itself, and others on the way and about it.
    fn towards(&mut self, point: Point) {
        let start = self.member.start.at;
        let far = i64::from(start.distance_up(point).0).max(1);
        let reach = self.member.allowance.map_or(far, |allowance| i64::from(allowance.0)).min(far);
        for part in [4, 3, 2, 1] {
            self.add(along(start, point, reach * part / 4, far));
        }
        let size = self.member.footprint.longest();
        let about = along(start, point, reach, far);
        for facing in (0..AROUND).map(|n| n * (FACINGS / AROUND)) {
            self.add(offset(about, if facing % (FACINGS / AROUND * 2) == 0 { size } else { size * 2 }, facing));
        }
    }

    /// As [`Spots::towards`], with more of them on the way and close about the point: a model with a point of its own
    /// should end near to it.
    fn close_to(&mut self, point: Point) {
        self.towards(point);
        let start = self.member.start.at;
        let far = i64::from(start.distance_up(point).0).max(1);
        let reach = self.member.allowance.map_or(far, |allowance| i64::from(allowance.0)).min(far);
        for part in 1..16 {
            self.add(along(start, point, reach * part / 16, far));
        }
        let size = self.member.footprint.longest();
        for quarters in [1, 2, 3, 6] {
            for facing in (0..AROUND).map(|n| n * (FACINGS / AROUND)) {
                self.add(offset(point, Length(size.0 / 4 * quarters), facing));
            }
        }
    }

    /// Spots in contact with something, all round it.
    fn touching(&mut self, target: &Shape) {
        self.beside(target, Length::ZERO);
    }

    /// Spots at this gap from something, all round it.
    fn beside(&mut self, other: &Shape, gap: Length) {
        let facings = (0..AROUND).map(|n| n * (FACINGS / AROUND));
        let Member { footprint, start, .. } = self.member;
        if let (Footprint::Round { radius }, [_]) = (footprint, other.corners()) {
            let grown = Shape::disc(middle(other), *radius + other.radius());
            facings.for_each(|facing| self.add(spot_beside_disc(&grown, gap, facing)));
            return;
        }
        // Grown by the base, so that the base becomes a point; the turn is the same all round.
        let base = self.standing.carried(start.at, Point::default());
        let mut corners = Vec::new();
        add_sum(other.corners(), &mirrored(base.corners()), &mut corners);
        let far = footprint.longest() + other.bounds().width() + other.bounds().height() + gap;
        let apart = |at: Point| Apart::between(&[at], &corners, base.radius() + other.radius());
        facings.for_each(|facing| self.add(spot_beside(middle(other), apart, gap, far, facing)));
    }

    /// As far as it can go, in all directions.
    fn all_round(&mut self) {
        let Some(allowance) = self.member.allowance else { return };
        for part in [4, 3, 2, 1] {
            for facing in (0..2 * AROUND).map(|n| n * (FACINGS / AROUND / 2)) {
                self.add(offset(self.member.start.at, Length(allowance.0 / 4 * part), facing));
            }
        }
    }

    fn away_from(&mut self, threats: &[Shape]) {
        self.all_round();
        let start = self.member.start.at;
        let Some(nearest) = threats.iter().min_by_key(|threat| self.standing.apart(threat)) else { return };
        let from = middle(nearest);
        let beyond = Point::new(2 * start.x - from.x, 2 * start.y - from.y);
        self.towards(beyond);
    }
}

/// The point `part / whole` of the way, rounded towards the start, so that the way is no longer than that.
fn along(from: Point, to: Point, part: i64, whole: i64) -> Point {
    let step = |from: i32, to: i32| from + ((i64::from(to) - i64::from(from)) * part / whole) as i32;
    Point::new(step(from.x, to.x), step(from.y, to.y))
}

/// A point this far away, or a little less.
fn offset(from: Point, by: Length, facing: u16) -> Point {
    let there = Point::new(by.0 - 1, 0).turned(facing);
    Point::new(from.x + there.x, from.y + there.y)
}

/// A point this far from another in a direction.
fn outwards(from: Point, far: i32, facing: u16) -> Point {
    let there = Point::new(far, 0).turned(facing);
    Point::new(from.x + there.x, from.y + there.y)
}

/// A spot in a direction at which the middle of a disc keeps a gap from another, which is grown by it; for no gap, one in
/// contact.
fn spot_beside_disc(grown: &Shape, gap: Length, facing: u16) -> Point {
    // Two discs: a unit is enough to round away.
    let (from, reach) = (middle(grown), grown.radius() + gap);
    let apart = |at: Point| Apart::between(&[at], &[from], grown.radius());
    in_contact(outwards(from, reach.0, facing), gap, apart).unwrap_or_else(|| outwards(from, reach.0 + 1, facing))
}

/// The nearest whole spot in a direction at which a base keeps a gap from something; for no gap, one in contact.
fn spot_beside(from: Point, apart: impl Fn(Point) -> Apart, gap: Length, far: Length, facing: u16) -> Point {
    let (mut near, mut far) = (0, far.0);
    while near < far {
        let between = near.midpoint(far);
        let apart = apart(outwards(from, between, facing));
        let clear = !apart.overlaps() && (gap == Length::ZERO || apart.down() + Length(1) >= gap);
        if clear { far = between } else { near = between + 1 }
    }
    let spot = outwards(from, far, facing);
    in_contact(spot, gap, apart).unwrap_or(spot)
}

/// A spot next to this one at exactly the gap, or in contact where there is none; without overlap in any case.
fn in_contact(about: Point, gap: Length, apart: impl Fn(Point) -> Apart) -> Option<Point> {
    let steps = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    steps.map(|(dx, dy)| Point::new(about.x + dx, about.y + dy)).into_iter().find(|&at| {
        let apart = apart(at);
        if gap == Length::ZERO { apart.touches() } else { apart.within(gap) && apart.up() == gap }
    })
}
