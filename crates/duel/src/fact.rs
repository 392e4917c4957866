//! What happens in Duel: every change of the position is one of these.

use engine::Leaving;
use ground::Pose;
use serde::Serialize;
use smallvec::SmallVec;
use vocabulary::{ModelId, Outcome, Seat, Word};

use crate::prompt::Cast;
use crate::state::{Plan, Reaction, Stage, State};

/// Something that happened.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Fact {
    /// A plan was chosen, in secret.
    Planned { seat: Seat, plan: Plan },
    /// All plans are chosen.
    PlansMade,
    /// A model was put on the field, by this seat.
    Placed { model: ModelId, pose: Pose, by: Seat },
    /// A band is placed.
    BandPlaced { seat: Seat },
    /// A round begins.
    RoundBegan { round: u16 },
    /// A die went into the pool.
    Pooled { seat: Seat, die: Cast },
    /// A bid was shown.
    Bid { seat: Seat, amount: u8 },
    /// The order of the round is settled.
    Ordered { order: SmallVec<[Seat; 4]> },
    /// A leader moved.
    Marched { model: ModelId, to: Pose },
    /// A model followed its leader.
    Followed { model: ModelId, to: Pose },
    /// An attack was declared.
    Attacked { seat: Seat, target: ModelId, dice: u8 },
    /// The owner of the target reacts.
    Reacted { seat: Seat, reaction: Reaction },
    /// The attacker feints, and the reaction has no effect.
    Feinted { seat: Seat },
    /// Resolve was spent to roll misses again.
    RolledAgain { seat: Seat, dice: u8 },
    /// The pool die took the place of a die.
    Replaced { seat: Seat, die: Cast, with: Cast },
    /// The attack does so much damage.
    Damaged { target: ModelId, hits: u16, damage: u16 },
    /// A model takes wounds.
    Hurt { model: ModelId, wounds: u8 },
    /// A model is struck down.
    StruckDown { model: ModelId, by: Seat },
    /// A turn is over.
    TurnEnded { seat: Seat },
    /// A plan is shown.
    Revealed { seat: Seat, plan: Plan, done: bool },
    /// The game is over.
    Ended { outcome: Outcome },
    /// A player left.
    Left { seat: Seat, how: Leaving },
    /// The players put a model here.
    SetPose { model: ModelId, pose: Pose },
    /// The players took a model off.
    SetGone { model: ModelId },
    /// The players set the wounds of a model.
    SetWounds { model: ModelId, wounds: u8 },
    /// The players set what is counted for a seat.
    SetCounter { seat: Seat, term: Word, value: i32 },
    /// The players set what a seat's plan is.
    SetPlan { seat: Seat, plan: Plan },
    /// The players set where the game stands.
    SetMoment { round: u16, stage: Stage },
}

/// What a Captain is worth, and a Guard. Carries out `duel.damage.struck-down`.
fn worth(model: ModelId) -> i32 {
    if State::is_captain(model) { 2 } else { 1 }
}

/// What a plan that was carried out is worth. Carries out `duel.plan.reveal`.
const PLAN_WORTH: i32 = 2;

pub(crate) fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Planned { seat, plan } | Fact::SetPlan { seat, plan } => state.sides[seat.index()].plan = Some(*plan),
        Fact::PlansMade => {
            state.stage = Stage::Placing(Seat(0));
            // The field is empty before the first model is placed, whatever the players agreed on before.
            for piece in &mut state.pieces {
                piece.pose = None;
            }
        }
        Fact::Placed { model, pose, .. } | Fact::Marched { model, to: pose } | Fact::Followed { model, to: pose } => {
            state.pieces[model.index()].pose = Some(*pose);
        }
        Fact::SetPose { model, pose } => {
            let piece = &mut state.pieces[model.index()];
            (piece.pose, piece.out) = (Some(*pose), false);
        }
        Fact::BandPlaced { seat } => {
            let last = seat.index() + 1 == state.sides.len();
            state.stage = if last { Stage::Bidding } else { Stage::Placing(state.next(*seat)) };
        }
        Fact::RoundBegan { round } => {
            state.round = *round;
            state.order.clear();
            for side in &mut state.sides {
                (side.bid, side.pool) = (None, None);
            }
        }
        Fact::Pooled { seat, die } => state.sides[seat.index()].pool = Some(*die),
        Fact::Bid { seat, amount } => {
            let side = &mut state.sides[seat.index()];
            side.bid = Some(*amount);
            side.resolve -= amount;
        }
        Fact::Ordered { order } => {
            state.order.clone_from(order);
            state.stage = order.first().map_or(Stage::Reckoning, |seat| Stage::Turns(*seat));
        }
        Fact::Reacted { seat, .. } | Fact::Feinted { seat } | Fact::RolledAgain { seat, .. } => {
            state.sides[seat.index()].resolve -= 1;
        }
        Fact::Replaced { seat, .. } => state.sides[seat.index()].pool = None,
        Fact::Attacked { .. } | Fact::Damaged { .. } => {}
        Fact::Hurt { model, wounds } => state.pieces[model.index()].wounds += wounds,
        Fact::StruckDown { model, by } => {
            remove(state, *model);
            let side = &mut state.sides[by.index()];
            side.points += worth(*model);
            side.captains_struck += u8::from(State::is_captain(*model));
        }
        Fact::TurnEnded { seat } => state.stage = after_turn(state, *seat),
        Fact::Revealed { seat, done, .. } => {
            let side = &mut state.sides[seat.index()];
            side.plan_shown = true;
            side.points += if *done { PLAN_WORTH } else { 0 };
        }
        Fact::Ended { outcome } => state.outcome = Some(outcome.clone()),
        Fact::Left { seat, .. } => {
            state.sides[seat.index()].gone = true;
            for model in State::band(*seat) {
                remove(state, model);
            }
            state.stage = after_leaving(state);
        }
        Fact::SetGone { model } => remove(state, *model),
        Fact::SetWounds { model, wounds } => state.pieces[model.index()].wounds = *wounds,
        Fact::SetCounter { seat, term, value } => {
            let side = &mut state.sides[seat.index()];
            match term.as_str() {
                "resolve" => side.resolve = u8::try_from(*value).unwrap_or(0),
                _ => side.points = *value,
            }
        }
        Fact::SetMoment { round, stage } => {
            (state.round, state.stage) = (*round, *stage);
            state.order = state.seats().filter(|seat| state.is_in_play(*seat)).collect();
        }
    }
}

fn remove(state: &mut State, model: ModelId) {
    let piece = &mut state.pieces[model.index()];
    (piece.pose, piece.out) = (None, true);
}

/// Where the game stands after a seat's turn. Carries out `duel.end.rounds`, `duel.ruling.rounds`.
fn after_turn(state: &State, seat: Seat) -> Stage {
    if state.seats().filter(|seat| state.is_in_play(*seat)).count() <= 1 {
        return Stage::Reckoning;
    }
    let mut later = state.order.iter().skip_while(|other| **other != seat).skip(1);
    match later.find(|seat| state.is_in_play(**seat)) {
        Some(next) => Stage::Turns(*next),
        None if state.round < state.house.rounds => Stage::Bidding,
        None => Stage::Reckoning,
    }
}

/// Where the game stands after somebody left. Carries out `duel.end.leaving`, `duel.end.rounds`.
fn after_leaving(state: &State) -> Stage {
    if state.seats().filter(|seat| !state.side(*seat).gone).count() <= 1 {
        return Stage::Reckoning;
    }
    match state.stage {
        Stage::Turns(seat) if !state.is_in_play(seat) => after_turn(state, seat),
        stage => stage,
    }
}
