//! Hostile clients at several addresses, and a bystander who wants to play.

use std::io::{self, Read, Write};
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::Message;

use super::client::{Browser, Served, connect, serve};
use super::{Failures, Folder, progress};

/// From how many addresses they come.
const ADDRESSES: u8 = 8;
/// How many connections each of them holds at most.
const HELD: usize = 300;

/// How many long matches lie there that nobody has looked at, and how many answers were given in each.
const LONG: u8 = 16;
const ANSWERS: usize = 40;
/// A bystander who waits longer for an answer, or for a match to be opened, is kept from playing.
const ANSWERED: f64 = 2000.0;
const OPENED: f64 = 5000.0;

/// What hostile clients go for: matches that are not theirs.
struct Targets {
    /// The bystander's, which runs.
    id: String,
    /// Long ones that run, and are not loaded when the server starts.
    long: Vec<String>,
    /// One that is over.
    over: String,
}

/// What a hostile client does, again and again. That it is cut off is no failure; what it gets and must not get is.
type Attack = fn(&Browser, &Targets, &Failures) -> io::Result<()>;

const ATTACKS: [(&str, Attack); 13] = [
    ("silent connections", silence),
    ("silent WebSockets", silent_sockets),
    ("slow uploads", slow_uploads),
    ("searches", searches),
    ("huge bodies", huge_bodies),
    ("bad frames", bad_frames),
    ("foreign origins", foreign),
    ("matches started", starts),
    ("seats of others", others_seats),
    ("spectators who never read", unread),
    ("matches loaded", loads),
    ("reports", reports),
    ("replays", replays),
];

pub(super) fn run(muster: &Path, time: Duration, failures: &Arc<Failures>) -> String {
    let folder = Folder::new("hostile");
    progress(&format!("{LONG} long matches are played before"));
    let prepared = prepare(muster, &folder.0);
    let started = Served::start(serve(muster, &folder.0, 0));
    let (served, (long, over)) = match (started, prepared) {
        (Ok(served), Ok(prepared)) => (served, prepared),
        (Err(error), _) | (_, Err(error)) => {
            failures.add(error);
            return String::new();
        }
    };
    let to = served.address;
    let bystander = Browser::new(1000, Ipv4Addr::LOCALHOST, to);
    let id = match bystander.start() {
        Ok(Ok(id)) => id,
        other => {
            failures.add(format!("the bystander could not start a match: {other:?}"));
            return String::new();
        }
    };
    let targets = Arc::new(Targets { id: id.clone(), long, over });
    progress("the bystander plays alone");
    let mut alone = Waits::default();
    watch(&bystander, Instant::now() + time / 20, &mut alone, failures);
    progress("the bystander plays among hostile clients");
    let end = Instant::now() + time;
    let counts: Arc<Vec<AtomicU64>> = Arc::new(ATTACKS.iter().map(|_| AtomicU64::new(0)).collect());
    let mut attackers = Vec::new();
    for address in 0..ADDRESSES {
        for (n, (_, attack)) in ATTACKS.into_iter().enumerate() {
            let (counts, targets, failures) = (Arc::clone(&counts), Arc::clone(&targets), Arc::clone(failures));
            let number = 2000 + u64::from(address) * 100 + n as u64;
            let mut browser = Browser::new(number, Ipv4Addr::new(127, 0, 0, 2 + address), to);
            attackers.push(std::thread::spawn(move || {
                let mut round = 0;
                while Instant::now() < end {
                    // A cookie costs nothing.
                    browser = Browser::new(number + 10_000 * round, browser.from, to);
                    round += 1;
                    let _ = attack(&browser, &targets, &failures);
                    counts[n].fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(Duration::from_millis(10));
                }
            }));
        }
    }
    let mut waits = Waits::default();
    watch(&bystander, end, &mut waits, failures);
    for attacker in attackers {
        let _ = attacker.join();
    }
    match bystander.ask("GET", &format!("/api/matches/{id}"), &Value::Null) {
        Ok((200, _)) => {}
        other => failures.add(format!("the first match is not there afterwards: {other:?}")),
    }
    let attacks: Vec<String> = ATTACKS
        .iter()
        .zip(counts.iter())
        .map(|((name, _), count)| format!("{name} {}", count.load(Ordering::Relaxed)))
        .collect();
    let ([alone_half, alone_most], [half, most]) = (percentiles(&mut alone.answers), percentiles(&mut waits.answers));
    let [opened_half, opened_most] = percentiles(&mut waits.openings);
    format!(
        "| hostile clients: seconds; addresses; rounds of each kind | {}; {ADDRESSES}; {} |\n\
         | a bystander's answers among them | {} |\n\
         | a bystander waits, alone: median, 99 % within | {alone_half:.1} ms, {alone_most:.1} ms |\n\
         | among hostile clients (aim: 50 ms) | {half:.1} ms, {most:.1} ms |\n\
         | until the bystander's match is open | {opened_half:.1} ms, {opened_most:.1} ms |\n",
        time.as_secs(),
        attacks.join(", "),
        waits.answers.len()
    )
}

