//! Misfits as refusals: which rule, where, by how much.

use ground::{Hindrance, Length, Outline, Shape};
use vocabulary::{Ref, Refusal};

use super::plans::terrain_of;
use super::{Gait, HULKING, Misfit, Move};
use crate::battlefield::Battlefield;
use crate::state::State;

impl Misfit {
    /// The misfit of a move as a refusal.
    pub(crate) fn of_move(&self, state: &State, walk: &Move) -> Refusal {
        let rule = match walk.gait {
            Gait::Basic { .. } => "aot.move.basic-move",
            Gait::Retreat { .. } => "aot.move.retreat-move",
            Gait::Enter { .. } => "aot.ability.vanguard.enter-edge",
            Gait::Charge { .. } => "aot.charge.move",
            Gait::Scrum => "aot.action.scrum-move",
            Gait::Evade { .. } => "aot.reaction.evade-exists",
        };
        self.explain(state, rule, walk.gait == Gait::Scrum)
    }

    /// The misfit as a refusal; `rule` is the one that asks.
    pub(crate) fn explain(&self, state: &State, rule: &'static str, scrum: bool) -> Refusal {
        match self {
            Misfit::NotAsked(model) if state.is_model(*model) => {
                let text = format!("{} is not to be moved now, or is named twice", state.model_name(*model));
                Refusal::new(rule, text).about(Ref::Model(*model))
            }
            Misfit::NotAsked(_) => Refusal::new(rule, "there is no such model"),
            Misfit::Missing(model) => {
                let text = format!("{} must be answered for, too", state.model_name(*model));
                Refusal::new(rule, text).about(Ref::Model(*model))
            }
            Misfit::TooLong { model, cost, allowance, unstable } => {
                let why = if *unstable { ", because it touches Unstable terrain" } else { "" };
                let (long, may) = (cost.about(), allowance.about());
                let long = if long == may { format!("a hair over {long}") } else { long };
                let text = format!("the way of {} is {long} long; it may go {may}{why}", state.model_name(*model));
                let rule = match rule {
                    "aot.charge.move" if *unstable => "aot.terrain.unstable-charge",
                    _ if *unstable => "aot.terrain.unstable-speed",
                    rule => rule,
                };
                Refusal::new(rule, text).about(Ref::Model(*model)).by(*cost - *allowance)
            }
            Misfit::Blocked { model, by, short } => blocked(state, *model, *by, *short),
            Misfit::Through { model, other } => {
                let text = format!("{} is in the way of {}", state.model_name(*other), state.model_name(*model));
                let refusal = Refusal::new("aot.move.no-through-bases", text).about(Ref::Model(*model));
                refusal.about(Ref::Model(*other)).at(outline(state.shape(*other)))
            }
            Misfit::Crossing { model, other } => {
                let (name, enemy) = (state.model_name(*model), state.model_name(*other));
                let text = format!("{name} would pass through the Battle Range of {enemy}");
                let refusal = Refusal::new("aot.ruling.battle-range-on-the-way", text).about(Ref::Model(*model));
                refusal.about(Ref::Model(*other)).at(outline(state.shape(*other)))
            }
            Misfit::Senseless(model) => {
                let text = format!("{} cannot be taken there", state.model_name(*model));
                Refusal::new(rule, text).about(Ref::Model(*model))
            }
            Misfit::Level(model) => {
                let text = format!("{} would not stand completely on that level", state.model_name(*model));
                Refusal::new("aot.ruling.vertical-moves", text).about(Ref::Model(*model))
            }
            Misfit::Incoherent => Refusal::new("aot.unit.coherency-always", "the unit would not be in Unit Coherency"),
            Misfit::NotOnEdge(model) => {
                let text = format!("the way of {} must begin on that edge", state.model_name(*model));
                Refusal::new("aot.ruling.vanguard-entry", text).about(Ref::Model(*model))
            }
            Misfit::Outside(model) => {
                let text = format!("{} must stand wholly within its zone", state.model_name(*model));
                let zone = state.zone_of(state.seat_of(state.unit_of(*model))).map(|zone| zone.outline.clone());
                let refusal = Refusal::new("aot.setup.deploy-in-zone", text).about(Ref::Model(*model));
                zone.into_iter().fold(refusal, Refusal::at)
            }
            Misfit::Engaged(model) => {
                let name = state.model_name(*model);
                let text = if scrum {
                    format!("{name} is in Battle Range and stays where it is")
                } else {
                    format!("{name} would still be in Battle Range")
                };
                Refusal::new(rule, text).about(Ref::Model(*model))
            }
            Misfit::NotCloser(model) => {
                let name = state.model_name(*model);
                let (rule, text) = if scrum {
                    ("aot.action.scrum-direction", format!("{name} must end closer to the enemy nearest to it"))
                } else {
                    ("aot.ruling.evade-direction", format!("{name} must end no further from the nearest terrain"))
                };
                Refusal::new(rule, text).about(Ref::Model(*model))
            }
            Misfit::Unreached(unit) => {
                let text = format!("no model ends in Battle Range of {}", state.unit_name(*unit));
                Refusal::new("aot.charge.success.ed2-3", text).about(Ref::Unit(*unit))
            }
            Misfit::CouldReach(model) => {
                let text = format!("{} can end in Battle Range of a target, so it must", state.model_name(*model));
                Refusal::new("aot.charge.move", text).about(Ref::Model(*model))
            }
            Misfit::MustMove => Refusal::new(rule, "the unit can move as it must, so it may not stay"),
        }
    }
}

/// A refusal that names what is in the way.
fn blocked(state: &State, model: vocabulary::ModelId, by: Hindrance, short: Length) -> Refusal {
    let name = state.model_name(model);
    let refusal = match by {
        Hindrance::Edge => {
            Refusal::new("aot.ruling.leaving-table", format!("{name} would not be wholly on the battlefield"))
        }
        Hindrance::Owner(owner) => match terrain_of(owner) {
            Some(place) => {
                let piece = &state.battlefield().terrain[place];
                let rule = if owner >= HULKING { "aot.terrain.cover-no-hulking" } else { "aot.terrain.obstacle-move" };
                let outline = Outline { corners: piece.polygon.corners().to_vec(), ..Outline::default() };
                let text = format!("{} is in the way of {name}", piece.name);
                Refusal::new(rule, text).about(Ref::Area(Battlefield::terrain_id(place))).at(outline)
            }
            None => by_model(state, model, vocabulary::ModelId(owner)),
        },
    };
    refusal.about(Ref::Model(model)).by(short)
}

fn by_model(state: &State, model: vocabulary::ModelId, other: vocabulary::ModelId) -> Refusal {
    let (name, in_the_way) = (state.model_name(model), state.model_name(other));
    let enemies = state.seat_of(state.unit_of(model)) != state.seat_of(state.unit_of(other));
    let refusal = if enemies {
        let text = format!("{name} would come into Battle Range of {in_the_way}");
        Refusal::new("aot.move.no-entering-battle-range", text)
    } else {
        Refusal::new("aot.move.no-through-bases", format!("{in_the_way} is in the way of {name}"))
    };
    refusal.about(Ref::Model(other)).at(outline(state.shape(other)))
}

/// A shape to draw.
pub(crate) fn outline(shape: &Shape) -> Outline {
    Outline { corners: shape.corners().to_vec(), radius: shape.radius(), ..Outline::default() }
}
