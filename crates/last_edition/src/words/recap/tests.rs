use engine::Rules;
use smallvec::smallvec;
use troops::Models;
use vocabulary::{Seat, Viewer};

use super::*;
use crate::LastEdition;
use crate::adjusting::tests::battle;
use crate::chapters::damage::removal;
use crate::chapters::sequence::Manner;

const ANN: Seat = Seat(0);
const BO: Seat = Seat(1);

/// A battle with the first unit of each player.
fn rivals() -> (State, UnitId, UnitId) {
    let state = battle("attack", "battle", 1);
    let first = |seat| state.fielded_by(seat).next().unwrap();
    let (one, other) = (first(ANN), first(BO));
    (state, one, other)
}

/// What Bo is told when these things have happened, with the names of both units as `A` and `B`.
fn told(state: &State, facts: &[Fact]) -> Option<String> {
    let mut state = state.clone();
    facts.iter().for_each(|fact| LastEdition::apply(&mut state, fact));
    let text = recap(&state, facts, Viewer::Seat(BO))?;
    let name = |seat: Seat| state.unit_name(state.units_of(seat).next().unwrap()).to_owned();
    Some(text.sentence.replace(&format!("Ann's {}", name(ANN)), "A").replace(&format!("your {}", name(BO)), "B"))
}

fn acts(unit: UnitId, shoots: bool) -> Fact {
    Fact::Battle(battle::Facts::Acts { unit, shoots, reacts: false })
}

fn aimed(unit: UnitId, target: UnitId, manner: Manner) -> Fact {
    let (units, targets) = (smallvec![unit], smallvec![target]);
    Fact::Battle(battle::Facts::Aimed { seat: ANN, units, targets, manner })
}

fn hit(unit: UnitId, hits: u16) -> Fact {
    Fact::Damage(damage::Facts::Hit { unit, attacks: 6, hits })
}

fn lost(state: &State, unit: UnitId, models: usize) -> Fact {
    let models: Models = state.living(unit).take(models).collect();
    Fact::Damage(damage::Facts::Removal(removal::Facts::Removed { unit, models }))
}

fn does<'a>(state: &State, unit: UnitId, one: &'a str, many: &'a str) -> &'a str {
    if state.sheet(unit).is_plural() { many } else { one }
}

#[test]
fn shooting_is_told_with_hits_and_losses() {
    let (state, unit, target) = rivals();
    let facts = [acts(unit, true), aimed(unit, target, Manner::Shooting), hit(target, 4), lost(&state, target, 1)];
    let shoots = does(&state, unit, "shoots", "shoot");
    assert_eq!(told(&state, &facts).unwrap(), format!("A {shoots} at B: 4 hits, 1 model lost."));
    let missed = [acts(unit, true), aimed(unit, target, Manner::Shooting), hit(target, 0)];
    assert_eq!(told(&state, &missed).unwrap(), format!("A {shoots} at B: no hits."));
}

#[test]
fn a_charge_is_told_with_how_far_it_gets() {
    let (state, unit, target) = rivals();
    let rolled = |reached| Fact::Battle(battle::Facts::ChargeRolled { unit, target, inches: 7, reached });
    let charges = Fact::Battle(battle::Facts::Charges { unit, target });
    let it = does(&state, unit, "It", "They");
    let short = told(&state, &[acts(unit, false), charges.clone(), rolled(false)]).unwrap();
    assert_eq!(
        short,
        format!(
            "A {} B. {it} {} short with 7 in.",
            does(&state, unit, "charges", "charge"),
            does(&state, unit, "falls", "fall")
        )
    );
    let counterfire = [
        acts(unit, false),
        charges,
        aimed(target, unit, Manner::Counterfire),
        hit(unit, 2),
        rolled(true),
        aimed(unit, target, Manner::Fighting),
        hit(target, 3),
    ];
    let text = told(&state, &counterfire).unwrap();
    let fires = does(&state, target, "fires", "fire");
    assert!(text.contains(&format!("{fires} first at A: 2 hits, no damage. A ")), "{text}");
    assert!(text.ends_with("B: 3 hits, no damage."), "{text}");
}

#[test]
fn steps_that_are_a_sentence_anyway_have_no_recap() {
    let (state, ..) = rivals();
    let passed = Fact::Battle(battle::Facts::Passed { seat: ANN, forced: false });
    assert_eq!(told(&state, &[passed]), None);
    assert_eq!(told(&state, &[]), None);
}

#[test]
fn a_unit_that_moves_is_told_with_its_order() {
    let (state, unit, _) = rivals();
    let model = state.living(unit).next().unwrap();
    let to = [(model, state.pose(model).unwrap())].into_iter().collect();
    let facts = [
        Fact::Movement(movement::Facts::Selected { unit }),
        Fact::Movement(movement::Facts::Moved { unit, kind: Kind::Normal, to }),
        Fact::Movement(movement::Facts::Ordered { unit, order: Order::TakeCover }),
    ];
    let does = |one, many| does(&state, unit, one, many);
    let text = told(&state, &facts).unwrap();
    assert_eq!(text, format!("A {} and {} cover.", does("moves", "move"), does("takes", "take")));
    let stays = told(&state, &facts[..1]).unwrap();
    assert_eq!(stays, format!("A {}.", does("stays where it is", "stay where they are")));
}
