//! A million attacks that the rules resolve, held against what odds say of them.

use std::collections::BTreeMap;
use std::panic::catch_unwind;

use chance::odds::ERROR;
use indicatif::ParallelProgressIterator;
use rayon::prelude::*;

use crate::attacks::Case;
use crate::{Report, progress};

/// Kinds of attack in a whole campaign, and how often each is made.
const CASES: u64 = 250;
const TIMES: u64 = 4_000;
/// What chance alone exceeds once in some three million comparisons.
const BOUND: f64 = 5.0;

/// A kind of attack, and how far off odds were.
struct Held {
    surprises: [f64; 2],
    error: f64,
    case: String,
}

/// Many kinds of attack, each made many times.
pub(crate) fn campaign(part: u64) -> Report {
    let times = (TIMES / part).max(400);
    let cases = CASES * TIMES / part / times;
    let run = |seed: u64| {
        let held = catch_unwind(|| {
            let case = Case::drawn(seed);
            let surprises = case.surprises(&case.resolved(times, seed));
            Held { surprises, error: case.error(), case: format!("{case:?}") }
        });
        let panic = Held { surprises: [f64::INFINITY; 2], error: f64::INFINITY, case: format!("seed {seed}: a panic") };
        held.unwrap_or(panic)
    };
    let all: Vec<Held> = (0..cases).into_par_iter().progress_with(progress(cases)).map(run).collect();
    let surprises = || all.iter().flat_map(|held| held.surprises);
    let worst = surprises().fold(f64::MIN, f64::max);
    let error = all.iter().map(|held| held.error).fold(0.0, f64::max);
    let mut spread: BTreeMap<i64, u64> = BTreeMap::new();
    for surprise in surprises() {
        *spread.entry(surprise.ceil().clamp(-9.0, 9.0) as i64).or_default() += 1;
    }
    let share = |most: i64| {
        let counted: u64 = spread.iter().filter(|(bin, _)| **bin <= most).map(|(_, count)| count).sum();
        counted as f64 * 100.0 / (2 * cases) as f64
    };
    let is_off = |held: &&Held| held.error >= ERROR || held.surprises.iter().any(|surprise| *surprise >= BOUND);
    let broken: Vec<&Held> = all.iter().filter(is_off).collect();
    let mut text = format!(
        "# Campaign: odds\n\nAttacks of *Archives of Tomorrow* that the rules resolve in a battle, compared with the \
         exact odds from `muster odds`, and those with a count of all sides of all dice. Editions, shooting and \
         fighting, attacks, Power, Defense, Resist, damage, Health, models, traits, Resilient and Stealth are drawn \
         from a seed. Models lost and damage are compared by a chi-square test, converted to standard deviations.\n\n\
         | | |\n| --- | --- |\n\
         | command | `cargo xtask campaign odds --full` |\n\
         | seeds | 0 to {} |\n\
         | attacks resolved | {} |\n\
         | comparisons | {} |\n\
         | at most 0 deviations (expected 50 %) | {:.0} % |\n\
         | at most 1 (84 %) | {:.0} % |\n\
         | at most 2 (98 %) | {:.0} % |\n\
         | at most 3 (99.9 %) | {:.1} % |\n\
         | the largest | {worst:.2} |\n\
         | the largest difference between odds and counting all sides of all dice | {error:.1e} |\n\
         | kinds of attack with {BOUND} deviations or a difference of {ERROR:e}, or more | {} |\n",
        cases - 1,
        cases * times,
        2 * cases,
        share(0),
        share(1),
        share(2),
        share(3),
        broken.len()
    );
    for Held { surprises, error, case } in &broken {
        text += &format!("\n- {surprises:?}, {error:e}: {case}");
    }
    Report { text, holds: broken.is_empty() }
}
