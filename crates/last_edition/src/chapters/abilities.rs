//! Abilities: when they can be used, what they cost, and what they do.
//!
//! `command` and `offer` ask whether units use abilities; `ask_again` asks whether a die is rolled again. What holds
//! for a while is ended by `end`, and `over` ends what holds for as long as a unit acts. What all of it comes to for a
//! unit is asked with `State::changed` and `State::gains`; `State::under` lists it for whoever looks at a unit.

mod asking;
mod effects;
mod lasting;
mod reach;
mod rerolls;
mod telling;
#[cfg(test)]
pub(crate) mod tests;
mod values;

use engine::{Flow, Table};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use troops::{Models, Placed};
use vocabulary::{ModelId, Ref, Seat, Token, UnitId, Word};

use crate::LastEdition;
use crate::fact::Fact;
use crate::forces::ability::{Ability, Effect, RollKind, Target, When};
use crate::prompt::Prompt;
use crate::state::{State, Units, Whereabouts};

pub(crate) use asking::{orders, usage};
pub(crate) use effects::take_effect;
pub use lasting::{Held, Until};
pub(crate) use lasting::{Lasting, Lost, Moment, Used, end, over};
pub(crate) use reach::Obstacle;
pub(crate) use rerolls::ask_again;

/// An ability of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// Whose it is.
    pub unit: UnitId,
    /// Its id on the datasheet.
    pub ability: Word,
}

/// A few abilities of units.
pub(crate) type Uses = SmallVec<[Use; 4]>;

/// A die that lies on the table: its number, and what it shows.
pub type Lying = (u32, i16);

/// Questions about abilities.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which ability do these units use, if any?
    Use { when: When, units: Units, among: Uses, opponent: Option<UnitId> },
    /// Which unit does an ability reach?
    Target { of: Use, among: Units },
    /// Which model regains health?
    Heal { of: Use, among: Models },
    /// Which model suffers the next wound?
    Suffer { of: Use, among: Models },
    /// Which model comes back?
    Return { of: Use, among: Models },
    /// Where does it stand?
    Place { of: Use, model: ModelId },
    /// Which of these dice is rolled again, if any? A combined roll is rolled again as a whole, unless players settled
    /// otherwise.
    Again { of: Use, kind: RollKind, dice: SmallVec<[Lying; 8]>, whole: bool },
}

/// What abilities do.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// A unit uses an ability, for so many leader points.
    Used { of: Use, target: Option<UnitId>, points: u8 },
    /// Something holds for a unit for a while.
    Holds { unit: UnitId, held: Held },
    /// A model regains so much health.
    Healed { model: ModelId, health: u8 },
    /// A model suffers a wound that nothing saves.
    Suffered { model: ModelId },
    /// A model is back.
    Returned { unit: UnitId, placed: Placed },
    /// A player gains leader points.
    LeaderPoints { seat: Seat, points: u8 },
    /// A player has more power dice.
    PowerDice { seat: Seat, dice: u8 },
    /// A player can declare fewer reaction units for a while.
    LosesReactions { seat: Seat, units: u8, until: Until },
    /// What held for as long as a unit acted is over.
    Over,
}

impl Use {
    /// What it is in an answer.
    pub(crate) fn token(self) -> Token {
        Token::About(self.ability, Ref::Unit(self.unit))
    }

    /// The ability that an answer names.
    pub(crate) fn named(token: Token) -> Option<Use> {
        match token {
            Token::About(ability, Ref::Unit(unit)) => Some(Use { unit, ability }),
            _ => None,
        }
    }
}

impl State {
    /// What the datasheet says of an ability.
    pub(crate) fn ability(&self, of: Use) -> Option<&Ability> {
        self.sheet(of.unit).abilities.iter().find(|ability| ability.id == of.ability)
    }
}

/// Command abilities of a player, of some units only where it is a reaction.
///
/// Carries out `tle.phase.command.abilities`, `tle.phase.command.reaction-units`, `tle.ruling.reaction-on-board`: what
/// reaches nobody else can be used in reserve, and nothing can aboard a transport.
pub(crate) fn command(t: &mut Table<LastEdition>, seat: Seat, among: Option<&Units>) -> Flow<()> {
    let able = |unit: &UnitId| matches!(t.state.unit(*unit).at, Whereabouts::OnField | Whereabouts::Reserve);
    let units: Units = match among {
        Some(units) => units.iter().copied().filter(able).collect(),
        None => t.state.units_of(seat).filter(able).collect(),
    };
    choose(t, seat, When::CommandPhase, &units, None)
}

/// A unit may use the abilities of a moment, one after the other. The opponent is the enemy unit that charges, shoots or
/// strikes.
///
/// Carries out `tle.ability.use`, `tle.leader-points.usable`, `tle.ruling.leader-point-uses`.
pub(crate) fn offer(t: &mut Table<LastEdition>, when: When, unit: UnitId, opponent: Option<UnitId>) -> Flow<()> {
    if !t.state.is_on_field(unit) {
        return Ok(());
    }
    choose(t, t.state.seat_of(unit), when, &[unit], opponent)
}

fn choose(t: &mut Table<LastEdition>, seat: Seat, when: When, units: &[UnitId], opponent: Option<UnitId>) -> Flow<()> {
    loop {
        let among = t.state.usable(when, units, opponent);
        if among.is_empty() {
            return Ok(());
        }
        let asks = Asks::Use { when, units: Units::from_slice(units), among, opponent };
        let answer = t.ask(seat, Prompt::Abilities(asks))?;
        let Some(of) = answer.token().and_then(Use::named) else { return Ok(()) };
        let target = ask_target(t, of, opponent)?;
        let points = t.state.ability(of).map_or(0, Ability::leader_points);
        t.tell_with(Fact::Abilities(Facts::Used { of, target, points }), |_| {
            let mut rules = vec!["tle.ability.use"];
            rules.extend(when.said().rules.iter().filter(|rule| **rule != "tle.ability.use"));
            if points > 0 {
                rules.extend(["tle.leader-points.usable", "tle.ruling.leader-point-uses"]);
            }
            rules
        });
        take_effect(t, of, target)?;
    }
}

/// The unit that an ability reaches; its player names one where there are several. Carries out `tle.ability.use`.
pub(crate) fn ask_target(t: &mut Table<LastEdition>, of: Use, opponent: Option<UnitId>) -> Flow<Option<UnitId>> {
    let among = t.state.reachable(of, opponent);
    if among.len() < 2 {
        return Ok(among.first().copied());
    }
    let answer = t.ask(t.state.seat_of(of.unit), Prompt::Abilities(Asks::Target { of, among }))?;
    Ok(answer.token().and_then(Token::unit))
}

impl Ability {
    /// Whether it is about players, and reaches no unit.
    pub(crate) fn is_about_players(&self) -> bool {
        self.target == Target::Player
    }

    /// Whether it needs a battlefield under the feet of the unit that uses it.
    fn needs_ground(&self) -> bool {
        let moves = |effect: &Effect| matches!(effect, Effect::Move(_) | Effect::Return | Effect::Wounds(_));
        !matches!(self.target, Target::Itself | Target::Player) || self.effects.iter().any(moves)
    }
}
