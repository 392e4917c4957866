//! Whole matches, from the first look to the replay.

use serde_json::json;
use vocabulary::{Seat, Viewer};

use crate::client::{Site, play};

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_match_against_a_bot_to_its_end() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("aot", json!(["person", {"bot": {"level": "simple"}}])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let given = play(&mut live, 5000).await;
    assert!(given > 20, "{given} answers");
    let outcome = live.now().outcome.clone().expect("the match is over");
    let info = ann.get(&format!("/api/matches/{id}")).await;
    assert_eq!(info["outcome"], serde_json::to_value(outcome).unwrap());
    site.end().await;
}
