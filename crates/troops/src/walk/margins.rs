//! By how much something is too far, too near or too scattered; reckoned when somebody wants to read it.

use ground::{Apart, Length, Links, Outline, Shape};
use smallvec::SmallVec;
use vocabulary::{Limit, ModelId, Ref};

use super::{End, Walk};
use crate::limits::Linked;
use crate::{Models, Scene};

impl Linked {
    /// The models that are too far from the rest of their unit, and the length by which gaps would have to be shorter for
    /// it to hold together; heights, where only those are in the way.
    pub(crate) fn missing<T>(&self, scene: Scene<'_, T>, ends: &[End]) -> (Models, Option<Length>) {
        let height = |(_, pose, shape): &End| scene.laid.height(shape, pose.level);
        let heights: SmallVec<[Length; 16]> = ends.iter().map(height).collect();
        let gap = |a: usize, b: usize| ends[a].2.apart(&ends[b].2).up();
        let rise = |a: usize, b: usize| Length((heights[a] - heights[b]).0.abs());
        let level = |a: usize, b: usize| rise(a, b) <= self.height;
        let links = |near: &dyn Fn(usize, usize) -> bool| Links::of(ends.len(), near).ok();
        let holds = |near: &dyn Fn(usize, usize) -> bool| links(near).is_some_and(|links| self.holds(&links));
        let least = |of: &dyn Fn(usize, usize) -> Length, also: &dyn Fn(usize, usize) -> bool| {
            let pairs = (0..ends.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
            let mut lengths: Vec<Length> = pairs.map(|(a, b)| of(a, b)).collect();
            lengths.sort();
            let enough = |most: Length| holds(&|a, b| of(a, b) <= most && also(a, b));
            let place = lengths.partition_point(|most| !enough(*most));
            lengths.get(place).copied()
        };
        let by = least(&gap, &level).map(|most| most - self.gap);
        let by = by.or_else(|| least(&rise, &|_, _| true).map(|most| most - self.height));
        let apart = links(&|a, b| gap(a, b) <= self.gap && level(a, b)).map_or_else(Models::new, |links| {
            let rest = links.largest_group();
            let lonely = |place: &usize| links.neighbours(*place).len() < self.neighbours || !rest.contains(*place);
            (0..ends.len()).filter(lonely).map(|place| ends[place].0).collect()
        });
        (apart, by.filter(|by| *by > Length::ZERO))
    }
}

/// How far a shape reaches out of an outline; nothing is said of one with holes, or that bends inwards.
pub(crate) fn out_of(outline: &Outline, shape: &Shape) -> Option<Length> {
    if !outline.holes.is_empty() {
        return None;
    }
    let covers =
        |by: i32| Shape::hull(&outline.corners, outline.radius + Length(by)).is_ok_and(|zone| zone.covers(shape));
    let (mut short, mut enough) = (0, ground::FURTHEST);
    if covers(short) || !covers(enough) {
        return None;
    }
    while short + 1 < enough {
        let between = i32::midpoint(short, enough);
        if covers(between) { enough = between } else { short = between }
    }
    Some(Length(enough))
}

impl<T> Walk<'_, T> {
    /// How far a shape is from the nearest thing that a limit regards.
    fn away(&self, limit: &Limit, shape: &Shape) -> Option<Apart> {
        let all = limit.from.iter().flat_map(|of| self.scene.shapes(*of));
        all.map(|other| shape.apart(other)).min()
    }

    /// How much further away a shape would have to be.
    pub(super) fn too_near(&self, limit: &Limit, shape: &Shape) -> Option<Length> {
        Some((limit.gap - self.away(limit, shape)?.down()).max(Length(1)))
    }

    /// How much nearer one of some shapes would have to be.
    pub(super) fn too_far<'s>(&self, limit: &Limit, shapes: impl Iterator<Item = &'s Shape>) -> Option<Length> {
        let gaps = shapes.filter_map(|shape| self.away(limit, shape));
        gaps.min().map(|gap| gap.up() - limit.gap)
    }

    /// How much nearer a model would have to end to what its move leads to.
    pub(super) fn not_closer(&self, of: Ref, model: ModelId, shape: &Shape) -> Length {
        let (before, now) = self.distances(of, self.scene.troops.shape(model), shape);
        let far = |gap: Option<Apart>| gap.map_or(Length::ZERO, Apart::up);
        (far(now) - far(before)).max(Length(1))
    }
}
