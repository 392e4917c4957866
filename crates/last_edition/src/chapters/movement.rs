//! Moves: which unit, how far, and what holds on the way.
//!
//! `Move::limits` is the only statement of what a move must keep to. How it is checked, refused, planned, drafted and
//! drawn follows from it, in [`troops::Walk`]. What is more than a limit stands in `Move::judge`: who must get out of
//! melee range when its unit falls back, and that a charge must be made if it can.

use ground::Length;
use troops::{Climbing, Models, Terms};
use vocabulary::{ModelId, Mover, Toll, UnitId};

use crate::battlefield::TerrainRules;
use crate::chapters::orders::Order;
use crate::chapters::placing::WORDS;
use crate::chapters::round::Phase;
use crate::chapters::terrain::LOST_IN_SOFT_COVER;
use crate::forces::house::SoftCoverMove;
use crate::state::State;

mod asks;
mod facts;
mod limits;
mod moving;
mod planning;
#[cfg(test)]
mod playing;
mod reach;
#[cfg(test)]
pub(crate) mod tests;

pub use asks::Asks;
pub use facts::{Facts, Kind};
pub(crate) use limits::out_of_melee_range;
pub(crate) use moving::move_next;
pub(crate) use moving::{ability_move, charge_move, combat_move};
pub(crate) use planning::ShutIn;
pub(crate) use troops::Paths;

/// A move, made ready.
pub(crate) type Walk<'a> = troops::Walk<'a, TerrainRules>;

/// Carries out `tle.order.advance`.
const ADVANCE: Length = Length::inches(6);
/// Carries out `tle.melee.combat-move`.
const COMBAT: Length = Length::inches(3);

/// How a unit moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Gait {
    /// A normal move.
    Normal,
    /// An advance move.
    Advance {
        /// The models that soft cover has slowed in this phase already.
        slowed: Models,
    },
    /// A normal move out of melee range.
    FallBack,
    /// A charge move.
    Charge {
        /// Whom it charges.
        target: UnitId,
        /// How far each model may go.
        roll: Length,
    },
    /// A combat move.
    Combat,
    /// A move that an ability gives.
    Ability {
        /// How far each model may go.
        far: Length,
    },
}

/// A move that a unit makes.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The unit.
    pub unit: UnitId,
    /// How it moves.
    pub gait: Gait,
}

impl Move {
    /// The models that may move. Carries out `tle.phase.movement.move`, `tle.ruling.combat-move`.
    pub(crate) fn movers(&self, state: &State) -> Models {
        match self.gait {
            Gait::Combat => {
                let free = |model: &ModelId| !state.is_in_contact(*model) && !state.nearest_enemies(*model).is_empty();
                state.living(self.unit).filter(free).collect()
            }
            _ => state.living(self.unit).collect(),
        }
    }

    /// How far a model may go where no soft cover slows it.
    ///
    /// Carries out `tle.phase.movement.move`, `tle.order.advance`, `tle.order.fall-back`, `tle.charge.move`,
    /// `tle.melee.combat-move`, `tle.ruling.type1-movement`: of what was not taken off a short normal move, the rest is
    /// taken off the advance move.
    fn allowance(&self, state: &State, model: ModelId) -> Length {
        let less = |far: Length, by: Length| (far - by).max(Length::ZERO);
        match &self.gait {
            Gait::Normal | Gait::FallBack => {
                let begins_slow = state.house().soft_cover_move == SoftCoverMove::StartOnly
                    && !state.is_flying(self.unit)
                    && state.is_slowed_at_start(model);
                less(state.movement(model), if begins_slow { LOST_IN_SOFT_COVER } else { Length::ZERO })
            }
            Gait::Advance { slowed } if slowed.contains(&model) => {
                less(ADVANCE, less(LOST_IN_SOFT_COVER, state.movement(model)))
            }
            Gait::Advance { .. } => ADVANCE,
            Gait::Charge { roll, .. } => *roll,
            Gait::Combat => COMBAT,
            Gait::Ability { far } => *far,
        }
    }

