//! Scripts: what comes into a match from outside, taken from a record, played again, and written as a scenario.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::{By, Diverged, Entry, Leaving, Match, Nobody, Order, Origin, Pending, Record, Rules, Watch};
use vocabulary::{
    Adjustment, Answer, Die, FieldChoice, Player, ReadyField, ReadyList, Ref, Roll, RuleId, Seat, Setup, Token,
};

use crate::scenario::{Amount, Scenario, Source, Statement};

/// Something that came into a match from outside.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Move {
    /// Dice are counted backwards in it, from the last one that fell: their numbers change when something is left out.
    Answer(Seat, Answer),
    Dice(Vec<i16>),
    Stand(Seat, Order, bool),
    Leave(Seat, Leaving),
    Adjust(Vec<Adjustment>),
}

/// A match that was played from a script.
pub(super) struct Candidate<R: Rules> {
    pub(super) script: Vec<Move>,
    pub(super) record: Record<R>,
    /// For answers of the script, by their place: what else could be answered.
    pub(super) offered: Vec<(usize, Answer)>,
    /// The places of the script at which a step begins.
    pub(super) steps: Vec<usize>,
}

impl<R: Rules> Candidate<R> {
    /// The match of a record, with what was taken back left out.
    pub(super) fn of(record: &Record<R>) -> Option<Candidate<R>> {
        Candidate::play(&record.setup, &script_of(record).ok()?, 0)
    }

