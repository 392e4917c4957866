//! The orders in which models are placed.

use super::{Intent, Member, Planner, Request, ideas};
use crate::{Length, Shape};

/// The orders to try: those first who have least far to go, then the other way round, then as they come. Models with
/// points of their own go with those in front first.
pub(super) fn orders(planner: &mut Planner, request: &Request<'_>) -> [Vec<usize>; 3] {
    let as_they_come: Vec<usize> = (0..request.members.len()).collect();
    let mut nearest_first = as_they_come.clone();
    let score = |index: usize, planner: &mut Planner| match request.intent {
        Intent::Each(_) => behind(request, index),
        _ => {
            let Member { footprint, start, .. } = request.members[index];
            ideas::score(request, index, start, &footprint.at(start), &mut planner.scratch)
        }
    };
    let scores: Vec<i64> = as_they_come.iter().map(|&index| score(index, planner)).collect();
    nearest_first.sort_by_key(|&index| scores[index]);
    let mut furthest_first = nearest_first.clone();
    furthest_first.reverse();
    if let Intent::Each(_) = request.intent {
        // Whoever cannot move is placed before anybody looks for a place beside it.
        furthest_first.sort_by_key(|&index| scores[index] != i64::MIN);
    }
    [in_step(request, nearest_first), in_step(request, furthest_first), as_they_come]
}

/// How far behind the others a model is on the way that the group goes; the least of all if it does not move.
fn behind(request: &Request<'_>, index: usize) -> i64 {
    let Intent::Each(points) = request.intent else { return 0 };
    let member = &request.members[index];
    if member.allowance == Some(Length::ZERO) {
        return i64::MIN;
    }
    let way = |at: usize| {
        let (from, to) = (request.members[at].start.at, points[at]);
        (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
    };
    let (x, y) = (0..points.len()).map(way).fold((0, 0), |(x, y), (dx, dy)| (x + dx, y + dy));
    -(x * i64::from(member.start.at.x) + y * i64::from(member.start.at.y))
}

/// An order changed so that each model follows one that it is linked to, where there is one: so a group stays together.
fn in_step(request: &Request<'_>, mut left: Vec<usize>) -> Vec<usize> {
    let Some(link) = request.limits.link else { return left };
    let shapes: Vec<Shape> = request.members.iter().map(|member| member.footprint.at(member.start)).collect();
    let mut order: Vec<usize> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let follows = |&index: &usize| order.iter().any(|&before| shapes[before].within(&shapes[index], link.gap));
        let next = left.iter().position(follows).unwrap_or(0);
        order.push(left.remove(next));
    }
    order
}
