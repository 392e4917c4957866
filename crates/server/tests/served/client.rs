//! A server of its own for each test, and browsers that talk to it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use engine::{Game, Ruleset};
use futures_util::{SinkExt, StreamExt};
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use server::wire::{FromPage, MatchInfo, Now, Reply, Since, ToPage};
use server::{Asset, Config, Server};
use store::{Place, Quota};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use vocabulary::{Answer, Ask, Event, Form, Seat, View, Viewer};

pub(crate) static AOT: Game<aot::Aot, bots::Tacticians> = Game::new();
pub(crate) static DUEL: Game<duel::Duel, bots::Levels> = Game::new();

const PAGE: [Asset; 2] = [
    Asset { path: "/index.html", kind: "text/html; charset=utf-8", bytes: b"<p>the page", gzip: None },
    Asset { path: "/assets/page-1234.js", kind: "text/javascript", bytes: b"let it = 1;", gzip: Some(b"zipped") },
];

/// A running server.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    end: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Site {
    pub(crate) async fn temporary() -> Site {
        Site::open(Place::Memory, &[&AOT, &DUEL]).await
    }

    pub(crate) async fn open(data: Place, games: &[&'static dyn Ruleset]) -> Site {
        Site::open_for(data, games, Duration::from_secs(180)).await
    }

    /// A server that forgets matches which nobody looks at after a while.
    pub(crate) async fn open_for(data: Place, games: &[&'static dyn Ruleset], idle: Duration) -> Site {
        Site::run(Config { data, idle, ..Site::config() }, games).await
    }

    /// How a server is started when nothing is said.
    pub(crate) fn config() -> Config {
        let (address, idle) = ("127.0.0.1:0".parse().unwrap(), Duration::from_secs(180));
        let (page, quota) = (PAGE.to_vec(), Quota::default());
        Config { address, data: Place::Memory, page, hosts: Vec::new(), packs: Vec::new(), idle, quota }
    }

    pub(crate) async fn run(config: Config, games: &[&'static dyn Ruleset]) -> Site {
        let server = Server::open(config, games).await.unwrap();
        let (end, ended) = oneshot::channel();
        let address = server.address();
        let run = server.run(async move {
            let _ = ended.await;
        });
        Site { address, end, task: tokio::spawn(run) }
    }

    /// Ends the server as Ctrl-C does.
    pub(crate) async fn end(self) {
        self.end.send(()).unwrap();
        self.task.await.unwrap();
    }

    /// A browser that was never here.
    pub(crate) async fn browser(&self) -> Browser {
        let client = reqwest::Client::new();
        let greeted = client.get(format!("http://{}/", self.address)).send().await.unwrap();
        let cookie = greeted.headers()[header::SET_COOKIE].to_str().unwrap().split(';').next().unwrap().to_owned();
        Browser { client, address: self.address, cookie, from: Ipv4Addr::LOCALHOST }
    }
}

/// A browser with its cookie.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) client: reqwest::Client,
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
    pub(crate) from: Ipv4Addr,
}

impl Browser {
    /// The same browser at another address of this machine.
    pub(crate) fn from(self, from: Ipv4Addr) -> Browser {
        let client = reqwest::Client::builder().local_address(IpAddr::from(from)).build().unwrap();
        Browser { client, from, ..self }
    }

    /// The same browser at another server, which knows it if it has the same data.
    pub(crate) fn at(&self, site: &Site) -> Browser {
        Browser { address: site.address, ..self.clone() }
    }

    pub(crate) async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let request = self.client.request(method, format!("http://{}{path}", self.address));
        let request = request.header(header::COOKIE, &self.cookie);
        let request = if let Some(body) = body { request.json(&body) } else { request };
        let response = request.send().await.unwrap();
        let (status, text) = (response.status(), response.text().await.unwrap());
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, value) = self.ask(Method::GET, path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {value}");
        value
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.ask(Method::POST, path, Some(body)).await
    }

    /// Dice from a fresh promise.
    pub(crate) async fn dice(&self, seats: usize) -> Value {
        let (status, promise) = self.post("/api/promises", Value::Null).await;
        assert_eq!(status, StatusCode::CREATED, "{promise}");
        json!({"promised": {"promise": promise["id"], "contributions": vec!["heads"; seats]}})
    }

    /// Starts a match of a game with these holders, and gives its id.
    pub(crate) async fn start(&self, game: &str, holders: Value) -> String {
        let seats = holders.as_array().unwrap().len();
        let players: Vec<Value> = (0..seats).map(|seat| json!({"name": format!("Player {seat}")})).collect();
        let dice = self.dice(seats).await;
        let new = json!({"game": game, "setup": {"players": players}, "holders": holders, "dice": dice});
        let (status, begun) = self.post("/api/matches", new).await;
        assert_eq!(status, StatusCode::CREATED, "{begun}");
        begun["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn connect(&self, id: &str) -> Result<Live, tungstenite::Error> {
        self.connect_from(id, None).await
    }

    pub(crate) async fn connect_from(&self, id: &str, origin: Option<&str>) -> Result<Live, tungstenite::Error> {
        let mut request = format!("ws://{}/api/matches/{id}/live", self.address).into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let socket = TcpSocket::new_v4()?;
        socket.bind((self.from, 0).into())?;
        let stream = MaybeTlsStream::Plain(socket.connect(self.address).await?);
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        Ok(Live {
            socket,
            raw: String::new(),
            info: None,
            eyes: None,
            events: Vec::new(),
            telling: 0,
            now: None,
            sent: 0,
        })
    }

    /// Connects and looks.
    pub(crate) async fn look(&self, id: &str, viewer: Viewer) -> Live {
        let mut live = self.connect(id).await.unwrap();
        live.look(viewer).await;
        live
    }
}

/// A connection to a match.
pub(crate) struct Live {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Everything that was ever received, as it came.
    pub(crate) raw: String,
    pub(crate) info: Option<MatchInfo>,
    eyes: Option<Viewer>,
    pub(crate) events: Vec<Event>,
    pub(crate) telling: u32,
    pub(crate) now: Option<Box<Now>>,
    sent: u32,
}

impl Live {
    pub(crate) async fn send(&mut self, message: &FromPage) {
        self.send_text(serde_json::to_string(message).unwrap()).await;
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next message, noted; none when the server closed the connection.
    pub(crate) async fn next(&mut self) -> Option<ToPage> {
        let message = self.next_unnoted().await?;
        self.note(&message);
        Some(message)
    }

    pub(crate) async fn next_unnoted(&mut self) -> Option<ToPage> {
        let patience = Instant::now() + Duration::from_secs(60);
        loop {
            let message = tokio::time::timeout_at(patience, self.socket.next());
            let text = match message.await.expect("the server says nothing") {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => continue,
            };
            self.raw += &text;
            return Some(serde_json::from_str(&text).unwrap());
        }
    }

    fn note(&mut self, message: &ToPage) {
        match message {
            ToPage::Match(info) => self.info = Some((**info).clone()),
            ToPage::Heard { viewer, telling, events } => {
                if (Some(*viewer), *telling) != (self.eyes, self.telling) {
                    (self.eyes, self.telling) = (Some(*viewer), *telling);
                    self.events.clear();
                }
                for event in events {
                    assert_eq!(event.n as usize, self.events.len(), "events come in order, none twice");
                    self.events.push(event.clone());
                }
            }
            ToPage::Now(now) => self.now = Some(now.clone()),
            ToPage::Reply { .. } | ToPage::Broken(_) => {}
        }
    }

    pub(crate) async fn look(&mut self, viewer: Viewer) {
        let since = if self.eyes == Some(viewer) { Some(self.since()) } else { None };
        self.send(&FromPage::Look { viewer, since }).await;
        self.until_now().await;
    }

    pub(crate) fn since(&self) -> Since {
        Since { telling: self.telling, heard: self.events.len() as u32 }
    }

    /// Reads until the match says where it stands.
    pub(crate) async fn until_now(&mut self) -> &Now {
        loop {
            match self.next().await {
                Some(ToPage::Now(_)) => return self.now.as_deref().unwrap(),
                Some(ToPage::Broken(sentence)) => panic!("{sentence}"),
                Some(_) => {}
                None => panic!("the server closed the connection"),
            }
        }
    }

    /// Sends something with a number, and reads until its reply comes.
    pub(crate) async fn say(&mut self, message: impl FnOnce(u32) -> FromPage) -> Reply {
        self.sent += 1;
        let number = self.sent;
        self.send(&message(number)).await;
        self.reply(number).await
    }

    pub(crate) async fn reply(&mut self, number: u32) -> Reply {
        loop {
            match self.next().await {
                Some(ToPage::Reply { id, reply }) if id == number => return reply,
                Some(ToPage::Broken(sentence)) => panic!("{sentence}"),
                Some(_) => {}
                None => panic!("the server closed the connection"),
            }
        }
    }

    /// Gives an answer that must be taken, and reads on to where the match stands after it.
    pub(crate) async fn answer(&mut self, seat: Seat, ask: &Ask, gives: Answer) {
        let ask = ask.id;
        assert_eq!(self.say(|id| FromPage::Answer { id, ask, seat, gives }).await, Reply::Done);
        self.until_now().await;
    }

    pub(crate) fn now(&self) -> &Now {
        self.now.as_deref().unwrap()
    }

    /// What the viewer sees, folded from what it heard.
    pub(crate) fn view(&self) -> View {
        let mut view = None;
        for change in self.events.iter().flat_map(|event| event.changes.clone()) {
            match (&mut view, change) {
                (_, vocabulary::Change::Whole(whole)) => view = Some(*whole),
                (Some(view), change) => view.fold(change),
                (None, _) => panic!("the first event brings the whole view"),
            }
        }
        view.unwrap()
    }
}

/// An answer that is offered.
pub(crate) fn offered(ask: &Ask) -> Answer {
    if let Some(suggestion) = ask.suggestions.first() {
        return suggestion.answer.clone();
    }
    if let Some(answer) = ask.proposal.as_ref().or(ask.pass.as_ref()) {
        return answer.clone();
    }
    match &ask.form {
        Form::Choose { options, min, .. } => {
            let open = options.iter().filter(|option| option.refused.is_none());
            Answer::Choose(open.take(usize::from(*min)).map(|option| option.token).collect())
        }
        Form::Number { min, .. } => Answer::Number(*min),
        form => panic!("nothing is offered for {form:?}"),
    }
}

/// Plays on with what is offered, for all people at this page, until the match is over or so many answers were given.
pub(crate) async fn play(live: &mut Live, most: usize) -> usize {
    let mine = live.info.as_ref().unwrap().mine.clone();
    for given in 0..most {
        if live.now().outcome.is_some() {
            return given;
        }
        let seat = *live.now().seats.iter().find(|seat| mine.contains(seat)).expect("somebody at this page is asked");
        if live.now().viewer != Viewer::Seat(seat) {
            live.look(Viewer::Seat(seat)).await;
        }
        let ask = live.now().asks[0].clone();
        let answer = offered(&ask);
        live.answer(seat, &ask, answer).await;
    }
    most
}
