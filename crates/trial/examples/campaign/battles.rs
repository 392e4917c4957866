//! Whole battles of Archives of Tomorrow, by the thousand.

use std::panic::{AssertUnwindSafe, catch_unwind};

use aot::{Aot, Fact};
use bots::{Random, Simple};
use chance::Key;
use engine::{Players, Rules, Watch};
use indicatif::ParallelProgressIterator;
use rayon::prelude::*;
use trial::playout::{plays_through, random_setup_of};
use vocabulary::{RuleId, Settings, UnitId, Value};

use crate::{Report, progress};

/// What was counted in some battles.
#[derive(Clone, Debug, Default)]
struct Tally {
    battles: u64,
    rounds: u64,
    entries: u64,
    activations: u64,
    /// Activations in which the unit moved or charged.
    moved: u64,
    broken: Vec<String>,
}

impl Tally {
    fn add(mut self, other: Tally) -> Tally {
        self.battles += other.battles;
        self.rounds += other.rounds;
        self.entries += other.entries;
        self.activations += other.activations;
        self.moved += other.moved;
        self.broken.extend(other.broken);
        self
    }
}

/// Counts activations, and those in which the selected unit goes somewhere.
#[derive(Default)]
struct Activations {
    count: u64,
    moved: u64,
    /// The unit that is selected, as long as it has not moved.
    still: Option<UnitId>,
    rounds: u16,
}

impl Watch<Aot> for Activations {
    fn wants_rules(&self) -> bool {
        false
    }

    fn told(&mut self, _: &<Aot as Rules>::State, fact: &Fact, _: &[RuleId]) {
        let went = match fact {
            Fact::Selected { unit, .. } => {
                self.count += 1;
                self.still = Some(*unit);
                return;
            }
            Fact::RoundBegan { round } => {
                self.rounds = *round;
                return;
            }
            Fact::Moved { unit, .. } | Fact::Charged { unit, .. } => *unit,
            _ => return,
        };
        if self.still == Some(went) {
            self.still = None;
            self.moved += 1;
        }
    }
}

/// What is fought: an edition, and by how many Commanders.
#[derive(Clone, Copy)]
struct Kind {
    edition: u8,
    seats: u8,
}

/// Plays a battle to its end, and counts what is in it.
fn battle<P: Players<Aot>>(kind: Kind, seed: u64, player: impl Fn(Key) -> P) -> Result<Tally, String> {
    let agreed = Settings::from([("edition".to_owned(), Value::Number(kind.edition.into()))]);
    // Settings are drawn for every other battle, made-up packs for every other pair of battles.
    let packs = if seed % 4 < 2 { Vec::new() } else { [2 * seed, 2 * seed + 1].map(aot::pack::made_up).to_vec() };
    let setup = random_setup_of::<Aot>(seed, Some(kind.seats), &agreed, &packs);
    let mut activations = Activations::default();
    let record = plays_through::<Aot>(&setup, seed, &mut player(Key::from_seed("campaign", seed)), &mut activations)?;
    let Activations { count, moved, rounds, .. } = activations;
    let entries = record.entries.len() as u64;
    let rounds = rounds.into();
    Ok(Tally { battles: 1, rounds, entries, activations: count, moved, broken: Vec::new() })
}

fn battles<P: Players<Aot>>(kind: Kind, seeds: u64, player: impl Fn(Key) -> P + Sync) -> Tally {
    let Kind { edition, seats } = kind;
    let one = |seed: u64| {
        let played = catch_unwind(AssertUnwindSafe(|| battle(kind, seed, &player)));
        let played = played.unwrap_or_else(|_| Err("it panics".to_owned()));
        let broken = |text| vec![format!("edition {edition}, {seats} Commanders, seed {seed}: {text}")];
        played.unwrap_or_else(|text| Tally { broken: broken(text), ..Tally::default() })
    };
    let bar = progress(seeds);
    (0..seeds).into_par_iter().progress_with(bar).map(one).reduce(Tally::default, Tally::add)
}

/// The campaign: random and simple players, in a ratio of four to one, in each edition with two, three and four seats.
pub(crate) fn campaign(part: u64) -> Report {
    let mut text = "# Campaign: aot\n\n\
         Whole battles of Archives of Tomorrow in all editions, with all modules. Armies and battlefields are drawn \
         at random for each battle, and in every other battle so are all settings except the edition. In half of the \
         battles the armies come from packs made up from the seed: cards with any values, bases, weapons, traits and \
         abilities that a pack may hold. No battle may panic, or stop before its end. Each record must verify. Each \
         battle is interrupted in three places, and each time it must be waiting for a player who has a legal answer \
         and has not left.\n\n\
         | edition | Commanders | bots | seeds | Rounds | entries in the record | activations | with a move or charge | \
         failed |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    let mut broken = Vec::new();
    for edition in 1..=3 {
        for seats in 2..=4 {
            let kind = Kind { edition, seats };
            let all = [
                ("random", battles(kind, 2_000 / part, Random::new)),
                ("simple", battles(kind, 500 / part, Simple::new)),
            ];
            for (bots, tally) in all {
                let row = row(kind, bots, &tally);
                // What is done by now, where nobody sees the bar.
                eprint!("{row}");
                text += &row;
                broken.extend(tally.broken);
            }
        }
    }
    text += "\nRounds, entries and activations are averages per battle. Command: `cargo xtask campaign aot --full`.\n";
    text.extend(broken.iter().map(|line| format!("\n- {line}")));
    Report { text, holds: broken.is_empty() }
}

fn row(Kind { edition, seats }: Kind, bots: &str, tally: &Tally) -> String {
    let mean = |sum: u64, of: u64| format!("{:.1}", sum as f64 / of.max(1) as f64);
    let last = (tally.battles + tally.broken.len() as u64).saturating_sub(1);
    let (rounds, entries) = (mean(tally.rounds, tally.battles), mean(tally.entries, tally.battles));
    let activations = mean(tally.activations, tally.battles);
    let moved = mean(100 * tally.moved, tally.activations);
    let broken = tally.broken.len();
    format!(
        "| {edition} | {seats} | {bots} | 0 to {last} | {rounds} | {entries} | {activations} | {moved} % | {broken} |\n"
    )
}
