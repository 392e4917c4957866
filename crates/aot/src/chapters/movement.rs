//! Moving and placing: what is in the way, how far it goes, and what must hold at the end.
//!
//! A check gives a small [`Misfit`]; the sentence is written when somebody wants to read it. Bots try many moves, and
//! nobody reads why most of them were no good.

use ground::{Counts, Hindrance, Length, Mover, Obstacle, Obstacles, Owner, Path, PathFault, Pose, Shape, Side};
use smallvec::SmallVec;
use vocabulary::{ModelId, UnitId};

use crate::chapters::action;
use crate::chapters::boon::Boon;
use crate::chapters::transport::NEAR;
use crate::fact::Action;
use crate::forces::ability::Ability;
use crate::forces::house::Measure;
use crate::state::{BATTLE_RANGE, Models, State, Units, Whereabouts};

mod limits;
mod margins;
mod plans;
mod reaching;
mod refusals;
mod ways;

pub(crate) use plans::{
    Aim, Paths, Placed, plan, plan_around, plan_entry, plan_entry_to, plan_placement, plan_places, shift,
};
pub(crate) use ways::{levelled, targets, ways};

/// What Unstable terrain takes off. Carries out `aot.terrain.unstable-speed`, `aot.terrain.unstable-charge`.
const TOLL: Length = Length::inches(2);
/// Carries out `aot.action.scrum-move`.
const SCRUM: Length = Length::inches(3);

/// The owner of a piece of Cover as Hulking models see it.
fn cover_owner(place: usize) -> Owner {
    Owner::Other(place as u16)
}

/// How a unit moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Gait {
    /// A Basic Move, for Advance with the inches of a die.
    Basic {
        /// What is added to the Speed.
        extra: Length,
        /// The Action that it is part of.
        action: Action,
    },
    /// The Retreat Move of a Firing Retreat.
    Retreat {
        /// The units that it retreats from.
        from: Units,
    },
    /// A Basic Move from an edge of the battlefield.
    Enter {
        /// Which edge.
        side: Side,
    },
    /// A charge move.
    Charge {
        /// The Charge Vigor.
        vigor: Length,
        /// The charge targets.
        targets: Units,
    },
    /// A Scrum.
    Scrum,
    /// A Transport shifts in a fight before passengers get out.
    Shift {
        /// The enemies that it stays in Battle Range of.
        from: Units,
    },
    /// An Evade.
    Evade {
        /// How far the dice let it go; the Speed counts where there are none.
        dice: Option<Length>,
        /// The place of the terrain that it moves towards.
        piece: u16,
        /// The enemies that it is in Battle Range of as it begins, where that is allowed.
        from: Units,
    },
}

/// How much further an Evasive Maneuver goes. Carries out `aot.feat.evasive-maneuver`.
const EVASIVE: Length = Length::inches(3);

/// A move that a unit makes.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The unit.
    pub unit: UnitId,
    /// How it moves.
    pub gait: Gait,
}

/// How far models may go, and how far if they touch Unstable terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) open: Length,
    pub(crate) unstable: Length,
}

impl Reach {
    /// How far a mover may go on a path.
    fn over(self, unstable: &Obstacles, mover: Mover<'_>, start: Pose, path: &Path) -> Length {
        let touched = !unstable.list().is_empty() && !unstable.crossed(mover, start, path).is_empty();
        if touched { self.unstable } else { self.open }
    }
}

/// Why a model cannot go or stand there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Misfit {
    /// The model stands too far from the hull of its Transport.
    TooFarOut { model: ModelId, hull: ModelId },
    /// The model is not one of those that are asked about, or is named twice.
    NotAsked(ModelId),
    /// Every model must be answered for.
    Missing(ModelId),
    /// The way is too long.
    TooLong { model: ModelId, cost: Length, climb: Length, allowance: Length, unstable: bool },
    /// Something is in the way.
    Blocked { model: ModelId, by: Hindrance, short: Length },
    /// The way leads over another base.
    Through { model: ModelId, other: ModelId, short: Length },
    /// The way leads through the Battle Range of an enemy, and out of it again.
    Crossing { model: ModelId, other: ModelId, short: Length },
    /// The path cannot be gone at all.
    Senseless(ModelId),
    /// The model would not stand completely on a level.
    Level(ModelId),
    /// The unit would not be in Unit Coherency.
    Incoherent,
    /// The way does not begin on the edge.
    NotOnEdge(ModelId),
    /// The model would not be wholly in its zone, or within what is allowed.
    Outside(ModelId),
    /// The model is in Battle Range and stays.
    Engaged(ModelId),
    /// The model would end no closer to the enemy nearest to it, or to the terrain.
    NotCloser(ModelId),
    /// A charge target is not reached.
    Unreached(UnitId),
    /// The model could end in Battle Range of a target, and does not.
    CouldReach(ModelId),
    /// The unit can move as it must, so it may not stay.
    MustMove,
}

