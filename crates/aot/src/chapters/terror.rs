//! What happens when the Battle Phase ends: Irradiated, and Terror with its flights.

use chance::Faces;
use engine::{Flow, Table};
use ground::{Counts, Length, Mover, Obstacle, Obstacles, Owner, Path, Point, Pose, Rect, Side, furthest};
use smallvec::SmallVec;
use vocabulary::{Limit, ModelId, Ref, Roll, Seat, Token, UnitId};

use crate::Aot;
use crate::chapters::action::tell_moved;
use crate::chapters::damage::{Account, suffer_severely};
use crate::chapters::dice::{succeeds, throw, throw_d3};
use crate::chapters::modifiers::{Modifier, Value};
use crate::chapters::movement::{Gait, Move, Placed, ground};
use crate::chapters::reaction::cut_down;
use crate::chapters::soul::Spell;
use crate::chapters::transport;
use crate::chapters::victory;
use crate::fact::{Action, Fact};
use crate::forces::ability::Ability;
use crate::forces::edition::Edition;
use crate::forces::house::TerrorRolls;
use crate::prompt::{Prompt, Sequence};
use crate::state::{BATTLE_RANGE, Stage, State, Units};

/// Further than anybody flees.
const FAR: Length = Length::inches(60);
/// How a unit moves in flight, whatever it flees from.
const DETAILS: &str = "aot.ruling.terror-move-details";
/// Carries out `aot.terror.roll`.
const STEADY: i16 = 4;

/// Carries out `aot.battle-phase.end-effects.ed1`, `aot.battle-phase.end-effects.ed2`,
/// `aot.battle-phase.end-effects.ed3`, `aot.ruling.irradiated-terror-order`.
pub(crate) fn aftermath(t: &mut Table<Aot>) -> Flow<()> {
    irradiate(t)?;
    if t.state.outcome.is_none() {
        terrify(t)?;
    }
    if t.state.outcome.is_none() {
        t.tell_by(Fact::ControlBegan, ["aot.round.phases"]);
    }
    Ok(())
}

/// Carries out `aot.ability.irradiated`, `aot.ruling.irradiated-rolls`.
fn irradiate(t: &mut Table<Aot>) -> Flow<()> {
    let sources: Units = t.state.fielded().filter(|unit| t.state.has(*unit, Ability::Irradiated)).collect();
    let mut harmed: SmallVec<[(UnitId, UnitId, u16); 4]> = SmallVec::new();
    for by in sources {
        for unit in t.state.engaged_with(by) {
            let roll = Roll::new("aot.ability.irradiated", t.state.seat_of(by)).die_for(Faces::D6, Ref::Unit(unit));
            harmed.push((unit, by, throw_d3(t, roll)?.into()));
        }
    }
    let mut account = Account::open();
    for (unit, by, points) in harmed {
        t.tell_with(Fact::Irradiated { unit, by, points }, |state| {
            let mut rules = vec!["aot.ability.irradiated", "aot.ruling.irradiated-rolls", "aot.dice.d3"];
            if state.house().edition < Edition::Third {
                rules.push("aot.ruling.irradiated-terror-order");
            }
            rules.extend(state.rules_of_severe_damage(unit, points));
            rules
        });
        suffer_severely(t, unit, points, t.state.seat_of(by), &mut account)?;
    }
    account.close(t)?;
    Ok(())
}

impl State {
    /// Whether Terror has no effect on a unit. Carries out `aot.ability.terror.immune`,
    /// `aot.rank.leader-terror-immune`, `aot.ruling.terror-immunity-scope`, `aot.spell.calm`.
    pub(crate) fn is_fearless(&self, unit: UnitId) -> bool {
        self.why_fearless(unit).is_some()
    }

    /// The rule by which Terror has no effect on a unit.
    fn why_fearless(&self, unit: UnitId) -> Option<&'static str> {
        if self.has(unit, Ability::Terror) {
            Some("aot.ability.terror.immune")
        } else if self.has_leader(unit) {
            Some("aot.rank.leader-terror-immune")
        } else {
            self.is_given(unit, Modifier::Calm).then_some("aot.spell.calm")
        }
    }
}

/// A unit that Terror has no effect on stands.
fn stand_fearless(t: &mut Table<Aot>, unit: UnitId) {
    t.tell_with(Fact::Fearless { unit }, |state| {
        state.why_fearless(unit).into_iter().chain(["aot.ruling.terror-immunity-scope"])
    });
}

