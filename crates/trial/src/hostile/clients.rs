//! Clients that send whatever they like.

use chance::{Key, Stream};
use engine::{Match, Nobody, Origin, Pending, Record, Rules};
use vocabulary::{Refusal, Roll, Seat};

use super::bytes::Bytes;
use crate::playout::random_setup;

/// No more requests than this, so that a long input does not take long.
const MOST_REQUESTS: usize = 200;

/// A match whose clients answer, undo, leave, adjust and leave orders as they like, in turn and out of turn. What is
/// refused changes nothing; what is accepted never freezes the match, and its record verifies.
pub fn clients<R: Rules>(data: &[u8]) {
    let mut bytes = Bytes::new::<R>(data);
    let seed = bytes.seed();
    let origin = if bytes.coin() { Origin::Seeded { seed } } else { Origin::Typed };
    let setup = R::prepare(&random_setup::<R>(seed)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut game = Match::<R>::new(setup, origin).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut stream = Stream::new(Key::from_seed("clients", seed));
    game.run(&mut Nobody, &mut ());
    for _ in 0..MOST_REQUESTS {
        if bytes.is_empty() {
            break;
        }
        // Entries are only ever added: where none was, none has changed.
        let (entries, pending) = (game.history().entries().len(), game.pending().clone());
        if let Err(refusal) = request(&mut game, &mut bytes, &mut stream) {
            assert!(!refusal.text.is_empty(), "a refusal says why");
            let now = (game.history().entries().len(), game.pending());
            assert_eq!(now, (entries, &pending), "what was refused changed something: {refusal}");
        }
        game.run(&mut Nobody, &mut ());
        if let Pending::Frozen(diverged) = game.pending() {
            panic!("what was accepted cannot be played: {diverged}\n{}", game.record().to_text());
        }
    }
    keeps(&game);
}

/// The record of the match verifies and leads to where the match stands.
fn keeps<R: Rules>(game: &Match<R>) {
    let text = game.record().to_text();
    let report = engine::verify::<R>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(report.outcome.as_ref(), game.outcome(), "{text}");
    let loaded = Record::<R>::from_text(&text).map(|record| record.play(&mut ()));
    match loaded {
        Ok(Ok(loaded)) => assert_eq!(loaded.pending(), game.pending(), "it waits for something else\n{text}"),
        other => panic!("it was verified, but cannot be loaded: {:?}\n{text}", other.map(Result::err)),
    }
}

fn request<R: Rules>(game: &mut Match<R>, bytes: &mut Bytes<'_>, stream: &mut Stream) -> Result<(), Refusal> {
    match bytes.byte() % 16 {
        0..=7 => go_on(game, bytes, stream),
        8 | 9 => answer_anything(game, bytes),
        10 | 11 => {
            let to = bytes.place(game.history().entries().len()) as u32;
            game.undo(to, &bytes.seats())
        }
        12 => game.leave(bytes.seat(), bytes.leaving()),
        13 => game.stand(bytes.seat(), bytes.order(), bytes.coin()),
        14 => {
            let changes = (0..=bytes.byte() % 3).map(|_| bytes.adjustment()).collect();
            game.adjust(changes, &bytes.seats())
        }
        _ => {
            let shown: Vec<i16> = (0..bytes.byte() % 8).map(|_| bytes.number() as i16).collect();
            game.enter_dice(&shown)
        }
    }
}

/// Does what the match waits for, legally, so that it gets on.
fn go_on<R: Rules>(game: &mut Match<R>, bytes: &mut Bytes<'_>, stream: &mut Stream) -> Result<(), Refusal> {
    match game.pending() {
        Pending::Asks { ask, open, .. } => {
            let Some((seat, prompt)) = open.get(usize::from(bytes.byte()) % open.len().max(1)) else { return Ok(()) };
            let (ask, seat) = (*ask, *seat);
            let answer = R::sample(game.state(), seat, prompt, stream);
            let given = game.answer(ask, seat, answer.clone());
            assert_eq!(given, Ok(()), "{answer} was drawn from what is legal");
            Ok(())
        }
        Pending::Dice(roll) => {
            let shown = throw(roll, stream);
            game.enter_dice(&shown)
        }
        _ => Ok(()),
    }
}

fn throw(roll: &Roll, stream: &mut Stream) -> Vec<i16> {
    roll.dice.iter().map(|die| die.faces.shows(stream.below(die.faces.count().into()) as u16)).collect()
}

fn answer_anything<R: Rules>(game: &mut Match<R>, bytes: &mut Bytes<'_>) -> Result<(), Refusal> {
    let open = match game.pending() {
        Pending::Asks { ask, open, .. } => open.first().map(|(seat, _)| (*ask, *seat)),
        _ => None,
    };
    let (ask, seat) = match open {
        Some(open) if bytes.byte() < 200 => open,
        _ => (bytes.number() as u32, Seat(bytes.byte())),
    };
    game.answer(ask, seat, bytes.answer())
}
