//! What Commanders are asked, and which answers are legal.

use engine::{Choices, Tokens};
use ground::Side;
use smallvec::SmallVec;
use troops::Misfit;
use vocabulary::{Answer, CardId, ModelId, Ref, Refusal, Seat, Token, UnitId, WeaponId, Word};

use crate::chapters::attack::Blows;
use crate::chapters::feat::{self, Window};
use crate::chapters::movement::{Gait, Move};
use crate::chapters::soul::{CHANNEL, Mark, NEGATE, Spell};
use crate::chapters::transport::EMBARK;
use crate::fact::{Action, Reaction};
use crate::state::{Models, State, Units};
use crate::words::asking;

/// Why units are put in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// They flee one after the other.
    Flights,
    /// They regenerate one after the other.
    Regeneration,
}

/// What is put in an order, as its Commander is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch {
    /// Attacks of so many models with one weapon of a card, against a unit.
    Attacks {
        /// The card.
        card: CardId,
        /// The place of the weapon on it.
        weapon: u8,
        /// The unit attacked.
        target: UnitId,
        /// How many models attack.
        models: u16,
    },
    /// Hits that do so much damage each.
    Hits {
        /// How many.
        hits: u16,
        /// Points of damage of each.
        damage: u8,
    },
}

/// A question to a Commander.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Prompt {
    /// Is this battlefield all right?
    Accept { number: u8 },
    /// Which zone?
    Zone,
    /// Which unit is set up now, and how? For some there is no room.
    SetUp { without: Units },
    /// Where does it stand?
    Place { unit: UnitId },
    /// Which unit acts, and how?
    Select,
    /// Which spell does a model channel?
    Spell { model: ModelId },
    /// At whom?
    Target { model: ModelId, spell: Spell },
    /// Which unit, if any, undoes a spell?
    Negate { caster: ModelId, spell: Spell, mark: Mark, units: Units },
    /// Which Transport does a unit go aboard, if any?
    Embark { unit: UnitId, among: Units },
    /// In which Transport does a unit start the battle?
    Ride { unit: UnitId, among: Units },
    /// Where does a unit get out? It must, unless others can.
    Disembark { unit: UnitId, transport: UnitId, close: bool, must: bool },
    /// Which passenger is lost in a wreck?
    Trapped { unit: UnitId, among: Models },
    /// Where do the survivors of a wreck stand?
    Survivors { unit: UnitId, hull: ModelId },
    /// Which Feat is performed, if any, and with which unit?
    Feat { now: Window },
    /// Which enemy is a Feat for?
    Foe { feat: Word, among: Units },
    /// Over which edge does it enter?
    Edge { unit: UnitId },
    /// How does it move?
    Move { walk: Move },
    /// Whom does each model shoot at? Perhaps only some units can be, and only with what has lost its target by an Evade.
    Aim { unit: UnitId, only: Option<Units>, lost: Option<Blows> },
    /// Who reacts to being shot at or charged, and how?
    React { acting: UnitId, charge: bool, units: Units },
    /// Who cuts down those that leave?
    CutDown { runner: UnitId, units: Units },
    /// Towards which of these pieces, all as near, does the unit evade?
    Piece { unit: UnitId, pieces: SmallVec<[u16; 4]> },
    /// In which order are groups of attacks resolved, or, in the Battle Phase, the hits on a unit taken?
    Groups { unit: UnitId, groups: SmallVec<[Batch; 4]>, in_battle: bool },
    /// Which friendly unit do Critical Misses strike?
    Friend { target: UnitId, among: Units },
    /// Which models take damage, one after the other? So many are picked, the first from among these, and so many fall.
    Casualty { unit: UnitId, among: Models, picks: u8, falls: u8 },
    /// Which units are charged, the Primary first?
    Charge { unit: UnitId, among: Units },
    /// Which charged unit takes the impact?
    Struck { unit: UnitId, among: Units },
    /// Which Battle weapon gives the dice of the impact?
    Power { unit: UnitId, among: SmallVec<[WeaponId; 4]> },
    /// Whom does each model fight?
    Fight { units: Units, only: Option<UnitId> },
    /// In which order?
    Order { units: Units, why: Sequence },
    /// To which of these edges, all as near, does the unit flee?
    FleeTo { unit: UnitId, edges: SmallVec<[Side; 4]> },
    /// Which damaged model regenerates?
    Heal { unit: UnitId, among: Models },
    /// Which destroyed model comes back?
    Revive { unit: UnitId, among: Models },
    /// Where does it stand?
    Return { unit: UnitId, model: ModelId, health: u8 },
    /// Is the battle a draw?
    Draw,
}

