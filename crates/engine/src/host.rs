//! A running match for whoever knows no ruleset: asks, views and events in the shared vocabulary, seat by seat.

use std::cell::OnceCell;

use chance::{Commitment, Key, Source, Stream};
use vocabulary::{
    Adjustment, Answer, Ask, AskId, Change, Draft, Event, Form, Offer, Order, Outcome, Proof, Query, Refusal, Roll,
    RuleId, Seat, Text, View, Viewer, Wish,
};

use crate::codes::{ANSWER, NOT_ASKED, QUERY};
use crate::history::{Entry, Leaving};
use crate::orders::in_words;
use crate::{Diverged, Drafted, Match, Nobody, Origin, Pending, Players, Rules, Watch, hear, hear_roll, record};

/// What a viewer sees the match wait for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Waiting {
    /// What this viewer is asked.
    pub asks: Vec<Ask>,
    /// All seats that have not answered.
    pub seats: Vec<Seat>,
    /// Dice to be typed in.
    pub dice: Option<Roll>,
    /// How the match ended.
    pub outcome: Option<Outcome>,
    /// Why it cannot be played on.
    pub frozen: Option<Diverged>,
}

/// A running match, whatever the game.
///
/// After each call that changes it, the match has been played on as far as bots, rules and dice go.
pub trait Hosted: Send {
    /// What the match waits for.
    fn waiting(&self, viewer: Viewer) -> Waiting;

    /// Takes an answer.
    ///
    /// # Errors
    /// Why it is not accepted; nothing has changed then.
    fn answer(&mut self, ask: AskId, seat: Seat, answer: Answer) -> Result<(), Refusal>;

    /// Takes what dice show that people threw themselves.
    ///
    /// # Errors
    /// Why they are not accepted.
    fn enter_dice(&mut self, shown: &[i16]) -> Result<(), Refusal>;

    /// What an answer would mean; agrees with [`Hosted::answer`] on whether it is accepted.
    ///
    /// # Errors
    /// Why it would not be accepted.
    fn preview(&self, ask: AskId, seat: Seat, answer: &Answer) -> Result<Proof, Refusal>;

    /// What comes of where a seat would like models to stand: an answer, and what the rules say of it.
    ///
    /// # Errors
    /// If the seat is not asked this, or the wish is too large to be one.
    fn draft(&self, ask: AskId, seat: Seat, wish: &Wish) -> Result<Draft, Refusal>;

    /// Answers a question about the position.
    ///
    /// # Errors
    /// If it makes no sense here.
    fn query(&self, viewer: Viewer, query: &Query) -> Result<Proof, Refusal>;

    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> View;

    /// What a viewer heard from event `n` on. The first event brings the whole view. The first who asks this of a match
    /// that was loaded waits until it has been played again for that viewer.
    fn events_since(&self, viewer: Viewer, n: u32) -> &[Event];

    /// The entry of the last answer a seat gave itself: what [`Hosted::undo`] goes back to.
    fn last_answer_of(&self, seat: Seat) -> Option<u32>;

    /// Whether [`Hosted::undo`] would be accepted.
    ///
    /// # Errors
    /// Whose consent is missing, and why it is needed.
    fn may_undo(&self, to: u32, agreed: &[Seat]) -> Result<(), Refusal>;

    /// Takes back an answer and all that came after it, or an earlier undo.
    ///
    /// # Errors
    /// If it needs consent that was not given.
    fn undo(&mut self, to: u32, agreed: &[Seat]) -> Result<(), Refusal>;

    /// Changes the position as all agreed.
    ///
    /// # Errors
    /// If not all agreed, or the change makes no sense.
    fn adjust(&mut self, changes: Vec<Adjustment>, agreed: &[Seat]) -> Result<(), Refusal>;

    /// Leaves a standing order, or withdraws it.
    ///
    /// # Errors
    /// If there is no such order.
    fn stand(&mut self, seat: Seat, order: Order, given: bool) -> Result<(), Refusal>;

    /// The standing orders in force.
    fn orders(&self) -> Vec<(Seat, Offer)>;

    /// Lets a seat leave.
    ///
    /// # Errors
    /// If it has left already.
    fn leave(&mut self, seat: Seat, how: Leaving) -> Result<(), Refusal>;

    /// How many entries the history has.
    fn entries(&self) -> u32;

    /// What a seat answered to an ask, if it has; an ask may be answered anew after it was taken back.
    fn answered(&self, ask: AskId, seat: Seat) -> Option<&Answer>;

