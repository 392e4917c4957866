//! How long a page waits: for what comes of a drag of ten models, for a question, and for an answer to be durable.
//! `cargo xtask bench server` runs it. A real server, a real WebSocket, and the time of a clock on the wall.

#![expect(clippy::print_stdout, reason = "this is a command line")]

#[expect(dead_code, reason = "tests use more of it")]
#[path = "../../tests/served/client.rs"]
mod client;

use serde_json::{Value, json};
use server::wire::{FromPage, Reply};
use store::Place;
use tempfile::TempDir;
use vocabulary::{Form, Query, Ref, Seat, Viewer, Wish};

use client::{AOT, Browser, DUEL, Live, Site, offered, play};

const DRAGS: usize = 400;
const ANSWERS: usize = 60;
/// How many models are dragged.
const MODELS: u64 = 10;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let figures = runtime.block_on(measure());
    if std::env::args().any(|argument| argument == "--json") {
        let figure = |(name, [half, most]): &(String, [f64; 2])| json!({"name": name, "unit": "microseconds", "median": half, "p99": most});
        println!("{}", figures.iter().map(figure).collect::<Value>());
        return;
    }
    println!("{:<52} {:>10} {:>10}", "microseconds, to the server and back", "median", "p99");
    for (name, [half, most]) in figures {
        println!("{name:<52} {half:>10.0} {most:>10.0}");
    }
}

async fn measure() -> Vec<(String, [f64; 2])> {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let site = Site::open(Place::Folder(folder.path().to_owned()), &[&AOT, &DUEL]).await;
    let browser = site.browser().await;
    let (models, mut drafts, mut questions) = drags(&browser).await;
    let mut answers = answers(&browser).await;
    let mut searches = searches(&browser).await;
    site.end().await;
    vec![
        (format!("draft of a drag of {models} models"), percentiles(&mut drafts)),
        ("question: how far apart are two models?".to_owned(), percentiles(&mut questions)),
        ("answer, until it is durable".to_owned(), percentiles(&mut answers)),
        ("search of the rules for 78 words of a letter each".to_owned(), percentiles(&mut searches)),
    ]
}

fn percentiles(times: &mut [f64]) -> [f64; 2] {
    times.sort_by(f64::total_cmp);
    [50, 99].map(|of_hundred| times[times.len() * of_hundred / 100])
}

#[expect(clippy::disallowed_types, reason = "what somebody waits for is the time on the wall")]
async fn timed(live: &mut Live, times: &mut Vec<f64>, message: impl FnOnce(u32) -> FromPage) -> Reply {
    let start = std::time::Instant::now();
    let reply = live.say(message).await;
    times.push(start.elapsed().as_secs_f64() * 1e6);
    reply
}

/// A ready army in which some unit has ten models, if the game allows that.
async fn army(browser: &Browser) -> Value {
    for ready in browser.get("/api/games/aot").await["armies"].as_array().expect("armies") {
        for unit in 0..ready["list"]["unit"].as_array().map_or(0, Vec::len) {
            let mut list = ready["list"].clone();
            list["unit"][unit]["models"] = json!(MODELS);
            let setup = json!({"players": [{"name": "Ann", "army": list}, {"name": "Bo"}]});
            if browser.post("/api/games/aot/opening", setup).await.1["view"].is_object() {
                return list;
            }
        }
    }
    panic!("no ready army can have {MODELS} models in a unit");
}

/// Drags the largest unit that moves in a match, all ways and as far as it goes.
async fn drags(browser: &Browser) -> (usize, Vec<f64>, Vec<f64>) {
    let setup = json!({"players": [{"name": "Ann", "army": army(browser).await}, {"name": "Bo"}]});
    let holders = json!(["person", {"bot": {"level": "random"}}]);
    let new = json!({"game": "aot", "setup": setup, "holders": holders, "dice": browser.dice(2).await});
    let (_, begun) = browser.post("/api/matches", new).await;
    let mut live = browser.look(begun["id"].as_str().expect("an id"), Viewer::Seat(Seat(0))).await;
    let (mut drafts, mut questions) = (Vec::new(), Vec::new());
    while drafts.len() < DRAGS && live.now().outcome.is_none() {
        let ask = live.now().asks[0].clone();
        if let Form::Move { movers, .. } = &ask.form
            && movers.len() as u64 == MODELS
        {
            let view = live.view();
            let stands = movers.iter().filter_map(|mover| Some((mover.model, view.models[mover.model.index()].pose?)));
            let stands: Wish = stands.collect();
            for step in 0..100 {
                let by = ground::Point::inches(2 + step / 16, 0).turned((step % 16 * 64) as u16);
                let mut wish = stands.clone();
                for (_, pose) in &mut wish {
                    pose.at = ground::Point::new(pose.at.x + by.x, pose.at.y + by.y);
                }
                let reply =
                    timed(&mut live, &mut drafts, |id| FromPage::Draft { id, ask: ask.id, seat: Seat(0), wish });
                assert!(matches!(reply.await, Reply::Draft(_)));
                let two = [movers[0].model, movers[1].model].map(Ref::Model);
                let query = Query::Measure(two[0], two[1]);
                timed(&mut live, &mut questions, |id| FromPage::Query { id, query }).await;
            }
        }
        play(&mut live, 1).await;
    }
    (MODELS as usize, drafts, questions)
}

/// Searches for as many words as fit, slowly enough that none has to wait.
#[expect(clippy::disallowed_types, reason = "what somebody waits for is the time on the wall")]
async fn searches(browser: &Browser) -> Vec<f64> {
    let words: String = "etaoinsrhl".chars().cycle().take(78).map(|letter| format!("{letter}+")).collect();
    let path = format!("/api/rules?words={words}");
    let mut times = Vec::new();
    for _ in 0..ANSWERS {
        let start = std::time::Instant::now();
        browser.get(&path).await;
        times.push(start.elapsed().as_secs_f64() * 1e6);
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    times
}

/// Answers in a small game, slowly enough that none is refused for coming too fast.
async fn answers(browser: &Browser) -> Vec<f64> {
    let mut times = Vec::new();
    while times.len() < ANSWERS {
        let id = browser.start("duel", json!(["person", {"bot": {"level": "random"}}])).await;
        let mut live = browser.look(&id, Viewer::Seat(Seat(0))).await;
        while live.now().outcome.is_none() {
            let ask = live.now().asks[0].clone();
            let gives = offered(&ask);
            let reply =
                timed(&mut live, &mut times, |id| FromPage::Answer { id, ask: ask.id, seat: Seat(0), gives }).await;
            assert_eq!(reply, Reply::Done);
            live.until_now().await;
            tokio::time::sleep(std::time::Duration::from_millis(60)).await;
        }
    }
    times
}
