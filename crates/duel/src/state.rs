//! The position: bands, models, and what the rules ask about them.

use std::sync::Arc;

use ground::{Base, Length, Point, Pose};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{Fault, ModelId, Outcome, Seat, Setup};

use crate::prompt::Cast;
use crate::setup::{FORM, House};

/// A model is put down within this gap of the one it follows.
pub(crate) const NEAR: Length = Length::inches(3);
/// How far a leader moves.
pub(crate) const MARCH: Length = Length::inches(6);
/// The upper right corner of the field.
pub(crate) const FIELD: Point = Point::inches(16, 16);
/// The middle of the field.
pub(crate) const CENTRE: Point = Point::inches(8, 8);
const RESOLVE: u8 = 3;
/// Models of a band.
pub(crate) const BAND: u16 = 3;

/// Where the game stands; from each of these the position alone says how to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Plans are chosen.
    Plans,
    /// This seat's band is placed.
    Placing(Seat),
    /// A round begins.
    Bidding,
    /// It is this seat's turn.
    Turns(Seat),
    /// The game is over but for the counting.
    Reckoning,
}

engine::terms! {
    /// A secret plan.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Plan {
        Hunter {
            word: "hunter", label: "Hunter", sign: "H", rules: ["duel.plan.hunter"],
            text: "2 points if you have struck down a Captain.",
        }
        Keeper {
            word: "keeper", label: "Keeper", sign: "K", rules: ["duel.plan.keeper"],
            text: "2 points if your Captain still stands at the end.",
        }
        Centre {
            word: "centre", label: "Centre", sign: "+", ground: Goal, rules: ["duel.plan.centre"],
            text: "2 points if your leader ends within 3 in of the centre.",
        }
    }
}

engine::terms! {
    /// What the owner of a target does against an attack.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Reaction {
        Dodge {
            word: "dodge", label: "Dodge", sign: "d", rules: ["duel.react.dodge"],
            text: "Spend 1 Resolve: the dice need 1 more.",
        }
        Brace {
            word: "brace", label: "Brace", sign: "b", rules: ["duel.react.brace"],
            text: "Spend 1 Resolve: take 1 less damage.",
        }
    }
}

/// One player's side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Side {
    pub(crate) plan: Option<Plan>,
    pub(crate) plan_shown: bool,
    pub(crate) resolve: u8,
    pub(crate) points: i32,
    pub(crate) bid: Option<u8>,
    pub(crate) pool: Option<Cast>,
    pub(crate) captains_struck: u8,
    pub(crate) gone: bool,
}

/// A model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    /// Where it stands; nowhere before it is placed and after it is struck down.
    pub(crate) pose: Option<Pose>,
    pub(crate) wounds: u8,
    pub(crate) out: bool,
}

/// The position.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(crate) setup: Arc<Setup>,
    pub(crate) house: Arc<House>,
    /// Where the game stands.
    pub stage: Stage,
    pub(crate) round: u16,
    pub(crate) order: SmallVec<[Seat; 4]>,
    pub(crate) sides: SmallVec<[Side; 4]>,
    pub(crate) pieces: SmallVec<[Piece; 12]>,
    pub(crate) outcome: Option<Outcome>,
}

