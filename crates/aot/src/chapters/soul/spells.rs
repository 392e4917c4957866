//! The spells: what each one costs and gives, and at whom it can be aimed.

use ground::Length;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{ModelId, Ref, Refusal, Token, UnitId};

use crate::chapters::effects::Effect;
use crate::chapters::modifiers::{Modifier, Source, Timed, Until};
use crate::chapters::sight::Eyes;
use crate::state::State;
use crate::words::voice::Voice;

/// Carries out `aot.spell.range`.
const REACH: Length = Length::inches(12);

engine::terms! {
    /// What is channelled.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Spell {
        Assault {
            word: "spell-assault", label: "Assault", rules: ["aot.spell.assault"],
            text: "An enemy unit suffers D3+2 points of Severe Damage.",
        }
        Terror {
            word: "spell-terror", label: "Terror", rules: ["aot.spell.terror"],
            text: "An enemy unit makes a Terror Roll at once, with -1.",
        }
        Focus {
            word: "spell-focus", label: "Focus", rules: ["aot.spell.focus"],
            text: "All weapons of a friendly unit have +1 Power until the Round ends.",
        }
        Numb {
            word: "spell-numb", label: "Numb", rules: ["aot.spell.numb"],
            text: "A friendly unit has Resilient 4+ until the Round ends.",
        }
        Shroud {
            word: "spell-shroud", label: "Shroud", rules: ["aot.spell.shroud"],
            text: "An accompanied character cannot be picked out by Precise weapons until the Round ends.",
        }
        Protect {
            word: "spell-protect", label: "Protect", rules: ["aot.spell.protect"],
            text: "A friendly unit has +1 Defense until the Round ends.",
        }
        Restore {
            word: "spell-restore", label: "Restore", rules: ["aot.spell.restore"],
            text: "A friendly unit regenerates D3+2 Health.",
        }
        Calm {
            word: "spell-calm", label: "Calm", rules: ["aot.spell.calm"],
            text: "Terror has no effect on a friendly unit until the Round ends.",
        }
        Invigorate {
            word: "spell-invigorate", label: "Invigorate", rules: ["aot.spell.invigorate"],
            text: "A friendly unit has +2 in Speed until the Round ends.",
        }
    }
}

impl Spell {
    /// The Soul that it takes. Carries out `aot.soul.spell-cost`.
    pub const fn cost(self) -> u8 {
        match self {
            Spell::Assault | Spell::Numb | Spell::Restore => 4,
            Spell::Terror | Spell::Shroud | Spell::Calm => 2,
            Spell::Focus | Spell::Protect | Spell::Invigorate => 1,
        }
    }

    /// Whether it is for enemies.
    pub(crate) const fn is_hostile(self) -> bool {
        matches!(self, Spell::Assault | Spell::Terror)
    }

    /// What it gives until the Round ends. Carries out `aot.spell.focus`, `aot.spell.numb`, `aot.spell.shroud`,
    /// `aot.spell.protect`, `aot.spell.calm`, `aot.spell.invigorate`.
    const fn modifier(self) -> Option<Modifier> {
        match self {
            Spell::Focus => Some(Modifier::Power(1)),
            Spell::Numb => Some(Modifier::Resilient(4)),
            Spell::Shroud => Some(Modifier::Shroud),
            Spell::Protect => Some(Modifier::Defense(1)),
            Spell::Calm => Some(Modifier::Calm),
            Spell::Invigorate => Some(Modifier::Speed(2)),
            Spell::Assault | Spell::Terror | Spell::Restore => None,
        }
    }

    /// The modifier that it gives, as a unit has it.
    pub(crate) fn timed(self) -> Option<Timed> {
        self.modifier().map(|modifier| Timed { modifier, from: Source::Spell(self), until: Until::Round })
    }
}

/// What a spell is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// A unit.
    Unit(UnitId),
    /// A character, for Shroud.
    Model(ModelId),
}

impl Mark {
    pub(crate) fn token(self) -> Token {
        match self {
            Mark::Unit(unit) => unit.into(),
            Mark::Model(model) => model.into(),
        }
    }

    pub(crate) fn reference(self) -> Ref {
        match self {
            Mark::Unit(unit) => Ref::Unit(unit),
            Mark::Model(model) => Ref::Model(model),
        }
    }
}

