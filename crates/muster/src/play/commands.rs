//! What begins with a slash: help, looking things up, standing orders, undo, saving, leaving.

use engine::Leaving;
use ground::Length;
use vocabulary::{Ask, Event, ModelId, Offer, Order, Proof, Query, Ref, Seat, Term, UnitId, View, Viewer};

use super::session::{Next, Session};
use crate::ask::{Menu, answer_words, odds_words, refusal_words};
use crate::digest::Digest;
use crate::failure::Failure;
use crate::log::Log;
use crate::{card, names, paint, paragraph, rules, screen, units};

const HELP: &str = "\
Answering
  3                  option 3; several, separated by spaces, where you may choose several
  A shoot            the option of unit A with this word in its name
  A > (12, 4)        moves all of unit A; A3 > (12, 4) > (14, 6) moves one model, around a corner
  A @ (12, 4)        places all of unit A around a point; A3 @ (12, 4) places one model
  A > g              all models of A that can attack unit g; A1 > g, A2 > h gives each model its own target
  A3=2               gives A3 a share, of damage for example
  p                  passes, where you may
A number without a unit is in inches, from the lower left corner. The letters are those on the map, in either case.

Looking
  map                the battlefield, as large as the screen
  units              every unit: where it is, what it has lost, how far it reaches
  card A             unit A with its models and its card; a name works too
  ask                the question again
  more               the options that were not shown
  why                what limits your answer, and why some options are closed
  try ANSWER         what an answer would mean, with the odds, without giving it
  measure A g        how far apart they are; A3 is a model, #1 a numbered disc, area:2 a piece of ground
  sight A g          whether A sees g
  reach A3           where a model can go
  threat g           how far a unit threatens
  log [N]            the last N things that happened (20 by default)
  why N              the rules behind event N of the log, or all it sums up; why last for the last one
  rule ID            a rule from the rulebook

Doing
  undo               takes back the last answer given at this screen
  save FILE          saves the match to a file
  orders             standing orders: answers given in advance
  stand N            gives the standing order with this number below the question
  stand ORDER [N]    gives any standing order; some take a number
  withdraw N         withdraws the order with this number in the list
  leave              concedes; the others play on
  quit               ends the session; you can save the match and resume it

A slash before a command keeps it from being taken for an answer: /map.";

/// The words that begin a command.
const COMMANDS: [&str; 26] = [
    "help", "?", "map", "units", "unit", "card", "ask", "more", "why", "try", "odds", "measure", "sight", "reach",
    "threat", "log", "rule", "undo", "save", "orders", "stand", "withdraw", "leave", "quit", "exit", "q",
];

/// Whether a word begins a command.
pub(super) fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word)
}

