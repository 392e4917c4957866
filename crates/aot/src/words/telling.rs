//! Facts and dice as sentences. The rules behind them are told where they run; here are only words.

mod combat;
mod dice;
mod modifiers;
mod preparing;

use engine::Leaving;
use ground::Length;
use vocabulary::{ModelId, Ref, Seat, Text, UnitId, Viewer};

use crate::chapters::effects::Effect;
use crate::chapters::movement::Placed;
use crate::fact::{Action, Fact, Worth};
use crate::state::{Stage, State};
use crate::words::voice::{Voice, capital, counted};

pub(crate) use dice::{dice_words, modifier_words, narrate_roll};

impl State {
    /// The Commander whose turn it is in the Action Phase.
    pub(crate) fn active(&self) -> Option<Seat> {
        match self.stage {
            Stage::Turn(place) | Stage::Deploying(place) => self.order.get(usize::from(place)).copied(),
            _ => None,
        }
    }

    /// Whether a unit belongs to the Commander whose turn it is.
    pub(crate) fn is_acting(&self, unit: UnitId) -> bool {
        self.active() == Some(self.seat_of(unit))
    }
}

/// What a viewer hears of a fact. Everything is open in this game, so all hear the same, but each of itself as "you".
pub(crate) fn narrate(state: &State, fact: &Fact, viewer: Viewer) -> Option<Text> {
    let say = Voice::new(state, viewer);
    Some(match fact {
        Fact::Refused { .. }
        | Fact::Accepted
        | Fact::ZonesRolled { .. }
        | Fact::ZoneTaken { .. }
        | Fact::Placed { .. }
        | Fact::SetUp { .. }
        | Fact::HeldBack { .. }
        | Fact::NoRoom { .. }
        | Fact::SetUpNext { .. } => preparing::preparing(say, fact)?,
        Fact::RoundBegan { .. }
        | Fact::Woke { .. }
        | Fact::Ordered { .. }
        | Fact::Stopped { .. }
        | Fact::Passed { .. }
        | Fact::TurnNext { .. }
        | Fact::ControlBegan
        | Fact::ControlEnded
        | Fact::Scored { .. }
        | Fact::Unscored { .. }
        | Fact::Extended
        | Fact::NextRound
        | Fact::Ended { .. }
        | Fact::Left { .. } => course(say, fact)?,
        Fact::Channelled { .. }
        | Fact::Cast { .. }
        | Fact::Negated { .. }
        | Fact::Fizzled { .. }
        | Fact::Given { .. }
        | Fact::Stricken { .. }
        | Fact::FeatPerformed { .. }
        | Fact::Lapsed { .. }
        | Fact::FeatPointKept { .. }
        | Fact::FeatPoint { .. }
        | Fact::SoulRegained { .. } => modifiers::told(say, fact)?,
        Fact::Embarked { .. } | Fact::Disembarked { .. } | Fact::StaysAboard { .. } | Fact::ThrownOut { .. } => {
            transport(say, fact)?
        }
        Fact::Selected { unit, action } => selected(say, *unit, *action),
        Fact::Further { unit, by } => {
            let who = say.unit_does(*unit, "may move", "may move");
            let text = if say.is_acting(*unit) { format!("{who} {by} further") } else { format!("{who} up to {by}") };
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Moved { unit, to, far } => moved(say, *unit, to, *far),
        Fact::Entered { unit } => {
            let text = format!("{} in from Vanguard", say.unit_does(*unit, "comes", "come"));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Reacted { unit, reaction, to, .. } => {
            let who = say.unit_does(*unit, "declares", "declare");
            let text = format!("{who} {} against {}", reaction.label(), say.called(*to));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*to))
        }
        Fact::Declined { seat, to } => {
            let text = format!("{} to {}", say.plays(*seat, "does not react", "do not react"), say.called(*to));
            Text::new(text).about(Ref::Seat(*seat)).about(Ref::Unit(*to))
        }
        Fact::RetreatBlocked { unit } => {
            let text = format!("{} no way out", say.unit_does(*unit, "finds", "find"));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::NoTarget { unit, charges } => {
            let text = if *charges {
                say.unit_does(*unit, "does not charge", "do not charge")
            } else {
                say.unit_does(*unit, "does not shoot", "do not shoot")
            };
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::SetPose { .. }
        | Fact::SetGone { .. }
        | Fact::SetHealth { .. }
        | Fact::SetPoints { .. }
        | Fact::SetSpent { .. }
        | Fact::SetVanguard { .. }
        | Fact::SetAboard { .. }
        | Fact::SetBoarded { .. }
        | Fact::SetEntered { .. }
        | Fact::SetFled { .. }
        | Fact::SetZone { .. }
        | Fact::SetOrder { .. }
        | Fact::SetEffect { .. }
        | Fact::SetSoul { .. }
        | Fact::SetChannelled { .. }
        | Fact::SetFeatPoints { .. }
        | Fact::SetTimed { .. }
        | Fact::SetMoment { .. } => preparing::agreed(say, fact)?,
        _ => combat::told(say, fact)?,
    })
}

/// The course of Rounds, and how the battle ends.
fn course(say: Voice<'_>, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::RoundBegan { round } => Text::new(format!("Round {round} begins")),
        Fact::Woke { archive, effect } => {
            let (name, _) = effect.called(say.house().edition);
            let area = say.battlefield().archive_id(usize::from(*archive));
            let idle = *effect == Effect::Nullify && !say.house().soul;
            let nothing = if idle { ", which does nothing without Soul" } else { "" };
            Text::new(format!("Archive {}: {name}{nothing}", archive + 1)).about(Ref::Area(area))
        }
        Fact::Ordered { order } => Text::new(format!("The order of this Round: {}", say.in_order(order))),
        Fact::Stopped { seat } => {
            let text = say.plays(*seat, "is done for this Action Phase", "are done for this Action Phase");
            Text::new(text).about(Ref::Seat(*seat))
        }
        Fact::Passed { seat } => Text::new(say.plays(*seat, "passes", "pass")).about(Ref::Seat(*seat)),
        Fact::TurnNext { place: None } => Text::new("The Action Phase is over"),
        Fact::TurnNext { place: Some(place) } => {
            let seat = *say.order.get(usize::from(*place))?;
            Text::new(format!("It is {} turn", say.whose(seat))).about(Ref::Seat(seat))
        }
        Fact::ControlBegan => Text::new("The Control Phase begins"),
        Fact::ControlEnded => {
            let scores: Vec<String> =
                say.seats().map(|seat| format!("{} {}", say.player(seat), say.side(seat).points)).collect();
            Text::new(format!("The Control Phase is over; victory points: {}", scores.join(", ")))
        }
        Fact::Scored { seat, worth } => scored(say, *seat, *worth),
        Fact::Unscored { unit, archive } => {
            let entered = say.unit(*unit).entered == Some(say.round);
            let why = if say.is_barren(usize::from(*archive)) {
                "it is Dormant"
            } else if entered {
                "came in this Round"
            } else {
                say.does(*unit, "its Rank does not score", "their Rank does not score")
            };
            let text = format!("{} on Archive {}, but {why}", say.unit_does(*unit, "is", "are"), archive + 1);
            let area = say.battlefield().archive_id(usize::from(*archive));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Area(area))
        }
        Fact::Extended => Text::new("Several Commanders have reached the target, and the battle goes on"),
        Fact::NextRound => Text::new("The Round is over, and nobody has won yet"),
        Fact::Ended { outcome } => {
            let end = match outcome.winners.as_slice() {
                [] => "The battle ends without a winner".to_owned(),
                [winner] => format!("{} the battle", say.plays(*winner, "wins", "win")),
                several => format!("The battle is a draw between {}", say.players(several)),
            };
            let why = match outcome.word.as_str() {
                "target" => format!(": {} victory points are enough", say.target()),
                "lead" => ": nobody else has as many victory points".to_owned(),
                "others-left" => ": everybody else has given up".to_owned(),
                "last-standing" => ": nobody else has a unit left".to_owned(),
                "nobody-left" => ": nobody has a unit left".to_owned(),
                "dead-position" => ": nobody can score an Archive any more".to_owned(),
                "round-limit" => ": this was the last Round".to_owned(),
                _ => String::new(),
            };
            let text = Text::new(format!("{end}{why}"));
            outcome.winners.iter().fold(text, |text, seat| text.about(Ref::Seat(*seat)))
        }
        Fact::Left { seat, how } => {
            let who = match how {
                Leaving::Conceded => say.plays(*seat, "gives up and loses", "give up and lose"),
                Leaving::OutOfTime => {
                    say.plays(*seat, "has run out of time and loses", "have run out of time and lose")
                }
                Leaving::Vanished => say.plays(*seat, "has left the table and loses", "have left the table and lose"),
            };
            Text::new(format!("{who} all remaining units")).about(Ref::Seat(*seat))
        }
        _ => return None,
    })
}

