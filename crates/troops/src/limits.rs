//! A list of limits, as a book states them, made ready to be looked at: what is in the way, and who holds together.

use ground::{Counts, Length, Links, Obstacle, Obstacles, Owner, Pose, Shape};
use smallvec::SmallVec;
use vocabulary::{Limit, LimitKind, ModelId, Ref, UnitId, Who};

use crate::{End, Piece, Scene, links};

/// What the sentences of refusals call things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// What somebody is in who is as near to a model as limits speak of.
    pub near: &'static str,
    /// What a unit is in whose models hold together.
    pub linked: &'static str,
    /// Why a model of the unit may not move, when others of it may.
    pub held: &'static str,
}

/// Whether moves and placings carry a limit out; a book that states another one would be shown it and not held to it.
pub(crate) fn is_carried_out(limit: &Limit) -> bool {
    let of_models = |of: &Ref| matches!(of, Ref::Unit(_) | Ref::Model(_));
    match (limit.kind, limit.who) {
        (LimitKind::NotThrough | LimitKind::KeepAway, _) => {
            limit.models.is_empty() || !limit.from.iter().any(of_models)
        }
        (LimitKind::EndWithin, Who::Each) => limit.from.is_empty() && !limit.at.is_empty(),
        (LimitKind::EndWithin, _) => !limit.from.is_empty() && !limit.best,
        (LimitKind::StayLinked { hub, .. }, _) => hub.is_none(),
        (LimitKind::EndCloser { .. }, _) => true,
        (LimitKind::EndAt, _) => false,
    }
}

/// Whether a list of limits is kept on the way, or where somebody is put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// By a unit that moves.
    Moving(UnitId),
    /// There is no way; whatever holds at the end holds.
    Placing,
}

/// The obstacles that a list of limits makes for a unit that moves.
pub fn obstacles_of<T>(scene: Scene<'_, T>, limits: &[Limit], unit: UnitId) -> Obstacles {
    let mut obstacles = Obstacles::new();
    add_obstacles(scene, limits, Way::Moving(unit), &mut obstacles);
    obstacles
}

/// Adds what the limits keep models away from: terrain piece by piece, then bases unit by unit.
pub(crate) fn add_obstacles<T>(scene: Scene<'_, T>, limits: &[Limit], way: Way, obstacles: &mut Obstacles) {
    for place in 0..scene.laid.terrain.len() {
        let area = Ref::Area(scene.laid.terrain_id(place));
        for (number, limit) in limits.iter().enumerate().filter(|(_, limit)| limit.from.contains(&area)) {
            let owner = owner_of(limit, number, place);
            for part in parts_of(&scene.laid.terrain[place], limit.walls) {
                let obstacle = Obstacle::new(part, owner).counting(counts(limit, way));
                match limit.kind {
                    LimitKind::NotThrough => obstacles.add(obstacle),
                    LimitKind::KeepAway => obstacles.add(away_from(obstacle, limit)),
                    _ => {}
                }
            }
        }
    }
    for unit in scene.troops.all_units() {
        let mut standing = scene.troops.standing(unit).peekable();
        if standing.peek().is_none() {
            continue;
        }
        let of_unit = limits.iter().filter(|limit| limit.from.contains(&Ref::Unit(unit)));
        let through = of_unit.clone().find(|limit| limit.kind == LimitKind::NotThrough);
        let through = through.map(|limit| counts(limit, way));
        let keep = of_unit.clone().find(|limit| limit.kind == LimitKind::KeepAway);
        let keep = keep.map(|limit| (limit, keeping(scene, limit, way, unit)));
        for model in standing {
            let base = Obstacle::new(scene.troops.shape(model).clone(), model);
            // Whoever keeps away all the time does not come upon the base.
            let is_covered = keep.is_some_and(|(_, keep)| keep == Counts::Always);
            if let Some(through) = through.filter(|_| !is_covered) {
                obstacles.add(base.clone().counting(through));
            }
            if let Some((limit, keep)) = keep {
                obstacles.add(away_from(base, limit).counting(keep));
            }
        }
    }
}

/// What a limit keeps models away from in a piece of terrain: all of it, or its walls. A wall has no thickness, so what
/// stands on it or passes it has some of it inside.
fn parts_of<T>(piece: &Piece<T>, walls: bool) -> Vec<Shape> {
    if walls { piece.walls.iter().map(|wall| Shape::segment(*wall)).collect() } else { piece.polygon.pieces().to_vec() }
}

/// Something that a limit keeps models away from.
fn away_from(obstacle: Obstacle, limit: &Limit) -> Obstacle {
    if limit.at_gap { obstacle.clear_by(limit.gap) } else { obstacle.beyond(limit.gap) }
}

