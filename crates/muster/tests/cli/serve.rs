//! The server as a program: where it is, what it refuses, and what it keeps when it is killed.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::process::{Child, ChildStdout};

use serde_json::json;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::*;

const COOKIE: &str = "muster=0123456789abcdef0123456789abcdef";

/// A running `muster serve`, killed when it is no longer needed.
struct Served {
    child: Child,
    out: BufReader<ChildStdout>,
    address: String,
}

impl Served {
    fn start(data: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
        command.args(arguments).envs(environment.iter().copied()).env("MUSTER_DATA", data);
        Served::run(command, Stdio::inherit())
    }

    /// One that is not ended when it writes beyond a limit on the size of files, but hears of it as of a full disk.
    /// Its log is beyond any limit.
    fn start_for_limits(data: &Path) -> Served {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_muster")]);
        command.args(["serve", "--port", "0", "--developer"]).env("MUSTER_DATA", data);
        let log = fs::File::options().create(true).append(true).open(data.join("log")).unwrap();
        log.set_len(1 << 30).unwrap();
        Served::run(command, log.into())
    }

    fn run(mut command: Command, log: Stdio) -> Served {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.strip_prefix("Muster is at http://").and_then(|line| line.strip_suffix("/\n"));
        let address = address.unwrap_or_else(|| panic!("{line:?}")).to_owned();
        Served { child, out, address }
    }

    /// Sends a request and gives the status and the body.
    fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let body = body.to_string();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: {COOKIE}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    fn json(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, text) = self.ask(method, path, body);
        assert!((200..300).contains(&status), "{status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    fn look(&self, id: &str) -> Looking {
        let mut request = format!("ws://{}/api/matches/{id}/live", self.address).into_client_request().unwrap();
        request.headers_mut().insert("cookie", COOKIE.parse().unwrap());
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        let mut looking = Looking { socket, events: Vec::new(), now: Value::Null };
        looking.send(&json!({"look": {"viewer": {"seat": 0}}}));
        looking.read_until("now");
        looking
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A match as seat 0 follows it.
struct Looking {
    socket: WebSocket<TcpStream>,
    events: Vec<Value>,
    now: Value,
}

impl Looking {
    fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// Reads on to the next message of this kind.
    fn read_until(&mut self, kind: &str) -> Value {
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let mut message: Value = serde_json::from_str(&text).unwrap();
            if let Some(heard) = message.get_mut("heard") {
                self.events.append(heard["events"].as_array_mut().unwrap());
            }
            if let Some(now) = message.get("now") {
                self.now = now.clone();
            }
            if message.get(kind).is_some() {
                return message;
            }
        }
    }

    fn is_over(&self) -> bool {
        self.now["outcome"].is_object()
    }

    /// Answers with what is suggested, and reads until that is acknowledged; not what comes of it.
    fn answer(&mut self) {
        let ask = &self.now["asks"][0];
        let gives = [&ask["suggestions"][0]["answer"], &ask["proposal"], &ask["pass"]];
        let gives = gives.into_iter().find(|gives| !gives.is_null()).cloned();
        let first = || json!({"choose": [ask["form"]["choose"]["options"][0]["token"]]});
        let message = json!({"answer": {"id": 1, "ask": ask["id"], "seat": 0, "gives": gives.unwrap_or_else(first)}});
        self.send(&message);
        let reply = self.read_until("reply");
        assert_eq!(reply["reply"]["reply"], json!("done"), "{message}");
    }
}

fn start(served: &Served) -> String {
    let setup = json!({"players": [{"name": "Ann"}, {"name": "Bo"}]});
    let holders = json!(["person", {"bot": {"level": "random"}}]);
    let promise = served.json("POST", "/api/promises", &Value::Null);
    let dice = json!({"promised": {"promise": promise["id"], "contributions": ["a", "b"]}});
    let new = json!({"game": "duel", "setup": setup, "holders": holders, "dice": dice});
    served.json("POST", "/api/matches", &new)["id"].as_str().unwrap().to_owned()
}

#[test]
fn what_was_acknowledged_is_there_after_the_program_was_killed() {
    let data = folder("killed");
    let flags = ["serve", "--port", "0", "--developer"];
    let mut served = Served::start(&data, &flags, &[]);
    let id = start(&served);
    let mut answers = 0;
    for round in 0..6 {
        let mut looking = served.look(&id);
        for _ in 0..round {
            if !looking.is_over() {
                looking.answer();
                answers += 1;
                looking.read_until("now");
            }
        }
        if looking.is_over() {
            break;
        }
        looking.answer();
        answers += 1;
        let entries = looking.now["entries"].as_u64().unwrap();
        // SIGKILL: nothing in the program gets to run any more.
        served.child.kill().unwrap();
        served.child.wait().unwrap();
        served = Served::start(&data, &flags, &[]);
        let again = served.look(&id);
        assert!(again.now["entries"].as_u64().unwrap() > entries, "the last answer is there");
        assert_eq!(again.events[..looking.events.len()], looking.events[..], "and so is all that came before it");
        let own = served.json("GET", "/api/matches", &Value::Null);
        assert_eq!(own[0]["id"], json!(id));
    }
    assert!(answers > 3, "{answers}");
    let mut looking = served.look(&id);
    while !looking.is_over() {
        looking.answer();
        looking.read_until("now");
    }
    let (status, record) = served.ask("GET", &format!("/api/matches/{id}/record"), &Value::Null);
    assert_eq!(status, 200);
    let file = data.join("whole.muster");
    fs::write(&file, record).unwrap();
    let run = muster(&["replay", "--verify", file.to_str().unwrap()]);
    assert!(run.out.contains("1 passed, 0 failed") && run.out.contains("all match their key"), "{}", run.out);
}

/// "killed in the first 12 ms of its first start it leaves a folder that is refused for good (4 of 200)"
#[test]
#[expect(clippy::disallowed_methods, reason = "when it is killed is what is tried")]
fn whenever_its_first_start_is_killed_the_next_one_works() {
    let data = folder("killed-early");
    for delay in 0..24 {
        let place = data.join(delay.to_string());
        let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
        command.args(["serve", "--port", "0", "--data"]).arg(&place);
        let mut first = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(delay * 2));
        first.kill().unwrap();
        first.wait().unwrap();
        let served = Served::start(&place, &["serve", "--port", "0", "--developer"], &[]);
        start(&served);
    }
}

