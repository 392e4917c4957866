//! Moves: what a book says of one, and all that follows from it.
//!
//! A book states what holds for a move once, as [`Terms`]: how far each model may go, and the limits that players see.
//! Made ready as a [`Walk`] it is checked, refused with rule and margin, planned, drafted and drawn by that list alone.
//! A check gives a small [`Misfit`]; the sentence is written when somebody wants to read it. Bots try many moves, and
//! nobody reads why most of them were no good.

use std::cell::OnceCell;

use ground::{
    Counts, Hindrance, Length, Obstacle, Obstacles, Owner, Path, PathFault, Pose, Region, Scout, Shape, Side,
};
use smallvec::SmallVec;
use vocabulary::{Form, Limit, LimitKind, ModelId, Mover, Omit, Ref, Toll, UnitId};

use crate::limits::{Linked, Way, Words, add_obstacles, is_carried_out, passes};
use crate::{Models, Scene};

pub(crate) mod drafts;
mod ends;
mod margins;
mod plans;
pub(crate) mod reaching;
mod refusals;
mod ways;

pub use plans::{Aim, Guide};

pub(crate) use margins::out_of;

/// Paths of models, in the order in which they go.
pub type Paths = SmallVec<[(ModelId, Path); 1]>;
/// A model with where it ends.
pub type End = (ModelId, Pose, Shape);
/// All models of a unit with where they end.
pub type Ends = SmallVec<[End; 16]>;

/// How the length of a move is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Along the path.
    Path,
    /// From start to end.
    StartToEnd,
}

/// What going up and down costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climbing {
    /// Whether a length that is climbed counts.
    pub up: bool,
    /// Whether a length that is climbed down counts.
    pub down: bool,
    /// The rule that says where models can stand.
    pub rule: &'static str,
}

/// What a book says of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The unit that moves.
    pub unit: UnitId,
    /// All its models that count where it ends, also those that may not move.
    pub models: Models,
    /// Those that may move, and how far.
    pub movers: Vec<Mover>,
    /// What holds for where they go and end.
    pub limits: Vec<Limit>,
    /// Whether the unit may not stay as it is if it can do what it must.
    pub must_move: bool,
    /// A unit that does not hold together, and cannot come together in this move, may come nearer to its largest group.
    pub gathers: bool,
    /// A model may leave a piece of terrain that is closed to it and that it begins in.
    pub leaves_closed: bool,
    /// The side of the battlefield that models come in from, and the rule that says so.
    pub enters: Option<(Side, &'static str)>,
    /// How its length is measured.
    pub measure: Measure,
    /// What climbing costs.
    pub climbing: Climbing,
    /// The rule that asks for the move, behind whatever no limit says.
    pub why: &'static str,
    /// The rule by which limits hold on the way, too.
    pub on_the_way: &'static str,
    /// What refusals call things.
    pub words: Words,
}

/// Why a model cannot go or stand there.
#[derive(Clone, Debug, PartialEq)]
pub enum Misfit {
    /// The model is not one of those that are asked about, or is named twice.
    NotAsked(ModelId),
    /// The model belongs to the unit, and may not move.
    Held(ModelId),
    /// The model must be answered for.
    Missing(ModelId),
    /// The way is too long.
    TooLong {
        /// Whose way.
        model: ModelId,
        /// What it costs.
        cost: Length,
        /// How much of that is climbed.
        climb: Length,
        /// What it may cost.
        allowance: Length,
        /// Whether ground that the way touches has shortened that.
        tolled: bool,
    },
    /// Something is in the way.
    Blocked {
        /// In whose way.
        model: ModelId,
        /// What is.
        by: Hindrance,
        /// How much further away it would have to be.
        short: Length,
        /// Where the way is good but its end is not.
        at_the_end: bool,
        /// Where the model would end.
        end: Pose,
    },
    /// The path cannot be gone at all.
    Senseless(ModelId),
    /// The model would not stand completely on a level.
    Level(ModelId),
    /// The way does not begin on the side that it comes in from.
    NotOnEdge(ModelId),
    /// The model would not be wholly where it must be put.
    Outside(ModelId),
    /// The unit would not hold together.
    Scattered,
    /// A limit of this number would be broken, by this model or with regard to this unit.
    Broken(usize, Ref),
    /// The unit can move as it must, so it may not stay.
    MustMove,
}

