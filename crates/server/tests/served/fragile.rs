//! A bug in the rules takes one match with it, and neither the server nor the record.

use chance::Commitment;
use engine::{
    Game, Holder, Hosted, Leaving, Manual, Order, Origin, Playout, RecordError, Report, Ruleset, StartError, Waiting,
};
use serde_json::json;
use server::wire::{FromPage, Reply, ToPage};
use store::Place;
use vocabulary::{
    Adjustment, Answer, AskId, Draft, Event, Fault, Judgement, List, Offer, Pack, Proof, Query, Refusal, Seat,
    Settings, Setup, Term, View, Viewer, Wish, Word,
};

use crate::client::{Site, play};

/// A game that breaks off when somebody leaves, or asks for an event that nobody will ever hear of.
struct Fragile(Game<duel::Duel, bots::Levels>);

static FRAGILE: Fragile = Fragile(Game::new());

struct Table(Box<dyn Hosted>);

const BREAKS: Query = Query::Why(u32::MAX);

impl Ruleset for Fragile {
    fn id(&self) -> Word {
        self.0.id()
    }
    fn version(&self) -> u32 {
        self.0.version()
    }
    fn manual(&self) -> Manual {
        self.0.manual()
    }
    fn standing_orders(&self) -> Vec<Term> {
        self.0.standing_orders()
    }
    fn bots(&self) -> Vec<Term> {
        self.0.bots()
    }
    fn faults(&self, setup: &Setup) -> Vec<Fault> {
        self.0.faults(setup)
    }
    fn opening(&self, setup: &Setup) -> Result<View, Vec<Fault>> {
        assert!(setup.players[0].name != "panic", "a set-up that breaks the rules");
        self.0.opening(setup)
    }
    fn judge(&self, list: &List, settings: &Settings, packs: &[Pack]) -> Option<Judgement> {
        self.0.judge(list, settings, packs)
    }
    fn chosen(&self, record: &str) -> Result<Setup, RecordError> {
        self.0.chosen(record)
    }
    fn start(&self, setup: &Setup, origin: Origin, holders: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        assert!(setup.players[0].name != "panic", "a set-up that breaks the rules");
        Ok(Box::new(Table(self.0.start(setup, origin, holders)?)))
    }
    fn load(&self, _: &str, _: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        panic!("what the server wrote itself is not checked again");
    }
    fn resume(&self, record: &str, holders: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        Ok(Box::new(Table(self.0.resume(record, holders)?)))
    }
    fn verify(&self, record: &str) -> Result<Report, RecordError> {
        self.0.verify(record)
    }
    fn play_out(&self, setup: &Setup, seed: u64, levels: &[Word], keep: bool) -> Result<Playout, StartError> {
        self.0.play_out(setup, seed, levels, keep)
    }
}

