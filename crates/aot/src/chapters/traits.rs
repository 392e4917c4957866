//! Weapon traits, and what they change in attacks.

use chance::Faces;
use engine::{Flow, Table};
use ground::Length;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{ModelId, Roll, Seat, UnitId, Word};

use crate::Aot;
use crate::chapters::attack::{Blow, Group, Manner, Swing};
use crate::chapters::damage::Harm;
use crate::fact::Fact;
use crate::forces::card::Weapon;
use crate::forces::edition::Edition;
use crate::forces::house::Burst;
use crate::state::{State, Units};

/// Carries out `aot.trait.explosive`.
const BLAST: Length = Length::inches(2);

/// What a weapon does besides damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trait {
    /// Shoots at what is out of sight.
    Arcing,
    /// Strikes once more on a Critical Hit.
    Burst,
    /// Reaches into Cover.
    Engulf,
    /// Strikes everybody near the target, too.
    Explosive,
    /// Hits nearly always, and is hard to resist.
    Powerful,
    /// Can be aimed at a character among Soldiers.
    Precise,
    /// Its Critical Hits are hard to resist.
    Ruinous,
    /// Its Critical Misses destroy who uses it.
    Volatile,
}

impl Trait {
    /// All of them.
    pub const ALL: [Trait; 8] = [
        Trait::Arcing,
        Trait::Burst,
        Trait::Engulf,
        Trait::Explosive,
        Trait::Powerful,
        Trait::Precise,
        Trait::Ruinous,
        Trait::Volatile,
    ];

    /// The word for it.
    pub const fn word(self) -> Word {
        match self {
            Trait::Arcing => Word::new("arcing"),
            Trait::Burst => Word::new("burst"),
            Trait::Engulf => Word::new("engulf"),
            Trait::Explosive => Word::new("explosive"),
            Trait::Powerful => Word::new("powerful"),
            Trait::Precise => Word::new("precise"),
            Trait::Ruinous => Word::new("ruinous"),
            Trait::Volatile => Word::new("volatile"),
        }
    }
}

impl State {
    /// Whether a weapon has a trait that counts. Carries out `aot.ruling.module-traits`.
    pub(crate) fn has_trait(&self, weapon: &Weapon, property: Trait) -> bool {
        self.house().traits && weapon.traits.contains(&property)
    }

    /// What a hit of a group does, critical or not. Carries out `aot.trait.ruinous`, `aot.trait.powerful.resist`,
    /// `aot.trait.engulf`.
    pub(crate) fn harm_of(&self, group: &Group, manner: Manner, by: Seat, critical: bool) -> Harm {
        let weapon = self.weapon_of_group(group);
        Harm {
            damage: weapon.damage,
            ranged: manner.is_ranged(),
            by,
            powerful: self.has_trait(weapon, Trait::Powerful),
            ruinous: critical && self.has_trait(weapon, Trait::Ruinous),
            engulfs: self.has_trait(weapon, Trait::Engulf),
            aim: group.aim,
        }
    }

    /// The hits of a group on its target as lots that are resisted alike: critical ones apart where that matters.
    pub(crate) fn lots(&self, group: &Group, manner: Manner, by: Seat, swing: &Swing) -> SmallVec<[(u16, Harm); 2]> {
        let critical = if self.has_trait(self.weapon_of_group(group), Trait::Ruinous) { swing.critical } else { 0 };
        let lots = [(critical, true), (swing.hits - critical, false)].into_iter().filter(|(hits, _)| *hits > 0);
        lots.map(|(hits, critical)| (hits, self.harm_of(group, manner, by, critical))).collect()
    }

    /// The other units that an Explosive weapon strikes. Carries out `aot.trait.explosive`,
    /// `aot.ruling.explosive-details`.
    pub(crate) fn around(&self, group: &Group) -> Units {
        if !self.has_trait(self.weapon_of_group(group), Trait::Explosive) {
            return Units::new();
        }
        let near = |unit: &UnitId| *unit != group.target && self.units_within(*unit, group.target, BLAST);
        self.fielded().filter(near).collect()
    }

    /// Whether a weapon may be aimed at a model at all: a Precise one at a character of the target. Carries out
    /// `aot.trait.precise.pick-character`, `aot.trait.precise.attacker-chooses`.
    pub(crate) fn can_be_picked(&self, blow: Blow, weapon: &Weapon) -> bool {
        blow.aim.is_some_and(|aim| {
            self.has_trait(weapon, Trait::Precise)
                && self.unit_of(aim) == blow.target
                && self.stands(aim)
                && self.model_info(aim).rank.may_be_accompanied()
        })
    }

    /// The model of a unit that Precise weapons may be aimed at, and others not: a character whom Soldiers accompany.
    pub(crate) fn picked_out(&self, unit: UnitId) -> Option<ModelId> {
        let character = self.info(unit).character.filter(|model| self.stands(*model))?;
        (self.living(unit).count() > 1).then_some(character)
    }
}

/// Critical Hits of a Burst weapon strike once more. Carries out `aot.trait.burst.ed1-2`, `aot.trait.burst.ed3`,
/// `aot.trait.burst.not-critical`, `aot.ruling.burst-needs-roll`.
pub(crate) fn burst(t: &mut Table<Aot>, unit: UnitId, group: &Group, first: &Roll, swing: &mut Swing) -> Flow<()> {
    if swing.critical == 0 || !t.state.has_trait(t.state.weapon_of_group(group), Trait::Burst) {
        return Ok(());
    }
    let (before, target) = (swing.hits, group.target);
    if t.state.house().edition == Edition::Third || t.state.house().burst == Burst::AutoHit {
        swing.hits += swing.critical;
    } else {
        let mut roll = Roll::new("aot.trait.burst.ed1-2", first.seat);
        (roll.need, roll.modifiers) = (first.need, first.modifiers.clone());
        for of in first.dice.iter().filter(|die| die.shows == 6).filter_map(|die| die.of) {
            roll = roll.die_for(Faces::D6, of);
        }
        let roll = t.roll(roll)?;
        t.state.count(group, &roll, swing);
    }
    if swing.hits > before {
        t.tell(Fact::Burst { unit, target, hits: swing.hits - before });
    }
    Ok(())
}