/// A move, made ready.
#[derive(Debug)]
pub struct Walk<'a, T> {
    pub(crate) scene: Scene<'a, T>,
    terms: Terms,
    linked: Option<(Linked, usize)>,
    obstacles: OnceCell<Obstacles>,
    /// Ground that shortens an allowance, with what the movers say of it.
    tolls: OnceCell<Vec<(Toll, Obstacles)>>,
}

impl<'a, T> Walk<'a, T> {
    /// Makes a move ready.
    pub fn new(scene: Scene<'a, T>, terms: Terms) -> Walk<'a, T> {
        debug_assert!(terms.limits.iter().all(is_carried_out), "{:?}", terms.limits);
        let linked = Linked::of(&terms.limits);
        Walk { scene, terms, linked, obstacles: OnceCell::new(), tolls: OnceCell::new() }
    }

    /// The models that may move.
    pub fn movers(&self) -> Models {
        self.terms.movers.iter().map(|mover| mover.model).collect()
    }

    fn mover(&self, model: ModelId) -> Option<&Mover> {
        self.terms.movers.iter().find(|mover| mover.model == model)
    }

    /// The form in which it is asked, with who may be left out.
    pub fn form(&self, omit: Omit) -> Form {
        let Terms { movers, limits, .. } = &self.terms;
        Form::Move { movers: movers.clone(), followers: Vec::new(), limits: limits.clone(), omit }
    }

    /// What models must keep away from, those of the unit itself included.
    fn obstacles(&self) -> &Obstacles {
        self.obstacles.get_or_init(|| {
            // A base that enters begins partly off the battlefield.
            let mut obstacles = match self.terms.enters {
                Some(_) => Obstacles::new(),
                None => Obstacles::within(self.scene.laid.bounds),
            };
            add_obstacles(self.scene, &self.terms.limits, Way::Moving(self.terms.unit), &mut obstacles);
            obstacles
        })
    }

    /// Ground that shortens an allowance, each kind of it once.
    fn tolls(&self) -> &[(Toll, Obstacles)] {
        self.tolls.get_or_init(|| {
            let mut tolls: Vec<(Toll, Obstacles)> = Vec::new();
            for toll in self.terms.movers.iter().flat_map(|mover| &mover.tolls) {
                if !tolls.iter().any(|(known, _)| known == toll) {
                    let mut ground = Obstacles::new();
                    // Contact is a gap of less than a unit.
                    let margin = if toll.touching { Length(1) } else { Length::ZERO };
                    for place in toll.areas.iter().filter_map(|area| self.terrain_of(*area)) {
                        for part in self.scene.laid.terrain[place].polygon.pieces() {
                            ground.add(Obstacle::new(part.clone(), Owner::Piece(place as u16)).clear_by(margin));
                        }
                    }
                    tolls.push((toll.clone(), ground));
                }
            }
            tolls
        })
    }

    fn terrain_of(&self, of: Ref) -> Option<usize> {
        if let Ref::Area(area) = of { self.scene.laid.terrain_of(area) } else { None }
    }

    /// The owners of obstacles that do not hinder a model which begins like this.
    fn passes(&self, model: ModelId, start: Pose) -> SmallVec<[Owner; 8]> {
        passes(self.scene, &self.terms.limits, model, self.terms.leaves_closed.then_some(start))
    }

    /// When models of the unit itself are in each other's way.
    fn comrades_count(&self) -> Counts {
        let own = Ref::Unit(self.terms.unit);
        let mut through = self.terms.limits.iter().filter(|limit| limit.kind == LimitKind::NotThrough);
        match through.find(|limit| limit.from.contains(&own)) {
            Some(limit) if !limit.on_the_way => Counts::AtTheEnd,
            _ => Counts::Always,
        }
    }

    /// Whether paths can be gone one after the other, and where the whole unit then stands.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, paths: &[(ModelId, Path)]) -> Result<Ends, Misfit> {
        let ends = self.walk(paths)?;
        self.check_ends(&ends, paths.is_empty())?;
        Ok(ends)
    }

