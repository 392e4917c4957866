//! A fixed sample of the campaign: `cargo xtask campaign ground` asks the same of many more battlefields.

#[path = "../oracles/mod.rs"]
#[allow(dead_code, reason = "the benchmark uses the rest")]
mod oracles;

use oracles::tally::Tally;

/// How many battlefields, of both kinds.
const SAMPLE: u64 = 150;
/// Battlefields on which the whole campaign once found a wrong answer.
const FOUND: [u64; 16] = [
    2_673, 5_045, 8_838, 9_146, 16_149, 18_439, 18_870, 38_159, 38_327, 38_336, 90_657, 91_569, 93_663, 116_464,
    118_117, 119_119,
];

#[test]
fn every_answer_agrees_with_floats_with_brute_force_and_with_itself() {
    let tally = (0..SAMPLE).chain(FOUND).map(oracles::check).fold(Tally::default(), Tally::add);
    assert_eq!(tally.wrong_answers(), 0, "{}", tally.faults());
    assert!(tally.questions() > 100 * SAMPLE, "{} questions are too few", tally.questions());
}
