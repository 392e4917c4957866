//! The rulebooks and ready battlefields, as a page reads them.

use serde_json::{Value, json};

use crate::client::{AOT, DUEL, Site};

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_read_searched_and_looked_up() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let shelf = ann.get("/api/books").await;
    for book in shelf.as_array().unwrap() {
        let whole = ann.get(&format!("/api/books/{}", book["id"].as_str().unwrap())).await;
        assert_eq!(whole["title"], book["text"]);
        let first = &whole["entries"][0];
        let id = first["id"].as_str().unwrap();
        assert_eq!(ann.get(&format!("/api/rules/{id}")).await, *first);
        let found = ann.get(&format!("/api/rules?words={id}&book={}", book["id"].as_str().unwrap())).await;
        assert_eq!(found["entries"][0]["id"], first["id"]);
    }
    let found = ann.get("/api/rules?words=model").await;
    assert_eq!(found["entries"].as_array().unwrap().len(), 50);
    assert!(found["count"].as_u64().unwrap() > 50);
    assert_eq!(ann.get("/api/rules?words=nosuchword").await, json!({"count": 0, "entries": []}));
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ready_battlefield_is_given_as_a_file_that_can_be_played_on() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let game = ann.get("/api/games/aot").await;
    for field in game["fields"].as_array().unwrap() {
        let text = ann.get(&format!("/api/games/aot/fields/{}", field["id"].as_str().unwrap())).await;
        let setup = json!({"players": [{"name": "Ann"}, {"name": "Bo"}], "field": {"text": text}});
        let (_, opening) = ann.post("/api/games/aot/opening", setup).await;
        assert_eq!(opening["faults"], json!([]), "{field}");
    }
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_games_that_were_handed_in_are_there() {
    let site = Site::open(store::Place::Memory, &[&AOT]).await;
    let ann = site.browser().await;
    let games = ann.get("/api/games").await;
    let ids: Vec<&Value> = games.as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, [&json!("aot")]);
    let (status, _) = ann.ask(reqwest::Method::GET, "/api/games/duel", None).await;
    assert_eq!(status.as_u16(), 404);
    site.end().await;
    let site = Site::open(store::Place::Memory, &[&DUEL, &AOT]).await;
    assert_eq!(site.browser().await.get("/api/games").await[0]["id"], json!("duel"));
    site.end().await;
}
