//! Questions about units that arrive.

use chance::Stream;
use engine::{Choices, Drafted};
use ground::Point;
use smallvec::SmallVec;
use troops::Models;
use vocabulary::{Answer, Choice, Form, Omit, Ref, Refusal, Seat, Token, UnitId, Wish, Word};

use super::{Landing, OWN_ZONE};
use crate::chapters::placing::Placing;
use crate::forces::keyword::Direction;
use crate::prompt::{Question, check_choice, choice_form};
use crate::state::{State, Units};
use crate::words::voice::Voice;

/// Questions about units that arrive.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which unit arrives, if any?
    Arrive { among: Units },
    /// From which direction?
    Direction { unit: UnitId, among: SmallVec<[Landing; 2]> },
    /// Where do its models stand?
    Place { unit: UnitId, models: Models, landing: Landing },
    /// Which unit returns from the dead, if any?
    Return { among: Units },
    /// Which model of it?
    ReturnModel { unit: UnitId },
    /// Which enemy unit is placed, if any?
    Misinform { among: Units },
}

/// The word for where a unit arrives.
pub(super) fn word_of(landing: Landing) -> Word {
    match landing {
        Landing::Anywhere => Direction::Anywhere.word(),
        Landing::Side => Direction::Side.word(),
        Landing::OwnZone => OWN_ZONE,
    }
}

