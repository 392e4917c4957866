//! Questions about moves and orders.

use engine::{Choices, Drafted};
use smallvec::SmallVec;
use vocabulary::{Answer, Choice, Form, Omit, Ref, Refusal, Seat, Token, UnitId, Wish, Word};

use super::planning::moved;
use super::{Gait, Move, Paths, Walk};
use crate::chapters::orders::{self, Order};
use crate::prompt::{Question, check_choice, choice_form};
use crate::state::{Stage, State};
use crate::words::voice::Voice;

/// A unit makes a normal move, or stays and gets an order.
pub(super) const MOVE: Word = Word::new("move");
/// A unit falls back.
pub(super) const FALL_BACK: Word = Word::new("fall-back");

/// Questions about moves and orders.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which unit moves next, if any?
    Next,
    /// How does it move?
    Walk { walk: Move },
    /// Which order does it get, if any?
    Order { unit: UnitId, among: SmallVec<[Order; 4]> },
}

impl Asks {
    /// The move that is asked for, made ready.
    pub(crate) fn walk<'a>(&self, state: &'a State) -> Option<Walk<'a>> {
        match self {
            Asks::Walk { walk } => Some(walk.ready(state)),
            _ => None,
        }
    }
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match self {
            Asks::Next => "tle.phase.movement.one-at-a-time",
            Asks::Walk { walk } => walk.rule(),
            Asks::Order { .. } => "tle.phase.movement.orders",
        }
    }

    fn text(&self, say: Voice<'_>) -> String {
        let where_to =
            |unit: UnitId, verb: &str| format!("Where {} {} {verb}?", say.does(unit, "does", "do"), say.called(unit));
        match self {
            Asks::Next => match say.stage {
                Stage::Moving(crate::state::Who::Reactive) => "Which reaction unit moves next?".to_owned(),
                _ => "Which unit moves next?".to_owned(),
            },
            Asks::Walk { walk } => match walk.gait {
                Gait::Normal | Gait::Ability { .. } => where_to(walk.unit, "move"),
                Gait::Advance { .. } => where_to(walk.unit, "advance to"),
                Gait::FallBack => where_to(walk.unit, "fall back to"),
                Gait::Charge { target, .. } => {
                    format!(
                        "How {} {} charge {}?",
                        say.does(walk.unit, "does", "do"),
                        say.called(walk.unit),
                        say.called(target)
                    )
                }
                Gait::Combat => {
                    format!("How {} {} close in?", say.does(walk.unit, "does", "do"), say.called(walk.unit))
                }
            },
            Asks::Order { unit, .. } => {
                format!("Which order {} {} get?", say.does(*unit, "does", "do"), say.called(*unit))
            }
        }
    }

    fn about(&self, _: &State) -> Vec<Ref> {
        match self {
            Asks::Next => Vec::new(),
            Asks::Walk { walk: Move { unit, gait: Gait::Charge { target, .. } } } => {
                vec![Ref::Unit(*unit), Ref::Unit(*target)]
            }
            Asks::Walk { walk } => vec![Ref::Unit(walk.unit)],
            Asks::Order { unit, .. } => vec![Ref::Unit(*unit)],
        }
    }

    /// Carries out `tle.order.fall-back-voluntary`: nobody has to fall back.
    fn choices(&self, state: &State, _: Seat) -> Option<Choices> {
        Some(match self {
            Asks::Next => {
                let units = state.to_move();
                let moves = units.iter().map(|unit| Token::about(MOVE, *unit));
                let back = units.iter().filter(|unit| state.may_fall_back(**unit));
                Choices::at_most_one(moves.chain(back.map(|unit| Token::about(FALL_BACK, *unit))))
            }
            Asks::Order { among, .. } => Choices::at_most_one(among.iter().map(|order| Token::Word(order.word()))),
            Asks::Walk { .. } => return None,
        })
    }

    fn option(&self, say: Voice<'_>, token: Token) -> Choice {
        match token {
            Token::About(how, Ref::Unit(unit)) => {
                let what = if how == FALL_BACK { "fall back" } else { "move" };
                Choice::new(token, format!("{}: {what}", say.unit_name(unit)))
            }
            Token::Word(word) => match Order::from_word(word) {
                Some(order) => Choice::new(token, order.label()).meaning(order.text()),
                None => say.option(token),
            },
            _ => say.option(token),
        }
    }

    fn closed(&self, say: Voice<'_>) -> Vec<Choice> {
        match self {
            Asks::Order { unit, among } => orders::closed(say, *unit, among),
            _ => Vec::new(),
        }
    }

    fn form(&self, state: &State, seat: Seat) -> Form {
        match self {
            Asks::Walk { walk } => walk.ready(state).form(Omit::Anybody),
            _ => choice_form(self, state, seat),
        }
    }

    fn pass(&self, state: &State, _: Seat) -> Option<Answer> {
        match self {
            Asks::Walk { walk } => walk.judge(state, &[]).is_ok().then(|| moved(Paths::new())),
            _ => Some(Answer::none()),
        }
    }

    fn check(&self, state: &State, seat: Seat, answer: &Answer) -> Result<(), Refusal> {
        match (self, answer) {
            (Asks::Walk { walk }, Answer::Move { paths, placed }) => match placed.first() {
                Some((model, _)) => Err(Refusal::new(walk.rule(), "nobody is put down here").about(Ref::Model(*model))),
                None => walk.judge(state, paths),
            },
            _ => check_choice(self, state, seat, answer),
        }
    }

    fn forced(&self, state: &State, seat: Seat) -> Option<Answer> {
        match self {
            Asks::Walk { .. } => None,
            _ => self.choices(state, seat)?.forced(),
        }
    }

    fn plain(&self, state: &State, seat: Seat) -> Answer {
        match self {
            Asks::Walk { walk } => moved(match walk.gait {
                Gait::FallBack => walk.way_back(state),
                Gait::Charge { .. } => walk.charge_plan(state).unwrap_or_default(),
                _ => Paths::new(),
            }),
            _ => self.choices(state, seat).map_or_else(Answer::none, |choices| choices.absent()),
        }
    }

    fn sample(&self, state: &State, seat: Seat, stream: &mut chance::Stream) -> Answer {
        match self {
            Asks::Walk { walk } => match walk.at_random(state, stream) {
                Some(paths) => moved(paths),
                None => self.plain(state, seat),
            },
            _ => self.choices(state, seat).map_or_else(Answer::none, |choices| choices.sample(stream)),
        }
    }

    fn ideas(&self, state: &State, _: Seat) -> Vec<(String, Answer)> {
        match self {
            Asks::Walk { walk } => walk.ideas(state),
            _ => Vec::new(),
        }
    }

    fn draft(&self, state: &State, wish: &Wish) -> Drafted {
        match self {
            Asks::Walk { walk } => walk.draft(state, wish),
            _ => Answer::Place(wish.iter().copied().collect()).into(),
        }
    }
}
