//! The owner of a running match: one task with a mailbox.
//!
//! Rules run beside the task, where they may take their time. If they panic, the match is lost to memory and nothing
//! else is: the next one who looks has it loaded from its record.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::{Holder, Hosted, RecordError, Ruleset, StartError};
use store::{Append, End, Record, Store};
use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;
use vocabulary::{Event, Seat, Viewer};

use super::command::{Act, Wonders};
use super::news::{Report, Seating, Standing, misfit};
use super::registry::Registry;
use crate::clock;
use crate::wire::{MatchInfo, Reply, Since, ToPage};
use crate::work::Turn;

const BUG: &str = "a bug in the rules stopped this match; it is as it was before, look again";
const UNWRITTEN: &str = "what happened could not be saved, so it did not happen";

/// What an owner is asked.
pub(crate) enum Letter {
    /// The match is to be played for this viewer, so that it can be told.
    Tell {
        viewer: Viewer,
        turn: Turn,
        /// Whether the match could be loaded; dropped if the owner was just about to end.
        done: oneshot::Sender<Result<(), String>>,
    },
    Look(Look),
    Act {
        connection: u64,
        id: u32,
        act: Act,
        turn: Turn,
    },
    /// Something to be looked up waits in this slot.
    Wonder {
        connection: u64,
        slot: usize,
        turn: Turn,
    },
    /// A connection has passed on what it was told last.
    Taken {
        connection: u64,
    },
    Leave {
        connection: u64,
    },
    Report {
        viewer: Viewer,
        mine: Vec<Seat>,
        info: Box<MatchInfo>,
        turn: Turn,
        reply: oneshot::Sender<Result<String, String>>,
    },
    /// Too many matches are loaded that nobody looks at.
    Rest,
    /// The server ends.
    End,
}

/// Somebody wants to look at the match from now on.
pub(crate) struct Look {
    pub(crate) connection: u64,
    pub(crate) viewer: Viewer,
    pub(crate) mine: Vec<Seat>,
    pub(crate) since: Option<Since>,
    pub(crate) out: mpsc::Sender<Vec<ToPage>>,
    pub(crate) wonders: Arc<Wonders>,
    pub(crate) turn: Turn,
    /// Dropped if the owner was just about to end.
    pub(crate) done: oneshot::Sender<()>,
}

/// Which match, and what it is made of.
pub(crate) struct Subject {
    pub(crate) id: String,
    pub(crate) rules: &'static dyn Ruleset,
    pub(crate) holders: Vec<Holder>,
    pub(crate) seating: Seating,
}

struct Watcher {
    viewer: Viewer,
    mine: Vec<Seat>,
    heard: u32,
    out: mpsc::Sender<Vec<ToPage>>,
    wonders: Arc<Wonders>,
    /// Whether what it was told last is still on its way. Until it has arrived nothing more is sent, so that what waits
    /// for a page that does not read stays small, however much happens.
    busy: bool,
    /// Whether there is something that it was not told.
    behind: bool,
}

/// Who is to be told something, and from which event on.
type Listener = (u64, Viewer, Vec<Seat>, u32);

/// What a watcher is to be told.
struct Told {
    connection: u64,
    /// How much it has heard then.
    heard: u32,
    /// Whether there is more to tell.
    behind: bool,
    messages: Vec<ToPage>,
}

/// Events of about so many bytes are told at once; the others when these were taken.
const PORTION: usize = 64 << 10;

pub(crate) struct Owner {
    subject: Arc<Subject>,
    store: Store,
    registry: Registry,
    mailbox: mpsc::Receiver<Letter>,
    /// Which telling of the match: one number each time it is loaded.
    telling: u32,
    watchers: BTreeMap<u64, Watcher>,
    /// Whether the registry knows that nobody looks.
    rests: bool,
    /// The last dice that were typed in, and how many entries the match had then.
    typed: Option<(u32, Vec<i16>)>,
}