/// A model with where it ends.
pub(crate) type End = (ModelId, Pose, Shape);
/// All models of a unit with where they end.
pub(crate) type Ends = SmallVec<[End; 16]>;

impl Move {
    /// How far the models may go. Carries out `aot.move.basic-move`, `aot.action.advance-move`,
    /// `aot.ruling.advance-roll`, `aot.charge.move`, `aot.ruling.evade-distance`, `aot.ruling.unstable-application`,
    /// `aot.ruling.speed-modifier-scope`, `aot.terrain.unstable-speed`, `aot.terrain.unstable-charge`,
    /// `aot.feat.evasive-maneuver`.
    pub(crate) fn reach(&self, state: &State) -> Reach {
        use crate::forces::house::EvadeBy;
        let speed = state.speed(self.unit);
        let toll = if state.has(self.unit, Ability::Agile) { Length::ZERO } else { TOLL };
        let slow = (speed - toll).max(Length::ZERO);
        match self.gait {
            Gait::Basic { extra, .. } => Reach { open: speed + extra, unstable: slow + extra },
            Gait::Retreat { .. } | Gait::Enter { .. } => Reach { open: speed, unstable: slow },
            Gait::Charge { vigor, .. } => Reach { open: vigor, unstable: (vigor - toll).max(Length::ZERO) },
            Gait::Scrum | Gait::Shift { .. } => Reach { open: SCRUM, unstable: SCRUM },
            Gait::Evade { dice, .. } => {
                let (open, unstable) = match (dice, state.house().evade_by) {
                    (Some(by), _) => (by, by),
                    (None, EvadeBy::HalfSpeed) => (Length(speed.0 / 2), Length(slow.0 / 2)),
                    (None, _) => (speed, slow),
                };
                let further = if state.is_given(self.unit, Boon::Evasive) { EVASIVE } else { Length::ZERO };
                Reach { open: open + further, unstable: unstable + further }
            }
        }
    }

    /// Whether the unit may not stay as it is, if it can do what it must.
    pub(crate) fn must_move(&self) -> bool {
        match &self.gait {
            Gait::Retreat { .. } | Gait::Charge { .. } | Gait::Enter { .. } => true,
            Gait::Evade { from, .. } => !from.is_empty(),
            Gait::Basic { .. } | Gait::Scrum | Gait::Shift { .. } => false,
        }
    }

    /// Whether the unit may stay as it is. Where it must move that depends on whether a way is found, which takes long.
    pub(crate) fn may_stay(&self, state: &State) -> bool {
        match &self.gait {
            Gait::Basic { .. } | Gait::Scrum | Gait::Shift { .. } => true,
            Gait::Retreat { from } => !state.is_engaged(self.unit) || action::way_from(state, self, from).is_none(),
            Gait::Enter { side } => state.way_in(self.unit, *side).is_none(),
            Gait::Charge { .. } => state.charge_plan(self).is_none(),
            Gait::Evade { from, .. } => from.is_empty() || action::way_from(state, self, from).is_none(),
        }
    }

    /// The models that may move. Carries out `aot.action.scrum-move`.
    pub(crate) fn movers(&self, state: &State) -> Models {
        match self.gait {
            Gait::Enter { .. } => state.roll_call(self.unit).filter(|model| state.model(*model).health > 0).collect(),
            Gait::Scrum => {
                let seat = state.seat_of(self.unit);
                let free = |model: &ModelId| !state.near_enemy(seat, state.shape(*model));
                state.living(self.unit).filter(free).collect()
            }
            _ => state.living(self.unit).collect(),
        }
    }

