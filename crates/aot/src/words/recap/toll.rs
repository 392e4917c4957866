//! What units lose in a step: models, and points of damage.

use vocabulary::{Seat, UnitId};

use crate::fact::Fact;
use crate::state::{Models, Whereabouts};
use crate::words::voice::{Voice, counted};

/// What one unit loses.
#[derive(Clone, Copy)]
struct Loss {
    unit: UnitId,
    models: u32,
    /// Models lost to their own weapons.
    own: u32,
    points: u32,
    told: bool,
}

/// What all units lose, and what of it was told.
pub(super) struct Toll<'a> {
    voice: Voice<'a>,
    losses: Vec<Loss>,
}

impl<'a> Toll<'a> {
    pub(super) fn of(voice: Voice<'a>, facts: &[Fact]) -> Toll<'a> {
        let mut toll = Toll { voice, losses: Vec::new() };
        let mut backfired = Models::new();
        for fact in facts {
            match fact {
                Fact::Backfired { model } => backfired.push(*model),
                Fact::Hurt { model, points } => {
                    toll.loss(voice.state.unit_of(*model)).points += u32::from(*points);
                }
                Fact::Destroyed { model } | Fact::RanOff { model } => {
                    let loss = toll.loss(voice.state.unit_of(*model));
                    match backfired.contains(model) {
                        true => loss.own += 1,
                        false => loss.models += 1,
                    }
                }
                _ => {}
            }
        }
        toll
    }

    fn loss(&mut self, unit: UnitId) -> &mut Loss {
        let at = self.losses.iter().position(|loss| loss.unit == unit).unwrap_or_else(|| {
            self.losses.push(Loss { unit, models: 0, own: 0, points: 0, told: false });
            self.losses.len() - 1
        });
        &mut self.losses[at]
    }

    /// Who has lost anything.
    pub(super) fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.losses.iter().map(|loss| loss.unit)
    }

    /// Whether a unit is harmed other than by its own weapons.
    pub(super) fn is_harmed(&self, unit: UnitId) -> bool {
        self.losses.iter().any(|loss| loss.unit == unit && (loss.models > 0 || loss.points > 0))
    }

    /// Whether a unit has lost all it had left.
    pub(super) fn is_destroyed(&self, unit: UnitId) -> bool {
        let gone = self.voice.state.unit(unit).at == Whereabouts::Gone;
        gone && self.losses.iter().any(|loss| loss.unit == unit)
    }

    /// What harm to a unit came to, to stand behind its name: `2 Stokers lost`. It is told once.
    pub(super) fn tell(&mut self, unit: UnitId) -> Option<String> {
        let (voice, destroyed) = (self.voice, self.is_destroyed(unit));
        let loss = self.losses.iter_mut().find(|loss| loss.unit == unit && !loss.told)?;
        let text = match (loss.models, loss.points) {
            (0, 0) => return None,
            _ if destroyed => "destroyed".to_owned(),
            (0, points) => format!("{points} damage"),
            (models, _) => format!("{} lost", voice.models(unit, models)),
        };
        loss.told = true;
        Some(text)
    }

    /// What harm to a unit came to, as a sentence with this subject: `the Stokers lose 2 models`. It is told once.
    pub(super) fn sentence(&mut self, unit: UnitId, subject: &str) -> Option<String> {
        let (state, destroyed) = (self.voice.state, self.is_destroyed(unit));
        let loss = self.losses.iter_mut().find(|loss| loss.unit == unit && !loss.told)?;
        let text = match (loss.models, loss.points) {
            (0, 0) => return None,
            _ if destroyed => state.does(unit, "is destroyed", "are destroyed").to_owned(),
            (0, points) => format!("{} {points} damage", state.does(unit, "takes", "take")),
            (models, _) => format!("{} {}", state.does(unit, "loses", "lose"), counted(models, "model", "models")),
        };
        loss.told = true;
        Some(format!("{subject} {text}"))
    }

    /// What nothing was said of yet, in sentences.
    pub(super) fn rest(&mut self) -> Vec<String> {
        let (voice, mut sentences) = (self.voice, Vec::new());
        for at in 0..self.losses.len() {
            let Loss { unit, own, .. } = self.losses[at];
            sentences.extend(self.sentence(unit, &voice.called(unit)));
            if own > 0 {
                let lost = counted(own, "model", "models");
                sentences.push(format!("{} {lost} to its own weapons", voice.acts(unit, "loses", "lose")));
            }
        }
        sentences
    }

    /// What each Commander's units lose, but for damage alone: `2 of the Drifters`, `the Kiln Mother`.
    pub(super) fn by_seat(&mut self) -> Vec<(Seat, Vec<String>)> {
        let voice = self.voice;
        let mut lists: Vec<(Seat, Vec<String>)> = voice.state.seats().map(|seat| (seat, Vec::new())).collect();
        for at in 0..self.losses.len() {
            let Loss { unit, models, own, .. } = self.losses[at];
            if models + own == 0 {
                continue;
            }
            let (lost, the) = (models + own, voice.the(unit));
            let (_, list) = &mut lists[voice.state.seat_of(unit).index()];
            list.push(if self.is_destroyed(unit) { the } else { format!("{lost} of {the}") });
            (self.losses[at].own, self.losses[at].told) = (0, true);
        }
        lists.retain(|(_, list)| !list.is_empty());
        lists
    }
}
