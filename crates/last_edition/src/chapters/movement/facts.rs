//! What happens when units move and get orders.

use serde::Serialize;
use troops::Placed;
use vocabulary::{ModelId, Ref, Text, UnitId};

use super::Gait;
use crate::chapters::orders::Order;
use crate::fact::Happening;
use crate::state::{Given, State, Units};
use crate::words::voice::{Voice, counted};

/// What kind of move it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Kind {
    /// A normal move.
    Normal,
    /// An advance move.
    Advance,
    /// A fall back.
    FallBack,
    /// A charge move.
    Charge,
    /// A combat move.
    Combat,
    /// A move that an ability gives.
    Ability,
}

impl From<&Gait> for Kind {
    fn from(gait: &Gait) -> Kind {
        match gait {
            Gait::Normal => Kind::Normal,
            Gait::Advance { .. } => Kind::Advance,
            Gait::FallBack => Kind::FallBack,
            Gait::Charge { .. } => Kind::Charge,
            Gait::Combat => Kind::Combat,
            Gait::Ability { .. } => Kind::Ability,
        }
    }
}

/// What happens to units that move.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// A unit is selected to move.
    Selected { unit: UnitId },
    /// Models of a unit move.
    Moved { unit: UnitId, kind: Kind, to: Placed },
    /// A unit gets an order.
    Ordered { unit: UnitId, order: Order },
    /// What was ordered is over for these units.
    OrdersOver { units: Units },
    /// Friends or walls hold a model that should fall back.
    Held { model: ModelId },
}

impl Happening for Facts {
    /// Carries out `tle.round.act-once`, `tle.ruling.one-order`, `tle.ruling.order-duration`,
    /// `tle.ruling.movement-measure`, `tle.ruling.advance-melee`: a unit with the order counts as advanced, however far
    /// it moves, and turning on the spot is no move.
    fn apply(&self, state: &mut State) {
        let turn = state.turn;
        match self {
            Facts::Selected { unit } => state.units[unit.index()].acted = true,
            Facts::Moved { unit, kind, to } => {
                let goes =
                    |(model, pose): &(ModelId, ground::Pose)| state.pose(*model).map(|was| was.at) != Some(pose.at);
                let moved = to.iter().any(goes);
                to.iter().for_each(|(model, pose)| state.put(*model, *pose));
                let in_phase = state.stage.phase() == Some(crate::chapters::round::Phase::Movement);
                let last = &mut state.units[unit.index()].last;
                if moved {
                    last.moved = turn;
                    if in_phase && !matches!(kind, Kind::Charge | Kind::Combat) {
                        last.walked = turn;
                    }
                }
            }
            Facts::Ordered { unit, order } => {
                let unit = &mut state.units[unit.index()];
                unit.orders.retain(|given| given.turn == turn);
                unit.orders.push(Given { order: *order, turn });
                match order {
                    Order::Advance => unit.last.advanced = turn,
                    Order::FallBack => unit.last.fell_back = turn,
                    Order::Concentrate | Order::TakeCover => {}
                }
            }
            Facts::OrdersOver { units } => {
                for unit in units {
                    state.units[unit.index()].orders.clear();
                }
            }
            Facts::Held { .. } => {}
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        Some(match self {
            Facts::Selected { .. } | Facts::OrdersOver { .. } => return None,
            Facts::Moved { unit, kind, to } => {
                let does = match kind {
                    Kind::Normal | Kind::Ability => say.unit_does(*unit, "moves", "move"),
                    Kind::Advance => say.unit_does(*unit, "advances", "advance"),
                    Kind::FallBack => say.unit_does(*unit, "falls back", "fall back"),
                    Kind::Charge => say.unit_does(*unit, "charges home", "charge home"),
                    Kind::Combat => say.unit_does(*unit, "closes in", "close in"),
                };
                let all = say.living(*unit).count();
                let some = match to.len() {
                    count if count < all => format!(" with {}", counted(count as i32, "model", "models")),
                    _ => String::new(),
                };
                Text::new(format!("{does}{some}")).about(Ref::Unit(*unit))
            }
            Facts::Ordered { unit, order } => match order {
                Order::Advance => say.of_unit(*unit, "is ordered to advance", "are ordered to advance"),
                Order::Concentrate => say.of_unit(*unit, "concentrates", "concentrate"),
                Order::TakeCover => say.of_unit(*unit, "takes cover", "take cover"),
                Order::FallBack => say.of_unit(*unit, "is ordered to fall back", "are ordered to fall back"),
            },
            Facts::Held { model } => {
                let text = say.model_does(*model, "is held where it stands", "are held where they stand");
                Text::new(text).about(Ref::Model(*model))
            }
        })
    }
}
