//! Distributions against what was seen to happen.

use std::collections::BTreeMap;

use super::Distribution;

/// Outcomes that are expected less often than this are taken together, as the test is made for larger numbers.
const ENOUGH: f64 = 10.0;

impl<T: Ord> Distribution<T> {
    /// How badly what was `seen`, and how often, fits this distribution, in standard deviations of what chance does by
    /// itself.
    ///
    /// This is Pearson's chi-square test, brought to the scale of a normal deviate as Wilson and Hilferty do. It is
    /// infinite if something was seen that cannot happen, and 0 if there is too little to judge by. A test with a
    /// fixed seed may well ask for less than 5, which chance exceeds once in some three million seeds.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use chance::{Distribution, Faces, Key, Stream};
    ///
    /// let mut dice = Stream::new(Key::from_seed("example", 1));
    /// let mut seen = BTreeMap::new();
    /// for _ in 0..10_000 {
    ///     let sum = [dice.next_die(6), dice.next_die(6)].map(|face| Faces::D6.shows(face)).iter().sum();
    ///     *seen.entry(sum).or_default() += 1;
    /// }
    /// assert!(Distribution::of_die(Faces::D6).repeat(2).surprise(&seen) < 5.0);
    /// ```
    pub fn surprise(&self, seen: &BTreeMap<T, u64>) -> f64 {
        if seen.iter().any(|(outcome, &count)| count > 0 && self.chance_of(outcome) <= 0.0) {
            return f64::INFINITY;
        }
        let total: u64 = seen.values().sum();
        let mut groups: Vec<(f64, f64)> = Vec::new();
        for (outcome, p) in self.iter() {
            let here = (p * total as f64, seen.get(outcome).copied().unwrap_or(0) as f64);
            match groups.last_mut() {
                Some(group) if group.0 < ENOUGH => *group = (group.0 + here.0, group.1 + here.1),
                _ => groups.push(here),
            }
        }
        // What is left over at the end joins the group before it.
        if groups.len() > 1 && groups[groups.len() - 1].0 < ENOUGH {
            let (expected, count) = groups.pop().expect("there are two groups");
            let last = groups.last_mut().expect("there is another group");
            *last = (last.0 + expected, last.1 + count);
        }
        if groups.len() < 2 {
            return 0.0;
        }
        let free = (groups.len() - 1) as f64;
        let squares: f64 = groups.iter().map(|(expected, count)| (count - expected).powi(2) / expected).sum();
        let spread = 2.0 / (9.0 * free);
        ((squares / free).cbrt() - (1.0 - spread)) / spread.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Faces;
    use crate::stream::{Key, Stream};

    /// How surprising the sums of two such dice are to who thinks that they are D6.
    fn surprise_of(faces: Faces) -> f64 {
        let mut stream = Stream::new(Key::from_seed("fit", 1));
        let mut seen = BTreeMap::new();
        for _ in 0..20_000 {
            let sum = (0..2).map(|_| faces.shows(stream.next_die(faces.count()))).sum();
            *seen.entry(sum).or_default() += 1;
        }
        Distribution::of_die(Faces::D6).repeat(2).surprise(&seen)
    }

    #[test]
    fn fair_dice_do_not_surprise() {
        assert!(surprise_of(Faces::D6).abs() < 3.0);
    }

    #[test]
    fn a_die_with_an_extra_six_does() {
        assert!(surprise_of(Faces::listed(&[1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 6])) > 5.0);
    }

    #[test]
    fn what_cannot_happen_surprises_without_end() {
        assert!(surprise_of(Faces::upto(7)).is_infinite());
    }

    #[test]
    fn too_little_to_judge_by_does_not_surprise() {
        assert!(Distribution::uniform(1..=6).surprise(&BTreeMap::from([(1, 3)])) == 0.0);
    }

    #[test]
    fn rare_outcomes_are_taken_together_also_at_the_end() {
        // Of 1,000: 1 and 2 make a group of 10, 3 and 4 are groups of their own, and 5 joins 4.
        let one_by_one = Distribution::weighted([(4.0, 1), (6.0, 2), (490.0, 3), (495.0, 4), (5.0, 5)]);
        let seen = BTreeMap::from([(1, 10), (2, 8), (3, 480), (4, 500), (5, 2)]);
        let grouped = Distribution::weighted([(10.0, 1), (490.0, 3), (500.0, 4)]);
        let seen_grouped = BTreeMap::from([(1, 18), (3, 480), (4, 502)]);
        let difference = one_by_one.surprise(&seen) - grouped.surprise(&seen_grouped);
        assert!(difference.abs() < 1e-9, "{difference}");
    }

    #[test]
    fn the_scale_is_that_of_the_published_table() {
        // Chi-square of 5 degrees of freedom exceeds 15.086 with probability 0.01, as a normal deviate does 2.326.
        let seen =
            BTreeMap::from([(1, 60_000 + 673), (2, 60_000 - 673), (3, 60_000), (4, 60_000), (5, 60_000), (6, 60_000)]);
        assert!((Distribution::uniform(1..=6).surprise(&seen) - 2.326).abs() < 0.02);
    }
}
