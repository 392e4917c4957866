//! Distributions against whole-number counts, and the laws that they obey.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;

use super::*;

fn d6() -> Distribution<i16> {
    Distribution::of_die(Faces::D6)
}

/// Holds a distribution against how many of all equally likely cases have each outcome.
#[track_caller]
fn check<T: Ord + Debug>(found: &Distribution<T>, cases: &BTreeMap<T, u128>) {
    let total: u128 = cases.values().sum();
    assert!(found.iter().map(|(outcome, _)| outcome).eq(cases.keys()), "{found:?} is not of {cases:?}");
    for (outcome, p) in found.iter() {
        let exact = cases[outcome] as f64 / total as f64;
        assert!((p - exact).abs() < ERROR, "{outcome:?}: {p}, not {exact}");
    }
}

/// Every way in which `count` dice can fall.
fn all_throws(faces: Faces, count: usize) -> Vec<Vec<i16>> {
    (0..count).fold(vec![vec![]], |throws, _| {
        let longer = |throw: &Vec<i16>| faces.values().map(|v| [&throw[..], &[v]].concat()).collect::<Vec<_>>();
        throws.iter().flat_map(longer).collect()
    })
}

fn count_all<T: Ord>(outcomes: impl IntoIterator<Item = T>) -> BTreeMap<T, u128> {
    let mut cases = BTreeMap::new();
    for outcome in outcomes {
        *cases.entry(outcome).or_insert(0) += 1;
    }
    cases
}

/// One step of a chain in whole numbers: each state leads to these, with these weights.
fn step_cases<S: Ord, I: IntoIterator<Item = (S, u128)>>(
    cases: &BTreeMap<S, u128>,
    step: impl Fn(&S) -> I,
) -> BTreeMap<S, u128> {
    let mut next = BTreeMap::new();
    for (state, count) in cases {
        for (follows, weight) in step(state) {
            *next.entry(follows).or_insert(0) += count * weight;
        }
    }
    next
}

#[test]
fn one_die_shows_each_face_as_often_as_it_has_it() {
    check(&d6(), &count_all(1..=6));
    let command_die = Faces::listed(&[0, 0, 1, 1, 1, 2]);
    check(&Distribution::of_die(command_die), &BTreeMap::from([(0, 2), (1, 3), (2, 1)]));
}

#[test]
fn sums_of_dice_are_those_of_all_throws() {
    for faces in [Faces::D3, Faces::D6, Faces::listed(&[-1, 0, 0, 5])] {
        for count in 1..=5 {
            let sums = all_throws(faces, count).iter().map(|throw| throw.iter().sum()).collect::<Vec<i16>>();
            check(&Distribution::of_die(faces).repeat(count as u32), &count_all(sums));
        }
    }
}

#[test]
fn forty_dice_are_counted_without_an_error_that_shows() {
    let mut cases = BTreeMap::from([(0i16, 1)]);
    for _ in 0..40 {
        cases = step_cases(&cases, |&sum| (1..=6).map(move |shown| (sum + shown, 1)));
    }
    check(&d6().repeat(40), &cases);
}

#[test]
fn sixty_dice_still_make_a_whole() {
    let sixty = d6().repeat(60);
    assert!((sixty.chance(|_| true) - 1.0).abs() < ERROR);
    assert!((sixty.mean() - 210.0).abs() < 1e-9);
    assert!((sixty.variance() - 60.0 * 35.0 / 12.0).abs() < 1e-9);
}

#[test]
fn outcomes_with_wide_gaps_are_added_up_too() {
    let gapped = Distribution::weighted([(1.0, 0i64), (2.0, 1_000_000), (3.0, -5)]);
    let weights = [(0, 1), (1_000_000, 2), (-5, 3)];
    let mut cases = BTreeMap::from([(0i64, 1)]);
    for _ in 0..5 {
        cases = step_cases(&cases, |&sum| weights.map(|(value, weight)| (sum + value, weight)));
    }
    check(&gapped.repeat(5), &cases);
}

#[test]
fn the_best_and_worst_of_dice_are_those_of_all_throws() {
    for faces in [Faces::D6, Faces::listed(&[0, 0, 1, 1, 1, 2])] {
        for dice in 0..=4 {
            for kept in 0..=dice {
                let mut throws = all_throws(faces, dice);
                throws.iter_mut().for_each(|throw| throw.sort_unstable());
                let die = Distribution::of_die(faces);
                let worst = throws.iter().map(|throw| throw[..kept].iter().sum::<i16>());
                check(&die.worst_of(dice as u32, kept as u32), &count_all(worst));
                let best = throws.iter().map(|throw| throw[dice - kept..].iter().sum::<i16>());
                check(&die.best_of(dice as u32, kept as u32), &count_all(best));
            }
        }
    }
}

