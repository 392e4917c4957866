//! How fast somebody may ask for something.

use std::collections::BTreeMap;
use std::time::Duration;

use store::Token;
use tokio::time::{Instant, sleep};

use crate::caller::Caller;

/// A bucket of permits that fills again with time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    per_second: f64,
    most: f64,
    left: f64,
    at: Instant,
}

impl Pace {
    /// So many a second, and so many at once.
    pub(crate) fn new(per_second: f64, most: f64) -> Pace {
        Pace { per_second, most, left: most, at: Instant::now() }
    }

    /// Takes a permit, if there is one.
    pub(crate) fn allows(&mut self) -> bool {
        self.fill();
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }

    /// Takes a permit, and waits until there is one.
    pub(crate) async fn permit(&mut self) {
        while !self.allows() {
            let missing = (1.0 - self.left) / self.per_second;
            sleep(Duration::from_secs_f64(missing)).await;
        }
    }

    /// Takes a permit, if need be one that there will be, and says how long that is to wait for.
    pub(crate) fn owe(&mut self) -> Duration {
        self.fill();
        self.left -= 1.0;
        Duration::from_secs_f64((-self.left).max(0.0) / self.per_second)
    }

    fn fill(&mut self) {
        let now = Instant::now();
        let gained = now.duration_since(self.at).as_secs_f64() * self.per_second;
        (self.left, self.at) = ((self.left + gained).min(self.most), now);
    }

    fn is_full(&mut self) -> bool {
        self.fill();
        self.left >= self.most
    }
}

/// When so many are counted, those who did nothing for a while are forgotten.
const COUNTED: usize = 1024;

/// A pace of the same kind for each.
#[derive(Debug)]
struct Each<K> {
    one: Pace,
    paces: BTreeMap<K, Pace>,
}

impl<K: Ord + Copy> Each<K> {
    fn new(one: Pace) -> Each<K> {
        Each { one, paces: BTreeMap::new() }
    }

    fn of(&mut self, key: K) -> &mut Pace {
        if self.paces.len() >= COUNTED {
            self.paces.retain(|_, pace| !pace.is_full());
        }
        let fresh = Pace { at: Instant::now(), ..self.one };
        self.paces.entry(key).or_insert(fresh)
    }
}

/// A pace for each browser, one for each address, because cookies cost nothing, and one for all together.
#[derive(Debug)]
pub(crate) struct Paces {
    browsers: Each<Token>,
    callers: Each<Caller>,
    all: Pace,
}

impl Paces {
    pub(crate) fn new(browser: Pace, caller: Pace, all: Pace) -> Paces {
        Paces { browsers: Each::new(browser), callers: Each::new(caller), all }
    }

    /// Whether this browser at this address may go on now.
    pub(crate) fn allow(&mut self, token: Token, caller: Caller) -> bool {
        self.browsers.of(token).allows() && self.callers.of(caller).allows() && self.all.allows()
    }
}

/// How fast each address asks.
#[derive(Debug)]
pub(crate) struct Asking(Each<Caller>);

impl Asking {
    pub(crate) fn new(one: Pace) -> Asking {
        Asking(Each::new(one))
    }

    /// How long a request of this address has to wait.
    pub(crate) fn owe(&mut self, caller: Caller) -> Duration {
        self.0.of(caller).owe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_pace_allows_a_burst_and_then_so_many_a_second() {
        let mut pace = Pace::new(2.0, 3.0);
        assert_eq!([(); 5].map(|()| pace.allows()), [true, true, true, false, false]);
        tokio::time::advance(Duration::from_millis(500)).await;
        assert_eq!([(); 2].map(|()| pace.allows()), [true, false]);
        tokio::time::advance(Duration::from_secs(60)).await;
        assert_eq!([(); 4].map(|()| pace.allows()), [true, true, true, false]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_permit_comes_as_soon_as_there_is_one() {
        let (mut pace, begun) = (Pace::new(2.0, 3.0), Instant::now());
        for _ in 0..7 {
            pace.permit().await;
        }
        let waited = begun.elapsed().as_millis();
        assert!((2000..2010).contains(&waited), "four beyond the burst took {waited} ms");
    }

    #[tokio::test(start_paused = true)]
    async fn browsers_and_addresses_are_counted_by_themselves_and_together() {
        let mut paces = Paces::new(Pace::new(1.0, 2.0), Pace::new(1.0, 3.0), Pace::new(1.0, 4.0));
        let mut allow = |browser, address| paces.allow(Token([browser; 32]), Caller::new([127, 0, 0, address].into()));
        assert_eq!([1, 1, 1].map(|browser| allow(browser, 1)), [true, true, false]);
        assert_eq!([2, 3].map(|browser| allow(browser, 1)), [true, false], "another browser at the same address");
        assert_eq!([4, 4].map(|browser| allow(browser, 2)), [true, false], "another address, and all together");
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_asks_too_fast_waits_the_longer_the_more_it_asks() {
        let mut pace = Pace::new(10.0, 2.0);
        let waits = [(); 4].map(|()| pace.owe().as_millis());
        assert_eq!(waits, [0, 0, 100, 200]);
    }
}
