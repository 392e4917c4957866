//! Modifiers: what changes the values of a unit, for a while or under a condition.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{ModelId, UnitId, Word};

use crate::chapters::feat;
use crate::chapters::sequence::Changes;
use crate::chapters::soul::Spell;
use crate::state::State;

/// What a unit gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Modifier {
    /// So much Power more, for all its weapons.
    Power(i8),
    /// So much Defense more.
    Defense(i8),
    /// So much more on its Resist Rolls.
    Resist(i8),
    /// So much more on its Attack Rolls.
    Hit(i8),
    /// So many inches of Speed more.
    Speed(i8),
    /// So many inches of Charge Vigor more.
    Vigor(i8),
    /// Resilient on this number.
    Resilient(u8),
    /// Terror has no effect.
    Calm,
    /// Its character cannot be picked out by Precise weapons.
    Shroud,
    /// It cannot Counter Charge.
    Suppressed,
    /// It evades further, and towards any terrain.
    Evasive,
    /// Its charge strikes harder.
    Crushing,
}

/// A value that modifiers change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Power,
    Defense,
    Resist,
    Hit,
    Speed,
    Vigor,
}

impl Modifier {
    /// What it adds to a value.
    pub(crate) fn adds(self, value: Value) -> i8 {
        match (self, value) {
            (Modifier::Power(by), Value::Power)
            | (Modifier::Defense(by), Value::Defense)
            | (Modifier::Resist(by), Value::Resist)
            | (Modifier::Hit(by), Value::Hit)
            | (Modifier::Speed(by), Value::Speed)
            | (Modifier::Vigor(by), Value::Vigor) => by,
            _ => 0,
        }
    }

    /// Whether two of it are more than one.
    pub(crate) fn adds_up(self) -> bool {
        matches!(self, Modifier::Power(_) | Modifier::Defense(_) | Modifier::Speed(_))
    }

    /// What is wrong with it as a part of a pack.
    pub(crate) fn fault(self) -> Option<String> {
        let (what, by) = match self {
            Modifier::Power(by) => ("power", by),
            Modifier::Defense(by) => ("defense", by),
            Modifier::Resist(by) => ("resist", by),
            Modifier::Hit(by) => ("hit", by),
            Modifier::Speed(by) => ("speed", by),
            Modifier::Vigor(by) => ("vigor", by),
            Modifier::Resilient(need) if !(3..=6).contains(&need) => {
                return Some(format!("resilient is {need}; it must be from 3 to 6"));
            }
            _ => return None,
        };
        let fits = by != 0 && (-3..=3).contains(&by);
        (!fits).then(|| format!("{what} is {by}; it must be from -3 to 3, and not 0"))
    }

    /// What a unit has by it or can do, in words; `has` and `can` begin the sentence.
    pub(crate) fn text(self, has: &str, can: &str) -> String {
        match self {
            Modifier::Power(by) => format!("{has} {by:+} Power"),
            Modifier::Defense(by) => format!("{has} {by:+} Defense"),
            Modifier::Resist(by) => format!("{has} {by:+} to Resist Rolls"),
            Modifier::Hit(by) => format!("{has} {by:+} to Attack Rolls"),
            Modifier::Speed(by) => format!("{has} {by:+} in Speed"),
            Modifier::Vigor(by) => format!("{has} {by:+} in Charge Vigor"),
            Modifier::Resilient(need) => format!("{has} Resilient {need}+"),
            Modifier::Calm => format!("{has} no fear of Terror"),
            Modifier::Shroud => format!("{has} a character that nobody can pick out"),
            Modifier::Suppressed => format!("{can}not Counter Charge"),
            Modifier::Evasive => format!("{can} evade 3 in further, towards any terrain"),
            Modifier::Crushing => format!("{can} do up to 5 points of damage on impact, one for each 4+"),
        }
    }
}

/// Where a modifier comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// A spell.
    Spell(Spell),
    /// A Feat, by its id.
    Feat(Word),
}

impl Source {
    /// The rule behind it.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Source::Spell(spell) => spell.rule(),
            Source::Feat(feat) => feat::rule_of(feat),
        }
    }
}

/// How long a modifier lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// Until the Activation or phase at hand is over.
    Activation,
    /// Until the Round ends.
    #[default]
    Round,
}

/// A modifier that a unit has for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timed {
    /// What it gets.
    pub modifier: Modifier,
    /// From where.
    pub from: Source,
    /// How long.
    pub until: Until,
}

/// The modifiers that a unit has for a while.
pub(crate) type AllTimed = SmallVec<[Timed; 2]>;

impl State {
    /// The modifiers of a unit, each with the rule that it comes from.
    pub(crate) fn modifiers(&self, unit: UnitId) -> impl Iterator<Item = (Modifier, &'static str)> + '_ {
        let given = self.unit(unit).timed.iter().map(|timed| (timed.modifier, timed.from.rule()));
        given.chain(self.standing_modifiers(unit))
    }

    /// What modifiers add to a value of a unit. Carries out `aot.ruling.spell-stacking`, `aot.ruling.modifiers-stack`.
    pub(crate) fn bonus(&self, unit: UnitId, value: Value) -> i16 {
        self.modifiers(unit).map(|(modifier, _)| i16::from(modifier.adds(value))).sum()
    }

    /// A value of a unit as modifiers make it, from what is printed.
    pub(crate) fn raised(&self, unit: UnitId, value: Value, printed: u8) -> i16 {
        i16::from(printed) + self.bonus(unit, value)
    }

    /// The rules of the modifiers that changed a value of a unit.
    pub(crate) fn modifiers_behind(&self, unit: UnitId, value: Value) -> Changes {
        let changing = self.modifiers(unit).filter(|(modifier, _)| modifier.adds(value) != 0);
        changing.map(|(_, rule)| (rule, 0)).collect()
    }

    /// What modifiers change in the needs of a unit's rolls.
    pub(crate) fn eased(&self, unit: UnitId, value: Value) -> Changes {
        let changes = self.modifiers(unit).map(|(modifier, rule)| (rule, -i16::from(modifier.adds(value))));
        changes.filter(|(_, by)| *by != 0).collect()
    }

    /// What a model ignores damage on, by its card or by a modifier: one roll with the better number, and the
    /// rule behind the modifier.
    ///
    /// Carries out `aot.ruling.resilient-stacking`, `aot.spell.numb`.
    pub(crate) fn resilient(&self, model: ModelId) -> Option<(u8, Option<&'static str>)> {
        let given = self.modifiers(self.unit_of(model)).filter_map(|(modifier, rule)| match modifier {
            Modifier::Resilient(need) => Some((need, Some(rule))),
            _ => None,
        });
        self.card(model).resilient().map(|need| (need, None)).into_iter().chain(given).min_by_key(|(need, _)| *need)
    }

    /// Whether a unit has a modifier.
    pub(crate) fn is_given(&self, unit: UnitId, modifier: Modifier) -> bool {
        self.modifiers(unit).any(|(given, _)| given == modifier)
    }
}