/// Why an owner stops before its time, for those who watch.
struct Stopped(String);

impl Stopped {
    fn by_a_bug() -> Stopped {
        Stopped(BUG.to_owned())
    }
}

impl Owner {
    pub(crate) fn new(subject: Subject, store: Store, registry: Registry, mailbox: mpsc::Receiver<Letter>) -> Owner {
        let mut telling = [0; 4];
        // Without random numbers a telling could be taken for another one; zero is never sent back as known.
        let telling = getrandom::fill(&mut telling).map_or(0, |()| u32::from_le_bytes(telling));
        let (subject, watchers) = (Arc::new(subject), BTreeMap::new());
        Owner { subject, store, registry, mailbox, telling, watchers, rests: false, typed: None }
    }

    pub(crate) async fn run(mut self) {
        let table = match self.load().await {
            Ok(table) => table,
            Err(sentence) => return self.refuse(&sentence).await,
        };
        match self.serve(table).await {
            // A long one takes a while to be let go of.
            Ok(table) => drop(spawn_blocking(move || drop(table))),
            Err(Stopped(sentence)) => {
                self.close();
                while let Some(letter) = self.mailbox.recv().await {
                    self.turn_away(letter, &sentence);
                }
                for watcher in self.watchers.values() {
                    let _ = watcher.out.try_send(vec![ToPage::Broken(sentence.clone())]);
                }
            }
        }
    }

    /// Tells whoever wrote a letter that nothing comes of it. Who only wants to look is not told: the next owner will.
    fn turn_away(&mut self, letter: Letter, sentence: &str) {
        match letter {
            Letter::Act { connection, id, .. } => self.reply(connection, id, Reply::Wrong(sentence.to_owned())),
            Letter::Wonder { connection, slot, .. } => {
                let wonder = self.watchers.get(&connection).and_then(|watcher| watcher.wonders.take(slot));
                if let Some((id, _)) = wonder {
                    self.reply(connection, id, Reply::Wrong(sentence.to_owned()));
                }
            }
            Letter::Report { reply, .. } => {
                let _ = reply.send(Err(sentence.to_owned()));
            }
            Letter::Tell { .. }
            | Letter::Look(_)
            | Letter::Taken { .. }
            | Letter::Leave { .. }
            | Letter::Rest
            | Letter::End => {}
        }
    }

    /// Takes no more letters; whoever writes next finds another owner.
    fn close(&mut self) {
        self.mailbox.close();
        self.registry.forget(&self.subject.id);
    }

    /// Loads the match. Whoever wants that waits for its turn first, which lies in the mailbox until this is done.
    async fn load(&self) -> Result<Box<dyn Hosted>, String> {
        let id = &self.subject.id;
        let Record { head, lines, sealed } = self.store.record(id).await.map_err(|error| error.to_string())?;
        let (subject, kept) = (Arc::clone(&self.subject), lines.len() as u32);
        let loaded = spawn_blocking(move || {
            let record = engine::sealed(head, lines);
            // What we wrote ourselves was checked before it was written.
            let table = if sealed {
                subject.rules.resume(&record, &subject.holders)?
            } else {
                subject.rules.load(&record, &subject.holders)?
            };
            let new = table.lines_since(kept);
            Ok::<_, engine::StartError>((table, new))
        });
        let (table, new) = match loaded.await {
            Ok(Ok(loaded)) => loaded,
            Ok(Err(StartError::Record(RecordError::Diverged(diverged)))) => {
                return Err(format!("this match cannot continue: {}", misfit(&diverged)));
            }
            Ok(Err(error)) => return Err(format!("this match cannot continue: {error}")),
            Err(_) => return Err("a bug in the rules keeps this match from being loaded".to_owned()),
        };
        // Where bots or dice were cut off by the end of the process, they have gone on by now.
        if !new.is_empty() {
            let append = Append { id: id.clone(), first: kept, lines: new, touched: clock::now(), ..Append::default() };
            self.keep(table, append).await.map_err(|Stopped(sentence)| sentence)
        } else {
            Ok(table)
        }
    }

