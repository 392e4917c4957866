//! A connection to a running match: a WebSocket, and the seats of whoever opened it.

mod doors;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use store::Kept;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use vocabulary::{Seat, Viewer};

pub(crate) use doors::{Doors, Ticket};

use crate::caller::Caller;
use crate::matches::{Act, Letter, Look, Wonder, Wonders};
use crate::pace::Pace;
use crate::site::Site;
use crate::wire::{FromPage, MatchInfo, Reply, Since, ToPage};

/// A longer message is not read.
pub(crate) const LONGEST: usize = 256 << 10;
/// So many replies may wait for a page that does not read; then it is let go.
const OUTBOX: usize = 64;
/// A longer message is understood where that may take its time.
const SHORT: usize = 16 << 10;
const PING: Duration = Duration::from_secs(25);
/// A page that was not heard of for so long is gone.
const SILENCE: Duration = Duration::from_secs(80);
/// A page that takes longer to read a message is gone.
const SENDING: Duration = Duration::from_secs(30);

/// One connection, from when it is opened until it ends.
pub(crate) struct Connection {
    site: Arc<Site>,
    kept: Kept,
    info: MatchInfo,
    caller: Caller,
    ticket: Ticket,
    socket: WebSocket,
    /// How fast it says something, and how fast it wonders about something.
    saying: Pace,
    wondering: Pace,
    wonders: Arc<Wonders>,
    looking: Option<Looking>,
    /// Whether the match was sent already.
    greeted: bool,
}

/// A look at the match that lasts.
struct Looking {
    viewer: Viewer,
    owner: mpsc::Sender<Letter>,
    news: mpsc::Receiver<Vec<ToPage>>,
}

