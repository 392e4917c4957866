//! Models that are put down: what a book says of it, and all that follows from that.

use std::cell::OnceCell;

use engine::Drafted;
use ground::{
    Area, Intent, Length, Limits, Link, Member, Mover, Obstacle, Obstacles, Outline, Path, PathFault, Planner, Point,
    Pose, Region, Request, Rim, Search, Shape, Spacing,
};
use smallvec::SmallVec;
use vocabulary::{Answer, Form, Limit, ModelId, Omit, Wish};

use crate::limits::{Linked, Way, Words, add_obstacles, closed_to, is_carried_out, passes};
use crate::walk::drafts::{is_near, makes_sense, middle};
use crate::walk::reaching::facings;
use crate::{Ends, Misfit, Models, Scene, Zone};

/// Places of models.
pub type Placed = SmallVec<[(ModelId, Pose); 4]>;

/// Where models must be put; wholly, unless it says otherwise.
#[derive(Clone, Debug)]
pub enum Within<'a> {
    /// Anywhere on the battlefield.
    Anywhere,
    /// With their nearest point near to an edge of the battlefield, by a rule.
    Edge {
        /// How near.
        near: Length,
        /// The rule.
        rule: &'static str,
    },
    /// In a zone, by a rule.
    Zone(&'a Zone, &'static str),
    /// Near to a model, which need not stand any more.
    Around {
        /// The model.
        model: ModelId,
        /// How near.
        near: Length,
        /// Whether all of a base must be so near; otherwise its nearest point is enough.
        wholly: bool,
    },
}

/// What a book says of models that are put down.
#[derive(Clone, Debug)]
pub struct PlacingTerms<'a> {
    /// Those that are put down.
    pub models: Models,
    /// Those of the unit that stand already and count with them.
    pub others: Models,
    /// Where.
    pub within: Within<'a>,
    /// What holds for where they stand.
    pub limits: Vec<Limit>,
    /// The rule that asks, behind whatever no limit says.
    pub why: &'static str,
    /// The rule that says where models can stand.
    pub levels: &'static str,
    /// What refusals call things.
    pub words: Words,
}

/// Models that are put down, made ready.
#[derive(Debug)]
pub struct Placing<'a, T> {
    pub(crate) scene: Scene<'a, T>,
    terms: PlacingTerms<'a>,
    pub(crate) linked: Option<(Linked, usize)>,
    obstacles: OnceCell<Obstacles>,
}

