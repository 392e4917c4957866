//! What comes of models that a hand drags.

use engine::Drafted;
use vocabulary::{Answer, Wish};

use crate::prompt::Prompt;
use crate::state::State;

/// What comes of a wish.
pub(crate) fn draft(state: &State, prompt: &Prompt, wish: &Wish) -> Drafted {
    match prompt {
        Prompt::Move { walk } => walk.ready(state).draft(wish, state.room_inside(walk).as_ref()),
        Prompt::Place { unit } => state.set_up_in_zone(*unit).draft(wish),
        Prompt::Disembark { unit, transport, close, .. } => {
            state.getting_out(*unit, state.alive(*unit).collect(), state.hull(*transport), *close).draft(wish)
        }
        Prompt::Survivors { unit, hull } => {
            let named = wish.iter().map(|(model, _)| *model);
            let named = named.filter(|model| state.alive(*unit).any(|own| own == *model)).collect();
            state.thrown_out(*unit, named, *hull).draft(wish)
        }
        Prompt::Return { unit, model, .. } => state.coming_back(*unit, *model).draft(wish),
        _ => Answer::Place(wish.iter().copied().collect()).into(),
    }
}

#[cfg(test)]
mod tests {
    use engine::Rules;
    use ground::{Point, Pose};
    use vocabulary::{ModelId, Setup, UnitId};

    use super::*;
    use crate::Aot;

    /// A drag message that named a model which does not exist ended the match.
    #[test]
    fn a_wish_for_models_that_are_not_among_the_survivors_comes_back_as_it_was() {
        let state = Aot::begin(&Aot::prepare(&Setup::of(&["Ann", "Bo"])).unwrap()).unwrap();
        let own = state.alive(UnitId(1)).next().unwrap();
        let prompt = Prompt::Survivors { unit: UnitId(1), hull: ModelId(0) };
        for stranger in [ModelId(60_000), state.alive(UnitId(2)).next().unwrap()] {
            let wish: Wish =
                [own, stranger].map(|model| (model, Pose::at(Point::inches(20, 20)))).into_iter().collect();
            let as_it_was = Answer::Place(wish.iter().copied().collect());
            assert_eq!(draft(&state, &prompt, &wish), as_it_was.into());
        }
    }
}
