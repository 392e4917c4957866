//! Changes add up to views, and preview agrees with answer.

use chance::{Key, Stream};
use engine::{Host, Hosted, Nobody, Rules};
use vocabulary::{Ask, Event, Seat, View, Viewer};

use super::answers::nearly_legal;
use super::{Law, new_match};

/// Folding a viewer's changes gives its view, also when the match was loaded in between, what a step came to sums up
/// what was heard since the last time, and preview agrees with answer.
///
/// # Errors
/// The viewer whose view is another.
pub fn views_fold<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    let mut host = Host::new(new_match::<R>(setup, seed)?, Box::new(Nobody));
    let seats: Vec<Seat> = (0..R::seats(setup)).map(Seat).collect();
    let viewers: Vec<Viewer> = seats.iter().map(|seat| Viewer::Seat(*seat)).chain([Viewer::Spectator]).collect();
    let mut folded: Vec<(u32, Option<View>)> = viewers.iter().map(|_| (0, None)).collect();
    let mut summed_up = vec![0; viewers.len()];
    let mut stream = Stream::new(Key::from_seed("hosted", seed));
    for answers in 0.. {
        if answers % 16 == 8 {
            let loaded =
                Host::resume(&host.game().record(), Box::new(Nobody)).map_err(|diverged| diverged.to_string())?;
            // The others hear of it from the beginning when they hear the next time.
            if loaded.events_since(viewers[0], 0) != host.events_since(viewers[0], 0) {
                return Err(format!("{:?} is told something else when the match is loaded", viewers[0]));
            }
            host = loaded;
        }
        for ((viewer, (heard, view)), summed_up) in viewers.iter().zip(&mut folded).zip(&mut summed_up) {
            for event in host.events_since(*viewer, *heard) {
                fold(view, event);
                *heard += 1;
                if let Some(since) = event.since {
                    if since <= *summed_up || since >= event.n || event.text.is_none() {
                        return Err(format!("what {viewer:?} hears in event {} sums up nothing that is new", event.n));
                    }
                    *summed_up = event.n;
                }
            }
            if view.as_ref() != Some(&host.view(*viewer)) {
                return Err(format!("the changes sent to {viewer:?} do not add up to its view"));
            }
        }
        let asks: Vec<Ask> = viewers.iter().flat_map(|viewer| host.waiting(*viewer).asks).collect();
        let Some(ask) = stream.pick(&asks) else { break };
        answer_hosted(&mut host, ask, &mut stream)?;
    }
    match host.waiting(Viewer::Spectator).outcome {
        Some(_) => Ok(()),
        None => Err("the game waits for nobody, but is not over".to_owned()),
    }
}

fn fold(view: &mut Option<View>, event: &Event) {
    for change in event.changes.clone() {
        match (view.as_mut(), change) {
            (Some(view), change) => view.fold(change),
            (None, vocabulary::Change::Whole(whole)) => *view = Some(*whole),
            (None, _) => {}
        }
    }
}

/// Answers an ask of a hosted match: first with something doubtful, to compare preview with answer, then legally.
fn answer_hosted<R: Rules>(host: &mut Host<R>, ask: &Ask, stream: &mut Stream) -> Law {
    let prompt = host.game().prompt(ask.id, ask.seat).map_err(|refusal| refusal.to_string())?.clone();
    for doubtful in nearly_legal(ask) {
        if let Err(previewed) = host.preview(ask.id, ask.seat, &doubtful) {
            let before = host.entries();
            if host.answer(ask.id, ask.seat, doubtful.clone()) != Err(previewed) || host.entries() != before {
                return Err(format!("preview refuses {doubtful}, answer does not do the same"));
            }
        }
    }
    let answer = R::sample(host.game().state(), ask.seat, &prompt, stream);
    let preview =
        host.preview(ask.id, ask.seat, &answer).map_err(|refusal| format!("preview refuses {answer}: {refusal}"))?;
    host.answer(ask.id, ask.seat, answer.clone()).map_err(|refusal| format!("{answer} is refused: {refusal}"))?;
    match preview.then {
        Some(then) if host.waiting(Viewer::Seat(ask.seat)).asks != [*then.clone()] => {
            Err(format!("after {answer} '{}' should be asked, as its preview said", then.text))
        }
        _ => Ok(()),
    }
}
