//! Exact distributions: what can come of dice, and how likely each of it is, computed and not sampled.
//!
//! A [`Distribution`] is a list of outcomes, in their order, with the probability of each. Outcomes are any ordered
//! type: what a die shows, a number of hits, or the state of a fight. Distributions are put together from dice by a
//! few operations:
//!
//! - [`map`](Distribution::map), [`then`](Distribution::then) and [`reroll`](Distribution::reroll) follow what happens
//!   to an outcome;
//! - [`plus`](Distribution::plus), [`repeat`](Distribution::repeat) and [`best_of`](Distribution::best_of) add up
//!   independent dice;
//! - [`run`], [`run_for`] and [`run_from`] follow a state through many steps, such as the attacks of a unit;
//! - [`surprise`](Distribution::surprise) holds a distribution against what was seen to happen.
//!
//! Two D6 come to seven or more in 21 of 36 cases:
//!
//! ```
//! use chance::{Distribution, Faces};
//!
//! let two = Distribution::of_die(Faces::D6).repeat(2);
//! assert!((two.at_least(&7) - 21.0 / 36.0).abs() < 1e-12);
//! ```
//!
//! Ten attacks hit on 3+ and wound on 4+, each wound does D3 damage, and the targets have two wounds each. Damage
//! beyond what slays a model is lost, so how many are slain depends on the order of things: a chain of states.
//!
//! ```
//! use chance::odds::run;
//! use chance::{Distribution, Faces};
//!
//! let d6 = Distribution::of_die(Faces::D6);
//! let wounds = d6.at_least(&3) * d6.at_least(&4);
//! let damage = Distribution::of_die(Faces::D3);
//!
//! // Models slain, and wounds that the next model has lost.
//! let after = run((0, 0), 10, |&(slain, lost)| {
//!     let struck = damage.map(|more| if lost + more >= 2 { (slain + 1, 0) } else { (slain, lost + more) });
//!     Distribution::mixture([(wounds, struck), (1.0 - wounds, Distribution::certain((slain, lost)))])
//! });
//! let slain = after.map(|&(slain, _)| slain);
//! assert!((slain.mean() - 2.4377).abs() < 0.0001);
//! assert!((slain.at_least(&3) - 0.4537).abs() < 0.0001);
//! ```
//!
//! # How exact
//!
//! Probabilities are `f64`. Each is made of others by multiplying and adding, and nothing but a `1 - p` is ever
//! subtracted, so rounding errors do not blow up: after k operations, one upon the other, a probability is off by
//! about k × 2⁻⁵³ at most. Up to some 9,000 of them, which is more than the games need, that is below [`ERROR`]. Tests
//! hold the results against whole-number counts.

mod chain;
mod fit;
mod sums;

use std::fmt;

pub use chain::{run, run_for, run_from};
pub use sums::Whole;

use crate::dice::{Faces, Reading, Throw};

/// How far a probability may be from its true value. Comparisons with a probability should leave this much room.
pub const ERROR: f64 = 1e-12;

/// What can come of something that is left to chance, and how likely each of it is.
///
/// There is at least one outcome, each stands once, in order, and has a probability above 0; together they make 1, up
/// to [`ERROR`].
#[derive(Clone, PartialEq)]
pub struct Distribution<T> {
    outcomes: Vec<(T, f64)>,
}

impl Distribution<i16> {
    /// What one die shows.
    pub fn of_die(faces: Faces) -> Distribution<i16> {
        Distribution::uniform(faces.values())
    }

    /// What a throw comes to.
    pub fn of_throw(throw: &Throw) -> Distribution<i16> {
        let die = Distribution::of_die(throw.faces);
        let dice = match throw.reading {
            Reading::Sum => die.repeat(u32::from(throw.count)),
            Reading::Digits => {
                (0..throw.count).fold(Distribution::certain(0), |so_far, _| so_far.map(|n| n * 10).plus(&die))
            }
        };
        dice.map(|result| result + throw.plus)
    }
}