/// Why a connection ends, for the page: a code and a sentence.
struct Farewell(u16, &'static str);

type Step = ControlFlow<Farewell>;

const GONE: Step = ControlFlow::Break(Farewell(close_code::NORMAL, ""));

impl Connection {
    pub(crate) fn new(
        site: Arc<Site>,
        kept: Kept,
        info: MatchInfo,
        caller: Caller,
        ticket: Ticket,
        socket: WebSocket,
    ) -> Connection {
        let (saying, wondering) = (Pace::new(20.0, 40.0), Pace::new(100.0, 200.0));
        let (wonders, looking, greeted) = (Arc::default(), None, false);
        Connection { site, kept, info, caller, ticket, socket, saying, wondering, wonders, looking, greeted }
    }

    pub(crate) async fn run(mut self) {
        let Farewell(code, reason) = self.talk().await;
        if let Some(Looking { owner, .. }) = self.looking.take() {
            let _ = owner.send(Letter::Leave { connection: self.ticket.number() }).await;
        }
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = timeout(SENDING, self.socket.send(close)).await;
    }

    async fn talk(&mut self) -> Farewell {
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        let mut shut = self.ticket.shut();
        loop {
            let news = async {
                match &mut self.looking {
                    Some(looking) => looking.news.recv().await,
                    None => std::future::pending().await,
                }
            };
            let step = tokio::select! {
                // What is owed goes out before more is asked for.
                biased;
                () = async { _ = shut.wait_for(|shut| *shut).await } => {
                    ControlFlow::Break(Farewell(close_code::AWAY, "the server is stopping; the match is saved"))
                }
                _ = pings.tick() => {
                    if heard.elapsed() > SILENCE { GONE } else { self.send_raw(Message::Ping(Default::default())).await }
                }
                news = news => self.pass_on(news).await,
                message = self.socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(message)) => self.take(message).await,
                        Some(Err(_)) | None => GONE,
                    }
                }
            };
            if let ControlFlow::Break(farewell) = step {
                return farewell;
            }
        }
    }

    /// Passes on what the owner says; an owner that says nothing more has let this connection go.
    async fn pass_on(&mut self, news: Option<Vec<ToPage>>) -> Step {
        let Some(messages) = news else {
            return ControlFlow::Break(Farewell(close_code::AGAIN, "come back"));
        };
        let told = messages.iter().any(|message| matches!(message, ToPage::Heard { .. }));
        for message in messages {
            if matches!(message, ToPage::Broken(_)) {
                self.looking = None;
            }
            self.send(&message).await?;
        }
        // Only who has taken what happened is told what happened next.
        if told {
            self.write(Letter::Taken { connection: self.ticket.number() }).await
        } else {
            ControlFlow::Continue(())
        }
    }

    async fn take(&mut self, message: Message) -> Step {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return GONE,
            Message::Ping(_) | Message::Pong(_) => return ControlFlow::Continue(()),
            Message::Binary(_) => {
                return ControlFlow::Break(Farewell(close_code::UNSUPPORTED, "messages must be text"));
            }
        };
        let understood = if text.len() <= SHORT {
            understood(&text)
        } else {
            let text = text.clone();
            let understood = self.site.reading.run(self.caller, move || understood(&text)).await;
            understood.unwrap_or(Err(None))
        };
        match understood {
            Ok(message) => self.hear(message).await,
            Err(Some((id, wrong))) => self.reply(id, wrong).await,
            Err(None) => ControlFlow::Break(Farewell(close_code::POLICY, "a message could not be understood")),
        }
    }

    async fn hear(&mut self, message: FromPage) -> Step {
        // Whoever sends more than anybody plays waits; nothing is refused.
        let wonders = matches!(message, FromPage::Preview { .. } | FromPage::Draft { .. } | FromPage::Query { .. });
        let pace = if wonders { &mut self.wondering } else { &mut self.saying };
        pace.permit().await;
        match message {
            FromPage::Look { viewer, since } => self.look(viewer, since).await,
            FromPage::Answer { id, ask, seat, gives } => self.act(id, &[seat], Act::Answer { ask, seat, gives }).await,
            FromPage::Dice { id, entries, shown } => {
                let mine = self.info.mine.clone();
                self.act(id, &[], Act::Dice { entries, shown, mine }).await
            }
            FromPage::Undo { id, to, agreed } => self.act(id, &agreed.clone(), Act::Undo { to, agreed }).await,
            FromPage::Stand { id, seat, order, given } => {
                self.act(id, &[seat], Act::Stand { seat, order, given }).await
            }
            FromPage::Leave { id, seat } => self.act(id, &[seat], Act::Leave { seat }).await,
            FromPage::Preview { id, ask, seat, gives } => {
                self.wonder(id, &[seat], Wonder::Preview { ask, seat, gives }).await
            }
            FromPage::Draft { id, ask, seat, wish } => {
                self.wonder(id, &[seat], Wonder::Draft { ask, seat, wish }).await
            }
            FromPage::Query { id, query } => {
                let viewer = self.looking.as_ref().map_or(Viewer::Spectator, |looking| looking.viewer);
                self.wonder(id, &[], Wonder::Query { viewer, query }).await
            }
        }
    }

    async fn look(&mut self, viewer: Viewer, since: Option<Since>) -> Step {
        if let Viewer::Seat(seat) = viewer
            && !self.info.mine.contains(&seat)
        {
            return ControlFlow::Break(Farewell(
                close_code::POLICY,
                "this seat is not yours, so you cannot see what it sees",
            ));
        }
        if !self.greeted {
            self.greeted = true;
            let greeting = ToPage::Match(Box::new(self.info.clone()));
            self.send(&greeting).await?;
        }
        let before = self.looking.take();
        self.wonders = Arc::default();
        // An owner that ends while it is written to says nothing; the next one will.
        for _ in 0..3 {
            let owner = match self.site.matches.owner(&self.site.games, &self.kept, viewer, self.caller).await {
                Ok(owner) => owner,
                Err(problem) => return self.send(&ToPage::Broken(problem.trouble.trouble)).await,
            };
            let (out, news) = mpsc::channel(OUTBOX);
            let (done, told) = oneshot::channel();
            let (connection, mine, wonders) = (self.ticket.number(), self.info.mine.clone(), Arc::clone(&self.wonders));
            // Only now: what is being loaded takes no turn from those who play.
            let turn = self.site.playing.turn(self.caller).await;
            let look = Look { connection, viewer, mine, since, out, wonders, done, turn };
            if owner.send(Letter::Look(look)).await.is_err() {
                continue;
            }
            if told.await.is_ok() {
                self.looking = Some(Looking { viewer, owner, news });
                return self.reply_to_what_came_before(before).await;
            }
        }
        self.send(&ToPage::Broken("this match cannot be loaded just now; look again".to_owned())).await
    }

    /// An owner reads its letters in order: what was asked before a look has been answered when the look is.
    async fn reply_to_what_came_before(&mut self, before: Option<Looking>) -> Step {
        let Some(Looking { mut news, .. }) = before else { return ControlFlow::Continue(()) };
        while let Ok(messages) = news.try_recv() {
            for message in messages.iter().filter(|message| matches!(message, ToPage::Reply { .. })) {
                self.send(message).await?;
            }
        }
        ControlFlow::Continue(())
    }

    async fn act(&mut self, id: u32, seats: &[Seat], act: Act) -> Step {
        if let Some(wrong) = self.wrong(seats) {
            return self.reply(id, wrong).await;
        }
        // It is waited for here, where it holds up nobody else in the match.
        let turn = self.site.playing.turn(self.caller).await;
        self.write(Letter::Act { connection: self.ticket.number(), id, act, turn }).await
    }

    async fn wonder(&mut self, id: u32, seats: &[Seat], wonder: Wonder) -> Step {
        if let Some(wrong) = self.wrong(seats) {
            return self.reply(id, wrong).await;
        }
        match self.wonders.put(id, wonder) {
            Some(slot) => {
                let turn = self.site.playing.turn(self.caller).await;
                self.write(Letter::Wonder { connection: self.ticket.number(), slot, turn }).await
            }
            None => ControlFlow::Continue(()),
        }
    }

    async fn write(&mut self, letter: Letter) -> Step {
        if let Some(looking) = &self.looking {
            // An owner that is gone has said so, and that is the next thing to be passed on.
            let _ = looking.owner.send(letter).await;
        }
        ControlFlow::Continue(())
    }

    /// Why something cannot be passed on.
    fn wrong(&self, seats: &[Seat]) -> Option<Reply> {
        if self.looking.is_none() {
            return Some(Reply::Wrong("look at the match first".to_owned()));
        }
        let all_mine = seats.iter().all(|seat| self.info.mine.contains(seat));
        (!all_mine).then(|| Reply::Wrong("this seat is not yours".to_owned()))
    }

    async fn reply(&mut self, id: u32, reply: Reply) -> Step {
        self.send(&ToPage::Reply { id, reply }).await
    }

    async fn send(&mut self, message: &ToPage) -> Step {
        match serde_json::to_string(message) {
            Ok(text) => self.send_raw(Message::Text(text.into())).await,
            Err(error) => unreachable!("plain data can be written as JSON: {error}"),
        }
    }

    async fn send_raw(&mut self, message: Message) -> Step {
        match timeout(SENDING, self.socket.send(message)).await {
            Ok(Ok(())) => ControlFlow::Continue(()),
            Ok(Err(_)) | Err(_) => GONE,
        }
    }
}

/// What a page says; or the number of a message that cannot be understood, and why.
fn understood(text: &str) -> Result<FromPage, Option<(u32, Reply)>> {
    let wrong = |error| Reply::Wrong(format!("this message cannot be understood: {error}"));
    serde_json::from_str(text).map_err(|error| number_of(text).map(|id| (id, wrong(error))))
}

/// The number of a message that cannot be understood otherwise, so that whoever sent it learns why.
fn number_of(text: &str) -> Option<u32> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let (_, body) = value.as_object()?.iter().next()?;
    u32::try_from(body.get("id")?.as_u64()?).ok()
}
