//! Changes of the position that the players agree on, and the situations that scenarios start from.
//!
//! | adjustment | what it does |
//! | --- | --- |
//! | pose of a model | it stands there; if it was out of play, with all its health |
//! | pose of a bomb marker | the bomb lies there; the number after all models and bombs is that of a new one |
//! | gone: unit, model, bomb marker | out of play |
//! | counter `points` of a seat | its victory points in all |
//! | counter `leader-points`, `power-dice` of a seat | what it has left |
//! | counter `reactions-left` of a seat | how many of its units may still react in the battle phase |
//! | counter `pool-1` to `pool-6` of a seat | how many dice of its bad luck pool show that |
//! | counter `zone` of a seat | its zone, counted from 1; the other seat has the other |
//! | counter `storm` of a seat | what the storm shows in its turn of this round |
//! | counter named for a directive, of a seat | the round that it is planned for, or 0 for none |
//! | counter `health` of a model | what it has left |
//! | counter `aboard` of a unit | the number of the unit that carries it |
//! | counter `holder` of an objective | who held it last, where that lasts: 0 for nobody, otherwise the seat counted from 1 |
//! | mark `attacker`, `active` of a seat | it is the attacker, or has the turn |
//! | mark `passed`, `cloud-used` of a seat | it selects nothing more in this battle phase; its poison cloud is used up |
//! | mark named for a directive, of a seat | its directive in this round, revealed |
//! | marks of units as views have them | what it did this turn, its orders, its action for the mission |
//! | mark `reserve` of a unit | it waits in reserve, with all its models |
//! | mark `destroyed` of an objective | it is destroyed |
//! | moment | the beginning of `mission`, `zones`, `deployment`, `roles`, `directives`, `round-start`, `turn-start`, `command-phase`, `command-reactions`, `movement-phase`, `moves`, `movement-reactions`, `reserves`, `embarking`, `embarking-reactions`, `actions`, `power-phase`, `powers`, `battle-phase`, `battle`, `coherency-phase`, `coherency-reactions`, `turn-end` or `round-end` |
//!
//! Going to a round takes whatever does not stand on the battlefield, wait in reserve or ride in a transport out of play,
//! and settles what is open: the mission as its settings say, zones, and who is the attacker. What units did counts by
//! turns, and what they are in a phase ends with it: so a scenario gives the moment before marks.

mod agreed;
#[cfg(test)]
pub(crate) mod tests;

use ground::Pose;
use smallvec::SmallVec;
use vocabulary::{Adjustment, AreaId, ModelId, Ref, Refusal, Seat, UnitId, Viewer, Word};

use crate::chapters::directives::Directive;
use crate::chapters::missions::Secondary;
use crate::chapters::orders::Order;
use crate::chapters::round::ROUNDS;
use crate::fact::{Change, Fact};
use crate::forces::house::Disputes;
use crate::state::{Bomb, Stage, State, Who};
use crate::words::notes::Note;
use crate::words::voice::Voice;

pub(crate) use agreed::{apply, say};

/// The rule of refusals that no other rule is behind.
const RULE: &str = "tle.ruling.dispute-digital";
/// More points than any battle can bring.
const MOST_POINTS: i32 = 1_000;
/// More dice than anybody ever has.
const MOST_DICE: i32 = 100;

/// The fact that makes a change. Carries out `tle.ruling.dispute-digital`, `tle.game.dispute-agreement`.
pub(crate) fn adjust(state: &State, change: &Adjustment) -> Result<Fact, Refusal> {
    if state.house().disputes == Disputes::Strict && state.mission.is_some() {
        return Err(Refusal::new(RULE, "the players agreed to change nothing by consent"));
    }
    let change = match change {
        Adjustment::Pose(model, pose) if state.is_marker(*model) => lay_bomb(state, *model, *pose)?,
        Adjustment::Pose(model, pose) => put(state, *model, *pose)?,
        Adjustment::Gone(Ref::Model(model)) if state.is_marker(*model) => take_bomb(state, *model)?,
        Adjustment::Gone(Ref::Model(model)) => {
            known_model(state, *model)?;
            Change::Gone { models: SmallVec::from_slice(&[*model]) }
        }
        Adjustment::Gone(Ref::Unit(unit)) => {
            known_unit(state, *unit)?;
            Change::Gone { models: state.roll_call(*unit).collect() }
        }
        Adjustment::Counter(Ref::Seat(seat), term, value) => seat_counter(state, *seat, *term, *value)?,
        Adjustment::Counter(of, term, value) => counter(state, *of, *term, *value)?,
        Adjustment::Mark(Ref::Unit(unit), term, on) => unit_mark(state, *unit, *term, *on)?,
        Adjustment::Mark(Ref::Seat(seat), term, on) => seat_mark(state, *seat, *term, *on)?,
        Adjustment::Mark(Ref::Area(area), term, on) if term.as_str() == "destroyed" => {
            Change::Objective { place: objective(state, *area)?, destroyed: *on }
        }
        Adjustment::Moment { round, phase } => moment(state, *round, *phase)?,
        _ => return Err(Refusal::new(RULE, "that cannot be changed in this game")),
    };
    Ok(Fact::Agreed(change))
}