impl<T: Ord> Distribution<T> {
    /// What is not left to chance.
    pub fn certain(outcome: T) -> Distribution<T> {
        Distribution { outcomes: vec![(outcome, 1.0)] }
    }

    /// Each of these, equally likely; what stands there twice is twice as likely.
    ///
    /// # Panics
    ///
    /// Panics if there are none.
    pub fn uniform(outcomes: impl IntoIterator<Item = T>) -> Distribution<T> {
        Distribution::weighted(outcomes.into_iter().map(|outcome| (1.0, outcome)))
    }

    /// Each of these, as likely as its share of all the weights.
    ///
    /// # Panics
    ///
    /// Panics if a weight is negative or not a number, or if they do not add up to something above 0.
    pub fn weighted(outcomes: impl IntoIterator<Item = (f64, T)>) -> Distribution<T> {
        let weighted: Vec<_> = outcomes.into_iter().map(|(weight, outcome)| (outcome, weight)).collect();
        let total = total_weight(weighted.iter().map(|&(_, weight)| weight));
        Distribution::gather(weighted, total)
    }

    /// One of these distributions, each as likely as its share of all the weights.
    ///
    /// # Panics
    ///
    /// Panics if a weight is negative or not a number, or if they do not add up to something above 0.
    pub fn mixture(parts: impl IntoIterator<Item = (f64, Distribution<T>)>) -> Distribution<T> {
        let parts: Vec<_> = parts.into_iter().collect();
        let total = total_weight(parts.iter().map(|&(weight, _)| weight));
        let outcomes = parts.into_iter().flat_map(|(weight, part)| part.scaled(weight)).collect();
        Distribution::gather(outcomes, total)
    }

    /// Sorts outcomes, adds up those that are equal, and divides by the total weight.
    ///
    /// What is too unlikely for an `f64` is dropped with what cannot happen at all.
    fn gather(mut outcomes: Vec<(T, f64)>, total: f64) -> Distribution<T> {
        // A stable sort: the order of adding up, and with it every last bit, is the same on each run.
        outcomes.sort_by(|(one, _), (other, _)| one.cmp(other));
        outcomes.dedup_by(|(next, weight), (kept, sum)| {
            let same = next == kept;
            if same {
                *sum += *weight;
            }
            same
        });
        outcomes.iter_mut().for_each(|(_, p)| *p /= total);
        outcomes.retain(|&(_, p)| p > 0.0);
        Distribution { outcomes }
    }

    fn scaled(self, by: f64) -> impl Iterator<Item = (T, f64)> {
        self.outcomes.into_iter().map(move |(outcome, p)| (outcome, p * by))
    }

