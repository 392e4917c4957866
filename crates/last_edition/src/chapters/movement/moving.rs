//! Units move, one by one, and get orders.

use engine::{Flow, Table};
use ground::{Length, Path};
use troops::{Models, Placed};
use vocabulary::{Answer, ModelId, Ref, Token, UnitId};

use super::asks::FALL_BACK;
use super::facts::Kind;
use super::{Asks, Facts, Gait, Move, ShutIn};
use crate::LastEdition;
use crate::chapters::orders::{self, Order};
use crate::chapters::round::go;
use crate::chapters::{abilities, damage};
use crate::fact::Fact;
use crate::forces::ability::When;
use crate::forces::house::TrappedBy;
use crate::prompt::Prompt;
use crate::state::{Stage, State, Units, Who};

/// A unit moves and perhaps gets an order; if nobody moves any more, the phase goes on.
///
/// Carries out `tle.phase.movement.move`, `tle.phase.movement.one-at-a-time`, `tle.phase.movement.reaction-units`,
/// `tle.round.act-once`, `tle.ruling.act-once-reactions`, `tle.ruling.movement-steps`.
pub(crate) fn move_next(t: &mut Table<LastEdition>, who: Who) -> Flow<()> {
    let seat = t.state.seat_of_part(who);
    if !t.state.to_move().is_empty() {
        match t.ask(seat, Prompt::Movement(Asks::Next))?.token() {
            Some(Token::About(FALL_BACK, Ref::Unit(unit))) => return fall_back(t, unit),
            Some(Token::About(_, Ref::Unit(unit))) => return move_unit(t, unit),
            _ => {}
        }
    }
    go(
        t,
        match who {
            Who::Active => Stage::Reserves,
            Who::Reactive => Stage::Embarking(Who::Active),
        },
    );
    Ok(())
}

/// A normal move, and the order after it.
///
/// Carries out `tle.phase.movement.move`, `tle.phase.movement.orders`, `tle.ability.use`.
fn move_unit(t: &mut Table<LastEdition>, unit: UnitId) -> Flow<()> {
    t.tell_by(Fact::Movement(Facts::Selected { unit }), ["tle.round.act-once"]);
    abilities::offer(t, When::Moving, unit, None)?;
    let slowed = walk(t, &Move { unit, gait: Gait::Normal })?;
    abilities::offer(t, When::Moved, unit, None)?;
    ask_orders(t, unit, &slowed)?;
    abilities::over(t);
    Ok(())
}

/// A unit gets the orders that it still may; one that advances moves again.
///
/// Carries out `tle.phase.movement.orders`, `tle.ruling.one-order`, `tle.order.advance`.
fn ask_orders(t: &mut Table<LastEdition>, unit: UnitId, slowed: &Models) -> Flow<()> {
    loop {
        let among = t.state.open_orders(unit);
        if among.is_empty() {
            return Ok(());
        }
        let seat = t.state.seat_of(unit);
        let answer = t.ask(seat, Prompt::Movement(Asks::Order { unit, among }))?;
        let Some(Token::Word(word)) = answer.token() else { return Ok(()) };
        let Some(order) = Order::from_word(word) else { return Ok(()) };
        orders::give(t, unit, order);
        if order == Order::Advance {
            walk(t, &Move { unit, gait: Gait::Advance { slowed: slowed.clone() } })?;
        }
    }
}

/// A unit falls back; whoever cannot get out is lost, or held.
///
/// Carries out `tle.order.fall-back`, `tle.order.fall-back-trapped`, `tle.order.fall-back-voluntary`,
/// `tle.ruling.fall-back-timing`, `tle.ruling.fall-back-trapped`.
fn fall_back(t: &mut Table<LastEdition>, unit: UnitId) -> Flow<()> {
    t.tell_by(Fact::Movement(Facts::Selected { unit }), ["tle.round.act-once"]);
    orders::give(t, unit, Order::FallBack);
    abilities::offer(t, When::Moving, unit, None)?;
    let back = Move { unit, gait: Gait::FallBack };
    let before: Models = t.state.living(unit).filter(|model| t.state.is_model_in_melee(*model)).collect();
    let slowed = walk(t, &back)?;
    for model in before {
        let is_left = t.state.lives(model) && t.state.is_on_field(unit) && t.state.is_model_in_melee(model);
        if !is_left {
            continue;
        }
        // A comrade who is lost may have made room.
        if let Some(path) = back.way_out(&t.state, model, ShutIn::Everything) {
            tell_moved(t, &back, &[(model, path)]);
            continue;
        }
        let by_enemies = t.state.house().trapped_by == TrappedBy::EnemyModels;
        let is_lost = !by_enemies || back.way_out(&t.state, model, ShutIn::EnemyModels).is_none();
        let rules = ["tle.order.fall-back-trapped", "tle.ruling.fall-back-trapped"];
        if is_lost {
            damage::remove(t, &[model], &rules)?;
        } else {
            t.tell_by(Fact::Movement(Facts::Held { model }), rules);
        }
    }
    abilities::offer(t, When::Moved, unit, None)?;
    ask_orders(t, unit, &slowed)?;
    abilities::over(t);
    Ok(())
}

