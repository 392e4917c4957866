//! A match: its set-up and its history, and the position they lead to.

use chance::{Source, Stream};
use smallvec::SmallVec;
use vocabulary::{Adjustment, Answer, AskId, Fault, Order, Outcome, Refusal, Roll, Seat};

use crate::codes::{ADJUST, ANSWER, DICE, NOT_ASKED, SEAT, STALE, STANDING, UNDO};
use crate::history::{By, Entry, History, Leaving};
use crate::orders::is_order;
use crate::table::{Desk, Ledger, Seen, Stop, Table};
use crate::{Nobody, Origin, Players, Progress, Record, Rules, Watch};

/// What a match waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Pending<R: Rules> {
    /// Nothing: it can be run.
    Nothing,
    /// Answers.
    Asks {
        /// The number of the ask, the same for all seats that are asked at once.
        ask: AskId,
        /// The seats that have not answered yet, and what they are asked.
        open: SmallVec<[(Seat, R::Prompt); 1]>,
        /// Whether several seats were asked at once: nothing is shown before all have answered.
        sealed: bool,
    },
    /// Dice that people throw themselves.
    Dice(Box<Roll>),
    /// Nothing any more.
    Over(Outcome),
    /// Nothing any more: the history cannot be played.
    Frozen(Diverged),
}

/// The history is not one of this match under these rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the history does not fit the rules at entry {entry}: {reason}")]
pub struct Diverged {
    /// The entry at which it shows.
    pub entry: u32,
    /// A sentence.
    pub reason: String,
}

/// A point to run from again.
#[derive(Clone)]
struct Checkpoint<R: Rules> {
    state: R::State,
    desk: Desk,
    /// How many live entries lie before it.
    cursor: usize,
}

/// One game: its set-up, its history, and the position they lead to.
#[derive(Clone)]
pub struct Match<R: Rules> {
    setup: R::Setup,
    origin: Origin,
    history: History,
    state: R::State,
    desk: Desk,
    ledger: Ledger,
    dice: Source,
    /// The start of the step under way; none while nobody may pause, and the beginning serves instead.
    checkpoint: Option<Checkpoint<R>>,
    /// How many live entries lay before the step under way.
    step_cursor: usize,
    /// Whether a step was left half-way, so that the position must be restored before it runs again.
    midway: bool,
    pending: Pending<R>,
}

impl<R: Rules> Match<R> {
    /// A match before anything happened.
    ///
    /// # Errors
    /// Every fault of the set-up.
    pub fn new(setup: R::Setup, origin: Origin) -> Result<Match<R>, Vec<Fault>> {
        Match::with_history(setup, origin, History::new())
    }

    /// A match that keeps no history, for players who always answer and nobody who wants to look back: the same game,
    /// sooner. It has no record and nothing in it can be taken back.
    ///
    /// # Errors
    /// Every fault of the set-up.
    pub fn forgetful(setup: R::Setup, origin: Origin) -> Result<Match<R>, Vec<Fault>> {
        Match::with_history(setup, origin, History::forgetful())
    }

    fn with_history(setup: R::Setup, origin: Origin, history: History) -> Result<Match<R>, Vec<Fault>> {
        let state = R::begin(&setup)?;
        let dice = origin.source();
        Ok(Match {
            setup,
            origin,
            history,
            state,
            desk: Desk::default(),
            ledger: Ledger::default(),
            dice,
            checkpoint: None,
            step_cursor: 0,
            midway: false,
            pending: Pending::Nothing,
        })
    }

    /// A match with the history of a record, none of which has been played.
    ///
    /// # Errors
    /// Why this cannot be the history of a match.
    pub(crate) fn before(record: &Record<R>) -> Result<Match<R>, Diverged> {
        let history = History::from_outside(record.entries.clone());
        let history = history.map_err(|(entry, reason)| Diverged { entry, reason })?;
        Match::with_history(record.setup.clone(), record.origin.clone(), history).map_err(|faults| {
            let reason = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            Diverged { entry: 0, reason: format!("the set-up is not legal: {reason}") }
        })
    }

