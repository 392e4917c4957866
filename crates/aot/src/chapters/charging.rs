//! Charging Activations.

use chance::Faces;
use engine::{Flow, Table};
use ground::{Length, Rect, Shape};
use smallvec::SmallVec;
use troops::Aim;
use vocabulary::{Ref, Roll, Token, UnitId, WeaponId};

use crate::Aot;
use crate::chapters::action::go;
use crate::chapters::attack::Manner;
use crate::chapters::damage::{Account, suffer_severely};
use crate::chapters::dice::{succeeds, throw};
use crate::chapters::feat;
use crate::chapters::modifiers::{Modifier, Value};
use crate::chapters::movement::{Gait, Move, Paths};
use crate::chapters::reaction;
use crate::chapters::sequence::Need;
use crate::chapters::sight::Eyes;
use crate::fact::{Fact, Reaction};
use crate::forces::ability::Ability;
use crate::forces::doctrine::Occasion;
use crate::forces::house::{ImpactPower, Tie};
use crate::prompt::Prompt;
use crate::state::{BATTLE_RANGE, Models, State, Units};

/// Carries out `aot.charge.declare.ed1`, `aot.charge.declare.ed2-3`.
pub(crate) const CHARGE_RANGE: Length = Length::inches(12);
/// Carries out the most of `aot.charge.impact-dice`.
const MOST_IMPACT: u16 = 3;
/// Carries out the most of `aot.feat.crushing-charge`.
const MOST_CRUSHING: u16 = 5;

/// A unit that charges, with its Charge Vigor.
#[derive(Clone, Debug)]
struct Charger {
    unit: UnitId,
    targets: Units,
    vigor: Length,
    compared: Length,
}

impl Charger {
    fn walk(&self) -> Move {
        Move { unit: self.unit, gait: Gait::Charge { vigor: self.vigor, targets: self.targets.clone() } }
    }
}

impl State {
    /// The units that a unit may charge. Carries out `aot.charge.declare.ed1`, `aot.charge.declare.ed2-3`,
    /// `aot.ruling.charge-line-of-sight`.
    pub(crate) fn chargeable(&self, unit: UnitId) -> Units {
        let seat = self.seat_of(unit);
        let mut eyes = Eyes::new(self);
        let mut near = |enemy: &UnitId| {
            self.units_within(unit, *enemy, CHARGE_RANGE)
                && (!self.house().charge_needs_sight || eyes.unit_sees(unit, *enemy))
        };
        self.enemies_of(seat).filter(|enemy| near(enemy)).collect()
    }

    /// A charge move: for a single model if there is any at all, for several if the planner finds one.
    ///
    /// Carries out `aot.ruling.charge-reach`, `aot.ruling.legal-arrangement`.
    pub(crate) fn charge_plan(&self, walk: &Move) -> Option<Paths> {
        let Gait::Charge { vigor, targets } = &walk.gait else { return None };
        if self.is_out_of_reach(walk.unit, *vigor, targets) {
            return None;
        }
        if let [only] = self.living(walk.unit).collect::<Models>()[..] {
            return walk.ready(self).approach_of_one(only);
        }
        let shapes: Vec<Shape> =
            targets.iter().flat_map(|target| self.standing(*target)).map(|model| self.shape(model).clone()).collect();
        // Into contact if that can be had, otherwise as near as the Vigor allows: Battle Range is enough.
        let ready = walk.ready(self);
        ready.plan(Aim::Contact(&shapes)).or_else(|| {
            let near = |shape: &&Shape| self.living(walk.unit).map(|model| self.shape(model).apart(shape)).min();
            let nearest = shapes.iter().min_by_key(near)?;
            let middle = shapes.iter().map(Shape::bounds).reduce(Rect::joined)?;
            let mut goals = [nearest.bounds().centre(), middle.centre()].into_iter();
            goals.find_map(|goal| ready.plan(Aim::Towards(goal)))
        })
    }

    /// The least Charge Vigor between two, in inches, by which a unit reaches some targets as everybody stands.
    pub(crate) fn least_vigor(&self, unit: UnitId, targets: &Units, low: i32, most: i32) -> Option<i32> {
        let enough = |vigor: i32| {
            let gait = Gait::Charge { vigor: Length::inches(vigor), targets: targets.clone() };
            self.charge_plan(&Move { unit, gait }).is_some()
        };
        let (mut low, mut high) = (low, most + 1);
        while low < high {
            let middle = low.midpoint(high);
            if enough(middle) { high = middle } else { low = middle + 1 }
        }
        (high <= most).then_some(high)
    }

