//! The playout suite: laws that hold for every ruleset, tried on whole random games.
//!
//! A law is a function that says what is broken. The suite plays a game for each seed and tries all of them:
//!
//! | law | what it says |
//! | --- | --- |
//! | [`drivers_agree`] | the same facts and the same record come about whether bots play inline, nothing is kept, every ask suspends, the match is loaded anew at every entry, or answers are taken back and given again |
//! | [`answers_are_legal`] | every option, suggestion, pass, proposal, sample and mend passes `check`; an ask with one legal answer is not asked; answers survive notation and JSON; preview and answer agree |
//! | [`views_fold`] | folding a seat's changes gives its view |
//! | [`nothing_leaks`] | what a seat sees, hears and is offered does not change when another's secrets do |
//! | [`record_verifies`] | the record of the game is found to be as it should be |
//!
//! ```
//! trial::playout::suite::<duel::Duel>(&vocabulary::Setup::of(&["Ann", "Bo"]), 1..=3).unwrap();
//! ```

use std::ops::RangeInclusive;

use bots::Random;
use chance::{Key, Stream};
use engine::{By, Entry, Host, Hosted, Match, Nobody, Origin, Pending, Players, Record, Rules, Situation, Watch};
use vocabulary::{
    Answer, Ask, Event, Form, Seat, Setting, SettingKind, Settings, Setup, Value, View, Viewer, notation,
};

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("seed {seed}: {law}: {text}")]
pub struct Broken {
    /// The seed of the game that shows it.
    pub seed: u64,
    /// The law.
    pub law: &'static str,
    /// What is wrong.
    pub text: String,
}

/// What a law gives.
pub type Law = Result<(), String>;

/// A law with its name.
type Named<R> = (&'static str, fn(&<R as Rules>::Setup, u64) -> Law);

/// Plays a game for each seed and tries every law on it.
///
/// # Errors
/// The first law that does not hold.
pub fn suite<R: Rules>(setup: &Setup, seeds: RangeInclusive<u64>) -> Result<(), Broken> {
    for seed in seeds {
        let laws: [Named<R>; 5] = [
            ("drivers agree", drivers_agree::<R>),
            ("answers are legal", answers_are_legal::<R>),
            ("views fold", views_fold::<R>),
            ("nothing leaks", nothing_leaks::<R>),
            ("the record verifies", record_verifies::<R>),
        ];
        for (law, holds) in laws {
            let prepared = R::prepare(setup).map_err(|faults| Broken { seed, law, text: format!("{faults:?}") })?;
            holds(&prepared, seed).map_err(|text| Broken { seed, law, text })?;
        }
    }
    Ok(())
}

/// A set-up for a seed: some number of seats, and for every other seed random settings.
pub fn random_setup<R: Rules>(seed: u64) -> Setup {
    let manual = R::manual();
    let mut stream = Stream::new(Key::from_seed("playout setup", seed));
    let (least, most) = (u32::from(*manual.seats.start()), u32::from(*manual.seats.end()));
    let seats = least + stream.below(most - least + 1);
    let names: Vec<String> = (1..=seats).map(|n| format!("Player {n}")).collect();
    let mut setup = Setup::of(&names.iter().map(String::as_str).collect::<Vec<_>>());
    if seed % 2 == 1 {
        setup.settings = random_settings(&manual.settings, &mut stream);
    }
    setup
}

/// A random value for every setting of a form.
pub fn random_settings(form: &[Setting], stream: &mut Stream) -> Settings {
    let value = |setting: &Setting, stream: &mut Stream| match &setting.kind {
        SettingKind::Switch => Value::Switch(stream.below(2) == 0),
        SettingKind::Number { optional: true, .. } | SettingKind::Length { optional: true } if stream.below(4) == 0 => {
            Value::None
        }
        SettingKind::Number { min, max, .. } => Value::Number(min + stream.below((max - min + 1) as u32) as i32),
        SettingKind::Length { .. } => Value::Length(ground::Length::inches(stream.below(13) as i32)),
        SettingKind::Choice(options) => stream.pick(options).map_or(Value::None, |word| Value::Choice(*word)),
        SettingKind::Set(options) => {
            let mut words: Vec<_> = options.iter().copied().filter(|_| stream.below(2) == 0).collect();
            words.sort();
            Value::Set(words)
        }
        SettingKind::Dice => setting.default.clone(),
    };
    form.iter().map(|setting| (setting.name.clone(), value(setting, stream))).collect()
}

/// A random player for each seat, whose answer to an ask depends on the ask and the seat only.
///
/// So the same asks get the same answers, however often rules run again in between.
#[derive(Clone)]
pub struct Steady {
    key: Key,
}

impl Steady {
    /// The players of a seed.
    pub fn new(seed: u64) -> Steady {
        Steady { key: Key::from_seed("playout", seed) }
    }

    fn answer_to<R: Rules>(&self, situation: &Situation<'_, R>, asked: u64) -> Answer {
        let key = self.key.branch("ask", asked).branch("seat", situation.seat().0.into());
        situation.sample(&mut Stream::new(key))
    }
}

impl<R: Rules> Players<R> for Steady {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        Some(self.answer_to(situation, situation.ask().into()))
    }

    fn may_pause(&self) -> bool {
        false
    }
}

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
    fn told(&mut self, _: &R::State, fact: &R::Fact) {
        self.0.push(fact.clone());
    }
}

