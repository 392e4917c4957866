//! Packs: those that a server is started with, and those that a page brings.

use reqwest::StatusCode;
use serde_json::{Value, json};
use server::wire::FromPage;
use server::{Config, Server};
use vocabulary::{Pack, Seat, Viewer};

use engine::Ruleset;

use crate::client::{AOT, Browser, DUEL, Site};

/// The pack that people begin with.
fn example() -> Pack {
    Pack { file: "mine.toml".to_owned(), text: AOT.manual().packs.unwrap().example.to_owned() }
}

/// The army that only the pack has.
fn army() -> Value {
    json!(AOT.catalogue(&[example()]).unwrap().armies.last().unwrap().list)
}

/// A set-up in which somebody leads that army.
fn setup(packs: &[Pack]) -> Value {
    let players = json!([{"name": "Ann", "army": army()}, {"name": "Bo"}]);
    if packs.is_empty() { json!({"players": players}) } else { json!({"players": players, "packs": packs}) }
}

async fn opening(ann: &Browser, game: &str, setup: Value) -> Value {
    let (status, opening) = ann.post(&format!("/api/games/{game}/opening"), setup).await;
    assert_eq!(status, StatusCode::OK, "{opening}");
    opening
}

async fn armies(ann: &Browser, packs: &[Pack]) -> Value {
    let (status, armies) = ann.post("/api/games/aot/armies", json!(packs)).await;
    assert_eq!(status, StatusCode::OK, "{armies}");
    armies
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_offers_the_armies_of_its_packs_and_plays_them_again() {
    let site = Site::run(Config { packs: vec![example()], ..Site::config() }, &[&AOT, &DUEL]).await;
    let ann = site.browser().await;
    let offered = ann.get("/api/games/aot").await;
    let armies = offered["armies"].as_array().unwrap();
    assert_eq!(armies.len(), AOT.manual().armies.len() + 1);
    assert_eq!(armies.last().unwrap()["list"], army());
    assert_eq!(opening(&ann, "aot", setup(&[])).await["faults"], json!([]));
    // A game without packs is served all the same.
    ann.start("duel", json!(["person", "person"])).await;

    let new = json!({"game": "aot", "setup": setup(&[]), "holders": ["person", "person"], "dice": ann.dice(2).await});
    let (status, begun) = ann.post("/api/matches", new).await;
    assert_eq!(status, StatusCode::CREATED, "{begun}");
    let id = begun["id"].as_str().unwrap();
    let mut live = ann.look(id, Viewer::Seat(Seat(0))).await;
    live.say(|id| FromPage::Leave { id, seat: Seat(0) }).await;
    let (status, again) = ann.post(&format!("/api/matches/{id}/rematch"), json!({"dice": ann.dice(2).await})).await;
    assert_eq!(status, StatusCode::CREATED, "{again}");
    // The record is a whole: where nobody has the pack, it is still replayed, and the match is played again.
    let record = ann.get(&format!("/api/matches/{id}/record")).await;
    let chosen = AOT.chosen(record.as_str().unwrap()).unwrap();
    assert_eq!(chosen.packs, [example()]);
    AOT.verify(record.as_str().unwrap()).unwrap();
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_brings_a_pack_and_hears_of_every_fault_with_its_line() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let unknown = opening(&ann, "aot", setup(&[])).await;
    assert!(unknown["faults"][0]["text"].as_str().unwrap().contains("there is no faction"), "{unknown}");
    assert_eq!(opening(&ann, "aot", setup(&[example()])).await["faults"], json!([]));
    let offered = armies(&ann, &[example()]).await;
    assert_eq!(offered["armies"].as_array().unwrap().len(), AOT.manual().armies.len() + 1);
    assert_eq!(offered["armies"].as_array().unwrap().last().unwrap()["list"], army());
    let bad = Pack { text: example().text.replacen("name = ", "name = 7 # ", 1), ..example() };
    let refused = armies(&ann, std::slice::from_ref(&bad)).await;
    assert!(refused["faults"][0]["text"].as_str().unwrap().starts_with("mine.toml:"), "{refused}");
    assert_eq!(refused["armies"], json!([]));
    let refused = opening(&ann, "aot", setup(&[bad])).await;
    assert!(refused["faults"][0]["text"].as_str().unwrap().starts_with("mine.toml:"), "{refused}");
    let players = json!([{"name": "Ann"}, {"name": "Bo"}]);
    let refused = opening(&ann, "duel", json!({"players": players, "packs": [example()]})).await;
    assert_eq!(refused["faults"][0]["text"], "mine.toml: this game has no packs; play it without them");
    let long = Pack { text: "#".repeat(Pack::LONGEST + 1), ..example() };
    let refused = opening(&ann, "aot", json!({"players": players, "packs": [long]})).await;
    assert!(refused["faults"][0]["text"].as_str().unwrap().contains("too long"), "{refused}");
    site.end().await;
}

/// A match that is played again after the server got a newer pack of the same name is played as it was.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_match_brings_comes_before_what_the_server_has() {
    let newer = Pack { text: example().text.replacen("name = \"", "name = \"Newer ", 1), ..example() };
    let site = Site::run(Config { packs: vec![newer], ..Site::config() }, &[&AOT]).await;
    let ann = site.browser().await;
    assert_eq!(opening(&ann, "aot", setup(&[example()])).await["faults"], json!([]));
    let other = Pack { file: "other.toml".to_owned(), ..example() };
    let twice = opening(&ann, "aot", setup(&[other])).await;
    assert!(twice["faults"][0]["text"].as_str().unwrap().starts_with("mine.toml:"), "{twice}");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_pack_stops_the_start() {
    let bad = Pack { text: example().text.replacen("name = ", "nome = ", 1), ..example() };
    let Err(error) = Server::open(Config { packs: vec![bad], ..Site::config() }, &[&AOT]).await else {
        panic!("it was started")
    };
    assert!(error.to_string().starts_with("mine.toml:"), "{error}");
}