/// A model is put down: wholly on the battlefield, on no other base and on no wall. Carries out
/// `tle.models.no-stacking`, `tle.distance.ground-level`.
fn put(state: &State, model: ModelId, pose: Pose) -> Result<Change, Refusal> {
    known_model(state, model)?;
    let say = Voice::new(state, Viewer::Spectator);
    let name = say.model_called(model);
    let shape = state.base(model).at(pose);
    let refused =
        |rule: &'static str, text: String| Err(Refusal::new(rule, text).about(Ref::Model(model)).at(shape.outline()));
    if pose.level > 0 {
        return refused("tle.distance.ground-level", format!("{name} would not stand on the ground"));
    }
    if !state.battlefield().bounds.covers(shape.bounds()) {
        return refused("tle.ruling.movement-measure", format!("{name} would not be wholly on the battlefield"));
    }
    if state.battlefield().is_on_wall(&shape) {
        return refused("tle.terrain.type3-wall-standing", format!("{name} would stand on a wall"));
    }
    let mut others = state.all_models().filter(|other| *other != model && state.stands(*other));
    if let Some(other) = others.find(|other| state.shape(*other).overlaps(&shape)) {
        let text = format!("{name} would stand on {}", say.model_called(other));
        return refused("tle.models.no-stacking", text).map_err(|refusal| refusal.about(Ref::Model(other)));
    }
    Ok(Change::Pose { model, pose })
}

impl State {
    /// Whether a number is that of a bomb marker, or of the next one.
    fn is_marker(&self, model: ModelId) -> bool {
        (self.marker_id(0)..=self.marker_id(self.bombs.len())).contains(&model)
    }
}

fn lay_bomb(state: &State, marker: ModelId, pose: Pose) -> Result<Change, Refusal> {
    let place = marker.0 - state.marker_id(0).0;
    let shape = State::marker_at(pose.at);
    if pose.level > 0 || !state.battlefield().bounds.covers(shape.bounds()) {
        let text = "the bomb would not lie wholly on the battlefield";
        return Err(Refusal::new("tle.secondary.bombs-place", text).at(shape.outline()));
    }
    let seat = state.bombs.get(usize::from(place)).map_or(state.active, |bomb| bomb.seat);
    Ok(Change::Bomb { place, bomb: Bomb { seat, at: pose.at } })
}

fn take_bomb(state: &State, marker: ModelId) -> Result<Change, Refusal> {
    let place = marker.0 - state.marker_id(0).0;
    if usize::from(place) == state.bombs.len() {
        return Err(Refusal::new(RULE, format!("there is no {}", Ref::Model(marker))));
    }
    Ok(Change::BombGone { place })
}

/// A number within bounds, or a refusal that names them.
fn within(rule: &'static str, what: &str, value: i32, least: i32, most: i32) -> Result<i32, Refusal> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(Refusal::new(rule, format!("{what} go from {least} to {most}; {value} is out of range")))
}

