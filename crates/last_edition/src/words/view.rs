//! What a viewer sees of a match.

use vocabulary::{Battlefield, Moment, Proof, Query, Refusal, SeatView, View, Viewer, Word};

use crate::prompt::Prompt;
use crate::state::State;

/// What a viewer sees.
pub(crate) fn view(state: &State, _: Viewer) -> View {
    let seat = |seat| SeatView {
        id: seat,
        name: state.player(seat).to_owned(),
        counters: Vec::new(),
        pool: Vec::new(),
        hidden: Vec::new(),
        marks: Vec::new(),
        gone: state.side(seat).left,
    };
    View {
        game: Word::new("last-edition"),
        settings: state.fixed.setup.settings.clone(),
        seats: state.seats().map(seat).collect(),
        moment: Moment {
            round: u16::from(state.round),
            of: Some(5),
            phase: Vec::new(),
            active: Some(state.active),
            order: Vec::new(),
            outcome: state.outcome.clone(),
        },
        field: Battlefield { size: state.battlefield().bounds.high },
        areas: Vec::new(),
        units: Vec::new(),
        models: Vec::new(),
        cards: Vec::new(),
    }
}

/// Answers a question about the position.
pub(crate) fn query(_: &State, _: Viewer, _: Option<&Prompt>, _: &Query) -> Result<Proof, Refusal> {
    Err(Refusal::new("tle.distance.free-measuring", "this cannot be measured yet"))
}
