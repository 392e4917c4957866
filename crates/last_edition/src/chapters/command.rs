//! The command phase, and reaction units of every phase.

use engine::{Choices, Flow, Table};
use serde::Serialize;
use smallvec::SmallVec;
use vocabulary::{Answer, Ref, Seat, Text, Token, UnitId};

use crate::LastEdition;
use crate::chapters::abilities;
use crate::chapters::directives::Directive;
use crate::chapters::round::{Phase, go};
use crate::fact::{Fact, Happening};
use crate::forces::ability::When;
use crate::forces::house::ReactionUnits;
use crate::prompt::{Prompt, Question};
use crate::state::{Stage, State, Units, Who};
use crate::words::voice::{Voice, counted};

/// Questions about reaction units.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which units react in this phase? At most so many.
    React { among: Units, limit: u8 },
}

/// What happens to leader points and reaction units.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// A player has all leader points again, and perhaps more for a turn.
    Refilled { seat: Seat, points: i16 },
    /// A player declares reaction units for this phase.
    Declared { seat: Seat, units: Units },
}

/// The leader points of Boost in confidence. Carries out `tle.directive.boost-in-confidence`.
const BOOST: i16 = 4;

/// The command phase of the active player, then of the reaction units.
///
/// Carries out `tle.leader-points.refill`, `tle.ruling.leader-point-refill`, `tle.phase.command.abilities`,
/// `tle.phase.command.reaction-units`, `tle.directive.boost-in-confidence`, `tle.ruling.boost`.
pub(crate) fn command(t: &mut Table<LastEdition>, who: Who) -> Flow<()> {
    let seat = t.state.seat_of_part(who);
    match who {
        Who::Active => {
            refill(t, seat);
            abilities::command(t, seat, None)?;
            go(t, Stage::Command(Who::Reactive));
        }
        Who::Reactive => {
            let units = declare(t, seat, "tle.phase.command.reaction-units")?;
            abilities::command(t, seat, Some(&units))?;
            go(t, Stage::Disembarking);
        }
    }
    Ok(())
}

fn refill(t: &mut Table<LastEdition>, seat: Seat) {
    let boosted = t.state.has_directive(seat, Directive::BoostInConfidence);
    let points = t.state.side(seat).most_leader_points + if boosted { BOOST } else { 0 };
    let mut rules = vec!["tle.leader-points.refill", "tle.ruling.leader-point-refill"];
    if boosted {
        rules.extend(["tle.directive.boost-in-confidence", "tle.ruling.boost"]);
    }
    if t.state.side(seat).leader_points != points {
        t.tell_by(Fact::Command(Facts::Refilled { seat, points }), rules);
    }
}

/// The reactive player declares reaction units for a phase.
///
/// Carries out `tle.reaction.limit`, `tle.ruling.reaction-limit`, `tle.transport.destroyed-no-reaction`,
/// `tle.ruling.transport-no-reaction`, `tle.phase.movement.reaction-on-board`, `tle.ruling.reaction-on-board`.
pub(crate) fn declare(t: &mut Table<LastEdition>, seat: Seat, rule: &'static str) -> Flow<Units> {
    let limit = t.state.reaction_limit(seat);
    let among: Units = t.state.units_of(seat).filter(|unit| t.state.may_react(*unit)).collect();
    if limit == 0 || among.is_empty() {
        return Ok(Units::new());
    }
    let answer = t.ask(seat, Prompt::Command(Asks::React { among, limit }))?;
    let units: Units = answer.tokens().iter().filter_map(|token| token.unit()).collect();
    if !units.is_empty() {
        let rules = [rule, "tle.reaction.limit", "tle.ruling.reaction-limit"];
        t.tell_by(Fact::Command(Facts::Declared { seat, units: units.clone() }), rules);
    }
    Ok(units)
}

impl State {
    /// Whether a unit can be declared a reaction unit in this phase.
    ///
    /// Carries out `tle.transport.destroyed-no-reaction`, `tle.ruling.transport-no-reaction`,
    /// `tle.phase.movement.reaction-on-board`, `tle.ruling.reaction-on-board`.
    pub(crate) fn may_react(&self, unit: UnitId) -> bool {
        let everywhere = matches!(self.stage.phase(), Some(Phase::Command | Phase::Power))
            && self.house().reaction_units == ReactionUnits::MovementPhase;
        let is_there = self.is_on_field(unit) || (everywhere && self.is_alive(unit));
        is_there && !self.is_too_shaken(self.unit(unit).last.thrown_out)
    }

    /// Whether it can make a difference which of these units react in the phase that is under way.
    ///
    /// In the command phase they use abilities, in the power phase they bring dice to block a power; anywhere else they act.
    fn could_react(&self, seat: Seat, among: &[UnitId]) -> bool {
        match self.stage.phase() {
            Some(Phase::Command) => self.abilities_at(When::CommandPhase, among).next().is_some(),
            Some(Phase::Power) => self.could_block(seat),
            _ => true,
        }
    }
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        "tle.reaction.limit"
    }

    fn text(&self, say: Voice<'_>) -> String {
        let Asks::React { limit, .. } = self;
        let phase = say.stage.phase().map_or("this phase", |phase| phase.name());
        format!("Which of your units react in the {phase}? Up to {}.", counted(i32::from(*limit), "unit", "units"))
    }

    fn choices(&self, _: &State, _: Seat) -> Option<Choices> {
        let Asks::React { among, limit } = self;
        let tokens: SmallVec<_> = among.iter().map(|unit| Token::from(*unit)).collect();
        let max = u16::from(*limit).min(tokens.len() as u16);
        Some(Choices::Some(engine::Several { tokens, max, ..engine::Several::default() }))
    }

    fn idle(&self, state: &State, seat: Seat) -> Option<Answer> {
        let Asks::React { among, .. } = self;
        (!state.could_react(seat, among)).then(Answer::none)
    }
}

impl Happening for Facts {
    fn apply(&self, state: &mut State) {
        match self {
            Facts::Refilled { seat, points } => state.sides[seat.index()].leader_points = *points,
            Facts::Declared { units, .. } => {
                for unit in units {
                    state.units[unit.index()].reacts = true;
                }
            }
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        Some(match self {
            Facts::Refilled { seat, points } => {
                let has = say.plays(*seat, "has", "have");
                let points = counted(i32::from(*points), "leader point", "leader points");
                Text::new(format!("{has} {points}")).about(Ref::Seat(*seat))
            }
            Facts::Declared { seat, units } => {
                let text = say.plays(*seat, "reacts with", "react with");
                let text = Text::new(format!("{text} {}", say.called_all(units)));
                units.iter().fold(text, |text, unit| text.about(Ref::Unit(*unit)))
            }
        })
    }
}
