//! What things are called: words of a game, seats, and the short labels that models bear on the map.

use engine::Ruleset;
use vocabulary::{Counter, Mark, ModelId, Ref, Seat, Term, Token, View, Word};

use crate::paint;

/// The words of a game, looked up by id.
pub(crate) struct Glossary {
    terms: Vec<Term>,
}

impl From<Vec<Term>> for Glossary {
    fn from(terms: Vec<Term>) -> Glossary {
        Glossary { terms }
    }
}

impl Glossary {
    pub(crate) fn of(game: &dyn Ruleset) -> Glossary {
        Glossary::from(game.manual().terms)
    }

    /// What the game says about a word.
    pub(crate) fn term(&self, word: Word) -> Option<&Term> {
        self.terms.iter().find(|term| term.id == word)
    }

    /// A word as the book spells it.
    pub(crate) fn label(&self, word: Word) -> String {
        self.term(word).map_or_else(|| word.to_string().replace('-', " "), |term| term.label.clone())
    }

    /// A word as the book spells it, looking as it should.
    pub(crate) fn painted(&self, word: Word) -> String {
        paint::paint(paint::tone(self.term(word).map(|term| term.tone).unwrap_or_default()), self.label(word))
    }

    /// Counters in words: `Wounds 2 of 3`.
    pub(crate) fn counters(&self, counters: &[Counter]) -> Vec<String> {
        let one = |counter: &Counter| match counter.of {
            Some(most) => format!("{} {} of {most}", self.painted(counter.term), counter.value),
            None => format!("{} {}", self.painted(counter.term), counter.value),
        };
        counters.iter().map(one).collect()
    }

    /// Marks in words.
    pub(crate) fn marks(&self, marks: &[Mark]) -> Vec<String> {
        let one = |mark: &Mark| match mark.until {
            Some(until) => format!("{} until {}", self.painted(mark.term), self.label(until)),
            None => self.painted(mark.term),
        };
        marks.iter().map(one).collect()
    }
}

/// The name of a seat.
pub(crate) fn seat(view: &View, seat: Seat) -> String {
    let found = view.seats.iter().find(|other| other.id == seat);
    found.map_or_else(|| format!("seat {}", seat.0), |seat| seat.name.clone())
}

/// The name of a seat in its colour.
pub(crate) fn painted_seat(view: &View, id: Seat) -> String {
    paint::paint(paint::seat(id), seat(view, id))
}

/// The letter of a seat: its initial, unless another begins alike.
fn letter(view: &View, seat: Seat) -> char {
    let initial = |name: &str| name.chars().next().map_or('?', |first| first.to_ascii_uppercase());
    let own = view.seats.iter().find(|other| other.id == seat).map_or('?', |seat| initial(&seat.name));
    let alike = view.seats.iter().filter(|other| initial(&other.name) == own).count();
    if own.is_ascii_uppercase() && alike == 1 { own } else { char::from(b'A' + seat.0 % 26) }
}

/// The seat that a model belongs to, if it belongs to any.
pub(crate) fn owner(view: &View, model: ModelId) -> Option<Seat> {
    let model = view.models.iter().find(|other| other.id == model)?;
    let unit = model.unit?;
    view.units.iter().find(|other| other.id == unit).map(|unit| unit.seat)
}

/// The label of a model on the map: the letter of its seat and its number, `R5` for `model:5`.
pub(crate) fn label(view: &View, model: ModelId) -> String {
    match owner(view, model) {
        Some(seat) => format!("{}{}", letter(view, seat), model.0),
        None => format!("m{}", model.0),
    }
}

/// What something in the match is called.
pub(crate) fn thing(view: &View, glossary: &Glossary, r: Ref) -> String {
    let known = match r {
        Ref::Seat(id) => view.seats.iter().find(|seat| seat.id == id).map(|seat| seat.name.clone()),
        Ref::Unit(id) => view.units.iter().find(|unit| unit.id == id).map(|unit| unit.name.clone()),
        Ref::Model(id) => {
            let model = view.models.iter().find(|model| model.id == id);
            model.map(|model| format!("{} {}", label(view, id), model.name))
        }
        Ref::Area(id) => view.areas.iter().find(|area| area.id == id).map(|area| glossary.label(area.term)),
        Ref::Card(id) => view.cards.iter().find(|card| card.id == id).map(|card| card.name.clone()),
        Ref::Weapon(id) => {
            let weapon = view.cards.iter().flat_map(|card| &card.weapons).find(|weapon| weapon.id == id);
            weapon.map(|weapon| weapon.name.clone())
        }
        Ref::Die(_) | Ref::Event(_) | Ref::Item(_) => None,
    };
    known.unwrap_or_else(|| r.to_string())
}

/// What a token of an answer is called.
pub(crate) fn token(view: &View, glossary: &Glossary, token: Token) -> String {
    match token {
        Token::Word(word) => glossary.label(word),
        Token::Ref(r) => thing(view, glossary, r),
        Token::About(word, r) => format!("{} {}", glossary.label(word), thing(view, glossary, r)),
    }
}
