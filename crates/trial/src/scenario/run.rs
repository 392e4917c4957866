//! Plays a scenario over the façades and holds what happens against what it says.

use std::cell::Cell;
use std::collections::BTreeSet;

use engine::{Holder, Hosted, Manual, Origin, Ruleset, StartError};
use roster::ReadError;
use vocabulary::{
    Adjustment, Answer, Ask, Event, FieldChoice, Form, List, Pack, Query, ReadyList, Refusal, Roll, RuleId, Seat,
    Setup, Value, Viewer, Word, notation,
};

use super::sight::sees;
use super::trace::{rules_of_ask, rules_of_event, rules_of_roll};
use super::{At, Cited, Expect, Place, Scenario, ScenarioError, Source, Statement, order_of};

/// What a scenario that holds leaves behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Every rule that turned up: behind an ask, an event, a roll, a modifier, a limit or a refusal.
    pub trace: BTreeSet<RuleId>,
}

/// A ruleset that scenarios are played with, and what they may name of it; made once for many scenarios.
pub struct Stage<'a> {
    game: &'a dyn Ruleset,
    manual: Manual,
    rules: BTreeSet<String>,
}

impl<'a> Stage<'a> {
    /// The ruleset with the ids of its rulebook.
    ///
    /// # Panics
    /// If its rulebook is not one: a ruleset carries it along, and its own tests read it.
    pub fn new(game: &'a dyn Ruleset) -> Stage<'a> {
        let manual = game.manual();
        let book: toml::Table = match manual.rulebook.parse() {
            Ok(book) => book,
            Err(error) => panic!("the rulebook of {} cannot be read: {error}", game.id()),
        };
        let entries = ["rule", "ruling", "action"].iter().filter_map(|kind| book.get(*kind)?.as_array()).flatten();
        let rules = entries.filter_map(|entry| Some(entry.get("id")?.as_str()?.to_owned())).collect();
        Stage { game, manual, rules }
    }

    /// The ruling behind a setting, and its value as typed.
    pub(super) fn read(&self, (name, value): &(String, String)) -> Option<(RuleId, Value)> {
        let setting = self.manual.settings.iter().find(|setting| setting.name == *name)?;
        Some((setting.rule.clone(), setting.read(value).ok()?))
    }
}

impl Scenario {
    /// Plays the scenario.
    ///
    /// # Errors
    /// Everything in the heading that the game does not know, or else the statement that does not hold.
    pub fn run(&self, game: &dyn Ruleset) -> Result<Passed, Vec<ScenarioError>> {
        self.run_on(&Stage::new(game), &Cell::default())
    }

    /// Plays the scenario; `at` says how far it came, should the rules panic.
    pub(super) fn run_on(&self, stage: &Stage<'_>, at: &Cell<Place>) -> Result<Passed, Vec<ScenarioError>> {
        at.set(self.game.place);
        let mut trace = BTreeSet::new();
        let setup = self.setup(stage, &mut trace)?;
        let seen = match &self.refused {
            Some(refused) => refused_by(refused, stage.game, &setup),
            None => self.play_on(stage, &setup, at),
        };
        trace.append(&mut seen.map_err(|error| vec![error])?);
        let unseen = self.proves.iter().filter(|rule| !trace.contains(&rule.what));
        let errors: Vec<ScenarioError> = unseen
            .map(|rule| {
                let text = format!("{} does not come up in play: no ask, event, roll or refusal names it", rule.what);
                ScenarioError::new(rule.place, text)
            })
            .collect();
        if errors.is_empty() { Ok(Passed { trace }) } else { Err(errors) }
    }

