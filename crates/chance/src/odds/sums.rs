//! Sums of independent whole numbers.
//!
//! Most distributions of whole numbers have few gaps. Their probabilities are then laid out in a row, one for each
//! number from the lowest to the highest, and added up row by row: no pair of outcomes has to be sorted.

use std::collections::BTreeMap;

use super::Distribution;

/// Whole numbers: the integer types up to `i64`, but for `u64` and those whose size depends on the machine.
pub trait Whole: Copy + Ord + Into<i64> + TryFrom<i64> {}

impl<T: Copy + Ord + Into<i64> + TryFrom<i64>> Whole for T {}

fn whole<T: Whole>(number: i64) -> T {
    let fitted = T::try_from(number);
    fitted.unwrap_or_else(|_| panic!("{number} does not fit {}", std::any::type_name::<T>()))
}

fn added(one: i64, two: i64) -> i64 {
    one.checked_add(two).expect("a sum of outcomes fits 64 bits")
}

impl<T: Whole> Distribution<T> {
    /// The sum of both, where neither has an influence on the other.
    ///
    /// # Panics
    ///
    /// Panics if a sum does not fit the type of the outcomes.
    pub fn plus(&self, other: &Distribution<T>) -> Distribution<T> {
        match (Row::of(self), Row::of(other)) {
            (Some(one), Some(two)) => one.plus(&two).distribution(),
            _ => self.then(|&one| other.map(|&two| whole(added(one.into(), two.into())))),
        }
    }

    /// The sum of `count` of these, none of which has an influence on another; 0 if `count` is 0.
    ///
    /// # Panics
    ///
    /// Panics if a sum does not fit the type of the outcomes.
    pub fn repeat(&self, count: u32) -> Distribution<T> {
        let sum = match Row::of(self) {
            Some(row) => doubled_up(row, count, Row::plus).map(|row| row.distribution()),
            None => doubled_up(self.clone(), count, Distribution::plus),
        };
        sum.unwrap_or_else(|| Distribution::certain(whole(0)))
    }

    /// The sum of a number of these that is itself left to chance, such as the hits of D6 attacks.
    ///
    /// # Panics
    ///
    /// Panics if a sum does not fit the type of the outcomes.
    pub fn repeat_for(&self, count: &Distribution<u32>) -> Distribution<T> {
        let mut sum = Distribution::certain(whole(0));
        let mut added = 0;
        let mut sums = Vec::new();
        for (&count, p) in count.iter() {
            sum = sum.plus(&self.repeat(count - added));
            added = count;
            sums.push((p, sum.clone()));
        }
        Distribution::mixture(sums)
    }

    /// The sum of the highest `kept` of `dice` of these.
    ///
    /// ```
    /// use chance::{Distribution, Faces};
    ///
    /// let best = Distribution::of_die(Faces::D6).best_of(2, 1);
    /// assert!((best.chance_of(&6) - 11.0 / 36.0).abs() < 1e-12);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if more are kept than thrown, if more than 1,000 are thrown, or if a sum does not fit the type of the
    /// outcomes.
    pub fn best_of(&self, dice: u32, kept: u32) -> Distribution<T> {
        keep_first(self.iter().rev(), dice, kept)
    }

    /// The sum of the lowest `kept` of `dice` of these.
    ///
    /// # Panics
    ///
    /// Panics if more are kept than thrown, if more than 1,000 are thrown, or if a sum does not fit the type of the
    /// outcomes.
    pub fn worst_of(&self, dice: u32, kept: u32) -> Distribution<T> {
        keep_first(self.iter(), dice, kept)
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.expect(|&outcome| float(outcome))
    }

    /// The variance.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.expect(|&outcome| (float(outcome) - mean).powi(2))
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }
}

impl Distribution<u32> {
    /// How many of `tries` succeed if each does with the probability `p`.
    ///
    /// # Panics
    ///
    /// Panics if `p` is not between 0 and 1.
    pub fn successes(tries: u32, p: f64) -> Distribution<u32> {
        Distribution::weighted([(p, 1), (1.0 - p, 0)]).repeat(tries)
    }
}