    /// Takes the history for one that was checked before.
    pub(crate) fn trust_history(&mut self) {
        self.history.trust();
    }

    /// Plays on as far as answers and dice go.
    ///
    /// # Panics
    /// If a match that keeps no history is given players who may pause.
    pub fn run(&mut self, players: &mut dyn Players<R>, watch: &mut dyn Watch<R>) -> &Pending<R> {
        if matches!(self.pending, Pending::Over(_) | Pending::Frozen(_)) {
            return &self.pending;
        }
        if self.midway {
            self.restore();
        }
        let (may_pause, seats) = (players.may_pause(), R::seats(&self.setup));
        if may_pause && self.checkpoint.is_none() && self.history.cursor() == 0 {
            self.mark_checkpoint(true);
        }
        assert!(
            !(self.history.forgets() && may_pause),
            "a match that keeps no history needs players who always answer"
        );
        self.pending = loop {
            let told = watch.wants_steps().then(Vec::new);
            let mut table = Table {
                state: Seen(&mut self.state),
                history: &mut self.history,
                desk: &mut self.desk,
                ledger: &mut self.ledger,
                dice: &mut self.dice,
                players,
                watch,
                seats,
                happened: 0,
                told,
                stop: None,
            };
            let step = read_adjustments(&mut table).and_then(|()| R::advance(&mut table)).and_then(|progress| {
                match &progress {
                    Progress::Checkpoint => table.end_step()?,
                    Progress::Over(outcome) => table.end_match(outcome)?,
                }
                table.tell_end();
                Ok(progress)
            });
            let stop = table.stop.take();
            match (step, stop) {
                (Ok(Progress::Checkpoint), _) => {
                    self.ledger.end_step();
                    self.desk.end_step();
                    self.mark_checkpoint(may_pause);
                }
                (Ok(Progress::Over(outcome)), _) => break Pending::Over(outcome),
                (Err(_), Some(Stop::Asks { ask, open, sealed })) => break Pending::Asks { ask, open, sealed },
                (Err(_), Some(Stop::Dice(roll))) => break Pending::Dice(roll),
                (Err(_), Some(Stop::Diverged(diverged))) => break Pending::Frozen(diverged),
                (Err(_), None) => unreachable!("only a table makes a pause, and it says why"),
            }
        };
        self.midway = true;
        &self.pending
    }

    fn mark_checkpoint(&mut self, may_pause: bool) {
        self.step_cursor = self.history.cursor();
        if !may_pause {
            self.checkpoint = None;
            return;
        }
        match &mut self.checkpoint {
            Some(checkpoint) => {
                checkpoint.state.clone_from(&self.state);
                checkpoint.desk.clone_from(&self.desk);
                checkpoint.cursor = self.step_cursor;
            }
            none => {
                let (state, desk) = (self.state.clone(), self.desk.clone());
                *none = Some(Checkpoint { state, desk, cursor: self.step_cursor });
            }
        }
    }

    /// Goes back to the start of the step under way.
    fn restore(&mut self) {
        self.midway = false;
        match &self.checkpoint {
            Some(checkpoint) => {
                self.state.clone_from(&checkpoint.state);
                self.desk.clone_from(&checkpoint.desk);
                self.history.rewind(checkpoint.cursor);
            }
            None => self.start_over(),
        }
    }

    /// Goes back to the beginning; what the history holds is read again from there.
    fn start_over(&mut self) {
        self.state = match R::begin(&self.setup) {
            Ok(state) => state,
            Err(_) => unreachable!("the set-up was legal when the match began"),
        };
        self.desk = Desk::default();
        self.history.rewind(0);
        self.ledger = Ledger::default();
        self.checkpoint = None;
        self.step_cursor = 0;
        self.midway = false;
    }

    /// The same match before anything happened, with all of its history, to be run again.
    pub(crate) fn unplayed(&self) -> Match<R> {
        let mut again = self.clone();
        again.start_over();
        again.pending = Pending::Nothing;
        again
    }

