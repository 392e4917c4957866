//! How fast games are played, suspended, loaded and recorded, on one core, in processor time. `cargo xtask bench` runs
//! it.
//!
//! Every figure is the median of several rounds over the same games, with the least and the most beside it.
//! A decision is an answer that a player gave; answers that the engine gave for want of a choice are not counted.

#![expect(clippy::print_stdout, reason = "this is a command line")]

use std::hint::black_box;

use bots::Random;
use chance::{Key, Stream};
use cpu_time::ThreadTime;
use duel::Duel;
use engine::{By, Entry, Match, Nobody, Origin, Pending, Players, Record, Rules, Situation};
use vocabulary::{Answer, Seat, Setup};

const GAMES: u64 = 5_000;
const ROUNDS: usize = 5;
const CHUNK: usize = 100;

type Game = Match<Duel>;

fn main() {
    let setup = Setup::of(&["Ann", "Bo"]);
    let games: Vec<Known> = (0..GAMES).map(|seed| Known::play(&setup, seed)).collect();
    let sum = |count: fn(&Known) -> usize| games.iter().map(count).sum::<usize>() as f64;
    let played = GAMES as f64;
    let decisions = sum(|game| game.script.len());
    let answers = sum(|game| game.record.entries.iter().filter(|entry| matches!(entry, Entry::Answer { .. })).count());
    let entries = sum(|game| game.record.entries.len());
    let bytes = sum(|game| game.text.len());

    let mut figures = Vec::new();
    let mut per_game = |name, value: f64| figures.push(Figure::fixed(name, value / played));
    per_game("decisions per game", decisions);
    per_game("answers per game, forced ones included", answers);
    per_game("entries per record", entries);
    per_game("bytes per record", bytes);

    let rounds: Vec<Times> = (0..ROUNDS).map(|_| Times::measure(&setup, &games)).collect();
    let mut measured = |name, value: &dyn Fn(&Times) -> f64| figures.push(Figure::of(name, rounds.iter().map(value)));
    measured("games/s, random bots inline, no history kept", &|t| played / t.forgetful_random);
    measured("decisions/s, random bots inline, no history kept", &|t| decisions / t.forgetful_random);
    measured("games/s, random bots inline", &|t| played / t.inline_random);
    measured("decisions/s, random bots inline", &|t| decisions / t.inline_random);
    measured("answers/s, random bots inline", &|t| answers / t.inline_random);
    measured("decisions/s, random answers, suspending at each", &|t| decisions / t.suspending_random);
    measured("decisions/s, known answers inline, no history kept", &|t| decisions / t.forgetful_known);
    measured("decisions/s, known answers inline", &|t| decisions / t.inline_known);
    measured("decisions/s, known answers, suspending at each", &|t| decisions / t.suspending_known);
    measured("speed when suspending, as a share of inline, random", &|t| t.inline_random / t.suspending_random);
    measured("speed when suspending, as a share of inline, known", &|t| t.inline_known / t.suspending_known);
    measured("share of time that random bots take", &|t| 1.0 - t.inline_known / t.inline_random);
    measured("ns per entry, replaying and checking a record", &|t| 1e9 * t.replaying / entries);
    measured("ns per entry, reading a record from text", &|t| 1e9 * t.reading / entries);
    measured("ns per entry, writing a record as text", &|t| 1e9 * t.writing / entries);

    if std::env::args().any(|argument| argument == "--json") {
        let figures: Vec<_> = figures.iter().map(Figure::json).collect();
        println!("{:#}", serde_json::json!({"game": "duel", "games": GAMES, "rounds": ROUNDS, "figures": figures}));
    } else {
        println!("Duel, two players, {GAMES} games, one core; median of {ROUNDS} rounds (least to most)\n");
        for figure in &figures {
            println!("{}", figure.line());
        }
    }
}

/// A game that was played, with all that can be known of it beforehand.
struct Known {
    seed: u64,
    /// What the players answered.
    script: Vec<Answer>,
    record: Record<Duel>,
    text: String,
}

impl Known {
    fn play(setup: &Setup, seed: u64) -> Known {
        let record = play_inline(setup, seed).record();
        let own = |entry: &Entry| match entry {
            Entry::Answer { gives, by: By::Player, .. } => Some(gives.clone()),
            _ => None,
        };
        Known { seed, script: record.entries.iter().filter_map(own).collect(), text: record.to_text(), record }
    }
}

/// Seconds that all games took in one round.
#[derive(Default)]
struct Times {
    forgetful_random: f64,
    forgetful_known: f64,
    inline_random: f64,
    inline_known: f64,
    suspending_random: f64,
    suspending_known: f64,
    replaying: f64,
    reading: f64,
    writing: f64,
}