/// Carries out `aot.ability.terror.end-of-battle`, `aot.terror.roll`, `aot.ruling.terror-one-roll`,
/// `aot.ruling.terror-flight-order`.
fn terrify(t: &mut Table<Aot>) -> Flow<()> {
    let mut failed = Units::new();
    let units: Units = t.state.fielded().collect();
    for unit in units {
        let frightening =
            t.state.engaged_with(unit).iter().filter(|enemy| t.state.has(**enemy, Ability::Terror)).count();
        if frightening > 0 && t.state.is_fearless(unit) {
            stand_fearless(t, unit);
            continue;
        }
        let rolls = match t.state.house().terror_rolls {
            TerrorRolls::One => frightening.min(1),
            TerrorRolls::PerTerror => frightening,
        };
        if rolls == 0 {
            continue;
        }
        let mut roll = Roll::new("aot.terror.roll", t.state.seat_of(unit)).need(STEADY);
        for _ in 0..rolls {
            roll = roll.die_for(Faces::D6, Ref::Unit(unit));
        }
        let fails = throw(t, roll)?.dice.iter().any(|die| !succeeds(die.shows, STEADY));
        let rules = ["aot.ability.terror.end-of-battle", "aot.terror.roll", "aot.ruling.terror-one-roll"];
        t.tell_by(Fact::Terrified { unit, fails }, rules);
        if fails {
            failed.push(unit);
        }
    }
    for seat in t.state.order.clone() {
        for unit in in_order(t, seat, &failed, Sequence::Flights)? {
            // A Leader may be lost in a Transport that flees.
            if t.state.outcome.is_none() {
                flee(t, unit)?;
            }
        }
    }
    Ok(())
}

/// A spell sends Terror into a unit. Carries out `aot.spell.terror`, `aot.ruling.terror-and-action`.
pub(crate) fn by_spell(t: &mut Table<Aot>, unit: UnitId) -> Flow<()> {
    if t.state.is_fearless(unit) {
        stand_fearless(t, unit);
        return Ok(());
    }
    let roll = Roll::new("aot.terror.roll", t.state.seat_of(unit)).need(STEADY).modified(Spell::Terror.rule(), 1);
    let roll = throw(t, roll.die_for(Faces::D6, Ref::Unit(unit)))?;
    let need = roll.need.unwrap_or(STEADY);
    let fails = roll.dice.iter().any(|die| !succeeds(die.shows, need));
    t.tell_by(Fact::Terrified { unit, fails }, [Spell::Terror.rule(), "aot.terror.roll"]);
    if fails { flee(t, unit) } else { Ok(()) }
}

/// The units of a seat among some, in the order that it likes.
pub(crate) fn in_order(t: &mut Table<Aot>, seat: Seat, units: &[UnitId], why: Sequence) -> Flow<Units> {
    let own: Units = units.iter().copied().filter(|unit| t.state.seat_of(*unit) == seat).collect();
    if own.len() < 2 {
        return Ok(own);
    }
    let answer = t.ask(seat, Prompt::Order { units: own, why })?;
    Ok(answer.tokens().iter().filter_map(|token| token.unit()).collect())
}

/// Where a model gets to in flight.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    On(Pose),
    /// Off the battlefield; this is where it was last wholly on it.
    Off(Pose),
}

/// Where the models of a unit get to in flight, in the order in which they go.
struct Flight {
    ends: SmallVec<[(ModelId, End); 16]>,
    /// Whether Unstable ground holds one of them up.
    slowed: bool,
}

/// Where a unit flees to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Goal {
    Zone,
    Edge(Side),
}

/// Carries out `aot.terror.flee-to-zone`, `aot.terror.flee-to-edge`, `aot.terror.off-table`,
/// `aot.terror.cut-down`, `aot.ruling.terror-cut-down`, `aot.ruling.terror-move-details`.
fn flee(t: &mut Table<Aot>, unit: UnitId) -> Flow<()> {
    t.tell_by(Fact::Flees { unit }, [DETAILS]);
    let goal = goal(t, unit)?;
    let Flight { ends, .. } = t.state.flight(unit, goal);
    let near_then = |enemy: &UnitId| {
        ends.iter().any(|(model, end)| match end {
            End::On(pose) => t.state.within_of_unit(&t.state.base(*model).at(*pose), *enemy, BATTLE_RANGE),
            End::Off(_) => false,
        })
    };
    let left: Units = t.state.engaged_with(unit).into_iter().filter(|enemy| !near_then(enemy)).collect();
    cut_down(t, unit, &left)?;
    if !t.state.is_on_field(unit) {
        return Ok(());
    }
    let Flight { ends, slowed } = t.state.flight(unit, goal);
    // Models that stay on the battlefield are told of together, as far as nobody runs off between them.
    let (mut run, mut far) = (Placed::new(), Length::ZERO);
    for (model, end) in ends {
        let (End::On(to) | End::Off(to)) = end;
        let runs_off = matches!(end, End::Off(_));
        let stood = t.state.pose(model);
        // A Transport that runs off is wrecked where it was last wholly on the battlefield.
        if stood != Some(to) && (!runs_off || t.state.is_transport(unit)) {
            far = far.max(stood.map_or(Length::ZERO, |stood| stood.at.distance_up(to.at)));
            run.push((model, to));
        }
        if runs_off {
            tell_moved(t, unit, &std::mem::take(&mut run), std::mem::take(&mut far), &[DETAILS]);
            run_off(t, model);
            // Carries out `aot.ruling.transport-flees-off-table`.
            if t.state.is_transport(unit) {
                transport::evacuate(t, model, 0)?;
                victory::stop_at_once(t);
            }
        }
    }
    tell_moved(t, unit, &run, far, &[DETAILS]);
    t.tell_with(Fact::Fled { unit }, |state| {
        let mut rules = vec![DETAILS];
        let in_turn = matches!(state.stage, Stage::Turn(_));
        if !in_turn {
            rules.push("aot.ruling.terror-flight-order");
        }
        rules.push(match goal {
            Goal::Zone => "aot.terror.flee-to-zone",
            Goal::Edge(_) => "aot.terror.flee-to-edge",
        });
        if in_turn || state.house().flight_costs_next_action {
            rules.extend(["aot.ruling.terror-and-action", "aot.terror.counts-as-action"]);
        }
        if slowed || state.bonus(unit, Value::Speed) != 0 {
            rules.push("aot.ruling.speed-modifier-scope");
        }
        rules
    });
    Ok(())
}

