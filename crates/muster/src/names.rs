//! What things are called: words of a game, seats, and the short labels that units and models bear.

use engine::Ruleset;
use vocabulary::{Area, Counter, Mark, Model, ModelId, Ref, Seat, Term, Token, UnitId, View, Word};

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

    /// A counter with its name or its sign: `Wounds 2/3`, `♥2/3`.
    pub(crate) fn tally(&self, counter: &Counter, words: bool) -> String {
        match self.term(counter.term) {
            Some(term) if !words => format!("{}{}", term.sign, ratio(counter)),
            _ => format!("{} {}", self.label(counter.term), ratio(counter)),
        }
    }

    /// Counters in words: `Wounds 2 of 3`.
    pub(crate) fn counters(&self, counters: &[Counter]) -> Vec<String> {
        let one = |counter: &Counter| match counter.of {
            Some(most) => format!("{} {} of {most}", self.painted(counter.term), counter.value),
            None => format!("{} {}", self.painted(counter.term), counter.value),
        };
        counters.iter().map(one).collect()
    }

    /// Marks in words: `Aboard (Ore Crawler)`.
    pub(crate) fn marks(&self, view: &View, marks: &[Mark]) -> Vec<String> {
        let one = |mark: &Mark| {
            let from = mark.from.map_or_else(String::new, |from| format!(" ({})", thing(view, self, from)));
            let until = mark.until.map_or_else(String::new, |until| format!(" until {}", self.label(until)));
            format!("{}{from}{until}", self.painted(mark.term))
        };
        marks.iter().map(one).collect()
    }
}

