//! Negating: who can undo a spell of an enemy, and what it takes.

use chance::Faces;
use engine::{Flow, Table};
use vocabulary::{ModelId, Ref, Roll, Seat, Token, UnitId, Word};

use super::{Mark, Spell};
use crate::Aot;
use crate::chapters::dice::{succeeds, throw};
use crate::fact::Fact;
use crate::forces::card::Rank;
use crate::forces::house::NegateCost;
use crate::prompt::Prompt;
use crate::state::{State, Units};

/// A spell is undone.
pub(crate) const NEGATE: Word = Word::new("negate");

impl State {
    /// What it costs a model to undo a spell. Carries out `aot.ruling.negate-cost`, `aot.ruling.negate-assassin`.
    pub(crate) fn negate_cost(&self, model: ModelId, spell: Spell) -> u8 {
        match (self.model_info(model).rank, self.house().negate_cost) {
            (Rank::Assassin, _) => 0,
            (_, NegateCost::SpellCost) => spell.cost(),
            (_, NegateCost::One) => 1,
        }
    }

    /// The units of a Commander that can undo a spell of a model. Carries out `aot.ruling.negate-range`,
    /// `aot.ruling.negate-cost`, `aot.archive.nullify-cast`, `aot.ruling.negate-action-economy`,
    /// `aot.soul.reactions-unlimited`.
    pub(crate) fn negators(&self, seat: Seat, caster: ModelId, spell: Spell) -> Units {
        let able = |unit: &UnitId| {
            self.negator(*unit).is_some_and(|model| {
                let near = |reach| self.shape(model).within(self.shape(caster), reach);
                self.house().negate_range.is_none_or(near)
                    && self.model(model).soul >= self.negate_cost(model, spell)
                    && !self.is_nullified(*unit)
            })
        };
        self.fielded_by(seat).filter(able).collect()
    }

    /// The living model of a unit that undoes spells.
    pub(crate) fn negator(&self, unit: UnitId) -> Option<ModelId> {
        self.living(unit).find(|model| self.model_info(*model).rank.negates())
    }
}

/// The rules behind an attempt of a model to undo a spell.
fn rules_of_negating(state: &State, model: ModelId) -> Vec<&'static str> {
    let mut rules = vec![
        "aot.action-table.negate",
        "aot.soul.single-negate",
        "aot.soul.reactions-unlimited",
        "aot.soul.core-channel-negate",
        "aot.ruling.negate-timing",
        "aot.ruling.negate-range",
        "aot.ruling.negate-action-economy",
    ];
    match state.model_info(model).rank {
        Rank::Assassin => rules.extend(["aot.rank.assassin-negate", "aot.ruling.negate-assassin"]),
        _ => rules.extend([
            "aot.rank.alchemist-negate",
            "aot.ruling.negate-cost",
            "aot.rank.alchemist-start-soul",
            "aot.rank.alchemist-max-soul",
            "aot.rank.alchemist-no-regain",
        ]),
    }
    rules
}

/// Enemies are asked in turn order whether they undo a spell; the first attempt is the only one.
///
/// Carries out `aot.ruling.negate-timing`, `aot.soul.single-negate`, `aot.action-table.negate`,
/// `aot.ruling.negate-assassin`.
pub(super) fn is_negated(t: &mut Table<Aot>, caster: ModelId, spell: Spell, mark: Mark) -> Flow<bool> {
    let own = t.state.seat_of(t.state.unit_of(caster));
    for seat in t.state.order.clone().into_iter().filter(|seat| *seat != own) {
        let units = t.state.negators(seat, caster, spell);
        if units.is_empty() {
            continue;
        }
        let answer = t.ask(seat, Prompt::Negate { caster, spell, mark, units })?;
        let Some(Token::About(_, Ref::Unit(unit))) = answer.token() else { continue };
        let Some(model) = t.state.negator(unit) else { continue };
        let need = t.state.house().negate_assassin.filter(|_| t.state.model_info(model).rank == Rank::Assassin);
        let works = match need {
            None => true,
            Some(need) => {
                let roll = Roll::new("aot.ruling.negate-assassin", seat).need(need);
                let roll = throw(t, roll.die_for(Faces::D6, Ref::Model(model)))?;
                roll.dice.iter().all(|die| succeeds(die.shows, need))
            }
        };
        t.tell_with(Fact::Negated { model, spell, works }, |state| rules_of_negating(state, model));
        return Ok(works);
    }
    Ok(false)
}
