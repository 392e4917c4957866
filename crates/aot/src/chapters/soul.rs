//! Soul: who has it, what a Soul Action does, and how Soul comes back.

mod negating;
mod spells;

use chance::Faces;
use engine::{Flow, Table};
use smallvec::SmallVec;
use vocabulary::{ModelId, Ref, Refusal, Roll, Seat, UnitId, Word};

pub(crate) use self::negating::NEGATE;
use self::negating::is_negated;
pub use self::spells::{Mark, Spell};
use crate::Aot;
use crate::chapters::control::regenerate;
use crate::chapters::damage::strike_severely;
use crate::chapters::dice::{succeeds, throw, throw_d3};
use crate::chapters::feat::endow;
use crate::chapters::terror;
use crate::fact::{Cure, Fact};
use crate::forces::card::Rank;
use crate::forces::edition::Edition;
use crate::prompt::Prompt;
use crate::state::State;
use crate::words::voice::Voice;

/// What Assault and Restore add to a D3. Carries out `aot.spell.assault`, `aot.spell.restore`.
const MORE: u8 = 2;

/// A unit is selected for its Soul Action.
pub(crate) const CHANNEL: Word = Word::new("channel");
impl Rank {
    /// The Soul that a model begins with, and the most it holds. Carries out `aot.rank.elder-start-soul`,
    /// `aot.rank.elder-max-soul`, `aot.rank.alchemist-start-soul`, `aot.rank.alchemist-max-soul`,
    /// `aot.rank.initiate-start-soul`, `aot.rank.initiate-max-soul`, `aot.soul.resource-name`.
    pub const fn soul(self) -> u8 {
        match self {
            Rank::Elder => 6,
            Rank::Alchemist => 4,
            Rank::Initiate => 3,
            _ => 0,
        }
    }

    /// Whether it channels, and regains Soul. Carries out `aot.rank.elder-channel`, `aot.rank.initiate-channel`,
    /// `aot.soul.core-channel-negate`, `aot.rank.alchemist-no-regain`.
    pub const fn channels(self) -> bool {
        matches!(self, Rank::Elder | Rank::Initiate)
    }

    /// Whether it undoes spells. Carries out `aot.rank.alchemist-negate`, `aot.rank.assassin-negate`,
    /// `aot.soul.core-channel-negate`.
    pub const fn negates(self) -> bool {
        matches!(self, Rank::Alchemist | Rank::Assassin)
    }

    /// The rules of its Soul: what it begins with, and what it does with it.
    pub(crate) const fn soul_rules(self) -> &'static [&'static str] {
        match self {
            Rank::Elder => &["aot.rank.elder-channel", "aot.rank.elder-start-soul", "aot.rank.elder-max-soul"],
            Rank::Initiate => {
                &["aot.rank.initiate-channel", "aot.rank.initiate-start-soul", "aot.rank.initiate-max-soul"]
            }
            Rank::Alchemist => {
                &["aot.rank.alchemist-negate", "aot.rank.alchemist-start-soul", "aot.rank.alchemist-max-soul"]
            }
            Rank::Assassin => &["aot.rank.assassin-negate"],
            _ => &[],
        }
    }
}

impl State {
    /// The living model of a unit that channels. Carries out `aot.accompany.elder-soul-action`.
    pub(crate) fn channeller(&self, unit: UnitId) -> Option<ModelId> {
        self.living(unit).find(|model| self.model_info(*model).rank.channels())
    }

    /// The model of a unit that could perform a Soul Action now. Carries out `aot.soul.extra-action`,
    /// `aot.soul.any-battle-range`, `aot.soul.separate-from-normal`, `aot.ruling.soul-action-slot`,
    /// `aot.ruling.module-soul`.
    pub(crate) fn soul_action(&self, unit: UnitId) -> Option<ModelId> {
        let model = self.channeller(unit)?;
        self.why_no_soul_action(unit, model).is_none().then_some(model)
    }

    /// Why a model cannot perform a Soul Action now. Carries out `aot.soul.extra-action`, `aot.soul.spell-cost`,
    /// `aot.ruling.soul-action-after-reaction`, `aot.archive.nullify-cast`, `aot.ruling.nullify-check`.
    pub(crate) fn why_no_soul_action(&self, unit: UnitId, model: ModelId) -> Option<Refusal> {
        // This is asked at every turn, so nothing is put into words before it is needed.
        let say = Voice::of_owner(self, unit);
        let (name, has) = (|| say.model_called(model), self.model_verb(model, "has", "have"));
        let (rule, text) = if !self.house().soul {
            ("aot.ruling.module-soul", "this battle is fought without Soul".to_owned())
        } else if self.model(model).channelled {
            ("aot.soul.extra-action", format!("{} {has} channelled in this Round", name()))
        } else if self.house().soul_blocked_by_reaction && self.unit(unit).reacted {
            ("aot.ruling.soul-action-after-reaction", format!("{} {has} reacted or fled in this Round", name()))
        } else if self.is_nullified(unit) {
            (
                "aot.archive.nullify-cast",
                format!("{} {} on an Archive under Nullify", name(), self.model_verb(model, "is", "are")),
            )
        } else if !Spell::ALL.into_iter().any(|spell| self.can_cast(model, spell)) {
            ("aot.ruling.soul-action-slot", format!("{} can pay for no spell, or {has} nobody to aim one at", name()))
        } else {
            return None;
        };
        Some(Refusal::new(rule, text).about(Ref::Unit(unit)))
    }

