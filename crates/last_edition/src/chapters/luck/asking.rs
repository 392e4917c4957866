//! Questions about the bad luck pool.

use engine::{Choices, Offer, Order, Several};
use vocabulary::{Answer, Choice, Ref, Seat, Term, Token, Word};

use crate::chapters::luck::Asks;
use crate::prompt::Question;
use crate::state::State;
use crate::words::voice::{Voice, counted};

const NEVER: Word = Word::new("bad-luck-never");
const BANK_ALWAYS: Word = Word::new("bank-always");
const BANK_NEVER: Word = Word::new("bank-never");

/// The standing orders about the pool.
pub(crate) fn orders() -> Vec<Term> {
    let order = |id, label: &str, text: &str, rule: &'static str| Term::new(id, label, text, "!").rule(rule);
    vec![
        order(
            NEVER,
            "Keep the bad luck pool",
            "You use no dice of the pool until you withdraw this order.",
            "tle.bad-luck.substitute",
        ),
        order(
            BANK_ALWAYS,
            "Bank every natural 1",
            "Every natural 1 goes into the pool, even one that would have been enough.",
            "tle.bad-luck.bank-one",
        ),
        order(
            BANK_NEVER,
            "Bank no 1 that is of use",
            "Where banking a natural 1 would cost you something, you keep it.",
            "tle.bad-luck.optional",
        ),
    ]
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match self {
            Asks::Substitute { .. } => "tle.bad-luck.substitute",
            Asks::Bank { .. } => "tle.bad-luck.bank-one",
        }
    }

    fn text(&self, _: Voice<'_>) -> String {
        match self {
            Asks::Substitute { dice, rolled: false, .. } => {
                let dice = counted(i32::from(*dice), "die", "dice");
                format!("You are about to roll {dice}. Which dice of your bad luck pool do you use instead, if any?")
            }
            Asks::Substitute { dice, .. } => {
                let dice = counted(i32::from(*dice), "die was", "dice were");
                format!("{dice} not enough. Which dice of your bad luck pool replace them, if any?")
            }
            Asks::Bank { dice, .. } => {
                let ones = counted(dice.len() as i32, "natural 1", "natural 1s");
                format!("You rolled {ones}. Which of them go into your bad luck pool?")
            }
        }
    }

    fn choices(&self, state: &State, seat: Seat) -> Option<Choices> {
        Some(match self {
            Asks::Substitute { dice, .. } => {
                let held = state.side(seat).pool.dice().len() as u16;
                let tokens: engine::Tokens = (0..held).map(|place| Token::Ref(Ref::Item(place))).collect();
                Choices::Some(Several { tokens, max: held.min(*dice), ..Several::default() })
            }
            Asks::Bank { dice, .. } => Choices::any(dice.iter().map(|die| Token::Ref(Ref::Die(*die)))),
        })
    }

    fn option(&self, say: Voice<'_>, token: Token) -> Choice {
        match (self, token) {
            (Asks::Substitute { useful, .. }, Token::Ref(Ref::Item(place))) => {
                let seat = match say.to {
                    vocabulary::Viewer::Seat(seat) => seat,
                    _ => Seat(0),
                };
                let face = say.side(seat).pool.dice().get(usize::from(place)).copied().unwrap_or(0);
                let text = if useful.contains(&face) { "Enough by itself." } else { "Not enough." };
                Choice::new(token, format!("the {face} of your pool")).meaning(text)
            }
            (Asks::Bank { .. }, _) => Choice::new(token, "a 1"),
            _ => say.option(token),
        }
    }

    fn idle(&self, state: &State, seat: Seat) -> Option<Answer> {
        match self {
            Asks::Substitute { useful, .. } => useful.is_empty().then(Answer::none),
            Asks::Bank { costly, .. } => (!costly).then(|| self.everything(state, seat)),
        }
    }

    fn stand(&self, state: &State, seat: Seat, order: &Order) -> Option<Answer> {
        match (self, order.order) {
            (Asks::Substitute { .. }, NEVER) => Some(Answer::none()),
            (Asks::Bank { .. }, BANK_ALWAYS) => Some(self.everything(state, seat)),
            (Asks::Bank { .. }, BANK_NEVER) => Some(Answer::none()),
            _ => None,
        }
    }

    fn offers(&self, _: &State, _: Seat) -> Vec<Offer> {
        let offer = |label: &str, word| Offer { label: label.to_owned(), order: Order::new(word) };
        match self {
            Asks::Substitute { .. } => vec![offer("Keep the pool", NEVER)],
            Asks::Bank { .. } => {
                vec![offer("Bank every 1", BANK_ALWAYS), offer("Bank no 1 that is of use", BANK_NEVER)]
            }
        }
    }

    fn ideas(&self, state: &State, seat: Seat) -> Vec<(String, Answer)> {
        match self {
            Asks::Substitute { dice, useful, .. } => {
                let pool = state.side(seat).pool.dice();
                // The lowest die that is enough; the better ones are of use elsewhere.
                let place = (0..).zip(&pool).find(|(_, face)| useful.contains(face)).map(|(place, _)| place);
                let one =
                    place.map(|place: u16| ("the lowest that is enough".to_owned(), Answer::chosen(Ref::Item(place))));
                let all = (0..).zip(&pool).filter(|(_, face)| useful.contains(face)).take(usize::from(*dice));
                let all: smallvec::SmallVec<[Token; 2]> = all.map(|(place, _)| Token::Ref(Ref::Item(place))).collect();
                one.into_iter()
                    .chain((all.len() > 1).then(|| ("all that are enough".to_owned(), Answer::Choose(all))))
                    .collect()
            }
            Asks::Bank { .. } => vec![("all of them".to_owned(), self.everything(state, seat))],
        }
    }
}

impl Asks {
    /// All that can be chosen, as far as that is allowed.
    fn everything(&self, state: &State, seat: Seat) -> Answer {
        let tokens = self.choices(state, seat).map(|choices| choices.tokens().iter().copied().collect());
        Answer::Choose(tokens.unwrap_or_default())
    }
}
