//! Where models may stand and go.
//!
//! The checks give a small [`Misfit`]; the sentence is written when somebody wants to read it. Bots try many places,
//! and nobody reads why most of them were no good.

use ground::{Base, Length, Outline, Path, Point, Pose, Rect};
use smallvec::SmallVec;
use vocabulary::{ModelId, Ref, Refusal, Seat};

use crate::state::{FIELD, MARCH, NEAR, State};

/// Why a model cannot stand or go there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Misfit {
    /// These and no other models are asked about.
    Models(&'static str),
    /// The model is not on the ground.
    Level(ModelId),
    /// The model would stand over the edge.
    Edge(ModelId, Pose),
    /// The model would stand on another.
    Overlap { model: ModelId, base: Base, other: ModelId, by: Length },
    /// The model is not wholly in its zone.
    Zone(ModelId),
    /// The model is too far from its leader.
    Far { model: ModelId, leader: Base, by: Length },
    /// Only the leader walks.
    NotLeader(ModelId),
    /// The way is too long.
    Long { leader: ModelId, cost: Length },
    /// The way passes over a rival.
    Through { rival: ModelId, base: Base },
}

impl Misfit {
    /// The misfit as a refusal; `rule` is the one whose placing or following it was.
    pub(crate) fn explain(self, state: &State, rule: &'static str) -> Refusal {
        let name = |model| state.model_name(model);
        match self {
            Misfit::Models(text) => Refusal::new(rule, text),
            Misfit::Level(model) => {
                Refusal::new("duel.field.edges", format!("{} must stand on the ground", name(model)))
                    .about(Ref::Model(model))
            }
            Misfit::Edge(model, pose) => {
                let text = format!("{} would stand over the edge of the field", name(model));
                let base = base_of(model, pose);
                let shape = Outline::disc(base.at, base.radius);
                let covered = Rect::new(base.at, base.at).grown(base.radius);
                let by = Rect::new(Point::default(), FIELD).short_of(covered);
                Refusal::new("duel.field.edges", text).about(Ref::Model(model)).at(shape).by(by)
            }
            Misfit::Overlap { model, base, other, by } => {
                let text = format!("{} would stand on {}, by {}", name(model), name(other), by.about());
                let shape = Outline::disc(base.at, base.radius);
                let refusal = Refusal::new("duel.field.edges", text).by(by).at(shape);
                refusal.about(Ref::Model(model)).about(Ref::Model(other))
            }
            Misfit::Zone(model) => {
                let (low, high) = State::zone(State::owner(model));
                let text = format!("{} must stand wholly within the zone", name(model));
                Refusal::new(rule, text).about(Ref::Model(model)).at(Outline::rectangle(low, high))
            }
            Misfit::Far { model, leader, by } => {
                let text = format!("{} would stand {} too far from its leader", name(model), by.about());
                let shape = Outline::disc(leader.at, leader.radius + NEAR);
                Refusal::new(rule, text).about(Ref::Model(model)).by(by).at(shape)
            }
            Misfit::NotLeader(leader) => {
                let text = format!("only {} walks; the others are placed near it", name(leader));
                Refusal::new("duel.band.leader", text).about(Ref::Model(leader))
            }
            Misfit::Long { leader, cost } => {
                let text = format!("this path is {} long; the leader moves up to {MARCH}", cost.about());
                Refusal::new("duel.move.leader", text).about(Ref::Model(leader)).by(cost - MARCH)
            }
            Misfit::Through { rival, base } => {
                let shape = Outline::disc(base.at, base.radius);
                let text = format!("the path passes over {}", name(rival));
                Refusal::new("duel.move.through", text).about(Ref::Model(rival)).at(shape)
            }
        }
    }
}

/// Every model as it would stand, to see whether all of them have room.
type Layout = SmallVec<[(ModelId, Base); 12]>;

fn base_of(model: ModelId, pose: Pose) -> Base {
    Base::round(pose.at, State::diameter(model))
}

/// Every model that stands, with some of them put elsewhere.
fn layout(state: &State, placed: impl Iterator<Item = (ModelId, Pose)>) -> Layout {
    let mut all: Layout = placed.map(|(model, pose)| (model, base_of(model, pose))).collect();
    let moved = all.len();
    for model in state.all_models() {
        if let (Some(base), false) = (state.base(model), all[..moved].iter().any(|(other, _)| *other == model)) {
            all.push((model, base));
        }
    }
    all
}

/// Carries out the edges of `duel.field.edges`.
fn on_field(model: ModelId, pose: Pose) -> Result<(), Misfit> {
    if pose.level != 0 {
        return Err(Misfit::Level(model));
    }
    if !base_of(model, pose).wholly_in(Point::default(), FIELD) {
        return Err(Misfit::Edge(model, pose));
    }
    Ok(())
}

