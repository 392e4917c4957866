//! The attack sequence in plain data: what an attack needs and does, said once.
//!
//! Rolls are made by it, all odds are computed from it (`outlook`),
//! and bots expect what it says. What a weapon trait changes in it is said in [`traits`](crate::chapters::traits).

use ground::Length;
use smallvec::SmallVec;
use vocabulary::{ModelId, Roll, Seat};

use crate::chapters::attack::Manner;
use crate::chapters::dice::{shows, succeeds};
use crate::chapters::traits::Properties;
use crate::forces::card::Weapon;
use crate::forces::edition::Edition;
use crate::forces::house::{Burst, House};

/// What a rule adds to a need; nothing where the number that it begins with has taken the rule into account.
pub(crate) type Change = (&'static str, i16);
/// A few of them.
pub(crate) type Changes = SmallVec<[Change; 2]>;

/// What a die must show, and why.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Need {
    /// The rule that asks for the roll.
    pub(crate) why: &'static str,
    /// What it begins with.
    from: i16,
    /// What changes that.
    pub(crate) changes: Changes,
    /// Further rules behind the roll.
    pub(crate) further: &'static [&'static str],
}

impl Need {
    pub(crate) fn new(why: &'static str, from: i16) -> Need {
        Need { why, from, changes: Changes::new(), further: &[] }
    }

    /// The need with further rules behind the roll.
    #[must_use]
    pub(crate) fn with(self, further: &'static [&'static str]) -> Need {
        Need { further, ..self }
    }

    /// The need changed by a rule.
    #[must_use]
    pub(crate) fn changed(mut self, rule: &'static str, by: i16) -> Need {
        self.changes.push((rule, by));
        self
    }

    /// The need changed by several rules.
    #[must_use]
    pub(crate) fn changed_by(mut self, changes: &[Change]) -> Need {
        self.changes.extend_from_slice(changes);
        self
    }

    /// Whether a rule changes it.
    fn is_changed_by(&self, rule: &str) -> bool {
        self.changes.iter().any(|(by, _)| *by == rule)
    }

    /// What a die must show, all told.
    pub(crate) fn number(&self) -> i16 {
        self.from + self.changes.iter().map(|(_, by)| by).sum::<i16>()
    }

    /// On how many of its six sides a die succeeds.
    pub(crate) fn sixths(&self) -> u8 {
        let number = self.number();
        (1..=6).filter(|shows| succeeds(*shows, number)).count() as u8
    }

    /// A roll with this need, without dice as yet.
    pub(crate) fn roll(&self, seat: Seat) -> Roll {
        let roll = Roll::new(self.why, seat).need(self.from);
        self.changes.iter().fold(roll, |roll, (rule, by)| roll.modified(*rule, *by))
    }
}

/// Behind every Attack Roll but those of a Cut Down.
pub(crate) const ATTACK_ROLL: &[&str] = &["aot.attack.roll", "aot.attack.roll-per-attack"];
/// Behind those that compare Power with Defense.
const COMPARED: &[&str] = &["aot.attack.roll", "aot.attack.roll-per-attack", "aot.spec.power", "aot.spec.defense"];
/// Behind those that need a number of their own, which something changes nevertheless.
const FIXED_AND_CHANGED: &[&str] = &["aot.attack.roll", "aot.attack.roll-per-attack", "aot.ruling.powerful-modifiers"];

/// How attackers come to their target: all that Attack Rolls follow from besides the weapon.
#[derive(Clone, Debug)]
pub(crate) struct Approach {
    pub(crate) manner: Manner,
    /// Power and Defense as they are now.
    pub(crate) power: i16,
    pub(crate) defense: i16,
    /// The rules that made them so.
    pub(crate) raised: Changes,
    /// Whether the target has Skirmish.
    pub(crate) skirmish: bool,
    /// Whether the attackers stand on a Vantage Point.
    pub(crate) vantage: bool,
    /// Whether Stealth makes the target harder to hit.
    pub(crate) stealth: bool,
    /// Whether nobody of the target is in sight.
    pub(crate) blind: bool,
    /// What else changes the rolls.
    pub(crate) eased: Changes,
}

impl Approach {
    /// Attackers with nothing for or against them.
    pub(crate) fn plain(manner: Manner, power: i16, defense: i16) -> Approach {
        let (raised, eased) = (Changes::new(), Changes::new());
        Approach {
            manner,
            power,
            defense,
            raised,
            skirmish: false,
            vantage: false,
            stealth: false,
            blind: false,
            eased,
        }
    }

