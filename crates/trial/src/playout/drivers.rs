//! The same facts come about however a match is driven.

use chance::{Key, Stream};
use engine::{By, Entry, Match, Nobody, Origin, Pending, Players, Record, Rules, Situation, Watch};
use vocabulary::{Answer, RuleId, Seat};

use super::{Law, Steady, new_match};

/// Answers one ask of each run, and lets the next one wait.
struct OneAtATime {
    steady: Steady,
    left: u32,
}

impl<R: Rules> Players<R> for OneAtATime {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.steady.answer(situation)
    }
}

/// Keeps all facts.
struct Facts<R: Rules>(Vec<R::Fact>);

impl<R: Rules> Watch<R> for Facts<R> {
    fn told(&mut self, _: &R::State, fact: &R::Fact, _: &[RuleId]) {
        self.0.push(fact.clone());
    }
}

/// A finished game played inline, and its facts.
fn play_inline<R: Rules>(setup: &R::Setup, seed: u64) -> Result<(Match<R>, Vec<R::Fact>), String> {
    let mut game = new_match::<R>(setup, seed)?;
    let mut facts = Facts(Vec::new());
    game.run(&mut Steady::new(seed), &mut facts);
    match game.pending() {
        Pending::Over(_) => Ok((game, facts.0)),
        other => Err(format!("the game did not end: {other:?}")),
    }
}

fn compare<R: Rules>(driver: &str, inline: &(Match<R>, Vec<R::Fact>), game: &Match<R>, facts: &[R::Fact]) -> Law {
    if let Some(at) = (0..inline.1.len().max(facts.len())).find(|at| inline.1.get(*at) != facts.get(*at)) {
        let (expected, found) = (inline.1.get(at), facts.get(at));
        return Err(format!("{driver}: fact {at} is {found:?}, inline it is {expected:?}"));
    }
    if inline.0.history().live().map(|(_, entry)| entry).ne(game.history().live().map(|(_, entry)| entry)) {
        return Err(format!("{driver}: the history is another"));
    }
    Ok(())
}

/// The same facts come about under every driver.
///
/// # Errors
/// The driver and the first fact that differs.
pub fn drivers_agree<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    let inline = play_inline::<R>(setup, seed)?;
    suspending(&inline, setup, seed)?;
    loading(&inline)?;
    undoing(&inline, seed)?;
    forgetting(&inline, setup, seed)
}

/// Nothing is kept; the facts must be the same all the same.
fn forgetting<R: Rules>(inline: &(Match<R>, Vec<R::Fact>), setup: &R::Setup, seed: u64) -> Law {
    let game = Match::<R>::forgetful(setup.clone(), Origin::Seeded { seed });
    let mut game = game.map_err(|faults| format!("{faults:?}"))?;
    let mut facts = Facts(Vec::new());
    // The numbers of asks differ, since no checkpoints are written; so the same answers are given in the same order.
    let by_player = |entry: &Entry| match entry {
        Entry::Answer { by: By::Player, gives, .. } => Some(gives.clone()),
        _ => None,
    };
    let answers: Vec<Answer> = inline.0.history().entries().iter().filter_map(by_player).collect();
    game.run(&mut Recited(answers.into_iter()), &mut facts);
    if facts.0 != inline.1 || game.outcome() != inline.0.outcome() {
        return Err("without a history the game goes otherwise".to_owned());
    }
    if (game.history().decisions(), game.history().thrown())
        != (inline.0.history().decisions(), inline.0.history().thrown())
    {
        return Err("without a history the counts are others".to_owned());
    }
    Ok(())
}

/// Gives answers in the order in which they were given before.
struct Recited(std::vec::IntoIter<Answer>);

impl<R: Rules> Players<R> for Recited {
    fn answer(&mut self, _: &Situation<'_, R>) -> Option<Answer> {
        self.0.next()
    }

    fn may_pause(&self) -> bool {
        false
    }
}

/// Every ask waits until it is answered from outside.
fn suspending<R: Rules>(inline: &(Match<R>, Vec<R::Fact>), setup: &R::Setup, seed: u64) -> Law {
    let mut game = new_match::<R>(setup, seed)?;
    let mut facts = Facts(Vec::new());
    let mut players = OneAtATime { steady: Steady::new(seed), left: 1 };
    while !matches!(game.run(&mut players, &mut facts), Pending::Over(_) | Pending::Frozen(_)) {
        players.left = 1;
    }
    compare("suspending", inline, &game, &facts.0)
}

/// The match is loaded from the record cut at each entry, and played on.
fn loading<R: Rules>(inline: &(Match<R>, Vec<R::Fact>)) -> Law {
    let whole = inline.0.record();
    let Origin::Seeded { seed } = whole.origin else { return Err("the game has no seed".to_owned()) };
    for at in 0..=whole.entries.len() {
        let cut = Record::<R> { entries: whole.entries[..at].to_vec(), ..whole.clone() };
        let text = cut.to_text();
        let read = Record::<R>::from_text(&text).map_err(|error| format!("loading at entry {at}: {error}"))?;
        let mut facts = Facts(Vec::new());
        let mut game = read.play(&mut facts).map_err(|diverged| format!("loading at entry {at}: {diverged}"))?;
        game.run(&mut Steady::new(seed), &mut facts);
        compare(&format!("loading at entry {at}"), inline, &game, &facts.0)?;
    }
    Ok(())
}

/// Answers are taken back and brought back again; and taken back and given anew while dice are kept by redoing.
fn undoing<R: Rules>(inline: &(Match<R>, Vec<R::Fact>), seed: u64) -> Law {
    let everybody: Vec<Seat> = (0..R::seats(inline.0.setup())).map(Seat).collect();
    let own = |(at, entry): (u32, &Entry)| matches!(entry, Entry::Answer { by: By::Player, .. }).then_some(at);
    let answers: Vec<u32> = inline.0.history().live().filter_map(own).collect();
    let mut stream = Stream::new(Key::from_seed("undo", seed));
    for _ in 0..4 {
        let Some(to) = stream.pick(&answers) else { return Ok(()) };
        let mut game = inline.0.clone();
        game.undo(*to, &everybody).map_err(|refusal| refusal.to_string())?;
        game.run(&mut Nobody, &mut ());
        if matches!(game.pending(), Pending::Over(_)) {
            return Err(format!("taking back entry {to} changed nothing"));
        }
        let undo = game.history().entries().iter().rposition(|entry| matches!(entry, Entry::Undone { .. }));
        let undo = undo.ok_or("the undo was not recorded")? as u32;
        // What is played after the undo is another game; it must be a good one, and going back before the undo must
        // bring the first game back.
        game.run(&mut Steady::new(seed.wrapping_add(1)), &mut ());
        engine::verify::<R>(&game.record().to_text())
            .map_err(|error| format!("after taking back entry {to}: {error}"))?;
        game.undo(undo, &everybody).map_err(|refusal| refusal.to_string())?;
        let mut facts = Facts(Vec::new());
        game.run(&mut Nobody, &mut facts);
        compare(&format!("undo of entry {to} and redo"), inline, &game, &facts.0)?;
        engine::verify::<R>(&game.record().to_text()).map_err(|error| format!("after redoing entry {to}: {error}"))?;
    }
    Ok(())
}