/// Carries out `duel.field.edges`.
fn has_room(model: ModelId, pose: Pose, all: &Layout) -> Result<(), Misfit> {
    on_field(model, pose)?;
    let base = base_of(model, pose);
    match all.iter().find(|(other, other_base)| *other != model && base.overlaps(*other_base)) {
        Some((other, other_base)) => {
            let by = base.radius + other_base.radius - base.at.distance_up(other_base.at);
            Err(Misfit::Overlap { model, base, other: *other, by })
        }
        None => Ok(()),
    }
}

/// Carries out the 3 in of `duel.place.own`, `duel.place.rival` and `duel.move.followers`.
fn is_near(model: ModelId, pose: Pose, leader: Base) -> Result<(), Misfit> {
    let base = base_of(model, pose);
    if base.within(leader, NEAR) {
        return Ok(());
    }
    Err(Misfit::Far { model, leader, by: base.gap_up(leader) - NEAR })
}

/// Carries out the zone of `duel.place.own` and `duel.place.rival`.
fn is_deployed(model: ModelId, pose: Pose, captain: Base, all: &Layout) -> Result<(), Misfit> {
    let (low, high) = State::zone(State::owner(model));
    if !base_of(model, pose).wholly_in(low, high) {
        return Err(Misfit::Zone(model));
    }
    is_near(model, pose, captain)?;
    has_room(model, pose, all)
}

/// Whether a model can be put somewhere as the others stand. Carries out `duel.field.edges`.
pub(crate) fn put(state: &State, model: ModelId, pose: Pose) -> Result<(), Misfit> {
    has_room(model, pose, &layout(state, std::iter::once((model, pose))))
}

/// Carries out `duel.place.own`.
pub(crate) fn place_own(state: &State, seat: Seat, placed: &[(ModelId, Pose)]) -> Result<(), Misfit> {
    let captain = State::captain(seat);
    let guard = ModelId(captain.0 + 1);
    let find = |wanted| placed.iter().find(|(model, _)| *model == wanted).map(|(_, pose)| *pose);
    let (Some(captain_pose), Some(guard_pose), 2) = (find(captain), find(guard), placed.len()) else {
        return Err(Misfit::Models("place the Captain and the first Guard, and no other model"));
    };
    let all = layout(state, placed.iter().copied());
    let captain_base = base_of(captain, captain_pose);
    is_deployed(captain, captain_pose, captain_base, &all)?;
    is_deployed(guard, guard_pose, captain_base, &all)
}

/// Carries out `duel.place.rival`.
pub(crate) fn place_rival(state: &State, band: Seat, placed: &[(ModelId, Pose)]) -> Result<(), Misfit> {
    let captain = State::captain(band);
    let guard = ModelId(captain.0 + 2);
    match (placed, state.base(captain)) {
        ([(model, pose)], Some(captain_base)) if *model == guard => {
            is_deployed(guard, *pose, captain_base, &layout(state, placed.iter().copied()))
        }
        _ => Err(Misfit::Models("place exactly one model, the second Guard of that band")),
    }
}

/// Carries out `duel.move.leader`, `duel.move.through`, `duel.move.followers`.
pub(crate) fn march(
    state: &State,
    seat: Seat,
    paths: &[(ModelId, Path)],
    placed: &[(ModelId, Pose)],
) -> Result<(), Misfit> {
    let Some((leader, start)) = state.leader(seat).and_then(|leader| Some((leader, state.base(leader)?))) else {
        return Err(Misfit::Models("no model of this band is standing"));
    };
    let end = match paths {
        [] => Pose::at(start.at),
        [(model, path)] if *model == leader => {
            walk(state, seat, leader, start, path)?;
            path.end(Pose::at(start.at))
        }
        _ => return Err(Misfit::NotLeader(leader)),
    };
    for (at, (model, _)) in placed.iter().enumerate() {
        let follows = *model != leader && State::owner(*model) == seat && state.stands(*model);
        if !follows || placed[..at].iter().any(|(other, _)| other == model) {
            return Err(Misfit::Models("only other standing models of the band follow, each once"));
        }
    }
    let all = layout(state, std::iter::once((leader, end)).chain(placed.iter().copied()));
    has_room(leader, end, &all)?;
    for (model, pose) in placed {
        is_near(*model, *pose, base_of(leader, end))?;
        has_room(*model, *pose, &all)?;
    }
    Ok(())
}

/// Carries out `duel.move.leader`, `duel.move.through`.
fn walk(state: &State, seat: Seat, leader: ModelId, start: Base, path: &Path) -> Result<(), Misfit> {
    let cost = path.cost(start.at);
    if cost > MARCH {
        return Err(Misfit::Long { leader, cost });
    }
    for leg in &path.legs {
        on_field(leader, *leg)?;
    }
    let rivals = state.all_models().filter(|model| State::owner(*model) != seat);
    for (rival, base) in rivals.filter_map(|model| state.base(model).map(|base| (model, base))) {
        if path.segments(start.at).any(|(from, to)| Base { at: from, ..start }.sweeps_over(to, base)) {
            return Err(Misfit::Through { rival, base });
        }
    }
    Ok(())
}