impl<'a, T> Placing<'a, T> {
    /// Makes it ready.
    pub fn new(scene: Scene<'a, T>, terms: PlacingTerms<'a>) -> Placing<'a, T> {
        debug_assert!(terms.limits.iter().all(is_carried_out), "{:?}", terms.limits);
        let linked = Linked::of(&terms.limits);
        Placing { scene, terms, linked, obstacles: OnceCell::new() }
    }

    /// What the book says of it.
    pub fn terms(&self) -> &PlacingTerms<'a> {
        &self.terms
    }

    /// The form in which it is asked, with who may be left out.
    pub fn form(&self, omit: Omit) -> Form {
        let PlacingTerms { models, limits, .. } = &self.terms;
        Form::Place { models: models.to_vec(), within: self.region(), limits: limits.clone(), omit }
    }

    /// Where models may stand; anywhere near to those that hold together with them.
    fn region(&self) -> Region {
        match self.terms.within {
            Within::Zone(zone, _) => Region::from(zone.outline.clone()),
            Within::Around { .. } => self.around().map(|reach| Region::from(reach.outline())).unwrap_or_default(),
            Within::Edge { near, .. } => self.ring(near),
            Within::Anywhere if self.terms.others.is_empty() => {
                let bounds = self.scene.laid.bounds;
                Outline::rectangle(bounds.low, bounds.high).into()
            }
            Within::Anywhere => {
                let gap = self.linked.map_or(Length::ZERO, |(linked, _)| linked.gap);
                let widths = self.terms.models.iter().map(|model| self.scene.troops.base(*model).longest());
                let far = gap + widths.max().unwrap_or(Length::ZERO);
                let near = self.terms.others.iter().map(|other| self.scene.troops.shape(*other).grown(far).outline());
                Region { outlines: near.collect() }
            }
        }
    }

    /// What bases must be wholly within, if they are put around a model. Where their nearest point is enough, that is as
    /// much more as the narrowest of them is wide: for round bases just the same.
    pub(crate) fn around(&self) -> Option<Shape> {
        let Within::Around { model, near, wholly } = self.terms.within else { return None };
        let more = if wholly { Length::ZERO } else { self.narrowest() };
        Some(self.scene.troops.shape(model).grown(near + more))
    }

    /// How wide the narrowest of the bases is.
    fn narrowest(&self) -> Length {
        let widths = self.terms.models.iter().map(|model| self.scene.troops.base(*model).shortest());
        widths.min().unwrap_or(Length::ZERO)
    }

    /// The ring along the edges that bases must be wholly within so that their nearest point is near to one: for round
    /// bases just the same.
    fn ring(&self, near: Length) -> Region {
        let bounds = self.scene.laid.bounds;
        let inside = bounds.grown(Length::ZERO - near - self.narrowest());
        let mut outline = Outline::rectangle(bounds.low, bounds.high);
        if inside.low.x < inside.high.x && inside.low.y < inside.high.y {
            outline.holes.push(Outline::rectangle(inside.low, inside.high));
        }
        outline.into()
    }

    /// How far a base is from the edge of the battlefield that is nearest to it.
    pub(crate) fn edge_gap(&self, shape: &Shape) -> Length {
        let (bounds, own) = (self.scene.laid.bounds, shape.bounds());
        let gaps = [
            own.low.x - bounds.low.x,
            own.low.y - bounds.low.y,
            bounds.high.x - own.high.x,
            bounds.high.y - own.high.y,
        ];
        Length(gaps.into_iter().min().unwrap_or(0))
    }

    /// Whether a base stands where it must be put.
    fn is_within(&self, shape: &Shape) -> bool {
        match self.terms.within {
            Within::Anywhere => true,
            Within::Edge { near, .. } => self.edge_gap(shape) <= near,
            Within::Zone(zone, _) => zone.area.covers(shape),
            Within::Around { model, near, wholly: false } => shape.within(self.scene.troops.shape(model), near),
            Within::Around { model, near, .. } => self.scene.troops.shape(model).grown(near).covers(shape),
        }
    }

    /// What models must keep away from.
    fn obstacles(&self) -> &Obstacles {
        self.obstacles.get_or_init(|| {
            let mut obstacles = Obstacles::within(self.scene.laid.bounds);
            add_obstacles(self.scene, &self.terms.limits, Way::Placing, &mut obstacles);
            obstacles
        })
    }

    /// Whether models can be put down like this, the others of their unit standing where they do.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, placed: &[(ModelId, Pose)]) -> Result<(), Misfit> {
        let models = &self.terms.models;
        for (at, (model, _)) in placed.iter().enumerate() {
            if !models.contains(model) || placed[..at].iter().any(|(other, _)| other == model) {
                return Err(Misfit::NotAsked(*model));
            }
        }
        if let Some(missing) = models.iter().find(|model| !placed.iter().any(|(other, _)| other == *model)) {
            return Err(Misfit::Missing(*missing));
        }
        let mut obstacles = self.obstacles().clone();
        let mut ends = Ends::new();
        for (model, pose) in placed {
            let base = self.scene.troops.base(*model);
            let passes = passes(self.scene, &self.terms.limits, *model, None);
            if let Err(fault) = obstacles.check_path(Mover::new(base).without(&passes), *pose, &Path::default(), None) {
                return Err(match fault {
                    PathFault::Blocked { by, short, .. } | PathFault::BlockedEnd { by, short } => {
                        Misfit::Blocked { model: *model, by, short, at_the_end: true, end: *pose }
                    }
                    _ => Misfit::Senseless(*model),
                });
            }
            let shape = base.at(*pose);
            if pose.level > 0 && self.scene.laid.piece_under(&shape, pose.level).is_none() {
                return Err(Misfit::Level(*model));
            }
            if !self.is_within(&shape) {
                return Err(Misfit::Outside(*model));
            }
            obstacles.add(Obstacle::new(shape.clone(), *model));
            ends.push((*model, *pose, shape));
        }
        ends.extend(self.standing());
        let holds = self.linked.is_none_or(|(linked, _)| linked.holds(&linked.links(self.scene, &ends)));
        if holds { Ok(()) } else { Err(Misfit::Scattered) }
    }

    /// The others of the unit, where they stand.
    pub(crate) fn standing(&self) -> impl Iterator<Item = crate::End> + '_ {
        let troops = self.scene.troops;
        let others = self.terms.others.iter().copied();
        others.filter_map(|model| Some((model, troops.pose(model)?, troops.shape(model).clone())))
    }

    /// A legal place as near to a point as can be, if one is found.
    pub fn plan(&self, about: Point) -> Option<Placed> {
        match self.terms.within {
            Within::Around { wholly: true, .. } => self.plan_around(about),
            Within::Around { .. } => {
                let reach = Area::new(&Region::from(self.around()?.outline())).ok()?;
                self.plan_in(&reach, about).filter(|placed| self.check(placed).is_ok())
            }
            Within::Edge { near, .. } => {
                let ring = Area::new(&self.ring(near)).ok()?;
                self.plan_in(&ring, about).filter(|placed| self.check(placed).is_ok())
            }
            Within::Zone(zone, _) => self.plan_in(&zone.area, about),
            Within::Anywhere => self.arrange(&self.all_at(about), None, Intent::Towards(about)),
        }
    }

    fn all_at(&self, about: Point) -> Placed {
        self.terms.models.iter().map(|model| (*model, Pose::at(about))).collect()
    }

    /// A place in an area as near to a point as can be, if the planner finds one.
    pub(crate) fn plan_in(&self, area: &Area, about: Point) -> Option<Placed> {
        self.arrange(&self.all_at(about), Some(area), Intent::Into(area, about))
    }

    /// A place near to poses of each model's own, if the planner finds one.
    pub(crate) fn plan_near(&self, wish: &[(ModelId, Pose)], within: Option<&Area>) -> Option<Placed> {
        let points: Vec<Point> = wish.iter().map(|(_, pose)| pose.at).collect();
        self.arrange(wish, within, Intent::Each(&points))
    }

    /// What models must keep away from, but for what is closed to none of them.
    fn closed(&self) -> Obstacles {
        let mut obstacles = self.obstacles().clone();
        let nobodys = |closed_to: &[ModelId]| !closed_to.iter().any(|model| self.terms.models.contains(model));
        closed_to(self.scene, &self.terms.limits, nobodys).for_each(|owner| obstacles.remove(owner));
        obstacles
    }

    /// What the planner finds for models that are put down near to poses.
    fn arrange(&self, about: &[(ModelId, Pose)], within: Option<&Area>, intent: Intent<'_>) -> Option<Placed> {
        let obstacles = self.closed();
        let member = |(model, pose): &(ModelId, Pose)| Member::placed(self.scene.troops.base(*model), *pose);
        let members: Vec<Member<'_>> = about.iter().map(member).collect();
        let link = self.linked.map(|(linked, _)| Link { gap: linked.gap, neighbours: linked.neighbours });
        let limits = Limits { area: within, link, ..Limits::default() };
        let request = Request { members: &members, obstacles: &obstacles, limits, intent, spacing: Spacing::Bunched };
        let arrangement = Planner::new().plan(&request).ok()?;
        Some(about.iter().map(|(model, _)| *model).zip(arrangement.moves.iter().map(|moved| moved.pose)).collect())
    }

    /// A place around a model, as near to a point as can be, if one is found: in rows around it, whose places are a hair
    /// apart.
    fn plan_around(&self, about: Point) -> Option<Placed> {
        let Within::Around { model: middle, near, .. } = self.terms.within else { return None };
        let base = |model: ModelId| self.scene.troops.base(model);
        let mut order: Models = self.terms.models.clone();
        order.sort_by_key(|model| std::cmp::Reverse(base(*model).longest()));
        let narrow = base(*order.last()?).longest();
        let (obstacles, reach) = (self.closed(), self.around()?);
        let stands = |model: ModelId, at: Point| {
            let (mover, pose) = (Mover::new(base(model)), Pose::at(at));
            reach.covers(&base(model).at(pose)) && obstacles.check_path(mover, pose, &Path::default(), None).is_ok()
        };
        let spots = rows_around(self.scene.troops.shape(middle), near, narrow);
        let mut starts = spots.clone();
        starts.sort_by_key(|spot| (spot.distance_squared(about), *spot));
        starts.into_iter().find_map(|start| {
            let mut near = spots.clone();
            near.sort_by_key(|spot| (spot.distance_squared(start), *spot));
            let mut taken: SmallVec<[Shape; 8]> = SmallVec::new();
            let mut placed = Placed::new();
            for model in &order {
                let free = |spot: &&Point| {
                    let shape = base(*model).at(Pose::at(**spot));
                    !taken.iter().any(|other| other.overlaps(&shape)) && stands(*model, **spot)
                };
                let spot = *near.iter().find(free)?;
                taken.push(base(*model).at(Pose::at(spot)));
                placed.push((*model, Pose::at(spot)));
            }
            self.check(&placed).is_ok().then_some(placed)
        })
    }

    /// A place for a single model near to another, wherever there is any: every spot that can settle it is looked at.
    pub fn room_for_one(&self, model: ModelId) -> Option<Placed> {
        let Within::Around { model: middle, near, wholly: false } = self.terms.within else { return None };
        let (base, shape) = (self.scene.troops.base(model), self.scene.troops.shape(middle));
        let (obstacles, size) = (self.closed(), shape.bounds());
        let passes = passes(self.scene, &self.terms.limits, model, None);
        let mover = Mover::new(base).without(&passes);
        let rims = [Rim { shape, gap: near }];
        let within = Length(size.width().0.max(size.height().0)) + near + base.turning();
        facings(base, Pose::at(size.centre())).find_map(|facing| {
            let start = Pose { facing, ..Pose::at(size.centre()) };
            let search = Search { mover, start, within, near: &[&rims] };
            search.first(&obstacles, |pose| {
                let placed = Placed::from_iter([(model, pose)]);
                self.check(&placed).is_ok().then_some(placed)
            })
        })
    }

    /// What comes of where somebody would like models to be put.
    pub fn draft(&self, wish: &Wish) -> Drafted {
        let (troops, laid) = (self.scene.troops, self.scene.laid);
        if !makes_sense(wish, &self.terms.models) {
            return Answer::Place(wish.iter().copied().collect()).into();
        }
        let on_level = |(model, pose): &(ModelId, Pose)| (*model, laid.levelled(troops.base(*model), *pose, *pose));
        let as_wished: Placed = wish.iter().map(on_level).collect();
        let fits = |places: &Placed| self.check(places).is_ok();
        if wish.len() < self.terms.models.len() || fits(&as_wished) {
            return Answer::Place(as_wished).into();
        }
        let found = self.nearest(&as_wished).map(|found| {
            let raised = |(model, pose): &(ModelId, Pose)| (*model, self.scene.raised(&as_wished, *model, *pose));
            let raised: Placed = found.iter().map(raised).collect();
            if fits(&raised) { raised } else { found }
        });
        let end =
            |places: &Placed, model: ModelId| places.iter().find(|(other, _)| *other == model).map(|(_, pose)| *pose);
        match found {
            Some(found) if is_near(&as_wished, |model| end(&found, model)) => Answer::Place(found).into(),
            nearest => Drafted { answer: Answer::Place(as_wished), nearest: nearest.map(Answer::Place) },
        }
    }

    /// The nearest legal place to a wish that the planner finds.
    fn nearest(&self, wish: &Placed) -> Option<Placed> {
        let around = self.around().and_then(|reach| Area::new(&Region::from(reach.outline())).ok());
        let held = |(model, pose): &(ModelId, Pose)| {
            let at = match self.terms.within {
                Within::Zone(zone, _) => zone.nearest(pose.at, self.scene.troops.base(*model).longest()),
                _ => pose.at,
            };
            (*model, Pose { at, level: 0, ..*pose })
        };
        let held: Placed = wish.iter().map(held).collect();
        let ring = match self.terms.within {
            Within::Edge { near, .. } => Area::new(&self.ring(near)).ok(),
            _ => None,
        };
        let within = match self.terms.within {
            Within::Zone(zone, _) => Some(&zone.area),
            _ => around.as_ref().or(ring.as_ref()),
        };
        let fits = |places: &Placed| self.check(places).is_ok();
        let about = match self.terms.within {
            Within::Anywhere if !self.terms.others.is_empty() => self.nearest_comrade(middle(&held)),
            _ => Some(middle(&held)),
        };
        let near = self.plan_near(&held, within).filter(fits);
        near.or_else(|| self.plan(about?).filter(fits))
    }

    /// Where the model of the unit stands that is nearest to a point.
    fn nearest_comrade(&self, about: Point) -> Option<Point> {
        let poses = self.terms.others.iter().filter_map(|model| self.scene.troops.pose(*model));
        poses.map(|pose| pose.at).min_by_key(|at| at.distance_squared(about))
    }
}

/// Places in rows around something, up to a distance, for bases of a width, each row as near as can be to the one before.
fn rows_around(middle: &Shape, near: Length, wide: Length) -> Vec<Point> {
    let bounds = middle.bounds();
    let (centre, hair) = (bounds.centre(), Length::mm(1).0);
    let (inner, step) = (bounds.width().0.max(bounds.height().0) / 2, wide.0 + hair);
    let mut spots = Vec::new();
    for row in 0.. {
        let far = Point::new(inner + step / 2 + hair + row * step, 0);
        if far.x + wide.0 / 2 > inner + near.0 {
            break;
        }
        let apart = |turn: &u16| far.distance_squared(far.turned(*turn)) >= i64::from(step).pow(2);
        let Some(turn) = (1..512).find(apart) else { break };
        for place in 0..1_024 / turn {
            let spot = far.turned(place * turn + (row as u16 % 2) * turn / 2);
            spots.push(Point::new(centre.x + spot.x, centre.y + spot.y));
        }
    }
    spots
}
