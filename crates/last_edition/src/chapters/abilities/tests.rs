//! What abilities and auras come to, whom they reach, and how long they hold.

mod windows;

use engine::Rules;
use ground::{Point, Pose};
use vocabulary::{Seat, Setup, UnitId, Value as Answered, Word};

use super::*;
use crate::forces::ability::{AttackKind, Change, Gain, Lasting as Printed, Value};

/// A match of two drills, with nobody on the battlefield yet, in the command phase of the first player.
pub(crate) fn drills(mine: &str, theirs: &str, settings: &[(&str, &'static str)]) -> State {
    let lists = LastEdition::manual().drills;
    let mut setup = Setup::of(&["Ann", "Bo"]);
    for (player, name) in setup.players.iter_mut().zip([mine, theirs]) {
        let drill = lists.iter().find(|drill| drill.list.name == name);
        player.army = Some(drill.unwrap_or_else(|| panic!("no drill is called {name}")).list.clone());
    }
    for (name, value) in settings {
        setup.settings.insert((*name).to_owned(), Answered::Choice(Word::new(value)));
    }
    let setup = LastEdition::prepare(&setup).unwrap();
    let mut state = LastEdition::begin(&setup).unwrap();
    (state.round, state.turn, state.stage) = (1, 1, crate::Stage::Command(crate::Who::Active));
    state
}

/// The unit of a player with a datasheet.
pub(crate) fn unit(state: &State, seat: u8, sheet: &str) -> UnitId {
    let mut units = state.units_of(Seat(seat));
    units.find(|unit| state.sheet(*unit).id.as_str() == sheet).unwrap_or_else(|| panic!("nobody is a {sheet}"))
}

/// A unit stands in a row to the north of a spot, given in inches.
pub(crate) fn stand(state: &mut State, unit: UnitId, x: i32, y: i32) {
    let models: Models = state.roll_call(unit).collect();
    for (place, model) in (0..).zip(models) {
        state.put(model, Pose::at(Point::inches(x, y + 2 * place)));
    }
    state.units[unit.index()].at = Whereabouts::OnField;
}

pub(crate) fn of(unit: UnitId, ability: &'static str) -> Use {
    Use { unit, ability: Word::new(ability) }
}

fn tell(state: &mut State, facts: Facts) {
    LastEdition::apply(state, &Fact::Abilities(facts));
}

/// An effect of an ability of a unit holds for another.
fn hold(state: &mut State, by: Use, unit: UnitId, effect: Effect, until: Until) {
    let held = Held { source: by.unit, ability: by.ability, effect, until };
    tell(state, Facts::Holds { unit, held });
}

fn change(value: Value, by: i8) -> Effect {
    Effect::Change(Change { value, by, attacks: None })
}

/// Night Letters against Cold Drawer: a notary beside its clerks, and pollen callers far away.
fn scene() -> (State, UnitId, UnitId, UnitId) {
    let mut state = drills("Night Letters", "Cold Drawer", &[]);
    let (notary, clerks) = (unit(&state, 0, "notary"), unit(&state, 0, "clerks"));
    let callers = unit(&state, 1, "pollen-callers");
    stand(&mut state, notary, 10, 4);
    stand(&mut state, clerks, 14, 4);
    stand(&mut state, callers, 40, 4);
    (state, notary, clerks, callers)
}

#[test]
fn of_changes_of_a_value_the_largest_increase_and_the_largest_decrease_count() {
    let (mut state, notary, clerks, callers) = scene();
    for by in [1, 2, -1, 1] {
        hold(&mut state, of(notary, "sealed"), clerks, change(Value::HitRoll, by), Until::Turn);
    }
    let changed = state.changed(clerks, Value::HitRoll, Some(AttackKind::Melee));
    assert_eq!(changed.as_slice(), [("tle.ability.use", 2), ("tle.ability.no-stacking", 0), ("tle.ability.use", -1)]);
    assert_eq!(state.changed_by(clerks, Value::HitRoll, None), 1);
    assert!(state.changed(clerks, Value::WoundRoll, None).is_empty());
    assert!(state.changed(callers, Value::HitRoll, None).is_empty());
}

#[test]
fn an_ability_and_an_aura_do_not_add_up() {
    let (mut state, notary, clerks, callers) = scene();
    // Hay fever: enemy units within 6 in take 1 off their hit rolls.
    stand(&mut state, callers, 18, 4);
    assert_eq!(state.changed(clerks, Value::HitRoll, None).as_slice(), [("tle.ability.aura", -1)]);
    hold(&mut state, of(notary, "sealed"), clerks, change(Value::HitRoll, -1), Until::Turn);
    let changed = state.changed(clerks, Value::HitRoll, None);
    assert_eq!(changed.as_slice(), [("tle.ability.use", -1), ("tle.ability.no-stacking", 0)]);
}

#[test]
fn an_aura_reaches_units_with_a_model_within_its_range_and_nobody_else() {
    let (mut state, notary, clerks, callers) = scene();
    let fevered = |state: &State, unit| state.changed_by(unit, Value::HitRoll, None) == -1;
    assert!(!fevered(&state, clerks));
    stand(&mut state, callers, 20, 12);
    // The last clerk stands at y = 12; the first is much farther away, and so is the notary.
    assert!(fevered(&state, clerks) && !fevered(&state, notary));
    assert!(!fevered(&state, callers), "it is for enemies");
    let models: Models = state.roll_call(callers).collect();
    for model in models {
        state.models[model.index()].health = 0;
    }
    assert!(!fevered(&state, clerks), "dead models have no aura");
}

#[test]
fn an_aura_can_be_for_some_kinds_of_units_only_and_reaches_its_own_unit_if_it_is_one_of_them() {
    let mut state = drills("On the Water", "Cold Drawer", &[]);
    let (master, bargees) = (unit(&state, 0, "harbour-master"), unit(&state, 0, "bargees"));
    stand(&mut state, master, 10, 4);
    stand(&mut state, bargees, 14, 4);
    // Steady voice: friendly base units within 6 in; the master is a leader.
    assert!(state.gains_objective_security(bargees));
    assert!(!state.gains_objective_security(master));
    let mut state = drills("Under the Oak", "Cold Drawer", &[]);
    let gardener = unit(&state, 0, "head-gardener");
    stand(&mut state, gardener, 10, 4);
    assert_eq!(state.changed_by(gardener, Value::Toughness, None), 1, "Evergreen is for friends, its own unit too");
}

#[test]
fn what_counts_in_one_kind_of_attack_counts_only_there() {
    let (mut state, notary, clerks, _) = scene();
    let effect = Effect::Change(Change { value: Value::ArmorFirst, by: 1, attacks: Some(AttackKind::Ranged) });
    hold(&mut state, of(notary, "sealed"), clerks, effect, Until::Turn);
    let by = |attacks| state.changed_by(clerks, Value::ArmorFirst, attacks);
    assert_eq!([by(Some(AttackKind::Ranged)), by(Some(AttackKind::Melee)), by(None)], [1, 0, 0]);
}

#[test]
fn what_holds_for_a_while_ends_when_it_should() {
    let moments = [
        Moment::Activation,
        Moment::Phase,
        Moment::Turn,
        Moment::Round,
        Moment::Command(Seat(0)),
        Moment::Command(Seat(1)),
    ];
    let ends: [(Printed, [bool; 6]); 6] = [
        (Printed::Activation, [true; 6]),
        (Printed::Phase, [false, true, true, true, false, false]),
        (Printed::Turn, [false, false, true, true, false, false]),
        (Printed::Round, [false, false, false, true, false, false]),
        (Printed::NextCommand, [false, false, false, false, true, false]),
        (Printed::Battle, [false; 6]),
    ];
    for (lasts, expected) in ends {
        let ended = moments.map(|moment| {
            let (mut state, notary, clerks, _) = scene();
            let until = Until::of(lasts, Seat(0));
            hold(&mut state, of(notary, "sealed"), clerks, Effect::Gain(Gain::Untargetable), until);
            tell(&mut state, Facts::LosesReactions { seat: Seat(1), units: 1, until });
            assert!(state.is_untargetable(clerks) && state.lost_reactions(Seat(1)) == 1);
            end(&mut state, moment);
            assert_eq!(state.is_untargetable(clerks), state.lost_reactions(Seat(1)) == 1);
            !state.is_untargetable(clerks)
        });
        assert_eq!(ended, expected, "{lasts:?}");
    }
}

#[test]
fn what_an_ability_gives_until_the_next_command_phase_outlasts_the_turn_of_the_enemy() {
    let (mut state, notary, clerks, _) = scene();
    hold(&mut state, of(notary, "sealed"), clerks, Effect::Gain(Gain::Untargetable), Until::Command(Seat(0)));
    let go =
        |state: &mut State, to| LastEdition::apply(state, &Fact::Round(crate::chapters::round::Facts::Goes { to }));
    let over = |state: &mut State, seat| {
        LastEdition::apply(state, &Fact::Round(crate::chapters::round::Facts::TurnOver { seat }));
    };
    over(&mut state, Seat(0));
    go(&mut state, crate::Stage::Command(crate::Who::Active));
    assert!(state.is_untargetable(clerks), "this is the enemy's command phase");
    over(&mut state, Seat(1));
    go(&mut state, crate::Stage::Command(crate::Who::Active));
    assert!(!state.is_untargetable(clerks));
}

#[test]
fn an_ability_is_used_as_often_as_it_says_and_never_without_the_points() {
    let mut state = drills("Paper and Seal", "Cold Drawer", &[]);
    let assessor = unit(&state, 0, "chief-assessor");
    stand(&mut state, assessor, 10, 4);
    let objection = of(assessor, "object");
    let why_not = |state: &State| state.obstacle(objection, state.ability(objection).unwrap(), None);
    state.sides[0].leader_points = 2;
    assert_eq!(why_not(&state), Some(Obstacle::Points { cost: 3, left: 2 }));
    state.sides[0].leader_points = 7;
    assert_eq!(why_not(&state), None);
    tell(&mut state, Facts::Used { of: objection, target: None, points: 3 });
    assert_eq!((why_not(&state), state.sides[0].leader_points), (Some(Obstacle::Used), 4));
    end(&mut state, Moment::Turn);
    assert_eq!(why_not(&state), Some(Obstacle::Used), "once in a phase");
    end(&mut state, Moment::Phase);
    assert_eq!(why_not(&state), None);
}

#[test]
fn what_can_be_used_once_a_round_or_once_a_battle_waits_as_long() {
    let cases = [
        ("On the Water", "harbour-master", "all-hands", true),
        ("Counter and Trigger", "lock-keeper", "sluice", false),
    ];
    for (army, sheet, ability, again) in cases {
        let mut state = drills(army, "Cold Drawer", &[]);
        let (user, enemy) = (unit(&state, 0, sheet), unit(&state, 1, "pollen-callers"));
        stand(&mut state, user, 10, 4);
        stand(&mut state, enemy, 16, 4);
        state.sides[0].leader_points = 9;
        let used = of(user, ability);
        let is_open = |state: &State| state.obstacle(used, state.ability(used).unwrap(), None).is_none();
        assert!(is_open(&state), "{ability}");
        tell(&mut state, Facts::Used { of: used, target: None, points: 0 });
        end(&mut state, Moment::Phase);
        assert!(!is_open(&state), "{ability}");
        end(&mut state, Moment::Round);
        assert_eq!(is_open(&state), again, "{ability}");
    }
}

#[test]
fn an_ability_reaches_friends_within_its_range_the_user_too() {
    let (mut state, notary, clerks, _) = scene();
    let sealed = of(notary, "sealed");
    let wraiths = unit(&state, 0, "ink-wraiths");
    stand(&mut state, wraiths, 40, 30);
    assert_eq!(state.reachable(sealed, None).as_slice(), {
        let mut expected = [notary, clerks];
        expected.sort();
        expected
    });
    hold(&mut state, sealed, clerks, Effect::Gain(Gain::Untargetable), Until::Command(Seat(0)));
    assert_eq!(state.reachable(sealed, None).as_slice(), [notary], "who has it already gains nothing");
}

#[test]
fn only_wounded_models_are_healed_and_only_dead_ones_come_back() {
    let mut state = drills("On the Water", "Cold Drawer", &[]);
    let (surgeons, bargees) = (unit(&state, 0, "tar-surgeons"), unit(&state, 0, "bargees"));
    stand(&mut state, surgeons, 10, 4);
    stand(&mut state, bargees, 14, 4);
    let (caulk, haul) = (of(surgeons, "caulk"), of(surgeons, "haul-aboard"));
    assert!(state.reachable(caulk, None).is_empty() && state.reachable(haul, None).is_empty());
    let model = state.roll_call(bargees).last().unwrap();
    state.models[model.index()].health = 0;
    assert!(state.reachable(haul, None).is_empty(), "a casualty that still stands is not removed yet");
    state.troops.take_up(model);
    assert_eq!(state.reachable(haul, None).as_slice(), [bargees]);
    assert_eq!(state.returnable(bargees).as_slice(), [model]);
    let placed = state.coming_back(model).plan(Point::inches(14, 14)).expect("there is room");
    tell(&mut state, Facts::Returned { unit: bargees, placed });
    assert!(state.lives(model) && state.reachable(haul, None).is_empty());
    let leader = unit(&state, 0, "harbour-master");
    stand(&mut state, leader, 10, 8);
    let hurt = state.roll_call(leader).next().unwrap();
    tell(&mut state, Facts::Suffered { model: hurt });
    assert_eq!(state.reachable(caulk, None).as_slice(), [leader]);
    tell(&mut state, Facts::Healed { model: hurt, health: 1 });
    assert!(state.reachable(caulk, None).is_empty());
}

#[test]
fn whoever_looks_at_a_unit_can_see_what_it_is_under() {
    let (mut state, notary, clerks, callers) = scene();
    stand(&mut state, callers, 18, 4);
    hold(&mut state, of(notary, "sealed"), clerks, Effect::Gain(Gain::Untargetable), Until::Command(Seat(0)));
    let under: Vec<(UnitId, &str, bool)> =
        state.under(clerks).map(|under| (under.source, under.name, under.until.is_some())).collect();
    assert_eq!(under, [(notary, "Under Seal", true), (callers, "Hay Fever", false)]);
}

#[test]
fn dice_that_an_ability_adds_before_the_power_phase_wait_for_it() {
    let (mut state, ..) = scene();
    tell(&mut state, Facts::PowerDice { seat: Seat(0), dice: 2 });
    assert_eq!((state.sides[0].power_dice, state.sides[0].added_dice), (0, 2));
    end(&mut state, Moment::Phase);
    assert_eq!(state.sides[0].added_dice, 2);
    end(&mut state, Moment::Turn);
    assert_eq!(state.sides[0].added_dice, 0);
    state.stage = crate::Stage::Power;
    tell(&mut state, Facts::PowerDice { seat: Seat(0), dice: 2 });
    assert_eq!(state.sides[0].power_dice, 2);
}
