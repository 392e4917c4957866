//! Random charges against a sweep over all spots, by the ten thousand.

use std::panic::catch_unwind;

use indicatif::ParallelProgressIterator;
use rayon::prelude::*;

use crate::sweep::{self, Outcome};
use crate::{Report, progress};

/// Random charges in a whole campaign.
const CHARGES: u64 = 80_000;
/// What is tried, in the order in which seeds go through it.
const KINDS: [&str; 4] = [
    "one of two models is left behind",
    "one of five models is left behind",
    "one of eight models is left behind",
    "one model charges two units",
];

/// Each kind of charge, as often as the others.
pub(crate) fn campaign(part: u64) -> Report {
    let seeds = CHARGES / part;
    let run = |seed: u64| {
        let outcome = catch_unwind(|| sweep::check(seed));
        outcome.unwrap_or_else(|_| Outcome::Differs("a panic".to_owned()))
    };
    let outcomes: Vec<Outcome> = (0..seeds).into_par_iter().progress_with(progress(seeds)).map(run).collect();
    let mut text = format!(
        "# Campaign: charges\n\nWhat the rules say about a single model in a charge, compared with a sweep over all \
         spots 0.25 mm apart, with straight paths and paths with one bend. Positions are random and in the open, with \
         other models in the way in every other one; {seeds} were tried, with seeds from 0. Everything the sweep \
         finds is shown to the rules: if they accept it, they should have found it themselves.\n\n\
         | what is tried | charges | decided without a sweep | swept | barely fits through a gap | the sweep knew better |\n\
         | --- | --- | --- | --- | --- | --- |\n"
    );
    let mut holds = true;
    for (kind, name) in KINDS.iter().enumerate() {
        let of_kind = || outcomes.iter().skip(kind).step_by(KINDS.len()).filter(|outcome| **outcome != Outcome::Idle);
        let count = |wanted: Outcome| of_kind().filter(|outcome| **outcome == wanted).count();
        let differing = of_kind().filter(|outcome| matches!(outcome, Outcome::Differs(_))).count();
        let (settled, swept) = (count(Outcome::Agrees { swept: false }), count(Outcome::Agrees { swept: true }));
        let all = of_kind().count();
        let squeezes = count(Outcome::Squeezes);
        let swept = swept + squeezes + differing;
        text += &format!("| {name} | {all} | {settled} | {swept} | {squeezes} | {differing} |\n");
        holds &= differing == 0;
    }
    for (seed, outcome) in outcomes.iter().enumerate() {
        if let Outcome::Differs(how) = outcome {
            text += &format!("\nSeed {seed}: {how}\n");
        }
    }
    text += "\nNot swept, and not exact: bases that are not round are turned in eight steps, and only some of the edges of an \
             oval are looked at; a path around something keeps up to a hundredth more distance than it must, so a gap \
             that a base barely fits through may be missed; a patch of ground narrower than a hundredth of a millimetre \
             or two may be missed; of more than 16,384 places that could decide it, or 1,024 for a base that is not \
             round, only the nearest are looked at. Terrain, levels and paths with two bends are not swept. Command: \
             `cargo xtask campaign charges --full`.\n";
    Report { text, holds }
}
