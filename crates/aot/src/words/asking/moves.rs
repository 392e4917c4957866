//! Forms in which models walk or are put down.

use ground::{Length, Outline, Region};
use vocabulary::{Form, Limit, LimitKind, ModelId, Mover, Omit, Ref, RuleId, Toll, UnitId, Who};

use crate::battlefield::Terrain;
use crate::chapters::movement::{Gait, Move};
use crate::chapters::transport::NEAR;
use crate::forces::ability::Ability;
use crate::state::{BATTLE_RANGE, COHERENCY, COHERENCY_HEIGHT, State};

/// The form of a move.
pub(super) fn walk(state: &State, walk: &Move) -> Form {
    let movers = walk.movers(state);
    let omit = match &walk.gait {
        Gait::Enter { .. } if walk.may_stay(state) => Omit::Everybody,
        Gait::Enter { .. } => Omit::Nobody,
        _ => Omit::Anybody,
    };
    Form::Move {
        movers: movers.iter().map(|model| mover(state, walk, *model)).collect(),
        followers: Vec::new(),
        limits: limits(state, walk),
        omit,
    }
}

fn mover(state: &State, walk: &Move, model: ModelId) -> Mover {
    let reach = walk.reach(state);
    let start = match walk.gait {
        Gait::Enter { side } => Some(side.line(state.battlefield().bounds).into()),
        _ => None,
    };
    let unstable = pieces(state, |piece| piece.rules.unstable);
    let slows = reach.unstable < reach.open && !unstable.is_empty();
    let rule = match walk.gait {
        Gait::Charge { .. } => "aot.terrain.unstable-charge",
        _ => "aot.terrain.unstable-speed",
    };
    let toll = slows.then(|| Toll { areas: unstable, by: reach.open - reach.unstable, rule: rule.into() });
    Mover { model, allowance: reach.open, start, tolls: toll.into_iter().collect() }
}

fn pieces(state: &State, of: impl Fn(&Terrain) -> bool) -> Vec<Ref> {
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

/// What holds for a move, as [`Move::obstacles`] and [`Move::check`] have it.
fn limits(state: &State, walk: &Move) -> Vec<Limit> {
    let (unit, seat) = (walk.unit, state.seat_of(walk.unit));
    let agile = state.has(unit, Ability::Agile);
    let mut limits = Vec::new();
    let through =
        |rule: &'static str, from| Limit::new("through", LimitKind::NotThrough, Length::ZERO, rule).from(from);
    let bases = state.fielded().filter(|other| !agile || state.seat_of(*other) != seat);
    let rule = if agile { "aot.ability.agile.over-friends" } else { "aot.move.no-through-bases" };
    add(&mut limits, through(rule, units(bases)).on_the_way());
    if agile {
        let closed = pieces(state, |piece| piece.rules.obstacle && !piece.rules.holds_bases);
        add(&mut limits, through("aot.ruling.agile-ending-on-obstacle", closed));
    } else {
        let closed = pieces(state, |piece| piece.rules.obstacle);
        add(&mut limits, through("aot.terrain.obstacle-move", closed).on_the_way());
        let hulking: Vec<ModelId> = walk.movers(state).into_iter().filter(|model| state.is_hulking(*model)).collect();
        if !hulking.is_empty() {
            let cover = pieces(state, |piece| piece.rules.cover);
            let limit = through("aot.ability.hulking.no-cover-move", cover).on_the_way();
            add(&mut limits, Limit { models: hulking, ..limit });
        }
    }
    battle_range(state, walk, &mut limits);
    let bounds = state.battlefield().bounds;
    let edge = Limit::new("edge", LimitKind::EndWithin, Length::ZERO, "aot.ruling.leaving-table");
    limits.push(Limit { at: vec![Outline::rectangle(bounds.low, bounds.high)], ..edge });
    limits.extend(linked(state, walk.movers(state).len().max(state.living(unit).count())));
    if state.is_on_field(unit) && !state.stands_coherent(unit) {
        let again = linked(state, state.living(unit).count());
        limits.extend(again.map(|limit| Limit { rule: RuleId::of("aot.ruling.coherency-broken"), ..limit }));
    }
    direction(state, walk, &mut limits);
    limits
}

/// How near enemies may be come to.
fn battle_range(state: &State, walk: &Move, limits: &mut Vec<Limit>) {
    let seat = state.seat_of(walk.unit);
    let keep = |rule: &'static str, from: Vec<Ref>| {
        Limit::new("battle-range", LimitKind::KeepAway, BATTLE_RANGE, rule).from(from)
    };
    let on_the_way = |from| keep("aot.move.no-entering-battle-range", from).on_the_way();
    match &walk.gait {
        Gait::Basic { .. } | Gait::Enter { .. } => add(limits, on_the_way(units(state.enemies_of(seat)))),
        Gait::Retreat { from } | Gait::Evade { from, .. } => {
            let others = state.enemies_of(seat).filter(|enemy| !from.contains(enemy));
            add(limits, on_the_way(units(others)));
            add(limits, keep("aot.move.retreat-move", units(from.iter().copied())));
        }
        Gait::Charge { targets, .. } => {
            let undeclared = state.enemies_of(seat).filter(|enemy| !targets.contains(enemy));
            if !state.house().charge_touches_undeclared {
                add(limits, keep("aot.ruling.charge-undeclared-units", units(undeclared)).on_the_way());
            }
        }
        Gait::Scrum | Gait::Shift { .. } => {}
    }
}

