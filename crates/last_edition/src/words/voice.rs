//! Who is spoken to: a viewer's own side is "you", and its units are "your Reapers"; the other side goes by its name.

use std::ops::Deref;

use vocabulary::{Choice, ModelId, Ref, Seat, Text, Token, UnitId, Viewer, WeaponId};

use crate::state::State;

/// A position in the words for one viewer.
#[derive(Clone, Copy)]
pub(crate) struct Voice<'a> {
    pub(crate) state: &'a State,
    pub(crate) to: Viewer,
}

impl<'a> Voice<'a> {
    /// A position as it is told to a viewer.
    pub(crate) fn new(state: &'a State, to: Viewer) -> Voice<'a> {
        Voice { state, to }
    }

    /// A position as it is told to a player.
    pub(crate) fn of_seat(state: &'a State, seat: Seat) -> Voice<'a> {
        Voice::new(state, Viewer::Seat(seat))
    }

    /// A player in a sentence: `you`, or `Ann`.
    pub(crate) fn player(&self, seat: Seat) -> &'a str {
        if self.to.is(seat) { "you" } else { self.state.player(seat) }
    }

    /// What a player does, at the beginning of a sentence: `You roll`, `Ann rolls`.
    pub(crate) fn plays(&self, seat: Seat, one: &str, you: &str) -> String {
        format!("{} {}", capital(self.player(seat)), if self.to.is(seat) { you } else { one })
    }

    /// Whose something is: `your`, or `Ann's`.
    pub(crate) fn whose(&self, seat: Seat) -> String {
        if self.to.is(seat) { "your".to_owned() } else { format!("{}'s", self.state.player(seat)) }
    }

    /// A unit in a sentence: `your Reapers 2`, `Ann's Reapers 2`.
    pub(crate) fn called(&self, unit: UnitId) -> String {
        format!("{} {}", self.whose(self.state.seat_of(unit)), self.state.unit_name(unit))
    }

    /// Several units in a sentence.
    pub(crate) fn called_all(&self, units: &[UnitId]) -> String {
        joined(&units.iter().map(|unit| self.called(*unit)).collect::<Vec<_>>(), "and")
    }

    /// A unit in a list of options: one's own by its name alone.
    pub(crate) fn listed(&self, unit: UnitId) -> String {
        if self.to.is(self.state.seat_of(unit)) { self.state.unit_name(unit).to_owned() } else { self.called(unit) }
    }

    /// What a unit does, at the beginning of a sentence: `Your Reapers go`, `Ann's Warden goes`.
    pub(crate) fn unit_does(&self, unit: UnitId, one: &'static str, many: &'static str) -> String {
        format!("{} {}", capital(&self.called(unit)), self.state.does(unit, one, many))
    }

    /// A model in a sentence: `model 3 of your Reapers 2`, or `Ann's Warden`.
    pub(crate) fn model_called(&self, model: ModelId) -> String {
        let unit = self.state.unit_of(model);
        let name = self.state.model_name(model);
        match name.strip_suffix(self.state.unit_name(unit)).filter(|number| !number.is_empty()) {
            Some(number) => format!("{number}{}", self.called(unit)),
            None => format!("{} {name}", self.whose(self.state.seat_of(unit))),
        }
    }

    /// What a model does, at the beginning of a sentence.
    pub(crate) fn model_does(&self, model: ModelId, one: &'static str, many: &'static str) -> String {
        let unit = self.state.unit_of(model);
        let alone = self.state.roll_call(unit).count() == 1;
        let verb = if alone { self.state.does(unit, one, many) } else { one };
        format!("{} {verb}", capital(&self.model_called(model)))
    }

    /// A weapon in a list: `Longrifle of model 2 of your Reapers`.
    pub(crate) fn weapon_called(&self, weapon: WeaponId) -> String {
        match self.state.weapon_of(weapon) {
            Some((model, place)) => format!("{} of {}", self.state.weapon(model, place).name, self.model_called(model)),
            None => "a weapon".to_owned(),
        }
    }

    /// An option that speaks for itself: what it points at, by its name.
    pub(crate) fn option(&self, token: Token) -> Choice {
        let label = match token {
            Token::Word(word) => capital(&word.as_str().replace('-', " ")),
            Token::Ref(of) => self.named(of),
            Token::About(word, of) => format!("{}: {}", self.named(of), word.as_str().replace('-', " ")),
        };
        Choice::new(token, label)
    }

    /// Something that can be pointed at, by its name.
    pub(crate) fn named(&self, of: Ref) -> String {
        match of {
            Ref::Seat(seat) => capital(self.player(seat)),
            Ref::Unit(unit) => capital(&self.listed(unit)),
            Ref::Model(model) if self.state.is_model(model) => capital(&self.model_called(model)),
            Ref::Weapon(weapon) => capital(&self.weapon_called(weapon)),
            Ref::Area(area) => self.state.battlefield().area_name(area),
            other => other.to_string(),
        }
    }

    /// A sentence about a unit.
    pub(crate) fn of_unit(&self, unit: UnitId, one: &'static str, many: &'static str) -> Text {
        Text::new(self.unit_does(unit, one, many)).about(Ref::Unit(unit))
    }

    /// A sentence about a player.
    pub(crate) fn of_player(&self, seat: Seat, one: &str, you: &str) -> Text {
        Text::new(self.plays(seat, one, you)).about(Ref::Seat(seat))
    }
}

impl Deref for Voice<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        self.state
    }
}

impl State {
    /// A verb or pronoun that fits the name of a unit, as its datasheet says: Reapers go, a Warden goes.
    pub(crate) fn does(&self, unit: UnitId, one: &'static str, many: &'static str) -> &'static str {
        if self.sheet(unit).is_plural() { many } else { one }
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn joined(names: &[String], and: &str) -> String {
    match names {
        [] => "nobody".to_owned(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
    }
}

/// `1 point`, `2 points`.
pub(crate) fn counted(count: impl Into<i32>, one: &str, many: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A sentence that begins with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
