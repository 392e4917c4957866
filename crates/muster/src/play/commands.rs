//! What begins with a slash: help, looking things up, standing orders, undo, saving, leaving.

use engine::{Leaving, Order, Scope};
use ground::Length;
use vocabulary::{Ask, Event, ModelId, Proof, Query, Ref, Seat, UnitId, View, Viewer};

use super::session::{Next, Session};
use crate::ask::{Menu, answer_words, odds_words};
use crate::failure::Failure;
use crate::log::Log;
use crate::{books, card, map, names, paint, paragraph, rules, summary};

const HELP: &str = "\
Answer with the number of an option, or in notation: R0 > (12, 4) walks, R1 @ (11, 3) puts down, R1=2 gives a share.
A number without a unit is in inches. R0 on the map is model:0. p passes, where that is possible.

  /map               the battlefield and everything on it
  /ask               the question again
  /log [N]           the last N events (20 when nothing is said)
  /why [N]           the rules behind event N, or behind the last one
  /rule ID           a rule of the rulebook
  /card NAME         the card of a unit
  /try ANSWER        what an answer would mean, without giving it
  /measure A B       how far apart; A and B are R0, model:0, unit:1, area:2 …
  /sight A B         whether A sees B
  /reach A           where a model can go
  /threat unit:N     what a unit threatens
  /orders            standing orders: answers given in advance
  /stand ORDER [N]   gives a standing order
  /withdraw ORDER    withdraws it
  /undo              takes back the last answer that was given at this screen
  /save FILE         keeps the match in a file
  /leave             gives up; the others play on
  /quit              ends the session";

