//! The standing orders of a match: those of its rules, and the engine's own.

use vocabulary::{Offer, Order, Term, Word};

use crate::Rules;

/// The order of a seat that wants to be asked even where no answer makes a difference.
pub const ASK_EVERYTHING: Word = Word::new("ask-everything");

/// The standing orders that seats may leave in a game.
pub fn standing_orders<R: Rules>() -> Vec<Term> {
    let text = "You are asked even where no answer makes a difference.";
    let everything = Term::new(ASK_EVERYTHING, "Ask me everything", text, "?");
    R::standing_orders().into_iter().chain([everything]).collect()
}

/// Whether a game has an order of this name.
pub(crate) fn is_order<R: Rules>(order: Word) -> bool {
    order == ASK_EVERYTHING || R::standing_orders().iter().any(|term| term.id == order)
}

/// An order with what it says.
pub(crate) fn in_words<R: Rules>(state: &R::State, order: Order) -> Offer {
    let label = || standing_orders::<R>().into_iter().find(|term| term.id == order.order).map(|term| term.label);
    let label = R::order_words(state, &order).or_else(label).unwrap_or_else(|| order.order.to_string());
    Offer { label, order }
}
