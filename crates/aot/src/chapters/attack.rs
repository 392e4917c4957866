//! Attacks: who attacks whom with what, and the rolls.

use chance::Faces;
use engine::{Flow, Table};
use ground::Length;
use smallvec::SmallVec;
use vocabulary::{CardId, ModelId, Ref, Roll, Token, UnitId};

use crate::Aot;
use crate::chapters::damage::{Account, suffer};
use crate::chapters::dice::{succeeds, throw_with};
use crate::chapters::modifiers::Value;
use crate::chapters::sequence::{Approach, Attack};
use crate::chapters::sight::Eyes;
use crate::chapters::traits::burst;
use crate::fact::Fact;
use crate::forces::ability::Ability;
use crate::forces::card::Weapon;
use crate::prompt::{Batch, Prompt};
use crate::state::{BATTLE_RANGE, Models, State, Units};

/// A model fights if it is this near. Carries out `aot.fight.two-inches`.
pub(crate) const FIGHT: Length = Length::inches(2);

/// A model uses a weapon against a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Who attacks.
    pub model: ModelId,
    /// The place of the weapon on its card.
    pub weapon: u8,
    /// The unit attacked.
    pub target: UnitId,
    /// The character in it that a Precise weapon is aimed at.
    pub aim: Option<ModelId>,
}

impl Blow {
    /// A blow at a unit as a whole.
    pub(crate) fn at(model: ModelId, weapon: u8, target: UnitId) -> Blow {
        Blow { model, weapon, target, aim: None }
    }

    /// Whether it is struck with the same weapon of the same model.
    pub(crate) fn is_of(self, other: Blow) -> bool {
        (self.model, self.weapon) == (other.model, other.weapon)
    }
}

/// All blows of an Activation.
pub(crate) type Blows = SmallVec<[Blow; 16]>;

/// In what manner attacks are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    Shooting,
    ReturnFire,
    Fighting,
    CutDown,
}

impl Manner {
    pub(crate) fn is_ranged(self) -> bool {
        matches!(self, Manner::Shooting | Manner::ReturnFire)
    }

    /// Whether a weapon is used in this manner. Carries out `aot.spec.ranged-not-in-battle`,
    /// `aot.spec.range-battle`, `aot.spec.range-ranged`.
    pub(crate) fn fits(self, weapon: &Weapon) -> bool {
        weapon.reach().is_some() == self.is_ranged()
    }

    /// The rules by which attacks are made in this manner.
    fn rules(self) -> &'static [&'static str] {
        match self {
            Manner::Shooting | Manner::ReturnFire => &["aot.shoot.resolve", "aot.spec.range-ranged"],
            Manner::Fighting => &[
                "aot.fight.resolve",
                "aot.fight.two-inches",
                "aot.fight.targets",
                "aot.spec.range-battle",
                "aot.battle-phase.everyone-fights",
                "aot.battle-phase.simultaneous",
                "aot.ruling.simultaneous-damage",
            ],
            Manner::CutDown => &[
                "aot.reaction.cut-down-attack",
                "aot.fight.resolve",
                "aot.fight.two-inches",
                "aot.spec.range-battle",
                "aot.ruling.reaction-no-chains",
            ],
        }
    }
}

/// Attacks that are made and rolled together: the same weapon, target and modifiers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group {
    card: CardId,
    weapon: u8,
    pub(crate) target: UnitId,
    pub(crate) aim: Option<ModelId>,
    vantage: bool,
    stealth: bool,
    /// Nobody of the target is in sight.
    blind: bool,
    models: Models,
}

/// What came of the Attack Rolls of a group.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttackResult {
    /// Successes, additional ones included.
    pub(crate) hits: u16,
    /// Critical Hits among them.
    pub(crate) critical: u16,
    /// Critical Misses.
    pub(crate) missed: u16,
    /// Who is destroyed by a Volatile weapon.
    pub(crate) doomed: Models,
}

