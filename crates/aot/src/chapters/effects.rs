//! Archive Effects: what each Archive does in a Round.

use chance::Faces;
use engine::terms::{Said, Tone, said};
use engine::{Flow, Table};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{Ref, Roll, UnitId, Word};

use crate::Aot;
use crate::chapters::control::regenerate_d3;
use crate::chapters::dice::throw;
use crate::chapters::terror::in_order;
use crate::fact::{Cure, Fact};
use crate::forces::edition::Edition;
use crate::forces::house::ReverseTime;
use crate::prompt::Sequence;
use crate::state::{State, Units};

engine::terms! {
    /// What an Archive does in a Round.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Effect {
        Dormant {
            word: "dormant", label: "Dormant", sign: "z", tone: Bad,
            rules: ["aot.archive.roll", "aot.archive.dormant.ed1-2", "aot.archive.dormant.ed3"],
            text: "Scores nothing; in the third edition it scores, but does nothing for factions.",
        }
        Nullify {
            word: "nullify", label: "Nullify", sign: "ø", tone: Bad,
            rules: ["aot.archive.nullify-cast", "aot.archive.nullify-target"],
            text: "No spells from units on it, or at them.",
        }
        Stabilize {
            word: "stabilize", label: "Stabilize", sign: "·", tone: Faint, rules: ["aot.archive.stabilize"],
            text: "The Archive has no effect.",
        }
        Mend {
            word: "mend", label: "Reverse Time", sign: "+", tone: Good,
            rules: ["aot.archive.roll", "aot.archive.reverse-time.ed1-2"],
            text: "Units on it regenerate.",
        }
    }
}

/// What the third edition calls [`Effect::Mend`].
pub(crate) const ENERGIZE: Said =
    said("energize", "Energize", "Units on it regenerate.", &["aot.archive.roll", "aot.archive.energize.ed3"], "+")
        .tone(Tone::Good);

/// The effects of all Archives, in their order; none while nothing was rolled.
pub(crate) type Effects = SmallVec<[Effect; 4]>;

impl Effect {
    /// Carries out `aot.archive.roll`.
    fn rolled(shows: i16) -> Effect {
        match shows {
            1 => Effect::Dormant,
            2 | 3 => Effect::Nullify,
            4 | 5 => Effect::Stabilize,
            _ => Effect::Mend,
        }
    }

    /// What it is called, and the rule that says what it does.
    pub(crate) const fn called(self, edition: Edition) -> (&'static str, &'static str) {
        match (self, edition) {
            (Effect::Dormant, Edition::Third) => (self.label(), "aot.archive.dormant.ed3"),
            (Effect::Dormant, _) => (self.label(), "aot.archive.dormant.ed1-2"),
            (Effect::Nullify | Effect::Stabilize, _) => (self.label(), self.rule()),
            (Effect::Mend, Edition::Third) => (ENERGIZE.label, "aot.archive.energize.ed3"),
            (Effect::Mend, _) => (self.label(), "aot.archive.reverse-time.ed1-2"),
        }
    }

    /// The mark of an Archive with this effect.
    pub(crate) const fn mark(self, edition: Edition) -> Word {
        match (self, edition) {
            (Effect::Mend, Edition::Third) => ENERGIZE.word,
            _ => self.word(),
        }
    }

    /// The effect with this mark in some edition.
    pub(crate) fn of_mark(mark: Word) -> Option<Effect> {
        if mark == ENERGIZE.word { Some(Effect::Mend) } else { Effect::from_word(mark) }
    }
}

/// A D6 for every Archive decides what it does in this Round. Carries out `aot.archive.roll`, `aot.archive.timing.ed1`,
/// `aot.archive.timing.ed2-3`, `aot.ruling.round-start-order`, `aot.ruling.module-archive-effects`.
pub(crate) fn roll(t: &mut Table<Aot>) -> Flow<()> {
    if !t.state.house().archive_effects {
        return Ok(());
    }
    let seat = t.state.order.first().copied().unwrap_or_default();
    let mut roll = Roll::new("aot.archive.roll", seat);
    for archive in 0..t.state.battlefield().archives().len() {
        roll = roll.die_for(Faces::D6, Ref::Area(t.state.battlefield().archive_id(archive)));
    }
    let roll = throw(t, roll)?;
    for (archive, die) in (0..).zip(&roll.dice) {
        wake(t, archive, Effect::rolled(die.shows));
    }
    if t.state.mends_at_once() { mend(t) } else { Ok(()) }
}

/// An Archive has an effect in this Round.
fn wake(t: &mut Table<Aot>, archive: u8, effect: Effect) {
    t.tell_with(Fact::Woke { archive, effect }, |state| {
        let edition = state.house().edition;
        let (_, does) = effect.called(edition);
        let mut rules = vec!["aot.archive.roll", does, edition.archive_timing(), "aot.ruling.round-start-order"];
        match effect {
            Effect::Nullify if !state.house().soul => rules.push("aot.ruling.modules-off"),
            Effect::Nullify => rules.extend(["aot.archive.nullify-target", "aot.ruling.nullify-check"]),
            Effect::Dormant | Effect::Stabilize | Effect::Mend => {}
        }
        rules
    });
}

/// Units on Archives that mend regenerate. Carries out `aot.archive.reverse-time.ed1-2`, `aot.archive.energize.ed3`,
/// `aot.ruling.reverse-time-moment`, `aot.ruling.archive-regenerate-rolls`, `aot.ruling.control-phase-order`.
pub(crate) fn mend(t: &mut Table<Aot>) -> Flow<()> {
    for seat in t.state.order.clone() {
        let mended = |unit: &UnitId| t.state.mending(*unit) > 0 && !t.state.is_whole(*unit);
        let healing: Units = t.state.fielded_by(seat).filter(mended).collect();
        for unit in in_order(t, seat, &healing, Sequence::Regeneration)? {
            for _ in 0..t.state.mending(unit) {
                if !t.state.is_whole(unit) {
                    regenerate_d3(t, unit, Cure::Archive)?;
                }
            }
        }
    }
    Ok(())
}

impl State {
    /// Whether an Archive has an effect in this Round.
    pub(crate) fn is_under(&self, archive: usize, effect: Effect) -> bool {
        self.house().archive_effects && self.effects.get(archive) == Some(&effect)
    }

    /// How many Archives mend a unit as it stands. Carries out `aot.ruling.archive-regenerate-rolls`.
    fn mending(&self, unit: UnitId) -> usize {
        let archives = 0..self.battlefield().archives().len();
        archives.filter(|place| self.is_under(*place, Effect::Mend) && self.is_on_archive(unit, *place)).count()
    }

    /// Whether units regenerate as soon as it is rolled, and not in the Control Phase. Carries out
    /// `aot.ruling.reverse-time-moment`.
    pub(crate) fn mends_at_once(&self) -> bool {
        match self.house().edition {
            Edition::First => true,
            Edition::Second => self.house().reverse_time == ReverseTime::RoundStart,
            Edition::Third => false,
        }
    }

    /// Whether nobody scores an Archive in this Round. Carries out `aot.archive.dormant.ed1-2`.
    pub(crate) fn is_barren(&self, archive: usize) -> bool {
        self.house().edition < Edition::Third && self.is_under(archive, Effect::Dormant)
    }
}