fn float<T: Whole>(number: T) -> f64 {
    number.into() as f64
}

/// `count` of `one` put together by doubling; none if `count` is 0.
fn doubled_up<X: Clone>(one: X, count: u32, plus: impl Fn(&X, &X) -> X) -> Option<X> {
    let mut sum: Option<X> = None;
    let mut doubled = one;
    let mut left = count;
    while left > 0 {
        if left % 2 == 1 {
            sum = Some(match sum {
                Some(sum) => plus(&sum, &doubled),
                None => doubled.clone(),
            });
        }
        left /= 2;
        if left > 0 {
            doubled = plus(&doubled, &doubled);
        }
    }
    sum
}

/// The sum of the first `kept` of `dice` outcomes, once these are in the order in which `values` gives them.
///
/// Goes through the values and decides how many of the dice that are left show each of them.
fn keep_first<'a, T: Whole + 'a>(values: impl Iterator<Item = (&'a T, f64)>, dice: u32, kept: u32) -> Distribution<T> {
    assert!(kept <= dice, "{kept} of {dice} dice cannot be kept");
    assert!(dice <= 1000, "the best of {dice} dice is more than can be counted");
    // By dice left and the sum of those kept.
    let mut now = BTreeMap::from([((dice, 0), 1.0)]);
    for (&value, p) in values {
        let mut next = BTreeMap::new();
        for (&(left, sum), &so_far) in &now {
            let room = kept.saturating_sub(dice - left);
            // So many ways to choose which dice show this value, and the probability that just those do.
            let (mut ways, mut all_show) = (1.0, 1.0);
            for showing in 0..=left {
                let sum: i64 = sum + i64::from(showing.min(room)) * value.into();
                *next.entry((left - showing, sum)).or_insert(0.0) += so_far * (ways * all_show);
                ways = ways * f64::from(left - showing) / f64::from(showing + 1);
                all_show *= p;
            }
        }
        now = next;
    }
    let sums = now.into_iter().filter(|&((left, _), _)| left == 0).map(|((_, sum), p)| (whole(sum), p));
    Distribution::gather(sums.collect(), 1.0)
}

/// The probabilities of the whole numbers from `lowest` on, one after another.
#[derive(Clone)]
struct Row {
    lowest: i64,
    p: Vec<f64>,
}

impl Row {
    /// The distribution as a row, unless it has so many gaps that most of the row would be empty.
    fn of<T: Whole>(distribution: &Distribution<T>) -> Option<Row> {
        let (lowest, highest): (i64, i64) = ((*distribution.lowest()).into(), (*distribution.highest()).into());
        let length = usize::try_from(highest.checked_sub(lowest)?.checked_add(1)?).ok()?;
        if length > 8 * distribution.outcomes.len() {
            return None;
        }
        let mut p = vec![0.0; length];
        for (&outcome, share) in distribution.iter() {
            p[(outcome.into() - lowest) as usize] = share;
        }
        Some(Row { lowest, p })
    }

    fn distribution<T: Whole>(&self) -> Distribution<T> {
        let outcomes = (self.lowest..).zip(&self.p).filter(|&(_, &p)| p > 0.0);
        Distribution { outcomes: outcomes.map(|(number, &p)| (whole(number), p)).collect() }
    }

    fn plus(&self, other: &Row) -> Row {
        // The inner loop runs over the longer row: that is the one that the compiler turns into vector instructions.
        let (short, long) = if self.p.len() < other.p.len() { (self, other) } else { (other, self) };
        let mut p = vec![0.0; short.p.len() + long.p.len() - 1];
        for (start, &one) in short.p.iter().enumerate() {
            for (sum, &two) in p[start..].iter_mut().zip(&long.p) {
                *sum += one * two;
            }
        }
        Row { lowest: added(self.lowest, other.lowest), p }
    }
}