    /// The first line of the record: game, version, dice and set-up. It holds the secret of the dice.
    fn head(&self) -> String;

    /// The lines of the record from this entry on, for whoever keeps it as it grows; [`crate::sealed`] puts them together.
    fn lines_since(&self, entry: u32) -> Vec<String>;

    /// What was promised about the dice before the first of them fell.
    fn promise(&self) -> Option<Commitment>;

    /// The whole record. It holds every secret: it leaves the process at the end of the match only.
    fn record(&self) -> String;
}

/// What one viewer has heard so far.
struct Feed {
    viewer: Viewer,
    view: View,
    events: Vec<Event>,
    /// The first event of the step under way.
    since: u32,
}

impl Feed {
    fn new<R: Rules>(state: &R::State, viewer: Viewer) -> Feed {
        let mut feed = Feed { viewer, view: R::view(state, viewer), events: Vec::new(), since: 1 };
        feed.show_whole(None, None);
        feed
    }

    fn show_whole(&mut self, text: Option<Text>, since: Option<u32>) {
        let changes = vec![Change::Whole(Box::new(self.view.clone()))];
        self.push(Event { n: 0, text, roll: None, proof: None, changes, since });
    }

    /// Shows the whole position after something was taken back. What was heard of a step that is not under way any more
    /// comes to no more than that.
    fn show_anew(&mut self, view: View, same_step: bool) {
        self.view = view;
        let midway = self.since < self.next();
        let since = (midway && !same_step).then_some(self.since);
        self.show_whole(Some(Text::new("Something was taken back")), since);
        if !midway || !same_step {
            self.since = self.next();
        }
    }

    /// The number of the event to come.
    fn next(&self) -> u32 {
        self.events.len() as u32
    }

    fn push(&mut self, event: Event) {
        self.events.push(Event { n: self.next(), ..event });
    }

    /// Notes something that happened: what the viewer hears of it, and what changes in its view.
    fn note<R: Rules>(&mut self, state: &R::State, text: Option<Text>, proof: Option<Proof>) {
        let view = R::view(state, self.viewer);
        let changes = self.view.changes_to(&view);
        self.view = view;
        if text.is_some() || !changes.is_empty() {
            self.push(Event { n: 0, text, roll: None, proof, changes, since: None });
        }
    }
}

impl<R: Rules> Watch<R> for Feed {
    fn wants_steps(&self) -> bool {
        true
    }

    fn told(&mut self, state: &R::State, fact: &R::Fact, rules: &[RuleId]) {
        let told = hear::<R>(state, fact, rules, self.viewer);
        let (text, proof) = told.map_or((None, None), |told| (Some(told.text), told.proof));
        self.note::<R>(state, text, proof);
    }

    fn rolled(&mut self, state: &R::State, roll: &Roll, rules: &[RuleId]) {
        if let Some(text) = hear_roll::<R>(state, roll, rules, self.viewer) {
            // Only facts change what is seen.
            let (text, roll) = (Some(text), Some(roll.clone()));
            self.push(Event { n: 0, text, roll, proof: None, changes: Vec::new(), since: None });
        }
    }

    fn step_over(&mut self, state: &R::State, facts: &[R::Fact]) {
        let since = self.since;
        let said = self.events[since as usize..].iter().any(|event| event.text.is_some());
        // Whoever heard nothing of a step does not hear what it came to.
        if said && let Some(text) = R::recap(state, facts, self.viewer) {
            let (text, since) = (Some(text), Some(since));
            self.push(Event { n: 0, text, roll: None, proof: None, changes: Vec::new(), since });
        }
        self.since = self.next();
    }
}

/// What each viewer has heard. To look at the whole position after every fact, through every pair of eyes, is most of
/// what it costs to load a match; so there it is done for a viewer who asks.
struct Feeds(Vec<(Viewer, OnceCell<Feed>)>);

impl Feeds {
    fn new<R: Rules>(setup: &R::Setup, state: &R::State) -> Feeds {
        let feeds = Feeds::unheard::<R>(setup);
        for (viewer, feed) in &feeds.0 {
            feed.get_or_init(|| Feed::new::<R>(state, *viewer));
        }
        feeds
    }

    /// Nobody has heard anything.
    fn unheard<R: Rules>(setup: &R::Setup) -> Feeds {
        let seats = (0..R::seats(setup)).map(|seat| Viewer::Seat(Seat(seat)));
        Feeds(seats.chain([Viewer::Spectator]).map(|viewer| (viewer, OnceCell::new())).collect())
    }

