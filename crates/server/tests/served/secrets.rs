//! What a seat keeps secret leaves the server for nobody else.

use engine::{Holder, Origin, Ruleset};
use serde_json::json;
use server::wire::FromPage;
use sha2::{Digest, Sha256};
use store::{NewMatch, Place, Store, Token};
use tempfile::TempDir;
use vocabulary::{Answer, Form, Seat, Setup, Viewer};

use crate::client::{Browser, DUEL, Live, Site};

/// A match whose two people sit at two browsers.
async fn two_browsers(folder: &TempDir) -> (Site, Browser, Browser) {
    let cookies = ["11".repeat(16), "22".repeat(16)];
    let owners: Vec<(u8, Token)> =
        (0..).zip(&cookies).map(|(seat, cookie)| (seat, Token(Sha256::digest(cookie).into()))).collect();
    let table = DUEL.start(&Setup::of(&["Ann", "Ben"]), Origin::Seeded { seed: 7 }, &[Holder::Person; 2]).unwrap();
    let place = Place::Folder(folder.path().to_owned());
    let store = Store::open(&place).await.unwrap();
    let new = NewMatch {
        id: "m".to_owned(),
        game: "duel".to_owned(),
        version: DUEL.version(),
        head: table.head(),
        lines: table.lines_since(0),
        holders: r#"["person","person"]"#.to_owned(),
        names: r#"["Ann","Ben"]"#.to_owned(),
        owners,
        ..NewMatch::default()
    };
    store.create(new).await.unwrap();
    store.close().await;
    let site = Site::open(place, &[&DUEL]).await;
    let [ann, ben] = cookies.map(|cookie| format!("muster={cookie}"));
    let client = reqwest::Client::new();
    let from = std::net::Ipv4Addr::LOCALHOST;
    let browser = |cookie| Browser { client: client.clone(), address: site.address, cookie, from };
    let (ann, ben) = (browser(ann), browser(ben));
    (site, ann, ben)
}

/// All that a connection was sent, without what is another each time: the number of the telling, and the time of day.
fn sent(live: &Live) -> String {
    let untold = live.raw.replace(&format!("\"telling\":{}", live.telling), "\"telling\":0");
    let (first, rest) = untold.split_once("\"touched\":").expect("a match says when it was played last");
    let timeless = rest.split("\"touched\":").map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
    timeless.fold(first.to_owned(), |all, part| all + "\"touched\":0" + part)
}

/// Plays the opening with one of Ann's secret answers, and gives what Ben and a spectator were sent, and what Ann gave.
async fn play_with(secret: usize) -> (String, String, String) {
    let folder = TempDir::new().unwrap();
    let (site, ann, ben) = two_browsers(&folder).await;
    let mut ann_live = ann.look("m", Viewer::Seat(Seat(0))).await;
    let mut ben_live = ben.look("m", Viewer::Seat(Seat(1))).await;
    let mut watching = site.browser().await.look("m", Viewer::Spectator).await;
    assert_eq!(ann_live.now().private, [Seat(0)]);
    assert_eq!(watching.now().private, []);
    assert_eq!(watching.now().asks, []);
    let ask = ann_live.now().asks[0].clone();
    assert!(ask.secret, "{ask:?}");
    let Form::Choose { options, .. } = &ask.form else { panic!("{ask:?}") };
    let answer = Answer::Choose([options[secret].token].into_iter().collect());
    ann_live.answer(Seat(0), &ask, answer.clone()).await;
    ben_live.until_now().await;
    watching.until_now().await;
    let theirs = ben_live.now().asks[0].clone();
    let Form::Choose { options, .. } = &theirs.form else { panic!("{theirs:?}") };
    let answer_of_ben = Answer::Choose([options[0].token].into_iter().collect());
    ben_live.answer(Seat(1), &theirs, answer_of_ben).await;
    watching.until_now().await;
    for (path, expected) in [("/report?seat=1", 200), ("/report", 200), ("", 200), ("/record", 409), ("/replay", 409)] {
        let (status, said) = ben.ask(reqwest::Method::GET, &format!("/api/matches/m{path}"), None).await;
        assert_eq!(status.as_u16(), expected, "{path}: {said}");
        ben_live.raw += &said.to_string();
    }
    let (status, _) = ben.ask(reqwest::Method::GET, "/api/matches/m/report?seat=0", None).await;
    assert_eq!(status, reqwest::StatusCode::FORBIDDEN);
    let all = (sent(&ben_live), sent(&watching), serde_json::to_string(&answer).unwrap());
    site.end().await;
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_seat_answers_in_secret_changes_no_byte_of_what_others_are_sent() {
    let (ben, watching, given) = play_with(1).await;
    let (ben_otherwise, watching_otherwise, given_otherwise) = play_with(2).await;
    assert_ne!(given, given_otherwise);
    assert_eq!(ben, ben_otherwise);
    assert_eq!(watching, watching_otherwise);
    for bytes in [&ben, &watching] {
        assert!(!bytes.contains(&given), "{given} is in {bytes}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_looks_or_acts_through_a_seat_that_is_not_theirs() {
    let folder = TempDir::new().unwrap();
    let (site, ann, ben) = two_browsers(&folder).await;
    let stranger = site.browser().await;
    for (browser, seat) in [(&ben, 0), (&stranger, 0), (&stranger, 1), (&ann, 7)] {
        let mut live = browser.connect("m").await.unwrap();
        live.send(&FromPage::Look { viewer: Viewer::Seat(Seat(seat)), since: None }).await;
        assert_eq!(live.next().await, None, "the connection is closed");
        assert_eq!(live.raw, "");
    }
    let mut live = ben.look("m", Viewer::Spectator).await;
    let ask = 0;
    let gives = Answer::Number(1);
    let messages: [fn(u32, Answer) -> FromPage; 4] = [
        |id, gives| FromPage::Answer { id, ask: 0, seat: Seat(0), gives },
        |id, gives| FromPage::Preview { id, ask: 0, seat: Seat(0), gives },
        |id, _| FromPage::Leave { id, seat: Seat(0) },
        |id, _| FromPage::Undo { id, to: 0, agreed: vec![Seat(0), Seat(1)] },
    ];
    for message in messages {
        let reply = live.say(|id| message(id, gives.clone())).await;
        assert_eq!(reply, server::wire::Reply::Wrong("this seat is not yours".to_owned()));
    }
    let reply = live.say(|id| FromPage::Answer { id, ask, seat: Seat(1), gives: gives.clone() }).await;
    assert!(matches!(reply, server::wire::Reply::Refused(_)), "{reply:?}");
    let (status, _) = stranger.ask(reqwest::Method::DELETE, "/api/matches/m", None).await;
    assert_eq!(status, reqwest::StatusCode::FORBIDDEN);
    assert_eq!(stranger.get("/api/matches/m").await["mine"], json!([]));
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_secret_of_the_dice_stays_with_the_server_until_the_end() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", {"bot": {"level": "random"}}])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    assert!(live.now().promise.is_some());
    crate::client::play(&mut live, 1000).await;
    let running = live.raw.clone();
    assert!(live.now().outcome.is_some());
    let (_, record) = ann.ask(reqwest::Method::GET, &format!("/api/matches/{id}/record"), None).await;
    let record = record.as_str().unwrap();
    let (_, after) = record.split_once("\"secret\":\"").unwrap();
    let secret = &after[..64];
    assert!(record.contains(&live.now().promise.unwrap().to_string()));
    assert!(!running.contains(secret));
    site.end().await;
}
