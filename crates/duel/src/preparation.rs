//! Before the first round: plans and placing.

use engine::{Flow, Table};
use smallvec::SmallVec;
use vocabulary::{Answer, Seat};

use crate::state::Plan;
use crate::{Duel, Fact, Prompt};

/// All players choose a plan at the same time and in secret.
///
/// Carries out `duel.plan.choose`.
pub(crate) fn choose_plans(t: &mut Table<Duel>) -> Flow<()> {
    let asks: SmallVec<[(Seat, Prompt); 4]> = t.state.seats().map(|seat| (seat, Prompt::Plan)).collect();
    let answers = t.ask_all(&asks)?;
    for ((seat, _), answer) in asks.iter().zip(answers) {
        let plan = answer.chosen_word().and_then(Plan::from_word);
        let plan = plan.expect("a checked answer names a plan");
        t.tell_by(Fact::Planned { seat: *seat, plan }, ["duel.plan.choose"]);
    }
    t.tell(Fact::PlansMade);
    Ok(())
}

/// A player places the Captain and a Guard, and the next player the second Guard.
///
/// Carries out `duel.place.own`, `duel.place.rival`.
pub(crate) fn place_band(t: &mut Table<Duel>, seat: Seat) -> Flow<()> {
    if !t.state.side(seat).gone {
        ask_place(t, seat, Prompt::PlaceOwn, "duel.place.own")?;
        ask_place(t, t.state.next(seat), Prompt::PlaceRival { band: seat }, "duel.place.rival")?;
    }
    t.tell(Fact::BandPlaced { seat });
    Ok(())
}

fn ask_place(t: &mut Table<Duel>, by: Seat, prompt: Prompt, rule: &'static str) -> Flow<()> {
    let Answer::Place(placed) = t.ask(by, prompt)? else { unreachable!("a checked answer places models") };
    for (model, pose) in placed {
        t.tell_by(Fact::Placed { model, pose, by }, [rule]);
    }
    Ok(())
}
