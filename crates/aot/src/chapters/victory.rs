//! The end of a battle.

use engine::{Flow, Progress, Table};
use smallvec::SmallVec;
use vocabulary::{Outcome, RuleId, Seat, Word};

use crate::Aot;
use crate::fact::{Fact, Seats};
use crate::forces::house::{SameRound, StopAt};
use crate::prompt::{Prompt, YES};
use crate::state::{State, Whereabouts};

/// Why a battle ended in which the target was reached.
const TARGET: &str = "target";

impl State {
    /// Commanders at or above the target who have not given up.
    fn at_target(&self) -> Seats {
        let there = |seat: &Seat| self.side(*seat).points >= self.target() && !self.side(*seat).left;
        self.seats().filter(there).collect()
    }

    /// Commanders with most points, among those who have not left; nobody if all have.
    fn leaders(&self) -> Seats {
        let staying: Seats = self.seats().filter(|seat| !self.side(*seat).left).collect();
        let most = staying.iter().map(|seat| self.side(*seat).points).max();
        staying.into_iter().filter(|seat| Some(self.side(*seat).points) == most).collect()
    }

    fn result(&self, winners: &[Seat], rule: &'static str, word: &'static str) -> Outcome {
        let scores = self.sides.iter().map(|side| side.points).collect();
        Outcome { winners: winners.to_vec(), scores, rule: RuleId::of(rule), word: Word::new(word) }
    }

    /// Whether nobody has a unit left that could score an Archive. Carries out `aot.ruling.battle-end-checks`.
    fn is_dead_position(&self) -> bool {
        // Whoever stands in one unit with others scores as they do.
        let scores = |unit| {
            self.unit(unit).at != Whereabouts::Gone
                && self.roll_call(unit).any(|model| self.model_info(model).rank.scores())
        };
        !self.all_units().any(scores)
    }
}

/// Ends the battle at once if the settings say so and one Commander alone has enough. Carries out
/// `aot.ruling.victory-check-time`.
pub(crate) fn stop_at_once(t: &mut Table<Aot>) {
    if t.state.house().stop_at != StopAt::Immediately || t.state.outcome.is_some() {
        return;
    }
    if let [winner] = t.state.at_target().as_slice() {
        let outcome = t.state.result(&[*winner], "aot.ruling.victory-check-time", TARGET);
        end(t, outcome);
    }
}

/// The battle is over.
fn end(t: &mut Table<Aot>, outcome: Outcome) {
    let mut rules = vec![outcome.rule.clone()];
    if outcome.word.as_str() == TARGET {
        rules.extend(["aot.victory.target-agreed", "aot.ruling.victory-target-default"].map(RuleId::of));
    }
    t.tell_by(Fact::Ended { outcome }, rules);
}

/// The Round is over: is the battle? Carries out `aot.victory.first-to-target`, `aot.victory.same-round`,
/// `aot.ruling.victory-check-time`, `aot.ruling.battle-end-checks`, `aot.ruling.elimination`.
pub(crate) fn end_round(t: &mut Table<Aot>) -> Flow<Progress> {
    if let Some(outcome) = t.state.outcome.clone() {
        return Ok(Progress::Over(outcome));
    }
    let outcome = match by_points(t)? {
        Some(outcome) => Some(outcome),
        None => by_position(&t.state),
    };
    match outcome {
        Some(outcome) => {
            end(t, outcome.clone());
            Ok(Progress::Over(outcome))
        }
        None => {
            t.tell_by(Fact::NextRound, ["aot.ruling.battle-end-checks", "aot.ruling.victory-check-time"]);
            Ok(Progress::Checkpoint)
        }
    }
}

/// Victory points against the target, and the lead in a battle that was extended.
///
/// Carries out `aot.victory.first-to-target`, `aot.victory.same-round`, `aot.ruling.victory-same-round-choice`.
fn by_points(t: &mut Table<Aot>) -> Flow<Option<Outcome>> {
    let there = t.state.at_target();
    let leaders = t.state.leaders();
    if t.state.extended {
        if let [winner] = leaders.as_slice() {
            return Ok(Some(t.state.result(&[*winner], "aot.victory.same-round", "lead")));
        }
    } else if there.is_empty() {
        return Ok(None);
    } else if let [winner] = there.as_slice() {
        return Ok(Some(t.state.result(&[*winner], "aot.victory.first-to-target", TARGET)));
    }
    let draw = match t.state.house().same_round {
        SameRound::Draw => true,
        SameRound::Continue => false,
        SameRound::HigherWins => {
            if let [winner] = leaders.as_slice() {
                return Ok(Some(t.state.result(&[*winner], "aot.ruling.victory-same-round-choice", "lead")));
            }
            false
        }
        SameRound::Ask => {
            // Whoever is out is not asked any more, and so cannot stand in the way of a draw.
            let asked = there.iter().filter(|seat| t.state.is_in_play(**seat));
            let asks: SmallVec<[(Seat, Prompt); 4]> = asked.map(|seat| (*seat, Prompt::Draw)).collect();
            let answers = t.ask_all(&asks)?;
            !answers.is_empty() && answers.iter().all(|answer| answer.chosen_word() == Some(YES))
        }
    };
    if draw {
        return Ok(Some(t.state.result(&there, "aot.victory.same-round", "draw")));
    }
    if !t.state.extended {
        t.tell_by(Fact::Extended, ["aot.victory.same-round", "aot.ruling.victory-same-round-choice"]);
    }
    Ok(None)
}

/// Elimination, a dead position, and the Round limit. Carries out `aot.ruling.elimination`,
/// `aot.ruling.battle-end-checks`.
fn by_position(state: &State) -> Option<Outcome> {
    let left: Seats = state.seats().filter(|seat| state.is_in_play(*seat)).collect();
    let rule = "aot.ruling.battle-end-checks";
    match left.as_slice() {
        [] => return Some(state.result(&state.leaders(), "aot.ruling.elimination", "nobody-left")),
        [winner] if state.seats().all(|seat| seat == *winner || state.side(seat).left) => {
            return Some(state.result(&[*winner], "aot.ruling.elimination", "others-left"));
        }
        [winner] if state.house().last_standing_wins => {
            return Some(state.result(&[*winner], "aot.ruling.elimination", "last-standing"));
        }
        _ => {}
    }
    if state.is_dead_position() {
        return Some(state.result(&state.leaders(), rule, "dead-position"));
    }
    (state.round >= state.house().round_limit).then(|| state.result(&state.leaders(), rule, "round-limit"))
}