    /// What an Attack Roll needs.
    ///
    /// Carries out `aot.attack.power-above-defense`, `aot.attack.power-equals-defense`, `aot.attack.power-below-defense`,
    /// `aot.spec.power`, `aot.spec.defense`, `aot.reaction.cut-down-four-plus`, `aot.ruling.cut-down-fixed-roll`,
    /// `aot.ability.skirmish`, `aot.ruling.modifiers-stack`, `aot.ruling.return-fire-limits`,
    /// `aot.ruling.powerful-modifiers`, `aot.trait.arcing.minus-one`, `aot.ruling.stealth-and-arcing`, `aot.spell.focus`,
    /// `aot.spell.protect`.
    fn need(&self, hits_on: Option<Change>, house: &House) -> Need {
        let mut need = match (self.manner, hits_on) {
            (Manner::CutDown, _) => {
                let skirmish = house.edition == Edition::Third && self.skirmish;
                let need = match skirmish {
                    true => Need::new("aot.ability.skirmish", 5),
                    false => Need::new("aot.reaction.cut-down-four-plus", 4),
                };
                let need = need.with(&["aot.attack.roll-per-attack", "aot.ruling.cut-down-fixed-roll"]);
                return if hits_on.is_some() { need.changed("aot.ruling.powerful-modifiers", 0) } else { need };
            }
            (_, Some((rule, number))) => Need::new(rule, number).with(ATTACK_ROLL),
            (_, None) => {
                let need = match self.power.cmp(&self.defense) {
                    std::cmp::Ordering::Greater => Need::new("aot.attack.power-above-defense", 3),
                    std::cmp::Ordering::Equal => Need::new("aot.attack.power-equals-defense", 4),
                    std::cmp::Ordering::Less => Need::new("aot.attack.power-below-defense", 5),
                };
                need.with(COMPARED).changed_by(&self.raised)
            }
        };
        if self.vantage {
            need = need.changed("aot.terrain.vantage-point", -1);
        }
        if self.stealth {
            need = need.changed("aot.ability.stealth.minus-one", 1);
        }
        if self.blind {
            need = need.changed("aot.trait.arcing.minus-one", 1);
        }
        need = need.changed_by(&self.eased);
        if self.manner == Manner::ReturnFire && house.return_fire_modifier != 0 {
            need = need.changed("aot.ruling.return-fire-limits", -house.return_fire_modifier);
        }
        if hits_on.is_some() && !need.changes.is_empty() {
            need = need.with(FIXED_AND_CHANGED);
        }
        need
    }
}

/// An attack with a weapon, but for whom it strikes.
///
/// Whoever computes with attacks takes it apart field by field, and so learns of every new one from the compiler.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attack {
    /// What an Attack Roll needs.
    pub(crate) hit: Need,
    /// How each Critical Hit strikes once more, if it does.
    pub(crate) burst: Option<Burst>,
    /// What a hit does.
    pub(crate) harm: Harm,
    /// What a Critical Hit changes in Resist Rolls against it.
    pub(crate) critical: Changes,
    /// Every unit this near to the target is struck, too.
    pub(crate) blast: Option<Length>,
    /// Whether a Critical Miss destroys who rolls it.
    pub(crate) backfires: bool,
}

impl Attack {
    pub(crate) fn new(weapon: &Weapon, house: &House, approach: &Approach) -> Attack {
        // Whom it may be aimed at, in sight or not, is settled before there is an attack.
        let Properties { hits_on, burst, engulfs, resisted, critical, blast, backfires, sightless: _, picks: _ } =
            Properties::of(weapon, house);
        let hit = approach.need(hits_on, house);
        let harm = Harm {
            damage: weapon.damage,
            ranged: approach.manner.is_ranged(),
            by: Seat(0),
            resisted,
            engulfs,
            aim: None,
        };
        Attack { hit, burst, harm, critical, blast, backfires }
    }

    /// The rules that Attack Rolls bear out: those behind what they need, and those of what they show. A Critical Hit is one
    /// only the first time the dice are thrown.
    pub(crate) fn rules_of_dice(&self, roll: &Roll, first: bool) -> Vec<&'static str> {
        let mut rules = if first { self.hit.further.to_vec() } else { ATTACK_ROLL.to_vec() };
        if first && shows(roll, 6) {
            rules.push("aot.crit.hit");
        }
        if shows(roll, 1) {
            rules.push("aot.crit.miss");
        }
        if self.hit.is_changed_by("aot.terrain.vantage-point") {
            rules.push("aot.ruling.vantage-per-model");
        }
        let stealthy = self.hit.is_changed_by("aot.ability.stealth.minus-one");
        if stealthy {
            rules.push("aot.ruling.stealth-unit-scope");
        }
        if self.hit.is_changed_by("aot.trait.arcing.minus-one") {
            rules.push("aot.trait.arcing.no-los");
            if stealthy {
                rules.push("aot.ruling.stealth-and-arcing");
            }
        }
        rules
    }

    /// What a Critical Hit does.
    pub(crate) fn critical_harm(&self) -> Harm {
        let mut harm = self.harm.clone();
        harm.resisted.extend_from_slice(&self.critical);
        harm
    }

    /// What one attack can be expected to do to a fresh model, in 216ths of a point of damage: what bots reckon with.
    ///
    /// It is the mean of the odds that people see, but for what bots make light of: an additional attack that is rolled
    /// for counts as a hit, a Critical Hit is resisted like any other, and nobody but the target is struck.
    pub(crate) fn expected(&self, defence: &Defence, health: u8) -> i64 {
        let Attack { hit, burst, harm, critical: _, blast: _, backfires: _ } = self;
        let Defence { resist, critical: _, ignored } = defence;
        let fails = |need: &Need| i64::from(6 - need.sixths());
        let hits = i64::from(hit.sixths()) + i64::from(burst.is_some());
        hits * fails(resist) * ignored.as_ref().map_or(6, fails) * i64::from(harm.damage.min(health))
    }
}