impl State {
    /// Whether a model can pay for a spell. Carries out `aot.soul.spell-cost`.
    pub(crate) fn can_pay(&self, model: ModelId, spell: Spell) -> bool {
        self.model(model).soul >= spell.cost()
    }

    /// Whether a model can channel a spell at somebody.
    pub(crate) fn can_cast(&self, model: ModelId, spell: Spell) -> bool {
        self.can_pay(model, spell) && self.candidates(model, spell).any(|mark| self.why_no_mark(model, mark).is_none())
    }

    /// Whether no spell comes from a unit or reaches it. Carries out `aot.archive.nullify-cast`,
    /// `aot.archive.nullify-target`, `aot.ruling.nullify-check`.
    pub(crate) fn is_nullified(&self, unit: UnitId) -> bool {
        let mut archives = 0..self.battlefield().archives().len();
        archives.any(|place| self.is_under(place, Effect::Nullify) && self.is_on_archive(unit, place))
    }

    /// Why a unit, or a character in it for Shroud, cannot be aimed at. Carries out `aot.spell.range`, `aot.ruling.spell-measuring`,
    /// `aot.ruling.spell-line-of-sight`, `aot.ruling.spell-self`, `aot.spell.shroud`, `aot.archive.nullify-target`.
    pub(crate) fn why_no_mark(&self, model: ModelId, mark: Mark) -> Option<Refusal> {
        let (own, shape, unit) = (self.unit_of(model), self.shape(model), self.unit_of_mark(mark));
        let (near, seen): (bool, &dyn Fn() -> bool) = match mark {
            Mark::Unit(unit) => {
                (self.within_of_unit(shape, unit, REACH), &move || Eyes::new(self).sees_unit(model, unit))
            }
            Mark::Model(aim) => (shape.within(self.shape(aim), REACH), &move || Eyes::new(self).sees_model(model, aim)),
        };
        let say = Voice::of_owner(self, own);
        let called = || say.mark_called(mark);
        let is = match mark {
            Mark::Unit(unit) => self.does(unit, "is", "are"),
            Mark::Model(aim) => self.model_verb(aim, "is", "are"),
        };
        let (rule, text) = if unit == own && !self.house().spells_on_own_unit {
            ("aot.ruling.spell-self", "nobody channels on their own unit".to_owned())
        } else if !near {
            ("aot.spell.range", format!("{} {is} more than {REACH} away", called()))
        } else if self.is_nullified(unit) {
            ("aot.archive.nullify-target", format!("{} {is} on an Archive under Nullify", called()))
        } else if self.house().spells_need_sight && unit != own && !seen() {
            (
                "aot.ruling.spell-line-of-sight",
                format!("{} {} not see {}", say.model_called(model), self.model_verb(model, "does", "do"), called()),
            )
        } else {
            return None;
        };
        Some(Refusal::new(rule, text).about(mark.reference()))
    }

    /// Whom a spell is for: units of the right side, or accompanied characters. Carries out `aot.spell.shroud`,
    /// `aot.ruling.modules-off`.
    pub(crate) fn candidates(&self, model: ModelId, spell: Spell) -> impl Iterator<Item = Mark> + '_ {
        let seat = self.seat_of(self.unit_of(model));
        let right = move |unit: &UnitId| (self.seat_of(*unit) == seat) != spell.is_hostile();
        self.fielded().filter(right).filter_map(move |unit| match spell {
            Spell::Shroud => self.picked_out(unit).filter(|_| self.house().traits).map(Mark::Model),
            _ => Some(Mark::Unit(unit)),
        })
    }

    /// Whom a model can aim a spell at.
    pub(crate) fn marks(&self, model: ModelId, spell: Spell) -> SmallVec<[Mark; 8]> {
        self.candidates(model, spell).filter(|mark| self.why_no_mark(model, *mark).is_none()).collect()
    }

    /// The unit that is aimed at, or whose character is.
    pub(crate) fn unit_of_mark(&self, mark: Mark) -> UnitId {
        match mark {
            Mark::Unit(unit) => unit,
            Mark::Model(model) => self.unit_of(model),
        }
    }
}
