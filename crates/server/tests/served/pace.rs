//! Nobody can ask for more than is good for the others.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use server::wire::{FromPage, Reply, ToPage};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite;
use vocabulary::{Query, Ref, Seat, Viewer};

use crate::client::{Browser, Site};

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_come_too_fast_wait_their_turn_and_questions_do_not() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", "person"])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let begun = Instant::now();
    for id in 0..80 {
        live.send(&FromPage::Undo { id, to: 99, agreed: vec![Seat(0)] }).await;
    }
    for number in 0..80 {
        let Some(ToPage::Reply { id, .. }) = live.next().await else { panic!("a reply is due") };
        assert_eq!(id, number, "each is answered, in order");
    }
    // Forty at once and twenty a second.
    assert!(begun.elapsed() >= Duration::from_millis(1900), "{:?}", begun.elapsed());

    let query = Query::Measure(Ref::Seat(Seat(0)), Ref::Seat(Seat(1)));
    let begun = Instant::now();
    for id in 1000..1500 {
        live.send(&FromPage::Query { id, query: query.clone() }).await;
    }
    let mut answered = 0;
    loop {
        match live.next().await {
            Some(ToPage::Reply { id, reply }) => {
                assert!(!matches!(reply, Reply::Wrong(_)), "{reply:?}");
                answered += 1;
                if id == 1499 {
                    break;
                }
            }
            other => panic!("{other:?}"),
        }
    }
    // One after the other, as other messages are heard, they would take 25 seconds.
    assert!(begun.elapsed() < Duration::from_secs(20), "{answered} were answered in {:?}", begun.elapsed());
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_opens_so_many_connections_and_starts_so_many_matches() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", "person"])).await;
    let mut open = Vec::new();
    for _ in 0..16 {
        open.push(ann.connect(&id).await.unwrap());
    }
    match ann.connect(&id).await {
        Err(tungstenite::Error::Http(response)) => assert_eq!(response.status().as_u16(), 429),
        other => panic!("{:?}", other.err()),
    }
    assert!(site.browser().await.connect(&id).await.is_ok());
    open.clear();

    let setup = json!({"players": [{"name": "Ann"}, {"name": "Bo"}]});
    let new = json!({"game": "duel", "setup": setup, "holders": ["person", "person"], "dice": "typed"});
    let refused = refused_at_once(&ann, "/api/matches", &new).await;
    assert!(refused > 0, "twenty matches at once");
    let (status, _) = site.browser().await.post("/api/matches", new).await;
    assert_eq!(status, StatusCode::CREATED, "another browser is not held up");
    let refused = refused_at_once(&ann, "/api/promises", &Value::Null).await;
    assert!(refused > 0, "twenty promises at once");
    site.end().await;
}

/// How many of twenty requests at once come too often.
async fn refused_at_once(browser: &Browser, path: &'static str, body: &Value) -> usize {
    let mut requests = JoinSet::new();
    for _ in 0..20 {
        let (browser, body) = (browser.clone(), body.clone());
        requests.spawn(async move { browser.post(path, body).await.0 });
    }
    let answers = requests.join_all().await;
    answers.into_iter().filter(|status| *status == StatusCode::TOO_MANY_REQUESTS).count()
}
