//! Changes of the position that the players agree on, and the situations that scenarios start from.
//!
//! | adjustment | what it does |
//! | --- | --- |
//! | pose of a model | it stands there; if it was out of play, with all its Health |
//! | gone: unit, model | out of play |
//! | counter `points` of a seat | its victory points |
//! | counter `feat-points` of a seat | its Feat Points |
//! | counter `zone` of a seat | its zone, counted from 1 |
//! | counter `health` of a model | what it has left |
//! | counter `aboard` of a unit | the number of the unit that carries it |
//! | mark `boarded` of a unit | it went aboard or got out in this Round |
//! | counter `soul` of a model | what it has left |
//! | mark `first` of a seat | it is the first in the order of the Round |
//! | mark `spent` of a unit | its Action is gone, or is there again |
//! | mark `vanguard-held` of a unit | it waits in Vanguard, with all its models |
//! | mark `entered` of a unit | it came in this Round |
//! | mark `fled` of a unit | it starts the next Round without its Action |
//! | mark `spell-focus`, `spell-numb`, `spell-shroud`, `spell-protect`, `spell-calm` or `spell-invigorate` of a unit | it is under that spell |
//! | mark `suppressed` of a unit | it cannot Counter Charge |
//! | mark `channelled` of a model | its Soul Action is gone, or is there again |
//! | mark `dormant`, `nullify`, `stabilize` or `mend` of an Archive | its effect in this Round |
//! | moment | the beginning of `proposal`, `zones`, `deployment`, `round-start`, `action-phase`, `battle-phase`, `aftermath`, `control-phase` or `round-end` |
//!
//! Going to a phase of a Round takes whatever does not stand on the battlefield or wait in Vanguard out of play, and
//! gives each Commander without a zone the first that is free.

use ground::Pose;
use smallvec::SmallVec;
use vocabulary::{Adjustment, AreaId, ModelId, Ref, Refusal, Seat, UnitId, Viewer, Word};

use crate::chapters::effects::Effect;
use crate::chapters::modifiers::{Modifier, Source, Timed, Until};
use crate::chapters::soul::Spell;
use crate::fact::{Fact, Seats};
use crate::forces::ability::Ability;
use crate::state::{Stage, State, Whereabouts};
use crate::words::voice::Voice;

/// The rule of refusals that no rule of the book is behind.
const RULE: &str = "aot.unit.model";
/// More points than any battle can bring.
const MOST_POINTS: i32 = 1_000;
/// More Rounds than any battle can have.
const MOST_ROUNDS: u16 = 1_000;

/// The fact that makes a change.
pub(crate) fn adjust(state: &State, change: &Adjustment) -> Result<Fact, Refusal> {
    match change {
        Adjustment::Pose(model, pose) => put(state, *model, *pose),
        Adjustment::Gone(Ref::Model(model)) => {
            known_model(state, *model)?;
            Ok(Fact::SetGone { models: SmallVec::from_slice(&[*model]) })
        }
        Adjustment::Gone(Ref::Unit(unit)) => {
            known_unit(state, *unit)?;
            Ok(Fact::SetGone { models: state.roll_call(*unit).collect() })
        }
        Adjustment::Counter(of, term, value) => count(state, *of, *term, *value),
        Adjustment::Mark(Ref::Unit(unit), term, on) => mark(state, *unit, *term, *on),
        Adjustment::Mark(Ref::Model(model), term, on) if term.as_str() == "channelled" => {
            known_model(state, *model)?;
            Ok(Fact::SetChannelled { model: *model, channelled: *on })
        }
        Adjustment::Mark(Ref::Area(area), term, true) => wake(state, *area, *term),
        Adjustment::Mark(Ref::Area(_), ..) => {
            Err(Refusal::new("aot.archive.roll", "an Archive without a special effect is marked stabilize"))
        }
        Adjustment::Mark(Ref::Seat(seat), term, true) if term.as_str() == "first" => {
            known_seat(state, *seat)?;
            let others = order(state).into_iter().filter(|other| other != seat);
            Ok(Fact::SetOrder { order: std::iter::once(*seat).chain(others).collect() })
        }
        Adjustment::Moment { round, phase } => moment(state, *round, *phase),
        _ => Err(Refusal::new(RULE, "that cannot be changed in this game")),
    }
}

