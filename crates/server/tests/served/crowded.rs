//! However many strangers come, and whatever they keep back, everybody else is served.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::json;
use server::wire::FromPage;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use vocabulary::{Seat, Viewer};

use crate::client::{Site, play};

/// More than any server here lets wait, and no test waits for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection from another address of this machine.
async fn from(last: usize, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::new(127, 0, 0, last as u8), 0).into()).unwrap();
    socket.connect(to).await.unwrap()
}

/// Whether the other side has closed a connection on which nothing was asked.
async fn is_closed(stream: &mut TcpStream) -> bool {
    timeout(Duration::from_millis(20), stream.read_u8()).await.is_ok()
}

/// A request as a page of this server makes it.
fn head(site: &Site, method: &str, path: &str, more: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n{more}\r\n", site.address)
}

/// The status of the answer that comes.
async fn status(stream: &mut TcpStream) -> u16 {
    let mut answer = vec![0; 12];
    timeout(PATIENCE, stream.read_exact(&mut answer)).await.expect("an answer comes").unwrap();
    String::from_utf8_lossy(&answer[9..]).parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_make_room_and_whoever_was_silent_longest_goes_first() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", "person"])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let mut silent = Vec::new();
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for n in 0..120 {
        let mut stream = from(4 + n % 4, site.address).await;
        let path = format!("/api/matches/{id}/live");
        stream.write_all(head(&site, "GET", &path, upgrade).as_bytes()).await.unwrap();
        assert_eq!(status(&mut stream).await, 101, "connection {n}");
        silent.push(stream);
    }
    // One address alone has no more than its share, of whatever kind.
    for n in 0..260 {
        silent.push(from(9, site.address).await);
        if n == 0 {
            assert!(!is_closed(silent.last_mut().unwrap()).await);
        }
    }
    assert!(is_closed(&mut silent[120]).await, "its first one went when there was no room");
    assert!(!is_closed(silent.last_mut().unwrap()).await, "and not its last");
    // Ann's connection was silent longer than any of these.
    play(&mut live, 3).await;
    ann.get("/api/health").await;
    assert!(site.browser().await.connect(&id).await.is_ok(), "nobody is locked out");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_that_do_not_come_keep_nobody_from_reading_a_record() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", {"bot": {"level": "random"}}])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    play(&mut live, 1000).await;
    let (_, record) = ann.ask(Method::GET, &format!("/api/matches/{id}/record"), None).await;
    let mut slow = Vec::new();
    for n in 0..40 {
        let mut stream = from(2 + n % 4, site.address).await;
        let head = head(&site, "POST", "/api/replays", "content-length: 16000000\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&[b'x'; 1000]).await.unwrap();
        slow.push(stream);
    }
    let read =
        ann.client.post(format!("http://{}/api/replays", site.address)).body(record.as_str().unwrap().to_owned());
    let read = timeout(PATIENCE, read.send()).await.expect("nobody waits for uploads of others").unwrap();
    assert_eq!(read.status(), StatusCode::OK);

    // Where all of it together is too much, those of the address that has most are let go.
    let mut heavy = from(6, site.address).await;
    let head = head(&site, "POST", "/api/replays", "content-length: 16000000\r\n");
    heavy.write_all(head.as_bytes()).await.unwrap();
    heavy.write_all(&vec![b'x'; 15_000_000]).await.unwrap();
    for _ in 0..2 {
        let mut stream = from(6, site.address).await;
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&vec![b'x'; 15_000_000]).await.unwrap();
        slow.push(stream);
    }
    assert_eq!(status(&mut heavy).await, 429);
    let (code, _) = ann.post("/api/games/duel/opening", json!({"players": [{"name": "Ann"}, {"name": "Bo"}]})).await;
    assert_eq!(code, StatusCode::OK);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_who_reads_late_hears_everything_in_small_portions() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("aot", json!(["person", {"bot": {"level": "simple"}}])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let mut late = ann.connect(&id).await.unwrap();
    late.send(&FromPage::Look { viewer: Viewer::Spectator, since: None }).await;
    play(&mut live, 60).await;
    // It has read nothing so far; what it reads now ends where the match stands.
    let mut longest = 0;
    while late.now.as_ref().is_none_or(|now| now.entries < live.now().entries) {
        let before = late.raw.len();
        late.next().await.expect("it is not let go");
        longest = longest.max(late.raw.len() - before);
    }
    // Whoever comes now is told the same, in several portions.
    let mut watching = ann.connect(&id).await.unwrap();
    watching.send(&FromPage::Look { viewer: Viewer::Spectator, since: None }).await;
    let mut portions = 0;
    while watching.now.is_none() {
        let before = watching.raw.len();
        watching.next().await.expect("it is not let go");
        longest = longest.max(watching.raw.len() - before);
        portions += 1;
    }
    assert_eq!((&watching.events, &watching.now), (&late.events, &late.now));
    assert!(portions > 3, "{} bytes in {portions} messages", watching.raw.len());
    // A portion ends with the event that fills it, and the first of all holds a whole view.
    assert!(longest < watching.raw.len() / 2, "one message of {longest} bytes");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stays_as_it_is_is_sent_once() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let field = ann.get("/api/games/aot").await["fields"][0]["id"].as_str().unwrap().to_owned();
    let field = format!("/api/games/aot/fields/{field}");
    let rule = ann.get("/api/books/aot").await["entries"][0]["id"].as_str().unwrap().to_owned();
    let rule = format!("/api/rules/{rule}");
    let paths = ["/", "/api/games", "/api/games/aot", "/api/books", "/api/books/aot", "/api/openapi.json"];
    for path in paths.into_iter().chain([field.as_str(), rule.as_str()]) {
        let get = |tag: &str| {
            let request = ann.client.get(format!("http://{}{path}", site.address)).header("cookie", &ann.cookie);
            request.header("if-none-match", tag.to_owned()).header("accept-encoding", "gzip").send()
        };
        let first = get("\"another\"").await.unwrap();
        assert_eq!(first.status(), StatusCode::OK, "{path}");
        assert_eq!(first.headers().contains_key("content-encoding"), path != "/", "{path}");
        let tag = first.headers()["etag"].to_str().unwrap().to_owned();
        let again = get(&format!("\"x\", {tag}")).await.unwrap();
        assert_eq!((again.status(), &again.headers()["etag"]), (StatusCode::NOT_MODIFIED, &first.headers()["etag"]));
        assert_eq!(again.bytes().await.unwrap().len(), 0, "{path}");
    }
    site.end().await;
}
