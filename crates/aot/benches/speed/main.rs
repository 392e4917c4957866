//! How many battles random bots play on one core: the workload `bench/standard`, two armies of 1,000 on battlefields
//! 1 to 100, to 5 victory points and at most 10 Rounds, with all modules and with none. `cargo xtask bench aot` runs it.

#![expect(clippy::print_stdout, reason = "this is a command line")]

mod asks;
mod drags;
#[cfg(unix)]
mod shares;

use std::collections::BTreeMap;

use asks::{Asks, Person};
use bots::Random;
use chance::Key;
use cpu_time::ProcessTime;
use drags::{Drags, percentile};
use engine::{Match, Origin, Pending, Players, Rules, Situation};
use serde_json::json;
use vocabulary::{Answer, FieldChoice, Setup, Value};

const FIELDS: u64 = 100;
/// What can be switched off; without all of it the core is left.
const MODULES: [&str; 5] =
    ["module.traits", "module.feats", "module.archive-effects", "module.soul", "module.transports"];
/// On how many of them units are dragged about.
const DRAGGED: u64 = 5;
/// On how many of them a person plays against `simple`.
const PLAYED: u64 = 20;
/// How often all of them are played for the shares: samples come slowly.
#[cfg(unix)]
const SAMPLED: u32 = 5;

/// A random player for each seat, and how often one of them selected a unit.
struct Counted {
    bots: Vec<Random>,
    activations: u64,
}

impl Players<aot::Aot> for Counted {
    fn answer(&mut self, situation: &Situation<'_, aot::Aot>) -> Option<Answer> {
        if matches!(situation.prompt(), aot::Prompt::Select) {
            self.activations += 1;
        }
        self.bots[situation.seat().index()].answer(situation)
    }

    fn may_pause(&self) -> bool {
        false
    }
}

fn main() {
    let players = Setup::of(&["Red", "Blue"]);
    let setups: Vec<aot::Setup> = (1..=FIELDS).map(|seed| setup(seed, &players, &[])).collect();
    let core: Vec<aot::Setup> = (1..=FIELDS).map(|seed| setup(seed, &players, &MODULES)).collect();
    let Pace { rate, each, activations } = Pace::of(&setups);
    let core = Pace::of(&core);
    let shares = shares(&setups);
    let Drags { all, around } = Drags::on(DRAGGED);
    let [patient, brisk] = [Person::Patient, Person::Brisk].map(|who| Asks::in_battles(PLAYED, who));
    let (answers, by_kind) = patient.of_a_battle();
    let (brisk_answers, brisk_by_kind) = brisk.of_a_battle();
    if std::env::args().any(|argument| argument == "--json") {
        let figures = json!({
            "workload": "bench/standard",
            "battles_per_second": rate,
            "microseconds_per_activation": each,
            "activations_per_battle": activations / FIELDS,
            "core": {
                "battles_per_second": core.rate,
                "microseconds_per_activation": core.each,
                "activations_per_battle": core.activations / FIELDS,
            },
            "microseconds_per_drag": {
                "drags": all.len(), "median": percentile(&all, 50), "p99": percentile(&all, 99),
                "around": { "drags": around.len(), "median": percentile(&around, 50), "p99": percentile(&around, 99) },
            },
            "answers_per_battle": { "all": answers, "by_kind": by_kind.iter().copied().collect::<BTreeMap<_, _>>() },
            "answers_per_battle_with_standing_orders": {
                "all": brisk_answers, "by_kind": brisk_by_kind.iter().copied().collect::<BTreeMap<_, _>>(),
            },
            "shares": shares.into_iter().collect::<BTreeMap<_, _>>(),
        });
        println!("{figures}");
        return;
    }
    println!("bench/standard: {rate:.0} battles a second on one core");
    println!("{each:.1} µs an activation, {} of them a battle", activations / FIELDS);
    println!(
        "the core alone: {:.0} battles a second; {:.1} µs an activation, {} of them a battle",
        core.rate,
        core.each,
        core.activations / FIELDS
    );
    let parts: Vec<String> = shares.iter().map(|(name, share)| format!("{name} {share:.0} %")).collect();
    println!("{}", parts.join(", "));
    for (what, times) in [("a drag of ten models", &all), ("one around something in its way", &around)] {
        let [median, p99] = [50, 99].map(|of_hundred| percentile(times, of_hundred));
        println!("{what}: median {median:.0} µs, p99 {p99:.0} µs, of {}", times.len());
    }
    for (who, answers, by_kind) in
        [("", answers, by_kind), (" who takes standing orders", brisk_answers, brisk_by_kind)]
    {
        let kinds: Vec<String> = by_kind.iter().map(|(kind, count)| format!("{kind} {count:.1}")).collect();
        println!("a person{who} against simple gives {answers:.0} answers in a battle: {}", kinds.join(", "));
    }
}

/// What the time goes into, of a hundred. Everything is played once more, because looking at it takes time of its own.
#[cfg(unix)]
fn shares(setups: &[aot::Setup]) -> Vec<(&'static str, f64)> {
    shares::Shares::of(|| (0..SAMPLED).map(|_| play_all(setups)).sum::<u64>()).named().to_vec()
}

/// Samples are taken on Unix only.
#[cfg(not(unix))]
fn shares(_: &[aot::Setup]) -> Vec<(&'static str, f64)> {
    Vec::new()
}

/// How fast battles are played.
struct Pace {
    /// So many a second.
    rate: f64,
    /// So many microseconds for an activation.
    each: f64,
    activations: u64,
}

impl Pace {
    fn of(setups: &[aot::Setup]) -> Pace {
        let start = ProcessTime::now();
        let activations = play_all(setups);
        let seconds = start.elapsed().as_secs_f64();
        Pace { rate: setups.len() as f64 / seconds, each: seconds * 1e6 / activations as f64, activations }
    }
}

/// Plays a battle on each battlefield, and says how many activations there were.
fn play_all(setups: &[aot::Setup]) -> u64 {
    let mut activations = 0;
    for (seed, setup) in (0..).zip(setups) {
        let key = Key::from_seed("standard", seed);
        let bots = (0..2).map(|seat| Random::new(key.branch("seat", seat))).collect();
        let mut players = Counted { bots, activations: 0 };
        let mut game = Match::<aot::Aot>::forgetful(setup.clone(), Origin::Seeded { seed }).expect("a legal set-up");
        game.run(&mut players, &mut ());
        assert!(matches!(game.pending(), Pending::Over(_)), "a battle of bots comes to its end");
        activations += players.activations;
    }
    activations
}

fn setup(seed: u64, players: &Setup, off: &[&str]) -> aot::Setup {
    let mut setup = players.clone();
    setup.field = Some(FieldChoice::Seed(seed));
    let end = [("end.victory-target", Value::Number(5)), ("end.round-limit", Value::Number(10))];
    let off = off.iter().map(|module| (*module, Value::Switch(false)));
    setup.settings = end.into_iter().chain(off).map(|(name, value)| (name.to_owned(), value)).collect();
    aot::Aot::prepare(&setup).expect("ready armies are legal")
}
