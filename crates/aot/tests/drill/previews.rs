//! What an answer would mean says which dice would be thrown: what they need, and each rule that changes it.

use engine::{Hosted, Origin};
use ground::Pose;
use vocabulary::{Adjustment, Answer, ModelId, Proof, Ref, Roll, Seat, Token, UnitId, Viewer, Word};

use crate::soldiers::{ANN, BO, acting, ask, asked_of, enemy, start_with, tenths};

/// The enemy's unit.
fn target(host: &dyn Hosted) -> UnitId {
    host.view(Viewer::Spectator).models[enemy(host).index()].unit.unwrap()
}

/// Two soldiers, after they did not move.
fn after_move(action: &'static str, soldier: Pose, foe: Pose) -> Box<dyn Hosted> {
    let beside = Pose { at: ground::Point::new(soldier.at.x + 15 * 254, soldier.at.y), ..soldier };
    let mut host = acting(action, &[(ModelId(1), soldier), (ModelId(2), beside)], foe);
    let stay = ask(host.as_ref());
    host.answer(stay.id, ANN, stay.pass.unwrap()).unwrap();
    host
}

fn shooting(soldier: Pose, foe: Pose) -> Proof {
    let host = after_move("move-and-shoot", soldier, foe);
    let at = Token::Ref(Ref::Unit(target(host.as_ref())));
    let shot = |model: u16| (Token::Ref(Ref::Model(ModelId(model))), at, 1);
    let answer = Answer::Assign([shot(1), shot(2)].into_iter().collect());
    host.preview(ask(host.as_ref()).id, ANN, &answer).unwrap()
}

fn modifiers(roll: &Roll) -> Vec<(&str, i16)> {
    roll.modifiers.iter().map(|modifier| (modifier.rule.as_str(), modifier.by)).collect()
}

#[test]
fn shots_show_their_needs() {
    let proof = shooting(tenths(100, 100), tenths(100, 180));
    let [attack, resist] = proof.rolls.as_slice() else { panic!("{:?}", proof.rolls) };
    // Power 5 against the Defense of a Stoker, and a Stoker's Resist.
    assert!(attack.why.as_str().starts_with("aot.attack.power-"), "{}", attack.why);
    assert_eq!((attack.seat, attack.dice.len(), modifiers(attack)), (ANN, 2, vec![]));
    assert_eq!((resist.why.as_str(), modifiers(resist)), ("aot.attack.resist-roll", vec![]));
    assert!(proof.rolls.iter().flat_map(|roll| &roll.dice).all(|die| die.shows == 0), "nothing is thrown yet");
}

#[test]
fn what_changes_a_need_is_named() {
    let open = shooting(tenths(100, 100), tenths(100, 180));
    // In the copse, which is Cover, and seen from the floor of the tower, which is a Vantage Point.
    let covered = shooting(tenths(60, 200), tenths(60, 280));
    assert_eq!(modifiers(&covered.rolls[1]), [("aot.terrain.cover-resist", -1)]);
    assert_eq!(covered.rolls[1].need, open.rolls[1].need.map(|need| need - 1));
    let above = shooting(Pose { level: 1, ..tenths(540, 280) }, tenths(540, 400));
    assert_eq!(modifiers(&above.rolls[0]), [("aot.terrain.vantage-point", -1)]);
    assert_eq!(above.rolls[0].need, open.rolls[0].need.map(|need| need - 1));
}

#[test]
fn a_charge_shows_its_two_dice() {
    let host = after_move("move-and-charge", tenths(100, 100), tenths(100, 160));
    let answer = Answer::of(Ref::Unit(target(host.as_ref())));
    let proof = host.preview(ask(host.as_ref()).id, ANN, &answer).unwrap();
    let [vigor] = proof.rolls.as_slice() else { panic!("{:?}", proof.rolls) };
    assert_eq!((vigor.why.as_str(), vigor.dice.len(), vigor.need), ("aot.charge.vigor", 2, None));
}

/// "The odds of a charge forget what modifiers take off the Charge Vigor."
#[test]
fn the_odds_of_a_charge_know_what_feats_take_off_its_vigor() {
    let units = [("keeper-of-noon", None), ("ringers", Some(7))];
    let mut host = start_with(("hourkeepers", "thirteenth-hour", &units), Origin::Seeded { seed: 1 });
    let foe = enemy(host.as_ref());
    let changes = vec![
        Adjustment::Pose(ModelId(1), tenths(100, 100)),
        Adjustment::Pose(foe, tenths(100, 150)),
        Adjustment::Pose(ModelId(foe.0 + 1), tenths(115, 150)),
        Adjustment::Counter(Ref::Seat(ANN), Word::new("feat-points"), 1),
        Adjustment::Moment { round: 2, phase: Word::new("action-phase") },
    ];
    host.adjust(changes, &[ANN, BO]).unwrap();
    let theirs = target(host.as_ref());
    let about = |word: &'static str, unit| {
        Answer::Choose([Token::About(Word::new(word), Ref::Unit(unit))].into_iter().collect())
    };
    let shot = (Token::Ref(Ref::Model(ModelId(1))), Token::Ref(Ref::Unit(theirs)), 1);
    let mut answer = |seat: Seat, answer: Option<Answer>| {
        let ask = asked_of(host.as_ref(), seat);
        host.answer(ask.id, seat, answer.or(ask.pass).unwrap()).unwrap();
    };
    answer(ANN, Some(about("move-and-shoot", UnitId(1))));
    answer(ANN, None);
    answer(ANN, Some(Answer::Assign([shot].into_iter().collect())));
    answer(ANN, Some(about("stopped-clock", UnitId(1))));
    answer(BO, None);
    answer(BO, Some(about("move-and-charge", theirs)));
    answer(BO, None);
    let proof = host.preview(asked_of(host.as_ref(), BO).id, BO, &Answer::of(Ref::Unit(UnitId(1)))).unwrap();
    // 2D6 less 3, and no less than nothing.
    let values = proof.odds.unwrap().series[0].values.clone();
    assert_eq!((values.first(), values.last()), (Some(&0), Some(&9)), "{values:?}");
    assert!(proof.text.rules.iter().any(|rule| rule.as_str() == "aot.feat.faction-feats"), "{:?}", proof.text);
}
