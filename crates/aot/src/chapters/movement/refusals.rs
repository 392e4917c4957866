//! Misfits as refusals: which rule, where, by how much.

use ground::{Hindrance, Length, Owner, Path, Pose, Shape};
use vocabulary::{ModelId, Ref, Refusal, UnitId};

use super::{Ends, Gait, Misfit, Move, margins};
use crate::chapters::transport::NEAR;
use crate::state::State;

/// What a misfit is judged by: the rule that asks, and where the models would end.
struct Case<'a> {
    rule: &'static str,
    unit: UnitId,
    gait: Option<&'a Gait>,
    ends: Ends,
}

impl Misfit {
    /// The misfit of a move as a refusal.
    pub(crate) fn of_move(&self, state: &State, walk: &Move, paths: &[(ModelId, Path)]) -> Refusal {
        let rule = match walk.gait {
            Gait::Basic { .. } => "aot.move.basic-move",
            Gait::Retreat { .. } => "aot.move.retreat-move",
            Gait::Enter { .. } => "aot.ability.vanguard.enter-edge",
            Gait::Charge { .. } => "aot.charge.move",
            Gait::Scrum => "aot.action.scrum-move",
            Gait::Shift { .. } => "aot.transport.scrum-disembark.steps",
            Gait::Evade { .. } => "aot.reaction.evade-exists",
        };
        // Where the way itself is wrong, nobody asks where it ends.
        let ends = walk.walk(state, paths).unwrap_or_default();
        self.explain(state, &Case { rule, unit: walk.unit, gait: Some(&walk.gait), ends })
    }

    /// The misfit of a placement as a refusal; `rule` is the one that asks.
    pub(crate) fn of_placement(
        &self,
        state: &State,
        rule: &'static str,
        unit: UnitId,
        placed: &[(ModelId, Pose)],
    ) -> Refusal {
        let known = placed.iter().filter(|(model, pose)| state.is_model(*model) && pose.is_sane());
        let put = known.map(|(model, pose)| (*model, *pose, state.base(*model).at(*pose)));
        let stand =
            state.living(unit).filter_map(|model| Some((model, state.pose(model)?, state.shape(model).clone())));
        self.explain(state, &Case { rule, unit, gait: None, ends: put.chain(stand).collect() })
    }

    fn explain(&self, state: &State, case: &Case<'_>) -> Refusal {
        let (rule, scrum) = (case.rule, case.gait == Some(&Gait::Scrum));
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
            Misfit::TooLong { model, cost, climb, allowance, unstable } => {
                let why = if *unstable { ", because it touches Unstable terrain" } else { "" };
                let (long, may) = (cost.about(), allowance.about());
                let long = if long == may { format!("a hair over {long}") } else { long };
                let up =
                    if *climb > Length::ZERO { format!(", {} of it climbing", climb.about()) } else { String::new() };
                let text = format!("the way of {} is {long} long{up}; it may go {may}{why}", state.model_name(*model));
                let rule = match rule {
                    "aot.charge.move" if *unstable => "aot.terrain.unstable-charge",
                    _ if *unstable => "aot.terrain.unstable-speed",
                    rule => rule,
                };
                Refusal::new(rule, text).about(Ref::Model(*model)).by(*cost - *allowance)
            }
            Misfit::Blocked { model, by: Hindrance::Owner(Owner::Model(other)), short }
                if case.gait.is_none() && is_on(state, shape_of(case, *model), ModelId(*other)) =>
            {
                let other = ModelId(*other);
                let text = format!("{} is in the way of {}", state.model_name(other), state.model_name(*model));
                let refusal = Refusal::new("aot.move.no-through-bases", text).about(Ref::Model(*model));
                refusal.about(Ref::Model(other)).at(state.shape(other).outline()).by(*short)
            }
            Misfit::Blocked { model, by, short } => blocked(state, *model, *by, *short),
            Misfit::Through { model, other, short } => {
                let text = format!("{} is in the way of {}", state.model_name(*other), state.model_name(*model));
                let refusal = Refusal::new("aot.move.no-through-bases", text).about(Ref::Model(*model));
                refusal.about(Ref::Model(*other)).at(state.shape(*other).outline()).by(*short)
            }
            Misfit::Crossing { model, other, short } => {
                let (name, enemy) = (state.model_name(*model), state.model_name(*other));
                let text = format!("{name} would pass through the Battle Range of {enemy}");
                let refusal = Refusal::new("aot.ruling.battle-range-on-the-way", text).about(Ref::Model(*model));
                refusal.about(Ref::Model(*other)).at(state.shape(*other).outline()).by(*short)
            }
            Misfit::Senseless(model) => {
                let text = format!("{} cannot be taken there", state.model_name(*model));
                Refusal::new(rule, text).about(Ref::Model(*model))
            }
            Misfit::Level(model) => {
                let text = format!("{} would not stand completely on that level", state.model_name(*model));
                Refusal::new("aot.ruling.vertical-moves", text).about(Ref::Model(*model))
            }
            Misfit::Incoherent => incoherent(state, &case.ends),
            Misfit::NotOnEdge(model) => {
                let text = format!("the way of {} must begin on that edge", state.model_name(*model));
                Refusal::new("aot.ruling.vanguard-entry", text).about(Ref::Model(*model))
            }
            Misfit::Outside(model) => {
                let text = format!("{} must stand wholly within its zone", state.model_name(*model));
                let refusal = Refusal::new("aot.setup.deploy-in-zone", text).about(Ref::Model(*model));
                let zone = state.zone_of(state.seat_of(case.unit)).map(|zone| &zone.outline);
                let by = zone.and_then(|zone| margins::out_of(zone, shape_of(case, *model)?));
                let refusal = zone.cloned().into_iter().fold(refusal, Refusal::at);
                Refusal { by, ..refusal }
            }
            Misfit::Engaged(model) => {
                let name = state.model_name(*model);
                if scrum {
                    let text = format!("{name} is in Battle Range and stays where it is");
                    return Refusal::new(rule, text).about(Ref::Model(*model));
                }
                let text = format!("{name} would still be in Battle Range");
                let by = shape_of(case, *model).and_then(|shape| margins::in_battle_range(state, case.unit, shape));
                Refusal { by, ..Refusal::new(rule, text).about(Ref::Model(*model)) }
            }
            Misfit::NotCloser(model) => {
                let name = state.model_name(*model);
                let (rule, text) = if scrum {
                    ("aot.action.scrum-direction", format!("{name} must end closer to the enemy nearest to it"))
                } else {
                    (
                        "aot.ruling.evade-direction",
                        format!("{name} must end closer to the terrain, touching it or inside it"),
                    )
                };
                let by = shape_of(case, *model).and_then(|shape| margins::not_closer(state, case.gait?, *model, shape));
                Refusal { by, ..Refusal::new(rule, text).about(Ref::Model(*model)) }
            }
            Misfit::Unreached(unit) => {
                let text = format!("no model ends in Battle Range of {}", state.unit_name(*unit));
                let shapes = case.ends.iter().map(|(_, _, shape)| shape);
                let by = margins::out_of_battle_range(state, &[*unit], shapes);
                let rule = match case.gait {
                    Some(Gait::Shift { .. }) => "aot.transport.scrum-disembark.stay-engaged",
                    _ => state.house().edition.charge_success(),
                };
                Refusal { by, ..Refusal::new(rule, text).about(Ref::Unit(*unit)) }
            }
            Misfit::TooFarOut { model, hull } => {
                let name = state.model_name(*model);
                let text = format!("{name} must stand wholly within {NEAR} of {}", state.model_name(*hull));
                let reach = state.shape(*hull).grown(NEAR).outline();
                let by = shape_of(case, *model).and_then(|shape| margins::out_of(&reach, shape));
                Refusal { by, ..Refusal::new(rule, text).about(Ref::Model(*model)).at(reach) }
            }
            Misfit::CouldReach(model) => {
                let text = format!("{} can end in Battle Range of a target, so it must", state.model_name(*model));
                let targets: &[UnitId] = match case.gait {
                    Some(Gait::Charge { targets, .. }) => targets,
                    _ => &[],
                };
                let by = margins::out_of_battle_range(state, targets, shape_of(case, *model).into_iter());
                Refusal { by, ..Refusal::new("aot.charge.move", text).about(Ref::Model(*model)) }
            }
            Misfit::MustMove => Refusal::new(rule, "the unit can move as it must, so it may not stay"),
        }
    }
}

