//! What comes of models that a hand drags: the leader goes around rivals, and what is refused has something legal near.

use engine::Drafted;
use ground::{Base, Footprint, Mover, Obstacle, Obstacles, Path, Point, Pose, Rect, Region, Scout, Shape};
use smallvec::{SmallVec, smallvec};
use vocabulary::{Answer, ModelId, Seat, Wish};

use crate::answers::{march_towards, nearest_places};
use crate::prompt::{Prompt, check};
use crate::state::{FIELD, MARCH, State};

/// What comes of a wish.
pub(crate) fn draft(state: &State, seat: Seat, prompt: &Prompt, wish: &Wish) -> Drafted {
    let answer = match prompt {
        Prompt::March => march(state, seat, wish),
        _ => Answer::Place(wish.iter().copied().collect()),
    };
    if !answer.is_sane() || check(state, seat, prompt, &answer).is_ok() {
        return answer.into();
    }
    let nearest = match prompt {
        Prompt::March => wish
            .iter()
            .find(|(model, _)| Some(*model) == state.leader(seat))
            .and_then(|(_, to)| march_towards(state, seat, to.at)),
        _ => nearest_places(state, seat, prompt, wish),
    };
    Drafted { answer, nearest }
}

/// The leader walks and the others are put down.
fn march(state: &State, seat: Seat, wish: &Wish) -> Answer {
    let mut paths: SmallVec<[(ModelId, Path); 1]> = smallvec![];
    let mut placed: SmallVec<[(ModelId, Pose); 4]> = smallvec![];
    for (model, pose) in wish {
        if Some(*model) == state.leader(seat) {
            paths.push((*model, way(state, seat, *model, *pose)));
        } else {
            placed.push((*model, *pose));
        }
    }
    Answer::Move { paths, placed }
}

/// The shortest way of a leader past all rivals, or straight where there is none that is short enough.
fn way(state: &State, seat: Seat, leader: ModelId, to: Pose) -> Path {
    let straight = Path::straight(to);
    let Some(start) = state.base(leader) else { return straight };
    let footprint = Footprint::Round { radius: start.radius };
    let start = Pose { at: start.at, ..to };
    let route = Scout::new().route(&rivals(state, seat), Mover::new(&footprint), start, to, Some(MARCH));
    route.map_or(straight, |route| route.path)
}

/// Where the leader of a band can march to: its Guards make room, rivals do not.
pub(crate) fn reach(state: &State, leader: ModelId, base: Base) -> Region {
    let footprint = Footprint::Round { radius: base.radius };
    let rivals = rivals(state, State::owner(leader));
    Scout::new().reach_of(&rivals, Mover::new(&footprint), Pose::at(base.at), MARCH)
}

/// What a band cannot march through: the edges of the field and all rivals, as `footing` has it.
fn rivals(state: &State, seat: Seat) -> Obstacles {
    let mut obstacles = Obstacles::within(Rect::new(Point::default(), FIELD));
    let rivals = state.all_models().filter(|model| State::owner(*model) != seat);
    for (rival, base) in rivals.filter_map(|model| state.base(model).map(|base| (model, base))) {
        obstacles.add(Obstacle::new(Shape::disc(base.at, base.radius), rival.0));
    }
    obstacles
}
