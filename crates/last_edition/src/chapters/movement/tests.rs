//! Moves on the terrain of the book, each from a position of a few models.

use engine::Rules;
use ground::{Length, Path, Point, Pose};
use vocabulary::{ModelId, Refusal, Seat, Setup, UnitId, Value, Word};

use super::{Gait, Move, Paths, ShutIn};
use crate::LastEdition;
use crate::chapters::missions::Layout;
use crate::chapters::orders::Order;
use crate::chapters::round::Phase;
use crate::fact::{Fact, Happening};
use crate::state::{Stage, State, Whereabouts, Who};

/// Ann's Bargees on bases of 28 mm, who move 6 in.
pub(crate) const BARGEES: UnitId = UnitId(2);
/// Ann's Gull Skiffs, who fly.
pub(crate) const SKIFFS: UnitId = UnitId(3);
/// Bo's Bargees.
pub(crate) const FOES: UnitId = UnitId(7);
/// Bo's Harbour Master, on a base of 40 mm.
pub(crate) const MASTER: UnitId = UnitId(5);

/// A match in Ann's first movement phase: both play the same army, and nobody stands anywhere yet.
pub(crate) fn battle(settings: &[(&str, Value)]) -> State {
    let manual = LastEdition::manual();
    let army = manual.drills.iter().find(|drill| drill.list.name == "On the Water").expect("a drill of that name");
    let mut setup = Setup::of(&["Ann", "Bo"]);
    setup.players.iter_mut().for_each(|player| player.army = Some(army.list.clone()));
    setup.settings = settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let setup = LastEdition::prepare(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut state = LastEdition::begin(&setup).unwrap();
    state.lay_out(Layout::ShortEdges);
    (state.round, state.turn, state.active, state.stage) = (1, 1, Seat(0), Stage::Moving(Who::Active));
    assert_eq!(state.stage.phase(), Some(Phase::Movement));
    state
}

/// A value of a setting that is a choice.
pub(crate) fn chosen(word: &'static str) -> Value {
    Value::Choice(Word::new(word))
}

/// A place in tenths of an inch. Between 27 and 33 in from the left, there is no terrain.
pub(crate) fn at(x: i32, y: i32) -> Pose {
    Pose::at(Point::new(x * 254, y * 254))
}

/// A unit on the battlefield, of as many models as there are places.
pub(crate) fn stand(state: &mut State, unit: UnitId, places: &[(i32, i32)]) -> Vec<ModelId> {
    let models: Vec<ModelId> = state.roll_call(unit).collect();
    models.iter().for_each(|model| state.models[model.index()].health = 0);
    for (model, (x, y)) in models.iter().zip(places) {
        state.models[model.index()].health = state.profile(*model).health;
        state.put(*model, at(*x, *y));
    }
    state.units[unit.index()].at = Whereabouts::OnField;
    models[..places.len()].to_vec()
}

fn to(model: ModelId, x: i32, y: i32) -> (ModelId, Path) {
    (model, Path::straight(at(x, y)))
}

fn refused(state: &State, walk: &Move, paths: &[(ModelId, Path)]) -> Refusal {
    walk.judge(state, paths).expect_err("the move is not legal")
}

fn normal(unit: UnitId) -> Move {
    Move { unit, gait: Gait::Normal }
}

#[test]
fn a_normal_move_goes_as_far_as_m_and_asks_for_no_coherency() {
    let mut state = battle(&[]);
    let models = stand(&mut state, BARGEES, &[(300, 200), (300, 215)]);
    let walk = normal(BARGEES);
    assert_eq!(walk.judge(&state, &[to(models[0], 300, 140)]), Ok(()));
    assert_eq!(walk.judge(&state, &[]), Ok(()));
    let refusal = refused(&state, &walk, &[to(models[0], 300, 139)]);
    assert_eq!(refusal.rule.as_str(), "tle.phase.movement.move");
    assert_eq!(refusal.text, "the path of model 1 of Bargees is 6.1 in long; it may go 6 in");
}

#[test]
fn nobody_passes_models_walls_or_the_edge_but_those_who_fly() {
    let mut state = battle(&[]);
    let models = stand(&mut state, BARGEES, &[(300, 200), (300, 215)]);
    let skiffs = stand(&mut state, SKIFFS, &[(270, 100), (300, 250)]);
    let check = |walk: &Move, path: (ModelId, Path), rule: &str| {
        assert_eq!(refused(&state, walk, &[path]).rule.as_str(), rule);
    };
    check(&normal(BARGEES), to(models[0], 300, 230), "tle.phase.movement.no-passing");
    let fly = normal(SKIFFS);
    assert_eq!(fly.judge(&state, &[to(skiffs[1], 300, 170)]), Ok(()), "over the Bargees");
    check(&fly, to(skiffs[1], 300, 207), "tle.models.no-stacking");
    // The base of type 3 in the west lies from 20 to 26 in, and from 8 to 14 in.
    check(&fly, to(skiffs[0], 230, 110), "tle.keyword.flying-end");
    assert_eq!(fly.judge(&state, &[to(skiffs[0], 180, 110)]), Ok(()), "over the walls");
    let mut state = battle(&[]);
    let models = stand(&mut state, BARGEES, &[(270, 100)]);
    assert_eq!(
        refused(&state, &normal(BARGEES), &[to(models[0], 245, 100)]).rule.as_str(),
        "tle.terrain.type3-wall-movement"
    );
    stand(&mut state, BARGEES, &[(300, 20)]);
    assert_eq!(
        refused(&state, &normal(BARGEES), &[to(models[0], 300, 0)]).rule.as_str(),
        "tle.ruling.movement-measure"
    );
}

#[test]
fn models_pass_the_walls_of_type_2_and_do_not_end_on_them() {
    let mut state = battle(&[]);
    // Its walls are those in the east, at 26 in, and in the south.
    let models = stand(&mut state, BARGEES, &[(275, 50)]);
    assert_eq!(normal(BARGEES).judge(&state, &[to(models[0], 240, 50)]), Ok(()));
    let on_it = refused(&state, &normal(BARGEES), &[to(models[0], 260, 50)]);
    assert_eq!(on_it.rule.as_str(), "tle.terrain.type2-wall-standing");
}

#[test]
fn soft_cover_takes_2_inches_off_a_normal_move_and_an_advance_together() {
    let mut state = battle(&[]);
    // Type 1 lies from 12 to 18 in, and from 19 to 25 in.
    let models = stand(&mut state, BARGEES, &[(105, 220)]);
    let model = models[0];
    assert_eq!(normal(BARGEES).judge(&state, &[to(model, 145, 220)]), Ok(()));
    let refusal = refused(&state, &normal(BARGEES), &[to(model, 146, 220)]);
    assert_eq!(refusal.rule.as_str(), "tle.terrain.type1-movement");
    let advance =
        |slowed: &[ModelId]| Move { unit: BARGEES, gait: Gait::Advance { slowed: slowed.iter().copied().collect() } };
    stand(&mut state, BARGEES, &[(145, 220)]);
    assert!(advance(&[]).judge(&state, &[to(model, 190, 220)]).is_err());
    assert_eq!(advance(&[model]).judge(&state, &[to(model, 205, 220)]), Ok(()), "it has paid already");
    let slowed = normal(BARGEES).slowed(&state, &[]);
    assert_eq!(slowed.as_slice(), models, "whoever stays in it is slowed, too");
}

#[test]
fn only_contact_at_the_start_slows_where_players_want_it_so() {
    let mut state = battle(&[("terrain.type1-movement", chosen("start-only"))]);
    let model = stand(&mut state, BARGEES, &[(105, 220)])[0];
    assert_eq!(normal(BARGEES).judge(&state, &[to(model, 165, 220)]), Ok(()));
    stand(&mut state, BARGEES, &[(130, 220)]);
    assert_eq!(normal(BARGEES).judge(&state, &[to(model, 90, 220)]), Ok(()));
    assert!(normal(BARGEES).judge(&state, &[to(model, 89, 220)]).is_err());
}

#[test]
fn charges_and_flying_models_do_not_pay_for_soft_cover() {
    let mut state = battle(&[]);
    let models = stand(&mut state, BARGEES, &[(105, 220)]);
    stand(&mut state, MASTER, &[(180, 220)]);
    let charge = Move { unit: BARGEES, gait: Gait::Charge { target: MASTER, roll: Length::inches(7) } };
    assert_eq!(charge.judge(&state, &[to(models[0], 160, 220)]), Ok(()));
    assert_eq!(normal(SKIFFS).toll(&state), None);
    assert!(normal(BARGEES).toll(&state).is_some());
}

#[test]
fn models_in_melee_range_stay_in_it_and_their_comrades_are_free() {
    let mut state = battle(&[]);
    let models = stand(&mut state, BARGEES, &[(300, 200), (300, 160)]);
    stand(&mut state, FOES, &[(320, 200)]);
    let walk = normal(BARGEES);
    assert!(state.is_model_in_melee(models[0]) && !state.is_model_in_melee(models[1]));
    assert_eq!(walk.judge(&state, &[to(models[1], 300, 110)]), Ok(()));
    assert_eq!(walk.judge(&state, &[to(models[0], 308, 217)]), Ok(()), "around the enemy");
    let refusal = refused(&state, &walk, &[to(models[0], 270, 200)]);
    assert_eq!(refusal.rule.as_str(), "tle.phase.movement.leave-melee");
    assert_eq!(refusal.text, "model 1 of Bargees must stay in melee range of Bargees");
    assert_eq!(walk.judge(&state, &[to(models[1], 320, 180)]), Ok(()), "anybody may come into melee range");
    let advance = Move { unit: BARGEES, gait: Gait::Advance { slowed: troops::Models::new() } };
    assert!(advance.judge(&state, &[to(models[0], 270, 200)]).is_err());
}

#[test]
fn nobody_comes_into_melee_range_where_players_want_it_so() {
    let mut state = battle(&[("movement.may-enter-melee-range", Value::Switch(false))]);
    let models = stand(&mut state, BARGEES, &[(300, 200), (300, 215)]);
    stand(&mut state, FOES, &[(340, 200)]);
    stand(&mut state, MASTER, &[(300, 245)]);
    let refusal = refused(&state, &normal(BARGEES), &[to(models[0], 325, 200)]);
    assert_eq!(refusal.rule.as_str(), "tle.ruling.move-into-melee");
    // One of them is in melee range of the master already.
    stand(&mut state, BARGEES, &[(300, 200), (300, 220)]);
    assert_eq!(normal(BARGEES).judge(&state, &[to(models[0], 320, 230)]), Ok(()));
}

#[test]
fn whoever_falls_back_gets_out_if_it_can() {
    let mut state = battle(&[]);
    let models = stand(&mut state, BARGEES, &[(300, 200), (304, 187)]);
    stand(&mut state, FOES, &[(320, 200)]);
    assert!(state.may_fall_back(BARGEES));
    let back = Move { unit: BARGEES, gait: Gait::FallBack };
    let refusal = refused(&state, &back, &[to(models[0], 270, 200)]);
    assert_eq!(refusal.rule.as_str(), "tle.ruling.fall-back-trapped");
    assert_eq!(refusal.text, "model 2 of Bargees can get out of melee range, so it must");
    assert_eq!(refused(&state, &back, &[to(models[0], 299, 200)]).rule.as_str(), "tle.order.fall-back");
    let both = [to(models[0], 270, 200), to(models[1], 290, 150)];
    assert_eq!(back.judge(&state, &both), Ok(()));
    assert_eq!(back.judge(&state, &back.way_back(&state)), Ok(()));
    assert_eq!(back.way_back(&state).len(), 2);
}

#[test]
fn a_model_is_trapped_only_if_enemies_and_the_edge_shut_it_in() {
    let back = Move { unit: BARGEES, gait: Gait::FallBack };
    // At the edge, with enemies around it who leave no gap of 28 mm.
    let around = [(308, 8), (301, 20), (287, 20), (280, 8)];
    let mut state = battle(&[]);
    let model = stand(&mut state, BARGEES, &[(294, 8), (200, 150)])[0];
    stand(&mut state, FOES, &around);
    assert!(back.way_out(&state, model, ShutIn::Everything).is_none());
    assert!(back.way_out(&state, model, ShutIn::EnemyModels).is_none());
    assert_eq!(back.judge(&state, &[]), Ok(()), "nobody can get out");
    assert_eq!(back.way_back(&state), Paths::new());
    stand(&mut state, FOES, &around[..3]);
    state.troops.take_up(state.roll_call(FOES).nth(3).unwrap());
    assert!(back.way_out(&state, model, ShutIn::Everything).is_some());
    assert!(back.judge(&state, &[]).is_err());
    // Friends stand in the only gap.
    stand(&mut state, SKIFFS, &[(274, 8), (300, 300)]);
    assert!(back.way_out(&state, model, ShutIn::Everything).is_none());
    assert!(back.way_out(&state, model, ShutIn::EnemyModels).is_some());
}

#[test]
fn a_charge_must_be_made_if_one_model_can_reach_its_target() {
    let mut state = battle(&[]);
    let models = stand(&mut state, BARGEES, &[(300, 200), (300, 215)]);
    stand(&mut state, MASTER, &[(300, 120)]);
    let charge = |inches| Move { unit: BARGEES, gait: Gait::Charge { target: MASTER, roll: Length::inches(inches) } };
    // 8 in between the middles, less both radii and 1 in: a little less than 6 in.
    assert!(charge(5).charge_plan(&state).is_none());
    assert_eq!(charge(5).judge(&state, &[]), Ok(()), "the charge fails");
    let plan = charge(6).charge_plan(&state).expect("the first model gets there");
    assert_eq!(charge(6).judge(&state, &plan), Ok(()));
    let refusal = refused(&state, &charge(6), &[]);
    assert_eq!(
        (refusal.rule.as_str(), refusal.text.as_str()),
        ("tle.charge.end-in-melee", "no model ends in melee range of Harbour Master")
    );
    assert!(charge(6).judge(&state, &[to(models[1], 320, 160)]).is_err());
    assert_eq!(charge(6).judge(&state, &[to(models[0], 300, 143), to(models[1], 320, 180)]), Ok(()));
}

#[test]
fn a_charge_out_of_melee_range_leaves_nobody() {
    let mut state = battle(&[]);
    let models = stand(&mut state, BARGEES, &[(300, 200), (300, 230)]);
    stand(&mut state, FOES, &[(320, 200)]);
    stand(&mut state, MASTER, &[(300, 270)]);
    let charge = Move { unit: BARGEES, gait: Gait::Charge { target: MASTER, roll: Length::inches(9) } };
    let left = [to(models[0], 280, 250)];
    assert_eq!(refused(&state, &charge, &left).rule.as_str(), "tle.phase.movement.leave-melee");
    let plan = charge.charge_plan(&state).expect("the second is free");
    assert_eq!(charge.judge(&state, &plan), Ok(()));
}

#[test]
fn a_combat_move_leads_closer_to_the_enemy_that_was_nearest() {
    let mut state = battle(&[]);
    let models = stand(&mut state, BARGEES, &[(300, 200), (300, 225), (300, 240)]);
    stand(&mut state, FOES, &[(320, 200), (340, 240)]);
    let combat = Move { unit: BARGEES, gait: Gait::Combat };
    assert_eq!(combat.judge(&state, &[to(models[1], 310, 215)]), Ok(()));
    let refusal = refused(&state, &combat, &[to(models[1], 280, 225)]);
    assert_eq!(refusal.rule.as_str(), "tle.melee.combat-move-closer");
    assert!(combat.judge(&state, &[to(models[2], 331, 240)]).is_err(), "3 in and no more");
    let plan = combat.closing_in(&state);
    assert!(!plan.is_empty());
    assert_eq!(combat.judge(&state, &plan), Ok(()));
    // Whoever is in contact stays. Two bases of 28 mm touch at 2,800 units.
    let mut touching = state.clone();
    touching.put(models[0], Pose::at(Point::new(320 * 254 - 2_800, 200 * 254)));
    assert!(!combat.movers(&touching).contains(&models[0]));
    // Nobody closes in on nobody.
    for unit in [FOES, MASTER] {
        state.roll_call(unit).for_each(|model| state.troops.take_up(model));
    }
    assert!(combat.movers(&state).is_empty());
}

#[test]
fn turning_on_the_spot_is_not_moving() {
    let mut state = battle(&[]);
    let model = stand(&mut state, SKIFFS, &[(300, 200)])[0];
    let fact = |pose| {
        Fact::Movement(super::Facts::Moved {
            unit: SKIFFS,
            kind: super::facts::Kind::Normal,
            to: [(model, pose)].into_iter().collect(),
        })
    };
    let turned = Pose { facing: 256, ..at(300, 200) };
    crate::fact::apply(&mut state, &fact(turned));
    assert!(!state.has_moved(SKIFFS) && state.pose(model) == Some(turned));
    crate::fact::apply(&mut state, &fact(at(300, 201)));
    assert!(state.has_moved(SKIFFS));
}

#[test]
fn orders_last_until_the_next_movement_phase_of_their_owner_or_until_another() {
    let mut state = battle(&[]);
    stand(&mut state, BARGEES, &[(300, 200)]);
    let order = |state: &mut State, order| super::Facts::Ordered { unit: BARGEES, order }.apply(state);
    assert_eq!(state.open_orders(BARGEES).as_slice(), [Order::Advance, Order::Concentrate, Order::TakeCover]);
    order(&mut state, Order::Concentrate);
    assert!(state.open_orders(BARGEES).is_empty(), "one is enough");
    assert_eq!((state.order_armor(BARGEES), state.order_wound(BARGEES), state.order_hit(BARGEES)), (-1, 1, 0));
    state.turn = 2;
    assert_eq!((state.order_armor(BARGEES), state.order_wound(BARGEES)), (-1, 0), "its shooting is over");
    order(&mut state, Order::TakeCover);
    assert_eq!((state.order_armor(BARGEES), state.order_hit(BARGEES)), (1, -1), "the last one counts");
    state.turn = 3;
    state.units[BARGEES.index()].last.walked = 3;
    assert_eq!(state.open_orders(BARGEES).as_slice(), [Order::Advance, Order::TakeCover]);
    order(&mut state, Order::Advance);
    assert!(state.has_advanced(BARGEES));
    state.turn = 4;
    assert!(!state.has_advanced(BARGEES));
    state.units[BARGEES.index()].last.arrived = 4;
    assert!(state.open_orders(BARGEES).is_empty(), "those who arrive get none");
}

#[test]
fn several_orders_of_a_phase_are_in_force_together_where_players_want_it_so() {
    let mut state = battle(&[("order.per-unit", Value::Number(2))]);
    stand(&mut state, BARGEES, &[(300, 200)]);
    for order in [Order::Concentrate, Order::TakeCover] {
        super::Facts::Ordered { unit: BARGEES, order }.apply(&mut state);
    }
    assert_eq!((state.order_armor(BARGEES), state.order_hit(BARGEES), state.order_wound(BARGEES)), (0, -1, 1));
    assert!(state.open_orders(BARGEES).is_empty());
}

#[test]
fn melee_range_ends_at_walls_only_where_players_want_it_so() {
    // On either side of the east wall of the base of type 3, at 26 in.
    for (on, expected) in [(false, true), (true, false)] {
        let mut state = battle(&[("terrain.wall-blocks-melee-range", Value::Switch(on))]);
        let models = stand(&mut state, BARGEES, &[(252, 110), (240, 125)]);
        stand(&mut state, FOES, &[(268, 110), (225, 125)]);
        assert_eq!(state.is_model_in_melee(models[0]), expected);
        assert!(state.is_model_in_melee(models[1]));
        // To a place behind the wall that is near to the enemy on the other side of it.
        let back = Move { unit: BARGEES, gait: Gait::FallBack };
        let paths = [to(models[1], 252, 125)];
        assert_eq!(back.judge(&state, &paths).is_ok(), !expected);
    }
}