    /// What the models must keep away from, those of the unit itself included.
    ///
    /// Carries out `aot.move.no-through-bases`, `aot.move.no-entering-battle-range`,
    /// `aot.ruling.battle-range-on-the-way`, `aot.terrain.obstacle-move`, `aot.terrain.cover-no-hulking`,
    /// `aot.ability.hulking.no-cover-move`, `aot.ability.agile.ignores-terrain`, `aot.ability.agile.over-friends`,
    /// `aot.ruling.agile-and-hulking`, `aot.ruling.agile-ending-on-obstacle`, `aot.ruling.leaving-table`,
    /// `aot.ruling.charge-undeclared-units`, `aot.ruling.retreat-impossible`.
    pub(crate) fn obstacles(&self, state: &State) -> Obstacles {
        let agile = state.has(self.unit, Ability::Agile);
        let seat = state.seat_of(self.unit);
        let mut obstacles = match self.gait {
            // A base that enters begins partly off the battlefield.
            Gait::Enter { .. } => Obstacles::new(),
            _ => Obstacles::within(state.battlefield().bounds),
        };
        add_terrain(state, self.unit, agile, &mut obstacles);
        let passing = if agile { Counts::AtTheEnd } else { Counts::Always };
        for unit in state.fielded() {
            let friendly = state.seat_of(unit) == seat;
            let keep_out = match &self.gait {
                _ if friendly => None,
                Gait::Basic { .. } | Gait::Enter { .. } => Some(Counts::Always),
                Gait::Retreat { from } | Gait::Evade { from, .. } if from.contains(&unit) => Some(Counts::AtTheEnd),
                Gait::Retreat { .. } | Gait::Evade { .. } => Some(Counts::Always),
                Gait::Charge { targets, .. } => {
                    let allowed = targets.contains(&unit) || state.house().charge_touches_undeclared;
                    // Where units in Battle Range may react, they charge out of it.
                    let leaves =
                        || state.house().engaged_units_react && state.units_within(self.unit, unit, BATTLE_RANGE);
                    let counts = if !allowed && leaves() { Counts::AtTheEnd } else { Counts::Always };
                    (!allowed).then_some(counts)
                }
                Gait::Scrum | Gait::Shift { .. } => None,
            };
            for model in state.standing(unit) {
                let base = Obstacle::new(state.shape(model).clone(), model);
                match keep_out {
                    None => obstacles.add(base.counting(if friendly { passing } else { Counts::Always })),
                    Some(Counts::Always) => obstacles.add(base.beyond(BATTLE_RANGE)),
                    Some(counts) => {
                        obstacles.add(base.clone());
                        obstacles.add(base.beyond(BATTLE_RANGE).counting(counts));
                    }
                }
            }
        }
        obstacles
    }

    /// Whether paths can be gone one after the other, and where the whole unit then stands.
    ///
    /// Carries out `aot.move.basic-move`, `aot.move.retreat-move`, `aot.ruling.move-path`,
    /// `aot.unit.coherency-always`, `aot.ruling.vanguard-entry`.
    pub(crate) fn check(&self, state: &State, paths: &[(ModelId, Path)]) -> Result<Ends, Misfit> {
        let ends = self.walk(state, paths)?;
        self.check_ends(state, &ends, paths.is_empty())?;
        Ok(ends)
    }

    /// Walks the paths one after the other.
    fn walk(&self, state: &State, paths: &[(ModelId, Path)]) -> Result<Ends, Misfit> {
        let movers = self.movers(state);
        let mut obstacles = if paths.is_empty() { Obstacles::new() } else { self.obstacles(state) };
        let unstable = unstable(state, self.unit);
        let reach = self.reach(state);
        let mut ends: Ends = SmallVec::new();
        for (at, (model, path)) in paths.iter().enumerate() {
            let twice = paths[..at].iter().any(|(other, _)| other == model);
            if twice || !movers.contains(model) {
                let stuck = state.unit_of_checked(*model) == Some(self.unit) && !twice && state.stands(*model);
                return Err(if stuck { Misfit::Engaged(*model) } else { Misfit::NotAsked(*model) });
            }
            let (pose, shape) = self.step(state, *model, path, &obstacles, &unstable, reach)?;
            obstacles.remove(*model);
            let passing = if state.has(self.unit, Ability::Agile) { Counts::AtTheEnd } else { Counts::Always };
            obstacles.add(Obstacle::new(shape.clone(), *model).counting(passing));
            ends.push((*model, pose, shape));
        }
        for model in state.living(self.unit) {
            if let (Some(pose), false) = (state.pose(model), ends.iter().any(|(moved, ..)| *moved == model)) {
                ends.push((model, pose, state.shape(model).clone()));
            }
        }
        if let Gait::Enter { .. } = self.gait
            && let Some(missing) = movers.iter().find(|model| !ends.iter().any(|(moved, ..)| moved == *model))
        {
            return Err(Misfit::Missing(*missing));
        }
        Ok(ends)
    }