impl AttackResult {
    /// Counts what dice of an attack show: successes, Critical Misses, and whom those destroy.
    pub(crate) fn count(&mut self, attack: &Attack, roll: &Roll) {
        let need = roll.need.unwrap_or(7);
        self.hits += roll.dice.iter().filter(|die| succeeds(die.shows, need)).count() as u16;
        for die in roll.dice.iter().filter(|die| die.shows == 1) {
            self.missed += 1;
            if let Some(Ref::Model(model)) = die.of
                && attack.backfires
                && !self.doomed.contains(&model)
            {
                self.doomed.push(model);
            }
        }
    }
}

impl Group {
    fn batch(&self) -> Batch {
        let models = self.models.len() as u16;
        Batch::Attacks { card: self.card, weapon: self.weapon, target: self.target, models }
    }
}

impl State {
    /// The weapons of a model that are used in a manner: those of its card. Carries out `aot.spec.weapons`.
    pub(crate) fn weapons(&self, model: ModelId, manner: Manner) -> impl Iterator<Item = (u8, &Weapon)> {
        let weapons = self.card(model).weapons.iter().enumerate().map(|(place, weapon)| (place as u8, weapon));
        weapons.filter(move |(_, weapon)| manner.fits(weapon))
    }

    /// Blows as groups that are rolled together. Carries out `aot.ruling.activation-order`, `aot.attack.count`.
    pub(crate) fn groups(&self, blows: &[Blow], manner: Manner) -> SmallVec<[Group; 4]> {
        let mut eyes = Eyes::new(self);
        let mut groups: SmallVec<[Group; 4]> = SmallVec::new();
        for blow in blows {
            let ranged = manner.is_ranged();
            let group = Group {
                card: self.model_info(blow.model).card,
                weapon: blow.weapon,
                target: blow.target,
                vantage: ranged && self.has_vantage(blow.model),
                aim: blow.aim,
                stealth: ranged && self.is_blurred(*blow),
                blind: self.properties(self.weapon(blow.model, blow.weapon.into())).sightless
                    && !eyes.sees_unit(blow.model, blow.target),
                models: Models::new(),
            };
            let same = |other: &&mut Group| Group { models: Models::new(), ..(**other).clone() } == group;
            match groups.iter_mut().find(same) {
                Some(known) => known.models.push(blow.model),
                None => groups.push(Group { models: Models::from_slice(&[blow.model]), ..group }),
            }
        }
        groups
    }

    /// The attack of a group, with what it needs and does. Carries out `aot.ruling.precise-details`.
    pub(crate) fn attack(&self, group: &Group, manner: Manner) -> Attack {
        let weapon = self.weapon_of_group(group);
        let unit = group.models.first().map_or(group.target, |model| self.unit_of(*model));
        let next = group.aim.or_else(|| self.next_in_line(group.target).first().copied());
        let defense = next.map_or(0, |model| self.card(model).defense);
        let mut raised = self.modifiers_behind(unit, Value::Power);
        raised.extend(self.modifiers_behind(group.target, Value::Defense));
        let approach = Approach {
            manner,
            power: self.raised(unit, Value::Power, weapon.power),
            defense: self.raised(group.target, Value::Defense, defense),
            raised,
            skirmish: self.has(group.target, Ability::Skirmish),
            vantage: group.vantage,
            stealth: group.stealth,
            blind: group.blind,
            eased: self.eased(unit, Value::Hit),
        };
        let mut attack = Attack::new(weapon, self.house(), &approach);
        (attack.harm.by, attack.harm.aim) = (self.seat_of(unit), group.aim);
        attack
    }

    /// The Attack Roll of a group. Carries out `aot.attack.roll`.
    pub(crate) fn attack_roll(&self, group: &Group, attack: &Attack) -> Roll {
        let roll = attack.hit.roll(attack.harm.by);
        self.attackers(group).into_iter().fold(roll, |roll, model| roll.die_for(Faces::D6, Ref::Model(model)))
    }

