//! Orders: what a unit is told to do in the movement phase.

use engine::Table;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{Choice, Ref, Refusal, Token, UnitId};

use crate::LastEdition;
use crate::chapters::movement;
use crate::fact::Fact;
use crate::forces::house::OrderDuration;
use crate::state::{State, Units};
use crate::words::voice::Voice;

engine::terms! {
    /// An order. Carries out `tle.phase.movement.orders`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Order {
        Advance {
            word: "advance", label: "Advancing", sign: "»",
            rules: ["tle.order.advance", "tle.order.advance-no-attack", "tle.ruling.advance-melee"],
            text: "Move 6 in further; no shooting and no fighting in the following battle phase.",
        }
        Concentrate {
            word: "concentrate", label: "Concentrating", sign: "◎",
            rules: [
                "tle.order.concentrate", "tle.order.concentrate-wound", "tle.order.concentrate-armor",
                "tle.ruling.concentrate-stationary",
            ],
            text: "+1 to wound when shooting, but -1 to both armor save numbers. Only for units that did not move.",
        }
        TakeCover {
            word: "take-cover", label: "Taking cover", sign: "▣",
            rules: ["tle.order.take-cover-armor", "tle.order.take-cover-hit"],
            text: "+1 to both armor save numbers, but -1 to hit.",
        }
        FallBack {
            word: "fall-back", label: "Fall back", sign: "↩",
            rules: [
                "tle.order.fall-back", "tle.order.fall-back-trapped", "tle.order.fall-back-voluntary",
                "tle.ruling.fall-back-timing", "tle.ruling.fall-back-trapped",
            ],
            text: "A normal move out of melee range; models that cannot get out are lost.",
        }
    }
}

impl Order {
    /// What it adds to both numbers of an armor save; a plus makes the save better.
    ///
    /// Carries out `tle.order.concentrate-armor`, `tle.order.take-cover-armor`, `tle.ruling.armor-plus-direction`.
    pub const fn armor(self) -> i16 {
        match self {
            Order::Concentrate => -1,
            Order::TakeCover => 1,
            Order::Advance | Order::FallBack => 0,
        }
    }

    /// What it adds to every hit roll of the unit. Carries out `tle.order.take-cover-hit`.
    pub const fn hit(self) -> i16 {
        if matches!(self, Order::TakeCover) { -1 } else { 0 }
    }

    /// What it adds to the wound rolls of the unit's shooting in the battle phase of the same turn.
    ///
    /// Carries out `tle.order.concentrate-wound`.
    pub const fn shooting_wound(self) -> i16 {
        if matches!(self, Order::Concentrate) { 1 } else { 0 }
    }
}

/// A unit gets an order.
///
/// Carries out `tle.phase.movement.orders`, `tle.ruling.one-order`, `tle.ruling.order-duration`.
pub(crate) fn give(t: &mut Table<LastEdition>, unit: UnitId, order: Order) {
    let rules = order.said().rules.iter().copied().chain(["tle.ruling.one-order", "tle.ruling.order-duration"]);
    t.tell_by(Fact::Movement(movement::Facts::Ordered { unit, order }), rules);
}

/// What was ordered is over when the next movement phase of its player begins.
///
/// Carries out `tle.ruling.order-duration`.
pub(crate) fn begin_phase(t: &mut Table<LastEdition>) {
    let (seat, turn) = (t.state.active, t.state.turn);
    let is_old = |unit: &UnitId| t.state.unit(*unit).orders.iter().any(|given| given.turn != turn);
    let units: Units = t.state.units_of(seat).filter(is_old).collect();
    end(t, units);
}

/// Orders that last for a turn end with it. Carries out `tle.ruling.order-duration`.
pub(crate) fn end_turn(t: &mut Table<LastEdition>) {
    if t.state.house().order_duration == OrderDuration::EndOfTurn {
        let units: Units = t.state.all_units().filter(|unit| !t.state.unit(*unit).orders.is_empty()).collect();
        end(t, units);
    }
}

fn end(t: &mut Table<LastEdition>, units: Units) {
    if !units.is_empty() {
        t.tell_by(Fact::Movement(movement::Facts::OrdersOver { units }), ["tle.ruling.order-duration"]);
    }
}

impl State {
    /// What orders add to both numbers of a unit's armor save; a plus makes the save better.
    ///
    /// Carries out `tle.order.concentrate-armor`, `tle.order.take-cover-armor`, `tle.ruling.order-duration`.
    pub(crate) fn order_armor(&self, unit: UnitId) -> i16 {
        self.unit(unit).orders.iter().map(|given| given.order.armor()).sum()
    }

