//! What a change by consent does to the position, and how it is told.

use std::fmt::Write as _;

use ground::Pose;
use smallvec::SmallVec;
use troops::Models;
use vocabulary::{ModelId, Ref, Seat, Text, UnitId, Word};

use super::is_before_rounds;
use crate::chapters::directives::Directive;
use crate::chapters::missions::Secondary;
use crate::chapters::orders::Order;
use crate::chapters::round::{self, ROUNDS};
use crate::fact::Change;
use crate::forces::house::StormScope;
use crate::state::{Bomb, Deed, Given, Mission, Stage, State, Units, Whereabouts};
use crate::words::notes::Note;
use crate::words::voice::{Voice, counted, joined};

/// Carries a change out.
pub(crate) fn apply(state: &mut State, change: &Change) {
    match change {
        Change::Pose { model, pose } => stand(state, *model, *pose),
        Change::Gone { models } => models.iter().for_each(|model| remove(state, *model)),
        Change::Health { model, health } => state.models[model.index()].health = *health,
        Change::Points { seat, points } => {
            let score = &mut state.sides[seat.index()].score;
            score.agreed += points - score.total();
        }
        Change::LeaderPoints { seat, points } => state.sides[seat.index()].leader_points = *points,
        Change::Reserve { unit } => put_aside(state, *unit, Whereabouts::Reserve),
        Change::Aboard { unit, transport } => put_aside(state, *unit, Whereabouts::Aboard(*transport)),
        Change::Moment { round, stage, active } => go_to(state, *round, *stage, *active),
        Change::Zone { seat, zone } => {
            state.sides[seat.index()].zone = Some(*zone);
            state.sides[State::enemy_of(*seat).index()].zone = Some(1 - *zone);
        }
        Change::Attacker { seat } => state.attacker = Some(*seat),
        Change::Mark { unit, word, on } => mark(state, *unit, *word, *on),
        Change::SeatMark { seat, word, on } => seat_mark(state, *seat, *word, *on),
        Change::Counter { seat, word, value } => count(state, *seat, *word, *value),
        Change::Objective { place, destroyed } => state.objectives[usize::from(*place)].destroyed = *destroyed,
        Change::Holder { place, holder } => state.objectives[usize::from(*place)].holder = *holder,
        Change::Bomb { place, bomb } => match state.bombs.get_mut(usize::from(*place)) {
            Some(there) => *there = *bomb,
            None => state.bombs.push(*bomb),
        },
        Change::BombGone { place } => drop(state.bombs.remove(usize::from(*place))),
    }
}

/// A model stands here; if it was out of play, with all its health.
fn stand(state: &mut State, model: ModelId, pose: Pose) {
    heal(state, model);
    let unit = state.unit_of(model);
    state.put(model, pose);
    state.units[unit.index()].at = Whereabouts::OnField;
}

fn heal(state: &mut State, model: ModelId) {
    let full = state.profile(model).health;
    let health = &mut state.models[model.index()].health;
    if *health == 0 {
        *health = full;
    }
}

/// A model is out of play; with the last of its unit the unit is, and whoever it carries.
fn remove(state: &mut State, model: ModelId) {
    state.models[model.index()].health = 0;
    state.troops.take_up(model);
    let unit = state.unit_of(model);
    if state.survivors(unit).next().is_none() {
        for rider in state.aboard(unit).collect::<Units>() {
            state.lose(rider);
        }
        state.units[unit.index()].at = Whereabouts::Gone;
    }
}

/// A unit is off the battlefield, but not out of play; if it was, all its models have all their health.
fn put_aside(state: &mut State, unit: UnitId, at: Whereabouts) {
    let models: Models = state.roll_call(unit).collect();
    let was_gone = state.survivors(unit).next().is_none();
    for model in models {
        state.troops.take_up(model);
        if was_gone {
            heal(state, model);
        }
    }
    state.units[unit.index()].at = at;
}

/// The match goes to a stage. The number of the player turn follows from the round and from whose turn it is.
fn go_to(state: &mut State, round: u8, stage: Stage, active: Seat) {
    if !is_before_rounds(stage) {
        settle(state, active);
    }
    let is_new = (round, stage.phase(), active) != (state.round, state.stage.phase(), state.active);
    (state.round, state.stage, state.active) = (round, stage, active);
    let begun = u16::from(round.saturating_sub(1)) * 2;
    state.turn = match stage {
        _ if is_before_rounds(stage) => 0,
        Stage::RoundStart => u16::from(round) * 2,
        Stage::TurnStart => begun + u16::from(state.first_of_round() != active),
        _ => begun + u16::from(state.first_of_round() != active) + 1,
    };
    if is_new {
        round::begin_phase(state);
        for seat in state.seats() {
            state.sides[seat.index()].may_react = state.reaction_limit(seat);
        }
    }
}

