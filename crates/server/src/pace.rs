//! How fast somebody may ask for something.

use std::collections::BTreeMap;
use std::time::Duration;

use store::Token;
use tokio::time::{Instant, sleep};

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

/// A pace for each browser, and one for all of them together: cookies cost nothing.
#[derive(Debug)]
pub(crate) struct Paces {
    one: Pace,
    all: Pace,
    each: BTreeMap<Token, Pace>,
}

impl Paces {
    pub(crate) fn new(one: Pace, all: Pace) -> Paces {
        Paces { one, all, each: BTreeMap::new() }
    }

    /// Whether this browser may go on now.
    pub(crate) fn allow(&mut self, token: Token) -> bool {
        if self.each.len() >= 1024 {
            self.each.retain(|_, pace| !pace.is_full());
        }
        let fresh = Pace { at: Instant::now(), ..self.one };
        self.each.entry(token).or_insert(fresh).allows() && self.all.allows()
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
    async fn browsers_are_counted_by_themselves_and_together() {
        let mut paces = Paces::new(Pace::new(1.0, 2.0), Pace::new(1.0, 3.0));
        let (ann, ben) = (Token([1; 32]), Token([2; 32]));
        assert_eq!([ann, ann, ann, ben, ben].map(|who| paces.allow(who)), [true, true, false, true, false]);
    }
}
