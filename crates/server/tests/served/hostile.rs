//! Whatever is sent, the server says a sentence and goes on.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::wire::FromPage;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite;
use vocabulary::{Seat, Viewer};

use crate::client::{AOT, Browser, Site, play};

/// Sends text as it is, and gives the status and what came back.
async fn raw(site: &Site, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(site.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let all = stream.read_to_end(&mut answer);
    tokio::time::timeout(Duration::from_secs(60), all).await.expect("the server lets nobody wait for ever").unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    (status, answer)
}

#[track_caller]
fn check_trouble((status, body): (StatusCode, Value), expected: u16) {
    assert_eq!(status.as_u16(), expected, "{body}");
    let sentence = body["trouble"].as_str().unwrap_or_else(|| panic!("{body} is not a sentence"));
    assert!(sentence.len() > 10 && !sentence.ends_with('.'), "{sentence}");
    assert!(!sentence.chars().next().unwrap().is_uppercase(), "{sentence}");
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_and_crooked_ids_are_not_found() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let crooked =
        ["x", "'%20OR%201=1%20--", "%00", "..%2F..%2Fetc%2Fpasswd", "%F0%9F%8E%B2", "{id}", &"a".repeat(5000)];
    for id in crooked {
        for path in ["", "/record", "/replay", "/report", "/live"] {
            check_trouble(ann.ask(Method::GET, &format!("/api/matches/{id}{path}"), None).await, 404);
        }
        check_trouble(ann.ask(Method::DELETE, &format!("/api/matches/{id}"), None).await, 404);
        check_trouble(ann.post(&format!("/api/matches/{id}/rematch"), json!({"dice": "typed"})).await, 404);
        for path in ["games", "books", "rules"] {
            check_trouble(ann.ask(Method::GET, &format!("/api/{path}/{id}"), None).await, 404);
        }
        check_trouble(ann.ask(Method::GET, &format!("/api/games/aot/fields/{id}"), None).await, 404);
    }
    check_trouble(ann.ask(Method::GET, "/api/matches/%FF", None).await, 400);
    check_trouble(ann.ask(Method::GET, "/api/nothing", None).await, 404);
    check_trouble(ann.ask(Method::GET, "/api", None).await, 404);
    check_trouble(ann.ask(Method::PUT, "/api/games", None).await, 405);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_cannot_be_understood_are_refused() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let send = async |path: &str, kind: &str, body: Vec<u8>| {
        let request = ann.client.post(format!("http://{}{path}", site.address)).header("content-type", kind).body(body);
        let response = request.header("cookie", &ann.cookie).send().await.unwrap();
        (response.status(), response.json().await.unwrap())
    };
    let json = "application/json";
    check_trouble(send("/api/matches", json, b"{".to_vec()).await, 400);
    check_trouble(send("/api/matches", json, b"\xff\xfe".to_vec()).await, 400);
    check_trouble(send("/api/matches", json, b"[]".to_vec()).await, 422);
    check_trouble(send("/api/matches", "text/plain", b"{}".to_vec()).await, 415);
    check_trouble(send("/api/matches", json, b"[".repeat(100_000)).await, 422);
    check_trouble(send("/api/matches", json, vec![b' '; 2 << 20]).await, 413);
    check_trouble(send("/api/games/aot/opening", json, b"7".to_vec()).await, 422);
    check_trouble(send("/api/replays", "text/plain", b"hello\n".to_vec()).await, 422);
    check_trouble(send("/api/replays", "text/plain", b"\xff".to_vec()).await, 422);
    check_trouble(send("/api/replays", "text/plain", vec![b'x'; (16 << 20) + 1]).await, 413);
    let unknown = r#"{"muster":1,"game":"chess","version":1,"algorithm":"x","dice":"typed","setup":{}}"#;
    check_trouble(send("/api/replays", "text/plain", unknown.into()).await, 422);
    for query in ["", "?words=", "?words=a&more=b"] {
        let (status, _) = ann.ask(Method::GET, &format!("/api/rules{query}"), None).await;
        assert_eq!(status.as_u16(), if query == "?words=" { 200 } else { 400 }, "{query}");
    }
    check_trouble(ann.ask(Method::GET, &format!("/api/rules?words={}", "x".repeat(300)), None).await, 400);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_that_cannot_be_are_refused_with_all_that_is_wrong() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let dice = ann.dice(2).await;
    let two = json!({"players": [{"name": "Ann"}, {"name": "Bo"}]});
    let people = json!(["person", "person"]);
    let new = |game: &str, setup: &Value, holders: &Value, dice: &Value| json!({"game": game, "setup": setup, "holders": holders, "dice": dice});
    let bots = json!([{"bot": {"level": "random"}}, {"bot": {"level": "random"}}]);
    let wizard = json!(["person", {"bot": {"level": "wizard"}}]);
    let unpromised = json!({"promised": {"promise": "x", "contributions": ["a", "b"]}});
    let lonely = json!({"promised": {"promise": dice["promised"]["promise"], "contributions": ["a"]}});
    let long = json!({"promised": {"promise": dice["promised"]["promise"], "contributions": ["a", "x".repeat(65)]}});
    check_trouble(ann.post("/api/matches", new("chess", &two, &people, &dice)).await, 404);
    check_trouble(ann.post("/api/matches", new("duel", &two, &json!(["person"]), &dice)).await, 400);
    check_trouble(ann.post("/api/matches", new("duel", &two, &json!(vec!["person"; 300]), &dice)).await, 400);
    check_trouble(ann.post("/api/matches", new("duel", &two, &bots, &dice)).await, 400);
    check_trouble(ann.post("/api/matches", new("duel", &two, &wizard, &dice)).await, 400);
    check_trouble(ann.post("/api/matches", new("duel", &two, &people, &unpromised)).await, 409);
    check_trouble(ann.post("/api/matches", new("duel", &two, &people, &lonely)).await, 400);
    check_trouble(ann.post("/api/matches", new("duel", &two, &people, &long)).await, 400);
    let twins = json!({"players": [{"name": "Ann"}, {"name": "ann"}, {"name": ""}]});
    let (status, body) =
        ann.post("/api/matches", new("duel", &twins, &json!(["person", "person", "person"]), &json!("typed"))).await;
    assert_eq!((status.as_u16(), body["faults"].as_array().unwrap().len()), (422, 2), "{body}");
    let (status, opening) = ann.post("/api/games/duel/opening", twins).await;
    assert_eq!((status.as_u16(), &opening["faults"], &opening["view"]), (200, &body["faults"], &Value::Null));
    // Nothing of that used up the promise; a match does, once.
    let (status, body) = ann.post("/api/matches", new("duel", &two, &people, &dice)).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    tokio::time::sleep(Duration::from_millis(600)).await;
    check_trouble(ann.post("/api/matches", new("duel", &two, &people, &dice)).await, 409);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_can_neither_write_nor_listen() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", "person"])).await;
    let own = format!("http://{}", site.address);
    for (origin, status) in [("http://evil.example", 403), ("null", 403), (own.as_str(), 201)] {
        let request = ann.client.post(format!("{own}/api/promises")).header("cookie", &ann.cookie);
        assert_eq!(request.header("origin", origin).send().await.unwrap().status().as_u16(), status, "{origin}");
    }
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        match ann.connect_from(&id, Some(origin)).await {
            Err(tungstenite::Error::Http(response)) => assert_eq!(response.status().as_u16(), 403),
            other => panic!("{origin}: {:?}", other.err()),
        }
    }
    assert!(ann.connect_from(&id, Some(&own)).await.is_ok());
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_cannot_read_either_but_link_to_the_page() {
    let named = ["muster.example", "https://safe.example"].map(|name| name.parse().unwrap()).to_vec();
    let site = Site::run(server::Config { hosts: named, ..Site::config() }, &[&AOT]).await;
    let own = site.address.to_string();
    let get = async |path: &str, host: &str, headers: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}\r\n");
        raw(&site, &request).await.0
    };
    let port = site.address.port();
    for host in [own.clone(), format!("localhost:{port}"), "muster.example".to_owned(), "safe.example".to_owned()] {
        assert_eq!((get("/", &host, "").await, get("/api/games", &host, "").await), (200, 200), "{host}");
    }
    // A name that somebody pointed at this machine.
    for host in ["evil.example", "evil.example:80", "192.0.2.1", "x@127.0.0.1", ""] {
        assert!(matches!(get("/api/games", host, "").await, 400 | 421), "{host}");
    }
    let (site_header, link) =
        ("sec-fetch-site: cross-site\r\n", "sec-fetch-mode: navigate\r\nsec-fetch-dest: document\r\n");
    let linked = format!("{site_header}{link}");
    assert_eq!(get("/matches/1", &own, &linked).await, 200, "a link leads to the page");
    assert_eq!(get("/api/games", &own, &linked).await, 403, "and to nothing else");
    assert_eq!(get("/assets/page-1234.js", &own, site_header).await, 403);
    assert_eq!(get("/api/games", &own, "sec-fetch-site: same-origin\r\n").await, 200);
    assert_eq!(get("/api/games", &own, "origin: http://evil.example\r\n").await, 403);
    assert_eq!(get("/api/games", &own, &format!("origin: https://{own}\r\n")).await, 403, "another scheme");
    assert_eq!(get("/api/games", &own, &format!("origin: http://{own}\r\n")).await, 200);
    assert_eq!(get("/api/games", "safe.example", "origin: https://safe.example\r\n").await, 200);
    assert_eq!(get("/api/games", "safe.example", "origin: http://safe.example\r\n").await, 403);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_only_those_of_the_page() {
    let site = Site::temporary().await;
    let get = async |path: &str| {
        raw(&site, &format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")).await
    };
    let places = ["/", "/matches/1", "/new", "/rules/a.rule.of-a-game"];
    let elsewhere = ["/%2e%2e/%2e%2e/etc/passwd/", "//etc/hosts", "/../../Cargo.toml", "/etc/passwd.txt"];
    for path in places.into_iter().chain(elsewhere) {
        let (status, answer) = get(path).await;
        assert!(status == 200 && answer.ends_with("<p>the page"), "{path}: {answer}");
    }
    for path in ["/assets/../index.htm", "/assets/../../x", "/..%2f..%2fCargo.toml", "/x.js"] {
        let (status, answer) = get(path).await;
        assert_eq!(status, 404, "{path}: {answer}");
    }
    let (status, answer) = get("/assets/page-1234.js").await;
    assert_eq!(status, 200);
    assert!(answer.contains("immutable") && answer.ends_with("let it = 1;"), "{answer}");
    let zipped = "GET /assets/page-1234.js HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept-encoding: br, gzip\r\n\r\n";
    assert!(raw(&site, zipped).await.1.ends_with("zipped"));
    let (status, _) =
        raw(&site, "POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 0\r\n\r\n").await;
    assert_eq!(status, 405);
    for nonsense in ["GET\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"] {
        let (status, _) = raw(&site, nonsense).await;
        assert!(matches!(status, 0 | 400 | 505), "{nonsense:?}: {status}");
    }
    // Who says nothing is let go after a while.
    let (status, _) = raw(&site, "GET / HTTP/1.1\r\nx: ").await;
    assert!(matches!(status, 0 | 408), "{status}");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_comes_back_keeps_its_cookie_and_has_it_for_longer() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    for (path, given) in [("/", true), ("/matches/1", true), ("/api/games", false), ("/assets/page-1234.js", false)] {
        let request = ann.client.get(format!("http://{}{path}", site.address)).header("cookie", &ann.cookie);
        let response = request.send().await.unwrap();
        let cookie = response.headers().get("set-cookie").map(|cookie| cookie.to_str().unwrap());
        assert_eq!(cookie.map(|cookie| cookie.starts_with(&ann.cookie)), given.then_some(true), "{path}: {cookie:?}");
    }
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_tells_browsers_what_they_may_do_with_it() {
    let site = Site::temporary().await;
    for path in ["/", "/assets/page-1234.js", "/x.js", "/api/games", "/api/nothing", "/api/openapi.json"] {
        let response = reqwest::get(format!("http://{}{path}", site.address)).await.unwrap();
        let header = |name: &str| response.headers()[name].to_str().unwrap();
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!((header("x-content-type-options"), header("referrer-policy")), ("nosniff", "no-referrer"));
        // What stays as it is may be kept, and is asked for again.
        let keeps = !matches!(path, "/x.js" | "/api/nothing");
        assert_eq!(keeps, header("cache-control") != "no-store", "{path}");
        assert_eq!(keeps, response.headers().contains_key("etag"), "{path}");
        // A cache may give this to everybody.
        if header("cache-control").starts_with("public") {
            assert!(!response.headers().contains_key("set-cookie"), "{path}");
            continue;
        }
        // A lax one is shown, and so not replaced, by a browser that comes from another site.
        let cookie = header("set-cookie");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    }
    site.end().await;
}

async fn check_closed(ann: &Browser, id: &str, messages: &[String]) {
    let mut live = ann.connect(id).await.unwrap();
    for message in messages {
        live.send_text(message.clone()).await;
    }
    while let Some(message) = live.next_unnoted().await {
        assert!(!matches!(message, server::wire::ToPage::Reply { .. }), "{message:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_cannot_be_understood_end_a_connection_or_are_answered() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", {"bot": {"level": "random"}}])).await;
    check_closed(&ann, &id, &["garbage".to_owned()]).await;
    check_closed(&ann, &id, &["[".repeat(100_000)]).await;
    check_closed(&ann, &id, &["x".repeat((256 << 10) + 1)]).await;
    let mut live = ann.connect(&id).await.unwrap();
    let first = FromPage::Leave { id: 3, seat: Seat(0) };
    live.send(&first).await;
    assert_eq!(live.reply(3).await, server::wire::Reply::Wrong("look at the match first".to_owned()));
    live.look(Viewer::Seat(Seat(0))).await;
    let entries = live.now().entries;
    for crooked in [
        r#"{"answer":{"id":9}}"#,
        r#"{"answer":{"id":9,"ask":0,"seat":0,"gives":{"number":99999999999999}}}"#,
        r#"{"answer":{"id":9,"ask":0,"seat":0,"gives":{"choose":["no such thing"]}}}"#,
        r#"{"answer":{"id":9,"ask":0,"seat":999,"gives":{"choose":[]}}}"#,
        r#"{"dance":{"id":9}}"#,
        r#"{"draft":{"id":9,"ask":0,"seat":0,"wish":[[0,{"at":[1e99,0]}]]}}"#,
        r#"{"undo":{"id":9,"to":4294967295,"agreed":[0]}}"#,
        r#"{"undo":{"id":9,"to":0,"agreed":[]}}"#,
        r#"{"dice":{"id":9,"entries":0,"shown":[1]}}"#,
        r#"{"query":{"id":9,"query":{"reach":4294967295}}}"#,
        r#"{"query":{"id":9,"query":{"why":4294967295}}}"#,
    ] {
        live.send_text(crooked.to_owned()).await;
        let reply = live.reply(9).await;
        assert!(
            matches!(reply, server::wire::Reply::Wrong(_) | server::wire::Reply::Refused(_)),
            "{crooked}: {reply:?}"
        );
    }
    let many: Vec<String> = (0..3000).map(|n| format!(r#"[{n},{{"at":[2147483647,-2147483648]}}]"#)).collect();
    let ask = live.now().asks[0].id;
    for kind in [format!(r#""gives":{{"place":[{}]}}"#, many.join(",")), r#""gives":{"choose":[]}"#.to_owned()] {
        live.send_text(format!(r#"{{"answer":{{"id":9,"ask":{ask},"seat":0,{kind}}}}}"#)).await;
        let reply = live.reply(9).await;
        assert!(matches!(reply, server::wire::Reply::Refused(_)), "{reply:?}");
    }
    live.look(Viewer::Seat(Seat(0))).await;
    assert_eq!(live.now().entries, entries);
    play(&mut live, 1000).await;
    site.end().await;
}
