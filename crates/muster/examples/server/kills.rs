//! The program is killed, or asked to end, at any moment while matches are played.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Browser, Served, serve};
use super::{Failures, Folder, Numbers, progress};

const MATCHES: u8 = 12;
/// So long every match may take to go on after a start.
const GOING_ON: u64 = 60;

/// What all players share.
struct Played {
    over: AtomicBool,
    answers: AtomicU64,
    finished: AtomicU64,
    /// How many answers each player has had acknowledged.
    each: [AtomicU64; MATCHES as usize],
}

pub(super) fn run(muster: &Path, kills: u32, failures: &Arc<Failures>) -> String {
    let folder = Folder::new("kills");
    let mut served = match Served::start(serve(muster, &folder.0, 0)) {
        Ok(served) => served,
        Err(error) => {
            failures.add(error);
            return String::new();
        }
    };
    let address = served.address;
    let played = Arc::new(Played {
        over: AtomicBool::new(false),
        answers: AtomicU64::new(0),
        finished: AtomicU64::new(0),
        each: std::array::from_fn(|_| AtomicU64::new(0)),
    });
    let players: Vec<_> = (0..MATCHES)
        .map(|n| {
            let (played, failures) = (Arc::clone(&played), Arc::clone(failures));
            std::thread::spawn(move || play(n, address, &played, &failures))
        })
        .collect();
    let (mut numbers, mut terminated) = (Numbers(14), 0);
    for n in 0..kills {
        std::thread::sleep(Duration::from_millis(numbers.below(400)));
        if n % 4 == 0 {
            all_go_on(&played, failures);
        }
        if numbers.below(3) == 0 {
            terminated += 1;
            if !served.terminate() {
                failures.add(format!("kill {n}: asked to end, it did not end well"));
            }
        } else {
            served.kill();
        }
        match Served::start(serve(muster, &folder.0, address.port())) {
            Ok(again) => served = again,
            Err(error) => {
                failures.add(format!("kill {n}: {error}"));
                break;
            }
        }
        if n % 10 == 9 {
            progress(&format!("{} of {kills} kills, {} answers", n + 1, played.answers.load(Ordering::Relaxed)));
        }
    }
    all_go_on(&played, failures);
    played.over.store(true, Ordering::Relaxed);
    for player in players {
        if player.join().is_err() {
            failures.add("a player panicked");
        }
    }
    let (answers, finished) = (played.answers.load(Ordering::Relaxed), played.finished.load(Ordering::Relaxed));
    format!(
        "| times the program ended: killed, asked to end | {}, {terminated} |\n\
         | matches at a time; answers acknowledged; matches finished | {MATCHES}; {answers}; {finished} |\n",
        kills - terminated
    )
}

/// Waits until every match has gone on.
fn all_go_on(played: &Played, failures: &Failures) {
    let before: Vec<u64> = played.each.iter().map(|each| each.load(Ordering::Relaxed)).collect();
    for _ in 0..GOING_ON * 50 {
        let gone_on = |(each, before): (&AtomicU64, &u64)| each.load(Ordering::Relaxed) > *before;
        if failures.count() > 0 || played.each.iter().zip(&before).all(gone_on) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    failures.add(format!("some match did not go on within {GOING_ON} seconds"));
}

/// Plays one match after the other, whatever happens to the program.
fn play(n: u8, address: SocketAddr, played: &Played, failures: &Failures) {
    let browser = Browser::new(n.into(), Ipv4Addr::new(127, 0, 1, 1 + n), address);
    let (mut id, mut last) = (None, None);
    while !played.over.load(Ordering::Relaxed) {
        // Whatever breaks off, it is tried again; what comes back wrong is a failure.
        let _ = play_on(n, &browser, &mut id, &mut last, played, failures);
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Goes on with a match until the connection breaks off, the match is over, or everything is.
fn play_on(
    n: u8,
    browser: &Browser,
    id: &mut Option<String>,
    last: &mut Option<(Value, u64)>,
    played: &Played,
    failures: &Failures,
) -> io::Result<()> {
    let Some(known) = id.clone() else {
        match browser.start()? {
            Ok(begun) => (*id, *last) = (Some(begun), None),
            // Whoever starts one match after the other is made to wait.
            Err(429) => std::thread::sleep(Duration::from_millis(200)),
            Err(status) => failures.add(format!("no match could be started: {status}")),
        }
        return Ok(());
    };
    let (status, found) = browser.ask("GET", &format!("/api/matches/{known}"), &Value::Null)?;
    if status != 200 {
        failures.add(format!("match {known} is not there any more: {status} {found}"));
        *id = None;
        return Ok(());
    }
    let mut live = browser.look(&known)?;
    if let Some((answer, entries)) = &*last {
        if live.now["entries"].as_u64() < Some(*entries) {
            failures.add(format!("match {known} has {} entries and had {entries}", live.now["entries"]));
        }
        // Only an answer that is there is acknowledged again, and no other answer to the same ask is.
        let again = if live.is_over() { json!("done") } else { live.say(answer)? };
        if again != json!("done") {
            failures.add(format!("match {known} lost the answer {answer}: {again}"));
        }
    }
    while !live.is_over() && !played.over.load(Ordering::Relaxed) {
        let answer = live.suggested();
        let entries = live.now["entries"].as_u64().unwrap_or_default();
        let reply = live.say(&answer)?;
        if reply != json!("done") {
            failures.add(format!("match {known} took no answer: {reply}"));
            return Ok(());
        }
        *last = Some((answer, entries + 1));
        played.answers.fetch_add(1, Ordering::Relaxed);
        played.each[usize::from(n)].fetch_add(1, Ordering::Relaxed);
        live.read_until("now")?;
    }
    if live.is_over() {
        played.finished.fetch_add(1, Ordering::Relaxed);
        *id = None;
        // A browser may keep only so many matches.
        browser.ask("DELETE", &format!("/api/matches/{known}"), &Value::Null)?;
    }
    Ok(())
}
