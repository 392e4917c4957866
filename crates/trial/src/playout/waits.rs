//! Whoever is waited for can go on.

use bots::Random;
use chance::{Key, Stream};
use engine::{Nobody, Pending, Record, Rules};

use super::{Law, new_match};

/// How often a game is broken off.
const CUTS: usize = 3;

/// Wherever a game is broken off, it waits for somebody who can answer.
///
/// # Errors
/// Where it waits in vain.
pub fn nobody_waits_in_vain<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    let mut game = new_match::<R>(setup, seed)?;
    game.run(&mut Random::new(Key::from_seed("bot", seed)), &mut ());
    waits_for_somebody(&game.record(), seed)
}

/// Breaks a finished game off at a few entries: each time some seats are asked, none of them twice, none that has left,
/// and each has an answer that is legal.
///
/// # Errors
/// Where it waits in vain.
pub fn waits_for_somebody<R: Rules>(whole: &Record<R>, seed: u64) -> Law {
    let mut stream = Stream::new(Key::from_seed("cut", seed));
    for _ in 0..CUTS {
        let at = stream.below(whole.entries.len().max(1) as u32) as usize;
        let cut = Record::<R> { entries: whole.entries[..at].to_vec(), ..whole.clone() };
        let mut game = cut.play(&mut ()).map_err(|diverged| format!("broken off at entry {at}: {diverged}"))?;
        game.run(&mut Nobody, &mut ());
        let open = match game.pending() {
            Pending::Asks { open, .. } if !open.is_empty() => open,
            // The last answers of a game are given by the rules themselves.
            Pending::Over(_) => continue,
            other => return Err(format!("broken off at entry {at} it waits for nobody: {other:?}")),
        };
        for (place, (seat, prompt)) in open.iter().enumerate() {
            if game.is_gone(*seat) || open[..place].iter().any(|(other, _)| other == seat) {
                return Err(format!("broken off at entry {at} it waits for {seat:?}, who has left or is asked twice"));
            }
            let answer = R::sample(game.state(), *seat, prompt, &mut stream);
            if let Err(refusal) = R::check(game.state(), *seat, prompt, &answer) {
                return Err(format!("broken off at entry {at} {seat:?} has no answer to {prompt:?}: {refusal}"));
            }
        }
    }
    Ok(())
}