    /// Walks the paths one after the other.
    fn walk(&self, paths: &[(ModelId, Path)]) -> Result<Ends, Misfit> {
        let mut obstacles = if paths.is_empty() { Obstacles::new() } else { self.obstacles().clone() };
        let counts = self.comrades_count();
        let mut ends = Ends::new();
        for (at, (model, path)) in paths.iter().enumerate() {
            let twice = paths[..at].iter().any(|(other, _)| other == model);
            if twice || self.mover(*model).is_none() {
                let troops = self.scene.troops;
                let own = troops.unit_of_checked(*model) == Some(self.terms.unit);
                let held = own && !twice && troops.stands(*model);
                return Err(if held { Misfit::Held(*model) } else { Misfit::NotAsked(*model) });
            }
            let (pose, shape) = self.step(*model, path, &obstacles)?;
            obstacles.remove(*model);
            obstacles.add(Obstacle::new(shape.clone(), *model).counting(counts));
            ends.push((*model, pose, shape));
        }
        for model in &self.terms.models {
            let moved = ends.iter().any(|(moved, ..)| moved == model);
            if let (Some(pose), false) = (self.scene.troops.pose(*model), moved) {
                ends.push((*model, pose, self.scene.troops.shape(*model).clone()));
            }
        }
        if self.terms.enters.is_some()
            && let Some(missing) = self.movers().iter().find(|model| !ends.iter().any(|(moved, ..)| moved == *model))
        {
            return Err(Misfit::Missing(*missing));
        }
        Ok(ends)
    }

    /// Walks one path, and gives where it ends.
    fn step(&self, model: ModelId, path: &Path, obstacles: &Obstacles) -> Result<(Pose, Shape), Misfit> {
        let base = self.scene.troops.base(model);
        let (start, path) = self.start(model, path)?;
        let passes = self.passes(model, start);
        let mover = ground::Mover::new(base).without(&passes);
        let end = path.end(start);
        if let Err(fault) = obstacles.check_path(mover, start, &path, None) {
            return Err(match fault {
                PathFault::Blocked { by, short, .. } => Misfit::Blocked { model, by, short, at_the_end: false, end },
                PathFault::BlockedEnd { by, short } => Misfit::Blocked { model, by, short, at_the_end: true, end },
                _ => Misfit::Senseless(model),
            });
        }
        let cost = self.cost(model, start, &path)?;
        let full = self.full_allowance(model);
        let allowance = self.allowance(model, start, &path);
        if cost > allowance {
            let climb = self.climb(model, start, &path)?;
            return Err(Misfit::TooLong { model, cost, climb, allowance, tolled: allowance < full });
        }
        let shape = base.at(end);
        let short = self.scene.laid.bounds.short_of(shape.bounds());
        if short > Length::ZERO {
            return Err(Misfit::Blocked { model, by: Hindrance::Edge, short, at_the_end: true, end });
        }
        Ok((end, shape))
    }

    /// Where a model begins, and the path from there.
    fn start(&self, model: ModelId, path: &Path) -> Result<(Pose, Path), Misfit> {
        let Some((side, _)) = self.terms.enters else {
            let start = self.scene.troops.pose(model).ok_or(Misfit::NotAsked(model))?;
            return Ok((start, path.clone()));
        };
        match path.legs.split_first() {
            Some((start, rest)) if side.holds(self.scene.laid.bounds, start.at) && start.level == 0 => {
                Ok((*start, Path { legs: rest.iter().copied().collect() }))
            }
            _ => Err(Misfit::NotOnEdge(model)),
        }
    }

