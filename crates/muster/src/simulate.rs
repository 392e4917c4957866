//! `muster simulate`: bots play many games among themselves.

use std::fs;
use std::io::{IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use comfy_table::Table;
use comfy_table::presets::UTF8_BORDERS_ONLY;
use engine::{Holder, Playout};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use vocabulary::{FieldChoice, Word};

use crate::arguments::Simulate;
use crate::failure::Failure;
use crate::json;
use crate::paragraph::count;
use crate::records::ENDING;
use crate::seats::{self, Seating};

/// How many battlefields games are played on in turn, so that no verdict is about one of them.
const FIELDS: u64 = 20;

/// Somebody pressed Ctrl-C: no more games are begun.
static STOP: AtomicBool = AtomicBool::new(false);

/// Sums over games. They come out the same in whatever order games end.
#[derive(Clone, Debug, Default)]
struct Tally {
    games: u64,
    wins: Vec<u64>,
    draws: u64,
    rounds: u64,
    decisions: u64,
    dice: u64,
    /// Games that a bug broke off, by seed.
    broken: Vec<u64>,
}

impl Tally {
    fn of(game: &Playout, seats: usize) -> Tally {
        let mut wins = vec![0; seats];
        let draws = match game.outcome.winners.as_slice() {
            [winner] => {
                wins[winner.index()] += 1;
                0
            }
            _ => 1,
        };
        let (rounds, decisions, dice) = (u64::from(game.rounds), game.decisions, game.dice);
        Tally { games: 1, wins, draws, rounds, decisions, dice, broken: Vec::new() }
    }

    fn plus(mut self, other: Tally) -> Tally {
        self.wins.resize(self.wins.len().max(other.wins.len()), 0);
        for (sum, wins) in self.wins.iter_mut().zip(&other.wins) {
            *sum += wins;
        }
        self.games += other.games;
        self.draws += other.draws;
        self.rounds += other.rounds;
        self.decisions += other.decisions;
        self.dice += other.dice;
        self.broken.extend(other.broken);
        self
    }
}

/// What is printed of the games.
#[derive(Debug, Serialize)]
struct Counts {
    game: Word,
    games: u64,
    wins: Vec<u64>,
    draws: u64,
    rounds_mean: f64,
    decisions: u64,
    dice: u64,
    seconds: f64,
    games_per_second: f64,
    games_per_second_per_core: f64,
}

/// Plays the games and prints who won.
pub(crate) fn run(simulate: &Simulate, out: &mut dyn Write) -> Result<(), Failure> {
    let seating = seats::read(&simulate.table, false)?;
    let levels = levels(&seating)?;
    let Some(last) = simulate.seed.checked_add(simulate.games - 1) else {
        return Err(Failure::usage("there are not enough seeds after this one; choose a smaller --seed"));
    };
    if let Some(folder) = &simulate.records {
        fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))?;
    }
    let threads = simulate.threads.map_or_else(rayon::current_num_threads, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Check(format!("the threads cannot be started: {error}")))?;
    // Without a handler Ctrl-C ends the program at once, which is no loss worth failing for.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    let bar = progress(simulate.games);
    let play = |seed| play(&seating, &levels, seed, simulate.records.as_deref(), &bar);
    let (tally, seconds) = timed(|| {
        pool.install(|| {
            let games = (simulate.seed..=last).into_par_iter().map(play);
            games.try_reduce(Tally::default, |sum, tally| Ok(sum.plus(tally)))
        })
    });
    bar.finish_and_clear();
    let tally = tally?;
    let rate = tally.games as f64 / seconds;
    let counts = Counts {
        game: seating.game.id(),
        games: tally.games,
        wins: (0..levels.len()).map(|seat| tally.wins.get(seat).copied().unwrap_or_default()).collect(),
        draws: tally.draws,
        rounds_mean: if tally.games == 0 { 0.0 } else { tally.rounds as f64 / tally.games as f64 },
        decisions: tally.decisions,
        dice: tally.dice,
        seconds,
        games_per_second: rate,
        games_per_second_per_core: rate / threads as f64,
    };
    if simulate.json {
        json::write(out, &counts)?;
    } else {
        show(&counts, &seating, &levels, out)?;
    }
    if let Some(first) = tally.broken.iter().min() {
        let games = count(tally.broken.len(), "game", "games");
        return Err(Failure::Check(format!("a bug cut short {games}, the first with seed {first}")));
    }
    if tally.games < simulate.games {
        let text = format!("stopped after {} of {} games", tally.games, simulate.games);
        return Err(Failure::Interrupted(text));
    }
    Ok(())
}

