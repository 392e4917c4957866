//! What the benchmark, the campaign and the tests of this crate share: battlefields from seeds, and other ways to
//! answer the same questions.

pub(crate) mod brute;
pub(crate) mod digest;
pub(crate) mod fields;
pub(crate) mod floats;
pub(crate) mod gaps;
pub(crate) mod lines;
pub(crate) mod outlines;
pub(crate) mod shapely;
pub(crate) mod tally;
pub(crate) mod ways;

use fields::Field;
use tally::Tally;

/// Every question, on the battlefield of this seed: one of inches for even seeds, one of a few units for odd ones, where
/// everything touches and lies in line all the time.
pub(crate) fn check(seed: u64) -> Tally {
    let field = if seed.is_multiple_of(2) { Field::of_inches(seed) } else { Field::of_units(seed) };
    let mut tally = Tally::new(seed);
    tally.count("battlefields");
    gaps::check(&field, &mut tally);
    outlines::check(&field, &mut tally);
    lines::check(&field, &mut tally);
    if seed.is_multiple_of(2) {
        ways::check(&field, seed, &mut tally);
    }
    tally
}
