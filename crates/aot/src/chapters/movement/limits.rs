//! What moves and placings must keep to: the limits that Commanders see, each with its rule.

use ground::{Length, Outline};
use smallvec::SmallVec;
use vocabulary::{Limit, LimitKind, ModelId, Ref, UnitId, Who};

use super::{Gait, Move};
use crate::battlefield::Terrain;
use crate::forces::ability::Ability;
use crate::state::{BATTLE_RANGE, COHERENCY, COHERENCY_HEIGHT, Models, State};

/// The areas of pieces of terrain of a kind.
pub(super) fn pieces(state: &State, of: impl Fn(&Terrain) -> bool) -> Vec<Ref> {
    let terrain = state.battlefield().terrain.iter().enumerate();
    terrain.filter(|(_, piece)| of(piece)).map(|(place, _)| Ref::Area(state.battlefield().terrain_id(place))).collect()
}

fn units(list: impl Iterator<Item = UnitId>) -> Vec<Ref> {
    list.map(Ref::Unit).collect()
}

/// Adds a limit that regards something, unless there is nothing.
fn add(limits: &mut Vec<Limit>, limit: Limit) {
    if !limit.from.is_empty() {
        limits.push(limit);
    }
}

fn through(rule: &'static str, from: Vec<Ref>) -> Limit {
    Limit::new("through", LimitKind::NotThrough, Length::ZERO, rule).from(from)
}

fn keep_away(rule: &'static str, from: Vec<Ref>) -> Limit {
    Limit::new("battle-range", LimitKind::KeepAway, BATTLE_RANGE, rule).from(from)
}

fn within_battle_range(rule: &'static str, from: Vec<Ref>, who: Who) -> Limit {
    Limit { who, ..Limit::new("battle-range", LimitKind::EndWithin, BATTLE_RANGE, rule).from(from) }
}

impl Move {
    /// All that holds for where the models go and end, besides how far they may go.
    ///
    /// Carries out `aot.ruling.leaving-table`, `aot.unit.coherency-always`.
    pub(super) fn limits(&self, state: &State, movers: &Models) -> Vec<Limit> {
        let mut limits = ground(state, self.unit, movers);
        bases(state, self.unit, &mut limits);
        self.battle_range(state, &mut limits);
        limits.push(edge(state));
        let linked = linked(state, movers.len().max(state.living(self.unit).count()));
        let scattered = state.is_on_field(self.unit) && !state.stands_coherent(self.unit);
        limits.extend(linked.map(|limit| if scattered { limit.also("aot.ruling.coherency-broken") } else { limit }));
        self.direction(state, movers, &mut limits);
        limits
    }

    /// How near enemies may be come to.
    ///
    /// Carries out `aot.move.no-entering-battle-range`, `aot.move.retreat-move`,
    /// `aot.ruling.battle-range-on-the-way`, `aot.ruling.retreat-impossible`, `aot.ruling.charge-undeclared-units`.
    fn battle_range(&self, state: &State, limits: &mut Vec<Limit>) {
        let seat = state.seat_of(self.unit);
        let on_the_way = |from| keep_away("aot.move.no-entering-battle-range", from).on_the_way();
        match &self.gait {
            Gait::Basic { .. } | Gait::Enter { .. } => add(limits, on_the_way(units(state.enemies_of(seat)))),
            Gait::Retreat { from } | Gait::Evade { from, .. } => {
                let others = state.enemies_of(seat).filter(|enemy| !from.contains(enemy));
                add(limits, on_the_way(units(others)));
                add(limits, keep_away(self.rule(), units(from.iter().copied())));
            }
            Gait::Charge { targets, .. } => {
                let undeclared = state.enemies_of(seat).filter(|enemy| !targets.contains(enemy));
                if !state.house().charge_touches_undeclared {
                    add(limits, keep_away("aot.ruling.charge-undeclared-units", units(undeclared)).on_the_way());
                }
            }
            Gait::Scrum | Gait::Shift { .. } => {}
        }
    }

