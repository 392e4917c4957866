//! What a connection gets to hear: events that are new to it, and where the match stands for it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use engine::{Diverged, Hosted, Waiting};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use store::End;
use vocabulary::{Event, Seat, View, Viewer};

use crate::wire::{HolderChoice, MatchInfo, Now, Undo};

/// The seats of a match, by who holds them.
#[derive(Clone, Debug)]
pub(crate) struct Seating {
    pub(crate) people: Vec<Seat>,
    pub(crate) bots: Vec<Seat>,
}

impl Seating {
    pub(crate) fn new(holders: &[HolderChoice]) -> Seating {
        let seats = (0..=u8::MAX).map(Seat).zip(holders);
        let (people, bots): (Vec<_>, Vec<_>) = seats.partition(|(_, holder)| **holder == HolderChoice::Person);
        let only_seats = |some: Vec<(Seat, &HolderChoice)>| some.into_iter().map(|(seat, _)| seat).collect();
        Seating { people: only_seats(people), bots: only_seats(bots) }
    }

    /// Whether a page with these seats throws the dice of a seat: its own, and those of bots, who have no hands.
    pub(crate) fn throws(&self, seat: Seat, mine: &[Seat]) -> bool {
        mine.contains(&seat) || (!mine.is_empty() && self.bots.contains(&seat))
    }

    /// Everybody who looks, in the order in which replays show them.
    pub(crate) fn viewers(&self) -> Vec<Viewer> {
        let mut seats: Vec<Seat> = self.people.iter().chain(&self.bots).copied().collect();
        seats.sort_unstable();
        [Viewer::Spectator].into_iter().chain(seats.into_iter().map(Viewer::Seat)).collect()
    }
}

/// A match as it stands, looked at by several viewers; what is costly is looked up once for each.
pub(crate) struct Standing<'a> {
    table: &'a dyn Hosted,
    seating: &'a Seating,
    spectator: View,
    waiting: BTreeMap<Viewer, Waiting>,
    private: BTreeMap<Seat, bool>,
}

impl<'a> Standing<'a> {
    pub(crate) fn new(table: &'a dyn Hosted, seating: &'a Seating) -> Standing<'a> {
        let spectator = table.view(Viewer::Spectator);
        Standing { table, seating, spectator, waiting: BTreeMap::new(), private: BTreeMap::new() }
    }

    fn waiting(&mut self, viewer: Viewer) -> &Waiting {
        self.waiting.entry(viewer).or_insert_with(|| self.table.waiting(viewer))
    }

    /// Where the match stands for a viewer at a page with these seats.
    pub(crate) fn now(&mut self, viewer: Viewer, mine: &[Seat]) -> Now {
        let waiting = self.waiting(viewer).clone();
        let asked: Vec<Seat> = waiting.seats.iter().copied().filter(|seat| mine.contains(seat)).collect();
        let orders = self.table.orders().into_iter().filter(|(seat, _)| mine.contains(seat));
        Now {
            viewer,
            entries: self.table.entries(),
            orders: orders.collect(),
            dice: waiting.dice.filter(|roll| self.seating.throws(roll.seat, mine)),
            undo: match viewer {
                Viewer::Seat(seat) if waiting.outcome.is_none() && mine.contains(&seat) => self.undo(seat),
                _ => None,
            },
            private: asked.into_iter().filter(|seat| self.is_private(*seat)).collect(),
            seats: waiting.seats,
            asks: waiting.asks,
            outcome: waiting.outcome,
            frozen: waiting.frozen.as_ref().map(misfit),
            promise: self.table.promise(),
        }
    }

    /// Whether what a seat is asked or sees is not for everybody's eyes.
    fn is_private(&mut self, seat: Seat) -> bool {
        if let Some(known) = self.private.get(&seat) {
            return *known;
        }
        let hidden = self.waiting(Viewer::Seat(seat)).asks.iter().any(|ask| ask.secret || ask.sealed);
        let private = hidden || self.table.view(Viewer::Seat(seat)) != self.spectator;
        self.private.insert(seat, private);
        private
    }

    /// The last answer of whoever looks, if it can be taken back at all, what that would undo, and who has to agree.
    ///
    /// Bots do not mind, but a person is told what is lost before it is.
    fn undo(&self, seat: Seat) -> Option<Undo> {
        let to = self.table.last_answer_of(seat)?;
        let Err(refusal) = self.table.may_undo(to, &[seat]) else {
            return Some(Undo { to, seat, needs: Vec::new(), why: None });
        };
        let with_bots: Vec<Seat> = self.seating.bots.iter().copied().chain([seat]).collect();
        if self.table.may_undo(to, &with_bots).is_ok() {
            return Some(Undo { to, seat, needs: Vec::new(), why: Some(refusal.text) });
        }
        let everybody: Vec<Seat> = self.seating.bots.iter().chain(&self.seating.people).copied().collect();
        self.table.may_undo(to, &everybody).ok()?;
        let is_there = |seat: &Seat| self.spectator.seats.iter().any(|view| view.id == *seat && !view.gone);
        let others = self.seating.people.iter().copied().filter(|other| *other != seat && is_there(other));
        Some(Undo { to, seat, needs: others.collect(), why: Some(refusal.text) })
    }

    /// What a viewer heard from event `n` on.
    pub(crate) fn events_since(&self, viewer: Viewer, n: u32) -> &[Event] {
        self.table.events_since(viewer, n)
    }

    /// Which round it is.
    pub(crate) fn round(&self) -> u16 {
        self.spectator.moment.round
    }

    /// How it ended, with all that was told of it, if it has ended.
    pub(crate) fn end(&mut self) -> io::Result<Option<End>> {
        let Some(outcome) = self.waiting(Viewer::Spectator).outcome.clone() else { return Ok(None) };
        let mut told = Vec::new();
        for viewer in self.seating.viewers() {
            told.push((serde_json::to_string(&viewer)?, zipped(self.table.events_since(viewer, 0))?));
        }
        Ok(Some(End { outcome: serde_json::to_string(&outcome)?, told }))
    }
}

/// Where a record does not fit the rules. In which way may be a secret of a seat: that is for the log.
pub(crate) fn misfit(diverged: &Diverged) -> String {
    tracing::warn!(%diverged, "a match cannot continue");
    format!("its record does not fit the rules at entry {}", diverged.entry)
}

fn zipped(events: &[Event]) -> io::Result<Vec<u8>> {
    let mut zip = GzEncoder::new(Vec::new(), Compression::default());
    zip.write_all(&serde_json::to_vec(events)?)?;
    zip.finish()
}

/// What a seat was sent of a match that still runs, for a report of a problem.
#[derive(Debug, Serialize)]
pub(crate) struct Report<'a> {
    #[serde(rename = "match")]
    pub(crate) info: MatchInfo,
    pub(crate) version: u32,
    pub(crate) viewer: Viewer,
    pub(crate) now: Now,
    pub(crate) events: &'a [Event],
}