impl Hosted for Table {
    fn waiting(&self, viewer: Viewer) -> Waiting {
        self.0.waiting(viewer)
    }
    fn answer(&mut self, ask: AskId, seat: Seat, answer: Answer) -> Result<(), Refusal> {
        self.0.answer(ask, seat, answer)
    }
    fn enter_dice(&mut self, shown: &[i16]) -> Result<(), Refusal> {
        self.0.enter_dice(shown)
    }
    fn preview(&self, ask: AskId, seat: Seat, answer: &Answer) -> Result<Proof, Refusal> {
        self.0.preview(ask, seat, answer)
    }
    fn draft(&self, ask: AskId, seat: Seat, wish: &Wish) -> Result<Draft, Refusal> {
        self.0.draft(ask, seat, wish)
    }
    fn query(&self, viewer: Viewer, query: &Query) -> Result<Proof, Refusal> {
        assert!(*query != BREAKS, "a question that breaks the rules");
        self.0.query(viewer, query)
    }
    fn view(&self, viewer: Viewer) -> View {
        self.0.view(viewer)
    }
    fn events_since(&self, viewer: Viewer, n: u32) -> &[Event] {
        self.0.events_since(viewer, n)
    }
    fn last_answer_of(&self, seat: Seat) -> Option<u32> {
        self.0.last_answer_of(seat)
    }
    fn may_undo(&self, to: u32, agreed: &[Seat]) -> Result<(), Refusal> {
        self.0.may_undo(to, agreed)
    }
    fn undo(&mut self, to: u32, agreed: &[Seat]) -> Result<(), Refusal> {
        self.0.undo(to, agreed)
    }
    fn adjust(&mut self, changes: Vec<Adjustment>, agreed: &[Seat]) -> Result<(), Refusal> {
        self.0.adjust(changes, agreed)
    }
    fn stand(&mut self, seat: Seat, order: Order, given: bool) -> Result<(), Refusal> {
        self.0.stand(seat, order, given)
    }
    fn orders(&self) -> Vec<(Seat, Offer)> {
        self.0.orders()
    }
    fn leave(&mut self, seat: Seat, how: Leaving) -> Result<(), Refusal> {
        let _ = self.0.leave(seat, how);
        panic!("a rule that breaks off half-way");
    }
    fn entries(&self) -> u32 {
        self.0.entries()
    }
    fn answered(&self, ask: AskId, seat: Seat) -> Option<&Answer> {
        self.0.answered(ask, seat)
    }
    fn head(&self) -> String {
        self.0.head()
    }
    fn lines_since(&self, entry: u32) -> Vec<String> {
        self.0.lines_since(entry)
    }
    fn promise(&self) -> Option<Commitment> {
        self.0.promise()
    }
    fn record(&self) -> String {
        self.0.record()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_that_panic_end_no_other_match_and_lose_nothing() {
    let site = Site::open(Place::Memory, &[&FRAGILE]).await;
    let ann = site.browser().await;
    let holders = json!(["person", {"bot": {"level": "random"}}]);
    let (id, other) = (ann.start("duel", holders.clone()).await, ann.start("duel", holders).await);
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let mut second = ann.look(&id, Viewer::Spectator).await;
    let mut elsewhere = ann.look(&other, Viewer::Seat(Seat(0))).await;
    play(&mut live, 2).await;
    live.look(Viewer::Seat(Seat(0))).await;
    let before = live.now().clone();
    while second.now().entries < before.entries {
        second.until_now().await;
    }
    let breaks = [FromPage::Leave { id: 1, seat: Seat(0) }, FromPage::Query { id: 2, query: BREAKS }];
    for message in breaks {
        live.send(&message).await;
        let reply = live.next().await;
        assert!(
            matches!(&reply, Some(ToPage::Reply { reply: Reply::Wrong(why), .. }) if why.contains("bug")),
            "{reply:?}"
        );
        for one in [&mut live, &mut second] {
            let told = one.next().await;
            assert!(matches!(&told, Some(ToPage::Broken(sentence)) if sentence.contains("bug")), "{told:?}");
        }
        live.send(&FromPage::Leave { id: 7, seat: Seat(0) }).await;
        assert_eq!(live.reply(7).await, Reply::Wrong("look at the match first".to_owned()));
        live.look(Viewer::Seat(Seat(0))).await;
        second.look(Viewer::Spectator).await;
        assert_eq!(*live.now(), before);
    }
    play(&mut elsewhere, 1000).await;
    play(&mut live, 1000).await;
    assert!(live.now().outcome.is_some() && elsewhere.now().outcome.is_some());

    let setup = json!({"players": [{"name": "panic"}, {"name": "Bo"}]});
    let (status, trouble) = ann.post("/api/games/duel/opening", setup.clone()).await;
    assert_eq!((status.as_u16(), trouble["trouble"].as_str().unwrap().contains("bug")), (500, true));
    let new = json!({"game": "duel", "setup": setup, "holders": ["person", "person"], "dice": "typed"});
    let (status, trouble) = ann.post("/api/matches", new).await;
    assert_eq!((status.as_u16(), trouble["trouble"].as_str().unwrap().contains("bug")), (500, true));
    assert_eq!(ann.get("/api/matches").await.as_array().unwrap().len(), 2);
    site.end().await;
}
