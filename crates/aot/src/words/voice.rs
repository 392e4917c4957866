//! Who is spoken to: a viewer's own seat is "you", and its units are "your Drifters"; all others go by the name of their
//! seat, "Red's Drifters". Nobody is called by an article, so names fit whether they are one, many or numbered.

use std::ops::Deref;

use vocabulary::{ModelId, Seat, UnitId, Viewer};

use crate::chapters::soul::Mark;
use crate::state::State;

/// A position in the words for one viewer.
#[derive(Clone, Copy)]
pub(crate) struct Voice<'a> {
    pub(super) state: &'a State,
    pub(super) to: Viewer,
}

impl<'a> Voice<'a> {
    /// A position as it is told to a viewer.
    pub(crate) fn new(state: &'a State, to: Viewer) -> Voice<'a> {
        Voice { state, to }
    }

    /// A position as it is told to a Commander.
    pub(crate) fn of_seat(state: &'a State, seat: Seat) -> Voice<'a> {
        Voice::new(state, Viewer::Seat(seat))
    }

    /// A position as it is told to the Commander of a unit.
    pub(crate) fn of_owner(state: &'a State, unit: UnitId) -> Voice<'a> {
        Voice::of_seat(state, state.seat_of(unit))
    }

    /// A Commander in a sentence: `you`, or `Ann`.
    pub(crate) fn player(&self, seat: Seat) -> &'a str {
        if self.to.is(seat) { "you" } else { self.state.name(seat) }
    }

    /// Commanders in a sentence: `you and Ann`.
    pub(crate) fn players(&self, seats: &[Seat]) -> String {
        joined(&seats.iter().map(|seat| self.player(*seat).to_owned()).collect::<Vec<_>>(), "and")
    }

    /// Commanders in their order: `you, Ann`.
    pub(crate) fn in_order(&self, seats: &[Seat]) -> String {
        seats.iter().map(|seat| self.player(*seat)).collect::<Vec<_>>().join(", ")
    }

    /// What a Commander does, at the beginning of a sentence: `You roll`, `Ann rolls`.
    pub(crate) fn plays(&self, seat: Seat, one: &str, you: &str) -> String {
        format!("{} {}", capital(self.player(seat)), if self.to.is(seat) { you } else { one })
    }

    /// Whose something is: `your`, or `Ann's`.
    pub(crate) fn whose(&self, seat: Seat) -> String {
        if self.to.is(seat) { "your".to_owned() } else { format!("{}'s", self.state.name(seat)) }
    }

    /// A unit in a sentence: `your Drifters 2`, `Ann's Drifters 2`.
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

    /// What a unit does, at the beginning of a sentence: `Your Drifters go`, `Ann's Night Tram goes`.
    pub(crate) fn unit_does(&self, unit: UnitId, one: &'static str, many: &'static str) -> String {
        format!("{} {}", capital(&self.called(unit)), self.state.does(unit, one, many))
    }

    /// A model in a sentence: `model 3 of your Drifters 2`, or `Ann's Gale Marshal`.
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
        format!("{} {}", capital(&self.model_called(model)), self.state.model_verb(model, one, many))
    }

    /// What a spell is aimed at, in a sentence.
    pub(crate) fn mark_called(&self, mark: Mark) -> String {
        match mark {
            Mark::Unit(unit) => self.called(unit),
            Mark::Model(model) => self.model_called(model),
        }
    }
}

impl Deref for Voice<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        self.state
    }
}

impl State {
    /// A verb or pronoun that fits the name of a unit, as its card says: Stokers go, a Night Tram goes. A character leads
    /// the name of its unit, and so says it for its Soldiers, too.
    pub(crate) fn does(&self, unit: UnitId, one: &'static str, many: &'static str) -> &'static str {
        let info = self.info(unit);
        let card = info.character.map_or(info.card, |character| self.model_info(character).card);
        if self.fixed.cards[card.index()].is_plural() { many } else { one }
    }

    /// A verb or pronoun that fits the name of a model.
    pub(crate) fn model_verb(&self, model: ModelId, one: &'static str, many: &'static str) -> &'static str {
        let unit = self.unit_of(model);
        if self.roll_call(unit).count() == 1 { self.does(unit, one, many) } else { one }
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
pub(crate) fn counted(count: impl Into<u32>, one: &str, many: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A sentence that begins with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
