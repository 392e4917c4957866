//! Soul: the spells of Elders and Initiates, and how Alchemists and Assassins undo them.

use chance::Faces;
use engine::{Flow, Table};
use ground::Length;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{ModelId, Ref, Refusal, Roll, Seat, Token, UnitId, Word};

use crate::Aot;
use crate::chapters::control::regenerate;
use crate::chapters::damage::strike_severely;
use crate::chapters::dice::{succeeds, throw, throw_d3};
use crate::chapters::effects::Effect;
use crate::chapters::feat::endow;
use crate::chapters::modifiers::{Modifier, Source, Timed, Until};
use crate::chapters::sight::Eyes;
use crate::chapters::terror;
use crate::fact::{Cure, Fact};
use crate::forces::card::Rank;
use crate::forces::edition::Edition;
use crate::forces::house::NegateCost;
use crate::prompt::Prompt;
use crate::state::{State, Units};
use crate::words::voice::Voice;

/// Carries out `aot.spell.range`.
const REACH: Length = Length::inches(12);
/// What Assault and Restore add to a D3. Carries out `aot.spell.assault`, `aot.spell.restore`.
const MORE: u8 = 2;

/// A unit is selected for its Soul Action.
pub(crate) const CHANNEL: Word = Word::new("channel");
/// A spell is undone.
pub(crate) const NEGATE: Word = Word::new("negate");

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
fn is_negated(t: &mut Table<Aot>, caster: ModelId, spell: Spell, mark: Mark) -> Flow<bool> {
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