    /// What a path costs, climbing included.
    fn cost(&self, model: ModelId, start: Pose, path: &Path) -> Result<Length, Misfit> {
        let across = match self.terms.measure {
            Measure::Path => path.cost(start.at),
            Measure::StartToEnd => start.at.distance_up(path.end(start).at),
        };
        Ok(across + self.climb(model, start, path)?)
    }

    /// What a path costs a model, and what it may cost, for whoever wants to know before it is gone.
    pub fn price(&self, model: ModelId, path: &Path) -> Option<(Length, Length)> {
        self.mover(model)?;
        let (start, path) = self.start(model, path).ok()?;
        Some((self.cost(model, start, &path).ok()?, self.allowance(model, start, &path)))
    }

    /// How far a model may go where nothing slows it.
    pub fn full_allowance(&self, model: ModelId) -> Length {
        self.mover(model).map_or(Length::ZERO, |mover| mover.allowance)
    }

    /// How far a model may go where everything slows it that can.
    fn least_allowance(&self, model: ModelId) -> Length {
        self.mover(model).map_or(Length::ZERO, |mover| {
            mover.tolls.iter().fold(mover.allowance, |left, toll| (left - toll.by).max(Length::ZERO))
        })
    }

    /// How far a model may go on a path: less where it touches ground that slows it.
    pub fn allowance(&self, model: ModelId, start: Pose, path: &Path) -> Length {
        let Some(mover) = self.mover(model) else { return Length::ZERO };
        let passes = self.passes(model, start);
        let walker = ground::Mover::new(self.scene.troops.base(model)).without(&passes);
        let touched = self
            .tolls()
            .iter()
            .filter(|(toll, ground)| mover.tolls.contains(toll) && !ground.crossed(walker, start, path).is_empty());
        touched.fold(mover.allowance, |left, (toll, _)| (left - toll.by).max(Length::ZERO))
    }

    /// What a path costs for going up, and where that counts for going down.
    fn climb(&self, model: ModelId, start: Pose, path: &Path) -> Result<Length, Misfit> {
        if start.level == 0 && path.legs.iter().all(|leg| leg.level == 0) {
            return Ok(Length::ZERO);
        }
        let (base, laid) = (self.scene.troops.base(model), self.scene.laid);
        let mut cost = Length::ZERO;
        let mut from = (start, base.at(start));
        for leg in &path.legs {
            let to = (*leg, base.at(*leg));
            let [low, high] =
                [&from, &to].map(|(pose, shape)| laid.piece_under(shape, pose.level).map(std::ptr::from_ref));
            if leg.level > 0 && (high.is_none() || (leg.level == from.0.level && low != high)) {
                return Err(Misfit::Level(model));
            }
            let up = laid.height(&to.1, leg.level) - laid.height(&from.1, from.0.level);
            let counts = if up > Length::ZERO { self.terms.climbing.up } else { self.terms.climbing.down };
            cost += if counts { Length(up.0.abs()) } else { Length::ZERO };
            from = to;
        }
        Ok(cost)
    }

    /// All spots that a model gets to past whatever is in the way, its comrades aside: they move, too.
    pub fn reach(&self, model: ModelId) -> Region {
        let far = self.full_allowance(model);
        let base = self.scene.troops.base(model);
        if let Some((side, _)) = self.terms.enters {
            // The strip behind the side, whatever is in the way.
            let half = Length(base.longest().0 / 2);
            let strip = side.strip(self.scene.laid.bounds.grown(Length::ZERO - half), far - half);
            return ground::Outline::rectangle(strip.low, strip.high).into();
        }
        let mut obstacles = self.obstacles().clone();
        self.scene.troops.roll_call(self.terms.unit).for_each(|comrade| obstacles.remove(comrade));
        let start = self.scene.troops.pose(model).unwrap_or_default();
        let passes = self.passes(model, start);
        Scout::new().reach_of(&obstacles, ground::Mover::new(base).without(&passes), start, far)
    }

    /// The limit of this number.
    fn limit(&self, number: usize) -> &Limit {
        &self.terms.limits[number]
    }
}