impl Times {
    /// Does everything with a few games, then with the next few, so that a disturbance falls on all of it alike.
    fn measure(setup: &Setup, games: &[Known]) -> Times {
        let mut times = Times::default();
        for games in games.chunks(CHUNK) {
            times.forgetful_random += seconds(games, |game| {
                let mut bots = Random::new(Key::from_seed("bench", game.seed));
                must_be_over(forgetful_match(setup, game.seed).run(&mut bots, &mut ()));
            });
            times.forgetful_known += seconds(games, |game| {
                must_be_over(forgetful_match(setup, game.seed).run(&mut Script(game.script.iter()), &mut ()));
            });
            times.inline_random += seconds(games, |game| drop(play_inline(setup, game.seed)));
            times.inline_known += seconds(games, |game| {
                must_be_over(new_match(setup, game.seed).run(&mut Script(game.script.iter()), &mut ()));
            });
            times.suspending_random += seconds(games, |game| {
                let mut stream = Stream::new(Key::from_seed("bench", game.seed));
                play_suspending(setup, game.seed, |game, ask, seat| {
                    let prompt = game.prompt(ask, seat).expect("it is asked");
                    Duel::sample(game.state(), seat, prompt, &mut stream)
                });
            });
            times.suspending_known += seconds(games, |game| {
                let mut script = game.script.iter().cloned();
                play_suspending(setup, game.seed, |_, _, _| script.next().expect("the script is that of this game"));
            });
            times.replaying += seconds(games, |game| {
                must_be_over(game.record.play(&mut ()).expect("the record is whole").pending());
            });
            times.reading += seconds(games, |game| {
                black_box(Record::<Duel>::from_text(&game.text).expect("the text is a record"));
            });
            times.writing += seconds(games, |game| drop(black_box(game.record.to_text())));
        }
        times
    }
}

/// Seconds of processor time: what else the machine does meanwhile is not counted.
fn seconds(games: &[Known], work: impl FnMut(&Known)) -> f64 {
    let start = ThreadTime::now();
    games.iter().for_each(work);
    start.elapsed().as_secs_f64()
}

fn new_match(setup: &Setup, seed: u64) -> Game {
    Match::new(setup.clone(), Origin::Seeded { seed }).expect("the set-up is legal")
}

fn forgetful_match(setup: &Setup, seed: u64) -> Game {
    Match::forgetful(setup.clone(), Origin::Seeded { seed }).expect("the set-up is legal")
}

fn play_inline(setup: &Setup, seed: u64) -> Game {
    let mut game = new_match(setup, seed);
    must_be_over(game.run(&mut Random::new(Key::from_seed("bench", seed)), &mut ()));
    game
}

/// Every ask waits, and is answered from outside.
fn play_suspending(setup: &Setup, seed: u64, mut answer: impl FnMut(&Game, u32, Seat) -> Answer) {
    let mut game = new_match(setup, seed);
    while let Pending::Asks { .. } = game.run(&mut Nobody, &mut ()) {
        while let Some((ask, seat)) = next_open(game.pending()) {
            let given = answer(&game, ask, seat);
            game.answer(ask, seat, given).expect("the answer is legal");
        }
    }
    must_be_over(game.pending());
}

fn next_open(pending: &Pending<Duel>) -> Option<(u32, Seat)> {
    match pending {
        Pending::Asks { ask, open, .. } => open.first().map(|(seat, _)| (*ask, *seat)),
        _ => None,
    }
}

fn must_be_over(pending: &Pending<Duel>) {
    assert!(matches!(pending, Pending::Over(_)), "the game did not end: {pending:?}");
}

/// Players who know what they answer, so that only the engine and the rules take time.
struct Script<'a>(std::slice::Iter<'a, Answer>);

impl Players<Duel> for Script<'_> {
    fn answer(&mut self, _: &Situation<'_, Duel>) -> Option<Answer> {
        self.0.next().cloned()
    }

    fn may_pause(&self) -> bool {
        false
    }
}

/// A figure: the median of the rounds, with the least and the most.
struct Figure {
    name: &'static str,
    median: f64,
    range: Option<(f64, f64)>,
}

impl Figure {
    fn fixed(name: &'static str, value: f64) -> Figure {
        Figure { name, median: value, range: None }
    }

    fn of(name: &'static str, values: impl Iterator<Item = f64>) -> Figure {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        Figure { name, median: values[values.len() / 2], range: Some((values[0], values[values.len() - 1])) }
    }

    fn line(&self) -> String {
        let range = self.range.map(|(least, most)| format!("  ({} to {})", shown(least), shown(most)));
        format!("{:<52} {:>12}{}", self.name, shown(self.median), range.unwrap_or_default())
    }

    fn json(&self) -> serde_json::Value {
        serde_json::json!({"name": self.name, "median": self.median, "range": self.range})
    }
}

/// A number with as many digits as mean something.
fn shown(value: f64) -> String {
    if value < 10.0 {
        return format!("{value:.2}");
    }
    let digits = format!("{value:.0}");
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