fn seat_counter(state: &State, seat: Seat, term: Word, value: i32) -> Result<Change, Refusal> {
    known_seat(state, seat)?;
    let counter = |value| Change::Counter { seat, word: term, value };
    match term.as_str() {
        "points" => {
            let points = within("tle.scoring.winner", "victory points", value, 0, MOST_POINTS)?;
            Ok(Change::Points { seat, points })
        }
        "leader-points" => {
            let points = within("tle.leader-points.refill", "leader points", value, 0, MOST_POINTS)?;
            Ok(Change::LeaderPoints { seat, points: points as i16 })
        }
        "zone" => {
            let zone = within("tle.deploy.choose-zone", "zones", value, 1, 2)? as u8 - 1;
            Ok(Change::Zone { seat, zone })
        }
        "power-dice" => within("tle.phase.power.pool", "power dice", value, 0, MOST_DICE).map(counter),
        "reactions-left" => within("tle.reaction.limit", "reactions", value, 0, MOST_DICE).map(counter),
        "storm" if state.secondary() == Some(Secondary::Storm) && state.round > 1 => {
            within("tle.secondary.storm", "faces of the storm die", value, 1, 6).map(counter)
        }
        "storm" => {
            Err(Refusal::new("tle.secondary.storm", "there is a storm from round 2 on, in the mission of that name"))
        }
        "pool-1" | "pool-2" | "pool-3" | "pool-4" | "pool-5" | "pool-6" => {
            within("tle.bad-luck.bank-one", "dice of a pool", value, 0, MOST_DICE).map(counter)
        }
        _ if Directive::from_word(term).is_some() => {
            within("tle.directive.one-per-turn", "rounds", value, 0, ROUNDS.into()).map(counter)
        }
        _ => Err(Refusal::new(RULE, format!("{} has no counter {term} that can be set", Ref::Seat(seat)))),
    }
}

fn counter(state: &State, of: Ref, term: Word, value: i32) -> Result<Change, Refusal> {
    let say = Voice::new(state, Viewer::Spectator);
    match (of, term.as_str()) {
        (Ref::Model(model), "health") => {
            known_model(state, model)?;
            let most = state.profile(model).health;
            let health = within("tle.datasheet.health", "the points of its health", value, 1, most.into());
            let health = health.map_err(|refusal| refusal.about(of))? as u8;
            if state.model(model).health == 0 {
                let text = format!("{} is out of play; put it on the battlefield first", say.model_called(model));
                return Err(Refusal::new("tle.datasheet.health", text).about(of));
            }
            Ok(Change::Health { model, health })
        }
        (Ref::Unit(unit), "aboard") => {
            known_unit(state, unit)?;
            let transport = u16::try_from(value).ok().map(UnitId).filter(|other| state.is_unit(*other));
            let fits = |other: &UnitId| {
                *other != unit && state.seat_of(*other) == state.seat_of(unit) && state.has_room_for(*other, unit)
            };
            match transport.filter(fits) {
                Some(transport) => Ok(Change::Aboard { unit, transport }),
                None => {
                    let text = format!("unit:{value} is no transport with room for {}", say.called(unit));
                    Err(Refusal::new("tle.transport.capacity", text).about(of))
                }
            }
        }
        (Ref::Area(area), "holder") => {
            let place = objective(state, area)?;
            let seat = within("tle.ruling.objective-not-sticky", "seats", value, 0, state.sides.len() as i32)?;
            Ok(Change::Holder { place, holder: (seat as u8).checked_sub(1).map(Seat) })
        }
        _ => Err(Refusal::new(RULE, format!("{of} has no counter {term} that can be set"))),
    }
}

fn unit_mark(state: &State, unit: UnitId, term: Word, on: bool) -> Result<Change, Refusal> {
    known_unit(state, unit)?;
    let say = Voice::new(state, Viewer::Spectator);
    let acts = term.as_str() == "performing" && state.secondary().is_some_and(Secondary::is_action);
    let is_known = Note::from_word(term).is_some()
        || Order::from_word(term).is_some()
        || matches!(term.as_str(), "hidden" | "returned" | "joker")
        || acts;
    match term.as_str() {
        "reserve" if on => Ok(Change::Reserve { unit }),
        "reserve" => {
            let text = format!("to take {} out of reserve, put the models on the battlefield", say.called(unit));
            Err(Refusal::new("tle.reserve.step", text).about(Ref::Unit(unit)))
        }
        _ if is_known && state.round > 0 => Ok(Change::Mark { unit, word: term, on }),
        _ if is_known => {
            Err(Refusal::new(RULE, "units are marked once the first round has begun: give the moment first"))
        }
        _ => Err(Refusal::new(RULE, format!("a unit cannot be marked {term}")).about(Ref::Unit(unit))),
    }
}

fn seat_mark(state: &State, seat: Seat, term: Word, on: bool) -> Result<Change, Refusal> {
    known_seat(state, seat)?;
    let whose = |on: bool| if on { seat } else { State::enemy_of(seat) };
    match term.as_str() {
        "attacker" => Ok(Change::Attacker { seat: whose(on) }),
        "active" => {
            let active = whose(on);
            let stage = match state.stage {
                Stage::Battle(_) => Stage::Battle(active),
                Stage::Deploying(_) => Stage::Deploying(active),
                stage => stage,
            };
            Ok(Change::Moment { round: state.round, stage, active })
        }
        "passed" | "cloud-used" => Ok(Change::SeatMark { seat, word: term, on }),
        _ if Directive::from_word(term).is_some() && state.round > 0 => Ok(Change::SeatMark { seat, word: term, on }),
        _ => Err(Refusal::new(RULE, format!("{} cannot be marked {term}", Ref::Seat(seat)))),
    }
}