    /// Those of viewers who have asked.
    fn heard(&mut self) -> impl Iterator<Item = &mut Feed> {
        self.0.iter_mut().filter_map(|(_, feed)| feed.get_mut())
    }
}

impl<R: Rules> Watch<R> for Feeds {
    fn wants_rules(&self) -> bool {
        self.0.iter().any(|(_, feed)| feed.get().is_some())
    }

    fn wants_steps(&self) -> bool {
        Watch::<R>::wants_rules(self)
    }

    fn told(&mut self, state: &R::State, fact: &R::Fact, rules: &[RuleId]) {
        self.heard().for_each(|feed| Watch::<R>::told(feed, state, fact, rules));
    }

    fn rolled(&mut self, state: &R::State, roll: &Roll, rules: &[RuleId]) {
        self.heard().for_each(|feed| Watch::<R>::rolled(feed, state, roll, rules));
    }

    fn step_over(&mut self, state: &R::State, facts: &[R::Fact]) {
        self.heard().for_each(|feed| Watch::<R>::step_over(feed, state, facts));
    }
}

/// Passes on what happens after so many things that were heard already.
struct Later<'a> {
    heard: u32,
    feeds: &'a mut Feeds,
}

impl Later<'_> {
    fn is_new(&mut self) -> bool {
        let new = self.heard == 0;
        self.heard = self.heard.saturating_sub(1);
        new
    }
}

impl<R: Rules> Watch<R> for Later<'_> {
    fn wants_rules(&self) -> bool {
        self.heard == 0 && Watch::<R>::wants_rules(self.feeds)
    }

    fn wants_steps(&self) -> bool {
        Watch::<R>::wants_rules(self)
    }

    fn told(&mut self, state: &R::State, fact: &R::Fact, rules: &[RuleId]) {
        if self.is_new() {
            Watch::<R>::told(self.feeds, state, fact, rules);
        }
    }

    fn rolled(&mut self, state: &R::State, roll: &Roll, rules: &[RuleId]) {
        if self.is_new() {
            Watch::<R>::rolled(self.feeds, state, roll, rules);
        }
    }

    fn step_over(&mut self, state: &R::State, facts: &[R::Fact]) {
        if self.is_new() {
            Watch::<R>::step_over(self.feeds, state, facts);
        }
    }
}

/// A running match of some ruleset, with whoever plays the seats that no person holds.
pub struct Host<R: Rules> {
    game: Match<R>,
    players: Box<dyn Players<R> + Send>,
    feeds: Feeds,
}

impl<R: Rules> Host<R> {
    /// Hosts a match from where it stands; it is played on at once.
    pub fn new(game: Match<R>, players: Box<dyn Players<R> + Send>) -> Host<R> {
        let feeds = Feeds::new::<R>(game.setup(), game.state());
        let mut host = Host { game, players, feeds };
        host.run();
        host
    }

    /// Hosts a match that is played again from its record, so that every viewer hears of it from the beginning.
    ///
    /// # Errors
    /// Where and why the record cannot be played.
    pub fn load(record: &crate::Record<R>, players: Box<dyn Players<R> + Send>) -> Result<Host<R>, Diverged> {
        Host::played(Match::before(record)?, players)
    }

    /// Hosts a match whose record has not changed since the rules wrote it: answers and dice are taken as they are, and
    /// only the facts that follow from them are compared.
    ///
    /// # Errors
    /// Where and why the record cannot be played.
    pub fn resume(record: &crate::Record<R>, players: Box<dyn Players<R> + Send>) -> Result<Host<R>, Diverged> {
        let mut game = Match::before(record)?;
        game.trust_history();
        Host::played(game, players)
    }

    fn played(mut game: Match<R>, players: Box<dyn Players<R> + Send>) -> Result<Host<R>, Diverged> {
        if let Pending::Frozen(diverged) = game.run(&mut Nobody, &mut ()) {
            return Err(diverged.clone());
        }
        let feeds = Feeds::unheard::<R>(game.setup());
        let mut host = Host { game, players, feeds };
        host.run();
        Ok(host)
    }

    /// The match itself, for tests and tools.
    pub fn game(&self) -> &Match<R> {
        &self.game
    }

    fn run(&mut self) {
        self.game.run(&mut *self.players, &mut self.feeds);
    }

