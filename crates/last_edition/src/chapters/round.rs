//! Rounds, turns and phases: what follows what.

use engine::{Flow, Leaving, Progress, Table};
use serde::Serialize;
use vocabulary::{Outcome, Ref, Seat, Text};

use crate::LastEdition;
use crate::chapters::abilities::{self, Moment};
use crate::chapters::bad_luck::LuckRules;
use crate::chapters::orders;
use crate::chapters::{directives, luck, reserves, scoring, secondary};
use crate::fact::{Fact, Happening};
use crate::forces::house::ImproveAt;
use crate::state::{Stage, State, Whereabouts, Who};
use crate::words::voice::Voice;

/// How many rounds there are. Carries out `tle.round.five`.
pub(crate) const ROUNDS: u8 = 5;

/// What happens to rounds, turns and phases.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// A round begins.
    Round { round: u8 },
    /// A turn begins.
    Turn { seat: Seat },
    /// The match goes on to this.
    Goes { to: Stage },
    /// A turn ends.
    TurnOver { seat: Seat },
    /// A round ends.
    RoundOver { round: u8 },
}

/// The phases of a turn. Carries out `tle.round.phases`, `tle.ruling.phase-numbers`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Command,
    Movement,
    Power,
    Battle,
    Coherency,
}

impl Stage {
    /// The phase that it belongs to.
    pub(crate) fn phase(self) -> Option<Phase> {
        Some(match self {
            Stage::Command(_) => Phase::Command,
            Stage::Disembarking | Stage::Moving(_) | Stage::Reserves | Stage::Embarking(_) | Stage::Acts => {
                Phase::Movement
            }
            Stage::PowerStart | Stage::Power => Phase::Power,
            Stage::BattleStart | Stage::Battle(_) => Phase::Battle,
            Stage::Coherency(_) => Phase::Coherency,
            _ => return None,
        })
    }
}

impl Phase {
    /// What it is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Phase::Command => "Command phase",
            Phase::Movement => "Movement phase",
            Phase::Power => "Power phase",
            Phase::Battle => "Battle phase",
            Phase::Coherency => "Coherency phase",
        }
    }
}

/// The match goes on to a stage.
pub(crate) fn go(t: &mut Table<LastEdition>, to: Stage) {
    if t.state.stage.phase().is_some_and(|phase| to.phase() != Some(phase)) {
        luck::improve(t, ImproveAt::EndOfPhase);
    }
    let new = to.phase().filter(|phase| t.state.stage.phase() != Some(*phase));
    let rules: &[&str] = if new.is_some() { &["tle.round.phases", "tle.ruling.phase-numbers"] } else { &[] };
    t.tell_by(Fact::Round(Facts::Goes { to }), rules.iter().copied());
}

/// A round begins: directives are revealed. Carries out `tle.round.five`, `tle.ruling.turn-frame`.
pub(crate) fn begin(t: &mut Table<LastEdition>) -> Flow<()> {
    let round = t.state.round + 1;
    t.tell_by(Fact::Round(Facts::Round { round }), ["tle.round.five", "tle.round.one-turn-each"]);
    directives::reveal(t)?;
    go(t, Stage::TurnStart);
    Ok(())
}

/// A turn begins with the points for objectives.
///
/// Carries out `tle.round.one-turn-each`, `tle.round.attacker-first`, `tle.round.defender-second`,
/// `tle.ruling.turn-frame`, `tle.ruling.primary-timing`.
pub(crate) fn begin_turn(t: &mut Table<LastEdition>) -> Flow<()> {
    let seat = t.state.active;
    let first = t.state.first_of_round() == seat;
    let order = if first { "tle.round.attacker-first" } else { "tle.round.defender-second" };
    t.tell_by(Fact::Round(Facts::Turn { seat }), ["tle.round.one-turn-each", "tle.round.active-player", order]);
    directives::begin_turn(t)?;
    scoring::begin_turn(t);
    go(t, Stage::Command(Who::Active));
    Ok(())
}

/// A turn ends: actions are completed, and what lasted for the turn is over.
///
/// Carries out `tle.ruling.turn-frame`, `tle.ruling.boost`, `tle.ruling.order-duration`.
pub(crate) fn end_turn(t: &mut Table<LastEdition>) -> Flow<()> {
    let seat = t.state.active;
    secondary::complete(t)?;
    scoring::end_turn(t);
    orders::end_turn(t);
    luck::improve(t, ImproveAt::EndOfTurn);
    t.tell_by(Fact::Round(Facts::TurnOver { seat }), ["tle.ruling.turn-frame"]);
    let over = wiped_out(&t.state);
    if over || t.state.first_of_round() != seat {
        go(t, Stage::RoundEnd);
    } else {
        go(t, Stage::TurnStart);
    }
    Ok(())
}

/// Whether a player has no unit left, where that ends the battle. Carries out `tle.ruling.army-destroyed`.
fn wiped_out(state: &State) -> bool {
    let has_units = |seat: Seat| state.units_of(seat).any(|unit| state.is_alive(unit));
    state.house().end_on_wipeout && state.seats().any(|seat| !has_units(seat))
}

