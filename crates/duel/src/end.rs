//! The end: plans are shown, points are counted.

use engine::{Flow, Progress, Table};
use ground::{Base, Length};
use vocabulary::{Outcome, Seat, Word};

use crate::state::{CENTRE, NEAR, Plan, State};
use crate::{Duel, Fact};

impl State {
    /// Whether a plan was carried out.
    ///
    /// Carries out `duel.plan.hunter`, `duel.plan.keeper`, `duel.plan.centre`.
    fn is_done(&self, seat: Seat, plan: Plan) -> bool {
        match plan {
            Plan::Hunter => self.side(seat).captains_struck > 0,
            Plan::Keeper => self.stands(State::captain(seat)),
            Plan::Centre => {
                let centre = Base { at: CENTRE, radius: Length::ZERO };
                self.leader(seat).and_then(|leader| self.base(leader)).is_some_and(|base| base.within(centre, NEAR))
            }
        }
    }
}

/// All plans are shown, and whoever has the most points wins.
///
/// Carries out `duel.plan.reveal`, `duel.end.winner`, `duel.end.leaving`.
pub(crate) fn reckon(t: &mut Table<Duel>) -> Flow<Progress> {
    for seat in t.state.seats() {
        if let (Some(plan), false) = (t.state.side(seat).plan, t.state.side(seat).gone) {
            let done = t.state.is_done(seat, plan);
            t.tell_by(Fact::Revealed { seat, plan, done }, ["duel.plan.reveal", plan.rule()]);
        }
    }
    let scores: Vec<i32> = t.state.sides.iter().map(|side| side.points).collect();
    let present = t.state.seats().filter(|seat| !t.state.side(*seat).gone);
    let most = present.clone().map(|seat| t.state.side(seat).points).max();
    let winners = present.filter(|seat| Some(t.state.side(*seat).points) == most).collect();
    let outcome = Outcome { winners, scores, rule: "duel.end.winner".into(), word: Word::new("points") };
    let rules = ["duel.end.winner", "duel.end.rounds", "duel.ruling.rounds"];
    t.tell_by(Fact::Ended { outcome: outcome.clone() }, rules);
    Ok(Progress::Over(outcome))
}
