//! What units lose in a step: models, and points of damage.

use vocabulary::UnitId;

use crate::chapters::damage::{self, removal};
use crate::fact::Fact;
use crate::words::voice::{Voice, counted};

/// What one unit loses.
struct Loss {
    unit: UnitId,
    models: u16,
    points: u16,
    destroyed: bool,
    told: bool,
}

/// What all units lose, and what of it was told.
pub(super) struct Toll<'a> {
    say: Voice<'a>,
    losses: Vec<Loss>,
}

impl<'a> Toll<'a> {
    pub(super) fn of(say: Voice<'a>, facts: &[Fact]) -> Toll<'a> {
        let mut toll = Toll { say, losses: Vec::new() };
        for fact in facts {
            match fact {
                Fact::Damage(damage::Facts::Hurt { model, points }) => {
                    toll.loss(say.unit_of(*model)).points += u16::from(*points);
                }
                Fact::Damage(damage::Facts::Removal(removal::Facts::Removed { unit, models })) => {
                    toll.loss(*unit).models += models.len() as u16;
                }
                Fact::Damage(damage::Facts::Removal(removal::Facts::Destroyed { unit })) => {
                    toll.loss(*unit).destroyed = true;
                }
                _ => {}
            }
        }
        toll
    }

    fn loss(&mut self, unit: UnitId) -> &mut Loss {
        let at = self.losses.iter().position(|loss| loss.unit == unit).unwrap_or_else(|| {
            self.losses.push(Loss { unit, models: 0, points: 0, destroyed: false, told: false });
            self.losses.len() - 1
        });
        &mut self.losses[at]
    }

    /// What harm to a unit came to, to stand behind its name: `2 models lost`. It is told once.
    pub(super) fn tell(&mut self, unit: UnitId) -> Option<String> {
        let loss = self.losses.iter_mut().find(|loss| loss.unit == unit && !loss.told)?;
        loss.told = true;
        match (loss.destroyed, loss.models, loss.points) {
            (true, ..) => Some("destroyed".to_owned()),
            (false, 0, 0) => None,
            (false, 0, points) => Some(format!("{points} damage")),
            (false, models, _) => Some(format!("{} lost", counted(i32::from(models), "model", "models"))),
        }
    }

    /// What nothing was said of yet, in sentences.
    pub(super) fn rest(&mut self) -> Vec<String> {
        let say = self.say;
        let untold = self.losses.iter_mut().filter(|loss| !loss.told);
        let sentence = |loss: &mut Loss| {
            loss.told = true;
            let (unit, who) = (loss.unit, say.called(loss.unit));
            Some(match (loss.destroyed, loss.models, loss.points) {
                (true, ..) => format!("{who} {} destroyed", say.does(unit, "is", "are")),
                (false, 0, 0) => return None,
                (false, 0, points) => format!("{who} {} {points} damage", say.does(unit, "takes", "take")),
                (false, models, _) => {
                    let models = counted(i32::from(models), "model", "models");
                    format!("{who} {} {models}", say.does(unit, "loses", "lose"))
                }
            })
        };
        untold.filter_map(sentence).collect()
    }
}
