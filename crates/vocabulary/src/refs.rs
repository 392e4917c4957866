//! What sentences, options and proofs point at.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Word, WordError};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($number:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS))]
        #[serde(transparent)]
        pub struct $name(pub $number);

        impl $name {
            /// The id as an index into the list it numbers.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// One side of a match, numbered from 0 in the order of the set-up.
    Seat(u8);
    /// A unit.
    UnitId(u16);
    /// A single model, or a marker that can be put down and taken up like one.
    ModelId(u16);
    /// A piece of terrain, a zone, an objective or a marker.
    AreaId(u16);
    /// A card: the printed values of a kind of unit.
    CardId(u16);
    /// A weapon in the hands of one model.
    WeaponId(u16);
}

/// A model's base stands in the way of others.
impl From<ModelId> for ground::Owner {
    fn from(model: ModelId) -> ground::Owner {
        ground::Owner::Model(model.0)
    }
}

/// Who looks: a seat, or a spectator, who knows no secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Viewer {
    /// A player of the match.
    Seat(Seat),
    /// Somebody who only watches.
    Spectator,
}

impl Viewer {
    /// Whether the viewer holds this seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

/// Something in a match that can be pointed at; written `unit:7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub enum Ref {
    /// A side of the match.
    Seat(Seat),
    /// A unit.
    Unit(UnitId),
    /// A model.
    Model(ModelId),
    /// A piece of terrain, a zone, an objective or a marker.
    Area(AreaId),
    /// A card.
    Card(CardId),
    /// A weapon.
    Weapon(WeaponId),
    /// A die, by its number in the match.
    Die(u32),
    /// An event of the log, by its number.
    Event(u32),
    /// Something that only the ask at hand speaks of: a group of attacks, an edge of the battlefield.
    Item(u16),
}

/// Why a text is not a ref or a token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefError {
    /// Occurs when the part before the colon names nothing.
    #[error(
        "'{0}' names nothing: write seat:, unit:, model:, area:, card:, weapon:, die:, event: or item: and a number"
    )]
    UnknownKind(String),
    /// Occurs when the part after the colon is no number, or too large a one.
    #[error("'{0}' is not the number of a {1}")]
    NotANumber(String, &'static str),
    /// Occurs when a word is not a word.
    #[error(transparent)]
    Word(#[from] WordError),
}

impl Ref {
    fn parts(self) -> (&'static str, u32) {
        match self {
            Ref::Seat(id) => ("seat", id.0.into()),
            Ref::Unit(id) => ("unit", id.0.into()),
            Ref::Model(id) => ("model", id.0.into()),
            Ref::Area(id) => ("area", id.0.into()),
            Ref::Card(id) => ("card", id.0.into()),
            Ref::Weapon(id) => ("weapon", id.0.into()),
            Ref::Die(n) => ("die", n),
            Ref::Event(n) => ("event", n),
            Ref::Item(n) => ("item", n.into()),
        }
    }
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, number) = self.parts();
        write!(f, "{kind}:{number}")
    }
}

impl FromStr for Ref {
    type Err = RefError;

    fn from_str(text: &str) -> Result<Ref, RefError> {
        fn number<N: FromStr>(text: &str, of: &'static str) -> Result<N, RefError> {
            let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
            let read = if plain { text.parse().ok() } else { None };
            read.ok_or_else(|| RefError::NotANumber(text.chars().take(40).collect(), of))
        }
        let unknown = || RefError::UnknownKind(text.chars().take(40).collect());
        let (kind, rest) = text.split_once(':').ok_or_else(unknown)?;
        Ok(match kind {
            "seat" => Ref::Seat(Seat(number(rest, "seat")?)),
            "unit" => Ref::Unit(UnitId(number(rest, "unit")?)),
            "model" => Ref::Model(ModelId(number(rest, "model")?)),
            "area" => Ref::Area(AreaId(number(rest, "area")?)),
            "card" => Ref::Card(CardId(number(rest, "card")?)),
            "weapon" => Ref::Weapon(WeaponId(number(rest, "weapon")?)),
            "die" => Ref::Die(number(rest, "die")?),
            "event" => Ref::Event(number(rest, "event")?),
            "item" => Ref::Item(number(rest, "item")?),
            _ => return Err(unknown()),
        })
    }
}

/// What a choice is made of: a word (`evade`), a ref (`unit:7`), or a word about a ref (`charge@unit:7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub enum Token {
    /// A word.
    Word(Word),
    /// Something in the match.
    Ref(Ref),
    /// A word about something in the match.
    About(Word, Ref),
}

impl Token {
    /// A word known when the program is written.
    pub const fn word(text: &'static str) -> Token {
        Token::Word(Word::new(text))
    }

    /// A word about something in the match.
    pub fn about(word: Word, what: impl Into<Ref>) -> Token {
        Token::About(word, what.into())
    }

    /// What it points at, with a word or without one.
    pub fn points_at(self) -> Option<Ref> {
        match self {
            Token::Ref(r) | Token::About(_, r) => Some(r),
            Token::Word(_) => None,
        }
    }

    /// The unit that it names, with a word or without one.
    pub fn unit(self) -> Option<UnitId> {
        if let Some(Ref::Unit(unit)) = self.points_at() { Some(unit) } else { None }
    }

    /// The model that it names, with a word or without one.
    pub fn model(self) -> Option<ModelId> {
        if let Some(Ref::Model(model)) = self.points_at() { Some(model) } else { None }
    }

    /// The place in a list of the ask that it names, with a word or without one.
    pub fn item(self) -> Option<usize> {
        if let Some(Ref::Item(place)) = self.points_at() { Some(place.into()) } else { None }
    }
}

impl From<Ref> for Token {
    fn from(r: Ref) -> Token {
        Token::Ref(r)
    }
}

impl From<Word> for Token {
    fn from(word: Word) -> Token {
        Token::Word(word)
    }
}

macro_rules! pointed_at {
    ($($kind:ident($id:ty);)*) => {$(
        impl From<$id> for Ref {
            fn from(id: $id) -> Ref {
                Ref::$kind(id)
            }
        }

        impl From<$id> for Token {
            fn from(id: $id) -> Token {
                Token::Ref(Ref::$kind(id))
            }
        }
    )*};
}

pointed_at! {
    Seat(Seat);
    Unit(UnitId);
    Model(ModelId);
    Area(AreaId);
    Card(CardId);
    Weapon(WeaponId);
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) => write!(f, "{word}"),
            Token::Ref(r) => write!(f, "{r}"),
            Token::About(word, r) => write!(f, "{word}@{r}"),
        }
    }
}

impl FromStr for Token {
    type Err = RefError;

    fn from_str(text: &str) -> Result<Token, RefError> {
        if let Some((word, r)) = text.split_once('@') {
            return Ok(Token::About(word.parse()?, r.parse()?));
        }
        if text.contains(':') { text.parse().map(Token::Ref) } else { Ok(Token::Word(text.parse()?)) }
    }
}

chance::serde_as_text!(Ref, Token);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_and_printed_as_people_write_them() {
        for text in ["evade", "unit:7", "charge@unit:7", "die:12", "seat:0"] {
            assert_eq!(text.parse::<Token>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_token_is_refused_with_a_sentence() {
        for bad in
            ["", "unit:", "unit:x", "unit:-1", "unit:99999", "unit:07", "unit:+7", "thing:1", "@unit:1", "a@", "A"]
        {
            assert!(bad.parse::<Token>().is_err(), "{bad}");
        }
        assert_eq!("unit:x".parse::<Token>().unwrap_err().to_string(), "'x' is not the number of a unit");
    }
}
