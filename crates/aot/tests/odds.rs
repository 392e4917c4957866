//! Odds of attacks that are described by cards.

use aot::Aot;
use engine::{Clash, Forecast, Rules};
use vocabulary::{Fault, Settings, Value};

const ROUGHNECKS: &str = "exiles/roughnecks:6";

fn clash(attacker: &str, weapon: Option<&str>) -> Clash {
    Clash {
        attacker: Some(attacker.to_owned()),
        target: Some(ROUGHNECKS.to_owned()),
        weapon: weapon.map(str::to_owned),
        ..Clash::default()
    }
}

/// A model uses one weapon, by an option of `aot.ruling.weapon-choice`.
fn with_one_weapon(clash: Clash) -> Clash {
    Clash { settings: Settings::from([("attack.weapons".to_owned(), Value::Choice("one".parse().unwrap()))]), ..clash }
}

fn odds(clash: &Clash) -> Forecast {
    Aot::odds(clash).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// What is wrong, each with its rule.
fn refused(clash: &Clash) -> Vec<(String, String)> {
    let faults = Aot::odds(clash).expect_err("there is something wrong with it");
    faults.into_iter().map(|Fault { rule, text, .. }| (rule.to_string(), text)).collect()
}

/// The weapons that attack, each with its dice.
fn dice(told: &Forecast) -> Vec<&str> {
    told.needs.iter().filter_map(|text| text.sentence.split(" dice").next()).collect()
}

fn fighting(clash: Clash) -> Clash {
    Clash { values: [("manner".to_owned(), "fighting".to_owned())].into(), ..clash }
}

#[test]
fn every_weapon_of_the_card_attacks_as_often_as_its_models_do() {
    let told = odds(&clash("galewrights/cliff-strider:2", None));
    assert_eq!(dice(&told), ["Harpoon Bow: 2", "Spark Nets: 6"]);
    let told = odds(&fighting(clash("galewrights/cliff-strider:2", None)));
    assert_eq!(dice(&told), ["Beak: 2", "Talons: 8"]);
}

#[test]
fn where_a_model_uses_one_weapon_it_is_to_be_named_if_there_are_several() {
    let strider = |weapon| with_one_weapon(clash("galewrights/cliff-strider:1", weapon));
    let text = "a model of Cliff Strider uses one weapon; name one of Harpoon Bow, Spark Nets";
    assert_eq!(refused(&strider(None)), [("aot.ruling.weapon-choice".to_owned(), text.to_owned())]);
    assert_eq!(dice(&odds(&strider(Some("spark nets")))), ["Spark Nets: 3"]);
    let dancers = with_one_weapon(clash("galewrights/rope-dancers:5", None));
    assert_eq!(dice(&odds(&dancers)), ["Hooked Dirk: 10"]);
}

#[test]
fn a_weapon_that_a_card_does_not_have_is_refused_with_those_that_it_has() {
    let one = "Rope Dancers have no such weapon for this kind of attack; there is Hooked Dirk";
    let refusal = |text: &str| [("aot.spec.weapons".to_owned(), text.to_owned())];
    assert_eq!(refused(&clash("galewrights/rope-dancers:5", Some("cannon"))), refusal(one));
    let four =
        "Cliff Strider has no such weapon for this kind of attack; there are Harpoon Bow, Spark Nets, Beak, Talons";
    assert_eq!(refused(&clash("galewrights/cliff-strider:1", Some("cannon"))), refusal(four));
}
