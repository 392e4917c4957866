//! Who owns which match: at most one owner for each.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::Holder;
use store::{Kept, Store};
use tokio::sync::{mpsc, oneshot, watch};
use vocabulary::Viewer;

use super::news::Seating;
use super::owner::{Letter, Owner, Subject};
use crate::caller::Caller;
use crate::games::Games;
use crate::problem::Problem;
use crate::wire::HolderChoice;
use crate::work::Work;

/// So many letters wait for an owner; whoever writes more waits.
const MAILBOX: usize = 64;
/// A match takes up as much as so many entries before anything has happened in it.
const WHOLE: usize = 100;
/// So often a match is loaded for somebody, if its owner ends just then.
const TRIES: usize = 3;

/// The owners of the matches that are loaded.
#[derive(Clone)]
pub(crate) struct Registry {
    store: Store,
    /// How long an owner stays whom nobody needs.
    pub(crate) idle: Duration,
    /// How large all matches together may be that nobody looks at, as [`Registry::rest`] counts.
    at_rest: usize,
    /// Matches that are loaded: one at a time for an address, and so many in all that a processor is left for those who
    /// play. An address that wants many loaded waits behind itself; another one waits for one of them.
    loading: Arc<Work>,
    owners: Arc<Mutex<Owners>>,
    /// Changes when a match was loaded for some viewer.
    loaded: watch::Sender<()>,
}

#[derive(Default)]
struct Owners {
    of: BTreeMap<String, Entry>,
    /// How often a match came to rest so far.
    rests: u64,
}

struct Entry {
    letters: mpsc::Sender<Letter>,
    /// For whom the match has been played.
    told: BTreeSet<Viewer>,
    /// Since when nobody looks at it, as a number that grows, and how large it is.
    rests: Option<(u64, usize)>,
}

impl Registry {
    pub(crate) fn new(store: Store, idle: Duration, at_rest: usize) -> Registry {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let loading = Arc::new(Work::new(1, (processors - 1).max(1)));
        let (owners, loaded) = (Arc::default(), watch::Sender::default());
        Registry { store, idle, at_rest, loading, owners, loaded }
    }

    /// Where to write to the owner of a match. If it is not loaded, or was not played for this viewer, it is when it is the
    /// caller's turn.
    pub(crate) async fn owner(
        &self,
        games: &Games,
        kept: &Kept,
        viewer: Viewer,
        caller: Caller,
    ) -> Result<mpsc::Sender<Letter>, Problem> {
        let mut loaded = self.loaded.subscribe();
        for _ in 0..TRIES {
            let mut turn = pin!(self.loading.turn(caller));
            let turn = loop {
                if let Some(owner) = self.told(&kept.id, viewer) {
                    return Ok(owner);
                }
                tokio::select! {
                    turn = &mut turn => break turn,
                    // Perhaps by somebody whose turn it was sooner.
                    _ = loaded.changed() => {}
                }
            };
            let (done, told) = oneshot::channel();
            let letter = Letter::Tell { viewer, turn, done };
            let owner = match self.existing(&kept.id) {
                Some(owner) => {
                    let _ = owner.send(letter).await;
                    owner
                }
                None => self.load(games, kept, letter)?,
            };
            match told.await {
                Ok(Ok(())) => return Ok(owner),
                Ok(Err(sentence)) => return Err(Problem::untimely(sentence)),
                // It ended while it was written to.
                Err(_) => {}
            }
        }
        Err(Problem::untimely("this match cannot be loaded just now; try again"))
    }

    fn existing(&self, id: &str) -> Option<mpsc::Sender<Letter>> {
        self.lock().of.get(id).map(|entry| entry.letters.clone()).filter(|owner| !owner.is_closed())
    }

    fn told(&self, id: &str, viewer: Viewer) -> Option<mpsc::Sender<Letter>> {
        let told = self.lock().of.get(id).is_some_and(|entry| entry.told.contains(&viewer));
        self.existing(id).filter(|_| told)
    }

    /// Has a match loaded by an owner whose first letter this is.
    fn load(&self, games: &Games, kept: &Kept, first: Letter) -> Result<mpsc::Sender<Letter>, Problem> {
        let game = games.find(&kept.game)?;
        let choices = choices_of(kept)?;
        let subject = Subject {
            id: kept.id.clone(),
            rules: game.rules,
            holders: holders_of(&choices),
            seating: Seating::new(&choices),
        };
        let mut owners = self.lock();
        if let Some(entry) = owners.of.get(&kept.id).filter(|entry| !entry.letters.is_closed()) {
            // Somebody was sooner by a moment.
            let _ = entry.letters.try_send(first);
            return Ok(entry.letters.clone());
        }
        let (letters, mailbox) = mpsc::channel(MAILBOX);
        let _ = letters.try_send(first);
        owners.of.insert(kept.id.clone(), Entry { letters: letters.clone(), told: BTreeSet::new(), rests: None });
        tokio::spawn(Owner::new(subject, self.store.clone(), self.clone(), mailbox).run());
        Ok(letters)
    }

    /// Notes that a match was loaded, and played for a viewer.
    pub(crate) fn has_told(&self, id: &str, viewer: Viewer) {
        if let Some(entry) = self.lock().of.get_mut(id) {
            entry.told.insert(viewer);
        }
        self.loaded.send_replace(());
    }

