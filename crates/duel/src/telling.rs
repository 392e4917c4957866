//! Duel in plain sentences. The rules behind them are told where they run.

use engine::Leaving;
use vocabulary::{ModelId, Ref, Roll, Seat, Text, Viewer};

use crate::Fact;
use crate::state::{Reaction, State};

/// Who is spoken to: a viewer's own seat is "you", and its models are "your Guard 1"; all others go by the name of
/// their seat.
#[derive(Clone, Copy)]
pub(crate) struct Voice<'a> {
    /// The position that is spoken of.
    pub(crate) state: &'a State,
    /// Who hears it.
    pub(crate) to: Viewer,
}

impl<'a> Voice<'a> {
    /// A player in a sentence: `you`, or `Ann`.
    pub(crate) fn player(self, seat: Seat) -> &'a str {
        if self.to.is(seat) { "you" } else { self.state.name(seat) }
    }

    /// What a player does, at the beginning of a sentence: `You bid`, `Ann bids`.
    pub(crate) fn plays(self, seat: Seat, one: &str, you: &str) -> String {
        if self.to.is(seat) { format!("You {you}") } else { format!("{} {one}", self.state.name(seat)) }
    }

    /// A model in a sentence: `your Captain`, `Ann's Guard 1`.
    pub(crate) fn model(self, model: ModelId) -> String {
        format!("{} {}", self.whose(State::owner(model)), State::part(model))
    }

    /// A model at the beginning of a sentence.
    pub(crate) fn this_model(self, model: ModelId) -> String {
        capital(&self.model(model))
    }

    fn whose(self, seat: Seat) -> String {
        if self.to.is(seat) { "your".to_owned() } else { format!("{}'s", self.state.name(seat)) }
    }

    /// How a player reacts: `You dodge`, `Ann braces`.
    pub(crate) fn reacts(self, seat: Seat, reaction: Reaction) -> String {
        match reaction {
            Reaction::Dodge => self.plays(seat, "dodges", "dodge"),
            Reaction::Brace => self.plays(seat, "braces", "brace"),
        }
    }
}