    /// Writes down what happened, and gives the match back when that is durable.
    async fn keep(&self, table: Box<dyn Hosted>, append: Append) -> Result<Box<dyn Hosted>, Stopped> {
        let seating = self.subject.seating.clone();
        let judged = spawn_blocking(move || {
            let mut standing = Standing::new(&*table, &seating);
            let (round, end) = (standing.round(), standing.end());
            (table, round, end)
        });
        let Ok((table, round, Ok(end))) = judged.await else { return Err(Stopped::by_a_bug()) };
        self.write(Append { round, end, ..append }).await?;
        Ok(table)
    }

    async fn write(&self, append: Append) -> Result<(), Stopped> {
        let id = append.id.clone();
        self.store.append(append).await.map_err(|error| {
            tracing::error!(%error, id, "a match could not be kept");
            Stopped(format!("{UNWRITTEN}: {error}"))
        })
    }

    /// Tells everybody who waits that the match cannot be loaded.
    async fn refuse(mut self, sentence: &str) {
        tracing::warn!(id = self.subject.id, sentence, "a match could not be loaded");
        self.close();
        while let Some(letter) = self.mailbox.recv().await {
            match letter {
                Letter::Tell { done, .. } => _ = done.send(Err(sentence.to_owned())),
                letter => self.turn_away(letter, sentence),
            }
        }
    }

    /// Reads letters until nobody needs the match any more, and gives it back.
    async fn serve(&mut self, mut table: Box<dyn Hosted>) -> Result<Box<dyn Hosted>, Stopped> {
        loop {
            self.rest_or_wake(&*table);
            let letter = match tokio::time::timeout(self.registry.idle, self.mailbox.recv()).await {
                Ok(Some(letter)) => letter,
                Ok(None) => return Ok(table),
                Err(_) => {
                    // Some connections break off without a word.
                    self.watchers.retain(|_, watcher| !watcher.out.is_closed());
                    if self.watchers.is_empty() && self.registry.retire(&self.subject.id, &mut self.mailbox) {
                        return Ok(table);
                    }
                    continue;
                }
            };
            table = match letter {
                Letter::Tell { viewer, turn: _turn, done } => {
                    let (table, ()) = self.beside(table, move |table, _, _| _ = table.events_since(viewer, 0)).await?;
                    self.registry.has_told(&self.subject.id, viewer);
                    // It takes up more now.
                    self.rests = false;
                    let _ = done.send(Ok(()));
                    table
                }
                Letter::Look(look) => self.admit(table, look).await?,
                Letter::Act { connection, id, act, turn: _turn } => {
                    let acted = self.act(table, connection, id, act).await;
                    self.or_reply(connection, id, acted)?
                }
                Letter::Wonder { connection, slot, turn: _turn } => self.wonder(table, connection, slot).await?,
                Letter::Taken { connection } => self.go_on_telling(table, connection).await?,
                Letter::Leave { connection } => {
                    self.watchers.remove(&connection);
                    table
                }
                Letter::Report { viewer, mine, info, turn: _turn, reply } => {
                    self.report(table, viewer, mine, info, reply).await?
                }
                Letter::Rest => {
                    if self.watchers.is_empty() && self.registry.retire(&self.subject.id, &mut self.mailbox) {
                        return Ok(table);
                    }
                    self.rests = false;
                    table
                }
                Letter::End => {
                    self.close();
                    return Ok(table);
                }
            };
        }
    }

    /// Tells the registry when nobody looks any more, and when somebody does again.
    fn rest_or_wake(&mut self, table: &dyn Hosted) {
        let rests = self.watchers.is_empty();
        if rests != std::mem::replace(&mut self.rests, rests) {
            if rests {
                self.registry.rest(&self.subject.id, table.entries());
            } else {
                self.registry.wake(&self.subject.id);
            }
        }
    }

