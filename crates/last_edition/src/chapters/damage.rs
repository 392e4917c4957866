//! What attacks do: hits, wounds, saves, damage and casualties.
//!
//! `resolve` makes the attacks that were declared; models without health stay where they are, as casualties, until
//! `remove_casualties` takes them off the battlefield. `remove` takes dead models off whatever killed them, with all
//! that follows: units that are destroyed, passengers that are thrown out, bounties, cowards. `lose` does so with a unit
//! that is not on the battlefield.

mod asking;
mod deflecting;
pub(crate) mod removal;
mod resolving;
mod suffering;
mod telling;

use engine::{Flow, Table};
use serde::Serialize;
use smallvec::SmallVec;
use troops::Models;
use vocabulary::{ModelId, Seat, UnitId, WeaponId};

use crate::LastEdition;
use crate::chapters::battle::{Blow, Volley};
use crate::prompt::Prompt;

pub(crate) use asking::orders;
pub(crate) use deflecting::deflect;
pub(crate) use removal::{lose, remove};

/// Attacks that wait to be resolved: those of a weapon, and of others that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// One of the weapons.
    pub weapon: WeaponId,
    /// Whom they are meant for.
    pub target: UnitId,
    /// How many attacks there are.
    pub attacks: u16,
    /// The place of the first among those that wait which does the same to the same models.
    pub kind: u8,
}

/// Questions about what attacks do.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which attacks are resolved next?
    Next { waiting: SmallVec<[Waiting; 4]> },
    /// Which save is rolled against so many wounds, if any? With the numbers that they need, where they can be rolled.
    Save { model: ModelId, wounds: u16, armor: Option<i16>, dodge: Option<i16> },
    /// Is the pure save rolled, which needs this number?
    Pure { model: ModelId, need: i16 },
    /// On which models does damage fall, one after the other?
    Casualties { unit: UnitId, among: Models, picks: u16, all_die: bool },
    /// Which model may have to suffer the next wound?
    Victim { unit: UnitId, among: Models },
    /// Which weapon answers a hit roll of 1?
    Deflect { attacker: ModelId, among: SmallVec<[WeaponId; 8]> },
}

/// What comes of attacks.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// Casualties leave the battlefield.
    Removal(removal::Facts),
    /// So many attacks on a unit hit.
    Hit { unit: UnitId, attacks: u16, hits: u16 },
    /// So many hits on a unit wound.
    Wounded { unit: UnitId, hits: u16, wounds: u16 },
    /// So many wounds of a unit are saved.
    Saved { unit: UnitId, wounds: u16, saved: u16 },
    /// There is no save to roll against so many wounds.
    Defenceless { unit: UnitId, wounds: u16 },
    /// Pure saves prevent so many points.
    Prevented { unit: UnitId, points: u16 },
    /// A model suffers points.
    Hurt { model: ModelId, points: u8 },
    /// There is nobody left for so many attacks or wounds.
    Wasted { unit: UnitId, attacks: u16 },
    /// Hit rolls of 1 are answered with so many attacks.
    Deflected { unit: UnitId, attacker: UnitId, attacks: u16 },
}

/// A hit roll in melee that showed a 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct One {
    /// Who rolled it.
    pub(crate) attacker: ModelId,
    /// Against whom.
    pub(crate) unit: UnitId,
}

/// Hit rolls of 1.
pub(crate) type Ones = SmallVec<[One; 4]>;

/// Attacks are resolved, one weapon after the other or those that are alike together. Says which hit rolls in melee showed
/// a 1.
///
/// Carries out `tle.ruling.damage-allocation`, `tle.ruling.casualty-allocation`, `tle.dice.batching`.
pub(crate) fn resolve(t: &mut Table<LastEdition>, seat: Seat, blows: &[Blow]) -> Flow<Ones> {
    let mut volleys = t.state.volleys(blows);
    let mut ones = Ones::new();
    while !volleys.is_empty() {
        let next = ask_next(t, seat, &volleys)?;
        let volley = volleys.remove(next);
        resolving::fire(t, &volley, &mut ones)?;
    }
    Ok(ones)
}

/// The attacker says which attacks are resolved next. Carries out `tle.ruling.damage-allocation`.
fn ask_next(t: &mut Table<LastEdition>, seat: Seat, volleys: &[Volley]) -> Flow<usize> {
    if volleys.len() == 1 {
        return Ok(0);
    }
    let weapon = |volley: &Volley| crate::state::State::weapon_id(volley.blow.model, volley.blow.weapon);
    let same = |one: &Volley, other: &Volley| {
        (one.target, one.blow.aim) == (other.target, other.blow.aim) && one.attack == other.attack
    };
    let kind = |volley: &Volley| volleys.iter().position(|other| same(volley, other)).unwrap_or(0) as u8;
    let waiting = volleys.iter().map(|volley| Waiting {
        weapon: weapon(volley),
        target: volley.target,
        attacks: volley.attacks,
        kind: kind(volley),
    });
    let answer = t.ask(seat, Prompt::Damage(Asks::Next { waiting: waiting.collect() }))?;
    let named = answer.token();
    let is_named = |volley: &Volley| named == Some(vocabulary::Token::Ref(vocabulary::Ref::Weapon(weapon(volley))));
    Ok(volleys.iter().position(is_named).unwrap_or(0))
}

/// All casualties leave the battlefield. Carries out `tle.ruling.casualty-allocation`, `tle.shooting.remove-casualties`,
/// `tle.melee.remove-casualties`.
pub(crate) fn remove_casualties(t: &mut Table<LastEdition>, rule: &'static str) -> Flow<()> {
    let dead: Models = t.state.all_models().filter(|model| t.state.stands(*model) && !t.state.lives(*model)).collect();
    if dead.is_empty() { Ok(()) } else { remove(t, &dead, &[rule, "tle.ruling.casualty-allocation"]) }
}
