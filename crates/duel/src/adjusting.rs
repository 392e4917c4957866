//! Changes of the position that the players agree on.

use vocabulary::{Adjustment, ModelId, Ref, Refusal, RuleId, Seat};

use crate::Fact;
use crate::footing;
use crate::state::{Plan, Stage, State};

const RULE: RuleId = RuleId::of("duel.band.models");

/// The fact that makes a change.
pub(crate) fn adjust(state: &State, change: &Adjustment) -> Result<Fact, Refusal> {
    match change {
        Adjustment::Pose(model, pose) => {
            known_model(state, *model)?;
            if matches!(state.stage, Stage::Placing(_)) {
                return Err(Refusal::new("duel.place.own", "the bands are still being placed; wait until they stand"));
            }
            footing::put(state, *model, *pose).map_err(|misfit| misfit.explain(state, "duel.field.edges"))?;
            Ok(Fact::SetPose { model: *model, pose: *pose })
        }
        Adjustment::Gone(Ref::Model(model)) => {
            known_model(state, *model)?;
            Ok(Fact::SetGone { model: *model })
        }
        Adjustment::Counter(Ref::Model(model), term, value) if term.as_str() == "wounds" => {
            known_model(state, *model)?;
            let wounds = u8::try_from(*value).ok().filter(|wounds| *wounds < State::toughness(*model));
            let wounds =
                wounds.ok_or_else(|| Refusal::new(RULE, format!("a model that stands cannot have {value} wounds")))?;
            Ok(Fact::SetWounds { model: *model, wounds })
        }
        Adjustment::Counter(Ref::Seat(seat), term, value) if matches!(term.as_str(), "resolve" | "points") => {
            known_seat(state, *seat)?;
            if !(0..=100).contains(value) {
                return Err(Refusal::new(RULE, format!("{term} goes from 0 to 100; {value} is out of range")));
            }
            Ok(Fact::SetCounter { seat: *seat, term: *term, value: *value })
        }
        Adjustment::Mark(Ref::Seat(seat), term, true) => {
            known_seat(state, *seat)?;
            let plan = Plan::from_word(*term);
            let plan = plan.ok_or_else(|| Refusal::new(RULE, format!("a seat cannot be marked {term}")))?;
            Ok(Fact::SetPlan { seat: *seat, plan })
        }
        Adjustment::Moment { round, phase } => {
            let in_play = state.seats().filter(|seat| state.is_in_play(*seat));
            let stage = match (phase.as_str(), in_play.clone().next()) {
                ("plans", _) => Stage::Plans,
                ("bidding", Some(_)) => Stage::Bidding,
                ("turns", Some(first)) => Stage::Turns(first),
                ("reckoning", _) => Stage::Reckoning,
                _ => {
                    let text =
                        "the phases are plans, bidding, turns and reckoning; the later ones need models on the field";
                    return Err(Refusal::new(RULE, text));
                }
            };
            if *round > 5 {
                return Err(Refusal::new("duel.ruling.rounds", "there are at most 5 rounds"));
            }
            Ok(Fact::SetMoment { round: *round, stage })
        }
        _ => Err(Refusal::new(RULE, "that cannot be changed in this game")),
    }
}

fn known_model(state: &State, model: ModelId) -> Result<(), Refusal> {
    if model.index() < state.pieces.len() {
        return Ok(());
    }
    Err(Refusal::new(RULE, format!("there is no {}", Ref::Model(model))))
}

fn known_seat(state: &State, seat: Seat) -> Result<(), Refusal> {
    if seat.index() < state.sides.len() {
        return Ok(());
    }
    Err(Refusal::new(RULE, format!("there is no {}", Ref::Seat(seat))))
}