    async fn admit(&mut self, table: Box<dyn Hosted>, look: Look) -> Result<Box<dyn Hosted>, Stopped> {
        let known = look.since.filter(|since| since.telling == self.telling && self.telling != 0);
        let heard = known.map_or(0, |since| since.heard);
        let Look { connection, viewer, mine, out, wonders, done, turn: _turn, .. } = look;
        let _ = done.send(());
        let watcher = Watcher { viewer, mine, heard, out, wonders, busy: true, behind: true };
        self.watchers.insert(connection, watcher);
        self.go_on_telling(table, connection).await
    }

    /// Tells a watcher that has taken all it was told the next portion, if there is more.
    async fn go_on_telling(&mut self, table: Box<dyn Hosted>, connection: u64) -> Result<Box<dyn Hosted>, Stopped> {
        let Some(watcher) = self.watchers.get_mut(&connection) else { return Ok(table) };
        watcher.busy = false;
        if !watcher.behind {
            return Ok(table);
        }
        let only = [(connection, watcher.viewer, watcher.mine.clone(), watcher.heard)];
        let (table, news) = self
            .beside(table, move |table, seating, telling| news(&mut Standing::new(table, seating), telling, &only))
            .await?;
        self.tell(news);
        Ok(table)
    }

    async fn act(
        &mut self,
        table: Box<dyn Hosted>,
        connection: u64,
        id: u32,
        act: Act,
    ) -> Result<Box<dyn Hosted>, Stopped> {
        let typed = act.typed();
        if typed.is_some() && typed == self.typed {
            // The page never heard that they were taken.
            self.reply(connection, id, Reply::Done);
            return Ok(table);
        }
        let ready = self.watchers.iter().filter(|(_, one)| !one.busy);
        let audience: Vec<Listener> = ready.map(|(id, one)| (*id, one.viewer, one.mine.clone(), one.heard)).collect();
        let (table, (reply, happened)) = self
            .beside_mut(table, move |table, seating, telling| {
                let before = table.entries();
                let reply = act.carry_out(table, seating);
                let lines = table.lines_since(before);
                if lines.is_empty() {
                    return (reply, None);
                }
                let mut standing = Standing::new(table, seating);
                let news = news(&mut standing, telling, &audience);
                (reply, Some((before, lines, news, standing.round(), standing.end())))
            })
            .await?;
        let mut told = None;
        if let Some((first, lines, news, round, end)) = happened {
            let end: Option<End> = end.map_err(|error| Stopped(format!("{UNWRITTEN}: {error}")))?;
            let id = self.subject.id.clone();
            self.write(Append { id, first, lines, touched: clock::now(), round, end }).await?;
            told = Some(news);
            for watcher in self.watchers.values_mut() {
                watcher.behind = true;
            }
        }
        if reply == Reply::Done {
            self.typed = typed.or_else(|| self.typed.take());
        }
        self.reply(connection, id, reply);
        self.tell(told.unwrap_or_default());
        Ok(table)
    }

    fn reply(&mut self, connection: u64, id: u32, reply: Reply) {
        self.send(connection, vec![ToPage::Reply { id, reply }]);
    }

    /// Replies to what stopped the match: also that is owed a reply.
    fn or_reply<T>(&mut self, connection: u64, id: u32, came: Result<T, Stopped>) -> Result<T, Stopped> {
        if let Err(Stopped(sentence)) = &came {
            self.reply(connection, id, Reply::Wrong(sentence.clone()));
        }
        came
    }

    /// Sends messages to a connection. Who does not keep up is let go, and may come back where it was.
    fn send(&mut self, connection: u64, messages: Vec<ToPage>) {
        let Some(watcher) = self.watchers.get(&connection) else { return };
        if watcher.out.try_send(messages).is_err() {
            self.watchers.remove(&connection);
        }
    }

