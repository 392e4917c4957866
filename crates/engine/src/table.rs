//! The table: where rules run.

use std::hash::Hasher;
use std::ops::Deref;

use chance::{DieId, NoDie, Source};
use siphasher::sip::SipHasher13;
use smallvec::SmallVec;
use vocabulary::{Answer, AskId, Order, Outcome, Roll, RuleId, Scope, Seat};

use crate::history::{By, Entry, Face, Fingerprint, History, Leaving, Throws};
use crate::orders::{ASK_EVERYTHING, is_order};
use crate::{Diverged, Flow, Pause, Players, Rules, Situation, Watch};

/// The position as rules see it: to be read, never written. It changes through [`Table::tell`] only.
pub struct Seen<'m, S>(pub(crate) &'m mut S);

impl<S> Deref for Seen<'_, S> {
    type Target = S;

    fn deref(&self) -> &S {
        self.0
    }
}

/// What belongs to the seats and not to the game: who has left, and who left which orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Desk {
    /// A bit for each seat that has left.
    gone: u32,
    /// Who left in the step under way; the rules hear of it at its end.
    leaving: SmallVec<[(Seat, Leaving); 1]>,
    pub(crate) orders: SmallVec<[(Seat, Order); 2]>,
}

impl Desk {
    pub(crate) fn is_gone(&self, seat: Seat) -> bool {
        self.gone & (1 << seat.0) != 0
    }

    fn leave(&mut self, seat: Seat, how: Leaving) {
        self.gone |= 1 << seat.0;
        self.leaving.push((seat, how));
    }

    fn stand(&mut self, seat: Seat, order: Order, given: bool) {
        self.orders.retain(|(of, old)| *of != seat || !old.is_replaced_by(&order));
        if given {
            self.orders.push((seat, order));
        }
    }

    /// Whether a seat wants to be asked even where no answer makes a difference.
    fn asks_everything(&self, seat: Seat) -> bool {
        self.orders.iter().any(|(of, order)| *of == seat && order.order == ASK_EVERYTHING)
    }

    /// Ends the orders that hold for one step only.
    pub(crate) fn end_step(&mut self) {
        self.orders.retain(|(_, order)| order.scope == Scope::Match);
    }
}

/// What has been told, as a hash, and how much of it belongs to the step under way.
#[derive(Clone, Default)]
pub(crate) struct Ledger {
    hash: SipHasher13,
    /// Things that happened in this step and were passed on to whoever watches.
    passed_on: u32,
    /// Things that happened in all steps before.
    pub(crate) before_step: u32,
    /// Before which entries something hidden was shown.
    pub(crate) revealed: Vec<u32>,
}

impl Ledger {
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        Fingerprint(self.hash.finish())
    }

    pub(crate) fn end_step(&mut self) {
        self.before_step += std::mem::take(&mut self.passed_on);
    }
}

/// Feeds the hash with the compact form of a fact, without an allocation.
struct IntoHash<'a>(&'a mut SipHasher13);

impl postcard::ser_flavors::Flavor for IntoHash<'_> {
    type Output = ();

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.try_extend(&[byte])
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.write(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

/// Why a step did not come to its end.
pub(crate) enum Stop<R: Rules> {
    Asks { ask: AskId, open: SmallVec<[(Seat, R::Prompt); 1]>, sealed: bool },
    Dice(Box<Roll>),
    Diverged(Diverged),
}

/// What is told by no rule.
const NO_RULES: [RuleId; 0] = [];

fn gathered(rules: impl IntoIterator<Item: Into<RuleId>>) -> Vec<RuleId> {
    rules.into_iter().map(Into::into).collect()
}

/// Where rules run: they ask, roll and tell, and read the position.
pub struct Table<'m, R: Rules> {
    /// The position.
    pub state: Seen<'m, R::State>,
    pub(crate) history: &'m mut History,
    pub(crate) desk: &'m mut Desk,
    pub(crate) ledger: &'m mut Ledger,
    pub(crate) dice: &'m mut Source,
    pub(crate) players: &'m mut dyn Players<R>,
    pub(crate) watch: &'m mut dyn Watch<R>,
    pub(crate) seats: u8,
    /// Things that happened in this run of the step.
    pub(crate) happened: u32,
    /// All facts told in this run of the step, if somebody wants them at its end.
    pub(crate) told: Option<Vec<R::Fact>>,
    pub(crate) stop: Option<Stop<R>>,
}

