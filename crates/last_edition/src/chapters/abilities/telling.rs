//! What abilities do to the position, and how it is told.

use vocabulary::{Ref, Text};

use super::{Facts, Lost, Moment, Until, Use, Used, end};
use crate::chapters::round::Phase;
use crate::fact::Happening;
use crate::forces::ability::{Change, Effect};
use crate::state::State;
use crate::words::voice::{Voice, capital, counted};

impl Until {
    /// Until when something holds, in words.
    pub(crate) fn words(self, say: Voice<'_>) -> String {
        match self {
            Until::Activation => "for now".to_owned(),
            Until::Phase => "until the phase ends".to_owned(),
            Until::Turn => "until the turn ends".to_owned(),
            Until::Round => "until the round ends".to_owned(),
            Until::Command(seat) => format!("until {} next command phase", say.whose(seat)),
            Until::Battle => "until the battle ends".to_owned(),
        }
    }
}

/// What a change or a gain is, in a few words: `Hit rolls +1`, `Protected`.
pub(crate) fn effect_words(effect: Effect) -> String {
    match effect {
        Effect::Change(Change { value, by, attacks }) => {
            let attacks = match attacks {
                Some(crate::forces::ability::AttackKind::Ranged) => " in shooting",
                Some(crate::forces::ability::AttackKind::Melee) => " in melee",
                None => "",
            };
            format!("{} {by:+}{attacks}", value.label())
        }
        Effect::Gain(gain) => gain.label().to_owned(),
        _ => String::new(),
    }
}

impl State {
    fn add_power_dice(&mut self, seat: vocabulary::Seat, dice: u8) {
        let in_power_phase = self.stage.phase() == Some(Phase::Power);
        let side = &mut self.sides[seat.index()];
        let pool = if in_power_phase { &mut side.power_dice } else { &mut side.added_dice };
        *pool = pool.saturating_add(dice);
    }

    /// An ability was used, as often as that matters.
    pub(crate) fn note_use(&mut self, of: Use) {
        let Some(once) = self.ability(of).map(|ability| ability.once) else { return };
        let seat = self.seat_of(of.unit);
        self.sides[seat.index()].used.push(Used { of, once });
    }
}

impl Happening for Facts {
    /// Carries out `tle.ability.use`, `tle.leader-points.usable`, `tle.ruling.leader-point-uses`.
    fn apply(&self, state: &mut State) {
        match self {
            Facts::Used { of, points, .. } => {
                let seat = state.seat_of(of.unit);
                state.sides[seat.index()].leader_points -= i16::from(*points);
                state.note_use(*of);
            }
            Facts::Holds { unit, held } => state.units[unit.index()].lasting.held.push(*held),
            Facts::Healed { model, health } => state.models[model.index()].health += health,
            Facts::Suffered { model } => {
                let model = &mut state.models[model.index()];
                model.health = model.health.saturating_sub(1);
            }
            Facts::Returned { placed, .. } => {
                for (model, pose) in placed {
                    state.models[model.index()].health = state.profile(*model).health;
                    state.put(*model, *pose);
                }
            }
            Facts::LeaderPoints { seat, points } => {
                state.sides[seat.index()].leader_points += i16::from(*points);
            }
            Facts::PowerDice { seat, dice } => state.add_power_dice(*seat, *dice),
            Facts::LosesReactions { seat, units, until } => {
                state.sides[seat.index()].lost.push(Lost { units: *units, until: *until });
            }
            Facts::Over => end(state, Moment::Activation),
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        Some(match self {
            Facts::Used { of, target, points } => {
                let name = say.state.ability(*of).map_or("", |ability| &ability.name);
                let mut text = format!("{} {name}", say.unit_does(of.unit, "uses", "use"));
                if let Some(target) = target.filter(|target| *target != of.unit) {
                    text = format!("{text} on {}", say.called(target));
                }
                if *points > 0 {
                    text = format!("{text} for {}", counted(i32::from(*points), "leader point", "leader points"));
                }
                let text = Text::new(text).about(Ref::Unit(of.unit));
                target.iter().fold(text, |text, target| text.about(Ref::Unit(*target)))
            }
            Facts::Holds { unit, held } => {
                let who = capital(&say.called(*unit));
                let text = format!("{who}: {} {}", effect_words(held.effect), held.until.words(say));
                Text::new(text).about(Ref::Unit(*unit))
            }
            Facts::Healed { model, health } => {
                let text = format!("{} {health} health", say.model_does(*model, "regains", "regain"));
                Text::new(text).about(Ref::Model(*model))
            }
            Facts::Suffered { model } => {
                Text::new(say.model_does(*model, "suffers a wound", "suffer a wound")).about(Ref::Model(*model))
            }
            Facts::Returned { placed, .. } => {
                let model = placed.first()?.0;
                Text::new(say.model_does(model, "comes back", "come back")).about(Ref::Model(model))
            }
            Facts::LeaderPoints { seat, points } => {
                let gains = say.plays(*seat, "gains", "gain");
                let points = counted(i32::from(*points), "leader point", "leader points");
                Text::new(format!("{gains} {points}")).about(Ref::Seat(*seat))
            }
            Facts::PowerDice { seat, dice } => {
                let has = say.plays(*seat, "has", "have");
                let dice = counted(i32::from(*dice), "more power die", "more power dice");
                Text::new(format!("{has} {dice}")).about(Ref::Seat(*seat))
            }
            Facts::LosesReactions { seat, units, until } => {
                let declares = say.plays(*seat, "declares", "declare");
                let units = counted(i32::from(*units), "reaction unit", "reaction units");
                Text::new(format!("{declares} {units} less {}", until.words(say))).about(Ref::Seat(*seat))
            }
            Facts::Over => return None,
        })
    }
}
