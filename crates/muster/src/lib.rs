//! The command line of Muster: serve the page, play, simulate, replay and check matches, read the rules, tell odds,
//! make battlefields, and check armies and packs.
//!
//! It knows no term of any rulebook. What it plays comes from `games`; what it shows comes in the words of
//! [`vocabulary`]. Everything is written to one stream that drops colours where nobody wants them, and a reader that
//! goes away early is no error.

mod arguments;
mod armies;
mod ask;
mod bounds;
mod card;
mod coverage;
mod digest;
#[cfg(test)]
mod example;
mod failure;
mod fields;
mod games;
mod json;
mod keyboard;
mod log;
mod map;
mod names;
mod odds;
mod packs;
mod paint;
mod paragraph;
mod play;
mod records;
mod replay;
mod rules;
mod scenario;
mod screen;
mod seats;
mod serve;
mod simulate;
mod summary;
mod text_file;
mod units;
mod verify;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use crate::arguments::{Arguments, Command, Serve};
use crate::failure::Failure;

/// Runs the command line and gives its exit code: 0 for success, 1 for a failed check, 2 for bad usage.
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        // A panic is a bug. Whoever reads this is a player: one sentence, with the place for a report.
        let place = panic.location().map(|place| format!(" ({}:{})", place.file(), place.line())).unwrap_or_default();
        let message = panic.payload_as_str().unwrap_or("something impossible happened");
        complain(&format!("this is a bug in muster: {message}{place}"));
    }));
    let said: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let command = match odds::with_flags(Arguments::command(), &said) {
        Ok(command) => command,
        Err(failure) => {
            complain(&failure.sentence().unwrap_or_default());
            return exit_code(failure.exit_code());
        }
    };
    let parsed = command.try_get_matches_from(std::env::args_os());
    let arguments = match parsed.and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches)) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version go to standard output and are a success; the rest is bad usage.
            let code = error.exit_code();
            return if error.print().is_ok() || code == 0 { exit_code(code) } else { exit_code(2) };
        }
    };
    let mut out = BufWriter::new(anstream::stdout());
    let done = run(arguments, &mut out).and_then(|()| out.flush().map_err(Failure::from));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = out.flush();
            if let Some(sentence) = failure.sentence() {
                complain(&sentence);
            }
            exit_code(failure.exit_code())
        }
    }
}

fn exit_code(code: i32) -> ExitCode {
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

/// Writes an error for people. That nobody may be there to read it is no reason to fail once more.
fn complain(sentence: &str) {
    let style = paint::WRONG;
    let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {sentence}");
}

fn run(arguments: Arguments, out: &mut dyn io::Write) -> Result<(), Failure> {
    match arguments.command {
        Some(Command::Serve(serve)) => serve::run(&serve, out),
        None => serve::run(&Serve::as_usual()?, out),
        Some(Command::Play(play)) => play::run(&play, out),
        Some(Command::Simulate(simulate)) => simulate::run(&simulate, out),
        Some(Command::Replay(replay)) if replay.verify => verify::run(&replay, out),
        Some(Command::Replay(replay)) => replay::run(&replay, out),
        Some(Command::Scenario(scenario)) => scenario::run(&scenario, out),
        Some(Command::Rules(rules)) if rules.coverage => coverage::run(&rules, out),
        Some(Command::Rules(rules)) => rules::run(&rules, out),
        Some(Command::Odds(odds)) => odds::run(&odds, out),
        Some(Command::Field(field)) => fields::run(&field, out),
        Some(Command::Army(army)) => armies::run(&army, out),
        Some(Command::Pack(pack)) => packs::run(&pack, out),
    }
}