/// Whether a shape overlaps the base of a model.
fn is_on(state: &State, shape: Option<&Shape>, other: ModelId) -> bool {
    shape.is_some_and(|shape| shape.overlaps(state.shape(other)))
}

/// What a model would cover at its end.
fn shape_of<'a>(case: &'a Case<'_>, model: ModelId) -> Option<&'a Shape> {
    case.ends.iter().find(|(other, ..)| *other == model).map(|(_, _, shape)| shape)
}

/// A refusal that names who is too far off, and by how much.
fn incoherent(state: &State, ends: &Ends) -> Refusal {
    let (apart, by) = margins::incoherence(state, ends);
    let text = "the unit would not be in Unit Coherency";
    let refusal = Refusal { by, ..Refusal::new("aot.unit.coherency-always", text) };
    apart.into_iter().fold(refusal, |refusal, model| refusal.about(Ref::Model(model)))
}

/// A refusal that names what is in the way.
fn blocked(state: &State, model: ModelId, by: Hindrance, short: Length) -> Refusal {
    let name = state.model_name(model);
    let refusal = match by {
        Hindrance::Edge => {
            Refusal::new("aot.ruling.leaving-table", format!("{name} would not be wholly on the battlefield"))
        }
        Hindrance::Owner(Owner::Piece(place)) => by_terrain(state, model, "aot.terrain.obstacle-move", place.into()),
        Hindrance::Owner(Owner::Other(place)) => by_terrain(state, model, "aot.terrain.cover-no-hulking", place.into()),
        Hindrance::Owner(Owner::Model(other) | Owner::Member(other) | Owner::Margin(other)) => {
            by_model(state, model, ModelId(other))
        }
    };
    refusal.about(Ref::Model(model)).by(short)
}

fn by_terrain(state: &State, model: ModelId, rule: &'static str, place: usize) -> Refusal {
    let piece = &state.battlefield().terrain[place];
    let outline = piece.polygon.outline();
    let text = format!("{} is in the way of {}", piece.name, state.model_name(model));
    Refusal::new(rule, text).about(Ref::Area(state.battlefield().terrain_id(place))).at(outline)
}

fn by_model(state: &State, model: ModelId, other: ModelId) -> Refusal {
    let (name, in_the_way) = (state.model_name(model), state.model_name(other));
    let enemies = state.seat_of(state.unit_of(model)) != state.seat_of(state.unit_of(other));
    let refusal = if enemies {
        let text = format!("{name} would come into Battle Range of {in_the_way}");
        Refusal::new("aot.move.no-entering-battle-range", text)
    } else {
        Refusal::new("aot.move.no-through-bases", format!("{in_the_way} is in the way of {name}"))
    };
    refusal.about(Ref::Model(other)).at(state.shape(other).outline())
}
