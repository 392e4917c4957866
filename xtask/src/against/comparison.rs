//! What rounds of two sides say about each figure: medians, their ratio with an interval, and a verdict.

use super::figures::{Better, Figure};

/// Figures of one round, from a run of each side.
#[derive(Debug)]
pub(crate) struct Round {
    pub(crate) old: Vec<Figure>,
    pub(crate) new: Vec<Figure>,
}

/// What came of a figure.
#[derive(Debug)]
pub(crate) struct Compared {
    pub(crate) name: String,
    pub(crate) better: Option<Better>,
    /// The median on a side that has the figure.
    pub(crate) old: Option<f64>,
    pub(crate) new: Option<f64>,
    pub(crate) ratio: Option<Interval>,
    pub(crate) verdict: Verdict,
}

/// New by old, with the ends of the 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) ratio: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Faster,
    Slower,
    /// For what gets neither better nor worse by it.
    More,
    Less,
    /// The same number in every round of both sides.
    Same,
    NoDifference,
    /// Some number was zero or below, or there is but one round.
    NoRatio,
    OnlyOld,
    OnlyNew,
}

impl Verdict {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::More => "more",
            Verdict::Less => "less",
            Verdict::Same => "the same",
            Verdict::NoDifference => "no difference shown",
            Verdict::NoRatio => "no ratio",
            Verdict::OnlyOld => "only in the old",
            Verdict::OnlyNew => "only in the new",
        }
    }
}

/// Every figure of the new side in its order, then what only the old side has.
pub(crate) fn compare(rounds: &[Round]) -> Vec<Compared> {
    let Some(first) = rounds.first() else { return Vec::new() };
    let mut figures: Vec<&Figure> = first.new.iter().collect();
    figures.extend(first.old.iter().filter(|old| !first.new.iter().any(|new| new.name == old.name)));
    figures.iter().map(|figure| compared(&figure.name, rounds)).collect()
}

fn compared(name: &str, rounds: &[Round]) -> Compared {
    let find = |figures: &[Figure]| figures.iter().find(|figure| figure.name == name).cloned();
    let old: Vec<Figure> = rounds.iter().filter_map(|round| find(&round.old)).collect();
    let new: Vec<Figure> = rounds.iter().filter_map(|round| find(&round.new)).collect();
    // Older benchmarks do not always say it.
    let better = new.iter().chain(&old).find_map(|figure| figure.better);
    let [old, new] = [old, new].map(|side| side.iter().map(|figure| figure.value).collect::<Vec<f64>>());
    // A figure is paired round by round, so it is only compared if no run left it out.
    let ratio = if old.len() == rounds.len() && new.len() == rounds.len() { interval(&old, &new) } else { None };
    let verdict = match ratio {
        _ if old.is_empty() => Verdict::OnlyNew,
        _ if new.is_empty() => Verdict::OnlyOld,
        _ if old.iter().chain(&new).all(|value| *value == old[0]) => Verdict::Same,
        None => Verdict::NoRatio,
        Some(ratio) => ratio.verdict(better),
    };
    Compared { name: name.to_owned(), better, old: median(old), new: median(new), ratio, verdict }
}

impl Interval {
    fn verdict(self, better: Option<Better>) -> Verdict {
        match (self.low > 1.0, self.high < 1.0, better) {
            (true, _, Some(Better::Higher)) | (_, true, Some(Better::Lower)) => Verdict::Faster,
            (true, _, Some(Better::Lower)) | (_, true, Some(Better::Higher)) => Verdict::Slower,
            (true, _, None) => Verdict::More,
            (_, true, None) => Verdict::Less,
            (false, false, _) => Verdict::NoDifference,
        }
    }
}

impl Compared {
    /// Whether all of the interval is worse by more than so many of a hundred: a time that is longer by them, or a rate
    /// that is lower by them.
    pub(crate) fn is_worse_than(&self, percent: f64) -> bool {
        match (self.ratio, self.better) {
            (Some(ratio), Some(Better::Lower)) => ratio.low > 1.0 + percent / 100.0,
            (Some(ratio), Some(Better::Higher)) => ratio.high < 1.0 - percent / 100.0,
            _ => false,
        }
    }

