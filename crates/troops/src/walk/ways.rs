//! Ways of models to where somebody would like them to stand: straight, or around what is in between.

use ground::{Counts, Length, Mover, Obstacle, Obstacles, Path, Point, Pose, Scout, Shape};
use smallvec::SmallVec;
use vocabulary::ModelId;

use super::{End, Measure, Paths, Walk};

/// Spots to enter at that are tried, in inches beside the one straight across.
const BESIDE: [i32; 13] = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6];
/// Goals no further from each other than this are as good as the same: a tenth of a millimetre.
const BESIDE_GOAL: Length = Length(10);
/// A spot to stand on is looked for no further away than this.
const FURTHEST: Length = Length::inches(6);

impl<T> Walk<'_, T> {
    /// The ways of models to poses, in an order in which nobody is in the way of another where there is one.
    ///
    /// A way need not be legal: where none is, it leads straight to the pose or around what it can be led around, so that
    /// it shows what is wrong with it.
    pub(super) fn ways(&self, wish: &[(ModelId, Pose)]) -> Paths {
        let mut ways = Ways::new(self);
        let fixed = ways.fixed(wish);
        let goals: Vec<Goal> = wish.iter().map(|(model, pose)| ways.goal(&fixed, *model, *pose)).collect();
        let first = ways.send(in_front_first(&goals));
        let order_matters = goals.len() > 1 && goals.iter().all(|goal| goal.is_open);
        if !order_matters || self.check(&first).is_ok() {
            return first;
        }
        let mut behind_first = in_front_first(&goals);
        behind_first.reverse();
        let second = Ways::new(self).send(behind_first);
        if self.check(&second).is_ok() { second } else { first }
    }

    /// Where models would get to with what they may go: where their ways end, or if those are too long as far along as
    /// they can; next to the pose where nobody can stand on it.
    pub(super) fn targets(&self, wish: &[(ModelId, Pose)], paths: &Paths) -> Vec<(ModelId, Pose)> {
        let ways = Ways::new(self);
        let fixed = ways.fixed(wish);
        let target = |(model, pose): &(ModelId, Pose)| {
            let goal = ways.goal(&fixed, *model, *pose);
            let passes = self.passes(*model, goal.start);
            let mover = Mover::new(self.scene.troops.base(*model)).without(&passes);
            let path = paths.iter().find(|(other, _)| other == model).map(|(_, path)| path);
            let reach = path.map(|path| self.allowance(*model, goal.start, path));
            let end = match (path, reach) {
                (Some(path), Some(reach)) if goal.is_open && path.cost(goal.start.at) > reach => {
                    fixed.along(mover, goal.start, path, reach).end(goal.start)
                }
                _ => fixed.nearest_spot(mover, goal.end, Some(FURTHEST)).unwrap_or(goal.end),
            };
            (*model, end)
        };
        wish.iter().map(target).collect()
    }
}

/// A model with where it begins and where it is wished.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    model: ModelId,
    start: Pose,
    pub(super) end: Pose,
    /// Whether it can stand there, comrades aside.
    is_open: bool,
}

impl Goal {
    /// A goal on which the model can stand.
    pub(super) fn open(model: ModelId, start: Pose, end: Pose) -> Goal {
        Goal { model, start, end, is_open: true }
    }

    /// Whether two goals are so near to each other that a way to one says enough about the other.
    pub(super) fn is_beside(&self, other: &Goal) -> bool {
        let Pose { at, level, facing } = other.end;
        self.end.at.distance_squared(at) <= i64::from(BESIDE_GOAL.0).pow(2)
            && (self.end.level, self.end.facing) == (level, facing)
    }
}

/// Those in front first, so that nobody walks into the one before.
fn in_front_first(goals: &[Goal]) -> Vec<Goal> {
    let along = |value: fn(Point) -> i32| {
        goals.iter().map(|goal| i64::from(value(goal.end.at)) - i64::from(value(goal.start.at))).sum::<i64>()
    };
    let (x, y) = (along(|at| at.x), along(|at| at.y));
    let mut goals = goals.to_vec();
    goals.sort_by_key(|goal| -(x * i64::from(goal.end.at.x) + y * i64::from(goal.end.at.y)));
    goals
}

/// Finds ways past everything as it stands at that moment.
pub(super) struct Ways<'w, 'a, T> {
    walk: &'w Walk<'a, T>,
    obstacles: Obstacles,
    counts: Counts,
    scout: Scout,
}

impl<'w, 'a, T> Ways<'w, 'a, T> {
    fn new(walk: &'w Walk<'a, T>) -> Ways<'w, 'a, T> {
        Ways { walk, obstacles: walk.obstacles().clone(), counts: walk.comrades_count(), scout: Scout::new() }
    }

