//! The three editions: which one is played, and the clauses that each of them words by itself.

use engine::house::{FromValue, Value};

/// Which text of the rules is played. Carries out `aot.ruling.edition-default`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Edition {
    First,
    Second,
    Third,
}

impl FromValue for Edition {
    fn from_value(value: &Value) -> Option<Edition> {
        let number = usize::from(u8::from_value(value)?);
        [Edition::First, Edition::Second, Edition::Third].get(number.checked_sub(1)?).copied()
    }
}

impl Edition {
    /// What Resilient ignores.
    pub(crate) const fn resilient(self) -> &'static str {
        match self {
            Edition::First => "aot.ability.resilient.ed1",
            Edition::Second => "aot.ability.resilient.ed2",
            Edition::Third => "aot.ability.resilient.ed3",
        }
    }

    /// Whom Stealth hides.
    pub(crate) const fn stealth(self) -> &'static str {
        match self {
            Edition::First | Edition::Second => "aot.ability.stealth.los.ed1-2",
            Edition::Third => "aot.ability.stealth.los.ed3",
        }
    }

    /// Which units can be charged.
    pub(crate) const fn charge_targets(self) -> &'static str {
        match self {
            Edition::First => "aot.charge.declare.ed1",
            Edition::Second | Edition::Third => "aot.charge.declare.ed2-3",
        }
    }

    /// When a charge succeeds.
    pub(crate) const fn charge_success(self) -> &'static str {
        match self {
            Edition::First => "aot.charge.success.ed1",
            Edition::Second | Edition::Third => "aot.charge.success.ed2-3",
        }
    }

    /// How long the effect of an Archive lasts.
    pub(crate) const fn archive_timing(self) -> &'static str {
        match self {
            Edition::First => "aot.archive.timing.ed1",
            Edition::Second | Edition::Third => "aot.archive.timing.ed2-3",
        }
    }

    /// How much Soul comes back in a Control Phase.
    pub(crate) const fn soul_regain(self) -> &'static str {
        match self {
            Edition::First | Edition::Second => "aot.control.soul-regain.ed1-2",
            Edition::Third => "aot.control.soul-regain.ed3",
        }
    }

    /// What Burst brings.
    pub(crate) const fn burst(self) -> &'static str {
        match self {
            Edition::First | Edition::Second => "aot.trait.burst.ed1-2",
            Edition::Third => "aot.trait.burst.ed3",
        }
    }

    /// What the end of the Battle Phase brings.
    pub(crate) const fn end_of_battle(self) -> &'static str {
        match self {
            Edition::First => "aot.battle-phase.end-effects.ed1",
            Edition::Second => "aot.battle-phase.end-effects.ed2",
            Edition::Third => "aot.battle-phase.end-effects.ed3",
        }
    }
}