    /// Walks one path, and gives where it ends.
    fn step(
        &self,
        state: &State,
        model: ModelId,
        path: &Path,
        obstacles: &Obstacles,
        unstable: &Obstacles,
        reach: Reach,
    ) -> Result<(Pose, Shape), Misfit> {
        let base = state.base(model);
        let (start, path) = self.start(state, model, path)?;
        let without = self.without(state, model, start);
        let mover = Mover::new(base).without(&without);
        if let Err(fault) = obstacles.check_path(mover, start, &path, None) {
            return Err(match fault {
                PathFault::Blocked { by: Hindrance::Owner(Owner::Model(other)), short, .. }
                    if self.may_approach(state, ModelId(other)) =>
                {
                    Misfit::Through { model, other: ModelId(other), short }
                }
                PathFault::Blocked { by: Hindrance::Owner(Owner::Model(other)), short, .. }
                    if self.only_crosses(state, model, ModelId(other), path.end(start)) =>
                {
                    Misfit::Crossing { model, other: ModelId(other), short }
                }
                PathFault::Blocked { by, short, .. } | PathFault::BlockedEnd { by, short } => {
                    Misfit::Blocked { model, by, short }
                }
                _ => Misfit::Senseless(model),
            });
        }
        let cost = self.cost(state, model, start, &path)?;
        let allowance = reach.over(unstable, mover, start, &path);
        if cost > allowance {
            let climb = self.climb(state, model, start, &path)?;
            return Err(Misfit::TooLong { model, cost, climb, allowance, unstable: allowance < reach.open });
        }
        let end = path.end(start);
        let shape = base.at(end);
        let short = state.battlefield().bounds.short_of(shape.bounds());
        if short > Length::ZERO {
            return Err(Misfit::Blocked { model, by: Hindrance::Edge, short });
        }
        Ok((end, shape))
    }

    /// Where a model begins, and the path from there.
    fn start(&self, state: &State, model: ModelId, path: &Path) -> Result<(Pose, Path), Misfit> {
        match (&self.gait, state.pose(model)) {
            (Gait::Enter { side }, _) => enter_at(state, model, *side, path),
            (_, Some(start)) => Ok((start, path.clone())),
            (_, None) => Err(Misfit::NotAsked(model)),
        }
    }

    /// What a path costs, climbing included. Carries out `aot.ruling.move-path`.
    fn cost(&self, state: &State, model: ModelId, start: Pose, path: &Path) -> Result<Length, Misfit> {
        let across = match state.house().measure {
            Measure::Path => path.cost(start.at),
            Measure::StartToEnd => start.at.distance_up(path.end(start).at),
        };
        Ok(across + self.climb(state, model, start, path)?)
    }

    /// What a path costs a model, and what it may cost, for whoever wants to know before it is gone.
    pub(crate) fn price(&self, state: &State, model: ModelId, path: &Path) -> Option<(Length, Length)> {
        let (start, path) = self.start(state, model, path).ok()?;
        let without = self.without(state, model, start);
        let mover = Mover::new(state.base(model)).without(&without);
        let allowance = self.reach(state).over(&unstable(state, self.unit), mover, start, &path);
        Some((self.cost(state, model, start, &path).ok()?, allowance))
    }

    /// The owners of obstacles that do not hinder a model: itself, and Cover where it is not Hulking.
    ///
    /// Carries out `aot.ruling.hulking-placed-in-cover`.
    pub(crate) fn without(&self, state: &State, model: ModelId, start: Pose) -> SmallVec<[Owner; 8]> {
        let mut without = SmallVec::from_slice(&[Owner::from(model)]);
        let terrain = state.battlefield().terrain.iter().enumerate();
        let covers = terrain.filter(|(_, piece)| piece.rules.cover);
        if state.is_hulking(model) {
            if state.house().hulking_in_cover {
                let shape = state.base(model).at(start);
                let left = covers.filter(|(_, piece)| piece.polygon.overlaps_shape(&shape));
                without.extend(left.map(|(place, _)| cover_owner(place)));
            }
        } else if state.roll_call(self.unit).any(|other| state.is_hulking(other)) {
            without.extend(covers.map(|(place, _)| cover_owner(place)));
        }
        without
    }

