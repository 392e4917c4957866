//! Boons: what changes the values of a unit for a while.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{ModelId, Roll, UnitId};

use crate::soul::Spell;
use crate::state::State;

/// What a unit gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boon {
    /// So much Power more, for all its weapons.
    Power(i8),
    /// So much Defense more.
    Defense(i8),
    /// So many inches of Speed more.
    Speed(i8),
    /// Resilient on this number.
    Resilient(u8),
    /// Terror has no effect.
    Calm,
    /// Its character cannot be picked out by Precise weapons.
    Shroud,
}

/// A value that boons change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Power,
    Defense,
    Speed,
}

impl Boon {
    /// What it adds to a value.
    fn adds(self, value: Value) -> i8 {
        match (self, value) {
            (Boon::Power(by), Value::Power) | (Boon::Defense(by), Value::Defense) | (Boon::Speed(by), Value::Speed) => {
                by
            }
            _ => 0,
        }
    }
}

/// A boon that a unit has until the Round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gift {
    /// What it gets.
    pub boon: Boon,
    /// By which spell.
    pub from: Spell,
}

/// The boons of a unit.
pub(crate) type Gifts = SmallVec<[Gift; 2]>;

impl State {
    /// The boons of a unit, each with the rule that it comes from.
    pub(crate) fn boons(&self, unit: UnitId) -> impl Iterator<Item = (Boon, &'static str)> + '_ {
        self.unit(unit).gifts.iter().map(|gift| (gift.boon, gift.from.rule()))
    }

    /// What boons add to a value of a unit. Carries out `aot.ruling.spell-stacking`, `aot.ruling.modifiers-stack`.
    pub(crate) fn bonus(&self, unit: UnitId, value: Value) -> i16 {
        self.boons(unit).map(|(boon, _)| i16::from(boon.adds(value))).sum()
    }

    /// A value of a unit as boons make it, from what is printed.
    pub(crate) fn raised(&self, unit: UnitId, value: Value, printed: u8) -> i16 {
        i16::from(printed) + self.bonus(unit, value)
    }

    /// A roll with the rules of the boons that changed a value behind it.
    pub(crate) fn with_boons(&self, roll: Roll, unit: UnitId, value: Value) -> Roll {
        let changing = self.boons(unit).filter(|(boon, _)| boon.adds(value) != 0);
        changing.fold(roll, |roll, (_, rule)| roll.modified(rule, 0))
    }

    /// What a model ignores damage on, by its card or by a boon: one roll with the better number.
    ///
    /// Carries out `aot.ruling.resilient-stacking`, `aot.spell.numb`.
    pub(crate) fn resilient(&self, model: ModelId) -> Option<u8> {
        let given = self.boons(self.unit_of(model)).filter_map(|(boon, _)| match boon {
            Boon::Resilient(need) => Some(need),
            _ => None,
        });
        self.card(model).resilient().into_iter().chain(given).min()
    }

    /// Whether a boon is among those of a unit.
    pub(crate) fn is_given(&self, unit: UnitId, boon: Boon) -> bool {
        self.boons(unit).any(|(given, _)| given == boon)
    }
}