fn scored(say: Voice<'_>, seat: Seat, worth: Worth) -> Text {
    let scores = format!("{} a victory point", say.plays(seat, "scores", "score"));
    match worth {
        Worth::Archive(place) => {
            let text = Text::new(format!("{scores} for Archive {}", place + 1));
            let place = usize::from(place);
            text.about(Ref::Seat(seat)).about(Ref::Area(say.battlefield().archive_id(place)))
        }
        Worth::Leader(model) => {
            let text = format!("{scores} for the loss of {}", say.model_called(model));
            Text::new(text).about(Ref::Seat(seat)).about(Ref::Model(model))
        }
    }
}

fn selected(say: Voice<'_>, unit: UnitId, action: Action) -> Text {
    Text::new(format!("{}: {}", capital(&say.called(unit)), action.label())).about(Ref::Unit(unit))
}

/// Who goes aboard and gets out.
fn transport(say: Voice<'_>, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::Embarked { unit, transport } => {
            let text = format!("{} aboard {}", say.unit_does(*unit, "goes", "go"), say.called(*transport));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*transport))
        }
        Fact::Disembarked { unit, .. } => {
            let text = say.unit_does(*unit, "gets out, which is its Action", "get out, which is their Action");
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::StaysAboard { unit, chosen } => {
            let why = if *chosen { "" } else { ": there is no room" };
            Text::new(format!("{} aboard{why}", say.unit_does(*unit, "stays", "stay"))).about(Ref::Unit(*unit))
        }
        Fact::ThrownOut { unit } => {
            Text::new(say.unit_does(*unit, "is thrown out of the wreck", "are thrown out of the wreck"))
                .about(Ref::Unit(*unit))
        }
        _ => return None,
    })
}