    /// Whether a model is an enemy whose Battle Range may be entered, or left, in this move.
    fn may_approach(&self, state: &State, other: ModelId) -> bool {
        let unit = state.unit_of(other);
        match &self.gait {
            Gait::Charge { targets, .. } => targets.contains(&unit) || state.house().charge_touches_undeclared,
            Gait::Retreat { from } | Gait::Evade { from, .. } => from.contains(&unit),
            Gait::Scrum => true,
            Gait::Basic { .. } | Gait::Enter { .. } => false,
            Gait::Shift { .. } => true,
        }
    }

    /// Whether a model is an enemy that another passes too near to, and does not end near to.
    fn only_crosses(&self, state: &State, model: ModelId, other: ModelId, end: Pose) -> bool {
        let unit = state.unit_of(other);
        let shape = state.base(model).at(end);
        state.seat_of(unit) != state.seat_of(self.unit) && !shape.within(state.shape(other), BATTLE_RANGE)
    }

    /// What a path costs for going up, and where the settings say so for going down.
    ///
    /// Carries out `aot.move.vertical`, `aot.ruling.descending`, `aot.ruling.vertical-moves`,
    /// `aot.ability.agile.horizontal`.
    fn climb(&self, state: &State, model: ModelId, start: Pose, path: &Path) -> Result<Length, Misfit> {
        if start.level == 0 && path.legs.iter().all(|leg| leg.level == 0) {
            return Ok(Length::ZERO);
        }
        let base = state.base(model);
        let mut cost = Length::ZERO;
        let mut from = (start, base.at(start));
        for leg in &path.legs {
            let to = (*leg, base.at(*leg));
            let [low, high] = [&from, &to].map(|(pose, shape)| state.battlefield().piece_under(shape, pose.level));
            let same = |one: Option<&crate::battlefield::Terrain>| one.map(std::ptr::from_ref);
            if leg.level > 0 && (high.is_none() || (leg.level == from.0.level && same(low) != same(high))) {
                return Err(Misfit::Level(model));
            }
            let up = state.battlefield().height(&to.1, leg.level) - state.battlefield().height(&from.1, from.0.level);
            cost += if state.house().descent_costs { Length(up.0.abs()) } else { up.max(Length::ZERO) };
            from = to;
        }
        Ok(if state.has(self.unit, Ability::Agile) { Length::ZERO } else { cost })
    }
}

/// The start of a model that enters, and the rest of its path. Carries out `aot.ability.vanguard.enter-edge`,
/// `aot.ruling.vanguard-entry`.
fn enter_at(state: &State, model: ModelId, side: Side, path: &Path) -> Result<(Pose, Path), Misfit> {
    let Some((start, rest)) = path.legs.split_first() else { return Err(Misfit::NotOnEdge(model)) };
    if !side.holds(state.battlefield().bounds, start.at) || start.level != 0 {
        return Err(Misfit::NotOnEdge(model));
    }
    Ok((*start, Path { legs: rest.iter().copied().collect() }))
}

/// Adds the terrain that a unit cannot move through.
pub(crate) fn add_terrain(state: &State, unit: UnitId, agile: bool, obstacles: &mut Obstacles) {
    let hulking = !agile && state.roll_call(unit).any(|model| state.is_hulking(model));
    for (place, piece) in state.battlefield().terrain.iter().enumerate() {
        let owner = Owner::Piece(place as u16);
        if piece.rules.obstacle && !agile {
            obstacles.add_polygon(&piece.polygon, owner);
        } else if piece.rules.obstacle && !piece.rules.holds_bases {
            for part in piece.polygon.pieces() {
                obstacles.add(Obstacle::new(part.clone(), owner).counting(Counts::AtTheEnd));
            }
        }
        if piece.rules.cover && hulking {
            obstacles.add_polygon(&piece.polygon, cover_owner(place));
        }
    }
}

/// The Unstable terrain that slows a unit, as areas.
pub(crate) fn unstable(state: &State, unit: UnitId) -> Obstacles {
    let mut areas = Obstacles::new();
    if !state.has(unit, Ability::Agile) {
        for (place, piece) in state.battlefield().terrain.iter().enumerate() {
            if piece.rules.unstable {
                areas.add_polygon(&piece.polygon, Owner::Piece(place as u16));
            }
        }
    }
    areas
}

/// Where models are put down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ground {
    /// In the zone of the unit's Commander.
    Zone,
    /// Anywhere.
    Anywhere,
    /// Wholly within 3 in of the hull of a Transport; `close`: perhaps in Battle Range.
    Around {
        /// The hull, or its wreck.
        hull: ModelId,
        /// Whether models may be put down in Battle Range.
        close: bool,
    },
}

