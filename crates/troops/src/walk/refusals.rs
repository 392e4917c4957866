//! Misfits as refusals: which rule, where, by how much.

use ground::{Hindrance, Length, Owner, Pose, Shape};
use vocabulary::{Limit, LimitKind, ModelId, Ref, Refusal, Who};

use super::{Ends, Misfit, Walk, out_of};
use crate::Scene;
use crate::limits::{Linked, Words, closed_by};
use crate::placing::{Placing, Within};

/// What a misfit is judged by.
struct Case<'a, T> {
    scene: Scene<'a, T>,
    limits: &'a [Limit],
    why: &'static str,
    levels: &'static str,
    words: Words,
    linked: Option<(Linked, usize)>,
    ends: Ends,
}

impl<T> Walk<'_, T> {
    /// A misfit as a refusal.
    pub fn refuse(&self, misfit: &Misfit, paths: &[(ModelId, ground::Path)]) -> Refusal {
        let terms = &self.terms;
        let case = Case {
            scene: self.scene,
            limits: &terms.limits,
            why: terms.why,
            levels: terms.climbing.rule,
            words: terms.words,
            linked: self.linked,
            // Where the way itself is wrong, nobody asks where it ends.
            ends: self.walk(paths).unwrap_or_default(),
        };
        let name = |model: ModelId| self.scene.troops.model_name(model);
        match misfit {
            Misfit::Held(model) => {
                let text = format!("{} {} and stays where it is", name(*model), terms.words.held);
                Refusal::new(terms.why, text).about(Ref::Model(*model))
            }
            Misfit::TooLong { model, cost, climb, allowance, tolled } => {
                let why = if *tolled { " because of the terrain it touches" } else { "" };
                let (long, may) = (cost.about(), allowance.about());
                let long = if long == may { format!("a hair over {long}") } else { long };
                let up =
                    if *climb > Length::ZERO { format!(", {} of it climbing", climb.about()) } else { String::new() };
                let text = format!("the path of {} is {long} long{up}; it may go {may}{why}", name(*model));
                let toll = self.mover(*model).and_then(|mover| mover.tolls.first()).filter(|_| *tolled);
                let rule = toll.map_or_else(|| terms.why.into(), |toll| toll.rule.clone());
                Refusal::new(rule, text).about(Ref::Model(*model)).by(*cost - *allowance)
            }
            Misfit::NotOnEdge(model) => {
                let rule = terms.enters.map_or(terms.why, |(_, rule)| rule);
                let text = format!("the path of {} must begin on that edge", name(*model));
                Refusal::new(rule, text).about(Ref::Model(*model))
            }
            Misfit::Blocked { model, by: Hindrance::Owner(Owner::Model(other)), short, at_the_end: false, end } => {
                let (other, shape) = (ModelId(*other), self.scene.troops.base(*model).at(*end));
                let keep = case.limit_on(other, LimitKind::KeepAway).filter(|limit| limit.on_the_way);
                match keep {
                    Some(keep) if !shape.within(self.scene.troops.shape(other), keep.gap) => {
                        let (name, enemy) = (name(*model), name(other));
                        let text = format!("{name} would pass through the {} of {enemy}", terms.words.near);
                        case.by_model(Refusal::new(terms.on_the_way, text), *model, other, *short)
                    }
                    Some(keep) => case.too_near(keep, *model, other, *short),
                    None => case.in_the_way(*model, other, *short),
                }
            }
            Misfit::Broken(number, of) => self.broken(&case, self.limit(*number), *of),
            Misfit::MustMove => Refusal::new(terms.why, "the unit has to move and can, so it may not stay"),
            other => case.explain(other),
        }
    }

    /// A limit is broken where the unit ends.
    fn broken(&self, case: &Case<'_, T>, limit: &Limit, of: Ref) -> Refusal {
        let (troops, near) = (self.scene.troops, self.terms.words.near);
        let shape = |model: ModelId| case.end_of(model);
        let (text, by) = match (limit.kind, limit.who, of) {
            (LimitKind::KeepAway, _, Ref::Model(model)) => {
                let by = shape(model).and_then(|shape| self.too_near(limit, shape));
                (format!("{} would still be in {near}", troops.model_name(model)), by)
            }
            (LimitKind::EndWithin, Who::AtLeast(_), Ref::Unit(unit)) if limit.models.len() == 1 => {
                let model = limit.models[0];
                let by = self.too_far(limit, shape(model).into_iter());
                (format!("{} must stay in {near} of {}", troops.model_name(model), troops.unit_name(unit)), by)
            }
            (LimitKind::EndWithin, Who::AtLeast(_), Ref::Unit(unit)) => {
                let by = self.too_far(limit, case.ends.iter().map(|(_, _, shape)| shape));
                (format!("no model ends in {near} of {}", troops.unit_name(unit)), by)
            }
            (LimitKind::EndWithin, _, Ref::Model(model)) => {
                let by = self.too_far(limit, shape(model).into_iter());
                (format!("{} can end in {near} of a target, so it must", troops.model_name(model)), by)
            }
            (LimitKind::EndCloser { .. }, _, Ref::Model(model)) => {
                let first = limit.from.first().copied();
                let to = match first.filter(|of| self.terrain_of(*of).is_some()) {
                    Some(_) => "the terrain, touching it or inside it",
                    None => "the enemy nearest to it",
                };
                let by = shape(model).zip(first).map(|(shape, first)| self.not_closer(first, model, shape));
                (format!("{} must end closer to {to}", troops.model_name(model)), by)
            }
            _ => ("a limit is broken".to_owned(), None),
        };
        Refusal { by, ..Refusal::new(limit.rule.clone(), text).about(of) }
    }
}