/// What harms a unit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Harm {
    /// Points of damage of one attack.
    pub(crate) damage: u8,
    /// Whether it is a ranged attack, against which Cover helps.
    pub(crate) ranged: bool,
    /// Whose doing it is.
    pub(crate) by: Seat,
    /// What changes Resist Rolls against it.
    pub(crate) resisted: Changes,
    /// Whether Cover does not help against it.
    pub(crate) engulfs: bool,
    /// The character that it is aimed at.
    pub(crate) aim: Option<ModelId>,
}

/// Behind every Resist Roll.
pub(crate) const RESIST_ROLL: &[&str] = &["aot.attack.resist-per-hit", "aot.spec.resist"];

/// Whether a model has Cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    None,
    Helps,
    /// It is in Cover, and too large to profit from it.
    Denied,
}

/// Whom a hit strikes, as far as rolls against it go.
#[derive(Clone, Debug)]
pub(crate) struct Defender {
    /// What the card says.
    pub(crate) resist: u8,
    pub(crate) cover: Cover,
    /// What else changes Resist Rolls.
    pub(crate) eased: Changes,
    /// What points of damage are ignored on, and the rule of the modifier that says so.
    pub(crate) resilient: Option<(u8, Option<&'static str>)>,
}

impl Defender {
    /// What a Resist Roll needs. Carries out `aot.attack.resist-roll`, `aot.spec.resist`, `aot.terrain.cover-resist`,
    /// `aot.ability.hulking.no-cover-bonus`, `aot.ruling.modifiers-stack`, `aot.feat.vigilance`.
    pub(crate) fn resists(&self, harm: &Harm) -> Need {
        let mut need = Need::new("aot.attack.resist-roll", self.resist.into());
        match self.cover {
            Cover::Helps if harm.ranged && harm.engulfs => need = need.changed("aot.trait.engulf", 0),
            Cover::Helps if harm.ranged => need = need.changed("aot.terrain.cover-resist", -1),
            Cover::Denied if harm.ranged => need = need.changed("aot.ability.hulking.no-cover-bonus", 0),
            Cover::None | Cover::Helps | Cover::Denied => {}
        }
        need.changed_by(&self.eased).changed_by(&harm.resisted)
    }

    /// What rolls against an attack need.
    pub(crate) fn against(&self, attack: &Attack, edition: Edition) -> Defence {
        let resist = self.resists(&attack.harm);
        let critical = resist.clone().changed_by(&attack.critical);
        Defence { resist, critical, ignored: ignores(self.resilient, edition) }
    }
}

/// On what a point of damage is ignored: a number, perhaps by the rule of a modifier. Carries out
/// `aot.ability.resilient.ed1`, `aot.ability.resilient.ed2`, `aot.ability.resilient.ed3`.
pub(crate) fn ignores(resilient: Option<(u8, Option<&'static str>)>, edition: Edition) -> Option<Need> {
    let (number, by) = resilient?;
    let need = Need::new(edition.resilient(), number.into());
    Some(match by {
        Some(rule) => need.changed(rule, 0),
        None => need,
    })
}

/// What rolls of a target against an attack need.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Defence {
    /// To resist a hit.
    pub(crate) resist: Need,
    /// To resist a Critical Hit.
    pub(crate) critical: Need,
    /// To ignore a point of damage.
    pub(crate) ignored: Option<Need>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_six_always_succeeds_and_a_one_never() {
        let sixths = |number| Need::new("aot.attack.resist-roll", number).sixths();
        assert_eq!([-3, 1, 2, 3, 4, 5, 6, 7, 12].map(sixths), [5, 5, 5, 4, 3, 2, 1, 1, 1]);
    }

    #[test]
    fn a_roll_has_the_need_and_every_change_of_it() {
        let need = Need::new("aot.attack.resist-roll", 5)
            .changed("aot.terrain.cover-resist", -1)
            .changed("aot.trait.ruinous", 1);
        let roll = need.clone().changed("aot.trait.powerful.resist", 1).roll(Seat(1));
        assert_eq!((roll.need, roll.modifiers.len(), need.number()), (Some(6), 3, 5));
    }
}