/// The stage that begins with a word of a phase, with this player's turn.
fn stage(word: &str, active: Seat) -> Option<Stage> {
    Some(match word {
        "mission" => Stage::Mission,
        "zones" => Stage::Zones,
        "deployment" => Stage::Deploying(active),
        "roles" => Stage::Roles,
        "directives" => Stage::Directives,
        "round-start" => Stage::RoundStart,
        "turn-start" => Stage::TurnStart,
        "command-phase" => Stage::Command(Who::Active),
        "command-reactions" => Stage::Command(Who::Reactive),
        "movement-phase" => Stage::Disembarking,
        "moves" => Stage::Moving(Who::Active),
        "movement-reactions" => Stage::Moving(Who::Reactive),
        "reserves" => Stage::Reserves,
        "embarking" => Stage::Embarking(Who::Active),
        "embarking-reactions" => Stage::Embarking(Who::Reactive),
        "actions" => Stage::Acts,
        "power-phase" => Stage::PowerStart,
        "powers" => Stage::Power,
        "battle-phase" => Stage::BattleStart,
        "battle" => Stage::Battle(active),
        "coherency-phase" => Stage::Coherency(Who::Active),
        "coherency-reactions" => Stage::Coherency(Who::Reactive),
        "turn-end" => Stage::TurnEnd,
        "round-end" => Stage::RoundEnd,
        _ => return None,
    })
}

fn moment(state: &State, round: u16, phase: Word) -> Result<Change, Refusal> {
    let Some(stage) = stage(phase.as_str(), state.active) else {
        let text = format!(
            "there is no phase {phase}; phases are deployment, round-start, turn-start, command-phase, \
                            movement-phase, power-phase, battle-phase, coherency-phase, turn-end, round-end and their parts"
        );
        return Err(Refusal::new("tle.round.phases", text));
    };
    let before = is_before_rounds(stage);
    let round =
        u8::try_from(round).ok().filter(|round| if before { *round == 0 } else { (1..=ROUNDS).contains(round) });
    let Some(round) = round else {
        let text = if before { "what comes before the first round is round 0" } else { "rounds go from 1 to 5" };
        return Err(Refusal::new("tle.round.five", text));
    };
    if before && state.round > 0 {
        return Err(Refusal::new("tle.round.phases", "the battle cannot go back to before its first round"));
    }
    let zoned = state.seats().all(|seat| state.side(seat).zone.is_some());
    if matches!(stage, Stage::Deploying(_)) && !(zoned && state.seats().any(|seat| !state.to_deploy(seat).is_empty())) {
        return Err(Refusal::new("tle.deploy.alternate", "nobody has both a zone and a unit left to deploy"));
    }
    // A round that is to begin is counted when it does.
    let round = if stage == Stage::RoundStart { round - 1 } else { round };
    Ok(Change::Moment { round, stage, active: state.active })
}

/// Whether a stage comes before the first round.
fn is_before_rounds(stage: Stage) -> bool {
    matches!(stage, Stage::Mission | Stage::Zones | Stage::Deploying(_) | Stage::Roles | Stage::Directives)
}

fn objective(state: &State, area: AreaId) -> Result<u8, Refusal> {
    let place = state.battlefield().objective_of(area).map(|place| place as u8);
    place.ok_or_else(|| Refusal::new(RULE, format!("{} is no objective", Ref::Area(area))))
}

fn known_model(state: &State, model: ModelId) -> Result<(), Refusal> {
    if state.is_model(model) { Ok(()) } else { Err(Refusal::new(RULE, format!("there is no {}", Ref::Model(model)))) }
}

fn known_unit(state: &State, unit: UnitId) -> Result<(), Refusal> {
    if state.is_unit(unit) { Ok(()) } else { Err(Refusal::new(RULE, format!("there is no {}", Ref::Unit(unit)))) }
}

fn known_seat(state: &State, seat: Seat) -> Result<(), Refusal> {
    if seat.index() < state.sides.len() {
        return Ok(());
    }
    Err(Refusal::new(RULE, format!("there is no {}", Ref::Seat(seat))))
}
