//! Questions about transports.

use engine::{Choices, Drafted};
use ground::Point;
use smallvec::SmallVec;
use troops::Models;
use vocabulary::{Answer, Form, ModelId, Omit, Ref, Refusal, Seat, UnitId, Wish};

use crate::chapters::placing::Placing;
use crate::prompt::{Question, check_choice, choice_form};
use crate::state::{State, Units};
use crate::words::voice::Voice;

/// Questions about transports.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which unit gets out, if any?
    Disembark { among: Units },
    /// Where, around this model of its transport?
    Place { unit: UnitId, hull: ModelId },
    /// Which unit boards a transport, if any?
    Embark { among: Units },
    /// Which transport?
    Ride { unit: UnitId, among: Units },
    /// Which passenger of a destroyed transport dies?
    Casualty { unit: UnitId, among: Models },
    /// Where do the survivors stand, around where this model stood?
    Survivors { unit: UnitId, hull: ModelId },
}

impl Asks {
    /// The placing that is asked for, made ready: of all models that may be put down.
    pub(crate) fn placing<'a>(&self, state: &'a State) -> Option<Placing<'a>> {
        match self {
            Asks::Place { unit, hull } => Some(state.getting_out(*unit, *hull)),
            Asks::Survivors { unit, hull } => Some(state.thrown_out(*unit, state.survivors(*unit).collect(), *hull)),
            _ => None,
        }
    }

    /// The same for the models of an answer: of survivors, any may be left out.
    fn placing_of<'a>(&self, state: &'a State, named: impl Iterator<Item = ModelId>) -> Option<Placing<'a>> {
        match self {
            Asks::Survivors { unit, hull } => {
                let own: Models = state.survivors(*unit).collect();
                let named = named.filter(|model| own.contains(model)).collect();
                Some(state.thrown_out(*unit, named, *hull))
            }
            _ => self.placing(state),
        }
    }

    fn hull(&self) -> Option<ModelId> {
        match self {
            Asks::Place { hull, .. } | Asks::Survivors { hull, .. } => Some(*hull),
            _ => None,
        }
    }

    /// Places for the models towards a point, if they are found.
    fn room(&self, state: &State, about: Point) -> Option<Answer> {
        let placing = self.placing(state)?;
        placing.plan(about).filter(|placed| placing.check(placed).is_ok()).map(Answer::Place)
    }
}