/// Whether models of a unit can be put down like this, the others of it standing where they do.
///
/// Carries out `aot.ruling.placement-legality`, `aot.setup.deploy-in-zone`, `aot.ruling.hulking-placed-in-cover`,
/// `aot.unit.coherency-always`, `aot.ruling.regenerate-placement`.
pub(crate) fn check_placement(
    state: &State,
    unit: UnitId,
    models: &[ModelId],
    ground: Ground,
    placed: &[(ModelId, Pose)],
) -> Result<(), Misfit> {
    for (at, (model, _)) in placed.iter().enumerate() {
        if !models.contains(model) || placed[..at].iter().any(|(other, _)| other == model) {
            return Err(Misfit::NotAsked(*model));
        }
    }
    if let Some(missing) = models.iter().find(|model| !placed.iter().any(|(other, _)| other == *model)) {
        return Err(Misfit::Missing(*missing));
    }
    let mut obstacles = placement_obstacles(state, unit, matches!(ground, Ground::Around { close: true, .. }));
    let mut ends: Ends = SmallVec::new();
    for (model, pose) in placed {
        let base = state.base(*model);
        let hulking = state.is_hulking(*model) && !state.house().hulking_in_cover;
        let covers = (0..state.battlefield().terrain.len()).filter(|_| !hulking).map(cover_owner);
        let without: SmallVec<[Owner; 32]> = covers.collect();
        let path = Path { legs: SmallVec::new() };
        if let Err(fault) = obstacles.check_path(Mover::new(base).without(&without), *pose, &path, None) {
            return Err(match fault {
                PathFault::Blocked { by, short, .. } | PathFault::BlockedEnd { by, short } => {
                    Misfit::Blocked { model: *model, by, short }
                }
                _ => Misfit::Senseless(*model),
            });
        }
        let shape = base.at(*pose);
        if pose.level > 0 && state.battlefield().piece_under(&shape, pose.level).is_none() {
            return Err(Misfit::Level(*model));
        }
        if ground == Ground::Zone && !state.zone_of(state.seat_of(unit)).is_some_and(|zone| zone.area.covers(&shape)) {
            return Err(Misfit::Outside(*model));
        }
        if let Ground::Around { hull, .. } = ground
            && !state.shape(hull).grown(NEAR).covers(&shape)
        {
            return Err(Misfit::TooFarOut { model: *model, hull });
        }
        obstacles.add(Obstacle::new(shape.clone(), *model));
        ends.push((*model, *pose, shape));
    }
    for model in state.living(unit) {
        if let Some(pose) = state.pose(model) {
            ends.push((model, pose, state.shape(model).clone()));
        }
    }
    if limits::are_coherent(state, &ends) { Ok(()) } else { Err(Misfit::Incoherent) }
}

/// What models that are put down must keep away from; `close`: perhaps in Battle Range.
pub(crate) fn placement_obstacles(state: &State, unit: UnitId, close: bool) -> Obstacles {
    let seat = state.seat_of(unit);
    let mut obstacles = Obstacles::within(state.battlefield().bounds);
    let agile = state.has(unit, Ability::Agile);
    for (place, piece) in state.battlefield().terrain.iter().enumerate() {
        if piece.rules.obstacle && (!agile || !piece.rules.holds_bases) {
            obstacles.add_polygon(&piece.polygon, Owner::Piece(place as u16));
        }
        if piece.rules.cover {
            obstacles.add_polygon(&piece.polygon, cover_owner(place));
        }
    }
    for other in state.fielded() {
        for model in state.standing(other) {
            let base = Obstacle::new(state.shape(model).clone(), model);
            obstacles.add(if close || state.seat_of(other) == seat { base } else { base.beyond(BATTLE_RANGE) });
        }
    }
    obstacles
}

impl State {
    /// A way in over an edge, about the middle or the ends of it, if one is found.
    pub(crate) fn way_in(&self, unit: UnitId, side: Side) -> Option<Paths> {
        let (from, to) = side.span(self.battlefield().bounds);
        let places = [4, 2, 6, 1, 7].map(|eighth| from + (to - from) / 8 * eighth);
        places.into_iter().find_map(|along| plan_entry(self, unit, side, along))
    }

    /// Whether a unit is held back in Vanguard.
    pub(crate) fn is_in_vanguard(&self, unit: UnitId) -> bool {
        self.unit(unit).at == Whereabouts::Vanguard
    }
}