/// When a limit counts.
fn counts(limit: &Limit, way: Way) -> Counts {
    if limit.on_the_way || way == Way::Placing { Counts::Always } else { Counts::AtTheEnd }
}

/// When a distance from a unit counts: whoever starts nearer may leave.
fn keeping<T>(scene: Scene<'_, T>, limit: &Limit, way: Way, from: UnitId) -> Counts {
    match way {
        Way::Moving(unit) if scene.troops.units_within(unit, from, limit.gap) => Counts::AtTheEnd,
        _ => counts(limit, way),
    }
}

/// Whose an obstacle is: that of the piece of terrain, or of the limit if it holds for some models only, or for walls.
fn owner_of(limit: &Limit, number: usize, place: usize) -> Owner {
    if limit.models.is_empty() && !limit.walls {
        Owner::Piece(place as u16)
    } else {
        Owner::Other(closed(number, place))
    }
}

/// A piece of terrain that a limit closes to some models, or the walls of one.
fn closed(number: usize, place: usize) -> u16 {
    debug_assert!(number < 64 && place < 1_024, "no list has so many limits, and no battlefield so many pieces");
    (number as u16) << 10 | place as u16
}

/// The limit and the piece of terrain that an owner stands for which is closed to some models, or has walls that are.
pub(crate) fn closed_by(owner: u16) -> (usize, usize) {
    (usize::from(owner >> 10), usize::from(owner & 0x3ff))
}

/// The owners of obstacles that do not hinder a model: itself, and what is closed to others only; where it `leaves` what is
/// closed to it, also all of that which it begins in.
pub fn passes<T>(scene: Scene<'_, T>, limits: &[Limit], model: ModelId, leaves: Option<Pose>) -> SmallVec<[Owner; 8]> {
    let mut owners = SmallVec::from_slice(&[Owner::from(model)]);
    owners.extend(closed_to(scene, limits, |models| !models.contains(&model)));
    if let Some(start) = leaves {
        let begins = scene.troops.base(model).at(start);
        let is_in = |owner: &Owner| {
            let (number, place) = closed_by(owner.number());
            !limits[number].walls && scene.laid.terrain[place].polygon.overlaps_shape(&begins)
        };
        owners.extend(closed_to(scene, limits, |models| models.contains(&model)).filter(is_in));
    }
    owners
}

/// The owners of what limits close to some models, where these are such.
pub(crate) fn closed_to<'a, T>(
    scene: Scene<'a, T>,
    limits: &'a [Limit],
    such: impl Fn(&[ModelId]) -> bool + 'a,
) -> impl Iterator<Item = Owner> + 'a {
    let some = limits.iter().enumerate().filter(move |(_, limit)| !limit.models.is_empty() && such(&limit.models));
    some.flat_map(move |(number, limit)| {
        let place = |of: &Ref| if let Ref::Area(area) = of { scene.laid.terrain_of(*area) } else { None };
        limit.from.iter().filter_map(place).map(move |place| Owner::Other(closed(number, place)))
    })
}

/// How the models of a unit hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Linked {
    pub(crate) gap: Length,
    pub(crate) height: Length,
    pub(crate) neighbours: usize,
    pub(crate) connected: bool,
}

impl Linked {
    /// What a list says of it, and which of its limits does.
    pub(crate) fn of(limits: &[Limit]) -> Option<(Linked, usize)> {
        limits.iter().enumerate().find_map(|(number, limit)| match limit.kind {
            LimitKind::StayLinked { neighbours, height, connected, hub: None } => {
                Some((Linked { gap: limit.gap, height, neighbours: neighbours.into(), connected }, number))
            }
            _ => None,
        })
    }

    /// Whether linked models hold together.
    pub(crate) fn holds(&self, links: &Links) -> bool {
        links.each_has(self.neighbours) && (!self.connected || links.is_one_group())
    }

    /// Who is linked to whom where models end.
    pub(crate) fn links<T>(&self, scene: Scene<'_, T>, ends: &[End]) -> Links {
        let height = |(_, pose, shape): &'_ End| scene.laid.height(shape, pose.level);
        let bases: SmallVec<[(&Shape, Length); 16]> = ends.iter().map(|end| (&end.2, height(end))).collect();
        links(&bases, self.gap, self.height)
    }

    /// Who is linked to whom of models as they stand.
    pub(crate) fn links_now<T>(&self, scene: Scene<'_, T>, models: &[ModelId]) -> Links {
        let bases: SmallVec<[(&Shape, Length); 16]> =
            models.iter().map(|model| (scene.troops.shape(*model), scene.height(*model))).collect();
        links(&bases, self.gap, self.height)
    }
}
