//! What is told of preparation, and of changes by consent.

use vocabulary::{Ref, Text, UnitId};

use super::{capital, counted, joined, names, of_unit, place};
use crate::fact::Fact;
use crate::state::State;

/// The sentence of a fact of preparation.
pub(super) fn preparing(state: &State, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::Refused { seats, .. } => {
            let names: Vec<String> = seats.iter().map(|seat| state.name(*seat).to_owned()).collect();
            let text = format!("The battlefield is refused by {}; another one is proposed", joined(&names, "and"));
            let text = Text::new(text);
            seats.iter().fold(text, |text, seat| text.about(Ref::Seat(*seat)))
        }
        Fact::Accepted => {
            let field = state.battlefield();
            let pieces = counted(field.terrain.len() as u32, "piece", "pieces");
            let archives = counted(field.archives().len() as u32, "Archive", "Archives");
            let limit = state.house().requisition;
            let modules = state.house().modules();
            let text = format!(
                "The battlefield is settled: {pieces} of terrain, {archives}; forces of up to {limit} Requisition, {modules}"
            );
            Text::new(text)
        }
        Fact::ZonesRolled { order } => {
            let text = format!("Zones are picked in this order: {}", names(state, order));
            Text::new(text)
        }
        Fact::ZoneTaken { seat, zone } => {
            let field = state.battlefield();
            let area = Ref::Area(field.zone_id(usize::from(*zone)));
            let name = field.zones.get(usize::from(*zone)).map_or("", |zone| zone.name.as_str());
            Text::new(format!("{} takes the zone {name}", state.name(*seat))).about(Ref::Seat(*seat)).about(area)
        }
        Fact::Placed { model, pose } => {
            let text = format!("{} is put at {}", capital(&state.model_called(*model)), place(*pose));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::SetUp { unit } => {
            let text = format!("{} has set up {}", of_unit(state, *unit), state.unit_name(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::HeldBack { unit } => {
            let text = format!("{} holds {} back in Vanguard", of_unit(state, *unit), state.unit_name(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::NoRoom { unit } => {
            let text = format!("There is no room for {}: lost before the battle", state.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::SetUpNext { place: None } => Text::new("All units are set up"),
        Fact::SetUpNext { place: Some(place) } => {
            let seat = *state.order.get(usize::from(*place))?;
            let text = format!("{} is next to set up a unit", state.name(seat));
            Text::new(text).about(Ref::Seat(seat))
        }
        _ => return None,
    })
}

/// What the players changed by consent; no rule is behind it.
pub(super) fn agreed(state: &State, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::SetPose { model, pose } => {
            let text = format!("By consent {} stands at {}", state.model_called(*model), place(*pose));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::SetGone { models } => {
            let names: Vec<String> = models.iter().map(|model| state.model_called(*model)).collect();
            let text = Text::new(format!("By consent out of play: {}", joined(&names, "and")));
            models.iter().fold(text, |text, model| text.about(Ref::Model(*model)))
        }
        Fact::SetHealth { model, health } => {
            let text = format!("By consent {} has {health} Health", state.model_called(*model));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::SetPoints { seat, points } => {
            let points = format!("{points} victory {}", if *points == 1 { "point" } else { "points" });
            Text::new(format!("By consent {} has {points}", state.name(*seat))).about(Ref::Seat(*seat))
        }
        Fact::SetSpent { unit, spent } => {
            let is = if *spent { "gone" } else { "still there" };
            Text::new(format!("By consent the Action of {} is {is}", state.called(*unit))).about(Ref::Unit(*unit))
        }
        Fact::SetVanguard { unit } => {
            let waits = state.does(*unit, "waits", "wait");
            Text::new(format!("By consent {} {waits} in Vanguard", state.called(*unit))).about(Ref::Unit(*unit))
        }
        Fact::SetAboard { unit, transport } => {
            let is = state.does(*unit, "is", "are");
            let text = format!("By consent {} {is} aboard {}", state.called(*unit), state.unit_name(*transport));
            Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*transport))
        }
        Fact::SetBoarded { unit, boarded } => {
            let has = has(state, *unit, *boarded);
            let text = format!("By consent {} {has} gone aboard or got out in this Round", state.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::SetEntered { unit, entered } => {
            let has = has(state, *unit, *entered);
            let text = format!("By consent {} {has} come in this Round", state.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::SetFled { unit, fled } => {
            let has = has(state, *unit, *fled);
            Text::new(format!("By consent {} {has} fled", state.called(*unit))).about(Ref::Unit(*unit))
        }
        Fact::SetZone { seat, zone } => {
            let area = state.battlefield().zone_id(usize::from(*zone));
            let name = state.zone_of(*seat).map_or("", |zone| zone.name.as_str());
            let text = format!("By consent {} has the zone {name}", state.name(*seat));
            Text::new(text).about(Ref::Seat(*seat)).about(Ref::Area(area))
        }
        Fact::SetEffect { archive, effect } => {
            let (name, _) = effect.called(state.house().edition);
            Text::new(format!("By consent Archive {} is under {name}", archive + 1))
        }
        Fact::SetSoul { model, soul } => {
            Text::new(format!("By consent {} has {soul} Soul", state.model_called(*model))).about(Ref::Model(*model))
        }
        Fact::SetChannelled { model, channelled } => {
            let is = if *channelled { "gone" } else { "still there" };
            let text = format!("By consent the Soul Action of {} is {is}", state.model_called(*model));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::SetFeatPoints { seat, points } => {
            let points = counted(*points, "Feat Point", "Feat Points");
            Text::new(format!("By consent {} has {points}", state.name(*seat))).about(Ref::Seat(*seat))
        }
        Fact::SetTimed { unit, timed, on } => {
            let is = if *on { state.does(*unit, "is", "are") } else { state.does(*unit, "is not", "are not") };
            let text = format!("By consent {} {is} under {}", state.called(*unit), state.source_name(timed.from));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::SetOrder { order } => Text::new(format!("By consent the order is {}", names(state, order))),
        Fact::SetMoment { round, .. } => Text::new(format!("By consent the battle goes to Round {round}")),
        _ => return None,
    })
}

fn has(state: &State, unit: UnitId, so: bool) -> &'static str {
    if so { state.does(unit, "has", "have") } else { state.does(unit, "has not", "have not") }
}