    /// Takes an answer, if it is to an open ask and legal. The match plays on when it is run.
    ///
    /// # Errors
    /// Why it is not accepted; the match is unchanged then.
    pub fn answer(&mut self, ask: AskId, seat: Seat, answer: Answer) -> Result<(), Refusal> {
        let prompt = self.prompt(ask, seat)?;
        if !answer.is_sane() {
            return Err(Refusal::new(ANSWER, "this answer is too large"));
        }
        R::check(&self.state, seat, prompt, &answer)?;
        self.history.push_checked(Entry::Answer { ask, seat, gives: answer, by: By::Player });
        if let Pending::Asks { open, .. } = &mut self.pending {
            open.retain(|(of, _)| *of != seat);
        }
        Ok(())
    }

    /// What a seat is asked.
    ///
    /// # Errors
    /// If this ask is not open, or not to this seat.
    pub fn prompt(&self, ask: AskId, seat: Seat) -> Result<&R::Prompt, Refusal> {
        let Pending::Asks { ask: open_ask, open, .. } = &self.pending else {
            return Err(Refusal::new(STALE, "there is no question to answer now"));
        };
        if ask != *open_ask {
            return Err(Refusal::new(STALE, format!("ask {ask} is no longer open; ask {open_ask} is")));
        }
        let asked = open.iter().find(|(of, _)| *of == seat);
        asked.map(|(_, prompt)| prompt).ok_or_else(|| Refusal::new(NOT_ASKED, "this question is not for you"))
    }

    /// Takes what dice show that people threw themselves.
    ///
    /// # Errors
    /// If no dice are waited for, or they are not as many, or cannot show that.
    pub fn enter_dice(&mut self, shown: &[i16]) -> Result<(), Refusal> {
        let Pending::Dice(roll) = &self.pending else {
            return Err(Refusal::new(DICE, "the match is not waiting for dice"));
        };
        if roll.dice.len() != shown.len() {
            let dice =
                if roll.dice.len() == 1 { "1 die is".to_owned() } else { format!("{} dice are", roll.dice.len()) };
            let text = format!("{dice} rolled here, not {}", shown.len());
            return Err(Refusal::new(DICE, text));
        }
        for (die, value) in roll.dice.iter().zip(shown) {
            if !(0..die.faces.count()).any(|side| die.faces.shows(side) == *value) {
                return Err(Refusal::new(DICE, format!("{} cannot show {value}", die.faces)));
            }
        }
        match &mut self.dice {
            Source::Typed(typed) => typed.enter(shown.iter().copied()),
            _ => return Err(Refusal::new(DICE, "the dice of this match are not typed in")),
        }
        self.pending = Pending::Nothing;
        Ok(())
    }

    /// Leaves a standing order for a seat, or withdraws it.
    ///
    /// # Errors
    /// If there is no such order or seat, or the match waits for nobody.
    pub fn stand(&mut self, seat: Seat, order: Order, given: bool) -> Result<(), Refusal> {
        self.must_wait()?;
        self.must_sit(seat)?;
        if !is_order::<R>(order.order) {
            return Err(Refusal::new(STANDING, format!("there is no standing order '{}'", order.order)));
        }
        // Orders can be given without end; answers to come must still find room.
        if self.history.entries().len() >= History::MOST_ENTRIES / 2 {
            return Err(Refusal::new(STANDING, "too much has happened in this match for another standing order"));
        }
        self.history.push_checked(Entry::Standing { seat, order, given });
        Ok(())
    }

    /// Lets a seat leave.
    ///
    /// # Errors
    /// If it has left already, or the match waits for nobody.
    pub fn leave(&mut self, seat: Seat, how: Leaving) -> Result<(), Refusal> {
        self.must_wait()?;
        self.must_sit(seat)?;
        self.history.push_checked(Entry::Left { seat, how });
        Ok(())
    }

    fn must_wait(&self) -> Result<(), Refusal> {
        match self.pending {
            Pending::Asks { .. } | Pending::Dice(_) => Ok(()),
            _ => Err(Refusal::new(STALE, "the match is not waiting for anyone")),
        }
    }

