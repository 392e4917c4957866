//! Words of a game, each stated once: what it is called, what it means, and the rules behind it.
//!
//! Where the words are the variants of an enum, [`terms!`](crate::terms!) makes the enum and all that is said of it from one
//! statement. A variant without a word, a label or a rule does not compile, and none is missing in `ALL`:
//!
//! ```
//! engine::terms! {
//!     /// What is done against an attack.
//!     #[derive(Clone, Copy, Debug, PartialEq)]
//!     pub enum Reaction {
//!         Dodge {
//!             word: "dodge", label: "Dodge", sign: "D", tone: Good, rules: ["game.react.dodge"],
//!             text: "The dice need 1 more.",
//!         }
//!         /// A term without a text says what its game puts into words by itself.
//!         Brace(u8 = 1) { word: "brace", label: "Brace", rules: ["game.react.brace"] }
//!     }
//! }
//!
//! assert_eq!(Reaction::ALL, [Reaction::Dodge, Reaction::Brace(1)]);
//! assert_eq!(Reaction::from_word("dodge".parse().unwrap()), Some(Reaction::Dodge));
//! assert_eq!((Reaction::Brace(3).place(), Reaction::Brace(3).word().as_str()), (1, "brace"));
//! assert_eq!((Reaction::Dodge.label(), Reaction::Dodge.rule()), ("Dodge", "game.react.dodge"));
//! assert_eq!(Reaction::Brace(2).term().sign, "Br");
//! ```
//!
//! All other words of a game are a table of [`said`].

use vocabulary::RuleId;
pub use vocabulary::{Look, Term, Tone, Word};

/// What is said of a word, as a constant. [`Term`] is the same as a page gets it.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    /// The word.
    pub word: Word,
    /// As the book spells it.
    pub label: &'static str,
    /// What it means.
    pub text: &'static str,
    /// The rules behind it.
    pub rules: &'static [&'static str],
    /// One or two characters; the first two of the label if nothing is said.
    pub sign: &'static str,
    /// How it should look.
    pub tone: Tone,
    /// How ground looks of which it is said.
    pub ground: Option<Look>,
}

/// What is said of a word: its label, what it means, the rules behind it, and its sign.
///
/// # Panics
/// If it is not a word; in a constant that is a compile error.
pub const fn said(
    word: &str,
    label: &'static str,
    text: &'static str,
    rules: &'static [&'static str],
    sign: &'static str,
) -> Said {
    Said { word: Word::new(word), label, text, rules, sign, tone: Tone::Plain, ground: None }
}

impl Said {
    /// The same with the tone it has.
    #[must_use]
    pub const fn tone(self, tone: Tone) -> Said {
        Said { tone, ..self }
    }

    /// The same with how ground looks of which it is said.
    #[must_use]
    pub const fn on_ground(self, look: Look) -> Said {
        Said { ground: Some(look), ..self }
    }

    /// The term for the manual.
    pub fn term(&self) -> Term {
        let sign = if self.sign.is_empty() { self.label.chars().take(2).collect() } else { self.sign.to_owned() };
        let rules = self.rules.iter().map(|rule| RuleId::of(rule)).collect();
        let (tone, ground) = (self.tone, self.ground);
        Term { rules, tone, ground, ..Term::new(self.word, self.label, self.text, &sign) }
    }
}

/// An enum whose variants are words of a game, with all that is said of them: see the example of
/// [the module](mod@crate::terms). `sign`, `tone`, `ground` and `text` may be left out; the text is the doc comment of the
/// variant as well.
#[macro_export]
macro_rules! terms {
    (
        $(#[$attribute:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$doc:meta])*
                $variant:ident $(($inner:ty = $usual:expr))? {
                    word: $word:literal, label: $label:literal
                    $(, sign: $sign:literal)? $(, tone: $tone:ident)? $(, ground: $look:ident)?,
                    rules: [$($rule:literal),+ $(,)?]
                    $(, text: $text:literal)? $(,)?
                }
            )*
        }
    ) => {
        $(#[$attribute])*
        $vis enum $name {
            $($(#[$doc])* $(#[doc = $text])? $variant $(($inner))?,)*
        }

        impl $name {
            /// All of them, in the order in which they are stated.
            pub const ALL: [$name; [$($word),*].len()] = [$($name::$variant $(($usual))?,)*];

            /// All that is said of it.
            pub const fn said(self) -> &'static $crate::terms::Said {
                match self {
                    $($name::$variant { .. } => {
                        const SAID: $crate::terms::Said =
                            $crate::terms::said($word, $label, concat!($($text)?), &[$($rule),+], concat!($($sign)?))
                            $(.tone($crate::terms::Tone::$tone))?
                            $(.on_ground($crate::terms::Look::$look))?;
                        &SAID
                    })*
                }
            }

            /// Its place in [`Self::ALL`].
            pub const fn place(self) -> usize {
                enum Place { $($variant,)* }
                match self {
                    $($name::$variant { .. } => Place::$variant as usize,)*
                }
            }

            /// The word for it.
            pub const fn word(self) -> $crate::terms::Word {
                self.said().word
            }

            /// The one that a word stands for.
            pub fn from_word(word: $crate::terms::Word) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.word() == word)
            }

            /// As the book spells it.
            pub const fn label(self) -> &'static str {
                self.said().label
            }

            /// What it means, in a sentence.
            pub const fn text(self) -> &'static str {
                self.said().text
            }

            /// The rule that says what it is; where there are several, the first of them.
            pub const fn rule(self) -> &'static str {
                self.said().rules[0]
            }

            /// The term for the manual.
            pub fn term(self) -> $crate::terms::Term {
                self.said().term()
            }
        }
    };
}