    async fn wonder(
        &mut self,
        table: Box<dyn Hosted>,
        connection: u64,
        slot: usize,
    ) -> Result<Box<dyn Hosted>, Stopped> {
        let Some(watcher) = self.watchers.get(&connection) else { return Ok(table) };
        let Some((id, wonder)) = watcher.wonders.take(slot) else { return Ok(table) };
        let found = self.beside(table, move |table, _, _| wonder.look_up(table)).await;
        let (table, reply) = self.or_reply(connection, id, found)?;
        self.reply(connection, id, reply);
        Ok(table)
    }

    async fn report(
        &mut self,
        table: Box<dyn Hosted>,
        viewer: Viewer,
        mine: Vec<Seat>,
        info: Box<MatchInfo>,
        reply: oneshot::Sender<Result<String, String>>,
    ) -> Result<Box<dyn Hosted>, Stopped> {
        let version = self.subject.rules.version();
        let (table, report) = self
            .beside(table, move |table, seating, _| {
                let now = Standing::new(table, seating).now(viewer, &mine);
                let report = Report { info: *info, version, viewer, now, events: table.events_since(viewer, 0) };
                serde_json::to_string_pretty(&report)
            })
            .await?;
        let _ = reply.send(report.map_err(|_| "this report cannot be written".to_owned()));
        Ok(table)
    }

    /// Looks at the match where it may take its time.
    async fn beside<T: Send + 'static>(
        &self,
        table: Box<dyn Hosted>,
        look: impl FnOnce(&dyn Hosted, &Seating, u32) -> T + Send + 'static,
    ) -> Result<(Box<dyn Hosted>, T), Stopped> {
        self.beside_mut(table, move |table, seating, telling| look(table, seating, telling)).await
    }

    async fn beside_mut<T: Send + 'static>(
        &self,
        mut table: Box<dyn Hosted>,
        change: impl FnOnce(&mut dyn Hosted, &Seating, u32) -> T + Send + 'static,
    ) -> Result<(Box<dyn Hosted>, T), Stopped> {
        let (subject, telling) = (Arc::clone(&self.subject), self.telling);
        let run = spawn_blocking(move || {
            let came = change(&mut *table, &subject.seating, telling);
            (table, came)
        });
        run.await.map_err(|error| {
            tracing::error!(%error, id = self.subject.id, "the rules crashed");
            Stopped::by_a_bug()
        })
    }

    /// Sends what is new.
    fn tell(&mut self, news: Vec<Told>) {
        for Told { connection, heard, behind, messages } in news {
            if let Some(watcher) = self.watchers.get_mut(&connection) {
                (watcher.heard, watcher.busy, watcher.behind) = (heard, true, behind);
            }
            self.send(connection, messages);
        }
    }
}

/// What is new to listeners: a portion of it, and where the match stands once they have heard everything.
fn news(standing: &mut Standing<'_>, telling: u32, audience: &[Listener]) -> Vec<Told> {
    let one = |(connection, viewer, mine, heard): &Listener| {
        let all = standing.events_since(*viewer, *heard);
        let events = all[..portion(all)].to_vec();
        let (heard, behind) = (heard + events.len() as u32, events.len() < all.len());
        let mut messages = vec![ToPage::Heard { viewer: *viewer, telling, events }];
        if !behind {
            messages.push(ToPage::Now(Box::new(standing.now(*viewer, mine))));
        }
        Told { connection: *connection, heard, behind, messages }
    };
    audience.iter().map(one).collect()
}

/// How many events are told at once.
fn portion(events: &[Event]) -> usize {
    let mut bytes = 0;
    let fits = |event: &&Event| {
        let before = bytes;
        bytes += serde_json::to_string(event).map_or(0, |text| text.len());
        before < PORTION
    };
    events.iter().take_while(fits).count()
}