pub(crate) const YES: Word = Word::new("yes");
pub(crate) const NO: Word = Word::new("no");
pub(crate) const DEPLOY: Word = Word::new("deploy");
pub(crate) const VANGUARD: Word = Word::new("vanguard");
pub(crate) const STOP: Word = Word::new("stop");
pub(crate) const PASS: Word = Word::new("pass");

impl Prompt {
    /// The rule that asks.
    pub(crate) fn why(&self, state: &State) -> &'static str {
        match self {
            Prompt::Accept { .. } => "aot.ruling.terrain-setup",
            Prompt::Zone => "aot.setup.zone-roll",
            Prompt::SetUp { .. } => "aot.setup.deploy-alternating",
            Prompt::Place { .. } => "aot.setup.deploy-in-zone",
            Prompt::Select => "aot.action.alternate",
            Prompt::Embark { .. } => "aot.transport.embark",
            Prompt::Ride { .. } => "aot.setup.deploy-embarked",
            Prompt::Disembark { close: false, .. } => "aot.transport.move-disembark.steps",
            Prompt::Disembark { .. } => "aot.transport.scrum-disembark.steps",
            Prompt::Trapped { .. } => "aot.transport.destroyed-owner-picks",
            Prompt::Survivors { .. } => "aot.transport.destroyed-placement",
            Prompt::Feat { .. } => "aot.ruling.feat-windows",
            Prompt::Foe { feat, .. } => feat::rule_of(*feat),
            Prompt::Spell { .. } => "aot.ruling.channel-procedure",
            Prompt::Target { .. } => "aot.spell.range",
            Prompt::Negate { .. } => "aot.ruling.negate-timing",
            Prompt::Edge { .. } => "aot.ability.vanguard.enter-edge",
            Prompt::Move { walk, .. } => match walk.gait {
                Gait::Basic { action: Action::Advance, .. } => "aot.action.advance-move",
                Gait::Basic { .. } => "aot.move.basic-move",
                Gait::Retreat { .. } => "aot.action.firing-retreat-move",
                Gait::Enter { .. } => "aot.ability.vanguard.enter-edge",
                Gait::Charge { .. } => "aot.charge.move",
                Gait::Scrum => "aot.action.scrum-move",
                Gait::Shift { .. } => "aot.transport.scrum-disembark.steps",
                Gait::Evade { .. } => "aot.reaction.evade-exists",
            },
            Prompt::Aim { .. } => "aot.shoot.split-targets",
            Prompt::React { .. } => "aot.ruling.reaction-table",
            Prompt::CutDown { .. } => "aot.reaction.cut-down-trigger",
            Prompt::Piece { .. } => "aot.ruling.evade-direction",
            Prompt::Groups { in_battle: true, .. } => "aot.ruling.simultaneous-damage",
            Prompt::Groups { .. } => "aot.ruling.activation-order",
            Prompt::Friend { .. } => "aot.ruling.friendly-fire-details",
            Prompt::Casualty { .. } => "aot.attack.defender-allocates",
            Prompt::Charge { .. } => state.house().edition.charge_targets(),
            Prompt::Struck { .. } => "aot.charge.impact-one-unit",
            Prompt::Power { .. } => "aot.ruling.battle-weapon-power",
            Prompt::Fight { .. } => "aot.fight.split-targets",
            Prompt::Order { why: Sequence::Flights, .. } => "aot.ruling.terror-flight-order",
            Prompt::Order { why: Sequence::Regeneration, .. } => "aot.ruling.control-phase-order",
            Prompt::FleeTo { .. } => "aot.terror.flee-to-edge",
            Prompt::Heal { .. } => "aot.damage.regenerate-damaged-first",
            Prompt::Revive { .. } | Prompt::Return { .. } => "aot.damage.regenerate-return",
            Prompt::Draw => "aot.victory.same-round",
        }
    }

    /// The answer that does nothing, where there is one.
    pub(crate) fn pass(&self, state: &State) -> Option<Answer> {
        let stay = || Answer::Move { paths: SmallVec::new(), placed: SmallVec::new() };
        match self {
            Prompt::Move { walk } => walk.may_stay(state).then(stay),
            Prompt::Aim { .. } => Some(Answer::Assign(SmallVec::new())),
            Prompt::Fight { .. } => {
                let held = self.targeting().is_some_and(|targeting| targeting.is_held(state));
                (!held).then(|| Answer::Assign(SmallVec::new()))
            }
            Prompt::React { .. }
            | Prompt::CutDown { .. }
            | Prompt::Charge { .. }
            | Prompt::Negate { .. }
            | Prompt::Embark { .. }
            | Prompt::Feat { .. } => Some(Answer::none()),
            Prompt::Disembark { unit, transport, close, must } => {
                let stays = !must || state.room_to_get_out(*unit, *transport, *close).is_none();
                stays.then(|| Answer::Place(SmallVec::new()))
            }
            Prompt::Survivors { unit, hull } => {
                state.survivors_room(*unit, *hull).is_empty().then(|| Answer::Place(SmallVec::new()))
            }
            Prompt::Return { .. } => Some(Answer::Place(SmallVec::new())),
            Prompt::Place { unit } if state.room_for(*unit).is_none() => Some(Answer::Place(SmallVec::new())),
            _ => None,
        }
    }

    /// What is to be chosen, for questions that are a choice.
    pub(crate) fn choices(&self, state: &State, seat: Seat) -> Option<Choices> {
        let with = |word: Word| move |unit: &UnitId| Token::about(word, *unit);
        Some(match self {
            Prompt::Accept { .. } | Prompt::Draw => Choices::one([YES, NO]),
            Prompt::Zone => {
                let field = state.battlefield();
                let free = |zone: &usize| !state.sides.iter().any(|side| side.zone.map(usize::from) == Some(*zone));
                Choices::one((0..field.zones.len()).filter(free).map(|zone| field.zone_id(zone)))
            }
            Prompt::SetUp { without } => {
                let left = state.to_set_up(seat);
                let deploy = left.iter().filter(|unit| !without.contains(unit)).map(with(DEPLOY));
                let aside = left.iter().filter(|unit| state.may_hold_back(**unit)).map(with(VANGUARD));
                let riding = left.iter().filter(|unit| !state.rides_at_start(**unit).is_empty()).map(with(EMBARK));
                Choices::one(deploy.chain(aside).chain(riding))
            }
            Prompt::Select => {
                let mut tokens = Tokens::new();
                for unit in state.units_of(seat) {
                    tokens.extend(state.actions_of(unit).iter().map(|action| Token::about(action.word(), unit)));
                    tokens.extend(state.soul_action(unit).map(|_| Token::about(CHANNEL, unit)));
                }
                if state.may_stop(seat) {
                    tokens.push(Token::Word(STOP));
                }
                if state.house().may_pass {
                    tokens.push(Token::Word(PASS));
                }
                Choices::One(tokens)
            }
            Prompt::Spell { model } => {
                let castable = Spell::ALL.into_iter().filter(|spell| state.can_cast(*model, *spell));
                Choices::one(castable.map(Spell::word))
            }
            Prompt::Target { model, spell } => Choices::one(state.marks(*model, *spell).into_iter().map(Mark::token)),
            Prompt::Edge { .. } => Choices::one(Side::ALL.map(|side| Ref::Item(side.number()))),
            Prompt::Piece { pieces, .. } => {
                Choices::one(pieces.iter().map(|piece| state.battlefield().terrain_id((*piece).into())))
            }
            Prompt::Friend { among, .. }
            | Prompt::Struck { among, .. }
            | Prompt::Ride { among, .. }
            | Prompt::Foe { among, .. } => Choices::one(among.iter().copied()),
            Prompt::Casualty { among, picks: 1, .. }
            | Prompt::Trapped { among, .. }
            | Prompt::Heal { among, .. }
            | Prompt::Revive { among, .. } => Choices::one(among.iter().copied()),
            Prompt::Power { among, .. } => Choices::one(among.iter().copied()),
            Prompt::FleeTo { edges, .. } => Choices::one(edges.iter().map(|side| Ref::Item(side.number()))),
            Prompt::React { acting, charge, units } => {
                let all = [Reaction::Evade, if *charge { Reaction::CounterCharge } else { Reaction::ReturnFire }];
                let both = units.iter().flat_map(|unit| all.map(|reaction| (*unit, reaction)));
                let possible = both.filter(|(unit, reaction)| state.may_react(*unit, *reaction, *acting));
                Choices::at_most_one(possible.map(|(unit, reaction)| Token::about(reaction.word(), unit)))
            }
            Prompt::CutDown { units, .. } => Choices::at_most_one(units.iter().map(with(Reaction::CutDown.word()))),
            Prompt::Feat { now } => {
                let feats = state.feats_at(seat, now).into_iter();
                Choices::at_most_one(feats.map(|(feat, unit)| Token::about(feat.id, unit)))
            }
            Prompt::Embark { among, .. } => Choices::at_most_one(among.iter().map(with(EMBARK))),
            Prompt::Negate { units, .. } => Choices::at_most_one(units.iter().map(with(NEGATE))),
            Prompt::Charge { among, .. } => Choices::sequence(among.iter().copied()),
            Prompt::Groups { groups, .. } => Choices::in_order((0..groups.len() as u16).map(Ref::Item)),
            Prompt::Order { units, .. } => Choices::in_order(units.iter().copied()),
            Prompt::Casualty { .. }
            | Prompt::Place { .. }
            | Prompt::Disembark { .. }
            | Prompt::Survivors { .. }
            | Prompt::Move { .. }
            | Prompt::Aim { .. }
            | Prompt::Fight { .. }
            | Prompt::Return { .. } => return None,
        })
    }

    /// The tokens that can be chosen, for questions that are a choice.
    pub(crate) fn tokens(&self, state: &State, seat: Seat) -> Tokens {
        self.choices(state, seat).map_or_else(Tokens::new, |choices| choices.tokens().iter().copied().collect())
    }
}

