//! The program, and clients that speak to it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpSocket;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// Nobody waits longer than this for anything.
const PATIENCE: Duration = Duration::from_secs(20);

static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime")
});

/// A running `muster serve`.
pub(crate) struct Served {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Served {
    /// Starts it, by a command that ends with it, and waits until it says where it is.
    pub(crate) fn start(mut command: Command) -> Result<Served, String> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("it cannot be started: {error}"))?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            let mut out = BufReader::new(out);
            let _ = out.read_line(&mut line);
            // What it says later is read by nobody, and must not hold it up.
            std::thread::spawn(move || io::copy(&mut out, &mut io::sink()));
        }
        let address = line.strip_prefix("Muster is at http://").and_then(|line| line.trim_end().strip_suffix('/'));
        match address.and_then(|address| address.parse().ok()) {
            Some(address) => Ok(Served { child, address }),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                Err(format!("it did not start: {line:?}"))
            }
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it so that nothing in it gets to run any more.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to end, and says whether it did so well.
    pub(crate) fn terminate(&mut self) -> bool {
        let asked = Command::new("kill").arg("-TERM").arg(self.id().to_string()).status();
        asked.is_ok_and(|status| status.success()) && self.child.wait().is_ok_and(|status| status.success())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The command that serves from a folder.
pub(crate) fn serve(muster: &Path, data: &Path, port: u16) -> Command {
    let mut command = Command::new(muster);
    command.args(["serve", "--developer", "--port", &port.to_string(), "--data"]).arg(data);
    command
}

/// A connection from one loopback address to another.
pub(crate) fn connect(from: Ipv4Addr, to: SocketAddr) -> io::Result<TcpStream> {
    assert!(from.is_loopback() && to.ip().is_loopback(), "this speaks to nobody but this machine");
    let connected = RUNTIME.block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        tokio::time::timeout(PATIENCE, socket.connect(to)).await?
    });
    let stream = connected?.into_std()?;
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// A browser at an address.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) from: Ipv4Addr,
    pub(crate) to: SocketAddr,
    pub(crate) cookie: String,
}

impl Browser {
    pub(crate) fn new(number: u64, from: Ipv4Addr, to: SocketAddr) -> Browser {
        Browser { from, to, cookie: format!("muster={number:032x}") }
    }

    pub(crate) fn head(&self, method: &str, path: &str, more: &str) -> String {
        format!("{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\n{more}\r\n", self.to, self.cookie)
    }

    /// Sends a request over a connection of its own; gives the status and the body.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> io::Result<(u16, String)> {
        let mut stream = connect(self.from, self.to)?;
        let body = body.to_string();
        let more = format!("connection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n", body.len());
        stream.write_all((self.head(method, path, &more) + &body).as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok((status.ok_or(io::ErrorKind::InvalidData)?, body.to_owned()))
    }

    /// Starts a duel, and gives its id, or the status with which that was refused.
    pub(crate) fn start(&self) -> io::Result<Result<String, u16>> {
        self.start_of("duel", "random")
    }

    /// Starts a match of a game against a bot.
    pub(crate) fn start_of(&self, game: &str, level: &str) -> io::Result<Result<String, u16>> {
        let setup = json!({"players": [{"name": "Ann"}, {"name": "Bo"}]});
        let holders = json!(["person", {"bot": {"level": level}}]);
        let (status, promise) = self.ask("POST", "/api/promises", &Value::Null)?;
        if status != 201 {
            return Ok(Err(status));
        }
        let promise: Value = serde_json::from_str(&promise)?;
        let dice = json!({"promised": {"promise": promise["id"], "contributions": ["a", "b"]}});
        let new = json!({"game": game, "setup": setup, "holders": holders, "dice": dice});
        let (status, begun) = self.ask("POST", "/api/matches", &new)?;
        let begun: Value = serde_json::from_str(&begun)?;
        Ok(begun["id"].as_str().map(str::to_owned).ok_or(status))
    }

    /// Opens a WebSocket to a match.
    pub(crate) fn open(&self, id: &str) -> io::Result<WebSocket<TcpStream>> {
        let request = format!("ws://{}/api/matches/{id}/live", self.to).into_client_request();
        let mut request = request.map_err(io::Error::other)?;
        request.headers_mut().insert("cookie", self.cookie.parse().map_err(io::Error::other)?);
        let opened = tungstenite::client(request, connect(self.from, self.to)?);
        opened.map(|(socket, _)| socket).map_err(|error| io::Error::other(error.to_string()))
    }

    /// Looks at a match through the first seat.
    pub(crate) fn look(&self, id: &str) -> io::Result<Live> {
        let mut live = Live { socket: self.open(id)?, now: Value::Null };
        live.send(&json!({"look": {"viewer": {"seat": 0}}}))?;
        live.read_until("now")?;
        Ok(live)
    }
}

/// A match as the first seat follows it.
pub(crate) struct Live {
    socket: WebSocket<TcpStream>,
    pub(crate) now: Value,
}

impl Live {
    fn send(&mut self, message: &Value) -> io::Result<()> {
        self.socket.send(Message::text(message.to_string())).map_err(io::Error::other)
    }

    /// Reads on to the next message of this kind.
    pub(crate) fn read_until(&mut self, kind: &str) -> io::Result<Value> {
        loop {
            let Message::Text(text) = self.socket.read().map_err(io::Error::other)? else { continue };
            let message: Value = serde_json::from_str(&text)?;
            if let Some(now) = message.get("now") {
                self.now = now.clone();
            }
            if message.get("broken").is_some() {
                return Err(io::Error::other(message.to_string()));
            }
            if message.get(kind).is_some() {
                return Ok(message);
            }
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.now["outcome"].is_object()
    }

    /// The answer that is suggested, as a message.
    pub(crate) fn suggested(&self) -> Value {
        let ask = &self.now["asks"][0];
        let gives = [&ask["suggestions"][0]["answer"], &ask["proposal"], &ask["pass"]];
        let gives = gives.into_iter().find(|gives| !gives.is_null()).cloned();
        let first = || json!({"choose": [ask["form"]["choose"]["options"][0]["token"]]});
        json!({"answer": {"id": 1, "ask": ask["id"], "seat": 0, "gives": gives.unwrap_or_else(first)}})
    }

    /// Sends an answer, and gives the reply.
    pub(crate) fn say(&mut self, answer: &Value) -> io::Result<Value> {
        self.send(answer)?;
        Ok(self.read_until("reply")?["reply"]["reply"].clone())
    }
}