impl State {
    /// The position before anything happened.
    ///
    /// Carries out `duel.band.seats`, `duel.band.models`.
    pub(crate) fn new(setup: &Setup) -> Result<State, Vec<Fault>> {
        let mut faults = setup.faults(2..=4, "duel.band.seats", &FORM);
        faults.extend(engine::no_packs(&setup.packs));
        let house = House::read(&setup.settings);
        let (Some(house), true) = (house, faults.is_empty()) else {
            if faults.is_empty() {
                faults.push(Fault::new("duel.ruling.pool-die", "pool.die takes one die such as D6 or 0 0 1 1 1 2"));
            }
            return Err(faults);
        };
        let seats = setup.players.len();
        let side = Side {
            plan: None,
            plan_shown: false,
            resolve: RESOLVE,
            points: 0,
            bid: None,
            pool: None,
            captains_struck: 0,
            gone: false,
        };
        Ok(State {
            setup: Arc::new(setup.clone()),
            house: Arc::new(house),
            stage: Stage::Plans,
            round: 0,
            order: SmallVec::new(),
            sides: SmallVec::from_elem(side, seats),
            pieces: SmallVec::from_elem(Piece { pose: None, wounds: 0, out: false }, seats * usize::from(BAND)),
            outcome: None,
        })
    }

    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        (0..self.sides.len() as u8).map(Seat)
    }

    pub(crate) fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    pub(crate) fn name(&self, seat: Seat) -> &str {
        &self.setup.players[seat.index()].name
    }

    /// The seat after this one.
    pub(crate) fn next(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.sides.len() as u8)
    }

    /// All models of a band, the Captain first.
    pub(crate) fn band(seat: Seat) -> impl Iterator<Item = ModelId> + Clone {
        (0..BAND).map(move |n| ModelId(u16::from(seat.0) * BAND + n))
    }

    pub(crate) fn all_models(&self) -> impl Iterator<Item = ModelId> + Clone + use<> {
        (0..self.pieces.len() as u16).map(ModelId)
    }

    pub(crate) fn owner(model: ModelId) -> Seat {
        Seat((model.0 / BAND) as u8)
    }

    pub(crate) fn captain(seat: Seat) -> ModelId {
        ModelId(u16::from(seat.0) * BAND)
    }

    pub(crate) fn is_captain(model: ModelId) -> bool {
        model.0.is_multiple_of(BAND)
    }

    pub(crate) fn model_name(&self, model: ModelId) -> String {
        format!("{}'s {}", self.name(State::owner(model)), State::part(model))
    }

    /// What a model is called in its band.
    pub(crate) fn part(model: ModelId) -> String {
        match model.0 % BAND {
            0 => "Captain".to_owned(),
            n => format!("Guard {n}"),
        }
    }

    pub(crate) fn diameter(model: ModelId) -> Length {
        if State::is_captain(model) { Length::mm(40) } else { Length::mm(32) }
    }

    /// How many wounds a model takes. Carries out `duel.band.models`.
    pub(crate) fn toughness(model: ModelId) -> u8 {
        if State::is_captain(model) { 4 } else { 2 }
    }

    pub(crate) fn wounds_left(&self, model: ModelId) -> u16 {
        State::toughness(model).saturating_sub(self.pieces[model.index()].wounds).into()
    }

    /// The base of a model that stands on the field.
    pub(crate) fn base(&self, model: ModelId) -> Option<Base> {
        let pose = self.pieces.get(model.index())?.pose?;
        Some(Base::round(pose.at, State::diameter(model)))
    }

    pub(crate) fn stands(&self, model: ModelId) -> bool {
        self.pieces.get(model.index()).is_some_and(|piece| piece.pose.is_some())
    }

    /// The models of a band that stand.
    pub(crate) fn standing(&self, seat: Seat) -> impl Iterator<Item = ModelId> + '_ {
        State::band(seat).filter(|model| self.stands(*model))
    }

    pub(crate) fn is_in_play(&self, seat: Seat) -> bool {
        self.standing(seat).next().is_some()
    }

    /// Carries out `duel.band.leader`.
    pub(crate) fn leader(&self, seat: Seat) -> Option<ModelId> {
        self.standing(seat).next()
    }

    /// Whether one model has another in reach. Carries out `duel.ruling.reach`.
    pub(crate) fn reaches(&self, model: ModelId, target: ModelId) -> bool {
        match (self.base(model), self.base(target)) {
            (Some(base), Some(other)) => base.within(other, self.house.reach),
            _ => false,
        }
    }

    /// The rival models that a seat can attack.
    pub(crate) fn targets(&self, seat: Seat) -> impl Iterator<Item = ModelId> + '_ {
        let rivals = self.all_models().filter(move |model| State::owner(*model) != seat && self.stands(*model));
        rivals.filter(move |target| self.standing(seat).any(|model| self.reaches(model, *target)))
    }

    /// The lower left and upper right corner of a seat's zone.
    pub(crate) fn zone(seat: Seat) -> (Point, Point) {
        match seat.0 {
            0 => (Point::inches(4, 0), Point::inches(12, 3)),
            1 => (Point::inches(4, 13), Point::inches(12, 16)),
            2 => (Point::inches(0, 4), Point::inches(3, 12)),
            _ => (Point::inches(13, 4), Point::inches(16, 12)),
        }
    }
}
