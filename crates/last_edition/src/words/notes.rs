//! What is noted of units and stands beside their names: each note once, with when it applies and how it is set.

use vocabulary::UnitId;

use crate::state::{State, Unit};

engine::terms! {
    /// What a unit did in this turn, or is in this phase.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Note {
        Moved {
            word: "moved", label: "Moved", sign: "→", tone: Faint, rules: ["tle.phase.movement.move"],
            text: "Has moved this turn.",
        }
        Advanced {
            word: "advanced", label: "Advanced", sign: "»", tone: Bad,
            rules: ["tle.order.advance", "tle.order.advance-no-attack"],
            text: "Has advanced this turn, so it attacks nobody.",
        }
        FellBack {
            word: "fell-back", label: "Fell back", sign: "↩", tone: Bad,
            rules: ["tle.order.fall-back", "tle.charge.not-fallen-back"],
            text: "Has fallen back this turn.",
        }
        Arrived {
            word: "arrived", label: "Arrived", sign: "↓", tone: Faint,
            rules: ["tle.reserve.step", "tle.reserve.counts-as-moved"],
            text: "Has come from reserve this turn, which counts as moving.",
        }
        Disembarked {
            word: "disembarked", label: "Got out", sign: "⇤", tone: Faint, rules: ["tle.transport.disembark-time"],
            text: "Has left its transport this turn.",
        }
        ThrownOut {
            word: "no-reaction", label: "Cannot react", sign: "x", tone: Bad,
            rules: ["tle.transport.destroyed-no-reaction", "tle.ruling.transport-no-reaction"],
            text: "Has left a transport that was destroyed this turn.",
        }
        Shot {
            word: "shot", label: "Has shot", sign: "➶", tone: Faint, rules: ["tle.charge.not-shot"],
            text: "Has shot this turn, so it can't charge.",
        }
        Charged {
            word: "charged", label: "Charged", sign: "➤", rules: ["tle.charge.move"],
            text: "Has made a charge move this turn.",
        }
        Fought {
            word: "fought", label: "Fought", sign: "⚔", tone: Faint, rules: ["tle.phase.battle.shoot-or-fight"],
            text: "Has shot or fought this turn.",
        }
        Acted {
            word: "acted", label: "Has acted", sign: "•", tone: Faint,
            rules: ["tle.round.act-once", "tle.ruling.act-once-reactions"],
            text: "Has acted in this phase.",
        }
        Reacts {
            word: "reaction-unit", label: "Reaction unit", sign: "r", tone: Good,
            rules: ["tle.reaction.limit", "tle.ruling.reaction-limit"],
            text: "Can act in this phase of the enemy's turn.",
        }
        Blocked {
            word: "blocked", label: "Has blocked", sign: "x", tone: Faint, rules: ["tle.phase.power.block-once"],
            text: "Has blocked a power in this phase.",
        }
    }
}

impl Note {
    /// Whether it applies to a unit.
    pub(crate) fn applies(self, state: &State, unit: UnitId) -> bool {
        let now = state.unit(unit);
        let last = now.last;
        let turn = match self {
            Note::Acted => return now.acted,
            Note::Reacts => return now.reacts,
            Note::Blocked => return now.blocked,
            Note::Moved => last.moved,
            Note::Advanced => last.advanced,
            Note::FellBack => last.fell_back,
            Note::Arrived => last.arrived,
            Note::Disembarked => last.disembarked,
            Note::ThrownOut => last.thrown_out,
            Note::Shot => last.shot,
            Note::Charged => last.charged,
            Note::Fought => last.fought,
        };
        state.is_this_turn(turn)
    }

    /// Lets it apply to a unit in the player turn of this number, or no longer.
    pub(crate) fn set(self, unit: &mut Unit, turn: u16, on: bool) {
        let done = if on { turn } else { 0 };
        let last = &mut unit.last;
        match self {
            Note::Acted => unit.acted = on,
            Note::Reacts => unit.reacts = on,
            Note::Blocked => unit.blocked = on,
            Note::Moved => (last.moved, last.walked) = (done, done),
            Note::Advanced => last.advanced = done,
            Note::FellBack => last.fell_back = done,
            Note::Arrived => last.arrived = done,
            Note::Disembarked => last.disembarked = done,
            Note::ThrownOut => last.thrown_out = done,
            Note::Shot => last.shot = done,
            Note::Charged => last.charged = done,
            Note::Fought => last.fought = done,
        }
    }
}