/// A model flees over the edge of the battlefield.
fn run_off(t: &mut Table<Aot>, model: ModelId) {
    t.tell_with(Fact::RanOff { model }, |state| {
        let mut rules = vec!["aot.terror.off-table", "aot.terror.flee-to-edge", "aot.ruling.terror-edge-crossing"];
        if state.is_transport(state.unit_of(model)) {
            rules.extend(["aot.ruling.transport-flees-off-table", "aot.transport.destroyed-obstacle"]);
        }
        if state.is_character(model) {
            rules.push("aot.ruling.accompanied-character-lost");
        }
        rules
    });
}

/// Where a unit flees to; of edges that are as near, its Commander picks one.
fn goal(t: &mut Table<Aot>, unit: UnitId) -> Flow<Goal> {
    let seat = t.state.seat_of(unit);
    let at_home = t
        .state
        .zone_of(seat)
        .is_some_and(|zone| t.state.standing(unit).all(|model| zone.area.covers(t.state.shape(model))));
    if !at_home && t.state.zone_of(seat).is_some() {
        return Ok(Goal::Zone);
    }
    let edges = t.state.nearest_edges(unit);
    if edges.len() == 1 {
        return Ok(Goal::Edge(edges[0]));
    }
    let first = edges[0];
    let chosen = t.ask(seat, Prompt::FleeTo { unit, edges })?.token().and_then(Token::item);
    Ok(Goal::Edge(chosen.and_then(Side::numbered).unwrap_or(first)))
}

impl State {
    /// The edges that are nearest to any model of a unit.
    fn nearest_edges(&self, unit: UnitId) -> SmallVec<[Side; 4]> {
        let field = self.battlefield().bounds;
        let gap = |side: Side| self.standing(unit).map(|model| side.gap(field, self.shape(model).bounds())).min();
        let least = Side::ALL.into_iter().map(gap).min();
        Side::ALL.into_iter().filter(|side| Some(gap(*side)) == least).collect()
    }

    /// Where each model of a unit gets to in flight, in the order in which they go.
    ///
    /// Carries out `aot.ruling.terror-move-details`, `aot.ruling.terror-edge-crossing`,
    /// `aot.ruling.speed-modifier-scope`, `aot.ruling.measuring`.
    fn flight(&self, unit: UnitId, goal: Goal) -> Flight {
        let mut runners: SmallVec<[(i64, ModelId, Point); 16]> = SmallVec::new();
        for model in self.living(unit) {
            let Some(pose) = self.pose(model) else { continue };
            let (far, target) = self.heading(unit, pose.at, goal);
            runners.push((far, model, target));
        }
        runners.sort_unstable_by_key(|(far, model, _)| (*far, *model));
        let walk = Move { unit, gait: Gait::Basic { extra: Length::ZERO, action: Action::Hold } };
        let ready = walk.ready(self);
        let mut obstacles = self.flight_obstacles(unit);
        let mut flight = Flight { ends: SmallVec::new(), slowed: false };
        for (_, model, target) in runners {
            let Some(start) = self.pose(model) else { continue };
            let base = self.base(model);
            let without = self.runner_ignores(model);
            let mover = Mover::new(base).without(&without);
            let at = |far: Length| start.towards(target, far);
            let reached = obstacles.furthest(mover, start, target, ready.full_allowance(model));
            // Unstable terrain on the way shortens it.
            let mut far = reached.min(ready.allowance(model, start, &Path::straight(at(reached))));
            flight.slowed |= far < reached;
            obstacles.remove(model);
            let is_on = |far: Length| self.battlefield().bounds.covers(base.at(at(far)).bounds());
            if !is_on(far) && !self.has_left(base.at(at(far)).bounds()) {
                far = furthest(far, is_on);
            }
            if is_on(far) {
                let end = self.grounded(model, start, at(far));
                obstacles.add(Obstacle::new(base.at(end), model));
                flight.ends.push((model, End::On(end)));
            } else {
                flight.ends.push((model, End::Off(self.grounded(model, start, at(furthest(far, is_on))))));
            }
        }
        flight
    }

