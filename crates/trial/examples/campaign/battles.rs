//! Whole battles of Archives of Tomorrow, by the thousand.

use std::panic::{AssertUnwindSafe, catch_unwind};

use aot::{Aot, Fact};
use bots::{Random, Simple};
use chance::Key;
use engine::{Players, Rules, Watch};
use indicatif::ParallelProgressIterator;
use rayon::prelude::*;
use trial::playout::plays_through;
use vocabulary::UnitId;

use crate::{Report, progress};

/// What was counted in some battles.
#[derive(Clone, Debug, Default)]
struct Tally {
    battles: u64,
    /// Battles of two, three and four Commanders.
    seats: [u64; 3],
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
        for (sum, seats) in self.seats.iter_mut().zip(other.seats) {
            *sum += seats;
        }
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
    fn told(&mut self, state: &<Aot as Rules>::State, fact: &Fact) {
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
            Fact::Moved { model, .. } => state.unit_of(*model),
            Fact::Charged { unit, .. } => *unit,
            _ => return,
        };
        if self.still == Some(went) {
            self.still = None;
            self.moved += 1;
        }
    }
}

/// Plays a battle to its end, and counts what is in it.
fn battle<P: Players<Aot>>(seed: u64, player: impl Fn(Key) -> P) -> Result<Tally, String> {
    let mut activations = Activations::default();
    let record = plays_through::<Aot>(seed, &mut player(Key::from_seed("campaign", seed)), &mut activations)?;
    let mut seats = [0; 3];
    seats[record.setup.commanders.len() - 2] = 1;
    let Activations { count, moved, rounds, .. } = activations;
    let entries = record.entries.len() as u64;
    let rounds = rounds.into();
    Ok(Tally { battles: 1, seats, rounds, entries, activations: count, moved, broken: Vec::new() })
}

fn battles<P: Players<Aot>>(seeds: u64, player: impl Fn(Key) -> P + Sync) -> Tally {
    let one = |seed: u64| {
        let played = catch_unwind(AssertUnwindSafe(|| battle(seed, &player)));
        let played = played.unwrap_or_else(|_| Err("it panics".to_owned()));
        played.unwrap_or_else(|text| Tally { broken: vec![format!("seed {seed}: {text}")], ..Tally::default() })
    };
    let bar = progress(seeds);
    (0..seeds).into_par_iter().progress_with(bar).map(one).reduce(Tally::default, Tally::add)
}

/// The campaign: random and simple players, in a ratio of five to one.
pub(crate) fn campaign(part: u64) -> Report {
    let random = battles(10_000 / part, Random::new);
    let simple = battles(2_000 / part, Simple::new);
    let mut text = "# Campaign: aot\n\n\
         Whole battles of Archives of Tomorrow, third edition, core rules. Seats, armies and battlefields are drawn for \
         each battle, and for every other one all settings are. No battle may panic, or stop before its end; each record \
         must verify; and wherever a battle is broken off, at three places of each, it must wait for somebody who has a \
         legal answer and has not left.\n\n\
         | | random | simple |\n| --- | --- | --- |\n"
        .to_owned();
    let mut row = |what: &str, value: &dyn Fn(&Tally) -> String| {
        text += &format!("| {what} | {} | {} |\n", value(&random), value(&simple));
    };
    let mean = |sum: u64, of: u64| format!("{:.1}", sum as f64 / of.max(1) as f64);
    row("seeds", &|tally| format!("0 to {}", (tally.battles + tally.broken.len() as u64).saturating_sub(1)));
    row("battles", &|tally| tally.battles.to_string());
    row("of 2, 3, 4 Commanders", &|tally| tally.seats.map(|seats| seats.to_string()).join(", "));
    row("Rounds of a battle, on average", &|tally| mean(tally.rounds, tally.battles));
    row("entries of a record, on average", &|tally| mean(tally.entries, tally.battles));
    row("activations of a battle, on average", &|tally| mean(tally.activations, tally.battles));
    row("of these the unit moves or charges in", &|tally| format!("{} %", mean(100 * tally.moved, tally.activations)));
    row("battles that broke off or do not verify", &|tally| tally.broken.len().to_string());
    text += "\nCommand: `cargo xtask campaign aot --full`.\n";
    for line in random.broken.iter().chain(&simple.broken) {
        text += &format!("\n- {line}");
    }
    Report { text, holds: random.broken.is_empty() && simple.broken.is_empty() }
}
