//! Facts and dice as sentences, each with every rule behind it.
//!
//! Commanders are the subject wherever that can be: names of units may be one or many.

mod boons;
mod combat;
mod dice;
mod preparing;

use engine::Leaving;
use ground::Pose;
use vocabulary::{ModelId, Ref, RuleId, Seat, Text, UnitId, Viewer};

use crate::chapters::effects::Effect;
use crate::chapters::soul::Mark;
use crate::fact::{Action, Fact, Reaction, Worth};
use crate::forces::ability::Ability;
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

/// A sentence with rules behind it.
fn said(sentence: impl Into<String>, rules: &[&'static str]) -> Text {
    Text { rules: rules.iter().map(|rule| RuleId::of(rule)).collect(), ..Text::new(sentence) }
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
        | Fact::SoulRegained { .. } => boons::told(state, fact)?,
        Fact::Embarked { .. } | Fact::Disembarked { .. } | Fact::StaysAboard { .. } | Fact::ThrownOut { .. } => {
            transport(state, fact)?
        }
        Fact::Selected { unit, action } => selected(state, *unit, *action),
        Fact::Further { unit, by } => {
            let rules: &[&'static str] = if state.is_acting(*unit) {
                &["aot.action.advance-move", "aot.ruling.advance-roll"]
            } else {
                &["aot.ruling.evade-distance", "aot.reaction.evade-exists"]
            };
            let end = if state.is_acting(*unit) { "more" } else { "at most" };
            said(format!("{} may go {by} {end}", state.called(*unit)), rules).about(Ref::Unit(*unit))
        }
        Fact::Moved { model, to } => moved(state, *model, *to),
        Fact::Entered { unit } => {
            let rules = [
                "aot.ability.vanguard.enter-edge",
                "aot.ability.vanguard.enter-round-two",
                "aot.ability.vanguard.is-action",
                "aot.ruling.vanguard-entry",
                "aot.ruling.leaving-table",
            ];
            let text = format!("{} brings {} in from Vanguard", of_unit(state, *unit), state.unit_name(*unit));
            said(text, &rules).about(Ref::Unit(*unit))
        }
        Fact::Reacted { unit, reaction, to, spent } => {
            let text = reacted(state, *unit, *reaction, *to);
            if *spent { text.rule("aot.ruling.react-after-acting").rule("aot.reaction.unlimited") } else { text }
        }
        Fact::Declined { seat, to } => {
            let text = format!("{} lets {} go on", state.name(*seat), state.called(*to));
            said(text, &["aot.reaction.optional"]).about(Ref::Seat(*seat)).about(Ref::Unit(*to))
        }
        Fact::RetreatBlocked { unit } => {
            let text = format!("There is no way out for {}", state.called(*unit));
            said(text, &["aot.ruling.retreat-impossible", "aot.ruling.legal-arrangement"]).about(Ref::Unit(*unit))
        }
        Fact::NoTarget { unit, charges } => {
            let (nobody, rule) = if *charges {
                ("Nobody is charged", "aot.ruling.move-and-charge-sequence")
            } else {
                ("Nobody is shot at", "aot.ruling.move-and-shoot-sequence")
            };
            said(format!("{nobody} by {}", state.called(*unit)), &[rule]).about(Ref::Unit(*unit))
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
        | Fact::SetGift { .. }
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
        Fact::RoundBegan { round } => {
            said(format!("Round {round} begins"), &["aot.round.phases", "aot.action.one-per-round"])
        }
        Fact::Woke { archive, effect } => {
            let edition = state.house().edition;
            let (name, rule) = effect.called(edition);
            let area = state.battlefield().archive_id(usize::from(*archive));
            let idle = *effect == Effect::Nullify && !state.house().soul;
            let nothing = if idle { ", which does nothing without Soul" } else { "" };
            let text = format!("Archive {} is under {name}{nothing}", archive + 1);
            let rules = ["aot.archive.roll", rule, edition.archive_timing(), "aot.ruling.round-start-order"];
            let text = said(text, &rules).about(Ref::Area(area));
            match effect {
                Effect::Nullify if !state.house().soul => text.rule("aot.ruling.modules-off"),
                Effect::Nullify => text.rule("aot.archive.nullify-target").rule("aot.ruling.nullify-check"),
                _ => text,
            }
        }
        Fact::Ordered { order } => {
            let rules = ["aot.round.turn-order", "aot.ruling.roll-off-ties"];
            said(format!("The order of the Round is {}", names(state, order)), &rules)
        }
        Fact::Stopped { seat } => {
            let text = format!("{} selects nothing more in this Action Phase", state.name(*seat));
            said(text, &["aot.ruling.no-passing"]).about(Ref::Seat(*seat))
        }
        Fact::Passed { seat } => {
            said(format!("{} passes", state.name(*seat)), &["aot.ruling.no-passing"]).about(Ref::Seat(*seat))
        }
        Fact::TurnNext { place: None } => {
            said("The Action Phase is over", &["aot.action.until-none-left", "aot.round.phases"])
        }
        Fact::TurnNext { place: Some(place) } => {
            let seat = *state.order.get(usize::from(*place))?;
            let rules = ["aot.action.alternate", "aot.game.alternating-play"];
            let mut text = said(format!("It is the turn of {}", state.name(seat)), &rules).about(Ref::Seat(seat));
            let idle = |seat: &Seat| state.units_of(*seat).all(|unit| !state.can_do_something(unit));
            if state.order.iter().any(idle) {
                text = text.rule("aot.ruling.skip-when-finished");
            }
            if state.sides.len() > 2 { text.rule("aot.ruling.more-than-two-commanders") } else { text }
        }
        Fact::ControlBegan => said("The Control Phase begins", &["aot.round.phases"]),
        Fact::ControlEnded => {
            let scores: Vec<String> =
                state.seats().map(|seat| format!("{} {}", state.name(seat), state.side(seat).points)).collect();
            let text = format!("The Control Phase is over; victory points: {}", scores.join(", "));
            said(text, &["aot.round.phases", "aot.control.score-last"])
        }
        Fact::Scored { seat, worth } => scored(state, *seat, *worth),
        Fact::Unscored { unit, archive } => {
            let entered = state.unit(*unit).entered == Some(state.round);
            let (rule, why) = if state.is_barren(usize::from(*archive)) {
                ("aot.archive.dormant.ed1-2", "it is Dormant")
            } else if entered {
                ("aot.ability.vanguard.no-vp", "came in this Round")
            } else {
                ("aot.vp.archive-ranks", state.does(*unit, "is of no Rank that scores", "are of no Rank that scores"))
            };
            let is = state.does(*unit, "is", "are");
            let text = format!("{} {is} on Archive {}, but {why}", state.called(*unit), archive + 1);
            let area = state.battlefield().archive_id(usize::from(*archive));
            let aboard: &[&'static str] =
                if state.passengers(*unit).next().is_some() { &["aot.transport.embarked-no-vp"] } else { &[] };
            said(text, aboard).rule(rule).about(Ref::Unit(*unit)).about(Ref::Area(area))
        }
        Fact::Extended => {
            let rules = ["aot.victory.same-round", "aot.ruling.victory-same-round-choice"];
            said("Several Commanders have reached the target; the battle goes on", &rules)
        }
        Fact::NextRound => {
            let rules = ["aot.ruling.battle-end-checks", "aot.ruling.victory-check-time"];
            said("The Round is over, and nobody has won yet", &rules)
        }
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
            let mut text = Text::new(format!("{end}{why}")).rule(outcome.rule.clone());
            if outcome.word.as_str() == "target" {
                text = text.rule("aot.victory.target-agreed").rule("aot.ruling.victory-target-default");
            }
            outcome.winners.iter().fold(text, |text, seat| text.about(Ref::Seat(*seat)))
        }
        Fact::Left { seat, how } => {
            let how = match how {
                Leaving::Conceded => "gives up",
                Leaving::OutOfTime => "has run out of time",
                Leaving::Vanished => "is not seen again",
            };
            let text = format!("{} {how}, and all units left are lost", state.name(*seat));
            said(text, &["aot.ruling.elimination"]).about(Ref::Seat(*seat))
        }
        _ => return None,
    })
}

