//! Weapon traits, and what they change in attacks.

use chance::Faces;
use engine::{Flow, Table};
use ground::Length;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{ModelId, Roll, UnitId};

use crate::Aot;
use crate::chapters::attack::{AttackResult, Blow};
use crate::chapters::dice::throw_with;
use crate::chapters::sequence::{Attack, Change, Changes, Harm};
use crate::fact::Fact;
use crate::forces::card::Weapon;
use crate::forces::edition::Edition;
use crate::forces::house::{Burst, House};
use crate::state::{State, Units};

/// Carries out `aot.trait.explosive`.
const BLAST: Length = Length::inches(2);

engine::terms! {
    /// What a weapon does besides damage.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Trait {
        Arcing {
            word: "arcing", label: "Arcing", rules: ["aot.trait.arcing.no-los", "aot.trait.arcing.minus-one"],
            text: "May shoot at units out of sight, with -1 to the Attack Rolls.",
        }
        Burst {
            word: "burst", label: "Burst",
            rules: ["aot.trait.burst.ed1-2", "aot.trait.burst.ed3", "aot.trait.burst.not-critical"],
            text: "Each Critical Hit strikes once more; that is not critical.",
        }
        Engulf {
            word: "engulf", label: "Engulf", rules: ["aot.trait.engulf"],
            text: "Cover does not help against it.",
        }
        Explosive {
            word: "explosive", label: "Explosive", rules: ["aot.trait.explosive", "aot.ruling.explosive-details"],
            text: "Each hit also hits every other unit within 2 in of the target, friends too.",
        }
        Powerful {
            word: "powerful", label: "Powerful", rules: ["aot.trait.powerful.two-plus", "aot.trait.powerful.resist"],
            text: "Hits on 2+, and Resist Rolls against it get -1.",
        }
        Precise {
            word: "precise", label: "Precise",
            rules: ["aot.trait.precise.pick-character", "aot.trait.precise.attacker-chooses"],
            text: "Can be aimed at a Leader, Elder or Alchemist in sight, even among Soldiers.",
        }
        Ruinous {
            word: "ruinous", label: "Ruinous", rules: ["aot.trait.ruinous"],
            text: "Resist Rolls against its Critical Hits get -1.",
        }
        Volatile {
            word: "volatile", label: "Volatile", rules: ["aot.trait.volatile", "aot.ruling.volatile-timing"],
            text: "A model that rolls a 1 with it is destroyed after its attacks.",
        }
    }
}

/// What the traits of a weapon make of its attacks.
///
/// Attacks and targets are found by this and never by a trait itself, so that whatever [`Trait::shape`] says of one holds
/// for rolls, odds and bots alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Properties {
    /// It may be used against what nobody sees.
    pub(crate) sightless: bool,
    /// It may be aimed at a character among Soldiers.
    pub(crate) picks: bool,
    /// What Attack Rolls need whatever Power and Defense are, by this rule.
    pub(crate) hits_on: Option<Change>,
    /// How each Critical Hit strikes once more, if it does.
    pub(crate) burst: Option<Burst>,
    /// Cover does not help against it.
    pub(crate) engulfs: bool,
    /// What changes Resist Rolls against all its hits.
    pub(crate) resisted: Changes,
    /// What changes Resist Rolls against its Critical Hits besides.
    pub(crate) critical: Changes,
    /// Every unit this near to the target is struck, too.
    pub(crate) blast: Option<Length>,
    /// A Critical Miss destroys who rolls it.
    pub(crate) backfires: bool,
}

impl Properties {
    /// Those of a weapon. Carries out `aot.ruling.module-traits`.
    pub(crate) fn of(weapon: &Weapon, house: &House) -> Properties {
        let mut properties = Properties::default();
        for property in weapon.traits.iter().filter(|_| house.traits) {
            property.shape(house, &mut properties);
        }
        properties
    }
}

