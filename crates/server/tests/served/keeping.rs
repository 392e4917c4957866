//! What is acknowledged is kept: sent twice, over a restart, and when nothing can be written.

use std::time::Duration;

use serde_json::json;
use server::wire::{FromPage, Reply, ToPage};
use sqlx::{Connection, SqliteConnection};
use store::Place;
use tempfile::TempDir;
use vocabulary::{Form, Seat, Viewer};

use crate::client::{AOT, DUEL, Site, offered, play};

fn place(folder: &TempDir) -> Place {
    Place::Folder(folder.path().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_sent_again_gets_the_same_reply_also_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let site = Site::open(place(&folder), &[&DUEL]).await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", "person"])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let ask = live.now().asks[0].clone();
    let gives = offered(&ask);
    let Form::Choose { options, .. } = &ask.form else { panic!("{ask:?}") };
    let other = options.iter().map(|option| vocabulary::Answer::Choose([option.token].into_iter().collect()));
    let other = other.into_iter().find(|other| *other != gives).unwrap();
    live.answer(Seat(0), &ask, gives.clone()).await;
    let entries = live.now().entries;
    let mut site = site;
    let mut ann = ann;
    for restart in [false, true] {
        if restart {
            site.end().await;
            site = Site::open(place(&folder), &[&DUEL]).await;
            ann = ann.at(&site);
            live = ann.look(&id, Viewer::Seat(Seat(0))).await;
        }
        let (again, otherwise) = (gives.clone(), other.clone());
        let reply = live.say(|id| FromPage::Answer { id, ask: ask.id, seat: Seat(0), gives: again }).await;
        assert_eq!(reply, Reply::Done);
        let reply = live.say(|id| FromPage::Answer { id, ask: ask.id, seat: Seat(0), gives: otherwise }).await;
        assert!(matches!(reply, Reply::Refused(_)), "{reply:?}");
        live.look(Viewer::Seat(Seat(0))).await;
        assert_eq!(live.now().entries, entries);
    }
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_after_a_restart_as_if_there_had_been_none() {
    let folder = TempDir::new().unwrap();
    let site = Site::open(place(&folder), &[&AOT]).await;
    let ann = site.browser().await;
    let id = ann.start("aot", json!(["person", {"bot": {"level": "simple"}}])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    play(&mut live, 25).await;
    live.look(Viewer::Seat(Seat(0))).await;
    let known = live.since();
    let (events, view, now) = (live.events.clone(), live.view(), live.now().clone());
    site.end().await;

    let site = Site::open(place(&folder), &[&AOT]).await;
    let ann = ann.at(&site);
    let mut live = ann.connect(&id).await.unwrap();
    live.send(&FromPage::Look { viewer: Viewer::Seat(Seat(0)), since: Some(known) }).await;
    live.until_now().await;
    assert_ne!(live.telling, known.telling, "it is told anew");
    assert_eq!((live.events.clone(), live.view(), live.now().clone()), (events, view, now));
    play(&mut live, 3000).await;
    assert!(live.now().outcome.is_some());
    let replay = ann.get(&format!("/api/matches/{id}/replay")).await;
    assert_eq!(replay["sound"], json!(true), "{}", replay["checked"]);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_written_down_did_not_happen() {
    let folder = TempDir::new().unwrap();
    let site = Site::open(place(&folder), &[&DUEL]).await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", {"bot": {"level": "random"}}])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let mut watching = ann.look(&id, Viewer::Spectator).await;
    let (before, heard) = (live.now().clone(), watching.raw.clone());

    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("muster.sqlite"));
    let mut disk = SqliteConnection::connect_with(&options).await.unwrap();
    let full = "CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    sqlx::query(full).execute(&mut disk).await.unwrap();
    let ask = live.now().asks[0].clone();
    let gives = offered(&ask);
    let reply = live.say(|id| FromPage::Answer { id, ask: ask.id, seat: Seat(0), gives }).await;
    assert!(matches!(&reply, Reply::Wrong(sentence) if sentence.contains("did not happen")), "{reply:?}");
    for one in [&mut live, &mut watching] {
        let told = one.next().await;
        assert!(matches!(&told, Some(ToPage::Broken(sentence)) if sentence.contains("did not happen")), "{told:?}");
    }
    assert!(watching.raw.len() < heard.len() + 200, "nothing of it was told");

    sqlx::query("DROP TRIGGER full").execute(&mut disk).await.unwrap();
    live.look(Viewer::Seat(Seat(0))).await;
    assert_eq!(*live.now(), before);
    play(&mut live, 1000).await;
    assert!(live.now().outcome.is_some());
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_nobody_looks_at_is_forgotten_and_comes_back_from_its_record() {
    let idle = Duration::from_millis(60);
    let site = Site::open_for(Place::Memory, &[&DUEL], idle).await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", "person"])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    play(&mut live, 5).await;
    live.look(Viewer::Seat(Seat(0))).await;
    tokio::time::sleep(idle * 5).await;
    let second = ann.look(&id, Viewer::Seat(Seat(0))).await;
    assert_eq!(second.telling, live.telling, "somebody looks at it");
    let (events, now) = (live.events.clone(), live.now().clone());
    drop((live, second));
    let mut tellings = std::collections::BTreeSet::new();
    for round in 0..40 {
        // Before, after and just when the owner goes.
        tokio::time::sleep(idle * 2 * round / 40).await;
        let back = ann.look(&id, Viewer::Seat(Seat(0))).await;
        assert_eq!((&back.events, back.now()), (&events, &now));
        tellings.insert(back.telling);
    }
    assert!(tellings.len() > 3, "it was loaded anew: {tellings:?}");
    site.end().await;
}
