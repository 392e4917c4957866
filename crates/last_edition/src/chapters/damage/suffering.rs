//! Wounds: whom they are for, what saves them, and what they cost.

use engine::{Flow, Table};
use smallvec::SmallVec;
use troops::Models;
use vocabulary::{ModelId, Ref, Token, UnitId};

use crate::LastEdition;
use crate::chapters::battle::Volley;
use crate::chapters::damage::{Asks, Facts, remove};
use crate::chapters::dice::Need;
use crate::chapters::luck::{self, Cast};
use crate::chapters::saving::{Defence, First};
use crate::fact::Fact;
use crate::forces::ability::RollKind;
use crate::forces::house::{BadLuckSource, TransportDestroyedAt};
use crate::prompt::Prompt;
use crate::state::State;

/// What wounds do, and how.
#[derive(Clone, Copy, Debug)]
struct Harm {
    unit: UnitId,
    /// The model that was picked out, if one was.
    aim: Option<ModelId>,
    ap: i16,
    damage: u8,
    melee: bool,
}

/// Points of damage of wounds that were not saved, one after the other.
type Points = SmallVec<[u8; 16]>;

/// A unit suffers wounds: for each of them its owner names a model, saves are rolled, and what is not saved does damage.
///
/// As long as all its models are alike it makes no difference to the saves who is named; they are rolled together then,
/// and models are named for what was not saved.
///
/// Carries out `tle.ruling.damage-allocation`, `tle.ruling.casualty-allocation`, `tle.datasheet.wounded-first`,
/// `tle.shooting.save-roll`, `tle.melee.save-roll`, `tle.dice.batching`.
pub(super) fn suffer(t: &mut Table<LastEdition>, volley: &Volley, wounds: u16) -> Flow<()> {
    let attack = &volley.attack;
    let harm = Harm {
        unit: volley.target,
        aim: volley.blow.aim,
        ap: attack.ap,
        damage: attack.damage,
        melee: attack.manner.is_melee(),
    };
    let mut left = wounds;
    while left > 0 {
        let among = t.state.next_to_suffer(harm);
        let Some(first) = among.first().copied() else {
            let wasted = Facts::Wasted { unit: harm.unit, attacks: left };
            t.tell_by(Fact::Damage(wasted), ["tle.ruling.casualty-allocation"]);
            return Ok(());
        };
        left -= if t.state.are_alike(harm) {
            let count = left.min(t.state.wounds_to_kill_all(harm));
            let defence = t.state.defence(first, harm.ap, harm.melee);
            let points = unsaved(t, harm, first, count, &defence)?;
            take_together(t, harm, &points)?;
            count
        } else {
            let model = ask_victim(t, harm, among)?;
            let defence = t.state.defence(model, harm.ap, harm.melee);
            let count = if t.state.is_wounded(model) || harm.aim.is_some() {
                left.min(u16::from(t.state.model(model).health.div_ceil(harm.damage)))
            } else {
                1
            };
            for points in unsaved(t, harm, model, count, &defence)? {
                hurt(t, harm, model, points);
            }
            count
        };
        if wrecked(t, harm)? {
            return Ok(());
        }
    }
    Ok(())
}

/// A transport is destroyed the moment it loses its last health, where that is the rule.
///
/// Carries out `tle.ruling.transport-moment`, `tle.transport.destroyed-roll`.
fn wrecked(t: &mut Table<LastEdition>, harm: Harm) -> Flow<bool> {
    let at_once = t.state.house().transport_destroyed_at == TransportDestroyedAt::AtOnce;
    let carries = t.state.sheet(harm.unit).transport.is_some();
    if !at_once || !carries || t.state.living(harm.unit).next().is_some() {
        return Ok(false);
    }
    let hull: Models = t.state.standing(harm.unit).collect();
    remove(t, &hull, &["tle.ruling.transport-moment"])?;
    Ok(true)
}

impl State {
    /// The models that can be named for the next wound: those that are wounded, if there are any, and otherwise all.
    ///
    /// Carries out `tle.datasheet.wounded-first`, `tle.ruling.damage-allocation`, `tle.ruling.casualty-allocation`.
    fn next_to_suffer(&self, harm: Harm) -> Models {
        if let Some(aim) = harm.aim {
            return self.lives(aim).then_some(aim).into_iter().collect();
        }
        let wounded: Models = self.living(harm.unit).filter(|model| self.is_wounded(*model)).collect();
        if wounded.is_empty() { self.living(harm.unit).collect() } else { wounded }
    }

