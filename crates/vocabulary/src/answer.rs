//! Answers: one type for all games.

use ground::{Path, Pose};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use crate::{ModelId, Ref, Token, Word};

/// What a seat answers to an ask.
///
/// Short lists are kept in place, so that most answers need no allocation. Tokens and refs are values, never places
/// in a list of options.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    /// One option, several, or none.
    Choose(#[cfg_attr(feature = "types", ts(as = "Vec<Token>"))] SmallVec<[Token; 2]>),
    /// How many of each source go to which target.
    Assign(#[cfg_attr(feature = "types", ts(as = "Vec<(Token, Token, u16)>"))] SmallVec<[(Token, Token, u16); 1]>),
    /// How much falls to each, in this order.
    Spread(#[cfg_attr(feature = "types", ts(as = "Vec<(Ref, u16)>"))] SmallVec<[(Ref, u16); 4]>),
    /// A number.
    Number(i32),
    /// Paths for those that walk, one after the other in this order, and places for those that follow.
    ///
    /// A model that is left out stays where it is, or, where the form lets models be left out, is not put down.
    Move {
        /// The movers with their paths.
        #[cfg_attr(feature = "types", ts(as = "Vec<(ModelId, Path)>"))]
        paths: SmallVec<[(ModelId, Path); 1]>,
        /// The followers with their new places.
        #[cfg_attr(feature = "types", ts(as = "Vec<(ModelId, Pose)>"))]
        placed: SmallVec<[(ModelId, Pose); 4]>,
    },
    /// Where each model is put.
    Place(#[cfg_attr(feature = "types", ts(as = "Vec<(ModelId, Pose)>"))] SmallVec<[(ModelId, Pose); 4]>),
}

/// The form of an answer without its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Options.
    Choose,
    /// Sources to targets.
    Assign,
    /// An amount over several.
    Spread,
    /// A number.
    Number,
    /// Paths and places.
    Move,
    /// Places.
    Place,
}

impl Answer {
    /// More parts than this are not accepted from anyone.
    pub const MOST_PARTS: usize = 256;

    /// The choice of a single word.
    pub fn word(word: Word) -> Answer {
        Answer::Choose(smallvec![Token::Word(word)])
    }

    /// The choice of a single thing.
    pub fn of(r: Ref) -> Answer {
        Answer::Choose(smallvec![Token::Ref(r)])
    }

    /// The choice of a single token.
    pub fn chosen(token: impl Into<Token>) -> Answer {
        Answer::Choose(smallvec![token.into()])
    }

    /// The choice of nothing.
    pub fn none() -> Answer {
        Answer::Choose(SmallVec::new())
    }

    /// The form of the answer.
    pub fn kind(&self) -> Kind {
        match self {
            Answer::Choose(_) => Kind::Choose,
            Answer::Assign(_) => Kind::Assign,
            Answer::Spread(_) => Kind::Spread,
            Answer::Number(_) => Kind::Number,
            Answer::Move { .. } => Kind::Move,
            Answer::Place(_) => Kind::Place,
        }
    }

    /// The chosen tokens; none for an answer of another form.
    pub fn tokens(&self) -> &[Token] {
        match self {
            Answer::Choose(tokens) => tokens,
            _ => &[],
        }
    }

    /// The only chosen token, if there is exactly one.
    pub fn token(&self) -> Option<Token> {
        match self.tokens() {
            [token] => Some(*token),
            _ => None,
        }
    }

    /// The only chosen word, if the choice is exactly one word.
    pub fn chosen_word(&self) -> Option<Word> {
        match self.token() {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Whether every list, coordinate and facing is of a size that rules can compute with.
    ///
    /// The engine asks this of everything that comes from outside, before any rule sees it.
    pub fn is_sane(&self) -> bool {
        let placed_well = |(_, pose): &(ModelId, Pose)| pose.is_sane();
        match self {
            Answer::Choose(tokens) => tokens.len() <= Answer::MOST_PARTS,
            Answer::Assign(parts) => parts.len() <= Answer::MOST_PARTS,
            Answer::Spread(parts) => parts.len() <= Answer::MOST_PARTS,
            Answer::Number(_) => true,
            Answer::Move { paths, placed } => {
                paths.len() + placed.len() <= Answer::MOST_PARTS
                    && paths
                        .iter()
                        .all(|(_, path)| path.legs.len() <= Path::MOST_LEGS && path.legs.iter().all(Pose::is_sane))
                    && placed.iter().all(placed_well)
            }
            Answer::Place(placed) => placed.len() <= Answer::MOST_PARTS && placed.iter().all(placed_well),
        }
    }
}
