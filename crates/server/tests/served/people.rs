//! People at one page: taking back, typing dice, leaving, standing orders, drafts and questions.

use engine::Order;
use serde_json::{Value, json};
use server::wire::{FromPage, Reply};
use vocabulary::{Form, Query, Ref, Seat, Viewer};

use crate::client::{Live, Site, offered, play};

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_taken_back_freely_until_others_or_dice_have_spoken() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", "person"])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    assert_eq!(live.now().undo, None);
    let before = live.view();
    play(&mut live, 1).await;
    let undo = live.now().undo.clone().unwrap();
    assert_eq!((undo.seat, undo.needs.as_slice()), (Seat(0), &[][..]));
    let reply = live.say(|id| FromPage::Undo { id, to: undo.to, agreed: vec![Seat(0)] }).await;
    assert_eq!(reply, Reply::Done);
    assert_eq!(live.until_now().await.seats, [Seat(0), Seat(1)]);
    assert_eq!(live.view(), before);
    let undo = loop {
        play(&mut live, 1).await;
        let undo = live.now().undo.clone().unwrap();
        if !undo.needs.is_empty() {
            break undo;
        }
    };
    let (to, seat) = (undo.to, undo.seat);
    assert_eq!(undo.needs, [Seat(1 - seat.0)], "{undo:?}");
    assert!(undo.why.unwrap().contains("must agree"));
    let reply = live.say(|id| FromPage::Undo { id, to, agreed: vec![seat] }).await;
    assert!(matches!(reply, Reply::Refused(_)), "{reply:?}");
    let reply = live.say(|id| FromPage::Undo { id, to, agreed: vec![Seat(0), Seat(1)] }).await;
    assert_eq!(reply, Reply::Done);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_agree_to_everything_that_is_taken_back() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("aot", json!(["person", {"bot": {"level": "random"}}])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    play(&mut live, 6).await;
    let undo = live.now().undo.clone().unwrap();
    assert_eq!(undo.needs, []);
    let reply = live.say(|id| FromPage::Undo { id, to: undo.to, agreed: vec![Seat(0)] }).await;
    assert_eq!(reply, Reply::Done);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_from_a_real_table_are_typed_in_once() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let setup = json!({"players": [{"name": "Ann"}, {"name": "Bo"}]});
    let holders = json!(["person", {"bot": {"level": "random"}}]);
    let new = json!({"game": "duel", "setup": setup, "holders": holders, "dice": "typed"});
    let (_, begun) = ann.post("/api/matches", new).await;
    let id = begun["id"].as_str().unwrap();
    let mut live = ann.look(id, Viewer::Seat(Seat(0))).await;
    let mut watching = site.browser().await.look(id, Viewer::Spectator).await;
    assert!(live.info.as_ref().unwrap().typed);
    until_dice_of(&mut live, Seat(0)).await;
    while watching.now().entries < live.now().entries {
        watching.until_now().await;
    }
    assert_eq!(watching.now().dice, None, "who only watches throws nothing");
    let (entries, dice) = (live.now().entries, live.now().dice.clone().unwrap().dice);
    let shown: Vec<i16> = dice.iter().map(|die| die.faces.shows(0)).collect();
    let refused = watching.say(|id| FromPage::Dice { id, entries, shown: shown.clone() }).await;
    assert!(matches!(refused, Reply::Wrong(_)), "{refused:?}");
    let reply = live.say(|id| FromPage::Dice { id, entries, shown: vec![99] }).await;
    assert!(matches!(reply, Reply::Refused(_)), "{reply:?}");
    let reply = live.say(|id| FromPage::Dice { id, entries, shown: shown.clone() }).await;
    assert_eq!(reply, Reply::Done);
    // The same once more is the same; others are too late.
    let others: Vec<i16> = dice.iter().map(|die| die.faces.shows(1)).collect();
    let again = live.say(|id| FromPage::Dice { id, entries, shown }).await;
    assert_eq!(again, Reply::Done);
    let late = live.say(|id| FromPage::Dice { id, entries, shown: others }).await;
    assert!(matches!(late, Reply::Wrong(_)), "{late:?}");
    // Nor does who only watches throw for a bot.
    let (entries, shown) = until_dice_of(&mut live, Seat(1)).await;
    let refused = watching.say(|id| FromPage::Dice { id, entries, shown: shown.clone() }).await;
    assert!(matches!(&refused, Reply::Wrong(why) if why.contains("another player")), "{refused:?}");
    assert_eq!(live.say(|id| FromPage::Dice { id, entries, shown }).await, Reply::Done);
    site.end().await;
}