    fn must_sit(&self, seat: Seat) -> Result<(), Refusal> {
        if seat.0 >= R::seats(&self.setup) {
            return Err(Refusal::new(SEAT, format!("there is no seat {}", seat.0)));
        }
        if self.desk.is_gone(seat) {
            return Err(Refusal::new(SEAT, "this seat has left the match"));
        }
        Ok(())
    }

    /// Goes back to before the answer that stands at entry `to`, or, where an undo stands there, to before that undo.
    ///
    /// Free for whoever takes back nothing but own answers; otherwise all seats that are still there must agree. The
    /// match plays on when it is run, and whoever watches hears all of it again.
    ///
    /// # Errors
    /// Why it cannot be taken back.
    pub fn undo(&mut self, to: u32, agreed: &[Seat]) -> Result<(), Refusal> {
        self.may_undo(to, agreed)?;
        let mut agreed = agreed.to_vec();
        agreed.sort();
        agreed.dedup();
        self.history.push_checked(Entry::Undone { to, agreed });
        self.start_over();
        self.pending = Pending::Nothing;
        Ok(())
    }

    pub(crate) fn may_undo(&self, to: u32, agreed: &[Seat]) -> Result<(), Refusal> {
        if matches!(self.pending, Pending::Frozen(_)) {
            return Err(Refusal::new(UNDO, "this match cannot continue"));
        }
        if self.history.undone >= History::MOST_UNDONE {
            return Err(Refusal::new(UNDO, "too much has been taken back in this match"));
        }
        let redo = match self.history.entries().get(to as usize) {
            Some(Entry::Undone { .. }) => true,
            Some(Entry::Answer { by: By::Player, .. }) if self.history.live().any(|(at, _)| at == to) => false,
            _ => return Err(Refusal::new(UNDO, format!("entry {to} is not an answer that can be taken back"))),
        };
        let everybody =
            (0..R::seats(&self.setup)).map(Seat).all(|seat| self.desk.is_gone(seat) || agreed.contains(&seat));
        if everybody {
            return Ok(());
        }
        let mut why = if redo { Some("something was taken back") } else { None };
        for entry in self.history.lost_by_going_back(to) {
            match entry {
                Entry::Answer { by: By::Player, seat, .. } if !agreed.contains(seat) => {
                    why = Some("another player answered");
                }
                Entry::Dice { .. } => why = Some("dice were rolled"),
                Entry::Left { .. } => why = Some("a player left"),
                Entry::Adjusted { .. } => why = Some("the position was adjusted"),
                _ => {}
            }
        }
        if self.ledger.revealed.iter().any(|at| *at > to) {
            why = why.or(Some("something hidden was shown"));
        }
        let needs_consent =
            |why| Refusal::new(UNDO, format!("{why} since then; all players must agree to take it back"));
        why.map_or(Ok(()), |why| Err(needs_consent(why)))
    }

    /// The entry of the last answer that this seat gave itself.
    pub fn last_answer_of(&self, seat: Seat) -> Option<u32> {
        let own = |entry: &Entry| matches!(entry, Entry::Answer { seat: of, by: By::Player, .. } if *of == seat);
        self.history.live().rev().find(|(_, entry)| own(entry)).map(|(at, _)| at)
    }

    /// Changes the position as all players agreed, at the start of a step. The match plays on when it is run, and
    /// whoever watches hears all of it again.
    ///
    /// # Errors
    /// If not all agreed, a step is under way, or a change makes no sense.
    pub fn adjust(&mut self, changes: Vec<Adjustment>, agreed: &[Seat]) -> Result<(), Refusal> {
        self.must_wait()?;
        let seats = (0..R::seats(&self.setup)).map(Seat);
        let agreed: Vec<Seat> = seats.clone().filter(|seat| agreed.contains(seat)).collect();
        if !seats.into_iter().all(|seat| self.desk.is_gone(seat) || agreed.contains(&seat)) {
            return Err(Refusal::new(ADJUST, "all players must agree"));
        }
        if !changes.iter().all(Adjustment::is_sane) {
            return Err(Refusal::new(ADJUST, "these changes are too large"));
        }
        if self.history.live().count() > self.step_cursor {
            return Err(Refusal::new(ADJUST, "something is under way; finish it or take it back first"));
        }
        let mut trial = self.clone();
        trial.history.push_checked(Entry::Adjusted { changes, agreed });
        trial.start_over();
        trial.pending = Pending::Nothing;
        trial.run(&mut Nobody, &mut ());
        if let Pending::Frozen(diverged) = &trial.pending {
            return Err(Refusal::new(ADJUST, diverged.reason.clone()));
        }
        trial.start_over();
        trial.pending = Pending::Nothing;
        *self = trial;
        Ok(())
    }

