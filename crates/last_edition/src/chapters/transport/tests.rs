//! Who rides, gets in and out, and survives, from positions of a few models; and who holds together.

use vocabulary::{ModelId, UnitId};

use super::Facts;
use crate::chapters::movement::tests::{BARGEES, FOES, SKIFFS, at, battle, chosen, stand};
use crate::chapters::placing::Spot;
use crate::chapters::reserves::Landing;
use crate::fact::Happening;
use crate::state::{State, Whereabouts};

/// Ann's Barge, a hull of 130 mm by 70 mm that carries 12 models.
const BARGE: UnitId = UnitId(1);
/// Ann's Tar Surgeons, who are no unit that a Barge takes.
const SURGEONS: UnitId = UnitId(4);

fn barge_at(state: &mut State, x: i32, y: i32) -> ModelId {
    stand(state, BARGE, &[(x, y)])[0]
}

#[test]
fn a_transport_takes_whole_units_of_its_kinds_as_far_as_there_is_room() {
    let mut state = battle(&[]);
    barge_at(&mut state, 300, 200);
    assert!(state.has_room_for(BARGE, BARGEES));
    assert!(
        !state.has_room_for(BARGE, SKIFFS) && !state.has_room_for(BARGE, SURGEONS) && !state.has_room_for(BARGE, BARGE)
    );
    assert!(!state.has_room_for(BARGE, FOES), "the enemy's");
    assert!(!state.has_room_for(BARGEES, SURGEONS), "no transport");
    state.units[BARGEES.index()].at = Whereabouts::Aboard(BARGE);
    assert_eq!(state.load(BARGE), 10);
    assert!(!state.has_room_for(BARGE, BARGEES), "20 are too many");
}

#[test]
fn a_unit_boards_within_3_inches_out_of_melee_range_and_not_after_running() {
    let mut state = battle(&[]);
    barge_at(&mut state, 300, 200);
    // The hull ends 25.6 tenths of an inch from its middle; a base of 28 mm begins 5.5 before its own.
    let near = |state: &mut State, x: i32| {
        stand(state, BARGEES, &[(x, 200), (x + 15, 200)]);
        !state.rides_near(BARGEES).is_empty()
    };
    assert!(near(&mut state, 360) && !near(&mut state, 362));
    assert!(near(&mut state, 350));
    let turn = state.turn;
    let mut ran = state.clone();
    ran.units[BARGE.index()].last.advanced = turn;
    assert!(ran.rides_near(BARGEES).is_empty());
    let mut ran = state.clone();
    ran.units[BARGEES.index()].last.fell_back = turn;
    assert!(ran.rides_near(BARGEES).is_empty());
    let mut got_out = state.clone();
    got_out.units[BARGEES.index()].last.disembarked = turn;
    assert!(got_out.rides_near(BARGEES).is_empty());
    stand(&mut state, FOES, &[(300, 229)]);
    assert!(state.is_in_melee(BARGE) && state.rides_near(BARGEES).is_empty());
}

#[test]
fn a_unit_gets_out_with_its_nearest_points_within_3_inches() {
    let mut state = battle(&[]);
    let hull = barge_at(&mut state, 300, 200);
    state.units[BARGEES.index()].at = Whereabouts::Aboard(BARGE);
    let models: Vec<ModelId> = state.roll_call(BARGEES).collect();
    models[3..].iter().for_each(|model| state.models[model.index()].health = 0);
    assert!(state.may_disembark(BARGEES));
    let placing = state.getting_out(BARGEES, hull);
    let put = |x: i32| [(models[0], at(x, 200)), (models[1], at(300, 230)), (models[2], at(270, 240))];
    assert_eq!(placing.check(&put(360)), Ok(()), "scattered as they like");
    assert!(placing.check(&put(362)).is_err() && placing.check(&put(360)[..2]).is_err());
    Facts::Disembarked { unit: BARGEES, transport: BARGE, placed: put(360).into_iter().collect() }.apply(&mut state);
    assert!(state.is_on_field(BARGEES) && state.has_moved(BARGEES) && state.to_move().contains(&BARGEES));
    let mut held = battle(&[]);
    barge_at(&mut held, 300, 200);
    held.units[BARGEES.index()].at = Whereabouts::Aboard(BARGE);
    stand(&mut held, FOES, &[(300, 228)]);
    assert!(!held.may_disembark(BARGEES));
}