/// Plays on until a seat throws dice, and gives how many entries there are and what the dice could show.
async fn until_dice_of(live: &mut Live, seat: Seat) -> (u32, Vec<i16>) {
    loop {
        let entries = live.now().entries;
        let Some(roll) = live.now().dice.clone() else {
            play(live, 1).await;
            continue;
        };
        let shown: Vec<i16> = roll.dice.iter().map(|die| die.faces.shows(0)).collect();
        if roll.seat == seat {
            return (entries, shown);
        }
        assert_eq!(live.say(|id| FromPage::Dice { id, entries, shown }).await, Reply::Done);
        live.until_now().await;
    }
}

/// What is asked before a look is answered, also when the look comes right behind it.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_was_asked_goes_without_a_reply() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", "person"])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    for number in 100..110 {
        live.send(&FromPage::Undo { id: number, to: 99, agreed: vec![Seat(0)] }).await;
        let since = Some(live.since());
        live.send(&FromPage::Look { viewer: Viewer::Seat(Seat(0)), since }).await;
        live.reply(number).await;
        live.until_now().await;
    }
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_leaves_orders_behind_or_the_match() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", "person"])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let orders = ann.get("/api/games/duel").await["orders"].clone();
    let word = orders[0]["id"].as_str().unwrap().parse().unwrap();
    let order = Order::new(word);
    let reply = live.say(|id| FromPage::Stand { id, seat: Seat(1), order, given: true }).await;
    assert_eq!(reply, Reply::Done);
    let given = live.until_now().await.orders.clone();
    assert_eq!(given.iter().map(|(seat, given)| (*seat, given.order)).collect::<Vec<_>>(), [(Seat(1), order)]);
    assert_eq!(given[0].1.label, orders[0]["label"]);
    let unknown = Order { order: "no-such-order".parse().unwrap(), ..order };
    let reply = live.say(|id| FromPage::Stand { id, seat: Seat(1), order: unknown, given: true }).await;
    assert!(matches!(reply, Reply::Refused(_)), "{reply:?}");
    let reply = live.say(|id| FromPage::Leave { id, seat: Seat(1) }).await;
    assert_eq!(reply, Reply::Done);
    let now = live.until_now().await;
    assert_eq!(now.outcome.as_ref().map(|outcome| outcome.winners.clone()), Some(vec![Seat(0)]), "{now:?}");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_previews_and_questions_agree_with_what_an_answer_does() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", {"bot": {"level": "random"}}])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    while !matches!(live.now().asks[0].form, Form::Place { .. }) {
        play(&mut live, 1).await;
    }
    let entries = live.now().entries;
    let ask = live.now().asks[0].clone();
    let vocabulary::Answer::Place(places) = offered(&ask) else { panic!("a place is offered") };
    let wish = places.to_vec();
    let reply = live.say(|id| FromPage::Draft { id, ask: ask.id, seat: Seat(0), wish }).await;
    let Reply::Draft(draft) = reply else { panic!("{reply:?}") };
    assert!(matches!(draft.verdict, vocabulary::Verdict::Allowed(_)), "{draft:?}");
    let gives = draft.answer.clone();
    let reply = live.say(|id| FromPage::Preview { id, ask: ask.id, seat: Seat(0), gives }).await;
    assert!(matches!(reply, Reply::Proof(_)), "{reply:?}");
    let query = Query::Measure(Ref::Model(vocabulary::ModelId(0)), Ref::Model(vocabulary::ModelId(1)));
    let reply = live.say(|id| FromPage::Query { id, query }).await;
    assert!(matches!(reply, Reply::Proof(_) | Reply::Refused(_)), "{reply:?}");
    assert_eq!(live.now().entries, entries, "nothing of that is recorded");
    live.answer(Seat(0), &ask, draft.answer).await;
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_of_a_running_match_holds_what_the_seat_was_sent() {
    let site = Site::temporary().await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", {"bot": {"level": "random"}}])).await;
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    play(&mut live, 3).await;
    let report = ann.get(&format!("/api/matches/{id}/report?seat=0")).await;
    assert_eq!(report["events"], serde_json::to_value(&live.events).unwrap());
    assert_eq!(report["now"], serde_json::to_value(live.now()).unwrap());
    assert_eq!((&report["match"]["id"], &report["match"]["game"]), (&json!(id), &json!("duel")));
    assert_eq!(report["version"], ann.get("/api/games/duel").await["version"]);
    assert_eq!(report.get("secret"), None::<&Value>);
    site.end().await;
}