impl Session<'_> {
    /// Does what a command says.
    pub(super) fn command(&mut self, line: &str, seat: Seat, view: &View, ask: Option<&Ask>) -> Result<Next, Failure> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let viewer = Viewer::Seat(seat);
        let about = ask.map(|ask| ask.about.as_slice()).unwrap_or_default();
        match word {
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "map" => write!(self.out, "{}", screen::map(view, &self.glossary, about, None))?,
            "units" => write!(self.out, "{}", units::overview(view, &self.glossary))?,
            "ask" | "more" => self.show_ask(word, view, ask)?,
            "log" => self.show_log(viewer, rest)?,
            "why" if rest.is_empty() => self.why_so(view, ask)?,
            "why" => self.why(viewer, rest)?,
            "rule" => match books::entry(rest) {
                Some(entry) => write!(self.out, "{}", rules::entry_text(entry))?,
                None => writeln!(self.out, "there is no rule '{rest}'; why N shows the rules of an event")?,
            },
            "card" | "unit" if rest.is_empty() => writeln!(self.out, "type a unit after {word}, as in {word} A")?,
            "card" | "unit" => self.show_card(rest, view)?,
            "try" | "odds" => self.try_answer(rest, seat, view, ask)?,
            "measure" | "sight" | "reach" | "threat" => match read_query(word, rest, view) {
                Ok(query) => match self.hosted.query(viewer, &query) {
                    Ok(proof) if word == "measure" => self.show_proof(&proof)?,
                    Ok(proof) => self.show_verdict(&proof, view)?,
                    Err(refusal) => write!(self.out, "{}", refusal_words(view, &refusal))?,
                },
                Err(sentence) => writeln!(self.out, "{sentence}")?,
            },
            "orders" => self.list_orders(view)?,
            "stand" => match read_order(rest, &self.game.standing_orders(), ask) {
                Ok(order) => return self.stand(seat, order, true),
                Err(sentence) => writeln!(self.out, "{sentence}")?,
            },
            "withdraw" => match self.given(rest, seat) {
                Some(order) => return self.stand(seat, order, false),
                None => writeln!(self.out, "you have given no such order; orders lists yours")?,
            },
            "undo" if !rest.is_empty() => {
                writeln!(self.out, "undo takes back one answer at a time; type it by itself")?;
            }
            "undo" => return self.undo(),
            "save" if rest.is_empty() => writeln!(self.out, "type a file name after save")?,
            "save" => {
                if self.save_as(rest)? {
                    writeln!(self.out, "the match is saved in {rest}")?;
                }
            }
            "leave" if !self.is_sure("Concede, and let the others play on? (yes or no) ")? => {}
            "leave" => {
                let given = self.hosted.leave(seat, Leaving::Conceded);
                return self.accepted(given);
            }
            "quit" | "exit" | "q" => return self.quit(),
            other => writeln!(self.out, "there is no command {other}; help lists them")?,
        }
        Ok(Next::Again)
    }

    /// Asks a person whether something is meant that cannot be taken back; a pipe means what it says.
    fn is_sure(&mut self, question: &str) -> Result<bool, Failure> {
        if !self.keyboard.is_terminal() {
            return Ok(true);
        }
        let typed = self.keyboard.read(question, self.out)?;
        Ok(typed.is_some_and(|typed| matches!(typed.trim(), "y" | "yes")))
    }

    /// The question again, or the options that it did not show.
    fn show_ask(&mut self, word: &str, view: &View, ask: Option<&Ask>) -> Result<(), Failure> {
        let Some(ask) = ask else {
            writeln!(self.out, "the match is waiting for dice: type in what they show")?;
            return Ok(());
        };
        let text = match word {
            "more" => Menu::new(ask, view, &self.glossary).more(&|answer| self.outlook(ask, answer)),
            _ => self.question(ask, view),
        };
        write!(self.out, "{text}")?;
        Ok(())
    }

    fn show_card(&mut self, name: &str, view: &View) -> Result<(), Failure> {
        match (units::find(view, name), card::find(view, name)) {
            (Some(unit), _) => write!(self.out, "{}", units::page(view, &self.glossary, unit))?,
            (None, Some(card)) => write!(self.out, "{}", card::describe(card, &self.glossary))?,
            (None, None) => {
                let cards: Vec<&str> = view.cards.iter().map(|card| card.name.as_str()).collect();
                writeln!(self.out, "there is no unit or card '{name}'; choose from {}", cards.join(", "))?;
            }
        }
        Ok(())
    }

    fn show_log(&mut self, viewer: Viewer, rest: &str) -> Result<(), Failure> {
        let most: usize = if rest.is_empty() { 20 } else { rest.parse().unwrap_or(usize::MAX) };
        let lines = Digest::default().unfold(self.hosted.events_since(viewer, 0));
        let from = lines.len().saturating_sub(most);
        writeln!(self.out, "{}", lines[from..].join("\n"))?;
        Ok(())
    }

    /// Shows what holds for the answer, what is refused, and the rule that asks.
    fn why_so(&mut self, view: &View, ask: Option<&Ask>) -> Result<(), Failure> {
        let Some(ask) = ask else {
            writeln!(self.out, "there is no question to answer; why N shows the rules behind an event")?;
            return Ok(());
        };
        write!(self.out, "{}", Menu::new(ask, view, &self.glossary).reasons())?;
        if let Some(entry) = books::entry(ask.why.as_str()) {
            write!(self.out, "{}", rules::entry_text(entry))?;
        }
        Ok(())
    }

    /// Shows an event with the text of every rule behind it.
    fn why(&mut self, viewer: Viewer, rest: &str) -> Result<(), Failure> {
        let events = self.hosted.events_since(viewer, 0);
        let said = |event: &&Event| event.text.is_some() || event.roll.is_some();
        let event = if rest == "last" {
            events.iter().rev().find(said)
        } else {
            let wanted: Option<u32> = rest.parse().ok();
            events.iter().filter(said).find(|event| Some(event.n) == wanted)
        };
        let Some(event) = event else {
            writeln!(self.out, "there is no event '{rest}'; log shows them with their numbers")?;
            return Ok(());
        };
        let mut log = Log::default();
        for before in told_before(events, event) {
            if let Some(line) = log.line(before) {
                writeln!(self.out, "{line}")?;
            }
        }
        if let Some(line) = log.line(event) {
            writeln!(self.out, "{line}")?;
        }
        if event.since.is_some() {
            return Ok(());
        }
        let mut ids: Vec<String> = event.text.iter().flat_map(|text| &text.rules).map(ToString::to_string).collect();
        if let Some(roll) = &event.roll {
            ids.push(roll.why.to_string());
            ids.extend(roll.modifiers.iter().map(|modifier| modifier.rule.to_string()));
        }
        let mut told: Vec<String> = Vec::new();
        for id in ids {
            if !told.contains(&id) {
                match books::entry(&id) {
                    Some(entry) => write!(self.out, "{}", rules::entry_text(entry))?,
                    None => writeln!(self.out, "{id} is not in any rulebook here")?,
                }
                told.push(id);
            }
        }
        if told.is_empty() {
            writeln!(self.out, "there is no rule behind this")?;
        }
        Ok(())
    }

    fn try_answer(&mut self, rest: &str, seat: Seat, view: &View, ask: Option<&Ask>) -> Result<(), Failure> {
        let Some(ask) = ask else {
            writeln!(self.out, "there is no question to answer")?;
            return Ok(());
        };
        let answer = match Menu::new(ask, view, &self.glossary).read(rest) {
            Ok(answer) => answer,
            Err(unreadable) => {
                let before = format!("{}> try ", names::seat(view, seat)).chars().count();
                return self.tell_unreadable(&unreadable, before);
            }
        };
        match self.hosted.preview(ask.id, seat, &answer) {
            Ok(proof) => {
                writeln!(self.out, "{}: this is allowed", answer_words(view, &self.glossary, &answer))?;
                self.show_proof(&proof)
            }
            Err(refusal) => {
                write!(self.out, "{}", refusal_words(view, &refusal))?;
                Ok(())
            }
        }
    }

    /// A verdict, drawn on the map where there is something to draw.
    fn show_verdict(&mut self, proof: &Proof, view: &View) -> Result<(), Failure> {
        if !proof.regions.is_empty() || !proof.lines.is_empty() {
            write!(self.out, "{}", screen::map(view, &self.glossary, &proof.text.refs, Some(proof)))?;
        }
        self.show_proof(proof)
    }

    fn show_proof(&mut self, proof: &Proof) -> Result<(), Failure> {
        if !proof.text.sentence.is_empty() {
            for part in proof.text.sentence.split("; ") {
                writeln!(self.out, "{}", paragraph::wrap(part, paragraph::width(), 2))?;
            }
            let rules: Vec<&str> = proof.text.rules.iter().map(vocabulary::RuleId::as_str).collect();
            let rules = paragraph::wrap(&rules.join(", "), paragraph::width(), 2);
            writeln!(self.out, "{}", paint::paint(paint::FAINT, rules))?;
        }
        if let Some(odds) = &proof.odds {
            let text = format!("{}: {}", odds.title, odds_words(odds));
            writeln!(self.out, "{}", paragraph::wrap(&text, paragraph::width(), 2))?;
        }
        Ok(())
    }

    fn list_orders(&mut self, view: &View) -> Result<(), Failure> {
        let orders = self.game.standing_orders();
        if orders.is_empty() {
            writeln!(self.out, "this game has no standing orders")?;
        }
        let widest = orders.iter().map(|order| order.id.as_str().len()).max().unwrap_or_default();
        for order in &orders {
            let id = format!("{:widest$}", order.id.as_str());
            let text = paragraph::wrap(&order.text, paragraph::width(), widest + 4);
            writeln!(self.out, "  {}  {}", paint::paint(paint::STRONG, id), text.trim_start())?;
        }
        let given = self.hosted.orders();
        if !given.is_empty() {
            writeln!(self.out, "In force:")?;
        }
        for (n, (seat, given)) in (1..).zip(given) {
            writeln!(self.out, "{n:>3}  {}: {}", names::painted_seat(view, seat), given.label)?;
        }
        Ok(())
    }

    /// The order of a seat that is meant: by its number in the list of orders, or by its name.
    fn given(&self, typed: &str, seat: Seat) -> Option<Order> {
        let orders = self.hosted.orders();
        let numbered = typed.parse::<usize>().ok().and_then(|n| orders.get(n.checked_sub(1)?));
        let named = || orders.iter().find(|(of, given)| *of == seat && given.order.order.as_str() == typed);
        numbered.or_else(named).filter(|(of, _)| *of == seat).map(|(_, given)| given.order)
    }

    fn stand(&mut self, seat: Seat, order: Order, given: bool) -> Result<Next, Failure> {
        let label = |orders: Vec<(Seat, Offer)>| {
            let found = orders.into_iter().find(|(of, offer)| *of == seat && offer.order == order);
            found.map_or_else(|| order.order.to_string(), |(_, offer)| offer.label)
        };
        let before = label(self.hosted.orders());
        let stood = self.hosted.stand(seat, order, given);
        let next = self.accepted(stood)?;
        if next == Next::Changed {
            let (label, is) = if given { (label(self.hosted.orders()), "in force") } else { (before, "withdrawn") };
            writeln!(self.out, "{label}: {is}")?;
        }
        Ok(next)
    }

    /// Takes back the last answer that a person gave here. All who sit here agree, and bots do not mind.
    fn undo(&mut self) -> Result<Next, Failure> {
        let last = self.persons().into_iter().filter_map(|seat| self.hosted.last_answer_of(seat)).max();
        let Some(last) = last else {
            writeln!(self.out, "there is no answer here to take back")?;
            return Ok(Next::Again);
        };
        let everybody = self.everybody();
        let undone = self.hosted.undo(last, &everybody);
        self.accepted(undone)
    }
}