fn levels(seating: &Seating) -> Result<Vec<Word>, Failure> {
    let level = |holder: &Holder| match holder {
        Holder::Bot(level) => Ok(*level),
        Holder::Person => Err(Failure::usage("only bots play here; to play yourself, use muster play")),
    };
    seating.holders.iter().map(level).collect()
}

/// One game. A bug in it takes this game with it, and no other.
fn play(
    seating: &Seating,
    levels: &[Word],
    seed: u64,
    records: Option<&Path>,
    bar: &ProgressBar,
) -> Result<Tally, Failure> {
    if STOP.load(Ordering::Relaxed) {
        return Ok(Tally::default());
    }
    let mut setup = seating.setup.clone();
    if on_many_fields(seating) {
        setup.field = Some(FieldChoice::Seed(1 + seed % FIELDS));
    }
    let played = catch_unwind(AssertUnwindSafe(|| seating.game.play_out(&setup, seed, levels, records.is_some())));
    bar.inc(1);
    let Ok(played) = played else {
        return Ok(Tally { broken: vec![seed], ..Tally::default() });
    };
    let played = played.map_err(|error| Failure::usage(error.to_string()))?;
    if let (Some(folder), Some(record)) = (records, &played.record) {
        let path = folder.join(format!("{seed}.{ENDING}"));
        fs::write(&path, record).map_err(|error| Failure::unwritable(&path, &error))?;
    }
    Ok(Tally::of(&played, levels.len()))
}

/// Whether games are played on battlefields in turn: nobody chose one, and the game has any.
fn on_many_fields(seating: &Seating) -> bool {
    seating.setup.field.is_none() && !seating.game.manual().fields.is_empty()
}

/// A bar on a terminal, nothing elsewhere.
fn progress(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(5));
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} to go");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[expect(clippy::disallowed_types, reason = "how fast games are played is part of the result; no rule sees it")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = std::time::Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64().max(1e-9))
}

fn show(counts: &Counts, seating: &Seating, levels: &[Word], out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = Table::new();
    table.load_preset(UTF8_BORDERS_ONLY);
    table.set_header(["seat", "bot", "wins", "share", "95 % interval"]);
    let share = |n: u64| 100.0 * n as f64 / counts.games.max(1) as f64;
    for ((player, level), wins) in seating.setup.players.iter().zip(levels).zip(&counts.wins) {
        let (low, high) = interval(*wins, counts.games);
        table.add_row([
            player.name.clone(),
            level.to_string(),
            wins.to_string(),
            format!("{:.1} %", share(*wins)),
            format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high),
        ]);
    }
    let draws = [String::new(), counts.draws.to_string(), format!("{:.1} %", share(counts.draws)), String::new()];
    table.add_row(["draws".to_owned()].into_iter().chain(draws));
    writeln!(out, "{table}")?;
    let per_game = |n: u64| n as f64 / counts.games.max(1) as f64;
    writeln!(
        out,
        "{} of {}{}: {:.1} rounds, {:.0} decisions and {:.0} dice a game",
        count(usize::try_from(counts.games).unwrap_or(usize::MAX), "game", "games"),
        seating.game.manual().name,
        if on_many_fields(seating) {
            format!(", on {} battlefields in turn", counts.games.min(FIELDS))
        } else {
            String::new()
        },
        counts.rounds_mean,
        per_game(counts.decisions),
        per_game(counts.dice),
    )?;
    writeln!(
        out,
        "{:.2} s, {:.0} games a second, {:.0} per core",
        counts.seconds, counts.games_per_second, counts.games_per_second_per_core
    )?;
    Ok(())
}

/// Wilson's interval: between which shares the true one lies, 95 times in 100.
fn interval(wins: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (games as f64, 1.96);
    let p = wins as f64 / n;
    let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_share_and_narrows_with_more_games() {
        let (low, high) = interval(50, 100);
        assert!((low - 0.4038).abs() < 1e-3 && (high - 0.5962).abs() < 1e-3, "{low} {high}");
        assert_eq!(interval(0, 10).0, 0.0);
        assert_eq!(interval(0, 0), (0.0, 1.0));
    }
}