impl Trait {
    /// What it makes of the attacks of a weapon. This is the one place that says so.
    ///
    /// Carries out `aot.trait.arcing.no-los`, `aot.trait.burst.ed1-2`, `aot.trait.burst.ed3`,
    /// `aot.ruling.burst-needs-roll`, `aot.trait.engulf`, `aot.trait.explosive`, `aot.trait.powerful.two-plus`,
    /// `aot.trait.powerful.resist`, `aot.trait.precise.pick-character`, `aot.trait.ruinous`, `aot.trait.volatile`.
    fn shape(self, house: &House, attacks: &mut Properties) {
        match self {
            Trait::Arcing => attacks.sightless = true,
            Trait::Burst if house.edition == Edition::Third => attacks.burst = Some(Burst::AutoHit),
            Trait::Burst => attacks.burst = Some(house.burst),
            Trait::Engulf => attacks.engulfs = true,
            Trait::Explosive => attacks.blast = Some(BLAST),
            Trait::Powerful => {
                attacks.hits_on = Some(("aot.trait.powerful.two-plus", 2));
                attacks.resisted.push(("aot.trait.powerful.resist", 1));
            }
            Trait::Precise => attacks.picks = true,
            Trait::Ruinous => attacks.critical.push(("aot.trait.ruinous", 1)),
            Trait::Volatile => attacks.backfires = true,
        }
    }
}

impl State {
    /// What the traits of a weapon make of its attacks.
    pub(crate) fn properties(&self, weapon: &Weapon) -> Properties {
        Properties::of(weapon, self.house())
    }

    /// The hits of an attack on its target as groups that are resisted alike: critical ones apart where that matters.
    pub(crate) fn allocation(&self, attack: &Attack, result: &AttackResult) -> SmallVec<[(u16, Harm); 2]> {
        let critical = if attack.critical.is_empty() { 0 } else { result.critical };
        let allocation = [(critical, attack.critical_harm()), (result.hits - critical, attack.harm.clone())];
        allocation.into_iter().filter(|(hits, _)| *hits > 0).collect()
    }

    /// The other units that an Explosive weapon strikes. Carries out `aot.trait.explosive`,
    /// `aot.ruling.explosive-details`.
    pub(crate) fn around(&self, attack: &Attack, target: UnitId) -> Units {
        let Some(blast) = attack.blast else { return Units::new() };
        let near = |unit: &UnitId| *unit != target && self.units_within(*unit, target, blast);
        self.fielded().filter(near).collect()
    }

    /// Whether a weapon may be aimed at a model at all: a Precise one at a character of the target. Carries out
    /// `aot.trait.precise.pick-character`, `aot.trait.precise.attacker-chooses`.
    pub(crate) fn can_be_picked(&self, blow: Blow, weapon: &Weapon) -> bool {
        blow.aim.is_some_and(|aim| {
            self.properties(weapon).picks
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
pub(crate) fn burst(
    t: &mut Table<Aot>,
    unit: UnitId,
    target: UnitId,
    attack: &Attack,
    first: &Roll,
    result: &mut AttackResult,
) -> Flow<()> {
    let Some(burst) = attack.burst else { return Ok(()) };
    let before = result.hits;
    match burst {
        Burst::AutoHit => result.hits += result.critical,
        Burst::Roll => {
            let mut roll = Roll::new("aot.trait.burst.ed1-2", first.seat);
            (roll.need, roll.modifiers) = (first.need, first.modifiers.clone());
            for of in first.dice.iter().filter(|die| die.shows == 6).filter_map(|die| die.of) {
                roll = roll.die_for(Faces::D6, of);
            }
            result.count(attack, &throw_with(t, roll, |_, roll| attack.rules_of_dice(roll, false))?);
        }
    }
    if result.hits > before {
        let rules = [t.state.house().edition.burst(), "aot.trait.burst.not-critical"];
        t.tell_by(Fact::Burst { unit, target, hits: result.hits - before }, rules);
    }
    Ok(())
}
