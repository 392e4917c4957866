//! The ids under which the engine itself refuses. They belong to no rulebook and stay as they are: pages go by them.

use vocabulary::{Fault, Pack, RuleId};

/// The answer cannot be one, whatever was asked.
pub(crate) const ANSWER: RuleId = RuleId::of("engine.answer");
/// What is answered or changed is not open any more.
pub(crate) const STALE: RuleId = RuleId::of("engine.stale");
/// Another seat is asked.
pub(crate) const NOT_ASKED: RuleId = RuleId::of("engine.not-asked");
/// Dice that were typed in cannot be these.
pub(crate) const DICE: RuleId = RuleId::of("engine.dice");
/// There is no such standing order.
pub(crate) const STANDING: RuleId = RuleId::of("engine.standing");
/// There is no such seat, or it has left.
pub(crate) const SEAT: RuleId = RuleId::of("engine.seat");
/// Something cannot be taken back, or not without consent.
pub(crate) const UNDO: RuleId = RuleId::of("engine.undo");
/// The position cannot be changed like this, or not now, or not without consent.
pub(crate) const ADJUST: RuleId = RuleId::of("engine.adjust");
/// The question makes no sense.
pub(crate) const QUERY: RuleId = RuleId::of("engine.query");
/// A battlefield for a game that has none.
const FIELD: RuleId = RuleId::of("engine.field");
/// Odds of attacks in a game that says nothing about them.
const ODDS: RuleId = RuleId::of("engine.odds");
/// Packs for a game that has none.
const PACKS: RuleId = RuleId::of("engine.packs");

/// What is wrong with choosing a battlefield for a game that has none.
pub(crate) fn no_field() -> Fault {
    Fault { rule: FIELD, at: None, text: "this game has no battlefields; play it without one".to_owned() }
}

/// What is wrong with asking a game for odds of attacks that says nothing about them.
pub fn no_odds() -> Fault {
    let text = "the odds of this game's attacks cannot be worked out without a match".to_owned();
    Fault { rule: ODDS, at: None, text }
}

/// What is wrong with bringing packs to a game that has none.
pub fn no_packs(packs: &[Pack]) -> Option<Fault> {
    let first = packs.first()?;
    let text = format!("{}: this game has no packs; play it without them", first.file);
    Some(Fault { rule: PACKS, at: None, text })
}
