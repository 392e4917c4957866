//! Room that strangers share: so much for one address, so much in all, and the silent go first.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::caller::Caller;

/// Everybody who takes up room. Where there is too little for a newcomer, somebody else is sent away: whoever was silent
/// longest at the same address if that has too much, otherwise at the address that has most.
#[derive(Debug)]
pub(crate) struct Crowd {
    of_one: usize,
    in_all: usize,
    groups: Mutex<Groups>,
}

#[derive(Debug, Default)]
struct Groups {
    of: BTreeMap<Caller, Group>,
    /// The next member's number.
    next: u64,
}

/// All members of one address.
#[derive(Debug, Default)]
struct Group {
    room: usize,
    members: BTreeMap<u64, Member>,
}

#[derive(Debug)]
struct Member {
    room: usize,
    heard: Instant,
    /// Dropped with the member, by which it learns that it has to go.
    _stay: oneshot::Sender<Infallible>,
}

/// A place in a crowd, until it is dropped or taken away.
#[derive(Debug)]
pub(crate) struct Place {
    crowd: Arc<Crowd>,
    caller: Caller,
    number: u64,
}

/// Comes when a place was taken away.
#[derive(Debug)]
pub(crate) struct Away(oneshot::Receiver<Infallible>);

impl Future for Away {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.0).poll(context).map(|_| ())
    }
}

impl Crowd {
    pub(crate) fn new(of_one: usize, in_all: usize) -> Crowd {
        Crowd { of_one, in_all, groups: Mutex::default() }
    }

    /// Lets somebody in who takes up no room yet.
    pub(crate) fn enter(self: &Arc<Crowd>, caller: Caller) -> (Place, Away) {
        let (stay, away) = oneshot::channel();
        let mut groups = self.lock();
        let number = groups.next;
        groups.next += 1;
        let member = Member { room: 0, heard: Instant::now(), _stay: stay };
        groups.of.entry(caller).or_default().members.insert(number, member);
        (Place { crowd: Arc::clone(self), caller, number }, Away(away))
    }

    /// Sends somebody away, because there is less room than was thought.
    pub(crate) fn thin_out(&self) {
        self.lock().thin_out();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().of.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Groups> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Groups {
    fn room(&self) -> usize {
        self.of.values().map(|group| group.room).sum()
    }

    /// Takes its place from whoever was silent longest where most room is taken up.
    fn thin_out(&mut self) {
        let largest = self.of.iter().max_by_key(|(_, group)| group.room).map(|(caller, _)| *caller);
        if let Some(caller) = largest {
            self.send_away(caller);
        }
    }

    /// Takes its place from whoever was silent longest at an address.
    fn send_away(&mut self, caller: Caller) {
        let Some(group) = self.of.get(&caller) else { return };
        let takes_room = group.members.iter().filter(|(_, member)| member.room > 0);
        let silent = takes_room.min_by_key(|(number, member)| (member.heard, **number)).map(|(number, _)| *number);
        if let Some(number) = silent {
            self.remove(caller, number);
        }
    }

    fn remove(&mut self, caller: Caller, number: u64) {
        let Some(group) = self.of.get_mut(&caller) else { return };
        if let Some(member) = group.members.remove(&number) {
            group.room -= member.room;
        }
        if group.members.is_empty() {
            self.of.remove(&caller);
        }
    }
}

impl Place {
    /// Takes up more room, which others may have to make.
    pub(crate) fn take(&self, room: usize) {
        let mut groups = self.crowd.lock();
        let Some(group) = groups.of.get_mut(&self.caller) else { return };
        let Some(member) = group.members.get_mut(&self.number) else { return };
        member.room += room;
        member.heard = Instant::now();
        group.room += room;
        while groups.of.get(&self.caller).is_some_and(|group| group.room > self.crowd.of_one) {
            groups.send_away(self.caller);
        }
        while groups.room() > self.crowd.in_all {
            groups.thin_out();
        }
    }

    /// Says that it was not silent.
    pub(crate) fn heard(&self) {
        let mut groups = self.crowd.lock();
        let group = groups.of.get_mut(&self.caller);
        if let Some(member) = group.and_then(|group| group.members.get_mut(&self.number)) {
            member.heard = Instant::now();
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.crowd.lock().remove(self.caller, self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::advance;

    use super::*;

    fn caller(n: u8) -> Caller {
        Caller::new([127, 0, 0, n].into())
    }

    async fn enter(crowd: &Arc<Crowd>, n: u8, room: usize) -> (Place, Away) {
        let (place, away) = crowd.enter(caller(n));
        place.take(room);
        advance(Duration::from_millis(1)).await;
        (place, away)
    }

    /// Which of several have to go.
    fn gone(all: &mut [(Place, Away)]) -> Vec<usize> {
        let gone = |(_, away): &mut (Place, Away)| away.0.try_recv() == Err(oneshot::error::TryRecvError::Closed);
        all.iter_mut().enumerate().filter_map(|(n, one)| gone(one).then_some(n)).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn at_an_address_that_has_too_much_the_silent_go_first() {
        let crowd = Arc::new(Crowd::new(3, 100));
        let mut all = Vec::new();
        for _ in 0..3 {
            all.push(enter(&crowd, 1, 1).await);
        }
        all.push(enter(&crowd, 2, 1).await);
        all[0].0.heard();
        all.push(enter(&crowd, 1, 1).await);
        assert_eq!(gone(&mut all), [1]);
        all.push(enter(&crowd, 1, 1).await);
        assert_eq!(gone(&mut all), [1, 2], "and nobody of another address does");
    }

    #[tokio::test(start_paused = true)]
    async fn where_all_have_too_much_the_address_that_has_most_makes_room() {
        let crowd = Arc::new(Crowd::new(3, 5));
        let mut all = Vec::new();
        for n in [1, 2, 3, 2, 2] {
            all.push(enter(&crowd, n, 1).await);
        }
        all.push(enter(&crowd, 4, 1).await);
        assert_eq!(gone(&mut all), [1], "not the one that was silent longest of all");
        drop(all);
        assert!(crowd.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_wants_more_than_there_is_goes_itself() {
        let crowd = Arc::new(Crowd::new(10, 20));
        let mut all = vec![enter(&crowd, 1, 6).await, enter(&crowd, 2, 6).await];
        all[0].0.take(6);
        assert_eq!(gone(&mut all), [0]);
        all.push(enter(&crowd, 1, 10).await);
        assert_eq!(gone(&mut all), [0]);
    }
}