impl<R: Rules> Table<'_, R> {
    /// Asks a seat and gives its answer, which is legal.
    ///
    /// # Errors
    /// A pause, while the answer is not there.
    pub fn ask(&mut self, seat: Seat, prompt: R::Prompt) -> Flow<Answer> {
        let ask = self.history.next_ask();
        self.read_asides()?;
        if self.history.peek().is_some() {
            return self.read_answer(ask, seat, &prompt);
        }
        let given = self.own_answer(seat, &prompt).or_else(|| self.player_answer(ask, seat, &prompt));
        match given {
            Some(given) => Ok(self.note_answer(ask, seat, &prompt, given)),
            None => Err(self.pause(Stop::Asks { ask, open: smallvec::smallvec![(seat, prompt)], sealed: false })),
        }
    }

    /// Asks several seats at once; no seat learns of another's answer before all have answered.
    ///
    /// The answers come in the order of the asks, whatever the order in which they were given.
    ///
    /// # Errors
    /// A pause, while an answer is missing.
    pub fn ask_all(&mut self, asks: &[(Seat, R::Prompt)]) -> Flow<SmallVec<[Answer; 4]>> {
        let ask = self.history.next_ask();
        let mut answers: SmallVec<[Option<Answer>; 4]> = asks.iter().map(|_| None).collect();
        loop {
            self.read_asides()?;
            if answers.iter().all(Option::is_some) {
                return Ok(answers.into_iter().flatten().collect());
            }
            let Some(Entry::Answer { seat, .. }) = self.history.peek() else { break };
            let seat = *seat;
            let Some(at) = asks.iter().zip(&answers).position(|((of, _), given)| *of == seat && given.is_none()) else {
                return Err(self.diverge(format!("seat {} answers, but was not asked", seat.0)));
            };
            answers[at] = Some(self.read_answer(ask, seat, &asks[at].1)?);
        }
        if self.history.peek().is_some() {
            return Err(self.diverge("answers of several seats were expected here"));
        }
        // First what needs no player, so that the order of the entries does not depend on when players answer.
        for only_own in [true, false] {
            for ((seat, prompt), answer) in asks.iter().zip(&mut answers) {
                let given = match answer {
                    Some(_) => None,
                    None if only_own => self.own_answer(*seat, prompt),
                    None => self.player_answer(ask, *seat, prompt),
                };
                if let Some(given) = given {
                    *answer = Some(self.note_answer(ask, *seat, prompt, given));
                }
            }
        }
        if answers.iter().all(Option::is_some) {
            return Ok(answers.into_iter().flatten().collect());
        }
        let missing = asks.iter().zip(&answers).filter(|(_, answer)| answer.is_none());
        let open = missing.map(|(asked, _)| asked.clone()).collect();
        Err(self.pause(Stop::Asks { ask, open, sealed: asks.len() > 1 }))
    }

    /// Throws dice and gives the roll back with what they show.
    ///
    /// # Errors
    /// A pause, while dice that people throw themselves are not typed in.
    pub fn roll(&mut self, roll: Roll) -> Flow<Roll> {
        self.roll_with(roll, |_, _| NO_RULES)
    }

    /// Throws dice like [`Table::roll`], with further rules behind them than those the roll names itself.
    ///
    /// The closure sees the position and what the dice show. It runs only if somebody listens.
    ///
    /// # Errors
    /// A pause, while dice that people throw themselves are not typed in.
    pub fn roll_with<I>(&mut self, mut roll: Roll, rules: impl FnOnce(&R::State, &Roll) -> I) -> Flow<Roll>
    where
        I: IntoIterator<Item: Into<RuleId>>,
    {
        // Where a rule comes to throw no dice at all, there is nothing to note or to show.
        if roll.dice.is_empty() {
            return Ok(roll);
        }
        self.read_asides()?;
        match self.history.peek() {
            Some(Entry::Dice { first, shown }) => {
                let (first, shown) = (*first, shown.clone());
                self.read_dice(&mut roll, first, &shown)?;
                self.history.pass();
            }
            Some(_) => return Err(self.diverge("dice were expected here")),
            None => self.throw(&mut roll)?,
        }
        if self.is_news() {
            let rules = self.watch.wants_rules().then(|| gathered(rules(&self.state, &roll)));
            self.watch.rolled(&self.state, &roll, rules.as_deref().unwrap_or_default());
        }
        Ok(roll)
    }

    /// Tells a fact that no rule is behind: the position changes as it says, and whoever may hear of it does.
    #[inline]
    pub fn tell(&mut self, fact: R::Fact) {
        self.tell_with(fact, |_| NO_RULES);
    }

    /// Tells a fact with the rules behind it.
    ///
    /// They go to whoever listens, beside the fact. They are no part of it, nor of its fingerprint or the record.
    #[inline]
    pub fn tell_by(&mut self, fact: R::Fact, rules: impl IntoIterator<Item: Into<RuleId>>) {
        self.tell_with(fact, |_| rules);
    }

    /// Tells a fact with the rules behind it, where these depend on the position.
    ///
    /// The closure sees the position as the fact has left it. It runs only if somebody listens.
    #[inline]
    #[expect(clippy::needless_pass_by_value, reason = "a rule tells a fact and is done with it")]
    pub fn tell_with<I>(&mut self, fact: R::Fact, rules: impl FnOnce(&R::State) -> I)
    where
        I: IntoIterator<Item: Into<RuleId>>,
    {
        R::apply(self.state.0, &fact);
        if let Some(told) = &mut self.told {
            told.push(fact.clone());
        }
        if !self.history.forgets() {
            if !self.is_news() {
                return;
            }
            // A fact is plain data, and a hash takes all that comes: there is nothing here that can fail.
            let _ = postcard::serialize_with_flavor(&fact, IntoHash(&mut self.ledger.hash));
            if R::reveals(&fact) {
                self.ledger.revealed.push(self.history.next_ask());
            }
        }
        let rules = self.watch.wants_rules().then(|| gathered(rules(&self.state)));
        self.watch.told(&self.state, &fact, rules.as_deref().unwrap_or_default());
    }

    /// Says that the step is over, which happens like a fact: once, however often the step ran.
    pub(crate) fn tell_end(&mut self) {
        if self.history.forgets() || self.is_news() {
            self.watch.step_over(&self.state, self.told.as_deref().unwrap_or_default());
        }
    }

    /// Counts something that happens, and says whether it happens for the first time.
    fn is_news(&mut self) -> bool {
        self.happened += 1;
        let news = self.happened > self.ledger.passed_on;
        if news {
            self.ledger.passed_on = self.happened;
        }
        news
    }

    /// Whether a seat has left the match.
    pub fn is_gone(&self, seat: Seat) -> bool {
        self.desk.is_gone(seat)
    }

    /// Whether at most one seat is still there: nothing it could answer matters any more.
    fn is_alone(&self) -> bool {
        self.desk.gone.count_ones() + 1 >= u32::from(self.seats)
    }

    fn pause(&mut self, stop: Stop<R>) -> Pause {
        self.stop = Some(stop);
        Pause(())
    }

    /// Leaves because the history is not one of this match.
    pub(crate) fn diverge(&mut self, reason: impl Into<String>) -> Pause {
        let entry = self.history.next_ask();
        self.pause(Stop::Diverged(Diverged { entry, reason: reason.into() }))
    }

    /// Reads what may stand before an answer or dice: standing orders, and seats that leave.
    fn read_asides(&mut self) -> Flow<()> {
        loop {
            match self.history.peek() {
                Some(Entry::Standing { seat, order, given }) => {
                    let (seat, order, given) = (*seat, *order, *given);
                    if seat.0 >= self.seats {
                        return Err(self.diverge(format!("there is no seat {}", seat.0)));
                    }
                    if self.history.is_unchecked() && !is_order::<R>(order.order) {
                        return Err(self.diverge(format!("there is no standing order '{}'", order.order)));
                    }
                    self.history.pass();
                    self.desk.stand(seat, order, given);
                }
                Some(Entry::Left { seat, how }) => {
                    let (seat, how) = (*seat, *how);
                    if seat.0 >= self.seats || self.desk.is_gone(seat) {
                        return Err(self.diverge(format!("there is no seat {} that could leave", seat.0)));
                    }
                    self.history.pass();
                    self.desk.leave(seat, how);
                }
                _ => return Ok(()),
            }
        }
    }

    fn read_answer(&mut self, ask: AskId, seat: Seat, prompt: &R::Prompt) -> Flow<Answer> {
        let Some(Entry::Answer { ask: to, seat: of, gives, by }) = self.history.peek() else {
            return Err(self.diverge(format!("an answer of seat {} was expected here", seat.0)));
        };
        if (*to, *of) != (ask, seat) {
            let reason = format!("it answers ask {to} for seat {}, but ask {ask} is to seat {}", of.0, seat.0);
            return Err(self.diverge(reason));
        }
        let answer = gives.clone();
        if self.history.is_unchecked() {
            let by = *by;
            if let Err(refusal) = R::check(&self.state, seat, prompt, &answer) {
                return Err(self.diverge(refusal.to_string()));
            }
            let (own, expected) = self.own_answer(seat, prompt).map_or((By::Player, None), |(a, by)| (by, Some(a)));
            if own != by || expected.is_some_and(|expected| expected != answer) {
                return Err(self.diverge("someone else had to answer here"));
            }
        }
        self.history.pass();
        Ok(answer)
    }

    /// The answer that needs no player: where a seat has left, or where there is no choice, or by a standing order.
    fn own_answer(&self, seat: Seat, prompt: &R::Prompt) -> Option<(Answer, By)> {
        if self.desk.gone != 0 && (self.desk.is_gone(seat) || self.is_alone()) {
            return Some((R::absent(&self.state, seat, prompt), By::Absence));
        }
        if let Some(answer) = R::forced(&self.state, seat, prompt) {
            return Some((answer, By::Rules));
        }
        if !self.desk.asks_everything(seat)
            && let Some(answer) = R::idle(&self.state, seat, prompt)
        {
            return Some((answer, By::Rules));
        }
        let orders = self.desk.orders.iter().filter(|(of, _)| *of == seat);
        orders
            .filter_map(|(_, order)| R::stand(&self.state, seat, order, prompt))
            .next()
            .map(|answer| (answer, By::Order))
    }

    /// The answer of whoever holds the seat, if it is there.
    fn player_answer(&mut self, ask: AskId, seat: Seat, prompt: &R::Prompt) -> Option<(Answer, By)> {
        let situation = Situation { state: &*self.state, seat, prompt, ask };
        self.players.answer(&situation).map(|answer| (answer, By::Player))
    }

    /// Records an answer that was given just now.
    ///
    /// People's answers were checked when they came in. What bots, orders and rulesets answer by themselves is checked
    /// here: an illegal one is a bug in them.
    fn note_answer(&mut self, ask: AskId, seat: Seat, prompt: &R::Prompt, (answer, by): (Answer, By)) -> Answer {
        if let Err(refusal) = R::check(&self.state, seat, prompt, &answer) {
            panic!("an answer given for seat {} ({by:?}) is not legal: {answer}: {refusal}", seat.0);
        }
        self.history.push_answer(ask, seat, &answer, by);
        answer
    }

    /// Takes over dice that have fallen already, having seen that they are the ones that are thrown here.
    fn read_dice(&mut self, roll: &mut Roll, first: u32, shown: &Throws) -> Flow<()> {
        let fits = |(die, face): (&vocabulary::Die, &Face)| die.faces.count() == face.sides && face.side < face.sides;
        if roll.dice.len() != shown.0.len() || !roll.dice.iter().zip(&shown.0).all(fits) {
            return Err(self.diverge(format!("{} other dice were expected here, for {}", roll.dice.len(), roll.why)));
        }
        let follows_from_key = self.history.is_unchecked() && matches!(self.dice, Source::Keyed(_));
        for ((n, die), face) in (first..).zip(&mut roll.dice).zip(&shown.0) {
            if follows_from_key && self.dice.draw(n.into(), die.faces) != Ok(face.side) {
                return Err(self.diverge(format!("die {n} does not show what its key gives")));
            }
            die.id = DieId(n);
            die.shows = die.faces.shows(face.side);
        }
        Ok(())
    }

    fn throw(&mut self, roll: &mut Roll) -> Flow<()> {
        let first = self.history.thrown();
        let mut shown = Throws::default();
        for (n, die) in (first..).zip(&mut roll.dice) {
            match self.dice.draw(n.into(), die.faces) {
                Ok(side) => {
                    die.id = DieId(n);
                    die.shows = die.faces.shows(side);
                    shown.0.push(Face { sides: die.faces.count(), side });
                }
                Err(NoDie::Waiting) => {
                    for die in &mut roll.dice {
                        die.shows = 0;
                    }
                    let roll = Box::new(roll.clone());
                    return Err(self.pause(Stop::Dice(roll)));
                }
                Err(no_die) => return Err(self.diverge(format!("die {n}: {no_die}"))),
            }
        }
        self.history.push_dice(first, shown);
        Ok(())
    }

    /// Tells who left, and writes or compares the mark at the end of a step.
    pub(crate) fn end_step(&mut self) -> Flow<()> {
        for (seat, how) in std::mem::take(&mut self.desk.leaving) {
            self.tell_by(R::left(seat, how), R::LEFT_BY.iter().copied());
        }
        if self.history.forgets() {
            return Ok(());
        }
        let facts = self.ledger.fingerprint();
        match self.history.peek() {
            None => self.history.push_read(Entry::Checkpoint { facts }),
            Some(Entry::Checkpoint { facts: recorded }) if *recorded == facts => self.history.pass(),
            Some(Entry::Checkpoint { .. }) => return Err(self.diverge("the facts up to this checkpoint differ")),
            Some(_) => return Err(self.diverge("a checkpoint was expected here")),
        }
        Ok(())
    }

    /// Writes or compares the mark at the end of the match.
    pub(crate) fn end_match(&mut self, outcome: &Outcome) -> Flow<()> {
        if self.history.forgets() {
            return Ok(());
        }
        let end = Entry::Over { outcome: outcome.clone(), facts: self.ledger.fingerprint() };
        match self.history.peek() {
            None => self.history.push_read(end),
            Some(recorded) if *recorded == end => self.history.pass(),
            Some(_) => return Err(self.diverge("the match ends here, but not as recorded")),
        }
        if self.history.peek().is_some() { Err(self.diverge("the match was over before this")) } else { Ok(()) }
    }
}
