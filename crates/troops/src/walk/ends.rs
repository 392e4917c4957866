//! What must hold where a unit ends its move.

use ground::{Apart, Shape};
use vocabulary::{Limit, LimitKind, ModelId, Ref, Who};

use super::{Ends, Misfit, Walk};
use crate::Models;

impl<T> Walk<'_, T> {
    /// Checks all that must hold at the end of a move; what is kept on the way was looked at there.
    pub(super) fn check_ends(&self, ends: &Ends, stays: bool) -> Result<(), Misfit> {
        // A unit that need not move, and does not, stands as it stood.
        if (!stays || self.terms.must_move) && !self.holds_together(ends) {
            self.check_gathering(ends)?;
        }
        for (number, limit) in self.terms.limits.iter().enumerate() {
            if let Some(broken) = self.broken_by(limit, ends) {
                return Err(Misfit::Broken(number, broken));
            }
        }
        Ok(())
    }

    /// Whether models that end like this hold together.
    pub(super) fn holds_together(&self, ends: &Ends) -> bool {
        self.linked.is_none_or(|(linked, _)| linked.holds(&linked.links(self.scene, ends)))
    }

    /// A unit that does not hold together, and cannot come together again: its scattered models come no further away
    /// from the largest group, which stays.
    fn check_gathering(&self, ends: &Ends) -> Result<(), Misfit> {
        let Some((linked, _)) = self.linked else { return Ok(()) };
        let troops = self.scene.troops;
        let models: Models = self.terms.models.iter().copied().filter(|model| troops.stands(*model)).collect();
        let before = linked.links_now(self.scene, &models);
        if !self.terms.gathers || linked.holds(&before) || self.can_gather(&models, &before) {
            return Err(Misfit::Scattered);
        }
        // Of several groups that are as large, the owner's move says which one stays.
        let groups = before.groups();
        let most = groups.iter().map(|group| group.len()).max();
        let stays = |group: &Models| {
            let away = |shape: &Shape| group.iter().map(|model| shape.apart(troops.shape(*model))).min();
            ends.iter().all(|(model, pose, shape)| {
                if group.contains(model) {
                    troops.pose(*model) == Some(*pose)
                } else {
                    away(shape) <= away(troops.shape(*model))
                }
            })
        };
        let mut largest = groups.iter().filter(|group| Some(group.len()) == most);
        let allowed = largest.any(|group| stays(&group.iter().map(|place| models[place]).collect()));
        if allowed { Ok(()) } else { Err(Misfit::Scattered) }
    }

    /// Who breaks a limit, or with regard to whom it is broken.
    fn broken_by(&self, limit: &Limit, ends: &Ends) -> Option<Ref> {
        let holds_for = |model: ModelId| limit.models.is_empty() || limit.models.contains(&model);
        let mut judged = ends.iter().filter(|(model, ..)| holds_for(*model));
        match (limit.kind, limit.who) {
            // Those who move were judged on the way as well; those who stay may stay as near.
            (LimitKind::KeepAway, _) if !limit.on_the_way => {
                judged.find(|(_, _, shape)| self.is_near(shape, limit)).map(|(model, ..)| Ref::Model(*model))
            }
            (LimitKind::EndWithin, Who::AtLeast(count)) if !limit.from.is_empty() => {
                let near = judged.filter(|(_, _, shape)| self.is_near(shape, limit)).count();
                (near < usize::from(count)).then(|| limit.from[0])
            }
            (LimitKind::EndWithin, Who::EachIfAble) => judged
                .filter(|(_, _, shape)| !self.is_near(shape, limit))
                .find(|(model, ..)| self.way_into_range(limit, *model, ends).is_some())
                .map(|(model, ..)| Ref::Model(*model)),
            (LimitKind::EndCloser { strictly }, _) => judged
                .find(|(model, pose, shape)| {
                    let stays = self.scene.troops.pose(*model) == Some(*pose);
                    !stays && !self.is_closer(limit, *model, shape, strictly)
                })
                .map(|(model, ..)| Ref::Model(*model)),
            _ => None,
        }
    }

    /// Whether a shape is within the gap of anything that a limit regards, or nearer than it where that is what counts.
    fn is_near(&self, shape: &Shape, limit: &Limit) -> bool {
        if limit.at_gap {
            let all = limit.from.iter().flat_map(|of| self.scene.shapes(*of));
            return all.into_iter().any(|near| !shape.apart(near).at_least(limit.gap));
        }
        limit.from.iter().any(|of| match of {
            Ref::Unit(unit) => self.scene.troops.within_of_unit(shape, *unit, limit.gap),
            other => self.scene.shapes(*other).into_iter().any(|near| shape.within(near, limit.gap)),
        })
    }

    /// Whether a model ends closer than it began to something that a limit regards. Touching terrain, or standing in it,
    /// is as close as can be.
    fn is_closer(&self, limit: &Limit, model: ModelId, shape: &Shape, strictly: bool) -> bool {
        limit.from.iter().any(|of| {
            let (before, now) = self.distances(*of, self.scene.troops.shape(model), shape);
            now < before || now == before && !strictly || self.terrain_of(*of).is_some() && now.is_none()
        })
    }

    /// How far something is from where a model begins, and from where it ends; nothing where it is in contact with
    /// terrain.
    pub(super) fn distances(&self, of: Ref, before: &Shape, now: &Shape) -> (Option<Apart>, Option<Apart>) {
        if let Some(place) = self.terrain_of(of) {
            let piece = &self.scene.laid.terrain[place];
            return (piece.away(before), piece.away(now));
        }
        let shapes = self.scene.shapes(of);
        let away = |shape: &Shape| shapes.iter().map(|other| shape.apart(other)).min();
        (away(before), away(now))
    }
}