impl<T> Placing<'_, T> {
    /// A misfit as a refusal.
    pub fn refuse(&self, misfit: &Misfit, placed: &[(ModelId, Pose)]) -> Refusal {
        let (terms, troops) = (self.terms(), self.scene.troops);
        let known = placed.iter().filter(|(model, pose)| troops.is_model(*model) && pose.is_sane());
        let put = known.map(|(model, pose)| (*model, *pose, troops.base(*model).at(*pose)));
        let case = Case {
            scene: self.scene,
            limits: &terms.limits,
            why: terms.why,
            levels: terms.levels,
            words: terms.words,
            linked: self.linked,
            ends: put.chain(self.standing()).collect(),
        };
        match misfit {
            Misfit::Outside(model) => {
                let name = troops.model_name(*model);
                let (rule, what, reach) = match &terms.within {
                    Within::Zone(zone, rule) => (*rule, "its zone".to_owned(), zone.outline.clone()),
                    Within::Around { model: middle, near, wholly } => {
                        let reach = troops.shape(*middle).grown(*near);
                        let what = format!("{near} of {}", troops.model_name(*middle));
                        if !wholly {
                            let gap = case.end_of(*model).map(|shape| shape.apart(troops.shape(*middle)).up());
                            let by = gap.map(|gap| gap - *near);
                            let text = format!("{name} must stand within {what}");
                            let refusal = Refusal { by, ..Refusal::new(terms.why, text) };
                            return refusal.about(Ref::Model(*model)).at(reach.outline());
                        }
                        (terms.why, what, reach.outline())
                    }
                    Within::Edge { near, rule } => {
                        let text = format!("{name} must stand within {near} of an edge of the battlefield");
                        let by = case.end_of(*model).map(|shape| self.edge_gap(shape) - *near);
                        return Refusal { by, ..Refusal::new(*rule, text).about(Ref::Model(*model)) };
                    }
                    Within::Anywhere => return case.explain(misfit),
                };
                let text = format!("{name} must stand wholly within {what}");
                let by = case.end_of(*model).and_then(|shape| out_of(&reach, shape));
                Refusal { by, ..Refusal::new(rule, text).about(Ref::Model(*model)).at(reach) }
            }
            Misfit::Blocked { model, by: Hindrance::Owner(Owner::Model(other)), short, .. } => {
                let other = ModelId(*other);
                let keep = case.limit_on(other, LimitKind::KeepAway);
                let on_it = case.end_of(*model).is_some_and(|shape| shape.overlaps(case.base_of(other)));
                match keep.filter(|_| !on_it) {
                    Some(keep) => case.too_near(keep, *model, other, *short),
                    None => case.in_the_way(*model, other, *short),
                }
            }
            other => case.explain(other),
        }
    }
}

