//! What is damaged, too much or impossible: said, and everything else goes on.

use std::time::Duration;

use engine::Ruleset;
use reqwest::{Method, StatusCode};
use serde_json::json;
use server::Config;
use server::wire::{FromPage, Reply, ToPage};
use sqlx::{Connection, SqliteConnection};
use store::{Amount, Place, Quota};
use tempfile::TempDir;
use vocabulary::{Answer, Form, Seat, Viewer};

use crate::client::{AOT, DUEL, Site, offered};

async fn change(folder: &TempDir, how: &str, id: &str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("muster.sqlite"));
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    assert!(
        sqlx::query(sqlx::AssertSqlSafe(how.to_owned())).bind(id).execute(&mut database).await.unwrap().rows_affected()
            > 0
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_match_is_named_in_the_list_and_can_be_forgotten() {
    for how in ["UPDATE matches SET names = 'gone' WHERE id = ?", "UPDATE matches SET round = -1 WHERE id = ?"] {
        let folder = TempDir::new().unwrap();
        let site = Site::open(Place::Folder(folder.path().to_owned()), &[&DUEL]).await;
        let (ann, ben) = (site.browser().await, site.browser().await);
        let good = ann.start("duel", json!(["person", "person"])).await;
        let bad = ann.start("duel", json!(["person", "person"])).await;
        change(&folder, how, &bad).await;
        let list = ann.get("/api/matches").await;
        let damaged =
            |id: &str| list.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap()["damaged"].clone();
        assert_eq!((damaged(&good), damaged(&bad)), (json!(false), json!(true)), "{list}");
        let (status, _) = ben.ask(Method::DELETE, &format!("/api/matches/{bad}"), None).await;
        assert_ne!(status, StatusCode::NO_CONTENT);
        let (status, _) = ann.ask(Method::DELETE, &format!("/api/matches/{bad}"), None).await;
        assert_eq!(status, StatusCode::NO_CONTENT);
        assert_eq!(ann.get("/api/matches").await.as_array().unwrap().len(), 1);
        site.end().await;
    }
}

/// The line that was changed is one that the rules would take.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_was_changed_is_not_played_on() {
    let (folder, idle) = (TempDir::new().unwrap(), Duration::from_millis(20));
    let site = Site::open_for(Place::Folder(folder.path().to_owned()), &[&DUEL], idle).await;
    let ann = site.browser().await;
    let [id, other] =
        [ann.start("duel", json!(["person", "person"])).await, ann.start("duel", json!(["person", "person"])).await];
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let ask = live.now().asks[0].clone();
    let Form::Choose { options, .. } = &ask.form else { panic!("{ask:?}") };
    let (given, other_token) = (options[0].token, options[1].token);
    live.answer(Seat(0), &ask, Answer::Choose([given].into_iter().collect())).await;
    drop(live);
    let how = format!(
        "UPDATE entries SET line = replace(line, '\"{given}\"', '\"{other_token}\"') WHERE line LIKE '%\"{given}\"%' \
         AND of_match = (SELECT key FROM matches WHERE id = ?)"
    );
    tokio::time::sleep(idle * 10).await;
    change(&folder, &how, &id).await;
    let mut live = ann.connect(&id).await.unwrap();
    live.send(&FromPage::Look { viewer: Viewer::Seat(Seat(0)), since: None }).await;
    let said = loop {
        match live.next().await {
            Some(ToPage::Broken(sentence)) => break sentence,
            Some(ToPage::Match(_)) => {}
            other => panic!("{other:?}"),
        }
    };
    assert!(said.contains("changed after it was written"), "{said}");
    ann.look(&other, Viewer::Seat(Seat(0))).await;
    site.end().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_acknowledged_when_the_files_are_gone() {
    let folder = TempDir::new().unwrap();
    let site = Site::open(Place::Folder(folder.path().to_owned()), &[&DUEL]).await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", "person"])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        std::fs::remove_file(file.unwrap().path()).unwrap();
    }
    let ask = live.now().asks[0].clone();
    let gives = offered(&ask);
    let reply = live.say(|id| FromPage::Answer { id, ask: ask.id, seat: Seat(0), gives }).await;
    assert!(matches!(&reply, Reply::Wrong(sentence) if sentence.contains("was removed")), "{reply:?}");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_keeps_too_much_is_refused_with_a_sentence() {
    let quota = Quota { browser: Amount { matches: 1, bytes: 1 << 20 }, ..Quota::default() };
    let site = Site::run(Config { quota, ..Site::config() }, &[&DUEL]).await;
    let (ann, ben) = (site.browser().await, site.browser().await);
    let new = json!({"game": "duel", "setup": {"players": [{"name": "A"}, {"name": "B"}]}, "holders": ["person", "person"],
                     "dice": "typed"});
    assert_eq!(ann.post("/api/matches", new.clone()).await.0, StatusCode::CREATED);
    let (status, refused) = ann.post("/api/matches", new.clone()).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(refused["trouble"].as_str().unwrap().contains("delete some first"), "{refused}");
    assert_eq!(ben.post("/api/matches", new.clone()).await.0, StatusCode::CREATED);
    site.end().await;
    let quota = Quota { all: Amount { matches: 9, bytes: 10 }, ..Quota::default() };
    let site = Site::run(Config { quota, ..Site::config() }, &[&DUEL]).await;
    let (status, refused) = site.browser().await.post("/api/matches", new).await;
    assert_eq!(status, StatusCode::INSUFFICIENT_STORAGE);
    assert!(refused["trouble"].as_str().unwrap().contains("the limit of matches it can keep"), "{refused}");
    site.end().await;
}

/// "`duel` takes any 1 MB text as a field"
#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_battlefields_takes_none() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let players = json!([{"name": "A"}, {"name": "B"}]);
    for field in [json!({"text": "x".repeat(900_000)}), json!({"seed": 7})] {
        let setup = json!({"players": players, "field": field});
        let (_, opening) = ann.post("/api/games/duel/opening", setup.clone()).await;
        assert_eq!(opening["faults"][0]["rule"], "engine.field");
        let new = json!({"game": "duel", "setup": setup, "holders": ["person", "person"], "dice": "typed"});
        let (status, refused) = ann.post("/api/matches", new).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused["faults"][0]["text"].as_str().unwrap().contains("has no battlefields"), "{refused}");
    }
    assert!(!AOT.manual().fields.is_empty());
    let setup = json!({"players": players, "field": {"seed": 7}});
    assert_eq!(ann.post("/api/games/aot/opening", setup).await.1["faults"], json!([]));
    site.end().await;
}
