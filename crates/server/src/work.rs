//! Work that keeps a processor busy: off the threads that serve connections, so much for one address, so much in all.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, spawn_blocking};

use crate::caller::Caller;

/// When so many addresses are remembered, those that wait for nothing are forgotten.
const REMEMBERED: usize = 1024;

/// Work of one kind. Whoever wants more than its share waits behind its own work, not before that of others.
#[derive(Debug)]
pub(crate) struct Work {
    of_one: usize,
    in_all: Arc<Semaphore>,
    each: Mutex<BTreeMap<Caller, Arc<Semaphore>>>,
}

/// The right to work, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _of_one: Option<OwnedSemaphorePermit>,
    _in_all: Option<OwnedSemaphorePermit>,
}

impl Work {
    pub(crate) fn new(of_one: usize, in_all: usize) -> Work {
        Work { of_one, in_all: Arc::new(Semaphore::new(in_all)), each: Mutex::default() }
    }

    /// Waits until it is somebody's turn.
    pub(crate) async fn turn(&self, caller: Caller) -> Turn {
        let own = {
            let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
            if each.len() >= REMEMBERED {
                each.retain(|_, own| Arc::strong_count(own) > 1);
            }
            Arc::clone(each.entry(caller).or_insert_with(|| Arc::new(Semaphore::new(self.of_one))))
        };
        // Nobody closes these: there is always a permit to wait for.
        let of_one = own.acquire_owned().await.ok();
        let in_all = Arc::clone(&self.in_all).acquire_owned().await.ok();
        Turn { _of_one: of_one, _in_all: in_all }
    }

    /// Does something when it is somebody's turn, where it may take its time.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let turn = self.turn(caller).await;
        let done = spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        done.await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_address_does_not_take_the_turn_of_another() {
        let work = Work::new(2, 3);
        let turn = async |n: u8| {
            let turn = work.turn(Caller::new([127, 0, 0, n].into()));
            timeout(Duration::from_secs(1), turn).await.ok()
        };
        let first = (turn(1).await, turn(1).await);
        assert!(first.0.is_some() && first.1.is_some());
        assert!(turn(1).await.is_none(), "a third of the same address waits");
        let other = turn(2).await;
        assert!(other.is_some(), "and not before others");
        assert!(turn(3).await.is_none(), "three in all");
        drop(first);
        assert!(turn(1).await.is_some());
    }
}