impl Session<'_> {
    /// Does what a line that began with a slash says.
    pub(super) fn command(&mut self, line: &str, seat: Seat, view: &View, ask: Option<&Ask>) -> Result<Next, Failure> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let viewer = Viewer::Seat(seat);
        match word {
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "map" => {
                let (columns, lines) = paragraph::screen();
                let picture = map::draw(view, columns.min(110), lines.saturating_sub(4).clamp(22, 60));
                write!(self.out, "{picture}{}", summary::legend(view, &self.glossary))?;
                write!(self.out, "{}", summary::panels(view, &self.glossary))?;
            }
            "ask" => match ask {
                Some(ask) => write!(self.out, "{}", Menu::new(ask, view, &self.glossary).show(&self.glossary))?,
                None => writeln!(self.out, "the match waits for dice: type what they show")?,
            },
            "log" => self.show_log(viewer, rest)?,
            "why" => self.why(viewer, rest)?,
            "rule" => match books::entry(rest) {
                Some(entry) => write!(self.out, "{}", rules::entry_text(entry))?,
                None => writeln!(self.out, "there is no rule '{rest}'; /why shows the rules of an event")?,
            },
            "card" => match card::find(view, rest) {
                Some(card) => write!(self.out, "{}", card::describe(card, &self.glossary))?,
                None => {
                    let cards: Vec<&str> = view.cards.iter().map(|card| card.name.as_str()).collect();
                    writeln!(self.out, "there is no card '{rest}'; there is {}", cards.join(", "))?;
                }
            },
            "try" => self.try_answer(rest, seat, view, ask)?,
            "measure" | "sight" | "reach" | "threat" => match read_query(word, rest, view) {
                Ok(query) => match self.hosted.query(viewer, &query) {
                    Ok(proof) => self.show_proof(&proof)?,
                    Err(refusal) => writeln!(self.out, "{refusal}")?,
                },
                Err(sentence) => writeln!(self.out, "{sentence}")?,
            },
            "orders" => self.list_orders(view)?,
            "stand" => return self.stand(rest, seat, true),
            "withdraw" => return self.stand(rest, seat, false),
            "undo" => return self.undo(),
            "save" if rest.is_empty() => writeln!(self.out, "type the name of a file after /save")?,
            "save" => {
                if self.save_as(rest)? {
                    writeln!(self.out, "the match is kept in {rest}")?;
                }
            }
            "leave" => {
                let given = self.hosted.leave(seat, Leaving::Conceded);
                return self.accepted(given);
            }
            "quit" | "exit" | "q" => return self.quit(),
            other => writeln!(self.out, "there is no command /{other}; /help lists them")?,
        }
        Ok(Next::Again)
    }

    fn show_log(&mut self, viewer: Viewer, rest: &str) -> Result<(), Failure> {
        let most: usize = if rest.is_empty() { 20 } else { rest.parse().unwrap_or(usize::MAX) };
        let mut log = Log::default();
        let events = self.hosted.events_since(viewer, 0);
        let lines: Vec<String> = events.iter().filter_map(|event| log.line(event)).collect();
        let from = lines.len().saturating_sub(most);
        writeln!(self.out, "{}", lines[from..].join("\n"))?;
        Ok(())
    }

    /// Shows an event with the text of every rule behind it.
    fn why(&mut self, viewer: Viewer, rest: &str) -> Result<(), Failure> {
        let events = self.hosted.events_since(viewer, 0);
        let said = |event: &&Event| event.text.is_some() || event.roll.is_some();
        let event = if rest.is_empty() {
            events.iter().rev().find(said)
        } else {
            let wanted: Option<u32> = rest.parse().ok();
            events.iter().filter(said).find(|event| Some(event.n) == wanted)
        };
        let Some(event) = event else {
            writeln!(self.out, "there is no event '{rest}'; /log shows them with their numbers")?;
            return Ok(());
        };
        if let Some(line) = Log::default().line(event) {
            writeln!(self.out, "{line}")?;
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
                    None => writeln!(self.out, "{id} is in no rulebook here")?,
                }
                told.push(id);
            }
        }
        if told.is_empty() {
            writeln!(self.out, "no rule stands behind this")?;
        }
        Ok(())
    }

    fn try_answer(&mut self, rest: &str, seat: Seat, view: &View, ask: Option<&Ask>) -> Result<(), Failure> {
        let Some(ask) = ask else {
            writeln!(self.out, "nothing is asked now")?;
            return Ok(());
        };
        let answer = match Menu::new(ask, view, &self.glossary).read(rest) {
            Ok(answer) => answer,
            Err(unreadable) => {
                writeln!(self.out, "{}", unreadable.0)?;
                return Ok(());
            }
        };
        match self.hosted.preview(ask.id, seat, &answer) {
            Ok(proof) => {
                writeln!(self.out, "{}: this is allowed", answer_words(view, &self.glossary, &answer))?;
                self.show_proof(&proof)
            }
            Err(refusal) => {
                writeln!(self.out, "{refusal}")?;
                Ok(())
            }
        }
    }

    fn show_proof(&mut self, proof: &Proof) -> Result<(), Failure> {
        if !proof.text.sentence.is_empty() {
            let rules = proof.text.rules.iter().map(|rule| format!("  {}", paint::paint(paint::FAINT, rule)));
            writeln!(self.out, "{}{}", proof.text.sentence, rules.collect::<String>())?;
        }
        for line in &proof.lines {
            writeln!(self.out, "  from {} to {}", line.from, line.to)?;
        }
        if let Some(odds) = &proof.odds {
            writeln!(self.out, "  {}: {}", odds.title, odds_words(odds))?;
        }
        Ok(())
    }

    fn list_orders(&mut self, view: &View) -> Result<(), Failure> {
        let orders = self.game.standing_orders();
        if orders.is_empty() {
            writeln!(self.out, "this game has no standing orders")?;
        }
        for order in &orders {
            writeln!(self.out, "  {}  {}", paint::paint(paint::STRONG, order.id), order.text)?;
        }
        for (seat, order) in self.hosted.orders() {
            let value = order.value.map(|value| format!(" {value}")).unwrap_or_default();
            writeln!(self.out, "{} has given {}{value}", names::painted_seat(view, seat), order.order)?;
        }
        Ok(())
    }

    fn stand(&mut self, rest: &str, seat: Seat, given: bool) -> Result<Next, Failure> {
        let (word, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let value = match read_amount(value.trim()) {
            Ok(value) => value,
            Err(sentence) => {
                writeln!(self.out, "{sentence}")?;
                return Ok(Next::Again);
            }
        };
        let known = self.game.standing_orders().into_iter().find(|order| order.id.as_str() == word);
        let Some(order) = known else {
            writeln!(self.out, "there is no standing order '{word}'; /orders lists them")?;
            return Ok(Next::Again);
        };
        let order = Order { order: order.id, value, scope: Scope::Match };
        let stood = self.hosted.stand(seat, order, given);
        let next = self.accepted(stood)?;
        if next == Next::Changed {
            writeln!(self.out, "{} is {}", order.order, if given { "in force" } else { "withdrawn" })?;
        }
        Ok(next)
    }

    /// Takes back the last answer that a person gave here. All who sit here agree, and bots do not mind.
    fn undo(&mut self) -> Result<Next, Failure> {
        let last = self.persons().into_iter().filter_map(|seat| self.hosted.last_answer_of(seat)).max();
        let Some(last) = last else {
            writeln!(self.out, "nothing has been answered here that could be taken back")?;
            return Ok(Next::Again);
        };
        let everybody = self.everybody();
        let undone = self.hosted.undo(last, &everybody);
        self.accepted(undone)
    }
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
        let labelled = view.models.iter().find(|model| names::label(view, model.id).eq_ignore_ascii_case(text));
        match labelled {
            Some(model) => Ok(Ref::Model(model.id)),
            None => text.parse().map_err(|error: vocabulary::RefError| error.to_string()),
        }
    };
    let parts: Vec<&str> = rest.split_whitespace().collect();
    match (word, parts.as_slice()) {
        ("measure", [a, b]) => Ok(Query::Measure(read(a)?, read(b)?)),
        ("sight", [a, b]) => Ok(Query::Sight(read(a)?, read(b)?)),
        ("reach", [a]) => Ok(Query::Reach(model(read(a)?)?)),
        ("threat", [a]) => Ok(Query::Threat(unit(read(a)?, view)?)),
        ("measure" | "sight", _) => Err(format!("type two things after /{word}, such as R0 unit:1")),
        _ => Err(format!("type one thing after /{word}, such as R0")),
    }
}

fn model(r: Ref) -> Result<ModelId, String> {
    match r {
        Ref::Model(model) => Ok(model),
        other => Err(format!("{other} is no model")),
    }
}

/// The unit, or the unit of a model.
fn unit(r: Ref, view: &View) -> Result<UnitId, String> {
    let of_model = |id| view.models.iter().find(|model| model.id == id).and_then(|model| model.unit);
    match r {
        Ref::Unit(unit) => Ok(unit),
        Ref::Model(id) => of_model(id).ok_or_else(|| format!("{r} belongs to no unit")),
        other => Err(format!("{other} is no unit")),
    }
}
