//! How many connections to matches a browser has, and the end of all of them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::Token;
use tokio::sync::watch;

/// So many connections a browser may have. How many there are of an address and in all is counted where they come in.
const OF_ONE: usize = 16;

/// Counts connections, and ends them when the server ends.
#[derive(Debug, Default)]
pub(crate) struct Doors {
    open: Mutex<BTreeMap<Token, usize>>,
    numbers: AtomicU64,
    shut: watch::Sender<bool>,
}

/// The right to one connection, until it is dropped.
#[derive(Debug)]
pub(crate) struct Ticket {
    doors: Arc<Doors>,
    token: Token,
    number: u64,
}

impl Doors {
    /// A ticket, unless this browser has too many already, or the server ends.
    pub(crate) fn open(self: &Arc<Doors>, token: Token) -> Option<Ticket> {
        let mut open = self.lock();
        if *self.shut.borrow() || open.get(&token).is_some_and(|count| *count >= OF_ONE) {
            return None;
        }
        *open.entry(token).or_default() += 1;
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        Some(Ticket { doors: Arc::clone(self), token, number })
    }

    /// Ends all connections, and waits a moment until they have said good-bye.
    pub(crate) async fn shut(&self) {
        self.shut.send_replace(true);
        for _ in 0..50 {
            if self.lock().is_empty() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Token, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    /// A number that no other connection has.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Turns true when the server ends.
    pub(crate) fn shut(&self) -> watch::Receiver<bool> {
        self.doors.shut.subscribe()
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut open = self.doors.lock();
        if let Some(count) = open.get_mut(&self.token) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.token);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_has_so_many_connections_and_no_more() {
        let doors = Arc::new(Doors::default());
        let mut tickets: Vec<Ticket> = (0..OF_ONE).map(|_| doors.open(Token([1; 32])).unwrap()).collect();
        assert!(doors.open(Token([1; 32])).is_none());
        assert!(doors.open(Token([2; 32])).is_some());
        tickets.pop();
        assert!(doors.open(Token([1; 32])).is_some());
        tickets.clear();
        assert!(doors.lock().is_empty());
    }
}
