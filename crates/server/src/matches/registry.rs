//! Who owns which match: at most one owner for each.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::Holder;
use store::{Kept, Store};
use tokio::sync::{Semaphore, mpsc};

use super::news::Seating;
use super::owner::{Letter, Owner, Subject};
use crate::games::Games;
use crate::problem::Problem;
use crate::wire::HolderChoice;

/// So many letters wait for an owner; whoever writes more waits.
const MAILBOX: usize = 64;

/// The owners of the matches that are loaded.
#[derive(Clone)]
pub(crate) struct Registry {
    store: Store,
    /// How long an owner stays whom nobody needs.
    pub(crate) idle: Duration,
    /// How many matches are loaded at once: so many that a processor is left for those who play.
    pub(crate) loading: Arc<Semaphore>,
    owners: Arc<Mutex<BTreeMap<String, mpsc::Sender<Letter>>>>,
}

impl Registry {
    pub(crate) fn new(store: Store, idle: Duration) -> Registry {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let loading = Arc::new(Semaphore::new((processors - 1).max(1)));
        Registry { store, idle, loading, owners: Arc::default() }
    }

    /// Where to write to the owner of a match; the match is loaded if it is not.
    pub(crate) fn owner(&self, games: &Games, kept: &Kept) -> Result<mpsc::Sender<Letter>, Problem> {
        let mut owners = self.lock();
        if let Some(owner) = owners.get(&kept.id).filter(|owner| !owner.is_closed()) {
            return Ok(owner.clone());
        }
        let game = games.find(&kept.game)?;
        let choices = choices_of(kept)?;
        let subject = Subject {
            id: kept.id.clone(),
            rules: game.rules,
            holders: holders_of(&choices),
            seating: Seating::new(&choices),
        };
        let (owner, mailbox) = mpsc::channel(MAILBOX);
        owners.insert(kept.id.clone(), owner.clone());
        tokio::spawn(Owner::new(subject, self.store.clone(), self.clone(), mailbox).run());
        Ok(owner)
    }

    /// Lets an owner go that nobody has written to; it ends if this says so.
    pub(crate) fn retire(&self, id: &str, mailbox: &mut mpsc::Receiver<Letter>) -> bool {
        let mut owners = self.lock();
        let unneeded = mailbox.is_empty();
        if unneeded {
            mailbox.close();
            owners.remove(id);
        }
        unneeded
    }

    /// Forgets an owner that takes no more letters, unless another one has taken its place already.
    pub(crate) fn forget(&self, id: &str) {
        let mut owners = self.lock();
        if owners.get(id).is_some_and(mpsc::Sender::is_closed) {
            owners.remove(id);
        }
    }

    /// Asks the owner of a match to end, if it has one.
    pub(crate) async fn end_one(&self, id: &str) {
        let owner = self.lock().remove(id);
        if let Some(owner) = owner {
            let _ = owner.send(Letter::End).await;
            owner.closed().await;
        }
    }

    /// Asks all owners to end, and waits until they have.
    pub(crate) async fn end(&self) {
        let all: Vec<_> = std::mem::take(&mut *self.lock()).into_values().collect();
        for owner in all {
            let _ = owner.send(Letter::End).await;
            owner.closed().await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, mpsc::Sender<Letter>>> {
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