/// A round ends; after the last the battle does.
///
/// Carries out `tle.round.five`, `tle.ruling.turn-frame`, `tle.ruling.army-destroyed`, `tle.scoring.winner`.
pub(crate) fn end_round(t: &mut Table<LastEdition>) -> Flow<Progress> {
    let round = t.state.round;
    t.tell_by(Fact::Round(Facts::RoundOver { round }), ["tle.ruling.turn-frame"]);
    let alone = t.state.sides.iter().any(|side| side.left);
    if round < ROUNDS && !alone && !wiped_out(&t.state) {
        go(t, Stage::RoundStart);
        return Ok(Progress::Checkpoint);
    }
    if !alone {
        reserves::lose_all(t)?;
        scoring::end_battle(t);
    }
    let outcome = scoring::outcome(&t.state);
    t.tell_by(Fact::Ended { outcome: outcome.clone() }, ["tle.scoring.winner", "tle.ruling.vp-tie"]);
    Ok(Progress::Over(outcome))
}

impl Happening for Facts {
    fn apply(&self, state: &mut State) {
        match self {
            Facts::Round { round } => {
                state.round = *round;
                state.active = state.first_of_round();
                state.sides.iter_mut().for_each(|side| side.attempted.clear());
            }
            Facts::Turn { .. } => state.turn += 1,
            Facts::Goes { to } => {
                if to.phase() != state.stage.phase() {
                    begin_phase(state);
                }
                abilities::end(state, Moment::Activation);
                if *to == Stage::Command(Who::Active) {
                    abilities::end(state, Moment::Command(state.active));
                }
                state.stage = *to;
            }
            Facts::TurnOver { seat } => {
                abilities::end(state, Moment::Turn);
                let side = &mut state.sides[seat.index()];
                side.leader_points = side.leader_points.min(side.most_leader_points);
                side.deed = None;
                state.active = State::enemy_of(*seat);
            }
            Facts::RoundOver { .. } => {
                let rules = LuckRules::of(state.house());
                for side in &mut state.sides {
                    side.pool.end_round(&rules);
                }
                abilities::end(state, Moment::Round);
            }
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        Some(match self {
            Facts::Round { round } => Text::new(format!("Round {round} of {ROUNDS} begins")),
            Facts::Turn { seat } => Text::new(format!("It is {} turn", say.whose(*seat))).about(Ref::Seat(*seat)),
            Facts::Goes { to } => {
                let begins = matches!(
                    to,
                    Stage::Command(Who::Active)
                        | Stage::Disembarking
                        | Stage::PowerStart
                        | Stage::BattleStart
                        | Stage::Coherency(Who::Active)
                );
                Text::new(to.phase().filter(|_| begins)?.name())
            }
            Facts::TurnOver { seat } => {
                let text = format!("{} turn is over", crate::words::voice::capital(&say.whose(*seat)));
                Text::new(text).about(Ref::Seat(*seat))
            }
            Facts::RoundOver { round } => {
                let score = |seat: Seat| format!("{} {}", say.player(seat), say.side(seat).score.total());
                let scores: Vec<String> = say.seats().map(score).collect();
                Text::new(format!("Round {round} is over; victory points: {}", scores.join(", ")))
            }
        })
    }
}

/// Nobody has acted in the new phase yet. Carries out `tle.round.act-once`, `tle.ruling.act-once-reactions`.
pub(crate) fn begin_phase(state: &mut State) {
    for unit in &mut state.units {
        (unit.acted, unit.reacts, unit.blocked) = (false, false, false);
    }
    for side in &mut state.sides {
        (side.reacted, side.passed, side.power_dice, side.caster) = (0, false, 0, None);
    }
    abilities::end(state, Moment::Phase);
}

/// How the battle ended, as a viewer is told.
pub(crate) fn ended(say: Voice<'_>, outcome: &Outcome) -> Text {
    let end = match outcome.winners.as_slice() {
        [winner] => format!("{} the battle", say.plays(*winner, "wins", "win")),
        _ => "The battle is a draw".to_owned(),
    };
    let points = |seat: Seat| format!("{} {}", say.player(seat), say.side(seat).score.total());
    let points: Vec<String> = say.seats().map(points).collect();
    let text = Text::new(format!("{end}; victory points: {}", points.join(", ")));
    outcome.winners.iter().fold(text, |text, seat| text.about(Ref::Seat(*seat)))
}

/// That a player has left, as a viewer is told.
pub(crate) fn left(say: Voice<'_>, seat: Seat, how: Leaving) -> Text {
    let who = match how {
        Leaving::Conceded => say.plays(seat, "concedes", "concede"),
        Leaving::OutOfTime => say.plays(seat, "has run out of time and loses", "have run out of time and lose"),
        Leaving::Vanished => say.plays(seat, "has left the table and loses", "have left the table and lose"),
    };
    Text::new(who).about(Ref::Seat(seat))
}

impl State {
    /// Whether a unit counts for its side at all.
    pub(crate) fn is_gone(&self, unit: vocabulary::UnitId) -> bool {
        self.unit(unit).at == Whereabouts::Gone
    }
}