#[test]
fn survivors_stand_where_the_transport_stood_or_around_it() {
    let mut state = battle(&[]);
    let hull = barge_at(&mut state, 300, 200);
    state.units[BARGEES.index()].at = Whereabouts::Aboard(BARGE);
    stand(&mut state, FOES, &[(300, 230)]);
    state.troops.take_up(hull);
    let room = state.room_for_survivors(BARGEES, hull);
    assert_eq!(room.len(), 10, "in melee range, too");
    let all = state.roll_call(BARGEES).collect();
    assert_eq!(state.thrown_out(BARGEES, all, hull).check(&room), Ok(()));
    Facts::ThrownOut { unit: BARGEES, placed: room }.apply(&mut state);
    let thrown_out = state.unit(BARGEES).last.thrown_out;
    assert!(state.is_too_shaken(thrown_out) && !state.is_too_shaken(0));
    state.turn = 2;
    assert!(!state.is_too_shaken(thrown_out));
    let mut lasting = battle(&[("transport.no-reaction-until", chosen("end-of-round"))]);
    let shaken = [(1, 2), (2, 3), (3, 4)].map(|(thrown_out, turn)| {
        lasting.turn = turn;
        lasting.is_too_shaken(thrown_out)
    });
    assert_eq!(shaken, [true, false, true]);
}

#[test]
fn units_arrive_9_inches_from_enemies_near_an_edge_or_where_players_want_it() {
    let mut state = battle(&[]);
    stand(&mut state, FOES, &[(300, 200)]);
    state.units[BARGEES.index()].at = Whereabouts::Reserve;
    let models: Vec<ModelId> = state.roll_call(BARGEES).take(2).collect();
    let check = |state: &State, landing, x: i32, y: i32| {
        let placing = state.landing(BARGEES, models.iter().copied().collect(), landing);
        let placed = [(models[0], at(x, y)), (models[1], at(x + 15, y))];
        placing.check(&placed).map_err(|misfit| placing.refuse(&misfit, &placed).rule.to_string())
    };
    assert_eq!(check(&state, Landing::Side, 300, 20), Ok(()));
    assert_eq!(check(&state, Landing::Side, 300, 36), Err("tle.keyword.direction-side".to_owned()));
    assert_eq!(check(&state, Landing::Anywhere, 300, 80), Ok(()));
    assert_eq!(check(&state, Landing::Anywhere, 300, 120), Err("tle.reserve.nine-inches".to_owned()));
    assert_eq!(check(&state, Landing::Side, 265, 20), Err("tle.terrain.type2-wall-standing".to_owned()));
    assert_eq!(state.landings(BARGEES).as_slice(), [Landing::Side]);
    let own_zone = battle(&[("reserve.default-direction", chosen("own-zone"))]);
    assert_eq!(own_zone.landings(BARGEES).as_slice(), [Landing::OwnZone]);
    let apart = state.placing_of(BARGEES, models.iter().copied().collect(), Spot::Landing(Landing::Side));
    let scattered = [(models[0], at(300, 20)), (models[1], at(340, 20))];
    assert!(apart.check(&scattered).is_err(), "they must be coherent");
}

#[test]
fn those_whom_joker_took_away_arrive_in_any_turn() {
    let mut state = battle(&[]);
    assert!(!state.may_arrive(BARGEES), "not in reserve");
    state.units[BARGEES.index()].at = Whereabouts::Reserve;
    assert!(state.may_arrive(BARGEES));
    state.units[BARGEES.index()].acted = true;
    assert!(!state.may_arrive(BARGEES), "it was left in reserve in this step");
}

#[test]
fn a_unit_holds_together_in_a_chain_or_by_pairs() {
    // Bases of 28 mm are 2 in apart at 31 tenths of an inch.
    let row = [(300, 100), (300, 131), (300, 162), (300, 193)];
    let mut state = battle(&[]);
    stand(&mut state, BARGEES, &row);
    assert!(state.is_coherent(BARGEES));
    stand(&mut state, BARGEES, &[(300, 100), (300, 131), (300, 164), (300, 195), (300, 226)]);
    assert!(!state.is_coherent(BARGEES));
    let mut pairs = battle(&[("coherency.mode", chosen("all-pairs"))]);
    stand(&mut pairs, BARGEES, &row);
    assert!(!pairs.is_coherent(BARGEES));
    stand(&mut pairs, BARGEES, &[(300, 100), (300, 131), (320, 115)]);
    assert!(pairs.is_coherent(BARGEES));
}