    /// What orders add to the hit rolls of a unit. Carries out `tle.order.take-cover-hit`,
    /// `tle.ruling.order-duration`.
    pub(crate) fn order_hit(&self, unit: UnitId) -> i16 {
        self.unit(unit).orders.iter().map(|given| given.order.hit()).sum()
    }

    /// What orders of this turn add to the wound rolls of a unit's shooting.
    ///
    /// Carries out `tle.order.concentrate-wound`, `tle.ruling.order-duration`, `tle.ruling.shooting-phase-term`.
    pub(crate) fn order_wound(&self, unit: UnitId) -> i16 {
        let given = self.unit(unit).orders.iter().filter(|given| given.turn == self.turn);
        given.map(|given| given.order.shooting_wound()).sum()
    }

    /// Whether a unit has advanced in this turn. Carries out `tle.order.advance-no-attack`,
    /// `tle.ruling.advance-melee`.
    pub(crate) fn has_advanced(&self, unit: UnitId) -> bool {
        self.is_this_turn(self.unit(unit).last.advanced)
    }

    /// Whether a unit has fallen back in this turn.
    pub(crate) fn has_fallen_back(&self, unit: UnitId) -> bool {
        self.is_this_turn(self.unit(unit).last.fell_back)
    }

    /// Whether a unit changed its place in this turn, in its own way or another's. Carries out
    /// `tle.ruling.heavy-moved`, `tle.reserve.counts-as-moved`, `tle.ruling.disembark`.
    pub(crate) fn has_moved(&self, unit: UnitId) -> bool {
        let last = &self.unit(unit).last;
        [last.moved, last.arrived, last.disembarked, last.thrown_out].into_iter().any(|turn| self.is_this_turn(turn))
    }

    /// Whether a unit gets orders at all. Carries out `tle.reserve.no-orders`.
    pub(crate) fn may_get_orders(&self, unit: UnitId) -> bool {
        self.is_on_field(unit) && !self.is_this_turn(self.unit(unit).last.arrived)
    }

    /// Whether a unit has stood still in this phase. Carries out `tle.order.concentrate`,
    /// `tle.ruling.concentrate-stationary`.
    fn stands_still(&self, unit: UnitId) -> bool {
        let last = &self.unit(unit).last;
        let moves = [last.walked, last.arrived, last.disembarked, last.thrown_out];
        !moves.into_iter().any(|turn| self.is_this_turn(turn))
    }

    /// The orders that a unit that has been selected may still get.
    ///
    /// Carries out `tle.phase.movement.orders`, `tle.ruling.one-order`, `tle.ruling.fall-back-timing`,
    /// `tle.order.concentrate`, `tle.reserve.no-orders`.
    pub(crate) fn open_orders(&self, unit: UnitId) -> SmallVec<[Order; 4]> {
        let given = || self.unit(unit).orders.iter().filter(|given| given.turn == self.turn).map(|given| given.order);
        if !self.may_get_orders(unit) || given().count() >= usize::from(self.house().orders) {
            return SmallVec::new();
        }
        let is_open = |order: &Order| match order {
            Order::FallBack => false,
            Order::Concentrate => self.stands_still(unit),
            Order::Advance | Order::TakeCover => true,
        };
        Order::ALL.into_iter().filter(|order| is_open(order) && !given().any(|other| other == *order)).collect()
    }
}

/// The orders that a unit cannot get, each with its reason.
pub(crate) fn closed(say: Voice<'_>, unit: UnitId, among: &[Order]) -> Vec<Choice> {
    if among.contains(&Order::Concentrate) || say.stands_still(unit) {
        return Vec::new();
    }
    let order = Order::Concentrate;
    let text = format!("{} moved in this phase", say.does(unit, "it has", "they have"));
    let refused = Refusal::new("tle.ruling.concentrate-stationary", text).about(Ref::Unit(unit));
    let choice = Choice::new(Token::Word(order.word()), order.label()).meaning(order.text());
    vec![choice.unless(Some(refused))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_order_has_its_price() {
        let effects = Order::ALL.map(|order| (order.armor(), order.hit(), order.shooting_wound()));
        assert_eq!(effects, [(0, 0, 0), (-1, 0, 1), (1, -1, 0), (0, 0, 0)]);
    }

    #[test]
    fn a_word_in_a_record_is_the_word_of_the_term() {
        for order in Order::ALL {
            assert_eq!(serde_json::to_value(order).unwrap(), order.word().as_str());
        }
    }
}
