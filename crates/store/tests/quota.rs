//! How much is kept: for one browser, for all, and for how long what nobody plays.

use store::{Amount, Append, NewMatch, Place, Quota, Store, StoreError, Token};

const ANN: Token = Token([1; 32]);
const BEN: Token = Token([2; 32]);

async fn open(quota: Quota) -> Store {
    Store::open_with(&Place::Memory, quota).await.unwrap()
}

fn new(id: &str, owner: Token, made: i64) -> NewMatch {
    NewMatch {
        id: id.to_owned(),
        head: "x".repeat(100),
        owners: vec![(0, owner), (1, owner)],
        made,
        ..NewMatch::default()
    }
}

async fn play(store: &Store, id: &str) {
    let append = Append { id: id.to_owned(), lines: vec!["y".repeat(50)], ..Append::default() };
    store.append(append).await.unwrap();
}

#[tokio::test]
async fn a_browser_keeps_so_many_matches_and_others_go_on() {
    let store = open(Quota { browser: Amount { matches: 2, bytes: 1000 }, ..Quota::default() }).await;
    for id in ["m1", "m2"] {
        store.create(new(id, ANN, 0)).await.unwrap();
    }
    assert_eq!(store.create(new("m3", ANN, 0)).await, Err(StoreError::QuotaOfBrowser));
    store.create(new("b1", BEN, 0)).await.unwrap();
    store.delete("m1").await.unwrap();
    store.create(new("m3", ANN, 0)).await.unwrap();
}

#[tokio::test]
async fn a_browser_keeps_so_many_bytes_and_a_match_that_runs_goes_on() {
    let store = open(Quota { browser: Amount { matches: 9, bytes: 240 }, ..Quota::default() }).await;
    store.create(new("m1", ANN, 0)).await.unwrap();
    play(&store, "m1").await;
    assert_eq!(store.create(new("m2", ANN, 0)).await, Err(StoreError::QuotaOfBrowser));
    store
        .append(Append { id: "m1".to_owned(), first: 1, lines: vec!["y".repeat(500)], ..Append::default() })
        .await
        .unwrap();
}

/// "1 MB kept per start with padded packs, 20 starts a second, no quota"
#[tokio::test]
async fn what_was_never_played_makes_room_the_oldest_first() {
    let store = open(Quota { all: Amount { matches: 9, bytes: 460 }, ..Quota::default() }).await;
    for (id, made) in [("played", 1), ("old", 2), ("new", 3)] {
        store.create(new(id, ANN, made)).await.unwrap();
    }
    play(&store, "played").await;
    store.create(new("m1", BEN, 4)).await.unwrap();
    store.create(new("m2", BEN, 5)).await.unwrap();
    let left = |id: &'static str| async { store.kept(id).await.unwrap().is_some() };
    assert_eq!(
        (left("played").await, left("old").await, left("new").await, left("m1").await),
        (true, false, true, true)
    );
    for id in ["new", "m1"] {
        play(&store, id).await;
    }
    // Now only the newest could go, and that is not enough.
    let promise = Some("p".to_owned());
    store.promise("p", "secret", 0, 0).await.unwrap();
    let large = NewMatch { head: "x".repeat(300), promise, ..new("m3", BEN, 6) };
    assert_eq!(store.create(large).await, Err(StoreError::QuotaOfAll));
    assert!(left("m2").await && store.secret("p").await.is_ok(), "nothing was changed for it");
}

#[tokio::test]
async fn a_match_that_is_never_played_is_forgotten_after_a_while() {
    let store = open(Quota { unplayed: 100, ..Quota::default() }).await;
    store.create(new("played", ANN, 0)).await.unwrap();
    play(&store, "played").await;
    store.create(NewMatch { lines: vec!["a".to_owned()], ..new("unplayed", ANN, 0) }).await.unwrap();
    store.create(new("later", ANN, 100)).await.unwrap();
    assert!(store.kept("unplayed").await.unwrap().is_some());
    store.create(new("latest", ANN, 101)).await.unwrap();
    assert!(store.kept("unplayed").await.unwrap().is_none() && store.kept("played").await.unwrap().is_some());
}