/// A model is put down: wholly on the battlefield, on no other base, and on no Obstacle that it could not be on.
fn put(state: &State, model: ModelId, pose: Pose) -> Result<Fact, Refusal> {
    known_model(state, model)?;
    let say = Voice::new(state, Viewer::Spectator);
    let name = say.model_called(model);
    let shape = state.base(model).at(pose);
    if !state.battlefield().bounds.covers(shape.bounds()) {
        let text = format!("{name} would not be wholly on the battlefield");
        return Err(Refusal::new("aot.ruling.leaving-table", text).about(Ref::Model(model)).at(shape.outline()));
    }
    if pose.level > 0 && state.battlefield().piece_under(&shape, pose.level).is_none() {
        let text = format!("{name} would not stand completely on that level");
        return Err(Refusal::new("aot.ruling.vertical-moves", text).about(Ref::Model(model)).at(shape.outline()));
    }
    let mut others = state.all_units().flat_map(|unit| state.standing(unit)).filter(|other| *other != model);
    if let Some(other) = others.find(|other| state.shape(*other).overlaps(&shape)) {
        let text = format!("{name} would stand on {}", say.model_called(other));
        let refusal = Refusal::new("aot.ruling.placement-legality", text).at(state.shape(other).outline());
        return Err(refusal.about(Ref::Model(model)).about(Ref::Model(other)));
    }
    let agile = state.has(state.unit_of(model), Ability::Agile);
    let terrain = &state.battlefield().terrain;
    let closed = terrain.iter().find(|piece| {
        piece.rules.obstacle
            && !(agile && piece.rules.holds_bases)
            && pose.level == 0
            && piece.polygon.overlaps_shape(&shape)
    });
    if let Some(piece) = closed {
        let text = format!("{name} would stand in {}, which is an Obstacle", piece.name);
        return Err(Refusal::new("aot.ruling.placement-legality", text).about(Ref::Model(model)).at(shape.outline()));
    }
    Ok(Fact::SetPose { model, pose })
}

fn count(state: &State, of: Ref, term: Word, value: i32) -> Result<Fact, Refusal> {
    let say = Voice::new(state, Viewer::Spectator);
    match (of, term.as_str()) {
        (Ref::Seat(seat), "points") => {
            known_seat(state, seat)?;
            if !(0..=MOST_POINTS).contains(&value) {
                let text = format!("victory points go from 0 to {MOST_POINTS}; {value} is out of range");
                return Err(Refusal::new("aot.victory.first-to-target", text));
            }
            Ok(Fact::SetPoints { seat, points: value })
        }
        (Ref::Seat(seat), "feat-points") => {
            known_seat(state, seat)?;
            let points = u16::try_from(value).ok().filter(|points| i32::from(*points) <= MOST_POINTS);
            let points = points.ok_or_else(|| {
                Refusal::new(
                    "aot.feat.gain",
                    format!("Feat Points go from 0 to {MOST_POINTS}; {value} is out of range"),
                )
            })?;
            Ok(Fact::SetFeatPoints { seat, points })
        }
        (Ref::Seat(seat), "zone") => {
            known_seat(state, seat)?;
            let zones = state.battlefield().zones.len();
            let zone = value
                .checked_sub(1)
                .and_then(|place| u8::try_from(place).ok())
                .filter(|zone| usize::from(*zone) < zones);
            let zone = zone.ok_or_else(|| {
                Refusal::new("aot.setup.zone-roll", format!("there is no zone {value}; there are zones 1 to {zones}"))
            })?;
            let taken = |other: &Seat| *other != seat && state.side(*other).zone == Some(zone);
            if let Some(other) = state.seats().find(taken) {
                let text = format!("{} already has this zone", state.name(other));
                return Err(Refusal::new("aot.setup.zone-roll", text).about(Ref::Seat(other)));
            }
            Ok(Fact::SetZone { seat, zone })
        }
        (Ref::Model(model), "health") => {
            known_model(state, model)?;
            let most = state.card(model).health;
            let health = u8::try_from(value).ok().filter(|health| (1..=most).contains(health));
            let health = health.ok_or_else(|| {
                let text = format!("{} can have 1 to {most} Health, not {value}", say.model_called(model));
                Refusal::new("aot.spec.health", text).about(Ref::Model(model))
            })?;
            if state.model(model).health == 0 {
                let text = format!("{} is out of play; put it on the battlefield first", say.model_called(model));
                return Err(Refusal::new("aot.damage.destroyed", text).about(Ref::Model(model)));
            }
            Ok(Fact::SetHealth { model, health })
        }
        (Ref::Unit(unit), "aboard") => {
            known_unit(state, unit)?;
            let transport = u16::try_from(value).ok().map(UnitId).filter(|other| state.is_unit(*other));
            let transport = transport.filter(|other| *other != unit && state.has_room(*other, unit));
            let transport = transport.ok_or_else(|| {
                let text = format!("unit:{value} is no Transport with room for {}", say.called(unit));
                Refusal::new("aot.transport.capacity", text).about(Ref::Unit(unit))
            })?;
            Ok(Fact::SetAboard { unit, transport })
        }
        (Ref::Model(model), "soul") => {
            known_model(state, model)?;
            let most = if state.house().soul { state.model_info(model).rank.soul() } else { 0 };
            let soul = u8::try_from(value).ok().filter(|soul| *soul <= most);
            let soul = soul.ok_or_else(|| {
                let text = format!("{} can have 0 to {most} Soul, not {value}", say.model_called(model));
                Refusal::new("aot.soul.resource-name", text).about(Ref::Model(model))
            })?;
            Ok(Fact::SetSoul { model, soul })
        }
        _ => Err(Refusal::new(RULE, format!("{of} has no counter {term} that can be set"))),
    }
}