/// Leaves long matches in a folder, and one that is over, none of which is loaded when the server starts again.
fn prepare(muster: &Path, folder: &Path) -> Result<(Vec<String>, String), String> {
    let mut served = Served::start(serve(muster, folder, 0))?;
    let to = served.address;
    let one = |n: u8| {
        std::thread::spawn(move || {
            let browser = Browser::new(1100 + u64::from(n), Ipv4Addr::new(127, 0, 3, 1 + n), to);
            play(&browser, "aot", "simple", ANSWERS)
        })
    };
    let players: Vec<_> = (0..LONG).map(one).collect();
    let played = |player: std::thread::JoinHandle<io::Result<String>>| match player.join() {
        Ok(played) => played.map_err(|error| error.to_string()),
        Err(_) => Err("a player panicked".to_owned()),
    };
    let long = players.into_iter().map(played).collect::<Result<_, _>>()?;
    let browser = Browser::new(1099, Ipv4Addr::new(127, 0, 3, 100), to);
    let over = play(&browser, "duel", "random", usize::MAX).map_err(|error| error.to_string())?;
    if served.terminate() { Ok((long, over)) } else { Err("asked to end, it did not end well".to_owned()) }
}

/// Starts a match and gives so many answers in it.
fn play(browser: &Browser, game: &str, level: &str, answers: usize) -> io::Result<String> {
    let started = browser.start_of(game, level)?;
    let id = started.map_err(|status| io::Error::other(format!("no match could be started: {status}")))?;
    let mut live = browser.look(&id)?;
    for _ in 0..answers {
        if live.is_over() {
            break;
        }
        // What is suggested first may be something that only a person can finish.
        if live.say(&live.suggested())? != json!("done") {
            break;
        }
        live.read_until("now")?;
    }
    Ok(id)
}

/// How long a bystander waited, in milliseconds: for answers, and for a match to be open.
#[derive(Default)]
struct Waits {
    answers: Vec<f64>,
    openings: Vec<f64>,
}

fn percentiles(times: &mut [f64]) -> [f64; 2] {
    times.sort_by(f64::total_cmp);
    [50, 99].map(|of_hundred| times.get(times.len() * of_hundred / 100).copied().unwrap_or(f64::NAN))
}

/// Plays until it is time, one match after the other, and notes how long everything took.
fn watch(bystander: &Browser, end: Instant, waits: &mut Waits, failures: &Failures) {
    let mut shown = Instant::now();
    while Instant::now() < end {
        if let Err(error) = one_match(bystander, end, waits, failures) {
            failures.add(format!("the bystander was kept from playing: {error}"));
            std::thread::sleep(Duration::from_millis(200));
        }
        if shown.elapsed() > Duration::from_secs(10) {
            shown = Instant::now();
            progress(&format!(
                "{} answers of a bystander, {} seconds left",
                waits.answers.len(),
                (end - shown).as_secs()
            ));
        }
    }
}