/// A point so far from another, in a direction.
fn beside(centre: Point, far: i32, turn: u16) -> Point {
    let away = Point::new(far, 0).turned(turn);
    Point::new(centre.x + away.x, centre.y + away.y)
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match self {
            Asks::Disembark { .. } => "tle.transport.disembark-time",
            Asks::Place { .. } => "tle.transport.disembark-range",
            Asks::Embark { .. } => "tle.transport.embark-time",
            Asks::Ride { .. } => "tle.transport.embark-range",
            Asks::Casualty { .. } => "tle.transport.destroyed-roll",
            Asks::Survivors { .. } => "tle.transport.destroyed-place",
        }
    }

    fn text(&self, say: Voice<'_>) -> String {
        let does = |unit: UnitId| format!("{} {}", say.does(unit, "does", "do"), say.called(unit));
        match self {
            Asks::Disembark { .. } => "Which of your units gets out of its transport, if any?".to_owned(),
            Asks::Place { unit, .. } => format!("Where {} get out?", does(*unit)),
            Asks::Embark { .. } => "Which of your units boards a transport, if any?".to_owned(),
            Asks::Ride { unit, .. } => format!("Which transport {} board?", does(*unit)),
            Asks::Casualty { unit, .. } => format!("Which model of {} dies in the wreck?", say.called(*unit)),
            Asks::Survivors { unit, .. } => format!("Where {} get out of the wreck?", does(*unit)),
        }
    }

    fn about(&self, _: &State) -> Vec<Ref> {
        match self {
            Asks::Disembark { .. } | Asks::Embark { .. } => Vec::new(),
            Asks::Place { unit, .. }
            | Asks::Ride { unit, .. }
            | Asks::Casualty { unit, .. }
            | Asks::Survivors { unit, .. } => vec![Ref::Unit(*unit)],
        }
    }

    fn choices(&self, _: &State, _: Seat) -> Option<Choices> {
        Some(match self {
            Asks::Disembark { among } | Asks::Embark { among } => Choices::at_most_one(among.iter().copied()),
            Asks::Ride { among, .. } => Choices::one(among.iter().copied()),
            Asks::Casualty { among, .. } => Choices::one(among.iter().copied()),
            Asks::Place { .. } | Asks::Survivors { .. } => return None,
        })
    }

    fn form(&self, state: &State, seat: Seat) -> Form {
        let omit = if matches!(self, Asks::Survivors { .. }) { Omit::Anybody } else { Omit::Everybody };
        match self.placing(state) {
            Some(placing) => placing.form(omit),
            None => choice_form(self, state, seat),
        }
    }

    fn pass(&self, _: &State, _: Seat) -> Option<Answer> {
        match self {
            Asks::Disembark { .. } | Asks::Embark { .. } => Some(Answer::none()),
            Asks::Place { .. } | Asks::Survivors { .. } => Some(Answer::Place(SmallVec::new())),
            Asks::Ride { .. } | Asks::Casualty { .. } => None,
        }
    }

    fn check(&self, state: &State, seat: Seat, answer: &Answer) -> Result<(), Refusal> {
        let Answer::Place(placed) = answer else { return check_choice(self, state, seat, answer) };
        match self.placing_of(state, placed.iter().map(|(model, _)| *model)) {
            Some(_) if placed.is_empty() => Ok(()),
            Some(placing) => placing.check(placed).map_err(|misfit| placing.refuse(&misfit, placed)),
            None => check_choice(self, state, seat, answer),
        }
    }

    fn plain(&self, state: &State, seat: Seat) -> Answer {
        match self {
            Asks::Survivors { unit, hull } => Answer::Place(state.room_for_survivors(*unit, *hull)),
            Asks::Place { .. } => Answer::Place(SmallVec::new()),
            _ => self.choices(state, seat).map_or_else(Answer::none, |choices| choices.absent()),
        }
    }

    fn sample(&self, state: &State, seat: Seat, stream: &mut chance::Stream) -> Answer {
        let Some(hull) = self.hull() else {
            return self.choices(state, seat).map_or_else(Answer::none, |choices| choices.sample(stream));
        };
        let bounds = state.shape(hull).bounds();
        let found = self.room(state, beside(bounds.centre(), bounds.width().0, stream.below(1_024) as u16));
        found.unwrap_or_else(|| self.plain(state, seat))
    }

    fn ideas(&self, state: &State, seat: Seat) -> Vec<(String, Answer)> {
        let Some(hull) = self.hull() else { return Vec::new() };
        let bounds = state.shape(hull).bounds();
        let (centre, far) = (bounds.centre(), bounds.width().0 + super::NEAR.0);
        let sides = [("to the east", 0), ("to the north", 256), ("to the west", 512), ("to the south", 768)];
        let towards = |(name, turn): (&str, u16)| Some((name.to_owned(), self.room(state, beside(centre, far, turn))?));
        let mut ideas: Vec<(String, Answer)> = sides.into_iter().filter_map(towards).collect();
        match self {
            Asks::Survivors { .. } => ideas.insert(0, ("where there is room".to_owned(), self.plain(state, seat))),
            _ => ideas.push(("stay aboard".to_owned(), Answer::Place(SmallVec::new()))),
        }
        ideas
    }

    fn draft(&self, state: &State, wish: &Wish) -> Drafted {
        match self.placing_of(state, wish.iter().map(|(model, _)| *model)) {
            Some(placing) => placing.draft(wish),
            None => Answer::Place(wish.iter().copied().collect()).into(),
        }
    }
}