    /// Whether a base in this box has left the battlefield: wholly in the first edition, otherwise by any part of it.
    ///
    /// Carries out `aot.terror.off-table`, `aot.ruling.terror-edge-crossing`.
    fn has_left(&self, base: Rect) -> bool {
        let Rect { low, high } = self.battlefield().bounds;
        let wholly = base.high.x <= low.x || base.low.x >= high.x || base.high.y <= low.y || base.low.y >= high.y;
        self.house().edition > Edition::First || wholly
    }

    /// Owners of obstacles that do not stop a model in flight: itself, the Battle Range of enemies that it begins in, and
    /// Cover where it is not Hulking.
    fn runner_ignores(&self, model: ModelId) -> SmallVec<[Owner; 8]> {
        let unit = self.unit_of(model);
        let begins = self.pose(model).filter(|_| self.house().hulking_in_cover);
        let mut ignored = troops::passes(self.scene(), &self.flight_limits(unit), model, begins);
        let enemies = self.enemies_of(self.seat_of(unit)).flat_map(|enemy| self.standing(enemy));
        let near = enemies.filter(|enemy| self.shape(*enemy).within(self.shape(model), BATTLE_RANGE));
        ignored.extend(near.map(|enemy| Owner::Margin(enemy.0)));
        ignored
    }

    /// How far a place is from a goal, less than nothing beyond the side of the zone that lies behind it, and a point far
    /// away on the straight line there and on.
    fn heading(&self, unit: UnitId, from: Point, goal: Goal) -> (i64, Point) {
        match goal {
            Goal::Edge(side) => {
                let to = side.place(self.battlefield().bounds, side.along(from), Length::ZERO - FAR);
                (from.distance_squared(to), to)
            }
            Goal::Zone => {
                let Some(zone) = self.zone_of(self.seat_of(unit)) else { return (0, from) };
                let centre = zone.polygon.bounds().centre();
                let inside = zone.polygon.contains(from);
                // Nobody has come in over the edge of the battlefield.
                let sides = zone.polygon.sides().filter(|side| !inside || !self.is_on_edge(*side));
                let nearest = sides.map(|(a, b)| from.nearest_on(a, b));
                let nearest = nearest.min_by_key(|point| (from.distance_squared(*point), *point));
                match nearest {
                    None => (0, centre),
                    Some(point) if point == from => (0, centre),
                    Some(point) if inside => (-from.distance_squared(point), from.beyond(point, FAR)),
                    Some(point) => (from.distance_squared(point), point.beyond(from, FAR)),
                }
            }
        }
    }

    /// Whether a side of a zone lies on the edge of the battlefield.
    fn is_on_edge(&self, (a, b): (Point, Point)) -> bool {
        let Rect { low, high } = self.battlefield().bounds;
        let along = |a: i32, b: i32, low: i32, high: i32| a == b && (a == low || a == high);
        along(a.x, b.x, low.x, high.x) || along(a.y, b.y, low.y, high.y)
    }

    /// The terrain that stops models in flight.
    fn flight_limits(&self, unit: UnitId) -> Vec<Limit> {
        ground(self, unit, &self.living(unit).collect())
    }

    /// What stops models in flight. Carries out `aot.ruling.terror-move-details`.
    fn flight_obstacles(&self, unit: UnitId) -> Obstacles {
        let seat = self.seat_of(unit);
        let agile = self.has(unit, Ability::Agile);
        let mut obstacles = troops::obstacles_of(self.scene(), &self.flight_limits(unit), unit);
        let passing = if agile { Counts::AtTheEnd } else { Counts::Always };
        for other in self.fielded() {
            let friendly = self.seat_of(other) == seat;
            for model in self.standing(other) {
                let base = Obstacle::new(self.shape(model).clone(), model);
                if friendly {
                    obstacles.add(base.counting(passing));
                } else {
                    let range = Obstacle { owner: Owner::Margin(model.0), ..base.clone() };
                    obstacles.add(range.beyond(BATTLE_RANGE));
                    obstacles.add(base);
                }
            }
        }
        obstacles
    }
}
