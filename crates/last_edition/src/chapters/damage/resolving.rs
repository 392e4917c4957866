//! Attacks with a weapon, from the hit rolls to the wounds.

use engine::{Flow, Table};
use vocabulary::Ref;

use crate::LastEdition;
use crate::chapters::battle::Volley;
use crate::chapters::damage::{Facts, One, Ones, suffering};
use crate::chapters::dice::Shown;
use crate::chapters::keywords::Properties;
use crate::chapters::luck::{self, Cast};
use crate::chapters::sequence::{Attack, Manner};
use crate::chapters::wounding::{WoundRoll, Wounded};
use crate::fact::Fact;
use crate::forces::ability::RollKind;
use crate::forces::house::BadLuckSource;
use crate::state::State;

/// Attacks that are alike are made: hit rolls, wound rolls, and then the target suffers them.
///
/// Carries out `tle.shooting.hit-roll`, `tle.shooting.wound-roll`, `tle.melee.wound-roll`, `tle.ruling.casualty-allocation`.
pub(super) fn fire(t: &mut Table<LastEdition>, volley: &Volley, ones: &mut Ones) -> Flow<()> {
    if t.state.meant(volley.blow).is_empty() {
        let rules: &[&str] = if volley.blow.aim.is_some() {
            &["tle.ruling.sniper", "tle.ruling.casualty-allocation"]
        } else {
            &["tle.ruling.casualty-allocation"]
        };
        let wasted = Facts::Wasted { unit: volley.target, attacks: volley.attacks };
        t.tell_by(Fact::Damage(wasted), rules.iter().copied());
        return Ok(());
    }
    let hits = roll_to_hit(t, volley, ones)?;
    let wounds = roll_to_wound(t, volley, hits)?;
    suffering::suffer(t, volley, wounds)
}

/// Hit rolls: how many hit.
///
/// Carries out `tle.shooting.shots`, `tle.shooting.hit-roll`, `tle.melee.attacks`, `tle.melee.compare-skill`,
/// `tle.weapon-keyword.deflect`, `tle.ruling.deflect`.
fn roll_to_hit(t: &mut Table<LastEdition>, volley: &Volley, ones: &mut Ones) -> Flow<u16> {
    let Volley { seat, blow, attacks, attack, target } = volley;
    let rules = t.state.rules_of_attacks(volley);
    let cast = Cast {
        source: BadLuckSource::Hit,
        seat: *seat,
        need: &attack.hit,
        dice: *attacks,
        of: Ref::Unit(*target),
        again: Some((t.state.unit_of(blow.model), RollKind::Hit)),
        rules: &rules,
    };
    let dice = luck::cast(t, &cast)?;
    if attack.manner.is_melee() {
        let one = One { attacker: blow.model, unit: *target };
        ones.extend(dice.iter().filter(|die| die.face == 1).map(|_| one));
    }
    let hits = dice.iter().filter(|die| attack.hit.met_by(**die)).count() as u16;
    let hit = Facts::Hit { unit: *target, attacks: *attacks, hits };
    t.tell_by(Fact::Damage(hit), [attack.hit.why]);
    Ok(hits)
}

/// Wound rolls, with the further dice of sixes: how many wound.
///
/// Carries out `tle.shooting.wound-roll`, `tle.melee.wound-roll`, `tle.wound.formula`, `tle.wound.exploding-six`,
/// `tle.wound.single-extra-die`, `tle.wound.chain`, `tle.wound.chain-end`, `tle.wound.reroll-first-die-only`.
fn roll_to_wound(t: &mut Table<LastEdition>, volley: &Volley, hits: u16) -> Flow<u16> {
    let Volley { seat, blow, attack, target, .. } = volley;
    if hits == 0 {
        return Ok(0);
    }
    let rule = if attack.manner.is_melee() { "tle.melee.wound-roll" } else { "tle.shooting.wound-roll" };
    let (mut roll, mut dice, mut wounds) = (attack.wound.begin(), hits, 0);
    let mut rules = vec![rule, "tle.wound.strictly-higher"];
    while dice > 0 {
        let first = roll.dice_before() == 0;
        let cast = Cast {
            source: if first { BadLuckSource::WoundFirst } else { BadLuckSource::WoundExtra },
            seat: *seat,
            need: &roll.need(),
            dice,
            of: Ref::Unit(*target),
            again: first.then(|| (t.state.unit_of(blow.model), RollKind::Wound)),
            rules: &[rule],
        };
        let shown = luck::cast(t, &cast)?;
        let before = wounds;
        let (mut again, mut next) = (0, None);
        for die in &shown {
            match roll.after(*die) {
                Wounded::Succeeded => wounds += 1,
                Wounded::Failed => {}
                Wounded::Again(further) => {
                    again += 1;
                    next = Some(further);
                }
            }
        }
        rules.extend(rules_of_wound_dice(attack, &roll, &shown, wounds > before, again > 0));
        dice = again;
        roll = next.unwrap_or(roll);
    }
    rules.sort_unstable();
    rules.dedup();
    t.tell_by(Fact::Damage(Facts::Wounded { unit: *target, hits, wounds }), rules);
    Ok(wounds)
}