    /// Ways past models of the unit that stand where they end.
    pub(super) fn past<'b>(walk: &'w Walk<'a, T>, ends: impl Iterator<Item = &'b End>) -> Ways<'w, 'a, T> {
        let mut ways = Ways::new(walk);
        ends.for_each(|(model, _, shape)| ways.stand(*model, shape.clone()));
        ways
    }

    /// What is in the way as everybody stands at the moment.
    pub(super) fn obstacles(&self) -> &Obstacles {
        &self.obstacles
    }

    /// A model of the unit stands somewhere else.
    fn stand(&mut self, model: ModelId, shape: Shape) {
        self.obstacles.remove(model);
        self.obstacles.add(Obstacle::new(shape, model).counting(self.counts));
    }

    /// What is in the way whatever the models do.
    fn fixed(&self, wish: &[(ModelId, Pose)]) -> Obstacles {
        let mut fixed = self.obstacles.clone();
        wish.iter().for_each(|(model, _)| fixed.remove(*model));
        fixed
    }

    fn goal(&self, fixed: &Obstacles, model: ModelId, wished: Pose) -> Goal {
        let scene = self.walk.scene;
        let start = match (self.walk.terms.enters, scene.troops.pose(model)) {
            (Some((side, _)), _) => {
                Pose { at: side.nearest(scene.laid.bounds, wished.at), level: 0, facing: wished.facing }
            }
            (None, pose) => pose.unwrap_or(wished),
        };
        let base = scene.troops.base(model);
        let end = scene.laid.levelled(base, start, wished);
        let passes = self.walk.passes(model, start);
        Goal { model, start, end, is_open: fixed.blocks_spot(Mover::new(base).without(&passes), end).is_none() }
    }

    /// Sends the models one after the other: always the first who can go straight, and if nobody can, the first whose
    /// place is free.
    fn send(&mut self, mut left: Vec<Goal>) -> Paths {
        let mut paths = Paths::new();
        while !left.is_empty() {
            let straight = left.iter().enumerate().find_map(|(at, goal)| Some((at, self.straight(goal)?)));
            let (at, path) = straight.unwrap_or_else(|| {
                let at = left.iter().position(|goal| goal.is_open && self.is_free(goal)).unwrap_or(0);
                (at, self.around(&left[at]))
            });
            let goal = left.remove(at);
            self.stand(goal.model, self.walk.scene.troops.base(goal.model).at(goal.end));
            paths.push((goal.model, path));
        }
        paths
    }

    fn is_free(&self, goal: &Goal) -> bool {
        let passes = self.walk.passes(goal.model, goal.start);
        let mover = Mover::new(self.walk.scene.troops.base(goal.model)).without(&passes);
        self.obstacles.blocks_spot(mover, goal.end).is_none()
    }

    fn is_legal(&self, model: ModelId, path: &Path) -> bool {
        self.walk.step(model, path, &self.obstacles).is_ok()
    }

    /// A straight way, if it is legal; one that enters may begin a little to the side.
    pub(super) fn straight(&self, goal: &Goal) -> Option<Path> {
        let straight = |start: Pose| self.whole(goal, start, &Path::straight(goal.end));
        let Some((side, _)) = self.walk.terms.enters else {
            return Some(straight(goal.start)).filter(|path| self.is_legal(goal.model, path));
        };
        let bounds = self.walk.scene.laid.bounds;
        let across = |inches: i32| {
            let along = side.along(goal.start.at) + Length::inches(inches).0;
            straight(Pose { at: side.nearest(bounds, side.place(bounds, along, Length::ZERO)), ..goal.start })
        };
        BESIDE.into_iter().map(across).find(|path| self.is_legal(goal.model, path))
    }

    /// The shortest way around what is in between; straight if there is none, so that it shows what is wrong with it.
    fn around(&mut self, goal: &Goal) -> Path {
        let legal = self.legal_way_around(goal);
        let longer = legal.or_else(|| self.route(goal, None, false));
        longer.unwrap_or_else(|| self.whole(goal, goal.start, &Path::straight(goal.end)))
    }

    /// The shortest legal way around what is in between, around what slows where only that is legal.
    pub(super) fn legal_way_around(&mut self, goal: &Goal) -> Option<Path> {
        // Where only start and end are measured, a way may be as long as it likes.
        let is_measured = self.walk.terms.measure == Measure::Path;
        let most = is_measured.then(|| self.walk.full_allowance(goal.model));
        let found = self.route(goal, most, false).filter(|path| self.is_legal(goal.model, path));
        if found.is_some() || self.walk.tolls().is_empty() {
            return found;
        }
        self.route(goal, most, true).filter(|path| self.is_legal(goal.model, path))
    }

    fn route(&mut self, goal: &Goal, most: Option<Length>, past_slow: bool) -> Option<Path> {
        let passes = self.walk.passes(goal.model, goal.start);
        let mover = Mover::new(self.walk.scene.troops.base(goal.model)).without(&passes);
        let with_slow = past_slow.then(|| {
            let mut all = self.obstacles.clone();
            let slow = self.walk.tolls().iter().flat_map(|(_, ground)| ground.list());
            slow.for_each(|area| all.add(area.clone()));
            all
        });
        let obstacles = with_slow.as_ref().unwrap_or(&self.obstacles);
        let route = self.scout.route(obstacles, mover, goal.start, goal.end, most).ok()?;
        Some(self.whole(goal, goal.start, &route.path)).filter(|path| path.legs.len() <= Path::MOST_LEGS)
    }

    /// A way with the level of each leg: on the piece that it began on as long as it lies there, then on the ground, and
    /// as wished at the end. It begins on the edge where the model enters.
    fn whole(&self, goal: &Goal, start: Pose, path: &Path) -> Path {
        let (laid, base) = (self.walk.scene.laid, self.walk.scene.troops.base(goal.model));
        let mut legs: SmallVec<[Pose; 2]> = SmallVec::new();
        if self.walk.terms.enters.is_some() {
            legs.push(start);
        }
        let mut from = start;
        for (place, leg) in path.legs.iter().enumerate() {
            let last = place + 1 == path.legs.len();
            let to = if last { goal.end } else { laid.grounded(base, from, *leg) };
            if last && to.level > 0 && to.level == from.level && laid.grounded(base, from, to) != to {
                // From one piece to another of the same height there is no way but over the ground.
                let middle = Point::new(i32::midpoint(from.at.x, to.at.x), i32::midpoint(from.at.y, to.at.y));
                legs.push(Pose { at: middle, level: 0, ..to });
            }
            legs.push(to);
            from = to;
        }
        Path { legs }
    }
}
