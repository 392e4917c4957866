//! The description of the interface, held against the running server.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};
use vocabulary::{Seat, Viewer};

use crate::client::{Browser, Site, play};

/// A description, and what of it was seen to hold.
struct Described {
    document: Value,
    seen: BTreeMap<(String, String), Vec<u16>>,
}

impl Described {
    /// Asks for something that is described, and checks that status and body are, too.
    async fn check(&mut self, ann: &Browser, method: Method, template: &str, path: &str, body: Option<Value>) -> Value {
        let name = method.as_str().to_lowercase();
        let (status, value) = ann.ask(method, path, body).await;
        let responses = &self.document["paths"][template][&name]["responses"];
        let response = &responses[status.as_str()];
        assert!(response.is_object(), "{name} {template} answers {status}, which is not described: {value}");
        let contents = response["content"].as_object().into_iter().flatten();
        // Some answers are files of another kind, which are read as one string.
        let files = contents.clone().any(|(kind, _)| kind != "application/json");
        let schemas = contents.filter(|(kind, _)| *kind == "application/json");
        for (kind, content) in schemas.filter(|_| !(files && value.is_string())) {
            let schema =
                json!({"$ref": "#/schema", "schema": content["schema"], "components": self.document["components"]});
            let validator = jsonschema::validator_for(&schema).unwrap();
            let faults: Vec<String> = validator.iter_errors(&value).map(|fault| fault.to_string()).collect();
            assert_eq!(faults, Vec::<String>::new(), "{name} {template} {status} {kind}");
        }
        self.seen.entry((template.to_owned(), name)).or_default().push(status.as_u16());
        value
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_is_described_is_there_and_answers_as_described() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let mut described = Described { document: ann.get("/api/openapi.json").await, seen: BTreeMap::new() };
    let (get, post, delete) = (Method::GET, Method::POST, Method::DELETE);
    let field = ann.get("/api/games/aot").await["fields"][0]["id"].as_str().unwrap().to_owned();
    let field = format!("/api/games/aot/fields/{field}");
    let setup = json!({"players": [{"name": "Ann"}, {"name": "Bo"}]});
    let holders = json!(["person", {"bot": {"level": "random"}}]);
    for (template, path) in [
        ("/api/health", "/api/health"),
        ("/api/openapi.json", "/api/openapi.json"),
        ("/api/games", "/api/games"),
        ("/api/games/{id}", "/api/games/aot"),
        ("/api/games/{id}", "/api/games/x"),
        ("/api/games/{id}/fields/{field}", &field),
        ("/api/games/{id}/fields/{field}", "/api/games/aot/fields/x"),
        ("/api/books", "/api/books"),
        ("/api/books/{id}", "/api/books/duel"),
        ("/api/books/{id}", "/api/books/x"),
        ("/api/rules", "/api/rules?words=line"),
        ("/api/rules", "/api/rules?words=line&book=x"),
        ("/api/rules", "/api/rules"),
        ("/api/rules/{id}", "/api/rules/x"),
        ("/api/matches/{id}", "/api/matches/x"),
    ] {
        described.check(&ann, get.clone(), template, path, None).await;
    }
    let rule = ann.get("/api/books/duel").await["entries"][0]["id"].as_str().unwrap().to_owned();
    described.check(&ann, get.clone(), "/api/rules/{id}", &format!("/api/rules/{rule}"), None).await;
    for body in [setup.clone(), json!({"players": []}), json!(7)] {
        described.check(&ann, post.clone(), "/api/games/{id}/opening", "/api/games/duel/opening", Some(body)).await;
    }
    for body in [json!([]), json!([{"file": "mine.toml", "text": "id = 7"}]), json!(7)] {
        described.check(&ann, post.clone(), "/api/games/{id}/armies", "/api/games/aot/armies", Some(body)).await;
    }
    let promise = described.check(&ann, post.clone(), "/api/promises", "/api/promises", None).await;
    let dice = json!({"promised": {"promise": promise["id"], "contributions": ["a", "b"]}});
    let new = json!({"game": "duel", "setup": setup, "holders": holders, "dice": dice});
    let begun = described.check(&ann, post.clone(), "/api/matches", "/api/matches", Some(new.clone())).await;
    described.check(&ann, post.clone(), "/api/matches", "/api/matches", Some(new)).await;
    described.check(&ann, get.clone(), "/api/matches", "/api/matches", None).await;
    let of = |rest: &str| format!("/api/matches/{}{rest}", begun["id"].as_str().unwrap());
    let early = [("", 200), ("/live", 400), ("/record", 409), ("/report", 200), ("/replay", 409)];
    let late = [("", 200), ("/record", 200), ("/report", 200), ("/replay", 200)];
    let rematch = Some(json!({"dice": "typed"}));
    for (rest, status) in early {
        let template = format!("/api/matches/{{id}}{rest}");
        described.check(&ann, get.clone(), &template, &of(rest), None).await;
        assert_eq!(described.seen[&(template, "get".to_owned())].last(), Some(&status));
    }
    described.check(&ann, post.clone(), "/api/matches/{id}/rematch", &of("/rematch"), rematch.clone()).await;
    let mut live = ann.look(begun["id"].as_str().unwrap(), Viewer::Seat(Seat(0))).await;
    play(&mut live, 1000).await;
    for (rest, status) in late {
        let template = format!("/api/matches/{{id}}{rest}");
        described.check(&ann, get.clone(), &template, &of(rest), None).await;
        assert_eq!(described.seen[&(template, "get".to_owned())].last(), Some(&status));
    }
    described.check(&ann, post.clone(), "/api/matches/{id}/rematch", &of("/rematch"), rematch).await;
    let stranger = site.browser().await;
    for browser in [&stranger, &ann, &ann] {
        described.check(browser, delete.clone(), "/api/matches/{id}", &of(""), None).await;
    }
    let text = Some(json!("not a record"));
    described.check(&ann, post, "/api/replays", "/api/replays", text).await;

    let paths = described.document["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, methods)| {
        methods.as_object().unwrap().keys().map(|method| (path.clone(), method.clone())).collect::<Vec<_>>()
    });
    let operations: Vec<(String, String)> = operations.collect();
    // What is not described is not there either.
    for path in described.document["paths"].as_object().unwrap().keys() {
        for method in [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            let name = method.as_str().to_lowercase();
            if !operations.contains(&(path.clone(), name)) {
                let path = path.replace("{id}", "x").replace("{field}", "x");
                let (status, trouble) = ann.ask(method.clone(), &path, None).await;
                assert_eq!(status.as_u16(), 405, "{method} {path}: {trouble}");
            }
        }
    }
    let unseen: Vec<(String, String)> = operations.into_iter().filter(|of| !described.seen.contains_key(of)).collect();
    assert_eq!(unseen, Vec::<(String, String)>::new(), "described, and not tried here");
    site.end().await;
}