/// The rules that showed in wound dice that fell together: whether any of them wounded, and whether any goes on.
///
/// Carries out `tle.wound.no-needless-extra-die`, `tle.wound.single-extra-die`, `tle.wound.extra-die-one-fails`,
/// `tle.wound.extra-die-success`, `tle.wound.chain`, `tle.wound.chain-end`, `tle.wound.modifier-on-total`.
fn rules_of_wound_dice(
    attack: &Attack,
    roll: &WoundRoll,
    dice: &[Shown],
    wounded: bool,
    again: bool,
) -> Vec<&'static str> {
    let (before, allowed) = (roll.dice_before(), attack.wound.dice_allowed());
    let shows = |face: i16| dice.iter().any(|die| die.face == face);
    let extra = before > 0;
    let rules: [(bool, &'static str); 8] = [
        (again, "tle.wound.exploding-six"),
        (!extra && allowed == 1 && shows(6), "tle.wound.no-needless-extra-die"),
        (before == 1 && allowed == 2 && shows(6), "tle.wound.single-extra-die"),
        (extra && shows(1), "tle.wound.extra-die-one-fails"),
        (extra && wounded, "tle.wound.extra-die-success"),
        (extra && again, "tle.wound.chain"),
        (extra && allowed > 2 && !again, "tle.wound.chain-end"),
        (!attack.wound.changes().is_empty(), "tle.wound.modifier-on-total"),
    ];
    rules.into_iter().filter(|(shown, _)| *shown).map(|(_, rule)| rule).collect()
}

impl State {
    /// The rules behind the number of attacks, besides those behind what they need.
    fn rules_of_attacks(&self, volley: &Volley) -> Vec<&'static str> {
        let (blow, manner) = (volley.blow, volley.attack.manner);
        let profile = self.profile_of(blow);
        let properties = Properties::of(profile);
        let melee = manner.is_melee();
        let mut rules = vec![if melee { "tle.melee.attacks" } else { "tle.shooting.shots" }];
        if melee {
            rules.extend(self.rules_of_defending_skill(blow));
        }
        if manner == Manner::Deflecting {
            rules.extend(["tle.weapon-keyword.deflect", "tle.ruling.deflect"]);
            return rules;
        }
        let printed = u16::from(profile.attacks);
        if properties.per_group_of.is_some() && volley.attack.attacks > printed {
            let rule = if melee { "tle.weapon-keyword.melee-splash" } else { "tle.weapon-keyword.ranged-splash" };
            rules.extend([rule, "tle.ruling.splash"]);
        }
        if let Some(sprayed) = properties.at_half_range
            && !melee
            && volley.attack.attacks >= sprayed.into()
            && self.is_at_half_range(&mut self.eyes(), blow)
        {
            rules.extend(["tle.weapon-keyword.spray-and-prey", "tle.ruling.spray"]);
        }
        if manner == Manner::ChargeShot {
            rules.extend(["tle.weapon-keyword.ranged-charge", "tle.ruling.ranged-charge"]);
        }
        if manner == Manner::Fighting
            && properties.after_charge > 0
            && self.is_this_turn(self.unit(self.unit_of(blow.model)).last.charged)
        {
            rules.push("tle.weapon-keyword.melee-charge");
        }
        let changing = [
            properties.at_half_range.is_some(),
            properties.per_group_of.is_some(),
            properties.while_charging.is_some(),
            properties.after_charge > 0,
        ];
        if changing.into_iter().filter(|one| *one).count() > 1 {
            rules.extend(["tle.weapon-keyword.combine", "tle.ruling.keyword-combination"]);
        }
        rules
    }
}