/// "after one full-disk error nothing is written any more until a restart"
#[cfg(target_os = "linux")]
#[test]
fn when_the_disk_has_room_again_the_match_goes_on() {
    let data = folder("full");
    let mut served = Served::start_for_limits(&data);
    let id = start(&served);
    let mut looking = served.look(&id);
    let limit = |served: &Served, size: &str| {
        let mut prlimit = Command::new("prlimit");
        prlimit.args(["--pid", &served.child.id().to_string(), &format!("--fsize={size}:")]);
        assert!(prlimit.status().unwrap().success());
    };
    let size = fs::metadata(data.join("muster.sqlite-wal")).unwrap().len();
    for _ in 0..2 {
        let before = looking.now["entries"].clone();
        limit(&served, &size.to_string());
        let ask = &looking.now["asks"][0];
        let token = &ask["form"]["choose"]["options"][0]["token"];
        let message = json!({"answer": {"id": 1, "ask": ask["id"], "seat": 0, "gives": {"choose": [token]}}});
        looking.send(&message);
        let reply = looking.read_until("reply").to_string();
        assert!(reply.contains("could not be saved") && !reply.contains("transaction"), "{reply}");
        let (status, _) = served.ask("POST", "/api/promises", &Value::Null);
        assert!(status == 500 || status == 507, "{status}");
        limit(&served, "unlimited");
        looking = served.look(&id);
        assert_eq!(looking.now["entries"], before, "nothing happened, and nothing is lost");
    }
    looking.answer();
    start(&served);
    served.child.kill().unwrap();
    served.child.wait().unwrap();
    let served = Served::start(&data, &["serve", "--port", "0", "--developer"], &[]);
    assert!(served.look(&id).now["entries"].as_u64() > Some(1));
}

#[test]
fn alone_it_serves_and_the_environment_says_where() {
    let data = folder("alone");
    let mut served = Served::start(&data, &[], &[("MUSTER_PORT", "0"), ("MUSTER_ADDRESS", "127.0.0.1")]);
    assert!(served.address.starts_with("127.0.0.1:") && !served.address.ends_with(":0"), "{}", served.address);
    let mut line = String::new();
    served.out.read_line(&mut line).unwrap();
    assert!(line.contains(data.to_str().unwrap()), "{line}");
    let (status, page) = served.ask("GET", "/", &Value::Null);
    assert!(status == 200 && page.contains("<html"), "{status} {page}");
    let games = served.json("GET", "/api/games", &Value::Null);
    assert_eq!(games.as_array().unwrap().len(), 1, "games for developers are not offered");

    let port = served.address.rsplit_once(':').unwrap().1.to_owned();
    check_refused(&["serve", "--port", &port, "--temporary"], 1, "choose another port");
    let folder = data.to_str().unwrap().to_owned();
    check_refused(&["serve", "--port", "0", "--data", &folder], 1, "another muster keeps its matches in");
}

#[test]
fn what_it_cannot_do_it_says_in_a_sentence() {
    check_refused(&["serve", "--port", "70000"], 2, "invalid value '70000'");
    check_refused(&["serve", "--address", "nowhere"], 2, "invalid value 'nowhere'");
    check_refused(
        &["serve", "--port", "0", "--temporary", "--address", "192.0.2.1"],
        1,
        "choose another address or port",
    );
    check_refused(&["serve", "--temporary", "--log", "loud[", "--port", "0"], 2, "--log loud[");
    let file = folder("no-folder").join("file");
    fs::write(&file, "").unwrap();
    check_refused(&["serve", "--port", "0", "--data", file.to_str().unwrap()], 1, "matches cannot be kept in");
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_asked_to() {
    let data = folder("ends");
    let mut served = Served::start(&data, &["serve", "--port", "0", "--developer"], &[]);
    let id = start(&served);
    let mut looking = served.look(&id);
    let asked = Command::new("kill").arg("-TERM").arg(served.child.id().to_string()).status().unwrap();
    assert!(asked.success());
    assert!(served.child.wait().unwrap().success());
    while let Ok(message) = looking.socket.read() {
        assert!(message.is_close() || message.is_ping(), "{message:?}");
    }
}

#[test]
fn packs_that_it_is_started_with_are_there_for_everybody() {
    let data = folder("served-packs");
    let pack = data.join("mine.toml");
    fs::write(&pack, muster(&["pack", "new", "My Own"]).out).unwrap();
    let flags = ["serve", "--port", "0", "--temporary"];
    let plain = Served::start(&data, &flags, &[]);
    let mut served = Served::start(&data, &[&flags[..], &["--pack", pack.to_str().unwrap()]].concat(), &[]);
    let mut line = String::new();
    served.out.read_line(&mut line).unwrap();
    assert_eq!(line, "Packs: mine.toml\n");
    let armies =
        |served: &Served| served.json("GET", "/api/games", &Value::Null)[0]["armies"].as_array().unwrap().clone();
    let (before, after) = (armies(&plain), armies(&served));
    assert_eq!(after[..before.len()], before);
    assert_eq!(after[before.len()]["list"]["faction"], "my-own");
}