    /// Who attacks in a group, each model as often as its weapon does. Carries out `aot.attack.roll-per-attack`,
    /// `aot.attack.count`, `aot.spec.attacks`.
    fn attackers(&self, group: &Group) -> Models {
        let attacks = self.weapon_of_group(group).attacks.into();
        let standing = group.models.iter().filter(|model| self.stands(**model));
        standing.flat_map(|model| std::iter::repeat_n(*model, attacks)).collect()
    }

    /// The name of a group's weapon, and what it does.
    pub(crate) fn weapon_of_group(&self, group: &Group) -> &Weapon {
        &self.fixed.cards[group.card.index()].weapons[usize::from(group.weapon)]
    }

    /// The units friendly to the shooter that are in Battle Range of a target. Carries out `aot.shoot.friendly-fire`,
    /// `aot.ruling.friendly-fire-details`.
    pub(crate) fn friends_at(&self, unit: UnitId, target: UnitId) -> Units {
        let seat = self.seat_of(unit);
        let near = |friend: &UnitId| *friend != unit && self.units_within(*friend, target, BATTLE_RANGE);
        self.fielded_by(seat).filter(near).collect()
    }
}

/// Attacks of a unit, one group after the other, each through the whole attack sequence.
///
/// Carries out `aot.attack.sequence`, `aot.ruling.activation-order`, `aot.shoot.resolve`, `aot.fight.resolve`,
/// `aot.trait.volatile`, `aot.ruling.volatile-timing`.
pub(crate) fn resolve(
    t: &mut Table<Aot>,
    unit: UnitId,
    blows: &[Blow],
    manner: Manner,
    account: &mut Account,
) -> Flow<()> {
    let mut groups = t.state.groups(blows, manner);
    if let [_, _, ..] = groups.as_slice() {
        let named = groups.iter().map(Group::batch).collect();
        let order = t.ask(t.state.seat_of(unit), Prompt::Groups { unit, groups: named, in_battle: false })?;
        groups = order.tokens().iter().filter_map(|token| Some(groups[token.item()?].clone())).collect();
    }
    let mut friends: SmallVec<[(UnitId, Option<UnitId>); 2]> = SmallVec::new();
    for group in &groups {
        if manner.is_ranged() && !friends.iter().any(|(target, _)| *target == group.target) {
            let friend = pick_friend(t, unit, group.target)?;
            friends.push((group.target, friend));
        }
    }
    let mut doomed = Models::new();
    for group in &groups {
        let struck = match group.aim {
            Some(model) => t.state.lives(model),
            None => t.state.living(group.target).next().is_some(),
        };
        if !struck || t.state.outcome.is_some() {
            continue;
        }
        let friend = friends.iter().find(|(target, _)| *target == group.target).and_then(|(_, friend)| *friend);
        doomed.extend(strike(t, unit, group, friend, manner, account)?);
    }
    account.doom(t, &doomed)?;
    Ok(())
}

/// The friendly unit that Critical Misses strike. Carries out `aot.ruling.friendly-fire-details`.
fn pick_friend(t: &mut Table<Aot>, unit: UnitId, target: UnitId) -> Flow<Option<UnitId>> {
    let among = t.state.friends_at(unit, target);
    if among.len() < 2 {
        return Ok(among.first().copied());
    }
    let answer = t.ask(t.state.seat_of(unit), Prompt::Friend { target, among })?;
    Ok(answer.token().and_then(Token::unit))
}

