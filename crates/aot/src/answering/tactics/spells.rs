//! What spells are worth, and when they are undone.

use engine::Idea;
use smallvec::smallvec;
use vocabulary::{Answer, ModelId, Ref, Seat, Token, UnitId};

use super::{POINT, VICTORY, idea};
use crate::chapters::attack::Manner;
use crate::chapters::soul::{Mark, Spell};
use crate::forces::ability::Ability;
use crate::prompt::Prompt;
use crate::state::{BATTLE_RANGE, State};
use crate::words::voice::Voice;

/// What a point of Soul is worth: it comes back slowly.
pub(super) const SOUL: i64 = 6 * POINT;

impl State {
    /// What enemies can expect to destroy of a unit in this Round, as everybody stands.
    pub(super) fn danger(&self, unit: UnitId) -> i64 {
        let enemies = self.enemies_of(self.seat_of(unit));
        let threat = |enemy: UnitId| {
            let gap = self.about_gap(unit, enemy);
            if gap <= BATTLE_RANGE {
                self.expected(enemy, unit, Manner::Fighting)
            } else if !self.unit(enemy).spent && gap <= self.range(enemy) + self.speed(enemy) {
                self.expected(enemy, unit, Manner::Shooting)
            } else {
                0
            }
        };
        enemies.map(threat).sum::<i64>().min(self.value(unit))
    }

    /// What a unit can expect to destroy in this Round, as everybody stands.
    pub(super) fn promise(&self, unit: UnitId) -> i64 {
        let fights = self.engaged_with(unit).into_iter();
        let best = fights.map(|foe| self.expected(unit, foe, Manner::Fighting)).max().unwrap_or(0);
        let shot = if self.unit(unit).spent { 0 } else { self.shot_worth(unit, self.speed(unit)) };
        best.max(shot)
    }

    /// What so many points of Health are worth to a unit.
    pub(super) fn health_worth(&self, unit: UnitId, points: i64) -> i64 {
        let health: i64 = self.living(unit).map(|model| i64::from(self.model(model).health)).sum();
        self.value(unit) * points.min(health) / health.max(1)
    }

    /// What a spell is worth, less what it takes.
    fn spell_worth(&self, spell: Spell, mark: Mark) -> i64 {
        let unit = self.unit_of_mark(mark);
        let twice = spell.timed().is_some_and(|timed| self.unit(unit).timed.contains(&timed));
        let gain = match spell {
            _ if twice => 0,
            Spell::Assault => {
                let leader = self.living(unit).count() == 1 && self.has_leader(unit);
                let kills = leader && self.health_worth(unit, 4) == self.value(unit);
                self.health_worth(unit, 4) + if kills { VICTORY } else { 0 }
            }
            Spell::Terror if self.is_fearless(unit) => 0,
            Spell::Terror => {
                let archives = 0..self.battlefield().archives().len();
                let holds = archives.into_iter().any(|place| self.is_on_archive(unit, place));
                let scores = if holds && self.scores_archives(unit) { VICTORY / 3 } else { 0 };
                let acts = if self.unit(unit).spent { 0 } else { self.value(unit) / 8 };
                scores + acts
            }
            Spell::Focus => self.promise(unit) / 4,
            Spell::Numb => self.danger(unit) / 2,
            Spell::Shroud => self.danger(unit) / 10,
            Spell::Protect => self.danger(unit) / 4,
            Spell::Restore => {
                let lost: i64 = self
                    .roll_call(unit)
                    .map(|model| i64::from(self.card(model).health - self.model(model).health))
                    .sum();
                let model = self.living(unit).next();
                let each = model.map_or(0, |model| {
                    let card = self.card(model);
                    i64::from(card.requisition) * POINT / i64::from(card.health.max(1))
                });
                each * lost.min(4)
            }
            Spell::Calm => {
                let feared = self.engaged_with(unit).iter().any(|foe| self.has(*foe, Ability::Terror));
                if feared && !self.is_fearless(unit) { self.value(unit) / 6 } else { 0 }
            }
            Spell::Invigorate if self.unit(unit).spent || self.is_engaged(unit) => 0,
            Spell::Invigorate => 10 * POINT,
        };
        gain - SOUL * i64::from(spell.cost())
    }
}

/// The spell that it pays most to channel, and at whom, if one pays at all.
pub(super) fn best_spell(state: &State, model: ModelId) -> Option<(Spell, Mark, i64)> {
    let payable = Spell::ALL.into_iter().filter(|spell| state.can_pay(model, *spell));
    let all = payable.flat_map(|spell| state.marks(model, spell).into_iter().map(move |mark| (spell, mark)));
    let rated = all.map(|(spell, mark)| (spell, mark, state.spell_worth(spell, mark)));
    rated.filter(|(.., worth)| *worth > 0).max_by_key(|(.., worth)| *worth)
}

pub(super) fn spells(state: &State, model: ModelId) -> Vec<Idea> {
    let mut ideas = Vec::new();
    for spell in Spell::ALL.into_iter().filter(|spell| state.can_cast(model, *spell)) {
        let worth = state.marks(model, spell).into_iter().map(|mark| state.spell_worth(spell, mark)).max();
        ideas.push(idea(spell.label(), Answer::word(spell.word()), worth.unwrap_or(0)));
    }
    ideas
}

pub(super) fn targets(state: &State, model: ModelId, spell: Spell) -> Vec<Idea> {
    let marks = state.marks(model, spell).into_iter();
    let option = |mark: Mark| {
        let answer = Answer::Choose(smallvec![mark.token()]);
        idea(Voice::of_owner(state, state.unit_of(model)).mark_called(mark), answer, state.spell_worth(spell, mark))
    };
    marks.map(option).collect()
}

/// A spell is undone where it would do more than it costs to undo it.
pub(super) fn negations(
    state: &State,
    seat: Seat,
    prompt: &Prompt,
    caster: ModelId,
    spell: Spell,
    mark: Mark,
) -> Vec<Idea> {
    let mut ideas = vec![idea("let it be", Answer::none(), 0)];
    let hurts = state.spell_worth(spell, mark) + SOUL * i64::from(spell.cost());
    for token in prompt.tokens(state, seat) {
        let Token::About(_, Ref::Unit(unit)) = token else { continue };
        let Some(negator) = state.negator(unit) else { continue };
        let worth = hurts - SOUL * i64::from(state.negate_cost(negator, spell)) / 2;
        let label = format!("{} against {}", state.unit_name(unit), state.model_name(caster));
        ideas.push(idea(label, Answer::Choose(smallvec![token]), worth));
    }
    ideas
}
