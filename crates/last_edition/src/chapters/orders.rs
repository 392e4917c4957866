//! Orders: what a unit is told to do in the movement phase.

use serde::{Deserialize, Serialize};

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

/// Orders that last for a turn end with it.
pub(crate) fn end_turn(_: &mut engine::Table<crate::LastEdition>) {}

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