fn one_match(bystander: &Browser, end: Instant, waits: &mut Waits, failures: &Failures) -> io::Result<()> {
    let id = bystander.start()?.map_err(|status| io::Error::other(format!("no match could be started: {status}")))?;
    let begun = Instant::now();
    let mut live = bystander.look(&id)?;
    let opened = begun.elapsed().as_secs_f64() * 1e3;
    waits.openings.push(opened);
    if opened > OPENED {
        failures.add(format!("the bystander waited {opened:.0} ms for a match to be open"));
    }
    while !live.is_over() && Instant::now() < end {
        let answer = live.suggested();
        let begun = Instant::now();
        let reply = live.say(&answer)?;
        let answered = begun.elapsed().as_secs_f64() * 1e3;
        waits.answers.push(answered);
        if answered > ANSWERED {
            failures.add(format!("the bystander waited {answered:.0} ms for an answer"));
        }
        if reply != json!("done") {
            return Err(io::Error::other(format!("{answer} was refused: {reply}")));
        }
        live.read_until("now")?;
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn silence(browser: &Browser, _: &Targets, _: &Failures) -> io::Result<()> {
    let held: Vec<_> = (0..HELD).map_while(|_| connect(browser.from, browser.to).ok()).collect();
    std::thread::sleep(Duration::from_secs(2));
    drop(held);
    Ok(())
}

fn silent_sockets(browser: &Browser, targets: &Targets, _: &Failures) -> io::Result<()> {
    let open = |n: u64| Browser::new(5_000_000 + n / 16, browser.from, browser.to).open(&targets.id).ok();
    let held: Vec<_> = (0..100).map_while(open).collect();
    std::thread::sleep(Duration::from_secs(2));
    drop(held);
    Ok(())
}

fn slow_uploads(browser: &Browser, _: &Targets, _: &Failures) -> io::Result<()> {
    let mut held = Vec::new();
    for _ in 0..20 {
        let mut stream = connect(browser.from, browser.to)?;
        stream.write_all(browser.head("POST", "/api/replays", "content-length: 16000000\r\n").as_bytes())?;
        held.push(stream);
    }
    for _ in 0..20 {
        for stream in &mut held {
            let _ = stream.write_all(&[b'x'; 20_000]);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

fn searches(browser: &Browser, _: &Targets, _: &Failures) -> io::Result<()> {
    let words: String = ('a'..='z').cycle().take(78).map(|letter| format!("{letter}+")).collect();
    for _ in 0..20 {
        browser.ask("GET", &format!("/api/rules?words={words}"), &Value::Null)?;
        browser.ask("GET", "/api/games", &Value::Null)?;
    }
    Ok(())
}

fn huge_bodies(browser: &Browser, _: &Targets, _: &Failures) -> io::Result<()> {
    let names: Vec<Value> = (0..20_000).map(|n| json!({"name": format!("Player {n}")})).collect();
    browser.ask("POST", "/api/games/duel/opening", &json!({"players": names}))?;
    let text = "[faction]\n".repeat(60_000);
    browser.ask("POST", "/api/games/aot/armies", &json!([{"file": "a.toml", "text": text}]))?;
    Ok(())
}

fn bad_frames(browser: &Browser, targets: &Targets, _: &Failures) -> io::Result<()> {
    let garbage = [
        "garbage".to_owned(),
        "[".repeat(200_000),
        format!("{{\"draft\":{{\"id\":1,\"x\":\"{}\"}}}}", "y".repeat(200_000)),
    ];
    for text in garbage {
        let mut socket = browser.open(&targets.id)?;
        let _ = socket.send(Message::text(r#"{"look":{"viewer":"spectator"}}"#));
        for _ in 0..20 {
            if socket.send(Message::text(text.clone())).is_err() {
                break;
            }
        }
        let _ = socket.get_mut().write_all(&[0xff; 64]);
    }
    Ok(())
}

/// A page of somebody else, opened in the bystander's browser, wants to know what the bystander plays.
fn foreign(browser: &Browser, targets: &Targets, failures: &Failures) -> io::Result<()> {
    let path = format!("/api/matches/{}/live", targets.id);
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let ways = [("/api/matches", "connection: close\r\n"), (path.as_str(), upgrade)];
    let origins = ["origin: http://evil.example\r\n", "origin: null\r\n", "sec-fetch-site: cross-site\r\n"];
    for ((path, way), origin) in ways.into_iter().flat_map(|way| origins.map(|origin| (way, origin))) {
        let mut stream = connect(browser.from, browser.to)?;
        stream.write_all(browser.head("GET", path, &format!("{way}{origin}")).as_bytes())?;
        let mut status = [0; 12];
        stream.read_exact(&mut status)?;
        if status != *b"HTTP/1.1 403" {
            let status = String::from_utf8_lossy(&status);
            failures.add(format!("{path} answers {status} to {}", origin.trim_end()));
        }
    }
    Ok(())
}

fn starts(browser: &Browser, _: &Targets, _: &Failures) -> io::Result<()> {
    for _ in 0..10 {
        let _ = browser.start()?;
    }
    Ok(())
}

/// Somebody who holds no seat wants to see what a seat sees, and to answer for it.
fn others_seats(browser: &Browser, targets: &Targets, failures: &Failures) -> io::Result<()> {
    let messages = [
        json!({"look": {"viewer": {"seat": 0}}}),
        json!({"answer": {"id": 1, "ask": 1, "seat": 0, "gives": {"choose": [0]}}}),
        json!({"leave": {"id": 1, "seat": 0}}),
    ];
    for message in messages {
        let mut socket = browser.open(&targets.id)?;
        if message.get("look").is_none() {
            socket.send(Message::text(r#"{"look":{"viewer":"spectator"}}"#)).map_err(io::Error::other)?;
        }
        socket.send(Message::text(message.to_string())).map_err(io::Error::other)?;
        loop {
            let text = match socket.read().map_err(io::Error::other)? {
                Message::Text(text) => text,
                Message::Close(_) => break,
                _ => continue,
            };
            let said: Value = serde_json::from_str(&text)?;
            if said["heard"]["viewer"]["seat"].is_number() || said["reply"]["reply"] == json!("done") {
                failures.add(format!("a stranger sends {message} and hears {said}"));
            }
            if said.get("reply").is_some() {
                break;
            }
        }
    }
    Ok(())
}

fn unread(browser: &Browser, targets: &Targets, _: &Failures) -> io::Result<()> {
    let mut held = Vec::new();
    for n in 0..16 {
        let mut socket = Browser::new(7_000_000 + n, browser.from, browser.to).open(&targets.id)?;
        for _ in 0..20 {
            socket.send(Message::text(r#"{"look":{"viewer":"spectator"}}"#)).map_err(io::Error::other)?;
        }
        held.push(socket);
    }
    std::thread::sleep(Duration::from_secs(1));
    Ok(())
}

/// Looks at matches that nobody has looked at for a while.
fn loads(browser: &Browser, targets: &Targets, _: &Failures) -> io::Result<()> {
    let mut held = Vec::new();
    for id in &targets.long {
        let mut socket = browser.open(id)?;
        socket.send(Message::text(r#"{"look":{"viewer":"spectator"}}"#)).map_err(io::Error::other)?;
        held.push(socket);
    }
    std::thread::sleep(Duration::from_secs(1));
    Ok(())
}

/// Asks for reports of all of them at once.
fn reports(browser: &Browser, targets: &Targets, _: &Failures) -> io::Result<()> {
    let mut held = Vec::new();
    for id in targets.long.iter().cycle().take(60) {
        let mut stream = connect(browser.from, browser.to)?;
        let path = format!("/api/matches/{id}/report");
        stream.write_all(browser.head("GET", &path, "connection: close\r\n").as_bytes())?;
        held.push(stream);
    }
    for mut stream in held {
        io::copy(&mut stream, &mut io::sink())?;
    }
    Ok(())
}

fn replays(browser: &Browser, targets: &Targets, _: &Failures) -> io::Result<()> {
    for _ in 0..10 {
        for what in ["replay", "record", "report"] {
            browser.ask("GET", &format!("/api/matches/{}/{what}", targets.over), &Value::Null)?;
        }
    }
    Ok(())
}
