//! Questions in which no answer makes a difference, and what is answered to them.

use vocabulary::{Answer, Seat, UnitId};

use super::answers::plain;
use crate::chapters::charging::CHARGE_RANGE;
use crate::chapters::feat::Window;
use crate::chapters::modifiers::Modifier;
use crate::chapters::soul::{Mark, Spell};
use crate::forces::doctrine::Feat;
use crate::prompt::{Batch, Prompt};
use crate::state::State;

/// The answer to a question that need not be put to anybody.
pub(crate) fn idle(state: &State, seat: Seat, prompt: &Prompt) -> Option<Answer> {
    match prompt {
        Prompt::Feat { now } => {
            let useful = |(feat, unit): (&Feat, UnitId)| state.is_of_use(feat, unit, now);
            (!state.feats_at(seat, now).into_iter().any(useful)).then(Answer::none)
        }
        Prompt::Casualty { unit, falls, .. } => {
            // All of them fall, in whatever order.
            let soldiers = state.living(*unit).filter(|model| !state.is_character(*model)).count();
            (usize::from(*falls) == soldiers).then(|| plain(state, seat, prompt))
        }
        Prompt::Groups { unit, groups, in_battle } => {
            state.come_to_the_same(*unit, groups, *in_battle).then(|| plain(state, seat, prompt))
        }
        Prompt::Target { model, spell: Spell::Restore } => {
            let hurt = |mark: &Mark| !state.is_whole(state.unit_of_mark(*mark));
            (!state.marks(*model, Spell::Restore).iter().any(hurt)).then(|| plain(state, seat, prompt))
        }
        _ => None,
    }
}

impl State {
    /// Whether a Feat that can be performed at a moment could change anything.
    fn is_of_use(&self, feat: &Feat, unit: UnitId, now: &Window) -> bool {
        let whom = self.feat_is_for(feat, unit, now);
        let gives = |modifier: &Modifier| match modifier {
            Modifier::Suppressed => whom.iter().any(|foe| self.may_yet_be_charged(*foe, now)),
            _ => true,
        };
        let thirsts = |unit: &UnitId| {
            let channeller = self.channeller(*unit);
            channeller.is_some_and(|model| self.model(model).soul < self.model_info(model).rank.soul())
        };
        feat.hurts
            || (feat.mends && whom.iter().any(|unit| !self.is_whole(*unit)))
            || (feat.soul > 0 && whom.iter().any(thirsts))
            || feat.gives.iter().any(gives)
    }

    /// Whether a unit that can still Counter Charge may yet be charged in this Action Phase.
    fn may_yet_be_charged(&self, unit: UnitId, now: &Window) -> bool {
        let may = |enemy: &UnitId| {
            !self.unit(*enemy).spent
                && !now.units.contains(enemy)
                && self.units_within(unit, *enemy, CHARGE_RANGE + self.speed(*enemy))
        };
        !self.is_given(unit, Modifier::Suppressed) && self.enemies_of(self.seat_of(unit)).any(|enemy| may(&enemy))
    }

    /// Whether groups of hits on a unit come to the same in any order: each hit does as much as any other, or they all
    /// fall on one model.
    fn come_to_the_same(&self, unit: UnitId, groups: &[Batch], in_battle: bool) -> bool {
        let damage = |batch: &Batch| match batch {
            Batch::Hits { damage, .. } => Some(*damage),
            Batch::Attacks { .. } => None,
        };
        let alike = groups.iter().all(|batch| damage(batch).is_some() && damage(batch) == damage(&groups[0]));
        in_battle && (self.living(unit).count() == 1 || (alike && self.resist_alike(unit)))
    }

    /// Whether it makes no difference to Resist Rolls which model of a unit is hit.
    fn resist_alike(&self, unit: UnitId) -> bool {
        let values = |model| (self.card(model).resist, self.resilient(model), self.stands_in_cover(model));
        let mut models = self.living(unit).map(values);
        models.next().is_none_or(|first| models.all(|other| other == first))
    }
}