/// Whatever is open before the first round is settled, and whoever is nowhere is out of play.
fn settle(state: &mut State, active: Seat) {
    if state.mission.is_none() {
        let (layout, secondary) = (state.house().layout, state.house().secondary);
        state.mission = Some(Mission { layout, secondary, storm: SmallVec::new() });
        state.lay_out(layout);
    }
    let taken = state.seats().find_map(|seat| Some((seat, state.side(seat).zone?)));
    let (seat, zone) = taken.unwrap_or((Seat(0), 0));
    state.sides[seat.index()].zone = Some(zone);
    state.sides[State::enemy_of(seat).index()].zone = Some(1 - zone);
    state.attacker.get_or_insert(active);
    for unit in state.all_units() {
        let nowhere: Models = match state.unit(unit).at {
            Whereabouts::Waiting => state.roll_call(unit).collect(),
            Whereabouts::OnField => state.survivors(unit).filter(|model| !state.stands(*model)).collect(),
            Whereabouts::Reserve | Whereabouts::Aboard(_) | Whereabouts::Gone => continue,
        };
        nowhere.into_iter().for_each(|model| remove(state, model));
    }
}

fn mark(state: &mut State, unit: UnitId, word: Word, on: bool) {
    let (turn, round, seat) = (state.turn, state.round, state.seat_of(unit));
    let objective = (0..state.objectives.len()).find(|place| state.has_model_on(unit, *place));
    let clouds = state.secondary() == Some(Secondary::PoisonCloud);
    let now = &mut state.units[unit.index()];
    if let Some(note) = Note::from_word(word) {
        note.set(now, turn, on);
    } else if let Some(order) = Order::from_word(word) {
        now.orders.retain(|given| given.order != order);
        if on {
            now.orders.push(Given { order, turn });
        }
    } else {
        match word.as_str() {
            "hidden" => now.hidden = if on { round } else { 0 },
            "returned" => now.returned = on,
            "joker" => now.joker = on,
            _ => {
                let objective = objective.filter(|_| clouds).map(|place| place as u8);
                state.sides[seat.index()].deed = on.then_some(Deed { unit, objective });
            }
        }
    }
}

fn seat_mark(state: &mut State, seat: Seat, word: Word, on: bool) {
    let round = state.round;
    let side = &mut state.sides[seat.index()];
    match (word.as_str(), Directive::from_word(word)) {
        ("passed", _) => side.passed = on,
        (_, None) => side.poisoned = on,
        (_, Some(directive)) => {
            plan(&mut side.directives, directive, if on { round } else { 0 });
            let bit = 1 << (round - 1);
            side.shown = if on { side.shown | bit } else { side.shown & !bit };
        }
    }
}

/// A directive is planned for a round, and for no other; for none in round 0.
fn plan(directives: &mut SmallVec<[Option<Directive>; 5]>, directive: Directive, round: u8) {
    directives.resize(ROUNDS.into(), None);
    directives.iter_mut().filter(|planned| **planned == Some(directive)).for_each(|planned| *planned = None);
    if let Some(place) = usize::from(round).checked_sub(1) {
        directives[place] = Some(directive);
    }
}

fn count(state: &mut State, seat: Seat, word: Word, value: i32) {
    let amount = u8::try_from(value).unwrap_or(u8::MAX);
    if word.as_str() == "storm" {
        let second = usize::from(state.first_of_round() != seat);
        let round = usize::from(state.round.saturating_sub(2));
        let place = match state.house().storm_scope {
            StormScope::Round => round,
            StormScope::PlayerTurn => round * 2 + second,
        };
        if let Some(mission) = &mut state.mission {
            let dice = mission.storm.len().max(place + 1);
            mission.storm.resize(dice, 0);
            mission.storm[place] = amount;
        }
        return;
    }
    let side = &mut state.sides[seat.index()];
    match word.as_str() {
        "power-dice" => side.power_dice = amount,
        "reactions-left" => side.may_react = side.reacted.saturating_add(amount),
        _ => match (Directive::from_word(word), word.as_str().strip_prefix("pool-").and_then(|face| face.parse().ok()))
        {
            (Some(directive), _) => plan(&mut side.directives, directive, amount),
            (None, Some(face)) => side.pool.set(face, amount),
            (None, None) => {}
        },
    }
}