    /// Whether it makes no difference to saves and damage which model is named: all have the same saves and as much
    /// health, and at most one of them is wounded.
    fn are_alike(&self, harm: Harm) -> bool {
        if harm.aim.is_some() {
            return true;
        }
        let mut living = self.living(harm.unit);
        let Some(first) = living.next() else { return true };
        let of = |model| (self.profile(model).health, self.defence(model, harm.ap, harm.melee));
        let (health, defence) = of(first);
        let same_loadout = |model: ModelId| self.model_info(model) == self.model_info(first) && harm.melee;
        self.living(harm.unit).filter(|model| self.is_wounded(*model)).count() <= 1
            && living.all(|model| same_loadout(model) || of(model) == (health, defence.clone()))
    }

    /// How many wounds kill everybody they can be for, if none is saved.
    fn wounds_to_kill_all(&self, harm: Harm) -> u16 {
        let each = |model: ModelId| u16::from(self.model(model).health.div_ceil(harm.damage.max(1)));
        match harm.aim {
            Some(aim) => each(aim),
            None => self.living(harm.unit).map(each).sum(),
        }
    }
}

/// The owner names the model that the next wound is for. Carries out `tle.ruling.damage-allocation`.
fn ask_victim(t: &mut Table<LastEdition>, harm: Harm, among: Models) -> Flow<ModelId> {
    let first = among[0];
    if among.len() == 1 {
        return Ok(first);
    }
    let answer = t.ask(t.state.seat_of(harm.unit), Prompt::Damage(Asks::Victim { unit: harm.unit, among }))?;
    Ok(answer.token().and_then(Token::model).unwrap_or(first))
}

/// Saves against wounds of models that are alike: the points of each wound that gets through.
///
/// Carries out `tle.shooting.save-roll`, `tle.shooting.save-ap`, `tle.melee.save-roll`, `tle.armor-save.none`,
/// `tle.armor-save.dodge-instead`, `tle.ruling.dodge-and-pure`.
fn unsaved(t: &mut Table<LastEdition>, harm: Harm, model: ModelId, wounds: u16, defence: &Defence) -> Flow<Points> {
    let seat = t.state.seat_of(harm.unit);
    let number = |need: &Option<Need>| need.as_ref().map(Need::number);
    let (armor, dodge) = (number(&defence.armor), number(&defence.dodge));
    let first = if armor.is_none() && dodge.is_none() {
        t.tell_by(Fact::Damage(Facts::Defenceless { unit: harm.unit, wounds }), ["tle.armor-save.none"]);
        First::Nothing
    } else {
        let asks = Asks::Save { model, wounds, armor, dodge };
        super::asking::save_of(&t.ask(seat, Prompt::Damage(asks))?)
    };
    let mut failed = wounds;
    if let Some(need) = defence.first(first) {
        let source = if first == First::Dodge { BadLuckSource::Dodge } else { BadLuckSource::Armor };
        let rules: &[&'static str] = match (first, harm.melee) {
            (First::Dodge, _) => &["tle.armor-save.dodge-instead", "tle.ruling.dodge-and-pure"],
            (_, true) => &["tle.melee.save-roll"],
            (_, false) => &["tle.shooting.save-roll", "tle.shooting.save-ap"],
        };
        let (of, again) = (Ref::Unit(harm.unit), Some((harm.unit, RollKind::Save)));
        let dice = luck::cast(t, &Cast { source, seat, need, dice: wounds, of, again, rules })?;
        failed = dice.iter().filter(|die| !need.met_by(**die)).count() as u16;
        let saved = Facts::Saved { unit: harm.unit, wounds, saved: wounds - failed };
        t.tell_by(Fact::Damage(saved), [need.why]);
    }
    pure_saves(t, harm, model, failed, first, defence)
}