impl<T> Case<'_, T> {
    fn name(&self, model: ModelId) -> String {
        self.scene.troops.model_name(model)
    }

    /// What a model would cover at its end.
    fn end_of(&self, model: ModelId) -> Option<&Shape> {
        self.ends.iter().find(|(other, ..)| *other == model).map(|(_, _, shape)| shape)
    }

    /// What a model covers: where it ends, if it was taken somewhere in this answer.
    fn base_of(&self, model: ModelId) -> &Shape {
        self.end_of(model).unwrap_or_else(|| self.scene.troops.shape(model))
    }

    /// The limit of a kind that regards the unit of a model.
    fn limit_on(&self, model: ModelId, kind: LimitKind) -> Option<&Limit> {
        let unit = Ref::Unit(self.scene.troops.unit_of(model));
        self.limits.iter().find(|limit| limit.kind == kind && limit.from.contains(&unit))
    }

    fn by_model(&self, refusal: Refusal, model: ModelId, other: ModelId, short: Length) -> Refusal {
        let refusal = refusal.about(Ref::Model(model)).about(Ref::Model(other));
        refusal.at(self.base_of(other).outline()).by(short)
    }

    fn in_the_way(&self, model: ModelId, other: ModelId, short: Length) -> Refusal {
        let rule =
            self.limit_on(other, LimitKind::NotThrough).map_or_else(|| self.why.into(), |limit| limit.rule.clone());
        let text = format!("{} is in the way of {}", self.name(other), self.name(model));
        self.by_model(Refusal::new(rule, text), model, other, short)
    }

    fn too_near(&self, keep: &Limit, model: ModelId, other: ModelId, short: Length) -> Refusal {
        let text = format!("{} would come into {} of {}", self.name(model), self.words.near, self.name(other));
        self.by_model(Refusal::new(keep.rule.clone(), text), model, other, short)
    }

    fn explain(&self, misfit: &Misfit) -> Refusal {
        let about =
            |model: ModelId, rule: &'static str, text: String| Refusal::new(rule, text).about(Ref::Model(model));
        match misfit {
            Misfit::NotAsked(model) if self.scene.troops.is_model(*model) => {
                about(*model, self.why, format!("{} cannot move now, or is named twice", self.name(*model)))
            }
            Misfit::Missing(model) => about(*model, self.why, format!("{} must be included, too", self.name(*model))),
            Misfit::Senseless(model) => about(*model, self.why, format!("{} cannot go there", self.name(*model))),
            Misfit::Level(model) => {
                about(*model, self.levels, format!("{} would not stand completely on that level", self.name(*model)))
            }
            Misfit::Scattered => self.scattered(),
            Misfit::Blocked { model, by, short, .. } => self.blocked(*model, *by, *short),
            _ => Refusal::new(self.why, "there is no such model"),
        }
    }

    /// A refusal that names what is in the way.
    fn blocked(&self, model: ModelId, by: Hindrance, short: Length) -> Refusal {
        match by {
            Hindrance::Edge => {
                let text = format!("{} would not be wholly on the battlefield", self.name(model));
                let edge = |limit: &&Limit| limit.kind == LimitKind::EndWithin && !limit.at.is_empty();
                let edge = self.limits.iter().find(edge);
                let rule = edge.map_or_else(|| self.why.into(), |limit| limit.rule.clone());
                Refusal::new(rule, text).about(Ref::Model(model)).by(short)
            }
            Hindrance::Owner(Owner::Other(closed)) => {
                let (number, place) = closed_by(closed);
                self.by_terrain(model, self.limits.get(number), place, short)
            }
            Hindrance::Owner(Owner::Model(other) | Owner::Member(other) | Owner::Margin(other)) => {
                let other = ModelId(other);
                match self.limit_on(other, LimitKind::KeepAway) {
                    Some(keep) => self.too_near(keep, model, other, short),
                    None => self.in_the_way(model, other, short),
                }
            }
            Hindrance::Owner(Owner::Piece(place)) => {
                let place = usize::from(place);
                let area = Ref::Area(self.scene.laid.terrain_id(place));
                let closed = |limit: &&Limit| {
                    limit.models.is_empty()
                        && matches!(limit.kind, LimitKind::NotThrough | LimitKind::KeepAway)
                        && limit.from.contains(&area)
                };
                self.by_terrain(model, self.limits.iter().find(closed), place, short)
            }
        }
    }

    fn by_terrain(&self, model: ModelId, limit: Option<&Limit>, place: usize, short: Length) -> Refusal {
        let piece = &self.scene.laid.terrain[place];
        let walls = if limit.is_some_and(|limit| limit.walls) { "a wall of " } else { "" };
        let text = format!("{walls}{} is in the way of {}", piece.name, self.name(model));
        let rule = limit.map_or_else(|| self.why.into(), |limit| limit.rule.clone());
        let area = Ref::Area(self.scene.laid.terrain_id(place));
        Refusal::new(rule, text).about(area).at(piece.polygon.outline()).about(Ref::Model(model)).by(short)
    }

    /// A refusal that names who is too far off, and by how much.
    fn scattered(&self) -> Refusal {
        let Some((linked, number)) = self.linked else { return Refusal::new(self.why, "the unit is scattered") };
        let (apart, by) = linked.missing(self.scene, &self.ends);
        let text = format!("the unit would not be in {}", self.words.linked);
        let refusal = Refusal { by, ..Refusal::new(self.limits[number].rule.clone(), text) };
        apart.into_iter().fold(refusal, |refusal, model| refusal.about(Ref::Model(model)))
    }
}