    /// The set-up that the heading asks for. A ruling that is played otherwise than by default is in the trace: what
    /// does not happen by it can be expected, but nothing could name it.
    fn setup(&self, stage: &Stage<'_>, trace: &mut BTreeSet<RuleId>) -> Result<Setup, Vec<ScenarioError>> {
        let mut errors = Vec::new();
        if self.game.what != stage.game.id() {
            let text = format!("this is a scenario of {}, played as {}", self.game.what, stage.game.id());
            errors.push(ScenarioError::new(self.game.place, text));
        }
        for rule in self.proves.iter().filter(|rule| !stage.rules.contains(rule.what.as_str())) {
            let text = format!("{} is not in the rulebook of {}", rule.what, stage.game.id());
            errors.push(ScenarioError::new(rule.place, text));
        }
        let names: Vec<&str> = self.seats.iter().map(|name| name.what.as_str()).collect();
        let mut setup = Setup::of(&names);
        let (packs, brought) = match self.read_packs(stage.game) {
            Ok(read) => read,
            Err(mut faults) => {
                errors.append(&mut faults);
                Default::default()
            }
        };
        setup.packs = packs;
        let ready: Vec<&ReadyList> = stage.manual.armies.iter().chain(&stage.manual.drills).chain(&brought).collect();
        for At { what: (seat, source), place } in &self.armies {
            match army(&ready, source, *place) {
                Ok(list) => setup.players[seat.index()].army = Some(list),
                Err(error) => errors.push(error),
            }
        }
        if let Some(At { what: source, place }) = &self.field {
            match field(stage, source, *place) {
                Ok(choice) => setup.field = Some(choice),
                Err(error) => errors.push(error),
            }
        }
        for At { what: (name, value), place } in &self.settings {
            let setting = stage.manual.settings.iter().find(|setting| setting.name == *name);
            let read = setting.map(|setting| setting.read(value));
            match read {
                Some(Ok(value)) if !setup.settings.contains_key(name) => {
                    if let Some(setting) = setting.filter(|setting| setting.default != value) {
                        trace.insert(setting.rule.clone());
                    }
                    setup.settings.insert(name.clone(), value);
                }
                Some(Ok(_)) => errors.push(ScenarioError::new(*place, format!("{name} is set twice"))),
                Some(Err(text)) => errors.push(ScenarioError::new(*place, text)),
                None => {
                    let names: Vec<&str> = stage.manual.settings.iter().map(|of| of.name.as_str()).collect();
                    let text = format!("there is no setting called '{name}'; choose from {}", names.join(", "));
                    errors.push(ScenarioError::new(*place, text));
                }
            }
        }
        if errors.is_empty() { Ok(setup) } else { Err(errors) }
    }

    /// The packs that are written out, and the armies in them. What is wrong with a pack is said of its line here, unless
    /// the set-up is to be refused.
    fn read_packs(&self, game: &dyn Ruleset) -> Result<(Vec<Pack>, Vec<ReadyList>), Vec<ScenarioError>> {
        let pack = |(at, pack): (usize, &At<String>)| Pack { file: pack_name(at), text: pack.what.clone() };
        let packs: Vec<Pack> = self.packs.iter().enumerate().map(pack).collect();
        if packs.is_empty() {
            return Ok((packs, Vec::new()));
        }
        match game.catalogue(&packs) {
            Ok(catalogue) => Ok((packs, catalogue.armies)),
            Err(_) if self.refused.is_some() => Ok((packs, Vec::new())),
            Err(faults) => Err(faults.into_iter().map(|fault| self.fault_of_pack(&fault.text)).collect()),
        }
    }

    /// A fault of a pack, which begins with the name of the file and perhaps a line.
    fn fault_of_pack(&self, fault: &str) -> ScenarioError {
        for (at, pack) in self.packs.iter().enumerate() {
            let Some(text) = fault.strip_prefix(&format!("{}:", pack_name(at))) else { continue };
            let below = text.split_once(": ").and_then(|(line, sentence)| Some((line.parse::<u32>().ok()?, sentence)));
            let Some((line, sentence)) = below else { return ScenarioError::new(pack.place, text.trim_start()) };
            let place = Place { line: pack.place.line.saturating_add(line), column: 1 };
            return ScenarioError::new(place, sentence);
        }
        ScenarioError::new(self.packs.first().map_or(self.game.place, |pack| pack.place), fault)
    }