/// Whether an answer is legal.
pub(crate) fn check(state: &State, seat: Seat, prompt: &Prompt, answer: &Answer) -> Result<(), Refusal> {
    let wrong = |text: &str| Err(Refusal::new(asking::why(state, prompt), text));
    if let (Some(targeting), Answer::Assign(_)) = (prompt.targeting(), answer) {
        return targeting.read(state, answer).map(|_| ());
    }
    match (prompt, answer) {
        (Prompt::Place { unit }, Answer::Place(placed)) => {
            if placed.is_empty() && state.room_for(*unit).is_none() {
                return Ok(());
            }
            let placing = state.set_up_in_zone(*unit);
            placing.check(placed).map_err(|misfit| placing.refuse(&misfit, placed))
        }
        (Prompt::Return { unit, model, .. }, Answer::Place(placed)) => {
            if placed.is_empty() {
                return Ok(());
            }
            let placing = state.coming_back(*unit, *model);
            placing.check(placed).map_err(|misfit| placing.refuse(&misfit, placed))
        }
        (Prompt::Disembark { unit, transport, close, .. }, Answer::Place(placed)) => {
            if placed.is_empty() && prompt.pass(state).is_some() {
                return Ok(());
            }
            let models = state.alive(*unit).collect();
            let placing = state.getting_out(*unit, models, state.hull(*transport), *close);
            placing.check(placed).map_err(|misfit| placing.refuse(&misfit, placed))
        }
        (Prompt::Survivors { unit, hull }, Answer::Place(placed)) => {
            let most = state.survivors_room(*unit, *hull).len();
            let named: Models = placed.iter().map(|(model, _)| *model).collect();
            let placing = state.thrown_out(*unit, named.clone(), *hull);
            if let Some(stranger) = named.iter().find(|model| !state.alive(*unit).any(|own| own == **model)) {
                return Err(placing.refuse(&Misfit::NotAsked(*stranger), placed));
            }
            if placed.len() < most {
                return wrong(&format!("there is room for {most} of them"));
            }
            placing.check(placed).map_err(|misfit| placing.refuse(&misfit, placed))
        }
        (Prompt::Casualty { unit, picks: picks @ 2.., .. }, Answer::Choose(chosen)) => {
            if chosen.len() != usize::from(*picks) {
                return wrong(&format!("{picks} models take damage, one after the other"));
            }
            let mut gone = Models::new();
            for token in chosen {
                let model = token.model().filter(|_| matches!(token, Token::Ref(_)));
                let Some(model) = model.filter(|model| state.next_in_line_after(*unit, &gone).contains(model)) else {
                    return Err(asking::why_no_casualty(state, *unit, *token, &gone));
                };
                gone.push(model);
            }
            Ok(())
        }
        (Prompt::Move { walk }, Answer::Move { paths, placed }) => {
            if !placed.is_empty() {
                return wrong("models move along paths here; none is placed");
            }
            let ready = walk.ready(state);
            if paths.is_empty() && walk.must_move() {
                return if walk.may_stay(state) { Ok(()) } else { Err(ready.refuse(&Misfit::MustMove, &[])) };
            }
            ready.check(paths).map(|_| ()).map_err(|misfit| ready.refuse(&misfit, paths))
        }
        _ => match prompt.choices(state, seat) {
            Some(choices) => {
                choices.check(asking::why(state, prompt), answer, |token| refused_choice(state, seat, prompt, token))
            }
            None => wrong("this question needs another kind of answer"),
        },
    }
}

/// Why something cannot be chosen: the reason that the question itself shows, where it does.
fn refused_choice(state: &State, seat: Seat, prompt: &Prompt, token: Token) -> Option<Refusal> {
    if let Some(reason) = asking::reason(state, seat, prompt, token) {
        return Some(reason);
    }
    if let (Prompt::Select, Token::About(word, Ref::Unit(unit))) = (prompt, token)
        && state.is_unit(unit)
    {
        let caster = (word == CHANNEL && state.seat_of(unit) == seat).then(|| state.channeller(unit)).flatten();
        if let Some(refusal) = caster.and_then(|model| state.why_no_soul_action(unit, model)) {
            return Some(refusal);
        }
        return Some(state.why_not(seat, unit, Action::from_word(word)));
    }
    None
}
