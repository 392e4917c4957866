//! Facts and dice as sentences. The rules behind them are told where they run; here are only words.
//!
//! Commanders are the subject wherever that can be: names of units may be one or many.

mod combat;
mod dice;
mod modifiers;
mod preparing;

use engine::Leaving;
use ground::Pose;
use vocabulary::{ModelId, Ref, Seat, Text, UnitId, Viewer};

use crate::chapters::effects::Effect;
use crate::chapters::soul::Mark;
use crate::fact::{Action, Fact, Worth};
use crate::forces::force::WITH;
use crate::state::{Stage, State};

pub(crate) use dice::{dice_words, modifier_words, narrate_roll};

impl State {
    /// A unit in a sentence: `Ann's Drifters 2`.
    pub(crate) fn called(&self, unit: UnitId) -> String {
        format!("{}'s {}", self.name(self.seat_of(unit)), self.unit_name(unit))
    }

    /// A verb that fits the name of a unit: Stokers go, a Night Tram goes.
    pub(crate) fn does(&self, unit: UnitId, one: &'static str, several: &'static str) -> &'static str {
        let name = self.unit_name(unit).trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
        if name.ends_with('s') && !name.contains(WITH) { several } else { one }
    }

    /// A model in a sentence: `model 3 of Ann's Drifters 2`, or `Ann's Gale Marshal`.
    pub(crate) fn model_called(&self, model: ModelId) -> String {
        let unit = self.unit_of(model);
        let (name, owner) = (self.model_name(model), self.name(self.seat_of(unit)));
        match name.strip_suffix(self.unit_name(unit)).filter(|number| !number.is_empty()) {
            Some(number) => format!("{number}{}", self.called(unit)),
            None => format!("{owner}'s {name}"),
        }
    }

    /// What a spell is aimed at, in a sentence.
    pub(crate) fn mark_called(&self, mark: Mark) -> String {
        match mark {
            Mark::Unit(unit) => self.called(unit),
            Mark::Model(model) => self.model_called(model),
        }
    }

    /// Several units in a sentence.
    pub(crate) fn called_all(&self, units: &[UnitId]) -> String {
        let names: Vec<String> = units.iter().map(|unit| self.called(*unit)).collect();
        joined(&names, "and")
    }

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

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn joined(names: &[String], and: &str) -> String {
    match names {
        [] => "nobody".to_owned(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
    }
}

/// `1 point`, `2 points`.
pub(crate) fn counted(count: impl Into<u32>, one: &str, many: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What a viewer hears of a fact. Everything is open in this game, so everybody hears the same.
pub(crate) fn narrate(state: &State, fact: &Fact, _: Viewer) -> Option<Text> {
    Some(match fact {
        Fact::Refused { .. }
        | Fact::Accepted
        | Fact::ZonesRolled { .. }
        | Fact::ZoneTaken { .. }
        | Fact::Placed { .. }
        | Fact::SetUp { .. }
        | Fact::HeldBack { .. }
        | Fact::NoRoom { .. }
        | Fact::SetUpNext { .. } => preparing::preparing(state, fact)?,
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
        | Fact::Left { .. } => course(state, fact)?,
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
        | Fact::SoulRegained { .. } => modifiers::told(state, fact)?,
        Fact::Embarked { .. } | Fact::Disembarked { .. } | Fact::StaysAboard { .. } | Fact::ThrownOut { .. } => {
            transport(state, fact)?
        }
        Fact::Selected { unit, action } => selected(state, *unit, *action),
        Fact::Further { unit, by } => {
            let end = if state.is_acting(*unit) { "more" } else { "at most" };
            Text::new(format!("{} may go {by} {end}", state.called(*unit))).about(Ref::Unit(*unit))
        }
        Fact::Moved { model, to } => moved(state, *model, *to),
        Fact::Entered { unit } => {
            let text = format!("{} brings {} in from Vanguard", of_unit(state, *unit), state.unit_name(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Reacted { unit, reaction, to, .. } => {
            let (who, name) = (of_unit(state, *unit), state.unit_name(*unit));
            let text = format!("{who} declares {} for {name}, against {}", reaction.label(), state.called(*to));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*to))
        }
        Fact::Declined { seat, to } => {
            let text = format!("{} lets {} go on", state.name(*seat), state.called(*to));
            Text::new(text).about(Ref::Seat(*seat)).about(Ref::Unit(*to))
        }
        Fact::RetreatBlocked { unit } => {
            let text = format!("There is no way out for {}", state.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::NoTarget { unit, charges } => {
            let nobody = if *charges { "Nobody is charged" } else { "Nobody is shot at" };
            Text::new(format!("{nobody} by {}", state.called(*unit))).about(Ref::Unit(*unit))
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
        | Fact::SetMoment { .. } => preparing::agreed(state, fact)?,
        _ => combat::told(state, fact)?,
    })
}

fn of_unit(state: &State, unit: UnitId) -> &str {
    state.name(state.seat_of(unit))
}

/// The course of Rounds, and how the battle ends.
fn course(state: &State, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::RoundBegan { round } => Text::new(format!("Round {round} begins")),
        Fact::Woke { archive, effect } => {
            let (name, _) = effect.called(state.house().edition);
            let area = state.battlefield().archive_id(usize::from(*archive));
            let idle = *effect == Effect::Nullify && !state.house().soul;
            let nothing = if idle { ", which does nothing without Soul" } else { "" };
            let text = format!("Archive {} is under {name}{nothing}", archive + 1);
            Text::new(text).about(Ref::Area(area))
        }
        Fact::Ordered { order } => Text::new(format!("The order of the Round is {}", names(state, order))),
        Fact::Stopped { seat } => {
            let text = format!("{} selects nothing more in this Action Phase", state.name(*seat));
            Text::new(text).about(Ref::Seat(*seat))
        }
        Fact::Passed { seat } => Text::new(format!("{} passes", state.name(*seat))).about(Ref::Seat(*seat)),
        Fact::TurnNext { place: None } => Text::new("The Action Phase is over"),
        Fact::TurnNext { place: Some(place) } => {
            let seat = *state.order.get(usize::from(*place))?;
            Text::new(format!("It is the turn of {}", state.name(seat))).about(Ref::Seat(seat))
        }
        Fact::ControlBegan => Text::new("The Control Phase begins"),
        Fact::ControlEnded => {
            let scores: Vec<String> =
                state.seats().map(|seat| format!("{} {}", state.name(seat), state.side(seat).points)).collect();
            let text = format!("The Control Phase is over; victory points: {}", scores.join(", "));
            Text::new(text)
        }
        Fact::Scored { seat, worth } => scored(state, *seat, *worth),
        Fact::Unscored { unit, archive } => {
            let entered = state.unit(*unit).entered == Some(state.round);
            let why = if state.is_barren(usize::from(*archive)) {
                "it is Dormant"
            } else if entered {
                "came in this Round"
            } else {
                state.does(*unit, "is of no Rank that scores", "are of no Rank that scores")
            };
            let is = state.does(*unit, "is", "are");
            let text = format!("{} {is} on Archive {}, but {why}", state.called(*unit), archive + 1);
            let area = state.battlefield().archive_id(usize::from(*archive));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Area(area))
        }
        Fact::Extended => Text::new("Several Commanders have reached the target; the battle goes on"),
        Fact::NextRound => Text::new("The Round is over, and nobody has won yet"),
        Fact::Ended { outcome } => {
            let winners: Vec<String> = outcome.winners.iter().map(|seat| state.name(*seat).to_owned()).collect();
            let end = match winners.as_slice() {
                [] => "The battle ends without a winner".to_owned(),
                [winner] => format!("{winner} wins the battle"),
                several => format!("The battle is a draw between {}", joined(several, "and")),
            };
            let why = match outcome.word.as_str() {
                "target" => format!(": {} victory points are enough", state.target()),
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
            let how = match how {
                Leaving::Conceded => "gives up",
                Leaving::OutOfTime => "has run out of time",
                Leaving::Vanished => "is not seen again",
            };
            let text = format!("{} {how}, and all units left are lost", state.name(*seat));
            Text::new(text).about(Ref::Seat(*seat))
        }
        _ => return None,
    })
}

fn scored(state: &State, seat: Seat, worth: Worth) -> Text {
    let name = state.name(seat);
    match worth {
        Worth::Archive(place) => {
            let text = Text::new(format!("{name} scores a victory point for Archive {}", place + 1));
            let place = usize::from(place);
            text.about(Ref::Seat(seat)).about(Ref::Area(state.battlefield().archive_id(place)))
        }
        Worth::Leader(model) => {
            let text = format!("{name} scores a victory point for the loss of {}", state.model_called(model));
            Text::new(text).about(Ref::Seat(seat)).about(Ref::Model(model))
        }
    }
}

fn selected(state: &State, unit: UnitId, action: Action) -> Text {
    let text = format!("{} selects {} for {}", of_unit(state, unit), state.unit_name(unit), action.label());
    Text::new(text).about(Ref::Unit(unit))
}

/// Who goes aboard and gets out.
fn transport(state: &State, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::Embarked { unit, transport } => {
            let goes = state.does(*unit, "goes", "go");
            let text = format!("{} {goes} aboard {}", state.called(*unit), state.unit_name(*transport));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*transport))
        }
        Fact::Disembarked { unit, .. } => {
            let gets_out = state.does(*unit, "gets out; its", "get out; their");
            let text = Text::new(format!("{} {gets_out} Action is gone", state.called(*unit)));
            text.about(Ref::Unit(*unit))
        }
        Fact::StaysAboard { unit, chosen } => {
            let why = if *chosen { "" } else { ": there is no room" };
            Text::new(format!("{} {} aboard{why}", state.called(*unit), state.does(*unit, "stays", "stay")))
                .about(Ref::Unit(*unit))
        }
        Fact::ThrownOut { unit } => {
            let is = state.does(*unit, "is", "are");
            Text::new(format!("{} {is} thrown out of the wreck", state.called(*unit))).about(Ref::Unit(*unit))
        }
        _ => return None,
    })
}

fn moved(state: &State, model: ModelId, to: Pose) -> Text {
    let unit = state.unit_of(model);
    let flight = state.fleeing == Some(unit);
    let verb = if flight { "flees" } else { "goes" };
    let text = format!("{} {verb} to {}", capital(&state.model_called(model)), place(to));
    Text::new(text).about(Ref::Model(model))
}

fn names(state: &State, order: &[Seat]) -> String {
    order.iter().map(|seat| state.name(*seat)).collect::<Vec<_>>().join(", ")
}

/// A pose in a sentence.
fn place(pose: Pose) -> String {
    let level = if pose.level > 0 { format!(", level {}", pose.level) } else { String::new() };
    format!("{}{level}", pose.at.about())
}

/// A sentence that begins with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
