//! Whether one model can get to where it must end if it can: exactly, the others standing where they end.
//!
//! A spot is looked for at every place that can settle it ([`ground::Search`]), and each that is found is tested like one
//! that a player shows. What is not exact: bases that are not round are turned in steps, and spots of theirs are tried a
//! tenth of a millimetre apart; ways around something keep a hair more distance than they must.

use ground::{FACINGS, Footprint, Mover, Path, Pose, Rim, Search, Shape};
use vocabulary::{Limit, LimitKind, ModelId, Who};

use super::ways::{Goal, Ways};
use super::{Ends, Paths, Walk};

/// How many ways a base that is not round is turned, in half a turn.
const TURNS: u16 = 8;

impl<T> Walk<'_, T> {
    /// A way of a model to within a limit, if there is one, the others of its unit standing where they end.
    pub(super) fn way_into_range(&self, limit: &Limit, model: ModelId, ends: &Ends) -> Option<Path> {
        let all = limit.from.iter().flat_map(|of| self.scene.shapes(*of));
        self.way_near(model, &[all.map(|shape| Rim { shape, gap: limit.gap }).collect()], ends)
    }

    /// A way of one model to anywhere that it may end, the others standing as they do, if there is one. Where nothing is in
    /// its way it may stay where it is, and no way is looked for.
    pub fn way_of_one(&self, model: ModelId) -> Option<Path> {
        self.way_near(model, &[], &Ends::new())
    }

    /// A move of one model to where some model must end, the others standing as they do, if there is one.
    pub fn approach_of_one(&self, model: ModelId) -> Option<Paths> {
        let is_its = |limit: &Limit| limit.models.is_empty() || limit.models.contains(&model);
        let must = |limit: &&Limit| {
            limit.kind == LimitKind::EndWithin && matches!(limit.who, Who::AtLeast(_)) && is_its(limit)
        };
        let rims = |limit: &Limit| {
            let shapes = limit.from.iter().flat_map(|of| self.scene.shapes(*of));
            shapes.map(|shape| Rim { shape, gap: limit.gap }).collect()
        };
        let groups: Vec<Vec<Rim<'_>>> = self.terms.limits.iter().filter(must).map(rims).collect();
        let path = self.way_near(model, &groups, &Ends::new())?;
        Some(Paths::from_iter([(model, path)]))
    }

    /// A way of a model to near one of each of these groups, if there is one, the others of its unit standing where they
    /// end and the whole unit holding together.
    fn way_near(&self, model: ModelId, groups: &[Vec<Rim<'_>>], ends: &Ends) -> Option<Path> {
        let start = self.scene.troops.pose(model)?;
        let mut ways = Ways::past(self, ends.iter().filter(|(other, ..)| *other != model));
        let (base, within) = (self.scene.troops.base(model), self.full_allowance(model));
        let reach = within + base.turning();
        let standing = self.scene.troops.shape(model);
        let is_near = |rim: &&Rim<'_>| rim.shape.within(standing, reach + rim.gap);
        let near: Vec<Vec<Rim<'_>>> =
            groups.iter().map(|group| group.iter().filter(is_near).copied().collect()).collect();
        if near.iter().any(Vec::is_empty) {
            return None;
        }
        let others = || ends.iter().filter(|(other, ..)| *other != model);
        let gap = self.linked.map(|(linked, _)| linked.gap);
        let comrades: Vec<Rim<'_>> =
            gap.into_iter().flat_map(|gap| others().map(move |(_, _, shape)| Rim { shape, gap })).collect();
        // Whoever has comrades ends near to one of them.
        let beside = (!comrades.is_empty()).then_some(comrades.as_slice());
        let near: Vec<&[Rim<'_>]> = near.iter().map(Vec::as_slice).chain(beside).collect();
        let passes = self.passes(model, start);
        let mover = Mover::new(base).without(&passes);
        let holds_together = |end: Pose| {
            let ends: Ends = others().cloned().chain([(model, end, base.at(end))]).collect();
            self.holds_together(&ends)
        };
        let (obstacles, is_round) = (ways.obstacles().clone(), base.is_round());
        // Whoever can go straight need not look for a way around anything.
        let mut hidden: Vec<Goal> = Vec::new();
        for facing in facings(base, start) {
            let search = Search { mover, start: Pose { facing, ..start }, within, near: &near };
            let straight = search.first(&obstacles, |pose| {
                self.standings(base, start, pose).map(|end| Goal::open(model, start, end)).find_map(|goal| {
                    let is_known = hidden.iter().any(|known| known.is_beside(&goal));
                    // Of a base that is turned in steps anyway, one of many spots side by side says enough.
                    if is_known && !is_round || !holds_together(goal.end) {
                        return None;
                    }
                    let path = ways.straight(&goal);
                    if path.is_none() && !is_known {
                        hidden.push(goal);
                    }
                    path
                })
            });
            if straight.is_some() {
                return straight;
            }
        }
        hidden.iter().find_map(|goal| ways.legal_way_around(goal))
    }

    /// A pose on every level that a base can stand on there, the one without climbing first.
    fn standings(&self, base: &Footprint, start: Pose, pose: Pose) -> impl Iterator<Item = Pose> {
        let (laid, shape): (_, Shape) = (self.scene.laid, base.at(pose));
        let first = laid.grounded(base, start, pose);
        let levels = (0..).take_while(move |level| *level == 0 || laid.piece_under(&shape, *level).is_some());
        let others = levels.map(move |level| Pose { level, ..pose }).filter(move |other| *other != first);
        std::iter::once(first).chain(others)
    }
}

/// The facings to try: a round base looks the same from all sides.
pub(crate) fn facings(base: &Footprint, start: Pose) -> impl Iterator<Item = u16> {
    let turns = if base.is_round() { 1 } else { TURNS };
    (0..turns).map(move |turn| (start.facing + turn * (FACINGS / 2 / TURNS)) % FACINGS)
}
