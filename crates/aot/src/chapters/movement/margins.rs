//! By how much something is too far, too near or too scattered; reckoned when somebody wants to read it.

use ground::{Apart, Length, Links, Outline, Shape};
use smallvec::SmallVec;
use vocabulary::{ModelId, UnitId};

use super::{Ends, Gait};
use crate::state::{BATTLE_RANGE, COHERENCY, COHERENCY_HEIGHT, Models, State};

/// The models that are too far from the rest of their unit, and the length by which gaps would have to be shorter for
/// Unit Coherency; heights, where only those are in the way.
pub(super) fn incoherence(state: &State, ends: &Ends) -> (Models, Option<Length>) {
    let heights: SmallVec<[Length; 16]> =
        ends.iter().map(|(_, pose, shape)| state.battlefield().height(shape, pose.level)).collect();
    let gap = |a: usize, b: usize| ends[a].2.apart(&ends[b].2).up();
    let rise = |a: usize, b: usize| Length((heights[a] - heights[b]).0.abs());
    let level = |a: usize, b: usize| rise(a, b) <= COHERENCY_HEIGHT;
    let links = |near: &dyn Fn(usize, usize) -> bool| Links::of(ends.len(), near).ok();
    let holds = |near: &dyn Fn(usize, usize) -> bool| links(near).is_some_and(|links| state.is_coherent(&links));
    let least = |of: &dyn Fn(usize, usize) -> Length, also: &dyn Fn(usize, usize) -> bool| {
        let pairs = (0..ends.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let mut lengths: Vec<Length> = pairs.map(|(a, b)| of(a, b)).collect();
        lengths.sort();
        let enough = |most: Length| holds(&|a, b| of(a, b) <= most && also(a, b));
        let place = lengths.partition_point(|most| !enough(*most));
        lengths.get(place).copied()
    };
    let by = least(&gap, &level).map(|most| most - COHERENCY);
    let by = by.or_else(|| least(&rise, &|_, _| true).map(|most| most - COHERENCY_HEIGHT));
    let apart = links(&|a, b| gap(a, b) <= COHERENCY && level(a, b)).map_or_else(Models::new, |links| {
        let needed = State::neighbours_needed(ends.len());
        let rest = links.largest_group();
        let lonely = |place: &usize| links.neighbours(*place).len() < needed || !rest.contains(*place);
        (0..ends.len()).filter(lonely).map(|place| ends[place].0).collect()
    });
    (apart, by.filter(|by| *by > Length::ZERO))
}

/// How far a shape reaches out of an outline; nothing is said of one with holes, or that bends inwards.
pub(super) fn out_of(outline: &Outline, shape: &Shape) -> Option<Length> {
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

/// How much further from the nearest enemy a shape would have to be.
pub(super) fn in_battle_range(state: &State, unit: UnitId, shape: &Shape) -> Option<Length> {
    let enemies = state.enemies_of(state.seat_of(unit)).flat_map(|enemy| state.standing(enemy));
    let gap = enemies.map(|enemy| shape.apart(state.shape(enemy))).min()?;
    Some((BATTLE_RANGE - gap.down()).max(Length(1)))
}

/// How much nearer one of some shapes would have to be to be in Battle Range of one of some units.
pub(super) fn out_of_battle_range<'a>(
    state: &State,
    units: &[UnitId],
    shapes: impl Iterator<Item = &'a Shape>,
) -> Option<Length> {
    let near = |shape: &Shape| {
        let models = units.iter().flat_map(|unit| state.standing(*unit));
        models.map(|enemy| shape.apart(state.shape(enemy))).min()
    };
    shapes.filter_map(near).min().map(|gap| gap.up() - BATTLE_RANGE)
}

/// How much nearer a model would have to end to what its move leads to.
pub(super) fn not_closer(state: &State, gait: &Gait, model: ModelId, shape: &Shape) -> Option<Length> {
    let (before, now): (Option<Apart>, Option<Apart>) = match gait {
        Gait::Evade { piece, .. } => {
            let piece = &state.battlefield().terrain[usize::from(*piece)];
            (piece.away(state.shape(model)), piece.away(shape))
        }
        _ => {
            let (before, nearest) = state.nearest_enemies(model);
            (before, nearest.iter().map(|enemy| shape.apart(state.shape(*enemy))).min())
        }
    };
    let far = |gap: Option<Apart>| gap.map_or(Length::ZERO, Apart::up);
    Some((far(now) - far(before)).max(Length(1)))
}
