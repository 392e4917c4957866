//! Reactions.

use chance::Faces;
use engine::{Flow, Table};
use ground::Length;
use smallvec::SmallVec;
use vocabulary::{Ref, Roll, Seat, Token, UnitId};

use crate::Aot;
use crate::chapters::action::go;
use crate::chapters::attack::{Manner, resolve};
use crate::chapters::charging::CHARGE_RANGE;
use crate::chapters::damage::Account;
use crate::chapters::dice::{throw, throw_d3};
use crate::chapters::feat;
use crate::chapters::modifiers::Modifier;
use crate::chapters::movement::{Gait, Move};
use crate::chapters::sight::Eyes;
use crate::chapters::targets::ask_targets;
use crate::fact::{Fact, Reaction};
use crate::forces::doctrine::Occasion;
use crate::forces::edition::Edition;
use crate::forces::house::{EvadeBy, Reactors};
use crate::prompt::Prompt;
use crate::state::{State, Units};

/// Reactions that were declared, in that order.
pub(crate) type Declared = SmallVec<[(UnitId, Reaction); 4]>;

impl State {
    /// Whether a unit may declare a Reaction to an Action. Carries out `aot.ruling.reaction-table`,
    /// `aot.ruling.reaction-engaged-units`, `aot.reaction.unlimited`, `aot.ruling.react-after-acting`,
    /// `aot.ruling.return-fire-limits`, `aot.ruling.evade-direction`, `aot.ruling.charge-line-of-sight`,
    /// `aot.feat.suppressive-fire`.
    pub(crate) fn may_react(&self, unit: UnitId, reaction: Reaction, acting: UnitId) -> bool {
        let engaged = self.is_engaged(unit) && !self.house().engaged_units_react;
        match reaction {
            Reaction::CutDown => true,
            _ if engaged => false,
            Reaction::Evade => !self.battlefield().terrain.is_empty(),
            Reaction::ReturnFire => self.could_shoot(unit, acting),
            Reaction::CounterCharge if self.is_given(unit, Modifier::Suppressed) => false,
            Reaction::CounterCharge => {
                let sees = || !self.house().charge_needs_sight || Eyes::new(self).unit_sees(unit, acting);
                self.units_within(unit, acting, CHARGE_RANGE) && sees()
            }
        }
    }

    /// The charged units that may react. Carries out `aot.ruling.charge-who-reacts`.
    pub(crate) fn charge_reactors(&self, targets: &[UnitId]) -> Units {
        match self.house().charge_reactors {
            Reactors::All => targets.iter().copied().collect(),
            Reactors::ByEdition if self.house().edition == Edition::First => targets.iter().copied().collect(),
            Reactors::ByEdition | Reactors::PrimaryOnly => targets.iter().copied().take(1).collect(),
        }
    }

    /// The pieces of terrain that a unit may evade towards. Carries out `aot.ruling.evade-direction`,
    /// `aot.feat.evasive-maneuver`.
    pub(crate) fn pieces_to_evade_to(&self, unit: UnitId) -> SmallVec<[u16; 4]> {
        if self.is_given(unit, Modifier::Evasive) {
            return (0..self.battlefield().terrain.len() as u16).collect();
        }
        self.nearest_pieces(unit)
    }

    /// The pieces of terrain that are nearest to a unit. Carries out `aot.ruling.evade-direction`.
    pub(crate) fn nearest_pieces(&self, unit: UnitId) -> SmallVec<[u16; 4]> {
        let terrain = &self.battlefield().terrain;
        let away = |place: &u16| {
            let piece = &terrain[usize::from(*place)];
            self.standing(unit).map(|model| piece.away(self.shape(model))).min()
        };
        let all = 0..terrain.len() as u16;
        let nearest = all.clone().map(|place| away(&place)).min();
        all.filter(|place| Some(away(place)) == nearest).collect()
    }
}

/// Commanders declare Reactions in turn order, each for all their units. Carries out `aot.ruling.reaction-order`,
/// `aot.reaction.optional`, `aot.ruling.reaction-once-per-trigger`, `aot.ruling.reaction-no-chains`.
pub(crate) fn declare(t: &mut Table<Aot>, acting: UnitId, charge: bool, targets: &[UnitId]) -> Flow<Declared> {
    let mut declared = Declared::new();
    let prompt = |units| Prompt::React { acting, charge, units };
    ask_in_turn(t, acting, targets, prompt, &mut declared)?;
    Ok(declared)
}

