//! The coherency phase: units that are scattered lose models, and cowards flee.

use engine::{Choices, Flow, Table};
use ground::Shape;
use serde::Serialize;
use smallvec::SmallVec;
use troops::Models;
use vocabulary::{Answer, ModelId, Ref, Seat, Text, Token, UnitId};

use crate::LastEdition;
use crate::chapters::damage;
use crate::chapters::placing::COHERENCY;
use crate::chapters::round::go;
use crate::fact::{Fact, Happening};
use crate::forces::house::{CoherencyMode, CowardsAt};
use crate::forces::keyword::Keyword;
use crate::prompt::{Prompt, Question};
use crate::state::{Stage, State, Who};
use crate::words::voice::Voice;

/// Questions of the coherency phase.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which model of a scattered unit dies?
    Remove { unit: UnitId },
}

/// What happens in the coherency phase.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// A unit flees from the battlefield.
    Fled { unit: UnitId },
}

/// A unit of a player that is not coherent loses a model; if all are, it is the other player's turn, and then cowards flee.
///
/// Carries out `tle.coherency.timing`, `tle.coherency.removal`, `tle.coherency.kill-credit`, `tle.coherency.morale`,
/// `tle.ruling.coherency-both`, `tle.ruling.coherency-removal`, `tle.ruling.morale`, `tle.ruling.simultaneous`.
pub(crate) fn restore(t: &mut Table<LastEdition>, who: Who) -> Flow<()> {
    let seat = t.state.seat_of_part(who);
    let scattered = t.state.fielded_by(seat).find(|unit| !t.state.is_coherent(*unit));
    if let Some(unit) = scattered {
        let answer = t.ask(seat, Prompt::Coherency(Asks::Remove { unit }))?;
        if let Some(model) = answer.token().and_then(Token::model) {
            let rules = [
                "tle.coherency.removal",
                "tle.coherency.distance",
                "tle.coherency.kill-credit",
                "tle.ruling.coherency-removal",
            ];
            damage::remove(t, &[model], &rules)?;
        }
        return Ok(());
    }
    match who {
        Who::Active => go(t, Stage::Coherency(Who::Reactive)),
        Who::Reactive => {
            flee(t)?;
            go(t, Stage::TurnEnd);
        }
    }
    Ok(())
}

/// Cowards that are few flee as soon as casualties are removed, unless they wait for the coherency phase. Carries out
/// `tle.keyword.cowards`, `tle.ruling.cowards`.
pub(crate) fn flee_at_once(t: &mut Table<LastEdition>) -> Flow<()> {
    if t.state.house().cowards_at == CowardsAt::Immediate { flee(t) } else { Ok(()) }
}

/// Cowards that are few flee: first those of the active player.
///
/// Carries out `tle.keyword.cowards`, `tle.ruling.cowards`, `tle.ruling.morale`, `tle.ruling.simultaneous`.
fn flee(t: &mut Table<LastEdition>) -> Flow<()> {
    let next = |state: &State| {
        let seats = [state.active, State::enemy_of(state.active)];
        seats.into_iter().flat_map(|seat| state.fielded_by(seat)).find(|unit| state.is_afraid(*unit))
    };
    while let Some(unit) = next(&t.state) {
        let rules = ["tle.keyword.cowards", "tle.ruling.cowards"];
        t.tell_by(Fact::Coherency(Facts::Fled { unit }), rules);
        let is_left = |model: &ModelId| t.state.stands(*model) || t.state.model(*model).health > 0;
        let models: Models = t.state.roll_call(unit).filter(is_left).collect();
        damage::remove(t, &models, &rules)?;
    }
    Ok(())
}

impl State {
    /// Whether a unit is coherent as it stands. Carries out `tle.coherency.distance`, `tle.ruling.coherency-graph`.
    pub(crate) fn is_coherent(&self, unit: UnitId) -> bool {
        let models: Models = self.living(unit).collect();
        self.holds_together(&self.links(&models))
    }

    fn links(&self, models: &[ModelId]) -> ground::Links {
        let bases: SmallVec<[(&Shape, ground::Length); 16]> =
            models.iter().map(|model| (self.shape(*model), ground::Length::ZERO)).collect();
        troops::links(&bases, COHERENCY, ground::Length::ZERO)
    }

    fn holds_together(&self, links: &ground::Links) -> bool {
        match self.house().coherency_mode {
            CoherencyMode::Chain => links.is_one_group(),
            CoherencyMode::AllPairs => links.each_has(links.members().len().saturating_sub(1)),
        }
    }

    /// Models whose removal makes a unit coherent, as few as are found. Carries out `tle.ruling.coherency-removal`.
    fn fewest_to_remove(&self, unit: UnitId) -> Models {
        let models: Models = self.living(unit).collect();
        let links = self.links(&models);
        match self.house().coherency_mode {
            CoherencyMode::Chain => {
                let stays = links.largest_group();
                let leaves = |place: &usize| !stays.iter().any(|other| other == *place);
                (0..models.len()).filter(leaves).map(|place| models[place]).collect()
            }
            CoherencyMode::AllPairs => {
                let found = links.remove_until(links.members(), |links| self.holds_together(links));
                found.map(|found| found.iter().map(|place| models[place]).collect()).unwrap_or_default()
            }
        }
    }

    /// Whether a unit on the battlefield is about to flee.
    fn is_afraid(&self, unit: UnitId) -> bool {
        let Some(Keyword::Cowards(few)) = self.keyword(unit, Keyword::Cowards(0)) else { return false };
        let models = self.living(unit).count();
        models > 0 && models <= usize::from(few)
    }
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        "tle.coherency.removal"
    }

    fn text(&self, say: Voice<'_>) -> String {
        let Asks::Remove { unit } = self;
        format!("{} Which model dies?", say.unit_does(*unit, "is not in coherency.", "are not in coherency."))
    }

    fn about(&self, _: &State) -> Vec<Ref> {
        let Asks::Remove { unit } = self;
        vec![Ref::Unit(*unit)]
    }

    fn choices(&self, state: &State, _: Seat) -> Option<Choices> {
        let Asks::Remove { unit } = self;
        Some(Choices::one(state.living(*unit)))
    }

    fn plain(&self, state: &State, seat: Seat) -> Answer {
        let Asks::Remove { unit } = self;
        match state.fewest_to_remove(*unit).first() {
            Some(model) => Answer::of(Ref::Model(*model)),
            None => self.choices(state, seat).map_or_else(Answer::none, |choices| choices.absent()),
        }
    }

    fn ideas(&self, state: &State, _: Seat) -> Vec<(String, Answer)> {
        let Asks::Remove { unit } = self;
        let fewest = state.fewest_to_remove(*unit);
        let label = |model: ModelId| format!("{}, one of {}", state.model_name(model), fewest.len());
        fewest.iter().map(|model| (label(*model), Answer::of(Ref::Model(*model)))).collect()
    }
}

impl Happening for Facts {
    fn apply(&self, _: &mut State) {}

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        let Facts::Fled { unit } = self;
        Some(say.of_unit(*unit, "flees", "flee"))
    }
}