    /// Notes that nobody looks at a match of so many entries any more. Where all such matches together are too large, those
    /// that nobody has looked at longest are let go; this one stays for now.
    ///
    /// What a match takes up is above all what it told, to each viewer; that grows with its entries.
    pub(crate) fn rest(&self, id: &str, entries: u32) {
        let mut owners = self.lock();
        owners.rests += 1;
        let now = owners.rests;
        if let Some(entry) = owners.of.get_mut(id) {
            entry.rests = Some((now, (entries as usize + WHOLE) * entry.told.len()));
        }
        let mut all: usize = owners.of.values().filter_map(|entry| entry.rests).map(|(_, size)| size).sum();
        while all > self.at_rest {
            let resting = owners.of.values_mut().filter(|entry| entry.rests.is_some_and(|(since, _)| since < now));
            let Some(longest) = resting.min_by_key(|entry| entry.rests) else { break };
            let (_, size) = longest.rests.take().unwrap_or_default();
            all -= size;
            let _ = longest.letters.try_send(Letter::Rest);
        }
    }

    /// Notes that somebody looks at a match again.
    pub(crate) fn wake(&self, id: &str) {
        if let Some(entry) = self.lock().of.get_mut(id) {
            entry.rests = None;
        }
    }

    /// Lets an owner go that nobody has written to; it ends if this says so.
    pub(crate) fn retire(&self, id: &str, mailbox: &mut mpsc::Receiver<Letter>) -> bool {
        let mut owners = self.lock();
        let unneeded = mailbox.is_empty();
        if unneeded {
            mailbox.close();
            owners.of.remove(id);
        }
        unneeded
    }

    /// Forgets an owner that takes no more letters, unless another one has taken its place already.
    pub(crate) fn forget(&self, id: &str) {
        let mut owners = self.lock();
        if owners.of.get(id).is_some_and(|entry| entry.letters.is_closed()) {
            owners.of.remove(id);
        }
    }

    /// Asks the owner of a match to end, if it has one.
    pub(crate) async fn end_one(&self, id: &str) {
        let owner = self.lock().of.remove(id);
        if let Some(Entry { letters, .. }) = owner {
            let _ = letters.send(Letter::End).await;
            letters.closed().await;
        }
    }

    /// Asks all owners to end, and waits until they have.
    pub(crate) async fn end(&self) {
        let all: Vec<_> = std::mem::take(&mut self.lock().of).into_values().collect();
        for Entry { letters, .. } in all {
            let _ = letters.send(Letter::End).await;
            letters.closed().await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Owners> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who holds the seats of a match that is kept.
pub(crate) fn choices_of(kept: &Kept) -> Result<Vec<HolderChoice>, Problem> {
    serde_json::from_str(&kept.holders).map_err(|_| Problem::damaged())
}

/// Who holds the seats, as the engine wants to know it.
pub(crate) fn holders_of(choices: &[HolderChoice]) -> Vec<Holder> {
    let holder = |choice: &HolderChoice| match choice {
        HolderChoice::Person => Holder::Person,
        HolderChoice::Bot { level } => Holder::Bot(*level),
    };
    choices.iter().map(holder).collect()
}

#[cfg(test)]
mod tests {
    use engine::{Game, Origin, Ruleset};
    use store::{NewMatch, Place};
    use tokio::time::{sleep, timeout};
    use vocabulary::{Player, Setup};

    use super::*;

    static DUEL: Game<duel::Duel, bots::Levels> = Game::new();

    /// A store with matches in which nothing has happened yet.
    async fn started(ids: &[&str]) -> Store {
        let store = Store::open(&Place::Memory).await.unwrap();
        let players = ["Ann", "Bo"].map(|name| Player { name: name.to_owned(), army: None }).to_vec();
        let setup = Setup { players, ..Setup::default() };
        let table = DUEL.start(&setup, Origin::Seeded { seed: 1 }, &[Holder::Person; 2]).unwrap();
        let holders = serde_json::to_string(&[HolderChoice::Person, HolderChoice::Person]).unwrap();
        for id in ids {
            let (id, game, version) = ((*id).to_owned(), "duel".to_owned(), DUEL.version());
            let (head, lines, holders) = (table.head(), table.lines_since(0), holders.clone());
            store.create(NewMatch { id, game, version, head, lines, holders, ..NewMatch::default() }).await.unwrap();
        }
        store
    }

    /// Loads matches one after the other, and gives those that are still loaded when it is so many.
    async fn left(registry: &Registry, ids: &[&str], count: usize) -> Vec<String> {
        let games = Games::new(&[&DUEL], &[]).unwrap();
        let caller = Caller::new([127, 0, 0, 1].into());
        for id in ids {
            let kept = registry.store.kept(id).await.unwrap().unwrap();
            registry.owner(&games, &kept, Viewer::Spectator, caller).await.unwrap();
        }
        let fewer = async {
            while registry.lock().of.len() > count {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(Duration::from_secs(30), fewer).await.expect("others are let go");
        registry.lock().of.keys().cloned().collect()
    }

    #[tokio::test]
    async fn of_matches_that_nobody_looks_at_those_that_rest_longest_are_let_go() {
        let ids = ["a", "b", "c", "d", "e"];
        let registry = Registry::new(started(&ids).await, Duration::from_secs(600), WHOLE * 2);
        assert_eq!(left(&registry, &ids, 2).await, ["d", "e"]);
        assert_eq!(left(&registry, &["a", "e"], 2).await, ["a", "e"], "what is loaded still is not loaded again");
    }

    #[tokio::test]
    async fn a_match_that_nobody_looks_at_for_a_while_is_let_go() {
        let registry = Registry::new(started(&["a", "b"]).await, Duration::from_millis(50), usize::MAX);
        assert!(left(&registry, &["a", "b"], 0).await.is_empty());
    }
}
