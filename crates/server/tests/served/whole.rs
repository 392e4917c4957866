//! Whole matches, from the first look to the replay and the rematch.

use engine::Ruleset;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::wire::{FromPage, Reply};
use vocabulary::{Seat, Viewer};

use crate::client::{AOT, Browser, Site, offered, play};

async fn record(browser: &Browser, id: &str, what: &str) -> String {
    let path = format!("http://{}/api/matches/{id}/{what}", browser.address);
    let response = browser.client.get(path).header("cookie", &browser.cookie).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert!(response.headers()["content-disposition"].to_str().unwrap().contains(&format!("{id}.muster")));
    response.text().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_match_against_a_bot_to_its_end_sees_it_again_and_plays_another() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    assert_eq!(ann.get("/api/matches").await, json!([]));
    let games = ann.get("/api/games").await;
    assert_eq!(games[0], ann.get("/api/games/aot").await);
    let setup = json!({"players": [{"name": "Ann"}, {"name": "Bot"}]});
    let (_, opening) = ann.post("/api/games/aot/opening", setup).await;
    assert!(opening["view"]["models"].is_array(), "{opening}");

    let bot = games[0]["bots"].as_array().unwrap().last().unwrap()["id"].clone();
    let id = ann.start("aot", json!(["person", {"bot": {"level": bot}}])).await;
    assert_eq!(ann.get("/api/matches").await[0]["id"], json!(id));
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let begun = live.view();
    for early in ["record", "replay"] {
        let (status, trouble) = ann.ask(Method::GET, &format!("/api/matches/{id}/{early}"), None).await;
        assert_eq!(status, StatusCode::CONFLICT, "{trouble}");
    }
    let (status, trouble) = ann.post(&format!("/api/matches/{id}/rematch"), json!({"dice": "typed"})).await;
    assert_eq!(status, StatusCode::CONFLICT, "{trouble}");

    let mut watching = site.browser().await.look(&id, Viewer::Spectator).await;
    let given = play(&mut live, 5000).await;
    assert!(given > 20, "{given} answers");
    let outcome = live.now().outcome.clone().expect("the match is over");
    while watching.now().outcome.is_none() {
        watching.until_now().await;
    }
    let info = ann.get(&format!("/api/matches/{id}")).await;
    assert_eq!(info["outcome"], serde_json::to_value(&outcome).unwrap());
    let over = live.say(|id| FromPage::Undo { id, to: 0, agreed: vec![Seat(0)] }).await;
    assert!(matches!(&over, Reply::Wrong(sentence) if sentence.contains("over")), "{over:?}");

    let text = record(&ann, &id, "record").await;
    let report = AOT.verify(&text).unwrap();
    assert_eq!((report.outcome, report.dice_checked), (Some(outcome), true));
    assert_eq!(record(&ann, &id, "report").await, text);

    let replay = ann.get(&format!("/api/matches/{id}/replay")).await;
    assert_eq!(replay["sound"], json!(true), "{}", replay["checked"]);
    assert_eq!(replay["viewpoints"][0]["events"], serde_json::to_value(&watching.events).unwrap());
    assert_eq!(replay["viewpoints"][1]["events"], serde_json::to_value(&live.events).unwrap());
    let read = ann.client.post(format!("http://{}/api/replays", site.address)).body(text.clone()).send().await.unwrap();
    assert_eq!(read.status(), StatusCode::OK);
    let read: Value = read.json().await.unwrap();
    assert_eq!(read, replay);
    let changed = text.replacen("\"seat\":0", "\"seat\":1", 1);
    let read = ann.client.post(format!("http://{}/api/replays", site.address)).body(changed).send().await.unwrap();
    assert_eq!(read.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(read.text().await.unwrap().contains("changed after it was sealed"));

    let dice = ann.dice(2).await;
    let (status, again) = ann.post(&format!("/api/matches/{id}/rematch"), json!({"dice": dice})).await;
    assert_eq!(status, StatusCode::CREATED, "{again}");
    let again = again["id"].as_str().unwrap();
    let other = ann.get(&format!("/api/matches/{again}")).await;
    assert_eq!(other["names"], json!(["Player 1", "Player 0"]));
    assert_eq!((&other["holders"][1], &other["mine"]), (&json!("person"), &json!([1])));
    let begun_again = ann.look(again, Viewer::Seat(Seat(1))).await.view();
    let army = |view: &vocabulary::View, seat: u8| {
        let of_seat = view.units.iter().filter(|unit| unit.seat == Seat(seat));
        of_seat.map(|unit| unit.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(army(&begun, 0), army(&begun_again, 1));
    assert_eq!(army(&begun, 1), army(&begun_again, 0));
    assert_ne!(army(&begun, 0), army(&begun, 1));

    let (status, _) = ann.ask(Method::DELETE, &format!("/api/matches/{id}"), None).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (status, _) = ann.ask(Method::GET, &format!("/api/matches/{id}"), None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_connection_hears_the_same_and_nothing_twice() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", "person"])).await;
    let mut first = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let mut second = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let mut late = None;
    for turn in 0..20 {
        let seat = first.now().seats[0];
        let mut mover = ann.look(&id, Viewer::Seat(seat)).await;
        let ask = mover.now().asks[0].clone();
        mover.answer(seat, &ask, offered(&ask)).await;
        first.until_now().await;
        second.until_now().await;
        if turn == 10 {
            late = Some(ann.look(&id, Viewer::Seat(Seat(0))).await);
        } else if let Some(late) = &mut late {
            late.until_now().await;
        }
    }
    let late = late.unwrap();
    assert!(first.events.len() > 10);
    assert_eq!((&first.events, &first.now), (&second.events, &second.now));
    assert_eq!((&first.events, &first.now), (&late.events, &late.now));
    // Who comes back says what it knows, and is told the rest.
    let mut back = ann.connect(&id).await.unwrap();
    let since = Some(server::wire::Since { telling: first.telling, heard: first.events.len() as u32 - 3 });
    back.send(&FromPage::Look { viewer: Viewer::Seat(Seat(0)), since }).await;
    let told = loop {
        if let Some(server::wire::ToPage::Heard { events, .. }) = back.next_unnoted().await {
            break events;
        }
    };
    assert_eq!(told, first.events[first.events.len() - 3..]);
    site.end().await;
}
