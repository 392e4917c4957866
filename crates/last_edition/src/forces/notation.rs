//! Keywords as files and datasheets write them: a word, and for some of them a number behind it.

use vocabulary::Word;

/// Why a text is no keyword of a kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {kind} '{text}'; there are {all}")]
pub struct UnknownKeyword {
    /// What kind of keyword it should have been.
    pub kind: &'static str,
    /// What stands there.
    pub text: String,
    /// All there are, as files write them.
    pub all: String,
}

/// The word of a keyword in files. Of two keywords with the same name in the book, the words that pages use begin with
/// what tells them apart; the name itself stands in files.
pub(crate) fn in_files(word: &Word) -> &str {
    let text = word.as_str();
    text.strip_prefix("ranged-").or_else(|| text.strip_prefix("melee-")).unwrap_or(text)
}

/// The number behind the word in a text, if it stands there with its sign: `1` for `trigger -1`.
pub(crate) fn number(text: &str, word: &str, sign: &str) -> Option<u8> {
    let digits = text.strip_prefix(word)?.strip_prefix(' ')?.strip_prefix(sign)?;
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|number| is_number && (1..=MOST).contains(number))
}

/// The largest number behind a keyword.
const MOST: u8 = 30;

/// What [`engine::terms!`] does not say of keywords with numbers: how files write them. `plain` lists those without a
/// number, `numbered` the others with the sign in front of the number.
macro_rules! keywords {
    ($name:ident is $kind:literal, plain: [$($plain:ident),*], numbered: [$($numbered:ident $sign:literal),*]) => {
        impl $name {
            /// The number behind it, if it has one.
            pub const fn number(self) -> Option<u8> {
                match self {
                    $($name::$plain => None,)*
                    $($name::$numbered(number) => Some(number),)*
                }
            }

            /// All of them, as a sentence lists them.
            fn all_in_files() -> String {
                let words = $name::ALL.map(|one| {
                    let word = one.word();
                    let word = $crate::forces::notation::in_files(&word);
                    match one {
                        $($name::$plain => word.to_owned(),)*
                        $($name::$numbered(_) => format!(concat!("{} ", $sign, "N"), word),)*
                    }
                });
                let (last, others) = words.split_last().expect("there are keywords");
                format!("{} and {last}", others.join(", "))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let word = self.word();
                let word = $crate::forces::notation::in_files(&word);
                match self {
                    $($name::$plain => f.write_str(word),)*
                    $($name::$numbered(number) => write!(f, concat!("{} ", $sign, "{}"), word, number),)*
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::forces::notation::UnknownKeyword;

            fn from_str(text: &str) -> Result<$name, Self::Err> {
                let found = $name::ALL.into_iter().find_map(|one| {
                    let word = one.word();
                    let word = $crate::forces::notation::in_files(&word);
                    match one {
                        $($name::$plain => (text == word).then_some(one),)*
                        $($name::$numbered(_) => {
                            $crate::forces::notation::number(text, word, $sign).map($name::$numbered)
                        })*
                    }
                });
                found.ok_or_else(|| $crate::forces::notation::UnknownKeyword {
                    kind: $kind,
                    text: roster::printable(text, 40),
                    all: $name::all_in_files(),
                })
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::forces::notation::UnknownKeyword;

            fn try_from(text: String) -> Result<$name, Self::Error> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(keyword: $name) -> String {
                keyword.to_string()
            }
        }
    };
}

pub(crate) use keywords;