/// `5/6`, or `5` where there is no most.
pub(crate) fn ratio(counter: &Counter) -> String {
    counter.of.map_or_else(|| counter.value.to_string(), |most| format!("{}/{most}", counter.value))
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

/// Letters there are. Units beyond them bear digits.
const LETTERS: usize = 26;

/// The label of a unit on the map: a letter that no other unit has, large for one side and small for the next.
///
/// Letters run on from side to side, so that they can be typed in either case and still mean one unit.
pub(crate) fn unit_label(view: &View, unit: UnitId) -> String {
    let Some(found) = view.units.iter().find(|other| other.id == unit) else { return "?".to_owned() };
    let place = view.units.iter().filter(|other| (other.seat, other.id) < (found.seat, found.id)).count();
    let side = view.seats.iter().position(|seat| seat.id == found.seat).unwrap_or_default();
    let first = if side.is_multiple_of(2) { b'A' } else { b'a' };
    match place {
        place if place < LETTERS => char::from(first + place as u8).to_string(),
        place => char::from_digit((place - LETTERS) as u32, 10).unwrap_or('*').to_string(),
    }
}

/// The label of a model: the letter of its unit and its number there, `A3`; the letter alone where it is the only one.
pub(crate) fn label(view: &View, model: ModelId) -> String {
    let found = view.models.iter().find(|other| other.id == model);
    let Some(unit) = found.and_then(|model| model.unit) else { return format!("m{}", model.0) };
    let models: Vec<&Model> = view.models.iter().filter(|other| other.unit == Some(unit)).collect();
    match models.as_slice() {
        [_] => unit_label(view, unit),
        models => format!("{}{}", unit_label(view, unit), number(models, model)),
    }
}

/// The number of a model in its unit: the one in its name, if that tells all of them apart.
fn number(models: &[&Model], model: ModelId) -> usize {
    let named = |model: &Model| {
        let digits = model.name.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        digits.parse::<usize>().unwrap_or_default()
    };
    let mut numbers: Vec<usize> = models.iter().map(|model| named(model)).collect();
    let place = models.iter().position(|other| other.id == model).unwrap_or_default();
    let own = numbers[place];
    numbers.sort_unstable();
    if numbers.windows(2).all(|pair| pair[0] != pair[1]) { own } else { place + 1 }
}

/// The labels of several models, those that follow each other in short: `A0–A5, B2`.
pub(crate) fn labels(view: &View, models: &[ModelId]) -> String {
    let mut runs: Vec<Vec<String>> = Vec::new();
    let split = |label: &str| {
        let digits = label.trim_start_matches(|c: char| !c.is_ascii_digit());
        (label[..label.len() - digits.len()].to_owned(), digits.parse::<usize>().ok())
    };
    for label in models.iter().map(|model| label(view, *model)) {
        let (letter, number) = split(&label);
        let follows = |run: &&mut Vec<String>| {
            let last = run.last().map(|last| split(last));
            last.is_some_and(|(other, before)| other == letter && before.map(|before| before + 1) == number)
        };
        match runs.last_mut().filter(follows) {
            Some(run) => run.push(label),
            None => runs.push(vec![label]),
        }
    }
    let run = |run: &Vec<String>| match run.as_slice() {
        [one] => one.clone(),
        [one, other] => format!("{one}, {other}"),
        run => format!("{}–{}", run[0], run[run.len() - 1]),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

/// The number of a disc on the ground, among those of its kind: `1` for the first.
pub(crate) fn disc_number(view: &View, area: &Area) -> Option<usize> {
    let is_disc = |area: &Area| area.outline.corners.len() == 1;
    let alike = view.areas.iter().filter(|other| is_disc(other) && other.term == area.term);
    alike.zip(1..).find(|(other, _)| other.id == area.id).map(|(_, number)| number)
}

/// What a label that somebody typed may mean: `A` a unit, and its model if there is but one; `A3` a model; `#1` a disc.
pub(crate) fn labelled(view: &View, word: &str) -> Vec<Ref> {
    if let Some(number) = word.strip_prefix('#') {
        let wanted: Option<usize> = number.parse().ok();
        let discs = view.areas.iter().filter(|area| wanted.is_some() && disc_number(view, area) == wanted);
        return discs.map(|area| Ref::Area(area.id)).take(1).collect();
    }
    let is = |label: &str| label.eq_ignore_ascii_case(word);
    let units = view.units.iter().filter(|unit| is(&unit_label(view, unit.id))).map(|unit| Ref::Unit(unit.id));
    let models = view.models.iter().filter(|model| is(&label(view, model.id))).map(|model| Ref::Model(model.id));
    units.chain(models).collect()
}

/// How something can be typed: a unit or a model by its label.
pub(crate) fn typed(view: &View, r: Ref) -> String {
    match r {
        Ref::Unit(unit) => unit_label(view, unit),
        Ref::Model(model) => label(view, model),
        Ref::Area(id) => {
            let disc = view.areas.iter().find(|area| area.id == id).and_then(|area| disc_number(view, area));
            disc.map_or_else(|| r.to_string(), |number| format!("#{number}"))
        }
        other => other.to_string(),
    }
}

/// What something in the match is called.
pub(crate) fn thing(view: &View, glossary: &Glossary, r: Ref) -> String {
    let known = match r {
        Ref::Seat(id) => view.seats.iter().find(|seat| seat.id == id).map(|seat| seat.name.clone()),
        Ref::Unit(id) => {
            let unit = view.units.iter().find(|unit| unit.id == id);
            unit.map(|unit| format!("{} {}", unit_label(view, id), unit.name))
        }
        Ref::Model(id) => {
            let model = view.models.iter().find(|model| model.id == id);
            model.map(|model| format!("{} {}", label(view, id), model.name))
        }
        Ref::Area(id) => {
            let area = view.areas.iter().find(|area| area.id == id);
            area.map(|area| match disc_number(view, area) {
                Some(number) => format!("{} {number}", glossary.label(area.term)),
                None if area.rules.is_empty() => glossary.label(area.term),
                None => {
                    let rules: Vec<String> = area.rules.iter().map(|rule| glossary.label(*rule)).collect();
                    format!("{} ({})", glossary.label(area.term), rules.join(", "))
                }
            })
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;

    #[test]
    fn units_bear_letters_that_run_on_from_side_to_side() {
        let view = example::view();
        let labels: Vec<String> = view.units.iter().map(|unit| unit_label(&view, unit.id)).collect();
        assert_eq!(labels, ["A", "B", "c"]);
    }

    #[test]
    fn models_bear_the_letter_of_their_unit_and_the_number_in_their_name() {
        let view = example::view();
        let labels: Vec<String> = view.models.iter().map(|model| label(&view, model.id)).collect();
        assert_eq!(labels, ["A0", "A1", "A2", "B", "c1", "c2"]);
        let all: Vec<ModelId> = view.models.iter().map(|model| model.id).collect();
        assert_eq!(super::labels(&view, &all), "A0–A2, B, c1, c2");
    }

    #[test]
    fn a_label_is_read_in_either_case() {
        let view = example::view();
        assert_eq!(labelled(&view, "a"), [Ref::Unit(UnitId(0))]);
        assert_eq!(labelled(&view, "C2"), [Ref::Model(ModelId(5))]);
        assert_eq!(labelled(&view, "b"), [Ref::Unit(UnitId(1)), Ref::Model(ModelId(3))]);
        assert_eq!(labelled(&view, "#1"), [Ref::Area(vocabulary::AreaId(1))]);
        assert_eq!(labelled(&view, "#7"), []);
        assert_eq!(labelled(&view, "x"), []);
    }
}