    /// The Soul that a model gets back in a Control Phase, and the rule that says so. Carries out
    /// `aot.control.soul-regain.ed1-2`, `aot.control.soul-regain.ed3`, `aot.rank.elder-regain`,
    /// `aot.rank.initiate-regain`, `aot.ruling.on-the-battlefield`.
    fn soul_due(&self, model: ModelId) -> u8 {
        let mut archives = 0..self.battlefield().archives().len();
        let stands_on = |place| self.stands(model) && self.model_is_on(model, place);
        let twice = self.house().edition == Edition::Third && archives.any(stands_on);
        let room = self.model_info(model).rank.soul() - self.model(model).soul;
        room.min(if twice { 2 } else { 1 })
    }
}

/// A Soul Action: a spell is named and aimed, paid for, perhaps undone, and does its work.
///
/// Carries out `aot.ruling.channel-procedure`, `aot.action-table.channel`, `aot.soul.spell-cost`.
pub(crate) fn channel(t: &mut Table<Aot>, model: ModelId) -> Flow<()> {
    let seat = t.state.seat_of(t.state.unit_of(model));
    t.tell_with(Fact::Channelled { model }, |state| rules_of_channelling(state, model));
    let Some(spell) = t.ask(seat, Prompt::Spell { model })?.chosen_word().and_then(Spell::from_word) else {
        return Ok(());
    };
    let aimed = t.ask(seat, Prompt::Target { model, spell })?.token();
    let Some(mark) = t.state.marks(model, spell).into_iter().find(|mark| aimed == Some(mark.token())) else {
        return Ok(());
    };
    t.tell_with(Fact::Cast { model, spell, mark }, |state| {
        let mut rules = vec![
            "aot.soul.spell-cost",
            "aot.spell.range",
            "aot.ruling.channel-procedure",
            spell.rule(),
            "aot.ruling.spell-measuring",
            "aot.soul.resource-name",
        ];
        if mark == Mark::Unit(state.unit_of(model)) || mark == Mark::Model(model) {
            rules.push("aot.ruling.spell-self");
        }
        if state.house().spells_need_sight {
            rules.push("aot.ruling.spell-line-of-sight");
        }
        rules
    });
    if is_negated(t, model, spell, mark)? {
        return Ok(());
    }
    if let Some(need) = t.state.house().channel_roll {
        let roll = Roll::new("aot.ruling.channel-procedure", seat).need(need).die_for(Faces::D6, Ref::Model(model));
        if !throw(t, roll)?.dice.iter().all(|die| succeeds(die.shows, need)) {
            t.tell_by(Fact::Fizzled { model, spell }, ["aot.ruling.channel-procedure"]);
            return Ok(());
        }
    }
    work(t, seat, spell, mark)
}

/// The rules behind a Soul Action of a model.
fn rules_of_channelling(state: &State, model: ModelId) -> Vec<&'static str> {
    let unit = state.unit_of(model);
    let mut rules = vec![
        "aot.soul.extra-action",
        "aot.soul.separate-actions",
        "aot.soul.separate-from-normal",
        "aot.soul.core-channel-negate",
        "aot.ruling.soul-action-slot",
        "aot.action-table.channel",
    ];
    rules.extend(state.model_info(model).rank.soul_rules());
    if state.unit(unit).spent {
        rules.push("aot.soul.either-order");
    }
    if state.unit(unit).reacted {
        rules.push("aot.ruling.soul-action-after-reaction");
    }
    if state.is_engaged(unit) {
        rules.push("aot.soul.any-battle-range");
    }
    if state.is_character(model) {
        rules.push("aot.accompany.elder-soul-action");
    }
    rules
}

/// A spell does its work. Carries out `aot.spell.assault`, `aot.spell.terror`, `aot.spell.restore`,
/// `aot.ruling.spell-duration`.
fn work(t: &mut Table<Aot>, seat: Seat, spell: Spell, mark: Mark) -> Flow<()> {
    let unit = t.state.unit_of_mark(mark);
    if let Some(timed) = spell.timed() {
        endow(t, unit, timed);
        return Ok(());
    }
    match spell {
        Spell::Terror => terror::by_spell(t, unit),
        Spell::Assault => {
            let points = throw_d3(t, Roll::new(spell.rule(), seat).die_for(Faces::D6, Ref::Unit(unit)))? + MORE;
            strike_severely(t, unit, points, seat, spell.rule())
        }
        _ => {
            let points = throw_d3(t, Roll::new(spell.rule(), seat).die_for(Faces::D6, Ref::Unit(unit)))? + MORE;
            regenerate(t, unit, points, Cure::Spell)
        }
    }
}

/// Elders and Initiates on the battlefield get Soul back. Carries out `aot.control.soul-regain.ed1-2`,
/// `aot.control.soul-regain.ed3`, `aot.ruling.control-phase-order`.
pub(crate) fn regain(t: &mut Table<Aot>) {
    if !t.state.house().soul {
        return;
    }
    for seat in t.state.order.clone() {
        let present = t.state.units_of(seat).filter(|unit| t.state.is_present(*unit));
        let alive = present.flat_map(|unit| t.state.alive(unit));
        let models: SmallVec<[ModelId; 4]> = alive.filter(|model| t.state.model_info(*model).rank.channels()).collect();
        for model in models {
            let points = t.state.soul_due(model);
            if points > 0 {
                let rule = t.state.house().edition.soul_regain();
                let of_rank = match t.state.model_info(model).rank {
                    Rank::Elder => "aot.rank.elder-regain",
                    _ => "aot.rank.initiate-regain",
                };
                let rules = [rule, of_rank, "aot.ruling.control-phase-order", "aot.ruling.on-the-battlefield"];
                t.tell_by(Fact::SoulRegained { model, points, rule }, rules);
            }
        }
    }
}
