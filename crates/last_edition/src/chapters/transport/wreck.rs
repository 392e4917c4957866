//! A transport is destroyed: who dies in it, and where the others stand.

use chance::Faces;
use engine::{Flow, Table};
use troops::{Models, Placed};
use vocabulary::{Answer, ModelId, Ref, Roll, Token, UnitId};

use super::{Asks, Facts};
use crate::LastEdition;
use crate::chapters::{damage, luck};
use crate::fact::Fact;
use crate::forces::house::BadLuckSource;
use crate::prompt::Prompt;
use crate::state::{State, Units};

/// Whoever is aboard of a transport that is destroyed dies or is thrown out where it stood.
///
/// Carries out `tle.transport.destroyed-roll`, `tle.transport.destroyed-place`,
/// `tle.transport.destroyed-no-reaction`, `tle.ruling.transport-destroyed`.
pub(crate) fn destroyed(t: &mut Table<LastEdition>, transport: UnitId, hull: ModelId) -> Flow<()> {
    for unit in t.state.aboard(transport).collect::<Units>() {
        let seat = t.state.seat_of(unit);
        let all: Models = t.state.survivors(unit).collect();
        let dice = Roll::new("tle.transport.destroyed-roll", seat);
        let dice = all.iter().fold(dice, |dice, _| dice.die_for(Faces::D6, Ref::Unit(unit)));
        let ones = luck::throw(t, BadLuckSource::Transport, dice)?;
        let rules = ["tle.transport.destroyed-roll", "tle.ruling.transport-destroyed"];
        let mut dead = Models::new();
        for _ in 0..natural_ones(&ones) {
            dead.extend(ask_casualty(t, unit, &dead)?);
        }
        if !dead.is_empty() {
            damage::remove(t, &dead, &rules)?;
        }
        if t.state.survivors(unit).next().is_some() {
            throw_out(t, unit, hull)?;
        }
    }
    Ok(())
}

/// Ones that were rolled, and not thrown again or put in for others. Carries out `tle.ruling.transport-destroyed`.
fn natural_ones(roll: &Roll) -> usize {
    roll.dice.iter().filter(|die| die.shows == 1 && die.follows.is_none()).count()
}

/// Which passenger dies; it is asked only where they differ.
fn ask_casualty(t: &mut Table<LastEdition>, unit: UnitId, dead: &[ModelId]) -> Flow<Option<ModelId>> {
    let among: Models = t.state.survivors(unit).filter(|model| !dead.contains(model)).collect();
    let kind = |model: &ModelId| (t.state.model_info(*model).loadout, t.state.model(*model).health);
    if among.iter().all(|model| kind(model) == kind(&among[0])) {
        return Ok(among.first().copied());
    }
    let answer = t.ask(t.state.seat_of(unit), Prompt::Transport(Asks::Casualty { unit, among }))?;
    Ok(answer.token().and_then(Token::model))
}

/// Survivors are put down around the wreck: as their owner shows it, then as the planner finds room; whoever finds none is
/// lost. Carries out `tle.transport.destroyed-place`, `tle.ruling.transport-destroyed`.
fn throw_out(t: &mut Table<LastEdition>, unit: UnitId, hull: ModelId) -> Flow<()> {
    let seat = t.state.seat_of(unit);
    let Answer::Place(shown) = t.ask(seat, Prompt::Transport(Asks::Survivors { unit, hull }))? else {
        unreachable!("a checked answer places models")
    };
    let rules =
        ["tle.transport.destroyed-place", "tle.transport.destroyed-no-reaction", "tle.ruling.transport-destroyed"];
    t.tell_by(Fact::Transport(Facts::ThrownOut { unit, placed: shown }), rules);
    let mut lost = Models::new();
    for model in t.state.survivors(unit).filter(|model| !t.state.stands(*model)).collect::<Models>() {
        match t.state.room_for_survivor(unit, model, hull) {
            Some(placed) => t.tell_by(Fact::Transport(Facts::ThrownOut { unit, placed }), rules),
            None => lost.push(model),
        }
    }
    if !lost.is_empty() {
        damage::remove(t, &lost, &["tle.ruling.transport-destroyed"])?;
    }
    Ok(())
}

impl State {
    /// A place for one survivor, the others standing as they do: any at all, if there is one.
    ///
    /// Carries out `tle.ruling.transport-destroyed`, `tle.ruling.legal-arrangement`.
    fn room_for_survivor(&self, unit: UnitId, model: ModelId, hull: ModelId) -> Option<Placed> {
        self.thrown_out(unit, Models::from_slice(&[model]), hull).room_for_one(model)
    }

    /// Places for as many survivors as are found room for.
    pub(crate) fn room_for_survivors(&self, unit: UnitId, hull: ModelId) -> Placed {
        let all: Models = self.survivors(unit).collect();
        let about = self.shape(hull).bounds().centre();
        let placing = self.thrown_out(unit, all.clone(), hull);
        if let Some(placed) = placing.plan(about).filter(|placed| placing.check(placed).is_ok()) {
            return placed;
        }
        let (mut now, mut found) = (self.clone(), Placed::new());
        for model in all {
            if let Some(placed) = now.room_for_survivor(unit, model, hull) {
                placed.iter().for_each(|(model, pose)| now.put(*model, *pose));
                found.extend(placed);
            }
        }
        found
    }
}
