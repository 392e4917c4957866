//! Directives: one for each round, chosen in secret before the first.

mod choosing;

pub use choosing::{Asks, Facts};
pub(crate) use choosing::{begin_turn, choose, resample, reveal};

use serde::{Deserialize, Serialize};

engine::terms! {
    /// A directive. Carries out `tle.directive.one-per-turn`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Directive {
        DeusExMachina {
            word: "deus-ex-machina", label: "Deus Ex Machina", sign: "1", tone: Good,
            rules: [
                "tle.directive.deus-ex-machina", "tle.directive.deus-ex-machina-still-killed",
                "tle.directive.deus-ex-machina-bounty", "tle.ruling.deus-ex-return", "tle.ruling.deus-ex-bounty",
                "tle.ruling.deus-ex-scoring",
            ],
            text: "A destroyed unit of yours returns like a reserve unit; killing it again gives the enemy points.",
        }
        CounterOffensive {
            word: "counter-offensive", label: "Counter offensive", sign: "2",
            rules: [
                "tle.directive.counter-offensive", "tle.directive.counter-offensive-cancel",
                "tle.ruling.counter-offensive",
            ],
            text: "Attacker and defender swap roles for this round.",
        }
        AllIn {
            word: "all-in", label: "All-in", sign: "3", tone: Good,
            rules: ["tle.directive.all-in", "tle.ruling.all-in"],
            text: "Your points for holding objectives count twice this round.",
        }
        Joker {
            word: "joker", label: "Joker", sign: "4",
            rules: ["tle.directive.joker", "tle.directive.joker-return", "tle.ruling.joker"],
            text: "One of your units on the battlefield may go into reserve.",
        }
        BendingReality {
            word: "bending-reality", label: "Bending reality", sign: "5", tone: Good,
            rules: ["tle.directive.bending-reality", "tle.ruling.bending-reality"],
            text: "Five dice that show 6 go into your bad luck pool.",
        }
        HiddenInPlainSight {
            word: "hidden-in-plain-sight", label: "Hidden in plain sight", sign: "6", tone: Good,
            rules: ["tle.directive.hidden-in-plain-sight", "tle.ruling.hidden-scope"],
            text: "Shooting cannot target one of your units this round.",
        }
        Misinformation {
            word: "misinformation", label: "Misinformation", sign: "7", tone: Bad,
            rules: ["tle.directive.misinformation", "tle.ruling.misinformation"],
            text: "You place an enemy unit from reserve.",
        }
        BoostInConfidence {
            word: "boost-in-confidence", label: "Boost in confidence", sign: "8", tone: Good,
            rules: ["tle.directive.boost-in-confidence", "tle.ruling.boost"],
            text: "You have 4 more leader points this turn.",
        }
        Sabotage {
            word: "sabotage", label: "Sabotage", sign: "9", tone: Bad,
            rules: ["tle.directive.sabotage", "tle.ruling.sabotage"],
            text: "The enemy has one reaction unit fewer in each phase of this round.",
        }
    }
}

impl Directive {
    /// The rules behind it, the one that says what it does first.
    pub const fn rules(self) -> &'static [&'static str] {
        self.said().rules
    }

    /// Its number in the book, from 1.
    pub const fn number(self) -> u8 {
        self.place() as u8 + 1
    }

    /// Whether it is revealed when the round starts even where directives are revealed at the start of their owner's turn.
    ///
    /// Carries out `tle.ruling.directive-reveal`.
    pub const fn needs_round_start(self) -> bool {
        matches!(
            self,
            Directive::CounterOffensive | Directive::Joker | Directive::HiddenInPlainSight | Directive::Sabotage
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_nine_directives_in_the_order_of_the_book() {
        let numbers = Directive::ALL.map(Directive::number);
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!((Directive::ALL[0], Directive::ALL[8]), (Directive::DeusExMachina, Directive::Sabotage));
    }

    #[test]
    fn a_word_in_a_record_is_the_word_of_the_term() {
        for directive in Directive::ALL {
            assert_eq!(serde_json::to_value(directive).unwrap(), directive.word().as_str());
        }
    }
}
