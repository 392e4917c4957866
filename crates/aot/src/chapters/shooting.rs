//! Shooting Activations.

use engine::{Flow, Table};
use smallvec::SmallVec;
use vocabulary::UnitId;

use crate::Aot;
use crate::chapters::attack::{Blow, Blows, Manner, resolve};
use crate::chapters::damage::Account;
use crate::chapters::feat::{self, Kept};
use crate::chapters::reaction::{self, Declared};
use crate::chapters::targets::ask_targets;
use crate::fact::{Fact, Reaction};
use crate::forces::doctrine::Occasion;
use crate::forces::house::{ReturnFire, SplitFire};
use crate::prompt::Prompt;
use crate::state::Units;

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
        t.tell_by(Fact::NoTarget { unit, charges: false }, ["aot.ruling.move-and-shoot-sequence"]);
        return Ok(());
    }
    let targets = targets_of(&shots);
    t.tell_with(Fact::TookAim { unit, targets: targets.clone(), retreats: !reacts }, |state| {
        let mut rules = vec!["aot.shoot.targets-in-range", "aot.shoot.line-of-sight", "aot.ruling.range-and-sight"];
        if targets.len() > 1 {
            rules.extend(["aot.shoot.split-targets", "aot.ruling.split-fire"]);
        }
        if targets.iter().any(|target| !state.friends_at(unit, *target).is_empty()) {
            rules.push("aot.shoot.into-battle");
        }
        if !reacts {
            rules.push("aot.ruling.retreat-shooting-reactions");
        }
        rules
    });
    feat::offer(t, Occasion::Shoots, &[unit], &targets)?;
    let declared = if reacts { reaction::declare(t, unit, false, &targets)? } else { Declared::new() };
    reaction::evade_all(t, &declared)?;
    let mut shots = retarget(t, unit, &shots)?;
    let fires = |reaction: &(UnitId, Reaction)| reaction.1 == Reaction::ReturnFire;
    let returning: Units = declared.iter().filter(|reaction| fires(reaction)).map(|(unit, _)| *unit).collect();
    match t.state.house().return_fire {
        ReturnFire::After => {
            fire(t, unit, &shots, Manner::Shooting)?;
            return_fire(t, &returning, unit)
        }
        ReturnFire::Before => {
            return_fire(t, &returning, unit)?;
            shots.retain(|shot| t.state.stands(shot.model));
            fire(t, unit, &shots, Manner::Shooting)
        }
        ReturnFire::Simultaneous => exchange(t, unit, shots, &returning),
    }
}

/// A Shooting Activation whose targets are named, with what Feats give for it alone.
struct Volley {
    unit: UnitId,
    shots: Blows,
    manner: Manner,
    kept: Kept,
}

/// A unit and those that return its fire shoot at the same time: all targets are named and all Feats performed before the
/// first Attack Roll.
///
/// Carries out the simultaneous exchange of `aot.ruling.return-fire-timing`, `aot.ruling.feat-windows`.
fn exchange(t: &mut Table<Aot>, unit: UnitId, shots: Blows, returning: &[UnitId]) -> Flow<()> {
    let mut volleys: SmallVec<[Volley; 4]> = SmallVec::new();
    volleys.push(Volley { unit, shots, manner: Manner::Shooting, kept: Kept::new() });
    for reacting in returning {
        let mut kept = Kept::new();
        let shots = aim_back(t, *reacting, unit, &mut kept)?;
        volleys.push(Volley { unit: *reacting, shots, manner: Manner::ReturnFire, kept });
    }
    for volley in &mut volleys {
        feat::declare(t, Occasion::ShotAt, &targets_of(&volley.shots), &[volley.unit], &mut volley.kept)?;
    }
    let mut account = Account::open();
    for Volley { unit, shots, manner, kept } in volleys {
        feat::give(t, kept);
        resolve(t, unit, &shots, manner, &mut account)?;
        lapse(t);
    }
    account.close(t)?;
    Ok(())
}

/// Shots are fired; those shot at may brace themselves. Carries out `aot.ruling.feat-windows`, `aot.feat.vigilance`.
fn fire(t: &mut Table<Aot>, unit: UnitId, shots: &[Blow], manner: Manner) -> Flow<()> {
    feat::offer(t, Occasion::ShotAt, &targets_of(shots), &[unit])?;
    resolve(t, unit, shots, manner, &mut Account::default())?;
    lapse(t);
    Ok(())
}

/// What Feats gave for a Shooting Activation ends with it. Carries out `aot.feat.vigilance`.
fn lapse(t: &mut Table<Aot>) {
    for unit in t.state.all_units() {
        if t.state.for_shooting(unit).next().is_some() {
            t.tell_by(Fact::Lapsed { unit }, ["aot.ruling.feat-windows"]);
        }
    }
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
fn return_fire(t: &mut Table<Aot>, units: &[UnitId], at: UnitId) -> Flow<()> {
    for unit in units {
        if t.state.outcome.is_some() || [*unit, at].iter().any(|unit| !t.state.is_on_field(*unit)) {
            continue;
        }
        let mut kept = Kept::new();
        let shots = aim_back(t, *unit, at, &mut kept)?;
        feat::give(t, kept);
        fire(t, *unit, &shots, Manner::ReturnFire)?;
    }
    Ok(())
}

/// A unit that returns fire takes aim. Carries out `aot.ruling.return-fire-limits`, `aot.ruling.suppressive-fire-scope`.
fn aim_back(t: &mut Table<Aot>, unit: UnitId, at: UnitId, kept: &mut Kept) -> Flow<Blows> {
    let only: Units = Units::from_slice(&[at]);
    let prompt = Prompt::Aim { unit, only: Some(only.clone()), lost: None };
    let shots = ask_targets(t, t.state.seat_of(unit), &prompt)?;
    if !shots.is_empty() {
        feat::declare(t, Occasion::Shoots, &[unit], &only, kept)?;
    }
    Ok(shots)
}
