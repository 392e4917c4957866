//! The Round: its order, and the turns of the Action Phase.

use engine::{Flow, Table};
use vocabulary::{Ref, Refusal, Seat, Token, UnitId};

use crate::Aot;
use crate::chapters::action;
use crate::chapters::effects;
use crate::chapters::feat;
use crate::chapters::preparation::roll_off;
use crate::chapters::soul::{self, CHANNEL};
use crate::chapters::transport;
use crate::fact::{Action, Fact, Seats};
use crate::forces::doctrine::Occasion;
use crate::forces::house::BlockedRetreat;
use crate::prompt::{PASS, Prompt, STOP};
use crate::state::{State, Whereabouts};
use crate::words::voice::Voice;

/// A Round begins. Carries out `aot.round.phases`, `aot.round.turn-order`, `aot.ruling.round-start-order`.
pub(crate) fn begin(t: &mut Table<Aot>) -> Flow<()> {
    let round = t.state.round + 1;
    t.tell_by(Fact::RoundBegan { round }, ["aot.round.phases", "aot.action.one-per-round"]);
    effects::roll(t)?;
    let previous = t.state.order.clone();
    let seats: Seats = t.state.seats().filter(|seat| t.state.is_in_play(*seat)).collect();
    let kept = (t.state.round > 1).then_some(previous.as_slice());
    let order = roll_off(t, &seats, "aot.round.turn-order", kept)?;
    t.tell_by(Fact::Ordered { order }, ["aot.round.turn-order", "aot.ruling.roll-off-ties"]);
    turn_to(t, t.state.next_turn(None));
    Ok(())
}

/// It is a Commander's turn; nobody's when the Action Phase is over.
fn turn_to(t: &mut Table<Aot>, place: Option<u8>) {
    t.tell_with(Fact::TurnNext { place }, |state| {
        if place.is_none() {
            return vec!["aot.action.until-none-left", "aot.round.phases"];
        }
        let mut rules = vec!["aot.action.alternate", "aot.game.alternating-play"];
        let idle = |seat: &Seat| state.units_of(*seat).all(|unit| !state.can_do_something(unit));
        if state.order.iter().any(idle) {
            rules.push("aot.ruling.skip-when-finished");
        }
        if state.sides.len() > 2 {
            rules.push("aot.ruling.more-than-two-commanders");
        }
        rules
    });
}

/// The rules behind selecting a unit for an Action.
fn selecting(state: &State, unit: UnitId, action: Action) -> Vec<&'static str> {
    let mut rules = vec!["aot.action.alternate", "aot.action.one-per-round", "aot.ruling.action-table", action.rule()];
    rules.extend(action.rules());
    if state.info(unit).character.is_some() {
        rules.push("aot.accompany.same-action");
    }
    rules
}