impl Asks {
    /// The placing that is asked for, made ready.
    pub(crate) fn placing<'a>(&self, state: &'a State) -> Option<Placing<'a>> {
        match self {
            Asks::Place { unit, models, landing } => Some(state.landing(*unit, models.clone(), *landing)),
            _ => None,
        }
    }

    /// Places for all models about a point, if they are found.
    fn room(&self, state: &State, about: Point) -> Option<Answer> {
        let placing = self.placing(state)?;
        placing.plan(about).filter(|placed| placing.check(placed).is_ok()).map(Answer::Place)
    }

    /// Spots about which a unit may arrive, each with a few words.
    fn spots(&self, state: &State) -> Vec<(String, Point)> {
        let Asks::Place { unit, landing, .. } = self else { return Vec::new() };
        let field = state.battlefield();
        let named = |(name, at): (&str, Point)| (name.to_owned(), at);
        match landing {
            Landing::Side => {
                let (low, high) = (field.bounds.low, field.bounds.high);
                let part = |from: i32, to: i32, eighths: i32| from + (to - from) / 8 * eighths;
                let at = |x: i32, y: i32| Point::new(part(low.x, high.x, x), part(low.y, high.y, y));
                let edges = [
                    ("at the south edge", at(4, 0)),
                    ("at the north edge", at(4, 8)),
                    ("at the west edge", at(0, 4)),
                    ("at the east edge", at(8, 4)),
                    ("in the south-west", at(0, 0)),
                    ("in the south-east", at(8, 0)),
                    ("in the north-west", at(0, 8)),
                    ("in the north-east", at(8, 8)),
                ];
                edges.into_iter().map(named).collect()
            }
            Landing::Anywhere => {
                let objectives = (0..field.objectives.len()).map(|place| {
                    let at = field.objectives[place].bounds().centre();
                    (format!("near {}", field.area_name(field.objective_id(place))), at)
                });
                objectives.collect()
            }
            Landing::OwnZone => {
                let zone = state.zone_of(state.seat_of(*unit));
                let middle = zone.map(|zone| ("in the middle of the zone", zone.polygon.bounds().centre()));
                middle.into_iter().map(named).collect()
            }
        }
    }
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match self {
            Asks::Arrive { .. } => "tle.reserve.step",
            Asks::Direction { .. } => "tle.ruling.direction-choice",
            Asks::Place { .. } => "tle.ruling.reserve-position",
            Asks::Return { .. } | Asks::ReturnModel { .. } => "tle.directive.deus-ex-machina",
            Asks::Misinform { .. } => "tle.directive.misinformation",
        }
    }

    fn text(&self, say: Voice<'_>) -> String {
        let does = |unit: UnitId| format!("{} {}", say.does(unit, "does", "do"), say.called(unit));
        match self {
            Asks::Arrive { .. } => "Which of your units in reserve arrives, if any?".to_owned(),
            Asks::Direction { unit, .. } => format!("From which direction {} arrive?", does(*unit)),
            Asks::Place { unit, .. } => format!("Where {} arrive?", does(*unit)),
            Asks::Return { .. } => "Deus Ex Machina: which of your destroyed units returns, if any?".to_owned(),
            Asks::ReturnModel { unit } => format!("Which model of {} returns?", say.called(*unit)),
            Asks::Misinform { .. } => "Misinformation: which enemy unit do you place, if any?".to_owned(),
        }
    }

    fn about(&self, _: &State) -> Vec<Ref> {
        match self {
            Asks::Arrive { .. } | Asks::Return { .. } | Asks::Misinform { .. } => Vec::new(),
            Asks::Direction { unit, .. } | Asks::Place { unit, .. } | Asks::ReturnModel { unit } => {
                vec![Ref::Unit(*unit)]
            }
        }
    }

    fn choices(&self, state: &State, _: Seat) -> Option<Choices> {
        Some(match self {
            Asks::Arrive { among } | Asks::Return { among } | Asks::Misinform { among } => {
                Choices::at_most_one(among.iter().copied())
            }
            Asks::Direction { among, .. } => Choices::one(among.iter().map(|landing| Token::Word(word_of(*landing)))),
            Asks::ReturnModel { unit } => Choices::one(state.roll_call(*unit)),
            Asks::Place { .. } => return None,
        })
    }

    fn option(&self, say: Voice<'_>, token: Token) -> Choice {
        let Token::Word(word) = token else { return say.option(token) };
        match Direction::from_word(word) {
            Some(direction) => Choice::new(token, direction.label()).meaning(direction.text()),
            None => say.option(token),
        }
    }

    fn form(&self, state: &State, seat: Seat) -> Form {
        match self.placing(state) {
            Some(placing) => placing.form(Omit::Everybody),
            None => choice_form(self, state, seat),
        }
    }

    fn pass(&self, _: &State, _: Seat) -> Option<Answer> {
        match self {
            Asks::Arrive { .. } | Asks::Return { .. } | Asks::Misinform { .. } => Some(Answer::none()),
            Asks::Place { .. } => Some(Answer::Place(SmallVec::new())),
            Asks::Direction { .. } | Asks::ReturnModel { .. } => None,
        }
    }

    fn check(&self, state: &State, seat: Seat, answer: &Answer) -> Result<(), Refusal> {
        match (self.placing(state), answer) {
            (Some(_), Answer::Place(placed)) if placed.is_empty() => Ok(()),
            (Some(placing), Answer::Place(placed)) => {
                placing.check(placed).map_err(|misfit| placing.refuse(&misfit, placed))
            }
            _ => check_choice(self, state, seat, answer),
        }
    }

    fn sample(&self, state: &State, seat: Seat, stream: &mut Stream) -> Answer {
        const TRIES: usize = 4;
        if !matches!(self, Asks::Place { .. }) {
            return self.choices(state, seat).map_or_else(Answer::none, |choices| choices.sample(stream));
        }
        let ground::Rect { low, high } = state.battlefield().bounds;
        let within = |from: i32, to: i32, stream: &mut Stream| from + stream.below((to - from).max(1) as u32) as i32;
        let random = (0..TRIES).find_map(|_| {
            let about = Point::new(within(low.x, high.x, stream), within(low.y, high.y, stream));
            self.room(state, about)
        });
        let spots = || self.spots(state).into_iter().find_map(|(_, about)| self.room(state, about));
        random.or_else(spots).unwrap_or_else(|| Answer::Place(SmallVec::new()))
    }

    fn plain(&self, state: &State, seat: Seat) -> Answer {
        match self {
            Asks::Place { .. } => Answer::Place(SmallVec::new()),
            _ => self.choices(state, seat).map_or_else(Answer::none, |choices| choices.absent()),
        }
    }

    fn ideas(&self, state: &State, _: Seat) -> Vec<(String, Answer)> {
        const MOST: usize = 4;
        let found = |(name, about): (String, Point)| Some((name, self.room(state, about)?));
        let mut ideas: Vec<(String, Answer)> = self.spots(state).into_iter().filter_map(found).take(MOST).collect();
        if matches!(self, Asks::Place { .. }) {
            ideas.push(("not now".to_owned(), Answer::Place(SmallVec::new())));
        }
        ideas
    }

    fn draft(&self, state: &State, wish: &Wish) -> Drafted {
        match self.placing(state) {
            Some(placing) => placing.draft(wish),
            None => Answer::Place(wish.iter().copied().collect()).into(),
        }
    }
}