fn scored(state: &State, seat: Seat, worth: Worth) -> Text {
    let name = state.name(seat);
    match worth {
        Worth::Archive(place) => {
            let rules = [
                "aot.vp.archive",
                "aot.vp.archive-ranks",
                "aot.control.score-last",
                "aot.ruling.on-an-archive",
                "aot.ruling.archive-one-vp",
                "aot.components.archive-marker",
            ];
            let mut text = said(format!("{name} scores a victory point for Archive {}", place + 1), &rules);
            let place = usize::from(place);
            if state.scorers(place).len() > 1 {
                text = text.rule("aot.ruling.archive-contested");
            }
            text.about(Ref::Seat(seat)).about(Ref::Area(state.battlefield().archive_id(place)))
        }
        Worth::Leader(model) => {
            let text = format!("{name} scores a victory point for the loss of {}", state.model_called(model));
            said(text, &["aot.vp.leader", "aot.ruling.leader-vp-credit"])
                .about(Ref::Seat(seat))
                .about(Ref::Model(model))
        }
    }
}

fn selected(state: &State, unit: UnitId, action: Action) -> Text {
    let text = format!("{} selects {} for {}", of_unit(state, unit), state.unit_name(unit), action.label());
    let mut text = said(text, &["aot.action.alternate", "aot.action.one-per-round", "aot.ruling.action-table"]);
    text = text.rule(action.rule()).about(Ref::Unit(unit));
    let more: &[&'static str] = match action {
        Action::MoveAndShoot => &["aot.action.by-battle-range", "aot.ruling.move-and-shoot-sequence"],
        Action::MoveAndCharge => &["aot.action.by-battle-range", "aot.ruling.move-and-charge-sequence"],
        Action::Advance => &["aot.action.by-battle-range", "aot.action.advance-no-reaction"],
        Action::Hold => &["aot.action.by-battle-range", "aot.action.hold", "aot.action.hold-no-reaction"],
        Action::Enter => &["aot.ability.vanguard.is-action", "aot.ability.vanguard.enter-round-two"],
        Action::FiringRetreat => &[
            "aot.action.by-battle-range",
            "aot.ruling.unit-in-battle-range",
            "aot.action.firing-retreat-declare",
            "aot.ruling.retreat-without-guns",
        ],
        Action::MoveAndDisembark => &[
            "aot.action.by-battle-range",
            "aot.transport.extra-actions",
            "aot.transport.move-disembark.steps",
            "aot.transport.move-disembark.no-reaction",
        ],
        Action::ScrumAndDisembark => &[
            "aot.action.by-battle-range",
            "aot.transport.extra-actions",
            "aot.transport.scrum-disembark.steps",
            "aot.transport.scrum-disembark.no-reaction",
        ],
        Action::Scrum => &[
            "aot.action.by-battle-range",
            "aot.ruling.unit-in-battle-range",
            "aot.action.scrum-no-reaction",
            "aot.ruling.hold-in-battle-range",
        ],
    };
    text.rules.extend(more.iter().map(|rule| RuleId::of(rule)));
    if state.info(unit).character.is_some() { text.rule("aot.accompany.same-action") } else { text }
}

