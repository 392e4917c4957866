//! What must hold where a unit ends its move.

use ground::{Apart, Length, Links, Shape};
use smallvec::SmallVec;
use vocabulary::{ModelId, UnitId};

use super::{End, Ends, Gait, Misfit, Move};
use crate::state::{BATTLE_RANGE, COHERENCY, COHERENCY_HEIGHT, Models, State};

/// Whether models that end like this are in Unit Coherency.
pub(super) fn are_coherent(state: &State, ends: &Ends) -> bool {
    state.is_coherent(&links(state, ends))
}

fn links(state: &State, ends: &Ends) -> Links {
    let bases: SmallVec<[(&Shape, Length); 16]> =
        ends.iter().map(|(_, pose, shape)| (shape, state.battlefield().height(shape, pose.level))).collect();
    troops::links(&bases, COHERENCY, COHERENCY_HEIGHT)
}

impl Move {
    /// Checks all that must hold at the end of a move.
    pub(super) fn check_ends(&self, state: &State, ends: &Ends, stays: bool) -> Result<(), Misfit> {
        let regroups = !stays || matches!(self.gait, Gait::Retreat { .. } | Gait::Charge { .. });
        if regroups && !are_coherent(state, ends) {
            self.check_regrouping(state, ends)?;
        }
        match &self.gait {
            Gait::Basic { .. } | Gait::Enter { .. } => Ok(()),
            Gait::Retreat { .. } => self.check_retreat(state, ends),
            Gait::Charge { targets, .. } => self.check_charge(state, targets, ends),
            Gait::Scrum => self.check_scrum(state, ends),
            // Carries out `aot.transport.scrum-disembark.stay-engaged`.
            Gait::Shift { from } => {
                let near =
                    |enemy: &UnitId| ends.iter().any(|(_, _, shape)| state.within_of_unit(shape, *enemy, BATTLE_RANGE));
                from.iter().find(|enemy| !near(enemy)).map_or(Ok(()), |enemy| Err(Misfit::Unreached(*enemy)))
            }
            Gait::Evade { piece, from, .. } => {
                check_evade(state, *piece, ends)?;
                if from.is_empty() { Ok(()) } else { self.check_retreat(state, ends) }
            }
        }
    }

    /// A unit whose coherency is broken, and that cannot come together again: its scattered models come no further away
    /// from the largest group, which stays. Carries out `aot.ruling.coherency-broken`.
    fn check_regrouping(&self, state: &State, ends: &Ends) -> Result<(), Misfit> {
        let (models, before) = state.links_of(self.unit);
        if state.is_coherent(&before) || super::plans::can_regroup(state, self) {
            return Err(Misfit::Incoherent);
        }
        // Of several groups that are as large, the owner's move says which one stays.
        let groups = before.groups();
        let most = groups.iter().map(|group| group.len()).max();
        let stays = |group: &Models| {
            let away = |shape: &Shape| group.iter().map(|model| shape.apart(state.shape(*model))).min();
            ends.iter().all(|(model, pose, shape)| {
                if group.contains(model) {
                    state.pose(*model) == Some(*pose)
                } else {
                    away(shape) <= away(state.shape(*model))
                }
            })
        };
        let mut largest = groups.iter().filter(|group| Some(group.len()) == most);
        let allowed = largest.any(|group| stays(&group.iter().map(|place| models[place]).collect()));
        if allowed { Ok(()) } else { Err(Misfit::Incoherent) }
    }

    /// Carries out `aot.move.retreat-move`, `aot.ruling.retreat-impossible`.
    fn check_retreat(&self, state: &State, ends: &Ends) -> Result<(), Misfit> {
        let seat = state.seat_of(self.unit);
        match ends.iter().find(|(_, _, shape)| state.near_enemy(seat, shape)) {
            Some((model, ..)) => Err(Misfit::Engaged(*model)),
            None => Ok(()),
        }
    }

    /// Carries out `aot.charge.success.ed1`, `aot.charge.success.ed2-3`, `aot.charge.move`, `aot.ruling.charge-reach`.
    fn check_charge(&self, state: &State, targets: &[UnitId], ends: &Ends) -> Result<(), Misfit> {
        let reaches = |shape: &Shape, target: UnitId| state.within_of_unit(shape, target, BATTLE_RANGE);
        for target in targets {
            if !ends.iter().any(|(_, _, shape)| reaches(shape, *target)) {
                return Err(Misfit::Unreached(*target));
            }
        }
        let outside = ends.iter().filter(|(_, _, shape)| !targets.iter().any(|target| reaches(shape, *target)));
        for (model, ..) in outside {
            if self.way_into_range(state, *model, ends).is_some() {
                return Err(Misfit::CouldReach(*model));
            }
        }
        Ok(())
    }

    /// Carries out `aot.action.scrum-direction`, `aot.ruling.scrum-details`.
    fn check_scrum(&self, state: &State, ends: &Ends) -> Result<(), Misfit> {
        for (model, pose, shape) in ends {
            if state.pose(*model) == Some(*pose) {
                continue;
            }
            let (gap, nearest) = state.nearest_enemies(*model);
            if !nearest.iter().any(|enemy| Some(shape.apart(state.shape(*enemy))) < gap) {
                return Err(Misfit::NotCloser(*model));
            }
        }
        Ok(())
    }
}

impl State {
    /// The enemy models that are nearest to a model, and how far away they are.
    pub(crate) fn nearest_enemies(&self, model: ModelId) -> (Option<Apart>, Models) {
        let (shape, seat) = (self.shape(model), self.seat_of(self.unit_of(model)));
        let mut nearest: (Option<Apart>, Models) = (None, Models::new());
        for enemy in self.enemies_of(seat).flat_map(|unit| self.standing(unit)) {
            let gap = shape.apart(self.shape(enemy));
            if nearest.0.is_none_or(|known| gap < known) {
                nearest = (Some(gap), Models::new());
            }
            if nearest.0 == Some(gap) {
                nearest.1.push(enemy);
            }
        }
        nearest
    }
}

/// Carries out `aot.reaction.evade-exists`, `aot.ruling.evade-direction`.
fn check_evade(state: &State, piece: u16, ends: &Ends) -> Result<(), Misfit> {
    let piece = &state.battlefield().terrain[usize::from(piece)];
    let strays = |(model, pose, shape): &&End| {
        let stands = state.pose(*model) == Some(*pose);
        let away = piece.away(shape);
        !stands && away.is_some() && away >= piece.away(state.shape(*model))
    };
    match ends.iter().find(strays) {
        Some((model, ..)) => Err(Misfit::NotCloser(*model)),
        None => Ok(()),
    }
}
