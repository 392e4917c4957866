//! Clients that send whatever they like.

use chance::{Key, Stream};
use engine::{Host, Hosted, Match, Nobody, Origin, Pending, Record, Rules};
use vocabulary::{Change, Refusal, Roll, Seat, View, Viewer};

use super::bytes::Bytes;
use crate::playout::random_setup;

/// No more requests than this, so that a long input does not take long.
const MOST_REQUESTS: usize = 80;

/// A hosted match whose clients answer, ask, undo, leave, adjust and leave orders as they like, in turn and out of turn.
///
/// What is refused changes nothing. What is accepted never freezes the match; what each viewer hears of it adds up to
/// what it sees; and the record verifies.
pub fn clients<R: Rules>(data: &[u8]) {
    let mut bytes = Bytes::new::<R>(data);
    let seed = bytes.seed();
    let origin = if bytes.coin() { Origin::Seeded { seed } } else { Origin::Typed };
    let setup = R::prepare(&random_setup::<R>(seed)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut audience = Audience::new(R::seats(&setup));
    let game = Match::<R>::new(setup, origin).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut host = Host::new(game, Box::new(Nobody));
    let mut stream = Stream::new(Key::from_seed("clients", seed));
    for _ in 0..MOST_REQUESTS {
        if bytes.is_empty() {
            break;
        }
        // Entries are only ever added: where none was, none has changed.
        let (entries, pending) = (host.entries(), host.game().pending().clone());
        if let Err(refusal) = request(&mut host, &mut bytes, &mut stream) {
            assert!(!refusal.text.is_empty(), "a refusal says why");
            let now = (host.entries(), host.game().pending());
            assert_eq!(now, (entries, &pending), "what was refused changed something: {refusal}");
        }
        if let Pending::Frozen(diverged) = host.game().pending() {
            panic!("what was accepted cannot be played: {diverged}\n{}", host.record());
        }
        audience.hear(&host);
    }
    keeps(&host);
}

/// Viewers, each with how many events it has heard and what they add up to.
struct Audience(Vec<(Viewer, u32, Option<View>)>);

impl Audience {
    fn new(seats: u8) -> Audience {
        let viewers = (0..seats).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator]);
        Audience(viewers.map(|viewer| (viewer, 0, None)).collect())
    }

    fn hear<R: Rules>(&mut self, host: &Host<R>) {
        for (viewer, heard, view) in &mut self.0 {
            for event in host.events_since(*viewer, *heard) {
                *heard += 1;
                for change in event.changes.clone() {
                    match (view.as_mut(), change) {
                        (Some(view), change) => view.fold(change),
                        (None, Change::Whole(whole)) => *view = Some(*whole),
                        (None, change) => panic!("{viewer:?} hears of {change:?} before it has seen anything"),
                    }
                }
            }
            assert_eq!(view.as_ref(), Some(&host.view(*viewer)), "changes do not add up\n{}", host.record());
            for ask in host.waiting(*viewer).asks {
                assert!(viewer.is(ask.seat), "{viewer:?} sees what {:?} is asked", ask.seat);
            }
        }
    }
}

/// The record of the match verifies and leads to where the match stands.
fn keeps<R: Rules>(host: &Host<R>) {
    let text = host.record();
    let report = engine::verify::<R>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(report.outcome.as_ref(), host.game().outcome(), "{text}");
    let loaded = Record::<R>::from_text(&text).map(|record| record.play(&mut ()));
    match loaded {
        Ok(Ok(loaded)) => assert_eq!(loaded.pending(), host.game().pending(), "it waits for something else\n{text}"),
        other => panic!("it was verified, but cannot be loaded: {:?}\n{text}", other.map(Result::err)),
    }
}

fn request<R: Rules>(host: &mut Host<R>, bytes: &mut Bytes<'_>, stream: &mut Stream) -> Result<(), Refusal> {
    match bytes.byte() % 16 {
        0..=6 => go_on(host, bytes, stream),
        7 | 8 => answer_anything(host, bytes),
        9 => host.query(Viewer::Seat(bytes.seat()), &bytes.query()).map(drop),
        10 | 11 => {
            let to = bytes.place(host.entries() as usize) as u32;
            host.undo(to, &bytes.seats())
        }
        12 => host.leave(bytes.seat(), bytes.leaving()),
        13 => host.stand(bytes.seat(), bytes.order(), bytes.coin()),
        14 => {
            let changes = (0..=bytes.byte() % 3).map(|_| bytes.adjustment()).collect();
            host.adjust(changes, &bytes.seats())
        }
        _ => {
            let shown: Vec<i16> = (0..bytes.byte() % 8).map(|_| bytes.number() as i16).collect();
            host.enter_dice(&shown)
        }
    }
}

/// Does what the match waits for, legally, so that it gets on.
fn go_on<R: Rules>(host: &mut Host<R>, bytes: &mut Bytes<'_>, stream: &mut Stream) -> Result<(), Refusal> {
    match host.game().pending() {
        Pending::Asks { ask, open, .. } => {
            let Some((seat, prompt)) = open.get(usize::from(bytes.byte()) % open.len().max(1)) else { return Ok(()) };
            let (ask, seat) = (*ask, *seat);
            let answer = R::sample(host.game().state(), seat, prompt, stream);
            let given = host.answer(ask, seat, answer.clone());
            assert_eq!(given, Ok(()), "{answer} was drawn from what is legal");
            Ok(())
        }
        Pending::Dice(roll) => {
            let shown = throw(roll, stream);
            host.enter_dice(&shown)
        }
        _ => Ok(()),
    }
}

fn throw(roll: &Roll, stream: &mut Stream) -> Vec<i16> {
    roll.dice.iter().map(|die| die.faces.shows(stream.below(die.faces.count().into()) as u16)).collect()
}

fn answer_anything<R: Rules>(host: &mut Host<R>, bytes: &mut Bytes<'_>) -> Result<(), Refusal> {
    let open = match host.game().pending() {
        Pending::Asks { ask, open, .. } => open.first().map(|(seat, _)| (*ask, *seat)),
        _ => None,
    };
    let (ask, seat) = match open {
        Some(open) if bytes.byte() < 200 => open,
        _ => (bytes.number() as u32, Seat(bytes.byte())),
    };
    let answer = bytes.answer();
    let previewed = host.preview(ask, seat, &answer).map(drop);
    let given = host.answer(ask, seat, answer);
    assert_eq!(previewed, given, "preview and answer do not agree");
    given
}