impl State {
    /// The Actions that a unit may perform now. Carries out `aot.ruling.action-table`, `aot.action.by-battle-range`,
    /// `aot.action.one-per-round`, `aot.action.not-after-reaction`, `aot.ruling.hold-in-battle-range`,
    /// `aot.ability.vanguard.enter-round-two`, `aot.ability.vanguard.is-action`, `aot.ruling.retreat-without-guns`,
    /// `aot.transport.extra-actions`, `aot.transport.embarked-no-actions`.
    pub(crate) fn actions_of(&self, unit: UnitId) -> &'static [Action] {
        let Whereabouts::OnField = self.unit(unit).at else {
            let may_enter = self.is_in_vanguard(unit) && self.round >= 2 && !self.unit(unit).spent;
            return if may_enter { &[Action::Enter] } else { &[] };
        };
        if self.unit(unit).spent {
            return &[];
        }
        let loaded = self.is_transport(unit) && !self.may_get_out(unit).is_empty();
        let all: &[Action] = if self.is_engaged(unit) {
            let forbidden = self.house().blocked_retreat == BlockedRetreat::Forbid;
            match forbidden && action::way_out(self, unit).is_none() {
                true => &[Action::Scrum, Action::ScrumAndDisembark],
                false => &[Action::FiringRetreat, Action::Scrum, Action::ScrumAndDisembark],
            }
        } else {
            &[Action::MoveAndShoot, Action::MoveAndCharge, Action::Advance, Action::Hold, Action::MoveAndDisembark]
        };
        // The last is for those with passengers.
        if loaded { all } else { &all[..all.len() - 1] }
    }

    /// Why a unit cannot perform an Action.
    pub(crate) fn why_not(&self, seat: Seat, unit: UnitId, action: Option<Action>) -> Refusal {
        let say = Voice::of_seat(self, seat);
        let name = say.called(unit);
        let (is, has) = (self.does(unit, "is", "are"), self.does(unit, "has", "have"));
        let (rule, text) = if self.seat_of(unit) != seat {
            ("aot.action.alternate", format!("{name} {is} not yours"))
        } else if self.unit(unit).at == Whereabouts::Gone {
            ("aot.damage.destroyed", format!("{name} {is} destroyed"))
        } else if let Some(transport) = self.carrier(unit) {
            ("aot.transport.embarked-no-actions", format!("{name} {is} aboard {}", say.called(transport)))
        } else if matches!(action, Some(Action::MoveAndDisembark | Action::ScrumAndDisembark))
            && self.may_get_out(unit).is_empty()
        {
            match self.load(unit) {
                0 => ("aot.transport.extra-actions", format!("nobody is aboard {name}")),
                _ => ("aot.transport.not-in-and-out", format!("everybody aboard {name} came aboard in this Round")),
            }
        } else if self.is_in_vanguard(unit) && self.round < 2 {
            ("aot.ability.vanguard.enter-round-two", format!("{name} can enter from the second Round on"))
        } else if self.unit(unit).spent {
            ("aot.action.one-per-round", format!("{name} {has} already acted or reacted in this Round"))
        } else if self.is_engaged(unit) {
            ("aot.action.by-battle-range", format!("{name} {is} in Battle Range and can only retreat or scrum"))
        } else if action.is_some() {
            ("aot.action.by-battle-range", format!("{name} {is} not in Battle Range, so that Action is not possible"))
        } else {
            ("aot.ruling.action-table", "there is no such Action".to_owned())
        };
        Refusal::new(rule, text).about(Ref::Unit(unit))
    }

    /// Whether a Commander has a unit on the battlefield that can act.
    fn must_act(&self, seat: Seat) -> bool {
        self.fielded_by(seat).any(|unit| !self.unit(unit).spent)
    }

    /// Whether a unit has an Action or a Soul Action left. Carries out `aot.soul.either-order`,
    /// `aot.soul.separate-actions`.
    pub(crate) fn can_do_something(&self, unit: UnitId) -> bool {
        !self.actions_of(unit).is_empty() || self.soul_action(unit).is_some()
    }

    /// Whether a Commander has anything to select. Carries out `aot.ruling.skip-when-finished`,
    /// `aot.action.until-none-left`.
    fn has_turn(&self, seat: Seat) -> bool {
        let side = self.side(seat);
        !side.left && !side.stopped && self.units_of(seat).any(|unit| self.can_do_something(unit))
    }

    /// Whether a Commander may stop for the rest of the phase. Carries out `aot.ruling.no-passing`.
    pub(crate) fn may_stop(&self, seat: Seat) -> bool {
        !self.must_act(seat)
    }

    /// The place in the order of whose turn is next; nobody's when the Action Phase is over.
    ///
    /// Carries out `aot.action.alternate`, `aot.game.alternating-play`, `aot.action.until-none-left`,
    /// `aot.ruling.no-passing`, `aot.ruling.more-than-two-commanders`.
    pub(crate) fn next_turn(&self, last: Option<u8>) -> Option<u8> {
        let count = self.order.len();
        let first = last.map_or(0, |last| usize::from(last) + 1);
        let in_it = |place: &usize| self.has_turn(self.order[*place]);
        let mut playing = (0..count).filter(in_it).peekable();
        let all_passed = playing.peek().is_some() && playing.all(|place| self.side(self.order[place]).passed);
        if all_passed {
            return None;
        }
        (first..first + count).map(|place| place % count.max(1)).find(in_it).map(|place| place as u8)
    }
}

/// A Commander selects a unit, which acts. Carries out `aot.action.alternate`, `aot.accompany.same-action`,
/// `aot.accompany.single-unit`.
pub(crate) fn take_turn(t: &mut Table<Aot>, place: u8) -> Flow<()> {
    let seat = t.state.order[usize::from(place)];
    if t.state.has_turn(seat) {
        match t.ask(seat, Prompt::Select)?.token() {
            Some(Token::Word(STOP)) => t.tell_by(Fact::Stopped { seat }, ["aot.ruling.no-passing"]),
            Some(Token::Word(PASS)) => t.tell_by(Fact::Passed { seat }, ["aot.ruling.no-passing"]),
            Some(Token::About(CHANNEL, Ref::Unit(unit))) => {
                if let Some(model) = t.state.soul_action(unit) {
                    soul::channel(t, model)?;
                }
            }
            Some(Token::About(word, Ref::Unit(unit))) => {
                if let Some(action) = Action::from_word(word) {
                    t.tell_with(Fact::Selected { unit, action }, |state| selecting(state, unit, action));
                    feat::offer(t, Occasion::Acts, &[unit], &[])?;
                    action::perform(t, unit, action)?;
                    transport::offer_ride(t, unit)?;
                }
            }
            _ => {}
        }
    }
    if t.state.outcome.is_none() {
        turn_to(t, t.state.next_turn(Some(place)));
    }
    Ok(())
}