fn new_match<R: Rules>(setup: &R::Setup, seed: u64) -> Result<Match<R>, String> {
    Match::new(setup.clone(), Origin::Seeded { seed }).map_err(|faults| format!("{faults:?}"))
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

/// Whatever is offered is legal, and whatever is legal can be written down and read again.
///
/// # Errors
/// The ask and the answer that is wrong.
pub fn answers_are_legal<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    let mut critic = Critic { steady: Steady::new(seed), complaint: None };
    let mut game = new_match::<R>(setup, seed)?;
    game.run(&mut critic, &mut ());
    critic.complaint.map_or(Ok(()), Err)
}

/// Plays like the steady players and looks closely at every ask.
struct Critic {
    steady: Steady,
    complaint: Option<String>,
}

impl<R: Rules> Players<R> for Critic {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        let answer = self.steady.answer(situation)?;
        if self.complaint.is_none() {
            self.complaint = look_at(situation, &answer).err();
        }
        Some(answer)
    }
}

fn look_at<R: Rules>(situation: &Situation<'_, R>, sampled: &Answer) -> Law {
    let ask = situation.describe();
    let about = |text: String| format!("ask '{}' ({}): {text}", ask.text, ask.why);
    let options = situation.options();
    if options.complete && options.answers.len() == 1 {
        return Err(about("it is asked although there is one legal answer".to_owned()));
    }
    if options.answers.is_empty() {
        return Err(about("there is no legal answer".to_owned()));
    }
    let offered = ask.suggestions.iter().map(|suggestion| &suggestion.answer).chain(&ask.pass).chain(&ask.proposal);
    for answer in options.answers.iter().chain(offered).chain([sampled]) {
        situation.check(answer).map_err(|refusal| about(format!("{answer} is offered but refused: {refusal}")))?;
        survives(&ask, answer).map_err(about)?;
    }
    if options.complete && !options.answers.contains(sampled) {
        return Err(about(format!("{sampled} was drawn, but is not among all options")));
    }
    for answer in nearly_legal(&ask) {
        if let Err(refusal) = situation.check(&answer)
            && let Some(mend) = &refusal.mend
        {
            situation.check(mend).map_err(|worse| about(format!("{mend} should mend {answer}, but: {worse}")))?;
        }
    }
    let json = serde_json::to_string(&ask).map_err(|error| about(error.to_string()))?;
    let read: Ask = serde_json::from_str(&json).map_err(|error| about(error.to_string()))?;
    if read != ask { Err(about("it does not survive JSON".to_owned())) } else { Ok(()) }
}

fn survives(ask: &Ask, answer: &Answer) -> Law {
    if !answer.is_sane() {
        return Err(format!("{answer} is too large"));
    }
    let read = notation::read(&answer.to_string(), ask.form.kind());
    if read.as_ref() != Ok(answer) {
        return Err(format!("{answer} does not survive notation: {read:?}"));
    }
    let json = serde_json::to_string(answer).map_err(|error| error.to_string())?;
    let read: Answer = serde_json::from_str(&json).map_err(|error| error.to_string())?;
    if read != *answer { Err(format!("{answer} does not survive JSON")) } else { Ok(()) }
}

/// Answers that are likely to be refused, to see what mends them, and that nothing panics.
fn nearly_legal(ask: &Ask) -> Vec<Answer> {
    let mut answers = vec![Answer::Number(-1), Answer::Number(i32::MAX), Answer::none()];
    answers.push(Answer::Place([].into_iter().collect()));
    answers.push(Answer::Spread([].into_iter().collect()));
    match &ask.form {
        Form::Number { min, max, .. } => answers.extend([Answer::Number(min - 1), Answer::Number(max + 1)]),
        Form::Choose { options, .. } => {
            answers.push(Answer::Choose(options.iter().map(|option| option.token).collect()));
            answers.extend(
                options.iter().map(|option| Answer::Choose([option.token, option.token].into_iter().collect())),
            );
        }
        _ => {}
    }
    answers
}

/// Folding a viewer's changes gives its view, and preview agrees with answer.
///
/// # Errors
/// The viewer whose view is another.
pub fn views_fold<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    let mut host = Host::new(new_match::<R>(setup, seed)?, Box::new(Nobody));
    let seats: Vec<Seat> = (0..R::seats(setup)).map(Seat).collect();
    let viewers: Vec<Viewer> = seats.iter().map(|seat| Viewer::Seat(*seat)).chain([Viewer::Spectator]).collect();
    let mut folded: Vec<(u32, Option<View>)> = viewers.iter().map(|_| (0, None)).collect();
    let mut stream = Stream::new(Key::from_seed("hosted", seed));
    loop {
        for (viewer, (heard, view)) in viewers.iter().zip(&mut folded) {
            for event in host.events_since(*viewer, *heard) {
                fold(view, event);
                *heard += 1;
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
    host.preview(ask.id, ask.seat, &answer).map_err(|refusal| format!("preview refuses {answer}: {refusal}"))?;
    host.answer(ask.id, ask.seat, answer.clone()).map_err(|refusal| format!("{answer} is refused: {refusal}"))
}

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
/// answered.
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

/// The record of a game is found to be as it should be.
///
/// # Errors
/// What is wrong with it.
pub fn record_verifies<R: Rules>(setup: &R::Setup, seed: u64) -> Law {
    let mut game = new_match::<R>(setup, seed)?;
    game.run(&mut Random::new(Key::from_seed("bot", seed)), &mut ());
    let report = engine::verify::<R>(&game.record().to_text()).map_err(|error| error.to_string())?;
    if report.outcome.as_ref() != game.outcome() || !report.dice_checked {
        return Err(format!("the report says something else: {report:?}"));
    }
    Ok(())
}
