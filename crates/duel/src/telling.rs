//! Duel in plain sentences. The rules behind them are told where they run.

use engine::Leaving;
use vocabulary::{Ref, Roll, Seat, Text, Viewer};

use crate::Fact;
use crate::state::{Plan, State};

/// What a viewer hears of a fact.
pub(crate) fn narrate(state: &State, fact: &Fact, viewer: Viewer) -> Option<Text> {
    let name = |seat: Seat| state.name(seat);
    let text = match fact {
        Fact::Planned { seat, plan } if viewer.is(*seat) => Text::new(format!("You follow the plan {}", plan.label())),
        Fact::Planned { seat, .. } => Text::new(format!("{} has chosen a plan", name(*seat))).about(Ref::Seat(*seat)),
        Fact::Placed { model, pose, by } => {
            let text = format!("{} places {} at {}", name(*by), state.model_name(*model), pose.at.about());
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::RoundBegan { round } => Text::new(format!("Round {round} begins")),
        Fact::Bid { seat, amount } => Text::new(format!("{} bids {amount}", name(*seat))).about(Ref::Seat(*seat)),
        Fact::Ordered { order } => {
            let names: Vec<&str> = order.iter().map(|seat| name(*seat)).collect();
            Text::new(format!("The order is {}", names.join(", ")))
        }
        Fact::Marched { model, to } => {
            let text = format!("{} moves to {}", state.model_name(*model), to.at.about());
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::Followed { model, to } => {
            let text = format!("{} follows to {}", state.model_name(*model), to.at.about());
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::Attacked { seat, target, dice } => {
            let text =
                format!("{} attacks {} with {}", name(*seat), state.model_name(*target), dice_words((*dice).into()));
            Text::new(text).about(Ref::Model(*target))
        }
        Fact::Reacted { seat, reaction } => {
            Text::new(format!("{} answers with {}", name(*seat), reaction.word())).about(Ref::Seat(*seat))
        }
        Fact::Feinted { seat } => {
            let text = format!("{} feints: the reaction has no effect", name(*seat));
            Text::new(text).about(Ref::Seat(*seat))
        }
        Fact::RolledAgain { seat, dice } => {
            let plural = if *dice == 1 { "miss" } else { "misses" };
            let text = format!("{} spends 1 Resolve to roll {dice} {plural} again", name(*seat));
            Text::new(text).about(Ref::Seat(*seat))
        }
        Fact::Replaced { seat, die, with } => {
            let text = format!("{} replaces a {} by the {} of the pool", name(*seat), die.shows, with.shows);
            Text::new(text).about(Ref::Die(die.id.0))
        }
        Fact::Damaged { target, hits, damage } => {
            let plural = if *hits == 1 { "hit does" } else { "hits do" };
            let text = format!("{hits} {plural} {damage} damage to {}", state.model_name(*target));
            Text::new(text).about(Ref::Model(*target))
        }
        Fact::Hurt { model, wounds } => {
            let text = format!("{} takes {wounds}", state.model_name(*model));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::StruckDown { model, by } => {
            let text = format!("{} is struck down by {}", state.model_name(*model), name(*by));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::Revealed { seat, plan, done } => revealed(state, *seat, *plan, *done),
        Fact::Ended { outcome } => {
            let winners: Vec<&str> = outcome.winners.iter().map(|seat| name(*seat)).collect();
            let text = match winners.as_slice() {
                [] => "The game ends without a winner".to_owned(),
                [winner] => format!("{winner} wins"),
                several => format!("{} share a draw", several.join(" and ")),
            };
            Text::new(text)
        }
        Fact::Left { seat, how } => {
            let how = match how {
                Leaving::Conceded => "gives up",
                Leaving::OutOfTime => "has run out of time",
                Leaving::Vanished => "is not seen again",
            };
            Text::new(format!("{} {how}", name(*seat))).about(Ref::Seat(*seat))
        }
        Fact::SetPlan { .. } => Text::new("The players settled a plan by consent"),
        Fact::SetPose { model, .. } | Fact::SetGone { model } | Fact::SetWounds { model, .. } => {
            let text = format!("The players changed {} by consent", state.model_name(*model));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::SetCounter { seat, term, value } => {
            Text::new(format!("The players set {term} of {} to {value} by consent", name(*seat)))
                .about(Ref::Seat(*seat))
        }
        Fact::SetMoment { round, .. } => Text::new(format!("The players went to round {round} by consent")),
        // The roll has said it.
        Fact::Pooled { .. } => return None,
        Fact::PlansMade | Fact::BandPlaced { .. } | Fact::TurnEnded { .. } => return None,
    };
    Some(text)
}

fn revealed(state: &State, seat: Seat, plan: Plan, done: bool) -> Text {
    let did = if done { "carried it out" } else { "did not carry it out" };
    let text = format!("{} followed the plan {} and {did}", state.name(seat), plan.label());
    Text::new(text).about(Ref::Seat(seat))
}

/// `1 die`, `2 dice`.
pub(crate) fn dice_words(count: usize) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// What everybody hears of dice.
pub(crate) fn narrate_roll(state: &State, roll: &Roll) -> Text {
    let shown: Vec<String> = roll.dice.iter().map(|die| die.shows.to_string()).collect();
    let name = state.name(roll.seat);
    let shown = shown.join(" ");
    let text = match (roll.need, roll.why.as_str()) {
        (Some(need), _) => {
            let successes = roll.successes();
            let plural = if successes == 1 { "success" } else { "successes" };
            format!("{name} rolls {shown}, needing {need}+: {successes} {plural}")
        }
        (None, "duel.round.pool") => format!("{name} rolls {shown} for the pool"),
        (None, _) => format!("{name} rolls {shown} to go first"),
    };
    Text::new(text).about(Ref::Seat(roll.seat))
}