    /// Shows every viewer the whole position anew, after something was taken back, and plays on. The step that was under
    /// way followed this entry.
    fn show_anew(&mut self, step_followed: Option<u32>) {
        self.game.run(&mut Nobody, &mut ());
        let same_step = self.game.step_follows() == step_followed;
        for feed in self.feeds.heard() {
            feed.show_anew(R::view(self.game.state(), feed.viewer), same_step);
        }
        self.run();
    }

    fn feed(&self, viewer: Viewer) -> Option<&Feed> {
        let (_, feed) = self.feeds.0.iter().find(|(of, _)| *of == viewer)?;
        Some(feed.get_or_init(|| self.told_again(viewer)))
    }

    /// What a viewer hears of the match from its beginning to where it stands.
    fn told_again(&self, viewer: Viewer) -> Feed {
        let mut again = self.game.unplayed();
        let mut feed = Feed::new::<R>(again.state(), viewer);
        again.run(&mut Nobody, &mut feed);
        feed
    }

    /// What a seat is asked straight after an answer, where that is an offer it may pass on, and neither dice nor anybody
    /// else come in between. What the seat does not know is drawn anew, so that nothing hidden can be found out.
    fn foresee(&self, ask: AskId, seat: Seat, answer: &Answer) -> Option<Ask> {
        let key = Key::from_seed("foresee", ask.into());
        let dice = Source::Keyed(Stream::new(key));
        let mut fork = self.game.imagine(seat, &mut Stream::new(key.branch("hidden", 0)), dice)?;
        fork.answer(ask, seat, answer.clone()).ok()?;
        let mut dice = Rolled(false);
        fork.run(&mut Nobody, &mut dice);
        let Pending::Asks { ask: next, open, sealed: false } = fork.pending() else { return None };
        let [(of, prompt)] = open.as_slice() else { return None };
        if dice.0 || *of != seat || *next != ask + 1 {
            return None;
        }
        let next = self.asked(fork.state(), *next, seat, prompt, false);
        let is_offer = next.pass.is_some() && matches!(next.form, Form::Choose { max: 1, .. });
        is_offer.then_some(next)
    }

    /// A prompt as its seat sees it.
    fn asked(&self, state: &R::State, id: AskId, seat: Seat, prompt: &R::Prompt, sealed: bool) -> Ask {
        let orders = R::offers(state, seat, prompt);
        Ask { id, sealed, orders, ..R::describe(state, seat, prompt) }
    }
}

/// Notes whether dice fell.
struct Rolled(bool);

impl<R: Rules> Watch<R> for Rolled {
    fn wants_rules(&self) -> bool {
        false
    }

    fn rolled(&mut self, _: &R::State, _: &Roll, _: &[RuleId]) {
        self.0 = true;
    }
}

impl<R: Rules> Hosted for Host<R> {
    fn waiting(&self, viewer: Viewer) -> Waiting {
        let mut waiting = Waiting::default();
        match self.game.pending() {
            Pending::Nothing => {}
            Pending::Asks { ask, open, sealed } => {
                waiting.seats = open.iter().map(|(seat, _)| *seat).collect();
                let own = open.iter().filter(|(seat, _)| viewer.is(*seat));
                // Once everybody else has answered there is nobody left to keep an answer from.
                let sealed = *sealed && open.len() > 1;
                let state = self.game.state();
                waiting.asks = own.map(|(seat, prompt)| self.asked(state, *ask, *seat, prompt, sealed)).collect();
            }
            Pending::Dice(roll) => waiting.dice = Some((**roll).clone()),
            Pending::Over(outcome) => waiting.outcome = Some(outcome.clone()),
            Pending::Frozen(diverged) => waiting.frozen = Some(diverged.clone()),
        }
        waiting
    }

    fn answer(&mut self, ask: AskId, seat: Seat, answer: Answer) -> Result<(), Refusal> {
        self.game.answer(ask, seat, answer)?;
        self.run();
        Ok(())
    }

    fn enter_dice(&mut self, shown: &[i16]) -> Result<(), Refusal> {
        self.game.enter_dice(shown)?;
        self.run();
        Ok(())
    }

    fn preview(&self, ask: AskId, seat: Seat, answer: &Answer) -> Result<Proof, Refusal> {
        let prompt = self.game.prompt(ask, seat)?;
        if !answer.is_sane() {
            return Err(Refusal::new(ANSWER, "this answer is too large"));
        }
        R::check(self.game.state(), seat, prompt, answer)?;
        let then = self.foresee(ask, seat, answer).map(Box::new);
        Ok(Proof { then, ..R::preview(self.game.state(), seat, prompt, answer) })
    }