    /// Where a move must lead to.
    ///
    /// Carries out `aot.charge.success.ed1`, `aot.charge.success.ed2-3`, `aot.charge.move`, `aot.ruling.charge-reach`,
    /// `aot.action.scrum-direction`, `aot.ruling.scrum-details`, `aot.transport.scrum-disembark.stay-engaged`,
    /// `aot.reaction.evade-exists`, `aot.ruling.evade-direction`.
    fn direction(&self, state: &State, movers: &Models, limits: &mut Vec<Limit>) {
        let closer =
            |rule, from| Limit::new("closer", LimitKind::EndCloser { strictly: true }, Length::ZERO, rule).from(from);
        match &self.gait {
            Gait::Charge { targets, .. } => {
                let success = state.house().edition.charge_success();
                let each = targets.iter().map(|target| vec![Ref::Unit(*target)]);
                limits.extend(each.map(|target| within_battle_range(success, target, Who::AtLeast(1))));
                let all = units(targets.iter().copied());
                let each = within_battle_range("aot.charge.move", all, Who::EachIfAble);
                limits.push(Limit { any: true, ..each });
            }
            Gait::Scrum => {
                for model in movers {
                    let nearest = state.nearest_enemies(*model).into_iter().map(Ref::Model).collect();
                    let limit = closer("aot.action.scrum-direction", nearest).also("aot.ruling.scrum-details");
                    limits.push(Limit { models: vec![*model], any: true, ..limit });
                }
            }
            Gait::Shift { from } => {
                let rule = "aot.transport.scrum-disembark.stay-engaged";
                let each = from.iter().map(|enemy| vec![Ref::Unit(*enemy)]);
                limits.extend(each.map(|enemy| within_battle_range(rule, enemy, Who::AtLeast(1))));
            }
            Gait::Evade { piece, .. } => {
                let area = Ref::Area(state.battlefield().terrain_id((*piece).into()));
                // Touching it or inside it is as close as can be.
                limits.push(closer("aot.ruling.evade-direction", vec![area]));
            }
            _ => {}
        }
    }
}

/// The edge of the battlefield. Carries out `aot.ruling.leaving-table`.
fn edge(state: &State) -> Limit {
    let bounds = state.battlefield().bounds;
    let edge = Limit::new("edge", LimitKind::EndWithin, Length::ZERO, "aot.ruling.leaving-table");
    Limit { at: vec![Outline::rectangle(bounds.low, bounds.high)], ..edge }
}

/// The terrain that a unit cannot move through.
///
/// Carries out `aot.terrain.obstacle-move`, `aot.terrain.cover-no-hulking`, `aot.ability.hulking.no-cover-move`,
/// `aot.ability.agile.ignores-terrain`, `aot.ruling.agile-and-hulking`, `aot.ruling.agile-ending-on-obstacle`.
pub(crate) fn ground(state: &State, unit: UnitId, movers: &Models) -> Vec<Limit> {
    let mut limits = Vec::new();
    if state.has(unit, Ability::Agile) {
        let closed = pieces(state, |piece| piece.rules.obstacle && !piece.rules.holds_bases);
        add(&mut limits, through("aot.ruling.agile-ending-on-obstacle", closed));
        return limits;
    }
    let closed = pieces(state, |piece| piece.rules.obstacle);
    add(&mut limits, through("aot.terrain.obstacle-move", closed).on_the_way());
    let hulking: Vec<ModelId> = movers.iter().copied().filter(|model| state.is_hulking(*model)).collect();
    if !hulking.is_empty() {
        let limit = through("aot.terrain.cover-no-hulking", pieces(state, |piece| piece.rules.cover));
        let limit = limit.on_the_way().also("aot.ability.hulking.no-cover-move");
        add(&mut limits, Limit { models: hulking, ..limit });
    }
    limits
}