/// Who goes aboard and gets out.
fn transport(state: &State, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::Embarked { unit, transport } => {
            let goes = state.does(*unit, "goes", "go");
            let text = format!("{} {goes} aboard {}", state.called(*unit), state.unit_name(*transport));
            let when: &[&'static str] = match state.stage {
                Stage::Deploying(_) => {
                    &["aot.setup.deploy-embarked", "aot.transport.start-embarked", "aot.ruling.deploy-embarked-order"]
                }
                _ => &[
                    "aot.transport.embark",
                    "aot.transport.embark-capacity",
                    "aot.ruling.embark-friendly-transport",
                    "aot.ruling.embark-in-battle-range",
                ],
            };
            let text = said(text, when).rule("aot.transport.capacity").rule("aot.transport.embarked-off-table");
            let text = text.rule("aot.ruling.transport-passenger-effects");
            let text = if state.passengers(*transport).count() > 1 {
                text.rule("aot.ruling.transport-several-units")
            } else {
                text
            };
            text.about(Ref::Unit(*unit)).about(Ref::Unit(*transport))
        }
        Fact::Disembarked { unit, close } => {
            let rules: &[&'static str] = if *close {
                &[
                    "aot.transport.scrum-disembark.steps",
                    "aot.transport.scrum-disembark.is-action",
                    "aot.transport.scrum-disembark.battle-range",
                ]
            } else {
                &[
                    "aot.transport.move-disembark.steps",
                    "aot.transport.move-disembark.is-action",
                    "aot.transport.move-disembark.no-battle-range",
                ]
            };
            let gets_out = state.does(*unit, "gets out; its", "get out; their");
            let text = said(format!("{} {gets_out} Action is gone", state.called(*unit)), rules);
            text.rule("aot.transport.disembarked-separate").about(Ref::Unit(*unit))
        }
        Fact::StaysAboard { unit, chosen } => {
            let (why, rules): (_, &[&'static str]) = if *chosen {
                ("", &["aot.ruling.transport-several-units"])
            } else {
                (": there is no room", &["aot.transport.move-disembark.impossible", "aot.ruling.disembark-no-room"])
            };
            said(format!("{} {} aboard{why}", state.called(*unit), state.does(*unit, "stays", "stay")), rules)
                .about(Ref::Unit(*unit))
        }
        Fact::ThrownOut { unit } => {
            let rules = [
                "aot.transport.destroyed-placement",
                "aot.transport.destroyed-battle-range",
                "aot.ruling.destroyed-transport-action",
                "aot.ruling.destroyed-transport-no-room",
            ];
            let is = state.does(*unit, "is", "are");
            said(format!("{} {is} thrown out of the wreck", state.called(*unit)), &rules).about(Ref::Unit(*unit))
        }
        _ => return None,
    })
}