    /// What soft cover takes off. Carries out `tle.terrain.type1-movement`, `tle.ruling.type1-movement`,
    /// `tle.keyword.flying`.
    fn toll(&self, state: &State) -> Option<Toll> {
        let counts = match self.gait {
            Gait::Normal | Gait::Advance { .. } | Gait::FallBack => true,
            Gait::Ability { .. } => state.stage.phase() == Some(Phase::Movement),
            Gait::Charge { .. } | Gait::Combat => false,
        };
        let by_contact = state.house().soft_cover_move == SoftCoverMove::AnyContact;
        let toll = state.battlefield().soft_cover_toll();
        (counts && by_contact && !state.is_flying(self.unit) && !toll.areas.is_empty()).then_some(toll)
    }

    /// Models that move, with how far each may.
    fn allowances(&self, state: &State, movers: &[ModelId]) -> Vec<Mover> {
        let toll = self.toll(state);
        let was_slowed = |model: &ModelId| matches!(&self.gait, Gait::Advance { slowed } if slowed.contains(model));
        let mover = |model: &ModelId| Mover {
            model: *model,
            allowance: self.allowance(state, *model),
            start: None,
            tolls: toll.iter().filter(|_| !was_slowed(model)).cloned().collect(),
        };
        movers.iter().map(mover).collect()
    }

    /// The rule behind what no limit says.
    pub(crate) fn rule(&self) -> &'static str {
        match self.gait {
            Gait::Normal => "tle.phase.movement.move",
            Gait::Advance { .. } => "tle.order.advance",
            Gait::FallBack => "tle.order.fall-back",
            Gait::Charge { .. } => "tle.charge.move",
            Gait::Combat => "tle.melee.combat-move",
            Gait::Ability { .. } => "tle.ability.use",
        }
    }

    /// The move with all that holds for it.
    pub(crate) fn ready<'a>(&self, state: &'a State) -> Walk<'a> {
        self.ready_for(state, &self.movers(state))
    }

    /// The move with all that holds for it, of some of the models that may move; the others stay.
    ///
    /// Carries out `tle.ruling.movement-measure`: nobody asks for coherency, turning is free, and a path is as long as its
    /// legs together. Whoever does not get out of melee range when its unit falls back is judged by itself.
    fn ready_for<'a>(&self, state: &'a State, movers: &[ModelId]) -> Walk<'a> {
        let judged = match self.gait {
            Gait::FallBack => Models::new(),
            _ => state.living(self.unit).collect(),
        };
        self.terms(state, judged, movers, self.limits(state, movers))
    }

    /// The same move of models that are to hold together when they end: nobody asks for that, but whoever plans well does
    /// so. Carries out `tle.coherency.distance`.
    pub(crate) fn together<'a>(&self, state: &'a State) -> Walk<'a> {
        let movers = self.movers(state);
        let models: Models = state.living(self.unit).collect();
        let mut limits = self.limits(state, &movers);
        limits.extend(state.coherency_limit(models.len()));
        self.terms(state, models, &movers, limits)
    }

    fn terms<'a>(
        &self,
        state: &'a State,
        models: Models,
        movers: &[ModelId],
        limits: Vec<vocabulary::Limit>,
    ) -> Walk<'a> {
        let terms = Terms {
            unit: self.unit,
            models,
            movers: self.allowances(state, movers),
            limits,
            must_move: false,
            gathers: false,
            leaves_closed: false,
            enters: None,
            measure: troops::Measure::Path,
            climbing: Climbing { up: false, down: false, rule: "tle.distance.ground-level" },
            why: self.rule(),
            on_the_way: "tle.phase.movement.no-passing",
            words: WORDS,
        };
        Walk::new(state.scene(), terms)
    }

    /// The order that this move carries out.
    fn order(&self) -> Option<Order> {
        match self.gait {
            Gait::Advance { .. } => Some(Order::Advance),
            Gait::FallBack => Some(Order::FallBack),
            _ => None,
        }
    }
}
