//! Chains: a state that chance takes from one step to the next.

use std::collections::BTreeMap;

use super::Distribution;

/// The states after `steps` steps from `start`.
///
/// `step` says what can come of a state in one step. It is asked once for each state, however many steps come through
/// it, so it must not depend on anything else.
///
/// The module's own page has an example.
pub fn run<S: Ord + Clone>(start: S, steps: u32, step: impl FnMut(&S) -> Distribution<S>) -> Distribution<S> {
    run_for(start, &Distribution::certain(steps), step)
}

/// The states after a number of steps that is itself left to chance, such as D6 attacks.
///
/// ```
/// use chance::odds::run_for;
/// use chance::{Distribution, Faces};
///
/// let attacks = Distribution::of_die(Faces::D6).map(|&shown| shown as u32);
/// let hits = run_for(0, &attacks, |&hits| Distribution::uniform([hits, hits + 1]));
/// assert!((hits.mean() - 3.5 / 2.0).abs() < 1e-12);
/// ```
pub fn run_for<S: Ord + Clone>(
    start: S,
    steps: &Distribution<u32>,
    step: impl FnMut(&S) -> Distribution<S>,
) -> Distribution<S> {
    run_from(&Distribution::certain(start), steps, step)
}

/// As [`run_for`], from a start that is left to chance, too: what one chain led to is where the next begins. The number of
/// steps must not depend on where it starts.
///
/// ```
/// use chance::Distribution;
/// use chance::odds::{run, run_from};
///
/// let walk = |&at: &i32| Distribution::uniform([at - 1, at + 1]);
/// let half_way = run(0, 3, walk);
/// assert!(run_from(&half_way, &Distribution::certain(4), walk).distance(&run(0, 7, walk)) < 1e-12);
/// ```
pub fn run_from<S: Ord + Clone>(
    start: &Distribution<S>,
    steps: &Distribution<u32>,
    mut step: impl FnMut(&S) -> Distribution<S>,
) -> Distribution<S> {
    let mut known: BTreeMap<S, Distribution<S>> = BTreeMap::new();
    let mut now = start.clone();
    let mut taken = 0;
    let mut ends = Vec::new();
    for (&count, p) in steps.iter() {
        while taken < count {
            let mut next = Vec::new();
            for (state, p) in now.iter() {
                let follows = known.entry(state.clone()).or_insert_with(|| step(state));
                next.extend(follows.iter().map(|(state, q)| (state.clone(), p * q)));
            }
            now = Distribution::gather(next, 1.0);
            taken += 1;
        }
        ends.push((p, now.clone()));
    }
    Distribution::mixture(ends)
}