/// Asks each Commander of some units, in turn order and until nothing more is declared.
fn ask_in_turn(
    t: &mut Table<Aot>,
    acting: UnitId,
    units: &[UnitId],
    prompt: impl Fn(Units) -> Prompt,
    declared: &mut Declared,
) -> Flow<()> {
    let seats: SmallVec<[Seat; 4]> = t.state.order.clone();
    for seat in seats {
        loop {
            let open = |unit: &UnitId| t.state.seat_of(*unit) == seat && !declared.iter().any(|(done, _)| done == unit);
            let left: Units = units.iter().copied().filter(open).collect();
            if left.is_empty() {
                break;
            }
            let prompt = prompt(left);
            if prompt.tokens(&t.state, seat).is_empty() {
                break;
            }
            let answer = t.ask(seat, prompt)?;
            let declares = answer.token().and_then(reaction_of);
            let Some((unit, reaction)) = declares else {
                t.tell_by(Fact::Declined { seat, to: acting }, ["aot.reaction.optional"]);
                break;
            };
            let spent = t.state.unit(unit).spent;
            t.tell_with(Fact::Reacted { unit, reaction, to: acting, spent }, |state| {
                let mut rules = vec![
                    "aot.ruling.reaction-table",
                    "aot.ruling.reaction-declared-counts",
                    "aot.ruling.reaction-order",
                    "aot.ruling.reaction-once-per-trigger",
                    reaction.rule(),
                ];
                rules.extend(reaction.rules(state.fleeing == Some(acting)));
                if spent {
                    rules.extend(["aot.ruling.react-after-acting", "aot.reaction.unlimited"]);
                }
                rules
            });
            declared.push((unit, reaction));
        }
    }
    Ok(())
}

/// The unit that reacts by a token, and how.
fn reaction_of(token: Token) -> Option<(UnitId, Reaction)> {
    let Token::About(word, Ref::Unit(unit)) = token else { return None };
    Some((unit, Reaction::from_word(word)?))
}

/// Evades are moved in the order in which they were declared.
pub(crate) fn evade_all(t: &mut Table<Aot>, declared: &[(UnitId, Reaction)]) -> Flow<()> {
    for (unit, _) in declared.iter().filter(|(_, reaction)| *reaction == Reaction::Evade) {
        evade(t, *unit)?;
    }
    Ok(())
}

/// Carries out `aot.reaction.evade-exists`, `aot.ruling.evade-distance`, `aot.ruling.evade-direction`,
/// `aot.action-table.evade`.
fn evade(t: &mut Table<Aot>, unit: UnitId) -> Flow<()> {
    let seat = t.state.seat_of(unit);
    feat::offer(t, Occasion::Evades, &[unit], &[])?;
    let pieces = t.state.pieces_to_evade_to(unit);
    let piece = if let [only] = pieces.as_slice() {
        *only
    } else {
        let token = t.ask(seat, Prompt::Piece { unit, pieces })?.token();
        let Some(Token::Ref(Ref::Area(area))) = token else { return Ok(()) };
        let Some(place) = t.state.battlefield().terrain_of(area) else { return Ok(()) };
        place as u16
    };
    let die = |why| Roll::new(why, seat).die_for(Faces::D6, Ref::Unit(unit));
    let dice = match t.state.house().evade_by {
        EvadeBy::D6 => Some(throw(t, die("aot.ruling.evade-distance"))?.dice[0].shows),
        EvadeBy::D3 => Some(throw_d3(t, die("aot.ruling.evade-distance"))?.into()),
        EvadeBy::Speed | EvadeBy::HalfSpeed => None,
    };
    let dice = dice.map(|shows| Length::inches(shows.into()));
    if let Some(by) = dice {
        t.tell_by(Fact::Further { unit, by }, ["aot.ruling.evade-distance", "aot.reaction.evade-exists"]);
    }
    let from = t.state.engaged_with(unit);
    go(t, &Move { unit, gait: Gait::Evade { dice, piece, from } })?;
    Ok(())
}

/// Enemies strike at a unit that leaves. Carries out `aot.reaction.cut-down-trigger`, `aot.reaction.cut-down-attack`,
/// `aot.ruling.cut-down-costs-action`, `aot.action-table.cut-down`, `aot.terror.cut-down`.
pub(crate) fn cut_down(t: &mut Table<Aot>, runner: UnitId, units: &[UnitId]) -> Flow<()> {
    let mut declared = Declared::new();
    ask_in_turn(t, runner, units, |units| Prompt::CutDown { runner, units }, &mut declared)?;
    for (unit, _) in declared {
        if t.state.outcome.is_some() || [unit, runner].iter().any(|unit| !t.state.is_on_field(*unit)) {
            continue;
        }
        let units: Units = Units::from_slice(&[unit]);
        let blows = ask_targets(t, t.state.seat_of(unit), &Prompt::Fight { units, only: Some(runner) })?;
        resolve(t, unit, &blows, Manner::CutDown, &mut Account::default())?;
    }
    Ok(())
}