    fn play_on(&self, stage: &Stage<'_>, setup: &Setup, at: &Cell<Place>) -> Result<BTreeSet<RuleId>, ScenarioError> {
        let start = || stage.game.start(setup, Origin::Typed, &vec![Holder::Person; self.seats.len()]);
        let host = start().map_err(|error| ScenarioError::new(self.game.place, error.to_string()))?;
        let mut run = Run::new(self, host);
        if !self.given.is_empty() {
            run.agree(self.given.iter().map(|given| given.what.clone()).collect())
                .map_err(|refusal| self.fault_of_given(start, &refusal))?;
            run.forget();
        }
        run.look();
        for statement in &self.play {
            at.set(statement.place);
            run.statement(&statement.what).map_err(|fault| fault.at(statement.place))?;
            run.look();
        }
        let end = self.play.last().map_or(self.game.place, |last| last.place);
        run.finish().map_err(|fault| fault.at(end))?;
        Ok(run.trace)
    }

    /// The given line that the rules refuse: the last of the shortest list they refuse.
    fn fault_of_given(
        &self,
        start: impl Fn() -> Result<Box<dyn Hosted>, StartError>,
        refusal: &Refusal,
    ) -> ScenarioError {
        let changes: Vec<Adjustment> = self.given.iter().map(|given| given.what.clone()).collect();
        for (count, given) in (1..).zip(&self.given) {
            if let Ok(host) = start()
                && let Err(refusal) = Run::new(self, host).agree(changes[..count].to_vec())
            {
                return ScenarioError::new(given.place, refusal.text);
            }
        }
        ScenarioError::new(self.given.first().map_or(self.game.place, |given| given.place), refusal.text.clone())
    }
}

/// What the file of a pack is called that a scenario writes out.
fn pack_name(at: usize) -> String {
    format!("pack-{}.toml", at + 1)
}

/// The army that a scenario names or writes out.
fn army(ready: &[&ReadyList], source: &Source, place: Place) -> Result<List, ScenarioError> {
    match source {
        Source::Ready(id) => match ready.iter().find(|army| army.id == *id) {
            Some(army) => Ok(army.list.clone()),
            None => Err(unknown(place, "army", *id, ready.iter().map(|army| army.id))),
        },
        // Only a battlefield can be read like this.
        Source::Seed(_) => Err(ScenarioError::new(place, "armies are not made from seeds")),
        Source::Written(file) => roster::read(file).map_err(|error| match error {
            // Its first line stands below the one that begins it.
            ReadError::At { line, column, sentence } => {
                let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                let place = Place { line: place.line.saturating_add(number(line)), column: number(column) };
                ScenarioError::new(place, sentence)
            }
            error @ ReadError::TooLong(_) => ScenarioError::new(place, error.to_string()),
        }),
    }
}

/// The battlefield that a scenario names, lets be made, or writes out.
fn field(stage: &Stage<'_>, source: &Source, place: Place) -> Result<FieldChoice, ScenarioError> {
    let ready = &stage.manual.fields;
    match source {
        Source::Ready(id) => match ready.iter().find(|field| field.id == *id) {
            Some(field) => Ok(FieldChoice::Text(field.file.clone())),
            None => Err(unknown(place, "battlefield", *id, ready.iter().map(|field| field.id))),
        },
        Source::Seed(seed) => Ok(FieldChoice::Seed(*seed)),
        Source::Written(file) => Ok(FieldChoice::Text(file.clone())),
    }
}

/// Sees that a set-up is refused, and by which rules.
fn refused_by(refused: &At<Cited>, game: &dyn Ruleset, setup: &Setup) -> Result<BTreeSet<RuleId>, ScenarioError> {
    let faults = game.faults(setup);
    let Cited { rule, text } = &refused.what;
    let named = |sentence: &str| text.as_ref().is_none_or(|text| sentence.contains(text));
    if !faults.iter().any(|fault| fault.rule == *rule && named(&fault.text)) {
        let found: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let found = if found.is_empty() { "nothing is wrong with it".to_owned() } else { found.join("; ") };
        return Err(ScenarioError::new(
            refused.place,
            format!("the set-up is not refused by {}: {found}", refused.what),
        ));
    }
    Ok(faults.into_iter().map(|fault| fault.rule).collect())
}

/// Why a statement does not hold; at its beginning, unless it says where.
struct Fault {
    text: String,
    place: Option<Place>,
}

impl Fault {
    fn at(self, statement: Place) -> ScenarioError {
        ScenarioError::new(self.place.unwrap_or(statement), self.text)
    }
}

impl From<String> for Fault {
    fn from(text: String) -> Fault {
        Fault { text, place: None }
    }
}

type Holds = Result<(), Fault>;

fn fail(text: impl Into<String>) -> Holds {
    Err(Fault::from(text.into()))
}

/// A scenario that is being played.
struct Run<'a> {
    scenario: &'a Scenario,
    host: Box<dyn Hosted>,
    /// Every seat, and a spectator.
    viewers: Vec<Viewer>,
    /// How many events of each viewer are in the trace.
    traced: Vec<u32>,
    /// How many events each viewer had heard before the last line that was played.
    heard: Vec<u32>,
    last_roll: Option<Roll>,
    trace: BTreeSet<RuleId>,
}