/// Pure saves, a die for each point of each wound that was not saved: what is left of the points.
///
/// Carries out `tle.armor-save.pure`, `tle.armor-save.pure-per-wound`, `tle.ruling.pure-dice`,
/// `tle.ruling.pure-after-none`, `tle.ruling.dodge-and-pure`.
fn pure_saves(
    t: &mut Table<LastEdition>,
    harm: Harm,
    model: ModelId,
    failed: u16,
    first: First,
    defence: &Defence,
) -> Flow<Points> {
    let plain = || std::iter::repeat_n(harm.damage, failed.into()).collect();
    let Some(pure) = defence.pure_after(first).filter(|_| failed > 0) else { return Ok(plain()) };
    let seat = t.state.seat_of(harm.unit);
    let answer = t.ask(seat, Prompt::Damage(Asks::Pure { model, need: pure.number() }))?;
    if !super::asking::is_yes(&answer) {
        return Ok(plain());
    }
    let rules: &[&'static str] = if defence.armor.is_none() {
        &["tle.armor-save.pure-per-wound", "tle.ruling.pure-after-none"]
    } else {
        &["tle.armor-save.pure-per-wound", "tle.ruling.pure-dice"]
    };
    let full = t.state.profile(model).health;
    let mut left = t.state.model(model).health;
    let mut points = Points::new();
    let mut prevented = 0;
    let mut waiting = failed;
    while waiting > 0 {
        // With a single point each, the dice of all wounds can be thrown together.
        let (wounds, dice) =
            if harm.damage == 1 { (waiting, waiting) } else { (1, defence.pure_dice(harm.damage, left).into()) };
        let (of, again) = (Ref::Unit(harm.unit), Some((harm.unit, RollKind::Save)));
        let cast = Cast { source: BadLuckSource::Pure, seat, need: pure, dice, of, again, rules };
        let shown = luck::cast(t, &cast)?;
        let through = shown.iter().filter(|die| !pure.met_by(**die)).count() as u16;
        prevented += dice - through;
        if harm.damage == 1 {
            points.extend(std::iter::repeat_n(1, through.into()));
        } else {
            let through = through as u8;
            points.push(through);
            // The next wound is for another model once this one is dead.
            left = left.saturating_sub(through);
            left = if left == 0 { full } else { left };
        }
        waiting -= wounds;
    }
    if prevented > 0 {
        t.tell_by(Fact::Damage(Facts::Prevented { unit: harm.unit, points: prevented }), ["tle.armor-save.pure"]);
    }
    Ok(points)
}

/// Points of wounds, one after the other, fall on models that are alike: their owner names all that they fall on at once.
///
/// Carries out `tle.shooting.damage`, `tle.shooting.excess-damage`, `tle.melee.damage`, `tle.datasheet.wounded-first`.
fn take_together(t: &mut Table<LastEdition>, harm: Harm, points: &[u8]) -> Flow<()> {
    let among = t.state.next_to_suffer(harm);
    let mut current = among.iter().copied().find(|model| t.state.is_wounded(*model) || among.len() == 1);
    let fresh: Models = t.state.meant_by(harm).into_iter().filter(|model| Some(*model) != current).collect();
    let mut named = name_all(t, harm, current, &fresh, points)?;
    named.reverse();
    for points in points.iter().copied().filter(|points| *points > 0) {
        let Some(model) = current.filter(|model| t.state.lives(*model)).or_else(|| named.pop()) else { return Ok(()) };
        hurt(t, harm, model, points);
        current = Some(model);
    }
    Ok(())
}

impl State {
    /// The models that wounds can be for, sooner or later.
    fn meant_by(&self, harm: Harm) -> Models {
        match harm.aim {
            Some(aim) => self.lives(aim).then_some(aim).into_iter().collect(),
            None => self.living(harm.unit).collect(),
        }
    }
}

/// The owner names the models that points fall on once the one that suffers now is dead, in their order.
fn name_all(
    t: &mut Table<LastEdition>,
    harm: Harm,
    current: Option<ModelId>,
    fresh: &[ModelId],
    points: &[u8],
) -> Flow<Models> {
    let full = fresh.first().map_or(0, |model| t.state.model(*model).health);
    let mut left = current.map_or(0, |model| t.state.model(model).health);
    let mut picks = 0;
    for points in points.iter().copied().filter(|points| *points > 0) {
        if left == 0 {
            if picks == fresh.len() {
                break;
            }
            picks += 1;
            left = full;
        }
        left = left.saturating_sub(points);
    }
    let all_die = left == 0;
    if picks == 0 || (picks == fresh.len() && all_die) {
        return Ok(fresh.iter().take(picks).copied().collect());
    }
    let asks = Asks::Casualties { unit: harm.unit, among: Models::from_slice(fresh), picks: picks as u16, all_die };
    let answer = t.ask(t.state.seat_of(harm.unit), Prompt::Damage(asks))?;
    Ok(answer.tokens().iter().filter_map(|token| token.model()).collect())
}

/// A model suffers points; what it does not have is lost.
///
/// Carries out `tle.shooting.lose-health`, `tle.shooting.damage`, `tle.shooting.excess-damage`, `tle.melee.damage`,
/// `tle.datasheet.health`.
fn hurt(t: &mut Table<LastEdition>, harm: Harm, model: ModelId, points: u8) {
    let health = t.state.model(model).health;
    let suffered = points.min(health);
    if suffered == 0 {
        return;
    }
    t.tell_with(Fact::Damage(Facts::Hurt { model, points: suffered }), |_| {
        let mut rules = vec!["tle.ruling.damage-allocation", "tle.datasheet.wounded-first"];
        rules.push(if harm.melee { "tle.melee.damage" } else { "tle.shooting.damage" });
        rules.push("tle.shooting.lose-health");
        rules.extend((points > health).then_some("tle.shooting.excess-damage"));
        rules.extend(harm.aim.map(|_| "tle.ruling.sniper"));
        rules
    });
}