#[test]
fn a_throw_comes_to_what_its_dice_can_show() {
    for text in ["2D6", "D3+2", "D33", "D66-1", "2D(0 0 1 1 1 2)+1", "4", "D333"] {
        let throw: Throw = text.parse().unwrap();
        let results = all_throws(throw.faces, throw.dice()).iter().map(|shown| throw.read(shown)).collect::<Vec<_>>();
        let found = Distribution::of_throw(&throw);
        check(&found, &count_all(results));
        assert_eq!((*found.lowest(), *found.highest()), (throw.lowest(), throw.highest()));
    }
}

#[test]
fn a_die_is_rerolled_once() {
    let pairs = all_throws(Faces::D6, 2);
    let kept = pairs.iter().map(|pair| if pair[0] <= 2 { pair[1] } else { pair[0] });
    check(&d6().reroll(|&shown| shown <= 2), &count_all(kept));
}

#[test]
fn attacks_slay_models_as_a_chain_in_whole_numbers_does() {
    // Of nine equally likely cases, six do nothing and each damage has one.
    let struck = |(slain, lost): (i16, i16), damage: i16| {
        if lost + damage >= 2 { (slain + 1, 0) } else { (slain, lost + damage) }
    };
    let mut cases = BTreeMap::from([((0, 0), 1)]);
    for _ in 0..10 {
        cases = step_cases(&cases, |&state| {
            [(state, 6), (struck(state, 1), 1), (struck(state, 2), 1), (struck(state, 3), 1)]
        });
    }
    let damage = Distribution::of_die(Faces::D3);
    let found = run((0, 0), 10, |&state| {
        let wound = damage.map(|&damage| struck(state, damage));
        Distribution::mixture([(1.0, wound), (2.0, Distribution::certain(state))])
    });
    check(&found, &cases);
}

#[test]
fn a_chain_asks_about_each_state_once() {
    let mut asked = Vec::new();
    run(0u32, 20, |&state| {
        asked.push(state);
        Distribution::uniform([state, (state + 1).min(3)])
    });
    assert_eq!(asked, [0, 1, 2, 3]);
}

#[test]
fn a_chain_of_no_steps_stays_where_it_is() {
    assert_eq!(run('a', 0, |_| unreachable!()), Distribution::certain('a'));
}

#[test]
fn a_number_of_steps_left_to_chance_is_a_mixture() {
    let steps = Distribution::weighted([(1.0, 0), (2.0, 3), (1.0, 5)]);
    let step = |&state: &i32| Distribution::uniform([state, state + 1]);
    let coin = Distribution::uniform([0, 1]);
    let found = run_for(0, &steps, step);
    assert!(found.distance(&coin.repeat_for(&steps)) < ERROR);
    let parts = [(0.25, coin.repeat(0)), (0.5, coin.repeat(3)), (0.25, coin.repeat(5))];
    assert!(found.distance(&Distribution::mixture(parts)) < ERROR);
}

#[test]
fn successes_are_binomial() {
    let cases = BTreeMap::from([(0, 16), (1, 32), (2, 24), (3, 8), (4, 1)]);
    check(&Distribution::successes(4, 1.0 / 3.0), &cases);
    assert_eq!(Distribution::successes(4, 1.0), Distribution::certain(4));
}

#[test]
fn tails_and_quantiles_agree_with_the_table_of_two_dice() {
    let two = d6().repeat(2);
    let tails = two.tails();
    assert_eq!(tails.len(), 11);
    let (&seven, tail) = tails[5];
    assert_eq!(seven, 7);
    assert!((tail - 21.0 / 36.0).abs() < ERROR);
    assert!((two.at_least(&7) - tail).abs() < ERROR);
    assert!((two.at_most(&7) - 21.0 / 36.0).abs() < ERROR);
    assert!((two.chance_of(&7) - 6.0 / 36.0).abs() < ERROR);
    assert!(two.chance_of(&13) == 0.0);
    // One die: three faces of six are exactly half.
    assert_eq!([0.0, 0.5, 0.51, 1.0].map(|p| *d6().quantile(p)), [1, 3, 4, 6]);
    assert!((d6().deviation() - (35.0f64 / 12.0).sqrt()).abs() < ERROR);
}

#[test]
fn what_cannot_happen_is_no_outcome() {
    let found = Distribution::weighted([(0.0, 'a'), (3.0, 'b'), (1.0, 'c'), (1.0, 'b')]);
    assert_eq!(format!("{found:?}"), "{'b': 0.8, 'c': 0.2}");
}

#[test]
fn two_independent_things_are_all_their_pairs() {
    let both = Distribution::uniform([1, 2]).and(&Distribution::uniform(['a', 'b', 'b']));
    check(&both, &BTreeMap::from([((1, 'a'), 1), ((1, 'b'), 2), ((2, 'a'), 1), ((2, 'b'), 2)]));
}