    /// Whether some target is certainly too far for a Charge Vigor, or either of them is gone.
    pub(crate) fn is_out_of_reach(&self, unit: UnitId, vigor: Length, targets: &[UnitId]) -> bool {
        let turning = self.living(unit).map(|model| self.base(model).turning()).max();
        let reach = vigor + BATTLE_RANGE + turning.unwrap_or(Length::ZERO);
        targets.iter().any(|target| !self.units_within(unit, *target, reach))
    }

    /// The Battle weapons that may give the dice of an impact: the strongest, the weakest, or where the owner chooses one
    /// of each Power.
    ///
    /// Carries out `aot.ruling.battle-weapon-power`.
    fn impact_weapons(&self, unit: UnitId) -> SmallVec<[(u8, WeaponId); 8]> {
        let mut weapons: SmallVec<[(u8, WeaponId); 8]> = SmallVec::new();
        for model in self.living(unit) {
            for (place, weapon) in self.weapons(model, Manner::Fighting) {
                let power = self.raised(unit, Value::Power, weapon.power).max(0) as u8;
                weapons.push((power, State::weapon_id(model, place.into())));
            }
        }
        match self.house().impact_power {
            ImpactPower::Lowest => weapons.sort_by_key(|(power, id)| (*power, *id)),
            _ => weapons.sort_by_key(|(power, id)| (std::cmp::Reverse(*power), *id)),
        }
        weapons.dedup_by_key(|(power, _)| *power);
        if self.house().impact_power != ImpactPower::OwnerChoice {
            weapons.truncate(1);
        }
        weapons
    }
}

/// A unit names charge targets, they react, and it charges. Carries out `aot.ruling.move-and-charge-sequence`,
/// `aot.charge.declare.ed2-3`, `aot.ruling.counter-charge-resolution`.
pub(crate) fn charge(t: &mut Table<Aot>, unit: UnitId) -> Flow<()> {
    let among = t.state.chargeable(unit);
    let mut targets = Units::new();
    if !among.is_empty() {
        let answer = t.ask(t.state.seat_of(unit), Prompt::Charge { unit, among })?;
        targets.extend(answer.tokens().iter().filter_map(|token| token.unit()));
    }
    if targets.is_empty() {
        t.tell_by(Fact::NoTarget { unit, charges: true }, ["aot.ruling.move-and-charge-sequence"]);
        return Ok(());
    }
    let rules = [t.state.house().edition.charge_targets(), "aot.ruling.charge-line-of-sight"];
    t.tell_by(Fact::Charged { unit, targets: targets.clone() }, rules);
    feat::offer(t, Occasion::Charges, &[unit], &targets)?;
    let reactors = t.state.charge_reactors(&targets);
    let declared = reaction::declare(t, unit, true, &reactors)?;
    reaction::evade_all(t, &declared)?;
    let meets = |reaction: &&(UnitId, Reaction)| reaction.1 == Reaction::CounterCharge;
    let counters: Units = declared.iter().filter(meets).map(|(counter, _)| *counter).collect();
    for counter in &counters {
        feat::offer(t, Occasion::Charges, &[*counter], &[unit])?;
    }
    feat::offer(t, Occasion::Charged, &targets, &[unit])?;
    if !counters.is_empty() {
        feat::offer(t, Occasion::Charged, &[unit], &counters)?;
    }
    let mut chargers: SmallVec<[Charger; 2]> = SmallVec::new();
    chargers.push(roll_vigor(t, unit, targets, true)?);
    for counter in counters {
        chargers.push(roll_vigor(t, counter, Units::from_slice(&[unit]), false)?);
    }
    settle(t, chargers)
}

impl State {
    /// The dice of a unit's Charge Vigor. Carries out `aot.charge.vigor`.
    pub(crate) fn vigor_roll(&self, unit: UnitId) -> Roll {
        let roll = Roll::new("aot.charge.vigor", self.seat_of(unit));
        roll.die_for(Faces::D6, Ref::Unit(unit)).die_for(Faces::D6, Ref::Unit(unit))
    }