/// Who moves, and how far those go that go furthest.
fn moved(say: Voice<'_>, unit: UnitId, to: &Placed, far: Length) -> Text {
    let (one, many) = match (say.fleeing == Some(unit), far > Length::ZERO) {
        (true, _) => ("flees", "flee"),
        (false, true) => ("moves", "move"),
        (false, false) => ("turns on the spot", "turn on the spot"),
    };
    let who = match to.as_slice() {
        [(model, _)] => say.model_does(*model, one, many),
        some if some.len() < say.standing(unit).count() => {
            format!("{} of {} {many}", counted(some.len() as u32, "model", "models"), say.called(unit))
        }
        _ => say.unit_does(unit, one, many),
    };
    let how_far = if far > Length::ZERO { format!(" {}", far.about()) } else { String::new() };
    let highest = to.iter().map(|(_, pose)| pose.level).max().unwrap_or(0);
    let some = if to.iter().all(|(_, pose)| pose.level == highest) { "" } else { "some of them " };
    let level = if highest > 0 { format!(", {some}to level {highest}") } else { String::new() };
    let text = Text::new(format!("{who}{how_far}{level}"));
    to.iter().fold(text.about(Ref::Unit(unit)), |text, (model, _)| text.about(Ref::Model(*model)))
}

/// What of a model stands where, if not on the ground.
fn on_level(level: u8) -> String {
    if level > 0 { format!(" on level {level}") } else { String::new() }
}

/// What is noted of a model: `Model 3 of your Drifters is destroyed`.
fn of_model(say: Voice<'_>, model: ModelId, one: &'static str, many: &'static str) -> Text {
    Text::new(say.model_does(model, one, many)).about(Ref::Model(model))
}