/// A charge move, if the unit can make one. Whether it does.
///
/// Carries out `tle.charge.move`, `tle.charge.end-in-melee`, `tle.ruling.charge-move`.
pub(crate) fn charge_move(t: &mut Table<LastEdition>, unit: UnitId, target: UnitId, roll: Length) -> Flow<bool> {
    let charge = Move { unit, gait: Gait::Charge { target, roll } };
    if charge.charge_plan(&t.state).is_none() {
        return Ok(false);
    }
    walk(t, &charge)?;
    Ok(true)
}

/// A combat move, where there is an enemy left. Carries out `tle.melee.combat-move`,
/// `tle.melee.combat-move-closer`, `tle.ruling.combat-move`.
pub(crate) fn combat_move(t: &mut Table<LastEdition>, unit: UnitId) -> Flow<()> {
    let combat = Move { unit, gait: Gait::Combat };
    if t.state.is_on_field(unit) && !combat.movers(&t.state).is_empty() {
        walk(t, &combat)?;
    }
    Ok(())
}

/// A move that an ability gives. Carries out `tle.ability.use`.
pub(crate) fn ability_move(t: &mut Table<LastEdition>, unit: UnitId, far: Length) -> Flow<()> {
    if t.state.is_on_field(unit) {
        walk(t, &Move { unit, gait: Gait::Ability { far } })?;
    }
    Ok(())
}

/// Asks how a unit moves, and moves it. Gives the models that soft cover has slowed.
fn walk(t: &mut Table<LastEdition>, walk: &Move) -> Flow<Models> {
    let goes = walk.ready(&t.state).movers().iter().any(|model| walk.allowance(&t.state, *model) > Length::ZERO);
    if !goes {
        return Ok(Models::new());
    }
    let seat = t.state.seat_of(walk.unit);
    let Answer::Move { paths, .. } = t.ask(seat, Prompt::Movement(Asks::Walk { walk: walk.clone() }))? else {
        unreachable!("a checked answer moves models")
    };
    let slowed = walk.slowed(&t.state, &paths);
    tell_moved(t, walk, &paths);
    Ok(slowed)
}

fn tell_moved(t: &mut Table<LastEdition>, walk: &Move, paths: &[(ModelId, Path)]) {
    let to: Placed = paths.iter().filter_map(|(model, path)| Some((*model, *path.legs.last()?))).collect();
    if to.is_empty() {
        return;
    }
    let fact = Facts::Moved { unit: walk.unit, kind: Kind::from(&walk.gait), to };
    t.tell_with(Fact::Movement(fact), |state| walk.rules(state));
}

impl Move {
    /// The models that soft cover slows on their way, those that stay in it included.
    ///
    /// Carries out `tle.ruling.type1-movement`.
    pub(super) fn slowed(&self, state: &State, paths: &[(ModelId, Path)]) -> Models {
        let ready = self.ready(state);
        let stays = Path::default();
        let movers = ready.movers();
        let is_slowed = |model: &ModelId| {
            let path = paths.iter().find(|(other, _)| other == model).map_or(&stays, |(_, path)| path);
            let Some(start) = state.pose(*model) else { return false };
            let begins_slow = self.allowance(state, *model) < state.movement(*model);
            begins_slow || ready.allowance(*model, start, path) < ready.full_allowance(*model)
        };
        movers.into_iter().filter(is_slowed).collect()
    }

    /// The rules behind it.
    fn rules(&self, state: &State) -> Vec<&'static str> {
        let mut rules = vec![self.rule(), "tle.ruling.movement-measure"];
        rules.extend(match self.gait {
            Gait::Normal => &["tle.phase.movement.one-at-a-time", "tle.datasheet.movement"][..],
            Gait::Advance { .. } => &["tle.ruling.advance-melee"],
            Gait::FallBack => &["tle.ruling.fall-back-timing", "tle.datasheet.movement"],
            Gait::Charge { .. } => &["tle.charge.end-in-melee", "tle.ruling.charge-move"],
            Gait::Combat => &["tle.melee.combat-move-closer", "tle.ruling.combat-move"],
            Gait::Ability { .. } => &[],
        });
        rules.extend(if state.is_flying(self.unit) {
            ["tle.keyword.flying", "tle.keyword.flying-end"]
        } else {
            ["tle.phase.movement.no-passing", "tle.models.no-stacking"]
        });
        rules
    }
}

impl State {
    /// The units that may still be selected to move in this part of the phase.
    ///
    /// Carries out `tle.round.act-once`, `tle.phase.movement.reaction-units`, `tle.ruling.reaction-limit`.
    pub(crate) fn to_move(&self) -> Units {
        let Stage::Moving(who) = self.stage else { return Units::new() };
        let ready = |unit: &UnitId| !self.unit(*unit).acted && (who == Who::Active || self.unit(*unit).reacts);
        self.fielded_by(self.seat_of_part(who)).filter(ready).collect()
    }

    /// Whether a unit can fall back. Carries out `tle.order.fall-back`, `tle.reserve.no-orders`.
    pub(crate) fn may_fall_back(&self, unit: UnitId) -> bool {
        self.may_get_orders(unit) && self.is_in_melee(unit)
    }
}