impl<'a> Run<'a> {
    fn new(scenario: &'a Scenario, host: Box<dyn Hosted>) -> Run<'a> {
        let viewers: Vec<Viewer> = Run::seats(scenario).map(Viewer::Seat).chain([Viewer::Spectator]).collect();
        let none = vec![0; viewers.len()];
        Run { scenario, host, viewers, traced: none.clone(), heard: none, last_roll: None, trace: BTreeSet::new() }
    }

    fn seats(scenario: &Scenario) -> impl Iterator<Item = Seat> + use<> {
        (0..scenario.seats.len()).map(|at| Seat(u8::try_from(at).unwrap_or(u8::MAX)))
    }

    fn name(&self, seat: Seat) -> String {
        self.scenario.name(seat)
    }

    fn agree(&mut self, changes: Vec<Adjustment>) -> Result<(), Refusal> {
        let all: Vec<Seat> = Run::seats(self.scenario).collect();
        self.host.adjust(changes, &all)
    }

    /// Leaves out of the trace what happened before the given position was set up.
    fn forget(&mut self) {
        self.traced = self.events_so_far();
        self.heard.clone_from(&self.traced);
    }

    fn events_so_far(&self) -> Vec<u32> {
        let count = |viewer: &Viewer| u32::try_from(self.host.events_since(*viewer, 0).len()).unwrap_or(u32::MAX);
        self.viewers.iter().map(count).collect()
    }

    /// Adds to the trace what is to be seen now.
    fn look(&mut self) {
        for (at, viewer) in self.viewers.iter().enumerate() {
            for event in self.host.events_since(*viewer, self.traced[at]) {
                self.trace.extend(rules_of_event(event).cloned());
            }
            let waiting = self.host.waiting(*viewer);
            for ask in &waiting.asks {
                self.trace.extend(rules_of_ask(ask));
            }
            if let Some(roll) = waiting.dice {
                self.trace.extend(rules_of_roll(&roll).cloned());
                self.last_roll = Some(roll);
            }
            self.trace.extend(waiting.outcome.map(|outcome| outcome.rule));
        }
        self.traced = self.events_so_far();
    }

    /// What the match waits for, in words.
    fn situation(&self) -> String {
        let waiting = self.host.waiting(Viewer::Spectator);
        if let Some(diverged) = waiting.frozen {
            return diverged.to_string();
        }
        if let Some(outcome) = waiting.outcome {
            return format!("the match is over: {} by {}", self.scenario.ending(&outcome.winners), outcome.rule);
        }
        if let Some(roll) = waiting.dice {
            return format!("{} to be rolled for {}: write a dice line", dice_are(&roll), roll.why);
        }
        let asks = waiting.seats.iter().flat_map(|seat| self.host.waiting(Viewer::Seat(*seat)).asks);
        let asked = |ask: Ask| format!("{} is asked {} ({}{})", self.name(ask.seat), ask.why, ask.text, offered(&ask));
        asks.map(asked).collect::<Vec<_>>().join("; ")
    }

    /// The ask that a seat has.
    fn ask(&self, seat: Seat) -> Result<Ask, Fault> {
        let ask = self.host.waiting(Viewer::Seat(seat)).asks.into_iter().next();
        ask.ok_or_else(|| Fault::from(format!("{} is not asked: {}", self.name(seat), self.situation())))
    }

    /// The ask that a seat has, and a typed answer in the form that it wants.
    fn read(&self, seat: Seat, typed: &At<String>) -> Result<(Ask, Answer), Fault> {
        let ask = self.ask(seat)?;
        match notation::read(&typed.what, ask.form.kind()) {
            Ok(answer) => Ok((ask, answer)),
            Err(error) => {
                let column = typed.place.column + u32::try_from(error.column).unwrap_or(1) - 1;
                let text = format!("{}; {} asks here{}", error.text, ask.why, offered(&ask));
                Err(Fault { text, place: Some(Place { column, ..typed.place }) })
            }
        }
    }

    fn statement(&mut self, statement: &Statement) -> Holds {
        match statement {
            Statement::Expect(expect) => return self.expect(expect),
            Statement::Tries(seat, typed, cited) => return self.tries(*seat, typed, cited),
            Statement::Stop if self.host.waiting(Viewer::Spectator).outcome.is_some() => {
                return fail(format!("{}; remove 'stop'", self.situation()));
            }
            Statement::Stop => return Ok(()),
            _ => {}
        }
        self.heard = self.events_so_far();
        let done = match statement {
            Statement::Answer(seat, typed) => {
                let (ask, answer) = self.read(*seat, typed)?;
                self.host.answer(ask.id, *seat, answer)
            }
            Statement::Dice(shown) => return self.dice(shown),
            Statement::Stands(seat, order, about, amount, scope) => {
                self.host.stand(*seat, order_of(*order, *about, *amount, *scope), true)
            }
            Statement::Withdraws(seat, order, about) => {
                self.host.stand(*seat, order_of(*order, *about, None, engine::Scope::Match), false)
            }
            Statement::Leaves(seat, how) => self.host.leave(*seat, *how),
            Statement::TakesBack(seat) => {
                let Some(to) = self.host.last_answer_of(*seat) else {
                    return fail(format!("{} has not answered anything", self.name(*seat)));
                };
                let all: Vec<Seat> = Run::seats(self.scenario).collect();
                self.host.undo(to, &all)
            }
            Statement::Agreed(change) => self.agree(vec![change.clone()]),
            Statement::Expect(_) | Statement::Tries(..) | Statement::Stop => Ok(()),
        };
        done.map_err(|refusal| Fault::from(format!("this is refused: {refusal}")))
    }

    fn dice(&mut self, shown: &[i16]) -> Holds {
        let Some(roll) = self.host.waiting(Viewer::Spectator).dice else {
            return fail(format!("no dice are rolled here: {}", self.situation()));
        };
        if roll.dice.len() != shown.len() {
            return fail(format!("{} rolled for {}, not {}", dice_are(&roll), roll.why, shown.len()));
        }
        self.host.enter_dice(shown).map_err(|refusal| Fault::from(format!("{}, for {}", refusal.text, roll.why)))
    }

    /// Sees that an answer is refused on every way, and that nothing comes of it.
    fn tries(&mut self, seat: Seat, typed: &At<String>, cited: &Cited) -> Holds {
        let (ask, answer) = self.read(seat, typed)?;
        let before = (self.host.record(), self.events_so_far(), self.host.view(Viewer::Seat(seat)));
        let preview = self.host.preview(ask.id, seat, &answer).err();
        let refusal = self.host.answer(ask.id, seat, answer).err();
        let (Some(refusal), Some(foreseen)) = (&refusal, &preview) else {
            let way = |refused: bool| if refused { "refused" } else { "accepted" };
            return fail(format!(
                "this is {} when answered and {} when previewed",
                way(refusal.is_some()),
                way(preview.is_some())
            ));
        };
        if foreseen != refusal {
            return fail(format!("the answer is refused differently from its preview: {refusal}; {foreseen}"));
        }
        if before != (self.host.record(), self.events_so_far(), self.host.view(Viewer::Seat(seat))) {
            return fail("something changed although this was refused");
        }
        self.trace.insert(refusal.rule.clone());
        if refusal.rule != cited.rule || cited.text.as_ref().is_some_and(|text| !refusal.text.contains(text)) {
            return fail(format!("this is refused by {refusal}, not by {cited}"));
        }
        Ok(())
    }

    fn expect(&mut self, expect: &Expect) -> Holds {
        match expect {
            Expect::Asked(seat, cited) => {
                let ask = self.ask(*seat)?;
                let fits = cited.text.as_ref().is_none_or(|text| ask.text.contains(text));
                if ask.why == cited.rule && fits { Ok(()) } else { fail(self.situation()) }
            }
            Expect::NotAsked(seat) => match self.ask(*seat) {
                Ok(_) => fail(self.situation()),
                Err(_) => Ok(()),
            },
            Expect::May(seat, may, typed) => {
                let (ask, answer) = self.read(*seat, typed)?;
                let refusal = self.host.preview(ask.id, *seat, &answer).err();
                self.trace.extend(refusal.as_ref().map(|refusal| refusal.rule.clone()));
                match (may, refusal) {
                    (true, Some(refusal)) => fail(format!("this is refused: {refusal}")),
                    (false, None) => fail(format!("{} may answer this", self.name(*seat))),
                    _ => Ok(()),
                }
            }
            Expect::Hears(seat, hears, cited) => self.hears(*seat, *hears, cited),
            Expect::Sees(viewer, claim) => {
                let view = self.host.view(*viewer);
                sees(self.scenario, &view, claim).or_else(|found| match viewer {
                    Viewer::Seat(seat) => fail(format!("as {} sees it, {found}", self.name(*seat))),
                    Viewer::Spectator => fail(found),
                })
            }
            Expect::Shows(query, cited) => self.shows(query, cited),
            Expect::Need(need) => match &self.last_roll {
                None => fail("no dice have been rolled"),
                Some(Roll { need: Some(found), .. }) if found == need => Ok(()),
                Some(Roll { need: Some(found), why, .. }) => {
                    fail(format!("the roll for {why} needs {found}, not {need}"))
                }
                Some(Roll { why, .. }) => fail(format!("the roll for {why} needs nothing")),
            },
            Expect::Modifier(rule, by) => self.modifier(rule, *by),
            Expect::Over(winners, rule) => {
                let Some(outcome) = self.host.waiting(Viewer::Spectator).outcome else {
                    return fail(format!("the match is not over: {}", self.situation()));
                };
                let found: BTreeSet<Seat> = outcome.winners.iter().copied().collect();
                let same = found == winners.iter().copied().collect();
                let by_rule = rule.as_ref().is_none_or(|rule| *rule == outcome.rule);
                if same && by_rule { Ok(()) } else { fail(self.situation()) }
            }
        }
    }

    /// Sees that a question about the position is answered, or refused, by a rule.
    fn shows(&mut self, query: &Query, cited: &Cited) -> Holds {
        let (rules, sentence) = match self.host.query(Viewer::Spectator, query) {
            Ok(proof) => (proof.text.rules, proof.text.sentence),
            Err(refusal) => (vec![refusal.rule], refusal.text),
        };
        self.trace.extend(rules.iter().cloned());
        if rules.contains(&cited.rule) && cited.text.as_ref().is_none_or(|text| sentence.contains(text)) {
            return Ok(());
        }
        let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
        fail(format!("the answer is: {sentence} ({})", rules.join(", ")))
    }

    fn hears(&self, seat: Seat, hears: bool, cited: &Cited) -> Holds {
        let events = self.news(seat.index());
        // A seat hears of itself as "you"; a scenario may quote what the others hear.
        let as_told = self.news(self.viewers.len() - 1);
        let sentence = |event: &Event| event.text.as_ref().map_or_else(String::new, |text| text.sentence.clone());
        let fits = |event: &&Event| {
            rules_of_event(event).any(|rule| *rule == cited.rule)
                && cited.text.as_ref().is_none_or(|text| sentence(event).contains(text))
        };
        match (events.iter().chain(as_told).find(fits), hears) {
            (Some(event), false) => fail(format!("{} hears of it: {}", self.name(seat), sentence(event))),
            (None, true) => {
                let told = events.iter().filter(|event| event.text.is_some());
                let told = told.map(|event| {
                    let rules: Vec<String> = rules_of_event(event).map(ToString::to_string).collect();
                    format!("{} ({})", sentence(event), rules.join(", "))
                });
                let told: Vec<String> = told.collect();
                let told = if told.is_empty() { "nothing".to_owned() } else { told.join("; ") };
                fail(format!("{} hears no {cited} since the last line that was played, but {told}", self.name(seat)))
            }
            _ => Ok(()),
        }
    }

    /// What one of the viewers has heard since the last line that was played; the last of them is a spectator.
    fn news(&self, viewer: usize) -> &[Event] {
        self.host.events_since(self.viewers[viewer], self.heard.get(viewer).copied().unwrap_or_default())
    }

    fn modifier(&self, rule: &RuleId, by: Option<i16>) -> Holds {
        let Some(roll) = &self.last_roll else { return fail("no dice have been rolled") };
        let found: Vec<i16> = roll.modifiers.iter().filter(|of| of.rule == *rule).map(|of| of.by).collect();
        match (found.as_slice(), by) {
            ([], None) => Ok(()),
            (found, Some(by)) if found.contains(&by) => Ok(()),
            _ => {
                let all: Vec<String> = roll.modifiers.iter().map(|of| format!("{} {:+}", of.rule, of.by)).collect();
                let all = if all.is_empty() { "nothing".to_owned() } else { all.join(", ") };
                fail(format!("the roll for {} is modified by {all}", roll.why))
            }
        }
    }

    /// Sees that nothing is left open.
    fn finish(&self) -> Holds {
        let stopped = self.scenario.play.last().is_some_and(|last| last.what == Statement::Stop);
        if stopped || self.host.waiting(Viewer::Spectator).outcome.is_some() {
            return Ok(());
        }
        fail(format!("the scenario ends here, but {}; play on, or write 'stop'", self.situation()))
    }
}

fn dice_are(roll: &Roll) -> String {
    match roll.dice.len() {
        1 => "1 die is".to_owned(),
        count => format!("{count} dice are"),
    }
}

/// What may be answered, where that is a list.
fn offered(ask: &Ask) -> String {
    match &ask.form {
        Form::Choose { options, .. } => {
            let open = options.iter().filter(|option| option.refused.is_none());
            let tokens: Vec<String> = open.map(|option| option.token.to_string()).collect();
            format!(": {}", tokens.join(", "))
        }
        Form::Number { min, max, .. } => format!(": {min} to {max}"),
        Form::Assign { .. } | Form::Spread { .. } | Form::Move { .. } | Form::Place { .. } => String::new(),
    }
}

/// Says that something is not among those that are ready, and what is.
fn unknown(place: Place, what: &str, name: Word, ids: impl Iterator<Item = Word>) -> ScenarioError {
    let ids: Vec<String> = ids.map(|id| id.to_string()).collect();
    ScenarioError::new(place, format!("there is no {what} called '{name}'; choose from {}", ids.join(", ")))
}
