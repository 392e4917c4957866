//! Ready armies of Archives of Tomorrow against each other: none should beat another of its size nearly always.

use std::collections::BTreeMap;

use aot::Aot;
use bots::Simple;
use chance::Key;
use engine::{Match, Origin, Pending, Rules};
use indicatif::ParallelProgressIterator;
use rayon::prelude::*;
use vocabulary::{FieldChoice, ReadyList, Seat, Setup, Value};

use crate::{Report, progress};

/// What armies are written for: each costs one of these, or a little less.
const SIZES: [i32; 3] = [750, 1_000, 1_500];
/// An army that wins more of a hundred battles against another is too strong for it.
const MOST: f64 = 70.0;
/// On how many battlefields two armies meet, in full. On fewer, the share that one of them wins says nothing.
const FIELDS: u64 = 100;

/// Two armies of a size, and who won how often.
struct Pairing<'a> {
    size: i32,
    one: &'a ReadyList,
    other: &'a ReadyList,
    won: [u64; 2],
    drawn: u64,
}

impl Pairing<'_> {
    /// Plays on so many battlefields, on each with either army in the first seat.
    fn play(&mut self, fields: u64) {
        let battles: Vec<(u64, bool)> = (0..fields).flat_map(|seed| [(seed, false), (seed, true)]).collect();
        let bar = progress(2 * fields);
        let winners = battles.into_par_iter().progress_with(bar).map(|(seed, swapped)| self.winner(seed, swapped));
        let winners: Vec<Option<usize>> = winners.collect();
        self.won = [0, 1].map(|army| winners.iter().filter(|winner| **winner == Some(army)).count() as u64);
        self.drawn = 2 * fields - self.won.iter().sum::<u64>();
    }

    /// Which army wins, if only one does.
    fn winner(&self, seed: u64, swapped: bool) -> Option<usize> {
        let mut setup = Setup::of(&["Red", "Blue"]);
        let seats = if swapped { [1, 0] } else { [0, 1] };
        for (seat, army) in seats.into_iter().enumerate() {
            setup.players[seat].army = Some([self.one, self.other][army].list.clone());
        }
        setup.field = Some(FieldChoice::Seed(seed));
        setup.settings.insert("force.requisition-limit".to_owned(), Value::Number(self.size));
        let setup = Aot::prepare(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
        let game = Match::<Aot>::forgetful(setup, Origin::Seeded { seed });
        let mut game = game.unwrap_or_else(|faults| panic!("{faults:?}"));
        game.run(&mut Simple::new(Key::from_seed("armies", seed)), &mut ());
        let Pending::Over(outcome) = game.pending() else { panic!("a battle of bots comes to its end") };
        match outcome.winners.as_slice() {
            [Seat(winner)] => Some(seats[usize::from(*winner)]),
            _ => None,
        }
    }

    /// How many of a hundred battles an army wins.
    fn share(&self, army: usize) -> f64 {
        let battles = self.won.iter().sum::<u64>() + self.drawn;
        100.0 * self.won[army] as f64 / battles.max(1) as f64
    }

    fn row(&self) -> String {
        let Pairing { size, one, other, drawn, .. } = self;
        let [one, other] = [one, other].map(|army| &army.list.name);
        format!("| {size} | {one} | {other} | {:.1} % | {:.1} % | {drawn} |\n", self.share(0), self.share(1))
    }
}

/// The campaign: every two ready armies of a size, by `simple` on both sides.
pub(crate) fn campaign(part: u64) -> Report {
    let fields = FIELDS / part;
    let mut sizes: BTreeMap<i32, Vec<ReadyList>> = BTreeMap::new();
    for army in Aot::manual().armies {
        let cost = aot::force::judge_list(&army.list, &[].into(), &[]).cost;
        let size = SIZES.into_iter().find(|size| cost <= *size).unwrap_or(cost);
        sizes.entry(size).or_default().push(army);
    }
    let mut text = format!(
        "# Campaign: armies\n\n\
         Every pair of ready-made armies of Archives of Tomorrow of the same size, led by the bot `simple` on \
         battlefields 0 to {}, twice on each, so that either army gets the first seat. Third edition, all modules, \
         all settings as the book says. No army may win more than {MOST:.0} % against another.\n\n\
         | Requisition | army | against | it wins | the other wins | draws |\n| --- | --- | --- | --- | --- | --- |\n",
        fields - 1
    );
    let mut holds = true;
    for (size, armies) in &sizes {
        for (at, one) in armies.iter().enumerate() {
            for other in &armies[at + 1..] {
                let mut pairing = Pairing { size: *size, one, other, won: [0, 0], drawn: 0 };
                pairing.play(fields);
                text += &pairing.row();
                holds &= fields < FIELDS || [0, 1].into_iter().all(|army| pairing.share(army) <= MOST);
            }
        }
    }
    text += "\nCommand: `cargo xtask campaign armies --full`.\n";
    Report { text, holds }
}