    /// The Charge Vigor of a unit, in inches, from what its dice show. Carries out `aot.ability.momentum`.
    pub(crate) fn vigor(&self, unit: UnitId, shows: i32, acting: bool) -> i32 {
        let momentum = if acting && self.has(unit, Ability::Momentum) { 2 } else { 0 };
        (shows + momentum + i32::from(self.bonus(unit, Value::Vigor))).max(0)
    }
}

/// Carries out `aot.charge.vigor`, `aot.ruling.unstable-application`.
fn roll_vigor(t: &mut Table<Aot>, unit: UnitId, targets: Units, acting: bool) -> Flow<Charger> {
    let roll = throw(t, t.state.vigor_roll(unit))?;
    let shows = roll.dice.iter().map(|die| i32::from(die.shows)).sum();
    let vigor = Length::inches(t.state.vigor(unit, shows, acting));
    t.tell_with(Fact::Vigor { unit, vigor }, |state| {
        let mut rules = vec!["aot.charge.vigor"];
        // It is what adds nothing to a Counter Charge, too.
        if state.has(unit, Ability::Momentum) {
            rules.push("aot.ability.momentum");
        }
        rules.extend(state.modifiers_behind(unit, Value::Vigor).into_iter().map(|(rule, _)| rule));
        rules
    });
    let unstable = |unit: UnitId| {
        let mut pieces = t.state.battlefield().terrain.iter().filter(|piece| piece.rules.unstable);
        pieces.any(|piece| t.state.living(unit).any(|model| piece.polygon.overlaps_shape(t.state.shape(model))))
    };
    let slowed = t.state.house().unstable_lowers_vigor && !t.state.has(unit, Ability::Agile) && unstable(unit);
    let compared = if slowed { vigor - Length::inches(2) } else { vigor };
    Ok(Charger { unit, targets, vigor, compared })
}

/// The highest Charge Vigor that is enough charges; the others stay. Carries out `aot.charge.successful-charger`,
/// `aot.ruling.counter-charge-resolution`, `aot.ruling.counter-charge-tie`, `aot.ruling.counter-charge-several`,
/// `aot.charge.failed`.
fn settle(t: &mut Table<Aot>, mut chargers: SmallVec<[Charger; 2]>) -> Flow<()> {
    let acting = chargers[0].unit;
    let tie = t.state.house().charge_tie;
    loop {
        let tied = tied_with(&t.state, acting, &chargers);
        if tied.is_empty() {
            break;
        }
        if tie == Tie::Neither {
            fail(t, acting, chargers.len() as u8 - 1);
            return Ok(());
        }
        for charger in chargers.iter_mut().filter(|charger| tied.contains(&charger.unit)) {
            *charger = roll_vigor(t, charger.unit, charger.targets.clone(), charger.unit == acting)?;
        }
    }
    // Among counter-charging units alone, the one declared first goes first.
    let reacting_first = tie == Tie::Reacting;
    chargers.sort_by_key(|charger| {
        let is_acting = charger.unit == acting;
        (std::cmp::Reverse(charger.compared), is_acting == reacting_first)
    });
    for charger in &chargers {
        let rivals = chargers.iter().filter(|other| other.unit != charger.unit);
        let ties = rivals.clone().any(|other| other.compared == charger.compared);
        if charge_home(t, charger, rivals.count() as u8, ties)? {
            return Ok(());
        }
    }
    fail(t, acting, chargers.len() as u8 - 1);
    Ok(())
}

/// Nobody has charged home, neither the acting unit nor so many that met it.
fn fail(t: &mut Table<Aot>, acting: UnitId, rivals: u8) {
    let rules = ["aot.charge.failed", "aot.ruling.charge-reach"];
    let met = (rivals > 0).then_some("aot.ruling.counter-charge-resolution");
    t.tell_by(Fact::ChargeFailed { unit: acting, rivals }, rules.into_iter().chain(met));
}

/// The acting unit and those with the same Charge Vigor, if that is the highest of all that are enough; none otherwise,
/// and none where a tie goes to one side.
///
/// Carries out `aot.ruling.counter-charge-tie`.
fn tied_with(state: &State, acting: UnitId, chargers: &[Charger]) -> Units {
    let counts = matches!(state.house().charge_tie, Tie::Reroll | Tie::Neither);
    if !counts || chargers.len() < 2 {
        return Units::new();
    }
    let enough = |charger: &&Charger| state.charge_plan(&charger.walk()).is_some();
    let able: SmallVec<[&Charger; 4]> = chargers.iter().filter(enough).collect();
    let best = able.iter().map(|charger| charger.compared).max();
    let tied: Units =
        able.iter().filter(|charger| Some(charger.compared) == best).map(|charger| charger.unit).collect();
    if tied.len() > 1 && tied.contains(&acting) { tied } else { Units::new() }
}