/// How a change is told.
pub(crate) fn say(say: Voice<'_>, change: &Change) -> Option<Text> {
    let text = agreement(say, change);
    Some(Text { sentence: format!("Agreed: {}", text.sentence), ..text }.rule(super::RULE))
}

fn agreement(say: Voice<'_>, change: &Change) -> Text {
    let of_seat = |seat: Seat, text: String| Text::new(text).about(Ref::Seat(seat));
    let has = |seat: Seat, what: String| {
        let verb = if say.to.is(seat) { "have" } else { "has" };
        of_seat(seat, format!("{} {verb} {what}", say.player(seat)))
    };
    match change {
        Change::Pose { model, .. } => {
            Text::new(format!("{} is moved", say.model_called(*model))).about(Ref::Model(*model))
        }
        Change::Gone { models } => {
            let names: Vec<String> = models.iter().map(|model| say.model_called(*model)).collect();
            let is = if names.len() == 1 { "is" } else { "are" };
            let text = Text::new(format!("{} {is} out of play", joined(&names, "and")));
            models.iter().fold(text, |text, model| text.about(Ref::Model(*model)))
        }
        Change::Health { model, health } => {
            Text::new(format!("{} has {health} health", say.model_called(*model))).about(Ref::Model(*model))
        }
        Change::Points { seat, points } => has(*seat, counted(*points, "victory point", "victory points")),
        Change::LeaderPoints { seat, points } => {
            has(*seat, counted(i32::from(*points), "leader point", "leader points"))
        }
        Change::Reserve { unit } => of_unit(say, *unit, "waits in reserve", "wait in reserve"),
        Change::Aboard { unit, transport } => {
            let text = of_unit(say, *unit, "is aboard", "are aboard").about(Ref::Unit(*transport));
            Text { sentence: format!("{} {}", text.sentence, say.called(*transport)), ..text }
        }
        Change::Moment { round, stage, active } => {
            let mut text = format!("the battle goes to round {round}");
            if let Some(phase) = stage.phase() {
                let _ = write!(text, ", {}, in {} turn", phase.name(), say.whose(*active));
            }
            Text::new(text)
        }
        Change::Zone { seat, .. } => {
            let name = say.zone_of(*seat).map_or("", |zone| zone.name.as_str());
            has(*seat, format!("zone {name}"))
        }
        Change::Attacker { seat } => {
            let is = if say.to.is(*seat) { "are" } else { "is" };
            of_seat(*seat, format!("{} {is} the attacker", say.player(*seat)))
        }
        Change::Mark { unit, word, on } => {
            let is = if *on { say.does(*unit, "is", "are") } else { say.does(*unit, "is not", "are not") };
            Text::new(format!("{} {is} marked {word}", say.called(*unit))).about(Ref::Unit(*unit))
        }
        Change::SeatMark { seat, word, on } => {
            let not = if *on { "" } else { " not" };
            let is = if say.to.is(*seat) { "are" } else { "is" };
            of_seat(*seat, format!("{} {is}{not} marked {word}", say.player(*seat)))
        }
        // Which directive is planned for which round stays its owner's secret.
        Change::Counter { seat, word, .. } if Directive::from_word(*word).is_some() && !say.to.is(*seat) => {
            has(*seat, "another plan".to_owned())
        }
        Change::Counter { seat, word, value } => has(*seat, format!("{word} {value}")),
        Change::Objective { place, destroyed } => {
            let area = say.objective_id(usize::from(*place));
            let is = if *destroyed { "is destroyed" } else { "is not destroyed" };
            Text::new(format!("{} {is}", say.named(Ref::Area(area)))).about(Ref::Area(area))
        }
        Change::Holder { place, holder } => {
            let area = say.objective_id(usize::from(*place));
            let who = holder.map_or("nobody", |seat| say.player(seat));
            Text::new(format!("{} is held by {who}", say.named(Ref::Area(area)))).about(Ref::Area(area))
        }
        Change::Bomb { bomb: Bomb { seat, .. }, .. } => of_seat(*seat, format!("{} bomb is moved", say.whose(*seat))),
        Change::BombGone { .. } => Text::new("a bomb is removed"),
    }
}

/// What is noted of a unit, wherever in a sentence.
fn of_unit(say: Voice<'_>, unit: UnitId, one: &'static str, many: &'static str) -> Text {
    Text::new(format!("{} {}", say.called(unit), say.does(unit, one, many))).about(Ref::Unit(unit))
}