#[test]
#[should_panic(expected = "a weight is -1, but has to be 0 or more")]
fn a_negative_weight_is_a_bug() {
    Distribution::weighted([(-1.0, 'a'), (2.0, 'b')]);
}

#[test]
#[should_panic(expected = "weights add up to 0")]
fn no_outcome_at_all_is_a_bug() {
    Distribution::<u8>::uniform([]);
}

#[test]
#[should_panic(expected = "256 does not fit u8")]
fn a_sum_that_does_not_fit_is_a_bug() {
    Distribution::certain(128u8).repeat(2);
}

#[test]
#[should_panic(expected = "3 of 2 dice cannot be kept")]
fn keeping_more_dice_than_were_thrown_is_a_bug() {
    d6().best_of(2, 3);
}

fn weighted(parts: Vec<(u32, i32)>) -> Distribution<i32> {
    Distribution::weighted(parts.into_iter().map(|(weight, outcome)| (f64::from(weight), outcome)))
}

fn small() -> impl Strategy<Value = Distribution<i32>> {
    prop::collection::vec((1u32..100, -12i32..12), 1..10).prop_map(weighted)
}

/// With and without wide gaps.
fn some() -> impl Strategy<Value = Distribution<i32>> {
    let gapped = prop::collection::vec((1u32..100, -10_000i32..10_000), 1..6).prop_map(weighted);
    prop_oneof![small(), gapped]
}

fn check_sound(found: &Distribution<i32>) -> Result<(), TestCaseError> {
    let outcomes: Vec<_> = found.iter().map(|(outcome, _)| *outcome).collect();
    prop_assert!(outcomes.is_sorted_by(|one, next| one < next));
    prop_assert!(found.iter().all(|(_, p)| p > 0.0));
    prop_assert!((found.chance(|_| true) - 1.0).abs() < ERROR);
    Ok(())
}

/// Whether two numbers agree but for rounding.
fn near(one: f64, two: f64) -> bool {
    (one - two).abs() <= ERROR * (1.0 + one.abs().max(two.abs()))
}

proptest! {
    #[test]
    fn probabilities_make_a_whole(one in some(), two in some(), small in small(), count in 0u32..12) {
        check_sound(&one.plus(&two))?;
        check_sound(&one.then(|x| two.map(|y| x * y % 7)))?;
        check_sound(&one.reroll(|x| x % 2 == 0))?;
        check_sound(&one.map(|x| x / 3))?;
        check_sound(&small.repeat(count))?;
        check_sound(&small.best_of(count, count / 2))?;
    }

    #[test]
    fn sums_commute_and_associate(one in some(), two in some(), three in some()) {
        prop_assert!(one.plus(&two).distance(&two.plus(&one)) < ERROR);
        prop_assert!(one.plus(&two).plus(&three).distance(&one.plus(&two.plus(&three))) < ERROR);
    }

    #[test]
    fn a_sum_is_found_pair_by_pair(one in some(), two in some()) {
        prop_assert!(one.plus(&two).distance(&one.and(&two).map(|(x, y)| x + y)) < ERROR);
    }

    #[test]
    fn means_and_variances_add_up(one in some(), two in some()) {
        let sum = one.plus(&two);
        prop_assert!(near(sum.mean(), one.mean() + two.mean()));
        prop_assert!(near(sum.variance(), one.variance() + two.variance()));
    }

    #[test]
    fn repeating_is_adding_one_after_another(one in some(), count in 0u32..7) {
        let folded = (0..count).fold(Distribution::certain(0), |sum, _| sum.plus(&one));
        prop_assert!(one.repeat(count).distance(&folded) < ERROR);
    }

    #[test]
    fn the_best_and_the_rest_are_all(one in some(), count in 0u32..6) {
        prop_assert!(one.best_of(count, count).distance(&one.repeat(count)) < ERROR);
        let (best, worst) = (one.best_of(count, count / 2), one.worst_of(count, count - count / 2));
        prop_assert!(near(best.mean() + worst.mean(), f64::from(count) * one.mean()));
    }

    #[test]
    fn half_lies_on_each_side_of_the_median(one in some()) {
        let median = one.quantile(0.5);
        prop_assert!(one.at_most(median) >= 0.5 - ERROR);
        prop_assert!(one.at_least(median) >= 0.5 - 2.0 * ERROR);
    }

    #[test]
    fn following_a_certain_outcome_is_following_it(x in -50i32..50, one in some()) {
        let follows = |x: &i32| one.map(|y| x + y);
        prop_assert_eq!(Distribution::certain(x).then(follows), follows(&x));
        prop_assert_eq!(one.then(|&y| Distribution::certain(y)), one.clone());
        prop_assert_eq!(one.step(|&y| Distribution::certain(y)), one);
    }
}