/// A standing order: one that is offered with a question, by its number, or any by its name.
fn read_order(typed: &str, known: &[Term], ask: Option<&Ask>) -> Result<Order, String> {
    let offers = ask.map(|ask| ask.orders.as_slice()).unwrap_or_default();
    if let Ok(n) = typed.parse::<usize>() {
        let offer = n.checked_sub(1).and_then(|at| offers.get(at));
        return offer.map(|offer| offer.order).ok_or_else(|| format!("the question offers no standing order {n}"));
    }
    let (word, value) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    let value = read_amount(value.trim())?;
    let order = known.iter().find(|order| order.id.as_str() == word);
    let order = order.ok_or_else(|| format!("there is no standing order '{word}'; orders lists them"))?;
    Ok(Order { value, ..Order::new(order.id) })
}

/// The number of a standing order: a count, or a length where a unit is given.
fn read_amount(text: &str) -> Result<Option<i32>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    if let Ok(count) = text.parse() {
        return Ok(Some(count));
    }
    text.parse::<Length>().map(|length| Some(length.0)).map_err(|error| error.to_string())
}

/// Reads a question about the position.
fn read_query(word: &str, rest: &str, view: &View) -> Result<Query, String> {
    let read = |text: &str| -> Result<Ref, String> {
        match names::labelled(view, text).first() {
            Some(r) => Ok(*r),
            None => text.parse().map_err(|error: vocabulary::RefError| error.to_string()),
        }
    };
    let parts: Vec<&str> = rest.split_whitespace().collect();
    match (word, parts.as_slice()) {
        ("measure", [a, b]) => Ok(Query::Measure(read(a)?, read(b)?)),
        ("sight", [a, b]) => Ok(Query::Sight(read(a)?, read(b)?)),
        ("reach", [a]) => Ok(Query::Reach(model(read(a)?, view)?)),
        ("threat", [a]) => Ok(Query::Threat(unit(read(a)?, view)?)),
        ("measure" | "sight", _) => Err(format!("type two things after {word}, such as {word} A b")),
        _ => Err(format!("type one thing after {word}, such as {word} A")),
    }
}

