//! Shooting Activations.

use engine::{Flow, Table};
use vocabulary::UnitId;

use crate::Aot;
use crate::attack::{Blow, Blows, Manner, resolve};
use crate::damage::Account;
use crate::doctrine::Occasion;
use crate::fact::{Fact, Reaction};
use crate::feat;
use crate::house::{ReturnFire, SplitFire};
use crate::prompt::Prompt;
use crate::reaction::{self, Declared};
use crate::state::Units;
use crate::targets::ask_targets;

/// A unit names targets, those react, and it shoots; at some units only in a Firing Retreat, where nobody reacts.
///
/// Carries out `aot.ruling.move-and-shoot-sequence`, `aot.shoot.split-targets`, `aot.ruling.evade-who`,
/// `aot.ruling.retreat-shooting-reactions`, `aot.action.firing-retreat-shoot`, `aot.ruling.suppressive-fire-scope`.
pub(crate) fn shoot(t: &mut Table<Aot>, unit: UnitId, only: Option<&[UnitId]>) -> Flow<()> {
    let seat = t.state.seat_of(unit);
    let reacts = only.is_none();
    let prompt = Prompt::Aim { unit, only: only.map(Units::from_slice), lost: None };
    let shots = ask_targets(t, seat, &prompt)?;
    if shots.is_empty() {
        t.tell(Fact::NoTarget { unit, charges: false });
        return Ok(());
    }
    let targets = targets_of(&shots);
    t.tell(Fact::TookAim { unit, targets: targets.clone(), retreats: !reacts });
    feat::offer(t, Occasion::Shoots, &[unit], &targets)?;
    let declared = if reacts { reaction::declare(t, unit, false, &targets)? } else { Declared::new() };
    reaction::evade_all(t, &declared)?;
    let mut shots = retarget(t, unit, &shots)?;
    let fires = |reaction: &(UnitId, Reaction)| reaction.1 == Reaction::ReturnFire;
    let returning: Units = declared.iter().filter(|reaction| fires(reaction)).map(|(unit, _)| *unit).collect();
    match t.state.house().return_fire {
        ReturnFire::After => {
            fire(t, unit, &shots, Manner::Shooting, &mut Account::default())?;
            return_fire(t, &returning, unit, &mut Account::default())
        }
        ReturnFire::Before => {
            return_fire(t, &returning, unit, &mut Account::default())?;
            shots.retain(|shot| t.state.stands(shot.model));
            fire(t, unit, &shots, Manner::Shooting, &mut Account::default())
        }
        ReturnFire::Simultaneous => {
            let mut account = Account::open();
            fire(t, unit, &shots, Manner::Shooting, &mut account)?;
            return_fire(t, &returning, unit, &mut account)?;
            account.close(t)?;
            Ok(())
        }
    }
}

/// Shots are fired; those shot at may brace themselves. Carries out `aot.ruling.feat-windows`, `aot.feat.vigilance`.
fn fire(t: &mut Table<Aot>, unit: UnitId, shots: &[Blow], manner: Manner, account: &mut Account) -> Flow<()> {
    feat::offer(t, Occasion::ShotAt, &targets_of(shots), &[unit])?;
    resolve(t, unit, shots, manner, account)?;
    for unit in t.state.all_units() {
        if t.state.for_shooting(unit).next().is_some() {
            t.tell(Fact::Lapsed { unit });
        }
    }
    Ok(())
}

fn targets_of(shots: &[Blow]) -> Units {
    let mut targets = Units::new();
    for shot in shots {
        if !targets.contains(&shot.target) {
            targets.push(shot.target);
        }
    }
    targets
}

/// What is left of the shots after Evades. Carries out `aot.ruling.shoot-targets-after-evade`.
fn retarget(t: &mut Table<Aot>, unit: UnitId, shots: &[Blow]) -> Flow<Blows> {
    let mut left = t.state.still_possible(shots);
    if !t.state.house().retarget_after_evade || left.len() == shots.len() {
        return Ok(left);
    }
    let per_weapon = t.state.house().split_fire == SplitFire::PerWeapon;
    let is_lost = |shot: &&Blow| {
        let mut left = left.iter();
        if per_weapon { !left.any(|other| other.is_of(**shot)) } else { !left.any(|other| other.model == shot.model) }
    };
    let lost: Blows = shots.iter().filter(is_lost).copied().collect();
    if !lost.is_empty() {
        left.extend(ask_targets(t, t.state.seat_of(unit), &Prompt::Aim { unit, only: None, lost: Some(lost) })?);
    }
    Ok(left)
}

/// Units shoot back, one after the other. Carries out `aot.ruling.return-fire-timing`,
/// `aot.ruling.return-fire-limits`, `aot.ruling.reaction-declared-counts`, `aot.action-table.return-fire`.
fn return_fire(t: &mut Table<Aot>, units: &[UnitId], at: UnitId, account: &mut Account) -> Flow<()> {
    for unit in units {
        if t.state.outcome.is_some() || [*unit, at].iter().any(|unit| !t.state.is_on_field(*unit)) {
            continue;
        }
        let only: Units = Units::from_slice(&[at]);
        let prompt = Prompt::Aim { unit: *unit, only: Some(only.clone()), lost: None };
        let shots = ask_targets(t, t.state.seat_of(*unit), &prompt)?;
        if !shots.is_empty() {
            feat::offer(t, Occasion::Shoots, &[*unit], &only)?;
        }
        fire(t, *unit, &shots, Manner::ReturnFire, account)?;
    }
    Ok(())
}