    fn draft(&self, ask: AskId, seat: Seat, wish: &Wish) -> Result<Draft, Refusal> {
        let prompt = self.game.prompt(ask, seat)?;
        if !Answer::Place(wish.iter().copied().collect()).is_sane() {
            return Err(Refusal::new(ANSWER, "this wish is too large"));
        }
        let Drafted { answer, nearest } = R::draft(self.game.state(), seat, prompt, wish);
        let verdict = self.preview(ask, seat, &answer).map_err(|refusal| {
            let mend = refusal.mend.or_else(|| nearest.map(Box::new));
            Refusal { mend, ..refusal }
        });
        Ok(Draft { answer, verdict: verdict.into() })
    }

    fn query(&self, viewer: Viewer, query: &Query) -> Result<Proof, Refusal> {
        match query {
            Query::Odds(ask, answer) => {
                let Viewer::Seat(seat) = viewer else {
                    return Err(Refusal::new(NOT_ASKED, "only the seat that is asked may know"));
                };
                self.preview(*ask, seat, answer)
            }
            Query::Why(n) => {
                let event = self.events_since(viewer, *n).first();
                let event = event.ok_or_else(|| Refusal::new(QUERY, format!("there is no event {n}")))?;
                let proof = event.proof.clone().unwrap_or_default();
                Ok(Proof { text: event.text.clone().unwrap_or_default(), ..proof })
            }
            _ => {
                let asked = match self.game.pending() {
                    Pending::Asks { open, .. } => open.iter().find(|(seat, _)| viewer.is(*seat)),
                    _ => None,
                };
                R::query(self.game.state(), viewer, asked.map(|(_, prompt)| prompt), query)
            }
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        R::view(self.game.state(), viewer)
    }

    fn events_since(&self, viewer: Viewer, n: u32) -> &[Event] {
        let events = self.feed(viewer).map_or(&[][..], |feed| &feed.events);
        events.get(n as usize..).unwrap_or_default()
    }

    fn last_answer_of(&self, seat: Seat) -> Option<u32> {
        self.game.last_answer_of(seat)
    }

    fn may_undo(&self, to: u32, agreed: &[Seat]) -> Result<(), Refusal> {
        self.game.may_undo(to, agreed)
    }

    fn undo(&mut self, to: u32, agreed: &[Seat]) -> Result<(), Refusal> {
        let step = self.game.step_follows();
        self.game.undo(to, agreed)?;
        self.show_anew(step);
        Ok(())
    }

    fn adjust(&mut self, changes: Vec<Adjustment>, agreed: &[Seat]) -> Result<(), Refusal> {
        let heard = self.game.heard_before_step();
        self.game.adjust(changes, agreed)?;
        // The step under way begins again after the change: what happened in it is told once more, and differently.
        self.game.run(&mut *self.players, &mut Later { heard, feeds: &mut self.feeds });
        Ok(())
    }

    fn stand(&mut self, seat: Seat, order: Order, given: bool) -> Result<(), Refusal> {
        self.game.stand(seat, order, given)?;
        self.run();
        Ok(())
    }

    fn orders(&self) -> Vec<(Seat, Offer)> {
        let in_words = |(seat, order): &(Seat, Order)| (*seat, in_words::<R>(self.game.state(), *order));
        self.game.orders().iter().map(in_words).collect()
    }

    fn leave(&mut self, seat: Seat, how: Leaving) -> Result<(), Refusal> {
        self.game.leave(seat, how)?;
        self.run();
        Ok(())
    }

    fn entries(&self) -> u32 {
        self.game.history().entries().len() as u32
    }

    fn answered(&self, ask: AskId, seat: Seat) -> Option<&Answer> {
        let own = |entry: &Entry| matches!(entry, Entry::Answer { ask: of, seat: by, .. } if (*of, *by) == (ask, seat));
        match self.game.history().entries().iter().rev().find(|entry| own(entry)) {
            Some(Entry::Answer { gives, .. }) => Some(gives),
            _ => None,
        }
    }

    fn head(&self) -> String {
        self.game.record().head()
    }

    fn lines_since(&self, entry: u32) -> Vec<String> {
        let entries = self.game.history().entries();
        entries.get(entry as usize..).unwrap_or_default().iter().map(record::line_of).collect()
    }

    fn promise(&self) -> Option<Commitment> {
        match self.game.origin() {
            Origin::Committed { commitment, .. } => Some(*commitment),
            Origin::Seeded { .. } | Origin::Typed => None,
        }
    }

    fn record(&self) -> String {
        self.game.record().to_text()
    }
}
