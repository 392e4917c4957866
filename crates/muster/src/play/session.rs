//! A session at one screen: whose turn it is, what is shown, and what becomes of what is typed.

use std::io::Write;
use std::path::PathBuf;

use engine::{Holder, Hosted, Ruleset};
use vocabulary::{Answer, Ask, Outcome, Ref, Refusal, Roll, Seat, View, Viewer};

use super::Begun;
use crate::ask::{Menu, Unreadable, proof_words, refusal_words};
use crate::digest::{self, Digest};
use crate::failure::Failure;
use crate::keyboard::Keyboard;
use crate::log::Log;
use crate::names::{self, Glossary};
use crate::{paint, paragraph, screen, summary};

/// Whoever resumes a match is told so much of what happened before; `log` tells the rest.
const RECENT: usize = 30;

/// A question is about so many lines long.
const QUESTION: usize = 12;

/// What becomes of the session after a line was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing has changed: the same question stands.
    Again,
    /// The match has changed.
    Changed,
    /// Somebody has to go.
    Stop,
}

pub(super) struct Session<'a> {
    pub(super) game: &'static dyn Ruleset,
    pub(super) hosted: Box<dyn Hosted>,
    pub(super) glossary: Glossary,
    pub(super) out: &'a mut dyn Write,
    pub(super) holders: Vec<Holder>,
    pub(super) keyboard: Keyboard,
    /// Where the record is kept.
    pub(super) file: Option<PathBuf>,
    /// How many entries the record had when it was last saved anywhere.
    pub(super) saved: Option<u32>,
    /// The files that this session wrote.
    pub(super) written: Vec<PathBuf>,
    /// How many events each seat has been shown.
    heard: Vec<usize>,
    /// What each seat was last shown of the battlefield.
    seen: Vec<Option<String>>,
    digests: Vec<Digest>,
    /// Who sits at the screen.
    at_screen: Option<Seat>,
    /// What would do instead of the answer that was refused last.
    mend: Option<Answer>,
}