/// A sentence that begins with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What a viewer hears of a fact.
pub(crate) fn narrate(state: &State, fact: &Fact, viewer: Viewer) -> Option<Text> {
    let say = Voice { state, to: viewer };
    let of_seat = |seat: Seat, one: &str, you: &str| Text::new(say.plays(seat, one, you)).about(Ref::Seat(seat));
    let of_model =
        |model: ModelId, does: &str| Text::new(format!("{} {does}", say.this_model(model))).about(Ref::Model(model));
    let text = match fact {
        Fact::Planned { seat, plan } if viewer.is(*seat) => Text::new(format!("You follow the plan {}", plan.label())),
        Fact::Planned { seat, .. } => of_seat(*seat, "has chosen a plan", "have chosen a plan"),
        Fact::Placed { model, by, .. } if State::owner(*model) == *by => of_model(*model, "takes its place"),
        Fact::Placed { model, by, .. } => {
            let text = format!("{} {}", say.plays(*by, "places", "place"), say.model(*model));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::RoundBegan { round } => Text::new(format!("Round {round} begins")),
        Fact::Bid { seat, amount } => of_seat(*seat, &format!("bids {amount}"), &format!("bid {amount}")),
        Fact::Ordered { order } => {
            let names: Vec<&str> = order.iter().map(|seat| say.player(*seat)).collect();
            Text::new(format!("The order of this round: {}", names.join(", ")))
        }
        Fact::Marched { model, .. } => of_model(*model, "moves"),
        Fact::Followed { model, .. } => of_model(*model, "follows"),
        Fact::Attacked { seat, target, dice } => {
            let (who, whom) = (say.plays(*seat, "attacks", "attack"), say.model(*target));
            Text::new(format!("{who} {whom} with {}", dice_words((*dice).into()))).about(Ref::Model(*target))
        }
        Fact::Reacted { seat, reaction } => Text::new(say.reacts(*seat, *reaction)).about(Ref::Seat(*seat)),
        Fact::Feinted { seat } => {
            of_seat(*seat, "feints: the reaction has no effect", "feint: the reaction has no effect")
        }
        Fact::RolledAgain { seat, dice } => {
            let plural = if *dice == 1 { "miss" } else { "misses" };
            let text = format!("{} 1 Resolve to roll {dice} {plural} again", say.plays(*seat, "spends", "spend"));
            Text::new(text).about(Ref::Seat(*seat))
        }
        Fact::Replaced { seat, die, with } => {
            let who = say.plays(*seat, "replaces", "replace");
            let text = format!("{who} a {} with the {} from the pool", die.shows, with.shows);
            Text::new(text).about(Ref::Die(die.id.0))
        }
        Fact::Damaged { target, hits, damage } => {
            let plural = if *hits == 1 { "hit does" } else { "hits do" };
            let text = format!("{hits} {plural} {damage} damage to {}", say.model(*target));
            Text::new(text).about(Ref::Model(*target))
        }
        Fact::Hurt { model, wounds } => of_model(*model, &format!("takes {wounds} damage")),
        Fact::StruckDown { model, by } => of_model(*model, &format!("is struck down by {}", say.player(*by))),
        Fact::Revealed { seat, plan, done } => {
            let end = if *done { "succeeded" } else { "failed" };
            let text = format!("{} plan was {}, and it {end}", capital(&say.whose(*seat)), plan.label());
            Text::new(text).about(Ref::Seat(*seat))
        }
        Fact::Ended { outcome } => {
            let winners: Vec<&str> = outcome.winners.iter().map(|seat| say.player(*seat)).collect();
            match (winners.as_slice(), outcome.winners.as_slice()) {
                ([], _) => Text::new("The game ends without a winner"),
                (_, [winner]) => Text::new(say.plays(*winner, "wins", "win")),
                (several, _) => Text::new(format!("{} share a draw", capital(&several.join(" and ")))),
            }
        }
        Fact::Left { seat, how } => match how {
            Leaving::Conceded => of_seat(*seat, "gives up", "give up"),
            Leaving::OutOfTime => of_seat(*seat, "has run out of time", "have run out of time"),
            Leaving::Vanished => of_seat(*seat, "has left the table", "have left the table"),
        },
        Fact::SetPlan { .. } => Text::new("Agreed: a plan is changed"),
        Fact::SetPose { model, .. } => agreed(*model, &format!("{} is moved", say.model(*model))),
        Fact::SetGone { model } => agreed(*model, &format!("{} is out of play", say.model(*model))),
        Fact::SetWounds { model, wounds } => {
            let plural = if *wounds == 1 { "wound" } else { "wounds" };
            agreed(*model, &format!("{} has {wounds} {plural}", say.model(*model)))
        }
        Fact::SetCounter { seat, term, value } => {
            Text::new(format!("Agreed: {} {term} is {value}", say.whose(*seat))).about(Ref::Seat(*seat))
        }
        Fact::SetMoment { round, .. } => Text::new(format!("Agreed: the game goes to round {round}")),
        // The roll has said it.
        Fact::Pooled { .. } => return None,
        Fact::PlansMade | Fact::BandPlaced { .. } | Fact::TurnEnded { .. } => return None,
    };
    Some(text)
}

/// What the players changed about a model.
fn agreed(model: ModelId, what: &str) -> Text {
    Text::new(format!("Agreed: {what}")).about(Ref::Model(model))
}

/// `1 die`, `2 dice`.
pub(crate) fn dice_words(count: usize) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// What a viewer hears of dice.
pub(crate) fn narrate_roll(state: &State, roll: &Roll, viewer: Viewer) -> Text {
    let shown: Vec<String> = roll.dice.iter().map(|die| die.shows.to_string()).collect();
    let rolls = Voice { state, to: viewer }.plays(roll.seat, "rolls", "roll");
    let shown = shown.join(" ");
    let text = match (roll.need, roll.why.as_str()) {
        (Some(need), _) => {
            let successes = roll.successes();
            let plural = if successes == 1 { "success" } else { "successes" };
            format!("{rolls} {shown}, needing {need}+: {successes} {plural}")
        }
        (None, "duel.round.pool") => format!("{rolls} {shown} for the pool"),
        (None, _) => format!("{rolls} {shown} to go first"),
    };
    Text::new(text).about(Ref::Seat(roll.seat))
}