/// The units on the battlefield, and one that is about to be there: its models stand in each other's way.
fn fielded_with(state: &State, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    state.fielded().chain((!state.is_on_field(unit)).then_some(unit))
}

/// The bases that a unit cannot move through. Carries out `aot.move.no-through-bases`, `aot.ability.agile.over-friends`.
fn bases(state: &State, unit: UnitId, limits: &mut Vec<Limit>) {
    let (seat, agile) = (state.seat_of(unit), state.has(unit, Ability::Agile));
    let is_passed = |other: &UnitId| agile && state.seat_of(*other) == seat;
    let (friends, bases): (Vec<UnitId>, Vec<UnitId>) = fielded_with(state, unit).partition(is_passed);
    add(limits, through("aot.move.no-through-bases", units(bases.into_iter())).on_the_way());
    if agile {
        let friends = through("aot.move.no-through-bases", units(friends.into_iter()));
        add(limits, friends.also("aot.ability.agile.over-friends"));
    }
}

/// Unit Coherency of so many models; a model alone keeps none.
///
/// Carries out `aot.unit.coherency-small`, `aot.unit.coherency-large`, `aot.ruling.coherency-count`,
/// `aot.ruling.coherency-single-group`.
fn linked(state: &State, models: usize) -> Option<Limit> {
    let neighbours = State::neighbours_needed(models);
    let needed = match neighbours {
        0 => return None,
        1 => "aot.unit.coherency-small",
        _ => "aot.unit.coherency-large",
    };
    let kind = LimitKind::StayLinked {
        neighbours: neighbours as u8,
        height: COHERENCY_HEIGHT,
        connected: state.house().connected,
        hub: None,
    };
    Some(Limit::new("coherency", kind, COHERENCY, "aot.unit.coherency-always").also(needed))
}

/// What holds for models that are put down, beside others so many in all; `close`: perhaps in Battle Range.
///
/// Carries out `aot.ruling.placement-legality`, `aot.ruling.hulking-placed-in-cover`, `aot.unit.coherency-always`.
pub(super) fn of_placing(state: &State, unit: UnitId, models: usize, close: bool) -> Vec<Limit> {
    let agile = state.has(unit, Ability::Agile);
    let mut limits = Vec::new();
    let closed = pieces(state, |piece| piece.rules.obstacle && (!agile || !piece.rules.holds_bases));
    add(&mut limits, through("aot.terrain.obstacle-move", closed).also("aot.ruling.placement-legality"));
    let hulking: Vec<ModelId> = state.roll_call(unit).filter(|model| state.is_hulking(*model)).collect();
    if !hulking.is_empty() && !state.house().hulking_in_cover {
        let cover = pieces(state, |piece| piece.rules.cover);
        let limit = through("aot.terrain.cover-no-hulking", cover).also("aot.ruling.hulking-placed-in-cover");
        add(&mut limits, Limit { models: hulking, ..limit });
    }
    let bases = through("aot.move.no-through-bases", units(fielded_with(state, unit)));
    add(&mut limits, bases.also("aot.ruling.placement-legality"));
    if !close {
        let enemies = state.enemies_of(state.seat_of(unit));
        add(&mut limits, keep_away("aot.move.no-entering-battle-range", units(enemies)));
    }
    limits.push(edge(state));
    limits.extend(linked(state, models));
    limits
}

impl State {
    /// The enemy models that are nearest to a model.
    pub(crate) fn nearest_enemies(&self, model: ModelId) -> Models {
        let (shape, seat) = (self.shape(model), self.seat_of(self.unit_of(model)));
        let enemies = || self.enemies_of(seat).flat_map(|unit| self.standing(unit));
        let away: SmallVec<[_; 32]> = enemies().map(|enemy| shape.apart(self.shape(enemy))).collect();
        let nearest = away.iter().min();
        enemies().zip(&away).filter(|(_, gap)| Some(*gap) == nearest).map(|(enemy, _)| enemy).collect()
    }
}