    /// The same position with dice of its own, for whoever wants to look ahead and may know everything: tests, tools.
    #[must_use]
    pub fn fork(&self, dice: Source) -> Match<R> {
        let mut fork = self.clone();
        fork.dice = dice;
        if let Some(checkpoint) = &mut fork.checkpoint {
            fork.history = self.history.tail(checkpoint.cursor);
            checkpoint.cursor = 0;
            fork.step_cursor = 0;
        }
        fork
    }

    /// A match as it might be for all that a seat knows, with dice of its own: what a searching bot plays on.
    ///
    /// What others answered to the ask that is open is forgotten. Nothing is given where what happened in the step
    /// under way cannot have come about with what was drawn anew, or where the match was played in place and there is
    /// no checkpoint to start from.
    pub fn imagine(&self, seat: Seat, stream: &mut Stream, dice: Source) -> Option<Match<R>> {
        let mut fork = self.fork(dice);
        if let Pending::Asks { ask, .. } = &self.pending {
            let sealed = |entry: &Entry| matches!(entry, Entry::Answer { ask: of, seat: other, .. } if of == ask && *other != seat);
            fork.history.drop_from_end(|_, entry| sealed(entry));
        }
        let checkpoint = fork.checkpoint.as_mut()?;
        checkpoint.state = R::resample(&checkpoint.state, seat, stream);
        fork.pending = Pending::Nothing;
        fork.run(&mut Nobody, &mut ());
        if matches!(fork.pending, Pending::Frozen(_)) { None } else { Some(fork) }
    }

    /// The last entry before the step under way; the same for two steps only if they are one.
    pub(crate) fn step_follows(&self) -> Option<u32> {
        let last = self.step_cursor.checked_sub(1)?;
        self.history.live().nth(last).map(|(at, _)| at)
    }

    /// How many things whoever watches heard of before the step under way.
    pub(crate) fn heard_before_step(&self) -> u32 {
        self.ledger.before_step
    }

    /// The set-up.
    pub fn setup(&self) -> &R::Setup {
        &self.setup
    }

    /// The position: for tools and tests; what leaves the process goes through views.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// What the match waits for.
    pub fn pending(&self) -> &Pending<R> {
        &self.pending
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.pending {
            Pending::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The history.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The standing orders in force.
    pub fn orders(&self) -> &[(Seat, Order)] {
        &self.desk.orders
    }

    /// Whether a seat has left.
    pub fn is_gone(&self, seat: Seat) -> bool {
        self.desk.is_gone(seat)
    }

    /// Where its dice come from.
    pub(crate) fn origin(&self) -> &Origin {
        &self.origin
    }

    /// All that is needed to have this match again.
    pub fn record(&self) -> Record<R> {
        Record { setup: self.setup.clone(), origin: self.origin.clone(), entries: self.history.entries().to_vec() }
    }
}

/// Changes that were agreed on are made before the step runs.
fn read_adjustments<R: Rules>(t: &mut Table<R>) -> crate::Flow<()> {
    while let Some(Entry::Adjusted { changes, agreed }) = t.history.peek() {
        if !(0..t.seats).map(Seat).all(|seat| t.is_gone(seat) || agreed.contains(&seat)) {
            return Err(t.diverge("not all players agreed to this change"));
        }
        for change in changes.clone() {
            match R::adjust(&t.state, &change) {
                Ok(fact) => t.tell(fact),
                Err(refusal) => return Err(t.diverge(refusal.to_string())),
            }
        }
        t.history.pass();
    }
    Ok(())
}
