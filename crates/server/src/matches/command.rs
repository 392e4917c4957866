//! What a page may want of a running match.

use std::sync::{Mutex, PoisonError};

use engine::{Hosted, Leaving, Order};
use vocabulary::{Answer, AskId, Query, Refusal, RuleId, Seat, Viewer, Wish};

use super::news::Seating;
use crate::wire::Reply;

/// Something that changes the match.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Answer { ask: AskId, seat: Seat, gives: Answer },
    Dice { entries: u32, shown: Vec<i16>, mine: Vec<Seat> },
    Undo { to: u32, agreed: Vec<Seat> },
    Stand { seat: Seat, order: Order, given: bool },
    Leave { seat: Seat },
}

impl Act {
    /// The dice, if it types some in, and how many entries the match had when they were asked for.
    pub(crate) fn typed(&self) -> Option<(u32, Vec<i16>)> {
        match self {
            Act::Dice { entries, shown, .. } => Some((*entries, shown.clone())),
            _ => None,
        }
    }

    /// Does it, as far as rules and engine allow.
    pub(crate) fn carry_out(self, table: &mut dyn Hosted, seating: &Seating) -> Reply {
        let done = match self {
            Act::Answer { ask, seat, gives } => return answer(table, ask, seat, &gives),
            Act::Dice { entries, shown, mine } => return dice(table, entries, &shown, &mine, seating),
            Act::Undo { to, agreed } => {
                if table.waiting(Viewer::Spectator).outcome.is_some() {
                    return Reply::Wrong("the match is over; nothing can be taken back".to_owned());
                }
                if !agreed.iter().any(|seat| table.last_answer_of(*seat) == Some(to)) {
                    return Reply::Wrong("you can only take back the last answer of a player who agrees".to_owned());
                }
                let agreed: Vec<Seat> = agreed.into_iter().chain(seating.bots.iter().copied()).collect();
                table.undo(to, &agreed)
            }
            Act::Stand { seat, order, given } => table.stand(seat, order, given),
            Act::Leave { seat } => table.leave(seat, Leaving::Conceded),
        };
        done.map_or_else(refused, |()| Reply::Done)
    }
}

fn refused(refusal: Refusal) -> Reply {
    Reply::Refused(Box::new(refusal))
}

/// An answer that comes once more, because the page never heard that it was taken, is as good as the first.
fn answer(table: &mut dyn Hosted, ask: AskId, seat: Seat, gives: &Answer) -> Reply {
    match table.answer(ask, seat, gives.clone()) {
        Ok(()) => Reply::Done,
        Err(refusal) if is_late(&refusal.rule) && table.answered(ask, seat) == Some(gives) => Reply::Done,
        Err(refusal) => refused(refusal),
    }
}

fn is_late(rule: &RuleId) -> bool {
    matches!(rule.as_str(), "engine.stale" | "engine.not-asked")
}

fn dice(table: &mut dyn Hosted, entries: u32, shown: &[i16], mine: &[Seat], seating: &Seating) -> Reply {
    let Some(roll) = table.waiting(Viewer::Spectator).dice.filter(|_| entries == table.entries()) else {
        return Reply::Wrong("the match is no longer waiting for these dice".to_owned());
    };
    if !seating.throws(roll.seat, mine) {
        return Reply::Wrong("another player rolls these dice".to_owned());
    }
    table.enter_dice(shown).map_or_else(refused, |()| Reply::Done)
}

/// Something that changes nothing.
#[derive(Clone, Debug)]
pub(crate) enum Wonder {
    Preview { ask: AskId, seat: Seat, gives: Answer },
    Draft { ask: AskId, seat: Seat, wish: Wish },
    Query { viewer: Viewer, query: Query },
}

impl Wonder {
    /// What comes of it.
    pub(crate) fn look_up(&self, table: &dyn Hosted) -> Reply {
        let proof = match self {
            Wonder::Preview { ask, seat, gives } => table.preview(*ask, *seat, gives),
            Wonder::Query { viewer, query } => table.query(*viewer, query),
            Wonder::Draft { ask, seat, wish } => {
                return table.draft(*ask, *seat, wish).map_or_else(refused, |draft| Reply::Draft(Box::new(draft)));
            }
        };
        proof.map_or_else(refused, |proof| Reply::Proof(Box::new(proof)))
    }

    fn slot(&self) -> usize {
        match self {
            Wonder::Preview { .. } => 0,
            Wonder::Draft { .. } => 1,
            Wonder::Query { .. } => 2,
        }
    }
}

/// What a connection wonders about: of each kind only the newest, because the others are out of date.
#[derive(Debug, Default)]
pub(crate) struct Wonders(Mutex<[Option<(u32, Wonder)>; 3]>);

impl Wonders {
    /// Puts a question, and says in which slot if none waited there: then the owner must hear of it.
    pub(crate) fn put(&self, id: u32, wonder: Wonder) -> Option<usize> {
        let slot = wonder.slot();
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slots[slot].replace((id, wonder)).is_none().then_some(slot)
    }

    pub(crate) fn take(&self, slot: usize) -> Option<(u32, Wonder)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_mut(slot)?.take()
    }
}