    /// Whether this counts something that differs between the sides though it is always the same on each: they do not do
    /// the same work.
    pub(crate) fn is_other_work(&self) -> bool {
        let steady = |ratio: Interval| (ratio.high - ratio.low) < 1e-9;
        self.better.is_none() && self.verdict != Verdict::Same && self.ratio.is_some_and(steady)
    }
}

/// The 95 % interval of Student's t around the mean of the logarithms of new by old, one of each round, taken back to
/// ratios. The two runs of a round follow each other, so what slows the machine down for longer than that falls on both
/// and drops out; logarithms make twice as fast and twice as slow equally far from no change. The ratio is thus the
/// geometric mean of those of the rounds, and not quite that of the medians.
pub(crate) fn interval(old: &[f64], new: &[f64]) -> Option<Interval> {
    let pairs = || old.iter().zip(new);
    if old.len() < 2 || pairs().any(|(old, new)| *old <= 0.0 || *new <= 0.0) {
        return None;
    }
    let logs: Vec<f64> = pairs().map(|(old, new)| (new / old).ln()).collect();
    let count = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let half = t_quantile(logs.len() - 1) * (variance / count).sqrt();
    Some(Interval { ratio: mean.exp(), low: (mean - half).exp(), high: (mean + half).exp() })
}