/// Where a move must lead to.
fn direction(state: &State, walk: &Move, limits: &mut Vec<Limit>) {
    match &walk.gait {
        Gait::Charge { targets, .. } => {
            let within = |rule: &'static str| Limit::new("battle-range", LimitKind::EndWithin, BATTLE_RANGE, rule);
            for target in targets {
                let limit = within(state.house().edition.charge_success()).from(vec![Ref::Unit(*target)]);
                limits.push(Limit { who: Who::AtLeast(1), ..limit });
            }
            let limit = within("aot.charge.move").from(units(targets.iter().copied()));
            limits.push(Limit { who: Who::EachIfAble, any: true, ..limit });
        }
        Gait::Scrum => {
            for model in walk.movers(state) {
                let nearest = state.nearest_enemies(model).1.into_iter().map(Ref::Model).collect();
                let kind = LimitKind::EndCloser { strictly: true };
                let limit = Limit::new("closer", kind, Length::ZERO, "aot.ruling.scrum-details").from(nearest);
                add(limits, Limit { models: vec![model], any: true, ..limit });
            }
        }
        Gait::Shift { from } => {
            for enemy in from {
                let rule = "aot.transport.scrum-disembark.stay-engaged";
                let limit = Limit::new("battle-range", LimitKind::EndWithin, BATTLE_RANGE, rule);
                limits.push(Limit { who: Who::AtLeast(1), ..limit.from(vec![Ref::Unit(*enemy)]) });
            }
        }
        Gait::Evade { piece, .. } => {
            let area = Ref::Area(state.battlefield().terrain_id((*piece).into()));
            // Touching it or inside it is as close as can be.
            let kind = LimitKind::EndCloser { strictly: true };
            limits.push(Limit::new("closer", kind, Length::ZERO, "aot.ruling.evade-direction").from(vec![area]));
        }
        _ => {}
    }
}

/// Unit Coherency of so many models.
fn linked(state: &State, models: usize) -> Option<Limit> {
    let neighbours = State::neighbours_needed(models);
    let rule = if neighbours > 1 { "aot.unit.coherency-large" } else { "aot.unit.coherency-small" };
    let kind = LimitKind::StayLinked {
        neighbours: neighbours as u8,
        height: COHERENCY_HEIGHT,
        connected: state.house().connected,
        hub: None,
    };
    (neighbours > 0).then(|| Limit::new("coherency", kind, COHERENCY, rule))
}

/// What holds for models that are put down; `close`: perhaps in Battle Range.
fn placing(state: &State, unit: UnitId, models: usize, close: bool) -> Vec<Limit> {
    let seat = state.seat_of(unit);
    let through =
        |rule: &'static str, from| Limit::new("through", LimitKind::NotThrough, Length::ZERO, rule).from(from);
    let agile = state.has(unit, Ability::Agile);
    let mut limits = Vec::new();
    add(&mut limits, through("aot.ruling.placement-legality", units(state.fielded())));
    let closed = pieces(state, |piece| piece.rules.obstacle && (!agile || !piece.rules.holds_bases));
    add(&mut limits, through("aot.ruling.placement-legality", closed));
    let hulking: Vec<ModelId> = state.roll_call(unit).filter(|model| state.is_hulking(*model)).collect();
    if !hulking.is_empty() && !state.house().hulking_in_cover {
        let cover = pieces(state, |piece| piece.rules.cover);
        let limit = through("aot.ruling.hulking-placed-in-cover", cover);
        add(&mut limits, Limit { models: hulking, ..limit });
    }
    let rule = "aot.move.no-entering-battle-range";
    let keep = Limit::new("battle-range", LimitKind::KeepAway, BATTLE_RANGE, rule);
    if !close {
        add(&mut limits, keep.from(units(state.enemies_of(seat))));
    }
    limits.extend(linked(state, models));
    limits
}

/// The form in which a unit is set up in its zone.
pub(super) fn set_up(state: &State, unit: UnitId) -> Form {
    let models: Vec<ModelId> = state.roll_call(unit).collect();
    let zone = state.zone_of(state.seat_of(unit)).map(|zone| Region::from(zone.outline.clone()));
    let limits = placing(state, unit, models.len(), false);
    let omit = if state.room_for(unit).is_none() { Omit::Everybody } else { Omit::Nobody };
    Form::Place { models, within: zone.unwrap_or_default(), limits, omit }
}

/// The form in which a model comes back: near its unit, if at all.
pub(super) fn come_back(state: &State, unit: UnitId, model: ModelId) -> Form {
    let wide = state.base(model).longest();
    let near = state.living(unit).map(|other| state.shape(other).grown(COHERENCY + wide).outline());
    let within = Region { outlines: near.collect() };
    let limits = placing(state, unit, state.living(unit).count() + 1, false);
    Form::Place { models: vec![model], within, limits, omit: Omit::Everybody }
}

/// The form in which a unit gets out of a Transport, or survives its wreck.
pub(super) fn get_out(state: &State, unit: UnitId, hull: ModelId, close: bool, omit: Omit) -> Form {
    let models: Vec<ModelId> = state.alive(unit).collect();
    let within = Region::from(state.shape(hull).grown(NEAR).outline());
    let limits = placing(state, unit, models.len(), close);
    Form::Place { models, within, limits, omit }
}
