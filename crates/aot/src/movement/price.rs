//! What a way costs, for whoever wants to know before it is gone.

use ground::{Length, Mover, Path};
use vocabulary::ModelId;

use super::{Gait, Move, enter_at, unstable};
use crate::house::Measure;
use crate::state::State;

impl Move {
    /// What a path costs a model, climbing included, and what it may cost. The same as [`Move::check`] finds.
    pub(crate) fn price(&self, state: &State, model: ModelId, path: &Path) -> Option<(Length, Length)> {
        let (start, path) = match self.gait {
            Gait::Enter { edge } => enter_at(state, model, edge, path).ok()?,
            _ => (state.model(model).pose?, path.clone()),
        };
        let across = match state.house().measure {
            Measure::Path => path.cost(start.at),
            Measure::StartToEnd => start.at.distance_up(path.end(start).at),
        };
        let cost = across + self.climb(state, model, start, &path).ok()?;
        let without = self.without(state, model, start);
        let mover = Mover::new(&state.model_info(model).base).without(&without);
        let slowed = !unstable(state, self.unit).crossed(mover, start, &path).is_empty();
        let reach = self.reach(state);
        Some((cost, if slowed { reach.unstable } else { reach.open }))
    }
}
