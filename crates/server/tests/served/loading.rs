//! Matches that are loaded keep neither those who play nor those who come later waiting.

use std::net::Ipv4Addr;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use engine::{Game, Holder, Hosted, Manual, Origin, Playout, RecordError, Report, Ruleset, StartError};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::wire::{FromPage, ToPage};
use store::Place;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use vocabulary::{Catalogue, Fault, Judgement, List, Pack, Seat, Settings, Setup, Term, View, Viewer, Word};

use crate::client::{Browser, DUEL, Site, offered};

/// More than anybody waits here, unless it is for a gate that stays shut.
const PATIENCE: Duration = Duration::from_secs(30);

/// A game of which no match is loaded before the gate lets it through.
struct Gated {
    game: Game<aot::Aot, bots::Tacticians>,
    gate: Mutex<Gate>,
    moved: Condvar,
}

struct Gate {
    /// How many matches are let through.
    open: usize,
    /// How many stand before it.
    waiting: usize,
}

impl Gated {
    const fn shut() -> Gated {
        Gated { game: Game::new(), gate: Mutex::new(Gate { open: 0, waiting: 0 }), moved: Condvar::new() }
    }

    fn let_through(&self, matches: usize) {
        self.gate.lock().unwrap().open += matches;
        self.moved.notify_all();
    }

    fn waiting(&self) -> usize {
        self.gate.lock().unwrap().waiting
    }

    fn pass(&self) {
        let mut gate = self.gate.lock().unwrap();
        gate.waiting += 1;
        let mut gate = self.moved.wait_while(gate, |gate| gate.open == 0).unwrap();
        (gate.open, gate.waiting) = (gate.open - 1, gate.waiting - 1);
    }
}

impl Ruleset for Gated {
    fn id(&self) -> Word {
        self.game.id()
    }
    fn version(&self) -> u32 {
        self.game.version()
    }
    fn manual(&self) -> Manual {
        self.game.manual()
    }
    fn standing_orders(&self) -> Vec<Term> {
        self.game.standing_orders()
    }
    fn bots(&self) -> Vec<Term> {
        self.game.bots()
    }
    fn faults(&self, setup: &Setup) -> Vec<Fault> {
        self.game.faults(setup)
    }
    fn opening(&self, setup: &Setup) -> Result<View, Vec<Fault>> {
        self.game.opening(setup)
    }
    fn judge(&self, list: &List, settings: &Settings, packs: &[Pack]) -> Option<Judgement> {
        self.game.judge(list, settings, packs)
    }
    fn catalogue(&self, packs: &[Pack]) -> Result<Catalogue, Vec<Fault>> {
        self.game.catalogue(packs)
    }
    fn chosen(&self, record: &str) -> Result<Setup, RecordError> {
        self.game.chosen(record)
    }
    fn start(&self, setup: &Setup, origin: Origin, holders: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        self.game.start(setup, origin, holders)
    }
    fn load(&self, record: &str, holders: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        self.game.load(record, holders)
    }
    fn resume(&self, record: &str, holders: &[Holder]) -> Result<Box<dyn Hosted>, StartError> {
        self.pass();
        self.game.resume(record, holders)
    }
    fn verify(&self, record: &str) -> Result<Report, RecordError> {
        self.game.verify(record)
    }
    fn play_out(&self, setup: &Setup, seed: u64, levels: &[Word], keep: bool) -> Result<Playout, StartError> {
        self.game.play_out(setup, seed, levels, keep)
    }
}

fn address(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 0, last)
}

/// The report: 20 addresses looked at four matches each that were not loaded, and a bystander's answer took 4.4 s.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_for_a_match_to_be_loaded_keeps_nobody_from_playing() {
    static GATED: Gated = Gated::shut();
    let site = Site::open(Place::Memory, &[&GATED, &DUEL]).await;
    let ann = site.browser().await;
    let (id, slow) = (
        ann.start("duel", json!(["person", {"bot": {"level": "random"}}])).await,
        ann.start("aot", json!(["person", "person"])).await,
    );
    let mut live = ann.look(&id, Viewer::Seat(Seat(0))).await;
    let mut looks = Vec::new();
    for n in 0..20 {
        let stranger = site.browser().await.from(address(2 + n));
        for _ in 0..4 {
            let mut look = stranger.connect(&slow).await.unwrap();
            look.send(&FromPage::Look { viewer: Viewer::Spectator, since: None }).await;
            assert!(matches!(look.next().await, Some(ToPage::Match(_))), "it is heard");
            looks.push(look);
        }
    }
    sleep(Duration::from_millis(100)).await;
    for _ in 0..5 {
        if live.now().outcome.is_some() {
            break;
        }
        let ask = live.now().asks[0].clone();
        let answer = live.answer(Seat(0), &ask, offered(&ask));
        timeout(PATIENCE, answer).await.expect("an answer waits for no match that is loaded");
    }
    GATED.let_through(usize::MAX);
    timeout(PATIENCE, ann.look(&slow, Viewer::Spectator)).await.expect("it is loaded in the end");
    site.end().await;
}

async fn report(browser: Browser, id: String) -> (StatusCode, Value) {
    browser.ask(Method::GET, &format!("/api/matches/{id}/report"), None).await
}

/// The report: 60 reports from one address, and a bystander who opened a duel waited for 13.7 s.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_has_many_matches_loaded_lets_others_in_between() {
    static GATED: Gated = Gated::shut();
    let site = Site::open(Place::Memory, &[&GATED, &DUEL]).await;
    let ann = site.browser().await;
    let id = ann.start("duel", json!(["person", {"bot": {"level": "random"}}])).await;
    let stranger = site.browser().await.from(address(2));
    let mut reports = JoinSet::new();
    for _ in 0..6 {
        let slow = stranger.start("aot", json!(["person", "person"])).await;
        reports.spawn(report(stranger.clone(), slow));
    }
    while GATED.waiting() == 0 {
        sleep(Duration::from_millis(10)).await;
    }
    sleep(Duration::from_millis(300)).await;
    assert_eq!(GATED.waiting(), 1, "one at a time for an address");
    let look = tokio::spawn(async move { ann.look(&id, Viewer::Seat(Seat(0))).await });
    sleep(Duration::from_millis(100)).await;
    GATED.let_through(1);
    timeout(PATIENCE, look).await.expect("the next one is somebody else's").unwrap();
    GATED.let_through(100);
    while let Some(report) = reports.join_next().await {
        assert_eq!(report.unwrap().0, StatusCode::OK);
    }
    site.end().await;
}
