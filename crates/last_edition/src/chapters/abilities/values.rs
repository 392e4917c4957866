//! What abilities and auras come to for a unit: the largest increase and the largest decrease of a value, and what it has.

use smallvec::SmallVec;
use vocabulary::{UnitId, Word};

use super::{Held, Until};
use crate::chapters::dice::Changes;
use crate::forces::ability::{Affects, AttackKind, Aura, Effect, Gain, Value};
use crate::state::State;

/// Something that a unit is under: an aura, or what an ability does to it for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Under<'a> {
    /// The unit that it comes from.
    pub(crate) source: UnitId,
    /// The id of the ability or aura on the datasheet of that unit.
    pub(crate) id: Word,
    /// What it is called.
    pub(crate) name: &'a str,
    /// What it does, in a sentence.
    pub(crate) text: &'a str,
    /// One of its effects.
    pub(crate) effect: Effect,
    /// Until when it holds; of an aura, nothing.
    pub(crate) until: Option<Until>,
}

impl Under<'_> {
    fn rule(&self) -> &'static str {
        if self.until.is_some() { "tle.ability.use" } else { "tle.ability.aura" }
    }
}

impl State {
    /// All that a unit is under, abilities first, each effect by itself.
    ///
    /// Carries out `tle.ability.aura`, `tle.ruling.aura-side`.
    pub(crate) fn under(&self, unit: UnitId) -> impl Iterator<Item = Under<'_>> + '_ {
        let held = self.unit(unit).lasting.held.iter().filter_map(|held| self.named(held));
        held.chain(self.auras_around(unit))
    }

    fn named(&self, held: &Held) -> Option<Under<'_>> {
        let ability = self.ability(held.of())?;
        let (source, effect, until) = (held.source, held.effect, Some(held.until));
        Some(Under { source, id: ability.id, name: &ability.name, text: &ability.text, effect, until })
    }

    fn auras_around(&self, unit: UnitId) -> impl Iterator<Item = Under<'_>> + '_ {
        let sources = self.fielded().filter(move |source| {
            self.is_on_field(unit) && !self.sheet(*source).auras.is_empty() && self.is_alive(*source)
        });
        sources.flat_map(move |source| {
            let reaching = self.sheet(source).auras.iter().filter(move |aura| self.is_in_aura(unit, source, aura));
            reaching.flat_map(move |aura| {
                let under = move |effect: &Effect| {
                    let (id, name, text) = (aura.id, aura.name.as_str(), aura.text.as_str());
                    Under { source, id, name, text, effect: *effect, until: None }
                };
                aura.effects.iter().map(under)
            })
        })
    }

    /// Whether an aura of a unit affects another. Carries out `tle.ability.aura`, `tle.ruling.aura-side`.
    pub(crate) fn is_in_aura(&self, unit: UnitId, source: UnitId, aura: &Aura) -> bool {
        let friends = self.seat_of(unit) == self.seat_of(source);
        let meant = match aura.affects {
            Affects::Friends => friends,
            Affects::Enemies => !friends,
            Affects::Everybody => true,
        };
        meant && self.is_any(unit, &aura.only) && self.are_within(source, unit, aura.reach())
    }

    /// Whether a living model of one unit is within a distance of one of another, which may be the same.
    pub(crate) fn are_within(&self, one: UnitId, other: UnitId, far: ground::Length) -> bool {
        let near = |model| self.living(other).any(|of| self.shape(model).within(self.shape(of), far));
        self.is_on_field(one) && self.is_on_field(other) && self.living(one).any(near)
    }

    /// Whether any of these words says something about a unit, as it is with its upgrades; without words, every unit will
    /// do.
    pub(crate) fn is_any(&self, unit: UnitId, words: &[Word]) -> bool {
        let upgraded = |word: &Word| {
            let first = self.roll_call(unit).next();
            first.is_some_and(|model| self.loadout(model).keywords.iter().any(|own| own.word() == *word))
        };
        self.sheet(unit).is_any(words) || words.iter().any(upgraded)
    }

    /// What abilities and auras change in a value of a unit: the largest increase, the largest decrease, and a rule without
    /// effect where others do not count besides them.
    ///
    /// A change that counts in attacks of one kind only counts if it is asked for attacks of that kind.
    ///
    /// Carries out `tle.ability.no-stacking`, `tle.ability.aura-no-stacking`, `tle.ruling.ability-stacking`.
    pub(crate) fn changed(&self, unit: UnitId, value: Value, attacks: Option<AttackKind>) -> Changes {
        let sources = self.changes_of(unit, value, attacks);
        let mut changes = Changes::new();
        for up in [true, false] {
            let same = || sources.iter().filter(|(_, by)| (*by > 0) == up);
            // The first of the largest, so that it does not depend on how the maximum is found.
            let Some((best, by)) = same().reduce(|best, next| if next.1.abs() > best.1.abs() { next } else { best })
            else {
                continue;
            };
            changes.push((best.rule(), *by));
            if same().count() > 1 {
                let auras = same().all(|(under, _)| under.until.is_none());
                changes.push((if auras { "tle.ability.aura-no-stacking" } else { "tle.ability.no-stacking" }, 0));
            }
        }
        changes
    }

    /// What abilities and auras add to a value of a unit, all told. Carries out `tle.ruling.ability-stacking`.
    pub(crate) fn changed_by(&self, unit: UnitId, value: Value, attacks: Option<AttackKind>) -> i16 {
        crate::chapters::dice::total(&self.changed(unit, value, attacks))
    }

    /// All that would change a value, whether it counts besides others or not.
    fn changes_of(&self, unit: UnitId, value: Value, attacks: Option<AttackKind>) -> SmallVec<[(Under<'_>, i16); 4]> {
        let by = |under: Under<'_>| match under.effect {
            Effect::Change(change) if change.value == value => {
                let counts = change.attacks.is_none_or(|only| attacks == Some(only));
                counts.then_some(i16::from(change.by))
            }
            _ => None,
        };
        self.under(unit).filter_map(|under| Some((under, by(under)?))).collect()
    }

    /// Whether an ability or an aura gives a unit something.
    ///
    /// Carries out `tle.ability.use`, `tle.ability.aura`, `tle.ability.aura-no-stacking`.
    pub(crate) fn gains(&self, unit: UnitId, gain: Gain) -> bool {
        self.under(unit).any(|under| under.effect == Effect::Gain(gain))
    }

    /// Whether an ability gives a unit objective security.
    pub(crate) fn gains_objective_security(&self, unit: UnitId) -> bool {
        self.gains(unit, Gain::ObjectiveSecurity)
    }

    /// Whether an ability gives a unit Protected.
    pub(crate) fn gains_protection(&self, unit: UnitId) -> bool {
        self.gains(unit, Gain::Protected)
    }

    /// Whether an ability keeps shooting from targeting a unit.
    pub(crate) fn is_untargetable(&self, unit: UnitId) -> bool {
        self.gains(unit, Gain::Untargetable)
    }
}