    /// Plays a script as far as it can be made to fit. What is not asked for is left out; what is asked for and does not
    /// come within as many moves as there is patience is made up. Rules that panic end it there.
    pub(super) fn play(setup: &R::Setup, script: &[Move], patience: usize) -> Option<Candidate<R>> {
        let mut game = Match::<R>::new(setup.clone(), Origin::Typed).ok()?;
        let (mut played, mut offered, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        let mut left: VecDeque<&Move> = script.iter().collect();
        let most = 2 * script.len() + 100;
        while run(&mut game) && !left.is_empty() && played.len() < most {
            if begins_step(&game) {
                steps.push(played.len());
            }
            let fitting = |(_, step): &(usize, &&Move)| fits(&game, step);
            let next = match left.iter().enumerate().take(patience + 1).find(fitting).map(|(at, _)| at) {
                Some(at) => left.drain(..=at).next_back().cloned(),
                None => made_up(&game),
            };
            let Some(next) = next else { break };
            if let Move::Answer(seat, answer) = &next {
                let others = others(&game, *seat).into_iter().filter(|other| other != answer);
                offered.extend(others.map(|other| (played.len(), other)));
            }
            if !give(&mut game, &next) {
                break;
            }
            played.push(next);
        }
        Some(Candidate { script: played, record: game.record(), offered, steps })
    }

    /// How large it is: how many moves, how long they are to read, and how high the dice.
    pub(super) fn measure(&self) -> (usize, usize, i64) {
        let (mut length, mut pips) = (0, 0);
        for step in &self.script {
            match step {
                Move::Answer(_, answer) => length += answer.to_string().len(),
                Move::Dice(shown) => {
                    length += shown.len();
                    pips += shown.iter().map(|value| i64::from(*value)).sum::<i64>();
                }
                Move::Adjust(changes) => length += changes.iter().map(length_of).sum::<usize>(),
                Move::Stand(..) | Move::Leave(..) => {}
            }
        }
        (self.script.len(), length, pips)
    }
}

/// How long a change is to read, about.
fn length_of(change: &Adjustment) -> usize {
    match change {
        Adjustment::Pose(model, pose) => Answer::Place([(*model, *pose)].into_iter().collect()).to_string().len(),
        _ => 20,
    }
}

/// Plays on as far as it goes; whether it still waits for something.
fn run<R: Rules>(game: &mut Match<R>) -> bool {
    let ran = catch_unwind(AssertUnwindSafe(|| {
        game.run(&mut Nobody, &mut ());
    }));
    ran.is_ok() && matches!(game.pending(), Pending::Asks { .. } | Pending::Dice(_))
}

/// Whether the position alone says how to go on.
fn begins_step<R: Rules>(game: &Match<R>) -> bool {
    matches!(game.history().live().next_back(), Some((_, Entry::Checkpoint { .. })))
}

/// Whether a move can be made now; dice need only be as many.
fn fits<R: Rules>(game: &Match<R>, step: &Move) -> bool {
    match (step, game.pending()) {
        (Move::Answer(seat, answer), Pending::Asks { open, .. }) => {
            let asked = open.iter().find(|(of, _)| of == seat);
            let answer = count_dice(answer, thrown(game));
            asked.is_some_and(|(_, prompt)| R::check(game.state(), *seat, prompt, &answer).is_ok())
        }
        (Move::Dice(shown), Pending::Dice(roll)) => shown.len() == roll.dice.len(),
        (Move::Stand(..) | Move::Leave(..), _) => true,
        (Move::Adjust(_), _) => begins_step(game) || game.history().entries().is_empty(),
        _ => false,
    }
}

/// A plain answer, or dice on one side after the other, so that rules which want them to differ come to an end.
fn made_up<R: Rules>(game: &Match<R>) -> Option<Move> {
    match game.pending() {
        Pending::Asks { open, .. } => {
            let seat = open.first()?.0;
            Some(Move::Answer(seat, others(game, seat).into_iter().next()?))
        }
        Pending::Dice(roll) => {
            let shown = |(die, n): (&Die, u32)| die.faces.shows((n % u32::from(die.faces.count())) as u16);
            Some(Move::Dice(roll.dice.iter().zip(thrown(game)..).map(shown).collect()))
        }
        _ => None,
    }
}

/// The answer that does nothing, and the first that the rules offer.
fn others<R: Rules>(game: &Match<R>, seat: Seat) -> Vec<Answer> {
    let Pending::Asks { open, .. } = game.pending() else { return Vec::new() };
    let Some((_, prompt)) = open.iter().find(|(of, _)| *of == seat) else { return Vec::new() };
    let pass = R::describe(game.state(), seat, prompt).pass;
    let first = R::options(game.state(), seat, prompt).answers.into_iter().next();
    pass.into_iter().chain(first).map(|answer| count_dice(&answer, thrown(game))).collect()
}

/// How many dice have fallen.
fn thrown<R: Rules>(game: &Match<R>) -> u32 {
    let dice = game.history().entries().iter().map(|entry| match entry {
        Entry::Dice { shown, .. } => shown.0.len(),
        _ => 0,
    });
    u32::try_from(dice.sum::<usize>()).unwrap_or(u32::MAX)
}

/// An answer with its dice counted from the other end: from the first die forwards, or from the last one backwards.
fn count_dice(answer: &Answer, thrown: u32) -> Answer {
    let of = |r: Ref| match r {
        Ref::Die(n) => Ref::Die(thrown.wrapping_sub(n)),
        _ => r,
    };
    let token = |token: Token| match token {
        Token::Ref(r) => Token::Ref(of(r)),
        Token::About(word, r) => Token::About(word, of(r)),
        Token::Word(_) => token,
    };
    match answer {
        Answer::Choose(tokens) => Answer::Choose(tokens.iter().map(|part| token(*part)).collect()),
        Answer::Assign(parts) => {
            Answer::Assign(parts.iter().map(|(from, to, n)| (token(*from), token(*to), *n)).collect())
        }
        Answer::Spread(parts) => Answer::Spread(parts.iter().map(|(r, n)| (of(*r), *n)).collect()),
        Answer::Number(_) | Answer::Move { .. } | Answer::Place(_) => answer.clone(),
    }
}

/// Makes one move, if it is legal now.
pub(super) fn give<R: Rules>(game: &mut Match<R>, step: &Move) -> bool {
    let done = match (step, game.pending()) {
        (Move::Answer(seat, answer), Pending::Asks { ask, .. }) => {
            let answer = count_dice(answer, thrown(game));
            game.answer(*ask, *seat, answer)
        }
        (Move::Dice(shown), Pending::Dice(roll)) => {
            let value = |(die, value): (&vocabulary::Die, &i16)| {
                die.faces.face_showing(*value).map_or_else(|| die.faces.lowest(), |_| *value)
            };
            let shown: Vec<i16> = roll.dice.iter().zip(shown).map(value).collect();
            game.enter_dice(&shown)
        }
        (Move::Stand(seat, order, given), _) => game.stand(*seat, *order, *given),
        (Move::Leave(seat, how), _) => game.leave(*seat, *how),
        (Move::Adjust(changes), _) => {
            let all: Vec<Seat> = (0..R::seats(game.setup())).map(Seat).collect();
            game.adjust(changes.clone(), &all)
        }
        _ => return false,
    };
    done.is_ok()
}

/// Collects what dice showed, roll by roll.
#[derive(Default)]
struct Rolls(VecDeque<Vec<i16>>);

impl<R: Rules> Watch<R> for Rolls {
    fn rolled(&mut self, _: &R::State, roll: &Roll, _: &[RuleId]) {
        self.0.push_back(roll.dice.iter().map(|die| die.shows).collect());
    }
}

/// What came into a match from outside and still counts.
fn script_of<R: Rules>(record: &Record<R>) -> Result<Vec<Move>, Diverged> {
    let mut rolls = Rolls::default();
    let game = record.play(&mut rolls)?;
    let mut script = Vec::new();
    let mut thrown = 0;
    for (_, entry) in game.history().live() {
        script.push(match entry {
            Entry::Answer { seat, gives, by: By::Player, .. } => Move::Answer(*seat, count_dice(gives, thrown)),
            Entry::Dice { first, shown } => {
                thrown = first + u32::try_from(shown.0.len()).unwrap_or_default();
                Move::Dice(rolls.0.pop_front().unwrap_or_default())
            }
            Entry::Standing { seat, order, given } => Move::Stand(*seat, *order, *given),
            Entry::Left { seat, how } => Move::Leave(*seat, *how),
            Entry::Adjusted { changes, .. } => Move::Adjust(changes.clone()),
            _ => continue,
        });
    }
    Ok(script)
}

/// Where armies and the battlefield of a set-up are from: those that are ready are named, others are written out.
fn sources<R: Rules>(chosen: &Setup, setup: &R::Setup) -> (Vec<(Seat, Source)>, Option<Source>) {
    let manual = R::manual();
    let plays_the_same = |changed: &Setup| R::prepare(changed).as_ref() == Ok(setup);
    let army = |(seat, player): (u8, &Player)| {
        let list = player.army.as_ref()?;
        let same = |ready: &&ReadyList| {
            let mut changed = chosen.clone();
            changed.players[usize::from(seat)].army = Some(ready.list.clone());
            plays_the_same(&changed)
        };
        let ready = manual.armies.iter().chain(&manual.drills).find(same).map(|ready| Source::Ready(ready.id));
        let written = || toml::to_string(list).unwrap_or_default().trim_end().to_owned();
        Some((Seat(seat), ready.unwrap_or_else(|| Source::Written(written()))))
    };
    let armies = (0..).zip(&chosen.players).filter_map(army).collect();
    let field = chosen.field.as_ref().map(|field| match field {
        FieldChoice::Seed(seed) => Source::Seed(*seed),
        FieldChoice::Text(text) => {
            let same = |ready: &&ReadyField| {
                let field = Some(FieldChoice::Text(ready.file.clone()));
                plays_the_same(&Setup { field, ..chosen.clone() })
            };
            let ready = manual.fields.iter().find(same);
            ready.map_or_else(|| Source::Written(text.trim_end().to_owned()), |ready| Source::Ready(ready.id))
        }
    });
    (armies, field)
}

/// A pack as a scenario can hold it: one line for each value, and no comments.
fn without_comments(pack: &str) -> String {
    let table: toml::Table = pack.parse().unwrap_or_default();
    toml::to_string(&table).unwrap_or_default().trim_end().to_owned()
}

/// A record as a scenario: its set-up, every answer in notation, the dice, and `stop` where it is not over.
///
/// Names that a scenario cannot hold are replaced.
///
/// # Errors
/// Where and why the record cannot be played.
pub fn to_scenario<R: Rules>(record: &Record<R>, title: &str, proves: &[RuleId]) -> Result<Scenario, Diverged> {
    let game = record.play(&mut ())?;
    let chosen = R::chosen(&record.setup);
    let (armies, field) = sources::<R>(&chosen, &record.setup);
    let mut names: Vec<String> = chosen.players.iter().map(|player| player.name.clone()).collect();
    if !names.iter().all(|name| Scenario::is_name(name)) {
        names = (1..=names.len()).map(|n| format!("Player{n}")).collect();
    }
    let settings = chosen.settings.iter().map(|(name, value)| (name.clone(), value.to_string()));
    let (mut given, mut play, mut thrown) = (Vec::new(), Vec::new(), 0);
    for step in script_of(record)? {
        match step {
            Move::Answer(seat, answer) => {
                play.push(Statement::Answer(seat, count_dice(&answer, thrown).to_string().into()));
            }
            Move::Dice(shown) => {
                thrown += u32::try_from(shown.len()).unwrap_or_default();
                play.push(Statement::Dice(shown));
            }
            Move::Stand(seat, order, true) => {
                let amount = order.value.map(Amount::Number);
                play.push(Statement::Stands(seat, order.order, order.about, amount, order.scope));
            }
            Move::Stand(seat, order, false) => play.push(Statement::Withdraws(seat, order.order, order.about)),
            Move::Leave(seat, how) => play.push(Statement::Leaves(seat, how)),
            Move::Adjust(changes) if play.is_empty() => given.extend(changes),
            Move::Adjust(changes) => play.extend(changes.into_iter().map(Statement::Agreed)),
        }
    }
    if game.outcome().is_none() {
        play.push(Statement::Stop);
    }
    Ok(Scenario {
        title: title.to_owned(),
        game: R::GAME.into(),
        proves: proves.iter().cloned().map(Into::into).collect(),
        seats: names.into_iter().map(Into::into).collect(),
        packs: chosen.packs.iter().map(|pack| without_comments(&pack.text).into()).collect(),
        armies: armies.into_iter().map(Into::into).collect(),
        field: field.map(Into::into),
        settings: settings.map(Into::into).collect(),
        refused: None,
        given: given.into_iter().map(Into::into).collect(),
        play: play.into_iter().map(Into::into).collect(),
    })
}