fn mark(state: &State, unit: UnitId, term: Word, on: bool) -> Result<Fact, Refusal> {
    known_unit(state, unit)?;
    let say = Voice::new(state, Viewer::Spectator);
    let refused = |rule: &'static str, text: String| Err(Refusal::new(rule, text).about(Ref::Unit(unit)));
    match term.as_str() {
        "spent" => Ok(Fact::SetSpent { unit, spent: on }),
        "boarded" => Ok(Fact::SetBoarded { unit, boarded: on }),
        "entered" => Ok(Fact::SetEntered { unit, entered: on }),
        "fled" => Ok(Fact::SetFled { unit, fled: on }),
        "vanguard-held" if !on => {
            let text = format!("to take {} out of Vanguard, put the models on the battlefield", say.called(unit));
            refused("aot.ability.vanguard.enter-edge", text)
        }
        "vanguard-held" if !state.has(unit, Ability::Vanguard) => {
            let text = format!("{} {} not have Vanguard", say.called(unit), state.does(unit, "does", "do"));
            refused("aot.ability.vanguard.hold-back", text)
        }
        "vanguard-held" => Ok(Fact::SetVanguard { unit }),
        "suppressed" => {
            let from = Source::Feat(Word::new("suppressive-fire"));
            let timed = Timed { modifier: Modifier::Suppressed, from, until: Until::Round };
            Ok(Fact::SetTimed { unit, timed, on })
        }
        _ => match Spell::from_word(term).and_then(Spell::timed) {
            Some(_) if !state.house().soul => {
                refused("aot.ruling.module-soul", "this battle is fought without Soul".to_owned())
            }
            Some(timed) if on && timed.modifier == Modifier::Shroud && state.picked_out(unit).is_none() => refused(
                "aot.spell.shroud",
                format!("{} {} no character with Soldiers", say.called(unit), state.does(unit, "has", "have")),
            ),
            Some(timed) => Ok(Fact::SetTimed { unit, timed, on }),
            None => refused(RULE, format!("a unit cannot be marked {term}")),
        },
    }
}

fn wake(state: &State, area: AreaId, term: Word) -> Result<Fact, Refusal> {
    let archives = 0..state.battlefield().archives().len();
    let archive = archives.into_iter().find(|place| state.battlefield().archive_id(*place) == area);
    match (archive, Effect::of_mark(term)) {
        (Some(archive), Some(effect)) => Ok(Fact::SetEffect { archive: archive as u8, effect }),
        _ => {
            let text = format!(
                "only an Archive can be marked, as dormant, nullify, stabilize, mend or energize; not {} as {term}",
                Ref::Area(area)
            );
            Err(Refusal::new("aot.archive.roll", text))
        }
    }
}

/// The order as it is, with everybody in it.
fn order(state: &State) -> Seats {
    let missing = state.seats().filter(|seat| !state.order.contains(seat));
    state.order.iter().copied().chain(missing).collect()
}

fn moment(state: &State, round: u16, phase: Word) -> Result<Fact, Refusal> {
    let stage = match phase.as_str() {
        "proposal" => Stage::Proposal(0),
        "zones" => Stage::Zones,
        "deployment" => Stage::Deploying(0),
        "round-start" => Stage::RoundStart,
        "action-phase" => Stage::Turn(0),
        "battle-phase" => Stage::Battle,
        "aftermath" => Stage::Aftermath,
        "control-phase" => Stage::Control,
        "round-end" => Stage::RoundEnd,
        _ => {
            let text = "the phases are proposal, zones, deployment, round-start, action-phase, battle-phase, \
                        aftermath, control-phase and round-end";
            return Err(Refusal::new("aot.round.phases", text));
        }
    };
    let before = matches!(stage, Stage::Proposal(_) | Stage::Zones | Stage::Deploying(_));
    let fits = if before { round == 0 } else { (1..=MOST_ROUNDS).contains(&round) };
    if !fits {
        let text = if before { "preparation is round 0".to_owned() } else { format!("there is no round {round}") };
        return Err(Refusal::new("aot.round.phases", text));
    }
    let waits = |unit| state.unit(unit).at == Whereabouts::Waiting;
    if matches!(stage, Stage::Deploying(_)) && !state.all_units().any(waits) {
        return Err(Refusal::new("aot.setup.deploy-alternating", "there is no unit left to set up"));
    }
    // A Round that is to begin is counted when it does.
    let round = if stage == Stage::RoundStart { round - 1 } else { round };
    Ok(Fact::SetMoment { round, stage, order: order(state) })
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