/// One group of attacks: Attack Rolls, and what they hit; who is destroyed by the own weapon.
///
/// Carries out `aot.attack.roll`, `aot.crit.hit`, `aot.crit.miss`, `aot.shoot.friendly-fire`,
/// `aot.ruling.friendly-fire-details`, `aot.trait.explosive`, `aot.ruling.explosive-details`.
fn strike(
    t: &mut Table<Aot>,
    unit: UnitId,
    group: &Group,
    friend: Option<UnitId>,
    manner: Manner,
    account: &mut Account,
) -> Flow<Models> {
    let attack = t.state.attack(group, manner);
    let result = roll_attacks(t, unit, group, &attack, manner)?;
    let allocation = t.state.allocation(&attack, &result);
    let around = if allocation.is_empty() { Units::new() } else { t.state.around(&attack, group.target) };
    // A blast is one event. Carries out `aot.ruling.victory-check-time`.
    let mut blast = Account::open();
    let noted = if around.is_empty() || account.is_open() { &mut *account } else { &mut blast };
    for (hits, harm) in &allocation {
        suffer(t, group.target, *hits, harm, noted)?;
    }
    for other in around {
        spread(t, unit, other, result.hits);
        for (hits, harm) in &allocation {
            suffer(t, other, *hits, harm, noted)?;
        }
    }
    blast.close(t)?;
    let misses = result.missed > 0 && t.state.outcome.is_none();
    if let Some(friend) = friend.filter(|friend| misses && t.state.is_on_field(*friend)) {
        let rules = ["aot.shoot.friendly-fire", "aot.ruling.friendly-fire-details", "aot.crit.miss"];
        t.tell_by(Fact::FriendlyFire { unit, target: friend, hits: result.missed }, rules);
        suffer(t, friend, result.missed, &attack.harm, account)?;
    }
    Ok(result.doomed)
}

/// Hits reach a unit near the target.
pub(crate) fn spread(t: &mut Table<Aot>, unit: UnitId, target: UnitId, hits: u16) {
    t.tell_by(Fact::Blast { unit, target, hits }, ["aot.trait.explosive", "aot.ruling.explosive-details"]);
}

/// The Attack Rolls of a group. Carries out `aot.crit.hit`, `aot.crit.miss`, `aot.trait.volatile`.
pub(crate) fn roll_attacks(
    t: &mut Table<Aot>,
    unit: UnitId,
    group: &Group,
    attack: &Attack,
    manner: Manner,
) -> Flow<AttackResult> {
    let roll = t.state.attack_roll(group, attack);
    if roll.dice.is_empty() {
        return Ok(AttackResult::default());
    }
    if let Some(model) = group.aim {
        let rules = [
            "aot.trait.precise.pick-character",
            "aot.trait.precise.attacker-chooses",
            "aot.ruling.precise-details",
            "aot.attack.precise-allocation",
        ];
        t.tell_by(Fact::Aimed { unit, model }, rules);
    }
    let roll = throw_with(t, roll, |_, roll| attack.rules_of_dice(roll, true))?;
    let mut result = AttackResult::default();
    result.count(attack, &roll);
    result.critical = roll.dice.iter().filter(|die| die.shows == 6).count() as u16;
    let weapon = t.state.weapon_of_group(group).name.clone();
    let (attacks, hits) = (roll.dice.len() as u16, result.hits);
    let target = group.target;
    t.tell_with(Fact::Attacked { unit, target, weapon, attacks, hits }, |state| {
        let mut rules = vec![
            "aot.attack.sequence",
            "aot.attack.count",
            "aot.attack.roll-per-attack",
            "aot.attack.roll",
            "aot.spec.attacks",
        ];
        if manner == Manner::ReturnFire {
            rules.extend(["aot.action-table.return-fire", "aot.ruling.return-fire-timing"]);
        }
        if manner.is_ranged() && !state.friends_at(unit, target).is_empty() {
            rules.push("aot.shoot.into-battle");
        }
        rules.extend(manner.rules());
        if state.info(target).character.is_some() {
            rules.push("aot.ruling.accompanied-mixed-specs");
        }
        rules
    });
    burst(t, unit, group.target, attack, &roll, &mut result)?;
    Ok(result)
}