impl<'a> Session<'a> {
    pub(super) fn new(begun: Begun, out: &'a mut dyn Write) -> Session<'a> {
        let Begun { game, hosted, holders, file } = begun;
        let seats = holders.len();
        let mut heard = Vec::new();
        let mut digests = Vec::new();
        for seat in 0..seats {
            let events = hosted.events_since(Viewer::Seat(Seat(seat as u8)), 0);
            let old = events.len().saturating_sub(RECENT);
            let mut digest = Digest::default();
            digest.skip(&events[..old]);
            heard.push(old);
            digests.push(digest);
        }
        Session {
            game,
            hosted,
            glossary: Glossary::of(game),
            out,
            holders,
            keyboard: Keyboard::open(),
            file,
            saved: None,
            written: Vec::new(),
            heard,
            seen: vec![None; seats],
            digests,
            at_screen: None,
            mend: None,
        }
    }

    /// Plays until the match is over or somebody has to go.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        loop {
            self.keep()?;
            let waiting = self.hosted.waiting(Viewer::Spectator);
            if let Some(diverged) = waiting.frozen {
                return Err(Failure::Check(format!("this match cannot continue: {diverged}")));
            }
            if let Some(outcome) = waiting.outcome {
                return self.finish(&outcome);
            }
            let next = match waiting.dice {
                Some(roll) => self.ask_dice(&roll)?,
                None => match waiting.seats.into_iter().find(|seat| self.is_person(*seat)) {
                    Some(seat) => self.ask(seat)?,
                    None => {
                        return Err(Failure::Check("the match is waiting for a bot that does not answer".to_owned()));
                    }
                },
            };
            if next == Next::Stop {
                return Ok(());
            }
        }
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.holders.get(seat.index()) == Some(&Holder::Person)
    }

    /// The people at this screen.
    pub(super) fn persons(&self) -> Vec<Seat> {
        (0..self.holders.len()).map(|seat| Seat(seat as u8)).filter(|seat| self.is_person(*seat)).collect()
    }

    /// Everybody, bots included: at one screen all can agree.
    pub(super) fn everybody(&self) -> Vec<Seat> {
        (0..self.holders.len()).map(|seat| Seat(seat as u8)).collect()
    }

    /// Shows a seat what it has not seen, and takes its answer.
    fn ask(&mut self, seat: Seat) -> Result<Next, Failure> {
        let viewer = Viewer::Seat(seat);
        let Some(ask) = self.hosted.waiting(viewer).asks.into_iter().next() else {
            return Err(Failure::Check(format!(
                "the match is waiting for seat {}, but has no question for it",
                seat.0
            )));
        };
        if !self.hand_over(seat)? {
            return self.end_of_input();
        }
        let view = self.hosted.view(viewer);
        let question = self.question(&ask, &view);
        self.show(seat, &view, &ask.about, question.lines().count())?;
        write!(self.out, "\n{question}")?;
        self.mend = None;
        let prompt = format!("{}> ", names::seat(&view, seat));
        loop {
            let Some(typed) = self.keyboard.read(&prompt, self.out)? else { return self.end_of_input() };
            let next = match self.as_command(&typed, &ask, &view) {
                Some(command) => self.command(&command, seat, &view, Some(&ask))?,
                None => self.take(&typed, seat, &ask, &view, prompt.chars().count())?,
            };
            if next != Next::Again {
                return Ok(next);
            }
        }
    }

    /// The question with its options and what each is likely to lead to.
    pub(super) fn question(&self, ask: &Ask, view: &View) -> String {
        let mut text = Menu::new(ask, view, &self.glossary).show(&|answer| self.outlook(ask, answer));
        for (n, offer) in (1..).zip(&ask.orders) {
            text += &paint::paint(paint::FAINT, format!("  stand {n}  from now on: {}", offer.label));
            text.push('\n');
        }
        text
    }

    /// What an answer is likely to lead to, in a few words.
    pub(super) fn outlook(&self, ask: &Ask, answer: &Answer) -> Option<String> {
        let proof = self.hosted.preview(ask.id, ask.seat, answer).ok()?;
        proof_words(&proof)
    }

    /// The command in a line: after a slash, or as it is unless an option is called like that.
    fn as_command(&self, typed: &str, ask: &Ask, view: &View) -> Option<String> {
        let typed = typed.trim();
        if let Some(command) = typed.strip_prefix('/') {
            return Some(command.to_owned());
        }
        let first = typed.split_whitespace().next()?;
        let known = super::commands::is_command(first) && !Menu::new(ask, view, &self.glossary).is_option(typed);
        known.then(|| typed.to_owned())
    }

    /// Takes what was typed as an answer.
    fn take(&mut self, typed: &str, seat: Seat, ask: &Ask, view: &View, prompt: usize) -> Result<Next, Failure> {
        let read = match (&self.mend, typed.trim()) {
            (Some(mend), "m") => Ok(mend.clone()),
            _ => Menu::new(ask, view, &self.glossary).read(typed),
        };
        let answer = match read {
            Ok(answer) => answer,
            Err(unreadable) => {
                self.tell_unreadable(&unreadable, prompt)?;
                return Ok(Next::Again);
            }
        };
        let given = self.hosted.answer(ask.id, seat, answer);
        self.accepted(given)
    }

    /// Says why a line could not be read, and points at the place in the line above.
    pub(super) fn tell_unreadable(&mut self, unreadable: &Unreadable, before: usize) -> Result<(), Failure> {
        if let Some(column) = unreadable.1 {
            writeln!(self.out, "{}^", " ".repeat(before + column - 1))?;
        }
        writeln!(self.out, "{}", unreadable.0)?;
        Ok(())
    }

    /// Says why something was refused; nothing has changed then.
    pub(super) fn accepted(&mut self, given: Result<(), Refusal>) -> Result<Next, Failure> {
        match given {
            Ok(()) => Ok(Next::Changed),
            Err(refusal) => {
                let view = self.hosted.view(Viewer::Spectator);
                write!(self.out, "{}", refusal_words(&view, &refusal))?;
                self.mend = refusal.mend.map(|mend| *mend);
                Ok(Next::Again)
            }
        }
    }

    /// Asks for what real dice show.
    fn ask_dice(&mut self, roll: &Roll) -> Result<Next, Failure> {
        // Whoever sits there types: dice lie on the table for all to see.
        let first = self.persons().first().copied().unwrap_or(roll.seat);
        let viewer = *self.at_screen.get_or_insert(first);
        let view = self.hosted.view(Viewer::Seat(viewer));
        self.show_news(viewer)?;
        let kinds: Vec<String> = roll.dice.iter().map(|die| die.faces.to_string()).collect();
        let kinds = kinds.chunk_by(|a, b| a == b).map(|alike| format!("{} × {}", alike.len(), alike[0]));
        let kinds: Vec<String> = kinds.collect();
        let need = roll.need.map(|need| format!(", {need}+ needed")).unwrap_or_default();
        let why = paint::paint(paint::FAINT, &roll.why);
        writeln!(self.out, "{} rolls {}{need}  {why}", names::painted_seat(&view, roll.seat), kinds.join(", "))?;
        loop {
            let Some(typed) = self.keyboard.read("dice> ", self.out)? else { return self.end_of_input() };
            if let Some(command) = typed.trim().strip_prefix('/') {
                let next = self.command(command, viewer, &view, None)?;
                if next != Next::Again {
                    return Ok(next);
                }
                continue;
            }
            let parts = typed.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty());
            let shown: Result<Vec<i16>, _> = parts.map(str::parse).collect();
            match shown {
                Ok(shown) if !shown.is_empty() => {
                    let given = self.hosted.enter_dice(&shown);
                    if self.accepted(given)? == Next::Changed {
                        return Ok(Next::Changed);
                    }
                }
                _ => writeln!(self.out, "type what the dice show, separated by spaces, such as 4 2 6")?,
            }
        }
    }

    /// Lets somebody else sit down, without the secrets of who sat there; says whether anybody did.
    fn hand_over(&mut self, seat: Seat) -> Result<bool, Failure> {
        if self.at_screen == Some(seat) {
            return Ok(true);
        }
        let first = self.at_screen.is_none();
        self.at_screen = Some(seat);
        if self.persons().len() < 2 {
            return Ok(true);
        }
        let name = names::seat(&self.hosted.view(Viewer::Spectator), seat);
        if !self.keyboard.is_terminal() {
            writeln!(self.out, "\n──── {name} ────")?;
            return Ok(true);
        }
        if !first {
            clear(self.out)?;
        }
        let text = format!("Hand over to {name}, then press Enter. ");
        self.keyboard.forget();
        let there = self.keyboard.read(&text, self.out)?.is_some();
        if !first {
            clear(self.out)?;
        }
        self.seen[seat.index()] = None;
        Ok(there)
    }

    /// Shows what happened since, and the battlefield if it changed, with room for so many more lines.
    fn show(&mut self, seat: Seat, view: &View, about: &[Ref], below: usize) -> Result<(), Failure> {
        self.show_news(seat)?;
        // The position and the question should be seen at once, at the same scale from question to question.
        let (columns, lines) = paragraph::screen();
        let room = lines.saturating_sub(below.max(QUESTION) + 3);
        let picture = screen::battle(view, &self.glossary, about, columns, room);
        if self.seen[seat.index()].as_ref() != Some(&picture) {
            write!(self.out, "\n{picture}")?;
            self.seen[seat.index()] = Some(picture);
        }
        Ok(())
    }

    /// Shows what a seat has not heard, the last of it if that is a lot.
    fn show_news(&mut self, seat: Seat) -> Result<(), Failure> {
        let heard = self.heard[seat.index()];
        let events = self.hosted.events_since(Viewer::Seat(seat), heard as u32);
        self.heard[seat.index()] += events.len();
        let news = self.digests[seat.index()].news(events);
        if !news.lines.is_empty() {
            let (_, height) = paragraph::screen();
            write!(self.out, "\n{}", digest::last(&news, (height / 2).clamp(10, 24)))?;
        }
        Ok(())
    }

    /// Shows how the match ended, and how its dice can be checked.
    fn finish(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let seat = self.at_screen.or_else(|| self.persons().first().copied());
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let view = self.hosted.view(viewer);
        match seat {
            Some(seat) => self.show(seat, &view, &[], 6)?,
            None => {
                let mut log = Log::default();
                let events = self.hosted.events_since(viewer, 0);
                let lines: Vec<String> = events.iter().filter_map(|event| log.line(event)).collect();
                writeln!(self.out, "\n{}", lines.join("\n"))?;
            }
        }
        let verdict = summary::outcome(&summary::seat_names(&view), outcome);
        let rule = paint::paint(paint::FAINT, &outcome.rule);
        writeln!(self.out, "\n{}  {rule}", paint::paint(paint::STRONG, capital(&verdict)))?;
        self.offer_to_keep()?;
        self.tell_secret()
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Clears the screen and what was scrolled out of it.
fn clear(out: &mut dyn Write) -> Result<(), Failure> {
    // Straight to the terminal: where colours are not wanted, their stream would drop this too.
    out.flush()?;
    let mut terminal = std::io::stdout();
    terminal.write_all(b"\x1b[2J\x1b[3J\x1b[H")?;
    terminal.flush()?;
    Ok(())
}