/// A unit makes its charge move, if it can, and strikes. Carries out `aot.charge.move`, `aot.charge.success.ed1`,
/// `aot.charge.success.ed2-3`, `aot.ruling.charge-reach`, `aot.charge.impact-timing`.
fn charge_home(t: &mut Table<Aot>, charger: &Charger, rivals: u8, ties: bool) -> Flow<bool> {
    if t.state.is_out_of_reach(charger.unit, charger.vigor, &charger.targets) {
        return Ok(false);
    }
    let walk = charger.walk();
    if !go(t, &walk)? {
        return Ok(false);
    }
    t.tell_with(Fact::ChargeWon { unit: charger.unit, rivals, ties }, |state| {
        let success = state.house().edition.charge_success();
        let mut rules = vec!["aot.charge.successful-charger", success, "aot.charge.move", "aot.ruling.charge-reach"];
        if rivals > 0 {
            rules.push("aot.ruling.counter-charge-resolution");
        }
        if rivals > 1 {
            rules.push("aot.ruling.counter-charge-several");
        }
        if ties {
            rules.push("aot.ruling.counter-charge-tie");
        }
        rules
    });
    let near = |target: &UnitId| t.state.units_within(charger.unit, *target, BATTLE_RANGE);
    let among: Units = charger.targets.iter().copied().filter(near).collect();
    feat::offer(t, Occasion::ChargeHome, &[charger.unit], &among)?;
    impact(t, charger.unit, among)?;
    Ok(true)
}

/// Carries out `aot.charge.impact-dice`, `aot.charge.impact-one-unit`, `aot.ruling.impact-target`,
/// `aot.ruling.battle-weapon-power`, `aot.ruling.impact-aftermath`, `aot.feat.crushing-charge`,
/// `aot.ruling.crushing-charge-timing`.
fn impact(t: &mut Table<Aot>, unit: UnitId, mut among: Units) -> Flow<()> {
    let seat = t.state.seat_of(unit);
    among.retain(|target| t.state.is_on_field(*target));
    let target = match among.as_slice() {
        [] => return Ok(()),
        [only] => *only,
        [first, ..] => {
            let first = *first;
            t.ask(seat, Prompt::Struck { unit, among })?.token().and_then(Token::unit).unwrap_or(first)
        }
    };
    let weapons = t.state.impact_weapons(unit);
    let Some(((first, _), others)) = weapons.split_first() else { return Ok(()) };
    let mut power = *first;
    if !others.is_empty() {
        let among = weapons.iter().map(|(_, weapon)| *weapon).collect();
        if let Some(Token::Ref(Ref::Weapon(named))) = t.ask(seat, Prompt::Power { unit, among })?.token()
            && let Some((chosen, _)) = weapons.iter().find(|(_, weapon)| *weapon == named)
        {
            power = *chosen;
        }
    }
    let (why, need, most) = match t.state.is_given(unit, Modifier::Crushing) {
        true => ("aot.feat.crushing-charge", 4, MOST_CRUSHING),
        false => ("aot.charge.impact-dice", 5, MOST_IMPACT),
    };
    let mut roll = Need::new(why, need).changed_by(&t.state.modifiers_behind(unit, Value::Power)).roll(seat);
    for _ in 0..power {
        roll = roll.die_for(Faces::D6, Ref::Unit(unit));
    }
    let roll = throw(t, roll)?;
    let points = (roll.dice.iter().filter(|die| succeeds(die.shows, need)).count() as u16).min(most);
    t.tell_with(Fact::Impact { unit, target, points }, |state| {
        let mut rules = vec![
            "aot.charge.impact-dice",
            "aot.charge.impact-timing",
            "aot.charge.impact-one-unit",
            "aot.ruling.impact-target",
            "aot.ruling.battle-weapon-power",
            "aot.ruling.impact-aftermath",
        ];
        rules.extend(state.rules_of_severe_damage(target, points));
        rules
    });
    suffer_severely(t, target, points, seat, &mut Account::default())
}