/// The rolls right before an event, which the log shows beside it, or all that it sums up.
fn told_before<'e>(events: &'e [Event], event: &Event) -> &'e [Event] {
    let end = events.iter().position(|other| other.n == event.n).unwrap_or_default();
    if let Some(since) = event.since {
        let start = events[..end].iter().take_while(|other| other.n < since).count();
        return &events[start..end];
    }
    let rolls = events[..end].iter().rev().take_while(|before| before.roll.is_some()).count();
    if event.roll.is_some() { &[] } else { &events[end - rolls..end] }
}

/// The model, or the first model of a unit that is on the battlefield.
fn model(r: Ref, view: &View) -> Result<ModelId, String> {
    match r {
        Ref::Model(model) => Ok(model),
        Ref::Unit(unit) => {
            let first = units::models_of(view, unit).find(|model| model.pose.is_some());
            first
                .map(|model| model.id)
                .ok_or_else(|| format!("{} has no model on the battlefield", names::typed(view, r)))
        }
        other => Err(format!("{other} is not a model")),
    }
}

/// The unit, or the unit of a model.
fn unit(r: Ref, view: &View) -> Result<UnitId, String> {
    let of_model = |id| view.models.iter().find(|model| model.id == id).and_then(|model| model.unit);
    match r {
        Ref::Unit(unit) => Ok(unit),
        Ref::Model(id) => of_model(id).ok_or_else(|| format!("{r} does not belong to a unit")),
        other => Err(format!("{other} is not a unit")),
    }
}
