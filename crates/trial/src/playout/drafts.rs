//! What comes of a drag can be taken at its word.

use chance::{Key, Stream};
use engine::{Host, Hosted, Nobody, Rules};
use ground::{Point, Pose};
use vocabulary::{Answer, Ask, Draft, Form, ModelId, Seat, Verdict, View, Viewer, Wish};

use super::{Law, new_match};

/// Wherever models are dragged, the draft says what an answer would come to, moves nobody else, and offers only what is
/// legal; places that are legal are not changed.
///
/// # Errors
/// The ask, the wish and what is wrong with its draft.
pub fn drafts_keep_their_word<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    let mut host = Host::new(new_match::<R>(setup, seed)?, Box::new(Nobody));
    let mut stream = Stream::new(Key::from_seed("drafts", seed));
    loop {
        let seats = (0..R::seats(setup)).map(|seat| Viewer::Seat(Seat(seat)));
        let asks: Vec<Ask> = seats.flat_map(|viewer| host.waiting(viewer).asks).collect();
        let Some(ask) = stream.pick(&asks) else { return Ok(()) };
        let view = host.view(Viewer::Seat(ask.seat));
        for wish in wishes(ask, &view, &mut stream) {
            let wrong = |text: String| format!("ask '{}' ({}), wish {wish:?}: {text}", ask.text, ask.why);
            let draft = host.draft(ask.id, ask.seat, &wish).map_err(|refusal| wrong(refusal.to_string()))?;
            judge(&mut host, ask, &wish, &draft).map_err(wrong)?;
        }
        let prompt = host.game().prompt(ask.id, ask.seat).map_err(|refusal| refusal.to_string())?.clone();
        let answer = R::sample(host.game().state(), ask.seat, &prompt, &mut stream);
        host.answer(ask.id, ask.seat, answer).map_err(|refusal| refusal.to_string())?;
    }
}

/// Where models stand now, where suggestions take them, and all of them dragged somewhere.
fn wishes(ask: &Ask, view: &View, stream: &mut Stream) -> Vec<Wish> {
    let models: Vec<ModelId> = match &ask.form {
        Form::Move { movers, followers, .. } => {
            movers.iter().map(|mover| mover.model).chain(followers.iter().copied()).collect()
        }
        Form::Place { models, .. } => models.clone(),
        _ => return Vec::new(),
    };
    let pose = |model: ModelId| view.models.iter().find(|known| known.id == model).and_then(|model| model.pose);
    let stand: Wish = models.iter().filter_map(|model| Some((*model, pose(*model)?))).collect();
    let suggested = ask.suggestions.iter().map(|suggestion| ends(&suggestion.answer));
    let mut wishes: Vec<Wish> = suggested.collect();
    let far = view.field.size;
    let mut shifted = |wish: &Wish| {
        let by = |most: i32, stream: &mut Stream| stream.below(2 * most.max(1) as u32) as i32 - most;
        let (x, y) = (by(far.x / 4, stream), by(far.y / 4, stream));
        wish.iter().map(|(model, at)| (*model, Pose { at: Point::new(at.at.x + x, at.at.y + y), ..*at })).collect()
    };
    let dragged: Vec<Wish> = wishes.iter().chain([&stand]).map(&mut shifted).collect();
    wishes.extend(dragged);
    wishes.push(stand);
    wishes
}

/// Where an answer takes models.
fn ends(answer: &Answer) -> Wish {
    match answer {
        Answer::Move { paths, placed } => {
            let ends = paths.iter().filter_map(|(model, path)| Some((*model, *path.legs.last()?)));
            ends.chain(placed.iter().copied()).collect()
        }
        Answer::Place(placed) => placed.to_vec(),
        _ => Vec::new(),
    }
}

fn judge<R: Rules>(host: &mut Host<R>, ask: &Ask, wish: &Wish, draft: &Draft) -> Law {
    let answer = &draft.answer;
    let ends = ends(answer);
    if let Some((stranger, _)) = ends.iter().find(|(model, _)| !wish.iter().any(|(wished, _)| wished == model)) {
        return Err(format!("{answer} moves {stranger:?}, which nobody dragged"));
    }
    let as_wished = Answer::Place(wish.iter().copied().collect());
    if host.preview(ask.id, ask.seat, &as_wished).is_ok() && *answer != as_wished {
        return Err(format!("{answer} is drafted, though {as_wished} is legal"));
    }
    let Verdict::Refused(refusal) = &draft.verdict else {
        let previewed = host.preview(ask.id, ask.seat, answer);
        return previewed.map(|_| ()).map_err(|refusal| format!("{answer} is allowed, but: {refusal}"));
    };
    if let Some(mend) = &refusal.mend {
        let previewed = host.preview(ask.id, ask.seat, mend);
        previewed.map_err(|worse| format!("{mend} should be near to {answer}, but: {worse}"))?;
    }
    let before = host.entries();
    match host.answer(ask.id, ask.seat, answer.clone()) {
        Err(refused) if refused.rule == refusal.rule && refused.by == refusal.by && host.entries() == before => Ok(()),
        given => Err(format!("{answer} is drafted as refused ({refusal}), but answered it gives {given:?}")),
    }
}
