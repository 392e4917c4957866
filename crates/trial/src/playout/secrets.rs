//! Nobody learns what others keep to themselves.

use chance::{Key, Stream};
use engine::{Host, Hosted, Nobody, Players, Record, Rules, Situation, Watch};
use vocabulary::{Answer, Ask, Event, RuleId, Seat, Viewer};

use super::{Law, Steady, new_match};

/// What a seat sees, hears and is offered does not change when another's secrets do.
///
/// # Errors
/// Who learns what.
pub fn nothing_leaks<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    let mut spy = Spy { steady: Steady::new(seed), complaint: None, stream: Stream::new(Key::from_seed("spy", seed)) };
    let mut game = new_match::<R>(setup, seed)?;
    game.run(&mut spy, &mut ());
    spy.complaint.map_or(Ok(()), Err)?;
    sealed_answers_stay_sealed::<R>(setup, seed)
}

/// Plays like the steady players, and at every ask compares what the seat knows with what it would know if the secrets
/// of others were different.
struct Spy {
    steady: Steady,
    stream: Stream,
    complaint: Option<String>,
}

impl<R: Rules> Players<R> for Spy {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        let other = situation.imagine(&mut self.stream);
        let (seat, prompt) = (situation.seat(), situation.prompt());
        if self.complaint.is_none() {
            let what = if R::view(&other, Viewer::Seat(seat)) != situation.view() {
                Some("sees")
            } else if R::describe(&other, seat, prompt) != (Ask { id: 0, ..situation.describe() }) {
                Some("is asked")
            } else if R::options(&other, seat, prompt) != situation.options() {
                Some("is offered")
            } else {
                None
            };
            let tells = |what| format!("what seat {} {what} depends on what it does not know", seat.0);
            self.complaint = what.map(tells);
        }
        self.steady.answer(situation)
    }
}

/// While an ask to several seats is open, and after an answer that stays secret, the others hear the same whatever was
/// answered; unless the rules show some of it before they ask anybody again.
fn sealed_answers_stay_sealed<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    let mut host = Host::new(new_match::<R>(setup, seed)?, Box::new(Nobody));
    let seats: Vec<Seat> = (0..R::seats(setup)).map(Seat).collect();
    let mut stream = Stream::new(Key::from_seed("sealed", seed));
    loop {
        let asks: Vec<Ask> = seats.iter().flat_map(|seat| host.waiting(Viewer::Seat(*seat)).asks).collect();
        let Some(ask) = stream.pick(&asks) else { return Ok(()) };
        let prompt = host.game().prompt(ask.id, ask.seat).map_err(|refusal| refusal.to_string())?.clone();
        let answers = R::options(host.game().state(), ask.seat, &prompt).answers;
        if ask.secret || asks.len() > 1 {
            let record = host.game().record();
            let others = || seats.iter().filter(|seat| **seat != ask.seat).map(|seat| Viewer::Seat(*seat));
            let mut heard: Option<Vec<Vec<Event>>> = None;
            for answer in answers {
                let mut other = Host::load(&record, Box::new(Nobody)).map_err(|diverged| diverged.to_string())?;
                if shows::<R>(&record, ask, &answer)? {
                    continue;
                }
                other.answer(ask.id, ask.seat, answer).map_err(|refusal| refusal.to_string())?;
                let viewers = others().chain([Viewer::Spectator]);
                let now: Vec<Vec<Event>> = viewers.map(|viewer| other.events_since(viewer, 0).to_vec()).collect();
                if heard.get_or_insert_with(|| now.clone()) != &now {
                    return Err(format!("others hear what seat {} answered in secret to '{}'", ask.seat.0, ask.text));
                }
            }
        }
        let answer = R::sample(host.game().state(), ask.seat, &prompt, &mut stream);
        host.answer(ask.id, ask.seat, answer).map_err(|refusal| refusal.to_string())?;
    }
}

/// Whether the rules show something hidden between an answer and the next ask.
fn shows<R: Rules>(record: &Record<R>, ask: &Ask, answer: &Answer) -> Result<bool, String> {
    let mut game = record.play(&mut ()).map_err(|diverged| diverged.to_string())?;
    game.answer(ask.id, ask.seat, answer.clone()).map_err(|refusal| refusal.to_string())?;
    let mut ear = Ear { heard: false };
    game.run(&mut Nobody, &mut ear);
    Ok(ear.heard)
}

/// Listens for facts that show something hidden.
struct Ear {
    heard: bool,
}

impl<R: Rules> Watch<R> for Ear {
    fn told(&mut self, _: &R::State, fact: &R::Fact, _: &[RuleId]) {
        self.heard |= R::reveals(fact);
    }
}