    /// The outcomes in their order, each with its probability.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&T, f64)> + ExactSizeIterator {
        self.outcomes.iter().map(|(outcome, p)| (outcome, *p))
    }

    /// The least outcome.
    pub fn lowest(&self) -> &T {
        &self.outcomes.first().expect("a distribution has an outcome").0
    }

    /// The greatest outcome.
    pub fn highest(&self) -> &T {
        &self.outcomes.last().expect("a distribution has an outcome").0
    }

    /// How likely exactly this outcome is.
    pub fn chance_of(&self, outcome: &T) -> f64 {
        match self.outcomes.binary_search_by(|(other, _)| other.cmp(outcome)) {
            Ok(place) => self.outcomes[place].1,
            Err(_) => 0.0,
        }
    }

    /// How likely an outcome is of which this is true.
    pub fn chance(&self, mut is_true: impl FnMut(&T) -> bool) -> f64 {
        self.iter().filter(|&(outcome, _)| is_true(outcome)).map(|(_, p)| p).sum()
    }

    /// How likely this outcome or a greater one is.
    pub fn at_least(&self, outcome: &T) -> f64 {
        self.chance(|other| other >= outcome)
    }

    /// How likely this outcome or a lesser one is.
    pub fn at_most(&self, outcome: &T) -> f64 {
        self.chance(|other| other <= outcome)
    }

    /// Every outcome, with how likely it or a greater one is.
    pub fn tails(&self) -> Vec<(&T, f64)> {
        let mut sum = 0.0;
        // From the top, so that small tails are not what is left of large numbers.
        let mut tails: Vec<_> = self
            .iter()
            .rev()
            .map(|(outcome, p)| {
                sum += p;
                (outcome, sum)
            })
            .collect();
        tails.reverse();
        tails
    }

    /// The least outcome such that it or a lesser one has at least the probability `p`, give or take [`ERROR`]:
    /// the median for 0.5.
    pub fn quantile(&self, p: f64) -> &T {
        let mut sum = 0.0;
        for (outcome, share) in self.iter() {
            sum += share;
            if sum >= p - ERROR {
                return outcome;
            }
        }
        self.highest()
    }

    /// The mean of a value that each outcome has.
    pub fn expect(&self, mut value: impl FnMut(&T) -> f64) -> f64 {
        self.iter().map(|(outcome, p)| p * value(outcome)).sum()
    }

    /// What follows from the outcome, without further chance.
    pub fn map<U: Ord>(&self, mut follows: impl FnMut(&T) -> U) -> Distribution<U> {
        let outcomes = self.iter().map(|(outcome, p)| (follows(outcome), p)).collect();
        Distribution::gather(outcomes, 1.0)
    }

    /// What follows from the outcome, left to chance once more.
    pub fn then<U: Ord>(&self, mut follows: impl FnMut(&T) -> Distribution<U>) -> Distribution<U> {
        let outcomes = self.iter().flat_map(|(outcome, p)| follows(outcome).scaled(p)).collect();
        Distribution::gather(outcomes, 1.0)
    }

    /// One step of a chain of states: [`then`](Distribution::then), from a state to a state. For many steps there is
    /// [`run`].
    pub fn step(&self, step: impl FnMut(&T) -> Distribution<T>) -> Distribution<T> {
        self.then(step)
    }

    /// The largest difference in how likely both say that one and the same outcome is.
    pub fn distance(&self, other: &Distribution<T>) -> f64 {
        let here = self.iter().map(|(outcome, p)| (p - other.chance_of(outcome)).abs());
        let there = other.iter().map(|(outcome, p)| (p - self.chance_of(outcome)).abs());
        here.chain(there).fold(0.0, f64::max)
    }
}

impl<T: Ord + Clone> Distribution<T> {
    /// The outcome of this or, where `again` is true of it, of a second try that counts whatever it shows.
    ///
    /// ```
    /// use chance::{Distribution, Faces};
    ///
    /// let hit = Distribution::of_die(Faces::D6).reroll(|&shown| shown == 1);
    /// assert!((hit.at_least(&3) - 28.0 / 36.0).abs() < 1e-12);
    /// ```
    pub fn reroll(&self, mut again: impl FnMut(&T) -> bool) -> Distribution<T> {
        self.then(|outcome| if again(outcome) { self.clone() } else { Distribution::certain(outcome.clone()) })
    }

    /// Both, where neither has an influence on the other.
    pub fn and<U: Ord + Clone>(&self, other: &Distribution<U>) -> Distribution<(T, U)> {
        self.then(|one| other.map(|two| (one.clone(), two.clone())))
    }
}

impl<T: fmt::Debug> fmt::Debug for Distribution<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.outcomes.iter().map(|(outcome, p)| (outcome, p))).finish()
    }
}

fn total_weight(weights: impl Iterator<Item = f64>) -> f64 {
    let total = weights.fold(0.0, |sum, weight| {
        assert!(weight >= 0.0, "a weight is {weight}, but has to be 0 or more");
        sum + weight
    });
    assert!(total > 0.0 && total.is_finite(), "weights add up to {total}, which cannot be shared out");
    total
}

#[cfg(test)]
mod tests;
