//! A debug build gives the answers that a release build gives. The campaign checks the same list in release.

#[path = "../oracles/mod.rs"]
#[allow(dead_code, reason = "the campaign and the benchmark use the rest")]
mod oracles;

use oracles::digest::{EXPECTED, given, questions};

/// Where an answer was changed on purpose, write what is given here to `crates/ground/oracles/answers.txt`.
#[test]
fn a_million_answers_are_those_that_every_build_gives() {
    let given = given();
    assert_eq!(given, EXPECTED, "the answers are other ones; given are\n{given}");
    assert!(questions(&given) >= 1_000_000, "{} questions are too few", questions(&given));
}
