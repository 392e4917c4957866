//! Power dice, powers that can be attempted, and units that block them.

use engine::Rules;
use vocabulary::{Seat, UnitId};

use super::*;
use crate::chapters::abilities::tests::{drills, of, stand, unit};
use crate::state::Whereabouts;

/// Cold Drawer against Night Letters in the power phase: an archivist, pollen callers and a notary.
fn scene(settings: &[(&str, &'static str)]) -> (State, UnitId, UnitId, UnitId) {
    let mut state = drills("Cold Drawer", "Night Letters", settings);
    let (archivist, callers) = (unit(&state, 0, "frost-archivist"), unit(&state, 0, "pollen-callers"));
    let notary = unit(&state, 1, "notary");
    stand(&mut state, archivist, 10, 4);
    stand(&mut state, callers, 14, 4);
    stand(&mut state, notary, 24, 4);
    state.stage = Stage::Power;
    (state, archivist, callers, notary)
}

fn tell(state: &mut State, facts: Facts) {
    LastEdition::apply(state, &Fact::Power(facts));
}

fn why_not(state: &State, power: Use) -> Option<Obstacle> {
    state.why_no_power(power, state.ability(power).unwrap())
}

#[test]
fn all_power_units_of_the_active_player_and_only_reaction_units_of_the_other_bring_dice() {
    let (mut state, archivist, callers, notary) = scene(&[]);
    let sum = |state: &State| [archivist, callers].iter().filter_map(|unit| state.power_of(*unit)).sum::<u8>();
    assert!(sum(&state) > 0);
    assert_eq!((state.power_pool(Seat(0)), state.power_pool(Seat(1))), (sum(&state), 0));
    state.units[notary.index()].reacts = true;
    assert_eq!(Some(state.power_pool(Seat(1))), state.power_of(notary));
    state.units[archivist.index()].at = Whereabouts::Gone;
    assert_eq!(Some(state.power_pool(Seat(0))), state.power_of(callers));
}

#[test]
fn units_in_reserve_bring_dice_unless_players_settled_otherwise() {
    for (setting, counts) in [("in-army", true), ("on-battlefield", false)] {
        let (mut state, archivist, callers, _) = scene(&[("power.pool-units", setting)]);
        state.units[archivist.index()].at = Whereabouts::Reserve;
        let [reserve, field] = [archivist, callers].map(|unit| state.power_of(unit).unwrap());
        assert_eq!(state.power_pool(Seat(0)), if counts { reserve + field } else { field }, "{setting}");
    }
}

#[test]
fn dice_that_an_ability_added_join_the_pool() {
    let (mut state, ..) = scene(&[]);
    let before = state.power_pool(Seat(0));
    state.sides[0].added_dice = 2;
    assert_eq!(state.power_pool(Seat(0)), before + 2);
}

#[test]
fn a_power_is_attempted_once_a_round_by_whoever_it_is_unless_players_settled_otherwise() {
    for (setting, other_may) in [("per-round", false), ("per-player", true)] {
        let mut state = drills("Cold Drawer", "Cold Drawer", &[("power.attempts", setting)]);
        state.stage = Stage::Power;
        let callers = [0, 1].map(|seat| unit(&state, seat, "pollen-callers"));
        for (place, unit) in (0..).zip(callers) {
            stand(&mut state, unit, 10 + 20 * place, 4);
        }
        state.sides.iter_mut().for_each(|side| side.power_dice = 6);
        let drowse = callers.map(|unit| of(unit, "drowse"));
        assert_eq!(drowse.map(|power| why_not(&state, power)), [None, None]);
        tell(&mut state, Facts::Attempted { of: drowse[0], target: None });
        assert_eq!(why_not(&state, drowse[0]), Some(Obstacle::Attempted));
        assert_eq!(why_not(&state, drowse[1]).is_none(), other_may, "{setting}");
        let round = crate::chapters::round::Facts::Round { round: 2 };
        LastEdition::apply(&mut state, &Fact::Round(round));
        assert_ne!(why_not(&state, drowse[0]), Some(Obstacle::Attempted));
    }
}

#[test]
fn a_unit_may_use_several_powers_until_another_begins() {
    let (mut state, archivist, callers, _) = scene(&[]);
    state.sides[0].power_dice = 12;
    let (frost, snap, drowse) = (of(archivist, "frostbite"), of(archivist, "cold-snap"), of(callers, "drowse"));
    assert_eq!([frost, snap, drowse].map(|power| why_not(&state, power)), [None; 3]);
    tell(&mut state, Facts::Attempted { of: frost, target: None });
    assert_eq!(why_not(&state, snap), None);
    tell(&mut state, Facts::Attempted { of: drowse, target: None });
    assert_eq!(why_not(&state, snap), Some(Obstacle::Done));
}

#[test]
fn a_power_needs_as_many_dice_as_it_costs() {
    let (mut state, archivist, ..) = scene(&[]);
    let snap = of(archivist, "cold-snap");
    let cost = state.ability(snap).unwrap().cost;
    state.sides[0].power_dice = cost - 1;
    assert_eq!(why_not(&state, snap), Some(Obstacle::Dice { cost, left: cost - 1 }));
    state.sides[0].power_dice = cost;
    assert_eq!(why_not(&state, snap), None);
    tell(&mut state, Facts::Paid { seat: Seat(0), dice: cost });
    assert_eq!(state.sides[0].power_dice, 0);
}

#[test]
fn a_reaction_unit_with_power_within_24_in_blocks_once() {
    let (mut state, archivist, _, notary) = scene(&[]);
    state.sides[1].power_dice = 3;
    let blocks = |state: &State, cost| !state.blockers(archivist, cost).is_empty();
    assert!(!blocks(&state, 3), "it did not declare a reaction");
    state.units[notary.index()].reacts = true;
    assert!(blocks(&state, 3) && !blocks(&state, 4), "it needs as many dice as the power costs");
    // The models are 32 mm wide: from base to base it is a little less than from middle to middle.
    stand(&mut state, notary, 35, 4);
    assert!(blocks(&state, 3));
    stand(&mut state, notary, 36, 4);
    assert!(!blocks(&state, 3));
    stand(&mut state, notary, 24, 4);
    tell(&mut state, Facts::Blocks { unit: notary, of: of(archivist, "cold-snap") });
    assert!(!blocks(&state, 3));
}

#[test]
fn a_block_needs_the_higher_total() {
    assert_eq!([(10, 9), (10, 10), (10, 11)].map(|(cast, block)| is_blocked(cast, block)), [false, false, true]);
}

#[test]
fn the_number_of_dice_is_neither_below_the_cost_nor_above_what_is_left() {
    let (state, archivist, _, notary) = scene(&[]);
    let asks = Prompt::Power(Asks::Dice { of: of(archivist, "cold-snap"), blocker: notary, least: 2, most: 4 });
    let check = |dice| LastEdition::check(&state, Seat(0), &asks, &Answer::Number(dice)).map_err(|no| no.rule);
    assert_eq!([2, 3, 4].map(|dice| check(dice).is_ok()), [true; 3]);
    assert_eq!(check(1).unwrap_err().as_str(), "tle.phase.power.block-minimum");
    assert_eq!(check(5).unwrap_err().as_str(), "tle.ruling.power-secret");
}
