//! What Feats are worth.

use engine::Idea;
use vocabulary::{Answer, Seat, UnitId};

use super::spells::SOUL;
use super::{POINT, choose, idea};
use crate::chapters::feat::Window;
use crate::chapters::modifiers::Modifier;
use crate::forces::doctrine::{Feat, Whom};
use crate::state::State;

/// What a Feat Point is worth: another comes with each Control Phase.
const FEAT: i64 = 10 * POINT;

impl State {
    /// What a modifier is worth to a unit at this moment.
    fn modifier_worth(&self, unit: UnitId, modifier: Modifier) -> i64 {
        let by = |by: i8, each: i64| i64::from(by) * each;
        match modifier {
            Modifier::Power(more) => by(more, self.promise(unit) / 4),
            Modifier::Hit(more) => by(more, self.promise(unit) / 3),
            Modifier::Defense(more) => by(more, self.danger(unit) / 4),
            Modifier::Resist(more) => by(more, self.danger(unit) / 5),
            Modifier::Resilient(need) => self.danger(unit) * i64::from(7 - need.min(6)) / 6,
            Modifier::Speed(more) if !self.is_engaged(unit) => by(more, 5 * POINT),
            Modifier::Vigor(more) => by(more, 10 * POINT),
            Modifier::Crushing => 25 * POINT,
            Modifier::Suppressed => -8 * POINT,
            Modifier::Evasive => 6 * POINT,
            Modifier::Speed(_) | Modifier::Calm | Modifier::Shroud => POINT,
        }
    }

    /// What a Feat is worth.
    fn feat_worth(&self, feat: &Feat, unit: UnitId, now: &Window) -> i64 {
        let modifiers =
            |whom: UnitId| feat.gives.iter().map(|modifier| self.modifier_worth(whom, *modifier)).sum::<i64>();
        let lost: i64 =
            self.roll_call(unit).map(|model| i64::from(self.card(model).health - self.model(model).health)).sum();
        let mended = if feat.mends { self.health_worth(unit, lost.min(2)) } else { 0 };
        let room = self.channeller(unit).map_or(0, |model| {
            i64::from(self.model_info(model).rank.soul() - self.model(model).soul).min(feat.soul.into())
        });
        let gain = match feat.on {
            Whom::Unit => modifiers(unit),
            Whom::Enemy => {
                let foes = self.feat_is_for(feat, unit, now).into_iter();
                let hurt = |foe: UnitId| if feat.hurts { self.health_worth(foe, 2) } else { 0 };
                foes.map(|foe| hurt(foe) - modifiers(foe)).max().unwrap_or(0)
            }
        };
        gain + mended + room * SOUL
    }
}

/// Feats that are worth more than the point.
pub(super) fn feats(state: &State, seat: Seat, now: &Window) -> Vec<Idea> {
    let mut ideas = vec![idea("no Feat", Answer::none(), 0)];
    for (feat, unit) in state.feats_at(seat, now) {
        let label = format!("{}: {}", state.unit_name(unit), feat.name);
        ideas.push(idea(label, choose(feat.id, unit), state.feat_worth(feat, unit, now) - FEAT));
    }
    ideas
}