/// How many standard errors to either side hold 95 % of Student's t, by degrees of freedom. Beyond 30 it stays at what it
/// is for 30, which makes intervals a little wider than they need to be.
fn t_quantile(freedom: usize) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    TABLE[freedom.clamp(1, TABLE.len()) - 1]
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Option<Better> = Some(Better::Higher);
    const TIME: Option<Better> = Some(Better::Lower);

    fn one(better: Option<Better>, old: &[f64], new: &[f64]) -> Compared {
        let figure = |value: &f64| vec![Figure { name: "it".to_owned(), value: *value, better }];
        let rounds = old.iter().zip(new).map(|(old, new)| Round { old: figure(old), new: figure(new) });
        compare(&rounds.collect::<Vec<_>>()).remove(0)
    }

    #[track_caller]
    fn check(better: Option<Better>, old: &[f64], new: &[f64], expected: Verdict) {
        assert_eq!(one(better, old, new).verdict, expected);
    }

    #[track_caller]
    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-4, "{value} is not {expected}");
    }

    /// Worked by hand: logarithms 0, 0.1 and 0.2 have mean 0.1 and standard error 0.1 / √3, and t is 4.303.
    #[test]
    fn the_interval_is_that_of_students_t_over_the_logarithms() {
        let found = interval(&[1.0, 1.0, 1.0], &[1.0, 0.1_f64.exp(), 0.2_f64.exp()]).expect("a ratio");
        near(found.ratio.ln(), 0.1);
        near(found.low.ln(), 0.1 - 0.248_434);
        near(found.high.ln(), 0.1 + 0.248_434);
    }

    #[test]
    fn what_slows_down_both_runs_of_a_round_drops_out() {
        let found = interval(&[10.0, 30.0, 90.0], &[20.0, 60.0, 180.0]).expect("a ratio");
        assert_eq!([found.ratio, found.low, found.high].map(|end| (end * 1e6).round()), [2e6; 3]);
    }

    #[test]
    fn turning_the_sides_around_turns_the_interval_around() {
        let (a, b) = ([3.0, 5.0, 4.0, 4.5], [6.0, 5.5, 7.0, 6.5]);
        let (there, back) = (interval(&a, &b).expect("a ratio"), interval(&b, &a).expect("a ratio"));
        near(there.ratio * back.ratio, 1.0);
        near(there.low * back.high, 1.0);
    }

    #[test]
    fn there_is_no_interval_of_one_round_or_of_zero() {
        assert_eq!(interval(&[1.0], &[2.0]), None);
        assert_eq!(interval(&[0.0, 1.0], &[1.0, 1.0]), None);
        check(None, &[0.0, 1.0], &[1.0, 1.0], Verdict::NoRatio);
    }

    #[test]
    fn more_rounds_never_widen_what_t_allows() {
        let quantiles: Vec<f64> = (1..=100).map(t_quantile).collect();
        assert!(quantiles.is_sorted_by(|a, b| a >= b));
        near(t_quantile(9), 2.262);
        near(t_quantile(1_000), 2.042);
    }

    #[test]
    fn a_rate_that_rises_and_a_time_that_falls_are_faster() {
        let (less, more) = ([100.0, 101.0, 99.0, 100.0], [110.0, 111.0, 109.0, 111.0]);
        check(RATE, &less, &more, Verdict::Faster);
        check(RATE, &more, &less, Verdict::Slower);
        check(TIME, &less, &more, Verdict::Slower);
        check(TIME, &more, &less, Verdict::Faster);
        check(None, &less, &more, Verdict::More);
        check(None, &more, &less, Verdict::Less);
    }

    #[test]
    fn what_the_noise_can_explain_is_no_difference() {
        check(TIME, &[100.0, 120.0, 90.0, 105.0], &[110.0, 95.0, 108.0, 101.0], Verdict::NoDifference);
    }

    #[test]
    fn numbers_that_never_change_are_the_same() {
        check(None, &[127.0; 3], &[127.0; 3], Verdict::Same);
        check(None, &[0.0; 3], &[0.0; 3], Verdict::Same);
    }

    #[test]
    fn counts_that_differ_tell_of_other_work() {
        assert!(one(None, &[127.0; 3], &[128.0; 3]).is_other_work());
        assert!(!one(None, &[127.0; 3], &[127.0; 3]).is_other_work());
        assert!(!one(None, &[17.0, 18.0, 17.5], &[27.0, 28.5, 27.1]).is_other_work());
        assert!(!one(TIME, &[10.0; 3], &[20.0; 3]).is_other_work());
    }

    #[test]
    fn all_of_the_interval_must_be_worse() {
        let old = [100.0, 100.0, 100.0, 100.0];
        assert!(one(TIME, &old, &[108.0, 109.0, 108.0, 109.0]).is_worse_than(5.0));
        assert!(!one(TIME, &old, &[104.0, 112.0, 105.0, 111.0]).is_worse_than(5.0));
        assert!(!one(TIME, &old, &[92.0, 91.0, 92.0, 91.0]).is_worse_than(5.0));
        assert!(one(RATE, &old, &[92.0, 91.0, 92.0, 91.0]).is_worse_than(5.0));
        assert!(!one(RATE, &old, &[108.0, 109.0, 108.0, 109.0]).is_worse_than(5.0));
        assert!(!one(None, &old, &[208.0, 209.0, 208.0, 209.0]).is_worse_than(5.0));
    }

    #[test]
    fn a_figure_of_one_side_is_listed_as_such() {
        let figure = |name: &str| Figure { name: name.to_owned(), value: 1.0, better: TIME };
        let round = || Round { old: vec![figure("gone"), figure("kept")], new: vec![figure("kept"), figure("added")] };
        let found = compare(&[round(), round()]);
        let found: Vec<_> = found.iter().map(|one| (one.name.as_str(), one.old, one.new, one.verdict)).collect();
        assert_eq!(
            found,
            [
                ("kept", Some(1.0), Some(1.0), Verdict::Same),
                ("added", None, Some(1.0), Verdict::OnlyNew),
                ("gone", Some(1.0), None, Verdict::OnlyOld),
            ]
        );
    }

    #[test]
    fn the_new_side_says_which_way_is_better_when_the_old_does_not() {
        let figure = |value, better| vec![Figure { name: "it".to_owned(), value, better }];
        let round = |by: f64| Round { old: figure(10.0, None), new: figure(5.0 + by, TIME) };
        assert_eq!(compare(&[round(0.0), round(0.1), round(0.2)])[0].verdict, Verdict::Faster);
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
        assert_eq!(median(vec![4.0, 1.0, 3.0, 2.0]), Some(2.5));
        assert_eq!(median(vec![9.0, 1.0, 3.0]), Some(3.0));
        assert_eq!(median(Vec::new()), None);
    }
}