fn reacted(state: &State, unit: UnitId, reaction: Reaction, to: UnitId) -> Text {
    let (who, name) = (of_unit(state, unit), state.unit_name(unit));
    let text = format!("{who} declares {} for {name}, against {}", reaction.label(), state.called(to));
    let mut text =
        said(text, &["aot.ruling.reaction-table", "aot.ruling.reaction-declared-counts", "aot.ruling.reaction-order"]);
    text = text.rule("aot.ruling.reaction-once-per-trigger");
    let flight = state.fleeing == Some(to);
    let more: &[&'static str] = match reaction {
        Reaction::Evade => &["aot.reaction.evade-exists", "aot.ruling.evade-who", "aot.action.not-after-reaction"],
        Reaction::ReturnFire => &["aot.ruling.return-fire-limits", "aot.action.not-after-reaction"],
        Reaction::CounterCharge => {
            &["aot.reaction.counter-charge-exists", "aot.ruling.charge-who-reacts", "aot.action.not-after-reaction"]
        }
        Reaction::CutDown if flight => &["aot.terror.cut-down", "aot.ruling.terror-cut-down"],
        Reaction::CutDown => {
            &["aot.reaction.cut-down-trigger", "aot.ruling.cut-down-costs-action", "aot.action.not-after-reaction"]
        }
    };
    text.rules.push(RuleId::of(reaction.rule()));
    text.rules.extend(more.iter().map(|rule| RuleId::of(rule)));
    text.about(Ref::Unit(unit)).about(Ref::Unit(to))
}

fn moved(state: &State, model: ModelId, to: Pose) -> Text {
    let unit = state.unit_of(model);
    let flight = state.fleeing == Some(unit);
    let verb = if flight { "flees" } else { "goes" };
    let text = format!("{} {verb} to {}", capital(&state.model_called(model)), place(to));
    let mut text = if flight {
        said(text, &["aot.ruling.terror-move-details"])
    } else {
        said(text, &["aot.move.single-point", "aot.move.no-through-bases", "aot.ruling.move-path"])
    };
    if to.level > 0 {
        let climb = if state.has(unit, Ability::Agile) { "aot.ability.agile.horizontal" } else { "aot.move.vertical" };
        text = text.rule(climb).rule("aot.ruling.vertical-moves");
    }
    let on_obstacle =
        |piece: &crate::battlefield::Terrain| piece.rules.obstacle && piece.polygon.overlaps_shape(state.shape(model));
    if state.has(unit, Ability::Agile) && state.stands(model) && state.battlefield().terrain.iter().any(on_obstacle) {
        text = text.rule("aot.ability.agile.ignores-terrain").rule("aot.ruling.agile-ending-on-obstacle");
    }
    let in_cover =
        |piece: &crate::battlefield::Terrain| piece.rules.cover && piece.polygon.overlaps_shape(state.shape(model));
    let both = state.has(unit, Ability::Agile) && state.is_hulking(model) && state.stands(model);
    if both && state.battlefield().terrain.iter().any(in_cover) {
        text = text.rule("aot.ruling.agile-and-hulking");
    }
    if state.info(unit).character.is_some() {
        text = text.rule("aot.accompany.lowest-speed");
    }
    text.about(Ref::Model(model))
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
